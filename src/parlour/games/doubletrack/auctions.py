"""Auctions: a card, a pass or the lead is sold to the highest closed fist."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, inline, rule

from .cards import play_card
from .chips import gain_chips, lose_chips, set_of, worth_of
from .layout import BLUE, CHAIRS, RED, YELLOW
from .record import (
    BID,
    BONUS_ROLL,
    CARD_SALE,
    CHIPS,
    FINISHED,
    FIRST_BID,
    LEAD_SALE,
    MAY_FAKE,
    NOT_BIDDING,
    OPEN,
    TURN_OVER,
    first_of,
    is_seated,
    size_of,
)
from .tracks import hand_pass, hindmost, lead

# ---------------------------------------------------------------- bidding


@rule
@inline
def open_bids(s, sale):
    """All must bid, but for the seller of a card or a pass. (DBT-SC-2, DBT-SP-2, DBT-SL-2)"""
    s.sale = sale
    for seat in range(CHAIRS):
        bids = is_seated(s, seat) and (sale == LEAD_SALE or seat != s.turn)
        s.bids[seat] = OPEN if bids else NOT_BIDDING
    s.phase = BID
    s.seat = next_bidder(s)


@rule
@inline
def next_bidder(s):
    """The first seat clockwise from the mover whose bid is missing, or CHAIRS."""
    seat = np.int64(s.turn)
    for _ in range(CHAIRS):
        seat = (seat + 1) % CHAIRS
        if s.bids[seat] == OPEN:
            return seat
    return CHAIRS


@rule
@inline
def may_fake(s, seat):
    """Is an empty fist allowed?"""
    if s.chips[seat, RED] > 0:
        return False
    if s.chips[seat, BLUE] == 0 and s.chips[seat, YELLOW] == 0:
        return True  # DBT-BID-3
    return s.bid_without_red == MAY_FAKE  # DBT-Q-27


@rule
def list_bids(s, out):
    """Every set of one's own chips but the empty one. (DBT-BID-2)"""
    n = 0
    if may_fake(s, s.seat):
        out[0] = CHIPS
        n = 1
    for red in range(s.chips[s.seat, RED] + 1):
        for blue in range(s.chips[s.seat, BLUE] + 1):
            for yellow in range(s.chips[s.seat, YELLOW] + 1):
                if red + blue + yellow > 0:
                    out[n] = CHIPS + set_of(red, blue, yellow)
                    n += 1
    return n


@rule
@inline
def commit(s, chips):
    """A closed fist; when the last one is held out all are opened together. (DBT-BID-1)"""
    s.bids[s.seat] = FIRST_BID + chips
    seat = next_bidder(s)
    if seat < CHAIRS:
        s.seat = seat
    else:
        open_fists(s)


# ---------------------------------------------------------------- the fists open


@rule
@inline
def fist_of(s, seat):
    """The chips in a fist; 0 of one who does not bid."""
    return max(np.int64(s.bids[seat]) - FIRST_BID, 0)


@rule
@inline
def highest_bidder(s):
    """Who bid most alone, or NOBODY: a tie, at nothing as well. (DBT-BID-5, DBT-BID-6)"""
    best = -1
    who = NOBODY
    for seat in range(CHAIRS):
        if s.bids[seat] >= FIRST_BID:
            dollars = worth_of(fist_of(s, seat))
            if dollars > best:
                best = dollars
                who = seat
            elif dollars == best:
                who = NOBODY
    return who


@rule
@inline
def open_fists(s):
    """Every bid is now open to all (DBT-BID-7) and lost to its bidder (DBT-BID-4)."""
    for bidder in range(CHAIRS):
        lose_chips(s, bidder, fist_of(s, bidder))
    best = highest_bidder(s)
    if s.sale == LEAD_SALE:
        sell_lead(s, best)
        return
    pay_out(s, s.turn)  # DBT-SC-4, DBT-SP-3, DBT-SP-4
    if s.sale == CARD_SALE:
        play_card(s, best if best != NOBODY else np.int64(s.turn))  # DBT-SC-3, DBT-SC-5
        return
    if best != NOBODY:
        hand_pass(s, s.lot, best)
    s.phase = TURN_OVER


@rule
@inline
def pay_out(s, seat):
    """All chips bid, of winners and losers alike, go to one seat. (DBT-BID-4)"""
    for bidder in range(CHAIRS):
        gain_chips(s, seat, fist_of(s, bidder))


# ---------------------------------------------------------------- the lead, and the loser's bonus


@rule
def sell_lead(s, best):
    """The highest bidder, or on a tie the mover, moves just ahead of the foremost pawn. (DBT-SL-1)"""
    lead(s, best if best != NOBODY else np.int64(s.turn))
    if s.phase == FINISHED:
        return  # no bonus (DBT-SL-8)
    if best == NOBODY:
        pay_bonus(s, s.turn)  # DBT-SL-5
        return
    last = farthest_back(s)
    if size_of(last) > 1:
        start_roll_off(s, last)  # only START holds several (DBT-SL-7)
    else:
        pay_bonus(s, first_of(last))  # DBT-SL-6


@rule
def farthest_back(s):
    """Who is farthest back, as a set."""
    least = hindmost(s)
    last = 0
    for seat in range(CHAIRS):
        if is_seated(s, seat) and s.small[seat] == least:
            last |= 1 << seat
    return last


@rule
def start_roll_off(s, seats):
    """A round in which these seats roll for the bonus."""
    s.phase = BONUS_ROLL
    s.rolling = seats
    s.low = 0
    s.tied = 0
    s.seat = first_of(seats)


@rule
def roll_for_bonus(s, total):
    """The lowest total gets the bonus; those who share it roll again. (DBT-SL-7, DBT-Q-30)"""
    me = 1 << s.seat
    if s.low == 0 or total < s.low:
        s.low = total
        s.tied = 0
    if total == s.low:
        s.tied = s.tied | me
    s.rolling = s.rolling & ~me
    if s.rolling != 0:
        s.seat = first_of(s.rolling)
        return
    lowest = s.tied
    if size_of(lowest) > 1:
        start_roll_off(s, lowest)
        return
    s.low = 0
    s.tied = 0
    pay_bonus(s, first_of(lowest))


@rule
def pay_bonus(s, seat):
    """A roll for the bonus pays at once, and the turn is over."""
    pay_out(s, seat)
    s.phase = TURN_OVER
