"""One game at a time, as an environment sees it: seats that act, masks, observations, rewards.

>>> episode = Episode("parcheesi", players=2, seed=7)
>>> while not episode.over:
...     episode.step(episode.actor, episode.legal(episode.actor)[0])
>>> episode.rewards
[-1.0, 0.0, 1.0, 0.0]

Conventions of every environment of Parlour
    Seats      are the game's chair numbers; `seats` lists the taken ones. What is given by chair has an entry
               for every chair, zero for an empty one.
    Chance     is rolled inside, by a stream of its own. The seed and the number of the game name it, so the
               same seed and the same actions give the same games again. With `explicit_chance` nothing is
               rolled: the actor is then CHANCE at times, and `step(CHANCE, outcome)` says what fell.
    Rewards    come once, with the end: (n * share - 1) / (n - 1), where n sides play and the seat's side has
               this share of the win. To win alone is worth +1, to lose to a single winner -1 / (n - 1), an
               even share 0. With two sides that is +1 and -1, and 0 for a draw; over the sides it is always
               zero-sum. Partners are rewarded alike.
    Refusals   leave everything as it was. They are `BadAction`s, with the rule's own reason where words.py
               knows one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.games import load
from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, OVER
from parlour.rules.position import Position, Shelf
from parlour.rules.run import checked_seed
from parlour.table.views import view
from parlour.text import BadAction, BadChoice, IllegalAction, MalformedAction, join, say

__all__ = ["CHANCE", "OVER", "Episode", "rewards_of"]


def rewards_of(shares: npt.ArrayLike, sides: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Rewards for shares of the win (..., chairs), where `sides` names each chair's side (NOBODY: empty)."""
    named = np.asarray(sides).tolist()
    count = len({side for side in named if side != NOBODY})
    given: npt.NDArray[np.float64] = (count * np.asarray(shares, np.float64) - 1) / max(count - 1, 1)
    for chair, side in enumerate(named):
        if side == NOBODY:
            given[..., chair] = 0.0
    return given


class Episode:
    """One game, played on the compiled rules where there are any and on the plain ones elsewhere.

    `game` is a `Game` or the name of one. `players` (the most, unless given), `options` (house rules) and
    `board` are as in `parlour.load` and `Game.new`; or `start` is a position of one's own. Without a seed the
    first one is random; `seed` tells which it was. `form` is for tests.
    """

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        *,
        board: str | Path | None = None,
        start: Position | None = None,
        explicit_chance: bool = False,
        form: Form | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game, board)
        if start is not None and (players is not None or options):
            raise BadChoice(say("A position to start from has its players and house rules in it already."))
        self._start = start.copy() if start is not None else self.game.new(players, options)
        self.explicit_chance = explicit_chance
        self.form = self.game.compiled if form is None else form
        self._slots = self._two_records()
        self._first = self._start if self.form is self.game.plain else self._start.pack()[0]
        self._out = np.zeros(self.form.MAX_ACTIONS, np.int64)
        self._rng = np.zeros(1, np.uint64)
        self.actor: int = OVER  # the seat to act, CHANCE or OVER
        self.seats: list[int] = self.game.seats(self._start)
        self.sides: list[int] = [int(self.game.plain.side(self._start, c)) for c in range(self.game.chairs)]
        self.actions = int(self.form.ACTIONS)  # codes are in range(actions)
        self.features = int(self.form.FEATURES)  # how many numbers `observe` gives
        self.number = 0  # of the game, among those of its seed
        self.reset(secrets.randbits(63) if seed is None else seed)

    def __repr__(self) -> str:
        seats = ", ".join(map(str, self.seats))
        state = {OVER: "over", CHANCE: "chance is next"}.get(self.actor, f"seat {self.actor} acts")
        return (
            f"<{type(self).__name__} of {self.game.id}, seats {seats}, "
            f"game {self.number} of seed {self.seed}, {self.decisions} decisions, {state}>"
        )

    def _two_records(self) -> Any:
        """A place for the position and one to try things out; gaps between fields hold zeros, always."""
        state = self.game.rules.State
        return Shelf(2, state) if self.form is self.game.plain else np.zeros(2, state)

    # ------------------------------------------------------------ a game's course

    def reset(self, seed: int | None = None) -> None:
        """Start a new game: the first of `seed`, or without one the next of the seed given before."""
        if seed is None:
            self.number += 1
        else:
            code = checked_seed(seed)
            self.seed, self.number, self._seed = int(seed), 0, code
        self.form.start_stream(self._rng, self._seed, self.number)
        self._slots[0] = self._first
        self.decisions = self.rolls = 0
        self._go_on()

    def step(self, seat: int, action: int) -> None:
        """Let a seat that may act play `action`, then roll until the next decision or the end."""
        code = self._whole(action)
        if seat == CHANCE and not self.explicit_chance:
            raise BadAction(say("Chance is rolled inside here; only a seat can act."))
        if not self.form.table_apply(self._slots, int(seat), code, self._out):
            raise self.refusal(seat, action)
        if seat == CHANCE:
            self.rolls += 1
        else:
            self.decisions += 1
        self._go_on()

    def stand(self, position: Position) -> None:
        """Go on from this position of the same table, whatever was played here before."""
        self._slots[0] = position if self.form is self.game.plain else position.pack()[0]
        self.actor = int(self.form.table_actor(self._slots))

    def _go_on(self) -> None:
        if not self.explicit_chance:
            self.rolls += int(self.form.table_roll(self._slots, self._rng))
        self.actor = int(self.form.table_actor(self._slots))

    # ------------------------------------------------------------ what can be asked at any time

    @property
    def over(self) -> bool:
        """Whether the game has ended: nobody acts any more, and rewards are final."""
        return self.actor == OVER

    def may_act(self, seat: int) -> bool:
        """May this seat act now? Where bids are sealed several may, in any order; `actor` is one of them."""
        return self.actor >= 0 and bool(self.form.table_may_act(self._slots, int(seat)))

    @property
    def acting(self) -> list[int]:
        """The seats that may act now."""
        return [seat for seat in self.seats if self.may_act(seat)]

    def legal(self, seat: int) -> list[int]:
        """What a seat may do now, in the rules' order; nothing when it may not act."""
        count = self.form.table_legal(self._slots, int(seat), self._out)
        listed: list[int] = self._out[:count].tolist()
        return listed

    def is_legal(self, seat: int, action: int) -> bool:
        """May this seat play that now?"""
        return self._whole(action) in self.legal(seat)

    def mask(self, seat: int) -> npt.NDArray[np.uint8]:
        """The same as ones and zeros, by action code."""
        mask = np.zeros(self.actions, np.uint8)
        self.form.table_mask(self._slots, int(seat), self._out, mask)
        return mask

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees, as the game's features; never anything that is hidden from it."""
        out = np.zeros(self.features, np.float32)
        self.form.table_observe(self._slots, int(seat), out)
        return out

    def outcomes(self) -> list[tuple[int, float]]:
        """At CHANCE: what may be rolled, each with its probability."""
        if self.actor != CHANCE:
            return []
        p = self.position
        odds = np.zeros(self.form.MAX_ACTIONS, np.int64)
        count = self.game.plain.weights(p, odds)
        total = float(odds[:count].sum())
        return list(zip(self.legal(CHANCE), (odds[:count] / total).tolist(), strict=True))

    @property
    def shares(self) -> list[float]:
        """Who has won how much, by chair; zeros until the game is over."""
        if not self.over:
            return [0.0] * len(self.sides)
        return [float(self.form.table_payoff(self._slots, c)) for c in range(len(self.sides))]

    @property
    def rewards(self) -> list[float]:
        """The same as rewards (see the conventions above), by chair; zeros until the game is over."""
        if not self.over:
            return [0.0] * len(self.sides)
        given: list[float] = rewards_of(self.shares, self.sides).tolist()
        return given

    @property
    def position(self) -> Position:
        """A copy of the position, in plain form."""
        slot = self._slots[0]
        return slot.copy() if isinstance(slot, Position) else Position.unpack(slot)

    def view(self, seat: int) -> Position:
        """The position as far as a seat may know it."""
        return view(self.game, self.position, seat)

    def toward(self, seat: int, think: Callable[[], int]) -> int:
        """The code to play for somebody who thinks of an action: that action. Where actions come in parts,
        the next of these."""
        return think()

    # ------------------------------------------------------------ copies

    def copy(self) -> Episode:
        """Another episode at the same point, dice to come included."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._slots = self._two_records()
        other._slots[0] = self._slots[0]
        other._out = self._out.copy()
        other._rng = self._rng.copy()
        return other

    def to_bytes(self) -> bytes:
        """Everything that changes in the course of a game; for `restore` of an equal episode."""
        counters = np.array([self._seed, self.number, self.decisions, self.rolls], np.int64)
        slot = self._slots[0]
        record = slot.to_bytes() if isinstance(slot, Position) else slot.tobytes()
        return bytes(counters.tobytes() + self._rng.tobytes() + record)

    def restore(self, data: bytes) -> None:
        """Become what `to_bytes` of an episode of this game wrote."""
        state = self.game.rules.State
        if len(data) != 40 + state.itemsize:
            raise BadChoice(
                say(
                    "These {size} bytes are no episode of {game}; that has {right}.",
                    size=len(data),
                    game=self.game.id,
                    right=40 + state.itemsize,
                )
            )
        self._seed, self.number, self.decisions, self.rolls = np.frombuffer(data, np.int64, 4).tolist()
        self.seed = self._seed % 2**64
        self._rng[0] = np.frombuffer(data, np.uint64, 1, 32)[0]
        record = np.frombuffer(data, state, 1, 40)
        self._slots[0] = Position.unpack(record) if self.form is self.game.plain else record[0]
        self.actor = int(self.form.table_actor(self._slots))

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        plain = self.form is self.game.plain and self.game.is_compiled
        made = (type(self), self.game, self._start.to_bytes(), self.explicit_chance, plain)
        return _unpickled, (*made, self.to_bytes())

    # ------------------------------------------------------------ refusals

    def _whole(self, action: Any) -> int:
        try:
            code = action.__index__()
        except (AttributeError, TypeError):
            code = None
        if code is None or isinstance(action, (bool, np.bool_)):
            raise MalformedAction(
                say(
                    "An action is a whole number from 0 to {most}, not “{action}”.",
                    most=self.actions - 1,
                    action=action,
                )
            )
        return int(code)

    def refusal(self, seat: int, action: int) -> BadAction:
        """Why `seat` may not play this; told from its own view, so that it learns nothing from it."""
        code = self._whole(action)
        if self.over:
            return BadAction(say("The game is over; reset() starts another."))
        if seat != CHANCE and not 0 <= code < self.actions:
            return MalformedAction(
                say(
                    "An action is a whole number from 0 to {most}, not “{action}”.",
                    most=self.actions - 1,
                    action=action,
                )
            )
        if seat == CHANCE or not self.may_act(seat):
            if self.actor == CHANCE:
                outcomes = ", ".join(map(str, self.legal(CHANCE)))
                return BadAction(say("Chance is next; it can be: {outcomes}.", outcomes=outcomes))
            turn = join(map(str, self.acting), ", ")
            return BadAction(say("It is not for seat {seat} to act, but for {turn}.", seat=seat, turn=turn))
        told = say("Action {action} is not legal now: its mask is 0.", action=action)
        seen = self.view(seat)
        self.game.plain.call_on(seen, seat)
        reason = self.game.why_not(seen, seat, code)
        return IllegalAction(join([told, reason.text]), reason.clause) if reason else BadAction(told)


def _unpickled(
    kind: type[Episode], game: Game, start: bytes, explicit_chance: bool, plain: bool, data: bytes
) -> Episode:
    first = Position.from_bytes(game.rules.State, start)
    form = game.plain if plain else None
    episode = kind(game, start=first, seed=0, explicit_chance=explicit_chance, form=form)
    episode.restore(data)
    return episode
