"""Random games by the thousand, and what they say: who wins, how long it takes, what happens."""

from __future__ import annotations

import importlib.metadata
import json
import math
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.arena import cluster
from parlour.arena.rows import GameRows
from parlour.games import load
from parlour.rules import forms
from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.run import Progress, Scratch, checked_games, checked_seed, checked_threads, cores, spread
from parlour.text import BadChoice, Text, join, say, unknown

BACKENDS = ("threads", "ray")
Z = 1.959964  # a normal variable stays within so many deviations 95 times in 100


@dataclass(frozen=True)
class Wins:
    """How one side fared. A side is a seat, or the seats that play together."""

    chairs: tuple[int, ...]
    names: tuple[Text, ...]
    wins: float  # a shared win counts for what it is worth
    share: float
    low: float  # the true share lies in low .. high, 95 times in 100
    high: float


@dataclass(frozen=True)
class Spread:
    """How a count varies from game to game."""

    mean: float
    least: int
    p5: int
    median: int
    p95: int
    most: int


@dataclass(frozen=True)
class Report:
    """What a simulation found. Everything but the last three fields depends only on the game,
    the options, the number of games and the seed."""

    game: str
    rules: str  # changes when the rules or the board change
    players: int
    options: Mapping[str, object]
    games: int
    seed: int
    sides: tuple[Wins, ...]
    decisions: Spread
    rolls: Spread
    tallies: Mapping[str, float]  # how often a game, on average
    threads: int
    seconds: float
    versions: Mapping[str, str]

    def to_json(self) -> str:
        """The report as JSON, with the versions that produced it."""
        data = asdict(self)
        for side, row in zip(self.sides, data["sides"], strict=True):
            row["names"] = [str(name) for name in side.names]
        return json.dumps(data, indent=2, ensure_ascii=False)

    def lines(self) -> list[Text]:
        """The report as a table of plain text."""
        names = [" + ".join(map(str, side.names)) for side in self.sides]
        return [
            self._heading(),
            say(""),
            *_table(
                [say("wins"), say("share"), say("95 % sure")],
                names,
                [[f"{s.wins:,.10g}", f"{s.share:.1%}", f"{s.low:.1%} – {s.high:.1%}"] for s in self.sides],
            ),
            say(""),
            *_table(
                [say("mean"), say("median"), say("9 in 10 games"), say("least"), say("most")],
                [str(say("decisions")), str(say("rolls"))],
                [
                    [
                        f"{c.mean:,.1f}",
                        f"{c.median:,}",
                        f"{c.p5:,} – {c.p95:,}",
                        f"{c.least:,}",
                        f"{c.most:,}",
                    ]
                    for c in (self.decisions, self.rolls)
                ],
            ),
            *([say("")] if self.tallies else []),
            *_table(
                [say("a game")], list(self.tallies), [[f"{mean:,.2f}"] for mean in self.tallies.values()]
            ),
            say(""),
            say(
                "{seconds:.1f} seconds, {rate:,.0f} games a second (threads: {threads})",
                seconds=self.seconds,
                threads=self.threads,
                rate=self.games / max(self.seconds, 1e-9),
            ),
        ]

    def _heading(self) -> Text:
        values = {"game": self.game, "players": self.players, "games": self.games, "seed": self.seed}
        heading = say("{game}, {players} players: {games:,:random game|random games}, seed {seed}", **values)
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return say("{heading}, {options}", heading=heading, options=", ".join(chosen)) if chosen else heading


class _Part(NamedTuple):
    """What one block of games adds to the report."""

    shares: npt.NDArray[np.float64]  # by chair: the sum, and the sum of squares
    squares: npt.NDArray[np.float64]
    decisions: npt.NDArray[np.int64]  # how many games had 0, 1, 2, ... of them
    rolls: npt.NDArray[np.int64]
    tallies: npt.NDArray[np.int64]


def simulate(
    game: Game | str,
    games: int = 10_000,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    form: Form | None = None,
    backend: str = "threads",
    rows: GameRows | None = None,
) -> Report:
    """Play random games on all cores and report; the same seed gives the same report.

    With `backend="ray"` the cores are those of a Ray cluster: the one that RAY_ADDRESS names or that
    this process has joined, otherwise one that is started on this machine for the time being.
    `rows` takes a row for each game; a cluster gives sums alone.

    >>> report = simulate("parcheesi", 20, players=2, seed=1)
    >>> report.games, [side.wins for side in report.sides]
    (20, [8.0, 12.0])
    """
    if backend not in BACKENDS:
        raise unknown(say("backend"), backend, BACKENDS)
    if rows is not None and backend == "ray":
        raise BadChoice(say("A cluster gives sums alone: rows of single games are played on one machine."))
    if isinstance(game, str):
        game = load(game)
    games = checked_games(games)
    stream = checked_seed(seed)
    threads = cores() if threads is None else checked_threads(threads)
    start = game.new(players, options)
    if form is None:
        form = game.compiled if backend == "ray" else game.form_for(games)
    if form is game.plain:
        threads = 1  # plain Python has one thread that counts
    else:
        _worker(game, form, start, stream)()(0, 0)  # compiles, so that the clock does not
    began = time.perf_counter()
    if backend == "ray":
        parts, threads = cluster.spread(cluster.Job.of(game, start, stream), _play, games, progress)
    else:
        if rows is not None:
            rows.chairs, rows.tallies = game.seats(start), list(form.TALLIES)
        parts = spread(_worker(game, form, start, stream, rows), games, threads, progress)
    seconds = time.perf_counter() - began
    tallies = np.sum([p.tallies for p in parts], axis=0)
    return Report(
        game=game.id,
        rules=game.fingerprint,
        players=len(game.seats(start)),
        options=game.option_values(start),
        games=games,
        seed=int(seed),
        sides=_sides(game, start, parts, games),
        decisions=_spread([p.decisions for p in parts]),
        rolls=_spread([p.rolls for p in parts]),
        tallies={name: float(tallies[i]) / games for i, name in enumerate(form.TALLIES)},
        threads=threads,
        seconds=seconds,
        versions=versions(form is not game.plain),
    )


def _play(job: cluster.Job) -> Callable[[int, int], _Part]:
    """What a task on a cluster plays its blocks with."""
    game, start = job.unpack()
    return _worker(game, game.compiled, start, job.seed)()


def _worker(
    game: Game, form: Form, start: Any, seed: int, rows: GameRows | None = None
) -> Callable[[], Callable[[int, int], _Part]]:
    def worker() -> Callable[[int, int], _Part]:
        play = Scratch(game, start, form)

        def block(first: int, count: int) -> _Part:
            counts = np.zeros((count, 2), np.int64)
            shares = np.zeros((count, game.chairs))
            tallies = np.zeros((count, len(form.TALLIES)), np.int64)
            form.survey(
                play.slots, play.start, first, count, seed, play.out, play.rng, counts, shares, tallies
            )
            if rows is not None:
                rows.take(first, counts, shares, tallies)
            return _Part(
                shares.sum(axis=0),
                (shares * shares).sum(axis=0),
                np.bincount(counts[:, 0]),
                np.bincount(counts[:, 1]),
                tallies.sum(axis=0),
            )

        return block

    return worker


def _sides(game: Game, start: Any, parts: list[_Part], games: int) -> tuple[Wins, ...]:
    shares = np.sum([p.shares for p in parts], axis=0)
    squares = np.sum([p.squares for p in parts], axis=0)
    members: dict[int, list[int]] = {}
    for chair in game.seats(start):
        members.setdefault(int(game.plain.side(start, chair)), []).append(chair)
    rows = []
    for chairs in members.values():
        total = float(shares[chairs[0]])  # all seats of a side report the side's share
        low, high = interval(total, float(squares[chairs[0]]), games)
        names = tuple(chair_name(game, chair) for chair in chairs)
        rows.append(Wins(tuple(chairs), names, total, total / games, low, high))
    return tuple(rows)


def interval(total: float, squares: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a mean share, from the shares' sum and sum of squares.

    Shared wins vary less than won-or-lost ones; they count as correspondingly more games.
    """
    mean = total / games
    variance = squares / games - mean * mean
    weight = float(games)
    if 0 < mean < 1 and variance > 1e-12:
        weight = games * mean * (1 - mean) / variance
    z2 = Z * Z / weight
    middle = (mean + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * math.sqrt(max(mean * (1 - mean), 0) / weight + z2 / (4 * weight))
    return max(0.0, middle - half), min(1.0, middle + half)


def _spread(histograms: list[npt.NDArray[np.int64]]) -> Spread:
    total = np.zeros(max(len(h) for h in histograms), np.int64)
    for histogram in histograms:
        total[: len(histogram)] += histogram
    games = int(total.sum())
    below = np.cumsum(total)

    def at(part: float) -> int:
        return int(np.searchsorted(below, math.ceil(part * games)))

    present = np.flatnonzero(total)
    mean = int((np.arange(len(total)) * total).sum()) / games
    return Spread(mean, int(present[0]), at(0.05), at(0.5), at(0.95), int(present[-1]))


def chair_name(game: Game, chair: int) -> Text:
    """What a seat is called: its letter and its name, unless the one is a word of the other."""
    letter, name = game.words.SEAT_LETTERS[chair], game.words.SEAT_NAMES[chair]
    return name if letter in str(name).split() else join([letter, name])


def versions(compiled: bool) -> dict[str, str]:
    """The versions that figures depend on: Python, Parlour, NumPy, and Numba if it compiled anything."""
    packages = ["parlour", "numpy", *(["numba"] if compiled and forms.compiler_present() else [])]
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:  # run from a folder, not installed
            found[package] = "source"
    return found


def _table(columns: list[Text], names: list[str], cells: list[list[str]]) -> list[Text]:
    """Rows of a table, numbers flush right under their headings."""
    if not names:
        return []
    heads = [str(c) for c in columns]
    rows = [heads, *cells]
    wide = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    first = max(map(len, names))
    return [
        say("{row}", row="  ".join([name.ljust(first), *map(str.rjust, row, wide)]).rstrip())
        for name, row in zip(["", *names], rows, strict=True)
    ]
