"""The peers: games of OpenSpiel, timed in an environment of their own.

Started by playouts.py, which writes a line {"peer": ..., "what": ..., "games": ..., "seed": ...} for
each measurement it wants and reads a line back. A node is a position visited, chance included.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pyspiel

from parlour.arena.bench import Turn
from parlour.arena.peers import count, rollouts, tight_loop, usual_loop


def counted(game: Any, games: int, seed: int) -> dict[str, Any]:
    return dict(zip(("nodes", "decisions", "choices"), count(game, games, seed), strict=True))


def timed(game: Any, games: int, seed: int) -> dict[str, Any]:
    seconds, skipped = rollouts(game, games, seed)
    return {"seconds": seconds, "skipped": skipped * games}


def loop(play: Callable[..., Turn], **sight: bool) -> Callable[..., dict[str, Any]]:
    return lambda game, games, seed: asdict(play(game, games, seed, **sight))


MEASURES: dict[str, Callable[..., dict[str, Any]]] = {
    "count": counted,
    "rollouts": timed,
    "usual": loop(usual_loop, masks=False),
    "usual with masks": loop(usual_loop, masks=True),
    "tight": loop(tight_loop, masks=False),
    "tight with masks": loop(tight_loop, masks=True),
    "usual with masks and observations": loop(usual_loop, masks=True, observations=True),
    "tight with masks and observations": loop(tight_loop, masks=True, observations=True),
}


def main() -> None:
    print(json.dumps({"version": importlib.metadata.version("open-spiel")}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        game = pyspiel.load_game(asked["peer"])
        print(json.dumps(MEASURES[asked["what"]](game, asked["games"], asked["seed"])), flush=True)


if __name__ == "__main__":
    main()
