"""Finished games looked at afterwards: what was luck, what was skill. Made in the backroom."""

from __future__ import annotations

import json
import os

from parlour.games import comes_along
from parlour.text import speaking

_PLAIN = "NUMBA_DISABLE_JIT"
_USUAL = os.environ.get(_PLAIN, "0")


def reviewed(record: bytes, language: str) -> bytes:
    """What the arena says of a recorded game, as JSON."""
    from parlour.arena import judge
    from parlour.arena.review import review, reviewer
    from parlour.bots import make
    from parlour.table.resume import replay

    match = replay(record)
    bot = reviewer(match.game)
    if comes_along(match.game):
        os.environ[_PLAIN] = _USUAL
        make(bot, match.game).warm()
        judge.warm(match.game)
    else:  # a stranger's board: nothing is compiled for it, so it may take too long
        os.environ[_PLAIN] = "1"
    with speaking(language):
        return json.dumps(review(match, bot).to_json()).encode()
