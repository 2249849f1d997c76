"""Games so small that every measure of them is known, chosen by the house rule `kind`.

coin     one toss decides; nobody decides anything but to toss     all luck, one decision
duel     the first to decide wins or loses by its own choice       no luck, every choice matters
crown    two seats toss for nothing; then the third, who cannot win, gives the win to one of them
round    everybody decides in turn, three times round, without any effect; then the first seat has won
draw     as round, but nobody has won
endless  as round, but it never ends
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, Option, flag, rule

SEATS = (2, 3)
CHAIRS = 3
MAX_ACTIONS = 2
COIN, DUEL, CROWN, ROUND, DRAW, ENDLESS = range(6)
OPTIONS = (
    Option("kind", ("coin", "duel", "crown", "round", "draw", "endless"), "KNO-1"),
    flag("only_yes", "KNO-2"),  # there is one way at every decision
    flag("idle", "KNO-3"),  # changes nothing
)
TALLIES = ("tosses",)
ROUNDS = 3

State = np.dtype(
    (
        np.record,
        [
            ("players", "i1"),
            ("turn", "i1"),
            ("events", "i1"),
            ("tossing", "i1"),
            ("over", "i1"),
            ("winner", "i1"),
            ("kind", "i1"),
            ("only_yes", "i1"),
            ("idle", "i1"),
        ],
    )
)


@rule
def new_game(s, players):
    s.players = players
    s.turn = players - 1 if s.kind == CROWN else 0
    s.events = 0
    s.tossing = 0
    s.over = 0
    s.winner = NOBODY


@rule
def actor(s):
    if s.over == 1:
        return OVER
    return CHANCE if s.tossing == 1 else s.turn


@rule
def side(s, seat):
    return seat if seat < s.players else NOBODY


@rule
def legal(s, out):
    out[0] = 0
    out[1] = 1
    if s.tossing == 0 and (s.only_yes == 1 or s.kind == COIN):
        return 1
    return 2


@rule
def weights(s, out):
    out[0] = 1
    out[1] = 1
    return 2


@rule
def win(s, seat):
    s.winner = seat
    s.over = 1


@rule
def apply(s, action):
    if s.tossing == 1:
        win(s, action)
    elif s.kind == COIN:
        s.tossing = 1
    elif s.kind == DUEL or s.kind == CROWN:
        win(s, action)
    else:
        s.events = (s.events + 1) % 100
        s.turn = (s.turn + 1) % s.players
        if s.events == ROUNDS * s.players and s.kind != ENDLESS:
            s.over = 1
            s.winner = 0 if s.kind == ROUND else NOBODY


@rule
def payoff(s, seat):
    if seat >= s.players:
        return 0.0
    if s.winner == NOBODY:
        return 1.0 / s.players
    return 1.0 if s.winner == seat else 0.0


@rule
def tally(s, action, out):
    if s.tossing == 1:
        out[0] += 1
