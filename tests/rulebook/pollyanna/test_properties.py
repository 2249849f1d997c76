"""What scenario rows cannot cover: long random play, checked after every action.

The slow second implementation in `slow.py` decides what is legal and what an action does; the
rules must agree with it everywhere, in positions that play reaches and in crowded ones that are
made up, with and without house rules. A failure prints the position and the throw.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from parlour import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from tests.rulebook.harness import Form, Walk, forms, need
from tests.rulebook.pollyanna import slow
from tests.rulebook.pollyanna.crowds import HOUSE_RULES, TABLES, crowd, key
from tests.rulebook.pollyanna.support import GAME

each_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
each_form = pytest.mark.parametrize("form", forms(GAME), ids=lambda f: f.name)

# ---------------------------------------------------------------- the two side by side


class Pair:
    """The rules under test and the slow ones, kept in step."""

    def __init__(self, walk: Walk, table: slow.Table) -> None:
        self.walk = walk
        self.table = table
        self.told: list[str] = [str(walk)]

    def throw(self, a: int, b: int) -> None:
        self.told.append(f"{a}-{b}")
        self.walk.roll(a, b)
        self.table = slow.settle(slow.throw(self.table, max(a, b), min(a, b)))
        self.compare()

    def play(self, rng: random.Random, throws: int) -> None:
        """So many throws, everything at random, or to the end of the game."""
        for _ in range(throws):
            if self.walk.actor == OVER:
                return
            self.throw(rng.randint(1, 6), rng.randint(1, 6))
            while self.walk.actor >= 0:
                self.follow(rng.choice(self.walk.form.legal(self.walk.position)))

    def follow(self, action: int) -> None:
        p = self.walk.position
        note = self.walk.game.words.notation(p, action)
        piece = self.walk.game.words.fields(p, action).get("piece", 0) - 1
        self.told.append(note)
        mine = [
            a
            for a in slow.legal(self.table)
            if slow.notation(self.table, a) == note.partition("#")[0]
            and (a[0] in ("start", "pass") or a[1] == piece)
        ]
        assert len(mine) == 1, self
        self.walk.position = self.walk.form.apply(p, action)
        self.table = slow.settle(slow.apply(self.table, mine[0]))
        self.compare()

    def compare(self) -> None:
        """Same actions, same pieces, same player."""
        choices = slow.legal(self.table)
        asking_changes_nothing(self.walk.game, self.walk.position)
        assert self.walk.notes() == sorted({slow.notation(self.table, a) for a in choices}), self
        assert self.walk.data["pieces"] == words(self.table), self
        if choices:
            assert self.walk.actor == self.table["turn"], self
        elif slow.over(self.table):
            assert self.walk.actor == OVER, self
        else:
            self.table = slow.finish(self.table)
            assert (self.walk.actor, self.walk.turn) == (CHANCE, self.table["turn"]), self

    def __str__(self) -> str:
        return "\n".join([*self.told, f"now {self.walk}", f"slow: {self.table}"])

    __repr__ = __str__


def words(table: slow.Table) -> dict[str, list[Any]]:
    named = {str(s): [slow.name(s, p) for p in places] for s, places in table["pieces"].items()}
    return {s: [int(w) if w.isdecimal() else w for w in places] for s, places in named.items()}


def side_by_side(form: Form, data: dict[str, Any]) -> Pair:
    return Pair(Walk.build(form, data), slow.read(data))


@each_form
@each_table
def test_crowded_positions(form: Form, table: dict[str, Any]) -> None:
    """POL-DICE-3, POL-Q-07, POL-Q-14, POL-Q-15 and all that stands in a piece's way."""
    need(form)
    rng = random.Random(f"crowded {table} {form.name}")
    for _ in range(120):
        side_by_side(form, crowd(rng, table, {})).play(rng, 3)


@each_form
@each_table
def test_crowded_positions_with_house_rules(form: Form, table: dict[str, Any]) -> None:
    """The same with a handful of house rules at a time."""
    need(form)
    rng = random.Random(f"house rules {table} {form.name}")
    for _ in range(120):
        chosen = {name: choice for name, choice in HOUSE_RULES.items() if rng.random() < 0.25}
        side_by_side(form, crowd(rng, table, chosen)).play(rng, 3)


@each_table
def test_whole_games(table: dict[str, Any]) -> None:
    """From empty corners to the last piece home, every decision compared."""
    whole_game(Form(GAME, "plain"), table, random.Random(f"whole games {table}"))


def whole_game(form: Form, table: dict[str, Any], rng: random.Random) -> None:
    options = {"mode": table["mode"]} if table.get("mode") else {}
    pieces = {str(seat): ["C"] * 4 for seat in table["chairs"]}
    data = {"game": "pollyanna", "options": options, "pieces": pieces, "turn": table["chairs"][0]}
    pair = side_by_side(form, data)
    for _ in range(5000):
        pair.play(rng, 1)
        pair.told.clear()
    assert pair.walk.actor == OVER


# ---------------------------------------------------------------- what must hold after every action


@each_table
def test_invariants(table: dict[str, Any]) -> None:
    """POL-PREP-2, POL-BLOCK-2, POL-TO-3, POL-HOME-3, POL-Q-10, POL-Q-26, POL-Q-44 in whole games."""
    rng = random.Random(f"invariants {table}")
    for _ in range(2):
        chairs = "".join(map(str, table["chairs"]))
        options = {"mode": table["mode"]} if "mode" in table else {"seats": chairs} if len(chairs) < 4 else {}
        walk = Walk.new(Form(GAME, "plain"), len(chairs), options)
        while walk.actor != OVER:
            before = slow.read(walk.data | {"turn": walk.turn})
            action = rng.choice(walk.form.legal(walk.position))
            fields = walk.game.words.fields(walk.position, action)
            asking_changes_nothing(GAME, walk.position)
            walk.position = walk.form.apply(walk.position, action)
            after = slow.read(walk.data | {"turn": walk.turn})
            nobody_is_out_of_place(after)
            what_changed_is_lawful(before, after, fields)


def asking_changes_nothing(game: Game, position: Position) -> None:
    """The look-ahead takes back all it tries."""
    p = position.copy()
    n = game.plain.legal(p, _OUT)
    game.plain.refusal(p, p.turn, _OUT[n - 1] ^ 1)  # the other route, most likely not legal
    assert p == position


_OUT = np.zeros(GAME.plain.MAX_ACTIONS, np.int64)


def nobody_is_out_of_place(table: slow.Table) -> None:
    spaces: dict[slow.Place, list[int]] = {}
    for seat, places in table["pieces"].items():
        assert len(places) == 4
        for place in places:
            if place not in ("C", "H"):
                spaces.setdefault(key(seat, place), []).append(seat)
    for place, owners in spaces.items():
        if place[0] != "B":
            assert len(owners) == 1, (place, table)
            continue
        assert all(slow.friends(table, owners[0], other) for other in owners), (place, table)
        if len(owners) > 3:  # only by starting
            assert place in [slow.start_space(seat) for seat in owners], (place, table)


def what_changed_is_lawful(before: slow.Table, after: slow.Table, fields: dict[str, Any]) -> None:
    changes = [
        (seat, old, new)
        for seat, places in before["pieces"].items()
        for old, new in zip(places, after["pieces"][seat], strict=True)
        if old != new
    ]
    if fields["do"] in ("roll", "pass"):
        assert not changes
        return
    (mover, old, new), *captured = sorted(changes, key=lambda c: c[0] != before["turn"])
    assert mover == before["turn"]
    for victim, where, goes_to in captured:
        assert where == new and goes_to == "C" and not slow.friends(before, mover, victim)
        assert where not in (slow.start_space(victim), slow.entrance(victim))
    if fields["do"] == "start":
        assert (old, new) == ("C", slow.start_space(mover))
        return
    ways = [way for way in slow.routes(mover, old, fields["count"]) if way[-1] == new]
    assert len(ways) == 1, (old, new, fields)
    for place in ways[0][:-1]:
        there = [
            s for s, places in before["pieces"].items() if place in places and (s == mover or place[0] != "P")
        ]
        crowd_there = sum(before["pieces"][s].count(place) for s in there)
        assert crowd_there < (2 if place[0] == "B" else 1), (place, before)
