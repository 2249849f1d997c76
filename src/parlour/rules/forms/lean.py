"""The plain form where it has to be quick: the same text of the rules, on Python's own numbers.

A NumPy array gives NumPy's numbers, with which plain Python calculates much slower than with its own. A
memoryview of the same array gives Python's. So the whole-number tables of this form are views, and a rule
is handed a stand-in for the position whose arrays are. A rule that wants more of an array than single
numbers gets the position itself, as in the plain form.

Most of a readable step is spent on working out afresh what follows from the rest (DERIVED). Where a game
has a fast text, the step is made by both: the readable rules decide it, leaving that out, and the fast text
keeps it up to date. They must agree on everything else; where they do not, the readable rules have their way.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from parlour.rules.forms.binding import plain
from parlour.rules.position import Position

log = logging.getLogger("parlour.rules")
_Step = Callable[[Any, int], None]


class Lean:
    """`apply` of a game, for positions that are played on one by one."""

    def __init__(self, rules: ModuleType, usual: Any, fast: ModuleType | None = None) -> None:
        """`usual` is the game's plain form, `fast` its fast text."""
        self._usual, self._derived = usual, getattr(usual, "DERIVED", ())
        if len(self._derived) < 2:  # which the readable rules have as soon as anybody
            fast = None
        self._fast: _Step | None = None if fast is None else _on_numbers(plain(rules, fast=fast)).apply
        form = _on_numbers(plain(rules))
        self._law: _Step = form.apply
        if fast is not None:
            for names in form.modules.values():
                if "derive" in names:
                    names["derive"] = _nothing

    def after(self, before: Position, action: int) -> Position:
        """The position that an action leads to; the one before it stays as it is."""
        after, numbers = _stand_in(before)
        try:
            (self._fast or self._law)(numbers, action)
            if self._fast is not None:
                _, decided = _stand_in(before)
                self._law(decided, action)
                for name in self._derived:
                    setattr(decided, name, getattr(numbers, name))
                if decided.__dict__ != numbers.__dict__:
                    log.error("%s: the fast text took %d otherwise", self._usual, action)
                    return self._plainly(before, action)
        except Exception:  # whether it is the view or the rule itself that cannot, the plain form will tell
            return self._plainly(before, action)
        fields = after.__dict__
        for name, value in numbers.__dict__.items():
            if type(value) is not memoryview:
                fields[name] = value
        return after

    def _plainly(self, before: Position, action: int) -> Position:
        after = before.copy()
        self._usual.apply(after, action)
        return after


class _StandIn:
    """Has a position's fields."""


def _stand_in(position: Position) -> tuple[Position, Any]:
    """A copy, and what stands for it: views of its arrays, and its numbers."""
    copy, stand_in = position.copy(), _StandIn()
    numbers = stand_in.__dict__
    for name, value in copy.__dict__.items():
        numbers[name] = value.data if type(value) is np.ndarray else value
    return copy, stand_in


def _on_numbers(form: Any) -> Any:
    for names in form.modules.values():
        names.update({name: value.data for name, value in names.items() if _is_table(value)})
    return form


def _is_table(value: Any) -> bool:
    """Of whole numbers that Python's, which have no end, can stand for."""
    return (
        isinstance(value, np.ndarray)
        and value.ndim > 0
        and value.dtype.kind in "iu"
        and value.dtype != np.uint64
    )


def _nothing(s: Any) -> None:
    """What follows from the rest is worked out by somebody else."""
