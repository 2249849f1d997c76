"""What a game's `careful.py` defines: how good a position is, as a few readable considerations.

    CONSIDERATIONS  a tuple of `Consideration`, in the order in which `consider` writes them
    SCALE           win chances are a softmax over the sides of their weighted sums divided by this
    consider(s, seat, out)
                    a `@rule`: write one number for each of them, from this seat's side, larger is better

The module may take names from its own `rules.py`, from `parlour.rules.kit` and from `parlour.rules.racing`.
Its rules are bound like those of `rules.py`, so they run plain, compiled, and inside a search. `s` is a whole
position or a guess at one, at a decision or before a roll, and never the end of a game. Where team mates
share a side, the sums of its seats are averaged.

A game without the file is played by playouts. Like the contract, this module is documentation and defaults at
once.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from dataclasses import dataclass

from parlour.rules.kit import rule
from parlour.text import Text

__all__ = ["Consideration"]


@dataclass(frozen=True)
class Consideration:
    """One thing that a careful player looks at."""

    name: str  # a short word for specs and tables: "race"
    words: Text  # a noun phrase that ends the sentence "This is best for ...": "the race home"
    weight: float


DEFINES = ("consider",)  # what drivers call; constants are read from the module itself
CONSIDERATIONS: tuple[Consideration, ...] = ()
SCALE = 1.0


@rule
def consider(s, seat, out):
    pass
