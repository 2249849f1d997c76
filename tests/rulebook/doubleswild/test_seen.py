"""What is seen and counted of a game, and what is left lying when something has ended."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.rules.kit import NOBODY
from tests.rulebook.doubleswild.support import GAME, R, Table, both_forms, check, lay
from tests.rulebook.harness import Form

PLAIN = Form(GAME, "plain")
STAND = ["stand"] * 4
TEAMS: dict[str, Any] = {"players": 4, "teams": "yes"}
FIGHT = ["2-4/3-4", "keep"]  # for 6,7


def counted(table: Table, *steps: str) -> dict[str, int]:
    """What is counted of these steps, where it is not 0."""
    counts = np.zeros(len(R.TALLIES), np.int64)
    for step in steps:
        chance = table.actor < 0
        action = table.outcome(step) if chance else table.names()[step]
        GAME.plain.tally(table.position.copy(), action, counts)
        table.go(step)
    return {name: n for name, n in zip(R.TALLIES, counts.tolist(), strict=True) if n}


COUNTED: list[tuple[dict[str, Any], dict[str, str], list[str], dict[str, int]]] = [
    # the table, own squares, the steps, what is counted
    ({}, {"B": "6,7"}, [*FIGHT, "6-6-6", "1-1-1", *STAND], {"battles": 1, "conquests": 1}),
    ({}, {"B": "6,7"}, [*FIGHT, "1-1-1", "6-6-6", *STAND], {"battles": 1}),
    ({}, {"B": "6,7"}, [*FIGHT, "1-1-2", "1-1-1", *STAND], {"battles": 1, "conquests": 1}),
    ({}, {"B": "6,7"}, [*FIGHT, "6-6-6", "1-1-1", "stand", "stand", "stand"], {"battles": 1}),
    (
        {},
        {"B": "6,7"},
        [*FIGHT, "6-6-6", "1-1-1", *STAND[:3], "throw 1", "1"],
        {"battles": 1, "conquests": 1},
    ),
    ({}, {"B": "6,7"}, [*FIGHT, "2-6-6", "4-4-4", *STAND[:3], "throw 4 4", "6-6"], {"battles": 1}),
    ({}, {"B": "6,7"}, [*FIGHT, "2-2-2", "2-2-2", *STAND], {"battles": 1}),
    ({}, {"B": "6,7"}, [*FIGHT, "6-6-6", "1-1-1", "stand", "throw 1", "1", "stand"], {"battles": 1}),
    ({"battle_tie": "defender"}, {"B": "6,7"}, [*FIGHT, "2-2-2", "2-2-2", *STAND], {"battles": 1}),
    (
        {"battle_tie": "attacker"},
        {"B": "6,7"},
        [*FIGHT, "2-2-2", "2-2-2", *STAND],
        {"battles": 1, "conquests": 1},
    ),
    ({"battle_tie": "attacker"}, {"B": "6,7"}, [*FIGHT, "2-2-2", "2-2-3", *STAND], {"battles": 1}),
    (
        {"battle_tie": "coin"},
        {"B": "6,7"},
        [*FIGHT, "2-2-2", "2-2-2", *STAND, "attacker"],
        {"battles": 1, "conquests": 1},
    ),
    (
        {"battle_tie": "coin"},
        {"B": "6,7"},
        [*FIGHT, "2-2-2", "2-2-2", *STAND, "defender"],
        {"battles": 1},
    ),
    (
        {},
        {"A": "6,5 6,6", "B": "6,7"},
        [*FIGHT, "6-6-6", "1-1-1", *STAND],
        {"battles": 1, "conquests": 1, "points": 1},
    ),
    ({"battle_optional": "yes"}, {"B": "6,7"}, [*FIGHT, "leave"], {}),
    ({"battle_optional": "yes"}, {"B": "6,7"}, [*FIGHT, "attack"], {"battles": 1}),
    (TEAMS, {"A": "6,5 6,6", "C": "6,7"}, [*FIGHT, "replace"], {"exchanges": 1, "points": 1}),
    (TEAMS, {"A": "6,5 6,6", "C": "6,7"}, [*FIGHT, "leave"], {}),
    ({}, {"B": "6,5 6,6 6,7"}, FIGHT, {}),
    ({}, {"A": "6,7"}, FIGHT, {}),
    ({}, {"A": "5,5 5,6"}, ["2-3/4-4", "keep", "5,7"], {"wilds": 1, "points": 1}),
    # with a house rule the other pair may follow: the square is played when that has been said
    (
        {"reroll_mode": "per_pair"},
        {"A": "6,5 6,6 3,4 3,5"},
        ["1-3/3-4", "red", "2-4", "keep"],
        {"points": 1},
    ),
    (
        {"reroll_mode": "per_pair"},
        {"A": "6,5 6,6 3,4 3,5"},
        ["1-3/1-2", "red", "2-4", "blue", "3-4"],
        {"points": 1},
    ),
    ({"tiebreak": "AB", "score": {}}, {}, ["1-3/4-6"], {"tie-breaks": 1}),
    ({"tiebreak": "AB", "score": {}}, {"A": "11,11"}, ["1-3/4-6"], {}),
    ({"tiebreak": "AB", "score": {}}, {"A": "6,5 6,6"}, FIGHT, {}),
]


@pytest.mark.parametrize(("given", "own", "steps", "wanted"), COUNTED)
def test_what_is_counted(
    given: dict[str, Any], own: dict[str, str], steps: list[str], wanted: dict[str, int]
) -> None:
    """DBW-BATTLE-5, DBW-BATTLE-6, DBW-Q-19, DBW-TEAM-6, DBW-Q-02: a conquest is a battle won."""
    assert counted(lay(PLAIN, own, **given), *steps) == wanted


def test_who_began_is_known_after_the_roll_off() -> None:
    """DBW-SETUP-3: the highest throw; until then nobody has."""
    table = Table(PLAIN, GAME.new(3))
    first = GAME.module("measures").first
    assert first(table.position) == NOBODY
    assert first(table.go("1-1-1", "1-1-3", "1-1-2").position) == 1


def test_a_tie_break_is_seen() -> None:
    """DBW-TIE-1: beside whether dice are next."""
    for more, shown in (({}, 0), ({"tiebreak": "AB", "score": {}}, 1)):
        table = lay(PLAIN, **more)
        for dice in (1, 0):
            seen = np.zeros(R.FEATURES)
            GAME.plain.observe(table.position, 0, seen)
            names = [R.FEATURE_NAMES.index(name) for name in ("tiebreak", "dice_next")]
            assert seen[names].tolist() == [shown, dice]
            table.go(*(["1-3/4-6"] if dice else []))


# ---------------------------------------------------------------- images


def test_dice_counted_from_the_other_end() -> None:
    """DBW-ROLL-2: with the rows turned round 4 is 10 and the columns stay, and the other way round."""
    p = lay(PLAIN, {"A": "4,7"}).go("1-3/4-6").position
    for symmetry, squares in ((0, "4,10"), (1, "10,10"), (2, "4,4"), (3, "10,4"), (4, "10,4")):
        image = p.copy()
        GAME.plain.lay_over(image, symmetry)
        row, column = squares.split(",")
        assert (R.LINE_OF[image.red], R.LINE_OF[image.blue]) == (int(row) - 3, int(column) - 3)
        again = image.copy()
        GAME.plain.derive(again)
        assert again == image


def test_images_before_a_throw_have_no_dice() -> None:
    p = lay(PLAIN, {"A": "4,7"}).position
    for symmetry in range(R.SYMMETRIES):
        image = p.copy()
        GAME.plain.lay_over(image, symmetry)
        assert (image.red, image.blue, image.phase) == (R.NO_PAIR, R.NO_PAIR, R.THROW)


def test_the_pair_that_was_thrown_again_is_exchanged_with_its_colour() -> None:
    """DBW-Q-02: in the image it is blue that may not be thrown a third time."""
    table = lay(PLAIN, reroll_mode="per_pair").go("1-3/4-6", "red", "1-2")
    assert set(table.names()) == {"keep", "blue"}
    GAME.plain.lay_over(table.position, 4)
    assert set(table.names()) == {"keep", "red"}


# ---------------------------------------------------------------- what is left


@both_forms
def test_nothing_is_met_any_more_once_it_is_replaced(form: Form) -> None:
    """DBW-TEAM-6."""
    table = lay(form, {"C": "6,7"}, **TEAMS).go(*FIGHT, "replace")
    assert table.position.square == R.NO_SQUARE
    check(table, {"dice": ["B", 4], "owner": {"6,7": "A"}})


@both_forms
def test_no_dice_lie_there_when_the_game_is_over(form: Form) -> None:
    """DBW-TIE-1: the first row ends it."""
    table = lay(form, {"A": "6,5 6,6"}, tiebreak="AB", score={"A": 2, "B": 2}).go(*FIGHT)
    check(table, {"wins": ["A"]})
    assert (table.position.red, table.position.blue) == (R.NO_PAIR, R.NO_PAIR)


@both_forms
def test_the_fourth_player_shares_the_lead(form: Form) -> None:
    """DBW-TIE-1, DBW-Q-28: he plays for the first row like any other."""
    table = lay(form, players=4, turn="D", supply={"A": 0}, score={"A": 2, "D": 2}).go("1-3/4-6", "keep")
    check(table, {"dice": ["A", 3], "supply": {"A": 12, "B": 0, "C": 0, "D": 12}})
    check(table.go("1-1-1"), {"dice": ["D", 3]})


LAST_LINE = " ".join(f"{row},11" for row in range(3, 11))


@both_forms
def test_the_last_square_of_all_may_be_the_only_one_to_pick(form: Form) -> None:
    """DBW-Q-07, DBW-Q-08, DBW-Q-06: the rest of its column is one's own, or of no use."""
    check(lay(form, {"A": LAST_LINE}).go("4-4/5-6", "keep"), {"legal": ["11,11"]})
    table = lay(form, {"B": LAST_LINE}, wild_allow_noop="no").go("4-4/5-6", "keep")
    check(table, {"legal": ["11,11"]})
