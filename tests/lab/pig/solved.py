"""Optimal play of Pig, by value iteration over all positions: what Neller and Presser did in 2004."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

GOAL = 100
Numbers = npt.NDArray[Any]


def solve(rounds: int = 100) -> tuple[Numbers, Numbers]:
    """holds[mine, theirs, total] is 1 where one holds; wins[mine, theirs]: one's chances before the turn."""
    wins = np.full((GOAL, GOAL), 0.5)
    holds = np.zeros((GOAL, GOAL, GOAL + 1), np.int8)
    for _ in range(rounds):
        lose_turn = 1 - wins.T  # by (mine, theirs): the other is on turn
        chances = np.ones((GOAL + 7, GOAL, GOAL))  # by total: what lies beyond the goal is won
        for total in range(GOAL, -1, -1):
            hold = np.ones((GOAL, GOAL))
            hold[: GOAL - total] = lose_turn[total:] if total < GOAL else 1.0
            roll = (lose_turn + sum(chances[total + face] for face in range(2, 7))) / 6
            holds[:, :, total] = hold >= roll
            chances[total] = np.maximum(hold, roll)
        if np.abs(chances[0] - wins).max() < 1e-6:
            break
        wins = chances[0]
    return holds, wins


HOLDS, WINS = solve()
