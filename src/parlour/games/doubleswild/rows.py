"""Rows of three: what they are, what they protect and what they score. DBW-OBJ, DBW-PLAY-3, DBW-SCORE."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import inline, rule

from .layout import OTHER_TWO, ROWS_WITH, VACANT
from .turns import end_turn, finish, side


@rule
def rows_at(s, square, seat):
    """The rows of the seat's colour that a marker of his on this square is, or would be, part of.
    (DBW-SCORE-1, DBW-SCORE-2, DBW-SCORE-4, DBW-Q-41)"""
    rows = 0
    for row in range(ROWS_WITH[square]):
        one, other = OTHER_TWO[square, row, 0], OTHER_TWO[square, row, 1]
        if s.owner[one] == seat and s.owner[other] == seat:  # of one colour only (DBW-TEAM-3)
            rows += 1
    return rows


@rule
def is_protected(s, square):
    """Is this square of somebody's part of a row, so that nobody may touch it?

    It is its owner's own rows that count (DBW-Q-22), and so no row is ever broken (DBW-Q-14)."""
    return rows_at(s, square, s.owner[square]) > 0  # DBW-PLAY-3, DBW-Q-35


@rule
@inline
def put(s, square, seat):
    """Lay a marker on a vacant square."""
    s.owner[square] = seat


@rule
def lift(s, square):
    """Take a marker off the board; nobody gets it back. (DBW-PLAY-5)"""
    s.owner[square] = VACANT


@rule
@inline
def claim(s, square):
    """A marker of the player on turn comes to lie on a vacant square: the rows it makes score. (DBW-Q-23)"""
    put(s, square, s.turn)
    rows = rows_at(s, square, s.turn)  # all are new, the others scored before (DBW-SCORE-3, DBW-SCORE-4)
    if rows > 0:
        if s.tiebreak != 0:
            finish(s, side(s, s.turn))  # DBW-TIE-1, DBW-Q-31
            return
        s.score[side(s, s.turn)] += rows  # DBW-SCORE-5, DBW-TEAM-4
    end_turn(s)
