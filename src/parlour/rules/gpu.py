"""Many games on a GPU: the same games as on the processor, bit by bit, only more of them at once.

>>> from parlour.rules import gpu
>>> gpu.playouts(parlour.load("parcheesi"), games=10_000_000)

Code for the GPU (PTX) is made of a game's rules by Numba, with the house rules written into it, and
kept in the cache; that takes half a minute. It can be made on another machine: `code` names a folder
that `save_code` has filled. To run it, CuPy will do, or what the extra `cuda` installs.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.rules import drivers, forms, kernels, kernels_waiting, waiting
from parlour.rules.device import Array, device
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import Playouts, Progress, blocks_of, checked_games, checked_seed, parse_int
from parlour.text import BadAction, BadChoice, MissingExtra, say

__all__ = ["Batch", "Code", "Program", "Rows", "code_type", "playouts", "save_code", "survey"]

NEWEST = (9, 0)  # code made for this runs on everything newer
CHUNK = 1 << 22  # games whose rows are on the GPU at the same time
MOST_ROWS = 1 << 24  # games of one survey: their rows are kept
STEPPERS = kernels.LANES // 2  # threads in a block where each has one game


# ---------------------------------------------------------------- code


class Program(NamedTuple):
    """What is made for a GPU of a game's rules."""

    drivers: tuple[ModuleType, ...]
    arguments: Mapping[str, tuple[Any, ...]]  # for each kernel, arguments like those it takes
    parts: tuple[forms.Part, ...] = ()


def program_of(game: Game) -> Program:
    """Whole games and batches of them."""
    form = game.plain
    record = np.zeros(1, game.rules.State)
    whole_number = np.zeros(1, np.int64)
    pairs = np.zeros((1, 2), np.int32)
    tallies = np.zeros((1, len(form.TALLIES)), np.int32)
    shares, sums = np.zeros((1, game.chairs)), np.zeros((1, 2), np.int64)
    dice, masks = np.zeros((1, 1), np.uint64), np.zeros((1, form.ACTIONS), np.uint8)
    choices = np.zeros((1, form.MAX_ACTIONS), code_type(game))
    widths, done = np.zeros(1, np.int32), np.zeros(1, np.uint8)
    rows = (masks, choices, widths, whole_number, shares, done, widths)
    arguments = {
        "gpu_games": (record, 0, 0, 0, whole_number, pairs, shares, record, tallies),
        "gpu_sums": (pairs, shares, 0, sums, shares),
        "gpu_reset": (record, record, 0, dice, dice, *rows),
        "gpu_check": (whole_number, masks, whole_number),
        "gpu_step": (record, record, whole_number, dice, *rows),
        "gpu_random": (dice, choices, widths, whole_number),
        "gpu_observe": (record, whole_number, np.zeros((1, form.FEATURES), np.float32)),
    }
    return Program(
        (drivers, kernels, waiting, kernels_waiting), arguments | _waiting(game, record, *rows[:6])
    )


def _waiting(game: Game, record: Any, *rows: Any) -> dict[str, tuple[Any, ...]]:
    """What the kernels of the vector door take."""
    masks, lists, widths, actors, shares, done = rows
    features = np.zeros((1, game.plain.FEATURES), np.float32)
    codes, streams, fates = np.zeros(1, np.int64), np.zeros((1, 1), np.uint64), done
    odds, logits = np.zeros(1), np.zeros((1, 1), np.float32)
    step: tuple[Any, ...] = (
        record,
        record,
        codes,
        done,
        codes,
        codes,
        fates,
        streams,
        streams,
        streams,
        0,
        0,
        0,
        0,
        0,
    )
    step += (codes, 0, 0, lists, widths, actors, *rows, shares, odds)
    judge = masks, actors, codes, done, codes
    return {
        "gpu_waiting_streams": (0, streams, streams, streams),
        "gpu_judge": (codes, *judge),
        "gpu_judge_short": (widths, *judge),
        "gpu_waiting_step": step,
        "gpu_waiting_step_with_others": step,
        "gpu_waiting_begin": (record, record, done, fates, streams, streams, 0, *rows),
        "gpu_waiting_observe": (record, fates, codes, 0, 0, actors, actors, features),
        "gpu_waiting_random": (streams, lists, widths, actors, codes),
        "gpu_list": (masks, lists, widths),
        "gpu_pack": (masks, masks),
        "gpu_pick": (0, lists, widths, codes, odds),
        "gpu_pick_by_odds": (0, lists, widths, logits, codes, odds),
    }


def code_type(game: Game) -> Any:
    """The numbers that lists of actions are kept in."""
    return np.int16 if game.plain.ACTIONS < 2**15 else np.int64


def _file_name(game: Game, house: Mapping[str, int], kernel: str, program: Program) -> str:
    """Code for these rules, this board and these house rules, and no others."""
    modules = (*program.drivers, *(module for part in program.parts for module in part))
    sources = forms.source_hash(game.rules, forms.fast_of(game.rules), *modules)
    what = f"{sources} {sorted(house.items())}"
    return f"{game.id}-{kernel}-{hashlib.sha256(what.encode()).hexdigest()[:12]}.ptx"


def save_code(
    game: Game,
    folder: Path,
    start: Position | None = None,
    only: Callable[[str], bool] = lambda kernel: True,
    capability: tuple[int, int] = NEWEST,
    program: Program | None = None,
) -> None:
    """Make the code for games like `start` (a new game, unless given), to be used on a machine without
    Numba. No GPU is needed."""
    if not forms.cuda_present():
        raise MissingExtra("numba-cuda", "cuda")
    folder.mkdir(parents=True, exist_ok=True)
    house = game.house(start if start is not None else game.new())
    program = program or program_of(game)
    form, bounds = None, (kernels.LANES, kernels.BLOCKS)
    for kernel, arguments in program.arguments.items():
        file = folder / _file_name(game, house, kernel, program)
        if only(kernel) and not file.exists():
            form = form or forms.cuda(game.rules, *program.drivers, house=house, parts=program.parts)
            file.write_text(forms.ptx(form, kernel, arguments, capability, bounds), encoding="ascii")


_loaded: dict[str, Any] = {}  # code on this machine's GPU, by its text: loading it takes seconds


class Code:
    """The kernels of one game on this machine's GPU, each of them loaded when it is first needed."""

    def __init__(
        self, game: Game, start: Position, folder: Path | None, program: Program | None = None
    ) -> None:
        self.game, self.start, self.folder = game, start, folder
        self.program = program or program_of(game)
        self.device = device()
        self._loaded: dict[str, Any] = {}

    def launch(self, kernel: str, blocks: int, threads: int, *arguments: Any) -> None:
        """Run a kernel in so many blocks of so many threads."""
        if kernel not in self._loaded:
            text = self._text(kernel)
            if text not in _loaded:
                _loaded[text] = self.device.load(text, kernel)
            self._loaded[kernel] = _loaded[text]
        numbers: list[int] = []
        for argument in arguments:
            numbers += argument.numbers() if isinstance(argument, Array) else [int(argument)]
        self.device.launch(self._loaded[kernel], blocks, threads, numbers)

    def for_each(self, size: int, kernel: str, *arguments: Any) -> None:
        """One thread for each of so many games."""
        self.launch(kernel, math.ceil(size / STEPPERS), STEPPERS, *arguments)

    def _text(self, kernel: str) -> str:
        name = _file_name(self.game, self.game.house(self.start), kernel, self.program)
        if self.folder is not None:
            file = self.folder / name
            if not file.exists():
                raise BadChoice(
                    say(
                        "{folder} has no {file}: the code was made of other rules or for other house rules. "
                        "Make it again from these.",
                        folder=self.folder,
                        file=name,
                    )
                )
            return file.read_text(encoding="ascii")
        if not forms.cuda_present():
            raise MissingExtra("numba-cuda", "cuda")
        capability = min(self.device.capability, NEWEST)
        version = importlib.metadata.version("numba-cuda")
        program = self.program
        kept = forms.cache_folder(self.game.rules, *program.drivers, parts=program.parts)
        folder = kept / f"cuda-{version}-{capability}"
        save_code(self.game, folder, self.start, lambda wanted: wanted == kernel, capability, program)
        return (folder / name).read_text(encoding="ascii")

    def array(self, shape: int | tuple[int, ...], dtype: Any) -> Array:
        """An array on the GPU, all zero."""
        made = Array(self.device, (shape,) if isinstance(shape, int) else shape, dtype)
        made.code = self
        return made

    def first(self) -> Array:
        """The position that games start from."""
        record = self.array(1, self.game.rules.State)
        record.set(self.start.pack())
        return record


# ---------------------------------------------------------------- whole games


@dataclass(frozen=True)
class Rows:
    """What came of each game by itself; a row a game."""

    counts: npt.NDArray[np.int32]  # decisions, chance events
    shares: npt.NDArray[np.float64]  # of the win, by chair
    tallies: npt.NDArray[np.int32]  # what the game counts, by its TALLIES
    finals: npt.NDArray[Any]  # the positions in which the games ended


class Player:
    """Plays many games, launch by launch, in the same memory."""

    def __init__(
        self,
        game: Game,
        start: Position | None = None,
        *,
        code: Path | None = None,
        blocks: int | None = None,
        lanes: int = kernels.LANES,
    ) -> None:
        self.game = game
        self._code = Code(game, start if start is not None else game.new(), code)
        self._blocks = kernels.BLOCKS * self._code.device.processors if blocks is None else blocks
        self._lanes = lanes
        self._start = self._code.first()
        self._ticket = self._code.array(1, np.int64)
        self._rows: tuple[Array, ...] = ()

    def play(self, first: int, games: int, seed: int, *, in_full: bool = False) -> tuple[Array, ...]:
        """Games first .. first+games-1; their rows, overwritten by the next call. `in_full`, with
        tallies and final positions."""
        array, full = self._code.array, games if in_full else 0
        if not self._rows or (self._rows[0].shape[0], self._rows[2].shape[0]) != (games, full):
            self._rows = (
                array((games, 2), np.int32),
                array((games, self.game.chairs), np.float64),
                array(full, self.game.rules.State),
                array((full, len(self.game.plain.TALLIES)), np.int32),
            )
        self._rows[3].clear()
        self._ticket.clear()
        blocks = min(self._blocks, math.ceil(games / self._lanes))
        what = self._start, first, games, seed, self._ticket
        self._code.launch("gpu_games", blocks, self._lanes, *what, *self._rows)
        return self._rows

    def wait(self) -> None:
        """Return when all games are played."""
        self._ticket.get()

    def sums(self, size: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Counts and shares of the games just played, each `size` of them added up."""
        counts, shares = self._rows[:2]
        blocks = math.ceil(counts.shape[0] / size)
        sums = (
            self._code.array((blocks, 2), np.int64),
            self._code.array((blocks, shares.shape[1]), np.float64),
        )
        self._code.for_each(blocks, "gpu_sums", counts, shares, size, *sums)
        return sums[0].get(), sums[1].get()


def playouts(
    game: Game,
    start: Position | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    progress: Progress | None = None,
    code: Path | None = None,
) -> Playouts:
    """Play random games from `start` (a new game, unless given) to their ends: what `run.playouts` plays
    and answers, to the last bit."""
    games, seed = checked_games(games), checked_seed(seed)
    size = blocks_of(games)[0][1]
    chunk = max(CHUNK // size, 1) * size
    player = Player(game, start, code=code)
    parts = []
    for first in range(0, games, chunk):
        count = min(chunk, games - first)
        player.play(first, count, seed)
        parts.append(player.sums(size))
        if progress:
            progress(first + count, games)
    counts = np.sum(np.concatenate([c for c, _ in parts]), axis=0)
    shares = np.sum(np.concatenate([s for _, s in parts]), axis=0)
    return Playouts(games, int(counts[0]), int(counts[1]), tuple(map(float, shares)))


def survey(
    game: Game,
    start: Position | None = None,
    games: int = 1000,
    seed: int = 0,
    first: int = 0,
    *,
    code: Path | None = None,
) -> Rows:
    """The same games one by one: how long, who won, what was tallied, and how each of them ended."""
    games = parse_int(games, say("number of games"), 1, MOST_ROWS)
    first = parse_int(first, say("number of the first game"), 0)
    rows = Player(game, start, code=code).play(first, games, checked_seed(seed), in_full=True)
    counts, shares, finals, tallies = (r.get() for r in rows)
    return Rows(counts, shares, tallies, finals)


# ---------------------------------------------------------------- a batch stepped together


class Batch:
    """Games stepped together, like `run.Batch`, with every array on the GPU: `masks`, `actors`, `shares`,
    `done`. PyTorch and CuPy take these as they are, without a copy; they change with every step."""

    def __init__(
        self, game: Game, size: int, start: Position | None = None, seed: int = 0, *, code: Path | None = None
    ) -> None:
        self.game = game
        self.size = size = parse_int(size, say("number of games"), 1)
        self._code = Code(game, start if start is not None else game.new(), code)
        array, form = self._code.array, game.plain
        self._start = self._code.first()
        self._slots = array(size, game.rules.State)
        self._dice, self._picks = array((size, 1), np.uint64), array((size, 1), np.uint64)
        self.masks = array((size, form.ACTIONS), np.uint8)
        self._lists = array((size, form.MAX_ACTIONS), code_type(game))
        self._widths = array(size, np.int32)
        self.actors = array(size, np.int64)
        self.shares = array((size, game.chairs), np.float64)
        self.done = array(size, np.uint8)
        self._rolls = array(size, np.int32)
        self._actions, self._features = array(size, np.int64), array((size, form.FEATURES), np.float32)
        self._illegal = array(1, np.int64)
        self._rows = self.masks, self._lists, self._widths, self.actors, self.shares, self.done, self._rolls
        self.reset(seed)

    def __len__(self) -> int:
        return self.size

    @property
    def rolls(self) -> int:
        """Chance events since the reset."""
        return int(self._rolls.get().sum())

    def positions(self) -> npt.NDArray[Any]:
        """The records of all games."""
        return self._slots.get()

    def reset(self, seed: int) -> None:
        """New games everywhere; the same seed gives the same dice again."""
        self.shares.clear()
        self.done.clear()
        streams = checked_seed(seed), self._dice, self._picks
        self._code.for_each(self.size, "gpu_reset", self._slots, self._start, *streams, *self._rows)
        if (self.actors.get() < 0).any():
            raise BadChoice(
                say("Games from this start end before anybody decides anything; a batch cannot step them.")
            )

    def random_actions(self) -> Array:
        """A legal action for every game, all alike; it does not disturb the dice to come."""
        self._code.for_each(self.size, "gpu_random", self._picks, self._lists, self._widths, self._actions)
        return self._actions

    def step(self, actions: Array | npt.ArrayLike, *, check: bool = True) -> None:
        """Play `actions[i]` in game `i`; games that end start anew. If any action is illegal, none is
        played. To ask takes longer than to step: `check=False` trusts the caller, who reads no mask wrong."""
        if not isinstance(actions, Array):
            self._actions.set(actions)
            actions = self._actions
        if check:
            self._illegal.set([self.size])
            self._code.for_each(self.size, "gpu_check", actions, self.masks, self._illegal)
            illegal = int(self._illegal.get()[0])
            if illegal < self.size:
                raise BadAction(
                    say(
                        "Game {number} of the batch: action {action} is not legal. Nothing was played.",
                        number=illegal,
                        action=int(actions.get()[illegal]),
                    )
                )
        self._code.for_each(self.size, "gpu_step", self._slots, self._start, actions, self._dice, *self._rows)

    def observe(self) -> Array:
        """What each seat to act sees, as the game's features (games x FEATURES)."""
        self._code.for_each(self.size, "gpu_observe", self._slots, self.actors, self._features)
        return self._features

    def wait(self) -> None:
        """Return when all that was asked for is done."""
        self._illegal.get()
