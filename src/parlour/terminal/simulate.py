"""Many games at once: simulating, compiling ahead, and the conformance kit."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from parlour import arena
from parlour.rules import drivers, forms
from parlour.rules.folders import nothing_is_kept
from parlour.rules.game import Game
from parlour.rules.run import Progress, checked_games, checked_seed, checked_threads, is_warm
from parlour.rules.run import warm as compile_all
from parlour.terminal.show import BAD, GOOD, Screen
from parlour.text import say

_FEW = 100  # so few games are played on the plain form before the compiler would be done


def simulate(
    screen: Screen,
    game: Game,
    games: int,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    seed: int | str = 0,
    threads: int | None = None,
    ray: bool = False,
    as_json: bool = False,
    csv: Path | None = None,
) -> None:
    """Play random games and print the report; what goes on meanwhile is told on the other stream."""
    checked_seed(seed)  # what is wrong is better said before the wait
    checked_games(games)
    if threads is not None:
        checked_threads(threads)
    if csv is not None:
        from parlour.terminal.lab import check_places  # which brings the lab along

        check_places(csv)
    game.new(players, options)
    rows = None if csv is None else arena.GameRows()
    form = None
    if not forms.compiler_present():
        screen.note(say("There is no compiler here (Numba), so this takes some hundred times longer."))
    elif not _compiled(game) and games <= _FEW and not ray:
        form = game.plain
    elif not _compiled(game):
        screen.note(say("Compiling the rules of {game}, once (up to a minute)…", game=game.id))
        trouble = nothing_is_kept()
        if trouble is not None:
            screen.note(trouble)
    with _bar(games) as progress:
        report = arena.simulate(
            game,
            games,
            players,
            options,
            int(seed),
            threads,
            progress,
            form,
            "ray" if ray else "threads",
            rows,
        )
    if as_json:
        screen.block(report.to_json())
    else:
        for line in report.lines():
            screen.block(line)
    if rows is not None and csv is not None:
        rows.to_csv(csv)
        screen.note(say("The table is {file}.", file=csv))


def _compiled(game: Game) -> bool:
    """Has everything that a simulation runs been compiled before? An earlier one does that too."""
    return is_warm(game) or any(forms.cache_folder(game.rules, drivers).rglob("drivers.survey@*.nbi"))


def warm(screen: Screen, games: Sequence[Game]) -> None:
    """Compile what is not compiled yet, and say how long it took."""
    if not forms.compiler_present():
        screen.line(say("There is no compiler here (Numba), so there is nothing to compile."))
        screen.line(say("Everything works without it; simulations are slower."))
        return
    for number, game in enumerate(games, 1):
        place = say("{number} of {count}", number=number, count=len(games))
        if is_warm(game):
            screen.line(say("{place}: {game} is compiled already.", place=place, game=game.id))
            continue
        screen.line(say("{place}: compiling {game}, up to a minute…", place=place, game=game.id))
        sys.stdout.flush()
        started = time.perf_counter()
        compile_all(game)
        seconds = round(time.perf_counter() - started, 1)
        screen.line(
            say("{place}: {game} compiled in {seconds} seconds.", place=place, game=game.id, seconds=seconds),
            GOOD,
        )
    trouble = nothing_is_kept()
    if trouble is not None:
        screen.line(trouble, BAD)
    else:
        screen.line(say("Kept in {folder}.", folder=forms.cache_root() / "compiled"))


def check(screen: Screen, game: Game, games: int) -> int:
    """Put a game through the conformance kit; exit code 1 when it finds anything."""
    from parlour.rules.conformance import Pace
    from parlour.rules.conformance import check as conform

    screen.note(say("Checking {game}: random games in both forms, step by step…", game=game.id))
    stage = screen.note if sys.stderr.isatty() else None
    findings = conform(game, Pace(games=games), progress=stage)
    for finding in findings:
        screen.line(finding, BAD)
    if findings:
        screen.line(
            say("{game} breaks the contract. Findings: {count}.", game=game.id, count=len(findings)), BAD
        )
        return 1
    screen.line(say("{game} keeps the contract.", game=game.id), GOOD)
    return 0


@contextmanager
def _bar(games: int) -> Iterator[Progress | None]:
    """A progress bar, for eyes only: on a terminal, beside the result, gone when it is done."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = TextColumn(str(say("games"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda played, total: bar.update(task, completed=played)
