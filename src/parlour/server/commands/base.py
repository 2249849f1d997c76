"""What every command has: who says it, to which table; and the two sorts, deeds and questions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from msgspec import Meta

from parlour.server import protocol
from parlour.server.access import Refusal
from parlour.server.events.base import Entry
from parlour.server.protocol.basics import Chair, CommandId, In, Seq
from parlour.server.tables import Setup, Table
from parlour.table import NotNow
from parlour.text import say


@dataclass(frozen=True)
class Asking:
    """Who wants something of a table."""

    table: Table
    chair: int | None  # None: somebody who holds no chair, such as a spectator
    host: bool = False
    away: Callable[[], Mapping[int, float]] = dict
    # ^ the persons' chairs that nobody sits on, and for how many seconds that has been so
    grace: float = 0.0  # for so many seconds nobody counts as having left

    @property
    def seat(self) -> int:
        """The chair, where it needs one."""
        if self.chair is None:
            raise not_for_spectators()
        return self.chair

    def check_host(self) -> None:
        """Refuses whoever did not open the table."""
        if not self.host:
            raise Refusal(403, "not_yours", say("Only the host can do this."))


def not_for_spectators() -> Refusal:
    """The refusal for whoever has a table's link, but no seat's."""
    return Refusal(403, "not_yours", say("Spectators watch. This needs a seat's link."))


class Command(In, tag_field="do"):
    """Something that is wanted of a table."""

    id: CommandId | Annotated[int, Meta(ge=0, le=2**53)] = ""
    seat: Chair | None = None
    after: Seq | None = None

    @property
    def dear(self) -> bool:
        """May it take a while to understand or to answer? Then it waits for its turn among all others."""
        return False

    def key(self, chair: int | None) -> str:
        """Under which it is known when it is sent again; empty if it was given no id."""
        return f"{'host' if chair is None else chair}:{self.id}" if self.id != "" else ""

    def digest(self) -> str:
        """A short fingerprint: a command sent twice is told from another one under the same number."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


class Done(NamedTuple):
    """What came of a deed: the events it adds to the log, and what it made besides."""

    entries: list[Entry]
    token: str | None = None  # for whoever asked for one
    opens: tuple[str, Setup] | None = None  # a table that must be there before the log names it


class Deed(Command):
    """A command that changes the table."""

    on_records: ClassVar[bool] = False  # can it be done where a record is only looked at?
    moves_on: ClassVar[bool] = False  # does it bring the game nearer to its end?

    def judge(self, asking: Asking) -> Done:
        """Do it, if it may be done."""
        if asking.table.setup.closed and not self.on_records:
            raise NotNow(say("This is a record. Branch off from any moment to play on."))
        return Done(self.do(asking))

    def do(self, asking: Asking) -> list[Entry]:
        """Changes the table, and says by which events."""
        raise NotImplementedError


class Question(Command):
    """A command that is answered at once and changes nothing."""

    @property
    def dear(self) -> bool:
        """Some are."""
        return True

    def answer(self, asking: Asking) -> protocol.Answered:
        """Answers without changing anything."""
        raise NotImplementedError
