"""Pig, a public game with published figures: roll as often as you like and add up, but a 1 loses the turn;
hold to keep the points. Who first holds 100 has won (Neller and Presser, Optimal Play of the Dice Game Pig,
2004).

The house rule `policy` lets both play by a known strategy: hold at 20, or the optimal one.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, OVER, Option, rule

from .solved import HOLDS

GOAL = 100
SEATS = (2,)
MAX_ACTIONS = 6
ACTIONS = 2
HOLD, ROLL = 0, 1
FREE, HOLD_AT_20, OPTIMAL = 0, 1, 2
OPTIONS = (Option("policy", ("free", "hold20", "optimal"), "PIG-1"),)
TALLIES = ("turns", "ones")

State = np.dtype(
    (
        np.record,
        [
            ("scores", "i2", (2,)),
            ("total", "i2"),  # of this turn
            ("turn", "i1"),
            ("rolling", "i1"),
            ("over", "i1"),
            ("policy", "i1"),
        ],
    )
)


@rule
def new_game(s, players):
    s.scores[0] = 0
    s.scores[1] = 0
    s.total = 0
    s.turn = 0
    s.rolling = 0
    s.over = 0


@rule
def actor(s):
    if s.over == 1:
        return OVER
    return CHANCE if s.rolling == 1 else s.turn


@rule
def wants_hold(s):
    mine = s.scores[s.turn]
    if s.policy == HOLD_AT_20:
        return s.total >= 20 or mine + s.total >= GOAL
    return HOLDS[mine, s.scores[1 - s.turn], min(s.total, GOAL - mine)] == 1


@rule
def legal(s, out):
    if s.rolling == 1:
        for face in range(6):
            out[face] = face + 1
        return 6
    if s.policy != FREE:
        out[0] = HOLD if wants_hold(s) else ROLL
        return 1
    out[0] = HOLD
    out[1] = ROLL
    return 2


@rule
def weights(s, out):
    for face in range(6):
        out[face] = 1
    return 6


@rule
def pass_on(s):
    s.total = 0
    s.turn = 1 - s.turn


@rule
def apply(s, action):
    if s.rolling == 1:
        s.rolling = 0
        if action == 1:
            pass_on(s)
        else:
            s.total += action
    elif action == ROLL:
        s.rolling = 1
    else:
        s.scores[s.turn] += s.total
        if s.scores[s.turn] >= GOAL:
            s.over = 1
        else:
            pass_on(s)


@rule
def payoff(s, seat):
    return 1.0 if s.scores[seat] >= GOAL else 0.0


@rule
def tally(s, action, out):
    if s.rolling == 0 and s.total == 0 and action == ROLL:
        out[0] += 1
    if s.rolling == 1 and action == 1:
        out[1] += 1
