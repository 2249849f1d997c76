"""What is counted of a game: captures, starts, homecomings and doublets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.harness import Form, Walk
from tests.rulebook.pollyanna.support import both_forms, lay

COUNTED: list[Any] = [
    ("20 30", "@23", ["4-3", "20+3"], {"captures": 1}),
    ("20 30", "@23", ["4-3", "30+3", "20+4"], {}),
    ("1 H H H", "@3 @23", ["2-1", "1+2", "R10:3", "13+1"], {"captures": 1}),
    ("20 30", "@23 @33", ["4-3", "20+3", "R10:23"], {"captures": 2}),
    ("1 H H H", "@3 @23", ["2-1", "1+2", "pass"], {"captures": 1}),
    ("", "@23", ["4-2", "START="], {"starts": 1}),
    ("", "@23", ["6-2", "START6"], {"starts": 1}),
    ("", "@23", ["6-6", "START6", "START6"], {"starts": 2, "doublets": 1}),
    ("20 57 H H", "@23", ["4-3", "57+4", "20+3"], {"captures": 1, "homecomings": 1}),
    ("20 30 H H", "@40", ["1-1", "20+1", "30+1"], {"doublets": 1}),
]


@both_forms
@pytest.mark.parametrize(("mine", "theirs", "steps", "counted"), COUNTED)
def test_what_is_counted(
    form: Form, mine: str, theirs: str, steps: list[str], counted: dict[str, int]
) -> None:
    """POL-CAP-1, POL-ENTER-1, POL-HOME-5, POL-DBL-1: each thing that happens once."""
    assert lay(form, mine, a=theirs).tallied(*steps) == counted


@both_forms
def test_the_roll_off_counts_nothing(form: Form) -> None:
    """POL-FIRST-1: its dice are not played, doublets neither."""
    assert Walk.new(form, 2).tallied("5-5", "4-3") == {}
