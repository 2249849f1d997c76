"""The dice of Doubles Wild: what two, three or four of them can show, and how likely that is.

pair      what two dice of one colour show: an index into the kit's ROLLS, or NO_PAIR
triple    what three dice show: an index into TRIPLES, lowest die first, or NO_TRIPLE
outcome   by what is `due`: one die (0..5 for 1..6), a pair, a triple, the four dice of a turn as
          21 * the red pair + the blue one, or a coin, of which 1 is the attacker's side
again     the dice of a triple that are thrown again, as bits: 1 for the lowest, 2 for the middle one
          and 4 for the highest
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import ROLL_ODDS, ROLLS, roll_code, rule

from .layout import FIRST, LAST, SIZE

# ---------------------------------------------------------------- pairs

NO_PAIR = len(ROLLS)
# The line that a pair names, or WILD for a double, whose total is no matter. (DBW-ROLL-2, DBW-WILD-1)
WILD = SIZE
LINE_OF = np.array([WILD if a == b else a + b - FIRST for a, b in ROLLS.tolist()], np.int64)
# The line that a double names at its face, or WILD for totals off the board. (DBW-Q-05)
FACE = np.array([a + b - FIRST if FIRST <= a + b <= LAST else WILD for a, b in ROLLS.tolist()], np.int64)

# ---------------------------------------------------------------- triples

TRIPLES = np.array([(a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)], np.int64)
TOTAL = TRIPLES.sum(axis=1)
NO_TRIPLE = len(TRIPLES)
ALL_THREE = 7  # thrown again, as bits


def _kept(triple: list[int], again: int) -> int:
    """What stays on the table: a die (from 0) or a pair."""
    kept = [die for i, die in enumerate(triple) if again >> i & 1 == 0]
    return roll_code(*kept) if len(kept) == 2 else kept[0] - 1 if len(kept) == 1 else 0


def _joined(pair: list[int], die: int) -> int:
    triples: list[list[int]] = TRIPLES.tolist()
    return triples.index(sorted([*pair, die]))


# What stays of a triple, [triple, again]; and a pair and a die together, as a triple.
KEPT = np.array([[_kept(t, again) for again in range(8)] for t in TRIPLES.tolist()], np.int64)
JOINED = np.array([[_joined(pair, die) for die in range(1, 7)] for pair in ROLLS.tolist()], np.int64)
HOW_MANY = np.array([bits.bit_count() for bits in range(16)], np.int64)  # of dice, or of seats


@rule
def names_twin(triple, again):
    """Is a die to be thrown again while its equal before it is kept? Dice are told apart by what they
    show alone, so of equal ones the first go. (DBW-Q-18)"""
    for die in range(2):
        if TRIPLES[triple, die] == TRIPLES[triple, die + 1]:
            if again >> die & 1 == 0 and again >> (die + 1) & 1 != 0:
                return True
    return False


# ---------------------------------------------------------------- odds

TOSS = 5  # `due` when a coin is tossed; else it is the number of dice
TRIPLE_ODDS = np.array([(1, 3, 6)[len({*t}) - 1] for t in TRIPLES.tolist()], np.int64)  # out of 216
ODDS_OF = (  # by `due`: in how many ways each outcome can come
    np.ones(0, np.int64),
    np.ones(6, np.int64),
    ROLL_ODDS,
    TRIPLE_ODDS,
    np.outer(ROLL_ODDS, ROLL_ODDS).reshape(-1),
    np.ones(2, np.int64),
)
OUTCOMES = np.array([len(odds) for odds in ODDS_OF], np.int64)
ODDS = np.zeros((len(ODDS_OF), OUTCOMES.max()), np.int64)
for _due, _odds in enumerate(ODDS_OF):
    ODDS[_due, : len(_odds)] = _odds
