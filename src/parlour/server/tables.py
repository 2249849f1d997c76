"""One table: who sits there, the match they play, and the log of both.

A table is a fold of its stored events (`events/`), like the match within it. Commands (`commands/`) make new
ones; whoever carries them out stores them before anybody hears of it, or throws this object away and loads
the table again. Nothing here waits or talks to anybody.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from parlour.rules.kit import NOBODY
from parlour.server import drawn, protocol
from parlour.server.access import Refusal, hashed, no_token, share_token
from parlour.server.clocks import Clocks
from parlour.server.events import OF_MATCH, read_entry, write_entry
from parlour.server.events.agreements import Pending
from parlour.server.events.base import BOT, HAND, PERSON, Entry, Line
from parlour.server.events.people import SatDown
from parlour.server.repeats import Repeats
from parlour.server.store import Row, damaged
from parlour.server.timing import Time
from parlour.table import CheckableDice, NotNow, TypedDice
from parlour.table.resume import begin, replay
from parlour.text import ParlourError, Text, say


class ChairSetup(Struct, omit_defaults=True):
    """A chair as it was handed out."""

    kind: str  # "person" or "bot"
    level: str = ""
    token: str = ""  # its hash
    handed: bool = False  # was it handed out by link, so that somebody else has seen it?


class Setup(Struct, omit_defaults=True):
    """What is settled when a table is opened, secrets included: it never leaves the server."""

    record: str  # the match before its first event at this table
    rules: str  # the fingerprint of the rules that gave the events their codes
    chairs: dict[int, ChairSetup]
    host: str
    watch: str
    made: float
    secret: str = ""  # of checkable dice, in hexadecimal
    undo: str = "free"
    takeover_minutes: float | None = None
    pause: float = 0.9
    talk: str = "free"
    watchers_talk: bool = False
    clock: protocol.Clock | None = None
    board: str = ""  # its name, where it is not the game's usual one
    closed: bool = False  # a record that is only looked at
    won: dict[int, int] = {}  # games that chairs have won before, where the same people play again


@dataclass
class Chair:
    """Who sits there now."""

    kind: str
    level: str
    token: str
    sat: bool = False  # has anybody ever come with the token?
    handed: bool = False  # does whoever opened the table know the token as well?
    flagged: bool = False  # the time for the whole game is used up
    settings: dict[str, bool] = field(
        default_factory=lambda: {"auto_roll": False, "auto_forced": False, "skip_dead": False}
    )

    @property
    def left(self) -> bool:
        """A person's chair that a bot holds."""
        return self.kind == BOT and bool(self.token)


@dataclass(frozen=True)
class Who:
    """Whom a token speaks for."""

    chairs: frozenset[int] = frozenset()
    host: bool = False
    invited: bool = True  # False: a stranger, to whom a game that is over was shown


class Reach(NamedTuple):
    """What it takes to take a seat's last decision back."""

    back: int = 0  # so many decisions go back; 0: there is none since the last roll
    asked: bool = False  # the others must agree
    bound: bool = False  # one of them is final


class Late(Refusal):
    """A command that was meant for another position."""

    def __init__(self) -> None:
        super().__init__(409, "late", say("The game has gone on since. Look at the board and decide again."))


_read_setup = msgspec.json.Decoder(Setup).decode


class Table:
    """A table in memory."""

    def __init__(self, id_: str, setup: bytes, time: Time | None = None) -> None:
        self.id = id_
        self.time = time or Time()
        try:
            self.setup = _read_setup(setup)
        except msgspec.DecodeError as error:
            raise damaged(id_) from error
        raw = self.setup.record.encode()
        self.match = replay(raw) if self.setup.closed else begin(raw)[0]
        self.game = self.match.game
        self.same_rules = self.setup.rules == self.game.fingerprint
        self.brought = len(self.match.events)  # events that came with the record
        self.log: list[Line] = []
        self.chairs = {
            c: Chair(s.kind, s.level, s.token, handed=s.handed) for c, s in self.setup.chairs.items()
        }
        self.undo = self.setup.undo
        self.takeover_minutes = self.setup.takeover_minutes
        self.pause = self.setup.pause
        self.talk = self.setup.talk
        self.watchers_since = self.setup.made if self.setup.watchers_talk else None
        # ^ from when on spectators hear what is said, and may react; None: they do not
        self.pending: Pending | None = None
        self.next = ""  # the table at which the same people play on, once this game is over
        self.thrown: dict[int, list[protocol.Dice]] = {}  # what dice showed, by the match's events
        self.standing = drawn.Standing()
        self.links = 0  # grows whenever a chair's token changes
        self.repeats = Repeats()
        self.clocks = Clocks(self.setup.clock, self) if self.setup.clock else None

    # ------------------------------------------------------------ the log

    @classmethod
    def load(cls, id_: str, setup: bytes, rows: Iterable[Row], time: Time | None = None) -> Table:
        """The table as its stored events make it."""
        table = cls(id_, setup, time)
        table.take(rows)
        return table

    def take(self, rows: Iterable[Row]) -> None:
        """Events that were stored, here or by another process: nothing is rolled or shown anew."""
        dice = self.match.dice
        if isinstance(dice, CheckableDice) and not self.setup.closed:
            dice.secret = None
        for row in rows:
            if row.seq != self.seq + 1:
                raise damaged(self.id)
            try:
                entry: Entry = read_entry(row.body)
                entry.replay(self)
                self._note(entry, len(self.match.events))
            except (msgspec.DecodeError, ParlourError, LookupError, ValueError) as error:
                raise damaged(self.id) from error
        if isinstance(dice, CheckableDice) and self.setup.secret:
            dice.secret = bytes.fromhex(self.setup.secret)

    def happen(self, kind: type[Entry], by: int | None, **data: Any) -> list[Entry]:
        """An event that is not the match's."""
        entry = kind(at=self.time.now(), by=by, **data)
        self._note(entry, self.events_at(self.seq))
        return [entry]

    def played(self, play: Callable[[], Any], by: int | None, how: str = HAND) -> list[Entry]:
        """Whatever the match makes of it."""
        before = self.events_at(self.seq)
        play()
        entries: list[Entry] = []
        for event in self.match.events[before:]:
            kind = OF_MATCH[event.kind]
            who = None if kind.nobodys else by
            entries.append(kind(at=self.time.now(), by=who, how=how, text=event.text, code=event.code))
            self._note(entries[-1], event.n)
        return entries

    def _note(self, entry: Entry, n: int) -> None:
        entry.change(self)
        self.log.append(Line(self.seq + 1, entry, n, self.match.ply))
        if entry.key:
            self.repeats.done(entry.key, entry.said, self.seq)
        if self.clocks is not None:
            self.clocks.note(self, entry)

    def rows(self, entries: list[Entry]) -> list[Row]:
        """These last entries, ready to be stored."""
        first = self.seq - len(entries) + 1
        return [Row(first + i, write_entry(e), e.key or None) for i, e in enumerate(entries)]

    @property
    def seq(self) -> int:
        """The number of the newest event."""
        return len(self.log)

    def events_at(self, seq: int) -> int:
        """How many events the match had when the table's log was so long."""
        return self.log[seq - 1].n if seq else self.brought

    def line_of(self, n: int) -> Line | None:
        """Where the table's log has the match's event number `n`; None if a record brought it along."""
        return None if n <= self.brought else self.log[bisect_left(self.log, n, key=lambda line: line.n)]

    # ------------------------------------------------------------ who is who

    def who(self, tokens: Iterable[str]) -> Who:
        """Whom these tokens speak for; a Refusal if one of them opens nothing here."""
        chairs: set[int] = set()
        host = False
        given = [hashed(token) for token in tokens]
        if not given:
            raise no_token()
        for hash_ in given:
            found = [c for c, chair in self.chairs.items() if chair.token == hash_]
            chairs.update(found)
            host |= hash_ == self.setup.host
            if not found and hash_ not in self._onlookers:
                raise no_token()
        return Who(frozenset(chairs), host, bool(chairs) or host or self.setup.watch in given)

    def opens(self, token: str) -> bool:
        """Is it good for anything here?"""
        hash_ = hashed(token)
        return hash_ in self._onlookers or any(chair.token == hash_ for chair in self.chairs.values())

    @property
    def share_token(self) -> str:
        """It opens a game that is over to whoever looks, and nothing before that."""
        return share_token(f"{self.id} {self.setup.host}")

    @property
    def _onlookers(self) -> set[str]:
        shared = {hashed(self.share_token)} if self.match.over or self.setup.closed else set()
        return {self.setup.host, self.setup.watch} | shared

    @property
    def people(self) -> list[int]:
        """The chairs that persons hold."""
        return [c for c, chair in self.chairs.items() if chair.kind == PERSON]

    def name(self, chair: int) -> Text:
        """What a chair is called here."""
        return self.match.name(chair)

    def sits(self, chair: int) -> list[Entry]:
        """Somebody has come with the token, perhaps for the first time."""
        return [] if self.chairs[chair].sat or self.setup.closed else self.happen(SatDown, chair)

    @property
    def won(self) -> dict[int, int]:
        """How many games each chair has won, where several were played in a row."""
        before, winners = self.setup.won, self.match.winners if self.match.over else ()
        return {c: before.get(c, 0) + (c in winners) for c in self.chairs}

    def voice(self, chair: int | None) -> str:
        """What that chair may say: "free", "phrases" or "". To bots alone there is nothing to say."""
        heard = self.watchers_since is not None
        if self.setup.closed or self.talk == "off":
            return ""
        if chair is None:
            return "phrases" if heard else ""
        return self.talk if heard or any(one.token for c, one in self.chairs.items() if c != chair) else ""

    # ------------------------------------------------------------ what may be done now

    @property
    def typed(self) -> bool:
        """Whether people throw their own dice and say what fell."""
        return isinstance(self.match.dice, TypedDice)

    def may_roll(self, chair: int) -> bool:
        """Is it for this chair to roll, when a roll is due? What a bot's real dice show, anybody may say."""
        thrower = self.match.thrower
        return thrower in (NOBODY, chair) or (self.typed and self.chairs[thrower].kind == BOT)

    def decides(self, chair: int) -> bool:
        """Does this chair decide for itself? Not when its time is up: then a bot does."""
        return not self.chairs[chair].flagged and (self.clocks is None or chair not in self.clocks.helped)

    def check_time(self, chair: int, after: int | None) -> None:
        """Is it still the same question as when the client last looked, and is there time for it?"""
        if not self.decides(chair):
            raise NotNow(say("Your time is up: a bot decides for you."))
        if after is not None and after > self.seq:
            raise ahead()
        if after is None or after == self.seq:
            return
        count = self.events_at(after)
        if count != self.events_at(self.seq) and self.match.asked_anew(chair, count):
            raise Late

    def patience(self, grace: float) -> float:
        """For how many seconds somebody may be away before a bot can take the chair."""
        return max(grace, 60 * (self.takeover_minutes or 0))

    def may_undo(self, chair: int) -> str:
        """Can this seat take its last decision back? "yes", "ask" for it, or ""."""
        reach = self.undo_reach(chair)
        return "" if not reach.back or reach.bound else "ask" if reach.asked else "yes"

    def undo_reach(self, chair: int) -> Reach:
        """How far back this seat's last decision is."""
        if self.undo == "never" or self.match.over or self.setup.closed or not self.decides(chair):
            return Reach()
        asked, bound = self.undo == "agreed" and any(c != chair for c in self.people), False
        for count, event in enumerate(reversed(self.match.line), 1):
            if event.kind != "play" or event.seat is None:
                break
            bound |= event.final
            if event.seat == chair:
                return Reach(count, asked, bound)
            asked |= any(c != chair for c in self.people)  # somebody has answered it, if only a bot
        return Reach()


def ahead() -> Refusal:
    """The refusal for a page that knows more than there is, after a database was put back."""
    return Refusal(400, "ahead", say("You have seen more than there is. Load the page again."))
