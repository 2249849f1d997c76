"""Some of the rules of Pollyanna once more, only quicker: the way, moves, the menu of decisions, features.

Nothing here is law. A rule of this file takes the place of the readable one of the same name in compiled
forms; every step of both is compared. What is faster, and how:

    is_clear            one look at bit rows instead of a walk over the places between
    put, new_game       keep `walls`, `shut`, `tracks` and `stacks` up to date: derived.py says what they hold
    offers_choice       works `menu` out at once, as bits (fast_menus.py), by the printed rules; legal,
                        choices, choice and mark read it. By other rules they ask the readable text
    worth_of_rest       tries chains of rewards in a loop, which a GPU can do
    goal_of, all_home, observe    by tables, without branches, which nobody could foresee
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import ROLLS, UNMARKED, inline, rule

from .derived import LAND_BIT, NO_LANDING, TRACK_BIT, TRACK_OF, WALL_BIT, printed
from .duties import START_WORTH, keep_duties, list_possible, must_use_reward, worth_of_die
from .duties import legal as legal_by_the_text
from .duties import worth as worth_by_the_text
from .fast_menus import PAIRS, dice_menu, on_path, on_turnouts, reward_menu, siding_bit
from .layout import (
    BEYOND,
    CHAIRS,
    COLOUR,
    CORNER,
    FIRST_TURNOUT,
    HOME,
    LOOP,
    NOWHERE,
    PLACES,
    SPACE,
    STRAIGHT,
    TURNOUT,
    TURNOUT_LENGTH,
    WAY,
)
from .moving import can_go, can_take, earns, place_of
from .record import (
    ACTIONS,
    EMPTY,
    FINISHED,
    FRIENDS,
    LARGEST_STACK,
    LEAP,
    NO,
    OWN,
    PARTNER,
    PASS,
    PIECES,
    PLAY,
    REWARD,
    SIX,
    SUM_SIX,
    TEN,
    both_left,
    first_in_corner,
    holds_six,
    piece_of,
    route_of,
    shows_six,
    size_of,
    space_of,
    what_of,
)
from .seen import ABOUT_A_SEAT, FEATURES, MAP, WAY_SHARE
from .turns import clear_throw as clear_by_the_text
from .turns import offers_choice as offers_by_the_text
from .turns import play_on, set_up

# ---------------------------------------------------------------- the way
# What lies between the ends of a move, as bits of the way and of the lines: [route, place, count].

VIA_WALLS = np.zeros(WAY.shape, np.int64)
VIA_SIDINGS = np.zeros(WAY.shape, np.int64)
for _route, _p, _count in np.ndindex(*WAY.shape):
    for _between in WAY[_route, _p, 1:_count].tolist():
        if _between < HOME:
            VIA_WALLS[_route, _p, _count] |= 1 << (_between - 1)
        elif HOME < _between < BEYOND:
            VIA_SIDINGS[_route, _p, _count] |= siding_bit(_between)


@rule
@inline
def is_clear(s, seat, here, count, route):
    """No blockade on the way, by the bits of a route that are known beforehand."""
    return (s.walls[seat] | on_path(s, seat)) & VIA_WALLS[route, here, count] == 0 and on_turnouts(
        s, seat
    ) & VIA_SIDINGS[route, here, count] == 0


# ---------------------------------------------------------------- moving
# By space: whose pieces are safe there alone, and whose may stand there.
SAFE_FOR = np.array([OWN[c] if c >= 0 else 0 for c in COLOUR], np.int64)
STANDS = np.array([0xFFFF if n < NOWHERE else 0 for n in range(NOWHERE + 1)], np.int64)

RIVALS_MIND, FRIENDS_MIND = 1, 2


def _minds(max_stack: int, count: int, safe: bool) -> int:
    """Who can land on a Broadway space where `count` others stand, but no longer with this piece."""
    if count + 1 == LARGEST_STACK[max_stack]:
        return FRIENDS_MIND
    return RIVALS_MIND if count == 0 or (count == 1 and not safe) else 0


# [max_stack, 2 * count + whether the others are safe there], and who these are as bits: [.., partners, seat]
MINDS = np.array([[_minds(m, n >> 1, n & 1 != 0) for n in range(32)] for m in (0, 1)], np.uint8)
_FRIENDS = [[1 << c for c in range(CHAIRS)], [1 << c | 1 << PARTNER[c] for c in range(CHAIRS)]]
SEATS_THAT = np.array([[[0] * CHAIRS] * 2, [[15 ^ n for n in row] for row in _FRIENDS], _FRIENDS], np.uint8)

# Where a piece comes by a start, a die or a reward, by place & 127, which makes CORNER the last, and then
# 2 * what + route.
GOALS = np.zeros((128, 32), np.uint8)
for _what in range(1, TEN + 1):
    for _route in (STRAIGHT, TURNOUT):
        GOALS[:PLACES, 2 * _what + _route] = WAY[_route, :, REWARD if _what == TEN else _what]

ALL_HOME = HOME * 0x01010101  # four pieces, a byte each


@rule
@inline
def all_home(s, seat):
    """One comparison of four bytes."""
    where = np.int64(s.pieces[seat, 0]) & 255 | (np.int64(s.pieces[seat, 1]) & 255) << 8
    where |= (np.int64(s.pieces[seat, 2]) & 255) << 16 | (np.int64(s.pieces[seat, 3]) & 255) << 24
    return where == ALL_HOME


@rule
@inline
def goal_of(s, what, piece, route):
    """Where a move ends, looked up for the numbers that dice can show."""
    here = s.pieces[s.mover, piece]
    if s.sum_is_one_move != 0 and what == LEAP:
        return WAY[route, here, s.left[0] + s.left[1]]
    return GOALS[np.int64(here) & 127, what << 1 | route]


@rule
@inline
def put(s, seat, piece, place):
    """A piece changes places, and with it the bits that say what can be passed and captured."""
    bit = 1 << (PIECES * seat + piece)
    old = np.int64(space_of(seat, s.pieces[seat, piece]))
    new = np.int64(space_of(seat, place))
    s.pieces[seat, piece] = place
    left = toggle(s, old, bit)
    joined = toggle(s, new, bit)
    # One question for both spaces, since nobody could foresee the answers.
    if left | joined | bit & (SAFE_FOR[old] | SAFE_FOR[new]) != 0:
        s.stacks[seat] = np.int64(s.stacks[seat]) + size_of(joined & OWN[seat]) - size_of(left & OWN[seat])
        if left | bit & SAFE_FOR[old] != 0:
            notice(s, seat, old, left)
        if joined | bit & SAFE_FOR[new] != 0:
            notice(s, seat, new, joined)


@rule
@inline
def toggle(s, space, bit):
    """A piece leaves a space, or comes; answers who else stands there. Part of put()."""
    before = np.int64(s.board[space])
    after = before ^ bit & STANDS[space]
    s.board[space] = after
    s.tracks[TRACK_OF[space]] ^= TRACK_BIT[space]
    return before & after


@rule
def notice(s, seat, space, others):
    """A piece comes to `others` on a Broadway space, or leaves them, or is safe there. Part of put()."""
    count = size_of(others)
    pair = PAIRS[count]
    safe = 1 if others & SAFE_FOR[space] != 0 else 0
    who = np.int64(SEATS_THAT[MINDS[s.max_stack, 2 * count + safe], s.partners, seat])
    for i in range(2 * CHAIRS):
        s.walls[i] ^= WALL_BIT[space, i] & pair
        s.shut[i] ^= LAND_BIT[space, i] & -(who >> (i & 3) & 1)


@rule
@inline
def move(s, piece, goal):
    """Returns what undo() needs, packed: bit 0 is free, 1..2 the piece, 3 it must wait now, 4..8 the captured
    one + 1, 9.. its origin + 1."""
    me = s.mover
    origin = s.pieces[me, piece]
    kept = (np.int64(origin) + 1) << 9 | np.int64(piece) << 1
    there = np.int64(s.board[space_of(me, goal)])
    if there & FRIENDS[s.partners, me] == 0:
        if there != 0:
            victim = size_of(there - 1)
            put(s, victim // PIECES, victim % PIECES, CORNER)
            kept |= (victim + 1) << 4
            if earns(s, origin):
                s.rewards += 1
    elif there & (there - 1) != 0 and origin != CORNER and s.joiner_waits != NO:
        s.waits = s.waits | 1 << piece
        kept |= 1 << 3
    put(s, me, piece, goal)
    return kept


@rule
def undo(s, kept):
    """Take a move back."""
    me = s.mover
    piece = kept >> 1 & 3
    space = np.int64(space_of(me, s.pieces[me, piece]))
    origin = (kept >> 9) - 1
    put(s, me, piece, origin)
    victim = (kept >> 4 & 31) - 1
    if victim >= 0:
        seat = victim // PIECES
        put(s, seat, victim % PIECES, place_of(seat, space))
        if earns(s, origin):
            s.rewards -= 1
    if kept >> 3 & 1 != 0:
        s.waits = s.waits & ~(1 << piece)


@rule
def worth_of_rest(s):
    """Every chain of rewards is tried, depth first, until nothing better can be found. `trail` remembers the
    moves to take back: a chain is never longer than there are rivals' pieces."""
    if s.left[0] + s.left[1] == 0:
        return 0
    best = 0 if must_use_reward(s) else worth_of_die(s)
    if s.rewards == 0:
        return best
    most = 1 + START_WORTH if holds_six(s) and first_in_corner(s, s.mover) >= 0 else 1
    depth = 0
    choice = np.int64(0)  # 2 * piece + route
    while True:
        if best == most or choice == 2 * PIECES:
            if depth == 0:
                return best
            depth -= 1
            kept = np.int64(s.trail[depth])
            s.trail[depth] = 0
            undo(s, kept)
            s.rewards += 1
            choice = (kept & 7) + 1
        elif can_take(s, TEN, choice >> 1, choice & 1):
            s.rewards -= 1
            s.trail[depth] = move(s, choice >> 1, goal_of(s, TEN, choice >> 1, choice & 1)) | choice & 1
            depth += 1
            if not must_use_reward(s):
                best = max(best, worth_of_die(s))
            choice = np.int64(0 if s.rewards > 0 else 2 * PIECES)
        else:
            choice += 1


@rule
def worth(s, action):
    """Where the piece can play both dice on end, that is worth two, and nothing is tried out."""
    return 2 if goes_on(s, action) else worth_by_the_text(s, action)


@rule
@inline
def goes_on(s, action):
    """A quick yes to whether this piece can play both dice on end, and nothing is worth more; False is no
    answer. What it leaves behind is not in its way, and a reward need not be used."""
    what, piece = what_of(action), piece_of(action)
    if what in (SUM_SIX, LEAP) or what >= TEN or not both_left(s):
        return False
    if s.sum_is_one_move | s.reward_mandatory != 0:
        return False
    if (holds_six(s) or shows_six(s)) and first_in_corner(s, s.mover) >= 0:
        return False
    goal = goal_of(s, what, piece, route_of(action))
    there = s.board[space_of(s.mover, goal)]
    if goal == HOME or there & (there - 1) != 0:
        return False
    other = np.int64(s.left[0] + s.left[1]) - what
    return can_go(s, goal, other, STRAIGHT) or can_go(s, goal, other, TURNOUT)


@rule
def list_dice(s, out):
    """The duties of duties.py, asked only where there is something to choose."""
    n = list_possible(s, out)
    if n < 2:
        return n
    if s.pieces[s.mover, piece_of(out[0])] == CORNER:
        # A start is in no own piece's way, so it never costs a die; only a reward that must be used may.
        if not both_left(s) or s.start_first | s.reward_mandatory | s.sum_six_optional == 0:
            return 1
    return keep_duties(s, out, n) if both_left(s) else n


# ---------------------------------------------------------------- the game interface

NTH = np.zeros((256, 8), np.uint8)  # the k-th bit that is set in a byte
for _byte in range(256):
    _set = [i for i in range(8) if _byte >> i & 1]
    NTH[_byte, : len(_set)] = _set
EIGHT = np.array([[byte >> i & 1 for i in range(8)] for byte in range(256)], np.uint8)  # its bits


@rule
def new_game(s, players):
    """As the text says, with empty bits beside it."""
    set_up(s, players)
    for row in range(2 * CHAIRS):
        s.walls[row] = 0
        s.shut[row] = NO_LANDING[row]
        s.tracks[row] = 0
    for seat in range(CHAIRS):
        s.stacks[seat] = 0


@rule
def clear_throw(s):
    """No throw lies there, nor any menu of it."""
    clear_by_the_text(s)
    s.menu = 0


@rule
@inline
def apply(s, action):
    """Nothing is left to derive: every field is kept up to date."""
    play_on(s, action)


@rule
@inline
def has_menu(s):
    """The first question is the quicker one; the second is settled before a GPU sees it, and so are both."""
    return s.menu != 0 or printed(s)


@rule
@inline
def offers_choice(s):
    """Makes the menu while asking whether it has any entry."""
    if not has_menu(s):
        return offers_by_the_text(s)
    if s.rewards > 0:
        s.menu = reward_menu(s)
        if s.menu & 255 != 0:
            return True
        s.rewards = 0
    if s.left[0] + s.left[1] == 0:
        return False
    s.menu = dice_menu(s)
    return s.menu != 0


@rule
@inline
def legal(s, out):
    """Reads the menu off, where there is one."""
    if s.phase == PLAY:
        return list_menu(s.menu, out) if has_menu(s) else legal_by_the_text(s, out)
    if s.phase == FINISHED:
        return 0
    for outcome in range(len(ROLLS)):
        out[outcome] = outcome
    return len(ROLLS)


@rule
@inline
def list_menu(menu, out):
    """Both halves of a menu, one for each number."""
    n = list_bits(menu >> 16 & 15, menu & 255, out, 0)
    return list_bits(menu >> 20, menu >> 8 & 255, out, n)


@rule
def list_bits(what, moves, out, n):
    """One action for each bit: a number, a piece and a route."""
    for i in range(2 * PIECES):
        if moves >> i & 1 != 0:
            out[n] = what << 3 | i
            n += 1
    return n


@rule
@inline
def choices(s, out):
    """How many entries the menu has."""
    return size_of(s.menu & 0xFFFF) if has_menu(s) else legal(s, out)


@rule
@inline
def choice(s, k, out):
    """The k-th entry of the menu, without going through those before it."""
    if not has_menu(s):
        return out[k]
    menu = np.int64(s.menu)
    first = size_of(menu & 255)
    late = 1 if k >= first else 0
    return (menu >> (16 + 4 * late) & 15) << 3 | np.int64(NTH[menu >> 8 * late & 255, k - first * late & 7])


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: all that a menu offers of a count lies together."""
    if not has_menu(s):
        return UNMARKED
    menu = np.int64(s.menu)
    first, second = menu >> 16 & 15, menu >> 20 & 15
    for action in range(ACTIONS):
        mask[action] = 0
    if second > TEN:
        mask[PASS] = 1
    else:
        for i in range(2 * PIECES):
            mask[second << 3 | i] = EIGHT[menu >> 8 & 255, i]
    for i in range(2 * PIECES):  # behind the second: of two that are alike it is the first that is left
        mask[first << 3 | i] = EIGHT[menu & 255, i]
    return size_of(menu & 0xFFFF)


@rule
@inline
def branch(s):
    """The dice; one die left, or two; a reward, with so many dice left."""
    if s.phase != PLAY:
        return 0
    return (1 if s.left[0] != 0 else 0) + (1 if s.left[1] != 0 else 0) + (3 if s.rewards > 0 else 0)


# ---------------------------------------------------------------- features
# [step, place + 1]: where a piece of the seat `step` to the right shows on the map. One that does not is
# counted where `seated` is written later.
SHOWN_AT = np.array(
    [
        [
            MAP + space if space < LOOP + CHAIRS * TURNOUT_LENGTH else ABOUT_A_SEAT * step
            for space in SPACE[step].tolist()
        ]
        for step in range(CHAIRS)
    ],
    np.uint8,
)
# [place + 1]: pieces in the corner count 1, those at home 16
ENDS = np.array([1, *[0] * HOME, 16, *[0] * (PLACES - FIRST_TURNOUT)], np.uint8)
# [die]: where it shows that it is left. One that is not is counted where `rewards` are written later.
LEFT_AT = np.array(
    [MAP + LOOP + CHAIRS * TURNOUT_LENGTH + (die - 1 if die > 0 else SIX) for die in range(8)], np.uint16
)


@rule
@inline
def observe(s, seat, out):
    """The same features, written from bits."""
    for i in range(MAP, FEATURES):
        out[i] = 0.0
    n = 0
    for step in range(CHAIRS):
        other = seat + step & 3
        seated = 1 if s.place[other] != EMPTY else 0
        friend = 0
        if step == 0 or step == CHAIRS // 2:
            friend = seated & (1 if s.place[seat] != EMPTY else 0)
            if step > 0:
                friend &= s.partners
        ends = 0
        for piece in range(PIECES):
            at = np.int64(s.pieces[other, piece]) + 1 & 127
            out[n + 6 + piece] = WAY_SHARE[at]  # nothing is seen of a chair that is empty
            out[SHOWN_AT[step, at]] += 0.25 if friend != 0 else -0.25
            ends += ENDS[at]
        out[n] = seated
        out[n + 1] = friend
        out[n + 2] = seated & (1 if s.turn == other else 0)
        out[n + 3] = seated & (1 if s.mover == other else 0)
        out[n + 4] = (ends & 15) * seated / PIECES
        out[n + 5] = (ends >> 4) / PIECES
        n += ABOUT_A_SEAT
    n += LOOP + CHAIRS * TURNOUT_LENGTH
    out[LEFT_AT[s.left[0] & 7]] += 0.5
    out[LEFT_AT[s.left[1] & 7]] += 0.5
    out[n + SIX] = min(s.rewards, PIECES) / PIECES
    n += SIX + 1
    for piece in range(PIECES):
        out[n + piece] = s.waits >> piece & 1
    out[n + PIECES + (s.phase & 3)] = 1.0
