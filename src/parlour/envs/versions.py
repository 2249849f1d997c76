"""Versions of environments: `parcheesi_v0`, and what came with it.

A version changes when the same actions would lead somewhere else or look different to a learner: another
ruling, other action codes, other features. A game tells its history in `VERSIONS` of its rules.py, one
line for each version; a game that has none is at version 0. Of these only the newest can be played. Where a
game says its actions in parts (narrow.py), its environments by parts are the version after that, and both
stay.
"""

from __future__ import annotations

import re

from parlour.games import load, names
from parlour.rules.game import Game
from parlour.rules.narrow import has_parts
from parlour.text import ParlourError, join, nearest, say


class UnknownEnvironment(ParlourError, ImportError):
    """A name such as `parcheesi_v7` that no environment has."""


def history(game: Game) -> tuple[str, ...]:
    """What came with each version of a game's environments."""
    whole: tuple[str, ...] = game.plain.VERSIONS
    return (*whole, game.narrow.HISTORY) if has_parts(game) else whole


def number_of(game: Game, narrow: bool = False) -> int:
    """The version that is played: by whole actions, or by parts."""
    return len(game.plain.VERSIONS) - (0 if narrow else 1)


def name_of(game: Game, narrow: bool = False) -> str:
    """The version that is played: `parcheesi_v0`."""
    return f"{game.id}_v{number_of(game, narrow)}"


def playable() -> dict[str, tuple[Game, bool]]:
    """Every version that can be played, by name: its game, and whether it is played by parts."""
    found = {}
    for game in map(load, names()):
        for narrow in (False, True) if has_parts(game) else (False,):
            found[name_of(game, narrow)] = game, narrow
    return found


def find(name: str) -> tuple[Game, bool]:
    """The game that a versioned name means, and whether by parts; an error lists what there is."""
    there = playable()
    if name in there:
        return there[name]
    problem = say("There is no environment “{name}”; there are: {names}.", name=name, names=", ".join(there))
    game = re.sub(r"_v\d+$", "", name)
    current = next((n for n in reversed(there) if n.rpartition("_v")[0] == game), None)
    hint = say("The newest version is {name}.", name=current) if current else nearest(name, there)
    raise UnknownEnvironment(join([problem, hint]))


def is_versioned(name: str) -> bool:
    """Does this look like the name of an environment?"""
    return re.fullmatch(r"[A-Za-z0-9_]+_v\d+", name) is not None
