"""Fair shares: whoever wants much waits for himself, and not the others for him.

`guest` is the address on whose behalf something is done: set where a request or a socket comes in, and
inherited by every task that is begun there, such as the one that moves a table's bots.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextvars import ContextVar

from parlour.server.access import too_fast

guest: ContextVar[str] = ContextVar("guest", default="")


def household(address: str) -> str:
    """An address as limits count it: of IPv6, where every home has a whole network, the network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)


Waiting = OrderedDict[str, deque[asyncio.Future[None]]]  # by table


class Turns:
    """So many slots for all who want something done: addresses take turns, and for each its tables.

    An address never holds more than half of the slots (one at least), so that others find one free.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._share = (slots + 1) // 2
        self._held: Counter[str] = Counter()
        self._waiting: OrderedDict[str, Waiting] = OrderedDict()

    @contextlib.asynccontextmanager
    async def turn(self, table: str = "", most: int | None = None) -> AsyncIterator[None]:
        """A hand, as long as it is needed; too fast when so many wait for this address already."""
        address = guest.get()
        await self._wait(address, table, most)
        try:
            yield
        finally:
            self._release(address)

    def waiting(self, address: str | None = None) -> int:
        """How many wait, of one address or of all."""
        found = [t for a, t in self._waiting.items() if address in (a, None)]
        return sum(len(queue) for tables in found for queue in tables.values())

    async def _wait(self, address: str, table: str, most: int | None) -> None:
        if self._free and self._held[address] < self._share:  # then nobody waits who could have it
            self._take(address)
            return
        if most is not None and self.waiting(address) >= most:
            raise too_fast()
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, OrderedDict()).setdefault(table, deque()).append(ready)
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():
                self._release(address)  # it was given just now
            else:
                self._leave(address, table, ready)
            raise

    def _leave(self, address: str, table: str, ready: asyncio.Future[None]) -> None:
        tables = self._waiting.get(address)
        if tables is not None and ready in tables.get(table, ()):
            tables[table].remove(ready)
            self._tidy(address, table)

    def _tidy(self, address: str, table: str) -> None:
        tables = self._waiting[address]
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[address]

    def _take(self, address: str) -> None:
        self._free -= 1
        self._held[address] += 1

    def _release(self, address: str) -> None:
        self._free += 1
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]
        self._pass_on()

    def _pass_on(self) -> None:
        """The address that was served longest ago is next, and there the table that was."""
        while self._free:
            address = next((a for a in self._waiting if self._held[a] < self._share), None)
            if address is None:
                return
            tables = self._waiting[address]
            table = next(iter(tables))
            ready = tables[table].popleft()
            self._waiting.move_to_end(address)
            tables.move_to_end(table)
            self._tidy(address, table)
            if not ready.cancelled():  # whoever waited has not noticed that yet
                self._take(address)
                ready.set_result(None)
