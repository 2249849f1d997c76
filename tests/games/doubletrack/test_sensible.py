"""What bots think of when sums are named: nothing that makes no sense to whoever hears it."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.bots import make
from parlour.bots.binding import bound

from .support import BLUE, GAME, RED, RULES, Position, code, legal, play, random_game, table, view

LEVELS = ("1", "2", "3", "4", "search:simulations=24,judge=careful,look=16")


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def thoughts(p: Position) -> list[int]:
    """The actions that whoever is to act thinks of, in its own view."""
    out = np.zeros(GAME.plain.MAX_ACTIONS, np.int64)
    return out[: bound(GAME).plain.list_sensible([view(p, int(GAME.plain.actor(p)))], out)].tolist()


def dollars(p: Position, action: int) -> int:
    """What a price, a payment or a bid comes to."""
    if action < RULES.CHIPS:
        return action - RULES.PRICE
    chips = GAME.module("names").chips_of(action - RULES.CHIPS)
    return int(GAME.module("names").worth(chips))


def asking(**told: object) -> Position:
    """Red stands before blue's gate and asks blue for it."""
    p = table(turn=RED, large={"0": "B.M2"}, small={"0": 30, "1": 28, "2": 31, "3": 29}, **told)
    return play(p, next(GAME.words.notation(p, a) for a in legal(p) if a == RULES.ASK + BLUE))


@pytest.mark.parametrize("bot", LEVELS)
def test_nobody_is_asked_for_more_than_he_has(bot: str) -> None:
    """DBT-Q-11 allows it, but a price that cannot be paid is a refusal said in a silly way."""
    poor = asking(chips={"0": "1r 1b 0y", "1": "9r 9b 4y"})
    assert poor.phase == RULES.GATE_REPLY and int(GAME.plain.actor(poor)) == BLUE
    player = make(bot, GAME)
    for seed in range(6):
        action = player.think(view(poor, BLUE), BLUE, seconds=None, seed=seed).action
        assert action == RULES.REFUSE or 0 < dollars(poor, action) <= 15


@pytest.mark.parametrize("bot", LEVELS)
def test_nobody_pays_more_than_his_chips_make_him(bot: str) -> None:
    p = play(asking(chips={"0": "1r 2b 2y", "1": "9r 8b 2y"}), "reply price 15")
    player = make(bot, GAME)
    for seed in range(6):
        action = player.think(view(p, RED), RED, seconds=None, seed=seed).action
        assert action == RULES.DECLINE or dollars(p, action) == 15


def test_the_least_is_overpaid_that_can_be() -> None:
    p = play(asking(chips={"0": "0r 1b 2y", "1": "10r 9b 2y"}), "reply price 15")
    assert sorted(thoughts(p)) == sorted([RULES.DECLINE, code(p, "pay 0r 0b 1y")])


def test_bids_go_no_higher_than_they_need_to() -> None:
    """All know what others can bid; to bid more than five dollars above it is to give money away."""
    p = table(
        turn=RED,
        phase="bid",
        seat=BLUE,
        sale="pass",
        lot="red",
        bids={str(s): "open" for s in (1, 2, 3)},
        chips={"0": "12r 14b 6y", "1": "5r 5b 2y", "2": "1r 1b 0y", "3": "2r 0b 0y"},
    )
    sums = [dollars(p, action) for action in thoughts(p)]
    assert sums == sorted(set(sums)) and sums[0] == 5 and sums[-1] == 20


def test_what_is_thought_of_is_legal_and_can_be_paid() -> None:
    """Under random house rules, from what the seat sees."""
    prices = 0
    for seed in (3, 8, 21):
        for p, _, _ in random_game(seed):
            seat = int(GAME.plain.actor(p))
            if seat < 0:
                continue
            found, listed = thoughts(p), legal(p)
            assert found and set(found) <= set(listed) and len(set(found)) == len(found)
            for action in found:
                if action > RULES.PRICE and p.phase in (RULES.GATE_REPLY, RULES.COUNTER_REPLY):
                    prices += 1
                    assert dollars(p, action) <= GAME.module("chips").money_of(p, p.turn)
    assert prices > 100
