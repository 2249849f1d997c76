"""The clause ledger: for every clause of a game, the code that enforces it and the tests that prove it.

Code and tests cite a clause by its full id, anywhere: in a comment, a docstring, a name, a row of
data. Nothing else has to be kept up to date; the ledger is read off the files.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parlour.games.rulebook import Clause, read_rulebook
from parlour.rules.game import Game
from parlour.text import say

# A clause: DBT-GATE-3, DBT-T25-1; -T- names a scenario.
_ID = re.compile(r"(?<![\w-])[A-Z]+-(?!T-)[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d+[a-z]?(?!\w)")
_ROW = re.compile(r'^\s*\{?\s*"?id"?\s*[:=]\s*"(?P<id>[^"]+)"')


@dataclass(frozen=True)
class Citation:
    """A place that cites a clause; `name` is the test or scenario row it belongs to, if any."""

    clause: str
    file: Path
    line: int
    name: str = ""

    def __str__(self) -> str:
        place = f"{self.file.name}:{self.line}"
        return f"{place} {self.name}" if self.name else place


@dataclass(frozen=True)
class Broken:
    """How often the lines that cite a clause were broken on purpose (benchmarks/mutants.py), and how often a
    test that cites the same clause then failed."""

    noticed: int
    times: int

    def __str__(self) -> str:
        return str(say("noticed {n} times of {times}", n=self.noticed, times=self.times))


@dataclass(frozen=True)
class Entry:
    """A clause, where code and tests cite it, and what came of breaking those lines of code."""

    clause: Clause
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]
    broken: Broken | None = None


def ledger(game: Game, tests: Path) -> list[Entry]:
    """One entry per clause. `tests` holds the tests: the game's own under `rulebook/<id>`, if there."""
    code, proofs, broken = _code(game), _proofs(game, tests), _broken(game, tests)
    return [
        Entry(
            clause,
            tuple(c for c in code if c.clause == clause.id),
            tuple(c for c in proofs if c.clause == clause.id),
            broken.get(clause.id),
        )
        for clause in read_rulebook(game.rulebook).clauses
    ]


def missing(entries: Iterable[Entry]) -> list[Clause]:
    """The clauses that no test proves."""
    return [entry.clause for entry in entries if not entry.tests]


def strays(game: Game, tests: Path) -> list[Citation]:
    """Citations of clauses that the rulebook does not have: slips of the pen."""
    clauses = [c.id for c in read_rulebook(game.rulebook).clauses]
    families = {id_.partition("-")[0] for id_ in clauses}
    return [
        citation
        for citation in [*_code(game), *_proofs(game, tests)]
        if citation.clause not in clauses and citation.clause.partition("-")[0] in families
    ]


def render_ledger(entries: Iterable[Entry]) -> str:
    """The ledger as plain text: clause, code, tests."""
    lines = []
    for entry in entries:
        lines.append(entry.clause.id)
        lines.append(f"    {say('code')}   {_listed(entry.code)}")
        lines.append(f"    {say('tests')}  {_listed(entry.tests)}")
        if entry.broken is not None:
            lines.append(f"    {say('broken')} {entry.broken}")
    return "\n".join(lines) + "\n"


def _listed(citations: tuple[Citation, ...]) -> str:
    return ", ".join(map(str, citations)) if citations else str(say("none"))


# ---------------------------------------------------------------- reading citations off files


def _code(game: Game) -> list[Citation]:
    places = (game.folder, game.folder / "boards")
    files = [f for place in places for f in sorted(place.glob("*")) if f.suffix in (".py", ".toml")]
    return [citation for file in files for citation in _citations(file)]


def _proofs(game: Game, tests: Path) -> list[Citation]:
    own = tests / "rulebook" / game.id
    return citations_in(own if own.is_dir() else tests)


def citations_in(folder: Path) -> list[Citation]:
    """What the tests in a folder cite."""
    files = [
        f
        for f in sorted(folder.rglob("*"))
        if (f.suffix == ".py" and f.name.startswith("test_")) or f.suffix in (".json", ".toml")
    ]
    return [citation for file in files for citation in _citations(file)]


def _broken(game: Game, tests: Path) -> dict[str, Broken]:
    """By clause, what is on record about mutants of lines that still stand as they were."""
    file = tests.parent / "benchmarks" / "mutation" / f"{game.id}.jsonl"
    found: dict[str, Broken] = {}
    for row in map(json.loads, file.read_text("utf-8").splitlines() if file.is_file() else ()):
        if "clauses" in row and row["text"] in _source(game.folder / row["file"]):
            for clause, noticed in row["clauses"].items():
                so_far = found.get(clause, Broken(0, 0))
                found[clause] = Broken(so_far.noticed + noticed, so_far.times + 1)
    return found


@cache
def _source(file: Path) -> str:
    return file.read_text("utf-8") if file.is_file() else ""


def _citations(file: Path) -> Iterator[Citation]:
    text = file.read_text("utf-8")
    names = _test_names(text) if file.suffix == ".py" else _row_names(text)
    for number, line in enumerate(text.splitlines(), 1):
        for id_ in dict.fromkeys(_ID.findall(line)):
            yield Citation(id_, file, number, names.get(number, ""))


def _test_names(text: str) -> dict[int, str]:
    """Line -> the test function it belongs to, decorators included."""
    names: dict[int, str] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            names |= dict.fromkeys(range(first, (node.end_lineno or node.lineno) + 1), node.name)
    return names


def _row_names(text: str) -> dict[int, str]:
    """Line -> the id of the scenario row it belongs to."""
    names: dict[int, str] = {}
    current = ""
    for number, line in enumerate(text.splitlines(), 1):
        found = _ROW.match(line)
        current = found["id"] if found else current
        names[number] = current
    return names
