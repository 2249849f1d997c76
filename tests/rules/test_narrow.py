"""Actions in parts: the games that the same actions give said whole, and positions played one by one."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules.kit import CHANCE, OVER, below, start_stream
from parlour.rules.narrow import Narrow, features_of, has_parts, parts_of
from parlour.text import BadAction, BadChoice

GAMES = ["doubletrack", "tritrac"]
SIZE = 3


class Slow:
    """One game by the rules alone: dice by its stream, and the parts that were chosen so far."""

    def __init__(self, game: parlour.Game, number: int, seed: int) -> None:
        self.game, self.dice = game, np.zeros(1, np.uint64)
        start_stream(self.dice, seed, 2 * number)
        self.begin()

    def begin(self) -> None:
        self.position = self.game.new()
        self.roll()

    def roll(self) -> None:
        plain, p = self.game.plain, self.position
        while plain.actor(p) == CHANCE:
            plain.apply(p, plain.draw(p, below(self.dice, plain.tickets(p))))
        out = np.zeros(plain.MAX_ACTIONS, np.int64)
        self.left = [] if plain.actor(p) == OVER else out[: plain.legal(p, out)].tolist()
        self.chosen: list[int] = []
        self.skip()

    def skip(self) -> None:
        while len(self.left) > 1 and len(self.next()) == 1:
            self.chosen += self.next()

    def next(self) -> list[int]:
        return sorted({parts_of(self.game, action)[len(self.chosen)] for action in self.left})

    def choose(self, code: int) -> bool:
        """Choose a part; has the game ended by it?"""
        depth = len(self.chosen)
        self.left = [a for a in self.left if parts_of(self.game, a)[depth] == code]
        self.chosen.append(code)
        if len(self.left) > 1:
            self.skip()
            return False
        self.game.plain.apply(self.position, self.left[0])
        self.roll()
        if self.game.plain.actor(self.position) != OVER:
            return False
        self.begin()
        return True


@pytest.mark.parametrize("name", GAMES)
def test_parts_lead_where_whole_actions_do(name: str) -> None:
    game = parlour.load(name)
    games = Narrow(game, SIZE, seed=5, form=game.plain)
    slow = [Slow(game, i, 5) for i in range(SIZE)]
    asked = 0
    for _ in range(90 if name == "doubletrack" else 60):
        for i, one in enumerate(slow):
            assert games[i] == one.position
            assert np.flatnonzero(games.masks[i]).tolist() == one.next()
            seen = np.zeros(game.plain.FEATURES, np.float32)
            game.plain.observe(one.position, int(games.actors[i]), seen)
            assert np.array_equal(games.features[i, : len(seen)], seen)
            assert np.flatnonzero(games.features[i, len(seen) :]).tolist() == sorted(set(one.chosen))
            asked += len(one.chosen) > 0
        codes = games.random_actions()
        _, done = games.step(codes)
        assert done.tolist() == [one.choose(int(code)) for one, code in zip(slow, codes, strict=True)]
    assert asked > SIZE


def test_compiled_parts_are_the_same() -> None:
    """With a game of sealed bids, small enough to be compiled in a moment."""
    game = parlour.load(str(Path(__file__).with_name("cellar")))
    if not game.is_compiled:
        pytest.skip("Numba is not installed, or is switched off")
    plain, fast = (
        Narrow(game, SIZE, seed=2, form=form, autoreset="next_step") for form in (game.plain, None)
    )
    ended = 0
    for _ in range(200):
        assert np.array_equal(plain.masks, fast.masks) and np.array_equal(plain.features, fast.features)
        codes = fast.random_actions()
        assert np.array_equal(codes, plain.random_actions())
        plain.step(codes)
        ended += int(fast.step(codes)[1].sum())
    assert ended > SIZE


@pytest.mark.parametrize("name", GAMES)
def test_no_two_actions_have_the_same_parts(name: str) -> None:
    """Of all codes that there are, but for prices that are no multiple of the unit, which are never legal."""
    game = parlour.load(name)
    rules = game.rules
    whole = range(rules.ACTIONS)
    if name == "doubletrack":
        record = game.module("record")
        assert record is not None
        whole = [a for a in whole if not record.PRICE <= a < record.CHIPS or (a - record.PRICE) % 5 == 0]
    parts = {tuple(parts_of(game, action)) for action in whole}
    assert len(parts) == len(whole)
    narrow = game.module("narrow")
    assert narrow is not None
    assert {code for one in parts for code in one} == set(range(narrow.NARROW))
    assert all(len(set(one)) == len(one) for one in parts)


def test_the_leaflets_first_turn_in_parts() -> None:
    """Whoever begins places the neutral tile in the centre: there is no tile to choose, only where."""
    game = parlour.load("tritrac")
    games = Narrow(game, 1, form=game.plain)
    layout = game.module("layout")
    assert layout is not None
    spaces = np.flatnonzero(games.masks[0]) - (layout.CELLS + 1)
    assert len(spaces) == layout.CENTRE_CELLS


def test_copies_and_wrong_parts() -> None:
    game = parlour.load("tritrac")
    assert has_parts(game) and not has_parts(parlour.load("parcheesi"))
    with pytest.raises(BadChoice, match=r"no narrow\.py"):
        Narrow(parlour.load("parcheesi"), 2, form=parlour.load("parcheesi").plain)
    games = Narrow(game, SIZE, seed=1, form=game.plain)
    for _ in range(5):
        games.step(games.random_actions())
    other = copy.deepcopy(games)
    for _ in range(8):
        codes = games.random_actions()
        games.step(codes)
        other.step(codes)
        assert np.array_equal(games.features, other.features) and np.array_equal(games.masks, other.masks)
    wrong: Any = np.where(np.arange(SIZE) == 1, np.argmin(games.masks[1]), games.random_actions())
    with pytest.raises(BadAction, match="Game 1"):
        games.step(wrong)
    assert games.features.shape == (SIZE, features_of(game))
