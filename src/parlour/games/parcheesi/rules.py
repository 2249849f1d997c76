"""The rules of Parcheesi, by the contract of parlour/rules/contract.py. Which file decides what:

    layout.py    the board: loop, home paths, safety spaces                       PAR-GEO, PAR-SETUP-2, PAR-SETUP-3
    record.py    the record of a position, codes of actions and reasons, house rules; opens with edition, rule
                 choices and encodings                                            PAR-COMP
    moving.py    what is in a pawn's way, what a move does      PAR-MOVE, PAR-CAP, PAR-SAFE, PAR-BLOCK, PAR-HOME
    bonuses.py   bonuses earned, pending, given up                                PAR-CAP-4 to 6, PAR-HOME-4
    duties.py    what may and must be played; `legal`                 PAR-ENTER, PAR-MOVE-4, PAR-DBL-3 to 5
    turns.py     roll-off, rolls, doublets, turns, the end       PAR-SETUP, PAR-FIRST, PAR-TURN, PAR-DBL, PAR-WIN
    why.py       the reason of a refusal
    seen.py      features and tallies
    derived.py   fields that follow from the others
    fast.py      the same again for speed, put over these files when they are compiled
"""

from __future__ import annotations

from parlour.rules.kit import two_dice_draw, two_dice_tickets, two_dice_weights

from .derived import derive
from .duties import counts_left, legal
from .layout import BOARD, CHAIRS, HOME, LOOP, PAWNS, SAFE, SPACE
from .record import (
    ACTIONS,
    DERIVED,
    EMPTY,
    FINISHED,
    MAX_ACTIONS,
    OPTIONS,
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
