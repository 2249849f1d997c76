"""Games on boards from elsewhere: those in use are kept, the last few besides, and no more.

Every board is the game's folder imported once more. A server is sent boards by strangers, one after the
other; so what nobody uses any longer leaves the memory again, with its modules.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable

from parlour.rules.game import Game

MOST = 16  # that are kept although nobody uses them


class BoardCache:
    """Games by the names of their packages."""

    def __init__(self) -> None:
        self._used: weakref.WeakValueDictionary[str, Game] = weakref.WeakValueDictionary()
        self._last: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, package: str, make: Callable[[], Game]) -> Game:
        """The game of this package; the same one for all who use it."""
        with self._lock:
            game = self._used.get(package)
            if game is None:
                try:
                    game = make()
                except BaseException:
                    _unload(package)
                    raise
                self._used[package] = game
                weakref.finalize(game, _unload, package).atexit = False
            self._last[package] = game
            self._last.move_to_end(package)
            while len(self._last) > MOST:
                self._last.popitem(last=False)
            return game


def _unload(package: str) -> None:
    for name in list(sys.modules):
        if name == package or name.startswith(f"{package}."):
            del sys.modules[name]
