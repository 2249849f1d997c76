"""What a game's `careful.py` defines: how good a position is, as a few readable considerations.

The module may take names from the rules beside it, from `parlour.rules.kit`, and from what games share.
Its rules are bound like those of `rules.py`, so they run plain, compiled, and inside a search; that is why
their defaults are functions of this module. `s` is a whole position or a guess at one, at a decision or
before a roll, and never the end of a game. Where team mates share a side, the sums of its seats are
averaged.

A game without the file is played by playouts.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from dataclasses import dataclass

from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import rule
from parlour.text import Text

__all__ = ["CarefulFile", "Consideration"]


@dataclass(frozen=True)
class Consideration:
    """One thing that a careful player looks at."""

    name: str  # a short word for specs and tables: "race"
    words: Text  # a noun phrase that ends the sentence "Better than the second best: ...": "the race home"
    weight: float
    plain: bool = False  # is it so plain that no beginner overlooks or misjudges it?
    obvious: bool = False  # or so that nobody overlooks it, though one may be wrong about how much it counts?
    spaces: float = 0.0  # so many spaces make a difference of one, where it can be told in spaces;
    chance: bool = False  # or is it a chance, or the sum of some?


DEFINES = ("consider", "sensible", "mixture")  # what drivers call
EVERYTHING = -1


@rule
def consider(s, seat, out):
    """Write one number for each of the CONSIDERATIONS, from this seat's side, larger is better."""


@rule
def sensible(s, out):
    """Write the legal actions that a person would think of, and say how many: at least one where any is
    legal. EVERYTHING when these are all of them, and none is written.

    It is for actions that nobody needs to weigh: a price that the other cannot pay, one of many ways to hand
    over the same sum."""
    return EVERYTHING


@rule
def mixture(s, out, odds):
    """Write actions and their odds, and say how many, where one decides in secret while others do, and would
    lose by being predictable, the most daring last; 0 where there is nothing to be mixed."""
    return 0


class CarefulFile(GameFile):
    """The contract of `careful.py`."""

    NAME = "careful"
    NEEDED = ("CONSIDERATIONS", "consider")

    CONSIDERATIONS: tuple[Consideration, ...] = ()
    """What a careful player looks at, in the order in which `consider` writes them."""

    SCALE: float = 1.0
    """Win chances are a softmax over the sides of their weighted sums divided by this."""

    consider = staticmethod(consider)
    sensible = staticmethod(sensible)
    mixture = staticmethod(mixture)
