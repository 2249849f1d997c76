"""Every world that a seat cannot tell from the true one, with its exact probability.

All histories of so many steps are played: chance by its odds, decisions all alike. Those that leave
a seat with the same view are the worlds it must reckon with; that is what `guess` samples from.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np

import parlour
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position

Worlds = dict[bytes, Fraction]  # whole positions, and how likely each is


def histories(game: parlour.Game, start: Position, steps: int) -> Worlds:
    """Where so many steps from `start` can lead."""
    worlds: Worlds = {start.to_bytes(): Fraction(1)}
    for _ in range(steps):
        later: Worlds = defaultdict(Fraction)
        for data, likely in worlds.items():
            position = Position.from_bytes(game.rules.State, data)
            for action, odds in actions(game, position):
                after = position.copy()
                game.plain.apply(after, action)
                later[after.to_bytes()] += likely * odds
        worlds = dict(later)
    return worlds


def actions(game: parlour.Game, position: Position) -> list[tuple[int, Fraction]]:
    """What can happen, and how likely it is."""
    who = game.plain.actor(position)
    if who == OVER:
        return []
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    listed = out[: game.plain.legal(position, out)].tolist()
    if who != CHANCE:
        return [(action, Fraction(1, len(listed))) for action in listed]
    odds = out[: game.plain.weights(position, out)].tolist()
    return [(action, Fraction(n, sum(odds))) for action, n in zip(listed, odds, strict=True)]


def by_view(game: parlour.Game, worlds: Worlds, seat: int) -> dict[bytes, Worlds]:
    """The worlds by what the seat sees of them; within each view the probabilities sum to 1."""
    seen: dict[bytes, Worlds] = defaultdict(dict)
    for data, likely in worlds.items():
        view = Position.from_bytes(game.rules.State, data)
        game.plain.hide(view, seat)
        seen[view.to_bytes()][data] = likely
    return {
        view: {data: likely / sum(group.values()) for data, likely in group.items()}
        for view, group in seen.items()
    }


def surprise(game: parlour.Game, view: bytes, worlds: Worlds, seat: int, samples: int, seed: int) -> float:
    """How far guesses stray from the true odds: chi-squared, in standard deviations from its mean.

    A guess that cannot be is an error at once.
    """
    stream = np.array([seed], np.uint64)
    counts = dict.fromkeys(worlds, 0)
    for _ in range(samples):
        guessed = Position.from_bytes(game.rules.State, view)
        game.plain.guess(guessed, seat, stream)
        counts[guessed.to_bytes()] += 1  # a KeyError here is a world that cannot be
    expected = {data: float(likely) * samples for data, likely in worlds.items()}
    squared = sum((counts[data] - expected[data]) ** 2 / expected[data] for data in worlds)
    free = len(worlds) - 1
    return float((squared - free) / (2 * free) ** 0.5) if free else 0.0
