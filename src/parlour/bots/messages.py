"""A position told to somebody who is no part of Parlour: a program, or a model that reads text.

What is told is what the seat sees, never more: the fields of its view, what it is asked, and every legal
action with its code, its name and what it does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.naming import legal_codes

__all__ = ["as_text", "message"]


def message(game: Game, view: Position, seat: int) -> dict[str, Any]:
    """What a seat that is to act is told, in a form that JSON can write; `view` is its own."""
    words = game.words
    return {
        "game": game.id,
        "seat": seat,
        "name": str(words.SEAT_NAMES[seat]),
        "asked": str(words.asks_you(view)),
        "status": [str(line) for line in words.status(view, seat)],
        "view": _fields(game, view),
        "legal": [
            {"code": code, "name": str(words.notation(view, code)), "does": str(words.offer(view, code))}
            for code in legal_codes(game, view)
        ],
    }


def as_text(game: Game, view: Position, seat: int, most: int = 60) -> str:
    """The same as compact text: a few lines, then one for each legal action, at most so many of these.

    >>> import parlour
    >>> from parlour.bots.messages import as_text
    >>> from parlour.table import CHANCE, Match, SeededDice
    >>> match = Match.new("parcheesi", 2, dice=SeededDice(7))
    >>> while match.actor == CHANCE:
    ...     event = match.roll()
    >>> as_text(match.game, match.view(match.actor), match.actor).splitlines()[0]
    'game: parcheesi, you are Blue (seat 2)'
    """
    known = message(game, view, seat)
    lines = [f"game: {known['game']}, you are {known['name']} (seat {seat})"]
    lines += [f"status: {line}" for line in known["status"]]
    fields = "; ".join(f"{name}={value}" for name, value in known["view"].items())
    lines += [f"view: {fields}", f"asked: {known['asked']}", f"legal, {len(known['legal'])} of them:"]
    lines += [f"  {one['code']} {one['name']}: {one['does']}" for one in known["legal"][:most]]
    if len(known["legal"]) > most:
        lines.append(f"  and {len(known['legal']) - most} more")
    return "\n".join(lines)


def _fields(game: Game, view: Position) -> dict[str, Any]:
    """The fields of a record that are not all zero, without those that follow from others."""
    found: dict[str, Any] = {}
    for name in view.dtype.names or ():
        value = getattr(view, name)
        if name not in game.plain.DERIVED and np.any(value):
            found[name] = value.tolist() if isinstance(value, np.ndarray) else int(value)
    return found
