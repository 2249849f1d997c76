"""What may be decided, and what dice may show: the one statement of what is legal, put together from what
squares.py and battles.py say about each phase."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import inline, rule

from .battles import may_rethrow
from .dice import ODDS, OUTCOMES
from .record import ACTIONS, CHOOSE, MEET, REROLL, RETHROW, SELECT
from .squares import may_choose, may_meet, may_reroll


@rule
@inline
def actor(s):
    """Kept in the record, where whoever decides or throws next is worked out at the end of each step."""
    return s.who


@rule
def may_do(s, action):
    """May the seat to act decide so?"""
    if s.phase == REROLL:
        return may_reroll(s, action)
    if s.phase == CHOOSE:
        return SELECT <= action < ACTIONS and may_choose(s, action - SELECT)
    if s.phase == MEET:
        return may_meet(s, action)
    return RETHROW <= action < SELECT and may_rethrow(s, action - RETHROW)


@rule
def legal(s, out):
    """Writes what the dice can show, or every decision that may be made."""
    if s.who < 0:  # whatever the dice can show; nothing when the game is over
        for outcome in range(OUTCOMES[s.due]):
            out[outcome] = outcome
        return OUTCOMES[s.due]
    n = 0
    for action in range(ACTIONS):
        if may_do(s, action):
            out[n] = action
            n += 1
    return n


@rule
def weights(s, out):
    """The odds of what the dice that are due can show."""
    for outcome in range(OUTCOMES[s.due]):
        out[outcome] = ODDS[s.due, outcome]
    return OUTCOMES[s.due]
