#!/usr/bin/env python3
"""How speed grows with threads, with the size of a batch, on a Ray cluster and on a GPU; numbers and plots.

    python3 benchmarks/scaling.py                # measures, writes docs/images/scaling.svg and .json
    python3 benchmarks/scaling.py --write        # and the tables of docs/performance.md and docs/scale.md
    python3 benchmarks/scaling.py --draw         # draws what was measured before, measures nothing
    python3 benchmarks/scaling.py --seconds 2 --out FOLDER
    python3 benchmarks/scaling.py --vector       # only make_vec(..., threads=) on all cores; fills its table

Wall-clock time here, because that is what more threads buy. The machine should have nothing else to do: its
load at the start is written down with the figures. What a GPU does with more threads comes from a run of
benchmarks/gpu.py on one (docs/images/gpu.json), since most machines have none.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import numpy as np  # noqa: E402
from places import fill, table  # noqa: E402

import parlour  # noqa: E402
from parlour.arena import simulate  # noqa: E402
from parlour.arena.bench import machine, title  # noqa: E402
from parlour.rules import run  # noqa: E402
from parlour.rules.vector import Vector  # noqa: E402

SIZES = [4**n for n in range(9)]  # 1 .. 65,536 games stepped together
ROUNDS = 3
CLUSTER = "parcheesi"  # the game that a cluster plays


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
    for count in range(1, run.cores() + 1):
        found[count] = rate(
            lambda n, count=count: run.playouts(game, games=200 * n, threads=count).nodes, seconds
        )
    return found


def waits(game: parlour.Game, seconds: float) -> dict[int, list[tuple[float, int]]]:
    """By threads: how long more and more random games take, from a few on."""
    found = {}
    for count in range(1, run.cores() + 1):
        curve, games = [], 16
        while not curve or curve[-1][0] < seconds:
            spent = []
            for _ in range(ROUNDS):
                begin = time.perf_counter()
                run.playouts(game, games=games, threads=count)
                spent.append(time.perf_counter() - begin)
            curve.append((min(spent), games))
            games *= 4
        found[count] = curve
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
    """Games a second of one simulation: by one thread, by a thread for each core, and by a Ray of this
    machine with a worker for each core. All give the same report."""
    import ray

    ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
    ways: dict[str, dict[str, Any]] = {
        "one thread": {"threads": 1},
        "threads": {},
        "ray": {"backend": "ray"},
    }
    found = dict.fromkeys(ways, 0.0)
    try:
        for turn in range(ROUNDS + 1):
            for name, how in ways.items():
                begin = time.perf_counter()
                simulate(game, games=games, seed=1, **how)
                if turn:  # the first warms up
                    found[name] = max(found[name], games / (time.perf_counter() - begin))
    finally:
        ray.shutdown()
    return found


# ---------------------------------------------------------------- plots and tables

MARKS = "osD^v"
INK = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#4D4D4D"]  # can be told apart without red and green


def gpu_figures() -> dict[str, dict[str, float]]:
    """By game and threads; from benchmarks/gpu.py on a GPU."""
    file = ROOT / "docs" / "images" / "gpu.json"
    found: dict[str, dict[str, float]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def draw(results: dict[str, Any], folder: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "parlour"  # the same numbers give the same file
    import matplotlib.pyplot as plt

    gpu = gpu_figures()
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(12, 4.2), layout="constrained")
    for mark, ink, (name, found) in zip(MARKS, INK, results["games"].items(), strict=False):
        style: dict[str, Any] = {"marker": mark, "color": ink, "markersize": 4, "linewidth": 1.2}
        for count, curve in found["waits"].items():
            left.plot(
                *zip(*curve, strict=True), linestyle=["-", "--", ":", "-."][int(count) % 4 - 1], **style
            )
        sizes = found["batches"]
        middle.plot([int(x) for x in sizes], [y / 1e6 for y in sizes.values()], label=name, **style)
        if name in gpu:
            right.plot([int(x) for x in gpu[name]], [y / 1e6 for y in gpu[name].values()], **style)
    left.set(xscale="log", yscale="log", xlabel="seconds", ylabel="random games")
    left.set_title("Games against time\n(solid: one thread, dashed: two)", fontsize="medium")
    middle.set(xscale="log", yscale="log", xlabel="games stepped together")
    middle.set(ylabel="million decisions a second")
    middle.set_title("One core, masks and observations", fontsize="medium")
    right.set(xscale="log", yscale="log", xlabel="threads on one H200")
    right.set(ylabel="million decisions a second")
    right.set_title("Random games on a GPU", fontsize="medium")
    for axes in (left, middle, right):
        axes.grid(alpha=0.3)
    figure.legend(*middle.get_legend_handles_labels(), loc="outside lower center", ncols=5)
    drawing = io.StringIO()
    figure.savefig(drawing, format="svg", metadata={"Date": None})
    # Matplotlib measures in points, which not every program that shows drawings knows.
    text = re.sub(r'(width|height)="([\d.]+)pt"', r'\1="\2"', drawing.getvalue(), count=2)
    (folder / "scaling.svg").write_text(text, "utf-8")


def vectors(games: list[str], seconds: float) -> str:
    """What `threads=` gives `make_vec`: picking by `sample`, on one thread and on all cores."""
    from parlour.envs import sample
    from parlour.envs.gymnasium import make_vec

    def loop(name: str, size: int, count: int) -> float:
        env, rng = make_vec(name, size, threads=count), np.random.default_rng(1)
        seen = [env.reset(seed=1)[0]]

        def steps(n: int) -> int:
            for _ in range(n):
                seen[0] = env.step(sample(seen[0]["action_mask"], rng=rng))[0]
            return n * size

        return rate(steps, seconds)

    rows = []
    for name in games:
        for size in (512, 4096, 16384):
            one, every = (loop(name, size, count) for count in (1, run.cores()))
            figures = [
                f"{size:,}",
                f"{one / 1e6:.2f}",
                f"{every / 1e6:.2f}",
                f"{every / one:.2f}",
            ]
            rows.append([title(parlour.load(name)), *figures])
            print(*rows[-1], flush=True)
    cores = run.cores()
    about = f"{machine().removesuffix(', one core')}, {cores} cores, load before it {os.getloadavg()[0]:.1f}."
    return f"{about}\n\n{table(['', 'games', 'M decisions/s, one thread', f'{cores} threads', '×'], rows)}"


def write(results: dict[str, Any]) -> None:
    """The tables of docs/performance.md and docs/scale.md."""
    gpu = gpu_figures()
    about = f"Measured on {results['day']}, load before it {results['load']:.1f}: {results['machine']}."
    heads = ["", "M nodes/s, one thread", "all cores", "×", "best batch", "M decisions/s", "on one H200"]
    rows = []
    for name, found in results["games"].items():
        rates = list(found["threads"].values())
        size, best = max(found["batches"].items(), key=lambda item: item[1])
        figures = [f"{rates[0] / 1e6:.1f}", f"{rates[-1] / 1e6:.1f}", f"{rates[-1] / rates[0]:.2f}"]
        device = f"{max(gpu[name].values()) / 1e6:.0f}" if name in gpu else "–"
        rows.append([title(parlour.load(name)), *figures, f"{int(size):,}", f"{best / 1e6:.1f}", device])
    fill("scaling", f"{about}\n\n{table(heads, rows)}")
    if "cluster" not in results:
        return
    document = ROOT / "docs" / "scale.md"
    found, cores = results["cluster"], results["cores"]
    one = found["one thread"]
    rows = [
        [
            f"{CLUSTER}, {name}",
            f"{n:,.0f}",
            f"{n / one:.2f}",
            f"{n / one / (1 if name == 'one thread' else cores):.0%}",
        ]
        for name, n in found.items()
    ]
    heads = ["", "games a second", "×", f"of {cores} cores"]
    fill("cluster", f"{about}\n\n{table(heads, rows)}", document)
    share = found["ray"] / one / cores
    device = max(gpu[CLUSTER].values()) / results["decisions per game"]
    rows = [
        ["one core, measured", f"{one:,.0f}", _long(1e9 / one)],
        [
            f"a thousand cores at {share:.0%}, as measured with {cores}",
            f"{1000 * one * share / 1e6:.1f} million",
            _long(1e6 / one / share),
        ],
        ["one H200, measured", f"{device / 1e6:.1f} million", _long(1e9 / device)],
        ["eight H200, a range of games each", f"{8 * device / 1e6:.0f} million", _long(1e9 / device / 8)],
    ]
    fill(
        "estimates",
        table([f"random games of {CLUSTER}", "games a second", "a billion games take"], rows),
        document,
    )


def _long(seconds: float) -> str:
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} seconds"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement, about")
    parser.add_argument("--game", action="append", help="this game only; may be given several times")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--no-ray", action="store_true")
    parser.add_argument("--write", action="store_true", help="fill docs/performance.md and docs/scale.md")
    parser.add_argument("--vector", action="store_true", help="measure make_vec alone, and fill its table")
    parser.add_argument("--draw", action="store_true", help="measure nothing, use what was measured before")
    given = parser.parse_args()
    if given.vector:
        fill("threads", vectors(given.game or parlour.names(), given.seconds))
        return
    file = given.out / "scaling.json"
    if given.draw:
        results = json.loads(file.read_text("utf-8"))
    else:
        results = measure(given)
        given.out.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    draw(results, given.out)
    if given.write:
        write(results)


def measure(given: argparse.Namespace) -> dict[str, Any]:
    results: dict[str, Any] = {
        "machine": f"{machine().removesuffix(', one core')}, {run.cores()} cores",
        "cores": run.cores(),
        "day": time.strftime("%d %B %Y", time.gmtime()),
        "load": os.getloadavg()[0],
        "games": {},
    }
    for name in given.game or parlour.names():
        game = parlour.load(name)
        run.warm(game)
        found: dict[str, Any] = {
            "threads": threads(game, given.seconds),
            "batches": batches(game, given.seconds),
        }
        for key, figures in found.items():
            print(
                f"{name:12} {key:8}",
                "  ".join(f"{n}: {value / 1e6:.2f}" for n, value in figures.items()),
                flush=True,
            )
        results["games"][name] = found | {"waits": waits(game, given.seconds)}
    if not given.no_ray:
        game = parlour.load(CLUSTER)
        played = run.playouts(game, games=10_000)
        results["decisions per game"] = played.decisions / played.games
        results["cluster"] = cluster(game, 400_000)
        print(f"{CLUSTER}, games a second:", {k: round(v) for k, v in results["cluster"].items()})
    return results


if __name__ == "__main__":
    main()
