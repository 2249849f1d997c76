"""One method, `Match.view`, gives a seat what it needs to decide; whoever is not asked gets a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots import make
from parlour.rules.kit import NOBODY
from parlour.table import CHANCE, Match, SeededDice
from parlour.text import BadChoice
from tests.games.doubletrack.support import BLUE, GREEN, RED, YELLOW, table

CELLAR = Path(__file__).parents[1] / "rules" / "cellar"


def at_the_gate(*said: str) -> Match:
    """Red, before the red gate, whose pass Blue holds; then what the two of them say in turn."""
    start = table(turn=0, large={"0": "R.M1"}, passes={"red": 1})
    match = Match.new("doubletrack", 4, dice=SeededDice(1), start=start)
    for action in said:
        match.play(match.actor, action)
    return match


def bidding() -> Match:
    match = Match.new(parlour.load(str(CELLAR)), 3, dice=SeededDice(5))
    while match.actor == CHANCE:
        match.roll()
    return match


# ---------------------------------------------------------------- a seat that is not asked


@pytest.mark.parametrize("seat", [BLUE, YELLOW, GREEN])
def test_who_is_not_asked_is_told_so_whatever_others_hold(seat: int) -> None:
    """Red's chips are blank in the views of the others: nobody counts with them."""
    match = at_the_gate("ask red", "reply price 10")
    for action in ("pay", "pay 10", "pay 0r 1b 0y", "sing", "", {"do": "pay"}, 7, -1):
        reason = match.why_not(seat, action)
        assert reason is not None and str(reason.text) == "It is for Red to decide."
    assert match.legal(seat) == [] and match.legal(RED)


def test_the_seller_is_not_told_of_a_bidders_chips() -> None:
    start = table(phase="sell_card", large={"0": "R.M1"}, hands={"0": ["BACK_10", "TRADE", "AHEAD-1"]})
    match = Match.new("doubletrack", 4, dice=SeededDice(1), start=start)
    match.play(RED, "sell trade")
    match.play(YELLOW, "bid 25")
    for action in ("bid 10", "bid 6r", "bid nothing"):
        assert str(match.why_not(RED, action)) == "The seller does not bid. (DBT-SC-2)"
        assert str(match.why_not(YELLOW, action)) == "You have bid; a fist is not taken back. (DBT-BID-1)"


def test_before_a_roll_an_action_is_read_as_when_it_was_last_asked_for() -> None:
    match = at_the_gate("ask red", "reply free")
    assert match.actor == CHANCE
    assert str(match.why_not(RED, "ask red")) == "You have asked for this gate in this turn. (DBT-ASK-8)"
    assert str(match.why_not(BLUE, "reply refuse")) == "What has been granted stays granted. (DBT-GATE-7)"
    assert str(match.why_not(RED, "sing")) == "Dice or a card come first. (DBT-TURN-1)"
    assert str(match.why_not(GREEN, "ask red")) == "Dice or a card come first. (DBT-TURN-1)"
    refused = at_the_gate("roll")
    assert "(DBT-ASK-1)" in str(refused.why_not(RED, "ask red"))


# ---------------------------------------------------------------- what a bot needs


def test_the_view_of_a_seat_that_may_act_is_what_a_bot_needs() -> None:
    """Sealed bids are made in any order: whoever may bid is called on in its own view."""
    match = bidding()
    bot = make("random", match.game)
    for seat in (2, 0, 1):
        seen = match.view(seat)
        assert match.game.plain.actor(seen) == seat
        match.play(seat, bot.think(seen, seat, seconds=None, seed=1).action)
    for seat in range(3):
        assert match.game.plain.actor(match.view(seat, ply=match.ply - 3)) == seat
    assert match.game.plain.actor(match.view(NOBODY, ply=match.ply - 3)) == 0


def test_nothing_done_to_a_view_touches_the_match() -> None:
    for match in (bidding(), Match.new("parcheesi", 2, dice=SeededDice(1))):
        before = match.position.to_bytes()
        for seat in (0, 2, NOBODY):
            view = match.view(seat)
            match.game.plain.guess(view, max(seat, 0), np.zeros(1, np.uint64))
            view.turn = 1
        assert match.position.to_bytes() == before


@pytest.mark.parametrize("spec", ["random", "careful:worlds=1,looks=2", "search:simulations=2", "exact"])
def test_a_bot_that_thinks_for_a_seat_that_is_not_asked_gets_a_sentence(spec: str) -> None:
    match = at_the_gate("ask red", "reply price 10")
    bot = make(spec, match.game)
    with pytest.raises(BadChoice) as refused:
        bot.think(match.view(YELLOW), YELLOW, seconds=None, seed=1)
    assert str(refused.value) == (
        "Nothing is asked of seat 2 in this position: a bot thinks for a seat that may act, "
        "in its own view, match.view(2)."
    )


@pytest.mark.parametrize("spec", ["alphabeta:nodes=2", "learned"])
def test_nor_do_the_bots_of_other_games(spec: str) -> None:
    match = Match.new("tritrac", 2, dice=SeededDice(1))
    with pytest.raises(BadChoice, match="Nothing is asked of seat"):
        make(spec, match.game).think(match.view(1), 1 - match.actor, seconds=None, seed=1)
