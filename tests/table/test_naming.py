"""Moves that are named rightly but find no piece: the answer says who is not where."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.table import Match, TypedDice
from parlour.text import MalformedAction

PARCHEESI = {"pawns": {"0": [10, 20, "H", "H"], "2": ["S", "S", "S", "S"]}, "turn": 0}
POLLYANNA = {"pieces": {"0": [10, "T2.3", "H", "H"], "2": ["C", "C", "C", "C"]}, "turn": 0}

ABSENT = [
    ("parcheesi", PARCHEESI, "E", "you have no pawn in START (PAR-ENTER-1)"),
    ("parcheesi", PARCHEESI, "e2", "you have no pawn in START (PAR-ENTER-1)"),
    ("parcheesi", PARCHEESI, "30+5", "you have no pawn on 30 (PAR-MOVE-1)"),
    ("parcheesi", PARCHEESI, "B20:30", "you have no pawn on 30 (PAR-MOVE-1)"),
    ("pollyanna", POLLYANNA, "START6", "you have no piece in the corner (POL-ENTER-1)"),
    ("pollyanna", POLLYANNA, "start=", "you have no piece in the corner (POL-ENTER-1)"),
    ("pollyanna", POLLYANNA, "20+5", "you have no piece on 20 (POL-DICE-1)"),
    ("pollyanna", POLLYANNA, "20+5>T2.1", "you have no piece on 20 (POL-DICE-1)"),
    ("pollyanna", POLLYANNA, "T1.6+3", "you have no piece on T1.6 (POL-DICE-1)"),
    ("pollyanna", POLLYANNA, "R10:25", "you have no piece on 25 (POL-DICE-1)"),
]


def rolled(game: str, start: dict[str, Any]) -> Match:
    match = Match.new(game, 2, dice=TypedDice(), start=start)
    match.roll("5-4")
    return match


@pytest.mark.parametrize(("game", "start", "text", "said"), ABSENT)
def test_a_move_of_nobody_says_so(game: str, start: dict[str, Any], text: str, said: str) -> None:
    match = rolled(game, start)
    why, _, clause = said.removesuffix(")").partition(" (")
    assert str(match.why_not(0, text)) == f"It cannot be played: {why}. ({clause})"
    with pytest.raises(MalformedAction) as refused:
        match.play(0, text)
    assert str(refused.value).startswith(f"“{text}” cannot be played: {said}. ")


@pytest.mark.parametrize("text", ["", "hello", "99", "10+", "+4", "T9", "10+4+", "B20", "10-4"])
@pytest.mark.parametrize(("game", "start"), [("parcheesi", PARCHEESI), ("pollyanna", POLLYANNA)])
def test_what_is_no_name_at_all(game: str, start: dict[str, Any], text: str) -> None:
    with pytest.raises(MalformedAction, match="names nothing that can be played here"):
        rolled(game, start).why_not(0, text)


@pytest.mark.parametrize(
    "shown", ["3-1/6-4", "1-3/4-6", "13/46", "13 46", "1346", "3,1,6,4", "13-64", "blue 4-6 red 13"]
)
def test_two_pairs_of_dice_are_read_pair_by_pair(shown: str) -> None:
    """Real dice lie in any order; the red pair comes first."""
    match = Match.new("doubleswild", 2, dice=TypedDice())
    match.roll("6 5 3")
    match.roll("1-1-1")
    match.roll(shown)
    assert match.events[-1].text == "3-1/6-4"


@pytest.mark.parametrize(
    "shown", ["6-4/3", "3/164", "3-1", "3-1/6-4/1-1", "31 64 1", "3-1/6-7", "red 3-1", "red 3-1 red 6-4"]
)
def test_dice_that_are_not_two_pairs(shown: str) -> None:
    match = Match.new("doubleswild", 2, dice=TypedDice())
    match.roll("6-5-3")
    match.roll("1-1-1")
    with pytest.raises(MalformedAction, match="cannot come up here"):
        match.roll(shown)
