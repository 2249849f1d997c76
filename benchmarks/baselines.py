#!/usr/bin/env python3
"""Reference agents: PPO of a well-known library and our own networks, measured by one yardstick.

    pip install "parlour[fast,envs,arena]" sb3-contrib
    python3 benchmarks/baselines.py --keep runs                      # whatever is missing there
    python3 benchmarks/baselines.py --keep runs --seconds 300        # as much of it as that allows
    python3 benchmarks/baselines.py --keep runs --game tritrac --seeds 5
    python3 benchmarks/baselines.py --keep runs --write              # docs/baselines.md and its picture

For every game MaskablePPO of sb3-contrib is trained through `make_vec` (examples/sb3_vector.py) by several
seeds, by parts where a game has them, on one seat against random players. What it wins against them is
measured on the way, on games of its own. Then each agent plays one against all others in the arena, from
every seat, against `random`, levels, `careful` and `learned`, the network that comes with the game; `learned`
does the same. Trainings and pairings that the folder has are not done again. All of it takes one thread: on
the same machine a seed gives the same weights.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import itertools
import json
import math
import re
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "examples"), str(ROOT / "benchmarks")]

from places import fill, table  # noqa: E402

import parlour  # noqa: E402
from parlour.arena import tournament  # noqa: E402
from parlour.arena.playing import sides_of  # noqa: E402
from parlour.bots.policy import PolicyBot  # noqa: E402
from parlour.rules.narrow import has_parts  # noqa: E402

DOCUMENT = ROOT / "docs" / "baselines.md"
GAMES = 128  # stepped together
POINTS = 6  # of a curve
PARTS = 1  # in which a training is done, so that it can be interrupted
TESTS = 400  # games of a point
WIDTH = 128
PPO = {
    "n_steps": 32,
    "batch_size": 1024,
    "n_epochs": 4,
    "learning_rate": 1e-3,
    "gamma": 1.0,
    "ent_coef": 0.01,
}
DECISIONS = 98_304  # that an agent learns from
OURS = "learned"
YARDSTICK = ("random", "1", "careful", OURS)
STUDENT = {
    2: 12.71,
    3: 4.30,
    4: 3.18,
    5: 2.78,
    6: 2.57,
    7: 2.45,
    8: 2.36,
    9: 2.31,
    10: 2.26,
}  # by seeds, 95 %


class Trained(PolicyBot):
    """An agent of PPO as a bot: its layers, without PyTorch."""

    def __init__(self, game: parlour.Game, weights: str) -> None:
        super().__init__(game)
        self.narrow = has_parts(game)
        with np.load(weights) as arrays:
            self.layers = [(arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(len(arrays.files) // 2)]

    def logits(self, observation: Any, mask: Any) -> Any:
        *hidden, last = self.layers
        for weights, bias in hidden:
            observation = np.maximum(weights @ observation + bias, 0)
        return last[0] @ observation + last[1]


# ---------------------------------------------------------------- training


def players_of(game: parlour.Game) -> int:
    return int(game.rules.SEATS[0])


def trained(game: parlour.Game, seed: int, part: int, keep: Path) -> dict[str, Any]:
    """One part of a training, which goes on from the part before; with the last, all there is to know of it.
    Every part begins with new games and random numbers of its own, so that it is the same after a break."""
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_vector import Games

    from parlour.envs.gymnasium import make_vec

    torch.set_num_threads(1)
    seats: dict[str, Any] = {
        "players": players_of(game),
        "seats": [game.seats(game.new(players_of(game)))[0]],
    }
    games = Games(make_vec(game.id, GAMES, narrow=has_parts(game), **seats))
    name, number = f"{game.id}-{seed}", 1000 * seed + part
    if part == 0:
        net = {"net_arch": [WIDTH, WIDTH], "activation_fn": torch.nn.ReLU}
        model = MaskablePPO("MlpPolicy", games, seed=number, device="cpu", policy_kwargs=net, **PPO)
        told = {"curve": [{"decisions": 0} | share_won(model, game, seed, seats)], "seconds": 0.0}
    else:
        model = MaskablePPO.load(keep / f"{name}.part{part - 1}.zip", games, device="cpu")
        model.set_random_seed(number)
        told = read(keep / f"{name}.part{part - 1}.json")
    for _ in range(POINTS // PARTS):
        began = time.process_time()
        model.learn(DECISIONS // POINTS, reset_num_timesteps=False)
        told["seconds"] += time.process_time() - began
        told["curve"].append({"decisions": model.num_timesteps} | share_won(model, game, seed, seats))
    model.save(keep / f"{name}.part{part}.zip")
    if part == PARTS - 1:
        arrays = layers_of(model)
        np.savez(keep / f"{name}.npz", **arrays)
        told["sha256"] = hashlib.sha256(b"".join(arrays[n].tobytes() for n in sorted(arrays))).hexdigest()
    return told


def layers_of(model: Any) -> dict[str, Any]:
    """The layers from observation to logits."""
    policy = model.policy
    linear = [one for one in policy.mlp_extractor.policy_net if hasattr(one, "weight")] + [policy.action_net]
    found = {}
    for i, layer in enumerate(linear):
        found[f"w{i}"], found[f"b{i}"] = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    return found


def share_won(model: Any, game: parlour.Game, seed: int, seats: dict[str, Any]) -> dict[str, float]:
    """Of fresh games against random players what the agent wins, with the best action taken."""
    from sb3_vector import Games

    from parlour.envs.gymnasium import make_vec

    env = Games(make_vec(game.id, TESTS, narrow=has_parts(game), **seats))
    env.seed(10_000 + seed)
    seen, won = env.reset(), np.full(TESTS, np.nan)
    sides = len(sides_of(game, game.new(seats["players"])))
    while np.isnan(won).any():
        actions, _ = model.predict(
            seen, deterministic=True, action_masks=np.stack(env.env_method("action_masks"))
        )
        seen, rewards, over, _ = env.step(actions)
        first = over & np.isnan(won)  # every game counts once: long ones as much as short ones
        won[first] = (rewards[first] * (sides - 1) + 1) / sides
    return {"won": float(won.mean())}


# ---------------------------------------------------------------- the yardstick


def measured(game: parlour.Game, bot: str, other: str, games: int) -> dict[str, Any]:
    """One bot against another at all other sides, from every seat."""
    players = players_of(game)
    table = [bot, *[other] * (len(sides_of(game, game.new(players))) - 1)]
    share = tournament(game, table, games, players, seed=1, jobs=1).standings.share(0)
    assert share is not None
    return {"share": share.mean, "low": share.low, "high": share.high, "games": share.games}


def tasks(keep: Path, names: list[str], seeds: int, games: int) -> Iterator[tuple[Path, Any]]:
    """Everything that is to be found out, by the file it is kept in: trainings first."""
    numbers = range(1, seeds + 1)
    for seed, name, part in itertools.product(numbers, names, range(PARTS)):
        yield (
            keep / f"{name}-{seed}.part{part}.json",
            lambda name=name, seed=seed, part=part: trained(parlour.load(name), seed, part, keep),
        )
    for other, name, seed in itertools.product(YARDSTICK, names, (*numbers, OURS)):
        agent = f"{Path(__file__).resolve()}:Trained,weights={(keep / f'{name}-{seed}.npz').resolve()}"
        bot, count = (OURS, 5 * games) if seed == OURS else (agent, games)
        if bot != other:
            yield (
                keep / f"{name}-{seed}-{other}.json",
                lambda name=name, bot=bot, other=other, n=count: measured(parlour.load(name), bot, other, n),
            )


def read(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


# ---------------------------------------------------------------- what is written


def spread(values: list[float]) -> tuple[float, float]:
    """The mean over seeds and half of its 95 % interval, by Student's t."""
    if len(values) < 2:
        return statistics.fmean(values), float("nan")
    return statistics.fmean(values), STUDENT[len(values)] * statistics.stdev(values) / len(values) ** 0.5


def interval(values: list[float]) -> str:
    mean, half = spread(values)
    return f"{mean:.1%}" if math.isnan(half) else f"{mean:.1%} ± {half:.1%}"


def finished(keep: Path, name: str, seeds: int) -> dict[int, dict[str, Any]]:
    """By seed, what is known of the agents whose training is done."""
    files = {seed: keep / f"{name}-{seed}.part{PARTS - 1}.json" for seed in range(1, seeds + 1)}
    return {seed: read(file) for seed, file in files.items() if file.exists()}


def scores(keep: Path, names: list[str], seeds: int) -> str:
    """Of each agent against each of the others."""
    heads = [
        "",
        "seats",
        "fair",
        *(f"`{other}`" if not other.isdigit() else f"level {other}" for other in YARDSTICK),
    ]
    rows = []
    for name in names:
        game = parlour.load(name)
        players = players_of(game)
        fair = 1 / len(sides_of(game, game.new(players)))
        agents = finished(keep, name, seeds)
        for who, files in (
            (f"PPO, {len(agents)} seeds", [f"{name}-{seed}" for seed in agents]),
            ("our own, as it is shipped", [f"{name}-{OURS}"]),
        ):
            cells = []
            for other in YARDSTICK:
                found = [
                    read(keep / f"{file}-{other}.json")
                    for file in files
                    if (keep / f"{file}-{other}.json").exists()
                ]
                if len(found) < len(files) or not found:
                    cells.append("–")
                elif who.startswith("PPO"):
                    shares, count = [one["share"] for one in found], sum(one["games"] for one in found)
                    alike = len(set(shares)) == 1  # which says nothing about how sure it is
                    cells.append(f"{shares[0]:.1%} of {count:.0f}" if alike else interval(shares))
                else:
                    half = (found[0]["high"] - found[0]["low"]) / 2
                    cells.append(f"{found[0]['share']:.1%} ± {half:.1%}")
            title = f"{game.words.TITLE}, {who}"
            rows.append([title, str(players), f"{fair:.0%}", *cells])
    return table(heads, rows)


def hashes(keep: Path, names: list[str], seeds: int) -> str:
    """Of all agents, what they had and what they are."""
    rows = []
    for name in names:
        for seed, agent in finished(keep, name, seeds).items():
            last = agent["curve"][-1]
            cells = [str(seed), f"{last['decisions']:,}", f"{agent['seconds']:.0f}", f"{last['won']:.1%}"]
            rows.append([str(parlour.load(name).words.TITLE), *cells, f"`{agent['sha256']}`"])
    heads = ["", "seed", "decisions", "seconds", "wins against `random` in the end", "SHA-256 of the layers"]
    return table(heads, rows)


def draw(keep: Path, names: list[str], seeds: int, file: Path) -> None:
    """Learning curves: the mean over seeds, and its interval."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "parlour"  # the same numbers give the same file
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(
        1, len(names), figsize=(2.5 * len(names), 2.9), sharey=True, layout="constrained"
    )
    for axis, name in zip(np.atleast_1d(axes), names, strict=True):
        game = parlour.load(name)
        curves = [agent["curve"] for agent in finished(keep, name, seeds).values()]
        points = [[100 * one["won"] for one in point] for point in zip(*curves, strict=True)]
        at = [point["decisions"] / 1000 for point in curves[0]]
        means, halves = zip(*(spread(point) for point in points), strict=True)
        axis.plot(at, means, color="#0072B2", marker="o", markersize=3, linewidth=1.2)
        if not math.isnan(halves[0]):
            low, high = ([m + sign * h for m, h in zip(means, halves, strict=True)] for sign in (-1, 1))
            axis.fill_between(at, low, high, color="#0072B2", alpha=0.2, linewidth=0)
        axis.axhline(
            100 / len(sides_of(game, game.new(players_of(game)))), color="0.5", linestyle=":", linewidth=0.8
        )
        axis.set_title(f"{game.words.TITLE}", fontsize="medium")
        axis.set(xlabel="thousand decisions", ylim=(0, 102))
        axis.grid(alpha=0.3)
    np.atleast_1d(axes)[0].set_ylabel("games won against random play, %")
    drawing = io.StringIO()
    figure.savefig(drawing, format="svg", metadata={"Date": None})
    plt.close(figure)
    # Matplotlib measures in points, which not every program that shows drawings knows.
    text = re.sub(r'(width|height)="([\d.]+)pt"', r'\1="\2"', drawing.getvalue(), count=2)
    file.write_text(text, "utf-8")


def write(keep: Path, names: list[str], seeds: int) -> None:
    """The tables of docs/baselines.md, and the picture."""
    names = [name for name in names if finished(keep, name, seeds)]
    fill("scores", scores(keep, names, seeds), DOCUMENT)
    fill("agents", hashes(keep, names, seeds), DOCUMENT)
    draw(keep, names, seeds, DOCUMENT.parent / "images" / "baselines.svg")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="for what was found")
    parser.add_argument("--game", action="append", choices=parlour.names(), help="only this game")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--games", type=int, default=40, help="of each agent against each other (40)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin nothing new after so long")
    parser.add_argument(
        "--write", action="store_true", help="write docs/baselines.md and its picture, do nothing else"
    )
    given = parser.parse_args()
    names = given.game or parlour.names()
    given.keep.mkdir(parents=True, exist_ok=True)
    if given.write:
        write(given.keep, names, given.seeds)
        return 0
    began = time.monotonic()
    for file, task in tasks(given.keep, names, given.seeds, given.games):
        if file.exists():
            continue
        if time.monotonic() - began > given.seconds:
            print("more is to be done: give the same command again", file=sys.stderr)
            return 3
        found = task()
        file.write_text(json.dumps(found) + "\n", "utf-8")
        print(file.stem, json.dumps({k: v for k, v in found.items() if k != "curve"}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
