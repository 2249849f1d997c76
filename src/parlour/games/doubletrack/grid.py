"""Doubletrack in plain characters: which cell of the text board every space goes to.

The outside track is a ring of boxes, the shortcuts are stairs that cut its corners off, and the inside
track runs to and fro between them, a character for a circle. A cell is four characters wide and two
lines high, as in draw/characters.py. Seat 0's side is the lower one; on a side, `along` counts its cells
in the direction of travel and `inward` towards the middle.
"""

from __future__ import annotations

from functools import cache

from parlour.draw.scene import Point
from parlour.text import BadBoard, say

from . import layout

WIDE, HIGH = 4, 2  # a cell, in characters
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


COLUMNS, ROWS = (max(len(edge(s)), len(edge(s + 2))) + 2 for s in (0, 1))


def _cell(along: float, inward: float, side: int) -> Point:
    right, low = COLUMNS - 1, ROWS - 1
    return ((right - along, low - inward), (inward, low - along), (along, inward), (right - inward, along))[
        side
    ]


def _along(side: int) -> dict[int, float]:
    """How far along its side every space lies; a side with few spaces is spread out."""
    spaces = edge(side)
    length = (COLUMNS, ROWS)[side % 2]
    pace = (length - 2) / len(spaces)
    found = {space: round(2 * (0.5 + (i + 0.5) * pace)) / 2 for i, space in enumerate(spaces)}
    return found | {legs(side)[1][0]: length - 1.0}


@cache
def _stairs(side: int) -> list[Point]:
    """The cells of a shortcut, as (along, inward), close to the corner it cuts off."""
    here, there = _along(side), _along((side + 1) % layout.CHAIRS)
    fork, onward = stretch(side, layout.FORK)[0], layout.NEXT[0][stretch(side, layout.SHORTCUT)[-1]]
    count = int(layout.SHORTCUTS[side])
    across, inwards = (COLUMNS, ROWS)[side % 2] - 2 - here[fork], there[int(onward)] - 1
    slanting = across + inwards - (count - 1)
    if slanting > min(across, inwards):  # fewer than the diagonal takes: with gaps between them
        at = [i / max(count - 1, 1) for i in range(count)]
        return [(round(2 * (here[fork] + f * across)) / 2, round(2 * (1 + f * inwards)) / 2) for f in at]
    straight, up = across - slanting, inwards - slanting
    way = [(here[fork], 1.0)]
    for right, inner in [(1, 0)] * int(straight) + [(1, 1)] * int(slanting) + [(0, 1)] * int(up):
        way.append((way[-1][0] + right, way[-1][1] + inner))
    return way[:count]


def _pocket(side: int) -> float:
    """How far from the corner the pass of a side lies, in cells: where the shortcut leaves it room."""
    end = (COLUMNS, ROWS)[side % 2] - 1
    near = (1.5, 2.5, 3.5, 4.5)
    return next(
        (n for n in near if all(max(abs(a - end + n), abs(b - n)) >= 1 for a, b in _stairs(side))), near[-1]
    )


def pass_cell(side: int) -> Point:
    """Where the pass of a side lies, and the letter of its holder on it."""
    far = _pocket(side)
    return _cell((COLUMNS, ROWS)[side % 2] - 1 - far, far, side)


def gate_cell(side: int) -> Point:
    """Where the state of a gate is written: beside its pass, towards the middle of the board."""
    x, y = pass_cell(side)
    outwards = 0.5 if _pocket(side) < 2 else 0.0
    return x + (1.25 if x < COLUMNS / 2 else -1.25), y + (-outwards if y < ROWS / 2 else outwards)


@cache
def outside() -> dict[int, Point]:
    """The cell of every space of the outside track."""
    cells: dict[int, Point] = {}
    for side in range(layout.CHAIRS):
        cells |= {space: _cell(along, 0, side) for space, along in _along(side).items()}
        ways = zip(stretch(side, layout.SHORTCUT), _stairs(side), strict=True)
        cells |= {space: _cell(*at, side) for space, at in ways}
    return cells


# ---------------------------------------------------------------- the inside track


def _beside(line: int) -> list[int]:
    """The middles of the boxes that this line runs through, or along."""
    sides = range(layout.CHAIRS)
    boxes = [*outside().values(), *map(pass_cell, sides), *map(gate_cell, sides)]
    return [round(x * WIDE) for x, y in boxes if abs(round(y * HIGH) - line) <= 1]


def _roomy(line: int, middle: int) -> bool:
    """Is there room for the word START, or for all pawns on it?"""
    return all(abs(x - middle) >= 6 for x in _beside(line))


def _free(line: int, middle: int, pitch: int) -> range:
    """Which places of a line are free, counted from its middle, so many characters from one to the next."""
    left = max((x + 4 for x in _beside(line) if x <= middle), default=middle)  # 4: a number has two digits
    right = min((x - 3 for x in _beside(line) if x > middle), default=middle)
    return range(-((middle - left) // pitch), (right - middle) // pitch + 1)


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


def _block(pitch: int, gap: int) -> list[Point]:
    """The characters of the inside track on as few lines as hold it; nothing if it does not fit."""
    middle, centre = round((COLUMNS - 1) * WIDE / 2), (ROWS - 1) * HIGH / 2
    lines = range((ROWS - 1) * HIGH - 4, 2, -gap)  # from the lowest; START and HOME have one each
    free = [_free(line, middle, pitch) for line in lines]
    roomy = [_roomy(line, middle) and _roomy(line + 1, middle) for line in lines]
    found: list[tuple[int, float, list[Point]]] = []
    for first in range(len(lines)):
        for last in range(first + 2, len(lines)):
            rows = _rows(free[first : last + 1])
            ways = zip(rows, lines[first + 1 :], strict=False)
            way = [(middle + pitch * i, float(line)) for row, line in ways for i in row]
            if len(way) >= layout.HOME - 1 and all(rows) and roomy[first] and roomy[last]:
                ends = ((middle, float(lines[first])), (middle, float(lines[last])))
                off = abs((lines[first] + lines[last]) / 2 - centre)
                found.append((last - first, off, [ends[0], *way[: layout.HOME - 1], ends[1]]))
    return min(found)[2] if found else []


@cache
def inside() -> list[Point]:
    """The cell of every place on the inside track, START and HOME included."""
    way = next((way for pitch in _PITCHES if (way := _block(*pitch))), None)
    if way is None:
        raise BadBoard(
            say("This board cannot be drawn: {count} circles are too many.", count=layout.HOME - 1)
        )
    return [(x / WIDE, y / HIGH) for x, y in way]


def path() -> list[Point]:
    """The line through the inside track, with the bends that lead to its first circle and to HOME."""
    way = inside()
    before, after = (way[1][0], way[0][1]), (way[-2][0], way[-1][1])
    return [way[0], before, *way[1:-1], after, way[-1]]
