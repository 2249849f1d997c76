"""Lines of play counted by `benchmarks/perft.py`, against the specification and the slow reading."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rulebook.tritrac import slow
from tests.rulebook.tritrac.support import GAMES, board_file, every_board, position

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


def slowly(table: slow.Table, depth: int) -> tuple[int, set[Any]]:
    """Lines of this length, and the positions they lead to."""
    tables = [table]
    for _ in range(depth):
        tables = [slow.apply(t, action) for t in tables for action in slow.legal(t)]
    return len(tables), {t.position for t in tables}


def lines_slowly(table: slow.Table, depth: int) -> int:
    """The number of lines alone: the last ply need not be played."""
    if depth == 1:
        return len(slow.legal(table))
    return sum(lines_slowly(slow.apply(table, action), depth - 1) for action in slow.legal(table))


def test_the_specification_s_counts(perft: Any) -> None:
    """Section 5.1: 18, then 69 each, then 134 or 138; 87,396 different positions. (TRI-NEUTRAL-1,
    TRI-FIRST-1, TRI-FIRST-2)"""
    counter = perft.Counter(GAMES["rhombus4"])
    found = [counter.count(depth, distinct=True) for depth in (1, 2, 3)]
    assert [c.lines for c in found] == [18, 1242, 167_292]
    assert [c.distinct for c in found] == [18, 1242, 87_396]


def test_the_specification_s_counts_by_the_slow_reading() -> None:
    table = slow.start(slow.board(board_file("rhombus4")), {})
    assert [lines_slowly(table, depth) for depth in (1, 2, 3)] == [18, 1242, 167_292]


@every_board
def test_plain_counts_are_the_slow_ones(perft: Any, board: str) -> None:
    counter = perft.Counter(GAMES[board], form="plain")
    table = slow.start(slow.board(board_file(board)), {})
    for depth in (1, 2):
        lines, positions = slowly(table, depth)
        found = counter.count(depth, distinct=True)
        assert (found.lines, found.distinct) == (lines, len(positions))


def test_in_the_middle_of_a_game(perft: Any) -> None:
    """Wins, turns and a locked neutral tile: three plies in a crowd. (TRI-TURN-1, TRI-WIN-2)"""
    game = GAMES["star16"]
    tiles = "Oc1d/F Ya2d/H Ob2u/H Yb2d/F Oc2u/F Yc2d/F Od2u/H Na3u/F Ya3d/H Ob3u/B Yb3d/B Oc3u/B Yc3d/H"
    start = position(game, tiles, turn="Y", lock="O")
    lain = frozenset((t[0], t[1:-2], t[-1]) for t in tiles.split())
    assert list(start.hand) == [1, 1]
    hands = (("O", 1), ("Y", 1))
    table = slow.Table(slow.board(board_file("star16")), {}, lain, "Y", start.ply + 1, "O", hands)
    lines, positions = slowly(table, 2)
    found = perft.Counter(game, start, "plain").count(2, distinct=True)
    assert (found.lines, found.distinct) == (lines, len(positions))
    assert any(slow.apply(table, action).result == "Y" for action in slow.legal(table))


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
