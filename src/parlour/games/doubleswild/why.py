"""Why something may not be done now. Nothing is decided here: what is legal is said in duties.py."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import CHANCE, OVER, rule

from .duties import may_do
from .record import (
    ACTIONS,
    BATTLE,
    BATTLE_DICE,
    CANNOT_DECLINE,
    CHOOSE,
    GAME_OVER,
    IDLE_SQUARE,
    LEAVE,
    MEET,
    MUST_THROW,
    NO_BATTLE,
    NO_SUCH_ACTION,
    NO_WILD,
    NOT_A_PARTNER,
    NOT_MET,
    NOT_YOUR_TURN,
    OFF_LINE,
    ONE_BLUE,
    ONE_RED,
    OWN_SQUARE,
    PAIR_AGAIN,
    PARTNERS_AT_PEACE,
    PARTNERS_FIGHT,
    REPLACE,
    REROLL,
    REROLL_FIRST,
    REROLL_OVER,
    RETHROW,
    SELECT,
    SINGLE_DIE,
    THROW_FIRST,
    TWIN,
)
from .squares import is_on_line
from .turns import is_partner


@rule
def explain(s, seat, action):
    """Why this seat may not do this now; what is legal is decided elsewhere."""
    if s.who == OVER:
        return GAME_OVER
    if s.who == CHANCE:
        return THROW_FIRST
    if seat != s.who:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if may_do(s, action):
        return 0
    if action < LEAVE:
        return explain_reroll(s, action)
    if action < RETHROW:
        return explain_meeting(s, action)
    if action < SELECT:
        return explain_rethrow(s, action - RETHROW)
    return explain_square(s, action - SELECT)


@rule
def explain_reroll(s, action):
    """Why dice are not thrown again: pairs are, but not one die, nor a pair twice."""
    if s.phase == BATTLE:
        return BATTLE_DICE  # DBW-BATTLE-4
    if action == ONE_RED or action == ONE_BLUE:
        return SINGLE_DIE  # DBW-REROLL-2
    return PAIR_AGAIN if s.phase == REROLL else REROLL_OVER  # DBW-Q-02, DBW-REROLL-3


@rule
def explain_meeting(s, action):
    """Why an occupied square is not attacked, taken over or left."""
    if s.phase == BATTLE and action == LEAVE:
        return CANNOT_DECLINE  # DBW-Q-10
    if s.phase != MEET:
        return NOT_MET
    if action != REPLACE:
        return PARTNERS_AT_PEACE  # DBW-TEAM-7
    return PARTNERS_FIGHT if is_partner(s, s.owner[s.square]) else NOT_A_PARTNER  # DBW-Q-37, DBW-TEAM-6


@rule
def explain_rethrow(s, again):
    """Why these dice of a battle are not thrown again."""
    if s.phase != BATTLE:
        return NO_BATTLE
    return MUST_THROW if again == 0 else TWIN  # DBW-BATTLE-6, DBW-Q-18


@rule
def explain_square(s, square):
    """Why a square cannot be chosen: no wild die lies there, or the dice name another line."""
    if s.phase != CHOOSE and s.phase != REROLL:
        return NO_WILD  # DBW-ROLL-2
    if not is_on_line(s, square):
        return OFF_LINE  # DBW-ROLL-2, DBW-WILD-1
    if s.phase == REROLL:
        return REROLL_FIRST  # DBW-REROLL-1
    return OWN_SQUARE if s.owner[square] == s.turn else IDLE_SQUARE  # DBW-WILD-1, DBW-Q-06
