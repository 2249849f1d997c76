"""The `parlour` command from outside: help, wrong input, errors, interruption."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

import pytest

from parlour import cli
from tests.terminal.shell import environment, run, spawn

COMMANDS = ["play", "sim", "replay", "verify", "rules", "board", "odds", "check", "warm", "bench", "games"]
ESCAPE = "\x1b"


# ---------------------------------------------------------------- help


def test_help_lists_every_command() -> None:
    done = run("--help")
    assert done.code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in done.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example_that_can_be_typed(command: str) -> None:
    done = run(command, "--help")
    assert done.code == 0
    examples = [line.strip() for line in done.out.partition("Example:")[2].splitlines() if line.strip()]
    assert examples
    for example in examples:
        words = example.split()
        assert words[:2] == ["parlour", command]
        told = run(*words[1:], "--help")  # every option in it exists
        assert told.code == 0, told.err


def test_version() -> None:
    assert run("--version").out.startswith("parlour")


def test_help_is_there_at_once() -> None:
    """No game, no Rich and above all no Numba is needed for it."""
    code = (
        "import sys; from parlour import cli; cli.run(['--help']);"
        "print([m for m in ('numba', 'rich', 'parlour.table', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


# ---------------------------------------------------------------- wrong input

WRONG = [
    (["ply", "parcheesi"], "There is no command “ply”", "Did you mean play?"),
    (["parcheesi"], "To play it, type: parlour play parcheesi", ""),
    (["--version", "--lan", "en"], "There is no option --lan here.", "Did you mean --lang?"),
    (["--lang", "xx"], "There is no language “xx”", "choose one of: en"),
    (["play", "parchesi"], "There is no game “parchesi”", "Did you mean parcheesi?"),
    (["play", "parcheesi", "--player", "2"], "There is no option --player here.", "Did you mean --players?"),
    (["play", "parcheesi", "--players", "7"], "2, 3, 4 players, not 7", "The nearest is 4."),
    (["play", "parcheesi", "--players", "two"], "The number of players is a whole number", "not “two”"),
    (["play", "parcheesi", "--players", "3", "--bots", "5"], "5 bots do not make 3 players", ""),
    (["play", "parcheesi", "--names", "A,B,C,D,E"], "2, 3, 4 players, not 5", "The nearest is 4."),
    (
        ["play", "parcheesi", "--players", "2", "--names", "A,B,C"],
        "3 people and 0 bots do not make 2 players",
        "",
    ),
    (
        ["play", "parcheesi", "--players", "2", "--dice", "loaded"],
        "There is no kind of dice “loaded”",
        "checkable",
    ),
    (
        ["play", "parcheesi", "--players", "2", "--dice", "seded"],
        "kind of dice “seded”",
        "Did you mean seeded?",
    ),
    (["play", "parcheesi", "--players", "2", "--seed", "-3"], "A seed is", "“-3”"),
    (["play", "parcheesi", "--dice", "typed", "--seed", "3"], "A seed goes with seeded dice only", ""),
    (
        ["play", "parcheesi", "-p", "2", "-o", "pairlock=off"],
        "no option “pairlock”",
        "Did you mean pair_lock?",
    ),
    (["play", "parcheesi", "-p", "2", "-o", "pair_lock=rol"], "“rol”", "Did you mean roll?"),
    (["play", "parcheesi", "-p", "2", "-o", "pair_lock"], "written name=value, not “pair_lock”", ""),
    (["play", "parcheesi", "-p", "2", "--board", "none.toml"], "none.toml cannot be read", "No such file"),
    (["play", "--resume", "none.parlour"], "none.parlour cannot be read", "No such file"),
    (
        ["sim", "parcheesi", "--games", "0"],
        "The number of games is a whole number, 1 or more",
        "The nearest is 1.",
    ),
    (["sim", "parcheesi", "-n", "9" * 20], "from 1 to 1000000000, not “99999", "nearest is 1000000000."),
    (["sim", "parcheesi", "-t", "99999"], "The number of threads is a whole number from 1 to", "nearest is"),
    (["sim", "parcheesi", "-o", "bonus_cap=-5"], "from 0 (none) to 20, not “-5”.", "The nearest is 0."),
    (["sim", "parcheesi", "-o", "bonus_cap=2.8"], "from 0 (none) to 20, not “2.8”.", "The nearest is 3."),
    (["sim", "parcheesi", "-o", "bonus_cap=" + "9" * 5000], "from 0 (none) to 20", "The nearest is 20."),
    (["sim", "parcheesi", "-o", "bonus_cap=1e999"], "to 20, not “1e999”.", "The nearest is 20."),
    (["sim", "parcheesi", "--games", "many"], "number of games", "not “many”"),
    (["sim", "parcheesi", "--games"], "'--games' requires an argument", "See parlour"),
    (["sim", "parcheesi", "--threads", "0"], "number of threads", "The nearest is 1."),
    (["sim", "parcheesi", "--seed", "x"], "The seed is a whole number", "not “x”"),
    (["play", "parcheesi"], "The input ended before all was said.", "see --help"),
    (["play", "parcheesi", "--players", "2", "--secret", "a", "--secret", "b"], "More secrets (2) than", ""),
    (["sim", "parcheesi", "--players", "0"], "2, 3, 4 players, not 0", "The nearest is 2."),
    (["sim", "parcheesi", "--players", "-2"], "2, 3, 4 players, not -2", "The nearest is 2."),
    (["sim", "parcheesi", "--players", "5"], "2, 3, 4 players, not 5", "The nearest is 4."),
    (["sim"], "Which game? Choose one of:", "parcheesi"),
    (["sim", "parcheesi", "pollyanna"], "unexpected extra argument", "See parlour sim --help."),
    (["replay"], "Missing argument 'FILE'", "See parlour replay --help."),
    (["replay", "none.parlour"], "none.parlour cannot be read", ""),
    (["verify", "none.parlour"], "none.parlour cannot be read", ""),
    (["rules", "parcheesi", "PAR-BLOK"], "There is no clause “PAR-BLOK”", "Did you mean PAR-BLOCK?"),
    (["rules"], "Which game? Choose one of:", "parcheesi"),
    (["board", "chess"], "There is no game “chess”", "parcheesi"),
    (["board", "parcheesi", "--svg", "no/such/folder/x.svg"], "cannot be written", "Nothing was changed."),
    (["board", "parcheesi", "--position", "{oops"], "The position is not JSON", ""),
    (["board", "parcheesi", "--position", "zzz"], "“zzz” is neither a file", "nor a position's code"),
    (["board", "parcheesi", "--position", "tests.json"], "“tests.json” is neither a file", "JSON"),
    (["board", "parcheesi", "--position", "."], ". is a folder", "name a file"),
    (["board", "parcheesi", "--position", ""], "“” is neither a file", "JSON"),
    (["board", "parcheesi", "--position", "[" * 3000], "The position is not JSON", "too deep"),
    (
        ["board", "parcheesi", "--position", '{"game": "pollyanna"}'],
        "This is a position of pollyanna, not of parcheesi",
        "",
    ),
    (["odds"], "Which game? Choose one of:", "doubleswild"),
    (["odds", "doubletrack"], "Doubletrack has no sheet of odds.", "These games have: doubleswild"),
    (["odds", "doubleswild", "batle"], "There is no topic “batle”", "Did you mean battle?"),
    (["odds", "doubleswild", "battle", "6-6-6"], "is written name=value, not “6-6-6”", ""),
    (["odds", "doubleswild", "battle", "atacker=666", "round=1"], "no name “atacker”", "mean attacker?"),
    (["odds", "doubleswild", "battle", "round=1", "round=2"], "round is told twice.", ""),
    (["odds", "doubleswild", "squares", "row=5"], "There is nothing to tell about this topic", "“row”"),
    (["odds", "doubleswild", "fixed", "keep=7,12"], "keep lists totals from 3 to 11", "not “12”"),
    (["odds", "doubleswild", "battle", "-o", "battle_tie=con"], "“con”", "Did you mean coin?"),
    (["odds", "doubleswild", "--position", "{}", "-o", "battle_tie=coin"], "has its own house rules", ""),
    (["odds", "doubleswild", "--position", "zzz"], "“zzz” is neither a file", "nor a position's code"),
    (["play", "parcheesi", "-o", "pair_lok=off"], "no option “pair_lok”", "Did you mean pair_lock?"),
    (["play", "parcheesi", "--save", "."], ". is a folder", "name a file in it"),
    (["play", "parcheesi", "--save", "no/such/x.parlour"], "There is no folder no/such", ""),
    (["play", "parcheesi", "--save", "a" * 500], "cannot be written", "name too long"),
    (["check", "no/such/folder"], "no/such/folder is not a game's folder", "rules.py"),
    (["warm", "nothing"], "There is no game “nothing”", ""),
]


@pytest.mark.parametrize(("arguments", "problem", "advice"), WRONG, ids=lambda value: None)
def test_wrong_input_says_what_was_expected(arguments: list[str], problem: str, advice: str) -> None:
    done = run(*arguments)
    assert done.code == cli.USAGE, done.text
    assert problem in done.err
    assert advice in done.err
    assert len(done.err.splitlines()) == 1
    assert "Traceback" not in done.text


def test_a_position_that_cannot_be_is_refused_with_every_reason() -> None:
    position = '{"pawns": {"0": ["S", 99, "S", "S"], "2": ["X", "S", "S", "S"]}, "turn": 1}'
    done = run("board", "parcheesi", "--position", position)
    assert done.code == cli.USAGE
    assert len([line for line in done.err.splitlines() if line.startswith("- ")]) >= 2


# ---------------------------------------------------------------- odds


def test_odds_without_a_topic_say_what_there_is_to_ask() -> None:
    done = run("odds", "doubleswild")
    assert done.code == 0, done.err
    commands = [line.split() for line in done.out.splitlines() if line.strip().startswith("parlour odds ")]
    topics = json.loads(run("odds", "doubleswild", "--json").out)
    assert [words[3] for words in commands] == list(topics)
    for words in commands:  # each of them can be typed as it stands
        told = run(*words[1:])
        assert told.code == 0 and told.out, told.err


def test_odds_of_one_state_as_a_table_and_as_json() -> None:
    state = (
        "odds",
        "doubleswild",
        "battle",
        "attacker=2,5,6",
        "defender=1,4,5",
        "round=3",
        "to_act=attacker",
    )
    shown = run(*state)
    assert "0.780318116830" in shown.out.splitlines()[3]
    sheet = json.loads(run(*state, "--json").out)
    assert sheet["rows"][0][:2] == ["5-6", "2"]
    assert sheet["rows"][0][2] == pytest.approx(0.780318116830, abs=1e-9)
    assert sheet["columns"] == ["keep", "throw", "attacker wins", "defender wins"]


def test_odds_name_every_fault_of_what_they_are_told() -> None:
    done = run("odds", "doubleswild", "battle", "attacker=7", "defender=1-2", "round=9", "who=me")
    assert done.code == cli.USAGE
    assert len(done.err.splitlines()) == 4


def test_odds_go_by_the_house_rules() -> None:
    coin = json.loads(run("odds", "doubleswild", "battle", "-o", "battle_tie=coin", "--json").out)
    printed = json.loads(run("odds", "doubleswild", "battle", "--json").out)
    assert coin["rows"][:5] == printed["rows"][:5]  # the five house rules side by side
    assert coin["rows"][5:] != printed["rows"][5:]


# ---------------------------------------------------------------- errors nobody foresaw


@pytest.mark.parametrize("error", [ZeroDivisionError("by nothing"), EOFError("in a file")])
def test_an_unexpected_error_is_a_sentence(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a file ended too soon: only the end of what a person types is the end of the input."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("parlour.terminal.read.list_games", fail)
    monkeypatch.setattr("parlour.terminal.read.print_rules", fail)
    for done in (run("games"), run(typed="4\n1\n")):  # the second from the menu
        assert done.code == cli.BROKEN
        assert f"{type(error).__name__}: {error}" in done.err
        assert "--debug" in done.err
        assert "Traceback" not in done.text
    with pytest.raises(type(error)):
        run("games", "--debug")


@pytest.mark.parametrize("ledger", [[], ["--ledger"]])
def test_a_reader_who_leaves_is_no_error(ledger: list[str]) -> None:
    command = [sys.executable, "-m", "parlour", "rules", "parcheesi", *ledger]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


def test_letters_a_terminal_lacks_are_no_error() -> None:
    done = spawn("rules", "parcheesi", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.code == 0, done.err


def test_without_a_screen_nothing_goes_wrong() -> None:
    """`parlour rules … >&-`, as a job of the night might call it."""
    command = f"{shlex.quote(sys.executable)} -m parlour board tritrac <&- >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
