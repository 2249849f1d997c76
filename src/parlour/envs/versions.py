"""Versions of environments: `parcheesi_v0`, and what came with it.

A version changes when the same actions would lead somewhere else or look different to a learner: another
ruling, other action codes, other features. A game tells its history in `VERSIONS` of its rules.py, one
line for each version; a game that has none is at version 0. Only the newest can be played.
"""

from __future__ import annotations

import re

from parlour.games import load, names
from parlour.rules.game import Game
from parlour.text import ParlourError, join, nearest, say


class UnknownEnvironment(ParlourError, ImportError):
    """A name such as `parcheesi_v7` that no environment has."""


def history(game: Game) -> tuple[str, ...]:
    """What came with each version of a game's environments."""
    told: tuple[str, ...] = game.plain.VERSIONS
    return told


def name_of(game: Game) -> str:
    """The newest version: `parcheesi_v0`."""
    return f"{game.id}_v{len(history(game)) - 1}"


def newest() -> dict[str, Game]:
    """The newest version of every game's environment, by name."""
    games = [load(name) for name in names()]
    return {name_of(game): game for game in games}


def find(name: str) -> Game:
    """The game that a versioned name means; an error lists what there is."""
    there = newest()
    if name in there:
        return there[name]
    told = say("There is no environment “{name}”; there are: {names}.", name=name, names=", ".join(there))
    game = re.sub(r"_v\d+$", "", name)
    current = next((n for n in there if n.rpartition("_v")[0] == game), None)
    hint = say("The newest version is {name}.", name=current) if current else nearest(name, there)
    raise UnknownEnvironment(join([told, hint]))


def is_versioned(name: str) -> bool:
    """Does this look like the name of an environment?"""
    return re.fullmatch(r"[A-Za-z0-9_]+_v\d+", name) is not None
