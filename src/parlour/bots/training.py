"""Training a network by self-play: rounds of games in compiled code, then steps on what they taught.

A run lives in a folder: `run.json` (settings, and how far it is), `state.npz` (the network and the memory of
Adam) and `curve.jsonl` (what was measured on the way). It can be stopped after any round and taken up again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.bots import drivers, selfplay
from parlour.bots.binding import Bound, bound
from parlour.bots.fitting import Adam, Shape, array_module, loss_and_gradient, to_numpy
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
from parlour.rules.run import checked_seed, spread
from parlour.rules.symmetry import mirrors
from parlour.text import ParlourError, say

OPENING = 4  # without dice two players would always play the same game
LONGEST = 8192  # positions of a game that is given up and judged as it stands
Z = 1.959964  # a normal variable stays within so many deviations 95 times in 100
Floats = npt.NDArray[np.float32]
Block = Callable[[int, int], tuple[Floats, Floats, int]]  # first game, how many -> rows, targets, positions


@dataclass(frozen=True)
class Settings:
    """What decides the course of a run, together with the number of rounds."""

    seed: int = 0
    hidden: int = 64
    deeper: int = 32
    rate: float = 0.001  # of learning, at first
    fading: float = 0.9  # lambda of TD(lambda), a position
    slips: int = 30  # random actions, of a thousand
    company: int = 250  # seats that the careful player has, of a thousand
    opening: int = 8  # up to so many random decisions begin a game
    most: int = 128  # actions looked at
    games: int = 128  # a round
    positions: int = 96  # kept of a game, at most
    batch: int = 512  # positions a step
    considered: bool = True  # are the considerations inputs, too?
    begun: str = ""  # the SHA-256 of the network that it began with, if that was not the careful player


@dataclass(frozen=True)
class Table:
    """One way to sit down: so many players, perhaps in teams."""

    players: int
    options: Mapping[str, str]
    start: Position
    chairs: tuple[int, ...]
    sides: tuple[int, ...]  # of these chairs, numbered from 0
    weight: int  # how many of the games are played so
    opening: int  # random decisions that begin a game where strength is measured

    @property
    def shares(self) -> Floats:
        """What part of a side's score comes from each seat."""
        matrix = np.zeros((len(self.chairs), max(self.sides) + 1), np.float32)
        for seat, one in enumerate(self.sides):
            matrix[seat, one] = 1 / self.sides.count(one)
        return matrix


def tables(game: Game) -> list[Table]:
    """Every number of players, mostly the fewest; and wherever an option makes teams, these."""
    found = [_table(game, players, {}) for players in game.rules.SEATS]
    for players in game.rules.SEATS:
        for option in game.options:
            for choice in option.choices[1:]:
                if players in option.players.get(choice, ()):
                    table = _table(game, players, {option.name: choice})
                    if len(set(table.sides)) not in (
                        1,
                        *(len(set(t.sides)) for t in found if t.players == players),
                    ):
                        found.append(table)
    return found


def _table(game: Game, players: int, options: Mapping[str, str]) -> Table:
    start = game.new(players, options)
    chairs = tuple(game.seats(start))
    numbers = [int(game.plain.side(start, chair)) for chair in chairs]
    order = list(dict.fromkeys(numbers))
    weight = 2 if players == game.rules.SEATS[0] else 1
    opening = 0 if _has_chance(game, start) else OPENING
    return Table(players, options, start, chairs, tuple(map(order.index, numbers)), weight, opening)


def _has_chance(game: Game, start: Position) -> bool:
    """Is anything rolled or dealt? Soon, if ever: a random game shows it."""
    form, p = game.plain, start.copy()
    out, rng = np.zeros(form.MAX_ACTIONS, np.int64), np.zeros(1, np.uint64)
    for _ in range(50):
        if (who := form.actor(p)) < 0:
            return bool(who == CHANCE)
        form.apply(p, form.random_action(p, who, out, rng))
    return False


_KEPT = ("rounds", "games", "positions", "seconds", "loss", "commands")


class BadRun(ParlourError):
    """A folder of a training run that cannot be used."""


@dataclass
class Run:
    """A training run: `round()` plays and learns once. The caller decides when to measure, save and stop."""

    game: Game
    settings: Settings
    threads: int | None = None
    device: str = "auto"
    rounds: int = 0
    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    loss: float = 0.0  # a running mean
    commands: list[str] = field(default_factory=list)  # that made it
    curve: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.bound = bound(self.game, selfplay)
        self.tables = tables(self.game)
        terms = len(self.bound.considerations) if self.settings.considered else 0
        self.shape = Shape(int(self.bound.plain.FEATURES) + terms, self.settings.hidden, self.settings.deeper)
        straight = np.zeros(self.shape.inputs, np.float32)
        if terms:
            weights = [one.weight / self.bound.scale for one in self.bound.considerations]
            straight[-terms:] = weights
        self.xp = array_module(self.device)
        self.adam = Adam(self.xp, self.shape.start(self.settings.seed, straight), self.settings.rate)
        laid = [self.xp.asarray(_sources(m.feature_images, terms)) for m in mirrors(self.game)[1:]]
        self._images = [None, *laid]

    def begin_with(self, mind: Floats, sha256: str) -> None:
        """Begin with a network in place of the careful player, widened where this one's layers are larger."""
        former = Shape(self.shape.inputs, int(mind[drivers.HIDDEN]), int(mind[drivers.DEEPER]))
        fits = former.size == len(mind) - drivers.HEADER
        if not fits or former.hidden > self.shape.hidden or not 0 < former.deeper <= self.shape.deeper:
            raise BadRun(
                say(
                    "The network of {game} has layers of {hidden} and {deeper} units; "
                    "one that begins with it has at least as many.",
                    game=self.game.id,
                    hidden=former.hidden,
                    deeper=former.deeper,
                )
            )
        flat = self.shape.widen(former, mind[drivers.HEADER :], self.settings.seed)
        self.settings = replace(self.settings, begun=sha256)
        self.adam = Adam(self.xp, flat, self.settings.rate)

    # ------------------------------------------------------------ learning

    def round(self) -> None:
        """Play a round of games at every table and take steps on what they taught."""
        began = time.perf_counter()
        mind, weights = self.mind(), sum(t.weight for t in self.tables)
        rng = np.random.default_rng([self.settings.seed, self.rounds])
        steps: list[tuple[Table, Floats, Floats]] = []
        for number, table in enumerate(self.tables):
            games = max(self.settings.games * table.weight // weights, 1)
            seed = checked_seed(self.settings.seed) + (self.rounds * len(self.tables) + number << 24)
            x, targets = self._play(table, games, seed, mind)
            self.games += games
            order = rng.permutation(len(x))
            cuts = range(0, len(x) - self.settings.batch // 2, self.settings.batch)
            steps += [
                (table, x[part], targets[part])
                for part in (order[cut : cut + self.settings.batch] for cut in cuts)
            ]
        for i in rng.permutation(len(steps)):
            table, x, targets = steps[i]
            self._learn(table, x, targets, self._images[rng.integers(len(self._images))])
        self.rounds += 1
        self.seconds += time.perf_counter() - began

    def warm(self) -> None:
        """Compile what a round and a measurement need, so that their clock does not count it."""
        self._worker(self.tables[0], 0, self.mind())()(0, 0)
        strength(self.bound, self.tables[0], self.mind(), None, 2, threads=1)
        self.bound.use_compiled()

    def _play(self, table: Table, games: int, seed: int, mind: Floats) -> tuple[Floats, Floats]:
        """What the seats saw, and what came of it: by position."""
        parts = spread(self._worker(table, seed, mind), games, self.threads)
        self.positions += sum(played for _, _, played in parts)
        firsts = [table.chairs[table.sides.index(one)] for one in range(max(table.sides) + 1)]
        return np.concatenate([x for x, _, _ in parts]), np.concatenate([t for _, t, _ in parts])[:, firsts]

    def _worker(self, table: Table, seed: int, mind: Floats) -> Callable[[], Block]:
        form, s = self.bound.compiled, self.settings
        careful = self.opponents().get("careful")
        minds, company = _side_by_side(mind, careful), 0 if careful is None else s.company
        manner = selfplay.Manner(company, s.fading, s.slips, s.opening, s.most)

        def worker() -> Block:
            start, space = players_of(self.bound, table.start, mind, s.most)
            judged, came = (np.zeros((LONGEST + 1, self.game.chairs)) for _ in range(2))
            strays, times = np.zeros(LONGEST + 1, np.uint8), np.zeros(s.positions, np.int64)

            def block(first: int, count: int) -> tuple[Floats, Floats, int]:
                shape = count, s.positions, len(table.chairs)
                rows = np.zeros((*shape, self.shape.inputs), np.float32)
                targets = np.zeros((count, s.positions, self.game.chairs), np.float32)
                kept = np.zeros(count, np.int64)
                lessons = selfplay.Lessons(judged, came, strays, times, rows, targets, kept)
                played = form.self_play(space, start, first, count, seed, minds, manner, lessons)
                there = np.arange(s.positions) < kept[:, None]
                return rows[there], targets[there], int(played)

            return block

        return worker

    def _learn(self, table: Table, x: Floats, targets: Floats, image: Any) -> None:
        """One step, on these positions laid over in one of the ways in which the board allows it."""
        xp = self.xp
        seen = xp.asarray(x)
        if image is not None:
            seen = seen[:, :, image]
        loss, gradient = loss_and_gradient(
            xp, self.shape, self.adam.flat, seen, xp.asarray(table.shares), xp.asarray(targets)
        )
        self.adam.take(gradient)
        if self.adam.step % 10 == 1:  # reading a number off a GPU makes it wait
            self.loss += 0.05 * (float(loss) - self.loss) if self.loss else float(loss)

    def mind(self) -> Floats:
        """The network as it plays, as drivers take it; numbers are rounded as they are when exported."""
        header = np.zeros(drivers.HEADER, np.float32)
        header[drivers.KIND], header[drivers.SCALE] = drivers.NETWORK, 1
        header[drivers.TERMS] = self.shape.inputs - self.bound.plain.FEATURES
        header[drivers.HIDDEN], header[drivers.DEEPER] = self.shape.hidden, self.shape.deeper
        flat = to_numpy(self.adam.mean).astype(np.float16)
        return np.concatenate([header, flat.astype(np.float32)])

    # ------------------------------------------------------------ measuring

    def measure(self, games: int) -> dict[str, Any]:
        """A point of the curve: the share of wins against random and careful players, with fewest seats."""
        point: dict[str, Any] = {
            "games": self.games,
            "positions": self.positions,
            "steps": self.adam.step,
            "seconds": round(self.seconds, 1),
            "loss": round(self.loss, 4) if self.rounds else None,
        }
        for name, mind in self.opponents().items():
            found = strength(self.bound, self.tables[0], self.mind(), mind, games, threads=self.threads)
            point |= {name: round(found.share, 4), f"{name}_error": round(found.error, 4)}
        self.curve.append(point)
        return point

    def opponents(self) -> dict[str, Floats | None]:
        """Whom the network is measured against: minds by name, none for random play."""
        known: dict[str, Floats | None] = {"random": None}
        if self.bound.considerations:
            known["careful"] = self.bound.careful_mind()
        return known

    # ------------------------------------------------------------ keeping

    def save(self, folder: Path) -> None:
        """Write the run into its folder; each file whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        with _whole(folder / "state.npz").open("wb") as file:
            np.savez(file, allow_pickle=False, **self.adam.state())
        data = {"game": self.game.id, "settings": asdict(self.settings)}
        data |= {name: getattr(self, name) for name in _KEPT}
        _whole(folder / "run.json").write_text(json.dumps(data, indent=2) + "\n", "utf-8")
        lines = [json.dumps(point) + "\n" for point in self.curve]
        _whole(folder / "curve.jsonl").write_text("".join(lines), "utf-8")
        for name in ("state.npz", "curve.jsonl", "run.json"):
            os.replace(_whole(folder / name), folder / name)


def _whole(path: Path) -> Path:
    """Where a file is written before it takes the place of the old one."""
    return path.with_name(f"{path.name}.new")


def resume(game: Game, folder: Path, threads: int | None = None, device: str = "auto", **changes: Any) -> Run:
    """The run that was saved in this folder, perhaps with other settings from here on."""
    try:
        data = json.loads((folder / "run.json").read_text("utf-8"))
        with np.load(folder / "state.npz") as file:
            state = dict(file)
        curve = [json.loads(line) for line in (folder / "curve.jsonl").read_text("utf-8").splitlines()]
        settings = replace(Settings(**data["settings"]), **changes)
        run = Run(game, settings, threads, device, curve=curve)
        for name in _KEPT:
            setattr(run, name, data[name])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadRun(
            say("There is no training run to go on with in {folder}: {why}.", folder=folder, why=error)
        ) from error
    if data.get("game") != game.id or state["flat"].shape != (run.shape.size,):
        raise BadRun(
            say(
                "The training run in {folder} is of {other}, or the game has changed since; start a new one.",
                folder=folder,
                other=data.get("game"),
            )
        )
    run.adam.restore(state)
    return run


def _sources(images: npt.NDArray[np.int64], terms: int) -> npt.NDArray[np.int64]:
    """Which input each one comes from when the board is laid over; considerations stay what they are."""
    sources = np.empty_like(images)
    sources[images] = np.arange(len(images))
    return np.concatenate([sources, len(images) + np.arange(terms)])


# ---------------------------------------------------------------- how strong


class Strength(NamedTuple):
    """What came of games between minds."""

    games: int
    share: float  # of the wins
    error: float  # how far off that may be (95 %)


def players_of(bound: Bound, start: Position, mind: Floats, most: int) -> tuple[Any, selfplay.Looking]:
    """What one thread needs to let minds play: the start of games, and room to look ahead."""
    form = bound.compiled
    space = selfplay.Looking(
        slots=bound.slots(selfplay.SLOTS, form),
        out=np.zeros(form.MAX_ACTIONS, np.int64),
        dice=np.zeros(1, np.uint64),
        rng=np.zeros(1, np.uint64),
        scratch=bound.scratch(mind),
        values=np.zeros(bound.game.chairs),
        tried=np.zeros(most, np.int64),
        hopes=np.zeros(most),
    )
    return bound.slots([start], form), space


def _side_by_side(*minds: Floats | None) -> Floats:
    """Minds of different lengths as the rows of one array."""
    rows = np.zeros((len(minds), max(len(mind) for mind in minds if mind is not None)), np.float32)
    for row, mind in zip(rows, minds, strict=True):
        if mind is not None:
            row[: len(mind)] = mind
    return rows


def strength(
    bound: Bound,
    table: Table,
    mind: Floats,
    other: Floats | None,
    games: int,
    *,
    seed: int = 0,
    worlds: int = 2,
    most: int = 128,
    threads: int | None = None,
) -> Strength:
    """The share of wins of one side that plays by `mind` while all others play by `other` (None: at random).
    Every side has its turn with the same dice; that makes one observation."""
    sides = max(table.sides) + 1
    games = max(games // sides, 2) * sides
    minds = _side_by_side(mind, other)
    players = np.full((sides, bound.game.chairs), selfplay.RANDOM if other is None else 1, np.int64)
    for way in range(sides):
        players[way, [c for c, one in zip(table.chairs, table.sides, strict=True) if one == way]] = 0
    worlds = worlds if bound.game.has_secrets else 1
    form = bound.compiled

    def worker() -> Callable[[int, int], npt.NDArray[np.float64]]:
        start, space = players_of(bound, table.start, mind, most)

        def block(first: int, count: int) -> npt.NDArray[np.float64]:
            shares = np.zeros((count, bound.game.chairs))
            which = (first, count, checked_seed(seed))
            form.contest(space, start, *which, minds, players, table.opening, worlds, most, shares)
            own = [table.chairs[table.sides.index((first + i) % sides)] for i in range(count)]
            return shares[np.arange(count), own]

        return block

    won = np.concatenate(spread(worker, games, threads)).reshape(-1, sides).mean(axis=1)
    return Strength(games, float(won.mean()), float(Z * won.std(ddof=1) / np.sqrt(len(won))))
