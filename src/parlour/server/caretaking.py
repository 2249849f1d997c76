"""Somebody looks after every table that moves by itself: its bots, its cards, what settings do for a seat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from parlour.server.automatic import Due, due
from parlour.server.keeping import Keeper
from parlour.server.rooms import Room
from parlour.server.store import Conflict, StoreError
from parlour.server.tables import Table
from parlour.server.tasks import Tasks
from parlour.server.thinking import USUAL, Thinker

log = logging.getLogger("parlour.server")


class Caretaker:
    """Does what is due at a table, one thing after the other, until it waits for somebody."""

    def __init__(self, keeper: Keeper, thinker: Thinker, tasks: Tasks) -> None:
        self._keeper, self._thinker, self._tasks = keeper, thinker, tasks

    def run(self, room: Room) -> None:
        """See to it that somebody looks after the table."""
        if not room.busy:
            room.runner = self._tasks.spawn(self._look_after(room))

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
                await self._keeper.store.release(room.id)

    async def _act(self, room: Room) -> bool:
        """One thing that the table does by itself; False when it waits for somebody."""
        async with room.lock:
            table = await self._keeper.loaded(room)
            todo = due(table)
            if todo is None:
                return False
            view = table.match.view(todo.chair) if todo.chair is not None and not todo.rolls else None
            pause = 0.0 if todo.at_once else table.pause
        if not await self._keeper.store.claim(room.id):
            await asyncio.sleep(1)  # another process moves this table's bots, unless it dies
            return True
        code = todo.code
        began = time.monotonic()
        if view is not None and code is None and todo.chair is not None:
            level = table.chairs[todo.chair].level or USUAL
            code = (await self._thinker.think(table.game, view, todo.chair, level)).action
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
        async with room.lock:
            table = await self._keeper.loaded(room)
            if due(table) != todo:
                return True  # somebody was quicker
            await self._do(room, table, todo, code)
        return True

    async def _do(self, room: Room, table: Table, todo: Due, code: int | None) -> None:
        match, chair = table.match, todo.chair
        try:
            if todo.rolls:
                entries = table.played(match.roll, chair, todo.how)
            else:
                assert code is not None and chair is not None
                entries = table.played(lambda: match.play(chair, code), chair, todo.how)
        except BaseException:
            room.forget()
            raise
        with contextlib.suppress(Conflict):
            await self._keeper.keep(room, table, entries)
