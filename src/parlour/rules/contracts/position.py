"""What a game's `position.py` defines: positions as JSON that a person can write, and what makes one
impossible.

A game without the file has a JSON form too: the fields of its record, by their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.text import BadPosition, Text, join, nearest, say

_TRIED = 12  # actions that are played to see whether a position can be


class PositionFile(GameFile):
    """The contract of `position.py`."""

    NAME = "position"
    NEEDED = ("describe", "build", "problems")  # who writes one of them writes them all

    def describe(self, p: Position) -> Mapping[str, Any]:
        """The JSON form, "game" included. By default every field that is not zero throughout."""
        fields = {name: np.asarray(getattr(p, name)).tolist() for name in p.dtype.names or ()}
        return {"game": self.game.id} | {n: value for n, value in fields.items() if np.any(value)}

    def build(self, data: Mapping[str, Any]) -> Position:
        """The position again, byte for byte; `BadPosition` with everything that is wrong."""
        p = Position(self.game.rules.State)
        wrong = [fault for name, value in data.items() if (fault := self._put(p, name, value))]
        wrong = wrong or list(self.problems(p))
        if wrong:
            raise BadPosition(wrong)
        return p

    def problems(self, p: Position) -> Sequence[Text]:
        """What makes a position impossible; nothing when it can be played on. By default the rules are
        asked."""
        try:
            p.pack()
            return () if self._can_go_on(p) else (say("nobody can play on from here"),)
        except Exception as error:  # the rules trust a position, and this one may be anything
            return (say("the rules cannot read it: {why}", why=error),)

    def _can_go_on(self, p: Position) -> bool:
        """Is it over, or is there somebody to act, who can do something that leads somewhere?"""
        rules, who = self.game.plain, int(self.game.plain.actor(p))
        if who != CHANCE and who not in self.game.seats(p):
            return who == OVER
        out = np.zeros(rules.MAX_ACTIONS, np.int64)
        count = int(rules.legal(p.copy(), out))
        for action in out[: min(count, _TRIED)].tolist():
            after = p.copy()
            rules.apply(after, action)
            after.pack()
        return count > 0

    def _put(self, p: Position, name: str, value: Any) -> Text | None:
        """Write one field; what is wrong with it, if anything is."""
        if name == "game":
            return None
        fields = p.dtype.names or ()
        if name not in fields:
            there = say("there is no “{key}”; there are: {keys}", key=name, keys=", ".join(fields))
            return join([there, nearest(name, fields)], ". ")
        shape, limits = p.dtype[name].shape, np.iinfo(p.dtype[name].base)
        try:
            given = np.array(value, object)
            whole = all(type(one) is int and limits.min <= one <= limits.max for one in given.flat)
        except ValueError:  # lists of different lengths
            whole = False
        if not whole or given.shape != shape:
            size = " × ".join(map(str, shape)) or "1"
            return say(
                "{name} is made of whole numbers from {least} to {most}, {size} of them",
                name=name,
                least=limits.min,
                most=limits.max,
                size=size,
            )
        setattr(p, name, given.astype(np.int64) if shape else int(value))
        return None
