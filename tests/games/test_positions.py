"""Positions that cannot be: every reason at once, each once, whatever the JSON holds."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.text import BadPosition

RED = [10, 10, 20, 5]
YELLOW = ["S", "S", "S", "S"]


def reasons(red: list[Any] = RED, yellow: list[Any] = YELLOW, **more: Any) -> list[str]:
    with pytest.raises(BadPosition) as refused:
        parlour.load("parcheesi").position.build({"pawns": {"0": red, "2": yellow}, "turn": 0, **more})
    return [str(reason) for reason in refused.value.reasons]


def test_two_faults_of_one_space_are_both_named() -> None:
    said = reasons([10, 10, 10, 5], ["@10", "S", "S", "S"])
    assert "Red, Yellow stand together on loop space 10" in said
    assert any(reason.startswith("3 Red pawns stand on space 10") for reason in said)


def test_what_is_mistyped_does_not_hide_what_is_impossible() -> None:
    said = reasons([10, 10, 10, "X"], dublets=1)
    assert "there is no key “dublets”" in said[0] and said[0].endswith("Did you mean doublets?")
    assert any('"X" is not a place' in reason for reason in said)
    assert any(reason.startswith("3 Red pawns stand on space 10") for reason in said)


def test_values_are_shown_as_json_writes_them() -> None:
    said = reasons([None, 10, 20, 5], doublets=True, bonuses=None, over=None, locks=[[None, 1]])
    for shown in ("null is not a place", "not true", "numbers, not null", "false, not null", "[[null, 1]]"):
        assert any(shown in reason for reason in said), shown


def test_every_wrong_option_is_named() -> None:
    said = reasons(options={"pairlock": "off", "bonus_cap": -5})
    assert len(said) == 2 and said[1].endswith("not “-5”. The nearest is 0.")


def test_the_same_reason_is_given_once() -> None:
    assert len(reasons(yellow=["@33", "@33", "S", "S"])) == 1


@pytest.mark.parametrize("locks", [[[[], 1]], [[{}, 1]], [[0, 0]], [[0, 9]], [[0]], [3], "x", [[True, 0]]])
def test_locks_of_any_kind_are_read_or_refused(locks: Any) -> None:
    assert any("locks are pairs of different pawns" in reason for reason in reasons(locks=locks))


def test_counts_left_need_the_dice_they_are_left_of() -> None:
    assert reasons(left=[3]) == ["left and four need the dice that were rolled"]
    assert reasons(four=True) == ["left and four need the dice that were rolled"]


def test_a_number_too_long_to_be_read_is_no_place() -> None:
    """Python refuses to read more than 4300 digits; a player must not see that."""
    for game, key, waiting in (("parcheesi", "pawns", "S"), ("pollyanna", "pieces", "C")):
        places = {"0": ["@" + "9" * 5000, *[waiting] * 3], "2": [waiting] * 4}
        with pytest.raises(BadPosition, match="is not a place"):
            parlour.load(game).position.build({key: places, "turn": 0})
