"""The search for a better rule set: screening, then successive halving, then figures from fresh games.

Every house rule is first tried alone. Those that surely bring nothing of what is wanted are left out; of the
others sets are put together, which play the same games, and the better half plays twice as many, until a few
are left. These are varied by one rule, and the halving begins again. Which sets are better is said by fronts:
one is better than another where it comes nowhere short of it and somewhere nearer to what is wanted. Whoever
wins such a race was also lucky, so the figures that are shown come from other games than those that chose.

All of it follows from the question: whoever asks again with the same seed gets the same answer, and what was
played before it was stopped need not be played again.
"""

from __future__ import annotations

import math
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from parlour.bots.bot import split
from parlour.lab.measures import Seen
from parlour.lab.playing import Numbers, Table
from parlour.lab.question import MOST_SETS, Question, RuleSet
from parlour.lab.sums import Difference, Figure, Sums
from parlour.lab.wishes import MINUTES, Wish, fronts, read_wishes, usual_games, usual_minutes
from parlour.rules import forms
from parlour.text import BadChoice, ParlourError, Text, say, unknown

SCREENED, FEWEST = 8, 8  # one in so many of these, and at least so many, try each rule alone
BREADTH = 8  # rules that sets are made of
POPULATION, LEFT = 24, 6  # sets that begin a race, and those that are left at its end
GENERATIONS = 2
GRID = 0.25  # of a difference that anybody would notice: what is nearer counts as the same
FAR = 1e9  # as far from what is wanted as can be: there is no figure

Rules = tuple[tuple[str, str], ...]  # names and choices, sorted: a set of house rules


@dataclass(frozen=True)
class Entry:
    """A set of rules, and how it does what is wanted: a figure for each wish, and what it has more than the
    rules one began with."""

    rules: RuleSet
    figures: tuple[Figure | None, ...]
    differences: tuple[Difference | None, ...]
    shortfalls: tuple[float, ...]
    within: bool  # is every limit kept?

    @property
    def name(self) -> Text:
        """What tables call this set of house rules."""
        return self.rules.name


@dataclass(frozen=True)
class Front:
    """The answer so far: the best compromises, nearest first; the rules one began with are `first`."""

    question: Question
    wishes: tuple[Wish, ...]
    stage: Text
    tried: int  # sets of rules
    played: int  # games, all together
    first: Entry | None
    entries: tuple[Entry, ...]
    kept: tuple[str, ...]  # the single rules that were found to help
    finished: bool

    def compared(self) -> Question:
        """The question about the first set and the three best: the lab answers it with these very figures."""
        sets = [entry.rules for entry in (self.first, *self.entries[: MOST_SETS - 1]) if entry is not None]
        games = max((f.games for e in (self.first, *self.entries) if e for f in e.figures if f), default=1)
        return replace(
            self.question,
            sets=tuple(sets) or self.question.sets,
            seed=self.question.seed + 1,
            games=max(games, 1),
            watched=min(self.question.watched, max(games, 1)),
        )


class _Stopped(Exception):
    pass


def _screened(games: int) -> int:
    return min(games, max(FEWEST, games // SCREENED))


class Search:
    """One search, which can be stopped and taken up again."""

    def __init__(
        self,
        question: Question,
        want: str,
        vary: Sequence[str] = (),
        *,
        stop: Callable[[], bool] = lambda: False,
        threads: int | None = None,
        plain: bool = False,
    ) -> None:
        if len(question.sets) > 1:
            raise BadChoice(
                say("A search begins with one set of rules, not with {count}.", count=len(question.sets))
            )
        self.question, self._stop, self._threads = question, stop, threads
        self.plain = plain or not forms.compiler_present()
        table = question.tables()[0]
        self.game, self._sides = table.game, table.sides
        wishes = read_wishes(want, self.game, len(self._sides))
        self._base: Rules = tuple(sorted(question.sets[0].options.items()))
        self._tables: dict[tuple[Rules, bool], Table | None] = {}
        self._final = question.games, question.watched
        self._screen = _screened(question.games), _screened(question.watched)
        self._sums: dict[tuple[Rules, bool], list[Sums]] = {}
        self._shares: dict[tuple[bool, bool, int, int], list[tuple[Numbers, Numbers]]] = {}
        self._known: dict[tuple[Rules, bool, int], tuple[Any, ...]] = {}
        self._unended: Counter[tuple[Rules, bool]] = Counter()  # games that did not end
        self.played = 0
        self.wishes = wishes
        self._watched = any(wish.measure.watched for wish in wishes)
        self._single = self._choices(vary)
        self.kept: tuple[str, ...] = ()

    def warm(self) -> None:
        """Compile what it needs, or load what was compiled."""
        table = self._table(self._base)
        assert table is not None
        for watched in (False, True) if self._watched else (False,):
            table.warm(watched)

    def tables(self) -> Iterator[Table]:
        """Those of the first set, and of each house rule alone."""
        for more in ((), *self._single):
            table = self._table(self._with(self._base, more))
            assert table is not None
            yield table

    def _choices(self, vary: Sequence[str]) -> list[Rules]:
        """Every choice that can be made alone. Of numbers there is no end: they are left out."""
        known = {option.name: option for option in self.game.options if option.choices}
        for name in vary:
            if name not in known:
                raise unknown(say("house rule"), name, known)
        found: list[Rules] = []
        for option in known.values():
            if vary and option.name not in vary:
                continue
            for choice in option.choices:
                rules = self._with(self._base, ((option.name, choice),))
                if rules != self._base and self._table(rules) is not None:
                    found.append(((option.name, choice),))
        if not found:
            raise BadChoice(say("There is no house rule to be varied."))
        return found

    def _with(self, rules: Rules, more: Rules) -> Rules:
        chosen = {**dict(rules), **dict(more)}
        printed = {option.name: option.choices[0] for option in self.game.options if option.choices}
        return tuple(sorted((name, value) for name, value in chosen.items() if printed.get(name) != value))

    def _table(self, rules: Rules, fresh: bool = False) -> Table | None:
        """None where these rules cannot be played together, or other people are partners by them. Fresh games
        are those of the next seed."""
        if (rules, fresh) not in self._tables:
            sets = (RuleSet(dict(rules), self.question.sets[0].board),)
            try:
                table = replace(self.question, sets=sets, seed=self.question.seed + fresh).tables()[0]
                self._tables[rules, fresh] = table if len(table.sides) == len(self._sides) else None
            except ParlourError:
                self._tables[rules, fresh] = None
        return self._tables[rules, fresh]

    # ------------------------------------------------------------ playing

    def _pairs(
        self, rules: Rules, fresh: bool, watched: bool, first: int, count: int
    ) -> list[tuple[Numbers, Numbers]]:
        """What these games give for each wish: parts and wholes."""
        if self._stop():
            raise _Stopped
        table = self._table(rules, fresh)
        assert table is not None
        games = np.arange(first, first + count, dtype=np.int64)
        play = table.watch if watched else table.count
        block = play(games, plain=self.plain, threads=self._threads)
        self.played += count
        seen = Seen(block, table.sides, table.game)
        self._unended[rules, fresh] += int(np.count_nonzero(seen.ended == 0))
        return [wish.measure.of(seen) for wish in self.wishes if wish.measure.watched == watched]

    def _of_first(self, fresh: bool, watched: bool, first: int, count: int) -> list[tuple[Numbers, Numbers]]:
        key = (fresh, watched, first, count)
        if key not in self._shares:
            self._shares[key] = self._pairs(self._base, fresh, watched, first, count)
        return self._shares[key]

    def _figures(self, rules: Rules, fresh: bool, games: int, watched: int) -> tuple[Any, ...]:
        """A figure and a difference for each wish, from so many games (and the same under the first set)."""
        key = (rules, fresh, games)
        if key not in self._known:
            sums = self._sums.setdefault(
                (rules, fresh), [Sums(2, w.measure.kind == "share") for w in self.wishes]
            )
            for with_judge, wanted in ((False, games), (True, watched)):
                mine = [s for s, w in zip(sums, self.wishes, strict=True) if w.measure.watched == with_judge]
                if not mine:
                    continue
                done = mine[0].games
                if wanted > done:
                    self._add(mine, rules, fresh, with_judge, range(done, wanted))
            self._known[key] = tuple((one.figure(1), one.difference(1, 0), one.figure(0)) for one in sums)
        return self._known[key]

    def _add(self, sums: Sequence[Sums], rules: Rules, fresh: bool, watched: bool, games: range) -> None:
        base = self._of_first(fresh, watched, games.start, len(games))
        mine = base
        if rules != self._base:
            mine = self._pairs(rules, fresh, watched, games.start, len(games))
        for one, (part, whole), (own, own_whole) in zip(sums, base, mine, strict=True):
            one.add(np.stack([part, own], axis=1), np.stack([whole, own_whole], axis=1))

    def _entry(self, rules: Rules, fresh: bool, games: int, watched: int) -> Entry:
        found = self._figures(rules, fresh, games, watched)
        wishes = self._scaled(found)
        endless = self._is_endless(rules, fresh)
        short = tuple(
            float("inf") if endless or figure is None else wish.shortfall(figure.value)
            for wish, (figure, _, _) in zip(wishes, found, strict=True)
        )
        within = not endless and all(s == 0 for s, wish in zip(short, wishes, strict=True) if wish.is_limit)
        return Entry(
            RuleSet(dict(rules), self.question.sets[0].board),
            tuple(self._shown(wish, figure) for wish, (figure, _, _) in zip(wishes, found, strict=True)),
            tuple(self._moved(wish, apart) for wish, (_, apart, _) in zip(wishes, found, strict=True)),
            short,
            within,
        )

    def _is_endless(self, rules: Rules, fresh: bool) -> bool:
        """Do more games go on for ever than by the first set? Figures tell of those that end."""
        return self._unended[rules, fresh] > self._unended[self._base, fresh]

    def _scaled(self, found: Sequence[Any]) -> tuple[Wish, ...]:
        """Minutes are those of the game, for as many decisions as the rules one began with take."""
        usual = usual_minutes(self.game)
        return tuple(
            replace(wish, scale=usual / base.value) if wish.name == MINUTES and base else wish
            for wish, (_, _, base) in zip(self.wishes, found, strict=True)
        )

    @staticmethod
    def _shown(wish: Wish, figure: Figure | None) -> Figure | None:
        if figure is None or wish.name != MINUTES:
            return figure
        value, low, high = (wish.scale * v for v in (figure.value, figure.low, figure.high))
        return Figure(value, low, high, figure.games)

    @staticmethod
    def _moved(wish: Wish, apart: Difference | None) -> Difference | None:
        if apart is None or wish.name != MINUTES:
            return apart
        value, low, high = (wish.scale * v for v in (apart.value, apart.low, apart.high))
        return Difference(value, low, high, apart.games, wish.scale * apart.deviation)

    # ------------------------------------------------------------ choosing

    def steps(self) -> Iterator[Front]:
        """The answer, better and better."""
        best: list[Rules] = [self._base]
        try:
            for rules in self._single:
                self._entry(self._with(self._base, rules), False, *self._screen)
                yield self._front(say("Trying each house rule alone"), self._tried(), False, *self._screen)
            helpful = self._screened()
            self.kept = tuple(f"{name}={choice}" for rules in helpful for name, choice in rules)
            population = self._population(helpful)
            games, watched = self._screen
            for generation in range(GENERATIONS):
                if generation:
                    population = self._neighbours(best, helpful)
                    games, watched = self._screen
                while True:
                    for rules in population:
                        self._entry(rules, False, games, watched)
                        yield self._front(
                            self._racing(generation, games), self._tried(), False, *self._screen
                        )
                    population = self._ordered(population, games, watched)
                    best = population[: max(LEFT, (len(population) + 1) // 2)]
                    if len(population) <= LEFT:
                        break
                    population = best
                    games, watched = 2 * games, 2 * watched
                best = best[:LEFT]
            chosen = list(dict.fromkeys([self._base, *best]))
            for i, rules in enumerate(chosen):
                self._entry(rules, True, *self._final)
                yield self._front(
                    say("Fresh games for those that are left"), chosen[: i + 1], True, *self._final
                )
            yield self._front(self._end(), chosen, True, *self._final, finished=True)
        except _Stopped:
            yield self._front(say("Stopped before the end."), self._tried(), False, *self._screen)

    def _tried(self) -> list[Rules]:
        """All that have played the games of the screening: what is shown before the race is over."""
        return [rules for rules, fresh, games in self._known if not fresh and games == self._screen[0]]

    def compiling(self) -> Front:
        """Before anything is known."""
        return self._front(say("The rules are being compiled, once…"), [], False, *self._screen)

    def _end(self) -> Text:
        endless = {rules for rules, fresh in self._unended if self._is_endless(rules, fresh)}
        if not endless:
            return say("Finished.")
        return say(
            "Finished. {n:set of rules was|sets of rules were} left out: games by them did not end.",
            n=len(endless),
        )

    @staticmethod
    def _racing(generation: int, games: int) -> Text:
        return say("Race {number}: sets of rules play {games:,} games", number=generation + 1, games=games)

    def _screened(self) -> list[Rules]:
        """The single rules that surely bring something, or about which nothing is sure but that they do
        something; those that surely bring none of it are left out."""
        base = self._entry(self._base, False, *self._screen)
        scores: list[tuple[float, Rules]] = []
        for rules in self._single:
            entry = self._entry(self._with(self._base, rules), False, *self._screen)
            gains = [a - b for a, b in zip(base.shortfalls, entry.shortfalls, strict=True)]
            sure = [apart is not None and apart.seen for apart in entry.differences]
            helps = any(gain > 0 and seen for gain, seen in zip(gains, sure, strict=True))
            harms = any(gain < 0 and seen for gain, seen in zip(gains, sure, strict=True))
            moves = any(apart is not None and apart.deviation > 0 for apart in entry.differences)
            if helps or (moves and not harms and max(gains) > 0):
                scores.append((max(gains) + sum(gains) / len(gains) + (1000 if helps else 0), rules))
        scores.sort(key=lambda scored: (-scored[0], scored[1]))
        return [rules for _, rules in scores[:BREADTH]]

    def _population(self, helpful: Sequence[Rules]) -> list[Rules]:
        """The rules one began with, each that helps, pairs of them, and some larger sets by chance."""
        found = [self._base, *(self._with(self._base, rules) for rules in helpful)]
        for one, other in combinations(helpful, 2):
            found.append(self._with(self._with(self._base, one), other))
        lot = random.Random(self.question.seed)
        for _ in range(POPULATION):
            some = lot.sample(list(helpful), min(len(helpful), lot.randint(2, 4))) if helpful else []
            rules = self._base
            for more in some:
                rules = self._with(rules, more)
            found.append(rules)
        playable = [rules for rules in dict.fromkeys(found) if self._table(rules) is not None]
        return playable[:POPULATION]

    def _neighbours(self, best: Sequence[Rules], helpful: Sequence[Rules]) -> list[Rules]:
        """Those that are left, and each of them with one rule more or one less."""
        found = list(best)
        for rules in best:
            found += [self._with(rules, more) for more in helpful]
            for name, _ in rules:
                back = dict(self._base).get(name) or self._printed(name)
                found.append(self._with(rules, ((name, back),)))
        playable = [rules for rules in dict.fromkeys(found) if self._table(rules) is not None]
        return playable[: 2 * POPULATION]

    def _printed(self, name: str) -> str:
        return next(option.choices[0] for option in self.game.options if option.name == name)

    def _ordered(self, population: Sequence[Rules], games: int, watched: int) -> list[Rules]:
        """The best first: by fronts, and on each by how much is missing in all."""
        entries = [self._entry(rules, False, games, watched) for rules in population]
        ranks = fronts([self._point(entry) for entry in entries])
        order = sorted(
            range(len(population)),
            key=lambda i: (ranks[i], not entries[i].within, sum(entries[i].shortfalls), population[i]),
        )
        return [population[i] for i in order]

    def _point(self, entry: Entry) -> list[float]:
        """Where it lies, as coarsely as anybody would notice; and every changed rule is one to be learnt."""
        changes = len(set(entry.rules.options.items()) ^ set(self._base))
        coarse = (math.floor(min(short, FAR) / GRID + 0.5) * GRID for short in entry.shortfalls)
        return [*coarse, float(changes)]

    def _front(
        self,
        stage: Text,
        sets: Sequence[Rules],
        fresh: bool,
        games: int,
        watched: int,
        finished: bool = False,
    ) -> Front:
        known = [rules for rules in sets if (rules, fresh, games) in self._known]
        entries = [self._entry(rules, fresh, games, watched) for rules in known]
        ranks = fronts([self._point(entry) for entry in entries])
        first = next((e for r, e in zip(known, entries, strict=True) if r == self._base), None)
        best = [entry for entry, rank in zip(entries, ranks, strict=True) if rank == 0 and entry is not first]
        best.sort(key=lambda entry: (not entry.within, sum(entry.shortfalls)))
        tried = len({rules for rules, _, _ in self._known})
        return Front(
            self.question,
            self.wishes,
            stage,
            tried,
            self.played,
            first,
            tuple(best[:LEFT]),
            self.kept,
            finished,
        )

    # ------------------------------------------------------------ going on later

    def state(self) -> bytes:
        """What was played, for a process that goes on later; only what this program wrote is ever read."""
        return pickle.dumps((self._known, self._sums, self._shares, self._unended, self.played))

    def restore(self, state: bytes) -> None:
        """Goes on from a state that `state` wrote."""
        self._known, self._sums, self._shares, self._unended, self.played = pickle.loads(state)


def search(
    game: str,
    want: str,
    *,
    players: int | None = None,
    bots: str | Sequence[str] = "random",
    rules: str | Mapping[str, Any] = "",
    vary: Sequence[str] = (),
    games: int | None = None,
    watched: int | None = None,
    seed: int = 0,
) -> Front:
    """Look for rule sets that come nearest to what is wanted; the answer holds the best compromises, with
    figures from so many fresh games."""
    usual = usual_games(split(bots) if isinstance(bots, str) else bots)
    games, watched = games or usual[0], usual[1] if watched is None else watched
    question = Question.of(game, [rules], players, bots, games, seed, watched)
    *_, last = Search(question, want, vary).steps()
    return last
