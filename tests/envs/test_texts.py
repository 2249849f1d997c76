"""The text door: a whole game by answers, refusals with their clause, and nothing that can be cheated."""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from examples.text_player import stand_in
from parlour.envs.texts import TextTable
from parlour.text import BadAction, BadChoice


def table(name: str, **more: Any) -> TextTable:
    return TextTable(name, seed=3, form=parlour.load(name).plain, **more)


@pytest.mark.parametrize("name", ["tritrac", "doubletrack"])
def test_a_stand_in_for_a_model_plays_a_whole_game(name: str) -> None:
    rng, seat = random.Random(1), table(name, patience=50)
    said = ""
    while not seat.over:
        said = seat.answer(stand_in(f"{said}\n{seat.prompt()}", rng)) or ""
    assert seat.episode.over and seat.reward == seat.episode.rewards[seat.seat]
    costs = seat.costs
    assert 0 < costs.refused < costs.prompts and costs.read > costs.written > 0
    with pytest.raises(BadAction, match="over"):
        seat.answer("move 0")


def test_a_refusal_names_the_clause_and_changes_nothing() -> None:
    seat = table("tritrac")
    before = seat.episode.to_bytes()
    told = seat.answer("move Na2u/H")
    assert told is not None and "TRI-" in told
    assert seat.episode.to_bytes() == before and seat.costs.refused == 1
    assert seat.answer("I am sure.\nmove Nc2d/H") is None


def test_after_too_many_refusals_the_game_is_lost() -> None:
    seat = table("tritrac", patience=2)
    assert seat.answer("castle") and not seat.over
    assert seat.answer("castle again") and seat.over and seat.reward == -1.0
    with pytest.raises(BadChoice, match="Seats are 0, 1"):
        table("tritrac", seat=5)
