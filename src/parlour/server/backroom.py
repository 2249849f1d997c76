"""Slow work in a process of its own, so that tables do not notice: reviews, animations, long records.

One thing at a time, by turns of the addresses that want something, and ended when it takes too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, ParamSpec, TypeVar

from parlour.bots.workers import ctrl_c_is_ours
from parlour.server.access import Refusal
from parlour.server.fairness import Turns
from parlour.text import say

LONGEST = 180.0  # seconds that one thing may take
_KEPT = 64  # answers that are remembered
_MOST_WAITING = 3  # for one address

Work = Callable[[bytes, str], bytes]  # what a process makes of a record, in a language
P = ParamSpec("P")
T = TypeVar("T")


class Backroom:
    """A process in which this server has such things made, each within so many seconds, and so many of the
    processor's: these do not depend on what else the machine has to do."""

    def __init__(self, longest: float = LONGEST, work: float = LONGEST, nice: int = 10) -> None:
        self._longest, self._work, self._nice = longest, work, nice
        self._turns = Turns(1)
        self._pool: ProcessPoolExecutor | None = None
        self._made: OrderedDict[tuple[str, ...], asyncio.Future[Any]] = OrderedDict()

    async def made(self, work: Callable[[bytes, str], bytes], record: str, language: str) -> bytes:
        """What the work makes of a game; whoever asks for the same again gets the same answer. The whole
        record says which game that is: what it calls itself, somebody else's may as well."""
        key = (work.__name__, hashlib.sha256(record.encode()).hexdigest(), language)
        if key not in self._made:
            self._made[key] = asyncio.ensure_future(self.do(work, record.encode(), language))
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
        made: asyncio.Future[bytes] = self._made[key]
        try:
            return await asyncio.shield(made)
        except Refusal:
            if self._made.get(key) is made:
                del self._made[key]  # whoever asks again may have more luck
            raise

    async def do(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What comes of it, with its errors; or a Refusal where it takes too long."""
        async with self._turns.turn(most=_MOST_WAITING):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, _stand_back, (self._nice,))
            with ctrl_c_is_ours():  # the process starts with the first piece of work
                making = self._pool.submit(_within, self._work, partial(work, *given, **named))
            try:
                async with asyncio.timeout(self._longest):
                    return await asyncio.wrap_future(making)
            except (TimeoutError, BrokenProcessPool):
                self._end()
                raise _too_long() from None
            except asyncio.CancelledError:
                self._end()  # nobody waits for it any more
                raise

    def waiting(self) -> int:
        """How many pieces of work wait for the one that is being done."""
        return self._turns.waiting()

    def _end(self) -> None:
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def close(self) -> None:
        """Gives up what is being made, and ends the process."""
        for one in self._made.values():
            one.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._made.values(), return_exceptions=True)
        self._end()


def _too_long() -> Refusal:
    text = say("This took too long or was ended from outside. Try again later.")
    return Refusal(503, "took_too_long", text)


def _within(seconds: float, work: Callable[[], T]) -> T:
    """Do it, in so many seconds of the processor, where the system can count them."""
    if not hasattr(signal, "setitimer"):  # Windows
        return work()

    def enough(*_: object) -> None:
        raise _too_long()

    signal.signal(signal.SIGPROF, enough)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stand_back(nice: int) -> None:
    """Players come first; Ctrl-C is for the server to understand."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_server, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)


def _leave_with_the_server() -> None:
    """However the server ends, its processes end, too."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
