"""What happened in Doubles Wild, told sentence by sentence: throws, claims, battles, points, the end.

An action may be followed by much that nobody decides. It is all worked out from the position before,
because in the one after it the board may have been cleared for a tie-break.
"""

from __future__ import annotations

from parlour.rules.kit import CHANCE, NOBODY, ROLLS
from parlour.rules.position import Position
from parlour.text import Text, join, say

from . import rules
from .names import (
    SEAT_NAMES,
    dice_name,
    dice_taken,
    dice_total,
    outcome_data,
    own_dice,
    pair_text,
    points_text,
    square_text,
    thrower,
    won_text,
)


def sentence(before: Position, action: int, after: Position) -> Text:
    """What happened, for the log."""
    told = [_told(before, action), *_consequences(before, action, after), *_passage(before, after)]
    return join(told)


def _told(p: Position, action: int) -> Text | None:
    """The action itself; nothing where its consequence says it all."""
    seat = SEAT_NAMES[thrower(p)]
    if rules.actor(p) == CHANCE:
        return _throw_told(p, action, seat)
    if action >= rules.SELECT:
        return None
    if action >= rules.RETHROW:
        dice = dice_taken(p, action)
        if not dice:
            return say("{seat} stands on {dice}.", seat=seat, dice=dice_total(own_dice(p)))
        return say("{seat} takes up {dice}.", seat=seat, dice=dice_name(dice))
    return {
        rules.KEEP: say("{seat} keeps the dice.", seat=seat),
        rules.RED: say("{seat} takes up the red dice.", seat=seat),
        rules.BLUE: say("{seat} takes up the blue dice.", seat=seat),
        rules.BOTH: say("{seat} takes up all four dice.", seat=seat),
    }.get(action)


def _throw_told(p: Position, outcome: int, seat: Text) -> Text:
    """What the dice show, and what that means."""
    if p.due == rules.TOSS:
        return say("A coin is tossed.")
    shown = outcome_data(p, outcome)
    if p.phase == rules.ROLL_OFF:
        dice, total = dice_name(shown["dice"]), sum(shown["dice"])
        return say("{seat} throws {dice} for the first turn: {total}.", seat=seat, dice=dice, total=total)
    if p.phase == rules.BATTLE:
        return _battle_throw_told(p, outcome, seat)
    if p.due == 2:
        pair = pair_text("red" if p.again == rules.RED else "blue", outcome)
        return say("{seat} throws {pair}.", seat=seat, pair=pair)
    red, blue = divmod(outcome, len(ROLLS))
    return say(
        "{seat} throws {red}; {blue}.", seat=seat, red=pair_text("red", red), blue=pair_text("blue", blue)
    )


def _battle_throw_told(p: Position, outcome: int, seat: Text) -> Text:
    """What one side has now, and what it is up against."""
    lying = dice_total(rules.TRIPLES[rules.joined(p, outcome)].tolist())
    other = int(p.triples[1 - p.defends])
    if other == rules.NO_TRIPLE:
        return say("{seat} throws {dice}.", seat=seat, dice=lying)
    thrown = dice_name(outcome_data(p, outcome)["dice"])
    values = {"seat": seat, "dice": lying, "thrown": thrown, "other": rules.TOTAL[other]}
    if p.again == rules.ALL_THREE:
        return say("{seat} throws {dice} against {other}.", **values)
    return say("{seat} throws {thrown} and has {dice} against {other}.", **values)


def _consequences(before: Position, action: int, after: Position) -> list[Text]:
    """What the action does on the board at once, and the points it makes."""
    seat = SEAT_NAMES[before.turn]
    if before.phase == rules.BATTLE:
        return _battle_told(before, action)
    if before.phase == rules.MEET:
        values = {
            "seat": seat,
            "square": square_text(before.square),
            "owner": SEAT_NAMES[before.owner[before.square]],
        }
        if action == rules.LEAVE:
            return [say("{seat} leaves {square} to {owner}.", **values)]
        if action == rules.ATTACK:
            return [say("{seat} attacks {owner} on {square}.", **values)]
        return [
            say("{seat} replaces {owner}'s marker on {square}.", **values),
            *_scored(before, before.square),
        ]
    final = before.phase in (rules.AGAIN, rules.CHOOSE) or (
        before.phase == rules.REROLL and action == rules.KEEP
    )
    if not final or after.phase in (rules.REROLL, rules.CHOOSE):
        return []
    square = int(rules.square_of(before, action))
    if square == rules.NO_SQUARE:
        return [say("All squares there are {seat}'s: nothing can be played.", seat=seat)]
    there = int(before.owner[square])
    values = {"seat": seat, "square": square_text(square)}
    if there == rules.VACANT:
        return [say("{seat} claims {square}.", **values), *_scored(before, square)]
    values["owner"] = SEAT_NAMES[there]
    if there == before.turn:
        return [say("That square is {seat}'s already: nothing happens.", **values)]
    if rules.is_protected(before, square):
        return [say("A row of {owner} protects that square: nothing happens.", **values)]
    if after.phase == rules.MEET:
        return [say("{seat} comes to {square}, a square of {owner}.", **values)]
    return [say("{seat} attacks {owner} on {square}.", **values)]


def _scored(p: Position, square: int) -> list[Text]:
    """The points of a new marker of the seat on turn; in a tie-break they are told as the win."""
    rows = int(rules.rows_at(p, square, p.turn))
    if not rows or p.tiebreak:
        return []
    if rows == 1:
        return [say("A row of three: {seat} scores 1 point.", seat=SEAT_NAMES[p.turn])]
    return [say("{rows} rows of three: {seat} scores {rows} points!", seat=SEAT_NAMES[p.turn], rows=rows)]


def _battle_told(p: Position, action: int) -> list[Text]:
    """How a battle ends, if this ends it."""
    if p.due == rules.TOSS:
        return _battle_won(p, bool(action), say("It is for {seat}, who", seat=_fighter(p, not action)))
    triples = p.triples.tolist()
    if rules.actor(p) == CHANCE:
        triples[p.defends] = int(rules.joined(p, action))
    elif action != rules.RETHROW:
        return []
    if not p.defends or p.round < rules.ROUNDS:
        return []
    mine, theirs = (int(rules.TOTAL[t]) for t in triples)
    if mine != theirs:
        values = {"seat": _fighter(p, mine < theirs), "most": max(mine, theirs), "least": min(mine, theirs)}
        return _battle_won(p, mine > theirs, say("{seat} wins the battle, {most} to {least}, and", **values))
    level = say("{total} all.", total=mine)
    if p.battle_tie in (rules.DEFENDER, rules.ATTACKER):
        won = p.battle_tie == rules.ATTACKER
        return [
            level,
            *_battle_won(p, won, say("At this table a tie goes to {seat}, who", seat=_fighter(p, not won))),
        ]
    if p.battle_tie == rules.COIN or (p.battle_max_extra and p.round >= rules.ROUNDS + p.battle_max_extra):
        return [level, say("A coin decides.")]
    return [level, say("An extra round follows.")]


def _fighter(p: Position, defends: bool) -> Text:
    return SEAT_NAMES[p.owner[p.square] if defends else p.turn]


def _battle_won(p: Position, attacker: bool, who: Text) -> list[Text]:
    """What the winner has won; `who` is the beginning of that sentence."""
    values = {"who": who, "square": square_text(p.square)}
    if attacker:
        won = say("{who} takes {square} from {owner}.", owner=_fighter(p, True), **values)
        return [won, *_scored(p, p.square)]
    return [say("{who} keeps {square}; {seat}'s marker is gone.", seat=_fighter(p, False), **values)]


def _passage(before: Position, after: Position) -> list[Text]:
    """Beginnings and ends: whose turn is first, the last round, the tie-break, the winner."""
    seat = SEAT_NAMES[before.turn]
    if before.phase == rules.ROLL_OFF:
        if after.phase != rules.ROLL_OFF:
            return [say("{seat} begins.", seat=SEAT_NAMES[after.turn])]
        return [say("A tie: they throw again.")] if before.rolling == 1 << before.turn else []
    if after.phase == rules.FINISHED:
        return _finish_told(before, after)
    if after.supply.sum() > before.supply.sum():
        return _tiebreak_told(before, after)
    if before.supply[before.turn] == 1 and after.supply[before.turn] == 0 and not _is_last_round(before):
        return [say("That was {seat}'s last marker: everybody else has one more turn.", seat=seat)]
    return []


def _is_last_round(p: Position) -> bool:
    return any(p.supply[seat] == 0 for seat in range(rules.CHAIRS) if p.playing >> seat & 1)


def _leaders(p: Position) -> list[int]:
    """Those in the lead, of a team the first partner."""
    best = int(rules.leaders(p))
    return [seat for seat in range(p.players) if best >> seat & 1 and rules.side(p, seat) == seat]


def _finish_told(before: Position, after: Position) -> list[Text]:
    if before.tiebreak and after.winner != NOBODY:
        return [say("The first row decides the tie-break."), won_text(after)]
    if before.tiebreak:
        return [say("The markers are used up without a row: the game is a draw.")]
    last = rules.next_of(before.playing, before.turn)
    return [
        say("{seat} has no marker left for another turn: the game is over.", seat=SEAT_NAMES[last]),
        won_text(after),
    ]


def _tiebreak_told(before: Position, after: Position) -> list[Text]:
    told = []
    if before.tiebreak:
        told.append(say("The markers are used up without a row: the board is cleared once more."))
    else:
        *some, last = [SEAT_NAMES[seat] for seat in _leaders(after)]
        names = say("{some} and {last}", some=join(some, ", "), last=last)
        if after.teams:
            names = say("both teams")
        points = points_text(int(after.score[_leaders(after)[0]]))
        told.append(say("The game is over, and {names} are tied with {points}.", names=names, points=points))
        told.append(say("The board is cleared, and the first row wins."))
    if after.phase != rules.ROLL_OFF:
        told.append(say("{seat} begins.", seat=SEAT_NAMES[after.turn]))
    return told
