"""Chips: sets of them, what they are worth, who has which, and how they change hands.

A chip set is one number: set_of(red, blue, yellow). Chips are never made nor lost, only handed on.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .layout import BLUE, CHAIRS, LIMITS, MONEY, RED, STOCK, VALUES, YELLOW
from .record import BANK, BLUES, NO_SUM, ON_ENTRY, UNKNOWN_SUM, YELLOWS, players_of

# ---------------------------------------------------------------- a chip set


@rule
@inline
def set_of(red, blue, yellow):
    """The number of a set of chips: a digit for each colour, red first."""
    return (red * BLUES + blue) * YELLOWS + yellow


@rule
@inline
def count_of(chips, colour):
    """How many chips of one colour are in a set."""
    if colour == YELLOW:
        return chips % YELLOWS
    if colour == BLUE:
        return chips // YELLOWS % BLUES
    return chips // (BLUES * YELLOWS)


@rule
@inline
def value_of(red, blue, yellow):
    """Dollars. (DBT-SET-9)"""
    return VALUES[RED] * red + VALUES[BLUE] * blue + VALUES[YELLOW] * yellow


@rule
@inline
def worth_of(chips):
    """Dollars; the colours and the number of chips do not matter. (DBT-BID-5)"""
    return value_of(count_of(chips, RED), count_of(chips, BLUE), count_of(chips, YELLOW))


# ---------------------------------------------------------------- what somebody has


@rule
@inline
def money_of(s, seat):
    """What a seat's chips are worth, which others may not see."""
    return value_of(s.chips[seat, RED], s.chips[seat, BLUE], s.chips[seat, YELLOW])


@rule
def holds_set(s, seat, chips):
    """Whether a seat has all chips of a set."""
    return (
        count_of(chips, RED) <= s.chips[seat, RED]
        and count_of(chips, BLUE) <= s.chips[seat, BLUE]
        and count_of(chips, YELLOW) <= s.chips[seat, YELLOW]
    )


@rule
def in_play(s, colour):
    """Chips of one colour that anybody could hold; those in the box only where it gives change."""
    if s.change_making == BANK:
        return LIMITS[colour]
    return STOCK[colour] * players_of(s)


@rule
@inline
def money_in_play(s):
    """It is the same all the time: change is for equal values. (DBT-SET-10)"""
    return MONEY * players_of(s)


# ---------------------------------------------------------------- what the mover can pay with


@rule
def promised(s, colour):
    """Chips of the mover that are due when a gate is entered. (DBT-Q-12)"""
    count = 0
    if s.toll_timing == ON_ENTRY:
        for gate in range(CHAIRS):
            if s.tolls[gate] != NO_SUM and s.tolls[gate] != UNKNOWN_SUM:
                count += count_of(np.int64(s.tolls[gate]) - 1, colour)
    return count


@rule
@inline
def free_chips(s, colour):
    """Chips of one colour that the mover can pay with."""
    if s.toll_timing == ON_ENTRY:
        return np.int64(s.chips[s.turn, colour]) - promised(s, colour)
    return np.int64(s.chips[s.turn, colour])


@rule
@inline
def free_money(s):
    """What the seat on turn can spend: its chips but those it has promised for tolls."""
    return value_of(free_chips(s, RED), free_chips(s, BLUE), free_chips(s, YELLOW))


@rule
def can_spend(s, chips):
    """Does the mover hold these chips, and are they not promised?"""
    return (
        count_of(chips, RED) <= free_chips(s, RED)
        and count_of(chips, BLUE) <= free_chips(s, BLUE)
        and count_of(chips, YELLOW) <= free_chips(s, YELLOW)
    )


@rule
def can_make(s, dollars):
    """Can the mover pay exactly so many dollars?"""
    reds = free_chips(s, RED)
    for yellow in range(free_chips(s, YELLOW) + 1):
        for blue in range(free_chips(s, BLUE) + 1):
            rest = dollars - VALUES[YELLOW] * yellow - VALUES[BLUE] * blue
            if 0 <= rest <= VALUES[RED] * reds and rest % VALUES[RED] == 0:
                return True
    return False


# ---------------------------------------------------------------- from hand to hand


@rule
@inline
def hand_chips(s, giver, taker, chips):
    """A set of chips changes hands; nothing comes from the box."""
    lose_chips(s, giver, chips)
    gain_chips(s, taker, chips)


@rule
@inline
def lose_chips(s, seat, chips):
    """Takes a set of chips from a seat."""
    s.chips[seat, RED] -= count_of(chips, RED)
    s.chips[seat, BLUE] -= count_of(chips, BLUE)
    s.chips[seat, YELLOW] -= count_of(chips, YELLOW)


@rule
@inline
def gain_chips(s, seat, chips):
    """Gives a set of chips to a seat."""
    s.chips[seat, RED] += count_of(chips, RED)
    s.chips[seat, BLUE] += count_of(chips, BLUE)
    s.chips[seat, YELLOW] += count_of(chips, YELLOW)
