"""Where the games of a batch begin: one position, several with their odds, or whatever a function gives.

A curriculum is a function of a random generator that gives a position, or a generator that yields them:

>>> import parlour
>>> from parlour.rules.starts import Starts
>>> game = parlour.load("parcheesi")
>>> starts = Starts(game, [game.new(2), game.new(2, {"max_turns": 40})], odds=[3, 1])
>>> starts.several, starts.seats
(True, [0, 2])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.rules.game import Game
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from parlour.text import BadChoice, say

__all__ = ["Start", "Starts"]

Source: TypeAlias = Callable[[np.random.Generator], Position] | Iterator[Position]
Start: TypeAlias = Position | Sequence[Position] | Source


class Starts:
    """Positions to begin with, drawn by a generator that `reset` seeds."""

    def __init__(self, game: Game, given: Start, odds: Sequence[float] | None = None) -> None:
        self.game = game
        self.given, self.odds = given, odds
        self._source: Source | None = None
        self._listed: list[Position] = []
        self._first: Position | None = None
        if isinstance(given, Position):
            self._listed = [given]
        elif callable(given) or isinstance(given, Iterator):
            self._source = given
        else:
            self._listed = list(given)
            if not self._listed:
                raise BadChoice(say("A list of positions to start from is empty."))
        self._chances = _chances(odds, len(self._listed))
        self._rng = np.random.default_rng(0)
        self.first = self._checked(self._listed[0]) if self._listed else self._asked()
        self.seats = game.seats(self.first)
        self.sides = _sides(game, self.first)
        for position in self._listed:
            self._checked(position)

    @property
    def several(self) -> bool:
        """Is there more than one position to begin with?"""
        return self._source is not None or len(self._listed) > 1

    @property
    def same_house(self) -> bool:
        """Do all of them have the same house rules, as far as that is known?"""
        rules = [self.game.house(position) for position in self._listed]
        return bool(rules) and all(one == rules[0] for one in rules)

    def reset(self, seed: int) -> None:
        """The same seed draws the same positions again, but for what a generator has yielded already."""
        self._rng = np.random.default_rng([seed % 2**64, len(self._listed)])

    def draw(self, count: int) -> list[Position]:
        """Positions for so many games."""
        if self._source is None:
            if len(self._listed) == 1:
                return self._listed * count
            return [
                self._listed[k] for k in self._rng.choice(len(self._listed), count, p=self._chances).tolist()
            ]
        return [self._asked() for _ in range(count)]

    def _asked(self) -> Position:
        if self._first is not None:  # it was asked for when nobody knew yet who plays
            first, self._first = self._first, None
            return first
        assert self._source is not None
        try:
            given = self._source(self._rng) if callable(self._source) else next(self._source)
        except StopIteration:
            raise BadChoice(say("The generator of positions to start from has no more of them.")) from None
        position = self._checked(given)
        if not hasattr(self, "first"):
            self._first = position
        return position

    def _checked(self, position: Any) -> Position:
        if not isinstance(position, Position) or position.dtype != self.game.rules.State:
            raise BadChoice(
                say(
                    "Games of {game} start from its positions, not from “{given}”.",
                    game=self.game.id,
                    given=position,
                )
            )
        if self.game.plain.actor(position) == OVER:
            raise BadChoice(say("A position to start from is one where the game is over."))
        if hasattr(self, "sides") and _sides(self.game, position) != self.sides:
            raise BadChoice(say("Positions to start from have the same seats and sides in all games."))
        return position


def _sides(game: Game, position: Position) -> list[int]:
    return [int(game.plain.side(position, chair)) for chair in range(game.chairs)]


def _chances(odds: Sequence[float] | None, count: int) -> npt.NDArray[np.float64] | None:
    if odds is None:
        return None
    given = np.asarray(odds, np.float64)
    if given.shape != (count,) or not np.isfinite(given).all() or (given < 0).any() or given.sum() <= 0:
        raise BadChoice(
            say(
                "The odds of {count} starts are {count} numbers, none below 0, not all of them 0.",
                count=count,
            )
        )
    chances: npt.NDArray[np.float64] = given / given.sum()
    return chances
