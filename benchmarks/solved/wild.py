"""Decisions of Doubles Wild that are known exactly: throws in a battle, by battle_odds.py, where the value is
the chance to win the battle; and those of the last turn of a game for two, by going through all its dice.

If the points are equal then, the board is cleared and both throw for the first turn: a game that is the same
for both, so it is worth one half.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import parlour
from parlour.bots import make
from parlour.bots.exact import known
from parlour.games.doubleswild import record
from parlour.games.doubleswild.battle_odds import TIES, battle
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, below, start_stream
from solved.rows import Row

PLAYER = "3"
BATTLES, TURNS = 120, 48
TELLING = 0.001
STREAM = 1 << 45
TRIED = 24  # times that a battle is fought at random, so that both its ends are seen


def rows(name: str, seed: int) -> Iterator[Row]:
    """From games of ordinary players: some of their battles' throws, and what their last turns ask."""
    game = parlour.load(name)
    bot = make(PLAYER, game)
    bot.warm()
    stream = np.zeros(1, np.uint64)
    start_stream(stream, seed, STREAM)
    battles: list[Row] = []
    turns: list[Row] = []
    plain = game.plain
    while len(turns) < TURNS:
        p, solved = game.new(2), LastTurn(game)
        while (who := int(plain.actor(p))) != OVER and not p.tiebreak:
            if who == CHANCE:
                plain.apply(p, int(plain.draw(p, int(below(stream, int(plain.tickets(p)))))))
                continue
            if p.phase == record.BATTLE:
                found = known(game, p, who)
                assert found is not None
                row = Row("the throws of a battle", p.copy(), who, dict(found.values))
                if len(battles) < BATTLES and _telling(row) and int(below(stream, 12)) == 0:
                    battles.append(row)
            elif p.turn == who and p.supply[1 - who] == 0 and len(turns) < TURNS:
                row = Row("the last turn", p.copy(), who, solved.after(p.pack()[0], who))
                if _telling(row):
                    turns.append(row)
            plain.apply(p, bot.think(p, who, seconds=None, seed=int(below(stream, 1 << 31))).action)
    return iter(battles + turns)


def _telling(row: Row) -> bool:
    return row.best - min(row.values.values()) > TELLING


class LastTurn:
    """What the last turn of a game is worth to the player whose turn it is; positions are records here."""

    def __init__(self, game: Game) -> None:
        self._rules = game.compiled
        self._known: dict[bytes, float] = {}
        self._battles: dict[bytes, tuple[float, float]] = {}
        self._out = np.zeros(game.plain.MAX_ACTIONS, np.int64)

    def after(self, p: Any, seat: int) -> dict[int, float]:
        """The value after each legal action."""
        return {action: self.value(self._then(p, action), seat) for action in self._legal(p)}

    def value(self, p: Any, seat: int) -> float:
        """His chance to win the game."""
        key = p.tobytes()
        if key not in self._known:
            self._known[key] = self._worth(p, seat)
        return self._known[key]

    def _worth(self, p: Any, seat: int) -> float:
        who = self._rules.actor(p)
        if who == OVER:
            return float(self._rules.payoff(p, seat))
        if p.tiebreak:
            return 0.5
        if p.phase == record.BATTLE:
            chance = battle(TIES[int(p.battle_tie)], int(p.battle_max_extra)).start
            lost, won = self._ends(p, seat)
            return chance * won + (1 - chance) * lost
        if who == CHANCE:
            weights = np.zeros_like(self._out)
            rolls = self._legal(p)
            self._rules.weights(p, weights)
            worth = [self.value(self._then(p, roll), seat) for roll in rolls]
            return float(weights[: len(rolls)] @ worth / weights[: len(rolls)].sum())
        assert who == seat and p.supply[1 - seat] == 0
        return max(self.after(p, seat).values())

    def _ends(self, p: Any, seat: int) -> tuple[float, float]:
        """What a lost and a won battle is worth, found with whatever dice: to win is never worse."""
        key = p.owner.tobytes() + p.score.tobytes() + bytes([int(p.square)])
        if key not in self._battles:
            stream, ends = np.zeros(1, np.uint64), []
            start_stream(stream, 0, STREAM)
            for _ in range(TRIED):
                q = p.copy()
                while q.phase == record.BATTLE:
                    if self._rules.actor(q) == CHANCE:
                        action = int(self._rules.draw(q, int(below(stream, int(self._rules.tickets(q))))))
                    else:
                        action = int(self._rules.random_action(q, q.who, self._out, stream))
                    self._rules.apply(q, action)
                ends.append(self.value(q, seat))
            self._battles[key] = min(ends), max(ends)
        return self._battles[key]

    def _legal(self, p: Any) -> list[int]:
        return [int(a) for a in self._out[: self._rules.legal(p, self._out)]]

    def _then(self, p: Any, action: int) -> Any:
        after = p.copy()
        self._rules.apply(after, action)
        return after
