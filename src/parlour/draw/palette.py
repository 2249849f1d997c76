"""The colours of every drawing, and its stylesheet.

They are chosen to stay apart for colour-blind eyes, with a second set for dark screens.
"""

from __future__ import annotations

# tint: large surfaces; body: home paths; strong: pieces; deep: words. The hues are those of Okabe
# and Ito (vermilion, blue, yellow, bluish green).
LIGHT = {
    "red": {"tint": "#f4d3c3", "body": "#e39a78", "strong": "#c2461a", "deep": "#8a2f0d", "letter": "#fff"},
    "blue": {"tint": "#cbdfed", "body": "#7fb1d6", "strong": "#0b62a0", "deep": "#084a78", "letter": "#fff"},
    "yellow": {
        "tint": "#f8ebb9",
        "body": "#efd36b",
        "strong": "#e8bd1c",
        "deep": "#6b5200",
        "letter": "#2c2410",
    },
    "green": {"tint": "#c8e5d9", "body": "#71c1a6", "strong": "#07795a", "deep": "#06563f", "letter": "#fff"},
    "purple": {
        "tint": "#ecd5e8",
        "body": "#b576a0",
        "strong": "#872967",
        "deep": "#5f1a4c",
        "letter": "#fff",
    },
    "black": {"tint": "#dcd9d4", "body": "#78736f", "strong": "#2c2a28", "deep": "#2c2a28", "letter": "#fff"},
    "orange": {
        "tint": "#fbdfc0",
        "body": "#d97706",
        "strong": "#df7a0c",
        "deep": "#5c3000",
        "letter": "#2b1704",
    },
    "white": {
        "tint": "#ecebe8",
        "body": "#f6f4f0",
        "strong": "#ffffff",
        "deep": "#4c4a46",
        "letter": "#211f1c",
    },
}
DARK = {
    "red": {"tint": "#46291e", "body": "#97482a", "strong": "#c84a1e", "deep": "#f4ab8b", "letter": "#fff"},
    "blue": {"tint": "#1d3244", "body": "#2f668f", "strong": "#1f78b8", "deep": "#9ccbed", "letter": "#fff"},
    "yellow": {
        "tint": "#423a1c",
        "body": "#92791f",
        "strong": "#ecc42f",
        "deep": "#f0da85",
        "letter": "#2c2410",
    },
    "green": {"tint": "#1b382e", "body": "#25735a", "strong": "#0d8462", "deep": "#8fd6bd", "letter": "#fff"},
    "purple": {
        "tint": "#3c2438",
        "body": "#5a2350",
        "strong": "#961f80",
        "deep": "#e8b2dc",
        "letter": "#fff",
    },
    "black": {"tint": "#302f2e", "body": "#343231", "strong": "#0c0b0a", "deep": "#d6d2cc", "letter": "#fff"},
    "orange": {
        "tint": "#45301a",
        "body": "#5b270a",
        "strong": "#e07b1a",
        "deep": "#f7bd80",
        "letter": "#2b1704",
    },
    "white": {
        "tint": "#34343a",
        "body": "#7b8099",
        "strong": "#f4f1ea",
        "deep": "#e6e2da",
        "letter": "#211f1c",
    },
}
LIGHT_GROUND = {
    "page": "#fdfaf3", "sheet": "#f1e6cf", "space": "#fffaee", "safe": "#d9e4ea", "wood": "#5d4632",
    "line": "#54483a", "ink": "#33291f", "sign": "#3c5a6b", "shade": "#1d1509", "edge": "#1d1509",
    "tile": "#4d3f35", "tile ink": "#f3e8d6", "glow": "#fff6c9", "dark": "#4a2c14", "light": "#dcb07a",
    "deal": "#f3ddb4", "mark": "#8b1e6b",
}  # fmt: skip
DARK_GROUND = {
    "page": "#17181b", "sheet": "#26231f", "space": "#37322c", "safe": "#3f4e59", "wood": "#4a3a2c",
    "line": "#9b8e7b", "ink": "#e9dfcd", "sign": "#b9d2e0", "shade": "#000", "edge": "#f0e6d4",
    "tile": "#17130f", "tile ink": "#e9dfcd", "glow": "#fff6c9", "dark": "#8a5c30", "light": "#f0d3a4",
    "deal": "#4d4029", "mark": "#f59bd6",
}  # fmt: skip

_FORM = """\
.parlour { stroke-linejoin: round; }
.parlour text { text-anchor: middle; font-family: "Gill Sans", "Gill Sans Nova", Optima, Candara, "Trebuchet MS", "DejaVu Sans", sans-serif; stroke: none; }
.parlour .space > * { stroke-width: 1.4; }
.parlour .inner { fill: none; stroke-width: .8; opacity: .55; }
.parlour .sheet > * { stroke-width: 30; paint-order: stroke; }
.parlour .veined > * { display: none; }
.parlour .vein { fill: none; stroke-width: 1.4; opacity: .17; }
.parlour .hairline > * { fill: none; stroke-width: 1.1; opacity: .7; }
.parlour .start > circle { stroke-width: 5; }
.parlour .frame > * { fill: none; stroke-width: 2.4; }
.parlour .ring > * { fill: none; stroke-width: 2.6; }
.parlour .ahead { fill: none; stroke-width: 2.2; stroke-linecap: round; opacity: .6; }
.parlour .square > * { stroke-width: 7; }
.parlour .well > * { stroke-width: 1.2; opacity: .7; }
.parlour .disc > * { stroke-width: 2; }
.parlour .wall > * { fill: none; stroke-width: 6; }
.parlour .field > * { stroke-width: 1.4; }
.parlour .arrow path { fill: none; stroke-width: 3; stroke-linecap: round; }
.parlour .arrow.travel { opacity: .62; }
.parlour .token > *, .parlour .side > * { stroke-width: 1.8; }
.parlour .rim > * { fill: none; stroke: #fff; stroke-width: 1.2; opacity: .55; }
.parlour .shade > * { opacity: .28; }
.parlour .shade.deep > * { opacity: .36; }
.parlour .piece text { font-weight: 700; }
.parlour .label { letter-spacing: .12em; font-weight: 600; }
.parlour .ranged { text-anchor: start; }
.parlour .face { stroke-width: 1.6; }
.parlour .pointer > * { stroke-width: 2.4; }
.parlour .glow, .parlour .hem, .parlour .stripe, .parlour .grain { fill: none; }
.parlour .yellow .grain { stroke-dasharray: 7 6; }
.parlour .white .grain { opacity: 0; }
.parlour .glow.live { opacity: .7; }
.parlour .bond path { fill: none; stroke-linecap: round; }
.parlour .bond .casing { stroke-width: 22; }
.parlour .bond .core { stroke-width: 15; }
.parlour .gap .casing { stroke-width: 17; opacity: .85; }
.parlour .gap .core { stroke-width: 8; stroke-dasharray: 3 13; }
.parlour .next > * { fill: none; stroke-width: 5; }
.parlour .beam > * { opacity: .34; }
.parlour .coordinate { letter-spacing: .06em; font-weight: 600; }
.parlour .score, .parlour .monogram { font-weight: 700; letter-spacing: 0; }
.parlour .hand > * { stroke-width: 9; paint-order: stroke; }
.parlour .die > *, .parlour .gate > * { stroke-width: 1.6; }
.parlour .leaf > * { stroke-width: 1.6; }
.parlour .focus > * { fill: none; stroke-width: 5; }
.parlour .framed > * { fill: none; stroke-width: 12; }
.parlour .framed.inside > * { stroke-width: 5; }
.parlour .title { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif; letter-spacing: .34em; }
.parlour .note { font-style: italic; font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif; }
"""  # noqa: E501


Hues = dict[str, dict[str, str]]


def css(
    light: tuple[dict[str, str], Hues] = (LIGHT_GROUND, LIGHT),
    dark: tuple[dict[str, str], Hues] = (DARK_GROUND, DARK),
) -> str:
    """The stylesheet of every drawing, for light and for dark screens."""
    darkened = "".join(f"  {line}\n" for line in _colours(*dark).splitlines())
    return f"{_FORM}{_colours(*light)}@media screen and (prefers-color-scheme: dark) {{\n{darkened}}}\n"


def named(ground: dict[str, str], hues: Hues) -> dict[str, str]:
    """Every colour by the name that pages give it."""
    names = {f"--ground-{name.replace(' ', '-')}": colour for name, colour in ground.items()}
    return names | {f"--{hue}-{shade}": colour for hue, s in hues.items() for shade, colour in s.items()}


def page_css() -> str:
    """The same for pages, which keep styles in files and let the visitor choose light or dark."""
    light, dark = named(LIGHT_GROUND, LIGHT), named(DARK_GROUND, DARK)
    ground = {name: f"var(--ground-{name.replace(' ', '-')})" for name in LIGHT_GROUND}
    hues = {hue: {shade: f"var(--{hue}-{shade})" for shade in shades} for hue, shades in LIGHT.items()}
    lines = "".join(f"  {name}: light-dark({light[name]}, {dark[name]});\n" for name in light)
    return (
        "/* The colours of every drawing. Made by `parlour.draw.palette.page_css()`; a test compares. */\n"
        f":root {{\n{lines}}}\n{_FORM}{_colours(ground, hues)}"
    )


def _colours(ground: dict[str, str], hues: Hues) -> str:
    rules = [
        (".page", "fill", ground["page"]),
        (".sheet > *", "fill", ground["sheet"]),
        (".space > *, .frame > *, .corner > *", "stroke", ground["line"]),
        (".sheet > *, .vein", "stroke", ground["wood"]),
        (".space > *", "fill", ground["space"]),
        (".square > *", "stroke", ground["sheet"]),
        (".well > *", "fill", ground["sheet"]),
        (".well > *, .edging > *", "stroke", ground["line"]),
        (".disc > *", "fill", ground["space"]),
        (".safe > *, .enter > *, .turnout > *", "fill", ground["safe"]),
        (".deal > *", "fill", ground["deal"]),
        (".pass > *, .circle > *", "fill", ground["space"]),
        (".medallion > *", "fill", ground["sheet"]),
        (".medallion > *", "stroke", ground["line"]),
        (".sign, .arrow polygon", "fill", ground["sign"]),
        (".arrow path", "stroke", ground["sign"]),
        (".field > *", "fill", ground["sheet"]),
        (".ahead, .field > *", "stroke", ground["line"]),
        (".inner", "stroke", ground["sign"]),
        (".label, .title, .note", "fill", ground["ink"]),
        (".shade > *", "fill", ground["shade"]),
        (".token > *, .die > *, .gate > *, .plate > *", "stroke", ground["edge"]),
        (".side > *", "stroke", ground["shade"]),
        (".focus > *", "stroke", ground["sign"]),
        (".bond .casing", "stroke", ground["edge"]),
        (".gap .casing", "stroke", ground["page"]),
        (".gap .core", "stroke", ground["mark"]),
        (".lit > *, .barrier > *", "fill", ground["mark"]),
        (".lit > *", "stroke", ground["page"]),
        (".lock > *", "fill", ground["tile ink"]),
        (".lock > *", "stroke", ground["tile"]),
        (".framed > *", "stroke", ground["page"]),
        (".framed.inside > *", "stroke", ground["mark"]),
        (".centre > *", "fill", ground["safe"]),
        (".leaf > *", "fill", ground["space"]),
        (".leaf > *", "stroke", ground["ink"]),
        (".inked > *", "fill", ground["ink"]),
        (".hand > *", "fill", ground["sheet"]),
        (".hand > *", "stroke", ground["wood"]),
        (".rib > *", "fill", ground["line"]),
        (".dark > *", "fill", ground["dark"]),
        (".light > *", "fill", ground["light"]),
        (".face", "fill", ground["tile"]),
        (".face", "stroke", ground["line"]),
        (".pointer > *", "stroke", ground["edge"]),
        (".hem", "stroke", ground["tile"]),
        (".glow", "stroke", ground["glow"]),
    ]
    for name, hue in hues.items():
        rules += [
            (f".corner.{name} > *, .lane.{name} > *", "fill", hue["tint"]),
            (f".start.{name} > circle, .hairline.{name} > *, .disc.{name} > *", "stroke", hue["strong"]),
            (f".edging.{name} > *", "fill", hue["body"]),
            (f".path.{name} > *, .home.{name} > *, .own.{name} > *, .circle.{name} > *", "fill", hue["body"]),
            (f".{name} .token > *, .{name} .side > *, .arrow.{name} polygon", "fill", hue["strong"]),
            (f".die.{name} > *, .gate.{name} > *", "fill", hue["strong"]),
            (f".pip.{name} > *", "fill", hue["letter"]),
            (f".beam.{name} > *", "fill", hue["body"]),
            (f".bond.{name} .core", "stroke", hue["strong"]),
            (f".arrow.{name} path", "stroke", hue["strong"]),
            (f".ring.{name} > *, .wall.{name} > *", "stroke", hue["deep"]),
            (f".label.{name}", "fill", hue["deep"]),
            (f".plate.{name} > *, .monogram.{name}", "fill", hue["strong"]),
            (f".score.{name}, .medal.{name} > *", "fill", hue["letter"]),
            (f".next.{name} > *", "stroke", hue["letter"]),
            (f".{name} text", "fill", hue["letter"]),
            (f".{name} .stripe", "stroke", hue["strong"]),
            (f".{name} .knot", "fill", hue["strong"]),
            (f".{name} .grain", "stroke", hue["letter"]),
        ]
    rules += [(".tile .coordinate", "fill", ground["tile ink"]), (".label.key", "fill", ground["tile"])]
    return "".join(
        f"{', '.join(f'.parlour {s.strip()}' for s in where.split(','))} {{ {what}: {value}; }}\n"
        for where, what, value in rules
    )
