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
import os
import socket
import time
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from parlour.server.postgres_schema import CREATE, MAKING, SCHEMA, SPEAK, STORE, TABLES, VERSION
from parlour.server.store import (
    Conflict,
    GroupCommit,
    Heard,
    Listed,
    Row,
    StoreError,
    Whispered,
    cannot_open,
    cannot_store,
    chained,
    checked,
    checksum,
    lost,
    no_answer,
)
from parlour.text import MissingExtra, say

try:
    import psycopg
except ImportError as error:
    raise MissingExtra("psycopg", "postgres") from error

log = logging.getLogger("parlour.server")

_PATIENCE = 10.0  # seconds after which a question without an answer counts as lost
_GLANCE = 2.0  # the same for whether it can be reached at all
_CALLING = 4  # seconds to reach it
_AGAIN = 1.0  # seconds for which nobody else tries after that failed
_COUNTED = 60.0  # seconds for which the number of tables holds
_ALL = 2**31 - 1  # more events than any table has
_KNOWN = 20_000  # tables whose last checksum is remembered
_TCP: Any = {
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_Connection = psycopg.AsyncConnection[Any]
_Job = tuple[str, tuple[Any, ...]]  # a statement that answers true, false or null, and its values


class PostgresStore:
    """A database server that several of ours share."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._writer: GroupCommit[_Job] = GroupCommit(self._commit)
        self._connections: dict[str, _Connection] = {}  # one each to write, to read and to listen
        self._connecting = asyncio.Lock()
        self._claimed: set[str] = set()
        self._last: dict[str, tuple[int, int]] = {}  # number and checksum of a table's last event
        self._counted = (-_COUNTED, 0)  # when, and how many tables
        self._down_until = 0.0
        self._closed = False
        self._listening: asyncio.Task[None] | None = None

    async def open(self, heard: Heard, whispered: Whispered) -> None:
        """Connects, and makes the tables or brings old ones up to date, one process at a time."""
        try:
            connection = await self._connection("read")
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MAKING,))
                version = await self._version(connection)
                if version < SCHEMA:
                    await connection.execute(TABLES)
        except psycopg.Error as error:
            await self.close()
            raise cannot_open(self._place(), " ".join(str(error).split())) from error
        if version > SCHEMA:
            await self.close()
            raise cannot_open(self._place(), say("it was written by a later Parlour. Update Parlour."))
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(heard, whispered, ready))
        await ready.wait()

    async def _version(self, connection: _Connection) -> int:
        ((there,),) = await self._fetch(connection, "SELECT to_regclass('parlour_schema') IS NOT NULL")
        return int((await self._fetch(connection, VERSION))[0][0] or 0) if there else 0

    async def close(self) -> None:
        """Waits for what is being written, then lets every connection go."""
        await self._writer.finish()
        self._closed = True
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        for connection in self._connections.values():
            await connection.close()
        self._connections.clear()

    async def create(self, table: str, setup: bytes) -> None:
        """A new table, which other processes see at once."""
        await self._writer.do((CREATE, (table, setup, checksum(setup))))
        self._counted = (self._counted[0], self._counted[1] + 1)

    async def setup(self, table: str) -> bytes | None:
        """How a table was set up, if there is such a table."""
        found = await self._read("SELECT setup, sum FROM parlour_tables WHERE id = %s", (table,))
        return checked(table, *found[0]) if found else None

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Adds events, if they follow on the last one that is stored: two processes cannot both."""
        before = rows[0].seq - 1
        sum_ = await self._sum_of(table, before)
        sums = [sum_ := checksum(row.body, sum_) for row in rows]
        values = (table, before, [row.body for row in rows], sums, [row.key for row in rows])
        self._last.pop(table, None)
        await self._writer.do((STORE, values))
        self._remember(table, rows[-1].seq, sum_)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The events after a number, each checked against the one before it."""
        query = "SELECT seq, body, sum, key FROM parlour_events WHERE tab = %s AND seq >= %s ORDER BY seq"
        found = await self._read(query, (table, after))
        rows = chained(table, found, after)
        if found:
            self._remember(table, found[-1][0], found[-1][2])
        return rows

    async def _sum_of(self, table: str, seq: int) -> int:
        """The checksum of that event, from which the next one goes on; any if it is no longer the last."""
        known, sum_ = self._last.get(table, (-1, 0))
        if known == seq or seq == 0:
            return sum_ if seq else 0
        query = "SELECT sum FROM parlour_events WHERE tab = %s AND seq = %s"
        found = await self._read(query, (table, seq))
        return int(found[0][0]) if found else 0

    def _remember(self, table: str, seq: int, sum_: int) -> None:
        self._last.pop(table, None)
        self._last[table] = (seq, sum_)
        if len(self._last) > _KNOWN:
            del self._last[next(iter(self._last))]

    async def speak(self, table: str, body: bytes, most: int) -> None:
        """Keeps what was said, and of all talk only so much."""
        await self._writer.do((SPEAK, (table, body, checksum(body), most)))

    async def talk(self, table: str) -> list[Row]:
        """What was said, without what is damaged."""
        found = await self._read("SELECT n, body, sum FROM parlour_talk WHERE tab = %s ORDER BY n", (table,))
        return [Row(n, body) for n, body, sum_ in found if checksum(body) == sum_]

    async def count(self) -> int:
        """How many tables there are, counted now and then."""
        now = time.monotonic()
        if now - self._counted[0] >= _COUNTED:
            self._counted = (now, self._counted[1])  # whoever asks meanwhile takes the old number
            ((number,),) = await self._read("SELECT count(*) FROM parlour_uses")
            self._counted = (now, int(number))
        return self._counted[1]

    async def touch(self, table: str, at: float, over: bool) -> None:
        """Notes when a table was used last, and whether its game is over."""
        statement = "UPDATE parlour_uses SET at = greatest(at, %s), over = %s WHERE tab = %s RETURNING true"
        await self._read(statement, (int(at), over, table))

    async def unused(self, over: bool, before: float, most: int, events: int | None = None) -> list[str]:
        """Tables that nobody has used since."""
        query = """
        SELECT tab FROM parlour_uses u WHERE over = %s AND at < %s
            AND NOT EXISTS (SELECT FROM parlour_events e WHERE e.tab = u.tab AND seq >= %s)
            ORDER BY at LIMIT %s
        """
        return [
            tab
            for (tab,) in await self._read(
                query, (over, int(before), _ALL if events is None else events, most)
            )
        ]

    async def delete(self, tables: Sequence[str], before: float) -> int:
        """Deletes tables, except those used in the meantime, and says how many."""
        ((gone,),) = await self._read("SELECT parlour_delete(%s, %s)", (list(tables), int(before)))
        self._counted = (self._counted[0], self._counted[1] - gone)
        return int(gone)

    async def overview(self) -> list[Listed]:
        """All tables for the operator: when used, whether over, how long."""
        query = """
        SELECT tab, at, over, (SELECT coalesce(max(seq), 0) FROM parlour_events e WHERE e.tab = u.tab)
        FROM parlour_uses u ORDER BY at DESC, tab
        """
        return [Listed(*row) for row in await self._read(query)]

    async def ping(self) -> None:
        """Whether the database answers, soon."""
        try:
            connection = await self._connection("read")
            with self._patience(connection, _GLANCE):
                await self._fetch(connection, "SELECT 1")
        except psycopg.Error as error:
            raise self._unreachable(error) from error

    async def claim(self, table: str) -> bool:
        """Whether this process may look after the table: one among all of them."""
        if table not in self._claimed:
            ((got,),) = await self._read("SELECT pg_try_advisory_lock(%s)", (_lock(table),))
            if got:
                self._claimed.add(table)
        return table in self._claimed

    async def release(self, table: str) -> None:
        """Another process may look after it."""
        if table in self._claimed:
            self._claimed.discard(table)
            await self._read("SELECT pg_advisory_unlock(%s)", (_lock(table),))

    async def whisper(self, text: str) -> None:
        """Tells the other processes something that need not be kept."""
        await self._read("SELECT pg_notify('parlour_whispers', %s)", (text,))

    # ------------------------------------------------------------ connections

    async def _connection(self, use: str) -> _Connection:
        """The connection for this use; made, or made again after it broke."""
        async with self._connecting:
            if self._closed:  # somebody has something to say who did not hear that it is over
                raise psycopg.OperationalError("closed")
            connection = self._connections.get(use)
            if connection is None or connection.closed:
                if time.monotonic() < self._down_until:
                    raise psycopg.OperationalError("it could not be reached a moment ago")
                if use == "read":
                    self._claimed.clear()  # locks end with the connection that held them
                try:
                    connection = await psycopg.AsyncConnection.connect(
                        self.address,
                        autocommit=True,
                        connect_timeout=_CALLING,
                        application_name="parlour",
                        **_TCP,
                    )
                except psycopg.Error:
                    self._down_until = time.monotonic() + _AGAIN
                    raise
                self._connections[use] = connection
            return connection

    async def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return await self._ask(query, values)
        except psycopg.OperationalError:  # the database server was restarted, say: once more, then give up
            try:
                return await self._ask(query, values)
            except psycopg.Error as error:
                raise self._unreachable(error) from error
        except psycopg.Error as error:
            raise self._unreachable(error) from error

    async def _ask(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        connection = await self._connection("read")
        with self._patience(connection):
            return await self._fetch(connection, query, values)

    @contextlib.contextmanager
    def _patience(self, connection: _Connection, seconds: float | None = None) -> Iterator[None]:
        """A server that hangs must not hang us: after a while the line is cut, and whoever waits is told.

        What was asked may have been done all the same, as with a server that dies before it can answer.
        """
        seconds = _PATIENCE if seconds is None else seconds
        handle = asyncio.get_running_loop().call_later(seconds, _cut, connection)
        try:
            yield
        finally:
            handle.cancel()

    async def _fetch(self, connection: _Connection, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return await (await connection.execute(query, values, binary=True)).fetchall()

    def _unreachable(self, error: psycopg.Error) -> StoreError:
        log.warning("PostgreSQL: %s", " ".join(str(error).split()))
        return no_answer()

    async def _commit(self, jobs: Sequence[_Job]) -> list[Exception | None]:
        """All jobs in one transaction, in the order of their tables: no two processes block each other."""
        order = sorted(range(len(jobs)), key=lambda i: str(jobs[i][1][0]))
        results: list[Exception | None] = [None] * len(jobs)
        asked = -1  # the job whose turn it was, should one be unfit
        try:
            connection = await self._connection("write")
            with self._patience(connection):
                if len(jobs) == 1:  # a transaction by itself, without the words around it
                    cursors = [(0, await connection.execute(*jobs[0]))]
                else:
                    async with connection.pipeline(), connection.transaction():
                        cursors = []
                        for asked in order:
                            cursors.append((asked, await connection.execute(*jobs[asked])))
                        asked = -1
                for i, cursor in cursors:
                    ((done,),) = await cursor.fetchall()
                    results[i] = None if done else Conflict() if done is False else lost(jobs[i][1][0])
            return results
        except (
            psycopg.DataError,
            ValueError,
        ) as error:  # something that no text can be
            unfit = cannot_store(say("the database takes no such text"))
            if len(jobs) == 1:
                return [unfit]
            sent = getattr(error, "sqlstate", None) is not None
            if asked < 0 or sent:  # it is the server who minds, and does not say which it is
                return [(await self._commit([job]))[0] for job in jobs]
            rest = await self._commit([job for i, job in enumerate(jobs) if i != asked])
            return [*rest[:asked], unfit, *rest[asked:]]
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


def _cut(connection: _Connection) -> None:
    """As if the other side had hung up."""
    with (
        contextlib.suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.pgconn.socket)) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


def _lock(table: str) -> int:
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)
