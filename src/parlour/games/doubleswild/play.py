"""One step of a game: what was thrown or decided is played, and then it is worked out who is next."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import CHANCE, NOBODY, OVER, inline, rule

from .battles import clear_battle, is_tossed, play_rethrow, throw_in_battle
from .dice import HOW_MANY, NO_PAIR, TOSS, TOTAL
from .layout import CHAIRS
from .lines import derive_lines
from .record import AGAIN, BATTLE, BOTH, CHOOSE, FINISHED, REROLL, RETHROW, ROLL_OFF, SELECT, THROW
from .squares import play_meeting, play_reroll, play_square, take_throw, throw_again
from .turns import set_up, start_roll_off, take_roll_off


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
    s.used = 0
    clear_battle(s)
    set_up(s)
    start_roll_off(s, s.playing)  # DBW-SETUP-3
    derive(s)


# ---------------------------------------------------------------- what it does


@rule
def apply(s, action):
    """One step, and then who is next."""
    play(s, action)
    derive(s)


@rule
@inline
def play(s, action):
    """What was thrown or decided has its effect."""
    if s.who == CHANCE:
        if s.phase == THROW:
            take_throw(s, action)
        elif s.phase == AGAIN:
            throw_again(s, action)
        elif s.phase == BATTLE:
            throw_in_battle(s, action)
        else:
            take_roll_off(s, TOTAL[action])
    elif s.phase == REROLL:
        play_reroll(s, action)
    elif s.phase == CHOOSE:
        play_square(s, action - SELECT)
    elif s.phase == BATTLE:
        play_rethrow(s, action - RETHROW)
    else:
        play_meeting(s, action)


# ---------------------------------------------------------------- what follows from it


@rule
def derive(s):
    """The fields that follow from the others."""
    derive_lines(s)
    derive_actor(s)


@rule
@inline
def derive_actor(s):
    """Which dice are due, and who decides if none are."""
    s.due = dice_due(s)
    s.who = CHANCE if s.due != 0 else who_decides(s)


@rule
@inline
def dice_due(s):
    """How many dice are thrown next, or TOSS for a coin; 0 if somebody decides, or all is over."""
    if s.phase == THROW:
        return 4  # DBW-ROLL-1
    if s.phase == BATTLE:
        return TOSS if s.again == 0 and is_tossed(s) else HOW_MANY[s.again]  # DBW-BATTLE-4
    if s.phase == AGAIN:
        return 4 if s.again == BOTH else 2  # DBW-REROLL-1
    return 3 if s.phase == ROLL_OFF else 0  # DBW-SETUP-3


@rule
@inline
def who_decides(s):
    """The attacked seat decides about its own dice; everything else is the turn's."""
    if s.phase == FINISHED:
        return OVER
    if s.phase == BATTLE and s.defends != 0:
        return s.owner[s.square]  # DBW-BATTLE-1
    return s.turn
