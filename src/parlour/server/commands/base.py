"""What every command has: who says it, to which table; and the two sorts, deeds and questions."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from parlour.server import protocol
from parlour.server.access import Refusal
from parlour.server.events.base import Entry
from parlour.server.protocol.basics import Chair, CommandId, In, Seq
from parlour.server.tables import Table
from parlour.table import NotNow
from parlour.text import say


@dataclass(frozen=True)
class Asking:
    """Who wants something of a table."""

    table: Table
    chair: int | None  # None: somebody who holds no chair, such as a spectator
    host: bool = False
    away: Mapping[int, float] = field(default_factory=dict)
    # ^ the persons' chairs that nobody sits on, and for how many seconds that has been so

    @property
    def seat(self) -> int:
        """The chair, where it needs one."""
        if self.chair is None:
            raise not_for_spectators()
        return self.chair

    def check_host(self) -> None:
        if not self.host:
            raise Refusal(403, "not_yours", say("Only the host can do this."))


def not_for_spectators() -> Refusal:
    return Refusal(403, "not_yours", say("Spectators watch. This needs a seat's link."))


class Command(In, tag_field="do"):
    """Something that is wanted of a table."""

    id: CommandId | Annotated[int, Meta(ge=0, le=2**53)] = ""
    seat: Chair | None = None
    after: Seq | None = None

    def key(self, chair: int | None) -> str:
        """Under which it is known when it is sent again; empty if it was given no id."""
        return f"{'host' if chair is None else chair}:{self.id}" if self.id != "" else ""

    def digest(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


class Deed(Command):
    """A command that changes the table."""

    on_records: ClassVar[bool] = False  # can it be done where a record is only looked at?

    def judge(self, asking: Asking) -> tuple[list[Entry], str | None]:
        """Do it, if it may be done: what that adds to the log, and the token that was made, if any."""
        if asking.table.setup.closed and not self.on_records:
            raise NotNow(say("This is a record. Branch off from any moment to play on."))
        return self.do(asking), None

    def do(self, asking: Asking) -> list[Entry]:
        raise NotImplementedError


class Question(Command):
    """A command that is answered at once and changes nothing."""

    def answer(self, asking: Asking) -> protocol.Answered:
        raise NotImplementedError
