"""Python's garbage collector, kept from holding up the tables.

Nearly everything is freed as soon as nobody refers to it; what is left for the collector are the rings that
a closed connection leaves behind. But to find these it looks at every object there is, and with a thousand
tables in memory that takes most of a second in which nobody is answered. So here it looks by itself at the
young objects only; at all of them when nothing has happened for a moment, and once an hour in any case.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

_YOUNG = (2_000, 3, 1_000_000)  # new objects, rounds of them (a pause grows with both), and in effect never
_LOOK = 5.0  # seconds between looks whether it is quiet
_QUIET = 2.0  # seconds in which nobody asks for anything
_REST = 60.0  # seconds between two sweeps at the least
_LATEST = 3600.0  # and at the most


async def sweep(last_used: Callable[[], float]) -> None:
    """Sweep for as long as the server runs; `last_used` tells when somebody last asked for a table."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()  # the program itself is not looked through again
    gc.set_threshold(*_YOUNG)
    swept = time.monotonic()
    try:
        while True:
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            if due(now - swept, now - last_used(), gc.get_count()[2] > 0):
                gc.collect()
                swept = time.monotonic()
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def due(since_swept: float, since_used: float, grown: bool) -> bool:
    """Is this a moment for it?"""
    if not grown:
        return False
    return since_swept >= _LATEST or (since_swept >= _REST and since_used >= _QUIET)
