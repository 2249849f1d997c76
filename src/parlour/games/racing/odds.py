"""Odds of the last pieces of a race: topics of a game's odds.py, made from its exact.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.rules.position import Position
from parlour.rules.sheets import Cell, Given, Sheet, Topic, percent
from parlour.text import Text, say

SHOWN = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 60)  # spaces to go, before the whole way and one that waits


@dataclass(frozen=True)
class LastPiecesOdds:
    """How a game names what its last pieces have to go. `exact` is its module of that name, with `tables`,
    `chance_of`, `turns_alone` and `known`."""

    exact: Any
    home: int  # the place of a piece that is home
    start: int  # and of one that waits to come in
    waits: str  # how such a one is told
    waiting: Text  # and shown

    def topics(self, race: Text, race_title: Text, turns: Text, turns_title: Text) -> dict[str, Topic]:
        """`race` and `turns`: what each is about, and the title of its sheet."""
        spaces = say("spaces to go, or “{waits}” for one that waits to come in", waits=self.waits)
        return {
            "race": Topic(
                race,
                lambda p, given: self._race(given, race_title),
                {"own": spaces, "other": spaces},
                "own=7 other=12",
            ),
            "turns": Topic(
                turns,
                lambda p, given: self._turns(given, turns_title),
                {"first": spaces, "second": spaces},
                "first=7 second=12",
            ),
        }

    def now(self, p: Position, who: Text) -> list[Text]:
        """The exact chances, where only the last pieces of two players are on the way."""
        found = self.exact.known(p)
        if found is None:
            return []
        won = percent(found.chance)
        return [say("When both play their best, {who} wins with {won}.", who=who, won=won)]

    def _race(self, given: Given, title: Text) -> Sheet:
        own, other = self._to_go(given, "own"), self._to_go(given, "other")
        given.check()
        across = self._shown(other)
        rows: list[list[Cell]] = []
        for mine in self._shown(own):
            chances = [self.exact.chance_of(self._place(mine), self._place(yours)) for yours in across]
            rows.append([self._name(mine), *("–" if chance is None else chance for chance in chances)])
        return Sheet(title, [say("to go"), *map(self._name, across)], rows, self._notes(), digits=3)

    def _turns(self, given: Given, title: Text) -> Sheet:
        own, other = self._to_go(given, "first"), self._to_go(given, "second")
        given.check()
        across: list[int | None] = [None, *self._shown()] if other is None else [other]
        rows: list[list[Cell]] = []
        for mine in self._shown(own):
            row: list[Cell] = [self._name(mine)]
            for yours in across:
                places = [self._place(to_go) for to_go in (mine, yours) if to_go is not None]
                turns = self.exact.turns_alone(places) if self.exact.tables() is not None else None
                row.append("–" if turns is None else turns)
            rows.append(row)
        columns = [say("to go"), *(say("alone") if yours is None else self._name(yours) for yours in across)]
        return Sheet(title, columns, rows, self._notes(), digits=2)

    def _shown(self, given: int | None = None) -> tuple[int, ...]:
        """The spaces to go that were told, or a choice of all; 0 stands for one that waits."""
        return (*SHOWN, self.home, 0) if given is None else (given,)

    def _place(self, to_go: int) -> int:
        return self.home - to_go if to_go else self.start

    def _name(self, to_go: int) -> Cell:
        return to_go or self.waiting

    def _to_go(self, given: Given, name: str) -> int | None:
        """Spaces to go, 0 for one that waits; None when it was not given."""
        word = given.values.get(name, "").lower()
        if word == self.waits:
            return 0
        if not word or (word.isdecimal() and 1 <= int(word) <= self.home):
            return int(word) if word else None
        given.wrong(
            say(
                "{name} is a number of spaces from 1 to {most}, or “{waits}”, not “{word}”.",
                name=name,
                most=self.home,
                waits=self.waits,
                word=word,
            )
        )
        return None

    def _notes(self) -> list[Text]:
        if self.exact.tables() is None:
            return [say("These figures are known for the usual board only.")]
        return [say("By the printed rules, everybody at his best; for two who sit opposite each other.")]
