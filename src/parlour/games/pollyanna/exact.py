"""The last pieces of Pollyanna, solved: two players with one piece each still on the way, and a player's last
one or two pieces alone.

The tables are made from the rules (rules/endgames.py) by `python3 benchmarks/endgames.py pollyanna`, for the
printed rules and players who sit opposite each other, and lie beside this file. Against each other everything
counts that can happen: captures, rewards, turnouts, doublets. Alone means that nobody is in the way.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

from parlour.games.racing.exact import SIDES, LastPieces
from parlour.rules import endgames
from parlour.rules.endgames import NEXT, SAME, WON
from parlour.rules.position import Position
from parlour.rules.run import Progress
from parlour.text import say

from . import layout, moving, record, rules, turns
from .layout import CORNER, HOME, NOWHERE
from .record import PIECES

FILE = Path(__file__).with_name("exact.npz")
SHA256 = "1130f9a998a27e2180c60546417422922d35055df49168909070d4d646b85a46"
PLACES = layout.PLACES - CORNER  # of a piece: the corner, and all there are; HOME among them is never used
EXPECTED = ("mode", "start_tie", "seats")  # house rules that change nothing here


def before_throw(own: list[int], other: list[int]) -> Position:
    """A position in which chair 0 is about to throw; pieces that are not named are home."""
    p = Position(rules.State)
    rules.new_game(p, len(SIDES))
    for seat, places in zip(SIDES, (own, other), strict=True):
        for piece, place in enumerate(places + [HOME] * (PIECES - len(places))):
            moving.put(p, seat, piece, place)
    p.rolling = 0
    turns.give_turn(p, SIDES[0])
    p.phase = record.THROW
    rules.derive(p)
    return p


def number_of(own: int, other: int) -> int:
    """Which position of the table it is when these pieces are the last of the side about to throw, and of the
    other side."""
    return (own - CORNER) * PLACES + other - CORNER


def can_be(own: int, other: int) -> bool:
    """Can these be the last pieces of two who sit opposite? Not at HOME, nor both on one space."""
    mine, theirs = (int(record.space_of(c, p)) for c, p in zip(SIDES, (own, other), strict=True))
    return HOME not in (own, other) and (mine != theirs or mine == NOWHERE)


def _pairs() -> list[tuple[int, int]]:
    """All of them; another stands in for what cannot be."""
    places = range(CORNER, layout.PLACES)
    return [(a, b) if can_be(a, b) else (CORNER, CORNER) for a in places for b in places]


# ---------------------------------------------------------------- alone

PARKED = HOME - 1  # where the other side's last piece stands, in nobody's way


def alone() -> list[tuple[int, int]]:
    """The places of the last two pieces, in order; HOME for one that is home already."""
    pairs = combinations_with_replacement(range(CORNER, layout.PLACES), 2)
    return [
        (a, b) for a, b in pairs if (a, b) != (HOME, HOME) and (a != b or not layout.ENTRANCE < a != HOME)
    ]


LAST = LastPieces(
    about=say("the last pieces"),
    rules=rules,
    pieces="pieces",
    file=FILE,
    sha256=SHA256,
    expected=EXPECTED,
    number=lambda p, own, other: number_of(own, other),
    alone=alone,
)
left_of, tables, log_odds = LAST.left_of, LAST.tables, LAST.log_odds
turns_alone, chance_to_roll, known = LAST.turns_alone, LAST.chance_to_roll, LAST.known


def chance_of(own: int, other: int) -> float | None:
    """The chance of the side about to throw, by the last pieces of both; None where that is not known."""
    found = tables()
    return float(found["chances"][number_of(own, other)]) if found and can_be(own, other) else None


# ---------------------------------------------------------------- making the tables


def make(progress: Progress | None = None) -> None:
    """Solve everything anew and write the tables."""
    pairs = [before_throw([own], [other]) for own, other in _pairs()]
    chances = endgames.win_chances(endgames.follow(rules, pairs, LAST.place, progress=progress))
    found = {pair: i for i, pair in enumerate(alone())}

    def run(p: Position) -> tuple[int, int]:
        if p.phase == record.FINISHED:
            return WON, 0
        return (SAME if p.turn == SIDES[0] else NEXT), found[LAST.pair(left_of(p, SIDES[0]))]

    listed = [before_throw([place for place in pair if place != HOME], [PARKED]) for pair in found]
    turns = endgames.turns(endgames.follow(rules, listed, run, progress=progress))
    LAST.keep(chances, turns)
