"""Events of the clocks: a flag falls, or time that must not count is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from parlour.server.events.base import BOT, Entry
from parlour.text import Text, say

if TYPE_CHECKING:
    from parlour.server.tables import Table


class Flag(Struct):
    """Whose time is up, and what becomes of the chair."""

    chair: int
    keeps: bool = False  # does the bot keep the chair, beyond this one decision?
    ends: bool = False  # and to the end of the game?


class Flagged(Entry, kw_only=True, tag="flag"):
    """Somebody's time is up: a bot decides for them."""

    data: Flag

    def change(self, table: Table) -> None:
        """A bot helps, once or for longer."""
        chair = table.chairs[self.data.chair]
        if table.clocks is not None:
            table.clocks.helped.add(self.data.chair)
        if self.data.keeps:
            chair.kind = BOT
        chair.flagged = self.data.ends

    def sentence(self, table: Table) -> Text:
        """Whose time is up, and what the bot does."""
        seat = table.name(self.data.chair)
        if self.data.ends:
            return say("The time of {seat} is up: a bot plays on in that chair.", seat=seat)
        if self.data.keeps:
            return say("Time is up, and {seat} is away: a bot plays until they come back.", seat=seat)
        return say("Time is up: a bot decides this once for {seat}.", seat=seat)


class Resumed(Entry, tag="resume"):
    """Nobody looked after the table, because the server was down or everybody had gone: no clock ran."""

    costs_time: ClassVar[bool] = False

    def sentence(self, table: Table) -> Text:
        """That the time during which the server was down does not count."""
        return say("The table was closed for a while. That time does not count; the clock goes on now.")
