"""A match as its players and its callers meet it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import parlour
from parlour.table import CHANCE, Match, NotNow, Seat, SeededDice, TypedDice, from_json, to_json
from parlour.text import (
    AmbiguousAction,
    BadChoice,
    BadPosition,
    IllegalAction,
    MalformedAction,
    ParlourError,
    Reason,
)
from tests.table.helpers import RACE, RACE_FOLDER, finish, step, to_decision

AT_STEP = {"runners": [[3, 5], [0, 0]], "turn": 0, "phase": "step", "die": 4}


def stepping(**changes: object) -> Match:
    return Match.new(RACE, 2, dice=SeededDice(1), start={**AT_STEP, **changes})


def error(kind: type[ParlourError], act: object, *parts: object) -> str:
    with pytest.raises(kind) as caught:
        act(*parts)  # type: ignore[operator]
    return str(caught.value)


# ---------------------------------------------------------------- setting up


def test_a_strangers_folder_is_played_like_any_game() -> None:
    match = finish(Match.new(RACE_FOLDER, 3, dice=SeededDice("tea")))
    assert match.over and match.legal() == []
    assert match.winners == [match.position.turn]
    assert match.shares == {c: float(c in match.winners) for c in range(3)}


@pytest.mark.parametrize("game", ["parcheesi", "pollyanna"])
def test_nobody_wins_a_draw_by_the_limit_of_turns(game: str) -> None:
    match = finish(Match.new(game, 2, {"max_turns": 2}, dice=SeededDice(1)))
    assert set(match.shares.values()) == {0.5} and match.winners == []


def test_seats_have_names_kinds_and_sides() -> None:
    match = Match.new(RACE, [Seat("Ann", "random"), Seat()], options={"long": "yes"})
    assert match.seats == {0: Seat("Ann", "random"), 1: Seat("Blue", "human")}
    assert match.sides == {0: [0], 1: [1]}
    assert str(match.name(0)) == "Ann (Red)" and str(match.name(1)) == "Blue"
    assert match.position.long == 1
    assert Match.new(RACE, ["Ann", "Bob"]).seats[1].name == "Bob"
    assert len(Match.new(RACE).seats) == 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Match.new("parchesi", 2), "parcheesi"),
        (lambda: Match.new(RACE, 7), "2, 3"),
        (lambda: Match.new(RACE, True), "2, 3"),
        (lambda: Match.new(RACE, "2"), "a number or a list of seats"),
        (lambda: Match.new(RACE, 2.5), "a number or a list of seats"),
        (lambda: Match.new(RACE, [1, 2]), "a Seat or a name"),
        (lambda: Match.new(RACE, 2, options={"lang": "yes"}), "Did you mean long?"),
        (lambda: Match.new(RACE, 2, options={"long": "perhaps"}), "no, yes"),
        (lambda: Match.new(RACE, [Seat(kind="randon"), Seat()]), "Did you mean random?"),
        (lambda: Match.new(RACE, ["A\nB", "C"]), "one line"),
        (lambda: Match.new(RACE, 3, start=AT_STEP), "for 2 players, not 3"),
        (lambda: Match.new(RACE, 2, options={"long": "no"}, start=AT_STEP), "not both"),
        (
            lambda: Match.new(RACE, 2, start=parlour.Position(parlour.load("parcheesi").rules.State)),
            "another",
        ),
        (lambda: Match.new(RACE, 2, dice="seeded"), "SeededDice(7)"),  # type: ignore[arg-type]
        (lambda: stepping().fork(dice=6), "SeededDice(7)"),  # type: ignore[arg-type]
        (lambda: SeededDice(-1), "from 0 up"),
        (lambda: SeededDice("-12"), "from 0 up"),
        (lambda: SeededDice("  "), "from 0 up"),
        (lambda: SeededDice(1.5), "from 0 up"),  # type: ignore[arg-type]
        (lambda: SeededDice(True), "from 0 up"),
    ],
)
def test_wrong_choices_are_refused_with_what_there_is(make: object, said: str) -> None:
    assert said in error(BadChoice, make)


def test_a_match_starts_from_a_position_as_from_its_json() -> None:
    match = Match.new(RACE, start=RACE.position.build(AT_STEP))
    assert match.position == stepping().position and len(match.seats) == 2
    match.position.turn = 1
    assert match.actor == 0


def test_an_impossible_start_is_refused_with_every_reason() -> None:
    with pytest.raises(BadPosition) as caught:
        Match.new(RACE, start={**AT_STEP, "runners": [[99, 0], [0, 0]], "die": 8})
    assert len(caught.value.reasons) == 2
    bad = RACE.position.build(AT_STEP)
    bad.turn = 5
    with pytest.raises(BadPosition):
        Match.new(RACE, start=bad)


def test_a_game_of_rules_alone_is_played_by_its_codes(tmp_path: Path) -> None:
    """What words.py and position.py would say has defaults: codes, numbers, the fields of the record."""
    folder = tmp_path / "mute"
    folder.mkdir()
    for name in ("rules.py", "board.toml"):
        (folder / name).write_text(Path(RACE_FOLDER, name).read_text())
    match = to_decision(Match.new(str(folder), 2, dice=SeededDice(3)))
    assert str(match.game.words.TITLE) == "Mute" and match.seats[1].name == "Seat 2"
    seat, move = match.actor, match.legal()[0]
    assert move.notation == str(move.code) and move.fields == {"do": str(move.code)}
    assert "names nothing" in error(MalformedAction, match.play, seat, "leap")
    match.play(seat, move.notation)
    assert str(match.story()[-1]) == f"Seat {seat + 1}: {move.code}."
    data = to_json(match.game, match.position)
    assert from_json(data, match.game) == (match.game, match.position)
    match.save(tmp_path / "mute.parlour")
    assert Match.load(tmp_path / "mute.parlour", match.game).position == match.position
    wrong = {**data, "turn": 9, "moon": 1, "die": "two"}
    told = error(BadPosition, from_json, wrong, match.game)
    assert "there is no “moon”" in told and "die is made of whole numbers" in told
    assert "nobody can play on" in error(BadPosition, from_json, {**data, "turn": 9}, match.game)


# ---------------------------------------------------------------- naming an action


def test_actions_are_named_by_text_code_or_fields() -> None:
    for action in ("3+4", " 3 + 4 ", 0, {"runner": 1}, {"to": 7}, {"do": "step", "from": 3, "to": 7}):
        match = stepping()
        event = match.play(0, action)
        assert (event.text, event.code, event.seat) == ("3+4", 0, 0)
        assert match.position.place[0].tolist() == [7, 5]
    match = stepping()
    match.play(0, "3+4")
    match.play(0, "PUSH")
    assert match.position.place[0].tolist() == [7, 6]


def test_moves_carry_all_their_names() -> None:
    moves = stepping().legal()
    assert [(m.code, m.notation, str(m.offer)) for m in moves] == [(0, "3+4", "3+4"), (1, "5+4", "5+4")]
    assert moves[1].fields == {"do": "step", "runner": 2, "from": 5, "to": 9}


def test_malformed_says_what_is_near() -> None:
    match = stepping()
    assert "Did you mean 3+4?" in error(MalformedAction, match.play, 0, "3+44")
    assert "3+4, 5+4" in error(MalformedAction, match.play, 0, "castle")
    assert "3+4, 5+4" in error(MalformedAction, match.play, 0, "")
    assert "0 to 3" in error(MalformedAction, match.play, 0, 17)
    assert "not True" in error(MalformedAction, match.play, 0, True)
    assert "not None" in error(MalformedAction, match.play, 0, None)
    assert "Did you mean runner?" in error(MalformedAction, match.play, 0, {"runer": 1})
    assert "names nothing" in error(MalformedAction, match.play, 0, {"runner": 5})
    assert "names nothing" in error(MalformedAction, match.play, 0, {})


def test_ambiguous_lists_the_candidates() -> None:
    match = stepping(runners=[[3, 3], [0, 0]])
    assert "3+4#1, 3+4#2" in error(AmbiguousAction, match.play, 0, "3+4")
    assert "3+4#1, 3+4#2" in error(AmbiguousAction, match.play, 0, {"do": "step"})
    assert match.play(0, "3+4#2").code == 1
    alone = stepping(runners=[[9, 9], [0, 0]], die=3)
    assert "9+3#1, 9+3#2" in error(AmbiguousAction, alone.play, 0, "9+3")


def test_illegal_says_why_with_the_clause() -> None:
    match = stepping(runners=[[3, 10], [0, 0]])
    with pytest.raises(IllegalAction) as caught:
        match.play(0, "10+4")
    assert caught.value.clause == "RACE-1"
    assert str(caught.value) == "10+4 is not allowed: that runs past the goal (RACE-1)"
    assert "RACE-1" in error(IllegalAction, match.play, 0, {"runner": 2})
    assert "RACE-1" in error(IllegalAction, match.play, 0, 1)
    assert "RACE-2" in error(IllegalAction, match.play, 0, 3)
    assert match.ply == 0 and match.events == ()


def test_a_game_without_reasons_still_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RACE.words, "reason", lambda *_: None)
    said = error(IllegalAction, stepping(runners=[[3, 10], [0, 0]]).play, 0, "10+4")
    assert said == "10+4 is not allowed: It is not one of the moves that can be played now."


def test_why_not_answers_for_any_seat() -> None:
    match = stepping(runners=[[3, 10], [0, 0]])
    assert match.why_not(0, "3+4") is None
    assert match.why_not(0, "10+4") == Reason(match.why_not(0, 1).text, "RACE-1")  # type: ignore[union-attr]
    other = match.why_not(1, "3+4")
    assert other is not None and other.clause == "RACE-0"
    assert "no seat" in error(BadChoice, match.why_not, 2, "3+4")


# ---------------------------------------------------------------- the wrong moment


def test_the_wrong_moment_has_its_own_error() -> None:
    match = Match.new(RACE, ["Ann", "Bob"], dice=SeededDice(3))
    assert "before the roll" in error(NotNow, match.play, 0, "0+1#1")
    reason = match.why_not(0, "0+1#1")
    assert reason is not None and reason.clause == "RACE-2"
    to_decision(match)
    assert error(NotNow, match.play, 1, "0+1#1") == "It is Ann (Red)'s turn, not Bob (Blue)'s."
    assert "No roll is due: it is Ann (Red)'s turn" in error(NotNow, match.roll)
    assert "0 (Ann (Red))" in error(BadChoice, match.play, 7, "0+1#1")
    finish(match)
    for act in (match.roll, lambda: match.play(0, 0)):
        assert error(NotNow, act) == "The game is over."


def test_before_the_roll_and_after_the_end_there_is_a_reason_too() -> None:
    match = Match.new("parcheesi", 2, dice=SeededDice(3))
    reasons = [match.why_not(0, "10+4"), finish(match).why_not(0, "E")]
    assert [reason and reason.clause for reason in reasons] == ["PAR-TURN-2", "PAR-WIN-1"]


def test_who_rolls_depends_on_the_dice() -> None:
    assert "typed dice" in error(BadChoice, Match.new(RACE, 2, dice=SeededDice(3)).roll, "card 2")
    typed = Match.new(RACE, 2, dice=TypedDice())
    assert "type in" in error(ParlourError, typed.roll)
    assert "card 1, card 2, card 3" in error(MalformedAction, typed.roll, "7")
    assert typed.roll("Card 2").text == "card 2"
    assert typed.roll(0).text == "card 1"
    assert "1, 2, 3, 4, 5, 6" in error(MalformedAction, typed.roll, "7")
    assert "1, 2, 3, 4, 5, 6" in error(MalformedAction, typed.roll, True)
    assert typed.roll({"do": "6"}).text == "6"


def test_real_dice_are_read_in_any_order() -> None:
    for text in ("5-3", "3-5", "5 3", "3,5", "35", "5+3"):
        assert Match.new("parcheesi", 2, dice=TypedDice()).roll(text).text == "5-3"
    for text in ("5", "5-7", "5-3-1", "5x3", ""):
        error(MalformedAction, Match.new("parcheesi", 2, dice=TypedDice()).roll, text)


# ---------------------------------------------------------------- undo, fork, watch


def test_undo_stops_at_the_last_roll_seen() -> None:
    match = to_decision(Match.new(RACE, 2, dice=SeededDice(3)))
    first = match.position
    match.play(0, 0)
    second = match.position
    match.play(0, "push")
    assert match.actor == CHANCE
    event = match.undo()
    assert (event.kind, event.text) == ("undo", "1") and match.position == second
    match.play(0, "rest")
    match.undo(2)
    assert match.position == first and match.ply == 3
    said = error(NotNow, match.undo)
    assert "Decisions since the last roll: 0" in said and "fork" in said
    match.play(0, 1)
    assert "roll: 1" in error(NotNow, match.undo, 2)
    assert [e.kind for e in match.events] == ["roll"] * 3 + ["play"] * 2 + ["undo", "play", "undo", "play"]
    assert [e.n for e in match.events] == list(range(1, 10))
    for count in (0, -1, True, 1.5):
        error(BadChoice, match.undo, count)


def test_undo_at_the_start_says_there_is_nothing() -> None:
    match = stepping()
    assert error(NotNow, match.undo) == "There is nothing to take back yet."
    match.play(0, "3+4")
    assert error(NotNow, match.undo, 2) == "Decisions that can be taken back: 1, no more."


def test_the_winning_move_can_be_taken_back_unless_the_dice_are_revealed() -> None:
    match = stepping(runners=[[8, 0], [0, 0]])
    match.play(0, "8+4")
    assert match.over
    match.undo()
    assert not match.over and match.actor == 0
    checkable = Match.new(RACE, 2, start={"runners": [[11, 11], [0, 0]], "turn": 0, "phase": "roll"})
    while not checkable.over:
        step(checkable, random.Random(1))
    assert [e.kind for e in checkable.events][-2:] == ["play", "reveal"]
    assert "secret of the dice" in str(checkable.story()[-1])
    assert "revealed" in error(NotNow, checkable.undo)


def test_a_fork_goes_its_own_way_and_knows_where_it_came_from() -> None:
    match = finish(Match.new(RACE, ["Ann", "Bob"], dice=SeededDice(3)))
    before = match.record()
    fork = match.fork(5)
    assert fork.forked_from == (match.id, 5) and fork.id != match.id
    assert fork.position == match.at(5) and fork.ply == 0 and fork.seats == match.seats
    finish(fork, seed=9)
    assert match.record() == before
    assert fork.dice.describe() == {"kind": "seeded", "seed": "3/5"}
    for _ in range(60):  # a seed does not outgrow its limit
        fork = fork.fork(0)
    assert match.forked_from is None
    assert match.fork().over
    for ply in (-1, match.ply + 1, True):
        assert f"0 to {match.ply}" in error(BadChoice, match.fork, ply)


def test_every_ply_can_be_watched_and_nothing_shared() -> None:
    match = Match.new(RACE, 2, dice=SeededDice(11))
    rng = random.Random(5)
    kept = [match.at(0).to_bytes()]
    while not match.over:
        step(match, rng)
        kept.append(match.position.to_bytes())
        match.position.place[:] = 7  # a caller's scribbling
        match.at(match.ply).turn = 1
        next(iter(match.steps()))[1].phase = 4
    assert [match.at(i).to_bytes() for i in range(match.ply + 1)] == kept


def test_a_seat_sees_only_what_it_may() -> None:
    match = to_decision(Match.new(RACE, 2, dice=SeededDice(3)))
    cards = match.position.card[:2].tolist()
    assert match.view(0).card[:2].tolist() == [cards[0], 9]
    assert match.view(1).card[:2].tolist() == [9, cards[1]]
    assert match.view(1, ply=1).card[:2].tolist() == [9, 0]
    assert match.position.card[:2].tolist() == cards
    assert "no seat" in error(BadChoice, match.view, 2)


def test_the_story_is_told_to_a_seat_without_the_others_secrets() -> None:
    match = to_decision(Match.new(RACE, 2, dice=SeededDice(3)))
    cards = match.position.card
    assert [str(t) for t in match.story()][:2] == [f"Red: card {cards[0]}.", f"Blue: card {cards[1]}."]
    assert [str(t) for t in match.story(0)][:2] == [f"Red: card {cards[0]}.", "Blue draws a card."]
    assert [str(t) for t in match.story(1)][:2] == ["Red draws a card.", f"Blue: card {cards[1]}."]
    match.play(0, 0)
    match.undo()
    assert [str(t) for t in match.story(since=4)] == ["The last decision is taken back."]
    match.play(0, 0)
    match.play(0, "rest")
    match.undo(2)
    assert str(match.story()[-1]) == "The last 2 decisions are taken back."


# ---------------------------------------------------------------- the seats' secrets


def test_seats_add_secrets_before_the_first_roll_only() -> None:
    match = Match.new(RACE, 2)
    match.add_secret(1, "blue moon")
    assert "already" in error(NotNow, match.add_secret, 1, "again")
    for text in ("", "  ", "two\nlines", "x" * 201, 5):
        assert "one line" in error(BadChoice, match.add_secret, 0, text)
    match.roll()
    assert "before the first roll" in error(NotNow, match.add_secret, 0, "late")
    assert str(match.story()[0]) == "Blue adds a secret to the dice."
    assert "Only checkable" in error(BadChoice, stepping().add_secret, 0, "x")
