"""Is a mutant found? Asked of the tests that come by its line, cheapest first.

The tests of a game's rulebook are collected once and run once on the sound rules, like the kit, to learn
which lines each comes by and how long it takes. Then every mutant lives in a process of its own, in which the
code of one rule is another: first the tests that cite a clause of the changed line, until each clause of it
has had one that fails, then whatever else comes by, and the conformance kit, at tables whose house rules the
function reads. A test that never comes back has found the mutant; a game of the kit that is long has not.
No file is changed, and nothing is compiled: the kit plays the readable rules beside the text of `fast.py`.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import hashlib
import inspect
import json
import linecache
import os
import pickle
import re
import resource
import signal
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from _pytest.runner import runtestprotocol
from mutation.mutating import CLAUSE, Mutant
from mutation.swapping import Copies, Seen, copies_of_rules, put_in_place

import parlour
from parlour.games.ledger import citations_in
from parlour.rules import conformance
from parlour.rules.forms import fast_of

PACE = conformance.Pace(games=1, every=10, most_steps=20_000, first_only=True)
TABLES = 6  # of the kit, for one mutant
MIXTURES = 3  # more, random sets of house rules
PATIENCE = 1.0, 4  # seconds, and times what a test takes otherwise: then it never comes back
DEAREST = 2.0  # seconds; a test that takes longer judges no mutant, nor a table that takes twice as long
QUICK = 0.05  # seconds: such a test has its turn before the kit
MEMORY = 4 << 30

Verdict = dict[str, Any]


@dataclass(frozen=True)
class Limits:
    """How much may be spent on judging."""

    jobs: int = 1  # processes at once
    until: float = float("inf")  # on the monotonic clock; no mutant is begun later
    budget: float = 6.0  # seconds of tests and tables for one mutant
    tests: Sequence[str] = ()  # files of the game's tests: ask these alone, and not the kit


def judge_all(
    root: Path, game: str, todo: Sequence[Mutant], limits: Limits, keep: Callable[..., None]
) -> None:
    """Judge these mutants; `keep(mutant, verdict, seconds)` is told of each."""
    fast_of(parlour.load(game).rules)  # every mutant finds the game loaded
    without = ("cacheprovider", "xdist", "randomly")
    options = ["-sqq", "--no-summary", "-W", "ignore", *(f"-pno:{name}" for name in without)]
    court = _Court(root, game, todo, limits, keep)
    folder = root / "tests" / "rulebook" / game
    asked = [str(folder / name) for name in limits.tests] or [str(folder)]
    code = pytest.main([*asked, *options], plugins=[court])
    if court.trouble or code not in (0, 5):
        raise SystemExit(court.trouble or f"pytest could not collect the tests of {game}")


@dataclass
class Lesson:
    """What a test is known by: how long it takes, and the lines it comes by."""

    seconds: float
    lines: set[tuple[str, int]] = field(default_factory=set)


@dataclass
class _Court:
    """A plugin of pytest: takes the tests that were collected and judges with them."""

    root: Path
    game: str
    todo: Sequence[Mutant]
    limits: Limits
    keep: Callable[..., None]
    trouble: str = ""
    items: dict[str, pytest.Item] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)  # of the kit
    lessons: dict[str, Lesson] = field(default_factory=dict)
    cites: dict[str, set[str]] = field(default_factory=dict)  # clauses, by test
    at: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    copies: Copies = field(default_factory=dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """An example that fails is enough: nobody will read the smallest one."""
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile("mutants", parent=hypothesis.settings.default, phases=phases)
        hypothesis.settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        tables = () if self.limits.tests else conformance.tables(parlour.load(self.game), MIXTURES)
        for players, options in tables:
            self.tables[f"kit: {players}, {options}"] = players, options
        games = self.root / "src" / "parlour" / "games"
        for file in sorted((games / self.game).glob("*.py")):
            if b"\n@rule\n" in file.read_bytes():
                parlour.load(self.game).module(file.stem)  # so that it is seen: some are loaded late
        self.copies = copies_of_rules(games)
        self._learn()
        if self.trouble:
            return True
        self._look_up()
        gc.freeze()
        children = []
        for job in range(self.limits.jobs):
            child = os.fork()
            if child == 0:
                with contextlib.suppress(KeyboardInterrupt):
                    self._work(self.todo[job :: self.limits.jobs])
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        return True

    # ------------------------------------------------------------ before anything is broken

    def _learn(self) -> None:
        """Run everything once on the sound rules, in processes that are then gone; what was learned is kept
        for as long as rules and test stay as they are."""
        store = self.root / ".cache" / "mutants" / f"{self.game}.pickle"
        known: dict[str, Lesson] = pickle.loads(store.read_bytes()) if store.exists() else {}
        rules = self._fingerprint()
        named = {name: f"{rules} {_text_of(item)}" for name, item in self.items.items()}
        named |= {name: f"{rules} {name}" for name in self.tables}
        names = [name for name in named if named[name] not in known]
        shares = [names[job :: self.limits.jobs] for job in range(self.limits.jobs)]
        heard = [_Process(partial(self._run_once, share)) for share in shares]
        for process in heard:
            said = process.answer()
            if not said or said.get("failed", "it cannot be judged"):
                self.trouble = f"{self.game} is broken before anything was changed: {said}"
                return
            for name, (seconds, lines) in said["lessons"].items():
                known[named[name]] = Lesson(seconds, {(file, line) for file, line in lines})
        self.lessons = {name: known[named[name]] for name in named}
        store.parent.mkdir(parents=True, exist_ok=True)
        store.write_bytes(
            pickle.dumps({name: lesson for name, lesson in known.items() if name[:16] == rules})
        )

    def _run_once(self, names: list[str]) -> dict[str, Any]:
        seen = Seen(self.copies)
        lessons: dict[str, tuple[float, list[tuple[str, int]]]] = {}
        too_long = []

        def stop(*_: Any) -> None:
            too_long.append(names[len(lessons)])
            raise TimeoutError

        signal.signal(signal.SIGVTALRM, stop)
        next_to = dict(pairwise(names))
        for name in names:
            signal.setitimer(signal.ITIMER_VIRTUAL, 2 * DEAREST)
            began = time.process_time()
            failed = False
            try:
                failed = self._fails(name, next_to.get(name, ""))
            except Exception:  # whatever was cut short may say so in words of its own
                if name not in too_long:
                    raise
            seconds = time.process_time() - began
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if failed and name not in too_long:
                return {"failed": name}
            places = seen.places()
            lessons[name] = 2 * DEAREST if name in too_long else seconds, places
        return {"failed": "", "lessons": lessons}

    def _fingerprint(self) -> str:
        """Of the rules, and of what the game's tests share."""
        games = self.root / "src" / "parlour" / "games"
        folders = [games / self.game, *(f.parent for f in games.glob("*/__init__.py"))]
        lent = [f for f in folders if f.name == self.game or not (f / "rules.py").exists()]
        files = {file for place in lent for file in place.glob("*.py") if b"@rule" in file.read_bytes()}
        shared = (self.root / "tests" / "rulebook" / self.game).glob("*.py")
        files |= {file for file in shared if not file.name.startswith("test_")}
        mixed = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files)))
        return mixed.hexdigest()[:16]

    def _look_up(self) -> None:
        """What every mutant asks: who comes by a line, and who cites a clause."""
        limit = {name: DEAREST * (2 if name in self.tables else 1) for name in self.lessons}
        dear = [name for name, lesson in self.lessons.items() if lesson.seconds >= limit[name]]
        for name in dear:
            del self.lessons[name]
            self.tables.pop(name, None)
        for name, lesson in self.lessons.items():
            for place in lesson.lines:
                self.at[place].add(name)
        took = sum(lesson.seconds for lesson in self.lessons.values())
        print(f"{self.game}: {len(self.lessons)} tests and tables take {took:.0f} s", flush=True)
        print(f"  too dear: {', '.join(dear) or 'none'}", flush=True)
        self.cites = dict(self._citations())

    def _citations(self) -> Iterator[tuple[str, set[str]]]:
        """The clauses that each test cites: in its text, in the row that it plays, in its parameters."""
        by_name: dict[str, set[str]] = defaultdict(set)
        for citation in citations_in(self.root / "tests" / "rulebook" / self.game):
            if citation.name:
                by_name[citation.name].add(citation.clause)
        for name, item in self.items.items():
            called = getattr(item, "callspec", None)
            cited = set(by_name[getattr(item, "originalname", "")])
            if called:
                cited |= by_name[re.sub("-(plain|compiled)$", "", called.id)] | set(
                    CLAUSE.findall(repr(called.params))
                )
            yield name, cited

    # ------------------------------------------------------------ one mutant after the other

    def _work(self, todo: Sequence[Mutant]) -> None:
        found_by: dict[str, list[str]] = defaultdict(list)  # by function, those that found its mutants
        for mutant in todo:
            began = time.monotonic()
            if began > self.limits.until:
                break
            verdict, name = self._verdict(mutant, found_by[mutant.function])
            if name:
                known = found_by[mutant.function]
                known[:] = [name, *(n for n in known if n != name)][:8]
            self.keep(mutant, verdict, time.monotonic() - began)

    def _verdict(self, mutant: Mutant, known: list[str]) -> tuple[Verdict, str]:
        """What finds it (`by`), and for each clause of its line whether a test did that cites it. Of
        those that only the function cites one such test is enough, and says nothing about the others."""
        file = os.path.normpath(self.root / "src" / "parlour" / "games" / self.game / mutant.file)
        names = self.at.get((file, mutant.statement), set())
        by_cost = sorted(names - self.tables.keys(), key=lambda name: self.lessons[name].seconds)
        quick = [name for name in by_cost if self.lessons[name].seconds <= QUICK]
        in_turn = [*quick, *self._tables(Path(file), mutant, names), *by_cost[len(quick) :]]
        noticed = dict.fromkeys(mutant.clauses, False)
        tried: set[str] = set()
        finder, kind = "", ""
        while not all(noticed.values()) or not finder:
            citing = [n for n in in_turn if n not in tried and self._open(n, noticed)]
            others = [n for n in known if n in in_turn] + in_turn
            about = [n for n in in_turn if self.cites.get(n, set()) & set(mutant.about)]
            rest = [n for n in dict.fromkeys(about + others) if n not in tried and n not in citing]
            line = citing if finder else citing + rest
            if not line:
                break
            process = _Process(partial(self._ask, mutant, file, line, dict(noticed), bool(finder)))
            said = process.answer()
            if said and "trouble" in said:
                raise RuntimeError(f"{mutant} cannot be judged: {said['trouble']}")
            cut_short = [n for n in (process.under_way,) if n not in self.tables]  # a game may be a long one
            for name in said["failed"] if said else cut_short:
                kind = kind or ("time" if not said else "kit" if name in self.tables else "test")
                finder = finder or name
                noticed |= {c: True for c in noticed if c in self.cites.get(name, ())}
            if said:
                break
            tried |= set(line[: line.index(process.under_way) + 1])
        told = self.cites.get(finder, set())
        noticed |= {c: c in told for c in mutant.about if c in told or not told & set(mutant.about)}
        return {"by": kind, "clauses": noticed}, finder

    def _tables(self, file: Path, mutant: Mutant, reached: set[str]) -> list[str]:
        """Where the kit plays: by the printed rules, by house rules that the function reads, and by sets; of
        these those that come by the line."""
        words = set(re.findall(r"\w+", function_text(file, mutant.function)))
        names = [name for name in self.tables if name in reached]
        printed = [n for n in names if not self.tables[n][1]]
        single = [n for n in names if len(self.tables[n][1]) == 1 and words & self.tables[n][1].keys()]
        mixed = [n for n in names if len(self.tables[n][1]) > 1]
        return [*single, *printed, *mixed][:TABLES]

    def _open(self, name: str, noticed: dict[str, bool]) -> bool:
        """Does this test cite a clause for which none has failed yet?"""
        return any(not noticed[c] for c in self.cites.get(name, ()) if c in noticed)

    def _ask(self, mutant: Mutant, file: str, line: list[str], noticed: dict[str, bool], found: bool) -> Any:
        """Those of a line of tests that fail, until one has and each clause has had its own."""
        self._apply(mutant, file)
        failed: list[str] = []
        spent = 0.0
        for name in line:
            seconds = self.lessons[name].seconds
            if spent + seconds > self.limits.budget or (found and not self._open(name, noticed)):
                continue
            _Process.tell(name)
            least, times = PATIENCE
            signal.setitimer(signal.ITIMER_VIRTUAL, least + times * seconds)
            began = time.process_time()
            if self._fails(name, ""):
                failed.append(name)
                found = True
                noticed |= {c: True for c in noticed if c in self.cites.get(name, ())}
                if all(noticed.values()):
                    break
            spent += time.process_time() - began
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return {"failed": failed}

    def _fails(self, name: str, following: str) -> bool:
        if name in self.tables:
            return bool(conformance.check(parlour.load(self.game), PACE, at=[self.tables[name]]))
        reports = runtestprotocol(self.items[name], log=False, nextitem=self.items.get(following))
        return any(report.failed for report in reports)

    def _apply(self, mutant: Mutant, file: str) -> None:
        source = mutant.applied(Path(file).read_text("utf-8"))
        put_in_place(self.copies, file, compile(source, file, "exec", dont_inherit=True), [mutant.function])
        linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file


@cache
def function_text(file: Path, name: str) -> str:
    tree = ast.parse(file.read_text("utf-8"))
    return next(ast.unparse(f) for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == name)


def _text_of(item: pytest.Item) -> str:
    """Changes when a test does."""
    called = getattr(item, "callspec", None)
    text = inspect.getsource(item.function)  # type: ignore[attr-defined]
    whole = f"{item.nodeid} {text} {called.params if called else ''}"
    return hashlib.sha256(re.sub(r" at 0x[0-9a-f]+", "", whole).encode()).hexdigest()[:16]


class _Process:
    """Work in a process of its own, which may never come back."""

    _telling = -1

    def __init__(self, work: Callable[[], Any]) -> None:
        self.under_way = ""  # what it was at when it ended
        self._reading, writing = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            os.close(self._reading)
            _Process._telling = writing
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            try:
                answer = work()
            except BaseException as error:
                answer = {"trouble": "".join(traceback.format_exception(error))}
            _write(writing, answer)
            os._exit(0)
        os.close(writing)

    @classmethod
    def tell(cls, name: str) -> None:
        _write(cls._telling, name)

    def answer(self) -> Any:
        """What the work gave, or nothing where it never came back."""
        said = None
        with open(self._reading, "rb") as heard:
            for line in heard:
                told = json.loads(line)
                if isinstance(told, str):
                    self.under_way = told
                else:
                    said = told
        os.waitpid(self._child, 0)
        return said


def _write(to: int, what: Any) -> None:
    data = memoryview(json.dumps(what).encode() + b"\n")
    while data:
        data = data[os.write(to, data) :]
