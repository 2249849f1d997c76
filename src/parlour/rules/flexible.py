"""A vector of games that can do more: wait when one is over, take wrong actions, begin in many positions.

`Vector` does one thing as fast as it goes. Where something else is asked for, this takes its place; played
alike, both give the same games to the last bit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules import drivers, forms, waiting
from parlour.rules.forms import Form
from parlour.rules.game import Game, once
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.rules.run import checked_seed, plays_positions, slots_of
from parlour.rules.starts import Start, Starts
from parlour.rules.vector import Vector
from parlour.rules.waiting import BEGIN, PLAY, STAY, WAIT
from parlour.text import BadAction, BadChoice, say, unknown

__all__ = ["AUTORESET", "ILLEGAL", "Flexible"]

AUTORESET = ("same_step", "next_step", "disabled")
ILLEGAL = ("raise", "random", "lose")


class Flexible(Vector):
    """A `Vector` with choices.

    `autoreset` says when a game that is over begins anew: in the `same_step`, in the `next_step`, whose
    action is then ignored, or when `begin` is called (`disabled`). Until then its actor is OVER, its features
    are what the seat that acted last sees, and its mask is all ones where any action will do, else all zeros.
    `illegal` says what an action that is not legal means: an error (`raise`), a `random` one in its place,
    marked in `replaced`, or that the seat's side has lost (`lose`), and the other sides share the win.
    `start` may be a list of positions, drawn with `odds`, a function of a random generator, or a generator.

    >>> import parlour
    >>> from parlour.rules.flexible import Flexible
    >>> games = Flexible(parlour.load("parcheesi"), 8, autoreset="next_step", illegal="random")
    >>> shares, done = games.step([0] * 8)
    >>> games.replaced.dtype.name
    'bool'
    """

    replaced: npt.NDArray[np.bool_]  # whose action of the last step was not legal

    def __init__(
        self,
        game: Game,
        size: int,
        start: Start | None = None,
        seed: int = 0,
        seats: Collection[int] | None = None,
        form: Form | None = None,
        threads: int = 1,
        *,
        odds: Sequence[float] | None = None,
        autoreset: str = "same_step",
        illegal: str = "raise",
    ) -> None:
        if autoreset not in AUTORESET:
            raise unknown(say("way to start games anew"), autoreset, AUTORESET)
        if illegal not in ILLEGAL:
            raise unknown(say("way to treat illegal actions"), illegal, ILLEGAL)
        self.autoreset, self.illegal = autoreset, illegal
        self.starts = Starts(game, game.new() if start is None else start, odds)
        self.game = game
        super().__init__(game, size, self.starts.first, seed, seats, self._bound(form), threads)

    def reset(self, seed: int) -> None:
        """New games everywhere; the same seed gives the same games again.

        >>> games.reset(seed=3)
        """
        number = checked_seed(seed)
        if not self._sets:
            self._make_sets()
            self._take_turns()
        self.starts.reset(number)
        self._refill(np.arange(self.size))
        self._form.waiting_streams(number, self._dice, self._picks, self._others)
        self.replaced = np.zeros(self.size, np.bool_)
        self._all_play = np.full(self.size, PLAY, np.uint8)
        self._begin(np.ones(self.size, np.uint8))
        if (self._actors < 0).any():
            raise BadChoice(
                say("Games from this start end before anybody decides anything; a batch cannot step them.")
            )

    def begin(self, which: npt.ArrayLike) -> None:
        """Begin new games where `which`, one bool a game, is true.

        >>> games.begin([True] + 7 * [False])
        """
        chosen = np.asarray(which)
        if chosen.shape != (self.size,) or chosen.dtype != np.bool_:
            raise BadChoice(say("Which of {size} games begin anew is told by {size} bools.", size=self.size))
        self._copy_set()
        self._begin(chosen.astype(np.uint8))
        self._refill(np.flatnonzero(chosen))

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Play `actions[i]` in game `i`, or begin it anew where it waits for that.

        >>> shares, done = games.step(games.random_actions())
        """
        codes, acted = self._codes(actions), self._actors
        if self.illegal == "raise" and self.autoreset == "same_step":  # the usual way has nothing to decide
            return self._step_all(codes)
        over = acted < 0
        if self.autoreset == "disabled" and over.any():
            raise BadAction(
                say("Game {number} is over, and waits to be begun anew.", number=int(np.argmax(over)))
            )
        wrong = self._wrong(codes) & ~over
        if self.illegal == "raise" and wrong.any():
            self._refuse(codes, int(np.argmax(wrong)))
        self._fates = np.where(over, BEGIN, PLAY).astype(np.uint8)
        codes = self._deal_with(wrong, codes)
        if self.threads > 1:
            self._share_out(codes)
        else:
            self._play(codes, slice(None), self._sets[1][1])
        self._take_turns()
        self.replaced = wrong
        if self.illegal == "lose" and wrong.any():
            self._declare_lost(np.flatnonzero(wrong), acted)
        if self.starts.several:
            self._refill(np.flatnonzero(self._ended if self.autoreset == "same_step" else over))
        return self.shares, self._ended

    def _step_all(
        self, codes: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Play in every game, unless an action is wrong."""
        wrong = int(self._form.first_unmarked(codes, self._masks))
        if wrong >= 0:
            self._refuse(codes, wrong)
        self._fates = self._all_play
        if self.threads > 1:
            self._share_out(codes)
        else:
            self._play(codes, slice(None), self._sets[1][1])
        self._take_turns()
        if self.starts.several:
            self._refill(np.flatnonzero(self._ended))
        return self.shares, self._ended

    def play_some(self, games: npt.NDArray[np.intp], actions: Sequence[int]) -> None:
        """Play these legal actions in these games; all others stay as they are.

        >>> games.play_some(np.array([2]), [int(games.random_actions()[2])])
        """
        codes, before = np.zeros(self.size, np.int64), self.features
        codes[games] = actions
        self._fates = np.full(self.size, STAY, np.uint8)
        self._fates[games] = PLAY
        self._play(codes, slice(None), self._sets[1][1])
        self._take_turns()
        over = (self._actors < 0) & (self._fates == STAY)
        self.features[over] = before[over]
        if self.starts.several and self.autoreset == "same_step":
            self._refill(np.flatnonzero(self._ended))

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, all alike; 0 for one that waits.

        >>> games.random_actions().shape
        (8,)
        """
        actions = np.zeros(self.size, np.int64)
        self._form.waiting_random(self._slots, self._picks, self._out, self._actors, actions)
        return actions

    # ------------------------------------------------------------ wrong actions

    def _wrong(self, codes: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which actions are not legal."""
        outside = (codes < 0) | (codes >= self._masks.shape[1])
        marked = self._masks[np.arange(self.size), np.where(outside, 0, codes)]
        wrong: npt.NDArray[np.bool_] = outside | (marked == 0)
        return wrong

    def _deal_with(self, wrong: npt.NDArray[np.bool_], codes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """What is played in the place of wrong actions, or what becomes of their games."""
        if wrong.any():
            if self.illegal == "random":
                return np.where(wrong, self.random_actions(), codes)
            self._fates[wrong] = BEGIN if self.autoreset == "same_step" else WAIT
        return codes

    def _declare_lost(self, games: npt.NDArray[np.intp], acted: npt.NDArray[np.int64]) -> None:
        """The side of whoever acted gets nothing, and the others share the win."""
        sides = np.array(self.starts.sides)
        others = len(set(self.starts.sides) - {NOBODY}) - 1
        won = (sides != NOBODY) & (sides != sides[acted[games]][:, None])
        self._shares[games] = won / max(others, 1)
        self._done[games] = 1

    # ------------------------------------------------------------ what the drivers take

    def _play(self, codes: npt.NDArray[np.int64], some: slice, rows: tuple[Any, ...]) -> int:
        slots, start, fates, acted = self._slots, self._start, self._fates, self._actors
        streams = (self._dice, self._others, *self._parts())
        if some != slice(None):
            start = start[some] if len(start) == self.size > 1 else start
            slots, codes, fates, acted = slots[some], codes[some], fates[some], acted[some]
            streams = tuple(array[some] for array in streams)
        games = (slots, start, codes, fates, acted, self._bits())
        how = (self.autoreset == "same_step", 1 if self.autoreset == "next_step" else 0)
        return int(self._driven("step")(*games, *how, *streams, *rows))

    def _driven(self, name: str) -> Any:
        """The driver that does this."""
        return getattr(self._form, f"waiting_{name}")

    def _parts(self) -> tuple[npt.NDArray[Any], ...]:
        """What else the drivers take."""
        return ()

    def _bound(self, form: Form | None) -> Form:
        """The form of the same kind that has the drivers of waiting.py as well."""
        if plays_positions(self.game, form) or not self.game.is_compiled:
            return _plain(self.game)
        house = getattr(form, "house", None)
        return _compiled(self.game, None if house is None else tuple(sorted(house.items())))

    def _bits(self) -> int:
        return self._learners or sum(1 << seat for seat in self.seats)

    def _begin(self, which: npt.NDArray[np.uint8]) -> None:
        rows = (self._dice, self._others, *self._parts(), *self._sets[0][1])
        self._driven("begin")(self._slots, self._start, which, self._bits(), *rows)

    def _refill(self, games: npt.NDArray[np.intp]) -> None:
        """Draw the positions that these games begin with next."""
        if not self.starts.several:
            return
        if len(self._start) != self.size:
            self._start = slots_of(self.game, self.size, self._form)
        for i, position in zip(games.tolist(), self.starts.draw(len(games)), strict=True):
            self._start[i] = slots_of(self.game, [position], self._form)[0]

    def _copy_set(self) -> None:
        """Go over to the other set of arrays, without a step: what was given before stays as it was."""
        now, then = self._sets[0][0], self._sets[1][0]
        for name, array in now.items():
            if isinstance(array, np.ndarray) and name not in ("masks", "actors", "shares", "done", "_ended"):
                then[name][...] = array
        self._take_turns()

    # ------------------------------------------------------------ copies

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All games, the dice to come, and the positions in which they begin."""
        starts = [self._start[i] for i in range(len(self._start))]
        packed = [
            s.pack() if isinstance(s, Position) else np.array([s], self.game.rules.State) for s in starts
        ]
        return super().state() | {"starts": np.concatenate(packed)}

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from such a state, in this or in another process."""
        starts = state.get("starts", np.zeros(0))
        if starts.dtype == self.game.rules.State and len(starts) in (1, self.size):
            self._start = slots_of(self.game, len(starts), self._form)
            for i, record in enumerate(starts):
                self._start[i] = record if isinstance(self._start, np.ndarray) else Position.unpack(record)
            state = {name: array for name, array in state.items() if name != "starts"}
        super().restore(state)

    def _arguments(self) -> dict[str, Any]:
        chosen = {"odds": self.starts.odds, "autoreset": self.autoreset, "illegal": self.illegal}
        return super()._arguments() | {"start": self.starts.given} | chosen


@once
def _compiled(game: Game, house: tuple[tuple[str, int], ...] | None) -> Form:
    return forms.compiled(game.rules, drivers, waiting, house=None if house is None else dict(house))


@once
def _plain(game: Game) -> Form:
    form = forms.plain(game.rules, drivers, waiting)
    form.plays_positions = True
    return form
