#!/usr/bin/env python3
"""What fast.py is worth: random games and batched steps by the readable rules alone, and with it over them.

    python3 benchmarks/readable.py              # all games
    python3 benchmarks/readable.py --write      # and put the table into docs/performance.md

Both compiled, one thread, by the printed rules for as many as can play. Rounds alternate between the two, and
the best of each counts: processor time, so that a busy machine disturbs little. The plain form, which people
play on, is timed as well: what may be done, one move and one reason.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

if importlib.util.find_spec("parlour") is None and __name__ == "__main__":  # a fresh clone
    sys.path.insert(0, str(ROOT))
    import run as starter

    starter.prepare("run")
    sys.exit(int(starter.start([__file__, *sys.argv[1:]])))

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np  # noqa: E402
from places import fill, table  # noqa: E402

import parlour  # noqa: E402
from parlour.rules import run  # noqa: E402
from parlour.rules.kit import CHANCE, OVER  # noqa: E402

ROUNDS, LONG, BATCH, STEPS, MOVES = 5, 0.4, 512, 200, 3000


def readable(game: parlour.Game, folder: Path) -> parlour.Game:
    """The same game from a copy of its folder without fast.py."""
    ignored = shutil.ignore_patterns("fast*.py", "__pycache__")
    return parlour.load(str(shutil.copytree(game.folder, folder / game.id, ignore=ignored)))


class Racer:
    """One text of a game's rules, timed round by round."""

    def __init__(self, game: parlour.Game) -> None:
        self.game, self.games = game, 16
        self._playouts()  # which compiles
        while self._playouts() < LONG:
            self.games *= 2
        self.batch = run.Batch(game, BATCH)
        self.best = [0.0, 0.0]

    def _playouts(self) -> float:
        began = time.process_time()
        self.nodes = run.playouts(self.game, games=self.games, seed=1, threads=1).nodes
        return time.process_time() - began

    def round(self) -> None:
        self.best[0] = max(self.best[0], self.nodes / self._playouts())
        began = time.process_time()
        for _ in range(STEPS):
            self.batch.step(self.batch.random_actions())
        self.best[1] = max(self.best[1], STEPS * BATCH / (time.process_time() - began))


def plain_move(game: parlour.Game) -> tuple[float, float]:
    """Milliseconds for a list, a move and a reason in plain form: the median, and 99 of 100."""
    plain, took = game.plain, []
    out, rng = np.zeros(plain.MAX_ACTIONS, np.int64), np.random.default_rng(1)
    position = game.new()
    while len(took) < MOVES:
        who = plain.actor(position)
        if who == OVER:
            position = game.new()
            continue
        began = time.process_time()
        count = plain.legal(position, out)
        action = int(rng.choice(out[:count]))
        if who != CHANCE:
            plain.explain(position, who, int(rng.integers(plain.ACTIONS)))
        plain.apply(position, action)
        if who != CHANCE:
            took.append(1000 * (time.process_time() - began))
    return float(np.median(took)), float(np.quantile(took, 0.99))


def measured(name: str, folder: Path) -> list[str]:
    game = parlour.load(name)
    slow, fast = Racer(readable(game, folder)), Racer(game)
    for _ in range(ROUNDS):
        slow.round()
        fast.round()
    row = [str(game.words.TITLE)]
    for before, after in zip(slow.best, fast.best, strict=True):
        row += [f"{before / 1e6:.2f}", f"{after / 1e6:.2f}", f"{after / before:.1f}"]
    median, most = plain_move(game)
    return [*row, f"{median:.2f}", f"{most:.2f}"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    chosen = parser.parse_args()
    heads = ["", *("playouts, readable", "fast", "ratio"), *("batched steps, readable", "fast", "ratio")]
    heads += ["plain move, ms", "99 of 100"]
    with tempfile.TemporaryDirectory() as folder:
        rows: list[Any] = [measured(name, Path(folder)) for name in parlour.names()]
    text = table(heads, rows)
    print(text)
    if chosen.write:
        fill("readable", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
