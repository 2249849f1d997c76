"""Who begins a race: everybody rolls once, and the highest total does; after a tie there is another round."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import rule

from .places import CHAIRS

LEFT, RIGHT = -1, 1  # to the next chair, as the seats are numbered


@rule
def first_of(seats, seat, direction):
    """The first of these seats, from this one on."""
    while seats >> seat & 1 == 0:
        seat = (seat + direction) % CHAIRS
    return seat


@rule
def start_round(s, seats, direction):
    """A round in which these seats roll, each beside the one before."""
    s.rolling = seats
    s.best = 0
    s.tied = 0
    s.turn = first_of(seats, 0, direction)


@rule
def roll_off(s, total, direction, after_tie):
    """The player on turn has rolled this. Once everybody has, the highest has the turn: then the answer is
    True. After a tie the seats `after_tie` roll again, or, where that is 0, those who tied."""
    if total > s.best:
        s.best = total
        s.tied = 0
    if total == s.best:
        s.tied = s.tied | 1 << s.turn
    s.rolling = s.rolling & ~(1 << s.turn)
    if s.rolling != 0:
        s.turn = first_of(s.rolling, np.int64(s.turn), direction)
        return False
    if s.tied & (s.tied - 1) != 0:  # more than one of them
        start_round(s, after_tie if after_tie != 0 else s.tied, direction)
        return False
    s.turn = first_of(s.tied, 0, direction)
    s.best = 0
    s.tied = 0
    return True
