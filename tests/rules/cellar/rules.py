"""Cellar: a secret card each, and sealed bids for what the die shows.

Small, but with everything that is secret in a game: cards that only their holder sees, and bids
that lie face down until the last one is made.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, below, flag, read_board, rule

BOARD = read_board(__package__)
CARDS: int = BOARD["cards"]
COINS: int = BOARD["coins"]
ROUNDS: int = BOARD["rounds"]

SEATS = (2, 3)
CHAIRS = 3
ACTIONS = COINS + 1
MAX_ACTIONS = max(ACTIONS, CARDS, 6)
FEATURES = 4
OPTIONS = (flag("all_pay", "CEL-PAY-1"),)

DEAL, ROLL, BID, DONE = 0, 1, 2, 3  # phases
OPEN, SEALED = -1, -2  # bids: not yet made; made by somebody else
UNKNOWN = -1  # a card of somebody else

State = np.dtype(
    (
        np.record,
        [
            ("cards", "i1", (CHAIRS,)),  # 0 not dealt, UNKNOWN, or 1..CARDS
            ("coins", "i1", (CHAIRS,)),
            ("points", "i1", (CHAIRS,)),
            ("bids", "i1", (CHAIRS,)),  # OPEN, SEALED, or 0..COINS
            ("players", "i1"),
            ("phase", "i1"),
            ("turn", "i1"),
            ("round", "i1"),
            ("die", "i1"),
            ("all_pay", "i1"),
        ],
    )
)


@rule
def new_game(s, players):
    for seat in range(CHAIRS):
        s.cards[seat] = 0
        s.coins[seat] = COINS if seat < players else 0
        s.points[seat] = 0
        s.bids[seat] = OPEN
    s.players = players
    s.phase = DEAL
    s.turn = 0
    s.round = 0
    s.die = 0


@rule
def actor(s):
    if s.phase == DONE:
        return OVER
    return s.turn if s.phase == BID else CHANCE


@rule
def may_act(s, seat):
    """Bids are made in any order. (CEL-BID-1)"""
    return s.phase == BID and seat < s.players and s.bids[seat] == OPEN


@rule
def call_on(s, seat):
    s.turn = seat


@rule
def side(s, seat):
    return seat if seat < s.players else NOBODY


@rule
def dealt(s, card):
    for seat in range(CHAIRS):
        if s.cards[seat] == card:
            return True
    return False


@rule
def legal(s, out):
    n = 0
    if s.phase == DEAL:
        for card in range(1, CARDS + 1):
            if not dealt(s, card):
                out[n] = card
                n += 1
    elif s.phase == ROLL:
        for face in range(1, 7):
            out[n] = face
            n += 1
    elif s.phase == BID:
        for bid in range(s.coins[s.turn] + 1):
            out[n] = bid
            n += 1
    return n


@rule
def weights(s, out):
    n = 6
    if s.phase == DEAL:
        n = CARDS - s.turn
    for i in range(n):
        out[i] = 1
    return n


@rule
def settle(s):
    """All bids are turned up: the highest wins unless it is tied. (CEL-BID-2)"""
    best = -1
    who = NOBODY
    for seat in range(s.players):
        if s.bids[seat] > best:
            best = s.bids[seat]
            who = seat
        elif s.bids[seat] == best:
            who = NOBODY
    for seat in range(s.players):
        if seat == who or s.all_pay != 0:
            s.coins[seat] -= s.bids[seat]
        s.bids[seat] = OPEN
    if who != NOBODY:
        s.points[who] += s.die
    s.die = 0
    s.turn = 0
    s.round += 1
    s.phase = DONE if s.round == ROUNDS else ROLL


@rule
def apply(s, action):
    if s.phase == ROLL:
        s.die = action
        s.phase = BID
        s.turn = 0
        return
    if s.phase == DEAL:
        s.cards[s.turn] = action
        s.turn += 1
        if s.turn == s.players:
            s.turn = 0
            s.phase = ROLL
        return
    s.bids[s.turn] = action
    s.turn = 0
    while s.turn < s.players and s.bids[s.turn] != OPEN:
        s.turn += 1
    if s.turn == s.players:
        settle(s)


@rule
def score(s, seat):
    return s.points[seat] + s.cards[seat]


@rule
def payoff(s, seat):
    if seat >= s.players:
        return 0.0
    best = 0
    for other in range(s.players):
        best = max(best, score(s, other))
    if score(s, seat) < best:
        return 0.0
    n = 0
    for other in range(s.players):
        if score(s, other) == best:
            n += 1
    return 1.0 / n


@rule
def hide(s, seat):
    if s.phase == DONE:  # the cards are shown (CEL-END-1)
        return
    for other in range(CHAIRS):
        if other != seat:
            if s.cards[other] != 0:
                s.cards[other] = UNKNOWN
            if s.bids[other] != OPEN:
                s.bids[other] = SEALED


@rule
def guess(s, seat, rng):
    for other in range(CHAIRS):
        if s.cards[other] == UNKNOWN:
            card = 1 + below(rng, CARDS)
            while dealt(s, card):
                card = 1 + below(rng, CARDS)  # again: the next free card would be likelier than others
            s.cards[other] = card
        if s.bids[other] == SEALED:
            s.bids[other] = below(rng, s.coins[other] + 1)


@rule
def observe(s, seat, out):
    out[0] = s.cards[seat] / CARDS
    out[1] = s.coins[seat] / COINS
    out[2] = s.points[seat] / (6 * ROUNDS)
    out[3] = s.die / 6
