"""What is told of a table, ready to be sent. The room keeps it: what is the same for many is made once."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET, Raw

from parlour.rules.kit import CHANCE
from parlour.server import frames, protocol
from parlour.server.events.of_match import with_match
from parlour.server.rooms import Listener, Room
from parlour.server.tables import Table
from parlour.text import speaking

_NOTHING = Raw()


def news(room: Room, table: Table, listener: Listener) -> list[bytes]:
    """What this listener has not heard yet."""
    found: list[bytes] = []
    if listener.heard < table.seq or not listener.greeted:
        for seat in listener.seats:
            found.append(_events(room, table, seat, listener))
        listener.heard, listener.greeted = table.seq, True
    elif listener.company != room.company:
        found.append(_company(room, table, listener.language))
    listener.company = room.company
    return found


def _company(room: Room, table: Table, language: str) -> bytes:
    with speaking(language):
        _, people = _shared(room, table, language)
    return protocol.encode(protocol.People(people))  # type: ignore[arg-type]


def _events(room: Room, table: Table, seat: int | None, listener: Listener) -> bytes:
    events = told(room, table, seat, listener.language, listener.heard)
    if not listener.greeted and listener.heard == 0 and table.brought:
        events = [*told_before(room, table, seat, listener.language), *events]
    shown = frame(room, table, seat, listener.language, listener.who.host)
    now = table.time.now() if table.clocks is not None else UNSET
    return protocol.encode(protocol.Events(seat, table.seq, events, shown, now))  # type: ignore[arg-type]


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


def told_before(room: Room, table: Table, seat: int | None, language: str) -> list[Raw]:
    """What a record brought along: it happened before the table's own log, and has no number there."""
    viewer = frames.viewer_of(table, seat)
    known = room.brought.setdefault((viewer, language), [])
    if len(known) < table.brought:
        found, ply = [], 0
        with speaking(language):
            for event in table.match.events[: table.brought]:
                ply += (event.kind in ("roll", "play")) - (int(event.text) if event.kind == "undo" else 0)
                one = protocol.Told(0, event.kind, "", table.setup.made, ply, event.seat)
                found.append(protocol.encode(with_match(one, table.match, event.n, viewer, table.standing)))
        known[:] = found
    return [Raw(one) for one in known]


def untold(room: Room, table: Table, seat: int | None, language: str) -> int:
    """How many lines have never been told to such a viewer in this language."""
    key = (frames.viewer_of(table, seat), language)
    return table.seq - len(room.told.get(key, ())) + table.brought - len(room.brought.get(key, ()))


def catch_up(room: Room, table: Table, seat: int | None, language: str) -> None:
    """Make these lines."""
    told(room, table, seat, language, 0)
    told_before(room, table, seat, language)


# ---------------------------------------------------------------- frames


def frame(room: Room, table: Table, seat: int | None, language: str, host: bool = False) -> Raw:
    """What that seat is shown now."""
    key = (seat, language, host)
    seq, company, made = room.shown.get(key, (-1, -1, _NOTHING))
    if (seq, company) != (table.seq, room.company):
        with speaking(language):
            shared, people = _shared(room, table, language)
            made = frames.frame(table, seat, people, host=host, shared=shared)
        room.shown[key] = (table.seq, room.company, made)
    return made


def asked(room: Room, table: Table, seat: int | None, language: str) -> Raw:
    """The same for somebody who asks for it, with the code of the position."""
    with speaking(language):
        shared, people = _shared(room, table, language)
        return frames.frame(table, seat, people, shared=shared, asked=True)


def past(room: Room, table: Table, seat: int | None, language: str, ply: int) -> Raw:
    """What that seat was to be shown then."""
    with speaking(language):
        return frames.frame(table, seat, _sitters(room, table), ply, asked=True)


def summary(room: Room, table: Table, chairs: Collection[int]) -> protocol.Summary:
    """How the table stands, without a drawing."""
    match = table.match
    turn = None if match.over else frames.turn(table)
    may_roll = match.actor == CHANCE and turn in chairs
    return protocol.Summary(
        table=table.id,
        game=table.game.id,
        over=match.over,
        winners=match.winners,
        chairs=sorted(chairs),
        asked=not table.setup.closed and (may_roll or any(match.may_act(c) for c in chairs)),
        turn=turn,
        at=table.log[-1].entry.at if table.log else table.setup.made,
        next=table.next,
        people=_sitters(room, table),
    )


def _shared(room: Room, table: Table, language: str) -> tuple[list[frames.Common], Raw]:
    """What frames of this moment have in common, and the people of all of them."""
    moment = (table.seq, room.company)
    if room.shared.get(language, (None,))[0] != moment:
        room.shared[language] = (moment, [], _people(room, table, language))
    _, shared, people = room.shared[language]
    return shared, people


def _people(room: Room, table: Table, language: str) -> Raw:
    """The sitters. As long as nobody is away they stay the same, whatever is played."""
    away = room.away(table)
    now = (room.company, table.seq - len(table.match.events), table.match.over)
    before, known = room.people.get(language, ((), _NOTHING))
    if away or now != before:
        sitters = frames.sitters(table, room.here(table), away, room.grace, room.pages())
        known = Raw(protocol.encode(sitters))
        room.people[language] = (() if away else now, known)
    return known


def _sitters(room: Room, table: Table) -> list[protocol.Sitter]:
    return frames.sitters(table, room.here(table), room.away(table), room.grace, room.pages())
