"""Tournaments on a screen: the table of standings as it grows, and what to do after an interruption."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.arena import drivers
from parlour.arena.logbook import REPORT
from parlour.arena.report import duration, order
from parlour.arena.result import Result
from parlour.arena.tournament import Watch, tournament
from parlour.bots.binding import bound
from parlour.bots.bot import split
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.run import checked_games, checked_seed
from parlour.rules.sheets import Cell, Sheet, percent
from parlour.terminal.show import BAD, HEADING, QUIET, Screen
from parlour.text import BadChoice, MissingExtra, Text, say

_PAUSE = 0.4  # seconds between two looks at the standings
_SELDOM = 60.0  # the same where nobody looks at a terminal


def arena(
    screen: Screen,
    game: Game,
    bots: str,
    games: int,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    seed: str = "0",
    opening: int | None = None,
    jobs: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    ray: bool = False,
    as_json: bool = False,
) -> None:
    """Play a tournament and print the standings; what goes on meanwhile is told on the other stream."""
    checked_seed(seed)  # what is wrong is better said before the wait
    checked_games(games)
    names = split(bots)
    if resume and out is None:
        raise BadChoice(say("To go on with a tournament, say where it is: --out FOLDER --resume"))
    seen: list[Result] = []
    try:
        with _live(screen) as watch:

            def both(result: Result) -> None:
                if not seen and not result.finished and not _kept(game):
                    screen.note(say("Compiling the bots of {game}, once (up to a minute)…", game=game.id))
                seen[:] = [result]
                watch(result)

            result = tournament(
                game,
                names,
                games,
                players,
                options,
                int(seed),
                opening,
                jobs,
                out,
                resume,
                "ray" if ray else "processes",
                both,
            )
    except KeyboardInterrupt:
        if seen and seen[0].games:
            _print(screen, seen[0])
        if out is not None:
            screen.note(say("Kept in {folder}: the same command with --resume goes on.", folder=out))
        raise
    if as_json:
        screen.block(result.to_json())
    else:
        _print(screen, result)
    if out is not None:
        screen.note(say("The report is {file}.", file=out / REPORT))


def _kept(game: Game) -> bool:
    """Was what careful bots need compiled before?"""
    whole = bound(game, drivers) if bound(game).considerations else bound(game)
    return not forms.compiler_present() or (bound(game).is_kept and whole.is_kept)


def standings(result: Result) -> tuple[list[Cell], list[list[Cell]]]:
    """The table of standings: its columns, and a row for each bot."""
    table = result.standings
    columns: list[Cell] = [
        "",
        say("share"),
        say("95 % sure"),
        say("rating"),
        "±",
        say("a move"),
        say("at most"),
    ]
    rows: list[list[Cell]] = []
    for i in order(table):
        share, pace = table.share(i), result.pace(i)
        assert share is not None
        try:
            rating = table.ratings[i]
            rated = [f"{rating.mean:.1f}", f"{rating.deviation:.1f}"]
        except MissingExtra:
            rated = ["–", "–"]
        rows.append(
            [
                table.bots[i],
                percent(share.mean),
                f"{percent(share.low)} – {percent(share.high)}",
                *rated,
                "–" if pace is None else duration(pace.p50),
                "–" if pace is None else duration(pace.p99),
            ]
        )
    return columns, rows


def _print(screen: Screen, result: Result) -> None:
    table = result.standings
    screen.line(_heading(result), HEADING)
    screen.line()
    for line in Sheet(say("Standings"), *standings(result)).lines():
        screen.block(line)
    screen.line()
    if len(result.bots) > 2:
        _print_pairs(screen, result)
    sides = [
        say("{side}: {share}", side=side + 1, share=percent(found.mean))
        for side in range(table.sides)
        if (found := table.seat(side))
    ]
    screen.line(say("Won from each side of the table: {sides}.", sides=", ".join(map(str, sides))))
    lengths, decided = table.lengths, table.decided
    assert decided is not None
    screen.line(
        say(
            "Decisions in a game: {mean:,.0f} on average, 9 of 10 games {low:,} – {high:,}. "
            "Games with one winner: {decided}.",
            mean=lengths.mean,
            low=lengths.at(0.05),
            high=lengths.at(0.95),
            decided=percent(decided.mean),
        )
    )
    screen.line(
        say(
            "A share is for each seat taken; {fair} would be fair. Games of a round share their dice, and "
            "the intervals come from how rounds differ. Of a bot's moves, half took no longer than “a move”, "
            "and 99 of 100 at most what is beside it.",
            fair=percent(table.fair),
        ),
        QUIET,
    )
    if result.damaged:
        screen.line(say("Damaged blocks that were played again: {count}.", count=result.damaged), BAD)
    if result.fresh:
        screen.line(
            say(
                "{seconds:.1f} seconds, {rate:,.1f} games a second (processes: {jobs})",
                seconds=result.seconds,
                rate=result.fresh / max(result.seconds, 1e-9),
                jobs=result.jobs,
            )
        )


def _print_pairs(screen: Screen, result: Result) -> None:
    """Each against each."""
    table = result.standings
    bots = order(table)

    def cell(i: int, j: int) -> str:
        found = table.against(i, j) if i != j else None
        return "–" if found is None else f"{percent(found.mean)} ±{50 * (found.high - found.low):.1f}"

    rows: list[list[Cell]] = [[table.bots[i], *(cell(i, j) for j in bots)] for i in bots]
    columns: list[Cell] = [say("against"), *(table.bots[j] for j in bots)]
    for line in Sheet(say("Each against each"), columns, rows).lines():
        screen.block(line)
    screen.line()


def _heading(result: Result) -> Text:
    values = {
        "game": result.title["game"],
        "players": result.title["players"],
        "games": result.games,
        "rounds": len(result.rounds),
        "seed": result.title["seed"],
    }
    heading = say(
        "{game}, {players} players: {games:,:game|games} in {rounds:,:round|rounds}, seed {seed}", **values
    )
    chosen = [f"{name}={value}" for name, value in result.title["options"].items()]
    return say("{heading}, {options}", heading=heading, options=", ".join(chosen)) if chosen else heading


# ---------------------------------------------------------------- while it is played


@contextmanager
def _live(screen: Screen) -> Iterator[Watch]:
    """On a terminal a bar and the standings, beside the result and gone when it is done; elsewhere a line
    now and then."""
    if not sys.stderr.isatty():
        yield _seldom(screen)
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table

    columns = TextColumn(str(say("games"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    bar = Progress(*columns, console=console)
    task = bar.add_task("", total=None)
    shown: list[Any] = []
    looked = 0.0

    with Live(Group(bar), console=console, transient=True, refresh_per_second=4) as live:

        def watch(result: Result) -> None:
            nonlocal looked
            bar.update(task, completed=result.games, total=result.games_wanted)
            began = time.monotonic()
            if result.games and began > looked:
                heads, rows = standings(result)
                table = Table(*map(str, heads), box=None)
                for row in rows:
                    table.add_row(*map(str, row))
                shown[:] = [table]
                ended = time.monotonic()
                looked = ended + max(_PAUSE, 10 * (ended - began))  # looking must not hold up playing
            live.update(Group(bar, *shown))

        yield watch


def _seldom(screen: Screen) -> Callable[[Result], None]:
    due = time.monotonic() + _SELDOM

    def watch(result: Result) -> None:
        nonlocal due
        if time.monotonic() >= due and not result.finished:
            due = time.monotonic() + _SELDOM
            screen.note(
                say("{played:,} of {wanted:,} games", played=result.games, wanted=result.games_wanted)
            )

    return watch
