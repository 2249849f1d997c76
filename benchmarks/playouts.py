#!/usr/bin/env python3
"""Random play, ours beside the nearest games of OpenSpiel, in one run on one core.

A node is a position visited, chance included, and a choice a decision between two actions or more: the same
counts for both. Rates are per second of
processor time, so that other work on the machine favours nobody. Each side has its turn in
every round; the table shows the median of the rounds and the range. `--write` puts the tables into
docs/performance.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = """examples:
  python3 benchmarks/playouts.py
  python3 benchmarks/playouts.py --rounds 3 --json results.json
  python3 benchmarks/playouts.py --game tritrac
  python3 benchmarks/playouts.py --write"""


@dataclass(frozen=True)
class Group:
    """Games that are held against the same peers; ratios are to the fastest of these."""

    peers: tuple[str, ...]
    ours: tuple[tuple[str, int], ...]  # a game, and for how many players
    loops: tuple[str, ...]  # ways to drive the first peer from Python


GROUPS = [
    Group(
        ("maedn(players=4,twoPlayersOpposite=false)",),
        (
            *(("parcheesi", 4), ("parcheesi", 2), ("pollyanna", 4), ("pollyanna", 2)),
            *(("doubletrack", 4), ("doubletrack", 3)),
        ),
        ("usual with masks", "tight with masks", "tight with masks and observations"),
    ),
    Group(
        ("einstein_wurfelt_nicht",),
        (("doubleswild", 2), ("doubleswild", 4)),
        ("usual with masks", "usual with masks and observations"),
    ),
    Group(("hex", "y"), (("tritrac", 2),), ("tight with masks", "tight with masks and observations")),
]
ROUND = 2_000_000  # nodes that a peer plays in a round

# Compiles what is missing, in a process of its own: code just compiled runs slower than code from the cache.
COMPILE = """
import sys
import parlour
from parlour.rules import run
run.warm(parlour.load(sys.argv[1]))
"""


@dataclass
class Line:
    """One row of the table: nodes per second in each round, and what a game is made of."""

    name: str
    rates: list[float] = field(default_factory=list)
    nodes: float = 0
    decisions: float = 0
    choices: float = 0
    games: float = 0
    known: float = 0  # nodes per game

    @property
    def sees(self) -> bool:
        """Are observations made, and not only masks?"""
        return "observations" in self.name

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def choice_rate(self) -> float:
        return self.rate * self.choices / self.nodes

    @property
    def nodes_per_game(self) -> float:
        return self.nodes / self.games if self.games else self.known

    def add(self, nodes: float, decisions: float, choices: float, games: float, seconds: float) -> None:
        """What a `Turn` holds."""
        self.rates.append(nodes / seconds)
        self.nodes += nodes
        self.decisions += decisions
        self.choices += choices
        self.games += games


def main() -> int:
    arguments = _arguments()
    if not _installed("parlour", "numba"):  # a fresh clone: its own environment first
        sys.path.insert(0, str(ROOT))
        import run

        run.prepare("run")
        return int(run.start([__file__, *sys.argv[1:]]))
    if hasattr(os, "sched_setaffinity"):  # what is started from here stays on this core too
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    from peer import Peer, Trouble
    from places import fill

    try:
        peer = Peer()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    try:
        results = _measure(peer, arguments.rounds, arguments.game)
    finally:
        peer.close()
    print("\n\n".join(_tables(results).values()))
    for sentence in results["wrong"]:
        print(f"WRONG: {sentence}")
    if arguments.write and not results["wrong"]:
        for place, text in _tables(results).items():
            fill(place, text)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return 1 if results["wrong"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=_positive, default=7, help="how often each side has its turn (7)")
    games = sorted({game for group in GROUPS for game, _ in group.ours})
    parser.add_argument("--game", choices=games, help="only this game and its peers")
    parser.add_argument("--json", metavar="FILE", help="write all numbers there too")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    given = parser.parse_args()
    if given.write and given.game:
        parser.error("--write needs all games; leave out --game")
    return given


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return int(text)


def _installed(*names: str) -> bool:
    return all(importlib.util.find_spec(name) for name in names)


# ---------------------------------------------------------------- measuring


def _measure(peer: Any, rounds: int, only: str | None) -> dict[str, Any]:
    groups = [
        Group(g.peers, tuple(o for o in g.ours if only in (None, o[0])), g.loops)
        for g in GROUPS
        if any(only in (None, game) for game, _ in g.ours)
    ]
    for game in dict.fromkeys(game for group in groups for game, _ in group.ours):
        _compile(game)
    return _play(peer, rounds, [_Race(peer, group) for group in groups])


def _play(peer: Any, rounds: int, races: list[_Race]) -> dict[str, Any]:
    import numba
    import numpy as np

    from parlour.arena import bench

    _say("rounds of playing")
    for number in range(rounds):
        for race in races:
            race.round(number)
    lines = [line for race in races for line in race.lines()]
    return {
        "machine": bench.machine(),
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
            "open-spiel": peer.version,
        },
        "rounds": rounds,
        "playouts": [row for race in races for row in race.playouts()],
        "stepping": [row for race in races for row in race.stepping(races)],
        "wrong": [
            f"{line.name}: {line.nodes_per_game:.1f} nodes a game, known are {line.known:.1f}"
            for line in lines
            if abs(line.nodes_per_game / line.known - 1) > 0.05
        ],
    }


class _Race:
    """Our games and their peers, which take turns."""

    def __init__(self, peer: Any, group: Group) -> None:
        from parlour.arena import bench
        from parlour.rules.run import Batch
        from parlour.rules.vector import Vector

        self.peers = [_Rollouts(peer, name) for name in group.peers]
        self.ours = [_Ours(bench.Playouts(_load(game), players)) for game, players in group.ours]
        self.loops = [_Loop(peer, group.peers[0], style) for style in group.loops]
        most = {game: max(n for g, n in group.ours if g == game) for game, _ in group.ours}
        self.batches = [
            _Ours(bench.Stepping(_load(game), players, kind, pick))
            for game, players in most.items()
            for kind, pick in (
                (Batch, None),
                (Vector, None),
                (Vector, bench.by_batch),
                (Vector, bench.by_sample),
                (Vector, bench.by_masks),
            )
        ]

    def round(self, number: int) -> None:
        for player in (*self.peers, *self.ours, *self.loops, *self.batches):
            player.round(number)

    def lines(self) -> list[Line]:
        return [player.line for player in (*self.peers, *self.ours, *self.loops, *self.batches)]

    def playouts(self) -> list[dict[str, Any]]:
        peers = [player.line for player in self.peers]
        return [_row(player.line, peers) for player in (*self.peers, *self.ours)]

    def stepping(self, races: list[_Race]) -> list[dict[str, Any]]:
        """Each beside the fastest loop that shows as much: of the nearest game, and of all."""
        rows = []
        for player in (*self.loops, *self.batches):
            nearest, any_game = (
                [p.line for p in loops if p.line.sees == player.line.sees]
                for loops in (self.loops, [p for race in races for p in race.loops])
            )
            to_all = _row(player.line, any_game)
            row = _row(player.line, nearest) | {"ratio to all": to_all["ratio"]}
            rows.append(row | {"ratio of choices to all": to_all["ratio of choices"]})
        return rows


class _Rollouts:
    """A peer's random games in C++, to their ends."""

    def __init__(self, peer: Any, name: str) -> None:
        from parlour.arena.bench import KNOWN

        self.peer, self.name = peer, name
        short = name.partition("(")[0]
        self.line = Line(f"OpenSpiel {short}, C++ rollouts", known=KNOWN[short])
        self.games = round(ROUND / self.line.known)
        counted = peer.measure(name, "count", self.games, 1)
        self.counts = counted["nodes"], counted["decisions"], counted["choices"]

    def round(self, number: int) -> None:
        asked = self.peer.measure(self.name, "rollouts", self.games, number)
        self.line.add(*self.counts, self.games, asked["seconds"])
        self.line.rates[-1] *= 1 - asked["skipped"] / self.counts[0]  # rollouts begin after the first dice


class _Loop:
    """A peer driven from Python, one call a move."""

    def __init__(self, peer: Any, name: str, style: str) -> None:
        from parlour.arena.bench import KNOWN

        self.peer, self.name, self.style = peer, name, style
        short = name.partition("(")[0]
        self.line = Line(f"OpenSpiel {short}, Python, {style}", known=KNOWN[short])
        self.games = round(ROUND / 15 / self.line.known)

    def round(self, number: int) -> None:
        asked = self.peer.measure(self.name, self.style, self.games, number)
        self.line.add(**asked)


class _Ours:
    """A game of ours, about 0.3 s a round."""

    def __init__(self, entrant: Any) -> None:
        self.entrant = entrant
        self.line = Line(entrant.name, known=entrant.known)
        entrant(entrant.least, 0)
        few = 20 * entrant.least
        self.amount = max(few, round(few * 0.3 / entrant(few, 0).seconds))

    def round(self, number: int) -> None:
        turn = self.entrant(self.amount, number)
        self.line.add(**asdict(turn))


def _load(game: str) -> Any:
    import parlour

    return parlour.load(game)


def _compile(game: str) -> None:
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    _say(f"{game}, which is compiled first where it was not yet")
    subprocess.run([sys.executable, "-c", COMPILE, game], env=os.environ | {"PYTHONPATH": path}, check=True)


def _say(what: str) -> None:
    print(f"measuring: {what} ...", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- the report


def _row(line: Line, peers: list[Line]) -> dict[str, Any]:
    """All numbers; ratios are to the fastest of the peers, in each unit."""
    return asdict(line) | {
        "nodes/s": line.rate,
        "decisions/s": line.rate * line.decisions / line.nodes,
        "choices/s": line.choice_rate,
        "games/s": line.rate / line.nodes_per_game,
        "nodes/game": line.nodes_per_game,
        "ratio": line.rate / max(peer.rate for peer in peers),
        "ratio of choices": line.choice_rate / max(peer.choice_rate for peer in peers),
    }


HEADS = ("", "M nodes/s", "range", "× peer", "M choices/s", "× peer", "games/s", "nodes/game", "known")


def _tables(results: dict[str, Any]) -> dict[str, str]:
    """What goes to each place of the document, as it is printed too."""
    from places import table

    versions = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    day = time.strftime("%d %B %Y", time.gmtime())
    about = f"Measured on {day}: {results['machine']}; {versions}; {results['rounds']} rounds."
    rows = [_cells(row) for row in results["playouts"]]
    found = {"playouts": f"{about}\n\n{table(HEADS, rows)}"}
    rows = [
        [*_cells(row), f"{row['ratio to all']:.1f}", f"{row['ratio of choices to all']:.1f}"]
        for row in results["stepping"]
    ]
    found["stepping"] = table([*HEADS, "nodes × any peer", "choices × any peer"], rows)
    found["goals"] = "\n".join(_goals(results))
    return found


def _goals(results: dict[str, Any]) -> Iterator[str]:
    """Which of our goals are reached, and by whom."""
    ours = [row for row in results["playouts"] if not row["name"].startswith("OpenSpiel")]
    steps = [row for row in results["stepping"] if row["name"].endswith(" games, masks and observations")]
    for unit, key in (("choices", "ratio of choices"), ("nodes", "ratio")):
        yield f"- Random games, five times the {unit} of the nearest peer's C++: " + _split(ours, key, 5)
        goal = f"masks and observations, fifty times the {unit} of"
        yield f"- Stepping with {goal} the nearest peer's loop: " + _split(steps, key, 50)
        yield f"- Stepping with {goal} the fastest loop of all: " + _split(steps, f"{key} to all", 50)


def _split(rows: list[dict[str, Any]], key: str, goal: float) -> str:
    parts = []
    for reached, words in ((True, "reached by"), (False, "not by")):
        names = [f"{r['name'].split(',')[0]} ({r[key]:.1f})" for r in rows if (r[key] >= goal) == reached]
        if names:
            parts.append(f"{words} {', '.join(names)}")
    return "; ".join(parts) + "."


def _cells(row: dict[str, Any]) -> list[str]:
    low, high = min(row["rates"]) / 1e6, max(row["rates"]) / 1e6
    return [
        row["name"],
        f"{row['nodes/s'] / 1e6:.2f}",
        f"{low:.2f}–{high:.2f}",
        f"{row['ratio']:.2f}",
        f"{row['choices/s'] / 1e6:.2f}",
        f"{row['ratio of choices']:.2f}",
        f"{row['games/s']:,.0f}",
        f"{row['nodes/game']:.1f}",
        f"{row['known']:.1f}",
    ]


if __name__ == "__main__":
    sys.exit(main())
