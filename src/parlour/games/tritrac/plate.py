"""Tri-Trac's board on the page: from the lattice of the board file to the picture, and where tiles wait.

Boards lie aslant or are round, so corners of the picture stay free: there the tiles of both players lie until
they are placed, seat 1's in the upper left, seat 0's opposite. Where a corner is too small the picture grows,
to the side on which the triangles lose less.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from parlour.draw.scene import Point, Polygon

from . import layout

WIDTH, MARGIN = 1000.0, 20.0
DEEPEST = 850.0  # the most that the triangles and what lies about them may take of the height
RIM = 58.0  # how far the board reaches beyond the triangles
WOOD = 15.0  # its wooden frame
CAPTION = 128.0

WAITING = 8  # tiles that lie in one corner at first: a player's, and the neutral one
APART = 0.47  # from one of them to the next, in sides of a triangle
_AIR = 13.0  # between them and the board
_ROOMS = [step / 10 for step in range(16)]  # by how much the picture may grow, in sides of a triangle

CORNERS = {"up": ((0, 0), (1, 0), (0, 1)), "down": ((1, 0), (1, 1), (0, 1))}


class Frame(NamedTuple):
    """The length of a side, where the lattice's origin lies, and how high the picture is."""

    side: float
    left: float
    top: float
    height: float


def _plane(x: float, y: float) -> Point:
    """A point of the lattice, in sides of a triangle, y downwards."""
    return x + y / 2, -y * math.sqrt(3) / 2


def corners(cell: dict[str, Any]) -> list[tuple[int, int]]:
    """Those of a triangle, on the lattice."""
    return [(cell["x"] + dx, cell["y"] + dy) for dx, dy in CORNERS[cell["points"]]]


def _framed(wider: float, higher: float) -> Frame:
    """The picture with so much more room on both sides, and above and below."""
    points = [_plane(*corner) for cell in layout.BOARD["cells"] for corner in corners(cell)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    around = 2 * (MARGIN + RIM)
    side = min(
        (WIDTH - around) / (right - left + 2 * wider), (DEEPEST - around) / (bottom - top + 2 * higher)
    )
    height = (bottom - top + 2 * higher) * side + around
    return Frame(
        side,
        WIDTH / 2 - (left + right) / 2 * side,
        height / 2 - (top + bottom) / 2 * side,
        height + CAPTION,
    )


@cache
def frame() -> Frame:
    """The picture in which the triangles are largest, of those with room for all tiles that wait."""
    tried = [_framed(more, 0.0) for more in _ROOMS] + [_framed(0.0, more) for more in _ROOMS]
    return max(filter(_fits, tried), key=lambda one: (round(one.side, 3), -one.height))


def point(corner: tuple[float, float], within: Frame | None = None) -> Point:
    """A point of the lattice in the picture."""
    side, left, top, _ = within or frame()
    x, y = _plane(*corner)
    return left + x * side, top + y * side


def outline(cell: dict[str, Any]) -> tuple[Point, ...]:
    """A triangle in the picture."""
    return tuple(point(corner) for corner in corners(cell))


def middle(points: Iterable[Point]) -> Point:
    """The middle of some points."""
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


# ---------------------------------------------------------------- the board and what lies beside it


def _round(points: Iterable[Point], radius: float) -> Polygon:
    """The outline of all that is within a radius of some points."""
    turns = [i * math.tau / 36 for i in range(36)]
    return Polygon(
        _hull((x + radius * math.cos(turn), y + radius * math.sin(turn)) for x, y in points for turn in turns)
    )


def _hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The convex outline round some points."""
    found: list[Point] = []
    order = sorted(set(points))
    for way in (order, order[::-1]):
        part: list[Point] = []
        for x, y in way:
            while len(part) > 1:
                (ax, ay), (bx, by) = part[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                part.pop()
            part.append((x, y))
        found += part[:-1]
    return tuple(found)


def _points(within: Frame) -> list[Point]:
    lattice = {corner for cell in layout.BOARD["cells"] for corner in corners(cell)}
    return [point(corner, within) for corner in sorted(lattice)]


def plate() -> Polygon:
    """The board under the triangles: their outline, wider all round."""
    return _round(_points(frame()), RIM)


def _beyond(at: Point, hull: tuple[Point, ...]) -> float:
    """How far a point lies outside a convex outline."""
    (x, y), far = at, math.inf
    for (ax, ay), (bx, by) in pairwise((*hull, hull[0])):
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / math.dist((ax, ay), (bx, by)) ** 2
        share = min(max(along, 0.0), 1.0)
        far = min(far, math.dist(at, (ax + share * (bx - ax), ay + share * (by - ay))))
    inside = all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for (ax, ay), (bx, by) in pairwise((*hull, hull[0]))
    )
    return -far if inside else far


def _free(within: Frame) -> list[Point]:
    """Places for tiles in the upper left corner, row by row, clear of the board."""
    hull, apart = _hull(_points(within)), APART * within.side
    half = apart / 2
    found = []
    for row in range(int((within.height - CAPTION) / 2 / apart)):
        for column in range(WAITING):
            at = MARGIN + half + column * apart, MARGIN + half + row * apart
            if _beyond(at, hull) < RIM + WOOD + _AIR + half:
                break
            found.append(at)
    return found[:WAITING]


def _fits(within: Frame) -> bool:
    """Is there a place for every tile, and does what they lie on keep clear of the board?"""
    found, hull = _free(within), _hull(_points(within))
    if len(found) < WAITING:
        return False
    edge = _round(found, APART * within.side / 2).points
    between = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise((*edge, edge[0]))]
    return all(_beyond(at, hull) > RIM + WOOD + 4 for at in (*edge, *between))


@cache
def places(seat: int) -> tuple[Point, ...]:
    """Where the tiles of a player wait, one after the other."""
    size = frame()
    found = _free(size)
    return tuple(found if seat else ((WIDTH - x, size.height - CAPTION - y) for x, y in found))


def corner(seat: int) -> Polygon:
    """What the tiles of a player lie on."""
    return _round(places(seat), APART * frame().side / 2)
