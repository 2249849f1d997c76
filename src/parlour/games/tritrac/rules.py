"""Tri-Trac, by the leaflet of 1980: the rules as the contract wants them, and where each of them is written.

layout.py    the board: what lies beyond each side, how a tile fits, which cells are the centre
record.py    the record and its encodings, actions, phases, reasons, house rules
moving.py    what a turn can be: whose tile, from where, how it may lie, and who may use the neutral one
tracks.py    when a track is complete, and when a player is sealed off
trail.py     what has stood on the board before
turns.py     how a game begins, what follows a turn, how it is won or drawn
why.py       why an action is refused
seen.py      features, tallies, symmetries
fast.py      some of it again, in sets of bits, for the compiled forms alone
"""

from __future__ import annotations

from .layout import BOARD, SYMMETRIES
from .moving import legal
from .record import ACTIONS, AGREED_DRAW, CHAIRS, DERIVED, MAX_ACTIONS, OPTIONS, SEATS, State
from .seen import (
    FEATURE_NAMES,
    FEATURES,
    TALLIES,
    feature_image,
    image_of,
    lay_over,
    observe,
    tally,
)
from .trail import derive
from .turns import actor, apply, new_game, payoff, weights
from .why import explain

__all__ = [
    "ACTIONS",
    "AGREED_DRAW",
    "BOARD",
    "CHAIRS",
    "DERIVED",
    "FEATURES",
    "FEATURE_NAMES",
    "MAX_ACTIONS",
    "OPTIONS",
    "SEATS",
    "SYMMETRIES",
    "TALLIES",
    "State",
    "actor",
    "apply",
    "derive",
    "explain",
    "feature_image",
    "image_of",
    "lay_over",
    "legal",
    "new_game",
    "observe",
    "payoff",
    "tally",
    "weights",
]
