"""A race small enough to check by hand: one die, two runners a seat, catching sends back.

Every rule of the contract that has something to decide is here: chance with uneven odds, a
house rule, chairs left empty, tallies and features.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, flag, read_board, rule

BOARD = read_board(__package__)
LENGTH = int(BOARD["length"])
SAFE = np.array([space in BOARD["safe"] for space in range(LENGTH + 1)], np.int64)

SEATS = (2, 3)
CHAIRS = 3
RUNNERS = 2
MAX_ACTIONS = 3  # as many as the die has faces
ACTIONS = RUNNERS
OPTIONS = (flag("gentle", "TOY-CATCH"),)  # nobody is ever sent back
TALLIES = ("catches", "steps")
FEATURES = CHAIRS * RUNNERS + 1

State = np.dtype(
    (
        np.record,
        [
            ("runners", "i1", (CHAIRS, RUNNERS)),  # 0 start .. LENGTH home
            ("players", "i1"),
            ("turn", "i1"),
            ("die", "i1"),  # 0: not yet rolled
            ("winner", "i1"),
            ("gentle", "i1"),
        ],
    )
)


@rule
def new_game(s, players):
    for seat in range(CHAIRS):
        for runner in range(RUNNERS):
            s.runners[seat, runner] = 0
    s.players = players
    s.turn = 0
    s.die = 0
    s.winner = NOBODY


@rule
def actor(s):
    if s.winner != NOBODY:
        return OVER
    return CHANCE if s.die == 0 else s.turn


@rule
def legal(s, out):
    if s.die == 0:
        for face in range(3):
            out[face] = face + 1
        return 3
    n = 0
    for runner in range(RUNNERS):
        if s.runners[s.turn, runner] + s.die <= LENGTH:
            out[n] = runner
            n += 1
    return n


@rule
def weights(s, out):
    out[0] = 3
    out[1] = 2
    out[2] = 1
    return 3


@rule
def pass_on(s):
    s.die = 0
    s.turn = (s.turn + 1) % s.players


@rule
def apply(s, action):
    if s.die == 0:
        s.die = action
        if s.runners[s.turn, 0] + action > LENGTH and s.runners[s.turn, 1] + action > LENGTH:
            pass_on(s)
        return
    to = s.runners[s.turn, action] + s.die
    s.runners[s.turn, action] = to
    if caught(s, to):
        for seat in range(CHAIRS):
            for runner in range(RUNNERS):
                if seat != s.turn and s.runners[seat, runner] == to:
                    s.runners[seat, runner] = 0
    if s.runners[s.turn, 0] == LENGTH and s.runners[s.turn, 1] == LENGTH:
        s.winner = s.turn
        return
    pass_on(s)


@rule
def caught(s, to):
    """How many runners of others the one on turn would send back from `to`."""
    if s.gentle != 0 or to == LENGTH or SAFE[to] != 0:
        return 0
    n = 0
    for seat in range(CHAIRS):
        for runner in range(RUNNERS):
            if seat != s.turn and s.runners[seat, runner] == to:
                n += 1
    return n


@rule
def payoff(s, seat):
    return 1.0 if s.winner == seat else 0.0


@rule
def side(s, seat):
    return seat if seat < s.players else NOBODY


@rule
def tally(s, action, out):
    if s.die != 0:
        out[0] += caught(s, s.runners[s.turn, action] + s.die)
        out[1] += s.die


@rule
def observe(s, seat, out):
    for chair in range(CHAIRS):
        for runner in range(RUNNERS):
            out[chair * RUNNERS + runner] = s.runners[(seat + chair) % CHAIRS, runner] / LENGTH
    out[CHAIRS * RUNNERS] = s.die / 3
