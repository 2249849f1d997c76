"""Menus, for fast.py: what may be played, worked out for all four pawns in one go, and without branches that
no processor could foresee. Only where pairs are in play a count is tried, and what follows looked at."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .bonuses import offers
from .duties import (
    can_leap,
    can_take_bonus,
    counts_left,
    dice_of,
    duty,
    may_leap,
    shows_five,
    worth,
)
from .fast_ways import (
    ALL_PAWNS,
    LANE_WIDTH,
    NEAR,
    NTH,
    lanes_of,
    locked_pair,
    ones,
    place_on_way,
    reach,
    ways_of,
    who_can,
)
from .layout import PAWNS, START
from .moving import first_in_start, is_twin, same_locks
from .record import (
    BONUS,
    CAPTURE_BONUS,
    DECLINE,
    EVER_ENTERED,
    FIVE,
    GREEDY,
    HIGHER,
    HOME_BONUS,
    LEAP,
    LEAPS,
    LOCK_OFF,
    NO,
    PASS,
    SUM,
    SUM_FIVE,
    TEN,
    TWENTY,
    what_of,
)

# By a set of pawns, those that have another one of the set beside themselves.
HAVE_OTHERS = np.array(
    [sum(1 << p for p in range(PAWNS) if i & ~(1 << p)) for i in range(1 << PAWNS)], np.int64
)
ANYBODY = np.array([0, ALL_PAWNS, ALL_PAWNS], np.int64)  # who is left to ask, by how often a count is

# Tables instead of conditions which nobody could foresee, by both counts of a roll; with [waits], 1 if a pawn
# is to enter.
_COUNTS = range(8)
# Which bit of a lane is the other count, where one is a FIVE; else a bit that no lane has.
OTHER = np.array(
    [
        [a + b - FIVE - 1 if (a == FIVE) != (b == FIVE) and a * b > 0 else LANE_WIDTH - 1 for b in _COUNTS]
        for a in _COUNTS
    ],
    np.uint8,
)
# The duty to enter a pawn with both dice, as a menu.
BOTH_ENTER = np.array(
    [
        [[waits << SUM if a + b == FIVE and a * b > 0 else 0 for b in _COUNTS] for a in _COUNTS]
        for waits in range(2)
    ],
    np.int64,
)


def _kept(waits: int, a: int, b: int) -> int:
    """What stays true of `after`: who plays a FIVE first enters, and who plays the other die leaves the FIVE
    to the pawn that enters, so nobody else plays both. Of two FIVEs nothing is known."""
    if waits and (a + b == FIVE or a == b == FIVE):
        return 0
    return ones(0, 2 * PAWNS if waits and FIVE in (a, b) else 3 * PAWNS)


AFTER_KEPT = np.array([[[_kept(w, a, b) for b in _COUNTS] for a in _COUNTS] for w in range(2)], np.int64)


# ---------------------------------------------------------------- what may be played


@rule
@inline
def entrant(s):
    """The pawn that a FIVE must enter now, as a bit; 0 for none."""
    me = s.turn
    waiting = 0
    for pawn in range(PAWNS):
        waiting |= (1 if s.pawns[me, pawn] == START else 0) << pawn
    # Anybody's blockade keeps it in.
    return 0 if s.walls[me] & 1 != 0 else waiting & -waiting


@rule
@inline
def is_tangled(s):
    """May there be pairs of the mover's that a move breaks up, or other things which only trying tells?"""
    return (
        s.locks != 0
        or s.pair_lock == LOCK_OFF
        or (s.quad != 0 and (s.quad_condition == EVER_ENTERED or s.quad_short_win != 0))
    )


@rule
def in_the_way(s, apart):
    """Pawns that, taking one count, could come to stand where a locked mate would go with the other."""
    found = 0
    locks = s.locks
    while locks != 0:
        pawn, mate = locked_pair(s, locks)
        locks &= locks - 1
        if s.pawns[s.turn, mate] - s.pawns[s.turn, pawn] == apart:
            found |= 1 << pawn | 1 << mate
    return found


@rule
@inline
def lead_on(s, lanes, mates, menu, one, two, after_first, after_second):
    """Two counts are left, `one` and `two`, and these pawns can take the second after the first, and
    the first after the second: those of the menu that surely leave the other count playable, and
    `after`. Unless the position is tangled no other leaves it so.

    Leaving a space hinders nobody, and arriving only those who would pass a pair that is made
    so. So another pawn that can play now can play then, and one pawn can take both if it can take the sum.
    """
    can_both = who_can(lanes, one + two)
    both = can_both | can_both << PAWNS
    sure = menu & (both | HAVE_OTHERS[after_first] | HAVE_OTHERS[after_second] << PAWNS)
    joins = lanes & mates
    joining = sure & ~both & (who_can(joins, one) | who_can(joins, two) << PAWNS)
    if joining != 0:
        sure &= ~joining | joins_leave(s, joining, after_first, after_second, one, two)
    if s.locks != 0:
        sure &= ~both_counts(in_the_way(s, abs(one - two))) | both
    return sure, after_first | after_second << PAWNS | can_both << 2 * PAWNS


@rule
def joins_leave(s, joining, after_first, after_second, one, two):
    """Of these pawns, which join a mate: after whom can another play, not held up by the new blockade?"""
    me = s.turn
    kept = 0
    while joining != 0:
        bit = NTH[joining, 0]
        joining &= joining - 1
        pawn = bit & 3
        goal = s.pawns[me, pawn] + (one if bit < PAWNS else two)
        rest = two if bit < PAWNS else one
        takers = after_first if bit < PAWNS else after_second
        for other in range(PAWNS):
            if other != pawn and takers >> other & 1 != 0:
                here = s.pawns[me, other]
                if here == START or here >= goal or here + rest < goal:
                    kept |= 1 << bit
    return kept


@rule
def twins_of(s):
    """The pawns of whom a lower-numbered one is in the very same situation, as bits."""
    twins = 0
    if s.pair_lock == LOCK_OFF or s.sum_is_one_move != 0:
        for pawn in range(1, PAWNS):
            if is_twin(s, pawn):
                twins |= 1 << pawn
        return twins
    locks = s.locks  # else all that stand together are in it
    while locks != 0:
        one, two = locked_pair(s, locks)
        together = s.pawns[s.turn, one] == s.pawns[s.turn, two]
        if together and (s.locks & (s.locks - 1) == 0 or same_locks(s, one, two)):
            twins |= 1 << two
        locks &= locks - 1
    return twins


@rule
@inline
def takers(s, lanes, which, entering):
    """Who could take this count now, if it is left, as bits."""
    able = who_can(lanes, s.value[which])
    if s.value[which] == FIVE and entering != 0:
        able = entering
    return able


@rule
@inline
def menu_for(s, first, second):
    """The menu for those who can take the first count and the second: of counts that are left."""
    return first & ANYBODY[s.times[0] & 3] | (second & ANYBODY[s.times[1] & 3]) << PAWNS


@rule
@inline
def count_menu(s):
    """The ways to play one die of an ordinary roll, duties to enter respected."""
    lanes, mates, entry = lanes_of(s)
    entering = entrant(s)
    first = takers(s, lanes, 0, entering)
    second = takers(s, lanes, 1, entering)
    if s.sum_five_optional | s.enter_first | s.enter_lookahead | s.sum_is_one_move != 0:
        return house_menu(s, first, second, entering)
    if s.max_dice | s.single_die_choice != 0:
        return house_menu(s, first, second, entering)
    menu = menu_for(s, first, second)
    sure = 0
    enter = 0
    if counts_left(s) == 2:
        waits, a, b = 1 if entering != 0 else 0, s.value[0] & 7, s.value[1] & 7
        enter = BOTH_ENTER[waits, a, b]
        sure, after = lead_on(s, lanes, mates, menu, a, b, second, first)  # of doublets they are the same
        s.after = after & AFTER_KEPT[waits, a, b] | entering * (entry >> OTHER[a, b] & 1) << 2 * PAWNS
    if is_tangled(s):
        s.after = 0
        menu = menu & ~both_counts(twins_of(s))
        sure &= menu
        if counts_left(s) == 2:
            sure |= try_rest(s, menu & ~sure)
    # A count that leaves the other one playable goes before all others.
    # So a blockade must be broken when nothing else can move.
    menu = sure if sure != 0 else menu
    return enter if enter != 0 else menu


@rule
def both_counts(pawns):
    """Pawns, as part of a menu that has them for both counts."""
    return pawns | pawns << PAWNS


@rule
def try_rest(s, menu):
    """Of this menu, what leaves the other die playable."""
    found = 0
    while menu != 0:
        bit = NTH[menu, 0]
        menu &= menu - 1
        if worth(s, what_of(action_of(s, bit)), bit & 3) == 2:
            found |= 1 << bit
    return found


@rule
def house_menu(s, first, second, entering):
    """The same under house rules that value moves otherwise."""
    menu = 0
    if shows_five(s) and entering != 0:
        menu = 1 << SUM
        if s.sum_five_optional == 0:
            return menu
    if entering != 0 and s.enter_first != 0:
        if s.value[0] == FIVE and s.times[0] > 0:
            return first
        if s.value[1] == FIVE and s.times[1] > 0:
            return second << PAWNS
    menu |= menu_for(s, first, second)
    if s.sum_is_one_move != 0 and s.played != 0:  # both dice for one pawn are one leap then
        menu &= ~both_counts(1 << (s.played - 1))
    if may_leap(s):
        for pawn in range(PAWNS):
            if can_leap(s, pawn):
                menu |= 1 << (LEAPS + pawn)
    twins = twins_of(s)
    menu &= ~(both_counts(twins) | twins << LEAPS)
    if counts_left(s) == 2:
        if s.max_dice != GREEDY or s.enter_lookahead != 0:
            menu = keep_best(s, menu)
        if s.single_die_choice == HIGHER:
            menu = keep_higher(s, menu)
    return menu


@rule
def keep_best(s, menu):
    """Of the first moves of a roll keep those that lead to the most dice."""
    best = -1
    kept = 0
    for bit in range(SUM + 1):
        if menu >> bit & 1 != 0:
            value = duty(s, worth(s, what_of(action_of(s, bit)), bit & 3))
            if value > best:
                best = value
                kept = 0
            if value == best:
                kept |= 1 << bit
    return kept


@rule
def keep_higher(s, menu):
    """House rule: when either die can be played but not both, the higher one."""
    high = 0
    for bit in range(SUM + 1):
        if menu >> bit & 1 != 0:
            if dice_of(worth(s, what_of(action_of(s, bit)), bit & 3)) > 1:
                return menu
            high = max(high, what_of(action_of(s, bit)))
    kept = 0
    for bit in range(SUM + 1):
        if menu >> bit & 1 != 0 and what_of(action_of(s, bit)) == high:
            kept |= 1 << bit
    return kept


@rule
def bonus_menu(s):
    """The ways to play a bonus."""
    a, b, c, d = place_on_way(s, 0), place_on_way(s, 1), place_on_way(s, 2), place_on_way(s, 3)
    near, far, near_shut, far_shut = ways_of(s, NEAR[a + 1] | NEAR[b + 1] | NEAR[c + 1] | NEAR[d + 1])
    tens = 0
    twenties = 0
    for pawn in range(PAWNS):
        ahead = reach(near, far, near_shut, far_shut, place_on_way(s, pawn))
        tens |= (ahead >> HOME_BONUS - 1 & 1) << pawn
        twenties |= (ahead >> CAPTURE_BONUS - 1 & 1) << pawn
    menu = (tens if offers(s, TEN) else 0) | (twenties if offers(s, TWENTY) else 0) << PAWNS
    if is_tangled(s) or s.bonus_into_home == NO or s.bonus_can_capture == NO:
        menu &= ~both_counts(twins_of(s))
        rest = menu
        while rest != 0:
            bit = NTH[rest, 0]
            rest &= rest - 1
            if not can_take_bonus(s, TEN + (bit >> 2), bit & 3):
                menu &= ~(1 << bit)
    if menu != 0 and s.bonus_optional != 0:
        menu |= 1 << DECLINE
    return menu


@rule
@inline
def action_of(s, bit):
    """The action that a bit of the menu stands for."""
    if bit == SUM:
        return PAWNS * SUM_FIVE + first_in_start(s, s.turn)
    if bit == DECLINE:
        return PASS
    if bit >= LEAPS:
        return PAWNS * LEAP + bit - LEAPS
    what = TEN + (bit >> 2) if s.phase == BONUS else s.value[bit >> 2]
    return PAWNS * what + (bit & 3)
