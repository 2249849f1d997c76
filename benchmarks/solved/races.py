"""Decisions of Parcheesi and Pollyanna in endgames that were solved whole, every capture and third doublet in
them, by `closed`."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

import parlour
from parlour.bots import make
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, below, start_stream
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from solved import pawns
from solved.closed import FIRST, Closure
from solved.rows import Row

FAR = 12  # decisions of a game that are gone through from where it begins
OPEN = (0.1, 0.9)  # the chances with which games begin
PLAYER = "3"  # who plays them: an ordinary player errs, and comes to positions of all kinds
TELLING = 0.001  # the difference between best and worst that makes a decision one
STREAM = 1 << 45

# Which pieces the two who sit opposite have on the way, where they stand farthest back, and how many
# decisions are kept. -1 is a piece that still waits to come in.
ENDGAMES: dict[str, list[tuple[str, list[int], list[int], ModuleType | None, int]]] = {
    "parcheesi": [("two pawns against one", [-1, -1], [-1], pawns, 240)],
    "pollyanna": [
        ("two pieces against two, near home", [46, 46], [46, 46], None, 120),
        ("three pieces against three, on the Home Paths", [55, 56, 57], [55, 56, 57], None, 120),
    ],
}


def rows(name: str, seed: int) -> Iterator[Row]:
    """Decisions with the exact chance after each action, endgame by endgame."""
    game = parlour.load(name)
    for about, own, other, alike, count in ENDGAMES[name]:
        exact: Any = game.exact.module
        begin = exact.before_roll if name == "parcheesi" else exact.before_throw
        closure = Closure(game.rules, alike)
        closure.follow([begin(own, other)])
        sweeps = closure.solve()
        size = int(closure.work.used[0])
        print(f"{name}, {about}: {size:,} positions in balance after {sweeps} sweeps")
        check(game, closure, seed)
        yield from decisions(game, closure, about, count, seed)


def decisions(game: Game, closure: Closure, about: str, count: int, seed: int) -> Iterator[Row]:
    """From games that begin where neither is sure to win."""
    bot = make(PLAYER, game)
    bot.warm()
    found: set[bytes] = set()
    for p, stream in games(closure, seed):
        for _ in range(FAR):
            to_a_decision(game, p, stream)
            if game.plain.actor(p) == OVER:
                break
            seat = int(game.plain.actor(p))
            values = {a: v if seat == 0 else 1 - v for a, v in closure.after(p).items()}
            if max(values.values()) - min(values.values()) > TELLING and p.to_bytes() not in found:
                found.add(p.to_bytes())
                yield Row(about, p.copy(), seat, values)
                if len(found) == count:
                    return
            legal = legal_codes(game, p)
            seen = bot.think(p, seat, seconds=None, seed=int(below(stream, 1 << 31))).action
            game.plain.apply(p, seen if len(legal) > 1 else legal[0])


def games(closure: Closure, seed: int) -> Iterator[tuple[Position, Any]]:
    """Positions before a roll, drawn evenly from those that are open."""
    values = closure.values[FIRST:]
    open_ones = np.flatnonzero((values > OPEN[0]) & (values < OPEN[1]))
    stream = np.zeros(1, np.uint64)
    start_stream(stream, seed, STREAM)
    while True:
        number = int(open_ones[int(below(stream, len(open_ones)))])
        yield Position.unpack(closure.work.positions[number]), stream


def to_a_decision(game: Game, p: Position, stream: Any) -> None:
    """Let chance have its way until somebody decides, or it is over."""
    while game.plain.actor(p) == CHANCE:
        game.plain.apply(p, int(game.plain.draw(p, int(below(stream, int(game.plain.tickets(p)))))))


def check(game: Game, closure: Closure, seed: int, count: int = 400) -> None:
    """Games in which both play what the values say, by the plain rules: as many are won as was promised."""
    promised = variance = 0.0
    won = 0
    for _, (p, stream) in zip(range(count), games(closure, seed + 1), strict=False):
        chance = closure.value(p)
        promised, variance = promised + chance, variance + chance * (1 - chance)
        while True:
            to_a_decision(game, p, stream)
            who = game.plain.actor(p)
            if who == OVER:
                break
            values = closure.after(p)
            best = max if who == 0 else min
            game.plain.apply(p, best(values, key=lambda action: values[action]))
        won += game.plain.payoff(p, 0) == 1
    off = (won - promised) / variance**0.5
    print(f"  {count} games by these values: {won} won, {promised:.1f} promised ({off:+.1f} deviations)")
    if abs(off) > 4:
        raise SystemExit("The values are not those of games played by them.")
