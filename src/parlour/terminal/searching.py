"""The search for a better rule set at the terminal: what one wants in, the best compromises out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.lab import Question
from parlour.lab.fronts import figure, heads, named, rows, to_data
from parlour.lab.fronts import report as front_report
from parlour.lab.keeping import Kept
from parlour.lab.searching import Front, Search
from parlour.lab.wishes import search_link
from parlour.rules import forms
from parlour.table import files
from parlour.terminal.lab import check_places, ended_early, progress, table, try_first
from parlour.terminal.show import HEADING, QUIET, Screen
from parlour.text import say


def search(
    screen: Screen,
    question: Question,
    want: str,
    vary: Sequence[str] = (),
    *,
    html: Path | None = None,
    sheet: Path | None = None,
    as_json: bool = False,
    threads: int | None = None,
) -> None:
    """Look for sets of rules, print the best, and write them to files. Ctrl-C ends it with what is known."""
    check_places(html, sheet)
    try_first(Search(question, want, vary).tables())
    kept = Kept(question, search_link(question, want, vary))
    work = kept.resumed(lambda: Search(question, want, vary, threads=threads))
    if work.played:
        screen.note(say("It goes on after {games:,:game|games} played before.", games=work.played))
    if forms.compiler_present() and not question.tables()[0].is_ready(True):
        screen.note(say("Compiling the rules of {game}, once (up to a minute)…", game=question.game))
    found: Front | None = None
    with progress() as told:
        try:
            for found in work.steps():
                told(f"{found.stage} · {say('{n:set of rules|sets of rules}', n=found.tried)}")
                kept.hold(work)
            kept.forget()
        except KeyboardInterrupt:
            if found is None:
                raise
            ended_early(screen, found.played, kept)
    assert found is not None
    if as_json:
        screen.block(json.dumps(to_data(found), indent=2, ensure_ascii=False))
    else:
        _print(screen, found)
    if sheet is not None:
        files.write(sheet, _csv(found))
        screen.note(say("The table is {file}.", file=sheet))
    if html is not None:
        files.write(html, front_report(found))
        screen.note(say("The page is {file}.", file=html))


def _print(screen: Screen, found: Front) -> None:
    wishes = ", ".join(str(wish.words) for wish in found.wishes)
    screen.line(say("{game}: {wishes}", game=found.question.load().words.TITLE, wishes=wishes), HEADING)
    screen.line(
        say(
            "{tried} sets of house rules were tried in {games:,:game|games}; these are the best compromises.",
            tried=found.tried,
            games=found.played,
        )
    )
    screen.line(found.stage)
    if not found.entries:
        screen.line(say("None of them is nearer to it than the rules you began with."))
    screen.line()
    for name, entry in named(found):
        screen.line(say("  {set}: {rules}", set=name, rules=entry.name))
    screen.line()
    table(screen, heads(found), rows(found))
    for name, entry in named(found):
        if entry is found.first:
            continue
        screen.line()
        screen.line(say("{rules}, beside set 1", rules=name), HEADING)
        for wish, apart in zip(found.wishes, entry.differences, strict=True):
            screen.line(say("  {measure}: {change}", measure=wish.subject, change=figure(wish, apart)), QUIET)
    screen.line()
    screen.line(
        say(
            "The figures come from games that took no part in the choosing; in brackets: where the true "
            "figure lies, 95 times in 100."
        ),
        QUIET,
    )
    screen.line(say("The same figures again: {command}", command=found.compared().command()), QUIET)


def _csv(found: Front) -> str:
    out = io.StringIO()
    data: list[dict[str, Any]] = to_data(found)["rows"]
    writer = csv.DictWriter(out, list(data[0]) if data else ["rules"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(data)
    return out.getvalue()
