"""What one thinks of in Doubletrack, of the many sums and sets of chips that are legal; careful.py offers it.

A price is one that the mover could pay, for more than that is a refusal, and then one refuses; nobody opens a
gate for nothing, pays more than is due, or bids higher than all others could and a little more. Of all the
ways to make up a sum the one with the fewest chips is thought of. What others hold is public to whoever
remembers it: in a view their account.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.contracts.careful import EVERYTHING
from parlour.rules.kit import rule

from .auctions import may_fake
from .chips import promised, set_of
from .deals import trades_freely
from .duties import is_out_of_sight
from .gates import highest_sum, list_payments, lowest_sum, may_offer, names_price, worth_of_sum
from .layout import BLUE, CHAIRS, RED, UNIT, VALUES, YELLOW
from .record import (
    ACCEPT,
    BID,
    CHIP_PRICES,
    CHIPS,
    DECLINE,
    GIVE_CHIPS,
    MUST_PAY,
    NO,
    NO_SUM,
    NOT_BIDDING,
    OPENING_OFFER,
    PRICE,
    REFUSE,
    UNKNOWN,
    WANT_CHIPS,
)

NO_SET = -1  # there are no chips for that sum


# ---------------------------------------------------------------- what somebody has, by the record


@rule
def count_held(s, seat, colour):
    """How many chips of a colour a seat has: seen, or by account."""
    if s.chips[seat, RED] == UNKNOWN:
        return max(np.int64(s.ledger[seat, colour]), 0)
    return np.int64(s.chips[seat, colour])


@rule
def count_free(s, seat, colour):
    """So many of them it can spend: the mover not what is promised for a gate."""
    held = count_held(s, seat, colour)
    return max(held - promised(s, colour), 0) if seat == s.turn else held


@rule
def dollars_of(s, seat):
    """What the chips come to that a seat can spend."""
    total = 0
    for colour in range(3):
        total += VALUES[colour] * count_free(s, seat, colour)
    return total


@rule
def make_up(reds, blues, yellows, dollars):
    """These dollars in the fewest of these chips, or NO_SET."""
    for less in range(yellows + 1):
        yellow = yellows - less
        rest = dollars - VALUES[YELLOW] * yellow
        if rest >= 0:
            blue = min(blues, rest // VALUES[BLUE])
            while blue >= 0:
                left = rest - VALUES[BLUE] * blue
                if left % VALUES[RED] == 0 and left // VALUES[RED] <= reds:
                    return set_of(left // VALUES[RED], blue, yellow)
                blue -= 1
    return NO_SET


@rule
def makes_up(s, seat, dollars):
    """The same in chips that a seat can spend."""
    return make_up(count_free(s, seat, RED), count_free(s, seat, BLUE), count_free(s, seat, YELLOW), dollars)


# ---------------------------------------------------------------- what one thinks of


@rule
def sensible(s, out):
    """Sums that make sense, in one way each; all that is legal where no sums are named."""
    phase = s.phase
    if is_out_of_sight(s):
        return EVERYTHING
    if phase == BID:
        return think_of_bids(s, out)
    if OPENING_OFFER <= phase and phase <= MUST_PAY:
        return think_of_words(s, out)
    if (phase == GIVE_CHIPS or phase == WANT_CHIPS) and trades_freely(s):
        return think_of_swaps(s, out)
    return EVERYTHING


@rule
def think_of_words(s, out):
    """What is said about a gate."""
    if s.phase == MUST_PAY:
        return think_of_payments(s, out, 0)
    if names_price(s):
        out[0] = REFUSE
        n = 1
        if s.offer != NO_SUM:
            out[1] = ACCEPT
            n = 2
        return think_of_sums(s, out, n)
    out[0] = DECLINE
    if s.phase == OPENING_OFFER:
        return think_of_sums(s, out, 1)
    n = think_of_payments(s, out, 1)
    return think_of_sums(s, out, n) if may_offer(s) else n


@rule
def think_of_sums(s, out, n):
    """Prices and offers that the mover can pay, be they in dollars or in chips."""
    dollars = lowest_sum(s)
    most = min(highest_sum(s), dollars_of(s, np.int64(s.turn)))
    while dollars <= most:
        chips = makes_up(s, np.int64(s.turn), dollars)
        if s.toll_unit == CHIP_PRICES:
            if chips > 0:
                out[n] = CHIPS + chips
                n += 1
        elif chips > 0 or s.toll_overpay != NO:
            out[n] = PRICE + dollars
            n += 1
        dollars += UNIT
    return n


@rule
def think_of_payments(s, out, n):
    """The price, or the least above it that the mover's chips make up."""
    if s.toll_unit == CHIP_PRICES:
        return list_payments(s, out, n)
    dollars = worth_of_sum(s, s.price)
    most = dollars_of(s, np.int64(s.turn)) if s.toll_overpay != NO else dollars
    while dollars <= most:
        chips = makes_up(s, np.int64(s.turn), dollars)
        if chips > 0:
            out[n] = CHIPS + chips
            return n + 1
        dollars += UNIT
    return n


@rule
def think_of_bids(s, out):
    """Every sum up to a little more than what any other bidder has, or else the least one can bid."""
    seat = np.int64(s.seat)
    most = 0
    for other in range(CHAIRS):
        if other != seat and s.bids[other] != NOT_BIDDING:
            most = max(most, dollars_of(s, other))
    n = 0
    if may_fake(s, seat):
        out[0] = CHIPS
        n = 1
    dollars = UNIT
    last = 0  # of the sums that the chips make up
    while dollars <= dollars_of(s, seat) and (dollars <= most + UNIT or last <= most):
        chips = makes_up(s, seat, dollars)
        if chips > 0:
            out[n] = CHIPS + chips
            n += 1
            last = dollars
        dollars += UNIT
    return n


@rule
def think_of_swaps(s, out):
    """What is given or wanted in a trade: nothing, or any sum in one way; or no trade after all."""
    giver = np.int64(s.turn if s.phase == GIVE_CHIPS else s.partner)
    out[0] = DECLINE
    out[1] = CHIPS
    n = 2
    dollars = UNIT
    while dollars <= dollars_of(s, giver):
        chips = makes_up(s, giver, dollars)
        if chips > 0:
            out[n] = CHIPS + chips
            n += 1
        dollars += UNIT
    return n
