"""Dice to fold: nets of a cube and of a pyramid; where a die has another number of sides, lots to draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from parlour.draw.box import Die
from parlour.draw.scene import Point
from parlour.printing.press import DARK, DASHED, HAIR, LINE, Press

_TAB = 0.3  # of an edge
Line = tuple[Point, Point]
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
# A cross: the faces by column and row, opposite ones adding to seven; the corners round it, clockwise; those
# where an edge begins that carries a tab; the edges where two faces meet.
_FACES = {(0, 1): 1, (1, 1): 2, (2, 1): 6, (3, 1): 5, (1, 2): 3, (1, 0): 4}
_ROUND = ((0, 2), (1, 2), (1, 3), (2, 3), (2, 2), (4, 2), (4, 1), (2, 1), (2, 0), (1, 0), (1, 1), (0, 1))
_TABBED = {(1, 2), (1, 3), (2, 3), (4, 2), (2, 1), (2, 0), (1, 0)}
_MEET = (
    *(((1, 1), (1, 2)), ((2, 1), (2, 2)), ((3, 1), (3, 2))),
    *(((1, 2), (2, 2)), ((1, 1), (2, 1))),
)


def items(die: Die) -> list[Any]:
    """What one die is made of, as items to cut out."""
    edge = die.size
    if die.sides == 6:
        return [((4 + _TAB) * edge, (3 + 2 * _TAB) * edge, partial(_cube, die))]
    if die.sides == 4:
        edge *= 1.5
        return [((2.5 + _TAB) * edge, (math.sqrt(3) / 2 + 2 * _TAB) * edge, partial(_pyramid, die, edge))]
    return [(edge, edge, partial(_lot, die, number)) for number in range(1, die.sides + 1)]


def _paint(press: Press, die: Die) -> tuple[str, str]:
    """Of the faces and of what is written on them."""
    if not die.colour:
        return "#ffffff", press.ink.ground["edge"]
    hue = press.ink.hue(die.colour)
    return hue["strong"], hue["letter"]


def _net(press: Press, corners: Sequence[Point], tabbed: Sequence[bool], meet: Sequence[Line]) -> None:
    """One outline to cut along, tabs and all; every fold once, as a line of its own. The corners go round
    clockwise, so that tabs stand outside; an edge begins at each."""
    outline: list[Point] = []
    folds = list(meet)
    for a, b, tab in zip(corners, (*corners[1:], corners[0]), tabbed, strict=True):
        outline.append(a)
        if tab:
            dx, dy = (b[0] - a[0]) * _TAB, (b[1] - a[1]) * _TAB
            outline.append((a[0] + dx * 0.8 - dy, a[1] + dy * 0.8 + dx))
            outline.append((b[0] - dx * 0.8 - dy, b[1] - dy * 0.8 + dx))
            folds.append((a, b))
    press.shape(outline, edge=DARK, wide=HAIR)
    for a, b in folds:
        press.line(a, b, HAIR, DARK, dash=DASHED)


def _cube(die: Die, press: Press, x: float, y: float) -> None:
    edge = die.size
    y += _TAB * edge
    paint, ink = _paint(press, die)
    for (column, row), face in _FACES.items():
        left, low = x + column * edge, y + row * edge
        press.rect(left, low, edge, edge, fill=paint, edge=None)
        for u, v in _PIPS[face]:
            at = (left + edge / 2 + u * edge * 0.26, low + edge / 2 + v * edge * 0.26)
            if die.spots == "square":
                spot = edge * 0.16
                press.rect(at[0] - spot / 2, at[1] - spot / 2, spot, spot, fill=ink, edge=None)
            else:
                press.disc(*at, edge * 0.085, fill=ink, edge=None)

    def at_corner(corner: Point) -> Point:
        return x + corner[0] * edge, y + corner[1] * edge

    meet = [(at_corner(a), at_corner(b)) for a, b in _MEET]
    _net(press, [at_corner(c) for c in _ROUND], [c in _TABBED for c in _ROUND], meet)


def _pyramid(die: Die, edge: float, press: Press, x: float, y: float) -> None:
    """Four triangles in a row. At every corner stands its number, and what is on top has been thrown."""
    high = edge * math.sqrt(3) / 2
    y += _TAB * edge
    paint, ink = _paint(press, die)
    points = [(x + i * edge / 2, y + (high if i % 2 else 0)) for i in range(6)]
    numbers = (1, 2, 3, 4, 1, 2)
    for i in range(4):
        corners = points[i : i + 3]
        press.shape(corners, fill=paint, edge=None)
        middle = (sum(c[0] for c in corners) / 3, sum(c[1] for c in corners) / 3)
        for corner, number in zip(corners, numbers[i : i + 3], strict=True):
            at = (middle[0] + (corner[0] - middle[0]) * 0.52, middle[1] + (corner[1] - middle[1]) * 0.52)
            angle = math.degrees(math.atan2(corner[1] - middle[1], corner[0] - middle[0])) - 90
            with press.turned(*at, angle):
                press.words(0, -edge * 0.06, str(number), edge * 0.2, bold=True, colour=ink)
    outline = [points[i] for i in (0, 1, 3, 5, 4, 2)]
    meet = [(points[i], points[i + 1]) for i in (1, 2, 3)]
    _net(press, outline, [False, True, False, True, False, True], meet)


def _lot(die: Die, number: int, press: Press, x: float, y: float) -> None:
    size = die.size
    _, ink = _paint(press, die)
    press.rect(x, y, size, size, edge=DARK, wide=LINE)
    press.words(
        x + size / 2,
        y + size * 0.34,
        str(number),
        size * 0.44,
        bold=True,
        colour=ink if not die.colour else DARK,
    )
