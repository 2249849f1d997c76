"""The table: one match with its seats, log, dice and record file."""

from parlour.rules.kit import CHANCE, OVER
from parlour.table.codes import from_code, from_json, to_code, to_json
from parlour.table.dice import CheckableDice, Dice, SeededDice, TypedDice
from parlour.table.events import Event, Move, NotNow, sensible
from parlour.table.match import Match
from parlour.table.seats import Seat
from parlour.table.verify import Verdict, verify

__all__ = [
    "CHANCE",
    "OVER",
    "CheckableDice",
    "Dice",
    "Event",
    "Match",
    "Move",
    "NotNow",
    "Seat",
    "SeededDice",
    "TypedDice",
    "Verdict",
    "from_code",
    "from_json",
    "sensible",
    "to_code",
    "to_json",
    "verify",
]
