"""What every game's rules share: the `rule` mark, actor codes and random numbers.

Nothing here imports Numba. A rule is a plain Python function; `forms.bind` makes the
compiled copy when somebody asks for speed.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

CHANCE = -1  # actor(s) when the next action is a die or a card
OVER = -2  # actor(s) when the game has ended
NOBODY = -1  # no seat, no side
UNEXPLAINED = -1  # why an action is refused, where a game gives no reason of its own
UNMARKED = -1  # what `mark` says where a game does not mark by itself

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function as a rule: it is compiled with its game, and plain Python until then."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def allocates(function: F) -> F:
    """Mark a rule that makes arrays of its own. All others are compiled without the counting of
    references, which costs a fifth of the speed."""
    function.__allocates__ = True  # type: ignore[attr-defined]
    return function


def inline(function: F) -> F:
    """Mark a small rule on the hot path: it is compiled into its callers, not called by them."""
    function.__inline__ = True  # type: ignore[attr-defined]
    return function


@dataclass(frozen=True)
class Option:
    """A house rule: a field of the record that holds the index of the choice made.

    The first choice is the default: the printed rule, or where a ruling leaves its letter on purpose
    what the rulebook says instead. A numeric option lists no choices; its field holds the number, 0
    (the default) meaning "none".
    """

    name: str
    choices: tuple[str, ...]
    clause: str  # the question or clause it answers
    players: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # ^ choices that make sense for some table sizes only
    most: int = 0  # numeric options: the largest number

    @property
    def is_switch(self) -> bool:
        """Is it a plain yes or no?"""
        return set(self.choices) == {"yes", "no"}


def flag(name: str, clause: str, *, default: bool = False) -> Option:
    """A yes/no house rule."""
    return Option(name, ("yes", "no") if default else ("no", "yes"), clause)


def number(name: str, clause: str, most: int) -> Option:
    """A numeric house rule, 0 meaning none."""
    return Option(name, (), clause, most=most)


class Fault(str):
    """One thing that is wrong with a board, in English; whoever shows it says the template in another
    language."""

    template: str
    values: Mapping[str, Any]


def fault(template: str, **values: Any) -> Fault:
    """A literal template, as for `say`, that names the clause which wants it otherwise."""
    found = Fault(template.format_map(values))
    found.template, found.values = template, values
    return found


class BoardFaults(ValueError):
    """All that keeps data from being a board of a game."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__(" ".join(self.faults))


def read_board(package: str | None) -> dict[str, Any]:
    """The board data of a game's package: its board.toml, or the file a table chose instead."""
    module = sys.modules[package or ""]
    chosen = getattr(module, "BOARD_FILE", None)
    path = Path(chosen) if chosen else Path(next(iter(module.__path__))) / "board.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- random numbers
# SplitMix64. A stream is a one-element uint64 array, so the same lines run compiled, plain
# and on a GPU. The bias of `below` is under n / 2**31: nothing a simulation could see.

GOLDEN = 0x9E3779B97F4A7C15
MASK64 = 0xFFFFFFFFFFFFFFFF


@rule
def below(rng, n):  # type: ignore[no-untyped-def]
    """A random integer in 0..n-1."""
    z = (int(rng[0]) + GOLDEN) & MASK64
    rng[0] = z
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return (np.int64((z ^ (z >> 31)) >> 33) * n) >> 31


@rule
def start_stream(rng, seed, index):  # type: ignore[no-untyped-def]
    """Start the `index`-th independent stream of `seed`."""
    rng[0] = (int(seed) + int(index) * 0xD1342543DE82EF95) & MASK64
    z = int(rng[0])  # from here on unsigned, compiled as well: shifts bring in zeros
    z = ((z ^ (z >> 32)) * 0xD6E8FEB86659FD93) & MASK64
    z = ((z ^ (z >> 32)) * 0xD6E8FEB86659FD93) & MASK64
    rng[0] = z ^ (z >> 32)


# ---------------------------------------------------------------- two dice
# Both dice games roll two fair dice; an outcome is an index into ROLLS, higher die first.

ROLLS = np.array([(a, b) for a in range(1, 7) for b in range(1, a + 1)], np.int64)
ROLL_ODDS = np.array([1 if a == b else 2 for a, b in ROLLS.tolist()], np.int64)  # out of 36
ROLL_TICKETS = 36
ROLL_OF_TICKET = np.repeat(np.arange(len(ROLLS)), ROLL_ODDS)


@rule
def two_dice_weights(s, out):  # type: ignore[no-untyped-def]
    """`weights` of a game whose chance events are all a roll of two dice."""
    for outcome in range(len(ROLLS)):
        out[outcome] = ROLL_ODDS[outcome]
    return len(ROLLS)


@rule
def two_dice_tickets(s):  # type: ignore[no-untyped-def]
    """36: every ordered pair of two dice is one ticket."""
    return ROLL_TICKETS


@rule
def two_dice_draw(s, ticket):  # type: ignore[no-untyped-def]
    """The unordered roll that a ticket wins, so that doublets have one ticket and others two."""
    return ROLL_OF_TICKET[ticket]


def roll_code(a: int, b: int) -> int:
    """The outcome that shows these two dice."""
    high, low = max(a, b), min(a, b)
    return high * (high - 1) // 2 + low - 1
