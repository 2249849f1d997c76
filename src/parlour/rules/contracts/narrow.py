"""What a game's `narrow.py` defines: its actions in parts, each chosen from few, one after the other.

A game whose actions are combinations has thousands of codes: a set of chips, or a tile, a place and a turn.
A learner may rather choose one part after another. `part` is a rule (`@rule`); it must tell any two actions
that are legal at the same time apart by their parts. A game without the file has no narrow coding.

That is enough. Drivers then list all legal actions and sort them by their parts, which takes long where
there are hundreds. A game may also say at once which parts can follow those chosen so far (`menu`), and which
action they make in the end (`whole`), in all positions or in some.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import UNMARKED, rule

DEFINES = ("NARROW", "part", "menu", "whole")  # what drivers use
MOST_PARTS = 16  # of an action
NONE = -1  # in the place of a part: there are no more

NARROW = 0  # how many codes of parts there are
HISTORY = ""  # what came with the version of the environments that plays by parts


@rule
def part(action, depth):
    """The code of an action's part, the first one at depth 0; NONE past the last."""
    return NONE


@rule
def menu(s, parts, depth, out):
    """Write the codes that may come next behind the first `depth` of `parts`, in ascending order; how many,
    0 behind the last part. UNMARKED, which a position says at depth 0 or never: actions are to be listed."""
    return UNMARKED


@rule
def whole(s, parts):
    """The action that these parts make, where `menu` has led to them."""
    return NONE


class NarrowFile(GameFile):
    """The contract of `narrow.py`."""

    NAME = "narrow"

    NARROW: int = NARROW
    HISTORY: str = HISTORY
    part = staticmethod(part)
    menu = staticmethod(menu)
    whole = staticmethod(whole)
