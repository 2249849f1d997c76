"""How a careful player looks at a position of Parcheesi: the race, and what the next rolls may change in it.

Distances are spaces a pawn still has to go. A pawn's danger is exact for the next roll of each opponent
behind it: `rolls_that_hit` finds, of the 36 ways two dice fall, those with which a pawn can land on it, by
either die or by both, past no blockade, duties to enter respected.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.contracts.careful import Consideration
from parlour.rules.kit import inline, rule
from parlour.rules.racing import NONE_LEFT, ROLLS_IN_ALL, how_many, last_of, rolls_where
from parlour.text import say

from . import exact
from .layout import ARM, CHAIRS, ENTER, HOME, HOME_ENTRY, HOME_PATH, LOOP, PAWNS, SAFE, START
from .moving import can_stop, is_blockade, is_way_open, space_of
from .record import CAPTURE_BONUS, FIVE, HOME_BONUS, PLAYING, ROLL, THIRD, TOP_AND_BOTTOM, number_on

CONSIDERATIONS = (
    Consideration("race", say("the race: spaces still to go"), 1.0),
    Consideration("home", say("pawns brought HOME"), 0.56),
    Consideration("start", say("pawns brought out of START"), 0.58),
    Consideration("danger", say("safety from the rolls that come next"), 0.5),
    Consideration("exposure", say("safety later on"), 0.0),
    Consideration("captures", say("chances to capture"), 0.95),
    Consideration("blockades", say("blockades that hold others up"), 0.0),
    Consideration("held_up", say("a free way past blockades"), 0.05),
    Consideration("safe", say("pawns that nobody can capture"), 0.08),
    Consideration("path", say("pawns on the home path"), 0.07),
    Consideration("roll", say("being next to roll"), 0.4),
    Consideration("last_pawns", say("the exact odds of the last pawns"), 2.2),
)
(
    RACE,
    COME_HOME,
    WAIT,
    DANGER,
    EXPOSURE,
    CAPTURES,
    BLOCKADES,
    HELD_UP,
    SAFELY,
    ON_PATH,
    TO_ROLL,
    LAST_PAWNS,
) = range(len(CONSIDERATIONS))
TERMS = len(CONSIDERATIONS)
SCALE = 2.2

# ---------------------------------------------------------------- dice
# Rolls are 36 bits, one for each way two dice fall. What a roll can do depends on its owner's pawns in
# START: none (doublets are a four-part move), some that cannot enter, or one, two and more that must enter.

ROUNDABOUT = 2 * TOP_AND_BOTTOM  # the farthest that one pawn gets with a roll: fourteen
ALL_OUT, SHUT_IN, ONE_WAITS, MORE_WAIT = 0, 1, 2, 3
DIE = 6  # the farthest that one die takes a pawn
WAITING = 12  # spaces that a pawn in START is worth less than one on ENTER: what waiting for a FIVE costs


def _parts(a: int, b: int, duty: int) -> list[int]:
    """The counts that a roll leaves for pawns on the way."""
    if a == b and duty == ALL_OUT:
        return [a, a, TOP_AND_BOTTOM - a, TOP_AND_BOTTOM - a]
    counts = [a, b]
    if duty >= ONE_WAITS and a + b == FIVE:
        return []
    for _ in range(duty - SHUT_IN):
        if FIVE in counts:
            counts.remove(FIVE)
    return counts


def _sums(parts: list[int]) -> set[int]:
    """Where one pawn can get with some of these counts, all of them at most."""
    sums = {0}
    for part in parts:
        sums |= {s + part for s in sums}
    return sums


def _hits(duty: int, distance: int, first: int) -> int:
    """The rolls that bring a pawn so far when it begins with this count; 0 for none of them in between."""

    def hits(a: int, b: int) -> bool:
        rest = _parts(a, b, duty)
        if first not in rest:
            return False
        rest.remove(first)
        return distance == first or (distance > first and distance - first in _sums(rest))

    return rolls_where(hits)


def _entries(duty: int, distance: int) -> int:
    """The rolls that enter a pawn and bring it so far from ENTER."""
    if distance == 0:
        return rolls_where(lambda a, b: FIVE in (a, b, a + b))
    return rolls_where(lambda a, b: FIVE in (a, b) and distance in _parts(a, b, duty))


# HITS[duty, distance, first]: the rolls that bring a pawn so far, beginning with the count `first`.
HITS = np.array(
    [[[_hits(duty, d, f) for f in range(7)] for d in range(ROUNDABOUT + 1)] for duty in range(4)], np.int64
)
# ENTRIES[duty, distance]: the rolls that enter a pawn and bring it so far from ENTER.
ENTRIES = np.array(
    [[_entries(duty, distance) for distance in range(7)] for duty in range(MORE_WAIT + 1)], np.int64
)


# ---------------------------------------------------------------- the last pawns

SOLVED = exact.tables() is not None
UNSOLVED = 1e9
# The log-odds of whoever is about to roll, by exact.number_of(); split between both sides.
LAST_ODDS = exact.log_odds() / 2


@rule
@inline
def last_odds(s, seat):
    """The log-odds of this seat where two players who sit opposite have one pawn left each and a roll is
    next, UNSOLVED elsewhere."""
    other = (seat + CHAIRS // 2) % CHAIRS
    if not SOLVED or s.phase != ROLL or s.place[other] != PLAYING:
        return UNSOLVED
    own = last_of(s.pawns, seat, HOME)
    if own == NONE_LEFT or s.place[(seat + 1) % CHAIRS] == PLAYING or s.place[(seat + 3) % CHAIRS] == PLAYING:
        return UNSOLVED
    theirs = last_of(s.pawns, other, HOME)
    if theirs == NONE_LEFT:
        return UNSOLVED
    if s.turn == seat:
        return np.float64(LAST_ODDS[((own - START) * (HOME - START) + theirs - START) * THIRD + s.doublets])
    return -np.float64(LAST_ODDS[((theirs - START) * (HOME - START) + own - START) * THIRD + s.doublets])


# ---------------------------------------------------------------- reading a position


@rule
@inline
def duty_of(s, seat):
    """What a seat's pawns in START make of its next roll."""
    waiting = 0
    for pawn in range(PAWNS):
        if s.pawns[seat, pawn] == START:
            waiting += 1
    if waiting == 0:
        return ALL_OUT
    if is_blockade(s, seat, ENTER):
        return SHUT_IN
    return ONE_WAITS if waiting == 1 else MORE_WAIT


@rule
@inline
def rolls_that_hit(s, hunter, duty, space):
    """The rolls with which `hunter` can capture a single pawn of somebody else on this space of the loop."""
    goal = (np.int64(space) - ARM * hunter) % LOOP
    rolls = 0
    if duty >= ONE_WAITS and (goal == ENTER or (goal <= 6 and not SAFE[space])):
        rolls = ENTRIES[duty, goal]
    if goal > HOME_ENTRY or SAFE[space]:
        return rolls
    for pawn in range(PAWNS):
        here = np.int64(s.pawns[hunter, pawn])
        distance = goal - here
        if here != START and 0 < distance <= ROUNDABOUT:
            if is_way_open(s, hunter, here, distance):
                for first in range(1, min(distance, 6) + 1):
                    if first == distance or can_stop(s, hunter, here + first):
                        rolls |= HITS[duty, distance, first]
    return rolls


@rule
@inline
def is_prey(s, seat, progress):
    """Is a pawn there that somebody could capture: alone on the loop?"""
    return START < progress < HOME_PATH and number_on(s.board[space_of(seat, progress)]) == 1


@rule
@inline
def to_go(s, seat):
    """Spaces to go for all four pawns, counting what is still to be moved in this turn as moved."""
    spaces = 0
    for pawn in range(PAWNS):
        progress = s.pawns[seat, pawn]
        spaces += HOME - progress if progress != START else HOME + WAITING
    if seat == s.turn:
        spaces -= s.times[0] * s.value[0] + s.times[1] * s.value[1]
        spaces -= HOME_BONUS * s.tens + CAPTURE_BONUS * s.twenties
    return spaces


@rule
def consider(s, seat, out):
    for i in range(TERMS):
        out[i] = 0.0
    odds = last_odds(s, seat)
    if odds != UNSOLVED:
        out[LAST_PAWNS] = odds
        return
    duty = duty_of(s, seat)
    danger = 0
    captures = 0
    for other in range(CHAIRS):
        if other != seat and s.place[other] == PLAYING:
            its_duty = duty_of(s, other)
            for pawn in range(PAWNS):
                progress = np.int64(s.pawns[seat, pawn])
                if is_prey(s, seat, progress):
                    rolls = rolls_that_hit(s, other, its_duty, space_of(seat, progress))
                    danger += how_many(rolls) * (progress + WAITING)
                progress = np.int64(s.pawns[other, pawn])
                if is_prey(s, other, progress):
                    captures += how_many(rolls_that_hit(s, seat, duty, space_of(other, progress)))
    for pawn in range(PAWNS):
        progress = np.int64(s.pawns[seat, pawn])
        if progress == START:
            out[WAIT] -= 1.0
        elif progress == HOME:
            out[COME_HOME] += 1.0
        else:
            if progress >= HOME_PATH:
                out[ON_PATH] += 1.0
                out[SAFELY] += 1.0
            elif not is_prey(s, seat, progress) or SAFE[space_of(seat, progress)]:
                out[SAFELY] += 1.0
            if not is_way_open(s, seat, progress, DIE):
                out[HELD_UP] -= 1.0
    own = s.turn == seat
    out[RACE] = -to_go(s, seat) / 100
    out[EXPOSURE if own else DANGER] = -danger / ROLLS_IN_ALL / 100
    out[CAPTURES] = captures / ROLLS_IN_ALL
    out[BLOCKADES] = held_up_by(s, seat)
    out[TO_ROLL] = 1.0 if own else 0.0


@rule
@inline
def held_up_by(s, seat):
    """How many pawns of others stand within the reach of a roll behind this seat's blockades."""
    held = 0
    for pawn in range(PAWNS - 1):
        progress = np.int64(s.pawns[seat, pawn])
        if START < progress < HOME_PATH:
            for mate in range(pawn + 1, PAWNS):
                if s.pawns[seat, mate] == progress:
                    space = np.int64(space_of(seat, progress))
                    for other in range(CHAIRS):
                        if other != seat and s.place[other] == PLAYING:
                            held += pawns_behind(s, other, (space - ARM * other) % LOOP)
    return held


@rule
@inline
def pawns_behind(s, seat, goal):
    """A seat's pawns that have to pass this place of its way, and come to it with the next roll."""
    count = 0
    if goal <= HOME_ENTRY:
        for pawn in range(PAWNS):
            progress = s.pawns[seat, pawn]
            if progress < goal <= progress + ROUNDABOUT or (progress == START and goal == ENTER):
                count += 1
    return count
