"""The JSON form: nothing is lost on the way there and back, and everything wrong is said at once."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from parlour.games.pollyanna import layout, record, turns
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
from parlour.text import BadPosition

from .support import GAME, random_game

FORM = GAME.position


@pytest.mark.parametrize("seed", range(40, 44))
def test_every_position_of_a_game_comes_back_byte_for_byte(seed: int) -> None:
    for _, _, _, p in random_game(seed):
        written = json.dumps(FORM.describe(p))
        assert FORM.build(json.loads(written)) == p, written
        assert FORM.problems(p) == []


def test_a_position_written_by_hand() -> None:
    p = FORM.build({"pieces": {"0": ["C", 21, "T2.3", "H"], "2": ["@20", "@T0.2", "@T1.1", 7]}, "turn": 0})
    turnout = layout.FIRST_TURNOUT + layout.TURNOUT_LENGTH * np.arange(3)  # where each turnout begins
    assert p.pieces[0].tolist() == [layout.CORNER, 21, turnout[1] + 2, layout.HOME]
    # Red is half a loop on; Yellow's turnout is the second ahead of Red, Green's the third.
    assert p.pieces[2].tolist() == [50, turnout[1] + 1, turnout[2], 7]
    assert turns.actor(p) == CHANCE and p.turn == 0


C4 = ["C"] * 4
TWO = {"0": [20, "C", "C", "C"], "2": C4}


def table(**more: Any) -> dict[str, Any]:
    return {"game": "pollyanna", "pieces": TWO} | more


WRONG: list[tuple[dict[str, Any], str]] = [
    (table(game="parcheesi"), "this is a position of parcheesi, not of pollyanna"),
    (table(pawns={}), "there is no key “pawns”"),
    (table(turn=4), "turn is a number from 0 to 3, not 4"),
    (table(turn=1), "Green cannot be on turn"),
    (table(pieces={"0": C4}), "1 chair is taken"),
    (table(pieces={"0": C4, "1": C4}), "two players sit opposite"),
    (table(pieces={"0": C4, "5": C4}), "the chairs are 0 to 3"),
    (table(pieces={"0": ["C"] * 3, "2": C4}), "chair 0 has 4 pieces"),
    (table(pieces={"0": [61, "C", "C", "C"], "2": C4}), "61 is not a place"),
    (table(pieces={"0": ["T4.1", "C", "C", "C"], "2": C4}), '"T4.1" is not a place'),
    (table(pieces={"0": ["T1.8", "C", "C", "C"], "2": C4}), '"T1.8" is not a place'),
    (table(pieces={"0": [True, "C", "C", "C"], "2": C4}), "true is not a place"),
    (table(pieces={"0": ["@56", "C", "C", "C"], "2": C4}), "Yellow never comes to @56"),
    (table(pieces={"0": C4, "2": ["@25", "C", "C", "C"]}), "Red never comes to @25"),
    (table(pieces={"0": C4, "2": ["@T2.1", "C", "C", "C"]}), "Red never comes to @T2.1"),
    (table(pieces={"0": ["T0.1", "C", "C", "C"], "2": C4}), "Yellow never comes to T0.1"),
    (
        table(pieces={"0": [20, "C", "C", "C"], "2": ["@20", "C", "C", "C"]}),
        "the Broadway space that Yellow counts as 20",
    ),
    (table(pieces={"0": ["T1.1", "T1.1", "C", "C"], "2": C4}), "space 1 of Green's turnout"),
    (table(pieces={"0": [56, 56, "C", "C"], "2": C4}), "the Home Path of Yellow"),
    (table(pieces={"0": [20] * 4, "2": C4}), "3 are the most"),
    (table(pieces={"0": [0] * 4, "2": C4}, options={"start_respects_max_stack": "yes"}), "3 are the most"),
    (table(pieces={"0": ["H"] * 4, "2": C4}), "Yellow has all pieces home but no place"),
    (table(places=[0]), "Yellow has a place but not all pieces home"),
    (table(places=[1]), "chair 1 cannot take place 1"),
    (table(over=True), "the game cannot be over"),
    (table(over=1), "over is true or false"),
    (table(pieces={"0": ["H"] * 4, "2": C4}, places=[0]), "the game must be over: it is won"),
    (table(turns=3), "turns are counted only with a limit"),
    (table(turns=3, options={"max_turns": 3}), "the game must be over: the turn limit is reached"),
    (table(dice=[5]), "dice are two numbers"),
    (table(dice=[5, 7]), "dice is a number from 1 to 6, not 7"),
    (table(dice=[5, 3], left=[4]), "[4] cannot be left of [5, 3]"),
    (table(dice=[5, 3], left=[]), "nothing can be played with these dice"),
    (table(dice=[5, 3], pieces={"0": C4, "2": C4}), "nothing can be played with these dice"),
    (table(dice=[5, 3], over=True), "there are no dice to play"),
    (table(left=[5]), "left and rewards need the dice"),
    (table(dice=[5, 3], rewards=[10]), "both dice are left"),
    (table(dice=[5, 3], left=[3], rewards=[10, 10]), "one reward at a time"),
    (table(dice=[5, 3], left=[3], rewards=[20]), "rewards is a number from 10 to 10"),
    (
        table(dice=[5, 3], left=[3], rewards=[10], pieces={"0": [58, *C4[1:]], "2": C4}),
        "it would be lost already",
    ),
    (
        table(dice=[5, 3], left=[3], rewards=[10], pieces={"0": [20, *C4[1:]], "2": ["H", 1, 2, 3]}),
        "no captured piece is in its corner",
    ),
    (table(dice=[5, 3], left=[3], joined=[1]), "piece 1 cannot have joined a pair"),
    (table(dice=[5, 3], left=[3], joined=[0], options={"joiner_waits": "no"}), "piece 0 cannot have joined"),
    (table(joined=[4]), "joined is a number from 0 to 3"),
    (table(dice=[5, 3], left=[3], played=0), "kept only with sum_is_one_move"),
    (table(dice=[5, 3], left=[3], played=1, options={"sum_is_one_move": "yes"}), "has not played a die"),
    (table(options={"max_stack": "5"}), "“5”"),
    (table(options={"mode": "partners"}), "mode=partners is for 4 players"),
    (table(options={"seats": "13"}), "the chairs taken are not those of the option seats"),
    (table(options={"colour": "red"}), "There is no option “colour”"),
    (table(roll_off={"rolling": [2], "best": 0, "tied": []}), "one of those yet to throw"),
    (table(roll_off={"rolling": [0, 2], "best": 5, "tied": []}), "somebody must have thrown the best"),
    (table(roll_off={"rolling": [0, 2], "best": 0, "tied": []}), "all pieces are in their corners"),
    (table(roll_off={"rolling": [0, 2], "best": 0, "tied": []}, joined=[0]), "before the first turn"),
]


@pytest.mark.parametrize(("data", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_what_is_wrong_is_said(data: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        FORM.build(data)
    assert any(reason in str(r) for r in caught.value.reasons), [str(r) for r in caught.value.reasons]


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadPosition) as caught:
        FORM.build({"pieces": {"0": ["X", 70, "C", "C"], "9": C4}, "turn": "a", "dice": [9, 1], "colour": 1})
    assert len(caught.value.reasons) >= 6
    with pytest.raises(BadPosition) as caught:
        FORM.build(table(pieces={"0": [20, 56, 56, "C"], "2": ["@20", "C", "C", "C"]}, turns=3, over=True))
    assert len(caught.value.reasons) == 4


def reasons(**more: Any) -> list[str]:
    with pytest.raises(BadPosition) as caught:
        FORM.build(table(**more))
    return [str(reason) for reason in caught.value.reasons]


def test_what_is_mistyped_does_not_hide_what_is_impossible() -> None:
    crowd = {"0": [20, "X", "T1.1", "T1.1"], "2": ["@20", None, "C", "C"]}
    said = reasons(pieces=crowd, turns="3", places=[1], colour=1, options={"max_stack": "5", "sets": "1"})
    assert [part for part in EVERY if not any(part in reason for reason in said)] == []
    assert len(said) == len(EVERY)


EVERY = [
    "there is no key “colour”",
    '"X" is not a place',
    "null is not a place",
    "choice for max_stack “5”",
    "no option “sets”",
    "chair 1 cannot take place 1",
    'turns is a number from 0 to 60000, not "3"',
    "Yellow, Red stand together on the Broadway space that Yellow counts as 20",
    "2 pieces stand on space 1 of Green's turnout",
]


def test_one_wrong_option_does_not_undo_another() -> None:
    said = reasons(pieces={"0": [20] * 4, "2": C4}, options={"max_stack": "4", "colour": "red"})
    assert len(said) == 1 and "no option “colour”" in said[0]


def test_pieces_are_looked_at_even_where_the_chairs_cannot_be() -> None:
    for chairs in (["0"], ["0", "1"]):
        said = reasons(pieces={c: [20] * 4 if c == "0" else C4 for c in chairs})
        assert len(said) == 2 and "4 pieces of Yellow stand on" in said[1]


@pytest.mark.parametrize(
    "data", [None, [], "pollyanna", 7, {"pieces": []}, {"pieces": {"0": 3, "2": None}}, {}]
)
def test_what_is_no_position_at_all_is_refused_too(data: Any) -> None:
    with pytest.raises(BadPosition):
        FORM.build(data)


def changed(**fields: Any) -> Position:
    p: Position = FORM.build(table())
    for name, value in fields.items():
        if isinstance(value, tuple):
            getattr(p, name)[value[0]] = value[1]
        else:
            setattr(p, name, value)
    return p


@pytest.mark.parametrize(
    ("p", "reason"),
    [
        (changed(turn=9), "turn is not from 0 to 3"),
        (changed(pieces=((0, 0), 100)), "pieces is not from -1 to 82"),
        (changed(trail=(3, 1)), "trail is not from 0 to 0"),
        (changed(max_stack=2), "max_stack is not from 0 to 1"),
        (changed(board=(7, 1)), "the board does not agree"),
        (changed(mover=2), "the board does not agree"),
        (changed(walls=(1, 4)), "the board does not agree"),
        (changed(partners=1), "partners"),
        (changed(dice=(0, 5)), "the dice left are not dice of this throw"),
        (changed(rewards=1), "the dice left are not dice of this throw"),
        (changed(phase=record.PLAY), "the dice left are not dice of this throw"),
        (changed(place=(2, record.EMPTY)), "1 chair is taken"),
        (changed(place=(3, record.PLAYING)), "these chairs cannot be taken"),
        (changed(pieces=((1, 0), 5)), "a chair is empty but has a piece in play"),
    ],
)
def test_a_record_that_was_tampered_with(p: Position, reason: str) -> None:
    assert any(reason in str(r) for r in FORM.problems(p)), [str(r) for r in FORM.problems(p)]
