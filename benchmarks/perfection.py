#!/usr/bin/env python3
"""How far each level is from perfection: its mean loss a decision where the exact values are known.

    python benchmarks/perfection.py --make parcheesi          solve the test set anew and keep it
    python benchmarks/perfection.py --write                   measure every level and put it into docs/bots.md
    python benchmarks/perfection.py tritrac --bots 5,careful  some bots on one game's

The sets lie in benchmarks/solved: endgames of Parcheesi and Pollyanna with several pawns on the way, battles
and last turns of Doubles Wild, late positions of Tri-Trac, and Doubletrack's auctions that decide the game. A
loss is the value of the best action less that of the one played, in hundredths of a win, as gnubg counts
errors; in a battle of Doubles Wild it is the battle that is won.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np
from solved import rows as kept
from solved.rows import Row

import parlour
from parlour.bots import Bot, make
from parlour.bots.bot import forget, split
from parlour.bots.levels import levels
from parlour.rules.game import Game, once
from parlour.table import views

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- perfection: begin -->", "<!-- perfection: end -->"
MAKERS = {
    "parcheesi": "solved.races",
    "pollyanna": "solved.races",
    "doubleswild": "solved.wild",
    "tritrac": "solved.tiles",
    "doubletrack": "solved.sales",
}
QUICK, SLOW = 8, 1  # seeds a decision, of bots that answer at once and of those that search,
FEW = 60  # and the decisions of a kind that the latter are asked
Z = 1.96


def asked(game: Game, row: Row, spec: str, seeds: int) -> Iterator[float]:
    """What this bot gives away here, by each of its seeds."""
    bot = _made(game, spec)
    seen = views.view(game, row.position, row.seat)
    for seed in range(seeds):
        forget(bot)
        yield row.loss(bot.think(seen, row.seat, seconds=None, seed=seed).action)


@once
def _made(game: Game, spec: str) -> Bot:
    bot = make(spec, game)
    bot.warm()
    return bot


class Measured(NamedTuple):
    """What a bot gives away at decisions of a kind."""

    loss: float  # a decision, in hundredths of a win
    error: float  # of that, at 95 %
    best: float  # how often it plays what is best
    decisions: int


def measured(game: Game, spec: str, rows: list[Row], seeds: int, few: int = 1 << 30) -> dict[str, Measured]:
    """By kind of decision, of which so many are asked that lie evenly."""
    found = {}
    for about in dict.fromkeys(row.about for row in rows):
        some = [row for row in rows if row.about == about]
        some = [some[i * len(some) // min(few, len(some))] for i in range(min(few, len(some)))]
        losses = np.array([list(asked(game, row, spec, seeds)) for row in some])
        means = 100 * losses.mean(axis=1)
        error = Z * means.std(ddof=1) / len(means) ** 0.5
        found[about] = Measured(float(means.mean()), float(error), float((losses < 1e-6).mean()), len(some))
    return found


def table(game: Game, specs: list[str], rows: list[Row], seeds: int | None) -> str:
    """A game's table: a row for each bot, a column for each kind of decision."""
    heads = list(dict.fromkeys(row.about for row in rows))
    known = {str(one.number): one.spec for one in levels(game)}
    lines = [f"### {game.words.TITLE}: distance to perfection", "", f"| bot | {' | '.join(heads)} |"]
    lines.append("|---" * (len(heads) + 1) + "|")
    for spec in specs:
        slow = any(kind in known.get(spec, spec) for kind in ("search", "alphabeta"))
        found = measured(game, spec, rows, seeds or (SLOW if slow else QUICK), FEW if slow else 1 << 30)
        cells = [
            f"{one.loss:.2f} ± {one.error:.2f}, best {100 * one.best:.0f} % of {one.decisions}"
            for one in found.values()
        ]
        lines.append(f"| {'level ' if spec.isdecimal() else ''}{spec} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    return "\n".join([*lines, ""])


def write(text: dict[str, str]) -> None:
    """Put each game's table in the place of the one before."""
    document = DOCUMENT.read_text("utf-8")
    before, _, rest = document.partition(BEGIN)
    old, _, after = rest.partition(END)
    tables = {part.split("\n", 1)[0]: part for part in old.split("### ") if part.strip()}
    for part in text.values():
        body = part.removeprefix("### ")
        tables[body.split("\n", 1)[0]] = body
    inside = "\n".join(f"### {tables[name].strip()}\n" for name in sorted(tables))
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{inside}\n{END}{after}", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", choices=[*MAKERS, []], help="all unless told")
    parser.add_argument("--make", action="store_true", help="solve the test sets anew")
    parser.add_argument("--bots", help="specs, separated by commas (random, and every level)")
    parser.add_argument("--seeds", type=int, help=f"a decision ({QUICK}; {SLOW} of a bot that searches)")
    parser.add_argument("--seed", type=int, default=1, help="by which positions are drawn, with --make")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/bots.md")
    given = parser.parse_args()
    text = {}
    for name in given.games or MAKERS:
        game = parlour.load(name)
        if given.make:
            file = kept.write(game, import_module(MAKERS[name]).rows(name, given.seed))
            print(f"{file.name}: {file.stat().st_size:,} bytes")
            continue
        specs = split(given.bots) if given.bots else ["random", *(str(one.number) for one in levels(game))]
        text[name] = table(game, specs, kept.read(game), given.seeds)
    if given.write:
        write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
