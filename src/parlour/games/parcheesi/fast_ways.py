"""Ways as bits, for fast.py: what four pawns see ahead of them in one number.

way        spaces ahead of a seat, one bit each: bit 0 is progress 1. A way is longer than a number: `near`
           begins at progress 1, `far` at CUT + 1. A pawn before CUT sees as far as any move goes in the
           first, every other sees all that is left in the second.
lanes      what four pawns see ahead in one number, LANE counts each, so that one shift asks all of them.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .layout import ARM, CHAIRS, ENTER, HOME, HOME_ENTRY, PAWNS, START
from .record import CAPTURE_BONUS

BITS = 63
CUT = min(BITS + 1 - CAPTURE_BONUS, HOME_ENTRY)


def ones(low: int, high: int) -> int:
    """The bits low..high-1 of a number."""
    return sum(1 << i for i in range(low, min(high, BITS)))


# What an arm of the loop adds to the way, counted from the seat's own arm, and where its bits go.
ARM_KEPT = tuple(ones(0, min(ARM, HOME_ENTRY + 1 - ARM * k)) for k in range(CHAIRS))
ARM_SHIFT = tuple(min(max(ARM * k - 1, 0), BITS) for k in range(CHAIRS))
PATH_KEPT, PATH_SHIFT = ones(0, BITS - HOME_ENTRY), min(HOME_ENTRY, BITS)
BEYOND_NEAR, BEYOND_FAR = ones(HOME, BITS), ones(HOME - CUT, BITS)  # past HOME no pawn goes

# The bit of a progress on the loop or the home path.
NEAR = np.array([ones(p - 1, p) if 0 < p < HOME else 0 for p in range(START, HOME + 1)], np.int64)
FAR = np.array(
    [ones(p - 1 - CUT, p - CUT) if CUT < p < HOME else 0 for p in range(START, HOME + 1)], np.int64
)

LANE, LANE_WIDTH = ones(0, 15), 16
LANES = sum(1 << LANE_WIDTH * pawn for pawn in range(PAWNS))
ALL_PAWNS = ones(0, PAWNS)
# Brings the lowest bits of all lanes together, from bit 3 * LANE_WIDTH on.
GATHER = sum(1 << 3 * LANE_WIDTH - (LANE_WIDTH - 1) * pawn for pawn in range(PAWNS))

PAIRED = np.array(
    [(i, j) for i in range(PAWNS) for j in range(i + 1, PAWNS)], np.int64
)  # by the number of their bit in `locks`
SETS = 1 << 2 * PAWNS
NTH = np.array(  # NTH[set, k]: its k-th bit
    [[*(b for b in range(2 * PAWNS) if i >> b & 1), *[0] * (2 * PAWNS - i.bit_count())] for i in range(SETS)],
    np.uint8,
)


@rule
@inline
def along(first, second, third, fourth):
    """The arms of the loop, from a seat's own on, as its way."""
    return (
        (first & ARM_KEPT[0]) >> 1
        | (second & ARM_KEPT[1]) << ARM_SHIFT[1]
        | (third & ARM_KEPT[2]) << ARM_SHIFT[2]
        | (fourth & ARM_KEPT[3]) << ARM_SHIFT[3]
    )


@rule
@inline
def walls_on_loop(s, seat):
    """The blockades of the loop, as this seat comes by them."""
    return along(s.walls[seat], s.walls[seat + 1 & 3], s.walls[seat + 2 & 3], s.walls[seat + 3 & 3])


@rule
@inline
def walls_ahead(s, seat, progress):
    """The blockades ahead of this progress, bit 0 being the next space: anybody's on the loop up to
    the turn into the home path, one's own on that path. Opponents beyond
    that turn are on no way of the mover's."""
    path = s.walls[CHAIRS + seat]
    if progress < HOME_ENTRY:
        return walls_on_loop(s, seat) >> progress | path << (HOME_ENTRY - progress)
    return path >> (progress - HOME_ENTRY)


@rule
@inline
def from_here(near, far, at):
    """The spaces ahead of a pawn."""
    return (far if at >= CUT else near) >> (at - CUT if at >= CUT else at)


@rule
@inline
def reach(near_walls, far_walls, near_shut, far_shut, at):
    """The spaces up to the first wall that one can land on."""
    walls = from_here(near_walls, far_walls, at)
    return (walls ^ (walls - 1)) & ~from_here(near_shut, far_shut, at)


@rule
@inline
def in_lanes(a, b, c, d):
    """Four short ways side by side in one number, so that four pawns are asked at once."""
    return a & LANE | (b & LANE) << LANE_WIDTH | (c & LANE) << 2 * LANE_WIDTH | (d & LANE) << 3 * LANE_WIDTH


@rule
@inline
def who_can(lanes, count):
    """The pawns that have this count in their lanes, as bits."""
    return pawns_in(lanes >> (count - 1) & LANES)


@rule
@inline
def pawns_in(lanes):
    """The pawns that have the lowest bit in their lanes, which have no other."""
    return int(lanes) * GATHER >> 3 * LANE_WIDTH & ALL_PAWNS


@rule
@inline
def place_on_way(s, pawn):
    """The pawn's progress; HOME for one in START, which has no way ahead either."""
    progress = s.pawns[s.turn, pawn]
    return HOME if progress == START else progress


@rule
@inline
def ways_of(s, near_mates):
    """The walls on the mover's way, near and far, and all spaces where it cannot land, near and far."""
    me = s.turn
    guards = along(s.guards[me], s.guards[me + 1 & 3], s.guards[me + 2 & 3], s.guards[me + 3 & 3])
    guards &= ~near_mates  # beside an opponent nobody lands there
    loop = walls_on_loop(s, me)
    path = s.walls[CHAIRS + me]
    near = loop | (path & PATH_KEPT) << PATH_SHIFT | BEYOND_NEAR
    far = loop >> CUT | path << (HOME_ENTRY - CUT) | BEYOND_FAR
    return near, far, near | guards, far | guards >> CUT


@rule
@inline
def lanes_of(s):
    """Lanes of the counts that each of the mover's pawns can take (see can_move), and of where its
    mates stand ahead of it; and the counts that a pawn on ENTER could take."""
    a, b, c, d = place_on_way(s, 0), place_on_way(s, 1), place_on_way(s, 2), place_on_way(s, 3)
    near_mates = NEAR[a + 1] | NEAR[b + 1] | NEAR[c + 1] | NEAR[d + 1]
    far_mates = FAR[a + 1] | FAR[b + 1] | FAR[c + 1] | FAR[d + 1]
    near, far, near_shut, far_shut = ways_of(s, near_mates)
    lanes = in_lanes(
        reach(near, far, near_shut, far_shut, a),
        reach(near, far, near_shut, far_shut, b),
        reach(near, far, near_shut, far_shut, c),
        reach(near, far, near_shut, far_shut, d),
    )
    mates = in_lanes(
        from_here(near_mates, far_mates, a),
        from_here(near_mates, far_mates, b),
        from_here(near_mates, far_mates, c),
        from_here(near_mates, far_mates, d),
    )
    if s.locks != 0:
        lanes = bar_locked_mates(s, lanes)
    return lanes, mates, reach(near, far, near_shut, far_shut, ENTER) & LANE


@rule
def bar_locked_mates(s, lanes):
    """Take out the counts that would bring locked pairs together again."""
    locks = s.locks
    while locks != 0:
        pawn, mate = locked_pair(s, locks)
        locks &= locks - 1
        count = s.pawns[s.turn, mate] - s.pawns[s.turn, pawn]
        if 0 < count < LANE_WIDTH and s.pawns[s.turn, mate] < HOME:
            lanes &= ~(1 << LANE_WIDTH * pawn + count - 1)
    return lanes


@rule
@inline
def locked_pair(s, locks):
    """The first of these pairs, the hindmost pawn first."""
    pair = NTH[locks, 0]
    one, two = PAIRED[pair, 0], PAIRED[pair, 1]
    if s.pawns[s.turn, one] <= s.pawns[s.turn, two]:
        return one, two
    return two, one
