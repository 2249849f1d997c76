"""What lies in the box of Tri-Trac: the tiles of both players and the neutral one. (TRI-COMP-1, TRI-COMP-2)

The base is the board itself, glued on cardboard: its ribs are printed, and refuse no tile by themselves.
"""

from __future__ import annotations

import math
from typing import Any

from parlour.draw.box import Part, Tile, measure
from parlour.draw.scene import Polygon
from parlour.text import say

from . import record, scene

SPAN = 236.0


def parts(p: Any) -> list[Part]:
    """The tiles of both players and the neutral one, cut to fit the board's cells."""
    board = scene.board()
    outline = next(space.outline for space in board.spaces.values() if space.kind != "hand")
    assert isinstance(outline, Polygon)
    side = measure(board, math.dist(*outline.points[:2]), SPAN) - 1  # a little air between tiles
    counts = [*(int(p.hand[seat]) for seat in range(record.CHAIRS)), 1]
    return [
        Tile(name=say("tiles"), count=count, on_board=True, look=look, side=side)
        for look, count in zip(board.looks, counts, strict=True)
    ]
