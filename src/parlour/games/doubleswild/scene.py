"""Doubles Wild to look at: the grid between its numbered edges, over it what everybody has.

Red numbers stand on round plates, blue ones on square plates. A marker that attacks stands in the square
together with the one it wants to drive out. A line joins the markers of a row that has scored. The plain
text board has the same parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from parlour.draw.scene import (
    Area,
    Circle,
    Dice,
    Gesture,
    Label,
    Line,
    Look,
    Ornament,
    Piece,
    Point,
    Polygon,
    Scene,
    Sign,
    Space,
    provenance,
)
from parlour.rules.kit import ROLLS
from parlour.text import Text, say

from . import names, rules, words
from .squares import may_choose

COLOURS = ("green", "yellow", "purple", "black")  # none of those that the dice have
FIRST, LAST, SIZE = rules.FIRST, rules.LAST, rules.SIZE

MARGIN, BAND, CELL = 48.0, 62.0, 88.0  # round the board, an edge with numbers, a square
SHELF, GAP = 76.0, 34.0  # where the players' plates lie, and what is free round them
PART = 158.0  # of a partner on the plate of a team
LEFT, TOP = MARGIN, MARGIN + SHELF + GAP  # where the edges begin
GRID_X, GRID_Y = LEFT + BAND, TOP + BAND  # where the squares begin
END_X, END_Y = GRID_X + SIZE * CELL, GRID_Y + SIZE * CELL  # where they end
RIGHT, FOOT = END_X + BAND, END_Y + BAND  # where the edges end
DIE, TRAY = 52.0, FOOT + 50  # size of a die, and where the dice of a printed position begin
WIDTH, HEIGHT = RIGHT + MARGIN, TRAY + DIE + 130

BESIDE = SIZE + 0.5  # the column of the plain text board that begins what lies beside it
_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # of a row: along, down, and on either slant (DBW-SCORE-1)

_PIPS = {  # the spots of a die, from its middle
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cache
def board() -> Scene:
    """The board, without markers."""
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        title=words.TITLE,
        note=provenance(rules.BOARD.get("provenance", "house")),
        about=rules.BOARD.get("source", ""),
        looks=tuple(
            Look(names.SEAT_NAMES[s], names.SEAT_LETTERS[s], COLOURS[s]) for s in range(rules.CHAIRS)
        ),
        spaces={space.id: space for space in map(_square, range(rules.SQUARES))},
        under=(
            Area(_box(LEFT - 6, TOP - 6, RIGHT + 6, FOOT + 6), "sheet"),
            *(Area(_box(GRID_X, y, END_X, y + BAND), "edging", "blue") for y in (TOP, END_Y)),
            *(Area(_box(x, GRID_Y, x + BAND, END_Y), "edging", "red") for x in (LEFT, END_X)),
        ),
        over=(*_wells(), *(part for line in range(SIZE) for part in _numbers(line)), *_headings()),
        piece=CELL * 0.76,
    )


def pieces(p: Any) -> list[Piece]:
    """Where every marker is that lies on the board."""
    standing = [(int(owner), space_id(q)) for q, owner in enumerate(p.owner) if owner != rules.VACANT]
    if p.phase == rules.BATTLE:
        standing.append((p.turn, space_id(p.square)))
    return board().pieces(standing)


def extras(p: Any) -> list[Ornament]:
    """What everybody has, the rows that have scored, the dice and what they name, and who is to act."""
    parts: list[Ornament] = [
        Label(text, None, 0, cell=(BESIDE, number / 2 - 0.5), align="left")
        for number, text in enumerate(_accounts(p))
    ]
    if p.phase == rules.BATTLE:
        parts += _battle(p)
    elif p.red != rules.NO_PAIR:
        parts += _throw(p)
    parts += [*_rows(p), *_plates(p)]
    if p.phase in (rules.MEET, rules.BATTLE):
        parts.append(Area(_square(p.square).outline, "focus"))
    for number, text in enumerate(_notes(p)):
        parts.append(_said(text, LEFT, TRAY + DIE + 58, 6 + number / 2))
    return parts


def signs(p: Any, seat: int) -> list[Sign]:
    """The points of the side, with a crown where it is in front, and how many markers the seat has left."""
    if seat >= p.players:
        return []
    points = int(p.score[rules.side(p, seat)])
    ahead = all(points > p.score[side[0]] for side in _sides(p) if seat not in side)
    told = names.points_text(points)
    left = int(p.supply[seat])
    return [
        Sign(
            "lead" if ahead else "row", say("in front, {points}", points=told) if ahead else told, str(points)
        ),
        Sign("chips", names.markers_text(left), f"×{left}"),
    ]


def gesture(p: Any, action: int) -> Gesture | None:
    """The square is touched on which something is to happen. What is decided with dice alone has no gesture,
    but dice that are kept for a double lead on to the squares it allows."""
    if p.who < 0:
        return None
    square = rules.NO_SQUARE
    if p.phase == rules.REROLL and action == rules.KEEP:
        square = int(rules.crossing(p.red, p.blue))
        allowed = [q for q in range(rules.SQUARES) if square == rules.NO_SQUARE and may_choose(p, q)]
        if allowed:
            return Gesture.toward(p.turn, [space_id(q) for q in allowed])
    elif p.phase == rules.MEET and action in (rules.REPLACE, rules.ATTACK):
        square = int(p.square)
    elif rules.SELECT <= action < rules.SELECT + rules.SQUARES:
        square = action - rules.SELECT
    return None if square == rules.NO_SQUARE else Gesture.touch(p.turn, space_id(square))


def thrown(p: Any, outcome: int) -> list[Dice]:
    """Red and blue: both pairs of a turn, the pair that is thrown again, or one side's dice in a battle."""
    shown = names.outcome_data(p, outcome)
    if "red" in shown:
        return [Dice(tuple(shown[colour]), colour) for colour in ("red", "blue")]
    if p.phase == rules.BATTLE:
        blue = bool(p.defends)
    else:
        blue = p.phase == rules.AGAIN and p.again == rules.BLUE
    return [Dice(tuple(shown["dice"]), "blue" if blue else "red")] if "dice" in shown else []


def dice(p: Any) -> list[Dice]:
    """The pairs of this turn; in a battle the dice of both sides, the attacker's red, the defender's blue."""
    if p.phase == rules.BATTLE:
        sides = enumerate(zip(("red", "blue"), p.triples.tolist(), strict=True))
        return [
            Dice(tuple(rules.TRIPLES[triple].tolist()), colour, label=names.battle_total(p, side))
            for side, (colour, triple) in sides
            if triple != rules.NO_TRIPLE
        ]
    if p.red == rules.NO_PAIR or p.blue == rules.NO_PAIR:
        return []
    return [
        Dice(tuple(ROLLS[pair].tolist()), colour, label=names.pair_text(colour, int(pair)))
        for colour, pair in (("red", p.red), ("blue", p.blue))
    ]


def again(p: Any, action: int) -> list[int] | None:
    """The pairs that are thrown again, or in a battle some of the own three dice."""
    if p.who < 0:
        return None
    if p.phase == rules.REROLL:
        pairs = {rules.KEEP: [], rules.RED: [0, 1], rules.BLUE: [2, 3], rules.BOTH: [0, 1, 2, 3]}
        return pairs.get(action)
    if p.phase != rules.BATTLE or not rules.RETHROW <= action < rules.SELECT:
        return None
    before = 3 if p.defends and p.triples[0] != rules.NO_TRIPLE else 0
    return [before + i for i in range(3) if action - rules.RETHROW >> i & 1]


def put(data: Mapping[str, Any], seat: int, pick: str, drop: str) -> dict[str, Any] | None:
    """A marker set down by hand, from the supply, from another square, or taken away."""
    squares = {space_id(q): names.square_name(q) for q in range(rules.SQUARES)}
    markers = {chair: list(owned) for chair, owned in data.get("markers", {}).items()}
    mine, taken = markers.get(str(seat)), {square for owned in markers.values() for square in owned}
    if mine is None or (pick and squares.get(pick) not in mine) or (drop and drop not in squares):
        return None
    if drop and squares[drop] in taken:
        return None
    if pick:
        mine.remove(squares[pick])
    if drop:
        mine.append(squares[drop])
    return {name: data[name] for name in ("game", "options", "turn") if name in data} | {"markers": markers}


def space_id(square: int) -> str:
    """The square of the board with this number."""
    return f"square-{names.square_name(square).replace(',', '-')}"


# ---------------------------------------------------------------- the board


def _box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def _square(square: int) -> Space:
    row, column = divmod(int(square), SIZE)
    x, y = GRID_X + column * CELL, GRID_Y + row * CELL
    name = names.square_name(square)
    return Space(
        id=space_id(square),
        kind="square",
        outline=_box(x, y, x + CELL, y + CELL),
        centre=(x + CELL / 2, y + CELL / 2),
        length=CELL * 1.04,
        breadth=CELL * 0.96,
        angle=0,
        cell=(column, row),
        label=say("row {row}, column {column}", row=row + FIRST, column=column + FIRST),
        called=(name,) * rules.CHAIRS,
    )


def _wells() -> Iterator[Area]:
    """A hollow in every square, for a marker to lie in."""
    for square in map(_square, range(rules.SQUARES)):
        yield Area(Circle(square.centre, CELL * 0.3), "well")


def _numbers(line: int) -> Iterator[Ornament]:
    """The number of a row on both red edges, and of a column on both blue ones. (DBW-COMP-1)"""
    text = say("{number}", number=line + FIRST)
    for colour in ("red", "blue"):
        for number, (outline, at) in enumerate(_number_plates(colour, line)):
            cell = ((-1, line) if colour == "red" else (line, -1)) if number == 0 else None
            yield Area(outline, "disc", colour)
            yield Label(text, at, 25, "number", 0, colour, cell)


def _number_plates(colour: str, line: int) -> Iterator[tuple[Circle | Polygon, Point]]:
    """Where the number of a line stands, on both edges of its colour."""
    if colour == "red":
        y = GRID_Y + (line + 0.5) * CELL
        for x in (LEFT + BAND / 2, END_X + BAND / 2):
            yield Circle((x, y), 24), (x, y)
    else:
        x = GRID_X + (line + 0.5) * CELL
        for y in (TOP + BAND / 2, END_Y + BAND / 2):
            yield _box(x - 22, y - 22, x + 22, y + 22), (x, y)


def _headings() -> Iterator[Label]:
    """What the numbers are, in the corners where the edges meet."""
    for x, y, turn in ((LEFT, TOP, -90), (RIGHT, FOOT, 90)):
        first, inward = x < GRID_X, 1 if x < GRID_X else -1
        near, far = 37 * inward, 12 * inward
        blue, red = (x + near, y + far), (x + far, y + near)
        beside, below = ((-1.25, -1), (-1.25, -0.5)) if first else (None, None)
        yield Label(say("BLUE"), blue, 12, "small", 0, "blue", beside, room=46)
        yield Label(say("RED"), red, 12, "small", turn, "red", below, room=46)


# ---------------------------------------------------------------- what a position adds


def _rows(p: Any) -> Iterator[Line]:
    """Rows that have scored, those on one line as one: a string through the markers of it. (DBW-SCORE-2)"""
    for square, owner in enumerate(p.owner.tolist()):
        for down, across in _WAYS if owner != rules.VACANT else ():
            if _owner(p, square, -down, -across) == owner:
                continue  # it began further back
            length = 1
            while _owner(p, square, length * down, length * across) == owner:
                length += 1
            if length >= rules.ROW:
                end = square + (length - 1) * (SIZE * down + across)
                yield Line((_square(square).centre, _square(end).centre), "scored", COLOURS[owner], True)


def _owner(p: Any, square: int, down: int, across: int) -> int:
    """Who owns the square so far from this one; nobody beyond the edge."""
    row, column = square // SIZE + down, square % SIZE + across
    inside = 0 <= row < SIZE and 0 <= column < SIZE
    return int(p.owner[SIZE * row + column]) if inside else rules.VACANT


def _sides(p: Any) -> list[list[int]]:
    """Who scores together."""
    seats = range(p.players)
    return [[s for s in seats if rules.side(p, s) == side] for side in seats if rules.side(p, side) == side]


def _accounts(p: Any) -> Iterator[Text]:
    """The points of every side, and how many markers everybody has left."""
    for side in _sides(p):
        values = {"seat": names.side_name(p, side[0]), "points": names.points_text(int(p.score[side[0]]))}
        left = [names.markers_text(int(p.supply[seat])) for seat in side]
        if len(side) == 1:
            yield say("{seat}: {points}, {markers}", markers=left[0], **values)
            continue
        yield say("{seat}: {points}", **values)
        for seat, markers in zip(side, left, strict=True):
            yield say("{seat}: {markers}", seat=names.SEAT_NAMES[seat], markers=markers)


def _plates(p: Any) -> Iterator[Ornament]:
    """The scoreboard, with a plate for every side that is there: its markers in hand, and its points."""
    sides = _sides(p)
    wide = (RIGHT - LEFT + GAP) / len(sides) - GAP
    for number, side in enumerate(sides):
        left = LEFT + number * (wide + GAP)
        colour = COLOURS[side[0]]
        yield Area(_box(left, MARGIN, left + wide, MARGIN + SHELF), "plate", colour)
        for place, seat in enumerate(side):
            start = left + place * PART
            if place:
                yield Area(_box(start, MARGIN, start + PART, MARGIN + SHELF), "plate", COLOURS[seat])
            yield from _in_hand(p, seat, start + 38)
        points = say("{number}", number=int(p.score[side[0]]))
        yield Label(points, (left + wide - 46, MARGIN + SHELF / 2), 54, "mark score", 0, colour)


def _in_hand(p: Any, seat: int, x: float) -> Iterator[Ornament]:
    """A player's letter, framed while it is for him to act, and how many markers he has left."""
    y, colour = MARGIN + SHELF / 2, COLOURS[seat]
    if p.phase != rules.FINISHED and seat == names.thrower(p):
        yield Area(_box(x - 31, y - 31, x + 31, y + 31), "next", colour)
    yield Area(Circle((x, y), 24), "medal", colour)
    yield Label(say("{letter}", letter=names.SEAT_LETTERS[seat]), (x, y), 28, "mark monogram", 0, colour)
    left = say("×{count}", count=int(p.supply[seat]))
    yield Label(left, (x + 38, y), 30, "mark score", 0, colour, align="left")


def _throw(p: Any) -> Iterator[Ornament]:
    """The two pairs of this turn, and the lines that they name."""
    for number, (colour, pair) in enumerate((("red", p.red), ("blue", p.blue))):
        yield from _dice(names.pair_text(colour, int(pair)), ROLLS[pair].tolist(), colour, 3.5 + number / 2)
        line = int(rules.LINE_OF[pair])
        if line == rules.WILD:
            continue
        text = say("{number}", number=line + FIRST)
        start, far = line * CELL, SIZE * CELL
        if colour == "red":
            beam = _box(GRID_X, GRID_Y + start, GRID_X + far, GRID_Y + start + CELL)
        else:
            beam = _box(GRID_X + start, GRID_Y, GRID_X + start + CELL, GRID_Y + far)
        yield Area(beam, "beam", colour, low=True)
        for outline, at in _number_plates(colour, line):
            yield Area(outline, "plate", colour)
            yield Label(text, at, 27, "mark score", 0, colour)


def _battle(p: Any) -> Iterator[Ornament]:
    """The dice of both sides, the attacker's red and the defender's blue."""
    yield _said(names.battle_title(p), LEFT, TRAY + DIE + 58, 3.5)
    for number, (colour, triple) in enumerate(zip(("red", "blue"), p.triples.tolist(), strict=True)):
        shown = rules.TRIPLES[triple].tolist() if triple != rules.NO_TRIPLE else []
        yield from _dice(names.battle_dice(p, number), shown, colour, 4 + number / 2)


def _said(text: Text, x: float, y: float, row: float, colour: str | None = None) -> Label:
    """A line of words under the board."""
    return Label(text, (x, y), 15, "small", 0, colour, (BESIDE, row), "left")


def _dice(text: Text, values: list[int], colour: str, row: float) -> Iterator[Ornament]:
    """Some dice side by side under the board, red ones on the left, blue ones on the right."""
    left = LEFT if colour == "red" else (LEFT + RIGHT) / 2
    yield _said(text, left, TRAY + DIE + 26, row, colour)
    for place, value in enumerate(values):
        x, y = left + DIE / 2 + place * (DIE + 10), TRAY + DIE / 2
        yield Area(_box(x - DIE / 2, y - DIE / 2, x + DIE / 2, y + DIE / 2), "die", colour)
        for dx, dy in _PIPS[value]:
            yield Area(Circle((x + dx * DIE * 0.27, y + dy * DIE * 0.27), DIE * 0.09), "pip", colour)


def _notes(p: Any) -> Iterator[Text]:
    """What everybody should keep in mind."""
    if p.phase == rules.FINISHED:
        return
    if p.tiebreak:
        yield say("Tie-break: the first row wins")
    elif any(p.supply[seat] == 0 for seat in range(p.players)):
        yield say("This is the last round")
