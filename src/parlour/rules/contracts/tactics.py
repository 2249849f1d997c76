"""What a game's `tactics.py` defines: what lets a search through move after move go fast and far.

Both are rules (`@rule`) and may take names from the game's `rules.py` and from `parlour.rules.kit`. A game
without the file is searched as well: positions are told apart by their bytes, and wins are found by trying.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import rule

DEFINES = ("identity", "winning")  # what drivers call
NONE, UNTOLD = -1, -2


@rule
def identity(s):
    """A number of 64 bits, the same for positions that go on the same; 0 when the rules cannot say."""
    return 0


@rule
def winning(s):
    """An action that wins for whoever is to act, at once; NONE when there is none, UNTOLD when nobody has
    looked."""
    return UNTOLD


class TacticsFile(GameFile):
    """The contract of `tactics.py`."""

    NAME = "tactics"

    identity = staticmethod(identity)
    winning = staticmethod(winning)
