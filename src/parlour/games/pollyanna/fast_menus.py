"""What may be played by the printed rules, worked out as bits: part of fast.py, which alone asks for it.

The words `walls` and `shut` of a seat, shifted down to a piece, show what lies ahead of it; so all counts of
a piece, or one count of all pieces, are found at once. Whether the other die can still be played is asked
only of first moves that leave a doubt.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .derived import APPROACH, LAND_BIT, LINE, LINE_START, LINES_FIT, NO_LANDING, WALL_BIT
from .duties import worth_of_rest
from .layout import (
    CHAIRS,
    FIRST_TURNOUT,
    HOME,
    HOME_PATH,
    PLACES,
    TURNOUT_LENGTH,
    TURNOUTS,
    branch_of,
    space_at,
)
from .moving import can_start, can_take, goal_of, is_twin, move, remember, spend, take_back
from .record import (
    FRIENDS,
    LARGEST_STACK,
    NO,
    PARTNER,
    PIECES,
    SIX,
    SUM_SIX,
    TEN,
    first_in_corner,
    size_of,
    space_of,
)

PAIRS = np.array([-1 if count == 1 else 0 for count in range(16)], np.int64)  # does one more make a blockade?


def siding_bit(place: int) -> int:
    """Where a turnout space lies on the lines."""
    turnout, at = divmod(place - FIRST_TURNOUT, TURNOUT_LENGTH)
    return 1 << LINE * turnout + LINE_START + at


@rule
@inline
def on_path(s, seat):
    """What stands on a seat's Home Path, as bits of `walls`."""
    return np.int64(s.tracks[CHAIRS + seat]) << HOME_PATH - 1


@rule
@inline
def on_turnouts(s, seat):
    """What stands on the turnouts ahead of a seat, as bits of its line."""
    found = np.int64(0)
    for turnout in range(TURNOUTS):
        found |= np.int64(s.tracks[seat + turnout + 1 & 3]) << LINE * turnout + LINE_START
    return found


# ---------------------------------------------------------------- reach, as bits
# By place & 127, which makes CORNER the last: how far the word of the way, or that of the lines for a piece
# on a turnout, is shifted down to show what lies ahead; and that of the lines for the route TURNOUT. A shift
# by NOT_HERE leaves nowhere to land.
NOT_HERE = 63
AHEAD = np.full(128, NOT_HERE, np.uint8)
ASIDE = np.full(128, NOT_HERE, np.uint8)
ON_WAY = np.full(128, NOT_HERE, np.uint8)  # the same as AHEAD, but on the way only
# By place & 127, as bits of the way: a piece there, and the same space for the partner. As bits of the way
# and of the lines: a piece there on a single track.
HERE = np.zeros(128, np.int64)
ACROSS = np.zeros(128, np.int64)
ON_PATH = np.zeros(128, np.int64)
ON_TURNOUT = np.zeros(128, np.int64)
for _p in range(PLACES if LINES_FIT else 0):
    if _p < HOME:
        AHEAD[_p] = ON_WAY[_p] = _p
        HERE[_p] = 1 << _p >> 1
        ACROSS[_p] = WALL_BIT[space_at(0, _p), PARTNER[0]]
        ON_PATH[_p] = HERE[_p] if _p >= HOME_PATH else 0
        for _turnout in range(TURNOUTS):
            if 0 <= branch_of(_turnout + 1) - _p <= APPROACH:
                ASIDE[_p] = LINE * _turnout + APPROACH - (branch_of(_turnout + 1) - _p)
    elif _p > HOME:
        AHEAD[_p] = siding_bit(_p).bit_length()
        ON_TURNOUT[_p] = siding_bit(_p)

CROWDED = sum(1 << p - 1 for p in range(HOME_PATH, HOME)) | int(NO_LANDING[0])  # places that are always so
LANES = 1 << 48 | 1 << 32 | 1 << 16 | 1  # the lowest bits of a word for each piece
# [count]: shifts that one after the other spread a bit over the count - 1 places from which it is passed
SMEAR = np.array(
    [[63] * 4, [63, 0, 0, 0], [0] * 4, [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 2, 0], [0, 1, 2, 1]], np.uint8
)
GATHER = 1 << 48 | 1 << 34 | 1 << 20 | 1 << 6  # times this, two low bits of each are bits 48..55


@rule
@inline
def obstacles(s, seat):
    """What this seat cannot pass, and where it cannot land: on the way, and on its lines."""
    path = on_path(s, seat)
    turnouts = on_turnouts(s, seat)
    way = s.walls[seat] | path, s.shut[seat] | path
    return way, (s.walls[CHAIRS + seat] | turnouts, s.shut[CHAIRS + seat] | turnouts)


@rule
@inline
def lines(s):
    """By what counts each piece of the mover may go, way and landing: 16 bits for each piece, in which bit c
    is a count of c; STRAIGHT, on the way even up to LONGEST, and by TURNOUT."""
    way, line = obstacles(s, np.int64(s.mover))
    straight = 0
    branching = 0
    for piece in range(PIECES):
        at = np.int64(s.pieces[s.mover, piece]) & 127
        aside = at > HOME
        walls, shut = line[0] if aside else way[0], line[1] if aside else way[1]
        straight |= reach(walls, shut, np.int64(AHEAD[at])) << 16 * piece
        branching |= reach(line[0], line[1], np.int64(ASIDE[at])) << 16 * piece
    return straight << 1, branching << 1


@rule
@inline
def reach(walls, shut, by):
    """By what counts one goes on there, bit 0 for a count of 1: up to the first wall, where one may land."""
    ahead = int(walls >> by)  # x ^ x - 1 are all bits up to the lowest of x
    return (ahead ^ ahead - 1) & ~int(shut >> by) & 0xFFF


@rule
@inline
def by_count(straight, branching, count):
    """Of lines(), who moves by this count: bit 2 * piece + route."""
    count = int(count)
    return ((straight >> count & LANES) | (branching >> count & LANES) << 1) * GATHER >> 48 & 255


@rule
@inline
def by_one_count(s, count):
    """The same where only one count is of interest, which is quicker."""
    way, line = obstacles(s, np.int64(s.mover))
    on_way = stuck(way[0], way[1], count)
    on_line = stuck(line[0], line[1], count)
    found = 0
    for piece in range(PIECES):
        at = np.int64(s.pieces[s.mover, piece]) & 127
        found |= ((on_line if at > HOME else on_way) >> np.int64(AHEAD[at]) & 1) << 2 * piece
        found |= (on_line >> np.int64(ASIDE[at]) & 1) << 2 * piece + 1
    return found ^ 255


@rule
@inline
def stuck(walls, shut, count):
    """From where one cannot go by this count, bit p for place p: one would pass a wall or cannot land."""
    passed = walls >> np.int64(SMEAR[count, 0])
    passed |= passed >> np.int64(SMEAR[count, 1])
    passed |= passed >> np.int64(SMEAR[count, 2])
    passed |= passed >> np.int64(SMEAR[count, 3])
    return passed | shut >> count - 1


# ---------------------------------------------------------------- the menu

# [does a piece wait in the corner, high, low]: 1 + what may start it with these dice (0: none is left), or 0
SIX_IN = np.zeros((2, 8, 8), np.uint8)
SIX_IN[1, SIX, :] = SIX_IN[1, :, SIX] = 1 + SIX
for _die in range(1, SIX):
    SIX_IN[1, _die, SIX - _die] = 1 + SUM_SIX
# By the pieces that are sure to play the other die, bit 2 * piece: the first moves that leave none of them.
MAYBE_NOT = np.zeros(256, np.uint8)
MAYBE_NOT[0] = 255
for _piece in range(PIECES):
    MAYBE_NOT[1 << 2 * _piece] = 3 << 2 * _piece


@rule
@inline
def reward_menu(s):
    """The `menu` of a player who has a reward, by the printed rules."""
    menu = 1 << 8 | TEN << 16 | (TEN + 1) << 20  # PASS comes right behind TEN
    for i in range(2 * PIECES):
        if can_take(s, TEN, i >> 1, i & 1):
            menu |= 1 << i
    return menu


@rule
@inline
def dice_menu(s):
    """The `menu` of a player who has dice and no reward, by the printed rules; 0 if he can do nothing."""
    high, low = np.int64(s.left[0]), np.int64(s.left[1])
    me = s.mover
    # Only CORNER is negative. Both conditions by one table: what comes together can be foreseen more often.
    waiting = np.int64(s.pieces[me, 0] | s.pieces[me, 1] | s.pieces[me, 2] | s.pieces[me, 3]) >> 7 & 1
    six = np.int64(SIX_IN[waiting, high, low])
    if six != 0 and can_start(s):
        return 1 << 2 * first_in_corner(s, me) | six - 1 << 16
    free = np.int64(255)
    if s.waits | s.stacks[me] != 0:  # of pieces that are alike only the first, and none that must wait
        free = unlike(s) if s.waits != 0 else 255 ^ twins(s)
    if high * low == 0:
        moves = by_one_count(s, high + low) & free
        return moves << (8 if high == 0 else 0) | high << 16 | low << 20 if moves != 0 else 0
    straight, branching = lines(s)
    by_high = by_count(straight, branching, high) & free
    by_low = by_count(straight, branching, low) & free
    moves = by_high | by_low << 8 * (1 if high != low else 0)
    through = by_count(straight, branching, high + low)  # by both dice on end
    if (by_high | by_low) & ~through != 0:
        doubt = in_doubt(s, by_high, by_low, through) & moves
        if doubt != 0 and moves & moves - 1 != 0:
            moves = keep_most(s, moves, doubt)
    return moves | high << 16 | low << 20 if moves != 0 else 0


@rule
def unlike(s):
    """The moves of pieces that need not wait; of those that are alike only the first, as in `menu`."""
    free = 0
    for piece in range(PIECES):
        if s.waits >> piece & 1 == 0 and not is_twin(s, piece):
            free |= 3 << 2 * piece
    return free


@rule
@inline
def twins(s):
    """The moves of pieces that stand where a lower-numbered one does, as in `menu`."""
    a, b, c, d = s.pieces[s.mover, 0], s.pieces[s.mover, 1], s.pieces[s.mover, 2], s.pieces[s.mover, 3]
    return (
        (0b1100 if b == a else 0)
        | (0b110000 if c == a or c == b else 0)
        | (0b11000000 if d == a or d == b or d == c else 0)
    )


@rule
@inline
def in_doubt(s, by_high, by_low, through):
    """After which of these first moves, as in `menu`, the other die may not be playable: the piece cannot go
    `through` by both dice on end, and there is no other that nobody can get in the way of."""
    me = s.mover
    crowd = np.int64(CROWDED)  # where a piece that comes may be in the way of its own side
    for piece in range(PIECES):
        crowd |= HERE[np.int64(s.pieces[me, piece]) & 127]
    if s.partners != 0:
        for piece in range(PIECES):
            crowd |= ACROSS[np.int64(s.pieces[PARTNER[me], piece]) & 127]
    window = (1 << np.int64(s.left[0])) - 1
    calm = 0
    for piece in range(PIECES):
        ahead = crowd >> np.int64(ON_WAY[np.int64(s.pieces[me, piece]) & 127])
        calm |= (1 if ahead & window == 0 else 0) << 2 * piece
    first = by_high & ~through & int(MAYBE_NOT[by_low & calm])
    return first | (by_low & ~through & int(MAYBE_NOT[by_high & calm])) << 8


@rule
def keep_most(s, moves, doubt):
    """Of `moves`, the first moves of a throw, those that play the most dice. Only those in `doubt` are looked
    at."""
    high, low = np.int64(s.left[0]), np.int64(s.left[1])
    wasteful = 0
    while doubt != 0:
        bit = doubt & -doubt
        doubt ^= bit
        i = size_of(bit - 1)
        die, other = (high, low) if i < 2 * PIECES else (low, high)
        piece = i >> 1 & 3
        goal = goal_of(s, die, piece, i & 1)
        if not plays_both(s, piece, np.int64(goal), other):
            there = np.int64(s.board[space_of(s.mover, goal)])
            captures = there != 0 and there & FRIENDS[s.partners, s.mover] == 0
            if not captures or not opens_way(s, die, piece, goal):
                wasteful |= bit
    return moves ^ wasteful if wasteful != moves else moves


@rule
def opens_way(s, die, piece, goal):
    """Can the other die be played, once this piece has captured there, by some use of the reward?"""
    before = remember(s, piece, goal)
    spend(s, die, piece)
    move(s, piece, goal)
    plays = worth_of_rest(s) > 0
    take_back(s, piece, before)
    return plays


@rule
@inline
def plays_both(s, piece, goal, other):
    """Can anybody play the `other` die when this piece has gone to `goal`? Rewards and starts apart."""
    me = np.int64(s.mover)
    here = np.int64(s.pieces[me, piece])
    old, new = space_of(me, here), space_of(me, goal)
    left = size_of(np.int64(s.board[old])) - 1
    joined = size_of(np.int64(s.board[new]) & FRIENDS[s.partners, me])
    full = LARGEST_STACK[s.max_stack] - 1
    leaves_full = -1 if left == full else 0
    makes_full = -1 if joined == full else 0
    way, line = obstacles(s, me)
    track = ON_PATH[here & 127] ^ ON_PATH[goal & 127]
    walls = way[0] ^ track ^ WALL_BIT[old, me] & PAIRS[left] ^ WALL_BIT[new, me] & PAIRS[joined]
    shut = way[1] ^ track ^ LAND_BIT[old, me] & leaves_full ^ LAND_BIT[new, me] & makes_full
    on_way = stuck(walls, shut, other)
    track = ON_TURNOUT[here & 127] ^ ON_TURNOUT[goal & 127]
    me += CHAIRS
    walls = line[0] ^ track ^ WALL_BIT[old, me] & PAIRS[left] ^ WALL_BIT[new, me] & PAIRS[joined]
    shut = line[1] ^ track ^ LAND_BIT[old, me] & leaves_full ^ LAND_BIT[new, me] & makes_full
    on_line = stuck(walls, shut, other)
    waits = np.int64(s.waits)
    if joined > 1 and s.joiner_waits != NO:
        waits |= 1 << piece
    able = 0
    for mate in range(PIECES):
        at = (goal if mate == piece else np.int64(s.pieces[s.mover, mate])) & 127
        stops = (on_line if at > HOME else on_way) >> np.int64(AHEAD[at]) & on_line >> np.int64(ASIDE[at])
        able |= ~(stops | waits >> mate) & 1
    return able != 0
