"""The table's bots: who thinks for a chair, from what that chair knows and nothing else.

A bot is a level of its game, "1" to "5", or "random". Levels think in processes of their own, with a
deadline and a fallback (`parlour.bots.workers`), which start when the first of them is asked. Who waits for
one takes turns (`fairness`): a guest with many tables delays his own.
"""

from __future__ import annotations

import asyncio
import secrets

from parlour.bots.bot import Thought
from parlour.bots.levels import level, levels
from parlour.bots.randomly import Randomly
from parlour.bots.workers import Workers
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import cores
from parlour.server import protocol
from parlour.server.fairness import Turns
from parlour.text import say

USUAL = "3"  # the level of a bot about which nothing was said
RANDOM = "random"
_HINT_SECONDS = 3.0
_HINTS = 4  # that one address may have waiting
_NICE = 5  # the table itself comes first


class Thinker:
    """Whoever thinks for this server's bots, with so many processes at a time."""

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes or max(cores() - 1, 2)  # two: nobody can have both
        self._turns = Turns(self._processes)
        self._workers: Workers | None = None

    def check(self, name: str, game: Game) -> str:
        """The bot that is meant; an error if there is none. Nobody may ask for more than levels."""
        if name == RANDOM:
            return name
        return str(level(game, name or USUAL).number)

    def levels(self, game: Game) -> list[protocol.GameLevel]:
        """The bots one can choose from, weakest first."""
        known = [(str(one.number), one.name, one.words) for one in levels(game)]
        bots = [(RANDOM, say("by chance"), say("Picks any move at random.")), *known]
        return [{"level": level, "name": str(name), "words": str(words)} for level, name, words in bots]

    def prepare(self, game: Game, name: str) -> None:
        """It will be asked soon."""
        if name != RANDOM:
            self._pool().prepare(game, [level(game, name).spec])

    async def think(self, game: Game, view: Position, seat: int, name: str, table: str = "") -> Thought:
        """What the bot does; it comes in time, whatever happens in its process."""
        seed = secrets.randbits(63)
        if name == RANDOM:
            return Randomly(game).think(view, seat, seconds=None, seed=seed)
        chosen = level(game, name)
        async with self._turns.turn(table):
            return await self._pool().athink(game, view, seat, chosen.spec, chosen.seconds, seed)

    async def advise(self, game: Game, view: Position, seat: int, table: str = "") -> tuple[Thought, str]:
        """What the strongest bot would do, and its name."""
        best = levels(game)[-1]
        seconds = min(best.seconds, _HINT_SECONDS)
        async with self._turns.turn(table, _HINTS):
            thought = await self._pool().athink(game, view, seat, best.spec, seconds, secrets.randbits(63))
        return thought, str(best.name)

    def waiting(self) -> int:
        """How many chairs, and people who want a hint, wait for a process."""
        return self._turns.waiting()

    async def close(self) -> None:
        """Ends the processes in which bots think."""
        if self._workers is not None:
            await asyncio.to_thread(self._workers.close)

    def _pool(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self._processes, own_boards=False, nice=_NICE)
        return self._workers
