"""The last pieces of a race for home, solved by rules/endgames.py: two players who sit opposite with one
piece each still on the way, and a player's last one or two alone.

The exact.py of such a game says how its positions are numbered, and offers the rest under the names here. Its
record has `turn`, `phase` and the `place` of each chair, its rules PLAYING, ROLL_OFF and FINISHED.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules import endgames
from parlour.rules.contracts.exact import Known
from parlour.rules.endgames import NEXT, SAME, WON
from parlour.rules.position import Position
from parlour.text import Text

SIDES = (0, 2)  # the chairs of two players who sit opposite
APART = SIDES[1] - SIDES[0]


@dataclass(frozen=True)
class LastPieces:
    """What is kept of a game's last pieces, and how to ask for it."""

    about: Text  # what has been solved: "the last pawns"
    rules: ModuleType
    pieces: str  # the field that holds where they are
    file: Path
    sha256: str
    expected: Sequence[str]  # house rules that change nothing here
    number: Callable[[Position, int, int], int]  # of a position before a roll, by the last pieces of both
    alone: Callable[[], Sequence[tuple[int, int]]]  # the places of the last two; HOME for one that is home

    def left_of(self, p: Position, seat: int) -> list[int]:
        """Where a seat's pieces are that are not home, in order."""
        return sorted(int(place) for place in getattr(p, self.pieces)[seat] if place != self.rules.HOME)

    def place(self, p: Position) -> tuple[int, int]:
        """Which position it is before a roll, for `endgames.follow`."""
        if p.phase == self.rules.FINISHED:
            return WON, 0
        return (SAME if p.turn == SIDES[0] else NEXT), self._number(p)

    def _number(self, p: Position) -> int:
        other = (int(p.turn) + APART) % self.rules.CHAIRS
        return self.number(p, self.left_of(p, int(p.turn))[0], self.left_of(p, other)[0])

    # ------------------------------------------------------------ the tables

    def keep(self, chances: npt.NDArray[Any], turns: npt.NDArray[Any]) -> None:
        """Write the tables."""
        np.savez_compressed(
            self.file,
            chances=chances.astype(np.float32),
            turns=turns.astype(np.float32),
            board=np.array(repr(self.rules.BOARD["track"])),
        )

    @cached_property
    def _kept(self) -> Mapping[str, npt.NDArray[np.float32]] | None:
        kept = endgames.load(self.file, self.sha256)
        return kept if str(kept["board"]) == repr(self.rules.BOARD["track"]) else None

    def tables(self) -> Mapping[str, npt.NDArray[np.float32]] | None:
        """`chances` by number, `turns` in the order of `alone`; None on another board than they are for."""
        return self._kept

    def log_odds(self) -> npt.NDArray[np.float32]:
        """`chances` as logarithms of odds; nothing where there is no table."""
        found = self.tables()
        if found is None:
            return np.zeros(1, np.float32)
        chances = found["chances"].astype(np.float64).clip(1e-6, 1 - 1e-6)
        odds: npt.NDArray[np.float32] = np.log(chances / (1 - chances)).astype(np.float32)
        return odds

    # ------------------------------------------------------------ alone

    @cached_property
    def _order(self) -> dict[tuple[int, int], int]:
        return {pair: i for i, pair in enumerate(self.alone())}

    def pair(self, own: list[int]) -> tuple[int, int]:
        """One or two places as `alone` lists them."""
        low, high = sorted([*own, self.rules.HOME] if len(own) == 1 else own)
        return low, high

    def turns_alone(self, own: list[int]) -> float | None:
        """The turns that the last one or two pieces need on average, when nobody is in the way;
        None where they cannot stand so."""
        found, number = self.tables(), self._order.get(self.pair(own))
        assert found is not None
        return None if number is None else float(found["turns"][number])

    # ------------------------------------------------------------ against each other

    def is_solved(self, p: Position) -> bool:
        """Is this one of the positions in `chances`, before a roll or in mid-turn?"""
        rules = self.rules
        playing = [seat for seat in range(rules.CHAIRS) if p.place[seat] == rules.PLAYING]
        return (
            len(playing) == len(SIDES)
            and playing[1] - playing[0] == APART
            and all(len(self.left_of(p, seat)) == 1 for seat in playing)
            and p.phase not in (rules.ROLL_OFF, rules.FINISHED)
            and all(
                getattr(p, option.name) == 0 for option in rules.OPTIONS if option.name not in self.expected
            )
            and self.tables() is not None
        )

    def chance_to_roll(self, p: Position) -> float:
        """The chance of the seat about to roll."""
        found = self.tables()
        assert found is not None
        return float(found["chances"][self._number(p)])

    def known(self, p: Position) -> Known | None:
        """The exact chances in a solved position; None in others."""
        return endgames.known(self.rules, p, self.chance_to_roll, self.about) if self.is_solved(p) else None
