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
    walls      for each seat the blockades of all colours on its way, one bit a space: bit 0 is
               progress 1. Those on its own home path are bits of `path_walls`.
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
WALL_BIT = np.array(
    [
        [
            1 << int(np.flatnonzero(SPACE[c] == p)[0]) - 2 if p in SPACE[c, 2 : HOME_PATH + 1] else 0
            for p in range(LOOP)
        ]
        for c in range(CHAIRS)
    ],
    np.int64,
)
# For every colour alike, and at empty chairs too (PAR-SAFE-1, PAR-Q-28).
SAFE = np.array([p < LOOP and p % ARM in SAFE_OFFSETS for p in range(NOWHERE + 1)], np.bool_)

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

# ---------------------------------------------------------------- counts, actions, reasons

FIVE = 5
TOP_AND_BOTTOM = 7  # opposite faces of a die
THIRD = 3  # the doublets in a row that are punished (PAR-DBL-7)
CAPTURE_BONUS, HOME_BONUS = 20, 10

SUM_FIVE = 0  # both dice together enter a pawn
LEAP = 7  # both dice as one move (house rule, PAR-Q-09)
TEN, TWENTY = 8, 9  # bonuses
PASS = PAWNS * 10  # decline what may be declined
ACTIONS = PASS + 1
MAX_ACTIONS = len(ROLLS)

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

ENTERS = 1 << PAWNS  # `able`: this count must enter a pawn
EMPTY, PLAYING = -2, -1  # `place` of a chair nobody sits on, and of a player still at it

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("walls", "i8", (CHAIRS,)),  # derived: blockades ahead; written by put() alone
                ("path_walls", "i4", (CHAIRS,)),  # derived: the same on the own home path
                ("queue", "u4"),  # with bonus_order=earned: bit i set when the i-th due is a twenty
                ("turns", "u2"),  # turns finished (stays 0 without a limit)
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("board", "u1", (NOWHERE + 1,)),  # derived: who stands where; written by put() alone
                ("pawns", "i1", (CHAIRS, PAWNS)),  # progress of every pawn
                ("turn", "u1"),
                ("phase", "i1"),
                ("dice", "i1", (2,)),  # as rolled, higher first; 0 while a roll is due
                ("value", "i1", (2,)),  # the counts this roll gives: the dice, or tops and bottoms ...
                ("times", "i1", (2,)),  # ... and how often each is still to be played
                ("able", "u1", (2,)),  # derived: who can play each of them (see weigh_counts)
                ("quad", "i1"),  # 1 during a four-part move
                ("doublets", "i1"),  # in a row, this turn
                ("played", "i1"),  # with sum_is_one_move: 1 + the pawn that took a die, 0 for none
                ("tens", "i1"),  # pending home bonuses
                ("twenties", "i1"),  # pending capture bonuses
                ("paid", "i1"),  # with bonus_cap: capture bonuses earned by this roll
                ("locks", "i1"),  # pairs of the mover's pawns that stood together (see PAIR)
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


# ---------------------------------------------------------------- reading a position


@rule
def what_of(action):
    return action >> 2


@rule
def pawn_of(action):
    return action & 3


@rule
def space_of(seat, progress):
    return SPACE[seat, progress + 1]


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
    if s.value[0] == count and s.times[0] >= times:
        s.times[0] -= times
    else:
        s.times[1] -= times


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
def walls_ahead(s, seat, progress):
    """The blockades ahead of this progress, bit 0 being the next space: anybody's on the loop up to
    the turn into the home path (PAR-Q-38), one's own on that path (PAR-Q-30). Opponents beyond
    that turn are on no way of the mover's (PAR-Q-39)."""
    if progress < HOME_ENTRY:
        return s.walls[seat] >> progress | s.path_walls[seat] << (HOME_ENTRY - progress)
    return s.path_walls[seat] >> (progress - HOME_ENTRY)


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
    lift(s, me, pawn)
    set_down(s, me, pawn, goal)
    return kept


@rule
def untry(s, pawn, origin, kept):
    """Take the try back."""
    me = s.turn
    goal = s.pawns[me, pawn]
    lift(s, me, pawn)
    if goal != HOME:
        s.board[space_of(me, goal)] = kept >> 8
    set_down(s, me, pawn, origin)
    s.locks = kept & 255


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
@inline
def can_part(s, pawn, part):
    """Can this pawn take this part of a four-part move now?"""
    if enters_with(s, part):  # only when START pawns may count as entered (PAR-Q-14)
        return pawn == first_in_start(s, s.turn)
    return can_move(s, pawn, part)


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
    for which in range(2):
        if s.times[which] > 0:
            for pawn in range(PAWNS):
                if can_part(s, pawn, s.value[which]):
                    origin = s.pawns[s.turn, pawn]
                    kept = try_part(s, pawn, which)
                    done = cut_short(s) or can_end_1(s)
                    untry_part(s, pawn, which, origin, kept)
                    if done:
                        return True
    return False


@rule
def can_end_3(s):
    for which in range(2):
        if s.times[which] > 0:
            for pawn in range(PAWNS):
                if can_part(s, pawn, s.value[which]) and not is_twin(s, pawn):
                    origin = s.pawns[s.turn, pawn]
                    kept = try_part(s, pawn, which)
                    done = cut_short(s) or can_end_2(s)
                    untry_part(s, pawn, which, origin, kept)
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
    """Can this part be played so that all the others can be, too?"""
    if not can_part(s, pawn, s.value[which]):
        return False
    if surely_plays_all(s, pawn, which):
        return True
    origin = s.pawns[s.turn, pawn]
    kept = try_part(s, pawn, which)
    done = cut_short(s) or can_end(s, counts_left(s))
    untry_part(s, pawn, which, origin, kept)
    return done


@rule
@inline
def surely_plays_all(s, pawn, which):
    """A quick look: after this part one pawn alone can take the rest, landing on free spaces."""
    here = s.pawns[s.turn, pawn]
    goal = here + s.value[which]
    if s.quad_condition == EVER_ENTERED or (goal < HOME and not is_free(s, goal)):
        return False  # a FIVE might have to enter a pawn; a pair might be in the way
    first = s.times[0] - (1 if which == 0 else 0)
    second = s.times[1] - (1 if which == 1 else 0)
    if runs_alone(s, goal, first, second, NOBODY):
        return True
    for runner in range(PAWNS):
        if runner != pawn and runs_alone(s, s.pawns[s.turn, runner], first, second, goal):
            return True
    return False


@rule
@inline
def runs_alone(s, at, first, second, avoid):
    """Can one pawn take so many of both values in turn, over free spaces other than `avoid`?"""
    whole = first * s.value[0] + second * s.value[1]
    if at + whole > HOME or walls_ahead(s, s.turn, at) & ((1 << whole) - 1) != 0:
        return False
    for step in range(first + second):
        at += s.value[0] if step < first else s.value[1]
        if at == avoid or (at < HOME and not is_free(s, at)):
            return False
    return True


@rule
@inline
def is_free(s, progress):
    """May the mover land here, and would that leave everything else as it is?"""
    space = space_of(s.turn, progress)
    there = s.board[space]
    return there == 0 or (there >> 2 != s.turn and not SAFE[space])


@rule
@inline
def movers(s, count):
    """The mover's pawns that can take this count, as bits."""
    able = 0
    for pawn in range(PAWNS):
        if can_move(s, pawn, count):
            able |= 1 << pawn
    if s.sum_is_one_move != 0 and s.played != 0:
        able &= ~(1 << (s.played - 1))  # both dice for one pawn are one leap then (PAR-Q-09)
    return able


@rule
@inline
def weigh_counts(s):
    """Note who can play each count of an ordinary roll, so that it is worked out once: the
    pawns as bits, or ENTERS for a FIVE that must enter one. (PAR-ENTER-4, PAR-ENTER-5)"""
    for which in range(2):
        s.able[which] = 0
        if s.times[which] > 0:
            s.able[which] = ENTERS if enters_with(s, s.value[which]) else movers(s, s.value[which])


@rule
@inline
def can_begin(s):
    """Can anything of this roll be played?"""
    if s.quad != 0:
        for which in range(2):
            if s.times[which] > 0:
                for pawn in range(PAWNS):
                    if not is_twin(s, pawn) and part_leads_on(s, pawn, which):
                        return True
        return False
    weigh_counts(s)
    if s.able[0] != 0 or s.able[1] != 0 or (shows_five(s) and stops_entering(s) == 0):
        return True
    if may_leap(s):
        for pawn in range(PAWNS):
            if stops_leap(s, pawn) == 0:
                return True
    return False


# ---------------------------------------------------------------- the game interface


@rule
def new_game(s, players):
    """Everybody's pawns in START, and a roll-off. (PAR-SETUP-1, PAR-FIRST-1)"""
    seated = SEATING[s.seats] if s.seats != 0 else USUAL_SEATING[players]
    for seat in range(CHAIRS):
        s.walls[seat] = 0
        s.path_walls[seat] = 0
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
    if s.phase == PLAY:
        if s.quad != 0:
            return list_parts(s, out)
        n = list_counts(s, out)
        if n > 1 and counts_left(s) == 2:
            if s.max_dice != GREEDY or s.enter_lookahead != 0:
                n = keep_best(s, out, n)
            if s.single_die_choice == HIGHER:
                n = keep_higher(s, out, n)
        return n
    if s.phase == BONUS:
        return list_bonuses(s, out)
    if s.phase == FINISHED:
        return 0
    for outcome in range(len(ROLLS)):
        out[outcome] = outcome
    return len(ROLLS)


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


@rule
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
        other = (seat - step) % CHAIRS
        seated = s.place[other] != EMPTY
        in_start = 0
        home = 0
        for pawn in range(PAWNS):
            progress = np.int64(s.pawns[other, pawn])
            out[n + 4 + pawn] = WAY_SHARE[progress + 1]
            out[SHOWN_AT[step, progress + 1]] += 0.5 if step == 0 else -0.5
            in_start += 1 if progress == START else 0
            home += 1 if progress == HOME else 0
        out[n] = 1.0 if seated else 0.0
        out[n + 1] = 1.0 if seated and s.turn == other else 0.0
        out[n + 2] = in_start / PAWNS if seated else 0.0
        out[n + 3] = home / PAWNS
        n += 4 + PAWNS
    n += LOOP
    for count in range(1, 7):
        out[n] = times_left(s, count) / 2
        n += 1
    out[n] = min(s.tens, PAWNS) / PAWNS
    out[n + 1] = min(s.twenties, PAWNS) / PAWNS
    out[n + 2] = s.doublets / (THIRD - 1)
    out[n + 3] = s.quad
    out[n + 4 + s.phase] = 1.0


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


# ---------------------------------------------------------------- listing


@rule
@inline
def list_counts(s, out):
    """The ways to play one die of an ordinary roll, duties to enter respected. (PAR-ENTER-4)"""
    n = 0
    if shows_five(s) and stops_entering(s) == 0:
        out[0] = PAWNS * SUM_FIVE + first_in_start(s, s.turn)
        n = 1
        if s.sum_five_optional == 0:
            return n  # PAR-Q-06
    for which in range(2):
        able = s.able[which]
        count = s.value[which]
        if able == ENTERS:
            out[n] = PAWNS * FIVE + first_in_start(s, s.turn)
            n += 1
            if s.enter_first != 0:
                out[0] = out[n - 1]
                return 1  # PAR-Q-07
        elif able != 0:
            for pawn in range(PAWNS):
                if able >> pawn & 1 != 0 and not is_twin(s, pawn):
                    out[n] = PAWNS * count + pawn
                    n += 1
    if may_leap(s):
        for pawn in range(PAWNS):
            if stops_leap(s, pawn) == 0 and not is_twin(s, pawn):
                out[n] = PAWNS * LEAP + pawn
                n += 1
    return n


@rule
@inline
def keep_best(s, out, n):
    """Of the first moves of a roll keep those that lead to the most dice. (PAR-MOVE-4)

    So a blockade must be broken when nothing else can move. (PAR-BLOCK-4)"""
    quick = s.enter_lookahead == 0 and s.sum_is_one_move == 0 and s.max_dice != GREEDY
    best = -1
    kept = 0
    for i in range(n):
        action = out[i]
        if quick and surely_plays_both(s, action):
            value = 2
        else:
            value = duty(s, worth(s, action))
        if value > best:
            best = value
            kept = 0
        if value == best:
            out[kept] = action
            kept += 1
    return kept


@rule
def duty(s, value):
    """What of a move's worth one is bound to seek: all of it, or the entries alone. (PAR-Q-10)"""
    return value if s.max_dice != GREEDY else value & ~7


@rule
@inline
def surely_plays_both(s, action):
    """A quick look: this pawn, or another that can play the other die, can go on after this move.

    Leaving a space never hinders. Arriving hinders only by making a pair, or by standing where
    the other wants to go. In all other cases, and under house rules that value moves otherwise,
    ask worth().
    """
    what, pawn = what_of(action), pawn_of(action)
    if what == SUM_FIVE:
        return True
    here = s.pawns[s.turn, pawn]
    goal = ENTER if here == START else here + what
    if goal != ENTER and goal < HOME and not is_free(s, goal):
        return False
    which = 1 if what == s.value[0] and s.times[1] > 0 else 0
    rest = s.value[which]
    others = s.able[which] & ~(1 << pawn)
    if others == ENTERS:
        return True
    for other in range(PAWNS):
        if others >> other & 1 != 0 and s.pawns[s.turn, other] + rest != goal:
            return True
    return (
        rest + goal <= HOME
        and walls_ahead(s, s.turn, goal) & ((1 << rest) - 1) == 0
        and (rest + goal == HOME or is_free(s, rest + goal))
    )


@rule
def keep_higher(s, out, n):
    """House rule: when either die can be played but not both, the higher one. (PAR-Q-11)"""
    high = 0
    for i in range(n):
        if worth(s, out[i]) & 7 > 1:
            return n
        high = max(high, what_of(out[i]))
    kept = 0
    for i in range(n):
        if what_of(out[i]) == high:
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def list_parts(s, out):
    """The ways to go on with a four-part move. (PAR-DBL-3, PAR-DBL-4, PAR-DBL-5)"""
    n = 0
    for which in range(2):
        if s.times[which] > 0:
            for pawn in range(PAWNS):
                if not is_twin(s, pawn) and part_leads_on(s, pawn, which):
                    out[n] = PAWNS * s.value[which] + pawn
                    n += 1
    if s.quad_optional != 0 and counts_left(s) == PAWNS:
        out[n] = PASS
        n += 1
    return n


@rule
def offers(s, bonus):
    """May a bonus of this kind be played now, pawns apart? (PAR-Q-25; never the sum of two, PAR-Q-22)"""
    if bonus == TWENTY:
        return s.twenties > 0 and (s.bonus_order != EARNED or s.queue & 1 == 1)
    return s.tens > 0 and (s.bonus_order != EARNED or s.queue & 1 == 0)


@rule
def spaces_of(bonus):
    return CAPTURE_BONUS if bonus == TWENTY else HOME_BONUS


@rule
def list_bonuses(s, out):
    n = 0
    for bonus in range(TEN, TWENTY + 1):
        if offers(s, bonus):
            for pawn in range(PAWNS):
                if stops_bonus(s, pawn, spaces_of(bonus)) == 0 and not is_twin(s, pawn):
                    out[n] = PAWNS * bonus + pawn
                    n += 1
    if s.bonus_optional != 0:
        out[n] = PASS
        n += 1
    return n


@rule
def can_play_bonus(s):
    for bonus in range(TEN, TWENTY + 1):
        if offers(s, bonus):
            for pawn in range(PAWNS):
                if stops_bonus(s, pawn, spaces_of(bonus)) == 0:
                    return True
    return False


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
        if reason == 0 and what != LEAP and movers(s, what) >> pawn & 1 == 0:
            return SAME_PAWN
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
@inline
def lift(s, seat, pawn):
    """Take a pawn off its space. Part of put()."""
    space = space_of(seat, s.pawns[seat, pawn])
    if space != NOWHERE:
        there = s.board[space]
        if there & 3 == 2:
            s.board[space] = there - 1
            flip_wall(s, seat, pawn, space)
        else:
            s.board[space] = 0


@rule
@inline
def set_down(s, seat, pawn, progress):
    """Put a lifted pawn down; whoever of another colour stood there is gone. Part of put()."""
    s.pawns[seat, pawn] = progress
    space = space_of(seat, progress)
    if space != NOWHERE:
        there = s.board[space]
        if there != 0 and there >> 2 == seat:
            s.board[space] = there + 1
            flip_wall(s, seat, pawn, space)
            if s.pair_lock != LOCK_OFF and seat == s.turn:
                lock_pairs_of(s, pawn)
        else:
            s.board[space] = 4 * seat + 1


@rule
def flip_wall(s, seat, pawn, space):
    """A blockade came up, or was broken, where this pawn stands."""
    if space < LOOP:
        for chair in range(CHAIRS):
            s.walls[chair] ^= WALL_BIT[chair, space]
    else:
        s.path_walls[seat] ^= 1 << (s.pawns[seat, pawn] - HOME_PATH)


@rule
def lock_pairs_of(s, pawn):
    """Remember with whom the mover's pawn now stands. (PAR-BLOCK-1, PAR-Q-31)"""
    for mate in range(PAWNS):
        if mate != pawn and s.pawns[s.turn, mate] == s.pawns[s.turn, pawn]:
            s.locks = s.locks | PAIR[pawn, mate]


@rule
@inline
def put(s, seat, pawn, progress):
    """Move a pawn, keeping the board in step."""
    lift(s, seat, pawn)
    set_down(s, seat, pawn, progress)


@rule
@inline
def goal_of(s, what, pawn):
    here = s.pawns[s.turn, pawn]
    if here == START:
        return ENTER
    if what == LEAP:
        return here + s.dice[0] + s.dice[1]
    if what == TEN or what == TWENTY:
        return here + spaces_of(what)
    return here + what


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
        for pawn in range(PAWNS - 1):
            here = s.pawns[s.turn, pawn]
            for mate in range(pawn + 1, PAWNS):
                if s.pawns[s.turn, mate] == here and START < here < HOME:
                    s.locks = s.locks | PAIR[pawn, mate]


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
    goal = goal_of(s, what, pawn)
    if what == TEN or what == TWENTY:
        spend_bonus(s, what)
    else:
        if what == SUM_FIVE or what == LEAP:  # both dice (PAR-ENTER-3)
            s.times[0] = 0
            s.times[1] = 0
        else:
            spend(s, what, 1)
        if s.pawns[s.turn, pawn] == START:
            if s.fresh[s.turn] > 0:
                s.fresh[s.turn] -= 1
        elif s.sum_is_one_move != 0 and s.quad == 0:
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
    elif s.board[space] != 0 and s.board[space] >> 2 != me:
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
    for pawn in range(PAWNS):
        if space_of(seat, s.pawns[seat, pawn]) == space:
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
    s.able[0] = 0
    s.able[1] = 0
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
        if counts_left(s) > 0 and can_begin(s):
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
        while s.tens + s.twenties > 0 and not can_play_bonus(s):
            give_up_bonus(s)
        if s.tens + s.twenties > 0:
            return
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
