"""What a game's `measures.py` defines: what the lab counts in this game beyond what it counts in every one.

Both functions are rules (`@rule`), compiled with those of `rules.py`; they may take names from the rules
beside them and from `parlour.rules.kit`. A game without the file is measured all the same: then whoever is
first to decide counts as the one who begins, and nothing of the game's own is counted.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import NOBODY, rule
from parlour.text import Text, say

__all__ = ["Counted", "MeasuresFile"]


@dataclass(frozen=True)
class Counted:
    """One thing of a game's own that the lab counts, game by game."""

    name: str  # a short word for tables and files: "blockades"
    words: Text  # what it is, as the head of a row
    meaning: Text  # one sentence that says what is counted


DEFINES = ("first", "count")  # what drivers call


@rule
def first(s):
    """The seat that begins the game, once that is settled; until then NOBODY. It is asked before every roll
    until it names a seat; whoever decides first begins, where it names none before."""
    return NOBODY


@rule
def count(s, action, out):
    """Add what this roll or decision is about to do to out, one number for each of COUNTED."""


class MeasuresFile(GameFile):
    """The contract of `measures.py`."""

    NAME = "measures"

    COUNTED: tuple[Counted, ...] = ()
    """What `count` adds up, in the order in which it writes."""

    CAPTURES: str = "captures"
    """Which of the rules' TALLIES counts pieces of others that are captured; the lab shows where. A game that
    has no such tally leaves it."""

    @cached_property
    def TALLY_WORDS(self) -> Mapping[str, Text]:
        """What the rules' TALLIES are called, to be translated."""
        return {name: say("{name}", name=name) for name in self.game.plain.TALLIES}

    first = staticmethod(first)
    count = staticmethod(count)
