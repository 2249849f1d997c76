"""The menu of a four-part move, for fast.py: which parts can be played so that all others can be, too."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import inline, rule

from .duties import can_play_last, counts_left, is_cut_short
from .fast_menus import both_counts, entrant, is_tangled, lead_on, menu_for, takers, twins_of
from .fast_ways import ALL_PAWNS, LANES, NTH, lanes_of, pawns_in, who_can
from .layout import ENTER, PAWNS, START
from .moving import is_twin, put, space_of
from .record import DECLINE, EVER_ENTERED


@rule
def part_menu(s):
    """The ways to go on with a four-part move."""
    lanes, mates, _ = lanes_of(s)
    entering = entrant(s)  # only when START pawns may count as entered
    first = takers(s, lanes, 0, entering)
    second = takers(s, lanes, 1, entering)
    menu = menu_for(s, first, second)
    left = counts_left(s)
    if is_tangled(s):
        menu &= ~both_counts(twins_of(s))
    if left > 1:
        rest = menu
        if left == 2:
            sure, after = last_two_parts(s, lanes, mates, menu, first, second)
            menu &= sure
            if not is_tangled(s):
                s.after = after
        else:
            menu &= run_on(s, lanes & ~mates, menu)
        rest &= ~menu
        if left == 2 and not is_tangled(s):
            rest = 0
        while rest != 0:
            bit = NTH[rest, 0]
            rest &= rest - 1
            if part_leads_on(s, bit & 3, bit >> 2):
                menu |= 1 << bit
    if menu != 0 and s.quad_optional != 0 and left == PAWNS:
        menu |= 1 << DECLINE
    return menu


@rule
@inline
def last_two_parts(s, lanes, mates, menu, first, second):
    """`lead_on` for the last two parts, which may be of one count."""
    one = s.value[0] if s.times[0] > 0 else s.value[1]
    two = s.value[1] if s.times[1] > 0 else s.value[0]
    after_first = second if s.times[1] > 0 else first
    after_second = first if s.times[0] > 0 else second
    return lead_on(s, lanes, mates, menu, one, two, after_first, after_second)


@rule
@inline
def run_on(s, free, takers):
    """More than two parts are left, and `takers` is a menu of who can take one: those after whom one
    pawn alone can surely take the rest, landing on spaces where nobody of its own colour stands. It
    must not land where the first one went, nor pass there if that made a pair."""
    if s.quad_condition == EVER_ENTERED:
        return 0  # a FIVE might have to enter a pawn
    me = s.turn
    sure = 0
    more = s.value[1] if counts_left(s) > 3 else 0
    for which in range(2):  # of three parts or four there are some of both counts
        value = s.value[which]
        of_first = s.times[0] - (1 - which)
        one = s.value[0] if of_first > 0 else s.value[1]
        two = one + (s.value[0] if of_first > 1 else s.value[1])
        spaces = two + more
        steps = 1 << one | 1 << two | 1 << spaces
        able = takers >> PAWNS * which & ALL_PAWNS
        alone = free >> (one - 1) & free >> (two - 1) & free >> (spaces - 1) & LANES
        ahead = free >> value
        itself = ahead >> (one - 1) & ahead >> (two - 1) & ahead >> (spaces - 1) & LANES
        found = able & pawns_in(itself)
        runners = pawns_in(alone)
        joining = ~who_can(free, value)
        rest = able & ~found
        while rest != 0:
            pawn = int(NTH[rest, 0])
            rest &= rest - 1
            others = runners & ~(1 << pawn)
            while others != 0:
                gap = s.pawns[me, pawn] + value - s.pawns[me, NTH[others, 0]]
                others &= others - 1
                if not 0 < gap <= spaces or (steps | -(joining >> pawn & 1)) >> gap & 1 == 0:
                    found |= 1 << pawn
                    others = 0
        sure |= found << PAWNS * which
    return sure


# ---------------------------------------------------------------- trying


@rule
def part_leads_on(s, pawn, which):
    """This pawn can take this part: can all the others be played, too?"""
    origin = s.pawns[s.turn, pawn]
    kept = try_part(s, pawn, which)
    done = is_cut_short(s) or can_end(s, counts_left(s))
    take_part_back(s, pawn, which, origin, kept)
    return done


@rule
def can_end(s, parts):
    """Can all the parts that are left be played?"""
    if parts == 1:
        return can_play_last(s)
    if parts == 2:
        return can_end_2(s)
    if parts == 3:
        return can_end_3(s)
    return parts == 0


@rule
def can_end_3(s):
    """Whether all of the last three parts of a four-part move can be played, in any order."""
    lanes, mates, _ = lanes_of(s)
    rest = menu_for(s, takers(s, lanes, 0, entrant(s)), takers(s, lanes, 1, entrant(s)))
    if run_on(s, lanes & ~mates, rest) != 0:
        return True
    while rest != 0:
        bit = NTH[rest, 0]
        rest &= rest - 1
        if not is_twin(s, bit & 3):
            origin = s.pawns[s.turn, bit & 3]
            kept = try_part(s, bit & 3, bit >> 2)
            done = is_cut_short(s) or can_end_2(s)
            take_part_back(s, bit & 3, bit >> 2, origin, kept)
            if done:
                return True
    return False


@rule
def can_end_2(s):
    """Can the last two parts be played, in some order, by some pawns?"""
    lanes, mates, _ = lanes_of(s)
    first = takers(s, lanes, 0, entrant(s))
    second = takers(s, lanes, 1, entrant(s))
    rest = menu_for(s, first, second)
    sure, _ = last_two_parts(s, lanes, mates, rest, first, second)
    if sure != 0:
        return True
    if not is_tangled(s):
        return False
    while rest != 0:
        bit = NTH[rest, 0]
        rest &= rest - 1
        origin = s.pawns[s.turn, bit & 3]
        kept = try_part(s, bit & 3, bit >> 2)
        done = is_cut_short(s) or can_play_last(s)
        take_part_back(s, bit & 3, bit >> 2, origin, kept)
        if done:
            return True
    return False


@rule
def try_part(s, pawn, which):
    """Let this pawn take the first part or the second, to look what can follow. Returns what `take_part_back`
    needs. The longest look ahead is all tries: they do without whatever concerns dice alone."""
    here = s.pawns[s.turn, pawn]
    goal = ENTER if here == START else here + s.value[which]
    kept = np.int64(s.board[space_of(s.turn, goal)]) << 8 | np.int64(s.locks)
    s.times[which] -= 1
    put(s, s.turn, pawn, goal)
    return kept


@rule
def take_part_back(s, pawn, which, origin, kept):
    """Undoes a part that was only tried."""
    space = space_of(s.turn, s.pawns[s.turn, pawn])
    put(s, s.turn, pawn, origin)
    s.board[space] = kept >> 8
    s.locks = kept & 255
    s.times[which] += 1
