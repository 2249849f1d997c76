"""Simulating, compiling ahead and checking a game, through the command."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.rules import forms
from tests.terminal.shell import run, spawn
from tests.terminal.test_terminal import terminal

SIM = ("sim", "parcheesi", "--games", 12)
TWO = ("sim", "parcheesi", "--games", 6, "--players", 2)
GAMES = parlour.names()


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled has its own tests; here it would only take time."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.mark.parametrize("game", GAMES)
def test_a_report(game: str) -> None:
    rules = parlour.load(game).rules
    players = min(rules.SEATS[-1], 3)  # each for himself in every game
    done = run("sim", game, "--games", 12, "--players", players)
    assert done.code == 0
    heading, *rows = done.out.splitlines()
    assert heading == f"{game}, {players} players: 12 random games, seed 0"
    seats = [row for row in rows if re.match(r"[A-Z] \w+ +\d+ +\d+\.\d% +\d+\.\d% – \d+\.\d%$", row)]
    assert len(seats) == players
    assert sum(int(row.split()[2]) for row in seats) == 12
    assert any(row.startswith("decisions ") for row in rows)
    for counted in rules.TALLIES:
        assert any(row.startswith(f"{counted} ") for row in rows)


def test_one_game_is_one_game() -> None:
    assert run("sim", "parcheesi", "-n", 1).out.startswith("parcheesi, 4 players: 1 random game, seed 0\n")


def test_json_is_nothing_but_json() -> None:
    done = run(*SIM, "--players", 2, "--json", "-o", "pair_lock=off", "--seed", 7)
    report: dict[str, Any] = json.loads(done.out)
    assert report["games"] == 12
    assert report["players"] == 2
    assert report["seed"] == 7
    assert report["options"] == {"pair_lock": "off"}
    assert sum(side["wins"] for side in report["sides"]) == 12


def test_the_seed_decides_and_the_threads_do_not() -> None:
    def report(*arguments: object) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(run(*TWO, "--json", *arguments).out)
        return {key: data[key] for key in ("sides", "decisions", "rolls", "tallies")}

    assert report("--seed", 3) == report("--seed", 3, "--threads", 2)
    assert report("--seed", 3) != report("--seed", 4)


def test_a_pipe_gets_no_bar_and_no_colours() -> None:
    done = spawn(*SIM, FORCE_COLOR="1")
    assert "\x1b" not in done.text
    assert "\r" not in done.text
    assert len(done.err.splitlines()) == 1  # that there is no compiler


def test_a_terminal_gets_a_bar_that_goes_away() -> None:
    with terminal("sim", "doubleswild", "--games", 60, NUMBA_DISABLE_JIT="1") as screen:
        screen.until("/60")
        assert screen.end() == 0
    assert "games a second" in screen.shown


def test_few_games_do_not_wait_for_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    if not forms.compiler_present():
        pytest.skip("Numba is not here")
    done = spawn(*SIM, PARLOUR_CACHE=str(tmp_path))
    assert done.err == ""
    assert "12 random games" in done.out
    assert not list(tmp_path.rglob("*.nbc"))  # nothing was compiled


def test_warming_without_a_compiler() -> None:
    done = run("warm")
    assert done.code == 0
    assert "nothing to compile" in done.out


def test_warming_says_what_it_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The compiler's own work is left out here; tests/rules runs it."""
    warmed: list[str] = []
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr("parlour.terminal.simulate.forms.compiler_present", lambda: True)
    monkeypatch.setattr("parlour.terminal.simulate.is_warm", lambda game: game.id in warmed)
    monkeypatch.setattr("parlour.terminal.simulate.compile_all", lambda game: warmed.append(game.id))
    first = run("warm").out
    assert warmed == GAMES
    assert re.search(rf"^1 of {len(GAMES)}: {GAMES[0]} compiled in \d+\.\d seconds\.$", first, re.M)
    assert f"compiling {GAMES[0]}, up to a minute…" in first
    assert f"Kept in {tmp_path}" in first
    assert f"1 of 1: {GAMES[0]} is compiled already." in run("warm", GAMES[0]).out
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "file" / "cache"))
    told = " ".join(run("warm", GAMES[0]).out.split())
    assert "gone when this ends" in told and "Kept in" not in told


# ---------------------------------------------------------------- somebody's own game

TOY = Path(__file__).parents[1] / "rules" / "toy"


CLEAN = """    s.players = players
    s.turn = 0
    s.die = 0
    for seat in range(CHAIRS):
        for runner in range(RUNNERS):
            s.runners[seat, runner] = 0
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a game that nobody has seen before, sound in every way."""
    folder = Path(shutil.copytree(TOY, tmp_path / "own", ignore=shutil.ignore_patterns("__pycache__")))
    text = (folder / "rules.py").read_text("utf-8")
    (folder / "rules.py").write_text(text.replace("    s.players = players\n", CLEAN))
    return folder


def test_a_sound_game_keeps_the_contract(own: Path) -> None:
    done = run("check", own, "--games", 1)
    assert (done.code, done.out) == (0, "own keeps the contract.\n")
    assert "Checking own" in done.err


def test_a_game_with_a_mistake_is_found_out(own: Path) -> None:
    rules = own / "rules.py"
    text = rules.read_text("utf-8")
    assert "def payoff(s, seat):" in text
    rules.write_text(
        text.replace("def payoff(s, seat):", "def payoff(s, seat):\n    return 1\n\n\n@rule\ndef _(s, seat):")
    )
    done = run("check", own, "--games", 1)
    assert done.code == 1
    assert "own breaks the contract. Findings: 1." in done.out


@pytest.mark.parametrize("text", ["def oops(:", "1 / 0", "import no_such_module", "State = None"])
def test_a_game_that_cannot_be_loaded(own: Path, text: str) -> None:
    (own / "rules.py").write_text(text)
    done = run("check", own)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "own" in done.err
    assert "Something went wrong" not in done.err


def test_simulating_a_folder(own: Path) -> None:
    assert "own, " in run("sim", own, "--games", 3).out
