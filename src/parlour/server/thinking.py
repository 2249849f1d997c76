"""The table's bots: who thinks for a chair, from what that chair knows and nothing else."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import Any

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from parlour.text import say


@dataclass(frozen=True)
class Decision:
    """What a bot wants to do."""

    code: int


class Thinker:
    """Bots that move at random, in this process."""

    kind = "random"

    def check(self, level: str, game: Game) -> None:
        """Is there such a bot?"""

    def levels(self, game: Game) -> list[dict[str, Any]]:
        """The bots one can choose from, weakest first."""
        return [{"level": "", "name": str(say("Random")), "words": str(say("Moves at random."))}]

    async def think(self, game: Game, view: Position, seat: int, level: str) -> Decision:
        await asyncio.sleep(0)
        return Decision(secrets.choice(legal_codes(game, view)))

    async def close(self) -> None:
        pass
