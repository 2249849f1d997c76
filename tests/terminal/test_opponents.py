"""Playing against bots at the keyboard: who sits where, hints, and going on later with the same ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parlour.table import Match
from tests.terminal.shell import Done, converse, run
from tests.terminal.test_play import newcomer, script

NEAR = '{"pawns": {"0": ["H", "H", 60, 66], "2": ["H", "H", "H", 60]}, "turn": 0}'  # both are nearly home


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think with the plain rules; nothing is compiled beside the tests."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def play(seats: str, *arguments: object, lines: tuple[str, ...] = (), game: str = "parcheesi") -> Done:
    table = ("play", game, "--seats", seats, "--seed", 5, "--no-drawing")
    return converse(*table, *arguments, answer=script(*lines))


def test_a_game_against_bots_is_saved_with_them_and_goes_on_with_them(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    first = play("Anna,bot:2", "--position", NEAR, "--save", file, lines=("", "1"))
    assert "Anna (Red) plays here." in first.out
    assert "Yellow is played by the computer, level 2 (casual player)." in first.out
    assert [seat.kind for seat in Match.load(file).seats.values()] == ["human", "bot:2"]
    second = converse("play", "--resume", file, "--no-drawing", answer=newcomer())
    assert second.code == 0
    assert set(second.err.splitlines()) <= {"Yellow is thinking …"}  # said when it takes a while
    assert "Yellow is played by the computer, level 2 (casual player)." in second.out
    match = Match.load(file)
    assert match.over
    assert any(event.kind == "play" and event.seat == 2 for event in match.events)


def test_bots_alone_play_a_game_and_the_seed_says_which() -> None:
    seats = "careful:slip=0.5,level:3"
    games = [play(seats, "--position", NEAR).out for _ in range(2)]
    assert games[0] == games[1]
    assert "Red is played by the computer (careful:slip=0.5)." in games[0]
    assert "Yellow is played by the computer, level 3 (regular)." in games[0]
    assert "wins. Thank you for playing!" in games[0]


def test_a_hint_names_moves_chances_and_reasons() -> None:
    done = play("you,random", "--position", NEAR, lines=("hint", "", "", "hint", "1", "quit"))
    assert "There is nothing for you to decide just now." in done.out  # the dice come first
    hints = re.findall(r"^ +(\d)  (.+)  \((\S+)\): (\d+) %(?: \((−\d+\.\d)\))?\. (.+)$", done.out, re.M)
    offered = re.findall(r"^ +(\d)  (.+)  \((\S+)\)$", done.out, re.M)
    assert 1 <= len(hints) <= 3
    chances = [int(chance) for _, _, _, chance, _, _ in hints]
    assert [not lost for _, _, _, _, lost, _ in hints] == [i == 0 for i in range(len(hints))]
    assert chances == sorted(chances, reverse=True) and 0 < chances[0] <= 100
    for number, offer, notation, _, _, reason in hints:
        assert (number, offer, notation) in offered
        assert reason.startswith(
            (
                "Better than the second best: ",
                "Best by what",
                "Worse than the best: ",
                "Not the best",
                "Several moves are",
            )
        )


def test_a_hint_is_for_nobody_else() -> None:
    """The keyboard goes round, and the one who has it is not the one to move."""
    shown: list[str] = []

    def answer(text: str) -> str | None:
        shown.append(text)
        if len(shown) > 40:
            return None
        return "hint" if "when you have read this" in text.splitlines()[-1] else newcomer()(text)

    done = converse(
        "play", "doubletrack", "--seats", "Anna,Ben,random", "--seed", 3, "--no-drawing", answer=answer
    )
    refused = re.findall(r"A hint is for (\w+) \(", done.out)
    assert set(refused) <= {"Anna", "Ben"} and refused


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        ("you,bot:7", "There is no level “7”; choose one of: 1, 2, 3, 4, 5, 6."),
        ("you,bot", "A bot is named with its level, from bot:1 to bot:6."),
        ("you,bot:", "A bot is named with its level, from bot:1 to bot:6."),
        ("you,bot:clever", "There is no bot “clever”; choose one of: random, careful, "),
        ("you,carful:slip=1", "Did you mean careful"),
        ("you,careful:slip=much", "The bot's setting slip is a number from 0 to 10, not “much”."),
        ("you", "parcheesi is for 2, 3, 4 players, not 1."),
        ("you,bot:1,bot:1,bot:1,bot:1", "parcheesi is for 2, 3, 4 players, not 5. The nearest is 4."),
        ("you,,bot:1", "Say who sits on every chair, separated by commas, such as: --seats you,bot:3,Anna"),
        ("you,alphabeta", "“alphabeta” is for games of two that see everything"),
        ("A" * 41 + ",bot:1", "A player's name is one line of up to 40 characters."),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: str, says: str) -> None:
    done = run("play", "parcheesi", "--seats", seats)
    assert done.code == 2
    assert says in done.err


def test_who_plays_is_said_once() -> None:
    for other in (("--names", "Anna"), ("--bots", 1)):
        done = run("play", "parcheesi", "--seats", "you,bot:1", *other)
        assert "Who plays is said by --seats alone" in done.err and done.code == 2
    assert "The list has 2 seats, not 3." in run("play", "parcheesi", "--seats", "you,3", "-p", 3).err
    assert run("play", "parcheesi", "--seats", "you,random", "-p", 2).code == 0


def test_a_record_with_a_bot_that_is_not_there_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    play("Anna,bot:2", "--position", NEAR, "--save", file)
    text = Match.load(file).record()
    assert json.loads(text.splitlines()[0])["seats"]["2"]["kind"] == "bot:2"
    from tests.table.helpers import forge

    def other(lines: list[dict[str, object]]) -> None:
        seats = lines[0]["seats"]
        assert isinstance(seats, dict)
        seats["2"]["kind"] = "bot:clever"

    file.write_text(forge(text, other), "utf-8")
    done = run("play", "--resume", file)
    assert done.code == 2
    assert "There is no bot “clever”" in done.err
