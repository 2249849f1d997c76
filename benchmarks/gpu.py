#!/usr/bin/env python3
"""All games on a GPU: held against the processor bit for bit, and timed.

    python3 benchmarks/gpu.py                   # where Numba and a GPU are
    python3 benchmarks/gpu.py --make-ptx DIR    # where Numba is, but no GPU: code, and what must come out
    python3 benchmarks/gpu.py --ptx DIR         # where a GPU and CuPy are, but neither Numba nor a network
    python3 benchmarks/gpu.py --ptx DIR --only door   # the vector door alone, compared and beside Pgx

A decision is a node where a seat chooses; a node is a position visited, chance included. Times are taken
with the clock of the machine around launches that fill the GPU, the best and the worst of a few.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import parlour  # noqa: E402
from parlour.rules import gpu, kernels, run  # noqa: E402
from parlour.rules.device import device  # noqa: E402
from parlour.rules.flexible import Flexible  # noqa: E402
from parlour.rules.gpu_vector import GpuVector  # noqa: E402

SEED, GAMES = 7, 300  # compared game by game, and as a sum
BATCH, STEPS = 256, 60
ROUNDS, GENERATIONS = 3, 6  # times taken; games played for each that is under way


# ---------------------------------------------------------------- what must come out


def on_the_processor(game: parlour.Game) -> dict[str, Any]:
    """Whole games row by row, their sums, and a batch after some steps."""
    form, play = game.compiled, run.Scratch(game, None, game.compiled)
    counts, shares = np.zeros((GAMES, 2), np.int64), np.zeros((GAMES, game.chairs))
    tallies = np.zeros((GAMES, len(form.TALLIES)), np.int64)
    finals = np.zeros(GAMES, game.rules.State)
    for i in range(GAMES):
        rows = counts[i : i + 1], shares[i : i + 1], tallies[i : i + 1]
        form.survey(play.slots, play.start, i, 1, SEED, play.out, play.rng, *rows)
        finals[i] = play.slots[0]
    total = run.playouts(game, games=GAMES, seed=SEED)
    batch = run.Batch(game, BATCH, seed=SEED)
    won = np.zeros((BATCH, game.chairs))
    for _ in range(STEPS):
        won += batch.step(batch.random_actions())[0]
    slots = np.zeros(BATCH, game.rules.State)  # np.concatenate would leave what lies between fields to chance
    for i in range(BATCH):
        slots[i] = batch[i].pack()[0]
    return {
        "counts": counts,
        "shares": shares,
        "tallies": tallies,
        "finals": _bytes(finals),
        "sums": np.array([total.decisions, total.rolls, *total.shares]),
        "slots": _bytes(slots),
        "masks": batch.masks,
        "actors": batch.actors,
        "won": won,
        "rolls": np.array(batch.rolls),
        "features": batch.observe(),
    }


def on_the_gpu(game: parlour.Game, code: Path | None) -> dict[str, Any]:
    """The same from the GPU."""
    rows = gpu.survey(game, games=GAMES, seed=SEED, code=code)
    total = gpu.playouts(game, games=GAMES, seed=SEED, code=code)
    batch = gpu.Batch(game, BATCH, seed=SEED, code=code)
    won = np.zeros((BATCH, game.chairs))
    for _ in range(STEPS):
        batch.step(batch.random_actions())
        won += batch.shares.get()
    return {
        "counts": rows.counts,
        "shares": rows.shares,
        "tallies": rows.tallies,
        "finals": _bytes(rows.finals),
        "sums": np.array([total.decisions, total.rolls, *total.shares]),
        "slots": _bytes(batch.positions()),
        "masks": batch.masks.get(),
        "actors": batch.actors.get(),
        "won": won,
        "rolls": np.array(batch.rolls),
        "features": batch.observe().get(),
    }


# The vector door: who plays, what becomes of games that are over, and of actions that are not legal.
WAYS = (("same_step", "raise", False), ("next_step", "random", True), ("disabled", "lose", False))


def through_the_door(game: parlour.Game, kind: Any, code: Path | None) -> dict[str, Any]:
    """What the vector door shows after some steps, in every way; of `Flexible` or of `GpuVector`."""
    found: dict[str, Any] = {}
    start = game.new()
    for autoreset, illegal, alone in WAYS:
        how: dict[str, Any] = {"autoreset": autoreset, "illegal": illegal}
        how |= {"seats": game.seats(start)[:1] if alone else None}
        how |= {"code": code} if kind is GpuVector else {}
        games = kind(game, BATCH, start, SEED, **how)
        won = np.zeros((BATCH, game.chairs))
        for step in range(STEPS):
            if autoreset == "disabled" and (over := _plain(games.actors) < 0).any():
                games.begin(over)
            actions = _plain(games.random_actions())
            if illegal != "raise" and step % 4 == 0:
                actions[::7] = -1
            games.step(actions)
            won += _plain(games.shares)
        seen = {"won": won} | {name: _plain(getattr(games, name)) for name in ("masks", "actors", "features")}
        found |= {f"door {autoreset} {name}": value for name, value in seen.items()}
    return found


def _plain(array: Any) -> Any:
    return array.get() if hasattr(array, "get") else array.copy()


def _bytes(records: Any) -> Any:
    return np.ascontiguousarray(records).view(np.uint8)


def differences(want: dict[str, Any], got: dict[str, Any]) -> list[str]:
    return [
        name
        for name, value in want.items()
        if got[name].shape != value.shape or got[name].astype(value.dtype).tobytes() != value.tobytes()
    ]


# ---------------------------------------------------------------- how fast


def timed(work: Callable[[], Any]) -> tuple[float, float]:
    """Shortest and longest time of a few, after one that does not count."""
    work()
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times), max(times)


def time_playouts(game: parlour.Game, code: Path | None, quick: bool) -> list[dict[str, Any]]:
    """Whole games, by how many threads play them."""
    found = []
    processors = device().processors
    for share in (1.0,) if quick else (1 / 64, 1 / 8, 1 / 2, 1.0, 2.0):
        blocks = max(round(processors * share), 1)
        threads = blocks * kernels.LANES
        player = gpu.Player(game, code=code, blocks=blocks)
        games = threads * kernels.UNDER_WAY * GENERATIONS

        def work(player: gpu.Player = player, games: int = games) -> None:
            player.play(0, games, SEED)
            player.wait()

        best, worst = timed(work)
        counts = player.play(0, games, SEED)[0].get()
        decisions, rolls = (int(n) for n in counts.sum(0))
        found.append(
            {
                "what": "playouts",
                "threads": threads,
                "games": games,
                "decisions_per_s": decisions / best,
                "slowest": decisions / worst,
                "nodes_per_s": (decisions + rolls) / best,
                "games_per_s": games / best,
                "nodes_per_game": (decisions + rolls) / games,
            }
        )
    return found


def time_steps(game: parlour.Game, code: Path | None, quick: bool) -> list[dict[str, Any]]:
    """A batch with masks, by how many games are stepped together."""
    found = []
    row = game.plain.ACTIONS + 2 * game.plain.MAX_ACTIONS
    for size in (1 << 16,) if quick else (1 << 10, 1 << 14, 1 << 17, 1 << 20):
        if size * row > 4e9:
            continue
        steps = 50
        batch = gpu.Batch(game, size, seed=SEED, code=code)

        def work(batch: gpu.Batch = batch, steps: int = steps) -> None:
            for _ in range(steps):
                batch.step(batch.random_actions(), check=False)
            batch.wait()

        best, worst = timed(work)
        found.append(
            {
                "what": "steps",
                "threads": size,
                "decisions_per_s": size * steps / best,
                "slowest": size * steps / worst,
            }
        )
    return found


def time_door(game: parlour.Game, code: Path | None, quick: bool) -> list[dict[str, Any]]:
    """An agent at `make_vec(..., device="cuda")`: it is handed observations and masks, picks on the GPU, and
    its actions are checked there. Choices are decisions between two actions or more."""
    from parlour.envs.gymnasium import make_vec

    found = []
    row = 2 * (game.plain.ACTIONS + 2 * game.plain.MAX_ACTIONS + 4 * game.plain.FEATURES)
    for size in (1 << 17,) if quick else (1 << 14, 1 << 17, 1 << 20):
        if size * row > 2e10:
            continue
        for way in ("sample", "sample, no waiting", "categorical", "PyTorch"):
            if way == "PyTorch" and importlib.util.find_spec("torch") is None:
                continue
            illegal = "random" if "no waiting" in way else "raise"
            games = make_vec(game.id, size, device="cuda", code=code, illegal=illegal)
            games.reset(seed=SEED)
            pick = _picking(games, way)
            steps, choices = 50, 0
            for _ in range(16):  # until games of all ages are mixed
                choices += int((np.abs(games.games.widths.get()) > 1).sum())
                games.step(games.random_actions())

            def work(games: Any = games, pick: Any = pick, steps: int = steps) -> None:
                for _ in range(steps):
                    games.step(pick())
                games.games.wait()

            best, worst = timed(work)
            share = choices / (16 * size)
            found.append(
                {
                    "what": f"door, {way}",
                    "threads": size,
                    "decisions_per_s": size * steps / best,
                    "slowest": size * steps / worst,
                    "choices_per_s": size * steps * share / best,
                }
            )
    return found


def _picking(games: Any, way: str) -> Callable[[], Any]:
    """How the agent comes to its actions; none of it passes the host."""
    rng = np.random.default_rng(SEED)
    if way.startswith("sample"):
        return lambda: games.sample(rng=rng)
    shape = games.num_envs, int(games.single_action_space.n)
    if way == "categorical":
        from parlour.rules.device import Array

        logits = Array(device(), shape, np.float32)
        logits.set(rng.normal(size=shape))
        return lambda: games.sample(logits, rng=rng)
    torch = importlib.import_module("torch")
    logits = torch.randn(shape, device="cuda")
    low = torch.full((), -1e9, device="cuda")

    def pick() -> Any:
        mask = torch.from_dlpack(games.games.masks)
        return torch.distributions.Categorical(logits=torch.where(mask != 0, logits, low)).sample()

    return pick


def time_pgx(games: int, steps: int = 100) -> dict[str, Any]:
    """Pgx's backgammon on the same GPU: random legal actions, one compiled loop of steps, which write
    observations."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    env = pgx.make("backgammon")
    step, logits = jax.vmap(auto_reset(env.step, env.init)), jax.numpy.log

    def body(_: int, carry: Any) -> Any:
        state, key, choices = carry
        key, pick, dice = jax.random.split(key, 3)
        choices += (state.legal_action_mask.sum(axis=1) > 1).sum()
        action = jax.random.categorical(pick, logits(state.legal_action_mask.astype("float32")))
        return step(state, action, jax.random.split(dice, games)), key, choices

    loop = jax.jit(lambda carry: jax.lax.fori_loop(0, steps, body, carry))
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    carry = first, jax.random.PRNGKey(1), jax.numpy.zeros((), "int32")
    best, worst = timed(lambda: jax.block_until_ready(loop(carry)))
    choices = int(loop(carry)[2])
    return {
        "game": "backgammon",
        "what": "steps of Pgx",
        "threads": games,
        "decisions_per_s": games * steps / best,
        "slowest": games * steps / worst,
        "choices_per_s": choices / best,
        "versions": f"pgx {pgx.__version__}, JAX {jax.__version__}",
    }


# ---------------------------------------------------------------- the three ways to run it


def make(names: list[str], folder: Path) -> None:
    for name in names:
        game = parlour.load(name)
        gpu.save_code(game, folder)
        np.savez_compressed(
            folder / f"{name}.npz", **on_the_processor(game), **through_the_door(game, Flexible, None)
        )
        print(f"{name}: code and figures are in {folder}", flush=True)


def compare(names: list[str], folder: Path | None, quick: bool, only: str) -> tuple[list[Any], bool]:
    print(f"{device().name}; Python {platform.python_version()}, NumPy {np.__version__}", flush=True)
    rows: list[dict[str, Any]] = []
    same = True
    for name in names:
        game = parlour.load(name)
        if only != "times":
            stored = folder / f"{name}.npz" if folder else None
            if stored and stored.exists():
                want = dict(np.load(stored))
            else:
                want = on_the_processor(game) | through_the_door(game, Flexible, None)
            got = on_the_gpu(game, folder) if only != "door" else {}
            got |= through_the_door(game, GpuVector, folder)
            wrong = differences({key: want[key] for key in got}, got)
            same = same and not wrong
            answer = f"DIFFERS in {', '.join(wrong)}" if wrong else "same as the processor"
            print(f"{name}: {answer}", flush=True)
        if only != "compare":
            kinds = (time_door,) if only == "door" else (time_playouts, time_steps, time_door)
            for row in (row for kind in kinds for row in kind(game, folder, quick)):
                rows.append({"game": name, **row})
                show(rows[-1])
    peer = importlib.util.find_spec("jax") is not None and importlib.util.find_spec("pgx") is not None
    if peer and only != "compare":
        for games in (1 << 16,) if quick else (1 << 14, 1 << 16, 1 << 18):
            rows.append(time_pgx(games))
            show(rows[-1])
    return rows, same


def show(row: dict[str, Any]) -> None:
    print(
        f"  {row['game']:12} {row['what']:15} {row['threads']:>9,} threads or games "
        f"{row['decisions_per_s'] / 1e6:9.1f} M decisions/s (slowest {row['slowest'] / 1e6:.1f})"
        + (f"  {row['choices_per_s'] / 1e6:.1f} M choices/s" if "choices_per_s" in row else "")
        + (
            f"  {row['nodes_per_game']:6.1f} nodes a game, {row['games_per_s'] / 1e6:.2f} M games/s"
            if "games" in row
            else ""
        ),
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", action="append", help="this game only; may be given several times")
    parser.add_argument("--make-ptx", type=Path, metavar="DIR")
    parser.add_argument("--ptx", type=Path, metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="one size of each")
    parser.add_argument("--only", choices=("compare", "times", "door"), default="", help="a part of it")
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args()
    names = given.game or parlour.names()
    if given.make_ptx:
        make(names, given.make_ptx)
        return 0
    rows, same = compare(names, given.ptx, given.quick, given.only)
    if given.json:
        given.json.write_text(json.dumps({"gpu": device().name, "rows": rows}, indent=1) + "\n")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
