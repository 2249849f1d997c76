"""Playing at the keyboard: names typed, lists searched, a game won, a draw agreed, records that hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour.table import from_code, from_json, to_code, to_json
from parlour.text import BadPosition
from tests.terminal.shell import Done, run

from .support import USUAL

TWO = ("play", "tritrac", "--players", 2, "--names", "Anna,Ben")

# On star16 the shortest track, D0 to L0, is five tiles long.
SHORT = ["Nc2u/B", "Yb2d/H", "Ob2u/H", "Ya2d/H", "Od2u/H"]


def play(*typed: str, more: tuple[object, ...] = ()) -> Done:
    return run(*TWO, *more, typed="\n".join(typed) + "\n")


def test_a_game_on_another_board_from_the_first_tile_to_the_last(tmp_path: Path) -> None:
    file = tmp_path / "short.parlour"
    done = play(*SHORT, "Yc1d", more=("--board", "star16", "--save", file))
    assert done.code == 0
    told = "Ben places a tile. A track of 5 tiles joins two arrows: Ben wins!"
    assert told in done.out
    assert "Track: L0 c1d c2u b2d b2u a2d D0" in done.out
    assert all(f"[{name}]" in done.out for name in ("c1d", "c2u", "b2d", "b2u", "a2d"))
    assert "Ben (Yellow) wins." in done.out
    checked = run("verify", file)
    assert checked.code == 0 and "6 decisions" in checked.out
    assert told in run("replay", file).out


def test_the_board_is_shown_to_each_in_turn() -> None:
    done = play("Nb3u/H", "Yd3d/F", "quit", "")
    _, before_yellow, before_orange = done.out.split("Reconstructed board", 2)
    assert "NNNN" in before_yellow and "\\YY  /" not in before_yellow
    assert "NNNN" in before_orange and "\\YY  /" in before_orange


def test_hundreds_of_moves_are_shown_as_a_few_lines() -> None:
    done = play("Nb3u/H", "Yd1u/F", "Oc2d/H", "moves turn", "moves place c1d", "moves xyzzy", "quit", "")
    assert "place a tile (6 in hand): 49 ways, such as Y" in done.out
    assert "move a tile (bottom row, 2nd from right): " in done.out
    turns = done.out.split("moves turn\n")[1].split("Ben")[0]
    assert (
        "turn the tile (bottom row, 2nd from right): from left to the dark arrow  (d1u/B)" in turns
        and turns.count("(b3u/") == 2
    )
    assert "place a" not in turns
    places = done.out.split("moves place c1d\n")[1].split("Ben")[0]
    assert all(f"(Yc1d/{side})" in places for side in "HBF") and "move" not in places
    assert "No move has “xyzzy” in it." in done.out


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    done = play(
        "Oc2d/H", "Nb3u/H", "b3u/B", "Yc1u/B", "Yd1d/F", "d1d/H", "why b3u/B", "why d1d/B", "quit", ""
    )
    for clause in ("TRI-NEUTRAL-1", "TRI-FIRST-1", "TRI-OFF-1", "TRI-OPP-1"):
        assert f"({clause})" in done.out
    assert "b3u/B is allowed." in done.out
    assert "That tile is Ben's. (TRI-OPP-1)" in done.out
    assert "Type rules TRI-OPP-1 to read that rule." in done.out


def test_a_move_is_taken_back_with_the_lock_it_made() -> None:
    """TT-62: undo gives back the lock and the hands."""
    done = play("Nb3u/H", "Yd1d/F", "Oc2d/H", "b3u/B", "undo", "Yc1u/H", "undo", "position", "quit", "")
    written = next(line for line in done.out.splitlines() if line.startswith('{"game"'))
    assert json.loads(written) == {"game": "tritrac", "tiles": ["Yd1d/F", "Oc2d/H", "Nb3u/H"], "turn": 1}


def test_a_board_and_a_position_can_be_drawn_without_playing(tmp_path: Path) -> None:
    file = tmp_path / "star.svg"
    position = json.dumps({"board": "star16", "tiles": ["Nc2u/B", "Yb2d/B"], "turn": 0})
    done = run("board", "tritrac", "--board", "star16", "--position", position, "--svg", file)
    assert done.code == 0 and 'id="c1d"' in file.read_text("utf-8")
    usual = run("board", "tritrac", "--position", position)
    assert usual.code == 2 and "The position is on another board" in usual.err
    wrong = run("board", "tritrac", "--board", "star16", "--position", position.replace("b2d", "a1u"))
    assert wrong.code == 2 and "this board has no space a1u" in wrong.err


def test_a_position_says_which_board_it_is_on() -> None:
    game = parlour.load("tritrac", "star16")
    p = game.position.build({"tiles": ["Nc2u/B", "Yb2d/B"], "turn": 0})
    assert to_json(game, p)["board"] == "star16"
    found, again = from_code(to_code(game, p))  # the code alone is enough
    assert again == p and found.rules.BOARD["name"] == "star16"
    new = to_json(USUAL, USUAL.new())
    assert "board" not in new
    found, again = from_json({**new, "board": "hex2_ears"})  # the usual one may be named all the same
    assert (found.rules.BOARD["name"], again) == ("hex2_ears", USUAL.new())
    with pytest.raises(BadPosition, match="on another board"):
        from_json({**new, "board": "hex2"})
