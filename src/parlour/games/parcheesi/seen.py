"""What can be seen of a position of Parcheesi: the features that learners are given, and what is counted of
games. Nothing is hidden."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import ROLLS, rule

from .layout import ARM, CHAIRS, HOME, HOME_PATH, LOOP, PAWNS, START
from .moving import goal_of, has_opponent, pawns_at
from .record import BONUS, EMPTY, PASS, PLAY, ROLL, THIRD, pawn_of, what_of

FEATURE_NAMES = (
    *(
        f"{who}.{what}"
        for who in ("own", "next", "across", "last")
        for what in ("seated", "turn", "start", "home", *(f"pawn_{i}" for i in range(PAWNS)))
    ),
    *(f"loop_{i}" for i in range(LOOP)),
    *(f"left_{count}" for count in range(1, 7)),
    *("tens", "twenties", "doublets", "quad"),
    *(f"phase_{name}" for name in ("roll_off", "roll", "play", "bonus", "finished")),
)
FEATURES = len(FEATURE_NAMES)


@rule
def observe(s, seat, out):
    """From this seat's side, and then for each seat to its left, so in the order of turns (empty
    chairs all 0): 1 if seated, 1 if on turn, pawns in START and HOME out of four, and each pawn's
    progress as a share of the whole way, by the numbers that actions call them. Then the loop from this
    seat's ENTER on: half for each own pawn there, minus half for each other. Then how often each
    count 1..6 is left, out of twice; pending tens and twenties out of four, doublets so far out of two,
    1 in a four-part move; and the phase, one of five."""
    for i in range(FEATURES):
        out[i] = 0.0
    loop = (4 + PAWNS) * CHAIRS
    for step in range(CHAIRS):
        other = (seat - step) % CHAIRS
        n = (4 + PAWNS) * step
        if s.place[other] != EMPTY:
            out[n] = 1.0
            out[n + 1] = 1.0 if s.turn == other else 0.0
            out[n + 2] = pawns_at(s, other, START) / PAWNS
            out[n + 3] = pawns_at(s, other, HOME) / PAWNS
        for pawn in range(PAWNS):
            progress = s.pawns[other, pawn]
            out[n + 4 + pawn] = (progress - START) / (HOME - START)
            if START < progress < HOME_PATH:
                out[loop + (progress - ARM * step) % LOOP] += 0.5 if step == 0 else -0.5
    left = loop + LOOP
    for which in range(2):
        if s.times[which] > 0:
            out[left + s.value[which] - 1] = s.times[which] / 2
    rest = left + 6
    out[rest] = min(s.tens, PAWNS) / PAWNS
    out[rest + 1] = min(s.twenties, PAWNS) / PAWNS
    out[rest + 2] = s.doublets / (THIRD - 1)
    out[rest + 3] = s.quad
    out[rest + 4 + s.phase] = 1.0


TALLIES = ("captures", "entries", "homecomings", "doublets", "penalties")


@rule
def tally(s, action, out):
    """Counts captures, entries, pawns that come HOME, doublets, and penalties for the third."""
    if s.phase == ROLL:
        if ROLLS[action, 0] == ROLLS[action, 1]:
            out[3] += 1
            if s.doublets == THIRD - 1:
                out[4] += 1
    elif (s.phase == PLAY or s.phase == BONUS) and action != PASS:
        pawn = pawn_of(action)
        origin = s.pawns[s.turn, pawn]
        goal = goal_of(s, what_of(action), pawn)
        if has_opponent(s, goal):
            out[0] += 1
        if origin == START:
            out[1] += 1
        if goal == HOME:
            out[2] += 1
