"""What a drawing is made of: spaces, pieces, arrows and labels. No game's rules in it.

A game's scene.py computes a `Scene` from its board data, once, and tells where the pieces of a
position stand, and with `extras(p)` what else there is to see in it: dice, a score.
The SVG file, the plain text board and the browser draw the same scene. Space ids
are stable ("loop-12", "path-0-3"); coordinates lie in a fixed view box; `cell` says where a space
goes on the grid of the plain text board, where half columns and half rows are allowed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from parlour.text import BadChoice, Text, say

Point = tuple[float, float]

# A colour always comes with an outline, and the colours of one game with different ones, so that
# nothing is told by colour alone.
SHAPES = {
    "red": "circle",
    "blue": "square",
    "yellow": "triangle",
    "green": "diamond",
    "purple": "circle",
    "black": "square",
    "orange": "diamond",
    "white": "circle",
}


@dataclass(frozen=True)
class Look:
    """How the pieces of one seat look."""

    name: Text
    letter: str
    colour: str  # a key of SHAPES

    @property
    def shape(self) -> str:
        """The shape that goes with the colour, so that nothing is told by colour alone."""
        return SHAPES[self.colour]


@dataclass(frozen=True)
class Polygon:
    """A space with corners, in the units of the board."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Circle:
    """A round space."""

    centre: Point
    radius: float


Outline = Polygon | Circle


class Slot(NamedTuple):
    """Where one piece stands, and its diameter."""

    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Space:
    """A place where pieces stand. `length`, `breadth` and `angle` are the room they have there."""

    id: str
    kind: str  # loop, safe, deal, enter, own, turnout, path, lane, circle, pass, start, home: its paint
    outline: Outline
    centre: Point
    length: float
    breadth: float
    angle: float  # degrees from the x axis to the `length`, clockwise on the screen
    cell: Point  # column and row in the plain text board
    label: Text  # what a person calls it
    called: tuple[str, ...]  # what each seat writes for it ("14", "T2.3", "S"); "" where it never comes
    seat: int | None = None  # whose colour it wears
    marks: tuple[str, ...] = ()
    # ^ signs printed on it: "star" (safe for all), "seat" (the owner's shape), "ahead" (the way home)
    hue: str | None = None  # a colour of its own that is no seat's
    sign: str = ""  # what the plain text board prints on it
    largest: float = math.inf  # no piece is drawn larger here
    usual: float | None = None  # a piece's diameter here, where it is not that of the board
    places: tuple[Point, ...] = ()  # where pieces stand one after the other, rather than in rows

    def name(self, seat: int) -> Text | str:
        """What a seat calls it in a sentence."""
        if self.kind in ("start", "home", "hand", "circle", "pass"):
            return self.label
        return self.called[seat] or self.label

    def stand(self, count: int, size: float) -> list[Slot]:
        """Where `count` pieces of this diameter stand; they shrink when the room is short."""
        size = self.usual or size
        if count <= len(self.places):
            return [Slot(x, y, min(size, self.largest)) for x, y in self.places[:count]]
        rows = max(range(1, count + 1), key=lambda r: (min(self._pitch(count, r), size), -r))
        pitch = self._pitch(count, rows)
        columns = -(-count // rows)
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        slots = []
        for i in range(count):
            row, column = divmod(i, columns)
            in_row = min(columns, count - row * columns)
            gap = min(self.length / columns, pitch * 1.3)
            u = (column - (in_row - 1) / 2) * gap
            v = (row - (rows - 1) / 2) * pitch
            x, y = self.centre
            slots.append(
                Slot(x + u * cos - v * sin, y + u * sin + v * cos, min(size, pitch * 0.94, self.largest))
            )
        return slots

    def _pitch(self, count: int, rows: int) -> float:
        return min(self.length / -(-count // rows), self.breadth / rows)


@dataclass(frozen=True)
class Area:
    """A painted surface without meaning for play. `cells` frames it in the plain text board."""

    outline: Outline
    style: str
    colour: str | None = None
    cells: tuple[Point, Point] | None = None  # its first and last cell
    low: bool = False  # of an extra: it lies under the pieces
    seat: int | None = None  # whose place it is: a page lights it while that seat is to act


@dataclass(frozen=True)
class Line:
    """A line that joins spaces: straight through two points, bent like a tile's track through three."""

    points: tuple[Point, ...]
    style: str
    colour: str | None = None
    low: bool = False  # it lies under the pieces


@dataclass(frozen=True)
class Arrow:
    """A way of travel, along `points`, if any, and along `cells` in the plain text board."""

    points: tuple[Point, ...]
    style: str = "travel"
    colour: str | None = None
    cells: tuple[Point, ...] = ()


LETTER = 0.94  # how wide a bold capital can be with the space after it, for its size


def fitting_size(words: str, size: float, room: float) -> float:
    """The size of the letters, so much smaller that these words are not longer than their room."""
    return min(size, room / (LETTER * max(len(words), 1)))


@dataclass(frozen=True)
class Label:
    """Words printed on the board, middle or left end at `at`; with `cell`, also in the plain text board.

    Without `at` they are in the plain text board only. Where a word is longer in another language, it is set
    so much smaller that it keeps to its `room`.
    """

    text: Text
    at: Point | None
    size: float
    style: str = "label"
    # ^ a "mark" says nothing that is not said elsewhere: it is drawn, not told. So does a "coordinate", which
    # a page shows to those who ask for it.
    angle: float = 0
    colour: str | None = None
    cell: Point | None = None
    align: str = "middle"  # or "left"
    room: float = math.inf  # how long the words may be drawn
    seat: int | None = None  # whose name it is: a page puts the name of who sits there in its place


@dataclass(frozen=True)
class Emblem:
    """A small drawing that says at a glance what a space is for, in words as well. However the board is
    turned, it is upright for whoever looks."""

    at: Point
    parts: tuple[Area | Label, ...]


Ornament = Arrow | Label | Area | Line | Emblem


@dataclass(frozen=True)
class Tile:
    """A piece that fills its space, with a stripe across it from one side to another."""

    ends: tuple[int, int]  # the sides it joins; side i of an outline runs from its point i to the next
    plain: str  # the name of the side it leaves out; "" while the tile is not laid
    bright: bool = False  # part of a finished track
    live: bool = False  # joined to where a track begins


@dataclass(frozen=True)
class Piece:
    """One piece of a position. It is the `slot`-th of those that share its space."""

    seat: int
    letter: str
    shape: str
    space: str
    slot: int
    label: Text
    tile: Tile | None = None

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What whoever draws it wants to remember about it."""
        return {}


@dataclass(frozen=True)
class Gesture:
    """How an action is done by hand: a piece on `pick` goes to `drop`; where both are one, a touch will do.

    `path` names every space that the piece comes by, both ends included; without one nothing moves.
    Pieces that move along with it have gestures of their own in `also`.
    """

    pick: str
    drop: str
    seat: int  # whose piece it is
    path: tuple[str, ...] = ()
    also: tuple[Gesture, ...] = ()
    tile: Tile | None = None  # how it then lies, where it is a tile
    onward: tuple[str, ...] = ()
    # ^ spaces of which one is chosen next: whoever touches one does this and goes on there

    @classmethod
    def along(cls, seat: int, path: Sequence[str], tile: Tile | None = None) -> Gesture:
        """The gesture of a piece that is moved along these spaces."""
        return cls(path[0], path[-1], seat, tuple(path), tile=tile)

    @classmethod
    def touch(cls, seat: int, space: str, tile: Tile | None = None) -> Gesture:
        """The gesture that chooses a space or what lies on it, and moves nothing."""
        return cls(space, space, seat, tile=tile)

    @classmethod
    def toward(cls, seat: int, spaces: Sequence[str]) -> Gesture:
        """The gesture of what comes before the choice of one of these spaces, and is done along with it."""
        return cls(spaces[0], spaces[0], seat, onward=tuple(spaces))


@dataclass(frozen=True)
class Badge:
    """What leads to a space, drawn small on it: dice by what they show, or a few letters such as "+20"."""

    dice: tuple[int, ...] = ()
    text: Text | str = ""


@dataclass(frozen=True)
class Dice:
    """Dice that lie together on the table, in a colour of their own."""

    faces: tuple[int, ...]
    colour: str = ""  # a key of SHAPES; "" for plain dice
    used: tuple[bool, ...] = ()  # which of them have been played; empty: none
    label: Text | None = None  # whose they are, or what for, where there are several

    @classmethod
    def left(cls, faces: Sequence[int], left: Iterable[int], label: Text | None = None) -> Dice:
        """Dice of which only the counts in `left` are still to be played."""
        open_ = Counter(int(count) for count in left)
        used = []
        for face in faces:
            used.append(open_[face] == 0)
            open_[face] -= not used[-1]
        return cls(tuple(int(face) for face in faces), used=tuple(used), label=label)


@dataclass(frozen=True)
class Held:
    """Something a seat holds that does not lie on the board: a kind of card, or chips of one colour."""

    kind: str  # "card" or "chip"
    text: Text
    count: int = 1
    worth: int | None = None  # of one chip
    colour: str | None = None  # a key of SHAPES
    icon: str = ""  # one of ICONS, on a card
    short: str = ""  # a few characters printed large on a card, such as its number
    name: str = (
        ""  # the "card" of the actions that play it (`words.fields`): then it is played by touching it
    )


# Signs that stand for things which do not lie on the board; the page draws them (`lib/signs.js`).
ICONS = (
    *("card", "chips", "pass-open", "pass-shut", "pawn", "lead", "home"),
    *("ahead", "back", "last", "swap", "take", "nothing", "row"),
)


@dataclass(frozen=True)
class Sign:
    """A sign on the card of a seat: something it owns, how many it holds, how far it has come."""

    icon: str  # one of ICONS
    text: Text  # all of it in words: "the red pass; its gate is shut"
    short: str = ""  # a few characters beside the icon: a number, a letter
    colour: str | None = None  # a key of SHAPES; never without a sign, for nothing is told by colour alone
    share: int | None = None  # how much of the way is gone, in percent: a page draws it as a bar

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """For whoever shows it: what was made of it."""
        return {}


DUE, CLOSED, OPENED = "due", "closed", "opened"


@dataclass(frozen=True)
class Fist:
    """What one seat chose in secret: still DUE, CLOSED, or OPENED for all to see."""

    seat: int
    state: str
    text: Text  # in words: "still to bid", "holds out a fist", "$15"
    holds: tuple[Held, ...] = ()  # what is in it, as far as whoever looks may know
    best: bool = False  # the one that won


@dataclass(frozen=True)
class Sealed:
    """A scene of sealed choices: everybody closes a fist, and all are opened together."""

    title: Text  # "Auction"
    stake: Text  # what it is about: "the lead"
    note: Text  # what becomes of it, in a sentence
    fists: tuple[Fist, ...]
    icon: str = ""  # of what is at stake, one of ICONS
    short: str = ""
    colour: str | None = None
    outcome: Text | None = None  # who won what; None until the fists are open


@dataclass(frozen=True)
class Scene:
    """A board to draw. `piece` is a piece's usual diameter."""

    width: float
    height: float
    title: Text
    note: Text  # where the board's data come from, in a few words
    about: str  # the same, in full
    looks: tuple[Look, ...]
    spaces: Mapping[str, Space]
    under: tuple[Area, ...]  # surfaces below the spaces
    over: tuple[Ornament, ...]  # what is printed on top of them
    piece: float
    grid: str = "boxes"  # what the plain text board is made of: "boxes" or "triangles"
    legend: tuple[Text, ...] = ()  # what else its signs mean
    sides: tuple[int, ...] = ()
    # ^ by how many quarters, clockwise, the board is turned to lie before each seat; empty: it has no sides

    def pieces(self, standing: Iterable[tuple[int, str] | tuple[int, str, Tile]]) -> list[Piece]:
        """Pieces from the seat and the space of each, and how it lies where it is a tile.

        What belongs to nobody has a look of its own behind those of the seats.
        """
        here: dict[str, int] = {}
        found = []
        for seat, space, *laid in standing:
            slot = here.get(space, 0)
            here[space] = slot + 1
            found.append(self._piece(seat, space, slot, laid[0] if laid else None))
        return found

    def _piece(self, seat: int, space: str, slot: int, tile: Tile | None) -> Piece:
        """Made once: it stands there again and again."""
        key = (seat, space, slot, tile)
        if key not in self._known:
            look = self.looks[seat]
            label = say("{seat}: {place}", seat=look.name, place=self.where(seat, space, tile))
            self._known[key] = Piece(seat, look.letter, look.shape, space, slot, label, tile)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, str, int, Tile | None], Piece]:
        return {}

    @cached_property
    def _stands(self) -> dict[tuple[str, int], list[Slot]]:
        return {}

    def where(self, seat: int, space: str, tile: Tile | None) -> Text | str:
        """What a seat calls the place of a piece: "14", "START"; of a tile "c2d/H"."""
        name = self.spaces[space].name(seat)
        return f"{name}/{tile.plain}" if tile and tile.plain else name

    def place(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Slot]]:
        """Every piece with the exact place where it stands."""
        for piece, crowd in self.crowded(pieces):
            yield piece, self.stand(piece, crowd)

    def crowded(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, int]]:
        """Every piece, and how many share its space."""
        pieces = list(pieces)
        crowd: dict[str, int] = {}
        for piece in pieces:
            crowd[piece.space] = crowd.get(piece.space, 0) + 1
        for piece in pieces:
            yield piece, crowd[piece.space]

    def stand(self, piece: Piece, crowd: int) -> Slot:
        """Where it stands exactly, among so many."""
        key = (piece.space, crowd)
        if key not in self._stands:
            self._stands[key] = self.spaces[piece.space].stand(crowd, self.piece)
        return self._stands[key][piece.slot]


def quarter(point: Point, turns: int, centre: Point) -> Point:
    """Turn a point about the centre, as seat 0's side of the board becomes seat `turns`'s."""
    x, y = point[0] - centre[0], point[1] - centre[1]
    for _ in range(turns % 4):
        x, y = y, -x
    return centre[0] + x, centre[1] + y


def upright(angle: float) -> float:
    """The same line of text, read from the side from which it is not upside down."""
    return (angle + 90) % 180 - 90


def provenance(word: str) -> Text:
    """Where board data come from, as printed under the board."""
    known = {
        "printed": say("Board counted from the original print"),
        "reconstructed": say("Reconstructed board"),
        "house": say("House board"),
    }
    return known.get(word, say("Board: {origin}", origin=word))


def tried(file: Any, position: Any, actions: Iterable[int], pick: str, drop: str) -> list[int]:
    """The actions of a game's scene, legal or not, that a hand means which goes from one space to another.

    Where nothing leads from the one to the other, everything that begins there.
    """
    made = [(action, file.gesture(position, action)) for action in actions]
    from_here = [(action, g) for action, g in made if g is not None and g.pick == pick]
    return [a for a, g in from_here if g.drop == drop] or [a for a, _ in from_here]


def labels_of(extras: Iterable[Ornament]) -> list[Text]:
    """What extras say in words."""
    labels = [extra for extra in extras if isinstance(extra, Label)]
    return [label.text for label in labels if not {"mark", "coordinate"} & set(label.style.split())]


def is_low(extra: Ornament) -> bool:
    """Does it lie under the pieces?"""
    return isinstance(extra, Area | Line) and extra.low


def board_of(game: Any) -> Scene:
    """The board of a game, for whoever cannot do without."""
    board: Scene | None = game.scene.board()
    if board is None:
        raise BadChoice(say("{game} comes without a drawing of its board.", game=game.words.TITLE))
    return board
