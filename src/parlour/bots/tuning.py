"""Finding the weights of a game's considerations: games of careful players in compiled code.

Two ways lead to weights, and both are used: a fit of every side's considerations to who won in the end, which
makes chances true, and matches between players with slightly different weights, which make moves good. What
is hidden is not hidden here: considerations look at a seat's own side and at what everybody sees.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots import drivers
from parlour.bots.binding import bound
from parlour.bots.drivers import evaluate
from parlour.rules.contract import CHAIRS, actor, apply, legal, payoff, side
from parlour.rules.contracts.careful import consider
from parlour.rules.drivers import random_action
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, OVER, below, rule, start_stream

Floats = npt.NDArray[np.float64]

RANDOM = -1  # in the place of a player's number
PICKS = 1 << 43  # the first number of the streams by which players choose at random
WHOLE = 1 << 16  # how often something happens is so many times in this


@rule
def best_action(work, who, mind):
    """The action after which this seat's chance is greatest; slots[0] stays as it is."""
    slots, out, values = work.slots, work.out, work.values
    n = legal(slots[0], out)
    best = -1.0
    found = out[0]
    for i in range(n if n > 1 else 0):
        action = out[i]
        slots[1] = slots[0]
        apply(slots[1], action)
        evaluate(slots[1], values, work.scratch, mind)
        if values[who] > best:
            best = values[who]
            found = action
    return found


@rule
def play_games(work, start, games, seed, minds, players, noise, often, shares, rows, owners):
    """Play games; minds[players[chair]] has each chair, RANDOM plays at random, as all do in `noise` of their
    moves. Sampled positions go to `rows`, every chair's considerations, and their games to `owners`; how
    many there are."""
    slots, out, rng = work.slots, work.out, work.rng
    taken = 0
    for game in range(games):
        start_stream(rng[0], seed, game)
        start_stream(rng[1], seed, PICKS + game)
        slots[0] = start[0]
        who = actor(slots[0])
        while who != OVER:
            if often > 0 and taken < len(owners) and below(rng[1], WHOLE) < often:
                for chair in range(CHAIRS):
                    if side(slots[0], chair) != NOBODY:
                        consider(slots[0], chair, rows[taken, chair])
                owners[taken] = game
                taken += 1
            if who == CHANCE:
                action = random_action(slots[0], who, out, rng[0])
            elif players[who] == RANDOM or (noise > 0 and below(rng[1], WHOLE) < noise):
                action = random_action(slots[0], who, out, rng[1])
            else:
                action = best_action(work, who, minds[players[who]])
            apply(slots[0], action)
            who = actor(slots[0])
        for chair in range(CHAIRS):
            if side(slots[0], chair) != NOBODY:
                shares[game, chair] = payoff(slots[0], chair)
    return taken


class Workshop:
    """One game at one number of players, and weights to try in it."""

    def __init__(self, game: Game, players: int | None = None) -> None:
        self._bound = bound(game, sys.modules[__name__])
        self._form = self._bound.compiled
        start = game.new(players)
        self._start = self._bound.slots([start], self._form)
        self.considerations = self._bound.considerations
        self.weights: Floats = np.array([one.weight for one in self.considerations])
        self.sides: dict[int, list[int]] = {}  # the chairs of each side
        for chair in game.seats(start):
            self.sides.setdefault(int(game.plain.side(start, chair)), []).append(chair)
        self._chairs = game.chairs

    def _play(
        self, weights: Sequence[Floats], players: list[int], games: int, seed: int, noise: float, often: float
    ) -> tuple[Floats, Any, Any]:
        minds = np.tile(self._bound.careful_mind(), (max(len(weights), 1), 1))
        for mind, these in zip(minds, weights, strict=False):
            mind[drivers.HEADER :] = these
        form, most = self._form, 400_000 if often else 1
        shares = np.zeros((games, self._chairs))
        rows = np.zeros((most, self._chairs, len(self.weights)), np.float32)
        owners = np.zeros(most, np.int64)
        work = self._bound.workspace(minds[0], form=form)._replace(rng=np.zeros((2, 1), np.uint64))
        taken = form.play_games(
            work,
            self._start,
            games,
            seed,
            minds,
            np.array(players),
            int(noise * WHOLE),
            int(often * WHOLE),
            shares,
            rows,
            owners,
        )
        return shares, rows[:taken], owners[:taken]

    def match(self, own: Floats, other: Floats | None, games: int, seed: int) -> tuple[float, float]:
        """One side with `own` weights against all others with `other` (None: at random), every side in turn:
        its share of the wins, and the standard error of that."""
        found = []
        for mine in self.sides.values():
            players = [RANDOM if other is None else 1] * self._chairs
            for chair in mine:
                players[chair] = 0
            weights = [own] if other is None else [own, other]
            shares, _, _ = self._play(weights, players, games // len(self.sides), seed, 0.0, 0.0)
            found.append(shares[:, mine[0]])
        wins = np.concatenate(found)
        return float(wins.mean()), float(wins.std() / len(wins) ** 0.5)

    def sample(self, weights: Floats, games: int, seed: int, noise: float, often: float) -> tuple[Any, Any]:
        """Positions of games among equals: every side's considerations [position, side, term], and what each
        side won in the end [position, side]."""
        shares, rows, owners = self._play([weights], [0] * self._chairs, games, seed, noise, often)
        sides = list(self.sides.values())
        terms = np.stack([rows[:, chairs].mean(axis=1) for chairs in sides], axis=1).astype(np.float64)
        return terms, np.stack([shares[owners, chairs[0]] for chairs in sides], axis=1)

    def fit(self, terms: Floats, won: Floats, weights: Floats) -> Floats:
        """The weights whose softmax over the sides tells best who won: Newton's method, in bounded steps, as
        its own lead astray far from the goal, where all seems certain."""
        spread = terms.reshape(-1, terms.shape[2]).std(axis=0) + 1e-9
        x, w = terms / spread, weights * spread
        flat = x.reshape(-1, x.shape[2])
        for _ in range(100):
            p = _softmax(x @ w)
            mean = (x * p[:, :, None]).sum(axis=1)
            slope = flat.T @ (won - p).reshape(-1) / len(x) - 1e-4 * w
            bend = ((flat * p.reshape(-1, 1)).T @ flat - mean.T @ mean) / len(x)
            step = np.linalg.solve(bend + 1e-4 * np.eye(len(w)), slope)
            w = w + step * min(1.0, 0.5 / np.abs(step).max())
            if np.abs(step).max() < 1e-6:
                break
        fitted: Floats = w / spread
        return fitted

    def scale(self, terms: Floats, won: Floats, weights: Floats) -> float:
        """What to divide weighted sums by, so that chances come true."""
        sums = terms @ weights

        def misses(scale: float) -> float:
            return -float((won * np.log(_softmax(sums / scale) + 1e-12)).sum())

        return min((float(s) for s in np.exp(np.linspace(-3, 4, 141))), key=misses)

    def improve(self, weights: Floats, spread: Floats, games: int, seed: int, tries: int = 16) -> Floats:
        """Weights nearer to those that win against these: the mean of the best quarter of some tried ones."""
        rng = np.random.default_rng(seed)
        half = rng.standard_normal((tries // 2, len(weights)))
        steps = np.concatenate([half, -half]) * spread
        found = [self.match(np.maximum(weights + step, 0), weights, games, seed)[0] for step in steps]
        best = np.argsort(found)[::-1][: tries // 4]
        nearer: Floats = np.maximum(weights + steps[best].mean(axis=0), 0)
        return nearer


def _softmax(z: Floats) -> Floats:
    powers = np.exp(z - z.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares
