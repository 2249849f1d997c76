"""Exact figures about the last pieces of Pollyanna (see exact.py): who wins with one piece left each, and how
many turns a player's last ones need."""

from __future__ import annotations

from parlour.games.racing.odds import LastPiecesOdds
from parlour.rules.position import Position
from parlour.text import Text, say

from . import exact
from .layout import CORNER, HOME
from .words import SEAT_NAMES

LAST = LastPiecesOdds(exact, HOME, CORNER, waits="corner", waiting=say("corner"))
TOPICS = LAST.topics(
    race=say("who wins when two players have one piece left each"),
    race_title=say("The chance of whoever is about to roll, with one piece left each"),
    turns=say("how many turns the last one or two pieces need"),
    turns_title=say("The turns that a player's last pieces need on average, when nobody is in the way"),
)


def now(p: Position) -> list[Text]:
    """The exact chances, where only the last pieces of two players are on the way."""
    return LAST.now(p, SEAT_NAMES[p.turn])
