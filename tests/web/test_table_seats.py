"""What seats own is seen as things: signs on their cards, cards to be touched, fists that open together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, expect

from .conftest import becomes, until
from .test_table import wait_for_call

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

CHOOSING = {**STANDING, "large": {"0": "R.C6", "1": "B.T", "2": "Y.T"}, "phase": "choose_steps"}

# What is printed on the spaces, and how high its smallest letters are; drawings that do not stand upright.
PRINTED = """() => {
  const seen = [...document.querySelectorAll(".stage .print .order")].filter((e) => e.getAttribute("display") !== "none");
  const high = seen.map((e) => e.getBoundingClientRect()).map((box) => Math.min(box.width, box.height));
  const leaning = [...document.querySelectorAll(".emblem")].filter((e) => Math.abs(e.getScreenCTM().b) > 0.01);
  const words = seen.flatMap((e) => e.textContent.split(" ")).sort();
  return { words: words.join(" "), least: Math.min(...high), leaning: leaning.length };
}"""  # noqa: E501

# Words that stick out of the card they stand on.
TOO_LONG = """() => [...document.querySelectorAll(".held-card, .signs, .fist")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"""


# The screen has become so wide, and from the fists to the sums it is less than this.
TOGETHER = """([wide, room]) => {
  const [scene, sums] = [".sealed", ".sums"]
    .map((where) => document.querySelector(where).getBoundingClientRect());
  const high = sums.bottom - scene.top;
  return innerWidth === wide && sums.height && scene.height && high > 0 && high < room;
}"""


def signs(page: Page, seat: int) -> Locator:
    return page.locator(".people > ul > li").nth(seat).locator(".signs .visually-hidden")


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
    expect(signs(page, 0).last).to_have_text("$85 (1 red, 3 blue and 2 yellow)")
    expect(signs(page, 1)).to_have_count(4)
    for place, told in enumerate(
        ("red pass: the gate is shut to Red", "blue pass: the gate is shut to Red", "cards in hand: 3"), 1
    ):
        expect(signs(page, 1).nth(place)).to_have_text(told)
    expect(page.locator(".people .sign.pass")).to_have_count(3)
    expect(page.locator(".held-chip > span").first).to_have_text(re.compile(r"^\s*1\b"))  # a single chip
    expect(page.locator(".fist.due")).to_have_count(3)
    expect(page.locator(".goal")).to_have_text(re.compile("^Aim: Be first HOME with your small pawn."))
    expect(page.locator(".stakes")).to_contain_text("19 circles")
    becomes(page, TOO_LONG, [])
    assert violations(page) == []
    expect(page.locator(".sums button")).to_have_text(["$5", "$10", "$15", "$20", "$25", "$35"])
    page.locator(".coin").nth(1).click()  # chips go into the open hand, one by one
    page.locator(".coin").first.click()
    expect(page.locator(".fist.own .holds .chip")).to_have_count(2)
    expect(page.locator(".coin > span")).to_have_text(["0", "2", "2"])
    expect(page.locator(".coin").first).to_be_disabled()
    expect(page.locator(".purse .main")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".purse .main")).to_have_text(re.compile(r"\$15"))
    page.locator(".purse .clear").click()
    expect(page.locator(".fist.own .holds .chip")).to_have_count(0)
    expect(page.locator(".purse .main")).to_have_attribute("aria-disabled", "true")
    for wide, high, room in (
        (*PHONE, 240),
        (844, 390, 210),
    ):  # what a bid needs stands together
        page.set_viewport_size({"width": wide, "height": high})
        until(page, TOGETHER, [wide, room])
    page.locator(".sums button", has_text="$15").click()
    until(page, "() => document.querySelectorAll('.fist.due').length === 2")
    expect(page.locator(".fist .says").first).to_have_text("$15")  # one's own
    say(table, 1, "bid 1r 0b 0y")
    until(page, "() => document.querySelectorAll('.fist.due').length === 1")
    expect(page.locator(".sealed")).not_to_contain_text("$5", use_inner_text=True)
    say(table, 2, "bid 0r 1b 0y")
    expect(page.locator(".unsealing .says")).to_have_text(["$15 ★", "$5", "$10"])
    expect(page.locator(".unsealing .outcome")).to_contain_text("Red buys the lead")
    becomes(page, "() => document.getAnimations().length", 0)
    assert violations(page) == []
    page.locator(".unsealing").click()
    page.wait_for_selector(".unsealing", state="detached")
    until(page, "() => document.querySelectorAll('.play .fist.opened').length === 3")


HEARD = """() => new MutationObserver(() => {
  const open = document.querySelector(".unsealing.sealed:not(.shaken)");
  window.opened ||= Boolean(open);
  window.heard ||= Boolean(open) && !document.body.classList.contains("sending");
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] })"""


def test_while_fists_are_open_nothing_of_before_can_be_pressed(site: Site, visit: Visit) -> None:
    """Whoever bids last reads what came of it, and does not bid again by the sums that still stand there."""
    table = site.open("doubletrack", SEATS, start=BIDDING)
    page = visit(table.link(0), chosen={"speed": 1})
    wait_for_call(page)
    say(table, 1, "bid 1r 0b 0y")
    say(table, 2, "bid 0r 1b 0y")
    until(page, "() => document.querySelectorAll('.fist.due').length === 1")
    page.evaluate(HEARD)
    page.locator(".sums button", has_text="$15").click()
    until(page, "() => window.opened && !document.querySelector('.unsealing')")
    becomes(page, "() => Boolean(window.heard)", False)


def test_cards_are_touched_and_their_words_fit(site: Site, visit: Visit) -> None:
    """In German, where words are long, on a small phone; and a gate's worth is told with the question."""
    table = site.open("doubletrack", SEATS, start=PLAYING)
    page = visit(table.link(0), (360, 640), locale="de-DE")
    page.wait_for_selector(".held-card.can-play")
    expect(page.locator(".held-card")).to_have_count(3)
    becomes(page, TOO_LONG, [])
    page.locator(".held-card", has_text="Wertlos").click()
    until(page, "() => !document.querySelector('.held-card.can-play')")
    expect(page.locator(".told.play").last).to_contain_text("Wertlos")
    table = site.open("doubletrack", SEATS, start=ASKING)
    page = visit(table.link(0), PHONE)
    page.locator(".move", has_text="blue gate").wait_for()  # as easily found as the roll beside it
    page.wait_for_selector(".print .order")
    own = page.evaluate(PRINTED)
    page = visit(table.link(1), PHONE)
    page.wait_for_selector(".banner")
    say(table, 0, "ask blue")
    page.wait_for_selector(".sums")
    until(page, "() => document.querySelector('.turned').getAttribute('transform')?.includes('rotate(270')")
    turned = page.evaluate(PRINTED)  # to Blue's side: as well to be read as on the side it is printed for
    assert turned["words"] == own["words"] and turned["leaning"] == 0
    assert turned["least"] > 0.8 * own["least"]
    expect(page.locator(".stakes")).to_contain_text("75 % of all throws")
    page.locator(".sums button", has_text="$10").click()
    page.wait_for_selector(".sums", state="detached")
    expect(page.locator(".told.play").last).to_contain_text("wants $10")
    page.goto(site.open("doubletrack", SEATS, start=CHOOSING).link(0))
    expect(page.locator(".sums button")).to_have_text(
        ["+1", "+2", "+3", "+4", "+5"]
    )  # where circles are fine
    page.locator(".sums button", has_text="+3").click()
    expect(page.locator(".told.play").last).to_contain_text("12")


def test_where_rolling_is_a_move_the_dice_are_tapped_for_it(site: Site, visit: Visit) -> None:
    """One touch lets the dice fall; what else could be done stands beside them."""
    table = site.open("doubletrack", SEATS, start=ASKING)
    page = visit(table.link(0))
    page.wait_for_selector("button.roll .die-face")
    expect(page.locator("#moves .entries:visible .offer").first).not_to_be_empty()
    page.click("button.roll")
    page.wait_for_selector(".told.roll", state="attached")
    assert [e["kind"] for e in table.get("/events")["events"] if e["kind"] in ("play", "roll")][:2] == [
        "play",
        "roll",
    ]
