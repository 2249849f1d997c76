"""The last pieces of Pollyanna, solved: two players with one piece each still on the way, and a player's last
one or two pieces alone.

The tables are made from the rules (rules/endgames.py) by `python3 benchmarks/endgames.py pollyanna`, for the
printed rules and players who sit opposite each other, and lie beside this file. Against each other everything
counts that can happen: captures, rewards, turnouts, doublets. Alone means that nobody is in the way.
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
from .rules import CHAIRS, CORNER, HOME, NOWHERE, PIECES, PLAYING

FILE = Path(__file__).with_name("exact.npz")
SHA256 = "1130f9a998a27e2180c60546417422922d35055df49168909070d4d646b85a46"
SIDES = (0, 2)  # the chairs of two players who sit opposite
PLACES = rules.PLACES - CORNER  # of a piece: the corner, and all there are; HOME among them is never used
APART = CHAIRS // 2
EXPECTED = ("mode", "start_tie", "seats")  # house rules that change nothing here


def before_throw(own: list[int], other: list[int]) -> Position:
    """A position in which chair 0 is about to throw; pieces that are not named are home."""
    p = Position(rules.State)
    rules.new_game(p, len(SIDES))
    for seat, places in zip(SIDES, (own, other), strict=True):
        for piece, place in enumerate(places + [HOME] * (PIECES - len(places))):
            rules.put(p, seat, piece, place)
    p.rolling = 0
    rules.give_turn(p, SIDES[0])
    p.phase = rules.THROW
    return p


def left_of(p: Position, seat: int) -> list[int]:
    """Where a seat's pieces are that are not home."""
    return sorted(int(place) for place in p.pieces[seat] if place != HOME)


def number_of(own: int, other: int) -> int:
    """Which position of the table it is when these pieces are the last of the side about to throw, and of the
    other side."""
    return (own - CORNER) * PLACES + other - CORNER


def can_be(own: int, other: int) -> bool:
    """Can these be the last pieces of two who sit opposite? Not at HOME, nor both on one space."""
    mine, theirs = (int(rules.space_of(c, p)) for c, p in zip(SIDES, (own, other), strict=True))
    return HOME not in (own, other) and (mine != theirs or mine == NOWHERE)


def _pairs() -> list[tuple[int, int]]:
    """All of them; another stands in for what cannot be."""
    places = range(CORNER, rules.PLACES)
    return [(a, b) if can_be(a, b) else (CORNER, CORNER) for a in places for b in places]


def _place(p: Position) -> tuple[int, int]:
    if p.phase == rules.FINISHED:
        return WON, 0
    turn = int(p.turn)
    number = number_of(left_of(p, turn)[0], left_of(p, (turn + APART) % CHAIRS)[0])
    return (SAME if turn == SIDES[0] else NEXT), number


# ---------------------------------------------------------------- alone

PARKED = HOME - 1  # where the other side's last piece stands, in nobody's way


def alone() -> list[tuple[int, int]]:
    """The places of the last two pieces, in order; HOME for one that is home already."""
    pairs = combinations_with_replacement(range(CORNER, rules.PLACES), 2)
    return [(a, b) for a, b in pairs if (a, b) != (HOME, HOME) and (a != b or not rules.ENTRANCE < a != HOME)]


def make(progress: Progress | None = None) -> None:
    """Solve everything anew and write the tables."""
    pairs = [before_throw([own], [other]) for own, other in _pairs()]
    chances = endgames.win_chances(endgames.follow(rules, pairs, _place, progress=progress))
    found = {pair: i for i, pair in enumerate(alone())}

    def run(p: Position) -> tuple[int, int]:
        if p.phase == rules.FINISHED:
            return WON, 0
        return (SAME if p.turn == SIDES[0] else NEXT), found[_pair(left_of(p, SIDES[0]))]

    listed = [before_throw([place for place in pair if place != HOME], [PARKED]) for pair in found]
    turns = endgames.turns(endgames.follow(rules, listed, run, progress=progress))
    np.savez_compressed(
        FILE,
        chances=chances.astype(np.float32),
        turns=turns.astype(np.float32),
        board=np.array(repr(rules.BOARD["track"])),
    )


def _pair(own: list[int]) -> tuple[int, int]:
    low, high = sorted([*own, HOME] if len(own) == 1 else own)
    return low, high


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


def turns_alone(own: list[int]) -> float | None:
    """The turns that the last one or two pieces need on average, when nobody is in the way;
    None where they cannot stand so."""
    found = tables()
    assert found is not None
    number = _order().get(_pair(own))
    return None if number is None else float(found["turns"][number])


def is_solved(p: Position) -> bool:
    """Is this one of the positions in `chances`, at a throw or in mid-turn?"""
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
    """The chance of the seat about to throw."""
    found = tables()
    assert found is not None
    own, other = left_of(p, p.turn)[0], left_of(p, (p.turn + APART) % CHAIRS)[0]
    return float(found["chances"][number_of(own, other)])


def known(p: Position) -> Known | None:
    """The exact chances of the last pieces, in two players' hands; None in other positions."""
    if not is_solved(p):
        return None
    return endgames.known(rules, p, chance_to_roll, say("the last pieces"))
