"""One set of house rules at work: games in blocks, counted or watched, on all cores.

Blocks are lists of numbers of games, and a game depends on its number and the seed alone. So the same number
is the same luck under every set of rules, which is what makes differences between them paired.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour import bots
from parlour.arena import drivers as arena_drivers
from parlour.arena import judging
from parlour.arena.playing import OPENING, has_dice, sides_of
from parlour.bots import Bot, learned
from parlour.bots.binding import Bound
from parlour.bots.careful import Careful
from parlour.bots.randomly import Randomly
from parlour.lab import counting, watching
from parlour.rules import drivers as rules_drivers
from parlour.rules import forms
from parlour.rules.contracts import measures
from parlour.rules.game import Game
from parlour.rules.position import Position, Shelf
from parlour.rules.run import cores
from parlour.text import BadChoice, say

LONGEST = 100_000  # events, after which a game counts as one that does not end
POINTS = 4096  # moments of a game whose chances are kept
GLANCE = 8  # one in so many rolls and decisions is looked at closely
JUDGES = 48  # random games that value a position where nothing better is known
_READY = "ready"

Numbers = npt.NDArray[Any]


class Block(NamedTuple):
    """What came of some games, a row each. The last four are empty where nobody watched."""

    games: Numbers  # their numbers
    counts: Numbers
    shares: Numbers  # by chair
    tallies: Numbers
    own: Numbers
    trace: Numbers
    points: Numbers
    stakes: Numbers
    kept: tuple[Position, ...]
    taken: tuple[tuple[Position, int, int], ...] = ()  # before a capture, the action, how many there were


def joined(parts: Sequence[Block]) -> Block:
    """Several blocks as one, in order."""
    whole: list[Any] = [np.concatenate([part[i] for part in parts]) for i in range(len(Block._fields) - 2)]
    whole.append(tuple(position for part in parts for position in part.kept))
    whole.append(tuple(capture for part in parts for capture in part.taken))
    return Block._make(whole)


class Quick:
    """Random games, counted: the drivers that need nothing but the rules."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._parts = ((game.measures.module, measures),)
        self.plain: Any = forms.plain(game.rules, rules_drivers, counting, parts=self._parts)

    @property
    def compiled(self) -> Any:
        """The compiled drivers, or the plain ones where there is no compiler."""
        return self._compiled() if forms.compiler_present() else self.plain

    @cache  # noqa: B019 - one of these lives as long as its game
    def _compiled(self) -> Any:
        return forms.compiled(self.game.rules, rules_drivers, counting, parts=self._parts)

    @property
    def is_kept(self) -> bool:
        """Was it compiled before?"""
        return not forms.compiler_present() or self._ready_file().exists()

    def keep(self) -> None:
        """Notes on disk that this game's drivers are compiled, so that the next process need not ask."""
        if forms.compiler_present():
            self._ready_file().touch()

    def _ready_file(self) -> Any:
        return forms.cache_folder(self.game.rules, rules_drivers, counting, parts=self._parts) / _READY


@cache
def quick(game: Game) -> Quick:
    """The drivers of random games for this game, one and the same for the whole process."""
    return Quick(game)


@cache
def watched(game: Game) -> Bound:
    """The game bound to what watching needs."""
    parts = ((game.measures.module, measures),)
    return Bound(game, (arena_drivers, judging, counting, watching), parts)


class Judge(NamedTuple):
    """Who says what positions are worth."""

    kind: str  # "network", "considerations" or "playouts"
    mind: Numbers
    playouts: int


def judge_of(game: Game) -> Judge:
    """The best judge of positions that the game has: a network, considerations, or random games."""
    mine = watched(game)
    if learned.is_trained(game):
        return Judge("network", learned.mind_of(game), 0)
    mind = mine.careful_mind()
    return Judge("considerations", mind, 0) if mine.considerations else Judge("playouts", mind, JUDGES)


class Table:
    """Games of one game by one set of house rules, between these players."""

    def __init__(self, game: Game, start: Position, players: Sequence[str], seed: int) -> None:
        self.game, self.start, self.seed = game, start, seed
        self.sides = sides_of(game, start)
        self.judge = judge_of(game)
        self._bots: list[Bot] = [bots.make(spec, game) for spec in dict.fromkeys(players)]
        self._all_random = all(isinstance(bot, Randomly) for bot in self._bots)
        for spec, bot in zip(dict.fromkeys(players), self._bots, strict=True):
            if not self._can_play(bot):
                raise BadChoice(
                    say(
                        "The bot “{bot}” thinks too long for the lab, which needs hundreds of games. "
                        "Choose random, a level that looks one move ahead, or careful.",
                        bot=spec,
                    )
                )
        self._lines = _lines(game, self.sides, [list(dict.fromkeys(players)).index(p) for p in players])
        self._opening = 0 if self._all_random or has_dice(game, start) else OPENING

    def _can_play(self, bot: Bot) -> bool:
        mindful = isinstance(bot, Careful) and bool(watched(self.game).considerations or bot.mind[0])
        return mindful or isinstance(bot, Randomly)

    def who(self, games: Numbers) -> Numbers:
        """Which of the players, by their numbers, has which side in these games: games x sides."""
        lines: Numbers = self._lines[games % len(self._lines)]
        return np.asarray(lines[:, [chairs[0] for chairs in self.sides]])

    # ------------------------------------------------------------ compiling ahead

    def is_ready(self, watch: bool) -> bool:
        """Can this be played at once, without waiting for a compiler?"""
        return self._bound.is_kept if watch or not self._all_random else quick(self.game).is_kept

    def warm(self, watch: bool) -> None:
        """Compile what this needs, or load what was compiled."""
        none = np.zeros(0, np.int64)
        if not watch and self._all_random:
            self._count(quick(self.game).compiled, none)
            quick(self.game).keep()
        else:
            self._watch(self._bound.compiled, none, True)
            self._bound.use_compiled()

    @property
    def _bound(self) -> Bound:
        return watched(self.game)

    # ------------------------------------------------------------ playing

    def count(self, games: Numbers, *, plain: bool = False, threads: int | None = None) -> Block:
        """Play these games and count."""
        if self._all_random:
            form = quick(self.game).plain if plain else quick(self.game).compiled
            return _spread(lambda part: self._count(form, part), games, 1 if plain else threads)
        form = self._bound.plain if plain else self._bound.compiled
        return _spread(lambda part: self._watch(form, part, False), games, 1 if plain else threads)

    def watch(self, games: Numbers, *, plain: bool = False, threads: int | None = None) -> Block:
        """Play these games, count, and let the judge follow them."""
        form = self._bound.plain if plain else self._bound.compiled
        return _spread(lambda part: self._watch(form, part, True), games, 1 if plain else threads)

    def _rows(self, form: Any, games: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        n = len(games)
        own = len(self.game.measures.COUNTED)
        return (
            np.zeros((n, counting.COUNTS), np.int64),
            np.zeros((n, self.game.chairs)),
            np.zeros((n, max(len(form.TALLIES), 1)), np.int64),
            np.zeros((n, max(own, 1))),
        )

    def _count(self, form: Any, games: Numbers) -> Block:
        rows = self._rows(form, games)
        is_plain = form is quick(self.game).plain
        slots, start = _slots(self.game, 1, is_plain), _slots(self.game, [self.start], is_plain)
        out, last = np.zeros(form.MAX_ACTIONS, np.int64), np.zeros(self.game.chairs + 1, np.int64)
        streams = np.zeros((2, 1), np.uint64)
        form.count_games(slots, start, games, self.seed, LONGEST, out, streams, last, *rows)
        return Block(games, *rows, *unwatched(len(games), self.game.chairs), ())

    def _watch(self, form: Any, games: Numbers, judged: bool) -> Block:
        game, mine, n = self.game, self._bound, len(games)
        rows = self._rows(form, games)
        w, slots, start, streams, last = self._desk(form, judged)
        trace = np.zeros((n, POINTS if judged else 0, game.chairs), np.float32)
        points, stakes = np.zeros(n, np.int64), np.zeros((n, watching.STAKES))
        kept = mine.slots(max(n, 1), form)
        takes = watching.Takes(
            mine.slots(max(n, 1), form), np.zeros(max(n, 1), np.int64), np.zeros(max(n, 1), np.int64)
        )
        form.watch_games(
            slots, start, games, self.seed, streams, last, w, *rows, trace, points, stakes, kept, takes
        )
        positions = tuple(_position(kept, i) for i in range(n) if rows[0][i, counting.DECISIONS] and judged)
        taken = tuple(
            (_position(takes.slots, i), int(takes.actions[i]), int(takes.counts[i]))
            for i in range(n)
            if takes.counts[i]
        )
        return Block(games, *rows, trace, points, stakes, positions, taken)

    def _desk(self, form: Any, judged: bool) -> tuple[Any, Any, Any, Any, Any]:
        """What one thread needs to play and to judge."""
        game, mine, judge = self.game, self._bound, self.judge
        minds = [bot.mind for bot in self._bots if isinstance(bot, Careful)] or [judge.mind]
        manners = np.zeros((len(self._bots), arena_drivers.MANNERS))
        table = np.zeros((len(self._bots), max(map(len, minds))), np.float32)
        for i, bot in enumerate(self._bots):
            if isinstance(bot, Careful):
                manners[i] = arena_drivers.CAREFUL, *bot.manner.row(bot.worlds)
                table[i, : len(bot.mind)] = bot.mind
        streams = np.zeros((watching.STREAMS, 1), np.uint64)
        scratch = max((mine.scratch(mind) for mind in minds), key=lambda rows: rows.shape[1])
        play = mine.workspace(minds[0], form=form)
        longest, chairs = form.MAX_ACTIONS, game.chairs
        rules = np.zeros(watching.RULES, np.int64)
        rules[watching.EVERY] = GLANCE if judged else 0
        rules[watching.PLAYOUTS] = judge.playouts
        rules[watching.MOST] = LONGEST
        rules[watching.OPENING] = self._opening
        tallies, captures = list(form.TALLIES), game.measures.CAPTURES
        rules[watching.CAPTURES] = tallies.index(captures) if captures in tallies else -1
        w = watching.Watch(
            bots=arena_drivers.Bots(
                np.zeros(chairs, np.int64),
                manners,
                table,
                table[0].copy(),
                np.zeros((2, longest), np.int64),
            ),
            lines=self._lines,
            mind=judge.mind,
            rules=rules,
            work=mine.workspace(judge.mind, judging.SLOTS, form),
            play=play._replace(rng=streams[watching.GUESSES], scratch=scratch),
            seen=mine.slots(1, form),
            here=mine.slots(1, form),
            chances=np.zeros((longest, chairs)),
            judged=np.zeros(longest),
            codes=np.zeros(longest, np.int64),
            odds=np.zeros(longest, np.int64),
            sums=np.zeros((4, chairs)),
            counted=np.zeros(2, np.int64),
            rng=np.zeros(1, np.uint64),
        )
        slots, start = mine.slots(1, form), mine.slots([self.start], form)
        return w, slots, start, streams, np.zeros(chairs + 1, np.int64)


def _position(slots: Any, i: int) -> Position:
    found: Position = slots[i].copy() if isinstance(slots, Shelf) else Position.unpack(slots[i])
    return found


def unwatched(games: int, chairs: int) -> tuple[Numbers, Numbers, Numbers]:
    """What stands in a block for the judge's part where nobody watched."""
    return (
        np.zeros((games, 0, chairs), np.float32),
        np.zeros(games, np.int64),
        np.zeros((games, watching.STAKES)),
    )


def _lines(game: Game, sides: Sequence[Sequence[int]], named: Sequence[int]) -> Numbers:
    """Who sits where, game after game: the players in turn on the sides, every rotation as often."""
    rows = []
    for turn in range(len(sides)):
        row = np.zeros(game.chairs, np.int64)
        for i, chairs in enumerate(sides):
            row[list(chairs)] = named[(i + turn) % len(sides) % len(named)]
        rows.append(row)
    return np.array(rows)


def _slots(game: Game, what: int | list[Position], is_plain: bool) -> Any:
    places = what if isinstance(what, int) else len(what)
    slots: Any = Shelf(places, game.rules.State) if is_plain else np.zeros(places, game.rules.State)
    for i, position in enumerate([] if isinstance(what, int) else what):
        slots[i] = position if is_plain else position.pack()[0]
    return slots


def _spread(play: Callable[[Numbers], Block], games: Numbers, threads: int | None) -> Block:
    """Share the games out among threads; compiled rules release Python's lock."""
    threads = min(cores() if threads is None else threads, max(1, len(games)))
    parts = np.array_split(games, min(4 * threads, len(games)) if threads > 1 else 1)
    if threads == 1:
        return joined([play(part) for part in parts])
    with ThreadPoolExecutor(threads) as pool:
        return joined(list(pool.map(play, parts)))
