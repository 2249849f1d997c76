"""Nim with one heap: whoever takes the last counter wins. All of it is known, so searches can be checked.

A heap of a multiple of four is lost for whoever is to act, any other is won by leaving such a one.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import OVER, number, rule

SEATS = (2,)
MAX_ACTIONS = 3
OPTIONS = (number("heap", "NIM-1", most=60),)  # 0: twenty-one

State = np.dtype([("heap", "i1"), ("left", "i1"), ("turn", "i1")], align=True)


@rule
def new_game(s, players):
    s.left = s.heap if s.heap > 0 else 21
    s.turn = 0


@rule
def actor(s):
    return OVER if s.left == 0 else s.turn


@rule
def legal(s, out):
    n = min(s.left, 3)
    for i in range(n):
        out[i] = i
    return n


@rule
def weights(s, out):
    return 0


@rule
def apply(s, action):
    s.left -= action + 1
    s.turn = 1 - s.turn


@rule
def payoff(s, seat):
    return 0.0 if s.turn == seat else 1.0
