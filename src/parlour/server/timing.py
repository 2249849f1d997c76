"""What time it is, and waiting: in one place, so that tests can let time pass without waiting for it."""

from __future__ import annotations

import asyncio
import contextlib
import time


class Time:
    """The time of this machine."""

    def now(self) -> float:
        """Seconds, as events are stamped with them."""
        return time.time()

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Until that happens, or so long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
