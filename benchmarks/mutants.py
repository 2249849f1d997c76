"""Breaks the rules of a game, line by line and operator by operator, and sees whether a test notices.

A mutant is found by a test that cites a clause of its line, by the conformance kit, or by any other test of
the rulebook; what is not found is a survivor: explained in benchmarks/mutation/<game>.toml, or a test is
missing. Results are kept in benchmarks/mutation/<game>.jsonl, a line each, so that a run can be stopped and
gone on with; a line of the rules that has changed since is judged anew. `--report` writes docs/mutants.md.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "benchmarks" / "mutation"
EXAMPLE = """examples:
  python3 benchmarks/mutants.py pollyanna                    every mutant, on two cores
  python3 benchmarks/mutants.py pollyanna --sample 300       some of them, the same ones each time
  python3 benchmarks/mutants.py pollyanna --file duties.py   one file
  python3 benchmarks/mutants.py --report"""

if importlib.util.find_spec("parlour") is None and __name__ == "__main__":  # a fresh clone
    sys.path.insert(0, str(ROOT))
    import run as starter

    starter.prepare("test")
    sys.exit(int(starter.start([__file__, *sys.argv[1:]])))

sys.path.insert(0, str(Path(__file__).parent))

from mutation.judging import judge, preload  # noqa: E402
from mutation.mutating import Mutant, mutants  # noqa: E402


def files(game: str) -> list[Path]:
    """The files that hold rules of a game: those of its folder in which a function is marked as one."""
    folder = ROOT / "src" / "parlour" / "games" / game
    return [file for file in sorted(folder.glob("*.py")) if "\n@rule\n" in file.read_text("utf-8")]


def is_fast(file: str) -> bool:
    return file.startswith("fast")


def all_of(game: str) -> list[Mutant]:
    """Every mutant of what the readable rules and fast.py say; bots' considerations are no rules."""
    others = ("careful.py", "tactics.py")
    return [m for file in files(game) if file.name not in others for m in mutants(file)]


def kept(game: str) -> dict[str, dict[str, Any]]:
    """What is known of each mutant, by its key."""
    file = KEPT / f"{game}.jsonl"
    rows = file.read_text("utf-8").splitlines() if file.exists() else []
    return {row["key"]: row for row in map(json.loads, rows)}


def wanted(game: str, sample: int | None, file: str | None) -> list[Mutant]:
    """The mutants to judge, those first that nobody has judged; a sample is the same each time."""
    found = [m for m in all_of(game) if file is None or m.file == file]
    if sample is not None and sample < len(found):
        found = random.Random(game).sample(found, sample)
    known = kept(game)
    return [m for m in found if m.key not in known]


def run(game: str, todo: list[Mutant], jobs: int) -> None:
    """Judge these mutants in so many processes, each with a copy of the project to break."""
    children = []
    for job in range(jobs):
        child = os.fork()
        if child == 0:
            with contextlib.suppress(KeyboardInterrupt):
                work(game, todo[job::jobs], job)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def work(game: str, todo: list[Mutant], job: int) -> None:
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        tree = Path(place) / "parlour"
        names = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, tree / name)
        preload(tree)
        sound = judge(tree, game, [])
        if sound["by"]:
            sys.exit(f"{game} is broken before anything was changed: {sound['by']}")
        began = time.monotonic()
        for number, mutant in enumerate(todo, 1):
            file = tree / "src" / "parlour" / "games" / game / mutant.file
            source = file.read_text("utf-8")
            file.write_text(mutant.applied(source), "utf-8")
            try:
                verdict = judge(tree, game, mutant.clauses)
            finally:
                file.write_text(source, "utf-8")
            row = {
                "key": mutant.key,
                "file": mutant.file,
                "function": mutant.function,
                "text": mutant.text,
                "before": mutant.before,
                "after": mutant.after,
                "clauses": mutant.clauses,
                **verdict,
            }
            with (KEPT / f"{game}.jsonl").open("a", encoding="utf-8") as out:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
            if number % 25 == 0:
                took = (time.monotonic() - began) / number
                print(f"{game} job {job}: {number} of {len(todo)}, {took:.1f} s each", flush=True)
            if not verdict["by"]:
                print(
                    f"  survives: {mutant.file}:{mutant.line} {mutant.before} -> {mutant.after}", flush=True
                )


# ---------------------------------------------------------------- the report


def explained(game: str) -> dict[str, str]:
    """Why a survivor changes nothing, by its key."""
    file = KEPT / f"{game}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def report(games: list[str]) -> str:
    """What was found out about the mutants of today's rules, as a page."""
    lines = [
        "# Mutants: is every line of the rules held by a test?",
        "",
        "Written by `python3 benchmarks/mutants.py --report`, from what `python3 benchmarks/mutants.py GAME`",
        "found. A mutant is one place of one rule changed: an operator, a number, a condition, a",
        "statement left out. It is found by a test that cites a clause of its line, by the conformance kit,",
        "which plays the readable rules beside `fast.py`, or by another test of the rulebook.",
        "",
        "| game | rules | mutants | judged | found | by a test that cites the line | survivors | explained |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    survivors: list[str] = []
    for game in games:
        known, why, every = kept(game), explained(game), all_of(game)
        for title, part in (
            ("readable", [m for m in every if not is_fast(m.file)]),
            ("fast", [m for m in every if is_fast(m.file)]),
        ):
            rows = [(m, known[m.key]) for m in part if m.key in known]
            found = sum(bool(row["by"]) for _, row in rows)
            citing = Counter(bool(row["cited"]) for _, row in rows if row["clauses"] and row["by"] != "time")
            left = [m for m, row in rows if not row["by"]]
            told = sum(m.key in why for m in left)
            share = f"{100 * found / len(rows):.1f} %" if rows else "-"
            cited = f"{citing[True]} of {citing.total()}" if citing else "-"
            lines.append(
                f"| {game} | {title} | {len(part)} | {len(rows)} | {share} | {cited} | {len(left)} | {told} |"
            )
            survivors += [
                f"- `{game}/{m.file}:{m.line}` in `{m.function}`: `{m.before}` → `{m.after}`. "
                + why.get(m.key, f"Not explained yet ({m.key}).")
                for m in left
            ]
    return "\n".join([*lines, "", "## Survivors", "", *survivors, ""])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = sorted(p.parent.name for p in (ROOT / "src" / "parlour" / "games").glob("*/rules.py"))
    parser.add_argument("game", nargs="?", choices=names, help="whose rules to break")
    parser.add_argument("--sample", type=int, metavar="N", help="judge N mutants taken at random")
    parser.add_argument("--file", help="of this file only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--report", action="store_true", help="write docs/mutants.md")
    chosen = parser.parse_args()
    if chosen.game is None and not chosen.report:
        parser.error("name a game, or ask for the report")
    if chosen.game:
        todo = wanted(chosen.game, chosen.sample, chosen.file)
        print(f"{chosen.game}: {len(all_of(chosen.game))} mutants, {len(todo)} to judge", flush=True)
        run(chosen.game, todo, max(1, chosen.jobs))
    if chosen.report:
        (ROOT / "docs" / "mutants.md").write_text(report(names), "utf-8")
        print("docs/mutants.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
