"""The table's bots: who thinks for a chair, from what that chair knows and nothing else.

A bot is a level of its game, "1" to "6", or "random", or one of those that the operator brought along
(`parlour serve --bot`); guests choose among these and can name no others. All but "random" think in
processes of their own, with a deadline and a fallback (`parlour.bots.workers`), which start when the first of
them is asked. Who waits for one takes turns (`fairness`): a guest with many tables delays his own. Those who
think for seconds never hold all processes at once, so a quick bot finds one free.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from parlour.bots.bot import Thought, make
from parlour.bots.levels import ADVISER, USUAL_SECONDS, level, levels
from parlour.bots.own import named
from parlour.bots.randomly import Randomly
from parlour.bots.workers import Workers
from parlour.games import load, names
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import cores
from parlour.server import protocol
from parlour.server.fairness import Turns
from parlour.text import BadChoice, ParlourError, Text, say

USUAL = "3"  # the level of a bot about which nothing was said
RANDOM = "random"
LONGEST_NAME = 60  # as the protocol has it
_HINT_SECONDS = 3.0
_HINTS = 4  # that one address may have waiting
_NICE = 5  # the table itself comes first


@dataclass(frozen=True)
class Own:
    """A bot that the operator brought along."""

    spec: str
    games: frozenset[str]  # that it can be made for


def own_bots(specs: Iterable[str]) -> dict[str, Own]:
    """Bots of the operator's own, by the names that guests choose them by. One that can be made for no game
    at all is an error that says why."""
    found: dict[str, Own] = {}
    for spec in specs:
        name = named(spec)
        if name in found or name == RANDOM or name.isdecimal() or len(name) > LONGEST_NAME:
            raise BadChoice(say("The name “{name}” is too long, or another bot's.", name=name))
        able, trouble = set(), None
        for game in map(load, names()):
            try:
                make(spec, game, own=True)
                able.add(game.id)
            except ParlourError as error:
                trouble = error
        if trouble is not None and not able:
            raise trouble
        found[name] = Own(spec, frozenset(able))
    return found


class Thinker:
    """Whoever thinks for this server's bots, with so many processes at a time."""

    def __init__(self, processes: int | None = None, own: Mapping[str, Own] | None = None) -> None:
        self._own = own or {}
        self._processes = processes or max(cores() - 1, 2)  # two: nobody can have both
        self._turns = Turns(self._processes)
        self._slow = Turns(max(self._processes - 1, 1))
        self._workers: Workers | None = None

    def check(self, name: str, game: Game) -> str:
        """The bot that is meant; an error if there is none. Nobody may ask for one that is not offered."""
        if name == RANDOM or self._is_own(name, game):
            return name
        return str(level(game, name or USUAL).number)

    def levels(self, game: Game) -> list[protocol.GameLevel]:
        """The bots one can choose from, weakest first."""
        known = [(str(one.number), one.name, one.words) for one in levels(game)]
        bots = [(RANDOM, say("by chance"), say("Picks any move at random.")), *known]
        for name, own in self._own.items():
            if game.id in own.games:
                bots.append((name, Text("{name}", {"name": name}), say("A bot of this server's own.")))
        return [{"level": level, "name": str(name), "words": str(words)} for level, name, words in bots]

    def prepare(self, game: Game, name: str) -> None:
        """It will be asked soon."""
        if name != RANDOM:
            self._pool().prepare(game, [self._spec(game, name)[0]])

    async def think(self, game: Game, view: Position, seat: int, name: str, table: str = "") -> Thought:
        """What the bot does; it comes in time, whatever happens in its process."""
        seed = secrets.randbits(63)
        if name == RANDOM:
            return Randomly(game).think(view, seat, seconds=None, seed=seed)
        spec, seconds = self._spec(game, name)
        slow = self._slow.turn(table) if self._takes_long(name) else contextlib.nullcontext()
        async with slow, self._turns.turn(table):
            return await self._pool().athink(game, view, seat, spec, seconds, seed)

    async def advise(self, game: Game, view: Position, seat: int, table: str = "") -> tuple[Thought, str]:
        """What the strongest bot that answers at once would do, and its name."""
        best = level(game, ADVISER)
        seconds = min(best.seconds, _HINT_SECONDS)
        async with self._turns.turn(table, _HINTS):
            thought = await self._pool().athink(game, view, seat, best.spec, seconds, secrets.randbits(63))
        return thought, str(best.name)

    def waiting(self) -> int:
        """How many chairs, and people who want a hint, wait for a process."""
        return self._turns.waiting() + self._slow.waiting()

    async def close(self) -> None:
        """Ends the processes in which bots think."""
        if self._workers is not None:
            await asyncio.to_thread(self._workers.close)

    def _takes_long(self, name: str) -> bool:
        """Does it think as long as it may? Nobody knows that of the operator's own."""
        return int(name) > ADVISER if name.isdecimal() else name in self._own

    def _is_own(self, name: str, game: Game) -> bool:
        return name in self._own and game.id in self._own[name].games

    def _spec(self, game: Game, name: str) -> tuple[str, float]:
        """Whom to ask, and how long it has. A table may be older than this server, and know a bot that was
        brought along then: the usual one takes its place."""
        if self._is_own(name, game):
            return self._own[name].spec, USUAL_SECONDS
        chosen = level(game, name if name.isdecimal() else USUAL)
        return chosen.spec, chosen.seconds

    def _pool(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(
                self._processes,
                own_boards=False,
                nice=_NICE,
                own_bots=[own.spec for own in self._own.values()],
            )
        return self._workers
