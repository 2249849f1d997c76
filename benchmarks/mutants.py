"""Breaks the rules of a game, line by line and operator by operator, and sees whether a test notices.

A mutant is found by a test that cites a clause of its line, by the conformance kit, or by any other test of
the rulebook; what is not found is a survivor: explained in benchmarks/mutation/<game>.toml, or a test is
missing. Results are kept in benchmarks/mutation/<game>.jsonl, a line each, so that a run can be stopped and
gone on with; a line of the rules that has changed since is judged anew. `--report` writes docs/mutants.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import os
import random
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "benchmarks" / "mutation"
EXAMPLE = """examples:
  python3 benchmarks/mutants.py pollyanna                    every mutant of the readable rules
  python3 benchmarks/mutants.py pollyanna --fast             every mutant of fast.py
  python3 benchmarks/mutants.py pollyanna --sample 300       some of them, the same ones each time
  python3 benchmarks/mutants.py pollyanna --file duties.py   one file
  python3 benchmarks/mutants.py pollyanna --clauses          of each clause that no test has noticed yet
  python3 benchmarks/mutants.py pollyanna --survivors        those not found nor explained, once more
  python3 benchmarks/mutants.py pollyanna --survivors --tests test_clauses.py     by tests just written
  python3 benchmarks/mutants.py pollyanna --seconds 600      as many as ten minutes allow, taken at random
  python3 benchmarks/mutants.py --report"""

if importlib.util.find_spec("parlour") is None and __name__ == "__main__":  # a fresh clone
    sys.path.insert(0, str(ROOT))
    import run as starter

    starter.prepare("test")
    sys.exit(int(starter.start([__file__, *sys.argv[1:]])))

sys.path[:0] = [str(ROOT / "src"), str(ROOT), str(Path(__file__).parent)]
os.environ["CI"] = "1"  # the same examples each time
os.environ["NUMBA_DISABLE_JIT"] = "1"  # what fast.py says is read as it stands

from mutation.judging import Limits, Verdict, judge_all  # noqa: E402
from mutation.mutating import Mutant, mutants  # noqa: E402

import parlour  # noqa: E402
from parlour.games.ledger import ledger  # noqa: E402

GAMES = ROOT / "src" / "parlour" / "games"
BORROWED = re.compile(r"^from parlour\.games\.(\w+)\.(\w+) import", re.MULTILINE)
PART = re.compile(r"^from \.(\w+) import", re.MULTILINE)
FEW = 3  # mutants of a clause, at a time
NO_RULES = ("careful.py", "tactics.py")  # what a bot looks at


def files(game: str) -> list[Path]:
    """The files that hold rules of a game: those of its folder in which a function is marked as one, and
    those that they take rules from."""
    folder = {file.name: file.read_text("utf-8") for file in sorted((GAMES / game).glob("*.py"))}
    asked = {name: set(PART.findall(text)) for name, text in folder.items()}
    for_bots = set(NO_RULES)  # and their parts, for which no other file asks
    for _ in folder:
        for name in folder:
            users = {user for user, parts in asked.items() if Path(name).stem in parts}
            for_bots |= {name} if users and users <= for_bots else set()
    own = [GAMES / game / name for name in folder if name not in for_bots]
    texts = [folder[file.name] for file in own]
    shared = sorted(
        {GAMES / folder / f"{name}.py" for text in texts for folder, name in BORROWED.findall(text)}
    )
    return [file for file in own + shared if "\n@rule\n" in file.read_text("utf-8")]


def is_fast(file: str) -> bool:
    return file.startswith("fast")


def all_of(game: str) -> list[Mutant]:
    """Every mutant of what the readable rules and fast.py say; bots' considerations are no rules."""
    return [m for file in files(game) for m in mutants(file, GAMES / game)]


def kept(game: str) -> dict[str, dict[str, Any]]:
    """What is known of each mutant, by its key."""
    file = KEPT / f"{game}.jsonl"
    rows = file.read_text("utf-8").splitlines() if file.exists() else []
    return {row["key"]: row for row in map(json.loads, rows)}


def wanted(game: str, chosen: argparse.Namespace) -> list[Mutant]:
    """The mutants to judge: not judged yet, or not found. They come in an order of chance, so that those
    judged before a run was stopped are a fair sample; it is the same each time."""
    every = all_of(game)
    found = [m for m in every if chosen.file in (None, m.file)]
    found = [m for m in found if is_fast(m.file) == chosen.fast]
    if chosen.sample is not None:  # a larger one holds the smaller
        shuffled = random.Random(game).sample(found, len(found))
        found = sorted(shuffled[: chosen.sample], key=found.index)
    known = kept(game)
    if chosen.survivors:
        why = explained(game)
        return [m for m in found if m.key in known and not known[m.key]["by"] and m.key not in why]
    new = [m for m in found if m.key not in known]
    if not chosen.clauses:
        return new
    done = noticed_in(known)
    open_still = {key for key, row in known.items() if row.get("clauses", {}).keys() - done}
    again = {*open_still, *(m.key for m in of_clauses(new, done))}
    return [m for m in found if m.key in again]


def noticed_in(known: dict[str, dict[str, Any]]) -> set[str]:
    """The clauses of which breaking a line has been noticed by a test that cites them."""
    rows = [row["clauses"] for row in known.values() if "clauses" in row]
    return {clause for row in rows for clause, noticed in row.items() if noticed}


def of_clauses(found: list[Mutant], done: set[str]) -> list[Mutant]:
    """A few of each clause that is not done: of lines that cite it, or of functions that are about it."""
    chosen: dict[str, Mutant] = {}
    for cites in (lambda m: m.clauses, lambda m: m.about):
        for clause in sorted({c for m in found for c in cites(m)} - done):
            mine = [m for m in found if clause in cites(m)]
            chosen |= {m.key: m for m in random.Random(clause).sample(mine, min(FEW, len(mine)))}
        done = done | {c for m in chosen.values() for c in cites(m)}
    return [m for m in found if m.key in chosen]


def keep(
    game: str, sight: dict[str, Any], only_found: bool, mutant: Mutant, verdict: Verdict, seconds: float
) -> None:
    """Put down what a mutant was found by; and whether it was at first sight, before anybody wrote a test for
    it; `sight` says so of those that were judged before, with None where it is not known. Where only some of
    the tests were asked, a mutant that they do not find is as it was."""
    row = {"key": mutant.key, "by": verdict["by"]}
    first = sight.get(mutant.key, bool(verdict["by"]))
    if first is not None:
        row["first"] = first
    if verdict["clauses"]:  # for the ledger
        row |= {"file": mutant.file, "text": mutant.text, "clauses": verdict["clauses"]}
    if verdict["by"] or not only_found:
        with (KEPT / f"{game}.jsonl").open("a", encoding="utf-8") as out:
            out.write(_line(row))
    if not verdict["by"]:
        place = f"{mutant.file}:{mutant.line}"
        print(f"  survives ({seconds:.0f} s): {place} {mutant.before} -> {mutant.after}", flush=True)


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def tidy(game: str) -> None:
    """One line for each mutant of today's rules, in the order of the files."""
    known = kept(game)
    rows = [known[m.key] for m in all_of(game) if m.key in known]
    lines = "".join(map(_line, rows))
    (KEPT / f"{game}.jsonl").write_text(lines, "utf-8")


# ---------------------------------------------------------------- the report


def explained(game: str) -> dict[str, str]:
    """Why a survivor changes nothing, by its key; a `[[same]]` gives one reason for all its `mutants`."""
    file = KEPT / f"{game}.toml"
    groups = tomllib.loads(file.read_text("utf-8"))["same"] if file.exists() else []
    return {key: group["why"] for group in groups for key in group["mutants"]}


HEAD = """# Mutants: is every line of the rules held by a test?

Written by `python3 benchmarks/mutants.py --report`, from what `python3 benchmarks/mutants.py GAME`
found. A mutant is one place of one rule changed: an operator, a number, a condition, a
statement left out. It is found by a test of the rulebook or by the conformance kit, which plays the readable
rules beside `fast.py`. Tests that cite a clause of the changed line have the first turn: where one of them
fails, breaking the line that decides a clause is noticed by a test of that clause. `parlour rules GAME
--ledger` says so for each clause.

Each mutant is asked about for a few seconds, and a test that takes longer than two judges none: what only
such a test would find counts as a survivor. Those of `fast.py` are judged as text: by the kit, by tests that
play that text beside the readable rules, and by the rows of the rulebook, which play it where nothing is
compiled.

Mutants are judged in an order of chance. Tests are then written for survivors among them, which are judged
again; so the share that is found of those judged says too much about the rest. How many were found at first
sight, before anybody had seen them, is what may be expected of others; where some are left, it is told below
the table.

| game | rules | mutants | judged | found | by a test of the clause | survivors | explained |
|---|---|--:|--:|--:|--:|--:|--:|
"""


def report(games: list[str]) -> str:
    """What was found out about the mutants of today's rules, as a page."""
    table, survivors, clauses = "", [], []
    rest: list[str] = []
    for game in games:
        known, why, every = kept(game), explained(game), all_of(game)
        for title, part in (
            ("readable", [m for m in every if not is_fast(m.file)]),
            ("fast", [m for m in every if is_fast(m.file)]),
        ):
            rows = [(m, known[m.key]) for m in part if m.key in known]
            found = sum(bool(row["by"]) for _, row in rows)
            citing = Counter(any(row["clauses"].values()) for _, row in rows if "clauses" in row)
            left = [m for m, row in rows if not row["by"]]
            told = sum(m.key in why for m in left)
            share = _percent(found / len(rows)) if rows else "-"
            cited = f"{citing[True]} of {citing.total()}" if citing else "-"
            cells = game, title, len(part), len(rows), share, cited, len(left), told
            table += f"| {' | '.join(map(str, cells))} |\n"
            survivors += [(why.get(m.key, "Not explained yet."), game, m) for m in left]
            if len(rows) < len(part):
                rest.append(_of_rest(game, title, len(part), [row for _, row in rows]))
        clauses.append(_of_clauses(game))
    parts = ["", *rest, "", "## Clauses", "", *clauses, "", *_of_survivors(survivors), ""]
    return HEAD + table + "\n".join(parts)


def _of_rest(game: str, title: str, count: int, rows: list[dict[str, Any]]) -> str:
    """What may be expected of those that nobody has judged, from those that were taken by chance."""
    found, left = sum(bool(row["by"]) for row in rows), count - len(rows)
    sight = [row["first"] for row in rows if "first" in row]
    told = f"- {game}, {title}: {left} of {count} not judged"
    if not sight:
        return f"{told}, and of the others none by chance: nothing can be said about them."
    low, high = _interval(sum(sight), len(sight))
    least, most = ((found + left * share) / count for share in (low, high))
    return (
        f"{told}. Of {len(sight)} taken by chance {_percent(sum(sight) / len(sight))} were found at first "
        f"sight (95 % interval {_percent(low)} to {_percent(high)}), and with those found later today's "
        f"tests find {_percent(least)} to {_percent(most)} of all."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(hits: int, tries: int) -> tuple[float, float]:
    """Wilson's interval for a share, 95 %."""
    z = 1.96
    middle = (hits + z * z / 2) / (tries + z * z)
    half = z / (tries + z * z) * math.sqrt(hits * (tries - hits) / tries + z * z / 4)
    return middle - half, middle + half


def _of_clauses(game: str) -> str:
    """The clauses of which no test notices when their line is broken."""
    entries = ledger(parlour.load(game), ROOT / "tests")
    broken = {e.clause.id: e.broken for e in entries if e.broken is not None}
    unnoticed = [name for name, what in broken.items() if not what.noticed]
    return (
        f"- {game}: of {len(entries)} clauses {len(broken)} are decided by lines that were broken, the "
        f"others by data or by lines not judged; a test of {len(broken) - len(unnoticed)} noticed. "
        f"Not so: {', '.join(unnoticed) or 'none'}."
    )


def _of_survivors(survivors: list[tuple[str, str, Mutant]]) -> Iterator[str]:
    """Those that are left, under the reason they share."""
    yield "## Survivors"
    for reason in dict.fromkeys(why for why, _, _ in survivors):
        yield f"\n{reason}\n"
        for why, game, m in survivors:
            if why == reason:
                place = os.path.normpath(f"{game}/{m.file}")
                yield f"- `{place}:{m.line}` in `{m.function}`: `{m.before}` → `{m.after}` ({m.key})"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = sorted(p.parent.name for p in (ROOT / "src" / "parlour" / "games").glob("*/rules.py"))
    parser.add_argument("game", nargs="?", choices=names, help="whose rules to break")
    parser.add_argument("--sample", type=int, metavar="N", help="judge N mutants taken at random")
    parser.add_argument("--file", help="of this file only")
    parser.add_argument("--fast", action="store_true", help="mutants of fast.py instead")
    parser.add_argument("--survivors", action="store_true", help="judge anew those not found nor explained")
    parser.add_argument(
        "--clauses", action="store_true", help="those of clauses not noticed yet, and a few more"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S", help="stop after so long")
    parser.add_argument("--budget", type=float, default=6, metavar="S", help="seconds for one mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--tests", nargs="+", default=(), metavar="FILE", help="ask only these of its tests")
    parser.add_argument("--report", action="store_true", help="write docs/mutants.md")
    chosen = parser.parse_args()
    if chosen.game is None and not chosen.report:
        parser.error("name a game, or ask for the report")
    if chosen.game:
        todo = wanted(chosen.game, chosen)
        random.Random(chosen.game).shuffle(todo)
        print(f"{chosen.game}: {len(all_of(chosen.game))} mutants, {len(todo)} to judge", flush=True)
        if todo:
            limits = Limits(
                max(1, chosen.jobs), time.monotonic() + chosen.seconds, chosen.budget, chosen.tests
            )
            by_choice = chosen.clauses or chosen.file is not None
            sight = {m.key: None for m in todo if by_choice}
            sight |= {key: row.get("first") for key, row in kept(chosen.game).items()}
            judge_all(ROOT, chosen.game, todo, limits, partial(keep, chosen.game, sight, bool(chosen.tests)))
        tidy(chosen.game)
    if chosen.report:
        (ROOT / "docs" / "mutants.md").write_text(report(names), "utf-8")
        print("docs/mutants.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
