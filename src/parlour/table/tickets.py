"""What the rolls of a match were drawn from: the tickets that every outcome owned.

With this and the record, dice can be checked without knowing a game's rules, by a page in a browser,
say: `dice.py` tells which ticket a roll wins, and the lot of that roll whose ticket it was. Every ticket of a
lot belongs to one outcome, and what is due to an outcome can be counted.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.rules.kit import CHANCE
from parlour.table.match import Match

Lot = tuple[tuple[str, tuple[int, ...]], ...]  # every outcome with its tickets


class Tickets(NamedTuple):
    """The different lots of a match, and for each roll its event's number and the lot it was drawn from."""

    lots: list[Lot]
    rolls: list[tuple[int, int]]


def tickets_of(match: Match) -> Tickets:
    """The lots of all rolls so far. They tell what was hidden: for everybody only when all is over."""
    rules, words = match.game.plain, match.game.words
    known: dict[Lot, int] = {}
    rolls = []
    for event, before in match.steps():
        if event.kind != "roll" or rules.actor(before) != CHANCE:
            continue
        owned: dict[int, list[int]] = {}
        for ticket in range(int(rules.tickets(before))):
            owned.setdefault(int(rules.draw(before, ticket)), []).append(ticket)
        lot = tuple((str(words.notation(before, code)), tuple(some)) for code, some in sorted(owned.items()))
        rolls.append((event.n, known.setdefault(lot, len(known))))
    return Tickets(list(known), rolls)
