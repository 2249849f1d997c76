"""The scenario table of the Parcheesi specification, row by row, on both forms of the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import parlour

from ..harness import Form, cases, play_row, rows

FILE = Path(__file__).with_name("scenarios.json")

# The rows of the specification's tables; sub-cases and house rules add a letter or a word.
TABLE = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 33, 34, 35, 37, 38]
TABLE += [40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76]


@pytest.mark.parametrize(("form", "row"), cases(parlour.load("parcheesi"), FILE))
def test_row(form: Form, row: dict[str, Any]) -> None:
    play_row(form, row)


def test_no_row_is_missing() -> None:
    found = {int(re.match(r"PAR-T-(\d+)", row["id"])[1]) for row in rows(FILE)}  # type: ignore[index]
    assert found == set(TABLE)
