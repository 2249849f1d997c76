"""Getting ready, whose turn it is, and the end: DBW-SETUP, DBW-END, DBW-TIE, and who plays with whom."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, inline, rule

from .dice import HOW_MANY, NO_PAIR
from .layout import CHAIRS, MARKERS, SQUARES, VACANT
from .record import ALL, BY_PARTICIPANTS, DRAW, FINISHED, ROLL_OFF, SAME, THROW

# ---------------------------------------------------------------- seats and sides


@rule
@inline
def side(s, seat):
    """Partners sit opposite, and play for one side."""
    if seat >= s.players:
        return NOBODY
    return seat & 1 if s.teams != 0 else seat  # DBW-TEAM-1, DBW-TEAM-4


@rule
@inline
def is_partner(s, seat):
    """Is this the partner of the player on turn, or he himself?"""
    return s.teams != 0 and (seat ^ s.turn) & 1 == 0  # DBW-TEAM-1


@rule
@inline
def is_among(seats, seat):
    """Whether a seat is in a set of seats, which are bits."""
    return seats >> seat & 1 != 0


@rule
@inline
def next_of(seats, seat):
    """Clockwise from this seat, the next of those given."""
    for step in range(1, CHAIRS + 1):
        if is_among(seats, (seat + step) % CHAIRS):
            return (seat + step) % CHAIRS  # DBW-SETUP-5
    return seat


@rule
def first_of(seats):
    """The lowest seat of a set."""
    return next_of(seats, CHAIRS - 1)


@rule
def is_one_side(s, seats):
    """Are these all of one side?"""
    for seat in range(CHAIRS):
        if is_among(seats, seat) and side(s, seat) != side(s, first_of(seats)):
            return False
    return True


@rule
@inline
def go_on(s, phase):
    """The game goes on with this phase. Who acts in it follows from the record, see `derive` in play.py."""
    s.phase = phase


# ---------------------------------------------------------------- getting ready


@rule
def markers_each(s):
    """The markers each player of this game, or of this tie-break, begins with."""
    if s.tiebreak != 0 and s.tiebreak_markers == BY_PARTICIPANTS:
        return MARKERS[HOW_MANY[s.playing]]  # DBW-Q-30
    return MARKERS[s.players]  # DBW-SETUP-6, DBW-TEAM-2


@rule
def set_up(s):
    """An empty board, and markers in front of all who play; none for anybody else."""
    clear_board(s)
    for seat in range(CHAIRS):
        s.supply[seat] = markers_each(s) if is_among(s.playing, seat) else 0  # DBW-SETUP-6, DBW-Q-30


@rule
def clear_board(s):
    """Every square is vacant."""
    for square in range(SQUARES):
        s.owner[square] = VACANT


@rule
def start_roll_off(s, seats):
    """A round in which each of these seats throws three dice. (DBW-SETUP-3, DBW-Q-40)"""
    s.rolling = seats
    s.best = 0
    s.tied = 0
    s.turn = first_of(seats)
    go_on(s, ROLL_OFF)


@rule
def take_roll_off(s, total):
    """The player on turn has thrown this for the first turn."""
    if total > s.best:
        s.best = total
        s.tied = 0
    if total == s.best:
        s.tied = s.tied | 1 << s.turn
    s.rolling = s.rolling & ~(1 << s.turn)
    if s.rolling != 0:
        s.turn = next_of(s.rolling, s.turn)
    else:
        end_roll_off(s)


@rule
def end_roll_off(s):
    """The highest total begins; those who tie throw again."""
    if HOW_MANY[s.tied] > 1:  # DBW-SETUP-4
        start_roll_off(s, s.playing if s.first_roll_tie == ALL else s.tied)  # DBW-Q-01
        return
    s.turn = first_of(s.tied)  # the largest total begins (DBW-SETUP-3)
    s.best = 0
    s.tied = 0
    if s.tiebreak == 0:
        s.first = s.turn
    go_on(s, THROW)


# ---------------------------------------------------------------- turns


@rule
@inline
def end_turn(s):
    """The next player throws, or has no marker left to play with.

    Everybody else had one more turn by then, a partner too (DBW-Q-38)."""
    s.red = NO_PAIR
    s.blue = NO_PAIR
    s.turn = next_of(s.playing, s.turn)  # DBW-PLAY-6, DBW-SETUP-5
    if s.supply[s.turn] == 0:  # DBW-END-2, DBW-Q-25
        end_game(s)  # DBW-END-1
    else:
        go_on(s, THROW)


# ---------------------------------------------------------------- the end


@rule
def leaders(s):
    """The seats of the sides with the most points, as bits."""
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
def end_game(s):
    """The most points win. If several have them, 0 points or not (DBW-Q-33), the first row on an empty
    board does, and if nobody makes one, on another (DBW-Q-32)."""
    best = leaders(s)
    if is_one_side(s, best):
        finish(s, side(s, first_of(best)))  # DBW-END-3
    elif s.tiebreak != 0 and s.tiebreak_exhausted == DRAW:
        finish(s, NOBODY)  # DBW-Q-32
    else:
        start_tiebreak(s, best)  # DBW-TIE-1


@rule
def start_tiebreak(s, best):
    """The board is cleared, and those who lead play on, in a team game all four. (DBW-TIE-1, DBW-Q-38)"""
    s.tiebreak = 1
    if s.tiebreak_players != ALL:
        s.playing = best  # DBW-Q-28
    set_up(s)
    if s.tiebreak_start == 0:
        start_roll_off(s, s.playing)  # DBW-Q-29
        return
    seat = s.first if s.tiebreak_start == SAME else s.turn
    s.turn = seat if is_among(s.playing, seat) else next_of(s.playing, seat)
    go_on(s, THROW)


@rule
def finish(s, winner):
    """The game is over, and no dice lie on the table."""
    s.red = NO_PAIR
    s.blue = NO_PAIR
    s.winner = winner
    go_on(s, FINISHED)


@rule
def payoff(s, seat):
    """All for the winning side; partners both have their side's share. In a draw the leaders share."""
    if side(s, seat) == NOBODY:
        return 0.0
    if s.winner != NOBODY:
        return 1.0 if side(s, seat) == s.winner else 0.0
    best = leaders(s)
    if not is_among(best, seat):
        return 0.0
    return (2.0 if s.teams != 0 else 1.0) / HOW_MANY[best]
