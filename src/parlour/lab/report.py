"""An answer as a page: one file with its plots, that needs no network and runs nothing."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Sequence
from html import escape

from parlour.arena import plots
from parlour.arena.plots import Range, Series
from parlour.arena.simulate import versions
from parlour.games.rulebook import rulebook
from parlour.lab import telling
from parlour.lab.bites import Bite
from parlour.lab.comparing import Row, Snapshot, written
from parlour.lab.heat import Heat, drawn
from parlour.text import join, say

_DRAWN = ("length", "first", "lead_changes", "uncertainty", "luck", "matter")  # measures with a plot each


def report(snapshot: Snapshot, bites: Sequence[Bite] = ()) -> str:
    """The page, as HTML."""
    title = say("{game}: what the rules do", game=snapshot.question.load().words.TITLE)
    return plots.page(title, telling.heading(snapshot), _parts(snapshot, bites))


def _parts(snapshot: Snapshot, bites: Sequence[Bite]) -> Iterator[str]:
    for fault in snapshot.faults:
        yield plots.paragraph(fault, "lead")
    names = _names(snapshot)
    if len(names) > 1:
        yield plots.grid(
            [say("set"), say("rules")], [[str(i + 1), name] for i, name in enumerate(snapshot.names)], (0, 1)
        )
        for which in range(1, len(names)):
            yield from _beside(snapshot, which)
    yield from _figures(snapshot)
    for row in telling.shown(snapshot):
        if row.measure.name in _DRAWN:
            yield from _plot(row, names)
    yield from _lengths(snapshot, names)
    yield from _openness(snapshot, names)
    yield from _boards(snapshot, names)
    yield from _bites(snapshot, bites)
    yield plots.heading(say("How this was measured"))
    for text in telling.method(snapshot):
        yield plots.paragraph(text)
    yield plots.paragraph(say("This command, or this link to a table server, gives the same figures:"))
    yield plots.code(f"{snapshot.question.command()}\n{snapshot.question.link()}")
    told = [f"{name} {version}" for name, version in versions(snapshot.compiled).items()]
    yield plots.paragraph(join([*told, *map(str, snapshot.rules)], " · "), "small")


def _names(snapshot: Snapshot) -> list[str]:
    if len(snapshot.names) == 1:
        return [str(snapshot.names[0])]
    return [str(say("set {number}", number=i + 1)) for i in range(len(snapshot.names))]


def _beside(snapshot: Snapshot, which: int) -> Iterator[str]:
    yield plots.heading(say("{rules}, beside set 1", rules=snapshot.names[which]))
    seen, unseen = telling.changes(snapshot, which)
    if seen:
        yield plots.grid(
            ["", say("set 1"), say("set {number}", number=which + 1), say("difference")],
            [
                [
                    row.measure.words,
                    *(
                        written(row.measure, f.value) if f else "–"
                        for f in (row.figures[0], row.figures[which])
                    ),
                    telling.difference(row, row.differences[which]),
                ]
                for row in seen
            ],
        )
    for text in telling.unseen(unseen, which):
        yield plots.paragraph(text, "small")


def _figures(snapshot: Snapshot) -> Iterator[str]:
    yield plots.heading(say("All figures"))
    yield plots.grid(
        ["", *_names(snapshot), say("games")],
        [
            [
                row.measure.words,
                *(telling.figure(row, found) for found in row.figures),
                f"{max(f.games if f else 0 for f in row.figures):,}",
            ]
            for row in telling.shown(snapshot)
        ],
    )


def _plot(row: Row, names: Sequence[str]) -> Iterator[str]:
    marks = [
        Range(name, found.low, found.value, found.high)
        for name, found in zip(names, row.figures, strict=True)
        if found is not None and math.isfinite(found.low)
    ]
    if not marks:
        return
    yield plots.heading(row.measure.words)
    low, high = min(m.low for m in marks), max(m.high for m in marks)
    room = max(high - low, abs(high) * 0.02, 1e-6) * 0.1
    yield plots.ranges(
        row.measure.meaning,
        marks,
        lambda value: written(row.measure, value),
        ends=(low - room, high + room),
    )


def _lengths(snapshot: Snapshot, names: Sequence[str]) -> Iterator[str]:
    if any(sum(bars) for _, bars in snapshot.lengths):
        yield plots.heading(say("How long games are"))
    for name, (width, bars) in zip(names, snapshot.lengths, strict=True):
        if sum(bars):
            about = say("How many games had how many decisions: {name}.", name=name)
            yield plots.histogram(about, bars, say("decisions"), width)


def _openness(snapshot: Snapshot, names: Sequence[str]) -> Iterator[str]:
    if snapshot.watched and snapshot.curves:
        yield plots.heading(say("How open the winner is, from the beginning to the end"))
        yield plots.curves(
            say("The entropy of the chances over 21 moments of a game: 100 % when all chances are equal."),
            [Series(name, values) for name, values in zip(names, snapshot.curves, strict=True)],
        )


def _boards(snapshot: Snapshot, names: Sequence[str]) -> Iterator[str]:
    from parlour.games import load

    for captures in (False, True):
        for rules, name, heat in zip(snapshot.question.sets, names, snapshot.heat, strict=True):
            drawing = drawn(load(snapshot.question.game, rules.board), heat, captures)
            if drawing is not None:
                yield from _board(drawing, name, heat, captures)


def _board(drawing: str, name: str, heat: Heat, captures: bool) -> Iterator[str]:
    if captures:
        title = say("Where pieces are captured")
        about = say(
            "Where pieces are captured, {name}: how often in a game on each space, "
            "from {count:,:game|games}.",
            name=name,
            count=heat.positions,
        )
    else:
        title = say("Where pieces stand")
        about = say(
            "Where pieces stand, {name}: the mean number on each space, from {count:,:position|positions}.",
            name=name,
            count=heat.positions,
        )
    data = base64.b64encode(drawing.encode()).decode()
    yield plots.heading(title)
    yield (
        f'<figure><img alt="{escape(str(about))}" src="data:image/svg+xml;base64,{data}">'
        f"<figcaption>{escape(str(about))}</figcaption></figure>\n"
    )


def _bites(snapshot: Snapshot, bites: Sequence[Bite]) -> Iterator[str]:
    """The list, and below it the clauses it names: the page needs nothing else to be read."""
    if not bites:
        return
    yield plots.heading(say("How often a house rule bites"))
    table = plots.grid(telling.bite_heads(), telling.bite_rows(bites), (0, 1, 2, 6))
    game = snapshot.question.load()
    clauses = {one.id: one for one in rulebook(game).clauses} if game.rulebook.is_file() else {}
    cited = [name for name in dict.fromkeys(bite.clause for bite in bites) if name in clauses]
    for name in cited:
        table = table.replace(f">{name}<", f'><a href="#{name}">{name}</a><')
    yield table
    for name in cited:
        clause = clauses[name]
        yield f'<p class="small" id="{name}"><strong>{name}</strong> {escape(clause.text)}</p>\n'
