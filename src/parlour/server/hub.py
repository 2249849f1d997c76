"""The server's middle: opens tables, carries out commands, lets pages listen.

A command is judged, stored and only then told, all within the table's lock. What is told is made by each
listener's own task when it is ready to hear more: a slow one hears of several events at once, and holds
nobody up.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import perf_counter
from typing import ParamSpec, TypeVar

from parlour.games import load
from parlour.server import commands, editing, frames, news, opening, protocol, talking
from parlour.server.access import Limits, RateLimiter, Refusal, too_fast
from parlour.server.backroom import Backroom
from parlour.server.caretaking import Caretaker
from parlour.server.fairness import Turns
from parlour.server.keeping import Keeper
from parlour.server.laboratory import Laboratory
from parlour.server.metrics import Metrics
from parlour.server.neighbours import Neighbours
from parlour.server.retention import Kept, Retention
from parlour.server.rooms import Listener, Room, Spoken
from parlour.server.store import Conflict, Store, StoreError
from parlour.server.tables import Setup, Table, Who, ahead
from parlour.server.tasks import Tasks
from parlour.server.thinking import Thinker
from parlour.server.timekeeping import Timekeeper
from parlour.server.timing import Time
from parlour.table import NotNow
from parlour.text import BadChoice, ParlourError, say

P = ParamSpec("P")
T = TypeVar("T")

_READING = 10.0  # seconds of the processor that a record may take
_MUCH = 100  # lines of a log that are not made while all others wait
_SOME = 24  # listeners who are told in one go
_TRIES = 5  # to store something while others write to the same table


class Hub:
    """The tables of this process, and all that they need."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        limits: Limits | None = None,
        time: Time | None = None,
        kept: Kept | None = None,
    ) -> None:
        time = time or Time()
        self.store = store
        self.thinker = thinker
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.backroom = Backroom()
        self.laboratory = Laboratory()
        self._reading_room = Backroom(6 * _READING, _READING, nice=5)
        self._aside = Turns(2)  # threads for what takes a while
        self._doorstep = Turns(2)  # newcomers in one round of the event loop
        self._rematches = RateLimiter(self.limits.new_tables, 30)
        self._tasks = Tasks()
        self._keeper = Keeper(
            store, self._tasks, time, self.metrics, self._opened, self._changed, self._tell, self.limits
        )
        self._timekeeper = Timekeeper(self._keeper, time)
        self._caretaker = Caretaker(self._keeper, self._timekeeper, thinker, self._tasks)
        self._neighbours = Neighbours(store, self._keeper.rooms, self._tasks)
        self.retention = Retention(store, kept or Kept(), self.limits.tables, now=time.now)
        self._talking = talking.Talking(store, self.limits, time)
        self.rooms = rooms = self._keeper.rooms
        self.table = self._keeper.table
        self.metrics.gauge(
            "parlour_tables_in_memory",
            "Tables that are loaded",
            lambda: sum(room.table is not None for room in rooms.values()),
        )
        self.metrics.gauge(
            "parlour_sockets", "Open pages", lambda: sum(len(room.listeners) for room in rooms.values())
        )
        self.metrics.gauge("parlour_tasks", "Tasks beside the requests", self._tasks.count)
        self.metrics.queue("bots", thinker.waiting)
        self.metrics.queue("backroom", self.backroom.waiting)
        self.metrics.queue("lab", self.laboratory.waiting)
        self.metrics.queue("records", self._reading_room.waiting)
        self.metrics.queue("threads", self._aside.waiting)
        self.metrics.queue("requests", self._doorstep.waiting)

    async def start(self) -> None:
        """Opens the store and begins what goes on by itself: tidying, listening to neighbours, deleting."""
        await self.store.open(self._keeper.heard, self._neighbours.whispered)
        self._tasks.spawn(self._keeper.tidy())
        self._tasks.spawn(self._neighbours.repeat())
        self._tasks.spawn(self.retention.run())
        self._tasks.spawn(self.metrics.watch_the_loop())

    async def stop(self) -> None:
        """Ends everything in the order in which one thing needs another, the store last."""
        await self._tasks.cancel()
        await self.backroom.close()
        await self.laboratory.close()
        await self._reading_room.close()
        await self.thinker.close()
        await self.store.close()

    def last_used(self) -> float:
        """When somebody last asked for a table, by the monotonic clock."""
        return self._keeper.last_used

    def _opened(self, id_: str) -> None:
        self._neighbours.ask(id_)

    def _changed(self, room: Room) -> None:
        self._caretaker.run(room)

    # ------------------------------------------------------------ tables

    async def played_at(self, id_: str) -> tuple[str, str]:
        """The game of a table, and the name of its board where that is not the usual one."""
        async with self.table(id_) as (_, table):
            return table.game.id, table.setup.board

    async def open_table(self, wish: protocol.NewTable) -> protocol.Opened:
        """A new table, with its links; a record that takes long to read is read aside."""
        opening.check_length(wish, self.limits.log)
        if opening.is_dear(wish):
            made = await self._reading_room.do(opening.read_record, wish)
        else:
            made = await self.aside(opening.new_table, wish, self.thinker)
        return await self._create(*made)

    async def edited(self, game: str, wish: editing.Edit, language: str) -> protocol.Edited:
        """A board of a stranger's: loaded where it can keep nobody waiting."""
        return await self._reading_room.do(editing.edited, game, wish, language)

    async def brought_along(self, game: str, board: str, language: str) -> protocol.Board:
        """A board that somebody brings along, drawn and examined in a process of its own."""
        return await self._reading_room.do(editing.brought_along, game, board, language)

    async def branch(self, id_: str, token: str, wish: protocol.Branch) -> protocol.Opened:
        """Another table that goes on from a moment of this one."""
        async with self.table(id_) as (_, table):
            chair = _one_chair(table.who([token]), None)
            if not frames.may_branch(table, chair):
                raise Refusal(
                    403, "secrets", say("Something is hidden here, so nobody can branch off before the end.")
                )
            setup, opened = opening.branch(table, wish, self.thinker)
        return await self._create(setup, opened)

    async def _create(self, setup: Setup, opened: protocol.Opened) -> protocol.Opened:
        await self._keep_new(opened.table, setup)
        for chair in setup.chairs.values():
            if chair.kind == "bot":
                self.thinker.prepare(load(opened.game), chair.level)
        return opened

    async def _keep_new(self, id_: str, setup: Setup) -> None:
        if await self.store.count() >= self.limits.tables and not await self.retention.make_space():
            raise Refusal(503, "full", say("All tables are taken. Come again later."))
        with self.metrics.storing("create"):
            await self.store.create(id_, opening.encode_setup(setup))
        self.metrics.opened.inc()

    async def _open_once(self, id_: str, setup: Setup) -> None:
        """A table whose id follows from another's; perhaps it was made by a server that died then."""
        if await self.store.setup(id_) is None:
            self._rematches.check(setup.host)
            with contextlib.suppress(Conflict):
                await self._keep_new(id_, setup)

    # ------------------------------------------------------------ commands

    async def obey(
        self, id_: str, tokens: Iterable[str], command: commands.Command, page: Listener | None = None
    ) -> protocol.Answered:
        """Carry out a command for whoever holds these tokens; `page` is where it comes from."""
        began, outcome = perf_counter(), "failed"
        try:
            answer = await command.obeyed(self, commands.Call(id_, tokens, page))
            outcome = "done"
            return answer
        except StoreError:
            raise
        except ParlourError:
            outcome = "refused"
            raise
        finally:
            self.metrics.did(str(command.__struct_config__.tag), outcome, perf_counter() - began)

    async def answer(self, call: commands.Call, question: commands.Question) -> protocol.Answered:
        """A question, answered from the table as it is."""
        async with self.table(call.table) as (room, table):
            who = _who(table, call)
            chair = _one_chair(who, question.seat)
            room.visited(who.chairs)
            return question.answer(commands.Asking(table, chair))

    async def do(self, call: commands.Call, deed: commands.Deed) -> protocol.Answered:
        """A deed, judged and stored within the table's lock."""
        async with self.table(call.table) as (room, table):
            who = _who(table, call)
            chair = _one_chair(who, deed.seat)
            room.visited(who.chairs)
            answer = await self._do(room, who, chair, deed)
            if call.page is not None and deed.opens_with:
                table = await self._keeper.loaded(room)
                good = [token for token in call.page.tokens if table.opens(token)]
                call.page.tokens = list(dict.fromkeys([*good, deed.opens_with]))
                call.page.links = table.links
            return answer

    async def _do(self, room: Room, who: Who, chair: int | None, deed: commands.Deed) -> protocol.Answered:
        """Judge it and store what comes of it; anew when somebody else was quicker."""
        key, said = deed.key(chair), deed.digest()
        for _ in range(_TRIES):
            table = await self._keeper.loaded(room)
            before = table.repeats.answer(key, said) if key else None
            if before is not None:
                return protocol.Answered(True, deed.id, before)
            try:
                await self._timekeeper.catch_up(room, table)
            except Conflict:
                continue
            if table.seq >= self.limits.log and not deed.moves_on:
                raise Refusal(
                    429, "full", say("This table's log is full: now there is only playing on to the end.")
                )
            try:
                entries, token, opens = deed.judge(
                    commands.Asking(table, chair, who.host, partial(room.away, table), room.grace)
                )
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
                if opens:
                    await self._open_once(*opens)
                await self._keeper.keep(room, table, entries)
            except Conflict:
                continue
            except BaseException:
                room.forget()
                raise
            if key and entries:
                table.repeats.done(key, said, table.seq)
            return protocol.Answered(True, deed.id, table.seq, token=token)
        raise StoreError(say("Too many write to this table at once. Try again."))

    async def advise(self, call: commands.Call, hint: commands.Hint) -> protocol.Answered:
        """A hint, thought out while the table goes on."""
        async with self.table(call.table) as (room, table):
            chair = commands.Asking(table, _one_chair(table.who(call.tokens), hint.seat)).seat
            if not table.match.may_act(chair):
                raise NotNow(say("There is nothing for you to decide now."))
            if room.advised:
                raise too_fast()  # one at a time: thinking takes long
            seq, game, view = table.seq, table.game, table.match.view(chair)
            room.advised = True
        try:
            thought, name = await self.thinker.advise(game, view, chair, call.table)
        finally:
            room.advised = False
        return protocol.Answered(True, hint.id, seq, hint=hint.advice(table, view, thought, name))

    async def speak(self, call: commands.Call, words: commands.Speak) -> protocol.Answered:
        """Something is said: told to everybody, and no event of the table."""
        async with self.table(call.table) as (room, table):
            who = table.who(call.tokens)
            room.visited(who.chairs)
            await self._talking.speak(room, table, who, _one_chair(who, words.seat), words)
            self._neighbours.spoken(room)
            return protocol.Answered(True, words.id, table.seq)

    # ------------------------------------------------------------ listeners

    async def step_in(self) -> None:
        """Newcomers, requests and questions one after the other, address by address, however many come at
        once: in between, those who play are served. Nobody is waited for."""
        async with self._doorstep.turn():
            await asyncio.sleep(0)

    async def listen(self, id_: str, hello: commands.Hello) -> tuple[Room, Listener, protocol.Welcome]:
        """A page has opened."""
        async with self.table(id_) as (room, table):
            who = table.who(hello.tokens)
            if hello.after is not None and hello.after > table.seq:
                raise ahead()
            listener = Listener(who, hello.language, hello.after or 0, hello.tokens, table.links)
            for chair in who.chairs:
                for _ in range(_TRIES):
                    with contextlib.suppress(Conflict):
                        table = await self._keeper.loaded(room)
                        await self._timekeeper.catch_up(room, table)
                        await self._keeper.keep(room, table, table.sits(chair))
                        break
            room.listeners.add(listener)
            if who.chairs:
                self._neighbours.company(room)
            self._caretaker.run(room)
            handed = [c for c in sorted(who.chairs) if table.chairs[c].handed and not who.host]
            kept = self.retention.kept
            welcome = protocol.Welcome(
                table=id_,
                game=table.game.id,
                seats=sorted(who.chairs),
                host=who.host,
                seq=table.seq,
                handed=handed,
                kept_finished=kept.finished,
                kept_unfinished=kept.unfinished,
            )
            return room, listener, welcome

    async def news(self, room: Room, listener: Listener) -> list[bytes]:
        """What this listener has not heard yet."""
        async with room.lock:
            table, spoken = await self._keeper.loaded(room), await self._talking.read(room)
            if listener.links != table.links:  # perhaps somebody else has the seat for himself now
                table.who(listener.tokens)
                listener.links = table.links
            for seat in listener.seats:
                await self.prepare(room, table, seat, listener.language)
            return [*news.news(room, table, listener), *talking.news(table, spoken, listener)]

    def _tell(self, room: Room) -> None:
        """Tell at once whoever can hear it; the others have tasks of their own for it."""
        self._tell_some(room, list(room.listeners))

    def _tell_some(self, room: Room, listeners: Sequence[Listener]) -> None:
        """A few of them at a time, so that many who watch one table hold nobody else up.

        While somebody holds the lock, what is in memory may not be stored yet.
        """
        table, spoken = room.table, room.talk
        if len(listeners) > _SOME:
            asyncio.get_running_loop().call_soon(self._tell_some, room, listeners[_SOME:])
        ready = table is not None and spoken is not None and not room.lock.locked()
        for listener in listeners[:_SOME]:
            if not ready or not self._tell_one(room, table, spoken, listener):  # type: ignore[arg-type]
                listener.wake.set()

    def _tell_one(self, room: Room, table: Table, spoken: Spoken, listener: Listener) -> bool:
        """At once; False where a task of its own has to do it: if it fails there as well, that page alone
        is closed, with a word."""
        line = listener.line
        if line is None or not listener.greeted or listener.links != table.links or not line.free():
            return False
        for seat in listener.seats:
            if news.untold(room, table, seat, listener.language) > _MUCH:
                return False
        try:
            for message in news.news(room, table, listener):
                line.write(message)
            for message in talking.news(table, spoken, listener):
                line.write(message)
        except Exception:
            return False
        return True

    async def prepare(self, room: Room, table: Table, seat: int | None, language: str) -> None:
        """Have a long log ready to be told, made where nobody has to wait for it. The room's lock is held."""
        if news.untold(room, table, seat, language) > _MUCH:
            await self.aside(news.catch_up, room, table, seat, language)

    async def aside(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Do something that takes a while, in a thread and by turns."""
        async with self._aside.turn():
            return await asyncio.to_thread(work, *given, **named)

    async def talk(self, id_: str, token: str, after: int) -> list[protocol.Utterance]:
        """What was said last, for those who ask by HTTP."""
        async with self.table(id_) as (room, table):
            self.visit(room, table, token)
            return talking.heard(table, await self._talking.read(room), table.who([token]), after)

    def leave(self, room: Room, listener: Listener) -> None:
        """A page was closed, or fell silent."""
        room.leave(listener)
        if listener.who.chairs:  # spectators come and go unnoticed
            self._neighbours.company(room)
            room.remind()

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


def _who(table: Table, call: commands.Call) -> Who:
    """Whom the tokens speak for; of a page that is known as long as no link of the table has changed."""
    page = call.page
    return page.who if page is not None and page.links == table.links else table.who(call.tokens)


def _one_chair(who: Who, wanted: int | None) -> int | None:
    """The chair that is meant; None for those who hold none."""
    if wanted is not None:
        if wanted not in who.chairs:
            raise Refusal(403, "not_yours", say("You do not hold the link of that seat."))
        return wanted
    if len(who.chairs) > 1:
        raise BadChoice(say("Say which of your seats is meant: {seats}.", seats=sorted(who.chairs)))
    return next(iter(who.chairs), None)
