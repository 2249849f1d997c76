"""The two tracks: which way a large pawn goes round outside, and how a small one comes home inside."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, inline, rule

from .layout import (
    ARROW,
    BACK,
    CHAIRS,
    ENTRANCES,
    FORK_AT,
    HIGHEST_ROLL,
    HOME,
    NEXT,
    SHORTCUTS,
    START,
)
from .record import (
    BACKWARDS,
    BY_CORNER,
    EVERYBODY,
    EXACT_COUNT,
    FINAL,
    FINISHED,
    NO,
    NO_COST,
    PASS_THROUGH,
    has,
    is_seated,
)

# ---------------------------------------------------------------- outside: through the gate, or past it


@rule
@inline
def passes_of(s, seat):
    """The passes a seat holds, as a set; any number of them. (DBT-GATE-8)"""
    held = 0
    for colour in range(CHAIRS):
        held |= (s.owner[colour] == seat) << colour
    return held


@rule
@inline
def hand_pass(s, colour, seat):
    """A pass changes hands, and with it all control: favours do not bind the new holder."""
    s.owner[colour] = seat  # DBT-GATE-9, DBT-TP-3


@rule
@inline
def is_taken(s, space):
    """Does another large pawn than the mover's stand there?"""
    for seat in range(CHAIRS):
        if seat != s.turn and s.large[seat] == space:
            return True
    return False


@rule
@inline
def goes_through(s, gate, left):
    """Does the mover, at this fork with `left` steps to go, take the shortcut? Nobody chooses."""
    ends_inside = left <= SHORTCUTS[gate]
    if s.owner[gate] == s.turn:
        return s.owner_overshoot != BY_CORNER or ends_inside  # DBT-GATE-3, DBT-Q-07
    if not has(s.granted, gate):
        return False  # DBT-GATE-2, DBT-GATE-4
    if s.permission_overshoot == PASS_THROUGH:
        return True  # DBT-Q-08
    if s.permission_test == FINAL:
        return lands_inside(s, gate, left)  # DBT-Q-09
    return ends_inside  # DBT-GATE-5, DBT-GATE-6


@rule
def lands_inside(s, gate, left):
    """Would the mover, entering with so many steps to go, come to stand in the shortcut, pushing
    included? With 0 steps he is pushed in from the fork. (DBT-Q-09)"""
    at = max(left, 1)
    while at <= SHORTCUTS[gate]:
        if not is_taken(s, ENTRANCES[gate] + at - 1):
            return True
        at += 1
    return False


@rule
def pushed_through(s, gate):
    """Is the mover pushed on from this fork through its gate? (DBT-OCC-4)"""
    if s.owner[gate] == s.turn:
        return True
    if s.permission_test != FINAL or not has(s.granted, gate):
        return False
    return s.permission_overshoot == PASS_THROUGH or lands_inside(s, gate, 0)


@rule
def way_of(s, total):
    """Where the mover's large pawn comes to stand, and the set of gates it enters on the way.

    Each fork is judged by the count that is left there (DBT-GATE-13). Pawns and forks on the way do not
    stop it, and inside a shortcut it simply goes on."""
    space = np.int64(s.large[s.turn])
    entered = 0
    for left in range(total, 0, -1):  # DBT-TURN-3
        gate = FORK_AT[space]
        through = gate != NOBODY and goes_through(s, gate, left)
        if through:
            entered |= 1 << gate
        space = NEXT[1 if through else 0, space]  # DBT-OCC-5, DBT-GATE-12, DBT-GATE-10
    while is_taken(s, space):  # DBT-OCC-2
        gate = FORK_AT[space]
        through = gate != NOBODY and pushed_through(s, gate)
        if through:
            entered |= 1 << gate
        space = NEXT[1 if through else 0, space]
    return space, entered


@rule
def in_reach(s, gate):
    """Would some roll end behind this gate? (DBT-ASK-9) A fork less than twelve steps ahead is near enough.

    On the way to it the mover runs through what he must run through, and goes by the corner everywhere
    else: a count that stays behind an earlier gate gets to no later one."""
    space = np.int64(s.large[s.turn])
    steps = 0
    while FORK_AT[space] != gate and steps < HIGHEST_ROLL:
        passed = FORK_AT[space]
        through = passed != NOBODY and runs_through(s, passed)
        space = NEXT[1 if through else 0, space]
        steps += 1
    return steps < HIGHEST_ROLL


@rule
def runs_through(s, gate):
    """Does a count that goes beyond this shortcut run through it?"""
    if s.owner[gate] == s.turn:
        return s.owner_overshoot != BY_CORNER  # DBT-Q-07
    return has(s.granted, gate) and s.permission_overshoot == PASS_THROUGH  # DBT-Q-08


# ---------------------------------------------------------------- inside: who is where


@rule
@inline
def is_held(s, seat, circle):
    """Does another small pawn than this seat's stand on the circle?"""
    for other in range(CHAIRS):
        if other != seat and s.small[other] == circle:
            return circle > START  # which is for all (DBT-IN-4)
    return False


@rule
@inline
def foremost(s):
    """The circle of the small pawn that is farthest along; purple counts as it stands."""
    best = START
    for seat in range(CHAIRS):
        if s.small[seat] > best:  # DBT-LEAD-1, DBT-LEAD-2
            best = s.small[seat]
    return best


@rule
@inline
def hindmost(s):
    """The circle of the small pawn that is farthest back."""
    least = HOME
    for seat in range(CHAIRS):
        if is_seated(s, seat) and s.small[seat] < least:
            least = s.small[seat]
    return least


@rule
@inline
def leader_of(s):
    """The seat that leads, or NOBODY while all are on START."""
    best = START
    who = NOBODY
    for seat in range(CHAIRS):
        if s.small[seat] > best:  # DBT-LEAD-3
            best = s.small[seat]
            who = seat
    return who


# ---------------------------------------------------------------- inside: moving


@rule
@inline
def arrow_from(s, seat):
    """The Get-Ahead circle to which a pawn goes on from where it stands, or NOBODY. (DBT-PUR-2)"""
    if s.purple_activation == EXACT_COUNT and not has(s.armed, seat):
        return NOBODY  # DBT-Q-34
    return ARROW[s.small[seat]]  # however it came there (DBT-PUR-3)


@rule
@inline
def ahead(s, seat, steps):
    """A small pawn ahead. (DBT-CARD-1)

    Only the end of the count matters: purple circles and pawns on the way do not."""
    here = np.int64(s.small[seat])
    arrow = arrow_from(s, seat)
    if arrow != NOBODY:
        here = arrow
        if s.purple_jump_cost != NO_COST:  # DBT-Q-33
            steps -= 1
    goal = min(here + steps, HOME)  # DBT-IN-2, DBT-PUR-1, DBT-WIN-2
    circle = goal
    while circle < HOME and is_held(s, seat, circle):  # DBT-IN-3, DBT-PUR-4
        circle += 1
    if circle == HOME and goal < HOME and s.displacement_can_win == NO:  # DBT-Q-32
        circle = goal
        while is_held(s, seat, circle):
            circle -= 1
    put_small(s, seat, circle, circle == goal)


@rule
def back(s, seat):
    """Back ten, along the path and not beyond START. (DBT-CARD-4, DBT-Q-22)"""
    goal = s.small[seat] - BACK if s.small[seat] > BACK else START
    circle = goal
    while is_held(s, seat, circle):  # DBT-Q-23
        circle += -1 if s.backward_displacement == BACKWARDS else 1
    put_small(s, seat, circle, circle == goal)


@rule
def lead(s, seat):
    """Just ahead of the foremost pawn; who leads already stays. (DBT-CARD-3, DBT-SL-4)"""
    best = foremost(s)
    if s.small[seat] == best and (best > START or s.start_tie_leader == EVERYBODY):  # DBT-Q-21
        return
    if best + 1 == HOME and s.lead_can_win == NO:  # DBT-Q-20
        return
    put_small(s, seat, best + 1, False)  # DBT-SL-3


@rule
def go_farthest_back(s, seat):
    """Just behind the hindmost pawn, START at the least; who is hindmost stays. (DBT-CARD-5)"""
    least = hindmost(s)
    if s.small[seat] != least:  # DBT-Q-24, DBT-Q-25
        put_small(s, seat, max(START, least - 1), False)


@rule
def trade_places(s, seat, other):
    """Nobody lands, so nobody is pushed on. (DBT-CARD-2)"""
    mine = np.int64(s.small[seat])
    put_small(s, seat, np.int64(s.small[other]), False)  # DBT-Q-19
    put_small(s, other, mine, False)  # DBT-Q-19


@rule
@inline
def put_small(s, seat, circle, by_count):
    """Set a small pawn down; `by_count` says that an own move ended there exactly."""
    s.small[seat] = circle
    if s.purple_activation == EXACT_COUNT:  # DBT-Q-34
        s.armed = s.armed & ~(1 << seat)
        if by_count and ARROW[circle] != NOBODY:
            s.armed = s.armed | 1 << seat
    if circle == HOME:
        win(s, seat)


@rule
def win(s, seat):
    """HOME is reached: the game is over at once, whatever was still to be done. (DBT-WIN-3)"""
    s.winner = seat  # DBT-WIN-1
    s.phase = FINISHED
