"""How the table is for everybody: sizes, light and dark, less movement, and what axe says of every state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import parlour
from parlour.draw import palette
from parlour.server.bundling import WEB

from .conftest import AT_REST, at_rest, becomes, until
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
    becomes(page, TOO_WIDE, [])
    becomes(page, TOO_SMALL, [])
    assert violations(page) == []
    until(page, "() => document.querySelector('.stage svg').getBoundingClientRect().width > 320")


def test_touch_asks_before_it_plays(site: Site, visit: Visit, violations: Violations) -> None:
    table = site.open("parcheesi")
    page = visit(table.link(), PHONE, {"confirm": "touch"}, has_touch=True)
    reach_moves(page)
    before = table.get("")["ply"]
    page.locator(".stage .piece.can-pick").last.tap(force=True)
    page.wait_for_selector(".light.picked")
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
    page.wait_for_selector(".back", state="detached")
    page.locator("[data-space=hand-1]").first.click(force=True)
    page.wait_for_selector(".bubble.refusal")
    look("refusal")
    page.locator(".stage .can-pick").first.click(force=True)
    page.wait_for_selector(".light.picked")
    page.locator(".light.target").first.click(force=True)
    page.wait_for_selector(".laying")
    look("which way a tile lies")
    page.keyboard.press("Escape")
    page.click("#tab-rules")
    page.wait_for_selector(".rules summary")
    look("rules")
    page.click("#tab-table")
    page.wait_for_selector("#panel-table h3")
    look("table")
    page.click("[aria-label=Settings]")
    page.wait_for_selector("dialog[open] select")
    look("settings")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] kbd")
    look("help")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    play_on(page, 6)
    wait_for_call(page)
    page.keyboard.press("[")
    page.wait_for_selector(".looking-back")
    look("past")
    page.keyboard.press("Escape")
    wait_for_call(page)
    page.click("text=Hint")
    page.wait_for_selector(".hint .note")
    look("hint")
    play_on(page)
    page.wait_for_selector(".result h2")
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
    expect(watcher.locator(".held")).to_have_count(0)


def test_light_dark_and_the_switch(site: Site, visit: Visit) -> None:
    page = visit(site.open("parcheesi").link(), color_scheme="dark")
    page.wait_for_selector(".stage .piece")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    until(page, AT_REST)
    dark = page.evaluate(ground)
    page.click("[aria-label=Settings]")
    page.select_option("#set-theme", "light")
    until(page, f"(dark) => ({ground})() !== dark", dark)
    until(page, AT_REST)
    light = page.evaluate(ground)
    page.reload()
    page.wait_for_selector(".stage .piece")
    becomes(page, ground, light)  # kept


# Notes every way of a piece, by how many stops it has: however short it is, or however late somebody looks.
GLIDED = """window.glided = [];
const real = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (this.closest(".piece")) window.glided.push(frames.length);
  return real.call(this, frames, how);
};"""


def test_pieces_glide_along_their_way_unless_less_movement_is_wanted(site: Site, visit: Visit) -> None:
    """With movement a pawn goes from space to space; with reduced motion it is simply there."""
    for motion in ("no-preference", "reduce"):
        page = visit(
            site.open("parcheesi", start=TWO_DICE).link(),
            chosen={"speed": 3},
            ready=lambda p: p.add_init_script(GLIDED),
            reduced_motion=motion,
        )
        reach_moves(page)
        page.keyboard.press("1")
        page.wait_for_selector(".told.play")
        if motion == "reduce":
            at_rest(page)
            becomes(page, "() => window.glided", [])
        else:
            until(page, "() => window.glided.includes(7)")  # six spaces on


def test_sentences_in_german(site: Site, visit: Visit) -> None:
    page = visit(f"{site.open('parcheesi').link()}", locale="de-DE")
    page.wait_for_selector(".banner .asks")
    becomes(page, "() => document.documentElement.lang", "de")
