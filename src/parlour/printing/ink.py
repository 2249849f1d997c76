"""Colours on paper: all of them, or as little as needed."""

from __future__ import annotations

from typing import NamedTuple

from parlour.draw import palette

_ALWAYS = """\
.parlour text, .parlour .title, .parlour .note { font-family: Lato; font-weight: normal; font-style: normal; }
.parlour .label, .parlour .piece text { font-weight: bold; }
.parlour .shade > * { fill: none; }
.parlour .rim > * { stroke: none; }
"""
_ALWAYS += f".parlour .square > * {{ stroke: {palette.LIGHT_GROUND['line']}; stroke-width: 1.4; }}\n"
_SPARING = """\
.parlour .sheet > * { stroke-width: 3; }
.parlour .start > circle { stroke-width: 3; }
"""


class Ink(NamedTuple):
    """What everything is painted with."""

    ground: dict[str, str]
    hues: dict[str, dict[str, str]]
    forms: str  # of the stylesheet, beside the colours

    def css(self) -> str:
        """The stylesheet of a board on paper."""
        colours = (self.ground, self.hues)
        return palette.css(colours, colours) + self.forms

    def hue(self, colour: str | None) -> dict[str, str]:
        """The shades of a colour; those of black for what has none."""
        return self.hues[colour or "black"]


def _sparing() -> Ink:
    """Outlines, and tints only where a surface has a meaning."""
    ground = palette.LIGHT_GROUND | dict.fromkeys(("page", "sheet", "space", "tile", "deal"), "#ffffff")
    ground |= {"safe": "#e9eff2", "light": "#ffffff", "tile ink": palette.LIGHT_GROUND["ink"]}
    hues = {
        name: shades
        | {"tint": "#ffffff", "body": shades["tint"], "strong": shades["body"], "letter": "#1d1509"}
        for name, shades in palette.LIGHT.items()
    }
    hues["black"]["strong"] = hues["black"]["body"]  # dark letters stand on it
    return Ink(ground, hues, _ALWAYS + _SPARING)


INKS = {"full": Ink(palette.LIGHT_GROUND, palette.LIGHT, _ALWAYS), "light": _sparing()}
