"""What seats own is seen as things: signs on their cards, cards to be touched, fists that open together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .conftest import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Table, Visit

Violations = Callable[["Page"], list[str]]
PHONE = (390, 844)
SEATS = "person person person"
STANDING = {"game": "doubletrack", "turn": 0, "small": {"0": 12, "1": 15, "2": 30}, "dice": [3, 1]}
PURSES = {"chips": {"0": "1r 3b 2y", "1": "6r 6b 2y", "2": "8r 6b 2y"}}
BIDDING = {
    **STANDING,
    **PURSES,
    "large": {"0": "R.M2", "1": "B.T", "2": "Y.T"},
    "passes": {"red": 1},
    "phase": "bid",
    "sale": "lead",
    "bids": {"0": "open", "1": "open", "2": "open"},
}
PLAYING = {
    **STANDING,
    "large": {"0": "R.C2", "1": "B.T", "2": "Y.T"},
    "phase": "play_card",
    "hands": {"0": ["FARTHEST_BACK", "WORTHLESS", "STEAL_PASS"]},
}
ASKING = {**STANDING, "large": {"0": "B.M1", "1": "Y.M1", "2": "Y.C2"}}

# Words that stick out of the card they stand on.
TOO_LONG = """() => [...document.querySelectorAll(".held-card, .signs, .fist")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"""


def signs(page: Page, seat: int) -> list[str]:
    texts: list[str] = (
        page.locator(".people > ul > li").nth(seat).locator(".signs .visually-hidden").all_inner_texts()
    )
    return texts


def say(table: Table, chair: int, action: str) -> None:
    headers = {"Authorization": f"Bearer {table.tokens[chair]}"}
    body: dict[str, Any] = {"id": f"{chair}-{action}".replace(" ", "-"), "do": "play", "action": action}
    answer = table.site.http.post(f"/api/tables/{table.id}/commands", json=body, headers=headers)
    assert answer.json().get("ok"), answer.text


def test_an_auction_is_a_scene(site: Site, visit: Visit, violations: Violations) -> None:
    """Signs on the seats, a bid by one touch, and fists that open together, also where nothing moves."""
    table = site.open("doubletrack", SEATS, start=BIDDING)
    page = visit(table.link(0), PHONE, {"speed": 0.05}, reduced_motion="reduce", color_scheme="dark")
    page.wait_for_selector(".sums")
    assert signs(page, 0)[-1] == "$85 (1 red, 3 blue and 2 yellow)"
    assert signs(page, 1)[1:] == [
        "red pass: the gate is shut to Red",
        "blue pass: the gate is shut to Red",
        "cards in hand: 3",
    ]
    assert page.locator(".people .sign.pass").count() == 3
    assert (
        page.locator(".held-chip > span").first.inner_text().split()[0] == "1"
    )  # a single chip has its count
    assert page.locator(".fist.due").count() == 3
    assert page.locator(".goal").inner_text().startswith("Aim: Be first HOME with your small pawn.")
    assert "19 circles" in page.locator(".stakes").inner_text()
    assert page.evaluate(TOO_LONG) == [] and violations(page) == []
    assert page.locator(".sums button").all_inner_texts() == ["$5", "$10", "$15", "$20", "$25", "$35"]
    for wide, high, room in (
        (*PHONE, 240),
        (844, 390, 210),
    ):  # what a bid needs stands together
        page.set_viewport_size({"width": wide, "height": high})
        scene, sums = page.locator(".sealed").bounding_box(), page.locator(".sums").bounding_box()
        assert scene and sums and 0 < sums["y"] + sums["height"] - scene["y"] < room
    page.locator(".sums button", has_text="$15").click()
    until(page, "() => document.querySelectorAll('.fist.due').length === 2")
    assert page.locator(".fist .says").first.inner_text() == "$15"  # one's own
    say(table, 1, "bid 1r 0b 0y")
    until(page, "() => document.querySelectorAll('.fist.due').length === 1")
    assert "$5" not in page.locator(".sealed").inner_text()
    say(table, 2, "bid 0r 1b 0y")
    page.wait_for_selector(".unsealing .opened")
    assert page.locator(".unsealing .says").all_inner_texts() == ["$15 ★", "$5", "$10"]
    assert "Red buys the lead" in page.locator(".unsealing .outcome").inner_text()
    assert page.evaluate("() => document.getAnimations().length") == 0
    assert violations(page) == []
    page.locator(".unsealing").click()
    page.wait_for_selector(".unsealing", state="detached")
    until(page, "() => document.querySelectorAll('.play .fist.opened').length === 3")


def test_cards_are_touched_and_their_words_fit(site: Site, visit: Visit) -> None:
    """In German, where words are long, on a small phone; and a gate's worth is told with the question."""
    table = site.open("doubletrack", SEATS, start=PLAYING)
    page = visit(table.link(0), (360, 640), locale="de-DE")
    page.wait_for_selector(".held-card.can-play")
    assert page.locator(".held-card").count() == 3
    assert page.evaluate(TOO_LONG) == []
    page.locator(".held-card", has_text="Wertlos").click()
    until(page, "() => !document.querySelector('.held-card.can-play')")
    assert "Wertlos" in page.locator(".told.play").last.inner_text()
    table = site.open("doubletrack", SEATS, start=ASKING)
    page = visit(table.link(0), PHONE)
    page.locator(".move", has_text="blue gate").wait_for()  # as easily found as the roll beside it
    page = visit(table.link(1), PHONE)
    say(table, 0, "ask blue")
    page.wait_for_selector(".sums")
    assert "75 % of all throws" in page.locator(".stakes").inner_text()
    page.locator(".sums button", has_text="$10").click()
    page.wait_for_selector(".sums", state="detached")
    assert "wants $10" in page.locator(".told.play").last.inner_text()


def test_where_rolling_is_a_move_the_dice_are_tapped_for_it(site: Site, visit: Visit) -> None:
    """One touch lets the dice fall; what else could be done stands beside them."""
    table = site.open("doubletrack", SEATS, start=ASKING)
    page = visit(table.link(0))
    page.wait_for_selector("button.roll .die-face")
    assert [text.split() for text in page.locator("#moves .entries:visible .offer").all_inner_texts()]
    page.click("button.roll")
    page.wait_for_selector(".told.roll", state="attached")
    assert [e["kind"] for e in table.get("/events")["events"] if e["kind"] in ("play", "roll")][:2] == [
        "play",
        "roll",
    ]
