"""What things are worth to a seat in Doubletrack: the way home, the next roll, cards, and chips.

`standing` adds it all up, in units in which SCALE of them make the odds e times as good.

The way is counted in moves ahead that it takes on average, arrows included; everything else in circles, or in
dollars. Others' chips and cards count as far as the record shows them: in a view by its ledger.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import math

import numpy as np

from parlour.rules.kit import NOBODY, ROLL_ODDS, ROLL_TICKETS, ROLLS, inline, rule

from .chips import money_of, worth_of
from .layout import (
    AHEAD,
    AHEAD_OF,
    ARROW,
    BACK,
    BACK_10,
    CHAIRS,
    CHOICE,
    CORNERS,
    DECK,
    ENTRANCES,
    FARTHEST_BACK,
    FORK_AHEAD,
    HAND,
    HIGH,
    HOME,
    KINDS,
    LOW,
    MONEY,
    NUMBER,
    ORDER,
    PLAY_A_CARD,
    RED,
    SELL_A_CARD,
    SELL_A_PASS,
    SELL_THE_LEAD,
    SHORTCUTS,
    SPACES,
    START,
    STEAL_PASS,
    STEPS_OF,
    TAKE_A_PASS,
    TAKE_LEAD,
    TAKE_MONEY,
    TAKEN,
    TO_FORK,
    TRADE,
    VALUES,
)
from .record import (
    BID,
    FIRST_BID,
    HAND_OVER,
    UNKNOWN,
    is_seated,
)
from .tracks import foremost, hindmost, leader_of, passes_of

# ---------------------------------------------------------------- the inside track
# Moves ahead as spaces and cards give them, all alike: 1 to 9.

_STEPS = range(1, 10)


def _moves() -> list[float]:
    """How many moves ahead it takes from every circle to HOME, on average."""
    moves = [0.0] * (HOME + 1)
    for circle in range(HOME - 1, -1, -1):
        at, spent = (int(ARROW[circle]), 1) if ARROW[circle] != NOBODY else (circle, 0)
        goals = [min(at + steps - spent, HOME) for steps in _STEPS]
        moves[circle] = 1 + sum(moves[goal] for goal in goals) / len(_STEPS)
    return moves


MOVES = np.array(_moves())
A_MOVE = sum(_STEPS) / len(_STEPS)  # circles

# ---------------------------------------------------------------- the outside track
# What a space is worth to whoever stops there, in circles; its own number where it has one.

WORTH_OF_ORDER = {
    PLAY_A_CARD: 4.5,
    SELL_A_CARD: 3.0,
    SELL_A_PASS: 1.0,
    SELL_THE_LEAD: 2.0,
    TAKE_MONEY: 2.0,
    TAKE_A_PASS: 2.0,
}


def _space_worth(space: int) -> float:
    order = int(ORDER[space])
    if order == NUMBER:
        return float(LOW[space])
    return HIGH[space] - 0.5 if order == CHOICE else WORTH_OF_ORDER[order]


WORTH_OF_SPACE = np.array([_space_worth(n) for n in range(SPACES)])
TOTALS = np.bincount(ROLLS.sum(axis=1), ROLL_ODDS) / ROLL_TICKETS  # the chance of every sum


@rule
@inline
def stops_at(space, total, passes, granted):
    """Where a large pawn comes to stand whose player holds these passes and may enter these gates; pawns
    in the way left out."""
    left = total
    while left > TO_FORK[space]:
        left -= TO_FORK[space]
        gate = FORK_AHEAD[space]
        if passes >> gate & 1 != 0 or (granted >> gate & 1 != 0 and left <= SHORTCUTS[gate]):
            space = ENTRANCES[gate]
        else:
            space = CORNERS[gate]
        left -= 1
    return AHEAD_OF[space, left]


@rule
@inline
def roll_worth(space, passes, granted):
    """What the next roll brings on average, in circles."""
    worth = 0.0
    for total in range(2, len(TOTALS)):
        worth += TOTALS[total] * WORTH_OF_SPACE[stops_at(space, total, passes, granted)]
    return worth


BRINGS = np.array([int(HIGH[n]) if ORDER[n] in (NUMBER, CHOICE) else 0 for n in range(SPACES)])
FARTHEST = int(BRINGS.max())


@rule
@inline
def brings_at_least(space, passes, granted, need):
    """The chance that the next roll ends where one goes on so many circles."""
    chance = 0.0
    for total in range(2, len(TOTALS)):
        if BRINGS[stops_at(space, total, passes, granted)] >= need:
            chance += TOTALS[total]
    return chance


# The same by space and passes (and need), when nothing is granted.
_STOPS = np.array(
    [
        [[stops_at(n, total, passes, 0) for total in range(len(TOTALS))] for passes in range(1 << CHAIRS)]
        for n in range(SPACES)
    ]
)
ROLL_WORTH = (WORTH_OF_SPACE[_STOPS] @ TOTALS).astype(np.float32)
BRINGS_AT_LEAST = np.stack(
    [(BRINGS[_STOPS] >= need) @ TOTALS for need in range(FARTHEST + 1)], axis=2
).astype(np.float32)


@rule
@inline
def left_to_go(circle):
    """How many circles it is to HOME, by the arrow if there is one."""
    return HOME - ARROW[circle] + 1 if ARROW[circle] != NOBODY else HOME - circle


@rule
def finishes(s, seat, granted):
    """The chance that a seat's next roll brings it HOME, cards left out; with these gates open to it."""
    need = left_to_go(np.int64(s.small[seat]))
    if need > FARTHEST:
        return 0.0
    held = passes_of(s, seat)
    if granted != 0:
        return brings_at_least(np.int64(s.large[seat]), held, granted, need)
    return np.float64(BRINGS_AT_LEAST[s.large[seat], held, need])


# ---------------------------------------------------------------- cards and chips

AVERAGE_CARD = float((DECK[AHEAD:] * STEPS_OF[AHEAD:]).sum() / DECK.sum())
PASS_WORTH = 4.0  # circles


@rule
@inline
def card_worth(s, seat, kind):
    """What a card would do for this seat now, in circles."""
    if kind >= KINDS:
        return AVERAGE_CARD
    here = np.float64(s.small[seat])
    if kind >= AHEAD:
        return np.float64(STEPS_OF[kind])
    if kind == TRADE:
        return foremost(s) - here
    if kind == TAKE_LEAD:
        best = foremost(s)
        return best + 1 - here if here < best or best == START else 0.0
    if kind == BACK_10:
        return -min(here, np.float64(BACK))
    if kind == FARTHEST_BACK:
        return min(hindmost(s) - 1 - here, 0.0) if here > hindmost(s) else 0.0
    return PASS_WORTH if kind == STEAL_PASS else 0.0


@rule
@inline
def hand_worth(s, seat):
    """The best card counts, and the others for a part: they come later, or are sold."""
    best = -99.0
    total = 0.0
    for slot in range(HAND):
        worth = card_worth(s, seat, s.hand[seat, slot])
        best = max(best, worth)
        total += worth
    return 0.7 * best + 0.1 * total


@rule
@inline
def money(s, seat):
    """Dollars, less what is bid or about to be handed over."""
    if s.chips[seat, RED] == UNKNOWN:
        dollars = np.int64(0)
        for colour in range(3):
            dollars += VALUES[colour] * np.int64(s.ledger[seat, colour])
    else:
        dollars = np.int64(money_of(s, seat))
    if s.phase == BID and s.bids[seat] >= FIRST_BID:
        dollars -= worth_of(np.int64(s.bids[seat]) - FIRST_BID)
    elif s.phase == HAND_OVER:
        if seat == s.victim:
            dollars = dollars - TAKEN if dollars > TAKEN else np.int64(0)
        elif seat == s.turn:
            dollars += TAKEN
    return dollars


# ---------------------------------------------------------------- all of it

# What each is worth in a standing; found by play.
A_MOVE_LESS, CLOSENESS, THE_LEAD, NEXT_ROLL, A_PASS = 0.085, 4.2, 0.04, 0.25, 0.19
ALL_THE_MONEY, HAND_OF_CARDS, TO_FINISH = 0.2, 0.11, 2.0
SCALE = 0.86
A_DOLLAR = ALL_THE_MONEY / MONEY
A_CIRCLE = NEXT_ROLL / A_MOVE  # that the next roll brings


@rule
def standing(s, seat):
    """How a seat stands for all to see: its cards left out, and whatever is being talked about."""
    held = passes_of(s, seat)
    count = 0
    for gate in range(CHAIRS):
        count += held >> gate & 1
    moves = MOVES[s.small[seat]]
    return (
        CLOSENESS * math.exp(-moves / 2)
        - A_MOVE_LESS * moves
        + THE_LEAD * (1 if leader_of(s) == seat else 0)
        + A_CIRCLE * np.float64(ROLL_WORTH[s.large[seat], held])
        + TO_FINISH * finishes(s, seat, 0)
        + A_PASS * count
        + A_DOLLAR * money(s, seat)
    )


@rule
def chance_of(s, seat):
    """The chance to win that goes with the standings of all."""
    mine = standing(s, seat)
    total = 0.0
    for other in range(CHAIRS):
        if is_seated(s, other):
            total += math.exp((standing(s, other) - mine) / SCALE)
    return 1.0 / total
