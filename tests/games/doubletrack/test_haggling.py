"""What bots ask, offer and pay at gates follows from what is at stake, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.bots import make

from .support import BLUE, GAME, RED, RULES, Position, legal, play, table, view

NEAR, FAR = "B.M2", "R.C3"  # two steps before blue's gate, where most rolls end behind it; and where few do


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def asking(space: str = NEAR, mine: int = 30, **told: Any) -> Position:
    """Red asks blue for its gate; all have come about as far, unless red has come farther."""
    small = {"0": mine, "1": 28, "2": 31, "3": 29}
    p = table(turn=RED, large={"0": space}, small=small, **told)
    return play(p, next(GAME.words.notation(p, a) for a in legal(p) if a == RULES.ASK + BLUE))


def answer(p: Position, seat: int, bot: str = "careful") -> str:
    thought = make(bot, GAME).think(view(p, seat), seat, seconds=None, seed=1)
    return str(GAME.words.notation(p, thought.action))


def price(p: Position) -> int:
    word = answer(p, BLUE)
    assert word.startswith("reply price "), word
    return int(word.removeprefix("reply price "))


def test_prices_go_with_what_is_at_stake() -> None:
    sums = GAME.module("sums")
    near, far = asking(NEAR), asking(FAR)
    stakes = [worth.through - worth.past for worth in (sums.gate_worth(p, BLUE) for p in (near, far))]
    assert stakes[0] > 2 * stakes[1] > 0
    assert price(near) > price(far)


def test_the_price_that_is_named_is_one_that_is_paid() -> None:
    """Equals agree on what a gate is worth; who names the price takes most of it."""
    p = asking()
    named = play(p, f"reply price {price(p)}")
    assert answer(named, RED).startswith("pay ")
    assert answer(play(p, "reply price 120"), RED) == "decline"


def test_who_is_about_to_win_is_refused() -> None:
    """What a leader so near to HOME pays is worth less than what he gains."""
    assert answer(asking(mine=86), BLUE) == "reply refuse"


def test_who_is_short_of_money_is_asked_for_less() -> None:
    poor = asking(chips={"0": "2r 2b 0y", "1": "8r 8b 4y"})
    assert price(poor) == 30 < price(asking())


def test_a_price_too_dear_is_haggled_down() -> None:
    """House rule counter_offers: the gate is worth something to both, so they come together."""
    p = play(asking(options={"counter_offers": 2}), "reply price 120")
    said = []
    while p.phase in GAME.module("sums").BARGAINING:
        said.append(answer(p, int(p.seat)))
        p = play(p, said[-1])
    assert said[0].startswith("counter ") and int(said[0].removeprefix("counter ")) < 120
    assert p.granted >> BLUE & 1, said


def test_an_opening_offer_is_made_and_a_mean_one_is_answered_by_a_price() -> None:
    """House rule opening_offer."""
    p = asking(options={"opening_offer": True})
    assert answer(p, RED).startswith("offer ")
    assert answer(play(p, "offer 5"), BLUE).startswith("reply price ")
    assert answer(play(p, "offer 70"), BLUE) == "reply accept"
