"""Somebody looks at the clocks: lets flags fall, and leaves out the time in which nobody could look.

A server that was down, a machine that slept and a table that everybody had left are the same to a clock:
for a while nobody watched it. Then nobody's flag falls for it. Whoever was to act has the time again that
they had when they were asked, and the log says so. So it is when the machine's own clock is set, forward or
back.
"""

from __future__ import annotations

from parlour.server.events.base import Entry
from parlour.server.events.clocks import Flag, Flagged, Resumed
from parlour.server.keeping import Keeper
from parlour.server.rooms import Room
from parlour.server.tables import Table
from parlour.server.timing import Time

_LOOK = 5.0  # seconds after which somebody looks again, at the latest
_SLACK = 15.0  # seconds without a look that are nobody's fault yet


class Timekeeper:
    """Looks at the clocks of this process's tables."""

    def __init__(self, keeper: Keeper, time: Time) -> None:
        self._keeper, self._time = keeper, time

    async def catch_up(self, room: Room, table: Table) -> None:
        """Before anything else is done at a table: what its clocks say by now. The room's lock is held."""
        clocks = table.clocks
        if clocks is None or not clocks.running:
            return
        now = self._time.now()
        watched = abs(now - max(room.watched, clocks.since)) <= _SLACK
        if not watched and not await self._keeper.store.claim(room.id):
            room.watched = now  # another process looks after it
            return
        room.watched = now
        entries = self._flags(room, table, now) if watched else table.happen(Resumed, None)
        await self._keeper.keep(room, table, entries)

    def _flags(self, room: Room, table: Table, now: float) -> list[Entry]:
        assert table.clocks is not None
        entries: list[Entry] = []
        away = room.away(table)
        ends = table.clocks.agreed.kind == "game"
        for chair in table.clocks.fallen(now):
            entries += table.happen(Flagged, chair, data=Flag(chair, ends or chair in away, ends))
        return entries

    async def wait(self, room: Room, table: Table) -> bool:
        """Until something happens or somebody has to look again; False when no clock runs."""
        left = table.clocks.soonest(self._time.now()) if table.clocks is not None else None
        if left is None:
            return False
        await self._keeper.store.claim(room.id)  # it or another process looks after the clock
        room.watched = self._time.now()
        await self._time.wait(room.changed, min(left, _LOOK))
        return True
