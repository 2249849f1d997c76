"""Rows: whole sets of cells at once, one bit for each, for fast.py and for bots, who look at every cell.

They say again what moving.py says of one tile and one place: which tiles may be handled, where one can go.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .layout import CELLS, CENTRE, FITS
from .moving import may_handle_neutral

ALL = (1 << CELLS) - 1
CENTRE_ROW = sum(1 << cell for cell in range(CELLS) if CENTRE[cell])
# FIT_ROW[side]: the cells that take a tile with its plain side there.
FIT_ROW = np.array([sum(1 << c for c in range(CELLS) if FITS[3 * c + side]) for side in range(3)], np.int64)
ANY_FITS = int(np.bitwise_or.reduce(FIT_ROW))


@rule
@inline
def count(cells):
    """How many cells a set has. (One instruction, once compiled.)"""
    n = 0
    while cells != 0:
        cells &= cells - 1
        n += 1
    return n


@rule
@inline
def lowest(cells):
    """The first cell of a row that is not empty."""
    return count((cells & -cells) - 1)


@rule
@inline
def occupied(s):
    """The cells on which a tile lies."""
    return s.plain[0] | s.plain[1] | s.plain[2]


@rule
@inline
def handled(s):
    """The tiles on the board that the mover may move or turn."""
    cells = s.own[s.turn] if s.ply >= 3 else 0
    if may_handle_neutral(s):
        cells |= 1 << s.neutral
    return cells


@rule
@inline
def open_cells(s):
    """The cells to which a tile can come."""
    cells = ALL & ~occupied(s)
    return cells & CENTRE_ROW if s.ply == 0 else cells


@rule
@inline
def turned_to(s, cells, side):
    """Which of these tiles can be turned so that this is their plain side?"""
    cells &= FIT_ROW[side]
    return cells if s.allow_null != 0 else cells & ~s.plain[side]
