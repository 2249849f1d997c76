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
from parlour.rules.kit import inline, rule
from parlour.text import say

from .bidding import mixture
from .chips import worth_of
from .gates import worth_of_sum
from .haggling import entry_worth, weigh_bargain
from .layout import (
    CHAIRS,
    KINDS,
    MONEY,
    TAKE_LEAD,
)
from .record import (
    BID,
    CARD_SALE,
    FIRST_BID,
    GATE_REPLY,
    MUST_PAY,
    NO_PASS,
    OPEN,
    OPENING_OFFER,
    PASS_SALE,
    SEALED,
    STEAL_TARGET,
    TOLL_ANSWER,
    TRADE_TARGET,
    UNKNOWN_SUM,
)
from .sensible import sensible
from .tracks import foremost, leader_of, passes_of
from .worth import (
    A_MOVE,
    A_MOVE_LESS,
    A_PASS,
    ALL_THE_MONEY,
    AVERAGE_CARD,
    CLOSENESS,
    HAND_OF_CARDS,
    MOVES,
    NEXT_ROLL,
    PASS_WORTH,
    ROLL_WORTH,
    SCALE,
    THE_LEAD,
    TO_FINISH,
    card_worth,
    finishes,
    hand_worth,
    money,
    roll_worth,
)

__all__ = ["CONSIDERATIONS", "SCALE", "consider", "mixture", "sensible"]

CONSIDERATIONS = (
    Consideration("way", say("the way home of the small pawn"), A_MOVE_LESS, plain=True),
    Consideration("close", say("being close to HOME"), CLOSENESS, plain=True),
    Consideration("lead", say("the lead"), THE_LEAD),
    Consideration("outside", say("what the next roll may bring"), NEXT_ROLL),
    Consideration("passes", say("gate passes"), A_PASS),
    Consideration("money", say("chips"), ALL_THE_MONEY),
    Consideration("cards", say("good cards in hand"), HAND_OF_CARDS),
    Consideration("auction", say("what is bid for"), 0.08),
    Consideration("toll", say("a toll that will be paid"), 0.0),
    Consideration("entry", say("a gate that may open"), 0.0),
    Consideration("turn", say("being next to roll"), 0.05, plain=True),
    Consideration("bargain", say("what the gate brings"), 1.0, obvious=True),
    Consideration(
        "finish", say("a roll that may bring the small pawn HOME"), TO_FINISH, plain=True, chance=True
    ),
    Consideration("price", say("what is paid for the gate"), 1.0, obvious=True),
)
TERMS = len(CONSIDERATIONS)
WAY_HOME, CLOSE, LEADS, OUTSIDE, PASSES, CHIPS_HELD = range(6)
CARDS_HELD, AUCTION, TOLL, ENTRY, TO_ROLL, BARGAIN, FINISH, PRICE = range(6, TERMS)

# ---------------------------------------------------------------- what is going on

BOLDNESS = 0.45  # of their money, others bid up to this share
DOLLARS = 6.0  # what a circle is worth in a toll, and
FREELY = 6.0  # by how much one may be off before it is surely paid or surely not, as the network was told


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
    elif OPENING_OFFER <= s.phase and s.phase <= MUST_PAY:
        weigh_bargain(s, seat, out, BARGAIN, PRICE)
        if s.phase == GATE_REPLY or s.phase == TOLL_ANSWER:
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
    out[FINISH] = finishes(s, seat, np.int64(s.granted) if own else 0)
    out[PASSES] = count
    out[CHIPS_HELD] = money(s, seat) / MONEY
    out[CARDS_HELD] = hand_worth(s, seat) / A_MOVE
    out[TO_ROLL] = 1.0 if own else 0.0


@rule
@inline
def talk(s, seat, out):
    """What the network was trained with, of a gate that is talked about; nothing else looks at it."""
    if seat == s.turn:
        if s.phase == GATE_REPLY:
            out[ENTRY] = 0.3 * entry_worth(s) / A_MOVE
        elif s.price != UNKNOWN_SUM:
            price = worth_of_sum(s, s.price)
            out[ENTRY] = taken_at(s, price) * max(0.0, entry_worth(s) - price / DOLLARS) / A_MOVE
    elif seat == s.owner[s.gate] and s.phase == TOLL_ANSWER and s.price != UNKNOWN_SUM:
        price = worth_of_sum(s, s.price)
        out[TOLL] = taken_at(s, price) * price / MONEY
