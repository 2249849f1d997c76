"""Mutants are made of rules alone, each by one change, and every one is another text."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
pytestmark = pytest.mark.skipif(not BENCHMARKS.exists(), reason="a package without its benchmarks")

SOURCE = '''
TABLE = 3 + 4


def helper(x):
    return x + 1


@rule
def can_stop(s, space):
    """Says who may stop 1 space on."""
    there = s.board[space]
    if there == 0:
        return True  # RAC-SAFE-3
    for piece in range(PIECES):
        s.seen[piece] += 1
    return there < 2 and not is_shut(s, space)  # RAC-BLOCK-1, RAC-BLOCK-2
'''


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list:  # type: ignore[type-arg]
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    from mutation.mutating import mutants

    file = tmp_path / "moving.py"
    file.write_text(SOURCE, "utf-8")
    return mutants(file)


def test_every_kind_of_change_is_made_once(made: list) -> None:  # type: ignore[type-arg]
    changes = {(m.line, m.before, m.after) for m in made}
    assert changes >= {
        (13, "there == 0", "(there != 0)"),
        (14, "True", "False"),
        (15, "range(PIECES)", "range((PIECES) - 1)"),
        (16, "s.seen[piece] += 1", "pass"),
        (17, "there < 2", "(there <= 2)"),
        (17, "there < 2", "(there >= 2)"),
        (17, "2", "3"),
        (17, "not is_shut(s, space)", "(is_shut(s, space))"),
        (17, "there < 2 and not is_shut(s, space)", "(there < 2 or not is_shut(s, space))"),
    }
    assert len({m.key for m in made}) == len(changes) == len(made)


def test_only_rules_are_changed_and_the_rest_stays_as_it_was(made: list) -> None:  # type: ignore[type-arg]
    assert min(m.line for m in made) > 10 and {m.function for m in made} == {"can_stop"}
    for mutant in made:
        changed = mutant.applied(SOURCE)
        ast.parse(changed)
        assert changed != SOURCE and len(changed.splitlines()) == len(SOURCE.splitlines())


def test_a_mutant_knows_the_clauses_of_its_line(made: list) -> None:  # type: ignore[type-arg]
    assert {m.clauses for m in made if m.line == 14} == {("RAC-SAFE-3",)}
    assert {m.clauses for m in made if m.line == 17} == {("RAC-BLOCK-1", "RAC-BLOCK-2")}
