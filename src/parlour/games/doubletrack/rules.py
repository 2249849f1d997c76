"""Doubletrack, by the leaflet of 1981: the contract of a game, and where each of its parts is said.

layout.py     the board of board.toml, read and checked, as tables (DBT-LAY, DBT-SET-6)
record.py     the record, phases, codes of actions, reasons, house rules
chips.py      sets of chips and what they are worth (DBT-SET-8 to 10)
tracks.py     outside: forks, gates and occupied spaces (DBT-TURN-3, DBT-GATE, DBT-OCC);
              inside: steps, arrows, the lead, HOME (DBT-IN, DBT-PUR, DBT-LEAD, DBT-WIN)
gates.py      asking for entry, prices and tolls (DBT-ASK)
cards.py      hands, what each card does, the pile (DBT-CARD, DBT-PLAY)
auctions.py   closed fists; selling a card, a pass, the lead (DBT-BID, DBT-SC, DBT-SP, DBT-SL)
taking.py     Take $25 (DBT-T25)
deals.py      house rules only: change, and free trading (DBT-Q-02, DBT-Q-16)
turns.py      the set-up, the turn, spaces, dice and cards, the end (DBT-SET, DBT-TURN, DBT-NUM, DBT-TP)
duties.py     what is legal, in every phase
why.py        why something is not
secrets.py    what a seat may know: hide and guess (DBT-INF)
seen.py       features, tallies, chairs turned
fast.py       some of it once more, only quicker: for compiled forms
"""

from __future__ import annotations

from . import layout
from .cards import derive
from .duties import legal
from .layout import BOARD, CHAIRS, SEATS
from .record import ACTIONS, DERIVED, MAX_ACTIONS, OPTIONS, State
from .secrets import guess, hide
from .seen import FEATURE_NAMES, FEATURES, TALLIES, observe, tally, turned
from .turns import actor, apply, call_on, final, may_act, new_game, payoff, side, weights
from .why import explain

__all__ = [
    "ACTIONS", "BOARD", "CHAIRS", "DERIVED", "FEATURES", "FEATURE_NAMES", "MAX_ACTIONS", "OPTIONS", "SEATS",
    "TALLIES", "State", "actor", "apply", "call_on", "derive", "explain", "final", "guess", "hide", "layout",
    "legal", "may_act", "new_game", "observe", "payoff", "side", "tally", "turned", "weights",
]  # fmt: skip
