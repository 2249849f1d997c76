#!/usr/bin/env python3
"""What an agent gets through the vector door, beside EnvPool's backgammon: the same loop for both, one core.

An agent is handed observations and masks, picks an action for every game from what it was handed, and
steps. It knows nothing else of the games. Rows differ in the door and in how it picks:

    masks, NumPy        `make_vec` with its defaults; picked with NumPy from the masks, for the peer, too
    masks, sample       the same, picked by `parlour.envs.sample`
    masks, categorical  the same, by a masked categorical over logits, which here are made beforehand
    masks, games.sample the same categorical, asked of the games themselves
    lists, sample       `make_vec(..., legal="list")`
    parts, sample       `make_vec(..., narrow=True)`, where a game has narrow codes: a decision of the game is
    parts, categorical  then several of the agent's, and these are counted

Only the loop is timed, in seconds of processor time. Every entrant has its turn in every round; the table has
the medians. A choice is a decision between two actions or more.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

GAMES = ("doubleswild", "doubletrack", "parcheesi", "pollyanna", "tritrac")
SIZE = 512
EXAMPLE = """examples:
  python3 benchmarks/doors.py
  python3 benchmarks/doors.py --game tritrac --rounds 3
  python3 benchmarks/doors.py --write"""


def picked(masks: Any, rng: np.random.Generator) -> Any:
    """One of the actions marked in each row, all alike, with NumPy."""
    from parlour.arena.bench import picked as with_numpy

    return with_numpy(masks, rng)


class Ours:
    """A game of ours behind `make_vec`, and an agent that picks in one way."""

    def __init__(self, game: str, way: str) -> None:
        from parlour.envs.gymnasium import make_vec

        door, _, how = way.partition(", ")
        self.name = f"{game}, {way}"
        more = {"lists": {"legal": "list"}, "parts": {"narrow": True}}.get(door, {})
        self.games = make_vec(game, SIZE, **more).unwrapped
        self.rng = np.random.default_rng(1)
        codes = int(self.games.single_action_space.n)
        logits = self.rng.normal(size=(SIZE, codes)).astype(np.float32)
        ways = _ways(logits) | {"masks, games.sample": lambda seen, rng: self.games.sample(logits, rng=rng)}
        self.pick = ways[f"{'lists' if door == 'lists' else 'masks'}, {how}"]
        self.seen = self.games.reset(seed=1)[0]
        self(400)  # until games of all ages are mixed

    def __call__(self, steps: int) -> tuple[int, int, float]:
        """Decisions, choices and seconds of so many steps."""
        games, pick, rng, seen = self.games, self.pick, self.rng, self.seen
        choices = 0
        began = time.process_time()
        for _ in range(steps):
            seen = games.step(pick(seen, rng))[0]
        seconds = time.process_time() - began
        self.seen = seen
        for _ in range(16):  # how many of its decisions leave a choice, apart from the clock
            choices += int((games.games.widths > 1).sum())
            self.seen = games.step(games.random_actions())[0]
        return steps * SIZE, round(steps * choices / 16), seconds


def _ways(logits: Any) -> dict[str, Callable[[Any, np.random.Generator], Any]]:
    from parlour.envs import sample

    return {
        "masks, NumPy": lambda seen, rng: picked(seen["action_mask"], rng),
        "masks, sample": lambda seen, rng: sample(seen["action_mask"], rng=rng),
        "masks, categorical": lambda seen, rng: sample(seen["action_mask"], logits, rng=rng),
        "lists, sample": lambda seen, rng: sample(seen["legal"], counts=seen["count"], rng=rng),
    }


class Peer:
    """EnvPool's backgammon on one thread, its agent picking from the masks in one way."""

    first = "EnvPool backgammon, masks, NumPy"
    size = 256  # games: more make it slower

    def __init__(self, how: str) -> None:
        import envpool

        self.name = f"EnvPool backgammon, masks, {how}"
        self.env = envpool.make(
            "Backgammon-v1", env_type="gymnasium", num_envs=self.size, num_threads=1, seed=1
        )
        self.rng = np.random.default_rng(1)
        pick = _ways(np.zeros(0))[f"masks, {how}"]
        self.pick = lambda mask, rng: pick({"action_mask": mask}, rng)
        self.info = self.env.reset()[1]
        self(400)

    def __call__(self, steps: int) -> tuple[int, int, float]:
        told, rng = [self.info], self.rng
        began = time.process_time()
        for _ in range(steps):
            actions = self.pick(told[-1]["legal_action_mask"], rng).astype(np.int32)
            told.append(self.env.step(actions)[4])
        seconds = time.process_time() - began
        self.info = told[-1]
        played = [info["elapsed_step"] > 0 for info in told[1:]]  # else a game that was over began anew
        wide = [info["legal_action_mask"].sum(axis=1) > 1 for info in told[:-1]]
        choices = sum(int((one & more).sum()) for one, more in zip(played, wide, strict=True))
        return sum(int(one.sum()) for one in played), choices, seconds


def measure(games: list[str], rounds: int, seconds: float) -> tuple[list[dict[str, Any]], str]:
    from parlour import load
    from parlour.rules.narrow import has_parts

    entrants: list[Any] = []
    why = ""
    try:
        entrants += [Peer(how) for how in ("NumPy", "sample")]
    except (ImportError, OSError):
        why = "EnvPool is not installed here (pip install envpool), so that there is nothing beside ours."
    for game in games:
        ways = ["masks, NumPy", "masks, sample", "masks, categorical", "masks, games.sample", "lists, sample"]
        if has_parts(load(game)):
            ways += ["parts, sample", "parts, categorical", "parts, games.sample"]
        for way in ways:
            print(f"measuring: {game}, {way} ...", file=sys.stderr, flush=True)
            entrants.append(Ours(game, way))
    steps = []
    for entrant in entrants:
        _, _, taken = entrant(40)
        steps.append(max(40, round(40 * seconds / max(taken, 1e-6))))
    rates: dict[str, list[tuple[float, float]]] = {entrant.name: [] for entrant in entrants}
    for _ in range(rounds):
        for entrant, count in zip(entrants, steps, strict=True):
            decisions, choices, taken = entrant(count)
            rates[entrant.name].append((decisions / taken, choices / taken))
    rows = [
        {
            "name": name,
            "decisions": statistics.median(d for d, _ in found),
            "choices": statistics.median(c for _, c in found),
            "least": min(c for _, c in found),
            "most": max(c for _, c in found),
        }
        for name, found in rates.items()
    ]
    return rows, why


def table(rows: list[dict[str, Any]], why: str) -> str:
    from parlour.arena import bench

    peer = next((row for row in rows if row["name"] == Peer.first), None)
    lines = [
        f"{bench.machine()}; 512 games (EnvPool: 256).{' ' + why if why else ''}",
        "",
        "| | M decisions/s | M choices/s | range | × EnvPool with NumPy, choices |",
        "| --- | --: | --: | --: | --: |",
    ]
    for row in rows:
        times = f"{row['choices'] / peer['choices']:.1f}" if peer else "–"
        span = f"{row['least'] / 1e6:.3f}–{row['most'] / 1e6:.3f}"
        decisions, choices = f"{row['decisions'] / 1e6:.3f}", f"{row['choices'] / 1e6:.3f}"
        lines.append(f"| {row['name']} | {decisions} | {choices} | {span} | {times} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
    parser.add_argument("--rounds", type=int, default=5, help="how often each has its turn (5)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of each turn (0.3)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    given = parser.parse_args()
    rows, why = measure(list(given.game or GAMES), given.rounds, given.seconds)
    told = table(rows, why)
    print(told)
    if given.write:
        from places import fill

        fill("doors", told)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
