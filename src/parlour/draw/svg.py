"""A scene as an SVG file: printable, self-contained, the same bytes every time.

Nothing in it runs or is fetched. Colours are CSS classes from one palette, chosen to stay apart
for colour-blind eyes, with a second set for dark screens; paper always gets the light one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from parlour.draw.scene import (
    Area,
    Arrow,
    Circle,
    Label,
    Ornament,
    Outline,
    Point,
    Scene,
    Slot,
    Space,
    extras_of,
    scene_of,
)
from parlour.text import Text, join, say

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
}
LIGHT_GROUND = {
    "page": "#fdfaf3", "sheet": "#f1e6cf", "space": "#fffaee", "safe": "#d9e4ea", "wood": "#5d4632",
    "line": "#54483a", "ink": "#33291f", "sign": "#3c5a6b", "shade": "#1d1509", "edge": "#1d1509",
}  # fmt: skip
DARK_GROUND = {
    "page": "#17181b", "sheet": "#26231f", "space": "#37322c", "safe": "#3f4e59", "wood": "#4a3a2c",
    "line": "#9b8e7b", "ink": "#e9dfcd", "sign": "#b9d2e0", "shade": "#000", "edge": "#f0e6d4",
}  # fmt: skip

_SHAPES: dict[str, tuple[Point, ...]] = {  # within a circle of diameter 1, of about the same area
    "square": ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)),
    "triangle": ((0, -0.52), (0.5, 0.36), (-0.5, 0.36)),
    "diamond": ((0, -0.54), (0.54, 0), (0, 0.54), (-0.54, 0)),
}


def render(game: Any, position: Any = None) -> str:
    """The board of a game as SVG, with the pieces of a position if there is one."""
    module = scene_of(game)
    scene: Scene = module.board()
    placed = [] if position is None else list(scene.place(module.pieces(position)))
    extras = () if position is None else extras_of(module, position)
    told = [*(p.label for p, _ in placed), *(e.text for e in extras if isinstance(e, Label))]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(scene.width)} {_n(scene.height)}"'
        ' class="parlour" role="img" aria-labelledby="board-title board-about">',
        f'<title id="board-title">{_text(scene.title)}</title>',
        f'<desc id="board-about">{_text(_about(scene, told))}</desc>',
        f"<style>\n{_css()}</style>",
        f'<rect class="page" width="{_n(scene.width)}" height="{_n(scene.height)}"/>',
        *_group("ground", (_area(a) for a in scene.under)),
        *_group("spaces", (_space(scene, s) for s in scene.spaces.values())),
        *_group("signs", (line for s in scene.spaces.values() for line in _marks(scene, s))),
        *_group("print", (_ornament(o) for o in scene.over)),
        *_group("pieces", (_piece(scene, p.seat, slot, p.space, p.label) for p, slot in placed)),
        *_group("extras", (_ornament(e) for e in extras)),
        *_group("caption", _caption(scene)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _about(scene: Scene, told: list[Text]) -> Text:
    """The whole picture in words, for those who cannot see it."""
    parts = [say("The board of {game}. {source}", game=scene.title, source=scene.about)]
    if told:
        parts.append(say("On it: {pieces}.", pieces=join(told, "; ")))
    return join(parts)


# ---------------------------------------------------------------- what is on the board


def _space(scene: Scene, space: Space) -> str:
    colour = "" if space.seat is None else f" {scene.looks[space.seat].colour}"
    return (
        f"<g id={quoteattr(space.id)} class={quoteattr(f'space {space.kind}{colour}')}>"
        f"<title>{_text(space.label)}</title>{_outline(space.outline)}{_inner_line(space)}</g>"
    )


def _inner_line(space: Space) -> str:
    """A safe space has a second line inside, seen even when a piece covers its star."""
    if "star" not in space.marks or isinstance(space.outline, Circle):
        return ""
    return f'<polygon class="inner" points="{_points(_inset(space.outline.points, 3.5))}"/>'


def _inset(points: Sequence[Point], by: float) -> Iterator[Point]:
    """The polygon with every edge moved inwards; its points run in either direction."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    inward = math.copysign(by, area)
    for i, b in enumerate(points):
        a, c = points[i - 1], points[(i + 1) % len(points)]
        before = math.atan2(b[1] - a[1], b[0] - a[0])
        after = math.atan2(c[1] - b[1], c[0] - b[0])
        middle = (before + after + (math.tau if after < before - math.pi else 0)) / 2
        middle -= math.pi if after > before + math.pi else 0
        far = inward / math.cos(middle - before)
        yield b[0] - far * math.sin(middle), b[1] + far * math.cos(middle)


def _marks(scene: Scene, space: Space) -> Iterator[str]:
    x, y = space.centre
    size = min(scene.piece, space.breadth)
    if "seat" in space.marks and space.seat is not None:
        look = scene.looks[space.seat]
        yield f'<g class="ring {look.colour}">{_token(look.shape, Slot(x, y, size * 0.8))}</g>'
        if "star" in space.marks:
            along = -0.38 * space.length
            x += along * math.cos(math.radians(space.angle))
            y += along * math.sin(math.radians(space.angle))
            yield f'<polygon class="sign" points="{_points(_star(x, y, size * 0.21))}"/>'
    elif "ahead" in space.marks:
        angle = math.radians(space.angle)
        wing = size * 0.16
        ends = ((-wing, wing / 2), (0.0, -wing / 2), (wing, wing / 2))
        turned = [
            (x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle))
            for u, v in ends
        ]
        yield f'<polyline class="ahead" points="{_points(turned)}"/>'
    elif "star" in space.marks:
        yield f'<polygon class="sign" points="{_points(_star(x, y, size * 0.3))}"/>'


def _star(x: float, y: float, radius: float) -> Iterator[Point]:
    for i in range(10):
        r = radius if i % 2 == 0 else radius * 0.42
        yield x + r * math.sin(math.pi * i / 5), y - r * math.cos(math.pi * i / 5)


def _piece(scene: Scene, seat: int, slot: Slot, space: str, label: Text) -> str:
    """A token with its seat's outline and letter, a shadow under it and a rim of light."""
    look = scene.looks[seat]
    low = slot._replace(x=slot.x + slot.size * 0.05, y=slot.y + slot.size * 0.09)
    drop = 0.06 if look.shape == "triangle" else 0.0
    return (
        f"<g class={quoteattr(f'piece {look.colour}')} data-space={quoteattr(space)}>"
        f"<title>{_text(label)}</title>"
        f'<g class="shade">{_token(look.shape, low)}</g>'
        f'<g class="token">{_token(look.shape, slot)}</g>'
        f'<g class="rim">{_token(look.shape, slot._replace(size=slot.size * 0.8))}</g>'
        f'<text x="{_n(slot.x)}" y="{_n(slot.y + slot.size * (0.155 + drop))}"'
        f' font-size="{_n(slot.size * 0.44)}">{_text(look.letter)}</text></g>'
    )


def _token(shape: str, slot: Slot) -> str:
    x, y, size = slot
    if shape == "circle":
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(size * 0.46)}"/>'
    return f'<polygon points="{_points((x + px * size, y + py * size) for px, py in _SHAPES[shape])}"/>'


def _ornament(item: Ornament) -> str:
    if isinstance(item, Area):
        return _area(item)
    return _arrow(item) if isinstance(item, Arrow) else _label(item)


def _area(area: Area) -> str:
    return f"<g class={quoteattr(_classes(area.style, area.colour))}>{_outline(area.outline)}</g>"


def _arrow(arrow: Arrow) -> str:
    """A line with round corners and a solid head."""
    *way, before, end = arrow.points
    angle = math.atan2(end[1] - before[1], end[0] - before[0])
    head = [
        (end[0] + r * math.cos(angle + a), end[1] + r * math.sin(angle + a))
        for r, a in ((0.0, 0.0), (13.0, math.pi - 0.5), (8.0, math.pi), (13.0, math.pi + 0.5))
    ]
    line = [*way, before, head[2]]
    path = f"M{_p(line[0])}"
    for a, b, c in zip(line, line[1:], line[2:], strict=False):
        path += f"L{_p(_toward(b, a, 16))}Q{_p(b)} {_p(_toward(b, c, 16))}"
    path += f"L{_p(line[-1])}"
    return (
        f"<g class={quoteattr(_classes(f'arrow {arrow.style}', arrow.colour))}>"
        f'<path d="{path}"/><polygon points="{_points(head)}"/></g>'
    )


def _toward(start: Point, to: Point, most: float) -> Point:
    distance = math.dist(start, to)
    share = min(most, distance / 2) / distance
    return start[0] + (to[0] - start[0]) * share, start[1] + (to[1] - start[1]) * share


def _label(label: Label) -> str:
    x, y = label.at
    words = str(label.text).upper() if label.style == "name" else str(label.text)
    style = f"label {label.style}" if label.align == "middle" else f"label {label.style} {label.align}"
    turn = f' transform="rotate({_n(label.angle)} {_p(label.at)})"' if label.angle else ""
    return (
        f'<text class={quoteattr(_classes(style, label.colour))} x="{_n(x)}"'
        f' y="{_n(y + label.size * 0.35)}" font-size="{_n(label.size)}"{turn}>{_text(words)}</text>'
    )


def _caption(scene: Scene) -> Iterator[str]:
    middle, low = scene.width / 2, scene.height
    title = str(scene.title).upper()
    yield f'<text class="title" x="{_n(middle)}" y="{_n(low - 42)}" font-size="30">{escape(title)}</text>'
    yield f'<text class="note" x="{_n(middle)}" y="{_n(low - 18)}" font-size="14">{_text(scene.note)}</text>'


# ---------------------------------------------------------------- writing it down


def _group(name: str, lines: Iterable[str]) -> Iterator[str]:
    body = list(lines)
    if body:
        yield f'<g class="{name}">'
        yield from body
        yield "</g>"


def _outline(outline: Outline) -> str:
    if isinstance(outline, Circle):
        (x, y), radius = outline.centre, outline.radius
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>'
    return f'<polygon points="{_points(outline.points)}"/>'


def _classes(style: str, colour: str | None) -> str:
    return style if colour is None else f"{style} {colour}"


def _points(points: Iterable[Point]) -> str:
    return " ".join(_p(point) for point in points)


def _p(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"


def _n(value: float) -> str:
    """A number with at most two decimals, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _text(text: Text | str) -> str:
    return escape(str(text))


# ---------------------------------------------------------------- the palette as CSS


_FORM = """\
.parlour { stroke-linejoin: round; }
.parlour text { text-anchor: middle; font-family: "Gill Sans", "Gill Sans Nova", Optima, Candara, "Trebuchet MS", "DejaVu Sans", sans-serif; stroke: none; }
.parlour .space > * { stroke-width: 1.4; }
.parlour .inner { fill: none; stroke-width: .8; opacity: .55; }
.parlour .sheet > * { stroke-width: 30; paint-order: stroke; }
.parlour .hairline > * { fill: none; stroke-width: 1.1; opacity: .7; }
.parlour .start > circle { stroke-width: 5; }
.parlour .frame > * { fill: none; stroke-width: 2.4; }
.parlour .ring > * { fill: none; stroke-width: 2.6; }
.parlour .ahead { fill: none; stroke-width: 2.2; stroke-linecap: round; opacity: .6; }
.parlour .field > * { stroke-width: 1.4; }
.parlour .arrow path { fill: none; stroke-width: 3; stroke-linecap: round; }
.parlour .arrow.travel { opacity: .62; }
.parlour .token > * { stroke-width: 1.8; }
.parlour .rim > * { fill: none; stroke: #fff; stroke-width: 1.2; opacity: .55; }
.parlour .shade > * { opacity: .28; }
.parlour .piece text { font-weight: 700; }
.parlour .label { letter-spacing: .12em; font-weight: 600; }
.parlour .left { text-anchor: start; }
.parlour .die > * { stroke-width: 1.6; }
.parlour .focus > * { fill: none; stroke-width: 5; }
.parlour .title { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif; letter-spacing: .34em; }
.parlour .note { font-style: italic; font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif; }
"""  # noqa: E501


def _css() -> str:
    dark = "".join(f"  {line}\n" for line in _colours(DARK_GROUND, DARK).splitlines())
    return (
        f"{_FORM}{_colours(LIGHT_GROUND, LIGHT)}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"
    )


def _colours(ground: dict[str, str], hues: dict[str, dict[str, str]]) -> str:
    rules = [
        (".page", "fill", ground["page"]),
        (".sheet > *", "fill", ground["sheet"]),
        (".space > *, .frame > *, .corner > *", "stroke", ground["line"]),
        (".sheet > *", "stroke", ground["wood"]),
        (".space > *", "fill", ground["space"]),
        (".safe > *, .enter > *, .turnout > *", "fill", ground["safe"]),
        (".medallion > *", "fill", ground["sheet"]),
        (".medallion > *", "stroke", ground["line"]),
        (".sign, .arrow polygon", "fill", ground["sign"]),
        (".arrow path", "stroke", ground["sign"]),
        (".field > *", "fill", ground["sheet"]),
        (".ahead, .field > *", "stroke", ground["line"]),
        (".inner", "stroke", ground["sign"]),
        (".label, .title, .note", "fill", ground["ink"]),
        (".shade > *", "fill", ground["shade"]),
        (".token > *, .die > *", "stroke", ground["edge"]),
        (".focus > *", "stroke", ground["sign"]),
    ]
    for name, hue in hues.items():
        rules += [
            (f".corner.{name} > *, .lane.{name} > *", "fill", hue["tint"]),
            (f".start.{name} > circle, .hairline.{name} > *", "stroke", hue["strong"]),
            (f".path.{name} > *, .home.{name} > *, .own.{name} > *", "fill", hue["body"]),
            (f".{name} .token > *, .arrow.{name} polygon, .die.{name} > *", "fill", hue["strong"]),
            (f".pip.{name} > *", "fill", hue["letter"]),
            (f".arrow.{name} path", "stroke", hue["strong"]),
            (f".ring.{name} > *", "stroke", hue["deep"]),
            (f".label.{name}", "fill", hue["deep"]),
            (f".{name} text", "fill", hue["letter"]),
        ]
    return "".join(
        f"{', '.join(f'.parlour {s.strip()}' for s in where.split(','))} {{ {what}: {value}; }}\n"
        for where, what, value in rules
    )
