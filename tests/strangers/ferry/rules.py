"""Ferry: a small game of a stranger's, with a board, dice and a secret, that nothing outside its folder
knows.

Everybody spins for a port that nobody else sees (FER-1). In turn one throws two dice of four sides and
sails the own boat round the harbour by one of them or by both together (FER-2), but never to a berth where
another boat lies; who cannot sail waits (FER-3). Who ends a move in the own port has won (FER-4); after so
many turns nobody has (FER-5).

The codes of decisions: 0 waits, 1 to 8 sail so many berths. The codes of throws: the place in THROWS.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, below, flag, read_board, rule

BOARD = read_board(__package__)
BERTHS: int = BOARD["berths"]
STARTS = np.array(BOARD["starts"], np.int64)

SIDES = 4
THROWS = np.array([(a, b) for a in range(1, SIDES + 1) for b in range(1, a + 1)], np.int64)
SEATS = (2, 3)
CHAIRS = len(STARTS)
ACTIONS = 2 * SIDES + 1
MAX_ACTIONS = max(BERTHS, len(THROWS))
WAIT = 0
MOST_TURNS = 60
OPTIONS = (flag("crowded", "FER-3"),)

SPIN, THROW, SAIL, DONE = 0, 1, 2, 3
HIDDEN = 99  # a port that is not for these eyes
GAME_OVER, CHANCE_FIRST, NOT_YOUR_TURN, NO_SUCH_DIE, TAKEN, CAN_SAIL = 1, 2, 3, 4, 5, 6

FEATURES = 3 + CHAIRS

State = np.dtype(
    (
        np.record,
        [
            ("boats", "i1", (CHAIRS,)),  # the berth of each
            ("ports", "i1", (CHAIRS,)),  # where each wants to go, counted from 1; 0: not spun yet; HIDDEN
            ("called", "i4", (CHAIRS,)),  # the berths, as bits, in which a move of each has ended
            ("dice", "i1", (2,)),
            ("players", "i1"),
            ("turn", "i1"),
            ("phase", "i1"),
            ("turns", "i1"),
            ("winner", "i1"),
            ("crowded", "i1"),
        ],
    )
)


@rule
def new_game(s, players):
    for seat in range(CHAIRS):
        s.boats[seat] = STARTS[seat]
        s.ports[seat] = 0
        s.called[seat] = 0
    s.dice[0] = 0
    s.dice[1] = 0
    s.players = players
    s.turn = 0
    s.phase = SPIN
    s.turns = 0
    s.winner = NOBODY


@rule
def actor(s):
    if s.phase == DONE:
        return OVER
    return s.turn if s.phase == SAIL else CHANCE


@rule
def side(s, seat):
    return seat if seat < s.players else NOBODY


@rule
def goal_of(s, seat, steps):
    return (s.boats[seat] + steps) % BERTHS


@rule
def is_taken(s, seat, berth):
    """Does another boat lie there? (FER-3)"""
    for other in range(s.players):
        if other != seat and s.boats[other] == berth:
            return s.crowded == 0
    return False


@rule
def is_thrown(s, steps):
    """One of the dice, or both together. (FER-2)"""
    return steps == s.dice[0] or steps == s.dice[1] or steps == s.dice[0] + s.dice[1]


@rule
def can_sail(s, steps):
    return is_thrown(s, steps) and not is_taken(s, s.turn, goal_of(s, s.turn, steps))


@rule
def legal(s, out):
    n = 0
    if s.phase == SPIN:
        for port in range(1, BERTHS + 1):
            out[port - 1] = port
        n = BERTHS
    elif s.phase == THROW:
        for throw in range(len(THROWS)):
            out[throw] = throw
        n = len(THROWS)
    elif s.phase == SAIL:
        for steps in range(1, ACTIONS):
            if can_sail(s, steps):
                out[n] = steps
                n += 1
        if n == 0:
            out[0] = WAIT
            n = 1
    return n


@rule
def weights(s, out):
    if s.phase == SPIN:
        for i in range(BERTHS):
            out[i] = 1
        return BERTHS
    for i in range(len(THROWS)):
        out[i] = 1 if THROWS[i, 0] == THROWS[i, 1] else 2
    return len(THROWS)


@rule
def apply(s, action):
    if s.phase == SPIN:
        s.ports[s.turn] = action
        s.turn += 1
        if s.turn == s.players:
            s.turn = 0
            s.phase = THROW
    elif s.phase == THROW:
        s.dice[0] = THROWS[action, 0]
        s.dice[1] = THROWS[action, 1]
        s.phase = SAIL
    else:
        sail(s, action)


@rule
def sail(s, steps):
    berth = goal_of(s, s.turn, steps)
    s.boats[s.turn] = berth
    s.dice[0] = 0
    s.dice[1] = 0
    s.turns += 1
    if steps != WAIT:
        if berth + 1 == s.ports[s.turn]:  # (FER-4)
            s.winner = s.turn
            s.phase = DONE
            return
        s.called[s.turn] |= 1 << berth
    if s.turns == MOST_TURNS:  # (FER-5)
        s.phase = DONE
        return
    s.turn = (s.turn + 1) % s.players
    s.phase = THROW


@rule
def payoff(s, seat):
    if seat >= s.players:
        return 0.0
    if s.winner == NOBODY:
        return 1.0 / s.players
    return 1.0 if s.winner == seat else 0.0


@rule
def explain(s, seat, action):
    if s.phase == DONE:
        return GAME_OVER
    if s.phase != SAIL:
        return CHANCE_FIRST
    if s.turn != seat:
        return NOT_YOUR_TURN
    if action == WAIT:
        for steps in range(1, ACTIONS):
            if can_sail(s, steps):
                return CAN_SAIL
        return 0
    if action < 0 or action >= ACTIONS or not is_thrown(s, action):
        return NO_SUCH_DIE
    return TAKEN if is_taken(s, seat, goal_of(s, seat, action)) else 0


@rule
def hide(s, seat):
    """Ports are their owners' secrets. (FER-1)"""
    for other in range(s.players):
        if other != seat and s.ports[other] != 0:
            s.ports[other] = HIDDEN


@rule
def guess(s, seat, rng):
    """Any port in which no move of that boat has ended."""
    for other in range(s.players):
        if s.ports[other] == HIDDEN:
            port = below(rng, BERTHS)
            while s.called[other] >> port & 1:
                port = below(rng, BERTHS)
            s.ports[other] = port + 1


@rule
def observe(s, seat, out):
    """How far it is to the own port, the dice, and how far ahead the others lie."""
    port = s.ports[seat]
    out[0] = 0.0 if port == 0 or port == HIDDEN else (port - 1 - s.boats[seat]) % BERTHS / BERTHS
    out[1] = s.dice[0] / SIDES
    out[2] = s.dice[1] / SIDES
    for i in range(CHAIRS):
        other = (seat + i) % s.players
        out[3 + i] = (s.boats[other] - s.boats[seat]) % BERTHS / BERTHS if i < s.players else 0.0
