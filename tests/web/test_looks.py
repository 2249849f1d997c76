"""The looks of boards and pieces in a real browser: chosen, kept, seen and heard, and good for every eye."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import parlour
from parlour.draw import looks
from parlour.server.bundling import WEB

from .conftest import AT_REST, becomes, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Visit

GROUND = "() => getComputedStyle(document.querySelector('.stage .sheet > *')).fill"
# What a landing piece is made to sound with.
HEARD = """async (look) => {
  const { setVoice, setVolume, sound, wakeSound } = await import("/web/js/lib/sound.js");
  const made = [];
  for (const name of ["OscillatorNode", "AudioBufferSourceNode"]) {
    const kind = globalThis[name];
    globalThis[name] = class extends kind { constructor(...all) { super(...all); made.push(name); } };
  }
  setVolume(0.5);
  wakeSound();
  setVoice(look);
  for (let i = 0; i < 600 && !made.length; i++) {
    await new Promise((done) => setTimeout(done, 25)); // it takes a moment to wake
    sound("land");
  }
  return made.join();
}"""


def test_the_pages_looks_are_those_of_the_drawings() -> None:
    kept = (Path(WEB) / "css" / "looks.css").read_text("utf-8")
    assert kept == looks.page_css(), "write looks.page_css() to server/web/css/looks.css"


@pytest.mark.parametrize("name", parlour.names())
def test_seats_are_told_apart_without_colour(name: str) -> None:
    """By shape and letter, whatever the look; what makes these readable in each is in the palette's tests."""
    game = parlour.load(name)
    seats = game.scene.board().looks[: game.chairs]
    assert len({seat.letter for seat in seats}) == len({seat.shape for seat in seats}) == len(seats)


def test_looks_are_chosen_kept_seen_and_heard(
    site: Site, visit: Visit, violations: Callable[[Page], list[str]]
) -> None:
    page = visit(site.address, color_scheme="light")
    page.wait_for_selector(".game")
    found: dict[str, tuple[str, str, str]] = {}
    wrong = []
    for look in looks.LOOKS:
        page.get_by_label("Board and pieces").select_option(look)
        cover = page.locator(f".game .cover[src*='look={look}']").first
        cover.evaluate("(i) => i.decode()")
        wrong += [f"home, {look}: {v}" for v in violations(page)]
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_selector(".stage .piece")
    becomes(page, "() => document.documentElement.dataset.look", looks.LOOKS[-1])  # kept
    for look in looks.LOOKS:
        page.click("[aria-label=Settings]")
        page.get_by_label("Board and pieces").select_option(look)
        becomes(page, "() => document.documentElement.dataset.look", look)
        page.keyboard.press("Escape")
        until(page, AT_REST)
        piece = page.locator(".stage .token > *").first.evaluate("(e) => getComputedStyle(e).fill")
        found[look] = (page.evaluate(GROUND), piece, page.evaluate(HEARD, look))
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            wrong += [f"{look}, {theme}: {v}" for v in violations(page)]
        page.emulate_media(color_scheme="light")
    assert wrong == []
    for part in range(3):
        assert len({one[part] for one in found.values()}) == 3, f"no two looks are the same: {found}"
    veins = "() => [...document.querySelectorAll('.veined > *')].map((e) => getComputedStyle(e).display)"
    page.click("[aria-label=Settings]")
    page.get_by_label("Board and pieces").select_option("wood")
    becomes(page, veins, ["inline"])
