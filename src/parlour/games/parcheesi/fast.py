"""Parcheesi again, only for speed: every rule here takes the place of the readable one of the same name when
the game is compiled, and must play the same game bit for bit.

The fields in DERIVED are kept up to date as pawns move: `put` writes board, walls and guards, `go_on` the
menu. While two counts are to be played, `after` tells who can go on with the other one; from this the menu of
the last count follows (see follow), without a second look at the board.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import ROLLS, inline, rule

from .bonuses import earn, earn_for_capture, give_up_bonus, spend_bonus
from .duties import counts_left, last_count
from .fast_menus import action_of, bonus_menu, count_menu
from .fast_parts import part_menu
from .fast_ways import ALL_PAWNS, NTH, SETS, walls_ahead
from .layout import ARM, CHAIRS, ENTER, HOME, HOME_PATH, LOOP, NOWHERE, PATH_LENGTH, PAWNS, SAFE, SPACE, START
from .moving import (
    can_enter,
    lock_pairs_of,
    meets_locked_mate,
    pawns_at,
    send_back,
    space_of,
    which_count,
)
from .moving import is_twin as is_twin_by_the_text
from .record import (
    ACTIONS,
    BONUS,
    DECLINE,
    EMPTY,
    EVER_ENTERED,
    FINISHED,
    FIVE,
    LEAP,
    LEAPS,
    LOCK_OFF,
    PASS,
    PLAY,
    SUM,
    SUM_FIVE,
    TEN,
    THIRD,
    TWENTY,
    spaces_of,
)
from .seen import FEATURES
from .turns import act, await_roll, end_roll, end_turn, finish, set_up

# By seat and progress, like SPACE: the word of `walls` in which a space has its bit, that bit (none for
# NOWHERE), and the bit of `guards`.
WORD = np.where(SPACE < LOOP, SPACE // ARM, CHAIRS + np.arange(CHAIRS)[:, None]).astype(np.uint8)
WALL = np.where(
    SPACE < LOOP,
    1 << SPACE.astype(np.int32) % ARM,
    np.where(SPACE < NOWHERE, 1 << (SPACE.astype(np.int32) - LOOP) % PATH_LENGTH, 0),
).astype(np.int32)
GUARD = np.where(SAFE[SPACE], WALL, 0).astype(np.int32)
GONE = 32  # shifted so far, a bit is gone: a condition without a branch

# OPEN[seat, space, there]: may this seat's pawn land on a space where `there` is on the board?
OPEN = np.array(
    [
        [
            [t == 0 or (t % 4 == 1 and (t // 4 == c or not SAFE[p])) for t in range(4 * CHAIRS)]
            for p in range(NOWHERE + 1)
        ]
        for c in range(CHAIRS)
    ],
    np.bool_,
)

# By seat: what on the board is another's, one bit each.
OTHERS = np.array([sum(1 << t for t in range(1, 4 * CHAIRS) if t // 4 != c) for c in range(CHAIRS)], np.int64)

HOW_MANY = np.array([i.bit_count() for i in range(SETS)], np.uint8)
FOUR = np.array([[i >> p & 1 for p in range(PAWNS)] for i in range(1 << PAWNS)], np.uint8)  # a set of pawns

# ---------------------------------------------------------------- what is in the way


@rule
@inline
def is_way_open(s, seat, here, count):
    """No blockade among the spaces ahead, which are bits."""
    return walls_ahead(s, seat, here) & ((1 << count) - 1) == 0


@rule
@inline
def can_stop(s, seat, progress):
    """By a table of what may stand on a space when a pawn arrives."""
    space = space_of(seat, progress)
    return OPEN[seat, space, s.board[space]]


@rule
@inline
def can_move(s, pawn, count):
    """The way and the end of a move, with one look each."""
    me = s.turn
    here = s.pawns[me, pawn]
    goal = here + count
    if here == START or goal > HOME or walls_ahead(s, me, here) & ((1 << count) - 1) != 0:
        return False
    space = space_of(me, goal)
    there = s.board[space]
    if there == 0:
        return True
    return OPEN[me, space, there] and (s.locks == 0 or not meets_locked_mate(s, pawn, goal))


@rule
@inline
def can_play_last(s):
    """Whether the only number left can be played at all."""
    count = last_count(s)
    if count == FIVE and can_enter(s):
        return True
    for pawn in range(PAWNS):
        if can_move(s, pawn, count) and (s.sum_is_one_move == 0 or s.played != pawn + 1):
            return True
    return False


@rule
@inline
def is_twin(s, pawn):
    """By a look at where they stand, unless locks or the pawn that took the first die may tell them apart."""
    here = s.pawns[s.turn, pawn]
    beside = False
    for other in range(pawn):
        beside |= s.pawns[s.turn, other] == here
    if beside and (s.locks != 0 or s.sum_is_one_move != 0):
        return is_twin_by_the_text(s, pawn)
    return beside


# ---------------------------------------------------------------- playing


@rule
@inline
def put(s, seat, pawn, progress):
    """Move a pawn, keeping all that is derived in step; whoever of another colour stood there is gone.

    Without branches: where pairs and safety spaces are is nothing that a processor could foresee."""
    here, there = s.pawns[seat, pawn] + 1 & 127, progress + 1 & 127
    origin, goal = SPACE[seat, here], SPACE[seat, there]
    single = PAWNS * seat + 1
    pair = s.board[origin] >> 1 & 1
    s.walls[WORD[seat, here]] ^= WALL[seat, here] >> GONE * (1 - pair)
    s.guards[WORD[seat, here] & 3] ^= GUARD[seat, here] >> GONE * pair
    joins = 1 if s.board[goal] == single else 0
    s.walls[WORD[seat, there]] ^= WALL[seat, there] >> GONE * (1 - joins)
    s.guards[WORD[seat, there] & 3] ^= GUARD[seat, there] >> GONE * joins
    s.board[origin] = single & -pair
    s.board[goal] = single + joins
    s.board[NOWHERE] = 0
    s.pawns[seat, pawn] = progress
    if joins != 0 and s.pair_lock != LOCK_OFF and seat == s.turn:
        lock_pairs_of(s, pawn)


@rule
@inline
def lock_all_pairs(s):
    """Pair by pair in the order of their bits."""
    s.locks = 0
    if s.pair_lock != LOCK_OFF:
        locks = 0
        pair = 0
        for pawn in range(PAWNS - 1):
            here = s.pawns[s.turn, pawn]
            under_way = 1 if START < here < HOME else 0
            for mate in range(pawn + 1, PAWNS):
                locks |= (under_way if s.pawns[s.turn, mate] == here else 0) << pair
                pair += 1
        s.locks = locks


@rule
@inline
def follow(s, count, pawn):
    """This pawn takes this count, the first of two: `after` becomes the menu of the other one.

    That menu holds if the pawn makes no pair. It broke none up, for then nothing was known; and where it
    stood and where it stands now its mates could land before and still can."""
    first = 1 if s.value[0] == count else 0
    me = 1 << pawn
    others = s.after >> PAWNS * (1 - first) & ALL_PAWNS
    rest = others ^ (others ^ s.after >> 2 * PAWNS) & me
    s.after = rest << PAWNS * (1 if s.times[0] == first else 0)


@rule
@inline
def play(s, what, pawn):
    """As it is in moving.py; and from `after` follows who can go on."""
    here = s.pawns[s.turn, pawn]
    if what == TEN or what == TWENTY:
        goal = here + spaces_of(what)
        spend_bonus(s, what)
    else:
        goal = ENTER if here == START else here + what
        if what == LEAP:
            goal = here + s.dice[0] + s.dice[1]
        if what == SUM_FIVE or what == LEAP:  # both dice
            s.times[0] = 0
            s.times[1] = 0
        else:
            follow(s, what, pawn)
            s.times[which_count(s, what)] -= 1
        if s.quad_condition == EVER_ENTERED and here == START and s.fresh[s.turn] > 0:
            s.fresh[s.turn] -= 1
        if s.sum_is_one_move != 0 and s.quad == 0 and here != START:
            s.played = pawn + 1  # one just entered may still take the other die
    land(s, pawn, goal)


@rule
def try_count(s, what, pawn):
    """As it is in moving.py, of single counts alone: nobody tries what uses up both dice."""
    here = s.pawns[s.turn, pawn]
    goal = ENTER if here == START else here + what
    there = np.int64(s.board[space_of(s.turn, goal)])
    kept = there << 16 | np.int64(s.locks) << 8 | np.int64(s.played)
    s.times[which_count(s, what)] -= 1
    if s.sum_is_one_move != 0 and s.quad == 0 and here != START:
        s.played = pawn + 1
    put(s, s.turn, pawn, goal)
    return kept


@rule
@inline
def land(s, pawn, goal):
    """Arrive, and finish where that wins: nothing else needs to ask."""
    me = s.turn
    space = space_of(me, goal)
    if goal == HOME:
        earn(s, TEN)
    elif OTHERS[me] >> s.board[space] & 1 != 0:
        send_back(s, space)
        earn_for_capture(s)
    put(s, me, pawn, goal)
    if goal == HOME and pawns_at(s, me, HOME) == PAWNS:
        finish(s)


@rule
@inline
def go_on(s):
    """What comes next, with the menu that says so."""
    if s.phase == PLAY:
        if counts_left(s) > 0:
            if s.after != 0 and s.locks == 0:  # a pair made by the last move would be locked
                s.menu = s.after
                s.after = 0
                return
            s.after = 0
            s.menu = part_menu(s) if s.quad != 0 else count_menu(s)
            if s.menu != 0:
                return
        end_roll(s)
    if s.phase == BONUS:
        s.menu = 0
        while s.tens + s.twenties > 0:
            s.menu = bonus_menu(s)
            if s.menu != 0:
                return
            give_up_bonus(s)
        if s.doublets > 0:
            await_roll(s)
        else:
            end_turn(s)


# ---------------------------------------------------------------- the contract


@rule
@inline
def legal(s, out):
    """Reads the menu off, where actions have their fixed order."""
    if s.phase == PLAY or s.phase == BONUS:
        n = 0
        if s.menu >> SUM & 1 != 0:
            out[0] = action_of(s, SUM)
            n = 1
        for bit in range(SUM):
            if s.menu >> bit & 1 != 0:
                out[n] = action_of(s, bit)
                n += 1
        return n
    if s.phase == FINISHED:
        return 0
    for outcome in range(len(ROLLS)):
        out[outcome] = outcome
    return len(ROLLS)


@rule
@inline
def choices(s, out):
    """How many entries the menu has."""
    return HOW_MANY[s.menu] if s.menu < SETS else legal(s, out)


@rule
@inline
def choice(s, k, out):
    """The k-th entry of the menu."""
    return action_of(s, NTH[s.menu, k] & 7) if s.menu < SETS else out[k]


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: all that a menu offers of a count lies together."""
    menu = np.int64(s.menu)
    bonus = s.phase == BONUS
    first, second = (TEN if bonus else s.value[0]) & 15, (TWENTY if bonus else s.value[1]) & 15
    for action in range(ACTIONS):
        mask[action] = 0
    for pawn in range(PAWNS):
        mask[PAWNS * second + pawn] = FOUR[menu >> PAWNS & ALL_PAWNS, pawn]
    for pawn in range(PAWNS):  # behind the second: of two that are alike it is the first that is left
        mask[PAWNS * first + pawn] = FOUR[menu & ALL_PAWNS, pawn]
    if menu >= SETS:  # more than counts, or bonuses
        for pawn in range(PAWNS):
            mask[PAWNS * LEAP + pawn] = menu >> LEAPS + pawn & 1
        mask[PASS] = menu >> DECLINE & 1
        if menu >> SUM & 1 != 0:
            mask[action_of(s, SUM)] = 1
    return np.int64(HOW_MANY[menu & SETS - 1]) + np.int64(HOW_MANY[menu >> LEAPS])


@rule
@inline
def apply(s, action):
    """Nothing is left to derive: every field is kept up to date."""
    act(s, action)
    go_on(s)


@rule
def new_game(s, players):
    """As the text says, with empty bits beside it."""
    set_up(s, players)
    for seat in range(CHAIRS):
        s.walls[seat] = 0
        s.walls[CHAIRS + seat] = 0
        s.guards[seat] = 0
    for space in range(NOWHERE + 1):
        s.board[space] = 0


@rule
def drop_counts(s):
    """No parts are left, nor any menu of them."""
    s.value[0] = 0
    s.value[1] = 0
    s.times[0] = 0
    s.times[1] = 0
    s.menu = 0
    s.after = 0
    s.quad = 0
    s.played = 0


@rule
@inline
def branch(s):
    """The dice; a bonus; one die left, or two; so many parts left of a four-part move."""
    if s.phase == PLAY:
        return (3 if s.quad != 0 else 1) + counts_left(s)
    return 1 if s.phase == BONUS else 0


# By tables and without branches, which nobody could foresee. [progress + 1]: the share of the way; and
# [step, progress + 1]: where a pawn of the seat `step` to the left shows on the loop. One that does not is
# counted where `seated` is written later.
WAY_SHARE = np.array([(progress + 1) / (HOME + 1) for progress in range(START, HOME + 1)], np.float32)
SHOWN_AT = np.array(
    [
        [
            8 * CHAIRS + (progress - ARM * step) % LOOP if ENTER <= progress < HOME_PATH else 8 * step
            for progress in range(START, HOME + 1)
        ]
        for step in range(CHAIRS)
    ],
    np.uint8,
)
ENDS = np.array([1, *[0] * HOME, 16], np.uint8)  # [progress + 1]: pawns in START count 1, those at HOME 16
# [value]: where it is told how often this count is left. Where none is, a place that is written later serves.
LEFT_AT = np.array([8 * CHAIRS + LOOP + (count - 1 if count > 0 else 6) for count in range(8)], np.uint8)


@rule
@inline
def observe(s, seat, out):
    """By tables, what seen.py says."""
    for i in range(8 * CHAIRS, FEATURES):
        out[i] = 0.0
    n = 0
    for step in range(CHAIRS):
        other = seat - step & 3
        seated = 1 if s.place[other] != EMPTY else 0
        ends = 0
        for pawn in range(PAWNS):
            at = np.int64(s.pawns[other, pawn]) + 1 & 127
            out[n + 4 + pawn] = WAY_SHARE[at]
            out[SHOWN_AT[step, at]] += 0.5 if step == 0 else -0.5
            ends += ENDS[at]
        out[n] = seated
        out[n + 1] = seated & (1 if s.turn == other else 0)
        out[n + 2] = (ends & 15) * seated / PAWNS
        out[n + 3] = (ends >> 4) / PAWNS
        n += 4 + PAWNS
    out[LEFT_AT[s.value[0] & 7]] += s.times[0] / 2
    out[LEFT_AT[s.value[1] & 7]] += s.times[1] / 2
    n += LOOP + 6
    out[n] = min(s.tens, PAWNS) / PAWNS
    out[n + 1] = min(s.twenties, PAWNS) / PAWNS
    out[n + 2] = s.doublets / (THIRD - 1)
    out[n + 3] = s.quad
    out[n + 4 + (s.phase & 7)] = 1.0
