"""The battle, solved: what every throw is worth to either side when both play their best.

A side's dice are one of the 56 triples, so before each throw a battle is in one of 56 x 56 states.
Every round follows from the one after it. Extra rounds repeat until the totals differ: their values
are enclosed from below and from above until nothing is left between.

    solved = battle()
    solved.chance[ATTACKER, 3, a, d]   the attacker's winning chance when he is to act in round 3
    solved.throws[ATTACKER, 3, a, d]   the dice he should throw again, bit i for die i of TRIPLES[a]

`a` and `d` are the places of the attacker's and the defender's dice in TRIPLES, as the record holds them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from parlour.rules.position import Position

from . import rules
from .rules import EXTRA, ROUNDS

Floats = npt.NDArray[np.float64]
Throws = npt.NDArray[np.bool_]  # [mask, attacker's dice, defender's]: may it be chosen?
Dice = tuple[int, ...]
Player = Callable[[int, Dice, Dice], int | None]  # round, own dice, the other's: the throw; None: the best

ATTACKER, DEFENDER = 0, 1
TIES = next(option.choices for option in rules.OPTIONS if option.name == "battle_tie")
TRIPLES: list[Dice] = [tuple(dice) for dice in rules.TRIPLES.tolist()]

_PLACES = {dice: i for i, dice in enumerate(TRIPLES)}
_COUNT = len(TRIPLES)
_MASKS = rules.ALL_THREE + 1
_EVEN = 1e-12  # throws whose values differ by less are equally good
_CLOSE = 1e-15  # how close the bounds of the extra rounds must come


def place(dice: Dice) -> int:
    """Where these three dice stand in TRIPLES, in whatever order they lie."""
    return _PLACES[tuple(sorted(dice))]


def _throws() -> Floats:
    """[mask, before, after]: the chance that throwing the dice of `mask` turns one triple into another."""
    table = np.zeros((_MASKS, _COUNT, _COUNT))
    for mask, (before, dice) in product(range(_MASKS), enumerate(TRIPLES)):
        kept = [value for i, value in enumerate(dice) if not mask >> i & 1]
        outcomes = list(product(range(1, 7), repeat=3 - len(kept)))
        for thrown in outcomes:
            table[mask, before, place((*kept, *thrown))] += 1 / len(outcomes)
    return table


THROWS = _throws()
TIED = rules.TOTAL[:, None] == rules.TOTAL  # [attacker, defender]
_AHEAD = (rules.TOTAL[:, None] > rules.TOTAL).astype(np.float64)
_DISTINCT = np.zeros((_MASKS, _COUNT), bool)  # of equal dice the first ones are thrown (DBW-Q-18)
for _mask, _dice in product(range(_MASKS), range(_COUNT)):
    _DISTINCT[_mask, _dice] = not rules.names_twin(_dice, _mask)
_FEWEST_FIRST = sorted(range(_MASKS), key=int.bit_count)


@dataclass(frozen=True)
class Battle:
    """The attacker's winning chance and the best throw, [side to act, round, attacker's dice, defender's].

    Rounds count from 1. The last row of `chance` is an extra round that leads to another like it, or
    says how a tie is settled where there is no further round. In round 1 all dice are thrown.
    """

    tie: str  # the house rule battle_tie
    chance: Floats
    throws: npt.NDArray[np.uint8]

    @property
    def start(self) -> float:
        """The attacker's chance before the first throw."""
        return float(self.chance[ATTACKER, 1, 0, 0])

    def after(self, side: int, number: int) -> Floats:
        """The attacker's chance [attacker's dice, defender's] once `side` has thrown in this round."""
        following: Floats = self.chance[DEFENDER, number]
        if side == ATTACKER:
            return following
        following = self.chance[ATTACKER, min(number + 1, self.chance.shape[1] - 1)]
        return following if number < ROUNDS else np.where(TIED, following, _AHEAD)

    def ways(self, side: int, number: int, a: int, d: int) -> list[tuple[int, float]]:
        """The throws open to the side to act, best first: each one's mask, and the attacker's chance then."""
        free = _permitted(side, None)[min(number, EXTRA)][:, a, d]
        if number > ROUNDS and self.tie == "reroll_all":
            free = np.arange(_MASKS) == rules.ALL_THREE
        after = self.after(side, number)
        values = THROWS[:, a] @ after[:, d] if side == ATTACKER else THROWS[:, d] @ after[a]
        better = -1 if side == ATTACKER else 1
        ways = [(mask, float(values[mask])) for mask in _FEWEST_FIRST if free[mask]]
        return sorted(ways, key=lambda way: round(better * way[1] / _EVEN))


@cache
def battle(tie: str = TIES[0], most: int = 0) -> Battle:
    """The battle between two who play their best, by the house rules for ties; see `solve`."""
    return solve(tie, most)


def battle_of(p: Position) -> Battle:
    """The same by the house rules of this position."""
    return battle(TIES[p.battle_tie], p.battle_max_extra)


def state_of(p: Position) -> tuple[int, int, int, int]:
    """In a battle: whose part of which round it is, and both sides' dice. Dice not thrown do not matter."""
    a, d = (triple % rules.NO_TRIPLE for triple in p.triples.tolist())
    return (DEFENDER if p.defends else ATTACKER), int(p.round), a, d


def solve(
    tie: str = TIES[0], most: int = 0, attacker: Player | None = None, defender: Player | None = None
) -> Battle:
    """The battle when a side's throws are prescribed, and the other's are the best against them.

    `tie` is the house rule battle_tie (DBW-Q-19), `most` is battle_max_extra (DBW-Q-20): the number of
    extra rounds after which a coin decides, 0 for any number.
    """
    repeated = tie in ("extra_round", "reroll_all")
    rounds = ROUNDS + (most if repeated else 0)
    chance = np.zeros((2, rounds + 2, _COUNT, _COUNT))
    throws = np.zeros(chance.shape, np.uint8)
    solved = Battle(tie, chance, throws)
    free = [_permitted(ATTACKER, attacker), _permitted(DEFENDER, defender)]
    if tie == "reroll_all":
        free[ATTACKER][EXTRA] = free[DEFENDER][EXTRA] = _only(rules.ALL_THREE)

    def play(number: int) -> None:
        """Fill in one round from what follows it."""
        for side in (DEFENDER, ATTACKER):
            after = solved.after(side, number)
            chance[side, number], throws[side, number] = _best(side, free[side][min(number, EXTRA)], after)

    if repeated and not most:
        low, high = np.zeros((_COUNT, _COUNT)), np.ones((_COUNT, _COUNT))
        gap = np.inf
        while _CLOSE < (high - low).max() < gap:  # until it is closed, or as close as floating point comes
            gap = (high - low).max()
            for bound in (high, low):
                chance[ATTACKER, EXTRA] = bound
                play(EXTRA)
                bound[:] = chance[ATTACKER, EXTRA]
    else:
        chance[:, -1] = {"defender": 0.0, "attacker": 1.0}.get(tie, 0.5)
    for number in range(rounds, 0, -1):
        play(number)
    return solved


def course(solved: Battle, extra: int = 3) -> tuple[float, list[float]]:
    """How likely the attacker is ahead after the last regular round, and that totals are equal after it
    and after each of the extra rounds that follow."""
    standing = np.zeros((_COUNT, _COUNT))  # the odds of every pair of triples
    standing[0, 0] = 1.0
    for number in range(1, ROUNDS + 1):
        standing = _thrown(standing, solved, number)
    ahead = float((standing * _AHEAD).sum())
    ties = [float(standing[TIED].sum())]
    for _ in range(extra - 1):
        standing = _thrown(np.where(TIED, standing, 0.0), solved, EXTRA)
        ties.append(float(standing[TIED].sum()))
    return ahead, ties


def _thrown(standing: Floats, solved: Battle, number: int) -> Floats:
    """The odds of every state after both have thrown, each as `solved` says."""
    everything = np.arange(_COUNT)
    mine = THROWS[solved.throws[ATTACKER, number], everything[:, None]]  # [a, d, a after]
    standing = np.einsum("ad,adx->xd", standing, mine)
    yours = THROWS[solved.throws[DEFENDER, number], everything]  # [a, d, d after]
    moved: Floats = np.einsum("ad,ady->ay", standing, yours)
    return moved


def _best(side: int, free: Throws, after: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
    """The best permitted throw of `side` in every state: its value for the attacker, and its mask.

    Of equally good throws the one of the fewest dice: so nobody is told to throw for nothing.
    """
    values = THROWS @ after if side == ATTACKER else after @ THROWS.transpose(0, 2, 1)  # [mask, a, d]
    wished = np.where(free, values if side == ATTACKER else -values, -np.inf)
    best = wished.max(axis=0)
    mask = np.array(_FEWEST_FIRST)[(wished >= best - _EVEN)[_FEWEST_FIRST].argmax(axis=0)]
    return np.abs(best), mask


def _permitted(side: int, player: Player | None) -> list[Throws]:
    """Round by round, which throws [mask, a, d] a side may choose: all (DBW-BATTLE-4), or a player's own."""
    own = _DISTINCT[:, :, None] if side == ATTACKER else _DISTINCT[:, None, :]
    any_throw = np.broadcast_to(own, (_MASKS, _COUNT, _COUNT))
    free = (
        [_only(rules.ALL_THREE)] * 2 + [any_throw] * (ROUNDS - 1) + [any_throw & ~_only(0)]
    )  # DBW-BATTLE-3, -6
    if player is None:
        return free
    for number in range(2, EXTRA + 1):
        chosen = free[number].copy()
        for (a, mine), (d, yours) in product(enumerate(TRIPLES), enumerate(TRIPLES)):
            mask = player(number, *((mine, yours) if side == ATTACKER else (yours, mine)))
            if mask is not None:
                chosen[:, a, d] = np.arange(_MASKS) == mask
        free[number] = chosen
    return free


def _only(mask: int) -> Throws:
    """One throw, whatever the dice."""
    return np.broadcast_to((np.arange(_MASKS) == mask)[:, None, None], (_MASKS, _COUNT, _COUNT))


# ---------------------------------------------------------------- weaker players


def greedy(number: int, own: Dice, other: Dice) -> int:
    """Keeps 5 and 6 in round 2, 4 and more later; where a die must be thrown, the lowest."""
    mask = sum(1 << i for i, value in enumerate(own) if value < (5 if number == 2 else 4))
    return mask or (1 if number == EXTRA else 0)


def content(number: int, own: Dice, other: Dice) -> int:
    """As `greedy`, but leaves the dice alone in round 3 when they are ahead."""
    return 0 if number == ROUNDS and sum(own) > sum(other) else greedy(number, own, other)


def idle(number: int, own: Dice, other: Dice) -> int | None:
    """Never throws again before an extra round makes it."""
    return None if number == EXTRA else 0
