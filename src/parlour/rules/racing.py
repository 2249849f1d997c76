"""What the careful.py of games share that race pieces home with two dice: sets of rolls, and a last piece.

A set of rolls is 36 bits, one for each way in which two dice fall.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from parlour.rules.kit import inline, rule

ROLLS_IN_ALL = 36
NONE_LEFT = 999  # for the place of a seat's last piece, where it has more than one on the way, or none


def rolls_where(holds: Callable[[int, int], bool]) -> int:
    """The rolls of which this is true."""
    return sum(holds(a, b) << (6 * (a - 1) + b - 1) for a in range(1, 7) for b in range(1, 7))


@rule
@inline
def how_many(rolls):
    """How many bits are set. (One instruction, once compiled.)"""
    n = 0
    while rolls != 0:
        rolls &= rolls - 1
        n += 1
    return n


@rule
@inline
def last_of(places, seat, home):
    """The place of a seat's last piece that is not home."""
    found = np.int64(NONE_LEFT)
    for piece in range(places.shape[1]):
        if places[seat, piece] != home:
            if found != NONE_LEFT:
                return NONE_LEFT
            found = np.int64(places[seat, piece])
    return found
