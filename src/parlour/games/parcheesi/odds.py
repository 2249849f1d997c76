"""Exact figures about the last pawns of Parcheesi (see exact.py): who wins with one pawn left each, and how
many turns a player's last ones need."""

from __future__ import annotations

from parlour.games.racing.odds import LastPiecesOdds
from parlour.rules.position import Position
from parlour.text import Text, say

from . import exact
from .layout import HOME, START
from .words import SEAT_NAMES

LAST = LastPiecesOdds(exact, HOME, START, waits="start", waiting=say("start"))
TOPICS = LAST.topics(
    race=say("who wins when two players have one pawn left each"),
    race_title=say("The chance of whoever is about to roll, with one pawn left each"),
    turns=say("how many turns the last one or two pawns need"),
    turns_title=say("The turns that a player's last pawns need on average, when nobody is in the way"),
)


def now(p: Position) -> list[Text]:
    """The exact chances, where only the last pawns of two players are on the way."""
    return LAST.now(p, SEAT_NAMES[p.turn])
