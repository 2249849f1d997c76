"""The rooms of this process: tables are loaded when somebody asks, stored with every event, and forgotten.

Every table has a lock. What happens at it is stored within the lock and only then told; so nobody sees
what is not stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

from parlour.server.access import no_table
from parlour.server.events.base import Entry
from parlour.server.rooms import Room
from parlour.server.store import Store
from parlour.server.tables import Table
from parlour.server.tasks import Tasks

IDLE = 120.0  # seconds after which a table that nobody uses leaves the memory


class Keeper:
    """Between the store and whoever uses a table.

    `opened` is told the id of a table whose room was not open here before, `changed` the room in which
    something has been stored.
    """

    def __init__(
        self, store: Store, tasks: Tasks, opened: Callable[[str], None], changed: Callable[[Room], None]
    ) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}
        self._tasks = tasks
        self._opened, self._changed = opened, changed

    @contextlib.asynccontextmanager
    async def table(self, id_: str) -> AsyncIterator[tuple[Room, Table]]:
        """A table and its lock; a Refusal if there is none."""
        room = self.rooms.get(id_)
        if room is None:
            if await self.store.setup(id_) is None:
                raise no_table()
            if id_ not in self.rooms:
                self.rooms[id_] = Room(id_)
                self._opened(id_)
            room = self.rooms[id_]
        async with room.lock:
            table = await self.loaded(room)
            room.used = time.monotonic()
            yield room, table

    async def loaded(self, room: Room) -> Table:
        """The table in this room; loaded if it must be. The lock is held."""
        if room.table is None:
            setup = await self.store.setup(room.id)
            if setup is None:
                raise no_table()
            rows = await self.store.read(room.id)
            room.forget()
            room.table = await asyncio.to_thread(Table.load, room.id, setup, rows)
        return room.table

    async def keep(self, room: Room, table: Table, entries: list[Entry]) -> None:
        """Store what was done; if that fails in whatever way, what is in memory is void."""
        if not entries:
            return
        try:
            await self.store.append(table.id, table.rows(entries))
        except BaseException:
            room.forget()
            raise
        room.wake_all()
        self._changed(room)

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
                    del self.rooms[id_]
