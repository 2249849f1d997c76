"""Other looks of the same boards and pieces: of wood, and by night.

The palette is what paper looks like. Another look says only what differs from it: some colours, and a few
forms. So whatever is drawn with the palette's names can be seen in every look, and the tests that hold for
the palette hold for all of them.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.draw import palette


class Shades(NamedTuple):
    """All colours for one kind of screen."""

    ground: dict[str, str]
    hues: dict[str, dict[str, str]]


def _hue(tint: str, body: str, strong: str, deep: str, letter: str) -> dict[str, str]:
    return {"tint": tint, "body": body, "strong": strong, "deep": deep, "letter": letter}


# Oak and maple in a frame of walnut; the pieces are turned and stained.
_WOOD_LIGHT = Shades(
    {
        "page": "#f4e8d4", "sheet": "#cfa26b", "space": "#f1dcb6", "safe": "#d3d6c6", "wood": "#472c18",
        "line": "#4f341d", "ink": "#2c1a0b", "sign": "#22485a", "shade": "#1c0f03", "edge": "#1c0f03",
        "tile": "#46301f", "tile ink": "#f6e6cb", "dark": "#3f220e", "light": "#e0b57c", "deal": "#e9c98c",
        "mark": "#7d1a5f",
    },
    {
        "red": _hue("#edc0a0", "#d07a52", "#a8361a", "#6f200b", "#fff4e6"),
        "blue": _hue("#c3cfd0", "#7ea3bd", "#1d5a86", "#123f60", "#fff4e6"),
        "yellow": _hue("#f1d892", "#e8c24f", "#dfae22", "#5c4200", "#2a1d05"),
        "green": _hue("#c3d0a8", "#86bd9d", "#2c6f48", "#174a2d", "#fff4e6"),
        "purple": _hue("#dcc0c6", "#ad6a8d", "#7d2458", "#4f163f", "#fff4e6"),
        "black": _hue("#d2c3ae", "#7d7265", "#2a201a", "#2a201a", "#fff4e6"),
        "orange": _hue("#f0cb98", "#d2761b", "#cf7318", "#532a00", "#261303"),
        "white": _hue("#ece2d0", "#f4ebd9", "#f8efdc", "#4b4236", "#241a10"),
    },
)  # fmt: skip
_WOOD_DARK = Shades(
    {
        "page": "#17110c", "sheet": "#3d2817", "space": "#523823", "safe": "#47534a", "wood": "#21140a",
        "line": "#b09470", "ink": "#f0dfc4", "sign": "#c3dbe2", "edge": "#f3e2c6", "tile": "#1c120a",
        "tile ink": "#f0dfc4", "dark": "#8a5c30", "deal": "#6a4f24",
    },
    {
        "red": _hue("#542818", "#9d4a30", "#b9411c", "#f9b799", "#fff"),
        "blue": _hue("#27384a", "#3a70a0", "#2c74ab", "#a9d2ee", "#fff"),
        "yellow": _hue("#4c3c14", "#947520", "#e7ba2f", "#f3dd8b", "#2a1d05"),
        "green": _hue("#25402b", "#3a8064", "#2d845d", "#a0ddb9", "#fff"),
        "purple": _hue("#472636", "#662457", "#97286c", "#efbde2", "#fff"),
        "black": _hue("#33281f", "#302a26", "#0f0a06", "#dfd2c0", "#fff"),
        "orange": _hue("#523414", "#582908", "#dd7d22", "#fbc58c", "#2b1704"),
        "white": _hue("#473d33", "#807c92", "#f3e9d6", "#efe5d3", "#241a10"),
    },
)  # fmt: skip
# Deep blue under a lamp; the pieces shine of themselves. It is night on a light page as well.
_NIGHT = Shades(
    {
        "page": "#0a0e1a", "sheet": "#131a30", "space": "#1f2947", "safe": "#2c4468", "wood": "#2a3560",
        "line": "#8492c2", "ink": "#e4eaff", "sign": "#bcd6ff", "shade": "#000", "edge": "#eef2ff",
        "tile": "#080b14", "tile ink": "#e4eaff", "dark": "#7a50b0", "light": "#e8dcff", "deal": "#3a3560",
        "mark": "#ffa6dd",
    },
    {
        "red": _hue("#3d1d26", "#93403a", "#ff6f52", "#ffb7a3", "#2a0700"),
        "blue": _hue("#152f55", "#2f6fb8", "#57a5ff", "#a9d0ff", "#021631"),
        "yellow": _hue("#3d3713", "#8f7a1f", "#ffe066", "#ffeb9c", "#2b2200"),
        "green": _hue("#103a36", "#147d6a", "#1fc795", "#8eebca", "#00241a"),
        "purple": _hue("#34204f", "#6a2068", "#b02fa8", "#e2b8ff", "#fff"),
        "black": _hue("#262b3c", "#2b2f3d", "#05070d", "#ccd3e8", "#fff"),
        "orange": _hue("#40280f", "#5a2b06", "#ff9a2e", "#ffc98f", "#2c1500"),
        "white": _hue("#333a52", "#77809f", "#ffffff", "#eef1fb", "#10142a"),
    },
)  # fmt: skip

# The veins of wood: over the board and under its words, in whatever look is of wood.
PATTERNS = (
    '<defs><pattern id="veins" patternUnits="userSpaceOnUse" width="360" height="96">'
    '<path class="vein" d="M0 9q90-9 180 0t180 0M0 22q60 7 180 1t180-1M0 37q120-12 200-3t160 3'
    "M0 51q90 8 180 2t180-2M0 66q80-6 170 2t190-2M0 80q110 9 190 0t170 0"
    'M0 90q90-5 180 0t180 0"/></pattern></defs>'
)
_FORMS = {
    "paper": "",
    "wood": """\
.parlour .veined > * { display: inline; fill: url(#veins); pointer-events: none; }
.parlour .rim > * { stroke: #000; stroke-width: 2; opacity: .3; }
.parlour .token > *, .parlour .side > * { stroke-width: 2.2; }
.parlour .shade > * { opacity: .42; }
""",
    "night": """\
.parlour .rim > * { opacity: .8; }
.parlour .sheet > * { stroke-width: 22; }
""",
}
_OVER = {
    "paper": (Shades({}, {}), Shades({}, {})),  # as the palette has it
    "wood": (_WOOD_LIGHT, _WOOD_DARK),
    "night": (_NIGHT, _NIGHT),
}
LOOKS = tuple(_OVER)


def shades(look: str) -> tuple[Shades, Shades]:
    """All colours of a look, for light and for dark screens."""
    paper = (palette.LIGHT_GROUND, palette.LIGHT), (palette.DARK_GROUND, palette.DARK)
    over = _OVER[look]
    under = paper if over[0] is not over[1] else (paper[1], paper[1])  # a look for the dark alone
    light, dark = (
        Shades(ground | one.ground, hues | one.hues) for (ground, hues), one in zip(under, over, strict=True)
    )
    return light, dark


def css(look: str) -> str:
    """The stylesheet of a drawing that stands by itself."""
    light, dark = shades(look)
    return palette.css(light, dark) + _FORMS[look]


def page_css() -> str:
    """What pages add to the palette, so that the visitor can choose a look (data-look)."""
    parts = ["/* Other looks of the boards. Made by `parlour.draw.looks.page_css()`; a test compares. */\n"]
    for look in LOOKS[1:]:
        light, dark = (palette.named(*one) for one in shades(look))
        known = [palette.named(*one) for one in shades(LOOKS[0])]
        other = [name for name in light if [light[name], dark[name]] != [pair[name] for pair in known]]
        lines = "".join(f"  {name}: light-dark({light[name]}, {dark[name]});\n" for name in other)
        parts.append(f':root[data-look="{look}"] {{\n{lines}}}\n')
        parts += [f':root[data-look="{look}"] {rule}\n' for rule in _FORMS[look].splitlines()]
    return "".join(parts)
