"""Tracks: is one complete, and can one ever be?

A track is followed from cell to cell: it leaves a tile by the side that is neither the plain one nor the one
by which it came in. Every tile has one track, so there is one way to follow (TRI-Q-01, TRI-Q-05). All tracks
that a board allows, for odds and bots, are in catalogue.py.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, allocates, rule

from .layout import ARROW, BEYOND, FITS, PLACES, RIB
from .record import OWN_OR_NEUTRAL, cell_of, kind_at, side_at, side_of, third_side

# ---------------------------------------------------------------- complete


@rule
def completes(s, cell, plain):
    """Is a track complete when a tile lies so? Then it leads from there to an arrow both ways, and these are
    two different ones. Any two will do. (TRI-WIN-1, TRI-Q-04)"""
    one = 1 if plain == 0 else 0
    other = third_side(plain, one)
    return comes_to_arrow(s, cell, one) and comes_to_arrow(s, cell, other)


@rule
def comes_to_arrow(s, start, side):
    """Does the track come to an arrow that leaves this cell by this side?"""
    cell = start
    while True:
        beyond = BEYOND[3 * cell + side]
        if is_arrow(beyond):
            return True  # TRI-OFF-2
        if beyond == start or not counts(s, beyond):
            return False  # a ring is nothing: TRI-Q-05; a chain with a gap neither: TRI-WIN-1, TRI-Q-11
        cell, side = beyond, way_out(s, beyond, side)
        if side == NOBODY:
            return False  # the tracks of the two tiles do not meet: TRI-WIN-1


@rule
def is_arrow(beyond):
    """What lies beyond a side is a cell, an arrow or a rib: is it an arrow? (TRI-GEO-1)"""
    return ARROW <= beyond < RIB


@rule
def counts(s, cell):
    """Is there a tile that may be part of the mover's track? Whosever it is, unless a house rule wants his
    own or the neutral one."""
    kind = kind_at(s, cell)
    return kind != NOBODY and (kind != 1 - s.turn or s.track_colours != OWN_OR_NEUTRAL)  # TRI-Q-03


@rule
def way_out(s, cell, side):
    """The side by which a track leaves the tile on this cell that meets it at that side. NOBODY: it does not
    run on, for a plain side is joined to nothing, not even to an arrow. (TRI-Q-06)"""
    plain = side_at(s, cell)
    return NOBODY if side == plain else third_side(plain, side)  # TRI-Q-01


# ---------------------------------------------------------------- sealed off


@rule
def sealed(s, seat):
    """Can this player never complete a track while the opponent's tiles lie as they do? (TRI-Q-22)"""
    for start in range(PLACES):
        if is_arrow(BEYOND[start]):
            if reaches_another(s, seat, start):
                return False
    return True


@rule
@allocates
def reaches_another(s, seat, start):
    """Could a track of this player's come from the arrow at this side of a cell to any other arrow?"""
    known = np.zeros(PLACES, np.bool_)  # the cells that it could enter, each by which side
    waiting = np.zeros(PLACES, np.int64)  # those of them from where it has not been followed yet
    waiting[0] = start
    n = 1
    while n > 0:
        n -= 1
        cell, side = cell_of(waiting[n]), side_of(waiting[n])
        for plain in range(3):
            if plain != side and could_lie(s, seat, cell, plain):
                leaving = third_side(plain, side)
                beyond = BEYOND[3 * cell + leaving]
                if is_arrow(beyond):
                    if 3 * cell + leaving != start:
                        return True
                elif not known[3 * beyond + leaving]:
                    known[3 * beyond + leaving] = True
                    waiting[n] = 3 * beyond + leaving
                    n += 1
    return False


@rule
def could_lie(s, seat, cell, plain):
    """Could a tile on this cell have this plain side, if the opponent's stay as they are? Every other cell
    counts as passable, in every way that fits. (TRI-Q-22)"""
    if kind_at(s, cell) == 1 - seat:
        return side_at(s, cell) == plain
    return FITS[3 * cell + plain]
