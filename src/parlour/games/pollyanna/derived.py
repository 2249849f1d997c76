"""The fields that only fast.py reads, worked out the slow way. Nothing is decided here.

    walls      for each seat the blockades that it cannot pass: on its way without turnouts, bit 0 for
               its place 1, and then for each seat those on its lines through turnouts.
    shut       likewise where it cannot land, by blockades and lone pieces on their colour; and the
               bits of NO_LANDING.
    tracks     what stands on each turnout and then on each Home Path, bit 0 for its first space.
    stacks     for each seat how many pairs of its own pieces share a space of the Broadway.
    menu       the legal decisions: in bits 0..7 and 8..15 those that begin with the `what` of bits
               16..19 and of bits 20..23, bit 2 * piece + route for each:

                   23..20   19..16   15 ........ 8   7 ......... 0
                   second   first     of the second   of the first
                   what     what      3 3 2 2 1 1 0 0 pieces, two routes each

               By the printed rules only; other decisions are listed when `legal` is asked.

A line is a die's way through a turnout: APPROACH places up to the branch, the turnout, and where it leads.
The lines of the three turnouts lie one behind the other in a word. Where they do not fit, or where a die
reaches from a turnout beyond the next entrance, there is no `menu`, and moves are looked up one by one.

       bit   0 .. 4     5 .. 11    12 .. 17   |  18 ..
             approach   turnout    behind it  |  the next line       (numbers of the printed board)
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import allocates, inline, rule

from .duties import legal
from .layout import (
    CHAIRS,
    CORNER,
    ENTRANCE,
    HOME,
    HOME_PATH,
    LOOP,
    MERGE,
    NOWHERE,
    SIDE,
    TURNOUT_LENGTH,
    TURNOUTS,
    branch_of,
    merge_of,
    space_at,
)
from .moving import can_stop, place_of
from .record import MAX_ACTIONS, OWN, PLAY, SIX, TEN, piece_of, size_of, what_of

APPROACH = SIX - 1
LINES_FIT = MERGE + APPROACH <= SIDE and TURNOUTS * (APPROACH + TURNOUT_LENGTH + SIX) < 64 and HOME < 64
LINE = TURNOUT_LENGTH + (APPROACH + SIX if LINES_FIT else 0)  # from one turnout's line to the next
LINE_START = APPROACH if LINES_FIT else 0  # where in its line a turnout begins


def _line_bits(place: int, *, near: bool) -> int:
    """Where a place of the way lies on the lines: behind a turnout and, with `near`, before it."""
    found = 0
    for turnout in range(1, CHAIRS if LINES_FIT else 1):
        start = LINE * (turnout - 1)
        behind, before = place - merge_of(turnout), place - branch_of(turnout) + APPROACH - 1
        if 0 <= behind < SIX:
            found |= 1 << start + APPROACH + TURNOUT_LENGTH + behind
        if near and 0 <= before < APPROACH:
            found |= 1 << start + before
    return found


# [space, seat], and then CHAIRS + seat for the lines: what belongs to one space lies together. These are the
# bits of blockades; a piece that goes by a line cannot land before the branch, so LAND_BIT has none there.
WALL_BIT = np.zeros((NOWHERE + 1, 2 * CHAIRS), np.int64)
LAND_BIT = np.zeros((NOWHERE + 1, 2 * CHAIRS), np.int64)
for _seat in range(CHAIRS):
    for _p in range(1, HOME_PATH):
        _rows = [_seat, CHAIRS + _seat]
        WALL_BIT[space_at(_seat, _p), _rows] = 1 << _p - 1, _line_bits(_p, near=True)
        LAND_BIT[space_at(_seat, _p), _rows] = 1 << _p - 1, _line_bits(_p, near=False)
# By space: which of `tracks` it belongs to, and where there, if it does.
TRACK_OF = np.zeros(NOWHERE + 1, np.uint8)
TRACK_BIT = np.zeros(NOWHERE + 1, np.uint32)
for _seat in range(CHAIRS):
    for _i in range(TURNOUT_LENGTH):
        TRACK_OF[LOOP + TURNOUT_LENGTH * _seat + _i] = _seat
        TRACK_BIT[LOOP + TURNOUT_LENGTH * _seat + _i] = 1 << _i
    for _p in range(HOME_PATH, HOME):
        TRACK_OF[space_at(_seat, _p)] = CHAIRS + _seat
        TRACK_BIT[space_at(_seat, _p)] = 1 << _p - HOME_PATH
# Where nobody ever lands: beyond HOME, and on a line before the branch and beyond the lines. The highest bit
# is one of them, and comes in from above when a word is shifted down.
NO_LANDING = np.zeros(2 * CHAIRS, np.int64)
if LINES_FIT:
    NO_LANDING[:CHAIRS] = -(1 << HOME)
    NO_LANDING[CHAIRS:] = -(1 << LINE * TURNOUTS) | sum(
        (1 << APPROACH) - 1 << LINE * t for t in range(TURNOUTS)
    )


@rule
@allocates
def derive(s):
    """The fields that only speed needs, from those that say where everything is."""
    for row in range(2 * CHAIRS):
        s.walls[row] = 0
        s.shut[row] = NO_LANDING[row]
        s.tracks[row] = 0
    for seat in range(CHAIRS):
        s.stacks[seat] = 0
    for space in range(NOWHERE):
        if s.board[space] != 0:
            notice_pieces(s, space)
    s.menu = menu_of(s)


@rule
def notice_pieces(s, space):
    """What the pieces on this space mean for every seat."""
    there = s.board[space]
    s.tracks[TRACK_OF[space]] |= TRACK_BIT[space]
    for seat in range(CHAIRS):
        own = size_of(there & OWN[seat])
        s.stacks[seat] += own * (own - 1) // 2
        place = place_of(seat, space)
        if space < LOOP and place <= ENTRANCE:
            for row in (seat, CHAIRS + seat):
                if size_of(there) > 1:
                    s.walls[row] |= WALL_BIT[space, row]
                if not can_stop(s, seat, place):
                    s.shut[row] |= LAND_BIT[space, row]


@rule
@inline
def printed(s):
    """Are dice and rewards played by the printed rules? Then `menu` holds what may be done."""
    house = s.start_first | s.sum_six_optional | s.start_respects_max_stack | s.sum_is_one_move | s.max_dice
    house |= s.single_die_choice | s.reward_mandatory | s.reward_timing | s.reward_into_home
    return LINES_FIT and house | s.reward_must_save_die == 0


@rule
@allocates
def menu_of(s):
    """What `menu` holds in this position."""
    if s.phase != PLAY or not printed(s):
        return 0
    out = np.zeros(MAX_ACTIONS, np.int64)
    n = legal(s, out)
    if n == 0:
        return 0
    first, second = np.int64(s.left[0]), np.int64(s.left[1])
    if s.rewards > 0:
        first, second = np.int64(TEN), np.int64(TEN + 1)  # PASS comes right behind TEN
    elif s.pieces[s.mover, piece_of(out[0])] == CORNER:
        first, second = what_of(out[0]), np.int64(0)
    menu = first << 16 | second << 20
    for i in range(n):
        menu |= 1 << (out[i] & 7) + (0 if what_of(out[i]) == first else 8)
    return menu
