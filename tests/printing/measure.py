"""A printed file measured from outside, by another library than the one that wrote it. All in millimetres."""

from __future__ import annotations

import io
from dataclasses import dataclass

from pdfminer import layout
from pdfminer.converter import PDFPageAggregator
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage

from parlour.printing.press import HAIR

MM = 72 / 25.4
Box = tuple[float, float, float, float]  # left, bottom, right, top


@dataclass(frozen=True)
class Page:
    """One page: its size, what is drawn on it, its letters, and the board if it shows a part of it."""

    width: float
    height: float
    shapes: tuple[Box, ...]
    cuts: tuple[Box, ...]  # those of them that are drawn with the thinnest line
    folds: tuple[tuple[tuple[float, float], ...], ...]  # and the corners of those that are dashed
    letters: tuple[tuple[Box, str], ...]
    words: str  # without spaces
    board: Box | None

    def says(self, words: object) -> bool:
        return squeeze(words) in self.words

    def outlines(self, width: float, height: float) -> int:
        """How many different shapes of this size are to be cut out."""
        fits = {
            tuple(round(edge, 1) for edge in box)
            for box in self.cuts
            if abs(box[2] - box[0] - width) < 0.06 and abs(box[3] - box[1] - height) < 0.06
        }
        return len(fits)


def pages(file: bytes) -> list[Page]:
    manager = PDFResourceManager()
    reader = PDFPageAggregator(manager)  # as it is drawn: nothing is guessed about lines and blocks of text
    interpreter = PDFPageInterpreter(manager, reader)
    found = []
    for page in PDFPage.get_pages(io.BytesIO(file)):
        interpreter.process_page(page)
        found.append(_page(reader.get_result()))
    return found


def _page(page: layout.LTPage) -> Page:
    boards = [item for item in page if isinstance(item, layout.LTFigure)]
    shapes = [item for item in page if isinstance(item, layout.LTCurve)]  # lines and boxes are curves too
    letters = [item for item in page if isinstance(item, layout.LTChar)]
    fonts = {letter.fontname.partition("+")[2] for letter in letters}
    assert fonts <= {"Lato-Regular", "Lato-Bold"}, fonts
    return Page(
        page.width / MM,
        page.height / MM,
        tuple(_box(shape) for shape in shapes),
        tuple(_box(shape) for shape in shapes if shape.stroke and abs(shape.linewidth / MM - HAIR) < 0.01),
        tuple(_corners(s) for s in shapes if s.stroke and s.dashing_style and any(s.dashing_style[0])),
        tuple((_box(letter), letter.get_text()) for letter in letters if letter.get_text().strip()),
        squeeze("".join(letter.get_text() for letter in letters)),
        _box(boards[0]) if boards else None,
    )


def _corners(shape: layout.LTCurve) -> tuple[tuple[float, float], ...]:
    return tuple((x / MM, y / MM) for x, y in shape.pts)


def squeeze(words: object) -> str:
    """Words without the spaces between them, which the breaks of lines take away."""
    return "".join(str(words).split())


def _box(item: layout.LTComponent) -> Box:
    return item.x0 / MM, item.y0 / MM, item.x1 / MM, item.y1 / MM
