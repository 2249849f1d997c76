"""Several server processes behind one port, where one core is not enough.

All of them accept from the same listening socket, so whoever comes is served by one that has time; they share
tables through PostgreSQL, as servers on several machines do. One that dies is replaced.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

from parlour.text import ParlourError

log = logging.getLogger("parlour.server")
_spawn = multiprocessing.get_context("spawn")
_HASTY = 5.0  # seconds; one that ends sooner is replaced only after as many
_LONGEST = 20.0  # seconds that they have to come to an end


def run(count: int, work: Callable[..., None], arguments: tuple[Any, ...], ready: Callable[[], None]) -> None:
    """Let so many processes do the work, until a signal ends it; `ready` is called when the first answers."""
    begun = _spawn.Event()
    asked_to_stop = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal asked_to_stop
        asked_to_stop = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    processes = [_start(work, arguments, begun) for _ in range(count)]
    told = False
    try:
        while not asked_to_stop:
            if begun.is_set() and not told:
                told = True
                ready()
            wait([process.sentinel for process, _ in processes], timeout=0.2)
            for i, (process, since) in enumerate(processes):
                if process.is_alive() or asked_to_stop:
                    continue
                log.error("A server process has ended (%s) and is replaced.", process.exitcode)
                if time.monotonic() - since < _HASTY:
                    time.sleep(_HASTY)
                processes[i] = _start(work, arguments, begun)
    finally:
        for process, _ in processes:
            process.terminate()
        for process, _ in processes:
            process.join(_LONGEST)
            process.kill()
        for number, handler in before.items():
            signal.signal(number, handler)


def _start(work: Callable[..., None], arguments: tuple[Any, ...], begun: Any) -> tuple[SpawnProcess, float]:
    process = _spawn.Process(target=_do, args=(work, arguments, begun))
    process.start()
    return process, time.monotonic()


def _do(work: Callable[..., None], arguments: tuple[Any, ...], begun: Any) -> None:
    try:
        work(*arguments, begun.set)
    except ParlourError as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
