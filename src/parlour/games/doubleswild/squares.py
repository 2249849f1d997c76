"""From the dice of a turn to a square, and what is done there: DBW-ROLL, -WILD, -REROLL, -PLAY and -TEAM.

A turn: four dice are thrown, kept or some thrown again, and name a square or let one be picked. What lies
there decides the rest: a marker is laid, nothing happens, or there is a battle.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import ROLLS, inline, rule

from .battles import start_battle
from .dice import FACE, LINE_OF, WILD
from .layout import NO_SQUARE, SIZE, SQUARES, VACANT
from .record import AGAIN, ATTACK, BLUE, BOTH, CHOOSE, KEEP, LEAVE, MEET, NO, PER_PAIR, RED, REPLACE, REROLL
from .rows import claim, is_protected, lift
from .turns import end_turn, go_on, is_partner

# ---------------------------------------------------------------- the throw, and a second one


@rule
@inline
def take_throw(s, outcome):
    """Two red dice and two blue ones have fallen. (DBW-ROLL-1)"""
    s.red = outcome // len(ROLLS)
    s.blue = outcome % len(ROLLS)
    go_on(s, REROLL)  # always offered, wild or not (DBW-REROLL-1, DBW-Q-03)


@rule
def may_reroll(s, pairs):
    """May these pairs be thrown again, or with KEEP none?"""
    if pairs != KEEP and pairs != RED and pairs != BLUE and pairs != BOTH:
        return False  # DBW-REROLL-1, DBW-REROLL-2
    return s.used & pairs == 0  # by house rule each pair once (DBW-Q-02)


@rule
@inline
def play_reroll(s, pairs):
    """Pairs are thrown again, or what lies there is played."""
    if pairs == KEEP:
        s.used = 0
        play_dice(s)
    else:
        s.again = pairs
        go_on(s, AGAIN)


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
    if s.reroll_mode == PER_PAIR and s.used | again != BOTH:
        s.used = again
        go_on(s, REROLL)  # the other pair may follow (DBW-Q-02)
    else:
        s.used = 0
        play_dice(s)


# ---------------------------------------------------------------- which square


@rule
@inline
def play_dice(s):
    """The dice are final: they name a square, or a double lets one be picked."""
    square = crossing(s.red, s.blue)
    if square != NO_SQUARE:
        play_square(s, square)  # DBW-ROLL-2
    elif can_choose(s):
        go_on(s, CHOOSE)  # DBW-WILD-1, DBW-Q-07
    else:
        end_turn(s)  # DBW-Q-08


@rule
@inline
def crossing(red, blue):
    """The square that two pairs name, or NO_SQUARE if there is a double. (DBW-ROLL-2)"""
    row, column = LINE_OF[red], LINE_OF[blue]
    return SIZE * row + column if row != WILD and column != WILD else NO_SQUARE


@rule
def can_choose(s):
    """Is there a square to be picked?"""
    for square in range(SQUARES):
        if may_choose(s, square):
            return True
    return False


@rule
def may_choose(s, square):
    """May this square be picked after a double?"""
    if not is_on_line(s, square):
        return False  # DBW-WILD-1, DBW-WILD-2
    if s.owner[square] == s.turn:  # a partner's are not his own (DBW-Q-34)
        return s.wild_may_decline != 0 and is_at_face(s, square)  # DBW-WILD-1, DBW-Q-05
    if s.wild_allow_noop == NO and is_idle(s, square):
        return not has_use(s)  # DBW-Q-06
    return True  # DBW-WILD-3


@rule
def is_on_line(s, square):
    """Do the dice leave this square to be picked, whoever owns it?"""
    row, column = LINE_OF[s.red], LINE_OF[s.blue]
    return (row == WILD or square // SIZE == row) and (column == WILD or square % SIZE == column)


@rule
def is_at_face(s, square):
    """House rule: is this where the dice point if a double is read like any other pair? (DBW-Q-05)"""
    row, column = FACE[s.red], FACE[s.blue]
    return row != WILD and column != WILD and square == SIZE * row + column


@rule
def is_idle(s, square):
    """Would nothing happen on this square of another's?"""
    return s.owner[square] != VACANT and is_protected(s, square)


@rule
def has_use(s):
    """Is there a square to be picked on which something can be done? (DBW-Q-06)"""
    for square in range(SQUARES):
        if is_on_line(s, square) and s.owner[square] != s.turn and not is_idle(s, square):
            return True
    return False


# ---------------------------------------------------------------- what is done there


@rule
@inline
def play_square(s, square):
    """What the square is decides: claimed if empty, nothing if one's own or protected, else a meeting."""
    there = s.owner[square]
    if there == VACANT:
        s.supply[s.turn] -= 1
        claim(s, square)  # DBW-PLAY-1
    elif there == s.turn:
        end_turn(s)  # DBW-PLAY-2, DBW-Q-09
    elif is_protected(s, square):
        end_turn(s)  # DBW-PLAY-3, DBW-Q-27
    else:
        s.square = square
        if has_choice(s, there):
            go_on(s, MEET)
        else:
            start_battle(s)  # DBW-PLAY-4


@rule
@inline
def has_choice(s, there):
    """Does a square of this seat, not protected, leave the player on turn a choice?"""
    return s.battle_optional != 0 or is_partner(s, there)  # DBW-Q-10, DBW-Q-39


@rule
@inline
def replaces(s):
    """Is a partner's marker met, to be replaced without a battle?"""
    return is_partner(s, s.owner[s.square]) and s.team_battle == 0  # DBW-TEAM-6, DBW-Q-37


@rule
def may_meet(s, action):
    """May this be done with the square of another's that is met?"""
    if action == LEAVE:
        return True  # DBW-TEAM-5, DBW-Q-10
    if action == REPLACE:
        return replaces(s)  # DBW-TEAM-6
    return action == ATTACK and not replaces(s)  # DBW-TEAM-7


@rule
def play_meeting(s, action):
    """The occupied square is attacked, taken over from a partner, or left alone."""
    square = s.square
    if action == ATTACK:
        start_battle(s)
    elif action == REPLACE:
        s.square = NO_SQUARE
        lift(s, square)
        s.supply[s.turn] -= 1
        claim(s, square)  # DBW-TEAM-6, DBW-Q-36
    else:
        s.square = NO_SQUARE
        end_turn(s)
