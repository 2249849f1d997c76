"""What scenario rows cannot cover: long random play, checked after every action.

The readable rules and the fast ones, as text and compiled, play side by side in crowded positions that are
made up, with and without house rules: the same decisions, and the same bytes after each of them. And what a
player could check with his eyes holds in whole games. A failure prints the position.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from parlour.rules.kit import OVER, roll_code
from parlour.rules.position import Position
from tests.rulebook.harness import Beside, Form, Walk
from tests.rulebook.pollyanna import spaces
from tests.rulebook.pollyanna.crowds import HOUSE_RULES, TABLES, crowd, key
from tests.rulebook.pollyanna.support import GAME

each_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)

# ---------------------------------------------------------------- the readable and the fast side by side


each_fast = pytest.mark.parametrize(
    "fast", [Form(GAME, "fast"), Form(GAME, "compiled")], ids=lambda f: f.name
)
PARTS = 6  # short tests, so that benchmarks/mutants.py asks them
each_part = pytest.mark.parametrize("part", range(PARTS))


def play(fast: Form, p: Position, rng: random.Random, throws: int) -> Position:
    """So many throws, everything at random, or to the end of the game; each step by both."""
    both, plain = Beside(fast), Form(fast.game, "plain")
    for _ in range(throws):
        if plain.actor(p) == OVER:
            break
        p = both.after(p, roll_code(rng.randint(1, 6), rng.randint(1, 6)))
        while plain.actor(p) >= 0:
            p = both.after(p, rng.choice(both.listed(p, rng)))
    return p


@each_fast
@each_table
@each_part
def test_crowded_positions(fast: Form, table: dict[str, Any], part: int) -> None:
    """POL-DICE-3, POL-Q-07, POL-Q-14, POL-Q-15 and all that stands in a piece's way."""
    rng = random.Random(f"crowded {table} {fast.name} {part}")
    for _ in range(120 // PARTS):
        play(fast, fast.game.position.build(crowd(rng, table, {})), rng, 3)


@each_fast
@each_table
@each_part
def test_crowded_positions_with_house_rules(fast: Form, table: dict[str, Any], part: int) -> None:
    """The same with a handful of house rules at a time."""
    rng = random.Random(f"house rules {table} {fast.name} {part}")
    for _ in range(120 // PARTS):
        chosen = {name: choice for name, choice in HOUSE_RULES.items() if rng.random() < 0.25}
        play(fast, fast.game.position.build(crowd(rng, table, chosen)), rng, 3)


@each_table
def test_whole_games(table: dict[str, Any]) -> None:
    """From empty corners to the last piece home, every decision compared."""
    whole_game(Form(GAME, "fast"), table, random.Random(f"whole games {table}"))


def whole_game(fast: Form, table: dict[str, Any], rng: random.Random) -> None:
    options = {"mode": table["mode"]} if table.get("mode") else {}
    pieces = {str(seat): ["C"] * 4 for seat in table["chairs"]}
    data = {"game": "pollyanna", "options": options, "pieces": pieces, "turn": table["chairs"][0]}
    end = play(fast, fast.game.position.build(data), rng, 5000)
    assert fast.actor(end) == OVER


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
            before = spaces.read(walk.data | {"turn": walk.turn})
            action = rng.choice(walk.form.legal(walk.position))
            fields = walk.game.words.fields(walk.position, action)
            walk.position = walk.form.apply(walk.position, action)
            after = spaces.read(walk.data | {"turn": walk.turn})
            nobody_is_out_of_place(after)
            what_changed_is_lawful(before, after, fields)


def nobody_is_out_of_place(table: spaces.Table) -> None:
    standing: dict[spaces.Place, list[int]] = {}
    for seat, places in table["pieces"].items():
        assert len(places) == 4
        for place in places:
            if place not in ("C", "H"):
                standing.setdefault(key(seat, place), []).append(seat)
    for place, owners in standing.items():
        if place[0] != "B":
            assert len(owners) == 1, (place, table)
            continue
        assert all(spaces.friends(table, owners[0], other) for other in owners), (place, table)
        if len(owners) > 3:  # only by starting
            assert place in [spaces.start_space(seat) for seat in owners], (place, table)


def what_changed_is_lawful(before: spaces.Table, after: spaces.Table, fields: dict[str, Any]) -> None:
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
        assert where == new and goes_to == "C" and not spaces.friends(before, mover, victim)
        assert where not in (spaces.start_space(victim), spaces.entrance(victim))
    if fields["do"] == "start":
        assert (old, new) == ("C", spaces.start_space(mover))
        return
    ways = [way for way in spaces.routes(mover, old, fields["count"]) if way[-1] == new]
    assert len(ways) == 1, (old, new, fields)
    for place in ways[0][:-1]:
        there = [
            s for s, places in before["pieces"].items() if place in places and (s == mover or place[0] != "P")
        ]
        crowd_there = sum(before["pieces"][s].count(place) for s in there)
        assert crowd_there < (2 if place[0] == "B" else 1), (place, before)
