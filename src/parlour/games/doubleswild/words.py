"""Doubles Wild in words: names of actions, what happened, what is asked, and why not.

A square is named by its red row and its blue column: 5,7. Dice are named by what they show; where
both pairs are thrown the red one comes first: 3-1/6-4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.rules.kit import CHANCE, NOBODY, ROLLS
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import rules

TITLE = say("Doubles Wild")
BLURB = say("Two pairs of dice name a square: claim it or fight for it, and line up three. Doubles are wild.")
SEAT_NAMES = (say("Green"), say("Yellow"), say("Purple"), say("Black"))
SEAT_LETTERS = ("G", "Y", "P", "B")

OPTION_WORDS: dict[str, Text] = {
    "teams": say("Four play as two teams, or each alone"),
    "first_roll_tie": say("After a tie for the first turn: only the tied players throw again, or everybody"),
    "reroll_mode": say("One second throw in a turn, or one for each pair"),
    "wild_may_decline": say("A double may be taken at its face, even where the square is one's own"),
    "wild_allow_noop": say("A double may be spent on a square where nothing happens"),
    "battle_optional": say("Nobody has to attack"),
    "battle_tie": say(
        "After an equal battle: an extra round, all dice again, one side wins, or a coin decides"
    ),
    "battle_max_extra": say("After so many extra rounds the defender keeps the square (0: no limit)"),
    "tiebreak_players": say("In a tie-break only the tied players take part, or everybody"),
    "tiebreak_start": say("A tie-break is begun by the best throw, by who began the game, or by who is next"),
    "tiebreak_markers": say("Markers for a tie-break: as in the game, or by the number who take part"),
    "tiebreak_exhausted": say("A tie-break that ends without a row is repeated, or the game is a draw"),
    "team_battle": say("A partner's marker is fought for, not replaced"),
}


# ---------------------------------------------------------------- naming squares, dice and actions


def square_name(square: int) -> str:
    """A square as it is written: row, comma, column."""
    row, column = divmod(int(square), rules.SIZE)
    return f"{row + rules.FIRST},{column + rules.FIRST}"


def _shown(dice: Sequence[int]) -> str:
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


def notation(p: Position, action: int) -> str:
    """The short name of an action here; empty for a code that names nothing."""
    if rules.actor(p) == CHANCE:
        return _outcome_name(p, action)
    if action in _PLAIN_NAMES:
        return _PLAIN_NAMES[action]
    if rules.RETHROW <= action < rules.SELECT:
        dice = _dice_named(p, action)
        if dice is None:
            return ""
        return f"throw {' '.join(map(str, dice))}" if dice else "stand"
    return square_name(action - rules.SELECT) if rules.SELECT <= action < rules.ACTIONS else ""


_PLAIN_NAMES = {
    rules.KEEP: "keep",
    rules.RED: "reroll red",
    rules.BLUE: "reroll blue",
    rules.BOTH: "reroll both",
    rules.ONE_RED: "reroll one red",
    rules.ONE_BLUE: "reroll one blue",
    rules.LEAVE: "leave",
    rules.REPLACE: "replace",
    rules.ATTACK: "attack",
}


def _outcome_name(p: Position, outcome: int) -> str:
    data = _outcome(p, outcome)
    if p.due == rules.TOSS:
        return str(data.get("for", ""))
    if "red" in data:
        return f"{_shown(data['red'])}/{_shown(data['blue'])}"
    return _shown(data.get("dice", []))


def _outcome(p: Position, outcome: int) -> dict[str, Any]:
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


def _own_dice(p: Position) -> list[int]:
    """In a battle, the dice of the side whose part of the round it is; none before its first throw."""
    triple = int(p.triples[p.defends])
    return rules.TRIPLES[triple].tolist() if triple != rules.NO_TRIPLE else []


def _dice_named(p: Position, action: int) -> list[int] | None:
    """The dice that a decision in a battle throws again."""
    if p.phase != rules.BATTLE:
        return None
    return [die for i, die in enumerate(_own_dice(p)) if action - rules.RETHROW >> i & 1]


def fields(p: Position, action: int) -> dict[str, Any]:
    """An action as data: what is done, with which dice or on which square."""
    if rules.actor(p) == CHANCE:
        return {"do": "toss" if p.due == rules.TOSS else "roll"} | _outcome(p, action)
    if action in (rules.RED, rules.BLUE, rules.BOTH):
        return {"do": "reroll", "pairs": _PAIR_NAMES[action]}
    if action in (rules.ONE_RED, rules.ONE_BLUE):
        return {"do": "reroll", "die": "red" if action == rules.ONE_RED else "blue"}
    if action in _PLAIN_NAMES:
        return {"do": _PLAIN_NAMES[action]}
    if rules.RETHROW <= action < rules.SELECT:
        dice = _dice_named(p, action)
        return {"do": "throw", "dice": dice} if dice else {"do": "stand"} if dice is not None else {}
    row, column = divmod(action - rules.SELECT, rules.SIZE)
    return {"do": "select", "row": row + rules.FIRST, "column": column + rules.FIRST}


_PAIR_NAMES = {rules.RED: ["red"], rules.BLUE: ["blue"], rules.BOTH: ["red", "blue"]}


# ---------------------------------------------------------------- what the dice say


def pair_text(colour: str, pair: int) -> Text:
    """A pair and the line it names: "red 3-1: row 4"."""
    high, low = ROLLS[pair].tolist()
    dice = _shown((high, low))
    if colour == "red":
        if high == low:
            return say("red {dice}: any row", dice=dice)
        return say("red {dice}: row {line}", dice=dice, line=high + low)
    if high == low:
        return say("blue {dice}: any column", dice=dice)
    return say("blue {dice}: column {line}", dice=dice, line=high + low)


def _choice_text(p: Position) -> Text:
    """Where a double lets one pick."""
    row, column = int(rules.LINE_OF[p.red]), int(rules.LINE_OF[p.blue])
    if row != rules.WILD:
        return say("any square of row {line}", line=row + rules.FIRST)
    if column != rules.WILD:
        return say("any square of column {line}", line=column + rules.FIRST)
    return say("any square of the board")


def battle_title(p: Position) -> Text:
    """What is fought over, and how far it has come."""
    square = square_name(p.square)
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
    values = {"seat": seat, "dice": _shown(dice), "total": sum(dice)}
    if defends:
        return say("{seat} defends: {dice}, total {total}", **values)
    return say("{seat} attacks: {dice}, total {total}", **values)


def _points_text(points: int) -> Text:
    return say("1 point") if points == 1 else say("{points} points", points=points)


def _total(dice: Sequence[int]) -> str:
    """Dice and what they add up to."""
    return f"{_shown(dice)} ({sum(dice)})"


# ---------------------------------------------------------------- offering


def offer(p: Position, action: int) -> Text:
    """One line of a list of moves."""
    if rules.actor(p) == CHANCE:
        return _outcome_offer(p, action)
    if action == rules.KEEP:
        square = int(rules.crossing(p.red, p.blue))
        what = (
            say("pick {where}", where=_choice_text(p)) if square == rules.NO_SQUARE else _prospect(p, square)
        )
        return say("keep the dice: {what}", what=what)
    if action in (rules.RED, rules.BLUE, rules.BOTH):
        return {
            rules.RED: say("throw the red dice again"),
            rules.BLUE: say("throw the blue dice again"),
            rules.BOTH: say("throw all four dice again"),
        }[action]
    if rules.RETHROW <= action < rules.SELECT:
        return _rethrow_offer(p, action)
    if action >= rules.SELECT:
        return _prospect(p, action - rules.SELECT)
    owner = SEAT_NAMES[p.owner[p.square]]
    if action == rules.LEAVE:
        return say("leave the square to {owner}", owner=owner)
    if action == rules.REPLACE:
        return join([say("replace {owner}'s marker by yours", owner=owner), _gain(p, p.square)], ", ")
    return join([say("attack {owner}", owner=owner), _gain(p, p.square)], ", ")


def _outcome_offer(p: Position, outcome: int) -> Text:
    if p.due == rules.TOSS:
        return say("the coin is for the defender") if outcome == 0 else say("the coin is for the attacker")
    return say("throw {dice}", dice=notation(p, outcome))


def _prospect(p: Position, square: int) -> Text:
    """What comes of playing this square."""
    there = int(p.owner[square])
    values = {"square": square_name(square), "owner": SEAT_NAMES[there] if there != rules.VACANT else ""}
    if there == rules.VACANT:
        return join([say("claim {square}", **values), _gain(p, square)], ", ")
    if there == p.turn:
        return say("{square} is yours already, nothing happens", **values)
    if rules.stops_attack(p, square):
        return say("{square} is protected by a row of {owner}, nothing happens", **values)
    if rules.is_partner(p, there):
        return say("{square} of {owner}, your partner", **values)
    if rules.has_choice(p, there):
        return say("{square} of {owner}, to attack or to leave", **values)
    return join([say("attack {owner} on {square}", **values), _gain(p, square)], ", ")


def _gain(p: Position, square: int) -> Text | None:
    """The points that a marker there would make; in a tie-break they are the game."""
    rows = int(rules.rows_at(p, square, p.turn))
    if not rows:
        return None
    if p.tiebreak:
        return say("for the win")
    return say("for {points}", points=_points_text(rows))


def _rethrow_offer(p: Position, action: int) -> Text:
    dice, all_dice = _dice_named(p, action) or [], _own_dice(p)
    if not dice:
        return say("stand on {dice}", dice=_total(all_dice))
    if len(dice) == len(all_dice):
        return say("throw all three again")
    kept = list(all_dice)
    for die in dice:
        kept.remove(die)
    if len(dice) == 1:
        return say("throw the {die} again, keep {kept}", die=dice[0], kept=_shown(kept))
    return say("throw {dice} again, keep the {kept}", dice=_shown(dice), kept=kept[0])


# ---------------------------------------------------------------- telling the story


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
        dice = _dice_named(p, action)
        if not dice:
            return say("{seat} stands on {dice}.", seat=seat, dice=_total(_own_dice(p)))
        return say("{seat} takes up {dice}.", seat=seat, dice=_shown(dice))
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
    shown = _outcome(p, outcome)
    if p.phase == rules.ROLL_OFF:
        dice, total = _shown(shown["dice"]), sum(shown["dice"])
        return say("{seat} throws {dice} for the first turn: {total}.", seat=seat, dice=dice, total=total)
    if p.phase == rules.BATTLE:
        dice = _total(rules.TRIPLES[rules.joined(p, outcome)].tolist())
        if p.again == rules.ALL_THREE:
            return say("{seat} throws {dice}.", seat=seat, dice=dice)
        return say("{seat} throws {thrown}: {dice}.", seat=seat, thrown=_shown(shown["dice"]), dice=dice)
    if p.due == 2:
        pair = pair_text("red" if p.again == rules.RED else "blue", outcome)
        return say("{seat} throws {pair}.", seat=seat, pair=pair)
    red, blue = divmod(outcome, len(ROLLS))
    return say(
        "{seat} throws {red}; {blue}.", seat=seat, red=pair_text("red", red), blue=pair_text("blue", blue)
    )


def _consequences(before: Position, action: int, after: Position) -> list[Text]:
    """What the action does on the board at once, and the points it makes."""
    seat = SEAT_NAMES[before.turn]
    if before.phase == rules.BATTLE:
        return _battle_told(before, action)
    if before.phase == rules.MEET:
        values = {
            "seat": seat,
            "square": square_name(before.square),
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
    values = {"seat": seat, "square": square_name(square)}
    if there == rules.VACANT:
        return [say("{seat} claims {square}.", **values), *_scored(before, square)]
    values["owner"] = SEAT_NAMES[there]
    if there == before.turn:
        return [say("{square} is {seat}'s already: nothing happens.", **values)]
    if rules.stops_attack(before, square):
        return [say("{square} is protected by a row of {owner}: nothing happens.", **values)]
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
    triples = p.triples.tolist()
    if p.due == rules.TOSS:
        return _battle_won(p, bool(action), say("It is for {seat}.", seat=_fighter(p, not action)))
    if rules.actor(p) == CHANCE:
        triples[p.defends] = int(rules.joined(p, action))
    elif action != rules.RETHROW:
        return []
    if not p.defends or p.round < rules.ROUNDS:
        return []
    mine, theirs = (int(rules.TOTAL[t]) for t in triples)
    if mine != theirs:
        values = {"seat": _fighter(p, mine < theirs), "most": max(mine, theirs), "least": min(mine, theirs)}
        return _battle_won(p, mine > theirs, say("{seat} wins the battle, {most} to {least}.", **values))
    level = say("{total} all.", total=mine)
    if p.battle_tie in (rules.DEFENDER, rules.ATTACKER):
        won = p.battle_tie == rules.ATTACKER
        return [level, *_battle_won(p, won, say("At this table {seat} wins it.", seat=_fighter(p, not won)))]
    if p.battle_tie == rules.COIN:
        return [level]
    if p.battle_max_extra and p.round >= rules.ROUNDS + p.battle_max_extra:
        return [level, *_battle_won(p, False, say("There are no more extra rounds."))]
    return [level, say("An extra round follows.")]


def _fighter(p: Position, defends: bool) -> Text:
    return SEAT_NAMES[p.owner[p.square] if defends else p.turn]


def _battle_won(p: Position, attacker: bool, how: Text) -> list[Text]:
    values = {"seat": _fighter(p, False), "owner": _fighter(p, True), "square": square_name(p.square)}
    if attacker:
        return [how, say("{seat} takes {square}.", **values), *_scored(p, p.square)]
    return [how, say("{owner} keeps {square}, and {seat}'s marker is gone.", **values)]


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
        return [say("The first row decides the tie-break."), _won(after)]
    if before.tiebreak:
        return [say("The markers are used up without a row: the game is a draw.")]
    last = rules.NEXT[before.playing, before.turn]
    return [
        say("{seat} has no marker left for another turn: the game is over.", seat=SEAT_NAMES[last]),
        _won(after),
    ]


def _won(p: Position) -> Text:
    values = {"seat": side_name(p, p.winner), "points": _points_text(int(p.score[p.winner]))}
    if p.tiebreak:
        return say("{seat} win!", **values) if p.teams else say("{seat} wins!", **values)
    return (
        say("{seat} win with {points}!", **values) if p.teams else say("{seat} wins with {points}!", **values)
    )


def _tiebreak_told(before: Position, after: Position) -> list[Text]:
    told = []
    if before.tiebreak:
        told.append(say("The markers are used up without a row: the board is cleared once more."))
    else:
        *some, last = [side_name(after, seat) for seat in _leaders(after)]
        names = say("{some} and {last}", some=join(some, ", "), last=last)
        points = _points_text(int(after.score[_leaders(after)[0]]))
        told.append(say("The game is over, and {names} are tied with {points}.", names=names, points=points))
        told.append(say("The board is cleared, and the first row wins."))
    if after.phase != rules.ROLL_OFF:
        told.append(say("{seat} begins.", seat=SEAT_NAMES[after.turn]))
    return told


# ---------------------------------------------------------------- asking


def asks(p: Position) -> Text:
    """What is asked now, and of whom."""
    seat = SEAT_NAMES[thrower(p)]
    if p.phase == rules.FINISHED:
        return say("The game is a draw.") if p.winner == NOBODY else _won(p)
    if p.phase == rules.BATTLE:
        return _battle_asks(p, seat)
    if p.phase == rules.ROLL_OFF:
        return say("{seat} throws three dice for the first turn.", seat=seat)
    if p.phase == rules.THROW:
        return say("{seat} to throw.", seat=seat)
    if p.phase == rules.AGAIN:
        return {
            rules.RED: say("{seat} throws the red dice again.", seat=seat),
            rules.BLUE: say("{seat} throws the blue dice again.", seat=seat),
            rules.BOTH: say("{seat} throws all four dice again.", seat=seat),
        }[p.again]
    if p.phase == rules.REROLL:
        pairs = join([pair_text("red", p.red), pair_text("blue", p.blue)], "; ")
        return say("{seat} has {pairs}. Keep them, or throw again?", seat=seat, pairs=pairs)
    if p.phase == rules.CHOOSE:
        return say("{seat} picks {where}.", seat=seat, where=_choice_text(p))
    values = {"seat": seat, "owner": SEAT_NAMES[p.owner[p.square]], "square": square_name(p.square)}
    if rules.replaces(p):
        return say("{seat} leaves {square} to {owner}, or replaces the marker.", **values)
    return say("{seat} leaves {square} to {owner}, or attacks.", **values)


def _battle_asks(p: Position, seat: Text) -> Text:
    title = battle_title(p)
    if p.due == rules.TOSS:
        return say("{title}: a coin decides.", title=title)
    if rules.actor(p) == CHANCE and p.again == rules.ALL_THREE:
        return say("{title}: {seat} throws three dice.", title=title, seat=seat)
    if rules.actor(p) == CHANCE:
        again = [die for i, die in enumerate(_own_dice(p)) if p.again >> i & 1]
        return say("{title}: {seat} throws {dice} again.", title=title, seat=seat, dice=_shown(again))
    sides = join([battle_dice(p, 0), battle_dice(p, 1)], "; ")
    return say("{title}. {sides}. Which dice does {seat} throw again?", title=title, sides=sides, seat=seat)


# ---------------------------------------------------------------- saying why not

_REASONS: dict[int, Reason] = {
    rules.GAME_OVER: Reason(say("The game is over."), "DBW-END-1"),
    rules.THROW_FIRST: Reason(say("The dice must be thrown first."), "DBW-ROLL-1"),
    rules.NOT_YOUR_TURN: Reason(say("It is for {seat} to decide."), "DBW-SETUP-5"),
    rules.NO_SUCH_ACTION: Reason(say("There is no such move."), "DBW-PLAY-1"),
    rules.SINGLE_DIE: Reason(say("A pair is thrown again as a pair, never one die of it."), "DBW-REROLL-2"),
    rules.PAIR_AGAIN: Reason(say("This pair has been thrown again already."), "DBW-Q-02"),
    rules.REROLL_FIRST: Reason(say("First keep the dice, or throw some again."), "DBW-REROLL-1"),
    rules.REROLL_OVER: Reason(say("The dice of this turn are final."), "DBW-REROLL-3"),
    rules.OWN_SQUARE: Reason(say("{square} is yours already."), "DBW-WILD-1"),
    rules.OFF_LINE: Reason(say("The dice let you pick {where}."), "DBW-WILD-1"),
    rules.IDLE_SQUARE: Reason(
        say("At this table a double is not spent where nothing happens, and {square} is protected."),
        "DBW-Q-06",
    ),
    rules.NO_WILD: Reason(say("A square is picked only after a double."), "DBW-ROLL-2"),
    rules.CANNOT_DECLINE: Reason(say("A battle must be fought to its end."), "DBW-Q-10"),
    rules.NOT_A_PARTNER: Reason(
        say("Only a partner's marker is replaced; {owner} is an opponent."), "DBW-TEAM-6"
    ),
    rules.PARTNERS_FIGHT: Reason(say("At this table partners fight for a square."), "DBW-Q-37"),
    rules.PARTNERS_AT_PEACE: Reason(say("Partners do not fight each other."), "DBW-Q-37"),
    rules.NOT_MET: Reason(say("There is no square of another's to decide about."), "DBW-TEAM-6"),
    rules.MUST_THROW: Reason(say("In an extra round at least one die must be thrown."), "DBW-BATTLE-6"),
    rules.TWIN: Reason(say("Of equal dice it does not matter which is thrown: name the first."), "DBW-Q-18"),
    rules.NO_BATTLE: Reason(say("There is no battle."), "DBW-BATTLE-4"),
}


def reason(p: Position, seat: int, action: int) -> Reason | None:
    """Why this seat may not do this now; nothing when it may."""
    code = int(rules.refusal(p, seat, action))
    if code == 0:
        return None
    why = _REASONS[code]
    chosen = action >= rules.SELECT
    values = {
        "seat": SEAT_NAMES[thrower(p)],
        "square": square_name(action - rules.SELECT) if chosen else "",
        "where": _choice_text(p) if p.phase == rules.CHOOSE else "",
        "owner": SEAT_NAMES[p.owner[p.square]] if p.phase in (rules.MEET, rules.BATTLE) else "",
    }
    return Reason(Text(why.text.template, values), why.clause)
