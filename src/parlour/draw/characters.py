"""A scene in plain characters, for the terminal and for screen readers: no colour, 79 columns.

Every space is a box on a grid of cells (or a triangle, see triangles.py), its pieces are letters in it
("R", "RR"). Empty spaces that
carry a sign show the number by which the seat on turn counts them, so that any other space can be
counted from the next one; below the board every seat's pieces are listed by their owner's count.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from parlour.draw import triangles
from parlour.draw.scene import (
    Area,
    Arrow,
    Label,
    Ornament,
    Piece,
    Point,
    Scene,
    Space,
    board_of,
    labels_of,
)
from parlour.text import BadBoard, Text, join, say

WIDEST = 79
_CELL_WIDTH = 4  # even, so that half cells fall on characters
_HIGH, _LOW = 2, 1  # lines of a cell: with a line between boxes, or where a window is low without

# A line character by the sides to which it reaches.
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_HEADS = {_UP: "▲", _DOWN: "▼", _LEFT: "◀", _RIGHT: "▶"}


def render(game: Any, position: Any = None, low: bool = False) -> str:
    """The board of a game in characters, with the pieces of a position if there is one. In a low window it is
    drawn in half as many lines, where it consists of boxes."""
    scene = board_of(game)
    pieces: Sequence[Piece] = () if position is None else game.scene.pieces(position)
    extras = () if position is None else game.scene.extras(position)
    viewer = None if position is None else _on_turn(game, position)
    drawn = _draw(scene, pieces, extras, viewer, _LOW if low else _HIGH)
    seats = list(_list(scene, pieces, viewer))
    return "\n".join([*drawn, *_legend(scene, viewer), *(_in_pairs(seats) if low else seats)]) + "\n"


def places(game: Any, position: Any) -> str:
    """Where everybody's pieces are, in words: the position for those who do not look at drawings."""
    lines = [*_list(board_of(game), game.scene.pieces(position), _on_turn(game, position))]
    lines += [f"  {text}" for text in labels_of(game.scene.extras(position))]
    return "\n".join(lines) + "\n"


def _on_turn(game: Any, position: Any) -> int:
    actor = int(game.plain.actor(position))
    return actor if actor >= 0 else int(game.words.thrower(position))


# ---------------------------------------------------------------- the board


class _Canvas:
    """Characters and lines on a grid that grows as needed."""

    def __init__(self, cell: int) -> None:
        self._cell = cell
        self.lines: Counter[tuple[int, int]] = Counter()
        self.letters: dict[tuple[int, int], str] = {}

    def line(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """A straight line; where lines meet they join."""
        while (x, y) != (to_x, to_y):
            dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
            ahead = _RIGHT if dx > 0 else _LEFT if dx < 0 else _DOWN if dy > 0 else _UP
            self.lines[x, y] |= ahead
            x, y = (x + dx, y) if dx else (x, y + dy)
            self.lines[x, y] |= {_RIGHT: _LEFT, _LEFT: _RIGHT, _DOWN: _UP, _UP: _DOWN}[ahead]

    def middle(self, cell: Point) -> tuple[int, int]:
        """Where the middle of a cell is."""
        return round(cell[0] * _CELL_WIDTH), math.floor(cell[1] * self._cell + 0.5)

    def frame(self, cell: Point, last: Point) -> None:
        """Round these cells and those between them; where cells are low, at their sides alone."""
        (left, top), (right, bottom) = self.middle(cell), self.middle(last)
        left, right = left - _CELL_WIDTH // 2, right + _CELL_WIDTH // 2
        if self._cell == _HIGH:
            self.box(left, top - 1, right, bottom + 1)
            return
        for x, y in ((x, y) for y in range(top, bottom + 1) for x in (left, right)):
            self.lines[x, y] |= _UP | _DOWN

    def box(self, x: int, y: int, right: int, bottom: int) -> None:
        self.line(x, y, right, y)
        self.line(right, y, right, bottom)
        self.line(right, bottom, x, bottom)
        self.line(x, bottom, x, y)

    def write(self, x: int, y: int, text: str, align: str = "middle") -> None:
        """Text with its middle or its left end at x."""
        self.letters |= zip(_places(x, y, text, align), text, strict=True)

    def label(self, cell: Point, text: str, align: str) -> None:
        """Text on a cell; where cells are low and another stands there already, on the next free line."""
        x, y = self.middle(cell)
        while self._cell == _LOW and any(place in self.letters for place in _places(x, y, text, align)):
            y += 1 if align == "left" else -1
        self.write(x, y, text, align)

    def rows(self) -> list[str]:
        places = [*self.lines, *self.letters]
        left, right = min(x for x, _ in places), max(x for x, _ in places)
        top, bottom = min(y for _, y in places), max(y for _, y in places)
        return [
            "".join(
                self.letters.get((x, y)) or _LINES[self.lines[x, y]] for x in range(left, right + 1)
            ).rstrip()
            for y in range(top, bottom + 1)
        ]


def _places(x: int, y: int, text: str, align: str) -> list[tuple[int, int]]:
    """Where the letters of a text go."""
    first = x if align == "left" else x - len(text) // 2
    return [(first + i, y) for i in range(len(text))]


def _draw(
    scene: Scene, pieces: Sequence[Piece], extras: Sequence[Ornament], viewer: int | None, high: int
) -> list[str]:
    canvas = _Canvas(high)
    over = (*scene.over, *extras)
    if scene.grid == "triangles":
        canvas.letters = triangles.letters(scene, pieces, over)
        rows = canvas.rows()
        _check_width(max(map(len, rows)))
        return rows
    _check(scene)
    for area in over:
        if isinstance(area, Arrow) and area.cells:
            _arrow(canvas, area.cells)
    for space in scene.spaces.values():
        x, y = canvas.middle(space.cell)
        here = [p for p in pieces if p.space == space.id]
        if space.kind == "start":
            canvas.write(x, y - 1, "" if space.seat is None else str(scene.looks[space.seat].name).upper())
            canvas.write(x, y, str(space.label).upper())
            canvas.write(x, y + 1, " ".join(p.letter for p in here) or "-")
        elif space.kind == "home":
            canvas.write(x, y, f"{here[0].letter}{len(here)}" if here else "")
        elif space.kind == "circle":
            canvas.write(x, y, _crowd(here) or space.sign)
        elif space.kind == "pass":  # whose it is, and who holds it
            canvas.frame(space.cell, space.cell)
            canvas.write(x, y, f"{space.sign}{_crowd(here) or '-'}")
        else:
            canvas.frame(space.cell, space.cell)
            canvas.write(x, y, _counted(here, space, viewer) or space.sign or _sign(scene, space, viewer))
    labels = [(item.cell, item) for item in over if isinstance(item, Label) and item.cell]
    for cell, label in sorted(labels, key=lambda one: _precedence(one[0], one[1], high)):
        canvas.label(cell, str(label.text), label.align)
    for item in over:
        if isinstance(item, Area) and item.cells:
            canvas.frame(*item.cells)
    return canvas.rows()


def _precedence(cell: Point, label: Label, high: int) -> tuple[bool, float]:
    """Which label has its line first: those that fall on one; of columns of text the upper ones."""
    return (True, cell[1]) if label.align == "left" else (False, cell[1] * high % 1)


def _arrow(canvas: _Canvas, cells: Sequence[Point]) -> None:
    places = [canvas.middle(c) for c in cells]
    for (x, y), (to_x, to_y) in pairwise(places):
        canvas.line(x, y, to_x, to_y)
    x, y = places[-1]
    canvas.letters[x, y] = _HEADS[{_RIGHT: _LEFT, _LEFT: _RIGHT, _DOWN: _UP, _UP: _DOWN}[canvas.lines[x, y]]]


def _crowd(pieces: Sequence[Piece]) -> str:
    """The pieces on one space in three characters."""
    letters = "".join(p.letter for p in pieces)
    if len(letters) <= _CELL_WIDTH - 1:
        return letters
    kinds = "".join(sorted(set(letters)))
    return f"{kinds}×{len(letters)}" if len(kinds) == 1 else f"{kinds[:2]}+"


def _counted(pieces: Sequence[Piece], space: Space, viewer: int | None) -> str:
    """The pieces on one space; one of the viewer's alone with the number by which its moves are named."""
    if viewer is None or len(pieces) != 1 or pieces[0].seat != viewer:
        return _crowd(pieces)
    named = f"{pieces[0].letter}{space.called[viewer]}"
    return named if named[1:].isdecimal() and len(named) < _CELL_WIDTH else _crowd(pieces)


def _sign(scene: Scene, space: Space, viewer: int | None) -> str:
    """What an empty space shows: its owner's small letter or a star, and the viewer's count."""
    if not space.marks:
        return ""
    count = "" if viewer is None else space.called[viewer]
    whole, _, part = count.partition(".")  # of the spaces T2.1, T2.2, ... the first shows T2
    if part == "1":
        return whole
    if space.seat is not None and "seat" in space.marks:
        return f"{scene.looks[space.seat].letter.lower()}{count}"
    return f"{'*' if 'star' in space.marks else ''}{part or count}"


def _check_width(width: int) -> None:
    if width > WIDEST:
        raise BadBoard(say("This board is {width} characters wide, too wide for a terminal.", width=width))


def _check(scene: Scene) -> None:
    """Boxes must neither overlap nor stand too far apart for the screen."""
    columns = [s.cell[0] for s in scene.spaces.values()]
    _check_width(round((max(columns) - min(columns) + 1) * _CELL_WIDTH + 1))
    cells = [s.cell for s in scene.spaces.values() if s.kind not in ("start", "home", "circle")]
    taken = Counter((round(c * 2) + i, round(r * 2) + j) for c, r in cells for i in (0, 1) for j in (0, 1))
    if any(count > 1 for count in taken.values()):
        raise BadBoard(say("The spaces of this board do not fit side by side in a terminal."))


# ---------------------------------------------------------------- below the board


def _legend(scene: Scene, viewer: int | None) -> Iterable[str]:
    """What the signs on this board mean, if it has any."""
    marks = {mark for space in scene.spaces.values() for mark in space.marks}
    parts = [*scene.legend]
    if "star" in marks:
        parts.append(say("* safe for all"))
    if "seat" in marks:
        parts.append(say("small letter: a seat's own space"))
    if marks - {"dot"} and viewer is not None:
        parts.append(say("numbers: as {seat} counts", seat=scene.looks[viewer].name))
    return _lines([str(part) for part in parts])


def _lines(parts: Sequence[str]) -> list[str]:
    """The parts side by side, in as many lines as they need."""
    lines: list[str] = []
    for part in (line for whole in parts for line in textwrap.wrap(whole, WIDEST)):
        if lines and len(lines[-1]) + 3 + len(part) <= WIDEST:
            lines[-1] += f"   {part}"
        else:
            lines.append(part)
    return lines


def _list(scene: Scene, pieces: Sequence[Piece], viewer: int | None) -> Iterable[str]:
    """Each seat's pieces by its own count: "Red (R): START 2, 14, 37, HOME"."""
    for seat in sorted({p.seat for p in pieces}):
        look = scene.looks[seat]
        crowd = Counter((p.space, p.tile) for p in pieces if p.seat == seat)
        order = sorted(crowd, key=lambda at: scene.spaces[at[0]].kind in ("home", "hand"))
        places = [_times(scene.where(seat, *at), crowd[at]) for at in order]
        turn = "> " if seat == viewer else "  "
        between = "; " if any("," in str(place) for place in places) else ", "
        line = say(
            "{seat} ({letter}): {places}", seat=look.name, letter=look.letter, places=join(places, between)
        )
        yield from textwrap.wrap(f"{turn}{line}", WIDEST, subsequent_indent="      ")


def _in_pairs(lines: Sequence[str]) -> Iterable[str]:
    """Two lines in one, where both are short and begin something of their own."""
    half, left = WIDEST // 2, ""
    for line in lines:
        short = len(line) <= half and not line.startswith("   ")
        if left and short:
            yield f"{left:<{half + 1}}{line}"
            left = ""
            continue
        if left:
            yield left
        left = line if short else ""
        if not short:
            yield line
    if left:
        yield left


def _times(place: Text | str, count: int) -> Text | str:
    return place if count == 1 else say("{place} ×{count}", place=place, count=count)
