"""A scene as an SVG file: printable, self-contained, the same bytes every time.

Nothing in it runs or is fetched. Colours are CSS classes from one palette; dark screens get its second
set, paper always the light one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from parlour.draw import looks
from parlour.draw.scene import (
    Area,
    Arrow,
    Circle,
    Emblem,
    Label,
    Line,
    Ornament,
    Outline,
    Piece,
    Point,
    Polygon,
    Scene,
    Slot,
    Space,
    Tile,
    board_of,
    fitting_size,
    is_low,
    labels_of,
)
from parlour.text import Text, join, say

SHAPES: dict[str, tuple[Point, ...]] = {  # within a circle of diameter 1, of about the same area
    "square": ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)),
    "triangle": ((0, -0.52), (0.5, 0.36), (-0.5, 0.36)),
    "diamond": ((0, -0.54), (0.54, 0), (0, 0.54), (-0.54, 0)),
}


class Cut(NamedTuple):
    """A board without its caption and coordinates, with spaces framed; of a `close` one only what is round
    them is seen."""

    framed: tuple[str, ...] = ()
    close: bool = False


def render(
    game: Any,
    position: Any = None,
    *,
    colours: bool = True,
    cut: Cut | None = None,
    look: str = "paper",
    note: Text | None = None,
) -> str:
    """The board of a game as SVG, with the pieces of a position if there is one.

    Without `colours` it is for a page that has them already (`palette.page_css`), in all looks. `note` stands
    below it, in the place of where the board comes from.
    """
    scene = board_of(game)
    placed = [] if position is None else list(scene.place(game.scene.pieces(position)))
    extras = () if position is None else game.scene.extras(position)
    told = [*(p.label for p, _ in placed), *labels_of(extras)]
    framed = [scene.spaces[name] for name in cut.framed] if cut else []
    box = _cut_out(scene, framed, cut.close) if cut else (0.0, 0.0, scene.width, scene.height)
    plain = colours and look == "paper"
    boards = [area for area in scene.under if area.style == "sheet"]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(_n, box))}"'
        ' class="parlour" role="img" aria-labelledby="board-title board-about">',
        f'<title id="board-title">{_text(scene.title)}</title>',
        f'<desc id="board-about">{_text(_about(scene, told))}</desc>',
        *([f"<style>\n{looks.css(look)}</style>"] if colours else []),
        *([] if plain else [looks.PATTERNS]),
        f'<rect class="page" width="{_n(scene.width)}" height="{_n(scene.height)}"/>',
        *_group("ground", (_area(a) for a in scene.under)),
        *_group("spaces", (_space(scene, s, named=not cut) for s in scene.spaces.values())),
        *_group("veins", () if plain else (_area(Area(a.outline, "veined")) for a in boards)),
        *_group("signs", (line for s in scene.spaces.values() for line in _marks(scene, s))),
        *_group("print", (_ornament(o) for o in scene.over if not (cut and _is_coordinate(o)))),
        *_group("low", (_ornament(e) for e in extras if is_low(e))),
        *_group("pieces", (_piece(scene, p, slot) for p, slot in _lowest_first(placed))),
        *_group("extras", (_ornament(e) for e in extras if not is_low(e))),
        *_group("frames", (_area(Area(space.outline, style)) for style in _FRAME for space in framed)),
        *_group("caption", () if cut else _caption(scene, note)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def bare(scene: Scene) -> tuple[float, float, float, float]:
    """The view box of the board on paper: without a caption, and without what stands for hands."""
    return _bounds([*(area.outline for area in scene.under), *(s.outline for s in _printed(scene))], _RIM)


def _printed(scene: Scene) -> list[Space]:
    return [space for space in scene.spaces.values() if space.kind != "hand"]


def printed(scene: Scene, css: str, pieces: Iterable[Piece] = ()) -> str:
    """The board for paper, with pieces where there are any, in the colours of another stylesheet."""
    spaces = _printed(scene)
    placed = [(piece, slot) for piece, slot in scene.place(pieces) if scene.spaces[piece.space] in spaces]
    return _bare(scene, bare(scene), spaces, placed, [f"<style>\n{css}</style>"])


def touched(scene: Scene, pieces: Iterable[Piece]) -> str:
    """The board with pieces for a page where both are touched: spaces have names, and hands are shown."""
    spaces = list(scene.spaces.values())
    box = _bounds([*(area.outline for area in scene.under), *(space.outline for space in spaces)], _RIM)
    return _bare(scene, box, spaces, list(scene.place(pieces)), [])


def _bare(
    scene: Scene,
    box: tuple[float, float, float, float],
    spaces: Sequence[Space],
    placed: list[tuple[Piece, Slot]],
    head: list[str],
) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(_n, box))}" class="parlour">',
        *head,
        *_group("ground", (_area(a) for a in scene.under)),
        *_group("spaces", (_space(scene, s) for s in spaces)),
        *_group("signs", (line for s in spaces for line in _marks(scene, s))),
        *_group("print", (_ornament(o) for o in scene.over if not _is_coordinate(o))),
        *_group("pieces", (_piece(scene, p, slot) for p, slot in _lowest_first(placed))),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


_FRAME = ("framed", "framed inside")  # two lines, so that one of them is seen on any ground
_RIM = 17.0  # half the width of a wooden frame
_ROUND = 95.0  # what is seen round a framed space


def _cut_out(scene: Scene, framed: Sequence[Space], close: bool) -> tuple[float, float, float, float]:
    """The view box of the board alone, or of the part round some spaces: never narrower than a third."""
    whole = _bounds([*(a.outline for a in scene.under), *(s.outline for s in scene.spaces.values())], _RIM)
    if not (close and framed):
        return whole
    x, y, width, height = _bounds([space.outline for space in framed], _ROUND)
    wide = max(width, height * 1.2, whole[2] / 3)
    high = max(height, wide * 0.62)
    left = min(max(x - (wide - width) / 2, whole[0]), whole[0] + whole[2] - wide)
    top = min(max(y - (high - height) / 2, whole[1]), whole[1] + whole[3] - high)
    return (left, top, wide, high) if wide < whole[2] and high < whole[3] else whole


def _bounds(outlines: Iterable[Outline], margin: float) -> tuple[float, float, float, float]:
    points = [
        (x + dx, y + dy)
        for outline in outlines
        for x, y, r in (
            [(*outline.centre, outline.radius)]
            if isinstance(outline, Circle)
            else [(*point, 0.0) for point in outline.points]
        )
        for dx, dy in ((-r, -r), (r, r))
    ]
    left, top = (min(p[i] for p in points) - margin for i in (0, 1))
    right, bottom = (max(p[i] for p in points) + margin for i in (0, 1))
    return left, top, right - left, bottom - top


def ornaments(extras: Iterable[Ornament]) -> str:
    """What lies on the board besides its pieces, to be put inside an SVG that has the board's colours."""
    return "\n".join(filter(None, map(_ornament, extras)))


def _about(scene: Scene, told: list[Text]) -> Text:
    """The whole picture in words, for those who cannot see it."""
    parts = [say("The board of {game}. {source}", game=scene.title, source=scene.about)]
    if told:
        alike = Counter(map(str, told))
        each = [say("{place} ×{count}", place=t, count=n) if n > 1 else t for t, n in alike.items()]
        parts.append(say("On it: {pieces}.", pieces=join(each, "; ")))
    return join(parts)


# ---------------------------------------------------------------- what is on the board


def _space(scene: Scene, space: Space, named: bool = True) -> str:
    """An outline; in a picture within a page nobody can point at it, so there it needs no name."""
    colour = f" {space.hue}" if space.hue else ""
    if space.seat is not None:
        colour = f" {scene.looks[space.seat].colour}"
    name = f" id={quoteattr(space.id)}" if named else ""
    title = f"<title>{_text(space.label)}</title>" if named else ""
    kind = quoteattr(f"space {space.kind}{colour}")
    return f"<g{name} class={kind}>{title}{_outline(space.outline)}{_inner_line(space)}</g>"


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
    elif "dot" in space.marks:
        yield f'<circle class="sign" cx="{_n(x)}" cy="{_n(y)}" r="{_n(size * 0.09)}"/>'


def _star(x: float, y: float, radius: float) -> Iterator[Point]:
    for i in range(10):
        r = radius if i % 2 == 0 else radius * 0.42
        yield x + r * math.sin(math.pi * i / 5), y - r * math.cos(math.pi * i / 5)


def _lowest_first(placed: list[tuple[Piece, Slot]]) -> list[tuple[Piece, Slot]]:
    """A finished track lies over all other tiles, so that nothing breaks its line."""
    return sorted(placed, key=lambda one: one[0].tile is not None and one[0].tile.bright)


def _piece(scene: Scene, piece: Piece, slot: Slot) -> str:
    """A turned token with its seat's outline and letter, its side seen below its top, and a shadow."""
    if piece.tile is not None:
        return _tile(scene, piece, piece.tile, slot)
    look = scene.looks[piece.seat]
    shadow = slot._replace(x=slot.x + slot.size * 0.05, y=slot.y + slot.size * 0.18)
    side = slot._replace(y=slot.y + slot.size * 0.08)
    slot = slot._replace(y=slot.y - slot.size * 0.05)
    drop = 0.06 if look.shape == "triangle" else 0.0
    return (
        f"<g class={quoteattr(f'piece {look.colour}')} data-space={quoteattr(piece.space)}>"
        f"<title>{_text(piece.label)}</title>"
        f'<g class="shade">{_token(look.shape, shadow)}</g>'
        f'<g class="side">{_token(look.shape, side)}</g><g class="shade deep">{_token(look.shape, side)}</g>'
        f'<g class="token">{_token(look.shape, slot)}</g>'
        f'<g class="rim">{_token(look.shape, slot._replace(size=slot.size * 0.8))}</g>'
        f'<text x="{_n(slot.x)}" y="{_n(slot.y + slot.size * (0.155 + drop))}"'
        f' font-size="{_n(slot.size * 0.44)}">{_text(piece.letter)}</text></g>'
    )


def _tile(scene: Scene, piece: Piece, tile: Tile, slot: Slot) -> str:
    """A tile in its space, or lying by; its stripe is told by colour, by grain and by its letter."""
    look, space = scene.looks[piece.seat], scene.spaces[piece.space]
    if tile.plain and isinstance(space.outline, Polygon):
        outline, centre = space.outline.points, space.centre
    else:
        outline = tuple((slot.x + x * slot.size, slot.y + y * slot.size) for x, y in SHAPES["triangle"])
        centre = (slot.x, slot.y + slot.size * 0.06)
    near, far = (_between(outline[i], outline[(i + 1) % len(outline)]) for i in tile.ends)
    bend = _between(_between(near, centre), _between(centre, far))
    wide = math.dist(outline[0], outline[1]) * (0.19 if tile.plain else 0.3)
    path = f'd="M{_p(near)}Q{_p(centre)} {_p(far)}"'
    lines = {"glow": 1.5} if tile.bright else {"glow live": 1.36} if tile.live else {}
    lines |= {"hem": 1.16, "stripe": 1.0, "grain": 0.1}
    beside = (centre[0] * 3.5 - bend[0] * 2.5, centre[1] * 3.5 - bend[1] * 2.5)  # near the plain side
    return (
        f"<g class={quoteattr(f'piece tile {look.colour}')} data-space={quoteattr(piece.space)}>"
        f"<title>{_text(piece.label)}</title>"
        f'<polygon class="face" points="{_points(_inset(outline, wide * 0.1))}"/>'
        + "".join(
            f'<path class="{name}" {path} stroke-width="{_n(wide * share)}"/>'
            for name, share in lines.items()
        )
        + (
            f'<text class="coordinate"{_at(beside, wide * 0.53)}>{_text(space.called[0])}</text>'
            if tile.plain
            else ""
        )
        + f'<circle class="knot" cx="{_n(bend[0])}" cy="{_n(bend[1])}" r="{_n(wide * 0.42)}"/>'
        f"<text{_at(bend, wide * 0.8)}>{_text(look.letter)}</text></g>"
    )


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _at(middle: Point, size: float) -> str:
    """The attributes of a text of this size round a point."""
    return f' x="{_n(middle[0])}" y="{_n(middle[1] + size * 0.35)}" font-size="{_n(size)}"'


def _token(shape: str, slot: Slot) -> str:
    x, y, size = slot
    if shape == "circle":
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(size * 0.46)}"/>'
    return f'<polygon points="{_points((x + px * size, y + py * size) for px, py in SHAPES[shape])}"/>'


def _ornament(item: Ornament) -> str:
    if isinstance(item, Area):
        return _area(item)
    if isinstance(item, Line):
        return _line(item)
    if isinstance(item, Emblem):
        return f'<g class="emblem" data-at="{_p(item.at)}">{"".join(map(_ornament, item.parts))}</g>'
    return _arrow(item) if isinstance(item, Arrow) else _label(item)


def _area(area: Area) -> str:
    return f"<g class={quoteattr(_classes(area.style, area.colour))}{_of(area)}>{_outline(area.outline)}</g>"


def _of(item: Area | Label) -> str:
    """Whose it is, for a page that knows who sits there."""
    room = f' data-room="{_n(item.room)}"' if isinstance(item, Label) and item.seat is not None else ""
    return "" if item.seat is None else f' data-seat="{item.seat}"{room}'


def _line(line: Line) -> str:
    """A line on a wider one, so that it is seen on any ground."""
    start, *rest = line.points
    path = f"M{_p(start)}{'Q' if len(rest) > 1 else 'L'}{' '.join(map(_p, rest))}"
    return (
        f"<g class={quoteattr(_classes(f'bond {line.style}', line.colour))}>"
        f'<path class="casing" d="{path}"/><path class="core" d="{path}"/></g>'
    )


def _arrow(arrow: Arrow) -> str:
    """A line with round corners and a solid head."""
    if not arrow.points:
        return ""
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


def _is_coordinate(item: Ornament) -> bool:
    return isinstance(item, Label) and item.style == "coordinate"


def _label(label: Label) -> str:
    if label.at is None:
        return ""
    x, y = label.at
    words = str(label.text).upper() if label.style == "name" else str(label.text)
    size = fitting_size(words, label.size, label.room)
    style = f"label {label.style}" if label.align == "middle" else f"label {label.style} ranged"
    turn = f' transform="rotate({_n(label.angle)} {_p(label.at)})"' if label.angle else ""
    return (
        f'<text class={quoteattr(_classes(style, label.colour))}{_of(label)} x="{_n(x)}"'
        f' y="{_n(y + size * 0.35)}" font-size="{_n(size)}"{turn}>{_text(words)}</text>'
    )


def _caption(scene: Scene, told: Text | None) -> Iterator[str]:
    middle, low = scene.width / 2, scene.height
    title = str(scene.title).upper()
    size = 14 if told is None else 19
    note, most = str(scene.note if told is None else told), int(2 * scene.width / size)
    if told is not None and len(note) > most:
        note = note[: most - 1].rstrip() + "…"
    yield f'<text class="title" x="{_n(middle)}" y="{_n(low - 42)}" font-size="30">{escape(title)}</text>'
    yield f'<text class="note" x="{_n(middle)}" y="{_n(low - 18)}" font-size="{size}">{escape(note)}</text>'


# ---------------------------------------------------------------- writing it down


def _group(name: str, lines: Iterable[str]) -> Iterator[str]:
    body = [line for line in lines if line]
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
