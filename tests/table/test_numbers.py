"""Pieces on one space that the rules tell apart: a number in a move's name only where it is needed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from parlour.table import CHANCE, Match, SeededDice, TypedDice
from parlour.text import IllegalAction
from tests.table.helpers import step

CORNERS = ["C"] * 4


def joined(mode: str, rest: Any) -> Match:
    """Yellow's third piece has joined two others on 20 and must wait; a 1 is left."""
    pieces = {"0": [17, 20, 20, rest], "1": CORNERS, "2": CORNERS, "3": CORNERS}
    start = {"pieces": pieces, "turn": 0, "options": {"mode": mode} if mode == "individual" else {}}
    match = Match.new("pollyanna", 4, start=start, dice=TypedDice())
    match.roll("3-1")
    match.play(0, "17+3")
    return match


@pytest.mark.parametrize("rest", ["H", "C"])
@pytest.mark.parametrize("mode", ["partners", "individual"])
def test_the_only_legal_move_of_its_name_has_no_number(mode: str, rest: str) -> None:
    match = joined(mode, rest)
    assert [move.notation for move in match.legal()] == ["20+1"]
    with pytest.raises(IllegalAction, match="#1"):  # the one that waits can still be asked for
        match.play(0, "20+1#1")
    match.play(0, "20+1")


def test_a_number_more_than_needed_is_understood() -> None:
    """As earlier records have it."""
    match = joined("individual", "H")
    assert match.play(0, "20+1#2").text == "20+1"
    assert match.position.pieces[0].tolist()[:3] == [20, 21, 20]


@pytest.mark.parametrize(("game", "players"), [("parcheesi", 2), ("pollyanna", 4)])
def test_names_are_numbered_exactly_where_two_would_read_the_same(game: str, players: int) -> None:
    rng, needed, spared = random.Random(1), 0, 0
    for seed in range(8):
        match = Match.new(parlour.load(game), players, dice=SeededDice(seed))
        words = match.game.words
        while not match.over and match.ply < 400:
            if match.actor != CHANCE:
                names = [move.notation for move in match.legal()]
                bare = [name.partition("#")[0] for name in names]
                assert len(set(names)) == len(names)
                assert all(("#" in name) == (bare.count(name.partition("#")[0]) > 1) for name in names), names
                needed += len(set(bare)) < len(bare)
                every = (words.notation(match.position, code) for code in range(match.game.plain.ACTIONS))
                spared += any("#" in name and name.partition("#")[0] in names for name in every)
            step(match, rng)
    assert spared
    assert bool(needed) == (game == "parcheesi")  # in Pollyanna a piece that is told apart has to wait
