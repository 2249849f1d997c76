"""A room: a table, whether it is in memory or not, and everybody who is there."""

from __future__ import annotations

import asyncio
import time
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import Raw

from parlour.server.access import TokenBucket
from parlour.server.protocol import Utterance
from parlour.server.tables import Table, Who

AWAKE = 60.0  # so long after a request by HTTP somebody counts as present, and bots go on
_BREATH = 0.25  # seconds between two messages about who is here
_ELSEWHERE = 45.0  # so long the word of another process holds that somebody is present there


class Line(Protocol):
    """The way to a page."""

    def free(self) -> bool:
        """Has everything been sent that was to be?"""

    def write(self, message: bytes) -> None:
        """Send it now; only where it is free."""


class Listener:
    """One page that is open: the seats it holds, and what it has heard."""

    def __init__(
        self, who: Who, language: str, after: int, tokens: Sequence[str] = (), links: int = 0
    ) -> None:
        self.who = who
        self.tokens = tokens
        self.links = links  # the state of the table's links in which these were good
        self.language = language
        self.seats: list[int | None] = [*sorted(who.chairs)] or [None]
        self.heard = after
        self.greeted = False
        self.spoken: int | None = None  # the number of the last thing said that it has heard
        self.company = -1  # the state of the company it has heard of
        self.line: Line | None = None  # where it can be told at once, as long as it reads
        self.wake = asyncio.Event()
        self.wake.set()


@dataclass
class Spoken:
    """What this process knows of a table's talk."""

    said: list[Utterance] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)  # of the commands that said it


class Room:
    """What this process keeps of a table besides the store. `lock` guards the table."""

    def __init__(self, id_: str, grace: float = 0.0, tell: Callable[[Room], None] | None = None) -> None:
        """`tell` tells all who can hear it at once what is new; others are woken."""
        self.id = id_
        self._tell = tell
        self._telling = False  # is that about to be done?
        self.grace = grace  # seconds in which nobody counts as having left
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.weight = 0  # how many bytes it has in the store, when it was loaded
        self.listeners: set[Listener] = set()
        self.runner: asyncio.Task[None] | None = None
        self.used = self._opened = time.monotonic()
        self.noted = (float("-inf"), False)  # when the store was last told that it is used; was it over?
        self.watched = 0.0  # when somebody last looked at the clocks
        self.changed = asyncio.Event()  # for whoever looks after it
        self.advised = False  # is a hint being thought out?
        self.talk: Spoken | None = None  # once it is read
        self.words = 0  # grows whenever somebody speaks
        self.voices: dict[int | None, TokenBucket] = {}  # how much each chair may still say, and spectators
        self.company = 0  # grows whenever somebody comes or goes
        self._announced = -_BREATH  # when that was told last
        self._announcing: asyncio.TimerHandle | None = None
        self._reminder: asyncio.TimerHandle | None = None
        self.told: dict[tuple[int | None, str], list[bytes]] = {}  # the log, by viewer and language
        self.brought: dict[tuple[int | None, str], list[bytes]] = {}  # what a record brought along, the same
        self.shown: dict[tuple[int | None, str, bool], tuple[int, int, Raw]] = {}
        # ^ frames by chair, language and whether it is the host's, with their seq and company
        self.shared: dict[str, tuple[tuple[int, int], list[Any], Any]] = {}  # what they have in common
        self.people: dict[str, tuple[tuple[int, ...], Raw]] = {}  # who sits there, and since when
        self._visits: dict[int, float] = {}  # the last request by HTTP, by chair
        self._last: dict[int, float] = {}  # when the last page was closed
        self._elsewhere: dict[str, tuple[float, frozenset[int]]] = {}  # by process

    def forget(self) -> None:
        """Out of memory; the store has it."""
        self.table = self.talk = None
        self.told.clear()
        self.brought.clear()
        self.shown.clear()
        self.shared.clear()
        self.people.clear()

    def wake_all(self) -> None:
        """Something is new. Whoever did it is answered first, then the others hear of it."""
        self.changed.set()
        if self._tell is None:
            for listener in self.listeners:
                listener.wake.set()
        elif not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell_all)

    def _tell_all(self) -> None:
        self._telling = False
        assert self._tell is not None
        self._tell(self)

    def somebody_spoke(self) -> None:
        """What is known of the talk is not all."""
        self.talk = None
        self.words += 1
        self.wake_all()

    # ------------------------------------------------------------ who is here

    def company_changed(self) -> None:
        """Somebody came or went: told at once, but not more often than one can read it."""
        self.company += 1
        since = time.monotonic() - self._announced
        if since >= _BREATH:
            self._announce()
        elif self._announcing is None:
            self._announcing = asyncio.get_running_loop().call_later(_BREATH - since, self._announce)

    def _announce(self) -> None:
        self._announcing = None
        self._announced = time.monotonic()
        self.wake_all()

    def remind(self) -> None:
        """Let the others be told when somebody has been away so long that a bot may take the chair."""
        if self._reminder is not None:
            self._reminder.cancel()
            self._reminder = None
        if self.table is not None:
            patience = self.table.patience(self.grace)
            left = [patience - gone for gone in self.away(self.table).values() if gone < patience]
            if left:
                self._reminder = asyncio.get_running_loop().call_later(min(left) + 0.01, self._remind)

    def _remind(self) -> None:
        self._reminder = None
        self.company_changed()
        self.remind()

    def close(self) -> None:
        """It is not needed any more."""
        for timer in (self._reminder, self._announcing):
            if timer is not None:
                timer.cancel()

    def open_chairs(self) -> set[int]:
        """The chairs that have a page open in this process."""
        return {chair for listener in self.listeners for chair in listener.who.chairs}

    def pages(self) -> Tally[int]:
        """How many pages are open on each chair, in this process."""
        return Tally(chair for listener in self.listeners for chair in listener.who.chairs)

    def visited(self, chairs: Iterable[int]) -> None:
        """Somebody has asked for something."""
        now = time.monotonic()
        news = [c for c in chairs if c not in self._visits and c not in self.open_chairs()]
        self._visits.update(dict.fromkeys(chairs, now))
        if news:
            self.company_changed()

    def leave(self, listener: Listener) -> None:
        """A page is closed; its chairs count as empty if no other page shows them."""
        self.listeners.discard(listener)
        self.used = now = time.monotonic()
        for chair in listener.who.chairs - self.open_chairs():
            self._visits.pop(chair, None)
            self._last[chair] = now

    def elsewhere_are(self, process: str, chairs: Iterable[int]) -> None:
        """Another process tells who has a page open there."""
        now = time.monotonic()
        _, before = self._elsewhere.get(process, (0.0, frozenset()))
        self._elsewhere[process] = (now, frozenset(chairs))
        for chair in before.difference(chairs):
            self._last[chair] = now
        if before != self._elsewhere[process][1]:
            self.company_changed()

    def here(self, table: Table) -> dict[int, bool]:
        """Which chairs have a page open somewhere, or have asked for something a moment ago."""
        now = time.monotonic()
        present = self.open_chairs()
        for heard, chairs in self._elsewhere.values():
            if now - heard < _ELSEWHERE:
                present |= chairs
        return {c: c in present or now - self._visits.get(c, -AWAKE) < AWAKE for c in table.chairs}

    def away(self, table: Table) -> dict[int, float]:
        """For how many seconds nobody has sat on the persons' chairs that are empty."""
        now = time.monotonic()
        return {
            c: now - max(self._opened, self._last.get(c, 0.0), self._visits.get(c, 0.0))
            for c, here in self.here(table).items()
            if not here and table.chairs[c].kind == "person"
        }

    @property
    def busy(self) -> bool:
        """Does anybody look after it, because it moves by itself?"""
        return self.runner is not None and not self.runner.done()

    @property
    def awake(self) -> bool:
        """Is anybody there for whom bots should move?"""
        return bool(self.listeners) or time.monotonic() - self.used < AWAKE
