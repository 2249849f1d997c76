"""Race in words."""

from __future__ import annotations

from typing import Any

from parlour.rules.position import Position
from parlour.text import Reason, Text, say

from . import rules

TITLE = say("Race")
BLURB = say("Two runners, one die, a lucky card.")
SEAT_NAMES = (say("Red"), say("Blue"), say("Green"))
SEAT_LETTERS = ("R", "B", "G")
OPTION_WORDS = {"long": say("The longer track.")}


def notation(p: Position, action: int) -> str:
    if p.phase == rules.DEAL:
        return f"card {action + 1}"
    if p.phase == rules.ROLL:
        return str(action + 1)
    if p.phase == rules.STEP:
        name = {rules.FIRST: 0, rules.SECOND: 1}[action]  # a push names nothing here: KeyError
        place = p.place[p.turn]
        return f"{place[name]}+{p.die}" + (f"#{name + 1}" if place[0] == place[1] else "")
    return {rules.PUSH: "push", rules.REST: "rest"}.get(action, "")


def fields(p: Position, action: int) -> dict[str, Any]:
    if p.phase == rules.STEP:
        start = {rules.FIRST: 0, rules.SECOND: 1}[action]
        place = int(p.place[p.turn, start])
        return {"do": "step", "runner": start + 1, "from": place, "to": place + p.die}
    return {"do": notation(p, action)}


def offer(p: Position, action: int) -> Text:
    return say("{action}", action=notation(p, action))


def sentence(before: Position, action: int, after: Position) -> Text:
    who = SEAT_NAMES[before.turn]
    if after.phase == rules.DONE:
        return say("{who} plays {action} and wins.", who=who, action=notation(before, action))
    return say("{who}: {action}.", who=who, action=notation(before, action))


def sentence_for(before: Position, action: int, after: Position, seat: int) -> Text:
    if before.phase == rules.DEAL and seat != before.turn:
        return say("{who} draws a card.", who=SEAT_NAMES[before.turn])
    return sentence(before, action, after)


def asks(p: Position) -> Text:
    return say("{who} to play.", who=SEAT_NAMES[p.turn])


def reason(p: Position, seat: int, action: int, code: int) -> Reason | None:
    if seat != p.turn:
        return Reason(say("it is {who}'s turn", who=SEAT_NAMES[p.turn]), "RACE-0")
    if p.phase == rules.STEP and action < 2:
        if p.place[seat, action] + p.die > rules.goal(p):
            return Reason(say("that runs past the goal"), "RACE-1")
        return None
    if p.phase == rules.NUDGE and action >= 2:
        return None
    return Reason(say("not in this phase"), "RACE-2")
