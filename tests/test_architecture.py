"""What the layers promise: nothing heavy is loaded unasked, and plain play needs NumPy alone."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour

SOURCE = Path(__file__).resolve().parents[1] / "src"
RACING = "parlour.games.racing."
STRUCTS = ("commands", "events")  # of the server: a struct for each kind
ALLOWED = ("__future__", "numpy", "numpy.typing", "parlour.rules.kit")


@pytest.mark.parametrize("module", ["parlour", "parlour.table", "parlour.draw.svg", "parlour.rules.game"])
def test_nothing_heavy_is_imported_unasked(module: str) -> None:
    script = (
        f"import sys, {module}, parlour; [parlour.load(name).plain for name in parlour.names()];"
        "print(*sorted({'numba', 'typer', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", parlour.names())
def test_rules_import_the_kit_and_numpy_alone(name: str) -> None:
    """And the files beside them that they are written in, and what races share, which is held to the same;
    layout.py, which reads the board, also what comes with Python."""
    folder = parlour.load(name).folder
    seen: set[str] = set()
    waiting = ["rules", "fast"]
    while waiting:
        file = waiting.pop()
        source = folder / f"{file}.py"
        if file.startswith(RACING):
            source = SOURCE / f"{file.replace('.', '/')}.py"
        if file in seen or not source.is_file():
            continue
        seen.add(file)
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported = [node.module or ""]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 1, file
                found = [node.module] if node.module else [alias.name for alias in node.names]
                waiting += [RACING + beside if file.startswith(RACING) else beside for beside in found]
                continue
            else:
                continue
            for module in imported:
                if module.startswith(RACING):
                    waiting.append(module)
                    continue
                with_python = file == "layout" and module.partition(".")[0] in sys.stdlib_module_names
                assert with_python or module in ALLOWED, (file, module)
    assert "rules" in seen


def test_what_serves_every_game_knows_no_race() -> None:
    """HOME and pawns belong to the races (games/racing): no code in rules/ names them."""
    for file in sorted((SOURCE / "parlour" / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [getattr(node, field, None) for field in ("id", "attr", "arg", "name")]
            assert not [n for n in names if re.match(r"HOME|pawn|PAWN", str(n))], file


def test_no_kind_of_command_or_event_is_asked_for() -> None:
    """What a command does and how an event is told stand in its struct: nobody else looks which it is."""
    server = SOURCE / "parlour" / "server"
    trees = {
        file: ast.parse(file.read_text("utf-8"))
        for file in [
            *server.glob("*.py"),
            *(file for part in STRUCTS for file in (server / part).glob("*.py")),
        ]
    }
    kinds = {
        node.name
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and file.parent.name in STRUCTS
    }
    assert {"Play", "Ping", "Renew", "Rolled", "OfMatch", "Resumed"} <= kinds
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "isinstance"
            ):
                assert not {ast.unparse(n).rpartition(".")[2] for n in ast.walk(node.args[1])} & kinds, file
            if isinstance(node, ast.MatchClass):
                assert ast.unparse(node.cls).rpartition(".")[2] not in kinds, file


FULL_GAME = """
import importlib.util, random, sys
sys.path[:0] = sys.argv[1:3]
for absent in ("numba", "typer", "rich"):
    assert importlib.util.find_spec(absent) is None, absent
import parlour
from parlour.table import Match
from parlour.table.dice import SeededDice

game = parlour.load(sys.argv[3])
assert not game.is_compiled and game.compiled is game.plain
match = Match.new(game, game.rules.SEATS[0], dice=SeededDice(7))
choose = random.Random(7).choice
while not match.over:
    if match.actor < 0:
        match.roll()
    else:
        match.play(match.actor, choose(match.legal()).code)
print(sum(match.shares.values()))
"""


@pytest.mark.parametrize("name", parlour.names())
def test_a_full_game_where_only_numpy_is_installed(name: str, tmp_path: Path) -> None:
    """No stand-in for a missing Numba: an interpreter that has NumPy and nothing else."""
    packages = Path(np.__file__).parents[1]
    for part in packages.glob("numpy*"):
        (tmp_path / part.name).symlink_to(part)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", FULL_GAME, str(SOURCE), str(tmp_path), name],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == 1
