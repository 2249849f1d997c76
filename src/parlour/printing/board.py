"""The board, true to scale: on one sheet, or over several that overlap, with marks to cut and to glue."""

from __future__ import annotations

import io
import math
from functools import lru_cache
from typing import Any, NamedTuple

from parlour.draw import svg
from parlour.draw.scene import Scene
from parlour.printing.press import DARK, DASHED, FOOT, GREY, HAIR, HEAD, LINE, MARGIN, Paper, Press
from parlour.text import say

OVERLAP = 8.0
_FORM = "board"


class Plan(NamedTuple):
    """How a board is shared out among sheets. All of them show a part of the same size."""

    span: float  # of the whole board
    height: float
    columns: int
    rows: int
    landscape: bool

    @property
    def part(self) -> tuple[float, float]:
        """How much of the board one sheet shows, overlaps included, in millimetres."""
        wide = (self.span + (self.columns - 1) * OVERLAP) / self.columns
        return wide, (self.height + (self.rows - 1) * OVERLAP) / self.rows

    @property
    def sheets(self) -> int:
        """How many sheets the board takes."""
        return self.columns * self.rows


def plan(scene: Scene, span: float, paper: Paper) -> Plan:
    """The fewest sheets for a board so wide; upright ones where it makes no difference."""
    _, _, wide, high = svg.bare(scene)
    height = span * high / wide
    ways = []
    for landscape in (False, True):
        page_wide, page_high = paper[::-1] if landscape else paper
        room = (page_wide - 2 * MARGIN, page_high - HEAD - FOOT)
        columns, rows = (
            max(1, math.ceil((length - OVERLAP) / (most - OVERLAP) - 1e-9))
            for length, most in zip((span, height), room, strict=True)
        )
        ways.append(Plan(span, height, columns, rows, landscape))
    return min(ways, key=lambda way: way.sheets)


def one_sheet(scene: Scene, paper: Paper) -> float:
    """The widest board that fits on one sheet, in whole millimetres."""
    _, _, wide, high = svg.bare(scene)
    ways = (min(x - 2 * MARGIN, (y - HEAD - FOOT) * wide / high) for x, y in (paper, paper[::-1]))
    return float(math.floor(max(ways)))


def drawing(press: Press, scene: Scene, pieces: Any = ()) -> Any:
    """The board in the library's own form, in points; its size is that of the view box, scaled."""
    return _read(svg.printed(scene, press.ink.css(), pieces))


@lru_cache(maxsize=16)  # dear to read; all papers show the same
def _read(picture: str) -> Any:
    from svglib.svglib import svg2rlg

    made = svg2rlg(io.BytesIO(picture.encode()))
    assert made is not None
    return made


def print_board(press: Press, scene: Scene, laid: Plan) -> None:
    """Every sheet of the board. It is stored once; each sheet shows a part of it."""
    from reportlab.graphics import renderPDF

    made = drawing(press, scene)
    for row in range(laid.rows):
        for column in range(laid.columns):
            name = f"{'ABCDEFGH'[row]}{column + 1}"
            heading = say("board, sheet {name}", name=name) if laid.sheets > 1 else say("board")
            press.page(heading, landscape=laid.landscape)
            if not press.canvas.hasForm(_FORM):
                press.canvas.beginForm(_FORM, 0, 0, made.width, made.height)
                renderPDF.draw(made, press.canvas, 0, 0)
                press.canvas.endForm()
            _sheet(press, laid, column, row, made.width)


def _sheet(press: Press, laid: Plan, column: int, row: int, drawn: float) -> None:
    wide, high = laid.part
    left, bottom, right, top = press.area
    x, y = (left + right - wide) / 2, (bottom + top - high) / 2 if laid.sheets == 1 else top - high
    canvas = press.canvas
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(x, y, wide, high)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(x - column * (wide - OVERLAP), y - (laid.height - (row * (high - OVERLAP) + high)))
    canvas.scale(laid.span / drawn, laid.span / drawn)
    canvas.doForm(_FORM)
    canvas.restoreState()
    press.rect(x, y, wide, high, edge=DARK, wide=HAIR)
    _joints(press, laid, column, row, x, y)
    if laid.sheets > 1:
        _map(press, laid, column, row)


def _joints(press: Press, laid: Plan, column: int, row: int, x: float, y: float) -> None:
    """Where the next sheet is laid on this one: its edge comes to the dashed line, glue on the strokes."""
    wide, high = laid.part
    if column < laid.columns - 1:
        edge = x + wide - OVERLAP
        press.line((edge, y), (edge, y + high), LINE, DARK, dash=DASHED)
        _glue(press, edge, y, OVERLAP, high)
        press.words(x + wide - OVERLAP / 2 + 0.9, y + high / 2, say("glue"), 2.6, angle=90, colour=DARK)
    if row < laid.rows - 1:
        edge = y + OVERLAP
        press.line((x, edge), (x + wide, edge), LINE, DARK, dash=DASHED)
        _glue(press, x, y, wide, OVERLAP)
        press.words(x + wide / 2, y + OVERLAP / 2 - 0.9, say("glue"), 2.6, colour=DARK)
    if column > 0:
        press.words(x + 2, y - 3.4, say("cut the left edge off"), 2.6, align="left")
    if row > 0:
        press.words(x + wide - 2, y - 3.4, say("cut the upper edge off"), 2.6, align="right")


def _glue(press: Press, x: float, y: float, wide: float, high: float) -> None:
    step, size = 16.0, 3.0
    for i in range(int(wide // step) + 1):
        for j in range(int(high // step) + 1):
            at = (x + min(wide, OVERLAP) / 2 + i * step, y + min(high, OVERLAP) / 2 + j * step)
            if at[0] + size / 2 <= x + wide and at[1] + size / 2 <= y + high:
                press.line(
                    (at[0] - size / 2, at[1] - size / 2), (at[0] + size / 2, at[1] + size / 2), HAIR, GREY
                )


def _map(press: Press, laid: Plan, column: int, row: int) -> None:
    """A small picture of all sheets, this one filled."""
    size = 4.0
    for j in range(laid.rows):
        for i in range(laid.columns):
            x = press.width - MARGIN - (laid.columns - i) * size
            y = MARGIN + (laid.rows - 1 - j) * size
            here = (i, j) == (column, row)
            press.rect(x, y, size, size, fill=GREY if here else None, edge=DARK, wide=HAIR)
