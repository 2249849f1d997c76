"""What Doubles Wild calls its seats, squares and dice; words.py and story.py make sentences of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.rules.kit import ROLLS
from parlour.rules.position import Position
from parlour.text import Text, say

from . import rules

SEAT_NAMES = (say("Green"), say("Yellow"), say("Purple"), say("Black"))
SEAT_LETTERS = ("G", "Y", "P", "B")


def square_name(square: int) -> str:
    """A square as it is written: row, comma, column."""
    row, column = divmod(int(square), rules.SIZE)
    return f"{row + rules.FIRST},{column + rules.FIRST}"


def square_text(square: int) -> Text:
    """A square as the board prints it: by its row, which is red, and its column, which is blue."""
    row, column = divmod(int(square), rules.SIZE)
    return say("red {row}, blue {column}", row=row + rules.FIRST, column=column + rules.FIRST)


def dice_name(dice: Sequence[int]) -> str:
    """Dice as people write them, such as 2-5-6."""
    return "-".join(map(str, dice))


def side_name(p: Position, seat: int) -> Text:
    """A player, or both players of a team."""
    if not p.teams:
        return SEAT_NAMES[seat]
    first = rules.side(p, seat)
    return say("{seat} and {partner}", seat=SEAT_NAMES[first], partner=SEAT_NAMES[first + 2])


def thrower(p: Position) -> int:
    """Whose dice are thrown or chosen now: the seat on turn's, or in a battle the defender's."""
    return int(p.owner[p.square]) if p.phase == rules.BATTLE and p.defends else int(p.turn)


def outcome_data(p: Position, outcome: int) -> dict[str, Any]:
    """What the dice or the coin show, as data; nothing for an outcome that cannot be."""
    if outcome < 0:
        return {}
    if p.due == rules.TOSS:
        return {"for": ("defender", "attacker")[outcome]} if outcome < 2 else {}
    if p.due == 4:
        red, blue = divmod(outcome, len(ROLLS))
        return {"red": ROLLS[red].tolist(), "blue": ROLLS[blue].tolist()} if red < len(ROLLS) else {}
    shown: dict[int, list[list[int]]] = {
        1: [[n] for n in range(1, 7)],
        2: ROLLS.tolist(),
        3: rules.TRIPLES.tolist(),
    }
    return {"dice": shown[p.due][outcome]} if outcome < len(shown[p.due]) else {}


def own_dice(p: Position) -> list[int]:
    """In a battle, the dice of the side whose part of the round it is; none before its first throw."""
    triple = int(p.triples[p.defends])
    return rules.TRIPLES[triple].tolist() if triple != rules.NO_TRIPLE else []


def dice_taken(p: Position, action: int) -> list[int] | None:
    """The dice that a decision in a battle throws again."""
    if p.phase != rules.BATTLE:
        return None
    return [die for i, die in enumerate(own_dice(p)) if action - rules.RETHROW >> i & 1]


def pair_text(colour: str, pair: int) -> Text:
    """A pair and the line it names: "red 3-1: row 4"."""
    high, low = ROLLS[pair].tolist()
    dice = dice_name((high, low))
    if colour == "red":
        if high == low:
            return say("red {dice}: wild, any row", dice=dice)
        return say("red {dice}: row {line}", dice=dice, line=high + low)
    if high == low:
        return say("blue {dice}: wild, any column", dice=dice)
    return say("blue {dice}: column {line}", dice=dice, line=high + low)


def dice_total(dice: Sequence[int]) -> str:
    """Dice and what they add up to."""
    return f"{dice_name(dice)} ({sum(dice)})"


def points_text(points: int) -> Text:
    """What was scored."""
    return say("{points:point|points}", points=points)


def markers_text(markers: int) -> Text:
    """What is left to be set."""
    return say("{count:marker|markers}", count=markers)


def battle_title(p: Position) -> Text:
    """What is fought over, and how far it has come."""
    square = square_text(p.square)
    if p.round >= rules.EXTRA:
        return say("Battle for {square}, extra round", square=square)
    return say("Battle for {square}, round {round}", square=square, round=p.round)


def battle_dice(p: Position, defends: int) -> Text:
    """One side of a battle with its dice, if it has thrown."""
    seat = SEAT_NAMES[p.owner[p.square] if defends else p.turn]
    triple = int(p.triples[defends])
    if triple == rules.NO_TRIPLE:
        return say("{seat} defends", seat=seat) if defends else say("{seat} attacks", seat=seat)
    dice = rules.TRIPLES[triple].tolist()
    values = {"seat": seat, "dice": dice_name(dice), "total": sum(dice)}
    if defends:
        return say("{seat} defends: {dice}, total {total}", **values)
    return say("{seat} attacks: {dice}, total {total}", **values)


def battle_total(p: Position, defends: int) -> Text:
    """The same beside the dice themselves: what they come to."""
    seat = SEAT_NAMES[p.owner[p.square] if defends else p.turn]
    total = sum(rules.TRIPLES[int(p.triples[defends])].tolist())
    if defends:
        return say("{seat} defends: {total}", seat=seat, total=total)
    return say("{seat} attacks: {total}", seat=seat, total=total)


def won_text(p: Position) -> Text:
    """Who won and by how much, or only who, where a roll-off decided."""
    values = {"seat": side_name(p, p.winner), "points": points_text(int(p.score[p.winner]))}
    if p.tiebreak:
        return say("{seat} win!", **values) if p.teams else say("{seat} wins!", **values)
    return (
        say("{seat} win with {points}!", **values) if p.teams else say("{seat} wins with {points}!", **values)
    )
