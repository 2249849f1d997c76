#!/usr/bin/env python3
"""How speed grows with threads, with the size of a batch, on a Ray cluster and on a GPU; numbers and plots.

    python3 benchmarks/scaling.py                # measures, writes docs/images/scaling.svg and .json
    python3 benchmarks/scaling.py --seconds 2 --out FOLDER

Wall-clock time here, because that is what more threads buy. The machine should have nothing else to do: its
load at the start is written down with the figures. What a GPU does with more threads comes from a run of
benchmarks/gpu.py on one (docs/images/gpu.json), since most machines have none.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import parlour  # noqa: E402
from parlour.arena import simulate  # noqa: E402
from parlour.rules import run  # noqa: E402
from parlour.rules.vector import Vector  # noqa: E402

SIZES = [4**n for n in range(9)]  # 1 .. 65,536 games stepped together
ROUNDS = 3


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Nodes or decisions a second, the best of a few rounds, each of about so many seconds."""
    amount = 1
    while True:
        begin = time.perf_counter()
        done = work(amount)
        spent = time.perf_counter() - begin
        if spent > seconds / 4:
            break
        amount *= 4
    amount = max(1, int(amount * seconds / spent))
    best = done / spent
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        done = work(amount)
        best = max(best, done / (time.perf_counter() - begin))
    return best


def threads(game: parlour.Game, seconds: float) -> dict[int, float]:
    """Nodes a second of random games on 1, 2, ... threads."""
    found = {}
    for count in range(1, (os.cpu_count() or 1) + 1):
        found[count] = rate(
            lambda n, count=count: run.playouts(game, games=200 * n, threads=count).nodes, seconds
        )
    return found


def batches(game: parlour.Game, seconds: float) -> dict[int, float]:
    """Decisions a second stepped from Python with masks and observations, by the number of games."""
    found = {}
    for size in SIZES:
        games = Vector(game, size, game.new())

        def steps(n: int, games: Vector = games, size: int = size) -> int:
            for _ in range(n):
                games.step(games.random_actions())
            return n * size

        found[size] = rate(steps, seconds)
    return found


def cluster(game: parlour.Game, games: int) -> dict[str, float]:
    """Games a second of one simulation on all cores: by threads, and by a Ray of this machine."""
    import ray

    ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
    found = {}
    try:
        for backend in ("threads", "ray", "threads", "ray"):  # the first of each warms up
            begin = time.perf_counter()
            simulate(game, games=games, seed=1, backend=backend)
            found[backend] = games / (time.perf_counter() - begin)
    finally:
        ray.shutdown()
    return found


def draw(results: dict[str, Any], folder: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "parlour"  # the same numbers give the same file
    import matplotlib.pyplot as plt

    marks = "osD^v"
    gpu_file = ROOT / "docs" / "images" / "gpu.json"
    gpu = json.loads(gpu_file.read_text("utf-8")) if gpu_file.is_file() else {}
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(11, 3.6), layout="constrained")
    for mark, (name, found) in zip(marks, results["games"].items(), strict=False):
        for axes, key in ((left, "threads"), (middle, "batches")):
            axes.plot(
                [int(x) for x in found[key]], [y / 1e6 for y in found[key].values()], marker=mark, label=name
            )
        if name in gpu:
            right.plot(
                [int(x) for x in gpu[name]], [y / 1e6 for y in gpu[name].values()], marker=mark, label=name
            )
    left.set(xlabel="threads", ylabel="million nodes a second", title="Random games", ylim=(0, None))
    left.set_xticks([int(x) for x in next(iter(results["games"].values()))["threads"]])
    middle.set(xscale="log", yscale="log", xlabel="games in a batch", title="Stepped from Python")
    middle.set_ylabel("million decisions a second")
    right.set(xscale="log", yscale="log", xlabel="threads on one H200", title="Random games on a GPU")
    right.set_ylabel("million decisions a second")
    for axes in (left, middle, right):
        axes.grid(alpha=0.3)
    right.legend(fontsize="small")
    figure.savefig(folder / "scaling.svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement, about")
    parser.add_argument("--game", action="append", help="this game only; may be given several times")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--no-ray", action="store_true")
    given = parser.parse_args()
    results: dict[str, Any] = {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores",
        "load": os.getloadavg()[0],
        "games": {},
    }
    for name in given.game or parlour.names():
        game = parlour.load(name)
        run.warm(game)
        found = {"threads": threads(game, given.seconds), "batches": batches(game, given.seconds)}
        results["games"][name] = found
        for key, figures in found.items():
            print(
                f"{name:12} {key:8}",
                "  ".join(f"{n}: {value / 1e6:.2f}" for n, value in figures.items()),
                flush=True,
            )
    if not given.no_ray:
        results["cluster"] = cluster(parlour.load("parcheesi"), 400_000)
        print("parcheesi, games a second:", {k: round(v) for k, v in results["cluster"].items()})
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "scaling.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    draw(results, given.out)


if __name__ == "__main__":
    main()
