"""What every event of a table has: when, by whom, and which command caused it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct

from parlour.server import protocol
from parlour.text import Text, say

if TYPE_CHECKING:
    from parlour.server.tables import Chair, Table

HAND, AUTO, BOT = "hand", "auto", "bot"  # how something was done: by a person, a setting, a bot
PERSON = "person"


class Entry(Struct, tag_field="kind", omit_defaults=True, kw_only=True):
    """One event of a table, as it is stored."""

    of_match: ClassVar[bool] = False  # does it happen in the match, so that others may be asked after it?
    costs_time: ClassVar[bool] = True  # is the time until then that of those whose clocks ran?

    at: float
    by: int | None = None  # a chair
    how: str = HAND
    text: str = ""  # these two only of the match's
    code: int | None = None
    data: Any = {}
    key: str = ""  # the command that caused it
    said: str = ""  # a digest of that command

    @property
    def kind(self) -> str:
        """The name by which the log and the protocol call this kind of event."""
        return str(self.__struct_config__.tag)

    def replay(self, table: Table) -> None:
        """Let it happen in the match once more, when it is read from the store."""

    def change(self, table: Table) -> None:
        """What it does to the table, now or when it is read from the store."""

    def asked_anew(self, before: frozenset[int], now: frozenset[int]) -> frozenset[int]:
        """Of the chairs that are asked `now`: those that have the time for a decision once more."""
        return frozenset()

    def sentence(self, table: Table) -> Text:
        """What everybody reads in the log."""
        raise NotImplementedError

    def told(self, table: Table, line: Line, viewer: int | None) -> protocol.Told:
        """As the viewer may know it."""
        text = str(self.sentence(table))
        return protocol.Told(line.seq, self.kind, text, self.at, line.ply, self.by, self.how)

    def who(self, table: Table) -> Text:
        """Who did it, by name."""
        return say("The host") if self.by is None else table.name(self.by)

    def chair(self, table: Table) -> Chair:
        """Of whoever did it."""
        if self.by is None:
            raise LookupError(self.kind)
        return table.chairs[self.by]


class Line(NamedTuple):
    """An event in the table's log, and where it stands there."""

    seq: int
    entry: Entry
    n: int  # how many events the match had then
    ply: int  # how many rolls and decisions were in force
