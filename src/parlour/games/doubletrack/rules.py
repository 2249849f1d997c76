"""Doubletrack, by the leaflet of 1981, for three or four players, on a board read by layout.py.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(DBT-Q-...); OPTIONS lists the house rules that change one.

Encodings
    seat, gate, pass   a colour's number in clockwise order stands for its seat, its gate and its pass.
    space, circle, kind   see layout.py. `hand` holds kinds in ascending order, then NO_CARD.
    chip set   red, blue and yellow chips as one number below SETS: see set_of().
    decision   one of the codes from ROLL_DICE to CHIPS + a chip set. What a code means is settled by
               the phase: PASS + a colour is stolen, sold, given or wanted; PRICE + dollars is a price
               or an offer; CHIPS + a set is bid, paid, handed over, given or wanted.
    outcome    by the phase: a seat (STARTER), a kind (DEALING, DRAW), or an index into ROLLS, the
               21 ways two dice fall (ROLL, BONUS_ROLL).

A chip set is one action, since fists open whole: of the thousands there can be, `choices` tells the
number and `choice` any single one without a list, and its three counts are there for whoever would
rather learn or search them one by one.

Whoever must decide is asked, also where only one answer is left, when others could learn from a
missing question what somebody holds: bids, tolls and cards. Everything else that is forced is
played on. What `hide` blanks and how `guess` fills it in is told at the end of the file.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import (
    CHANCE,
    NOBODY,
    OVER,
    ROLL_ODDS,
    ROLL_OF_TICKET,
    ROLL_TICKETS,
    ROLLS,
    UNMARKED,
    Option,
    below,
    flag,
    inline,
    number,
    rule,
)

from . import layout
from .layout import (
    ABSENT,
    AHEAD,
    AHEAD_OF,
    ARROW,
    BACK,
    BACK_10,
    BLUE,
    CARDS,
    CHAIRS,
    CHOICE,
    COLOURS,
    CORNER,
    DECK,
    ENTRANCES,
    FARTHEST_BACK,
    FORK_AHEAD,
    FORK_AT,
    FORKS,
    HAND,
    HIGH,
    HIGHEST_ROLL,
    HOME,
    KINDS,
    LARGEST_PILE,
    LIMITS,
    LOW,
    MONEY,
    MOST_CHOSEN,
    NEXT,
    NUMBER,
    ORDER,
    PLAY_A_CARD,
    RED,
    SELL_A_CARD,
    SELL_A_PASS,
    SELL_THE_LEAD,
    SHORTCUT,
    SHORTCUTS,
    START,
    STEAL_PASS,
    STEPS_OF,
    STOCK,
    STRETCH_OF,
    TAKE_A_PASS,
    TAKE_LEAD,
    TAKE_MONEY,
    TAKEN,
    TO_FORK,
    TRADE,
    UNIT,
    VALUES,
    YELLOW,
)

# ---------------------------------------------------------------- the board, from its data: see layout.py

BOARD = layout.BOARD
SEATS = layout.SEATS  # DBT-SET-1

REDS, BLUES, YELLOWS = (n + 1 for n in LIMITS)
SETS = REDS * BLUES * YELLOWS  # chip sets there can be: (red * BLUES + blue) * YELLOWS + yellow
ALL_MONEY = CHAIRS * MONEY  # dollars; with three players a quarter of it stays in the box

# ---------------------------------------------------------------- phases, actions, reasons

# Phases. Up to BONUS_ROLL something is rolled or dealt; then somebody decides, `seat` says who.
STARTER, DEALING, ROLL, DRAW, BONUS_ROLL = 0, 1, 2, 3, 4
ASK_OR_ROLL = 5  # the mover: ROLL_DICE, ASK + gate, and by house rule DEAL + a partner
OPENING_OFFER = 6  # the mover, by house rule: what is offered with the request (PRICE, CHIPS, or DECLINE)
GATE_REPLY = 7  # the pass holder: FREE, REFUSE, a price (PRICE or CHIPS), ACCEPT when `offer` is not NO_SUM
TOLL_ANSWER = 8  # the mover: CHIPS pays `price`, DECLINE; by house rule a lower counter-offer
COUNTER_REPLY = 9  # the pass holder: ACCEPT `offer`, REFUSE, or a lower price than before
MUST_PAY = 10  # the mover, whose offer was accepted: CHIPS
CHOOSE_STEPS = 11  # the mover on a "1-5" space: STEPS + n
PLAY_CARD = 12  # the mover: CARD + kind
TRADE_TARGET = 13  # whoever plays the card: SEAT + seat
STEAL_TARGET = 14  # whoever plays the card: PASS + colour
SELL_CARD = 15  # the mover: CARD + kind, which stays secret
SELL_PASS = 16  # the mover: PASS + colour
BID = 17  # every bidder, in any order: CHIPS, secret until the last one has bid
VICTIM = 18  # the mover: SEAT + seat
HAND_OVER = 19  # the victim (by house rule the mover): CHIPS
GIVE_CHIPS, GIVE_PASS = 20, 21  # the mover, in a deal: CHIPS or DECLINE (no deal); PASS or DECLINE (no pass)
WANT_CHIPS, WANT_PASS = 22, 23  # likewise what is wanted of the partner
DEAL_REPLY = 24  # the partner: ACCEPT or REFUSE
FINISHED = 25

BOX = CHAIRS  # the partner of a deal who is nobody: the chips in the box

ROLL_DICE = 0
ASK = 1  # + gate
FREE, REFUSE, ACCEPT, DECLINE = (ASK + CHAIRS + i for i in range(4))
DEAL = DECLINE + 1  # + seat or BOX
SEAT = DEAL + CHAIRS + 1  # + seat
PASS = SEAT + CHAIRS  # + colour
CARD = PASS + CHAIRS  # + kind
STEPS = CARD + KINDS  # + 0..MOST_CHOSEN + 1; the first and the last are never legal
PRICE = STEPS + MOST_CHOSEN + 2  # + dollars, of which only multiples of UNIT are ever legal
CHIPS = PRICE + ALL_MONEY + 1  # + chip set
ACTIONS = CHIPS + SETS
MAX_ACTIONS = SETS + ALL_MONEY // UNIT + 8  # payments, counter-offers, and a word

# What refuses an action. Where one number helps the explanation it is added as DETAIL times that number.
DETAIL = 256
GAME_OVER = 1
CHANCE_FIRST = 2  # dice or a card first
NOT_YOUR_TURN = 3  # and in BID: you do not bid (SELLER_BIDS), or have bid (ALREADY_BID)
NO_SUCH_ACTION = 4  # no code
WRONG_MOMENT = 5  # something else is to be decided now
ASK_BEFORE_ROLL = 6  # gates are asked for before the roll (DBT-ASK-1)
OWN_GATE = 7  # the mover holds the pass (DBT-GATE-3)
NOBODYS_GATE = 8  # nobody can be asked (DBT-GATE-11)
ASKED_ALREADY = 9  # this turn (DBT-ASK-8)
NO_MORE_ASKS = 10  # house rule asks_per_turn (DBT-Q-13)
OUT_OF_REACH = 11  # no roll ends behind this gate (DBT-ASK-9)
NOT_THE_NEXT = 12  # house rule ask_scope=next (DBT-Q-14)
PRICE_UNIT = 13  # a price is a multiple of 5 from 5 on (DBT-ASK-4)
PRICE_TOO_HIGH = 14  # more than all the money in play; DETAIL: dollars / UNIT
PRICE_NOT_LOWER = 15  # a new price or offer is below the last price; DETAIL: that / UNIT
PRICE_BELOW_OFFER = 16  # and not below what was offered; DETAIL: that / UNIT
IN_DOLLARS, IN_CHIPS = 17, 18  # toll_unit: a price is an amount; a price is a set of chips
NOT_HELD = 19  # chips that the player does not have (DBT-BID-2)
PROMISED = 20  # chips promised as a toll (toll_timing=on_entry)
TOO_LITTLE = 21  # less than the price; DETAIL: price / UNIT
NOT_EXACT = 22  # house rule toll_overpay=no, or a toll in chips: exactly the price; DETAIL: price / UNIT
CANNOT_PAY_OFFER = 23  # an offer must be one the mover can pay
NO_MORE_OFFERS = 24  # house rule counter_offers
BOUND_TO_PAY = 25  # an accepted offer is binding (MUST_PAY)
NOTHING_OFFERED = 26  # there is no offer to accept
STEPS_RANGE = 27  # DETAIL: the most steps; the least is LOW of the space (DBT-NUM-2)
CARD_NOT_HELD = 28
TRADE_SELF, TRADE_NOTHING = 29, 30  # with oneself; both on START (trade_noop_allowed=no)
EMPTY_CHAIR = 31
PASS_OWN, PASS_UNOWNED = 32, 33  # a pass to steal must be an opponent's (DBT-CARD-6)
PASS_NOT_HELD = 34  # a pass to sell, give or want
SELLER_BIDS = 35  # the seller of a card or a pass does not bid (DBT-SC-2, DBT-SP-2)
ALREADY_BID = 36  # a fist is not taken back (DBT-BID-1)
MUST_BID = 37  # an empty fist with chips behind the screen (DBT-BID-2)
VICTIM_SELF = 38
TAKE_EXACT = 39  # chips worth exactly $25 (DBT-T25-3)
TAKE_FIXED = 40  # what is handed over is settled: everything, or the nearest sum (DBT-T25-2, DBT-T25-4)
NO_DEALS = 41  # not by these rules (DBT-Q-02, DBT-Q-16)
DEAL_DONE = 42  # one deal with each partner in a turn
DEAL_VALUE = 43  # change is for the same value (change_making)
DEAL_SAME = 44  # the same chips back are no change
DEAL_EMPTY_BOX = 45  # the box does not hold these chips
DEAL_NOT_HELD = 46  # the partner cannot deliver
NO_WITHDRAWAL = 47  # what has been granted stays granted (DBT-GATE-7)

# ---------------------------------------------------------------- house rules

OPTIONS: tuple[Option, ...] = (
    Option("first_player", ("random", *COLOURS), "DBT-Q-04"),
    Option("turn_direction", ("clockwise", "counterclockwise"), "DBT-Q-05"),
    Option("vacant_colour", ("last", *COLOURS), "DBT-Q-03", dict.fromkeys(COLOURS, (3,))),
    Option("change_making", ("none", "bank", "players"), "DBT-Q-02"),
    Option("owner_overshoot", ("pass_through", "corner"), "DBT-Q-07"),
    Option("permission_overshoot", ("cancel", "pass_through"), "DBT-Q-08"),
    Option("permission_test", ("count", "final"), "DBT-Q-09"),
    Option("toll_unit", ("dollars", "chips"), "DBT-Q-10"),
    Option("toll_timing", ("on_grant", "on_entry"), "DBT-Q-12"),
    flag("toll_overpay", "DBT-ASK-7", default=True),
    flag("toll_public", "DBT-ASK-11", default=True),
    number("asks_per_turn", "DBT-Q-13", most=20),
    flag("reask_same_gate", "DBT-Q-13"),
    Option("ask_scope", ("reachable", "next", "any"), "DBT-Q-14"),
    number("counter_offers", "DBT-Q-15", most=20),
    flag("opening_offer", "DBT-Q-15"),
    flag("free_trading", "DBT-Q-16"),
    flag("trade_noop_allowed", "DBT-Q-18", default=True),
    flag("lead_can_win", "DBT-Q-20", default=True),
    Option("start_tie_leader", ("none", "all"), "DBT-Q-21"),
    Option("backward_displacement", ("ahead", "back"), "DBT-Q-23"),
    flag("steal_unowned", "DBT-Q-26"),
    Option("bid_without_red", ("smallest_chip", "may_fake"), "DBT-Q-27"),
    Option("take25_chooser", ("victim", "taker"), "DBT-T25-3"),
    Option("take25_inexact", ("under", "over", "with_taker"), "DBT-Q-31"),
    flag("displacement_can_win", "DBT-Q-32", default=True),
    Option("purple_jump_cost", ("1", "0"), "DBT-Q-33"),
    Option("purple_activation", ("occupancy", "exact_count"), "DBT-Q-34"),
    Option("chips_display", ("own", "all"), "DBT-INF-3"),
    number("max_turns", "DBT-Q-35", most=60000),
)
NO = 1  # a flag whose "yes" comes first: toll_overpay, toll_public, trade_noop_allowed, ..._can_win
COUNTERCLOCKWISE = 1  # turn_direction
BANK, PLAYERS = 1, 2  # change_making
BY_CORNER = 1  # owner_overshoot
PASS_THROUGH = 1  # permission_overshoot
FINAL = 1  # permission_test
CHIP_PRICES = 1  # toll_unit
ON_ENTRY = 1  # toll_timing
NEXT_GATE, ANY_GATE = 1, 2  # ask_scope
EVERYBODY = 1  # start_tie_leader=all
BACKWARDS = 1  # backward_displacement
MAY_FAKE = 1  # bid_without_red
TAKER = 1  # take25_chooser
OVERPAID, WITH_TAKER = 1, 2  # take25_inexact
NO_COST = 1  # purple_jump_cost=0
EXACT_COUNT = 1  # purple_activation
OPEN_SCREENS = 1  # chips_display=all
MOST_ASKS = 12  # with reask_same_gate and no limit on requests: so many a turn, so that it ends

# ---------------------------------------------------------------- the record

NO_CARD, UNKNOWN = 255, 254  # in the place of a kind; of chips (UNKNOWN only)
NO_PASS = CHAIRS  # in the place of a colour
NO_SUM = 0  # in the place of a price, an offer, a toll; UNKNOWN_SUM for one that was whispered
UNKNOWN_SUM = 65535
NOT_BIDDING, OPEN, SEALED = 0, 1, 2  # `bids`; SEALED is somebody else's fist
FIRST_BID = 3  # + chip set
NO_SALE, CARD_SALE, PASS_SALE, LEAD_SALE = 0, 1, 2, 3  # `sale`

# Cards are counted in words, in a lane of bits for each kind, and so many lanes at a time are written.
LANE = int(DECK.max()).bit_length()
GROUP = max(1, 8 // LANE)
LANES = 60 // (LANE * GROUP) * GROUP
WORDS = -(-KINDS // LANES)
ONE_CARD = np.zeros((WORDS, 256), np.int64)  # [word, kind]; none of NO_CARD and UNKNOWN
ONE_CARD[np.arange(KINDS) // LANES, np.arange(KINDS)] = 1 << LANE * (np.arange(KINDS) % LANES)

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("dark", "i8", (WORDS,)),  # derived: cards unseen or in hands, in lanes; see count_dark()
                ("turns", "u2"),  # turns finished (stays 0 without a limit)
                ("price", "u2"),  # NO_SUM, or the toll named: dollars, or 1 + a chip set (toll_unit=chips)
                ("offer", "u2"),  # NO_SUM, or what the asker offered, written like `price`
                ("tolls", "u2", (CHAIRS,)),  # by gate: NO_SUM, or 1 + the chips due on entry (toll_timing)
                ("bids", "u2", (CHAIRS,)),  # by seat, until the next roll; open to all once BID is over
                ("give", "u2"),  # in a deal: 1 + the chips the mover gives, or NO_SUM
                ("want", "u2"),  # and wants
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("large", "u1", (CHAIRS,)),  # the space of every large pawn, or ABSENT
                ("small", "u1", (CHAIRS,)),  # the circle of every small pawn; START at an empty chair
                ("owner", "i1", (CHAIRS,)),  # who holds each pass, or NOBODY
                ("chips", "u1", (CHAIRS, 3)),  # red, blue, yellow; UNKNOWN in others' views
                ("box", "u1", (3,)),  # chips out of play
                ("hand", "u1", (CHAIRS, HAND)),  # kinds, sorted, then NO_CARD; UNKNOWN in others' views
                ("unseen", "u1", (KINDS,)),  # copies never turned up: the top of the pile; see hide()
                ("top", "u1"),  # how many cards of the pile nobody has seen; the queue lies under them
                ("queue", "u1", (LARGEST_PILE + 1,)),  # cards played and put under, next first, then NO_CARD
                ("known", "u1", (CHAIRS, HAND)),  # cards everybody knows a seat to hold, sorted, then NO_CARD
                ("seated", "u1"),  # who plays, as bits
                ("turn", "u1"),  # the mover
                ("seat", "u1"),  # who decides, rolls or gets a card now
                ("phase", "u1"),
                ("dice", "u1", (2,)),  # of this turn, higher first; the last turn's until the next roll
                ("asked", "u1"),  # gates asked for this turn, as bits
                ("granted", "u1"),  # gates the mover may enter this turn, as bits
                ("asks", "u1"),  # requests made this turn
                ("gate", "u1"),  # the gate being talked about, or NO_PASS
                ("counters", "u1"),  # counter-offers made in this request
                ("sale", "u1"),  # what is auctioned, until the next roll: NO_SALE, CARD_SALE, ...
                ("card", "u1"),  # on offer or played, until the next roll; NO_CARD, UNKNOWN in others' views
                ("lot", "u1"),  # the pass on sale, until the next roll, or NO_PASS
                ("victim", "u1"),  # who hands chips over, until the next roll, or CHAIRS
                ("partner", "u1"),  # of the deal being made: a seat, BOX, or ABSENT
                ("give_pass", "u1"),  # in a deal: the pass the mover gives, or NO_PASS
                ("want_pass", "u1"),  # and wants
                ("dealt", "u1"),  # partners dealt with this turn, as bits
                (
                    "armed",
                    "u1",
                ),  # purple_activation=exact_count: pawns that ended on purple by count, as bits
                ("rolling", "u1"),  # roll-off for the bonus: seats yet to roll in this round, as bits
                ("low", "u1"),  # roll-off: lowest total of this round, or 0
                ("tied", "u1"),  # roll-off: who rolled it, as bits
                ("leader", "i1"),  # who led alone when the dice were last thrown, or NOBODY (for the tally)
                ("winner", "i1"),  # NOBODY until somebody has won
                (
                    "whispered",
                    "i2",
                    (CHAIRS, CHAIRS, 3),
                ),  # toll_public=no: chips each paid each, less those back
                ("ledger", "i2", (CHAIRS, 3)),  # in views: others' chips by the seat's own account, else 0
                *((o.name, "u1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)

ALL_GATES = (1 << CHAIRS) - 1  # as bits
TURN = np.array([[1, 2, 3, 0], [3, 0, 1, 2]], np.int64)  # the chair that follows, by turn_direction
CORNERS = NEXT[0, FORKS]  # the first corner space past each gate
GAP = 1 + np.array([TO_FORK[CORNERS], TO_FORK[ENTRANCES]])  # steps to the next fork: [through, gate]
EXACT = np.array(  # the chip sets worth exactly what is taken (DBT-T25-3): red, blue, yellow
    [
        (r, b, y)
        for r in range(REDS)
        for b in range(BLUES)
        for y in range(YELLOWS)
        if r * VALUES[RED] + b * VALUES[BLUE] + y * VALUES[YELLOW] == TAKEN
    ],
    np.int64,
).reshape(-1, 3)


# How many bits a set of gates, passes or seats has, and which is the k-th.
SIZE = np.array([bits.bit_count() for bits in range(1 << CHAIRS)], np.int64)
NTH = np.array(
    [
        ([bit for bit in range(CHAIRS) if bits >> bit & 1] + CHAIRS * [0])[:CHAIRS]
        for bits in range(1 << CHAIRS)
    ],
    np.int64,
)


def _reach(space: int, runs: int) -> int:
    """The gates behind which some roll would end, where those in `runs` are run through: see in_reach()."""
    gate, steps, found = int(FORK_AHEAD[space]), int(TO_FORK[space]), 0
    while steps < HIGHEST_ROLL:
        found |= 1 << gate
        steps += int(GAP[runs >> gate & 1, gate])
        gate = (gate + 1) % CHAIRS
    return found


REACH = np.array([[_reach(n, runs) for n in range(len(TO_FORK))] for runs in range(1 << CHAIRS)], np.uint8)

# Blue and yellow chips together, by their worth in units: so many reds beside them leave so many ways.
_worth = (
    np.array([[VALUES[BLUE] * b + VALUES[YELLOW] * y for y in range(YELLOWS)] for b in range(BLUES)]) // UNIT
)
MOST_UNITS = int(_worth.max())
RED_UNITS = VALUES[RED] // UNIT
WITHIN = np.array(  # [yellows, blues, units]: the sets of at most so many chips worth at most so much
    [
        [[(_worth[: b + 1, : y + 1] <= units).sum() for units in range(MOST_UNITS + 1)] for b in range(BLUES)]
        for y in range(YELLOWS)
    ],
    np.uint16,
)
# The same as rows of a mask, red chips apart: [blues, yellows] the sets of at most so many chips, and
# [units] those worth so much or more. And all prices there can be: [players].
BOX_ROW = np.array(
    [
        [[by <= b and yy <= y for by in range(BLUES) for yy in range(YELLOWS)] for y in range(YELLOWS)]
        for b in range(BLUES)
    ],
    np.uint8,
)
ENOUGH_ROW = np.array([_worth.reshape(-1) >= units for units in range(MOST_UNITS + 2)], np.uint8)
PRICE_ROW = np.array(
    [
        [0 < d <= MONEY * players and d % UNIT == 0 for d in range(ALL_MONEY + 1)]
        for players in range(CHAIRS + 1)
    ],
    np.uint8,
)
ROW = BLUES * YELLOWS
HALF_ROW = min(ROW, -(-ROW // 128) * 64)  # two of them overlap, but are whole vectors


# ---------------------------------------------------------------- reading chips and cards


@rule
@inline
def set_of(red, blue, yellow):
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
def worth_of(chips):
    """Dollars. The colours and the number of chips do not matter. (DBT-SET-9, DBT-BID-5)"""
    return (
        VALUES[RED] * count_of(chips, RED)
        + VALUES[BLUE] * count_of(chips, BLUE)
        + VALUES[YELLOW] * count_of(chips, YELLOW)
    )


@rule
@inline
def money_of(s, seat):
    return (
        VALUES[RED] * s.chips[seat, RED]
        + VALUES[BLUE] * s.chips[seat, BLUE]
        + VALUES[YELLOW] * s.chips[seat, YELLOW]
    )


@rule
@inline
def is_seated(s, seat):
    return s.seated >> seat & 1 != 0


@rule
@inline
def players_of(s):
    return CHAIRS if s.seated == (1 << CHAIRS) - 1 else CHAIRS - 1


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
def holds_set(s, seat, chips):
    return (
        count_of(chips, RED) <= s.chips[seat, RED]
        and count_of(chips, BLUE) <= s.chips[seat, BLUE]
        and count_of(chips, YELLOW) <= s.chips[seat, YELLOW]
    )


@rule
def can_spend(s, chips):
    """Does the mover hold these chips, and are they not promised?"""
    return (
        count_of(chips, RED) <= free_chips(s, RED)
        and count_of(chips, BLUE) <= free_chips(s, BLUE)
        and count_of(chips, YELLOW) <= free_chips(s, YELLOW)
    )


@rule
def has_card(s, seat, kind):
    for slot in range(HAND):
        if s.hand[seat, slot] == kind:
            return True
    return False


@rule
@inline
def passes_of(s, seat):
    """The passes a seat holds, as bits; any number of them. (DBT-GATE-8)"""
    held = 0
    for colour in range(CHAIRS):
        held |= (s.owner[colour] == seat) << colour
    return held


@rule
@inline
def lowest_bit(bits):
    bit = 0
    while bits >> bit & 1 == 0:
        bit += 1
    return bit


# ---------------------------------------------------------------- reading the outside track


@rule
@inline
def is_taken(s, space):
    """Does another large pawn than the mover's stand there?"""
    for seat in range(CHAIRS):
        if seat != s.turn and s.large[seat] == space:
            return True
    return False


@rule
def lands_inside(s, gate, left):
    """Would the mover, entering with so many steps to go, come to stand in the shortcut, pushing
    included? With 0 steps he is pushed in from the fork. (DBT-Q-09)"""
    at = max(left, 1)
    while at <= SHORTCUTS[gate]:
        if not is_taken(s, ENTRANCES[gate] + at - 1):
            return True
        at += 1
    return False


@rule
@inline
def goes_through(s, gate, left):
    """Does the mover, at this fork with `left` steps to go, take the shortcut? Nobody chooses:
    the holder must (DBT-GATE-3), whoever has permission must if the count ends inside (DBT-GATE-5,
    DBT-GATE-6), and everybody else goes by the corner (DBT-GATE-2, DBT-GATE-4)."""
    if s.owner[gate] == s.turn:
        return s.owner_overshoot != BY_CORNER or left <= SHORTCUTS[gate]  # DBT-Q-07
    if s.granted >> gate & 1 == 0:
        return False
    if s.permission_overshoot == PASS_THROUGH:
        return True  # DBT-Q-08
    if s.permission_test == FINAL:
        return lands_inside(s, gate, left)
    return left <= SHORTCUTS[gate]


@rule
def pushed_through(s, gate):
    """Is the mover pushed on from this fork through its gate? (DBT-OCC-4)"""
    if s.owner[gate] == s.turn:
        return True
    if s.permission_test != FINAL or s.granted >> gate & 1 == 0:
        return False
    return s.permission_overshoot == PASS_THROUGH or lands_inside(s, gate, 0)


@rule
@inline
def way_of(s, total):
    """Where the mover's large pawn comes to stand, and the gates it enters on the way, as bits.

    One space a step (DBT-TURN-3), over pawns (DBT-OCC-5) and forks without a stop (DBT-GATE-12); a
    pawn inside a shortcut simply goes on (DBT-GATE-10). Each fork is judged by the count that is left
    there (DBT-GATE-13). From a taken space the pawn is pushed on to the next open one (DBT-OCC-2)."""
    space = np.int64(s.large[s.turn])
    left = np.int64(total)
    entered = 0
    while left > TO_FORK[space]:
        left -= TO_FORK[space]
        gate = FORK_AHEAD[space]
        if goes_through(s, gate, left):
            entered |= 1 << gate
            space = ENTRANCES[gate]
        else:
            space = CORNERS[gate]
        left -= 1
    space = AHEAD_OF[space, left]
    while is_taken(s, space):
        gate = FORK_AT[space]
        if gate != NOBODY and pushed_through(s, gate):
            entered |= 1 << gate
            space = ENTRANCES[gate]
        else:
            space = NEXT[0, space]
    return space, entered


@rule
@inline
def in_reach(s):
    """The gates behind which some roll would end, as bits. (DBT-ASK-9)

    On the way to a later gate the mover runs through what he must run through, and goes by the
    corner everywhere else: a count that stays behind an earlier gate gets to no later one."""
    own = passes_of(s, s.turn)
    runs = 0
    if s.owner_overshoot != BY_CORNER:
        runs = own
    if s.permission_overshoot == PASS_THROUGH:
        runs |= s.granted & ~own
    return np.int64(REACH[runs, s.large[s.turn]])


@rule
@inline
def may_ask_more(s):
    """Is another request allowed this turn? (DBT-ASK-8, DBT-Q-13)"""
    if s.asks_per_turn > 0:
        return s.asks < s.asks_per_turn
    return s.reask_same_gate == 0 or s.asks < MOST_ASKS


@rule
@inline
def askable(s):
    """The gates the mover may ask for now, as bits: those of opponents, whatever the pass's colour
    (DBT-ASK-2), not yet asked for this turn (DBT-ASK-8), and in scope (DBT-ASK-9, DBT-Q-14)."""
    gates = 0
    for gate in range(CHAIRS):
        gates |= ((s.owner[gate] != s.turn) & (s.owner[gate] != NOBODY)) << gate  # DBT-GATE-11
    gates &= ALL_GATES - s.granted
    if s.reask_same_gate == 0:
        gates &= ALL_GATES - s.asked
    if not may_ask_more(s):
        return 0
    if s.ask_scope == ANY_GATE:
        return gates
    if s.ask_scope == NEXT_GATE:
        return gates & 1 << FORK_AHEAD[s.large[s.turn]]
    return gates & in_reach(s)


@rule
def partners(s):
    """Whom the mover may still deal with this turn, as bits. (DBT-Q-02, DBT-Q-16)"""
    found = 0
    if s.free_trading != 0 or s.change_making == PLAYERS:
        found = s.seated & ~(1 << s.turn)
    if s.change_making == BANK and s.box[RED] + s.box[BLUE] + s.box[YELLOW] > 0:
        found |= 1 << BOX
    return found & ~np.int64(s.dealt)


# ---------------------------------------------------------------- reading the inside track


@rule
@inline
def is_held(s, seat, circle):
    """Does another small pawn than this seat's stand on the circle? START is for all. (DBT-IN-4)"""
    for other in range(CHAIRS):
        if other != seat and s.small[other] == circle:
            return circle > START
    return False


@rule
@inline
def foremost(s):
    """The circle of the small pawn that is farthest along; purple counts as it stands.
    (DBT-LEAD-1, DBT-LEAD-2)"""
    best = START
    for seat in range(CHAIRS):
        if s.small[seat] > best:
            best = s.small[seat]
    return best


@rule
@inline
def hindmost(s):
    """The circle of the small pawn that is farthest back."""
    least = HOME
    for seat in range(CHAIRS):
        if is_seated(s, seat) and s.small[seat] < least:
            least = s.small[seat]
    return least


@rule
@inline
def leader_of(s):
    """The seat that leads, or NOBODY while all are on START. (DBT-LEAD-3)"""
    best = START
    who = NOBODY
    for seat in range(CHAIRS):
        if s.small[seat] > best:
            best = s.small[seat]
            who = seat
    return who


@rule
def trade_is_void(s, seat, other):
    """Both on START: nothing would change. (DBT-Q-18)"""
    return s.trade_noop_allowed == NO and s.small[seat] == s.small[other]


@rule
def stealable(s, seat):
    """The passes a seat could steal, as bits: any opponent's (DBT-CARD-6), but not one that lies
    unclaimed (DBT-Q-26)."""
    found = 0
    for colour in range(CHAIRS):
        if s.owner[colour] != seat and (s.owner[colour] != NOBODY or s.steal_unowned != 0):
            found |= 1 << colour
    return found


# ---------------------------------------------------------------- reading prices


@rule
def worth_of_sum(s, amount):
    """Dollars of a price or an offer as the record keeps it."""
    return worth_of(np.int64(amount) - 1) if s.toll_unit == CHIP_PRICES else np.int64(amount)


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


@rule
@inline
def free_money(s):
    return (
        VALUES[RED] * free_chips(s, RED)
        + VALUES[BLUE] * free_chips(s, BLUE)
        + VALUES[YELLOW] * free_chips(s, YELLOW)
    )


@rule
def can_pay(s, dollars):
    """Could the mover pay a toll of so many dollars? (DBT-ASK-7)"""
    if s.toll_overpay == NO:
        return can_make(s, dollars)
    return dollars <= free_money(s)


@rule
@inline
def least_yellows(s, red, blue):
    """Of the payments with so many red and blue chips, the least number of yellow ones; or more
    than anybody has. Without change a payment may be too high, never too low. (DBT-ASK-7)"""
    missing = np.int64(s.price) - VALUES[RED] * red - VALUES[BLUE] * blue
    if s.toll_overpay == NO:
        return missing // VALUES[YELLOW] if missing >= 0 and missing % VALUES[YELLOW] == 0 else YELLOWS
    return (missing + VALUES[YELLOW] - 1) // VALUES[YELLOW] if missing > 0 else 0


@rule
@inline
def spare_units(s):
    """What the mover would have left after paying the price exactly, in units; less than 0: he cannot."""
    return (free_money(s) - np.int64(s.price)) // UNIT


@rule
@inline
def ways_to_keep(s, units):
    """In how many ways the mover can keep blue and yellow chips worth so much at most."""
    return np.int64(WITHIN[free_chips(s, YELLOW), free_chips(s, BLUE), min(units, MOST_UNITS)])


@rule
@inline
def count_payments(s):
    """The ways to pay the price in dollars: those to keep chips worth no more than what is to spare."""
    spare = spare_units(s)
    if spare < 0:
        return 0
    if s.toll_overpay == NO:
        return count_exact_payments(s)
    count = 0
    for kept in range(min(free_chips(s, RED), spare // RED_UNITS) + 1):
        count += ways_to_keep(s, spare - RED_UNITS * kept)
    return count


@rule
def count_exact_payments(s):
    yellows = free_chips(s, YELLOW)
    count = 0
    for red in range(free_chips(s, RED) + 1):
        for blue in range(free_chips(s, BLUE) + 1):
            if least_yellows(s, red, blue) <= yellows:
                count += 1
    return count


@rule
@inline
def payment(s, k):
    """The k-th of them, as a chip set."""
    yellows = free_chips(s, YELLOW)
    blues = free_chips(s, BLUE)
    reds = free_chips(s, RED)
    red = 0
    if s.toll_overpay != NO:  # as many red chips at least as have to be among them
        spare = spare_units(s)
        red = max(0, reds - spare // RED_UNITS)
        ways = ways_to_keep(s, spare - RED_UNITS * (reds - red))
        while k >= ways:
            k -= ways
            red += 1
            ways = ways_to_keep(s, spare - RED_UNITS * (reds - red))
    while red <= reds:
        for blue in range(blues + 1):
            least = least_yellows(s, red, blue)
            if least <= yellows:
                ways = 1 if s.toll_overpay == NO else yellows - least + 1
                if k < ways:
                    return set_of(red, blue, least + k)
                k -= ways
        red += 1
    return 0


@rule
def may_counter(s):
    """May the mover answer a price with an offer? (DBT-ASK-10, DBT-Q-15)"""
    return s.phase == OPENING_OFFER or (s.phase == TOLL_ANSWER and s.counters < s.counter_offers)


@rule
@inline
def price_floor(s):
    """The least price in dollars that the holder may name: not below an offer."""
    if s.offer == NO_SUM:
        return UNIT
    return np.int64(s.offer) + (UNIT if s.phase == GATE_REPLY else 0)  # DBT-Q-15: else he would accept it


@rule
@inline
def price_ceiling(s):
    """And the highest: prices fall. A first price may be more than the asker has. (DBT-Q-11)"""
    return np.int64(s.price) - UNIT if s.phase == COUNTER_REPLY else money_in_play(s)


# ---------------------------------------------------------------- reading what is handed over


@rule
@inline
def count_exact(s, seat):
    """In how many ways a seat can make exactly what is taken, and the last of them."""
    ways = 0
    last = 0
    for i in range(len(EXACT)):
        if (
            EXACT[i, RED] <= s.chips[seat, RED]
            and EXACT[i, BLUE] <= s.chips[seat, BLUE]
            and EXACT[i, YELLOW] <= s.chips[seat, YELLOW]
        ):
            ways += 1
            last = set_of(EXACT[i, RED], EXACT[i, BLUE], EXACT[i, YELLOW])
    return ways, last


@rule
def gets_change(s):
    """Does the taker give a red chip back on three blue ones? (DBT-Q-31)"""
    return s.take25_inexact == WITH_TAKER and s.chips[s.turn, RED] > 0


@rule
def fixed_hand_over(s):
    """What a victim hands over who cannot make exactly $25: everything, if it is less (DBT-T25-2);
    else there are only blue chips, three or more, and the nearest sum is paid (DBT-T25-4)."""
    victim = np.int64(s.victim)
    if money_of(s, victim) < TAKEN:
        return set_of(
            np.int64(s.chips[victim, RED]), np.int64(s.chips[victim, BLUE]), np.int64(s.chips[victim, YELLOW])
        )
    over = s.take25_inexact == OVERPAID or gets_change(s)
    return set_of(0, TAKEN // VALUES[BLUE] + (1 if over else 0), 0)


# ---------------------------------------------------------------- reading what a seat may know


@rule
def count_card(cards, seat, kind):
    count = 0
    for slot in range(HAND):
        if cards[seat, slot] == kind:
            count += 1
    return count


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
@inline
def lanes_of(cards, seat, word):
    """The cards of a hand, those that fall into this word."""
    count = 0
    for slot in range(HAND):
        count += ONE_CARD[word, cards[seat, slot]]
    return count


@rule
def count_dark(s):
    """The cards that are neither played nor on offer: unseen, or in hands. In a view `unseen` holds all
    that others are not known to hold."""
    for word in range(WORDS):
        count = 0
        for kind in range(KINDS):
            count += np.int64(s.unseen[kind]) * ONE_CARD[word, kind]
        for seat in range(CHAIRS):
            count += lanes_of(s.known if s.hand[seat, 0] == UNKNOWN else s.hand, seat, word)
        s.dark[word] = count


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


# ---------------------------------------------------------------- the game interface


@rule
def new_game(s, players):
    """Everything in its starting place; who begins and what is dealt is chance."""
    s.turns = 0
    s.seated = (1 << CHAIRS) - 1
    if players < CHAIRS:  # DBT-SET-13, DBT-Q-03; nothing else changes (DBT-P3-3)
        vacant = s.vacant_colour - 1 if s.vacant_colour > 0 else CHAIRS - 1
        s.seated = (1 << CHAIRS) - 1 - (1 << vacant)
    for seat in range(CHAIRS):
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
    for colour in range(3):
        s.box[colour] = LIMITS[colour] - STOCK[colour] * players  # DBT-SET-10
    for kind in range(KINDS):
        s.unseen[kind] = DECK[kind]
    count_dark(s)
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
    s.sale = NO_SALE
    clear_table(s)
    clear_talk(s)
    clear_deal(s)
    clear_turn(s)
    s.phase = STARTER  # DBT-SET-14, DBT-Q-04
    if s.first_player > 0:
        first = s.first_player - 1
        deal_from(s, first if is_seated(s, first) else (first + 1) % CHAIRS)


@rule
@inline
def actor(s):
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
    s.seat = seat


@rule
def side(s, seat):
    return seat if is_seated(s, seat) else NOBODY


@rule
def legal(s, out):
    if s.phase == BID:
        return list_bids(s, out)
    if s.phase == ASK_OR_ROLL:
        return list_asks(s, out)
    if s.phase <= BONUS_ROLL:
        return list_outcomes(s, out)
    return list_others(s, out)


@rule
@inline
def choices(s, out):
    """How many legal actions; all but a few are counted, not listed."""
    phase = s.phase
    if phase == BID:
        return count_bids(s)
    if phase == ASK_OR_ROLL and s.free_trading == 0 and s.change_making == 0:
        return 1 + SIZE[askable(s)]
    if phase == GATE_REPLY and s.toll_unit != CHIP_PRICES:
        return 2 + count_prices(s) + (1 if s.offer != NO_SUM else 0)
    if phase == TOLL_ANSWER and s.toll_unit != CHIP_PRICES and s.counter_offers == 0:
        return 1 + count_payments(s)
    if phase == PLAY_CARD or phase == SELL_CARD:
        return count_hand(s)
    if phase == CHOOSE_STEPS:
        return HIGH[s.large[s.turn]] + 1 - LOW[s.large[s.turn]]
    if has_targets(s):
        return SIZE[targets(s)]
    return legal(s, out)


@rule
@inline
def choice(s, k, out):
    """The k-th of them, in the order of legal()."""
    phase = s.phase
    if phase == BID:
        return CHIPS + bid_at(s, k)
    if phase == ASK_OR_ROLL and s.free_trading == 0 and s.change_making == 0:
        return ROLL_DICE if k == 0 else ASK + NTH[askable(s), k - 1]
    if phase == GATE_REPLY and s.toll_unit != CHIP_PRICES:
        words = 3 if s.offer != NO_SUM else 2
        if k < words:
            return FREE + k
        return PRICE + price_floor(s) + UNIT * (k - words)
    if phase == TOLL_ANSWER and s.toll_unit != CHIP_PRICES and s.counter_offers == 0:
        return DECLINE if k == 0 else CHIPS + payment(s, k - 1)
    if phase == PLAY_CARD or phase == SELL_CARD:
        twins = s.hand[s.turn, 0] == s.hand[s.turn, 1]
        return CARD + np.int64(s.hand[s.turn, k + ((k == 1) & twins)])
    if phase == CHOOSE_STEPS:
        return STEPS + LOW[s.large[s.turn]] + k
    if has_targets(s):
        return (SEAT if phase == VICTIM or phase == TRADE_TARGET else PASS) + NTH[targets(s), k]
    return out[k]


@rule
@inline
def count_hand(s):
    """The different cards of the mover's hand."""
    first = s.hand[s.turn, 0]
    second = s.hand[s.turn, 1]
    third = s.hand[s.turn, 2]
    return (
        np.int64(first != NO_CARD)
        + ((second != NO_CARD) & (second != first))
        + ((third != NO_CARD) & (third != second))
    )


@rule
@inline
def has_targets(s):
    """Is a seat or a pass to be chosen? Trading places is left to list_others() where it may be void."""
    phase = s.phase
    if phase == TRADE_TARGET:
        return s.trade_noop_allowed != NO
    return phase == VICTIM or phase == STEAL_TARGET or phase == SELL_PASS


@rule
@inline
def targets(s):
    """The seats or the passes to choose from, as bits, where has_targets()."""
    phase = s.phase
    if phase == VICTIM or phase == TRADE_TARGET:
        return np.int64(s.seated) & ~(1 << s.seat)
    if phase == STEAL_TARGET:
        return stealable(s, s.seat)
    return passes_of(s, s.turn)


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: rows of chip sets and of prices are copied from tables. Of a long mask
    little is in use, and only that is cleared: see clear_used()."""
    if has_long_talks(s):
        return UNMARKED
    phase = s.phase
    before = np.int64(used[0])
    if phase == BID:
        used[0] = used_with(s.chips[s.seat, RED])
        clear_used(mask, before, np.int64(used[0]))
        return mark_bids(s, mask)
    clear_used(mask, before, CHIPS)
    used[0] = PRICE
    if phase == ASK_OR_ROLL:
        mask[ROLL_DICE] = 1
        return 1 + mark_bits(mask, ASK, askable(s))
    if phase == GATE_REPLY:
        used[0] = CHIPS
        mask[FREE] = 1
        mask[REFUSE] = 1
        players = players_of(s)
        for dollars in range(ALL_MONEY + 1):
            mask[PRICE + dollars] = PRICE_ROW[players, dollars]
        return 2 + money_in_play(s) // UNIT
    if phase == TOLL_ANSWER:
        mask[DECLINE] = 1
        n = count_payments(s)
        if n > 0:
            used[0] = used_with(free_chips(s, RED))
            mark_payments(s, mask)
        return 1 + n
    if phase == HAND_OVER:
        used[0] = used_with(min(TAKEN // VALUES[RED], REDS - 1))
    return mark_others(s, mask)


@rule
@inline
def has_long_talks(s):
    """Are there house rules by which more is named than a price, or other sums than these tables hold?"""
    return (
        s.counter_offers != 0
        or s.opening_offer != 0
        or s.toll_unit == CHIP_PRICES
        or s.toll_overpay == NO
        or s.free_trading != 0
        or s.change_making != 0
    )


@rule
@inline
def used_with(reds):
    """How far a mask reaches that holds sets of so many red chips."""
    return CHIPS + ROW * (np.int64(reds) + 1)


@rule
@inline
def clear_used(mask, used, sets):
    """Clear a mask that is used so far: up to PRICE by words, up to CHIPS by words and prices, farther by
    words and chip sets, and to its end by anything. Chip sets before `sets` are about to be written."""
    for action in range(PRICE):
        mask[action] = 0
    if used == CHIPS or used == ACTIONS:
        for action in range(PRICE, CHIPS):
            mask[action] = 0
    for action in range(sets, used):
        mask[action] = 0


@rule
@inline
def mark_bits(mask, code, bits):
    for bit in range(CHAIRS):
        mask[code + bit] = bits >> bit & 1
    return SIZE[bits]


@rule
@inline
def mark_bids(s, mask):
    seat = s.seat
    reds = s.chips[seat, RED]
    blues = s.chips[seat, BLUE]
    yellows = s.chips[seat, YELLOW]
    fakes = may_fake(s, seat)
    n = count_bids(s)
    for red in range(reds + 1):
        for i in range(ROW):
            mask[CHIPS + ROW * red + i] = BOX_ROW[blues, yellows, i]
    mask[CHIPS] = fakes
    return n


@rule
@inline
def mark_payments(s, mask):
    """From as few red chips on as there must be; beside them, blue and yellow ones that make up the rest."""
    reds = free_chips(s, RED)
    blues = free_chips(s, BLUE)
    yellows = free_chips(s, YELLOW)
    price = (np.int64(s.price) + UNIT - 1) // UNIT
    for red in range(max(0, reds - spare_units(s) // RED_UNITS), reds + 1):
        rest = price - RED_UNITS * red
        least = rest if rest > 0 else 0
        for i in range(HALF_ROW):
            mask[CHIPS + ROW * red + i] = BOX_ROW[blues, yellows, i] & ENOUGH_ROW[least, i]
        for i in range(ROW - HALF_ROW, ROW):
            mask[CHIPS + ROW * red + i] = BOX_ROW[blues, yellows, i] & ENOUGH_ROW[least, i]


@rule
@inline
def mark_others(s, mask):
    """The phases that come up less often, as in list_others()."""
    phase = s.phase
    n = 0
    if phase == PLAY_CARD or phase == SELL_CARD:
        for slot in range(HAND):
            kind = s.hand[s.turn, slot]
            if kind != NO_CARD:
                if mask[CARD + kind] == 0:
                    n += 1
                mask[CARD + kind] = 1
        return n
    if phase == VICTIM:
        return mark_bits(mask, SEAT, s.seated & ~(1 << s.turn))
    if phase == CHOOSE_STEPS:
        space = s.large[s.turn]
        for steps in range(LOW[space], HIGH[space] + 1):
            mask[STEPS + steps] = 1
        return HIGH[space] + 1 - LOW[space]
    if phase == TRADE_TARGET:
        for seat in range(CHAIRS):
            if seat != s.seat and is_seated(s, seat) and not trade_is_void(s, s.seat, seat):
                mask[SEAT + seat] = 1
                n += 1
        return n
    if phase == STEAL_TARGET:
        return mark_bits(mask, PASS, stealable(s, s.seat))
    if phase == SELL_PASS:
        return mark_bits(mask, PASS, passes_of(s, s.turn))
    for i in range(len(EXACT)):  # HAND_OVER
        chips = set_of(EXACT[i, RED], EXACT[i, BLUE], EXACT[i, YELLOW])
        if holds_set(s, s.victim, chips):
            mask[CHIPS + chips] = 1
            n += 1
    if n == 0:
        mask[CHIPS + fixed_hand_over(s)] = 1
        n = 1
    return n


@rule
def weights(s, out):
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
@inline
def tickets(s):
    if s.phase == ROLL or s.phase == BONUS_ROLL:
        return ROLL_TICKETS
    return players_of(s) if s.phase == STARTER else np.int64(s.top)


@rule
@inline
def draw(s, ticket):
    if s.phase == ROLL or s.phase == BONUS_ROLL:
        return ROLL_OF_TICKET[ticket]
    if s.phase == STARTER:
        seat = 0
        while not is_seated(s, seat) or ticket > 0:
            if is_seated(s, seat):
                ticket -= 1
            seat += 1
        return seat
    kind, passed = np.int64(0), np.int64(0)
    for other in range(KINDS - 1):  # all of them: nobody could foresee where to stop
        passed += np.int64(s.unseen[other])
        kind += np.int64(ticket >= passed)
    return kind


@rule
def apply(s, action):
    """Carry out a decision or a chance event, and go on to the next. (DBT-TURN-1)"""
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
def branch(s):
    """The same cases as in apply."""
    phase = s.phase
    if phase == ROLL:
        return 0
    if phase == BID:
        return 1
    if phase == ASK_OR_ROLL:
        return 2
    if phase <= BONUS_ROLL:
        return 3
    if phase <= MUST_PAY:
        return 4
    if phase <= STEAL_TARGET:
        return 5
    return 6 if phase <= HAND_OVER else 7


@rule
def payoff(s, seat):
    """One winner; at the cap of turns the foremost pawn wins, and START is shared. (DBT-WIN-4)"""
    if s.winner != NOBODY:
        return 1.0 if s.winner == seat else 0.0
    return 1.0 / players_of(s) if is_seated(s, seat) else 0.0


@rule
def refusal(s, seat, action):
    if s.phase == FINISHED:
        return GAME_OVER
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if not may_act(s, seat):
        return refuse_seat(s, seat, action)
    return refuse_action(s, seat, action)


# From a seat's own side: positions and passes of everybody, chips and cards as far as it can
# tell, and all that is said and done in the open. Seats and colours start with its own; `colour`
# tells which that is, since the sides of the board are not all alike.
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


# Where the features of each part begin, and tables in place of branches and divisions.
SEAT_PART = 13 + 2 * CHAIRS + KINDS  # features of one seat
PASS_PART = 10 + CHAIRS  # in these, the passes; then chips, then cards
CARD_PART = PASS_PART + CHAIRS + 3
UNPLACED_AT = CHAIRS * SEAT_PART
GATES_AT = UNPLACED_AT + KINDS
TALK_AT = GATES_AT + 4 * CHAIRS
DEAL_AT = TALK_AT + 12
COLOUR_AT = DEAL_AT + 6 + 2 * CHAIRS
PHASE_AT = COLOUR_AT + CHAIRS
ROUND = CHAIRS - 1  # seats are counted round by this mask
BYTES = np.arange(256)
# What numbers are as a share of the highest, in one table: chips by colour, then these.
CIRCLES, DICE, ASKS, TOP, STEPS_AHEAD = 3, 4, 5, 6, 7
SHARE = np.array(
    [
        *(np.minimum(BYTES, n) / max(n, 1) for n in LIMITS),
        BYTES / HOME,
        BYTES / 6,
        np.minimum(BYTES, MOST_ASKS) / MOST_ASKS,
        BYTES / CARDS,
        np.concatenate([STEPS_OF / HIGHEST_ROLL, np.zeros(256 - KINDS)]),
    ],
    np.float32,
)
PASSES_VIEW = np.array(  # [seat, from it on, 1 + holder]: a pass among four bits for each seat
    [
        [
            [0] + [1 << 4 * ((holder - seat) % CHAIRS) + step for holder in range(CHAIRS)]
            for step in range(CHAIRS)
        ]
        for seat in range(CHAIRS)
    ],
    np.int64,
)
FOUR = np.array([[bits >> i & 1 for i in range(4)] for bits in range(16)], np.float32)
# Four bits for each seat from the own one on: 1 seated, 2 on turn, 4 to act (in BID the bids tell), 8 a fist.
TURN_VIEW = np.array(  # [seat, mover]
    [
        [
            sum((1 + 2 * ((seat + i) % CHAIRS == mover)) << 4 * i for i in range(CHAIRS))
            for mover in range(CHAIRS)
        ]
        for seat in range(CHAIRS)
    ],
    np.int64,
)
ACTS_VIEW = np.array(  # [seat, phase, who decides]
    [
        [
            [
                4 << (who - seat) % CHAIRS * 4 if BONUS_ROLL < phase < FINISHED and phase != BID else 0
                for who in range(CHAIRS)
            ]
            for phase in range(FINISHED + 1)
        ]
        for seat in range(CHAIRS)
    ],
    np.int64,
)
SPACE_VIEW = np.array(  # [seat, space]: steps to the next fork, the stretch, whose fork
    [
        [
            [steps / HIGHEST_ROLL]
            + [stretch == i for i in range(4)]
            + [(fork - seat) % CHAIRS == i for i in range(CHAIRS)]
            for steps, stretch, fork in zip(TO_FORK, STRETCH_OF, FORK_AHEAD, strict=True)
        ]
        for seat in range(CHAIRS)
    ],
    np.float32,
)
GATE_BITS = np.arange(1 << CHAIRS)
ONE_GATE = np.where(GATE_BITS < CHAIRS, 1 << GATE_BITS, 0)  # none of NO_PASS
GATES_VIEW = np.array(  # [what, seat, gates asked, granted; which is meant, on sale]: a bit of four a gate
    [
        [
            sum((gates >> (seat + i) % CHAIRS & 1) << 4 * i + what for i in range(CHAIRS))
            for seat in range(CHAIRS)
        ]
        for what, gates in enumerate((GATE_BITS, GATE_BITS, ONE_GATE, ONE_GATE))
    ],
    np.int64,
)
IN_GROUP = (1 << LANE * GROUP) - 1
GROUP_SHARE = np.array(  # [lanes of a group]: each out of a full hand
    [[(lanes >> LANE * i) % (1 << LANE) / HAND for i in range(GROUP)] for lanes in range(IN_GROUP + 1)],
    np.float32,
)


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
@inline
def observe_seat(s, seat, step, flags, out, n):
    """1 if seated, on turn, to act, and with a fist held out; the small pawn's way as a share; steps to the
    next fork as a share of the highest roll, which stretch the large pawn is on, and whose fork is next; the
    passes it holds; its chips by this seat's account, out of all there are; and of its cards those that
    this seat knows, out of a full hand. Passes and cards are added later."""
    other = (seat + step) & ROUND
    flags |= 4 * min(s.bids[other], SEALED)  # 4 if OPEN, 8 if a fist is held out
    space = s.large[other]
    circle = s.small[other]
    for i in range(4):
        out[n + i] = FOUR[flags, i]
    out[n + 4] = SHARE[CIRCLES, circle]
    for i in range(5 + CHAIRS):
        out[n + 5 + i] = SPACE_VIEW[seat, space, i]
    if s.toll_public != NO and s.chips[other, RED] != UNKNOWN:
        for colour in range(3):
            out[n + PASS_PART + CHAIRS + colour] = SHARE[colour, s.chips[other, colour]]
    else:
        for colour in range(3):
            most = max(LIMITS[colour], 1)
            # where tolls are whispered, an account may show more, or less than none
            known = max(-most, min(chips_known(s, seat, other, colour), most))
            out[n + PASS_PART + CHAIRS + colour] = np.float32(known / most)  # as in the table
    if step > 0:
        for kind in range(KINDS):
            out[n + CARD_PART + kind] = 0.0


@rule
@inline
def show_cards(lanes, word, out, n):
    """Write how many there are of every kind in this word, out of a full hand."""
    for first in range(0, min(LANES, KINDS - LANES * word), GROUP):
        group = lanes >> LANE * first & IN_GROUP
        for i in range(min(GROUP, KINDS - LANES * word - first)):
            out[n + LANES * word + first + i] = GROUP_SHARE[group, i]


@rule
@inline
def observe_cards(s, seat, hidden, out):
    """The own cards, and others' that all know of; then the copies this seat cannot place: unplaced()."""
    for word in range(WORDS):
        own = lanes_of(s.hand, seat, word)
        show_cards(own, word, out, CARD_PART)
        unplaced = s.dark[word] - own + ONE_CARD[word, NO_CARD * (1 - hidden) | s.card]
        for step in range(1, CHAIRS):
            other = (seat + step) & ROUND
            if s.known[other, 0] != NO_CARD:
                known = lanes_of(s.known, other, word)
                unplaced -= known
                show_cards(known, word, out, step * SEAT_PART + CARD_PART)
        show_cards(unplaced, word, out, UNPLACED_AT)


@rule
def observe_deal(s, seat, out):
    """What is given and wanted in a deal."""
    n = DEAL_AT
    for colour in range(3):
        if s.give != NO_SUM:
            out[n + colour] = count_of(np.int64(s.give) - 1, colour) / max(LIMITS[colour], 1)
        if s.want != NO_SUM:
            out[n + 3 + colour] = count_of(np.int64(s.want) - 1, colour) / max(LIMITS[colour], 1)
    n += 6
    for step in range(CHAIRS):
        colour = (seat + step) % CHAIRS
        out[n + step] = 1.0 if s.give_pass == colour else 0.0
        out[n + CHAIRS + step] = 1.0 if s.want_pass == colour else 0.0


@rule
@inline
def observe(s, seat, out):
    """For each seat clockwise from this one observe_seat() (empty chairs all 0). Then the copies of every
    card that this seat cannot place, out of a full hand; by colour from its own on gates asked for, granted,
    talked about, and passes on sale; what is sold; the dice out of six, price and offer out of all money,
    requests out of the most there can be, counter-offers likewise, unseen cards out of all, 1 if the own
    small pawn is armed, steps of the card in play if it may be seen, out of the highest roll; what is given
    and wanted in a deal; which colour the seat has, and the phase.

    No branches that nobody could foresee; what only house rules bring about is asked of these."""
    hidden = np.int64((s.phase == BID) & (s.sale == CARD_SALE) & (seat != s.turn))
    flags = TURN_VIEW[seat, s.turn] | ACTS_VIEW[seat, s.phase, s.seat & ROUND]
    for step in range(CHAIRS):
        if is_seated(s, (seat + step) & ROUND):
            observe_seat(s, seat, step, flags >> 4 * step & 15, out, step * SEAT_PART)
        else:
            for i in range(SEAT_PART):
                out[step * SEAT_PART + i] = 0.0
    passes = 0
    for step in range(CHAIRS):
        passes |= PASSES_VIEW[seat, step, 1 + s.owner[(seat + step) & ROUND]]
    for step in range(CHAIRS):
        for i in range(CHAIRS):
            out[step * SEAT_PART + PASS_PART + i] = FOUR[passes >> 4 * step & 15, i]
    observe_cards(s, seat, hidden, out)
    gates = (
        GATES_VIEW[0, seat, s.asked]
        | GATES_VIEW[1, seat, s.granted]
        | GATES_VIEW[2, seat, s.gate]
        | GATES_VIEW[3, seat, s.lot]
    )
    for step in range(CHAIRS):
        for i in range(4):
            out[GATES_AT + 4 * step + i] = FOUR[gates >> 4 * step & 15, i]
    n = TALK_AT
    sale = 1 << s.sale >> 1
    for i in range(4):
        out[n + i] = FOUR[sale, i]
    out[n + 3] = SHARE[DICE, s.dice[0]]
    out[n + 4] = SHARE[DICE, s.dice[1]]
    if s.toll_unit != CHIP_PRICES and s.toll_public != NO:
        out[n + 5] = np.float32(s.price) / np.float32(ALL_MONEY)
        may_offer = s.counter_offers != 0 or s.opening_offer != 0
        out[n + 6] = np.float32(s.offer) / np.float32(ALL_MONEY) if may_offer else np.float32(0)
    else:
        hears = hears_tolls(s, seat)
        out[n + 5] = worth_of_sum(s, s.price) / ALL_MONEY if hears and s.price != NO_SUM else 0.0
        out[n + 6] = worth_of_sum(s, s.offer) / ALL_MONEY if hears and s.offer != NO_SUM else 0.0
    out[n + 7] = SHARE[ASKS, s.asks]
    out[n + 8] = SHARE[ASKS, s.counters] if s.counter_offers != 0 else np.float32(0)
    out[n + 9] = SHARE[TOP, s.top]
    out[n + 10] = s.armed >> seat & 1 if s.purple_activation != 0 else 0
    out[n + 11] = SHARE[STEPS_AHEAD, NO_CARD * hidden | s.card]
    for i in range(DEAL_AT, FEATURES):
        out[i] = 0.0
    if s.free_trading != 0 or s.change_making != 0:
        observe_deal(s, seat, out)
    out[COLOUR_AT + seat] = 1.0
    out[PHASE_AT + s.phase] = 1.0


@rule
def turned(action, by):
    """Gates, passes and seats are named by their colours. The box has none."""
    for first in (ASK, DEAL, SEAT, PASS):
        if first <= action < first + CHAIRS:
            return first + (action - first + by) % CHAIRS
    return action


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
    elif (phase == TOLL_ANSWER or phase == MUST_PAY) and refuse_payment(s, action - CHIPS) == 0:
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
            dollars = mine if seat == s.seat else worth_of(np.int64(s.bids[seat]) - FIRST_BID)
            if dollars == best:
                tied = True
            elif dollars > best:
                best = dollars
                tied = False
    return tied


# ---------------------------------------------------------------- listing


@rule
def list_outcomes(s, out):
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
@inline
def list_asks(s, out):
    """Roll, or ask, which nobody must (DBT-ASK-1); by house rule, deal."""
    out[0] = ROLL_DICE
    n = 1
    gates = askable(s)
    for gate in range(CHAIRS):
        if gates >> gate & 1 != 0:
            out[n] = ASK + gate
            n += 1
    if s.free_trading != 0 or s.change_making != 0:
        others = partners(s)
        for partner in range(CHAIRS + 1):
            if others >> partner & 1 != 0:
                out[n] = DEAL + partner
                n += 1
    return n


@rule
@inline
def may_fake(s, seat):
    """Is an empty fist allowed? Only of those without a chip (DBT-BID-3); by house rule also of those
    without a red one (DBT-Q-27)."""
    if s.chips[seat, RED] > 0:
        return False
    return s.bid_without_red == MAY_FAKE or (s.chips[seat, BLUE] == 0 and s.chips[seat, YELLOW] == 0)


@rule
@inline
def count_bids(s):
    """Every set of one's own chips but the empty one. (DBT-BID-2)"""
    seat = s.seat
    sets = (s.chips[seat, RED] + 1) * (s.chips[seat, BLUE] + 1) * (s.chips[seat, YELLOW] + 1)
    return sets if may_fake(s, seat) else sets - 1


@rule
@inline
def bid_at(s, k):
    """The k-th bid as a chip set, yellow chips counting up fastest."""
    seat = s.seat
    if not may_fake(s, seat):
        k += 1
    yellows = s.chips[seat, YELLOW] + 1
    blues = s.chips[seat, BLUE] + 1
    rest = k // yellows
    red = rest // blues
    return set_of(red, rest - red * blues, k - rest * yellows)


@rule
def list_bids(s, out):
    seat = s.seat
    n = 0
    for red in range(s.chips[seat, RED] + 1):
        for blue in range(s.chips[seat, BLUE] + 1):
            first = CHIPS + set_of(red, blue, 0)
            for yellow in range(s.chips[seat, YELLOW] + 1):
                if red + blue + yellow > 0 or may_fake(s, seat):
                    out[n] = first + yellow
                    n += 1
    return n


@rule
@inline
def count_prices(s):
    floor = price_floor(s)
    ceiling = price_ceiling(s)
    return (ceiling - floor) // UNIT + 1 if ceiling >= floor else 0


@rule
def list_sums(s, out, n):
    """Add every price or offer that may be named now. In chips these are all the sets of the right worth."""
    if s.toll_unit != CHIP_PRICES:
        if s.phase == GATE_REPLY or s.phase == COUNTER_REPLY:
            for k in range(count_prices(s)):
                out[n] = PRICE + price_floor(s) + UNIT * k
                n += 1
        else:
            for dollars in range(UNIT, offer_ceiling(s) + 1, UNIT):
                if can_pay(s, dollars):
                    out[n] = PRICE + dollars
                    n += 1
        return n
    names_price = s.phase == GATE_REPLY or s.phase == COUNTER_REPLY
    least = UNIT
    if names_price and s.offer != NO_SUM:
        least = worth_of_sum(s, s.offer) + (UNIT if s.phase == GATE_REPLY else 0)
    most = ALL_MONEY
    if s.price != NO_SUM and s.phase != GATE_REPLY:
        most = worth_of_sum(s, s.price) - UNIT
    blues = in_play(s, BLUE) if names_price else free_chips(s, BLUE)
    yellows = in_play(s, YELLOW) if names_price else free_chips(s, YELLOW)
    for red in range((in_play(s, RED) if names_price else free_chips(s, RED)) + 1):
        for blue in range(blues + 1):
            for yellow in range(yellows + 1):
                dollars = VALUES[RED] * red + VALUES[BLUE] * blue + VALUES[YELLOW] * yellow
                if least <= dollars and dollars <= most:
                    out[n] = CHIPS + set_of(red, blue, yellow)
                    n += 1
    return n


@rule
def offer_ceiling(s):
    """The highest offer in dollars: below the price, if one was named."""
    return money_in_play(s) if s.price == NO_SUM else np.int64(s.price) - UNIT


@rule
def list_payments(s, out, n):
    if s.toll_unit == CHIP_PRICES:
        if can_spend(s, np.int64(s.price) - 1):
            out[n] = CHIPS + np.int64(s.price) - 1
            n += 1
        return n
    yellows = free_chips(s, YELLOW)
    blues = free_chips(s, BLUE)
    for red in range(free_chips(s, RED) + 1):
        for blue in range(blues + 1):
            least = least_yellows(s, red, blue)
            most = least if s.toll_overpay == NO and least <= yellows else yellows
            for yellow in range(least, most + 1):
                out[n] = CHIPS + set_of(red, blue, yellow)
                n += 1
    return n


@rule
@inline
def list_hand(s, out):
    """The different cards of the mover's hand."""
    n = 0
    for slot in range(HAND):
        kind = s.hand[s.turn, slot]
        if kind != NO_CARD and (n == 0 or out[n - 1] != CARD + kind):
            out[n] = CARD + kind
            n += 1
    return n


@rule
def list_bits(bits, code, out, n):
    for bit in range(CHAIRS):
        if bits >> bit & 1 != 0:
            out[n] = code + bit
            n += 1
    return n


@rule
def list_hand_overs(s, out):
    n = 0
    for i in range(len(EXACT)):
        chips = set_of(EXACT[i, RED], EXACT[i, BLUE], EXACT[i, YELLOW])
        if holds_set(s, s.victim, chips):
            out[n] = CHIPS + chips
            n += 1
    if n == 0:
        out[0] = CHIPS + fixed_hand_over(s)
        n = 1
    return n


@rule
def deal_limit(s, colour):
    """The most chips of one colour that can be given or wanted in this deal."""
    if s.phase == GIVE_CHIPS:
        return free_chips(s, colour)
    return np.int64(s.box[colour]) if s.partner == BOX else in_play(s, colour)


@rule
def list_deal_sets(s, out):
    """What may be given or wanted in a deal, and to call it off."""
    out[0] = DECLINE
    n = 1
    is_change = s.phase == WANT_CHIPS and not trades_freely(s)
    blues = deal_limit(s, BLUE)
    yellows = deal_limit(s, YELLOW)
    given = np.int64(s.give) - 1
    for red in range(deal_limit(s, RED) + 1):
        for blue in range(blues + 1):
            least = 0
            most = yellows
            if is_change:  # the same value: one number of yellow chips at most
                missing = worth_of(given) - VALUES[RED] * red - VALUES[BLUE] * blue
                if missing < 0 or missing % VALUES[YELLOW] != 0:
                    continue
                least = missing // VALUES[YELLOW]
                most = min(most, least)
            for yellow in range(least, most + 1):
                chips = set_of(red, blue, yellow)
                if (chips == 0 and not trades_freely(s)) or (is_change and chips == given):
                    continue
                out[n] = CHIPS + chips
                n += 1
    return n


@rule
def list_others(s, out):
    """The legal actions of the phases that come up less often."""
    phase = s.phase
    n = 0
    if phase == PLAY_CARD or phase == SELL_CARD:
        return list_hand(s, out)  # DBT-PLAY-1, DBT-SC-1
    if phase == VICTIM:
        return list_bits(s.seated & ~(1 << s.turn), SEAT, out, 0)  # also one without a chip (DBT-T25-1)
    if phase == CHOOSE_STEPS:
        space = s.large[s.turn]
        for steps in range(LOW[space], HIGH[space] + 1):  # DBT-NUM-2
            out[n] = STEPS + steps
            n += 1
        return n
    if phase == GATE_REPLY:
        out[0] = FREE  # DBT-ASK-3
        out[1] = REFUSE
        n = 2
        if s.offer != NO_SUM:
            out[2] = ACCEPT
            n = 3
        return list_sums(s, out, n)
    if phase == TOLL_ANSWER:
        out[0] = DECLINE  # DBT-ASK-5
        n = list_payments(s, out, 1)
        return list_sums(s, out, n) if may_counter(s) else n
    if phase == TRADE_TARGET:
        for seat in range(CHAIRS):
            if seat != s.seat and is_seated(s, seat) and not trade_is_void(s, s.seat, seat):
                out[n] = SEAT + seat
                n += 1
        return n
    if phase == STEAL_TARGET:
        return list_bits(stealable(s, s.seat), PASS, out, 0)
    if phase == SELL_PASS:
        return list_bits(passes_of(s, s.turn), PASS, out, 0)
    if phase == HAND_OVER:
        return list_hand_overs(s, out)
    return list_house(s, out)


@rule
def list_house(s, out):
    """The legal actions that only house rules bring."""
    phase = s.phase
    if phase == OPENING_OFFER:
        out[0] = DECLINE
        return list_sums(s, out, 1)
    if phase == COUNTER_REPLY:
        out[0] = REFUSE
        out[1] = ACCEPT
        return list_sums(s, out, 2)
    if phase == MUST_PAY:
        return list_payments(s, out, 0)
    if phase == GIVE_CHIPS or phase == WANT_CHIPS:
        return list_deal_sets(s, out)
    if phase == GIVE_PASS or phase == WANT_PASS:
        out[0] = DECLINE
        return list_bits(passes_of(s, s.turn if phase == GIVE_PASS else s.partner), PASS, out, 1)
    if phase == DEAL_REPLY:
        out[0] = REFUSE
        n = 1
        if can_deliver(s):
            out[1] = ACCEPT
            n = 2
        return n
    return 0


# ---------------------------------------------------------------- refusing


@rule
@inline
def is_ask(action):
    return ASK <= action and action < ASK + CHAIRS


@rule
def refuse_seat(s, seat, action):
    """Why a seat that is not to act may not."""
    mine = seat == s.turn
    if mine and is_ask(action) and s.phase >= ROLL:
        reason = refuse_ask(s, action - ASK) if s.phase == ROLL else 0
        return reason if reason != 0 else ASK_BEFORE_ROLL  # DBT-ASK-1
    if action == REFUSE:
        for gate in range(CHAIRS):
            if s.granted >> gate & 1 != 0 and s.owner[gate] == seat:
                return NO_WITHDRAWAL  # DBT-GATE-7
    if s.phase <= BONUS_ROLL:
        return CHANCE_FIRST
    if s.phase == BID and seat >= 0 and seat < CHAIRS and is_seated(s, seat):
        return SELLER_BIDS if s.bids[seat] == NOT_BIDDING else ALREADY_BID
    return NOT_YOUR_TURN


@rule
def refuse_action(s, seat, action):
    """Why the one who is to act may not do this; 0 when he may."""
    phase = s.phase
    if phase == BID:
        return refuse_bid(s, seat, action - CHIPS) if action >= CHIPS else WRONG_MOMENT
    if is_ask(action):
        if phase == ASK_OR_ROLL:
            return refuse_ask(s, action - ASK)
        return ASK_BEFORE_ROLL if seat == s.turn and phase > MUST_PAY and phase < GIVE_CHIPS else WRONG_MOMENT
    if phase == ASK_OR_ROLL:
        if action == ROLL_DICE:
            return 0
        return refuse_partner(s, action - DEAL) if DEAL <= action and action < SEAT else WRONG_MOMENT
    if phase <= MUST_PAY:
        return refuse_talk(s, action)
    if phase <= HAND_OVER:
        return refuse_play(s, seat, action)
    return refuse_deal(s, action)


@rule
def refuse_ask(s, gate):
    if s.owner[gate] == s.turn:
        return OWN_GATE
    if s.owner[gate] == NOBODY:
        return NOBODYS_GATE
    if s.granted >> gate & 1 != 0 or (s.reask_same_gate == 0 and s.asked >> gate & 1 != 0):
        return ASKED_ALREADY
    if not may_ask_more(s):
        return NO_MORE_ASKS
    if askable(s) >> gate & 1 != 0:
        return 0
    return NOT_THE_NEXT if s.ask_scope == NEXT_GATE else OUT_OF_REACH


@rule
def refuse_talk(s, action):
    """A word of the bargaining. (DBT-ASK-3, DBT-ASK-5, DBT-ASK-10)"""
    phase = s.phase
    if action == FREE:
        return 0 if phase == GATE_REPLY else WRONG_MOMENT
    if action == REFUSE:
        return 0 if phase == GATE_REPLY or phase == COUNTER_REPLY else WRONG_MOMENT
    if action == ACCEPT:
        if phase == GATE_REPLY or phase == COUNTER_REPLY:
            return 0 if s.offer != NO_SUM else NOTHING_OFFERED
        return WRONG_MOMENT
    if action == DECLINE:
        if phase == MUST_PAY:
            return BOUND_TO_PAY
        return 0 if phase == TOLL_ANSWER or phase == OPENING_OFFER else WRONG_MOMENT
    if PRICE <= action and action < CHIPS:
        return refuse_price(s, action - PRICE)
    if action < CHIPS:
        return WRONG_MOMENT
    if phase == TOLL_ANSWER or phase == MUST_PAY:
        return refuse_payment(s, action - CHIPS)
    return refuse_sum(s, action - CHIPS) if s.toll_unit == CHIP_PRICES else IN_DOLLARS


@rule
def refuse_price(s, dollars):
    """A price or an offer in dollars. (DBT-ASK-4, DBT-Q-10)"""
    if s.phase == MUST_PAY:
        return BOUND_TO_PAY
    if s.toll_unit == CHIP_PRICES:
        return IN_CHIPS
    if dollars <= 0 or dollars % UNIT != 0:
        return PRICE_UNIT
    if dollars > money_in_play(s):
        return PRICE_TOO_HIGH + DETAIL * (money_in_play(s) // UNIT)
    if s.phase == GATE_REPLY or s.phase == COUNTER_REPLY:
        if dollars > price_ceiling(s):
            return PRICE_NOT_LOWER + DETAIL * (np.int64(s.price) // UNIT)
        return PRICE_BELOW_OFFER + DETAIL * (np.int64(s.offer) // UNIT) if dollars < price_floor(s) else 0
    if not may_counter(s):
        return NO_MORE_OFFERS
    if dollars > offer_ceiling(s):
        return PRICE_NOT_LOWER + DETAIL * (np.int64(s.price) // UNIT)
    return 0 if can_pay(s, dollars) else CANNOT_PAY_OFFER


@rule
def refuse_sum(s, chips):
    """A price or an offer in chips: compared by their worth. (DBT-Q-10)"""
    if chips == 0:
        return PRICE_UNIT
    for colour in range(3):
        if count_of(chips, colour) > in_play(s, colour):
            return PRICE_TOO_HIGH + DETAIL * (money_in_play(s) // UNIT)
    dollars = worth_of(chips)
    if s.phase == GATE_REPLY or s.phase == COUNTER_REPLY:
        if s.phase == COUNTER_REPLY and dollars >= worth_of_sum(s, s.price):
            return PRICE_NOT_LOWER + DETAIL * (worth_of_sum(s, s.price) // UNIT)
        if s.offer != NO_SUM:
            offered = worth_of_sum(s, s.offer)
            if dollars < offered or (dollars == offered and s.phase == GATE_REPLY):
                return PRICE_BELOW_OFFER + DETAIL * (offered // UNIT)
        return 0
    if not may_counter(s):
        return NO_MORE_OFFERS
    if s.price != NO_SUM and dollars >= worth_of_sum(s, s.price):
        return PRICE_NOT_LOWER + DETAIL * (worth_of_sum(s, s.price) // UNIT)
    return 0 if can_spend(s, chips) else CANNOT_PAY_OFFER


@rule
def refuse_payment(s, chips):
    if s.toll_unit == CHIP_PRICES and chips != np.int64(s.price) - 1:
        if s.phase == TOLL_ANSWER and may_counter(s):
            return refuse_sum(s, chips)
        return NOT_EXACT + DETAIL * (worth_of_sum(s, s.price) // UNIT)
    if not holds_set(s, s.turn, chips):
        return NOT_HELD
    if not can_spend(s, chips):
        return PROMISED
    dollars = worth_of(chips)
    due = worth_of_sum(s, s.price)
    if dollars < due:
        return TOO_LITTLE + DETAIL * (due // UNIT)
    return NOT_EXACT + DETAIL * (due // UNIT) if dollars > due and s.toll_overpay == NO else 0


@rule
def refuse_bid(s, seat, chips):
    if not holds_set(s, seat, chips):
        return NOT_HELD
    return MUST_BID if chips == 0 and not may_fake(s, seat) else 0


@rule
def refuse_play(s, seat, action):
    """What a space or a card leaves to somebody's choice."""
    phase = s.phase
    if phase == PLAY_CARD or phase == SELL_CARD:
        if action < CARD or action >= STEPS:
            return WRONG_MOMENT
        return 0 if has_card(s, s.turn, action - CARD) else CARD_NOT_HELD
    if phase == CHOOSE_STEPS:
        space = s.large[s.turn]
        if action < STEPS or action >= PRICE:
            return WRONG_MOMENT
        steps = action - STEPS
        return 0 if LOW[space] <= steps and steps <= HIGH[space] else STEPS_RANGE + DETAIL * HIGH[space]
    if phase == TRADE_TARGET or phase == VICTIM:
        return refuse_other(s, seat, action - SEAT) if SEAT <= action and action < PASS else WRONG_MOMENT
    if phase == STEAL_TARGET or phase == SELL_PASS:
        return refuse_pass(s, seat, action - PASS) if PASS <= action and action < CARD else WRONG_MOMENT
    if action < CHIPS:
        return WRONG_MOMENT
    chips = action - CHIPS
    if not holds_set(s, s.victim, chips):
        return NOT_HELD
    ways, _ = count_exact(s, s.victim)
    if ways > 0:
        return 0 if worth_of(chips) == TAKEN else TAKE_EXACT
    return 0 if chips == fixed_hand_over(s) else TAKE_FIXED


@rule
def refuse_other(s, seat, other):
    """Another player to trade places with or to take money from."""
    if other == seat:
        return TRADE_SELF if s.phase == TRADE_TARGET else VICTIM_SELF
    if not is_seated(s, other):
        return EMPTY_CHAIR
    return TRADE_NOTHING if s.phase == TRADE_TARGET and trade_is_void(s, seat, other) else 0


@rule
def refuse_pass(s, seat, colour):
    if s.phase == SELL_PASS:
        return 0 if s.owner[colour] == seat else PASS_NOT_HELD
    if stealable(s, seat) >> colour & 1 != 0:
        return 0
    return PASS_OWN if s.owner[colour] == seat else PASS_UNOWNED


@rule
def refuse_partner(s, partner):
    if s.free_trading == 0 and s.change_making == 0:
        return NO_DEALS
    if partners(s) >> partner & 1 != 0:
        return 0
    if s.dealt >> partner & 1 != 0:
        return DEAL_DONE
    if partner == BOX:
        return DEAL_EMPTY_BOX if s.change_making == BANK else NO_DEALS
    if partner == s.turn or not is_seated(s, partner):
        return EMPTY_CHAIR
    return NO_DEALS


@rule
def trades_freely(s):
    """Is this deal a trade, and not only change? (DBT-Q-16)"""
    return s.free_trading != 0 and s.partner != BOX


@rule
def refuse_deal_set(s, chips):
    """Chips given or wanted: any in a trade; in change the same value in other chips. (DBT-Q-02)"""
    if s.phase == GIVE_CHIPS:
        if not can_spend(s, chips):
            return PROMISED if holds_set(s, s.turn, chips) else NOT_HELD
        return DEAL_VALUE if chips == 0 and not trades_freely(s) else 0
    for colour in range(3):
        if s.partner == BOX and count_of(chips, colour) > s.box[colour]:
            return DEAL_EMPTY_BOX
        if count_of(chips, colour) > in_play(s, colour):
            return DEAL_NOT_HELD
    if trades_freely(s):
        return 0
    given = np.int64(s.give) - 1
    if worth_of(chips) != worth_of(given):
        return DEAL_VALUE
    return DEAL_SAME if chips == given else 0


@rule
def refuse_deal(s, action):
    phase = s.phase
    if phase == GIVE_CHIPS or phase == WANT_CHIPS:
        if action == DECLINE:
            return 0
        return refuse_deal_set(s, action - CHIPS) if action >= CHIPS else WRONG_MOMENT
    if phase == DEAL_REPLY:
        if action == REFUSE:
            return 0
        if action != ACCEPT:
            return WRONG_MOMENT
        return 0 if can_deliver(s) else DEAL_NOT_HELD
    if action == DECLINE:
        return 0
    if action < PASS or action >= CARD:
        return WRONG_MOMENT
    holder = s.turn if phase == GIVE_PASS else s.partner
    return 0 if s.owner[action - PASS] == holder else PASS_NOT_HELD


# ---------------------------------------------------------------- playing: set-up and turns


@rule
@inline
def clear_talk(s):
    """Nobody is being asked for anything."""
    s.gate = NO_PASS
    s.price = NO_SUM
    s.offer = NO_SUM
    s.counters = 0


@rule
def clear_deal(s):
    s.partner = ABSENT
    s.give = NO_SUM
    s.want = NO_SUM
    s.give_pass = NO_PASS
    s.want_pass = NO_PASS


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
    if s.toll_timing == ON_ENTRY:
        for gate in range(CHAIRS):
            s.tolls[gate] = NO_SUM


@rule
def deal_from(s, first):
    """The starter is settled: three cards to each. (DBT-SET-11)"""
    s.turn = first
    s.seat = lowest_bit(s.seated)
    s.phase = DEALING


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
    """Take one copy of a kind away, if there is one."""
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
    for word in range(WORDS):
        s.dark[word] -= ONE_CARD[word, kind]


@rule
@inline
def take_unseen(s, kind):
    """The seat that is due gets a card nobody has seen."""
    insert_card(s.hand, s.seat, kind)
    s.unseen[kind] -= 1
    s.top -= 1


@rule
def play_chance(s, outcome):
    if s.phase == DRAW:
        take_unseen(s, outcome)
        end_turn(s)
    elif s.phase == DEALING:
        take_unseen(s, outcome)
        if s.hand[s.seat, HAND - 1] != NO_CARD:
            seat = s.seat + 1
            while seat < CHAIRS and not is_seated(s, seat):
                seat += 1
            if seat == CHAIRS:
                begin_turn(s)
            else:
                s.seat = seat
    elif s.phase == BONUS_ROLL:
        roll_for_bonus(s, ROLLS[outcome, 0] + ROLLS[outcome, 1])
    else:
        deal_from(s, outcome)


@rule
@inline
def begin_turn(s):
    """The mover may ask first, if there is anything to ask or to deal; else the dice are next."""
    s.seat = s.turn
    s.phase = ROLL
    if askable(s) != 0:
        s.phase = ASK_OR_ROLL
    elif s.free_trading != 0 or s.change_making != 0:
        if partners(s) != 0:
            s.phase = ASK_OR_ROLL


@rule
@inline
def end_turn(s):
    """The instruction is carried out: the next player clockwise. (DBT-TURN-5, DBT-Q-05)

    Nobody is ever out of the game. (DBT-TURN-6)"""
    clear_turn(s)
    if s.max_turns > 0:
        s.turns += 1
        if s.turns >= s.max_turns:  # DBT-WIN-4, DBT-Q-35
            s.winner = leader_of(s)
            s.phase = FINISHED
            return
    seat = TURN[s.turn_direction, s.turn]
    if not is_seated(s, seat):
        seat = TURN[s.turn_direction, seat]
    s.turn = seat
    begin_turn(s)


@rule
@inline
def ask_or_roll(s, action):
    if action == ROLL_DICE:
        s.phase = ROLL
    elif is_ask(action):
        ask(s, action - ASK)
    else:
        s.partner = action - DEAL
        s.dealt = s.dealt | 1 << s.partner
        s.phase = GIVE_CHIPS


@rule
@inline
def roll(s, outcome):
    """Move the large pawn by the dice and obey the space. (DBT-TURN-2)

    A double gives nothing, and only where the pawn finally stands counts (DBT-OCC-3)."""
    clear_table(s)
    s.dice[0] = ROLLS[outcome, 0]
    s.dice[1] = ROLLS[outcome, 1]
    leader = leader_of(s)
    if leader != NOBODY:
        s.leader = leader
    space, entered = way_of(s, ROLLS[outcome, 0] + ROLLS[outcome, 1])
    if s.toll_timing == ON_ENTRY:
        pay_on_entry(s, entered)
    s.large[s.turn] = space  # one pawn a space (DBT-OCC-1)
    obey(s, space)


@rule
@inline
def obey(s, space):
    order = ORDER[space]
    if order == NUMBER:
        ahead(s, s.turn, LOW[space])  # DBT-NUM-1
        if s.phase != FINISHED:
            end_turn(s)
    elif order == PLAY_A_CARD:
        s.phase = PLAY_CARD
    elif order == TAKE_A_PASS:  # from whoever holds it, or unclaimed; one's own: nothing happens
        hand_pass(s, LOW[space], s.turn)  # DBT-TP-1, DBT-TP-2, DBT-P3-1
        end_turn(s)
    elif order == SELL_A_CARD:
        s.phase = SELL_CARD
    elif order == TAKE_MONEY:
        s.phase = VICTIM
    elif order == CHOICE:
        s.phase = CHOOSE_STEPS
    elif order == SELL_THE_LEAD:
        open_bids(s, LEAD_SALE)
    else:
        held = passes_of(s, s.turn)
        if held == 0:
            end_turn(s)  # DBT-SP-5
        elif held & (held - 1) == 0:
            s.lot = lowest_bit(held)
            open_bids(s, PASS_SALE)
        else:
            s.phase = SELL_PASS  # DBT-SP-1


@rule
@inline
def hand_pass(s, colour, seat):
    """A pass changes hands, and with it all control: favours do not bind the new holder.
    (DBT-GATE-9, DBT-TP-3)"""
    s.owner[colour] = seat


@rule
@inline
def hand_chips(s, giver, taker, chips):
    s.chips[giver, RED] -= count_of(chips, RED)
    s.chips[giver, BLUE] -= count_of(chips, BLUE)
    s.chips[giver, YELLOW] -= count_of(chips, YELLOW)
    s.chips[taker, RED] += count_of(chips, RED)
    s.chips[taker, BLUE] += count_of(chips, BLUE)
    s.chips[taker, YELLOW] += count_of(chips, YELLOW)


@rule
def win(s, seat):
    """HOME is reached: the game is over at once, whatever was still to be done. (DBT-WIN-1, DBT-WIN-3)"""
    s.winner = seat
    s.phase = FINISHED


# ---------------------------------------------------------------- playing: asking for entry


@rule
@inline
def ask(s, gate):
    s.asked = s.asked | 1 << gate
    s.asks += 1
    s.gate = gate
    if s.opening_offer != 0:
        s.phase = OPENING_OFFER
    else:
        s.phase = GATE_REPLY
        s.seat = s.owner[gate]


@rule
def end_talk(s, granted):
    """The request is settled, for this turn (DBT-ASK-8); the mover may ask for another gate, or roll."""
    if granted:
        s.granted = s.granted | 1 << s.gate
    clear_talk(s)
    begin_turn(s)


@rule
@inline
def sum_of(s, action):
    """A price or an offer as the record keeps it."""
    return action - PRICE if s.toll_unit != CHIP_PRICES else action - CHIPS + 1


@rule
@inline
def bargain(s, action):
    """One word of the protocol: ask, free or price or refusal, pay or decline. (DBT-ASK-3, DBT-ASK-10)"""
    if action == FREE:
        end_talk(s, True)
    elif action == REFUSE:
        end_talk(s, False)
    elif action == ACCEPT:
        s.price = s.offer
        s.offer = NO_SUM
        s.phase = MUST_PAY  # an offer binds
        s.seat = s.turn
    elif s.phase == OPENING_OFFER:
        s.offer = NO_SUM if action == DECLINE else sum_of(s, action)
        s.phase = GATE_REPLY
        s.seat = s.owner[s.gate]
    elif action == DECLINE:
        end_talk(s, False)  # DBT-ASK-5
    elif s.phase == GATE_REPLY or s.phase == COUNTER_REPLY:
        s.price = sum_of(s, action)
        s.offer = NO_SUM
        s.phase = TOLL_ANSWER
        s.seat = s.turn
    elif action < CHIPS or (s.toll_unit == CHIP_PRICES and action - CHIPS + 1 != s.price):
        s.offer = sum_of(s, action)
        s.counters += 1
        s.phase = COUNTER_REPLY
        s.seat = s.owner[s.gate]
    else:
        pay_toll(s, action - CHIPS)


@rule
def pay_toll(s, chips):
    """At once, and for good, even if the roll is of no use. (DBT-ASK-6)"""
    if s.toll_timing == ON_ENTRY:
        s.tolls[s.gate] = chips + 1
    else:
        hand_toll(s, s.gate, chips)
    end_talk(s, True)


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


@rule
def pay_on_entry(s, entered):
    """House rule: tolls are due when a gate is entered, and lapse otherwise. (DBT-Q-12)"""
    for gate in range(CHAIRS):
        if entered >> gate & 1 != 0 and s.tolls[gate] != NO_SUM:
            hand_toll(s, gate, np.int64(s.tolls[gate]) - 1)
        s.tolls[gate] = NO_SUM


# ---------------------------------------------------------------- playing: the inside track


@rule
@inline
def arrow_from(s, seat):
    """The Get-Ahead circle to which a pawn goes on from where it stands, or NOBODY. (DBT-PUR-2)

    Whoever stands on purple uses the arrow (DBT-PUR-3); by house rule only who came by count."""
    if s.purple_activation == EXACT_COUNT and s.armed >> seat & 1 == 0:
        return NOBODY
    return ARROW[s.small[seat]]


@rule
@inline
def put_small(s, seat, circle, by_count):
    """Set a small pawn down; `by_count` says that an own move ended there exactly. (DBT-PUR-1)"""
    s.small[seat] = circle
    if s.purple_activation == EXACT_COUNT:  # DBT-Q-34
        s.armed = s.armed & ~(1 << seat)
        if by_count and ARROW[circle] != NOBODY:
            s.armed = s.armed | 1 << seat
    if circle == HOME:
        win(s, seat)


@rule
@inline
def ahead(s, seat, steps):
    """A small pawn ahead. (DBT-IN-2, DBT-CARD-1)

    Only the end of the count matters: purple circles and pawns on the way do not (DBT-PUR-1,
    DBT-IN-3). A taken circle, purple or not, leads on to the next open one of the path (DBT-PUR-4),
    and more steps than there are lead HOME (DBT-WIN-2)."""
    here = np.int64(s.small[seat])
    arrow = arrow_from(s, seat)
    if arrow != NOBODY:
        here = arrow
        if s.purple_jump_cost != NO_COST:  # DBT-Q-33
            steps -= 1
    goal = min(here + steps, HOME)
    circle = goal
    while circle < HOME and is_held(s, seat, circle):
        circle += 1
    if circle == HOME and goal < HOME and s.displacement_can_win == NO:  # DBT-Q-32
        circle = goal
        while is_held(s, seat, circle):
            circle -= 1
    put_small(s, seat, circle, circle == goal)


@rule
def back(s, seat):
    """Back ten, along the path and not beyond START. (DBT-CARD-4, DBT-Q-22)"""
    goal = s.small[seat] - BACK if s.small[seat] > BACK else START
    circle = goal
    while is_held(s, seat, circle):  # DBT-Q-23
        circle += -1 if s.backward_displacement == BACKWARDS else 1
    put_small(s, seat, circle, circle == goal)


@rule
def lead(s, seat):
    """Just ahead of the foremost pawn; who leads already stays. (DBT-CARD-3, DBT-SL-3, DBT-SL-4)"""
    best = foremost(s)
    if s.small[seat] == best and (best > START or s.start_tie_leader == EVERYBODY):  # DBT-Q-21
        return
    if best + 1 == HOME and s.lead_can_win == NO:  # DBT-Q-20
        return
    put_small(s, seat, best + 1, False)


@rule
def go_farthest_back(s, seat):
    """Just behind the hindmost pawn, START at the least; who is hindmost stays. (DBT-CARD-5)"""
    least = hindmost(s)
    if s.small[seat] != least:  # DBT-Q-24, DBT-Q-25
        put_small(s, seat, max(START, least - 1), False)


@rule
def trade_places(s, seat, other):
    """Nobody lands, so nobody is pushed on. (DBT-CARD-2, DBT-Q-19)"""
    mine = np.int64(s.small[seat])
    put_small(s, seat, np.int64(s.small[other]), False)
    put_small(s, other, mine, False)


# ---------------------------------------------------------------- playing: spaces and cards


@rule
@inline
def play_own(s, action):
    """Steps, a card, and whom or what a card is aimed at. (DBT-TURN-4)"""
    phase = s.phase
    if phase == PLAY_CARD:
        kind = action - CARD
        lose_card(s, kind)
        s.card = kind
        play_card(s, s.turn)
    elif phase == CHOOSE_STEPS:
        ahead(s, s.turn, action - STEPS)
        if s.phase != FINISHED:
            end_turn(s)
    elif phase == TRADE_TARGET:
        trade_places(s, s.seat, action - SEAT)
        put_under(s)
    else:
        hand_pass(s, action - PASS, s.seat)
        put_under(s)


@rule
@inline
def play_card(s, seat):
    """Carry out the card as this seat's: the mover's own, or one just bought. (DBT-PLAY-1, DBT-SC-3)"""
    if s.known[s.turn, 0] != NO_CARD:
        remove_card(s.known, s.turn, s.card)
    s.seat = seat
    kind = s.card
    if kind >= AHEAD:
        ahead(s, seat, STEPS_OF[kind])
    elif kind == TRADE:
        if can_trade(s, seat):
            s.phase = TRADE_TARGET
            return
    elif kind == STEAL_PASS:
        found = stealable(s, seat)
        if found & (found - 1) != 0:
            s.phase = STEAL_TARGET
            return
        if found != 0:
            hand_pass(s, lowest_bit(found), seat)
    elif kind == TAKE_LEAD:
        lead(s, seat)
    elif kind == BACK_10:
        back(s, seat)
    elif kind == FARTHEST_BACK:
        go_farthest_back(s, seat)
    if s.phase != FINISHED:  # a worthless card does nothing (DBT-CARD-7)
        put_under(s)


@rule
def can_trade(s, seat):
    for other in range(CHAIRS):
        if other != seat and is_seated(s, other) and not trade_is_void(s, seat, other):
            return True
    return False


@rule
@inline
def put_under(s):
    """The card goes under the pile, then the mover draws the top card. (DBT-PLAY-2, DBT-SC-6, DBT-Q-28)

    The pile is never shuffled and never runs out (DBT-PLAY-4): below the cards nobody has seen lie
    those played, in their order, and who draws one of them is known to hold it (DBT-INF-5)."""
    pile = CARDS - HAND * players_of(s)  # DBT-SET-12
    s.queue[pile - s.top] = s.card
    s.seat = s.turn
    if s.top > 0:
        s.phase = DRAW
        return
    kind = s.queue[0]
    for place in range(pile):
        s.queue[place] = s.queue[place + 1]
    s.queue[pile] = NO_CARD
    insert_card(s.hand, s.turn, kind)
    insert_card(s.known, s.turn, kind)
    for word in range(WORDS):
        s.dark[word] += ONE_CARD[word, kind]
    end_turn(s)


# ---------------------------------------------------------------- playing: auctions and taking


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
    elif s.phase == SELL_PASS:  # named before the bids (DBT-Q-29)
        s.lot = action - PASS
        open_bids(s, PASS_SALE)
    else:
        hand_over(s, action - CHIPS)


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
def commit(s, chips):
    """A closed fist; when the last one is held out all are opened together. (DBT-BID-1)"""
    s.bids[s.seat] = FIRST_BID + chips
    seat = next_bidder(s)
    if seat < CHAIRS:
        s.seat = seat
    else:
        open_fists(s)


@rule
@inline
def highest_bidder(s):
    """Who bid most alone, or NOBODY: a tie, at nothing as well. (DBT-BID-5, DBT-BID-6)"""
    best = -1
    who = NOBODY
    for seat in range(CHAIRS):
        if s.bids[seat] >= FIRST_BID:
            dollars = worth_of(np.int64(s.bids[seat]) - FIRST_BID)
            if dollars > best:
                best = dollars
                who = seat
            elif dollars == best:
                who = NOBODY
    return who


@rule
@inline
def pay_out(s, seat):
    """All chips bid, of winners and losers alike, go to one seat. (DBT-BID-4)"""
    for bidder in range(CHAIRS):
        if s.bids[bidder] >= FIRST_BID:
            chips = np.int64(s.bids[bidder]) - FIRST_BID
            s.chips[seat, RED] += count_of(chips, RED)
            s.chips[seat, BLUE] += count_of(chips, BLUE)
            s.chips[seat, YELLOW] += count_of(chips, YELLOW)


@rule
@inline
def open_fists(s):
    """Every bid is now open to all (DBT-BID-7) and lost to its bidder (DBT-BID-4)."""
    for bidder in range(CHAIRS):
        if s.bids[bidder] >= FIRST_BID:
            chips = np.int64(s.bids[bidder]) - FIRST_BID
            s.chips[bidder, RED] -= count_of(chips, RED)
            s.chips[bidder, BLUE] -= count_of(chips, BLUE)
            s.chips[bidder, YELLOW] -= count_of(chips, YELLOW)
    best = highest_bidder(s)
    if s.sale == LEAD_SALE:
        sell_lead(s, best)
        return
    pay_out(s, s.turn)  # DBT-SC-4, DBT-SP-3, DBT-SP-4
    if s.sale == CARD_SALE:
        play_card(s, best if best != NOBODY else np.int64(s.turn))  # DBT-SC-3, DBT-SC-5
    else:
        if best != NOBODY:
            hand_pass(s, s.lot, best)
        end_turn(s)


@rule
def sell_lead(s, best):
    """The highest bidder, or on a tie the mover, moves just ahead of the foremost pawn. (DBT-SL-1)"""
    lead(s, best if best != NOBODY else np.int64(s.turn))
    if s.phase == FINISHED:
        return  # no bonus (DBT-SL-8)
    if best == NOBODY:
        pay_out(s, s.turn)  # DBT-SL-5
        end_turn(s)
        return
    least = hindmost(s)
    last = 0
    for seat in range(CHAIRS):
        if is_seated(s, seat) and s.small[seat] == least:
            last |= 1 << seat
    if last & (last - 1) != 0:
        start_roll_off(s, last)  # only START holds several (DBT-SL-7)
    else:
        pay_bonus(s, lowest_bit(last))  # DBT-SL-6


@rule
def start_roll_off(s, seats):
    """A round in which these seats roll for the bonus."""
    s.phase = BONUS_ROLL
    s.rolling = seats
    s.low = 0
    s.tied = 0
    s.seat = lowest_bit(seats)


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
        s.seat = lowest_bit(s.rolling)
        return
    lowest = s.tied
    if lowest & (lowest - 1) != 0:
        start_roll_off(s, lowest)
        return
    s.low = 0
    s.tied = 0
    pay_bonus(s, lowest_bit(lowest))


@rule
def pay_bonus(s, seat):
    pay_out(s, seat)
    end_turn(s)


@rule
def take_money(s):
    """An opponent of the mover's choice hands $25 over, in chips of his own choice. (DBT-T25-1, DBT-T25-3)

    Who has no choice is not asked, unless his chips are a real secret (toll_public=no)."""
    ways, chips = count_exact(s, s.victim)
    if ways > 1 or s.toll_public == NO:
        s.phase = HAND_OVER
        s.seat = s.turn if s.take25_chooser == TAKER else s.victim
        return
    hand_over(s, chips if ways == 1 else fixed_hand_over(s))


@rule
def hand_over(s, chips):
    change = worth_of(chips) > TAKEN and gets_change(s)
    hand_chips(s, s.victim, s.turn, chips)
    if change:
        hand_chips(s, s.turn, s.victim, set_of(1, 0, 0))
    end_turn(s)


# ---------------------------------------------------------------- playing: deals (house rules)
# Before the roll the mover may make one deal with each partner a turn: he says what he gives and
# what he wants, the partner agrees or not. Chips and passes only; cards and promises are never
# traded. The box gives change, and asks nothing. (DBT-Q-02, DBT-Q-16)


@rule
def deal(s, action):
    phase = s.phase
    if phase == GIVE_CHIPS or phase == WANT_CHIPS:
        if action == DECLINE:
            end_deal(s)
        elif phase == GIVE_CHIPS:
            s.give = action - CHIPS + 1
            s.phase = GIVE_PASS
            if not trades_freely(s) or passes_of(s, s.turn) == 0:
                s.phase = WANT_CHIPS
        else:
            s.want = action - CHIPS + 1
            s.phase = WANT_PASS
            if not trades_freely(s) or passes_of(s, s.partner) == 0:
                propose(s)
    elif phase == GIVE_PASS:
        s.give_pass = NO_PASS if action == DECLINE else action - PASS
        s.phase = WANT_CHIPS
    elif phase == WANT_PASS:
        s.want_pass = NO_PASS if action == DECLINE else action - PASS
        propose(s)
    else:
        if action == ACCEPT:
            exchange(s)
        end_deal(s)


@rule
def propose(s):
    """The partner is asked, unless it is the box, or nothing is to change hands."""
    if s.partner == BOX:
        exchange(s)
        end_deal(s)
    elif s.give == 1 and s.want == 1 and s.give_pass == NO_PASS and s.want_pass == NO_PASS:
        end_deal(s)
    else:
        s.phase = DEAL_REPLY
        s.seat = s.partner


@rule
def can_deliver(s):
    return holds_set(s, s.partner, np.int64(s.want) - 1)


@rule
def exchange(s):
    given = np.int64(s.give) - 1
    wanted = np.int64(s.want) - 1
    if s.partner == BOX:
        for colour in range(3):
            s.box[colour] += count_of(given, colour) - count_of(wanted, colour)
            s.chips[s.turn, colour] += count_of(wanted, colour) - count_of(given, colour)
        return
    hand_chips(s, s.turn, s.partner, given)
    hand_chips(s, s.partner, s.turn, wanted)
    if s.give_pass != NO_PASS:
        hand_pass(s, s.give_pass, s.partner)
    if s.want_pass != NO_PASS:
        hand_pass(s, s.want_pass, s.turn)
        s.granted = s.granted & ~(1 << s.want_pass)
        s.tolls[s.want_pass] = NO_SUM


@rule
def end_deal(s):
    clear_deal(s)
    begin_turn(s)


# ---------------------------------------------------------------- secrets
# A view blanks others' hands (DBT-INF-2), others' chips unless they lie open (DBT-INF-3), others' bids
# before the fists open (DBT-INF-4), the card on offer (DBT-INF-6) and, by house rule, tolls between
# others (DBT-ASK-11). Positions, passes, dice and the queue of played cards stay (DBT-INF-1,
# DBT-INF-5, DBT-INF-8). In a view `unseen` counts every copy that its seat cannot place, and `ledger`
# holds others' chips as the seat has seen them come and go: all chips move in the open, so that
# account is exact unless tolls are whispered.


@rule
def hide(s, seat):
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
    count_dark(s)
    hide_chips(s, seat)
    if s.toll_public == NO:
        hide_tolls(s, seat)


@rule
def hide_chips(s, seat):
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
    if not hears_tolls(s, seat):
        if s.price != NO_SUM:
            s.price = UNKNOWN_SUM
        if s.offer != NO_SUM:
            s.offer = UNKNOWN_SUM
    for gate in range(CHAIRS):
        if s.toll_timing == ON_ENTRY and s.granted >> gate & 1 != 0:
            if seat != s.turn and seat != s.owner[gate]:
                s.tolls[gate] = UNKNOWN_SUM  # whether anything is due or not
    if s.chips_display != OPEN_SCREENS:
        for giver in range(CHAIRS):
            for taker in range(CHAIRS):
                if giver != seat and taker != seat:
                    for colour in range(3):
                        s.whispered[giver, taker, colour] = 0


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
def guess(s, seat, rng):
    """Every deal that fits what the seat knows is equally likely: others' choices of what to play, to
    sell or to bid are taken to say nothing. Fists hold any legal bid, all alike."""
    left = 0
    for kind in range(KINDS):
        left += s.unseen[kind]
    for other in range(CHAIRS):
        if other != seat and s.hand[other, 0] == UNKNOWN:
            left = guess_hand(s, other, rng, left)
    count_dark(s)
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
            called = s.seat
            s.seat = other
            s.bids[other] = FIRST_BID + bid_at(s, below(rng, count_bids(s)))
            s.seat = called


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
def random_free_chip(s, rng):
    """One of the mover's chips that is not promised, as a chip set; 0 if there is none."""
    total = free_chips(s, RED) + free_chips(s, BLUE) + free_chips(s, YELLOW)
    if total <= 0:
        return 0
    ticket = below(rng, total)
    if ticket < free_chips(s, RED):
        return set_of(1, 0, 0)
    return set_of(0, 1, 0) if ticket < free_chips(s, RED) + free_chips(s, BLUE) else set_of(0, 0, 1)


@rule
def guess_tolls(s, seat, rng):
    """Where tolls are whispered: chips of others that fit their number and their word, and modest sums.
    There is no right answer to how much others paid each other; these can all have been."""
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
            offered += one_more_chip(s, offered)
        s.price = offered + 1 if s.toll_unit == CHIP_PRICES else worth_of(offered)
    for gate in range(CHAIRS):
        if s.tolls[gate] == UNKNOWN_SUM:
            s.tolls[gate] = NO_SUM
            offered = random_free_chip(s, rng)
            if offered != 0 and below(rng, 2) == 0:
                s.tolls[gate] = offered + 1


@rule
def one_more_chip(s, chips):
    if count_of(chips, RED) < in_play(s, RED):
        return set_of(1, 0, 0)
    return set_of(0, 1, 0) if count_of(chips, BLUE) < in_play(s, BLUE) else set_of(0, 0, 1)


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
        if unknown >> other & 1 != 0:
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


# ---------------------------------------------------------------- what is not taken back


@rule
def final(s, action):
    """What is said to another at a gate or in a deal holds from then on (DBT-GATE-7, DBT-ASK-6, DBT-ASK-8),
    and a fist that was closed stays closed (DBT-BID-1)."""
    return OPENING_OFFER <= s.phase <= MUST_PAY or s.phase == DEAL_REPLY or s.phase == BID
