"""Moving in Parcheesi: what is in a pawn's way, and what a move does. (PAR-ENTER, PAR-MOVE, PAR-CAP,
PAR-SAFE, PAR-BLOCK, PAR-HOME)"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.games.racing.twins import are_even
from parlour.rules.kit import NOBODY, inline, rule

from .bonuses import earn, earn_for_capture, spend_bonus
from .layout import ENTER, HOME, NOWHERE, PAWNS, SAFE, SPACE, START
from .record import (
    EVER_ENTERED,
    LEAP,
    LOCK_OFF,
    PAIR,
    SUM_FIVE,
    TEN,
    TWENTY,
    number_on,
    seat_on,
    spaces_of,
)

# ---------------------------------------------------------------- where pawns are


@rule
def space_of(seat, progress):
    """The space on which a seat's pawn stands when it has come so far."""
    return SPACE[seat, progress + 1 & 127]  # plainly no negative index, which would be looked into


@rule
def pawns_at(s, seat, progress):
    """How many pawns of a seat have come exactly so far."""
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
def is_on_the_way(progress):
    """Is a pawn there on a space: neither in START nor HOME?"""
    return START < progress < HOME


@rule
def has_opponent(s, progress):
    """Does an opponent of the mover stand there?"""
    there = s.board[space_of(s.turn, progress)]
    return there != 0 and seat_on(there) != s.turn


@rule
@inline
def goal_of(s, what, pawn):
    """Where this brings the mover's pawn."""
    here = s.pawns[s.turn, pawn]
    if what == TEN or what == TWENTY:
        return here + spaces_of(what)
    if what == LEAP:
        return here + s.dice[0] + s.dice[1]
    return ENTER if here == START else here + what  # entering uses up the FIVE (PAR-ENTER-1)


# ---------------------------------------------------------------- what is in the way


@rule
@inline
def can_enter(s):
    """Can the mover enter a pawn? An opponent alone there is captured (PAR-ENTER-8, PAR-Q-27), a pawn of
    one's own is joined (PAR-ENTER-9)."""
    if first_in_start(s, s.turn) == NOBODY:
        return False
    return not is_blockade(s, s.turn, ENTER)  # anybody's (PAR-ENTER-7, PAR-BLOCK-3)


@rule
@inline
def is_blockade(s, seat, progress):
    """Two pawns of one colour on any space, and not one alone."""
    return number_on(s.board[space_of(seat, progress)]) == 2  # PAR-BLOCK-1, PAR-MOVE-7


@rule
def is_way_open(s, seat, here, count):
    """Is there no blockade on the next spaces, the last one included? Singles can be passed.

    Anybody's counts on the loop, up to the turn into the home path (PAR-Q-38), one's own on that path
    (PAR-Q-30). Opponents beyond that turn are on no way of the mover's."""
    for progress in range(here + 1, min(here + count, HOME - 1) + 1):
        if is_blockade(s, seat, progress):  # PAR-BLOCK-2, PAR-Q-39; so no third: PAR-MOVE-6, PAR-Q-12
            return False
    return True


@rule
def can_stop(s, seat, progress):
    """May a pawn of this seat come to stand there, at the end of a way that is open?"""
    space = space_of(seat, progress)
    there = s.board[space]
    if there == 0:
        return True
    return seat_on(there) == seat or not SAFE[space]  # PAR-CAP-1, PAR-CAP-2, PAR-SAFE-2, PAR-SAFE-3


@rule
def can_move(s, pawn, count):
    """Can the mover's pawn move by `count`: a die, a part or a bonus?

    Any count that fits will do, also within the home path and into HOME."""
    here = s.pawns[s.turn, pawn]
    goal = here + count  # PAR-MOVE-1
    if here == START:
        return False  # PAR-ENTER-1
    if goal > HOME:  # PAR-HOME-1, PAR-HOME-2, PAR-HOME-3, PAR-Q-37
        return False
    if not is_way_open(s, s.turn, here, count):
        return False  # PAR-BLOCK-2
    if goal == HOME:
        return True  # any number of pawns, also two that stood together (PAR-GEO-6, PAR-Q-31)
    return can_stop(s, s.turn, goal) and not meets_locked_mate(s, pawn, goal)  # PAR-BLOCK-5


# ---------------------------------------------------------------- pairs that may not go on together


@rule
def meets_locked_mate(s, pawn, progress):
    """Does a pawn that stood with this one in this turn stand there? (PAR-BLOCK-5, PAR-Q-31)

    Only the same two are meant (PAR-Q-32), and there is no exception for want of moves (PAR-Q-33)."""
    for mate in range(PAWNS):
        if s.locks & PAIR[pawn, mate] != 0 and s.pawns[s.turn, mate] == progress:
            return True
    return False


@rule
def lock_pairs_of(s, pawn):
    """Remember with whom the mover's pawn now stands. (PAR-BLOCK-5, PAR-Q-31)"""
    if s.pair_lock == LOCK_OFF or not is_on_the_way(s.pawns[s.turn, pawn]):
        return
    for mate in range(PAWNS):
        if mate != pawn and s.pawns[s.turn, mate] == s.pawns[s.turn, pawn]:
            s.locks = s.locks | PAIR[pawn, mate]


@rule
def lock_all_pairs(s):
    """Pairs that stand together now may not be brought forward together. (PAR-BLOCK-5)"""
    s.locks = 0
    for pawn in range(PAWNS):
        lock_pairs_of(s, pawn)


@rule
def is_twin(s, pawn):
    """Is a lower-numbered pawn of the mover in the very same situation? Then that one moves."""
    for other in range(pawn):
        if s.pawns[s.turn, other] == s.pawns[s.turn, pawn] and same_locks(s, pawn, other):
            if are_even(s, pawn, other):
                return True
    return False


@rule
def same_locks(s, pawn, other):
    """Whether two pawns are locked to the same mates, and so cannot be told apart."""
    if s.locks == 0:
        return True
    for third in range(PAWNS):
        if third != pawn and third != other:
            if (s.locks & PAIR[pawn, third] != 0) != (s.locks & PAIR[other, third] != 0):
                return False
    return True


# ---------------------------------------------------------------- what a move does


@rule
def play(s, what, pawn):
    """One die, part, leap or bonus; all parts are counts like any other. (PAR-MOVE-2, PAR-MOVE-3, PAR-Q-16)

    What is left may be played by the same pawn or another (PAR-CAP-3), into HOME too (PAR-Q-34)."""
    goal = goal_of(s, what, pawn)
    if what == TEN or what == TWENTY:
        spend_bonus(s, what)
    else:
        if s.quad_condition == EVER_ENTERED and s.pawns[s.turn, pawn] == START and s.fresh[s.turn] > 0:
            s.fresh[s.turn] -= 1
        spend_count(s, what, pawn)
    land(s, pawn, goal)


@rule
def spend_count(s, what, pawn):
    """This pawn is about to take a count out of what is left of the roll, or all of it."""
    if what == SUM_FIVE or what == LEAP:
        s.times[0] = 0
        s.times[1] = 0  # both dice (PAR-ENTER-3)
    else:
        s.times[which_count(s, what)] -= 1
    if s.sum_is_one_move != 0 and s.quad == 0 and s.pawns[s.turn, pawn] != START:
        s.played = pawn + 1  # one just entered may still take the other die (PAR-ENTER-6)


@rule
def which_count(s, count):
    """Is it the first or the second count that this roll gives? Of ordinary doublets the first, twice."""
    return 0 if s.value[0] == count else 1


@rule
def land(s, pawn, goal):
    """Arrive: capture who is there, and earn what is earned."""
    if goal == HOME:
        earn(s, TEN)  # PAR-HOME-4
    elif has_opponent(s, goal):
        send_back(s, space_of(s.turn, goal))  # PAR-CAP-1, PAR-ENTER-8
        earn_for_capture(s)  # PAR-CAP-4
    put(s, s.turn, pawn, goal)


@rule
def send_back(s, space):
    """The pawn that stands there alone goes back to START, to be entered again."""
    seat = seat_on(s.board[space])
    pawn = 0
    while space_of(seat, s.pawns[seat, pawn]) != space:
        pawn += 1
    put(s, seat, pawn, START)


@rule
def put(s, seat, pawn, progress):
    """Move a pawn, on the board too; whoever of another colour stood there is gone from it."""
    take_up(s, space_of(seat, s.pawns[seat, pawn]))
    s.pawns[seat, pawn] = progress
    set_down(s, seat, space_of(seat, progress))
    if seat == s.turn:
        lock_pairs_of(s, pawn)


@rule
def take_up(s, space):
    """A pawn leaves a space; a pair becomes a single pawn."""
    if space != NOWHERE:
        s.board[space] = s.board[space] - 1 if number_on(s.board[space]) == 2 else 0


@rule
def set_down(s, seat, space):
    """A pawn comes to a space, where a second one of its colour makes a blockade."""
    single = PAWNS * seat + 1
    if space != NOWHERE:
        s.board[space] = single + 1 if s.board[space] == single else single


# ---------------------------------------------------------------- trying a count
# What it captures stays in `pawns` meanwhile, which no test of the mover's further moves reads.


@rule
def try_count(s, what, pawn):
    """Let the mover's pawn take this count, to look what can follow. Returns what `take_back` needs."""
    goal = goal_of(s, what, pawn)
    there = np.int64(s.board[space_of(s.turn, goal)])
    kept = there << 16 | np.int64(s.locks) << 8 | np.int64(s.played)
    spend_count(s, what, pawn)
    put(s, s.turn, pawn, goal)
    return kept


@rule
def take_back(s, what, pawn, origin, kept):
    """The pawn is where it was, and so is everything else."""
    space = space_of(s.turn, s.pawns[s.turn, pawn])
    put(s, s.turn, pawn, origin)
    s.board[space] = kept >> 16
    s.locks = kept >> 8 & 255
    s.played = kept & 255
    s.times[which_count(s, what)] += 1
