"""A board that is being corrected: what is wrong with it, and what can be changed where."""

from __future__ import annotations

from typing import TypedDict


class BoardFault(TypedDict):
    """What keeps it from being a board of the game, and the clause that wants it otherwise, or ""."""

    text: str
    clause: str


class BoardChoice(TypedDict):
    """One of several things that a space can be."""

    value: str
    words: str


class BoardOffer(TypedDict):
    """What can be changed on a space: a switch, a number, a choice, or a button that just does it."""

    name: str
    words: str
    kind: str
    value: bool | int | str
    choices: list[BoardChoice]
    least: int
    most: int


class BoardField(TypedDict):
    """A number, a switch or a short text of the board's file, by its name there."""

    name: str
    kind: str
    value: bool | int | str


class BoardPlace(TypedDict):
    """A space of the drawing, and what it is called."""

    id: str
    label: str


class Edited(TypedDict):
    """A board after a change."""

    text: str  # of its file
    faults: list[BoardFault]
    picture: str  # its drawing; "" while it is no board
    spaces: list[BoardPlace]
    offers: list[BoardOffer]  # of the space that was asked about
    fields: list[BoardField]
    about: dict[str, str]  # name, provenance and source
