"""Games, rules, boards, replays and proofs, as the commands print them."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parlour
from parlour.table import Match, SeededDice, TypedDice, to_code, to_json
from tests.terminal.shell import run

GAMES = parlour.names()


def finished(file: Path, game: str = "parcheesi", seed: int = 4) -> Match:
    match = Match.new(game, 2, dice=SeededDice(seed))
    while not match.over:
        if match.actor < 0:
            match.roll()
        else:
            match.play(match.actor, match.legal()[0].code)
    match.save(file)
    return match


def test_games() -> None:
    done = run("games")
    assert done.code == 0
    for name in GAMES:
        assert f"{name}: for " in done.out


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("game", GAMES)
def test_all_rules(game: str) -> None:
    done = run("rules", game)
    assert done.code == 0
    assert len(re.findall(r"^[A-Z]{3}-[A-Z]+-\d+", done.out, re.M)) > 50
    assert max(map(len, done.out.splitlines())) <= 79


def test_one_clause_and_a_family_of_them() -> None:
    one = run("rules", "parcheesi", "par-block-2").out
    assert one.startswith("PAR-BLOCK-2  ")
    family = run("rules", "parcheesi", "PAR-BLOCK").out
    assert re.findall(r"^PAR-\w+-\d+", family, re.M) == [f"PAR-BLOCK-{n}" for n in range(1, 6)]
    assert one in family


def test_a_ruling_names_the_house_rule_that_changes_it() -> None:
    shown = run("rules", "parcheesi", "PAR-Q-31").out
    assert "House rule pair_lock: turn (as described) | roll | off" in shown


def test_ledger_of_one_clause() -> None:
    done = run("rules", "parcheesi", "PAR-BLOCK-2", "--ledger")
    assert done.code == 0
    assert "moving.py:" in done.out


def test_ledger_fails_when_a_clause_has_no_test(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tests" / "rulebook" / "parcheesi").mkdir(parents=True)
    monkeypatch.setattr("parlour.__file__", str(tmp_path / "src" / "parlour" / "__init__.py"))
    done = run("rules", "parcheesi", "--ledger")
    assert done.code == 1
    assert "PAR-BLOCK-2 has no test." in done.out


# ---------------------------------------------------------------- boards


@pytest.mark.parametrize("game", GAMES)
def test_a_board_in_characters(game: str) -> None:
    done = run("board", game)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 79


@pytest.mark.parametrize("game", GAMES)
def test_a_board_as_a_drawing(game: str, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    done = run("board", game, "--svg", file)
    assert done.out == f"Drawn in {file}.\n"
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert run("board", game, "--svg", "-").out == file.read_text("utf-8").rstrip("\n") + "\n"
    assert [f.name for f in tmp_path.iterdir()] == ["board.svg"]


def test_a_position_from_json_code_and_file(tmp_path: Path) -> None:
    game = parlour.load("parcheesi")
    position = game.position.build(
        {"pawns": {"0": ["S", "S", 10, 12], "2": ["S", "S", "S", "@14"]}, "turn": 0}
    )
    (tmp_path / "json").write_text(str(to_json(game, position)).replace("'", '"'))
    (tmp_path / "code").write_text(to_code(game, position) + "\n")
    texts = [
        '{"pawns": {"0": ["S", "S", 10, 12], "2": ["S", "S", "S", "@14"]}, "turn": 0}',
        to_code(game, position),
    ]
    texts += [str(tmp_path / "json"), str(tmp_path / "code")]
    boards = {run("board", "parcheesi", "--position", text).out for text in texts}
    assert len(boards) == 1
    assert boards != {run("board", "parcheesi").out}
    assert "10, 12" in boards.pop()


# ---------------------------------------------------------------- records


def test_replay_in_a_pipe_prints_everything(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    match = finished(file)
    shown = run("replay", file).out.splitlines()
    told = [line for line in shown if re.match(r" *\d+  \w", line)]
    assert [line.split("  ", 1)[1].strip() for line in told if line[:6].strip().isdecimal()]
    for number, sentence in enumerate(match.story(), 1):
        assert shown[number] == f"{number:>4}  {sentence}"


def test_replay_of_one_moment(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    match = finished(file)
    begin, middle = run("replay", file, "--ply", 0).out, run("replay", file, "--ply", 30).out
    assert begin.endswith("The game begins.\n")
    assert middle.endswith(f"{match.story()[29]}\n")
    beyond = run("replay", file, "--ply", 10**6)
    assert beyond.code == 2
    assert f"from 0 to {len(match.events)}" in beyond.err


def test_replay_shows_what_was_taken_back(tmp_path: Path) -> None:
    match = Match.new(
        "parcheesi", 2, dice=TypedDice(), start={"pawns": {"0": [3, 9, 9, 20], "2": [1, 2, 3, 4]}, "turn": 0}
    )
    match.roll("2-1")
    match.play(0, "20+2")
    match.undo()
    match.play(0, "3+2")
    file = tmp_path / "game.parlour"
    match.save(file)
    assert "9 ×2, 22" in run("replay", file, "--ply", 2).out
    assert "9 ×2, 20" in run("replay", file, "--ply", 3).out
    assert "5, 9 ×2, 20" in run("replay", file, "--ply", 4).out


def test_verify_proves_and_disproves(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    finished(file)
    proved = run("verify", file)
    assert (proved.code, proved.out[:7]) == (0, "Proved:")
    file.write_bytes(file.read_bytes().replace(b'"roll": "6-5"', b'"roll": "5-5"', 1))
    disproved = run("verify", file)
    assert disproved.code == 1
    assert disproved.out.startswith("Disproved, line ")


def test_verify_of_a_record_of_a_later_format(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    finished(file)
    file.write_bytes(file.read_bytes().replace(b'"parlour": 1', b'"parlour": 2', 1))
    done = run("verify", file)
    assert done.code == 2
    assert done.out.startswith("Not judged: This record was written by a later Parlour (format 2")
    assert "isproved" not in done.text


def test_verify_of_an_unfinished_game(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    Match.new("parcheesi", 2).save(file)
    done = run("verify", file)
    assert done.code == 1
    assert done.out.startswith("Unfinished: ")
