"""What a game's `narrow.py` defines: its actions in parts, each chosen from few, one after the other.

A game whose actions are combinations has thousands of codes: a set of chips, or a tile, a place and a turn.
A learner may rather choose one part after another. `part` is a rule (`@rule`); it must tell any two actions
that are legal at the same time apart by their parts. A game without the file has no narrow coding.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import rule

DEFINES = ("NARROW", "part")  # what drivers use
NONE = -1  # in the place of a part: there are no more

NARROW = 0  # how many codes of parts there are
HISTORY = ""  # what came with the version of the environments that plays by parts


@rule
def part(action, depth):
    """The code of an action's part, the first one at depth 0; NONE past the last."""
    return NONE


class NarrowFile(GameFile):
    """The contract of `narrow.py`."""

    NAME = "narrow"

    NARROW: int = NARROW
    HISTORY: str = HISTORY
    part = staticmethod(part)
