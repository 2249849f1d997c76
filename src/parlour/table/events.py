"""What a match is made of: events, moves on offer, and the error for the wrong moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from parlour.rules.contracts.words import WordsFile
from parlour.rules.position import Position
from parlour.table.called import Called
from parlour.text import BadAction, Text

DRAW = "draw"  # what an "agree" in the log agrees to
GAME = "game"  # what a "resign" gives up


class NotNow(BadAction):
    """A fair request at the wrong time: not that seat's turn, no roll due, the game over."""


@dataclass(frozen=True)
class Move:
    """A legal action. Its names are made when they are asked for, because there can be hundreds of moves."""

    code: int
    _words: WordsFile = field(repr=False, compare=False)
    _seen: Position = field(repr=False, compare=False)  # by the one who may play it
    _names: Called = field(repr=False, compare=False)

    @cached_property
    def notation(self) -> str:
        """The short code by which a move is typed and kept, such as `8+4`."""
        return str(self._words.notation(self._seen, self.code))

    @cached_property
    def offer(self) -> Text:
        """The move in words, as its seat may see it."""
        return self._names.tell(self._words.offer(self._seen, self.code))

    @cached_property
    def group(self) -> Text | None:
        """Which of its fellows it is listed with, in a game that says so (`words.group`)."""
        group = self._words.group(self._seen, self.code)
        return None if group is None else self._names.tell(group)

    @cached_property
    def fields(self) -> Mapping[str, Any]:
        """The move in named parts, for programs and for forms on the page."""
        return dict(self._words.fields(self._seen, self.code))


def sensible(moves: Sequence[Move]) -> frozenset[int]:
    """Of one seat's moves, the codes of those amounts that a person thinks of first (`words.sensible`)."""
    return frozenset(moves[0]._words.sensible(moves[0]._seen)) if moves else frozenset()


@dataclass(frozen=True)
class Event:
    """One entry of the log."""

    n: int  # its number, from 1
    kind: str  # "roll", "play", "undo", "agree" (to a draw), "resign", "adds" (a seat's secret),
    # ^ or "reveal" (the table's)
    text: str  # the notation, the secret, what is agreed to or given up, how many were taken back
    seat: int | None = None
    code: int | None = None  # of a roll or a decision
    final: bool = False  # a decision that binds whoever made it: it is not taken back

    def to_json(self) -> dict[str, Any]:
        """One line of the record: its number, who, and what, under the event's kind."""
        who = {} if self.seat is None else {"seat": self.seat}
        return {"n": self.n, **who, self.kind: int(self.text) if self.kind == "undo" else self.text}
