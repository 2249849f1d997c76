"""Talk: who may say what, how often, and who hears it.

What is said is stored beside a table's events and never among them, so neither the game, its record nor a bot
can depend on it. Of each table the last `KEPT` things are kept, for those who load the page again.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from parlour.server import protocol
from parlour.server.access import Limits, Refusal, TokenBucket, too_fast
from parlour.server.commands.base import not_for_spectators
from parlour.server.commands.talking import Speak
from parlour.server.rooms import Listener, Room, Spoken
from parlour.server.store import Conflict, Row, Store, StoreError
from parlour.server.tables import Table, Who
from parlour.server.timing import Time
from parlour.text import say

KEPT = 60  # things said that a table remembers
_BURST = 8
_TRIES = 5  # to store something while others speak at the same table


class Kept(Struct, omit_defaults=True):
    """Something that was said, as it is stored."""

    at: float
    by: int | None = None
    reaction: str = ""
    phrase: str = ""
    text: str = ""
    key: str = ""  # of the command, which may come again


_read = msgspec.json.Decoder(Kept).decode
_write = msgspec.json.Encoder().encode


class Talking:
    """Keeps what is said at the tables."""

    def __init__(self, store: Store, limits: Limits, time: Time) -> None:
        self._store, self._limits, self._time = store, limits, time

    async def read(self, room: Room) -> Spoken:
        """All that is remembered; read from the store if it must be. The room's lock is held."""
        while room.talk is None:
            asked = room.words
            rows = await self._store.talk(room.id)
            if room.words == asked:  # else something was said elsewhere meanwhile
                room.talk = _spoken(rows)
        return room.talk

    async def speak(self, room: Room, table: Table, who: Who, chair: int | None, command: Speak) -> None:
        """Somebody says something: it is stored, and then everybody hears it. The room's lock is held."""
        text = command.cleaned()
        _check(table, who, chair, command)
        spoken = await self.read(room)
        key = command.key(chair)
        if key and key in spoken.keys:
            return  # it was sent again
        if not room.voices.setdefault(chair, TokenBucket(self._limits.talk, _BURST)).take():
            raise too_fast()
        line = Kept(self._time.now(), chair, command.reaction or "", command.phrase or "", text, key)
        for _ in range(_TRIES):
            try:
                await self._store.speak(room.id, _write(line), KEPT)
            except Conflict:
                continue
            break
        else:
            raise StoreError(say("Too many write to this table at once. Try again."))
        room.somebody_spoke()


def _spoken(rows: list[Row]) -> Spoken:
    spoken = Spoken()
    for n, body, _ in rows:
        line: Kept = _read(body)
        spoken.keys.add(line.key)
        spoken.said.append(protocol.Utterance(n, line.at, line.by, line.reaction, line.phrase, line.text))
    return spoken


def heard(table: Table, spoken: Spoken, who: Who, after: int = 0) -> list[protocol.Utterance]:
    """What they may hear of it; spectators hear nothing that was said before they were allowed to."""
    since = 0.0 if who.chairs else table.watchers_since
    if table.talk == "off" or since is None or not who.invited:
        return []
    return [one for one in spoken.said if one.n > after and one.at >= since]


def news(table: Table, spoken: Spoken, listener: Listener) -> list[bytes]:
    """What this listener has not heard yet."""
    fresh = heard(table, spoken, listener.who, listener.spoken or 0)
    before = listener.spoken is None
    listener.spoken = fresh[-1].n if fresh else listener.spoken or 0
    return [protocol.encode(protocol.Talk(fresh, before))] if fresh else []


def _check(table: Table, who: Who, chair: int | None, command: Speak) -> None:
    may = table.voice(chair) if who.invited else ""
    if may == "free" or (may and command.ready_made):
        return
    if chair is None and not may:
        raise not_for_spectators()
    if may:
        raise Refusal(403, "not_here", say("Here one speaks in reactions and phrases only."))
    raise Refusal(403, "not_here", say("Nobody talks at this table."))
