"""What is known for certain in Doubles Wild: the battle, from every state of its dice, see battle_odds.py."""

from __future__ import annotations

from parlour.rules.contracts.exact import Known
from parlour.rules.position import Position
from parlour.text import say

from . import rules
from .battle_odds import ATTACKER, THROWS, battle_of, state_of


def known(p: Position) -> Known | None:
    """In a battle the chance to win it, of the side to choose or to throw; None at all other times."""
    if p.phase != rules.BATTLE:
        return None
    side, number, a, d = state_of(p)
    solved = battle_of(p)
    about = say("this battle")
    if p.due == rules.TOSS:
        return Known(about, 0.5, {}, False)
    if p.due:
        after = solved.after(side, number)
        won = THROWS[p.again, a] @ after[:, d] if side == ATTACKER else THROWS[p.again, d] @ after[a]
        return Known(about, float(won if side == ATTACKER else 1 - won), {}, False)
    ways = solved.ways(side, number, a, d)
    values = {rules.RETHROW + mask: won if side == ATTACKER else 1 - won for mask, won in ways}
    return Known(about, next(iter(values.values())), values, False)
