"""A process that stands in for a server; it imports next to nothing, so it starts at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path


def stand_in(folder: Path, begun: Callable[[], None]) -> None:
    """Leave a number, and stay."""
    (folder / str(os.getpid())).touch()
    begun()
    signal.pause()
