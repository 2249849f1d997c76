"""What is seen of a game: features for learners, tallies, and the ways in which the board lies on itself."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, ROLLS, roll_code, rule

from .battles import joined
from .dice import LINE_OF, NO_PAIR, NO_TRIPLE, TOSS, TOTAL, TRIPLES, WILD
from .layout import CHAIRS, FIRST, LAST, MARKERS, NO_SQUARE, ROUNDS, SIZE, SQUARES, VACANT
from .play import derive
from .record import (
    AGAIN,
    ATTACK,
    ATTACKER,
    BATTLE,
    BLUE,
    BOTH,
    CHOOSE,
    EXTRA,
    KEEP,
    MEET,
    ONE_BLUE,
    ONE_RED,
    PER_PAIR,
    RED,
    REPLACE,
    REROLL,
    RETHROW,
    SELECT,
    THROW,
)
from .rows import is_protected, rows_at
from .squares import crossing, has_choice
from .turns import is_among, side

# ---------------------------------------------------------------- features

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
# How many are told of a chair, of a square and of a pair, and where they begin: chairs are first.
OF_CHAIR, OF_SQUARE, OF_PAIR = 6, CHAIRS + 2, SIZE + 2
SQUARES_AT = OF_CHAIR * CHAIRS
PAIRS_AT = SQUARES_AT + OF_SQUARE * SQUARES
TRIPLES_AT = PAIRS_AT + 2 * OF_PAIR
REST_AT = TRIPLES_AT + 6


@rule
def observe(s, seat, out):
    """From this seat's side, and then for each chair clockwise, so in the order of turns (empty
    chairs all 0): 1 if it takes turns, 1 if of this seat's side, 1 if on turn, 1 if it is to act,
    markers left as a share of all, points out of twice as many as a player has markers. Then for every
    square 1 for each chair in the same order whose marker is there, 1 if it is protected, 1 if it is met or
    fought for. Then for the red pair (the row) and the blue one (the column) which line it names, one
    of nine or a double, and 1 if it may still be thrown again; the attacker's and the defender's dice
    in a battle out of six, lowest first; the round out of those there can be, counting all extra rounds as
    one; 1 in a tie-break, 1 if dice are next, and the phase, one of eight."""
    for i in range(FEATURES):
        out[i] = 0.0
    for step in range(CHAIRS):
        observe_chair(s, seat, (seat + step) % CHAIRS, out, OF_CHAIR * step)
    for square in range(SQUARES):
        observe_square(s, seat, square, out, SQUARES_AT + OF_SQUARE * square)
    observe_pair(s, RED, s.red, out, PAIRS_AT)
    observe_pair(s, BLUE, s.blue, out, PAIRS_AT + OF_PAIR)
    for defends in range(2):
        if s.triples[defends] != NO_TRIPLE:
            for die in range(3):
                out[TRIPLES_AT + 3 * defends + die] = np.float32(TRIPLES[s.triples[defends], die] / 6)
    out[REST_AT] = min(s.round, EXTRA) / EXTRA
    out[REST_AT + 1] = s.tiebreak
    out[REST_AT + 2] = 1.0 if s.who == CHANCE else 0.0
    out[REST_AT + 3 + s.phase] = 1.0


@rule
def observe_chair(s, seat, other, out, at):
    """One chair as a seat sees it: who it is to the seat, its markers and its points."""
    if other < s.players:
        most = MARKERS[s.players]
        out[at] = 1.0 if is_among(s.playing, other) else 0.0
        out[at + 1] = 1.0 if side(s, other) == side(s, seat) else 0.0
        out[at + 2] = 1.0 if s.turn == other else 0.0
        out[at + 3] = 1.0 if s.who == other else 0.0
        out[at + 4] = np.float32(s.supply[other] / most)
        out[at + 5] = np.float32(min(s.score[side(s, other)] / most / 2, 1.0))


@rule
def observe_square(s, seat, square, out, at):
    """One square as a seat sees it: whose it is, whether it is protected, whether it is fought for."""
    there = s.owner[square]
    if there != VACANT:
        out[at + (there - seat) % CHAIRS] = 1.0
        out[at + CHAIRS] = 1.0 if is_protected(s, square) else 0.0
    out[at + CHAIRS + 1] = 1.0 if s.square == square else 0.0


@rule
def observe_pair(s, colour, pair, out, at):
    """What a pair of dice shows, and whether it may be thrown again."""
    if pair != NO_PAIR:
        out[at + LINE_OF[pair]] = 1.0
    out[at + SIZE + 1] = 1.0 if s.phase == REROLL and s.used & colour == 0 else 0.0


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
                out[2] += 0 if is_protected(s, square) else 1
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
def takes_square(s, action):
    """Does this throw, or the defender's standing pat, end a battle in the attacker's favour?"""
    if s.due == TOSS:
        return action == 1
    if s.defends == 0 or s.round < ROUNDS or (s.who != CHANCE and action != RETHROW):
        return False
    theirs = s.triples[1] if s.who != CHANCE else joined(s, action)
    lead = TOTAL[s.triples[0]] - TOTAL[theirs]
    return lead > 0 or (lead == 0 and s.battle_tie == ATTACKER)


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
    """Where a square lies when the board is turned: rows, columns, or both exchanged."""
    if square == NO_SQUARE:
        return NO_SQUARE
    row = line_image(square // SIZE, symmetry & ROWS_TURNED)
    column = line_image(square % SIZE, symmetry & COLUMNS_TURNED)
    return SIZE * column + row if symmetry & EXCHANGED != 0 else SIZE * row + column


@rule
def image_of(action, symmetry):
    """What a decision is on the turned board; exchanged rows and columns exchange red and blue."""
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
    if feature < SQUARES_AT or feature >= TRIPLES_AT:
        return feature
    if feature < PAIRS_AT:
        square, what = (feature - SQUARES_AT) // OF_SQUARE, (feature - SQUARES_AT) % OF_SQUARE
        return SQUARES_AT + OF_SQUARE * square_image(square, symmetry) + what
    pair, line = (feature - PAIRS_AT) // OF_PAIR, (feature - PAIRS_AT) % OF_PAIR
    if line < SIZE:
        line = line_image(line, symmetry & (ROWS_TURNED if pair == 0 else COLUMNS_TURNED))
    if symmetry & EXCHANGED != 0:
        pair = 1 - pair
    return PAIRS_AT + OF_PAIR * pair + line


@rule
def lay_over(s, symmetry):
    """Turn a position into its image, in place."""
    for part in (ROWS_TURNED, COLUMNS_TURNED, EXCHANGED):
        if symmetry & part != 0:
            for square in range(SQUARES):
                other = square_image(square, part)
                if square < other:
                    there = s.owner[square]
                    s.owner[square] = s.owner[other]
                    s.owner[other] = there
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
    derive(s)
