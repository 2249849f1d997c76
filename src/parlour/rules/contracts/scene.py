"""What a game's `scene.py` defines: its board as geometry to draw, and where the pieces of a position stand.

A game without the file is played from its list of moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.draw.scene import Gesture, Held, Ornament, Piece, Scene
from parlour.rules.contracts.file import GameFile
from parlour.rules.position import Position


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

    def held(self, p: Position, seat: int) -> Sequence[Held]:
        """The cards and chips that a seat holds and may see."""
        return ()
