"""Decisions that bind whoever makes them are not taken back: a word given at a gate, a closed fist."""

from __future__ import annotations

import pytest

from parlour.rules.kit import CHANCE
from parlour.table import Match, NotNow, SeededDice

STAYS = "It is binding, so it stays"


def doubletrack(seed: int, moment: str) -> Match:
    """The first time that such a decision is asked for; until then the first one on offer is made."""
    match = Match.new("doubletrack", 3, dice=SeededDice(seed))
    while match.actor == CHANCE or not any(move.notation.startswith(moment) for move in match.legal()):
        if match.actor == CHANCE:
            match.roll()
        else:
            match.play(match.actor, match.legal()[0].code)
    return match


def asked() -> tuple[Match, int, int]:
    """A gate has been asked for: the match, who asks, and who holds the pass."""
    match = doubletrack(1, "ask")
    mover = match.actor
    match.play(mover, "ask blue")
    return match, mover, match.actor


def stays(match: Match, count: int = 1) -> None:
    before, events = match.position, len(match.events)
    with pytest.raises(NotNow, match=STAYS):
        match.undo(count)
    assert match.position == before and len(match.events) == events


def test_a_request_is_taken_back_as_long_as_nobody_has_answered() -> None:
    match, mover, _ = asked()
    match.undo()
    assert match.actor == mover and "ask blue" in [move.notation for move in match.legal()]


@pytest.mark.parametrize("answer", ["reply free", "reply refuse", "reply price 5"])
def test_an_answer_at_a_gate_stays(answer: str) -> None:
    """DBT-GATE-7, DBT-ASK-8: what was granted, refused or offered there is so for this turn."""
    match, _, holder = asked()
    match.play(holder, answer)
    stays(match)
    stays(match, 2)  # nor is the request behind it


@pytest.mark.parametrize("answer", ["pay 0r 0b 1y", "decline"])
def test_a_toll_once_paid_or_declined_stays_so(answer: str) -> None:
    """DBT-ASK-6: at once, and for good."""
    match, mover, holder = asked()
    match.play(holder, "reply price 5")
    match.play(mover, answer)
    stays(match)


def test_a_closed_fist_stays_closed() -> None:
    """DBT-BID-1: each bidder closes the fist once; nobody thinks better of it while the others decide."""
    match = doubletrack(3, "bid")
    bidder = match.actor
    match.play(bidder, match.legal()[-1].code)
    assert match.actor != CHANCE  # the others have not bid yet
    stays(match)
    assert match.legal(bidder) == []


def test_a_record_tells_what_was_taken_back_before_it_was_binding() -> None:
    match, _, holder = asked()
    match.play(holder, "reply free")
    match.follow({"n": len(match.events) + 1, "undo": 1})
    assert match.actor == holder


def test_where_a_game_says_nothing_no_decision_is_final() -> None:
    match = Match.new("tritrac", 2)
    for _ in range(4):
        assert not match.play(match.actor, match.legal()[0].code).final
    match.undo(4)
    assert match.ply == 0
