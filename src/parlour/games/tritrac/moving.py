"""What a turn can be: the tile that is handled, how it may lie, and what handling it does.

A turn takes one tile from a source, the hand or a cell, and lets it lie in a place, a cell and a plain side.
It is legal if the mover may take the tile (`may_take`) and it may lie so (`may_lie`).
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, inline, rule

from .layout import CELLS, CENTRE, FITS, HAND, NOWHERE, PLACES
from .record import (
    CHAIRS,
    FREE,
    LOTS,
    NEUTRAL,
    ONE_TURN,
    PLAY,
    cell_of,
    kind_at,
    side_at,
    side_of,
)

# ---------------------------------------------------------------- what is legal


@rule
def legal(s, out):
    """The ways to bring each tile to another cell, those of the hand first; then the ways to turn one.
    Nothing else is a turn (TRI-MOVE-5, TRI-Q-17), and nobody is bound to win or to block (TRI-Q-19)."""
    if s.phase == LOTS:
        for seat in range(CHAIRS):
            out[seat] = seat  # TRI-Q-20
        return CHAIRS
    if s.phase != PLAY:
        return 0
    n = list_ways(s, out, 0, HAND)  # TRI-MOVE-1
    for cell in range(CELLS):
        n = list_ways(s, out, n, cell)  # TRI-MOVE-2
    for side in range(3):
        for cell in range(CELLS):
            if may_take(s, cell) and may_lie(s, cell, 3 * cell + side):  # TRI-MOVE-3
                out[n] = PLACES * cell + 3 * cell + side
                n += 1
    return n


@rule
def list_ways(s, out, n, source):
    """Write, behind n others, the ways in which the tile from this source can come to another cell."""
    if may_take(s, source):
        for side in range(3):
            for cell in range(CELLS):
                if cell != source and may_lie(s, source, 3 * cell + side):
                    out[n] = PLACES * source + 3 * cell + side
                    n += 1
    return n


@rule
def may_take(s, source):
    """May the mover take a tile from his hand, or lift or turn the one on this cell?"""
    if source == HAND:
        return may_place(s)
    kind = kind_at(s, source)
    if kind == NEUTRAL:
        return may_handle_neutral(s)
    return kind == s.turn and s.ply >= 3  # TRI-OPP-1; TRI-FIRST-1, TRI-Q-13


@rule
@inline
def may_place(s):
    """Is there a tile in hand? P1 first places the neutral one, then everybody his own."""
    return s.ply == 0 or s.hand[s.turn] > 0  # TRI-NEUTRAL-1, TRI-MOVE-1


@rule
@inline
def may_handle_neutral(s):
    """In place of an own tile (TRI-NEUTRAL-2, TRI-TURN-1), unless the opponent alone may; even to win."""
    if s.ply < 2:  # from the third turn on (TRI-FIRST-2)
        return False  # TRI-FIRST-1, TRI-Q-12
    return s.lock == FREE or s.lock == s.turn + 1  # TRI-NEUTRAL-3, TRI-NEUTRAL-4, TRI-Q-15


@rule
def may_lie(s, source, place):
    """May the tile from this source then lie so?"""
    cell, side = cell_of(place), side_of(place)
    if not FITS[place]:
        return False  # TRI-OFF-1, TRI-Q-09, TRI-Q-23; other tiles lie as they lay: TRI-Q-25
    if cell == source:
        return side != side_at(s, cell) or s.allow_null != 0  # TRI-PASS-1, TRI-Q-07
    if kind_at(s, cell) != NOBODY:
        return False  # TRI-MOVE-1, TRI-MOVE-2
    if s.ply == 0:
        return CENTRE[cell]  # TRI-NEUTRAL-1
    if source != HAND and s.move_keeps_orientation != 0:
        return side == side_at(s, source)  # TRI-Q-08
    return True  # with or without neighbours, near or far: TRI-MOVE-4, TRI-Q-16


@rule
def can_act(s):
    """Can the mover do anything at all?"""
    for source in range(CELLS + 1):  # the last one is the HAND
        if may_take(s, source):
            for place in range(PLACES):
                if may_lie(s, source, place):
                    return True
    return False


# ---------------------------------------------------------------- what a turn does


@rule
def handle(s, source, place):
    """Take the tile from this source and let it lie so. Returns whose it is."""
    if source != HAND:
        kind = kind_at(s, source)
        lift(s, kind, 3 * source + side_at(s, source))  # TRI-MOVE-2, TRI-MOVE-3
    elif s.neutral == NOWHERE:
        kind = NEUTRAL  # TRI-NEUTRAL-1
    else:
        kind = s.turn
        s.hand[kind] -= 1  # TRI-MOVE-1
    set_down(s, kind, place)
    return kind


@rule
@inline
def lift(s, kind, place):
    """Take a tile off its cell. That may break a track, anybody's. (TRI-Q-10)"""
    here = 1 << cell_of(place)
    s.plain[side_of(place)] &= ~here
    if kind == NEUTRAL:
        s.neutral = NOWHERE
    else:
        s.own[kind] &= ~here


@rule
@inline
def set_down(s, kind, place):
    """A tile comes to lie in a cell, its plain side to one of three."""
    here = 1 << cell_of(place)
    s.plain[side_of(place)] |= here
    if kind == NEUTRAL:
        s.neutral = cell_of(place)
    else:
        s.own[kind] |= here


@rule
@inline
def change_lock(s, kind):
    """The mover has handled a tile of this kind: who may handle the neutral one next?"""
    if kind == NEUTRAL:
        s.lock = s.turn + 1  # he alone: TRI-NEUTRAL-3; to place it first of all counts as well: TRI-Q-12
    elif s.lock == s.turn + 1:
        s.lock = FREE  # he has left it alone: TRI-NEUTRAL-4, TRI-Q-14
    elif s.neutral_lock == ONE_TURN:
        s.lock = FREE  # the opponent's bar was for this turn only: TRI-Q-14
