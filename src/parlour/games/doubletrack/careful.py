"""How a careful player looks at a position of Doubletrack: the way of the small pawn, what the next roll of
the large one brings, and what chips, passes and cards are good for.

The way is counted in moves ahead that it takes on average, arrows included. What is being talked about or
bid for counts for what can be expected of it: a bid for its chance to be the highest, a toll for the chance
that it is paid. Others' chips and cards count as far as the record shows them: in a view by its ledger.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import math

import numpy as np

from parlour.rules.contracts.careful import Consideration
from parlour.rules.kit import NOBODY, ROLL_ODDS, ROLL_TICKETS, ROLLS, inline, rule
from parlour.text import say

from .chips import money_of, worth_of
from .gates import worth_of_sum
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
    CARD_SALE,
    FIRST_BID,
    GATE_REPLY,
    HAND_OVER,
    NO_PASS,
    OPEN,
    PASS_SALE,
    SEALED,
    STEAL_TARGET,
    TOLL_ANSWER,
    TRADE_TARGET,
    UNKNOWN,
    UNKNOWN_SUM,
)
from .sensible import sensible
from .tracks import foremost, hindmost, leader_of, passes_of

__all__ = ["CONSIDERATIONS", "SCALE", "consider", "sensible"]

CONSIDERATIONS = (
    Consideration("way", say("the way home of the small pawn"), 0.085),
    Consideration("close", say("being close to HOME"), 4.2),
    Consideration("lead", say("the lead"), 0.04),
    Consideration("outside", say("what the next roll may bring"), 0.25),
    Consideration("passes", say("gate passes"), 0.19),
    Consideration("money", say("chips"), 0.2),
    Consideration("cards", say("good cards in hand"), 0.11),
    Consideration("auction", say("what is bid for"), 0.08),
    Consideration("toll", say("a toll that will be paid"), 2.0),
    Consideration("entry", say("a gate that may open"), 1.0),
    Consideration("turn", say("being next to roll"), 0.05),
)
WAY_HOME, CLOSE, LEADS, OUTSIDE, PASSES, CHIPS_HELD, CARDS_HELD, AUCTION, TOLL, ENTRY, TO_ROLL = range(
    len(CONSIDERATIONS)
)
TERMS = len(CONSIDERATIONS)
SCALE = 0.86

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


# By space and passes, when nothing is granted.
ROLL_WORTH = np.array(
    [[roll_worth(n, passes, 0) for passes in range(1 << CHAIRS)] for n in range(SPACES)], np.float32
)

# ---------------------------------------------------------------- cards and chips

DOLLARS = 6.0  # what a circle is worth
BOLDNESS = 0.45  # of their money, others bid up to this share
AVERAGE_CARD = float((DECK[AHEAD:] * STEPS_OF[AHEAD:]).sum() / DECK.sum())
PASS_WORTH = 4.0  # circles
FREELY = 6.0  # dollars by which a price may be off before it is surely taken or surely not


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


# ---------------------------------------------------------------- what is going on


@rule
def prize(s, seat):
    """What the thing that is bid for is worth to this seat, in circles."""
    if s.sale == PASS_SALE:
        return PASS_WORTH
    if s.sale == CARD_SALE:
        return card_worth(s, seat, s.card) if s.card < KINDS and seat == s.turn else AVERAGE_CARD
    return max(0.0, card_worth(s, seat, TAKE_LEAD))


@rule
def bid_chance(s, seat):
    """The chance that this seat's bid is the highest, the others bidding up to a share of what they have."""
    mine = BOLDNESS / 2 * money(s, seat)
    if s.bids[seat] >= FIRST_BID:
        mine = np.float64(worth_of(np.int64(s.bids[seat]) - FIRST_BID))
    chance = 1.0
    for other in range(CHAIRS):
        if other != seat and (s.bids[other] == OPEN or s.bids[other] >= SEALED):
            chance *= min(1.0, (mine + 1.0) / (BOLDNESS * money(s, other) + 6.0))
    return chance


@rule
def entry_worth(s):
    """What the mover would gain by the permission that is talked about, in circles."""
    space, held = np.int64(s.large[s.turn]), passes_of(s, s.turn)
    granted = np.int64(s.granted)
    return roll_worth(space, held, granted | 1 << s.gate) - roll_worth(space, held, granted)


@rule
def taken_at(s, price):
    """The chance that the mover pays this price for the gate."""
    if price > money(s, s.turn):
        return 0.0
    return 1.0 / (1.0 + math.exp((price - DOLLARS * entry_worth(s)) / FREELY))


@rule
def consider(s, seat, out):
    """Writes what speaks for this seat, term by term; the weights are found by play."""
    for i in range(TERMS):
        out[i] = 0.0
    circle = np.int64(s.small[seat])
    held = passes_of(s, seat)
    count = 0
    for gate in range(CHAIRS):
        count += held >> gate & 1
    if s.phase == TRADE_TARGET and s.seat == seat:
        circle = max(circle, np.int64(foremost(s)))
    elif s.phase == STEAL_TARGET and s.seat == seat:
        count += 1
    elif s.phase == BID:
        if s.sale == PASS_SALE and s.lot != NO_PASS and s.owner[s.lot] == seat:
            count -= 1
        if s.bids[seat] == OPEN or s.bids[seat] >= SEALED:
            out[AUCTION] = bid_chance(s, seat) * prize(s, seat) / A_MOVE
    elif s.phase == GATE_REPLY or s.phase == TOLL_ANSWER:
        talk(s, seat, out)
    moves = MOVES[circle]
    own = s.turn == seat
    out[WAY_HOME] = -moves
    out[CLOSE] = math.exp(-moves / 2)
    out[LEADS] = 1.0 if leader_of(s) == seat else 0.0
    if own and s.granted != 0:
        out[OUTSIDE] = roll_worth(np.int64(s.large[seat]), held, np.int64(s.granted)) / A_MOVE
    else:
        out[OUTSIDE] = np.float64(ROLL_WORTH[s.large[seat], held]) / A_MOVE
    out[PASSES] = count
    out[CHIPS_HELD] = money(s, seat) / MONEY
    out[CARDS_HELD] = hand_worth(s, seat) / A_MOVE
    out[TO_ROLL] = 1.0 if own else 0.0


@rule
@inline
def talk(s, seat, out):
    """A gate is talked about: what the mover and the holder can expect of it."""
    if seat == s.turn:
        if s.phase == GATE_REPLY:
            out[ENTRY] = 0.3 * entry_worth(s) / A_MOVE
        elif s.price != UNKNOWN_SUM:
            price = worth_of_sum(s, s.price)
            out[ENTRY] = taken_at(s, price) * max(0.0, entry_worth(s) - price / DOLLARS) / A_MOVE
    elif seat == s.owner[s.gate] and s.phase == TOLL_ANSWER and s.price != UNKNOWN_SUM:
        price = worth_of_sum(s, s.price)
        out[TOLL] = taken_at(s, price) * price / MONEY
