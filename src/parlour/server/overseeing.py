"""What an operator does with all tables at once: look at them, save their records, delete old ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from parlour.server.retention import Kept, Retention, save_record, stored_table
from parlour.server.serve import database_file, store_at
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Listed, Store
from parlour.text import ParlourError, say

Tell = Callable[[object], None]


@asynccontextmanager
async def _opened(database: str, *, to_write: bool) -> AsyncIterator[Store]:
    file = database_file(database)
    store = store_at(database) if to_write or file is None else SqliteStore(file, reading=True)
    await store.open(lambda table, seq: None, lambda text: None)
    try:
        yield store
    finally:
        await store.close()


def show_tables(database: str, tell: Tell) -> None:
    """One line for each table, the last used first."""

    async def show() -> None:
        async with _opened(database, to_write=False) as store:
            listed = await store.overview()
            for one in listed:
                tell(await _line(store, one))
            over = sum(one.over for one in listed)
            tell(say("Tables: {count}, finished: {over}.", count=len(listed), over=over))

    asyncio.run(show())


async def _line(store: Store, one: Listed) -> object:
    try:
        game = (await stored_table(store, one.id, events=False)).game.id
    except ParlourError:
        game = "?"
    day = time.strftime("%Y-%m-%d", time.localtime(one.used))
    state = say("finished") if one.over else say("not finished")
    return say(
        "{table}  {game}  last used {day}  events {events}  {state}",
        table=one.id,
        game=game.ljust(12),
        day=day,
        events=str(one.events).rjust(5),
        state=state,
    )


def save_records(database: str, folder: Path, tables: Sequence[str], tell: Tell) -> None:
    """The record of every table, or of these, as files that anybody can replay."""

    async def save() -> None:
        saved = 0
        async with _opened(database, to_write=False) as store:
            for id_ in tables or [one.id for one in await store.overview()]:
                try:
                    await save_record(store, id_, folder)
                    saved += 1
                except ParlourError as problem:
                    tell(problem)
        tell(say("Records saved in {folder}: {count}.", count=saved, folder=folder))

    asyncio.run(save())


def prune(database: str, days: float, folder: Path | None, tell: Tell) -> None:
    """Delete what nobody has used for so long; their records go to `folder` before, where one is given."""

    async def work() -> None:
        async with _opened(database, to_write=True) as store:
            gone = await Retention(store, Kept(days, days, folder), 0).prune()
            tell(say("Tables deleted: {count}.", count=gone))

    asyncio.run(work())
