"""Events of the chairs: somebody sits down, has a name, lets the server do things, gets a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from parlour.server import protocol
from parlour.server.events.base import Entry
from parlour.table.seats import Seat
from parlour.text import Text, join, say, speaking

if TYPE_CHECKING:
    from parlour.server.tables import Table


class SatDown(Entry, tag="sits"):
    """Somebody came with the chair's token for the first time."""

    def change(self, table: Table) -> None:
        self.chair(table).sat = True

    def sentence(self, table: Table) -> Text:
        return say("{seat} sits down.", seat=self.who(table))


class NewName(Struct):
    name: str


class Renamed(Entry, kw_only=True, tag="name"):
    data: NewName

    def change(self, table: Table) -> None:
        if self.by is not None:
            with speaking("en"):  # a chair without a name is called by its colour's template
                table.match.sit(self.by, Seat(self.data.name, table.match.seats[self.by].kind))

    def sentence(self, table: Table) -> Text:
        return say("{seat} has a new name.", seat=self.who(table))


class ChoseSettings(Entry, kw_only=True, tag="settings"):
    """A seat lets the server do more or less for it; `data` holds what is new."""

    data: protocol.SeatSettings

    def change(self, table: Table) -> None:
        self.chair(table).settings.update(self._new())

    def sentence(self, table: Table) -> Text:
        words = {
            "auto_roll": (say("The dice wait for a hand."), say("The dice roll by themselves.")),
            "auto_forced": (say("Forced moves wait for a hand."), say("Forced moves are played at once.")),
            "skip_dead": (say("Dead turns wait for a hand."), say("Dead turns are skipped.")),
        }
        settings = join([words[name][on] for name, on in self._new().items()], " ")
        return say("{seat}: {settings}", seat=self.who(table), settings=settings)

    def _new(self) -> dict[str, bool]:
        return {name: on for name, on in msgspec.structs.asdict(self.data).items() if on is not None}


class ChairToken(Struct):
    chair: int
    token: str  # its hash


class GotLink(Entry, kw_only=True, tag="link"):
    """A chair that nobody has taken has a new token; the old one is worthless."""

    data: ChairToken

    def change(self, table: Table) -> None:
        table.chairs[self.data.chair].token = self.data.token

    def sentence(self, table: Table) -> Text:
        return say("{seat} gets a new link.", seat=table.name(self.data.chair))
