"""Mutants are made of rules alone, each by one change, and every one is another text."""

from __future__ import annotations

import ast
import builtins
import gc
import sys
import weakref
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
pytestmark = pytest.mark.skipif(not BENCHMARKS.exists(), reason="a package without its benchmarks")

SOURCE = '''
TABLE = 3 + 4


def helper(x):
    return x + 1


@rule
def can_stop(s, space):
    """Says who may stop 1 space on. (RAC-STOP-1)"""
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
    return mutants(file, tmp_path)


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


def test_a_line_that_cites_nothing_is_about_what_its_function_is_about(made: list) -> None:  # type: ignore[type-arg]
    assert {(m.clauses, m.about) for m in made if m.line in (13, 15, 16)} == {((), ("RAC-STOP-1",))}
    assert {m.about for m in made if m.line in (14, 17)} == {()}


RULES = """
def rule(function):
    return function


@rule
def longer(a, b):
    if a > b:
        return a
    return b
"""


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of rules in a file of its own; whatever is changed about loading is taken back."""
    monkeypatch.setattr(SourceFileLoader, "get_code", SourceFileLoader.get_code)
    monkeypatch.setattr(builtins, "__hits__", None, raising=False)
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    (tmp_path / "lengths.py").write_text(RULES, "utf-8")
    return load(tmp_path)


def load(folder: Path) -> ModuleType:
    spec = spec_from_file_location("lengths", folder / "lengths.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_copy_of_a_rule_is_changed_and_no_file(loaded: ModuleType, tmp_path: Path) -> None:
    from mutation.mutating import mutants
    from mutation.swapping import copies_of_rules, put_in_place

    file = tmp_path / "lengths.py"
    copy = FunctionType(loaded.longer.__code__, {})  # as forms.bind makes them
    mutant = next(m for m in mutants(file, tmp_path) if m.after == "(a <= b)")
    changed = compile(mutant.applied(RULES), str(file), "exec")
    put_in_place(copies_of_rules(tmp_path), str(file), changed, [mutant.function])
    assert [f(3, 5) for f in (loaded.longer, copy, load(tmp_path).longer)] == [3, 3, 3]
    assert file.read_text("utf-8") == RULES


def test_what_lives_no_more_is_no_copy(loaded: ModuleType, tmp_path: Path) -> None:
    """Other tests leave weak references to what they dropped; none of them may be asked what it is."""
    from mutation.swapping import copies_of_rules

    class Dropped:
        pass

    gone = weakref.proxy(Dropped())
    assert gc.is_tracked(gone)
    assert (str(tmp_path / "lengths.py"), "longer") in copies_of_rules(tmp_path)


def test_it_is_known_which_statements_a_test_comes_by(loaded: ModuleType, tmp_path: Path) -> None:
    from mutation.swapping import Seen, copies_of_rules

    seen = Seen(copies_of_rules(tmp_path))
    assert loaded.longer(3, 5) == 5
    assert [line for _, line in seen.places()] == [8, 10]
    assert loaded.longer(5, 3) == 5
    assert [line for _, line in seen.places()] == [8, 9]
    assert seen.places() == []
