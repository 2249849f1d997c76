"""Tables in PostgreSQL, for several server processes at once: any of them serves any table.

Two processes may want to store the same number for a table: the primary key lets one of them. Whoever has
stored something says so with NOTIFY, only the table and the number; the others then read. A table's bots
are moved by the process that holds the advisory lock with its name, which the server frees if it dies.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

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
)
from parlour.text import MissingExtra, say

try:
    import psycopg
except ImportError as error:
    raise MissingExtra("psycopg", "postgres") from error

log = logging.getLogger("parlour.server")

SCHEMA = 1
_MAKING = 0x5041524C  # the advisory lock under which the tables are made
_TABLES = f"""
CREATE TABLE IF NOT EXISTS parlour_schema (version int NOT NULL);
INSERT INTO parlour_schema SELECT {SCHEMA} WHERE NOT EXISTS (SELECT FROM parlour_schema);
CREATE TABLE IF NOT EXISTS parlour_tables (id text PRIMARY KEY, setup bytea NOT NULL, sum bigint NOT NULL);
CREATE TABLE IF NOT EXISTS parlour_events (
    tab text NOT NULL, seq int NOT NULL, body bytea NOT NULL, sum bigint NOT NULL, key text,
    PRIMARY KEY (tab, seq)
);
CREATE UNIQUE INDEX IF NOT EXISTS parlour_commands ON parlour_events (tab, key) WHERE key IS NOT NULL;
CREATE OR REPLACE FUNCTION parlour_create(text, bytea, bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO parlour_tables VALUES ($1, $2, $3);
    RETURN true;
EXCEPTION WHEN unique_violation THEN RETURN false;
END $$;
CREATE OR REPLACE FUNCTION parlour_append(text, int, bytea[], bigint[], text[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT coalesce(max(seq), 0) FROM parlour_events WHERE tab = $1) <> $2 THEN
        RETURN false;
    END IF;
    INSERT INTO parlour_events
        SELECT $1, $2 + i, $3[i], $4[i], $5[i] FROM generate_subscripts($3, 1) AS i;
    PERFORM pg_notify('parlour_events', $1 || ':' || $2 + cardinality($3));
    RETURN true;
EXCEPTION WHEN unique_violation THEN RETURN false;
END $$;
"""
_CREATE = "SELECT parlour_create(%s, %s, %s)"
_APPEND = "SELECT parlour_append(%s, %s, %s, %s, %s)"
_Connection = psycopg.AsyncConnection[Any]
_Job = tuple[str, tuple[Any, ...]]  # a statement that answers true or false, and its values


class PostgresStore:
    """A database server that several of ours share."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._writer: GroupCommit[_Job] = GroupCommit(self._commit)
        self._connections: dict[str, _Connection] = {}  # one each to write, to read and to listen
        self._connecting = asyncio.Lock()
        self._claimed: set[str] = set()
        self._closed = False
        self._listening: asyncio.Task[None] | None = None

    async def open(self, heard: Heard, whispered: Whispered) -> None:
        try:
            connection = await self._connection("read")
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
                await connection.execute(_TABLES)
                ((version,),) = await self._fetch(connection, "SELECT max(version) FROM parlour_schema")
        except psycopg.Error as error:
            await self.close()
            raise cannot_open(self._place(), " ".join(str(error).split())) from error
        if version > SCHEMA:
            await self.close()
            raise cannot_open(self._place(), say("it was written by a later Parlour. Update Parlour."))
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(heard, whispered, ready))
        await ready.wait()

    async def close(self) -> None:
        await self._writer.finish()
        self._closed = True
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        for connection in self._connections.values():
            await connection.close()
        self._connections.clear()

    async def create(self, table: str, setup: bytes) -> None:
        await self._writer.do((_CREATE, (table, setup, checksum(setup))))

    async def setup(self, table: str) -> bytes | None:
        found = await self._read("SELECT setup, sum FROM parlour_tables WHERE id = %s", (table,))
        return checked(table, *found[0]) if found else None

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        bodies = [row.body for row in rows]
        keys = [row.key for row in rows]
        await self._writer.do(
            (_APPEND, (table, rows[0].seq - 1, bodies, [checksum(b) for b in bodies], keys))
        )

    async def read(self, table: str, after: int = 0) -> list[Row]:
        query = "SELECT seq, body, sum, key FROM parlour_events WHERE tab = %s AND seq > %s ORDER BY seq"
        found = await self._read(query, (table, after))
        return [Row(seq, checked(table, body, sum_), key) for seq, body, sum_, key in found]

    async def count(self) -> int:
        ((number,),) = await self._read("SELECT count(*) FROM parlour_tables")
        return int(number)

    async def claim(self, table: str) -> bool:
        if table not in self._claimed:
            ((got,),) = await self._read("SELECT pg_try_advisory_lock(%s)", (_lock(table),))
            if got:
                self._claimed.add(table)
        return table in self._claimed

    async def release(self, table: str) -> None:
        if table in self._claimed:
            self._claimed.discard(table)
            await self._read("SELECT pg_advisory_unlock(%s)", (_lock(table),))

    async def whisper(self, text: str) -> None:
        await self._read("SELECT pg_notify('parlour_whispers', %s)", (text,))

    # ------------------------------------------------------------ connections

    async def _connection(self, use: str) -> _Connection:
        """The connection for this use; made, or made again after it broke."""
        async with self._connecting:
            if self._closed:  # somebody has something to say who did not hear that it is over
                raise psycopg.OperationalError("closed")
            connection = self._connections.get(use)
            if connection is None or connection.closed:
                if use == "read":
                    self._claimed.clear()  # locks end with the connection that held them
                connection = await psycopg.AsyncConnection.connect(
                    self.address, autocommit=True, connect_timeout=5, application_name="parlour"
                )
                self._connections[use] = connection
            return connection

    async def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return await self._fetch(await self._connection("read"), query, values)
        except psycopg.OperationalError:  # the database server was restarted, say: once more, then give up
            try:
                return await self._fetch(await self._connection("read"), query, values)
            except psycopg.Error as error:
                raise self._unreachable(error) from error
        except psycopg.Error as error:
            raise self._unreachable(error) from error

    async def _fetch(self, connection: _Connection, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return await (await connection.execute(query, values, binary=True)).fetchall()

    def _unreachable(self, error: psycopg.Error) -> StoreError:
        log.warning("PostgreSQL: %s", " ".join(str(error).split()))
        return StoreError(say("The database does not answer. Try again in a moment."))

    async def _commit(self, jobs: Sequence[_Job]) -> list[Exception | None]:
        """All jobs in one transaction, in the order of their tables: no two processes block each other."""
        order = sorted(range(len(jobs)), key=lambda i: str(jobs[i][1][0]))
        results: list[Exception | None] = [None] * len(jobs)
        try:
            connection = await self._connection("write")
            async with connection.pipeline(), connection.transaction():
                cursors = [(i, await connection.execute(*jobs[i])) for i in order]
            for i, cursor in cursors:
                ((done,),) = await cursor.fetchall()
                results[i] = None if done else Conflict()
            return results
        except psycopg.Error as error:
            log.warning("PostgreSQL: %s", " ".join(str(error).split()))
            full = isinstance(error, psycopg.errors.DiskFull)
            why = say("the disk is full") if full else say("the database does not answer")
            return [cannot_store(why)] * len(jobs)

    async def _listen(self, heard: Heard, whispered: Whispered, ready: asyncio.Event) -> None:
        """Hear of what others store, also after the connection was lost for a while."""
        while True:
            with contextlib.suppress(psycopg.Error):
                connection = await self._connection("listen")
                await connection.execute("LISTEN parlour_events")
                await connection.execute("LISTEN parlour_whispers")
                if ready.is_set():
                    heard("", 0)
                ready.set()
                async for notice in connection.notifies():
                    if notice.channel == "parlour_whispers":
                        whispered(notice.payload)
                    else:
                        table, _, seq = notice.payload.rpartition(":")
                        heard(table, int(seq))
            ready.set()
            await asyncio.sleep(1)

    def _place(self) -> str:
        """The address without a password."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.hostname or ''}{parts.path}" if parts.scheme else "PostgreSQL"


def _lock(table: str) -> int:
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)
