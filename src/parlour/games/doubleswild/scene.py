"""Doubles Wild to look at: the grid between its numbered edges, and beside it markers, points and dice.

Red numbers stand on round plates, blue ones on square plates. A marker that attacks stands in the
square together with the one it wants to drive out. The plain text board has the same parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from parlour.draw.scene import (
    Area,
    Circle,
    Gesture,
    Label,
    Look,
    Ornament,
    Piece,
    Polygon,
    Scene,
    Space,
    provenance,
)
from parlour.rules.kit import ROLLS
from parlour.text import Text, say

from . import names, rules, words

COLOURS = ("green", "yellow", "purple", "black")  # none of those that the dice have
FIRST, LAST, SIZE = rules.FIRST, rules.LAST, rules.SIZE

MARGIN, BAND, CELL = 48.0, 62.0, 88.0  # round the board, an edge with numbers, a square
GRID = MARGIN + BAND  # where the squares begin, from the left and from above
END = GRID + SIZE * CELL  # where they end
FOOT = END + BAND  # the lower edge of the board
LEFT, RIGHT = FOOT + 34, FOOT + 394  # the ends of what lies beside it
WIDTH, HEIGHT = RIGHT + MARGIN, FOOT + MARGIN + 86
PLATE, PLATE_STEP = 70.0, 112.0  # height of a plate for markers in hand, and from one to the next
TRAY = MARGIN + 4 * PLATE_STEP + 12  # where the dice lie
DIE, DICE_STEP = 72.0, 148.0  # size of a die, and from one line of dice to the next

BESIDE = SIZE + 0.5  # the column of the plain text board that begins what lies beside it

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
    chairs = range(rules.CHAIRS)
    spaces = [*map(_square, range(rules.SQUARES)), *map(_plate, chairs)]
    return Scene(
        width=WIDTH,
        height=HEIGHT,
        title=words.TITLE,
        note=provenance(rules.BOARD.get("provenance", "house")),
        about=rules.BOARD.get("source", ""),
        looks=tuple(Look(names.SEAT_NAMES[s], names.SEAT_LETTERS[s], COLOURS[s]) for s in chairs),
        spaces={space.id: space for space in spaces},
        under=(
            Area(_box(MARGIN - 12, MARGIN - 12, WIDTH - MARGIN + 12, FOOT + 12), "sheet"),
            *(Area(_box(GRID, y, END, y + BAND), "corner", "blue") for y in (MARGIN, END)),
            *(Area(_box(x, GRID, x + BAND, END), "corner", "red") for x in (MARGIN, END)),
            Area(_box(LEFT, TRAY, RIGHT, FOOT), "field"),
        ),
        over=(
            *(part for line in range(SIZE) for part in _numbers(line)),
            *_headings(),
            *(
                Label(names.SEAT_NAMES[s], (LEFT + 14, _plate(s).centre[1]), 11, "name", -90, COLOURS[s])
                for s in chairs
            ),
        ),
        piece=CELL * 0.72,
    )


def pieces(p: Any) -> list[Piece]:
    """Where every marker is; those in hand lie on their owner's plate."""
    standing = [(int(owner), space_id(q)) for q, owner in enumerate(p.owner) if owner != rules.VACANT]
    if p.phase == rules.BATTLE:
        standing.append((p.turn, space_id(p.square)))
    for seat in range(p.players):
        standing += [(seat, f"hand-{seat}")] * int(p.supply[seat])
    return board().pieces(standing)


def extras(p: Any) -> list[Ornament]:
    """Points, dice, who is to act, and the square that is fought over."""
    parts: list[Ornament] = [Label(say("in hand"), None, 0, "mark", cell=(BESIDE, -0.5), align="left")]
    for seat in range(p.players):
        at, cell = (LEFT, _shelf(seat) + 17), (BESIDE + 1, seat / 2)
        parts.append(Label(_account(p, seat), at, 17, "name", 0, COLOURS[seat], cell, "left"))
    if p.phase != rules.FINISHED:
        parts.append(Area(_plate(names.thrower(p)).outline, "focus"))
    if p.phase in (rules.MEET, rules.BATTLE):
        row, column = divmod(p.square, SIZE)
        x, y = GRID + column * CELL, GRID + row * CELL
        parts.append(Area(_box(x, y, x + CELL, y + CELL), "focus"))
    if p.phase == rules.BATTLE:
        parts += _battle(p)
    elif p.red != rules.NO_PAIR:
        parts += _throw(p)
    for number, text in enumerate(_notes(p)):
        parts.append(_said(text, FOOT - 28 - 30 * number, 5.5 + number / 2))
    return parts


def gesture(p: Any, action: int) -> Gesture | None:
    """A marker is taken from the hand to its square, a square that is not free is only touched.

    What is decided with dice alone has no gesture.
    """
    if p.who < 0:
        return None
    square = rules.NO_SQUARE
    if p.phase == rules.REROLL and action == rules.KEEP:
        square = int(rules.crossing(p.red, p.blue))
    elif p.phase == rules.MEET and action in (rules.REPLACE, rules.ATTACK):
        square = int(p.square)
    elif p.phase == rules.CHOOSE and rules.SELECT <= action < rules.SELECT + rules.SQUARES:
        square = action - rules.SELECT
    if square == rules.NO_SQUARE:
        return None
    if p.phase == rules.MEET or p.owner[square] == rules.VACANT:
        return Gesture.along(p.turn, [f"hand-{p.turn}", space_id(square)])
    return Gesture.touch(int(p.owner[square]), space_id(square))


def space_id(square: int) -> str:
    """The square of the board with this number."""
    return f"square-{names.square_name(square).replace(',', '-')}"


# ---------------------------------------------------------------- the board


def _box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def _square(square: int) -> Space:
    row, column = divmod(square, SIZE)
    x, y = GRID + column * CELL, GRID + row * CELL
    name = names.square_name(square)
    return Space(
        id=space_id(square),
        kind="loop",
        outline=_box(x, y, x + CELL, y + CELL),
        centre=(x + CELL / 2, y + CELL / 2),
        length=CELL * 0.92,
        breadth=CELL * 0.92,
        angle=0,
        cell=(column, row),
        label=say("row {row}, column {column}", row=row + FIRST, column=column + FIRST),
        called=(name,) * rules.CHAIRS,
    )


def _shelf(seat: int) -> float:
    """Where a seat's part of what lies beside the board begins."""
    return MARGIN + seat * PLATE_STEP


def _plate(seat: int) -> Space:
    top = _shelf(seat) + 34
    return Space(
        id=f"hand-{seat}",
        kind="home",
        outline=_box(LEFT, top, RIGHT, top + PLATE),
        centre=((LEFT + RIGHT) / 2 + 12, top + PLATE / 2),
        length=RIGHT - LEFT - 36,
        breadth=PLATE * 0.92,
        angle=0,
        cell=(BESIDE + 0.25, seat / 2),
        label=say("in hand"),
        called=tuple("-" if s == seat else "" for s in range(rules.CHAIRS)),
        seat=seat,
    )


def _numbers(line: int) -> Iterator[Ornament]:
    """The number of a row on both red edges, and of a column on both blue ones. (DBW-COMP-1)"""
    text = say("{number}", number=line + FIRST)
    along = GRID + (line + 0.5) * CELL
    for across in (MARGIN + BAND / 2, END + BAND / 2):
        first = across < GRID
        yield Area(Circle((across, along), 24), "hairline", "red")
        yield Label(text, (across, along), 25, "number", 0, "red", (-1, line) if first else None)
        yield Area(_box(along - 22, across - 22, along + 22, across + 22), "hairline", "blue")
        yield Label(text, (along, across), 25, "number", 0, "blue", (line, -1) if first else None)


def _headings() -> Iterator[Label]:
    """What the numbers are, in the corners where the edges meet."""
    for far, near, turn in ((MARGIN + 12, MARGIN + 37, -90), (FOOT - 12, FOOT - 37, 90)):
        first = far < GRID
        yield Label(say("BLUE"), (near, far), 12, "small", 0, "blue", (-1.25, -1) if first else None)
        yield Label(say("RED"), (far, near), 12, "small", turn, "red", (-1.25, -0.5) if first else None)


# ---------------------------------------------------------------- what a position adds


def _account(p: Any, seat: int) -> Text:
    """The points of a side, told once; the other partner's plate says whose partner he is."""
    name, points = names.SEAT_NAMES[seat], int(p.score[rules.side(p, seat)])
    if p.teams and seat != rules.side(p, seat):
        return say("{seat}, with {partner}", seat=name, partner=names.SEAT_NAMES[rules.side(p, seat)])
    name = names.side_name(p, seat)
    if points == 1:
        return say("{seat}: 1 point", seat=name)
    return say("{seat}: {points} points", seat=name, points=points)


def _throw(p: Any) -> Iterator[Ornament]:
    """The two pairs of this turn, and what they name."""
    for line, (colour, pair) in enumerate((("red", p.red), ("blue", p.blue))):
        top, cell = TRAY + 30 + DICE_STEP * line, 3 + line / 2
        yield _said(names.pair_text(colour, int(pair)), top, cell, colour)
        yield from _dice(ROLLS[pair].tolist(), top + 20, colour)


def _battle(p: Any) -> Iterator[Ornament]:
    """The dice of both sides, the attacker's red and the defender's blue."""
    yield _said(names.battle_title(p), TRAY + 30, 3)
    for line, (colour, triple) in enumerate(zip(("red", "blue"), p.triples.tolist(), strict=True)):
        top, cell = TRAY + 70 + DICE_STEP * line, 3.5 + line / 2
        yield _said(names.battle_dice(p, line), top, cell, colour)
        if triple != rules.NO_TRIPLE:
            yield from _dice(rules.TRIPLES[triple].tolist(), top + 20, colour)


def _said(text: Text, y: float, row: float, colour: str | None = None) -> Label:
    """A line of words in the tray."""
    return Label(text, (LEFT + 18, y), 15, "small", 0, colour, (BESIDE, row), "left")


def _dice(values: list[int], top: float, colour: str) -> Iterator[Area]:
    for place, value in enumerate(values):
        x, y = LEFT + 18 + DIE / 2 + place * (DIE + 12), top + DIE / 2
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
