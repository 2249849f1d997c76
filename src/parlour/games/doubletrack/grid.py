"""Doubletrack in plain characters: which cell of the text board every space goes to.

The outside track is a ring of boxes, the shortcuts are stairs that cut its corners off, and the inside
track runs to and fro between them, a character for a circle. A cell is four characters wide and two
lines high, as in draw/characters.py. Seat 0's side is the lower one; on a side, `along` counts its cells
in the direction of travel and `inward` towards the middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from parlour.draw.scene import Point
from parlour.text import BadBoard, say

from . import layout

WIDE, HIGH = 4, 2  # a cell, in characters
WIDEST = 19  # columns that fit on a screen
SIDES = range(layout.CHAIRS)
_PITCHES = ((3, 2), (2, 2), (3, 1), (2, 1))  # characters between circles and lines between rows; widest first


def stretch(side: int, which: int) -> list[int]:
    """The spaces of one stretch of a side, in the order of travel."""
    return [s for s in range(layout.SPACES) if layout.SIDE_OF[s] == side and layout.STRETCH_OF[s] == which]


def legs(side: int) -> tuple[list[int], list[int], list[int]]:
    """The corner that ends a side: what lies along this side, the corner space, what lies along the next."""
    corner = stretch(side, layout.CORNER)
    half = len(corner) // 2
    return corner[:half], [corner[half]], corner[half + 1 :]


def edge(side: int) -> list[int]:
    """The spaces between two corner spaces along a side, in the order of travel."""
    before = legs((side - 1) % layout.CHAIRS)[2]
    return [*before, *stretch(side, layout.COMMON), *stretch(side, layout.FORK), *legs(side)[0]]


@cache
def grid() -> Grid:
    """The smallest ring that has room for the inside track."""
    columns, rows = (max(len(edge(s)), len(edge(s + 2))) + 2 for s in (0, 1))
    for more in range(max(WIDEST - min(columns, rows), 0) + 1):
        found = Grid(max(columns, min(columns + more, WIDEST)), max(rows, min(rows + more, WIDEST)))
        if found.inside:
            return found
    raise BadBoard(say("This board cannot be drawn: {count} circles are too many.", count=layout.HOME - 1))


@dataclass(frozen=True)
class Grid:
    """A ring of so many columns and rows, with everything in it."""

    columns: int
    rows: int

    def _length(self, side: int) -> int:
        return (self.columns, self.rows)[side % 2]

    def _cell(self, along: float, inward: float, side: int) -> Point:
        x, y = self.columns - 1, self.rows - 1
        return ((x - along, y - inward), (inward, y - along), (along, inward), (x - inward, along))[side]

    def _along(self, side: int) -> dict[int, float]:
        """How far along its side every space lies; a side with few spaces is spread out."""
        spaces = edge(side)
        pace = (self._length(side) - 2) / len(spaces)
        found = {space: round(2 * (0.5 + (i + 0.5) * pace)) / 2 for i, space in enumerate(spaces)}
        return found | {legs(side)[1][0]: self._length(side) - 1.0}

    def _stairs(self, side: int) -> list[Point]:
        """The cells of a shortcut, as (along, inward), close to the corner it cuts off."""
        here, there = self._along(side), self._along((side + 1) % layout.CHAIRS)
        fork, onward = stretch(side, layout.FORK)[0], layout.NEXT[0][stretch(side, layout.SHORTCUT)[-1]]
        count = int(layout.SHORTCUTS[side])
        across, inwards = self._length(side) - 2 - here[fork], there[int(onward)] - 1
        slanting = across + inwards - (count - 1)
        if slanting > min(across, inwards):  # fewer than the diagonal takes: with gaps between them
            at = [i / max(count - 1, 1) for i in range(count)]
            return [(round(2 * (here[fork] + f * across)) / 2, round(2 * (1 + f * inwards)) / 2) for f in at]
        straight, up = across - slanting, inwards - slanting
        way = [(here[fork], 1.0)]
        for right, inner in [(1, 0)] * int(straight) + [(1, 1)] * int(slanting) + [(0, 1)] * int(up + 1):
            way.append((way[-1][0] + right, way[-1][1] + inner))
        return way[:count]

    @cached_property
    def _pockets(self) -> list[float]:
        """How far from the corner each side's pass lies, in cells: where the shortcut leaves it room."""
        return [self._pocket(side) for side in SIDES]

    def _pocket(self, side: int) -> float:
        end, near = self._length(side) - 1, (1.5, 2.5, 3.5, 4.5)
        stairs = self._stairs(side)
        open_ = (n for n in near if all(max(abs(a - end + n), abs(b - n)) >= 1 for a, b in stairs))
        return next(open_, near[-1])

    def pass_cell(self, side: int) -> Point:
        """Where the pass of a side lies, and the letter of its holder on it."""
        far = self._pockets[side]
        return self._cell(self._length(side) - 1 - far, far, side)

    def gate_cell(self, side: int) -> Point:
        """Where the state of a gate is written: beside its pass, towards the middle of the board."""
        x, y = self.pass_cell(side)
        outwards = 0.5 if self._pockets[side] < 2 else 0.0
        return x + (1.25 if x < self.columns / 2 else -1.25), y + (
            -outwards if y < self.rows / 2 else outwards
        )

    @cached_property
    def outside(self) -> dict[int, Point]:
        """The cell of every space of the outside track."""
        cells: dict[int, Point] = {}
        for side in SIDES:
            cells |= {space: self._cell(along, 0, side) for space, along in self._along(side).items()}
            ways = zip(stretch(side, layout.SHORTCUT), self._stairs(side), strict=True)
            cells |= {space: self._cell(*at, side) for space, at in ways}
        return cells

    # ------------------------------------------------------------ the inside track

    @cached_property
    def _boxes(self) -> list[tuple[int, int]]:
        """The middles of everything that is in the way, in characters."""
        cells = [*self.outside.values(), *map(self.pass_cell, SIDES), *map(self.gate_cell, SIDES)]
        return [(round(x * WIDE), round(y * HIGH)) for x, y in cells]

    @property
    def _middle(self) -> int:
        return round((self.columns - 1) * WIDE / 2)

    def _roomy(self, line: int) -> bool:
        """Is there room for the word START, or for all pawns on it?"""
        return all(abs(x - self._middle) >= 6 for x, y in self._boxes if abs(y - line) <= 1)

    def _free(self, line: int, pitch: int) -> range:
        """Which places of a line are free, counted from its middle, a pitch from one to the next."""
        middle, beside = self._middle, [x for x, y in self._boxes if abs(y - line) <= 1]
        left = max((x + 4 for x in beside if x <= middle), default=middle)  # 4: a number has two digits
        right = min((x - 3 for x in beside if x > middle), default=middle)
        return range(-((middle - left) // pitch), (right - middle) // pitch + 1)

    def _block(self, pitch: int, gap: int) -> list[Point]:
        """The characters of the inside track on as few lines as hold it; nothing if it does not fit."""
        lines = range((self.rows - 1) * HIGH - 4, 2, -gap)  # from the lowest; START and HOME have one each
        free = [self._free(line, pitch) for line in lines]
        roomy = [self._roomy(line) and self._roomy(line + 1) for line in lines]
        found: list[tuple[int, float, list[Point]]] = []
        for first in range(len(lines)):
            for last in range(first + 2, len(lines)):
                rows = _rows(free[first : last + 1])
                ways = zip(rows, lines[first + 1 :], strict=False)
                way = [(self._middle + pitch * i, float(line)) for row, line in ways for i in row]
                if len(way) >= layout.HOME - 1 and all(rows) and roomy[first] and roomy[last]:
                    start, home = ((float(self._middle), float(lines[end])) for end in (first, last))
                    off = abs(lines[first] + lines[last] - (self.rows - 1) * HIGH)
                    found.append((last - first, off, [start, *way[: layout.HOME - 1], home]))
        return min(found)[2] if found else []

    @cached_property
    def inside(self) -> list[Point]:
        """The cell of every place on the inside track, from START to HOME; nothing if it does not fit."""
        way = next((way for pitch in _PITCHES if (way := self._block(*pitch))), [])
        return [(x / WIDE, y / HIGH) for x, y in way]

    @property
    def path(self) -> list[Point]:
        """The line through the inside track, with the bends that lead to its first circle and to HOME."""
        way = self.inside
        before, after = (way[1][0], way[0][1]), (way[-2][0], way[-1][1])
        return [way[0], before, *way[1:-1], after, way[-1]]


def _rows(block: list[range]) -> list[range]:
    """The places in use on each line but the outermost, to and fro, turning where both lines are free."""
    found = []
    for i in range(1, len(block) - 1):
        here, back, on = block[i], block[i - 1], block[i + 1]
        if i % 2:
            found.append(range(max(here.start, back.start), min(here.stop, on.stop)))
        else:
            found.append(range(min(here.stop, back.stop) - 1, max(here.start, on.start) - 1, -1))
    return found
