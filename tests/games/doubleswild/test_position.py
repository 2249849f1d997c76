"""The JSON form: nothing is lost on the way there and back, and everything wrong is said at once."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.text import BadPosition

from .support import GAME, RULES, after, data, dice, random_game, table

FORM = GAME.position


@pytest.mark.parametrize("seed", range(40, 50))
def test_every_position_of_a_game_comes_back_byte_for_byte(seed: int) -> None:
    for number, (_, _, _, p) in enumerate(random_game(seed)):
        if number % 3 == seed % 3 or p.phase == RULES.FINISHED:
            written = json.dumps(FORM.describe(p))
            assert FORM.build(json.loads(written)) == p, written


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_and_every_throw_of_its_roll_off(players: int) -> None:
    p = GAME.new(players)
    for throw in ("1-2-3", "1-1-4", "1-1-1", "2-2-2")[:players]:
        assert FORM.build(FORM.describe(p)) == p
        p = after(p, throw)
    assert FORM.build(FORM.describe(p)) == p


def test_a_position_written_by_hand() -> None:
    p = FORM.build({"turn": 1, "markers": {"0": ["5,3", "5,4", "5, 5"], "1": ["11,11"]}})
    assert [q for q in range(81) if p.owner[q] == 0] == [18, 19, 20] and p.owner[80] == 1
    assert p.supply.tolist() == [21, 23, 0, 0]  # all that are not on the board
    assert p.score.tolist() == [1, 0, 0, 0]  # the rows on it (DBW-Q-14)
    assert (p.turn, GAME.plain.actor(p), p.due) == (1, CHANCE, 4)


def test_a_battle_written_by_hand() -> None:
    p = table("", "5,7", battle={"square": "5,7", "attacker": [6, 1, 5], "defender": [4, 3, 4], "again": [1]})
    assert p.supply.tolist() == [23, 23, 0, 0]  # the marker that attacks is spent (DBW-Q-11)
    assert (p.round, p.defends, p.due) == (2, 0, 1)
    assert RULES.crossing(p.red, p.blue) == p.square  # dice that name the square, where none are told
    assert FORM.describe(p)["battle"]["attacker"] == [1, 5, 6]
    assert table("", "5,7", battle={"square": "5,7"}).due == 3  # about to begin
    assert GAME.plain.actor(table("", "5,7", battle={"square": "5,7", "attacker": [1, 1, 1]})) == CHANCE


def test_an_attack_on_a_view_of_the_board_is_described_as_it_is() -> None:
    """Nothing is secret in this game: what a seat sees is the position."""
    p = table("", "5,7", battle={"square": "5,7"})
    seen = p.copy()
    GAME.plain.hide(seen, 1)
    assert FORM.describe(seen) == FORM.describe(p)


# ---------------------------------------------------------------- what is wrong

KEEP = dice((3, 1), (6, 4))  # row 4, column 10
WILD = dice((6, 6), (4, 3))
BATTLE = {"square": "5,7", "attacker": [1, 5, 6], "defender": [3, 4, 4]}
ALL_OF_ROW_5 = " ".join(f"5,{column}" for column in range(3, 12))
TEAMS = {"teams": "yes"}
PER_PAIR = {"reroll_mode": "per_pair"}


def battle(**more: Any) -> dict[str, Any]:
    return {"battle": BATTLE | more}


WRONG: list[tuple[dict[str, Any], str]] = [
    (data(game="parcheesi"), "this is a position of parcheesi, not of doubleswild"),
    (data(pawns={}), "there is no key “pawns”"),
    (data(turn=4), "turn is a number from 0 to 3, not 4"),
    (data(turn=2), "chair 2 is not taken"),
    (data(first=3), "chair 3 is not taken"),
    (data(markers={"0": []}), "two, three or four chairs are taken, beginning with 0, not [0]"),
    (data(markers={"0": [], "2": []}), "beginning with 0, not [0, 2]"),
    (data(markers={"0": [], "7": []}), "the chairs are 0 to 3"),
    (data(markers={"0": [], "1": "5,5"}), 'chair 1 has a list of squares, not "5,5"'),
    (data("2,5"), '"2,5" is not a square'),
    (data("5,12"), '"5,12" is not a square: row and column from 3 to 11'),
    (data(markers={"0": [57], "1": []}), "57 is not a square"),
    (data("5,5", "5,5"), "two markers lie on 5,5: Green, Yellow"),
    (data("5,5 5,5"), "two markers lie on 5,5: Green"),
    (data(supply={"2": 5}), "supply is given by chairs that are taken, not for “2”"),
    (data(supply={"0": -1}), "supply is a number from 0 to 255, not -1"),
    (data(supply={"0": 25}), "Green has 25 markers, 24 are the most"),
    (data("5,5", supply={"0": 24}), "Green has 25 markers, 24 are the most"),
    (data("", "5,7", supply={"0": 24}, **battle()), "Green has 25 markers, 24 are the most"),
    (data(supply={"0": 0}), "Green has no marker left: the game would be over"),
    (data(score={"0": 1}), "Green: 1 point, but 0 rows on the board (DBW-Q-14)"),
    (data("5,5 5,6 5,7", score={"0": 2}), "Green: 2 points, but 1 row on the board"),
    (data("", "", "", "", score={"2": 1}, options=TEAMS), "a team's points are counted for chair 0 or 1"),
    (data(options={"teams": "yes"}), "teams=yes is for 4 players"),
    (data(options={"colour": "red"}), "There is no option “colour”"),
    (data(options={"battle_tie": "duel"}), "“duel”"),
    # dice
    (data(dice={"red": [3, 1]}), "the blue dice are two numbers, not null"),
    (data(dice={"red": [3, 1], "blue": [7, 1]}), "blue is a number from 1 to 6, not 7"),
    (data(dice=[3, 1, 6, 4]), "dice is an object, not [3, 1, 6, 4]"),
    (data(again=["red"]), "both pairs of dice lie there, or none does"),
    (data(dice=KEEP, again=["green"]), 'again lists "red", "blue" or both, not ["green"]'),
    (data(dice=KEEP, again=[]), "these pairs cannot be thrown again"),
    (data(dice=KEEP, rethrown=["red"]), "only with reroll_mode=per_pair"),
    (
        data(dice=KEEP, rethrown=["red"], again=["red"], options=PER_PAIR),
        "these pairs cannot be thrown again",
    ),
    (data(dice=WILD, rethrown=["red"], final=True, options=PER_PAIR), "only with reroll_mode=per_pair"),
    (data(dice=KEEP, final=True), "these dice let nothing be picked"),
    (data(ALL_OF_ROW_5, dice=dice((3, 2), (1, 1)), final=True), "these dice let nothing be picked"),
    (data(final=True), "both pairs of dice lie there"),
    (data(dice=KEEP, final=1), "final is true or false, not 1"),
    (data(dice=WILD, final=True, again=["red"]), "final, again exclude each other"),
    (data(dice=KEEP, over=True, winner=0), "both pairs of dice lie there, or none does"),
    # squares of others
    (data(dice=KEEP, square="4,10"), "4,10 is no square of another's"),
    (data("4,10", dice=KEEP, square="4,10"), "4,10 is no square of another's"),
    (data("", "4,10", dice=KEEP, square="4,10"), "nobody is asked whether to attack on 4,10"),
    (
        data("", "5,5", dice=KEEP, square="5,5", options={"battle_optional": "yes"}),
        "the dice do not name 5,5",
    ),
    (
        data("", "", "4,9 4,10 4,11", "", dice=KEEP, square="4,10", options=TEAMS),
        "4,10 is protected by a row",
    ),
    # battles
    (data("", "5,7", battle={}), "null is not a square"),
    (data("", "5,7", **battle(rounds=2)), "a battle has no key “rounds”"),
    (data("", "5,7", **battle(attacker=[1, 5])), "the attacker has three dice, not [1, 5]"),
    (data("", "5,7", **battle(defender=[3, 4, 9])), "defender is a number from 1 to 6, not 9"),
    (data("", "5,7", **battle(next="me")), 'next is "attacker" or "defender", not "me"'),
    (data("", "5,7", **battle(again=[2])), "[2] cannot be taken up of [1, 5, 6]"),
    (data("", "5,7", **battle(round=0)), "round is a number from 1 to 255, not 0"),
    (data("", "5,7", **battle(round=1)), "in the first round both throw three dice"),
    (data("", "5,7", battle={"square": "5,7", "round": 2}), "after the first round both have three dice"),
    (
        data("", "5,7", battle={"square": "5,7", "next": "defender"}),
        "in the first round both throw three dice",
    ),
    (data("", "5,7", **battle(round=4)), "an extra round needs equal totals"),
    (data("", "5,7", **battle(round=5, defender=[4, 4, 4])), "there is no round 5 in this battle"),
    (
        data("", "5,7", options={"battle_tie": "defender"}, **battle(round=4, defender=[4, 4, 4])),
        "there is no round 4 in this battle",
    ),
    (
        data("", "5,7", options={"battle_tie": "reroll_all"}, **battle(round=4, defender=[4, 4, 4])),
        "in an extra round all dice are thrown",
    ),
    (
        data("", "5,7", options={"battle_tie": "coin"}, **battle(round=4, defender=[4, 4, 4], again=[1])),
        "a coin decides this battle, not dice",
    ),
    (data("", "5,7", dice=KEEP, **battle()), "the dice do not name 5,7"),
    (data("", "5,6 5,7 5,8", **battle()), "5,7 is protected by a row"),
    (data("", "", "5,7", "", options=TEAMS, **battle()), "partners do not fight for 5,7"),
    (data("5,7", **battle()), "5,7 is no square of another's"),
    # the roll-off
    (data(turn=1, roll_off={"rolling": [0, 1]}), "the first of those yet to throw"),
    (data(roll_off={"rolling": []}), "the first of those yet to throw"),
    (data(turn=1, roll_off={"rolling": [1], "best": 9}), "somebody before must have thrown the best"),
    (data(roll_off={"rolling": [0], "best": 9, "tied": [1]}), "somebody before must have thrown the best"),
    (data(roll_off={"rolling": [0, 1], "best": 19}), "best is a number from 0 to 18, not 19"),
    (data("5,5", roll_off={"rolling": [0, 1]}), "in the roll-off the board is empty"),
    (data(first=1, roll_off={"rolling": [0, 1]}), "in the roll-off nobody has begun yet"),
    (data(dice=KEEP, roll_off={"rolling": [0, 1]}), "in the roll-off there are no dice"),
    # tie-breaks and the end
    (data(tiebreak=True, score={"0": 3}), "a tie-break needs a tie"),
    (
        data("", "", "", tiebreak=True, score={"0": 3, "1": 3}),
        "those who play the tie-break are not those who",
    ),
    (
        data(
            "",
            "",
            "",
            tiebreak=True,
            score={"0": 3, "1": 3},
            playing=[0, 1],
            options={"tiebreak_players": "all"},
        ),
        "those who play the tie-break are not those who",
    ),
    (
        data("", "", "5,5", tiebreak=True, score={"0": 3, "1": 3}, playing=[0, 1]),
        "Purple does not play the tie-break, but has markers",
    ),
    (
        data("", "", "", tiebreak=True, score={"0": 3, "1": 3}, playing=[0, 1], turn=2),
        "Purple cannot be on turn",
    ),
    (data("5,5 5,6 5,7", tiebreak=True), "the game must be over: a row wins the tie-break"),
    (data("", "", "", playing=[0, 1]), "everybody plays until there is a tie-break"),
    (data(playing=[]), "playing is not from 1 to 15"),
    (data(winner=0), "a winner is named when the game is over"),
    (data(over=True, winner=0), "the game is over when the player on turn has no marker"),
    (data("5,5 5,6 5,7", over=True, winner=1, supply={"0": 0}), "most points win"),
    (data(over=True, winner=0, supply={"0": 0}), "most points win"),
    (data(over=True, winner=4, supply={"0": 0}), "winner is a number from 0 to 3, not 4"),
    (data(over=True, tiebreak=True), "the game cannot be a draw"),
    (data("5,5", over=True, tiebreak=True, winner=0), "with the first row"),
    (data("", "5,5 5,6 5,7", over=True, tiebreak=True, winner=1), "with the first row"),
]


@pytest.mark.parametrize(("wrong", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_what_is_wrong_is_said(wrong: dict[str, Any], reason: str) -> None:
    assert any(reason in said for said in reasons(wrong)), reasons(wrong)


def reasons(wrong: Any) -> list[str]:
    with pytest.raises(BadPosition) as caught:
        FORM.build(wrong)
    return [str(reason) for reason in caught.value.reasons]


def test_everything_that_is_wrong_is_said_at_once() -> None:
    said = reasons(
        {
            "markers": {"0": ["5,5", "5,5", "1,1"], "1": [None]},
            "turn": "a",
            "dice": {"red": [9, 1], "blue": 3},
            "colour": 1,
            "options": {"battle_tie": "duel", "sets": "1"},
            "supply": {"0": "many"},
            "tiebreak": "yes",
        }
    )
    assert len(said) == len(set(said)) == 12
    said = reasons(data("5,5 5,6 5,7", score={"0": 4}, supply={"0": 30}, winner=None, turn=1, final=True))
    assert len(said) == 1  # what cannot be read comes first ...
    said = reasons(data("5,5 5,6 5,7", score={"0": 4}, supply={"0": 30}, turn=1, final=True))
    assert len(said) == 3  # ... and then all that cannot be


@pytest.mark.parametrize(
    "wrong",
    [None, [], "doubleswild", 7, {}, {"markers": []}, {"markers": {"0": 3, "1": None}}, {"battle": []}],
)
def test_what_is_no_position_at_all_is_refused_too(wrong: Any) -> None:
    assert reasons(wrong)


@pytest.mark.parametrize("value", [None, True, -1, 300, 1.5, "x", [], {}, [[]], {"0": {}}, ["red", []]])
@pytest.mark.parametrize("key", FORM.module.KEYS)
def test_any_value_of_any_key_is_read_or_refused(key: str, value: Any) -> None:
    told = data("5,3 5,4", "7,7", dice=KEEP) | {key: value}
    try:
        built = FORM.build(told)
    except BadPosition as wrong:
        assert all(str(reason) for reason in wrong.reasons)
    else:
        assert FORM.problems(built) == []


# ---------------------------------------------------------------- records


def changed(p: Position, **fields: Any) -> Position:
    for name, value in fields.items():
        if isinstance(value, tuple):
            getattr(p, name)[value[0]] = value[1]
        else:
            setattr(p, name, value)
    return p


@pytest.mark.parametrize(
    ("p", "reason"),
    [
        (changed(table(), turn=9), "turn is not from 0 to 3"),
        (changed(table(), owner=(5, 7)), "owner is not from 0 to 4"),
        (changed(table(), battle_tie=9), "battle_tie is not from 0 to 4"),
        (changed(table(), players=5), "players is not from 2 to 4"),
        (changed(table(), teams=1), "teams are for four players"),
        (changed(table(), owner=(5, 2)), "chair 2 is not taken"),
        (changed(table(), supply=(3, 1)), "chair 3 is not taken"),
        (changed(table(), owner=(5, 1)), "do not agree with the rest"),
        (changed(table(), lines=((0, 3), 1)), "do not agree with the rest"),
        (changed(table(), who=0), "do not agree with the rest"),
        (changed(table(), due=2), "do not agree with the rest"),
        (changed(table(), square=4), "a square is named when it is met or fought for"),
        (changed(table(), winner=0), "nobody has won yet"),
        (changed(table(), best=4), "nobody throws for the first turn any more"),
        (changed(table(), round=2), "battle dice lie there without a battle"),
        (changed(table(), triples=(0, 3)), "battle dice lie there without a battle"),
        (changed(table("", "5,7", battle=BATTLE), round=0), "in the first round both throw three dice"),
        (changed(table(dice=KEEP), again=1), "dice are taken up only when they are about to be thrown"),
        (changed(table(dice=KEEP), blue=RULES.NO_PAIR), "both pairs of dice lie there, or none does"),
        (
            changed(table("", "5,7", battle=BATTLE | {"attacker": [5, 5, 6], "again": [5]}), again=2),
            "of equal dice the first are taken up",
        ),
    ],
)
def test_a_record_that_was_tampered_with(p: Position, reason: str) -> None:
    assert any(reason in str(r) for r in FORM.problems(p)), [str(r) for r in FORM.problems(p)]


def test_a_record_with_anything_in_it_is_judged_and_never_a_failure() -> None:
    luck = random.Random(7)
    pool = [p for seed in (1, 2) for p, _, _, _ in random_game(seed)]
    accepted = 0
    for _ in range(600):
        p = luck.choice(pool).copy()
        name = luck.choice(RULES.State.names)
        base = RULES.State[name].base
        least, most = int(np.iinfo(base).min), int(np.iinfo(base).max)
        value = min(luck.choice([0, 1, 2, 4, luck.randint(0, 90), luck.randint(least, most)]), most)
        if isinstance(getattr(p, name), int):
            setattr(p, name, value)
        else:
            getattr(p, name).reshape(-1)[luck.randrange(getattr(p, name).size)] = value
        if not [str(reason) for reason in FORM.problems(p)]:
            assert FORM.build(FORM.describe(p)) == p
            accepted += 1
    assert 60 < accepted < 300


def test_the_end_of_a_game_is_described() -> None:
    won = after(table("4,8 4,9", "", dice=KEEP, supply={"1": 0}), "keep")
    assert (FORM.describe(won)["over"], FORM.describe(won)["winner"]) == (True, 0)
    drawn = after(
        table(dice=KEEP, supply={"1": 0}, tiebreak=True, options={"tiebreak_exhausted": "draw"}), "keep"
    )
    assert drawn.winner == NOBODY and FORM.describe(drawn)["winner"] is None
    assert FORM.build(FORM.describe(drawn)) == drawn
