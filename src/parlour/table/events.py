"""What a match is made of: events, moves on offer, and the error for the wrong moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.text import BadAction, Text


class NotNow(BadAction):
    """A fair request at the wrong time: not that seat's turn, no roll due, the game over."""


@dataclass(frozen=True)
class Move:
    """A legal action, under all its names."""

    code: int
    notation: str
    offer: Text
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Event:
    """One entry of the log."""

    n: int  # its number, from 1
    kind: str  # "roll", "play", "undo", "adds" (a seat's secret) or "reveal" (the table's)
    text: str  # the notation, the secret, or how many decisions were taken back
    seat: int | None = None
    code: int | None = None  # of a roll or a decision

    def to_json(self) -> dict[str, Any]:
        who = {} if self.seat is None else {"seat": self.seat}
        return {"n": self.n, **who, self.kind: int(self.text) if self.kind == "undo" else self.text}
