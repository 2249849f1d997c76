"""Playing a lesson: the learner's actions so far, judged by the rules and by what the lesson asks for.

A lesson is played without a memory: whoever holds the list of actions that were right so far can go on
from there. Dice and the others' turns come from the lesson, so it runs the same every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.games.lessons import Lesson, Step
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE
from parlour.table.dice import TypedDice
from parlour.table.match import Match
from parlour.table.naming import Action
from parlour.text import BadAction, BadChoice, IllegalAction, Text, say

RIGHT, WRONG, REFUSED = "right", "wrong", "refused"


@dataclass(frozen=True)
class Moment:
    """Where a lesson stands."""

    lesson: Lesson
    match: Match
    done: tuple[str, ...]  # the notations of what was right so far
    verdict: str | None = None  # of the last action: RIGHT, WRONG (legal, not what was asked), REFUSED
    said: Text | None = None  # what there is to say about it
    clause: str = ""  # the rule that refuses it

    @property
    def step(self) -> Step | None:
        """What is asked now; None when the lesson is finished."""
        steps = self.lesson.steps
        return steps[len(self.done)] if len(self.done) < len(steps) else None

    @property
    def answer(self) -> str:
        """An action that will do now, for whoever would rather watch; empty when the lesson is finished."""
        if self.step is None:
            return ""
        return self.step.accept[0] if self.step.accept else self.match.legal(self.lesson.seat)[0].notation


def take(game: Game, lesson: Lesson, actions: Sequence[Action] = ()) -> Moment:
    """The lesson after these actions. All but the last must have been right; the last may be any try."""
    match = Match.new(game, start=lesson.position, dice=TypedDice())
    moment = Moment(lesson, match, ())
    for number, action in enumerate(actions, 1):
        if moment.step is None:
            raise BadChoice(say("The lesson is finished."))
        moment = _try(game, moment, moment.step, action)
        if moment.verdict != RIGHT and number < len(actions):
            raise BadChoice(
                say(
                    "“{action}” is not what the lesson asks for in step {number}.",
                    action=action,
                    number=number,
                )
            )
    return moment


def _try(game: Game, moment: Moment, step: Step, action: Action) -> Moment:
    match, seat = moment.match, moment.lesson.seat
    try:
        reason = match.why_not(seat, action)
    except BadAction as error:  # it names nothing here
        clause = error.clause if isinstance(error, IllegalAction) else ""
        return Moment(moment.lesson, match, moment.done, REFUSED, error.text, clause)
    if reason is not None:
        return Moment(moment.lesson, match, moment.done, REFUSED, reason.text, reason.clause)
    played = match.play(seat, action).text
    if step.accept and played not in step.accept:
        before = take(game, moment.lesson, moment.done).match
        return Moment(moment.lesson, before, moment.done, WRONG, step.tries.get(played) or step.wrong)
    for event in step.then:
        if match.actor == CHANCE:
            match.roll(event)
        else:
            match.play(match.actor, event)
    return Moment(moment.lesson, match, (*moment.done, played), RIGHT, step.right)
