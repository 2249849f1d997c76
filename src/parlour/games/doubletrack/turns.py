"""The set-up, the turn from the first request to its end, what is left to chance, and how the game ends."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLL_ODDS, ROLLS, inline, rule

from .auctions import commit, open_bids, roll_for_bonus
from .cards import aim_card, derive, lose_card, play_card, take_unseen
from .deals import can_deal, clear_deal, deal, start_deal
from .gates import ask, bargain, can_ask, clear_talk, pay_on_entry
from .layout import (
    ABSENT,
    CARDS,
    CHAIRS,
    CHOICE,
    DECK,
    FORKS,
    HAND,
    KINDS,
    LARGEST_PILE,
    LIMITS,
    LOW,
    NUMBER,
    ORDER,
    PLAY_A_CARD,
    SELL_A_CARD,
    SELL_THE_LEAD,
    START,
    STOCK,
    TAKE_A_PASS,
    TAKE_MONEY,
)
from .record import (
    ASK,
    ASK_OR_ROLL,
    BEFORE_ROLL,
    BID,
    BONUS_ROLL,
    CARD,
    CARD_SALE,
    CHIPS,
    CHOOSE_STEPS,
    COUNTERCLOCKWISE,
    DEAL,
    DEAL_REPLY,
    DEALING,
    DRAW,
    FINISHED,
    HAND_OVER,
    LEAD_SALE,
    MUST_PAY,
    NO_CARD,
    NO_PASS,
    NO_SALE,
    NO_SUM,
    NOT_BIDDING,
    ON_ENTRY,
    OPEN,
    OPENING_OFFER,
    PASS,
    PASS_SALE,
    PLAY_CARD,
    ROLL,
    ROLL_DICE,
    SEAT,
    SELL_CARD,
    SELL_PASS,
    STARTER,
    STEAL_TARGET,
    STEPS,
    TURN_OVER,
    VICTIM,
    first_of,
    is_ask,
    is_seated,
    players_of,
    size_of,
)
from .taking import hand_over, take_money
from .tracks import ahead, hand_pass, leader_of, passes_of, way_of

# ---------------------------------------------------------------- set-up


@rule
def new_game(s, players):
    """Everything in its starting place; who begins and what is dealt is chance."""
    s.turns = 0
    s.seated = (1 << CHAIRS) - 1
    if players < CHAIRS:  # DBT-SET-13, DBT-Q-03; nothing else changes (DBT-P3-3)
        vacant = s.vacant_colour - 1 if s.vacant_colour > 0 else CHAIRS - 1
        s.seated = (1 << CHAIRS) - 1 - (1 << vacant)
    for seat in range(CHAIRS):
        set_up(s, seat)
    for colour in range(3):
        s.box[colour] = LIMITS[colour] - STOCK[colour] * players  # DBT-SET-10
    for kind in range(KINDS):
        s.unseen[kind] = DECK[kind]
    s.top = CARDS
    for place in range(LARGEST_PILE + 1):
        s.queue[place] = NO_CARD
    s.turn = 0
    s.seat = 0
    s.dice[0] = 0
    s.dice[1] = 0
    s.armed = 0
    s.rolling = 0
    s.low = 0
    s.tied = 0
    s.leader = NOBODY
    s.winner = NOBODY
    clear_table(s)
    clear_talk(s)
    clear_deal(s)
    clear_turn(s)
    s.phase = STARTER  # DBT-SET-14, DBT-Q-04
    if s.first_player > 0:
        first = s.first_player - 1
        deal_from(s, first if is_seated(s, first) else (first + 1) % CHAIRS)
    derive(s)


@rule
def set_up(s, seat):
    """What lies before one chair, taken or not."""
    seated = is_seated(s, seat)
    s.large[seat] = FORKS[seat] if seated else ABSENT  # DBT-SET-4
    s.small[seat] = START  # DBT-SET-3
    s.owner[seat] = seat if seated else NOBODY  # DBT-SET-7, DBT-P3-1, DBT-P3-2
    s.tolls[seat] = NO_SUM
    s.bids[seat] = NOT_BIDDING
    for colour in range(3):
        s.chips[seat, colour] = STOCK[colour] if seated else 0  # DBT-SET-8
        s.ledger[seat, colour] = 0
        for other in range(CHAIRS):
            s.whispered[seat, other, colour] = 0
    for slot in range(HAND):
        s.hand[seat, slot] = NO_CARD
        s.known[seat, slot] = NO_CARD


@rule
def deal_from(s, first):
    """The starter is settled: three cards to each. (DBT-SET-11)"""
    s.turn = first
    s.seat = first_of(s.seated)
    s.phase = DEALING


@rule
@inline
def clear_table(s):
    """What lay open since the last roll is put away."""
    if s.sale != NO_SALE:
        for seat in range(CHAIRS):
            s.bids[seat] = NOT_BIDDING
    s.sale = NO_SALE
    s.card = NO_CARD
    s.lot = NO_PASS
    s.victim = CHAIRS


@rule
@inline
def clear_turn(s):
    """Permission is good for one turn. (DBT-GATE-7)"""
    s.asked = 0
    s.granted = 0
    s.asks = 0
    s.dealt = 0


# ---------------------------------------------------------------- who is to act


@rule
@inline
def actor(s):
    """Dice and cards come first; else the seat that is asked, until the game is over."""
    if s.phase <= BONUS_ROLL:
        return CHANCE
    return OVER if s.phase == FINISHED else np.int64(s.seat)


@rule
@inline
def may_act(s, seat):
    """Bids are made in any order. (DBT-BID-1)"""
    if s.phase == BID:
        return seat >= 0 and seat < CHAIRS and s.bids[seat] == OPEN
    return actor(s) == seat and seat >= 0


@rule
@inline
def call_on(s, seat):
    """Whoever bids next, since sealed bids come in any order."""
    s.seat = seat


@rule
def side(s, seat):
    """Everybody plays for himself; a chair without a player for nobody."""
    return seat if is_seated(s, seat) else NOBODY


# ---------------------------------------------------------------- dice and cards


@rule
def list_outcomes(s, out):
    """What can be dealt, drawn or rolled: seats, kinds of cards that are left, or rolls."""
    n = 0
    if s.phase == STARTER:
        for seat in range(CHAIRS):
            if is_seated(s, seat):
                out[n] = seat
                n += 1
    elif s.phase == DEALING or s.phase == DRAW:
        for kind in range(KINDS):
            if s.unseen[kind] > 0:
                out[n] = kind
                n += 1
    else:
        while n < len(ROLLS):
            out[n] = n
            n += 1
    return n


@rule
def weights(s, out):
    """Every seat begins alike, cards by how many are unseen, rolls by their dice."""
    n = 0
    if s.phase == STARTER:
        while n < players_of(s):
            out[n] = 1
            n += 1
    elif s.phase == DEALING or s.phase == DRAW:
        for kind in range(KINDS):
            if s.unseen[kind] > 0:
                out[n] = s.unseen[kind]
                n += 1
    else:
        while n < len(ROLLS):
            out[n] = ROLL_ODDS[n]
            n += 1
    return n


@rule
def play_chance(s, outcome):
    """What was dealt, drawn or rolled has its effect."""
    if s.phase == DRAW:
        take_unseen(s, outcome)
        s.phase = TURN_OVER
    elif s.phase == DEALING:
        take_unseen(s, outcome)
        deal_on(s)
    elif s.phase == BONUS_ROLL:
        roll_for_bonus(s, ROLLS[outcome, 0] + ROLLS[outcome, 1])
    else:
        deal_from(s, outcome)


@rule
def deal_on(s):
    """To the next seat once this one has its cards; when all have them, the starter's turn begins."""
    if s.hand[s.seat, HAND - 1] != NO_CARD:
        seat = s.seat + 1
        while seat < CHAIRS and not is_seated(s, seat):
            seat += 1
        if seat == CHAIRS:
            s.phase = BEFORE_ROLL
        else:
            s.seat = seat


# ---------------------------------------------------------------- a turn


@rule
def apply(s, action):
    """One step, then all that follows without a choice, then the fields that depend on it."""
    play(s, action)
    go_on(s)
    derive(s)


@rule
@inline
def play(s, action):
    """Carry out a decision or a chance event. (DBT-TURN-1)"""
    phase = s.phase
    if phase == ROLL:
        roll(s, action)
    elif phase == BID:
        commit(s, action - CHIPS)
    elif phase == ASK_OR_ROLL:
        ask_or_roll(s, action)
    elif phase <= BONUS_ROLL:
        play_chance(s, action)
    elif phase <= MUST_PAY:
        bargain(s, action)
    elif phase <= STEAL_TARGET:
        play_own(s, action)
    elif phase <= HAND_OVER:
        trade_off(s, action)
    else:
        deal(s, action)


@rule
@inline
def go_on(s):
    """To the next point where somebody decides or something is rolled."""
    if s.phase == TURN_OVER:
        end_turn(s)
    if s.phase == BEFORE_ROLL:
        begin_turn(s)


@rule
@inline
def begin_turn(s):
    """The mover may ask first, if there is anything to ask or to deal; else the dice are next."""
    s.seat = s.turn
    s.phase = ROLL
    if can_ask(s):
        s.phase = ASK_OR_ROLL  # DBT-ASK-1
    elif s.free_trading != 0 or s.change_making != 0:
        if can_deal(s):
            s.phase = ASK_OR_ROLL


@rule
@inline
def ask_or_roll(s, action):
    """Before the roll, one asks for entry or for a deal, or rolls."""
    if action == ROLL_DICE:
        s.phase = ROLL
    elif is_ask(action):
        ask(s, action - ASK)
    else:
        start_deal(s, action - DEAL)


@rule
@inline
def roll(s, outcome):
    """Move the large pawn by the dice and obey the space. (DBT-TURN-2)"""
    clear_table(s)
    s.dice[0] = ROLLS[outcome, 0]
    s.dice[1] = ROLLS[outcome, 1]  # a double gives nothing
    leader = leader_of(s)
    if leader != NOBODY:
        s.leader = leader
    space, entered = way_of(s, ROLLS[outcome, 0] + ROLLS[outcome, 1])
    if s.toll_timing == ON_ENTRY:
        pay_on_entry(s, entered)
    s.large[s.turn] = space  # one pawn a space (DBT-OCC-1)
    obey(s, space)  # only where the pawn finally stands (DBT-OCC-3)


@rule
@inline
def obey(s, space):
    """What the space orders; the turn is over, unless that leaves something to decide. (DBT-TURN-5)"""
    order = ORDER[space]
    s.phase = TURN_OVER  # for whoever holds the pass already, too (DBT-TP-2)
    if order == NUMBER:
        ahead(s, s.turn, LOW[space])  # DBT-NUM-1
    elif order == PLAY_A_CARD:
        s.phase = PLAY_CARD
    elif order == TAKE_A_PASS:  # from whoever holds it, or unclaimed
        hand_pass(s, LOW[space], s.turn)  # DBT-TP-1, DBT-P3-1
    elif order == SELL_A_CARD:
        s.phase = SELL_CARD
    elif order == TAKE_MONEY:
        s.phase = VICTIM
    elif order == CHOICE:
        s.phase = CHOOSE_STEPS
    elif order == SELL_THE_LEAD:
        open_bids(s, LEAD_SALE)
    else:
        sell_pass(s)


@rule
@inline
def sell_pass(s):
    """Who holds none sells none (DBT-SP-5); who holds several names one before the bids."""
    held = passes_of(s, s.turn)
    if size_of(held) > 1:
        s.phase = SELL_PASS  # DBT-SP-1, DBT-Q-29
    elif held != 0:
        s.lot = first_of(held)
        open_bids(s, PASS_SALE)


@rule
@inline
def play_own(s, action):
    """Steps, a card, and whom or what a card is aimed at. (DBT-TURN-4)"""
    if s.phase == PLAY_CARD:
        s.card = action - CARD
        lose_card(s, action - CARD)
        play_card(s, s.turn)
    elif s.phase == CHOOSE_STEPS:
        s.phase = TURN_OVER
        ahead(s, s.turn, action - STEPS)  # DBT-NUM-2
    else:
        aim_card(s, action)


@rule
@inline
def trade_off(s, action):
    """What is put up for sale, and what an opponent has to hand over."""
    if s.phase == SELL_CARD:
        s.card = action - CARD
        lose_card(s, action - CARD)
        open_bids(s, CARD_SALE)
    elif s.phase == VICTIM:
        s.victim = action - SEAT
        take_money(s)
    elif s.phase == SELL_PASS:
        s.lot = action - PASS
        open_bids(s, PASS_SALE)
    else:
        hand_over(s, action - CHIPS)


@rule
@inline
def end_turn(s):
    """The next player clockwise; nobody is ever out of the game. (DBT-Q-05)"""
    clear_turn(s)
    if s.max_turns > 0:
        s.turns += 1
        if s.turns >= s.max_turns:  # DBT-WIN-4, DBT-Q-35
            s.winner = leader_of(s)
            s.phase = FINISHED
            return
    s.turn = seat_after(s, s.turn)  # DBT-TURN-6
    if not is_seated(s, s.turn):
        s.turn = seat_after(s, s.turn)
    s.phase = BEFORE_ROLL


@rule
@inline
def seat_after(s, seat):
    """The next chair in the direction of the turns."""
    return (seat + (CHAIRS - 1 if s.turn_direction == COUNTERCLOCKWISE else 1)) % CHAIRS


# ---------------------------------------------------------------- the end


@rule
def payoff(s, seat):
    """One winner; at the cap of turns the foremost pawn wins, and START is shared. (DBT-WIN-4)"""
    if s.winner != NOBODY:
        return 1.0 if s.winner == seat else 0.0
    return 1.0 / players_of(s) if is_seated(s, seat) else 0.0


# ---------------------------------------------------------------- what is not taken back


@rule
def final(s, action):
    """What is said to another at a gate or in a deal holds from then on, and a closed fist stays closed."""
    if OPENING_OFFER <= s.phase <= MUST_PAY or s.phase == DEAL_REPLY:
        return True  # DBT-GATE-7, DBT-ASK-6, DBT-ASK-8
    return s.phase == BID  # DBT-BID-1
