"""What lies in the box of a game besides its board: the parts, how many there are, and how large.

A game's box.py lists them for a table (`parts(p)`); they are printed to be cut out. Lengths are millimetres.
What is `on_board` has the size that fits the board when it is printed as large as the game wants it (SPAN),
and shrinks with a smaller board. Every part is told apart by its shape,
letters or words, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from parlour.draw import svg
from parlour.draw.scene import Look, Scene
from parlour.text import Text


@dataclass(frozen=True, kw_only=True)
class Part:
    """So many of one thing."""

    name: Text  # in the plural: "pawns"; parts of one name are counted together in the list of the box
    count: int
    on_board: bool = False


@dataclass(frozen=True, kw_only=True)
class Figure(Part):
    """What stands: folded from a strip, the same on both sides. Pawns, gates, screens."""

    look: Look
    letter: str
    width: float
    height: float
    words: Text | None = None  # below the sign


@dataclass(frozen=True, kw_only=True)
class Counter(Part):
    """What lies: a disc with the shape of a seat and its letter, or with what a chip is worth."""

    letter: str
    size: float
    look: Look | None = None
    colour: str | None = None  # a key of SHAPES, where it is no seat's


@dataclass(frozen=True, kw_only=True)
class Tile(Part):
    """A triangle with a track from one side to another."""

    look: Look
    side: float


@dataclass(frozen=True, kw_only=True)
class Card(Part):
    """Folded in the middle, so that nothing shines through. All with one `back` look alike from there."""

    title: Text
    back: Text  # a word on the other side
    clause: str = ""  # of the rulebook: what it says is printed on the card
    icon: str = ""  # one of ICONS
    short: str = ""  # a few characters in large print
    look: Look | None = None
    width: float = 42.0
    height: float = 60.0


@dataclass(frozen=True, kw_only=True)
class Die(Part):
    """A die to fold: a cube for six sides, a pyramid for four, and lots to draw for any other number."""

    sides: int = 6
    colour: str = ""  # a key of SHAPES; "" for plain dice
    spots: str = "round"  # or "square", where another die differs from this one by its colour only
    size: float = 16.0  # an edge


@dataclass(frozen=True, kw_only=True)
class Strip(Part):
    """A row of numbered fields from 0 on, on which counters of this size tell the score."""

    last: int
    size: float


@dataclass(frozen=True, kw_only=True)
class Sheet(Part):
    """A table to write on: a column for each seat, so many rows."""

    columns: tuple[Text, ...]
    rows: int


def enough(tables: Iterable[Iterable[Part]]) -> list[Part]:
    """What is needed to set up any one of these tables: of every part as many as the table with the most."""
    found: list[Part] = []
    for parts in tables:
        for part in parts:
            i = next((i for i, known in enumerate(found) if replace(known, count=part.count) == part), None)
            if i is None:
                found.append(part)
            elif found[i].count < part.count:
                found[i] = part
    return found


def measure(board: Scene, length: float, span: float) -> float:
    """A length of the scene in millimetres, on a board that is printed so wide."""
    return length / svg.bare(board)[2] * span
