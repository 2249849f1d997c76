#!/usr/bin/env python3
"""Two commits side by side: random games and batched steps, in turns in one run.

    python3 benchmarks/commits.py 05388cd                   # that commit and this working tree
    python3 benchmarks/commits.py 05388cd HEAD --game tritrac --rounds 41
    python3 benchmarks/commits.py 05388cd --make-ptx DIR    # code of both for a GPU, where Numba is
    python3 benchmarks/commits.py --ptx DIR                 # compares it, where CuPy and a GPU are

Each commit is unpacked into a folder of its own and runs in a process of its own, with this environment's
packages; another process has compiled for it. Short rounds take turns: random games (nodes per second) and
batched steps (positions per second, actions chosen outside the clock), for the fewest and the most players. A
ratio is the median of the rounds' ratios, each of two rounds side by side: whatever else the machine does
meanwhile disturbs both alike. Rates are per second of processor time, one thread.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from places import fill, table

ROOT = Path(__file__).resolve().parents[1]
ROUND, BATCH, STEPS = 0.15, 512, 32  # seconds of a round; games at once; steps between two looks at the clock

# What a commit's own process does. It knows nothing but what both commits have.
WORKER = """
import json, sys, time
import parlour
from parlour.rules import run

def rate(work, least):
    done = took = 0
    while took < least:
        did, time_taken = work()
        done, took = done + did, took + time_taken
    return done / took

def racers(name, players, options, settled, batch, steps):
    game = parlour.load(name)
    start = game.new(players, options)
    form = game.settled(start) if settled else game.compiled
    seeds = iter(range(10**9))
    def playouts():
        began = time.process_time()
        nodes = run.playouts(game, start, games=200, seed=next(seeds), threads=1, form=form).nodes
        return nodes, time.process_time() - began
    many = run.Batch(game, batch, start, form=form)
    def stepping():
        took = 0
        for _ in range(steps):
            actions = many.random_actions().copy()
            began = time.process_time()
            many.step(actions)
            took += time.process_time() - began
        return steps * batch, took
    playouts(); stepping()
    return playouts, stepping

kept = {}
for line in sys.stdin:
    *what, which, least = json.loads(line)
    key = json.dumps(what)
    if key not in kept:
        kept.clear()
        kept[key] = racers(*what)
    print(json.dumps(rate(kept[key][which], least)), flush=True)
"""


class Side:
    """One commit, in a process of its own."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self._surroundings = {"PYTHONPATH": str(folder / "src"), "PARLOUR_CACHE": str(cache)}
        self._process: Any = None

    def restart(self) -> None:
        """Begin anew: a process that has compiled runs more slowly than one that loads what another made."""
        self.close()
        command, pipe, env = [sys.executable, "-c", WORKER], subprocess.PIPE, os.environ | self._surroundings
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=env)

    def ask(self, *what: Any) -> float:
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("One of the two could not run; its own words stand above.")
        return float(json.loads(answer))

    def close(self) -> None:
        if self._process is not None:
            self._process.stdin.close()
            self._process.wait()
            self._process = None


def unpack(commit: str, folder: Path) -> Path:
    """The files of a commit, without its history."""
    data = subprocess.run(
        ["git", "archive", commit, "src", "benchmarks"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def compare(sides: list[Side], what: tuple[Any, ...], rounds: int) -> list[tuple[float, ...]]:
    """For playouts and for steps: the old rate, the new one, and the median of the neighbours' ratios."""
    for side in sides:
        side.restart()
        side.ask(*what, 0, 0.01)  # compiles, if need be
        side.restart()
        side.ask(*what, 0, 0.01)
    found: list[tuple[float, ...]] = []
    for which in (0, 1):
        rates: list[list[float]] = [[], []]
        for number in range(rounds):
            for i in (0, 1) if number % 2 else (1, 0):
                rates[i].append(sides[i].ask(*what, which, ROUND))
        ratios = [new / old for old, new in zip(*rates, strict=True)]
        found.append((*(statistics.median(one) for one in rates), statistics.median(ratios)))
    return found


def on_the_processor(chosen: argparse.Namespace) -> None:
    sys.path.insert(0, str(ROOT / "src"))
    import parlour

    with tempfile.TemporaryDirectory() as place:
        folders = [unpack(chosen.old, Path(place) / "old")]
        folders.append(unpack(chosen.new, Path(place) / "new") if chosen.new else ROOT)
        cache = Path(chosen.cache or Path(place) / "cache")
        sides = [Side(folder, cache) for folder in folders]
        heads = ["", "playouts, old", "new", "ratio", "batched steps, old", "new", "ratio"]
        rows, options = [], dict(one.split("=", 1) for one in chosen.option)
        print(f"| {' | '.join(heads)} |", flush=True)
        for name in chosen.game or parlour.names():
            seats = parlour.load(name).rules.SEATS
            for players in sorted({min(seats), max(seats)}):
                for settled in (False, True) if chosen.settled else (False,):
                    what = name, players, options, settled, BATCH, STEPS
                    row = [f"{name} {players}{', settled' if settled else ''}"]
                    for old, new, ratio in compare(sides, what, chosen.rounds):
                        row += [f"{old / 1e6:.2f}", f"{new / 1e6:.2f}", f"{ratio:.3f}"]
                    rows.append(row)
                    print(f"| {' | '.join(row)} |", flush=True)
        for side in sides:
            side.close()
    if chosen.write:
        fill("commits", table(heads, rows))


# ---------------------------------------------------------------- on a GPU


def make_code(chosen: argparse.Namespace) -> None:
    """Both commits with their code for a GPU, and what must come out, in one folder that can be carried."""
    games = [word for name in chosen.game or () for word in ("--game", name)]
    for label, commit in (("old", chosen.old), ("new", chosen.new or "HEAD")):
        folder = unpack(commit, chosen.make_ptx / label)
        command = [sys.executable, "benchmarks/gpu.py", "--make-ptx", "ptx", *games]
        subprocess.run(command, cwd=folder, check=True)


def on_the_gpu(folder: Path, rounds: int, names: list[str] | None, write: Path | None) -> int:
    """Bit for bit against the processor, then times in turns: the best of each counts."""
    games = [word for name in names or () for word in ("--game", name)]
    best: dict[str, dict[str, float]] = {"old": {}, "new": {}}
    same = True

    def ask(label: str, *words: str) -> bool:
        command = [sys.executable, "benchmarks/gpu.py", "--ptx", "ptx", *games, *words]
        return subprocess.run(command, cwd=folder / label).returncode == 0

    for label in best:
        print(f"{label}:", flush=True)
        same = ask(label, "--only", "compare") and same
    with tempfile.TemporaryDirectory() as place:
        for _ in range(rounds):
            for label, found in best.items():
                file = Path(place) / "times.json"
                if not ask(label, "--only", "times", "--quick", "--json", str(file)):
                    raise SystemExit("One of the two could not run; its own words stand above.")
                for row in json.loads(file.read_text())["rows"]:
                    key = f"{row['game']}, {row['what']}"
                    found[key] = max(found.get(key, 0.0), row["decisions_per_s"])
    rows = []
    for key, old in best["old"].items():
        new = best["new"][key]
        rows.append([key, f"{old / 1e6:.0f}", f"{new / 1e6:.0f}", f"{new / old:.3f}"])
    text = table(["M decisions/s", "old", "new", "ratio"], rows)
    print(text, flush=True)
    if write:
        write.write_text(text + "\n")
    return 0 if same else 1


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", nargs="?", help="the commit that is the measure")
    parser.add_argument("new", nargs="?", help="the commit that is measured; without it the working tree")
    parser.add_argument("--game", action="append", help="only this one (may be given again)")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--settled", action="store_true", help="also forms for one set of house rules")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    parser.add_argument("--cache", help="keep what was compiled in this folder")
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument("--make-ptx", type=Path, metavar="DIR")
    parser.add_argument("--ptx", type=Path, metavar="DIR")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the GPU's table, as a file")
    chosen = parser.parse_args()
    if chosen.ptx:
        return on_the_gpu(chosen.ptx.resolve(), min(chosen.rounds, 5), chosen.game, chosen.out)
    if not chosen.old:
        parser.error("which commit is the measure?")
    if chosen.make_ptx:
        make_code(chosen)
    else:
        on_the_processor(chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
