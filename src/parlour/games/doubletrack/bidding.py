"""How high to bid in a closed fist: by an approximate equilibrium of the auction; careful.py offers it.

Who always bid alike would be outbid by five dollars, or would pay for nothing. So a bid is drawn from a
mixture that leaves the others little to gain. It is found by regret matching over all sums, where everybody
knows what the thing is worth to each, what a dollar costs him, and what all hold.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import math

import numpy as np

from parlour.rules.kit import allocates, rule

from .chips import worth_of
from .layout import CHAIRS, HOME, UNIT
from .record import BID, CHIPS, LEAD_SALE, NOT_BIDDING, PASS_SALE, is_seated
from .sensible import dollars_of, think_of_bids
from .tracks import foremost, hindmost, leader_of, passes_of
from .worth import (
    A_CIRCLE,
    A_DOLLAR,
    A_MOVE_LESS,
    A_PASS,
    AVERAGE_CARD,
    CLOSENESS,
    MOVES,
    ROLL_WORTH,
    THE_LEAD,
    chance_of,
)

ROUNDS = 120
STEPS = 40  # sums of UNIT dollars at most; who has more need not bid it
PARTS = 10_000  # of which odds are told


@rule
@allocates
def mixture(s, out, odds):
    """Writes bids and their odds, where somebody is to bid; how many. A sum that the chips do not make up is
    rounded up, if there are any for that."""
    if s.phase != BID:
        return 0
    count = think_of_bids(s, out)
    me = np.int64(s.seat)
    prizes = np.zeros(CHAIRS)
    costs = np.zeros(CHAIRS)
    lows = np.zeros(CHAIRS, np.int64)
    highs = np.zeros(CHAIRS, np.int64)
    weigh_auction(s, prizes, costs, lows, highs)
    average = np.zeros((CHAIRS, STEPS + 1))
    match_regrets(s, prizes, costs, lows, highs, average)
    total = 0.0
    for sum_ in range(STEPS + 1):
        total += average[me, sum_]
    below = -1
    for i in range(count):
        here = STEPS if i == count - 1 else min(worth_of(out[i] - CHIPS) // UNIT, STEPS)
        part = 0.0
        for sum_ in range(below + 1, here + 1):
            part += average[me, sum_]
        odds[i] = int(PARTS * part / total) if total > 0 else 1
        below = max(below, here)
    return count


# ---------------------------------------------------------------- what is at stake


@rule
def gain_by_circles(s, seat, circles):
    """What it is worth to a seat to come so many circles farther."""
    here = np.int64(s.small[seat])
    there = min(here + circles, HOME)
    less = MOVES[here] - MOVES[there]
    return A_MOVE_LESS * less + CLOSENESS * (math.exp(-MOVES[there] / 2) - math.exp(-MOVES[here] / 2))


@rule
def gain_of(s, seat):
    """What the thing on sale is worth to a seat, as a part of its standing."""
    if s.sale == LEAD_SALE:
        if leader_of(s) == seat:
            return 0.0
        return THE_LEAD + gain_by_circles(s, seat, foremost(s) + 1 - np.int64(s.small[seat]))
    if s.sale == PASS_SALE:
        held = passes_of(s, seat)
        bare = held & ~(1 << s.lot)
        space = np.int64(s.large[seat])
        more = np.float64(ROLL_WORTH[space, bare | 1 << s.lot]) - np.float64(ROLL_WORTH[space, bare])
        return A_PASS + A_CIRCLE * more
    return gain_by_circles(s, seat, int(AVERAGE_CARD))


@rule
def receiver_of(s):
    """Who gets all chips that are bid: the mover, or of the lead whoever is last."""
    if s.sale == LEAD_SALE:
        for seat in range(CHAIRS):
            if is_seated(s, seat) and s.small[seat] == hindmost(s):
                return seat
    return np.int64(s.turn)


@rule
def weigh_auction(s, prizes, costs, lows, highs):
    """Write for every bidder what winning is worth to it, be it that others do not win, what a dollar costs
    it, and its least and highest bid, all in the terms of its own chances."""
    bidders = 0
    fears = 0.0
    rich = 0
    second = 0
    for seat in range(CHAIRS):
        if is_seated(s, seat) and s.bids[seat] != NOT_BIDDING:
            bidders += 1
            fears += chance_of(s, seat) * gain_of(s, seat)
            dollars = dollars_of(s, seat)
            if dollars > rich:
                second = rich
                rich = dollars
            else:
                second = max(second, dollars)
    receiver = receiver_of(s)
    for seat in range(CHAIRS):
        if is_seated(s, seat) and s.bids[seat] != NOT_BIDDING:
            own = chance_of(s, seat)
            gain = gain_of(s, seat)
            prizes[seat] = (1 - own) * gain + (fears - own * gain) / max(bidders - 1, 1)
            if s.sale == PASS_SALE:
                prizes[seat] += chance_of(s, np.int64(s.turn)) * gain_of(s, np.int64(s.turn))
            costs[seat] = A_DOLLAR * UNIT * (1 - own + (0.0 if seat == receiver else chance_of(s, receiver)))
            lows[seat] = 1 if dollars_of(s, seat) > 0 else 0
            highs[seat] = min(min(dollars_of(s, seat), second + UNIT) // UNIT, STEPS)


# ---------------------------------------------------------------- an equilibrium, nearly


@rule
@allocates
def match_regrets(s, prizes, costs, lows, highs, average):
    """Every bidder's mixture of sums after many rounds, in which each regrets what it did not bid."""
    regrets = np.zeros((CHAIRS, STEPS + 1))
    mixes = np.zeros((CHAIRS, STEPS + 1))
    below = np.zeros((CHAIRS, STEPS + 2))
    for number in range(1, ROUNDS + 1):
        for seat in range(CHAIRS):
            if s.bids[seat] != NOT_BIDDING:
                total = 0.0
                for sum_ in range(lows[seat], highs[seat] + 1):
                    total += regrets[seat, sum_]
                for sum_ in range(STEPS + 1):
                    mixes[seat, sum_] = 0.0
                    if lows[seat] <= sum_ and sum_ <= highs[seat]:
                        some = 1.0 / (highs[seat] - lows[seat] + 1)
                        mixes[seat, sum_] = regrets[seat, sum_] / total if total > 0 else some
                    below[seat, sum_ + 1] = below[seat, sum_] + mixes[seat, sum_]
                    average[seat, sum_] += number * mixes[seat, sum_]
        for seat in range(CHAIRS):
            if s.bids[seat] != NOT_BIDDING:
                regret(s, seat, prizes, costs, lows, highs, below, mixes, regrets)


@rule
def regret(s, seat, prizes, costs, lows, highs, below, mixes, regrets):
    """Add what each sum would have done better than the mixture did; never below 0."""
    mean = 0.0
    for sum_ in range(lows[seat], highs[seat] + 1):
        mean += mixes[seat, sum_] * value_of_sum(s, seat, sum_, prizes, costs, below)
    for sum_ in range(lows[seat], highs[seat] + 1):
        more = value_of_sum(s, seat, sum_, prizes, costs, below) - mean
        regrets[seat, sum_] = max(regrets[seat, sum_] + more, 0.0)


@rule
def value_of_sum(s, seat, sum_, prizes, costs, below):
    """What a bid is worth: the prize if all others bid less, or as the mover of an auction for the lead no
    more; less what it costs, won or lost."""
    chance = 1.0
    level = sum_ + 1 if s.sale == LEAD_SALE and seat == s.turn else sum_
    for other in range(CHAIRS):
        if other != seat and s.bids[other] != NOT_BIDDING:
            chance *= below[other, level]
    return prizes[seat] * chance - costs[seat] * sum_
