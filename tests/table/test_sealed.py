"""Sealed bids: whoever may act does so in any order, and is the one who did."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.rules.kit import CHANCE
from parlour.table import Match, NotNow, SeededDice

CELLAR = Path(__file__).parents[1] / "rules" / "cellar"


@pytest.fixture
def bidding() -> Match:
    match = Match.new(parlour.load(str(CELLAR)), 3, dice=SeededDice(5))
    while match.actor == CHANCE:
        match.roll()
    return match


def test_bids_are_made_in_any_order_by_whoever_makes_them(bidding: Match) -> None:
    for seat, bid in ((2, "3"), (0, "1"), (1, "2")):
        before = bidding.position
        assert bidding.play(seat, bid).seat == seat
        assert before.bids[seat] == -1
        if seat != 1:
            assert bidding.position.bids[seat] == int(bid)
    assert bidding.position.points.tolist().index(bidding.position.points.max()) == 2


def test_who_has_bid_may_not_bid_again(bidding: Match) -> None:
    bidding.play(1, "2")
    with pytest.raises(NotNow):
        bidding.play(1, "3")
    assert bidding.legal(1) == [] and bidding.legal(2)
    assert bidding.why_not(2, "4") is None and bidding.why_not(1, "4") is not None


def test_a_seat_sees_that_others_have_bid_but_not_what(bidding: Match) -> None:
    other = bidding.fork(bidding.ply)
    bidding.play(2, "3")
    other.play(2, "1")
    assert bidding.view(0) == other.view(0) and bidding.view(2) != other.view(2)
    assert str(bidding.story(0)[-1]) == str(other.story(0)[-1])
    assert str(bidding.story(2)[-1]) != str(other.story(2)[-1])


def test_a_bid_is_taken_back_only_until_the_others_are_seen(bidding: Match) -> None:
    bidding.play(0, "3")
    bidding.undo()
    bidding.play(0, "4")
    bidding.play(1, "1")
    bidding.play(2, "0")  # and all bids are opened
    with pytest.raises(NotNow, match="It showed what was hidden before"):
        bidding.undo()
    with pytest.raises(NotNow, match="It showed what was hidden before"):
        bidding.undo(2)
    assert bidding.position.points[0] > 0


def test_a_record_keeps_the_order(bidding: Match, tmp_path: Path) -> None:
    bidding.play(2, "3")
    bidding.play(0, "1")
    bidding.save(tmp_path / "bids.parlour")
    again = Match.load(tmp_path / "bids.parlour", game=bidding.game)
    assert again.position == bidding.position and [e.seat for e in again.events] == [
        e.seat for e in bidding.events
    ]
