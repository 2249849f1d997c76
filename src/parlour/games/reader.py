"""What every game's position.py shares: writing a position down, and reading one written by hand.

A `Reader` collects everything that is wrong instead of stopping at the first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from parlour.rules.game import option_codes
from parlour.rules.position import Position
from parlour.text import BadChoice, Text, join, nearest, say

# ---------------------------------------------------------------- writing


def moved(
    data: Mapping[str, Any], key: str, seat: int, places: Mapping[str, Any], pick: str, drop: str
) -> dict[str, Any] | None:
    """A position set up by hand, in which `key` lists the places of each chair's pieces: one of them is
    another, by the names that spaces have for that seat. What went on in the turn is forgotten."""
    mine = list(data.get(key, {}).get(str(seat), ()))
    if pick not in places or drop not in places or places[pick] not in mine:
        return None
    mine[mine.index(places[pick])] = places[drop]
    kept = {name: data[name] for name in ("game", "options", "turn") if name in data}
    return kept | {key: {**data[key], str(seat): mine}}


def options_of(p: Position, rules: Any) -> dict[str, Any]:
    """The house rules that differ from the printed ones; nothing where none does."""
    differing = {
        o.name: o.choices[chosen] if o.choices else chosen
        for o in rules.OPTIONS
        if (chosen := getattr(p, o.name))
    }
    return {"options": differing} if differing else {}


def roll_off_of(p: Position) -> dict[str, Any]:
    """Who has yet to throw for the first turn, the best total so far, and whose it is."""
    return {"roll_off": {"rolling": bits(p.rolling), "best": p.best, "tied": bits(p.tied)}}


def bits(mask: int) -> list[int]:
    """The numbers whose bit is set."""
    return [i for i in range(int(mask).bit_length()) if mask >> i & 1]


def tidy(data: Any) -> Any:
    """The same data with NumPy's integers as plain ones, fit for JSON."""
    if type(data) is int or type(data) is str:
        return data
    if isinstance(data, dict):
        return {key: tidy(value) for key, value in data.items()}
    if isinstance(data, list):
        return [tidy(value) for value in data]
    return int(data) if isinstance(data, np.integer) else data


def shown(value: Any) -> str:
    """A value as it is written in JSON: null and true, not None and True."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):  # from a Python caller, who knows what it is
        return repr(value)


def outside(p: Position, ranges: Mapping[str, tuple[int, int]]) -> list[Text]:
    """The fields of a record that hold numbers which mean nothing."""
    return [
        say("{field} is not from {low} to {high}", field=name, low=low, high=high)
        for name, (low, high) in ranges.items()
        if not (low <= np.min(getattr(p, name)) and np.max(getattr(p, name)) <= high)
    ]


def option_ranges(rules: Any) -> dict[str, tuple[int, int]]:
    """What the fields of the house rules may hold, for `outside`."""
    return {o.name: (0, len(o.choices) - 1 if o.choices else o.most) for o in rules.OPTIONS}


# ---------------------------------------------------------------- reading


class Reader:
    """Takes the data apart, collecting everything that is wrong. `game` is whose position it must be."""

    def __init__(self, data: Any, keys: Iterable[str], game: str | None = None) -> None:
        self.reasons: list[Text] = []
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.wrong(say("a position is a JSON object, not {value}", value=shown(data)))
        for key in self.data:
            if key not in keys:
                known = say("there is no key “{key}”; the keys are {keys}.", key=key, keys=", ".join(keys))
                self.wrong(join([known, nearest(key, keys)]))
        if game is not None and self.data.get("game", game) != game:
            self.wrong(
                say("this is a position of {other}, not of {game}", other=self.data["game"], game=game)
            )

    def wrong(self, reason: Text) -> None:
        """Notes what is impossible, once; all faults are told together."""
        if reason not in self.reasons:
            self.reasons.append(reason)

    def number(self, key: str, low: int, high: int, default: int = 0) -> int:
        """A whole number between two bounds, or a fault; what is left out has its default."""
        return self.a_number(self.data.get(key, default), key, low, high)

    def a_number(self, value: Any, key: str, low: int, high: int) -> int:
        """The same for a value that is at hand, called by its key in the fault."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.wrong(
            say(
                "{key} is a number from {low} to {high}, not {value}",
                key=key,
                low=low,
                high=high,
                value=shown(value),
            )
        )
        return low

    def numbers(self, key: str, low: int, high: int, source: dict[str, Any] | None = None) -> list[int]:
        """A list of whole numbers, empty where it is left out."""
        value = (self.data if source is None else source).get(key, [])
        if not isinstance(value, list):
            self.wrong(say("{key} is a list of numbers, not {value}", key=key, value=shown(value)))
            return []
        return [self.a_number(v, key, low, high) for v in value]

    def table(self, key: str) -> dict[str, Any]:
        """An object in the JSON, empty where it is left out."""
        value = self.data.get(key, {})
        if isinstance(value, dict):
            return value
        self.wrong(say("{key} is an object, not {value}", key=key, value=shown(value)))
        return {}

    def yes(self, key: str) -> bool:
        """Yes or no, no where it is left out."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.wrong(say("{key} is true or false, not {value}", key=key, value=shown(value)))
        return value is True

    def mask(self, key: str, high: int, source: dict[str, Any] | None = None) -> int:
        """A list of numbers from 0, as bits."""
        return sum(1 << n for n in set(self.numbers(key, 0, high, source)))

    def options(self, p: Position, rules: Any, players: int, given: Mapping[str, Any] | None = None) -> None:
        """Fill in the house rules; one that is wrong does not undo another."""
        for name, value in (self.table("options") if given is None else given).items():
            try:
                setattr(p, name, option_codes(rules.OPTIONS, players, {name: value})[name])
            except BadChoice as error:
                self.wrong(error.text)

    def roll_off(self, p: Position, rules: Any, most: int) -> None:
        """How far the throws for the first turn have come; `most` is the largest total."""
        table = self.table("roll_off")
        p.phase = rules.ROLL_OFF
        p.rolling = self.mask("rolling", rules.CHAIRS - 1, table)
        p.tied = self.mask("tied", rules.CHAIRS - 1, table)
        p.best = self.a_number(table.get("best", 0), "best", 0, most)

    def chair(self, name: str, rules: Any) -> bool:
        """Is this the number of a chair?"""
        if name in map(str, range(rules.CHAIRS)):
            return True
        self.wrong(say("the chairs are 0 to {last}, not “{chair}”", last=rules.CHAIRS - 1, chair=name))
        return False

    def pieces(self, key: str, rules: Any, place: Callable[[int, Any], int]) -> dict[int, list[int]]:
        """Where the pieces of every chair that is taken stand: {"0": [place, ...], ...}."""
        each = rules.State[key].shape[1]
        found: dict[int, list[int]] = {}
        for chair, places in self.table(key).items():
            if not self.chair(chair, rules):
                continue
            if not isinstance(places, list) or len(places) != each:
                self.wrong(
                    say(
                        "chair {chair} has {each} {pieces}, not {places}",
                        chair=chair,
                        each=each,
                        pieces=key,
                        places=shown(places),
                    )
                )
            else:
                found[int(chair)] = [place(int(chair), name) for name in places]
        if not self.reasons and len(found) not in rules.SEATS:
            sizes = ", ".join(map(str, rules.SEATS))
            self.wrong(
                say(
                    "{count:chair is|chairs are} taken; the game is for {sizes}",
                    count=len(found),
                    sizes=sizes,
                )
            )
        return found
