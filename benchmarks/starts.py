#!/usr/bin/env python3
"""How long until the first game, and until a thousand: in a new process, with an empty cache and a full one.

    python3 benchmarks/starts.py                     # all games
    python3 benchmarks/starts.py --only sim --rounds 5
    python3 benchmarks/starts.py --write             # and put the tables into docs/performance.md

The first table: seconds of processor time from the very start of the process, one thread, random games by
the printed rules. The first game is played in plain Python, a thousand are compiled first where the cache is
empty. The second: `parlour sim GAME --games 2000` on all cores, by the clock and by processor time. Medians;
Python has its bytecode ready, as it has wherever packages were installed in the usual way.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

if importlib.util.find_spec("parlour") is None and __name__ == "__main__":  # a fresh clone
    sys.path.insert(0, str(ROOT))
    import run as starter

    starter.prepare("run")
    sys.exit(int(starter.start([__file__, *sys.argv[1:]])))

sys.path[:0] = [str(ROOT / "src"), str(Path(__file__).parent)]

from places import fill, table  # noqa: E402

import parlour  # noqa: E402
from parlour.arena import bench  # noqa: E402

PROGRAM = """
import sys, time
import parlour
from parlour.rules import run
game = parlour.load(sys.argv[1])
for games in 1, 1000:
    run.playouts(game, games=games, threads=1)
    print(time.process_time())
"""
Measure = Callable[[str, str, str], list[float]]
HEADS = ("", "bytes a position", "cold first game", "cold thousand", "warm first game", "warm thousand")


SIM_HEADS = ("", "cold, by the clock", "of processors", "warm, by the clock", "of processors")


def surroundings(cache: str, bytecode: str) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": path, "PARLOUR_CACHE": cache, "PYTHONPYCACHEPREFIX": bytecode}


def times(game: str, cache: str, bytecode: str) -> list[float]:
    """Seconds until the first game and until the thousandth."""
    command = [sys.executable, "-c", PROGRAM, game]
    answer = subprocess.check_output(command, env=surroundings(cache, bytecode), text=True)
    return [float(t) for t in answer.split()]


def sim(game: str, cache: str, bytecode: str) -> list[float]:
    """Seconds that the command takes, by the clock and of all processors."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    command = [sys.executable, "-m", "parlour", "sim", game, "--games", "2000"]
    before, began = spent(), time.perf_counter()
    subprocess.run(
        command,
        env=surroundings(cache, bytecode),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return [time.perf_counter() - began, spent() - before]


def cold_and_warm(measure: Measure, game: str, bytecode: str, rounds: int) -> list[float]:
    """What is measured with an empty cache, then with what that left there; medians."""
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            found.append([*measure(game, cache, bytecode), *measure(game, cache, bytecode)])
    return [statistics.median(figures) for figures in zip(*found, strict=True)]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", help="only this one (may be given again)")
    parser.add_argument("--only", choices=("starts", "sim"), help="one of the two tables")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    chosen = parser.parse_args()
    games = [parlour.load(name) for name in chosen.game or parlour.names()]
    day, load = time.strftime("%d %B %Y", time.gmtime()), os.getloadavg()[0]
    where = f"{bench.machine().removesuffix(', one core')}, {os.cpu_count()} cores"
    measured = f"Measured on {day}, load before it {load:.1f}: {where}; rounds: {chosen.rounds}."
    with tempfile.TemporaryDirectory() as bytecode:
        cold_and_warm(sim, games[0].id, bytecode, 1)  # writes the bytecode
        for name, heads, measure in (("starts", HEADS, times), ("sim", SIM_HEADS, sim)):
            if chosen.only not in (None, name):
                continue
            rows = []
            for game in games:
                figures = [f"{s:.1f}" for s in cold_and_warm(measure, game.id, bytecode, chosen.rounds)]
                size = [str(game.rules.State.itemsize)] if measure is times else []
                rows.append([str(game.words.TITLE), *size, *figures])
            text = f"{measured}\n\n{table(heads, rows)}"
            print(text, flush=True)
            if chosen.write:
                fill(name, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
