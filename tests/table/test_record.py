"""Saving, opening and refusing record files."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.table import CheckableDice, Match, NotNow, Seat, SeededDice, TypedDice
from parlour.table.record import FORMAT
from parlour.table.resume import replay
from parlour.text import BadChoice, BadRecord, ParlourError
from tests.table.helpers import RACE, RACE_FOLDER, finish, forge, step, to_decision

Edit = Callable[[list[dict[str, Any]]], Any]


def undone() -> Match:
    """A short match with every kind of event but a reveal."""
    match = Match.new(
        RACE, ["Ann", Seat("Bob", "random")], options={"long": True}, dice=CheckableDice(bytes(32))
    )
    match.add_secret(1, "blue moon")
    to_decision(match)
    match.play(0, 0)
    match.undo()
    match.play(0, 1)
    return match


UNDONE = undone().record()
SEEDED = finish(Match.new(RACE, 2, dice=SeededDice(5))).record()


def refused(text: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replay(text if isinstance(text, bytes) else text.encode(), RACE)
    return caught.value


# ---------------------------------------------------------------- there and back


def test_a_record_is_readable_text() -> None:
    lines = [json.loads(line) for line in UNDONE.splitlines()]
    header, events, end = lines[0], lines[1:-1], lines[-1]
    assert list(header)[:3] == ["parlour", "match", "game"] and header["parlour"] == FORMAT == 1
    assert header["seats"]["1"] == {"name": "Bob", "kind": "random"}
    assert header["options"] == {"long": "yes"}
    assert header["dice"]["kind"] == "checkable" and "secret" not in header["dice"]
    assert [list(e)[-2] for e in events] == ["adds", "roll", "roll", "roll", "play", "undo", "play"]
    assert events[4]["seat"] == 0 and events[5]["undo"] == 1
    assert end["end"] == 7 and end["over"] is False
    assert bytes(32).hex() not in UNDONE


def test_a_match_comes_back_as_it_was(tmp_path: Path) -> None:
    match = undone()
    match.save(tmp_path / "game.jsonl")
    again = Match.load(tmp_path / "game.jsonl", RACE_FOLDER)
    assert again.record() == match.record()
    assert again.events == match.events and again.seats == match.seats and again.id == match.id
    assert [str(t) for t in again.story()] == [str(t) for t in match.story()]
    assert [again.at(i) for i in range(again.ply + 1)] == [match.at(i) for i in range(match.ply + 1)]
    for goes_on in (match, again):
        finish(goes_on, seed=4)
    assert again.record() == match.record()


def test_a_fork_and_its_start_are_recorded(tmp_path: Path) -> None:
    match = finish(Match.new(RACE, 2, dice=SeededDice(5)))
    fork = finish(match.fork(6), seed=8)
    fork.save(tmp_path / "fork.jsonl")
    again = Match.load(tmp_path / "fork.jsonl", RACE)
    assert again.forked_from == (match.id, 6)
    assert again.at(0) == match.at(6) and again.position == fork.position


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["seeded", "checkable"]))
def test_play_undo_save_and_load_in_any_order(seed: int, kind: str) -> None:
    """Whatever is done in between, an opened match equals one that was never closed."""
    rng = random.Random(seed)
    dice = SeededDice(rng.randrange(99)) if kind == "seeded" else CheckableDice(rng.randbytes(32))
    match = Match.new(RACE, rng.choice([2, 3]), dice=dice)
    mirror = [match.position.to_bytes()]
    while not match.over and match.ply < 40:
        chance = rng.random()
        if chance < 0.2:
            try:
                match.undo()
                mirror.pop()
            except NotNow:
                pass
        elif chance < 0.3:
            with tempfile.TemporaryDirectory() as folder:
                match.save(Path(folder, "game.jsonl"))
                opened = Match.load(Path(folder, "game.jsonl"), RACE)
            assert opened.record() == match.record()
            match = opened
        else:
            step(match, rng)
            mirror.append(match.position.to_bytes())
        assert [match.at(i).to_bytes() for i in range(match.ply + 1)] == mirror


# ---------------------------------------------------------------- damage


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_one_damaged_byte_never_passes_for_another_game(data: st.DataObject) -> None:
    original = UNDONE.encode()
    at = data.draw(st.integers(0, len(original) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != original[at]))
    damaged = original[:at] + bytes([byte]) + original[at + 1 :]
    try:
        match = replay(damaged, RACE)
    except BadRecord as error:
        assert 1 <= error.line <= original.count(b"\n") + 1
        assert str(error)
    except BadChoice as error:  # the game's own name was hit
        assert "race" in str(error)
    else:
        assert match.record() == UNDONE  # a space or a line's end: nothing that matters


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_other_file_is_refused(raw: bytes) -> None:
    assert refused(raw).line >= 1


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(UNDONE.encode()) - 2))
def test_a_file_cut_short_is_refused(size: int) -> None:
    assert refused(UNDONE.encode()[:size]).line >= 1


def test_windows_line_ends_and_marks_do_not_matter() -> None:
    assert replay(b"\xef\xbb\xbf" + UNDONE.replace("\n", "\r\n").encode(), RACE).record() == UNDONE


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "empty"),
        ("hello\n", 1, "not JSON"),
        ("[1, 2]\n", 1, "not a JSON object"),
        ("{}\n", 1, "not a Parlour record"),
        ('{"parlour": 2}\n', 1, "written by a later Parlour"),
        ('{"parlour": 1}\n', 1, "sum"),
        ('{"parlour": NaN}\n', 1, "not JSON"),
        ('{"parlour": 1, "parlour": 1}\n', 1, "not JSON"),
        ('{"parlour": ' + "[" * 100_000 + "\n", 1, "not JSON"),
        ('{"parlour": ' + "1" * 5_000 + "}\n", 1, "not JSON"),
        ('{"parlour": 1, "game": "\\ud800"}\n', 1, "UTF-8"),
        (UNDONE.replace('"roll"', '"rowl"', 1), 3, "sum"),
        (UNDONE.replace("\n", "\n\n", 1), 2, "not JSON"),
        ("".join(UNDONE.splitlines(True)[:-1]), 8, "cut short"),
        ("".join(UNDONE.splitlines(True)[:3] + UNDONE.splitlines(True)[4:]), 4, "sum"),
        (UNDONE.splitlines(True)[0], 1, "cut short"),
    ],
)
def test_damage_is_named_with_its_line(text: str, line: int, said: str) -> None:
    error = refused(text)
    assert error.line == line and said in str(error)
    assert str(error).startswith(f"line {line}: ")


# ---------------------------------------------------------------- forgery with the sums made right


def put(number: int, **changes: Any) -> Edit:
    return lambda lines: lines[number].update(changes)


def insert(number: int, line: dict[str, Any]) -> Edit:
    def edit(lines: list[dict[str, Any]]) -> None:
        lines.insert(number, line)
        renumber(lines)

    return edit


def drop(number: int, key: str) -> Edit:
    return lambda lines: lines[number].pop(key)


@pytest.mark.parametrize(
    ("edit", "line", "said"),
    [
        (put(0, match="x"), 1, "16 hexadecimal digits"),
        (put(0, players="two"), 1, "whole number"),
        (put(0, players=3), 1, "seats"),
        (put(0, players=7), 1, "2, 3 players"),
        (put(0, seats=[]), 1, "“seats” must be a JSON object"),
        (put(0, seats={"0": {}}), 1, "name and a kind"),
        (put(0, seats={"0": {"name": "A", "kind": "humane"}}), 1, "Did you mean human?"),
        (put(0, seats={"0": {"name": 5, "kind": "human"}}), 1, "name"),
        (put(0, seats={"-1": {"name": "A", "kind": "human"}}), 1, "chairs"),
        (put(0, options={"lung": "yes"}), 1, "Did you mean long?"),
        (put(0, start={"runners": [[55, 0], [0, 0]]}), 1, "off the track"),
        (put(0, dice={"kind": "loaded"}), 1, "kind of dice"),
        (put(0, dice="six"), 1, "“dice” must be a JSON object"),
        (put(0, board={"sha256": "0"}), 1, "board it was played on is missing"),
        (put(0, board={"sha256": "0", "text": "goal = 9"}), 1, "SHA-256"),
        (put(0, forked_from={"match": "x"}), 1, "forked_from"),
        (put(0, optons={}), 1, "Did you mean options?"),
        (drop(0, "dice"), 1, "lacks: dice"),
        (put(2, roll="9"), 3, "cannot come up"),
        (put(2, roll=9), 3, "must be text"),
        (put(2, n=7), 3, "Event 2 should stand here, not 7"),
        (put(2, n=True), 3, "Event 2"),
        (put(2, rol="1"), 3, "Did you mean roll?"),
        (put(5, play="rest"), 6, "names nothing"),
        (put(5, seat=1), 6, "It is Ann (Red)'s turn"),
        (put(5, seat=9), 6, "no seat"),
        (put(5, seat="0"), 6, "whole number"),
        (put(6, undo=2), 7, "Decisions since the last roll: 1"),
        (put(6, undo=0), 7, "At least 1"),
        (insert(2, {"n": 2, "seat": 1, "play": "0+1#1"}), 3, "before the roll"),
        (insert(5, {"n": 5, "roll": "3"}), 6, "No roll is due"),
        (insert(3, {"n": 3, "seat": 0, "adds": "late"}), 4, "first roll"),
        (insert(3, {"n": 3, "reveal": "00" * 32}), 4, "no secret to show"),
        (insert(3, {"end": 2, "over": False}), 4, "more after the last"),
        (put(8, end=6), 9, "the record has 7 events"),
        (put(8, over=True), 9, "result"),
        (put(8, shares={"0": 1.0}), 9, "result"),
        (put(8, note="hi"), 9, "does not fit"),
    ],
)
def test_a_forged_record_is_refused_with_line_and_reason(edit: Edit, line: int, said: str) -> None:
    error = refused(forge(UNDONE, edit))
    assert (error.line, said in str(error)) == (line, True), str(error)


def renumber(lines: list[dict[str, Any]]) -> None:
    for n, line in enumerate(lines[1:], 1):
        line["n" if "n" in line else "end"] = n - ("end" in line)


def test_an_illegal_action_in_a_record_says_why() -> None:
    start = {"runners": [[3, 10], [0, 0]], "turn": 0, "phase": "step", "die": 4}
    match = Match.new(RACE, 2, dice=SeededDice(1), start=start)
    match.play(0, "3+4")
    error = refused(forge(match.record(), put(1, play="10+4")))
    assert error.line == 2 and "RACE-1" in str(error)


def test_a_result_that_the_moves_do_not_give_is_refused() -> None:
    last = SEEDED.count("\n")
    assert refused(forge(SEEDED, put(-1, shares={"0": 0.5, "1": 0.5}))).line == last
    assert refused(forge(SEEDED, put(-1, over=False))).line == last
    assert refused(forge(SEEDED, lambda lines: lines.pop(-2) and renumber(lines))).line == last - 1


# ---------------------------------------------------------------- which game, which board


def test_a_game_that_is_not_installed_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(SEEDED)
    with pytest.raises(BadChoice, match="“race”, which is not installed"):
        Match.load(path)
    with pytest.raises(BadChoice, match="The record is of race, not of parcheesi"):
        Match.load(path, "parcheesi")
    assert Match.load(path, RACE_FOLDER).over


def test_a_board_of_ones_own_travels_with_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    board = tmp_path / "short.toml"
    board.write_text("goal = 8\nlong_goal = 9\n")
    match = finish(Match.new(parlour.load(RACE_FOLDER, board), 2, dice=SeededDice(5)))
    match.save(tmp_path / "game.jsonl")
    board.unlink()
    for game in (RACE, RACE_FOLDER):
        again = Match.load(tmp_path / "game.jsonl", game)
        assert again.position.place.max() == 8 and again.record() == match.record()
    own = Match.load(tmp_path / "game.jsonl", again.game)  # already on that board
    assert own.game is again.game
    text = forge(match.record(), lambda lines: lines[0].pop("board"))
    with pytest.raises(BadRecord):
        replay(text.encode(), own.game)  # and from there to the usual board
    monkeypatch.setenv("PARLOUR_CACHE", "/dev/null/nowhere")
    assert Match.load(tmp_path / "game.jsonl", RACE).record() == match.record()
    assert refused(text).line > 1  # the same moves do not fit the usual board
    broken = {"sha256": "a" * 64, "text": "goal = 1\n"}
    broken["sha256"] = parlour.table.record.digest(broken["text"])  # type: ignore[attr-defined]
    assert "not a board for race" in str(refused(forge(match.record(), put(0, board=broken))))


def test_typed_dice_are_recorded_as_they_fell() -> None:
    match = Match.new(RACE, 2, dice=TypedDice())
    for outcome in ("card 1", "card 3", "5"):
        match.roll(outcome)
    again = replay(match.record().encode(), RACE)
    assert again.position == match.position and again.position.die == 5


def test_events_can_follow_from_elsewhere() -> None:
    """A watcher's copy, fed event by event, ends where the table does."""
    table = undone()
    watcher = replay(forge(table.record(), cut_to_the_header).encode(), RACE)
    finish(table, seed=2)
    for event in table.events:
        watcher.follow(event.to_json())
    assert watcher.record() == table.record()
    with pytest.raises(NotNow, match="Nothing can follow"):
        watcher.follow({"undo": 1})
    for odd in ({}, {"n": 4}, {"play": "push"}, {"adds": "x"}):
        with pytest.raises(BadChoice, match="no event"):
            Match.new(RACE, 2).follow(odd)


def cut_to_the_header(lines: list[dict[str, Any]]) -> None:
    lines[1:] = [{"end": 0, "over": False}]


# ---------------------------------------------------------------- any value, anywhere


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in some JSON together with a key or index in it."""
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    else:
        return []
    return [(value, key) for key, _ in inside] + [pair for _, inner in inside for pair in places(inner)]


def midway(game: str) -> str:
    """A short record that starts in the middle of a game, with house rules."""
    long = finish(Match.new(game, 4, options={"max_dice": "greedy", "max_turns": 60}, dice=SeededDice(3)))
    fork = long.fork(2 * long.ply // 3)
    for _ in range(12):
        step(fork, random.Random(1))
    return fork.record()


MIDWAY = [midway("parcheesi"), midway("pollyanna"), UNDONE]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_forged_value_ever_breaks_the_table(data: st.DataObject) -> None:
    def edit(lines: list[dict[str, Any]]) -> None:
        holder, key = data.draw(st.sampled_from(places(lines)))
        holder[key] = data.draw(JUNK | st.sampled_from([value[k] for value, k in places(lines)]))

    text = data.draw(st.sampled_from(MIDWAY))
    try:
        forged = forge(text, edit)
    except (TypeError, ValueError, AttributeError):
        return  # not even a line of JSON any more
    try:
        match = replay(forged.encode(), RACE if text is UNDONE else None)
        assert match.record()
    except ParlourError as error:
        assert str(error)
