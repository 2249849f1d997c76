"""Actions in parts: what each part of a decision stands for, and that together they say all of it."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.rules.narrow import parts_of
from tests.rulebook.doubletrack.support import GAME, L, R, code_of

N: Any = GAME.module("narrow")
WORDS = [
    0,
    R.ASK,
    R.DECLINE,
    R.DEAL + R.BOX,
    R.SEAT + 3,
    R.PASS,
    R.CARD + L.KINDS - 1,
    R.STEPS + 5,
    R.PRICE - 1,
]


@pytest.mark.parametrize("action", WORDS)
def test_a_word_is_one_part_and_stands_for_itself(action: int) -> None:
    assert [int(N.part(action, depth)) for depth in range(4)] == [action, N.NONE, N.NONE, N.NONE]


@pytest.mark.parametrize("dollars", [0, 5, 10, 375, R.ALL_MONEY])
def test_a_price_is_one_part_counted_in_fives(dollars: int) -> None:
    """DBT-Q-10."""
    price = code_of(f"price {dollars}")
    assert [int(N.part(price, depth)) for depth in range(3)] == [N.PRICES + dollars // 5, N.NONE, N.NONE]


@pytest.mark.parametrize(
    "counts", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (3, 20, 5), (20, 7, 8)], ids=str
)
def test_chips_are_three_parts_one_for_each_colour(counts: tuple[int, int, int]) -> None:
    """DBT-BID-2, DBT-SET-9: how many red ones, blue ones, yellow ones, and no fourth part."""
    red, blue, yellow = counts
    chips = code_of(f"chips {red}r {blue}b {yellow}y")
    assert [int(N.part(chips, depth)) for depth in range(4)] == [
        N.RED + red,
        N.BLUE + blue,
        N.YELLOW + yellow,
        N.NONE,
    ]
    assert parts_of(GAME, chips) == [N.RED + red, N.BLUE + blue, N.YELLOW + yellow]


def test_no_two_kinds_of_parts_share_a_code() -> None:
    """The last of each kind lies just below the first of the next."""
    most = code_of("chips 20r 20b 8y")
    assert N.part(code_of(f"price {R.ALL_MONEY}"), 0) == N.RED - 1
    assert [int(N.part(most, depth)) for depth in range(3)] == [N.BLUE - 1, N.YELLOW - 1, N.NARROW - 1]
