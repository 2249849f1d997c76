"""Tables in one SQLite file.

Write-ahead log, `synchronous=FULL`: when an append returns, the event has reached the disk, so it survives
the death of the process and of the machine's power. That costs one flush for each commit; all appends
that wait while one is being flushed share the next (`GroupCommit`), so many tables pay little more than
one. One process writes to the file: a second one is told so at once. Others may read (`sqlite_file`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from parlour.server import sqlite_file
from parlour.server.sqlite_file import MEMORY, Owner, why
from parlour.server.store import (
    Conflict,
    GroupCommit,
    Heard,
    Listed,
    Row,
    StoreError,
    Whispered,
    cannot_store,
    chained,
    checked,
    checksum,
    damaged,
    lost,
    no_answer,
)
from parlour.text import say

log = logging.getLogger("parlour.server")
T = TypeVar("T")
_Job = Callable[[sqlite3.Connection], None]
_BREATH = 0.02  # seconds between two flushes while many tables write: each takes 0.2 ms of processor time
_PATIENCE = 10.0  # seconds after which a disk without an answer counts as hanging
_GLANCE = 2.0  # the same for whether anything could be stored
_GIVE_BACK = 1_000  # free pages that one clearing gives back to the disk


class SqliteStore:
    """The default: a file, or ":memory:" for a table that nobody wants to keep."""

    def __init__(self, file: str | Path, reading: bool = False) -> None:
        """`reading`: only to look at it, also while another process writes."""
        self.file = str(file)
        self._reading = reading
        self._owner: Owner | None = None
        self._thread = ThreadPoolExecutor(1, "sqlite")  # the one writer; it reads as well
        self._writer: GroupCommit[_Job] = GroupCommit(
            lambda jobs: self._do(lambda: self._commit(jobs)), _BREATH
        )
        self._commits = self._tables = 0
        self._trouble = False  # did the last commit fail?
        self._places: tuple[int, ...] = ()

    async def open(self, heard: Heard, whispered: Whispered) -> None:
        """Opens the file in a thread of its own, making or upgrading it."""
        await self._do(self._open)

    def _open(self) -> None:
        if self._reading:
            self._connection = sqlite_file.look_at(self.file)
            return
        owner = Owner(self.file)
        try:
            connection = sqlite_file.connect(self.file)
        except StoreError:
            owner.leave()
            raise
        try:
            self._commits = owner.check(connection, self.file)
            (self._tables,) = connection.execute("SELECT count(*) FROM uses").fetchone()
        except BaseException:
            connection.close()
            owner.close()
            raise
        self._connection, self._owner = connection, owner
        self._places = self._where()

    async def close(self) -> None:
        """Waits for what is being written, then closes the file."""
        await self._writer.finish()
        await self._do(self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        self._connection.close()
        if self._owner is not None:
            self._owner.close()

    async def create(self, table: str, setup: bytes) -> None:
        """A new table."""
        values = (table, setup, checksum(setup))

        def insert(c: sqlite3.Connection) -> None:
            _insert(c, "INSERT INTO tables VALUES (?, ?, ?)", [values])
            c.execute("INSERT OR REPLACE INTO uses VALUES (?, ?, 0)", (table, int(time.time())))

        await self._writer.do(insert, patience=_PATIENCE)
        self._tables += 1

    async def setup(self, table: str) -> bytes | None:
        """How a table was set up, if there is such a table."""
        found = await self._read(table, "SELECT setup, sum FROM tables WHERE id = ?", (table,))
        return checked(table, *found[0]) if found else None

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Adds events, if they follow on the last one that is stored."""
        before = rows[0].seq - 1

        def insert(c: sqlite3.Connection) -> None:
            last = "SELECT seq, sum FROM events WHERE tab = ? ORDER BY seq DESC LIMIT 1"
            seq, sum_ = c.execute(last, (table,)).fetchone() or (0, 0)
            if seq < before:
                raise lost(table)
            if seq > before:
                raise Conflict
            values = []
            for row in rows:
                sum_ = checksum(row.body, sum_)
                values.append((table, row.seq, row.body, sum_, row.key))
            _insert(c, "INSERT INTO events VALUES (?, ?, ?, ?, ?)", values)

        await self._writer.do(insert, table, _PATIENCE)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The events after a number, each checked against the one before it."""
        query = "SELECT seq, body, sum, key FROM events WHERE tab = ? AND seq >= ? ORDER BY seq"
        return chained(table, await self._read(table, query, (table, after)), after)

    async def speak(self, table: str, body: bytes, most: int) -> None:
        """Keeps what was said, and of all talk only so much."""

        def insert(c: sqlite3.Connection) -> None:
            (last,) = c.execute("SELECT coalesce(max(n), 0) FROM talk WHERE tab = ?", (table,)).fetchone()
            _insert(c, "INSERT INTO talk VALUES (?, ?, ?, ?)", [(table, last + 1, body, checksum(body))])
            c.execute("DELETE FROM talk WHERE tab = ? AND n <= ?", (table, last + 1 - most))

        await self._writer.do(insert)

    async def talk(self, table: str) -> list[Row]:
        """What was said, without what is damaged."""
        found = await self._read(table, "SELECT n, body, sum FROM talk WHERE tab = ? ORDER BY n", (table,))
        return [Row(n, body) for n, body, sum_ in found if checksum(body) == sum_]

    async def claim(self, table: str) -> bool:
        """One process has the file, so it looks after every table."""
        return True

    async def release(self, table: str) -> None:
        """There is nobody to leave it to."""

    async def whisper(self, text: str) -> None:
        """There is nobody else to hear it."""

    # ------------------------------------------------------------ how long tables are kept

    async def count(self) -> int:
        """How many tables there are."""
        return self._tables

    async def touch(self, table: str, at: float, over: bool) -> None:
        """Notes when a table was used last, and whether its game is over."""
        statement = "UPDATE uses SET at = max(at, ?), over = ? WHERE tab = ?"
        await self._writer.do(lambda c: _execute(c, statement, (int(at), over, table)))

    async def unused(self, over: bool, before: float, most: int, events: int | None = None) -> list[str]:
        """Tables that nobody has used since."""
        query = """
        SELECT tab FROM uses WHERE over = ?1 AND at < ?2
            AND (?4 IS NULL OR NOT EXISTS (SELECT 1 FROM events WHERE events.tab = uses.tab AND seq >= ?4))
            ORDER BY at LIMIT ?3
        """
        return [tab for (tab,) in await self._read("", query, (over, int(before), most, events))]

    async def delete(self, tables: Sequence[str], before: float) -> int:
        """Deletes tables, except those used in the meantime, and says how many."""
        gone: list[str] = []

        def remove(c: sqlite3.Connection) -> None:
            gone.clear()
            for table in tables:
                if c.execute("DELETE FROM uses WHERE tab = ? AND at < ?", (table, int(before))).rowcount:
                    gone.append(table)
                    for name, column in (("tables", "id"), ("events", "tab"), ("talk", "tab")):
                        c.execute(f"DELETE FROM {name} WHERE {column} = ?", (table,))

        await self._writer.do(remove)
        self._tables -= len(gone)
        if gone:
            give_back = f"PRAGMA incremental_vacuum({_GIVE_BACK})"
            await self._do(lambda: self._connection.executescript(give_back))  # goes through all of its steps
        return len(gone)

    async def overview(self) -> list[Listed]:
        """All tables for the operator: when used, whether over, how long."""
        return await self._do(lambda: overview(self._connection))

    async def ping(self) -> None:
        """Whether the file is still there and can be read and, after trouble, written."""
        async with _in_time(_GLANCE):
            if self._trouble:  # perhaps there is room again
                await self._writer.do(lambda c: None)
            elif self._where()[:1] != self._places[:1]:
                raise _removed()
            await self._read("", "SELECT 1", ())

    # ------------------------------------------------------------ the thread

    def _do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _read(self, table: str, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            async with _in_time(_PATIENCE):
                return await self._do(lambda: self._connection.execute(query, values).fetchall())
        except sqlite3.DatabaseError as error:
            raise damaged(table) from error

    def _commit(self, jobs: Sequence[_Job]) -> list[Exception | None]:
        """Everything that waits, in one transaction. Each stands or falls alone, unless the disk is full."""
        connection = self._connection
        results: list[Exception | None] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                connection.execute("SAVEPOINT job")
                try:
                    job(connection)
                    results.append(None)
                except (Conflict, StoreError, ValueError) as problem:
                    connection.execute("ROLLBACK TO job")
                    results.append(_unfit() if isinstance(problem, ValueError) else problem)
                connection.execute("RELEASE job")
            connection.execute("UPDATE commits SET n = ?", (self._commits + 1,))
            connection.execute("COMMIT")
            self._commits += 1
            self._keep_place()
            if self._owner is not None:
                self._owner.note(self._commits)
            self._trouble = False
            return results
        except (sqlite3.Error, StoreError) as error:
            self._trouble = True
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            failure = error if isinstance(error, StoreError) else cannot_store(why(error))
            log.error("%s: %s", self.file, failure)
            return [failure] * len(jobs)

    # ------------------------------------------------------------ is it still there?

    def _where(self) -> tuple[int, ...]:
        """Which files lie at the database's place and at its log's; 0 where there is none."""
        if self.file == MEMORY:
            return ()
        found = []
        for path in (self.file, f"{self.file}-wal"):
            try:
                found.append(os.stat(path).st_ino)
            except OSError:
                found.append(0)
        return tuple(found)

    def _keep_place(self) -> None:
        """Before anything is acknowledged: does it lie where the next start will look for it?"""
        now = self._where()
        if now == self._places or not now:
            return
        if now[0] != self._places[0]:
            raise _removed()
        if self._places[1] == 0:
            self._places = now  # the log has only just been made
            return
        log.error("%s-wal was removed; what was in it is written to %s", self.file, self.file)
        self._connection.close()  # which still has the log, and copies it over
        self._connection = sqlite_file.connect(self.file)
        (n,) = self._connection.execute("SELECT n FROM commits").fetchone()
        self._places = self._where()
        if n != self._commits:
            raise lost("")


def overview(connection: sqlite3.Connection) -> list[Listed]:
    """All tables of a file, the last used first."""
    query = """
    SELECT tab, at, over, (SELECT coalesce(max(seq), 0) FROM events WHERE events.tab = uses.tab)
    FROM uses ORDER BY at DESC, tab
    """
    return [Listed(tab, at, bool(over), events) for tab, at, over, events in connection.execute(query)]


def _unfit() -> StoreError:
    return cannot_store(say("the database takes no such text"))


def _insert(connection: sqlite3.Connection, statement: str, values: Sequence[tuple[Any, ...]]) -> None:
    try:
        connection.executemany(statement, values)
    except sqlite3.IntegrityError as error:
        raise Conflict from error


def _execute(connection: sqlite3.Connection, statement: str, values: tuple[Any, ...]) -> None:
    connection.execute(statement, values)


def _removed() -> StoreError:
    return StoreError(
        say(
            "The database was removed or replaced while the server was using it. Whoever runs the server "
            "must put it back, or start the server again."
        )
    )


@contextlib.asynccontextmanager
async def _in_time(seconds: float) -> AsyncIterator[None]:
    """A disk that hangs must not hang those who play. What they asked for may be done later all the same, as
    with a server that dies before it can answer."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise no_answer() from error
