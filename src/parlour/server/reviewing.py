"""Finished games looked at afterwards, in a process of low priority.

A review values every position of a game: seconds of work, and a minute where nothing is compiled yet. Tables
must not notice, so it is done elsewhere, one at a time, and ended when it takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from parlour.server.access import Refusal, too_fast
from parlour.text import say, speaking

LONGEST = 180.0  # seconds that a review may take
_KEPT = 64  # reviews that are remembered
_MOST_WAITING = 8


class Reviewer:
    """Reviews for this server's finished games."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._made: OrderedDict[tuple[str, str], asyncio.Future[bytes]] = OrderedDict()

    async def review(self, match: str, record: str, language: str) -> bytes:
        """The review as JSON; whoever asks for the same game again gets the same answer."""
        key = (match, language)
        if key not in self._made:
            if sum(not one.done() for one in self._made.values()) >= _MOST_WAITING:
                raise too_fast()
            self._made[key] = asyncio.ensure_future(self._make(record, language))
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
        try:
            return await asyncio.shield(self._made[key])
        except Refusal:
            self._made.pop(key, None)  # whoever asks again may have more luck
            raise

    async def _make(self, record: str, language: str) -> bytes:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=_stand_back)
        work = self._pool.submit(reviewed, record.encode(), language)
        try:
            async with asyncio.timeout(LONGEST):
                return await asyncio.wrap_future(work)
        except (TimeoutError, BrokenProcessPool):
            self._end()
            text = say("The review took too long or was ended from outside. Try again later.")
            raise Refusal(503, "no_review", text) from None

    def _end(self) -> None:
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def close(self) -> None:
        for one in self._made.values():
            one.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._made.values(), return_exceptions=True)
        self._end()


def _stand_back() -> None:
    """Players come first; Ctrl-C is for the server to understand."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_server, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)


def _leave_with_the_server() -> None:
    """However the server ends, its processes end, too."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def reviewed(record: bytes, language: str) -> bytes:
    """What the arena says of a recorded game, as JSON."""
    from parlour.arena import judge
    from parlour.arena.review import review, reviewer
    from parlour.bots import make
    from parlour.table.resume import replay

    match = replay(record)
    bot = reviewer(match.game)
    make(bot, match.game).warm()
    judge.warm(match.game)
    with speaking(language):
        return json.dumps(review(match, bot).to_json()).encode()
