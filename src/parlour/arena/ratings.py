"""What the games of a tournament say about its bots: shares with intervals, and ratings.

The games of a round share their dice, so they are not independent of each other; the rounds are. Every share
is therefore a ratio of two sums over rounds (what was won, what could be won), and its uncertainty comes from
how the rounds differ: with n_r won of d_r in round r and R = Σn/Σd, the variance is k/(k-1) Σ(n_r - R d_r)² /
(Σd)². The interval is Wilson's for as many independent games as would be that uncertain, so it stays within 0
and 1 and is honest near them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from parlour.arena.playing import Played, seconds_of
from parlour.arena.simulate import Z
from parlour.text import MissingExtra

Numbers = npt.NDArray[np.float64]
RATED = 20_000  # games: by then ratings have long settled


@dataclass(frozen=True)
class Share:
    """A share of the wins; the true one lies in low .. high, 95 times in 100."""

    mean: float
    low: float
    high: float
    games: float  # so much could have been won


@dataclass(frozen=True)
class Rating:
    """A bot's strength as openskill (Plackett-Luce) sees it: everybody starts at 25 ± 8.3."""

    mean: float
    deviation: float


@dataclass(frozen=True)
class Pace:
    """How long a bot thought about a move, in seconds."""

    moves: int
    p50: float
    p99: float


@dataclass(frozen=True)
class Lengths:
    """How long games took: how many of them had 0, 1, 2, ... decisions."""

    counts: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The average length."""
        return sum(i * n for i, n in enumerate(self.counts)) / sum(self.counts)

    def at(self, part: float) -> int:
        """So many decisions, or fewer, had this part of the games."""
        return int(np.searchsorted(np.cumsum(self.counts), part * sum(self.counts)))


def share(won: Numbers, possible: Numbers) -> Share | None:
    """The share that was won, from what was won and what could be won in each round."""
    rounds = int(np.count_nonzero(possible))
    total = float(possible.sum())
    if not rounds:
        return None
    mean = float(won.sum()) / total
    weight = float(rounds)  # all alike: as if each round were one game
    if rounds > 1:
        spread = float(((won - mean * possible) ** 2).sum()) * rounds / (rounds - 1) / total**2
        if spread > 1e-15 and 0 < mean < 1:
            weight = mean * (1 - mean) / spread
    z2 = Z * Z / weight
    middle = (mean + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * math.sqrt(max(mean * (1 - mean), 0) / weight + z2 / (4 * weight))
    return Share(
        mean, max(0.0, middle - half) if mean else 0.0, min(1.0, middle + half) if mean < 1 else 1.0, total
    )


class Standings:
    """Everything a tournament's games say. The rounds are given in order; a figure is computed when asked
    for."""

    def __init__(self, bots: Sequence[str], sides: int, rounds: Sequence[Sequence[Played]]) -> None:
        self.bots = tuple(bots)
        self.sides = sides
        self.rounds = len(rounds)
        self._games = [game for games in rounds for game in games]
        self._round = np.repeat(np.arange(len(rounds)), [len(games) for games in rounds])
        self._lines = np.array([g.line for g in self._games], np.int64).reshape(-1, sides)
        self._shares = np.array([g.shares for g in self._games], np.float64).reshape(-1, sides)

    @property
    def games(self) -> int:
        """How many games have counted so far."""
        return len(self._games)

    @property
    def fair(self) -> float:
        """What a seat wins among equals."""
        return 1 / self.sides

    def share(self, bot: int) -> Share | None:
        """What this bot won for each side that it played."""
        mine = self._lines == bot
        return self._ratio((self._shares * mine).sum(axis=1), mine.sum(axis=1))

    def against(self, bot: int, other: int, decided: bool = False) -> Share | None:
        """Of what the two won at the tables where both sat, what was this bot's, for each side they played.

        With `decided`, only of the games that one side won alone.
        """
        mine, theirs = self._lines == bot, self._lines == other
        seats, rivals = mine.sum(axis=1), theirs.sum(axis=1)
        met = (seats > 0) & (rivals > 0)
        if decided:
            met &= self._decided
        own = np.where(met, (self._shares * mine).sum(axis=1) / np.maximum(seats, 1), 0.0)
        other_won = np.where(met, (self._shares * theirs).sum(axis=1) / np.maximum(rivals, 1), 0.0)
        return self._ratio(own, own + other_won)

    def seat(self, side: int, bot: int | None = None) -> Share | None:
        """What was won from this side's chairs, by all bots or by one."""
        there = np.ones(self.games) if bot is None else (self._lines[:, side] == bot).astype(np.float64)
        return self._ratio(self._shares[:, side] * there, there)

    @property
    def decided(self) -> Share | None:
        """How many games had one winner."""
        return self._ratio(self._decided.astype(np.float64), np.ones(self.games))

    @cached_property
    def lengths(self) -> Lengths:
        """How many decisions games took."""
        return Lengths(tuple(np.bincount([g.decisions for g in self._games]).tolist()))

    @cached_property
    def rolls(self) -> Lengths:
        """How many times dice were thrown or cards drawn in a game."""
        return Lengths(tuple(np.bincount([g.rolls for g in self._games]).tolist()))

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """By bot, from the first games of the tournament in their order."""
        return rate(len(self.bots), self._games[:RATED])

    @property
    def worth(self) -> float | None:
        """How many games without shared dice each game was worth, for telling the first bot from the
        others."""
        found = self.share(0)
        if found is None or not 0 < found.mean < 1 or self.rounds < 2 or len(self.bots) < 2:
            return None
        mine = self._lines == 0
        won, seats = (self._shares * mine).sum(axis=1), mine.sum(axis=1)
        alone = float(((won - found.mean * seats) ** 2).sum())
        together = float((self._by_round(won - found.mean * seats) ** 2).sum())
        return alone / together if together > 1e-12 else None

    @cached_property
    def _decided(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self._shares.max(axis=1, initial=0.0) == 1.0)

    def _ratio(self, won: npt.NDArray[np.float64], possible: npt.NDArray[np.float64]) -> Share | None:
        return share(self._by_round(won), self._by_round(possible))

    def _by_round(self, values: npt.NDArray[np.float64]) -> Numbers:
        return np.asarray(np.bincount(self._round, values, minlength=self.rounds), np.float64)


def rate(bots: int, games: Sequence[Played]) -> tuple[Rating, ...]:
    """Ratings after these games. Bots do not learn from game to game, so that uncertainty only ever shrinks.

    A bot that plays several sides of a table is changed by all of them, as if they were one after the other.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise MissingExtra("openskill", "arena") from error
    model = PlackettLuce(tau=0.0)
    start = model.rating()
    known = [(float(start.mu), float(start.sigma)) for _ in range(bots)]
    for game in games:
        if len(set(game.line)) == 1:
            continue
        teams = [[model.create_rating(list(known[bot]))] for bot in game.line]
        after = model.rate(teams, scores=list(game.shares))
        for bot in set(game.line):
            own = [after[side][0] for side, one in enumerate(game.line) if one == bot]
            mean, deviation = known[bot]
            known[bot] = (
                mean + sum(r.mu - mean for r in own),
                deviation * math.prod(r.sigma / deviation for r in own),
            )
    return tuple(Rating(*one) for one in known)


def pace(times: Mapping[int, int]) -> Pace | None:
    """From how many moves took how many steps of the scale."""
    moves = sum(times.values())
    if not moves:
        return None

    def at(part: float) -> float:
        below = 0
        for step in sorted(times):
            below += times[step]
            if below >= part * moves:
                return seconds_of(step)
        raise AssertionError

    return Pace(moves, at(0.5), at(0.99))


def add_times(total: dict[int, Counter[int]], more: Mapping[int, Mapping[int, int]]) -> None:
    """Adds counts of thinking times to the running total, bot by bot."""
    for bot, counts in more.items():
        total.setdefault(bot, Counter()).update(counts)
