#!/usr/bin/env python3
"""Tri-Trac's boards, measured with equal bots: how often, by whom and how soon is a game won?

For every board and every bot it plays the bot against itself, and reports the share of decided games, the
share of these that whoever begins wins, both with 95 % intervals, and the length. Then it asks what can be
proven: at the start, and in positions of such games, can whoever is to act win by force within so many moves,
and with how few tiles can a player be shut off from every track?
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from parlour.arena.playing import Contest, Player
from parlour.arena.ratings import Share, share
from parlour.bots import alphabeta, make
from parlour.bots.bot import split
from parlour.games import load
from parlour.rules.game import Game
from parlour.rules.kit import OVER, below, start_stream

EXAMPLE = """examples:
  python3 benchmarks/tritrac_boards.py
  python3 benchmarks/tritrac_boards.py --boards rhombus4,hex2_ears --games 200 --json boards.json"""
BOTS = (  # a network is trained on one board, considerations are the same on all
    "careful:slip=1,careful:slip=0.3,careful,"
    "alphabeta:depth=2,judge=careful,alphabeta:depth=3,judge=careful,search:simulations=500,judge=careful"
)
SAMPLER = "careful:slip=0.3"  # whose games the positions are from that proofs are tried in
STREAM = 1 << 44  # the first number of the streams by which they are drawn


def board_game(board: str) -> Game:
    usual = load("tritrac")
    return usual if usual.rules.BOARD["name"] == board else load("tritrac", board)


def self_play(board: str, bot: str, games: int, seed: int) -> dict[str, Any]:
    """A bot against itself: what became of the games."""
    game = board_game(board)
    begun = time.perf_counter()
    played = [
        g for games in Player(Contest.of(game, game.new(), [bot, bot], seed))(0, games).rounds for g in games
    ]
    first = np.array([g.shares[0] for g in played])
    decided = (first != 0.5).astype(np.float64)
    plies = [g.decisions for g in played]
    return {
        "board": board,
        "bot": bot,
        "games": len(played),
        "decided": _interval(share(decided, np.ones(len(played)))),
        "first of decided": _interval(share(first * decided, decided)),
        "median plies": float(np.median(plies)),
        "median plies of decided": float(
            np.median([g for g, d in zip(plies, decided, strict=True) if d] or [0])
        ),
        "seconds": time.perf_counter() - begun,
    }


def proofs(board: str, positions: int, moves: int, nodes: int, seed: int) -> dict[str, Any]:
    """Forced wins within so many moves: at the start, and in positions of games between ordinary players."""
    game = board_game(board)
    alphabeta.warm_proofs(game)
    begun = time.perf_counter()
    start = alphabeta.forced_win(game, game.new(), moves, nodes)
    bot, rules, found = make(SAMPLER, game), game.plain, Counter[str]()
    bot.warm()
    stream = np.zeros(1, np.uint64)
    for number in range(positions):
        start_stream(stream, seed, STREAM + number)
        now, ahead = game.new(), 8 + int(below(stream, 60))
        while ahead and rules.actor(now) != OVER:
            before = now.copy()
            seat = int(rules.actor(now))
            rules.apply(now, bot.think(now, seat, seconds=None, seed=int(below(stream, 1 << 31))).action)
            ahead -= 1
        if rules.actor(now) == OVER:
            now = before  # the last decision of the game
        proof = alphabeta.forced_win(game, now, moves, nodes)
        found["not settled" if proof.wins is None else f"in {proof.moves}" if proof.wins else "no"] += 1
    return {
        "board": board,
        "moves": moves,
        "at the start": {True: "yes", False: "no", None: "not settled"}[start.wins],
        "positions": dict(sorted(found.items())),
        "seconds": time.perf_counter() - begun,
    }


def seals(board: str, most: int) -> dict[str, Any]:
    """With how few tiles can a player be sealed for good (TRI-Q-22), and in how many ways?

    The rules' own test goes through every way to lay one, two, three ... tiles."""
    game = board_game(board)
    board_tables, package = game.module("layout"), game.rules.__package__
    sealed = game.compiled.modules[f"{package}.tracks"]["sealed"]
    slots = np.zeros(1, game.rules.State)
    slots[0] = game.new().pack()[0]
    places = board_tables.PLACE_OF_WAY.tolist()
    begun = time.perf_counter()
    for tiles in range(1, most + 1):
        count = 0
        for laid in combinations(places, tiles):
            cells = {p // 3 for p in laid}
            if len(cells) == tiles:
                slots["own"][0, 1] = sum(1 << cell for cell in cells)
                slots["plain"][0] = [sum(1 << p // 3 for p in laid if p % 3 == side) for side in range(3)]
                count += bool(sealed(slots[0], 0))
        if count:
            return {"board": board, "tiles": tiles, "ways": count, "seconds": time.perf_counter() - begun}
    return {"board": board, "tiles": None, "ways": 0, "seconds": time.perf_counter() - begun}


def _interval(found: Share | None) -> list[float] | None:
    return None if found is None else [found.mean, found.low, found.high]


def _percent(interval: list[float] | None) -> str:
    return "-" if interval is None else "{:.0%} ({:.0%}-{:.0%})".format(*interval)


def main() -> int:
    given = _arguments()
    rows = []
    heads = ("board", "bot", "games", "decided", "won by the first", "plies", "won after")
    print("{:12} {:36} {:>6} {:>18} {:>18} {:>6} {:>10}".format(*heads))
    for bot in split(given.bots) if given.games else ():
        for board in given.boards.split(","):
            row = self_play(board, bot, given.games, given.seed)
            rows.append(row)
            print(
                f"{board:12} {bot:36} {row['games']:>6} {_percent(row['decided']):>18} "
                f"{_percent(row['first of decided']):>18} {row['median plies']:>6.0f} "
                f"{row['median plies of decided']:>10.0f}",
                flush=True,
            )
    proven = []
    for board in given.boards.split(",") if given.positions else ():
        row = proofs(board, given.positions, given.moves, given.nodes, given.seed)
        proven.append(row)
        many = ", ".join(f"{what}: {count}" for what, count in row["positions"].items())
        print(
            f"{board}: forced win within {given.moves} moves at the start: {row['at the start']}; "
            f"in {given.positions} positions of {SAMPLER}: {many}",
            flush=True,
        )
    sealing = [seals(board, given.seals) for board in given.boards.split(",")] if given.seals else []
    for row in sealing:
        least = f"{row['tiles']} tiles seal a player, in {row['ways']} ways, and fewer never do"
        print(f"{row['board']}: {least if row['tiles'] else f'no {given.seals} tiles seal a player'}")
    if given.json:
        data = {"games": rows, "proofs": proven, "seals": sealing}
        Path(given.json).write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", default="rhombus4,hex2_ears")
    parser.add_argument("--bots", default=BOTS, help=f"specs, separated by commas ({BOTS})")
    parser.add_argument("--games", type=int, default=100, help="of every bot on every board (100)")
    parser.add_argument("--positions", type=int, default=40, help="in which forced wins are looked for (40)")
    parser.add_argument("--moves", type=int, default=5, help="of both sides, that these may take (5)")
    parser.add_argument("--nodes", type=int, default=3_000_000, help="after which a proof is given up")
    parser.add_argument(
        "--seals", type=int, default=4, help="tiles at most with which seals are looked for (4)"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE", help="write all numbers there too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
