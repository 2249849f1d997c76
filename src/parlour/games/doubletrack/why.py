"""Why somebody may not do something: reasons only. What is legal is decided in duties.py."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, rule

from .auctions import may_fake
from .cards import has_card, may_steal, may_trade
from .chips import can_spend, count_of, holds_set, in_play, money_in_play, worth_of
from .deals import can_deliver, may_deal, may_name
from .gates import (
    can_pay,
    highest_sum,
    is_in_scope,
    is_payment,
    lowest_sum,
    may_ask_more,
    may_offer,
    names_price,
    worth_of_sum,
)
from .layout import CHAIRS, HIGH, LOW, TAKEN, UNIT
from .record import (
    ACCEPT,
    ACTIONS,
    ALREADY_BID,
    ASK,
    ASK_BEFORE_ROLL,
    ASK_OR_ROLL,
    ASKED_ALREADY,
    BANK,
    BID,
    BONUS_ROLL,
    BOUND_TO_PAY,
    BOX,
    CANNOT_PAY_OFFER,
    CARD,
    CARD_NOT_HELD,
    CHANCE_FIRST,
    CHIP_PRICES,
    CHIPS,
    CHOOSE_STEPS,
    DEAL,
    DEAL_DONE,
    DEAL_EMPTY_BOX,
    DEAL_NOT_HELD,
    DEAL_REPLY,
    DEAL_SAME,
    DEAL_VALUE,
    DECLINE,
    DETAIL,
    EMPTY_CHAIR,
    FINISHED,
    FREE,
    GAME_OVER,
    GATE_REPLY,
    GIVE_CHIPS,
    GIVE_PASS,
    HAND_OVER,
    IN_CHIPS,
    IN_DOLLARS,
    MUST_BID,
    MUST_PAY,
    NEXT_GATE,
    NO,
    NO_DEALS,
    NO_MORE_ASKS,
    NO_MORE_OFFERS,
    NO_SUCH_ACTION,
    NO_SUM,
    NO_WITHDRAWAL,
    NOBODYS_GATE,
    NOT_BIDDING,
    NOT_EXACT,
    NOT_HELD,
    NOT_THE_NEXT,
    NOT_YOUR_TURN,
    NOTHING_OFFERED,
    OPENING_OFFER,
    OUT_OF_REACH,
    OWN_GATE,
    PASS,
    PASS_NOT_HELD,
    PASS_OWN,
    PASS_UNOWNED,
    PLAY_CARD,
    PRICE,
    PRICE_BELOW_OFFER,
    PRICE_NOT_LOWER,
    PRICE_TOO_HIGH,
    PRICE_UNIT,
    PROMISED,
    REFUSE,
    ROLL,
    ROLL_DICE,
    SEAT,
    SELL_CARD,
    SELL_PASS,
    SELLER_BIDS,
    STEAL_TARGET,
    STEPS,
    STEPS_RANGE,
    TAKE_EXACT,
    TAKE_FIXED,
    TOLL_ANSWER,
    TOO_LITTLE,
    TRADE_NOTHING,
    TRADE_SELF,
    TRADE_TARGET,
    VICTIM,
    VICTIM_SELF,
    WANT_CHIPS,
    WRONG_MOMENT,
    has,
    is_ask,
    is_seated,
)
from .taking import count_exact, fixed_hand_over
from .turns import may_act


@rule
def explain(s, seat, action):
    """0 where nothing forbids it."""
    if s.phase == FINISHED:
        return GAME_OVER
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if not may_act(s, seat):
        return why_not_you(s, seat, action)
    phase = s.phase
    if phase == BID:
        return why_not_bid(s, seat, action)
    if is_ask(action):
        return why_not_ask(s, action - ASK)
    if phase == ASK_OR_ROLL:
        return why_not_before_roll(s, action)
    if phase <= MUST_PAY:
        return why_not_say(s, action)
    if phase <= HAND_OVER:
        return why_not_play(s, seat, action)
    return why_not_deal(s, action)


@rule
def is_rolled(s):
    """Has the mover rolled this turn?"""
    return ROLL < s.phase <= BONUS_ROLL or MUST_PAY < s.phase < GIVE_CHIPS


@rule
def why_not_you(s, seat, action):
    """Why a seat that is not to act may not do this: of several reasons the nearest."""
    if seat == s.turn and is_ask(action):
        if is_rolled(s):
            return ASK_BEFORE_ROLL  # DBT-ASK-1
        if s.phase == ROLL:
            reason = why_not_gate(s, action - ASK)
            return reason if reason != 0 else ASK_BEFORE_ROLL
    if action == REFUSE:
        for gate in range(CHAIRS):
            if has(s.granted, gate) and s.owner[gate] == seat:
                return NO_WITHDRAWAL  # DBT-GATE-7
    if s.phase <= BONUS_ROLL:
        return CHANCE_FIRST
    if s.phase == BID and seat >= 0 and seat < CHAIRS and is_seated(s, seat):
        return SELLER_BIDS if s.bids[seat] == NOT_BIDDING else ALREADY_BID
    return NOT_YOUR_TURN


# ---------------------------------------------------------------- before the roll


@rule
def why_not_before_roll(s, action):
    """Before the roll there are the dice, and deals where a house rule has them."""
    if action == ROLL_DICE:
        return 0
    return why_not_partner(s, action - DEAL) if DEAL <= action and action < SEAT else WRONG_MOMENT


@rule
def why_not_ask(s, gate):
    """Entry is asked for before the roll, not after it."""
    if s.phase == ASK_OR_ROLL:
        return why_not_gate(s, gate)
    return ASK_BEFORE_ROLL if is_rolled(s) and s.seat == s.turn else WRONG_MOMENT


@rule
def why_not_gate(s, gate):
    """Whom one cannot ask: oneself, nobody, somebody asked before, or a gate too far ahead."""
    if s.owner[gate] == s.turn:
        return OWN_GATE
    if s.owner[gate] == NOBODY:
        return NOBODYS_GATE
    if has(s.granted, gate) or (has(s.asked, gate) and s.reask_same_gate == 0):
        return ASKED_ALREADY
    if not may_ask_more(s):
        return NO_MORE_ASKS
    if is_in_scope(s, gate):
        return 0
    return NOT_THE_NEXT if s.ask_scope == NEXT_GATE else OUT_OF_REACH


@rule
def why_not_say(s, action):
    """A word of the bargaining. (DBT-ASK-3, DBT-ASK-5, DBT-ASK-10)"""
    phase = s.phase
    if action == FREE:
        return 0 if phase == GATE_REPLY else WRONG_MOMENT
    if action == REFUSE:
        return 0 if names_price(s) else WRONG_MOMENT
    if action == ACCEPT:
        if not names_price(s):
            return WRONG_MOMENT
        return 0 if s.offer != NO_SUM else NOTHING_OFFERED
    if action == DECLINE:
        if phase == MUST_PAY:
            return BOUND_TO_PAY
        return 0 if phase == TOLL_ANSWER or phase == OPENING_OFFER else WRONG_MOMENT
    if PRICE <= action and action < CHIPS:
        return why_not_dollars(s, action - PRICE)
    if action < CHIPS:
        return WRONG_MOMENT
    if phase == TOLL_ANSWER or phase == MUST_PAY:
        return why_not_pay(s, action)
    return why_not_chips(s, action - CHIPS) if s.toll_unit == CHIP_PRICES else IN_DOLLARS


@rule
def why_not_dollars(s, dollars):
    """A price or an offer in dollars. (DBT-ASK-4, DBT-Q-10)"""
    if s.phase == MUST_PAY:
        return BOUND_TO_PAY
    if s.toll_unit == CHIP_PRICES:
        return IN_CHIPS
    if dollars <= 0 or dollars % UNIT != 0:
        return PRICE_UNIT
    if dollars > money_in_play(s):
        return PRICE_TOO_HIGH + DETAIL * (money_in_play(s) // UNIT)
    reason = why_not_sum(s, dollars)
    if reason != 0 or names_price(s):
        return reason
    return 0 if can_pay(s, dollars) else CANNOT_PAY_OFFER


@rule
def why_not_chips(s, chips):
    """A price or an offer in chips. (DBT-Q-10)"""
    if chips == 0:
        return PRICE_UNIT
    for colour in range(3):
        if count_of(chips, colour) > in_play(s, colour):
            return PRICE_TOO_HIGH + DETAIL * (money_in_play(s) // UNIT)
    reason = why_not_sum(s, worth_of(chips))
    if reason != 0 or names_price(s):
        return reason
    return 0 if can_spend(s, chips) else CANNOT_PAY_OFFER


@rule
def why_not_sum(s, dollars):
    """A sum beside what has been named before. (DBT-Q-15)"""
    if not names_price(s) and not may_offer(s):
        return NO_MORE_OFFERS
    if dollars > highest_sum(s):
        return PRICE_NOT_LOWER + DETAIL * (worth_of_sum(s, s.price) // UNIT)
    if dollars < lowest_sum(s):
        return PRICE_BELOW_OFFER + DETAIL * (worth_of_sum(s, s.offer) // UNIT)
    return 0


@rule
def why_not_pay(s, action):
    """What is wrong with a payment: chips not held or promised, too little, or too much without need."""
    chips = action - CHIPS
    due = worth_of_sum(s, s.price)
    if not is_payment(s, action):
        if s.phase == TOLL_ANSWER and may_offer(s):
            return why_not_chips(s, chips)
        return NOT_EXACT + DETAIL * (due // UNIT)
    if not holds_set(s, s.turn, chips):
        return NOT_HELD
    if not can_spend(s, chips):
        return PROMISED
    dollars = worth_of(chips)
    if dollars < due:
        return TOO_LITTLE + DETAIL * (due // UNIT)
    return NOT_EXACT + DETAIL * (due // UNIT) if dollars > due and s.toll_overpay == NO else 0


# ---------------------------------------------------------------- spaces, cards and auctions


@rule
def why_not_bid(s, seat, action):
    """A bid is of chips one holds; an empty fist only where bluffing is allowed."""
    if action < CHIPS:
        return WRONG_MOMENT
    if not holds_set(s, seat, action - CHIPS):
        return NOT_HELD
    return MUST_BID if action == CHIPS and not may_fake(s, seat) else 0


@rule
def why_not_play(s, seat, action):
    """What a space or a card leaves to somebody's choice."""
    phase = s.phase
    if phase == PLAY_CARD or phase == SELL_CARD:
        if action < CARD or action >= STEPS:
            return WRONG_MOMENT
        return 0 if has_card(s, s.turn, action - CARD) else CARD_NOT_HELD
    if phase == CHOOSE_STEPS:
        return why_not_steps(s, action - STEPS) if STEPS <= action and action < PRICE else WRONG_MOMENT
    if phase == TRADE_TARGET or phase == VICTIM:
        return why_not_other(s, seat, action - SEAT) if SEAT <= action and action < PASS else WRONG_MOMENT
    if phase == STEAL_TARGET or phase == SELL_PASS:
        return why_not_pass(s, seat, action - PASS) if PASS <= action and action < CARD else WRONG_MOMENT
    return why_not_hand_over(s, action - CHIPS) if action >= CHIPS else WRONG_MOMENT


@rule
def why_not_steps(s, steps):
    """Why a word of the board does not move a pawn so many circles."""
    space = s.large[s.turn]
    return 0 if LOW[space] <= steps and steps <= HIGH[space] else STEPS_RANGE + DETAIL * HIGH[space]


@rule
def why_not_other(s, seat, other):
    """Another player to trade places with or to take money from."""
    if other == seat:
        return TRADE_SELF if s.phase == TRADE_TARGET else VICTIM_SELF
    if not is_seated(s, other):
        return EMPTY_CHAIR
    return TRADE_NOTHING if s.phase == TRADE_TARGET and not may_trade(s, seat, other) else 0


@rule
def why_not_pass(s, seat, colour):
    """Which passes can be sold or stolen."""
    if s.phase == SELL_PASS:
        return 0 if s.owner[colour] == seat else PASS_NOT_HELD
    if may_steal(s, seat, colour):
        return 0
    return PASS_OWN if s.owner[colour] == seat else PASS_UNOWNED


@rule
def why_not_hand_over(s, chips):
    """What has to be handed over is exact where that is possible, else fixed by the ruling."""
    if not holds_set(s, s.victim, chips):
        return NOT_HELD
    ways, _ = count_exact(s, s.victim)
    if ways > 0:
        return 0 if worth_of(chips) == TAKEN else TAKE_EXACT
    return 0 if chips == fixed_hand_over(s) else TAKE_FIXED


# ---------------------------------------------------------------- deals


@rule
def why_not_partner(s, partner):
    """With whom, and how often, one may deal."""
    if may_deal(s, partner):
        return 0
    if s.free_trading == 0 and s.change_making == 0:
        return NO_DEALS
    if has(s.dealt, partner):
        return DEAL_DONE
    if partner == BOX:
        return DEAL_EMPTY_BOX if s.change_making == BANK else NO_DEALS
    return EMPTY_CHAIR if partner == s.turn or not is_seated(s, partner) else NO_DEALS


@rule
def why_not_deal(s, action):
    """Why this cannot be offered, wanted or accepted now."""
    phase = s.phase
    if phase == DEAL_REPLY:
        if action == REFUSE:
            return 0
        if action != ACCEPT:
            return WRONG_MOMENT
        return 0 if can_deliver(s) else DEAL_NOT_HELD
    if action == DECLINE:
        return 0
    if phase == GIVE_CHIPS or phase == WANT_CHIPS:
        return why_not_deal_set(s, action - CHIPS) if action >= CHIPS else WRONG_MOMENT
    if action < PASS or action >= CARD:
        return WRONG_MOMENT
    holder = s.turn if phase == GIVE_PASS else s.partner
    return 0 if s.owner[action - PASS] == holder else PASS_NOT_HELD


@rule
def why_not_deal_set(s, chips):
    """Chips given or wanted. (DBT-Q-02, DBT-Q-16)"""
    if s.phase == GIVE_CHIPS:
        if not can_spend(s, chips):
            return PROMISED if holds_set(s, s.turn, chips) else NOT_HELD
    else:
        for colour in range(3):
            if s.partner == BOX and count_of(chips, colour) > s.box[colour]:
                return DEAL_EMPTY_BOX
            if count_of(chips, colour) > in_play(s, colour):
                return DEAL_NOT_HELD
    if may_name(s, chips):
        return 0
    return DEAL_SAME if s.phase == WANT_CHIPS and chips == np.int64(s.give) - 1 else DEAL_VALUE
