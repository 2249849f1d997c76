"""A clock whose hands the test moves: time passes when it says so, and nobody waits for it."""

from __future__ import annotations

import asyncio

from parlour.server.timing import Time
from tests.terminal.shell import PATIENCE


class Hands(Time):
    """Starts some time in 2023, and stands still."""

    def __init__(self) -> None:
        self.at = 1_700_000_000.0
        self._waiting: set[asyncio.Event] = set()
        self._somebody_waits = asyncio.Event()

    def now(self) -> float:
        return self.at

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        until = self.at + seconds
        while self.at < until and not event.is_set():
            moved = asyncio.Event()
            self._waiting.add(moved)
            self._somebody_waits.set()
            tasks = [asyncio.create_task(one.wait()) for one in (moved, event)]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._waiting.discard(moved)
                for task in tasks:
                    task.cancel()

    async def go(self, seconds: float, by: float = 5.0) -> None:
        """Let time pass while somebody watches the clocks: in steps, each when they wait for the next."""
        while seconds > 0:
            async with asyncio.timeout(PATIENCE):
                while not self._waiting:
                    self._somebody_waits.clear()
                    await self._somebody_waits.wait()
            step = min(by, seconds)
            seconds -= step
            self.jump(step)

    def go_elsewhere(self, seconds: float) -> None:
        """The same, for a test beside the server's thread."""
        asyncio.run_coroutine_threadsafe(self.go(seconds), self._loop).result(PATIENCE)

    def jump(self, seconds: float) -> None:
        """Time passes, and nobody has watched."""
        self.at += seconds
        for moved in self._waiting:
            moved.set()
        self._waiting.clear()
