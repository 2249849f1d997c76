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
        """The chair is taken."""
        self.chair(table).sat = True

    def sentence(self, table: Table) -> Text:
        """Who sits down."""
        return say("{seat} sits down.", seat=self.who(table))


class NewName(Struct):
    """What somebody wants to be called."""

    name: str


class Renamed(Entry, kw_only=True, tag="name"):
    """Somebody is called otherwise."""

    data: NewName

    def change(self, table: Table) -> None:
        """The match knows the new name from now on."""
        if self.by is not None:
            with speaking("en"):  # a chair without a name is called by its colour's template
                table.match.sit(self.by, Seat(self.data.name, table.match.seats[self.by].kind))

    def sentence(self, table: Table) -> Text:
        """That there is a new name; the log shows it."""
        return say("{seat} has a new name.", seat=self.who(table))


class ChoseSettings(Entry, kw_only=True, tag="settings"):
    """A seat lets the server do more or less for it; `data` holds what is new."""

    data: protocol.SeatSettings

    def change(self, table: Table) -> None:
        """Notes what the server may do for this chair."""
        self.chair(table).settings.update(self._new())

    def sentence(self, table: Table) -> Text:
        """What a seat lets the server do for it is nobody else's business: the log says nothing."""
        return join([])

    def _new(self) -> dict[str, bool]:
        return {name: on for name, on in msgspec.structs.asdict(self.data).items() if on is not None}


class ChairToken(Struct):
    """The hash of the token that opens a chair from now on."""

    chair: int
    token: str  # its hash


class GotLink(Entry, kw_only=True, tag="link"):
    """A chair has a new token, and the old one is worthless: from the host for somebody who has yet to come,
    or from whoever sits there, who alone knows it then."""

    data: ChairToken

    def change(self, table: Table) -> None:
        """The old link opens nothing any more."""
        chair = table.chairs[self.data.chair]
        chair.token, chair.handed = self.data.token, self.by is None
        table.links += 1

    def sentence(self, table: Table) -> Text:
        """Only a link that the host gave is everybody's business."""
        if self.by is not None:
            return join([])  # nobody else's business
        return say("{seat} gets a new link.", seat=table.name(self.data.chair))
