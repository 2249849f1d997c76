"""The events of a table, a struct for each kind: what it does, and how it is told.

They are stored as they stand here, as JSON with `kind` first, and what was stored once must be read for
ever: `ENTRIES` lists all that a database may hold.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from parlour.server.events.agreements import Asked, CameBack, ChangedTable, Replied, SetAnew, TookOver
from parlour.server.events.base import Entry
from parlour.server.events.clocks import Flagged, Resumed
from parlour.server.events.of_match import (
    AddedSecret,
    Agreed,
    OfMatch,
    Played,
    Resigned,
    Revealed,
    Rolled,
    TookBack,
)
from parlour.server.events.people import ChoseSettings, GotLink, Renamed, SatDown

ENTRIES: tuple[type[Entry], ...] = (
    *(Rolled, Played, TookBack, Agreed, Resigned, AddedSecret, Revealed),
    *(SatDown, Renamed, ChoseSettings, GotLink),
    *(ChangedTable, Asked, Replied, TookOver, CameBack, SetAnew),
    *(Flagged, Resumed),
)
OF_MATCH: dict[str, type[OfMatch]] = {
    str(one.__struct_config__.tag): one for one in ENTRIES if issubclass(one, OfMatch)
}
_any_entry: Any = reduce(or_, ENTRIES)
read_entry = msgspec.json.Decoder(_any_entry).decode
write_entry = msgspec.json.Encoder().encode
