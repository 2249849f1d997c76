"""A game's tutorial and the pictures of its rulebook: reading and checking a `lessons.toml`.

    [cover]
    position = '{"turn": 0, ...}'         # a moment to show what the game looks like

    [[lesson]]
    id = "enter"                          # short, stays the same
    title = "A five brings a pawn in"
    text = "What there is to know, in a few sentences."
    gist = "The same in one line."        # then it is part of the first minute, which plays by itself
    clauses = ["PAR-ENTER-1"]             # the rules it teaches
    seat = 0                              # the learner's chair (default: 0)
    position = '{"turn": 0, ...}'         # the JSON form, with the learner to act

    [[lesson.step]]
    ask = "Enter a pawn."                 # what the learner is to do
    accept = ["E"]                        # what will do, by notation; left out: any legal action
    right = "Said when it is done."
    wrong = "Said of any other legal action, which is not played."
    tries = { "10+3" = "Said of this one in particular." }
    refused = { "10+5" = "PAR-BLOCK-2" }  # likely tries that the rules refuse, and by which clause
    then = ["4-3", "0+4"]                 # what happens before the next step: rolls, and others' actions

    [[picture]]
    clause = "PAR-SAFE-1"                 # beside which rule it stands
    title = "What is to be seen."
    position = '{...}'                    # left out: the empty board
    show = ["loop-7"]                     # spaces that are framed, by the ids of scene.py
    close = true                          # only the part round them

Every sentence is a template like those of `say`, without values, and is in the catalogues.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parlour.rules.game import Game
from parlour.text import ParlourError, Text, join, nearest, say

FILE = "lessons.toml"


@dataclass(frozen=True)
class Step:
    """One thing the learner is asked to do."""

    ask: Text
    right: Text
    accept: tuple[str, ...] = ()  # by notation; empty when any legal action will do
    wrong: Text | None = None
    tries: Mapping[str, Text] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)  # notation -> clause
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A position that teaches one thing."""

    id: str
    title: Text
    text: Text
    clauses: tuple[str, ...]
    seat: int
    position: Mapping[str, Any]
    steps: tuple[Step, ...]
    gist: Text | None = None  # what it shows in the first minute, where it is part of it


@dataclass(frozen=True)
class Picture:
    """A drawing that stands beside a clause of the rulebook."""

    clause: str
    title: Text
    position: Mapping[str, Any] | None
    show: tuple[str, ...]
    close: bool


@dataclass(frozen=True)
class Lessons:
    """The tutorial of one game, and its pictures, in the order of the file."""

    lessons: tuple[Lesson, ...] = ()
    pictures: tuple[Picture, ...] = ()
    cover: Mapping[str, Any] | None = None  # a position to show what the game looks like


class BadLessons(ParlourError):
    """A lessons.toml that cannot be used; the sentence says everything that is wrong with it."""


def lessons_of(game: Game) -> Lessons:
    """The tutorial of a game; a game may come without one."""
    file = game.folder / FILE
    return read_lessons(file) if file.is_file() else Lessons()


def read_lessons(file: Path) -> Lessons:
    """Read a lessons.toml; an error names everything that does not fit the form described above."""
    try:
        data = tomllib.loads(file.read_bytes().decode("utf-8"))
    except (OSError, ValueError) as error:
        raise BadLessons(say("{file} cannot be read: {why}.", file=file.name, why=error)) from error
    reader = _Reader()
    top = reader.table(data, {"cover": dict, "lesson": list, "picture": list}, say("the file"))
    cover = reader.table(top.get("cover", {}), {"position": str}, say("the cover"))
    lessons = [_lesson(reader, entry, i) for i, entry in enumerate(top.get("lesson", []), 1)]
    pictures = [_picture(reader, entry, i) for i, entry in enumerate(top.get("picture", []), 1)]
    shown = reader.position(cover, say("the cover"))
    names = [lesson.id for lesson in lessons]
    for name in sorted({n for n in names if names.count(n) > 1}):
        reader.faults.append(say("two lessons are called {id}", id=name))
    if reader.faults:
        faults = join((say("- {reason}", reason=fault) for fault in reader.faults), "\n")
        raise BadLessons(join([say("{file}: it is not a tutorial:", file=file.name), faults], "\n"))
    return Lessons(tuple(lessons), tuple(pictures), shown)


# ---------------------------------------------------------------- the parts


_LESSON = {
    "id": str,
    "title": str,
    "text": str,
    "gist": str,
    "clauses": list,
    "seat": int,
    "position": str,
    "step": list,
}
_STEP = {
    "ask": str,
    "right": str,
    "accept": list,
    "wrong": str,
    "tries": dict,
    "refused": dict,
    "then": list,
}
_PICTURE = {"clause": str, "title": str, "position": str, "show": list, "close": bool}


def _lesson(reader: _Reader, entry: Any, number: int) -> Lesson:
    where = say("lesson {number}", number=number)
    given = reader.table(entry, _LESSON, where, needed=("id", "title", "text", "clauses", "position", "step"))
    steps = tuple(
        _step(reader, step, say("{lesson}, step {number}", lesson=where, number=i))
        for i, step in enumerate(given.get("step", []), 1)
    )
    return Lesson(
        id=given.get("id", ""),
        title=Text(given.get("title", "")),
        text=Text(given.get("text", "")),
        clauses=reader.words(given, "clauses", where),
        seat=given.get("seat", 0),
        position=reader.position(given, where) or {},
        steps=steps,
        gist=Text(given["gist"]) if "gist" in given else None,
    )


def _step(reader: _Reader, entry: Any, where: Text) -> Step:
    given = reader.table(entry, _STEP, where, needed=("ask", "right"))
    accept = reader.words(given, "accept", where)
    tries: dict[str, Any] = given.get("tries", {})
    refused: dict[str, Any] = given.get("refused", {})
    for table, name in ((tries, "tries"), (refused, "refused")):
        if not all(isinstance(value, str) for value in table.values()):
            reader.faults.append(say("{where}: {name} maps actions to texts", where=where, name=name))
    for action in sorted({*accept} & {*tries} | {*accept} & {*refused} | {*tries} & {*refused}):
        reader.faults.append(say("{where}: {action} is said to be two things", where=where, action=action))
    return Step(
        ask=Text(given.get("ask", "")),
        right=Text(given.get("right", "")),
        accept=accept,
        wrong=Text(given["wrong"]) if "wrong" in given else None,
        tries={action: Text(str(words)) for action, words in tries.items()},
        refused={action: str(clause) for action, clause in refused.items()},
        then=reader.words(given, "then", where),
    )


def _picture(reader: _Reader, entry: Any, number: int) -> Picture:
    where = say("picture {number}", number=number)
    given = reader.table(entry, _PICTURE, where, needed=("clause", "title"))
    return Picture(
        clause=given.get("clause", ""),
        title=Text(given.get("title", "")),
        position=reader.position(given, where),
        show=reader.words(given, "show", where),
        close=given.get("close", False),
    )


class _Reader:
    """Takes the data apart, collecting everything that is wrong instead of stopping at the first."""

    def __init__(self) -> None:
        self.faults: list[Text] = []

    def table(
        self, data: Any, kinds: Mapping[str, type], where: Text, needed: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The entries of a table that are what they should be."""
        if not isinstance(data, dict):
            self.faults.append(say("{where} is not a table", where=where))
            return {}
        for key in needed:
            if key not in data:
                self.faults.append(say("{where}: {key} is missing", where=where, key=key))
        good = {}
        for key, value in data.items():
            if key not in kinds:
                fault = say("{where}: there is no {key}.", where=where, key=key)
                self.faults.append(join([fault, nearest(key, kinds)]))
            elif type(value) is not kinds[key] or value == "":
                kind = {str: say("a text"), list: say("a list"), int: say("a number")}
                fits = kind.get(kinds[key], say("a table"))
                self.faults.append(say("{where}: {key} is not {kind}", where=where, key=key, kind=fits))
            else:
                good[key] = value
        return good

    def words(self, given: Mapping[str, Any], key: str, where: Text) -> tuple[str, ...]:
        listed = given.get(key, [])
        if not all(isinstance(word, str) for word in listed):
            self.faults.append(say("{where}: {key} is not a list of texts", where=where, key=key))
            return ()
        return tuple(listed)

    def position(self, given: Mapping[str, Any], where: Text) -> dict[str, Any] | None:
        """The JSON form; whether the game can build a position of it is for the game to say."""
        if "position" not in given:
            return None
        try:
            data = json.loads(given["position"])
        except ValueError as error:
            self.faults.append(say("{where}: position is not JSON: {why}", where=where, why=error))
            return None
        if not isinstance(data, dict):
            self.faults.append(say("{where}: position is not a JSON object", where=where))
            return None
        return data
