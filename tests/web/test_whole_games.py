"""Whole games by fingers alone, all five, and by the keyboard alone, on a phone and on a large screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from .conftest import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Visit

FEW_MARKERS = {
    "game": "doubleswild",
    "turn": 0,
    "markers": {"0": ["4,5", "9,9"], "1": ["6,4", "8,7"]},
    "supply": {"0": 4, "1": 4},
}
WHOLE: dict[str, dict[str, Any]] = {
    "parcheesi": {"seats": "person bot", "options": {"max_turns": 20}},
    "doubleswild": {"seats": "person bot", "start": FEW_MARKERS},  # to the very end
    "pollyanna": {"seats": "person bot", "options": {"max_turns": 14}},
    "tritrac": {"seats": "person bot", "options": {"max_plies": 24}},
    "doubletrack": {"seats": "person bot bot", "options": {"max_turns": 16}},
}

# Where a finger goes next: to what is asked over the board, to a lit place, to what glows, to a button.
# `turn` makes it choose another one every time. Nothing while it is for others to act.
TOUCH = """(turn) => {
  if (document.querySelector(".banner.over")) return "over";
  if (!document.querySelector(".banner.own")) return null;
  if (document.body.classList.contains("sending")) return null;
  const inside = (box) => box.width > 0 && box.left >= 0 && box.right <= innerWidth + 1;
  const board = document.querySelector(".stage svg")?.getBoundingClientRect();
  if (!board) return null; // it is still on its way
  const seen = (e, { top, bottom }) => // of a board that is looked at closely only a part is
    !e.closest(".stage") || ((top + bottom) / 2 > board.top && (top + bottom) / 2 < board.bottom);
  const all = (where) => [...document.querySelectorAll(where)].filter((e) => !e.closest(".visually-hidden")
    && inside(e.getBoundingClientRect()) && seen(e, e.getBoundingClientRect()));
  const places = document.querySelector(".light.picked")
    ? [".badge .reach", ".light.target"] : [".badge .reach", ".called .piece.glows", ".light.pickable"];
  const free = ":not([aria-disabled=true]):not(:disabled)";
  const asked = [".hand-over button", ".choice button", ".laying .main"];
  const buttons = ["button.roll", "button.held-card", ".sums button", "#moves .move", "button.throw"];
  for (const where of [...asked, ...places, ...buttons.map((b) => b + free)]) {
    const found = all(where);
    if (!found.length) continue;
    const one = found[(turn * 7) % found.length];
    one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, where];
  }
  return null;
}"""


def by_touch(page: Page) -> int:
    """Tap what is offered until the game is over; says how often."""
    taps = 0
    for _ in range(6000):
        where = page.evaluate(TOUCH, taps)
        if where == "over":
            return taps
        if where is None:
            page.wait_for_timeout(5)
            continue
        page.touchscreen.tap(where[0], where[1])
        taps += 1
    raise AssertionError(f"stuck after {taps} taps: {page.locator('main').inner_text()[-400:]}")


# What the keyboard has before it: the dice, numbered moves, or a form to be reached with the tabulator.
KEYS = """() => {
  if (document.querySelector(".banner.over")) return "over";
  if (!document.querySelector(".banner.own")) return null;
  if (document.body.classList.contains("sending")) return null;
  if (document.querySelector(".sums button, #moves form .main")) return "form";
  return document.querySelector(".tray .roll") ? "r" : document.querySelectorAll("#moves .move").length;
}"""


def by_keys(page: Page) -> int:
    """Press keys until the game is over; says how often."""
    pressed = 0
    for _ in range(6000):
        there = page.evaluate(KEYS)
        if there == "over":
            return pressed
        if not there:
            page.wait_for_timeout(5)
            continue
        if there == "form":
            _to(page, ".sums button, #moves form .main")
            page.keyboard.press("Enter")
        elif there == "r":
            page.keyboard.press("r")
        else:  # a number that is no beginning of a longer one is taken at once
            for digit in str(there - pressed % min(there, 3)):
                page.keyboard.press(digit)
        pressed += 1
    raise AssertionError(f"stuck after {pressed} keys: {page.locator('main').inner_text()[-400:]}")


def _to(page: Page, where: str) -> None:
    """With the tabulator to one of these."""
    for _ in range(60):
        if page.evaluate("(where) => document.activeElement?.matches(where)", where):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{where} cannot be reached")


HANDS = [(game, hand) for game in WHOLE for hand in ("touch", "keys")]


@pytest.mark.parametrize(("game", "hand"), HANDS)
def test_a_whole_game(game: str, hand: str, site: Site, visit: Visit) -> None:
    wish = dict(WHOLE[game])
    table = site.open(game, wish.pop("seats"), undo="free", **wish)
    if hand == "touch":
        page = visit(table.link(), (390, 844), {"confirm": "careful"}, has_touch=True, is_mobile=True)
        assert by_touch(page) > 5
    else:
        page = visit(table.link())
        assert by_keys(page) > 5
    expect(page.locator(".banner.over")).not_to_be_empty()
    frame = table.get("")
    assert frame["over"]
    page.locator(".told").nth(10).wait_for(state="attached")
    pieces = len(frame["scene"]["pieces"])
    until(page, "(n) => document.querySelectorAll('.stage .piece').length === n", pieces)
    until(page, "() => document.title.endsWith(document.querySelector('h1').innerText)")
