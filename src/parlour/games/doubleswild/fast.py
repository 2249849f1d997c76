"""What Doubles Wild says again only for speed, in compiled forms alone: the same answers, bit for bit.

Each function takes the place of the readable one of its name, or of the contract's default; what it means is
told there. Here is only how it is quicker:

    derived    `go_on` and whoever lays or takes a marker keep the derived fields in step as they go
    markers    are read from `lines`, where a row of three is three bits side by side (see lines.py); of a row
               or column nine bits tell which squares the player on turn does not own (`free_in`)
    menus      are counted, searched for their k-th entry and marked by tables, without writing a list
    features   are written by tables and without branches, which nobody could foresee
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, ROLLS, UNMARKED, inline, rule

from .dice import (
    ALL_THREE,
    FACE,
    LINE_OF,
    NO_TRIPLE,
    ODDS_OF,
    OUTCOMES,
    TRIPLES,
    WILD,
    names_twin,
)
from .duties import legal as legal_by_the_text
from .layout import CHAIRS, MARKERS, NO_SQUARE, ROW, SIZE, SQUARES, VACANT
from .lines import AROUND, GAP, LINE, MARK, SHIFT
from .play import derive_actor, play
from .record import (
    ACTIONS,
    ATTACK,
    BATTLE,
    BOTH,
    CHOOSE,
    EXTRA,
    FINISHED,
    LEAVE,
    NO,
    REPLACE,
    REROLL,
    RETHROW,
    SELECT,
)
from .seen import OF_PAIR, OF_SQUARE, PAIRS_AT, SQUARES_AT
from .squares import replaces
from .turns import next_of as next_by_the_text

# ---------------------------------------------------------------- markers

# How many rows a marker makes with two neighbours on either side, as five bits, itself in the middle.
THREES = np.array([sum((n | 4) >> i & 7 == 7 for i in range(ROW)) for n in range(AROUND + 1)], np.uint8)


@rule
@inline
def rows_at(s, square, seat):
    """Threes through a square, by a table of its two neighbours on either side in four directions."""
    rows = 0
    for way in range(4):
        rows += THREES[s.lines[seat, LINE[square, way]] >> SHIFT[square, way] & AROUND]
    return rows


@rule
@inline
def put(s, square, seat):
    """A marker enters the four lines of its square, too."""
    s.owner[square] = seat
    for way in range(4):
        s.lines[seat, LINE[square, way]] |= MARK[square, way]


@rule
def lift(s, square):
    """A marker leaves the four lines of its square, too."""
    seat = s.owner[square]
    s.owner[square] = VACANT
    for way in range(4):
        s.lines[seat, LINE[square, way]] ^= MARK[square, way]


@rule
def clear_board(s):
    """No markers, on squares or in lines."""
    for square in range(SQUARES):
        s.owner[square] = VACANT
    for seat in range(CHAIRS):
        for line in range(4 * SIZE):
            s.lines[seat, line] = 0


@rule
@inline
def go_on(s, phase):
    """Whose turn it is, is known as soon as the phase is."""
    s.phase = phase
    derive_actor(s)


@rule
@inline
def apply(s, action):
    """Nothing is left to derive: all of it is kept up to date."""
    play(s, action)


@rule
@inline
def branch(s):
    """The phase decides which lines come next."""
    return s.phase


# ---------------------------------------------------------------- dice

TICKETS = np.array([odds.sum() for odds in ODDS_OF], np.int64)
DRAWN = np.concatenate([np.repeat(np.arange(len(odds)), odds) for odds in ODDS_OF]).astype(np.int16)
DRAWN_FROM = np.cumsum(TICKETS) - TICKETS  # by `due`: the outcome that each ticket wins


@rule
@inline
def tickets(s):
    """How many ways the dice that are due can fall."""
    return TICKETS[s.due]


@rule
@inline
def draw(s, ticket):
    """Looked up, one entry for each ticket."""
    return np.int64(DRAWN[DRAWN_FROM[s.due] + ticket])


# Clockwise from a seat, the next of those given as bits.
NEXT = np.array(
    [[next_by_the_text(seats, seat) for seat in range(CHAIRS)] for seats in range(2**CHAIRS)], np.int64
)


@rule
@inline
def next_of(seats, seat):
    """Looked up, one entry for each set of seats."""
    return NEXT[seats, seat]


# ---------------------------------------------------------------- menus

ALL_NINE = 2**SIZE - 1
SET_BITS = np.array([bits.bit_count() for bits in range(ALL_NINE + 1)], np.int64)
NTH_BIT = np.array(
    [([i for i in range(SIZE) if bits >> i & 1] + [0] * SIZE)[:SIZE] for bits in range(ALL_NINE + 1)],
    np.uint8,
)
# What may be done with dice that lie there: by the pairs thrown again so far, marked; and in a battle by the
# triple, none first, and marked also by whether one die at least must be thrown again.
AGAIN_MARKED = np.array([[used & action == 0 for action in range(4)] for used in range(4)], np.uint8)
_rethrows = [
    [again for again in range(ALL_THREE + 1) if not names_twin(triple, again)] for triple in range(NO_TRIPLE)
]
RETHROWS = np.array([len(menu) for menu in _rethrows], np.int64)
NTH_RETHROW = np.array([(menu + [0] * 8)[:8] for menu in _rethrows], np.int64)
RETHROW_MARKED = np.array(
    [
        [[again in menu and again >= least for again in range(ALL_THREE + 1)] for menu in _rethrows]
        for least in range(2)
    ],
    np.uint8,
)


@rule
@inline
def free_in(s, line):
    """The squares of a row or column that the player on turn does not own, one bit each."""
    return ~(np.int64(s.lines[s.turn, line]) >> GAP) & ALL_NINE


@rule
@inline
def picks_freely(s):
    """Do no house rules narrow or widen what may be chosen?"""
    return s.wild_may_decline == 0 and s.wild_allow_noop != NO


@rule
def can_choose(s):
    """Whether the dice leave any square to choose, asked of whole lines at once."""
    row, column = LINE_OF[s.red], LINE_OF[s.blue]
    if s.wild_may_decline != 0 and faces_own_square(s):
        return True
    if row != WILD:
        return free_in(s, row) != 0
    if column != WILD:
        return free_in(s, SIZE + column) != 0
    return True  # more squares than markers


@rule
def faces_own_square(s):
    """Whether both dice, none of them wild, name a square of one's own."""
    row, column = FACE[s.red], FACE[s.blue]
    return row != WILD and column != WILD and s.owner[SIZE * row + column] == s.turn


@rule
@inline
def choices(s, out):
    """How many decisions there are, counted without listing them."""
    if s.who < 0:
        return OUTCOMES[s.due]
    if s.phase == REROLL:
        return 4 if s.used == 0 else 2
    if s.phase == CHOOSE:
        return count_squares(s, out)
    if s.phase == BATTLE:
        return RETHROWS[s.triples[s.defends]] - (1 if s.round >= EXTRA else 0)
    return 2


@rule
@inline
def choice(s, k, out):
    """The k-th decision, in the order of `legal`."""
    if s.who < 0:
        return k
    if s.phase == REROLL:
        # Always offered (DBW-REROLL-1, DBW-Q-03); by house rule the pair not yet thrown again (DBW-Q-02)
        return k if s.used == 0 or k == 0 else BOTH - s.used
    if s.phase == CHOOSE:
        return SELECT + nth_square(s, k) if picks_freely(s) else out[k]
    if s.phase == BATTLE:  # any, all or none (DBW-BATTLE-4); in an extra round one at least (DBW-BATTLE-6)
        return RETHROW + NTH_RETHROW[s.triples[s.defends], k + (1 if s.round >= EXTRA else 0)]
    if k == 0:
        return LEAVE  # DBW-TEAM-5, DBW-Q-10
    return REPLACE if replaces(s) else ATTACK


@rule
def legal(s, out):
    """As many as `choices` says, one after the other."""
    n = choices(s, out)
    if s.who >= 0 and s.phase == CHOOSE and not picks_freely(s):
        return n  # listed already
    for k in range(n):
        out[k] = choice(s, k, out)
    return n


@rule
@inline
def count_squares(s, out):
    """How many squares may be chosen; under house rules about it they are listed on the way."""
    if not picks_freely(s):
        return legal_by_the_text(s, out)
    if LINE_OF[s.red] != WILD:
        return SET_BITS[free_in(s, LINE_OF[s.red])]
    if LINE_OF[s.blue] != WILD:
        return SET_BITS[free_in(s, SIZE + LINE_OF[s.blue])]
    n = 0
    for row in range(SIZE):
        n += SET_BITS[free_in(s, row)]
    return n


@rule
@inline
def nth_square(s, k):
    """The k-th of the squares that may be chosen, counted along the rows."""
    row = LINE_OF[s.red]
    if row == WILD and LINE_OF[s.blue] != WILD:
        column = LINE_OF[s.blue]
        return SIZE * np.int64(NTH_BIT[free_in(s, SIZE + column), k]) + column
    if row == WILD:
        row = 0
        while k >= SET_BITS[free_in(s, row)]:
            k -= SET_BITS[free_in(s, row)]
            row += 1
    return SIZE * row + np.int64(NTH_BIT[free_in(s, row), k])


@rule
@inline
def mark(s, mask, used):
    """What `legal` lists, marked: by its phase, and squares by the lines they lie on."""
    if not picks_freely(s):
        return UNMARKED
    for action in range(ACTIONS):
        mask[action] = 0
    if s.phase == REROLL:
        thrown = s.used & BOTH
        for action in range(BOTH + 1):
            mask[action] = AGAIN_MARKED[thrown, action]
        return 4 if thrown == 0 else 2
    if s.phase == BATTLE:
        mine, least = s.triples[s.defends], 1 if s.round >= EXTRA else 0
        for again in range(ALL_THREE + 1):
            mask[RETHROW + again] = RETHROW_MARKED[least, mine, again]
        return RETHROWS[mine] - least
    if s.phase == CHOOSE:
        return mark_squares(s, mask)
    mask[LEAVE] = 1
    mask[REPLACE if replaces(s) else ATTACK] = 1
    return 2


@rule
@inline
def mark_squares(s, mask):
    """The squares that may be chosen; as many as count_squares() says."""
    row, column = LINE_OF[s.red], LINE_OF[s.blue]
    if row != WILD:
        free = free_in(s, row)
        for i in range(SIZE):
            mask[SELECT + SIZE * row + i] = free >> i & 1
        return SET_BITS[free]
    if column != WILD:
        free = free_in(s, SIZE + column)
        for i in range(SIZE):
            mask[SELECT + SIZE * i + column] = free >> i & 1
        return SET_BITS[free]
    n = 0
    for i in range(SIZE):
        free = free_in(s, i)
        n += SET_BITS[free]
        for j in range(SIZE):
            mask[SELECT + SIZE * i + j] = free >> j & 1
    return n


# ---------------------------------------------------------------- features

# [teams, players, seat]: who is of this seat's side, bit 0 for itself and then clockwise; and four such
# bits as features, by their number.
FRIENDS = np.zeros((2, CHAIRS + 1, CHAIRS), np.uint8)
for _teams, _players, _seat in np.ndindex(FRIENDS.shape):
    for _step in range(CHAIRS):
        _other = (_seat + _step) % CHAIRS
        if max(_seat, _other) < _players and (_step == 0 or (_teams == 1 and _step == 2)):
            FRIENDS[_teams, _players, _seat] |= 1 << _step
FOUR = np.array([[n >> i & 1 for i in range(CHAIRS)] for n in range(2**CHAIRS)], np.float32)
# [players, markers or points]: as a share
_shares = [[n / max(most, 1) for n in range(256)] for most in MARKERS.tolist()]
SUPPLY_SHARE = np.array(_shares, np.float32)
POINTS_SHARE = np.array([[min(share / 2, 1.0) for share in row] for row in _shares], np.float32)
# Squares of a row as bits, so far apart as they are in the features; and these bits.
SPREAD = np.array(
    [sum(1 << OF_SQUARE * i for i in range(SIZE) if n >> i & 1) for n in range(ALL_NINE + 1)], np.int64
)
BIT = np.array([1 << i for i in range(OF_SQUARE * SIZE)], np.int64)
# Where it says that a square is met (if none is: where the dice are written later), and that one is
# protected, [line, bit].
MET_AT = np.array([SQUARES_AT + OF_SQUARE * q + CHAIRS + 1 for q in range(SQUARES + 1)], np.uint16)
MET_AT[NO_SQUARE] = PAIRS_AT
PROTECTED_AT = np.zeros((4 * SIZE, 16), np.uint16)
for _square, _way in np.ndindex(SQUARES, 4):
    PROTECTED_AT[LINE[_square, _way], SHIFT[_square, _way]] = SQUARES_AT + OF_SQUARE * _square + CHAIRS
PAIR_SEEN = np.zeros((2, len(ROLLS) + 1, SIZE + 2), np.float32)  # [may be thrown again, pair]
for _pair, _line in enumerate(LINE_OF.tolist()):
    PAIR_SEEN[:, _pair, _line] = 1.0
PAIR_SEEN[1, :, SIZE + 1] = 1.0
DICE_SEEN = np.array([*(TRIPLES / 6).tolist(), [0.0] * 3], np.float32)
PHASE_SEEN = np.eye(FINISHED + 1, dtype=np.float32)
GROUP = np.array([SIZE * (line // 6) for line in range(4 * SIZE)], np.int64)  # rows begin on 9 bits of a line


@rule
@inline
def observe(s, seat, out):
    """The same features, written line by line from bits."""
    seats = np.int64((1 << s.players) - 1)
    playing = np.int64(s.playing) * 17 >> seat  # from this seat on
    turn = (seats * 17 >> seat) & 1 << (s.turn - seat & 3)
    acts = (1 if s.who >= 0 else 0) << (s.who - seat & 3)
    friends = np.int64(FRIENDS[s.teams & 1, s.players, seat & 3])
    n = 0
    for step in range(CHAIRS):
        other = seat + step & 3
        four = (
            playing >> step & 1
            | (friends >> step & 1) << 1
            | (turn >> step & 1) << 2
            | (acts >> step & 1) << 3
        )
        for i in range(4):
            out[n + i] = FOUR[four, i]
        out[n + 4] = SUPPLY_SHARE[s.players, s.supply[other]]
        points = s.score[other & (3 if s.teams == 0 else 1)]
        out[n + 5] = POINTS_SHARE[s.players, points] if other < s.players else 0.0
        n += 6
    for row in range(SIZE):
        seen = 0  # all that is told of its squares, one bit each
        for step in range(CHAIRS):
            seen |= SPREAD[np.int64(s.lines[seat + step & 3, row]) >> GAP & ALL_NINE] << step
        for i in range(OF_SQUARE * SIZE):
            out[n + i] = 1.0 if seen & BIT[i] != 0 else 0.0
        n += OF_SQUARE * SIZE
    out[MET_AT[s.square]] = 1.0
    if has_rows(s):
        show_rows(s, out)
    # All is read before it is written: whoever compiles this cannot know that `out` is not the record.
    again = (BOTH if s.phase == REROLL else 0) & ~s.used
    red, blue, ours, theirs, phase = s.red, s.blue, s.triples[0], s.triples[1], s.phase
    for i in range(OF_PAIR):
        out[n + i] = PAIR_SEEN[again & 1, red, i]
    for i in range(OF_PAIR):
        out[n + OF_PAIR + i] = PAIR_SEEN[again >> 1, blue, i]
    n += 2 * OF_PAIR
    for die in range(3):
        out[n + die] = DICE_SEEN[ours, die]
    for die in range(3):
        out[n + 3 + die] = DICE_SEEN[theirs, die]
    n += 6
    out[n] = min(s.round, EXTRA) / EXTRA
    out[n + 1] = s.tiebreak
    out[n + 2] = 1.0 if s.who == CHANCE else 0.0
    for i in range(FINISHED + 1):
        out[n + 3 + i] = PHASE_SEEN[phase, i]


@rule
@inline
def has_rows(s):
    """Does anybody have a row? Mostly not; all lines are asked at once, 16 bits each."""
    found = np.uint16(0)
    for line in range(4 * SIZE):
        for chair in range(CHAIRS):
            markers = s.lines[chair, line]
            found = np.uint16(found | markers & markers >> 1 & markers >> 2)
    return found != 0


@rule
def show_rows(s, out):
    """What is protected: wherever a row begins, three squares. Few lines have any."""
    found = 0  # by groups of lines, so that few of them are gone through
    for line in range(4 * SIZE):
        found |= row_begins(s, line) << GROUP[line]
    for first in range(0, 4 * SIZE, 6):
        if found & ALL_NINE != 0:
            for line in range(first, first + 6):
                begins = row_begins(s, line)
                while begins != 0:
                    bit = np.int64(NTH_BIT[begins, 0])
                    begins &= begins - 1
                    for i in range(ROW):
                        out[PROTECTED_AT[line, bit + i]] = 1.0
        found >>= SIZE


@rule
@inline
def row_begins(s, line):
    """Where on this line somebody's row begins, as bits."""
    begins = np.int64(0)
    for chair in range(CHAIRS):
        markers = np.int64(s.lines[chair, line]) >> GAP
        begins |= markers & markers >> 1 & markers >> 2
    return begins
