"""The server's middle: opens tables, carries out commands, lets pages listen.

A command is judged, stored and only then told, all within the table's lock. What is told is made by each
listener's own task when it is ready to hear more: a slow one hears of several events at once, and holds
nobody up.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable

from parlour.games import load
from parlour.server import commands, frames, news, opening, protocol
from parlour.server.access import Limits, Refusal, too_fast
from parlour.server.caretaking import Caretaker
from parlour.server.keeping import Keeper
from parlour.server.neighbours import Neighbours
from parlour.server.reviewing import Reviewer
from parlour.server.rooms import Listener, Room
from parlour.server.store import Conflict, Store, StoreError
from parlour.server.tables import Setup, Table, Who, ahead
from parlour.server.tasks import Tasks
from parlour.server.thinking import Thinker
from parlour.table import NotNow
from parlour.text import BadChoice, ParlourError, say

_TRIES = 5  # to store something while others write to the same table


class Hub:
    """The tables of this process, and all that they need."""

    def __init__(self, store: Store, thinker: Thinker, limits: Limits | None = None) -> None:
        self.store = store
        self.thinker = thinker
        self.limits = limits or Limits()
        self.reviewer = Reviewer()
        self._tasks = Tasks()
        self._keeper = Keeper(store, self._tasks, self._opened, self._changed)
        self._caretaker = Caretaker(self._keeper, thinker, self._tasks)
        self._neighbours = Neighbours(store, self._keeper.rooms, self._tasks)
        self.rooms = self._keeper.rooms
        self.table = self._keeper.table

    async def start(self) -> None:
        await self.store.open(self._keeper.heard, self._neighbours.whispered)
        self._tasks.spawn(self._keeper.tidy())
        self._tasks.spawn(self._neighbours.repeat())

    async def stop(self) -> None:
        await self._tasks.cancel()
        await self.reviewer.close()
        await self.thinker.close()
        await self.store.close()

    def _opened(self, id_: str) -> None:
        self._neighbours.ask(id_)

    def _changed(self, room: Room) -> None:
        self._caretaker.run(room)

    # ------------------------------------------------------------ tables

    async def open_table(self, wish: protocol.NewTable) -> protocol.Opened:
        made = await asyncio.to_thread(opening.new_table, wish, self.thinker)  # a record may be long
        return await self._create(*made)

    async def branch(self, id_: str, token: str, wish: protocol.Branch) -> protocol.Opened:
        async with self.table(id_) as (_, table):
            chair = _one_chair(table.who([token]), None)
            if not frames.may_branch(table, chair):
                raise Refusal(
                    403, "secrets", say("Something is hidden here, so nobody can branch off before the end.")
                )
            setup, opened = opening.branch(table, wish, self.thinker)
        return await self._create(setup, opened)

    async def _create(self, setup: Setup, opened: protocol.Opened) -> protocol.Opened:
        if await self.store.count() >= self.limits.tables:
            raise Refusal(503, "full", say("All tables are taken. Come again later."))
        await self.store.create(opened.table, opening.encode_setup(setup))
        for chair in setup.chairs.values():
            if chair.kind == "bot":
                self.thinker.prepare(load(opened.game), chair.level)
        return opened

    # ------------------------------------------------------------ commands

    async def obey(self, id_: str, tokens: Iterable[str], command: commands.Command) -> protocol.Answered:
        """Carry out a command for whoever holds these tokens."""
        if isinstance(command, commands.Hint):
            return await self._advise(id_, tokens, command)
        async with self.table(id_) as (room, table):
            who = table.who(tokens)
            chair = _one_chair(who, command.seat)
            room.visited(who.chairs)
            if isinstance(command, commands.Question):
                return command.answer(commands.Asking(table, chair))
            return await self._do(room, who, chair, command)

    async def _do(self, room: Room, who: Who, chair: int | None, deed: commands.Deed) -> protocol.Answered:
        """Judge it and store what comes of it; anew when somebody else was quicker."""
        key, said = deed.key(chair), deed.digest()
        for _ in range(_TRIES):
            table = await self._keeper.loaded(room)
            before = table.repeats.answer(key, said) if key else None
            if before is not None:
                return protocol.Answered(True, deed.id, before)
            try:
                entries, token = deed.judge(commands.Asking(table, chair, who.host, room.away(table)))
            except ParlourError as problem:
                if key:
                    table.repeats.refused(key, said, problem)
                raise
            except BaseException:
                room.forget()
                raise
            if entries:
                entries[0].key, entries[0].said = key, said
            try:
                await self._keeper.keep(room, table, entries)
            except Conflict:
                continue
            if key and entries:
                table.repeats.done(key, said, table.seq)
            self._caretaker.run(room)
            return protocol.Answered(True, deed.id, table.seq, token=token)
        raise StoreError(say("Too many write to this table at once. Try again."))

    async def _advise(self, id_: str, tokens: Iterable[str], command: commands.Hint) -> protocol.Answered:
        """A hint, thought out while the table goes on."""
        async with self.table(id_) as (room, table):
            chair = commands.Asking(table, _one_chair(table.who(tokens), command.seat)).seat
            if not table.match.may_act(chair):
                raise NotNow(say("There is nothing for you to decide now."))
            if room.advised:
                raise too_fast()  # one at a time: thinking takes long
            seq, game, view = table.seq, table.game, table.match.view(chair)
            room.advised = True
        try:
            thought, name = await self.thinker.advise(game, view, chair)
        finally:
            room.advised = False
        return protocol.Answered(True, command.id, seq, hint=command.advice(table, view, thought, name))

    # ------------------------------------------------------------ listeners

    async def listen(self, id_: str, hello: commands.Hello) -> tuple[Room, Listener, protocol.Welcome]:
        """A page has opened."""
        async with self.table(id_) as (room, table):
            who = table.who(hello.tokens)
            if hello.after is not None and hello.after > table.seq:
                raise ahead()
            listener = Listener(who, hello.language, hello.after or 0)
            for chair in who.chairs:
                for _ in range(_TRIES):
                    with contextlib.suppress(Conflict):
                        table = await self._keeper.loaded(room)
                        await self._keeper.keep(room, table, table.sits(chair))
                        break
            room.listeners.add(listener)
            self._neighbours.company(room)
            self._caretaker.run(room)
            welcome = protocol.Welcome(id_, table.game.id, sorted(who.chairs), who.host, table.seq)
            return room, listener, welcome

    async def news(self, room: Room, listener: Listener) -> list[bytes]:
        """What this listener has not heard yet."""
        async with room.lock:
            return news.news(room, await self._keeper.loaded(room), listener)

    def leave(self, room: Room, listener: Listener) -> None:
        """A page was closed, or fell silent."""
        room.leave(listener)
        self._neighbours.company(room)
        minutes = room.table.takeover_minutes if room.table is not None else None
        if minutes is not None and listener.who.chairs:
            self._tasks.spawn(self._time_is_up(room, 60 * minutes))

    async def _time_is_up(self, room: Room, seconds: float) -> None:
        """Somebody has been away so long that a bot may take the chair: the others are told."""
        await asyncio.sleep(seconds)
        room.company_changed()

    def visit(self, room: Room, table: Table, token: str) -> int | None:
        """Somebody asks by HTTP: the chair they speak for, who is here for a while."""
        chair = _one_chair(table.who([token]), None)
        room.visited([] if chair is None else [chair])
        self._caretaker.run(room)
        return chair

    async def something_new(self, room: Room, seconds: float) -> None:
        """Wait until something happens at the table, or the time is over."""
        listener = Listener(Who(), "en", 0)
        listener.wake.clear()
        room.listeners.add(listener)
        try:
            async with asyncio.timeout(seconds):
                await listener.wake.wait()
        except TimeoutError:
            pass
        finally:
            room.listeners.discard(listener)


def _one_chair(who: Who, wanted: int | None) -> int | None:
    """The chair that is meant; None for those who hold none."""
    if wanted is not None:
        if wanted not in who.chairs:
            raise Refusal(403, "not_yours", say("You do not hold the link of that seat."))
        return wanted
    if len(who.chairs) > 1:
        raise BadChoice(say("Say which of your seats is meant: {seats}.", seats=sorted(who.chairs)))
    return next(iter(who.chairs), None)
