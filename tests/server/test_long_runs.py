"""The short forms of what is run for an hour before a release: kill loops, fault loops, a soak."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (
            ["soak.py", "--minutes", "0.1", "--guests", "3", "--pace", "0.05", "--rest", "1"],
            "left behind: nothing",
        ),
        (
            ["faults.py", "--only", "log-removed"],
            "nothing lost; after a restart: nothing lost",
        ),
    ],
    ids=["soak", "faults"],
)
def test_nothing_is_lost_and_nothing_left_behind(command: list[str], says: str) -> None:
    done = subprocess.run(
        [sys.executable, BENCHMARKS / command[0], *command[1:]], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert says in done.stdout
