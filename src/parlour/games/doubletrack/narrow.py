"""Doubletrack's actions in parts: chips are chosen colour by colour, prices in steps of the smallest coin.

The codes of parts, on the board of board.toml; up to STEPS they are those of the actions:

    0..48               49..149   150..158   159..179   180..200
    as in record.py     PRICES    RED        BLUE       YELLOW
                        units     how many chips of each colour, in this order
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

from .layout import UNIT
from .record import ALL_MONEY, BLUES, CHIPS, PRICE, REDS, YELLOWS

HISTORY = "Actions in parts: chips are chosen colour by colour, prices in units. 201 codes instead of 4,519."

PRICES = PRICE  # + dollars / UNIT
RED = PRICES + ALL_MONEY // UNIT + 1  # + chips
BLUE = RED + REDS
YELLOW = BLUE + BLUES
NARROW = YELLOW + YELLOWS
NONE = -1


@rule
def part(action, depth):
    """A price or a word is one part, a set of chips three."""
    if action >= CHIPS:
        if depth == 0:
            return RED + (action - CHIPS) // (BLUES * YELLOWS)
        if depth == 1:
            return BLUE + (action - CHIPS) // YELLOWS % BLUES
        return YELLOW + (action - CHIPS) % YELLOWS if depth == 2 else NONE
    if depth > 0:
        return NONE
    return action if action < PRICE else PRICES + (action - PRICE) // UNIT
