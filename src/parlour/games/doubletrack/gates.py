"""Asking for entry: who may be asked, what may be answered, named and paid, and what comes of it.

One request, one answer; by house rule the mover opens with an offer or answers a price with one. A price
or an offer is a sum: dollars, or by house rule chips, which are then compared by their worth.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, inline, rule

from .chips import (
    can_make,
    can_spend,
    count_of,
    free_chips,
    free_money,
    hand_chips,
    in_play,
    money_in_play,
    set_of,
    value_of,
    worth_of,
)
from .layout import BLUE, CHAIRS, FORK_AHEAD, RED, UNIT, YELLOW
from .record import (
    ACCEPT,
    ALL_MONEY,
    ANY_GATE,
    BEFORE_ROLL,
    CHIP_PRICES,
    CHIPS,
    COUNTER_REPLY,
    DECLINE,
    FREE,
    GATE_REPLY,
    MOST_ASKS,
    MUST_PAY,
    NEXT_GATE,
    NO,
    NO_PASS,
    NO_SUM,
    ON_ENTRY,
    OPENING_OFFER,
    PRICE,
    REFUSE,
    TOLL_ANSWER,
    has,
)
from .tracks import in_reach

# ---------------------------------------------------------------- whom the mover may ask


@rule
def may_ask(s, gate):
    """Any opponent's gate, whatever its colour, within reach and not asked for this turn. (DBT-ASK-2)"""
    if s.owner[gate] == NOBODY or s.owner[gate] == s.turn:
        return False  # DBT-GATE-11, DBT-GATE-3
    if has(s.granted, gate) or (has(s.asked, gate) and s.reask_same_gate == 0):
        return False  # DBT-ASK-8
    if not may_ask_more(s):
        return False
    return is_in_scope(s, gate)


@rule
@inline
def may_ask_more(s):
    """Is another request allowed this turn? (DBT-ASK-8, DBT-Q-13)"""
    if s.asks_per_turn > 0:
        return s.asks < s.asks_per_turn
    return s.reask_same_gate == 0 or s.asks < MOST_ASKS


@rule
def is_in_scope(s, gate):
    """Whether a gate may be asked about, by the house rule on how far one may look."""
    if s.ask_scope == ANY_GATE:
        return True
    if s.ask_scope == NEXT_GATE:
        return FORK_AHEAD[s.large[s.turn]] == gate  # DBT-Q-14
    return in_reach(s, gate)  # DBT-ASK-9


@rule
def askable(s):
    """The gates for which the mover may ask, as bits."""
    gates = 0
    for gate in range(CHAIRS):
        if may_ask(s, gate):
            gates |= 1 << gate
    return gates


@rule
def can_ask(s):
    """Is there a gate for which the mover may ask?"""
    for gate in range(CHAIRS):
        if may_ask(s, gate):
            return True
    return False


# ---------------------------------------------------------------- what may be named


@rule
def worth_of_sum(s, amount):
    """Dollars of a price or an offer as the record keeps it."""
    return worth_of(np.int64(amount) - 1) if s.toll_unit == CHIP_PRICES else np.int64(amount)


@rule
@inline
def sum_of(s, action):
    """A price or an offer as the record keeps it."""
    return action - PRICE if s.toll_unit != CHIP_PRICES else action - CHIPS + 1


@rule
@inline
def names_price(s):
    """Is it the pass holder who may name a sum? Else it is the mover, who makes an offer."""
    return s.phase == GATE_REPLY or s.phase == COUNTER_REPLY


@rule
def may_offer(s):
    """May the mover open with an offer, or answer a price with one? (DBT-ASK-10, DBT-Q-15)"""
    return s.phase == OPENING_OFFER or (s.phase == TOLL_ANSWER and s.counters < s.counter_offers)


@rule
@inline
def lowest_sum(s):
    """The least that may be named now, in dollars: what was offered is not undercut."""
    if s.offer == NO_SUM:
        return UNIT  # DBT-ASK-4
    offered = worth_of_sum(s, s.offer)
    return offered + UNIT if s.phase == GATE_REPLY else offered  # DBT-Q-15


@rule
@inline
def highest_sum(s):
    """The most: sums fall. A first price may be more than the asker has. (DBT-Q-11)"""
    if s.price != NO_SUM:
        return worth_of_sum(s, s.price) - UNIT  # DBT-Q-15
    return ALL_MONEY if s.toll_unit == CHIP_PRICES else money_in_play(s)  # DBT-Q-10


@rule
def can_pay(s, dollars):
    """Could the mover pay a toll of so many dollars? (DBT-ASK-7)"""
    return can_make(s, dollars) if s.toll_overpay == NO else dollars <= free_money(s)


@rule
def list_sums(s, out, n):
    """Add every sum that may be named now: an offer only if the mover can pay it."""
    if s.toll_unit == CHIP_PRICES:
        return list_chip_sums(s, out, n)
    for dollars in range(lowest_sum(s), highest_sum(s) + 1, UNIT):  # DBT-ASK-4
        if names_price(s) or can_pay(s, dollars):
            out[n] = PRICE + dollars
            n += 1
    return n


@rule
def list_chip_sums(s, out, n):
    """Any chips that there are for a price, the mover's own for an offer. (DBT-Q-10)"""
    least = lowest_sum(s)
    most = highest_sum(s)
    blues = in_play(s, BLUE) if names_price(s) else free_chips(s, BLUE)
    yellows = in_play(s, YELLOW) if names_price(s) else free_chips(s, YELLOW)
    for red in range((in_play(s, RED) if names_price(s) else free_chips(s, RED)) + 1):
        for blue in range(blues + 1):
            for yellow in range(yellows + 1):
                dollars = value_of(red, blue, yellow)
                if least <= dollars and dollars <= most:
                    out[n] = CHIPS + set_of(red, blue, yellow)
                    n += 1
    return n


# ---------------------------------------------------------------- what may be paid


@rule
@inline
def is_payment(s, action):
    """Does this pay the price? Where prices are in chips, other chips are a counter-offer."""
    return action >= CHIPS and (s.toll_unit != CHIP_PRICES or action - CHIPS + 1 == s.price)


@rule
def list_payments(s, out, n):
    """Add every way to pay the price. Without change it may be too much, never too little. (DBT-ASK-7)"""
    if s.toll_unit == CHIP_PRICES:
        if can_spend(s, np.int64(s.price) - 1):
            out[n] = CHIPS + np.int64(s.price) - 1
            n += 1
        return n
    blues = free_chips(s, BLUE)
    yellows = free_chips(s, YELLOW)
    for red in range(free_chips(s, RED) + 1):
        for blue in range(blues + 1):
            for yellow in range(yellows + 1):
                over = value_of(red, blue, yellow) - np.int64(s.price)
                if over == 0 or (over > 0 and s.toll_overpay != NO):
                    out[n] = CHIPS + set_of(red, blue, yellow)
                    n += 1
    return n


# ---------------------------------------------------------------- talking


@rule
@inline
def ask(s, gate):
    """The request goes to whoever holds the pass. (DBT-ASK-2)"""
    s.asked = s.asked | 1 << gate
    s.asks += 1
    s.gate = gate
    if s.opening_offer != 0:
        s.phase = OPENING_OFFER  # DBT-Q-15
    else:
        s.phase = GATE_REPLY
        s.seat = s.owner[gate]


@rule
@inline
def bargain(s, action):
    """One word of the protocol: free, a price or a refusal; pay or decline. (DBT-ASK-3, DBT-ASK-10)"""
    if action == FREE:
        end_talk(s, True)
    elif action == REFUSE or (action == DECLINE and s.phase != OPENING_OFFER):
        end_talk(s, False)  # DBT-ASK-5
    elif action == ACCEPT:
        s.price = s.offer
        s.offer = NO_SUM
        s.phase = MUST_PAY  # an offer binds (DBT-Q-15)
        s.seat = s.turn
    elif s.phase == OPENING_OFFER:
        s.offer = NO_SUM if action == DECLINE else sum_of(s, action)
        s.phase = GATE_REPLY
        s.seat = s.owner[s.gate]
    elif names_price(s):
        s.price = sum_of(s, action)
        s.offer = NO_SUM
        s.phase = TOLL_ANSWER
        s.seat = s.turn
    elif is_payment(s, action):
        pay_toll(s, action - CHIPS)
    else:
        s.offer = sum_of(s, action)
        s.counters += 1
        s.phase = COUNTER_REPLY
        s.seat = s.owner[s.gate]


@rule
def end_talk(s, granted):
    """The request is settled, for this turn (DBT-ASK-8); the mover may ask for another gate, or roll."""
    if granted:
        s.granted = s.granted | 1 << s.gate  # and is not taken back (DBT-GATE-7)
    clear_talk(s)
    s.phase = BEFORE_ROLL


@rule
@inline
def clear_talk(s):
    """Nobody is being asked for anything."""
    s.gate = NO_PASS
    s.price = NO_SUM
    s.offer = NO_SUM
    s.counters = 0


@rule
def pay_toll(s, chips):
    """At once, and for good, even if the roll is of no use. (DBT-ASK-6)"""
    if s.toll_timing == ON_ENTRY:
        s.tolls[s.gate] = chips + 1  # DBT-Q-12
    else:
        hand_toll(s, s.gate, chips)
    end_talk(s, True)


@rule
def pay_on_entry(s, entered):
    """House rule: tolls are due when a gate is entered, and lapse otherwise. (DBT-Q-12)"""
    for gate in range(CHAIRS):
        if has(entered, gate) and s.tolls[gate] != NO_SUM:
            hand_toll(s, gate, np.int64(s.tolls[gate]) - 1)
        s.tolls[gate] = NO_SUM


@rule
def hand_toll(s, gate, chips):
    """The mover pays the holder; openly, or by house rule out of others' sight. (DBT-ASK-11)"""
    payer = s.turn
    holder = s.owner[gate]
    hand_chips(s, payer, holder, chips)
    if s.toll_public == NO:
        for colour in range(3):
            s.whispered[payer, holder, colour] += count_of(chips, colour)
            s.whispered[holder, payer, colour] -= count_of(chips, colour)
