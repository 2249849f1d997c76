"""How a careful player looks at a position of Pollyanna: the race, and what the next throws may change in it.

Distances are spaces a piece still has to go. A piece's danger is exact for the next throw of each rival
behind it: `throws_that_hit` finds, of the 36 ways two dice fall, those with which a piece can land on it, by
either die or by both, on either track, past nothing that shuts it, duties to start respected.
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
from .layout import (
    CHAIRS,
    COLOUR,
    CORNER,
    ENTRANCE,
    FORKS,
    HOME,
    HOME_PATH,
    LONGEST,
    PLACES,
    START,
    STRAIGHT,
    TO_GO,
    TURNOUT,
    WAY,
)
from .moving import can_stop, is_clear, place_of
from .record import FRIENDS, OWN, PIECES, PLAYING, REWARD, SIX, THROW, space_of

CONSIDERATIONS = (
    Consideration("race", say("the race: spaces still to go"), 1.0, plain=True, spaces=100),
    Consideration("home", say("pieces brought home"), 0.45, plain=True),
    Consideration("corner", say("pieces brought out of the corner"), 0.34, plain=True),
    Consideration("danger", say("safety from the throws that come next"), 2.0, spaces=100),
    Consideration("exposure", say("safety later on"), 0.9, spaces=100),
    Consideration("captures", say("chances to capture"), 0.13, chance=True),
    Consideration("blockades", say("blockades that hold rivals up"), 0.01),
    Consideration("held_up", say("a free way past what stands on it"), 0.06),
    Consideration("safe", say("pieces that nobody can capture"), 0.02),
    Consideration("path", say("pieces on the Home Path"), 0.17),
    Consideration("throw", say("being next to throw"), 0.28, plain=True),
    Consideration("last_pieces", say("the exact odds of the last pieces"), 1.35),
)
SCALE = 1.35

# ---------------------------------------------------------------- dice
# Throws are 36 bits, one for each way two dice fall. What a throw can do depends on its owner's pieces in
# the corner: none that could start, or one, two and more that must.

FREE, ONE_WAITS, MORE_WAIT = 0, 1, 2


def _dice_left(a: int, b: int, duty: int) -> list[int]:
    """The dice that a throw leaves for pieces on the way."""
    return without_entering([a, b], SIX, waiting=duty)


HITS = rolls_that_reach(_dice_left, MORE_WAIT + 1, LONGEST)
STARTS = rolls_that_enter(SIX, _dice_left, MORE_WAIT + 1)
# STEPS[route, from, to]: how many steps it is, 0 where that is none or too far for one throw.
STEPS = np.zeros((2, PLACES, PLACES), np.uint8)
for _route, _from, _steps in np.ndindex(*WAY.shape):
    _to = int(WAY[_route, _from, _steps])
    if _steps > 0 and _to < PLACES and (_route == STRAIGHT or FORKS[_from, _steps]):
        STEPS[_route, _from, _to] = _steps


# ---------------------------------------------------------------- the last pieces

SOLVED = exact.tables() is not None
# The log-odds of whoever is about to throw, by exact.number_of(); split between both sides.
LAST_ODDS = exact.log_odds() / 2


@rule
@inline
def last_odds(s, seat):
    """The log-odds of this seat where two players who sit opposite have one piece left each and a throw is
    next, UNSOLVED elsewhere."""
    if not SOLVED or s.phase != THROW or not is_duel(s, seat):
        return UNSOLVED
    own, theirs = last_of(s.pieces, seat, HOME), last_of(s.pieces, opposite(seat), HOME)
    if own == NONE_LEFT or theirs == NONE_LEFT:
        return UNSOLVED
    if s.turn == seat:
        return np.float64(LAST_ODDS[(own - CORNER) * (PLACES - CORNER) + theirs - CORNER])
    return -np.float64(LAST_ODDS[(theirs - CORNER) * (PLACES - CORNER) + own - CORNER])


# ---------------------------------------------------------------- reading a position


@rule
@inline
def duty_of(s, seat):
    """What a seat's pieces in the corner make of its next throw."""
    waiting = 0
    for piece in range(PIECES):
        if s.pieces[seat, piece] == CORNER:
            waiting += 1
    there = s.board[space_of(seat, START)]
    if waiting == 0 or (there & FRIENDS[s.partners, seat] == 0 and there & (there - 1) != 0):
        return FREE
    return ONE_WAITS if waiting == 1 else MORE_WAIT


@rule
@inline
def throws_that_hit(s, hunter, duty, space):
    """The throws with which `hunter` can capture a rival's piece that stands on this Broadway space."""
    goal = place_of(hunter, np.int64(space))
    throws = 0
    if duty != FREE and goal <= SIX:
        throws = STARTS[duty, goal]
    if goal > ENTRANCE:
        return throws
    for piece in range(PIECES):
        here = np.int64(s.pieces[hunter, piece])
        if here in (CORNER, HOME):
            continue
        for route in range(2):
            steps = np.int64(STEPS[route, here, goal])
            if steps > 0 and is_clear(s, hunter, here, steps, route):
                for first in range(1, 7):
                    if first > steps or steps - first > SIX:
                        continue
                    if first == steps or can_stop(s, hunter, np.int64(WAY[route, here, first])):
                        throws |= HITS[duty, steps, first]
    return throws


@rule
@inline
def is_prey(s, seat, place):
    """Is a piece there that somebody could capture: alone on the Broadway, and not on its own colour?"""
    if place == CORNER or place > ENTRANCE:
        return False
    space = space_of(seat, place)
    there = s.board[space]
    return there & (there - 1) == 0 and COLOUR[space] != seat


@rule
@inline
def to_go(s, seat):
    """Spaces to go for all four pieces, counting what is still to be moved in this turn as moved."""
    spaces = 0
    for piece in range(PIECES):
        place = s.pieces[seat, piece]
        spaces += HOME + WAITING if place == CORNER else TO_GO[place]
    if seat == s.mover:
        spaces -= s.left[0] + s.left[1] + REWARD * s.rewards
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
    friends = FRIENDS[s.partners, seat]
    danger = 0
    captures = 0
    for other in range(CHAIRS):
        if OWN[other] & friends == 0 and s.place[other] == PLAYING:
            its_duty = duty_of(s, other)
            for piece in range(PIECES):
                place = np.int64(s.pieces[seat, piece])
                if is_prey(s, seat, place):
                    throws = throws_that_hit(s, other, its_duty, space_of(seat, place))
                    danger += how_many(throws) * (place + WAITING)
                place = np.int64(s.pieces[other, piece])
                if is_prey(s, other, place):
                    captures += how_many(throws_that_hit(s, seat, duty, space_of(other, place)))
    for piece in range(PIECES):
        place = np.int64(s.pieces[seat, piece])
        if place == CORNER:
            out[WAIT] -= 1.0
        elif place == HOME:
            out[COME_HOME] += 1.0
        else:
            if not is_prey(s, seat, place):
                out[SAFELY] += 1.0
            if HOME_PATH <= place < HOME:
                out[ON_PATH] += 1.0
            if is_held_up(s, seat, place):
                out[HELD_UP] -= 1.0
    out[RACE] = -to_go(s, seat) / 100
    out[BLOCKADES] = held_up_by(s, seat)
    weigh_chances(s, seat, danger, captures, out)


@rule
@inline
def is_held_up(s, seat, place):
    """Does something that cannot be passed stand within the next six steps, on the straight way?"""
    return not is_clear(s, seat, place, SIX + 1, STRAIGHT)


@rule
@inline
def held_up_by(s, seat):
    """How many rival pieces stand within the reach of a throw behind this seat's blockades."""
    held = 0
    for piece in range(PIECES):
        place = np.int64(s.pieces[seat, piece])
        if CORNER < place <= ENTRANCE:
            space = np.int64(space_of(seat, place))
            there = s.board[space]
            lowest = there & -np.int64(there)  # each blockade counts once, for its first piece
            if there & (there - 1) != 0 and lowest == 1 << (PIECES * seat + piece):
                for other in range(CHAIRS):
                    if there & FRIENDS[s.partners, other] == 0 and s.place[other] == PLAYING:
                        held += pieces_behind(s, other, place_of(other, space))
    return held


@rule
@inline
def pieces_behind(s, seat, goal):
    """A seat's pieces that come to this place of its way with the next throw."""
    count = 0
    if goal <= ENTRANCE:
        for piece in range(PIECES):
            place = np.int64(s.pieces[seat, piece])
            if place == CORNER:
                count += 1 if goal == START else 0
            elif place != HOME and (STEPS[STRAIGHT, place, goal] > 0 or STEPS[TURNOUT, place, goal] > 0):
                count += 1
    return count
