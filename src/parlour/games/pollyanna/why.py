"""Why a decision is refused, as a code of record.py and the place of the obstacle. Nothing is decided here:
`legal` in duties.py does that, and the conformance kit holds the two against each other.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, allocates, rule

from .duties import (
    dice_in,
    list_possible,
    may_decline,
    may_leap,
    measured,
    must_reward,
    starts_in,
    worth,
    worth_of_rest,
)
from .layout import (
    BEYOND,
    CORNER,
    ENTRANCE,
    FIRST_TURNOUT,
    FORKS,
    HOME,
    START,
    STRAIGHT,
    TURNOUT,
    WAY,
)
from .moving import can_go, can_pass, can_start, count_of, is_twin
from .record import (
    AT_HOME,
    BLOCKADE,
    CANNOT_DECLINE,
    CANNOT_PASS,
    FINISHED,
    GAME_OVER,
    GREEDY,
    HIGHER,
    HIGHER_DIE,
    LEAP,
    MAX_ACTIONS,
    MUST_START,
    MUST_START_BOTH,
    MUST_START_FIRST,
    NEEDS_SIX,
    NO,
    NO_BRANCH,
    NO_REWARD,
    NO_SUCH_ACTION,
    NO_SUCH_COUNT,
    NONE_IN_CORNER,
    NOT_A_SUM,
    NOT_YOUR_TURN,
    OVERSHOOTS,
    PASS,
    PATH_TAKEN,
    PLACE,
    PLAY,
    REWARD,
    REWARD_FIRST,
    REWARD_GOES_HOME,
    RIVAL_BLOCKADE,
    SAFE_RIVAL,
    SAME_PIECE,
    SAVES_NO_DIE,
    SIX,
    STACK_FULL,
    START_CLOSED,
    START_FULL,
    SUM_SIX,
    TEN,
    THROW_FIRST,
    TURNOUT_TAKEN,
    TWIN,
    WAITS,
    WASTES_DIE,
    WASTES_START,
    action_of,
    are_friends,
    both_left,
    first_in_corner,
    holds_six,
    piece_of,
    route_of,
    shows_six,
    size_of,
    space_of,
    what_of,
)


@rule
@allocates
def explain(s, seat, action):
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
        return why_not_pass(s)
    if what_of(action) == TEN:
        return why_not_reward(s, action)
    if must_reward(s):
        return REWARD_FIRST
    return why_not_die(s, action)


@rule
def why_not_pass(s):
    """One passes only what may be declined, and where no die can be saved."""
    if may_decline(s):
        return SAVES_NO_DIE if saves_no_die(s, PASS) else 0
    if s.rewards > 0 and s.reward_mandatory != 0:
        return CANNOT_DECLINE
    return CANNOT_PASS


@rule
def saves_no_die(s, action):
    """House rule: is the last die lost by this, which another use of a reward could save? (POL-Q-15)"""
    return s.rewards > 0 and s.reward_must_save_die != 0 and worth(s, action) < worth_of_rest(s)


@rule
def why_not_reward(s, action):
    """Why a reward does not move this piece by this route."""
    if s.rewards == 0:
        return NO_REWARD
    piece, route = piece_of(action), route_of(action)
    reason = why_not_move(s, TEN, piece, route)
    if reason != 0:
        return reason
    if s.reward_into_home == NO and WAY[route, s.pieces[s.mover, piece], REWARD] == HOME:
        return REWARD_GOES_HOME
    if is_twin(s, piece):
        return TWIN
    return SAVES_NO_DIE if saves_no_die(s, action) else 0


# ---------------------------------------------------------------- dice


@rule
@allocates
def why_not_die(s, action):
    """Why a die is not played like this: by itself, or because it neglects what must be played."""
    reason = why_not_by_itself(s, action)
    if reason != 0:
        return reason
    if both_left(s):
        return neglected_duty(s, action)
    if what_of(action) == SIX and can_start(s) and s.pieces[s.mover, piece_of(action)] != CORNER:
        return MUST_START
    return SAVES_NO_DIE if saves_no_die(s, action) else 0


@rule
def why_not_by_itself(s, action):
    """Why these dice cannot be played so, other dice and duties apart."""
    what, piece, route = what_of(action), piece_of(action), route_of(action)
    if what == SUM_SIX:
        if not shows_six(s):
            return NOT_A_SUM
    elif what == LEAP:
        if not may_leap(s):
            return NO_SUCH_COUNT
    elif what != s.left[0] and what != s.left[1]:
        return NO_SUCH_COUNT
    if what == SUM_SIX or (what == SIX and s.pieces[s.mover, piece] == CORNER):
        return why_not_start(s, piece, route)
    if what != LEAP and s.played == piece + 1:
        return SAME_PIECE
    reason = why_not_move(s, what, piece, route)
    if reason == 0 and is_twin(s, piece):
        return TWIN
    return reason


@rule
def why_not_start(s, piece, route):
    """Why no piece starts: none is in the corner, or two pieces close the space."""
    if first_in_corner(s, s.mover) == NOBODY:
        return NONE_IN_CORNER
    if not can_start(s):
        friendly = are_friends(s, s.mover, s.board[space_of(s.mover, START)])
        return (START_FULL if friendly else START_CLOSED) + PLACE * START
    if s.pieces[s.mover, piece] != CORNER:
        return NONE_IN_CORNER
    if route != STRAIGHT:
        return NO_BRANCH
    return 0 if piece == first_in_corner(s, s.mover) else TWIN


@rule
@allocates
def neglected_duty(s, action):
    """Of a first move that is possible by itself: which duty does it neglect?"""
    out = np.zeros(MAX_ACTIONS, np.int64)
    n = list_possible(s, out)
    best = 0
    for i in range(n):
        best = max(best, worth(s, out[i]))
    value = worth(s, action)
    only_starts = s.max_dice == GREEDY
    target = measured(best, only_starts)
    if measured(value, only_starts) < target:
        if can_start(s) and shows_six(s) and s.sum_six_optional == 0:
            return MUST_START_BOTH
        if can_start(s) and what_of(action) == SIX:
            return MUST_START
        return WASTES_START if starts_in(value) < starts_in(best) else WASTES_DIE
    moves_on = s.pieces[s.mover, piece_of(action)] != CORNER
    if s.start_first != NO and can_start(s) and holds_six(s) and moves_on:
        start = action_of(SIX, first_in_corner(s, s.mover), STRAIGHT)
        if measured(worth(s, start), only_starts) == target:
            return MUST_START_FIRST
    if s.single_die_choice == HIGHER and dice_in(best) < 2:
        for i in range(n):
            if what_of(out[i]) > what_of(action) and measured(worth(s, out[i]), only_starts) == target:
                return HIGHER_DIE
    return 0


# ---------------------------------------------------------------- the way


@rule
def why_not_move(s, what, piece, route):
    """Why the mover's piece cannot go by this die, leap or reward on this route, or 0."""
    here = s.pieces[s.mover, piece]
    if here == CORNER:
        return NEEDS_SIX
    if here == HOME:
        return AT_HOME
    if s.waits >> piece & 1 != 0:
        return WAITS + PLACE * np.int64(here)
    return why_not_way(s, here, count_of(s, what), route)


@rule
def why_not_way(s, here, count, route):
    """What stands in the way, and where."""
    if can_go(s, here, count, route):
        return 0
    goal = WAY[route, here, count]
    if route == TURNOUT and not FORKS[here, count]:
        return NO_BRANCH
    if goal == BEYOND:
        return OVERSHOOTS
    for step in range(1, count):
        place = WAY[route, here, step]
        if not can_pass(s, s.mover, place):
            return (BLOCKADE if place <= ENTRANCE else taken(place)) + PLACE * np.int64(place)
    there = s.board[space_of(s.mover, goal)]
    if goal > ENTRANCE:
        return taken(goal) + PLACE * np.int64(goal)
    if are_friends(s, s.mover, there):
        return STACK_FULL + PLACE * np.int64(goal)
    return (RIVAL_BLOCKADE if size_of(there) > 1 else SAFE_RIVAL) + PLACE * np.int64(goal)


@rule
def taken(place):
    """A piece stands on this turnout or Home Path space."""
    return TURNOUT_TAKEN if place >= FIRST_TURNOUT else PATH_TAKEN
