"""What a tournament plays: who sits where, in which round, with which dice.

A round deals one stream of dice to several games. At every table of the tournament the bots sit in every
rotation, so that each meets the same luck from every chair. Games depend on the seed and on their round
alone: who plays them, in which order and on how many processes, changes nothing.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour import bots
from parlour.arena import cluster, drivers
from parlour.bots import Bot
from parlour.bots.binding import bound
from parlour.bots.bot import forget
from parlour.bots.careful import Careful
from parlour.bots.randomly import Randomly
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, below, start_stream
from parlour.rules.position import Position
from parlour.rules.run import playouts
from parlour.table import views
from parlour.table.naming import legal_codes
from parlour.text import BadChoice, ParlourError, say

MOST_BOTS = 40
MOST_GAMES = 1 << 12  # of a round
TIMED = 4  # rounds
OPENING = 4  # random decisions, where there are no dice
THOUGHTS = 1 << 42  # the first number of the streams that seed the bots' thoughts
OCTAVE = 8  # thinking times are counted in so many steps for every doubling

Stream = npt.NDArray[np.uint64]
Line = tuple[int, ...]  # which bot plays which side, by their numbers


class Played(NamedTuple):
    """One game: the bot of each side, what each side won, how many decisions and rolls it took."""

    line: Line
    shares: tuple[float, ...]
    decisions: int
    rolls: int


class Part(NamedTuple):
    """Some rounds in a row, and how long the bots thought: by bot, how many moves took how many steps."""

    first: int
    rounds: list[list[Played]]
    times: dict[int, Counter[int]]


@dataclass(frozen=True)
class Contest:
    """Everything that decides the games of a tournament, in a form that travels to other machines."""

    job: cluster.Job
    bots: tuple[str, ...]  # their specs, each once
    tables: tuple[tuple[Line, ...], ...]  # of every table, the seating orders that the rounds go through
    sides: tuple[tuple[int, ...], ...]  # the chairs of each side
    opening: int  # random decisions that begin every game, the same for all games of a round

    @classmethod
    def of(
        cls, game: Game, start: Position, names: Sequence[str], seed: int, opening: int | None = None
    ) -> Contest:
        """The tournament of these bots, with one at every side of a table.

        As many names as sides are one table, at which a name may be said twice. With more names, every
        choice of them has its table; with fewer, seats are shared out as evenly as can be. Where nothing is
        rolled, two bots would always play much the same game: there, games open at random unless told.
        """
        if not 2 <= len(names) <= MOST_BOTS:
            raise BadChoice(
                say(
                    "A tournament is for 2 to {most} bots, such as {example}, not for {count}.",
                    most=MOST_BOTS,
                    example="careful,random",
                    count=len(names),
                )
            )
        specs = tuple(dict.fromkeys(names))
        for spec in specs:
            bots.make(spec, game, own=True)  # says what is wrong with it
        sides = sides_of(game, start)
        lines = _lines([specs.index(name) for name in names], len(sides))
        if len(lines) * len(sides) > MOST_GAMES:
            raise BadChoice(
                say(
                    "{count} bots at tables of {sides} make rounds of {games} games; {most} is the most.",
                    count=len(names),
                    sides=len(sides),
                    games=len(lines) * len(sides),
                    most=MOST_GAMES,
                )
            )
        if opening is None:
            opening = 0 if has_dice(game, start) else OPENING
        job = cluster.Job.of(game, start, seed)
        return cls(job, specs, tuple(map(_orders, lines)), sides, opening)

    def round(self, number: int) -> list[Line]:
        """The games of a round: at every table all rotations of one order; the orders take turns."""
        return [line for orders in self.tables for line in _rotations(orders[number % len(orders)])]

    def rounds_for(self, games: int) -> int:
        """How many rounds have at least so many games."""
        cycle = math.lcm(*map(len, self.tables))
        sizes = [len(self.round(number)) for number in range(cycle)]
        rounds, left = games // sum(sizes) * cycle, games % sum(sizes)
        while left > 0:
            left -= sizes[rounds % cycle]
            rounds += 1
        return rounds


def sides_of(game: Game, start: Position) -> tuple[tuple[int, ...], ...]:
    """The chairs of each side: team mates together, in the order of their first chairs."""
    sides: dict[int, list[int]] = {}
    for chair in game.seats(start):
        sides.setdefault(int(game.plain.side(start, chair)), []).append(chair)
    return tuple(map(tuple, sides.values()))


def has_dice(game: Game, start: Position) -> bool:
    """Is anything rolled or dealt in the course of a game, and not only to settle who begins?"""
    return playouts(game, start, 1, form=game.plain, threads=1).rolls > 2


def _lines(named: list[int], sides: int) -> list[Line]:
    """Who meets at a table, for all tables."""
    everybody = sorted(set(named))
    if len(named) == sides:
        return [tuple(named)]
    if len(named) > sides:
        return list(dict.fromkeys(combinations(sorted(named), sides)))
    counts = (sides // len(everybody), -(-sides // len(everybody)))
    return [
        line
        for line in combinations_with_replacement(everybody, sides)
        if all(line.count(bot) in counts for bot in everybody)
    ]


def _orders(line: Line) -> tuple[Line, ...]:
    """All ways to sit round a table, where only neighbours matter."""
    first, *others = line
    return tuple(sorted({min(_rotations((first, *rest))) for rest in permutations(others)}))


def _rotations(line: Line) -> list[Line]:
    return list(dict.fromkeys(line[i:] + line[:i] for i in range(len(line))))


# ---------------------------------------------------------------- playing


class Player:
    """Plays rounds of a contest, in this process.

    Where all bots of a game look one action ahead, the whole game is played in compiled code. How long they
    think is then measured in the first rounds, which are played once more move by move.
    """

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._game, self._start = contest.job.unpack()
        self._bots: list[Bot] = [bots.make(spec, self._game, own=True) for spec in contest.bots]
        self._of_chair = {chair: side for side, chairs in enumerate(contest.sides) for chair in chairs}
        self._warm: set[int] = set()  # bots that have been asked for a move
        self._quick = Quick(self._game, self._start, self._bots)

    def prepare(self, first: int) -> None:
        """Compile what playing from that round on needs, before many processes would do so at once."""
        for orders in self._contest.tables:
            quick = self._is_quick(orders[0])
            if quick:
                self.at_once(first, 0, orders[0])
            for bot in orders[0] if not quick or first < TIMED else ():
                self._warm_up(bot)

    def __call__(self, first: int, count: int) -> Part:
        """The rounds first .. first+count-1."""
        times: dict[int, Counter[int]] = {}
        rounds = [
            [self.game(number, place, line, times) for place, line in enumerate(self._contest.round(number))]
            for number in range(first, first + count)
        ]
        return Part(first, rounds, times)

    def game(self, number: int, place: int, line: Line, times: dict[int, Counter[int]]) -> Played:
        """One game of a round."""
        quick = self._is_quick(line)
        if not quick or number < TIMED:
            played = self.move_by_move(number, place, line, times)
        return self.at_once(number, place, line) if quick else played

    def at_once(self, number: int, place: int, line: Line) -> Played:
        """One game of a round between bots that the compiled driver knows."""
        seats = {chair: line[side] for chair, side in self._of_chair.items()}
        opening = self._contest.opening
        shares, decisions, rolls = self._quick.play(*self.streams(number, place), opening, seats)
        return Played(line, tuple(shares[chairs[0]] for chairs in self._contest.sides), decisions, rolls)

    def move_by_move(self, number: int, place: int, line: Line, times: dict[int, Counter[int]]) -> Played:
        """One game of a round between any bots, each asked for every move."""
        plain = self._game.plain
        dice, seeds = self.streams(number, place)
        position, out = self._start.copy(), np.zeros(plain.MAX_ACTIONS, np.int64)
        decisions = rolls = 0
        for playing in self._bots:
            forget(playing)
        while (who := int(plain.actor(position))) != OVER:
            if who == CHANCE:
                action = int(plain.draw(position, int(below(dice, int(plain.tickets(position))))))
                rolls += 1
            elif decisions < self._contest.opening:
                action = int(plain.random_action(position, who, out, dice))
                decisions += 1
            else:
                bot = line[self._of_chair[who]]
                action = self._decide(bot, position, who, int(below(seeds, 1 << 31)), times)
                decisions += 1
            plain.apply(position, action)
        shares = tuple(float(plain.payoff(position, chairs[0])) for chairs in self._contest.sides)
        return Played(line, shares, decisions, rolls)

    def streams(self, number: int, place: int) -> tuple[Stream, Stream]:
        """The dice of the round, and the seeds of the game's thoughts."""
        dice, seeds = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        start_stream(dice, self._contest.job.seed, number)
        start_stream(seeds, self._contest.job.seed, THOUGHTS + number * MOST_GAMES + place)
        return dice, seeds

    def _is_quick(self, line: Line) -> bool:
        return forms.compiler_present() and self._quick.plays(line)

    def _warm_up(self, bot: int) -> None:
        if bot not in self._warm:
            self._bots[bot].warm()
            self._warm.add(bot)

    def _decide(
        self, bot: int, position: Position, who: int, seed: int, times: dict[int, Counter[int]]
    ) -> int:
        self._warm_up(bot)
        view = views.view(self._game, position, who)
        began = time.perf_counter()
        action = self._bots[bot].think(view, who, seconds=None, seed=seed).action
        times.setdefault(bot, Counter())[step_of(time.perf_counter() - began)] += 1
        if action not in legal_codes(self._game, view):
            raise ParlourError(
                say(
                    "The bot “{bot}” played {action}, which is not legal there.",
                    bot=self._contest.bots[bot],
                    action=action,
                )
            )
        return action


class Quick:
    """Games that the compiled driver plays from beginning to end."""

    def __init__(self, game: Game, start: Position, players: Sequence[Bot]) -> None:
        self._bound = mine = bound(game, drivers)
        known = [bot for bot in players if isinstance(bot, Careful) and (mine.considerations or bot.mind[0])]
        self._knows = {i for i, bot in enumerate(players) if bot in known or isinstance(bot, Randomly)}
        if not known:  # among random bots alone, the compiler would take longer than the games
            self._knows = set()
            return
        form = mine.compiled
        self._start = mine.slots([start], form)
        self._places = mine.slots(1, form), mine.slots(1, form)
        self._manners = np.zeros((len(players), drivers.MANNERS))
        self._minds = np.zeros((len(players), max(len(bot.mind) for bot in known)), np.float32)
        self._mood = np.zeros(self._minds.shape[1], np.float32)
        self._mixed = np.zeros((2, form.MAX_ACTIONS), np.int64)
        for i, bot in enumerate(players):
            if isinstance(bot, Careful) and i in self._knows:
                self._manners[i] = drivers.CAREFUL, *bot.manner.row(bot.worlds)
                self._minds[i, : len(bot.mind)] = bot.mind
        self._streams = np.zeros((drivers.STREAMS, 1), np.uint64)
        scratch = max((mine.scratch(bot.mind) for bot in known), key=lambda rows: rows.shape[1])
        work = mine.workspace(known[0].mind, form=form)
        self._work = work._replace(rng=self._streams[drivers.GUESSES], scratch=scratch)
        self._judged = np.zeros((form.MAX_ACTIONS, game.chairs)), np.zeros(form.MAX_ACTIONS)

    def plays(self, line: Line) -> bool:
        """Whether every bot of this line-up looks one action ahead, so that whole games run compiled."""
        return self._knows.issuperset(line)

    def play(
        self, dice: Stream, seeds: Stream, opening: int, seats: Mapping[int, int]
    ) -> tuple[list[float], int, int]:
        """A game: what each chair won, how many decisions and how many rolls."""
        self._streams[drivers.DICE], self._streams[drivers.SEEDS] = dice, seeds
        players = np.array([seats.get(chair, 0) for chair in range(self._bound.game.chairs)], np.int64)
        counts, shares = np.zeros(2, np.int64), np.zeros(self._bound.game.chairs)
        self._bound.compiled.play_between(
            *self._places,
            self._start,
            opening,
            drivers.Bots(players, self._manners, self._minds, self._mood, self._mixed),
            self._streams,
            self._work,
            *self._judged,
            counts,
            shares,
        )
        self._bound.use_compiled()  # which says that it is there, for the next time
        return shares.tolist(), int(counts[0]), int(counts[1])


def step_of(seconds: float) -> int:
    """On which step of the scale of thinking times this is."""
    return round(OCTAVE * math.log2(max(seconds, 1e-7)))


def seconds_of(step: int) -> float:
    """The upper edge of a step of the histogram of thinking times."""
    return float(2 ** (step / OCTAVE))
