"""How long tables are kept that nobody uses any more.

A table counts as used whenever somebody opens its page or asks for it, so a running game is never touched.
Pages say how long a table is kept. Nothing is deleted while the clock may be wrong: a machine that starts in
1970 and then learns the time would find everything old.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from parlour.server.store import DamagedTable, Store, StoreError, cannot_store
from parlour.server.tables import Table
from parlour.text import say

log = logging.getLogger("parlour.server")

DAY = 86_400.0
_LOOK = 600.0  # seconds between looks
_STEADY = 3600.0  # so long the clock must have gone evenly
_EVEN = 60.0  # seconds by which it may differ from the monotonic clock
_BATCH = 50  # tables that are deleted at once
_SHORT_OF_ROOM = 7 * DAY  # after which finished tables go early, if there are too many
_VERY_SHORT = 30 * DAY  # the same for games that nobody finished
_HARDLY_BEGUN = (DAY, 10)  # and for those with fewer events
_LOOK_AGAIN = 60.0  # seconds after there was nothing that could go


@dataclass(frozen=True)
class Kept:
    """For how many days a table is kept after somebody last used it; 0 for ever."""

    finished: float = 90
    unfinished: float = 180
    archive: Path | None = None  # the folder where records are saved before tables go


class Retention:
    """Deletes what is old."""

    def __init__(self, store: Store, kept: Kept, most: int, now: Callable[[], float] = time.time) -> None:
        self.kept = kept
        self._store, self._most, self._now = store, most, now
        self._offset = now() - time.monotonic()
        self._steady_since = time.monotonic()
        self._jumped = float("-inf")  # when the clock did so last
        self._in_vain = float("-inf")  # when there was nothing that could go

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            await asyncio.sleep(_LOOK)
            if not self.steady(time.monotonic()):
                continue
            try:
                await self.prune()
                if await self._store.count() > 0.95 * self._most:
                    await self.make_space()
            except StoreError as problem:
                log.warning("Old tables were not deleted: %s", problem)

    def steady(self, elapsed: float) -> bool:
        """Has the clock gone evenly for a while?"""
        offset = self._now() - elapsed
        if abs(offset - self._offset) > _EVEN:
            log.warning("The clock has jumped by %.0f s.", offset - self._offset)
            self._offset, self._steady_since, self._jumped = offset, elapsed, elapsed
        return elapsed - self._steady_since >= _STEADY

    async def prune(self) -> int:
        """Delete what is older than is kept; how many tables went."""
        gone = 0
        for over, days in ((True, self.kept.finished), (False, self.kept.unfinished)):
            if days:
                gone += await self._delete(over, self._now() - days * DAY)
        return gone

    async def make_space(self) -> int:
        """There are as many tables as there may be: the longest unused go early."""
        elapsed = time.monotonic()
        self.steady(elapsed)
        if elapsed - self._jumped < _STEADY or elapsed - self._in_vain < _LOOK_AGAIN:
            return 0
        age, events = _HARDLY_BEGUN
        gone = (
            await self._delete(True, self._now() - _SHORT_OF_ROOM, 20 * _BATCH)
            or await self._delete(False, self._now() - age, 20 * _BATCH, events)
            or await self._delete(False, self._now() - _VERY_SHORT, 20 * _BATCH)
        )
        if not gone:
            self._in_vain = elapsed
        return gone

    async def _delete(
        self, over: bool, before: float, most: int | None = None, events: int | None = None
    ) -> int:
        gone = 0
        while most is None or gone < most:
            tables = await self._store.unused(over, before, _BATCH, events)
            if not tables:
                break
            for table in tables if self.kept.archive else ():
                await self._save(table, self.kept.archive)
            gone += await self._store.delete(tables, before)
            await asyncio.sleep(0)
        if gone:
            log.info("%d %s tables were deleted.", gone, "finished" if over else "unfinished")
        return gone

    async def _save(self, id_: str, folder: Path | None) -> None:
        assert folder is not None
        try:
            await save_record(self._store, id_, folder)
        except DamagedTable as problem:
            log.warning("%s", problem)  # nothing is left to save
        except OSError as error:
            raise cannot_store(error.strerror) from error


async def stored_table(store: Store, id_: str, events: bool = True) -> Table:
    """A table as it lies in the store, or only how it was opened."""
    setup = await store.setup(id_)
    if setup is None:
        raise StoreError(say("There is no table {table}.", table=id_))
    return Table.load(id_, setup, await store.read(id_) if events else [])


async def save_record(store: Store, id_: str, folder: Path) -> None:
    """A table's record. A game in progress may tell what its players hide: nobody else may read the file."""
    table = await stored_table(store, id_)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{table.game.id}-{id_}.parlour"
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(opened, "w", encoding="utf-8") as out:
        out.write(table.match.record())
