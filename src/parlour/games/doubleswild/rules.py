"""Doubles Wild, by the rules of the third edition, for two to four players or two teams.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(DBW-Q-...); OPTIONS lists the house rules that change one.

Encodings
    square     9 * row + column, both counted from 0: the red number 3 is row 0. NO_SQUARE for none.
    owner      for every square the seat whose marker lies there, or VACANT. A marker that attacks
               lies on none: the square is the defender's until he has lost it (DBW-Q-13).
    lines      for each seat its markers on every line of the board, one bit a square: the rows, the
               columns, then both kinds of diagonals. See LINE and SHIFT.
    pair       what two dice of one colour show: an index into ROLLS, or NO_PAIR.
    triple     what three dice show: an index into TRIPLES, lowest die first, or NO_TRIPLE.
    side       a seat; in a team game 0 for the seats 0 and 2, and 1 for 1 and 3.
    decision   KEEP, RED, BLUE or BOTH (also bits: the pairs thrown again); ONE_RED and ONE_BLUE, which
               are never legal; LEAVE, REPLACE or ATTACK; RETHROW + a bit for each of one's three
               dice in order; SELECT + a square.
    outcome    by the number of dice due: one die (0..5 for 1..6), a pair, a triple, or for the four
               dice of a turn 21 * the red pair + the blue one; for a coin 1 is the attacker's side.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import (
    CHANCE,
    NOBODY,
    OVER,
    ROLL_ODDS,
    ROLLS,
    UNMARKED,
    Option,
    flag,
    inline,
    number,
    read_board,
    roll_code,
    rule,
)

# ---------------------------------------------------------------- the board, from its data

BOARD = read_board(__package__)
FIRST: int = BOARD["grid"]["first"]  # DBW-COMP-1
LAST: int = BOARD["grid"]["last"]
ROW: int = BOARD["grid"]["row"]  # DBW-OBJ-1
ROUNDS: int = BOARD["dice"]["rounds"]  # DBW-BATTLE-5
SEATS = (2, 3, 4)  # DBW-SETUP-1
CHAIRS = 4

_faults = []
if (FIRST, LAST) != (3, 11):  # the totals of two dice that are no double (DBW-ROLL-3)
    _faults.append(f"the lines are numbered 3 to 11 like the totals of two dice, not {FIRST} to {LAST}")
if ROW != 3:
    _faults.append(f"row = {ROW}: three squares make a row")
if BOARD["dice"]["pair"] != 2 or BOARD["dice"]["battle"] != 3:
    _faults.append("two dice make a pair, and three are thrown in a battle")
if not 1 <= ROUNDS <= 9:
    _faults.append(f"rounds = {ROUNDS} must lie in 1..9")
for _n in SEATS:
    _each = BOARD["markers"][str(_n)]
    if not 1 <= _each <= 80 // _n:  # at least one square stays vacant, so every game ends
        _faults.append(f"{_each} markers for each of {_n} players must lie in 1..{80 // _n}")
if _faults:
    raise ValueError("; ".join(_faults))

# By the number of players; other numbers are another board's. (DBW-SETUP-6, DBW-Q-42)
MARKERS = np.array([0, 0, *(BOARD["markers"][str(n)] for n in SEATS)], np.int64)
SIZE = LAST - FIRST + 1
SQUARES = SIZE * SIZE
NO_SQUARE = SQUARES
VACANT = CHAIRS

# ---------------------------------------------------------------- actions, reasons

KEEP, RED, BLUE, BOTH = 0, 1, 2, 3  # throw nothing again, or these pairs (DBW-REROLL-1)
ONE_RED, ONE_BLUE = 4, 5  # never legal (DBW-REROLL-2): codes, so that the table can say why
LEAVE, REPLACE, ATTACK = 6, 7, 8  # what to do with another's square, where there is a choice
RETHROW = 9  # + the own dice to throw again, as bits; RETHROW itself is none
SELECT = RETHROW + 8  # + a square, after a double
ACTIONS = SELECT + SQUARES
MAX_ACTIONS = len(ROLLS) ** 2

# Phases: who decides or what is thrown. BATTLE is both, by turns.
ROLL_OFF, THROW, REROLL, AGAIN, CHOOSE, MEET, BATTLE, FINISHED = 0, 1, 2, 3, 4, 5, 6, 7

# What refuses an action.
GAME_OVER, THROW_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
SINGLE_DIE, PAIR_AGAIN, REROLL_FIRST, REROLL_OVER = 5, 6, 7, 8
OWN_SQUARE, OFF_LINE, IDLE_SQUARE, NO_WILD = 9, 10, 11, 12
CANNOT_DECLINE, NOT_A_PARTNER, PARTNERS_FIGHT, PARTNERS_AT_PEACE, NOT_MET = 13, 14, 15, 16, 17
MUST_THROW, TWIN, NO_BATTLE = 18, 19, 20

# ---------------------------------------------------------------- house rules

OPTIONS: tuple[Option, ...] = (
    Option("teams", ("no", "yes"), "DBW-TEAM-1", {"yes": (4,)}),
    Option("first_roll_tie", ("tied", "all"), "DBW-Q-01"),
    Option("reroll_mode", ("single", "per_pair"), "DBW-Q-02"),
    flag("wild_may_decline", "DBW-Q-05"),
    flag("wild_allow_noop", "DBW-Q-06", default=True),
    flag("battle_optional", "DBW-Q-10"),
    Option("battle_tie", ("extra_round", "reroll_all", "defender", "attacker", "coin"), "DBW-Q-19"),
    number("battle_max_extra", "DBW-Q-20", most=100),  # still equal after so many: a coin decides
    Option("tiebreak_players", ("tied", "all"), "DBW-Q-28"),
    Option("tiebreak_start", ("roll", "same", "last_round_next"), "DBW-Q-29"),
    Option("tiebreak_markers", ("original", "by_participants"), "DBW-Q-30"),
    Option("tiebreak_exhausted", ("repeat", "draw"), "DBW-Q-32"),
    flag("team_battle", "DBW-Q-37"),  # a partner's square is left or fought for, never simply replaced
)
ALL = 1  # first_roll_tie, tiebreak_players
PER_PAIR = 1  # reroll_mode
NO = 1  # wild_allow_noop: "yes" comes first
REROLL_ALL, DEFENDER, ATTACKER, COIN = 1, 2, 3, 4  # battle_tie
SAME, LAST_ROUND_NEXT = 1, 2  # tiebreak_start
BY_PARTICIPANTS = 1  # tiebreak_markers
DRAW = 1  # tiebreak_exhausted

# ---------------------------------------------------------------- dice

TRIPLES = np.array(
    [(a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)], np.int64
)  # lowest die first
TRIPLE_ODDS = np.array([(1, 3, 6)[len({*t}) - 1] for t in TRIPLES.tolist()], np.int64)  # out of 216
NO_PAIR, NO_TRIPLE = len(ROLLS), len(TRIPLES)
TOSS = 5  # `due` when a coin is tossed; else it is the number of dice

# By `due`: the odds of every outcome, and the outcome that each ticket wins, all in one table each.
_ODDS = [
    np.ones(0, np.int64),
    np.ones(6, np.int64),
    ROLL_ODDS,
    TRIPLE_ODDS,
    np.outer(ROLL_ODDS, ROLL_ODDS).reshape(-1),
    np.ones(2, np.int64),
]
OUTCOMES = np.array([len(o) for o in _ODDS], np.int64)
TICKETS = np.array([o.sum() for o in _ODDS], np.int64)
ODDS = np.concatenate(_ODDS)
ODDS_FROM = np.cumsum(OUTCOMES) - OUTCOMES
DRAWN = np.concatenate([np.repeat(np.arange(len(o)), o) for o in _ODDS]).astype(np.int16)
DRAWN_FROM = np.cumsum(TICKETS) - TICKETS

# The line that a pair names, or WILD for a double, whose total is no matter. (DBW-ROLL-2, DBW-WILD-1)
WILD = SIZE
LINE_OF = np.array([WILD if a == b else a + b - FIRST for a, b in ROLLS.tolist()], np.int64)
# The line that a double names at its face, or WILD for totals off the board. (DBW-Q-05)
FACE = np.array([a + b - FIRST if FIRST <= a + b <= LAST else WILD for a, b in ROLLS.tolist()], np.int64)

# Three dice of which some are thrown again, bit 0 for the lowest: [triple, bits].
ALL_THREE = 7
TOTAL = TRIPLES.sum(axis=1)


def _kept(triple: list[int], again: int) -> int:
    """What stays on the table: a die (from 0) or a pair."""
    kept = [die for i, die in enumerate(triple) if again >> i & 1 == 0]
    return roll_code(*kept) if len(kept) == 2 else kept[0] - 1 if len(kept) == 1 else 0


def _joined(pair: list[int], die: int) -> int:
    return next(i for i, triple in enumerate(TRIPLES.tolist()) if triple == sorted([*pair, die]))


def _rethrows(triple: list[int]) -> list[int]:
    """Which dice may be thrown again, none first; of equal dice the first go. (DBW-Q-18)"""
    return [
        again
        for again in range(ALL_THREE + 1)
        if not any(again >> i & 3 == 2 and triple[i] == triple[i + 1] for i in range(2))
        and not (again & 5 == 4 and triple[0] == triple[2])
    ]


KEPT = np.array([[_kept(t, again) for again in range(8)] for t in TRIPLES.tolist()], np.int64)
JOINED = np.array([[_joined(pair, die) for die in range(1, 7)] for pair in ROLLS.tolist()], np.int64)
RETHROWS = np.array([len(_rethrows(t)) for t in TRIPLES.tolist()], np.int64)
NTH_RETHROW = np.array([(_rethrows(t) + [0] * 8)[:8] for t in TRIPLES.tolist()], np.int64)

# What may be done with dice that lie there, marked: by the pairs thrown again so far; and in a battle by
# whether one die at least must be thrown again, and by the triple.
AGAIN_MARKED = np.array([[used & action == 0 for action in range(4)] for used in range(4)], np.uint8)
RETHROW_MARKED = np.array(
    [
        [
            [again in _rethrows(t) and again >= least for again in range(ALL_THREE + 1)]
            for t in TRIPLES.tolist()
        ]
        for least in range(2)
    ],
    np.uint8,
)

# ---------------------------------------------------------------- lines
# Every square lies on four lines: its row, its column and two diagonals, [square, direction]. A
# diagonal that begins at the top shares its number with the one that begins at the side where that
# one ends, nine squares together; a gap of two bits keeps them apart (no wrap-around, DBW-SCORE-1).

GAP = ROW - 1


def _lines(square: int) -> list[tuple[int, int]]:
    """For each direction the line, and which bit of it the square is."""
    row, column = divmod(square, SIZE)
    down, up = (column - row) % SIZE, (column + row) % SIZE
    return [
        (row, column),
        (SIZE + column, row),
        (2 * SIZE + down, row + (GAP if column < row else 0)),
        (3 * SIZE + up, row + (GAP if column + row >= SIZE else 0)),
    ]


LINE = np.array([[line for line, _ in _lines(q)] for q in range(SQUARES)], np.uint8)
SHIFT = np.array([[bit for _, bit in _lines(q)] for q in range(SQUARES)], np.uint8)
MARK = np.array(1 << (SHIFT.astype(np.int64) + GAP), np.uint16)  # a line keeps GAP bits free below it
# How many rows a marker makes with two neighbours on either side, as five bits, itself in the middle.
AROUND = 31
THREES = np.array([sum((n | 4) >> i & 7 == 7 for i in range(ROW)) for n in range(AROUND + 1)], np.uint8)

ALL_NINE = 2**SIZE - 1
SET_BITS = np.array([bin(bits).count("1") for bits in range(ALL_NINE + 1)], np.int64)
NTH_BIT = np.array(
    [([i for i in range(SIZE) if bits >> i & 1] + [0] * SIZE)[:SIZE] for bits in range(ALL_NINE + 1)],
    np.uint8,
)

# Clockwise from a seat, the next of those who play, given as bits. (DBW-SETUP-5)
NEXT = np.array(
    [
        [next((n % CHAIRS for n in range(c + 1, c + 5) if bits >> n % CHAIRS & 1), c) for c in range(CHAIRS)]
        for bits in range(2**CHAIRS)
    ],
    np.int64,
)

# ---------------------------------------------------------------- the record

EXTRA = ROUNDS + 1  # the first extra round of a battle (DBW-BATTLE-6)

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("lines", "u2", (CHAIRS, 4 * SIZE)),  # derived: markers by line; written by put() and lift()
                ("owner", "u1", (SQUARES,)),  # the seat whose marker lies there, or VACANT; likewise
                ("supply", "u1", (CHAIRS,)),  # markers in front of each seat
                ("score", "u1", (CHAIRS,)),  # points of each side, 224 at most (DBW-Q-24); not of a tie-break
                ("who", "i1"),  # derived: the seat to act, CHANCE or OVER; see call()
                ("due", "u1"),  # derived: how many dice are thrown next (0: none), or TOSS; see call()
                ("phase", "u1"),
                ("turn", "u1"),  # the seat on turn; in a roll-off the seat that throws
                ("red", "u1"),  # the red pair of this turn, or NO_PAIR
                ("blue", "u1"),  # the blue pair
                (
                    "again",
                    "u1",
                ),  # thrown next: pairs in AGAIN (RED, BLUE or BOTH), own dice as bits in BATTLE
                (
                    "used",
                    "u1",
                ),  # with reroll_mode=per_pair: the pairs thrown again so far, in REROLL and AGAIN
                ("square", "u1"),  # what MEET or BATTLE is about, or NO_SQUARE
                ("triples", "u1", (2,)),  # the attacker's and the defender's dice, or NO_TRIPLE
                ("round", "u1"),  # of the battle, from 1, or 0; without battle_max_extra never over EXTRA
                ("defends", "u1"),  # in a battle: 1 when the defender's part of the round is next
                ("players", "u1"),  # they have the chairs 0..players-1
                ("playing", "u1"),  # who takes turns, as bits: all, or in a tie-break those who play it
                ("first", "u1"),  # who began the game; 0 until that is settled
                ("tiebreak", "u1"),  # 1 once the board has been cleared for the first row (DBW-TIE-1)
                ("winner", "i1"),  # the side that has won; NOBODY until then, and in a draw
                ("rolling", "u1"),  # roll-off: seats yet to throw in this round, as bits
                ("best", "u1"),  # roll-off: highest total of this round
                ("tied", "u1"),  # roll-off: who threw it, as bits
                *((o.name, "u1") for o in OPTIONS),
            ],
            align=True,
        ),
    )
)


# ---------------------------------------------------------------- reading a position


@rule
@inline
def rows_at(s, square, seat):
    """The rows of the seat's colour that a marker of his on this square is, or would be, part of.
    (DBW-SCORE-1, DBW-SCORE-2, DBW-SCORE-4, DBW-Q-41; one colour only, DBW-TEAM-3)"""
    rows = 0
    for way in range(4):
        rows += THREES[s.lines[seat, LINE[square, way]] >> SHIFT[square, way] & AROUND]
    return rows


@rule
@inline
def is_partner(s, seat):
    """Is this another seat of the side on turn? (DBW-TEAM-1)"""
    return s.teams != 0 and (seat ^ s.turn) & 1 == 0


@rule
def stops_attack(s, square):
    """Is this square of somebody's part of a row, so that nobody may touch it? (DBW-PLAY-3, DBW-Q-35)

    It is its owner's own rows that count (DBW-Q-22), and so no row is ever broken (DBW-Q-14)."""
    return rows_at(s, square, s.owner[square]) > 0


@rule
@inline
def free_in(s, line):
    """The squares of a row or column that the player on turn does not own, one bit each."""
    return ~(np.int64(s.lines[s.turn, line]) >> GAP) & ALL_NINE


@rule
def can_choose(s, row, column):
    """Is there a square to be chosen after this double? (DBW-Q-07, DBW-Q-08)"""
    if s.wild_may_decline != 0 and may_decline(s, SIZE * FACE[s.red] + FACE[s.blue]):
        return True
    if row != WILD:
        return free_in(s, row) != 0
    if column != WILD:
        return free_in(s, SIZE + column) != 0
    return True  # more squares than markers


@rule
def may_decline(s, square):
    """House rule: may one's own square be taken, where the dice point at their face? (DBW-Q-05)"""
    row, column = FACE[s.red], FACE[s.blue]
    return row != WILD and column != WILD and square == SIZE * row + column and s.owner[square] == s.turn


@rule
def is_on_line(s, square):
    """Do the dice leave this square to be chosen, whoever owns it?"""
    row, column = LINE_OF[s.red], LINE_OF[s.blue]
    return (row == WILD or square // SIZE == row) and (column == WILD or square % SIZE == column)


@rule
def has_use(s):
    """Is there a square to be chosen on which something can be done? (DBW-Q-06)"""
    for square in range(SQUARES):
        if is_on_line(s, square) and s.owner[square] != s.turn:
            if s.owner[square] == VACANT or not stops_attack(s, square):
                return True
    return False


@rule
def stops_choosing(s, square, use):
    """Why this square cannot be chosen, or 0 (DBW-WILD-1, DBW-WILD-2, DBW-WILD-3); `use` says that a double
    must not be wasted, as something can be done with it (DBW-Q-06)."""
    if not is_on_line(s, square):
        return OFF_LINE
    there = s.owner[square]
    if there == s.turn:  # a partner's are not his own (DBW-Q-34)
        return 0 if s.wild_may_decline != 0 and may_decline(s, square) else OWN_SQUARE
    if use and there != VACANT and stops_attack(s, square):
        return IDLE_SQUARE
    return 0


@rule
@inline
def picks_freely(s):
    """Do no house rules narrow or widen what may be chosen?"""
    return s.wild_may_decline == 0 and s.wild_allow_noop != NO


@rule
def leaders(s):
    """The seats of the sides with the most points, as bits. (DBW-END-3)"""
    best = 0
    found = 0
    for seat in range(CHAIRS):
        if seat < s.players:
            points = s.score[side(s, seat)]
            if points > best:
                best = points
                found = 0
            if points == best:
                found |= 1 << seat
    return found


@rule
def markers_each(s):
    """The markers each player of this game, or of this tie-break, began with. (DBW-SETUP-6, DBW-TEAM-2)"""
    if s.tiebreak != 0 and s.tiebreak_markers == BY_PARTICIPANTS:
        return MARKERS[SET_BITS[s.playing]]
    return MARKERS[s.players]  # DBW-Q-30


# ---------------------------------------------------------------- the game interface


@rule
def new_game(s, players):
    """An empty board, markers in front of everybody, and a roll-off. (DBW-SETUP-2, DBW-SETUP-7)"""
    s.players = players
    s.playing = (1 << players) - 1
    s.first = 0
    s.tiebreak = 0
    s.winner = NOBODY
    for seat in range(CHAIRS):
        s.score[seat] = 0  # DBW-COMP-3
    s.red = NO_PAIR
    s.blue = NO_PAIR
    s.again = 0
    s.used = 0
    clear_battle(s)
    set_up(s)
    start_roll_off(s, s.playing)


@rule
@inline
def actor(s):
    return s.who


@rule
@inline
def side(s, seat):
    """Partners sit opposite. (DBW-TEAM-1, DBW-TEAM-4)"""
    if seat >= s.players:
        return NOBODY
    return seat & 1 if s.teams != 0 else seat


@rule
@inline
def choices(s, out):
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
    n = choices(s, out)
    if s.who >= 0 and s.phase == CHOOSE and not picks_freely(s):
        return n  # listed already
    for k in range(n):
        out[k] = choice(s, k, out)
    return n


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


@rule
def weights(s, out):
    for outcome in range(OUTCOMES[s.due]):
        out[outcome] = ODDS[ODDS_FROM[s.due] + outcome]
    return OUTCOMES[s.due]


@rule
@inline
def tickets(s):
    return TICKETS[s.due]


@rule
@inline
def draw(s, ticket):
    return np.int64(DRAWN[DRAWN_FROM[s.due] + ticket])


@rule
@inline
def apply(s, action):
    if s.who == CHANCE:
        if s.phase == THROW:  # DBW-ROLL-1
            s.red = action // len(ROLLS)
            s.blue = action % len(ROLLS)
            decide(s, REROLL)
        elif s.phase == AGAIN:
            throw_again(s, action)
        elif s.phase == BATTLE:
            throw_battle(s, action)
        else:
            play_roll_off(s, TOTAL[action])
    elif s.phase == REROLL:
        if action == KEEP:
            s.used = 0
            play_dice(s)
        else:
            s.again = action
            await_dice(s, AGAIN, 4 if action == BOTH else 2)
    elif s.phase == CHOOSE:
        play_square(s, action - SELECT)
    elif s.phase == BATTLE:
        play_rethrow(s, action - RETHROW)
    else:
        play_meeting(s, action)


@rule
@inline
def branch(s):
    return s.phase


@rule
def payoff(s, seat):
    """All for the winning side; partners both have their side's share. In a draw the leaders share."""
    if side(s, seat) == NOBODY:
        return 0.0
    if s.winner != NOBODY:
        return 1.0 if side(s, seat) == s.winner else 0.0
    best = leaders(s)
    if best >> seat & 1 == 0:
        return 0.0
    return (2.0 if s.teams != 0 else 1.0) / SET_BITS[best]


@rule
def refusal(s, seat, action):
    """Why this seat may not do this now, or 0."""
    if s.who == OVER:
        return GAME_OVER
    if s.who == CHANCE:
        return THROW_FIRST
    if seat != s.who:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if action < LEAVE:
        return refuse_reroll(s, action)
    if action < RETHROW:
        return refuse_meeting(s, action)
    if action < SELECT:
        return refuse_rethrow(s, action - RETHROW)
    if s.phase == CHOOSE:
        return stops_choosing(s, action - SELECT, s.wild_allow_noop == NO and has_use(s))
    return REROLL_FIRST if s.phase == REROLL else NO_WILD


FEATURE_NAMES = (
    *(
        f"{who}.{what}"
        for who in ("own", "next", "across", "last")
        for what in ("playing", "side", "turn", "acts", "supply", "points")
    ),
    *(
        f"square_{square // SIZE + FIRST}_{square % SIZE + FIRST}.{what}"
        for square in range(SQUARES)
        for what in ("own", "next", "across", "last", "protected", "met")
    ),
    *(f"{pair}_{line}" for pair in ("red", "blue") for line in (*range(FIRST, LAST + 1), "double", "again")),
    *(f"{who}_die_{i}" for who in ("attacker", "defender") for i in range(3)),
    *("round", "tiebreak", "dice_next"),
    *(
        f"phase_{name}"
        for name in ("roll_off", "throw", "reroll", "again", "choose", "meet", "battle", "finished")
    ),
)
FEATURES = len(FEATURE_NAMES)
# By tables and without branches, which nobody could foresee. [teams, players, seat]: who is of this seat's
# side, bit 0 for itself and then clockwise; and four such bits as features, by their number.
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
    [sum(1 << (CHAIRS + 2) * i for i in range(SIZE) if n >> i & 1) for n in range(ALL_NINE + 1)], np.int64
)
BIT = np.array([1 << i for i in range((CHAIRS + 2) * SIZE)], np.int64)
# Where it says that a square is met (if none is: where the dice are written later), and that one is
# protected, [line, bit].
_BOARD = 6 * CHAIRS
_PAIRS = _BOARD + (CHAIRS + 2) * SQUARES
MET_AT = np.array([_BOARD + (CHAIRS + 2) * q + CHAIRS + 1 for q in range(SQUARES + 1)], np.uint16)
MET_AT[NO_SQUARE] = _PAIRS
PROTECTED_AT = np.zeros((4 * SIZE, 16), np.uint16)
for _square, _way in np.ndindex(SQUARES, 4):
    PROTECTED_AT[LINE[_square, _way], SHIFT[_square, _way]] = _BOARD + (CHAIRS + 2) * _square + CHAIRS
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
    """From this seat's side, and then for each chair clockwise, so in the order of turns (empty
    chairs all 0): 1 if it takes turns, 1 if of this seat's side, 1 if on turn, 1 if it is to act,
    markers left as a share of all, points out of twice as many as a player has markers. Then for every
    square 1 for each chair in the same order whose marker is there, 1 if it is protected, 1 if it is met or
    fought for. Then for the red pair (the row) and the blue one (the column) which line it names, one
    of nine or a double, and 1 if it may still be thrown again; the attacker's and the defender's dice
    in a battle out of six, lowest first; the round out of those there can be, counting all extra rounds as
    one; 1 in a tie-break, 1 if dice are next, and the phase, one of eight."""
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
        for i in range((CHAIRS + 2) * SIZE):
            out[n + i] = 1.0 if seen & BIT[i] != 0 else 0.0
        n += (CHAIRS + 2) * SIZE
    out[MET_AT[s.square]] = 1.0
    if has_rows(s):
        show_rows(s, out)
    # All is read before it is written: whoever compiles this cannot know that `out` is not the record.
    again = (BOTH if s.phase == REROLL else 0) & ~s.used
    red, blue, ours, theirs, phase = s.red, s.blue, s.triples[0], s.triples[1], s.phase
    for i in range(SIZE + 2):
        out[n + i] = PAIR_SEEN[again & 1, red, i]
    for i in range(SIZE + 2):
        out[n + SIZE + 2 + i] = PAIR_SEEN[again >> 1, blue, i]
    n += 2 * (SIZE + 2)
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


# ---------------------------------------------------------------- symmetries
# Rows and columns can be counted from the other end, since 3 is thrown as often as 11, 4 as 10 and so on;
# and red can be taken for blue. As bits: rows and columns turned round, and then exchanged.

ROWS_TURNED, COLUMNS_TURNED, EXCHANGED = 1, 2, 4
SYMMETRIES = 8
PAIR_IMAGE = np.array([roll_code(7 - a, 7 - b) for a, b in ROLLS.tolist()], np.int64)
BITS_EXCHANGED = np.array([0, 2, 1, 3], np.int64)


@rule
def line_image(line, turned_round):
    """A line, or WILD, counted from the other end."""
    return SIZE - 1 - line if turned_round != 0 and line != WILD else line


@rule
def square_image(square, symmetry):
    if square == NO_SQUARE:
        return NO_SQUARE
    row = line_image(square // SIZE, symmetry & ROWS_TURNED)
    column = line_image(square % SIZE, symmetry & COLUMNS_TURNED)
    return SIZE * column + row if symmetry & EXCHANGED != 0 else SIZE * row + column


@rule
def image_of(action, symmetry):
    if action >= SELECT:
        return SELECT + square_image(action - SELECT, symmetry)
    if symmetry & EXCHANGED != 0:
        if action <= BOTH:
            return BITS_EXCHANGED[action]
        if action <= ONE_BLUE:
            return ONE_RED + ONE_BLUE - action
    return action


@rule
def feature_image(feature, symmetry):
    """Squares and the lines that the pairs name change places; see observe()."""
    squares, pairs = 6 * CHAIRS, 6 * CHAIRS + (CHAIRS + 2) * SQUARES
    if feature < squares or feature >= pairs + 2 * (SIZE + 2):
        return feature
    if feature < pairs:
        square, rest = (feature - squares) // (CHAIRS + 2), (feature - squares) % (CHAIRS + 2)
        return squares + (CHAIRS + 2) * square_image(square, symmetry) + rest
    which, line = (feature - pairs) // (SIZE + 2), (feature - pairs) % (SIZE + 2)
    if line < SIZE:
        line = line_image(line, symmetry & (ROWS_TURNED if which == 0 else COLUMNS_TURNED))
    if symmetry & EXCHANGED != 0:
        which = 1 - which
    return pairs + (SIZE + 2) * which + line


@rule
def lay_over(s, symmetry):
    """Turn a position into its image, in place."""
    for seat in range(CHAIRS):
        for line in range(4 * SIZE):
            s.lines[seat, line] = 0
    for part in (ROWS_TURNED, COLUMNS_TURNED, EXCHANGED):
        if symmetry & part != 0:
            for square in range(SQUARES):
                other = square_image(square, part)
                if square < other:
                    there = s.owner[square]
                    s.owner[square] = s.owner[other]
                    s.owner[other] = there
    for square in range(SQUARES):
        if s.owner[square] != VACANT:
            put(s, square, s.owner[square])
    s.square = square_image(s.square, symmetry)
    if symmetry & ROWS_TURNED != 0 and s.red != NO_PAIR:
        s.red = PAIR_IMAGE[s.red]
    if symmetry & COLUMNS_TURNED != 0 and s.blue != NO_PAIR:
        s.blue = PAIR_IMAGE[s.blue]
    if symmetry & EXCHANGED != 0:
        red = s.red
        s.red = s.blue
        s.blue = red
        if s.phase == REROLL or s.phase == AGAIN:
            s.used = BITS_EXCHANGED[s.used]
            if s.phase == AGAIN:
                s.again = BITS_EXCHANGED[s.again]


# ---------------------------------------------------------------- tallies

TALLIES = ("points", "wilds", "battles", "conquests", "exchanges", "tie-breaks")


@rule
def tally(s, action, out):
    """Points do not come from tie-breaks; a conquest is a battle that the attacker wins."""
    square = s.square
    takes = False  # does a marker of the player on turn come to lie on the square?
    if s.phase == BATTLE:
        takes = takes_square(s, action)
        out[3] += 1 if takes else 0
    elif s.phase == MEET:
        takes = action == REPLACE
        out[4] += 1 if takes else 0
        out[2] += 1 if action == ATTACK else 0
    elif s.phase == THROW:
        out[5] += 1 if s.tiebreak != 0 and is_bare(s) else 0
    else:
        square = square_of(s, action)
        out[1] += 1 if s.phase == CHOOSE else 0
        if square != NO_SQUARE:
            there = s.owner[square]
            takes = there == VACANT
            if there != VACANT and there != s.turn and not has_choice(s, there):
                out[2] += 0 if stops_attack(s, square) else 1
    if takes and s.tiebreak == 0:
        out[0] += rows_at(s, square, s.turn)


@rule
def is_bare(s):
    """Is the board empty? The first turn on it always places a marker."""
    for square in range(SQUARES):
        if s.owner[square] != VACANT:
            return False
    return True


@rule
def square_of(s, action):
    """The square that is played by this action at once, or NO_SQUARE."""
    if s.phase == CHOOSE:
        return action - SELECT
    if s.phase == REROLL:
        return crossing(s.red, s.blue) if action == KEEP else NO_SQUARE
    if s.phase != AGAIN or (s.reroll_mode == PER_PAIR and (s.used | s.again) != BOTH):
        return NO_SQUARE
    if s.again == RED:
        return crossing(action, s.blue)
    return crossing(s.red, action) if s.again == BLUE else crossing(action // len(ROLLS), action % len(ROLLS))


@rule
def crossing(red, blue):
    row, column = LINE_OF[red], LINE_OF[blue]
    return SIZE * row + column if row != WILD and column != WILD else NO_SQUARE


@rule
def takes_square(s, action):
    """Does this throw, or the defender's standing pat, end a battle in the attacker's favour?"""
    if s.due == TOSS:
        return action == 1
    if s.defends == 0 or s.round < ROUNDS or (s.who != CHANCE and action != RETHROW):
        return False
    theirs = s.triples[1] if s.who != CHANCE else joined(s, action)
    lead = TOTAL[s.triples[0]] - TOTAL[theirs]
    return lead > 0 or (lead == 0 and s.battle_tie == ATTACKER)


# ---------------------------------------------------------------- listing


@rule
@inline
def count_squares(s, out):
    """How many squares may be chosen; under house rules about it they are listed on the way."""
    if not picks_freely(s):
        return list_squares(s, out)
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
def list_squares(s, out):
    use = s.wild_allow_noop == NO and has_use(s)
    n = 0
    for square in range(SQUARES):
        if stops_choosing(s, square, use) == 0:
            out[n] = SELECT + square
            n += 1
    return n


@rule
@inline
def has_choice(s, there):
    """Does a square of this seat, not protected, leave the player on turn a choice?"""
    return s.battle_optional != 0 or is_partner(s, there)  # DBW-Q-10, DBW-Q-39


@rule
@inline
def replaces(s):
    """Is a partner's marker met, to be replaced without a battle? (DBW-TEAM-6, DBW-Q-37)"""
    return is_partner(s, s.owner[s.square]) and s.team_battle == 0


# ---------------------------------------------------------------- refusing


@rule
def refuse_reroll(s, action):
    if action == ONE_RED or action == ONE_BLUE:
        return SINGLE_DIE  # DBW-REROLL-2
    if s.phase != REROLL:
        return REROLL_OVER  # DBW-REROLL-3
    return PAIR_AGAIN if s.used & action != 0 else 0  # DBW-Q-02


@rule
def refuse_meeting(s, action):
    if s.phase != MEET:
        return CANNOT_DECLINE if s.phase == BATTLE and action == LEAVE else NOT_MET
    if action == LEAVE:
        return 0
    if action == REPLACE:
        if not is_partner(s, s.owner[s.square]):
            return NOT_A_PARTNER
        return 0 if replaces(s) else PARTNERS_FIGHT
    return PARTNERS_AT_PEACE if replaces(s) else 0  # DBW-TEAM-7


@rule
def refuse_rethrow(s, again):
    if s.phase != BATTLE:
        return NO_BATTLE
    if again == 0 and s.round >= EXTRA:
        return MUST_THROW  # also when the defender is ahead already (DBW-Q-21)
    mine = s.triples[s.defends]
    for k in range(RETHROWS[mine]):
        if NTH_RETHROW[mine, k] == again:
            return 0
    return TWIN


# ---------------------------------------------------------------- playing


@rule
@inline
def decide(s, phase):
    """The player on turn is asked something."""
    s.phase = phase
    s.who = s.turn
    s.due = 0


@rule
@inline
def await_dice(s, phase, dice):
    s.phase = phase
    s.who = CHANCE
    s.due = dice


@rule
def call(s):
    """Set who acts and what is thrown, from everything else. Play keeps both in step by itself."""
    s.who = CHANCE
    s.due = 0
    if s.phase == FINISHED:
        s.who = OVER
    elif s.phase == ROLL_OFF:
        s.due = 3
    elif s.phase == THROW:
        s.due = 4
    elif s.phase == AGAIN:
        s.due = 4 if s.again == BOTH else 2
    elif s.phase == BATTLE and s.again != 0:
        s.due = SET_BITS[s.again]
    elif s.phase == BATTLE and is_tossed(s):
        s.due = TOSS
    else:
        s.who = s.owner[s.square] if s.phase == BATTLE and s.defends != 0 else s.turn


@rule
@inline
def throw_again(s, outcome):
    """The second throw replaces the dice thrown, and no others. (DBW-REROLL-3, DBW-Q-04)"""
    again = s.again
    if again == BOTH:
        s.red = outcome // len(ROLLS)
        s.blue = outcome % len(ROLLS)
    elif again == RED:
        s.red = outcome
    else:
        s.blue = outcome
    s.again = 0
    if s.reroll_mode == PER_PAIR:
        s.used = s.used | again
        if s.used != BOTH:
            decide(s, REROLL)
            return
        s.used = 0
    play_dice(s)


@rule
@inline
def play_dice(s):
    """The dice are final: they name a square, or a double lets one be chosen. (DBW-ROLL-2, DBW-WILD-1)"""
    row, column = LINE_OF[s.red], LINE_OF[s.blue]
    if row != WILD and column != WILD:
        play_square(s, SIZE * row + column)
    elif can_choose(s, row, column):
        decide(s, CHOOSE)
    else:
        end_turn(s)  # DBW-Q-08


@rule
@inline
def play_square(s, square):
    there = s.owner[square]
    if there == VACANT:
        s.supply[s.turn] -= 1
        claim(s, square)  # DBW-PLAY-1
    elif there == s.turn or stops_attack(s, square):
        end_turn(s)  # DBW-PLAY-2, DBW-Q-09, DBW-PLAY-3, DBW-Q-27
    else:
        s.square = square
        if has_choice(s, there):
            decide(s, MEET)
        else:
            start_battle(s)


@rule
def play_meeting(s, action):
    if action == ATTACK:
        start_battle(s)
        return
    square = s.square
    s.square = NO_SQUARE
    if action == REPLACE:  # DBW-TEAM-6, DBW-Q-36
        lift(s, square)
        s.supply[s.turn] -= 1
        claim(s, square)
    else:
        end_turn(s)


@rule
@inline
def put(s, square, seat):
    """Lay a marker on a vacant square, keeping the lines in step."""
    s.owner[square] = seat
    for way in range(4):
        s.lines[seat, LINE[square, way]] |= MARK[square, way]


@rule
def lift(s, square):
    """Take a marker off the board; nobody gets it back. (DBW-PLAY-5)"""
    seat = s.owner[square]
    s.owner[square] = VACANT
    for way in range(4):
        s.lines[seat, LINE[square, way]] ^= MARK[square, way]


@rule
@inline
def claim(s, square):
    """A marker of the player on turn comes to lie here: its new rows score. (DBW-SCORE-3, DBW-Q-23)"""
    put(s, square, s.turn)
    rows = rows_at(s, square, s.turn)
    if rows > 0:
        if s.tiebreak != 0:
            finish(s, side(s, s.turn))  # DBW-TIE-1, DBW-Q-31
            return
        s.score[side(s, s.turn)] += rows  # DBW-SCORE-5, DBW-TEAM-4
    end_turn(s)


@rule
@inline
def end_turn(s):
    """The next player throws (DBW-PLAY-6), or has no marker left to play with (DBW-END-1).

    Everybody else had one more turn by then (DBW-END-2, DBW-Q-25), a partner too (DBW-Q-38)."""
    s.red = NO_PAIR
    s.blue = NO_PAIR
    s.turn = NEXT[s.playing, s.turn]
    if s.supply[s.turn] == 0:
        end_game(s)
    else:
        await_dice(s, THROW, 4)


# ---------------------------------------------------------------- battles


@rule
def start_battle(s):
    """The marker that attacks is spent, whatever comes of it. (DBW-PLAY-4, DBW-Q-11, DBW-Q-12)

    The owner defends, with or without markers (DBW-BATTLE-1, DBW-Q-26); both throw three dice, the
    attacker first (DBW-COMP-2, DBW-BATTLE-2, DBW-BATTLE-3)."""
    s.supply[s.turn] -= 1
    s.round = 1
    s.again = ALL_THREE
    await_dice(s, BATTLE, 3)


@rule
@inline
def joined(s, outcome):
    """The dice of the side that throws, once those thrown again have fallen so."""
    if s.again == ALL_THREE:
        return outcome
    kept = KEPT[s.triples[s.defends], s.again]
    return JOINED[kept, outcome] if s.due == 1 else JOINED[outcome, kept]


@rule
@inline
def throw_battle(s, outcome):
    if s.due == TOSS:
        end_battle(s, outcome == 1)  # DBW-Q-19
    else:
        s.triples[s.defends] = joined(s, outcome)
        end_part(s)


@rule
@inline
def play_rethrow(s, again):
    if again == 0:
        end_part(s)
    else:
        s.again = again
        await_dice(s, BATTLE, SET_BITS[again])


@rule
def end_part(s):
    """One side's part of a round is over: the defender's follows, or the next round. (DBW-Q-17)"""
    s.again = 0
    if s.defends == 0:
        s.defends = 1
        ask(s, s.owner[s.square])
    elif s.round < ROUNDS:
        s.defends = 0
        s.round += 1
        ask(s, s.turn)
    else:
        s.defends = 0
        lead = TOTAL[s.triples[0]] - TOTAL[s.triples[1]]
        if lead != 0:
            end_battle(s, lead > 0)  # DBW-BATTLE-5
        else:
            break_tie(s)


@rule
@inline
def ask(s, seat):
    """This side's part of the round: it chooses dice, or throws all three where it has no choice."""
    if s.round == 1 or (s.battle_tie == REROLL_ALL and s.round >= EXTRA):
        s.again = ALL_THREE
        await_dice(s, BATTLE, 3)
    else:
        s.who = seat
        s.due = 0


@rule
def break_tie(s):
    """Equal totals: another round, from the dice that lie there. (DBW-BATTLE-6, DBW-Q-19, DBW-Q-20)"""
    if s.battle_tie == DEFENDER or s.battle_tie == ATTACKER:
        end_battle(s, s.battle_tie == ATTACKER)
    else:
        s.round = s.round + 1 if s.battle_max_extra > 0 else EXTRA
        if is_tossed(s):
            await_dice(s, BATTLE, TOSS)
        else:
            ask(s, s.turn)


@rule
def is_tossed(s):
    """House rules: does a coin decide this battle, at once or after so many extra rounds? (DBW-Q-20)"""
    if s.round < EXTRA:
        return False
    return s.battle_tie == COIN or (s.battle_max_extra > 0 and s.round > ROUNDS + s.battle_max_extra)


@rule
def clear_battle(s):
    s.square = NO_SQUARE
    s.triples[0] = NO_TRIPLE
    s.triples[1] = NO_TRIPLE
    s.round = 0
    s.defends = 0


@rule
def end_battle(s, won):
    """The loser's marker is gone. (DBW-BATTLE-7; a defender scores nothing, DBW-Q-16)"""
    square = s.square
    clear_battle(s)
    if won:
        lift(s, square)
        claim(s, square)  # DBW-Q-15
    else:
        end_turn(s)


# ---------------------------------------------------------------- beginning and end


@rule
def set_up(s):
    """Clear the board, and give those who play their markers. (DBW-SETUP-6, DBW-Q-30)"""
    for square in range(SQUARES):
        s.owner[square] = VACANT
    for seat in range(CHAIRS):
        s.supply[seat] = markers_each(s) if s.playing >> seat & 1 != 0 else 0
        for line in range(4 * SIZE):
            s.lines[seat, line] = 0


@rule
def start_roll_off(s, seats):
    """A round in which each of these seats throws three dice. (DBW-SETUP-3, DBW-Q-40)"""
    s.rolling = seats
    s.best = 0
    s.tied = 0
    s.turn = NEXT[seats, CHAIRS - 1]
    await_dice(s, ROLL_OFF, 3)


@rule
def play_roll_off(s, total):
    """The largest total begins; of equal ones those who threw them throw again. (DBW-SETUP-4)"""
    me = 1 << s.turn
    if total > s.best:
        s.best = total
        s.tied = 0
    if total == s.best:
        s.tied = s.tied | me
    s.rolling = s.rolling & ~me
    best = s.tied
    if s.rolling != 0:
        s.turn = NEXT[s.rolling, s.turn]
    elif best & (best - 1) != 0:  # DBW-Q-01
        start_roll_off(s, s.playing if s.first_roll_tie == ALL else best)
    else:
        s.best = 0
        s.tied = 0
        s.turn = NEXT[best, 0]
        if s.tiebreak == 0:
            s.first = s.turn
        await_dice(s, THROW, 4)


@rule
def end_game(s):
    """The most points win (DBW-END-3); if several have them, 0 points or not, the first row on an empty
    board does (DBW-TIE-1, DBW-Q-33), as often as it takes (DBW-Q-32)."""
    best = leaders(s)
    seat = NEXT[best, CHAIRS - 1]
    alone = best & (best - 1) == 0 or (s.teams != 0 and best != s.playing)
    if alone:
        finish(s, side(s, seat))
    elif s.tiebreak != 0 and s.tiebreak_exhausted == DRAW:
        finish(s, NOBODY)
    else:
        s.tiebreak = 1
        s.playing = best if s.tiebreak_players != ALL else s.playing  # DBW-Q-28; all four in teams (DBW-Q-38)
        set_up(s)
        start_tiebreak(s)


@rule
def start_tiebreak(s):
    """They throw for the first turn as at the start; by house rule somebody has it. (DBW-Q-29)"""
    if s.tiebreak_start == 0:
        start_roll_off(s, s.playing)
        return
    seat = s.first if s.tiebreak_start == SAME else s.turn
    s.turn = seat if s.playing >> seat & 1 != 0 else NEXT[s.playing, seat]
    await_dice(s, THROW, 4)


@rule
def finish(s, winner):
    s.red = NO_PAIR
    s.blue = NO_PAIR
    s.winner = winner
    s.phase = FINISHED
    s.who = OVER
    s.due = 0
