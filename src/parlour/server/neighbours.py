"""The other processes that share the store: they are told who has a page open here, and tell the same."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping

from parlour.server.rooms import Room
from parlour.server.store import Store, StoreError
from parlour.server.tasks import Tasks

_REPEAT = 15.0  # seconds after which other processes are told again who is here
_WHO = "?"  # asks them
_SAID = "!"  # somebody spoke at a table


class Neighbours:
    """This process among them."""

    def __init__(self, store: Store, rooms: Mapping[str, Room], tasks: Tasks) -> None:
        self._store, self._rooms, self._tasks = store, rooms, tasks
        self._me = secrets.token_hex(4)

    def ask(self, id_: str) -> None:
        """Who is at this table, elsewhere?"""
        self._whisper(id_, _WHO)

    def company(self, room: Room) -> None:
        """Somebody came here or went: everybody hears of it."""
        room.company_changed()
        self._tell(room)

    def spoken(self, room: Room) -> None:
        """Somebody said something here, and it is stored."""
        self._whisper(room.id, _SAID)

    def whispered(self, text: str) -> None:
        """What one of them says."""
        process, id_, chairs = text.split(" ")
        room = self._rooms.get(id_)
        if room is None or process == self._me:
            return
        if chairs == _SAID:
            room.somebody_spoke()
        elif chairs != _WHO:
            room.elsewhere_are(process, [int(c) for c in chairs.split(",") if c])
        elif room.listeners:
            self.company(room)

    async def repeat(self) -> None:
        """Tell the others again who is here: those who are not told for long count as gone."""
        while True:
            await asyncio.sleep(_REPEAT)
            for room in list(self._rooms.values()):
                if room.open_chairs():
                    self._tell(room)

    def _tell(self, room: Room) -> None:
        self._whisper(room.id, ",".join(map(str, sorted(room.open_chairs()))))

    def _whisper(self, id_: str, text: str) -> None:
        self._tasks.spawn(self._say(f"{self._me} {id_} {text}"))

    async def _say(self, text: str) -> None:
        with contextlib.suppress(StoreError):
            await self._store.whisper(text)
