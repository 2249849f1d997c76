"""Laying out a position of Doubles Wild in a few words, playing on from it, and checking it.

Players are A, B, C, D for the chairs 0 to 3, as in the specification's table. Positions are written
into the record square by square, so nothing here depends on the game's words or its JSON form.

A step names what is thrown or chosen:

    "1-3/4-6"    four dice, red before blue       "keep" "red" "blue" "both"    what is thrown again
    "2-6"        a pair thrown again              "5,7"                         a square chosen
    "5-5-1"      three dice                       "leave" "replace" "attack"    another's square
    "4"          one die                          "throw 1 4"  "stand"          one's dice in a battle
    "attacker" "defender"   whose side a coin shows

Checks (every key is optional): see `check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import parlour
from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLLS, roll_code
from parlour.rules.position import Position
from tests.rulebook.harness import Form, forms

GAME = parlour.load("doubleswild")
R = GAME.rules
LETTERS = "ABCD"
TRIPLES = [tuple(t) for t in R.TRIPLES.tolist()]
CHOICES = {R.KEEP: "keep", R.RED: "red", R.BLUE: "blue", R.BOTH: "both"}
CHOICES |= {R.ONE_RED: "one red", R.ONE_BLUE: "one blue"}
CHOICES |= {R.LEAVE: "leave", R.REPLACE: "replace", R.ATTACK: "attack"}
both_forms = pytest.mark.parametrize("form", forms(GAME), ids=lambda f: f.name)


def square(name: str) -> int:
    row, column = map(int, name.split(","))
    return 9 * (row - 3) + column - 3


def name_of(number: int) -> str:
    return f"{number // 9 + 3},{number % 9 + 3}"


def dice(text: str) -> list[int]:
    return [int(d) for d in text.split("-")]


def shown(triple: int) -> str | None:
    return None if triple == R.NO_TRIPLE else "-".join(map(str, TRIPLES[triple]))


class Table:
    """A position on one form of the rules, and everything that can be asked of it."""

    def __init__(self, form: Form, position: Position) -> None:
        self.form = form
        self.position = position

    def branch(self) -> Table:
        return Table(self.form, self.position)

    # ------------------------------------------------------------ going on

    def go(self, *steps: str) -> Table:
        for step in steps:
            if self.actor == CHANCE:
                action = self.outcome(step)
            else:
                assert step in self.names(), f"{step} is not legal, only {self.names()}"
                action = self.names()[step]
            assert action in self.form.legal(self.position), f"{step} cannot be thrown now"
            self.position = self.form.apply(self.position, action)
        return self

    def outcome(self, step: str) -> int:
        due = self.position.due
        if due == R.TOSS:
            return ("defender", "attacker").index(step)
        if due == 4:
            red, blue = (roll_code(*dice(pair)) for pair in step.split("/"))
            return len(ROLLS) * red + blue
        thrown = sorted(dice(step))
        assert len(thrown) == due, f"{due} dice are due, not {step}"
        if due == 3:
            return TRIPLES.index(tuple(thrown))
        return roll_code(*thrown) if due == 2 else thrown[0] - 1

    # ------------------------------------------------------------ asking

    @property
    def actor(self) -> int:
        return self.form.actor(self.position)

    def name(self, action: int) -> str:
        if action in CHOICES:
            return CHOICES[action]
        if action >= R.SELECT:
            return name_of(action - R.SELECT)
        mine = TRIPLES[self.position.triples[self.position.defends]]
        again = [str(die) for i, die in enumerate(mine) if action - R.RETHROW >> i & 1]
        return " ".join(["throw", *again]) if again else "stand"

    def names(self) -> dict[str, int]:
        """The legal decisions by name."""
        assert self.actor >= 0, "nobody is asked anything"
        found = [(self.name(a), a) for a in self.form.legal(self.position)]
        assert len({n for n, _ in found}) == len(found), f"two decisions have one name: {found}"
        return dict(found)

    def owner(self, name: str) -> str | None:
        there = self.position.owner[square(name)]
        return None if there == R.VACANT else LETTERS[there]

    def board(self) -> dict[str, str]:
        return {name_of(q): LETTERS[o] for q, o in enumerate(self.position.owner) if o != R.VACANT}

    def __str__(self) -> str:
        p = self.position
        small = {n: v for n, v in p.__dict__.items() if n not in ("lines", "owner")}
        return f"{self.board()} {small}"

    def winners(self) -> list[str]:
        assert self.actor == OVER, "the game goes on"
        return [c for i, c in enumerate(LETTERS) if self.form.payoff(self.position, i) > 0]


def lay(
    form: Form,
    own: Mapping[str, str] | None = None,
    *,
    players: int = 2,
    turn: str = "A",
    supply: int | Mapping[str, int] = 10,
    score: Mapping[str, int] | None = None,
    tiebreak: str = "",
    **options: Any,
) -> Table:
    """A position before a throw: who owns what ("5,3 5,4"), whose turn it is, markers left. The score
    is the rows on the board unless it is given. `tiebreak` names those who play one; A began the game."""
    p = GAME.new(players, options)
    for letter, names in (own or {}).items():
        for name in names.split():
            assert p.owner[square(name)] == R.VACANT
            p.owner[square(name)] = LETTERS.index(letter)
    for seat in range(players):
        p.supply[seat] = supply if isinstance(supply, int) else supply.get(LETTERS[seat], 10)
    points = score if score is not None else count_rows(dict(enumerate(p.owner.tolist())))
    for letter, count in points.items():
        p.score[GAME.plain.side(p, LETTERS.index(letter))] += count
    if tiebreak:
        p.tiebreak = 1
        p.playing = sum(1 << LETTERS.index(c) for c in tiebreak)
    p.rolling = 0
    p.turn = LETTERS.index(turn)
    p.phase = R.THROW
    GAME.plain.derive(p)
    return Table(form, p)


WINDOWS = [
    [(r + i * down, c + i * across) for i in range(3)]
    for r in range(9)
    for c in range(9)
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1))
    if r + 2 * down < 9 and 0 <= c + 2 * across < 9
]


def count_rows(owner: Mapping[int, int]) -> dict[str, int]:
    """By colour, the three-in-a-rows on the board, counted window by window."""
    found = dict.fromkeys(LETTERS, 0)
    for window in WINDOWS:
        there = {owner[9 * r + c] for r, c in window}
        if len(there) == 1 and there != {R.VACANT}:
            found[LETTERS[there.pop()]] += 1
    return found


# ---------------------------------------------------------------- rows of data


def play_row(form: Form, row: Mapping[str, Any]) -> None:
    if "new" in row:
        table = Table(form, GAME.new(row["new"]["players"], row["new"].get("options")))
    else:
        given = dict(row["position"])
        table = lay(form, given.pop("own", {}), **given.pop("options", {}), **given)
    for number, step in enumerate(row["steps"], 1):
        if isinstance(step, str):
            table.go(*split(step))
        else:
            check(table, step, f"{row['id']}, step {number}")


def split(steps: str) -> Iterable[str]:
    """Steps in one string, set apart by semicolons."""
    return [step.strip() for step in steps.split(";")]


def check(table: Table, wanted: Mapping[str, Any], where: str = "") -> None:
    """
    legal    the complete set of decisions     count    how many there are
    offers   decisions that must be legal      refuses  decisions that must not be
    decides  the player who is asked           dice     [player, how many dice are thrown next]
    owner    {"6,7": "A", "6,8": null}         on_board {"B": 1} markers on the board
    supply   {"A": 4}                          score    {"A": 2}
    attacker, defender   dice in a battle      round    of the battle
    wins     the players who have won          then     {"1-3/4-6; keep": {...}}, taken back again
    """
    p = table.position
    for key, value in wanted.items():
        said = f"{where}: {key}, at {table}"
        if key == "legal":
            assert sorted(table.names()) == sorted(value), said
        elif key == "count":
            assert len(table.names()) == value, said
        elif key == "offers":
            assert set(value) <= set(table.names()), said
        elif key == "refuses":
            assert not set(value) & set(table.names()), said
        elif key == "decides":
            assert table.actor == LETTERS.index(value), said
        elif key == "dice":
            who = p.owner[p.square] if p.phase == R.BATTLE and p.defends else p.turn
            assert (table.actor, LETTERS[who], p.due) == (CHANCE, *value), said
        elif key == "owner":
            assert {name: table.owner(name) for name in value} == value, said
        elif key == "on_board":
            assert {c: list(table.board().values()).count(c) for c in value} == value, said
        elif key == "supply":
            assert {c: p.supply[LETTERS.index(c)] for c in value} == value, said
        elif key == "score":
            sides = {c: GAME.plain.side(p, LETTERS.index(c)) for c in value}
            assert NOBODY not in sides.values(), said
            assert {c: p.score[sides[c]] for c in value} == value, said
        elif key in ("attacker", "defender"):
            assert shown(p.triples[("attacker", "defender").index(key)]) == value, said
        elif key == "round":
            assert p.round == value, said
        elif key == "wins":
            assert table.winners() == value, said
        elif key == "then":
            for steps, further in value.items():
                check(table.branch().go(*split(steps)), further, f"{where}, {steps}")
        else:
            raise KeyError(f"{where}: there is no check called {key!r}")
