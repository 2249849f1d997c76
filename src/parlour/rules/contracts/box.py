"""What a game's `box.py` defines: what lies in its box, so that it can be printed and played on paper.

A game without the file is printed too: its board, a figure for every piece that stands there at the start,
and the dice that fall.
"""

from __future__ import annotations

import random
from collections import Counter as Count
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from parlour.draw.box import Counter, Die, Figure, Part, measure
from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.text import say

ONE_SHEET, TABLE = 184.0, 376.0  # a board on one sheet of paper, and one of four sheets
LEAST = 11.0  # a piece that a hand can take
_STEPS, _OUTCOMES = 120, 500  # how far, and how broadly, is looked for dice


class BoxFile(GameFile):
    """The contract of `box.py`."""

    NAME = "box"

    SHORT: Sequence[str] = ()
    """The clauses that make up the short rules, two pages at most; empty: all that are no rulings."""

    @cached_property
    def SPAN(self) -> float:
        """How wide the printed board is, in millimetres: on one sheet where its pieces are then large
        enough to be taken by hand, and else over four."""
        return ONE_SHEET if self._piece(ONE_SHEET) >= LEAST else TABLE

    def parts(self, p: Position) -> Sequence[Part]:
        """What a table needs that starts from this position, besides the board. The position says how many
        play, and by which house rules."""
        return [*self.pieces(p), *self.dice(p)]

    def pieces(self, p: Position) -> Sequence[Part]:
        """A figure for each piece that the scene shows at the start; a counter for each tile."""
        board = self.game.scene.board()
        if board is None:
            return []
        size = max(self._piece(self.SPAN), LEAST)
        shown = Count(
            (piece.seat, piece.letter, piece.tile is not None) for piece in self.game.scene.pieces(p)
        )
        return [
            Counter(name=say("pieces"), count=n, on_board=True, letter=letter, size=size,
                    look=board.looks[seat])
            if lies
            else Figure(name=say("pieces"), count=n, on_board=True, letter=letter, width=size,
                        height=1.7 * size, look=board.looks[seat])
            for (seat, letter, lies), n in shown.items()
        ]  # fmt: skip

    def dice(self, p: Position) -> Sequence[Part]:
        """As many dice of every colour as ever fall together, found by playing on for a while."""
        p, rng, out = p.copy(), random.Random(0), np.empty(self.game.plain.MAX_ACTIONS, np.int64)
        most: dict[str, tuple[int, int]] = {}
        for _ in range(_STEPS):
            who, plain = self.game.plain.actor(p), self.game.plain
            if who == OVER:
                break
            listed = out[: int(plain.legal(p, out))].tolist()
            for outcome in listed[:_OUTCOMES] if who == CHANCE else ():
                fallen: dict[str, list[int]] = {}
                for row in self.game.scene.thrown(p, outcome):
                    fallen.setdefault(row.colour, []).extend(row.faces)
                for colour, faces in fallen.items():
                    number, sides = most.get(colour, (0, 0))
                    most[colour] = max(number, len(faces)), max(sides, *faces)
            plain.apply(p, rng.choice(listed))
        return [
            Die(name=say("dice with {sides} sides", sides=sides), count=number, sides=sides, colour=colour)
            for colour, (number, sides) in sorted(most.items())
        ]

    def _piece(self, span: float) -> float:
        board = self.game.scene.board()
        return 0.0 if board is None else measure(board, board.piece, span)
