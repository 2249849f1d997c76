"""Laying out a position of Pollyanna in a few words, for the tests beside this file."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from tests.rulebook.harness import Form, Walk, forms

GAME = parlour.load("pollyanna")
both_forms = pytest.mark.parametrize("form", forms(GAME), ids=lambda f: f.name)


def data(
    me: str, a: str = "", b: str = "", c: str = "", *, turn: int = 0, chairs: str = "0123", **options: Any
) -> dict[str, Any]:
    """A position before a throw, as JSON: the pieces of the player on turn, then of the players to
    his right, opposite and to his left. "@25" is the space that the player on turn calls 25; pieces
    not mentioned wait in their corners. Four play each for himself unless `mode` says otherwise.
    """
    if len(chairs) == 4:
        options.setdefault("mode", "individual")
    pieces = {}
    for k, words in enumerate((me, a, b, c)):
        seat = (turn + k) % 4
        if str(seat) in chairs:
            places = [int(w) if w.isdecimal() else w for w in words.split()]
            pieces[str(seat)] = places + ["C"] * (4 - len(places))
    return {"game": "pollyanna", "options": options, "pieces": pieces, "turn": turn}


def lay(form: Form, *args: Any, **kwargs: Any) -> Walk:
    """A position on the table, ready for a throw."""
    return Walk.build(form, data(*args, **kwargs))


def partners(form: Form, *args: Any, **kwargs: Any) -> Walk:
    """The same for two pairs of partners."""
    return lay(form, *args, mode="usual", **kwargs)
