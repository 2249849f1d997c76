"""The lab on a GPU: random games counted there, the same rows as on the processor.

Code for the GPU is made of a game's rules and house rules once, in some twenty seconds for each set. What a
judge follows stays with the processor.
"""

from __future__ import annotations

import numpy as np

from parlour.lab import counting, gpu_counting
from parlour.lab.cluster import Play
from parlour.lab.playing import LONGEST, Block, Numbers, Table, unwatched
from parlour.lab.question import Question
from parlour.rules import drivers, gpu, kernels
from parlour.rules.contracts import measures
from parlour.rules.game import Game
from parlour.text import BadChoice, say

AHEAD = 1 << 17  # games played at once, so that every thread of a large GPU has some


def program_of(game: Game) -> gpu.Program:
    """What is compiled for the GPU."""
    record, number = np.zeros(1, game.rules.State), np.zeros(1, np.int64)
    rows = np.zeros((1, counting.COUNTS), np.int64), np.zeros((1, game.chairs)), np.zeros((1, 1), np.int64)
    return gpu.Program(
        (drivers, kernels, counting, gpu_counting),
        {"gpu_count": (record, number, 0, 0, number, rows[0], *rows, rows[2])},
        ((game.measures.module, measures),),
    )


class Counter:
    """Counts the random games of one set of rules, many at once."""

    def __init__(self, table: Table, games: int) -> None:
        self._table, self._games = table, games
        self._code = gpu.Code(table.game, table.start, None, program_of(table.game))
        self._start, self._ticket = self._code.first(), self._code.array(1, np.int64)
        self._ahead: Block | None = None

    def count(self, games: Numbers) -> Block:
        """What came of these games, which follow each other: more are played, and kept for the next call."""
        first, end = int(games[0]), int(games[-1]) + 1
        held = self._ahead
        if held is None or not held.games[0] <= first <= end <= held.games[-1] + 1:
            held = self._ahead = self._play(np.arange(first, max(end, min(first + AHEAD, self._games))))
        some = slice(first - int(held.games[0]), end - int(held.games[0]))
        counts, shares, tallies, own = (
            held.counts[some],
            held.shares[some],
            held.tallies[some],
            held.own[some],
        )
        return self._block(games, counts, shares, tallies, own)

    def _play(self, games: Numbers) -> Block:
        code, game, n = self._code, self._table.game, len(games)
        numbers = code.array(n, np.int64)
        numbers.set(games)
        own = max(len(game.measures.COUNTED), 1), np.int64
        tallies = max(len(game.plain.TALLIES), 1), np.int64
        lasts = code.array((n, game.chairs + 1), np.int64)
        shapes = (counting.COUNTS, np.int64), (game.chairs, np.float64), tallies, own
        rows = [code.array((n, width), kind) for width, kind in shapes]
        self._ticket.clear()
        blocks = min(kernels.BLOCKS * code.device.processors, -(-n // kernels.LANES))
        what = self._start, numbers, self._table.seed, LONGEST, self._ticket, lasts
        code.launch("gpu_count", blocks, kernels.LANES, *what, *rows)
        counts, shares, tallied, added = (one.get() for one in rows)
        return self._block(games, counts, shares, tallied, added)

    def _block(self, games: Numbers, *rows: Numbers) -> Block:
        counts, shares, tallies, own = rows
        nobody = unwatched(len(games), self._table.game.chairs)
        return Block(games, counts, shares, tallies, own, *nobody, ())


def on_gpu(question: Question) -> Play:
    """Plays the games of a question on this machine's GPU; whatever a judge follows, on the processor."""
    if set(question.bots) != {"random"}:
        raise BadChoice(say("A GPU plays random games only; bots think on the processor. Leave --gpu away."))
    tables = question.tables()
    counters = [Counter(table, question.games) for table in tables]

    def play(which: int, games: Numbers, watched: bool) -> Block:
        return tables[which].watch(games) if watched else counters[which].count(games)

    return play
