"""What is in the way of a piece, and what a start, a die or a reward does to the pieces.

In the order of the leaflet: starting, the Broadway with its blockades, turnouts and Home Paths, capturing.
Whose move it is says `s.mover`, the mover. Which moves must be played is another question: duties.py.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.games.racing.twins import are_even
from parlour.rules.kit import NOBODY, inline, rule

from .layout import (
    BEYOND,
    COLOUR,
    CORNER,
    ENTRANCE,
    FORKS,
    HOME,
    LOOP,
    NOWHERE,
    SIDE,
    START,
    START_OFFSET,
    TURNOUT,
    WAY,
)
from .record import (
    LARGEST_STACK,
    LEAP,
    NO,
    OWN,
    PIECES,
    REWARD,
    SUM_SIX,
    TEN,
    are_friends,
    first_in_corner,
    size_of,
    space_of,
)

# ---------------------------------------------------------------- may a piece start?


@rule
@inline
def can_start(s):
    """Could the mover start a piece, if he has a SIX? (POL-ENTER-1)"""
    if first_in_corner(s, s.mover) == NOBODY:
        return False
    there = s.board[space_of(s.mover, START)]
    if there == 0:
        return True
    if are_friends(s, s.mover, there):  # these never hinder a start: POL-ENTER-8, POL-Q-40
        return s.start_respects_max_stack == 0 or size_of(there) < LARGEST_STACK[s.max_stack]  # POL-Q-11
    # A single rival is captured, even on his own colour; a blockade shuts the start.
    return size_of(there) == 1  # POL-ENTER-6, POL-ENTER-7, POL-BLOCK-5


# ---------------------------------------------------------------- may a piece go there?


@rule
@inline
def can_pass(s, seat, place):
    """May a piece of this seat go on over this place of its way? A blockade can stand on any space of the
    Broadway (POL-Q-26), and two partners block it as one (POL-Q-44)."""
    there = s.board[space_of(seat, place)]
    if place > ENTRANCE:
        return there == 0  # single track, whoever it is: POL-TO-3, POL-Q-32, POL-HOME-3
    return size_of(there) < 2  # POL-BWAY-1; nobody passes a blockade: POL-BLOCK-2, POL-BLOCK-5, POL-PART-2


@rule
@inline
def can_stop(s, seat, place):
    """May a piece of this seat end its move there?"""
    space = space_of(seat, place)
    there = s.board[space]
    if there == 0:
        return True  # POL-SAFE-3, POL-Q-25; nobody is in the way at HOME: POL-HOME-5
    if place > ENTRANCE:
        return False  # POL-TO-2, POL-TO-3, POL-HOME-3
    if are_friends(s, seat, there):  # POL-BLOCK-1, POL-PART-1; POL-Q-27, POL-Q-37, POL-Q-38
        return size_of(there) < LARGEST_STACK[s.max_stack]  # POL-BLOCK-3, POL-Q-10
    if size_of(there) > 1:
        return False  # POL-BLOCK-3
    return not is_own_colour(space, there)  # POL-CAP-1, POL-SAFE-1, POL-SAFE-2


@rule
@inline
def is_own_colour(space, there):
    """Does this lone piece stand on its own colour? Nobody else's helps it. (POL-BWAY-2, POL-SAFE-3,
    POL-PART-3, POL-Q-24, POL-Q-39)"""
    owner = COLOUR[space]
    return owner != NOBODY and there & OWN[owner] != 0


@rule
@inline
def is_clear(s, seat, here, count, route):
    """Can everything be passed between the ends of a move? Only what stands on the route itself matters,
    branch and merge included. (POL-TO-4, POL-TO-5, POL-Q-33)"""
    for step in range(1, count):
        if not can_pass(s, seat, WAY[route, here, step]):
            return False
    return True


@rule
@inline
def can_go(s, here, count, route):
    """May a piece of the mover go from this place by so many steps on this route?"""
    if route == TURNOUT and not FORKS[here, count]:
        return False  # POL-TO-1, POL-Q-30
    goal = WAY[route, here, count]
    if goal == BEYOND:
        return False  # POL-HOME-4
    return is_clear(s, s.mover, here, count, route) and can_stop(s, s.mover, goal)


# ---------------------------------------------------------------- may this piece take it?


@rule
@inline
def can_take(s, what, piece, route):
    """May this piece of the mover take this die, both dice as a leap, or the reward? A reward goes by the
    same rules as a die, and to the mover's own pieces only. (POL-CAP-3, POL-Q-22, POL-Q-42)"""
    here = s.pieces[s.mover, piece]
    if here == CORNER or here == HOME:
        return False  # POL-ENTER-1, POL-Q-20; POL-HOME-5
    if s.waits >> piece & 1 != 0:
        return False  # POL-BLOCK-3, POL-Q-28
    if s.played == piece + 1 and what != TEN:
        return False  # both dice for one piece are one leap then: POL-Q-12
    if what == TEN and s.reward_into_home == NO and WAY[route, here, REWARD] == HOME:
        return False  # POL-Q-21
    return can_go(s, here, count_of(s, what), route) and not is_twin(s, piece)


@rule
@inline
def is_twin(s, piece):
    """Is a lower-numbered piece of the mover in the very same situation? Then that one moves."""
    for other in range(piece):
        if s.pieces[s.mover, other] == s.pieces[s.mover, piece] and are_even(s, piece, other):
            if (s.waits >> other ^ s.waits >> piece) & 1 == 0:
                return True
    return False


@rule
@inline
def count_of(s, what):
    """How many steps these are."""
    if what == LEAP:
        return np.int64(s.left[0] + s.left[1])
    return np.int64(REWARD if what == TEN else what)


@rule
@inline
def goal_of(s, what, piece, route):
    """Where this action brings the piece."""
    here = s.pieces[s.mover, piece]
    return START if here == CORNER else WAY[route, here, count_of(s, what)]  # POL-DICE-1, POL-Q-30


# ---------------------------------------------------------------- what a move does


@rule
def put(s, seat, piece, place):
    """Set a piece somewhere, keeping the board in step."""
    bit = 1 << (PIECES * seat + piece)
    old, new = space_of(seat, s.pieces[seat, piece]), space_of(seat, place)
    if old != NOWHERE:
        s.board[old] = s.board[old] & ~bit
    if new != NOWHERE:
        s.board[new] = s.board[new] | bit
    s.pieces[seat, piece] = place


@rule
def captured_at(s, goal):
    """Whom the mover captures by landing there: PIECES * seat + piece, or NOBODY."""
    there = s.board[space_of(s.mover, goal)]
    if there == 0 or are_friends(s, s.mover, there):
        return NOBODY
    victim = 0
    while there >> victim & 1 == 0:
        victim += 1
    return victim


@rule
def earns(s, origin):
    """Does a capture by a piece that came from there earn a reward? (POL-CAP-2, POL-Q-19)"""
    return origin != CORNER or s.reward_on_start != NO


@rule
def move(s, piece, goal):
    """Move the mover's piece: a rival who is there is captured, two friends are joined."""
    origin = s.pieces[s.mover, piece]
    victim = captured_at(s, goal)
    if victim != NOBODY:  # to land is to capture: POL-CAP-1, POL-ENTER-6, POL-Q-23
        put(s, victim // PIECES, victim % PIECES, CORNER)
        if earns(s, origin):
            s.rewards += 1  # POL-CAP-4
    elif size_of(s.board[space_of(s.mover, goal)]) > 1 and origin != CORNER and s.joiner_waits != NO:
        s.waits = s.waits | 1 << piece  # POL-BLOCK-3, POL-Q-28
    put(s, s.mover, piece, goal)


@rule
@inline
def spend(s, what, piece):
    """Use up the die, or both, or the reward."""
    if what == TEN:
        s.rewards -= 1
        return
    s.played = 0
    if what in (SUM_SIX, LEAP):
        s.left[0] = 0  # POL-Q-06, POL-Q-12
        s.left[1] = 0
        return
    s.left[0 if s.left[0] == what else 1] = 0
    if s.sum_is_one_move != 0 and s.left[0] + s.left[1] != 0 and s.pieces[s.mover, piece] != CORNER:
        s.played = piece + 1  # POL-Q-12


# ---------------------------------------------------------------- trying a move, and taking it back


@rule
def remember(s, piece, goal):
    """All that a move of this piece may change."""
    here = s.pieces[s.mover, piece]
    return here, captured_at(s, goal), s.left[0], s.left[1], s.played, s.rewards, s.waits


@rule
def take_back(s, piece, before):
    """Undo a move of this piece; `before` is what was remembered then."""
    here, victim, high, low, played, rewards, waits = before
    space = space_of(s.mover, s.pieces[s.mover, piece])
    put(s, s.mover, piece, here)
    if victim != NOBODY:
        seat = victim // PIECES
        put(s, seat, victim % PIECES, place_of(seat, space))
    s.left[0] = high
    s.left[1] = low
    s.played = played
    s.rewards = rewards
    s.waits = waits


@rule
def place_of(seat, space):
    """What a seat calls a space of the Broadway."""
    return (np.int64(space) - START_OFFSET - SIDE * seat) % LOOP
