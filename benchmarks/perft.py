"""Counts the lines of play from a position, ply by ply, with the compiled rules: how many there are, how many
different positions they lead to, and how fast they are counted.

The counts check a generator of moves better than any single position can; the tests hold them against a
second, naive reading of the rulebook. A line that ends the game early is counted only at its own length.
Every line is played to its end, so a node is one position copied, one action applied and one verdict.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = """example:
  python3 benchmarks/perft.py --board star16 --depth 4 --distinct"""


def _installed(*names: str) -> bool:
    return all(importlib.util.find_spec(name) for name in names)


if not _installed("parlour", "numba") and __name__ == "__main__":  # a fresh clone: its own environment first
    sys.path.insert(0, str(ROOT))
    import run as starter

    starter.prepare("run")
    sys.exit(int(starter.start([__file__, *sys.argv[1:]])))

import numpy as np  # noqa: E402

from parlour.rules.contract import actor, apply, legal  # noqa: E402
from parlour.rules.kit import OVER, rule  # noqa: E402


@rule
def count_lines(slots, lists, widths, nexts, depth, hashes, keep):
    """The number of lines of this length from slots[0]. With `keep`, also writes the hash of the
    position at the end of each, as far as `hashes` reaches."""
    lines = 0
    level = 0
    nexts[0] = 0
    widths[0] = legal(slots[0], lists[0])
    while level >= 0:
        if nexts[level] == widths[level]:
            level -= 1
            continue
        action = lists[level][nexts[level]]
        nexts[level] += 1
        slots[level + 1] = slots[level]
        apply(slots[level + 1], action)
        if level + 1 == depth:
            if keep and lines < len(hashes):
                hashes[lines] = slots[depth].hash
            lines += 1
        elif actor(slots[level + 1]) != OVER:
            level += 1
            nexts[level] = 0
            widths[level] = legal(slots[level], lists[level])
    return lines


@dataclass(frozen=True)
class Count:
    """What there is at one depth."""

    depth: int
    lines: int
    distinct: int | None  # different positions, by their hash
    seconds: float  # processor time, of the lines alone

    @property
    def rate(self) -> float:
        return self.lines / max(self.seconds, 1e-9)


class Counter:
    """Counts lines of one game, from a new game unless another position is given."""

    def __init__(self, game: Any, start: Any = None, form: str = "compiled") -> None:
        from parlour.rules import forms
        from parlour.rules.position import Shelf

        module = sys.modules[__name__]
        self.game = game
        self.start = game.new() if start is None else start
        self.compiled = form == "compiled" and game.is_compiled
        make = forms.compiled if self.compiled else forms.plain
        self._count = make(game.rules, module).count_lines
        self._shelf = Shelf

    def count(self, depth: int, distinct: bool = False) -> Count:
        dtype = self.game.rules.State
        slots = np.zeros(depth + 1, dtype) if self.compiled else self._shelf(depth + 1, dtype)
        slots[0] = self.start.pack()[0] if self.compiled else self.start
        lists = np.zeros((depth + 1, self.game.plain.MAX_ACTIONS), np.int64)
        widths, nexts = np.zeros((2, depth + 1), np.int64)
        none = np.zeros(0, np.int64)
        began = time.process_time()
        lines = int(self._count(slots, lists, widths, nexts, depth, none, False))
        seconds = time.process_time() - began
        if not distinct:
            return Count(depth, lines, None, seconds)
        hashes = np.zeros(lines, np.int64)
        self._count(slots, lists, widths, nexts, depth, hashes, True)
        return Count(depth, lines, len(np.unique(hashes)), seconds)


def main() -> int:
    arguments = _arguments()
    import parlour
    from parlour.text import ParlourError

    try:
        game = parlour.load("tritrac", arguments.board)
    except ParlourError as error:
        print(error, file=sys.stderr)
        return 1
    counter = Counter(game)
    counter.count(1, arguments.distinct)  # compiles, so that the clock does not
    print(f"{game.rules.BOARD['name']}, {game.rules.State.itemsize} bytes a position")
    print(f"{'depth':>5} {'lines':>16} {'positions':>12} {'seconds':>9} {'M nodes/s':>10}")
    counts = []
    for depth in range(1, arguments.depth + 1):
        found = counter.count(depth, arguments.distinct)
        positions = "" if found.distinct is None else f"{found.distinct:,}"
        rate = f"{found.rate / 1e6:10.2f}" if found.seconds > 0.01 else ""  # less is no measurement
        print(f"{depth:>5} {found.lines:>16,} {positions:>12} {found.seconds:>9.3f} {rate:>10}", flush=True)
        counts.append(asdict(found))
    if arguments.json:
        results = {"board": game.rules.BOARD["name"], "rules": game.fingerprint, "counts": counts}
        Path(arguments.json).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--board",
        metavar="BOARD",
        default="rhombus4",  # on which the specification counts
        help="a board by its name, or a board file (rhombus4)",
    )
    parser.add_argument("--depth", type=_positive, default=4, help="how many plies (4)")
    parser.add_argument("--distinct", action="store_true", help="count different positions as well")
    parser.add_argument("--json", metavar="FILE", help="write all numbers there too")
    return parser.parse_args()


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
