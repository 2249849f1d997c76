"""Ferry in words. A throw is written 3&1, which nobody outside can read: `fields` say what the dice show."""

from __future__ import annotations

from typing import Any

from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import rules

TITLE = say("Ferry")
BLURB = say("Sail round the harbour to a port that only you know.")
SEAT_NAMES = (say("Red"), say("Blue"), say("White"))
SEAT_LETTERS = ("R", "B", "W")
OPTION_WORDS = {"crowded": say("Boats may share a berth")}


def berth_text(berth: int) -> Text:
    return say("berth {number}", number=int(berth) + 1)


def notation(p: Position, action: int) -> str:
    if p.phase == rules.SPIN:
        return f"port {action}" if 0 < action <= rules.BERTHS else ""
    if p.phase == rules.THROW:
        return "{}&{}".format(*rules.THROWS[action]) if 0 <= action < len(rules.THROWS) else ""
    if not 0 <= action < rules.ACTIONS:
        return ""
    return f"sail {action}" if action else "wait"


def fields(p: Position, action: int) -> dict[str, Any]:
    if p.phase == rules.SPIN:
        return {"do": "spin", "port": int(action)}
    if p.phase == rules.THROW:
        return {"do": "roll", "dice": rules.THROWS[action].tolist()}
    return {"do": "sail", "steps": int(action)} if action else {"do": "wait"}


def offer(p: Position, action: int) -> Text:
    if action == rules.WAIT:
        return say("wait")
    return say("sail {steps} to {berth}", steps=action, berth=berth_text(rules.goal_of(p, p.turn, action)))


def sentence(before: Position, action: int, after: Position) -> Text:
    who = SEAT_NAMES[before.turn]
    if before.phase == rules.SPIN:
        return say("{who} spins {berth}.", who=who, berth=berth_text(action - 1))
    if before.phase == rules.THROW:
        return say("{who} throws {dice}.", who=who, dice=notation(before, action))
    told = (
        say("{who} sails to {berth}.", who=who, berth=berth_text(after.boats[before.turn]))
        if action
        else say("{who} waits.", who=who)
    )
    return join([told, asks(after) if after.phase == rules.DONE else None])


def sentence_for(before: Position, action: int, after: Position, seat: int) -> Text:
    if before.phase == rules.SPIN and before.turn != seat:
        return say("{who} spins for a port.", who=SEAT_NAMES[before.turn])
    return sentence(before, action, after)


def asks(p: Position) -> Text:
    if p.phase == rules.DONE:
        won = p.winner in range(p.players)
        return say("{who} is home.", who=SEAT_NAMES[p.winner]) if won else say("Night falls: nobody is home.")
    who = SEAT_NAMES[p.turn]
    if p.phase == rules.SPIN:
        return say("{who} spins for a port.", who=who)
    if p.phase == rules.THROW:
        return say("{who} to throw.", who=who)
    return say("{who} to sail by {dice}.", who=who, dice="{} and {}".format(*p.dice))


def status(p: Position, seat: int) -> list[Text]:
    if not 0 <= seat < p.players or p.ports[seat] in (0, rules.HIDDEN):
        return []
    return [say("Your port: {berth}.", berth=berth_text(p.ports[seat] - 1))]


_REASONS = {
    rules.GAME_OVER: Reason(say("The game is over."), "FER-4"),
    rules.CHANCE_FIRST: Reason(say("The dice come first."), "FER-2"),
    rules.NOT_YOUR_TURN: Reason(say("It is not your turn."), "FER-2"),
    rules.NO_SUCH_DIE: Reason(say("The dice do not say so."), "FER-2"),
    rules.TAKEN: Reason(say("Another boat lies there."), "FER-3"),
    rules.CAN_SAIL: Reason(say("Who can sail does not wait."), "FER-3"),
}


def reason(p: Position, seat: int, action: int, code: int) -> Reason | None:
    return _REASONS.get(code)
