"""Running sums of paired games, and what they say: figures, differences, and how sure both are.

Of every measure each game gives two numbers under each set of rules, a part and a whole: captures and 1, or
choices that mattered and choices. The figure is the sum of the parts over the sum of the wholes. What is kept
is the sum of these numbers and of their products, however many games there are; the error of a figure, and of
a difference between two sets that played the same numbers of games, follows from them (delta method).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from parlour.arena.simulate import Z

POWER = 0.841621  # how many deviations beyond the interval: a difference is then seen 4 times in 5
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Figure:
    """A figure; the true one lies in low .. high, 95 times in 100."""

    value: float
    low: float
    high: float
    games: int

    @property
    def half(self) -> float:
        """Half the width of the interval: how far the figure may be off."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Difference:
    """What a set of rules changes against the first, from games paired by their dice."""

    value: float
    low: float
    high: float
    games: int
    deviation: float  # of one game's difference

    @property
    def seen(self) -> bool:
        """Is it surely a difference?"""
        return self.low > 0 or self.high < 0

    def games_for(self, size: float) -> int | None:
        """So many games would show a difference of this size, 4 times in 5; None where nothing varies."""
        if not 0 < self.deviation < math.inf or size <= 0:
            return None
        return math.ceil(((Z + POWER) * self.deviation / size) ** 2)


class Sums:
    """The sums of one measure over all games so far, for so many sets of rules."""

    def __init__(self, sets: int, share: bool) -> None:
        self.sets = sets
        self.share = share  # is the figure a part of 1?
        self.games = 0
        self._mean = np.zeros(2 * sets)
        self._cross = np.zeros((2 * sets, 2 * sets))  # of what is left without the mean (Welford)

    def add(self, parts: Numbers, wholes: Numbers) -> None:
        """Games more: parts[game, set] and wholes[game, set]."""
        rows = np.concatenate([parts, wholes], axis=1).astype(np.float64)
        n, before = len(rows), self.games
        if n == 0:
            return
        mean = rows.mean(axis=0)
        apart = mean - self._mean
        self.games += n
        self._cross += (rows - mean).T @ (rows - mean) + np.outer(apart, apart) * before * n / self.games
        self._mean += apart * n / self.games

    def figure(self, which: int) -> Figure | None:
        """The figure under one set of rules; None where no game had anything to count."""
        whole = self._mean[self.sets + which]
        if not self.games or whole <= 0:
            return None
        value = float(self._mean[which] / whole)
        error = self._error(self._slope(which))
        low, high = self._wilson(value, error) if self.share else self._usual(value, error)
        return Figure(value, low, high, self.games)

    def difference(self, which: int, other: int = 0) -> Difference | None:
        """The figure under one set less that under another."""
        a, b = self.figure(which), self.figure(other)
        if a is None or b is None:
            return None
        deviation = self._error(self._slope(which) - self._slope(other)) * math.sqrt(self.games)
        alike = self._correlation(which, other)
        # Each interval's own arms, put together as the two figures vary together (Zou and Donner 2008): the
        # usual paired interval where the arms are even, and still right close to 0 and 1.
        down, up = (a.value - a.low, b.high - b.value), (a.high - a.value, b.value - b.low)
        value = a.value - b.value
        low, high = value - _arm(*down, alike), value + _arm(*up, alike)
        return Difference(value, low, high, self.games, deviation)

    # ------------------------------------------------------------ errors

    def _slope(self, which: int) -> Numbers:
        """How the figure changes with each of the sums."""
        slope = np.zeros(2 * self.sets)
        whole = self._mean[self.sets + which]
        slope[which] = 1 / whole
        slope[self.sets + which] = -self._mean[which] / whole**2
        return slope

    def _error(self, slope: Numbers) -> float:
        if self.games < 2:
            return math.inf
        return math.sqrt(max(float(slope @ self._cross @ slope), 0.0) / (self.games - 1) / self.games)

    def _correlation(self, which: int, other: int) -> float:
        if which == other:
            return 1.0
        a, b = self._slope(which), self._slope(other)
        own = float(a @ self._cross @ a) * float(b @ self._cross @ b)
        return float(np.clip(float(a @ self._cross @ b) / math.sqrt(own), -1, 1)) if own > 0 else 0.0

    def _usual(self, value: float, error: float) -> tuple[float, float]:
        if not math.isfinite(error):
            return -math.inf, math.inf
        wide = Z * (1 + (Z * Z + 1) / (4 * (self.games - 1)))  # nearly Student's, of so few games
        return value - wide * error, value + wide * error

    def _wilson(self, value: float, error: float) -> tuple[float, float]:
        """Within 0 and 1, and honest near them: for as many games as would be that uncertain."""
        weight = float(self.games)
        if 0 < value < 1 and 0 < error < math.inf:
            weight = value * (1 - value) / error**2
        z2 = Z * Z / weight
        middle = (value + z2 / 2) / (1 + z2)
        half = Z / (1 + z2) * math.sqrt(max(value * (1 - value), 0) / weight + z2 / (4 * weight))
        return min(max(0.0, middle - half), value), max(min(1.0, middle + half), value)


def _arm(one: float, other: float, alike: float) -> float:
    if math.isinf(one) or math.isinf(other):
        return math.inf
    return math.sqrt(max(one * one + other * other - 2 * alike * one * other, 0.0))
