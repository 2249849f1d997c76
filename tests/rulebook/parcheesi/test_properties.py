"""What no table of scenarios can say: the rules against a second, naive reading of the rulebook.

`reference.py` is played side by side with the real rules, from the first roll to the last and
from made-up positions, with and without house rules; every list of choices and every outcome
must agree. The remaining tests follow single pawns through random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.rules.kit import CHANCE, OVER, ROLLS, roll_code
from parlour.rules.position import Position

from . import reference as ref
from .reference import HOME, START, Table

GAME = parlour.load("parcheesi")
PLAIN = GAME.plain
RANDOM_CHOICES = {o.name: o.choices for o in GAME.options if o.choices and o.name != "seats"}


def legal(p: Position) -> list[int]:
    out = np.zeros(PLAIN.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: PLAIN.legal(p, out)]]


def after(p: Position, action: int) -> Position:
    q = p.copy()
    PLAIN.apply(q, action)
    return q


def note(p: Position, action: int) -> str:
    return str(GAME.words.notation(p, action)).partition("#")[0]


# ---------------------------------------------------------------- side by side


def table_of(p: Position) -> Table:
    """The same position for the reference, at the beginning of a roll."""
    data = GAME.position.describe(p)
    names = {"S": START, "H": HOME}
    pawns = {int(c): [names.get(at, at) for at in places] for c, places in data["pawns"].items()}
    t = Table(pawns, data["turn"], data.get("options", {}))
    ref.begin_turn(t)
    t.doublets = p.doublets
    return t


def moved_pawn(p: Position, q: Position, seat: int) -> int:
    """Which pawn of the seat an action moved."""
    changed = [i for i in range(4) if p.pawns[seat, i] != q.pawns[seat, i]]
    assert len(changed) == 1, "an action moves exactly one pawn of the mover"
    return changed[0]


def agree(p: Position, t: Table) -> None:
    """The two positions are the same, as far as both can tell."""
    data = GAME.position.describe(p)
    for seat, pawns in t.pawns.items():
        assert p.pawns[seat].tolist() == pawns, (data, t)
    if t.over:
        assert PLAIN.actor(p) == OVER, (data, t)
        return
    assert p.turn == t.turn, (data, t)
    assert PLAIN.actor(p) == (CHANCE if t.dice is None else t.turn), (data, t)
    assert sorted(data.get("bonuses", [])) == sorted(t.bonuses), (data, t)
    if t.dice is not None:
        assert sorted(data.get("left", t.left)) == sorted(t.left), (data, t)


def take_roll(p: Position, t: Table, dice: tuple[int, int]) -> Position:
    q = after(p, roll_code(*dice))
    mover = t.turn
    ref.roll(t, dice)
    mine, theirs = q.pawns[mover].tolist(), t.pawns[mover]
    assert sorted(mine) == sorted(theirs), (GAME.position.describe(p), dice)
    t.pawns[mover] = mine  # the third doublets may take either pawn of a pair (PAR-Q-21)
    t.locks = ref.pairs_together(t) if t.turn != mover else t.locks
    return q


def compare_choices(p: Position, t: Table) -> list[tuple[int, ref.Action]]:
    """Both offer the same; the actions of the rules, each with what it is in the reference."""
    offered = []
    wanted = ref.legal(t)
    for action in legal(p):
        said = note(p, action)
        if said == "pass":
            offered.append((action, ("pass",)))
            continue
        pawn = moved_pawn(p, after(p, action), t.turn)
        same = [a for a in wanted if a[-1] == pawn and ref.note(t, a) == said]
        assert same, f"{said} with pawn {pawn} is not legal: {GAME.position.describe(p)} {t}"
        offered.append((action, same[0]))
    kinds_wanted = {(ref.note(t, a), outcome(t, a)) for a in wanted}
    kinds_offered = {(ref.note(t, a), outcome(t, a)) for _, a in offered}
    assert kinds_offered == kinds_wanted, (
        f"offered {sorted(n for n, _ in kinds_offered)}, wanted {sorted(n for n, _ in kinds_wanted)}: "
        f"{GAME.position.describe(p)} {t}"
    )
    return offered


def outcome(t: Table, action: ref.Action) -> Any:
    """What an action leads to, the same for pawns that may stand in for each other."""
    copy = ref.clone(t)
    ref.do(copy, action)
    return ref.shape(copy)


def side_by_side(p: Position, rng: random.Random, plies: int) -> int:
    """Play both from here, at the beginning of a roll; the number of decisions compared."""
    t = table_of(p)
    compared = 0
    for _ in range(plies):
        agree(p, t)
        if t.over:
            break
        if t.dice is None:
            p = take_roll(p, t, rng.choice(DICE))
        else:
            action, mine = rng.choice(compare_choices(p, t))
            compared += 1
            p = after(p, action)
            ref.play(t, mine)
    agree(p, t)
    return compared


# Doublets and fives are where the rules are: they come more often than with fair dice.
DICE = [(int(a), int(b)) for a, b in ROLLS]
DICE += [(a, b) for a, b in DICE if a == b or 5 in (a, b, a + b)] + [(6, 6), (5, 5)]


def random_options(rng: random.Random) -> dict[str, Any]:
    """Some house rules, most of them left as printed."""
    options: dict[str, Any] = {n: rng.choice(c) for n, c in RANDOM_CHOICES.items() if rng.random() < 0.25}
    if rng.random() < 0.2:
        options["bonus_cap"] = rng.randint(1, 2)
    return options


def random_position(rng: random.Random, options: dict[str, Any] | None = None) -> Position:
    """A crowded position of the rules' own making: pawns near each other, near ENTER and near HOME."""
    seats = rng.choice([[0, 2], [0, 1, 2], [0, 1, 2, 3], [1, 3], [0, 1]])
    turn = rng.choice(seats)
    centre = rng.choice([0, 3, 10, 20, 34, 50, 58, 62])
    taken: dict[int, int] = {}  # loop space -> seat that stands there
    pawns: dict[str, list[Any]] = {}
    for seat in [turn, *(s for s in seats if s != turn)]:
        places: list[Any] = []
        while len(places) < 4:
            at = random_place(rng, centre, (turn - seat) * 17)
            if isinstance(at, int):
                space = (at + 17 * seat) % 68 if at <= 63 else -1
                if places.count(at) == 2 or taken.get(space, seat) != seat:
                    continue
                if space >= 0:
                    taken[space] = seat
            places.append(at)
        if all(at == "H" for at in places):
            places[0] = "S"
        pawns[str(seat)] = places
    data = {"game": "parcheesi", "pawns": pawns, "turn": turn, "options": options or {}}
    data["doublets"] = rng.choice([0, 0, 0, 1, 2])
    return GAME.position.build({k: v for k, v in data.items() if v})


def random_place(rng: random.Random, centre: int, shift: int) -> Any:
    """Somewhere; mostly within reach of the mover's pawns, which stand around `centre`."""
    kind = rng.random()
    if kind < 0.15:
        return "S"
    if kind < 0.3:
        return "H"
    if kind < 0.45 and shift == 0:
        return rng.randint(60, 70)
    at = (centre + shift + rng.randint(-8, 12)) % 68 if kind < 0.9 else rng.randrange(64)
    return at if at <= 63 else 63


@pytest.mark.parametrize("seed", range(40))
def test_side_by_side_from_crowded_positions(seed: int) -> None:
    """Section 4 of the specification, by listing every sequence. (PAR-MOVE-4, PAR-DBL-5, PAR-ENTER-4)"""
    rng = random.Random(seed)
    compared = 0
    for _ in range(12):
        p = random_position(rng)
        compared += side_by_side(p, rng, 12)
    assert compared > 20


@pytest.mark.parametrize("seed", range(40))
def test_side_by_side_with_house_rules(seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(10):
        p = random_position(rng, random_options(rng))
        side_by_side(p, rng, 12)
