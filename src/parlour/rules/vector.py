"""Many games for a learner: every array it needs from one step.

The arrays are NumPy's own memory, nothing is copied; DLPack hands them to PyTorch or JAX as they are. There
are two sets, used in turn: what a step gave stays as it was during the next step, and is overwritten by the
one after that. Change nothing in them: the masks are what actions are checked against.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import Batch, aligned_zeros, checked_seed
from parlour.text import BadChoice, join, say

__all__ = ["Vector"]


class Vector(Batch):
    """Games stepped together. One action for each goes in, and out comes what the next seat to act sees.

    `seats` are played by the caller, all of them unless given; the others act at random, inside. A game that
    ends starts anew in the same step: `done` marks it, and `shares` tells who won what of it.

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
        form: Any = None,
    ) -> None:
        start = game.new() if start is None else start
        taken = game.seats(start)
        self.seats = sorted(taken if seats is None else set(seats))
        if not self.seats or not set(self.seats) <= set(taken):
            given = join(map(str, self.seats), ", ") if self.seats else say("none")
            raise BadChoice(
                say(
                    "Seats to play are some of {taken}, not {given}.",
                    taken=", ".join(map(str, taken)),
                    given=given,
                )
            )
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
            self._others = np.zeros((self.size, 1), np.uint64)
            names = ("_masks", "_lists", "_widths", "_actors", "_shares", "_done")
            first = {name: getattr(self, name) for name in names}
            second = {name: aligned_zeros(array.shape, array.dtype) for name, array in first.items()}
            self._sets = [self._set(first), self._set(second)]
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
        codes, rows = self._codes(actions), self._sets[1][1]
        games = (self._slots, self._start, codes, self._masks)
        if self._learners:
            result = int(self._form.learners_step(*games, self._learners, self._dice, self._others, *rows))
        else:
            result = int(self._form.batch_step(*games, self._dice, *rows))
        if result < 0:
            self._refuse(codes, -1 - result)
        self._take_turns()
        return self.shares, self._ended

    def observe(self) -> npt.NDArray[np.float32]:
        """What each seat to act sees; already there.

        >>> batch.observe() is batch.features
        True
        """
        return self.features

    def _set(self, rows: dict[str, Any]) -> tuple[dict[str, Any], tuple[Any, ...]]:
        """One set of arrays: all attributes that stand for it, and what the drivers take."""
        seen = {name: rows[f"_{name}"] for name in ("masks", "actors", "shares", "done")}
        features = aligned_zeros((self.size, self._form.FEATURES), np.float32)
        ended = rows["_done"].view(np.bool_)
        return {**rows, **seen, "features": features, "_ended": ended}, (self._out, *rows.values(), features)

    def _take_turns(self) -> tuple[Any, ...]:
        """The other set is the one that is seen from now on; what the drivers take."""
        self._sets.reverse()
        attributes, rows = self._sets[0]
        vars(self).update(attributes)
        return rows
