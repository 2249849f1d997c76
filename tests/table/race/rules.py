"""Race: a tiny game of a stranger's, to prove that the table needs nothing but the contract.

Everybody draws a lucky card that only he sees. Then, in turn: roll a die, move one of your two
runners by it (RACE-1: never past the goal), and you may nudge the other runner one space
(RACE-2). The first runner on the goal wins.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, flag, read_board, rule

BOARD = read_board(__package__)
GOAL: int = BOARD["goal"]
LONG_GOAL: int = BOARD["long_goal"]
if not 6 < GOAL < LONG_GOAL < 100:
    raise ValueError("the goals must lie between 6 and 100")

SEATS = (2, 3)
CHAIRS = 3
DEAL, ROLL, STEP, NUDGE, DONE = 0, 1, 2, 3, 4
FIRST, SECOND, PUSH, REST = 0, 1, 2, 3
ACTIONS = 4
MAX_ACTIONS = 6
CARDS = 3
FACE_DOWN = 9
OPTIONS = (flag("long", "RACE-3"),)
AGREED_DRAW = True

State = np.dtype(
    (
        np.record,
        [
            ("place", "i1", (CHAIRS, 2)),
            ("card", "i1", (CHAIRS,)),  # 0: not drawn; FACE_DOWN: not yours to know
            ("players", "i1"),
            ("turn", "i1"),
            ("phase", "i1"),
            ("die", "i1"),
            ("moved", "i1"),  # the runner that took the die
            ("long", "i1"),
        ],
    )
)


@rule
def goal(s):
    return LONG_GOAL if s.long == 1 else GOAL


@rule
def new_game(s, players):
    s.players = players


@rule
def actor(s):
    if s.phase == DONE:
        return OVER
    return CHANCE if s.phase <= ROLL else s.turn


@rule
def side(s, seat):
    return seat if seat < s.players else NOBODY


@rule
def legal(s, out):
    n = 0
    if s.phase == DEAL:
        for card in range(CARDS):
            out[n] = card
            n += 1
    elif s.phase == ROLL:
        for face in range(6):
            out[n] = face
            n += 1
    elif s.phase == STEP:
        for runner in range(2):
            if s.place[s.turn, runner] + s.die <= goal(s):
                out[n] = runner
                n += 1
    elif s.phase == NUDGE:
        out[0], out[1] = PUSH, REST
        n = 2
    return n


@rule
def weights(s, out):
    n = CARDS if s.phase == DEAL else 6
    for i in range(n):
        out[i] = i + 1 if s.phase == DEAL else 1
    return n


@rule
def next_turn(s):
    s.turn = (s.turn + 1) % s.players
    s.phase = ROLL
    s.die = 0
    s.moved = 0


@rule
def apply(s, action):
    if s.phase == DEAL:
        s.card[s.turn] = action + 1
        s.turn = (s.turn + 1) % s.players
        if s.turn == 0:
            s.phase = ROLL
    elif s.phase == ROLL:
        s.die = action + 1
        s.phase = STEP
        if s.place[s.turn, 0] + s.die > goal(s) and s.place[s.turn, 1] + s.die > goal(s):
            next_turn(s)
    elif s.phase == STEP:
        s.place[s.turn, action] += s.die
        s.moved = action
        s.phase = NUDGE
        if s.place[s.turn, action] == goal(s):
            s.phase = DONE
    else:
        other = 1 - s.moved
        if action == PUSH:
            s.place[s.turn, other] += 1
        if s.place[s.turn, other] == goal(s):
            s.phase = DONE
        else:
            next_turn(s)


@rule
def payoff(s, seat):
    return 1.0 if seat == s.turn else 0.0


@rule
def hide(s, seat):
    for other in range(CHAIRS):
        if other != seat and s.card[other] != 0:
            s.card[other] = FACE_DOWN
