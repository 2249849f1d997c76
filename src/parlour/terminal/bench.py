"""The speed certificate: printed, kept as JSON, drawn as a chart."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.arena import bench as arena
from parlour.rules.forms import compiler_present
from parlour.rules.game import Game
from parlour.rules.run import is_warm, parse_int
from parlour.rules.sheets import Cell, Sheet
from parlour.table import files
from parlour.terminal.show import BAD, HEADING, QUIET, Screen
from parlour.text import BadChoice, MissingExtra, Text, say

MOST_ROUNDS = 1000
LONGEST = 3600.0  # seconds for one turn


def bench(
    screen: Screen,
    games: Sequence[Game],
    *,
    rounds: int,
    seconds: float,
    json_file: Path | None = None,
    chart_file: Path | None = None,
) -> int:
    """Measure and print; exit code 1 when somebody's games were not what they should be."""
    parse_int(rounds, say("number of rounds"), 1, MOST_ROUNDS)  # what is wrong is better said before the wait
    if chart_file is not None:
        _check_chart(chart_file)
    for file in (json_file, chart_file):
        if file is not None and not file.parent.is_dir():
            raise BadChoice(
                say("There is no folder {folder} to write {file} in.", folder=file.parent, file=file.name)
            )
    if not compiler_present():
        raise MissingExtra("Numba", "fast")
    fresh = [game.id for game in games if not is_warm(game, game.new())]
    found = arena.certify(games, rounds, seconds, screen.note, arena.BATCH)
    _print(screen, found)
    if fresh:
        screen.line(
            say(
                "{games} had to be compiled first, which slows what follows: measure again for the figures.",
                games=", ".join(fresh),
            ),
            QUIET,
        )
    if json_file is not None:
        files.write(json_file, json.dumps(found.data(), indent=2, ensure_ascii=False) + "\n")
        screen.line(say("All numbers of all rounds are in {file}.", file=json_file))
    if chart_file is not None:
        _draw(found, chart_file)
        screen.line(say("Drawn in {file}.", file=chart_file))
    return 1 if found.wrong else 0


def read_seconds(value: str) -> float:
    """How long a turn takes."""
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST:
        raise BadChoice(
            say(
                "The seconds for a turn are a number above 0, up to {most}, not “{value}”.",
                most=int(LONGEST),
                value=value,
            )
        )
    return seconds


# ---------------------------------------------------------------- the table


def _print(screen: Screen, found: arena.Certificate) -> None:
    screen.line(found.machine)
    screen.line(", ".join(f"{package} {version}" for package, version in found.versions.items()))
    screen.line(
        say(
            "A node is a position visited, chance included; a choice is a decision between two actions or "
            "more; seconds are the processor’s. Median of {rounds} rounds of {seconds} s, with the range; × "
            "is to the fastest peer of its kind.",
            rounds=found.rounds,
            seconds=f"{found.seconds:g}",
        )
    )
    for title, rows in _parts(found):
        screen.line()
        screen.line(title, HEADING)
        for line in _sheet(title, rows).lines():
            screen.block(line)
    if found.absent:
        screen.line()
    for peer in found.absent:
        if peer.why:
            screen.line(say("{peer} is installed but does not work: {why}", peer=peer.peer, why=peer.why))
        else:
            screen.line(
                say(
                    "{peer} is not here; this brings it: pip install “{package}”",
                    peer=peer.peer,
                    package=peer.package,
                )
            )
    for fault in found.wrong:
        screen.line(say("WRONG: {fault}", fault=fault), BAD)


def _parts(found: arena.Certificate) -> list[tuple[Text, list[dict[str, Any]]]]:
    return [
        (say("Random games to the end"), found.playouts),
        (say("Stepped from Python"), found.stepping),
    ]


def _sheet(title: Text, rows: Sequence[dict[str, Any]]) -> Sheet:
    columns: list[Cell] = [
        "",
        say("M nodes/s"),
        say("range"),
        "×",
        say("M choices/s"),
        "×",
        say("games/s"),
        say("nodes/game"),
        say("known"),
    ]
    return Sheet(title, columns, [_cells(row) for row in rows], digits=2)


def _cells(row: dict[str, Any]) -> list[Cell]:
    low, high = (f"{pick(row['rates']) / 1e6:.2f}" for pick in (min, max))
    return [
        row["name"],
        row["nodes/s"] / 1e6,
        f"{low}–{high}",
        "–" if row["ratio"] is None else row["ratio"],
        row["choices/s"] / 1e6,
        "–" if row["ratio of choices"] is None else row["ratio of choices"],
        "–" if row["games/s"] is None else round(row["games/s"]),
        "–" if row["nodes/game"] is None else f"{row['nodes/game']:.1f}",
        "–" if row["known"] is None else f"{row['known']:.1f}",
    ]


# ---------------------------------------------------------------- the chart


def _check_chart(file: Path) -> None:
    if file.suffix.lower() != ".svg":
        raise BadChoice(say("A chart is an SVG drawing: name it {file}.", file=file.with_suffix(".svg")))
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise MissingExtra("Matplotlib", "plots") from error


def _draw(found: arena.Certificate, file: Path) -> None:
    """Bars on a scale of tens; ours are hatched, so that nothing depends on colour."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    parts = _parts(found)
    figure = Figure(figsize=(10, 1.5 + 0.32 * sum(len(rows) for _, rows in parts)), layout="constrained")
    heights = [max(len(rows), 1) for _, rows in parts]
    for panel, (title, rows) in zip(
        figure.subplots(len(parts), 1, height_ratios=heights), parts, strict=True
    ):
        rows = sorted(rows, key=lambda row: row["nodes/s"])
        rates = [row["nodes/s"] / 1e6 for row in rows]
        noise = [
            [rate - min(row["rates"]) / 1e6 for rate, row in zip(rates, rows, strict=True)],
            [max(row["rates"]) / 1e6 - rate for rate, row in zip(rates, rows, strict=True)],
        ]
        bars = panel.barh([row["name"] for row in rows], rates, xerr=noise, capsize=2, edgecolor="black")
        for bar, row in zip(bars, rows, strict=True):
            bar.set_facecolor("#9ecae1" if row["ours"] else "#eeeeee")
            bar.set_hatch("//" if row["ours"] else "")
        panel.set_xscale("log")
        panel.set_title(str(title), loc="left")
        panel.set_xlabel(str(say("million nodes a second of processor time (hatched: Parlour)")))
    figure.suptitle(found.machine, fontsize="small")
    drawing = io.StringIO()
    FigureCanvasSVG(figure).print_svg(drawing)
    # Matplotlib measures in points, which not every program that shows drawings knows.
    files.write(file, re.sub(r'(width|height)="([\d.]+)pt"', r'\1="\2"', drawing.getvalue(), count=2))
