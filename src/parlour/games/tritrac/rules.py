"""Tri-Trac, by the leaflet of 1980, for two players, on a board read by layout.py.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(TRI-Q-...); OPTIONS lists the house rules that change one. Chair 0 plays orange, chair 1
yellow; P1 is whoever begins (TRI-Q-20).

Encodings
    cell       a space, by its place in the board's list of cells.
    side       0..2 for H, B, F; a side that two cells share has the same letter in both. Where a
               track enters by one side and the plain side is known, it leaves by the third: the
               three numbers sum to 3.
    place      3 * cell + side: a tile on this cell with its plain side there. The places that a
               board allows are numbered by WAY, so that two of them and a lock fit 16 bits.
    rows       sets of cells, one bit each: `plain[side]` all tiles with their plain side there,
               `own[seat]` a player's tiles, `neutral` the cell of the one that is nobody's.
    decision   PLACES * source + place: from the hand (source HAND) or from a cell; a source that
               is also the goal turns the tile.
    outcome    when lots are drawn for the first turn: the seat that begins.
    trail      the moves and turns since the last placement, the oldest first, each as the lock
               before it, the place left and the place taken; after LOOKBACK of them from the
               front again. `tags` are the low bits of the hashes of the positions they left.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import (
    CHANCE,
    GOLDEN,
    MASK64,
    NOBODY,
    OVER,
    Option,
    flag,
    inline,
    number,
    rule,
)

from . import layout
from .layout import (
    ALL,
    ANY_FITS,
    ARROW,
    ARROWS,
    BEYOND,
    CELLS,
    CENTRE,
    FITS,
    HAND,
    IMAGE,
    LINK,
    NOWHERE,
    PLACE_OF_WAY,
    PLACES,
    RIB,
    RIM,
    SYMMETRIES,
    WAY,
    WAYS,
)

BOARD, SIDES = layout.BOARD, layout.SIDES
CELL_NAMES, ARROW_NAMES = layout.CELL_NAMES, layout.ARROW_NAMES

# ---------------------------------------------------------------- actions, phases, reasons

ACTIONS = PLACES * (CELLS + 1)

# Phases: lots are drawn, somebody is to act, the game is won by `turn`, or it is drawn in one of five ways.
LOTS, PLAY, WON = 0, 1, 2
REPEATED, QUIET, LONG, STUCK, SEALED = 3, 4, 5, 6, 7

FREE = 0  # `lock`: both may handle the neutral tile; else 1 + the seat that alone may

# What refuses an action: a reason, plus PLACE times the side of the tile that would meet a rib.
PLACE = 256
GAME_OVER, LOTS_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
NEUTRAL_FIRST, NOT_CENTRE, MUST_PLACE, SECOND_TURN = 5, 6, 7, 8
HAND_EMPTY, NO_TILE, THEIRS, BARRED = 9, 10, 11, 12
OCCUPIED, OFF_BOARD, NO_BLOCK, NULL, TURNED = 13, 14, 15, 16, 17

# ---------------------------------------------------------------- house rules

SEATS = (2,)
CHAIRS = 2  # TRI-OBJ-1
OPTIONS: tuple[Option, ...] = (
    Option("tiles_per_player", ("7", "5", "6"), "TRI-Q-02"),
    Option("track_colours", ("any", "own_or_neutral"), "TRI-Q-03"),
    flag("allow_null", "TRI-Q-07"),
    flag("move_keeps_orientation", "TRI-Q-08"),
    Option("neutral_lock", ("holder", "one_turn"), "TRI-Q-14"),
    Option("stalemate", ("draw", "loss"), "TRI-Q-18"),
    Option("first_player", ("agreed", "random"), "TRI-Q-20"),
    Option("p1_colour", ("orange", "yellow"), "TRI-Q-20"),
    Option("repetition", ("3", "2", "4", "never"), "TRI-Q-21"),
    Option("quiet_plies", ("100", "50", "200", "never"), "TRI-Q-21"),
    number("max_plies", "TRI-Q-21", most=1600),
    flag("adjudicate_sealed", "TRI-Q-22"),
)
AGREED_DRAW = True  # people at a table may agree on a draw; it is no action (TRI-Q-21)
TILES = np.array([int(choice) for choice in OPTIONS[0].choices], np.int64)  # by the option's code
OWN_OR_NEUTRAL = 1  # track_colours
ONE_TURN = 1  # neutral_lock
LOSS = 1  # stalemate
RANDOM = 1  # first_player
LONGEST = 1600  # turns after which any game is drawn, more than the usual limits allow (TRI-Q-21)
NEVER = LONGEST + 1
TIMES = np.array([3, 2, 4, NEVER], np.int64)  # repetition: the occurrence of a position that draws
STRETCH = np.array([100, 50, 200, NEVER], np.int64)  # quiet_plies
LOOKBACK = 100  # turns that `trail` holds: positions further back are not compared (TRI-Q-21)

MAX_ACTIONS = (int(TILES.max()) + 2) * WAYS  # every tile, and one from the hand, in every way

# ---------------------------------------------------------------- the record

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", "i8"),  # derived: tiles, turn and lock (see rehash)
                ("plain", "i8", (3,)),  # the cells whose tile has its plain side there
                ("own", "i8", (CHAIRS,)),  # the cells of each player's tiles
                ("trail", "u2", (LOOKBACK,)),  # turns since the last placement (see log_turn)
                ("tags", "u2", (LOOKBACK,)),  # derived: low bits of the hash before each of them
                ("quiet", "u2"),  # how many turns there were since the last placement
                ("ply", "u2"),  # turns played
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("neutral", "i1"),  # its cell, or NOWHERE
                ("hand", "u1", (CHAIRS,)),  # tiles not yet placed
                ("turn", "u1"),  # who is to act; at the end who won, or would have been next
                ("first", "u1"),  # P1: who began
                ("lock", "u1"),  # FREE, or 1 + the seat that alone may handle the neutral tile
                ("phase", "i1"),
                *((o.name, "i1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)

# ---------------------------------------------------------------- hash keys


def _keys(count: int) -> list[int]:
    """Random numbers of 64 bits, always the same (SplitMix64)."""
    keys = []
    for i in range(1, count + 1):
        z = (i * GOLDEN) & MASK64
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        z ^= z >> 31
        keys.append(z - (1 << 64) if z >> 63 else z)
    return keys


NEUTRAL = CHAIRS  # the kind of a tile: its player, or NEUTRAL
KEY = np.array(_keys(3 * PLACES), np.int64).reshape(3, PLACES)  # [kind, place]
# Positions that differ in turn or lock alone have different tags: these keys are small numbers.
TURN_KEY = 4
LOCK_KEY = np.array([0, 1, 2], np.int64)
TAG = 0xFFFF  # the bits of the hash that `tags` keeps

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
def count(cells):
    """How many cells a row has. (One instruction, once compiled.)"""
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
def source_of(action):
    return action // PLACES


@rule
def place_of(action):
    return action % PLACES


@rule
def cell_of(place):
    return place // 3


@rule
def side_of(place):
    return place % 3


@rule
@inline
def occupied(s):
    return s.plain[0] | s.plain[1] | s.plain[2]


@rule
@inline
def side_at(s, cell):
    """The plain side of the tile on this cell."""
    return (s.plain[1] >> cell & 1) + 2 * (s.plain[2] >> cell & 1)


@rule
def kind_at(s, cell):
    """Whose tile is on this cell: a seat's, the NEUTRAL one, or NOBODY's: there is none."""
    if cell == s.neutral:
        return NEUTRAL
    for seat in range(CHAIRS):
        if s.own[seat] >> cell & 1 != 0:
            return seat
    return NOBODY


@rule
@inline
def may_handle_neutral(s):
    """Not when the opponent used it last, even to win (TRI-NEUTRAL-3, TRI-Q-15); whoever used it last
    may go on with it (TRI-NEUTRAL-4). At ply 2 it stays where it is (TRI-FIRST-1, TRI-Q-12)."""
    return s.ply >= 2 and s.lock != 2 - s.turn


@rule
@inline
def handled(s):
    """The tiles on the board that the mover may move or turn: never the opponent's. (TRI-OPP-1)

    Own ones only from ply 4 on (TRI-FIRST-1, TRI-FIRST-2, TRI-Q-13)."""
    cells = s.own[s.turn] if s.ply >= 3 else 0
    if may_handle_neutral(s):  # in place of an own tile (TRI-NEUTRAL-2, TRI-TURN-1)
        cells |= 1 << s.neutral
    return cells


@rule
@inline
def may_place(s):
    """Has the mover a tile in hand? P1 first places the neutral one, then everybody his own."""
    return s.ply == 0 or s.hand[s.turn] > 0


@rule
@inline
def sources(s):
    """Where the mover may take a tile from: bit 0 for the hand, bit 1 + cell for a tile on the board."""
    return handled(s) << 1 | (1 if may_place(s) else 0)


@rule
@inline
def source_at(bit):
    return bit - 1 if bit > 0 else HAND


@rule
@inline
def open_cells(s):
    """The cells to which a tile can come: any empty one, with or without neighbours (TRI-MOVE-4,
    TRI-Q-16); first of all one of the centre (TRI-NEUTRAL-1)."""
    cells = ALL & ~occupied(s)
    return cells & CENTRE if s.ply == 0 else cells


@rule
@inline
def turned_to(s, cells, side):
    """Which of these tiles can be turned so that this is their plain side? Where only one side
    fits none can (TRI-Q-09); to leave it as it is would be to pass (TRI-PASS-1, TRI-Q-07)."""
    cells &= FITS[side]
    return cells if s.allow_null != 0 else cells & ~s.plain[side]


@rule
@inline
def track_end(p0, p1, p2, cell, side):
    """The arrow at which the track that leaves this cell by this side ends, or NOBODY. (TRI-WIN-1)

    p0, p1, p2 are the tiles that count, by plain side. Every tile has one track, so there is one
    way to follow, and a ring comes back to where it began (TRI-Q-01, TRI-Q-05)."""
    first = cell
    while True:
        cell = BEYOND[3 * cell + side]
        if cell >= ARROW:
            return cell - ARROW  # no track meets a rib (TRI-Q-25)
        zero, one, two = p0 >> cell & 1, p1 >> cell & 1, p2 >> cell & 1
        plain = one + 2 * two
        # At an arrow too, a plain side connects to nothing (TRI-Q-06).
        if zero + plain == 0 or plain == side or cell == first:
            return NOBODY
        side = 3 - plain - side


@rule
@inline
def completes(s, cell, plain):
    """Does the track through this tile lead from one arrow to another? Any two will do (TRI-Q-04), and
    whosever tiles, unless a house rule wants the mover's or the neutral one (TRI-Q-03)."""
    p0, p1, p2 = s.plain[0], s.plain[1], s.plain[2]
    if s.track_colours == OWN_OR_NEUTRAL:
        counted = s.own[s.turn] | 1 << s.neutral
        p0, p1, p2 = p0 & counted, p1 & counted, p2 & counted
    one = 1 if plain == 0 else 0
    two = 3 - plain - one
    # At most tiles the track ends on one side or the other: a look at both neighbours shows it.
    tiles = p0 | p1 | p2
    on_one = (tiles & ~(p0 if one == 0 else p1) | 1 << RIM) >> LINK[3 * cell + one]
    on_two = (tiles & ~(p1 if two == 1 else p2) | 1 << RIM) >> LINK[3 * cell + two]
    if on_one & on_two & 1 == 0:
        return False
    if track_end(p0, p1, p2, cell, one) == NOBODY:
        return False
    return track_end(p0, p1, p2, cell, two) != NOBODY


@rule
def sealed(s, seat):
    """Can this player never complete a track while the opponent's tiles lie as they do? Every other
    cell counts as passable, in every way that fits. (TRI-Q-22)"""
    fixed = s.own[1 - seat]
    for arrow in range(ARROWS):
        start = 0
        while BEYOND[start] != ARROW + arrow:
            start += 1
        if reaches_another(s, fixed, start):
            return False
    return True


@rule
def reaches_another(s, fixed, start):
    """Can a track come from the arrow at this side of a cell to any other arrow?"""
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
                        if leave != side and passes(s, fixed, cell, plain):
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


@rule
def passes(s, fixed, cell, plain):
    """Can a tile on this cell have this plain side, if the fixed ones stay?"""
    if fixed >> cell & 1 != 0:
        return side_at(s, cell) == plain
    return FITS[plain] >> cell & 1 != 0


# ---------------------------------------------------------------- hashes and symmetries


@rule
def rehash(s):
    """The hash of a position, from nothing: its tiles, whose turn it is, and the lock. (TRI-Q-21)"""
    return hash_of_image(s, 0)


@rule
def hash_of_image(s, symmetry):
    """The hash that the position has when the board is laid on itself in this way."""
    value = LOCK_KEY[s.lock] ^ (TURN_KEY * s.turn)
    cells = occupied(s)
    while cells != 0:
        cell = lowest(cells)
        cells &= cells - 1
        value ^= KEY[kind_at(s, cell), IMAGE[symmetry, 3 * cell + side_at(s, cell)]]
    return value


@rule
def symmetry_of(s):
    """The symmetry whose image has the smallest hash: the one that stands for all of them."""
    best = 0
    for symmetry in range(1, SYMMETRIES):
        if hash_of_image(s, symmetry) < hash_of_image(s, best):
            best = symmetry
    return best


@rule
def canonical(s):
    """A hash that is the same for all images of a position. Colours are not exchanged: the same
    position with the other player to move is another one."""
    return hash_of_image(s, symmetry_of(s))


@rule
def image_of(action, symmetry):
    """What an action is when the board is laid on itself."""
    source = source_of(action)
    place = IMAGE[symmetry, place_of(action)]
    return PLACES * (HAND if source == HAND else IMAGE[symmetry, 3 * source] // 3) + place


@rule
def lay_over(s, symmetry):
    """Turn a position into its image, in place."""
    p0, p1, p2 = s.plain[0], s.plain[1], s.plain[2]
    o0, o1 = s.own[0], s.own[1]
    for side in range(3):
        s.plain[side] = 0
    for seat in range(CHAIRS):
        s.own[seat] = 0
    cells = p0 | p1 | p2
    while cells != 0:
        cell = lowest(cells)
        cells &= cells - 1
        place = IMAGE[symmetry, 3 * cell + (p1 >> cell & 1) + 2 * (p2 >> cell & 1)]
        here = 1 << cell_of(place)
        s.plain[side_of(place)] |= here
        if o0 >> cell & 1 != 0:
            s.own[0] |= here
        elif o1 >> cell & 1 != 0:
            s.own[1] |= here
    if s.neutral != NOWHERE:
        s.neutral = IMAGE[symmetry, 3 * s.neutral] // 3
    for i in range(min(s.quiet, LOOKBACK)):
        turn = s.trail[i]
        s.trail[i] = turn_code(
            lock_before(turn), IMAGE[symmetry, left_place(turn)], IMAGE[symmetry, taken_place(turn)]
        )
    derive(s)


# ---------------------------------------------------------------- the trail


@rule
@inline
def turn_code(lock, left, taken):
    """A turn as the trail keeps it: the lock before it, the place a tile left, the one it took."""
    return (lock * WAYS + WAY[left]) * WAYS + WAY[taken]


@rule
def lock_before(turn):
    return turn // (WAYS * WAYS)


@rule
def left_place(turn):
    return PLACE_OF_WAY[turn // WAYS % WAYS]


@rule
def taken_place(turn):
    return PLACE_OF_WAY[turn % WAYS]


@rule
def derive(s):
    """Write what follows from the other fields: the hash, and the tags of the trail."""
    s.hash = rehash(s)
    for i in range(LOOKBACK):
        s.tags[i] = 0
    tiles = s.hash ^ LOCK_KEY[s.lock] ^ (TURN_KEY * s.turn)
    o0, o1 = s.own[0], s.own[1]
    for back in range(1, min(s.quiet, LOOKBACK) + 1):
        i = (s.quiet - back) % LOOKBACK
        turn = s.trail[i]
        left, taken = left_place(turn), taken_place(turn)
        here, there = 1 << cell_of(taken), 1 << cell_of(left)
        kind = NEUTRAL
        if o0 & here != 0:
            kind = 0
            o0 ^= here ^ there
        elif o1 & here != 0:
            kind = 1
            o1 ^= here ^ there
        tiles ^= KEY[kind, taken] ^ KEY[kind, left]
        mover = (s.first + s.ply - back) & 1
        s.tags[i] = (tiles ^ LOCK_KEY[lock_before(turn)] ^ (TURN_KEY * mover)) & TAG


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
def times_stood(s):
    """How often the present position has stood on the board, this time included. (TRI-Q-21)

    Before the last placement it cannot have. Tags tell most positions apart, and those of the same
    tiles always; the rest is compared tile by tile, while turn after turn is taken back."""
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


# ---------------------------------------------------------------- the game interface


@rule
def new_game(s, players):
    """An empty board, and each player with all tiles of one colour. (TRI-SETUP-1, TRI-COMP-1,
    TRI-COMP-2, TRI-Q-02)"""
    for row in range(3):
        s.plain[row] = 0
    for seat in range(CHAIRS):
        s.own[seat] = 0
        s.hand[seat] = TILES[s.tiles_per_player]
    for i in range(LOOKBACK):
        s.trail[i] = 0
        s.tags[i] = 0
    s.quiet = 0
    s.ply = 0
    s.neutral = NOWHERE
    s.lock = FREE
    begin(s, s.p1_colour)
    if s.first_player == RANDOM:
        s.phase = LOTS


@rule
def begin(s, seat):
    """This seat is P1, as agreed or by lot. The other has no compensation. (TRI-SETUP-2, TRI-Q-20,
    TRI-Q-26)"""
    s.first = seat
    s.turn = seat
    s.hash = TURN_KEY * seat
    s.phase = PLAY


@rule
def actor(s):
    if s.phase == PLAY:
        return s.turn
    return CHANCE if s.phase == LOTS else OVER


@rule
def legal(s, out):
    """Tiles from the hand, then every tile that may be moved, then what may be turned. Nobody is
    bound to win or to block (TRI-Q-19), and nothing else is a turn (TRI-MOVE-5, TRI-Q-17)."""
    if s.phase != PLAY:
        if s.phase != LOTS:
            return 0
        for seat in range(CHAIRS):
            out[seat] = seat
        return CHAIRS
    n = 0
    cells = sources(s)
    while cells != 0:
        n = list_ways(s, out, n, source_at(lowest(cells)))  # TRI-MOVE-1, TRI-MOVE-2
        cells &= cells - 1
    for plain in range(3):
        cells = turned_to(s, handled(s), plain)  # TRI-MOVE-3
        while cells != 0:
            cell = lowest(cells)
            out[n] = PLACES * cell + 3 * cell + plain
            n += 1
            cells &= cells - 1
    return n


@rule
def list_ways(s, out, n, source):
    """The ways in which a tile from this source can come to an empty cell. (TRI-Q-08)"""
    for plain in range(3):
        cells = open_cells(s) & FITS[plain]
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
    ways = count(cells & FITS[0]) + count(cells & FITS[1]) + count(cells & FITS[2])
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
    in0, in1 = count(cells & FITS[0]), count(cells & FITS[1])
    ways = in0 + in1 + count(cells & FITS[2])
    moves = count(sources(s)) * ways
    if k < moves:
        i = k * RECIPROCAL[ways] >> 20
        k -= i * ways
        plain = (1 if k >= in0 else 0) + (1 if k >= in0 + in1 else 0)
        k -= (in0 if plain > 0 else 0) + (in1 if plain > 1 else 0)
        return PLACES * source_at(nth(sources(s), i)) + 3 * nth(cells & FITS[plain], k) + plain
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


# [place]: the cell, as a bit, if a tile fits there so. Of small numbers, twice as many are compared at once.
Row = np.int32 if CELLS < 32 else np.int64
FITTING = np.array([int(FITS[place % 3]) & 1 << place // 3 for place in range(PLACES)], Row)


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: every source has the same row of ways to go, which is written once, in
    the row of the hand, and copied."""
    cells = open_cells(s)
    tiles = handled(s)
    hand = PLACES * HAND
    ways = count(cells & FITS[0]) + count(cells & FITS[1]) + count(cells & FITS[2])
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
    """Strike out the ways in which a tile on the board would be turned as it moves. (TRI-Q-08)"""
    for place in range(PLACES):
        if side_of(place) != side_at(s, source):
            mask[PLACES * source + place] = 0


@rule
def weights(s, out):
    for seat in range(CHAIRS):
        out[seat] = 1
    return CHAIRS


@rule
def tickets(s):
    return CHAIRS


@rule
def draw(s, ticket):
    return ticket


@rule
@inline
def apply(s, action):
    if s.phase == LOTS:
        begin(s, action)
        return
    source, place = source_of(action), place_of(action)
    if source == HAND:
        forget_trail(s)
    else:
        log_turn(s, 3 * source + side_at(s, source), place)
    play(s, source, place)


@rule
def payoff(s, seat):
    """All for the winner; a draw is half a win each. (TRI-DRAW-1)"""
    if s.phase == WON:
        return 1.0 if s.turn == seat else 0.0
    return 0.5


@rule
def refusal(s, seat, action):
    """Why this seat may not do this now, or 0; the reason and PLACE times the side that meets a rib."""
    if s.phase == LOTS:
        return LOTS_FIRST
    if s.phase != PLAY:
        return GAME_OVER
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    source, place = source_of(action), place_of(action)
    reason = refuse_source(s, source)
    return reason if reason != 0 else refuse_place(s, source, cell_of(place), side_of(place))


@rule
def refuse_source(s, source):
    """Why the mover may not handle the tile that is there, or 0."""
    if source == HAND:
        return 0 if may_place(s) else HAND_EMPTY  # TRI-MOVE-1
    if s.ply == 0:
        return NEUTRAL_FIRST  # TRI-NEUTRAL-1
    if s.ply == 1:
        return MUST_PLACE  # TRI-FIRST-1
    kind = kind_at(s, source)
    if kind == NOBODY:
        return NO_TILE  # TRI-MOVE-2
    if kind == NEUTRAL:
        return 0 if may_handle_neutral(s) else BARRED  # TRI-NEUTRAL-3
    if kind != s.turn:
        return THEIRS  # TRI-OPP-1
    return 0 if s.ply >= 3 else SECOND_TURN  # TRI-FIRST-2


@rule
def refuse_place(s, source, cell, plain):
    """Why the tile from this source may not lie so, or 0."""
    if source == cell:
        if side_at(s, cell) == plain:
            return 0 if s.allow_null != 0 else NULL  # TRI-PASS-1
    elif occupied(s) >> cell & 1 != 0:
        return OCCUPIED  # TRI-MOVE-1, TRI-MOVE-2
    if s.ply == 0 and CENTRE >> cell & 1 == 0:
        return NOT_CENTRE  # TRI-NEUTRAL-1
    if FITS[plain] >> cell & 1 == 0:
        for end in range(3):
            if end != plain and BEYOND[3 * cell + end] == RIB:
                return OFF_BOARD + PLACE * end  # TRI-OFF-1
        return NO_BLOCK  # TRI-HINT-2, TRI-Q-23
    if source != HAND and source != cell and s.move_keeps_orientation != 0 and side_at(s, source) != plain:
        return TURNED  # TRI-Q-08
    return 0


FEATURE_NAMES = (
    *(
        f"{cell}.{whose}.{side}"
        for cell in CELL_NAMES
        for whose in ("own", "theirs", "neutral")
        for side in SIDES
    ),
    *(f"{who}.{what}" for who in ("own", "next") for what in ("turn", "hand", "neutral_alone")),
    *("quiet", "stood_before", "ply_0", "ply_1", "ply_2"),
)
FEATURES = len(FEATURE_NAMES)


@rule
@inline
def observe(s, seat, out):
    """For each cell nine numbers, 1 for the tile that is there: this seat's, the opponent's or the neutral
    one, each with its three plain sides. Then for this seat and for the opponent: 1 if on turn, the tiles
    in hand as a share of all, 1 if the neutral tile is his alone. Then the turns since the last
    placement, out of the most that the trail holds; how often the position has stood before, out of
    three times; and 1 for each of the first three turns, whose rules differ."""
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
    out[n + 1] = 0.0 if s.quiet == 0 or is_new(s) else min(times_stood(s) - 1, 3) / 3
    for ply in range(3):
        out[n + 2 + ply] = 1.0 if s.ply == ply else 0.0


@rule
def feature_image(feature, symmetry):
    """Where a feature is found when the board is laid on itself; for all but the tiles, where it was."""
    if feature >= 9 * CELLS:
        return feature
    cell, rest = feature // 9, feature % 9
    place = IMAGE[symmetry, 3 * cell + rest % 3]
    return 9 * cell_of(place) + 3 * (rest // 3) + side_of(place)


TALLIES = (
    "placements",
    "moves",
    "turned tiles",
    "uses of the neutral tile",
    "wins",
    "draws by repetition",
    "draws without a placement",
    "draws by length",
    "draws for want of a move",
    "draws by seals",
)


@rule
def tally(s, action, out):
    if s.phase == PLAY:
        source = source_of(action)
        if source == HAND:
            out[0] += 1
        elif source != cell_of(place_of(action)):
            out[1] += 1
        else:
            out[2] += 1
        if source == s.neutral:
            out[3] += 1
        after = phase_after(s, action)
        if after != PLAY:
            out[4 + after - WON] += 1


# ---------------------------------------------------------------- playing


@rule
@inline
def play(s, source, place):
    """Put the tile from this source down, and see what comes of it. (TRI-MOVE-1, TRI-MOVE-2, TRI-MOVE-3)"""
    me = s.turn
    kind = NEUTRAL if source == s.neutral or s.ply == 0 else me
    if source != HAND:
        lift(s, kind, 3 * source + side_at(s, source))
    elif kind != NEUTRAL:
        s.hand[me] -= 1
    set_down(s, kind, place)
    change_lock(s, kind)
    s.ply += 1
    if completes(s, cell_of(place), side_of(place)):
        s.phase = WON  # at once, whoever owns the tiles (TRI-WIN-2, TRI-OBJ-1)
    else:
        s.turn = 1 - me  # TRI-TURN-1
        s.hash = s.hash ^ TURN_KEY
        judge(s)


@rule
@inline
def lift(s, kind, place):
    """Take a tile off its cell. That may break a track, anybody's. (TRI-Q-10, TRI-Q-11)"""
    here = 1 << cell_of(place)
    s.plain[side_of(place)] ^= here
    if kind != NEUTRAL:
        s.own[kind] ^= here
    s.hash = s.hash ^ KEY[kind, place]


@rule
@inline
def set_down(s, kind, place):
    here = 1 << cell_of(place)
    s.plain[side_of(place)] ^= here
    if kind != NEUTRAL:
        s.own[kind] ^= here
    else:
        s.neutral = cell_of(place)
    s.hash = s.hash ^ KEY[kind, place]


@rule
@inline
def change_lock(s, kind):
    """Whoever handles the neutral tile alone may go on with it, until he makes a turn without it.
    (TRI-NEUTRAL-3, TRI-NEUTRAL-4, TRI-Q-14) To place it first of all counts as well (TRI-Q-12)."""
    mine = s.turn + 1
    lock = s.lock
    if kind == NEUTRAL:
        lock = mine
    elif lock == mine or s.neutral_lock == ONE_TURN:
        lock = FREE
    s.hash = s.hash ^ LOCK_KEY[s.lock] ^ LOCK_KEY[lock]
    s.lock = lock


@rule
@inline
def log_turn(s, left, taken):
    """One more turn without a placement."""
    i = s.quiet % LOOKBACK
    s.trail[i] = turn_code(s.lock, left, taken)
    s.tags[i] = s.hash & TAG
    s.quiet += 1


@rule
@inline
def forget_trail(s):
    """A placement: nothing that stood before can come again. (TRI-Q-21)"""
    for i in range(min(s.quiet, LOOKBACK)):
        s.trail[i] = 0
        s.tags[i] = 0
    s.quiet = 0


@rule
@inline
def judge(s):
    """After a turn that has not won: is it a draw? (TRI-DRAW-1, TRI-Q-21)"""
    if s.quiet > 0 and not is_new(s) and times_stood(s) >= TIMES[s.repetition]:
        s.phase = REPEATED
    elif s.quiet >= STRETCH[s.quiet_plies]:
        s.phase = QUIET
    elif s.ply >= LONGEST or (s.ply >= s.max_plies and s.max_plies > 0):
        s.phase = LONG
    elif s.adjudicate_sealed != 0 and sealed(s, 0) and sealed(s, 1):
        s.phase = SEALED  # TRI-Q-22
    elif (open_cells(s) & ANY_FITS == 0 or s.move_keeps_orientation != 0) and not can_act(s):
        s.phase = STUCK  # TRI-Q-18
        if s.stalemate == LOSS:
            s.phase = WON
            s.turn = 1 - s.turn
            s.hash = s.hash ^ TURN_KEY


@rule
def can_act(s):
    """Can the mover do anything at all?"""
    tiles = handled(s)
    for plain in range(3):
        if turned_to(s, tiles, plain) != 0:
            return True
        if open_cells(s) & FITS[plain] != 0:
            movable = tiles & s.plain[plain] if s.move_keeps_orientation != 0 else tiles
            if movable != 0 or may_place(s):
                return True
    return False


@rule
def phase_after(s, action):
    """The phase that this action leads to: does it win, does it draw? The position stays as it is."""
    source, place = source_of(action), place_of(action)
    p0, p1, p2, o0, o1 = s.plain[0], s.plain[1], s.plain[2], s.own[0], s.own[1]
    value, neutral, lock, turn, quiet, hand = s.hash, s.neutral, s.lock, s.turn, s.quiet, s.hand[s.turn]
    i = quiet % LOOKBACK
    trail, tag = s.trail[i], s.tags[i]
    if source == HAND:
        s.quiet = 0
    else:
        log_turn(s, 3 * source + side_at(s, source), place)
    play(s, source, place)
    after = s.phase
    s.plain[0], s.plain[1], s.plain[2], s.own[0], s.own[1] = p0, p1, p2, o0, o1
    s.trail[i], s.tags[i], s.hash, s.neutral, s.lock, s.quiet = trail, tag, value, neutral, lock, quiet
    s.turn, s.phase = turn, PLAY
    s.hand[turn] = hand
    s.ply -= 1
    return after
