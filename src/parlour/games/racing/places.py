"""Who sits where in a race, who has come in as which, and how the win is shared.

Where partners play, a side is known by the first of its chairs: with partners these are the lower half of the
chairs, without they are all. `sides` says how many chairs that is.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from parlour.rules.kit import rule

CHAIRS = 4
EMPTY, PLAYING = -2, -1  # `place` of a chair nobody sits on, and of a player still at it; 0 is the winner's

USUAL_SEATING = np.array([0, 0, 0b0101, 0b0111, 0b1111], np.int64)  # by players: two sit opposite


def seatings(words: tuple[str, ...]) -> npt.NDArray[np.int64]:
    """By choice of a house rule, the chairs it names as bits; the first choice names none."""
    return np.array([0] + [sum(1 << int(c) for c in word) for word in words[1:]], np.int64)


@rule
def seated(s):
    """The chairs on which somebody sits, as bits."""
    chairs = 0
    for seat in range(CHAIRS):
        if s.place[seat] != EMPTY:
            chairs |= 1 << seat
    return chairs


@rule
def number_placed(s, sides):
    """How many sides have all their pieces home."""
    count = 0
    for seat in range(sides):
        if s.place[seat] >= 0:
            count += 1
    return count


@rule
def number_playing(s, sides):
    """How many sides are still at it."""
    count = 0
    for seat in range(sides):
        if s.place[seat] == PLAYING:
            count += 1
    return count


@rule
def ends_race(s, sides, for_places):
    """A side has just come in: is the game over? With places only when one side is left, which is last."""
    if for_places and number_playing(s, sides) > 1:
        return False
    last = number_placed(s, sides)
    for seat in range(CHAIRS):
        if for_places and s.place[seat] == PLAYING:
            s.place[seat] = last
    return True


@rule
def share_of_win(s, seat, sides, for_places):
    """All for the winner; partners both have their side's share. With places, the last of K sides gets
    nothing, the one before one part, and so on; sides stopped by the turn limit share alike what is still to
    be had."""
    if s.place[seat] == EMPTY:
        return 0.0
    placed = number_placed(s, sides)
    racing = placed + number_playing(s, sides)
    if not for_places:
        if placed == 0:
            return 1.0 / racing
        return 1.0 if s.place[seat] == 0 else 0.0
    parts = racing * (racing - 1) / 2.0
    if s.place[seat] >= 0:
        return (racing - 1 - s.place[seat]) / parts
    return (racing - placed - 1) / 2.0 / parts
