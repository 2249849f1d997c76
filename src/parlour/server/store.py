"""Where tables are kept: what every store promises, whichever database is behind it.

A table is its setup, which never changes, and its events, numbered from 1 without gaps. Nothing of it is
ever changed; it goes as a whole, when nobody has used it for long. An append is all or nothing, is on the
disk when it returns, and succeeds for only one of two who want to write the same number: the other gets
`Conflict`, reads what happened, and judges anew.

Each event's checksum goes on from that of the event before, so that one which is missing, or older than its
neighbours, is noticed as well as one that is damaged.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Generic, NamedTuple, Protocol, TypeVar

from parlour.text import ParlourError, Text, say

log = logging.getLogger("parlour.server")

Heard = Callable[[str, int], None]  # a table's id, and the number of its last event; "" when some were missed
Whispered = Callable[[str], None]


class Row(NamedTuple):
    """One event as it is stored. `key` names the command that caused it, if it is the first of its events."""

    seq: int
    body: bytes
    key: str | None = None


class Listed(NamedTuple):
    """A table, as an overview shows it. `used` is in seconds since 1970, to the hour."""

    id: str
    used: int
    over: bool
    events: int


class StoreError(ParlourError):
    """The database cannot do it now, or cannot be read. What was stored before is as it was."""


class Conflict(Exception):
    """Somebody else has stored an event with this number, or this very command."""


class DamagedTable(StoreError):
    """One table cannot be read any more; the others are not touched by that."""


class Store(Protocol):
    """A database with tables in it."""

    async def open(self, heard: Heard, whispered: Whispered) -> None:
        """Connect. `heard` is called when others have stored something, `whispered` when it says it."""

    async def close(self) -> None:
        """Let go of the database."""

    async def create(self, table: str, setup: bytes) -> None:
        """Keep a new table."""

    async def setup(self, table: str) -> bytes | None:
        """The table's setup; None when there is no such table."""

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Store the next events, all of them or none, and return when they are safe."""

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The events after that number, in order."""

    async def speak(self, table: str, body: bytes, most: int) -> None:
        """Keep what somebody said at the table, and of all that was said the last `most`."""

    async def talk(self, table: str) -> list[Row]:
        """What was said last, in order; what is damaged of it is left out, as no game depends on it."""

    async def count(self) -> int:
        """About how many tables there are; cheap enough to ask whenever one is opened."""

    async def touch(self, table: str, at: float, over: bool) -> None:
        """Somebody uses the table; is its game over?"""

    async def unused(self, over: bool, before: float, most: int, events: int | None = None) -> list[str]:
        """Tables that nobody has used since then, the longest unused first; only those with fewer events, if
        a number is given."""

    async def delete(self, tables: Sequence[str], before: float) -> int:
        """Take these away, unless somebody has used them since; how many went."""

    async def overview(self) -> list[Listed]:
        """All tables, the last used first."""

    async def ping(self) -> None:
        """Can it be written to? A StoreError says why not."""

    async def claim(self, table: str) -> bool:
        """May this process move the table's bots? One process at a time may, until it releases it or dies."""

    async def release(self, table: str) -> None:
        """Let others move them."""

    async def whisper(self, text: str) -> None:
        """Tell the other processes something that is not worth keeping."""


J = TypeVar("J")
_CROWD = 8  # so many writes
_LATELY = 0.1  # within so many seconds are many


class GroupCommit(Generic[J]):
    """Jobs that wait while a transaction is under way share the next one, and so the cost of making it safe.

    `commit` carries out a batch and says for each job what went wrong with it, if anything. While many
    tables write one after the other, a transaction begins `breath` seconds after the one before at the
    soonest, so that more of them share it; whoever writes alone never waits for that.
    """

    def __init__(
        self, commit: Callable[[Sequence[J]], Awaitable[Sequence[Exception | None]]], breath: float = 0.0
    ) -> None:
        self._commit = commit
        self._waiting: list[tuple[J, asyncio.Future[None]]] = []
        self._running: asyncio.Future[Sequence[Exception | None]] | None = None
        self._breath = breath
        self._begun = float("-inf")  # when the last transaction began
        self._pausing: asyncio.TimerHandle | None = None
        self._lately: deque[tuple[float, str]] = deque(maxlen=_CROWD)  # when somebody wrote, and who

    async def do(self, job: J, who: str = "", patience: float | None = None) -> None:
        """Have it done; returns when it is safe. `who` is the table that it is about.

        After `patience` seconds nobody waits any more; it may be done later all the same.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((job, done))
        self._lately.append((loop.time(), who))
        if self._running is None and self._pausing is None:
            self._begin_soon(loop)
        if patience is None:
            await done
            return
        late = loop.call_later(patience, _give_up, done)
        try:
            await done
        finally:
            late.cancel()

    async def finish(self) -> None:
        """Waits until everything that was asked for is stored or has failed."""
        while self._running is not None or self._pausing is not None:
            if self._pausing is not None:
                self._pausing.cancel()
                self._begin()
            assert self._running is not None
            await asyncio.wait([self._running])

    def _begin_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        due = self._begun + self._breath
        if due > loop.time() and self._crowded(loop.time()):
            self._pausing = loop.call_at(due, self._begin)
        else:
            self._begin()

    def _crowded(self, now: float) -> bool:
        """Do many tables write, and not one or two whose players only wait for the answer?"""
        many = len(self._lately) == _CROWD and now - self._lately[0][0] < _LATELY
        return many and len({who for _, who in self._lately}) > _CROWD // 2

    def _begin(self) -> None:
        self._pausing = None
        self._begun = asyncio.get_running_loop().time()
        batch, self._waiting = self._waiting, []
        running: asyncio.Future[Sequence[Exception | None]]
        running = asyncio.ensure_future(self._commit([job for job, _ in batch]))  # noqa: RUF006 (it is kept below)
        running.add_done_callback(partial(self._end, [done for _, done in batch]))
        self._running = running

    def _end(
        self, batch: list[asyncio.Future[None]], ended: asyncio.Future[Sequence[Exception | None]]
    ) -> None:
        results: Sequence[BaseException | None]
        try:
            results = ended.result()
        except (Exception, asyncio.CancelledError) as error:  # whatever it is: nobody waits for ever
            results = [error] * len(batch)
        for done, result in zip(batch, results, strict=True):
            if done.done():  # whoever waited has been cancelled
                continue
            if result is None:
                done.set_result(None)
            else:
                done.set_exception(result)
        self._running = None
        if self._waiting:
            self._begin_soon(asyncio.get_running_loop())


def _give_up(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_exception(no_answer())


def checksum(body: bytes, before: int = 0) -> int:
    """Kept beside each body, because not every database notices a damaged page."""
    return zlib.crc32(body, before)


def checked(table: str, body: bytes, sum_: int) -> bytes:
    """The bytes, if they are those that were stored."""
    if not isinstance(body, bytes) or checksum(body) != sum_:
        raise damaged(table)
    return body


def chained(table: str, found: Sequence[tuple[int, bytes, int, str | None]], after: int) -> list[Row]:
    """Events as they were stored after a number, checked; `found` begins with the one of that number.

    Version 0.1.0 kept sums that did not go on from each other: so they may, up to the first that does.
    """
    rows: list[Row] = []
    before, strict = 0, False
    for seq, body, sum_, key in found:
        if rows or seq > after:
            if seq != (rows[-1].seq if rows else after) + 1 or not isinstance(body, bytes):
                raise damaged(table)
            goes_on = checksum(body, before) == sum_
            if not goes_on and (strict or checksum(body) != sum_):
                raise damaged(table)
            strict |= goes_on and before != 0
            rows.append(Row(seq, body, key))
        before = sum_
    return rows


def damaged(table: str) -> DamagedTable:
    """The error for a table whose bytes have changed in the database."""
    return DamagedTable(
        say("The table {table} is damaged in the database and cannot be opened. Others are not.", table=table)
    )


def lost(table: str) -> StoreError:
    """The database has fewer events of a table than it had before."""
    log.error("%s: the database has lost events that were stored", table)
    return StoreError(
        say(
            "The database has lost what was stored last at the table {table}. Load the page again to see "
            "what is left, and tell whoever runs this server.",
            table=table,
        )
    )


def no_answer() -> StoreError:
    """The error for a database that is silent. What it was asked for may be done later all the same."""
    return StoreError(say("The database does not answer. Try again in a moment."))


def cannot_store(why: object) -> StoreError:
    """The error for what was not kept, and so did not happen."""
    return StoreError(say("It could not be stored, so it was not done: {why}. Try again.", why=why))


def cannot_open(where: object, why: Text | object) -> StoreError:
    """The error for a database that is not there or not ours."""
    return StoreError(say("The database {where} cannot be opened: {why}", where=where, why=why))
