"""Race as JSON: {"game": "race", "runners": [[0, 0], [3, 5]], "turn": 0, "phase": "roll", ...}."""

from __future__ import annotations

from typing import Any

from parlour.rules.position import Position
from parlour.text import BadPosition, Text, say

from . import rules

PHASES = ("deal", "roll", "step", "nudge", "done")


def describe(p: Position) -> dict[str, Any]:
    data: dict[str, Any] = {"game": "race", "runners": p.place[: p.players].tolist(), "turn": p.turn}
    data |= {"phase": PHASES[p.phase], "cards": p.card[: p.players].tolist()}
    if p.die:
        data |= {"die": p.die, "moved": p.moved}
    if p.long:
        data["options"] = {"long": "yes"}
    return data


def build(data: Any) -> Position:
    p = Position(rules.State)
    try:
        p.players = len(data["runners"])
        p.place[: p.players] = data["runners"]
        p.card[: p.players] = data.get("cards", [1] * p.players)
        p.phase = PHASES.index(data.get("phase", "roll"))
        p.turn, p.die, p.moved = int(data.get("turn", 0)), int(data.get("die", 0)), int(data.get("moved", 0))
        p.long = int(data.get("options", {}).get("long") == "yes")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadPosition([say("this is no position of Race: {error}", error=error)]) from error
    found = problems(p)
    if found:
        raise BadPosition(found)
    return p


def problems(p: Position) -> list[Text]:
    found = []
    if p.players not in rules.SEATS or not 0 <= p.turn < p.players:
        found.append(say("{count} players, {turn} on turn", count=p.players, turn=p.turn))
    if not 0 <= p.die <= 6 or p.moved not in (0, 1):
        found.append(say("the die shows {die}", die=p.die))
    if p.place.min() < 0 or p.place.max() > rules.goal(p):
        found.append(say("a runner is off the track"))
    return found
