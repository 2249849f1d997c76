"""Pollyanna to look at: the Broadway, a square standing on its point, with all that lies in it.

The side of seat 0 runs from his Home Entrance, at the bottom, to that of his neighbour on the
right; it is computed from the board data and turned for the others. On it `along` counts in the
direction of travel from the point of the square (which is cut off, so that the corner space is a
triangle), `inward` from its outer edge to the middle. The plain text board turns the whole by an
eighth, so that the square stands on a side and seat 0's entrance is its lower left corner.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from parlour.draw.scene import (
    Area,
    Arrow,
    Badge,
    Circle,
    Dice,
    Gesture,
    Label,
    Look,
    Piece,
    Point,
    Polygon,
    Scene,
    Sign,
    Space,
    provenance,
    quarter,
    upright,
)
from parlour.games.racing.standing import standing
from parlour.games.racing.walls import walls
from parlour.games.reader import moved
from parlour.rules.kit import CHANCE, NOBODY
from parlour.text import BadBoard, say

from . import layout, record, rules, words

COLOURS = ("yellow", "green", "red", "blue")

SIDE, LOOP, ENTRANCE = layout.SIDE, layout.LOOP, layout.ENTRANCE
BRANCH, MERGE = layout.BRANCH, layout.MERGE

WIDTH, HEIGHT, MARGIN = 1000.0, 1086.0, 36.0
MIDDLE = (WIDTH / 2, WIDTH / 2)
REACH = WIDTH / 2 - MARGIN  # from the middle to the board's edge
BAND = 1.6  # how deep the Broadway is, in lengths of one space
STEP = 2 * (REACH - 4) / math.sqrt(2) / (SIDE - 1 + BAND)  # length of one space
DEEP = BAND * STEP
EDGE = (SIDE - 1) * STEP + 2 * DEEP  # a side of the square, its cut-off points included
HOME = 1.9 * STEP  # half a side of the home space
LANE = 1.1 * STEP  # width of a Home Path
CORNER = (2 * REACH - EDGE / math.sqrt(2)) * (1 - math.sqrt(0.5))  # inner radius of a waiting corner
PLATE = 0.72 * CORNER  # radius of the circle in which pieces wait


def board() -> Scene:
    """The board, without pieces."""
    _check()
    return _board()


def pieces(p: Any) -> list[Piece]:
    """Where every piece stands."""
    seats = [s for s in range(rules.CHAIRS) if rules.side(p, s) != NOBODY]
    stand = [(s, space_id(s, progress)) for s in seats for progress in sorted(p.pieces[s].tolist())]
    return board().pieces(stand)


def extras(p: Any) -> list[Area]:
    """Blockades, so that everybody sees where the way is shut. (POL-BLOCK-1)"""
    return list(walls(board(), pieces(p), ("loop", "own")))


def signs(p: Any, seat: int) -> list[Sign]:
    """How many pieces are home, and how far all four have come."""
    sides = {s: int(rules.side(p, s)) for s in range(rules.CHAIRS) if rules.side(p, s) != NOBODY}
    if seat not in sides:
        return []
    whole = layout.HOME - layout.CORNER
    gone = {s: [whole - _to_go(place) for place in p.pieces[s].tolist()] for s in sides}
    ways = {s: sum(steps) / (whole * record.PIECES) for s, steps in gone.items()}
    home = record.pieces_at(p, seat, layout.HOME)
    return standing(words.score(p, seat), f"{home}/{record.PIECES}", ways, sides, seat)


def _to_go(place: int) -> int:
    return layout.HOME - layout.CORNER if place == layout.CORNER else int(layout.TO_GO[place])


def gesture(p: Any, action: int) -> Gesture | None:
    """A piece is taken along its way, by the turnout or past it; what would go beyond is dropped at home."""
    if rules.actor(p) == CHANCE or not 0 <= action < record.PASS or p.phase != record.PLAY:
        return None
    what, piece, route = record.what_of(action), record.piece_of(action), record.route_of(action)
    here = int(p.pieces[p.mover, piece])
    if here == layout.CORNER:
        way = [layout.CORNER, layout.START]
    elif here == layout.HOME or what == record.SUM_SIX:
        return None
    else:
        count = {record.LEAP: int(p.left.sum()), record.TEN: record.REWARD}.get(what, what)
        if route == layout.TURNOUT and not layout.FORKS[here, count]:
            return None
        way = [place for place in layout.WAY[route, here, : count + 1].tolist() if place != layout.BEYOND]
    return Gesture.along(p.mover, [space_id(p.mover, place) for place in way])


def badge(p: Any, action: int) -> Badge | None:
    """The die, both dice, or the reward."""
    if not 0 <= action < record.PASS:
        return None
    what = record.what_of(action)
    if what == record.TEN:
        return Badge(text=f"+{record.REWARD}")
    return Badge(tuple(p.dice.tolist()) if what in (record.SUM_SIX, record.LEAP) else (int(what),))


def dice(p: Any) -> list[Dice]:
    """Both dice, and which of them are played."""
    return [Dice.left(p.dice.tolist(), p.left.tolist())] if p.phase == record.PLAY else []


def put(data: Mapping[str, Any], seat: int, pick: str, drop: str) -> dict[str, Any] | None:
    """A piece set down by hand, on any space where its colour comes."""
    places = {space_id(seat, n): words.place_name(n) for n in range(layout.CORNER, layout.PLACES)}
    return moved(data, "pieces", seat, places, pick, drop)


def space_id(seat: int, progress: int) -> str:
    """The space where a piece with this progress stands."""
    if progress == layout.CORNER:
        return f"corner-{seat}"
    if progress == layout.HOME:
        return f"home-{seat}"
    if progress >= layout.FIRST_TURNOUT:
        ahead, i = divmod(progress - layout.FIRST_TURNOUT, layout.TURNOUT_LENGTH)
        return f"turnout-{(seat + 1 + ahead) % rules.CHAIRS}-{i + 1}"
    if progress >= layout.HOME_PATH:
        return f"path-{seat}-{progress - ENTRANCE}"
    return f"broadway-{(progress + layout.START_OFFSET + SIDE * seat) % LOOP}"


def _check() -> None:
    """Any numbers can be played, but not all of them fit on this square."""
    radius = (MERGE - BRANCH + 1) / 2 * STEP
    middle = DEEP + (BRANCH + MERGE - 1) / 2 * STEP
    room = min(middle - DEEP, EDGE - DEEP - middle) / math.sqrt(2) - LANE / 2
    if SIDE < 8:
        why = say("a side of {side} spaces is too short.", side=SIDE)
    elif not 1 <= BRANCH < MERGE < SIDE or MERGE - BRANCH < 2:
        why = say("a turnout from {branch} to {merge} is not on a side.", branch=BRANCH, merge=MERGE)
    elif radius > room:
        why = say("a turnout from {branch} to {merge} runs into a Home Path.", branch=BRANCH, merge=MERGE)
    elif math.pi * (radius - STEP / 2) / layout.TURNOUT_LENGTH < 0.6 * STEP:
        why = say("{count} spaces are too many for this turnout.", count=layout.TURNOUT_LENGTH)
    elif _lane_step() < 0.6 * STEP:
        why = say("{count} spaces are too many for a Home Path.", count=layout.PATH_LENGTH)
    else:
        return
    raise BadBoard(say("This board cannot be drawn: {why}", why=why))


# ---------------------------------------------------------------- geometry of one side


def _turn(x: float, y: float, seat: int) -> Point:
    """A point right of and below the middle of the board, turned to this seat."""
    return quarter((MIDDLE[0] + x, MIDDLE[1] + y), seat, MIDDLE)


def _point(along: float, inward: float, seat: int) -> Point:
    x = (along - inward) / math.sqrt(2)
    y = (EDGE - along - inward) / math.sqrt(2)
    return _turn(x, y, seat)


def _arc(radius: float, degrees: float, seat: int) -> Point:
    """A point of a half circle round the middle of the turnout's feet, from its branch on."""
    a = math.radians(degrees)
    middle = DEEP + (BRANCH + MERGE - 1) / 2 * STEP
    return _point(middle - radius * math.cos(a), DEEP + radius * math.sin(a), seat)


def _cell(column: float, row: float, seat: int) -> Point:
    return quarter((column, row), seat, (SIDE / 2, SIDE / 2))


def _lane_tip() -> float:
    """How far below the middle the inner point of the Broadway lies."""
    return (EDGE - 2 * DEEP) / math.sqrt(2)


def _lane_step() -> float:
    return (_lane_tip() - HOME - LANE * 0.3) / layout.PATH_LENGTH


# ---------------------------------------------------------------- spaces


def _broadway(index: int) -> Space:
    seat, offset = divmod(index, SIDE)
    counts = [(index - SIDE * s - layout.START_OFFSET) % LOOP for s in range(rules.CHAIRS)]
    owner: int | None = seat
    label = say("Broadway")
    near = DEEP + (offset - 1) * STEP
    if offset == 0:
        label = say("Home Entrance of {seat}", seat=words.SEAT_NAMES[seat])
        right, tip = _point(DEEP, 0, 0), _point(DEEP, DEEP, 0)
        outline = (right, tip, (2 * MIDDLE[0] - right[0], right[1]))
        centre = _turn(0, right[1] - MIDDLE[1] - DEEP * 0.29, seat)
        points = tuple(quarter(point, seat, MIDDLE) for point in outline)
    else:
        if offset == layout.START_OFFSET:
            label = say("starting space of {seat}", seat=words.SEAT_NAMES[seat])
        else:
            owner = None
        ends = ((near, 0.0), (near + STEP, 0.0), (near + STEP, DEEP), (near, DEEP))
        points = tuple(_point(u, v, seat) for u, v in ends)
        centre = _point(near + STEP / 2, DEEP / 2, seat)
    return Space(
        id=f"broadway-{index}",
        kind="loop" if owner is None else "own",
        outline=Polygon(points),
        centre=centre,
        length=DEEP * (1.0 if offset else 0.8),
        breadth=STEP * 1.12 if offset else DEEP * 0.56,
        angle=45.0 - 90 * seat if offset else 180.0 - 90 * seat,
        cell=_cell(offset, SIDE, seat),
        label=label,
        called=tuple(str(n) if n <= ENTRANCE else "" for n in counts),
        seat=owner,
        marks=() if owner is None else ("seat",),
    )


def _turnout(side: int, i: int) -> Space:
    each = 180 / layout.TURNOUT_LENGTH
    radius = (MERGE - BRANCH) / 2 * STEP
    fine = [(i - 1 + part / 6) * each for part in range(7)]
    outer = [_arc(radius + STEP / 2, a, side) for a in fine]
    inner = [_arc(radius - STEP / 2, a, side) for a in reversed(fine)]
    if i in (1, layout.TURNOUT_LENGTH):
        cell = (float(BRANCH if i == 1 else MERGE), SIDE - 1.0)
    else:
        aside, most = (layout.TURNOUT_LENGTH - 3) / 2, (MERGE - BRANCH) / 2 + 1
        squeeze = min(1.0, most / aside)  # past its feet the turnout would leave its neighbours
        column = (BRANCH + MERGE) / 2 + squeeze * (i - (layout.TURNOUT_LENGTH + 1) / 2)
        cell = (round(column * 2) / 2, SIDE - 2.0)
    ahead = [(side - s) % rules.CHAIRS for s in range(rules.CHAIRS)]
    return Space(
        id=f"turnout-{side}-{i}",
        kind="turnout",
        outline=Polygon((*outer, *inner)),
        centre=_arc(radius, (i - 0.5) * each, side),
        length=STEP * 0.98,
        breadth=STEP * 0.98,
        angle=-90.0 * side,
        cell=_cell(*cell, side),
        label=say("turnout"),
        called=tuple(f"T{t}.{i}" if t else "" for t in ahead),
        marks=("star",),
    )


def _own_spaces(seat: int) -> list[Space]:
    """The waiting corner, the Home Path and the home space of one seat."""
    corner = _corner(seat)
    found = [
        Space(
            id=f"corner-{seat}",
            kind="start",
            outline=Circle(corner, PLATE),
            centre=corner,
            length=PLATE * 1.14,
            breadth=PLATE * 1.14,
            usual=PLATE * 0.53,
            angle=0,
            cell=_cell(SIDE / 2, SIDE - 4.5, seat),
            label=say("corner"),
            called=_own(seat, "C"),
            seat=seat,
        ),
        Space(
            id=f"home-{seat}",
            kind="home",
            outline=Polygon((_turn(-HOME, HOME, seat), _turn(HOME, HOME, seat), MIDDLE)),
            centre=_turn(0, HOME * 0.76, seat),
            length=HOME * 1.5,
            breadth=HOME * 0.46,
            angle=-90.0 * seat,
            cell=_cell((SIDE - 1) / 2, (SIDE + 1) / 2, seat),
            label=say("home"),
            called=_own(seat, "H"),
            seat=seat,
        ),
    ]
    tip, step = _lane_tip(), _lane_step()
    for i in range(1, layout.PATH_LENGTH + 1):
        low = tip if i == 1 else HOME + (layout.PATH_LENGTH - i + 1) * step
        high = HOME + (layout.PATH_LENGTH - i) * step
        notch = LANE / 2 if i == 1 else 0.0
        ends = [(LANE / 2, low - notch), (LANE / 2, high), (-LANE / 2, high), (-LANE / 2, low - notch)]
        if notch:
            ends.append((0.0, low))
        gap = (SIDE + 1) / 2 - 1  # cells from the entrance to the home space
        on = round(2 * i * gap / (layout.PATH_LENGTH + 1)) / 2
        found.append(
            Space(
                id=f"path-{seat}-{i}",
                kind="path" if i == 1 else "lane",
                outline=Polygon(tuple(_turn(x, y, seat) for x, y in ends)),
                centre=_turn(0, (low - notch * 0.45 + high) / 2, seat),
                length=LANE * 1.02,
                breadth=step,
                angle=-90.0 * seat,
                cell=_cell(on, SIDE - on, seat),
                label=say("Home Path of {seat}", seat=words.SEAT_NAMES[seat]),
                called=_own(seat, str(ENTRANCE + i)),
                seat=seat,
                marks=("seat",) if i == 1 else ("ahead",),
            )
        )
    return found


def _own(seat: int, text: str) -> tuple[str, ...]:
    return tuple(text if s == seat else "" for s in range(rules.CHAIRS))


def _corner(seat: int) -> Point:
    """The middle of a waiting corner, as far from the Broadway as from the board's edges."""
    return _turn(REACH - CORNER, REACH - CORNER, seat)


# ---------------------------------------------------------------- what is printed on it


def _triangle(seat: int, inset: float) -> Polygon:
    """A waiting corner, between the Broadway and the edge of the board."""
    edge = REACH - inset
    near = EDGE / math.sqrt(2) + inset * (math.sqrt(2) + 1) - REACH
    return Polygon(tuple(_turn(x, y, seat) for x, y in ((edge, edge), (edge, near), (near, edge))))


def _printed(seat: int) -> list[Arrow | Label | Area]:
    colour = COLOURS[seat]
    x, y = _corner(seat)
    word, chord = PLATE * 0.74, PLATE * 1.15
    slope = upright(-45 - 90 * seat)
    start = DEEP + (layout.START_OFFSET - 0.5) * STEP
    bend = (MERGE - BRANCH - 1) / 2 * STEP - STEP * 0.38
    late = DEEP + (SIDE - 4.3) * STEP
    arrow_cells = (_cell(SIDE - 4, SIDE - 1, seat), _cell(SIDE - 3, SIDE - 1, seat))
    name = words.SEAT_NAMES[seat]
    return [
        Label(name, (x, y - word), STEP * 0.42, "name", 0, colour, room=chord, seat=seat),
        Label(say("CORNER"), (x, y + word), STEP * 0.34, "name", 0, colour, room=chord),
        Label(say("BROADWAY"), _point(late - STEP * 1.4, -STEP * 0.68, seat), STEP * 0.33, "small", slope),
        Arrow(
            (_point(late, -STEP * 0.72, seat), _point(late + 2.4 * STEP, -STEP * 0.72, seat)),
            cells=arrow_cells,
        ),
        Arrow((_point(start, -STEP * 1.45, seat), _point(start, -STEP * 0.16, seat)), "enter", colour),
        Arrow(tuple(_arc(bend, a, seat) for a in range(15, 166, 15))),
        Label(say("TURNOUT"), _arc(bend * 0.3, 90, seat), STEP * 0.3, "small", slope, room=STEP * 2),
    ]


@cache
def _board() -> Scene:
    chairs = range(rules.CHAIRS)
    spaces = [_broadway(i) for i in range(LOOP)]
    spaces += [_turnout(s, i) for s in chairs for i in range(1, layout.TURNOUT_LENGTH + 1)]
    spaces += [space for s in chairs for space in _own_spaces(s)]
    square = Polygon(tuple(_turn(HOME, HOME, s) for s in chairs))
    edge = Polygon(tuple(_turn(REACH, REACH, s) for s in chairs))
    field = Polygon(tuple(_point(DEEP, DEEP, s) for s in chairs))
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        title=words.TITLE,
        note=provenance(layout.BOARD.get("provenance", "house")),
        about=layout.BOARD.get("source", ""),
        looks=tuple(Look(words.SEAT_NAMES[s], words.SEAT_LETTERS[s], COLOURS[s]) for s in chairs),
        spaces={space.id: space for space in spaces},
        under=(
            Area(edge, "sheet"),
            *(Area(_triangle(s, 0), "corner", COLOURS[s]) for s in chairs),
            *(Area(_triangle(s, 9), "hairline", COLOURS[s], seat=s) for s in chairs),
            Area(field, "field"),
        ),
        over=(
            Area(square, "frame", cells=(((SIDE - 1) / 2, (SIDE - 1) / 2), ((SIDE + 1) / 2, (SIDE + 1) / 2))),
            Area(Circle(MIDDLE, HOME * 0.44), "medallion"),
            Label(say("home"), MIDDLE, HOME * 0.21, "name", cell=(SIDE / 2, SIDE / 2), room=HOME * 0.84),
            *(ornament for s in chairs for ornament in _printed(s)),
        ),
        piece=STEP * 1.02,
        sides=tuple(chairs),
    )
