"""The lab at the terminal: a question in, tables out, sharper while one looks."""

from __future__ import annotations

import sys
import textwrap
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from parlour.games import names
from parlour.lab import Question, Snapshot, sharpen, telling
from parlour.lab.bites import COMPARED, Bite, bites, others, with_changes
from parlour.lab.cluster import Play, on_ray
from parlour.lab.comparing import Comparison, written
from parlour.lab.depth import depth
from parlour.lab.keeping import Kept
from parlour.lab.playing import Table
from parlour.lab.report import report
from parlour.lab.table import rows_of, to_json
from parlour.rules import forms
from parlour.rules.time_limit import TooSlow, time_limit
from parlour.table import files
from parlour.terminal.show import BAD, HEADING, QUIET, Screen
from parlour.text import BadChoice, ParlourError, say

PATIENCE = 5.0  # seconds that one call of a rule may take in plain Python
HEAD = 12  # characters of a line of a head, at least
_HEADLINE = ("length", "first")  # measures that the line of progress shows


def experiment(
    screen: Screen,
    question: Question,
    *,
    html: Path | None = None,
    csv: Path | None = None,
    as_json: bool = False,
    biting: int = 0,
    deep: int = 0,
    threads: int | None = None,
    ray: bool = False,
    gpu: bool = False,
) -> None:
    """Answer a question, print it, and write it to files. Ctrl-C ends it early with what is known by then."""
    check_places(html, csv)
    _say_what_takes_time(screen, question)
    found = None
    try_first([*question.tables(), *(others(question) if biting else ())])
    kept = Kept(question, question.link())
    work = kept.resumed(lambda: Comparison(question))
    if work.games:
        screen.note(say("It goes on after {games:,:game|games} played before.", games=work.games))
    with _bar(question.games) as told, _elsewhere(question, ray, gpu) as play:
        try:
            for found in sharpen(question, threads=threads, work=work, play=play):
                told(found)
                kept.hold(work)
            kept.forget()
        except KeyboardInterrupt:
            if found is None:
                raise
            ended_early(screen, found.games, kept)
    assert found is not None
    rows = _bitten(screen, question, biting)
    if deep:
        table = question.tables()[0]
        screen.line(depth(table.game, table.start, table.seed, deep).sentence)
    if as_json:
        screen.block(to_json(found))
    else:
        _print(screen, found, rows)
    if csv is not None:
        files.write(csv, rows_of(found).to_csv())
        screen.note(say("The table is {file}.", file=csv))
    if html is not None:
        files.write(html, report(found, rows))
        screen.note(say("The page is {file}.", file=html))


def ended_early(screen: Screen, games: int, kept: Kept) -> None:
    """What is told after Ctrl-C."""
    screen.note(say("Ended early, after {games:,:game|games}.", games=games))
    if kept.is_there:
        screen.note(say("Whoever asks the same again goes on from here."))


def _elsewhere(question: Question, ray: bool, gpu: bool) -> AbstractContextManager[Play | None]:
    """Who plays the games instead of this machine's processor, if anybody does."""
    if ray and gpu:
        raise BadChoice(say("Games are played on a Ray cluster (--ray) or on a GPU (--gpu), not both."))
    if gpu:
        from parlour.lab.gpu import on_gpu

        return nullcontext(on_gpu(question))
    return on_ray(question) if ray else nullcontext()


def check_places(*wanted: Path | None) -> None:
    """Whatever is to be written is worked out first: that it has a place is said before."""
    for file in filter(None, wanted):
        if not file.parent.is_dir():
            raise BadChoice(
                say("There is no folder {folder} to write {file} in.", folder=file.parent, file=file.name)
            )


def try_first(tables: Iterable[Table]) -> None:
    """One plain game at each of these tables, where the folder is a stranger's: a rule that never comes back
    is named, and so is one that fails. Compiled, either would take all of this down with it."""
    for table in tables:
        if table.game.id in names():
            continue
        try:
            with time_limit(table.game.folder, PATIENCE):
                table.count(np.zeros(1, np.int64), plain=True)
        except TooSlow as error:
            raise BadChoice(error.text) from error
        except ParlourError:
            raise
        except Exception as error:  # whatever a stranger's rules do
            where = traceback.extract_tb(error.__traceback__)[-1]
            raise BadChoice(
                say(
                    "A random game of {game} fails in {file}, line {line}, in {rule}: {why}.",
                    game=table.game.words.TITLE,
                    file=Path(where.filename).name,
                    line=where.lineno,
                    rule=where.name,
                    why=f"{type(error).__name__}: {error}",
                )
            ) from error


def _say_what_takes_time(screen: Screen, question: Question) -> None:
    if not forms.compiler_present():
        screen.note(say("There is no compiler here (Numba), so this takes some hundred times longer."))
        return
    tables = question.tables()
    needed = (False, True) if question.watched else (False,)
    if not all(table.is_ready(watch) for table in tables for watch in needed):
        screen.note(say("Compiling the rules of {game}, once (up to a minute)…", game=question.game))


def _bitten(screen: Screen, question: Question, games: int) -> list[Bite]:
    found: list[Bite] = []
    if games:
        screen.note(say("Trying every house rule at every step of {games:,} games…", games=games))
        *_, (_, found) = bites(question, games)
        found = with_changes(question, found, COMPARED if forms.compiler_present() else games)
    return found


def _print(screen: Screen, found: Snapshot, rows: list[Bite]) -> None:
    screen.line(telling.heading(found), HEADING)
    for fault in found.faults:
        screen.line(fault, BAD)
    several = len(found.names) > 1
    for i, name in enumerate(found.names if several else ()):
        screen.line(say("  set {number}: {rules}", number=i + 1, rules=name))
    screen.line()
    heads = ["", *([str(say("set {number}", number=i + 1)) for i in range(len(found.names))])]
    body = [
        [str(row.measure.words), *(telling.figure(row, one) for one in row.figures)]
        for row in telling.shown(found)
    ]
    table(screen, heads if several else ["", str(say("figure"))], body)
    for which in range(1, len(found.names)):
        screen.line()
        screen.line(say("{rules}, beside set 1", rules=found.names[which]), HEADING)
        seen, unseen = telling.changes(found, which)
        body = [[str(row.measure.words), telling.difference(row, row.differences[which])] for row in seen]
        if body:
            table(screen, ["", str(say("difference"))], body)
        for text in telling.unseen(unseen, which):
            screen.line(text, QUIET)
    if rows:
        screen.line()
        screen.line(say("How often a house rule bites"), HEADING)
        table(screen, telling.bite_heads(), telling.bite_rows(rows), (0, 1, 6))
    screen.line()
    for text in telling.method(found):
        screen.line(text, QUIET)
    screen.line(say("The same again: {command}", command=found.question.command()), QUIET)


def table(
    screen: Screen, heads: Sequence[object], rows: list[list[str]], words: Sequence[int] = (0,)
) -> None:
    """Columns of words flush left, the others flush right. A head that is longer than what stands below it
    takes several lines."""
    above = [
        textwrap.wrap(str(head), max([HEAD, *(len(row[i]) for row in rows)])) for i, head in enumerate(heads)
    ]
    deep = max(len(lines) for lines in above)
    tops = [[""] * (deep - len(lines)) + lines for lines in above]
    grid = [*(list(row) for row in zip(*tops, strict=True)), *rows]
    wide = [max(len(row[i]) for row in grid) for i in range(len(heads))]
    for row in grid:
        cells = [cell.ljust(wide[i]) if i in words else cell.rjust(wide[i]) for i, cell in enumerate(row)]
        screen.block("  ".join(cells).rstrip())


@contextmanager
def _bar(games: int) -> Iterator[Any]:
    """How far it is, and the headline as it sharpens; for eyes only, gone when it is done."""
    if not sys.stderr.isatty():
        yield lambda found: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn(str(say("games"))),
        BarColumn(20),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda found: bar.update(task, completed=found.games, description=_headline(found))


@contextmanager
def progress() -> Iterator[Any]:
    """A line that says what is being done; for eyes only, gone when it is done."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as line:
        yield lambda text: line.update(text)


def _headline(found: Snapshot) -> str:
    told = []
    for row in found.rows:
        if row.measure.name in _HEADLINE:
            values = [
                f"{written(row.measure, f.value)} ± {written(row.measure, f.half)}" for f in row.figures if f
            ]
            told.append(f"{row.measure.words}: {' | '.join(values)}")
    return "; ".join(told)
