"""What a game's `tactics.py` defines: what lets a search through move after move go fast and far.

    identity(s)   a number of 64 bits, the same for positions that go on the same; 0 when the rules cannot say
    winning(s)    an action that wins for whoever is to act, at once; NONE when there is none, UNTOLD when
                  nobody has looked

Both are rules (`@rule`) and may take names from the game's `rules.py` and from `parlour.rules.kit`. A game
without the file is searched as well: positions are told apart by their bytes, and wins are found by trying.
Like the contract, this module is documentation and defaults at once.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

DEFINES = ("identity", "winning")
NONE, UNTOLD = -1, -2


@rule
def identity(s):
    return 0


@rule
def winning(s):
    return UNTOLD
