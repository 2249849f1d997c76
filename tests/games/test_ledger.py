"""The clause ledger: what cites what, and that every clause of every game has its test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour.games import names
from parlour.games.ledger import Broken, ledger, missing, render_ledger, strays
from parlour.rules.game import Game

TESTS = Path(__file__).parents[1]

RULEBOOK = """# Race

## Moving

**RAC-MOVE-1** Pawns go forward.

**RAC-MOVE-2** Count every space.

**RAC-Q-01** May I pass? Ruling: no.

**RAC-Q-01b** Not even once? Ruling: not even once.
"""
ROWS = """[
{"id": "RAC-T-07",
 "clauses": ["RAC-MOVE-2"]},
{"id": "RAC-T-08a",
 "clauses": ["RAC-Q-01"]}
]
"""
TEST = '''
def helper():
    """RAC-MOVE-2"""


def test_forward():
    """RAC-MOVE-1, RAC-MOVE-9"""
'''


class Race:
    """As much of a game as the ledger reads."""

    def __init__(self, folder: Path) -> None:
        self.id = "race"
        self.folder = folder
        self.rulebook = folder / "rulebook.md"


@pytest.fixture
def race(tmp_path: Path) -> Race:
    (tmp_path / "rulebook.md").write_text(RULEBOOK, "utf-8")
    (tmp_path / "rules.py").write_text("x = 1\ny = 2  # RAC-MOVE-1, RAC-MOVE-1 (RAC-Q-01)\n", "utf-8")
    (tmp_path / "board.toml").write_text("loop = 68  # RAC-MOVE-2\n", "utf-8")
    folder = tmp_path / "tests" / "rulebook" / "race"
    folder.mkdir(parents=True)
    (folder / "rows.json").write_text(ROWS, "utf-8")
    (folder / "test_race.py").write_text(TEST, "utf-8")
    (folder / "harness.py").write_text("# RAC-Q-01b: a helper proves nothing\n", "utf-8")
    other = tmp_path / "tests" / "rulebook" / "other"
    other.mkdir()
    (other / "test_other.py").write_text("# RAC-Q-01b: another game's test proves nothing\n", "utf-8")
    return Race(tmp_path)


def cited(race: Race) -> dict[str, tuple[list[str], list[str]]]:
    entries = ledger(race, race.folder / "tests")  # type: ignore[arg-type]
    return {e.clause.id: ([str(c) for c in e.code], [str(c) for c in e.tests]) for e in entries}


def test_places_are_found(race: Race) -> None:
    assert cited(race) == {
        "RAC-MOVE-1": (["rules.py:2"], ["test_race.py:7 test_forward"]),
        "RAC-MOVE-2": (["board.toml:1"], ["rows.json:3 RAC-T-07", "test_race.py:3"]),
        "RAC-Q-01": (["rules.py:2"], ["rows.json:5 RAC-T-08a"]),
        "RAC-Q-01b": ([], []),
    }


def test_a_clause_without_a_test_is_reported(race: Race) -> None:
    entries = ledger(race, race.folder / "tests")  # type: ignore[arg-type]
    assert [clause.id for clause in missing(entries)] == ["RAC-Q-01b"]
    assert render_ledger(entries).endswith("RAC-Q-01b\n    code   none\n    tests  none\n")


def test_a_citation_of_no_clause_is_reported(race: Race) -> None:
    [stray] = strays(race, race.folder / "tests")  # type: ignore[arg-type]
    assert (stray.clause, stray.file.name, stray.line) == ("RAC-MOVE-9", "test_race.py", 7)


def test_without_a_folder_of_its_own_all_tests_count(race: Race) -> None:
    entries = ledger(race, race.folder / "tests" / "rulebook" / "other")  # type: ignore[arg-type]
    assert [e.clause.id for e in entries if e.tests] == ["RAC-Q-01b"]


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Game:
    return parlour.load(request.param)


def test_every_clause_has_a_test(game: Game) -> None:
    assert [clause.id for clause in missing(ledger(game, TESTS))] == []


def test_every_citation_names_a_clause(game: Game) -> None:
    assert [f"{c} cites {c.clause}" for c in strays(game, TESTS)] == []


@pytest.mark.parametrize("name", names())
def test_every_clause_of_every_game_is_cited_where_it_is_enforced(name: str) -> None:
    entries = ledger(parlour.load(name), TESTS)
    assert [entry.clause.id for entry in entries if not entry.code] == []


def test_it_says_whether_breaking_a_line_is_noticed(race: Race) -> None:
    """By a test that cites the clause; what is on record about lines that have changed does not count."""
    rows = [
        {"file": "rules.py", "text": "y = 2", "clauses": {"RAC-MOVE-1": True}},
        {"file": "rules.py", "text": "y = 2", "clauses": {"RAC-MOVE-1": False, "RAC-Q-01": False}},
        {"file": "rules.py", "text": "y = 3", "clauses": {"RAC-MOVE-1": False}},
        {"file": "gone.py", "text": "y = 2", "clauses": {"RAC-MOVE-1": False}},
        {"key": "a line that cites nothing", "by": "kit"},
    ]
    kept = race.folder / "benchmarks" / "mutation" / "race.jsonl"
    kept.parent.mkdir(parents=True)
    kept.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    entries = {e.clause.id: e.broken for e in ledger(race, race.folder / "tests")}  # type: ignore[arg-type]
    assert entries == {
        "RAC-MOVE-1": Broken(1, 2),
        "RAC-MOVE-2": None,
        "RAC-Q-01": Broken(0, 1),
        "RAC-Q-01b": None,
    }
    assert "broken noticed 1 times of 2" in render_ledger(ledger(race, race.folder / "tests"))  # type: ignore[arg-type]
