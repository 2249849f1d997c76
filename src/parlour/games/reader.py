"""Reads hand-written data, collecting everything that is wrong instead of stopping at the first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from parlour.text import Text, join, nearest, say


def tidy(data: Any) -> Any:
    """The same data with NumPy's integers as plain ones, fit for JSON."""
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


class Reader:
    """Takes the data apart, collecting everything that is wrong."""

    def __init__(self, data: Any, keys: Iterable[str]) -> None:
        self.reasons: list[Text] = []
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.wrong(say("a position is a JSON object, not {value}", value=shown(data)))
        for key in self.data:
            if key not in keys:
                known = say("there is no key “{key}”; the keys are {keys}.", key=key, keys=", ".join(keys))
                self.wrong(join([known, nearest(key, keys)]))

    def wrong(self, reason: Text) -> None:
        if reason not in self.reasons:
            self.reasons.append(reason)

    def number(self, key: str, low: int, high: int, default: int = 0) -> int:
        return self.a_number(self.data.get(key, default), key, low, high)

    def a_number(self, value: Any, key: str, low: int, high: int) -> int:
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
        value = (self.data if source is None else source).get(key, [])
        if not isinstance(value, list):
            self.wrong(say("{key} is a list of numbers, not {value}", key=key, value=shown(value)))
            return []
        return [self.a_number(v, key, low, high) for v in value]

    def table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if isinstance(value, dict):
            return value
        self.wrong(say("{key} is an object, not {value}", key=key, value=shown(value)))
        return {}

    def yes(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.wrong(say("{key} is true or false, not {value}", key=key, value=shown(value)))
        return value is True

    def pieces(self, key: str, rules: Any, place: Callable[[int, Any], int]) -> dict[int, list[int]]:
        """Where the pieces of every chair that is taken stand: {"0": [place, ...], ...}."""
        each = rules.State[key].shape[1]
        found: dict[int, list[int]] = {}
        for chair, places in self.table(key).items():
            if chair not in map(str, range(rules.CHAIRS)):
                last = rules.CHAIRS - 1
                self.wrong(say("the chairs are 0 to {last}, not “{chair}”", last=last, chair=chair))
            elif not isinstance(places, list) or len(places) != each:
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
                say("{count} chairs are taken; the game is for {sizes}", count=len(found), sizes=sizes)
            )
        return found
