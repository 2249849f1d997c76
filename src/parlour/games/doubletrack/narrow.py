"""Doubletrack's actions in parts: chips are chosen colour by colour, prices in steps of the smallest coin.

The codes of parts, on the board of board.toml; up to STEPS they are those of the actions:

    0..48               49..149   150..158   159..179   180..200
    as in record.py     PRICES    RED        BLUE       YELLOW
                        units     how many chips of each colour, in this order
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import UNMARKED, inline, rule

from .auctions import may_fake
from .cards import list_hand
from .chips import free_chips, free_money, value_of
from .gates import askable, highest_sum, lowest_sum
from .layout import BLUE as BLUE_CHIPS
from .layout import CHAIRS, UNIT, VALUES
from .layout import RED as RED_CHIPS
from .layout import YELLOW as YELLOW_CHIPS
from .record import (
    ACCEPT,
    ALL_MONEY,
    ASK,
    ASK_OR_ROLL,
    BID,
    BLUES,
    CHIP_PRICES,
    CHIPS,
    DECLINE,
    FREE,
    GATE_REPLY,
    NO,
    NO_SUM,
    PLAY_CARD,
    PRICE,
    REDS,
    REFUSE,
    ROLL_DICE,
    SELL_CARD,
    TOLL_ANSWER,
    YELLOWS,
)

HISTORY = "Actions in parts: chips are chosen colour by colour, prices in units. 201 codes instead of 4,519."

PRICES = PRICE  # + dollars / UNIT
RED = PRICES + ALL_MONEY // UNIT + 1  # + chips
BLUE = RED + REDS
YELLOW = BLUE + BLUES
NARROW = YELLOW + YELLOWS
NONE = -1


@rule
def part(action, depth):
    """A price or a word is one part, a set of chips three."""
    if action >= CHIPS:
        if depth == 0:
            return RED + (action - CHIPS) // (BLUES * YELLOWS)
        if depth == 1:
            return BLUE + (action - CHIPS) // YELLOWS % BLUES
        return YELLOW + (action - CHIPS) % YELLOWS if depth == 2 else NONE
    if depth > 0:
        return NONE
    return action if action < PRICE else PRICES + (action - PRICE) // UNIT


@rule
def menu(s, parts, depth, out):
    """What comes up often. In other phases, and by house rules of talking and trading, actions are listed."""
    phase = s.phase
    talks = s.counter_offers != 0 or s.opening_offer != 0 or s.toll_unit == CHIP_PRICES
    if phase == BID:
        chips = s.chips[s.seat]
        least = UNIT if not may_fake(s, s.seat) else 0  # whatever is worth something will do
        return list_chips(
            parts, depth, chips[RED_CHIPS], chips[BLUE_CHIPS], chips[YELLOW_CHIPS], least, out, 0
        )
    if phase == PLAY_CARD or phase == SELL_CARD:
        return list_hand(s, out) if depth == 0 else 0
    if talks or s.toll_overpay == NO or s.free_trading != 0 or s.change_making != 0:
        return UNMARKED
    if phase == ASK_OR_ROLL:
        return list_gates(s, out) if depth == 0 else 0
    if phase == GATE_REPLY:
        return list_prices(s, out) if depth == 0 else 0
    if phase != TOLL_ANSWER:
        return UNMARKED
    n = 0
    if depth == 0:
        out[0] = DECLINE
        n = 1
        if free_money(s) < s.price:
            return n
    elif parts[0] == DECLINE:
        return 0
    reds, blues, yellows = free_chips(s, RED_CHIPS), free_chips(s, BLUE_CHIPS), free_chips(s, YELLOW_CHIPS)
    return list_chips(parts, depth, reds, blues, yellows, s.price, out, n)


@rule
@inline
def list_gates(s, out):
    """To roll, or the gates to ask for."""
    out[0] = ROLL_DICE
    n = 1
    gates = askable(s)
    for gate in range(CHAIRS):
        out[n] = ASK + gate
        n += gates >> gate & 1
    return n


@rule
@inline
def list_prices(s, out):
    """Words, then prices from the least to the most."""
    out[0] = FREE
    out[1] = REFUSE
    n = 2
    if s.offer != NO_SUM:
        out[2] = ACCEPT
        n = 3
    for units in range(lowest_sum(s) // UNIT, highest_sum(s) // UNIT + 1):
        out[n] = PRICES + units
        n += 1
    return n


@rule
@inline
def list_chips(parts, depth, reds, blues, yellows, least, out, n):
    """How many chips of the next colour, so that all together can still be worth `least` dollars."""
    if depth == 0:
        for red in range(np.int64(reds) + 1):
            if value_of(red, blues, yellows) >= least:
                out[n] = RED + red
                n += 1
    elif depth == 1:
        for blue in range(np.int64(blues) + 1):
            if value_of(np.int64(parts[0]) - RED, blue, yellows) >= least:
                out[n] = BLUE + blue
                n += 1
    elif depth == 2:
        worth = value_of(np.int64(parts[0]) - RED, np.int64(parts[1]) - BLUE, 0)
        for yellow in range(np.int64(yellows) + 1):
            if worth + VALUES[YELLOW_CHIPS] * yellow >= least:
                out[n] = YELLOW + yellow
                n += 1
    return n


@rule
def whole(s, parts):
    """As `part` takes it apart."""
    first = np.int64(parts[0])
    if first >= RED:
        return CHIPS + ((first - RED) * BLUES + parts[1] - BLUE) * YELLOWS + parts[2] - YELLOW
    return PRICE + UNIT * (first - PRICES) if first >= PRICES else first
