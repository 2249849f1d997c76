"""Exact figures about the last pawns of Parcheesi (see exact.py): who wins with one pawn left each, and how
many turns a player's last ones need."""

from __future__ import annotations

from parlour.games.sheets import Cell, Sheet, Told, Topic, percent
from parlour.rules.position import Position
from parlour.text import Text, say

from . import exact
from .rules import HOME, START
from .words import SEAT_NAMES

WAITS = "start"
SHOWN = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 60, HOME, 0)  # spaces to go; 0 for one that waits


def _place(to_go: int) -> int:
    """Where a pawn is that has so many spaces to go."""
    return HOME - to_go if to_go else START


def _name(to_go: int) -> Cell:
    return to_go or say("start")


def _to_go(told: Told, name: str) -> int | None:
    """Spaces to go, 0 for one that waits; None when it was not told."""
    word = told.values.get(name, "").lower()
    if word == WAITS:
        return 0
    if not word or (word.isdecimal() and 1 <= int(word) <= HOME):
        return int(word) if word else None
    told.wrong(
        say(
            "{name} is a number of spaces from 1 to {most}, or “{waits}”, not “{word}”.",
            name=name,
            most=HOME,
            waits=WAITS,
            word=word,
        )
    )
    return None


def _race_sheet(p: Position, told: Told) -> Sheet:
    own, other = _to_go(told, "own"), _to_go(told, "other")
    told.check()
    table = exact.tables()
    across = SHOWN if other is None else (other,)
    rows: list[list[Cell]] = []
    for mine in SHOWN if own is None else (own,):
        row: list[Cell] = [_name(mine)]
        for yours in across:
            places = _place(mine), _place(yours)
            row.append(
                float(table["chances"][exact.number_of(*places, 0)])
                if table is not None and exact.can_be(*places)
                else "–"
            )
        rows.append(row)
    title = say("The chance of whoever is about to roll, with one pawn left each")
    columns = [say("to go"), *(_name(yours) for yours in across)]
    return Sheet(title, columns, rows, _notes(), digits=3)


def _turns_sheet(p: Position, told: Told) -> Sheet:
    own, other = _to_go(told, "first"), _to_go(told, "second")
    told.check()
    across: list[int | None] = [None, *SHOWN] if other is None else [other]
    rows: list[list[Cell]] = []
    for mine in SHOWN if own is None else (own,):
        row: list[Cell] = [_name(mine)]
        for yours in across:
            places = [_place(to_go) for to_go in (mine, yours) if to_go is not None]
            turns = exact.turns_alone(places) if exact.tables() is not None else None
            row.append("–" if turns is None else turns)
        rows.append(row)
    title = say("The turns that a player's last pawns need on average, when nobody is in the way")
    columns = [say("to go"), *(say("alone") if yours is None else _name(yours) for yours in across)]
    return Sheet(title, columns, rows, _notes(), digits=2)


def _notes() -> list[Text]:
    if exact.tables() is None:
        return [say("These figures are known for the usual board only.")]
    return [say("By the printed rules, everybody at his best; for two who sit opposite each other.")]


_TOLD = say("spaces to go, or “{waits}” for one that waits to come in", waits=WAITS)
TOPICS = {
    "race": Topic(
        say("who wins when two players have one pawn left each"),
        _race_sheet,
        {"own": _TOLD, "other": _TOLD},
        "own=7 other=12",
    ),
    "turns": Topic(
        say("how many turns the last one or two pawns need"),
        _turns_sheet,
        {"first": _TOLD, "second": _TOLD},
        "first=7 second=12",
    ),
}


def now(p: Position) -> list[Text]:
    """The exact chances, where only the last pawns of two players are on the way."""
    found = exact.known(p)
    if found is None:
        return []
    return [
        say(
            "When both play their best, {who} wins with {won}.",
            who=SEAT_NAMES[p.turn],
            won=percent(found.chance),
        )
    ]
