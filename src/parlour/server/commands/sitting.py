"""Commands about chairs and the table: names, settings, links."""

from __future__ import annotations

import msgspec
from msgspec import field

from parlour.server.access import clean_name, hashed, look, new_token
from parlour.server.commands.base import Asking, Deed, Done
from parlour.server.events.agreements import ChangedTable
from parlour.server.events.base import Entry
from parlour.server.events.people import ChairToken, ChoseSettings, GotLink, NewName, Renamed
from parlour.server.protocol import SeatSettings, TableSettings
from parlour.server.protocol.basics import Chair, Name, OwnToken
from parlour.table import NotNow
from parlour.text import BadChoice, say


class Settings(Deed, tag="settings"):
    """Change the own seat's settings."""

    settings: SeatSettings = field(default_factory=SeatSettings)

    def do(self, asking: Asking) -> list[Entry]:
        """What the server may do for this seat; what is so already makes no event."""
        now = asking.table.chairs[asking.seat].settings
        wanted = msgspec.structs.asdict(self.settings)
        new = {name: on for name, on in wanted.items() if on is not None and on != now[name]}
        return asking.table.happen(ChoseSettings, asking.seat, data=SeatSettings(**new)) if new else []


class Rename(Deed, tag="name"):
    """Say who one is."""

    on_records = True

    name: Name = ""

    def do(self, asking: Asking) -> list[Entry]:
        """A new name, unless somebody here has it or one that looks like it."""
        table, name = asking.table, clean_name(self.name)
        if name == table.match.seats[asking.seat].name:
            return []
        others = [seat.name for c, seat in table.match.seats.items() if c != asking.seat]
        if name and look(name) in map(look, others):
            raise BadChoice(say("Somebody here is called that already, or nearly so. Choose another name."))
        return table.happen(Renamed, asking.seat, data=NewName(name))


class ChangeTable(Deed, tag="table"):
    """The host changes what the table agreed on."""

    settings: TableSettings = field(default_factory=TableSettings)

    def do(self, asking: Asking) -> list[Entry]:
        """Changes what the host may change; what is so already makes no event."""
        asking.check_host()
        table, wanted, new = asking.table, self.settings, TableSettings()
        if wanted.undo != table.undo:
            new.undo = wanted.undo
        if wanted.takeover_minutes != table.takeover_minutes:
            new.takeover_minutes = wanted.takeover_minutes
        if wanted.pause != table.pause:
            new.pause = wanted.pause
        if wanted.talk != table.talk:
            new.talk = wanted.talk
        if wanted.watchers_talk != (table.watchers_since is not None):
            new.watchers_talk = wanted.watchers_talk
        return table.happen(ChangedTable, None, data=new) if new != TableSettings() else []


class Renew(Deed, tag="renew"):
    """A seat changes its token for one of its own making: whoever knew the old one is shut out."""

    token: OwnToken = ""

    @property
    def opens_with(self) -> str:
        """The new token."""
        return self.token

    def do(self, asking: Asking) -> list[Entry]:
        """A new link for the seat, after which the old one opens nothing."""
        if not self.token:
            raise NotNow(say("Say which token is to open the seat from now on."))
        return asking.table.happen(GotLink, asking.seat, data=ChairToken(asking.seat, hashed(self.token)))


class Link(Deed, tag="link"):
    """The host asks for a new token for a chair that nobody has taken yet."""

    chair: Chair = 0

    def judge(self, asking: Asking) -> Done:
        """The new token makes the old one worthless."""
        asking.check_host()
        chair = asking.table.chairs.get(self.chair)
        if chair is None or not chair.token or chair.sat:
            raise NotNow(say("Somebody sits on that chair already; its link stays theirs alone."))
        token = new_token()
        return Done(asking.table.happen(GotLink, None, data=ChairToken(self.chair, hashed(token))), token)
