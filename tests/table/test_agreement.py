"""People may agree on a draw, where the rules of their game say so: an event of its own, no action."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.table import CheckableDice, Match, NotNow, Seat, SeededDice, verify
from parlour.table.resume import replay
from parlour.text import BadRecord
from tests.table.helpers import RACE, forge, to_decision


def playing(*people: Seat | str, dice: SeededDice | None = None) -> Match:
    return to_decision(Match.new(RACE, people or ("Ann", "Bob"), dice=dice or SeededDice(2)))


def agreed() -> Match:
    match = playing()
    for seat in match.seats:
        match.agree(seat)
    return match


def test_the_game_is_over_when_all_agree() -> None:
    match = playing("Ann", "Bob", "Cleo")
    match.agree(2)
    match.agree(0)
    assert not match.over and match.legal()
    match.agree(1)
    assert match.over and match.legal() == [] and match.shares == dict.fromkeys(range(3), 1 / 3)
    assert match.winners == []  # nobody wins a draw
    assert [str(text) for text in match.story()[-3:]] == [
        "Cleo (Green) agrees to a draw.",
        "Ann (Red) agrees to a draw.",
        "Bob (Blue) agrees to a draw. All agree: the game is drawn.",
    ]
    with pytest.raises(NotNow, match="The game is over"):
        match.play(0, 0)
    assert "The game is over" in str(match.why_not(0, 0))


def test_whoever_plays_on_does_not_agree_any_more() -> None:
    match = playing()
    match.agree(1 - match.actor)
    match.play(match.actor, match.legal()[0].code)
    match.agree(1)
    assert not match.over
    match.agree(0)
    assert match.over


def test_a_decision_taken_back_takes_back_what_was_agreed_to() -> None:
    match = playing()
    match.play(match.actor, match.legal()[0].code)
    match.agree(0)
    match.agree(1)
    match.undo()
    assert not match.over and "agree" in [event.kind for event in match.events]


def test_nobody_agrees_twice_nor_for_a_bot_nor_where_the_rules_know_no_such_thing() -> None:
    match = playing()
    match.agree(0)
    with pytest.raises(NotNow, match="has agreed already"):
        match.agree(0)
    for other in (playing("Ann", Seat("Bot", "random")), Match.new("parcheesi", 2, dice=SeededDice(1))):
        assert not other.may_be_agreed
        with pytest.raises(NotNow, match="nobody can agree on a draw"):
            other.agree(0)
    assert Match.new("tritrac", 2).may_be_agreed  # TRI-Q-21


def test_a_record_keeps_it_and_is_proved(tmp_path: Path) -> None:
    file = tmp_path / "drawn.parlour"
    match = agreed()
    match.save(file)
    again = Match.load(file, RACE)
    assert again.over and again.shares == {0: 0.5, 1: 0.5} and again.record() == match.record()
    assert verify(file, RACE).kind == "proved"


def test_the_secret_of_the_dice_is_shown_then_too(tmp_path: Path) -> None:
    match = to_decision(Match.new(RACE, 2, dice=CheckableDice()))
    match.agree(0)
    match.agree(1)
    assert match.events[-1].kind == "reveal"
    match.save(tmp_path / "drawn.parlour")
    assert [file.name for file in tmp_path.iterdir()] == ["drawn.parlour"]
    assert verify(tmp_path / "drawn.parlour", RACE).kind == "proved"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"agree": "win"}, "It is a draw that is agreed to, not “win”."),
        ({"agree": 1}, "“agree” must be text."),
        ({"seat": 7}, "There is no seat “7”"),
        ({"seat": 0}, "Ann (Red) has agreed already."),
    ],
)
def test_a_forged_agreement_is_refused_with_its_line(change: dict[str, object], said: str) -> None:
    match = agreed()
    forged = forge(match.record(), lambda lines: lines[-2].update(change))
    with pytest.raises(BadRecord, match=f"line {len(match.events) + 1}: ") as caught:
        replay(forged.encode(), RACE)
    assert said in str(caught.value)


def test_a_draw_that_only_one_agreed_to_is_none() -> None:
    def leave_out(lines: list[dict[str, object]]) -> None:
        del lines[-2]
        lines[-1]["end"] = len(lines) - 2

    with pytest.raises(BadRecord, match="The result is not the one"):
        replay(forge(agreed().record(), leave_out).encode(), RACE)


def test_where_nothing_is_rolled_there_is_no_secret_of_dice(tmp_path: Path) -> None:
    file = tmp_path / "duel.parlour"
    match = Match.new("tritrac", ["Ann", "Bob"])
    match.play(0, match.legal()[0].code)
    match.save(file)
    match.agree(0)
    match.agree(1)
    match.save(file)
    assert [found.name for found in tmp_path.iterdir()] == ["duel.parlour"]
    assert str(verify(file)) == "Proved: 1 decision by the rules; nothing was rolled."
    assert Match.load(file).over
