"""A game looked at afterwards: how the chances went, what the dice gave, and what the players made of it.

A judge values every position of the game from the full record: the chances V of every side, at the end what
each side got. The change over each event is then split, for all sides at once:

    a roll        luck      = V of what was rolled - the average over all that could be, by their odds
    a decision    skill     = value of the action played - value of the best one, as the seat that decides
                              could judge both from its own view; 0 at best. What its side loses, the others
                              win, in proportion to their chances
    either        hindsight = V after - V before - luck or skill

So for every side, start + luck + skill + the others' mistakes + hindsight = end, exactly, whatever the judge
thinks. Luck is 0 on average by construction. Hindsight is what neither dice nor mistakes explain: where the
judge thinks otherwise about the same position one event later, and what lay hidden from the one who decided.
A judge that knows the true chances has none in a game without secrets: there, luck and mistakes are all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parlour.arena.judge import Chances, Judge, judge_for, side_of
from parlour.arena.playing import sides_of
from parlour.bots import Bot, Candidate, Thought, learned, make
from parlour.bots.careful import Careful
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.rules.run import Progress
from parlour.table import Match, views
from parlour.table.events import Event
from parlour.table.naming import legal_codes
from parlour.text import BadChoice, Text, say


@dataclass(frozen=True)
class Advice:
    """An action and what it was worth to the side that decides."""

    action: int
    notation: str
    offer: Text
    chance: float
    reason: Text


@dataclass(frozen=True)
class Entry:
    """One roll or decision of the line in force, or what ended the game: all agreed, or one gave up."""

    n: int  # the event's number in the log
    kind: str  # "roll", "play", "agree" or "resign"
    seat: int | None
    text: Text
    before: Chances
    after: Chances
    luck: Chances | None = None  # of a roll, by side
    skill: float | None = None  # of a decision, for the side that made it
    played: float | None = None  # what the decision was worth, by the same judgement as
    best: Advice | None = None  # the best one; None when there was no choice

    def to_json(self) -> dict[str, Any]:
        """One line of the review as plain data; figures that do not apply are null."""
        best = self.best
        return {
            "n": self.n,
            "kind": self.kind,
            "seat": self.seat,
            "text": str(self.text),
            "before": list(self.before),
            "after": list(self.after),
            "luck": None if self.luck is None else list(self.luck),
            "skill": self.skill,
            "played": self.played,
            "best": best
            and {
                "action": best.action,
                "notation": best.notation,
                "offer": str(best.offer),
                "chance": best.chance,
                "reason": str(best.reason),
            },
        }


@dataclass(frozen=True)
class Account:
    """What made up one side's way from its first chances to its last: the five add up."""

    chairs: tuple[int, ...]
    start: float
    luck: float
    skill: float
    others: float  # what their mistakes gave it
    hindsight: float
    end: float
    decisions: int  # that it had a choice in


@dataclass(frozen=True)
class Review:
    """A whole game, reviewed."""

    match: Match
    bot: str
    sides: tuple[tuple[int, ...], ...]
    entries: tuple[Entry, ...]
    start: Chances

    @property
    def chances(self) -> list[Chances]:
        """Of every side, before the first event and after each."""
        return [self.start, *(entry.after for entry in self.entries)]

    @property
    def accounts(self) -> list[Account]:
        """One for each side."""
        return [self._account(side) for side in range(len(self.sides))]

    def side_of(self, seat: int) -> int:
        """The number of the side on which a seat plays."""
        return side_of(self.sides, seat)

    @property
    def mistakes(self) -> list[Entry]:
        """Decisions that cost something, the dearest first."""
        found = [e for e in self.entries if e.skill is not None and e.skill < 0]
        return sorted(found, key=lambda e: e.skill or 0.0)

    def lucky(self, side: int) -> list[Entry]:
        """Rolls, those that gave this side most first."""
        return sorted((e for e in self.entries if e.luck), key=lambda e: -e.luck[side] if e.luck else 0.0)

    def to_json(self) -> dict[str, Any]:
        """The whole review as plain data: accounts of the sides, then every event."""
        names = {"chairs", "start", "luck", "skill", "others", "hindsight", "end", "decisions"}
        return {
            "game": self.match.game.id,
            "bot": self.bot,
            "over": self.match.over,
            "sides": [
                {
                    "name": str(self.name(side)),
                    **{k: list(v) if k == "chairs" else v for k, v in vars(account).items() if k in names},
                }
                for side, account in enumerate(self.accounts)
            ],
            "start": list(self.start),
            "entries": [entry.to_json() for entry in self.entries],
        }

    def name(self, side: int) -> Text:
        """What a side is called: the names of all who play for it."""
        names = [str(self.match.name(chair)) for chair in self.sides[side]]
        return say("{names}", names=" + ".join(names))

    def _account(self, side: int) -> Account:
        luck = skill = others = hindsight = 0.0
        decisions = 0
        for entry in self.entries:
            hindsight += entry.after[side] - entry.before[side]
            if entry.luck is not None:
                luck += entry.luck[side]
                hindsight -= entry.luck[side]
            if entry.skill is not None and entry.seat is not None:
                gain = split(entry.skill, self.side_of(entry.seat), entry.before)[side]
                hindsight -= gain
                if self.side_of(entry.seat) == side:
                    decisions += entry.best is not None
                    skill += gain
                else:
                    others += gain
        ends = self.chances
        return Account(
            self.sides[side], ends[0][side], luck, skill, others, hindsight, ends[-1][side], decisions
        )


def split(skill: float, side: int, chances: Chances) -> Chances:
    """What a decision gave to every side: what one loses, the others win in proportion to their chances."""
    rest = sum(chances) - chances[side]
    count = len(chances) - 1
    return tuple(
        skill if i == side else -skill * (chance / rest if rest > 0 else 1 / count)
        for i, chance in enumerate(chances)
    )


# ---------------------------------------------------------------- reviewing


def review(
    match: Match,
    bot: Bot | str | None = None,
    *,
    judge: Judge | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Review a match, finished or not, with the eyes of a bot (the game's learned or careful one, unless
    told).

    The judge says what positions are worth to each side; without one, `judge_for` chooses it.
    """
    game = match.game
    spec = reviewer(game) if bot is None else bot if isinstance(bot, str) else type(bot).__name__
    mind = make(spec, game) if bot is None or isinstance(bot, str) else bot
    sides = sides_of(game, match.at(0))
    judge = judge or judge_for(game, sides, mind)
    steps, story = list(_in_force(match)), match.story()
    values = [
        judge.average(before) if event.kind == "roll" else judge.value(match.at(ply))
        for ply, (event, before) in enumerate(steps)
    ]
    values.append(judge.value(match.position))
    entries = []
    for ply, (event, before) in enumerate(steps):
        entry = Entry(event.n, event.kind, event.seat, story[event.n - 1], values[ply], values[ply + 1])
        if event.kind == "roll":
            came = judge.value(match.at(ply + 1))
            entry = replace(entry, luck=tuple(np.subtract(came, values[ply]).tolist()))
        else:
            entry = _judged(match, mind, judge, event, before, seed + event.n, entry)
        entries.append(entry)
        if progress:
            progress(ply + 1, len(steps))
    if match.over:
        end = tuple(match.shares[chairs[0]] for chairs in sides)
        if values[-1] != end:  # the players ended it: no roll, and no decision of the rules
            last = [event for event in match.events if event.kind in ("agree", "resign")][-1]
            entries.append(Entry(last.n, last.kind, last.seat, story[last.n - 1], values[-1], end))
    return Review(match, spec, sides, tuple(entries), values[0])


def reviewer(game: Game) -> str:
    """The bot that reviews unless another is chosen: quick, and the best judge of positions."""
    return "learned" if learned.is_trained(game) else "careful"


def _in_force(match: Match) -> Iterator[tuple[Event, Position]]:
    """The rolls and decisions that were not taken back, each with the position before it."""
    line: list[tuple[Event, Position]] = []
    for event, before in match.steps():
        if event.kind in ("roll", "play"):
            line.append((event, before))
        elif event.kind == "undo":
            del line[-int(event.text) :]
    return iter(line)


def _judged(
    match: Match, bot: Bot, judge: Judge, event: Event, before: Position, seed: int, entry: Entry
) -> Entry:
    """The entry of a decision, with what it was worth beside the best one."""
    seat, action = event.seat, event.code
    assert seat is not None and action is not None
    view = views.view(match.game, before, seat)
    legal = legal_codes(match.game, view)
    if len(legal) == 1:
        return replace(entry, skill=0.0)
    thought = bot.think(view, seat, seconds=None, seed=seed)
    known = {one.action: one for one in thought.candidates}
    if isinstance(bot, Careful) or not known or action not in known:
        known = _weighed(judge, known, view, seat, seed, {*(known or legal), action, thought.action})
    best = max(known.values(), key=lambda one: (one.chance, one.action == thought.action))
    played = known[action].chance
    advice = _advice(match.game, view, best)
    advice = replace(advice, offer=match.tell(advice.offer))
    return replace(entry, skill=played - best.chance, played=played, best=advice)


def _weighed(
    judge: Judge, known: Mapping[int, Candidate], view: Position, seat: int, seed: int, actions: set[int]
) -> dict[int, Candidate]:
    """What these actions are worth by the judge's measure, with the reasons that the bot gave."""
    codes = sorted(actions)
    told = say("It leads to better positions.")
    worth = judge.worth(view, seat, codes, seed)
    return {
        code: Candidate(code, chance, known[code].reason if code in known else told)
        for code, chance in zip(codes, worth, strict=True)
    }


# ---------------------------------------------------------------- one position


def explain(
    game: Game, position: Position, bot: Bot | str | None = None, seat: int | None = None, seed: int = 0
) -> tuple[Thought, list[Advice]]:
    """The best actions of the seat to act, or of one that may, with their chances and why; best first."""
    who = int(game.plain.actor(position)) if seat is None else seat
    if who == OVER:
        raise BadChoice(say("The game is over: there is nothing to decide."))
    if who == CHANCE:
        raise BadChoice(say("The dice come first: there is nothing to decide before the roll."))
    if not game.plain.may_act(position, who):
        raise BadChoice(say("It is not for that seat to decide now."))
    called = position.copy()
    if int(game.plain.actor(called)) != who:
        game.plain.call_on(called, who)
    view = views.view(game, called, who)
    mind = make(bot or reviewer(game), game) if bot is None or isinstance(bot, str) else bot
    thought = mind.think(view, who, seconds=None, seed=seed)
    found = thought.candidates or (Candidate(thought.action, thought.chances[who], thought.reason),)
    return thought, [_advice(game, view, one) for one in found]


def _advice(game: Game, view: Position, one: Candidate) -> Advice:
    words = game.words
    return Advice(
        one.action,
        str(words.notation(view, one.action)),
        words.offer(view, one.action),
        one.chance,
        one.reason,
    )
