"""Many games for a learner: the same games as a batch's, every seat or some of them, and nothing copied."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules import drivers
from parlour.rules.kit import CHANCE, OVER, below, start_stream
from parlour.rules.run import Batch
from parlour.rules.vector import Vector
from parlour.text import BadAction, BadChoice

ROUNDS = 60


def test_all_seats_are_a_batch(toy: parlour.Game, form: Any) -> None:
    """The same dice, lists and results; and what a batch observes in a call of its own."""
    games, batch = Vector(toy, 16, seed=7, form=form), Batch(toy, 16, seed=7, form=form)
    ended = 0
    for _ in range(4 * ROUNDS):
        assert np.array_equal(games.masks, batch.masks) and np.array_equal(games.actors, batch.actors)
        assert np.array_equal(games.features, batch.observe())
        assert np.array_equal(games.observe(), games.features)
        actions = games.random_actions()
        assert np.array_equal(actions, batch.random_actions())
        for given, wanted in zip(games.step(actions), batch.step(actions), strict=True):
            assert np.array_equal(given, wanted)
        assert np.array_equal(games.shares[games.done == 1].sum(axis=1), np.ones(games.done.sum()))
        ended += int(games.done.sum())
    assert ended > 8


def test_a_game_that_marks_by_itself_keeps_no_lists() -> None:
    """Tri-Trac's fast.py does: the masks are those of the readable lists, and so are random actions."""
    game = parlour.load("tritrac")
    if not game.is_compiled:
        pytest.skip("Numba is not installed, or is switched off")
    plain, out = game.plain, np.zeros(game.plain.MAX_ACTIONS, np.int64)
    games = Vector(game, 3, seed=5)
    assert (games._widths < 0).all()
    for _ in range(12):
        for i in range(3):
            listed = out[: plain.legal(games[i], out)]
            assert np.flatnonzero(games.masks[i]).tolist() == sorted(listed)
        games.step(games.random_actions())
    with pytest.raises(BadAction, match="legal are"):
        games.step(np.argmin(games.masks, axis=1))


def test_some_seats_are_played_and_the_others_act_at_random(toy: parlour.Game, form: Any) -> None:
    """Held against the same games played one by one, from the streams as they are documented."""
    size, seed, mine = 5, 3, 1
    games = Vector(toy, size, seed=seed, seats=[mine], form=form)
    plain, out = toy.plain, np.zeros(toy.plain.MAX_ACTIONS, np.int64)

    def play_on(p: Any, dice: Any, others: Any) -> tuple[Any, list[float]]:
        shares: list[float] = []
        while (who := plain.actor(p)) != mine:
            if who == OVER:
                shares = shares or [plain.payoff(p, chair) for chair in range(toy.chairs)]
                p = toy.new()
            elif who == CHANCE:
                plain.apply(p, plain.draw(p, below(dice, plain.tickets(p))))
            else:
                plain.apply(p, int(out[below(others, plain.legal(p, out))]))
        return p, shares

    slow = []
    for i in range(size):
        dice, others = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        start_stream(dice, seed, 2 * i)
        start_stream(others, seed, drivers.OTHERS + i)
        slow.append([play_on(toy.new(), dice, others)[0], dice, others])
    ended = 0
    for _ in range(ROUNDS):
        assert set(games.actors.tolist()) == {mine}
        assert all(games[i] == slow[i][0] for i in range(size))
        actions = games.random_actions()
        shares, done = games.step(actions)
        for i, (p, dice, others) in enumerate(slow):
            plain.apply(p, int(actions[i]))
            slow[i][0], wanted = play_on(p, dice, others)
            assert bool(done[i]) == bool(wanted) and shares[i].tolist() == (wanted or [0] * toy.chairs)
        ended += int(done.sum())
    assert ended > size


def test_the_same_seed_gives_the_same_games(toy: parlour.Game, form: Any) -> None:
    games = Vector(toy, 8, seed=5, seats=[0], form=form)

    def course() -> list[Any]:
        told: list[Any] = [games.features.tolist()]
        for _ in range(12):
            shares, _ = games.step(games.random_actions())
            told += [games.features.tolist(), shares.tolist()]
        return told

    first = course()
    games.reset(5)
    assert course() == first
    games.reset(6)
    assert course() != first


def test_what_a_step_gave_outlives_the_next(toy: parlour.Game, form: Any) -> None:
    """There are two sets of arrays: a learner may hold what it saw and what came of it."""
    games = Vector(toy, 4, form=form)
    for _ in range(5):
        before = games.features, games.masks, games.actors, games.shares, games.done
        kept = [array.copy() for array in before]
        games.step(games.random_actions())
        assert all(np.array_equal(array, copy) for array, copy in zip(before, kept, strict=True))
        assert not any(
            np.shares_memory(a, b) for a, b in zip(before, (games.features, games.masks), strict=False)
        )
    assert games.features.flags.c_contiguous and games.features.dtype == np.float32


@pytest.mark.parametrize("wrong", [[0, 0, 0, 9], [0, 0, 0, -1], [0, 0], [0.5] * 4])
def test_a_wrong_action_changes_nothing(toy: parlour.Game, form: Any, wrong: list[float]) -> None:
    games = Vector(toy, 4, seed=1, form=form)
    before, positions = games.features, [games[i] for i in range(4)]
    with pytest.raises(BadAction):
        games.step(wrong)
    assert games.features is before and [games[i] for i in range(4)] == positions


@pytest.mark.parametrize("seats", [[], [3], [0, 7], [-1]])
def test_seats_that_nobody_has(toy: parlour.Game, seats: list[int]) -> None:
    with pytest.raises(BadChoice, match="0, 1"):
        Vector(toy, 2, toy.new(2), seats=seats, form=toy.plain)
