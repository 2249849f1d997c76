"""The board as the thing one plays on: what glows, badges on targets, dice to tap, a closer look, hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .conftest import at_rest, until
from .test_table import TWO_DICE, reach_moves, wait_for_call

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from .conftest import Site, Visit

Point = tuple[float, float]


def middle(of: Locator) -> Point:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_space(page: Page, space: str) -> Point:
    return middle(page.locator(f".spaces [data-space='{space}']"))


def plies(page: Page, count: int) -> None:
    until(page, "(n) => Number(document.querySelector('.time input')?.max ?? 0) >= n", count)
    at_rest(page)


def test_a_turn_is_played_on_the_board(site: Site, visit: Visit) -> None:
    """What can move glows on itself, a target shows its die, a touch plays it, and the die is greyed."""
    table = site.open("parcheesi", start=TWO_DICE)
    page = visit(table.link())
    page.wait_for_selector(".piece.glows")
    assert page.locator(".piece.glows").count() == 1
    halo = page.locator(".glows .halo").first
    assert halo.evaluate("(e) => getComputedStyle(e).display") == "inline"
    assert page.evaluate("() => document.getAnimations().length") == 0  # steady
    # The only pawn that can move need not be picked: its goals are there, each with its die.
    faces = ".badge .sign-die"
    pips = page.locator(faces).evaluate_all("(dice) => dice.map((d) => d.querySelectorAll('circle').length)")
    assert sorted(pips) == [4, 6]
    assert page.locator(".die-face.used").count() == 0
    # The list is folded, yet there for those who listen, and it opens when the keyboard comes to it.
    listed = page.locator("#listed")
    assert page.locator(".fold").get_attribute("aria-expanded") == "false"
    assert page.locator("#listed .move").count() == 2
    assert listed.evaluate("(e) => e.clientHeight") <= 1
    page.locator("#listed .move").first.focus()
    assert listed.evaluate("(e) => e.clientHeight") > 60
    page.locator(".fold").click()
    page.mouse.click(*at_space(page, "loop-14"))  # the four
    plies(page, 1)
    assert page.locator(".die-face.used").count() == 1
    assert page.locator(".fold").get_attribute("aria-expanded") == "true"
    page.reload()
    page.wait_for_selector(".piece.glows")
    assert page.locator(".fold").get_attribute("aria-expanded") == "true"  # remembered


def test_no_two_choices_read_the_same(site: Site, visit: Visit) -> None:
    """After one of two that stood together has come up to another, it goes on just like that one."""
    start = {
        "game": "parcheesi",
        "turn": 0,
        "pawns": {"0": [14, 17, 10, 10], "2": ["S", "S", "S", 30]},
        "dice": [4, 3],
    }
    table = site.open("parcheesi", start=start)
    page = visit(table.link(), chosen={"list": True})
    page.wait_for_selector(".piece.glows")
    page.mouse.click(*at_space(page, "loop-10"))
    page.mouse.click(*at_space(page, "loop-14"))
    plies(page, 1)
    codes = [m["code"] for m in table.get("")["moves"] if m["gesture"]["pick"] == "loop-14"]
    assert len(codes) == 2
    offers = page.locator("#listed .offer").all_inner_texts()
    assert len(set(offers)) == len(offers)
    page.mouse.click(*at_space(page, "loop-14"))
    page.mouse.click(*at_space(page, "loop-17"))
    page.wait_for_selector(".choice")
    asked = page.locator(".choice button:not(.quiet)").all_inner_texts()
    assert len(asked) == len(set(asked)) == 2
    page.locator(".choice button").first.click()
    plies(page, 2)


# Every state that the page goes through is noted, however short and however slow the machine.
WATCHED = """() => {
  const told = () => ({
    tumbling: document.querySelectorAll(".tumbling").length,
    log: document.querySelectorAll(".told.roll").length,
    text: (document.querySelector(".dice-text")?.innerText ?? "").trim(),
    heard: document.querySelector("[role=status]:last-child").innerText,
    title: document.title,
    asks: document.querySelector(".banner").innerText,
  });
  window.states = [told()];
  const note = () => window.states.push(told());
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(note).observe(document, all);
}"""


def test_nothing_tells_a_roll_before_the_dice_rest(site: Site, visit: Visit) -> None:
    table = site.open("parcheesi", "person person")
    page = visit(table.link(0), chosen={"speed": 0.5})
    wait_for_call(page)
    page.evaluate(WATCHED)
    page.locator(".roll .die-face").first.click()  # the dice themselves are the button
    until(page, "() => document.querySelector('.told.roll') && !document.querySelector('.tumbling')")
    before, *states = page.evaluate("states")
    assert not before["tumbling"] and not before["log"]
    falling = [state for state in states if state["tumbling"]]
    assert falling and states[-1]["log"]
    for state in falling:
        assert not state["log"] and not state["text"]
        assert [state[k] for k in ("heard", "title", "asks")] == [
            before[k] for k in ("heard", "title", "asks")
        ]


BATTLE = {
    "game": "doubleswild",
    "markers": {"0": ["4,7"], "1": ["5,7"]},
    "supply": {"0": 14, "1": 14},
    "turn": 0,
    "dice": {"red": [3, 2], "blue": [4, 3]},
    "battle": {"square": "5,7", "round": 2, "attacker": [2, 3, 6], "defender": [1, 5, 5], "next": "attacker"},
}


def test_dice_are_held_by_tapping_them(site: Site, visit: Visit) -> None:
    """Red is the attacker's, blue the defender's; what is tapped stays, what is left is thrown."""
    table = site.open("doubleswild", start=BATTLE)
    page = visit(table.link())
    page.wait_for_selector(".hold")
    assert page.locator(".hold .die-face.red").count() == 3
    assert page.locator(".others .die-face.blue").count() == 3
    throw = page.locator(".throw")
    everything = throw.inner_text()
    page.locator(".hold").nth(2).click()
    assert page.locator(".hold[aria-pressed=true]").count() == 1
    assert throw.inner_text() != everything
    page.locator(".hold").nth(1).press("Enter")
    throw.click()
    plies(page, 1)
    played = [e for e in table.get("/events")["events"] if e["kind"] == "play"]
    assert len(played) == 1
    until(page, "() => document.querySelectorAll('.tray .die-face.red').length")


@pytest.mark.parametrize("size", [(844, 390), (640, 360)])  # a phone held sideways, and 200 % of 1280 by 720
def test_board_and_controls_side_by_side(size: tuple[int, int], site: Site, visit: Visit) -> None:
    """All that a turn needs is in sight at once, in every game."""
    needed = ".stage svg, .banner, .tray, .tray button, .moves .waiting, .moves .entries > li"
    outside = """(needed) => [...document.querySelectorAll(needed)].filter((e) => {
      const box = e.getBoundingClientRect();
      return box.width && !e.closest(".visually-hidden") && (box.bottom > innerHeight + 1 || box.top < 0);
    }).map((e) => `${e.className.baseVal ?? e.className} ${Math.round(e.getBoundingClientRect().bottom)}`)"""
    for game in ("parcheesi", "doubleswild", "tritrac"):
        page = visit(site.open(game).link(), size)
        wait_for_call(page)
        page.wait_for_selector(".stage svg")
        assert page.evaluate(outside, needed) == [], game
        reach_moves(page)
        assert page.evaluate(outside, needed) == [], game
        board, controls = page.locator(".stage svg").bounding_box(), page.locator("#moves").bounding_box()
        assert board and controls and board["x"] + board["width"] <= controls["x"] + 1


class Finger:
    """Fingers on the screen, as the browser's own protocol moves them."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: Point) -> None:
        fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def drag(self, start: Point, end: Point, steps: int = 6) -> None:
        self.touch("touchStart", start)
        for i in range(1, steps + 1):
            share = i / steps
            self.touch("touchMove", tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        self.touch("touchEnd")


CROWDED = {
    "game": "parcheesi",
    "turn": 0,
    "pawns": {"0": [14, 15, 40, "H"], "2": ["S", "S", "S", 30]},
    "dice": [6, 4],
}


def test_fingers_on_a_fine_board(site: Site, visit: Visit) -> None:
    """At 360 pixels: what is too close to tell apart comes closer, targets are large, drag and pinch work."""
    table = site.open("parcheesi", start=CROWDED, undo="free")
    page = visit(table.link(), (360, 640), {"confirm": "careful"}, has_touch=True)
    page.wait_for_selector(".piece.glows")
    finger = Finger(page)
    scale = "() => document.querySelector('.stage svg').getScreenCTM().a"
    whole = page.evaluate(scale)
    page.touchscreen.tap(*at_space(page, "loop-14"))
    page.wait_for_selector(".zooms")
    first, second = at_space(page, "loop-14"), at_space(page, "loop-15")
    assert abs(first[0] - second[0]) + abs(first[1] - second[1]) >= 24
    page.touchscreen.tap(*at_space(page, "loop-14"))
    page.wait_for_selector(".light.picked")
    assert page.evaluate(scale) == whole  # where it can go may lie anywhere
    sizes = page.locator(".badge .reach").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
    )
    assert len(sizes) == 2 and min(sizes) >= 24
    page.locator(".badge .reach").first.tap()  # played at once: it could be undone
    plies(page, 1)
    page.wait_for_selector(".piece.glows")
    finger.drag(
        at_space(page, "loop-40"),
        middle(page.locator(".badge .reach").first)
        if page.locator(".badge").count()
        else at_space(page, "loop-44"),
    )
    until(
        page,
        "() => Number(document.querySelector('.time input').max) >= 2 || document.querySelector('.bubble')",
    )
    x, y = middle(page.locator(".stage svg"))
    finger.touch("touchStart", (x - 20, y), (x + 20, y))
    for far in (40, 60, 80):
        finger.touch("touchMove", (x - far, y), (x + far, y))
    finger.touch("touchEnd")
    assert page.evaluate(scale) > whole * 2
    left = page.locator(".stage svg").get_attribute("viewBox")
    finger.drag((x, y), (x - 60, y))
    assert page.locator(".stage svg").get_attribute("viewBox") != left  # pushed along
    page.get_by_role("button", name="Whole board").tap()
    assert page.evaluate(scale) == whole


def test_slots_hints_and_the_end_of_the_log(site: Site, visit: Visit) -> None:
    """Nothing jumps; the newest line is in sight; a hint is drawn as arrows, the best first."""
    table = site.open("parcheesi", start=CROWDED)
    page = visit(table.link(), (1024, 768))
    page.wait_for_selector(".piece.glows")
    top = "() => Math.round(document.querySelector('.panels').getBoundingClientRect().top)"
    at_first = page.evaluate(top)
    page.mouse.click(*at_space(page, "loop-40"))
    page.wait_for_selector(".light.picked")
    assert page.evaluate(top) == at_first
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint-arrow.rank-1 polygon")
    assert page.evaluate(top) == at_first
    chances = page.locator(".hint meter").evaluate_all("(all) => all.map((m) => m.value)")
    assert chances == sorted(chances, reverse=True)
    page.locator(".hint .move").first.click()
    plies(page, 1)
    assert page.evaluate(top) == at_first
    assert page.locator(".hint-arrow").count() == 0
    newest = """() => {
      const line = [...document.querySelectorAll(".told")].at(-1).getBoundingClientRect();
      return line.height > 0 && line.bottom <= innerHeight && line.top > 0;
    }"""
    until(page, newest)
    page.set_viewport_size({"width": 1440, "height": 900})
    until(page, newest)


def test_the_board_lies_before_whoever_looks(site: Site, visit: Visit) -> None:
    """On a page of one's own the own side is the lower one; a page for several shows the board as printed."""
    table = site.open("parcheesi", "person person")
    corner: Any = lambda page, seat: at_space(page, f"start-{seat}")  # noqa: E731
    for seat in table.tokens:
        page = visit(table.link(seat))
        page.wait_for_selector(".stage .piece")
        x, y = middle(page.locator(".stage svg"))
        assert corner(page, seat)[0] > x and corner(page, seat)[1] > y
    shared = visit(table.link())
    shared.wait_for_selector(".stage .piece")
    x, y = middle(shared.locator(".stage svg"))
    assert corner(shared, 0)[0] > x and corner(shared, 2)[0] < x
