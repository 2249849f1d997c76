"""Sets of house rules side by side: an answer that is there at once and sharpens with every block of games.

The same numbers of games are played under every set, so that each meets the same dice, and only sums are
kept: memory does not grow with games. Blocks double in size; what they are depends on the question alone, so
that everybody gets the same figures, however many cores there are.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from parlour.lab import counting
from parlour.lab.heat import Heat
from parlour.lab.measures import COUNT, TIMES, Measure, Seen, curve, measures_of
from parlour.lab.playing import Block, Numbers, Table, joined
from parlour.lab.question import Question
from parlour.lab.sums import Difference, Figure, Sums
from parlour.rules import forms
from parlour.text import ParlourError, Text, say

FIRST, MOST, MOST_OF_BOTS = 8, 16_384, 512  # games of a block
FIRST_WATCHED, MOST_WATCHED = 2, 32
PLAIN = 4  # games between two looks whether the compiler is done
BARS = 64  # of a histogram
_KEPT = ("_sums", "_lengths", "_curves", "_heat", "_broken", "games", "watched")


@dataclass(frozen=True)
class Row:
    """One measure under all sets of rules."""

    measure: Measure
    figures: tuple[Figure | None, ...]
    differences: tuple[Difference | None, ...]  # from the first set; None for the first itself

    def verdict(self, which: int) -> Text | None:
        """What to say of a set beside the first; None where there is nothing to compare."""
        found, base = self.differences[which], self.figures[0]
        if found is None or base is None:
            return None
        if found.seen:
            return say("more") if found.value > 0 else say("less")
        size = self.measure.worth * (abs(base.value) if self.measure.kind == COUNT else 1)
        games = found.games_for(size)
        if games is None or games <= found.games:
            return say("no difference that we could see")
        if self.measure.kind == COUNT:
            return say(
                "no difference that we could see; one of {size} would take about {games:,} games",
                size=written(self.measure, size),
                games=_round(games),
            )
        return say(
            "no difference that we could see; one of {points:point|points} would take about {games:,} games",
            points=round(100 * size),
            games=_round(games),
        )


@dataclass(frozen=True)
class Snapshot:
    """The answer so far."""

    question: Question
    names: tuple[Text, ...]  # of the sets
    judge: str  # what kind of judge watched
    games: int
    watched: int
    rows: tuple[Row, ...]
    lengths: tuple[
        tuple[int, tuple[int, ...]], ...
    ]  # by set: the width of a bar, and how many games it holds
    curves: tuple[tuple[float, ...], ...]  # by set: openness from the beginning to the end
    heat: tuple[Heat, ...]
    faults: tuple[Text, ...]
    rules: tuple[str, ...]  # fingerprints: they change when the rules or the board do
    seconds: float
    compiled: bool
    finished: bool

    def row(self, name: str) -> Row:
        """The row of one measure, by its name."""
        return next(row for row in self.rows if row.measure.name == name)


def written(measure: Measure, value: float, *, sign: bool = False) -> str:
    """A figure as people read it."""
    plus = "+" if sign else ""
    if measure.kind == COUNT:
        digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 100 else 2
        return f"{rounded(value, digits):{plus},.{digits}f}"
    scaled = rounded(100 * value, 1)
    return f"{scaled:{plus}.1f}" if measure.kind == "points" or sign else f"{scaled:.1f} %"


def rounded(value: float, digits: int) -> float:
    """To so many digits, and never to a zero with a minus."""
    return round(value, digits) + 0.0


def _round(games: int) -> int:
    """To two digits: more would be a promise."""
    digits = max(len(str(games)) - 2, 0)
    return round(games, -digits)


@dataclass
class Histogram:
    """How long games are, in bars of one width; when one does not fit, bars are joined two by two."""

    width: int = 1
    bars: np.ndarray[tuple[int], np.dtype[np.int64]] = field(default_factory=lambda: np.zeros(BARS, np.int64))

    def add(self, lengths: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        """Counts more games; when one is too long for the last bar, bars are joined in pairs."""
        while len(lengths) and int(lengths.max()) // self.width >= BARS:
            pairs = self.bars.reshape(-1, 2).sum(axis=1)
            self.bars = np.concatenate([pairs, np.zeros(BARS // 2, np.int64)])
            self.width *= 2
        self.bars = self.bars + np.bincount(lengths // self.width, minlength=BARS)


class Comparison:
    """The running answer to one question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.tables = question.tables()
        self.measures = measures_of(self.tables[0].game, len(self.tables[0].sides))
        sets = len(self.tables)
        self._sums = {one.name: Sums(sets, one.kind == "share") for one in self.measures}
        self._lengths = [Histogram() for _ in self.tables]
        self._curves = np.zeros((sets, TIMES))
        self._heat = [Heat() for _ in self.tables]
        self._broken: dict[str, Text] = {}
        self.games = self.watched = 0
        self.compiled = False
        self._began = time.perf_counter()

    def add(self, blocks: Sequence[Block], watched: bool) -> None:
        """Games more, the same numbers under every set."""
        seen = [
            Seen(block, table.sides, table.game) for block, table in zip(blocks, self.tables, strict=True)
        ]
        for one in self.measures:
            if one.watched == watched and one.name not in self._broken:
                self._measure(one, seen)
        if watched:
            self.watched += len(blocks[0].games)
            for i, one_set in enumerate(seen):
                for g in np.flatnonzero(one_set.ended * (one_set.block.points > 0)).tolist():
                    self._curves[i] += curve(one_set.chances(g))
                self._heat[i].add(one_set.game, one_set.block.kept, one_set.block.taken)
        else:
            self.games += len(blocks[0].games)
            for histogram, block in zip(self._lengths, blocks, strict=True):
                ended = block.counts[:, counting.ENDED] > 0
                histogram.add(block.counts[ended, counting.DECISIONS])

    def _measure(self, one: Measure, seen: Sequence[Seen]) -> None:
        try:
            pairs = [one.of(each) for each in seen]
        except Exception as error:  # a measure may be anybody's; the others go on
            self._broken[one.name] = say(
                "“{measure}” cannot be measured: {why}",
                measure=one.words,
                why=f"{type(error).__name__}: {error}",
            )
            return
        self._sums[one.name].add(
            np.stack([part for part, _ in pairs], axis=1), np.stack([whole for _, whole in pairs], axis=1)
        )

    def state(self) -> bytes:
        """All that is kept, for a process that goes on later; only what this program wrote is ever read."""
        return pickle.dumps([getattr(self, name) for name in _KEPT])

    def restore(self, state: bytes) -> None:
        """Goes on from a state that `state` wrote, as if the games had just been played."""
        for name, value in zip(_KEPT, pickle.loads(state), strict=True):
            setattr(self, name, value)

    def snapshot(self, finished: bool = False) -> Snapshot:
        """The answer as it stands: every measure that worked and that this game has."""
        rows = []
        for one in self.measures:
            sums = self._sums[one.name]
            if one.name in self._broken or not sums.games:
                continue
            figures = tuple(sums.figure(i) for i in range(sums.sets))
            if all(figure is None for figure in figures):
                continue
            apart = (None, *(sums.difference(i) for i in range(1, sums.sets)))
            rows.append(Row(one, figures, apart))
        return Snapshot(
            question=self.question,
            names=tuple(one.name for one in self.question.sets),
            judge=self.tables[0].judge.kind,
            games=self.games,
            watched=self.watched,
            rows=tuple(rows),
            lengths=tuple((h.width, tuple(h.bars.tolist())) for h in self._lengths),
            curves=tuple(tuple((row / max(self.watched, 1)).tolist()) for row in self._curves),
            heat=tuple(self._heat),
            faults=(*self._broken.values(), *self._warnings()),
            rules=tuple(table.game.fingerprint for table in self.tables),
            seconds=time.perf_counter() - self._began,
            compiled=self.compiled,
            finished=finished,
        )

    def _warnings(self) -> Iterator[Text]:
        endless = self._sums["endless"]
        for i in range(endless.sets if endless.games else 0):
            found = endless.figure(i)
            if found and found.value > 0:
                yield say(
                    "Set {number}: {part} of the games did not end; what is told of them counts the others.",
                    number=i + 1,
                    part=f"{found.value:.1%}",
                )


def sizes(games: int, first: int, most: int) -> Iterator[tuple[int, int]]:
    """The blocks in which games are played: the number of the first game, and how many."""
    done, size = 0, first
    while done < games:
        count = min(size, games - done)
        yield done, count
        done += count
        size = min(2 * size, most)


def sharpen(
    question: Question,
    *,
    stop: Callable[[], bool] = lambda: False,
    patient: bool = True,
    threads: int | None = None,
    work: Comparison | None = None,
    play: Callable[[int, Numbers, bool], Block] | None = None,
) -> Iterator[Snapshot]:
    """Answers, each sharper than the one before, until all games are played or `stop()` says so.

    Who is `patient` waits while rules are compiled; otherwise another process does that, and games are played
    uncompiled meanwhile: the same games, only slower. With `work` it goes on where that stopped. `play` plays
    the games of a set elsewhere, by its number (`parlour.lab.cluster`).
    """
    work = work or Comparison(question)
    is_random = set(question.bots) == {"random"}
    most = MOST if is_random else MOST_OF_BOTS
    counts = (one for one in sizes(question.games, FIRST, most) if one[0] >= work.games)
    watched = work.watched
    watches = (one for one in sizes(question.watched, FIRST_WATCHED, MOST_WATCHED) if one[0] >= watched)
    compiler = Compiler(question, work.tables, patient)
    count, watch = next(counts, None), next(watches, None)
    seconds = {True: 0.0, False: 0.0}  # spent with a judge and without: as much for each, and a judge is slow
    while (count or watch) and not stop():
        ready = False
        if watch and (
            work.games or not count
        ):  # first figures before the judge is called: that may take long
            ready = compiler.is_ready(True) or not forms.compiler_present()
        began = time.perf_counter()
        judged = ready and (not count or seconds[True] < seconds[False])
        if count and not judged:
            if play is None:
                blocks = _counted(work, compiler, count, threads, stop)
            else:
                blocks = [play(i, _numbers(count), False) for i in range(len(work.tables))]
                work.compiled = forms.compiler_present()
            if blocks is None:
                break
            work.add(blocks, False)
            count = next(counts, None)
        elif watch and judged:
            if play is None:
                blocks = [t.watch(_numbers(watch), threads=threads) for t in work.tables]
            else:
                blocks = [play(i, _numbers(watch), True) for i in range(len(work.tables))]
            work.add(blocks, True)
            watch = next(watches, None)
        else:
            compiler.wait(1.0)
        seconds[judged] += time.perf_counter() - began
        if count or watch:
            yield work.snapshot()
    yield work.snapshot(finished=not count and not watch)


def _counted(
    work: Comparison,
    compiler: Compiler,
    block: tuple[int, int],
    threads: int | None,
    stop: Callable[[], bool],
) -> list[Block] | None:
    """A block under every set: by small parts while it is uncompiled, so that one need not wait for it; None
    when it was stopped in the middle."""
    games, done = _numbers(block), 0
    parts: list[list[Block]] = [[] for _ in work.tables]
    while done < len(games):
        work.compiled = compiler.is_ready(False)
        some = games[done:] if work.compiled else games[done : done + PLAIN]
        for part, table in zip(parts, work.tables, strict=True):
            part.append(table.count(some, plain=not work.compiled, threads=threads))
        done += len(some)
        if stop():
            return None
    return [joined(part) for part in parts]


def _numbers(block: tuple[int, int]) -> Numbers:
    return np.arange(block[0], block[0] + block[1], dtype=np.int64)


class Compiler:
    """Sees to it that what a question needs is compiled: now, or by another process meanwhile."""

    def __init__(self, question: Question, tables: Sequence[Table], patient: bool) -> None:
        self._tables, self._patient = tables, patient
        self._loaded: set[bool] = set()
        self._process: subprocess.Popen[bytes] | None = None
        ready = all(table.is_ready(watch) for table in tables for watch in (False, True))
        if not patient and not ready:
            self._process = _compiling(question.link())

    def is_ready(self, watch: bool) -> bool:
        """Can the compiled form be played with?"""
        if not forms.compiler_present():
            return False
        if watch not in self._loaded and (self._patient or all(t.is_ready(watch) for t in self._tables)):
            for table in self._tables:
                table.warm(watch)
            self._loaded.add(watch)
        return watch in self._loaded

    def wait(self, seconds: float) -> None:
        """Waits for the other process, but no longer than so many seconds; its failure is ours."""
        if self._process is None:
            time.sleep(seconds)
            return
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return
        if code and not all(t.is_ready(True) for t in self._tables):
            raise ParlourError(say("The rules could not be compiled; games are not watched without that."))


@cache
def _compiling(link: str) -> subprocess.Popen[bytes]:
    """A process that compiles. It goes on when the question is put aside, so that it is done the next time,
    and ends with this one: its input is then closed."""
    command = [sys.executable, "-m", "parlour.lab.warming", link]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
