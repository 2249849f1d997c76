"""Parcheesi, by the modern American leaflet, for two to four players.

What the contract asks for is named here; where it is decided:

    layout.py    the board: loop, home paths, safety spaces (PAR-GEO, PAR-SETUP-2, PAR-SETUP-3)
    record.py    the record, the codes of decisions and reasons, the house rules; rule choices (PAR-COMP)
    moving.py    what is in a pawn's way, what a move does
                 (PAR-ENTER-7 to 9, PAR-MOVE, PAR-CAP, PAR-SAFE, PAR-BLOCK, PAR-HOME)
    bonuses.py   bonuses earned, pending, given up (PAR-CAP-4, PAR-CAP-5, PAR-HOME-4)
    duties.py    what may and must be played, and so what is legal
                 (PAR-ENTER, PAR-MOVE-4, PAR-MOVE-5, PAR-DBL-4, PAR-DBL-5, PAR-CAP-5)
    turns.py     roll-off, rolls, doublets, turns, the end, shares of the win
                 (PAR-SETUP, PAR-FIRST, PAR-TURN, PAR-DBL, PAR-CAP-6, PAR-WIN)
    why.py       which reason a refused decision is given; it decides nothing
    seen.py      features and tallies
    derived.py   fields that follow from the others
    fast.py      some of it once more, for speed alone: compiled forms only
"""

from __future__ import annotations

from parlour.rules.kit import two_dice_draw, two_dice_tickets, two_dice_weights

from .derived import derive, listed
from .duties import legal
from .layout import BOARD, CHAIRS, HOME, HOME_PATH, LOOP, NOWHERE, SAFE, SPACE, START
from .record import (
    ACTIONS,
    BONUS,
    DERIVED,
    EMPTY,
    FINISHED,
    MAX_ACTIONS,
    OPTIONS,
    PLAY,
    PLAYING,
    ROLL,
    ROLL_OFF,
    SEATS,
    State,
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
    "listed",
    "new_game",
    "observe",
    "payoff",
    "side",
    "tally",
    "tickets",
    "weights",
]
# What tables of last pieces, readers of positions and tests ask every race for.
__all__ += ["BONUS", "EMPTY", "FINISHED", "PLAY", "PLAYING", "ROLL", "ROLL_OFF"]
__all__ += ["BOARD", "HOME", "HOME_PATH", "LOOP", "NOWHERE", "SAFE", "SPACE", "START"]
