"""The bot that plays any legal action, all alike."""

from __future__ import annotations

import numpy as np

from parlour.bots.bot import Settings, Thought, check_asked, fair_chances
from parlour.rules import kit
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from parlour.text import say


class Randomly:
    """Knows the rules, and nothing more."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Any legal action, all alike."""
        check_asked(self._game, view, seat)
        legal = legal_codes(self._game, view)
        stream = np.zeros(1, np.uint64)
        kit.start_stream(stream, seed, 0)
        action = legal[int(kit.below(stream, len(legal)))]
        return Thought(action, fair_chances(self._game, view), say("It plays at random."))

    def warm(self) -> None:
        """There is nothing to compile."""


def create(game: Game, settings: Settings) -> Randomly:
    """The bot of the spec `random`, which has no settings."""
    return Randomly(game)
