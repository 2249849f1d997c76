"""Depth: how many levels of players fit between one who plays at random and the best we have.

One level is a player who beats the one below in 60 of 100 games. Bots are lined up from random to the highest
level that plays quickly enough, and neighbours meet, from all seats in turn. What a step is worth adds up in
the logarithm of the odds: a win share of p is log(p / (1 - p)) / log(0.6 / 0.4) levels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from parlour.arena.simulate import Z
from parlour.bots.levels import levels
from parlour.lab.playing import Table
from parlour.lab.sums import Figure, Sums
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import BadChoice, Text, say

STEP = math.log(0.6 / 0.4)
RANDOM = "random"


@dataclass(frozen=True)
class Step:
    """Two bots that met, and what the better one won of what both won, for each seat."""

    weaker: str
    stronger: str
    share: Figure


@dataclass(frozen=True)
class Depth:
    """So many levels of 60 %, 95 times in 100 between low and high."""

    levels: float
    low: float
    high: float
    steps: tuple[Step, ...]

    @property
    def sentence(self) -> Text:
        """The answer in one sentence, with its interval."""
        return say(
            "Depth: {levels:.1f} levels of 60 % each ({low:.1f} – {high:.1f}) lie between random play and "
            "level {best}, which met in {steps} steps of {games:,} games.",
            levels=self.levels,
            low=self.low,
            high=self.high,
            best=self.steps[-1].stronger,
            steps=len(self.steps),
            games=self.steps[0].share.games,
        )


def depth(game: Game, start: Position, seed: int, games: int) -> Depth:
    """Let the levels meet, each the next, in so many games."""
    ladder = [RANDOM, *_levels(game, start, seed)]
    if len(ladder) < 2:
        raise BadChoice(say("{game} has no level that plays quickly enough.", game=game.words.TITLE))
    steps = tuple(
        Step(weaker, stronger, _met(game, start, (weaker, stronger), seed, games))
        for weaker, stronger in pairwise(ladder)
    )
    found, variance = 0.0, 0.0
    for step in steps:
        p = (step.share.value * games + 1) / (games + 2)  # who wins every game is not infinitely better
        error = step.share.half / Z
        found += math.log(p / (1 - p)) / STEP
        variance += (error / (p * (1 - p)) / STEP) ** 2
    half = Z * math.sqrt(variance)
    return Depth(found, found - half, found + half, steps)


def _levels(game: Game, start: Position, seed: int) -> Iterator[str]:
    for level in levels(game):
        try:
            Table(game, start, (str(level.number),), seed)
        except BadChoice:
            continue
        yield str(level.number)


def _met(game: Game, start: Position, pair: tuple[str, str], seed: int, games: int) -> Figure:
    table = Table(game, start, pair, seed)
    table.warm(False)
    numbers = np.arange(games, dtype=np.int64)
    block = table.count(numbers)
    who = table.who(numbers)  # games x sides
    won = block.shares[:, [chairs[0] for chairs in table.sides]]
    own, other = (
        (won * (who == bot)).sum(axis=1) / np.maximum((who == bot).sum(axis=1), 1) for bot in (1, 0)
    )
    sums = Sums(1, True)
    sums.add(own[:, None], (own + other)[:, None])
    figure = sums.figure(0)
    assert figure is not None
    return figure
