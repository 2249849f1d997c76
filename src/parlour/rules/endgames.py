"""Endgames solved by the rules themselves: what every position of a closed set is worth at everybody's best.

A game that knows such a set (a few pieces left, say) lists its positions before a roll, and says which of
them a position is. From each one every roll is thrown, every way to play it is tried with the rules as they
are, and the values are brought into balance until nothing changes any more. Nothing is known here about how
any game is played, so a table cannot disagree with its rules.

    rolls = follow(rules, positions, place)   where every roll can lead from each position, by what is chosen
    win_chances(rolls)                        of the side about to roll, against one other side
    turns(rolls)                              how many turns it takes on average, whoever else is there
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules import forms
from parlour.rules.contract import actor, apply, legal
from parlour.rules.contracts.exact import Known
from parlour.rules.kit import CHANCE, OVER, rule
from parlour.rules.position import Position, Shelf
from parlour.rules.run import Progress
from parlour.text import BadChoice, Text, say

MOST_LEAVES = 4096  # ways to play one roll
DEEPEST = 16  # decisions in one roll
_CLOSE = 1e-12

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# What a way to play leads to: the number of the position that follows, for ...
SAME, NEXT, WON = 0, 1, 2  # the same side to roll again, the next side to roll, nobody: the game is won


def known(rules: ModuleType, p: Position, before_roll: Callable[[Position], float], about: Text) -> Known:
    """The chances in a game of two sides in which only dice come between one side's turns and the other's;
    `before_roll` has those of the seat on turn before a roll."""
    form = forms.plain(rules)

    def value(q: Position) -> float:
        """For the seat that is on turn in `p`."""
        who = form.actor(q)
        if who == OVER:
            return float(form.payoff(q, p.turn))
        if who == CHANCE:
            mine = before_roll(q)
            return mine if q.turn == p.turn else 1.0 - mine
        return max(value(after) for _, after in _followers(form, q))

    if form.actor(p) == CHANCE:
        return Known(about, value(p), {}, True)
    values = {action: value(after) for action, after in _followers(form, p)}
    return Known(about, max(values.values()), values, True)


def _followers(form: Any, p: Position) -> list[tuple[int, Position]]:
    out = np.zeros(form.MAX_ACTIONS, np.int64)
    found = []
    for action in out[: form.legal(p, out)].tolist():
        after = p.copy()
        form.apply(after, action)
        found.append((action, after))
    return found


@rule
def leaves_of(slots, lists, widths, picks, leaves):
    """Every position before the next roll, or at the end of the game, that decisions lead to from slots[0].

    Writes them to `leaves` and returns how many there are, the same one as often as it is reached."""
    depth = 0
    found = 0
    widths[0] = 0
    picks[0] = 0
    who = actor(slots[0])
    if who in (CHANCE, OVER):
        leaves[0] = slots[0]
        return 1
    widths[0] = legal(slots[0], lists[0])
    while depth >= 0:
        if picks[depth] == widths[depth]:
            depth -= 1
            continue
        slots[depth + 1] = slots[depth]
        apply(slots[depth + 1], lists[depth, picks[depth]])
        picks[depth] += 1
        who = actor(slots[depth + 1])
        if who in (CHANCE, OVER):
            if found < len(leaves):
                leaves[found] = slots[depth + 1]
            found += 1
        else:
            depth += 1
            picks[depth] = 0
            widths[depth] = legal(slots[depth], lists[depth])
    return found


@dataclass(frozen=True)
class Rolls:
    """Position by position and roll by roll, the different ways to play: `kinds` and `goals` from
    starts[position, roll] on, up to where the next begin. `odds` are those of each roll."""

    odds: Floats
    starts: Integers
    kinds: Integers
    goals: Integers


def follow(
    rules: ModuleType,
    positions: Sequence[Position],
    place: Callable[[Position], tuple[int, int]],
    form: Any = None,
    progress: Progress | None = None,
) -> Rolls:
    """Play every roll from each of these positions in every way. `place` says of a position before a roll, or
    at the end, what it is for the side that has just played (SAME, NEXT or WON), and its number."""
    if form is None:
        make = forms.compiled if forms.compiler_present() else forms.plain
        form = make(rules, sys.modules[__name__])
    plain = not hasattr(form.apply, "py_func")
    make_slots = (lambda n: Shelf(n, rules.State)) if plain else (lambda n: np.zeros(n, rules.State))
    slots, leaves = make_slots(DEEPEST), make_slots(MOST_LEAVES)
    lists = np.zeros((DEEPEST, form.MAX_ACTIONS), np.int64)
    widths, picks = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    out, odds = np.zeros(form.MAX_ACTIONS, np.int64), np.zeros(form.MAX_ACTIONS, np.int64)
    starts: list[int] = []
    kinds: list[int] = []
    goals: list[int] = []
    known: dict[bytes, tuple[int, int]] = {}
    count = 0
    for number, position in enumerate(positions):
        start = position if plain else position.pack()[0]
        slots[0] = start
        count = int(form.legal(slots[0], out))
        form.weights(slots[0], odds)
        for roll in out[:count].tolist():
            slots[0] = start
            form.apply(slots[0], roll)
            found = int(form.leaves_of(slots, lists, widths, picks, leaves))
            if found > MOST_LEAVES:
                raise OverflowError(f"{found} ways to play one roll are more than {MOST_LEAVES}")
            ways = set()
            for leaf in {_bytes(leaves[i]): i for i in range(found)}.items():
                if leaf[0] not in known:
                    known[leaf[0]] = place(_position(leaves[leaf[1]]))
                ways.add(known[leaf[0]])
            starts.append(len(kinds))
            kinds += [kind for kind, _ in sorted(ways)]
            goals += [goal for _, goal in sorted(ways)]
        if progress and number % 256 == 0:
            progress(number, len(positions))
    if progress:
        progress(len(positions), len(positions))
    share = odds[:count] / odds[:count].sum()
    return Rolls(share, np.array(starts).reshape(len(positions), count), np.array(kinds), np.array(goals))


def _bytes(leaf: Any) -> bytes:
    found: bytes = leaf.to_bytes() if isinstance(leaf, Position) else leaf.tobytes()
    return found


def _position(leaf: Any) -> Position:
    return leaf if isinstance(leaf, Position) else Position.unpack(leaf)


def win_chances(rolls: Rolls) -> Floats:
    """The chance of the side about to roll, in every position, when both sides play for the win."""
    values = np.full(len(rolls.starts), 0.5)
    after = np.empty(len(rolls.kinds))
    while True:
        there = values[rolls.goals]
        after[:] = np.where(rolls.kinds == WON, 1.0, np.where(rolls.kinds == NEXT, 1.0 - there, there))
        better = np.maximum.reduceat(after, rolls.starts.reshape(-1)).reshape(rolls.starts.shape) @ rolls.odds
        gap = np.abs(better - values).max()
        values = better
        if gap < _CLOSE:
            return values


def load(file: Path, sha256: str) -> Mapping[str, npt.NDArray[Any]]:
    """The tables in a file, which must be the one whose hash is on record."""
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise BadChoice(
            say(
                "{file} is damaged, or another than its hash on record says; "
                "`python3 benchmarks/endgames.py` makes it anew.",
                file=file.name,
            )
        )
    with np.load(io.BytesIO(data)) as kept:
        return dict(kept)


def turns(rolls: Rolls) -> Floats:
    """How many turns the side about to roll needs on average, this one included, when it wastes none."""
    values = np.zeros(len(rolls.starts))
    after = np.empty(len(rolls.kinds))
    while True:
        there = values[rolls.goals]
        after[:] = np.where(rolls.kinds == WON, 1.0, np.where(rolls.kinds == NEXT, 1.0 + there, there))
        fewer = np.minimum.reduceat(after, rolls.starts.reshape(-1)).reshape(rolls.starts.shape) @ rolls.odds
        gap = np.abs(fewer - values).max()
        values = fewer
        if gap < 1e-10:
            return values
