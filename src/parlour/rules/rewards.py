"""Rewards of games that have just ended, in compiled code: they end a few in every step."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.forms.alone import alone
from parlour.rules.kit import NOBODY, rule

__all__ = ["Rewards"]


@rule
def write_rewards(shares, done, acted, sides, count, seat, rewards, own):
    """Everybody's reward by chair, and that of `seat`, or of whoever acted if that is NOBODY, where a game is
    done; zeros are there already."""
    for i in range(len(done)):
        if done[i] != 0:
            for chair in range(len(sides)):
                if sides[chair] != NOBODY:
                    rewards[i, chair] = (count * shares[i, chair] - 1) / max(count - 1, 1)
            own[i] = rewards[i, acted[i] if seat == NOBODY else seat]


class Rewards:
    """What seats of these sides get, and who is asked about."""

    def __init__(self, sides: list[int], seat: int | None) -> None:
        self._sides = np.array(sides, np.int64)
        self._count = len(set(sides) - {NOBODY})
        self._seat = NOBODY if seat is None else seat
        self._form: Any = None  # compiled when it is first needed

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_form": None}

    def of(
        self, shares: npt.NDArray[np.float64], done: npt.NDArray[Any], acted: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Everybody's, and the one that is wanted."""
        rewards, own = np.zeros(shares.shape), np.zeros(len(shares))
        if self._form is None:
            self._form = alone(sys.modules[__name__])
        self._form.write_rewards(shares, done, acted, self._sides, self._count, self._seat, rewards, own)
        return rewards, own
