"""Bonuses of Parcheesi: twenty spaces for a capture, ten for a pawn brought HOME, kept until they are played.
(PAR-CAP-4, PAR-HOME-4)"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

from .record import EARNED, TEN, TWENTY


@rule
def bonuses_due(s):
    """How many bonuses wait to be played."""
    return s.tens + s.twenties


@rule
def earn(s, bonus):
    """Each is kept by itself, never added to another. (PAR-Q-22)"""
    if bonus == TWENTY:
        if s.bonus_order == EARNED:
            s.queue = s.queue | 1 << (s.tens + s.twenties)
        s.twenties += 1
    else:
        s.tens += 1


@rule
def earn_for_capture(s):
    """Twenty for every capture (PAR-CAP-4, PAR-Q-27), unless this roll has earned as many as it may."""
    if s.bonus_cap == 0:
        earn(s, TWENTY)
    elif s.paid < s.bonus_cap:  # PAR-Q-22
        s.paid += 1
        earn(s, TWENTY)


@rule
def offers(s, bonus):
    """May a bonus of this kind be played now, pawns apart? Of several any, or the first earned. (PAR-Q-25)"""
    if bonus == TWENTY:
        return s.twenties > 0 and (s.bonus_order != EARNED or s.queue & 1 == 1)
    return s.tens > 0 and (s.bonus_order != EARNED or s.queue & 1 == 0)


@rule
def spend_bonus(s, bonus):
    """A bonus is used up."""
    if s.bonus_order == EARNED:  # always the first of the queue
        s.queue = s.queue >> 1
    if bonus == TWENTY:
        s.twenties -= 1
    else:
        s.tens -= 1


@rule
def give_up_bonus(s):
    """The bonus that is due is declined or lost (PAR-CAP-5, PAR-Q-36); all of them when their order
    is free (PAR-Q-25)."""
    if s.bonus_order == EARNED:
        spend_bonus(s, TWENTY if s.queue & 1 == 1 else TEN)
    else:
        drop_bonuses(s)


@rule
def drop_bonuses(s):
    """Bonuses that were not played are lost."""
    s.paid = 0
    s.tens = 0
    s.twenties = 0
    s.queue = 0
