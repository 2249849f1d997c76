"""Decisions of Tri-Trac shortly before a draw, settled by going through everything that can follow.

When nobody has a tile left to place, the stretch without placements (TRI-Q-21) ends the game: so many turns
before it, every answer to every answer can be tried, and an action wins, loses or draws for certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import parlour
from parlour.bots import alphabeta, make
from parlour.games.tritrac.record import STRETCH
from parlour.rules.game import Game
from parlour.rules.kit import OVER, below, start_stream
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from solved.rows import Row

PLAYER = "careful:slip=0.2"
LEFT = (2, 3)  # turns before the draw
COUNT = 60
STREAM = 1 << 45


def rows(name: str, seed: int) -> Iterator[Row]:
    """From games of players who seldom err, since others never come so far."""
    game = parlour.load(name)
    alphabeta.warm_proofs(game)
    bot = make(PLAYER, game)
    bot.warm()
    stream = np.zeros(1, np.uint64)
    start_stream(stream, seed, STREAM)
    plain, found = game.plain, 0
    while found < COUNT:
        p = game.new()
        while plain.actor(p) != OVER:
            left = int(STRETCH[p.quiet_plies]) - int(p.quiet)
            if left in LEFT and not p.hand.any():
                row = Row("shortly before a draw", p.copy(), int(p.turn), after(game, p, left))
                if row.best > min(row.values.values()) and found < COUNT:
                    found += 1
                    yield row
            move = bot.think(p, int(p.turn), seconds=None, seed=int(below(stream, 1 << 31))).action
            plain.apply(p, move)


def after(game: Game, p: Position, left: int) -> dict[int, float]:
    """What each action is worth: 1, one half or 0."""
    return {
        action: value(game, then(game, p, action), int(p.turn), left - 1) for action in legal_codes(game, p)
    }


def value(game: Game, p: Position, seat: int, left: int) -> float:
    """A position in which the other side is to act, or nobody, and so many turns are left."""
    if game.plain.actor(p) == OVER:
        return float(game.plain.payoff(p, seat))
    if alphabeta.forced_win(game, p, left).wins:
        return 0.0
    answers = (then(game, p, action) for action in legal_codes(game, p)) if left > 1 else ()
    if left > 1 and all(is_won(game, one, seat, left - 1) for one in answers):
        return 1.0
    return 0.5


def is_won(game: Game, p: Position, seat: int, left: int) -> bool:
    """Does this seat, which is to act, win for certain?"""
    if game.plain.actor(p) == OVER:
        return bool(game.plain.payoff(p, seat) == 1)
    return bool(alphabeta.forced_win(game, p, left).wins)


def then(game: Game, p: Position, action: int) -> Position:
    """The position after an action."""
    found: Any = p.copy()
    game.plain.apply(found, action)
    return found
