"""The board page: data corrected by touch or by keyboard, faults with their clause, played on, saved."""

from __future__ import annotations

import base64
import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import parlour
from tests.web.conftest import Site, Visit, becomes, until

PHONE = (360, 740)
# The server has answered all that was changed, and calls the board printed.
SETTLED = """() => ![...document.querySelectorAll("button.main")].some((button) => button.disabled)
  && [...document.querySelectorAll("select")].some((one) => one.value === "printed")"""


def test_a_board_is_corrected_played_on_and_saved(site: Site, visit: Visit, violations: Any) -> None:
    page = visit(f"{site.address}/board/parcheesi")
    page.get_by_text("No faults: this board can be played on.").wait_for()
    page.locator("#loop-0").click()
    safe = page.get_by_role("checkbox", name="safety space, on every side")
    safe.uncheck()
    page.get_by_text("One fault:").wait_for()
    clause = page.locator(".faults a.clause")
    expect(clause).to_have_text("PAR-GEO-5")
    expect(clause).to_have_attribute("href", "/rules/parcheesi#PAR-GEO-5")
    expect(page.get_by_role("button", name="Play on this board")).to_be_disabled()
    expect(page.locator("#loop-0")).to_have_count(1)  # the last board without faults is still to be seen
    assert violations(page) == []
    page.get_by_role("button", name="Take back").press("Enter")
    page.get_by_text("No faults").wait_for()
    page.get_by_role("combobox", name="Space", exact=True).select_option("loop-3")
    safe.press("Space")
    page.wait_for_selector("#loop-20 .inner")
    page.get_by_label("Where its data come from").select_option("printed")
    becomes(page, SETTLED, True)  # an answer that comes while one types would take the words away
    source = page.get_by_label("Which board this is")
    source.fill("Third edition, counted on the board at home.")
    source.blur()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save board.toml").click()
    saved = tomllib.loads(Path(waiting.value.path()).read_text("utf-8"))
    assert (saved["provenance"], saved["track"]["safe_offsets"]) == ("printed", [0, 3, 7, 12])
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    until(page, "() => document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.get_by_role("button", name="Play on this board").click()
    page.wait_for_url("**/table/**")
    expect(page.locator(".stage .space.safe")).to_have_count(12)  # eight, and one more on every side


def test_a_file_of_ones_own_comes_behind_the_address_and_is_kept(site: Site, visit: Visit) -> None:
    own = (parlour.load("tritrac").folder / "board.toml").read_text("utf-8").replace("hex2_ears", "from_home")
    code = base64.urlsafe_b64encode(own.encode()).decode()
    page = visit(f"{site.address}/board/tritrac#text={code}")
    page.wait_for_selector(".editor .space")
    expect(page.get_by_label("What the board is called")).to_have_value("from_home")
    becomes(page, "() => location.hash", "")
    page.reload()
    page.wait_for_selector(".editor .space")
    expect(page.get_by_label("What the board is called")).to_have_value("from_home")
    page.get_by_role("button", name="The board that comes with the game").click()
    expect(page.locator(".beside-board input[type=text]").first).to_have_value("hex2_ears")
