"""What a seat may know: views, and guesses at what they leave out.

A view blanks others' hands (DBT-INF-2), others' chips unless they lie open (DBT-INF-3), others' bids
before the fists open (DBT-INF-4), the card on offer (DBT-INF-6) and, by house rule, tolls between
others (DBT-ASK-11). Positions, passes, dice and the queue of played cards stay (DBT-INF-1,
DBT-INF-5, DBT-INF-8). In a view `unseen` counts every copy that its seat cannot place, and `ledger`
holds others' chips as the seat has seen them come and go: all chips move in the open, so that
account is exact unless tolls are whispered.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, below, rule

from .auctions import may_fake
from .cards import count_card, derive, insert_card
from .chips import can_spend, free_chips, free_money, set_of, worth_of
from .gates import can_pay
from .layout import BLUE, CHAIRS, HAND, KINDS, LIMITS, RED, YELLOW
from .record import (
    BID,
    CARD_SALE,
    CHIP_PRICES,
    FIRST_BID,
    HAND_OVER,
    LEAST_CHIP,
    MUST_PAY,
    NO,
    NO_CARD,
    NO_PASS,
    NO_SUM,
    ON_ENTRY,
    ONE_CHIP,
    OPEN,
    OPEN_SCREENS,
    SEALED,
    TAKER,
    UNKNOWN,
    UNKNOWN_SUM,
    has,
    is_seated,
)

# ---------------------------------------------------------------- who sees what


@rule
def sees_card(s, seat):
    """The card on offer is the seller's secret until it is played. (DBT-SC-1, DBT-INF-6)"""
    return s.phase != BID or s.sale != CARD_SALE or seat == s.turn


@rule
def hears_tolls(s, seat):
    """Does this seat hear the bargaining that goes on? (DBT-INF-7)"""
    if s.toll_public != NO or seat == s.turn or s.gate == NO_PASS:
        return True
    return seat == s.owner[s.gate]


@rule
def sees_chips(s, seat, other):
    """Chips lie behind screens (DBT-INF-3); who picks an opponent's chips looks behind his."""
    if seat == other or s.chips_display == OPEN_SCREENS:
        return True
    return s.phase == HAND_OVER and s.take25_chooser == TAKER and seat == s.turn and other == s.victim


@rule
def chips_known(s, seat, other, colour):
    """Another's chips by a seat's own account. The same for a view and the position it is made from."""
    if sees_chips(s, seat, other):
        return np.int64(s.chips[other, colour])
    if s.chips[other, RED] == UNKNOWN:
        return np.int64(s.ledger[other, colour])
    count = np.int64(s.chips[other, colour])
    for third in range(CHAIRS):
        if third != seat:
            count += s.whispered[other, third, colour]
    return count


@rule
def unplaced(s, seat, kind):
    """Copies of a kind of which this seat cannot tell where they are: unseen in the pile, or with
    another seat. The same number for a view and for the position it is made from."""
    count = np.int64(s.unseen[kind])
    for other in range(CHAIRS):
        if other != seat and s.hand[other, 0] != UNKNOWN:
            count += count_card(s.hand, other, kind) - count_card(s.known, other, kind)
    if s.card == kind and not sees_card(s, seat):
        count += 1
    return count


# ---------------------------------------------------------------- a view


@rule
def hide(s, seat):
    """Blanks what this seat may not know: cards (DBT-INF-2), chips, sealed bids (DBT-INF-4) and whispered
    tolls. Pawns, passes, dice and the cards that were played stay as they are. (DBT-INF-1, DBT-INF-8)"""
    for kind in range(KINDS):
        s.unseen[kind] = unplaced(s, seat, kind)
    for other in range(CHAIRS):
        if other != seat:
            for slot in range(HAND):
                if s.hand[other, slot] != NO_CARD:
                    s.hand[other, slot] = UNKNOWN
            if s.phase == BID and s.bids[other] > OPEN:
                s.bids[other] = SEALED
    if s.card != NO_CARD and not sees_card(s, seat):
        s.card = UNKNOWN
    derive(s)
    hide_chips(s, seat)
    if s.toll_public == NO:
        hide_tolls(s, seat)


@rule
def hide_chips(s, seat):
    """A fist stays closed: of others' chips a seat keeps only what was dealt and seen to change hands."""
    for other in range(CHAIRS):
        if is_seated(s, other) and not sees_chips(s, seat, other) and s.chips[other, RED] != UNKNOWN:
            for colour in range(3):
                count = np.int64(s.chips[other, colour])
                for third in range(CHAIRS):  # take back what this seat has not seen
                    if third != seat:
                        count += s.whispered[other, third, colour]
                s.ledger[other, colour] = count
                s.chips[other, colour] = UNKNOWN


@rule
def hide_tolls(s, seat):
    """A toll that was whispered is known to the two whom it concerns."""
    if not hears_tolls(s, seat):
        if s.price != NO_SUM:
            s.price = UNKNOWN_SUM
        if s.offer != NO_SUM:
            s.offer = UNKNOWN_SUM
    for gate in range(CHAIRS):
        if s.toll_timing == ON_ENTRY and has(s.granted, gate):
            if seat != s.turn and seat != s.owner[gate]:
                s.tolls[gate] = UNKNOWN_SUM  # whether anything is due or not
    if s.chips_display != OPEN_SCREENS:
        for giver in range(CHAIRS):
            for taker in range(CHAIRS):
                if giver != seat and taker != seat:
                    for colour in range(3):
                        s.whispered[giver, taker, colour] = 0


# ---------------------------------------------------------------- a guess


@rule
def guess(s, seat, rng):
    """Every deal that fits what the seat knows is equally likely: others' choices of what to play, to
    sell or to bid are taken to say nothing. Fists hold any legal bid, all alike."""
    left = 0
    for kind in range(KINDS):
        left += s.unseen[kind]
    for other in range(CHAIRS):
        if s.hand[other, 0] == UNKNOWN:
            left = guess_hand(s, other, rng, left)
    derive(s)
    for other in range(CHAIRS):
        if s.chips[other, RED] == UNKNOWN:
            for colour in range(3):
                s.chips[other, colour] = max(0, np.int64(s.ledger[other, colour]))
    if s.toll_public == NO:
        guess_tolls(s, seat, rng)
    for other in range(CHAIRS):
        for colour in range(3):
            s.ledger[other, colour] = 0
    for other in range(CHAIRS):
        if s.bids[other] == SEALED:
            s.bids[other] = FIRST_BID + guess_fist(s, other, rng)


@rule
def draw_unplaced(s, rng, left):
    """One of the `left` copies that the seat cannot place, all alike; it is taken out of them."""
    ticket = below(rng, left)
    kind = 0
    while ticket >= s.unseen[kind]:
        ticket -= np.int64(s.unseen[kind])
        kind += 1
    s.unseen[kind] -= 1
    return kind


@rule
def guess_hand(s, other, rng, left):
    """A hand of another seat: what it is known to hold, and any other cards. One of them is on offer
    if this seat sells a card, each as likely as the others."""
    size = 0
    while size < HAND and s.hand[other, size] != NO_CARD:
        s.hand[other, size] = NO_CARD
        size += 1
    sells = s.card == UNKNOWN and other == s.turn
    cards = size + 1 if sells else size
    offered = below(rng, cards) if sells else HAND
    for slot in range(cards):
        kind = np.int64(s.known[other, slot])
        if kind == NO_CARD:
            kind = draw_unplaced(s, rng, left)
            left -= 1
        if slot == offered:
            s.card = kind
        else:
            insert_card(s.hand, other, kind)
    return left


@rule
def guess_fist(s, seat, rng):
    """One of the bids that a seat may make, all alike."""
    blues = np.int64(s.chips[seat, BLUE]) + 1
    yellows = np.int64(s.chips[seat, YELLOW]) + 1
    sets = (np.int64(s.chips[seat, RED]) + 1) * blues * yellows
    empty = 0 if may_fake(s, seat) else 1
    k = empty + below(rng, sets - empty)
    return set_of(k // (blues * yellows), k // yellows % blues, k % yellows)


# ---------------------------------------------------------------- a guess where tolls are whispered


@rule
def guess_tolls(s, seat, rng):
    """Where tolls are whispered: chips of others that fit their number and their word, and modest sums.
    There is no right answer to how much others paid each other; these can all have been. What the seat
    counted itself is kept unless it cannot be so."""
    if s.chips_display != OPEN_SCREENS:
        for colour in range(3):
            fit_chips(s, seat, rng, colour)
        while s.turn != seat and cannot_keep_word(s) and richest(s, seat) != NOBODY:
            giver = richest(s, seat)
            colour = 0
            while s.chips[giver, colour] == 0:
                colour += 1
            s.chips[giver, colour] -= 1
            s.chips[s.turn, colour] += 1
        for colour in range(3):
            guess_whispers(s, seat, colour)
    offered = random_free_chip(s, rng)
    if s.offer == UNKNOWN_SUM:
        s.offer = offered + 1 if s.toll_unit == CHIP_PRICES else worth_of(offered)
    if s.price == UNKNOWN_SUM:
        if s.phase != MUST_PAY:  # more than was offered
            offered += LEAST_CHIP
        s.price = offered + 1 if s.toll_unit == CHIP_PRICES else worth_of(offered)
    for gate in range(CHAIRS):
        if s.tolls[gate] == UNKNOWN_SUM:
            s.tolls[gate] = NO_SUM
            due = random_free_chip(s, rng)
            if due != 0 and below(rng, 2) == 0:
                s.tolls[gate] = due + 1
                if cannot_keep_word(s):  # this very chip is offered, or given in a deal
                    s.tolls[gate] = NO_SUM


@rule
def random_free_chip(s, rng):
    """One of the mover's chips that is not promised, as a chip set; 0 if there is none."""
    total = free_chips(s, RED) + free_chips(s, BLUE) + free_chips(s, YELLOW)
    if total <= 0:
        return 0
    ticket = below(rng, total)
    colour = 0
    while ticket >= free_chips(s, colour):
        ticket -= free_chips(s, colour)
        colour += 1
    return ONE_CHIP[colour]


@rule
def fit_chips(s, seat, rng, colour):
    """Chips of one colour with those whose stock this seat cannot see, as many as there must be."""
    unknown = 0
    missing = 0  # chips to be added to the guesses
    shown = False
    for other in range(CHAIRS):
        if is_seated(s, other) and other != seat:
            if sees_chips(s, seat, other):
                shown = True
            else:
                unknown |= 1 << other
                missing += s.ledger[other, colour] - np.int64(s.chips[other, colour])
    if shown:  # what one of them really holds is seen: the others have the rest
        missing = LIMITS[colour] - np.int64(s.box[colour])
        for other in range(CHAIRS):
            missing -= np.int64(s.chips[other, colour])
    while missing != 0:
        other = below(rng, CHAIRS)
        if has(unknown, other):
            if missing > 0:
                s.chips[other, colour] += 1
                missing -= 1
            elif s.chips[other, colour] > 0:
                s.chips[other, colour] -= 1
                missing += 1


@rule
def cannot_keep_word(s):
    """Does the mover, as guessed, lack what he has promised or offered?"""
    for colour in range(3):
        if free_chips(s, colour) < 0:
            return True
    if s.give != NO_SUM and not can_spend(s, np.int64(s.give) - 1):
        return True
    amount = s.price if s.phase == MUST_PAY else s.offer
    if amount == NO_SUM:
        return False
    if amount == UNKNOWN_SUM:
        return free_money(s) == 0
    if s.toll_unit == CHIP_PRICES:
        return not can_spend(s, np.int64(amount) - 1)
    return not can_pay(s, np.int64(amount))


@rule
def richest(s, seat):
    """Of those who are neither this seat nor the mover, and not seen through, who has most chips."""
    best = 0
    who = NOBODY
    for other in range(CHAIRS):
        if other != s.turn and is_seated(s, other) and not sees_chips(s, seat, other):
            count = s.chips[other, RED] + s.chips[other, BLUE] + s.chips[other, YELLOW]
            if count > best:
                best = count
                who = other
    return who


@rule
def guess_whispers(s, seat, colour):
    """Tolls between others that lead from the seat's account to the chips guessed, handed on from one
    to the next; what is left over comes from the one whose chips are seen."""
    last = NOBODY
    carried = 0
    for shown in range(2):
        for other in range(CHAIRS):
            if is_seated(s, other) and other != seat and sees_chips(s, seat, other) == (shown == 1):
                if last != NOBODY:
                    s.whispered[last, other, colour] = carried
                    s.whispered[other, last, colour] = -carried
                carried += s.ledger[other, colour] - np.int64(s.chips[other, colour])
                last = other
