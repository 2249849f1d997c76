"""Was it played by the rules, and did the dice fall as they were promised to?

Works from the record file alone: the sums of its lines, every action against the rules, the
promise against the secret, every roll against both, and the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from parlour.rules.game import Game
from parlour.table import files
from parlour.table.dice import CheckableDice, TypedDice
from parlour.table.match import Match
from parlour.table.resume import replay
from parlour.text import BadRecord, Text, say

PROVED = "proved"
DISPROVED = "disproved"
UNFINISHED = "unfinished"
NOTHING = "nothing to prove"  # the dice were real ones


@dataclass(frozen=True)
class Verdict:
    """What a record proves. `line` is where a disproved one goes wrong."""

    kind: str  # PROVED, DISPROVED, UNFINISHED or NOTHING
    text: Text
    line: int | None = None

    def __str__(self) -> str:
        return str(self.text)


def verify(path: str | Path, game: Game | str | None = None) -> Verdict:
    """Judge a record file. `game` says where to find a game that is not installed: its folder."""
    raw = files.read(path)
    try:
        match = replay(raw, game)
    except BadRecord as error:
        return Verdict(DISPROVED, say("Disproved, {reason}", reason=error.text), error.line)
    if isinstance(match.dice, CheckableDice) and match.dice.secret is None:
        return Verdict(
            UNFINISHED,
            say(
                "Unfinished: {events} events by the rules so far. The dice can be checked when the game "
                "is over and their secret is shown.",
                events=len(match.events),
            ),
        )
    if not isinstance(match.dice, TypedDice):
        wrong = _wrong_roll(match)
        if wrong is not None:
            return wrong
    return _praise(match)


def _wrong_roll(match: Match) -> Verdict | None:
    """The first roll that is not what its source gives."""
    added = [(e.seat, e.text) for e in match.events if e.kind == "adds" and e.seat is not None]
    rules = match.game.plain
    number = 0
    for event, before in match.steps():
        if event.kind != "roll":
            continue
        number += 1
        code = int(rules.draw(before, match.dice.ticket(match.id, added, number, int(rules.tickets(before)))))
        if code != event.code:
            line = event.n + 1
            reason = say(
                "Disproved, line {line}: The record says {told}, but its dice give {due}.",
                line=line,
                told=event.text,
                due=match.game.words.notation(before, code),
            )
            return Verdict(DISPROVED, reason, line)
    return None


def _praise(match: Match) -> Verdict:
    rolls = sum(event.kind == "roll" for event in match.events)
    plays = sum(event.kind == "play" for event in match.events)
    if not match.over:
        return Verdict(
            UNFINISHED,
            say(
                "Unfinished: {rolls} rolls and {plays} decisions by the rules so far.",
                rolls=rolls,
                plays=plays,
            ),
        )
    if isinstance(match.dice, TypedDice):
        return Verdict(
            NOTHING,
            say(
                "Played by the rules: {rolls} rolls and {plays} decisions. The dice were real ones, typed in "
                "by the players; about them there is nothing to prove.",
                rolls=rolls,
                plays=plays,
            ),
        )
    if isinstance(match.dice, CheckableDice):
        text = say(
            "Proved: {rolls} rolls as the promised secret gives them, {plays} decisions by the rules.",
            rolls=rolls,
            plays=plays,
        )
    else:
        text = say(
            "Proved: {rolls} rolls as the seed gives them, {plays} decisions by the rules. "
            "Whoever knew the seed could know the rolls beforehand.",
            rolls=rolls,
            plays=plays,
        )
    return Verdict(PROVED, text)
