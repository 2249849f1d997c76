"""The JSON form: to the byte for every position of play, readable by hand, and every fault named."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from parlour.rules.kit import OVER
from parlour.text import BadPosition

from .support import GAME, HOME_SPACES, RULES, random_game, table, view

THREE = {"0": "R.T", "1": "B.T", "2": "Y.T"}
BUILD, DESCRIBE = GAME.position.build, GAME.position.describe
LAYOUT = GAME.rules.layout


@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_a_game_comes_back_to_the_byte(seed: int) -> None:
    dice = random.Random(seed)
    for p, _, after in random_game(seed):
        often = 0.12 if p.phase in (RULES.ROLL, RULES.BID) else 0.4
        if dice.random() < often or GAME.plain.actor(after) == OVER:
            for one in (p, after):
                assert BUILD(json.loads(json.dumps(DESCRIBE(one)))) == one
                assert GAME.position.problems(one) == []


def test_a_view_can_be_written_down_but_not_played() -> None:
    for number, (p, _, _) in enumerate(random_game(3, {"toll_public": "no", "toll_timing": "on_entry"})):
        if number % 25:
            continue
        for seat in GAME.seats(p):
            data = DESCRIBE(view(p, seat))
            json.dumps(data)
            if p.phase == RULES.STARTER:
                continue
            with pytest.raises(BadPosition, match="looked at but not played"):
                BUILD(data)


def test_a_view_shows_question_marks_for_what_is_hidden() -> None:
    p = table(
        turn=0, large={"0": "R.M1"}, phase="bid", seat=2, sale="card", card="TRADE",
        hands={"0": ["AHEAD-1", "AHEAD-2"]}, bids={"1": "1r 0b 0y", "2": "open", "3": "open"},
    )  # fmt: skip
    data = DESCRIBE(view(p, 2))
    assert data["card"] == "?" and data["bids"] == {"1": "?", "2": "open", "3": "open"}
    assert data["hands"]["0"] == ["?", "?"] and data["chips"]["0"] == "?"
    assert data["chips"]["2"] == "5r 5b 2y" and data["accounts"]["0"] == [5, 5, 2]
    assert "?" not in DESCRIBE(view(p, 0))["hands"]["0"] and DESCRIBE(view(p, 0))["card"] == "TRADE"


def test_little_needs_to_be_written() -> None:
    p = BUILD({"large": HOME_SPACES, "turn": 1})
    assert p.phase == RULES.ASK_OR_ROLL and p.seat == 1
    assert p.chips.tolist() == [[5, 5, 2]] * 4 and p.owner.tolist() == [0, 1, 2, 3]
    assert (p.hand != RULES.NO_CARD).all() and p.top == 18
    assert BUILD({"players": 3}).owner.tolist() == [0, 1, 2, -1]
    three = BUILD({"players": 3, "options": {"vacant_colour": "blue"}})
    assert three.owner.tolist() == [0, -1, 2, 3] and three.large[1] == LAYOUT.ABSENT


def test_cards_that_are_named_are_dealt_first() -> None:
    p = BUILD({"large": HOME_SPACES, "hands": {"3": ["TRADE", "TRADE", "AHEAD-9"]}})
    assert sorted(p.hand[3].tolist()) == p.hand[3].tolist()
    assert p.unseen[LAYOUT.TRADE] == 0 and not (p.hand[:3] == LAYOUT.TRADE).any()


def test_cards_out_of_sight_are_those_of_hands_and_pile() -> None:
    p = BUILD({"large": HOME_SPACES})
    p.dark[0] += 1
    assert [str(fault) for fault in GAME.position.problems(p)] == [
        "the cards out of sight do not agree with the hands and the pile"
    ]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"large": {"0": "R.T", "1": "R.T", "2": "Y.T"}}, "2 large pawns stand on R.T (DBT-OCC-1)"),
        ({"small": {"0": 12, "1": 12}}, "2 small pawns stand on circle 12 (DBT-IN-4)"),
        ({"small": {"0": 88}}, "a small pawn is HOME: the game is over"),
        ({"chips": {"0": "6r 5b 2y"}}, "there must be 20 red, 20 blue and 8 yellow (DBT-SET-10)"),
        ({"hands": {"0": ["TRADE"] * 3}}, "not so many of these cards: TRADE"),
        ({"hands": {"0": ["TRADE"]}}, "Red holds 1 card, not 3"),
        ({"passes": {"red": None}}, "the red pass cannot be nobody's (DBT-SET-7)"),
        ({"phase": "play_card"}, "Red is on R.T, which does not ask for that"),
        ({"phase": "bid", "sale": "lead"}, "somebody has yet to bid"),
        ({"phase": "finished"}, "the game cannot be over: nobody is HOME"),
        ({"granted": ["blue"]}, "a gate was granted that was not asked for"),
        ({"asked": ["red"], "granted": ["red"]}, "a gate was granted that is not another player's"),
        ({"price": 10}, "there is a price while it is bargained about"),
        ({"tolls": {"blue": "1r 0b 0y"}}, "due on entry only with toll_timing=on_entry"),
        ({"turns": 3}, "turns are counted only with a limit"),
        ({"armed": [1]}, "a pawn is said to be on a purple circle, and is not"),
        ({"phase": "gate_reply", "gate": "blue", "seat": 2}, "it is for Blue to act, not for Yellow"),
        ({"roll_off": {"rolling": [1]}}, "nobody rolls for a bonus now"),
        ({"known": {"1": ["AHEAD-9"]}, "hands": {"1": ["TRADE"] * 2 + ["AHEAD-1"]}}, "known to hold a card"),
        ({"whispered": [[0, 1, [1, 0, 0]]]}, "whispered only with toll_public=no"),
        ({"deal": {"partner": 1}}, "there is a partner while a deal is made"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(told: dict[str, Any], said: str) -> None:
    with pytest.raises(BadPosition) as refused:
        table(**told)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"large": {"0": "R.X9"}}, "large is one of R.M1"),
        ({"large": "R.T"}, "large is an object"),
        ({"large": {"0": "R.T", "1": "B.T"}}, "2 chairs are taken; the game is for 3 or 4"),
        ({"large": {"7": "R.T"}}, "the chairs are 0 to 3"),
        ({"small": {"0": 89}}, "small is a number from 0 to 88"),
        ({"chips": {"0": "5 red"}}, "chips are written 1r 2b 0y"),
        ({"chips": {"0": "21r 0b 0y"}}, "up to 20r 20b 8y"),
        ({"hands": {"0": ["AHEAD-77"]}}, "hands is one of TRADE"),
        ({"hands": {"0": 3}}, "hands is a list of up to 3 cards, not 3"),
        ({"dice": [1]}, "dice are two numbers"),
        ({"phase": "sleep"}, "phase is one of starter"),
        ({"passes": {"pink": 0}}, "passes is one of red, blue, yellow, green"),
        ({"asked": "red"}, "asked is a list of colours"),
        ({"deal": {"partner": 1, "for": 2}}, "a deal has no “for”"),
        ({"pile": {"cards": []}}, "a pile has no “cards”"),
        ({"whispered": [3]}, "whispered is a list such as"),
        ({"options": {"toll_unit": "shells"}}, "“shells”"),
        ({"options": {"vacant_colour": "red"}, "large": THREE}, "not that of the option"),
        ({"game": "parcheesi"}, "a position of parcheesi"),
        ({"largo": {}}, "there is no key “largo”"),
        ([], "a position is a JSON object"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(told: Any, said: str) -> None:
    with pytest.raises(BadPosition) as refused:
        BUILD(told)
    assert said in str(refused.value)


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(BadPosition) as refused:
        table(small={"0": 12, "1": 12}, chips={"0": "6r 5b 2y"}, passes={"red": None}, turns=3)
    assert len(refused.value.reasons) == 4
    with pytest.raises(BadPosition) as refused:
        BUILD({"large": {"0": "X"}, "small": {"0": 99}, "dice": [9, 9], "gate": "pink", "extra": 1})
    assert len(refused.value.reasons) >= 6


NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**9,
    1.5,
    "",
    "?",
    "red",
    [],
    [None],
    {},
    {"0": None},
    {"x": {}},
    [[1, 2, 3]],
)


def test_nonsense_is_refused_in_words() -> None:
    """Whatever the JSON holds, the answer is a position or a BadPosition."""
    dice = random.Random(1)
    for _ in range(400):
        data: dict[str, Any] = {"large": HOME_SPACES, "turn": 0}
        for key in dice.sample(GAME.position.module.KEYS, dice.randint(1, 3)):
            data[key] = dice.choice(NONSENSE)
        try:
            p = BUILD(data)
        except BadPosition as refused:
            assert all(str(reason) for reason in refused.reasons) and refused.reasons
        else:
            assert GAME.position.problems(p) == [] and BUILD(DESCRIBE(p)) == p
