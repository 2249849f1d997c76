"""What a game's `scene.py` defines: its board as geometry to draw, and where the pieces of a position stand.

A game without the file is played from its list of moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parlour.draw.scene import Badge, Dice, Gesture, Held, Ornament, Piece, Scene, Sealed, Sign
from parlour.rules.contracts.file import GameFile
from parlour.rules.position import Position

_LARGEST = 100  # number that is tried


class SceneFile(GameFile):
    """The contract of `scene.py`."""

    NAME = "scene"
    NEEDED = ("board", "pieces")

    def board(self) -> Scene | None:
        """The board (`draw/scene.py`); None for a game that comes without a drawing."""
        return None

    def pieces(self, p: Position) -> Sequence[Piece]:
        """Where every piece stands: `board().pieces((seat, space id) ...)`."""
        return ()

    def extras(self, p: Position) -> Sequence[Ornament]:
        """What else a position has to show, such as dice and points, as labels, areas and arrows."""
        return ()

    def gesture(self, p: Position, action: int) -> Gesture | None:
        """How the action is done by hand: the space touched first, the one it goes to, and every space on
        the way; None where nothing on the board is touched. At CHANCE, what the outcome moves. Also asked
        about actions that are not legal, to tell why not."""
        return None

    def badge(self, p: Position, action: int) -> Badge | None:
        """What leads to where the action goes, shown there while a hand chooses: the die, the card, the
        bonus. None: the place alone says enough."""
        return None

    def thrown(self, p: Position, outcome: int) -> Sequence[Dice]:
        """At CHANCE: the dice of `words.faces`, each row with its colour."""
        return [Dice(tuple(row)) for row in self.game.words.faces(p, outcome)]

    def dice(self, p: Position) -> Sequence[Dice]:
        """The dice that lie on the table in this position, and which of them have been played: those of
        `words.lying`."""
        return [Dice(tuple(row)) for row in self.game.words.lying(p)]

    def again(self, p: Position, action: int) -> Sequence[int] | None:
        """Which of these dice the action throws again, counted from 0 through all rows; none of them, where
        it keeps them all. None: it decides about something else."""
        return None

    def put(self, data: Mapping[str, Any], seat: int, pick: str, drop: str) -> Mapping[str, Any] | None:
        """For who sets a position up by hand: its JSON form after a piece with that look was taken from one
        space to another, by no rule; "" is beside the board, and one space for both turns a piece round. None
        where hands cannot do that. By default the one number of the record is sought that puts it there."""
        if self.game.position.module is not None:
            return None
        p = self.game.position.build(data)
        wanted = Counter((piece.seat, piece.space) for piece in self.pieces(p))
        wanted[seat, pick] -= 1
        wanted[seat, drop] += 1
        if min(wanted.values()) < 0:
            return None
        for name in p.dtype.names or ():
            for i in range(np.asarray(getattr(p, name)).size):
                for number in range(_LARGEST):
                    tried = p.copy()
                    field = np.array(getattr(tried, name))
                    field.flat[i] = number
                    setattr(tried, name, field if field.ndim else int(field))
                    if self._shows(tried, wanted):
                        return self.game.position.describe(tried)
        return None

    def _shows(self, p: Position, wanted: Counter[tuple[int, str]]) -> bool:
        """Do the pieces stand so? A record with any number in it may not be shown at all."""
        try:
            shown = Counter((piece.seat, piece.space) for piece in self.pieces(p))
        except Exception:
            return False
        return shown == +wanted and not self.game.position.problems(p)

    def held(self, p: Position, seat: int) -> Sequence[Held]:
        """The cards and chips that a seat holds and may see."""
        return ()

    def signs(self, p: Position, seat: int) -> Sequence[Sign]:
        """What whoever looks may know of a seat beside the board, as signs on its card: `p` is the looker's
        view. They say what `status` says in sentences, which a page then folds away."""
        return ()

    def sealed(self, p: Position) -> Sealed | None:
        """The round of sealed choices that goes on, or whose outcome is still to be seen, from the looker's
        view; None where choices are open."""
        return None
