"""A board file of one's own: has it the form of the game's own board?

What the numbers may be is for the game's rules to say; that they are there, and are numbers, is
the same question for every game, and is asked here before the rules see them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from parlour.text import BadBoard, Text, join, nearest, say


def check_shape(own: Path, given: Path, game: str) -> None:
    """Refuse a board that lacks what the game's own has, or has it in another form; say all of it."""
    try:
        board = tomllib.loads(given.read_bytes().decode("utf-8"))
    except RecursionError as error:
        why = say("its lists are too deep")
        raise BadBoard(say("{file} is not a TOML file: {why}.", file=given, why=why)) from error
    except (OSError, ValueError):
        return  # cannot be read at all: the one who loads it says so
    faults = list(_faults(tomllib.loads(own.read_text("utf-8")), board)) if own.is_file() else []
    if faults:
        raise BadBoard(
            say("{file} is not a board for {game}: {error}", file=given, game=game, error=join(faults)),
            faults,
        )


def _faults(own: Mapping[str, Any], given: Mapping[str, Any], section: str = "") -> Iterator[Text]:
    by_name = bool(section) and all(isinstance(usual, Mapping) for usual in own.values())
    for name, usual in own.items():
        key = section + name
        if name not in given:
            if by_name or name.isdecimal():  # an entry of a list: which there are is for the board to say
                continue
            if isinstance(usual, Mapping):
                yield say("the section [{key}] is missing.", key=key)
            elif not isinstance(usual, str):  # texts are for people; a board may do without
                missing = say("{key} is missing (usually {usual}).", key=key, usual=_shown(usual))
                yield join([missing, nearest(name, [k for k in given if k not in own])])
        elif isinstance(usual, Mapping) and isinstance(given[name], Mapping):
            yield from _faults(usual, given[name], f"{key}.")
        elif not _alike(usual, given[name]):
            yield say("{key} = {value} is not {kind}.", key=key, value=_shown(given[name]), kind=_kind(usual))


def _alike(usual: Any, value: Any) -> bool:
    if isinstance(usual, list):
        return isinstance(value, list) and all(_alike(usual[0], v) for v in value if usual)
    if isinstance(usual, float):
        return type(value) in (int, float)
    return type(value) is type(usual)  # so that true is no number


def _kind(usual: Any) -> Text:
    if isinstance(usual, bool):
        return say("true or false")
    if isinstance(usual, int):
        return say("a whole number")
    if isinstance(usual, float):
        return say("a number")
    if isinstance(usual, str):
        return say("text in quotes")
    if isinstance(usual, list) and usual and type(usual[0]) is int:
        return say("a list of whole numbers")
    return say("a list") if isinstance(usual, list) else say("a section")


def _shown(value: Any) -> str:
    """A value as the file writes it, cut short where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
