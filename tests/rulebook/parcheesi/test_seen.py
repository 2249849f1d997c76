"""What is counted of a game: captures, entries, homecomings, doublets and penalties."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import parlour

from ..harness import At, Form, Walk

COUNTED: list[Any] = [
    ([10], ["@14"], 0, ["4-2", "10+4", "14+2", "B20:16"], {"captures": 1}),
    ([10, 15], ["@14"], 0, ["4-2", "15+4", "10+2"], {}),
    ([10], ["@14", "@36"], 0, ["4-2", "10+4", "14+2", "B20:16", "B20:36"], {"captures": 2}),
    ([10], ["@40"], 0, ["5-2", "E", "10+2"], {"entries": 1}),
    ([10], ["@40"], 0, ["5-5", "E", "E"], {"entries": 2, "doublets": 1}),
    ([10, 69, "H"], ["@40"], 0, ["2-1", "69+2", "10+1", "B10:11"], {"homecomings": 1}),
    ([10, 61, "H"], ["@14"], 0, ["4-2", "10+4", "14+2", "B20:16"], {"captures": 1}),
    ([10], ["@40"], 2, ["3-3"], {"doublets": 1, "penalties": 1}),
    ([10], ["@40"], 1, ["3-3"], {"doublets": 1}),
    ([10], ["@40"], 2, ["3-4"], {}),
]


@pytest.mark.parametrize(("mine", "theirs", "doublets", "steps", "counted"), COUNTED)
def test_what_is_counted(
    at: At, mine: list[Any], theirs: list[str], doublets: int, steps: list[str], counted: dict[str, int]
) -> None:
    """PAR-CAP-1, PAR-ENTER-1, PAR-HOME-1, PAR-DBL-1, PAR-DBL-7: each thing that happens once."""
    assert at(mine, {2: theirs}, doublets=doublets).tallied(*steps) == counted


def test_the_roll_off_counts_nothing(form: Form) -> None:
    """PAR-FIRST-2: its dice are not played, doublets neither."""
    assert Walk.new(form, 2).tallied("5-5", "4-3") == {}


def test_twins_stood_with_the_same_others() -> None:
    """PAR-BLOCK-5: two pawns are told apart by a third that only one of them stood with in this turn."""
    game = parlour.load("parcheesi")
    moving, record = game.module("moving"), game.module("record")
    assert moving and record
    p = game.new(2)
    for one, other, third in permutations(range(4), 3):
        p.locks = record.PAIR[one, third]
        assert not moving.same_locks(p, one, other) and not moving.same_locks(p, other, one)
        p.locks = record.PAIR[one, third] | record.PAIR[other, third] | record.PAIR[one, other]
        assert moving.same_locks(p, one, other)
