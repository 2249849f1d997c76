"""Running text: paragraphs in columns, and short blocks that shrink until they fit."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from xml.sax.saxutils import escape

from parlour.printing import fonts
from parlour.printing.press import MARGIN, MM, Press
from parlour.text import Text

GAP = 7.0  # between columns
Story = Callable[[float], list[Any]]  # paragraphs, with letters of this size in points


def style(
    size: float, *, bold: bool = False, before: float = 0, after: float = 0, centre: bool = False
) -> Any:
    """A style for paragraphs in Lato, the only face that is printed."""
    from reportlab.lib.styles import ParagraphStyle

    return ParagraphStyle(
        "parlour",
        fontName=fonts.BOLD if bold else fonts.PLAIN,
        fontSize=size,
        leading=size * 1.24,
        spaceBefore=before,
        spaceAfter=after,
        alignment=1 if centre else 0,
        textColor="#211f1c",
        allowWidows=0,
        allowOrphans=0,
    )


def paragraph(words: Text | str, how: Any) -> Any:
    """A paragraph of plain words; what stands between backquotes is set bold."""
    from reportlab.platypus import Paragraph

    return Paragraph(marked(str(words)), how)


def marked(words: str) -> str:
    """Text with its `code` set in bold, since a rulebook's code is a name and no program."""
    return re.sub(r"`([^`]*)`", rf'<font name="{fonts.BOLD}">\1</font>', escape(words))


def block(press: Press, words: str, x: float, y: float, wide: float, high: float, most: float) -> None:
    """Words in a box, from its top, in letters of at most this size (in millimetres)."""
    size = most * MM
    while True:
        made = paragraph(press.written(words), style(size))
        _, needed = made.wrap(wide * MM, 10_000)
        if needed <= high * MM or size < 3:
            break
        size *= 0.94
    with press.points() as canvas:
        made.drawOn(canvas, x * MM, (y + high) * MM - needed)


def columns(
    press: Press, heading: Text, story: Story, sizes: tuple[float, ...], most: int | None = None
) -> None:
    """Text in two columns; with `most`, in the largest of these sizes that keeps to so many pages."""
    from reportlab.pdfgen.canvas import Canvas

    size = sizes[0]
    for size in sizes if most else ():
        if _fill(press, story(size), lambda: nullcontext(Canvas(io.BytesIO()))) <= (most or 0):
            break

    @contextmanager
    def page() -> Iterator[Any]:
        press.page(heading, ruler=False)
        with press.points() as canvas:
            yield canvas

    _fill(press, story(size), page)


def _fill(press: Press, story: list[Any], page: Callable[[], Any]) -> int:
    """Set all of it, page after page, and say how many there were."""
    from reportlab.platypus import Frame

    wide = (press.paper.width - 2 * MARGIN - 8 - GAP) / 2
    pages = 0
    while story:
        pages += 1
        with page() as canvas:
            for column in range(2):
                x = MARGIN + 4 + column * (wide + GAP)
                high = press.paper.height - 2 * MARGIN - 8
                _column(Frame(x * MM, (MARGIN + 2) * MM, wide * MM, high * MM, 0, 0, 0, 0), story, canvas)
    return pages


def _column(frame: Any, story: list[Any], canvas: Any) -> None:
    """As much of the story as this column takes; a heading never stands at its end."""
    empty = True
    while story:
        first = story[0]
        needed = 5 * first.style.leading if is_heading(first) else 0
        if not empty and frame._y - frame._y1p < needed:
            return
        if frame.add(first, canvas):
            story.pop(0)
        else:
            parts = frame.split(first, canvas)
            if len(parts) == 2:
                story[:1] = parts
                continue
            if not empty:
                return
            story.pop(0)  # larger than any column
        empty = False


def is_heading(one: Any) -> bool:
    """Whether a paragraph is a heading, which must not end a column."""
    return getattr(getattr(one, "style", None), "fontName", "") == fonts.BOLD
