"""Actions in parts: which tile, where it goes, and how it lies there."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.rules.narrow import parts_of

GAME = parlour.load("tritrac")
N: Any = GAME.module("narrow")
L: Any = GAME.module("layout")


@pytest.mark.parametrize(
    ("source", "cell", "side"), [(0, 0, 0), (1, 0, 2), (0, 1, 1), (7, 3, 2), (L.CELLS, L.CELLS - 1, 2)]
)
def test_every_action_has_three_parts(source: int, cell: int, side: int) -> None:
    """The source, the cell, the side; and no fourth part. The last code of each is just below the next."""
    action = (source * L.CELLS + cell) * 3 + side
    assert [int(N.part(action, depth)) for depth in range(4)] == [
        source,
        L.CELLS + 1 + cell,
        2 * L.CELLS + 1 + side,
        N.NONE,
    ]
    assert parts_of(GAME, action) == [source, N.SPACE + cell, N.SIDE + side]
