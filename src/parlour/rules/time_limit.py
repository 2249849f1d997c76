"""A rule that never comes back is stopped, and named."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from parlour.text import ParlourError, say


class TooSlow(ParlourError):
    """A call has lasted too long."""


@contextmanager
def time_limit(folder: Path, seconds: float) -> Iterator[None]:
    """Stop a call of a plain function from this folder that lasts for `seconds` (or up to twice that).

    Compiling may take as long as it needs: it is no call of the folder's. Where the system has no
    timer, and outside the main thread, nothing is stopped.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before: list[FrameType | None] = [None]  # the folder's call that was under way at the last look

    def look(_: int, frame: FrameType | None) -> None:
        outermost = None
        while frame is not None:
            if Path(frame.f_code.co_filename).parent == folder:
                outermost = frame
            frame = frame.f_back
        if outermost is not None and outermost is before[0]:
            raise TooSlow(
                say("{name} has not come back for {n} seconds", name=outermost.f_code.co_name, n=seconds)
            )
        before[0] = outermost

    old: Any = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
        before[0] = None
