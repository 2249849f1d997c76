"""What is told of the games to anybody, without a table: cards, boards, rulebooks, lessons and positions."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from parlour.server.protocol.answers import Fault


class GameLevel(TypedDict):
    """A bot that one can choose, and how it plays."""

    level: str
    name: str
    words: str


class GameBoard(TypedDict):
    """A board that comes with a game."""

    name: str  # by which a table asks for it
    title: str  # what people call it
    usual: bool


class GameTeam(TypedDict):
    """Partners who play together: of themselves (no option), or by which house rule."""

    option: str
    choice: str
    players: int
    sides: list[list[int]]


class GameChairs(TypedDict):
    """Which chairs so many players take; with an option, where that house rule changes it."""

    players: int
    chairs: list[int]
    option: NotRequired[str]
    choice: NotRequired[str]


class Look(TypedDict):
    """How the pieces of a chair look; letters alone where a game comes without a drawing."""

    letter: str
    colour: str
    shape: str


class GameOption(TypedDict):
    """A house rule: a switch, a choice, or a number up to `most`."""

    name: str
    words: str
    choices: list[str]
    choice_words: list[str]
    switch: bool
    default: str | int
    most: int
    clause: str
    needs: dict[str, list[int]]  # choice -> for how many players alone
    effects: dict[str, str]  # choice -> what it does to a game, where that was measured


class GameCard(TypedDict):
    """A game, as the home page shows it."""

    id: str
    title: str
    blurb: str
    aim: str  # what one plays for, in two or three short sentences; "" where the game does not say
    seats: list[int]
    colours: list[str]
    minutes: list[int] | None
    learning: int  # how much there is to learn before a first game: from 1 for a minute to 3
    boards: list[GameBoard]
    secrets: bool
    draw_by_agreement: bool
    dice: bool
    teams: list[GameTeam]
    chairs: list[GameChairs]
    looks: list[Look]
    options: list[GameOption]
    levels: list[GameLevel]
    lessons: int


class Outline(TypedDict, total=False):
    """Of a space: a circle's centre and radius, or the corners of what has some."""

    centre: tuple[float, float]
    radius: float
    points: list[tuple[float, float]]


class BoardSpace(TypedDict):
    """A space: where pieces stand on it, and what it is called."""

    x: float
    y: float
    kind: str
    label: str
    called: list[str]
    seat: int | None
    outline: Outline


class NamedLook(Look):
    """The same with the name of its colour."""

    name: str


class Board(TypedDict):
    """A board as numbers, and its drawing."""

    game: str
    width: float
    height: float
    title: str
    piece: float
    looks: list[NamedLook]
    sides: list[int]  # quarters by which it is turned to lie before each chair; empty: it has no sides
    spaces: dict[str, BoardSpace]
    svg: str


class HouseRule(TypedDict):
    """A house rule in plain language, beside the clause that it changes."""

    name: str
    words: str
    switch: bool
    choices: list[str]


class ClausePicture(TypedDict):
    """A picture that shows a clause."""

    number: int
    title: str


class Clause(TypedDict):
    """A clause of a rulebook."""

    id: str
    text: str
    ruling: str
    options: list[HouseRule]
    pictures: list[ClausePicture]


class Section(TypedDict):
    """A section of a rulebook."""

    title: str
    clauses: list[Clause]


class Rulebook(TypedDict):
    """A rulebook, section by section."""

    id: str
    title: str
    introduction: list[str]
    sections: list[Section]


class LessonTitle(TypedDict):
    """A line of a tutorial's table of contents."""

    number: int  # from 1
    id: str
    title: str
    gist: str  # in one line, where it is part of the first minute; else ""
    steps: int
    clauses: list[str]


class ShownPosition(TypedDict):
    """What a position's code stands for."""

    game: str
    title: str
    code: str
    asks: str
    over: bool
    chairs: list[int]
    picture: str


class PlacedPiece(TypedDict):
    """A piece of a position that is set up by hand."""

    seat: int
    space: str
    label: str


class Placed(TypedDict):
    """A position that is set up by hand."""

    position: dict[str, Any]
    code: str
    asks: str
    over: bool
    chairs: list[int]
    turn: int
    pieces: list[PlacedPiece]
    supply: list[int]  # seats whose pieces can be taken from beside the board
    picture: str


class WhyNot(TypedDict):
    """Why something cannot be done; null when it can."""

    why: Fault | None


class Here(TypedDict):
    """Under which names other machines can call this server."""

    hosts: list[str]


class Languages(TypedDict):
    """The languages there are, and the one that would be spoken."""

    languages: list[str]
    language: str
