"""The end of a game and what comes after: result, next game, looking back, sharing, one's own games."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from playwright.sync_api import expect

from .conftest import becomes, until
from .test_table import play_on, wait_for_call

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from .conftest import Site, Visit


# Both are a few throws from the end.
NEARLY = {"game": "parcheesi", "turn": 0, "pawns": {"0": ["H", "H", "H", 55], "2": ["H", "H", "H", 54]}}


# The page itself stops it in the very moment in which it has begun: it does not wait for a busy machine.
STOP_AFTER_ONE = """() => new MutationObserver((_, watching) => {
  const stop = document.querySelector(".time [aria-label=Stop]");
  if (!stop || !document.querySelector(".banner.looking-back")) return;
  if (Number(document.querySelector(".time input").value) < 1) return;
  watching.disconnect();
  stop.click();
}).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })"""
RAINED = """() => new MutationObserver(() => (window.rained ||= !!document.querySelector('.flourish')))
  .observe(document.body, { childList: true, subtree: true })"""
# The result lies within the board's part of the page.
WITHIN = """() => {
  const [card, board] = [".result", ".board-area"]
    .map((where) => document.querySelector(where).getBoundingClientRect());
  return card.height && card.height <= board.height && card.y >= board.y;
}"""
# A heading lies below what stays at the page's head.
BELOW_BANNER = """(heading) => {
  const [lies, ends] = [heading, ".banner"]
    .map((where) => document.querySelector(where).getBoundingClientRect());
  return lies.y >= ends.bottom;
}"""


def give_up(page: Page) -> None:
    page.locator(".topbar .leave").click()
    page.locator("dialog[open] button", has_text="Give the game up").click()
    page.locator("dialog[open] button", has_text="Yes, I give up").click()


def test_the_end_is_an_event(site: Site, visit: Visit, violations: Callable[[Page], list[str]]) -> None:
    """All see the result; both players press at once and meet at one table, by the same links."""
    table = site.open("tritrac", "person person")
    moving = {"speed": 3}
    one = visit(table.link(0), chosen=moving, reduced_motion="reduce")
    two = visit(table.link(1), (390, 844), chosen=moving)
    watcher = visit(table.link_with(table.watch))
    for page in (one, two):
        wait_for_call(page)
        play_on(page, turn=True)
    for page in (one, two):
        page.evaluate(RAINED)
    give_up(one)
    for page, title in ((one, "Yellow has won."), (two, "You have won!"), (watcher, "Yellow has won.")):
        expect(page.locator(".result h2")).to_have_text(title)
        expect(page.locator(".result .how")).to_contain_text("Orange gives the game up")
    until(two, "() => window.rained && !document.querySelector('.flourish')")
    until(two, "() => document.activeElement.closest('.result') !== null")
    expect(watcher.locator(".result .next .main")).to_have_count(0)
    for page in (one, two):
        expect(page.locator(".result .account")).to_contain_text("luck")
        assert violations(page) == []
        until(page, WITHIN)
    becomes(one, "() => window.rained", False)  # who asked for calm gets it

    one.locator(".result .put-aside").click()
    one.wait_for_selector(".result", state="detached")
    one.click("text=Show the result")
    for page in (one, two):
        page.wait_for_selector(".result .main")
    for page in (one, two):  # both are on their way before either has arrived
        page.evaluate("() => void setTimeout(() => document.querySelector('.result .main').click(), 20)")
    for page in (one, two):
        page.wait_for_url(lambda url: table.id not in url)
        page.wait_for_selector(".banner")
    there = {page.url.split("#")[0] for page in (one, two)}
    assert len(there) == 1
    wait_for_call(one)  # the loser begins
    watcher.locator(".result a.main").click()
    watcher.wait_for_url(lambda url: url.split("#")[0] in there)
    two.goto(f"{site.address}/web/icon.svg")
    two.goto(table.link(1))  # the link that was sent once leads to the game that is played now
    two.wait_for_url(lambda url: url.split("#")[0] in there)
    two.goto(f"{site.address}/web/icon.svg")
    two.goto(f"{table.link(1)}&stay")
    expect(two.locator(".result a.main")).to_contain_text("To the next game")
    give_up(one)
    expect(one.locator(".result .won")).to_have_text(["2 games won", "0 games won"])


def test_a_review_that_is_asked_for_is_seen_on_a_phone(site: Site, visit: Visit) -> None:
    """It lies below the board and the log: whoever presses the button is led there. Of two at one screen one
    has lost, so nobody is called "you"."""
    table = site.open("", "person person", start=NEARLY)
    page = visit(table.link(), (390, 844), has_touch=True)
    play_on(page)
    expect(page.locator(".result h2")).to_have_text(re.compile("^(Red|Yellow) has won.$"))
    page.locator(".result .account").get_by_text(re.compile("^(Red|Yellow): luck")).wait_for()
    page.get_by_role("button", name="Review").tap()
    title = page.get_by_role("heading", name="How it went")
    expect(title).to_be_in_viewport(ratio=1)
    becomes(page, "() => document.activeElement.getAttribute('aria-labelledby')", "review-title")
    until(page, BELOW_BANNER, "#review-title")


def test_replay_and_share(site: Site, visit: Visit, tmp_path: Path) -> None:
    """A finished game plays by itself, and goes out as a picture, an animation and a link."""
    from PIL import Image

    table = site.open("", "person bot", start=NEARLY)
    page = visit(table.link(), chosen={"speed": 3}, accept_downloads=True)
    play_on(page)
    page.wait_for_selector(".result")
    told = [event["text"] for event in table.get("/events")["events"] if event["text"]]
    expect(page.locator(".told .jump")).to_have_text(told)  # the winning move among them
    last = int(page.locator(".time input").get_attribute("max") or 0)
    page.locator(".time select").select_option("0.5")
    page.evaluate(STOP_AFTER_ONE)
    page.locator(".time [aria-label='Play it by itself']").click()
    page.wait_for_selector(".banner.looking-back")
    until(page, "() => Number(document.querySelector('.time input').value) >= 1")
    page.wait_for_selector(".time [aria-label='Play it by itself']")
    at = int(page.locator(".time input").input_value())
    assert 1 <= at < last

    page.click("#tab-table")
    page.locator(".about p", has_text="deleted 90 days after somebody last opened it").wait_for()
    page.locator(".about button", has_text="Share").click()

    def saved(way: str) -> bytes:
        with page.expect_download() as download:
            page.locator("dialog[open] button", has_text=way).first.click()
        assert download.value.suggested_filename.startswith("parcheesi-")
        return Path(download.value.path()).read_bytes()

    assert saved("SVG").startswith(b"<svg")
    picture = Image.open(io.BytesIO(saved("PNG")))
    assert picture.format == "PNG" and picture.width == 1200
    assert len(picture.convert("RGB").getcolors(1_000_000) or []) > 20  # a board, and no empty sheet
    film = Image.open(io.BytesIO(saved("GIF")))
    assert film.format == "GIF" and getattr(film, "n_frames", 1) > 1
    page.click("text=Make a link")
    address = page.locator("dialog[open] input").input_value()
    page.keyboard.press("Escape")
    stranger = visit(address)
    stranger.wait_for_selector(".result")
    stranger.locator(".told").nth(3).wait_for(state="attached")
    expect(stranger.get_by_text("Play again")).to_have_count(0)

    page.locator(".time select").select_option("4")
    page.locator(".time [aria-label='Play it by itself']").click()
    until(page, "() => !document.querySelector('.banner.looking-back') && document.querySelector('.result')")


def test_a_position_by_itself(site: Site, visit: Visit) -> None:
    """A link to what lies there now, or did at a moment before; none where something is hidden."""
    table = site.open("tritrac", "person person")
    page = visit(table.link(0))
    wait_for_call(page)
    play_on(page, turn=True)
    page.click("#tab-table")
    now, before = (f"/open?position={quote(table.get(at)['code'])}" for at in ("", "/at/0"))
    assert now != before
    link = page.locator(".about a", has_text="This position by itself")
    expect(link).to_have_attribute("href", now)
    page.locator(".about button", has_text="Share").click()
    expect(page.locator("dialog[open] input")).to_have_value(site.address + now)
    page.keyboard.press("Escape")
    page.locator(".time [aria-label='To the beginning']").click()
    expect(link).to_have_attribute("href", before)

    secret = visit(site.open("doubletrack", "person person person").link(0))
    secret.click("#tab-table")
    secret.locator(".about button", has_text="Share").click()
    expect(secret.locator("dialog[open]")).to_contain_text("Something is hidden here")
    expect(secret.locator(".about a", has_text="This position by itself")).to_have_count(0)


def test_my_games(site: Site, visit: Visit, violations: Callable[[Page], list[str]]) -> None:
    """What goes on and what is over, statistics, export, and everything deleted."""
    running, over = site.open("tritrac", "person person"), site.open("tritrac", "person bot")
    page = visit(running.link(0))
    wait_for_call(page)
    play_on(page, turn=True)
    page.goto(f"{site.address}/web/icon.svg")
    page.goto(over.link())
    page.wait_for_selector(".leave")
    give_up(page)
    expect(page.locator(".result .account")).to_contain_text("luck")
    friend = visit(running.link(1))
    wait_for_call(friend)
    play_on(friend, turn=True)  # while nobody looks

    page.goto(f"{site.address}/")
    page.locator("nav a", has_text="My games").click()
    page.wait_for_selector(".my-games .turn")
    for row, told in enumerate(("Your turn", "lost")):  # each is asked for by itself
        expect(page.locator(".my-games li .go").nth(row)).to_contain_text(told)
    expect(page.locator(".statistics .sum")).to_contain_text("0 / 1")
    expect(page.locator(".statistics")).to_contain_text("luck")
    assert violations(page) == []
    with page.expect_download() as download:
        page.click("text=Save it as a file")
    kept: dict[str, Any] = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert {t["table"] for t in kept["parlour.tables"]} == {running.id, over.id}
    page.click("text=Delete everything")
    page.click("text=Yes, delete everything")
    page.wait_for_selector(".my-games li", state="detached")
    becomes(page, "() => Object.keys(localStorage).filter((k) => k.startsWith('parlour.'))", [])
    page.goto(f"{site.address}/web/icon.svg")
    page.goto(f"{over.link()}&stay")
    page.wait_for_selector(".result")


def test_leaving_hands_the_chair_to_a_bot(site: Site, visit: Visit) -> None:
    table = site.open("doubletrack", "person person person")
    page = visit(table.link(0))
    page.locator(".topbar .leave").click()
    page.get_by_text("Let a bot play for me").wait_for()
    expect(page.locator("dialog[open]", has_text="Give the game up")).to_have_count(0)
    page.get_by_text("Let a bot play for me").click()
    page.wait_for_url(f"{site.address}/")
    assert table.get("", table.tokens[1])["people"][0]["left"]
