"""Who is ahead in a race, as the seats' cards show it."""

from __future__ import annotations

from typing import Any

import parlour


def signs(position: dict[str, Any], seat: int) -> list[tuple[str, str]]:
    game = parlour.load(position["game"])
    return [(sign.icon, sign.short) for sign in game.scene.signs(game.position.build(position), seat)]


def test_the_share_of_the_way_and_a_crown_for_the_one_in_front() -> None:
    start = {"game": "parcheesi", "turn": 0, "pawns": {"0": ["S", "S", "H", "H"], "2": ["S", "S", "S", 17]}}
    assert signs(start, 0) == [("home", "2/4"), ("lead", "50%")]
    assert signs(start, 2) == [("home", "0/4"), ("pawn", "6%")]
    assert signs(start, 1) == []  # nobody sits there


def test_nobody_is_in_front_of_an_equal() -> None:
    even = {"game": "parcheesi", "turn": 0, "pawns": {"0": ["S", "S", "S", 3], "2": ["S", "S", "S", 3]}}
    assert signs(even, 0)[1][0] == signs(even, 2)[1][0] == "pawn"


def test_partners_are_in_front_together() -> None:
    """The one who is furthest plays with one who has not begun. (POL-PART-1)"""
    pieces = {"0": ["C", "C", "C", "C"], "1": ["C", "C", 20, 20], "2": ["H", "H", "H", "C"], "3": ["C"] * 4}
    start = {"game": "pollyanna", "turn": 0, "pieces": pieces}
    assert [signs(start, seat)[1][0] for seat in range(4)] == ["lead", "pawn", "lead", "pawn"]
    assert signs(start, 2) == [("home", "3/4"), ("lead", "75%")]
