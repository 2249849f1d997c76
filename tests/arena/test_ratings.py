"""Shares and ratings: what games say, and how sure that is."""

from __future__ import annotations

import builtins
from collections import Counter
from typing import Any

import numpy as np
import pytest

from parlour.arena.playing import Played, seconds_of, step_of
from parlour.arena.ratings import Standings, pace, rate, share
from parlour.text import MissingExtra


def win(line: tuple[int, ...], winner: int | None) -> Played:
    """A game that a side won, or nobody."""
    shares = [1 / len(line)] * len(line) if winner is None else [float(i == winner) for i in range(len(line))]
    return Played(line, tuple(shares), 10, 5)


def test_intervals_hold_what_they_promise() -> None:
    """Rounds of two games that share their luck: 95 intervals of 100 hold the truth, not fewer, not more."""
    stream = np.random.default_rng(7)
    inside = narrow = 0
    for _ in range(1000):
        luck = stream.normal(size=(300, 1))  # of the chair, which the bots share out among themselves
        skill, noise = 0.3, stream.normal(size=(300, 2))
        won = np.column_stack([luck + skill, skill - luck]) + 0.5 * noise > 0
        found = share(won.sum(axis=1).astype(float), np.full(300, 2.0))
        assert found is not None
        inside += found.low <= 0.6058 <= found.high  # Φ(0.3 / √1.25)
        narrow += found.high - found.low < 2 * 1.96 * (0.6058 * 0.3942 / 600) ** 0.5
    assert 930 <= inside <= 970
    assert narrow > 950  # luck that cancels out makes them narrower than independent games would


@pytest.mark.parametrize(("won", "low", "high"), [(0.0, 0.0, 0.1), (1.0, 0.9, 1.0)])
def test_winning_all_or_nothing_leaves_room_for_doubt(won: float, low: float, high: float) -> None:
    found = share(np.full(40, 2 * won), np.full(40, 2.0))
    assert found is not None and found.mean == won
    assert low <= found.low <= found.high <= high
    assert found.high - found.low > 0.05


def test_one_round_says_little_and_none_nothing() -> None:
    found = share(np.array([2.0]), np.array([2.0]))
    assert found is not None and found.high - found.low > 0.7
    assert share(np.zeros(0), np.zeros(0)) is None
    assert share(np.zeros(3), np.zeros(3)) is None


def test_shares_count_seats() -> None:
    """One bot against three of another: of 8 games it wins 4."""
    lines = [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    rounds = [[win(line, side) for side, line in enumerate(lines)], [win(line, 0) for line in lines]]
    table = Standings(["a", "b"], 4, rounds)
    first, second, pair = table.share(0), table.share(1), table.against(0, 1)
    assert first is not None and second is not None and pair is not None
    assert (first.mean, second.mean) == (5 / 8, 3 / 24)
    assert table.fair == 0.25
    assert pair.mean == pytest.approx((5 / 8) / (5 / 8 + 1 / 8))  # what each won for every seat
    assert [s.mean for side in range(4) if (s := table.seat(side))] == [5 / 8, 1 / 8, 1 / 8, 1 / 8]
    own = table.seat(0, 0)
    assert own is not None and own.mean == 1.0


def test_draws_are_told_apart() -> None:
    rounds = [[win((0, 1), 0), win((1, 0), None)]] * 10
    table = Standings(["a", "b"], 2, rounds)
    share_, decided = table.against(0, 1), table.against(0, 1, decided=True)
    assert share_ is not None and decided is not None and table.decided is not None
    assert (share_.mean, decided.mean, table.decided.mean) == (0.75, 1.0, 0.5)
    assert decided.low < 1


def test_shared_dice_that_cancel_out_make_games_worth_more() -> None:
    even = [[win((0, 1), 0), win((1, 0), 0)], [win((0, 1), 1), win((1, 0), 1)]] * 20 + [[win((0, 1), 0)] * 2]
    table = Standings(["a", "b"], 2, even)
    assert table.worth is not None and table.worth > 5
    twins = [[win((0, 1), 0), win((1, 0), 1)], [win((0, 1), 1), win((1, 0), 0)]] * 20
    table = Standings(["a", "b"], 2, twins)
    assert table.worth == pytest.approx(0.5)


def test_ratings_order_bots_and_grow_sure() -> None:
    pytest.importorskip("openskill")
    stream = np.random.default_rng(1)
    games = [
        win(line, int(stream.random() < 0.5 + 0.2 * (line[1] - line[0])))
        for _ in range(300)
        for line in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    ]
    few, many = rate(3, games[:60]), rate(3, games)
    assert many[2].mean > many[1].mean > many[0].mean
    assert all(b.deviation < a.deviation for a, b in zip(few, many, strict=True))
    assert rate(3, games) == many
    assert rate(1, [win((0, 0), 1)] * 5)[0].mean == 25.0  # against oneself nothing is learned


def test_a_bot_in_several_seats_is_rated_by_all_of_them() -> None:
    pytest.importorskip("openskill")
    one, three = rate(2, [win((0, 1, 1, 1), 0)])
    assert one.mean > 25 > three.mean
    assert one.mean + three.mean == pytest.approx(50, abs=0.5)


def test_without_openskill_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("openskill"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match="openskill"):
        rate(2, [win((0, 1), 0)])


def test_thinking_times_are_kept_within_a_tenth() -> None:
    for seconds in (1e-6, 3.3e-5, 0.0102, 7.7):
        assert seconds_of(step_of(seconds)) == pytest.approx(seconds, rel=0.05)
    found = pace(Counter({step_of(0.001): 98, step_of(1.0): 2}))
    assert found is not None and found.moves == 100
    assert found.p50 == pytest.approx(0.001, rel=0.05) and found.p99 == pytest.approx(1.0, rel=0.05)
    assert pace({}) is None
