"""The last pawns of Parcheesi, solved: two players with one pawn each still on the way, and a player's last
one or two pawns alone.

The tables are made from the rules (rules/endgames.py) by `python3 benchmarks/endgames.py parcheesi`, for the
printed rules and players who sit opposite each other, and lie beside this file. Against each other everything
counts that can happen: captures, bonuses, doublets, the third of them. Alone means that nobody is in the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from parlour.rules import endgames
from parlour.rules.endgames import NEXT, SAME, WON, Known
from parlour.rules.position import Position
from parlour.rules.run import Progress
from parlour.text import say

from . import rules
from .rules import CHAIRS, HOME, LOOP, PAWNS, PLAYING, START, THIRD

FILE = Path(__file__).with_name("exact.npz")
SHA256 = "a71f5ae7d063d3587718285b97ffed355136607b49e9635349d0a301619b06e3"
SIDES = (0, 2)  # the chairs of two players who sit opposite
PLACES = HOME - START  # of a pawn that is not home: START, and 0..HOME - 1
APART = CHAIRS // 2
EXPECTED = ("start_tie", "seats")  # house rules that change nothing here


def before_roll(own: list[int], other: list[int], doublets: int = 0) -> Position:
    """A position in which chair 0 is about to roll; pawns that are not named are home."""
    p = Position(rules.State)
    rules.new_game(p, len(SIDES))
    for seat, places in zip(SIDES, (own, other), strict=True):
        for pawn, place in enumerate(places + [HOME] * (PAWNS - len(places))):
            rules.put(p, seat, pawn, place)
    p.turn = SIDES[0]
    p.rolling = 0
    rules.begin_turn(p)
    p.doublets = doublets
    return p


def left_of(p: Position, seat: int) -> list[int]:
    """Where a seat's pawns are that are not home, the hindmost first."""
    return sorted(int(place) for place in p.pawns[seat] if place != HOME)


def number_of(own: int, other: int, doublets: int) -> int:
    """Which position of the table it is when these pawns are the last of the side about to roll, and of the
    other side."""
    return ((own - START) * PLACES + other - START) * THIRD + doublets


def can_be(own: int, other: int) -> bool:
    """Can these be the last pawns of two who sit opposite? Not both on one space of the loop."""
    mine, theirs = (int(rules.space_of(c, p)) for c, p in zip(SIDES, (own, other), strict=True))
    return mine != theirs or mine >= LOOP


def _pairs() -> list[tuple[int, int, int]]:
    """All of them; another stands in for what cannot be."""
    found = []
    for own in range(START, HOME):
        for other in range(START, HOME):
            found += [(own, other if can_be(own, other) else START, d) for d in range(THIRD)]
    return found


def _place(p: Position) -> tuple[int, int]:
    if p.phase == rules.FINISHED:
        return WON, 0
    turn = int(p.turn)
    other = (turn + APART) % CHAIRS
    number = number_of(left_of(p, turn)[0], left_of(p, other)[0], int(p.doublets))
    return (SAME if turn == SIDES[0] else NEXT), number


# ---------------------------------------------------------------- alone

PARKED = HOME - 1  # where the other side's last pawn stands, in nobody's way


def alone() -> list[tuple[int, int]]:
    """The places of the last two pawns, the hindmost first; HOME for one that is home already."""
    return [pair for pair in combinations_with_replacement(range(START, HOME + 1), 2) if pair != (HOME, HOME)]


def _runs() -> tuple[list[Position], dict[bytes, int]]:
    """Every position before a roll of the last two pawns; after doublets it counts which were together."""
    found: dict[bytes, int] = {}
    listed: list[Position] = []
    for pair in alone():
        for doublets in range(THIRD):
            p = before_roll([place for place in pair if place != HOME], [PARKED], doublets)
            for locks in {0, int(p.locks), 1} if doublets and HOME not in pair else {int(p.locks)}:
                p.locks = locks
                if p.to_bytes() not in found:
                    found[p.to_bytes()] = len(listed)
                    listed.append(p.copy())
    return listed, found


def make(progress: Progress | None = None) -> None:
    """Solve everything anew and write the tables."""
    pairs = [before_roll([own], [other], doublets) for own, other, doublets in _pairs()]
    chances = endgames.win_chances(endgames.follow(rules, pairs, _place, progress=progress))
    listed, found = _runs()

    def run(p: Position) -> tuple[int, int]:
        if p.phase == rules.FINISHED:
            return WON, 0
        kind = SAME if p.turn == SIDES[0] else NEXT
        rest = before_roll(left_of(p, SIDES[0]), [PARKED], int(p.doublets) if kind == SAME else 0)
        if kind == SAME and len(left_of(p, SIDES[0])) == 2:
            a, b = np.flatnonzero(p.pawns[SIDES[0]] != HOME).tolist()
            rest.locks = 1 if int(p.locks) & int(rules.PAIR[a, b]) else 0
        return kind, found[rest.to_bytes()]

    turns = endgames.turns(endgames.follow(rules, listed, run, progress=progress))
    first = {
        pair: found[before_roll([x for x in pair if x != HOME], [PARKED]).to_bytes()] for pair in alone()
    }
    np.savez_compressed(
        FILE,
        chances=chances.astype(np.float32),
        turns=np.array([turns[first[pair]] for pair in alone()], np.float32),
        board=np.array(repr(rules.BOARD["track"])),
    )


# ---------------------------------------------------------------- reading


@cache
def tables() -> Mapping[str, npt.NDArray[np.float32]] | None:
    """`chances` by number_of(), `turns` in the order of alone(); None on another board than they are for."""
    kept = endgames.load(FILE, SHA256)
    return kept if str(kept["board"]) == repr(rules.BOARD["track"]) else None


@cache
def _order() -> dict[tuple[int, int], int]:
    return {pair: i for i, pair in enumerate(alone())}


def log_odds() -> npt.NDArray[np.float32]:
    """`chances` as logarithms of odds; nothing where there is no table."""
    found = tables()
    if found is None:
        return np.zeros(1, np.float32)
    chances = found["chances"].astype(np.float64).clip(1e-6, 1 - 1e-6)
    odds: npt.NDArray[np.float32] = np.log(chances / (1 - chances)).astype(np.float32)
    return odds


def turns_alone(own: list[int]) -> float:
    """The turns that the last one or two pawns need on average, when nobody is in the way."""
    found = tables()
    assert found is not None
    low, high = sorted([*own, HOME])[:2]
    return float(found["turns"][_order()[low, high]])


def is_solved(p: Position) -> bool:
    """Is this one of the positions in `chances`, at a roll or in mid-turn?"""
    playing = [seat for seat in range(CHAIRS) if p.place[seat] == PLAYING]
    return (
        len(playing) == len(SIDES)
        and playing[1] - playing[0] == APART
        and all(len(left_of(p, seat)) == 1 for seat in playing)
        and p.phase not in (rules.ROLL_OFF, rules.FINISHED)
        and all(getattr(p, option.name) == 0 for option in rules.OPTIONS if option.name not in EXPECTED)
        and tables() is not None
    )


def chance_to_roll(p: Position) -> float:
    """The chance of the seat about to roll."""
    found = tables()
    assert found is not None
    own, other = left_of(p, p.turn)[0], left_of(p, (p.turn + APART) % CHAIRS)[0]
    return float(found["chances"][number_of(own, other, p.doublets)])


def known(p: Position) -> Known | None:
    """The exact chances of the last pawns, in two players' hands; None in other positions."""
    if not is_solved(p):
        return None
    return endgames.known(rules, p, chance_to_roll, say("the last pawns"))
