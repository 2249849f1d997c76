"""Many games for a learner: every array it needs from one step.

The arrays are NumPy's own memory, nothing is copied; DLPack hands them to PyTorch or JAX as they are. There
are two sets, used in turn: what a step gave stays as it was during the next step, and is overwritten by the
one after that. Change nothing in them: the masks are what actions are checked against.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import Batch, aligned_zeros, checked_seed, checked_threads, plays_positions
from parlour.text import BadChoice, join, say

__all__ = ["Vector"]

_OF_A_SET = ("_masks", "_lists", "_widths", "_actors", "_shares", "_done")


class Vector(Batch):
    """Games stepped together. One action for each goes in, and out comes what the next seat to act sees.

    `seats` are played by the caller, all of them unless given; the others act at random, inside. A game that
    ends starts anew in the same step: `done` marks it, and `shares` tells who won what of it. `threads` share
    out the games of a step among them; what comes of it is the same.
    `state` and `restore`, copies and pickles carry everything with them, dice to come included.

    >>> import parlour
    >>> from parlour.rules.vector import Vector
    >>> batch = Vector(parlour.load("parcheesi"), 4096)
    >>> shares, done = batch.step(batch.random_actions())
    >>> batch.features.shape == (4096, batch.game.rules.FEATURES)
    True
    """

    features: npt.NDArray[np.float32]  # games x FEATURES: what the seat to act sees
    shares: npt.NDArray[np.float64]  # games x chairs: of games that just ended, else zeros
    done: npt.NDArray[np.uint8]
    _ended: npt.NDArray[np.bool_]  # the same

    def __init__(
        self,
        game: Game,
        size: int,
        start: Position | None = None,
        seed: int = 0,
        seats: Collection[int] | None = None,
        form: Form | None = None,
        threads: int = 1,
    ) -> None:
        start = game.new() if start is None else start
        taken = game.seats(start)
        self._first = start
        compiled = game.is_compiled and not plays_positions(game, form)
        self.threads = checked_threads(threads) if compiled else 1
        self._pool: ThreadPoolExecutor | None = None
        self.seats = checked_seats(game, start, seats)
        self._learners = 0 if self.seats == sorted(taken) else sum(1 << seat for seat in self.seats)
        self._sets: list[tuple[dict[str, Any], tuple[Any, ...]]] = []  # attributes, and what drivers take
        super().__init__(game, size, start, seed, form)

    def reset(self, seed: int) -> None:
        """New games everywhere; the same seed gives the same games again.

        >>> batch.reset(seed=2)
        >>> bool(batch.actors.min() >= 0)
        True
        """
        seed = checked_seed(seed)
        if not self._sets:
            self._make_sets()
        *rows, features = self._take_turns()
        games, streams = (self._slots, self._start, seed), (self._dice, self._picks)
        if self._learners:
            self._form.learners_reset(*games, self._learners, *streams, self._others, *rows)
        else:
            self._form.batch_reset(*games, *streams, *rows)
        self._form.batch_observe(self._slots, self._actors, features)
        self._shares[:] = 0
        self._done[:] = 0
        if (self._actors < 0).any():
            raise BadChoice(
                say("Games from this start end before anybody decides anything; a batch cannot step them.")
            )

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Play `actions[i]` in game `i`. If any of them is illegal, none is played.

        >>> shares, done = batch.step(batch.random_actions())
        >>> shares is batch.shares
        True
        """
        codes = self._codes(actions)
        if self.threads > 1:
            wrong = int(self._form.first_illegal(codes, self._masks))
            if wrong < 0:
                self._share_out(codes)
        else:
            wrong = -1 - self._play(codes, slice(None), self._sets[1][1])
        if wrong >= 0:
            self._refuse(codes, wrong)
        self._take_turns()
        return self.shares, self._ended

    def _play(self, codes: npt.NDArray[np.int64], some: slice, rows: tuple[Any, ...]) -> int:
        """Step some of the games; 0, or -1 - i if the action of game i is not legal."""
        games = (self._slots, self._start, codes, self._masks)
        dice, others = self._dice, self._others
        if some != slice(None):
            games = (self._slots[some], self._start, codes[some], self._masks[some])
            dice, others = dice[some], others[some]
        if self._learners:
            return int(self._form.learners_step(*games, self._learners, dice, others, *rows))
        return min(int(self._form.batch_step(*games, dice, *rows)), 0)

    def _share_out(self, codes: npt.NDArray[np.int64]) -> None:
        """Step all games, each thread its part of them. All actions are known to be legal."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        size = -(-self.size // self.threads)
        _, *rows = self._sets[1][1]
        running = []
        for first in range(0, self.size, size):
            some = slice(first, min(first + size, self.size))
            own = (np.zeros_like(self._out), *(row[some] for row in rows))
            running.append(self._pool.submit(self._play, codes, some, own))
        for part in running:
            part.result()

    def observe(self) -> npt.NDArray[np.float32]:
        """What each seat to act sees; already there.

        >>> batch.observe() is batch.features
        True
        """
        return self.features

    def _make_sets(self) -> None:
        self._others = np.zeros((self.size, 1), np.uint64)
        first = {name: getattr(self, name) for name in _OF_A_SET}
        second = {name: aligned_zeros(array.shape, array.dtype) for name, array in first.items()}
        self._sets = [self._set(first), self._set(second)]

    def _set(self, rows: dict[str, Any]) -> tuple[dict[str, Any], tuple[Any, ...]]:
        """One set of arrays: all attributes that stand for it, and what the drivers take."""
        seen = {name: rows[f"_{name}"] for name in ("masks", "actors", "shares", "done")}
        features = aligned_zeros((self.size, self._features()), np.float32)
        ended = rows["_done"].view(np.bool_)
        return {**rows, **seen, "features": features, "_ended": ended}, (self._out, *rows.values(), features)

    def _features(self) -> int:
        """How many numbers a seat sees."""
        return int(self._form.FEATURES)

    def _take_turns(self) -> tuple[Any, ...]:
        """The other set is the one that is seen from now on; what the drivers take."""
        self._sets.reverse()
        attributes, rows = self._sets[0]
        vars(self).update(attributes)
        return rows

    # ------------------------------------------------------------ copies

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All games as they stand, as arrays of their own; for `restore` of an equal vector.

        >>> kept = batch.state()
        """
        slots = self._slots
        if not isinstance(slots, np.ndarray):
            slots = np.concatenate([slots[i].pack() for i in range(self.size)])
        return {name: array.copy() for name, array in self._kept().items()} | {"games": slots.copy()}

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on where `state` was made.

        >>> batch.restore(batch.state())
        """
        here = self._kept() | {"games": np.zeros(self.size, self.game.rules.State)}
        if set(state) != set(here) or any(
            np.shape(state[name]) != array.shape or state[name].dtype != array.dtype
            for name, array in here.items()
        ):
            raise BadChoice(
                say(
                    "This is not the state of {size} games of {game}, stepped like these.",
                    size=self.size,
                    game=self.game.id,
                )
            )
        if isinstance(self._slots, np.ndarray):
            self._slots[...] = state["games"]
        else:
            for i, record in enumerate(state["games"]):
                self._slots[i] = Position.unpack(record)
        for name, array in self._kept().items():
            array[...] = state[name]
        other = self._sets[1][0]
        for name in ("_masks", "_lists", "_widths"):  # what they mark is to be forgotten, all of it
            other[name][...] = 0

    def _kept(self) -> dict[str, npt.NDArray[Any]]:
        """What changes from step to step, but for the positions."""
        names = (*_OF_A_SET, "features", "_dice", "_picks", "_others")
        return {name.removeprefix("_"): getattr(self, name) for name in names}

    def _arguments(self) -> dict[str, Any]:
        """What to make an equal vector of."""
        return {"first": self._first.to_bytes(), "seats": self.seats, "threads": self.threads}

    def __reduce__(self) -> tuple[Any, ...]:
        kind = "settled" if getattr(self._form, "house", None) is not None else "compiled"
        if plays_positions(self.game, self._form):
            kind = "plain"
        return _remade, (type(self), self.game, self.size, kind, self._arguments(), self.state())


def checked_seats(game: Game, start: Position, seats: Collection[int] | None) -> list[int]:
    """The seats that the caller plays: all, unless some are named."""
    taken = game.seats(start)
    chosen = sorted(taken if seats is None else set(seats))
    if not chosen or not set(chosen) <= set(taken):
        raise BadChoice(
            say(
                "Seats to play are some of {taken}, not {given}.",
                taken=", ".join(map(str, taken)),
                given=join(map(str, chosen), ", ") if chosen else say("none"),
            )
        )
    return chosen


def _remade(
    kind: type[Vector],
    game: Game,
    size: int,
    form: str,
    arguments: dict[str, Any],
    state: dict[str, npt.NDArray[Any]],
) -> Vector:
    first = Position.from_bytes(game.rules.State, arguments.pop("first"))
    forms: dict[str, Callable[[Position], Any]] = {
        "settled": game.settled,
        "plain": lambda _: game.plain,
        "compiled": lambda _: None,
    }
    made = kind(game, size, **({"start": first} | arguments), form=forms[form](first))
    made.restore(state)
    return made
