"""A game to print at home and play on paper: its board true to scale, its parts to cut out, its rules.

Everything is made from what a game's folder says: the board from its scene, the parts from its box, the rules
from its rulebook. ReportLab and svglib are asked for when they are needed, and not before.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from parlour.text import BadChoice, MissingExtra, languages, say, speaking, spoken, unknown

EXTRA = "print"
_LONGEST = 200  # of an address


class Order(NamedTuple):
    """What somebody wants printed."""

    paper: str = "a4"
    ink: str = "full"
    players: int | None = None  # None: parts for any number of players
    options: Mapping[str, object] = {}
    language: str | None = None  # None: the one that is spoken
    one_sheet: bool = False  # the whole board on one sheet, and its pieces so much smaller
    rules: bool = True  # the leaflets as well
    address: str = ""  # where a page helps with the printed game; "" where there is none


class Printed(NamedTuple):
    """What came of it."""

    file: bytes  # PDF
    missing: str  # characters that our fonts do not have: empty boxes stand in their places


def helping(base: str, name: str, order: Order, board: str = "") -> str:
    """The address of the page that helps with this printed game, on a server at `base`."""
    parts = urlsplit(base)
    if parts.scheme not in ("http", "https") or not parts.netloc or len(base) > _LONGEST:
        raise BadChoice(
            say("An address looks like http://192.168.1.5:8765, not “{text}”.", text=base[:_LONGEST])
        )
    house = ",".join(f"{option}={value}" for option, value in order.options.items())
    asked = {"players": order.players, "board": board, "options": house}
    query = urlencode({key: value for key, value in asked.items() if value})
    return f"{base.rstrip('/')}/paper/{quote(name)}{'?' if query else ''}{query}"


def check() -> None:
    """Raise an error that names the extra, if what makes the file is not installed."""
    for module in ("reportlab", "segno", "svglib"):
        if find_spec(module) is None:
            raise MissingExtra(module, EXTRA)


def pdf(game: Any, order: Order = Order()) -> Printed:  # noqa: B008
    """The file, ready to be printed; an error says what is not on offer."""
    from parlour.printing.ink import INKS
    from parlour.printing.press import PAPERS

    if order.paper not in PAPERS:
        raise unknown(say("paper"), order.paper, PAPERS)
    if order.ink not in INKS:
        raise unknown(say("ink"), order.ink, INKS)
    check()
    from parlour.printing.book import print_game

    language = order.language or spoken()
    if language not in languages():
        raise unknown(say("language"), language, languages())
    with speaking(language):
        return print_game(game, order)
