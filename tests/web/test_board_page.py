"""The board page: data corrected by touch or by keyboard, faults with their clause, played on, saved."""

from __future__ import annotations

import base64
import tomllib
from pathlib import Path
from typing import Any

import parlour
from tests.web.conftest import Site, Visit, until

PHONE = (360, 740)


def test_a_board_is_corrected_played_on_and_saved(site: Site, visit: Visit, violations: Any) -> None:
    page = visit(f"{site.address}/board/parcheesi")
    page.get_by_text("No faults: this board can be played on.").wait_for()
    page.locator("#loop-0").click()
    safe = page.get_by_role("checkbox", name="safety space, on every side")
    safe.uncheck()
    page.get_by_text("One fault:").wait_for()
    clause = page.locator(".faults a.clause")
    assert clause.inner_text() == "PAR-GEO-5" and clause.get_attribute("href") == "/rules/parcheesi#PAR-GEO-5"
    assert page.get_by_role("button", name="Play on this board").is_disabled()
    assert page.locator("#loop-0").count() == 1  # the last board without faults is still to be seen
    assert violations(page) == []
    page.get_by_role("button", name="Take back").press("Enter")
    page.get_by_text("No faults").wait_for()
    page.get_by_role("combobox", name="Space", exact=True).select_option("loop-3")
    safe.press("Space")
    page.wait_for_selector("#loop-20 .inner")
    page.get_by_label("Where its data come from").select_option("printed")
    source = page.get_by_label("Which board this is")
    source.fill("Third edition, counted on the board at home.")
    source.blur()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save board.toml").click()
    saved = tomllib.loads(Path(waiting.value.path()).read_text("utf-8"))
    assert (saved["provenance"], saved["track"]["safe_offsets"]) == ("printed", [0, 3, 7, 12])
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page) == []
    page.get_by_role("button", name="Play on this board").click()
    page.wait_for_url("**/table/**")
    page.wait_for_selector(".stage .space.safe", state="attached")
    assert page.locator(".stage .space.safe").count() == 12  # eight, and one more on every side


def test_a_file_of_ones_own_comes_behind_the_address_and_is_kept(site: Site, visit: Visit) -> None:
    own = (parlour.load("tritrac").folder / "board.toml").read_text("utf-8").replace("hex2_ears", "from_home")
    code = base64.urlsafe_b64encode(own.encode()).decode()
    page = visit(f"{site.address}/board/tritrac#text={code}")
    page.wait_for_selector(".editor .space")
    assert page.get_by_label("What the board is called").input_value() == "from_home"
    assert "#" not in page.url
    page.reload()
    page.wait_for_selector(".editor .space")
    assert page.get_by_label("What the board is called").input_value() == "from_home"
    page.get_by_role("button", name="The board that comes with the game").click()
    until(page, "() => document.querySelector('.beside-board input[type=text]').value === 'hex2_ears'")
