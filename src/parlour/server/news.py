"""What is told of a table, ready to be sent. The room keeps it: what is the same for many is made once."""

from __future__ import annotations

from msgspec import Raw

from parlour.server import frames, protocol
from parlour.server.events.of_match import with_match
from parlour.server.rooms import Listener, Room
from parlour.server.tables import Table
from parlour.text import speaking


def news(room: Room, table: Table, listener: Listener) -> list[bytes]:
    """What this listener has not heard yet."""
    found: list[bytes] = []
    if listener.heard < table.seq or not listener.greeted:
        for seat in listener.seats:
            found.append(_events(room, table, seat, listener))
        listener.heard, listener.greeted = table.seq, True
    elif listener.company != room.company:
        with speaking(listener.language):
            found.append(protocol.encode(protocol.People(_sitters(room, table))))
    listener.company = room.company
    return found


def _events(room: Room, table: Table, seat: int | None, listener: Listener) -> bytes:
    events = told(room, table, seat, listener.language, listener.heard)
    if not listener.greeted and listener.heard == 0 and table.brought:
        with speaking(listener.language):
            before = told_before(table, frames.viewer_of(table, seat))
        events = [*(Raw(protocol.encode(one)) for one in before), *events]
    shown = frame(room, table, seat, listener.language, listener.who.host)
    return protocol.encode(protocol.Events(seat, table.seq, events, shown))  # type: ignore[arg-type]


# ---------------------------------------------------------------- the log


def told(room: Room, table: Table, seat: int | None, language: str, after: int) -> list[Raw]:
    """The log after a number, as that seat may know it."""
    viewer = frames.viewer_of(table, seat)
    known = room.told.setdefault((viewer, language), [])
    if len(known) < table.seq:
        with speaking(language):
            for line in table.log[len(known) :]:
                known.append(protocol.encode(line.entry.told(table, line, viewer)))
    return [Raw(one) for one in known[after:]]


def told_before(table: Table, viewer: frames.Viewer) -> list[protocol.Told]:
    """What a record brought along: it happened before the table's own log, and has no number there."""
    found, ply = [], 0
    for event in table.match.events[: table.brought]:
        ply += (event.kind in ("roll", "play")) - (int(event.text) if event.kind == "undo" else 0)
        one = protocol.Told(0, event.kind, "", table.setup.made, ply, event.seat)
        found.append(with_match(one, table.match, event.n, viewer))
    return found


# ---------------------------------------------------------------- frames


def frame(room: Room, table: Table, seat: int | None, language: str, host: bool = False) -> Raw:
    """What that seat is shown now."""
    key = (seat, language, host)
    seq, company, made = room.shown.get(key, (-1, -1, b""))
    if (seq, company) != (table.seq, room.company):
        with speaking(language):
            shared, people = _shared(room, table, language)
            made = protocol.encode(frames.frame(table, seat, people, host=host, shared=shared))
        room.shown[key] = (table.seq, room.company, made)
    return Raw(made)


def past(room: Room, table: Table, seat: int | None, language: str, ply: int) -> protocol.Frame:
    """What that seat was to be shown then."""
    with speaking(language):
        return frames.frame(table, seat, _sitters(room, table), ply)


def _shared(room: Room, table: Table, language: str) -> tuple[list[frames.Common], Raw]:
    """What frames of this moment have in common, and the people of all of them."""
    moment = (table.seq, room.company)
    if room.shared.get(language, (None,))[0] != moment:
        people = Raw(protocol.encode(_sitters(room, table)))
        room.shared[language] = (moment, [], people)
    _, shared, people = room.shared[language]
    return shared, people


def _sitters(room: Room, table: Table) -> list[protocol.Sitter]:
    return frames.sitters(table, room.here(table), room.away(table))
