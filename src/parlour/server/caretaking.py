"""Somebody looks after every table that moves by itself: its bots, its cards, what settings do for a seat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time

from parlour.server.automatic import Due, due
from parlour.server.keeping import Keeper
from parlour.server.rooms import Room
from parlour.server.store import Conflict, StoreError
from parlour.server.tables import Table
from parlour.server.tasks import Tasks
from parlour.server.thinking import USUAL, Thinker
from parlour.server.timekeeping import Timekeeper

log = logging.getLogger("parlour.server")
_chance = random.SystemRandom()


class Caretaker:
    """Does what is due at a table, one thing after the other, until it waits for somebody."""

    def __init__(self, keeper: Keeper, timekeeper: Timekeeper, thinker: Thinker, tasks: Tasks) -> None:
        self._keeper, self._timekeeper = keeper, timekeeper
        self._thinker, self._tasks = thinker, tasks

    def run(self, room: Room) -> None:
        """See to it that somebody looks after the table, where there is anything to do. Its lock is held."""
        if not room.busy and (room.table is None or _moves_by_itself(room.table)):
            room.runner = self._tasks.spawn(self._look_after(room))

    async def _look_after(self, room: Room) -> None:
        try:
            while room.awake:
                try:
                    if not await self._act(room):
                        await self._keeper.store.release(room.id)
                        if not room.changed.is_set():  # while it was released
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
        """One thing that the table does by itself; False when it waits for somebody, and no clock runs."""
        async with room.lock:
            room.changed.clear()
            table = await self._keeper.loaded(room)
            try:
                await self._timekeeper.catch_up(room, table)
            except Conflict:
                return True
            todo = due(table)
            if todo is not None:
                view = table.match.view(todo.chair) if todo.chair is not None and not todo.rolls else None
                pause = 0.0 if todo.at_once else varied(table.pause)
        if todo is None:
            return await self._timekeeper.wait(room, table)
        if not await self._keeper.store.claim(room.id):
            await asyncio.sleep(1)  # another process moves this table's bots, unless it dies
            return True
        code = todo.code
        began = time.monotonic()
        if view is not None and code is None and todo.chair is not None:
            level = table.chairs[todo.chair].level or USUAL
            code = (await self._thinker.think(table.game, view, todo.chair, level, room.id)).action
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


def varied(pause: float) -> float:
    """Nobody moves like a clock: from two thirds of the pause to all of it. By chance and nothing else, so
    that the time tells nothing."""
    return pause * (2 + _chance.random()) / 3


def _moves_by_itself(table: Table) -> bool:
    """Is anything due, or does a clock run?"""
    return due(table) is not None or (table.clocks is not None and bool(table.clocks.running))
