"""The scenario table of the Pollyanna specification, row by row, on both forms of the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import parlour
from tests.rulebook.harness import Form, cases, play_row, rows

FILE = Path(__file__).with_name("scenarios.json")
ROWS = cases(parlour.load("pollyanna"), FILE)

# The rows of the specification's tables; sub-cases, throws and other modes add to the id.
TABLE = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40]
TABLE += [41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77]
TABLE += [79, 80, 82, 83]
PARTS = {55: "abcdef", 62: "ab", 80: ["-pair", "-three"]}
PARTS |= {56: [f"-{a}-{b}" for a in range(1, 7) for b in range(1, a + 1)]}


@pytest.mark.parametrize(("form", "row"), ROWS)
def test_row(form: Form, row: dict[str, Any]) -> None:
    play_row(form, row)


@pytest.mark.parametrize(("form", "row"), [case for case in ROWS if "position" in case.values[1]])
def test_row_from_every_chair(form: Form, row: dict[str, Any]) -> None:
    """POL-GEO-2: the board looks alike from all four sides."""
    for by in (1, 2, 3):
        position = row["position"]
        moved = turned({"pieces": position["pieces"], "rolls": position["turn"]}, by)
        steps = [step if isinstance(step, str) else turned(step, by) for step in row["steps"]]
        position = position | {"pieces": moved["pieces"], "turn": moved["rolls"]}
        play_row(form, {"id": f"{row['id']} turned by {by}", "position": position, "steps": steps})


def turned(check: Mapping[str, Any], by: int) -> dict[str, Any]:
    """A check with everybody so many chairs further to the right."""
    new = dict(check)
    for name, value in check.items():
        if name == "pieces":
            new[name] = {str((int(seat) + by) % 4): places for seat, places in value.items()}
        elif name in ("rolls", "decides"):
            new[name] = (value + by) % 4
        elif name == "wins":
            new[name] = sorted((seat + by) % 4 for seat in value)
        elif name == "then":
            new[name] = {steps: turned(further, by) for steps, further in value.items()}
    return new


def test_no_row_is_missing() -> None:
    ids = [row["id"] for row in rows(FILE)]
    assert {int(re.findall(r"\d+", i)[0]) for i in ids} == set(TABLE)
    for number, parts in PARTS.items():
        assert {f"POL-T-{number}{part}" for part in parts} <= set(ids)
