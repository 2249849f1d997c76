"""Parts to cut out, each with its size and how it is drawn: cut along full lines, fold along dashed ones.

Colours reach BLEED beyond the line, so that a cut beside it leaves no white rim.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from parlour.draw.box import Card, Counter, Die, Figure, Part, Strip, Tile
from parlour.draw.scene import Point
from parlour.printing import dice, icons
from parlour.printing.press import DARK, DASHED, GREY, HAIR, LINE, Dash, Press
from parlour.printing.prose import block
from parlour.text import say

BLEED = 1.0
TAB = 6.0  # where glue goes
SMALLEST = 7.5  # of what must still be taken by hand


class Item(NamedTuple):
    """One thing to cut out; `draw` is told the lower left corner of its room."""

    width: float
    height: float
    draw: Callable[[Press, float, float], None]


def items(part: Part, shrink: float, told: Callable[[str], str]) -> list[Item]:
    """All that there are of a part, on a board smaller than usual; `told` gives the words of a clause."""
    scale = shrink if part.on_board else 1.0
    made: Item | list[Item]
    if isinstance(part, Figure):
        made = _figure(part, scale)
    elif isinstance(part, Counter):
        made = _counter(part, scale)
    elif isinstance(part, Tile):
        made = _tile(part, scale)
    elif isinstance(part, Card):
        made = _card(part, told(part.clause) if part.clause else "")
    elif isinstance(part, Die):
        made = dice.items(part)
    elif isinstance(part, Strip):
        made = _strip(part, scale)
    else:
        return []  # written on, not cut out
    found = [made] if isinstance(made, Item) else [Item(*one) for one in made]
    return found * part.count


def _figure(part: Figure, scale: float) -> Item:
    width, height = max(part.width * scale, SMALLEST), max(part.height * scale, 1.6 * SMALLEST)
    floor = min(max(0.42 * height, 6.0), 28.0)
    return Item(width, TAB + floor + 2 * height, partial(_draw_figure, part, width, height, floor))


def _draw_figure(
    part: Figure, width: float, height: float, floor: float, press: Press, x: float, y: float
) -> None:
    """From above: the glued edge, the floor, the back upside down, the front."""
    hue = press.ink.hue(part.look.colour)
    press.rect(x - BLEED, y - BLEED, width + 2 * BLEED, 2 * height + BLEED, fill=hue["tint"], edge=None)
    for turned in (False, True):
        middle = x + width / 2
        with press.turned(middle, y + (2 * height if turned else 0), 180 if turned else 0):
            size = min(0.8 * width, 0.62 * height)
            press.token(0, height * 0.56, size, part.look.shape, part.look.colour, part.letter)
            below = part.words or part.look.name
            press.words(0, height * 0.1, below, min(height * 0.13, 5), room=width * 0.92, colour=hue["deep"])
    top = y + 2 * height + floor + TAB
    press.rect(x, y, width, top - y, edge=DARK, wide=HAIR)
    for fold in (height, 2 * height, 2 * height + floor):
        press.line((x, y + fold), (x + width, y + fold), HAIR, DARK, dash=DASHED)
    press.words(x + width / 2, top - TAB / 2 - 0.8, say("glue"), 2.4, room=width * 0.9, colour=GREY)


def _counter(part: Counter, scale: float) -> Item:
    size = max(part.size * scale, SMALLEST)
    return Item(size, size, partial(_draw_counter, part, size))


def _draw_counter(part: Counter, size: float, press: Press, x: float, y: float) -> None:
    x, y, radius = x + size / 2, y + size / 2, size / 2
    if part.look is not None:
        press.disc(x, y, radius + BLEED * 0.6, fill=press.ink.hue(part.look.colour)["tint"], edge=None)
        press.token(x, y, size * 0.82, part.look.shape, part.look.colour, part.letter)
    else:
        hue = press.ink.hue(part.colour)
        press.disc(x, y, radius + BLEED * 0.6, fill=hue["body"], edge=None)
        press.disc(x, y, radius * 0.76, fill=press.ink.ground["page"], edge=hue["deep"], wide=LINE)
        press.words(
            x, y - size * 0.12, part.letter, size * 0.34, bold=True, room=size * 0.66, colour=hue["deep"]
        )
    press.disc(x, y, radius, edge=DARK, wide=HAIR)


def _tile(part: Tile, scale: float) -> Item:
    side = max(part.side * scale, 2 * SMALLEST)
    return Item(side, side * math.sqrt(3) / 2, partial(_draw_tile, part, side))


def _draw_tile(part: Tile, side: float, press: Press, x: float, y: float) -> None:
    """A triangle with its track; the line in the track is another for every seat."""
    hue, ground, canvas = press.ink.hue(part.look.colour), press.ink.ground, press.canvas
    corners = [(x, y), (x + side, y), (x + side / 2, y + side * math.sqrt(3) / 2)]
    middle = (x + side / 2, y + side * math.sqrt(3) / 6)
    ends = [_between(corners[1], corners[2], 0.5), _between(corners[2], corners[0], 0.5)]
    wide = side * 0.19
    press.shape(corners, fill=ground["tile"], edge=ground["tile"], wide=2 * BLEED)
    canvas.saveState()
    window = canvas.beginPath()
    window.moveTo(*_between(middle, corners[0], 1.06))
    for corner in corners[1:]:
        window.lineTo(*_between(middle, corner, 1.06))
    window.close()
    canvas.clipPath(window, stroke=0, fill=0)
    lines: list[tuple[float, str, Dash]] = [(1.2, ground["edge"], ()), (1.0, hue["strong"], ())]
    if part.look.colour != "white":  # a neutral track has no line in it
        dashes = (side * 0.045, side * 0.04) if part.look.shape == "triangle" else ()
        lines.append((0.1, hue["letter"], dashes))
    for breadth, colour, dash in lines:
        path = canvas.beginPath()
        path.moveTo(*_between(middle, ends[0], 1.4))
        path.lineTo(*ends[0])
        path.curveTo(*_between(ends[0], middle, 2 / 3), *_between(ends[1], middle, 2 / 3), *ends[1])
        path.lineTo(*_between(middle, ends[1], 1.4))
        press.draw(path, None, colour, wide * breadth, dash)
    canvas.restoreState()
    bend = _between(_between(ends[0], ends[1], 0.5), middle, 0.5)
    press.disc(*bend, wide * 0.42, fill=hue["strong"], edge=None)
    press.words(bend[0], bend[1] - wide * 0.28, part.look.letter, wide * 0.8, bold=True, colour=hue["letter"])
    press.shape(corners, edge=DARK, wide=HAIR)


def _between(a: Point, b: Point, share: float) -> Point:
    """So much of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _card(part: Card, words: str) -> Item:
    return Item(2 * part.width, part.height, partial(_draw_card, part, words))


def _draw_card(part: Card, words: str, press: Press, x: float, y: float) -> None:
    wide, high = part.width, part.height
    colour = part.look.colour if part.look else None
    hue = press.ink.hue(colour)
    if colour:
        press.rect(x - BLEED, y - BLEED, 2 * (wide + BLEED), high + 2 * BLEED, fill=hue["tint"], edge=None)
    press.words(x + wide / 2, y + high - 9, part.title, 5, bold=True, room=wide - 6, colour=hue["deep"])
    middle = (x + wide / 2, y + high * 0.6)
    if part.look is not None:
        press.token(*middle, high * 0.34, part.look.shape, part.look.colour, part.look.letter)
    elif part.short:
        press.words(middle[0], middle[1] - high * 0.09, part.short, high * 0.27, bold=True, room=wide * 0.8)
    else:
        icons.draw(press, part.icon, *middle, high * 0.26)
    if words:
        block(press, words, x + 3.5, y + 3, wide - 7, high * 0.37, most=2.7)
    back = x + 1.5 * wide
    press.rect(x + wide + 3, y + 3, wide - 6, high - 6, edge=hue["deep"], wide=LINE)
    press.rect(x + wide + 4.2, y + 4.2, wide - 8.4, high - 8.4, edge=hue["deep"], wide=HAIR)
    press.words(back, y + high / 2 + 1, press.title, 4.6, bold=True, room=wide - 12, colour=hue["deep"])
    press.words(back, y + high / 2 - 5, part.back, 3.4, room=wide - 12, colour=hue["deep"])
    press.rect(x, y, 2 * wide, high, edge=DARK, wide=HAIR)
    press.line((x + wide, y), (x + wide, y + high), HAIR, DARK, dash=DASHED)


_ROW = 10  # fields in a row of a strip


def _strip(part: Strip, scale: float) -> Item:
    field = max(part.size * scale, SMALLEST) + 3
    rows = -(-(part.last + 1) // _ROW)
    return Item(field * _ROW, field * rows, partial(_draw_strip, part, field, rows))


def _draw_strip(part: Strip, field: float, rows: int, press: Press, x: float, y: float) -> None:
    for number in range(part.last + 1):
        row, column = divmod(number, _ROW)
        left, low = x + column * field, y + (rows - 1 - row) * field
        press.rect(left, low, field, field, edge=DARK, wide=LINE)
        press.words(left + 1, low + field - 3.6, str(number), 3, bold=number % 5 == 0, align="left")
