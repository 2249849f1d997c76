"""Pollyanna, by the leaflet of 1951, for two to four players, alone or as partners.

What the contract asks for is named here, in its order; where it is decided:

    layout.py    the board: what follows on every space (POL-GEO, POL-BWAY-3, POL-HOME-1, POL-HOME-2)
    record.py    the record, the codes of decisions and reasons, the house rules; rule choices
    moving.py    may a piece start, pass, stop, go; captures and joining
                 (POL-ENTER, POL-BWAY, POL-TO, POL-BLOCK, POL-SAFE, POL-CAP, POL-HOME)
    duties.py    what must be played, and so what is legal (POL-ENTER-2, POL-ENTER-3, POL-DICE, POL-CAP-2)
    turns.py     roll-off, throws, doublets, turns, the end, shares of the win
                 (POL-PREP, POL-FIRST, POL-TURN, POL-DBL, POL-CAP-3, POL-WIN, POL-PART)
    why.py       which reason a refused decision is given; it decides nothing
    seen.py      features and tallies
    derived.py   fields that serve speed alone
    fast.py      some of it once more, for speed alone: compiled forms only
"""

from __future__ import annotations

from parlour.rules.kit import two_dice_draw, two_dice_tickets, two_dice_weights

from .derived import derive
from .duties import legal
from .layout import (
    BOARD,
    BRANCH,
    CHAIRS,
    COLOUR,
    CORNER,
    FIRST_TURNOUT,
    HOME,
    HOME_PATH,
    LOOP,
    MERGE,
    NOWHERE,
    SIDE,
    SPACE,
    START_OFFSET,
    TURNOUT_LENGTH,
    TURNOUTS,
)
from .record import (
    ACTIONS,
    DERIVED,
    EMPTY,
    FINISHED,
    MAX_ACTIONS,
    OPTIONS,
    PASS,
    PLAY,
    PLAYING,
    ROLL_OFF,
    SEATS,
    TEN,
    THROW,
    State,
    what_of,
)
from .seen import FEATURE_NAMES, FEATURES, TALLIES, observe, tally
from .turns import actor, apply, new_game, payoff, side
from .why import explain

# Chance is always a roll of two dice.
weights, tickets, draw = two_dice_weights, two_dice_tickets, two_dice_draw

__all__ = [
    "ACTIONS",
    "CHAIRS",
    "DERIVED",
    "FEATURES",
    "FEATURE_NAMES",
    "MAX_ACTIONS",
    "OPTIONS",
    "SEATS",
    "TALLIES",
    "State",
    "actor",
    "apply",
    "derive",
    "draw",
    "explain",
    "legal",
    "new_game",
    "observe",
    "payoff",
    "side",
    "tally",
    "tickets",
    "weights",
]
# What tables of last pieces, readers of positions and tests ask every race for.
__all__ += ["BOARD", "CORNER", "EMPTY", "FINISHED", "HOME", "PASS", "PLAY", "PLAYING", "ROLL_OFF", "TEN"]
__all__ += ["BRANCH", "COLOUR", "FIRST_TURNOUT", "HOME_PATH", "LOOP", "MERGE", "NOWHERE", "SIDE", "SPACE"]
__all__ += ["START_OFFSET", "THROW", "TURNOUTS", "TURNOUT_LENGTH", "what_of"]
