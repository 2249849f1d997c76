"""What is told of a position without playing it: features for learning, and tallies of simulations."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, ROLLS, rule

from .layout import CHAIRS, CORNER, HOME, LOOP, SIDE, TO_GO, TURNOUT_LENGTH
from .moving import captured_at, goal_of
from .record import (
    EMPTY,
    PASS,
    PIECES,
    PLAY,
    SIX,
    THROW,
    piece_of,
    pieces_at,
    route_of,
    space_of,
    what_of,
)
from .turns import side

FEATURE_NAMES = (
    *(
        f"{who}.{what}"
        for who in ("own", "next", "across", "last")
        for what in (
            *("seated", "side", "turn", "moved", "corner", "home"),
            *(f"piece_{i}" for i in range(PIECES)),
        )
    ),
    *(f"broadway_{i}" for i in range(LOOP)),
    *(f"turnout_{c}.{i}" for c in range(CHAIRS) for i in range(TURNOUT_LENGTH)),
    *(f"left_{die}" for die in range(1, SIX + 1)),
    "rewards",
    *(f"waits_{i}" for i in range(PIECES)),
    *(f"phase_{name}" for name in ("roll_off", "throw", "play", "finished")),
)
FEATURES = len(FEATURE_NAMES)
ABOUT_A_SEAT = 6 + PIECES  # so many of them
MAP = ABOUT_A_SEAT * CHAIRS  # where the Broadway begins, and then the turnouts
# [place + 1]: how far that is, as a share of the way; nothing is seen of a piece in the corner
WAY_SHARE = np.array([0.0, *(1.0 - steps / (HOME + 1) for steps in TO_GO.tolist())], np.float32)


@rule
def observe(s, seat, out):
    """From this seat's side, and then for each seat to its right, so in the order of turns (empty
    chairs all 0): 1 if seated, 1 if of this seat's side, 1 if on turn, 1 if its pieces are the ones that
    are moved, pieces in the corner and at home out of four, and how far each piece has come as a share
    of the way, by the numbers that actions call them. Then the Broadway from the first space of this
    seat's side on, and the turnouts from its own on: a quarter for each piece of this seat's side there,
    minus a quarter for each rival. Then how many dice show 1..6 and are left, out of two; rewards out of
    four, which of the pieces that are moved must wait, and the phase, one of four."""
    for i in range(FEATURES):
        out[i] = 0.0
    for step in range(CHAIRS):
        other = (seat + step) % CHAIRS
        if s.place[other] != EMPTY:
            observe_seat(s, seat, other, out, ABOUT_A_SEAT * step)
    n = MAP + LOOP + CHAIRS * TURNOUT_LENGTH
    for die in range(2):
        if s.left[die] != 0:
            out[n + s.left[die] - 1] += 0.5
    n += SIX
    out[n] = min(s.rewards, PIECES) / PIECES
    for piece in range(PIECES):
        out[n + 1 + piece] = s.waits >> piece & 1
    out[n + 1 + PIECES + s.phase] = 1.0


@rule
def observe_seat(s, seat, other, out, n):
    """One seat as another sees it: who it is to it, and how far its pieces have come."""
    out[n] = 1.0
    out[n + 1] = 1.0 if side(s, other) == side(s, seat) else 0.0
    out[n + 2] = 1.0 if s.turn == other else 0.0
    out[n + 3] = 1.0 if s.mover == other else 0.0
    out[n + 4] = pieces_at(s, other, CORNER) / PIECES
    out[n + 5] = pieces_at(s, other, HOME) / PIECES
    for piece in range(PIECES):
        place = s.pieces[other, piece]
        out[n + 6 + piece] = WAY_SHARE[place + 1]
        shown = shown_at(seat, np.int64(space_of(other, place)))
        if shown != NOBODY:
            out[shown] += 0.25 if side(s, other) == side(s, seat) else -0.25


@rule
def shown_at(seat, space):
    """Where on this seat's map a space is, or NOBODY."""
    if space < LOOP:
        return MAP + (space - SIDE * seat) % LOOP
    if space < LOOP + CHAIRS * TURNOUT_LENGTH:
        return MAP + LOOP + (space - LOOP - TURNOUT_LENGTH * seat) % (CHAIRS * TURNOUT_LENGTH)
    return NOBODY


TALLIES = ("captures", "starts", "homecomings", "doublets")


@rule
def tally(s, action, out):
    """Counts captures, starts, pieces brought home and doublets."""
    if s.phase == THROW:
        if ROLLS[action, 0] == ROLLS[action, 1]:
            out[3] += 1
    elif s.phase == PLAY and action != PASS:
        piece = piece_of(action)
        goal = goal_of(s, what_of(action), piece, route_of(action))
        if captured_at(s, goal) != NOBODY:
            out[0] += 1
        if s.pieces[s.mover, piece] == CORNER:
            out[1] += 1
        if goal == HOME:
            out[2] += 1
