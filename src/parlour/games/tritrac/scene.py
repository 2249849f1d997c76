"""Tri-Trac to look at: the triangles of the board data, with their ribs, arrows and tiles.

Points are computed on the lattice that the board file describes and fitted into the view box. Sides
of an outline are numbered in the order of its points; `_SIDES` says which letter each has.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from parlour.draw.scene import (
    Area,
    Gesture,
    Label,
    Line,
    Look,
    Ornament,
    Piece,
    Point,
    Polygon,
    Scene,
    Space,
    Tile,
    provenance,
)
from parlour.rules.kit import CHANCE, NOBODY
from parlour.text import BadPosition, Text, join, say

from . import layout, plate, position, record, turns, words
from .plate import CAPTION, WIDTH, middle, outline
from .tracks import completes, is_arrow

COLOURS = ("orange", "yellow", "white")  # white: the tile that belongs to nobody

_SIDES = {"up": "HBF", "down": "FHB"}
_HEADS = {"left": "{}▶", "right": "◀{}", "above": "{}▼", "below": "{}▲"}


def board() -> Scene:
    """The board, without tiles."""
    return _board()


def pieces(p: Any) -> list[Piece]:
    """Where every tile lies, first those on the board."""
    track = words.finished_track(p)
    bright = track[1] if track else []
    live = {cell for place in _ARROWS.values() for cell in words.follow(p, place)[0]}
    standing: list[tuple[int, str, Tile]] = []
    for cell in range(layout.CELLS):
        kind = int(record.kind_at(p, cell))
        if kind != NOBODY:
            tile = _tile(cell, int(record.side_at(p, cell)), cell in bright, cell in live)
            standing.append((kind, layout.CELL_NAMES[cell], tile))
    waiting = [(seat, seat) for seat in range(record.CHAIRS) for _ in range(int(p.hand[seat]))]
    if p.neutral == layout.NOWHERE:
        waiting.append((record.NEUTRAL, p.turn))
    standing += [(kind, f"hand-{seat}", Tile((1, 2), "")) for kind, seat in waiting]
    return board().pieces(standing)


def extras(p: Any) -> list[Ornament]:
    """The arrows that tracks have come to, and those that are blocked; what would complete a track; who may
    handle the neutral tile; and at the end the track that was completed."""
    track = words.finished_track(p)
    gaps = [] if p.phase != record.PLAY or p.neutral == layout.NOWHERE else _gaps(p)
    said = [words.lock_text(p)]
    if track:
        start, cells, end = track
        said = [say("Track: {way}", way=" ".join([start, *(layout.CELL_NAMES[c] for c in cells), end]))]
    if gaps:
        names = list(dict.fromkeys(layout.CELL_NAMES[place // 3] for place in gaps))
        said.append(say("One tile completes a track: {spaces}", spaces=", ".join(names)))
    parts: list[Ornament] = [sign for name in _ARROWS for sign in _reached(p, name)]
    parts += [Line(_stripe(place), "gap") for place in gaps]
    if p.lock != record.FREE and p.phase == record.PLAY:
        parts += _padlock(p)
    columns, rows = zip(*(_text_cell(cell) for cell in layout.BOARD["cells"]), strict=True)
    for number, text in enumerate(text for text in said if text is not None):
        below = ((min(columns) + max(columns)) / 2, max(rows) + 1.0 + number / 5)
        parts.append(
            Label(text, (WIDTH / 2, plate.frame().height - CAPTION + 14 + 22 * number), 17, cell=below)
        )
    return parts


def gesture(p: Any, action: int) -> Gesture | None:
    """A tile is taken to its space, which leaves the way it shall lie to be chosen; touched, it is turned."""
    if turns.actor(p) == CHANCE or not 0 <= action < record.ACTIONS:
        return None
    source, place = divmod(action, layout.PLACES)
    goal = layout.CELL_NAMES[place // 3]
    tile = _tile(place // 3, place % 3, _wins(p, action))
    if source == layout.HAND:
        kind = record.NEUTRAL if p.neutral == layout.NOWHERE else int(p.turn)
        return Gesture.along(kind, [f"hand-{p.turn}", goal], tile)
    kind = int(record.kind_at(p, source))
    if kind == NOBODY:
        return None
    if source == place // 3:
        return Gesture.touch(kind, goal, tile)
    return Gesture.along(kind, [layout.CELL_NAMES[source], goal], tile)


def put(data: Mapping[str, Any], seat: int, pick: str, drop: str) -> dict[str, Any] | None:
    """A tile set down by hand, on a space or back beside the board; set down where it lies, it is turned."""
    letter = board().looks[seat].letter
    tiles = list(data.get("tiles", ()))
    lying = next((tile for tile in tiles if tile.startswith(f"{letter}{pick}/")), "")
    if not lying and not pick.startswith("hand-"):
        return None
    if lying:
        tiles.remove(lying)
    kept = {name: data[name] for name in ("game", "options", "turn") if name in data}
    if drop.startswith("hand-") or not drop:
        laid = [tiles] if lying else []
    elif any(tile[1:].startswith(f"{drop}/") for tile in tiles) or drop not in layout.CELL_NAMES:
        laid = []
    else:  # a rib refuses some ways to lie
        first = layout.SIDES.index(lying[-1]) + 1 if pick == drop else 0
        sides = [layout.SIDES[(first + turn) % len(layout.SIDES)] for turn in range(len(layout.SIDES))]
        laid = [[*tiles, f"{letter}{drop}/{side}"] for side in sides]
    now = int(data.get("turn", 0))  # who is next follows from the number of tiles, while only tiles are laid
    ways = [kept | {"tiles": tiles, "turn": turn} for tiles in laid for turn in (now, 1 - now)]
    return next(filter(_can_be, ways), ways[0] if ways else None)


def _can_be(data: Mapping[str, Any]) -> bool:
    try:
        position.build(data)
    except BadPosition:
        return False
    return True


def _tile(cell: int, side: int, bright: bool, live: bool = False) -> Tile:
    """How a tile with this plain side lies."""
    return Tile(_ends(cell, side), layout.SIDES[side], bright, live)


def _ends(cell: int, side: int) -> tuple[int, int]:
    """The sides of an outline that a tile with this plain side joins."""
    order = _SIDES[layout.BOARD["cells"][cell]["points"]]
    one, other = (i for i, letter in enumerate(order) if letter != layout.SIDES[side])
    return one, other


def _wins(p: Any, action: int) -> bool:
    """Does this action complete a track? Asked of every move, so what cannot is left out first."""
    place = action % layout.PLACES
    if p.phase != record.PLAY or not completes(p, place // 3, place % 3):
        return False
    return bool(turns.phase_after(p.copy(), action) == record.WON)


# By the name of an arrow: the side of a space through which a track comes to it.
_ARROWS = {
    layout.ARROW_NAMES[beyond - layout.ARROW]: place
    for place, beyond in enumerate(layout.BEYOND.tolist())
    if is_arrow(beyond)
}


def _text_cell(cell: dict[str, Any]) -> Point:
    """Where a triangle goes in the plain text board: the middle of the square round it."""
    down = cell["points"] == "down"
    return cell["x"] + (cell["y"] + 1 + down) / 2, -float(cell["y"])


# ---------------------------------------------------------------- spaces


def _space(cell: dict[str, Any]) -> Space:
    points = outline(cell)
    side = plate.frame().side
    return Space(
        id=cell["name"],
        kind="centre" if cell["centre"] else "loop",
        outline=Polygon(points),
        centre=middle(points),
        length=side * 0.5,
        breadth=side * 0.4,
        angle=0,
        cell=_text_cell(cell),
        label=words.SPACE_TEXTS[layout.CELL_NAMES.index(cell["name"])],
        called=(cell["name"],) * len(COLOURS),
        marks=("dot",) if cell["centre"] else (),
    )


def _name_place(cell: dict[str, Any]) -> Point:
    """Where its name stands: in the middle, or below the dot that marks the centre's spaces."""
    x, y = middle(outline(cell))
    return x, y + (0.14 * plate.frame().side if cell["centre"] else 0.0)


def _rack(seat: int) -> Space:
    """Where the tiles in a hand are shown: seat 0's in the lower right corner, seat 1's opposite."""
    places = plate.places(seat)
    ground = plate.corner(seat)
    across = [max(p[i] for p in ground.points) - min(p[i] for p in ground.points) for i in (0, 1)]
    return Space(
        id=f"hand-{seat}",
        kind="hand",
        outline=ground,
        centre=middle(places),
        length=across[0] * 0.7,
        breadth=across[1] * 0.7,
        angle=0,
        cell=(0, 0),
        label=say("hand"),
        called=("",) * len(COLOURS),
        seat=seat,
        places=places,
    )


# ---------------------------------------------------------------- what is printed on it


def _rim(cell: dict[str, Any], letter: str) -> tuple[Point, Point, Point]:
    """The two ends of an outer side, and the direction that leads off the board."""
    points = outline(cell)
    i = _SIDES[cell["points"]].index(letter)
    a, b = points[i], points[(i + 1) % 3]
    (mx, my), (cx, cy) = middle((a, b)), middle(points)
    far = math.dist((mx, my), (cx, cy))
    return a, b, ((mx - cx) / far, (my - cy) / far)


def _beside(a: Point, b: Point, along: float, out: Point, far: float) -> Point:
    """A point so far along a side, and so far off the board."""
    return (
        a[0] + (b[0] - a[0]) * along + out[0] * far,
        a[1] + (b[1] - a[1]) * along + out[1] * far,
    )


def _rib(cell: dict[str, Any], letter: str) -> Area:
    a, b, out = _rim(cell, letter)
    ends = ((0.14, 4.0), (0.86, 4.0), (0.84, 11.0), (0.16, 11.0))
    return Area(Polygon(tuple(_beside(a, b, along, out, far) for along, far in ends)), "rib")


def _pointer(a: Point, b: Point, out: Point, bigger: float = 1.0) -> Polygon:
    """The outline of an arrow that points at a side."""
    half = 14 * bigger / plate.frame().side
    tail = 35 * bigger
    head = ((0.5, 3.0), (0.5 + half, tail), (0.5, tail - 8), (0.5 - half, tail))
    return Polygon(tuple(_beside(a, b, along, out, far) for along, far in head))


def _arrow(name: str) -> list[Ornament]:
    """An arrow that points at the side through which a track may leave the board, and its name."""
    arrow = layout.BOARD["arrows"][name]
    cell = next(c for c in layout.BOARD["cells"] if c["name"] == arrow["cell"])
    a, b, out = _rim(cell, arrow["side"])
    column, row = _text_cell(cell)
    level = arrow["side"] == "H"
    if level:
        where = "below" if cell["points"] == "up" else "above"
        at = (column - 0.1, row + 0.6 if where == "below" else row - 0.8)
    else:
        where = "left" if out[0] < 0 else "right"
        at = (column - 0.5, row) if where == "left" else (column + 0.4, row)
    return [
        Area(_pointer(a, b, out), f"pointer {arrow['shade']}"),
        Label(say("{arrow}", arrow=name), _beside(a, b, 0.5, out, 48.0), 17, "coordinate"),
        Label(say("{arrow}", arrow=_HEADS[where].format(name)), None, 0, cell=at),
    ]


# ---------------------------------------------------------------- what a position adds


def _gaps(p: Any) -> list[int]:
    """The places where one tile more, or one that is turned, completes a track for either player. It may be
    that nobody can do it now: the neutral tile is barred, or the tile is the other's."""
    found = []
    for place in layout.PLACE_OF_WAY.tolist():
        cell, side = divmod(place, 3)
        lies_so = record.kind_at(p, cell) != NOBODY and record.side_at(p, cell) == side
        if not lies_so and any(completes(seen, cell, side) for seen in _by_either(p)):
            found.append(place)
    return found


def _by_either(p: Any) -> list[Any]:
    """The position with either player to move, where it matters whose tiles a track is made of. (TRI-Q-03)"""
    if p.track_colours != record.OWN_OR_NEUTRAL:
        return [p]
    other = p.copy()
    other.turn = 1 - p.turn
    return [p, other]


def _stripe(place: int) -> tuple[Point, ...]:
    """The track across a space that a tile would have there: from side to side, round the middle."""
    points = outline(layout.BOARD["cells"][place // 3])
    near, far = (middle((points[i], points[(i + 1) % 3])) for i in _ends(place // 3, place % 3))
    return near, middle(points), far


def _reached(p: Any, name: str) -> Iterator[Area]:
    """An arrow to which a track has come is lit, one at which a tile turns its plain side is shut."""
    cell, side = divmod(_ARROWS[name], 3)
    if record.kind_at(p, cell) == NOBODY:
        return
    a, b, out = _rim(layout.BOARD["cells"][cell], layout.SIDES[side])
    if record.side_at(p, cell) == side:
        bar = ((0.24, 3.0), (0.76, 3.0), (0.76, 12.0), (0.24, 12.0))
        yield Area(Polygon(tuple(_beside(a, b, along, out, far) for along, far in bar)), "barrier")
    else:
        yield Area(_pointer(a, b, out, 1.25), "lit")


def _padlock(p: Any) -> Iterator[Ornament]:
    """On the neutral tile, while one player alone may handle it: his letter on a lock. (TRI-NEUTRAL-3)"""
    cell, side = int(p.neutral), int(record.side_at(p, p.neutral))
    points = outline(layout.BOARD["cells"][cell])
    corner = next(
        i for i in range(3) if {i, (i + 2) % 3} == set(_ends(cell, side))
    )  # that the stripe cuts off
    (ax, ay), (cx, cy) = points[corner], middle(points)
    size = plate.frame().side * 0.075  # half its breadth
    x, y = cx + (ax - cx) * 0.5, cy + (ay - cy) * 0.5 + size * 0.3
    arch = [i * math.pi / 8 for i in range(9)]
    ring = [
        (x + r * size * math.cos(turn), y - size * 0.5 - r * size * math.sin(turn))
        for r, turns_ in ((0.8, arch), (0.42, arch[::-1]))
        for turn in turns_
    ]
    body = ((-1, -0.55), (1, -0.55), (1, 0.95), (-1, 0.95))
    yield Area(Polygon(tuple(ring)), "lock")
    yield Area(Polygon(tuple((x + u * size, y + v * size) for u, v in body)), "lock")
    letter = say("{letter}", letter=words.SEAT_LETTERS[p.lock - 1])
    yield Label(letter, (x, y + size * 0.2), size * 1.35, "mark key")


# ---------------------------------------------------------------- the whole


def _note() -> Text:
    """Where the board comes from, and which it is: there are several. (TRI-GEO-5)"""
    name = layout.BOARD.get("name", "")
    return join(
        [provenance(layout.BOARD.get("provenance", "house")), words.BOARD_NAMES.get(name, name)], ": "
    )


@cache
def _board() -> Scene:
    cells = layout.BOARD["cells"]
    spaces = [_space(cell) for cell in cells] + [_rack(seat) for seat in range(2)]
    side, _, _, height = plate.frame()
    names = (*words.SEAT_NAMES, words.NEUTRAL_NAME)
    letters = (*words.SEAT_LETTERS, words.NEUTRAL_LETTER)
    return Scene(
        width=WIDTH,
        height=height,
        title=words.TITLE,
        note=_note(),
        about=layout.BOARD.get("source", ""),
        looks=tuple(Look(*look) for look in zip(names, letters, COLOURS, strict=True)),
        spaces={space.id: space for space in spaces},
        under=(Area(plate.plate(), "sheet"),),
        over=(
            *(
                _rib(cell, letter)
                for cell in cells
                for letter, beyond in cell["sides"].items()
                if beyond == "rib"
            ),
            *(ornament for name in layout.BOARD["arrows"] for ornament in _arrow(name)),
            *(
                Label(
                    say("{space}", space=cell["name"]),
                    _name_place(cell),
                    min(side * 0.13, 19.0),
                    "coordinate",
                )
                for cell in cells
            ),
        ),
        piece=side * plate.APART * 0.94,
        grid="triangles",
        legend=(
            say("D dark arrow, L light arrow"),
            say("* centre"),
            say("a tile's track is written in its letter"),
            _note(),
        ),
    )
