"""What is seen of a talk and of a deal, which auctions are counted as tied, and how chairs turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.rulebook.doubletrack.support import GAME, L, Play, R, code_of, lay
from tests.rulebook.harness import fast_text, forms

PLAIN = GAME.plain
NAMES = GAME.rules.FEATURE_NAMES
PLAINLY = forms(GAME)[0]


def seen(play: Play, seat: int, text: Any = PLAIN) -> dict[str, float]:
    features = np.zeros(GAME.rules.FEATURES, np.float64)
    text.observe(play.p, seat, features)
    return dict(zip(NAMES, features.tolist(), strict=True))


def test_an_offer_is_seen_as_a_share_of_all_money() -> None:
    """DBT-INF-7, DBT-Q-15: four times $125 are in play; counter-offers are counted, out of twelve."""
    options = {"opening_offer": "yes", "counter_offers": 2}
    play = lay(PLAINLY, passes={"red": "B"}, options=options).go("ask red", "offer 50")
    for seat in range(4):
        assert seen(play, seat)["offer"] == pytest.approx(0.1) and seen(play, seat)["price"] == 0
    play.go("price 100", "offer 75")
    for seat in range(4):
        now = seen(play, seat)
        assert (now["price"], now["offer"]) == pytest.approx((0.2, 0.15))
        assert now["counters"] == pytest.approx(1 / 12)


@pytest.mark.parametrize("text", ["readable", "fast"])
def test_a_price_in_chips_is_seen_by_what_they_are_worth(text: str) -> None:
    """DBT-Q-10, by house rule: two red ones and a blue one are $20 of $500, for everybody."""
    options = {"toll_unit": "chips"}
    play = lay(PLAINLY, passes={"red": "B"}, options=options).go("ask red", "chips 2r 1b")
    form = fast_text(GAME) if text == "fast" else PLAIN
    for seat in range(4):
        assert seen(play, seat, form)["price"] == pytest.approx(20 / 500)


@pytest.mark.parametrize(("public", "hears"), [("yes", {0, 1, 2, 3}), ("no", {0, 1})])
def test_only_who_hears_a_whisper_sees_it(public: str, hears: set[int]) -> None:
    """DBT-INF-7, DBT-ASK-11: by house rule only the asker and the holder of the pass."""
    play = lay(PLAINLY, passes={"red": "B"}, options={"toll_public": public}).go("ask red", "price 50")
    assert {seat for seat in range(4) if seen(play, seat)["price"] > 0} == hears
    for seat in range(4):
        view = play.p.copy()
        PLAIN.hide(view, seat)
        assert view.price == (50 if seat in hears else R.UNKNOWN_SUM)


def test_a_deal_is_seen_by_everybody_from_his_own_chair() -> None:
    """DBT-Q-16: Red gives two reds, a blue and his pass for a yellow chip and Blue's pass."""
    play = lay(PLAINLY, options={"free_trading": "yes"})
    play.go("deal blue", "give 2r 1b", "pass red", "want 1y", "pass blue")
    for seat in range(4):
        now = seen(play, seat)
        for what, chips in (("give", (2, 1, 0)), ("want", (0, 0, 1))):
            shares = [now[f"{what}_{chip}"] for chip in ("red", "blue", "yellow")]
            assert shares == pytest.approx([n / most for n, most in zip(chips, L.LIMITS, strict=True)])
        for what, colour in (("give", 0), ("want", 1)):
            shown = [now[f"{what}_pass_{whose}"] for whose in ("own", "next", "across", "last")]
            assert shown == [(seat + step) % 4 == colour for step in range(4)]


@pytest.mark.parametrize(("sale", "name"), [("CARD", "card"), ("PASS", "pass"), ("LEAD", "lead")])
def test_what_is_sold_is_seen(sale: str, name: str) -> None:
    """DBT-INF-1: everybody sees what an auction is about, and whether there is one."""
    play = lay(PLAINLY)
    for sold in (False, True):
        play.p.sale = getattr(R, f"{sale}_SALE") if sold else R.NO_SALE
        now = seen(play, 2)
        assert {what for what in ("card", "pass", "lead") if now[f"sale_{what}"]} == (
            {name} if sold else set()
        )


@pytest.mark.parametrize(
    ("chips", "bids", "tied"),
    [
        ({"B": "", "Y": "", "G": ""}, ["bid B", "bid Y", "bid G"], 1),  # at nothing
        ({}, ["bid B 1r", "bid Y 1b", "bid G 2r"], 1),
        ({}, ["bid B 1b", "bid Y 1r", "bid G 2r"], 1),
        ({}, ["bid B 1r", "bid Y 1r", "bid G 1b"], 0),  # below the top
        ({}, ["bid B 1r", "bid Y 1b", "bid G 1y"], 0),
    ],
)
def test_a_tied_auction_is_counted_with_its_last_bid(chips: Any, bids: list[str], tied: int) -> None:
    """DBT-BID-6: two or more equal highest bids, also empty ones."""
    play = lay(PLAINLY, hands={"R": "WORTHLESS"}, chips=chips).go("roll 7", "sell-card WORTHLESS")
    counts = np.zeros(len(GAME.rules.TALLIES), np.int64)
    for bid in bids:
        play.call(bid.split()[1])
        PLAIN.tally(play.p, code_of(" ".join(["bid", *bid.split()[2:]])), counts)
        play.go(bid)
    assert counts[GAME.rules.TALLIES.index("tied auctions")] == tied
    assert counts[GAME.rules.TALLIES.index("bids")] == 3


@pytest.mark.parametrize("verb", ["ask", "deal", "victim", "steal"])
@pytest.mark.parametrize("by", range(4))
def test_a_colour_turns_with_the_chairs(verb: str, by: int) -> None:
    """The seat, gate or pass that is named sits so many chairs further on."""
    for i, colour in enumerate(L.COLOURS):
        turned = L.COLOURS[(i + by) % 4]
        assert PLAIN.turned(code_of(f"{verb} {colour}"), by) == code_of(f"{verb} {turned}")
    for other in ("deal box", "refuse", "price 35", "bid 1r", "play TRADE"):
        assert PLAIN.turned(code_of(other), by) == code_of(other)
