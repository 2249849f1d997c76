"""Where tables are kept: what every store promises, whichever database is behind it.

A table is its setup, which never changes, and its events, numbered from 1 without gaps. Nothing is ever
changed or taken away. An append is all or nothing, is on the disk when it returns, and succeeds for only
one of two who want to write the same number: the other gets `Conflict`, reads what happened, and judges anew.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from parlour.text import ParlourError, Text, say

Heard = Callable[[str, int], None]  # a table's id, and the number of its last event; "" when some were missed
Whispered = Callable[[str], None]


class Row(NamedTuple):
    """One event as it is stored. `key` names the command that caused it, if it is the first of its events."""

    seq: int
    body: bytes
    key: str | None = None


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

    async def count(self) -> int:
        """How many tables there are."""

    async def claim(self, table: str) -> bool:
        """May this process move the table's bots? One process at a time may, until it releases it or dies."""

    async def release(self, table: str) -> None:
        """Let others move them."""

    async def whisper(self, text: str) -> None:
        """Tell the other processes something that is not worth keeping."""


J = TypeVar("J")


class GroupCommit(Generic[J]):
    """Jobs that wait while a transaction is under way share the next one, and so the cost of making it safe.

    `commit` carries out a batch and says for each job what went wrong with it, if anything.
    """

    def __init__(self, commit: Callable[[Sequence[J]], Awaitable[Sequence[Exception | None]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[J, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, job: J) -> None:
        """Have it done; returns when it is safe."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        await done

    async def finish(self) -> None:
        while self._task is not None:
            await self._task

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                results = await self._commit([job for job, _ in batch])
                for (_, done), result in zip(batch, results, strict=True):
                    if done.done():  # whoever waited has been cancelled
                        continue
                    if result is None:
                        done.set_result(None)
                    else:
                        done.set_exception(result)
        finally:
            self._task = None


def checksum(body: bytes) -> int:
    """Kept beside each body, because not every database notices a damaged page."""
    return zlib.crc32(body)


def checked(table: str, body: bytes, sum_: int) -> bytes:
    if not isinstance(body, bytes) or checksum(body) != sum_:
        raise damaged(table)
    return body


def damaged(table: str) -> DamagedTable:
    return DamagedTable(
        say("The table {table} is damaged in the database and cannot be opened. Others are not.", table=table)
    )


def cannot_store(why: object) -> StoreError:
    return StoreError(say("It could not be stored, so it was not done: {why}. Try again.", why=why))


def cannot_open(where: object, why: Text | object) -> StoreError:
    return StoreError(say("The database {where} cannot be opened: {why}", where=where, why=why))
