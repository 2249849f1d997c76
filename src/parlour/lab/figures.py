"""Figures that come with a game: what each single house rule does, measured once and kept in its folder.

`python -m parlour.lab.figures GAME` makes figures.json: every choice of every house rule beside the printed
rules, in random games that share their dice. What is kept says when, with which seed and how many games; and
how the first of them went, by which anybody can see whether the rules are still the same.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import Any

import numpy as np

from parlour.games import load
from parlour.lab import counting
from parlour.lab.comparing import Snapshot, sharpen
from parlour.lab.playing import Table
from parlour.lab.question import MOST_SETS, Question
from parlour.lab.shipped import FILE
from parlour.rules.game import Game
from parlour.rules.kit import Option

GAMES = 20_000
KEPT = ("length", "first", "decisiveness")  # measures that people ask about at a table


def make(game: Game, games: int = GAMES, seed: int = 0) -> dict[str, Any]:
    """Measure every choice of every house rule, one at a time."""
    found: dict[str, Any] = {}
    for players, group in _alike(game).items():
        for first in range(0, len(group), MOST_SETS - 1):
            some = group[first : first + MOST_SETS - 1]
            rules = [f"{option.name}={choice}" for option, choice in some]
            asked = Question.of(game.id, ["", *rules], players, games=games, seed=seed, watched=0)
            *_, last = sharpen(asked)
            for i, name in enumerate(rules, 1):
                about = {"players": players, "first_game": first_game(asked.tables()[i])}
                found[name] = about | differences(last, i)
    return {
        "made": datetime.now(UTC).date().isoformat(),
        "games": games,
        "seed": seed,
        "bots": "random",
        "options": dict(sorted(found.items())),
    }


def _alike(game: Game) -> dict[int, list[tuple[Option, str]]]:
    """Every choice that is not printed, by the number of players it is measured with: the most it is for.
    Seats and teams change who plays, which is nothing to compare."""
    found: dict[int, list[tuple[Option, str]]] = {}
    for option in game.options:
        for choice in option.choices[1:]:
            players = max(option.players.get(choice, game.rules.SEATS))
            printed, other = game.new(players), game.new(players, {option.name: choice})
            sides = [[game.plain.side(p, chair) for chair in range(game.chairs)] for p in (printed, other)]
            if sides[0] == sides[1]:
                found.setdefault(players, []).append((option, choice))
    return found


def first_game(table: Table) -> list[int]:
    """Decisions, rolls, and ways at all decisions of the first game: rules that were changed show in it."""
    row = table.count(np.zeros(1, np.int64), plain=True).counts[0]
    return [int(row[i]) for i in (counting.DECISIONS, counting.ROLLS, counting.WAYS)]


def differences(found: Snapshot, which: int) -> dict[str, Any]:
    """What a set changes against the first, of the measures that people ask about: value, low and high."""
    kept: dict[str, Any] = {}
    for row in found.rows:
        base, apart = row.figures[0], row.differences[which]
        if row.measure.name in KEPT and base is not None and apart is not None:
            whole = base.value if row.measure.kind == "count" and base.value else 1.0
            kept[row.measure.name] = [round(v / whole, 5) for v in (apart.value, apart.low, apart.high)]
    return kept


if __name__ == "__main__":
    for name in sys.argv[1:]:
        one = load(name)
        (one.folder / FILE).write_text(json.dumps(make(one), indent=1) + "\n", "utf-8")
