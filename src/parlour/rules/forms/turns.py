"""Processes that need the same compiled function at once: one compiles it, the others wait and read it."""

from __future__ import annotations

import contextlib
import os
import time

_LONGEST = 120.0  # seconds; by then whoever compiles may have been stopped and not ended


class Turn:
    """The right to compile what a file will hold, for one process at a time. Where the system knows no locks
    everybody has it, which costs time and nothing else."""

    def __init__(self, path: str) -> None:
        self._path = path + ".lock"
        self._held: int | None = None

    def take(self) -> None:
        """Waits until nobody else compiles this, but not for ever: a file system may know no locks."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        until = time.monotonic() + _LONGEST
        with contextlib.suppress(OSError):
            self._held = os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600)
            while time.monotonic() < until:
                try:
                    fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return
                except BlockingIOError:
                    time.sleep(0.02)

    def give_back(self) -> None:
        """Lets the next process have its turn."""
        if self._held is not None:
            os.close(self._held)
            self._held = None
