"""What follows from the rest of the record, worked out afresh: the readable rules end every step with it, and
fast.py, which alone reads more of it than the board, keeps it up to date as it goes. (record.py: DERIVED)"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

from .duties import KINDS, counts_left, higher_die, is_legal, kind_of_play, legal, may_take, most_worth
from .layout import ARM, CHAIRS, ENTER, HOME, LOOP, NOWHERE, PATH_LENGTH, PAWNS, SAFE
from .moving import can_enter, can_move, can_stop, first_in_start, is_way_open, set_down, space_of
from .record import (
    BONUS,
    DECLINE,
    EVER_ENTERED,
    FIVE,
    LEAPS,
    LOCK_OFF,
    PASS,
    PLAY,
    SUM,
    SUM_FIVE,
    number_on,
)


@rule
def derive(s):
    """The fields that only speed needs, from those that say where everything is."""
    derive_board(s)
    derive_walls(s)
    s.menu = menu_of(s)
    s.after = after_of(s)


@rule
def derive_board(s):
    """What stands on each space: whose pawns, and one or two."""
    for space in range(NOWHERE + 1):
        s.board[space] = 0
    for seat in range(CHAIRS):
        for pawn in range(PAWNS):
            set_down(s, seat, space_of(seat, s.pawns[seat, pawn]))


@rule
def derive_walls(s):
    """Blockades as bits, arm by arm, and the safety spaces that are taken."""
    for arm in range(CHAIRS):
        s.walls[arm] = 0
        s.walls[CHAIRS + arm] = 0
        s.guards[arm] = 0
    for space in range(NOWHERE):
        there = s.board[space]
        if space < LOOP:
            word, bit = space // ARM, space % ARM
        else:
            word, bit = CHAIRS + (space - LOOP) // PATH_LENGTH, (space - LOOP) % PATH_LENGTH
        if number_on(there) == 2:
            s.walls[word] |= 1 << bit
        if there != 0 and SAFE[space]:
            s.guards[word] |= 1 << bit


FIRST_BIT = (SUM, 0, PAWNS, LEAPS, 0, PAWNS)  # of the menu, by kind_of_play()


@rule
def menu_of(s):
    """What is legal, as bits; 0 where nothing can be played."""
    menu = 0
    if s.phase == PLAY or s.phase == BONUS:
        most = most_worth(s)
        high = higher_die(s, most)
        for kind in range(KINDS):
            for pawn in range(PAWNS):
                action = PAWNS * kind_of_play(s, kind) + pawn
                if action < PASS and is_legal(s, action, most, high):
                    menu |= 1 << (SUM if kind == 0 else FIRST_BIT[kind] + pawn)
        if is_legal(s, PASS, most, high):
            menu |= 1 << DECLINE
    return menu


@rule
def listed(s, out):
    """What `legal` lists, read off the menu."""
    if s.phase != PLAY and s.phase != BONUS:
        return legal(s, out)
    n = 0
    if s.menu >> SUM & 1 != 0:
        out[0] = PAWNS * SUM_FIVE + first_in_start(s, s.turn)
        n = 1
    first, last = (1, 3) if s.phase == PLAY else (4, 5)
    for kind in range(first, last + 1):
        for pawn in range(PAWNS):
            if s.menu >> FIRST_BIT[kind] + pawn & 1 != 0:
                out[n] = PAWNS * kind_of_play(s, kind) + pawn
                n += 1
    if s.menu >> DECLINE & 1 != 0:
        out[n] = PASS
        n += 1
    return n


# ---------------------------------------------------------------- after


@rule
def after_of(s):
    """Two counts are left: who else can take the second after the first, who else the first after the second,
    and who both. 0 where pairs, or house rules, make that uncertain."""
    if s.phase != PLAY or counts_left(s) != 2 or is_uncertain(s):
        return 0
    one = s.value[0] if s.times[0] > 0 else s.value[1]
    two = s.value[1] if s.times[1] > 0 else s.value[0]
    if one == FIVE and two == FIVE and can_enter(s):
        return 0
    after = 0
    for pawn in range(PAWNS):
        if may_take(s, two, pawn):
            after |= 1 << pawn
        if may_take(s, one, pawn):
            after |= 1 << PAWNS + pawn
        if can_take_both(s, pawn, one, two):
            after |= 1 << 2 * PAWNS + pawn
    return after


@rule
def is_uncertain(s):
    """May there be pairs of the mover's that a move breaks up, or other things which only trying tells?"""
    if s.locks != 0 or s.pair_lock == LOCK_OFF:
        return True
    if s.quad != 0:
        return s.quad_condition == EVER_ENTERED or s.quad_short_win != 0
    counts_otherwise = s.sum_five_optional + s.enter_first + s.enter_lookahead + s.sum_is_one_move
    return counts_otherwise + s.max_dice + s.single_die_choice != 0


@rule
def can_take_both(s, pawn, one, two):
    """Whether one pawn can take both numbers, a FIVE entering it where one is due."""
    if not can_enter(s):
        return can_move(s, pawn, one + two)
    if one + two == FIVE:
        return False  # both enter a pawn together
    if one != FIVE and two != FIVE:
        return can_move(s, pawn, one + two)
    other = one + two - FIVE
    if pawn != first_in_start(s, s.turn) or ENTER + other > HOME:
        return False
    return is_way_open(s, s.turn, ENTER, other) and can_stop(s, s.turn, ENTER + other)
