"""The rooms of this process: tables are loaded when somebody asks, stored with every event, and forgotten.

Every table has a lock. What happens at it is stored within the lock and only then told; so nobody sees
what is not stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Callable

from parlour.server.access import Limits, no_table
from parlour.server.events.base import Entry
from parlour.server.fairness import Turns
from parlour.server.metrics import Metrics
from parlour.server.rooms import Room
from parlour.server.store import Store, StoreError
from parlour.server.tables import Table
from parlour.server.tasks import Tasks
from parlour.server.timing import Time

_NOTE = 3600.0  # seconds after which the store is told again that a table is used
_DEAR = 60_000  # stored bytes of a table that takes a while to load: one after the other
_IN_USE = 5.0  # seconds since a table was used in which it stays in any case
_ID = re.compile("[A-Za-z0-9_-]{1,40}")
IDLE = 120.0  # seconds after which a table that nobody uses leaves the memory


class Keeper:
    """Between the store and whoever uses a table.

    `opened` is told the id of a table whose room was not open here before, `changed` the room in which
    something has been stored, `tell` that somebody there has not heard everything.
    Tables of `limits.loaded` stored bytes are in memory, where they take some seventeen times as much.
    """

    def __init__(
        self,
        store: Store,
        tasks: Tasks,
        time: Time,
        metrics: Metrics,
        opened: Callable[[str], None],
        changed: Callable[[Room], None],
        tell: Callable[[Room], None],
        limits: Limits,
    ) -> None:
        self.store = store
        self._time, self._metrics = time, metrics
        self.rooms: dict[str, Room] = {}
        self._limits = limits
        self._dear = Turns(1)
        self.last_used = 0.0  # when any of them was, by the monotonic clock
        self._tasks = tasks
        self._opened, self._changed, self._tell = opened, changed, tell

    @contextlib.asynccontextmanager
    async def table(self, id_: str) -> AsyncIterator[tuple[Room, Table]]:
        """A table and its lock; a Refusal if there is none."""
        room = self.rooms.get(id_)
        if room is None:
            if not _ID.fullmatch(id_):  # nothing for a database to stumble over
                raise no_table()
            if await self.store.setup(id_) is None:
                raise no_table()
            if id_ not in self.rooms:
                self.rooms[id_] = Room(id_, self._limits.grace, self._tell)
                self._opened(id_)
            room = self.rooms[id_]
        async with room.lock:
            table = await self.loaded(room)
            room.used = self.last_used = time.monotonic()
            self._note_use(room, table)
            yield room, table

    async def loaded(self, room: Room) -> Table:
        """The table in this room; loaded if it must be. The lock is held."""
        if room.table is None:
            with self._metrics.storing("read"):
                setup = await self.store.setup(room.id)
                rows = await self.store.read(room.id)
            if setup is None:
                raise no_table()
            room.forget()
            room.weight = len(setup) + sum(len(row.body) for row in rows)
            self._make_space(room)
            if room.weight > _DEAR:
                async with self._dear.turn():
                    room.table = await asyncio.to_thread(Table.load, room.id, setup, rows, self._time)
            else:
                room.table = await asyncio.to_thread(Table.load, room.id, setup, rows, self._time)
        return room.table

    def _make_space(self, room: Room) -> None:
        """For one more table: those leave the memory that were used longest ago, records first."""
        loaded = [r for r in self.rooms.values() if r.table is not None]
        over = room.weight + sum(r.weight for r in loaded) - self._limits.loaded
        if over <= 0:
            return
        now = time.monotonic()
        closed = {r.id: r.table is not None and r.table.setup.closed for r in loaded}
        for old in sorted(loaded, key=lambda r: (not closed[r.id], r.used)):
            if over <= 0:
                return
            if not old.lock.locked() and not old.busy and (closed[old.id] or now - old.used > _IN_USE):
                over -= old.weight
                old.forget()

    async def keep(self, room: Room, table: Table, entries: list[Entry]) -> None:
        """Store what was done; if that fails in whatever way, what is in memory is void."""
        if not entries:
            return
        try:
            with self._metrics.storing("append"):
                await self.store.append(table.id, table.rows(entries))
        except BaseException:
            room.forget()
            raise
        self._metrics.events.inc(len(entries))
        room.wake_all()
        self._note_use(room, table)
        self._changed(room)

    def _note_use(self, room: Room, table: Table) -> None:
        """The store is told so, now and then: tables that nobody uses do not stay for ever."""
        before, over = room.noted
        ended = table.match.over or table.setup.closed
        now = time.monotonic()
        if now - before > _NOTE or ended != over:
            room.noted = (now, ended)
            self._tasks.spawn(self._touch(room.id, ended))

    async def _touch(self, id_: str, over: bool) -> None:
        with contextlib.suppress(StoreError):
            await self.store.touch(id_, self._time.now(), over)

    def heard(self, id_: str, seq: int) -> None:
        """Something was stored, here or elsewhere."""
        found = [self.rooms[id_]] if id_ in self.rooms else [] if id_ else list(self.rooms.values())
        for room in found:
            if room.table is None or seq == 0 or room.table.seq < seq:
                self._tasks.spawn(self._catch_up(room, seq))

    async def _catch_up(self, room: Room, seq: int) -> None:
        async with room.lock:
            table = room.table
            if table is not None and (table.seq < seq or seq == 0):
                try:
                    table.take(await self.store.read(room.id, table.seq))
                except BaseException:
                    room.forget()
                    raise
            if seq == 0:
                room.somebody_spoke()  # perhaps: that may have been missed as well
            room.wake_all()
            self._changed(room)

    async def tidy(self) -> None:
        """Tables that nobody uses leave the memory; those who listen stay connected."""
        while True:
            await asyncio.sleep(IDLE / 8)
            now = time.monotonic()
            for id_, room in list(self.rooms.items()):
                if now - room.used < IDLE or room.lock.locked() or room.busy:
                    continue
                room.forget()
                if not room.listeners and now - room.used > 30 * IDLE:
                    room.close()
                    del self.rooms[id_]
