"""A stranger's game in a real browser: a whole game by its list and its board, and its dice of four sides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.strangers.support import installed

from .conftest import until
from .test_table import play_on, wait_for_call

if TYPE_CHECKING:
    from .conftest import Site, Visit


@pytest.fixture
def ferry(tmp_path: Path) -> Iterator[str]:
    with installed(tmp_path) as name:
        yield name


def test_a_whole_game_of_a_stranger(site: Site, visit: Visit, ferry: str) -> None:
    table = site.open(ferry, "person bot bot")
    page = visit(table.link())
    wait_for_call(page)
    until(page, "() => document.title.includes('Ferry')")
    expect(page.locator("[data-space^='berth-']")).to_have_count(12 + 3)  # berths, and boats on them
    expect(page.locator(".held-card")).to_contain_text("Your port: berth")
    assert play_on(page) > 0  # how often depends on the dice
    expect(page.locator(".tray .die-face")).to_have_count(2)


def test_real_dice_of_four_sides_are_typed_in(site: Site, visit: Visit, ferry: str) -> None:
    table = site.open(ferry, "person bot", dice="typed")
    page = visit(table.link())
    page.wait_for_selector(".typed")
    for port in ("port 3", "port 9"):
        page.locator("#shown").fill(port)
        page.get_by_role("button", name="Enter", exact=True).click()
        until(page, "() => document.querySelector('#shown')?.value !== 'port 3'")
    expect(page.locator(".typed .faces button")).to_have_count(4)


def test_a_game_of_rules_alone_is_played_from_its_list(site: Site, visit: Visit, tmp_path: Path) -> None:
    with installed(tmp_path, "words.py", "scene.py") as name:
        page = visit(site.open(name, "person bot").link())
        wait_for_call(page)
        expect(page.locator(".banner")).to_contain_text("Seat 1 to play.")
        assert play_on(page) > 0
