"""Battles: two sides, three dice each, three rounds and as many more as it takes. DBW-BATTLE.

The odds of a battle are worked out in battle_odds.py; here is what happens in one.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import inline, rule

from .dice import ALL_THREE, JOINED, KEPT, NO_TRIPLE, TOSS, TOTAL, names_twin
from .layout import NO_SQUARE, ROUNDS
from .record import ATTACKER, BATTLE, COIN, DEFENDER, EXTRA, REROLL_ALL
from .rows import claim, lift
from .turns import end_turn, go_on


@rule
def start_battle(s):
    """A marker of the player on turn lies over another's, and is spent, whatever comes of it. (DBW-PLAY-4)

    The owner defends, with or without markers (DBW-BATTLE-1, DBW-Q-26)."""
    s.supply[s.turn] -= 1  # DBW-Q-11, DBW-Q-12
    s.round = 1
    s.defends = 0  # the attacker throws first (DBW-BATTLE-2)
    take_up_or_ask(s)


@rule
@inline
def take_up_or_ask(s):
    """A side's part of the round begins: all its dice are taken up, or it is asked which."""
    s.again = ALL_THREE if throws_all(s) else 0
    go_on(s, BATTLE)


@rule
@inline
def throws_all(s):
    """Are all three dice of a side thrown in this round, without a choice?"""
    return s.round == 1 or (s.battle_tie == REROLL_ALL and s.round >= EXTRA)  # DBW-BATTLE-3, DBW-Q-19


@rule
def may_rethrow(s, again):
    """May the side to act throw these of its dice again?"""
    if again == 0:
        return s.round < EXTRA  # DBW-BATTLE-4, DBW-BATTLE-6; also when the defender is ahead (DBW-Q-21)
    return not names_twin(s.triples[s.defends], again)  # DBW-BATTLE-4, DBW-Q-18


@rule
@inline
def play_rethrow(s, again):
    """Whoever is in battle keeps some dice and throws the others, or leaves all as they lie."""
    s.again = again
    if again == 0:
        end_part(s)
    else:
        go_on(s, BATTLE)


@rule
@inline
def throw_in_battle(s, outcome):
    """Dice have fallen, or a coin: 1 for the attacker."""
    if s.due == TOSS:
        end_battle(s, outcome == 1)  # DBW-Q-19
    else:
        s.triples[s.defends] = joined(s, outcome)
        end_part(s)


@rule
@inline
def joined(s, outcome):
    """The dice of the side that throws, once those thrown again have fallen so."""
    if s.again == ALL_THREE:
        return outcome
    kept = KEPT[s.triples[s.defends], s.again]
    return JOINED[kept, outcome] if s.due == 1 else JOINED[outcome, kept]  # a pair and a die (DBW-BATTLE-4)


@rule
def end_part(s):
    """One side's part of a round is over: the defender's follows, or the next round. (DBW-Q-17)"""
    if s.defends == 0:
        s.defends = 1  # DBW-BATTLE-2
        take_up_or_ask(s)
    elif s.round < ROUNDS:
        s.defends = 0
        s.round += 1
        take_up_or_ask(s)
    else:
        end_round(s)


@rule
@inline
def end_round(s):
    """The last regular round is over, or an extra one."""
    s.defends = 0
    s.again = 0
    lead = TOTAL[s.triples[0]] - TOTAL[s.triples[1]]
    if lead != 0:
        end_battle(s, lead > 0)  # DBW-BATTLE-5
    elif s.battle_tie == DEFENDER or s.battle_tie == ATTACKER:
        end_battle(s, s.battle_tie == ATTACKER)  # DBW-Q-19
    else:  # another round, from the dice that lie there (DBW-BATTLE-6, DBW-Q-19, DBW-Q-20)
        s.round = s.round + 1 if s.battle_max_extra > 0 else EXTRA
        if is_tossed(s):
            go_on(s, BATTLE)
        else:
            take_up_or_ask(s)


@rule
def is_tossed(s):
    """House rules: does a coin decide this battle, at once or after so many extra rounds?"""
    if s.round < EXTRA:
        return False
    if s.battle_tie == COIN:
        return True  # DBW-Q-19
    return s.battle_max_extra > 0 and s.round > ROUNDS + s.battle_max_extra  # DBW-Q-20


@rule
def end_battle(s, won):
    """The loser's marker is gone; a defender scores nothing. (DBW-BATTLE-7, DBW-PLAY-5, DBW-Q-16)"""
    square = s.square
    clear_battle(s)
    if won:
        lift(s, square)
        claim(s, square)  # DBW-Q-15
    else:
        end_turn(s)


@rule
def clear_battle(s):
    """No square is fought for."""
    s.square = NO_SQUARE
    s.triples[0] = NO_TRIPLE
    s.triples[1] = NO_TRIPLE
    s.round = 0
    s.defends = 0
    s.again = 0
