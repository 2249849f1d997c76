"""How a careful player looks at a race: what he considers, the rolls that endanger a piece, the last pieces.

A set of rolls is 36 bits, one for each way in which two dice fall.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from parlour.rules.kit import inline, rule

from .places import CHAIRS, PLAYING

# What is considered, in this order; the games' own words and weights for it are in their CONSIDERATIONS.
(
    RACE,
    COME_HOME,
    WAIT,
    DANGER,
    EXPOSURE,
    CAPTURES,
    BLOCKADES,
    HELD_UP,
    SAFELY,
    ON_PATH,
    TO_ROLL,
    LAST_PIECES,
) = range(12)
TERMS = LAST_PIECES + 1

WAITING = 12  # spaces that a piece which waits to come in is worth less than one that just did
ROLLS_IN_ALL = 36
UNSOLVED = 1e9  # for the odds of the last pieces, where they are not known
NONE_LEFT = 999  # for the place of a seat's last piece, where it has more than one on the way, or none


def rolls_where(holds: Callable[[int, int], bool]) -> int:
    """The rolls of which this is true."""
    return sum(holds(a, b) << (6 * (a - 1) + b - 1) for a in range(1, 7) for b in range(1, 7))


# What a roll can do depends on a duty: pieces that wait must come in with a certain number, if they can.
# A game numbers its duties; `counts_of(a, b, duty)` are the counts that a roll leaves for pieces on the way.
CountsOf = Callable[[int, int, int], list[int]]


def without_entering(counts: Sequence[int], number: int, waiting: int) -> list[int]:
    """What of two dice is left once so many pieces that wait came in with this number, as many as can."""
    left = list(counts)
    if waiting > 0 and sum(left) == number:
        return []
    for _ in range(waiting):
        if number in left:
            left.remove(number)
    return left


def rolls_that_reach(counts_of: CountsOf, duties: int, farthest: int) -> npt.NDArray[np.int64]:
    """[duty, distance, first]: the rolls that bring a piece so far, beginning with the count `first`; 0 for
    none of them in between."""

    def reach(duty: int, distance: int, first: int) -> int:
        def reaches(a: int, b: int) -> bool:
            rest = counts_of(a, b, duty)
            if first not in rest:
                return False
            rest.remove(first)
            return distance - first in _sums(rest)

        return rolls_where(reaches)

    ways = [[[reach(duty, d, f) for f in range(7)] for d in range(farthest + 1)] for duty in range(duties)]
    return np.array(ways, np.int64)


def _sums(counts: Sequence[int]) -> set[int]:
    """Where one piece can get with some of these counts, all of them at most."""
    sums = {0}
    for count in counts:
        sums |= {s + count for s in sums}
    return sums


def rolls_that_enter(number: int, counts_of: CountsOf, duties: int) -> npt.NDArray[np.int64]:
    """[duty, distance]: the rolls with which a piece comes in and goes on so far, by this number alone or, to
    where it comes in, by both dice."""

    def enter(duty: int, distance: int) -> int:
        if distance == 0:
            return rolls_where(lambda a, b: number in (a, b, a + b))
        return rolls_where(lambda a, b: number in (a, b) and distance in counts_of(a, b, duty))

    return np.array([[enter(duty, distance) for distance in range(7)] for duty in range(duties)], np.int64)


@rule
@inline
def how_many(rolls):
    """How many bits are set. (One instruction, once compiled.)"""
    n = 0
    while rolls != 0:
        rolls &= rolls - 1
        n += 1
    return n


@rule
@inline
def last_of(places, seat, home):
    """The place of a seat's last piece that is not home."""
    found = np.int64(NONE_LEFT)
    for piece in range(places.shape[1]):
        if places[seat, piece] != home:
            if found != NONE_LEFT:
                return NONE_LEFT
            found = np.int64(places[seat, piece])
    return found


@rule
@inline
def opposite(seat):
    """The chair across the table, where a partner sits."""
    return (seat + CHAIRS // 2) % CHAIRS


@rule
@inline
def is_duel(s, seat):
    """Are this seat, which still plays, and the one opposite the only ones?"""
    if s.place[(seat + 1) % CHAIRS] == PLAYING or s.place[(seat + 3) % CHAIRS] == PLAYING:
        return False
    return s.place[opposite(seat)] == PLAYING


@rule
@inline
def weigh_chances(s, seat, danger, captures, out):
    """What the next rolls may bring: `danger` are rolls times spaces lost, `captures` rolls that capture."""
    own = s.turn == seat
    out[EXPOSURE if own else DANGER] = -danger / ROLLS_IN_ALL / 100
    out[CAPTURES] = captures / ROLLS_IN_ALL
    out[TO_ROLL] = 1.0 if own else 0.0
