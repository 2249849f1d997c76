"""Was it played by the rules, and did the dice fall as they were promised to?

Works from the record file alone: the sums of its lines, every action against the rules, the
promise against the secret, every roll against both, and the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.rules.game import Game
from parlour.table import files
from parlour.table.dice import CheckableDice, TypedDice, read_secret
from parlour.table.match import Match
from parlour.table.record import LaterRecord
from parlour.table.resume import begin, follow
from parlour.text import BadRecord, Text, say

PROVED = "proved"
DISPROVED = "disproved"
UNFINISHED = "unfinished"
NOTHING = "nothing to prove"  # the dice were real ones
UNREADABLE = "unreadable"  # written by a later Parlour: nothing is known about it


@dataclass(frozen=True)
class Verdict:
    """What a record proves. `line` is where a disproved one goes wrong."""

    kind: str  # PROVED, DISPROVED, UNFINISHED, NOTHING or UNREADABLE
    text: Text
    line: int | None = None

    def __str__(self) -> str:
        return str(self.text)


def verify(path: str | Path, game: Game | str | None = None) -> Verdict:
    """Judge a record file. `game` says where to find a game that is not installed: its folder."""
    raw = files.read(path)
    try:
        match = _judge(raw, game)
    except LaterRecord as error:
        return Verdict(UNREADABLE, say("Not judged: {reason}", reason=error.reason))
    except BadRecord as error:
        return Verdict(DISPROVED, say("Disproved, {reason}", reason=error.text), error.line)
    return _accepted(match)


def _judge(raw: bytes, game: Game | str | None) -> Match:
    """The match, when everything fits; otherwise BadRecord for the first line that does not."""
    match, events, end = begin(raw, game)
    fault: BadRecord | None = None
    try:
        follow(match, events, end)
    except BadRecord as error:  # perhaps only because a roll before it was changed
        fault = error
        _look_ahead(match, events)
    fault = _wrong_roll(match) or fault
    if fault is not None:
        raise fault
    return match


def _look_ahead(match: Match, events: list[dict[str, Any]]) -> None:
    """Learn the secret that a record shows after the line that does not fit."""
    dice = match.dice
    secret = read_secret(events[-1].get("reveal")) if events else None
    if isinstance(dice, CheckableDice) and secret is not None and dice.keeps_promise(secret):
        dice.secret = secret


def _wrong_roll(match: Match) -> BadRecord | None:
    """The first roll that is not what its source gives, where that can be known."""
    dice, rules = match.dice, match.game.plain
    if isinstance(dice, TypedDice) or (isinstance(dice, CheckableDice) and dice.secret is None):
        return None
    added = [(e.seat, e.text) for e in match.events if e.kind == "adds" and e.seat is not None]
    rolls = ((event, before) for event, before in match.steps() if event.kind == "roll")
    for number, (event, before) in enumerate(rolls, 1):
        code = int(rules.draw(before, dice.ticket(match.id, added, number, int(rules.tickets(before)))))
        if code != event.code:
            due = match.game.words.notation(before, code)
            return BadRecord(
                event.n + 1,
                say("The record says {told}, but its dice give {due}.", told=event.text, due=due),
            )
    return None


def _accepted(match: Match) -> Verdict:
    rolls = match.rolls
    plays = sum(event.kind == "play" for event in match.events)
    if not match.over and isinstance(match.dice, CheckableDice):
        return Verdict(
            UNFINISHED,
            say(
                "Unfinished: {rolls:roll|rolls} and {plays:decision|decisions} by the rules so far. The dice "
                "can be checked when the game is over and their secret is shown.",
                rolls=rolls,
                plays=plays,
            ),
        )
    if not match.over:
        return Verdict(
            UNFINISHED,
            say(
                "Unfinished: {rolls:roll|rolls} and {plays:decision|decisions} by the rules so far.",
                rolls=rolls,
                plays=plays,
            ),
        )
    if not rolls:
        text = say("Proved: {plays:decision|decisions} by the rules; nothing was rolled.", plays=plays)
        return Verdict(PROVED, text)
    if isinstance(match.dice, TypedDice):
        return Verdict(
            NOTHING,
            say(
                "Played by the rules: {rolls:roll|rolls} and {plays:decision|decisions}. The dice were real "
                "ones, typed in by the players; about them there is nothing to prove.",
                rolls=rolls,
                plays=plays,
            ),
        )
    if isinstance(match.dice, CheckableDice):
        text = say(
            "Proved: {rolls:roll|rolls} as the promised secret gives them, {plays:decision|decisions} by the "
            "rules.",
            rolls=rolls,
            plays=plays,
        )
    else:
        text = say(
            "Proved: {rolls:roll|rolls} as the seed gives them, {plays:decision|decisions} by the rules. "
            "Whoever knew the seed could know the rolls beforehand.",
            rolls=rolls,
            plays=plays,
        )
    return Verdict(PROVED, text)
