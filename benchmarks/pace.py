#!/usr/bin/env python3
"""Does a level keep to its seconds? How long it thinks in real games, and the memory it takes.

    python benchmarks/pace.py --positions 20
    python benchmarks/pace.py parcheesi tritrac --positions 100 --busy 2

The positions are those of games between level 3, every so many decisions, where there is a choice. `--busy`
keeps so many other processes computing meanwhile; what else runs on the machine is told by its load.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

import parlour
from parlour.bots import Bot, make
from parlour.bots.bot import forget
from parlour.bots.levels import level
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.table import Match, SeededDice
from parlour.table.naming import legal_codes

APART = 7  # decisions between two positions


def positions(game: Game, player: Bot, count: int) -> Iterator[tuple[Position, int]]:
    """Views of those who are to decide, from one game after another."""
    asked = 0
    for number in range(count + 1):
        match = Match.new(game.id, game.rules.SEATS[0], dice=SeededDice(number))
        while (seat := match.actor) != OVER and count > 0:
            if seat == CHANCE:
                match.roll()
                continue
            view = match.view(seat)
            asked += 1
            if asked % APART == 0 and len(legal_codes(game, view)) > 1:
                yield view, seat
                count -= 1
            match.play(seat, player.think(view, seat, seconds=None, seed=asked).action)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="all games unless told")
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--positions", type=int, default=20, help="of each game")
    parser.add_argument("--busy", type=int, default=0, help="other processes that compute meanwhile")
    given = parser.parse_args()
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(given.busy)]
    try:
        for name in given.game or parlour.names():
            measure(parlour.load(name), given.level, given.positions)
    finally:
        for process in others:
            process.kill()


def measure(game: Game, number: int, count: int) -> None:
    one = level(game, number)
    player, bot = make("3", game), make(str(number), game)
    player.warm()
    bot.warm()
    took = []
    for view, seat in positions(game, player, count):
        forget(bot)
        began = time.monotonic()
        bot.think(view, seat, seconds=one.seconds, seed=len(took))
        took.append(time.monotonic() - began)
    half, most = np.quantile(took, 0.5), max(took)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    over = sum(seconds > 5 for seconds in took)
    print(
        f"{game.id}: level {number} at {one.seconds:g} s, {len(took)} positions: half within {half:.2f} s, "
        f"99 of 100 within {np.quantile(took, 0.99):.2f} s, the longest {most:.2f} s, {over} beyond 5 s; "
        f"{memory:.0f} MB at most; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
