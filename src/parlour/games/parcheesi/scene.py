"""Parcheesi to look at: a cross of four arms, HOME in the middle, START circles in the corners.

The arm of seat 0 (at the bottom) is computed from the board data and turned for the others. A walk
along the loop from the outer end of an arm goes up its right-hand column, then out along the near
row of the next arm; the home path is the column between. A space is twice as wide as it is deep.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
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
from parlour.rules.kit import CHANCE
from parlour.text import BadBoard, say

from . import layout, moving, record, turns, words
from .position import place_name

COLOURS = ("red", "blue", "yellow", "green")

WIDTH, HEIGHT, MARGIN = 1000.0, 1086.0, 36.0
LENGTH = (layout.ARM - 1) // 2  # spaces along one column of an arm
DEEP = (WIDTH - 2 * MARGIN) / (2 * LENGTH + 6)
WIDE = 2 * DEEP
START_RADIUS = 0.36 * LENGTH  # of a START circle, in units of DEEP
CORNER = 0.03 * LENGTH  # how far its middle lies outside the middle of its corner
MIDDLE = (WIDTH / 2, WIDTH / 2)
LAST = 2 * LENGTH + 2  # the last column and row of the plain text board
AFTER_HOME_ENTRY = layout.LOOP - layout.HOME_ENTRY  # steps from an arm's outer end to its ENTER space


def board() -> Scene:
    """The board, without pieces."""
    return _board()


def pieces(p: Any) -> list[Piece]:
    """Where every pawn stands."""
    return list(_standing(*_stand(p))[0])


def extras(p: Any) -> list[Area]:
    """Blockades, so that everybody sees where the way is shut. (PAR-BLOCK-1)"""
    return list(_standing(*_stand(p))[1])


_Pawns = tuple[tuple[int, ...], ...]


def _stand(p: Any) -> tuple[_Pawns, tuple[int, ...]]:
    """How far everybody's pawns have come, and who plays: a roll changes neither."""
    playing = tuple(s for s, place in enumerate(p.place.tolist()) if place != record.EMPTY)
    return tuple(map(tuple, p.pawns.tolist())), playing


@lru_cache(4096)
def _standing(pawns: _Pawns, playing: tuple[int, ...]) -> tuple[list[Piece], list[Area]]:
    """The pieces, and the blockades that they make."""
    stand = [(s, space_id(s, progress)) for s in playing for progress in sorted(pawns[s])]
    found = board().pieces(stand)
    return found, list(walls(board(), found, ("loop", "safe", "enter", "path")))


def signs(p: Any, seat: int) -> list[Sign]:
    """How many pawns are HOME, and how far all four have come."""
    return list(_signs(*_stand(p))[seat])


@lru_cache(4096)
def _signs(pawns: _Pawns, playing: tuple[int, ...]) -> list[list[Sign]]:
    """The signs of every chair; each page asks for all of them."""
    start, whole = layout.PAWNS * layout.START, layout.PAWNS * (layout.HOME - layout.START)
    sides = {s: s for s in playing}
    ways = {s: (sum(pawns[s]) - start) / whole for s in playing}
    home = [own.count(layout.HOME) for own in pawns]
    return [
        standing(words.at_home(home[s]), f"{home[s]}/{layout.PAWNS}", ways, sides, s) if s in sides else []
        for s in range(layout.CHAIRS)
    ]


def gesture(p: Any, action: int) -> Gesture | None:
    """A pawn is taken to where its count brings it; what would go beyond HOME is dropped there."""
    if turns.actor(p) == CHANCE or not 0 <= action < record.PASS:
        return None
    what, pawn = divmod(action, layout.PAWNS)
    here = int(p.pawns[p.turn, pawn])
    goal = min(int(moving.goal_of(p, what, pawn)), layout.HOME)
    if here == layout.HOME or (what == record.SUM_FIVE and here != layout.START):
        return None
    return Gesture.along(p.turn, [space_id(p.turn, step) for step in range(here, goal + 1)])


def badge(p: Any, action: int) -> Badge | None:
    """The die, both dice, or the bonus."""
    if not 0 <= action < record.PASS:
        return None
    what = action // layout.PAWNS
    if what in (record.TEN, record.TWENTY):
        return Badge(text=f"+{record.spaces_of(what)}")
    return Badge(tuple(p.dice.tolist()) if what in (record.SUM_FIVE, record.LEAP) else (what,))


def dice(p: Any) -> list[Dice]:
    """Both dice, with fourteen to play their undersides too, and which of their counts are played."""
    if p.phase not in (record.PLAY, record.BONUS):
        return []
    tops = p.dice.tolist()
    left = [v for v, n in zip(p.value.tolist(), p.times.tolist(), strict=True) for _ in range(n)]
    if not p.quad:
        return [Dice.left(tops, left)]
    under = [record.TOP_AND_BOTTOM - top for top in tops]
    return [Dice.left(tops, left), Dice.left(under, left, say("undersides"))]


def put(data: Mapping[str, Any], seat: int, pick: str, drop: str) -> dict[str, Any] | None:
    """A pawn set down by hand, on any space where its colour comes."""
    places = {space_id(seat, n): place_name(n) for n in (layout.START, *range(layout.ENTER, layout.HOME + 1))}
    return moved(data, "pawns", seat, places, pick, drop)


@cache
def space_id(seat: int, progress: int) -> str:
    """The space where a pawn with this progress stands."""
    if progress == layout.START:
        return f"start-{seat}"
    if progress == layout.HOME:
        return f"home-{seat}"
    if progress >= layout.HOME_PATH:
        return f"path-{seat}-{progress - layout.HOME_PATH + 1}"
    return f"loop-{(progress + layout.ARM * seat) % layout.LOOP}"


def _check() -> None:
    """Any numbers can be played, but only a cross of equal arms can be drawn as one."""
    if layout.ARM % 2 == 0 or layout.ARM < 9:
        why = say("arm = {arm} is not twice a column of 4 or more spaces, and one.", arm=layout.ARM)
    elif layout.PATH_LENGTH != LENGTH - 1:
        why = say(
            "path_length = {path} does not fill an arm, {fits} does.",
            path=layout.PATH_LENGTH,
            fits=LENGTH - 1,
        )
    elif not 1 <= AFTER_HOME_ENTRY <= LENGTH:
        low, high = layout.LOOP - LENGTH, layout.LOOP - 1
        why = say("home_entry = {n} is not in {low}..{high}.", n=layout.HOME_ENTRY, low=low, high=high)
    else:
        return
    raise BadBoard(say("This board cannot be drawn as a cross: {why}", why=why))


# ---------------------------------------------------------------- one arm, in units of DEEP


def _point(x: float, y: float, seat: int) -> Point:
    """Units right of and below the middle of the board, on seat 0's side; turned for the others."""
    return quarter((MIDDLE[0] + x * DEEP, MIDDLE[1] + y * DEEP), seat, MIDDLE)


def _cell(column: float, row: float, seat: int) -> Point:
    return quarter((column, row), seat, (LAST / 2, LAST / 2))


def _box(x: float, y: float, half_x: float, half_y: float, seat: int) -> Polygon:
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return Polygon(tuple(_point(x + dx, y + dy, seat) for dx, dy in corners))


def _walk(step: int) -> tuple[float, float, bool, Point]:
    """Middle of the space `step` from seat 0's outer end, whether it lies across, and its cell."""
    if step == 0:
        return 0, LENGTH + 2.5, False, (LENGTH + 1, LAST)
    if step <= LENGTH:
        return 2, LENGTH + 3.5 - step, False, (LENGTH + 2, LAST + 1 - step)
    out = step - LENGTH
    return out + 2.5, 2, True, (LENGTH + 2 + out, LENGTH + 2)


def _loop_space(index: int) -> Space:
    seat, step = divmod((index - layout.HOME_ENTRY) % layout.LOOP, layout.ARM)
    x, y, across, cell = _walk(step)
    counts = [(index - layout.ARM * s) % layout.LOOP for s in range(layout.CHAIRS)]
    entering = counts.index(layout.ENTER) if layout.ENTER in counts else None
    if entering is not None:
        kind, label = "enter", say("ENTER space of {seat}", seat=words.SEAT_NAMES[entering])
    elif layout.SAFE[index]:
        kind, label = "safe", say("safety space")
    else:
        kind, label = "loop", say("space")
    half = (0.5, 1.0) if across else (1.0, 0.5)
    return Space(
        id=f"loop-{index}",
        kind=kind,
        outline=_box(x, y, *half, seat),
        centre=_point(x, y, seat),
        length=WIDE * 0.96,
        breadth=DEEP * 1.12,
        angle=-90.0 * (seat + across),
        cell=_cell(*cell, seat),
        label=label,
        called=tuple(str(n) if n <= layout.HOME_ENTRY else "" for n in counts),
        seat=entering,
        marks=("seat", "star") if entering is not None else ("star",) if kind == "safe" else (),
    )


def _own(seat: int, text: str) -> tuple[str, ...]:
    return tuple(text if s == seat else "" for s in range(layout.CHAIRS))


def _own_spaces(seat: int) -> list[Space]:
    """START, the home path and HOME of one seat."""
    name = words.SEAT_NAMES[seat]
    angle = -90.0 * seat
    circle = LENGTH / 2 + 3 + CORNER
    found = [
        Space(
            id=f"start-{seat}",
            kind="start",
            outline=Circle(_point(circle, circle, seat), START_RADIUS * DEEP),
            centre=_point(circle, circle, seat),
            length=DEEP * START_RADIUS * 1.12,
            breadth=DEEP * START_RADIUS * 1.12,
            usual=DEEP * START_RADIUS * 0.52,
            angle=0,
            cell=_cell(LENGTH + 6.5, LENGTH + 6.5, seat),
            label=say("START"),
            called=_own(seat, "S"),
            seat=seat,
        )
    ]
    for i in range(1, layout.PATH_LENGTH + 1):
        y = LENGTH + 2.5 - i
        found.append(
            Space(
                id=f"path-{seat}-{i}",
                kind="path",
                outline=_box(0, y, 1, 0.5, seat),
                centre=_point(0, y, seat),
                length=WIDE * 0.96,
                breadth=DEEP * 1.12,
                angle=angle,
                cell=_cell(LENGTH + 1, LAST - i, seat),
                label=say("home path of {seat}", seat=name),
                called=_own(seat, str(layout.HOME_PATH + i - 1)),
                seat=seat,
                marks=("seat",) if i == 1 else ("ahead",),
            )
        )
    found.append(
        Space(
            id=f"home-{seat}",
            kind="home",
            outline=Polygon((_point(-3, 3, seat), _point(3, 3, seat), MIDDLE)),
            centre=_point(0, 2.2, seat),
            length=DEEP * 3.8,
            breadth=DEEP * 1.2,
            angle=angle,
            cell=_cell(LENGTH + 1, LENGTH + 2, seat),
            label=say("HOME"),
            called=_own(seat, "H"),
            seat=seat,
        )
    )
    return found


def _printed(seat: int) -> list[Arrow | Label | Area]:
    """Arrows and words on one side of the board."""
    colour, name = COLOURS[seat], words.SEAT_NAMES[seat]
    near, far = 3.55, LENGTH * 0.55 + 3.2
    enter = LENGTH + 3.5 - AFTER_HOME_ENTRY
    c = LENGTH + 3.0
    turn = (_cell(c, c + 2, seat), _cell(c, c, seat), _cell(c + 1.5, c, seat))
    circle = LENGTH / 2 + 3 + CORNER
    x, y = _point(circle, circle, seat)
    word, chord = START_RADIUS * 0.74 * DEEP, START_RADIUS * 1.15 * DEEP
    return [
        Arrow(
            (_point(near, min(far, enter - 0.7), seat), _point(near, near, seat), _point(far, near, seat)),
            cells=turn,
        ),
        Arrow((_point(circle - START_RADIUS - 0.15, enter, seat), _point(3.2, enter, seat)), "enter", colour),
        Label(name, (x, y - word), DEEP * 0.46, "name", 0, colour, room=chord, seat=seat),
        Label(say("START"), (x, y + word), DEEP * 0.38, "name", 0, colour, room=chord),
        Label(
            say("ENTER"),
            _point(2.72, enter, seat),
            DEEP * 0.19,
            "small",
            upright(-90 * (seat + 1)),
            colour,
            room=DEEP * 0.94,
        ),
    ]


@cache
def _board() -> Scene:
    _check()
    corner, edge = 3.0, LENGTH + 3.0
    half, where = (edge - corner) / 2, (edge + corner) / 2
    spaces = [_loop_space(i) for i in range(layout.LOOP)]
    spaces += [space for seat in range(layout.CHAIRS) for space in _own_spaces(seat)]
    home = ((LENGTH, LENGTH), (LENGTH + 2, LENGTH + 2))
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        title=words.TITLE,
        note=provenance(layout.BOARD.get("provenance", "house")),
        about=layout.BOARD.get("source", ""),
        looks=tuple(
            Look(words.SEAT_NAMES[s], words.SEAT_LETTERS[s], COLOURS[s]) for s in range(layout.CHAIRS)
        ),
        spaces={space.id: space for space in spaces},
        under=(
            Area(_box(0, 0, edge, edge, 0), "sheet"),
            *(Area(_box(where, where, half, half, s), "corner", COLOURS[s]) for s in range(layout.CHAIRS)),
            *(
                Area(_box(where, where, half - 0.2, half - 0.2, s), "hairline", COLOURS[s], seat=s)
                for s in range(layout.CHAIRS)
            ),
        ),
        over=(
            Area(_box(0, 0, 3, 3, 0), "frame", cells=home),
            Area(Circle(MIDDLE, DEEP * 1.05), "medallion"),
            Label(say("HOME"), MIDDLE, DEEP * 0.44, "name", cell=(LENGTH + 1, LENGTH + 1), room=DEEP * 1.8),
            *(ornament for s in range(layout.CHAIRS) for ornament in _printed(s)),
        ),
        piece=DEEP * 1.04,
        sides=tuple(range(layout.CHAIRS)),
    )
