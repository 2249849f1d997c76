"""Who is told that something has to be compiled, since that takes up to a minute."""

from __future__ import annotations

import multiprocessing
import re
import sys
from collections.abc import Callable

from parlour.rules.folders import nothing_is_kept
from parlour.text import Text, say

Told = Callable[[Text], None]


def write(text: Text) -> None:
    """A line on the standard error; other processes have somebody who started them to say it."""
    if multiprocessing.parent_process() is None:
        print(text, file=sys.stderr, flush=True)


_told: Told | None = write
_said: set[str] = set()
_AFTERWARDS = re.compile(r"_{1,2}[0-9a-f]{8,12}")  # what tells folders and boards apart in names of packages


def announce(told: Told | None) -> None:
    """Call this, with a sentence, before a game's rules are compiled; None for silence. Unless told so, a
    line is written to the standard error. What is kept on disk already is not compiled, and not announced.

    >>> announce(None)
    """
    global _told
    _told = told
    _said.clear()


def compiling_begins(package: str) -> None:
    """Tell it, once for each game."""
    game = _AFTERWARDS.sub("", package.rpartition(".")[2])
    if _told is not None and game not in _said:
        _said.add(game)
        _told(say("Compiling the rules of {game}, once (up to a minute)…", game=game))
        trouble = nothing_is_kept()
        if trouble is not None:
            _told(trouble)
