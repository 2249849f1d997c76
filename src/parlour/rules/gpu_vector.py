"""Many games for a learner on a GPU: every array that it needs from one step, none of which leaves the GPU.

Played alike these are the games of `Vector` and `Flexible`, bit by bit. Arrays come in two sets, used in
turn: what a step gave stays as it was during the next one, and is overwritten by the one after that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.device import Array
from parlour.rules.flexible import AUTORESET, ILLEGAL
from parlour.rules.game import Game
from parlour.rules.gpu import Code, code_type
from parlour.rules.gpu_arrays import taken
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.rules.run import checked_seed, parse_int
from parlour.rules.starts import Starts
from parlour.rules.vector import checked_seats
from parlour.text import BadAction, BadChoice, say, unknown

__all__ = ["GpuVector", "sample"]

_OF_A_SET = ("masks", "lists", "widths", "actors", "shares", "done", "features", "rewards", "own")


class GpuVector:
    """Games stepped together on a GPU, as `Flexible` does on a processor: one action for each goes in, and
    out comes what the next seat to act sees. `masks`, `actors`, `features`, `shares`, `done`, `rewards`
    (everybody's, by chair) and `own` (that of the seat that acted, or of `reward_seat`) lie on the GPU.

    Actions are another such array, one of PyTorch's, CuPy's or JAX's, or numbers in this machine's memory.
    They are checked on the GPU. To say that one of them was wrong, with `illegal="raise"`, a step waits for
    the answer; with "random" and "lose" it does not, unless games wait to be begun (`disabled`).
    """

    def __init__(
        self,
        game: Game,
        size: int,
        start: Position | None = None,
        seed: int = 0,
        seats: Collection[int] | None = None,
        *,
        autoreset: str = "same_step",
        illegal: str = "raise",
        reward_seat: int | None = None,
        code: Path | None = None,
    ) -> None:
        if autoreset not in AUTORESET:
            raise unknown(say("way to start games anew"), autoreset, AUTORESET)
        if illegal not in ILLEGAL:
            raise unknown(say("way to treat illegal actions"), illegal, ILLEGAL)
        self.game, self.autoreset, self.illegal = game, autoreset, illegal
        self.size = size = parse_int(size, say("number of games"), 1)
        start = game.new() if start is None else start
        self.seats = checked_seats(game, start, seats)
        self._learners = sum(1 << seat for seat in self.seats)
        self._with_others = self.seats != sorted(game.seats(start))
        self._code = Code(game, start, code)
        array, form = self._code.array, game.plain
        self._start, self._slots = self._code.first(), array(size, game.rules.State)
        self._dice, self._picks, self._others = (array((size, 1), np.uint64) for _ in range(3))
        self._codes, self._picked = array(size, np.int64), array(size, np.int64)
        self._wrong, self._fates = array(size, np.uint8), array(size, np.uint8)
        self._which = array(size, np.uint8)
        self._refused = [array(2, np.int64), array(2, np.int64)]  # used in turn
        sides = Starts(game, start).sides
        self._sides = array(len(sides), np.int64)
        self._sides.set(sides)
        self._prizes = len(set(sides) - {NOBODY}), NOBODY if reward_seat is None else reward_seat
        shapes: dict[str, tuple[Any, Any]] = {
            "masks": ((size, form.ACTIONS), np.uint8),
            "lists": ((size, form.MAX_ACTIONS), code_type(game)),
            "widths": (size, np.int32),
            "actors": (size, np.int64),
            "shares": ((size, game.chairs), np.float64),
            "done": (size, np.uint8),
            "features": ((size, form.FEATURES), np.float32),
            "rewards": ((size, game.chairs), np.float64),
            "own": (size, np.float64),
        }
        self._sets = [{name: array(*what) for name, what in shapes.items()} for _ in range(2)]
        self.reset(seed)

    def __len__(self) -> int:
        return self.size

    def positions(self) -> list[Position]:
        """Copies of all positions."""
        return [Position.unpack(record) for record in self._slots.get()]

    def nowhere(self) -> Array:
        """A bool for each game that is never true."""
        return self._code.array(self.size, np.bool_)

    def __getattr__(self, name: str) -> Array:
        if name in _OF_A_SET:
            return self._sets[0][name]
        raise AttributeError(name)

    @property
    def replaced(self) -> Array:
        """Whose action of the last step was not legal."""
        return self._wrong.view(np.bool_)

    def reset(self, seed: int) -> None:
        """New games everywhere; the same seed gives the same games again."""
        streams = self._dice, self._picks, self._others
        self._run("gpu_waiting_streams", checked_seed(seed), *streams)
        for array in self._refused:
            array.set([self.size, self.size])
        self._wrong.clear()
        for name in ("shares", "done", "rewards", "own"):
            self._sets[1][name].clear()
        self._sets.reverse()
        self._begin(np.ones(self.size, np.uint8))
        if (self._sets[0]["actors"].get() < 0).any():
            raise BadChoice(
                say("Games from this start end before anybody decides anything; a batch cannot step them.")
            )

    def begin(self, which: Any) -> None:
        """Begin new games where `which`, one bool a game, on the GPU or not, is true."""
        chosen = self._taken(which, ("bool", "uint8"), say("bools"))
        for name in _OF_A_SET:
            self._sets[1][name].copy_from(self._sets[0][name])
        for name in ("rewards", "own"):
            self._sets[1][name].clear()
        self._sets.reverse()
        self._begin(chosen)

    def step(self, actions: Any) -> tuple[Array, Array]:
        """Play `actions[i]` in game `i`, or begin it anew where it waits for that; shares, and what is done.
        If an action is refused none is played."""
        given = self._taken(actions, ("int64", "int32"), say("whole numbers of 64 or 32 bits"))
        now, then = self._sets
        refused, ready = self._refused
        judge = "gpu_judge" if given.dtype == np.int64 else "gpu_judge_short"
        self._run(judge, given, now["masks"], now["actors"], self._codes, self._wrong, refused)
        strict, manner = self.autoreset == "disabled", ILLEGAL.index(self.illegal)
        way = manner, strict, self.autoreset == "same_step", self.autoreset == "next_step", self._learners
        self._run(
            "gpu_waiting_step_with_others" if self._with_others else "gpu_waiting_step",
            *(self._slots, self._start, self._codes, self._wrong, refused, ready, self._fates),
            *(self._picks, self._dice, self._others, *way, self._sides, *self._prizes),
            *(now[name] for name in ("lists", "widths", "actors")),
            *(then[name] for name in _OF_A_SET if name != "features"),
        )
        seen = now["actors"], then["actors"], then["features"]
        self._run("gpu_waiting_observe", self._slots, self._fates, refused, manner, strict, *seen)
        self._refused.reverse()
        if strict or self.illegal == "raise":
            self._complain(refused.get(), strict)
        self._sets.reverse()
        return then["shares"], then["done"]

    def random_actions(self) -> Array:
        """A legal action for every game, all alike; 0 for one that waits."""
        self._run("gpu_waiting_random", self._picks, self.lists, self.widths, self.actors, self._picked)
        return self._picked

    def sample(self, logits: Any = None, rng: np.random.Generator | int | None = None) -> tuple[Array, Array]:
        """A legal action for every game, all alike or by logits, and the logarithm of its probability."""
        return _picked(self._code, self.lists, self.widths, logits, rng)

    def listed(self) -> tuple[Array, Array]:
        """The codes of legal actions in ascending order, padded with zeros, and how many there are."""
        shape = self.size, min(self.lists.shape[1], self.masks.shape[1])
        codes = self._more("codes", shape, code_type(self.game))
        counts = self._more("counts", (self.size,), np.int32)
        self._run("gpu_list", self.masks, codes, counts)
        return codes, counts

    def packed(self) -> Array:
        """Masks as bits, eight actions a byte."""
        bits = self._more("bits", (self.size, -(-self.masks.shape[1] // 8)), np.uint8)
        self._run("gpu_pack", self.masks, bits)
        return bits

    def _more(self, name: str, shape: tuple[int, ...], dtype: Any) -> Array:
        """One more array of the set that is seen now."""
        if name not in self._sets[0]:
            self._sets[0][name] = self._code.array(shape, dtype)
        return self._sets[0][name]

    def wait(self) -> None:
        """Return when all that was asked for is done."""
        self._refused[0].get()

    # ------------------------------------------------------------ copies

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All games as they stand, in NumPy's arrays; for `restore` of an equal vector."""
        return {name: array.get() for name, array in self._kept().items()}

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on where `state` was made."""
        here = self._kept()
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
        for name, array in here.items():
            array.set(state[name])
        for name in ("masks", "lists", "widths"):  # what they mark is to be forgotten, all of it
            self._sets[1][name].clear()

    def _kept(self) -> dict[str, Array]:
        streams = {"dice": self._dice, "picks": self._picks, "others": self._others}
        rows = {name: self._sets[0][name] for name in _OF_A_SET}
        return rows | streams | {"games": self._slots}

    # ------------------------------------------------------------ what the kernels take

    def _run(self, kernel: str, *arguments: Any) -> None:
        self._code.for_each(self.size, kernel, *arguments)

    def _begin(self, which: Any) -> None:
        if which is not self._which:
            if isinstance(which, Array):
                self._which.copy_from(which)
            else:
                self._which.set(which)
        now = self._sets[0]
        rows = (now[name] for name in ("masks", "lists", "widths", "actors", "shares", "done"))
        streams = self._dice, self._others, self._learners
        self._run("gpu_waiting_begin", self._slots, self._start, self._which, self._fates, *streams, *rows)
        free = self._refused[1]  # says that nothing was refused
        seen = now["actors"], now["actors"], now["features"]
        self._run("gpu_waiting_observe", self._slots, self._fates, free, 1, 0, *seen)

    def _taken(self, given: Any, kinds: tuple[str, ...], what: Any) -> Array:
        return taken(self._code.device, given, (self.size,), kinds, what)

    def _complain(self, refused: npt.NDArray[np.int64], strict: bool) -> None:
        """About the first game whose action was refused."""
        wrong, over = refused.tolist()
        if strict and over < self.size:
            raise BadAction(say("Game {number} is over, and waits to be begun anew.", number=over))
        if self.illegal == "raise" and wrong < self.size:
            raise BadAction(
                say(
                    "Game {number} of the batch: action {action} is not legal; legal are {choices}. "
                    "Nothing was played.",
                    number=wrong,
                    action=int(self._codes.get()[wrong]),
                    choices=", ".join(map(str, np.flatnonzero(self.masks.get()[wrong]).tolist())),
                )
            )


def sample(
    legal: Array,
    logits: Any = None,
    *,
    counts: Any = None,
    bits: bool = False,
    rng: np.random.Generator | int | None = None,
) -> tuple[Array, Array]:
    """`sampling.sample` for masks, or lists and their `counts`, that a vector on a GPU gave: actions, and the
    logarithms of their probabilities. A row without odds gets -1, which is no action."""
    if legal.code is None or bits or not isinstance(counts, Array | None):
        raise BadChoice(say("On a GPU actions are picked from masks or lists that its games gave."))
    if counts is None:
        return _picked(legal.code, *_listed(legal.code, legal, legal.shape[1]), logits, rng)
    return _picked(legal.code, legal, counts, logits, rng)


def _picked(code: Code, lists: Array, widths: Array, logits: Any, rng: Any) -> tuple[Array, Array]:
    size = len(widths)
    generator = rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)
    seed, actions, odds = (
        int(generator.integers(2**63)),
        code.array(size, np.int64),
        code.array(size, np.float64),
    )
    if logits is None:
        code.for_each(size, "gpu_pick", seed, lists, widths, actions, odds)
    else:
        shape = size, int(code.game.plain.ACTIONS)
        values = taken(code.device, logits, shape, ("float32",), say("logits of 32 bits"))
        code.for_each(size, "gpu_pick_by_odds", seed, lists, widths, values, actions, odds)
    return actions, odds


def _listed(code: Code, masks: Array, longest: int) -> tuple[Array, Array]:
    size = len(masks)
    codes, counts = code.array((size, longest), code_type(code.game)), code.array(size, np.int32)
    code.for_each(size, "gpu_list", masks.view(np.uint8), codes, counts)
    return codes, counts
