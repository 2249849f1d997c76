"""The levels of a game's bots: five, from one that a child can beat to the strongest there is."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from parlour.rules.game import Game
from parlour.text import say, unknown

LEVELS = ("1", "2", "3", "4", "5")
_GENERIC = {
    "1": "careful:attention=0.5,slip=1.5",
    "2": "careful:attention=0.7,slip=0.8",
    "3": "careful:attention=0.9,slip=0.3",
    "4": "careful:slip=0.1",
    "5": "careful",
}


@dataclass(frozen=True)
class Level:
    """A bot of known strength."""

    number: str
    spec: str
    seconds: float  # that it may think about one move


def level(game: Game, number: str) -> Level:
    """One of the game's levels."""
    found = {one.number: one for one in levels(game)}
    if str(number) not in found:
        raise unknown(say("level"), number, LEVELS)
    return found[str(number)]


def levels(game: Game) -> list[Level]:
    """The game's levels, the weakest first (levels.toml of its folder)."""
    file = game.folder / "levels.toml"
    given = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return [
        Level(n, str(given.get(n, {}).get("spec", _GENERIC[n])), float(given.get(n, {}).get("seconds", 1.0)))
        for n in LEVELS
    ]
