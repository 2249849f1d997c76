"""The scenario table of the Doubles Wild specification, row by row, on both forms of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from parlour.text import BadChoice
from tests.rulebook.doubleswild.support import GAME, LETTERS, R, both_forms, lay, play_row
from tests.rulebook.harness import Form, cases, rows

FILE = Path(__file__).with_name("scenarios.json")
ROWS = cases(GAME, FILE)

# The rows of the specification's table; those of ELSEWHERE are tests of their own.
TABLE = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 30, 31, 32, 34, 35, 37]
TABLE += [38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65]
ELSEWHERE = [4, 17, 34]  # the last in test_battle_odds.py


@pytest.mark.parametrize(("form", "row"), ROWS)
def test_row(form: Form, row: dict[str, Any]) -> None:
    play_row(form, row)


TURNED = [
    c for c in ROWS if "position" in c.values[1] and c.values[1]["id"] != "DW-55"
]  # chair 0 throws first


@pytest.mark.parametrize(("form", "row"), TURNED)
def test_row_from_every_chair(form: Form, row: dict[str, Any]) -> None:
    """DBW-SETUP-2, DBW-SETUP-5: colours differ in nothing but their name."""
    players = row["position"].get("players", 2)
    for by in range(1, players):
        position = turned({"turn": "A"} | row["position"], by, players)
        steps = [step if isinstance(step, str) else turned(step, by, players) for step in row["steps"]]
        play_row(form, {"id": f"{row['id']} turned by {by}", "position": position, "steps": steps})


def turned(data: Mapping[str, Any], by: int, players: int) -> dict[str, Any]:
    """A position or a check with everybody so many chairs further on."""

    def other(letter: str | None) -> str | None:
        return letter and LETTERS[(LETTERS.index(letter) + by) % players]

    new = dict(data)
    for name, value in data.items():
        if name in ("own", "on_board", "supply", "score") and isinstance(value, Mapping):
            new[name] = {other(letter): v for letter, v in value.items()}
        elif name in ("turn", "decides"):
            new[name] = other(value)
        elif name == "dice":
            new[name] = [other(value[0]), value[1]]
        elif name == "owner":
            new[name] = {square: other(letter) for square, letter in value.items()}
        elif name == "wins":
            new[name] = sorted(str(other(letter)) for letter in value)
        elif name == "tiebreak":
            new[name] = "".join(sorted(str(other(letter)) for letter in value))
        elif name == "then":
            new[name] = {steps: turned(further, by, players) for steps, further in value.items()}
    return new


def test_no_row_is_missing() -> None:
    ids = [row["id"] for row in rows(FILE)]
    assert sorted(int(i.removeprefix("DW-")) for i in ids) == sorted(set(TABLE) - set(ELSEWHERE))


@pytest.mark.parametrize(
    ("players", "options"), [(1, {}), (5, {}), (3, {"teams": "yes"}), (2, {"teams": "yes"})]
)
def test_dw_04_wrong_number_of_players(players: int, options: dict[str, str]) -> None:
    """DBW-SETUP-1, DBW-TEAM-1."""
    with pytest.raises(BadChoice, match=str(players)):
        GAME.new(players, options)


@both_forms
def test_dw_17_one_die_is_not_thrown_again(form: Form) -> None:
    """DBW-REROLL-2."""
    table = lay(form).go("1-3/4-6")
    assert sorted(table.names()) == ["blue", "both", "keep", "red"]
    for wish in (R.ONE_RED, R.ONE_BLUE):
        assert GAME.plain.refusal(table.position, 0, wish) == R.SINGLE_DIE
