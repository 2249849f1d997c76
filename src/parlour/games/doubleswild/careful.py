"""How a careful player looks at a position of Doubles Wild: points, squares that make rows, and the odds of
getting them.

A square counts for as much as the chance to hit it in a turn by somebody who aims at it (`AIM`). Dice that
are about to be thrown again count for what they bring on average, a battle for its exact chance from the
dice that lie there (battle_odds.py), both sides at their best.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.contracts.careful import Consideration
from parlour.rules.kit import ROLL_ODDS, ROLL_TICKETS, inline, rule
from parlour.text import say

from .battle_odds import ATTACKER, DEFENDER, THROWS, battle
from .dice import LINE_OF, NO_TRIPLE, TOSS, WILD
from .layout import CHAIRS, MARKERS, SIZE, SQUARES, VACANT
from .lines import AROUND, GAP, LINE, SHIFT
from .record import AGAIN, BATTLE, BLUE, CHOOSE, EXTRA, MEET, RED, REROLL
from .rows import rows_at
from .turns import is_partner, side

CONSIDERATIONS = (
    Consideration("points", say("points"), 0.23, plain=True),
    Consideration("late_points", say("points as the end comes near"), 0.4, plain=True),
    Consideration("threats", say("free squares that would make a row"), 0.53, plain=True),
    Consideration("fights", say("rows to be won in battle"), 0.02),
    Consideration("shapes", say("pairs to be made into rows later"), 0.076),
    Consideration("protected", say("markers that nobody can attack"), 0.01),
    Consideration("markers", say("markers left to play"), 1.8, plain=True),
    Consideration("prospects", say("what this throw may bring"), 0.28, plain=True),
    Consideration("battle", say("the battle"), 0.18),
    Consideration("turn", say("being next to throw"), 0.11, plain=True),
)
POINTS, LATE_POINTS, THREATS, FIGHTS, SHAPES, PROTECTED, SUPPLY, PROSPECTS, IN_BATTLE, ON_TURN = range(
    len(CONSIDERATIONS)
)
TERMS = len(CONSIDERATIONS)
SCALE = 1.1

# ---------------------------------------------------------------- dice

# The chance that a pair names each line, and at the end that it is a double.
NAMES = np.bincount(LINE_OF, ROLL_ODDS, WILD + 1) / ROLL_TICKETS
_hit = 1 - (1 - (NAMES[:WILD] + NAMES[WILD])) ** 2  # a pair that missed is thrown again
AIM = np.outer(_hit, _hit).reshape(-1)

_battle = battle()
# The attacker's chance [side, round, his dice, the defender's]: that side is to choose, or has thrown.
CHOOSING = _battle.chance[:, : EXTRA + 1].astype(np.float32)
THROWN = np.array(
    [[_battle.after(side, max(number, 1)) for number in range(EXTRA + 1)] for side in (ATTACKER, DEFENDER)],
    np.float32,
)
TURNS_INTO = THROWS.astype(np.float32)  # [dice thrown again, before, after]: the chance of that
WON = float(_battle.start)  # an attack's chance before it begins

# ---------------------------------------------------------------- squares

# PAIRS[own | open << 5], with two neighbours on either side as in THREES: how many rows lack one square
# more when a marker comes here, which is open.
_windows = [(1 << i | 1 << j) for i, j in ((0, 1), (1, 3), (3, 4))]  # the other two squares of each row
PAIRS = np.array(
    [
        sum((own & w).bit_count() == 1 and (own | free) & w == w for w in _windows)
        for free in range(AROUND + 1)
        for own in range(AROUND + 1)
    ],
    np.uint8,
)
ON_LINE = np.zeros(4 * SIZE, np.int64)  # the squares of each line, as bits like those of `lines`
for _square in range(SQUARES):
    for _way in range(4):
        ON_LINE[LINE[_square, _way]] |= 1 << (int(SHIFT[_square, _way]) + GAP)

# What a square is worth to whoever gets it, in points.
PAIR_WORTH, DENIAL, HOLD = 0.12, 0.4, 0.15


@rule
@inline
def pairs_at(s, square, seat):
    """The rows of this seat's colour that would lack one open square more if the square were his."""
    pairs = 0
    for way in range(4):
        line, shift = LINE[square, way], SHIFT[square, way]
        own = np.int64(s.lines[seat, line]) >> shift & AROUND
        if own != 0:
            taken = np.int64(0)
            for other in range(CHAIRS):
                if other != seat:
                    taken |= s.lines[other, line]
            pairs += PAIRS[own | ((ON_LINE[line] & ~taken) >> shift & AROUND) << 5]
    return pairs


@rule
@inline
def is_rival(s, seat, other):
    """Whether another seat plays against this one."""
    return other < s.players and side(s, other) != side(s, seat)


@rule
def worth(s, square, seat):
    """What a marker of this seat is worth there, in points: rows, pairs, and rows of others prevented."""
    denied = 0
    for other in range(CHAIRS):
        if other != s.owner[square] and is_rival(s, seat, other):
            denied = max(denied, rows_at(s, square, other))
    return HOLD + rows_at(s, square, seat) + PAIR_WORTH * pairs_at(s, square, seat) + DENIAL * denied


@rule
def chance_of(s, square):
    """What the player on turn can expect of playing this square."""
    there = s.owner[square]
    if there == VACANT:
        return worth(s, square, np.int64(s.turn))
    if there == s.turn or is_partner(s, there) or rows_at(s, square, there) > 0:
        return 0.0
    return WON * (worth(s, square, np.int64(s.turn)) + PAIR_WORTH * pairs_at(s, square, there))


@rule
def best_of(s, row, column):
    """The best that can be expected of the square that dice name, or of a line or all where they are wild."""
    if row != WILD and column != WILD:
        return chance_of(s, SIZE * row + column)
    best = 0.0
    for i in range(SIZE):
        if row == WILD and column == WILD:
            for j in range(SIZE):
                best = max(best, chance_of(s, SIZE * i + j))
        else:
            best = max(best, chance_of(s, SIZE * i + column if row == WILD else SIZE * row + i))
    return best


@rule
def prospects(s):
    """What the player on turn can expect of this turn, once its dice have fallen for the first time."""
    if s.phase == MEET:
        return chance_of(s, s.square)
    if s.phase == CHOOSE or s.phase == REROLL:
        return best_of(s, LINE_OF[s.red], LINE_OF[s.blue])
    if s.phase != AGAIN:
        return 0.0
    total = 0.0
    if s.again == RED:
        for row in range(WILD + 1):
            total += NAMES[row] * best_of(s, row, LINE_OF[s.blue])
    elif s.again == BLUE:
        for column in range(WILD + 1):
            total += NAMES[column] * best_of(s, LINE_OF[s.red], column)
    else:
        for row in range(WILD + 1):
            for column in range(WILD + 1):
                total += NAMES[row] * NAMES[column] * best_of(s, row, column)
    return total


# ---------------------------------------------------------------- battles


@rule
def attackers_chance(s):
    """The chance that the attacker wins the battle, when both sides play their best from here on."""
    if s.due == TOSS:
        return 0.5
    who, number = np.int64(s.defends), np.int64(s.round)
    if number > EXTRA:
        number = np.int64(EXTRA)
    a, d = np.int64(s.triples[0]) % NO_TRIPLE, np.int64(s.triples[1]) % NO_TRIPLE
    if s.due == 0:
        return np.float64(CHOOSING[who, number, a, d])
    total = 0.0
    for after in range(NO_TRIPLE):
        if who == ATTACKER:
            total += np.float64(TURNS_INTO[s.again, a, after]) * np.float64(THROWN[who, number, after, d])
        else:
            total += np.float64(TURNS_INTO[s.again, d, after]) * np.float64(THROWN[who, number, a, after])
    return total


@rule
def consider(s, seat, out):
    """Writes what speaks for this seat, term by term; the weights are found by play."""
    for i in range(TERMS):
        out[i] = 0.0
    most = MARKERS[s.players]
    least = most
    for other in range(CHAIRS):
        if s.playing >> other & 1 != 0:
            least = min(least, np.int64(s.supply[other]))
    points = np.float64(s.score[side(s, seat)])
    out[POINTS] = points
    out[LATE_POINTS] = points * (most - least) / most
    threats = 0.0
    fights = 0.0
    shapes = 0.0
    kept = 0
    for square in range(SQUARES):
        there = s.owner[square]
        rows = rows_at(s, square, seat)
        if there == seat:
            kept += 1 if rows > 0 else 0
        elif there == VACANT:
            threats += AIM[square] * rows
            shapes += AIM[square] * pairs_at(s, square, seat)
        elif rows > 0 and is_rival(s, seat, there) and rows_at(s, square, there) == 0:
            fights += AIM[square] * rows
    out[THREATS] = threats
    out[FIGHTS] = fights
    out[SHAPES] = shapes
    out[PROTECTED] = kept
    out[SUPPLY] = s.supply[seat] / most
    if s.phase == BATTLE:
        won = attackers_chance(s)
        if seat == s.turn:
            out[IN_BATTLE] = won * worth(s, s.square, seat)
        elif seat == s.owner[s.square]:
            out[IN_BATTLE] = -won * (HOLD + PAIR_WORTH * pairs_at(s, s.square, seat))
    elif seat == s.turn:
        out[PROSPECTS] = prospects(s)
        out[ON_TURN] = 1.0
