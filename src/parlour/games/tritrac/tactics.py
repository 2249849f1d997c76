"""What a search through Tri-Trac must find fast: whether two positions are the same, and who wins at once."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.contracts.tactics import NONE
from parlour.rules.kit import rule

from .layout import CELLS, HAND, PLACES
from .moving import lift, may_lie, may_place, may_take, set_down
from .record import PLAY, STRETCH, cell_of, kind_at, side_at, side_of
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
    for plain in range(3):
        for cell in range(CELLS):
            place = 3 * cell + plain
            if may_take(s, cell) and may_lie(s, cell, place) and completes(s, cell, plain):
                return PLACES * cell + place
        for cell in range(CELLS):
            place = 3 * cell + plain
            if may_lie(s, HAND, place) and completes(s, cell, plain):
                source = spare_tile(s, place)
                if source != NONE:
                    return PLACES * source + place
    return NONE


@rule
def spare_tile(s, place):
    """Where the tile that completes a track here can come from: the hand, or a tile that is no part of it."""
    if may_place(s):
        return HAND
    for source in range(CELLS):
        if may_take(s, source) and may_lie(s, source, place):
            kind, lies = kind_at(s, source), 3 * source + side_at(s, source)
            lift(s, kind, lies)
            whole = completes(s, cell_of(place), side_of(place))
            set_down(s, kind, lies)
            if whole:
                return source
    return NONE
