"""Doubletrack to look at: the outside track as a square, the inside track as a spiral within it.

Every player has the side where his large pawn starts (DBT-SET-5); seat 0's is the lower one, and all is
computed for it and turned clockwise for the others. Gates and screens come assembled (DBT-SET-15). On a side
`along` counts in the direction of travel, from the corner where it begins to the one where it ends,
`inward` from its outer edge to the middle. A gate stands on the inner edge of its fork; behind it the
shortcut cuts the corner off, and in the pocket between the two lies the gate's pass, as a token of
whoever holds it. All lengths are read off the board data.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from parlour.draw.scene import (
    Area,
    Arrow,
    Circle,
    Emblem,
    Label,
    Look,
    Ornament,
    Piece,
    Point,
    Polygon,
    Scene,
    Space,
    provenance,
    quarter,
    upright,
)
from parlour.rules.kit import NOBODY
from parlour.text import Text, join, say, spoken

from . import grid, layout, names, words
from .emblems import emblem
from .gestures import badge, circle_id, gesture, put, space_id
from .seats import SEAT_COLOURS, held, is_open, sealed, signs
from .spiral import Spiral

__all__ = ["badge", "board", "extras", "gesture", "held", "pieces", "put", "sealed", "signs"]


WIDTH, HEIGHT, MARGIN = 1000.0, 1086.0, 40.0
MIDDLE = (WIDTH / 2, WIDTH / 2)
EDGE = WIDTH - 2 * MARGIN  # a side of the board

CHAIRS = range(layout.CHAIRS)
LEG = max(len(leg) for side in CHAIRS for leg in grid.legs(side))  # spaces from a corner to a middle stretch
COMMON = max(len(grid.stretch(side, layout.COMMON)) + 1 for side in CHAIRS)  # spaces of a middle stretch
STEP = EDGE / (3.4 + 2 * LEG + 1.25 * COMMON)  # length of a corner's space
DEEP = 1.7 * STEP  # how deep the track is: half of it for words, half for the pawn that stands beside them
PAWN = 0.7 * STEP
BEND = DEEP + LEG * STEP  # where a corner ends and a middle stretch begins
GATE = min((EDGE - 2 * BEND) / COMMON, 1.25 * STEP)  # how wide a gate is

HOME = layout.HOME
GOAL = 58.0  # radius of the HOME circle
START = 36.0  # and of the START circle


def board() -> Scene:
    """The board, without pieces."""
    return _board(spoken())


def pieces(p: Any) -> list[Piece]:
    """Where every pawn stands, large ones first, and who holds which pass."""
    seats = [s for s in CHAIRS if p.seated >> s & 1]
    standing = [(s, space_id(int(p.large[s]))) for s in seats]
    standing += [(s, circle_id(int(p.small[s]))) for s in seats]
    standing += [(int(p.owner[c]), f"pass-{c}") for c in CHAIRS if p.owner[c] != NOBODY]
    found = []
    for number, piece in enumerate(board().pieces(standing)):
        seat = board().looks[piece.seat].name
        where = board().spaces[piece.space].name(piece.seat)
        if number < len(seats):
            found.append(replace(piece, label=say("{seat}'s large pawn: {place}", seat=seat, place=where)))
        elif number < 2 * len(seats):
            label = say("{seat}'s small pawn: {place}", seat=seat, place=where)
            found.append(replace(piece, letter=piece.letter.lower(), label=label))
        else:
            found.append(replace(piece, label=_held(p, piece)))
    return found


def _held(p: Any, piece: Piece) -> Text:
    """Who holds a pass, and whether its gate stands open."""
    side = board().spaces[piece.space].seat
    values = {"seat": board().looks[piece.seat].name, "pass_": board().spaces[piece.space].label}
    if side is not None and is_open(p, side):
        return say("{seat} holds the {pass_}, and the gate is open", **values)
    return say("{seat} holds the {pass_}, and the gate is shut", **values)


def extras(p: Any) -> list[Ornament]:
    """The gates, each open or shut for the player on turn."""
    return [item for side in CHAIRS for item in _gate(side, is_open(p, side))]


# ---------------------------------------------------------------- the outside track


def _at(along: float, inward: float, side: int) -> Point:
    return quarter((MARGIN + EDGE - along, MARGIN + EDGE - inward), -side, MIDDLE)


class WordBox(NamedTuple):
    """Where the words of a space go: their middle, how much of the way and of its depth they may take (none:
    a number alone), and the angle of the way."""

    at: Point
    length: float
    breadth: float
    angle: float


def _box(along: float, length: float, side: int) -> tuple[Polygon, Point, WordBox]:
    """A space of the straight ways: its words on the outer half, the place of a pawn on the inner one."""
    ends = ((along, 0.0), (along + length, 0.0), (along + length, DEEP), (along, DEEP))
    outline = Polygon(tuple(_at(*end, side) for end in ends))
    middle, words = along + length / 2, DEEP - PAWN - 3 * _AIR
    box = WordBox(_at(middle, words / 2 + _AIR, side), length * 0.92, words, 90.0 * side)
    return outline, _at(middle, DEEP - PAWN / 2 - _AIR, side), box


_AIR = 4.0  # round a pawn


def _outside() -> list[tuple[Space, WordBox]]:
    found = []
    for side in CHAIRS:
        after = (side + 1) % layout.CHAIRS
        middle = [*grid.stretch(side, layout.COMMON), *grid.stretch(side, layout.FORK)]
        before, corner, beyond = grid.legs(side)
        for row, start, length, along in (
            (middle, BEND, EDGE - 2 * BEND, side),
            (before, EDGE - BEND, BEND - DEEP, side),
            (corner, EDGE - DEEP, DEEP, side),
            (beyond, DEEP, BEND - DEEP, after),
        ):
            for i, space in enumerate(row):
                size = length / len(row)
                outline, centre, box = _box(start + i * size, size, along)
                found.append((_space(space, outline, centre), box))
        shortcut = grid.stretch(side, layout.SHORTCUT)
        for i, space in enumerate(shortcut):
            begin, end = _slice(i / len(shortcut)), _slice((i + 1) / len(shortcut))
            outline = Polygon(tuple(_at(*point, side) for point in (*begin, *end[::-1])))
            first = 0.11 if i == 0 else 0.0  # the gate stands at its beginning
            places = ((0.27 + first, 0.5), (0.76 + first * 0.6, 0.5))
            words, pawn = (_at(*_within(begin, end, *place), side) for place in places)
            found.append((_space(space, outline, pawn, PAWN * 0.82), WordBox(words, GATE * 0.7, 0.0, 0.0)))
    order = {space_id(space): space for space in range(layout.SPACES)}
    return sorted(found, key=lambda made: order[made[0].id])


def _within(begin: tuple[Point, Point], end: tuple[Point, Point], along: float, inward: float) -> Point:
    """A point between two lines across a shortcut, by its shares of the way and of the breadth."""
    (ax, ay), (bx, by) = (
        (a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along) for a, b in zip(begin, end, strict=True)
    )
    return ax + (bx - ax) * inward, ay + (by - ay) * inward


def _slice(share: float) -> tuple[Point, Point]:
    """The line across a shortcut when so much of it lies behind, as (along, inward) twice."""
    outer, inner = BEND - DEEP, BEND - DEEP + GATE
    return (
        (EDGE - BEND + share * outer, DEEP + share * outer),
        (EDGE - BEND - GATE + share * inner, DEEP + share * inner),
    )


def _space(space: int, outline: Polygon, centre: Point, largest: float = math.inf) -> Space:
    order, side = int(layout.ORDER[space]), int(layout.SIDE_OF[space])
    kind, seat = "loop", None
    if order == layout.TAKE_A_PASS:
        kind, seat = "own", int(layout.LOW[space])
    elif layout.STRETCH_OF[space] == layout.SHORTCUT:
        kind, seat = "lane", side
    elif order == layout.PLAY_A_CARD:
        kind = "safe"
    elif order not in (layout.NUMBER, layout.CHOICE):
        kind = "deal"
    return Space(
        id=space_id(space),
        kind=kind,
        outline=outline,
        centre=centre,
        length=PAWN * 1.1,
        breadth=PAWN * 1.1,
        angle=0,
        cell=grid.grid().outside[space],
        label=names.space_text(space),
        called=("",) * layout.CHAIRS,  # people call it what it says
        seat=seat,
        largest=largest,
        sign=_SIGNS.get(order, "") or names.steps_name(space) or f"[{words.SEAT_LETTERS[seat or 0]}]",
    )


_SIGNS = {
    layout.PLAY_A_CARD: "crd",
    layout.SELL_A_CARD: "sc!",
    layout.SELL_A_PASS: "sp!",
    layout.SELL_THE_LEAD: "sl!",
    layout.TAKE_MONEY: "$25",
}


# ---------------------------------------------------------------- the inside track


def _way() -> Spiral:
    """The inside track: within the octagon that the outside track leaves it."""
    margin = 26.0  # for a circle, and air between it and the outside track
    slanting = (EDGE - BEND - GATE - DEEP) / math.sqrt(2) - margin
    bulge = min((EDGE / 2 - DEEP - margin - slanting) / 2, slanting * 0.045)
    return Spiral(MIDDLE, slanting + bulge, GOAL + 30, bulge, HOME - 1, (START + 27) / (slanting + bulge))


WAY = _way()


def _inside() -> list[Space]:
    start = (MIDDLE[0], MIDDLE[1] + EDGE / 2 - DEEP - START - 9)
    found = [_round(0, "start", start, START, say("START"))]
    for circle in range(1, HOME):
        label = say("circle {number}", number=circle)
        arrow = layout.ARROW[circle]
        if arrow != NOBODY:
            label = say("circle {number} (purple, to {goal})", number=circle, goal=arrow)
        found.append(_round(circle, "circle", WAY.at(WAY.turns[circle - 1]), WAY.size, label))
    home = _round(HOME, "home", MIDDLE, GOAL, say("HOME"))
    return [*found, replace(home, centre=(MIDDLE[0], MIDDLE[1] + GOAL * 0.36))]  # below its name


def _round(circle: int, kind: str, centre: Point, radius: float, label: Text) -> Space:
    purple = 0 < circle < HOME and layout.ARROW[circle] != NOBODY
    sign = str(circle) if circle % 10 == 0 else "◇" if circle in layout.ARROWS.values() else "·"
    return Space(
        id=circle_id(circle),
        kind=kind,
        outline=Circle(centre, radius),
        centre=centre,
        length=radius * 1.8,
        breadth=radius * 1.8,
        angle=0,
        cell=grid.grid().inside[circle],
        label=label,
        called=(str(circle),) * layout.CHAIRS,
        hue="purple" if purple else None,
        largest=WAY.size * 1.65,
        sign="◆" if purple else sign,
    )


# ---------------------------------------------------------------- what is printed on it


def _lines(text: str, wide: float, high: float, most: float) -> tuple[list[str], float]:
    """The words in as many lines as make them largest, and the size of the letters."""
    whole = text.split()
    best: tuple[float, list[str]] = (0.0, [])
    for count in range(1, len(whole) + 1):
        for cut in range(1, len(whole) - count + 2):
            first = " ".join(whole[:cut])
            lines = [first, *whole[cut : cut + count - 2]] if count > 1 else [" ".join(whole)]
            if count > 1:
                lines.append(" ".join(whole[cut + count - 2 :]))
            lines = [line for line in lines if line]
            size = min(wide / (0.86 * max(map(len, lines))), high / (1.22 * len(lines)), most)
            best = max(best, (size, lines), key=lambda one: one[0])
    return best[1], best[0]


def _print(space: Space, box: WordBox, number: int) -> list[Label]:
    """What a space says, beside the place of a pawn."""
    text = names.steps_name(number)
    if text:
        size = STEP * (0.36 if len(text) > 2 or not box.breadth else 0.5)  # a shortcut has less room
        colour = None if space.seat is None else SEAT_COLOURS[space.seat]
        return [Label(say("{steps}", steps=text), box.at, size, "number", 0, colour)]
    said, most = str(names.order_text(number)).upper(), STEP * 0.26
    lines, size = _lines(said, box.length, box.breadth, most)
    angle = 0.0
    if box.angle % 180 == 90:  # beside the board: upright, unless that would make the letters much smaller
        upright_lines, upright_size = _lines(said, box.breadth, box.length, most)
        if upright_size * 1.4 >= size:
            lines, size = upright_lines, upright_size
        else:
            angle = upright(box.angle)
    down = math.radians(angle + 90)
    found = []
    for i, line in enumerate(lines):
        below = (i - (len(lines) - 1) / 2) * size * 1.22
        at = (box.at[0] + below * math.cos(down), box.at[1] + below * math.sin(down))
        found.append(Label(say("{line}", line=line), at, size, "order", angle))
    return found


def _emblem(space: Space) -> Emblem | None:
    """Where the pawn stands: whoever is there knows what the space says."""
    number = next(n for n in range(layout.SPACES) if space_id(n) == space.id)
    return emblem(number, space.centre, PAWN * 0.92)


def _pass(side: int) -> Space:
    name = names.PASS_NAMES[side]
    reach = BEND - DEEP
    x, y = _at(EDGE - DEEP - reach * 0.27, DEEP + reach * 0.27, side)
    half = reach * 0.155
    return Space(
        id=f"pass-{side}",
        kind="pass",
        outline=Polygon(
            ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        ),
        centre=(x, y),
        length=half * 1.4,
        breadth=half * 1.4,
        angle=0,
        cell=grid.grid().pass_cell(side),
        label=name,
        called=(str(side),) * layout.CHAIRS,
        seat=side,
        sign=f"{words.SEAT_LETTERS[side]}:",
    )


def _pass_word(space: Space) -> Label:
    """Under the token on a pass."""
    x, y = space.centre
    return Label(
        say("pass"),
        (x, y + space.length * 0.58),
        STEP * 0.19,
        "name",
        0,
        SEAT_COLOURS[space.seat or 0],
        room=space.length * 1.3,
    )


def _posts(side: int) -> list[Ornament]:
    """Between them a gate stands, on the inner edge of its fork."""
    ends = ((EDGE - BEND, DEEP), (EDGE - BEND - GATE, DEEP))
    return [Area(Circle(_at(*post, side), STEP * 0.12), "gate", SEAT_COLOURS[side]) for post in ends]


def _gate(side: int, is_open: bool) -> list[Ornament]:
    """A bar between its posts; open, it is swung back along the shortcut."""
    colour = SEAT_COLOURS[side]
    hinge, latch = (EDGE - BEND, DEEP), (EDGE - BEND - GATE, DEEP)
    end = (hinge[0] + GATE * 0.62, hinge[1] + GATE * 0.62) if is_open else latch
    thick = STEP * 0.065
    along = math.atan2(end[1] - hinge[1], end[0] - hinge[0])
    a, b = -thick * math.sin(along), thick * math.cos(along)
    bar = (
        (hinge[0] + a, hinge[1] + b),
        (end[0] + a, end[1] + b),
        (end[0] - a, end[1] - b),
        (hinge[0] - a, hinge[1] - b),
    )
    reach = BEND - DEEP
    told = (
        say("{gate}: open", gate=names.GATE_NAMES[side])
        if is_open
        else say("{gate}: shut", gate=names.GATE_NAMES[side])
    )
    return [
        Area(Polygon(tuple(_at(*point, side) for point in bar)), "gate", colour),
        Label(
            told,
            _at(EDGE - DEEP - reach * 0.45, DEEP + reach * 0.45, side),
            STEP * 0.22,
            "mark",
            upright(45 + 90 * side),
            colour,
        ),
        Label(say("open") if is_open else say("shut"), None, 0, "mark", cell=grid.grid().gate_cell(side)),
    ]


def _ring(inset: float) -> Polygon:
    """The inner edge of both routes, so far inside it: an octagon."""
    near, far = DEEP + inset, BEND + GATE + inset * 0.41
    return Polygon(tuple(_at(a, near, side) for side in CHAIRS for a in (far, EDGE - far)))


def _pocket(side: int) -> Polygon:
    ends = ((EDGE - BEND, DEEP), (EDGE - DEEP, DEEP), (EDGE - DEEP, BEND))
    return Polygon(tuple(_at(*end, side) for end in ends))


def _travel(side: int) -> Arrow:
    """Which way the outside track runs."""
    return Arrow((_at(EDGE * 0.42, DEEP + 12, side), _at(EDGE * 0.58, DEEP + 12, side)))


def _legend() -> tuple[Text, ...]:
    """What the signs of the plain text board mean."""
    arrows = " ".join(f"{at}»{to}" for at, to in layout.ARROWS.items())
    forks = [at for at in range(layout.SPACES) if layout.ORDER[at] == layout.TAKE_A_PASS]
    return (
        provenance(layout.BOARD.get("provenance", "house")),
        say("R large pawn, r small pawn"),
        *(join([f"[{words.SEAT_LETTERS[layout.LOW[at]]}]", names.order_text(at)]) for at in forks),
        say("crd Play a card"),
        say("sc! Sell a card"),
        say("sp! Sell a pass"),
        say("sl! Sell the lead!"),
        say("$25 Take $25"),
        say("◆ purple, ◇ Get-Ahead: {arrows}", arrows=arrows),
        say("in the corners the gates, open or shut now: R:B is Red's, and Blue has its pass"),
    )


@cache
def _board(language: str) -> Scene:
    """One for each language: how the words on the spaces are broken into lines depends on them."""
    rooms = _outside()
    outside, inside = [space for space, _ in rooms], _inside()
    passes = [_pass(side) for side in CHAIRS]
    spaces = [*outside, *inside, *passes]
    home = grid.grid().inside[-1]
    edge = Polygon(tuple(_at(0, 0, side) for side in CHAIRS))
    size = WAY.size
    numbers = [
        Label(say("{number}", number=i), space.centre, size * (0.84 if i % 10 == 0 else 0.6), "small")
        for i, space in enumerate(inside)
        if 0 < i < HOME
    ]
    ahead = [
        Area(Circle(inside[to].centre, size * 1.18), "hairline", "purple") for to in layout.ARROWS.values()
    ]
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        title=words.TITLE,
        note=provenance(layout.BOARD.get("provenance", "house")),
        about=layout.BOARD.get("source", ""),
        looks=tuple(Look(words.SEAT_NAMES[s], words.SEAT_LETTERS[s], SEAT_COLOURS[s]) for s in CHAIRS),
        spaces={space.id: space for space in spaces},
        under=(
            Area(edge, "sheet"),
            *(Area(_pocket(side), "corner", SEAT_COLOURS[side]) for side in CHAIRS),
            Area(_ring(0), "field"),
            Area(Polygon(tuple(WAY.road(size * 0.84))), "medallion"),
        ),
        over=(
            *(label for number, made in enumerate(rooms) for label in _print(*made, number)),
            *(drawn for drawn in (_emblem(space) for space in outside) if drawn is not None),
            *ahead,
            *(Arrow(tuple(WAY.lane(*jump)), "jump", "purple") for jump in layout.ARROWS.items()),
            *numbers,
            *(_pass_word(space) for space in passes),
            *(post for side in CHAIRS for post in _posts(side)),
            *(_travel(side) for side in CHAIRS if side),  # START is in the way on the first
            Label(
                say("START"),
                (MIDDLE[0] + START * 2.2, inside[0].centre[1]),
                START * 0.4,
                "name",
                room=START * 1.9,
            ),
            Label(say("HOME"), (MIDDLE[0], MIDDLE[1] - GOAL * 0.22), GOAL * 0.36, "name", room=GOAL * 1.75),
            Label(say("HOME"), None, 0, cell=(home[0], home[1] - 0.5)),
            Arrow((), cells=tuple(grid.grid().path)),
        ),
        piece=PAWN,
        sides=tuple(-side % 4 for side in CHAIRS),
        legend=_legend(),
    )
