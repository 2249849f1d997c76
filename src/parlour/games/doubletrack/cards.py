"""Cards: what is in a hand, what a card does to whoever plays it, and the pile."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, inline, rule

from .layout import (
    AHEAD,
    BACK_10,
    CARDS,
    CHAIRS,
    FARTHEST_BACK,
    HAND,
    KINDS,
    STEAL_PASS,
    STEPS_OF,
    TAKE_LEAD,
    TRADE,
)
from .record import (
    CARD,
    DRAW,
    FINISHED,
    NO,
    NO_CARD,
    ONE_CARD,
    PASS,
    SEAT,
    STEAL_TARGET,
    TRADE_TARGET,
    TURN_OVER,
    UNKNOWN,
    WORDS,
    first_of,
    is_seated,
    players_of,
    size_of,
)
from .tracks import ahead, back, go_farthest_back, hand_pass, lead, trade_places

# ---------------------------------------------------------------- a hand: sorted, then NO_CARD


@rule
def has_card(s, seat, kind):
    """Whether a hand holds a card of this kind."""
    for slot in range(HAND):
        if s.hand[seat, slot] == kind:
            return True
    return False


@rule
def count_card(cards, seat, kind):
    """How many cards of this kind a hand holds."""
    count = 0
    for slot in range(HAND):
        if cards[seat, slot] == kind:
            count += 1
    return count


@rule
@inline
def insert_card(cards, seat, kind):
    """Put a kind in its place among the sorted cards of a seat."""
    kind = np.int64(kind)
    for slot in range(HAND):
        here = np.int64(cards[seat, slot])
        cards[seat, slot] = min(here, kind)
        kind = max(here, kind)


@rule
@inline
def remove_card(cards, seat, kind):
    """Take one copy of a kind away, if there is one: those after it move up."""
    found = False
    for slot in range(HAND):
        found |= cards[seat, slot] == kind
        after = np.int64(cards[seat, slot + 1]) if slot < HAND - 1 else NO_CARD
        cards[seat, slot] = after if found else np.int64(cards[seat, slot])


@rule
@inline
def lose_card(s, kind):
    """The mover lays down a card, to play it or to sell it."""
    remove_card(s.hand, s.turn, kind)


@rule
@inline
def list_hand(s, out):
    """The different cards of the mover's hand. (DBT-PLAY-1, DBT-SC-1)"""
    n = 0
    for slot in range(HAND):
        kind = s.hand[s.turn, slot]
        if kind != NO_CARD and (n == 0 or out[n - 1] != CARD + kind):
            out[n] = CARD + kind
            n += 1
    return n


# ---------------------------------------------------------------- whom and what a card is aimed at


@rule
def may_trade(s, seat, other):
    """With any other player (DBT-CARD-2), by house rule not from START to START."""
    if other == seat or not is_seated(s, other):
        return False
    return s.trade_noop_allowed != NO or s.small[seat] != s.small[other]  # DBT-Q-18


@rule
def can_trade(s, seat):
    """Whether there is anybody to trade places with."""
    for other in range(CHAIRS):
        if may_trade(s, seat, other):
            return True
    return False


@rule
def may_steal(s, seat, colour):
    """Any opponent's pass (DBT-CARD-6), but not one that lies unclaimed."""
    if s.owner[colour] == NOBODY:
        return s.steal_unowned != 0  # DBT-Q-26
    return s.owner[colour] != seat


@rule
def stealable(s, seat):
    """The passes that a seat may steal, as a set."""
    found = 0
    for colour in range(CHAIRS):
        if may_steal(s, seat, colour):
            found |= 1 << colour
    return found


@rule
def list_partners(s, out):
    """Writes the seats with whom the card's player may trade places."""
    n = 0
    for other in range(CHAIRS):
        if may_trade(s, s.seat, other):
            out[n] = SEAT + other
            n += 1
    return n


@rule
def list_bits(bits, code, out, n):
    """Add an action for each member of a set."""
    for bit in range(CHAIRS):
        if bits >> bit & 1 != 0:
            out[n] = code + bit
            n += 1
    return n


# ---------------------------------------------------------------- playing a card


@rule
@inline
def play_card(s, seat):
    """Carry out the card as this seat's: the mover's own, or one just bought. (DBT-PLAY-1, DBT-SC-3)

    A worthless card does nothing. (DBT-CARD-7)"""
    if s.known[s.turn, 0] != NO_CARD:
        remove_card(s.known, s.turn, s.card)
    s.seat = seat
    kind = s.card
    if kind >= AHEAD:
        ahead(s, seat, STEPS_OF[kind])  # DBT-CARD-1
    elif kind == TRADE:
        if can_trade(s, seat):
            s.phase = TRADE_TARGET  # DBT-CARD-2
            return
    elif kind == STEAL_PASS:
        found = stealable(s, seat)
        if size_of(found) > 1:
            s.phase = STEAL_TARGET  # DBT-CARD-6
            return
        if found != 0:
            hand_pass(s, first_of(found), seat)
    elif kind == TAKE_LEAD:
        lead(s, seat)  # DBT-CARD-3
    elif kind == BACK_10:
        back(s, seat)  # DBT-CARD-4
    elif kind == FARTHEST_BACK:
        go_farthest_back(s, seat)  # DBT-CARD-5
    if s.phase != FINISHED:
        put_under(s)


@rule
@inline
def aim_card(s, action):
    """With whom places are traded, or which pass is stolen."""
    if s.phase == TRADE_TARGET:
        trade_places(s, s.seat, action - SEAT)
    else:
        hand_pass(s, action - PASS, s.seat)
    put_under(s)


# ---------------------------------------------------------------- the pile
# Never shuffled and never empty (DBT-PLAY-4): on top `top` cards that nobody has seen, then those that
# were played, in their order: the `queue`.


@rule
@inline
def put_under(s):
    """The card goes under the pile, then the mover draws the top card. (DBT-PLAY-2, DBT-SC-6, DBT-Q-28)"""
    s.queue[pile_of(s) - s.top] = s.card
    s.seat = s.turn
    if s.top > 0:
        s.phase = DRAW
    else:
        draw_played(s)
        s.phase = TURN_OVER


@rule
@inline
def pile_of(s):
    """How many cards lie in the pile between turns. (DBT-SET-12)"""
    return CARDS - HAND * players_of(s)


@rule
@inline
def draw_played(s):
    """The mover takes the card that was played longest ago: all know that he holds it. (DBT-INF-5)"""
    kind = s.queue[0]
    pile = pile_of(s)
    for place in range(pile):
        s.queue[place] = s.queue[place + 1]
    s.queue[pile] = NO_CARD
    insert_card(s.hand, s.turn, kind)
    insert_card(s.known, s.turn, kind)


@rule
@inline
def take_unseen(s, kind):
    """The seat that is due gets a card nobody has seen."""
    insert_card(s.hand, s.seat, kind)
    s.unseen[kind] -= 1
    s.top -= 1


# ---------------------------------------------------------------- the derived field


@rule
@inline
def lanes_of(cards, seat, word):
    """The cards of a hand, those that fall into this word of `dark`."""
    count = 0
    for slot in range(HAND):
        count += ONE_CARD[word, cards[seat, slot]]
    return count


@rule
def derive(s):
    """`dark`: the cards that are neither played nor on offer, but unseen or in hands. In a view `unseen`
    holds all that others are not known to hold."""
    for word in range(WORDS):
        count = 0
        for kind in range(KINDS):
            count += np.int64(s.unseen[kind]) * ONE_CARD[word, kind]
        for seat in range(CHAIRS):
            count += lanes_of(s.known if s.hand[seat, 0] == UNKNOWN else s.hand, seat, word)
        s.dark[word] = count
