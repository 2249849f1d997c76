"""Is a mutant found? Asked of the tests that matter for a game, cheapest first.

First the tests that cite a clause of the changed line, then the conformance kit, which plays the readable
rules beside `fast.py`, then all other tests of the rulebook. Everything runs in plain Python, in a process
that ends with the mutant; what is dear to import has been imported before.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

LONGEST = 240  # seconds; a mutant that takes longer has been found: it never comes back


def judge(tree: Path, game: str, clauses: Iterable[str]) -> dict[str, Any]:
    """What finds the mutant that lies in `tree`: `by` says what, `cited` whether a test did that cites the
    line's clauses (None where the line cites none)."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(LONGEST)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            verdict = _judge(tree, game, tuple(clauses))
        except BaseException as error:  # it cannot even be loaded
            verdict = {"by": f"error: {type(error).__name__}", "cited": None}
        os.write(writing, json.dumps(verdict).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else {"by": "time", "cited": None}


def _judge(tree: Path, game: str, clauses: tuple[str, ...]) -> dict[str, Any]:
    os.chdir(tree)
    cited: bool | None = None
    if clauses:
        failed = _failing(tree, game, clauses)
        if failed:
            return {"by": failed, "cited": True}
        cited = False
    finding = _kit(game)
    return {"by": finding or _failing(tree, game, None), "cited": cited}


def _kit(game: str) -> str:
    """What the conformance kit finds first, or nothing."""
    import parlour
    from parlour.rules import conformance

    pace = conformance.Pace(games=1, mixtures=8, every=25, most_steps=20_000, first_only=True)
    found = conformance.check(parlour.load(game), pace)
    return f"kit: {found[0].promise}" if found else ""


def _failing(tree: Path, game: str, clauses: tuple[str, ...] | None) -> str:
    """The first test of the rulebook that fails, of all or of those that cite one of these clauses."""
    import pytest

    from parlour.games.ledger import citations_in

    tests = tree / "tests" / "rulebook" / game
    names = {c.name for c in citations_in(tests) if clauses is None or c.clause in clauses}

    class Few:
        failed = ""

        def pytest_collection_modifyitems(self, items: list[Any]) -> None:
            if clauses is not None:
                items[:] = [i for i in items if getattr(i, "originalname", "") in names or _row(i) in names]

        def pytest_runtest_logreport(self, report: Any) -> None:
            if report.failed and not self.failed:
                self.failed = report.nodeid.removeprefix(f"tests/rulebook/{game}/")

    few = Few()
    options = [
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:randomly",
        "--no-header",
        "-W",
        "ignore",
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([str(tests), *options], plugins=[few])
    if code not in (0, 1, 5):
        return f"pytest: {int(code)}"
    return few.failed


def _row(item: Any) -> str:
    """The scenario row that a test plays, by the id of its parameters."""
    called = getattr(item, "callspec", None)
    return called.id.removesuffix("-plain") if called else ""


def preload(tree: Path) -> None:
    """Import from this tree what every mutant needs, but no game."""
    sys.dont_write_bytecode = True
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.path[:0] = [str(tree / "src"), str(tree)]
    import hypothesis  # noqa: F401
    import numpy  # noqa: F401
    import pytest  # noqa: F401

    import parlour.games.ledger
    import parlour.rules.conformance
    import parlour.table

    assert Path(parlour.__file__).is_relative_to(tree), "another copy of Parlour is in the way"
