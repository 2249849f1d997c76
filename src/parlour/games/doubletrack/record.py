"""Doubletrack, by the leaflet of 1981, for three or four players: the record, and what its numbers mean.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(DBT-Q-...); OPTIONS lists the house rules that change one.

The board, here the one of board.toml (layout.py reads it); all pawns go clockwise:

    outside      one of four sides              .- C1 C2 C3 C4 C5 C6 C7 C8 C9 -.   past the gate
                                                |                              |
                 from the side before  M1 M2 M3 T |gate| S1 S2 S3 S4 S5 S6 ----+- M1 of the next side
                                                ^ the fork: this colour's gate-pass space

    inside       START  1  2 .. 6 (7) 8 .. 15 16 17 .. 87 HOME
                   0               |___________^                         88
                                 purple: who stands there goes on from the Get-Ahead circle

Encodings
    seat, gate, pass   a colour's number in clockwise order stands for its seat, its gate and its pass.
    space, circle, kind   see layout.py. `hand` holds kinds in ascending order, then NO_CARD.
    set        of seats, gates or passes: a bit for each colour, see has().
    chip set   red, blue and yellow chips as one number below SETS: see set_of() in chips.py.
    decision   one of the codes from ROLL_DICE to CHIPS + a chip set. What a code means is settled by
               the phase: PASS + a colour is stolen, sold, given or wanted; PRICE + dollars is a price
               or an offer; CHIPS + a set is bid, paid, handed over, given or wanted.
    outcome    by the phase: a seat (STARTER), a kind (DEALING, DRAW), or an index into ROLLS, the
               21 ways two dice fall (ROLL, BONUS_ROLL).

The codes of decisions, on this board:

    0          1..4  5    6      7      8       9..13 14..17 18..21 22..36 37..48  49..549 550..4518
    ROLL_DICE  ASK   FREE REFUSE ACCEPT DECLINE DEAL  SEAT   PASS   CARD   STEPS   PRICE   CHIPS
               gate                             seat, seat   colour kind   0..11   dollars chip set
                                                BOX

A chip set is one action, since fists open whole; its three counts are there for whoever would rather
learn or search them one by one.

Whoever must decide is asked, also where only one answer is left, when others could learn from a
missing question what somebody holds: bids, tolls and cards. Everything else that is forced is
played on. What a view blanks is told in secrets.py.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import Option, flag, inline, number, rule

from .layout import (
    CHAIRS,
    COLOURS,
    DECK,
    HAND,
    KINDS,
    LARGEST_PILE,
    LIMITS,
    MONEY,
    MOST_CHOSEN,
    UNIT,
)

REDS, BLUES, YELLOWS = (n + 1 for n in LIMITS)
SETS = REDS * BLUES * YELLOWS  # chip sets there can be: (red * BLUES + blue) * YELLOWS + yellow
ONE_CHIP = (BLUES * YELLOWS, YELLOWS, 1)  # a chip of each colour, as a chip set
LEAST_CHIP = next(chip for chip, n in zip(ONE_CHIP, LIMITS, strict=True) if n > 0)  # of those there are
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
# While an action is carried out: what is to follow, and is then gone on to at once (turns.py).
TURN_OVER, BEFORE_ROLL = 26, 27

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

# `dark` counts cards in words, in a lane of bits for each kind; fast.py writes a group of lanes at a time.
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
                ("dark", "i8", (WORDS,)),  # derived: cards unseen or in hands, in lanes; see derive()
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
                ("armed", "u1"),  # who came to purple by exact count (purple_activation), as bits
                ("rolling", "u1"),  # roll-off for the bonus: seats yet to roll in this round, as bits
                ("low", "u1"),  # roll-off: lowest total of this round, or 0
                ("tied", "u1"),  # roll-off: who rolled it, as bits
                ("leader", "i1"),  # who led alone when the dice were last thrown, or NOBODY (for the tally)
                ("winner", "i1"),  # NOBODY until somebody has won
                ("whispered", "i2", (CHAIRS, CHAIRS, 3)),  # toll_public=no: chips each paid each, less back
                ("ledger", "i2", (CHAIRS, 3)),  # in views: others' chips by the seat's own account, else 0
                *((o.name, "u1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)
DERIVED = ("dark",)

# ---------------------------------------------------------------- sets of seats, gates and passes


@rule
@inline
def has(bits, n):
    """Whether bit n is set; sets of seats, gates and colours are bits."""
    return bits >> n & 1 != 0


@rule
@inline
def first_of(bits):
    """The lowest member of a set, which must have one."""
    n = 0
    while not has(bits, n):
        n += 1
    return n


@rule
@inline
def size_of(bits):
    """How many seats, gates or colours a set has."""
    count = 0
    for n in range(CHAIRS):
        count += bits >> n & 1
    return count


@rule
@inline
def is_seated(s, seat):
    """Whether somebody plays on this chair."""
    return has(s.seated, seat)


@rule
@inline
def players_of(s):
    """Three or four."""
    return CHAIRS if s.seated == (1 << CHAIRS) - 1 else CHAIRS - 1


@rule
@inline
def is_ask(action):
    """Whether an action asks for entry at a gate."""
    return ASK <= action and action < ASK + CHAIRS
