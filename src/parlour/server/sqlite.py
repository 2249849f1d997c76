"""Tables in one SQLite file.

Write-ahead log, `synchronous=FULL`: when an append returns, the event has reached the disk, so it survives
the death of the process and of the machine's power. That costs one flush for each commit; all appends
that wait while one is being flushed share the next (`GroupCommit`), so many tables pay little more than
one. One process owns the file: a second one is told so at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from parlour.server.store import (
    Conflict,
    GroupCommit,
    Heard,
    Row,
    StoreError,
    Whispered,
    cannot_open,
    cannot_store,
    checked,
    checksum,
    damaged,
)
from parlour.text import say

MARK = 0x5041524C  # "PARL": the application's id in the file
SCHEMA = 1
_TABLES = """
CREATE TABLE tables (id TEXT PRIMARY KEY, setup BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    tab TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL, key TEXT,
    PRIMARY KEY (tab, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX commands ON events (tab, key) WHERE key IS NOT NULL;
"""
T = TypeVar("T")
_Job = Callable[[sqlite3.Connection], None]


class SqliteStore:
    """The default: a file, or ":memory:" for a table that nobody wants to keep."""

    def __init__(self, file: str | Path) -> None:
        self.file = str(file)
        self._thread = ThreadPoolExecutor(1, "sqlite")  # the one writer; it reads as well
        self._writer: GroupCommit[_Job] = GroupCommit(lambda jobs: self._do(lambda: self._commit(jobs)))

    async def open(self, heard: Heard, whispered: Whispered) -> None:
        self._connection = await self._do(lambda: _connect(self.file))

    async def close(self) -> None:
        await self._writer.finish()
        await self._do(self._connection.close)
        self._thread.shutdown()

    async def create(self, table: str, setup: bytes) -> None:
        values = (table, setup, checksum(setup))
        await self._writer.do(lambda c: _insert(c, "INSERT INTO tables VALUES (?, ?, ?)", [values]))

    async def setup(self, table: str) -> bytes | None:
        found = await self._read(table, "SELECT setup, sum FROM tables WHERE id = ?", (table,))
        return checked(table, *found[0]) if found else None

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        values = [(table, row.seq, row.body, checksum(row.body), row.key) for row in rows]
        before = rows[0].seq - 1

        def insert(c: sqlite3.Connection) -> None:
            (last,) = c.execute("SELECT coalesce(max(seq), 0) FROM events WHERE tab = ?", (table,)).fetchone()
            if last != before:
                raise Conflict
            _insert(c, "INSERT INTO events VALUES (?, ?, ?, ?, ?)", values)

        await self._writer.do(insert)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        query = "SELECT seq, body, sum, key FROM events WHERE tab = ? AND seq > ? ORDER BY seq"
        found = await self._read(table, query, (table, after))
        return [Row(seq, checked(table, body, sum_), key) for seq, body, sum_, key in found]

    async def count(self) -> int:
        ((number,),) = await self._read("", "SELECT count(*) FROM tables", ())
        return int(number)

    async def claim(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        pass

    async def whisper(self, text: str) -> None:
        pass

    # ------------------------------------------------------------ the thread

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _read(self, table: str, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
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
                except Conflict as conflict:
                    connection.execute("ROLLBACK TO job")
                    results.append(conflict)
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
            return results
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            failure = cannot_store(_why(error))
            return [failure] * len(jobs)


def _insert(connection: sqlite3.Connection, statement: str, values: Sequence[tuple[Any, ...]]) -> None:
    try:
        connection.executemany(statement, values)
    except sqlite3.IntegrityError as error:
        raise Conflict from error


def _connect(file: str) -> sqlite3.Connection:
    """The file, made if it is not there; whatever is wrong with it, it is left as it is."""
    try:
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=1)
    except sqlite3.Error as error:
        raise cannot_open(file, _why(error)) from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        _check(connection, file)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        if mark != MARK:
            for statement in _TABLES.strip().split(";\n"):
                connection.execute(statement.strip().rstrip(";"))
            connection.execute(f"PRAGMA application_id = {MARK}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
        return connection
    except sqlite3.Error as error:
        connection.close()
        raise cannot_open(file, _why(error)) from error
    except StoreError:
        connection.close()
        raise


def _check(connection: sqlite3.Connection, file: str) -> None:
    """Is it empty, or a database of ours that is whole?"""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != MARK:
        if things:
            raise cannot_open(file, say("it is a database of another program. Name another file."))
        return
    if version > SCHEMA:
        raise cannot_open(file, say("it was written by a later Parlour. Update Parlour."))
    findings = [text for (text,) in connection.execute("PRAGMA quick_check(3)")]
    if findings != ["ok"]:
        raise cannot_open(
            file,
            say(
                "it is damaged ({why}). Nothing was changed. Put a backup in its place, or save what can "
                "be read with: sqlite3 {file} .recover",
                why="; ".join(" ".join(text.split()) for text in findings),
                file=file,
            ),
        )


def _why(error: sqlite3.Error) -> object:
    """SQLite's words, in ours where a person can do something about it."""
    text = str(error)
    if "locked" in text:
        return say("another Parlour is using it")
    if "full" in text:
        return say("the disk is full")
    if "not a database" in text or "malformed" in text:
        return say("it is no SQLite database, or is damaged. Nothing was changed; put a backup in its place")
    return text
