"""Tri-Trac's actions in parts: a tile, where it goes, and how it lies there.

0 .. CELLS      SPACE + 0 .. CELLS - 1      SIDE + 0 .. 2
the source      the cell it goes to         the side where its plain side is
or HAND
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

from .layout import CELLS, PLACES

HISTORY = "Actions in parts: a tile, where it goes, how it lies there. 56 codes instead of 2,106."

SPACE = CELLS + 1
SIDE = SPACE + CELLS
NARROW = SIDE + 3
NONE = -1


@rule
def part(action, depth):
    """Every action has three parts."""
    if depth == 0:
        return action // PLACES
    if depth == 1:
        return SPACE + action % PLACES // 3
    return SIDE + action % 3 if depth == 2 else NONE
