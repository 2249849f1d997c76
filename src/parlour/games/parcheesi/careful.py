"""How a careful player looks at a position of Parcheesi: the race, and what the next rolls may change in it.

Distances are spaces a pawn still has to go. A pawn's danger is exact for the next roll of each opponent
behind it: `rolls_that_hit` finds, of the 36 ways two dice fall, those with which a pawn can land on it, by
either die or by both, past no blockade, duties to enter respected.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.games.racing.careful import (
    BLOCKADES,
    COME_HOME,
    HELD_UP,
    LAST_PIECES,
    NONE_LEFT,
    ON_PATH,
    RACE,
    SAFELY,
    TERMS,
    UNSOLVED,
    WAIT,
    WAITING,
    how_many,
    is_duel,
    last_of,
    opposite,
    rolls_that_enter,
    rolls_that_reach,
    weigh_chances,
    without_entering,
)
from parlour.rules.contracts.careful import Consideration
from parlour.rules.kit import inline, rule
from parlour.text import say

from . import exact
from .layout import ARM, CHAIRS, ENTER, HOME, HOME_ENTRY, HOME_PATH, LOOP, PAWNS, SAFE, START
from .moving import can_stop, is_blockade, is_way_open, space_of
from .record import CAPTURE_BONUS, FIVE, HOME_BONUS, PLAYING, ROLL, THIRD, TOP_AND_BOTTOM, number_on

CONSIDERATIONS = (
    Consideration("race", say("the race: spaces still to go"), 1.0, plain=True, spaces=100),
    Consideration("home", say("pawns brought HOME"), 0.56, plain=True),
    Consideration("start", say("pawns brought out of START"), 0.58, plain=True),
    Consideration("danger", say("safety from the rolls that come next"), 0.5, spaces=100),
    Consideration("exposure", say("safety later on"), 0.0),
    Consideration("captures", say("chances to capture"), 0.95, chance=True),
    Consideration("blockades", say("blockades that hold others up"), 0.0),
    Consideration("held_up", say("a free way past blockades"), 0.05),
    Consideration("safe", say("pawns that nobody can capture"), 0.08),
    Consideration("path", say("pawns on the home path"), 0.07),
    Consideration("roll", say("being next to roll"), 0.4, plain=True),
    Consideration("last_pawns", say("the exact odds of the last pawns"), 2.2),
)
SCALE = 2.2

# ---------------------------------------------------------------- dice
# Rolls are 36 bits, one for each way two dice fall. What a roll can do depends on its owner's pawns in
# START: none (doublets are a four-part move), some that cannot enter, or one, two and more that must enter.

ROUNDABOUT = 2 * TOP_AND_BOTTOM  # the farthest that one pawn gets with a roll: fourteen
ALL_OUT, SHUT_IN, ONE_WAITS, MORE_WAIT = 0, 1, 2, 3
DIE = 6  # the farthest that one die takes a pawn


def _counts(a: int, b: int, duty: int) -> list[int]:
    """The counts that a roll leaves for pawns on the way."""
    if a == b and duty == ALL_OUT:
        return [a, a, TOP_AND_BOTTOM - a, TOP_AND_BOTTOM - a]
    return without_entering([a, b], FIVE, waiting=duty - SHUT_IN)


HITS = rolls_that_reach(_counts, MORE_WAIT + 1, ROUNDABOUT)
ENTRIES = rolls_that_enter(FIVE, _counts, MORE_WAIT + 1)

# ---------------------------------------------------------------- the last pawns

SOLVED = exact.tables() is not None
# The log-odds of whoever is about to roll, by exact.number_of(); split between both sides.
LAST_ODDS = exact.log_odds() / 2


@rule
@inline
def last_odds(s, seat):
    """The log-odds of this seat where two players who sit opposite have one pawn left each and a roll is
    next, UNSOLVED elsewhere."""
    if not SOLVED or s.phase != ROLL or not is_duel(s, seat):
        return UNSOLVED
    own, theirs = last_of(s.pawns, seat, HOME), last_of(s.pawns, opposite(seat), HOME)
    if own == NONE_LEFT or theirs == NONE_LEFT:
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
    """Writes what speaks for this seat, term by term; the weights are found by play."""
    for i in range(TERMS):
        out[i] = 0.0
    odds = last_odds(s, seat)
    if odds != UNSOLVED:
        out[LAST_PIECES] = odds
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
    out[RACE] = -to_go(s, seat) / 100
    out[BLOCKADES] = held_up_by(s, seat)
    weigh_chances(s, seat, danger, captures, out)


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
