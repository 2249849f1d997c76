"""Lines of play counted by `benchmarks/perft.py`, against the specification; and the positions that it tells
apart by their hash, against those that differ in tiles, turn or lock."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.rules.game import Game
from parlour.rules.position import Position
from tests.rulebook.harness import Form, forms
from tests.rulebook.tritrac.support import GAMES, every_board, position, tiles_of

FILE = Path(__file__).parents[3] / "benchmarks" / "perft.py"
pytestmark = pytest.mark.skipif(not FILE.exists(), reason="a package without its benchmarks")


@pytest.fixture(scope="module")
def perft() -> Any:
    spec = importlib.util.spec_from_file_location("perft", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["perft"] = module
    spec.loader.exec_module(module)
    return module


def ahead(game: Game, p: Position, depth: int) -> list[Position]:
    """Where all lines of this length lead, by the readable rules."""
    form: Form = forms(game)[0]
    found = [p]
    for _ in range(depth):
        found = [form.apply(here, action) for here in found for action in form.legal(here)]
    return found


def different(game: Game, found: list[Position]) -> int:
    return len({(*tiles_of(game, p), p.turn, p.lock) for p in found})


def test_the_specification_s_counts(perft: Any) -> None:
    """Section 5.1: 18, then 69 each, then 134 or 138; 87,396 different positions. (TRI-NEUTRAL-1,
    TRI-FIRST-1, TRI-FIRST-2)"""
    counter = perft.Counter(GAMES["rhombus4"])
    found = [counter.count(depth, distinct=True) for depth in (1, 2, 3)]
    assert [c.lines for c in found] == [18, 1242, 167_292]
    assert [c.distinct for c in found] == [18, 1242, 87_396]


def test_the_specification_s_counts_by_the_readable_rules() -> None:
    """The same, the last ply not played but only listed. (TRI-NEUTRAL-1, TRI-FIRST-1, TRI-FIRST-2)"""
    game = GAMES["rhombus4"]
    lines = [sum(len(forms(game)[0].legal(p)) for p in ahead(game, game.new(), depth)) for depth in range(3)]
    assert lines == [18, 1242, 167_292]


@every_board
def test_positions_are_told_apart(perft: Any, board: str) -> None:
    game = GAMES[board]
    counter = perft.Counter(game, form="plain")
    for depth in (1, 2):
        found = ahead(game, game.new(), depth)
        counted = counter.count(depth, distinct=True)
        assert (counted.lines, counted.distinct) == (len(found), different(game, found))


def test_in_the_middle_of_a_game(perft: Any) -> None:
    """Wins, turns and a locked neutral tile: two plies in a crowd. (TRI-TURN-1, TRI-WIN-2)"""
    game = GAMES["star16"]
    tiles = "Oc1d/F Ya2d/H Ob2u/H Yb2d/F Oc2u/F Yc2d/F Od2u/H Na3u/F Ya3d/H Ob3u/B Yb3d/B Oc3u/B Yc3d/H"
    start = position(game, tiles, turn="Y", lock="O")
    assert list(start.hand) == [1, 1]
    found = ahead(game, start, 2)
    counted = perft.Counter(game, start, "plain").count(2, distinct=True)
    assert (counted.lines, counted.distinct) == (len(found), different(game, found))
    assert any(forms(game)[0].payoff(p, 1) == 1 for p in ahead(game, start, 1))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(FILE), *arguments], capture_output=True, text=True, check=False
    )


def test_help_shows_an_example() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "python3 benchmarks/perft.py --board star16 --depth 4 --distinct" in done.stdout


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--depth=0"], "expected a whole number, 1 or more, not '0'"),
        (["--board=nowhere"], "There is no board “nowhere”"),
    ],
)
def test_wrong_input_gets_a_sentence(wrong: list[str], said: str) -> None:
    done = run(*wrong)
    assert done.returncode != 0
    assert said in done.stderr and "Traceback" not in done.stderr
