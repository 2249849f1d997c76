"""Some of the rules once more, only quicker: compiled forms take what is defined here for what the readable
files say. Nothing here decides anything of its own; the conformance kit holds both against each other.

    sets       of gates, passes and seats are bits here, counted and picked by tables (SIZE, NTH).
    dark       is kept up to date card by card, not derived after every action.
    choices    thousands of chip sets are counted, picked and marked without a list: fast_chips.py.
    features   are copied from tables: fast_seen.py.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, ROLL_OF_TICKET, ROLL_TICKETS, UNMARKED, inline, rule

from .auctions import commit
from .cards import draw_played as draw_played_by_the_text
from .cards import may_trade, remove_card, stealable
from .chips import free_chips, holds_set, money_in_play, set_of
from .deals import deal
from .duties import legal
from .fast_chips import (
    EXACT,
    PRICE_ROW,
    bid_at,
    clear_used,
    count_bids,
    count_payments,
    count_prices,
    mark_bids,
    mark_payments,
    payment,
    price_floor,
    used_with,
)
from .fast_seen import write_features
from .gates import bargain, may_ask_more
from .layout import (
    AHEAD_OF,
    BLUE,
    CHAIRS,
    CORNERS,
    ENTRANCES,
    FORK_AHEAD,
    FORK_AT,
    HAND,
    HIGH,
    HIGHEST_ROLL,
    KINDS,
    LOW,
    NEXT,
    RED,
    TAKEN,
    TO_FORK,
    UNIT,
    VALUES,
    YELLOW,
)
from .record import (
    ALL_MONEY,
    ANY_GATE,
    ASK,
    ASK_OR_ROLL,
    BEFORE_ROLL,
    BID,
    BONUS_ROLL,
    BY_CORNER,
    CARD,
    CHIP_PRICES,
    CHIPS,
    CHOOSE_STEPS,
    DECLINE,
    FREE,
    GATE_REPLY,
    HAND_OVER,
    MUST_PAY,
    NEXT_GATE,
    NO,
    NO_CARD,
    NO_SUM,
    ONE_CARD,
    PASS,
    PASS_THROUGH,
    PLAY_CARD,
    PRICE,
    REDS,
    REFUSE,
    ROLL,
    ROLL_DICE,
    SEAT,
    SELL_CARD,
    SELL_PASS,
    STARTER,
    STEAL_TARGET,
    STEPS,
    TOLL_ANSWER,
    TRADE_TARGET,
    TURN_OVER,
    VICTIM,
    WORDS,
    is_seated,
    players_of,
)
from .taking import fixed_hand_over
from .tracks import goes_through, is_taken, passes_of, pushed_through
from .turns import ask_or_roll, begin_turn, end_turn, go_on, play_chance, play_own, roll, trade_off

TURN = np.array([[1, 2, 3, 0], [3, 0, 1, 2]], np.int64)  # the chair that follows, by turn_direction
ALL_GATES = (1 << CHAIRS) - 1  # as bits
GAP = 1 + np.array([TO_FORK[CORNERS], TO_FORK[ENTRANCES]])  # steps to the next fork: [through, gate]

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

# ---------------------------------------------------------------- the outside track


@rule
@inline
def way_of(s, total):
    """From fork to fork, not step by step."""
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
def gates_in_reach(s):
    """The gates for which in_reach() of tracks.py holds."""
    own = passes_of(s, s.turn)
    runs = 0
    if s.owner_overshoot != BY_CORNER:
        runs = own
    if s.permission_overshoot == PASS_THROUGH:
        runs |= s.granted & ~own
    return np.int64(REACH[runs, s.large[s.turn]])


@rule
@inline
def askable(s):
    """The gates for which may_ask() of gates.py holds."""
    gates = 0
    for gate in range(CHAIRS):
        gates |= ((s.owner[gate] != s.turn) & (s.owner[gate] != NOBODY)) << gate
    gates &= ALL_GATES - s.granted
    if s.reask_same_gate == 0:
        gates &= ALL_GATES - s.asked
    if not may_ask_more(s):
        return 0
    if s.ask_scope == ANY_GATE:
        return gates
    if s.ask_scope == NEXT_GATE:
        return gates & 1 << FORK_AHEAD[s.large[s.turn]]
    return gates & gates_in_reach(s)


@rule
@inline
def can_ask(s):
    """Any bit left of those that may be asked."""
    return askable(s) != 0


# ---------------------------------------------------------------- playing


@rule
def apply(s, action):
    """play() and go_on(), each case followed by what can come of it alone: then it need not be asked."""
    phase = s.phase
    if phase == ROLL:
        roll(s, action)
        close_turn(s)
    elif phase == BID:
        commit(s, action - CHIPS)
        close_turn(s)
    elif phase == ASK_OR_ROLL:
        ask_or_roll(s, action)
    elif phase <= BONUS_ROLL:
        play_chance(s, action)
        go_on(s)
    elif phase <= MUST_PAY:
        bargain(s, action)
        if s.phase == BEFORE_ROLL:
            begin_turn(s)
    elif phase <= STEAL_TARGET:
        play_own(s, action)
        close_turn(s)
    elif phase <= HAND_OVER:
        trade_off(s, action)
        close_turn(s)
    else:
        deal(s, action)
        go_on(s)


@rule
@inline
def seat_after(s, seat):
    """Looked up instead of counted."""
    return TURN[s.turn_direction, seat]


@rule
@inline
def close_turn(s):
    """go_on() where the turn may be over, but does not go back to what is before the roll."""
    if s.phase == TURN_OVER:
        end_turn(s)
        if s.phase == BEFORE_ROLL:
            begin_turn(s)


@rule
def branch(s):
    """The same cases."""
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
@inline
def lose_card(s, kind):
    """A played card is no longer among those that may lie in a hand."""
    remove_card(s.hand, s.turn, kind)
    for word in range(WORDS):
        s.dark[word] -= ONE_CARD[word, kind]


@rule
@inline
def draw_played(s):
    """As the text says, and the card may lie in a hand again."""
    kind = s.queue[0]
    draw_played_by_the_text(s)
    for word in range(WORDS):
        s.dark[word] += ONE_CARD[word, kind]


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


# ---------------------------------------------------------------- dice and cards


@rule
@inline
def tickets(s):
    """As the odds add up, without adding them."""
    if s.phase == ROLL or s.phase == BONUS_ROLL:
        return ROLL_TICKETS
    return players_of(s) if s.phase == STARTER else np.int64(s.top)


@rule
@inline
def draw(s, ticket):
    """Walks the pile by its counts, in the order of the kinds."""
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


# ---------------------------------------------------------------- what is legal, without a list


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
    """Is a seat or a pass to be chosen? Trading places is left to legal() where it may be void."""
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
def mark_bits(mask, code, bits):
    """Marks one code for each bit, and counts them by a table."""
    for bit in range(CHAIRS):
        mask[code + bit] = bits >> bit & 1
    return SIZE[bits]


@rule
@inline
def mark_others(s, mask):
    """The phases that come up less often."""
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
            if may_trade(s, s.seat, seat):
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


# ---------------------------------------------------------------- what is seen


@rule
@inline
def observe(s, seat, out):
    """Features are written once, for both forms."""
    write_features(s, seat, out)
