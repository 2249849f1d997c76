"""The levels of a game's bots: six, from one that a child can beat to one that thinks for seconds.

`levels.toml` in a game's folder says for each level which bot it is, and how long it may think:

    [3]
    spec = "careful:attention=0.9,slip=0.3"
    seconds = 0.1

A level is weaker than the next because it sees less (`attention`, `sees`, fewer simulations) and because its
hand is less sure (`slip`), never by its dice. A game without the file has levels of the same kind, which
nobody has measured.

The file also keeps the strongest bot of earlier versions, so that what is new can be measured against it: its
name is the version's, "v0.1.0", and `network` the SHA-256 of the network that it judges by, if it does.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from parlour.bots.bot import LEVEL, read
from parlour.bots.learned import hash_of, is_trained
from parlour.rules.game import Game
from parlour.text import BadChoice, Text, join, say, unknown

__all__ = ["Former", "Level", "former", "level", "levels", "seconds_for"]

NAMES = {
    1: (say("newcomer"), say("Knows the rules and overlooks a lot; a child can win.")),
    2: (say("casual player"), say("Sees the obvious, and is often distracted.")),
    3: (say("regular"), say("Plays sensibly, with a slip now and then.")),
    4: (say("old hand"), say("Overlooks little and seldom errs.")),
    5: (say("expert"), say("Makes few mistakes, and answers at once.")),
    6: (say("master"), say("Takes seconds over a move, and looks farthest ahead.")),
}
ADVISER = 5  # who gives hints: the strongest that answers at once
_GENERIC = {
    1: ("careful:attention=0.5,slip=1.5", 0.1),
    2: ("careful:attention=0.7,slip=0.8", 0.1),
    3: ("careful:attention=0.9,slip=0.4", 0.1),
    4: ("careful:slip=0.1", 1.0),
    5: ("search", 4.0),
    6: ("search:simulations=20000,threads=2,keep=1", 4.3),
}
USUAL_SECONDS = 5.0
VERSION = re.compile(r"v\d+\.\d+\.\d+")
_FILE = "levels.toml"
_LONGEST = 600.0  # seconds for one move


@dataclass(frozen=True)
class Level:
    """A bot of known strength."""

    number: int
    name: Text
    words: Text  # one line about how it plays
    spec: str
    seconds: float  # that it may think about one move


@dataclass(frozen=True)
class Former:
    """The strongest bot of an earlier version."""

    spec: str
    seconds: float
    network: str = ""  # the SHA-256 of its network, if it has one


def former(game: Game, version: str) -> Former:
    """The strongest bot that the game had in that version; refused where its network is another one now."""
    found = _kept(game.folder)[1]
    if version not in found:
        raise unknown(say("bot of an earlier version"), version, found)
    one = found[version]
    if one.network and not (is_trained(game) and hash_of(game) == one.network):
        raise BadChoice(
            say(
                "The bot {version} of {game} judges by a network that is not here: {network}….",
                version=version,
                game=game.id,
                network=one.network[:12],
            )
        )
    return one


def level(game: Game, number: int | str) -> Level:
    """One of the game's levels."""
    for one in levels(game):
        if str(number).strip() == str(one.number):
            return one
    raise unknown(say("level"), number, NAMES)


def levels(game: Game) -> tuple[Level, ...]:
    """The game's levels, the weakest first; considerations judge where there is no network for the board."""
    found = _kept(game.folder)[0]
    if is_trained(game):
        return found
    return tuple(replace(one, spec=re.sub(r"\blearned\b", "careful", one.spec)) for one in found)


def seconds_for(game: Game, spec: str) -> float:
    """How long the bot of this spec may think about one move: as its level says, or the usual time."""
    kind, settings = read(spec)
    if VERSION.fullmatch(kind):
        return former(game, kind).seconds
    if kind != LEVEL and not kind.isdecimal():
        return USUAL_SECONDS
    return level(game, kind if kind.isdecimal() else settings.text(LEVEL, "")).seconds


@cache
def _kept(folder: Path) -> tuple[tuple[Level, ...], dict[str, Former]]:
    """The levels of a folder, and what it keeps of earlier versions."""
    file = folder / _FILE
    given, formers = _read(file) if file.is_file() else ({}, {})
    found = []
    for number, (name, words) in NAMES.items():
        spec, seconds = given.get(number, _GENERIC[number])
        found.append(Level(number, name, words, spec, seconds))
    return tuple(found), formers


def _read(file: Path) -> tuple[dict[int, tuple[str, float]], dict[str, Former]]:
    """What the file says; an error that names everything that is wrong with it."""
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadChoice(say("{file} cannot be read: {why}.", file=file, why=error)) from error
    faults, found, formers = [], {}, {}
    for key in {**dict.fromkeys(map(str, NAMES)), **data}:
        is_former = VERSION.fullmatch(key) is not None
        if not is_former and (not key.isdecimal() or int(key) not in NAMES):
            faults.append(say("there is no level “{level}”", level=key))
            continue
        table = data.get(key)
        network = table.pop("network", "") if is_former and isinstance(table, dict) else ""
        fault = _fault(table)
        if fault is not None:
            faults.append(say("level {level}: {fault}", level=key, fault=fault))
        elif is_former and table is not None:
            formers[key] = Former(str(table["spec"]), float(table["seconds"]), str(network))
        elif table is not None:
            found[int(key)] = (str(table["spec"]), float(table["seconds"]))
    if faults:
        raise BadChoice(say("{file}: {faults}.", file=file, faults=join(faults, "; ")))
    return found, formers


def _fault(table: Any) -> Text | None:
    if not isinstance(table, dict) or set(table) != {"spec", "seconds"}:
        return say("it needs a spec and seconds, and nothing else")
    seconds = table["seconds"]
    if type(seconds) not in (int, float) or not 0 < seconds <= _LONGEST:
        return say("seconds are a number above 0, at most {most}", most=f"{_LONGEST:g}")
    if not isinstance(table["spec"], str):
        return say("its spec is no text")
    try:
        kind, _ = read(table["spec"])
    except BadChoice as error:
        return error.text
    if kind == LEVEL or kind.isdecimal() or VERSION.fullmatch(kind):  # or it could go round in circles
        return say("a level is made of a kind of bot, not of another level")
    return None
