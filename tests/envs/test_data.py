"""Saved games as arrays, and shaped rewards that leave what is optimal alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.envs.data import from_matches, from_records, shaped
from parlour.envs.episode import Episode
from parlour.table import CHANCE, Match, SeededDice
from parlour.text import BadChoice


@cache
def played(name: str, seed: int, moves: int = 10**6) -> Match:
    match, rng = Match.new(name, dice=SeededDice(seed)), np.random.default_rng(seed)
    while not match.over and match.ply < moves:
        if match.actor == CHANCE:
            match.roll()
        else:
            listed = match.legal()
            match.play(match.actor, listed[int(rng.integers(len(listed)))].code)
    return match


@pytest.mark.parametrize("name", ["tritrac", "doubleswild"])
def test_records_become_arrays(name: str, tmp_path: Path) -> None:
    """Held against an episode that plays the same actions, dice included."""
    files = []
    for seed in (1, 2):
        files.append(tmp_path / f"{seed}.parlour")
        played(name, seed).save(files[-1])
    data = from_records(files)
    row = 0
    for number, seed in enumerate((1, 2)):
        match = played(name, seed)
        episode = Episode(match.game, seed=0, explicit_chance=True, form=match.game.plain)
        for event in match.line:
            seat = CHANCE if event.kind == "roll" else event.seat
            assert seat is not None and event.code is not None
            if event.kind == "play":
                assert data.seats[row] == seat and data.actions[row] == event.code
                assert np.array_equal(data.observations[row], episode.observe(seat))
                assert np.array_equal(data.masks[row], episode.mask(seat)) and data.episodes[row] == number
                row += 1
            episode.step(seat, event.code)
        mine = data.episodes == number
        for seat in set(data.seats.tolist()):
            assert set(data.returns[mine & (data.seats == seat)].tolist()) == {episode.rewards[seat]}
            assert (data.last & mine & (data.seats == seat)).sum() == 1
    assert row == len(data)
    data.save(tmp_path / "all.npz")
    kept = np.load(tmp_path / "all.npz")
    assert all(np.array_equal(kept[key], array) for key, array in data.arrays().items())


def test_unfinished_and_taken_back_and_none() -> None:
    match = played("tritrac", 4, 5)
    count = len(from_matches([match]))
    match.undo()
    data = from_matches([match])
    assert len(data) == count - 1 and not data.returns.any()
    assert len(from_matches([Match.new("parcheesi", dice=SeededDice(1))])) == 0
    with pytest.raises(BadChoice, match="no games"):
        from_matches([])
    with pytest.raises(BadChoice, match="not all of tritrac"):
        from_matches([match, played("doubleswild", 1, 5)])


def test_parquet_needs_its_package(tmp_path: Path) -> None:
    data = from_matches([played("tritrac", 3, 5)])
    try:
        from pyarrow import parquet
    except ModuleNotFoundError:
        with pytest.raises(BadChoice, match="pyarrow"):
            data.to_parquet(tmp_path / "some.parquet")
    else:
        data.to_parquet(tmp_path / "some.parquet")
        assert parquet.read_table(tmp_path / "some.parquet").num_rows == len(data)


def test_shaping_changes_nothing_that_is_optimal() -> None:
    """Nim, solved by hand: with any potential the same moves are best, and values differ by it alone."""
    rng = np.random.default_rng(5)
    potential = np.append(rng.normal(size=12), 0.0)  # of a heap that is left to oneself; none at the end
    gamma = 0.9

    def solve(is_shaped: bool) -> tuple[np.ndarray, list[set[int]]]:
        """A lone player takes one to three of a heap; taking the last is worth 1, each counter costs 0.1."""
        value, best = np.zeros(12), [set[int]() for _ in range(12)]
        for heap in range(1, 12):
            worth = {}
            for take in range(1, min(heap, 3) + 1):
                left = heap - take
                reward = (1.0 if left == 0 else 0.0) - 0.1 * take * (heap % 3)
                if is_shaped:
                    reward = float(
                        shaped([reward], [potential[heap]], [potential[left]], [left == 0], gamma)[0]
                    )
                worth[take] = reward + gamma * value[left]
            value[heap] = max(worth.values())
            best[heap] = {take for take, one in worth.items() if one > value[heap] - 1e-9}
        return value, best

    plain, with_potential = solve(False), solve(True)
    assert plain[1] == with_potential[1] and len({frozenset(moves) for moves in plain[1]}) > 2
    assert np.allclose(with_potential[0][1:], plain[0][1:] - potential[1:12])


def test_the_examples_of_the_module() -> None:
    import doctest

    from parlour.envs import data, texts

    for module in (data, texts):
        assert doctest.testmod(module).failed == 0
    assert parlour.names()
