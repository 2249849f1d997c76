"""What a game's `exact.py` defines: what is known for certain, where a game has solved part of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from parlour.rules.contracts.file import GameFile
from parlour.rules.position import Position
from parlour.text import BadChoice, Text, say


@dataclass(frozen=True)
class Known:
    """What is known for certain of a position."""

    about: Text  # what has been solved, such as "the last pieces"
    chance: float  # of the seat to act; at CHANCE of the seat on turn
    values: Mapping[int, float]  # the same after each legal action, when somebody is to act
    whole: bool  # is it the game that is won? else only what `about` says


class ExactFile(GameFile):
    """The contract of `exact.py`."""

    NAME = "exact"
    NEEDED = ("known",)

    FILE: Path | None = None
    """The file of tables, where what was solved is kept in one."""

    def known(self, p: Position) -> Known | None:
        """The exact chance of the seat to act and of each of its actions, to win the game or what else has
        been solved; None where nothing is known."""
        return None

    def make(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Solve everything anew and write FILE, whose hash is on record in the game's file
        (`python3 benchmarks/endgames.py GAME`)."""
        raise BadChoice(say("{game} has no endgames that are kept in a file.", game=self.game.id))
