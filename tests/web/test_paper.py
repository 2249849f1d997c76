"""Help for a game on paper: pieces are set up by touch or by name, and the table goes on from there."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.web.conftest import Site, Visit, becomes


def test_pieces_are_set_up_and_the_table_helps(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/paper/parcheesi?players=2")
    page.locator(".piece.red").first.click()
    page.get_by_text("In your hand: Red: START.").wait_for()
    page.locator("#loop-20").click()
    page.wait_for_selector('.piece.red[data-space="loop-20"]')
    page.locator(".piece.red").first.click()
    page.locator("#path-2-3").click()
    page.get_by_text("This piece cannot be set down there.").wait_for()
    expect(page.locator('.piece.red[data-space="loop-20"]')).to_have_count(1)
    page.get_by_text("By name").click()
    page.locator(".paper details select").nth(0).select_option("2 start-2")
    page.locator(".paper details select").nth(1).select_option("loop-24")
    page.get_by_role("button", name="Set it down").click()
    page.wait_for_selector('.piece.yellow[data-space="loop-24"]')
    page.get_by_label("Whose turn it is").select_option("0")
    page.get_by_text("Red to roll.").wait_for()
    page.get_by_role("button", name="Go on from here").click()
    page.wait_for_url("**/table/**")
    page.get_by_text("What do your dice show?").first.wait_for()


def test_markers_come_from_beside_the_board(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/paper/doubleswild")
    page.get_by_role("button", name="Green: beside the board").click()
    page.locator("#square-5-7").click()
    page.wait_for_selector('.piece.green[data-space="square-5-7"]')
    page.locator(".piece.green").click()
    page.get_by_role("button", name="Take it off the board").click()
    page.wait_for_selector(".piece.green", state="detached")


def test_what_no_piece_shows_is_written(site: Site, visit: Visit) -> None:
    """Chips lie beside the board and are counted at the table: they are entered as text, faults are named."""
    page = visit(f"{site.address}/paper/doubletrack?players=3")
    page.get_by_text("Points, cards and all else, as text").click()
    text = page.get_by_label("The position")
    before = json.loads(text.input_value())
    take = page.get_by_role("button", name="Take it over")
    text.fill(json.dumps(before)[:-1])
    take.click()
    page.get_by_text("This cannot be read").wait_for()
    text.fill(json.dumps(before | {"chips": {"0": "a fortune"}}))
    take.click()
    page.get_by_text("chips are written 1r 2b 0y").wait_for()
    chips = before["chips"] | {"0": "1r 0b 0y"}
    text.fill(json.dumps(before | {"chips": chips}))
    take.click()
    becomes(page, lambda: json.loads(text.input_value())["chips"]["0"], "1r 0b 0y")
    expect(page.get_by_text("chips are written")).to_have_count(0)
    page.get_by_role("button", name="Go on from here").click()
    page.wait_for_url("**/table/**")


def test_a_game_is_printed_by_a_button(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/rules/tritrac#print")
    page.locator(".printout select").first.select_option("a4")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Make the PDF").click()
    assert waiting.value.suggested_filename == "tritrac-a4.pdf"
