"""Figures that come with a game, in words: what a single house rule does, for whoever sets a table up.

`parlour.lab.figures` makes them; reading them needs nothing of the lab.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from parlour.rules.game import Game
from parlour.rules.kit import Option
from parlour.text import Text, join, say

FILE = "figures.json"


@cache
def kept(folder: Path) -> dict[str, Any]:
    """What comes with a game; empty where nothing was measured."""
    file = folder / FILE
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def effects(game: Game, option: Option) -> Iterator[tuple[str, Text]]:
    """For each choice that was measured, what it does to a game, in a sentence."""
    if game.board_file is not None:
        return
    data = kept(game.folder)
    for choice in option.choices:
        found = data.get("options", {}).get(f"{option.name}={choice}")
        if found is not None:
            yield choice, _sentence(found, data)


def differences_in_words(found: dict[str, Any]) -> list[Text]:
    """What surely becomes different, each in a few words: of differences as [value, low, high], that of the
    length as a part of it."""
    told = []
    length = found.get("length")
    if length and _seen(length):
        percent = f"{100 * abs(length[0]):.1f}"
        told.append(
            say("games become {percent} % longer", percent=percent)
            if length[0] > 0
            else say("games become {percent} % shorter", percent=percent)
        )
    first = found.get("first")
    if first and _seen(first):
        points = f"{100 * abs(first[0]):.1f}"
        told.append(
            say("whoever begins wins {points} points more", points=points)
            if first[0] > 0
            else say("whoever begins wins {points} points less", points=points)
        )
    draws = found.get("decisiveness")
    if draws and _seen(draws):
        points = f"{100 * abs(draws[0]):.1f}"
        told.append(
            say("{points} points fewer games end in a draw", points=points)
            if draws[0] > 0
            else say("{points} points more games end in a draw", points=points)
        )
    return told


def _sentence(found: dict[str, Any], data: dict[str, Any]) -> Text:
    told = differences_in_words(found)
    values = {"games": data["games"], "players": found["players"], "made": data["made"]}
    if not told:
        return say(
            "Made no difference that we could see in {games:,} random games of {players} players ({made}).",
            **values,
        )
    return say(
        "In {games:,} random games of {players} players ({made}): {effects}.",
        effects=join(told, ", "),
        **values,
    )


def _seen(found: list[float]) -> bool:
    return found[1] > 0 or found[2] < 0
