"""The odds that matter in a position of Doubles Wild, in sentences: of its battle, or of this turn."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from parlour.rules.kit import ROLL_ODDS, ROLL_TICKETS
from parlour.rules.position import Position
from parlour.rules.sheets import percent
from parlour.text import Text, say

from . import rules, words
from .battle_odds import ATTACKER, DEFENDER, THROWS, Floats, battle_of, state_of
from .names import SEAT_NAMES, battle_dice, battle_title, points_text, square_text

_MOST_SQUARES = 6  # that are listed as worth aiming at


def now(p: Position) -> list[Text]:
    """In a battle both sides' dice, their chances and what to keep; else what this turn may bring."""
    if p.phase == rules.BATTLE:
        return _battle_now(p)
    if p.phase == rules.REROLL:
        return _reroll_now(p)
    if _may_attack(p):
        won = battle_of(p).start
        return [say("An attack is won with {won} when both play their best.", won=percent(won))]
    return []


def _may_attack(p: Position) -> bool:
    """Is an attack one of the choices?"""
    if p.phase == rules.CHOOSE:
        return any(rules.is_on_line(p, square) and _attacked(p, square) for square in range(rules.SQUARES))
    return p.phase == rules.MEET and _attacked(p, p.square)


def _attacked(p: Position, square: int) -> bool:
    """Would playing this square lead to a battle, or to the choice of one?"""
    there = int(p.owner[square])
    if there in (rules.VACANT, p.turn) or rules.is_protected(p, square):
        return False
    return bool(p.team_battle) or not rules.is_partner(p, there)


def _battle_now(p: Position) -> list[Text]:
    side, number, a, d = state_of(p)
    names = [SEAT_NAMES[p.turn], SEAT_NAMES[p.owner[p.square]]]
    solved = battle_of(p)
    if p.due == 0:
        won = float(solved.chance[side, number, a, d])
    elif p.due == rules.TOSS:
        won = 0.5
    else:  # the dice have been chosen, and are thrown next
        after = solved.after(side, number)
        won = float(THROWS[p.again, a] @ after[:, d] if side == ATTACKER else THROWS[p.again, d] @ after[a])
    told = [
        say("{title}.", title=battle_title(p)),
        *(say("{dice}.", dice=battle_dice(p, defends)) for defends in (0, 1)),
        say(
            "When both play their best, {attacker} wins with {won}, {defender} with {lost}.",
            attacker=names[ATTACKER],
            won=percent(won),
            defender=names[DEFENDER],
            lost=percent(1 - won),
        ),
    ]
    if p.due == 0:
        told.append(say("{who}'s chances, the best first:", who=names[side]))
        for mask, won in solved.ways(side, number, a, d):
            chance = percent(won if side == ATTACKER else 1 - won)
            told.append(say("  {chance}: {throw}", chance=chance, throw=words.offer(p, rules.RETHROW + mask)))
    return told


def _reroll_now(p: Position) -> list[Text]:
    """What each choice brings in this turn, for somebody who thinks no further."""
    rows = np.array([rules.rows_at(p, square, p.turn) for square in range(rules.SQUARES)])
    taken = np.array([_taken(p, square) for square in range(rules.SQUARES)])
    if not (rows * taken).any():
        return [say("No square makes a row for {who} in this turn.", who=SEAT_NAMES[p.turn])]
    chances = _prospects(p, (rows > 0) * taken)
    points = _prospects(p, rows * taken)
    told = [say("In this turn alone, {who} makes:", who=SEAT_NAMES[p.turn])]
    for action in chances:
        told.append(
            say(
                "  a row with {chance}, {points:point|points} on average: {choice}",
                chance=percent(chances[action]),
                points=f"{points[action]:.2f}",
                choice=words.offer(p, action),
            )
        )
    return [*told, *_wanted(p, rows, taken)]


def _wanted(p: Position, rows: npt.NDArray[np.int64], taken: Floats) -> list[Text]:
    """The squares that make rows, each with the best chance to own it, the most promising first."""
    found = []
    for square in np.flatnonzero(rows * taken).tolist():
        chances = _prospects(p, np.where(np.arange(rules.SQUARES) == square, taken, 0.0))
        action = max(chances, key=lambda a: chances[a])
        found.append((float(rows[square] * chances[action]), square, action, chances[action]))
    found.sort(key=lambda one: (-one[0], one[1]))
    told = [say("Squares that make a row, each with the best chance to own it:")]
    for _, square, action, chance in found[:_MOST_SQUARES]:
        told.append(
            say(
                "  {square} for {points}: {chance}, {choice}",
                square=square_text(square),
                points=points_text(int(rows[square])),
                chance=percent(chance),
                choice=words.notation(p, action),
            )
        )
    if len(found) > _MOST_SQUARES:
        told.append(say("  and {count} more", count=len(found) - _MOST_SQUARES))
    return told


def _taken(p: Position, square: int) -> float:
    """The chance that the player on turn comes to own a square he plays."""
    if _attacked(p, square):
        return battle_of(p).start
    there = int(p.owner[square])
    return 0.0 if there == p.turn or (there != rules.VACANT and rules.is_protected(p, square)) else 1.0


def _prospects(p: Position, worth: Floats) -> dict[int, float]:
    """What every choice about the re-roll brings on average, when each square brings so much.

    A table by what both pairs may show in the end is all it takes: a double takes the best of its line.
    """
    grid = np.full((rules.SIZE + 1, rules.SIZE + 1), 0.0)  # [row, column], WILD for any
    grid[:-1, :-1] = worth.reshape(rules.SIZE, rules.SIZE)
    grid[rules.WILD] = grid.max(axis=0)
    grid[:, rules.WILD] = grid.max(axis=1)
    shown = grid[rules.LINE_OF][:, rules.LINE_OF]  # [red pair, blue pair]
    odds = ROLL_ODDS / ROLL_TICKETS
    reds, blues = odds @ shown, shown @ odds  # after a re-roll of one, by what the other shows
    found = {rules.KEEP: shown[p.red, p.blue]}
    if p.reroll_mode == rules.PER_PAIR and p.used == 0:  # the other pair may follow
        found[rules.RED] = odds @ np.maximum(shown[:, p.blue], blues)
        found[rules.BLUE] = np.maximum(shown[p.red], reds) @ odds
    else:
        found[rules.RED], found[rules.BLUE] = reds[p.blue], blues[p.red]
    found[rules.BOTH] = odds @ shown @ odds
    return {action: float(value) for action, value in found.items() if rules.may_reroll(p, action)}
