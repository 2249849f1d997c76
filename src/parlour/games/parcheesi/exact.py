"""The last pawns of Parcheesi, solved: two players with one pawn each still on the way, and a player's last
one or two pawns alone.

The tables are made from the rules (rules/endgames.py) by `python3 benchmarks/endgames.py parcheesi`, for the
printed rules and players who sit opposite each other, and lie beside this file. Against each other everything
counts that can happen: captures, bonuses, doublets, the third of them. Alone means that nobody is in the way.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

from parlour.games.racing.exact import SIDES, LastPieces
from parlour.rules import endgames
from parlour.rules.endgames import NEXT, SAME, WON
from parlour.rules.position import Position
from parlour.rules.run import Progress
from parlour.text import say

from . import rules
from .derived import derive
from .layout import HOME, LOOP, PAWNS, START
from .moving import put, space_of
from .record import FINISHED, PAIR, THIRD, State
from .turns import begin_turn, new_game

FILE = Path(__file__).with_name("exact.npz")
SHA256 = "a71f5ae7d063d3587718285b97ffed355136607b49e9635349d0a301619b06e3"
PLACES = HOME - START  # of a pawn that is not home: START, and 0..HOME - 1
EXPECTED = ("start_tie", "seats")  # house rules that change nothing here


def before_roll(own: list[int], other: list[int], doublets: int = 0) -> Position:
    """A position in which chair 0 is about to roll; pawns that are not named are home."""
    p = Position(State)
    new_game(p, len(SIDES))
    for seat, places in zip(SIDES, (own, other), strict=True):
        for pawn, place in enumerate(places + [HOME] * (PAWNS - len(places))):
            put(p, seat, pawn, place)
    p.turn = SIDES[0]
    p.rolling = 0
    begin_turn(p)
    p.doublets = doublets
    derive(p)
    return p


def number_of(own: int, other: int, doublets: int) -> int:
    """Which position of the table it is when these pawns are the last of the side about to roll, and of the
    other side."""
    return ((own - START) * PLACES + other - START) * THIRD + doublets


def can_be(own: int, other: int) -> bool:
    """Can these be the last pawns of two who sit opposite? Not both on one space of the loop."""
    mine, theirs = (int(space_of(c, p)) for c, p in zip(SIDES, (own, other), strict=True))
    return mine != theirs or mine >= LOOP


def _pairs() -> list[tuple[int, int, int]]:
    """All of them; another stands in for what cannot be."""
    found = []
    for own in range(START, HOME):
        for other in range(START, HOME):
            found += [(own, other if can_be(own, other) else START, d) for d in range(THIRD)]
    return found


# ---------------------------------------------------------------- alone

PARKED = HOME - 1  # where the other side's last pawn stands, in nobody's way


def alone() -> list[tuple[int, int]]:
    """The places of the last two pawns, the hindmost first; HOME for one that is home already."""
    return [pair for pair in combinations_with_replacement(range(START, HOME + 1), 2) if pair != (HOME, HOME)]


LAST = LastPieces(
    about=say("the last pawns"),
    rules=rules,
    pieces="pawns",
    file=FILE,
    sha256=SHA256,
    expected=EXPECTED,
    number=lambda p, own, other: number_of(own, other, int(p.doublets)),
    alone=alone,
)
left_of, tables, log_odds = LAST.left_of, LAST.tables, LAST.log_odds
turns_alone, chance_to_roll, known = LAST.turns_alone, LAST.chance_to_roll, LAST.known


def chance_of(own: int, other: int) -> float | None:
    """The chance of the side about to roll, by the last pawns of both; None where that is not known."""
    found = tables()
    return float(found["chances"][number_of(own, other, 0)]) if found and can_be(own, other) else None


# ---------------------------------------------------------------- making the tables


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
    chances = endgames.win_chances(endgames.follow(rules, pairs, LAST.place, progress=progress))
    listed, found = _runs()

    def run(p: Position) -> tuple[int, int]:
        if p.phase == FINISHED:
            return WON, 0
        kind = SAME if p.turn == SIDES[0] else NEXT
        rest = before_roll(left_of(p, SIDES[0]), [PARKED], int(p.doublets) if kind == SAME else 0)
        if kind == SAME and len(left_of(p, SIDES[0])) == 2:
            a, b = np.flatnonzero(p.pawns[SIDES[0]] != HOME).tolist()
            rest.locks = 1 if int(p.locks) & int(PAIR[a, b]) else 0
        return kind, found[rest.to_bytes()]

    turns = endgames.turns(endgames.follow(rules, listed, run, progress=progress))
    first = {
        pair: found[before_roll([x for x in pair if x != HOME], [PARKED]).to_bytes()] for pair in alone()
    }
    LAST.keep(chances, np.array([turns[first[pair]] for pair in alone()]))
