"""The scenario table of the Tri-Trac specification, row by row, on both forms of the rules.

Rows about the board's data alone, and those that need more than a line, are functions below.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules.kit import CHANCE
from parlour.table import Match, SeededDice
from tests.rulebook.harness import Form, forms, rows
from tests.rulebook.tritrac.support import (
    GAME,
    GAMES,
    SEATS,
    board_file,
    both_forms,
    lay,
    names,
    new,
    play_row,
)

FILE = Path(__file__).with_name("scenarios.json")
ROWS = [
    pytest.param(form, row, id=f"{row['id']}-{form.name}")
    for row in rows(FILE)
    for form in forms(GAMES[row["board"]])
]

# The rows of the specification's table; parts add a word to the id.
TABLE = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 30, 31, 32, 34, 35, 36, 37]
TABLE += [38, 39, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 57, 58, 59, 60, 61, 62, 63]


@pytest.mark.parametrize(("form", "row"), ROWS)
def test_row(form: Form, row: dict[str, Any]) -> None:
    play_row(form, row)


@pytest.mark.parametrize(("form", "row"), ROWS)
def test_row_turned_by_half(form: Form, row: dict[str, Any]) -> None:
    """TRI-GEO-6: seen from the other side of the table everything is as it was."""
    play_row(form, turned(row, names(form.game)))


@pytest.mark.parametrize(("form", "row"), ROWS)
def test_row_with_colours_exchanged(form: Form, row: dict[str, Any]) -> None:
    """No colour has a rule of its own; P1 may be either (TRI-Q-20)."""
    play_row(form, exchanged(row))


def turned(row: dict[str, Any], rules: Any) -> dict[str, Any]:
    """The row with every space and arrow of the board where the half turn takes it."""
    cells = {name: rules.CELL_NAMES[rules.IMAGE[1, 3 * i] // 3] for i, name in enumerate(rules.CELL_NAMES)}
    assert all(
        rules.IMAGE[1, place] % 3 == place % 3 for place in range(rules.PLACES)
    )  # sides keep their letters
    new = {key: row[key] for key in row if key in ("tiles", "steps")}
    text = re.sub(r"[a-z]\d[ud]", lambda found: cells[found[0]], json.dumps(new))
    text = re.sub(r'"([DL])([01])"', lambda found: f'"{found[1]}{1 - int(found[2])}"', text)
    return row | straight(json.loads(text))


def straight(value: Any) -> Any:
    """Pairs of arrows in their usual order."""
    if isinstance(value, dict):
        return {k: [sorted(pair) for pair in v] if k == "tracks" else straight(v) for k, v in value.items()}
    return [straight(v) for v in value] if isinstance(value, list) else value


def exchanged(row: dict[str, Any]) -> dict[str, Any]:
    """The row with orange in the place of yellow."""
    new = {key: row[key] for key in row if key in ("tiles", "turn", "lock", "steps")}
    new.setdefault("turn", "O")
    text = re.sub(r'\b[OY](?=[a-z]\d[ud]|")', lambda found: SEATS[1 - SEATS.index(found[0])], json.dumps(new))
    text = re.sub(r'"hands": \[(\d), (\d)\]', r'"hands": [\2, \1]', text)
    options = row.get("options", {}) | {"p1_colour": "yellow"}
    return row | json.loads(text) | {"options": options}


def test_no_row_is_missing() -> None:
    ids = {int(row["id"].split("-")[1]) for row in rows(FILE)}
    ids |= {int(name.split("_")[2]) for name in globals() if name.startswith("test_TT_")}
    assert ids == set(TABLE)


# ---------------------------------------------------------------- rows that are more than a line


def test_TT_44_half_turn_of_the_board() -> None:
    """TRI-GEO-4, TRI-GEO-6: (x, y, k) -> (3-x, 3-y, 1-k) keeps plain sides, ribs and arrows."""
    cells = {(c["x"], c["y"], c["points"]): c for c in GAME.rules.BOARD["cells"]}
    other = {"up": "down", "down": "up"}
    for (x, y, points), cell in cells.items():
        image = cells[3 - x, 3 - y, other[points]]
        assert image["plain"] == cell["plain"] and image["centre"] == cell["centre"]
        for side, beyond in cell["sides"].items():
            kind = beyond[: len("arrow L")] if beyond.startswith("arrow") else beyond == "rib"
            facing = image["sides"][side]
            assert kind == (facing[: len("arrow L")] if facing.startswith("arrow") else facing == "rib")
            if beyond.startswith("arrow"):
                assert facing[-1] != beyond[-1]  # D0 <-> D1, L0 <-> L1


def test_TT_46_shortest_tracks() -> None:
    """TRI-GEO-4."""
    arrows, shortest = names(GAME).ARROW_NAMES, GAME.module("catalogue").shortest()
    found = {arrows[a] + arrows[b]: len(best[0].places) for (a, b), best in shortest.items()}
    assert found == {"D0D1": 8, "D0L0": 8, "D0L1": 7, "D1L0": 7, "D1L1": 8, "L0L1": 14}


@both_forms
def test_TT_57_a_hundred_turns_without_a_placement(form: Form) -> None:
    """TRI-DRAW-1, TRI-Q-21: nobody repeats a position three times, and nobody places."""
    walk = lay(form, "Oa1d/B Ya2d/B Nb3u/H")
    spots = ["b1d", "c1d", "d1d", "d2u", "c2u", "b2u"]
    orange, yellow = "a1d", "a2d"
    for turn in range(50):
        goal, side = spots[turn % 6], "HBF"[turn // 6 % 3]
        orange, before = goal, orange
        walk.go(f"{before}-{goal}/{side}")
        assert walk.decides == "Y"
        goal, side = ["b4u", "c4u", "d4u", "d3u", "c3u"][turn % 5], "HBF"[turn // 5 % 3]
        yellow, before = goal, yellow
        walk.go(f"{before}-{goal}/{side}")
        assert walk.decides == ("O" if turn < 49 else ""), turn
    assert walk.phase == "QUIET"
    assert [walk.form.payoff(walk.position, seat) for seat in range(2)] == [0.5, 0.5]


@both_forms
def test_TT_57_a_placement_begins_a_new_count(form: Form) -> None:
    """TRI-Q-21: the hundred turns are in a row."""
    walk = lay(form, "Oa1d/B Ya2d/B Nb3u/H", repetition="never", quiet_plies="50")
    for _ in range(12):
        walk.go("a1d/H", "a2d/H", "a1d/B", "a2d/B")
    walk.go("a1d/H", "Yd1u/H")  # the fiftieth
    for _ in range(12):
        walk.go("a1d/B", "a2d/H", "a1d/H", "a2d/B")
    walk.go("a1d/B")
    assert walk.decides == "Y"
    walk.go("a2d/H")
    assert walk.phase == "QUIET"


@both_forms
def test_TT_59_lots_decide_who_begins(form: Form) -> None:
    """TRI-SETUP-2, TRI-Q-20: a draw by lot, both alike; the same ticket names the same player."""
    walk = new(form, first_player="random")
    assert form.actor(walk.position) == CHANCE and form.legal(walk.position) == [0, 1]
    assert [
        int(form._ask("draw", walk.position, t)) for t in range(int(form._ask("tickets", walk.position)))
    ] == [0, 1]
    odds = np.zeros(2, np.int64)
    assert form._ask("weights", walk.position, odds) == 2 and odds.tolist() == [1, 1]
    for seat in (0, 1):
        begun = form.apply(walk.position, seat)
        assert form.actor(begun) == seat and begun.first == seat
        second = form.apply(begun, form.legal(begun)[0])
        assert form.actor(second) == 1 - seat


def test_TT_59_the_same_seed_draws_the_same_lot() -> None:
    def lot(seed: int) -> int:
        match = Match.new("tritrac", options={"first_player": "random"}, dice=SeededDice(seed))
        match.roll()
        return match.actor

    firsts = [lot(seed) for seed in range(12)]
    assert firsts == [lot(seed) for seed in range(12)] and set(firsts) == {0, 1}


def test_TT_60_a_board_file_equal_to_the_usual_one(tmp_path: Path) -> None:
    """Read from a file of one's own, the board is the same in everything the rules know of it."""
    mine = tmp_path / "mine.toml"
    mine.write_bytes(board_file("hex2_ears").read_bytes())
    game, usual = parlour.load("tritrac", mine), parlour.load("tritrac")
    assert game.rules is not usual.rules
    for name in ("BEYOND", "CENTRE", "FITS", "IMAGE", "KEY", "WAY"):
        assert (getattr(names(game), name) == getattr(names(usual), name)).all()
    assert names(game).CELL_NAMES == names(usual).CELL_NAMES


def test_TT_62_undo_and_redo_restore_lock_and_hands() -> None:
    """TRI-NEUTRAL-3: what is taken back is as if it had never been."""
    match = Match.new(GAME)
    seen = [match.position]
    turns = ["Nc2d/H", "Ya1u/F", "c2d/B", "Yd4d/F", "Ob2u/H", "c2d-b3u/F", "b2u/B", "a1u-a2u/F"]
    for turn in turns:
        match.play(match.actor, turn)
        seen.append(match.position)
    assert [p.lock for p in seen] == [0, 1, 1, 1, 1, 0, 2, 2, 0]
    assert [list(map(int, p.hand)) for p in seen] == [[7, 7]] * 2 + [[7, 6]] * 2 + [[7, 5]] + [[6, 5]] * 4
    for before in reversed(seen[:-1]):
        match.undo()
        assert match.position == before
    for turn, after in zip(turns, seen[1:], strict=True):
        match.play(match.actor, turn)
        assert match.position == after
