"""Parcheesi, by the rules of the modern American leaflet, for two to four players.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(PAR-Q-...); OPTIONS lists the house rules that change one. Two readings depart from the
letter in favour of common play: bonus moves capture (PAR-Q-24) and may go HOME (PAR-Q-35).

Encodings
    progress   START, then 0..HOME_ENTRY on the loop (0 is the owner's ENTER space), then his
               home path, then HOME.
    space      an index into `board`: loop spaces in the direction of travel from seat 0's
               ENTER space, then each seat's home path; NOWHERE for START and HOME.
    board      0 for an empty space, else 4 * seat + number of pawns (1, or 2: a blockade).
    walls      blockades, one bit a space: a word for each arm of the loop, from the ENTER space of
               its seat on, then a word for each home path. `guards` are the safety spaces of
               the loop on which anybody stands, in the same way.
    way        spaces ahead of a seat, one bit each: bit 0 is progress 1.
    menu       what may be played, one bit each (see LEAPS, DECLINE, SUM).
    after      while two counts are to be played: who else can play the second after the first, who else the
               first after the second, and who can play both, four bits each; 0 where pairs make
               it uncertain. From this the menu of the last count follows (see follow).
    decision   4 * what + pawn, where `what` is a count of 1..6 (a 5 enters a pawn that is in
               START), SUM_FIVE, LEAP, TEN or TWENTY; or PASS.
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
LOOP: int = BOARD["track"]["loop"]  # PAR-GEO-1
ARM: int = BOARD["track"]["arm"]  # PAR-GEO-2: chairs in the direction of travel (PAR-SETUP-2, PAR-SETUP-3)
SAFE_OFFSETS: tuple[int, ...] = tuple(BOARD["track"]["safe_offsets"])  # PAR-GEO-5
HOME_ENTRY: int = BOARD["track"]["home_entry"]  # PAR-GEO-3
PATH_LENGTH: int = BOARD["track"]["path_length"]  # PAR-GEO-4

CHAIRS, PAWNS = 4, 4  # PAR-COMP-1; whose dice they are makes no difference (PAR-Q-04)
CAPTURE_BONUS, HOME_BONUS = 20, 10
START, ENTER = -1, 0
HOME_PATH = HOME_ENTRY + 1
HOME = HOME_PATH + PATH_LENGTH
NOWHERE = LOOP + CHAIRS * PATH_LENGTH  # START and HOME are not spaces (PAR-GEO-6)

if LOOP != CHAIRS * ARM or not 1 <= ARM <= 30:
    raise ValueError(f"loop = {LOOP} must be four times arm = {ARM}, and arm lie in 1..30")
if not 0 < HOME_ENTRY < min(LOOP, 64):  # a row of walls is 63 bits
    raise ValueError(
        f"home_entry = {HOME_ENTRY} must lie on the loop of {LOOP} spaces, at most 63 from ENTER"
    )
if not 1 <= PATH_LENGTH <= 30:
    raise ValueError(f"path_length = {PATH_LENGTH} must lie in 1..30")
if not all(isinstance(o, int) and 0 <= o < ARM for o in SAFE_OFFSETS) or 0 not in SAFE_OFFSETS:
    raise ValueError(f"safe_offsets = {list(SAFE_OFFSETS)} must lie in 0..{ARM - 1} and include 0")


def _space(seat: int, progress: int) -> int:
    if 0 <= progress <= HOME_ENTRY:
        return (progress + ARM * seat) % LOOP
    if HOME_PATH <= progress < HOME:  # nobody else's home path is ever reached (PAR-MOVE-8)
        return LOOP + PATH_LENGTH * seat + progress - HOME_PATH
    return NOWHERE


SPACE = np.array([[_space(c, p) for p in range(START, HOME + 1)] for c in range(CHAIRS)], np.uint8)
# For every colour alike, and at empty chairs too (PAR-SAFE-1, PAR-Q-28).
SAFE = np.array([p < LOOP and p % ARM in SAFE_OFFSETS for p in range(NOWHERE + 1)], np.bool_)
# By seat and progress, like SPACE: the word of `walls` in which a space has its bit, that bit (none for
# NOWHERE), and the bit of `guards`.
WORD = np.where(SPACE < LOOP, SPACE // ARM, CHAIRS + np.arange(CHAIRS)[:, None]).astype(np.uint8)
WALL = np.where(
    SPACE < LOOP,
    1 << SPACE.astype(np.int32) % ARM,
    np.where(SPACE < NOWHERE, 1 << (SPACE.astype(np.int32) - LOOP) % PATH_LENGTH, 0),
).astype(np.int32)
GUARD = np.where(SAFE[SPACE], WALL, 0).astype(np.int32)
GONE = 32  # shifted so far, a bit is gone: a condition without a branch

# OPEN[seat, space, there]: may this seat's pawn land on a space where `there` is on the board?
# Not on a blockade (PAR-BLOCK-2, PAR-MOVE-6), on the home path no more than elsewhere (PAR-Q-12), nor
# beside an opponent on a safety space (PAR-SAFE-2): so nobody is captured there (PAR-CAP-2, PAR-SAFE-3).
OPEN = np.array(
    [
        [
            [t == 0 or (t % 4 == 1 and (t // 4 == c or not SAFE[p])) for t in range(4 * CHAIRS)]
            for p in range(NOWHERE + 1)
        ]
        for c in range(CHAIRS)
    ],
    np.bool_,
)

# By seat: what on the board is another's, one bit each.
OTHERS = np.array([sum(1 << t for t in range(1, 4 * CHAIRS) if t // 4 != c) for c in range(CHAIRS)], np.int64)

# ---------------------------------------------------------------- ways as bits
# A way is longer than a number: `near` begins at progress 1, `far` at CUT + 1. A pawn before CUT sees as far
# as any move goes in the first, every other sees all that is left in the second.

BITS = 63
CUT = min(BITS + 1 - CAPTURE_BONUS, HOME_ENTRY)


def _ones(low: int, high: int) -> int:
    """The bits low..high-1 of a number."""
    return sum(1 << i for i in range(low, min(high, BITS)))


# What an arm of the loop adds to the way, counted from the seat's own arm, and where its bits go.
ARM_KEPT = tuple(_ones(0, min(ARM, HOME_ENTRY + 1 - ARM * k)) for k in range(CHAIRS))
ARM_SHIFT = tuple(min(max(ARM * k - 1, 0), BITS) for k in range(CHAIRS))
PATH_KEPT, PATH_SHIFT = _ones(0, BITS - HOME_ENTRY), min(HOME_ENTRY, BITS)
BEYOND_NEAR, BEYOND_FAR = _ones(HOME, BITS), _ones(HOME - CUT, BITS)  # past HOME no pawn goes (PAR-HOME-2)

# The bit of a progress on the loop or the home path.
NEAR = np.array([_ones(p - 1, p) if 0 < p < HOME else 0 for p in range(START, HOME + 1)], np.int64)
FAR = np.array(
    [_ones(p - 1 - CUT, p - CUT) if CUT < p < HOME else 0 for p in range(START, HOME + 1)], np.int64
)

# Lanes: what four pawns see ahead in one number, LANE counts each, so that one shift asks all of them.
LANE, LANE_WIDTH = _ones(0, 15), 16
LANES = sum(1 << LANE_WIDTH * pawn for pawn in range(PAWNS))
ALL_PAWNS = _ones(0, PAWNS)
# Brings the lowest bits of all lanes together, from bit 3 * LANE_WIDTH on.
GATHER = sum(1 << 3 * LANE_WIDTH - (LANE_WIDTH - 1) * pawn for pawn in range(PAWNS))

# ---------------------------------------------------------------- counts, actions, reasons

FIVE = 5
TOP_AND_BOTTOM = 7  # opposite faces of a die
THIRD = 3  # the doublets in a row that are punished (PAR-DBL-7)

SUM_FIVE = 0  # both dice together enter a pawn
LEAP = 7  # both dice as one move (house rule, PAR-Q-09)
TEN, TWENTY = 8, 9  # bonuses
PASS = PAWNS * 10  # decline what may be declined
ACTIONS = PASS + 1
MAX_ACTIONS = len(ROLLS)

# `menu`: bits 0..3 are the pawns that may take the first count (or a TEN), 4..7 the second (or a TWENTY),
# 8..11 those that may leap.
LEAPS, DECLINE, SUM = 2 * PAWNS, 3 * PAWNS, 3 * PAWNS + 1
COUNTS_ALONE = 1 << LEAPS  # any menu below it offers nothing but counts, or bonuses
HOW_MANY = np.array([i.bit_count() for i in range(COUNTS_ALONE)], np.uint8)
NTH = np.array(  # NTH[menu, k]: its k-th bit
    [[*(b for b in range(LEAPS) if i >> b & 1), *[0] * (LEAPS - i.bit_count())] for i in range(COUNTS_ALONE)],
    np.uint8,
)
FOUR = np.array([[i >> p & 1 for p in range(PAWNS)] for i in range(1 << PAWNS)], np.uint8)  # a set of pawns
# By a set of pawns, those that have another one of the set beside themselves.
HAVE_OTHERS = np.array(
    [sum(1 << p for p in range(PAWNS) if i & ~(1 << p)) for i in range(1 << PAWNS)], np.int64
)
ANYBODY = np.array([0, ALL_PAWNS, ALL_PAWNS], np.int64)  # who is left to ask, by how often a count is

# Tables instead of conditions which nobody could foresee, by both counts of a roll; with [waits], 1 if a pawn
# is to enter.
_COUNTS = range(8)
# Which bit of a lane is the other count, where one is a FIVE; else a bit that no lane has.
OTHER = np.array(
    [
        [a + b - FIVE - 1 if (a == FIVE) != (b == FIVE) and a * b > 0 else LANE_WIDTH - 1 for b in _COUNTS]
        for a in _COUNTS
    ],
    np.uint8,
)
# The duty to enter a pawn with both dice (PAR-Q-06), as a menu.
BOTH_ENTER = np.array(
    [
        [[waits << SUM if a + b == FIVE and a * b > 0 else 0 for b in _COUNTS] for a in _COUNTS]
        for waits in range(2)
    ],
    np.int64,
)


def _kept(waits: int, a: int, b: int) -> int:
    """What stays true of `after`: who plays a FIVE first enters, and who plays the other die leaves the FIVE
    to the pawn that enters, so nobody else plays both. Of two FIVEs nothing is known."""
    if waits and (a + b == FIVE or a == b == FIVE):
        return 0
    return _ones(0, 2 * PAWNS if waits and FIVE in (a, b) else 3 * PAWNS)


AFTER_KEPT = np.array([[[_kept(w, a, b) for b in _COUNTS] for a in _COUNTS] for w in range(2)], np.int64)

ROLL_OFF, ROLL, PLAY, BONUS, FINISHED = 0, 1, 2, 3, 4  # phases

# What refuses an action: a reason, plus PLACE times the progress where the obstacle stands.
PLACE = 256
GAME_OVER, ROLL_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
NO_SUCH_COUNT, NEEDS_FIVE, AT_HOME, OVERSHOOTS = 5, 6, 7, 8
BLOCKADE, OWN_PAIR, SAFETY_TAKEN, LOCKED = 9, 10, 11, 12
NONE_IN_START, ENTER_CLOSED, NOT_A_SUM = 13, 14, 15
BONUS_CAPTURES, BONUS_GOES_HOME, SAME_PAWN = 16, 17, 18
MUST_ENTER, MUST_ENTER_BOTH, MUST_ENTER_FIRST = 19, 20, 21
WASTES_DIE, WASTES_ENTRY, HIGHER_DIE, WASTES_PARTS = 22, 23, 24, 25
NO_SUCH_BONUS, BONUS_ORDER, CANNOT_DECLINE, TWIN = 26, 27, 28, 29

# ---------------------------------------------------------------- house rules

SEATS = (2, 3, 4)
_SEATINGS = ("usual", "01", "02", "03", "12", "13", "23", "012", "013", "023", "123")
SEATING = np.array([0] + [sum(1 << int(c) for c in word) for word in _SEATINGS[1:]], np.int64)
USUAL_SEATING = np.array([0, 0, 0b0101, 0b0111, 0b1111], np.int64)  # by players (PAR-SETUP-4, PAR-Q-02)

OPTIONS: tuple[Option, ...] = (
    Option("start_tie", ("reroll_tied", "reroll_all"), "PAR-Q-01"),
    Option("seats", _SEATINGS, "PAR-Q-02", {w: (len(w),) for w in _SEATINGS[1:]}),
    flag("sum_five_optional", "PAR-Q-06"),
    flag("enter_first", "PAR-Q-07"),
    flag("enter_lookahead", "PAR-Q-08"),
    flag("sum_is_one_move", "PAR-Q-09"),
    Option("max_dice", ("lookahead", "greedy"), "PAR-Q-10"),
    Option("single_die_choice", ("any", "higher"), "PAR-Q-11"),
    flag("doublet_roll_needs_move", "PAR-Q-13"),
    Option("quad_condition", ("none_in_start", "ever_entered", "all_on_board"), "PAR-Q-14"),
    flag("quad_optional", "PAR-Q-17"),
    flag("quad_short_win", "PAR-Q-18"),
    flag("penalty_takes_home", "PAR-Q-20"),
    number("bonus_cap", "PAR-Q-22", most=20),
    Option("bonus_timing", ("per_roll", "end_of_turn"), "PAR-Q-23"),
    flag("bonus_can_capture", "PAR-Q-24", default=True),
    Option("bonus_order", ("choice", "earned"), "PAR-Q-25"),
    flag("bonus_optional", "PAR-Q-26"),
    flag("bonus_into_home", "PAR-Q-35", default=True),
    Option("pair_lock", ("turn", "roll", "off"), "PAR-Q-31"),
    flag("play_for_places", "PAR-Q-40"),
    number("max_turns", "PAR-Q-40", most=60000),
)
ALL_TOGETHER = 1  # start_tie
GREEDY = 1  # max_dice
HIGHER = 1  # single_die_choice
EVER_ENTERED, ALL_ON_BOARD = 1, 2  # quad_condition
END_OF_TURN = 1  # bonus_timing
NO = 1  # bonus_can_capture, bonus_into_home: "yes" comes first
EARNED = 1  # bonus_order
LOCK_ROLL, LOCK_OFF = 1, 2  # pair_lock

# ---------------------------------------------------------------- the record

EMPTY, PLAYING = -2, -1  # `place` of a chair nobody sits on, and of a player still at it

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("walls", "i4", (2 * CHAIRS,)),  # derived: blockades; written by put() alone
                ("guards", "i4", (CHAIRS,)),  # derived: safety spaces taken; written by put() alone
                ("queue", "u4"),  # with bonus_order=earned: bit i set when the i-th due is a twenty
                ("turns", "u2"),  # turns finished (stays 0 without a limit)
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("menu", "u2"),  # derived: what may be played; 0 where nobody chooses
                ("after", "u2"),  # derived: who can go on with the other count; 0 where that is not known
                ("board", "u1", (NOWHERE + 1,)),  # derived: who stands where; written by put() alone
                ("pawns", "i1", (CHAIRS, PAWNS)),  # progress of every pawn
                ("turn", "u1"),
                ("phase", "i1"),
                ("dice", "i1", (2,)),  # as rolled, higher first; 0 while a roll is due
                ("value", "i1", (2,)),  # the counts this roll gives: the dice, or tops and bottoms ...
                ("times", "i1", (2,)),  # ... and how often each is still to be played
                ("quad", "i1"),  # 1 during a four-part move
                ("doublets", "i1"),  # in a row, this turn
                ("played", "i1"),  # with sum_is_one_move: 1 + the pawn that took a die, 0 for none
                ("tens", "i1"),  # pending home bonuses
                ("twenties", "i1"),  # pending capture bonuses
                ("paid", "i1"),  # with bonus_cap: capture bonuses earned by this roll
                ("locks", "u1"),  # pairs of the mover's pawns that stood together (see PAIR)
                ("fresh", "i1", (CHAIRS,)),  # with quad_condition=ever_entered: pawns never entered yet
                ("place", "i1", (CHAIRS,)),  # EMPTY, PLAYING, or the place won: 0 for the winner
                ("rolling", "i1"),  # roll-off: seats yet to roll in this round, as bits
                ("best", "i1"),  # roll-off: highest total of this round
                ("tied", "i1"),  # roll-off: who rolled it, as bits
                *((o.name, "i1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)

LEFT_OF = np.array([(c - 1) % CHAIRS for c in range(CHAIRS)], np.int64)  # whose turn is next

# PAIR[i, j]: the bit of `locks` that stands for the pawns i and j.
PAIR = np.array(
    [[0, 1, 2, 4], [1, 0, 8, 16], [2, 8, 0, 32], [4, 16, 32, 0]],
    np.int64,
)
PAIRED = np.array(
    [(i, j) for i in range(PAWNS) for j in range(i + 1, PAWNS)], np.int64
)  # by the bit's number


# ---------------------------------------------------------------- reading a position


@rule
def what_of(action):
    return action >> 2


@rule
def pawn_of(action):
    return action & 3


@rule
def space_of(seat, progress):
    return SPACE[seat, progress + 1 & 127]  # plainly no negative index, which would be looked into


@rule
def pawns_at(s, seat, progress):
    count = 0
    for pawn in range(PAWNS):
        if s.pawns[seat, pawn] == progress:
            count += 1
    return count


@rule
@inline
def first_in_start(s, seat):
    """The pawn to enter next, or NOBODY."""
    for pawn in range(PAWNS):
        if s.pawns[seat, pawn] == START:
            return pawn
    return NOBODY


@rule
def counts_left(s):
    return s.times[0] + s.times[1]


@rule
def times_left(s, count):
    return (s.times[0] if s.value[0] == count else 0) + (s.times[1] if s.value[1] == count else 0)


@rule
@inline
def spend(s, count, times):
    """Take a count out of what is left of the roll; or put it back, with -1."""
    first = (1 if s.value[0] == count else 0) & (1 if s.times[0] >= times else 0)
    s.times[1 - first] -= times  # no `if`: which die it is nobody can foresee


@rule
@inline
def follow(s, count, pawn):
    """This pawn takes this count, the first of two: `after` becomes the menu of the other one.

    That menu holds if the pawn makes no pair. It broke none up, for then nothing was known; and where it
    stood and where it stands now its mates could land before and still can."""
    first = 1 if s.value[0] == count else 0
    me = 1 << pawn
    others = s.after >> PAWNS * (1 - first) & ALL_PAWNS
    rest = others ^ (others ^ s.after >> 2 * PAWNS) & me
    s.after = rest << PAWNS * (1 if s.times[0] == first else 0)


@rule
@inline
def stops_entering(s):
    """Why the mover cannot enter a pawn, or 0."""
    if first_in_start(s, s.turn) == NOBODY:
        return NONE_IN_START
    if s.board[space_of(s.turn, ENTER)] & 3 == 2:  # anybody's blockade (PAR-ENTER-7, PAR-BLOCK-3)
        return ENTER_CLOSED + PLACE * ENTER
    # A single opponent there is captured (PAR-ENTER-8, PAR-Q-27), one of one's own joined (PAR-ENTER-9).
    return 0


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
    return along(s.walls[seat], s.walls[seat + 1 & 3], s.walls[seat + 2 & 3], s.walls[seat + 3 & 3])


@rule
@inline
def walls_ahead(s, seat, progress):
    """The blockades ahead of this progress, bit 0 being the next space: anybody's on the loop up to
    the turn into the home path (PAR-Q-38), one's own on that path (PAR-Q-30). Opponents beyond
    that turn are on no way of the mover's (PAR-Q-39)."""
    path = s.walls[CHAIRS + seat]
    if progress < HOME_ENTRY:
        return walls_on_loop(s, seat) >> progress | path << (HOME_ENTRY - progress)
    return path >> (progress - HOME_ENTRY)


@rule
@inline
def can_move(s, pawn, count):
    """Can the mover's pawn move by `count`? (PAR-MOVE-1, PAR-MOVE-7)

    Any count that fits will do, also within the home path and into HOME (PAR-HOME-1, PAR-Q-37)."""
    me = s.turn
    here = s.pawns[me, pawn]
    goal = here + count
    if here == START or goal > HOME or walls_ahead(s, me, here) & ((1 << count) - 1) != 0:
        return False
    space = space_of(me, goal)
    there = s.board[space]
    if there == 0:
        return True
    return OPEN[me, space, there] and (s.locks == 0 or not meets_locked_mate(s, pawn, goal))


@rule
def stops_moving(s, pawn, count):
    """Why the mover's pawn cannot move by `count`, or 0."""
    if can_move(s, pawn, count):
        return 0
    me = s.turn
    here = s.pawns[me, pawn]
    goal = here + count
    if here == START:
        return NEEDS_FIVE  # PAR-ENTER-1
    if goal > HOME:
        return AT_HOME if here == HOME else OVERSHOOTS  # PAR-HOME-3, PAR-HOME-2
    walls = walls_ahead(s, me, here) & ((1 << count) - 1)
    if walls != 0:
        return blockade_at(s, here, goal, walls)
    if s.board[space_of(me, goal)] >> 2 != me:
        return SAFETY_TAKEN + PLACE * goal  # PAR-SAFE-2
    return LOCKED + PLACE * goal  # PAR-BLOCK-5


@rule
def blockade_at(s, here, goal, walls):
    """The reason that the first of these walls gives. (PAR-BLOCK-2, PAR-MOVE-6)"""
    progress = here + 1
    while walls & 1 == 0:
        walls >>= 1
        progress += 1
    if progress == goal and s.board[space_of(s.turn, goal)] >> 2 == s.turn:
        return OWN_PAIR + PLACE * goal
    return BLOCKADE + PLACE * progress


@rule
def meets_locked_mate(s, pawn, progress):
    """Does a pawn that stood with this one in this turn stand there? (PAR-Q-31)

    Only the same two are meant (PAR-Q-32), and there is no exception for want of moves (PAR-Q-33)."""
    for mate in range(PAWNS):
        if s.locks & PAIR[pawn, mate] != 0 and s.pawns[s.turn, mate] == progress:
            return True
    return False


@rule
def stops_bonus(s, pawn, spaces):
    """Why the mover's pawn cannot take a bonus of so many spaces, or 0. (PAR-CAP-5, PAR-Q-29)"""
    reason = stops_moving(s, pawn, spaces)
    if reason != 0:
        return reason
    goal = s.pawns[s.turn, pawn] + spaces
    if goal == HOME and s.bonus_into_home == NO:
        return BONUS_GOES_HOME
    there = s.board[space_of(s.turn, goal)]
    if there != 0 and there >> 2 != s.turn and s.bonus_can_capture == NO:
        return BONUS_CAPTURES + PLACE * goal
    return 0


@rule
@inline
def is_twin(s, pawn):
    """Is a lower-numbered pawn of the mover in the very same situation? Then that one moves."""
    here = s.pawns[s.turn, pawn]
    beside = False
    for other in range(pawn):
        beside |= s.pawns[s.turn, other] == here
    if beside and (s.locks != 0 or s.sum_is_one_move != 0):
        return has_equal(s, pawn)
    return beside


@rule
def has_equal(s, pawn):
    """The same, when locks or the pawn that took the first die may tell pawns apart."""
    for other in range(pawn):
        if s.pawns[s.turn, other] == s.pawns[s.turn, pawn] and same_locks(s, pawn, other):
            if s.sum_is_one_move == 0 or (s.played == pawn + 1) == (s.played == other + 1):
                return True
    return False


@rule
def same_locks(s, pawn, other):
    for third in range(PAWNS):
        if third != pawn and third != other:
            if (s.locks & PAIR[pawn, third] != 0) != (s.locks & PAIR[other, third] != 0):
                return False
    return True


@rule
def shows_five(s):
    """Do both dice, still unplayed, make five together? Then neither is a 5. (PAR-ENTER-2, PAR-Q-05)"""
    return s.dice[0] + s.dice[1] == FIVE and counts_left(s) == 2


@rule
def may_leap(s):
    """Are both dice unplayed, to be taken as one move? (PAR-Q-09)"""
    return s.sum_is_one_move != 0 and s.quad == 0 and counts_left(s) == 2


@rule
def stops_leap(s, pawn):
    """Why this pawn cannot take both dice in one move, or 0."""
    if times_left(s, FIVE) > 0 and stops_entering(s) == 0:
        return MUST_ENTER
    return stops_moving(s, pawn, s.dice[0] + s.dice[1])


# ---------------------------------------------------------------- looking ahead
# A try moves one pawn and nothing else; what it captured stays in `pawns` meanwhile, which no
# test of the mover's further moves reads. `untry` puts everything back.


@rule
def try_move(s, pawn, goal):
    """Move the mover's pawn for a look ahead. Returns what `untry` needs."""
    me = s.turn
    space = space_of(me, goal)
    kept = (np.int64(s.board[space]) << 8) | np.int64(s.locks)
    put(s, me, pawn, goal)
    return kept


@rule
def untry(s, pawn, origin, kept):
    """Take the try back."""
    me = s.turn
    space = space_of(me, s.pawns[me, pawn])
    put(s, me, pawn, origin)
    s.locks = kept & 255
    victim = kept >> 8
    if victim != 0 and victim >> 2 != me:
        s.board[space] = victim  # its guard came back by itself: put() only looks at the mover's pawns


@rule
@inline
def enters_with(s, count):
    """Is this count a FIVE that must enter a pawn now? (PAR-ENTER-4, PAR-ENTER-5, PAR-Q-08b)"""
    return count == FIVE and stops_entering(s) == 0


@rule
@inline
def can_use(s, count):
    """Can this count be played by anybody now?"""
    if enters_with(s, count):
        return True
    for pawn in range(PAWNS):
        if can_move(s, pawn, count) and (s.sum_is_one_move == 0 or s.played != pawn + 1):
            return True
    return False


@rule
def entry_worth(s):
    """What an entry is worth beyond its die: under `enter_lookahead` more than any number of dice."""
    return 8 if s.enter_lookahead != 0 else 0


@rule
def worth_of_rest(s):
    """The most that can be made of the one die that is left."""
    count = s.value[0] if s.times[0] > 0 else s.value[1]
    if enters_with(s, count):
        return 1 + entry_worth(s)
    return 1 if can_use(s, count) else 0


@rule
def worth(s, action):
    """The most dice (and entries) that a roll of two dice yields if it begins so. (PAR-Q-10)"""
    what, pawn = what_of(action), pawn_of(action)
    if what == SUM_FIVE:
        return 2 + entry_worth(s)
    if what == LEAP:
        return 2
    origin = s.pawns[s.turn, pawn]
    gain = 1 + entry_worth(s) if origin == START else 1
    before = s.played
    kept = try_move(s, pawn, ENTER if origin == START else origin + what)
    spend(s, what, 1)
    if origin != START and s.sum_is_one_move != 0:
        s.played = pawn + 1
    gain += worth_of_rest(s)
    s.played = before
    spend(s, what, -1)
    untry(s, pawn, origin, kept)
    return gain


@rule
def try_part(s, pawn, which):
    origin = s.pawns[s.turn, pawn]
    s.times[which] -= 1
    return try_move(s, pawn, ENTER if origin == START else origin + s.value[which])


@rule
def untry_part(s, pawn, which, origin, kept):
    s.times[which] += 1
    untry(s, pawn, origin, kept)


@rule
def cut_short(s):
    """House rule: a win ends the four-part move. (PAR-Q-18)"""
    return s.quad_short_win != 0 and pawns_at(s, s.turn, HOME) == PAWNS


@rule
def can_end_1(s):
    """Can the last part be played?"""
    return can_use(s, s.value[0] if s.times[0] > 0 else s.value[1])


@rule
def can_end_2(s):
    """Can the last two parts be played, in some order, by some pawns?"""
    lanes, mates, _ = lanes_of(s)
    first = takers(s, lanes, 0, entrant(s))
    second = takers(s, lanes, 1, entrant(s))
    rest = menu_for(s, first, second)
    sure, _ = last_two_parts(s, lanes, mates, rest, first, second)
    if sure != 0:
        return True
    if not is_tangled(s):
        return False
    while rest != 0:
        bit = NTH[rest, 0]
        rest &= rest - 1
        origin = s.pawns[s.turn, bit & 3]
        kept = try_part(s, bit & 3, bit >> 2)
        done = cut_short(s) or can_end_1(s)
        untry_part(s, bit & 3, bit >> 2, origin, kept)
        if done:
            return True
    return False


@rule
def can_end_3(s):
    lanes, mates, _ = lanes_of(s)
    rest = menu_for(s, takers(s, lanes, 0, entrant(s)), takers(s, lanes, 1, entrant(s)))
    if run_on(s, lanes & ~mates, rest) != 0:
        return True
    while rest != 0:
        bit = NTH[rest, 0]
        rest &= rest - 1
        if not is_twin(s, bit & 3):
            origin = s.pawns[s.turn, bit & 3]
            kept = try_part(s, bit & 3, bit >> 2)
            done = cut_short(s) or can_end_2(s)
            untry_part(s, bit & 3, bit >> 2, origin, kept)
            if done:
                return True
    return False


@rule
def can_end(s, parts):
    """Can all the parts that are left be played? (PAR-DBL-5)"""
    if parts == 1:
        return can_end_1(s)
    if parts == 2:
        return can_end_2(s)
    if parts == 3:
        return can_end_3(s)
    return parts == 0


@rule
def part_leads_on(s, pawn, which):
    """This pawn can take this part: can all the others be played, too?"""
    origin = s.pawns[s.turn, pawn]
    kept = try_part(s, pawn, which)
    done = cut_short(s) or can_end(s, counts_left(s))
    untry_part(s, pawn, which, origin, kept)
    return done


# ---------------------------------------------------------------- what may be played
# `menu` is worked out once, when a choice comes up. Whatever is asked most is asked of all four pawns
# in one go, and without branches that a processor could not foresee.


@rule
@inline
def entrant(s):
    """The pawn that a FIVE must enter now, as a bit; 0 for none. (PAR-ENTER-4, PAR-ENTER-5, PAR-Q-08b)"""
    me = s.turn
    waiting = 0
    for pawn in range(PAWNS):
        waiting |= (1 if s.pawns[me, pawn] == START else 0) << pawn
    # Anybody's blockade keeps it in (PAR-ENTER-7, PAR-BLOCK-3).
    return 0 if s.walls[me] & 1 != 0 else waiting & -waiting


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
    guards &= ~near_mates  # beside an opponent nobody lands there (PAR-SAFE-2)
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
    """Take out the counts that would bring locked pairs together again. (PAR-BLOCK-5, PAR-Q-31)"""
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


@rule
@inline
def is_tangled(s):
    """May there be pairs of the mover's that a move breaks up, or other things which only trying tells?"""
    return (
        s.locks != 0
        or s.pair_lock == LOCK_OFF
        or (s.quad != 0 and (s.quad_condition == EVER_ENTERED or s.quad_short_win != 0))
    )


@rule
def in_the_way(s, apart):
    """Pawns that, taking one count, could come to stand where a locked mate would go with the other."""
    found = 0
    locks = s.locks
    while locks != 0:
        pawn, mate = locked_pair(s, locks)
        locks &= locks - 1
        if s.pawns[s.turn, mate] - s.pawns[s.turn, pawn] == apart:
            found |= 1 << pawn | 1 << mate
    return found


@rule
@inline
def lead_on(s, lanes, mates, menu, one, two, after_first, after_second):
    """Two counts are left, `one` and `two`, and these pawns can take the second after the first, and
    the first after the second: those of the menu that surely leave the other count playable, and
    `after`. Unless the position is tangled no other leaves it so.

    Leaving a space hinders nobody, and arriving only those who would pass a pair that is made
    so. So another pawn that can play now can play then, and one pawn can take both if it can take the sum.
    """
    can_both = who_can(lanes, one + two)
    both = can_both | can_both << PAWNS
    sure = menu & (both | HAVE_OTHERS[after_first] | HAVE_OTHERS[after_second] << PAWNS)
    joins = lanes & mates
    joining = sure & ~both & (who_can(joins, one) | who_can(joins, two) << PAWNS)
    if joining != 0:
        sure &= ~joining | joins_leave(s, joining, after_first, after_second, one, two)
    if s.locks != 0:
        sure &= ~both_counts(in_the_way(s, abs(one - two))) | both
    return sure, after_first | after_second << PAWNS | can_both << 2 * PAWNS


@rule
def joins_leave(s, joining, after_first, after_second, one, two):
    """Of these pawns, which join a mate: after whom can another play, not held up by the new blockade?"""
    me = s.turn
    kept = 0
    while joining != 0:
        bit = NTH[joining, 0]
        joining &= joining - 1
        pawn = bit & 3
        goal = s.pawns[me, pawn] + (one if bit < PAWNS else two)
        rest = two if bit < PAWNS else one
        takers = after_first if bit < PAWNS else after_second
        for other in range(PAWNS):
            if other != pawn and takers >> other & 1 != 0:
                here = s.pawns[me, other]
                if here == START or here >= goal or here + rest < goal:
                    kept |= 1 << bit
    return kept


@rule
@inline
def run_on(s, free, takers):
    """More than two parts are left, and `takers` is a menu of who can take one: those after whom one
    pawn alone can surely take the rest, landing on spaces where nobody of its own colour stands. It
    must not land where the first one went, nor pass there if that made a pair."""
    if s.quad_condition == EVER_ENTERED:
        return 0  # a FIVE might have to enter a pawn
    me = s.turn
    sure = 0
    more = s.value[1] if counts_left(s) > 3 else 0
    for which in range(2):  # of three parts or four there are some of both counts
        value = s.value[which]
        of_first = s.times[0] - (1 - which)
        one = s.value[0] if of_first > 0 else s.value[1]
        two = one + (s.value[0] if of_first > 1 else s.value[1])
        spaces = two + more
        steps = 1 << one | 1 << two | 1 << spaces
        able = takers >> PAWNS * which & ALL_PAWNS
        alone = free >> (one - 1) & free >> (two - 1) & free >> (spaces - 1) & LANES
        ahead = free >> value
        itself = ahead >> (one - 1) & ahead >> (two - 1) & ahead >> (spaces - 1) & LANES
        found = able & pawns_in(itself)
        runners = pawns_in(alone)
        joining = ~who_can(free, value)
        rest = able & ~found
        while rest != 0:
            pawn = int(NTH[rest, 0])
            rest &= rest - 1
            others = runners & ~(1 << pawn)
            while others != 0:
                gap = s.pawns[me, pawn] + value - s.pawns[me, NTH[others, 0]]
                others &= others - 1
                if not 0 < gap <= spaces or (steps | -(joining >> pawn & 1)) >> gap & 1 == 0:
                    found |= 1 << pawn
                    others = 0
        sure |= found << PAWNS * which
    return sure


@rule
def twins_of(s):
    """The pawns of whom a lower-numbered one is in the very same situation, as bits."""
    twins = 0
    if s.pair_lock == LOCK_OFF or s.sum_is_one_move != 0:
        for pawn in range(1, PAWNS):
            if is_twin(s, pawn):
                twins |= 1 << pawn
        return twins
    locks = s.locks  # else all that stand together are in it
    while locks != 0:
        one, two = locked_pair(s, locks)
        together = s.pawns[s.turn, one] == s.pawns[s.turn, two]
        if together and (s.locks & (s.locks - 1) == 0 or same_locks(s, one, two)):
            twins |= 1 << two
        locks &= locks - 1
    return twins


@rule
@inline
def takers(s, lanes, which, entering):
    """Who could take this count now, if it is left, as bits."""
    able = who_can(lanes, s.value[which])
    if s.value[which] == FIVE and entering != 0:
        able = entering
    return able


@rule
@inline
def menu_for(s, first, second):
    """The menu for those who can take the first count and the second: of counts that are left."""
    return first & ANYBODY[s.times[0] & 3] | (second & ANYBODY[s.times[1] & 3]) << PAWNS


@rule
@inline
def last_two_parts(s, lanes, mates, menu, first, second):
    """`lead_on` for the last two parts, which may be of one count."""
    one = s.value[0] if s.times[0] > 0 else s.value[1]
    two = s.value[1] if s.times[1] > 0 else s.value[0]
    after_first = second if s.times[1] > 0 else first
    after_second = first if s.times[0] > 0 else second
    return lead_on(s, lanes, mates, menu, one, two, after_first, after_second)


@rule
@inline
def count_menu(s):
    """The ways to play one die of an ordinary roll, duties to enter respected. (PAR-ENTER-4)"""
    lanes, mates, entry = lanes_of(s)
    entering = entrant(s)
    first = takers(s, lanes, 0, entering)
    second = takers(s, lanes, 1, entering)
    if s.sum_five_optional | s.enter_first | s.enter_lookahead | s.sum_is_one_move != 0:
        return house_menu(s, first, second, entering)
    if s.max_dice | s.single_die_choice != 0:
        return house_menu(s, first, second, entering)
    menu = menu_for(s, first, second)
    sure = 0
    enter = 0
    if counts_left(s) == 2:
        waits, a, b = 1 if entering != 0 else 0, s.value[0] & 7, s.value[1] & 7
        enter = BOTH_ENTER[waits, a, b]
        sure, after = lead_on(s, lanes, mates, menu, a, b, second, first)  # of doublets they are the same
        s.after = after & AFTER_KEPT[waits, a, b] | entering * (entry >> OTHER[a, b] & 1) << 2 * PAWNS
    if is_tangled(s):
        s.after = 0
        menu = menu & ~both_counts(twins_of(s))
        sure &= menu
        if counts_left(s) == 2:
            sure |= try_rest(s, menu & ~sure)
    # A count that leaves the other one playable goes before all others. (PAR-MOVE-4)
    # So a blockade must be broken when nothing else can move. (PAR-BLOCK-4)
    menu = sure if sure != 0 else menu
    return enter if enter != 0 else menu


@rule
def both_counts(pawns):
    """Pawns, as part of a menu that has them for both counts."""
    return pawns | pawns << PAWNS


@rule
def try_rest(s, menu):
    """Of this menu, what leaves the other die playable."""
    found = 0
    while menu != 0:
        bit = NTH[menu, 0]
        menu &= menu - 1
        if worth(s, action_of(s, bit)) == 2:
            found |= 1 << bit
    return found


@rule
def house_menu(s, first, second, entering):
    """The same under house rules that value moves otherwise."""
    menu = 0
    if shows_five(s) and entering != 0:
        menu = 1 << SUM
        if s.sum_five_optional == 0:
            return menu  # PAR-Q-06
    if entering != 0 and s.enter_first != 0:  # PAR-Q-07
        if s.value[0] == FIVE and s.times[0] > 0:
            return first
        if s.value[1] == FIVE and s.times[1] > 0:
            return second << PAWNS
    menu |= menu_for(s, first, second)
    if s.sum_is_one_move != 0 and s.played != 0:  # both dice for one pawn are one leap then (PAR-Q-09)
        menu &= ~both_counts(1 << (s.played - 1))
    if may_leap(s):
        for pawn in range(PAWNS):
            if stops_leap(s, pawn) == 0:
                menu |= 1 << (LEAPS + pawn)
    twins = twins_of(s)
    menu &= ~(both_counts(twins) | twins << LEAPS)
    if counts_left(s) == 2:
        if s.max_dice != GREEDY or s.enter_lookahead != 0:
            menu = keep_best(s, menu)
        if s.single_die_choice == HIGHER:
            menu = keep_higher(s, menu)
    return menu


@rule
def keep_best(s, menu):
    """Of the first moves of a roll keep those that lead to the most dice. (PAR-MOVE-4)"""
    best = -1
    kept = 0
    for bit in range(SUM + 1):
        if menu >> bit & 1 != 0:
            value = duty(s, worth(s, action_of(s, bit)))
            if value > best:
                best = value
                kept = 0
            if value == best:
                kept |= 1 << bit
    return kept


@rule
def duty(s, value):
    """What of a move's worth one is bound to seek: all of it, or the entries alone. (PAR-Q-10)"""
    return value if s.max_dice != GREEDY else value & ~7


@rule
def keep_higher(s, menu):
    """House rule: when either die can be played but not both, the higher one. (PAR-Q-11)"""
    high = 0
    for bit in range(SUM + 1):
        if menu >> bit & 1 != 0:
            if worth(s, action_of(s, bit)) & 7 > 1:
                return menu
            high = max(high, what_of(action_of(s, bit)))
    kept = 0
    for bit in range(SUM + 1):
        if menu >> bit & 1 != 0 and what_of(action_of(s, bit)) == high:
            kept |= 1 << bit
    return kept


@rule
def part_menu(s):
    """The ways to go on with a four-part move. (PAR-DBL-3, PAR-DBL-4, PAR-DBL-5)"""
    lanes, mates, _ = lanes_of(s)
    entering = entrant(s)  # only when START pawns may count as entered (PAR-Q-14)
    first = takers(s, lanes, 0, entering)
    second = takers(s, lanes, 1, entering)
    menu = menu_for(s, first, second)
    left = counts_left(s)
    if is_tangled(s):
        menu &= ~both_counts(twins_of(s))
    if left > 1:
        rest = menu
        if left == 2:
            sure, after = last_two_parts(s, lanes, mates, menu, first, second)
            menu &= sure
            if not is_tangled(s):
                s.after = after
        else:
            menu &= run_on(s, lanes & ~mates, menu)
        rest &= ~menu
        if left == 2 and not is_tangled(s):
            rest = 0
        while rest != 0:
            bit = NTH[rest, 0]
            rest &= rest - 1
            if part_leads_on(s, bit & 3, bit >> 2):
                menu |= 1 << bit
    if menu != 0 and s.quad_optional != 0 and left == PAWNS:
        menu |= 1 << DECLINE
    return menu


@rule
def bonus_menu(s):
    """The ways to play a bonus."""
    a, b, c, d = place_on_way(s, 0), place_on_way(s, 1), place_on_way(s, 2), place_on_way(s, 3)
    near, far, near_shut, far_shut = ways_of(s, NEAR[a + 1] | NEAR[b + 1] | NEAR[c + 1] | NEAR[d + 1])
    tens = 0
    twenties = 0
    for pawn in range(PAWNS):
        ahead = reach(near, far, near_shut, far_shut, place_on_way(s, pawn))
        tens |= (ahead >> HOME_BONUS - 1 & 1) << pawn
        twenties |= (ahead >> CAPTURE_BONUS - 1 & 1) << pawn
    menu = (tens if offers(s, TEN) else 0) | (twenties if offers(s, TWENTY) else 0) << PAWNS
    if is_tangled(s) or s.bonus_into_home == NO or s.bonus_can_capture == NO:
        menu &= ~both_counts(twins_of(s))
        rest = menu
        while rest != 0:
            bit = NTH[rest, 0]
            rest &= rest - 1
            if stops_bonus(s, bit & 3, spaces_of(TEN + (bit >> 2))) != 0:
                menu &= ~(1 << bit)
    if menu != 0 and s.bonus_optional != 0:
        menu |= 1 << DECLINE
    return menu


@rule
@inline
def menu_of(s):
    """What may be played at a choice; 0 when nothing can be."""
    if s.phase == BONUS:
        return bonus_menu(s)
    return part_menu(s) if s.quad != 0 else count_menu(s)


@rule
@inline
def action_of(s, bit):
    """The action that a bit of the menu stands for."""
    if bit == SUM:
        return PAWNS * SUM_FIVE + first_in_start(s, s.turn)
    if bit == DECLINE:
        return PASS
    if bit >= LEAPS:
        return PAWNS * LEAP + bit - LEAPS
    what = TEN + (bit >> 2) if s.phase == BONUS else s.value[bit >> 2]
    return PAWNS * what + (bit & 3)


# ---------------------------------------------------------------- the game interface


@rule
def new_game(s, players):
    """Everybody's pawns in START, and a roll-off. (PAR-SETUP-1, PAR-FIRST-1)"""
    seated = SEATING[s.seats] if s.seats != 0 else USUAL_SEATING[players]
    for seat in range(CHAIRS):
        s.walls[seat] = 0
        s.walls[CHAIRS + seat] = 0
        s.guards[seat] = 0
        s.place[seat] = PLAYING if seated >> seat & 1 else EMPTY
        s.fresh[seat] = PAWNS if s.quad_condition == EVER_ENTERED and seated >> seat & 1 else 0
        for pawn in range(PAWNS):
            s.pawns[seat, pawn] = START
    for space in range(NOWHERE + 1):
        s.board[space] = 0
    s.turns = 0
    s.turn = 0
    clear_turn(s)
    start_roll_off(s, seated)


@rule
def actor(s):
    if s.phase == PLAY or s.phase == BONUS:
        return s.turn
    if s.phase == FINISHED:
        return OVER
    return CHANCE


@rule
def side(s, seat):
    return NOBODY if s.place[seat] == EMPTY else seat


@rule
@inline
def legal(s, out):
    if s.phase == PLAY or s.phase == BONUS:
        n = 0
        if s.menu >> SUM & 1 != 0:
            out[0] = action_of(s, SUM)
            n = 1
        for bit in range(SUM):
            if s.menu >> bit & 1 != 0:
                out[n] = action_of(s, bit)
                n += 1
        return n
    if s.phase == FINISHED:
        return 0
    for outcome in range(len(ROLLS)):
        out[outcome] = outcome
    return len(ROLLS)


@rule
@inline
def choices(s, out):
    return HOW_MANY[s.menu] if s.menu < COUNTS_ALONE else legal(s, out)


@rule
@inline
def choice(s, k, out):
    return action_of(s, NTH[s.menu, k] & 7) if s.menu < COUNTS_ALONE else out[k]


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: all that a menu offers of a count lies together."""
    menu = np.int64(s.menu)
    bonus = s.phase == BONUS
    first, second = (TEN if bonus else s.value[0]) & 15, (TWENTY if bonus else s.value[1]) & 15
    for action in range(ACTIONS):
        mask[action] = 0
    for pawn in range(PAWNS):
        mask[PAWNS * second + pawn] = FOUR[menu >> PAWNS & ALL_PAWNS, pawn]
    for pawn in range(PAWNS):  # behind the second: of two that are alike it is the first that is left
        mask[PAWNS * first + pawn] = FOUR[menu & ALL_PAWNS, pawn]
    if menu >= COUNTS_ALONE:
        for pawn in range(PAWNS):
            mask[PAWNS * LEAP + pawn] = menu >> LEAPS + pawn & 1
        mask[PASS] = menu >> DECLINE & 1
        if menu >> SUM & 1 != 0:
            mask[action_of(s, SUM)] = 1
    return np.int64(HOW_MANY[menu & COUNTS_ALONE - 1]) + np.int64(HOW_MANY[menu >> LEAPS])


# Chance is always a roll of two dice.
weights, tickets, draw = two_dice_weights, two_dice_tickets, two_dice_draw


@rule
@inline
def apply(s, action):
    phase = s.phase
    if phase == PLAY or phase == BONUS:
        if action != PASS:
            play(s, what_of(action), pawn_of(action))
        elif phase == PLAY:  # the four-part move refused (PAR-Q-17)
            drop_counts(s)
        else:
            give_up_bonus(s)
    elif phase == ROLL:
        play_roll(s, ROLLS[action, 0], ROLLS[action, 1])
    else:
        play_roll_off(s, ROLLS[action, 0] + ROLLS[action, 1])
    go_on(s)


@rule
@inline
def branch(s):
    """The dice; a bonus; one die left, or two; so many parts left of a four-part move."""
    if s.phase == PLAY:
        return (3 if s.quad != 0 else 1) + counts_left(s)
    return 1 if s.phase == BONUS else 0


@rule
def payoff(s, seat):
    """All for the winner. With places, the K-th of K gets nothing, the one before one part, and
    so on; players stopped by the turn limit share alike what is still to be had."""
    players = 0
    placed = 0
    for chair in range(CHAIRS):
        if s.place[chair] != EMPTY:
            players += 1
            if s.place[chair] >= 0:
                placed += 1
    if s.place[seat] == EMPTY:
        return 0.0
    if s.play_for_places == 0:
        if placed == 0:
            return 1.0 / players
        return 1.0 if s.place[seat] == 0 else 0.0
    parts = players * (players - 1) / 2.0
    if s.place[seat] >= 0:
        return (players - 1 - s.place[seat]) / parts
    rest = players - placed
    return (rest - 1) / 2.0 / parts


@rule
def refusal(s, seat, action):
    """Why this seat may not do this now, or 0; the reason and PLACE times where."""
    if s.phase == FINISHED:
        return GAME_OVER
    if s.phase != PLAY and s.phase != BONUS:
        return ROLL_FIRST
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action > PASS:
        return NO_SUCH_ACTION
    if action == PASS:
        if s.phase == BONUS:
            return 0 if s.bonus_optional != 0 else CANNOT_DECLINE
        return 0 if s.quad_optional != 0 and s.quad != 0 and counts_left(s) == PAWNS else CANNOT_DECLINE
    what, pawn = what_of(action), pawn_of(action)
    if s.phase == BONUS or what == TEN or what == TWENTY:
        return refuse_bonus(s, what, pawn)
    return refuse_count(s, what, pawn)


FEATURE_NAMES = (
    *(
        f"{who}.{what}"
        for who in ("own", "next", "across", "last")
        for what in ("seated", "turn", "start", "home", *(f"pawn_{i}" for i in range(PAWNS)))
    ),
    *(f"loop_{i}" for i in range(LOOP)),
    *(f"left_{count}" for count in range(1, 7)),
    *("tens", "twenties", "doublets", "quad"),
    *(f"phase_{name}" for name in ("roll_off", "roll", "play", "bonus", "finished")),
)
FEATURES = len(FEATURE_NAMES)
# By tables and without branches, which nobody could foresee. [progress + 1]: the share of the way; and
# [step, progress + 1]: where a pawn of the seat `step` to the left shows on the loop. One that does not is
# counted where `seated` is written later.
WAY_SHARE = np.array([(progress + 1) / (HOME + 1) for progress in range(START, HOME + 1)], np.float32)
SHOWN_AT = np.array(
    [
        [
            8 * CHAIRS + (progress - ARM * step) % LOOP if ENTER <= progress < HOME_PATH else 8 * step
            for progress in range(START, HOME + 1)
        ]
        for step in range(CHAIRS)
    ],
    np.uint8,
)
ENDS = np.array([1, *[0] * HOME, 16], np.uint8)  # [progress + 1]: pawns in START count 1, those at HOME 16
# [value]: where it is told how often this count is left. Where none is, a place that is written later serves.
LEFT_AT = np.array([8 * CHAIRS + LOOP + (count - 1 if count > 0 else 6) for count in range(8)], np.uint8)


@rule
@inline
def observe(s, seat, out):
    """From this seat's side, and then for each seat to its left, so in the order of turns (empty
    chairs all 0): 1 if seated, 1 if on turn, pawns in START and HOME out of four, and each pawn's
    progress as a share of the whole way, by the numbers that actions call them. Then the loop from this
    seat's ENTER on: half for each own pawn there, minus half for each other. Then how often each
    count 1..6 is left, out of twice; pending tens and twenties out of four, doublets so far out of two,
    1 in a four-part move; and the phase, one of five."""
    for i in range(8 * CHAIRS, FEATURES):
        out[i] = 0.0
    n = 0
    for step in range(CHAIRS):
        other = seat - step & 3
        seated = 1 if s.place[other] != EMPTY else 0
        ends = 0
        for pawn in range(PAWNS):
            at = np.int64(s.pawns[other, pawn]) + 1 & 127
            out[n + 4 + pawn] = WAY_SHARE[at]
            out[SHOWN_AT[step, at]] += 0.5 if step == 0 else -0.5
            ends += ENDS[at]
        out[n] = seated
        out[n + 1] = seated & (1 if s.turn == other else 0)
        out[n + 2] = (ends & 15) * seated / PAWNS
        out[n + 3] = (ends >> 4) / PAWNS
        n += 4 + PAWNS
    out[LEFT_AT[s.value[0] & 7]] += s.times[0] / 2
    out[LEFT_AT[s.value[1] & 7]] += s.times[1] / 2
    n += LOOP + 6
    out[n] = min(s.tens, PAWNS) / PAWNS
    out[n + 1] = min(s.twenties, PAWNS) / PAWNS
    out[n + 2] = s.doublets / (THIRD - 1)
    out[n + 3] = s.quad
    out[n + 4 + (s.phase & 7)] = 1.0


TALLIES = ("captures", "entries", "homecomings", "doublets", "penalties")


@rule
def tally(s, action, out):
    if s.phase == ROLL:
        if ROLLS[action, 0] == ROLLS[action, 1]:
            out[3] += 1
            if s.doublets == THIRD - 1:
                out[4] += 1
    elif (s.phase == PLAY or s.phase == BONUS) and action != PASS:
        pawn = pawn_of(action)
        origin = s.pawns[s.turn, pawn]
        goal = goal_of(s, what_of(action), pawn)
        there = s.board[space_of(s.turn, goal)]
        if there != 0 and there >> 2 != s.turn:
            out[0] += 1
        if origin == START:
            out[1] += 1
        if goal == HOME:
            out[2] += 1


@rule
def offers(s, bonus):
    """May a bonus of this kind be played now, pawns apart? (PAR-Q-25; never the sum of two, PAR-Q-22)"""
    if bonus == TWENTY:
        return s.twenties > 0 and (s.bonus_order != EARNED or s.queue & 1 == 1)
    return s.tens > 0 and (s.bonus_order != EARNED or s.queue & 1 == 0)


@rule
def spaces_of(bonus):
    return CAPTURE_BONUS if bonus == TWENTY else HOME_BONUS


# ---------------------------------------------------------------- refusing


@rule
def refuse_bonus(s, what, pawn):
    if s.phase != BONUS or (what != TEN and what != TWENTY):
        return NO_SUCH_BONUS
    if (s.twenties if what == TWENTY else s.tens) == 0:
        return NO_SUCH_BONUS
    if not offers(s, what):
        return BONUS_ORDER
    reason = stops_bonus(s, pawn, spaces_of(what))
    if reason != 0:
        return reason
    return TWIN if is_twin(s, pawn) else 0


@rule
def refuse_count(s, what, pawn):
    reason = refuse_by_itself(s, what, pawn)
    return reason if reason != 0 else refuse_for_the_rest(s, PAWNS * what + pawn)


@rule
def refuse_by_itself(s, what, pawn):
    """Why this count cannot be played so, whatever else was rolled."""
    in_start = s.pawns[s.turn, pawn] == START
    closed = stops_entering(s)
    if what == SUM_FIVE or (in_start and what == FIVE):
        if what == SUM_FIVE and not shows_five(s):
            return NOT_A_SUM
        if what == FIVE and times_left(s, FIVE) == 0:
            return NO_SUCH_COUNT
        if closed != 0:
            return closed
        if not in_start:
            return NONE_IN_START
        if pawn != first_in_start(s, s.turn):
            return TWIN
    elif not may_leap(s) if what == LEAP else times_left(s, what) == 0:
        return NO_SUCH_COUNT
    if not in_start:
        reason = stops_leap(s, pawn) if what == LEAP else stops_moving(s, pawn, what)
        if reason == 0 and what != LEAP and s.sum_is_one_move != 0 and s.played == pawn + 1:
            return SAME_PAWN  # both dice for one pawn are one leap then (PAR-Q-09)
        if reason != 0:
            return reason
        if is_twin(s, pawn):
            return TWIN
        if closed == 0 and shows_five(s) and s.sum_five_optional == 0:
            return MUST_ENTER_BOTH
        if closed == 0 and what == FIVE:
            return MUST_ENTER
        if closed == 0 and times_left(s, FIVE) > 0 and s.enter_first != 0 and s.quad == 0:
            return MUST_ENTER_FIRST
    elif what != SUM_FIVE and what != FIVE:
        return NEEDS_FIVE
    return 0


@rule
def refuse_for_the_rest(s, action):
    """A move that is possible by itself: does it waste what else was rolled?"""
    if s.quad != 0:
        which = 0 if s.value[0] == what_of(action) else 1
        return 0 if part_leads_on(s, pawn_of(action), which) else WASTES_PARTS
    if counts_left(s) != 2:
        return 0
    value = worth(s, action)
    best = 0
    dice = 0
    high = 0
    for other in range(PAWNS * TEN):
        if refuse_by_itself(s, what_of(other), pawn_of(other)) == 0:
            best = max(best, worth(s, other))
            dice = max(dice, worth(s, other) & 7)
            high = max(high, what_of(other))
    if duty(s, value) < duty(s, best):
        return WASTES_ENTRY if value >> 3 < best >> 3 else WASTES_DIE
    if s.single_die_choice == HIGHER and dice == 1 and what_of(action) < high:
        return HIGHER_DIE
    return 0


# ---------------------------------------------------------------- playing


@rule
def lock_pairs_of(s, pawn):
    """Remember with whom the mover's pawn now stands. (PAR-BLOCK-1, PAR-Q-31)"""
    for mate in range(PAWNS):
        if mate != pawn and s.pawns[s.turn, mate] == s.pawns[s.turn, pawn]:
            s.locks = s.locks | PAIR[pawn, mate]


@rule
@inline
def put(s, seat, pawn, progress):
    """Move a pawn, keeping all that is derived in step; whoever of another colour stood there is gone.

    Without branches: where pairs and safety spaces are is nothing that a processor could foresee."""
    here, there = s.pawns[seat, pawn] + 1 & 127, progress + 1 & 127
    origin, goal = SPACE[seat, here], SPACE[seat, there]
    single = PAWNS * seat + 1
    pair = s.board[origin] >> 1 & 1
    s.walls[WORD[seat, here]] ^= WALL[seat, here] >> GONE * (1 - pair)
    s.guards[WORD[seat, here] & 3] ^= GUARD[seat, here] >> GONE * pair
    joins = 1 if s.board[goal] == single else 0
    s.walls[WORD[seat, there]] ^= WALL[seat, there] >> GONE * (1 - joins)
    s.guards[WORD[seat, there] & 3] ^= GUARD[seat, there] >> GONE * joins
    s.board[origin] = single & -pair
    s.board[goal] = single + joins
    s.board[NOWHERE] = 0
    s.pawns[seat, pawn] = progress
    if joins != 0 and s.pair_lock != LOCK_OFF and seat == s.turn:
        lock_pairs_of(s, pawn)


@rule
@inline
def goal_of_count(s, what, pawn):
    here = s.pawns[s.turn, pawn]
    if what == LEAP:
        return here + s.dice[0] + s.dice[1]
    return ENTER if here == START else here + what


@rule
def goal_of(s, what, pawn):
    if what == TEN or what == TWENTY:
        return s.pawns[s.turn, pawn] + spaces_of(what)
    return goal_of_count(s, what, pawn)


@rule
def start_roll_off(s, seats):
    """A round in which these seats roll, each to the left of the one before."""
    s.phase = ROLL_OFF
    s.rolling = seats
    s.best = 0
    s.tied = 0
    s.turn = 0
    while s.rolling >> s.turn & 1 == 0:
        s.turn = LEFT_OF[s.turn]


@rule
def play_roll_off(s, total):
    """The highest roll begins; its dice are not played. (PAR-FIRST-1, PAR-FIRST-2)"""
    me = 1 << s.turn
    if total > s.best:
        s.best = total
        s.tied = 0
    if total == s.best:
        s.tied = s.tied | me
    s.rolling = s.rolling & ~me
    if s.rolling != 0:
        while s.rolling >> s.turn & 1 == 0:
            s.turn = LEFT_OF[s.turn]
        return
    best = s.tied
    if best & (best - 1) != 0:  # PAR-Q-01
        everybody = 0
        for seat in range(CHAIRS):
            if s.place[seat] != EMPTY:
                everybody |= 1 << seat
        start_roll_off(s, everybody if s.start_tie == ALL_TOGETHER else best)
        return
    s.turn = 0
    while best >> s.turn & 1 == 0:
        s.turn += 1
    s.best = 0
    s.tied = 0
    begin_turn(s)


@rule
def await_roll(s):
    s.dice[0] = 0
    s.dice[1] = 0
    s.phase = ROLL


@rule
def clear_turn(s):
    drop_counts(s)
    drop_bonuses(s)
    await_roll(s)
    s.doublets = 0
    s.locks = 0


@rule
@inline
def begin_turn(s):
    clear_turn(s)
    lock_all_pairs(s)


@rule
@inline
def lock_all_pairs(s):
    """Pairs that stand together now may not be brought forward together. (PAR-BLOCK-5)"""
    s.locks = 0
    if s.pair_lock != LOCK_OFF:
        locks = 0
        pair = 0
        for pawn in range(PAWNS - 1):
            here = s.pawns[s.turn, pawn]
            under_way = 1 if START < here < HOME else 0
            for mate in range(pawn + 1, PAWNS):
                locks |= (under_way if s.pawns[s.turn, mate] == here else 0) << pair
                pair += 1
        s.locks = locks


@rule
def all_entered(s):
    """Do doublets give a four-part move? (PAR-DBL-2, PAR-DBL-3, PAR-Q-14; asked once, when the dice
    fall, PAR-Q-15)"""
    if s.quad_condition == EVER_ENTERED:
        return s.fresh[s.turn] == 0
    if s.quad_condition == ALL_ON_BOARD and pawns_at(s, s.turn, HOME) > 0:
        return False
    return pawns_at(s, s.turn, START) == 0


@rule
@inline
def play_roll(s, a, b):
    s.dice[0] = a
    s.dice[1] = b
    s.played = 0
    s.paid = 0
    if s.pair_lock == LOCK_ROLL:
        lock_all_pairs(s)
    if a == b:
        s.doublets += 1
        if s.doublets == THIRD:
            send_foremost_back(s)
            end_turn(s)
            return
    s.value[0] = a
    s.value[1] = b
    s.times[0] = 2 if a == b else 1
    s.times[1] = 0 if a == b else 1
    if a == b and all_entered(s):
        s.value[1] = TOP_AND_BOTTOM - a
        s.times[1] = 2
        s.quad = 1
    s.phase = PLAY


@rule
def send_foremost_back(s):
    """The third doublets of a turn: the pawn nearest to HOME starts again. (PAR-DBL-7, PAR-Q-19,
    PAR-Q-20); of two that stand together either (PAR-Q-21)."""
    me = s.turn
    foremost = NOBODY
    for pawn in range(PAWNS):
        progress = s.pawns[me, pawn]
        if progress != START and (progress != HOME or s.penalty_takes_home != 0):
            if foremost == NOBODY or progress > s.pawns[me, foremost]:
                foremost = pawn
    if foremost != NOBODY:
        put(s, me, foremost, START)


@rule
@inline
def play(s, what, pawn):
    """One die, part, leap or bonus; all parts are counts like any other. (PAR-MOVE-2, PAR-MOVE-3,
    PAR-Q-16)

    What is left may be played by the same pawn or another (PAR-CAP-3), into HOME too (PAR-Q-34)."""
    if what == TEN or what == TWENTY:
        goal = s.pawns[s.turn, pawn] + spaces_of(what)
        spend_bonus(s, what)
    else:
        goal = goal_of_count(s, what, pawn)
        if what == SUM_FIVE or what == LEAP:  # both dice (PAR-ENTER-3)
            s.times[0] = 0
            s.times[1] = 0
        else:
            follow(s, what, pawn)
            spend(s, what, 1)
        if s.quad_condition == EVER_ENTERED and s.pawns[s.turn, pawn] == START and s.fresh[s.turn] > 0:
            s.fresh[s.turn] -= 1
        if s.sum_is_one_move != 0 and s.quad == 0 and s.pawns[s.turn, pawn] != START:
            s.played = pawn + 1  # one just entered may still take the other die (PAR-ENTER-6)
    land(s, pawn, goal)


@rule
@inline
def land(s, pawn, goal):
    """Arrive: capture who is there, earn what is earned, perhaps win."""
    me = s.turn
    space = space_of(me, goal)
    if goal == HOME:
        earn(s, TEN)  # PAR-HOME-4
    elif OTHERS[me] >> s.board[space] & 1 != 0:
        send_back(s, s.board[space] >> 2, space)  # PAR-CAP-1, PAR-ENTER-8
        if s.bonus_cap == 0:
            earn(s, TWENTY)  # PAR-CAP-4
        elif s.paid < s.bonus_cap:
            s.paid += 1
            earn(s, TWENTY)
    put(s, me, pawn, goal)
    if goal == HOME and pawns_at(s, me, HOME) == PAWNS:
        finish(s)


@rule
def send_back(s, seat, space):
    pawn = 0
    while space_of(seat, s.pawns[seat, pawn]) != space:
        pawn += 1
    put(s, seat, pawn, START)


@rule
def earn(s, bonus):
    if bonus == TWENTY:
        if s.bonus_order == EARNED:
            s.queue = s.queue | 1 << (s.tens + s.twenties)
        s.twenties += 1
    else:
        s.tens += 1


@rule
def spend_bonus(s, bonus):
    if s.bonus_order == EARNED:  # always the first of the queue
        s.queue = s.queue >> 1
    if bonus == TWENTY:
        s.twenties -= 1
    else:
        s.tens -= 1


@rule
def give_up_bonus(s):
    """The bonus that is due is declined or lost (PAR-CAP-5, PAR-Q-36); all of them when their order
    is free."""
    if s.bonus_order == EARNED:
        spend_bonus(s, TWENTY if s.queue & 1 == 1 else TEN)
    else:
        drop_bonuses(s)


@rule
def drop_counts(s):
    s.value[0] = 0
    s.value[1] = 0
    s.times[0] = 0
    s.times[1] = 0
    s.menu = 0
    s.after = 0
    s.quad = 0
    s.played = 0


@rule
def drop_bonuses(s):
    s.paid = 0
    s.tens = 0
    s.twenties = 0
    s.queue = 0


@rule
def finish(s):
    """The fourth pawn is HOME: what is left of the turn lapses. (PAR-WIN-1, PAR-OBJ-1)"""
    place = 0
    others = 0
    for seat in range(CHAIRS):
        if s.place[seat] >= 0:
            place += 1
        elif s.place[seat] == PLAYING and seat != s.turn:
            others += 1
    s.place[s.turn] = place
    if s.play_for_places == 0 or others == 1:
        for seat in range(CHAIRS):  # with places, the last one left takes the last place
            if s.play_for_places != 0 and s.place[seat] == PLAYING:
                s.place[seat] = place + 1
        clear_turn(s)
        s.phase = FINISHED
    else:
        end_turn(s)


@rule
@inline
def go_on(s):
    """What comes next: more of this roll, its bonuses, another roll, another player. Nothing where a
    roll is due or the game is over."""
    if s.phase == PLAY:
        if counts_left(s) > 0:
            if s.after != 0 and s.locks == 0:  # a pair made by the last move would be locked
                s.menu = s.after
                s.after = 0
                return
            s.after = 0
            s.menu = part_menu(s) if s.quad != 0 else count_menu(s)
            if s.menu != 0:
                return
        idle = s.quad == 0 and counts_left(s) == 2
        again = s.dice[0] == s.dice[1] and not (idle and s.doublet_roll_needs_move != 0)
        drop_counts(s)
        if again and s.bonus_timing == END_OF_TURN:
            await_roll(s)
            return
        s.phase = BONUS  # before another roll (PAR-CAP-6, PAR-Q-23)
        if not again:
            s.doublets = 0  # the run of doublets is over: after its bonuses the turn ends
    if s.phase == BONUS:
        s.menu = 0
        while s.tens + s.twenties > 0:
            s.menu = bonus_menu(s)
            if s.menu != 0:
                return
            give_up_bonus(s)
        if s.doublets > 0:  # PAR-DBL-1, PAR-DBL-6
            await_roll(s)
        else:
            end_turn(s)


@rule
@inline
def end_turn(s):
    """The player to the left is next, though pawns run the other way. (PAR-TURN-1, PAR-Q-03)"""
    if s.max_turns > 0:
        s.turns += 1
        if s.turns >= s.max_turns:
            clear_turn(s)
            s.phase = FINISHED
            return
    s.turn = LEFT_OF[s.turn]
    while s.place[s.turn] != PLAYING:
        s.turn = LEFT_OF[s.turn]
    begin_turn(s)
