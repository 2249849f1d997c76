"""What the rolls of a match were drawn from: the tickets that every outcome owned.

With this and the record, dice can be checked without knowing a game's rules, by a page in a browser,
say: `dice.py` tells which ticket a roll wins, and the lot of that roll whose ticket it was. Every ticket of a
lot belongs to one outcome, and what is due to an outcome can be counted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.rules import contract
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
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
        lot = tuple(
            (str(words.notation(before, code)), tuple(some))
            for code, some in sorted(_owned(rules, before).items())
        )
        rolls.append((event.n, known.setdefault(lot, len(known))))
    return Tickets(list(known), rolls)


def _owned(rules: Any, position: Position) -> dict[int, list[int]]:
    """The tickets of every outcome: one block after the other, unless the game deals them out itself."""
    owned: dict[int, list[int]] = {}
    if rules.draw.__code__ is contract.draw.__code__:
        codes, odds = np.zeros((2, rules.MAX_ACTIONS), np.int64)
        rules.legal(position, codes)
        first = 0
        for code, count in zip(codes, odds[: rules.weights(position, odds)], strict=False):
            if count:
                owned.setdefault(int(code), []).extend(range(first, first + int(count)))
            first += int(count)
        return owned
    for ticket in range(int(rules.tickets(position))):
        owned.setdefault(int(rules.draw(position, ticket)), []).append(ticket)
    return owned
