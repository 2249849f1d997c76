"""What one seat may know: of a position, and of what its own decision showed it.

Whatever is told to a seat, offered to it or refused to it is made from its view, which only the
game's `hide` makes; so it cannot depend on what the seat may not know.
"""

from __future__ import annotations

import numpy as np

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.events import Event

_WORLDS = 32  # other worlds that are tried to see whether a decision showed anything


def view(game: Game, position: Position, seat: int) -> Position:
    """The position as far as that seat may know it; a position of a game without secrets is its own view.

    NOBODY sees what everybody may know.
    """
    if not game.has_secrets:
        return position
    seen = position.copy()
    game.plain.hide(seen, seat)
    return seen


def showed(game: Game, before: Position, after: Position, decision: Event) -> bool:
    """Did this decision show the seat that made it something that was hidden from it?

    It did not if the seat would see the same now whatever had lain hidden; some worlds are tried,
    always the same ones.
    """
    seat, code = decision.seat, decision.code
    if not game.has_secrets or seat is None or code is None:
        return False
    seen, now = view(game, before, seat), view(game, after, seat)
    stream = np.zeros(1, np.uint64)
    for _ in range(_WORLDS):
        other = seen.copy()
        game.plain.guess(other, seat, stream)
        game.plain.apply(other, code)
        if view(game, other, seat) != now:
            return True
    return False
