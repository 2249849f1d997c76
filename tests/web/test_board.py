"""The board as the thing one plays on: what glows, badges on targets, dice to tap, a closer look, hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .conftest import at_rest, becomes, until
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
    wait_for_call(page)
    expect(page.locator(".piece.glows")).to_have_count(1)
    expect(page.locator(".glows .halo").first).to_have_css("display", "inline")
    becomes(page, "() => document.getAnimations().length", 0)  # steady
    # The only pawn that can move need not be picked: its goals are there, each with its die.
    becomes(
        page,
        """() => [...document.querySelectorAll(".badge .sign-die")]
          .map((die) => die.querySelectorAll("circle").length).sort()""",
        [4, 6],
    )
    expect(page.locator(".die-face.used")).to_have_count(0)
    # The list is folded, yet there for those who listen, and it opens when the keyboard comes to it.
    high = "() => document.querySelector('#listed').clientHeight"
    expect(page.locator(".fold")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#listed .move")).to_have_count(2)
    until(page, f"() => ({high})() <= 1")
    page.locator("#listed .move").first.focus()
    until(page, f"() => ({high})() > 60")
    page.locator(".fold").click()
    expect(page.locator(".fold")).to_have_attribute("aria-expanded", "true")
    page.mouse.click(*at_space(page, "loop-14"))  # the four
    plies(page, 1)
    expect(page.locator(".die-face.used")).to_have_count(1)
    page.reload()
    wait_for_call(page)
    expect(page.locator(".fold")).to_have_attribute("aria-expanded", "true")  # remembered


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
    wait_for_call(page)
    page.mouse.click(*at_space(page, "loop-10"))
    page.wait_for_selector(".light.picked")
    page.mouse.click(*at_space(page, "loop-14"))
    plies(page, 1)
    codes = [m["code"] for m in table.get("")["moves"] if m["gesture"]["pick"] == "loop-14"]
    assert len(codes) == 2
    different = """(where) => {
      const texts = [...document.querySelectorAll(where)].map((one) => one.innerText);
      return texts.length > 1 && new Set(texts).size === texts.length;
    }"""
    until(page, different, "#listed .offer")
    page.mouse.click(*at_space(page, "loop-14"))
    page.wait_for_selector(".light.picked")
    page.mouse.click(*at_space(page, "loop-17"))
    expect(page.locator(".choice button:not(.quiet)")).to_have_count(2)
    until(page, different, ".choice button:not(.quiet)")
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
    wait_for_call(page)
    expect(page.locator(".hold .die-face.red")).to_have_count(3)
    expect(page.locator(".others .die-face.blue")).to_have_count(3)
    throw = page.locator(".throw")
    everything = throw.inner_text()
    page.locator(".hold").nth(2).click()
    expect(page.locator(".hold[aria-pressed=true]")).to_have_count(1)
    expect(throw).not_to_have_text(everything, use_inner_text=True)
    page.locator(".hold").nth(1).press("Enter")
    expect(page.locator(".hold[aria-pressed=true]")).to_have_count(2)
    throw.click()
    plies(page, 1)
    played = [e for e in table.get("/events")["events"] if e["kind"] == "play" and e["by"] in table.tokens]
    assert len(played) == 1
    page.wait_for_selector(".tray .die-face.red")
    page.wait_for_selector(".tray .others + .roll")  # what both have, and the dice to be thrown
    page.set_viewport_size({"width": 360, "height": 640})
    becomes(page, WHOLE_ROLL, True)


# Are all dice on the button that rolls in one line, and its words not cut?
WHOLE_ROLL = """() => {
  const roll = document.querySelector(".tray .roll");
  const tops = [...roll.querySelectorAll(".die-face")].map((die) => die.getBoundingClientRect().top);
  return roll.scrollWidth <= roll.clientWidth && Math.max(...tops) - Math.min(...tops) < 20
    && roll.getBoundingClientRect().right <= innerWidth;
}"""


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
        becomes(page, outside, [], needed)
        reach_moves(page)
        becomes(page, outside, [], needed)
        until(
            page,
            """() => {
              const [board, controls] = [".stage svg", "#moves"]
                .map((where) => document.querySelector(where).getBoundingClientRect());
              return board.width && controls.width && board.right <= controls.left + 1;
            }""",
        )


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
    wait_for_call(page)
    finger = Finger(page)
    scale = "() => document.querySelector('.stage svg').getScreenCTM().a"
    whole = page.evaluate(scale)
    page.touchscreen.tap(*at_space(page, "loop-14"))
    page.wait_for_selector(".zooms")
    apart = """(spaces) => {
      const [a, b] = spaces.map((space) =>
        document.querySelector(`.spaces [data-space='${space}']`).getBoundingClientRect());
      return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) >= 24;
    }"""
    until(page, apart, ["loop-14", "loop-15"])
    page.touchscreen.tap(*at_space(page, "loop-14"))
    page.wait_for_selector(".light.picked")
    becomes(page, scale, whole)  # where it can go may lie anywhere
    expect(page.locator(".badge .reach")).to_have_count(2)
    until(
        page,
        """() => [...document.querySelectorAll(".badge .reach")].map((e) => e.getBoundingClientRect())
          .every((box) => Math.min(box.width, box.height) >= 24)""",
    )
    page.locator(".badge .reach").first.tap()  # played at once: it could be undone
    plies(page, 1)
    wait_for_call(page)
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
    until(page, f"(least) => ({scale})() > least", whole * 3.9)
    seen = str(page.locator(".stage svg").get_attribute("viewBox"))
    finger.drag((x, y), (x - 60, y))
    expect(page.locator(".stage svg")).not_to_have_attribute("viewBox", seen)  # pushed along
    page.get_by_role("button", name="Whole board").tap()
    becomes(page, scale, whole)


def test_slots_hints_and_the_end_of_the_log(site: Site, visit: Visit) -> None:
    """Nothing jumps; the newest line is in sight; a hint is drawn as arrows, the best first."""
    table = site.open("parcheesi", start=CROWDED)
    page = visit(table.link(), (1024, 768))
    wait_for_call(page)
    top = "() => Math.round(document.querySelector('.panels').getBoundingClientRect().top)"
    at_first = page.evaluate(top)
    page.mouse.click(*at_space(page, "loop-40"))
    page.wait_for_selector(".light.picked")
    becomes(page, top, at_first)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint-arrow.rank-1 polygon")
    page.locator(".hint meter").first.wait_for(state="attached")
    becomes(page, top, at_first)
    chances = page.locator(".hint meter").evaluate_all("(all) => all.map((m) => m.value)")
    assert chances == sorted(chances, reverse=True)
    page.locator(".hint .move").first.click()
    plies(page, 1)
    becomes(page, top, at_first)
    expect(page.locator(".hint-arrow")).to_have_count(0)
    newest = """() => {
      const line = [...document.querySelectorAll(".told")].at(-1).getBoundingClientRect();
      return line.height > 0 && line.bottom <= innerHeight && line.top > 0;
    }"""
    until(page, newest)
    page.set_viewport_size({"width": 1440, "height": 900})
    until(page, newest)


def test_the_board_lies_before_whoever_looks(site: Site, visit: Visit) -> None:
    """On a page of one's own the own side is the lower one; a page for several shows the board as printed.
    People sit round it by their names, and the place of whoever is to act is framed."""
    table = site.open("parcheesi", "Anna Ben")

    def at_board(page: Page) -> None:
        page.wait_for_selector(".stage .piece")
        at_rest(page)

    def beyond(page: Page, seat: int) -> tuple[bool, bool]:
        """Is a seat's corner to the right of the middle, and below it?"""
        (x, y), (right, low) = middle(page.locator(".stage svg")), at_space(page, f"start-{seat}")
        return right > x, low > y

    for seat in table.tokens:
        page = visit(table.link(seat))
        at_board(page)
        becomes(page, lambda p=page, s=seat: beyond(p, s), (True, True))
        expect(page.locator(".print text[data-seat]")).to_have_text(["Anna", "BLUE", "Ben", "GREEN"])
        acting = page.locator(".people .acting .name").inner_text()
        framed = page.locator(".hairline.acts").get_attribute("data-seat")
        assert (acting, framed) in {("Anna", "0"), ("Ben", "2")}
        expect(page.locator(".people .share")).to_have_count(2)  # how far everybody has come
    shared = visit(table.link())
    at_board(shared)
    becomes(shared, lambda: (beyond(shared, 0)[0], beyond(shared, 2)[0]), (True, False))
