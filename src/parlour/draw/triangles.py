r"""A board of triangles in plain characters.

Each space is a triangle ten columns wide and five lines high, with its name in it:

         /\         ____________
        /  \        \          /
       /OOOO\        \ c2d    /
      / c2u  \        \YY    /
     /________\        \    /
                        \  /   (the tip shares a line with the feet of the neighbours)

The stripe of a tile is written in its owner's letter: across, or from a slanting side to the middle of the
level one. On a finished track the names stand in brackets. A space's `cell` is the middle of
the square round it; one cell is one triangle wide and high.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from parlour.draw.scene import Label, Ornament, Piece, Point, Polygon, Scene, Space

_WIDE, _HIGH = 10, 5

Letters = dict[tuple[int, int], str]


def letters(scene: Scene, pieces: Iterable[Piece], over: Sequence[Ornament]) -> Letters:
    """Every character of the board by its column and line; what is in a hand has no place on it."""
    lying = {p.space: p for p in pieces if p.tile and p.tile.plain}
    found: Letters = {}
    fields = [s for s in scene.spaces.values() if s.kind != "hand"]
    for space in fields:
        _edges(found, space)
    for space in fields:
        _fill(found, space, lying.get(space.id))
    for item in over:
        if isinstance(item, Label) and item.cell:
            x, y = _corner(item.cell)
            _write(found, x + 5 - len(str(item.text)) // 2, y + 2, str(item.text))
    return found


def _corner(cell: Point) -> tuple[int, int]:
    """The left column and the first line of the square round a space."""
    return round(cell[0] * _WIDE) - 5, math.floor(cell[1] * _HIGH - 2 + 1e-6)


def _write(found: Letters, x: int, y: int, text: str) -> None:
    found |= {(x + i, y): letter for i, letter in enumerate(text)}


def _edges(found: Letters, space: Space) -> None:
    x, y = _corner(space.cell)
    up = _points_up(space)
    for line in range(_HIGH):
        inset = 4 - line if up else line
        found[x + inset, y + line] = "/" if up else "\\"
        found[x + _WIDE - 1 - inset, y + line] = "\\" if up else "/"
    level = y + 4 if up else y - 1  # a level side is drawn at the foot of the line above it
    for column in range(x, x + _WIDE):
        found.setdefault((column, level), "_")


def _fill(found: Letters, space: Space, piece: Piece | None) -> None:
    """Its name, and the stripe of the tile that lies in it."""
    x, y = _corner(space.cell)
    up = _points_up(space)
    name, tile = space.called[0], piece.tile if piece else None
    if tile and tile.bright:
        name = f"[{name}]"
    _write(found, x + 5 - (len(name) + 1) // 2, y + 3 if up else y + 1, name)
    if piece and tile:
        for side in tile.ends:
            column, line = {"left": (3, 2), "right": (5, 2), "level": (4, 4 if up else 0)}[_lies(space, side)]
            _write(found, x + column, y + line, piece.letter * 2)
    elif space.marks:
        _write(found, x + 4, y + 2, "*")


def _points(space: Space) -> tuple[Point, ...]:
    assert isinstance(space.outline, Polygon)
    return space.outline.points


def _points_up(space: Space) -> bool:
    heights = [y for _, y in _points(space)]
    return sum(heights) / 3 > (min(heights) + max(heights)) / 2


def _lies(space: Space, side: int) -> str:
    """Where a side of the triangle lies."""
    points = _points(space)
    (ax, ay), (bx, by) = points[side], points[(side + 1) % 3]
    if abs(ay - by) < 1e-6 * (1 + abs(ay)):
        return "level"
    return "left" if (ax + bx) / 2 < space.centre[0] else "right"
