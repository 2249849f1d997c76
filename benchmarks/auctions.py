#!/usr/bin/env python3
"""How far Doubletrack's bots bid from what cannot be exploited, in small auctions that are solved.

    python benchmarks/auctions.py --bots careful,2 --seeds 24

An auction is a game of one sealed choice each: what every combination of bids is worth to every seat is
judged by the considerations of `careful`, after all fists are open. Its equilibrium is found by regret
matching, and how much anybody could still gain against it is told, in hundredths of a win: the measure of how
exactly it was solved. The same figure for a bot's bids, as often as it makes each by its seeds, is how far it
can be exploited.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

import parlour
from parlour.bots import make
from parlour.bots.binding import bound
from parlour.bots.bot import split
from parlour.games.doubletrack import chips, record
from parlour.rules.position import Position
from parlour.table.views import view

GAME = parlour.load("doubletrack")
ROUNDS = 4_000  # of regret matching
Floats = npt.NDArray[np.float64]


def auctions() -> Iterator[tuple[str, Position]]:
    """Passes and leads on sale among three, whose purses are small, and stand as they may."""
    purses = (("4r 1b 0y", "4r 1b 0y"), ("6r 1b 0y", "2r 1b 0y"), ("2r 2b 0y", "3r 0b 0y"))
    circles = ((30, 28, 31), (60, 75, 40), (10, 5, 20))
    for purse, small in product(purses, circles):
        for sale in ("pass", "lead"):
            yield f"{sale} {purse} {small}", auction(sale, purse, small)


def auction(sale: str, purse: tuple[str, str], small: tuple[int, ...]) -> Position:
    """One of them: the first seat sells, or bids as well for the lead."""
    counts = np.array([[int(one[:-1]) for one in text.split()] for text in purse])
    own = [1, 1, 0] if sale == "lead" else [15, 15, 6] - counts.sum(axis=0)
    box = np.array([20, 20, 8]) - counts.sum(axis=0) - own
    written = ["{}r {}b {}y".format(*row) for row in (own, box)]
    bidders = (0, 1, 2) if sale == "lead" else (1, 2)
    built: Position = GAME.position.build(
        {
            "turn": 0,
            "large": {"0": "R.T", "1": "B.M2", "2": "Y.C4"},
            "small": {str(i): n for i, n in enumerate(small)},
            "passes": {"green": None},
            "chips": {"0": written[0], "1": purse[0], "2": purse[1]},
            "box": written[1],
            "phase": "bid",
            "seat": 1,
            "sale": sale,
            **({"lot": "red"} if sale == "pass" else {}),
            "bids": {str(seat): "open" for seat in bidders},
        }
    )
    return built


def bids_of(p: Position, seat: int) -> list[int]:
    """The bids of a seat, one for every sum."""
    called, out = p.copy(), np.zeros(GAME.plain.MAX_ACTIONS, np.int64)
    GAME.plain.call_on(called, seat)
    return out[: bound(GAME).plain.list_sensible([view(GAME, called, seat)], out)].tolist()


def worth(p: Position, bidders: Sequence[int], bids: Sequence[Sequence[int]]) -> Floats:
    """What every combination of bids is worth to every bidder: [bidder, bid, bid, ...]."""
    mine, mind = bound(GAME), bound(GAME).careful_mind()
    scratch, values = mine.scratch(mind), np.zeros(GAME.chairs)
    found = np.zeros((len(bidders), *map(len, bids)))
    for place in np.ndindex(*map(len, bids)):
        after = p.copy()
        for seat, own, i in zip(bidders, bids, place, strict=True):
            GAME.plain.call_on(after, seat)
            GAME.plain.apply(after, own[i])
        mine.plain.evaluate(after, values, scratch, mind)
        found[(slice(None), *place)] = values[list(bidders)]
    return found


def against(worth: Floats, seat: int, mixes: Sequence[Floats]) -> Floats:
    """What each bid of one is worth while the others mix theirs like this."""
    left: Any = worth[seat]
    for other in reversed(range(len(mixes))):
        if other != seat:
            left = np.moveaxis(left, other, -1) @ mixes[other]
    return np.asarray(left)


def gains(worth: Floats, mixes: Sequence[Floats]) -> Floats:
    """How much each could gain by the best bid against the others."""
    values = [against(worth, seat, mixes) for seat in range(len(mixes))]
    return np.array([value.max() - mix @ value for value, mix in zip(values, mixes, strict=True)])


def solve(worth: Floats) -> list[Floats]:
    """An equilibrium, nearly, by regret matching in which late rounds count more."""
    shape = worth.shape[1:]
    regrets, sums = [np.zeros(n) for n in shape], [np.zeros(n) for n in shape]
    best: tuple[float, list[Floats]] = (np.inf, [])
    for number in range(1, ROUNDS + 1):
        mixes = [r / r.sum() if r.sum() > 0 else np.full(len(r), 1 / len(r)) for r in regrets]
        for seat, mix in enumerate(mixes):
            value = against(worth, seat, mixes)
            regrets[seat] = np.maximum(regrets[seat] + value - mix @ value, 0)
            sums[seat] += number * mix
        if number % 1000 == 0:
            found = [total / total.sum() for total in sums]
            best = min(best, (float(gains(worth, found).max()), found), key=lambda one: one[0])
    return best[1]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bots", default="careful,2")
    parser.add_argument("--seeds", type=int, default=24)
    given = parser.parse_args()
    specs = split(given.bots)
    found: dict[str, list[float]] = {name: [] for name in ("solved", "any bid alike", *specs)}
    for name, p in auctions():
        bidders = [seat for seat in GAME.seats(p) if p.bids[seat] == record.OPEN]
        bids = [bids_of(p, seat) for seat in bidders]
        values = worth(p, bidders, bids)
        solved = solve(values)
        found["solved"].append(float(gains(values, solved).max()))
        found["any bid alike"].append(float(gains(values, [np.full(len(b), 1 / len(b)) for b in bids]).max()))
        print(f"\n{name}")
        show("solved", bids, solved, found["solved"][-1])
        for spec in specs:
            mixes = [asked(spec, p, seat, own, given.seeds) for seat, own in zip(bidders, bids, strict=True)]
            found[spec].append(float(gains(values, mixes).max()))
            show(spec, bids, mixes, found[spec][-1])
    print("\nHundredths of a win that somebody could gain by another bid, mean and most:")
    for name, lost in found.items():
        print(f"  {name}: {100 * np.mean(lost):.2f}, {100 * max(lost):.2f}")


def asked(spec: str, p: Position, seat: int, bids: Sequence[int], seeds: int) -> Floats:
    """How often a bot makes each bid."""
    bot, called = make(spec, GAME), p.copy()
    GAME.plain.call_on(called, seat)
    seen, mix = view(GAME, called, seat), np.zeros(len(bids))
    for seed in range(seeds):
        mix[bids.index(bot.think(seen, seat, seconds=None, seed=seed).action)] += 1 / seeds
    return mix


def show(name: str, bids: Sequence[Sequence[int]], mixes: Sequence[Floats], lost: float) -> None:
    told = [
        ", ".join(
            f"${chips.worth_of(bid - record.CHIPS)} {100 * part:.0f} %"
            for bid, part in zip(own, mix, strict=True)
            if part > 0.02
        )
        for own, mix in zip(bids, mixes, strict=True)
    ]
    print(f"  {name}: {' | '.join(told)}: {100 * lost:.2f}")


if __name__ == "__main__":
    main()
