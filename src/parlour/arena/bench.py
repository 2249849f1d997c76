"""A speed certificate: our games and whoever else is installed, in turns, on one core.

The units are the same for all: nodes, which are positions visited, chance included, and choices, which are
decisions between two legal actions or more. Where a seat can do but one thing or nothing, some engines make a
position of it and others go on: choices do not depend on that. Time is the processor's, all threads together,
so that other work on the machine favours nobody. What every entrant does in a game is held against a known
mean, so that a loop which skips something cannot look fast.
"""

from __future__ import annotations

import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from parlour.games import boards
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import Batch, playouts, warm
from parlour.rules.sampling import sample
from parlour.rules.vector import Vector
from parlour.text import Text, say

BATCH = 512  # games stepped together: enough to spread what a call costs, few enough for the caches
MIXED = 4  # mean lengths of a game after which a batch of games, all begun at once, has games of all ages
TOGETHER = 2048  # steps timed together: after each such time the caches have to be filled anew
TOLERANCE = 0.05

# Nodes in a random game, from long runs made apart. The peers' come from games between OpenSpiel's own random
# bots (backgammon: 20,000 of these and 8,000 in a loop from Python, 211.2 and 210.2, standard errors 0.6 and
# 1.0) and, for Pgx's backgammon, from EnvPool's port of it; ours from 100,000 games of rules that the tests
# hold against their plain form and against a naive second reading of the rulebook.
KNOWN = {
    "maedn": 871.8,
    "einstein_wurfelt_nicht": 45.1,
    "hex": 107.4,
    "y": 173.8,
    "backgammon": 210.9,
    "backgammon by single moves": 302.9,
    "connect four": 21.4,
    "parcheesi 4": 490.9,
    "parcheesi 2": 255.7,
    "pollyanna 4": 652.6,
    "pollyanna 2": 271.9,
    "doubletrack 4": 299.2,
    "doubletrack 3": 206.9,
    "doubleswild 2": 238.6,
    "doubleswild 4": 314.4,
    "tritrac 2 on hex2_ears": 181.1,
    "tritrac 2 on rhombus4": 183.2,
}


@dataclass(frozen=True)
class Turn:
    """What was played in one go, and the processor time it took."""

    nodes: float
    decisions: float
    choices: float
    games: float
    seconds: float


class Entrant(Protocol):
    """Anything that can be measured: it plays as much as it is told, in games or in steps of a batch."""

    @property
    def name(self) -> str:
        """What the certificate calls it, the same in every run."""

    @property
    def known(self) -> float | None:
        """Nodes in a game; None when nobody knows yet."""

    @property
    def least(self) -> int:
        """Less than this is not worth timing."""

    def __call__(self, amount: int, seed: int) -> Turn:
        """Plays so much, and says what was played and how long it took."""


# ---------------------------------------------------------------- ours


def _on(game: Game) -> str:
    """Which board, where a game has several."""
    usual = next(iter(boards(game.folder)), None)
    name = usual if game.board_file is None else game.board_file.stem
    return "" if name is None else f" on {name}"


def title(game: Game) -> str:
    """What a game is called."""
    return str(game.words.TITLE)


def called(game: Game, players: int) -> str:
    """A game at a table of so many."""
    return f"{title(game)} {players}{_on(game)}"


def known(game: Game, players: int) -> float | None:
    """Nodes in a random game of this, if anybody has counted them."""
    return KNOWN.get(f"{game.id} {players}{_on(game)}")


def choice_share(game: Game, start: Position, games: int) -> float:
    """How many decisions of random play leave a choice: two legal actions or more, in so many whole games."""
    batch, playing = Batch(game, games, start, 1, game.settled(start)), np.ones(games, bool)
    decisions = choices = 0
    while playing.any():
        decisions += int(playing.sum())
        choices += int((batch.widths[playing] > 1).sum())
        _, done = batch.step(batch.random_actions())
        playing &= ~done
    return choices / decisions


class Playouts:
    """Whole random games in compiled code, to their ends. Choices are counted in other games, beforehand."""

    least = 4

    def __init__(self, game: Game, players: int, counted: int = 1000) -> None:
        self.game, self.start = game, game.new(players)
        self.name = f"{called(game, players)}, playouts"
        self.known = known(game, players)
        self._share = choice_share(game, self.start, counted)

    def __call__(self, amount: int, seed: int) -> Turn:
        """Whole games of ours at random, on one core."""
        form = self.game.settled(self.start)
        began = time.process_time()
        played = playouts(self.game, self.start, amount, seed, threads=1, form=form)
        seconds = time.process_time() - began
        return Turn(played.nodes, played.decisions, self._share * played.decisions, amount, seconds)


Pick = Callable[[Batch, np.random.Generator], npt.NDArray[np.int64]]


def by_batch(batch: Batch, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """The batch's own random actions."""
    return batch.random_actions()


def by_masks(batch: Batch, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """As an agent picks that knows nothing but the masks."""
    return picked(batch.masks, rng)


def by_sample(batch: Batch, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """The same, with the sampler that comes along."""
    actions: npt.NDArray[np.int64] = sample(batch.masks, rng=rng)
    return actions


def picked(masks: npt.NDArray[Any], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """One of the actions marked in each row, all alike."""
    widths = masks.sum(axis=1, dtype=np.int64)
    firsts = np.cumsum(widths) - widths
    picks = firsts + (rng.random(len(masks)) * widths).astype(np.int64)
    actions: npt.NDArray[np.int64] = np.flatnonzero(masks)[picks] % masks.shape[1]
    return actions


HOW: dict[Pick, str] = {by_batch: "by the batch", by_masks: "with NumPy", by_sample: "with sample"}


class Stepping:
    """A batch stepped from Python, one action for every game at a time.

    Only the batch is timed; a second one, of the same seed, plays the same games ahead of it and counts.
    `kind` is Batch, which has the masks ready each time, or Vector, which has the observations too. The
    other batch's random actions are played, and only steps are timed, as with a peer that does not pick;
    where `pick` is given, the batch picks the same ones itself, and that is timed, too.
    """

    least = 16

    def __init__(
        self,
        game: Game,
        players: int,
        kind: type[Batch] = Batch,
        pick: Pick | None = None,
        size: int = BATCH,
    ) -> None:
        sight = "masks and observations" if kind is Vector else "masks"
        how = "" if pick is None else f", picked {HOW[pick]}"
        self.name = f"{called(game, players)}, {size:,} games, {sight}{how}"
        self.known = known(game, players)
        self._pick, self._picks_timed, self._size = pick or by_batch, pick is not None, size
        start = game.new(players)
        form = game.settled(start)
        self._timed, self._counted = (make(game, size, start, 1, form=form) for make in (kind, Batch))
        self._timed_rng, self._counted_rng = (np.random.default_rng(1) for _ in range(2))
        self._ages = np.zeros(size, np.int64)  # decisions so far in every game
        expected = self.known or playouts(game, start, 64, threads=1, form=form).nodes / 64
        self(round(MIXED * expected), 0)

    def __call__(self, amount: int, seed: int) -> Turn:
        """`amount` steps; the seed was chosen at the start. Games are those that ended, and of the
        others the part that the mean length of these makes of them."""
        batch, seconds = self._timed, 0.0
        before, ended, length, choices = self._counted.rolls, 0, 0, 0
        for first in range(0, amount, TOGETHER):
            plan = []
            for _ in range(min(TOGETHER, amount - first)):
                choices += int((self._counted.widths > 1).sum())
                plan.append(self._pick(self._counted, self._counted_rng))
                _, done = self._counted.step(plan[-1])
                self._ages += 1
                ended += int(done.sum())
                length += int(self._ages[done].sum())
                self._ages[done] = 0
            began = time.process_time()
            for actions in plan:
                batch.step(self._pick(batch, self._timed_rng) if self._picks_timed else actions)
            seconds += time.process_time() - began
        if not np.array_equal(self._counted.masks, batch.masks):
            raise RuntimeError("the batch that was timed and the one that counted played different games")
        decisions = amount * self._size
        nodes, games = decisions + self._counted.rolls - before, decisions * ended / max(length, 1)
        return Turn(nodes, decisions, choices, games, seconds)


# ---------------------------------------------------------------- taking turns


@dataclass
class Line:
    """One entrant's row: nodes per second in each round, and what a game is made of."""

    entrant: Entrant
    ours: bool = False
    nearest: tuple[str, ...] = ()  # entrants that this one is held against; all peers unless given
    rates: list[float] = field(default_factory=list)
    nodes: float = 0
    decisions: float = 0
    choices: float = 0
    games: float = 0
    _amount: int = 0

    @property
    def name(self) -> str:
        """What the certificate calls whoever this line is about."""
        return self.entrant.name

    @property
    def rate(self) -> float:
        """Nodes per second: the median of the rounds."""
        return statistics.median(self.rates)

    @property
    def choice_rate(self) -> float:
        """Choices per second."""
        return self.rate * self.choices / self.nodes

    @property
    def nodes_per_game(self) -> float:
        """How many positions a game of this entrant passes through, on average."""
        return self.nodes / self.games if self.games else math.nan

    def play(self, seconds: float, seed: int) -> None:
        """Have a turn of about so many seconds; the first call finds out how much that is."""
        if not self._amount:
            amount, turn = self.entrant.least, self.entrant(self.entrant.least, seed)
            while turn.seconds < seconds / 10:
                amount *= 4
                turn = self.entrant(amount, seed)
            self._amount = max(self.entrant.least, round(amount * seconds / turn.seconds))
        turn = self.entrant(self._amount, seed)
        self.rates.append(turn.nodes / max(turn.seconds, 1e-9))
        self.nodes += turn.nodes
        self.decisions += turn.decisions
        self.choices += turn.choices
        self.games += turn.games

    def fault(self) -> Text | None:
        """What is wrong with the games that were played, if anything: they must have the known number of
        nodes, but for the tolerance and for what chance does to few games."""
        if self.entrant.known is None:
            return None
        if not self.games:
            return say("{name}: no game came to its end; give it more seconds.", name=self.name)
        allowed = TOLERANCE + 1.5 / math.sqrt(self.games)
        if abs(self.nodes_per_game / self.entrant.known - 1) <= allowed:
            return None
        return say(
            "{name}: {found} nodes a game, but {known} are known: this loop does not play that game.",
            name=self.name,
            found=f"{self.nodes_per_game:.1f}",
            known=f"{self.entrant.known:.1f}",
        )

    def row(self, lines: Sequence[Line]) -> dict[str, Any]:
        """All numbers, with the ratios to the fastest of the peers among `lines` that it is held against."""
        peers = [p for p in lines if not p.ours and (not self.nearest or p.name in self.nearest)]
        best = max((p.rate for p in peers), default=None)
        most = max((p.choice_rate for p in peers), default=None)
        return {
            "name": self.name,
            "ours": self.ours,
            "rates": self.rates,
            "nodes/s": self.rate,
            "decisions/s": self.rate * self.decisions / self.nodes,
            "choices/s": self.choice_rate,
            "games/s": self.rate / self.nodes_per_game if self.games else None,
            "nodes/game": self.nodes_per_game if self.games else None,
            "known": self.entrant.known,
            "ratio": self.rate / best if best else None,
            "ratio of choices": self.choice_rate / most if most else None,
        }


@dataclass(frozen=True)
class Absent:
    """A peer that is not here, and how to get it."""

    peer: str
    package: str
    why: str = ""


@dataclass(frozen=True)
class Certificate:
    """What a run found."""

    machine: str
    versions: dict[str, str]
    rounds: int
    seconds: float
    playouts: list[dict[str, Any]]
    stepping: list[dict[str, Any]]
    absent: list[Absent]
    wrong: list[Text]

    def data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return asdict(self) | {"wrong": [str(text) for text in self.wrong]}


def certify(
    games: Sequence[Game],
    rounds: int = 5,
    seconds: float = 0.5,
    note: Callable[[Text], None] = lambda text: None,
    batch: int = BATCH,
) -> Certificate:
    """Measure these games at their largest tables, and the peers that are installed."""
    from parlour.arena import peers

    with one_core():
        for game in games:
            note(say("Preparing {name}…", name=game.id))
            warm(game, game.new())
        rollouts, loops, absent = peers.present([game.id for game in games], batch)
        played = [Line(entrant) for entrant in rollouts]
        stepped = [Line(entrant) for entrant in loops]
        seeing = tuple(entrant.name for entrant in loops if "observations" in entrant.name)
        for game in games:
            most = game.rules.SEATS[-1]
            played.append(Line(Playouts(game, most, batch), True, peers.nearest(game.id)))
            for kind in (Batch, Vector):
                rivals = seeing if kind is Vector else ()
                stepped.append(Line(Stepping(game, most, kind, size=batch), True, rivals))
        for number in range(rounds):
            for line in (*played, *stepped):
                note(
                    say(
                        "Round {number} of {rounds}: {name}…",
                        number=number + 1,
                        rounds=rounds,
                        name=line.name,
                    )
                )
                line.play(seconds, number)
    return Certificate(
        machine(),
        versions(["parlour", "numpy", "numba", *peers.PACKAGES]),
        rounds,
        seconds,
        [line.row(played) for line in played],
        [line.row(stepped) for line in stepped],
        absent,
        [fault for line in (*played, *stepped) if (fault := line.fault())],
    )


# ---------------------------------------------------------------- the machine


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, with all threads that are started meanwhile."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def machine() -> str:
    """The processor and the system, in words."""
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    alone = ", one core" if hasattr(os, "sched_setaffinity") else ""
    return f"{name}, {platform.system()}{alone}"


def versions(packages: Sequence[str]) -> dict[str, str]:
    """Of Python, and of those packages that are installed."""
    found = {"python": platform.python_version()}
    for package in packages:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found
