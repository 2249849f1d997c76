"""The table in a real browser: by list, board and keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .conftest import at_rest, becomes, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Table, Visit

# In the page: press what is offered, as a person would, until the game is over. It goes through the buttons
# of the list, and takes forms as they stand. It stops after `most`, or with `turn` when others are to act,
# once the last press has been answered.
PLAY_ON = """async ([most, turn]) => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  let pressed = 0;
  let chance = 7;
  for (const end = Date.now() + 900000; Date.now() < end; ) {
    if (document.querySelector(".banner.over")) return pressed;
    if (document.body.classList.contains("sending")) { await wait(4); continue; }
    if (pressed >= most || (turn && pressed && !document.querySelector(".banner.own"))) return pressed;
    const free = ":not([aria-disabled=true]):not(:disabled)";
    const offered = [...document.querySelectorAll(
      `.hand-over button, .tray .roll${free}, #moves .move${free}, #moves .sums button${free},
       #moves form .main${free}`)];
    if (offered.length) {
      chance = (chance * 1103515245 + 12345) % 2147483648;
      offered[Math.floor((chance / 2147483648) * offered.length)].click();
      pressed += 1;
    }
    await wait(4);
  }
  return `stuck: ${document.querySelector("main").innerText}`;
}"""


def play_on(page: Page, most: int = 100_000, turn: bool = False) -> int:
    pressed = page.evaluate(PLAY_ON, [most, turn])
    assert isinstance(pressed, int), pressed[-600:]
    return pressed


def wait_for_call(page: Page) -> None:
    """Until something is asked of the one who looks."""
    page.wait_for_selector(".banner.own")
    at_rest(page)


def reach_moves(page: Page) -> None:
    """Until there are moves on the board to choose from."""
    for _ in range(60):
        wait_for_call(page)
        if page.locator("#moves .move").count():
            return
        page.keyboard.press("r")
        at_rest(page)
    raise AssertionError("no moves")


def test_a_whole_game_from_the_list(site: Site, visit: Visit) -> None:
    """From the very beginning to the very end; by hand they are played in test_whole_games.py."""
    table = site.open("doubleswild", "person bot")
    page = visit(table.link())
    assert play_on(page) > 10
    expect(page.locator(".banner.over")).not_to_be_empty()
    frame = table.get("")
    assert frame["over"]
    page.locator(".told").nth(20).wait_for(state="attached")
    expect(page.locator(".stage .piece")).to_have_count(len(frame["scene"]["pieces"]))
    check_the_dice(table, page)


def check_the_dice(table: Table, page: Page) -> None:
    """The button proves an honest record, and the same sum finds every kind of change in one."""
    page.click("#tab-table")
    page.click("text=Check the dice")
    said = page.locator(".said", has_text="Proved")
    rolls = sum(e["kind"] == "roll" for e in table.get("/events")["events"])
    expect(said).to_contain_text(str(rolls))
    token = next(iter(table.tokens.values()))
    changes = [
        ("no such text", ""),
        ('"commitment": "..', '"commitment": "ff'),
        ('"match": "..', '"match": "00'),
        (r'"roll": "\d-\d', '"roll": "7-7'),
    ]
    changed = """async ([path, token, changes]) => {
      const { checkDice } = await import("/web/js/lib/fair.js");
      const headers = { Authorization: `Bearer ${token}` };
      const text = await (await fetch(`${path}/record`, { headers })).text();
      const odds = await (await fetch(`${path}/odds`, { headers })).json();
      return Promise.all(changes.map(([from, to]) => checkDice(text.replace(new RegExp(from), to), odds)));
    }"""
    honest, promise, match, forged = page.evaluate(changed, [f"/api/tables/{table.id}", token, changes])
    assert honest["kind"] == "proved"
    assert promise["why"] == "promise"
    assert match["why"] == "roll"
    assert forged["why"] == "roll" and forged["told"].startswith("7-7")


def test_click_and_click(site: Site, visit: Visit) -> None:
    """A piece is touched, its goals light up, one of them is touched."""
    table = site.open("parcheesi")
    page = visit(table.link())
    reach_moves(page)
    before = table.get("")["ply"]
    page.locator(".stage .piece.can-pick").last.click(force=True)
    expect(page.locator(".light.picked")).to_have_count(1)
    target = page.locator(".badge .reach").first
    target.hover()
    page.locator(".way").first.wait_for(state="attached")
    target.click()
    page.wait_for_selector(".told.play")
    assert table.get("")["ply"] > before


def test_dragging_and_a_refused_try(site: Site, visit: Visit) -> None:
    table = site.open("parcheesi")
    page = visit(table.link())
    reach_moves(page)
    piece = page.locator(".stage .piece.can-pick").last
    middle = lambda box: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # noqa: E731
    page.mouse.move(*middle(piece.bounding_box()))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-space=loop-60]").first.bounding_box()), steps=4)
    expect(page.locator(".piece.dragged")).to_have_count(1)
    page.mouse.up()
    page.wait_for_selector(".bubble.refusal")
    told = page.locator(".bubble.refusal p").inner_text()
    assert told
    expect(page.locator(".told.refused")).to_contain_text(told)
    expect(page.locator(".time input")).to_have_attribute("max", str(table.get("")["ply"]))
    rule = page.locator(".bubble.refusal button", has_text=re.compile("PAR-"))
    if rule.count():  # the clause behind it is one click away
        rule.click()
        page.wait_for_selector(".rules .asked")
    page.mouse.move(*middle(piece.bounding_box()))
    page.mouse.down()
    x, y = middle(piece.bounding_box())
    page.mouse.move(x + 12, y + 12, steps=3)
    expect(page.locator(".piece.dragged")).to_have_count(1)
    page.mouse.move(*middle(page.locator(".badge .reach").first.bounding_box()), steps=4)
    page.mouse.up()
    page.wait_for_selector(".told.play")


# Red's only pawn on the way stands on 10 and has 6 and 4 to go.
TWO_DICE = {
    "game": "parcheesi",
    "turn": 0,
    "pawns": {"0": ["S", "S", 10, "H"], "2": ["S", "S", "S", 30]},
    "dice": [6, 4],
}


def test_keyboard_only(site: Site, visit: Visit) -> None:
    """A turn without a mouse: picked and dropped on the board, chosen by number, rolled, undone."""
    table = site.open("parcheesi", start=TWO_DICE)
    page = visit(table.link())
    reach_moves(page)
    page.keyboard.press("Tab")  # the skip link comes first, and leads to the moves
    page.keyboard.press("Enter")
    becomes(page, "() => document.activeElement.id", "moves")
    page.locator(".stage").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".light.cursor")
    page.keyboard.press("Enter")
    page.wait_for_selector(".light.picked")
    expect(page.locator(".badge")).to_have_count(2)
    page.keyboard.press("Escape")
    page.wait_for_selector(".light.picked", state="detached")
    page.keyboard.press("Enter")
    page.wait_for_selector(".light.picked")
    page.keyboard.press("Home")
    until(page, "() => document.querySelector('[role=status]:last-child').innerText.includes('6 ahead')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".told.play")
    assert table.get("")["ply"] == 1
    at_rest(page)
    page.keyboard.press("u")
    page.wait_for_selector(".told.undo")
    for _ in range(2):
        at_rest(page)
        page.keyboard.press("1")
    page.wait_for_selector(".told.roll")  # the bot's
    reach_moves(page)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")


def test_the_focus_stays_where_the_hand_was(site: Site, visit: Visit) -> None:
    """A question at the board gives the focus back to the board, the list to the list."""
    page = visit(site.open("tritrac").link())
    reach_moves(page)
    page.locator("[data-space=hand-0]").first.click(force=True)
    page.locator(".light.target").first.click(force=True)
    page.wait_for_selector(".laying")
    page.keyboard.press("Enter")
    page.wait_for_selector(".told.play")
    until(page, "() => document.activeElement.classList.contains('stage')")
    reach_moves(page)
    page.locator("#moves .move").first.focus()
    page.keyboard.press("Enter")
    until(page, "() => document.activeElement.id === 'moves'")


def test_undo_and_looking_back(site: Site, visit: Visit) -> None:
    table = site.open("tritrac", "person person")
    page = visit(table.link())
    play_on(page, 9)
    ply = table.get("")["ply"]
    assert ply > 2
    plies = "() => Number(document.querySelector('.time input')?.max ?? 0)"
    becomes(page, plies, ply)
    page.wait_for_selector("text=Undo")
    page.keyboard.press("u")
    page.wait_for_selector(".told.undo")
    at_rest(page)
    assert table.get("")["ply"] == ply - 1
    becomes(page, plies, ply - 1)
    page.keyboard.press("[")
    page.keyboard.press("[")
    page.wait_for_selector(".banner.looking-back")
    until(page, "(n) => document.querySelector('.banner').innerText.includes(n)", f" {ply - 3} of {ply - 1}")
    past = table.get(f"/at/{ply - 3}")
    expect(page.locator(".stage .piece")).to_have_count(len(past["scene"]["pieces"]))
    page.click("text=Play on from here")
    page.wait_for_url(lambda url: table.id not in url)
    wait_for_call(page)
    expect(page.locator(".time input")).to_have_count(0)  # nothing has happened here yet
