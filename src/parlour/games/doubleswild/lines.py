"""The markers of each seat once more, line by line and a bit for each square: the field `lines`.

The rules themselves never read it. It is worked out from `owner`, for those who are in a hurry (fast.py) or
look at many squares at once (careful.py).

Every square lies on four lines: its row, its column and two diagonals, [square, direction]. A diagonal that
begins at the top shares its number with the one that begins at the side where that one ends, nine squares
together; a gap of two bits keeps them apart, and as many are free below each line:

    lines[seat, line]   bit 15 . . . . . 2 1 0
                            markers        gap     a row, a column or a whole diagonal
                            side gap top   gap     two diagonals that share a number
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import rule

from .layout import CHAIRS, ROW, SIZE, SQUARES, VACANT

GAP = ROW - 1


def _lines(square: int) -> list[tuple[int, int]]:
    """For each direction the line, and which bit of it the square is."""
    row, column = divmod(square, SIZE)
    down, up = (column - row) % SIZE, (column + row) % SIZE
    return [
        (row, column),
        (SIZE + column, row),
        (2 * SIZE + down, row + (GAP if column < row else 0)),
        (3 * SIZE + up, row + (GAP if column + row >= SIZE else 0)),
    ]


LINE = np.array([[line for line, _ in _lines(q)] for q in range(SQUARES)], np.uint8)
SHIFT = np.array([[bit for _, bit in _lines(q)] for q in range(SQUARES)], np.uint8)
MARK = np.array(1 << (SHIFT.astype(np.int64) + GAP), np.uint16)  # a line keeps GAP bits free below it
# Shifted down by its SHIFT, a line has these bits for the square and two neighbours on either side of it.
AROUND = 31


@rule
def derive_lines(s):
    """The markers once more, as bits along rows, columns and both diagonals."""
    for seat in range(CHAIRS):
        for line in range(4 * SIZE):
            s.lines[seat, line] = 0
    for square in range(SQUARES):
        seat = s.owner[square]
        if seat != VACANT:
            for way in range(4):
                s.lines[seat, LINE[square, way]] |= MARK[square, way]
