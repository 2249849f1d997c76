"""How long a comparison takes: two sets of Parcheesi's rules, to a given half-width of the 95 % interval.

    python benchmarks/lab.py            random play to ±1 point of the advantage of beginning, level 3 to ±2

Seconds of the clock and of the processor, once everything is compiled and loaded; what memory was added.
"""

from __future__ import annotations

import resource
import time

from parlour import lab
from parlour.lab.comparing import sharpen

SETS = ["", "bonus_optional=yes"]


def measure(bots: str, points: float, first: int) -> None:
    """Play until the difference is known to so many points."""
    list(sharpen(lab.Question.of("parcheesi", SETS, 4, bots, 64, watched=0)))  # compiles and loads
    clock, worked, memory = time.perf_counter(), time.process_time(), _memory()
    for found in sharpen(lab.Question.of("parcheesi", SETS, 4, bots, 1_000_000, watched=0)):
        apart = found.row("first").differences[1]
        assert apart is not None
        if found.games >= first and (apart.high - apart.low) / 2 <= points:
            break
    print(
        f"{bots}: {found.games:,} games by each set, ±{50 * (apart.high - apart.low):.2f} points, "
        f"{time.perf_counter() - clock:.2f} s of the clock, "
        f"{time.process_time() - worked:.2f} s of the processor, "
        f"memory +{_memory() - memory:,} KiB"
    )


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    measure("random", 0.01, 64)
    measure("3", 0.02, 64)
