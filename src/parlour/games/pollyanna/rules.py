"""Pollyanna, by the leaflet of 1951, for two to four players, alone or as partners.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(POL-Q-...); OPTIONS lists the house rules that change one. A reward may be declined
(POL-Q-16) and may go home (POL-Q-21, a departure from the letter). A piece that joins a pair
waits until its owner's next turn (POL-Q-28), extra throws for doublets included.

Encodings
    place      CORNER, then 0..ENTRANCE on the Broadway (0 is the owner's starting space), his
               Home Path, HOME, then the spaces of the three turnouts ahead of him.
    space      an index into `board`: the Broadway in the direction of travel from seat 0's
               entrance, then the turnouts, then the Home Paths; NOWHERE for CORNER and HOME.
    board      the pieces on each space, bit 4 * seat + piece for each. All pieces on one space
               are of one side (POL-Q-44), and only the Broadway ever holds two (POL-Q-26): two
               bits or more are a blockade.
    walls      for each seat the blockades that it cannot pass: on its way without turnouts, bit 0 for
               its place 1, and then for each seat those on its lines through turnouts (see LINE).
               Where it cannot land, by blockades and lone pieces on their colour, are bits of `shut`.
    tracks     what stands on each turnout and then on each Home Path, bit 0 for its first space.
    stacks     for each seat how many pairs of its own pieces share a space of the Broadway.
    menu       the legal decisions: in bits 0..7 and 8..15 those that begin with the `what` of bits
               16..19 and of bits 20..23, bit 2 * piece + route for each. By the printed rules only;
               other decisions are listed when legal() is asked.
    route      STRAIGHT, or TURNOUT for a move that leaves a branch space by its turnout.
    decision   8 * what + 2 * piece + route, where `what` is a count of 1..6 (a 6 starts a piece
               that is in the corner), SUM_SIX, LEAP or TEN; or PASS.
    outcome    an index into ROLLS, the 21 ways two dice fall.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import (
    CHANCE,
    NOBODY,
    OVER,
    ROLLS,
    UNMARKED,
    Option,
    flag,
    inline,
    number,
    read_board,
    rule,
    two_dice_draw,
    two_dice_tickets,
    two_dice_weights,
)

# ---------------------------------------------------------------- the board, from its data

BOARD = read_board(__package__)
for _name in ("side", "start_offset", "branch", "merge", "turnout_length", "path_length"):
    _number = BOARD.get("track", {}).get(_name)
    if type(_number) is not int or not 1 <= _number <= 30:
        raise ValueError(f"[track] {_name} = {_number} is not a number of spaces from 1 to 30")
SIDE: int = BOARD["track"]["side"]  # POL-GEO-1
START_OFFSET: int = BOARD["track"]["start_offset"]  # POL-GEO-3
BRANCH: int = BOARD["track"]["branch"]  # POL-GEO-4
MERGE: int = BOARD["track"]["merge"]  # POL-GEO-4
TURNOUT_LENGTH: int = BOARD["track"]["turnout_length"]  # POL-GEO-4
PATH_LENGTH: int = BOARD["track"]["path_length"]  # POL-GEO-5

CHAIRS, PIECES = 4, 4  # POL-GEO-2, POL-PREP-2
LOOP = CHAIRS * SIDE
TURNOUTS = CHAIRS - 1  # a player's own turnout is out of his reach (POL-Q-31)
CORNER, START = -1, 0
ENTRANCE = LOOP - START_OFFSET  # the last Broadway space of a player's way (POL-HOME-1)
HOME_PATH = ENTRANCE + 1
HOME = HOME_PATH + PATH_LENGTH
FIRST_TURNOUT = HOME + 1
PLACES = FIRST_TURNOUT + TURNOUTS * TURNOUT_LENGTH
BEYOND = PLACES  # where a move ends that overshoots HOME
NOWHERE = LOOP + CHAIRS * (TURNOUT_LENGTH + PATH_LENGTH)  # POL-GEO-6

STRAIGHT, TURNOUT = 0, 1  # routes
SHUT, OPEN, SHARED = 0, 1, 2  # ways
SIX, REWARD = 6, 10
ALL_HOME = HOME * 0x01010101  # four pieces, a byte each
LONGEST = 2 * SIX  # the longest move: both dice at once

if not (BRANCH < START_OFFSET < SIDE and BRANCH < MERGE <= SIDE):
    raise ValueError(
        f"branch = {BRANCH} must come before start_offset = {START_OFFSET} and merge = {MERGE}, "
        f"and all within a side = {SIDE}"
    )
if MERGE - BRANCH >= TURNOUT_LENGTH + 1 or SIDE < LONGEST:
    raise ValueError(
        f"a turnout of {TURNOUT_LENGTH} spaces must be the longer way round {MERGE - BRANCH - 1}, "
        f"and a side at least {LONGEST} long"
    )
if HOME > 64 or TURNOUTS * TURNOUT_LENGTH > 63 or PLACES > 120 or NOWHERE > 250:  # bits, and small numbers
    raise ValueError(f"a way of {HOME} spaces is too long (64 are the most), or turnouts and paths are")


# A die's way through a turnout is a line of bits: APPROACH places up to the branch, the turnout, and where it
# leads. The lines of the three turnouts lie one behind the other in a word. Where they do not fit, or where a
# die reaches from a turnout beyond the next entrance, there is no `menu`, and moves are looked up one by one.
APPROACH = SIX - 1
LINES_FIT = MERGE + APPROACH <= SIDE and TURNOUTS * (APPROACH + TURNOUT_LENGTH + SIX) < 64 and HOME < 64
LINE = TURNOUT_LENGTH + (APPROACH + SIX if LINES_FIT else 0)  # from one turnout's line to the next
LINE_START = APPROACH if LINES_FIT else 0  # where in its line a turnout begins


def _branch(turnout: int) -> int:
    return SIDE * turnout + BRANCH - START_OFFSET


def _merge(turnout: int) -> int:
    return SIDE * turnout + MERGE - START_OFFSET


def _step(place: int, route: int) -> int:
    """The next place of a player's way."""
    if place in (HOME, BEYOND):
        return BEYOND
    if place >= FIRST_TURNOUT:
        turnout, at = divmod(place - FIRST_TURNOUT, TURNOUT_LENGTH)
        return place + 1 if at < TURNOUT_LENGTH - 1 else _merge(turnout + 1)
    for turnout in range(1, TURNOUTS + 1):
        if route == TURNOUT and place == _branch(turnout):
            return FIRST_TURNOUT + TURNOUT_LENGTH * (turnout - 1)
    # Entrances count as one space each (POL-BWAY-3, POL-Q-04); after the own one comes the
    # Home Path, never a second lap (POL-HOME-1, POL-Q-36).
    return place + 1


def _way(place: int, route: int) -> list[int]:
    """The places 0..LONGEST steps ahead."""
    way = [place]
    while len(way) <= LONGEST:
        way.append(_step(way[-1], route))
    return way


def _space(seat: int, place: int) -> int:
    if 0 <= place <= ENTRANCE:
        return (place + START_OFFSET + SIDE * seat) % LOOP
    if HOME_PATH <= place < HOME:  # nobody else's path is ever reached (POL-HOME-2)
        return LOOP + TURNOUT_LENGTH * CHAIRS + PATH_LENGTH * seat + place - HOME_PATH
    if FIRST_TURNOUT <= place < PLACES:
        turnout, at = divmod(place - FIRST_TURNOUT, TURNOUT_LENGTH)
        return LOOP + TURNOUT_LENGTH * ((seat + turnout + 1) % CHAIRS) + at  # beside the Broadway (POL-TO-5)
    return NOWHERE


# Unsigned numbers index quickly: nothing has to be done for negative ones.
WAY = np.array([[_way(p, r) for p in range(PLACES)] for r in (STRAIGHT, TURNOUT)], np.uint8)
FORKS = WAY[STRAIGHT] != WAY[TURNOUT]  # does the route matter? [place, count]
# [seat, place + 1]; and the same as wide as is quick to index
SPACE = np.array([[_space(c, p) for p in range(CORNER, PLACES)] for c in range(CHAIRS)], np.uint8)
WIDE_SPACE = np.pad(SPACE, ((0, 0), (0, 128 - SPACE.shape[1])), constant_values=NOWHERE)
TO_GO = np.array([HOME - p if p <= HOME else 0 for p in range(PLACES)], np.int32)  # steps to HOME
for _p in range(PLACES - 1, HOME, -1):
    TO_GO[_p] = TO_GO[WAY[STRAIGHT, _p, 1]] + 1
DETOUR = TURNOUT_LENGTH + 1 - (MERGE - BRANCH)  # steps that a turnout adds
COLOUR = np.full(
    NOWHERE + 1, NOBODY, np.int32
)  # whose colour (POL-GEO-3); an empty chair's protects nobody (POL-Q-02)
for _seat in range(CHAIRS):
    COLOUR[_space(_seat, START)] = COLOUR[_space(_seat, ENTRANCE)] = _seat

LARGEST_STACK = np.array([3, 4], np.int64)  # by max_stack (POL-Q-10)
OWN = np.array([0b1111 << 4 * c for c in range(CHAIRS)], np.int64)  # a seat's pieces as bits
RIGHT_OF = np.array([(c + 1) % CHAIRS for c in range(CHAIRS)], np.int64)  # whose turn is next
PARTNER = np.array([(c + CHAIRS // 2) % CHAIRS for c in range(CHAIRS)], np.int64)  # POL-PART-1
FRIENDS = np.array([OWN, [OWN[c] | OWN[PARTNER[c]] for c in range(CHAIRS)]], np.int64)  # by `partners`


def _wall_bit(seat: int, space: int) -> int:
    return next((1 << p - 1 for p in range(1, HOME) if _space(seat, p) == space), 0)


def _siding_bit(place: int) -> int:
    turnout, at = divmod(place - FIRST_TURNOUT, TURNOUT_LENGTH)
    return 1 << LINE * turnout + LINE_START + at


def _line_bits(place: int, *, near: bool) -> int:
    """Where a place of the way lies on the lines: behind a turnout and, with `near`, before it."""
    found = 0
    for turnout in range(1, CHAIRS if LINES_FIT else 1):
        start = LINE * (turnout - 1)
        behind, before = place - _merge(turnout), place - _branch(turnout) + APPROACH - 1
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
        WALL_BIT[_space(_seat, _p), [_seat, CHAIRS + _seat]] = 1 << _p - 1, _line_bits(_p, near=True)
        LAND_BIT[_space(_seat, _p), [_seat, CHAIRS + _seat]] = 1 << _p - 1, _line_bits(_p, near=False)
# By space: which of `tracks` it belongs to, and where there, if it does.
TRACK_OF = np.zeros(NOWHERE + 1, np.uint8)
TRACK_BIT = np.zeros(NOWHERE + 1, np.uint32)
for _seat in range(CHAIRS):
    for _i in range(TURNOUT_LENGTH):
        TRACK_OF[LOOP + TURNOUT_LENGTH * _seat + _i] = _seat
        TRACK_BIT[LOOP + TURNOUT_LENGTH * _seat + _i] = 1 << _i
    for _i in range(PATH_LENGTH):
        TRACK_OF[_space(_seat, HOME_PATH + _i)] = CHAIRS + _seat
        TRACK_BIT[_space(_seat, HOME_PATH + _i)] = 1 << _i
# Where nobody ever lands: beyond HOME, and on a line before the branch and beyond the lines. The highest bit
# is one of them, and comes in from above when a word is shifted down.
NO_LANDING = np.zeros(2 * CHAIRS, np.int64)
if LINES_FIT:
    NO_LANDING[:CHAIRS] = -(1 << HOME)
    NO_LANDING[CHAIRS:] = -(1 << LINE * TURNOUTS) | sum(
        (1 << APPROACH) - 1 << LINE * t for t in range(TURNOUTS)
    )

# What lies between the ends of a move, as bits of the way and of the lines: [route, place, count].
VIA_WALLS = np.zeros(WAY.shape, np.int64)
VIA_SIDINGS = np.zeros(WAY.shape, np.int64)
for _route, _p, _count in np.ndindex(*WAY.shape):
    for _between in WAY[_route, _p, 1:_count].tolist():
        if _between < HOME:
            VIA_WALLS[_route, _p, _count] |= 1 << (_between - 1)
        elif HOME < _between < BEYOND:
            VIA_SIDINGS[_route, _p, _count] |= _siding_bit(_between)


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
        ACROSS[_p] = _wall_bit(PARTNER[0], _space(0, _p))
        ON_PATH[_p] = HERE[_p] if _p >= HOME_PATH else 0
        for _turnout in range(TURNOUTS):
            if 0 <= _branch(_turnout + 1) - _p <= APPROACH:
                ASIDE[_p] = LINE * _turnout + APPROACH - (_branch(_turnout + 1) - _p)
    elif _p > HOME:
        AHEAD[_p] = _siding_bit(_p).bit_length()
        ON_TURNOUT[_p] = _siding_bit(_p)


# By space: whose pieces are safe there alone, and whose may stand there.
SAFE_FOR = np.array([OWN[c] if c != NOBODY else 0 for c in COLOUR], np.int64)
STANDS = np.array([0xFFFF if n < NOWHERE else 0 for n in range(NOWHERE + 1)], np.int64)


def _minds(max_stack: int, count: int, safe: bool) -> int:
    """Who can land on a Broadway space where `count` others stand, but no longer with this piece."""
    if count + 1 == LARGEST_STACK[max_stack]:
        return FRIENDS_MIND
    return RIVALS_MIND if count == 0 or (count == 1 and not safe) else 0


RIVALS_MIND, FRIENDS_MIND = 1, 2
# [max_stack, 2 * count + whether the others are safe there], and who these are as bits: [.., partners, seat]
MINDS = np.array([[_minds(m, n >> 1, n & 1 != 0) for n in range(32)] for m in (0, 1)], np.uint8)
_FRIENDS = [[1 << c for c in range(CHAIRS)], [1 << c | 1 << PARTNER[c] for c in range(CHAIRS)]]
SEATS_THAT = np.array([[[0] * CHAIRS] * 2, [[15 ^ n for n in row] for row in _FRIENDS], _FRIENDS], np.uint8)
PAIRS = np.array([-1 if count == 1 else 0 for count in range(16)], np.int64)  # does one more make a blockade?

CROWDED = sum(1 << p - 1 for p in range(HOME_PATH, HOME)) | int(NO_LANDING[0])  # places that are always so
LANES = 1 << 48 | 1 << 32 | 1 << 16 | 1  # the lowest bits of a word for each piece
# [count]: shifts that one after the other spread a bit over the count - 1 places from which it is passed
SMEAR = np.array(
    [[63] * 4, [63, 0, 0, 0], [0] * 4, [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 2, 0], [0, 1, 2, 1]], np.uint8
)
GATHER = 1 << 48 | 1 << 34 | 1 << 20 | 1 << 6  # times this, two low bits of each are bits 48..55
NTH = np.zeros((256, 8), np.uint8)  # the k-th bit that is set in a byte
for _byte in range(256):
    _set = [i for i in range(8) if _byte >> i & 1]
    NTH[_byte, : len(_set)] = _set
EIGHT = np.array([[byte >> i & 1 for i in range(8)] for byte in range(256)], np.uint8)  # its bits
# By the pieces that are sure to play the other die, bit 2 * piece: the first moves that leave none of them.
MAYBE_NOT = np.zeros(256, np.uint8)
MAYBE_NOT[0] = 255
for _piece in range(PIECES):
    MAYBE_NOT[1 << 2 * _piece] = 3 << 2 * _piece
TWICE = np.array([sum(3 << 2 * i for i in range(4) if n >> i & 1) for n in range(16)], np.uint8)

# ---------------------------------------------------------------- actions, reasons

SUM_SIX = 0  # both dice together start a piece
LEAP = 7  # both dice as one move (house rule, POL-Q-12)
TEN = 8  # a reward
PASS = 8 * 9  # decline a reward
ACTIONS = PASS + 1
MAX_ACTIONS = 2 * 2 * PIECES + PIECES * 2 + 1 + 1  # two dice, leaps or rewards, a start, PASS

# Where a piece comes by a start, a die or a reward, by place & 127, which makes CORNER the last, and then
# 2 * what + route.
GOALS = np.zeros((128, 32), np.uint8)
for _what in range(1, TEN + 1):
    for _route in (STRAIGHT, TURNOUT):
        GOALS[:PLACES, 2 * _what + _route] = WAY[_route, :, REWARD if _what == TEN else _what]

# [does a piece wait in the corner, high, low]: 1 + what may start it with these dice (0: none is left), or 0
SIX_IN = np.zeros((2, 8, 8), np.uint8)
SIX_IN[1, SIX, :] = SIX_IN[1, :, SIX] = 1 + SIX
for _die in range(1, SIX):
    SIX_IN[1, _die, SIX - _die] = 1 + SUM_SIX

ROLL_OFF, THROW, PLAY, FINISHED = 0, 1, 2, 3  # phases

# What refuses an action: a reason, plus PLACE times the mover's own place where the obstacle is.
PLACE = 256
GAME_OVER, THROW_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
NO_SUCH_COUNT, NEEDS_SIX, AT_HOME, OVERSHOOTS = 5, 6, 7, 8
BLOCKADE, RIVAL_BLOCKADE, STACK_FULL, SAFE_RIVAL = 9, 10, 11, 12
TURNOUT_TAKEN, PATH_TAKEN, NO_BRANCH, WAITS = 13, 14, 15, 16
NONE_IN_CORNER, START_CLOSED, START_FULL, NOT_A_SUM = 17, 18, 19, 20
SAME_PIECE, NO_REWARD, REWARD_FIRST, REWARD_GOES_HOME = 21, 22, 23, 24
MUST_START, MUST_START_BOTH, MUST_START_FIRST = 25, 26, 27
WASTES_DIE, WASTES_START, HIGHER_DIE, SAVES_NO_DIE = 28, 29, 30, 31
CANNOT_PASS, CANNOT_DECLINE, TWIN = 32, 33, 34

# ---------------------------------------------------------------- house rules

SEATS = (2, 3, 4)  # POL-PREP-1
SEATINGS = ("usual", "02", "13", "012", "013", "023", "123")
SEATING = np.array([0] + [sum(1 << int(c) for c in word) for word in SEATINGS[1:]], np.int64)
USUAL_SEATING = np.array([0, 0, 0b0101, 0b0111, 0b1111], np.int64)  # by players

OPTIONS: tuple[Option, ...] = (
    Option("mode", ("usual", "individual", "partners"), "POL-Q-03", {"partners": (4,)}),
    Option("seats", SEATINGS, "POL-PREP-1", {w: (len(w),) for w in SEATINGS[1:]}),
    Option("start_tie", ("reroll_tied", "reroll_all"), "POL-Q-01"),
    flag("start_first", "POL-Q-07", default=True),
    flag("sum_six_optional", "POL-Q-06"),
    Option("max_stack", ("3", "4"), "POL-Q-10"),
    flag("start_respects_max_stack", "POL-Q-11"),
    flag("sum_is_one_move", "POL-Q-12"),
    Option("max_dice", ("lookahead", "greedy"), "POL-Q-14"),
    Option("single_die_choice", ("any", "higher"), "POL-Q-13"),
    flag("reward_mandatory", "POL-Q-16"),
    Option("reward_timing", ("immediate", "any"), "POL-Q-17"),
    flag("reward_on_start", "POL-Q-19", default=True),
    flag("reward_into_home", "POL-Q-21", default=True),
    flag("reward_must_save_die", "POL-Q-15"),
    flag("joiner_waits", "POL-Q-28", default=True),
    Option("finished_partner", ("skip", "throws_for_partner"), "POL-Q-41"),
    flag("play_for_places", "POL-Q-43"),
    number("max_turns", "POL-Q-43", most=60000),
)
INDIVIDUAL = 1  # mode; POL-Q-03: four play as partners unless told otherwise
ALL_TOGETHER = 1  # start_tie
NO = 1  # start_first, reward_on_start, reward_into_home, joiner_waits: "yes" comes first
GREEDY = 1  # max_dice
HIGHER = 1  # single_die_choice
ANY_TIME = 1  # reward_timing
THROWS_ON = 1  # finished_partner

# ---------------------------------------------------------------- the record

EMPTY, PLAYING = -2, -1  # `place` of a chair nobody sits on, and of a player still at it
RIVALS = PIECES * (CHAIRS - 1)  # so many captures a throw can hold at most

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("walls", "i8", (2 * CHAIRS,)),  # derived: what stops each seat; written by put() alone
                ("shut", "i8", (2 * CHAIRS,)),  # derived: where each seat cannot land; likewise
                ("tracks", "u4", (2 * CHAIRS,)),  # derived: what stands on single tracks; likewise
                ("menu", "i4"),  # derived: the legal decisions of PLAY; written by go_on() alone
                ("board", "u2", (NOWHERE + 1,)),  # derived: who stands where; written by put() alone
                ("trail", "u2", (RIVALS,)),  # scratch of worth_of_rest(); all 0 outside it
                ("turns", "u2"),  # turns finished (stays 0 without a limit)
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("pieces", "i1", (CHAIRS, PIECES)),  # the place of every piece
                ("stacks", "u1", (CHAIRS,)),  # derived: pairs of a seat's pieces on one space; likewise
                ("turn", "u1"),
                ("hand", "u1"),  # whose pieces are moved: turn, or his partner's (POL-Q-41)
                ("phase", "i1"),
                ("dice", "u1", (2,)),  # as thrown, higher first; 0 while a throw is due
                ("left", "u1", (2,)),  # the same, 0 once a die is played; of equals the first goes first
                ("rewards", "i1"),  # rewards to be used or declined
                ("waits", "u1"),  # the mover's pieces that joined a pair in this turn, as bits
                ("played", "u1"),  # between two dice: 1 + the piece that took the first (POL-Q-12 only)
                ("partners", "u1"),  # 1 in a partnership game
                ("place", "i1", (CHAIRS,)),  # EMPTY, PLAYING, or the place won: 0 for the winner
                ("rolling", "i1"),  # roll-off: seats yet to throw in this round, as bits
                ("best", "i1"),  # roll-off: highest total of this round
                ("tied", "i1"),  # roll-off: who threw it, as bits
                *((o.name, "i1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)


# ---------------------------------------------------------------- reading a position


@rule
def action_of(what, piece, route):
    return what << 3 | piece << 1 | route


@rule
def what_of(action):
    return action >> 3


@rule
def piece_of(action):
    return action >> 1 & 3


@rule
def route_of(action):
    return action & 1


@rule
def space_of(seat, place):
    return WIDE_SPACE[seat, place + 1]


@rule
def pieces_at(s, seat, place):
    count = 0
    for piece in range(PIECES):
        if s.pieces[seat, piece] == place:
            count += 1
    return count


@rule
@inline
def all_home(s, seat):
    """Are a player's four pieces home? Compiled, one comparison of four bytes."""
    where = np.int64(s.pieces[seat, 0]) & 255 | (np.int64(s.pieces[seat, 1]) & 255) << 8
    where |= (np.int64(s.pieces[seat, 2]) & 255) << 16 | (np.int64(s.pieces[seat, 3]) & 255) << 24
    return where == ALL_HOME


@rule
@inline
def first_in_corner(s, seat):
    """The piece to start next, or NOBODY."""
    for piece in range(PIECES):
        if s.pieces[seat, piece] == CORNER:
            return piece
    return NOBODY


@rule
def bits(there):
    count = 0
    while there != 0:
        there = there & (there - 1)
        count += 1
    return count


@rule
@inline
def stops_starting(s):
    """Why the mover cannot start a piece, or 0. (POL-ENTER-1)"""
    me = s.hand
    if first_in_corner(s, me) == NOBODY:
        return NONE_IN_CORNER
    there = s.board[space_of(me, START)]
    if there == 0:
        return 0
    if there & FRIENDS[s.partners, me] == 0:
        # POL-ENTER-7, POL-BLOCK-5: two rivals shut the start; POL-ENTER-6: one is captured
        return START_CLOSED + PLACE * START if there & (there - 1) != 0 else 0
    if s.start_respects_max_stack != 0 and bits(there) >= LARGEST_STACK[s.max_stack]:
        return START_FULL + PLACE * START  # POL-Q-11
    return 0  # POL-ENTER-8, POL-Q-40


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


@rule
@inline
def can_go(s, here, count, route):
    """May a piece of the mover go from `here` by `count` on this route? stops_way() says why not.
    SHUT (which is 0), OPEN, or SHARED: open, but what stands there then may be in others' way.

    Only what stands on the route itself matters, branch and merge included (POL-TO-4, POL-Q-33);
    single pieces on the Broadway may be passed (POL-BWAY-1)."""
    me = s.hand
    goal = np.int64(WAY[route, here, count])
    if goal == BEYOND or (route == TURNOUT and not FORKS[here, count]):
        return SHUT
    if (s.walls[me] | on_path(s, me)) & VIA_WALLS[route, here, count] != 0 or on_turnouts(
        s, me
    ) & VIA_SIDINGS[route, here, count] != 0:
        return SHUT
    space = space_of(me, goal)
    there = s.board[space]
    if there == 0:  # POL-HOME-5: any number may be HOME
        return OPEN if goal <= ENTRANCE or goal == HOME else SHARED
    if goal > ENTRANCE:
        return SHUT
    if there & FRIENDS[s.partners, me] != 0:
        # POL-BLOCK-1, POL-PART-1; POL-Q-27, POL-Q-37, POL-Q-38
        return SHARED if there & (there - 1) == 0 or bits(there) < LARGEST_STACK[s.max_stack] else SHUT
    if there & (there - 1) != 0:
        return SHUT
    # A single rival is captured, except on his own colour; nobody else's colour helps him.
    # (POL-CAP-1, POL-BWAY-2, POL-SAFE-3, POL-PART-3; POL-Q-24, POL-Q-25, POL-Q-39)
    owner = COLOUR[space]
    return OPEN if owner == NOBODY or there & OWN[owner] == 0 else SHUT


@rule
def stops_way(s, here, count, route):
    """Why a piece of the mover cannot go from `here` by `count` on this route, or 0."""
    if can_go(s, here, count, route) != SHUT:
        return 0
    me = s.hand
    goal = WAY[route, here, count]
    if route == TURNOUT and not FORKS[here, count]:
        return NO_BRANCH  # POL-TO-1
    if goal == BEYOND:
        return OVERSHOOTS  # POL-HOME-4
    for step in range(1, count):
        place = WAY[route, here, step]
        there = s.board[space_of(me, place)]
        if there != 0:
            if place > ENTRANCE:  # single track: nobody is passed (POL-TO-3, POL-Q-32, POL-HOME-3)
                return stops_on_track(place)
            if there & (there - 1) != 0:
                return BLOCKADE + PLACE * np.int64(place)  # POL-BLOCK-2, POL-BLOCK-5, POL-PART-2
    there = s.board[space_of(me, goal)]
    if goal > ENTRANCE:
        return stops_on_track(goal)  # which makes a piece safe there (POL-TO-2)
    if there & FRIENDS[s.partners, me] != 0:
        return STACK_FULL + PLACE * np.int64(goal)  # POL-BLOCK-3, POL-Q-10
    if there & (there - 1) != 0:
        return RIVAL_BLOCKADE + PLACE * np.int64(goal)  # POL-BLOCK-3
    return SAFE_RIVAL + PLACE * np.int64(goal)  # POL-SAFE-1, POL-SAFE-2


@rule
def stops_on_track(place):
    """A piece stands on this turnout or Home Path space."""
    return (TURNOUT_TAKEN if place >= FIRST_TURNOUT else PATH_TAKEN) + PLACE * np.int64(place)


@rule
def stops_moving(s, piece, count, route):
    """Why the mover's piece cannot move by `count` on this route, or 0."""
    here = s.pieces[s.hand, piece]
    if here == CORNER:
        return NEEDS_SIX  # POL-ENTER-1, POL-Q-20
    if here == HOME:
        return AT_HOME  # POL-HOME-5
    if s.waits >> piece & 1 != 0:
        return WAITS + PLACE * here  # POL-BLOCK-3, POL-Q-28
    return stops_way(s, here, count, route)


@rule
def stops_count(s, piece, count, route):
    """Why this piece cannot take this die, or 0: the way, and who took the other die."""
    if s.played == piece + 1:
        return SAME_PIECE  # both dice for one piece are one leap then (POL-Q-12)
    return stops_moving(s, piece, count, route)


@rule
def stops_reward(s, piece, route):
    """Why this piece cannot take the reward, or 0: by the same rules as a die, and the mover's
    own pieces only. (POL-CAP-3, POL-Q-22, POL-Q-42)"""
    reason = stops_moving(s, piece, REWARD, route)
    if reason == 0 and s.reward_into_home == NO and WAY[route, s.pieces[s.hand, piece], REWARD] == HOME:
        return REWARD_GOES_HOME  # POL-Q-21
    return reason


@rule
@inline
def is_twin(s, piece):
    """Is a lower-numbered piece of the mover in the very same situation? Then that one moves."""
    here = s.pieces[s.hand, piece]
    beside = False
    for other in range(piece):
        beside |= s.pieces[s.hand, other] == here
    if beside and (s.waits != 0 or s.played != 0):
        return has_equal(s, piece)
    return beside


@rule
def has_equal(s, piece):
    """The same, when waiting or the piece that took the first die may tell pieces apart."""
    for other in range(piece):
        if s.pieces[s.hand, other] == s.pieces[s.hand, piece]:
            if (s.waits >> other ^ s.waits >> piece) & 1 == 0:
                if s.played != piece + 1 and s.played != other + 1:
                    return True
    return False


@rule
def both_left(s):
    return s.left[0] != 0 and s.left[1] != 0


@rule
def shows_six(s):
    """Do both dice, still unplayed, make six together? (POL-ENTER-1, POL-Q-06)"""
    return both_left(s) and s.left[0] + s.left[1] == SIX


@rule
def holds_six(s):
    """Is there a 6 to be played?"""
    return s.left[0] == SIX or s.left[1] == SIX


@rule
def may_leap(s):
    """Are both dice unplayed, to be taken as one move? (POL-Q-12)"""
    return s.sum_is_one_move != 0 and both_left(s)


@rule
def must_reward(s):
    """Is a reward to be used or declined before anything else? (POL-CAP-2)"""
    return s.rewards > 0 and s.reward_timing != ANY_TIME


@rule
@inline
def can_use(s, count):
    """Can this die be played by anybody now?"""
    if count == SIX and stops_starting(s) == 0:
        return True
    for piece in range(PIECES):
        here = s.pieces[s.hand, piece]
        if here in (CORNER, HOME) or s.waits >> piece & 1 != 0 or s.played == piece + 1:
            continue
        if can_go(s, here, count, STRAIGHT) != SHUT:
            return True
        if FORKS[here, count] and can_go(s, here, count, TURNOUT) != SHUT:
            return True
    return False


@rule
def can_use_reward(s):
    for piece in range(PIECES):
        for route in range(2):
            if stops_reward(s, piece, route) == 0:
                return True
    return False


@rule
def can_begin(s):
    """Can any die of this throw be played now?"""
    for which in range(2):
        if s.left[which] != 0 and can_use(s, s.left[which]):
            return True
    if shows_six(s) and stops_starting(s) == 0:
        return True
    if may_leap(s):
        for piece in range(PIECES):
            for route in range(2):
                if stops_moving(s, piece, s.left[0] + s.left[1], route) == 0:
                    return True
    return False


# ---------------------------------------------------------------- moving
# move() does all that a move does to the pieces; look-ahead undoes it with take_back().


@rule
@inline
def put(s, seat, piece, place):
    """Set a piece somewhere, keeping the board in step."""
    bit = 1 << (PIECES * seat + piece)
    old = np.int64(space_of(seat, s.pieces[seat, piece]))
    new = np.int64(space_of(seat, place))
    s.pieces[seat, piece] = place
    left = toggle(s, old, bit)
    joined = toggle(s, new, bit)
    # One question for both spaces, since nobody could foresee the answers.
    if left | joined | bit & (SAFE_FOR[old] | SAFE_FOR[new]) != 0:
        s.stacks[seat] = np.int64(s.stacks[seat]) + bits(joined & OWN[seat]) - bits(left & OWN[seat])
        if left | bit & SAFE_FOR[old] != 0:
            notice(s, seat, old, left)
        if joined | bit & SAFE_FOR[new] != 0:
            notice(s, seat, new, joined)


@rule
@inline
def toggle(s, space, bit):
    """A piece leaves a space, or comes; answers who else stands there. Part of put()."""
    before = np.int64(s.board[space])
    after = before ^ bit & STANDS[space]
    s.board[space] = after
    s.tracks[TRACK_OF[space]] ^= TRACK_BIT[space]
    return before & after


@rule
def notice(s, seat, space, others):
    """A piece comes to `others` on a Broadway space, or leaves them, or is safe there. Part of put()."""
    count = bits(others)
    pair = PAIRS[count]
    safe = 1 if others & SAFE_FOR[space] != 0 else 0
    who = np.int64(SEATS_THAT[MINDS[s.max_stack, 2 * count + safe], s.partners, seat])
    for i in range(2 * CHAIRS):
        s.walls[i] ^= WALL_BIT[space, i] & pair
        s.shut[i] ^= LAND_BIT[space, i] & -(who >> (i & 3) & 1)


@rule
def earns(s, origin):
    """Does a capture by a piece that came from there earn a reward? (POL-CAP-2, POL-Q-19)"""
    return origin != CORNER or s.reward_on_start != NO


@rule
@inline
def move(s, piece, goal):
    """Move the mover's piece, capturing who is there. Returns what take_back() needs, packed:
    bit 0 is free, 1..2 the piece, 3 it must wait now, 4..8 the captured one + 1, 9.. its origin + 1."""
    me = s.hand
    origin = s.pieces[me, piece]
    kept = (np.int64(origin) + 1) << 9 | np.int64(piece) << 1
    there = np.int64(s.board[space_of(me, goal)])
    if there & FRIENDS[s.partners, me] == 0:
        if there != 0:  # to land is to capture (POL-CAP-1, POL-ENTER-6, POL-Q-23)
            victim = bits(there - 1)
            put(s, victim // PIECES, victim % PIECES, CORNER)
            kept |= (victim + 1) << 4
            if earns(s, origin):
                s.rewards += 1  # POL-CAP-4
    elif there & (there - 1) != 0 and origin != CORNER and s.joiner_waits != NO:
        s.waits = s.waits | 1 << piece  # POL-BLOCK-3, POL-Q-28
        kept |= 1 << 3
    put(s, me, piece, goal)
    return kept


@rule
def take_back(s, kept):
    me = s.hand
    piece = kept >> 1 & 3
    space = np.int64(space_of(me, s.pieces[me, piece]))
    origin = (kept >> 9) - 1
    put(s, me, piece, origin)
    victim = (kept >> 4 & 31) - 1
    if victim >= 0:
        seat = victim // PIECES
        put(s, seat, victim % PIECES, (space - START_OFFSET - SIDE * seat) % LOOP)
        if earns(s, origin):
            s.rewards -= 1
    if kept >> 3 & 1 != 0:
        s.waits = s.waits & ~(1 << piece)


@rule
@inline
def goal_of(s, what, piece, route):
    """Where this action brings the piece. (POL-Q-30: the route is part of it)"""
    here = s.pieces[s.hand, piece]
    if s.sum_is_one_move != 0 and what == LEAP:
        return WAY[route, here, s.left[0] + s.left[1]]
    return GOALS[np.int64(here) & 127, what << 1 | route]


# ---------------------------------------------------------------- looking ahead
# What a throw is worth: first the pieces it starts, then the dice it plays. (POL-Q-07, POL-Q-14)

START_WORTH = 4  # more than two dice


@rule
def worth_of_die(s):
    """What the one die that is left is worth now, rewards apart."""
    die = s.left[0] + s.left[1]
    if die == SIX and stops_starting(s) == 0:
        return 1 + START_WORTH
    return 1 if can_use(s, die) else 0


@rule
def worth_of_rest(s):
    """The most that can be made of the one die that is left, rewards used at their best. (POL-Q-15)

    Every chain of rewards is tried, depth first, until nothing better can be found: a further
    reward needs a further capture (POL-Q-18), so a chain is never longer than there are rivals'
    pieces. `trail` remembers the moves to take back. A reward need not be used before the die
    unless it is mandatory and immediate.
    """
    if s.left[0] + s.left[1] == 0:
        return 0
    forced = s.reward_mandatory != 0 and s.reward_timing != ANY_TIME
    best = 0
    if not (forced and s.rewards > 0 and can_use_reward(s)):
        best = worth_of_die(s)
    if s.rewards == 0:
        return best
    most = 1 + START_WORTH if holds_six(s) and first_in_corner(s, s.hand) != NOBODY else 1
    depth = 0
    choice = np.int64(0)  # 2 * piece + route
    while True:
        if best == most or choice == 2 * PIECES:
            if depth == 0:
                return best
            depth -= 1
            kept = np.int64(s.trail[depth])
            s.trail[depth] = 0
            take_back(s, kept)
            s.rewards += 1
            choice = (kept & 7) + 1
        elif stops_reward(s, choice >> 1, choice & 1) == 0:
            s.rewards -= 1
            s.trail[depth] = move(s, choice >> 1, goal_of(s, TEN, choice >> 1, choice & 1)) | choice & 1
            depth += 1
            if not (forced and s.rewards > 0 and can_use_reward(s)):
                best = max(best, worth_of_die(s))
            choice = np.int64(0 if s.rewards > 0 else 2 * PIECES)
        else:
            choice += 1


@rule
def worth(s, action):
    """The most that a throw of two dice yields if it begins so."""
    what, piece, route = what_of(action), piece_of(action), route_of(action)
    if what == SUM_SIX:  # an option when it is optional, not a duty (POL-Q-06)
        return 2 if s.sum_six_optional != 0 else 2 + START_WORTH
    if what == LEAP:
        return 2
    high, low, before = s.left[0], s.left[1], s.played
    gain = 1 + START_WORTH if s.pieces[s.hand, piece] == CORNER else 1
    goal = goal_of(s, what, piece, route)
    spend(s, what, piece)
    kept = move(s, piece, goal)
    gain += worth_of_rest(s)
    take_back(s, kept)
    s.left[0] = high
    s.left[1] = low
    s.played = before
    return gain


@rule
@inline
def surely_plays_both(s, action, able, other):
    """A quick yes to whether this first die leaves the `other` one playable; False is no answer.
    `able` are the moves by the other die now, as in `menu`."""
    me = s.hand
    piece = piece_of(action)
    goal = WAY[route_of(action), s.pieces[me, piece], what_of(action)]
    there = s.board[space_of(me, goal)]
    others = able & ~(3 << 2 * piece)
    if others != 0:
        # Alone on the Broadway, or at home, the piece is in nobody's way.
        if (goal <= ENTRANCE or goal == HOME) and there & FRIENDS[s.partners, me] == 0:
            return True
        # Elsewhere it is not in the way of one that is too far behind, or ahead on any track.
        reach = TO_GO[goal]
        for mate in range(PIECES):
            if others >> 2 * mate & 3 != 0:
                far = TO_GO[s.pieces[me, mate]]
                if far - other > reach or far + DETOUR <= reach:
                    return True
    # Or it goes on itself: what it left behind is not in its way.
    if goal == HOME or s.sum_is_one_move != 0 or there & (there - 1) != 0:
        return False
    return can_go(s, goal, other, STRAIGHT) != SHUT or can_go(s, goal, other, TURNOUT) != SHUT


@rule
@inline
def counts_as(s, value):
    """What a first move is measured by: starts and dice, or by house rule starts only. (POL-Q-14)"""
    return value >> 2 if s.max_dice == GREEDY else value


@rule
@inline
def starts_at_stake(s):
    """Can the order of play decide how many pieces are started?"""
    if not holds_six(s) and not shows_six(s):
        return False
    reason = stops_starting(s)
    return reason == 0 or reason == START_FULL + PLACE * START


# ---------------------------------------------------------------- the game interface


@rule
def new_game(s, players):
    """Everybody's pieces in the corner, and a roll-off. (POL-PREP-2, POL-FIRST-1)"""
    seated = SEATING[s.seats] if s.seats != 0 else USUAL_SEATING[players]
    for seat in range(CHAIRS):
        s.place[seat] = PLAYING if seated >> seat & 1 else EMPTY
        s.stacks[seat] = 0
        for piece in range(PIECES):
            s.pieces[seat, piece] = CORNER
    for i in range(2 * CHAIRS):
        s.walls[i] = 0
        s.shut[i] = NO_LANDING[i]
        s.tracks[i] = 0
    for space in range(NOWHERE + 1):
        s.board[space] = 0
    for i in range(RIVALS):
        s.trail[i] = 0
    s.partners = 1 if players == CHAIRS and s.mode != INDIVIDUAL else 0  # POL-Q-03
    s.turns = 0
    s.turn = 0
    clear_throw(s)
    s.waits = 0
    start_roll_off(s, seated)


@rule
def actor(s):
    if s.phase == PLAY:
        return s.turn
    if s.phase == FINISHED:
        return OVER
    return CHANCE


@rule
def side(s, seat):
    """Partners sit opposite. (POL-PART-1)"""
    if s.place[seat] == EMPTY:
        return NOBODY
    return min(seat, PARTNER[seat]) if s.partners != 0 else seat


@rule
@inline
def legal(s, out):
    if s.phase == PLAY:
        return list_menu(s.menu, out) if has_menu(s) else list_by_house(s, out)
    if s.phase == FINISHED:
        return 0
    for outcome in range(len(ROLLS)):
        out[outcome] = outcome
    return len(ROLLS)


@rule
def list_by_house(s, out):
    """What may be played by house rules for which there is no `menu`; apart, to keep the usual way short."""
    if must_reward(s):
        return list_rewards(s, out, 0)
    n = list_dice(s, out)
    if s.rewards > 0:
        n = list_rewards(s, out, n)
    return n


@rule
@inline
def choices(s, out):
    return bits(s.menu & 0xFFFF) if has_menu(s) else legal(s, out)


@rule
@inline
def choice(s, k, out):
    if not has_menu(s):
        return out[k]
    menu = np.int64(s.menu)
    first = bits(menu & 255)
    late = 1 if k >= first else 0
    return (menu >> (16 + 4 * late) & 15) << 3 | np.int64(NTH[menu >> 8 * late & 255, k - first * late & 7])


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: all that a menu offers of a count lies together."""
    if not has_menu(s):
        return UNMARKED
    menu = np.int64(s.menu)
    first, second = menu >> 16 & 15, menu >> 20 & 15
    for action in range(ACTIONS):
        mask[action] = 0
    if second > TEN:
        mask[PASS] = 1
    else:
        for i in range(2 * PIECES):
            mask[second << 3 | i] = EIGHT[menu >> 8 & 255, i]
    for i in range(2 * PIECES):  # behind the second: of two that are alike it is the first that is left
        mask[first << 3 | i] = EIGHT[menu & 255, i]
    return bits(menu & 0xFFFF)


# Chance is always a roll of two dice.
weights, tickets, draw = two_dice_weights, two_dice_tickets, two_dice_draw


@rule
@inline
def apply(s, action):
    if s.phase == PLAY:
        if action == PASS:
            s.rewards -= 1  # POL-Q-16
        else:
            play(s, what_of(action), piece_of(action), route_of(action))
    elif s.phase == THROW:
        s.dice[0] = s.left[0] = ROLLS[action, 0]
        s.dice[1] = s.left[1] = ROLLS[action, 1]
        s.phase = PLAY
    else:
        play_roll_off(s, ROLLS[action, 0] + ROLLS[action, 1])
    if s.phase == PLAY:
        go_on(s)


@rule
@inline
def branch(s):
    """The dice; one die left, or two; a reward, with so many dice left."""
    if s.phase != PLAY:
        return 0
    return (1 if s.left[0] != 0 else 0) + (1 if s.left[1] != 0 else 0) + (3 if s.rewards > 0 else 0)


@rule
def payoff(s, seat):
    """All for the winning side; partners both have their side's share. With places, the last of K
    sides gets nothing, the one before one part, and so on; sides stopped by the turn limit share
    alike what is still to be had."""
    sides = 0
    placed = 0
    for chair in range(CHAIRS):
        if side(s, chair) == chair:
            sides += 1
            if s.place[chair] >= 0:
                placed += 1
    if s.place[seat] == EMPTY:
        return 0.0
    if s.play_for_places == 0:
        if placed == 0:
            return 1.0 / sides
        return 1.0 if s.place[seat] == 0 else 0.0
    parts = sides * (sides - 1) / 2.0
    if s.place[seat] >= 0:
        return (sides - 1 - s.place[seat]) / parts
    return (sides - placed - 1) / 2.0 / parts


@rule
def refusal(s, seat, action):
    """Why this seat may not do this now, or 0; the reason and PLACE times where."""
    if s.phase == FINISHED:
        return GAME_OVER
    if s.phase != PLAY:
        return THROW_FIRST
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action > PASS:
        return NO_SUCH_ACTION
    if action == PASS:
        return refuse_pass(s)
    what, piece, route = what_of(action), piece_of(action), route_of(action)
    if what == TEN:
        return refuse_reward(s, piece, route)
    if must_reward(s):
        return REWARD_FIRST
    return refuse_die(s, what, piece, route)


FEATURE_NAMES = (
    *(
        f"{who}.{what}"
        for who in ("own", "next", "across", "last")
        for what in (
            *("seated", "side", "turn", "moved", "corner", "home"),
            *(f"piece_{i}" for i in range(PIECES)),
        )
    ),
    *(f"broadway_{i}" for i in range(LOOP)),
    *(f"turnout_{c}.{i}" for c in range(CHAIRS) for i in range(TURNOUT_LENGTH)),
    *(f"left_{die}" for die in range(1, SIX + 1)),
    "rewards",
    *(f"waits_{i}" for i in range(PIECES)),
    *(f"phase_{name}" for name in ("roll_off", "throw", "play", "finished")),
)
FEATURES = len(FEATURE_NAMES)
# By tables and without branches, which nobody could foresee. [place + 1]: how far that is, as a share; and
# [step, place + 1]: where a piece of the seat `step` to the right shows on the map. One that does not is
# counted where `seated` is written later.
_MAP = (6 + PIECES) * CHAIRS
WAY_SHARE = np.array([0.0, *(1.0 - steps / (HOME + 1) for steps in TO_GO.tolist())], np.float32)
SHOWN_AT = np.array(
    [
        [
            _MAP + space if space < LOOP + CHAIRS * TURNOUT_LENGTH else (6 + PIECES) * step
            for space in SPACE[step].tolist()
        ]
        for step in range(CHAIRS)
    ],
    np.uint8,
)
# [place + 1]: pieces in the corner count 1, those at home 16
ENDS = np.array([1, *[0] * HOME, 16, *[0] * (PLACES - FIRST_TURNOUT)], np.uint8)
# [die]: where it shows that it is left. One that is not is counted where `rewards` are written later.
LEFT_AT = np.array(
    [_MAP + LOOP + CHAIRS * TURNOUT_LENGTH + (die - 1 if die > 0 else SIX) for die in range(8)], np.uint16
)


@rule
@inline
def observe(s, seat, out):
    """From this seat's side, and then for each seat to its right, so in the order of turns (empty
    chairs all 0): 1 if seated, 1 if of this seat's side, 1 if on turn, 1 if its pieces are the ones that
    are moved, pieces in the corner and at home out of four, and how far each piece has come as a share
    of the way, by the numbers that actions call them. Then the Broadway from the first space of this
    seat's side on, and the turnouts from its own on: a quarter for each piece of this seat's side there,
    minus a quarter for each rival. Then how many dice show 1..6 and are left, out of two; rewards out of
    four, which of the pieces that are moved must wait, and the phase, one of four."""
    for i in range((6 + PIECES) * CHAIRS, FEATURES):
        out[i] = 0.0
    n = 0
    for step in range(CHAIRS):
        other = seat + step & 3
        seated = 1 if s.place[other] != EMPTY else 0
        friend = 0
        if step == 0 or step == CHAIRS // 2:
            friend = seated & (1 if s.place[seat] != EMPTY else 0)
            if step > 0:
                friend &= s.partners
        ends = 0
        for piece in range(PIECES):
            at = np.int64(s.pieces[other, piece]) + 1 & 127
            out[n + 6 + piece] = WAY_SHARE[at]  # nothing is seen of a chair that is empty
            out[SHOWN_AT[step, at]] += 0.25 if friend != 0 else -0.25
            ends += ENDS[at]
        out[n] = seated
        out[n + 1] = friend
        out[n + 2] = seated & (1 if s.turn == other else 0)
        out[n + 3] = seated & (1 if s.hand == other else 0)
        out[n + 4] = (ends & 15) * seated / PIECES
        out[n + 5] = (ends >> 4) / PIECES
        n += 6 + PIECES
    n += LOOP + CHAIRS * TURNOUT_LENGTH
    out[LEFT_AT[s.left[0] & 7]] += 0.5
    out[LEFT_AT[s.left[1] & 7]] += 0.5
    out[n + SIX] = min(s.rewards, PIECES) / PIECES
    n += SIX + 1
    for piece in range(PIECES):
        out[n + piece] = s.waits >> piece & 1
    out[n + PIECES + (s.phase & 3)] = 1.0


TALLIES = ("captures", "starts", "homecomings", "doublets")


@rule
def tally(s, action, out):
    if s.phase == THROW:
        if ROLLS[action, 0] == ROLLS[action, 1]:
            out[3] += 1
    elif s.phase == PLAY and action != PASS:
        piece = piece_of(action)
        goal = goal_of(s, what_of(action), piece, route_of(action))
        there = s.board[space_of(s.hand, goal)]
        if there != 0 and there & FRIENDS[s.partners, s.hand] == 0:
            out[0] += 1
        if s.pieces[s.hand, piece] == CORNER:
            out[1] += 1
        if goal == HOME:
            out[2] += 1


# ---------------------------------------------------------------- listing


@rule
@inline
def movers(s):
    """The pieces that may take a die, way apart, as bits; of pieces that are alike only the first."""
    free = 0
    for piece in range(PIECES):
        here = s.pieces[s.hand, piece]
        if here in (CORNER, HOME) or s.waits >> piece & 1 != 0 or s.played == piece + 1:
            continue
        if not is_twin(s, piece):
            free |= 1 << piece
    return free


@rule
def ways(s, free, count):
    """Who of the `free` pieces may move by this count, looked up one by one: bit 2 * piece + route."""
    found = 0
    for piece in range(PIECES):
        if free >> piece & 1 != 0:
            for route in range(2):
                if can_go(s, s.pieces[s.hand, piece], count, route) != SHUT:
                    found |= 1 << (2 * piece + route)
    return found


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
    way, line = obstacles(s, np.int64(s.hand))
    straight = 0
    branching = 0
    for piece in range(PIECES):
        at = np.int64(s.pieces[s.hand, piece]) & 127
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
    way, line = obstacles(s, np.int64(s.hand))
    on_way = stuck(way[0], way[1], count)
    on_line = stuck(line[0], line[1], count)
    found = 0
    for piece in range(PIECES):
        at = np.int64(s.pieces[s.hand, piece]) & 127
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


@rule
@inline
def twins(s):
    """The moves of pieces that stand where a lower-numbered one does, as in `menu`."""
    a, b, c, d = s.pieces[s.hand, 0], s.pieces[s.hand, 1], s.pieces[s.hand, 2], s.pieces[s.hand, 3]
    return (
        (0b1100 if b == a else 0)
        | (0b110000 if c == a or c == b else 0)
        | (0b11000000 if d == a or d == b or d == c else 0)
    )


@rule
@inline
def printed(s):
    """Are dice and rewards played by the printed rules? Then `menu` holds what may be done."""
    house = s.start_first | s.sum_six_optional | s.start_respects_max_stack | s.sum_is_one_move | s.max_dice
    house |= s.single_die_choice | s.reward_mandatory | s.reward_timing | s.reward_into_home
    return LINES_FIT and house | s.reward_must_save_die == 0


@rule
@inline
def has_menu(s):
    """The first question is the quicker one; the second is settled before a GPU sees it, and so are both."""
    return s.menu != 0 or printed(s)


@rule
def menu_of(s):
    """What `menu` holds in this position."""
    if s.phase != PLAY or not printed(s):
        return 0
    return reward_menu(s) if s.rewards > 0 else dice_menu(s)


@rule
@inline
def dice_menu(s):
    """The `menu` of a player who has dice and no reward, by the printed rules; 0 if he can do nothing."""
    high, low = np.int64(s.left[0]), np.int64(s.left[1])
    me = s.hand
    # Only CORNER is negative. Both conditions by one table: what comes together can be foreseen more often.
    waiting = np.int64(s.pieces[me, 0] | s.pieces[me, 1] | s.pieces[me, 2] | s.pieces[me, 3]) >> 7 & 1
    six = np.int64(SIX_IN[waiting, high, low])
    if six != 0 and stops_starting(s) == 0:
        return 1 << 2 * first_in_corner(s, me) | six - 1 << 16
    free = np.int64(255)
    if s.waits | s.stacks[me] != 0:  # of pieces that are alike only the first, and none that must wait
        free = np.int64(TWICE[movers(s)]) if s.waits != 0 else 255 ^ twins(s)
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
@inline
def in_doubt(s, by_high, by_low, through):
    """After which of these first moves, as in `menu`, the other die may not be playable: the piece cannot go
    `through` by both dice on end, and there is no other that nobody can get in the way of."""
    me = s.hand
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
    """Of `moves`, the first moves of a throw, those that play the most dice (POL-DICE-3), as keep_best() does
    for house rules. Only those in `doubt` are looked at."""
    high, low = np.int64(s.left[0]), np.int64(s.left[1])
    wasteful = 0
    while doubt != 0:
        bit = doubt & -doubt
        doubt ^= bit
        i = bits(bit - 1)
        die, other = (high, low) if i < 2 * PIECES else (low, high)
        action = die << 3 | i & 7
        goal = goal_of(s, die, i >> 1 & 3, i & 1)
        if not plays_both(s, i >> 1 & 3, np.int64(goal), other):
            there = np.int64(s.board[space_of(s.hand, goal)])
            captures = there != 0 and there & FRIENDS[s.partners, s.hand] == 0
            if not captures or worth(s, action) < 2:  # a reward may open the way (POL-Q-15)
                wasteful |= bit
    return moves ^ wasteful if wasteful != moves else moves


@rule
@inline
def plays_both(s, piece, goal, other):
    """Can anybody play the `other` die when this piece has gone to `goal`? Rewards and starts apart."""
    me = np.int64(s.hand)
    here = np.int64(s.pieces[me, piece])
    old, new = space_of(me, here), space_of(me, goal)
    left = bits(np.int64(s.board[old])) - 1
    joined = bits(np.int64(s.board[new]) & FRIENDS[s.partners, me])
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
    if joined > 1 and s.joiner_waits != NO:  # POL-BLOCK-3, POL-Q-28
        waits |= 1 << piece
    able = 0
    for mate in range(PIECES):
        at = (goal if mate == piece else np.int64(s.pieces[s.hand, mate])) & 127
        stops = (on_line if at > HOME else on_way) >> np.int64(AHEAD[at]) & on_line >> np.int64(ASIDE[at])
        able |= ~(stops | waits >> mate) & 1
    return able != 0


@rule
@inline
def reward_menu(s):
    """The `menu` of a player who has a reward, by the printed rules."""
    tens = ways(s, movers(s), REWARD)
    return tens | 1 << 8 | TEN << 16 | (TEN + 1) << 20  # PASS comes right behind TEN


@rule
@inline
def list_menu(menu, out):
    n = list_ways(menu >> 16 & 15, menu & 255, out, 0)
    return list_ways(menu >> 20, menu >> 8 & 255, out, n)


@rule
def list_leaps(s, free, out, n):
    """Add the ways to move one of the `free` pieces by both dice at once. (POL-Q-12)"""
    for piece in range(PIECES):
        for route in range(2):
            if free >> piece & 1 != 0 and stops_moving(s, piece, s.left[0] + s.left[1], route) == 0:
                out[n] = action_of(LEAP, piece, route)
                n += 1
    return n


@rule
def list_dice(s, out):
    """The ways to play a die: every SIX of every throw starts a piece (POL-ENTER-2, POL-ENTER-9,
    POL-Q-05, POL-Q-09), two of them two (POL-ENTER-4, POL-Q-08), and as many dice are played as
    can be."""
    both = both_left(s)
    n = 0
    if (holds_six(s) or shows_six(s)) and stops_starting(s) == 0:
        piece = first_in_corner(s, s.hand)
        if shows_six(s):
            out[n] = action_of(SUM_SIX, piece, STRAIGHT)
            n += 1
            if s.sum_six_optional == 0:
                return n  # POL-ENTER-2, POL-Q-06
        if holds_six(s):
            out[n] = action_of(SIX, piece, STRAIGHT)
            n += 1
            # A start is in no own piece's way, so it never costs a die; only a reward that must
            # be used may. With one die left a possible start is a duty. (POL-ENTER-2, POL-Q-07)
            if not both or (s.start_first != NO and s.reward_mandatory == 0):
                return n
    free = movers(s)
    able_high = 0
    able_low = 0
    if s.left[0] != 0:
        able_high = ways(s, free, s.left[0])
        n = list_ways(s.left[0], able_high, out, n)
    middle = n
    if s.left[1] == s.left[0]:
        able_low = able_high
    elif s.left[1] != 0:
        able_low = ways(s, free, s.left[1])
        n = list_ways(s.left[1], able_low, out, n)
    if not both:
        return n
    end = n
    if s.sum_is_one_move != 0:
        n = list_leaps(s, free, out, n)
    return keep_best(s, out, n, middle, end, able_high, able_low) if n > 1 else n


@rule
def list_ways(what, moves, out, n):
    for i in range(2 * PIECES):
        if moves >> i & 1 != 0:
            out[n] = action_of(what, i >> 1, i & 1)
            n += 1
    return n


@rule
def keep_best(s, out, n, middle, end, able_high, able_low):
    """Of the first moves of a throw keep those that lead to the most starts, then dice. (POL-DICE-3)
    out[:middle] play the higher die (or start), out[middle:end] the lower; `able` is who can.

    So a piece stays where it is, and a blockade stands, while others can play (POL-ENTER-10,
    POL-BLOCK-4, POL-Q-45); its pieces may go one after the other and meet again further on
    (POL-BLOCK-6, POL-Q-29), and another may take the place of one that left (POL-BLOCK-7)."""
    high, low = s.left[0], s.left[1]
    at_stake = starts_at_stake(s)
    if s.max_dice == GREEDY and not at_stake and s.single_die_choice != HIGHER:
        return n
    quick = not at_stake and s.reward_mandatory == 0
    best = 0
    most = 0
    kept = 0
    for i in range(n):
        action = out[i]
        able = able_low if i < middle else able_high
        other = low if i < middle else high
        if quick and i < end and surely_plays_both(s, action, able, other):
            value = 2
        else:
            value = worth(s, action)
        most = max(most, value)
        value = counts_as(s, value)
        if value > best:
            best = value
            kept = 0
        if value == best:
            out[kept] = action
            kept += 1
    if at_stake and s.start_first != NO:
        kept = keep_start(s, out, kept)
    if s.single_die_choice == HIGHER and most & 3 < 2:
        kept = keep_higher(out, kept)
    return kept


@rule
def keep_start(s, out, n):
    """A 6 that starts a piece goes before the other die. (POL-ENTER-3, POL-Q-07)"""
    for i in range(n):
        if what_of(out[i]) == SIX and s.pieces[s.hand, piece_of(out[i])] == CORNER:
            out[0] = out[i]
            return 1
    return n


@rule
def keep_higher(out, n):
    """House rule: when either die can be played but not both, the higher one. (POL-Q-13)"""
    high = 0
    for i in range(n):
        high = max(high, what_of(out[i]))
    kept = 0
    for i in range(n):
        if what_of(out[i]) == high:
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def list_rewards(s, out, n):
    """Add the ways to use a reward, or not to, behind the dice that may be played instead."""
    for piece in range(PIECES):
        if not is_twin(s, piece):
            for route in range(2):
                if stops_reward(s, piece, route) == 0:
                    out[n] = action_of(TEN, piece, route)
                    n += 1
    if may_decline(s):
        out[n] = PASS
        n += 1
    if s.reward_must_save_die == 0:
        return n
    kept = 0
    for i in range(n):
        if saves_die(s, out[i]):
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def may_decline(s):
    """May a reward be given up? One that keeps need not be while a die can be played."""
    if s.rewards == 0 or s.reward_mandatory != 0:
        return False  # POL-Q-16
    return s.reward_timing != ANY_TIME or not can_begin(s)  # POL-Q-17


@rule
def saves_die(s, action):
    """House rule: a reward is used so that the die that is left can be played. (POL-Q-15)"""
    best = worth_of_rest(s)
    if action != PASS and what_of(action) != TEN:
        return worth_of_die(s) == best
    s.rewards -= 1
    if action == PASS:
        value = worth_of_rest(s)
    else:
        piece = piece_of(action)
        kept = move(s, piece, goal_of(s, TEN, piece, route_of(action)))
        value = worth_of_rest(s)
        take_back(s, kept)
    s.rewards += 1
    return value == best


# ---------------------------------------------------------------- refusing


@rule
def refuse_pass(s):
    if may_decline(s):
        return 0 if s.reward_must_save_die == 0 or saves_die(s, PASS) else SAVES_NO_DIE
    if s.rewards > 0 and s.reward_mandatory != 0:
        return CANNOT_DECLINE
    return CANNOT_PASS  # POL-DICE-3


@rule
def refuse_reward(s, piece, route):
    if s.rewards == 0:
        return NO_REWARD
    reason = stops_reward(s, piece, route)
    if reason != 0:
        return reason
    if is_twin(s, piece):
        return TWIN
    if s.reward_must_save_die != 0 and not saves_die(s, action_of(TEN, piece, route)):
        return SAVES_NO_DIE
    return 0


@rule
def refuse_by_itself(s, what, piece, route):
    """Why these dice cannot be played so, other dice and duties apart."""
    if what == SUM_SIX:
        if not shows_six(s):
            return NOT_A_SUM
    elif what == LEAP:
        if not may_leap(s):
            return NO_SUCH_COUNT
    elif what != s.left[0] and what != s.left[1]:
        return NO_SUCH_COUNT
    in_corner = s.pieces[s.hand, piece] == CORNER
    if what == SUM_SIX or (what == SIX and in_corner):
        closed = stops_starting(s)
        if closed != 0:
            return closed
        if not in_corner:
            return NONE_IN_CORNER
        if route != STRAIGHT:
            return NO_BRANCH
        return 0 if piece == first_in_corner(s, s.hand) else TWIN
    if what == LEAP:
        reason = stops_moving(s, piece, s.left[0] + s.left[1], route)
    else:
        reason = stops_count(s, piece, what, route)
    if reason == 0 and is_twin(s, piece):
        return TWIN
    return reason


@rule
def refuse_die(s, what, piece, route):
    reason = refuse_by_itself(s, what, piece, route)
    if reason != 0:
        return reason
    action = action_of(what, piece, route)
    if both_left(s):
        return refuse_for_the_rest(s, action)
    if what == SIX and stops_starting(s) == 0 and s.pieces[s.hand, piece] != CORNER:
        return MUST_START
    if s.rewards > 0 and s.reward_must_save_die != 0 and not saves_die(s, action):
        return SAVES_NO_DIE
    return 0


@rule
def refuse_for_the_rest(s, action):
    """A first move that is possible by itself: which duty does it neglect?"""
    value = worth(s, action)
    best = 0
    for other in range(action_of(TEN, 0, STRAIGHT)):
        if refuse_by_itself(s, what_of(other), piece_of(other), route_of(other)) == 0:
            best = max(best, worth(s, other))
    can_start = stops_starting(s) == 0
    if counts_as(s, value) < counts_as(s, best):
        if can_start and shows_six(s) and s.sum_six_optional == 0:
            return MUST_START_BOTH
        if can_start and what_of(action) == SIX:
            return MUST_START
        return WASTES_START if value >> 2 < best >> 2 else WASTES_DIE
    if can_start and holds_six(s) and s.start_first != NO and s.pieces[s.hand, piece_of(action)] != CORNER:
        start = action_of(SIX, first_in_corner(s, s.hand), STRAIGHT)
        if counts_as(s, worth(s, start)) == counts_as(s, best):
            return MUST_START_FIRST
    if s.single_die_choice == HIGHER and best & 3 < 2:
        for other in range(action_of(what_of(action) + 1, 0, STRAIGHT), action_of(TEN, 0, STRAIGHT)):
            if refuse_by_itself(s, what_of(other), piece_of(other), route_of(other)) == 0:
                if counts_as(s, worth(s, other)) == counts_as(s, best):
                    return HIGHER_DIE
    return 0


# ---------------------------------------------------------------- playing


@rule
@inline
def spend(s, what, piece):
    """Use up the die, or both."""
    s.played = 0
    if what in (SUM_SIX, LEAP):  # POL-Q-06
        s.left[0] = 0
        s.left[1] = 0
        return
    s.left[0 if s.left[0] == what else 1] = 0
    if s.sum_is_one_move != 0 and s.left[0] + s.left[1] != 0 and s.pieces[s.hand, piece] != CORNER:
        s.played = piece + 1


@rule
@inline
def play(s, what, piece, route):
    """A start, a die, a leap or a reward. (POL-DICE-1, POL-DICE-2, POL-CAP-2)"""
    goal = goal_of(s, what, piece, route)
    if what == TEN:
        s.rewards -= 1
    else:
        spend(s, what, piece)
    move(s, piece, goal)
    if goal == HOME and all_home(s, s.hand):
        finish(s)


@rule
@inline
def go_on(s):
    """What comes next: a reward, more of this throw, another throw, another player."""
    if s.rewards > 0:
        if has_menu(s):
            s.menu = reward_menu(s)
            if s.menu & 255 != 0:
                return
        elif can_use_reward(s):
            return
        if s.reward_timing != ANY_TIME:
            s.rewards = 0  # POL-CAP-3
    if s.left[0] + s.left[1] != 0:
        if has_menu(s):
            s.menu = dice_menu(s)
            if s.menu != 0:
                return
        elif can_begin(s):
            return
    again = s.dice[0] == s.dice[1] and s.left[0] + s.left[1] == 0
    clear_throw(s)
    if again:  # POL-DBL-1, POL-Q-34; not if a die was left (POL-DBL-2, POL-Q-35)
        s.phase = THROW
    else:
        end_turn(s)  # POL-DICE-3, POL-ENTER-5


@rule
def clear_throw(s):
    for i in range(2):
        s.dice[i] = 0
        s.left[i] = 0
    s.rewards = 0
    s.played = 0
    s.menu = 0


@rule
def finish(s):
    """The mover's fourth piece is home: what is left of the turn lapses. (POL-OBJ-1, POL-Q-41)"""
    me = s.hand
    mate = PARTNER[me]
    if s.partners != 0 and not all_home(s, mate):
        end_turn(s)  # POL-PART-4
        return
    place = 0
    others = 0
    for seat in range(CHAIRS):
        if side(s, seat) == seat and seat != side(s, me):
            if s.place[seat] >= 0:
                place += 1
            else:
                others += 1
    s.place[me] = place
    if s.partners != 0:
        s.place[mate] = place  # POL-PART-5
    if s.play_for_places != 0 and others > 1:
        end_turn(s)
        return
    for seat in range(CHAIRS):  # with places, the last side takes the last place
        if s.play_for_places != 0 and s.place[seat] == PLAYING:
            s.place[seat] = place + 1
    stop(s)  # POL-WIN-1


@rule
def stop(s):
    clear_throw(s)
    s.waits = 0
    s.hand = s.turn
    s.phase = FINISHED


@rule
@inline
def takes_turns(s, seat):
    """A player who has finished stays out, though his partner plays on. (POL-PART-4)"""
    if s.place[seat] != PLAYING:
        return False
    return not all_home(s, seat) or s.finished_partner == THROWS_ON


@rule
@inline
def give_turn(s, seat):
    s.turn = seat
    s.hand = seat
    if s.partners != 0 and all_home(s, seat):
        s.hand = PARTNER[seat]  # POL-Q-41


@rule
@inline
def end_turn(s):
    """The player to the right is next. (POL-TURN-1)"""
    clear_throw(s)
    s.waits = 0
    if s.max_turns > 0:
        s.turns += 1
        if s.turns >= s.max_turns:
            stop(s)
            return
    seat = RIGHT_OF[s.turn]
    while not takes_turns(s, seat):
        seat = RIGHT_OF[seat]
    give_turn(s, seat)
    s.phase = THROW


@rule
def start_roll_off(s, seats):
    """A round in which these seats throw, each to the right of the one before."""
    s.phase = ROLL_OFF
    s.rolling = seats
    s.best = 0
    s.tied = 0
    next_to_roll(s)


@rule
def next_to_roll(s):
    """The first chair that has not thrown in this round."""
    seat = 0
    while s.rolling >> seat & 1 == 0:
        seat = (seat + 1) % CHAIRS
    give_turn(s, seat)


@rule
def play_roll_off(s, total):
    """The highest throw begins. (POL-FIRST-1)"""
    me = 1 << s.turn
    if total > s.best:
        s.best = total
        s.tied = 0
    if total == s.best:
        s.tied = s.tied | me
    s.rolling = s.rolling & ~me
    if s.rolling != 0:
        next_to_roll(s)
        return
    best = s.tied
    if best & (best - 1) != 0:  # POL-Q-01
        everybody = 0
        for seat in range(CHAIRS):
            if s.place[seat] != EMPTY:
                everybody |= 1 << seat
        start_roll_off(s, everybody if s.start_tie == ALL_TOGETHER else best)
        return
    seat = 0
    while best >> seat & 1 == 0:
        seat += 1
    s.best = 0
    s.tied = 0
    give_turn(s, seat)
    s.phase = THROW
