"""Auctions of Doubletrack that decide the game: whoever buys the lead comes HOME.

The leader has no chip left, so one of the two others wins, and after a tie the one on turn does (DBT-SL-5): a
game of one sealed choice each, in which the rules say who wins whatever is bid. Its solution is found by
regret matching (benchmarks/auctions.py); a bid is worth what it wins while the other bids by that. What the
other holds is settled in the solution; a bot has to guess the chips behind his screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import auctions
import numpy as np

from parlour.games.doubletrack import chips, record
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from solved.rows import Row

PURSES = ((1, 1, 0), (2, 1, 0), (3, 0, 0), (1, 0, 1), (4, 1, 0), (2, 2, 0))  # red, blue, yellow chips
EXACT = 0.0005  # that anybody could still gain against the solution, of a win


def rows(name: str, seed: int) -> Iterator[Row]:
    """For both bidders of every auction that is not settled before, what each sum is worth."""
    for mine, theirs in product(PURSES, PURSES):
        p = auction(mine, theirs)
        bidders = [0, 2]
        bids = [one_for_each_sum(p, seat) for seat in bidders]
        worth = outcomes(p, bidders, bids)
        mixes = auctions.solve(worth)
        gain = float(auctions.gains(worth, mixes).max())
        print(f"{name}, {mine} against {theirs}: solved to {100 * gain:.3f} hundredths")
        if gain > EXACT:
            continue
        for i, seat in enumerate(bidders):
            values = auctions.against(worth, i, mixes)
            called = p.copy()
            auctions.GAME.plain.call_on(called, seat)
            if values.max() - values.min() > EXACT:
                by_sum = {dollars(bid): value for bid, value in zip(bids[i], values.tolist(), strict=True)}
                told = {bid: by_sum[dollars(bid)] for bid in legal_codes(auctions.GAME, called)}
                yield Row("the lead in front of HOME", called, seat, told)


def one_for_each_sum(p: Position, seat: int) -> list[int]:
    """A fist for every sum that the seat could bid: which chips make it up does not matter (DBT-BID-5)."""
    called = p.copy()
    auctions.GAME.plain.call_on(called, seat)
    return list({dollars(bid): bid for bid in legal_codes(auctions.GAME, called)}.values())


def dollars(bid: int) -> int:
    """What a fist holds."""
    return int(chips.worth_of(bid - record.CHIPS))


def auction(mine: tuple[int, int, int], theirs: tuple[int, int, int]) -> Position:
    """Seat 0 is on turn, seat 1 leads and has no chip, seat 2 bids against seat 0."""
    box = np.array([20, 20, 8]) - mine - theirs
    built: Position = auctions.GAME.position.build(
        {
            "turn": 0,
            "large": {"0": "R.T", "1": "B.M2", "2": "Y.C4"},
            "small": {"0": 40, "1": 87, "2": 60},
            "passes": {"green": None},
            "chips": {str(i): "{}r {}b {}y".format(*one) for i, one in enumerate((mine, (0, 0, 0), theirs))},
            "box": "{}r {}b {}y".format(*box),
            "phase": "bid",
            "seat": 0,
            "sale": "lead",
            "bids": {"0": "open", "1": "open", "2": "open"},
        }
    )
    called = built.copy()
    auctions.GAME.plain.call_on(called, 1)
    auctions.GAME.plain.apply(called, auctions.bids_of(called, 1)[0])  # an empty fist
    auctions.GAME.plain.call_on(called, 0)
    return called


def outcomes(p: Position, bidders: list[int], bids: list[list[int]]) -> auctions.Floats:
    """Who has won, for every combination of bids, by the rules: [bidder, bid, bid, ...]."""
    found = np.zeros((len(bidders), *map(len, bids)))
    for place in np.ndindex(*map(len, bids)):
        after = p.copy()
        for seat, own, i in zip(bidders, bids, place, strict=True):
            auctions.GAME.plain.call_on(after, seat)
            auctions.GAME.plain.apply(after, own[i])
        if auctions.GAME.plain.actor(after) != OVER:
            raise SystemExit("This auction does not decide the game.")
        found[(slice(None), *place)] = [auctions.GAME.plain.payoff(after, seat) for seat in bidders]
    return found
