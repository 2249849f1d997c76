"""How the table is for everybody: sizes, light and dark, less movement, and what axe says of every state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import parlour
from parlour.draw import palette
from parlour.server.bundling import WEB

from .conftest import until
from .test_table import TWO_DICE, play_on, reach_moves, wait_for_call

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Visit

PHONE = (360, 740)
SEATS = {"tritrac": "person bot", "doubletrack": "person bot bot"}
Violations = Callable[["Page"], list[str]]

# What sticks out to the right, and what can be pressed but is smaller than 24 pixels.
TOO_WIDE = """() => [...document.querySelectorAll("main *:not(svg *), header *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".visually-hidden"))
  .map((e) => e.className)"""
TOO_SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary")]
  .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
  .filter(([_, box]) => box.width && (box.width < 24 || box.height < 24)).map(([text]) => text)"""


def test_the_boards_colours_are_those_of_the_palette() -> None:
    kept = (Path(WEB) / "css" / "board.css").read_text("utf-8")
    assert kept == palette.page_css(), "write palette.page_css() to server/web/css/board.css"


@pytest.mark.parametrize("game", parlour.names())
def test_every_game_on_a_phone_and_to_axe(
    game: str, site: Site, visit: Visit, violations: Violations
) -> None:
    """In the dark, at 360 pixels: nothing sticks out, all can be pressed, and axe has nothing to say."""
    page = visit(site.open(game, SEATS.get(game, "person bot")).link(), PHONE, color_scheme="dark")
    play_on(page, 8)
    wait_for_call(page)
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(TOO_SMALL) == []
    assert violations(page) == []
    board = page.locator(".stage svg").bounding_box()
    assert board and board["width"] > 320


def test_touch_asks_before_it_plays(site: Site, visit: Visit, violations: Violations) -> None:
    table = site.open("parcheesi")
    page = visit(table.link(), PHONE, {"confirm": "touch"}, has_touch=True)
    reach_moves(page)
    before = table.get("")["ply"]
    page.locator(".stage .piece.can-pick").last.tap(force=True)
    page.locator(".badge .reach").first.tap()
    page.wait_for_selector(".choice")
    assert table.get("")["ply"] == before
    assert violations(page) == []
    page.locator(".choice button", has_text="Play").tap()
    page.wait_for_selector(".told.play")


def test_axe_on_every_state(site: Site, visit: Visit, violations: Violations) -> None:
    """Rules, table, dialogs, a refusal, a question, the past, a hint, the end: all can be used by all."""
    table = site.open("tritrac", "person bot", options={"max_plies": 24})
    page = visit(table.link())
    reach_moves(page)
    states = []

    def look(name: str) -> None:
        states.extend(f"{name}: {found}" for found in violations(page))

    look("moves")
    page.keyboard.press("1")
    page.wait_for_selector(".back")
    look("part of the list")
    page.keyboard.press("Escape")
    page.locator("[data-space=hand-1]").first.click(force=True)
    page.wait_for_selector(".bubble.refusal")
    look("refusal")
    page.locator(".stage .can-pick").first.click(force=True)
    page.locator(".light.target").first.click(force=True)
    page.wait_for_selector(".laying")
    look("which way a tile lies")
    page.keyboard.press("Escape")
    page.click("#tab-rules")
    page.wait_for_selector(".rules summary")
    look("rules")
    page.click("#tab-table")
    look("table")
    page.click("[aria-label=Settings]")
    look("settings")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    look("help")
    page.keyboard.press("Escape")
    play_on(page, 6)
    wait_for_call(page)
    page.keyboard.press("[")
    page.wait_for_selector(".looking-back")
    look("past")
    page.keyboard.press("Escape")
    page.click("text=Hint")
    page.wait_for_selector(".hint .note")
    look("hint")
    play_on(page)
    look("end")
    assert states == []


def test_axe_between_two_players_and_for_a_spectator(
    site: Site, visit: Visit, violations: Violations
) -> None:
    table = site.open("doubletrack", "device device device")
    page = visit(table.link())
    page.wait_for_selector(".hand-over")
    assert violations(page) == []
    watcher = visit(table.link_with(table.watch), color_scheme="dark")
    watcher.wait_for_selector(".stage .piece")
    assert violations(watcher) == []
    assert watcher.locator(".held").count() == 0


def test_light_dark_and_the_switch(site: Site, visit: Visit) -> None:
    page = visit(site.open("parcheesi").link(), color_scheme="dark")
    page.wait_for_selector(".stage .piece")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("[aria-label=Settings]")
    page.select_option("#set-theme", "light")
    light = page.evaluate(ground)
    assert light != dark
    page.reload()
    page.wait_for_selector(".stage .piece")
    assert page.evaluate(ground) == light  # kept


def test_pieces_glide_along_their_way_unless_less_movement_is_wanted(site: Site, visit: Visit) -> None:
    """With movement a pawn goes from space to space; with reduced motion it is simply there."""
    stops = """() => Math.max(0, ...document.getAnimations()
      .filter((a) => a.effect?.target?.closest?.(".piece")).map((a) => a.effect.getKeyframes().length))"""
    for motion in ("no-preference", "reduce"):
        page = visit(
            site.open("parcheesi", start=TWO_DICE).link(), chosen={"speed": 0.5}, reduced_motion=motion
        )
        reach_moves(page)
        page.keyboard.press("1")
        if motion == "reduce":
            page.wait_for_selector(".told.play")
            assert page.evaluate(stops) == 0
        else:
            until(page, f"() => ({stops})() === 7")  # six spaces on


def test_sentences_in_german(site: Site, visit: Visit) -> None:
    page = visit(f"{site.open('parcheesi').link()}", locale="de-DE")
    page.wait_for_selector(".banner .asks")
    assert page.evaluate("() => document.documentElement.lang") == "de"
