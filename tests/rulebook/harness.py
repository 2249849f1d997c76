"""Scenarios of the rulebook as data: how a row is written, and how it is played and checked.

A scenario file is a JSON list of rows. A row:

    {"id": "PAR-T-23",
     "clauses": ["PAR-Q-11"],                        full ids of the clauses it proves
     "note": "either die, not both",                 why, for the reader; not checked
     "position": {"game": "parcheesi", ...}          the JSON form of a position (position.py), or
     "new": {"players": 4, "options": {...}},        a new game
     "steps": ["4-3",                                a roll: the two dice
               "10+4", "B20:14",                     an action, by its notation
               {"each": {"0": "5-4", "2": "6-1"}},   one roll of each seat, in whatever order they come
               {"legal": [...], "finals": [...]}]}   checks of the position reached so far

Rows are run once on the plain and once on the compiled rules (`pytest -k PAR-T-23-plain`); where nothing can
be compiled, on the text that would be.
A place is written as in the JSON form, with the owner's own counts; the pieces of one seat are
one string in any order, with the bonuses still to be played behind it: "S S 0 10 +20 +10".

What may be checked (every key is optional; several may stand in one check):

    legal      the complete set of legal actions, by notation
    offers     actions that must be legal           refuses  actions that must not be
    finals     the complete set of what the dice of this roll can make of the mover's pieces,
               whatever is chosen; before bonuses where the game plays these after the dice
    reaches    some of those finals                  never    what is not among them
    ends       the complete set of the mover's pieces once the roll is over, bonuses included
    pieces     {"2": "S S S S"} the pieces of a seat  pending  the bonuses to be played, [20, 10]
    rolls      the seat that rolls next              decides  the seat that must choose now
    wins       the seats that have won; the game is over
    then       {"20+5 R10:25": {...}} checks after these further steps, which are taken back again
    spares     a place: some play of this roll moves no piece from there
    disturbs   a place: no play of this roll leaves all pieces there alone

"turn" in these checks is who is on turn, and a "mover" is who was on turn when the roll fell.
Notations that differ only by a piece's number ("10+4#2") count as one.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.rules import drivers
from parlour.rules import forms as rule_forms
from parlour.rules.contracts.narrow import MOST_PARTS
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, UNMARKED, roll_code
from parlour.rules.position import Position

_DICE = re.compile(r"[1-6]-[1-6]")


@dataclass(frozen=True)
class Style:
    """Where the games differ: what their JSON form and their notation call things."""

    pieces: str  # the key of the pieces: "pawns", "pieces"
    bonuses: str  # the key of the bonuses to be played: "bonuses", "rewards"
    bonus_mark: str  # how the notation of a bonus begins: "B", "R"
    bonuses_last: bool  # are bonuses played after the dice (True) or between them?


STYLES = {
    "parcheesi": Style("pawns", "bonuses", "B", bonuses_last=True),
    "pollyanna": Style("pieces", "rewards", "R", bonuses_last=False),
}


# ---------------------------------------------------------------- one form of the rules


@cache
def fast_text(game: Game) -> Any:
    """What is compiled, uncompiled: fast.py over the readable rules."""
    return rule_forms.plain(game.rules, drivers, fast=rule_forms.fast_of(game.rules))


@dataclass(frozen=True)
class Form:
    """The plain or the compiled rules of a game, as functions that leave their position alone."""

    game: Game
    name: str  # "plain" or "compiled", or "fast" for the text of the compiled one

    @property
    def rules(self) -> Any:
        if self.name == "plain":
            return self.game.plain
        return self.game.compiled if self.takes_slots else fast_text(self.game)

    @property
    def takes_slots(self) -> bool:
        """Are its functions given a record, and no Position?"""
        return self.name == "compiled" and self.game.is_compiled

    def record(self, p: Position) -> Any:
        """A copy of this position, as its functions take it."""
        return p.pack()[0] if self.takes_slots else p.copy()

    def actor(self, p: Position) -> int:
        return int(self._ask("actor", p))

    def payoff(self, p: Position, seat: int) -> float:
        return float(self._ask("payoff", p, seat))

    def legal(self, p: Position) -> list[int]:
        out = np.zeros(self.game.plain.MAX_ACTIONS, np.int64)
        return [int(a) for a in out[: self._ask("legal", p, out)]]

    def apply(self, p: Position, action: int) -> Position:
        after = self.record(p)
        self.rules.apply(after, action)
        return Position.unpack(after) if self.takes_slots else after

    def _ask(self, name: str, p: Position, *arguments: Any) -> Any:
        return getattr(self.rules, name)(self.record(p), *arguments)


class Beside:
    """A form beside the plain one: of a position they say the same, and an action makes the same of it."""

    def __init__(self, form: Form) -> None:
        self.form, self.game, self.plain = form, form.game, form.game.plain
        self.out, self.fast_out = np.zeros((2, int(self.plain.MAX_ACTIONS)), np.int64)
        size = int(self.plain.ACTIONS)
        self.mask, self.used = np.full(size, 7, np.uint8), np.full(1, size)
        self.seen, self.fast_seen = np.zeros((2, int(self.plain.FEATURES)), np.float32)

    def listed(self, p: Position, rng: random.Random) -> list[int]:
        """The legal actions; and whatever else can be asked is compared."""
        plain, fast, s = self.plain, self.form.rules, self.form.record(p)
        who = int(plain.actor(p))
        assert fast.actor(s) == who, self._told(p)
        listed = [int(action) for action in self.out[: plain.legal(p, self.out)]]
        if who >= 0:
            assert self.fast_out[: fast.legal(s, self.fast_out)].tolist() == listed, self._told(p)
            self.fast_out.fill(-1)
            assert fast.choices(s, self.fast_out) == len(listed), self._told(p)
            k = rng.randrange(len(listed))
            assert fast.choice(s, k, self.fast_out) == listed[k], self._told(p)
            marked = fast.mark(s, self.mask, self.used)
            if marked != UNMARKED:
                assert marked == len(listed), self._told(p)
                assert np.flatnonzero(self.mask == 1).tolist() == sorted(listed), self._told(p)
                assert not self.mask[self.used[0] :].any(), self._told(p)
        for seat in self.game.seats(p):
            plain.observe(p, seat, self.seen)
            fast.observe(s, seat, self.fast_seen)
            assert (self.seen == self.fast_seen).all(), self._told(p)
        return listed

    def after(self, p: Position, action: int) -> Position:
        before = p.to_bytes()
        after = Form(self.game, "plain").apply(p, action)
        assert self.form.apply(p, action) == after, (self._told(p), action)
        assert p.to_bytes() == before, "asking or trying changed the position"
        return after

    def _told(self, p: Position) -> Any:
        return self.game.position.describe(p)


def forms(game: Game) -> list[Form]:
    return [Form(game, "plain"), Form(game, "compiled")]


def need_compiler(game: Game) -> None:
    """Skip the test where nothing can be compiled."""
    if not game.is_compiled:
        pytest.skip("Numba is not installed, or is switched off")


# ---------------------------------------------------------------- a position being played


class Walk:
    """A position on its way through rolls and actions, and everything that can be asked of it."""

    def __init__(self, form: Form, position: Position) -> None:
        self.form = form
        self.game = form.game
        self.style = STYLES[form.game.id]
        self.position = position
        self.mover = self.turn  # who was on turn when the last roll fell

    @classmethod
    def build(cls, form: Form, data: Mapping[str, Any]) -> Walk:
        return cls(form, form.game.position.build(dict(data)))

    @classmethod
    def new(cls, form: Form, players: int, options: Mapping[str, Any] | None = None) -> Walk:
        return cls(form, form.game.new(players, options or {}))

    # ------------------------------------------------------------ going on

    def go(self, *steps: str) -> Walk:
        """Rolls ("5-3") and actions ("10+4"), one after the other."""
        for step in steps:
            if _DICE.fullmatch(step):
                self.roll(int(step[0]), int(step[2]))
            else:
                self.play(step)
        return self

    def each(self, dice: Mapping[str, str]) -> Walk:
        """One roll for each of these seats and for nobody else: a round of the roll-off."""
        waiting = dict(dice)
        while waiting:
            assert str(self.turn) in waiting, f"seat {self.turn} rolls, not one of {list(waiting)}: {self}"
            self.go(waiting.pop(str(self.turn)))
        return self

    def roll(self, a: int, b: int) -> Walk:
        assert self.actor == CHANCE, f"no roll is due: {self}"
        self.mover = self.turn
        self.position = self.form.apply(self.position, roll_code(a, b))
        return self

    def play(self, note: str) -> Walk:
        assert self.actor >= 0, f"nobody may choose now: {self}"
        for action in self.form.legal(self.position):
            mine = self.game.words.notation(self.position, action)
            if note in (mine, _plain_note(mine)):
                self.position = self.form.apply(self.position, action)
                return self
        raise AssertionError(f"{note} is not legal, only {self.notes()}: {self}")

    def tallied(self, *steps: str) -> dict[str, int]:
        """What the rules count on this way, by name; what did not happen is left out."""
        names, plain = self.game.rules.TALLIES, self.game.plain
        counts = np.zeros(len(names), np.int64)
        for step in steps:
            before = self.position
            after = self.branch().go(step).position
            codes = self.form.legal(before)
            action = next(a for a in codes if self.form.apply(before, a) == after)
            plain.tally(before.copy(), action, counts)
            self.go(step)
        return {name: int(n) for name, n in zip(names, counts, strict=True) if n}

    # ------------------------------------------------------------ asking

    @property
    def data(self) -> dict[str, Any]:
        described: dict[str, Any] = self.game.position.describe(self.position)
        return described

    @property
    def actor(self) -> int:
        return self.form.actor(self.position)

    @property
    def turn(self) -> int:
        return int(self.data.get("turn", 0))

    @property
    def pending(self) -> list[int]:
        return list(self.data.get(self.style.bonuses, []))

    def notes(self) -> list[str]:
        """The legal actions, sorted; at a roll, none."""
        if self.actor < 0:
            return []
        legal = self.form.legal(self.position)
        return sorted({_plain_note(self.game.words.notation(self.position, a)) for a in legal})

    def pieces(self, seat: int) -> str:
        return tidy(" ".join(map(str, self.data[self.style.pieces][str(seat)])))

    def mine(self) -> str:
        """The mover's pieces, and the bonuses they have still to play."""
        data = self.data
        places = [str(p) for p in data[self.style.pieces][str(self.mover)]]
        due = [f"+{b}" for b in data.get(self.style.bonuses, [])]
        return tidy(" ".join(places + due))

    def finals(self) -> set[str]:
        """What the dice can make of the mover's pieces."""
        return {leaf.mine() for leaf in self._leaves(dice_only=True)}

    def ends(self) -> set[str]:
        """What the whole roll, bonuses included, can make of the mover's pieces."""
        return {leaf.mine() for leaf in self._leaves(dice_only=False)}

    def spares(self, place: str) -> bool:
        """Can this roll be played to its end without moving a piece from that place?"""
        if self.actor != self.mover:
            return True
        p = self.position
        return any(
            self._after(action).spares(place)
            for action in self.form.legal(p)
            if str(self.game.words.fields(p, action).get("from")) != place
        )

    def branch(self) -> Walk:
        """The same walk, to be gone on with on its own."""
        other = Walk(self.form, self.position)
        other.mover = self.mover
        return other

    def winners(self) -> list[int]:
        """The seats with the largest share, once the game is over; until then none."""
        if self.actor != OVER:
            return []
        shares = {seat: self.form.payoff(self.position, seat) for seat in self.game.seats(self.position)}
        return [seat for seat, share in shares.items() if share > 0]

    def _leaves(self, dice_only: bool) -> Iterator[Walk]:
        seen: set[bytes] = set()
        todo = [self]
        while todo:
            here = todo.pop()
            key = here.position.to_bytes()
            if key in seen:
                continue
            seen.add(key)
            if here._is_leaf(dice_only):
                yield here
                continue
            for action in self.form.legal(here.position):
                todo.append(here._after(action))

    def _after(self, action: int) -> Walk:
        there = self.branch()
        there.position = self.form.apply(self.position, action)
        return there

    def _is_leaf(self, dice_only: bool) -> bool:
        if self.actor != self.mover:
            return True
        if not dice_only:
            return False
        data = self.data
        if not data.get("left", data.get("dice", [])):
            return True
        return self.style.bonuses_last and all(n.startswith(self.style.bonus_mark) for n in self.notes())

    def __str__(self) -> str:
        return json.dumps(self.data)


At = Callable[..., Walk]  # a game's own short way to set up a position, see its conftest.py


def _plain_note(note: str) -> str:
    return note.partition("#")[0]


def tidy(pieces: str) -> str:
    """The same pieces in a fixed order, so that sets of them can be compared."""

    def order(word: str) -> tuple[int, int, str]:
        if word.startswith("+"):
            return 2, int(word), ""
        return (0, int(word), "") if word.lstrip("-").isdecimal() else (1, 0, word)

    return " ".join(sorted(pieces.split(), key=order))


# ---------------------------------------------------------------- rows


def rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a scenario file; a row that could not fail is an error."""
    loaded: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    for row in loaded:
        if not any(isinstance(step, dict) and "each" not in step for step in row["steps"]):
            raise ValueError(f"{row['id']} checks nothing")
    ids = [row["id"] for row in loaded]
    if len(set(ids)) != len(ids):
        raise ValueError(f"{file.name}: an id is there twice")
    return loaded


def cases(game: Game, file: Path) -> list[Any]:
    """Every row of the file on both forms, as parameters of a test `(form, row)`."""
    return [
        pytest.param(form, row, id=f"{row['id']}-{form.name}") for row in rows(file) for form in forms(game)
    ]


def play_row(form: Form, row: Mapping[str, Any]) -> None:
    """Play one row, checking as it goes."""
    if "new" in row:
        walk = Walk.new(form, row["new"]["players"], row["new"].get("options"))
    else:
        walk = Walk.build(form, row["position"])
    for number, step in enumerate(row["steps"], 1):
        if isinstance(step, str):
            walk.go(step)
        elif "each" in step:
            walk.each(step["each"])
        else:
            check(walk, step, f"{row['id']}, step {number}")


def check(walk: Walk, wanted: Mapping[str, Any], where: str = "") -> None:
    """Compare a position with what is wanted of it; see the top of this file."""
    for key, value in wanted.items():
        said = f"{where}: {key} at {walk}"
        if key == "legal":
            assert walk.notes() == sorted(value), said
        elif key == "offers":
            assert set(value) <= set(walk.notes()), said
        elif key == "refuses":
            assert not set(value) & set(walk.notes()), said
        elif key == "finals":
            assert walk.finals() == _all(value), said
        elif key == "reaches":
            assert _all(value) <= walk.finals(), said
        elif key == "never":
            assert not _all(value) & walk.finals(), said
        elif key == "ends":
            assert walk.ends() == _all(value), said
        elif key == "pieces":
            assert {seat: walk.pieces(int(seat)) for seat in value} == {
                s: tidy(v) for s, v in value.items()
            }, said
        elif key == "pending":
            assert sorted(walk.pending) == sorted(value), said
        elif key == "rolls":
            assert (walk.actor, walk.turn) == (CHANCE, value), said
        elif key == "decides":
            assert walk.actor == value, said
        elif key == "wins":
            assert walk.winners() == value, said
        elif key == "then":
            for steps, further in value.items():
                check(walk.branch().go(*steps.split()), further, f"{where}, {steps}")
        elif key == "spares":
            assert walk.spares(value), said
        elif key == "disturbs":
            assert not walk.spares(value), said
        else:
            raise KeyError(f"{where}: there is no check called {key!r}")


def _all(pieces: Iterable[str]) -> set[str]:
    return {tidy(p) for p in pieces}


# ---------------------------------------------------------------- actions in parts


def by_menus(game: Game, p: Position) -> list[int]:
    """Every action to which the menus of a game's narrow.py lead, in the order of their parts; what each menu
    offers must rise."""
    coding, found = game.narrow, []
    parts = np.zeros(MOST_PARTS, np.int16)

    def go_on(depth: int) -> None:
        row = np.full(coding.NARROW, -1, np.int16)
        codes = row[: int(coding.menu(p, parts, depth, row))].tolist()
        assert all(a < b for a, b in pairwise([-1, *codes])), codes
        for code in codes:
            parts[depth] = code
            go_on(depth + 1)
        if not codes:
            found.append(int(coding.whole(p, parts)))

    go_on(0)
    return found
