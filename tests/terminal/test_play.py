"""Playing in lines: whole games by a player who reads the screen, and every command."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import parlour
from parlour.rules.kit import CHANCE
from parlour.table import Match, from_code, verify
from tests.terminal.shell import SOURCES, Done, choices, converse, run, spawn

GAMES = parlour.names()
ESCAPE = "\x1b"
NEAR = '{"pawns": {"0": ["H", "H", 70, 69], "2": ["H", "H", "H", 60]}, "turn": 0}'  # Red is nearly home


def newcomer(seed: int = 1) -> Callable[[str], str]:
    """Presses Enter, and takes anything that is offered."""
    rng = random.Random(seed)

    def answer(shown: str) -> str:
        return rng.choice(choices(shown))

    return answer


def script(*lines: str) -> Callable[[str], str | None]:
    """Types these lines, then leaves."""
    waiting = list(lines)
    return lambda shown: waiting.pop(0) if waiting else None


def play(*arguments: object, lines: tuple[str, ...] = (), seed: int = 5) -> Done:
    """Anna against a bot, with these lines typed; nothing drawn unless asked for."""
    table = ("play", "parcheesi", "--players", 2, "--names", "Anna", "--seed", seed, "--no-drawing")
    return converse(*table, *arguments, answer=script(*lines))


# ---------------------------------------------------------------- whole games


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving after every event waits for the disk every time; a test need not."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def tables(game: str) -> Iterator[tuple[int, int]]:
    """People and bots: one person, people alone; in one game bots alone, and where there are secrets two
    people against bots."""
    loaded = parlour.load(game)
    sizes = loaded.rules.SEATS
    others = [(2, sizes[-1] - 2)] if loaded.has_secrets else [(0, sizes[0])] if len(sizes) == 1 else []
    return iter(dict.fromkeys([(1, sizes[0] - 1), (sizes[-1], 0), *others]))


EVERY_TABLE = [(game, *table) for game in GAMES for table in tables(game)]


@pytest.mark.parametrize(("game", "people", "bots"), EVERY_TABLE)
@pytest.mark.usefixtures("quick_disk")
def test_a_whole_game(game: str, people: int, bots: int, tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    names = ["Anna", "Ben", "Cleo", "Dan"][:people]
    who = ["--names", ",".join(names)] if names else ["--players", bots]
    table = ("play", game, *who, "--bots", bots, "--seed", people + bots, "--save", file)
    done = converse(*table, answer=newcomer())
    assert done.code == 0
    assert done.err == ""
    match = Match.load(file)
    assert match.over
    assert [s.name for s in match.seats.values() if s.kind == "human"] == names
    assert f"\n{ending(match)} Thank you for playing!\n" in done.out
    reader = 0 if people == 1 else None  # several people are told the end, all of it; before, each his own
    story = [str(sentence) for sentence in match.story(reader)]
    for sentence in story[-1:] if people > 1 and match.game.has_secrets else story:
        assert sentence in done.out
    assert verify(file).kind == "proved"
    assert [f.name for f in tmp_path.iterdir()] == ["game.parlour"]


def ending(match: Match) -> str:
    if not match.winners:
        return "The game is a draw."
    who = " and ".join(str(match.name(seat)) for seat in match.winners)
    return f"{who} win{'s' if len(match.winners) == 1 else ''}."


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    table = ("play", "parcheesi", "--players", 3, "--seed", "tonight", "--no-drawing")
    first, second = (converse(*table, answer=newcomer()).out for _ in range(2))
    assert first == second
    assert first != converse(*table[:-2], "tomorrow", "--no-drawing", answer=newcomer()).out


def test_checkable_dice_use_what_people_add(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    done = converse(
        *("play", "parcheesi", "--names", "Anna,Ben", "--bots", 0, "--position", NEAR, "--no-drawing"),
        *("--secret", "blue horse", "--secret", "red cow", "--save", file),
        answer=newcomer(),
    )
    assert done.code == 0
    assert run("verify", file).out.startswith("Proved: ")
    assert [e.text for e in Match.load(file).events if e.kind == "adds"] == ["blue horse", "red cow"]


def test_dice_typed_in(tmp_path: Path) -> None:
    done = converse(
        *("play", "parcheesi", "--bots", 0, "--dice", "typed", "--position", NEAR, "--no-drawing"),
        answer=script("", "7-1", "help", "1 2", "70+1"),
    )
    assert "What do the dice show, such as 5-3?" in done.out
    assert "“7-1” cannot come up here. Did you mean 6-1?" in done.out
    assert "this list" in done.out
    assert "Red rolls 2-1." in done.out
    assert "Red moves 1 and brings a pawn HOME." in done.out


def test_auto_roll_and_auto_move_ask_only_what_is_to_be_decided() -> None:
    done = converse(
        "play",
        "parcheesi",
        "--players",
        2,
        "--auto-roll",
        "--auto-move",
        "--seed",
        3,
        "--no-drawing",
        answer=newcomer(),
    )
    asked = [line for line in done.out.splitlines() if "Press Enter" in line or "press Enter" in line]
    assert asked == []
    assert "wins. Thank you" in done.out


# ---------------------------------------------------------------- asking who plays


def test_asks_who_plays() -> None:
    done = converse(
        "play",
        "parcheesi",
        "--no-drawing",
        answer=script("9", "3", "5", "2", "Anna", "Ben", "7", "Cleo", "random"),
    )
    assert "How many players, 2, 3, 4? [2] 9" in done.out
    assert "This game is for 2, 3, 4 players." in done.out
    assert "The number of people is a whole number from 0 to 3" in done.out
    assert "Anna (Red) plays here." in done.out
    assert "Ben (Blue) plays here." in done.out
    assert "Level of computer player 1: 1 newcomer, 2 casual player, " in done.out
    assert "There is no level “7”; choose one of: 1, 2, 3, 4, 5, 6." in done.out
    assert "Type a level from 1 to 6, or random." in done.out
    assert "Yellow is played by the computer, at random." in done.out


def test_enter_takes_what_is_proposed() -> None:
    done = converse("play", "parcheesi", "--no-drawing", answer=script("", "", "", ""))
    assert "Red plays here." in done.out
    assert "Yellow is played by the computer, level 3 (regular)." in done.out


def test_asks_only_for_what_the_house_rules_allow() -> None:
    done = run("play", "pollyanna", "-o", "mode=partners", typed="3\n")
    assert done.out.startswith("Of 4 players, how many are people?")  # as partners, no other number


def test_asks_which_game() -> None:
    done = converse("play", "--players", 2, answer=script("0", str(1 + GAMES.index("parcheesi"))))
    assert "from 1 to" in done.out
    assert "Parcheesi. Race" in done.out


def test_asks_which_board_where_there_are_several() -> None:
    done = converse(
        "play", "tritrac", "--no-drawing", answer=script("star17", "star16", "2", "Anna", "Ben", "why")
    )
    assert "Which board, hex2_ears, " in done.out and "star16? [hex2_ears] star17" in done.out
    assert "There is no board “star17”; choose one of: hex2_ears" in done.out and "mean star16?" in done.out
    assert "Anna (Orange), your move" in done.out
    assert "Which board" not in converse("play", "tritrac", "--players", 2, answer=script()).out


def test_a_board_by_its_name_is_saved_resumed_and_forked_from_its_code(tmp_path: Path) -> None:
    file = tmp_path / "star.parlour"
    star = ("play", "tritrac", "--board", "star16", "--no-drawing")
    move = Match.new(parlour.load("tritrac", "star16"), 2).legal()[0].notation
    first = converse(
        *star, "--names", "Anna,Ben", "--bots", 0, "--save", file, answer=script(move, "position")
    )
    match = Match.load(file)
    assert match.game.rules.BOARD == parlour.load("tritrac", "star16").rules.BOARD != match.at(0)
    code = re.search(r"^As a code: (\S+)$", first.out, re.M)
    assert code and from_code(code[1])[1] == match.position
    second = converse("play", "--resume", file, "--no-drawing", answer=script("log"))
    assert second.code == 0 and "What happened last:" in second.out
    assert "There is no board “star”" in run(*star[:3], "star", "--players", 2).err


# ---------------------------------------------------------------- one's move


def test_a_move_by_number_by_name_and_by_a_wrong_name() -> None:
    done = play(lines=("", "", "9", "10+3", "xyzzy", "e", "1"))
    assert "whole number from 1 to 1, not “9”" in done.out
    assert "10+3" in done.out
    assert "“xyzzy” names nothing that can be played here. Choose one of: E." in done.out
    assert "enters a pawn.  (E)\n" in done.out
    assert "moves 1.  (0+1)" in done.out


def test_a_refused_move_says_why_with_its_clause() -> None:
    done = converse(
        *("play", "parcheesi", "--bots", 0, "--dice", "typed", "--position", NEAR, "--no-drawing"),
        answer=script("2-1", "", "70+2", "why 70+2", "why 69+2", "rules PAR-HOME-2"),
    )
    assert "Type one of the answers above, or help." in done.out
    refusal = re.search(r"^70\+2 is not allowed: .*\((PAR-[A-Z]+-\d+)\)$", done.out, re.M)
    assert refusal and refusal[1] == "PAR-HOME-2"
    assert "Type rules PAR-HOME-2 to read that rule." in done.out
    assert "69+2 is allowed." in done.out
    assert "\nPAR-HOME-2  " in done.out


def test_undo_until_the_next_roll() -> None:
    done = play(lines=("", "", "", "undo", "", "", "undo", "undo", "undo", "", "", "", "undo"))
    taken = "The last decision is taken back.\n"
    assert done.out.count(taken) == 3
    assert f"Yellow is next. Press Enter to go on. undo\n{taken}> Red (R): START ×3, 0\n" in done.out
    assert "Nothing has been decided since the last roll." in done.out
    assert "fork" not in done.out  # there is no such command here
    assert "The last move was Yellow's; it stays." in done.out


def test_people_agree_on_a_draw_where_the_rules_say_so(tmp_path: Path) -> None:
    file = tmp_path / "duel.parlour"
    duel = ("play", "tritrac", "--names", "Anna,Ben", "--bots", 0, "--no-drawing", "--save", file)
    done = converse(*duel, answer=script("Nc2d/H", "draw", "perhaps", "no", "Yb2d/H", "draw", "yes"))
    assert done.code == 0
    assert "Anna (Orange), do you agree to a draw (yes or no)? perhaps\nType yes or no." in done.out
    assert "Anna (Orange) does not agree. The game goes on." in done.out
    assert "Ben (Yellow), do you agree to a draw (yes or no)? yes" in done.out
    assert "All agree: the game is drawn.\nThe game is a draw. Thank you for playing!" in done.out
    assert run("verify", file).out == "Proved: 2 decisions by the rules; nothing was rolled.\n"
    again = converse("play", "--resume", file, "--no-drawing", answer=script())
    assert "The game is a draw." in again.out and "your move" not in again.out
    assert "agree" not in converse("play", "tritrac", "--players", 2, answer=script("help")).out  # with a bot
    assert "agree" not in play(lines=("help",)).out


def test_every_command() -> None:
    done = play(
        lines=("", "", "help", "?", "b", "log", "log 2", "log x", "options", "position", "rules", "why")
    )
    assert done.out.count("this list") == 2
    assert "START" in done.out  # the board
    assert "The number of lines is a whole number" in done.out
    assert "This game is played by the printed rules." in done.out
    assert "PAR-WIN-1" in done.out  # the rules
    assert "Type why and a move's name" in done.out
    code = re.search(r"^As a code: (\S+)$", done.out, re.M)
    assert code and from_code(code[1])[0].id == "parcheesi"


def test_house_rules_are_told() -> None:
    done = play("-o", "pair_lock=roll", "-o", "bonus_optional=yes", lines=("options",))
    assert "pair_lock=roll: " in done.out
    assert "bonus_optional=yes: " in done.out


# ---------------------------------------------------------------- leaving and coming back


@pytest.mark.usefixtures("quick_disk")
def test_a_game_can_be_left_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    first = play("--save", file, lines=("", "", "1"))  # then the input ends
    assert first.code == 0
    assert first.out.endswith(f"Saved. Go on with: parlour play --resume {file}\n")
    ply = Match.load(file).ply
    second = converse("play", "--resume", file, "--no-drawing", answer=newcomer())
    assert "What happened last:\n" in second.out
    assert "  Anna enters a pawn.  (E)\n" in second.out
    assert "wins. Thank you" in second.out
    assert Match.load(file).ply > ply
    assert verify(file).kind == "proved"


def test_quit_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "late.parlour"
    done = play(lines=("", "", "quit", str(file)))
    assert "To save the game, type a file's name; to play on, type back." in done.out
    assert Match.load(file).ply > 0
    assert play(lines=("", "", "quit", "")).out.endswith("Goodbye. The game was not saved.\n")


def test_save_keeps_saving(tmp_path: Path) -> None:
    file = tmp_path / "later.parlour"
    done = play(lines=("", "", "save", f"save {file}", "1"))
    assert "Type save and a file's name" in done.out
    assert f"Saved in {file}, and from now on after every move." in done.out
    assert str(Match.load(file).story()[-1]) == "Anna enters a pawn."


def test_no_game_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    play("--save", file, lines=("",))
    kept = file.read_bytes()
    again = play("--save", file)
    assert again.code == 2
    assert f"parlour play --resume {file}" in again.err
    during = play(lines=("", f"save {file}"))
    assert "is there already" in during.out
    other = tmp_path / "other.parlour"
    twice = play("--save", other, lines=("", f"save {other}"))
    assert f"Saved in {other}, and from now on" in twice.out  # its own file is no other game's
    assert file.read_bytes() == kept


def test_control_c_just_after_a_save_finds_its_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has its new content, and the game has not noted that yet: it is not somebody else's."""
    file = tmp_path / "game.parlour"
    replace, times = os.replace, iter(range(10))

    def and_then_control_c(draft: Path, target: Path) -> None:
        replace(draft, target)
        if target == file and next(times) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", and_then_control_c)
    done = play("--save", file, lines=("", "", "1"))
    assert next(times) > 3, "it never came"
    assert done.out.endswith(f"Saved. Go on with: parlour play --resume {file}\n")


def test_two_who_go_on_with_one_game_do_not_overwrite_each_other(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    play("--save", file, lines=("", "", "1"))
    lines = iter(["", "", "", f"save {tmp_path / 'mine.parlour'}"])
    elsewhere: list[bytes] = []

    def while_somebody_else_plays(shown: str) -> str | None:
        if not elsewhere:
            other = Match.load(file)
            while other.ply < Match.load(file).ply + 3 and not other.over:
                other.roll() if other.actor == CHANCE else other.play(other.actor, other.legal()[0].code)
            other.save(file)
            elsewhere.append(file.read_bytes())
        return next(lines, None)

    second = converse("play", "--resume", file, "--no-drawing", answer=while_somebody_else_plays)
    assert "was changed by somebody else and is left alone" in second.out + second.err
    assert file.read_bytes() == elsewhere[0]
    assert Match.load(tmp_path / "mine.parlour").ply > 0, "and nothing of one's own is lost"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "such" / "game.parlour"
    done = play("--save", nowhere)
    assert done.code == 2
    assert "There is no folder" in done.err
    assert "There is no folder" in play(lines=("", f"save {nowhere}")).out


def test_what_is_settled_cannot_be_changed_by_resuming(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    play("--save", file, lines=("",))
    assert "--bots is settled already" in run("play", "--resume", file, "--bots", 1).err
    assert "The record is of parcheesi, not of pollyanna." in run("play", "pollyanna", "--resume", file).err


def test_a_game_whose_secret_is_lost_goes_on_with_new_dice(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    run("play", "parcheesi", "--players", "2", "--save", file, typed="\n\n")
    (tmp_path / "game.parlour.secret").unlink()
    done = run("play", "--resume", file)
    assert done.code == 2
    assert "game.parlour.secret is missing" in done.err
    advice = done.err.rpartition("parlour play ")[2].split()
    again = run("play", *advice, "--no-drawing", typed="\n")
    assert again.code == 0 and "Type help at any time" in again.out


def test_a_damaged_record_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    play("--save", file, lines=("", "", "1"))
    file.write_text(file.read_text("utf-8").replace('"play": "E"', '"play": "E2"'), "utf-8")
    done = run("play", "--resume", file)
    assert done.code == 2
    assert re.match(r"line \d+: ", done.err)
    assert run("verify", file).code == 1


def test_a_game_of_ones_own_without_a_drawing(tmp_path: Path) -> None:
    ours = parlour.load("parcheesi").folder
    own = Path(
        shutil.copytree(ours, tmp_path / "own", ignore=shutil.ignore_patterns("scene.py", "__pycache__"))
    )
    file = tmp_path / "game.parlour"
    first = converse(
        "play", own, "--players", 2, "--seed", 5, "--save", file, answer=script("", "", "board", "1")
    )
    assert first.code == 0, first.err
    assert "Red enters a pawn." in first.out
    assert "which is not installed here" in run("play", "--resume", file).err
    second = converse("play", own, "--resume", file, answer=script("where", "log"))
    assert second.code == 0, second.err
    assert "Red enters a pawn." in run("replay", file, "--game", own).out
    assert run("verify", file, "--game", own).out.startswith("Unfinished")


# ---------------------------------------------------------------- in a pipe


def test_a_pipe_gets_no_colours_and_no_tricks() -> None:
    done = spawn("play", "parcheesi", "--players", 2, "--seed", 3, typed="\n\n\n1\n\n", FORCE_COLOR="1")
    assert done.code == 0
    assert done.err == ""
    assert ESCAPE not in done.out
    assert "\r" not in done.out and "\b" not in done.out
    assert max(map(len, done.out.splitlines())) <= 110


def test_nothing_is_compiled_while_somebody_plays(tmp_path: Path) -> None:
    """Not even Numba is imported: play starts at once, on the plain form."""
    poison = tmp_path / "numba"
    poison.mkdir()
    (poison / "__init__.py").write_text("raise RuntimeError('Numba was imported')")
    path = os.pathsep.join([str(tmp_path), str(SOURCES)])
    done = spawn("play", "parcheesi", "--bots", 2, "--players", 2, "--seed", 3, PYTHONPATH=path)
    assert done.err == ""
    assert "wins. Thank you" in done.out


def test_a_name_no_file_can_have_does_not_end_the_game() -> None:
    """What is typed at the last question is a slip of the hand, not the end of an evening."""
    long = "a" * 500
    done = converse(
        *("play", "parcheesi", "--names", "Ann,Ben", "--seed", 1, "--no-drawing"),
        answer=script("", "quit", long, f"save {long}", "log"),
    )
    assert done.code == 0, done.err
    assert done.out.count(f"{long} cannot be written: File name too long.") == 2
    assert "Ben (Yellow), press Enter to roll. log" in done.out
