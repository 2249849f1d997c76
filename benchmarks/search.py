#!/usr/bin/env python3
"""Tree search, ours beside OpenSpiel's MCTS in C++ on the games nearest to ours, in one run on one core.

A simulation is the same to both: from the root down to a position that is new to the tree, which is added and
judged. By random games to the end, as OpenSpiel does, like is compared with like; the other rows show our
search as our bots use it, which judges what follows every action of a new node instead. Both search from
positions of random games in which there is a choice, in every round from others. Rates are per second of
processor time; each side has its turn in every round, and the table shows the median of them and the range.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

EXAMPLE = """examples:
  python3 benchmarks/search.py
  python3 benchmarks/search.py --rounds 3 --simulations 500 --json results.json"""
PEERS = ("maedn(players=4,twoPlayersOpposite=false)", "backgammon")
OURS = (
    *(("parcheesi", 4), ("parcheesi", 2), ("pollyanna", 4), ("pollyanna", 2)),
    *(("doubleswild", 4), ("doubleswild", 2), ("doubletrack", 4), ("tritrac", 2)),
)
AHEAD = 40  # decisions that are played at random before a search
CHOICES = 2  # actions there must be: OpenSpiel does not search where there is no choice
EXPLORE = 1.4


@dataclass
class Line:
    """One row of the table: simulations per second in each round."""

    name: str
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


class Theirs:
    """OpenSpiel's own search in C++, with its own random games."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self.game = pyspiel.load_game(name)
        self.line = Line(f"OpenSpiel {name.partition('(')[0]}, C++, random games")

    def round(self, number: int, simulations: int) -> None:
        import pyspiel

        state, chooser = self.game.new_initial_state(), np.random.default_rng(number)
        decisions = 0
        while decisions < AHEAD or state.is_chance_node() or len(state.legal_actions()) < CHOICES:
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(chooser.choice(outcomes, p=odds)))
            else:
                state.apply_action(int(chooser.choice(state.legal_actions())))
                decisions += 1
        judge = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(self.game, judge, EXPLORE, simulations, 1000, False, number, False)
        begun = time.process_time()
        bot.mcts_search(state)
        self.line.rates.append(simulations / (time.process_time() - begun))


class Ours:
    """Our search, judging in one of its ways."""

    def __init__(self, name: str, players: int, judge: str) -> None:
        import parlour
        from parlour.arena import bench
        from parlour.bots import search, search_tree
        from parlour.bots.binding import bound

        self.game, self.players = parlour.load(name), players
        self.tools = bound(self.game, search_tree)
        self.mind = search.judgement(self.tools, judge)
        search.Search(self.tools, self.mind).warm()
        words = {"playouts": "random games", "careful": "considerations", "learned": "network"}
        self.line = Line(f"{bench.called(self.game, players)}, {words[judge]}")

    def round(self, number: int, simulations: int) -> None:
        from parlour.bots.search import Search
        from parlour.rules import kit
        from parlour.table.views import view

        rules, now = self.game.plain, self.game.new(self.players)
        stream, out = np.zeros(1, np.uint64), np.zeros(rules.MAX_ACTIONS, np.int64)
        kit.start_stream(stream, number, 0)
        decisions = 0
        while decisions < AHEAD or rules.actor(now) == kit.CHANCE or rules.choices(now, out) < CHOICES:
            decisions += rules.actor(now) >= 0
            rules.apply(now, rules.random_action(now, rules.actor(now), out, stream))
        seat = int(rules.actor(now))
        bot, seen = Search(self.tools, self.mind, simulations), view(self.game, now, seat)
        begun = time.process_time()
        bot.search(seen, seat, seconds=None, seed=number)
        self.line.rates.append(simulations / (time.process_time() - begun))


def main() -> int:
    arguments = _arguments()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    try:
        peers = [Theirs(name) for name in PEERS]
    except ModuleNotFoundError:
        print("This compares with OpenSpiel: pip install 'parlour[openspiel]'", file=sys.stderr)
        return 1
    rows = _measure(peers, arguments)
    report = _report(rows, arguments.simulations)
    print(report)
    if arguments.write:
        from places import fill

        fill("search", report)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=_positive, default=7, help="how often each side has its turn (7)")
    parser.add_argument("--simulations", type=_positive, default=2000, help="in each search (2000)")
    parser.add_argument("--game", choices=sorted({game for game, _ in OURS}), help="only this one of ours")
    parser.add_argument("--json", metavar="FILE", help="write all numbers there too")
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    given = parser.parse_args()
    if given.write and given.game:
        parser.error("--write needs all games; leave out --game")
    return given


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return int(text)


def _measure(peers: list[Theirs], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    import parlour
    from parlour.bots import learned

    ours: list[Ours] = []
    for name, players in OURS:
        if arguments.game in (None, name):
            print(f"making ready: {name} ...", file=sys.stderr, flush=True)
            judges = ["playouts", "careful"] + ["learned"] * learned.is_trained(parlour.load(name))
            ours += [Ours(name, players, judge) for judge in judges]
    sides: list[Theirs | Ours] = [*peers, *ours]
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds} ...", file=sys.stderr, flush=True)
        for side in sides:
            side.round(number, arguments.simulations)
    return [
        {
            "name": side.line.name,
            "simulations/s": side.line.rate,
            "rates": side.line.rates,
            "ratios": {peer.line.name: side.line.rate / peer.line.rate for peer in peers},
        }
        for side in sides
    ]


def _report(rows: list[dict[str, Any]], simulations: int) -> str:
    from places import table

    from parlour.arena import bench

    short = [name.partition("(")[0] for name in PEERS]
    cells = [
        [
            row["name"],
            f"{row['simulations/s']:,.0f}",
            f"{min(row['rates']):,.0f}–{max(row['rates']):,.0f}",
            *(f"{ratio:.1f}" for ratio in row["ratios"].values()),
        ]
        for row in rows
    ]
    heads = ["", "simulations/s", "range", *(f"× {name}" for name in short)]
    rounds = len(rows[0]["rates"])
    about = f"{bench.machine()}; {rounds} rounds of {simulations:,} simulations, each from another position."
    return f"{about}\n\n{table(heads, cells)}"


if __name__ == "__main__":
    sys.exit(main())
