"""Doubles Wild and Tri-Trac, played on their boards: lit squares, scored rows, tiles that are turned."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .conftest import DECODED, at_rest, becomes, until
from .test_table import wait_for_call

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Visit

Violations = Callable[["Page"], list[str]]

# Is this wholly to be seen without scrolling?
IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].every((e) => {
  const box = e.getBoundingClientRect();
  const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  return box.width > 0 && inside;
})"""


def spot(page: Page, space: str, toward: int | None = None) -> tuple[float, float]:
    """A point of the screen in the middle of a space, or near one of its corners."""
    page.wait_for_selector(f'.space[data-space="{space}"] polygon', state="attached")
    at: list[float] = page.evaluate(
        """([space, corner]) => {
          const shape = document.querySelector(`.space[data-space="${space}"] polygon`);
          const points = [...shape.points];
          const mean = (key) => points.reduce((sum, p) => sum + p[key], 0) / points.length;
          const share = corner === null ? 0 : 0.5;
          const to = points[corner ?? 0];
          const [x, y] = [mean("x") + (to.x - mean("x")) * share, mean("y") + (to.y - mean("y")) * share];
          const point = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM());
          return [point.x, point.y];
        }""",
        [space, toward],
    )
    return at[0], at[1]


# ---------------------------------------------------------------- Doubles Wild

# Green may pick any square of row 4; Yellow has a row, which protects its squares.
WILD = {
    "game": "doubleswild",
    "turn": 0,
    "markers": {"0": ["4,5", "4,6", "9,9"], "1": ["4,10", "6,4", "7,4", "8,4"]},
    "supply": {"0": 21, "1": 20},
    "dice": {"red": [3, 1], "blue": [5, 5]},
}


def test_squares_are_lit_explained_and_claimed_and_rows_stay(
    site: Site, visit: Visit, violations: Violations
) -> None:
    table = site.open("doubleswild", "person person", start=WILD)
    page = visit(table.link(0), (1440, 900))
    wait_for_call(page)
    until(page, "() => document.querySelector('.stage svg').getBoundingClientRect().height > 0.8 * 900")
    lit = "() => [...document.querySelectorAll('.space.can-pick')].map((e) => e.dataset.space).sort()"
    row = sorted(f"square-4-{column}" for column in (3, 4, 7, 8, 9, 10, 11))
    becomes(page, lit, row)
    expect(page.locator(".bond.scored")).to_have_count(1)  # Yellow's
    told = page.locator(".people > ul > li .signs [aria-hidden=true]:not(svg)")
    expect(told).to_have_text(["0", "×21", "1", "×20"])  # points, and markers left; nobody else is there
    expect(page.locator(".people li:has(.signs .lead) .name")).to_have_text("Yellow")
    page.mouse.click(*spot(page, "square-5-5"))
    expect(page.locator(".bubble.refusal")).to_contain_text("row 4")
    expect(page.locator(".bubble.refusal")).to_contain_text("DBW-WILD-1")
    assert violations(page) == []
    page.mouse.click(*spot(page, "square-4-7"))  # keeps the dice and claims it, in one touch
    page.wait_for_selector(".bond.scored.green", state="attached")
    expect(told).to_have_text(["1", "×20", "1", "×20"])
    expect(page.locator(".signs .lead")).to_have_count(0)  # nobody is in front now
    becomes(page, lambda: table.get("")["turn"], 1)
    page.reload()
    page.wait_for_selector(".bond.scored.green", state="attached")
    page.mouse.click(*spot(page, "square-4-8"))  # before the other one has rolled
    page.wait_for_selector(".bubble.refusal .small")


@pytest.mark.parametrize("size", [(1024, 768), (844, 390), (390, 844), (360, 640)])
def test_the_score_is_in_sight_on_every_screen(site: Site, visit: Visit, size: tuple[int, int]) -> None:
    page = visit(site.open("doubleswild", "person person", start=WILD).link(0), size, color_scheme="dark")
    page.wait_for_selector(".people .signs .lead")
    until(page, IN_SIGHT, ".people .signs")


# ---------------------------------------------------------------- Tri-Trac

# One tile is missing along the right edge, on d2u; Yellow has the neutral tile, and a dark arrow is shut.
ALMOST = {
    "game": "tritrac",
    "tiles": ["Od1u/F", "Yd1d/F", "Yd2d/F", "Yd3u/F", "Od3d/F", "Nb3u/H", "Oa4d/H"],
    "turn": 0,
    "lock": 1,
}
SHOWN = "() => document.querySelector('.ghost .stripe')?.getAttribute('d')"
WHERE = "() => document.querySelector('.ghost')?.style.transform"


def test_a_tile_turns_in_the_hand_and_is_set_down_by_a_second_touch(
    site: Site, visit: Visit, violations: Violations
) -> None:
    table = site.open("tritrac", "person person", start=ALMOST)
    page = visit(table.link(0), (390, 844), has_touch=True)
    wait_for_call(page)
    for part, number in ((".lit", 2), (".barrier", 1), (".lock", 2), (".gap", 1)):
        expect(page.locator(f".extras {part}")).to_have_count(number)
    expect(page.locator(".coordinate >> visible=true")).to_have_count(0)
    ply = table.get("")["ply"]
    page.touchscreen.tap(*spot(page, "c2u", 0))
    page.wait_for_selector(".ghost")
    expect(page.locator(".laying")).to_have_count(1)
    expect(page.locator(".bubble")).to_have_count(0)
    first = page.evaluate(SHOWN)
    page.touchscreen.tap(*spot(page, "c2u", 1))
    until(page, f"(before) => ({SHOWN})() !== before", first)
    assert violations(page) == []
    here = page.evaluate(WHERE)
    page.touchscreen.tap(*spot(page, "c2d", 1))  # elsewhere instead
    until(page, f"(before) => ![before, undefined].includes(({WHERE})())", here)
    expect(page.locator(".ghost")).to_have_count(1)
    page.touchscreen.tap(*spot(page, "c2d", 1))
    page.wait_for_selector(".ghost", state="detached")
    until(page, "() => !document.querySelector('.banner.own')")
    becomes(page, lambda: table.get("")["ply"], ply + 1)


def test_a_tile_turns_by_wheel_and_by_key(site: Site, visit: Visit) -> None:
    table = site.open("tritrac", "person person", start=ALMOST)
    page = visit(table.link(0))
    wait_for_call(page)
    at = spot(page, "c2u")
    page.mouse.click(*at)
    page.wait_for_selector(".ghost")
    ways = [page.evaluate(SHOWN)]
    page.mouse.wheel(0, 120)
    until(page, f"(before) => ({SHOWN})() !== before", ways[-1])
    ways.append(page.evaluate(SHOWN))
    page.keyboard.press("ArrowRight")
    until(page, f"(before) => ({SHOWN})() !== before", ways[-1])
    ways.append(page.evaluate(SHOWN))
    page.click(".laying >> text=Turn")
    until(page, f"(first) => ({SHOWN})() === first", ways[0])
    assert len(set(ways)) == 3
    page.keyboard.press("Escape")
    page.wait_for_selector(".ghost", state="detached")
    page.mouse.click(*spot(page, "d2u"))
    page.wait_for_selector(".ghost")
    for _ in range(2):  # it shines when it lies so that the track is whole
        if not page.evaluate("() => document.querySelector('.ghost .glow')"):
            before = page.evaluate(SHOWN)
            page.keyboard.press("ArrowLeft")
            until(page, f"(before) => ({SHOWN})() !== before", before)
    page.wait_for_selector(".ghost .glow", state="attached")
    page.keyboard.press("Enter")
    page.wait_for_selector(".banner.over")
    expect(page.locator(".piece .glow:not(.live)")).to_have_count(6)


def test_draws_are_counted_and_coordinates_can_be_had(site: Site, visit: Visit) -> None:
    page = visit(site.open("tritrac", "person person", start=ALMOST).link())
    wait_for_call(page)
    for played, space in enumerate(("a4d", "b3u"), 1):  # Orange turns a tile, Yellow the neutral one
        page.mouse.click(*spot(page, space))
        page.mouse.click(*spot(page, space))
        page.wait_for_selector(".ghost")
        page.keyboard.press("Enter")
        expect(page.locator(".told.play")).to_have_count(played)
        page.wait_for_selector(".banner.own")
        page.wait_for_selector(".piece.glows", state="attached")
        at_rest(page)
    page.wait_for_selector(".standing >> text=Draw in 98 turns")
    page.click("[aria-label=Settings]")
    page.click("text=Names of the spaces")
    page.keyboard.press("Escape")
    page.locator(".print .coordinate >> visible=true").nth(20).wait_for()
    page.click("#tab-table")
    expect(page.locator("#panel-table")).to_contain_text("Record")
    expect(page.locator("#panel-table")).not_to_contain_text("Dice")


def test_dice_that_another_throws_have_their_own_colours(site: Site, visit: Visit) -> None:
    """While one waits, too: two red ones and two blue ones, for the next player and for whoever looks on."""
    due = {name: value for name, value in WILD.items() if name != "dice"}
    table = site.open("doubleswild", "person person", start=due)
    drawn = "() => [...document.querySelectorAll('.tray .die-face')].map((die) => die.classList[1]).sort()"
    for link in (table.link(0), table.link(1), table.link_with(table.watch)):
        page = visit(link)
        page.wait_for_selector(".tray .die-face", state="attached")
        becomes(page, drawn, ["blue", "blue", "red", "red"])


def test_boards_have_names_and_pictures_and_no_dice_are_spoken_of(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/#/set-up/tritrac", (390, 844))
    expect(page.locator(".boards .board span")).to_have_text([
        "Hexagon with two ears (usual)", "Plain hexagon", "Long strip", "Rhombus", "Star",
    ])  # fmt: skip
    for picture in page.locator(".boards img").all():
        picture.scroll_into_view_if_needed()
        assert picture.evaluate(DECODED) > 0
    expect(page.locator(".setup")).not_to_contain_text("Dice")
    page.click("text=Star")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".stage .space.loop, .stage .space.centre")).to_have_count(16)


def test_a_hint_for_a_tile_is_seen_in_its_place(site: Site, visit: Visit) -> None:
    """The best way to lay it is drawn where it would lie, numbered; no arrow across, no coordinates."""
    page = visit(site.open("tritrac", "person person").link(0), (390, 844))
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint-arrow.rank-1 circle", state="attached")
    expect(page.locator(".ghosts .ghost")).to_have_count(1)
    expect(page.locator(".hint-arrow polygon")).to_have_count(0)
    offers = page.locator(".hint .offer > span[aria-hidden]")
    offers.first.wait_for()
    expect(offers.filter(has_text=re.compile("row|space"))).to_have_count(0)
    page.locator(".hint .move").first.click()
    expect(page.locator(".told.play")).to_have_count(1)
