"""Kuhn poker: three cards, one each, one bet. A game that OpenSpiel has too, to compare the calls of both."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, OVER, below, rule

SEATS = (2,)
MAX_ACTIONS = 3
ACTIONS = 2
FEATURES = 9

CARDS = 3
PASS, BET = 0, 1
EMPTY = -1  # no card yet, no word yet
UNKNOWN = -2  # the other's card

State = np.dtype([("cards", "i1", (2,)), ("words", "i1", (3,)), ("said", "i1")], align=True)


@rule
def new_game(s, players):
    for seat in range(2):
        s.cards[seat] = EMPTY
    for turn in range(3):
        s.words[turn] = EMPTY
    s.said = 0


@rule
def is_over(s):
    """Two alike end it, or a bet and an answer to it."""
    if s.said == 2:
        return s.words[0] == s.words[1] or s.words[0] == BET
    return s.said == 3


@rule
def actor(s):
    if s.cards[1] == EMPTY:
        return CHANCE
    return OVER if is_over(s) else s.said % 2


@rule
def legal(s, out):
    n = 0
    if actor(s) == OVER:
        return n
    for code in range(CARDS if s.cards[1] == EMPTY else ACTIONS):
        if s.cards[1] != EMPTY or s.cards[0] != code:
            out[n] = code
            n += 1
    return n


@rule
def weights(s, out):
    n = CARDS if s.cards[0] == EMPTY else CARDS - 1
    for i in range(n):
        out[i] = 1
    return n


@rule
def apply(s, action):
    if s.cards[0] == EMPTY:
        s.cards[0] = action
    elif s.cards[1] == EMPTY:
        s.cards[1] = action
    else:
        s.words[s.said] = action
        s.said += 1


@rule
def bets(s, seat):
    for turn in range(seat, 3, 2):
        if s.words[turn] == BET:
            return True
    return False


@rule
def payoff(s, seat):
    """Half the pot more or less: what is won or lost, 1 or 2, brought to 0 .. 1."""
    other = 1 - seat
    won = 1
    if bets(s, seat) and bets(s, other):
        won = 2
    if bets(s, seat) == bets(s, other):
        better = s.cards[seat] > s.cards[other]
    else:
        better = bets(s, seat)
    return (2 + won) / 4 if better else (2 - won) / 4


@rule
def hide(s, seat):
    if s.cards[1 - seat] != EMPTY:
        s.cards[1 - seat] = UNKNOWN


@rule
def guess(s, seat, rng):
    if s.cards[1 - seat] == UNKNOWN:
        card = below(rng, CARDS)
        while card == s.cards[seat]:
            card = below(rng, CARDS)
        s.cards[1 - seat] = card


@rule
def observe(s, seat, out):
    for i in range(FEATURES):
        out[i] = 0
    out[seat] = 1
    if s.cards[seat] >= 0:
        out[2 + s.cards[seat]] = 1
    for turn in range(s.said):
        if s.words[turn] == BET:
            out[5 + turn] = 1
    out[8] = s.said / 3
