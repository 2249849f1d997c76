"""All tables of this process: loads them, obeys commands, tells the listeners, moves the bots.

Every table has a lock. A command is judged, stored and only then told, all within it; so nobody sees what is
not stored. What is told is made by each listener's own task when it is ready to hear more: a slow
one hears of several events at once, and holds nobody up.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Coroutine, Iterable
from typing import Any

import msgspec

from parlour.games import load
from parlour.server import frames, opening, protocol
from parlour.server.access import Limits, Refusal, no_table, too_fast
from parlour.server.automatic import Due, due
from parlour.server.reviewing import Reviewer
from parlour.server.rooms import Listener, Room
from parlour.server.store import Conflict, Store, StoreError
from parlour.server.tables import Entry, Setup, Table, Who, ahead
from parlour.server.thinking import USUAL, Thinker
from parlour.table import NotNow
from parlour.text import BadChoice, ParlourError, say, speaking

log = logging.getLogger("parlour.server")

IDLE = 120.0  # seconds after which a table that nobody uses leaves the memory
_REPEAT = 15.0  # seconds after which other processes are told again who is here
_TRIES = 5  # to store something while others write to the same table


class Hub:
    """The tables of this process."""

    def __init__(self, store: Store, thinker: Thinker, limits: Limits | None = None) -> None:
        self.store = store
        self.thinker = thinker
        self.limits = limits or Limits()
        self.reviewer = Reviewer()
        self._me = secrets.token_hex(4)  # among the processes that share the store
        self._rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.store.open(self._heard, self._whispered)
        self._spawn(self._tidy())
        self._spawn(self._repeat())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.reviewer.close()
        await self.thinker.close()
        await self.store.close()

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

    @contextlib.asynccontextmanager
    async def table(self, id_: str) -> AsyncIterator[tuple[Room, Table]]:
        """A table and its lock; a Refusal if there is none."""
        room = self._rooms.get(id_)
        if room is None:
            if await self.store.setup(id_) is None:
                raise no_table()
            if id_ not in self._rooms:
                self._rooms[id_] = Room(id_)
                self._whisper(id_, "?")
            room = self._rooms[id_]
        async with room.lock:
            table = await self._loaded(room)
            room.used = time.monotonic()
            yield room, table

    async def _loaded(self, room: Room) -> Table:
        """The table in this room; loaded if it must be. The lock is held."""
        if room.table is None:
            setup = await self.store.setup(room.id)
            if setup is None:
                raise no_table()
            rows = await self.store.read(room.id)
            room.forget()
            room.table = await asyncio.to_thread(Table.load, room.id, setup, rows)
        return room.table

    async def _keep(self, room: Room, table: Table, entries: list[Entry]) -> None:
        """Store what was done; if that fails in whatever way, what is in memory is void."""
        if not entries:
            return
        try:
            await self.store.append(table.id, table.rows(entries))
        except BaseException:
            room.forget()
            raise
        room.wake_all()
        self._run(room)

    # ------------------------------------------------------------ commands

    async def obey(self, id_: str, tokens: Iterable[str], command: protocol.Command) -> protocol.Answered:
        """Carry out a command for whoever holds these tokens."""
        if isinstance(command, protocol.Hint):
            return await self._advise(id_, tokens, command)
        async with self.table(id_) as (room, table):
            who = table.who(tokens)
            chair = _one_chair(who, command.seat)
            room.visited(who.chairs)
            answer = self._at_once(table, chair, command)
            if answer is not None:
                return answer
            key = f"{'host' if chair is None else chair}:{command.id}" if command.id != "" else ""
            said = hashlib.sha256(msgspec.json.encode(command)).hexdigest()[:16]
            for _ in range(_TRIES):
                table = await self._loaded(room)
                before = table.answered(key, said) if key else None
                if before is not None:
                    return protocol.Answered(True, command.id, before)
                try:
                    entries, token = self._judge(room, table, chair, who, command)
                except ParlourError as problem:
                    if key:
                        table.remember(key, said, problem)
                    raise
                except BaseException:
                    room.forget()
                    raise
                if entries:
                    entries[0].key, entries[0].said = key, said
                try:
                    await self._keep(room, table, entries)
                except Conflict:
                    continue
                if key and entries:
                    table.answers[key] = (said, table.seq)
                self._run(room)
                return protocol.Answered(True, command.id, table.seq, token=token)
            raise StoreError(say("Too many write to this table at once. Try again."))

    def _judge(
        self, room: Room, table: Table, chair: int | None, who: Who, command: protocol.Command
    ) -> tuple[list[Entry], str | None]:
        if isinstance(command, protocol.Link):
            return table.relink(command.chair, who.host)
        return table.obey(command, chair, who.host, room.away(table)), None

    def _at_once(
        self, table: Table, chair: int | None, command: protocol.Command
    ) -> protocol.Answered | None:
        """What changes nothing is answered without being kept."""
        if isinstance(command, protocol.Ping):
            return protocol.Answered(True, command.id, table.seq)
        if isinstance(command, protocol.Why):
            return protocol.Answered(
                True, command.id, table.seq, why=frames.why(table.match, _seat(chair), command)
            )
        if isinstance(command, protocol.Moves):
            found = frames.moves_with(table, _seat(chair), command.find)
            return protocol.Answered(True, command.id, table.seq, moves=found)
        return None

    async def _advise(self, id_: str, tokens: Iterable[str], command: protocol.Hint) -> protocol.Answered:
        """A hint, thought out while the table goes on."""
        async with self.table(id_) as (room, table):
            chair = _seat(_one_chair(table.who(tokens), command.seat))
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
        advice = frames.advice(table, view, thought, name)
        return protocol.Answered(True, command.id, seq, hint=advice)

    # ------------------------------------------------------------ listeners

    async def listen(self, id_: str, hello: protocol.Hello) -> tuple[Room, Listener, protocol.Welcome]:
        """A page has opened."""
        async with self.table(id_) as (room, table):
            who = table.who(hello.tokens)
            if hello.after is not None and hello.after > table.seq:
                raise ahead()
            listener = Listener(who, hello.language, hello.after or 0)
            for chair in who.chairs:
                for _ in range(_TRIES):
                    with contextlib.suppress(Conflict):
                        table = await self._loaded(room)
                        await self._keep(room, table, table.sits(chair))
                        break
            room.listeners.add(listener)
            self._company(room)
            self._run(room)
            welcome = protocol.Welcome(id_, table.game.id, sorted(who.chairs), who.host, table.seq)
            return room, listener, welcome

    def visit(self, room: Room, table: Table, token: str) -> int | None:
        """Somebody asks by HTTP: the chair they speak for, who is here for a while."""
        chair = _one_chair(table.who([token]), None)
        room.visited([] if chair is None else [chair])
        self._run(room)
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

    def leave(self, room: Room, listener: Listener) -> None:
        """A page was closed, or fell silent."""
        room.leave(listener)
        self._company(room)
        minutes = room.table.takeover_minutes if room.table is not None else None
        if minutes is not None and listener.who.chairs:
            self._spawn(self._time_is_up(room, 60 * minutes))

    async def _time_is_up(self, room: Room, seconds: float) -> None:
        """Somebody has been away so long that a bot may take the chair: the others are told."""
        await asyncio.sleep(seconds)
        room.company_changed()

    def _company(self, room: Room) -> None:
        room.company_changed()
        self._whisper(room.id, ",".join(map(str, sorted(room.open_chairs()))))

    async def news(self, room: Room, listener: Listener) -> list[bytes]:
        """What this listener has not heard yet."""
        async with room.lock:
            table = await self._loaded(room)
            found: list[bytes] = []
            if listener.heard < table.seq or not listener.greeted:
                for seat in listener.seats:
                    found.append(self._events(room, table, seat, listener))
                listener.heard, listener.greeted = table.seq, True
            elif listener.company != room.company:
                with speaking(listener.language):
                    found.append(protocol.encode(protocol.People(self._sitters(room, table))))
            listener.company = room.company
            return found

    def _events(self, room: Room, table: Table, seat: int | None, listener: Listener) -> bytes:
        events = self.told(room, table, seat, listener.language, listener.heard)
        if not listener.greeted and listener.heard == 0 and table.brought:
            with speaking(listener.language):
                before = frames.told_before(table, frames.viewer_of(table, seat))
            events = [*(msgspec.Raw(protocol.encode(one)) for one in before), *events]
        frame = self.frame(room, table, seat, listener.language, listener.who.host)
        return protocol.encode(protocol.Events(seat, table.seq, events, frame))  # type: ignore[arg-type]

    def told(
        self, room: Room, table: Table, seat: int | None, language: str, after: int
    ) -> list[msgspec.Raw]:
        """The log after a number, as that seat may know it."""
        viewer = frames.viewer_of(table, seat)
        known = room.told.setdefault((viewer, language), [])
        with speaking(language):
            while len(known) < table.seq:
                known.append(protocol.encode(frames.told(table, len(known) + 1, viewer)))
        return [msgspec.Raw(one) for one in known[after:]]

    def frame(
        self, room: Room, table: Table, seat: int | None, language: str, host: bool = False
    ) -> msgspec.Raw:
        """What that seat is shown now."""
        key = (seat, language, host)
        seq, company, made = room.shown.get(key, (-1, -1, b""))
        if (seq, company) != (table.seq, room.company):
            with speaking(language):
                shared, people = self._shared(room, table, language)
                made = protocol.encode(frames.frame(table, seat, people, host=host, shared=shared))
            room.shown[key] = (table.seq, room.company, made)
        return msgspec.Raw(made)

    def _shared(self, room: Room, table: Table, language: str) -> tuple[list[frames.Common], msgspec.Raw]:
        """What frames of this moment have in common, and the people of all of them."""
        moment = (table.seq, room.company)
        if room.shared.get(language, (None,))[0] != moment:
            people = msgspec.Raw(protocol.encode(self._sitters(room, table)))
            room.shared[language] = (moment, [], people)
        _, shared, people = room.shared[language]
        return shared, people

    def _sitters(self, room: Room, table: Table) -> list[protocol.Sitter]:
        return frames.sitters(table, room.here(table), room.away(table))

    def past(self, room: Room, table: Table, seat: int | None, language: str, ply: int) -> protocol.Frame:
        with speaking(language):
            return frames.frame(table, seat, self._sitters(room, table), ply)

    # ------------------------------------------------------------ what tables do by themselves

    def _run(self, room: Room) -> None:
        """See to it that somebody looks after the table."""
        if room.runner is None or room.runner.done():
            room.runner = self._spawn(self._look_after(room))

    async def _look_after(self, room: Room) -> None:
        try:
            while room.awake:
                try:
                    if not await self._act(room):
                        return
                except StoreError as problem:
                    log.warning("%s: %s", room.id, problem)
                    await asyncio.sleep(2)
                except Exception:
                    log.exception("%s: the table could not move on", room.id)
                    room.forget()
                    await asyncio.sleep(2)
        finally:
            with contextlib.suppress(Exception):
                await self.store.release(room.id)

    async def _act(self, room: Room) -> bool:
        """One thing that the table does by itself; False when it waits for somebody."""
        async with room.lock:
            table = await self._loaded(room)
            todo = due(table)
            if todo is None:
                return False
            view = table.match.view(todo.chair) if todo.chair is not None and not todo.rolls else None
            pause = 0.0 if todo.at_once else table.pause
        if not await self.store.claim(room.id):
            await asyncio.sleep(1)  # another process moves this table's bots, unless it dies
            return True
        code = todo.code
        began = time.monotonic()
        if view is not None and code is None and todo.chair is not None:
            level = table.chairs[todo.chair].level or USUAL
            code = (await self.thinker.think(table.game, view, todo.chair, level)).action
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
        async with room.lock:
            table = await self._loaded(room)
            if due(table) != todo:
                return True  # somebody was quicker
            await self._do(room, table, todo, code)
        return True

    async def _do(self, room: Room, table: Table, todo: Due, code: int | None) -> None:
        try:
            if todo.rolls:
                entries = table.roll(todo.how, todo.chair)
            else:
                assert code is not None
                entries = table.act(todo.chair, code, todo.how)
        except BaseException:
            room.forget()
            raise
        with contextlib.suppress(Conflict):
            await self._keep(room, table, entries)

    # ------------------------------------------------------------ other processes, and time

    def _heard(self, id_: str, seq: int) -> None:
        """Something was stored, here or elsewhere."""
        found = [self._rooms[id_]] if id_ in self._rooms else [] if id_ else list(self._rooms.values())
        for room in found:
            if room.table is None or seq == 0 or room.table.seq < seq:
                self._spawn(self._catch_up(room, seq))

    async def _catch_up(self, room: Room, seq: int) -> None:
        async with room.lock:
            table = room.table
            if table is not None and (table.seq < seq or seq == 0):
                try:
                    table.take(await self.store.read(room.id, table.seq))
                except BaseException:
                    room.forget()
                    raise
            room.wake_all()
            self._run(room)

    def _whisper(self, id_: str, text: str) -> None:
        """Tell the other processes which chairs have a page open here; with "?", ask them."""
        self._spawn(self._say(f"{self._me} {id_} {text}"))

    async def _say(self, text: str) -> None:
        with contextlib.suppress(StoreError):
            await self.store.whisper(text)

    def _whispered(self, text: str) -> None:
        process, id_, chairs = text.split(" ")
        room = self._rooms.get(id_)
        if room is None or process == self._me:
            return
        if chairs != "?":
            room.elsewhere_are(process, [int(c) for c in chairs.split(",") if c])
        elif room.listeners:
            self._company(room)

    async def _repeat(self) -> None:
        """Tell the others again who is here: those who are not told for long count as gone."""
        while True:
            await asyncio.sleep(_REPEAT)
            for room in list(self._rooms.values()):
                if room.open_chairs():
                    self._whisper(room.id, ",".join(map(str, sorted(room.open_chairs()))))

    async def _tidy(self) -> None:
        """Tables that nobody uses leave the memory; those who listen stay connected."""
        while True:
            await asyncio.sleep(IDLE / 8)
            now = time.monotonic()
            for id_, room in list(self._rooms.items()):
                if now - room.used < IDLE or room.lock.locked() or (room.runner and not room.runner.done()):
                    continue
                room.forget()
                if not room.listeners and now - room.used > 30 * IDLE:
                    del self._rooms[id_]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _one_chair(who: Who, wanted: int | None) -> int | None:
    """The chair that is meant; None for those who hold none."""
    if wanted is not None:
        if wanted not in who.chairs:
            raise Refusal(403, "not_yours", say("You do not hold the link of that seat."))
        return wanted
    if len(who.chairs) > 1:
        raise BadChoice(say("Say which of your seats is meant: {seats}.", seats=sorted(who.chairs)))
    return next(iter(who.chairs), None)


def _seat(chair: int | None) -> int:
    if chair is None:
        raise Refusal(403, "not_yours", say("Spectators watch. This needs a seat's link."))
    return chair
