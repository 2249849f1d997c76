"""What every command has: who says it, to which table, and who carries it out; and the two commonest sorts,
deeds and questions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple, Protocol

import msgspec
from msgspec import Meta, Struct

from parlour.server import protocol
from parlour.server.access import Refusal
from parlour.server.events.base import Entry
from parlour.server.protocol.basics import Chair, CommandId, In, Seq
from parlour.server.tables import Setup, Table
from parlour.table import NotNow
from parlour.text import say

if TYPE_CHECKING:
    from parlour.server.commands.asking import Hello, Hint
    from parlour.server.commands.talking import Speak
    from parlour.server.rooms import Listener


@dataclass(frozen=True)
class Asking:
    """Who wants something of a table."""

    table: Table
    chair: int | None  # None: somebody who holds no chair, such as a spectator
    host: bool = False
    away: Callable[[], Mapping[int, float]] = dict
    # ^ the persons' chairs that nobody sits on, and for how many seconds that has been so
    grace: float = 0.0  # for so many seconds nobody counts as having left

    @property
    def seat(self) -> int:
        """The chair, where it needs one."""
        if self.chair is None:
            raise not_for_spectators()
        return self.chair

    def check_host(self) -> None:
        """Refuses whoever did not open the table."""
        if not self.host:
            raise Refusal(403, "not_yours", say("Only the host can do this."))


def not_for_spectators() -> Refusal:
    """The refusal for whoever has a table's link, but no seat's."""
    return Refusal(403, "not_yours", say("Spectators watch. This needs a seat's link."))


class Call(NamedTuple):
    """Where a command comes from: for which table, by whom, and from which page, if from one."""

    table: str
    tokens: Iterable[str]
    page: Listener | None


class House(Protocol):
    """Who carries commands out, in one of these ways; each command knows which is its own."""

    async def do(self, call: Call, deed: Deed) -> protocol.Answered:
        """Judges it and stores what comes of it."""

    async def answer(self, call: Call, question: Question) -> protocol.Answered:
        """Answers from the table as it is."""

    async def advise(self, call: Call, hint: Hint) -> protocol.Answered:
        """Has a bot think while the table goes on."""

    async def speak(self, call: Call, words: Speak) -> protocol.Answered:
        """Tells it to everybody, as no event of the table."""


class Command(In, tag_field="do"):
    """Something that is wanted of a table."""

    id: CommandId | Annotated[int, Meta(ge=0, le=2**53)] = ""
    seat: Chair | None = None
    after: Seq | None = None

    @property
    def dear(self) -> bool:
        """May it take a while to understand or to answer? Then it waits for its turn among all others."""
        return False

    def greeting(self) -> Hello:
        """Itself, where a conversation may begin with it."""
        raise Refusal(400, "bad_message", say("The first message must be hello."))

    def at_once(self) -> Struct | None:
        """What a page hears at once, without its table; None where the table is to be asked."""
        return None

    async def obeyed(self, house: House, call: Call) -> protocol.Answered:
        """Have it carried out in the way that is its own."""
        raise NotImplementedError

    def key(self, chair: int | None) -> str:
        """Under which it is known when it is sent again; empty if it was given no id."""
        return f"{'host' if chair is None else chair}:{self.id}" if self.id != "" else ""

    def digest(self) -> str:
        """A short fingerprint: a command sent twice is told from another one under the same number."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


class Done(NamedTuple):
    """What came of a deed: the events it adds to the log, and what it made besides."""

    entries: list[Entry]
    token: str | None = None  # for whoever asked for one
    opens: tuple[str, Setup] | None = None  # a table that must be there before the log names it


class Deed(Command):
    """A command that changes the table."""

    on_records: ClassVar[bool] = False  # can it be done where a record is only looked at?
    moves_on: ClassVar[bool] = False  # does it bring the game nearer to its end?

    @property
    def opens_with(self) -> str:
        """By which token the page that did it opens its seat from now on; empty where nothing changes."""
        return ""

    async def obeyed(self, house: House, call: Call) -> protocol.Answered:
        """It is judged, stored and told."""
        return await house.do(call, self)

    def judge(self, asking: Asking) -> Done:
        """Do it, if it may be done."""
        if asking.table.setup.closed and not self.on_records:
            raise NotNow(say("This is a record. Branch off from any moment to play on."))
        return Done(self.do(asking))

    def do(self, asking: Asking) -> list[Entry]:
        """Changes the table, and says by which events."""
        raise NotImplementedError


class Question(Command):
    """A command that is answered at once and changes nothing."""

    @property
    def dear(self) -> bool:
        """Some are."""
        return True

    async def obeyed(self, house: House, call: Call) -> protocol.Answered:
        """It is answered from the table as it is."""
        return await house.answer(call, self)

    def answer(self, asking: Asking) -> protocol.Answered:
        """Answers without changing anything."""
        raise NotImplementedError
