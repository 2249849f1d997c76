"""Talk and clocks in the browser: who says what in which language, whom one hears, and whose time is up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.server.hands import Hands

from .conftest import becomes, serving, until
from .test_table import wait_for_call
from .test_table_looks import TOO_SMALL, TOO_WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Visit

SMALL = (360, 640)
Violations = Callable[["Page"], list[str]]


def say(page: Page, words: str) -> None:
    """In one's own words, with the sheet open."""
    page.fill(".talk-sheet input", words)
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.talk-sheet input').value === ''")


def test_an_american_and_a_german_talk(site: Site, visit: Visit, violations: Violations) -> None:
    """Phrases are read in one's own language, hostile words are words, and everybody can be muted."""
    table = site.open("tritrac", "person person")
    one = visit(table.link(0))
    two = visit(table.link(1), SMALL, color_scheme="dark", locale="de-DE")
    watcher = visit(table.link_with(table.watch))
    for page in (one, two):
        page.wait_for_selector(".talk-button")
    watcher.wait_for_selector(".banner")
    expect(watcher.locator(".talk-button")).to_have_count(0)

    one.keyboard.press("t")
    one.locator(".phrases button", has_text="Good luck!").click()
    two.locator(".balloon", has_text="Viel Glück!").wait_for()
    expect(two.locator(".talk-button")).to_have_attribute("aria-label", "Gespräch: 1 neu")
    two.click(".talk-button")
    two.get_by_role("button", name="ein Lächeln").click()
    one.locator(".spoken .reaction").wait_for()
    hostile = "<img src=x onerror=alert(1)> \u202eevil"
    say(one, hostile)
    two.locator(".spoken", has_text="<img src=x onerror=alert(1)> evil").wait_for()
    expect(two.locator(".talk-lines img")).to_have_count(0)
    for page in (one, two):
        assert violations(page) == []
        becomes(page, TOO_WIDE, [])
        becomes(page, TOO_SMALL, [])
        until(page, "() => document.querySelectorAll('.told').length <= 2")  # it is no part of the log

    two.locator(".mutes button").click()
    until(two, "() => document.querySelectorAll('.spoken').length === 1")
    say(one, "Can you hear me?")
    one.keyboard.press("Escape")
    becomes(one, "() => document.activeElement.id", "talk-button")
    until(one, "() => !document.querySelector('.talk-sheet')")
    two.reload()
    two.click(".talk-button")
    until(two, "() => document.querySelectorAll('.spoken').length === 1")
    two.locator(".mutes button").click()
    until(two, "() => document.querySelectorAll('.spoken').length === 4")
    expect(two.locator(".talk-button .news")).to_have_count(0)


def test_spectators_are_let_in_by_the_host(site: Site, visit: Visit) -> None:
    table = site.open("tritrac", "person person")
    host = visit(table.link_with(table.tokens[0], table.host))
    watcher = visit(table.link_with(table.watch))
    host.click(".talk-button")
    say(host, "just the two of us")
    host.keyboard.press("Escape")
    host.click("#tab-table")
    host.locator(".about p", has_text="deleted 180 days after somebody last opened it").wait_for()
    host.get_by_label("Spectators hear what is said, and may react").check()
    watcher.click(".talk-button")
    watcher.get_by_role("button", name="bravo").wait_for()
    expect(watcher.locator(".talk-sheet form")).to_have_count(0)
    expect(watcher.locator(".spoken")).to_have_count(0)
    watcher.get_by_role("button", name="bravo").click()
    watcher.wait_for_selector(".spoken")
    expect(watcher.locator(".spoken")).to_have_count(1)
    until(host, "() => document.querySelector('.talk-button .news')")
    host.locator("#talk-how").select_option("off")
    watcher.wait_for_selector(".talk-sheet", state="detached")
    host.wait_for_selector(".talk-button", state="detached")


def test_a_table_with_clocks(tmp_path: Path, visit: Visit, violations: Violations) -> None:
    """Set up on the home page, told in the rules of the table, seen at the seats; then a flag falls."""
    hands = Hands()
    with serving(tmp_path / "tables.db", time=hands) as site:
        page = visit(f"{site.address}/#/set-up/tritrac", SMALL)
        page.locator("summary", has_text="clocks").click()
        page.get_by_role("button", name="All round this screen").click()
        page.get_by_label("How long one may think").select_option("move")
        page.get_by_label("Seconds for each move").fill("40")
        page.keyboard.press("Tab")
        page.locator(".clock-choice li", has_text="40 seconds for each roll").wait_for()
        assert violations(page) == []
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector(".clock.runs")
        expect(page.locator(".clock")).to_have_count(2)
        page.click("#tab-table")
        page.locator(".about li", has_text="40 seconds for each roll").wait_for()
        assert violations(page) == []
        becomes(page, TOO_WIDE, [])
        page.click("#tab-log")
        wait_for_call(page)
        hands.go_elsewhere(41)
        page.wait_for_selector(".told.flag")
        page.wait_for_selector(".told.play")
        page.wait_for_selector(".clock.runs")
