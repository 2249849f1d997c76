"""Features for fast.py: the numbers of seen.py, copied from tables.

No branches that nobody could foresee; what only house rules bring about is asked of these.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .cards import lanes_of
from .chips import count_of
from .gates import worth_of_sum
from .layout import (
    CARDS,
    CHAIRS,
    FORK_AHEAD,
    HAND,
    HIGHEST_ROLL,
    HOME,
    KINDS,
    LIMITS,
    RED,
    STEPS_OF,
    STRETCH_OF,
    TO_FORK,
)
from .record import (
    ALL_MONEY,
    BID,
    BONUS_ROLL,
    CARD_SALE,
    CHIP_PRICES,
    FINISHED,
    GROUP,
    LANE,
    LANES,
    MOST_ASKS,
    NO,
    NO_CARD,
    NO_SUM,
    ONE_CARD,
    SEALED,
    UNKNOWN,
    WORDS,
    is_seated,
)
from .secrets import chips_known, hears_tolls
from .seen import FEATURES, SEAT_PART

# Where the features of each part begin, and tables in place of branches and divisions.
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
def write_features(s, seat, out):
    """See observe() in seen.py."""
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
