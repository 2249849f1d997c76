"""Take $25: from whom, and in which chips."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .chips import hand_chips, money_of, set_of, value_of, worth_of
from .layout import BLUE, CHAIRS, RED, TAKEN, VALUES, YELLOW
from .record import CHIPS, HAND_OVER, NO, OVERPAID, SEAT, TAKER, TURN_OVER, WITH_TAKER, is_seated


@rule
def list_victims(s, out):
    """Any opponent, also one without a chip. (DBT-T25-1)"""
    n = 0
    for seat in range(CHAIRS):
        if is_seated(s, seat) and seat != s.turn:
            out[n] = SEAT + seat
            n += 1
    return n


@rule
def take_money(s):
    """The victim hands $25 over, in chips of his own choice. (DBT-T25-1, DBT-T25-3)

    Who has no choice is not asked, unless his chips are a real secret (toll_public=no)."""
    ways, chips = count_exact(s, s.victim)
    if ways > 1 or s.toll_public == NO:
        s.phase = HAND_OVER
        s.seat = s.turn if s.take25_chooser == TAKER else s.victim
        return
    hand_over(s, chips if ways == 1 else fixed_hand_over(s))


@rule
@inline
def most_taken(s, seat, colour):
    """So many chips of a colour a seat has to make what is taken of."""
    return min(np.int64(s.chips[seat, colour]), TAKEN // VALUES[colour])


@rule
def count_exact(s, seat):
    """In how many ways a seat can make exactly what is taken, and the last of them."""
    ways = 0
    last = 0
    for red in range(most_taken(s, seat, RED) + 1):
        for blue in range(most_taken(s, seat, BLUE) + 1):
            for yellow in range(most_taken(s, seat, YELLOW) + 1):
                if value_of(red, blue, yellow) == TAKEN:
                    ways += 1
                    last = set_of(red, blue, yellow)
    return ways, last


@rule
def list_hand_overs(s, out):
    """Exactly $25 (DBT-T25-3); who cannot make it has no choice."""
    n = 0
    for red in range(most_taken(s, s.victim, RED) + 1):
        for blue in range(most_taken(s, s.victim, BLUE) + 1):
            for yellow in range(most_taken(s, s.victim, YELLOW) + 1):
                if value_of(red, blue, yellow) == TAKEN:
                    out[n] = CHIPS + set_of(red, blue, yellow)
                    n += 1
    if n == 0:
        out[0] = CHIPS + fixed_hand_over(s)
        n = 1
    return n


@rule
def fixed_hand_over(s):
    """What a victim hands over who cannot make exactly $25."""
    victim = np.int64(s.victim)
    if money_of(s, victim) < TAKEN:  # everything (DBT-T25-2)
        return set_of(
            np.int64(s.chips[victim, RED]), np.int64(s.chips[victim, BLUE]), np.int64(s.chips[victim, YELLOW])
        )
    over = s.take25_inexact == OVERPAID or gets_change(s)  # DBT-Q-31
    return set_of(
        0, TAKEN // VALUES[BLUE] + (1 if over else 0), 0
    )  # only blue ones, three or more (DBT-T25-4)


@rule
def gets_change(s):
    """Does the taker give a red chip back on three blue ones? (DBT-Q-31)"""
    return s.take25_inexact == WITH_TAKER and s.chips[s.turn, RED] > 0


@rule
def hand_over(s, chips):
    """The victim pays, in exact chips or with change where a house rule gives it."""
    change = worth_of(chips) > TAKEN and gets_change(s)
    hand_chips(s, s.victim, s.turn, chips)
    if change:
        hand_chips(s, s.turn, s.victim, set_of(1, 0, 0))
    s.phase = TURN_OVER
