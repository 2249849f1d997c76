"""Judges: what a position is worth to every side, on which a review is built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from parlour.arena import judging
from parlour.bots import Bot, learned
from parlour.bots.binding import Array, Bound, bound
from parlour.bots.careful import Careful
from parlour.bots.drivers import Workspace
from parlour.rules import kit
from parlour.rules.game import Game
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from parlour.rules.run import playouts
from parlour.table.naming import legal_codes

Chances = tuple[float, ...]  # by side
Sides = Sequence[Sequence[int]]  # the chairs of each
Value = Callable[[Position], Chances]
GAMES = 200  # random games that value a position where nothing better is known
WORLDS = 8  # guesses at what a seat could not see
LOOKS = 64  # actions that the end of a turn is looked for among


class Judge(Protocol):
    """Values positions, all alike: the same position is always worth the same."""

    def value(self, position: Position) -> Chances:
        """Every side's chances."""
        ...

    def average(self, position: Position) -> Chances:
        """The same before a roll: the mean over all that may come, by the odds."""
        ...

    def worth(self, view: Position, seat: int, actions: Sequence[int], seed: int) -> list[float]:
        """What actions are worth to the seat's side, as far as it can know."""
        ...


class Plainly:
    """Judges by a function of positions."""

    def __init__(self, game: Game, sides: Sides, value: Value) -> None:
        self._game, self._sides, self.value = game, sides, value

    def average(self, position: Position) -> Chances:
        """The chances over all that may fall, each outcome by its odds."""
        outcomes = legal_codes(self._game, position)
        odds = np.zeros(self._game.plain.MAX_ACTIONS, np.int64)
        weights = odds[: self._game.plain.weights(position, odds)]
        worth = np.array([self.value(_after(self._game, position, outcome)) for outcome in outcomes])
        return tuple((weights @ worth / weights.sum()).tolist())

    def worth(self, view: Position, seat: int, actions: Sequence[int], seed: int) -> list[float]:
        """What each action is worth to the seat, over a few worlds that fit what it may know."""
        side = side_of(self._sides, seat)
        found = np.zeros(len(actions))
        worlds = WORLDS if self._game.has_secrets else 1
        for number in range(worlds):
            stream = np.zeros(1, np.uint64)
            kit.start_stream(stream, seed, number)
            world = view.copy()
            self._game.plain.guess(world, seat, stream)
            found += [self.value(_after(self._game, world, action))[side] / worlds for action in actions]
        return [float(value) for value in found]


class Mindful:
    """Judges by considerations or a network, in compiled code where that is ready."""

    def __init__(self, game: Game, sides: Sides, mind: Array) -> None:
        self._bound, self._sides, self._mind = bound(game, judging), sides, mind
        self._worlds = WORLDS if game.has_secrets else 1

    def value(self, position: Position) -> Chances:
        """The chances after the turn has been played on to a point where its considerations are fair."""
        form, work = self._bound.form, self._workspace()
        work.slots[judging.NOW] = self._bound.slots([position], form)[0]
        form.finish_turn(work, LOOKS, self._mind)
        return tuple(float(work.values[chairs[0]]) for chairs in self._sides)

    def average(self, position: Position) -> Chances:
        """The chances over every roll, each followed by the best that can be made of it."""
        form, mean = self._bound.form, np.zeros(self._bound.game.chairs)
        start = self._bound.slots([position], form)
        outcomes, odds = (np.zeros(form.MAX_ACTIONS, np.int64) for _ in range(2))
        form.average_roll(self._workspace(), start, LOOKS, self._mind, outcomes, odds, mean)
        return tuple(float(mean[chairs[0]]) for chairs in self._sides)

    def worth(self, view: Position, seat: int, actions: Sequence[int], seed: int) -> list[float]:
        """What each action is worth to the seat, when it and all others go on as the judge would."""
        form, start = self._bound.form, self._bound.slots([view])
        found, codes = np.zeros(len(actions)), np.array(actions, np.int64)
        work = self._workspace()
        form.weigh_turns(work, start, self._worlds, codes, seat, seed, LOOKS, self._mind, found)
        return [float(value) for value in found]

    def _workspace(self) -> Workspace:
        return self._bound.workspace(self._mind, judging.SLOTS)


def judge_for(game: Game, sides: Sides, bot: Bot) -> Judge:
    """The judge that goes with a bot: its own mind where it looks at positions one by one, else the game's
    network or its considerations, else random games."""
    mine = bound(game)
    if isinstance(bot, Careful) and (mine.considerations or bot.mind[0]):
        return Mindful(game, sides, bot.mind)
    if learned.is_trained(game):
        return Mindful(game, sides, learned.mind_of(game))
    if mine.considerations:
        return Mindful(game, sides, mine.careful_mind())

    def by_random_games(position: Position) -> Chances:
        if game.plain.actor(position) == OVER:
            return tuple(float(game.plain.payoff(position, chairs[0])) for chairs in sides)
        found = playouts(game, position, GAMES, form=game.plain, threads=1)
        return tuple(found.shares[chairs[0]] / GAMES for chairs in sides)

    return Plainly(game, sides, by_random_games)


def is_ready(game: Game) -> bool:
    """Has everything that judging needs been compiled before?"""
    return not bound(game).considerations or _bound(game).is_kept


def warm(game: Game) -> None:
    """Compile what judging needs, and judge with that from now on."""
    mine = _bound(game)
    if not mine.considerations or mine.compiled is mine.plain:
        return
    form, mind = mine.compiled, mine.careful_mind()
    start, work = mine.slots([game.new()], form), mine.workspace(mind, judging.SLOTS, form)
    outcomes, odds = (np.zeros(form.MAX_ACTIONS, np.int64) for _ in range(2))
    mean = np.zeros(game.chairs)
    work.slots[judging.NOW] = start[0]
    form.finish_turn(work, 1, mind)
    if int(game.plain.actor(game.new())) == kit.CHANCE:  # a game that begins otherwise may have no rolls
        form.average_roll(work, start, 1, mind, outcomes, odds, mean)
    form.weigh_turns(work, start, 0, outcomes[:0], 0, 0, 1, mind, mean)
    mine.use_compiled()


def _bound(game: Game) -> Bound:
    return bound(game, judging)


def side_of(sides: Sides, seat: int) -> int:
    """The number of the side on which a seat plays."""
    return next(i for i, chairs in enumerate(sides) if seat in chairs)


def _after(game: Game, position: Position, action: int) -> Position:
    after = position.copy()
    game.plain.apply(after, action)
    return after
