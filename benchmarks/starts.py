#!/usr/bin/env python3
"""How long until the first game, and until a thousand: in a new process, with an empty cache and a full one.

    python3 benchmarks/starts.py              # all games
    python3 benchmarks/starts.py --write      # and put the table into docs/performance.md

Seconds of processor time from the very start of the process, one thread, random games by the printed rules.
The first game is played in plain Python, a thousand are compiled first where the cache is empty.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
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
HEADS = ("", "bytes a position", "cold first game", "cold thousand", "warm first game", "warm thousand")


def times(game: str, cache: str) -> list[float]:
    """Seconds until the first game and until the thousandth."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    surroundings = os.environ | {"PYTHONPATH": path, "PARLOUR_CACHE": cache}
    command = [sys.executable, "-c", PROGRAM, game]
    return [float(t) for t in subprocess.check_output(command, env=surroundings, text=True).split()]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    chosen = parser.parse_args()
    rows = []
    for name in parlour.names():
        game = parlour.load(name)
        with tempfile.TemporaryDirectory() as cache:
            cold, warm = times(name, cache), times(name, cache)
        figures = [f"{seconds:.1f}" for seconds in (*cold, *warm)]
        rows.append([str(game.words.TITLE), str(game.rules.State.itemsize), *figures])
    day = time.strftime("%d %B %Y", time.gmtime())
    text = f"Measured on {day}: {bench.machine()}.\n\n{table(HEADS, rows)}"
    print(text)
    if chosen.write:
        fill("starts", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
