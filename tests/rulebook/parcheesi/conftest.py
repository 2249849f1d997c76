"""What the Parcheesi tests share: both forms of the rules, and positions in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import parlour

from ..harness import At, Form, Walk, forms


@pytest.fixture(params=forms(parlour.load("parcheesi")), ids=lambda form: form.name)
def form(request: pytest.FixtureRequest) -> Form:
    chosen: Form = request.param
    return chosen


@pytest.fixture
def at(form: Form) -> At:
    def build(
        mine: Sequence[Any],
        others: Mapping[int, Sequence[Any]] | None = None,
        turn: int = 0,
        doublets: int = 0,
        fresh: Mapping[str, int] | None = None,
        **options: Any,
    ) -> Walk:
        opposite = (turn + 2) % 4
        seated = {turn: mine, **(others or {opposite: []})}
        pawns = {str(seat): [*places, *["S"] * (4 - len(places))] for seat, places in sorted(seated.items())}
        data: dict[str, Any] = {"game": "parcheesi", "turn": turn, "pawns": pawns}
        data |= {"options": options} if options else {}
        data |= {"doublets": doublets} if doublets else {}
        data |= {"fresh": fresh} if fresh else {}
        return Walk.build(form, data)

    return build
