"""Proving and disproving finished games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.table import CHANCE, CheckableDice, Match, SeededDice, TypedDice, Verdict, verify
from parlour.text import ParlourError
from tests.table.helpers import RACE, finish, forge

Lines = list[dict[str, Any]]


def judge(tmp_path: Path, text: str) -> Verdict:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    return verify(path, RACE)


def checkable() -> Match:
    match = Match.new(RACE, ["Ann", "Bob"], dice=CheckableDice(bytes(range(32))))
    match.add_secret(0, "sunny side")
    match.add_secret(1, "up")
    return finish(match, seed=1)


FAIR = checkable().record()


def test_a_fair_game_is_proved(tmp_path: Path) -> None:
    verdict = judge(tmp_path, FAIR)
    assert verdict.kind == "proved" and verdict.line is None and str(verdict).startswith("Proved")
    rolls = FAIR.count('"roll"')
    assert f"{rolls} rolls" in str(verdict)


def test_a_game_saved_by_the_table_is_proved(tmp_path: Path) -> None:
    finish(Match.new("parcheesi", 3), seed=2).save(tmp_path / "game.jsonl")
    assert verify(tmp_path / "game.jsonl").kind == "proved"


def change_roll(lines: Lines) -> None:
    lines[3]["roll"] = {"card 1": "card 2"}.get(lines[3]["roll"], "card 1")


def change_move(lines: Lines) -> None:
    where = next(i for i, line in enumerate(lines) if line.get("play") in ("push", "rest"))
    lines[where]["play"] = "rest" if lines[where]["play"] == "push" else "push"


def change_secret(lines: Lines) -> None:
    lines[-2]["reveal"] = bytes(32).hex()


def change_secret_and_promise(lines: Lines) -> None:
    other = CheckableDice(bytes(32))
    lines[0]["dice"] = other.describe()
    lines[-2]["reveal"] = bytes(32).hex()


def change_contribution(lines: Lines) -> None:
    lines[1]["adds"] = "rainy side"


def change_match_id(lines: Lines) -> None:
    lines[0]["match"] = "0" * 16


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (change_roll, "but its dice give"),
        (change_move, ""),  # a later move or the result does not fit any more, or wins another way
        (change_secret, "not the one that was promised"),
        (change_secret_and_promise, "but its dice give"),
        (change_contribution, "but its dice give"),
        (change_match_id, "but its dice give"),
    ],
)
def test_a_changed_game_is_disproved(tmp_path: Path, edit: Callable[[Lines], None], said: str) -> None:
    verdict = judge(tmp_path, forge(FAIR, edit))
    assert verdict.kind == "disproved" and said in str(verdict)
    assert verdict.line is not None and f"line {verdict.line}" in str(verdict)


def test_each_changed_roll_is_found_on_its_own_line(tmp_path: Path) -> None:
    """Even where a later move does not fit the changed roll: the first wrong line is named."""
    rolls = [i for i, line in enumerate(FAIR.splitlines()) if '"roll"' in line and "card" not in line]
    assert len(rolls) > 3
    for index in rolls:

        def swap(lines: Lines, index: int = index) -> None:
            lines[index]["roll"] = "6" if lines[index]["roll"] != "6" else "1"

        verdict = judge(tmp_path, forge(FAIR, swap))
        assert (verdict.kind, verdict.line) == ("disproved", index + 1)
        assert "but its dice give" in str(verdict)


def test_damage_without_forgery_is_disproved_with_its_line(tmp_path: Path) -> None:
    verdict = judge(tmp_path, FAIR.replace('"roll": "card', '"roll": "cord', 1))
    assert (verdict.kind, verdict.line) == ("disproved", 4)
    assert judge(tmp_path, "nonsense").kind == "disproved"


def test_a_finished_game_that_was_cut_is_not_proved(tmp_path: Path) -> None:
    lines = FAIR.splitlines(True)
    for size in range(1, len(lines)):
        assert judge(tmp_path, "".join(lines[:size])).kind == "disproved"

    def cut(rows: Lines) -> None:
        del rows[-5:-1]
        rows[-1] = {"end": len(rows) - 2, "over": False}

    assert judge(tmp_path, forge(FAIR, cut)).kind == "unfinished"

    def hide_secret(rows: Lines) -> None:
        del rows[-2]
        rows[-1]["end"] -= 1

    verdict = judge(tmp_path, forge(FAIR, hide_secret))
    assert verdict.kind == "disproved" and "secret of its dice is not shown" in str(verdict)


def test_a_record_of_a_later_format_is_not_judged(tmp_path: Path) -> None:
    later = FAIR.replace('"parlour": 1', '"parlour": 2', 1)
    verdict = judge(tmp_path, later)
    assert later != FAIR and verdict.kind == "unreadable" and verdict.line is None
    assert "later Parlour" in str(verdict)


def test_an_unfinished_game_says_so(tmp_path: Path) -> None:
    for dice in (CheckableDice(), SeededDice(5)):
        match = Match.new(RACE, 2, dice=dice)
        match.roll()
        assert judge(tmp_path, match.record()).kind == "unfinished"


def test_seeded_games_follow_their_seed(tmp_path: Path) -> None:
    text = finish(Match.new(RACE, 2, dice=SeededDice(5))).record()
    assert judge(tmp_path, text).kind == "proved"
    verdict = judge(tmp_path, forge(text, lambda lines: lines[0]["dice"].update(seed="6")))
    assert verdict.kind == "disproved" and "but its dice give" in str(verdict)


def test_real_dice_leave_nothing_to_prove(tmp_path: Path) -> None:
    match = Match.new(RACE, 2, dice=TypedDice())
    while not match.over:
        if match.actor == CHANCE:
            match.roll(0)
        else:
            match.play(match.actor, match.legal()[0].code)
    verdict = judge(tmp_path, match.record())
    assert verdict.kind == "nothing to prove" and "real ones" in str(verdict)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="cannot be read"):
        verify(tmp_path / "none.jsonl")
