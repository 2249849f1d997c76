"""Every language in a real browser: words keep to their places, and a page speaks one language only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import parlour
from parlour.draw import svg
from parlour.draw.scene import Label, board_of
from parlour.text import languages, say, speaking
from tests.web.conftest import Site, Visit, becomes, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COUNTS = [0, 1, 2, 5, 11, 100]
COUNTED = """async (counts) => {
  const { otherWords, say, wordsReady } = await import("/web/js/lib/words.js");
  await wordsReady();
  await otherWords();
  return counts.map((n) => say("{n:clause|clauses}", { n }));
}"""
TRANSLATED = [code for code in languages() if code != "en"]
DRAWN = """() => [...document.querySelectorAll("text.label")]
    .map((label) => [label.classList[1], label.textContent, label.getComputedTextLength()])"""


def test_words_on_boards_keep_to_their_room(browser: Browser) -> None:
    """Measured in the browser's own letters, since those that are drawn with are only guessed before."""
    page = browser.new_page()
    for name in parlour.names():
        game = parlour.load(name)
        for language in languages():
            with speaking(language):
                labels = [part for part in board_of(game).over if isinstance(part, Label) and part.at]
                page.set_content(svg.render(game))
                rooms = {(label.style, str(label.text).upper()): label.room for label in labels}
            drawn = {(style, words.upper()): wide for style, words, wide in page.evaluate(DRAWN)}
            assert set(rooms) <= set(drawn)
            assert [what for what, room in rooms.items() if drawn[what] > room] == [], (name, language)
    page.close()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_narrow_page_holds_every_language(site: Site, visit: Visit, language: str) -> None:
    """Longer words make no page wider than a small phone, from the first page to a table; what is
    counted there reads as it does elsewhere."""
    table = site.open("doubletrack", "person person person")
    addresses = {
        ".game": f"{site.address}/?language={language}",
        ".seats, fieldset": f"{site.address}/?language={language}#/set-up/pollyanna",
        ".rule": f"{site.address}/rules/doubletrack?language={language}",
        "svg.parlour": f"{table.link(0)}",
    }
    page = visit(addresses.pop(".game"), size=(360, 640), locale=f"{language}-XX")
    for awaited, address in [(".game", ""), *addresses.items()]:
        if address:
            page.goto(address)
        page.locator(awaited).first.wait_for()
        becomes(page, "() => document.documentElement.lang", language)
        until(page, "() => document.documentElement.scrollWidth <= innerWidth")
    with speaking(language):
        told = [str(say("{n:clause|clauses}", n=n)) for n in COUNTS]
    becomes(page, COUNTED, told, COUNTS)
