"""Names, sentences and reasons, on whole random games under random house rules."""

from __future__ import annotations

import json
import re

import pytest

from parlour.games.rulebook import read_rulebook
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.table import Match, SeededDice
from parlour.text import MalformedAction

from .support import GAME, RULES, after, dice, legal, named, random_game, table, told

WORDS = GAME.words
CLAUSES = {clause.id for clause in read_rulebook(GAME.rulebook).clauses}
DIE = "[1-6]"
NOTATION = re.compile(
    rf"keep|reroll (red|blue|both)|leave|replace|attack|stand|throw( {DIE}){{1,3}}|attacker|defender"
    rf"|{DIE}(-{DIE}){{0,2}}|{DIE}-{DIE}/{DIE}-{DIE}|([3-9]|10|11),([3-9]|10|11)"
)


@pytest.mark.parametrize("seed", range(5))
def test_every_action_of_a_game_has_its_own_name(seed: int) -> None:
    for number, (p, actions, action, then) in enumerate(random_game(seed)):
        if GAME.plain.actor(p) != CHANCE or number % 20 == 0:
            notes = [WORDS.notation(p, a) for a in actions]
            assert len(set(notes)) == len(notes), GAME.position.describe(p)
            assert all(NOTATION.fullmatch(note) for note in notes), notes
            fields = [json.dumps(WORDS.fields(p, a)) for a in actions]
            assert len(set(fields)) == len(fields)
            assert all(str(WORDS.offer(p, a)) and str(WORDS.group(p, a)) for a in actions)
        said = f"{WORDS.asks(p)} {WORDS.sentence(p, action, then)}"
        assert "{" not in said and "  " not in said and not said.endswith(" ")
    assert str(WORDS.asks(then))


@pytest.mark.parametrize("seed", range(20, 23))
def test_an_action_is_refused_exactly_when_it_is_not_legal(seed: int) -> None:
    for number, (p, actions, _, _) in enumerate(random_game(seed)):
        who = GAME.plain.actor(p)
        if number % 3 or who == CHANCE:
            continue
        for action in range(-1, RULES.ACTIONS + 1):
            why = GAME.why_not(p, who, action)
            assert (why is None) == (action in actions), (GAME.position.describe(p), action, why)
            if why is not None:
                assert "{" not in str(why.text) and "  " not in str(why.text) and why.clause in CLAUSES


def test_every_option_is_worded_and_answers_a_clause() -> None:
    assert list(WORDS.OPTION_WORDS) == [option.name for option in GAME.options]
    assert {option.clause for option in GAME.options} <= CLAUSES


# ---------------------------------------------------------------- naming

KEEP = dice((3, 1), (6, 4))  # row 4, column 10
BATTLE = {"square": "5,5", "attacker": [1, 5, 6], "defender": [3, 4, 4]}


def test_squares_are_named_by_row_and_column() -> None:
    p = table(dice=dice((3, 1), (4, 4)), final=True)
    assert [WORDS.notation(p, a) for a in legal(p)] == [f"4,{column}" for column in range(3, 12)]
    assert WORDS.fields(p, named(p, "4,11")) == {"do": "select", "row": 4, "column": 11}


def test_dice_are_named_by_what_they_show() -> None:
    p = table("", "5,5 11,11", battle=BATTLE | {"attacker": [5, 5, 6]})
    names = ["stand", "throw 5", "throw 5 5", "throw 6", "throw 5 6", "throw 5 5 6"]
    assert [WORDS.notation(p, a) for a in legal(p)] == names
    assert WORDS.fields(p, named(p, "throw 5 6")) == {"do": "throw", "dice": [5, 6]}
    thrown = after(p, "throw 5 6")
    assert [WORDS.notation(thrown, o) for o in legal(thrown)][:3] == ["1-1", "2-1", "2-2"]
    assert WORDS.notation(table(), 21 * 4 + 2) == "3-2/2-2"
    assert WORDS.fields(table(), 21 * 4 + 2) == {"do": "roll", "red": [3, 2], "blue": [2, 2]}


@pytest.mark.parametrize("code", [-1, RULES.ACTIONS, 10**6])
def test_a_code_that_names_nothing_has_no_name(code: int) -> None:
    assert WORDS.notation(table(dice=KEEP), code) == ""
    assert code == RULES.ACTIONS or WORDS.notation(table(), code) == ""  # that many outcomes there are
    assert WORDS.notation(table(), 21 * 21) == ""


def test_dice_of_a_battle_have_no_name_without_one() -> None:
    assert {WORDS.notation(table(dice=KEEP), RULES.RETHROW + again) for again in range(8)} == {""}


@pytest.mark.parametrize(
    ("p", "said", "name"),
    [
        (table("", "5,5", battle=BATTLE), "throw 5 1", "throw 1 5"),
        (table("", "5,5", battle=BATTLE), "Throw 6,5-1", "throw 1 5 6"),
        (table("", "5,5", battle=BATTLE), "keep 6", "throw 1 5"),
        (table("", "5,5", battle=BATTLE), "keep 6 1 5", "stand"),
        (table("", "5,5", battle=BATTLE | {"attacker": [5, 5, 6]}), "keep 56", "throw 5"),
        (table(dice=dice((3, 1), (4, 4)), final=True), "4-11", "4,11"),
        (table(dice=dice((3, 1), (4, 4)), final=True), " 4 / 3 ", "4,3"),
    ],
)
def test_other_ways_to_say_it(p: Position, said: str, name: str) -> None:
    assert WORDS.meant(p, said) == named(p, name)


@pytest.mark.parametrize(
    "said", ["", "throw", "throw 2", "throw 1 1", "keep 7", "4,12", "4", "stand up", "5,5"]
)
def test_what_means_nothing_is_not_guessed_at(said: str) -> None:
    assert WORDS.meant(table("", "5,5", battle=BATTLE), said) is None
    assert said == "5,5" or WORDS.meant(table(dice=dice((3, 1), (4, 4)), final=True), said) is None


# ---------------------------------------------------------------- offering

TEAMS = {"options": {"teams": "yes"}}
WILD = dice((6, 6), (4, 3))  # any square of column 7


@pytest.mark.parametrize(
    ("p", "name", "offered"),
    [
        (table(dice=KEEP), "keep", "keep the dice: claim red 4, blue 10"),
        (table("4,8 4,9 4,11", dice=KEEP), "keep", "keep the dice: claim red 4, blue 10 for 2 points"),
        (
            table("4,10", "", dice=KEEP),
            "keep",
            "keep the dice: red 4, blue 10 is yours already, nothing happens",
        ),
        (table("", "4,10", dice=KEEP), "keep", "keep the dice: attack Yellow on red 4, blue 10"),
        (
            table("", "4,9 4,10 4,11", dice=KEEP),
            "keep",
            "keep the dice: red 4, blue 10 is protected by a row of Yellow, nothing happens",
        ),
        (table(dice=WILD), "keep", "keep the dice: pick any square of column 7"),
        (table(dice=dice((3, 1), (6, 6))), "keep", "keep the dice: pick any square of row 4"),
        (table(dice=dice((1, 1), (6, 6))), "keep", "keep the dice: pick any square of the board"),
        (table(dice=KEEP), "reroll red", "throw the red dice again"),
        (table(dice=KEEP), "reroll blue", "throw the blue dice again"),
        (table(dice=KEEP), "reroll both", "throw all four dice again"),
        (table("5,6 5,8", "", dice=WILD, final=True), "5,7", "claim red 5, blue 7 for 1 point"),
        (
            table("5,6 5,8", "", dice=WILD, final=True, tiebreak=True),
            "5,7",
            "claim red 5, blue 7 for the win",
        ),
        (
            table("", "", "4,10", "", dice=KEEP, **TEAMS),
            "keep",
            "keep the dice: red 4, blue 10 of Purple, your partner",
        ),
        (
            table("", "4,10", dice=KEEP, options={"battle_optional": "yes"}),
            "keep",
            "keep the dice: red 4, blue 10 of Yellow, to attack or to leave",
        ),
        (table("", "", "4,10", "", dice=KEEP, square="4,10", **TEAMS), "leave", "leave the square to Purple"),
        (
            table("4,8 4,9", "", "4,10", "", dice=KEEP, square="4,10", **TEAMS),
            "replace",
            "replace Purple's marker by yours for 1 point",
        ),
        (
            table("", "4,10", dice=KEEP, square="4,10", options={"battle_optional": "yes"}),
            "attack",
            "attack Yellow",
        ),
        (table("", "5,5", battle=BATTLE), "stand", "stand on 1-5-6 (12)"),
        (table("", "5,5", battle=BATTLE), "throw 1", "throw the 1 again, keep 5-6"),
        (table("", "5,5", battle=BATTLE), "throw 1 5", "throw 1-5 again, keep the 6"),
        (table("", "5,5", battle=BATTLE), "throw 1 5 6", "throw all three again"),
        (table(), "2-1/5-5", "throw 2-1/5-5"),
    ],
)
def test_offers(p: Position, name: str, offered: str) -> None:
    assert str(WORDS.offer(p, named(p, name))) == offered


def test_a_long_list_of_squares_is_grouped_and_points_stand_by_themselves() -> None:
    p = table("5,3 5,4", "7,7 7,8 7,9 9,9", dice=dice((1, 1), (6, 6)), final=True)
    groups = {WORDS.notation(p, a): str(WORDS.group(p, a)) for a in legal(p)}
    assert groups["3,3"] == groups["11,11"] == "claim a free square"
    assert groups["5,5"] == "claim red 5, blue 5 for 1 point"
    assert groups["7,7"] == "a square of Yellow on which nothing happens"
    assert groups["9,9"] == "a square of Yellow"


# ---------------------------------------------------------------- telling

TIE = BATTLE | {"round": 3, "attacker": [1, 5, 5], "defender": [3, 4, 4], "next": "defender"}
LAST = {"0": 1, "1": 5}
COIN = {"options": {"battle_tie": "coin"}}


@pytest.mark.parametrize(
    ("p", "names", "sentence"),
    [
        (table(), ["3-1/6-6"], "Green throws red 3-1: row 4; blue 6-6: wild, any column."),
        (table(dice=KEEP), ["keep"], "Green keeps the dice. Green claims red 4, blue 10."),
        (
            table("4,8 4,9 4,11", dice=KEEP),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. 2 rows of three: Green scores 2 points!",
        ),
        (
            table("4,10", "", dice=KEEP),
            ["keep"],
            "Green keeps the dice. That square is Green's already: nothing happens.",
        ),
        (
            table("", "4,10", dice=KEEP),
            ["keep"],
            "Green keeps the dice. Green attacks Yellow on red 4, blue 10.",
        ),
        (
            table("", "4,9 4,10 4,11", dice=KEEP),
            ["keep"],
            "Green keeps the dice. A row of Yellow protects that square: nothing happens.",
        ),
        (table(dice=KEEP), ["reroll red"], "Green takes up the red dice."),
        (
            table(dice=KEEP),
            ["reroll red", "5-2"],
            "Green throws red 5-2: row 7. Green claims red 7, blue 10.",
        ),
        (table(dice=KEEP), ["reroll blue", "5-5"], "Green throws blue 5-5: wild, any column."),
        (table(dice=KEEP), ["reroll both"], "Green takes up all four dice."),
        (
            table(dice=KEEP),
            ["reroll both", "2-1/5-2"],
            "Green throws red 2-1: row 3; blue 5-2: column 7. Green claims red 3, blue 7.",
        ),
        (
            table("5,3 5,4 5,5 5,6 5,7 5,8 5,9 5,10 5,11", "", dice=dice((3, 2), (1, 1))),
            ["keep"],
            "Green keeps the dice. All squares there are Green's: nothing can be played.",
        ),
        (table(dice=WILD, final=True), ["8,7"], "Green claims red 8, blue 7."),
        (table("", "8,7", dice=WILD, final=True), ["8,7"], "Green attacks Yellow on red 8, blue 7."),
        (
            table("", "", "4,10", "", dice=KEEP, **TEAMS),
            ["keep"],
            "Green keeps the dice. Green comes to red 4, blue 10, a square of Purple.",
        ),
        (
            table("", "", "4,10", "", dice=KEEP, **TEAMS),
            ["keep", "leave"],
            "Green leaves red 4, blue 10 to Purple.",
        ),
        (
            table("4,8 4,9", "", "4,10", "", dice=KEEP, **TEAMS),
            ["keep", "replace"],
            "Green replaces Purple's marker on red 4, blue 10. A row of three: Green scores 1 point.",
        ),
        # battles
        (table("", "4,10", dice=KEEP), ["keep", "1-5-6"], "Green throws 1-5-6 (12)."),
        (table("", "4,10", dice=KEEP), ["keep", "1-5-6", "2-2-3"], "Yellow throws 2-2-3 (7) against 12."),
        (table("", "5,5", battle=BATTLE), ["throw 1"], "Green takes up 1."),
        (table("", "5,5", battle=BATTLE), ["throw 1", "4"], "Green throws 4 and has 4-5-6 (15) against 11."),
        (table("", "5,5", battle=BATTLE), ["stand"], "Green stands on 1-5-6 (12)."),
        (
            table("", "5,5", battle=BATTLE | {"round": 3, "next": "defender"}),
            ["stand"],
            "Yellow stands on 3-4-4 (11). "
            "Green wins the battle, 12 to 11, and takes red 5, blue 5 from Yellow.",
        ),
        (
            table("5,3 5,4", "5,5", battle=BATTLE | {"round": 3, "next": "defender"}),
            ["throw 3", "1"],
            "Yellow throws 1 and has 1-4-4 (9) against 12. "
            "Green wins the battle, 12 to 9, and takes red 5, blue 5 from "
            "Yellow. A row of three: Green scores 1 point.",
        ),
        (
            table("", "5,5", battle=BATTLE | {"round": 3, "next": "defender"}),
            ["throw 3", "6"],
            "Yellow throws 6 and has 4-4-6 (14) against 12. "
            "Yellow wins the battle, 14 to 12, and keeps red 5, blue 5; Green's marker is gone.",
        ),
        (
            table("", "5,5", battle=TIE),
            ["stand"],
            "Yellow stands on 3-4-4 (11). 11 all. An extra round follows.",
        ),
        (
            table("", "5,5", battle=TIE, options={"battle_tie": "defender"}),
            ["stand"],
            "Yellow stands on 3-4-4 (11). 11 all. "
            "At this table a tie goes to Yellow, who keeps red 5, blue 5; Green's marker is gone.",
        ),
        (
            table("", "5,5", battle=TIE, **COIN),
            ["stand"],
            "Yellow stands on 3-4-4 (11). 11 all. A coin decides.",
        ),
        (
            table("", "5,5", battle=TIE, **COIN),
            ["stand", "attacker"],
            "A coin is tossed. It is for Green, who takes red 5, blue 5 from Yellow.",
        ),
        (
            table("", "5,5", battle=TIE, **COIN),
            ["stand", "defender"],
            "A coin is tossed. It is for Yellow, who keeps red 5, blue 5; Green's marker is gone.",
        ),
        (
            table("", "5,5", battle=TIE, options={"battle_max_extra": 1}),
            ["stand", "throw 1", "2", "throw 3", "4"],
            "Yellow throws 4 and has 4-4-4 (12) against 12. 12 all. A coin decides.",
        ),
        # beginnings and ends
        (GAME.new(2), ["1-2-5"], "Green throws 1-2-5 for the first turn: 8."),
        (GAME.new(2), ["1-2-5", "1-2-6"], "Yellow throws 1-2-6 for the first turn: 9. Yellow begins."),
        (
            GAME.new(2),
            ["1-2-5", "1-1-6"],
            "Yellow throws 1-1-6 for the first turn: 8. A tie: they throw again.",
        ),
        (
            table(dice=KEEP, supply=LAST),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "That was Green's last marker: everybody else has one more turn.",
        ),
        (
            table("", "4,10", dice=KEEP, supply=LAST),
            ["keep"],
            "Green keeps the dice. Green attacks Yellow on red 4, blue 10. "
            "That was Green's last marker: everybody else has one more turn.",
        ),
        (
            table("4,8 4,9", "", dice=KEEP, supply={"0": 5, "1": 0}),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. A row of three: Green scores 1 point. "
            "Yellow has no marker left for another turn: the game is over. Green wins with 1 point!",
        ),
        (
            table("", "", "", "4,8 4,9 4,10", dice=KEEP, supply={"1": 0}, **TEAMS),
            ["keep"],
            "Green keeps the dice. A row of Black protects that square: nothing happens. "
            "Yellow has no marker left for another turn: the game is over. "
            "Yellow and Black win with 1 point!",
        ),
        (
            table("7,7", "", dice=KEEP, supply={"0": 5, "1": 0}),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "The game is over, and Green and Yellow are tied with 0 points. "
            "The board is cleared, and the first row wins.",
        ),
        (
            table("", "", "", "", dice=KEEP, supply={"1": 0}, **TEAMS),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "The game is over, and both teams are tied with 0 points. "
            "The board is cleared, and the first row wins.",
        ),
        (
            table(
                "", "", "3,3 3,4 3,5", dice=KEEP, supply={"1": 0}, first=1, options={"tiebreak_start": "same"}
            ),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "Yellow has no marker left for another turn: the game is over. Purple wins with 1 point!",
        ),
        (
            table(dice=KEEP, supply={"1": 0}, first=1, options={"tiebreak_start": "same"}),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "The game is over, and Green and Yellow are tied with 0 points. "
            "The board is cleared, and the first row wins. Yellow begins.",
        ),
        (
            table("4,8 4,9", "", dice=KEEP, tiebreak=True),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "The first row decides the tie-break. Green wins!",
        ),
        (
            table(dice=KEEP, supply={"1": 0}, tiebreak=True),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "The markers are used up without a row: the board is cleared once more.",
        ),
        (
            table(dice=KEEP, supply={"1": 0}, tiebreak=True, options={"tiebreak_exhausted": "draw"}),
            ["keep"],
            "Green keeps the dice. Green claims red 4, blue 10. "
            "The markers are used up without a row: the game is a draw.",
        ),
    ],
)
def test_sentences(p: Position, names: list[str], sentence: str) -> None:
    assert told(p, *names) == sentence


# ---------------------------------------------------------------- asking

CHOICE = table("", "", "4,10", "", dice=KEEP, square="4,10", **TEAMS)


@pytest.mark.parametrize(
    ("p", "asked"),
    [
        (GAME.new(3), "Green throws three dice for the first turn."),
        (table(), "Green to throw."),
        (table(dice=KEEP), "Green has red 3-1: row 4; blue 6-4: column 10. Keep them, or throw again?"),
        (after(table(dice=KEEP), "reroll red"), "Green throws the red dice again."),
        (after(table(dice=KEEP), "reroll blue"), "Green throws the blue dice again."),
        (after(table(dice=KEEP), "reroll both"), "Green throws all four dice again."),
        (table(dice=WILD, final=True), "Green to pick any square of column 7."),
        (CHOICE, "Green has come to red 4, blue 10, a square of Purple: leave it, or replace the marker?"),
        (
            table("", "4,10", dice=KEEP, square="4,10", options={"battle_optional": "yes"}),
            "Green has come to red 4, blue 10, a square of Yellow: leave it, or attack?",
        ),
        (
            after(table("", "4,10", dice=KEEP), "keep"),
            "Battle for red 4, blue 10, round 1: Green throws three dice.",
        ),
        (
            table("", "5,5", battle=BATTLE),
            "Battle for red 5, blue 5, round 2. "
            "Green attacks: 1-5-6, total 12; Yellow defends: 3-4-4, total 11. "
            "Which dice does Green throw again?",
        ),
        (
            after(table("", "5,5", battle=BATTLE), "stand", "throw 3 4"),
            "Battle for red 5, blue 5, round 2: Yellow throws 3-4 again.",
        ),
        (
            after(table("", "5,5", battle=TIE), "stand", "throw 1 5"),
            "Battle for red 5, blue 5, extra round: Green throws 1-5 again.",
        ),
        (
            after(table("", "5,5", battle=TIE, **COIN), "stand"),
            "Battle for red 5, blue 5, extra round: a coin decides.",
        ),
        (after(table("4,8 4,9", "", dice=KEEP, supply={"1": 0}), "keep"), "Green wins with 1 point!"),
        (
            after(
                table(dice=KEEP, supply={"1": 0}, tiebreak=True, options={"tiebreak_exhausted": "draw"}),
                "keep",
            ),
            "The game is a draw.",
        ),
    ],
)
def test_questions(p: Position, asked: str) -> None:
    assert str(WORDS.asks(p)) == asked


def test_it_is_known_whose_dice_are_next() -> None:
    p = after(table("", "5,5", battle=BATTLE), "stand", "throw 3 4")
    assert GAME.plain.actor(p) == CHANCE and WORDS.thrower(p) == 1
    assert WORDS.thrower(table()) == 0


# ---------------------------------------------------------------- refusing


@pytest.mark.parametrize(
    ("p", "action", "why"),
    [
        (
            table(dice=KEEP),
            RULES.ONE_RED,
            "A pair is thrown again as a pair, never one die of it. (DBW-REROLL-2)",
        ),
        (table(dice=WILD), RULES.SELECT + 4, "First keep the dice, or throw some again. (DBW-REROLL-1)"),
        (table(dice=KEEP), RULES.SELECT, "The dice name row 4, column 10, and no other square. (DBW-ROLL-2)"),
        (table(dice=WILD, final=True), RULES.RED, "The dice of this turn are final. (DBW-REROLL-3)"),
        (
            table(dice=WILD, final=True),
            RULES.SELECT,
            "The dice let you pick any square of column 7. (DBW-WILD-1)",
        ),
        (
            table("3,7", "", dice=WILD, final=True),
            RULES.SELECT + 4,
            "That square is yours already. (DBW-WILD-1)",
        ),
        (
            table("", "5,5", battle=BATTLE | {"round": 4, "attacker": [1, 4, 6]}),
            RULES.RETHROW,
            "In an extra round at least one die must be thrown. (DBW-BATTLE-6)",
        ),
        (
            table("", "5,5", battle=BATTLE | {"attacker": [5, 5, 6]}),
            RULES.KEEP,
            "In a battle you decide about your own three dice, 5-5-6, "
            "not about those of the turn. (DBW-BATTLE-4)",
        ),
        (
            table("", "5,5", battle=BATTLE | {"attacker": [5, 5, 6]}),
            RULES.RETHROW + 2,
            "Of equal dice it does not matter which is thrown: name the first. (DBW-Q-18)",
        ),
        (CHOICE, RULES.ATTACK, "Partners do not fight each other. (DBW-Q-37)"),
        (
            table("", "4,10", dice=KEEP, square="4,10", options={"battle_optional": "yes"}),
            RULES.REPLACE,
            "Only a partner's marker is replaced; Yellow is an opponent. (DBW-TEAM-6)",
        ),
        (table(), RULES.KEEP, "The dice must be thrown first. (DBW-ROLL-1)"),
    ],
)
def test_reasons(p: Position, action: int, why: str) -> None:
    assert str(GAME.why_not(p, 0, action)) == why


@pytest.mark.parametrize("said", ["stand", "throw 2", "throw 6 3", "Throw 6-3-1"])
def test_who_speaks_of_a_battle_is_told_that_there_is_none(said: str) -> None:
    match = Match.new(GAME, start=GAME.position.describe(CHOICE), dice=SeededDice(1))
    why = match.why_not(match.actor, said)
    assert str(why) == "It cannot be played: there is no battle. (DBW-BATTLE-4)"
    with pytest.raises(MalformedAction, match="cannot be played: there is no battle \\(DBW-BATTLE-4\\)"):
        match.play(match.actor, said)


def test_somebody_else_is_told_who_decides() -> None:
    p = table("", "5,5", battle=BATTLE | {"next": "defender"})
    assert str(GAME.why_not(p, 0, RULES.RETHROW)) == "It is for Yellow to decide. (DBW-SETUP-5)"


def test_every_refusal_is_worded() -> None:
    numbers = sorted(WORDS.module._REASONS)
    assert numbers == list(range(1, len(numbers) + 1))
    assert {why.clause for why in WORDS.module._REASONS.values()} <= CLAUSES


def test_the_story_of_a_whole_game_tells_its_end() -> None:
    for p, _, action, then in random_game(3):
        last = str(WORDS.sentence(p, action, then))
    assert GAME.plain.actor(then) == OVER
    assert last.endswith(str(WORDS.asks(then)))
