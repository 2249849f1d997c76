"""The cellar's bids in parts: threes of coins, then single ones."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

from .rules import ACTIONS

HISTORY = "Bids in threes and ones."
ONES = (ACTIONS - 1) // 3 + 1
NARROW = ONES + 3


@rule
def part(action, depth):
    if depth == 0:
        return action // 3
    return ONES + action % 3 if depth == 1 else -1
