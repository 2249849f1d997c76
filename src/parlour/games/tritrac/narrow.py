"""Tri-Trac's actions in parts: a tile, where it goes, and how it lies there.

0 .. CELLS      SPACE + 0 .. CELLS - 1      SIDE + 0 .. 2
the source      the cell it goes to         the side where its plain side is
or HAND
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .layout import CELLS, HAND, PLACES
from .moving import may_place
from .record import side_at
from .rows import FIT_ROW, handled, lowest, open_cells, turned_to

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


@rule
def menu(s, parts, depth, out):
    """Tiles that can go somewhere, cells where this one can lie, sides it can show there."""
    if depth == 0:
        return list_sources(s, out)
    if depth == 1:
        source = parts[0]
        cells = 0
        for side in range(3):
            cells |= goals(s, source, side)
        n = 0
        while cells != 0:
            out[n] = SPACE + lowest(cells)
            n += 1
            cells &= cells - 1
        return n
    if depth > 2:
        return 0
    n = 0
    for side in range(3):
        if goals(s, parts[0], side) >> parts[1] - SPACE & 1 != 0:
            out[n] = SIDE + side
            n += 1
    return n


@rule
@inline
def list_sources(s, out):
    """The hand is the last."""
    tiles = handled(s)
    n = 0
    while tiles != 0:
        source = lowest(tiles)
        tiles &= tiles - 1
        if goals(s, source, 0) | goals(s, source, 1) | goals(s, source, 2) != 0:
            out[n] = source
            n += 1
    if may_place(s) and goals(s, HAND, 0) | goals(s, HAND, 1) | goals(s, HAND, 2) != 0:
        out[n] = HAND
        n += 1
    return n


@rule
@inline
def goals(s, source, side):
    """The cells where the tile from this source can come to lie with this side plain, its own among them."""
    cells = open_cells(s) & FIT_ROW[side]
    if source == HAND:
        return cells
    if s.move_keeps_orientation != 0 and side != side_at(s, source):
        cells = 0
    return cells | turned_to(s, 1 << np.int64(source), side)


@rule
def whole(s, parts):
    """As `part` takes it apart."""
    return PLACES * np.int64(parts[0]) + 3 * (parts[1] - SPACE) + parts[2] - SIDE
