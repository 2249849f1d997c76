"""What a search through Tri-Trac must find fast: whether two positions are the same, and who wins at once."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.contracts.tactics import NONE
from parlour.rules.kit import rule

from .layout import HAND, PLACES
from .moving import lift, may_place, set_down
from .record import PLAY, STRETCH, kind_at, side_at
from .rows import FIT_ROW, handled, lowest, open_cells, turned_to
from .tracks import completes

NEAR = 24  # turns before the draw for want of placements (TRI-Q-21) from which their number matters


@rule
def identity(s):
    """Tiles, turn and lock, as the rules tell positions apart (TRI-Q-21); near a draw also how near it is."""
    left = STRETCH[s.quiet_plies] - s.quiet
    return s.hash ^ left << 48 if left < NEAR else s.hash


@rule
def winning(s):
    """An action that completes a track (TRI-WIN-1): a tile that is turned, or one that comes to a free cell.

    To take a tile away never completes one, so a track must first be whole with every tile where it lies."""
    if s.phase != PLAY or s.ply == 0:
        return NONE
    tiles = handled(s)
    for plain in range(3):
        cells = turned_to(s, tiles, plain)
        while cells != 0:
            cell = lowest(cells)
            cells &= cells - 1
            if completes(s, cell, plain):
                return PLACES * cell + 3 * cell + plain
        cells = open_cells(s) & FIT_ROW[plain]
        while cells != 0:
            cell = lowest(cells)
            cells &= cells - 1
            if completes(s, cell, plain):
                source = spare_tile(s, tiles, cell, plain)
                if source != NONE:
                    return PLACES * source + 3 * cell + plain
    return NONE


@rule
def spare_tile(s, tiles, cell, plain):
    """Where the tile that completes a track here can come from: the hand, or a tile that is no part of it."""
    if may_place(s):
        return HAND
    while tiles != 0:
        source = lowest(tiles)
        tiles &= tiles - 1
        side = side_at(s, source)
        if s.move_keeps_orientation == 0 or side == plain:
            kind = kind_at(s, source)
            lift(s, kind, 3 * source + side)
            whole = completes(s, cell, plain)
            set_down(s, kind, 3 * source + side)
            if whole:
                return source
    return NONE
