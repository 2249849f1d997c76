"""The rounds of the event loop, kept short: in each so many are served, by turns of their addresses.

asyncio serves whoever has something to say, all of them, before it looks who else has come. When a thousand
sockets speak at once, somebody who plays waits for every one of them. Here each address has its turn, and of
those at one address whoever was served longest ago.
"""

from __future__ import annotations

import asyncio
import heapq
import selectors
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count

_AT_ONCE = 16  # connections that are served in one round

Found = list[tuple[selectors.SelectorKey, int]]


class Rounds(selectors.DefaultSelector):
    """Tells asyncio of some of those who have something to say; the others are told of in the next round.

    What was not registered as somebody's connection (asyncio's own, whoever knocks, a database) never waits.
    """

    def __init__(self, at_once: int = _AT_ONCE) -> None:
        super().__init__()
        self._at_once = at_once
        self._now = count()
        self._homes: dict[int, str] = {}  # by file descriptor
        self._served: dict[int, int] = {}  # in which round, or when it came

    def came(self, connection: int, home: str) -> None:
        """Somebody's connection from that address."""
        self._homes[connection], self._served[connection] = home, next(self._now)

    def gone(self, connection: int) -> None:
        """It is closed, or about to be."""
        self._homes.pop(connection, None)
        self._served.pop(connection, None)

    def select(self, timeout: float | None = None) -> Found:
        """Who is served next."""
        found = super().select(timeout)
        if len(found) <= self._at_once:
            return found
        chosen = [one for one in found if one[0].fd not in self._homes]
        guests = [one for one in found if one[0].fd in self._homes]
        guests.sort(key=lambda one: self._served[one[0].fd])
        turns: Counter[str] = Counter()
        ranked = []
        for n, one in enumerate(guests):
            home = self._homes[one[0].fd]
            turns[home] += 1
            ranked.append((turns[home], n))
        now = next(self._now)
        for _, n in heapq.nsmallest(self._at_once, ranked):
            self._served[guests[n][0].fd] = now
            chosen.append(guests[n])
        return chosen


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.rounds = Rounds()
        super().__init__(self.rounds)


def of_this_loop() -> Rounds | None:
    """The rounds of the event loop that runs here, if it keeps any."""
    loop = asyncio.get_running_loop()
    return loop.rounds if isinstance(loop, _Loop) else None


new_loop: Callable[[], asyncio.AbstractEventLoop] | None = None if sys.platform == "win32" else _Loop
# ^ Windows' own kind of loop is told by the system who has been served, not who wants to be
