"""Doubles Wild in words: names of actions, what happened, what is asked, and why not.

In the names of actions a square is its red row and its blue column: 5,7. Dice are named by what they show;
where both pairs are thrown the red one comes first: 3-1/6-4.
"""

from __future__ import annotations

import re
from typing import Any

from parlour.rules.kit import CHANCE, NOBODY, ROLLS
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import rules
from .names import (
    SEAT_LETTERS,
    SEAT_NAMES,
    battle_dice,
    battle_title,
    dice_name,
    dice_taken,
    dice_total,
    outcome_data,
    own_dice,
    pair_text,
    points_text,
    square_name,
    square_text,
    thrower,
    won_text,
)
from .story import sentence

__all__ = [
    "AIM",
    "BLURB",
    "CHOICE_WORDS",
    "LINES",
    "MINUTES",
    "OPTION_WORDS",
    "SEAT_LETTERS",
    "SEAT_NAMES",
    "TITLE",
    "absent",
    "asks",
    "asks_you",
    "battle_dice",
    "battle_title",
    "fields",
    "group",
    "meant",
    "notation",
    "offer",
    "reason",
    "sentence",
    "thrower",
    "typed",
]

TITLE = say("Doubles Wild")
BLURB = say("Two pairs of dice name a square: claim it or fight for it, and line up three. Doubles are wild.")
AIM = say(
    "Have the most points when the markers run out. Red dice name a row, blue ones a column: "
    "claim that square or fight for it; three in a row are a point."
)
LINES = ("row", "column")  # as the board's edge has them, 3 to 11

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
    "battle_max_extra": say("After so many extra rounds a coin decides the battle (0: no limit)"),
    "tiebreak_players": say("In a tie-break only the tied players take part, or everybody"),
    "tiebreak_start": say("A tie-break is begun by the best throw, by who began the game, or by who is next"),
    "tiebreak_markers": say("Markers for a tie-break: as in the game, or by the number who take part"),
    "tiebreak_exhausted": say("A tie-break that ends without a row is repeated, or the game is a draw"),
    "team_battle": say("A partner's marker is fought for, not replaced"),
}
# What each choice of such a house rule is called, in the order of its choices.
CHOICE_WORDS: dict[str, tuple[Text, ...]] = {
    "first_roll_tie": (say("only the tied players throw again"), say("everybody throws again")),
    "reroll_mode": (say("one second throw"), say("one for each pair")),
    "battle_tie": (
        say("an extra round"),
        say("all dice again"),
        say("the defender wins"),
        say("the attacker wins"),
        say("a coin decides"),
    ),
    "tiebreak_players": (say("only the tied players"), say("everybody")),
    "tiebreak_start": (say("the best throw"), say("who began the game"), say("who is next")),
    "tiebreak_markers": (say("as in the game"), say("by the number who take part")),
    "tiebreak_exhausted": (say("it is repeated"), say("the game is a draw")),
}
# A usual game with the fewest and with the most players: five seconds for a decision, two for a roll.
MINUTES = (10, 15)


# ---------------------------------------------------------------- naming squares, dice and actions


def notation(p: Position, action: int) -> str:
    """The short name of an action here; empty for a code that names nothing."""
    if rules.actor(p) == CHANCE:
        return _outcome_name(p, action)
    if action in _PLAIN_NAMES:
        return _PLAIN_NAMES[action]
    if rules.RETHROW <= action < rules.SELECT:
        dice = dice_taken(p, action)
        if dice is None:
            return ""
        return f"throw {' '.join(map(str, dice))}" if dice else "stand"
    return square_name(action - rules.SELECT) if rules.SELECT <= action < rules.ACTIONS else ""


def meant(p: Position, text: str) -> int | None:
    """An action named in another way: 5-7 for a square, dice in any order, "keep 6" for throwing the rest,
    "pass" for leaving things as they are; and a throw with its colours, "blue 6-4 red 3-1"."""
    said = text.strip().casefold()
    if rules.actor(p) == CHANCE:
        return _throw_meant(p, said)
    if said == "pass":
        return {rules.REROLL: rules.KEEP, rules.MEET: rules.LEAVE, rules.BATTLE: rules.RETHROW}.get(p.phase)
    square = re.fullmatch(r"([0-9]{1,2})[^0-9]+([0-9]{1,2})", said)
    if square and p.phase == rules.CHOOSE:
        row, column = (int(number) - rules.FIRST for number in square.groups())
        inside = 0 <= row < rules.SIZE and 0 <= column < rules.SIZE
        return rules.SELECT + row * rules.SIZE + column if inside else None
    dice = re.fullmatch(r"(throw|keep)((?:[ ,;+-]*[1-6])+)", said)
    if not dice or p.phase != rules.BATTLE:
        return None
    again = sorted(int(die) for die in re.findall("[1-6]", dice[2]))
    for action in range(rules.RETHROW, rules.SELECT):
        taken = dice_taken(p, action) or []
        kept = list(own_dice(p))
        for die in taken:
            kept.remove(die)
        same = (taken if dice[1] == "throw" else kept) == again
        if same and not rules.names_twin(p.triples[p.defends], action - rules.RETHROW):
            return action
    return None


def absent(p: Position, name: str) -> Reason | None:
    """Words of a battle where there is none: a name in small letters, without spaces, that is none here."""
    if p.phase == rules.BATTLE or not re.fullmatch(r"stand|throw[1-6,;+-]*", name):
        return None
    return Reason(say("there is no battle"), "DBW-BATTLE-4")


def _throw_meant(p: Position, said: str) -> int | None:
    """Both pairs by their colours, or the pair that is thrown again by its own."""
    shown = {
        colour: sorted(map(int, re.findall("[1-6]", dice)), reverse=True)
        for colour, dice in re.findall(r"(red|blue)((?:[ ,;:+-]*[1-6]){2})", said)
    }
    asked = {rules.RED: ["red"], rules.BLUE: ["blue"]}.get(
        p.again if p.due == 2 else rules.BOTH, ["red", "blue"]
    )
    if sorted(shown) != sorted(asked) or p.due not in (2, 4):
        return None
    pairs: list[int] = [ROLLS.tolist().index(shown[colour]) for colour in asked]
    return pairs[0] if len(pairs) == 1 else pairs[0] * len(ROLLS) + pairs[1]


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
    data = outcome_data(p, outcome)
    if p.due == rules.TOSS:
        return str(data.get("for", ""))
    if "red" in data:
        return f"{dice_name(data['red'])}/{dice_name(data['blue'])}"
    return dice_name(data.get("dice", []))


def fields(p: Position, action: int) -> dict[str, Any]:
    """An action as data: what is done, with which dice or on which square."""
    if rules.actor(p) == CHANCE:
        return {"do": "toss" if p.due == rules.TOSS else "roll"} | outcome_data(p, action)
    if action in (rules.RED, rules.BLUE, rules.BOTH):
        return {"do": "reroll", "pairs": _PAIR_NAMES[action]}
    if action in (rules.ONE_RED, rules.ONE_BLUE):
        return {"do": "reroll", "die": "red" if action == rules.ONE_RED else "blue"}
    if action in _PLAIN_NAMES:
        return {"do": _PLAIN_NAMES[action]}
    if rules.RETHROW <= action < rules.SELECT:
        dice = dice_taken(p, action)
        return {"do": "throw", "dice": dice} if dice else {"do": "stand"} if dice is not None else {}
    row, column = divmod(action - rules.SELECT, rules.SIZE)
    return {"do": "select", "row": row + rules.FIRST, "column": column + rules.FIRST}


_PAIR_NAMES = {rules.RED: ["red"], rules.BLUE: ["blue"], rules.BOTH: ["red", "blue"]}


# ---------------------------------------------------------------- what the dice say


def _choice_text(p: Position) -> Text:
    """The square that the dice name, or where a double lets one pick."""
    row, column = int(rules.LINE_OF[p.red]), int(rules.LINE_OF[p.blue])
    if row != rules.WILD and column != rules.WILD:
        return say("row {row}, column {column}", row=row + rules.FIRST, column=column + rules.FIRST)
    if row != rules.WILD:
        return say("any square of row {line}", line=row + rules.FIRST)
    if column != rules.WILD:
        return say("any square of column {line}", line=column + rules.FIRST)
    return say("any square of the board")


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
        return join([say("replace {owner}'s marker by yours", owner=owner), _gain(p, p.square)])
    return join([say("attack {owner}", owner=owner), _gain(p, p.square)])


def group(p: Position, action: int) -> Text:
    """What a square is listed under when the whole board can be picked; those with points by themselves."""
    square = action - rules.SELECT
    if p.phase != rules.CHOOSE or square < 0:
        return offer(p, action)
    there = int(p.owner[square])
    if there == rules.VACANT:
        return offer(p, action) if _gain(p, square) else say("claim a free square")
    owner = SEAT_NAMES[there]
    if there == p.turn or rules.is_protected(p, square):
        return say("a square of {owner} on which nothing happens", owner=owner)
    return offer(p, action) if _gain(p, square) else say("a square of {owner}", owner=owner)


def _outcome_offer(p: Position, outcome: int) -> Text:
    if p.due == rules.TOSS:
        return say("the coin is for the defender") if outcome == 0 else say("the coin is for the attacker")
    return say("throw {dice}", dice=notation(p, outcome))


def _prospect(p: Position, square: int) -> Text:
    """What comes of playing this square."""
    there = int(p.owner[square])
    values = {"square": square_text(square), "owner": SEAT_NAMES[there] if there != rules.VACANT else ""}
    if there == rules.VACANT:
        return join([say("claim {square}", **values), _gain(p, square)])
    if there == p.turn:
        return say("{square} is yours already, nothing happens", **values)
    if rules.is_protected(p, square):
        return say("{square} is protected by a row of {owner}, nothing happens", **values)
    if rules.is_partner(p, there):
        return say("{square} of {owner}, your partner", **values)
    if rules.has_choice(p, there):
        return say("{square} of {owner}, to attack or to leave", **values)
    return join([say("attack {owner} on {square}", **values), _gain(p, square)])


def _gain(p: Position, square: int) -> Text | None:
    """The points that a marker there would make; in a tie-break they are the game."""
    rows = int(rules.rows_at(p, square, p.turn))
    if not rows:
        return None
    if p.tiebreak:
        return say("for the win")
    return say("for {points}", points=points_text(rows))


def _rethrow_offer(p: Position, action: int) -> Text:
    dice, all_dice = dice_taken(p, action) or [], own_dice(p)
    if not dice:
        return say("stand on {dice}", dice=dice_total(all_dice))
    if len(dice) == len(all_dice):
        return say("throw all three again")
    kept = list(all_dice)
    for die in dice:
        kept.remove(die)
    if len(dice) == 1:
        return say("throw the {die} again, keep {kept}", die=dice[0], kept=dice_name(kept))
    return say("throw {dice} again, keep the {kept}", dice=dice_name(dice), kept=kept[0])


# ---------------------------------------------------------------- asking


def score(p: Position, seat: int) -> Text:
    """Partners have theirs together."""
    return points_text(int(p.score[rules.side(p, seat)]))


def asks(p: Position) -> Text:
    """What is asked now, and of whom."""
    seat = SEAT_NAMES[thrower(p)]
    if p.phase == rules.FINISHED:
        return say("The game is a draw.") if p.winner == NOBODY else won_text(p)
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
        return say("{seat} to pick {where}.", seat=seat, where=_choice_text(p))
    values = {"seat": seat, "owner": SEAT_NAMES[p.owner[p.square]], "square": square_text(p.square)}
    if rules.replaces(p):
        return say(
            "{seat} has come to {square}, a square of {owner}: leave it, or replace the marker?", **values
        )
    return say("{seat} has come to {square}, a square of {owner}: leave it, or attack?", **values)


def typed(p: Position) -> Text | None:
    """How real dice are typed: which of them are red."""
    if rules.actor(p) != CHANCE or p.due not in (2, 4) or p.phase == rules.BATTLE:
        return None
    if p.due == 4:
        return say("The red dice first, then the blue ones.")
    return say("It is the red pair.") if p.again == rules.RED else say("It is the blue pair.")


def asks_you(p: Position) -> Text:
    """The same, said to whoever throws or decides."""
    if p.phase == rules.BATTLE:
        return _battle_asks_you(p)
    if p.phase == rules.ROLL_OFF:
        return say("Throw three dice for the first turn.")
    if p.phase == rules.THROW:
        return say("Throw the dice.")
    if p.phase == rules.AGAIN:
        return {
            rules.RED: say("Throw the red dice again."),
            rules.BLUE: say("Throw the blue dice again."),
            rules.BOTH: say("Throw all four dice again."),
        }[p.again]
    if p.phase == rules.REROLL:
        return say("Take what the dice name, or throw again.")
    if p.phase == rules.CHOOSE:
        return say("Pick {where}.", where=_choice_text(p))
    if p.phase == rules.FINISHED:
        return asks(p)
    values = {"owner": SEAT_NAMES[p.owner[p.square]], "square": square_text(p.square)}
    if rules.replaces(p):
        return say(
            "You have come to {square}, a square of {owner}: leave it, or replace the marker?", **values
        )
    return say("You have come to {square}, a square of {owner}: leave it, or attack?", **values)


def _battle_asks_you(p: Position) -> Text:
    title = battle_title(p)
    if p.due == rules.TOSS:
        return say("{title}: a coin decides.", title=title)
    if rules.actor(p) == CHANCE and p.again == rules.ALL_THREE:
        return say("{title}: throw three dice.", title=title)
    if rules.actor(p) == CHANCE:
        return say("{title}: throw {dice} again.", title=title, dice=dice_name(_again(p)))
    return say("{title}. Which dice do you throw again?", title=title)


def _again(p: Position) -> list[int]:
    """The dice that are thrown again in a battle."""
    return [die for i, die in enumerate(own_dice(p)) if p.again >> i & 1]


def _battle_asks(p: Position, seat: Text) -> Text:
    title = battle_title(p)
    if p.due == rules.TOSS:
        return say("{title}: a coin decides.", title=title)
    if rules.actor(p) == CHANCE and p.again == rules.ALL_THREE:
        return say("{title}: {seat} throws three dice.", title=title, seat=seat)
    if rules.actor(p) == CHANCE:
        return say("{title}: {seat} throws {dice} again.", title=title, seat=seat, dice=dice_name(_again(p)))
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
    rules.OWN_SQUARE: Reason(say("That square is yours already."), "DBW-WILD-1"),
    rules.OFF_LINE: Reason(say("The dice let you pick {where}."), "DBW-WILD-1"),
    rules.IDLE_SQUARE: Reason(
        say("At this table a double is not spent where nothing happens, and that square is protected."),
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
    rules.BATTLE_DICE: Reason(
        say("In a battle you decide about your own three dice, {dice}, not about those of the turn."),
        "DBW-BATTLE-4",
    ),
}
_NAMED = Reason(say("The dice name {where}, and no other square."), "DBW-ROLL-2")


def reason(p: Position, seat: int, action: int, code: int) -> Reason:
    """What the rules' `explain` means by this code."""
    why = _REASONS[code]
    if code == rules.OFF_LINE and rules.crossing(p.red, p.blue) != rules.NO_SQUARE:
        why = _NAMED
    values = {
        "seat": SEAT_NAMES[thrower(p)],
        "where": _choice_text(p) if code == rules.OFF_LINE else "",
        "owner": SEAT_NAMES[p.owner[p.square]] if p.phase in (rules.MEET, rules.BATTLE) else "",
        "dice": dice_name(own_dice(p)) if p.phase == rules.BATTLE else "",
    }
    return Reason(Text(why.text.template, values), why.clause)
