"""The menu: every entry, wrong answers, and the end of the input at any point."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.table import Match
from tests.terminal.shell import run

PARCHEESI = 1 + parlour.names().index("parcheesi")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def menu(*lines: object) -> str:
    done = run(typed="".join(f"{line}\n" for line in lines))
    assert done.code == 0, done.err
    assert done.err == ""
    return done.out


def test_leaving() -> None:
    shown = menu(7)
    assert shown.startswith("Welcome to Parlour")
    assert shown.count("What would you like to do (1-7)?") == 1


@pytest.mark.parametrize("word", ["quit", "q", "Exit"])
def test_leaving_in_words(word: str) -> None:
    assert menu(word).count("What would you like to do (1-7)?") == 1
    refused = f"Type a number from 1 to {len(parlour.names())}, not “"
    assert menu(4, word, 1, 7).count(refused) == 1  # only the menu can be left


def test_the_end_of_the_input_leaves_too() -> None:
    assert menu().count("What would you like to do") == 1


def test_a_wrong_answer_is_asked_again() -> None:
    shown = menu("play", 0, 8, 7)
    assert shown.count("Type a number from 1 to 7, not “") == 3
    assert shown.count("What would you like to do") == 4


def test_playing_saving_and_going_on(here: Path) -> None:
    shown = menu(1, PARCHEESI, 2, 1, "Anna", "random", "", "save mine.parlour", "quit", 2, 1, "quit", 7)
    assert "Anna (Red) plays here." in shown
    assert "  1  mine.parlour\n" in shown
    assert "What happened last:" in shown
    assert Match.load(here / "mine.parlour").ply > 0


def test_a_saved_game_by_its_name(here: Path) -> None:
    Match.new("parcheesi", 2).save(here / "other.txt")
    shown = menu(2, "nothing.txt", "other.txt", "quit", 7)
    assert "There is no file “nothing.txt”." in shown
    assert "Type help at any time" in shown


def test_watching(here: Path) -> None:
    match = Match.new("parcheesi", 2)
    match.roll()
    match.save(here / "seen.parlour")
    shown = menu(3, 1, 7)
    assert f"   1  {match.story()[0]}" in shown


def test_a_damaged_file_brings_one_back_to_the_menu(here: Path) -> None:
    (here / "bad.parlour").write_text("hello\n")
    shown = menu(3, 1, 7)
    assert "line 1: " in shown
    assert shown.count("What would you like to do") == 2


def test_reading_the_rules() -> None:
    assert "PAR-WIN-1" in menu(4, PARCHEESI, 7)


def test_drawing(here: Path) -> None:
    assert "HOME" in menu(6, PARCHEESI, "", 7)
    menu(6, PARCHEESI, "board.svg", 7)
    assert (here / "board.svg").read_text("utf-8").startswith("<")


def test_simulating() -> None:
    shown = menu(5, PARCHEESI, "none", 20, 7)
    assert "The number of games is a whole number" in shown
    assert "20 random games" in shown


@pytest.mark.parametrize("entry", range(1, 7))
def test_the_input_may_end_anywhere(entry: int) -> None:
    assert "Traceback" not in menu(entry)
