"""A file of pages to draw on, in millimetres from the lower left corner of the sheet.

Nothing is drawn nearer to the edge of the paper than MARGIN: what home printers cannot reach.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from parlour.draw.scene import Point
from parlour.draw.svg import SHAPES
from parlour.printing import fonts
from parlour.printing.ink import Ink
from parlour.text import Text, say

MM = 72 / 25.4
MARGIN = 8.0
HEAD, FOOT = 15.0, 16.0  # where the room for drawings begins, from the upper and the lower edge
HAIR, LINE = 0.15, 0.3
DASHED = (1.4, 1.0)
GREY, DARK = "#8a8a8a", "#333333"


Dash = tuple[float, ...]


class Paper(NamedTuple):
    """A sheet, upright."""

    width: float
    height: float


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}


class Press:
    """The file that is being written."""

    def __init__(self, paper: Paper, ink: Ink, title: str, language: str) -> None:
        from reportlab.pdfgen.canvas import Canvas

        fonts.register()
        self.paper, self.ink, self.title = paper, ink, title
        self.pages = 0
        self.unknown: set[str] = set()  # characters that the fonts do not have
        self._file = io.BytesIO()
        size = (paper.width * MM, paper.height * MM)
        self.canvas: Any = Canvas(
            self._file, size, pageCompression=1, invariant=1, lang=language, initialFontName=fonts.PLAIN
        )
        self.canvas.setTitle(title)
        self.canvas.setCreator("Parlour")
        self.width, self.height = paper

    def page(self, heading: Text | str, *, landscape: bool = False, ruler: bool = True) -> None:
        """Begin another page. What was begun before is finished."""
        if self.pages:
            self.canvas.showPage()
        self.pages += 1
        self.width, self.height = self.paper[::-1] if landscape else self.paper
        self.canvas.setPageSize((self.width * MM, self.height * MM))
        self.canvas.scale(MM, MM)
        self.canvas.setLineJoin(1)
        top = self.height - MARGIN - 3.2
        self.words(MARGIN, top, f"{self.title} · {heading}", 3.2, align="left", colour=DARK)
        self.words(self.width - MARGIN, top, str(self.pages), 3.2, align="right", colour=DARK)
        if ruler:
            self.ruler(MARGIN, MARGIN + 2.4, 50)

    def written(self, words: Text | str) -> str:
        """The words as they will be read; what no font has is remembered."""
        self.unknown.update(fonts.missing(str(words)))
        return str(words)

    def finish(self) -> bytes:
        """The whole file."""
        self.canvas.showPage()
        self.canvas.save()
        return self._file.getvalue()

    @property
    def area(self) -> tuple[float, float, float, float]:
        """Where drawings may be on this page: left, bottom, right, top."""
        return MARGIN, FOOT, self.width - MARGIN, self.height - HEAD

    # ------------------------------------------------------------ drawing

    def ruler(self, x: float, y: float, length: int) -> None:
        """A scale to lay a real ruler against."""
        self.line((x, y), (x + length, y), LINE)
        for i in range(0, length + 1, 10):
            self.line((x + i, y - 1.2), (x + i, y + 1.2), LINE)
        told = str(say("{length} mm: measure it", length=length))
        self.words(x + length + 2, y - 0.9, told, 2.6, align="left", colour=DARK)

    def words(
        self,
        x: float,
        y: float,
        words: Text | str,
        size: float,
        *,
        bold: bool = False,
        align: str = "middle",
        angle: float = 0,
        colour: str = DARK,
        room: float = math.inf,
    ) -> None:
        """Words on a base line, so much smaller that they keep to their room."""
        written = self.written(words)
        size = min(size, size * room / max(fonts.width(written, size, bold), 1e-6))
        draw = {
            "left": self.canvas.drawString,
            "right": self.canvas.drawRightString,
            "middle": self.canvas.drawCentredString,
        }[align]
        with self.turned(x, y, angle):
            self.canvas.setFont(fonts.BOLD if bold else fonts.PLAIN, size)
            self.canvas.setFillColor(paint(colour))
            draw(0, 0, written)

    @contextmanager
    def turned(self, x: float, y: float, angle: float = 0) -> Iterator[None]:
        """Draw round another point, turned against the clock."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        if angle:
            self.canvas.rotate(angle)
        yield
        self.canvas.restoreState()

    @contextmanager
    def points(self) -> Iterator[Any]:
        """The canvas in points, for who counts in them."""
        self.canvas.saveState()
        self.canvas.scale(1 / MM, 1 / MM)
        yield self.canvas
        self.canvas.restoreState()

    def line(self, a: Point, b: Point, wide: float = HAIR, colour: str = DARK, dash: Dash = ()) -> None:
        """A line from one point to another."""
        self.shape([a, b], wide=wide, edge=colour, dash=dash, closed=False)

    def shape(
        self,
        points: Sequence[Point],
        *,
        fill: str | None = None,
        edge: str | None = DARK,
        wide: float = HAIR,
        dash: Dash = (),
        closed: bool = True,
    ) -> None:
        """A polygon, or with `closed` off a line of several parts."""
        path = self.canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if closed:
            path.close()
        self.draw(path, fill, edge, wide, dash)

    def rect(self, x: float, y: float, w: float, h: float, **how: Any) -> None:
        """A rectangle by its lower left corner, width and height."""
        self.shape([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], **how)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str | None = None,
        edge: str | None = DARK,
        wide: float = HAIR,
        dash: Dash = (),
    ) -> None:
        """A filled or empty circle."""
        path = self.canvas.beginPath()
        path.circle(x, y, radius)
        self.draw(path, fill, edge, wide, dash)

    def draw(self, path: Any, fill: str | None, edge: str | None, wide: float, dash: Dash = ()) -> None:
        """Fills and strokes a path of ReportLab's; a colour of None leaves that out."""
        if fill:
            self.canvas.setFillColor(paint(fill))
        if edge:
            self.canvas.setStrokeColor(paint(edge))
            self.canvas.setLineWidth(wide)
            self.canvas.setDash(list(dash))
        self.canvas.drawPath(path, stroke=int(edge is not None), fill=int(fill is not None))

    def token(self, x: float, y: float, size: float, shape: str, colour: str, letter: str) -> None:
        """The sign of a seat: its shape with its letter."""
        hue = self.ink.hue(colour)
        edge = self.ink.ground["edge"]
        if shape == "circle":
            self.disc(x, y, size * 0.46, fill=hue["strong"], edge=edge, wide=LINE)
        else:
            corners = [(x + u * size, y - v * size) for u, v in SHAPES[shape]]
            self.shape(corners, fill=hue["strong"], edge=edge, wide=LINE)
        drop = 0.06 if shape == "triangle" else 0.0
        self.words(x, y - size * (0.16 + drop), letter, size * 0.46, bold=True, colour=hue["letter"])


def paint(colour: str) -> Any:
    """A colour of the palette, for the library."""
    from reportlab.lib.colors import HexColor

    short = len(colour) == 4
    return HexColor("#" + "".join(c * 2 for c in colour[1:]) if short else colour)
