"""The same rules again, in sets of bits, for the compiled forms alone: nothing here says anything new.

A function takes the place of the readable one of the same name (moving.py, tracks.py, trail.py, turns.py,
seen.py); `choices`, `choice` and `mark` answer from the shape of the list that `legal` writes, `tickets` and
`draw` without a list. The hash and the tags are kept up to date turn by turn.

Encodings
    rows       sets of cells (rows.py); bit RIM stands for whatever lies beyond the rim.
    sources    where a tile can come from: bit 0 for the hand, bit 1 + cell for a tile on the board.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .layout import ARROW, BEYOND, CELLS, FITS, HAND, NOWHERE, PLACES, WAYS
from .moving import change_lock, lift, may_place, set_down
from .record import (
    ACTIONS,
    CHAIRS,
    LOOKBACK,
    LOTS,
    NEUTRAL,
    OWN_OR_NEUTRAL,
    PLAY,
    TILES,
    WON,
    cell_of,
    place_of,
    side_at,
    side_of,
    source_of,
)
from .rows import ANY_FITS, FIT_ROW, count, handled, lowest, occupied, open_cells, turned_to
from .tracks import could_lie
from .trail import KEY, LOCK_KEY, TAG, TURN_KEY, left_place, log_turn, taken_place
from .turns import begin, judge

# ---------------------------------------------------------------- the board as rows

RIM = 62  # a bit that is no cell's
LINK = np.where(BEYOND < ARROW, BEYOND, RIM)  # by place: the cell beyond, or RIM
# [place]: the cell, as a bit, if a tile fits there so. Of small numbers, twice as many are compared at once.
Row = np.int32 if CELLS < 32 else np.int64
FITTING = np.array([1 << place // 3 if FITS[place] else 0 for place in range(PLACES)], Row)

# ---------------------------------------------------------------- counting bits

# i // n for every i that `choice` divides by a number of ways n: i * RECIPROCAL[n] >> 20.
RECIPROCAL = np.array([0] + [(1 << 20) // n + 1 for n in range(1, WAYS + 1)], np.int64)
# NTH_BIT[8 * byte + k]: where the k-th bit of a byte is.
NTH_BIT = np.array(
    [([b for b in range(8) if byte >> b & 1] + [0] * 8)[k] for byte in range(256) for k in range(8)], np.uint8
)
PAIRS, FOURS, EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F  # every other 1, 2, 4 bits
MASK63 = (1 << 63) - 1
ONES, TOPS = 0x0101010101010101, 0x0080808080808080  # a byte's lowest bit; its highest, but in the last byte


@rule
@inline
def nth(cells, k):
    """The k-th cell of a row, from 0."""
    cells = int(cells)  # what is too large for 64 bits is masked below
    upto = cells - (cells >> 1 & PAIRS)
    upto = (upto & FOURS) + (upto >> 2 & FOURS)
    upto = (upto + (upto >> 4) & EIGHTS) * ONES & MASK63  # in every byte: how many bits there are up to it
    shift = 8 * count((k * ONES | TOPS) - upto & TOPS)  # the bytes that lie wholly before the k-th bit
    k -= upto << 8 >> shift & 255
    return shift + np.int64(NTH_BIT[8 * (cells >> shift & 255) + k])


# ---------------------------------------------------------------- reading a position


@rule
@inline
def sources(s):
    """Where a tile can come from, as bits: the hand, and every tile that may be handled."""
    return handled(s) << 1 | (1 if may_place(s) else 0)


@rule
@inline
def source_at(bit):
    """What a bit of `sources` stands for."""
    return bit - 1 if bit > 0 else HAND


# ---------------------------------------------------------------- tracks


@rule
@inline
def leads_out(p0, p1, p2, cell, side):
    """Does the track that leaves this cell by this side end at an arrow? p0, p1, p2 are the tiles that count,
    by plain side."""
    first = cell
    while True:
        cell = BEYOND[3 * cell + side]
        if cell >= ARROW:
            return True  # no track meets a rib
        zero, one, two = p0 >> cell & 1, p1 >> cell & 1, p2 >> cell & 1
        plain = one + 2 * two
        if zero + plain == 0 or plain == side or cell == first:
            return False
        side = 3 - plain - side


@rule
@inline
def completes(s, cell, plain):
    """Follow the track both ways, unless a look at the neighbours shows already that it ends there."""
    p0, p1, p2 = s.plain[0], s.plain[1], s.plain[2]
    if s.track_colours == OWN_OR_NEUTRAL:
        counted = s.own[s.turn] | 1 << s.neutral
        p0, p1, p2 = p0 & counted, p1 & counted, p2 & counted
    one = 1 if plain == 0 else 0
    two = 3 - plain - one
    tiles = p0 | p1 | p2
    on_one = (tiles & ~(p0 if one == 0 else p1) | 1 << RIM) >> LINK[3 * cell + one]
    on_two = (tiles & ~(p1 if two == 1 else p2) | 1 << RIM) >> LINK[3 * cell + two]
    if on_one & on_two & 1 == 0:
        return False
    return leads_out(p0, p1, p2, cell, one) and leads_out(p0, p1, p2, cell, two)


@rule
def reaches_another(s, seat, start):
    """Without arrays, which a GPU does not make."""
    in0, in1, in2 = 0, 0, 0  # the cells that a track can enter by each side
    enter = 1 << start // 3
    if start % 3 == 0:
        in0 = enter
    elif start % 3 == 1:
        in1 = enter
    else:
        in2 = enter
    grown = True
    while grown:
        grown = False
        for cell in range(CELLS):
            here = 1 << cell
            for side in range(3):
                entered = in0 if side == 0 else in1 if side == 1 else in2
                if entered & here != 0:
                    for leave in range(3):
                        plain = 3 - side - leave
                        if leave != side and could_lie(s, seat, cell, plain):
                            beyond = BEYOND[3 * cell + leave]
                            if beyond >= ARROW:
                                if 3 * cell + leave != start:
                                    return True
                            else:
                                known = in0 if leave == 0 else in1 if leave == 1 else in2
                                if known >> beyond & 1 == 0:
                                    grown = True
                                    if leave == 0:
                                        in0 |= 1 << beyond
                                    elif leave == 1:
                                        in1 |= 1 << beyond
                                    else:
                                        in2 |= 1 << beyond
    return False


# ---------------------------------------------------------------- what is legal


@rule
def legal(s, out):
    """All ways of all tiles, cell by cell."""
    if s.phase != PLAY:
        if s.phase != LOTS:
            return 0
        for seat in range(CHAIRS):
            out[seat] = seat
        return CHAIRS
    n = 0
    cells = sources(s)
    while cells != 0:
        n = list_ways(s, out, n, source_at(lowest(cells)))
        cells &= cells - 1
    for plain in range(3):
        cells = turned_to(s, handled(s), plain)
        while cells != 0:
            cell = lowest(cells)
            out[n] = PLACES * cell + 3 * cell + plain
            n += 1
            cells &= cells - 1
    return n


@rule
def list_ways(s, out, n, source):
    """The ways in which a tile from this source can come to an empty cell."""
    for plain in range(3):
        cells = open_cells(s) & FIT_ROW[plain]
        if source != HAND and s.move_keeps_orientation != 0 and plain != side_at(s, source):
            cells = 0
        while cells != 0:
            out[n] = PLACES * source + 3 * lowest(cells) + plain
            n += 1
            cells &= cells - 1
    return n


@rule
@inline
def choices(s, out):
    """How many actions `legal` lists, without listing them."""
    if s.phase != PLAY or s.move_keeps_orientation != 0:
        return legal(s, out)
    cells = open_cells(s)
    tiles = handled(s)
    ways = count(cells & FIT_ROW[0]) + count(cells & FIT_ROW[1]) + count(cells & FIT_ROW[2])
    turns = count(turned_to(s, tiles, 0)) + count(turned_to(s, tiles, 1)) + count(turned_to(s, tiles, 2))
    return count(sources(s)) * ways + turns


@rule
@inline
def choice(s, k, out):
    """The k-th action that `legal` lists: the sources in their order, each with the same ways to
    go, and then the turns."""
    if s.phase != PLAY or s.move_keeps_orientation != 0:
        return out[k]
    cells = open_cells(s)
    in0, in1 = count(cells & FIT_ROW[0]), count(cells & FIT_ROW[1])
    ways = in0 + in1 + count(cells & FIT_ROW[2])
    moves = count(sources(s)) * ways
    if k < moves:
        i = k * RECIPROCAL[ways] >> 20
        k -= i * ways
        plain = (1 if k >= in0 else 0) + (1 if k >= in0 + in1 else 0)
        k -= (in0 if plain > 0 else 0) + (in1 if plain > 1 else 0)
        return PLACES * source_at(nth(sources(s), i)) + 3 * nth(cells & FIT_ROW[plain], k) + plain
    tiles = handled(s)
    k -= moves
    plain = 0
    turning = turned_to(s, tiles, 0)
    while k >= count(turning):
        k -= count(turning)
        plain += 1
        turning = turned_to(s, tiles, plain)
    cell = nth(turning, k)
    return PLACES * cell + 3 * cell + plain


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: every source has the same row of ways to go, which is written once, in
    the row of the hand, and copied."""
    cells = open_cells(s)
    tiles = handled(s)
    hand = PLACES * HAND
    ways = count(cells & FIT_ROW[0]) + count(cells & FIT_ROW[1]) + count(cells & FIT_ROW[2])
    turn0, turn1, turn2 = turned_to(s, tiles, 0), turned_to(s, tiles, 1), turned_to(s, tiles, 2)
    for action in range(ACTIONS):
        mask[action] = 0
    goals = Row(cells)
    for place in range(PLACES):
        mask[hand + place] = 1 if goals & FITTING[place] != 0 else 0
    rest = tiles
    while rest != 0:
        source = lowest(rest)
        rest &= rest - 1
        row = PLACES * source
        for place in range(PLACES):
            mask[row + place] = mask[hand + place]
        if s.move_keeps_orientation != 0:
            keep_side(s, mask, source)
        mask[row + 3 * source] = turn0 >> source & 1
        mask[row + 3 * source + 1] = turn1 >> source & 1
        mask[row + 3 * source + 2] = turn2 >> source & 1
    if not may_place(s):
        for place in range(PLACES):
            mask[hand + place] = 0
    if s.move_keeps_orientation == 0:
        return count(sources(s)) * ways + count(turn0) + count(turn1) + count(turn2)
    n = 0
    for action in range(ACTIONS):
        n += mask[action]
    return n


@rule
def keep_side(s, mask, source):
    """Strike out the ways in which a tile on the board would be turned as it moves."""
    for place in range(PLACES):
        if side_of(place) != side_at(s, source):
            mask[PLACES * source + place] = 0


@rule
@inline
def can_act(s):
    """Whoever has no tile in hand has some on the board: where tiles may be turned as they are moved, one of
    them can go to any empty cell."""
    return (s.move_keeps_orientation == 0 and open_cells(s) & ANY_FITS != 0) or can_act_somehow(s)


@rule
def can_act_somehow(s):
    """Whether anything fits anywhere, asked of all cells at once."""
    tiles = handled(s)
    for plain in range(3):
        if turned_to(s, tiles, plain) != 0:
            return True
        if open_cells(s) & FIT_ROW[plain] != 0:
            movable = tiles & s.plain[plain] if s.move_keeps_orientation != 0 else tiles
            if movable != 0 or may_place(s):
                return True
    return False


@rule
def tickets(s):
    """Either player may begin."""
    return CHAIRS


@rule
def draw(s, ticket):
    """A ticket names who begins."""
    return ticket


# ---------------------------------------------------------------- playing


@rule
@inline
def apply(s, action):
    """Besides the turn itself, keeps the position's hash and the trail."""
    if s.phase == LOTS:
        begin(s, action)
        s.hash = TURN_KEY * s.turn
        return
    source, place = source_of(action), place_of(action)
    if source == HAND:
        clear_trail(s)
    else:
        log_tagged(s, 3 * source + side_at(s, source), place)
    play(s, source, place)


@rule
@inline
def play(s, source, place):
    """Takes what left and what came out of the hash, instead of going through all tiles."""
    me, lock = s.turn, s.lock
    kind = NEUTRAL if source == s.neutral or s.ply == 0 else me
    if source != HAND:
        left = 3 * source + side_at(s, source)
        lift(s, kind, left)
        s.hash = s.hash ^ KEY[kind, left]
    elif kind != NEUTRAL:
        s.hand[me] -= 1
    set_down(s, kind, place)
    change_lock(s, kind)
    s.hash = s.hash ^ KEY[kind, place] ^ LOCK_KEY[lock] ^ LOCK_KEY[s.lock]
    s.ply += 1
    if completes(s, cell_of(place), side_of(place)):
        s.phase = WON
    else:
        s.turn = 1 - me
        s.hash = s.hash ^ TURN_KEY
        judge(s)
        if s.turn == me:  # who cannot act has lost
            s.hash = s.hash ^ TURN_KEY


@rule
@inline
def log_tagged(s, left, taken):
    """Notes the turn on the trail with a few bits of the hash, which tell most positions apart."""
    s.tags[s.quiet % LOOKBACK] = s.hash & TAG
    log_turn(s, left, taken)


@rule
@inline
def clear_trail(s):
    """A placement ends the trail: nothing that stood before can stand again."""
    for i in range(min(s.quiet, LOOKBACK)):
        s.trail[i] = 0
        s.tags[i] = 0
    s.quiet = 0


@rule
def phase_after(s, action):
    """Plays, looks, and puts everything back, which is quicker than a copy."""
    source, place = source_of(action), place_of(action)
    p0, p1, p2, o0, o1 = s.plain[0], s.plain[1], s.plain[2], s.own[0], s.own[1]
    value, neutral, lock, turn, quiet, hand = s.hash, s.neutral, s.lock, s.turn, s.quiet, s.hand[s.turn]
    i = quiet % LOOKBACK
    trail, tag = s.trail[i], s.tags[i]
    if source == HAND:
        s.quiet = 0
    else:
        log_tagged(s, 3 * source + side_at(s, source), place)
    play(s, source, place)
    after = s.phase
    s.plain[0], s.plain[1], s.plain[2], s.own[0], s.own[1] = p0, p1, p2, o0, o1
    s.trail[i], s.tags[i], s.hash, s.neutral, s.lock, s.quiet = trail, tag, value, neutral, lock, quiet
    s.turn, s.phase = turn, PLAY
    s.hand[turn] = hand
    s.ply -= 1
    return after


# ---------------------------------------------------------------- what stood before, and what is seen


@rule
@inline
def times_stood(s):
    """Few positions have stood before: tags say so of most without a look at the trail."""
    return 1 if s.quiet == 0 or is_new(s) else times_found(s)


@rule
@inline
def is_new(s):
    """Has no position on the trail the present one's tag? Then it never stood before."""
    tag = s.hash & TAG
    found = False
    for i in range(LOOKBACK):
        found |= s.tags[i] == tag
    return not found


@rule
def times_found(s):
    """Tags tell most positions apart, and those of the same tiles always; the rest is compared tile by tile,
    while turn after turn is taken back."""
    tag = s.hash & TAG
    p0, p1, p2 = s.plain[0], s.plain[1], s.plain[2]
    o0, o1 = s.own[0], s.own[1]
    times = 1
    for back in range(1, min(s.quiet, LOOKBACK) + 1):
        i = (s.quiet - back) % LOOKBACK
        left, taken = left_place(s.trail[i]), taken_place(s.trail[i])
        here, there = 1 << cell_of(taken), 1 << cell_of(left)
        p0 = p0 & ~here | (there if side_of(left) == 0 else 0)
        p1 = p1 & ~here | (there if side_of(left) == 1 else 0)
        p2 = p2 & ~here | (there if side_of(left) == 2 else 0)
        if o0 & here != 0:
            o0 ^= here ^ there
        elif o1 & here != 0:
            o1 ^= here ^ there
        if s.tags[i] == tag and p0 == s.plain[0] and p1 == s.plain[1] and p2 == s.plain[2]:
            if o0 == s.own[0] and o1 == s.own[1]:
                times += 1
    return times


@rule
@inline
def observe(s, seat, out):
    """The same features, written from sets of cells."""
    cells, one, two, theirs, neutral = occupied(s), s.plain[1], s.plain[2], s.own[1 - seat & 1], s.neutral
    for i in range(9 * CELLS):
        out[i] = 0.0
    while cells != 0:
        cell = lowest(cells)
        cells &= cells - 1
        out[9 * cell + 3 * (theirs >> cell & 1) + (one >> cell & 1) + 2 * (two >> cell & 1)] = 1.0
    if neutral != NOWHERE:  # shown as one's own so far
        own = 9 * neutral + (one >> neutral & 1) + 2 * (two >> neutral & 1)
        out[own] = 0.0
        out[own + 6] = 1.0
    n = 9 * CELLS
    for step in range(CHAIRS):
        other = seat + step & 1
        out[n] = 1.0 if s.turn == other else 0.0
        out[n + 1] = s.hand[other] / TILES[s.tiles_per_player]
        out[n + 2] = 1.0 if s.lock == other + 1 else 0.0
        n += 3
    out[n] = min(s.quiet, LOOKBACK) / LOOKBACK
    out[n + 1] = min(times_stood(s) - 1, 3) / 3
    for ply in range(3):
        out[n + 2 + ply] = 1.0 if s.ply == ply else 0.0
