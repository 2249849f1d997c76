"""Doubles Wild and Tri-Trac, played on their boards: lit squares, scored rows, tiles that are turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from .conftest import at_rest, until

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
    page.wait_for_selector(".banner.own")
    board = page.locator(".stage svg").bounding_box()
    assert board and board["height"] > 0.8 * 900  # it fills a large screen
    lit = "() => [...document.querySelectorAll('.space.can-pick')].map((e) => e.dataset.space).sort()"
    row = sorted(f"square-4-{column}" for column in (3, 4, 7, 8, 9, 10, 11))
    assert page.evaluate(lit) == row
    assert page.locator(".bond.scored").count() == 1  # Yellow's
    assert page.locator(".extras .plate.green, .extras .plate.yellow").count() == 2
    assert page.locator(".extras .plate.purple, .extras .plate.black").count() == 0
    page.mouse.click(*spot(page, "square-5-5"))
    page.wait_for_selector(".bubble.refusal")
    assert "row 4" in page.locator(".bubble.refusal").inner_text()
    assert "DBW-WILD-1" in page.locator(".bubble.refusal").inner_text()
    assert violations(page) == []
    page.mouse.click(*spot(page, "square-4-7"))  # keeps the dice and claims it, in one touch
    page.wait_for_selector(".bond.scored.green", state="attached")
    assert page.locator(".extras .score.green").all_text_contents() == ["×20", "1"]
    assert table.get("")["turn"] == 1
    page.reload()
    page.wait_for_selector(".bond.scored.green", state="attached")
    page.mouse.click(*spot(page, "square-4-8"))  # before the other one has rolled
    page.wait_for_selector(".bubble.refusal .small")


@pytest.mark.parametrize("size", [(1024, 768), (844, 390), (390, 844), (360, 640)])
def test_the_score_is_in_sight_on_every_screen(site: Site, visit: Visit, size: tuple[int, int]) -> None:
    page = visit(site.open("doubleswild", "person person", start=WILD).link(0), size, color_scheme="dark")
    page.wait_for_selector(".extras .score")
    assert page.evaluate(IN_SIGHT, ".extras .score")


# ---------------------------------------------------------------- Tri-Trac

# One tile is missing along the right edge, on d2u; Yellow has the neutral tile, and a dark arrow is shut.
ALMOST = {
    "game": "tritrac",
    "tiles": ["Od1u/F", "Yd1d/F", "Yd2d/F", "Yd3u/F", "Od3d/F", "Nb3u/H", "Oa4d/H"],
    "turn": 0,
    "lock": 1,
}
SHOWN = "() => document.querySelector('.ghost .stripe')?.getAttribute('d')"


def test_a_tile_turns_in_the_hand_and_is_set_down_by_a_second_touch(
    site: Site, visit: Visit, violations: Violations
) -> None:
    table = site.open("tritrac", "person person", start=ALMOST)
    page = visit(table.link(0), (390, 844), has_touch=True)
    page.wait_for_selector(".banner.own")
    assert page.locator(".coordinate >> visible=true").count() == 0
    assert page.locator(".extras .lit").count() == 2 and page.locator(".extras .barrier").count() == 1
    assert page.locator(".extras .lock").count() == 2 and page.locator(".extras .gap").count() == 1
    ply = table.get("")["ply"]
    page.touchscreen.tap(*spot(page, "c2u", 0))
    page.wait_for_selector(".ghost")
    assert page.locator(".bubble").count() == 0 and page.locator(".laying").count() == 1
    first = page.evaluate(SHOWN)
    page.touchscreen.tap(*spot(page, "c2u", 1))
    until(page, f"(before) => ({SHOWN})() !== before", first)
    assert violations(page) == []
    page.touchscreen.tap(*spot(page, "c2d", 1))  # elsewhere instead
    until(page, "() => document.querySelectorAll('.ghost').length === 1")
    page.touchscreen.tap(*spot(page, "c2d", 1))
    page.wait_for_selector(".ghost", state="detached")
    until(page, "() => !document.querySelector('.banner.own')")
    assert table.get("")["ply"] == ply + 1


def test_a_tile_turns_by_wheel_and_by_key(site: Site, visit: Visit) -> None:
    table = site.open("tritrac", "person person", start=ALMOST)
    page = visit(table.link(0))
    page.wait_for_selector(".banner.own")
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
        if not page.locator(".ghost .glow").count():
            page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".ghost .glow", state="attached")
    page.keyboard.press("Enter")
    page.wait_for_selector(".banner.over")
    assert page.locator(".piece .glow:not(.live)").count() == 6


def test_draws_are_counted_and_coordinates_can_be_had(site: Site, visit: Visit) -> None:
    page = visit(site.open("tritrac", "person person", start=ALMOST).link())
    page.wait_for_selector(".banner.own")
    for played, space in enumerate(("a4d", "b3u"), 1):  # Orange turns a tile, Yellow the neutral one
        page.mouse.click(*spot(page, space))
        page.mouse.click(*spot(page, space))
        page.wait_for_selector(".ghost")
        page.keyboard.press("Enter")
        until(page, "(n) => document.querySelectorAll('.told.play').length === n", played)
        page.wait_for_selector(".banner.own")
        page.wait_for_selector(".piece.glows", state="attached")
        at_rest(page)
    page.wait_for_selector(".standing >> text=Draw in 98 turns")
    page.click("[aria-label=Settings]")
    page.click("text=Names of the spaces")
    page.keyboard.press("Escape")
    assert page.locator(".print .coordinate >> visible=true").count() > 20
    page.click("#tab-table")
    assert "Dice" not in page.locator("#panel-table").inner_text()


def test_boards_have_names_and_pictures_and_no_dice_are_spoken_of(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/#/set-up/tritrac", (390, 844))
    page.wait_for_selector(".boards .board")
    assert page.locator(".boards .board span").all_inner_texts() == [
        "Hexagon with two ears (usual)", "Plain hexagon", "Long strip", "Rhombus", "Star",
    ]  # fmt: skip
    for picture in page.locator(".boards img").all():
        picture.scroll_into_view_if_needed()
        picture.evaluate("(i) => i.decode()")
        assert picture.evaluate("(i) => i.naturalWidth") > 0
    assert "Dice" not in page.locator(".setup").inner_text()
    page.click("text=Star")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".stage .space", state="attached")
    assert page.locator(".space.loop, .space.centre").count() == 16


def test_a_hint_for_a_tile_is_seen_in_its_place(site: Site, visit: Visit) -> None:
    """The best way to lay it is drawn where it would lie, numbered; no arrow across, no coordinates."""
    page = visit(site.open("tritrac", "person person").link(0), (390, 844))
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint-arrow.rank-1 circle", state="attached")
    assert page.locator(".hint-arrow polygon").count() == 0
    assert page.locator(".ghosts .ghost").count() == 1
    read = page.locator(".hint .offer > span[aria-hidden]").all_inner_texts()
    assert read and not any("row" in text or "space" in text for text in read)
    page.locator(".hint .move").first.click()
    until(page, "() => document.querySelectorAll('.told.play').length === 1")
