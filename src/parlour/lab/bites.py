"""Which house rules matter at all: each one that has a switch, tried at every step of random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parlour.lab import biting
from parlour.lab.comparing import Snapshot, sharpen, sizes, written
from parlour.lab.figures import differences
from parlour.lab.playing import LONGEST, Numbers, Table
from parlour.lab.question import Question, RuleSet
from parlour.lab.shipped import differences_in_words
from parlour.lab.sums import Figure, Sums
from parlour.rules import drivers as rules_drivers
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.kit import Option
from parlour.rules.position import Position, Shelf
from parlour.rules.run import parse_int
from parlour.text import BadChoice, ParlourError, Text, join, say

FIRST, MOST = 4, 64  # games of a block
COMPARED = 4_000  # games that show what becomes of a game by one other rule
MOST_BITTEN = 2_000  # games in which every rule is tried, where a link asks for it


@dataclass(frozen=True)
class Bite:
    """What one choice of one house rule changes."""

    option: str
    choice: str
    clause: str
    words: Text  # what the house rule is about
    games: Figure  # the part of the games in which it bit at least once
    legal: Figure  # the part of all steps in which it changed what was legal
    happened: Figure  # and those in which it changed what came of the same action
    sets_up: bool  # does it change the beginning?
    changes: Text | None = None  # what games become by it, in words; None where that was not asked

    @property
    def order(self) -> tuple[bool, float, float]:
        """Greatest for rules that change the beginning, then for those that bite in most games."""
        return self.sets_up, self.games.value, self.legal.value + self.happened.value


class Biting:
    """Random games by the first set of a question, with every other house rule held against them."""

    def __init__(self, question: Question, form: Any = None) -> None:
        self.table = question.tables()[0]
        self.game, self.start = self.table.game, self.table.start
        self.players = len(self.game.seats(self.start))
        plain = forms.plain(self.game.rules, rules_drivers, biting)
        if form is None:
            form = plain
            if forms.compiler_present():
                form = forms.compiled(self.game.rules, rules_drivers, biting)
        self._form = plain if form == "plain" else form
        self._is_plain = self._form is plain
        self.rules = list(_others(self.game, self.start, self.players))
        if not self.rules:
            raise BadChoice(say("{game} has no house rule with a choice.", game=self.game.words.TITLE))
        state = self.game.rules.State
        counts = np.ones(state.itemsize, np.uint8)
        for name in (*(o.name for o in self.game.options), *self.game.plain.DERIVED):
            kind, offset = state.fields[name][:2]
            counts[offset : offset + kind.itemsize] = 0
        covered = np.zeros(state.itemsize, np.uint8)
        for name in state.names or ():
            kind, offset = state.fields[name][:2]
            covered[offset : offset + kind.itemsize] = 1
        self._counts = counts * covered
        fields = [state.fields[option.name][:2] for option, _, _ in self.rules]
        self._others = biting.Others(
            np.array([offset for _, offset in fields], np.int64),
            np.array([kind.itemsize for kind, _ in fields], np.int64),
            np.array([code for _, code, _ in self.rules], np.int64),
            self._counts,
        )
        self._sums = [[Sums(1, True) for _ in range(3)] for _ in self.rules]
        self.games = 0

    def play(self, first: int, count: int) -> None:
        """These games, and what bit in them."""
        state, longest = self.game.rules.State, self._form.MAX_ACTIONS
        slots: Any = Shelf(biting.SLOTS, state) if self._is_plain else np.zeros(biting.SLOTS, state)
        start: Any = Shelf(1, state) if self._is_plain else np.zeros(1, state)
        start[0] = self.start if self._is_plain else self.start.pack()[0]
        raw: Any = _Raw(slots) if self._is_plain else slots.view(np.uint8).reshape(biting.SLOTS, -1)
        steps, bites = np.zeros(count, np.int64), np.zeros((count, len(self.rules), biting.KINDS), np.int64)
        out, room, picked = (np.zeros(longest, np.int64) for _ in range(3))
        games = np.arange(first, first + count, dtype=np.int64)
        streams = np.zeros((2, 1), np.uint64)
        seed = self.table.seed
        self._form.bite_games(
            slots, raw, start, games, seed, LONGEST, self._others, out, room, picked, streams, steps, bites
        )
        self.games += count
        for k, (any_, legal, happened) in enumerate(self._sums):
            any_.add(_column(bites[:, k, biting.ANY]), np.ones((count, 1)))
            legal.add(_column(bites[:, k, biting.LEGAL]), _column(steps))
            happened.add(_column(bites[:, k, biting.HAPPENED]), _column(steps))

    def found(self) -> list[Bite]:
        """The house rules, those that bite most first."""
        words, rows = self.game.words, []
        for (option, code, sets_up), sums in zip(self.rules, self._sums, strict=True):
            figures = [one.figure(0) for one in sums]
            assert all(figures)
            games, legal, happened = figures
            told = words.OPTION_WORDS.get(option.name) or say("{name}", name=option.name)
            choice = option.choices[code]
            rows.append(
                Bite(option.name, choice, option.clause, told, games, legal, happened, sets_up)  # type: ignore[arg-type]
            )
        return sorted(rows, key=lambda bite: bite.order, reverse=True)


def bites(question: Question, games: int = 500, *, plain: bool = False) -> Iterator[tuple[int, list[Bite]]]:
    """How many games were played, and what bit in them: sharper and sharper."""
    work = Biting(question, "plain" if plain else None)
    for first, count in sizes(games, FIRST, MOST):
        work.play(first, count)
        yield work.games, work.found()


def from_bites_link(
    link: str, allowed: Callable[[str, str | None], None] | None = None
) -> tuple[Question, int] | None:
    """The question and in how many games every house rule is tried; None where a link does not ask that."""
    found = Question.within(link, "bites", allowed)
    if found is None:
        return None
    question, given = found
    return question, parse_int(given["bites"], say("number of games"), 1, MOST_BITTEN)


def with_changes(
    question: Question, found: Sequence[Bite], games: int, threads: int | None = None
) -> list[Bite]:
    """The same with what games become by each rule that bites: what they would lose or gain if it were the
    other way. Random games by both, with the same dice."""
    told: list[Bite] = []
    for bite in found:
        if not bite.sets_up and bite.games.value == 0:
            told.append(replace(bite, changes=say("It never bit.")))
            continue
        asked = _beside(question, bite.option, bite.choice, games)
        if asked is None:
            told.append(replace(bite, changes=say("It cannot be compared.")))
            continue
        *_, last = sharpen(asked, threads=threads)
        told.append(replace(bite, changes=_become(last)))
    return told


def _become(found: Snapshot) -> Text:
    """What games become by the second set, in words."""
    endless = found.row("endless")
    part = endless.figures[1]
    if part is not None and part.value > 0:
        return say("{part} of the games do not end", part=written(endless.measure, part.value))
    seen = differences_in_words(differences(found, 1))
    return join(seen, ", ") if seen else say("no difference that we could see")


def others(question: Question) -> Iterator[Table]:
    """The tables of every choice that is held against the first set, where it can be played alone."""
    for option in question.tables()[0].game.options:
        for choice in option.choices:
            asked = _beside(question, option.name, choice, 1)
            if asked is not None:
                yield asked.tables()[1]


def _beside(question: Question, option: str, choice: str, games: int) -> Question | None:
    """The first set, and the same with this choice. None where they cannot be compared: partners instead of
    rivals, or rules that exclude each other."""
    first = question.sets[0]
    other = RuleSet({**first.options, option: choice}, first.board)
    try:
        return Question.of(
            question.game, [first, other], question.players, games=games, seed=question.seed, watched=0
        )
    except ParlourError:
        return None


def _column(values: Numbers) -> Numbers:
    return np.asarray(values, np.float64)[:, None]


def _others(game: Game, start: Position, players: int) -> Iterator[tuple[Option, int, bool]]:
    """Every choice that is not in force, as a code, and whether it changes the beginning. Of numbers there
    is no end: they are left out."""
    for option in game.options:
        now = int(getattr(start, option.name))
        for code, choice in enumerate(option.choices):
            if code == now or players not in option.players.get(choice, (players,)):
                continue
            other = game.new(players, {**game.option_values(start), option.name: choice})
            mine, theirs = start.copy(), other.copy()
            for name in (*(o.name for o in game.options), *game.plain.DERIVED):
                setattr(theirs, name, getattr(mine, name))
            yield option, code, mine != theirs


class _Raw:
    """The bytes of positions that are plain Python objects: slow, and only where there is no compiler."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def __getitem__(self, at: tuple[int, int]) -> int:
        return self._shelf[at[0]].to_bytes()[at[1]]

    def __setitem__(self, at: tuple[int, int], byte: int) -> None:
        slot, offset = at
        data = bytearray(self._shelf[slot].to_bytes())
        data[offset] = byte
        self._shelf[slot] = Position.from_bytes(self._shelf[slot].dtype, bytes(data))
