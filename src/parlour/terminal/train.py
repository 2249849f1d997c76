"""Training a network: progress, the curve as it is measured, and where the result goes."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from parlour.bots import learned
from parlour.bots.training import BadRun, Run, Settings, resume, strength
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.run import checked_seed, checked_threads
from parlour.terminal.show import GOOD, Screen
from parlour.text import BadChoice, say

Bar = Callable[[float, str], None]  # how far, from 0 to 1, and a few words beside it
_POINTS = 20  # of the curve, in one run
_FEWEST_SECONDS = 15  # between two of them
_RARELY = 6  # times as long as measuring takes is spent on learning
_MEASURED = 400  # games for one of them
_LAYERS = ("hidden", "deeper")
_OPTIONS = {"games": "--round"}  # settings that the command line calls otherwise


def train(
    screen: Screen,
    game: Game,
    folder: Path | None,
    *,
    seconds: float,
    games: int | None,
    proof: int,
    again: bool,
    install: bool,
    seed: str,
    changes: Mapping[str, Any],
    onward: bool,
    threads: int | None,
    device: str,
) -> None:
    """Train for so long, or so many games, from the beginning or from where a run was left.

    `changes` are settings by name, None where they are not told."""
    folder = folder or Path(f"{game.id}-training")
    checked_seed(seed)
    if threads is not None:
        checked_threads(threads)
    if not again and (folder / "run.json").exists():
        raise BadRun(
            say("There is a training run in {folder} already; --resume goes on with it.", folder=folder)
        )
    if not game.plain.FEATURES:
        raise BadChoice(say("{game} has no features to learn from (observe in its rules.py).", game=game.id))
    given = {name: value for name, value in changes.items() if value is not None}
    if again:
        if onward or not given.keys().isdisjoint(_LAYERS):
            raise BadChoice(
                say("A run keeps its layers, and what it began with: --resume goes without both.")
            )
        run = resume(game, folder, threads, device, **given)
    else:
        run = Run(game, replace(Settings(int(seed)), **given), threads, device)
        if onward:
            run.begin_with(learned.mind_of(game), learned.hash_of(game))
    if not forms.compiler_present():
        screen.note(say("There is no compiler here (Numba), so this takes some hundred times longer."))
    elif not run.bound.is_kept:
        screen.note(say("Compiling {game} for self-play, once (up to a minute)…", game=game.id))
    run.warm()
    screen.line(
        say(
            "{game}: {inputs} inputs, {numbers:,} numbers, fitted by {library}. The run is kept in {folder}.",
            game=game.id,
            inputs=run.shape.inputs,
            numbers=run.shape.size,
            library=run.xp.__name__,
            folder=folder,
        )
    )
    run.commands.append(_command(run, seconds, games, again, onward, given))
    with _bar() as bar, _patient() as stopped:
        _learn(screen, run, folder, seconds, games, bar, stopped)
    if stopped.is_set():
        screen.line(say("Stopped, and kept in {folder}: --resume goes on from there.", folder=folder))
        raise KeyboardInterrupt
    paths = folder / "weights.npz", folder / "weights.json"
    learned.write(game, run.mind(), _about(screen, run, proof), *paths)
    screen.line(say("The network is in {file}.", file=paths[0]), GOOD)
    if install:
        for path, place in zip(paths, learned.files(game), strict=True):
            shutil.copyfile(path, place)
        screen.line(say("{game} plays with it from now on.", game=game.id), GOOD)


def _command(
    run: Run, seconds: float, games: int | None, again: bool, onward: bool, given: dict[str, float]
) -> str:
    """The command as one would type it to have the same again."""
    words = ["parlour train", run.game.id]
    if run.game.board_file is not None:
        words.append(f"--board {run.game.board_file.stem}")
    words.append(f"--seconds {seconds}" if games is None else f"--games {games}")
    words += [f"{_OPTIONS.get(name, f'--{name}')} {value:g}" for name, value in given.items()]
    words += ["--onward"] * onward
    words.append("--resume" if again else f"--seed {run.settings.seed}")
    return " ".join(words)


def _learn(
    screen: Screen, run: Run, folder: Path, seconds: float, games: int | None, bar: Bar, stopped: Event
) -> None:
    """Rounds until the time, or the number of games, is over; a point of the curve now and then."""
    if not run.curve:
        _point(screen, run)
        run.save(folder)
    kept = run.games
    began, first = time.monotonic(), run.games
    pause = max(seconds / _POINTS, _FEWEST_SECONDS)
    due = began + pause

    def done() -> float:
        if games is not None:
            return (run.games - first) / games
        return (time.monotonic() - began) / seconds if seconds > 0 else 1.0

    while done() < 1 and not stopped.is_set():
        try:
            run.round()
        except MemoryError as error:  # of the machine, or of its GPU
            raise BadRun(
                say(
                    "There is not enough memory to go on. The run in {folder} is as it was after "
                    "{games:,:game|games}; --resume goes on, with --device cpu or a smaller --round.",
                    folder=folder,
                    games=kept,
                )
            ) from error
        bar(min(done(), 1), str(say("{games:,} games, loss {loss:.3f}", games=run.games, loss=run.loss)))
        if (now := time.monotonic()) >= due:
            _point(screen, run)
            run.save(folder)
            kept = run.games
            took = time.monotonic() - now
            due = time.monotonic() + max(pause, _RARELY * took)
    if run.curve[-1]["games"] != run.games and not stopped.is_set():
        _point(screen, run)
    run.save(folder)


def _point(screen: Screen, run: Run) -> None:
    point = run.measure(_MEASURED)
    wins = [
        say(
            "{share:.1%} ±{error:.1%} against {name}",
            share=point[name],
            error=point[f"{name}_error"],
            name=name,
        )
        for name in run.opponents()
    ]
    screen.line(
        say(
            "{games:>9,} games  {seconds:>6.0f} s  loss {loss}  wins {wins}",
            games=point["games"],
            seconds=point["seconds"],
            loss="–" if point["loss"] is None else f"{point['loss']:.4f}",
            wins=", ".join(map(str, wins)),
        )
    )


def _about(screen: Screen, run: Run, proof: int) -> dict[str, Any]:
    """What the note says of a network: how it was made, and how strong it is at every table."""
    rows = []
    for table in run.tables:
        for name, mind in run.opponents().items():
            games, share, error = strength(
                run.bound, table, run.mind(), mind, proof, seed=1, threads=run.threads
            )
            row = {"against": name, "players": table.players, "options": dict(table.options)}
            rows.append(row | {"games": games, "share": round(share, 4), "error": round(error, 4)})
            screen.line(
                say(
                    "{players} players {options}: {share:.1%} ±{error:.1%} against {name} (fair: {fair:.0%})",
                    players=table.players,
                    options=", ".join(f"{k}={v}" for k, v in table.options.items()),
                    share=share,
                    error=error,
                    name=name,
                    fair=1 / (max(table.sides) + 1),
                )
            )
    made = ("rounds", "games", "positions")
    return {
        "commands": run.commands,
        "settings": run.settings.__dict__,
        **{name: getattr(run, name) for name in made},
        "steps": run.adam.step,
        "seconds": round(run.seconds, 1),
        "fitted with": run.xp.__name__,
        "rules": run.game.fingerprint,
        "strength": rows,
        "curve": run.curve,
    }


@contextmanager
def _patient() -> Iterator[Event]:
    """Ctrl-C lets the round come to its end; a second one does not wait."""
    stopped = Event()

    def stop(number: int, frame: object) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _bar() -> Iterator[Bar]:
    """A progress bar, for eyes only: on a terminal, beside the result, gone when it is done."""
    if not sys.stderr.isatty():
        yield lambda part, words: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda part, words: bar.update(task, completed=part, description=words)
