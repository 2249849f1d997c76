"""Tri-Trac to look at: the triangles of the board data, with their ribs, arrows and tiles.

Points are computed on the lattice that the board file describes and fitted into the view box. Sides
of an outline are numbered in the order of its points; `_SIDES` says which letter each has.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Any

from parlour.draw.scene import (
    Area,
    Gesture,
    Label,
    Look,
    Ornament,
    Piece,
    Point,
    Polygon,
    Scene,
    Space,
    Tile,
    provenance,
)
from parlour.rules.kit import CHANCE, NOBODY
from parlour.text import Text, join, say

from . import layout, record, turns, words

COLOURS = ("orange", "yellow", "white")  # white: the tile that belongs to nobody

WIDTH, MARGIN = 1000.0, 56.0
DEEPEST = 700.0  # the most that the triangles may take of the height
PLATE = 66.0  # how far the board reaches beyond them
RACK = (470.0, 62.0)  # where a player's tiles lie before they are placed
CAPTION = 104.0

_CORNERS = {"up": ((0, 0), (1, 0), (0, 1)), "down": ((1, 0), (1, 1), (0, 1))}
_SIDES = {"up": "HBF", "down": "FHB"}
_HEADS = {"left": "{}▶", "right": "◀{}", "above": "{}▼", "below": "{}▲"}


def board() -> Scene:
    """The board, without tiles."""
    return _board()


def pieces(p: Any) -> list[Piece]:
    """Where every tile lies, first those on the board."""
    track = words.finished_track(p)
    bright = track[1] if track else []
    standing: list[tuple[int, str, Tile]] = []
    for cell in range(layout.CELLS):
        kind = int(record.kind_at(p, cell))
        if kind != NOBODY:
            tile = _tile(cell, int(record.side_at(p, cell)), cell in bright)
            standing.append((kind, layout.CELL_NAMES[cell], tile))
    waiting = [(seat, seat) for seat in range(record.CHAIRS) for _ in range(int(p.hand[seat]))]
    if p.neutral == layout.NOWHERE:
        waiting.append((record.NEUTRAL, p.turn))
    standing += [(kind, f"hand-{seat}", Tile((1, 2), "")) for kind, seat in waiting]
    return board().pieces(standing)


def extras(p: Any) -> list[Ornament]:
    """Who may handle the neutral tile, and at the end the track that was completed."""
    told = words.lock_text(p)
    track = words.finished_track(p)
    if track:
        start, cells, end = track
        told = say("Track: {way}", way=" ".join([start, *(layout.CELL_NAMES[c] for c in cells), end]))
    if told is None:
        return []
    columns, rows = zip(*(_text_cell(cell) for cell in layout.BOARD["cells"]), strict=True)
    below = ((min(columns) + max(columns)) / 2, max(rows) + 1.0)
    return [Label(told, (WIDTH / 2, _frame()[3] - CAPTION + 6), 17, cell=below)]


def gesture(p: Any, action: int) -> Gesture | None:
    """A tile is taken to its space, which leaves the way it shall lie to be chosen; touched, it is turned."""
    if turns.actor(p) == CHANCE or not 0 <= action < record.ACTIONS:
        return None
    source, place = divmod(action, layout.PLACES)
    goal = layout.CELL_NAMES[place // 3]
    tile = _tile(place // 3, place % 3, False)
    if source == layout.HAND:
        kind = record.NEUTRAL if p.neutral == layout.NOWHERE else int(p.turn)
        return Gesture.along(kind, [f"hand-{p.turn}", goal], tile)
    kind = int(record.kind_at(p, source))
    if kind == NOBODY:
        return None
    if source == place // 3:
        return Gesture.touch(kind, goal, tile)
    return Gesture.along(kind, [layout.CELL_NAMES[source], goal], tile)


def _tile(cell: int, side: int, bright: bool) -> Tile:
    """How a tile with this plain side lies."""
    order = _SIDES[layout.BOARD["cells"][cell]["points"]]
    plain = layout.SIDES[side]
    one, other = (i for i, letter in enumerate(order) if letter != plain)
    return Tile((one, other), plain, bright)


# ---------------------------------------------------------------- from the lattice to the picture


def _plane(x: float, y: float) -> Point:
    """A point of the lattice, in sides of a triangle, y downwards."""
    return x + y / 2, -y * math.sqrt(3) / 2


def _corners(cell: dict[str, Any]) -> list[tuple[int, int]]:
    return [(cell["x"] + dx, cell["y"] + dy) for dx, dy in _CORNERS[cell["points"]]]


@cache
def _frame() -> tuple[float, float, float, float]:
    """Length of a side, where the lattice's origin lies, and how high the picture is."""
    points = [_plane(*corner) for cell in layout.BOARD["cells"] for corner in _corners(cell)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    side = min((WIDTH - 2 * (MARGIN + PLATE)) / (right - left), DEEPEST / (bottom - top))
    head = RACK[1] + PLATE + 74
    high = (bottom - top) * side
    return side, WIDTH / 2 - (left + right) / 2 * side, head - top * side, high + 2 * head + CAPTION


def _point(corner: tuple[float, float]) -> Point:
    side, left, top, _ = _frame()
    x, y = _plane(*corner)
    return left + x * side, top + y * side


def _outline(cell: dict[str, Any]) -> tuple[Point, ...]:
    return tuple(_point(corner) for corner in _corners(cell))


def _middle(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _text_cell(cell: dict[str, Any]) -> Point:
    """Where a triangle goes in the plain text board: the middle of the square round it."""
    down = cell["points"] == "down"
    return cell["x"] + (cell["y"] + 1 + down) / 2, -float(cell["y"])


# ---------------------------------------------------------------- spaces


def _space(cell: dict[str, Any]) -> Space:
    points = _outline(cell)
    side = _frame()[0]
    return Space(
        id=cell["name"],
        kind="centre" if cell["centre"] else "loop",
        outline=Polygon(points),
        centre=_middle(points),
        length=side * 0.5,
        breadth=side * 0.4,
        angle=0,
        cell=_text_cell(cell),
        label=say("{space}", space=cell["name"]),
        called=(cell["name"],) * len(COLOURS),
        marks=("dot",) if cell["centre"] else (),
    )


def _rack(seat: int) -> Space:
    """Where the tiles in a hand are shown: seat 0's below the board, seat 1's above it."""
    wide, high = RACK
    y = 24 + high / 2 if seat else _frame()[3] - CAPTION - 24 - high / 2
    x = WIDTH / 2
    ends = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Space(
        id=f"hand-{seat}",
        kind="hand",
        outline=Polygon(tuple((x + u * wide / 2, y + v * high / 2) for u, v in ends)),
        centre=(x, y),
        length=wide * 0.96,
        breadth=high * 0.86,
        angle=0,
        cell=(0, 0),
        label=say("hand"),
        called=("",) * len(COLOURS),
        seat=seat,
    )


# ---------------------------------------------------------------- what is printed on it


def _rim(cell: dict[str, Any], letter: str) -> tuple[Point, Point, Point]:
    """The two ends of an outer side, and the direction that leads off the board."""
    points = _outline(cell)
    i = _SIDES[cell["points"]].index(letter)
    a, b = points[i], points[(i + 1) % 3]
    (mx, my), (cx, cy) = _middle((a, b)), _middle(points)
    far = math.dist((mx, my), (cx, cy))
    return a, b, ((mx - cx) / far, (my - cy) / far)


def _beside(a: Point, b: Point, along: float, out: Point, far: float) -> Point:
    """A point so far along a side, and so far off the board."""
    return (
        a[0] + (b[0] - a[0]) * along + out[0] * far,
        a[1] + (b[1] - a[1]) * along + out[1] * far,
    )


def _rib(cell: dict[str, Any], letter: str) -> Area:
    a, b, out = _rim(cell, letter)
    ends = ((0.14, 4.0), (0.86, 4.0), (0.84, 11.0), (0.16, 11.0))
    return Area(Polygon(tuple(_beside(a, b, along, out, far) for along, far in ends)), "rib")


def _arrow(name: str) -> list[Ornament]:
    """An arrow that points at the side through which a track may leave the board, and its name."""
    arrow = layout.BOARD["arrows"][name]
    cell = next(c for c in layout.BOARD["cells"] if c["name"] == arrow["cell"])
    a, b, out = _rim(cell, arrow["side"])
    half = 14 / _frame()[0]
    head = ((0.5, 3.0), (0.5 + half, 35.0), (0.5, 27.0), (0.5 - half, 35.0))
    column, row = _text_cell(cell)
    level = arrow["side"] == "H"
    if level:
        where = "below" if cell["points"] == "up" else "above"
        at = (column - 0.1, row + 0.6 if where == "below" else row - 0.8)
    else:
        where = "left" if out[0] < 0 else "right"
        at = (column - 0.5, row) if where == "left" else (column + 0.4, row)
    return [
        Area(
            Polygon(tuple(_beside(a, b, along, out, far) for along, far in head)), f"pointer {arrow['shade']}"
        ),
        Label(say("{arrow}", arrow=name), _beside(a, b, 0.5, out, 48.0), 17, "small"),
        Label(say("{arrow}", arrow=_HEADS[where].format(name)), None, 0, cell=at),
    ]


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


def _plate() -> Polygon:
    """The board under the triangles: their outline, wider all round."""
    corners = {corner for cell in layout.BOARD["cells"] for corner in _corners(cell)}
    round_them = [
        (x + PLATE * math.cos(turn), y + PLATE * math.sin(turn))
        for x, y in map(_point, sorted(corners))
        for turn in (i * math.tau / 36 for i in range(36))
    ]
    return Polygon(_hull(round_them))


def _note() -> Text:
    """Where the board comes from, and which it is: there are several. (TRI-GEO-5)"""
    return join([provenance(layout.BOARD.get("provenance", "house")), layout.BOARD.get("name")], ": ")


@cache
def _board() -> Scene:
    cells = layout.BOARD["cells"]
    spaces = [_space(cell) for cell in cells] + [_rack(seat) for seat in range(2)]
    side, _, _, height = _frame()
    names = (*words.SEAT_NAMES, words.NEUTRAL_NAME)
    letters = (*words.SEAT_LETTERS, words.NEUTRAL_LETTER)
    return Scene(
        width=WIDTH,
        height=height,
        title=words.TITLE,
        note=_note(),
        about=layout.BOARD.get("source", ""),
        looks=tuple(Look(*look) for look in zip(names, letters, COLOURS, strict=True)),
        spaces={space.id: space for space in spaces},
        under=(Area(_plate(), "sheet"),),
        over=(
            *(
                _rib(cell, letter)
                for cell in cells
                for letter, beyond in cell["sides"].items()
                if beyond == "rib"
            ),
            *(ornament for name in layout.BOARD["arrows"] for ornament in _arrow(name)),
            *(
                Label(
                    say("{space}", space=cell["name"]),
                    _middle(_outline(cell)),
                    min(side * 0.13, 19.0),
                    "small",
                )
                for cell in cells
            ),
        ),
        piece=RACK[1] * 0.8,
        grid="triangles",
        legend=(
            say("D dark arrow, L light arrow"),
            say("* centre"),
            say("a tile's track is written in its letter"),
            _note(),
        ),
    )
