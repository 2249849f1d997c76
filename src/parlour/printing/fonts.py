"""The fonts of what is printed: Lato, in two weights. Only the letters used go into a file.

Their licence (the SIL Open Font License) and their hashes lie beside them, in fonts/OFL.txt.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("fonts")
PLAIN, BOLD = "Lato", "Lato-Bold"
FILES = {PLAIN: FOLDER / "Lato-Regular.ttf", BOLD: FOLDER / "Lato-Bold.ttf"}


@cache
def register() -> None:
    """Make the fonts known, once, to the library that writes text and to the one that reads drawings."""
    from reportlab.graphics import shapes
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from svglib.fonts import register_font

    for name, file in FILES.items():
        registerFont(TTFont(name, str(file)))
    shapes.STATE_DEFAULTS["fontName"] = PLAIN  # drawings begin with a font, and the usual one is not embedded
    for bold in (0, 1):
        for italic in (0, 1):
            addMapping(PLAIN, bold, italic, BOLD if bold else PLAIN)
    for weight, name in (("normal", PLAIN), ("bold", BOLD)):
        register_font(PLAIN, str(FILES[name]), weight=weight, rlgFontName=name)


def missing(words: str) -> str:
    """The characters that the fonts do not have, each once."""
    from reportlab.pdfbase.pdfmetrics import getFont

    register()
    known = getFont(PLAIN).face.charToGlyph
    return "".join(sorted({c for c in words if ord(c) not in known and not c.isspace()}))


def width(words: str, size: float, bold: bool = False) -> float:
    """How long words are, in the unit of their size."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(words, BOLD if bold else PLAIN, size))
