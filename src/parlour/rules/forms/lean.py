"""The plain form where it has to be quick: the same text of the rules, on Python's own numbers.

A NumPy array gives NumPy's numbers, with which plain Python calculates much slower than with its own. A
memoryview of the same array gives Python's. So the whole-number tables of this form are views, and a rule
is handed a stand-in for the position whose arrays are. A rule that wants more of an array than single
numbers gets the position itself, as in the plain form.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from parlour.rules.forms.binding import plain
from parlour.rules.position import Position


class Lean:
    """`apply` of a game, for positions that are played on one by one."""

    def __init__(self, rules: ModuleType, usual: Any) -> None:
        """`usual` is the game's plain form."""
        form = plain(rules)
        self._apply, self._usual = form.apply, usual.apply
        for names in form.modules.values():
            names.update({name: value.data for name, value in names.items() if _is_table(value)})

    def after(self, before: Position, action: int) -> Position:
        """The position that an action leads to; the one before it stays as it is."""
        after = before.copy()
        stand_in = _StandIn()
        numbers = stand_in.__dict__
        for name, value in after.__dict__.items():
            numbers[name] = value.data if type(value) is np.ndarray else value
        try:
            self._apply(stand_in, action)
        except Exception:  # whether it is the view or the rule itself that cannot, the plain form will tell
            after = before.copy()
            self._usual(after, action)
            return after
        for name, value in numbers.items():
            if type(value) is not memoryview:
                after.__dict__[name] = value
        return after


class _StandIn:
    """Has a position's fields."""


def _is_table(value: Any) -> bool:
    """Of whole numbers that Python's, which have no end, can stand for."""
    return (
        isinstance(value, np.ndarray)
        and value.ndim > 0
        and value.dtype.kind in "iu"
        and value.dtype != np.uint64
    )
