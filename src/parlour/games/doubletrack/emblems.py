"""What Doubletrack's spaces are for, as small drawings: read at a glance, also where words are too small.

A card, a pass, the crown of the lead, the chip that one takes; a coin beside one of them means a sale.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.draw.scene import Area, Circle, Emblem, Label, Point, Polygon
from parlour.text import say

from . import layout, names
from .seats import SEAT_COLOURS

# Outlines within a square of side 1 round its middle.
_CARD = ((-0.27, -0.4), (0.27, -0.4), (0.27, 0.4), (-0.27, 0.4))
_BEHIND = ((-0.42, -0.28), (0.08, -0.42), (0.3, 0.34), (-0.2, 0.48))
_PIP = ((0, -0.2), (0.15, 0), (0, 0.2), (-0.15, 0))
_TICKET = (
    *((-0.5, -0.3), (0.5, -0.3), (0.5, -0.1), (0.42, 0.0), (0.5, 0.1), (0.5, 0.3)),
    *((-0.5, 0.3), (-0.5, 0.1), (-0.42, 0.0), (-0.5, -0.1)),
)
_BARS = ((0.08, -0.2, 0.16, 0.2), (0.3, -0.2, 0.38, 0.2), (0.12, -0.04, 0.34, 0.04))  # the gate on a pass
_CROWN = (
    *((-0.46, -0.26), (-0.22, 0.02), (0, -0.42), (0.22, 0.02), (0.46, -0.26)),
    *((0.36, 0.36), (-0.36, 0.36)),
)
_MONEY = "yellow"  # the chip of the same value


def emblem(space: int, at: Point, size: float) -> Emblem | None:
    """The drawing for a space of the outside track; a number needs none."""
    order = int(layout.ORDER[space])
    if order == layout.TAKE_A_PASS:
        return Emblem(at, tuple(_pass(at, size, int(layout.LOW[space]))))
    if order == layout.TAKE_MONEY:
        return Emblem(at, tuple(_coin(at, size * 0.46, str(layout.TAKEN))))
    drawn = {
        layout.PLAY_A_CARD: _card,
        layout.SELL_A_CARD: _card,
        layout.SELL_A_PASS: _pass,
        layout.SELL_THE_LEAD: _crown,
    }.get(order)
    if drawn is None:
        return None
    if order == layout.PLAY_A_CARD:
        return Emblem(at, tuple(drawn(at, size)))
    x, y = at
    price = _coin((x + size * 0.36, y + size * 0.26), size * 0.26, "$")
    return Emblem(at, (*drawn((x - size * 0.12, y - size * 0.06), size * 0.88), *price))


def _shape(outline: Iterable[Point], at: Point, size: float, style: str, colour: str | None = None) -> Area:
    (x, y), points = at, tuple(outline)
    return Area(Polygon(tuple((x + u * size, y + v * size) for u, v in points)), style, colour)


def _card(at: Point, size: float) -> list[Area | Label]:
    return [
        _shape(_BEHIND, at, size, "leaf"),
        _shape(_CARD, at, size, "leaf"),
        _shape(_PIP, at, size, "inked"),
    ]


def _pass(at: Point, size: float, colour: int | None = None) -> list[Area | Label]:
    """A pass is a ticket with a gate on it; that of a colour bears its letter."""
    bars = [((a, b), (c, b), (c, d), (a, d)) for a, b, c, d in _BARS]
    if colour is None:
        moved = [[(x - 0.23, y) for x, y in bar] for bar in bars]
        return [_shape(_TICKET, at, size, "leaf"), *(_shape(bar, at, size, "inked") for bar in moved)]
    letter = say("{letter}", letter=names.SEAT_LETTERS[colour])
    place = (at[0] - size * 0.2, at[1])
    return [
        _shape(_TICKET, at, size, "leaf"),
        *(_shape(bar, at, size, "inked") for bar in bars),
        Label(letter, place, size * 0.4, "mark", colour=SEAT_COLOURS[colour]),
    ]


def _crown(at: Point, size: float) -> list[Area | Label]:
    return [_shape(_CROWN, at, size, "plate", _MONEY)]


def _coin(at: Point, radius: float, words: str) -> list[Area | Label]:
    size = radius * (1.35 if len(words) == 1 else 1.0)
    text = Label(say("{number}", number=words), at, size, "score", 0, _MONEY)
    return [Area(Circle(at, radius), "plate", _MONEY), text]
