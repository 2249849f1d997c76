#!/usr/bin/env python3
"""Tune the weights of a game's considerations by self-play, and measure what came of it.

    python3 benchmarks/tune.py pollyanna --players 2 --rounds 10 --games 2000
    python3 benchmarks/tune.py doubletrack --rounds 0       # only measure the weights in careful.py

First the weights are fitted to who wins (unless --keep), then improved by matches round by round. The last
lines are what careful.py is to hold; whether to put them there is for whoever reads the figures to decide.
"""

from __future__ import annotations

import argparse

import numpy as np

import parlour
from parlour.bots.tuning import Workshop


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rounds", type=int, default=8, help="of matches between slightly different weights")
    parser.add_argument("--games", type=int, default=1000, help="in each match")
    parser.add_argument("--samples", type=int, default=4000, help="games that positions are taken from")
    parser.add_argument(
        "--step", type=float, default=0.1, help="how far a round looks, as a share of the weights"
    )
    parser.add_argument("--noise", type=float, default=0.05, help="share of random moves in those games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="begin with the weights of careful.py, unfitted")
    given = parser.parse_args()
    shop = Workshop(parlour.load(given.game), given.players)
    start = weights = shop.weights

    def sample(seed: int) -> tuple[np.ndarray, np.ndarray]:
        return shop.sample(weights, given.samples, seed, given.noise, often=0.03)

    def show(what: str, share: tuple[float, float]) -> None:
        print(f"{what}: {share[0]:.4f} ± {1.96 * share[1]:.4f}", flush=True)

    show("these weights against random", shop.match(start, None, 4 * given.games, given.seed))
    terms, won = sample(given.seed)
    if given.rounds and not given.keep:
        weights = np.maximum(shop.fit(terms, won, weights), 0)
        show("fitted, against these", shop.match(weights, start, 4 * given.games, given.seed + 1))
    spread = (terms - terms.mean(axis=1, keepdims=True)).std(axis=(0, 1)) + 1e-9
    unit = given.step * np.abs(weights * spread).max() / spread
    for number in range(given.rounds):
        weights = shop.improve(weights, unit * 0.95**number, given.games, given.seed + 100 + number)
        print(number + 1, np.round(weights, 3).tolist(), flush=True)
    if given.rounds:
        show("in the end, against these", shop.match(weights, start, 4 * given.games, given.seed + 2))
        show("in the end, against random", shop.match(weights, None, 4 * given.games, given.seed + 3))
        terms, won = sample(given.seed + 4)
    for one, weight in zip(shop.considerations, weights, strict=True):
        print(f"  {one.name:14} {weight:.3g}")
    print(f"  SCALE = {shop.scale(terms, won, weights):.3g}")


if __name__ == "__main__":
    main()
