"""Chips for fast.py: bids, prices and payments counted, picked and marked without listing them.

A mask holds a row for each number of red chips: blue and yellow ones beside them, copied from tables.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .auctions import may_fake
from .chips import free_chips, free_money, money_in_play, set_of
from .layout import BLUE, CHAIRS, MONEY, RED, TAKEN, UNIT, VALUES, YELLOW
from .record import ACTIONS, ALL_MONEY, BLUES, CHIPS, GATE_REPLY, NO, NO_SUM, PRICE, REDS, YELLOWS

EXACT = np.array(  # the chip sets worth exactly what is taken: red, blue, yellow
    [
        (r, b, y)
        for r in range(REDS)
        for b in range(BLUES)
        for y in range(YELLOWS)
        if r * VALUES[RED] + b * VALUES[BLUE] + y * VALUES[YELLOW] == TAKEN
    ],
    np.int64,
).reshape(-1, 3)

# Blue and yellow chips together, by their worth in units: so many reds beside them leave so many ways.
_worth = (
    np.array([[VALUES[BLUE] * b + VALUES[YELLOW] * y for y in range(YELLOWS)] for b in range(BLUES)]) // UNIT
)
MOST_UNITS = int(_worth.max())
RED_UNITS = VALUES[RED] // UNIT
WITHIN = np.array(  # [yellows, blues, units]: the sets of at most so many chips worth at most so much
    [
        [[(_worth[: b + 1, : y + 1] <= units).sum() for units in range(MOST_UNITS + 1)] for b in range(BLUES)]
        for y in range(YELLOWS)
    ],
    np.uint16,
)
# The same as rows of a mask, red chips apart: [blues, yellows] the sets of at most so many chips, and
# [units] those worth so much or more. And all prices there can be: [players].
BOX_ROW = np.array(
    [
        [[by <= b and yy <= y for by in range(BLUES) for yy in range(YELLOWS)] for y in range(YELLOWS)]
        for b in range(BLUES)
    ],
    np.uint8,
)
ENOUGH_ROW = np.array([_worth.reshape(-1) >= units for units in range(MOST_UNITS + 2)], np.uint8)
PRICE_ROW = np.array(
    [
        [0 < d <= MONEY * players and d % UNIT == 0 for d in range(ALL_MONEY + 1)]
        for players in range(CHAIRS + 1)
    ],
    np.uint8,
)
ROW = BLUES * YELLOWS
HALF_ROW = min(ROW, -(-ROW // 128) * 64)  # two of them overlap, but are whole vectors

# ---------------------------------------------------------------- counting and picking


@rule
@inline
def count_bids(s):
    """Every set of one's own chips but the empty one."""
    seat = s.seat
    sets = (s.chips[seat, RED] + 1) * (s.chips[seat, BLUE] + 1) * (s.chips[seat, YELLOW] + 1)
    return sets if may_fake(s, seat) else sets - 1


@rule
@inline
def bid_at(s, k):
    """The k-th bid as a chip set, yellow chips counting up fastest."""
    seat = s.seat
    if not may_fake(s, seat):
        k += 1
    yellows = s.chips[seat, YELLOW] + 1
    blues = s.chips[seat, BLUE] + 1
    rest = k // yellows
    red = rest // blues
    return set_of(red, rest - red * blues, k - rest * yellows)


@rule
@inline
def price_floor(s):
    """lowest_sum() of gates.py, in dollars."""
    if s.offer == NO_SUM:
        return UNIT
    return np.int64(s.offer) + (UNIT if s.phase == GATE_REPLY else 0)


@rule
@inline
def count_prices(s):
    """How many prices can be named: every step of the smallest chip between floor and ceiling."""
    floor = price_floor(s)
    ceiling = money_in_play(s)
    return (ceiling - floor) // UNIT + 1 if ceiling >= floor else 0


@rule
@inline
def least_yellows(s, red, blue):
    """Of the payments with so many red and blue chips, the least number of yellow ones; or more
    than anybody has. Without change a payment may be too high, never too low."""
    missing = np.int64(s.price) - VALUES[RED] * red - VALUES[BLUE] * blue
    if s.toll_overpay == NO:
        return missing // VALUES[YELLOW] if missing >= 0 and missing % VALUES[YELLOW] == 0 else YELLOWS
    return (missing + VALUES[YELLOW] - 1) // VALUES[YELLOW] if missing > 0 else 0


@rule
@inline
def spare_units(s):
    """What the mover would have left after paying the price exactly, in units; less than 0: he cannot."""
    return (free_money(s) - np.int64(s.price)) // UNIT


@rule
@inline
def ways_to_keep(s, units):
    """In how many ways the mover can keep blue and yellow chips worth so much at most."""
    return np.int64(WITHIN[free_chips(s, YELLOW), free_chips(s, BLUE), min(units, MOST_UNITS)])


@rule
@inline
def count_payments(s):
    """The ways to pay the price in dollars: those to keep chips worth no more than what is to spare."""
    spare = spare_units(s)
    if spare < 0:
        return 0
    if s.toll_overpay == NO:
        return count_exact_payments(s)
    count = 0
    for kept in range(min(free_chips(s, RED), spare // RED_UNITS) + 1):
        count += ways_to_keep(s, spare - RED_UNITS * kept)
    return count


@rule
def count_exact_payments(s):
    """Which reds and blues leave a rest that the yellow chips can make."""
    yellows = free_chips(s, YELLOW)
    count = 0
    for red in range(free_chips(s, RED) + 1):
        for blue in range(free_chips(s, BLUE) + 1):
            if least_yellows(s, red, blue) <= yellows:
                count += 1
    return count


@rule
@inline
def payment(s, k):
    """The k-th of them, as a chip set."""
    yellows = free_chips(s, YELLOW)
    blues = free_chips(s, BLUE)
    reds = free_chips(s, RED)
    red = 0
    if s.toll_overpay != NO:  # as many red chips at least as have to be among them
        spare = spare_units(s)
        red = max(0, reds - spare // RED_UNITS)
        ways = ways_to_keep(s, spare - RED_UNITS * (reds - red))
        while k >= ways:
            k -= ways
            red += 1
            ways = ways_to_keep(s, spare - RED_UNITS * (reds - red))
    while red <= reds:
        for blue in range(blues + 1):
            least = least_yellows(s, red, blue)
            if least <= yellows:
                ways = 1 if s.toll_overpay == NO else yellows - least + 1
                if k < ways:
                    return set_of(red, blue, least + k)
                k -= ways
        red += 1
    return 0


# ---------------------------------------------------------------- marking


@rule
@inline
def used_with(reds):
    """How far a mask reaches that holds sets of so many red chips."""
    return CHIPS + ROW * (np.int64(reds) + 1)


@rule
@inline
def clear_used(mask, used, sets):
    """Clear a mask that is used so far: up to PRICE by words, up to CHIPS by words and prices, farther by
    words and chip sets, and to its end by anything. Chip sets before `sets` are about to be written."""
    for action in range(PRICE):
        mask[action] = 0
    if used == CHIPS or used == ACTIONS:
        for action in range(PRICE, CHIPS):
            mask[action] = 0
    for action in range(sets, used):
        mask[action] = 0


@rule
@inline
def mark_bids(s, mask):
    """Bids lie in blocks, one for each number of red chips, whose rows are known beforehand."""
    seat = s.seat
    reds = s.chips[seat, RED]
    blues = s.chips[seat, BLUE]
    yellows = s.chips[seat, YELLOW]
    fakes = may_fake(s, seat)
    n = count_bids(s)
    for red in range(reds + 1):
        for i in range(ROW):
            mask[CHIPS + ROW * red + i] = BOX_ROW[blues, yellows, i]
    mask[CHIPS] = fakes
    return n


@rule
@inline
def mark_payments(s, mask):
    """From as few red chips on as there must be; beside them, blue and yellow ones that make up the rest."""
    reds = free_chips(s, RED)
    blues = free_chips(s, BLUE)
    yellows = free_chips(s, YELLOW)
    price = (np.int64(s.price) + UNIT - 1) // UNIT
    for red in range(max(0, reds - spare_units(s) // RED_UNITS), reds + 1):
        rest = price - RED_UNITS * red
        least = rest if rest > 0 else 0
        for i in range(HALF_ROW):
            mask[CHIPS + ROW * red + i] = BOX_ROW[blues, yellows, i] & ENOUGH_ROW[least, i]
        for i in range(ROW - HALF_ROW, ROW):
            mask[CHIPS + ROW * red + i] = BOX_ROW[blues, yellows, i] & ENOUGH_ROW[least, i]
