"""What is seen of a game: features for learning, what is counted in many games, and how chairs turn.

Features are given from a seat's own side: positions and passes of everybody, chips and cards as far as it
can tell, and all that is said and done in the open. Seats and colours start with its own; `colour` tells
which that is, since the sides of the board are not all alike.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, ROLLS, rule

from .auctions import fist_of
from .cards import count_card
from .chips import count_of, worth_of
from .gates import is_payment, worth_of_sum
from .layout import (
    CARDS,
    CHAIRS,
    COLOURS,
    CORNER,
    FORK_AHEAD,
    HAND,
    HIGHEST_ROLL,
    HOME,
    KINDS,
    LIMITS,
    ORDER,
    SELL_A_CARD,
    SELL_A_PASS,
    SELL_THE_LEAD,
    SHORTCUT,
    STEPS_OF,
    STRETCH_OF,
    TO_FORK,
)
from .record import (
    ALL_MONEY,
    ASK,
    ASK_OR_ROLL,
    BID,
    CARD_SALE,
    CHIPS,
    DEAL,
    FINISHED,
    FREE,
    GATE_REPLY,
    LEAD_SALE,
    MOST_ASKS,
    MUST_PAY,
    NO_SUM,
    OPEN,
    PASS,
    PASS_SALE,
    PLAY_CARD,
    REFUSE,
    ROLL,
    SEAT,
    TOLL_ANSWER,
    VICTIM,
    has,
    is_ask,
    is_seated,
)
from .secrets import chips_known, hears_tolls, sees_card, unplaced
from .tracks import leader_of, passes_of, way_of
from .turns import may_act

# ---------------------------------------------------------------- features

_WHO = ("own", "next", "across", "last")
_CHIPS = ("red", "blue", "yellow")
_CARDS = tuple(f"card_{kind}" for kind in range(KINDS))
_PHASES = (
    *("starter", "dealing", "roll", "draw", "bonus_roll", "ask_or_roll", "opening_offer", "gate_reply"),
    *("toll_answer", "counter_reply", "must_pay", "choose_steps", "play_card", "trade_target"),
    *("steal_target", "sell_card", "sell_pass", "bid", "victim", "hand_over", "give_chips", "give_pass"),
    *("want_chips", "want_pass", "deal_reply", "finished"),
)
FEATURE_NAMES = (
    *(
        f"{who}.{what}"
        for who in _WHO
        for what in (
            *("seated", "turn", "acts", "bid", "circle", "to_fork"),
            *("on_main", "on_fork", "on_shortcut", "on_corner"),
            *(f"fork_{whose}" for whose in _WHO),
            *(f"pass_{whose}" for whose in _WHO),
            *_CHIPS,
            *_CARDS,
        )
    ),
    *(f"unplaced_{card}" for card in _CARDS),
    *(f"gate_{whose}.{what}" for whose in _WHO for what in ("asked", "granted", "meant", "on_sale")),
    *("sale_card", "sale_pass", "sale_lead", "die_0", "die_1", "price", "offer"),
    *("asks", "counters", "unseen", "armed", "card_steps"),
    *(f"{what}_{chip}" for what in ("give", "want") for chip in _CHIPS),
    *(f"{what}_pass_{whose}" for what in ("give", "want") for whose in _WHO),
    *(f"colour_{colour}" for colour in COLOURS),
    *(f"phase_{phase}" for phase in _PHASES),
)
FEATURES = len(FEATURE_NAMES)
SEAT_PART = FEATURE_NAMES.index("next.seated")  # features of one seat


@rule
def observe(s, seat, out):
    """For each seat clockwise from this one what there is to tell of it; the copies of every card that this
    seat cannot place, out of a full hand; the gates; what is said and sold; a deal; the own colour, and the
    phase."""
    n = 0
    for step in range(CHAIRS):
        n = observe_seat(s, seat, (seat + step) % CHAIRS, out, n)
    for kind in range(KINDS):
        out[n] = unplaced(s, seat, kind) / HAND
        n += 1
    for step in range(CHAIRS):
        n = observe_gate(s, (seat + step) % CHAIRS, out, n)
    n = observe_talk(s, seat, out, n)
    n = observe_deal(s, seat, out, n)
    for colour in range(CHAIRS):
        out[n] = colour == seat
        n += 1
    for phase in range(FINISHED + 1):
        out[n] = phase == s.phase
        n += 1


@rule
def observe_seat(s, seat, other, out, n):
    """Whether it is seated, on turn, to act, and with a fist held out; its pawns, passes, chips and cards.
    An empty chair is all 0."""
    if not is_seated(s, other):
        for i in range(SEAT_PART):
            out[n + i] = 0
        return n + SEAT_PART
    out[n] = 1
    out[n + 1] = other == s.turn
    out[n + 2] = may_act(s, other)
    out[n + 3] = s.bids[other] > OPEN
    n = observe_pawns(s, seat, other, out, n + 4)
    for step in range(CHAIRS):
        out[n] = has(passes_of(s, other), (seat + step) % CHAIRS)
        n += 1
    for colour in range(3):  # where tolls are whispered, an account may show more, or less than none
        most = max(LIMITS[colour], 1)
        out[n] = max(-most, min(chips_known(s, seat, other, colour), most)) / most
        n += 1
    for kind in range(KINDS):
        out[n] = count_card(s.hand if other == seat else s.known, other, kind) / HAND
        n += 1
    return n


@rule
def observe_pawns(s, seat, other, out, n):
    """The small pawn's way as a share; steps of the large one to the next fork as a share of the highest
    roll, which stretch it is on, and whose fork is next."""
    space = s.large[other]
    out[n] = s.small[other] / HOME
    out[n + 1] = TO_FORK[space] / HIGHEST_ROLL
    n += 2
    for stretch in range(4):
        out[n] = STRETCH_OF[space] == stretch
        n += 1
    for step in range(CHAIRS):
        out[n] = FORK_AHEAD[space] == (seat + step) % CHAIRS
        n += 1
    return n


@rule
def observe_gate(s, gate, out, n):
    """Asked for, granted, talked about; and is its pass on sale?"""
    out[n] = has(s.asked, gate)
    out[n + 1] = has(s.granted, gate)
    out[n + 2] = s.gate == gate
    out[n + 3] = s.lot == gate
    return n + 4


@rule
def observe_talk(s, seat, out, n):
    """What is sold; the dice out of six; price and offer out of all money, as far as they are heard;
    requests out of the most there can be, counter-offers likewise; unseen cards out of all; whether the own
    small pawn is armed; and the steps of the card in play if it may be seen, out of the highest roll."""
    hears = hears_tolls(s, seat)
    out[n] = s.sale == CARD_SALE
    out[n + 1] = s.sale == PASS_SALE
    out[n + 2] = s.sale == LEAD_SALE
    out[n + 3] = s.dice[0] / 6
    out[n + 4] = s.dice[1] / 6
    out[n + 5] = worth_of_sum(s, s.price) / ALL_MONEY if hears and s.price != NO_SUM else 0.0
    out[n + 6] = worth_of_sum(s, s.offer) / ALL_MONEY if hears and s.offer != NO_SUM else 0.0
    out[n + 7] = min(s.asks, MOST_ASKS) / MOST_ASKS
    out[n + 8] = min(s.counters, MOST_ASKS) / MOST_ASKS
    out[n + 9] = s.top / CARDS
    out[n + 10] = has(s.armed, seat)
    out[n + 11] = STEPS_OF[s.card] / HIGHEST_ROLL if s.card < KINDS and sees_card(s, seat) else 0.0
    return n + 12


@rule
def observe_deal(s, seat, out, n):
    """What is given and wanted in a deal."""
    for amount in (s.give, s.want):
        for colour in range(3):
            count = count_of(np.int64(amount) - 1, colour) if amount != NO_SUM else 0
            out[n] = count / max(LIMITS[colour], 1)
            n += 1
    for named in (s.give_pass, s.want_pass):
        for step in range(CHAIRS):
            out[n] = named == (seat + step) % CHAIRS
            n += 1
    return n


# ---------------------------------------------------------------- tallies

TALLIES = (
    "turns",
    "leader changes",
    "stops in shortcuts",
    "stops on corners",
    "stops between",
    "requests",
    "free entries",
    "refusals",
    "tolls paid",
    "cards played",
    "auctions of cards",
    "auctions of passes",
    "auctions of the lead",
    "tied auctions",
    "bids",
    "empty fists",
    "takings of $25",
)


@rule
def tally(s, action, out):
    """Counts rolls, changes of the lead, where large pawns land, and what is sold there."""
    phase = s.phase
    if phase == ROLL:
        out[0] += 1
        leader = leader_of(s)
        if leader != NOBODY and s.leader != NOBODY and leader != s.leader:
            out[1] += 1
        space, _ = way_of(s, ROLLS[action, 0] + ROLLS[action, 1])
        stretch = STRETCH_OF[space]
        out[2 if stretch == SHORTCUT else 3 if stretch == CORNER else 4] += 1
        order = ORDER[space]
        if order == SELL_A_CARD:
            out[10] += 1
        elif order == SELL_A_PASS and passes_of(s, s.turn) != 0:
            out[11] += 1
        elif order == SELL_THE_LEAD:
            out[12] += 1
    elif phase == BID:
        out[14] += 1
        if action == CHIPS:
            out[15] += 1
        if s.bids[s.seat] == OPEN and is_tied_by(s, action - CHIPS):
            out[13] += 1
    elif phase == ASK_OR_ROLL and is_ask(action):
        out[5] += 1
    elif phase == GATE_REPLY:
        if action == FREE:
            out[6] += 1
        elif action == REFUSE:
            out[7] += 1
    elif (phase == TOLL_ANSWER or phase == MUST_PAY) and is_payment(s, action):
        out[8] += 1
    elif phase == PLAY_CARD:
        out[9] += 1
    elif phase == VICTIM:
        out[16] += 1


@rule
def is_tied_by(s, chips):
    """Is this the last bid, and do two then share the highest?"""
    mine = worth_of(chips)
    best = -1
    tied = False
    for seat in range(CHAIRS):
        if s.bids[seat] == OPEN and seat != s.seat:
            return False
        if s.bids[seat] >= OPEN:
            dollars = mine if seat == s.seat else worth_of(fist_of(s, seat))
            if dollars == best:
                tied = True
            elif dollars > best:
                best = dollars
                tied = False
    return tied


# ---------------------------------------------------------------- other chairs


@rule
def turned(action, by):
    """Gates, passes and seats are named by their colours. The box has none."""
    for first in (ASK, DEAL, SEAT, PASS):
        if first <= action < first + CHAIRS:
            return first + (action - first + by) % CHAIRS
    return action
