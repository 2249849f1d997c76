"""Whatever can follow from a position, solved: for two sides that see everything, where dice come between
their turns.

    closure = Closure(rules, own)           `own` may say which positions go on the same (alike.py)
    closure.follow([position])              every position before a roll that can follow, and where it leads
    closure.solve()                         the chance of chair 0 in each of them, both sides at their best
    closure.value(q)                        the same of one that belongs to it, before a roll or in mid-turn

Nothing is known here about how any game is played: every roll is thrown and every way to play it is tried by
the rules. Whoever is on turn before a roll decides until the next one.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.bots.search_tree import digest
from parlour.rules import endgames, forms
from parlour.rules.contract import actor, apply, legal, payoff
from parlour.rules.endgames import leaves_of
from parlour.rules.kit import CHANCE, OVER, ROLLS, rule
from parlour.rules.position import Position
from solved import alike as usual
from solved.alike import alike

COUNT, EDGES, DONE, FULL = 0, 1, 2, 3  # places in `used`
KEY = 1  # in `turn`, as `digest` has it
LOST, WON = 0, 1  # the numbers of the two ends, from chair 0
FIRST = 2  # the number of the first position
CLOSE = 1e-12
BLOCK = 1 << 16  # positions between two words about how far it is


class Workspace(NamedTuple):
    """What following takes, made beforehand."""

    slots: Any
    lists: Any
    widths: Any
    picks: Any
    leaves: Any
    seen: Any  # one position,
    words: Any  # and the same as 64-bit words
    turn: Any
    keys: Any  # a hash table
    homes: Any
    positions: Any
    mine: Any  # is it chair 0 that decides there?
    starts: Any  # [position, roll]: where its goals begin
    goals: Any  # numbers of positions
    rolls: Any
    used: Any


@rule
def expand(work, most):
    """Follow positions that have not been followed yet, so many at most, or as far as there is room."""
    while work.used[DONE] < work.used[COUNT] and most > 0:
        if work.used[EDGES] + len(work.rolls) * len(work.leaves) > len(work.goals):
            work.used[FULL] = 1
            return
        if work.used[COUNT] + len(work.rolls) * 64 > len(work.positions):
            work.used[FULL] = 1
            return
        number = work.used[DONE]
        work.slots[0] = work.positions[number]
        count = legal(work.slots[0], work.rolls)
        for roll in range(count):
            work.slots[0] = work.positions[number]
            apply(work.slots[0], work.rolls[roll])
            found = leaves_of(work.slots, work.lists, work.widths, work.picks, work.leaves)
            first = work.used[EDGES]
            work.starts[number, roll] = first
            for i in range(found):
                goal = number_of(work, work.leaves[i])
                known = False
                for edge in range(first, work.used[EDGES]):
                    if work.goals[edge] == goal:
                        known = True
                        break
                if not known:
                    work.goals[work.used[EDGES]] = goal
                    work.used[EDGES] += 1
        work.starts[number, count] = work.used[EDGES]
        work.used[DONE] += 1
        most -= 1


@rule
def number_of(work, s):
    """The number of a position before a roll or at the end, which is noted if it is new."""
    if actor(s) == OVER:
        return np.int64(WON if payoff(s, 0) > 0.5 else LOST)
    work.seen[0] = s
    alike(work.seen[0])
    work.turn[KEY] = 1
    digest(work.words, work.turn)
    place = np.int64(int(work.turn[KEY]) >> 20) & len(work.keys) - 1
    while work.keys[place] != 0 and work.keys[place] != work.turn[KEY]:
        place = place + 1 & len(work.keys) - 1
    if work.keys[place] == 0:
        work.keys[place] = work.turn[KEY]
        work.homes[place] = work.used[COUNT]
        work.positions[work.used[COUNT]] = work.seen[0]
        work.mine[work.used[COUNT]] = 1 if s.turn == 0 else 0
        work.used[COUNT] += 1
    return np.int64(work.homes[place]) + FIRST


@rule
def sweep(starts, goals, mine, odds, values, change):
    """Bring every position into balance once, the last that were found first."""
    change[0] = 0.0
    for back in range(len(mine)):
        number = len(mine) - 1 - back
        total = 0.0
        for roll in range(len(odds)):
            first = starts[number, roll]
            best = values[goals[first]]
            for edge in range(first + 1, starts[number, roll + 1]):
                there = values[goals[edge]]
                if (mine[number] != 0 and there > best) or (mine[number] == 0 and there < best):
                    best = there
            total += odds[roll] * best
        gap = total - values[number + FIRST]
        change[0] = max(change[0], gap, -gap)
        values[number + FIRST] = total


class Closure:
    """The positions before a roll that can follow from some, and what they are worth to chair 0."""

    def __init__(
        self, rules: ModuleType, own: ModuleType | None = None, positions: int = 1 << 21, goals: int = 1 << 27
    ) -> None:
        self.form = forms.compiled(rules, endgames, sys.modules[__name__], parts=((own, usual),))
        self.rules, self._plain = rules, forms.plain(rules)
        record = rules.State
        words = np.zeros(-(-record.itemsize // 8), np.uint64)
        self._odds = np.zeros(self._plain.MAX_ACTIONS, np.int64)
        self.work = Workspace(
            slots=np.zeros(endgames.DEEPEST, record),
            lists=np.zeros((endgames.DEEPEST, self._plain.MAX_ACTIONS), np.int64),
            widths=np.zeros(endgames.DEEPEST, np.int64),
            picks=np.zeros(endgames.DEEPEST, np.int64),
            leaves=np.zeros(endgames.MOST_LEAVES, record),
            seen=words.view(np.uint8)[: record.itemsize].view(record),
            words=words,
            turn=np.zeros(3, np.uint64),
            keys=np.zeros(1 << (2 * positions).bit_length(), np.uint64),
            homes=np.zeros(1 << (2 * positions).bit_length(), np.int32),
            positions=np.zeros(positions, record),
            mine=np.zeros(positions, np.int8),
            starts=np.zeros((positions, len(ROLLS) + 1), np.int32),
            goals=np.zeros(goals, np.int32),
            rolls=np.zeros(self._plain.MAX_ACTIONS, np.int64),
            used=np.zeros(4, np.int64),
        )
        self.values: npt.NDArray[np.float64] = np.zeros(FIRST)

    def follow(self, begin: Iterable[Position]) -> None:
        """Find all that can follow; says on the way how much it is."""
        work, began = self.work, time.monotonic()
        for position in begin:
            self.form.number_of(work, position.pack()[0])
            self._plain.weights(position, self._odds)
        while work.used[DONE] < work.used[COUNT]:
            self.form.expand(work, BLOCK)
            print(
                f"\r{work.used[DONE]:,} of {work.used[COUNT]:,} positions, {work.used[EDGES]:,} ways, "
                f"{time.monotonic() - began:.0f} s",
                end="",
                file=sys.stderr,
                flush=True,
            )
            if work.used[FULL]:
                raise SystemExit("\nMore can follow than there is room for.")
        print(file=sys.stderr)

    def solve(self) -> int:
        """Bring everything into balance; how many sweeps it took."""
        count = int(self.work.used[COUNT])
        odds = self._odds[: len(ROLLS)] / self._odds[: len(ROLLS)].sum()
        self.values = np.full(count + FIRST, 0.5)
        self.values[[LOST, WON]] = 0.0, 1.0
        change, sweeps = np.ones(1), 0
        while change[0] > CLOSE:
            self.form.sweep(
                self.work.starts[:count], self.work.goals, self.work.mine[:count], odds, self.values, change
            )
            sweeps += 1
        return sweeps

    def value(self, q: Position) -> float:
        """The chance of chair 0 in a position of these, its best play by whoever decides included."""
        who = self._plain.actor(q)
        if who in (CHANCE, OVER):
            count = int(self.work.used[COUNT])
            number = int(self.form.number_of(self.work, q.pack()[0]))
            if number >= count + FIRST:
                raise KeyError("This position does not follow from those that were solved.")
            return float(self.values[number])
        found = self.after(q).values()
        return max(found) if who == 0 else min(found)

    def after(self, q: Position) -> dict[int, float]:
        """The chance of chair 0 after each legal action of whoever decides here."""
        out = np.zeros(self._plain.MAX_ACTIONS, np.int64)
        found = {}
        for action in out[: self._plain.legal(q, out)].tolist():
            then = q.copy()
            self._plain.apply(then, action)
            found[action] = self.value(then)
        return found
