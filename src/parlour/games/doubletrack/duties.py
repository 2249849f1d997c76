"""What is legal, in every phase: the one place that says so."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import inline, rule

from .auctions import list_bids
from .cards import list_bits, list_hand, list_partners, stealable
from .deals import can_deliver, list_deal_sets, may_deal
from .gates import list_payments, list_sums, may_ask, may_offer
from .layout import CHAIRS, HIGH, LOW, RED
from .record import (
    ACCEPT,
    ASK,
    ASK_OR_ROLL,
    BID,
    BONUS_ROLL,
    CHOOSE_STEPS,
    COUNTER_REPLY,
    DEAL,
    DEAL_REPLY,
    DECLINE,
    FREE,
    GATE_REPLY,
    GIVE_CHIPS,
    GIVE_PASS,
    HAND_OVER,
    MUST_PAY,
    NO_SUM,
    OPENING_OFFER,
    PASS,
    PLAY_CARD,
    REFUSE,
    ROLL_DICE,
    SELL_CARD,
    SELL_PASS,
    STEAL_TARGET,
    STEPS,
    TOLL_ANSWER,
    TRADE_TARGET,
    UNKNOWN,
    UNKNOWN_SUM,
    VICTIM,
    WANT_CHIPS,
    WANT_PASS,
)
from .taking import list_hand_overs, list_victims
from .tracks import passes_of
from .turns import list_outcomes


@rule
def legal(s, out):
    """Writes all that may be done in this phase; whose bid is out of sight has nothing listed."""
    phase = s.phase
    if phase <= BONUS_ROLL:
        return list_outcomes(s, out)
    if is_out_of_sight(s):
        return 0
    if phase == BID:
        return list_bids(s, out)
    if phase == ASK_OR_ROLL:
        return list_asks(s, out)
    if phase <= MUST_PAY:
        return list_words(s, out)
    if phase <= HAND_OVER:
        return list_plays(s, out)
    return list_deals(s, out)


@rule
@inline
def is_out_of_sight(s):
    """In a view: must somebody else choose from what lies behind a screen, or answer what was whispered?
    Then nobody can list it."""
    phase = s.phase
    if s.price == UNKNOWN_SUM or s.offer == UNKNOWN_SUM:
        return True
    if phase == PLAY_CARD or phase == SELL_CARD:
        return s.hand[s.turn, 0] == UNKNOWN
    if phase == HAND_OVER:
        return s.chips[s.victim, RED] == UNKNOWN
    is_paid = phase == BID or phase == TOLL_ANSWER or phase == MUST_PAY
    return (is_paid or phase == OPENING_OFFER or phase == GIVE_CHIPS) and s.chips[s.seat, RED] == UNKNOWN


@rule
@inline
def list_asks(s, out):
    """Roll, or ask, which nobody must (DBT-ASK-1); by house rule, deal."""
    out[0] = ROLL_DICE
    n = 1
    for gate in range(CHAIRS):
        if may_ask(s, gate):
            out[n] = ASK + gate
            n += 1
    for partner in range(CHAIRS + 1):
        if may_deal(s, partner):
            out[n] = DEAL + partner
            n += 1
    return n


@rule
def list_words(s, out):
    """What is said between the request and the roll."""
    phase = s.phase
    if phase == OPENING_OFFER:
        out[0] = DECLINE  # which offers nothing
        return list_sums(s, out, 1)
    if phase == GATE_REPLY:
        out[0] = FREE  # DBT-ASK-3
        out[1] = REFUSE
        n = 2
        if s.offer != NO_SUM:
            out[2] = ACCEPT  # DBT-Q-15
            n = 3
        return list_sums(s, out, n)
    if phase == COUNTER_REPLY:
        out[0] = REFUSE
        out[1] = ACCEPT
        return list_sums(s, out, 2)
    if phase == MUST_PAY:
        return list_payments(s, out, 0)
    out[0] = DECLINE  # DBT-ASK-5
    n = list_payments(s, out, 1)
    return list_sums(s, out, n) if may_offer(s) else n


@rule
def list_plays(s, out):
    """What a space or a card leaves to somebody's choice."""
    phase = s.phase
    if phase == PLAY_CARD or phase == SELL_CARD:
        return list_hand(s, out)
    if phase == CHOOSE_STEPS:
        return list_steps(s, out)
    if phase == VICTIM:
        return list_victims(s, out)
    if phase == TRADE_TARGET:
        return list_partners(s, out)
    if phase == STEAL_TARGET:
        return list_bits(stealable(s, s.seat), PASS, out, 0)
    if phase == SELL_PASS:
        return list_bits(passes_of(s, s.turn), PASS, out, 0)  # DBT-SP-1
    return list_hand_overs(s, out)


@rule
def list_steps(s, out):
    """As many as the space says. (DBT-NUM-2)"""
    space = s.large[s.turn]
    n = 0
    for steps in range(LOW[space], HIGH[space] + 1):
        out[n] = STEPS + steps
        n += 1
    return n


@rule
def list_deals(s, out):
    """Writes what may come next in a deal; refusing always may."""
    phase = s.phase
    if phase == GIVE_CHIPS or phase == WANT_CHIPS:
        return list_deal_sets(s, out)
    if phase == GIVE_PASS or phase == WANT_PASS:
        out[0] = DECLINE  # which is no pass
        return list_bits(passes_of(s, s.turn if phase == GIVE_PASS else s.partner), PASS, out, 1)
    if phase != DEAL_REPLY:
        return 0
    out[0] = REFUSE
    n = 1
    if can_deliver(s):
        out[1] = ACCEPT
        n = 2
    return n
