"""Many games at once, from Python: random playouts, a batch stepped together, replay.

Everything here runs the compiled rules where there are any and the plain ones elsewhere, with
the same result to the last byte. Each game has its own stream of random numbers and the games
are shared out in fixed blocks, so the number of threads changes nothing but the time.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from parlour.rules import drivers, forms, kit
from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.position import Position, Shelf
from parlour.text import BadAction, BadChoice, Text, say

__all__ = ["Batch", "Playouts", "Progress", "is_warm", "playouts", "replay", "warm"]

Progress = Callable[[int, int], None]  # games played, games in all
T = TypeVar("T")
MOST_GAMES = 1_000_000_000  # in one run
LINE = 64  # bytes that a processor fetches at once
_READY = "ready"  # a file beside the compiled drivers: all of them are there


@dataclass(frozen=True)
class Playouts:
    """What came of random games: totals over all of them."""

    games: int
    decisions: int
    rolls: int  # chance events: dice or cards
    shares: tuple[float, ...]  # of the wins, by chair

    @property
    def nodes(self) -> int:
        """Positions visited, chance included."""
        return self.decisions + self.rolls


def playouts(
    game: Game,
    start: Position | None = None,
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    form: Form | None = None,
) -> Playouts:
    """Play random games from `start` (a new game, unless given) to their ends."""
    games = checked_games(games)
    seed = checked_seed(seed)
    threads = cores() if threads is None else checked_threads(threads)
    form = game.form_for(games) if form is None else form

    def worker() -> Callable[[int, int], tuple[Any, Any]]:
        play = Scratch(game, start, form)

        def block(first: int, count: int) -> tuple[Any, Any]:
            counts = np.zeros(2, np.int64)
            shares = np.zeros(game.chairs)
            form.playouts(play.slots, play.start, first, count, seed, play.out, play.rng, counts, shares)
            return counts, shares

        return block

    parts = spread(worker, games, 1 if form is game.plain else threads, progress)
    counts = np.sum([c for c, _ in parts], axis=0)
    shares = np.sum([s for _, s in parts], axis=0)
    return Playouts(games, int(counts[0]), int(counts[1]), tuple(map(float, shares)))


def replay(game: Game, start: Position, actions: Sequence[int], form: Form | None = None) -> Position:
    """The position after these actions, dice included; the first illegal one is an error."""
    form = game.compiled if form is None else form
    play = Scratch(game, start, form)
    codes = np.array(actions, np.int64).reshape(-1)
    play.slots[0] = play.start[0]
    played = int(form.replay(play.slots, codes, play.out))
    if played < len(codes):
        raise BadAction(
            say(
                "Action {number} of {count}, {action}, is not legal there.",
                number=played + 1,
                count=len(codes),
                action=int(codes[played]),
            )
        )
    return _position(play.slots[0])


class Batch:
    """Games stepped together: one action for each, all at once, finished games start anew.

    `masks` (games x ACTIONS) marks the legal actions of the seats in `actors`; both are views
    that change with every step. Dice are rolled inside; `rolls` counts them.

    >>> import parlour
    >>> from parlour.rules.run import Batch
    >>> batch = Batch(parlour.load("parcheesi"), 4096)
    >>> shares, done = batch.step(batch.random_actions())
    """

    def __init__(
        self, game: Game, size: int, start: Position | None = None, seed: int = 0, form: Form | None = None
    ) -> None:
        self.game = game
        self.size = size = parse_int(size, say("number of games"), 1)
        self._form = form = game.compiled if form is None else form
        start = game.new() if start is None else start
        self._start = slots_of(game, [start], form)
        self._slots = slots_of(game, size, form)
        self._dice = np.zeros((size, 1), np.uint64)
        self._picks = np.zeros((size, 1), np.uint64)
        self._masks = aligned_zeros((size, form.ACTIONS), np.uint8)
        longest = 1 if _writes_own_masks(game, form, start) else form.MAX_ACTIONS
        self._lists = np.zeros((size, longest), np.int16 if form.ACTIONS < 2**15 else np.int64)
        self._widths = np.zeros(size, np.int32)
        self._actors = aligned_zeros((size,), np.int64)
        self._shares = np.zeros((size, game.chairs))
        self._done = np.zeros(size, np.uint8)
        self._out = out = np.zeros(form.MAX_ACTIONS, np.int64)
        self._no_features = np.zeros((0, form.FEATURES), np.float32)
        self._rows = (out, self._masks, self._lists, self._widths, self._actors, self._shares, self._done)
        self.masks = _read_only(self._masks)
        self.actors = _read_only(self._actors)
        self.rolls = 0
        self.reset(seed)

    def __repr__(self) -> str:
        seats = self.game.seats(_position(self._start[0]))
        return f"<{type(self).__name__} of {self.size:,} games of {self.game.id}, {len(seats)} players>"

    def __len__(self) -> int:
        """How many games there are.

        >>> len(batch)
        4096
        """
        return self.size

    @property
    def widths(self) -> npt.NDArray[np.int32]:
        """How many legal actions there are in each game.

        >>> bool((batch.widths == batch.masks.sum(axis=1)).all())
        True
        """
        return np.abs(self._widths)

    def __getitem__(self, i: int) -> Position:
        """A copy of the position in game `i`.

        >>> bool(batch[0].turn == batch.actors[0])
        True
        """
        return _position(self._slots[range(self.size)[i]])

    def reset(self, seed: int) -> None:
        """New games everywhere; the same seed gives the same dice again.

        >>> batch.reset(seed=2)
        >>> batch.rolls >= len(batch)
        True
        """
        seed = checked_seed(seed)
        self._shares[:] = 0
        self._done[:] = 0
        form, games = self._form, (self._slots, self._start)
        self.rolls = int(form.batch_reset(*games, seed, self._dice, self._picks, *self._rows))
        if (self._actors < 0).any():
            raise BadChoice(
                say("Games from this start end before anybody decides anything; a batch cannot step them.")
            )

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Play `actions[i]` in game `i`. Returns who won what (by chair; zeros while a game
        goes on) and which games just ended. If any action is illegal, none is played.

        >>> shares, done = batch.step(batch.random_actions())
        >>> shares.shape, done.dtype.name
        ((4096, 4), 'bool')
        """
        codes, rows = self._codes(actions), (self._dice, *self._rows, self._no_features)
        rolls = int(self._form.batch_step(self._slots, self._start, codes, self._masks, *rows))
        if rolls < 0:
            self._refuse(codes, -1 - rolls)
        self.rolls += rolls
        return self._shares.copy(), self._done.astype(np.bool_)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, all alike; it does not disturb the dice to come.

        >>> bool(batch.masks[0, batch.random_actions()[0]])
        True
        """
        actions = np.zeros(self.size, np.int64)
        self._form.batch_random(self._slots, self._picks, self._out, self._lists, self._widths, actions)
        return actions

    def observe(self) -> npt.NDArray[np.float32]:
        """What each seat to act sees, as the game's features (games x FEATURES).

        >>> batch.observe().shape == (len(batch), batch.game.rules.FEATURES)
        True
        """
        out = np.zeros((self.size, self._form.FEATURES), np.float32)
        self._form.batch_observe(self._slots, self._actors, out)
        return out

    def _codes(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """One number for each game, as drivers take them."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.size,):
            raise BadAction(
                say(
                    "A batch of {size} takes {size} whole numbers, one a game, not {kind} of shape {shape}.",
                    size=self.size,
                    kind=given.dtype.name,
                    shape="x".join(map(str, given.shape)) or "1",
                )
            )
        return np.ascontiguousarray(given, np.int64)

    def _refuse(self, codes: npt.NDArray[np.int64], game: int) -> NoReturn:
        raise BadAction(
            say(
                "Game {number} of the batch: action {action} is not legal; legal are {choices}. "
                "Nothing was played.",
                number=game,
                action=int(codes[game]),
                choices=", ".join(map(str, np.flatnonzero(self._masks[game]).tolist())),
            )
        )


# ---------------------------------------------------------------- compiling ahead


def warm(game: Game, start: Position | None = None) -> None:
    """Compile every driver of this game and keep the result; quick when that was done before. With a
    start, in the form that is settled for its house rules."""
    form = game.compiled if start is None else game.settled(start)
    if form is game.plain:
        return
    playouts(game, start, games=1, threads=1, form=form)
    play = Scratch(game, start, form)
    rows = np.zeros((1, 2), np.int64), np.zeros((1, game.chairs)), np.zeros((1, len(form.TALLIES)), np.int64)
    form.survey(play.slots, play.start, 0, 1, 0, play.out, play.rng, *rows)
    replay(game, start or game.new(), [], form)
    batch = Batch(game, 1, start, form=form)
    batch.step(batch.random_actions())
    batch.observe()
    _ready_file(game, start).touch()


def is_warm(game: Game, start: Position | None = None) -> bool:
    """Can `game` be simulated at once, without waiting for a compiler?"""
    return not forms.compiler_present() or _ready_file(game, start).exists()


def _ready_file(game: Game, start: Position | None) -> Any:
    house = None if start is None else game.house(start)
    return forms.cache_folder(game.rules, drivers, house=house) / _READY


# ---------------------------------------------------------------- what the above share


class Scratch:
    """What one thread needs to play: a slot, the start, room for actions, a random stream."""

    def __init__(self, game: Game, start: Position | None, form: Form) -> None:
        self.start = slots_of(game, [start if start is not None else game.new()], form)
        self.slots = slots_of(game, 1, form)
        self.out = np.zeros(form.MAX_ACTIONS, np.int64)
        self.rng = np.zeros(1, np.uint64)


def slots_of(game: Game, what: int | list[Position], form: Form) -> Any:
    """Room for positions, as this form keeps them: empty, or filled with these."""
    places = what if isinstance(what, int) else len(what)
    plain = plays_positions(game, form)
    slots: Any = Shelf(places, game.rules.State) if plain else np.zeros(places, game.rules.State)
    for i, position in enumerate([] if isinstance(what, int) else what):
        for name, code in (getattr(form, "house", None) or {}).items():
            if getattr(position, name) != code:
                raise BadChoice(
                    say(
                        "This form was compiled for other house rules ({option}); "
                        "ask for game.settled(start) with the position that games start from.",
                        option=name,
                    )
                )
        slots[i] = position if plain else position.pack()[0]
    return slots


def plays_positions(game: Game, form: Form | None) -> bool:
    """Does this form play on positions in plain Python, not on records?"""
    return form is game.plain or getattr(form, "plays_positions", False)


def _writes_own_masks(game: Game, form: Form, start: Position) -> bool:
    """Does this form mark by itself what is legal, by the house rules of this start? Then no list is kept."""
    if not plays_positions(game, form):
        form = forms.plain(game.rules, fast=forms.fast_of(game.rules))  # the same text, not compiled
    s, rng = start.copy(), np.zeros(1, np.uint64)
    kit.start_stream(rng, 0, 0)
    while form.actor(s) == kit.CHANCE:
        form.apply(s, int(form.draw(s, kit.below(rng, int(form.tickets(s))))))
    if form.actor(s) == kit.OVER:
        return False
    mask, used = np.zeros(form.ACTIONS, np.uint8), np.zeros(1, np.int64)
    return int(form.mark(s, mask, used)) != kit.UNMARKED


def aligned_zeros(shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    """Zeros that begin where a line of the cache does: others JAX would copy."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    raw = np.zeros(size + LINE, np.uint8)
    first = -raw.ctypes.data % LINE
    zeros: npt.NDArray[Any] = raw[first : first + size].view(dtype).reshape(shape)
    return zeros


def _position(slot: Any) -> Position:
    return slot.copy() if isinstance(slot, Position) else Position.unpack(slot)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def spread(
    worker: Callable[[], Callable[[int, int], T]],
    games: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[T]:
    """Share out `games` in blocks among threads; what each block gave, in order.

    Every thread calls `worker()` once for a function of its own, then that function with the
    number of a block's first game and how many there are. Blocks depend on `games` alone, so a
    sum over them comes out the same, to the last bit, on any number of threads.
    """
    blocks = blocks_of(games)
    threads = min(cores() if threads is None else checked_threads(threads), len(blocks))
    results: list[Any] = [None] * len(blocks)
    waiting = iter(range(len(blocks)))
    lock = threading.Lock()
    played = 0
    stop = threading.Event()

    def work() -> None:
        nonlocal played
        play = worker()
        while not stop.is_set():
            with lock:
                i = next(waiting, None)
            if i is None:
                return
            results[i] = play(*blocks[i])
            with lock:
                played += blocks[i][1]
            if progress and threads == 1:
                progress(played, games)

    if threads == 1:
        work()
        return results
    with ThreadPoolExecutor(threads) as pool:
        running = {pool.submit(work) for _ in range(threads)}
        try:
            while running:
                ended, running = wait(running, timeout=0.1, return_when=FIRST_EXCEPTION)
                for future in ended:
                    future.result()
                if progress:
                    progress(played, games)
        except BaseException:  # Ctrl-C, or a failed block: let the threads finish theirs and leave
            stop.set()
            raise
    return results


def blocks_of(games: int) -> list[tuple[int, int]]:
    """The blocks that games are shared out in: the number of the first game, and how many."""
    size = max(min(max(games // 512, 8), 4096), games // 65536)  # few enough to keep what each gave
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def cores() -> int:
    """How many threads can run at the same time here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parse_int(value: Any, what: Text, least: int, most: int | None = None) -> int:
    """`value` as a whole number within limits; an error that says what was expected."""
    try:
        number = int(str(value)) if not isinstance(value, bool) else None
    except ValueError:
        number = None
    if number is not None and number >= least and (most is None or number <= most):
        return number
    near = least if number is None or number < least else most
    if most is None:
        text = say(
            "The {what} is a whole number, {least} or more, not “{value}”.",
            what=what,
            least=least,
            value=value,
        )
    else:
        text = say(
            "The {what} is a whole number from {least} to {most}, not “{value}”.",
            what=what,
            least=least,
            most=most,
            value=value,
        )
    if number is not None:
        text = say("{text} The nearest is {near}.", text=text, near=near)
    raise BadChoice(text)


def checked_games(games: Any) -> int:
    """How many games to play: enough for days, few enough for the counters and the memory."""
    return parse_int(games, say("number of games"), 1, MOST_GAMES)


def checked_threads(threads: Any) -> int:
    """How many threads to use; more than a few for each core would only wait for each other."""
    return parse_int(threads, say("number of threads"), 1, 4 * max(cores(), 4))


def checked_seed(seed: Any) -> int:
    """A seed as compiled rules take it: 64 bits, as a signed number."""
    number = parse_int(seed, say("seed"), 0, 2**64 - 1)
    return number - 2**64 if number >= 2**63 else number
