"""One table: who sits there, the match they play, and the log of both.

A table is a fold of its stored events, like the match within it. `obey` judges a command, changes the
table and says which events that makes; whoever called it stores them before anybody hears of it, or
throws this object away and loads the table again. Nothing here waits or talks to anybody.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from parlour.rules.kit import CHANCE, NOBODY
from parlour.server import protocol
from parlour.server.access import Refusal, clean_name, hashed, new_token, no_token
from parlour.server.store import Row, damaged
from parlour.table import CheckableDice, Event, NotNow, TypedDice
from parlour.table.resume import begin, replay
from parlour.table.seats import Seat
from parlour.text import BadChoice, ParlourError, Text, say, speaking

HAND, AUTO, BOT = "hand", "auto", "bot"
OF_THE_MATCH = ("roll", "play", "undo", "agree", "adds", "reveal")
_SEATED = ("play", "agree", "adds")  # events in which the match itself names the seat
_REMEMBERED = 256  # refused commands whose answers are kept, in case they are sent again


class ChairSetup(Struct, omit_defaults=True):
    """A chair as it was handed out."""

    kind: str  # "person" or "bot"
    level: str = ""
    token: str = ""  # its hash


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
    board: str = ""  # its name, where it is not the game's usual one
    closed: bool = False  # a record that is only looked at


class Entry(Struct, omit_defaults=True):
    """One event of a table, as it is stored."""

    kind: str
    at: float
    by: int | None = None
    how: str = HAND
    text: str = ""
    code: int | None = None
    data: dict[str, Any] = {}
    key: str = ""  # the command that caused it
    said: str = ""  # a digest of that command


@dataclass
class Chair:
    """Who sits there now."""

    kind: str
    level: str
    token: str
    sat: bool = False  # has anybody ever come with the token?
    settings: dict[str, bool] = field(
        default_factory=lambda: {"auto_roll": False, "auto_forced": False, "skip_dead": False}
    )

    @property
    def left(self) -> bool:
        """A person's chair that a bot holds."""
        return self.kind == BOT and bool(self.token)


@dataclass
class Pending:
    """What the table is asked to agree to."""

    what: str
    by: int
    waits_for: set[int]
    chair: int | None = None
    count: int = 0


@dataclass(frozen=True)
class Who:
    """Whom a token speaks for."""

    chairs: frozenset[int] = frozenset()
    host: bool = False


class Late(Refusal):
    """A command that was meant for another position."""

    def __init__(self) -> None:
        super().__init__(409, "late", say("The game has gone on since. Look at the board and decide again."))


_write = msgspec.json.Encoder().encode
_read_entry = msgspec.json.Decoder(Entry).decode
_read_setup = msgspec.json.Decoder(Setup).decode


class Table:
    """A table in memory."""

    def __init__(self, id_: str, setup: bytes) -> None:
        self.id = id_
        try:
            self.setup = _read_setup(setup)
        except msgspec.DecodeError as error:
            raise damaged(id_) from error
        raw = self.setup.record.encode()
        self.match = replay(raw) if self.setup.closed else begin(raw)[0]
        self.game = self.match.game
        self._same_rules = self.setup.rules == self.game.fingerprint
        self.brought = len(self.match.events)  # events that came with the record
        self.log: list[Entry] = []
        self.counts: list[int] = [self.brought]  # how many events the match had after each entry
        self.plies: list[int] = [self.match.ply]
        self.chairs = {c: Chair(s.kind, s.level, s.token) for c, s in self.setup.chairs.items()}
        self.undo = self.setup.undo
        self.takeover_minutes = self.setup.takeover_minutes
        self.pause = self.setup.pause
        self.pending: Pending | None = None
        self.faces: dict[int, list[list[int]]] = {}  # what dice showed, by the match's events
        self.answers: dict[str, tuple[str, int]] = {}  # key -> digest of the command, seq
        self.refused: dict[str, tuple[str, ParlourError]] = {}

    @classmethod
    def load(cls, id_: str, setup: bytes, rows: Iterable[Row]) -> Table:
        """The table as its stored events make it."""
        table = cls(id_, setup)
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
                self._take(_read_entry(row.body))
            except (msgspec.DecodeError, ParlourError, LookupError, ValueError) as error:
                raise damaged(self.id) from error
        if isinstance(dice, CheckableDice) and self.setup.secret:
            dice.secret = bytes.fromhex(self.setup.secret)

    def _take(self, entry: Entry) -> None:
        if entry.kind not in OF_THE_MATCH:
            self._change(entry)
        elif self._same_rules:
            seat = entry.by if entry.kind in _SEATED else None
            number = len(self.match.events) + 1
            self.match.restore([Event(number, entry.kind, entry.text, seat, entry.code)])
        else:
            who = {"seat": entry.by} if entry.kind in _SEATED else {}
            text = int(entry.text) if entry.kind == "undo" else entry.text
            self.match.follow({"n": len(self.match.events) + 1, **who, entry.kind: text})
        self._note(entry)

    @property
    def seq(self) -> int:
        return len(self.log)

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
            if not found and hash_ not in (self.setup.host, self.setup.watch):
                raise no_token()
        return Who(frozenset(chairs), host)

    @property
    def people(self) -> list[int]:
        """The chairs that persons hold."""
        return [c for c, chair in self.chairs.items() if chair.kind == "person"]

    @property
    def typed(self) -> bool:
        return isinstance(self.match.dice, TypedDice)

    def name(self, chair: int) -> Text:
        return self.match.name(chair)

    def may_roll(self, chair: int) -> bool:
        """Is it for this chair to roll, when a roll is due? What a bot's real dice show, anybody may say."""
        thrower = self.match.thrower
        return thrower in (NOBODY, chair) or (self.typed and self.chairs[thrower].kind == BOT)

    def seq_of(self, n: int) -> int:
        """The number in the table's log of the match's event number `n`; 0 if a record brought it along."""
        return 0 if n <= self.brought else bisect_left(self.counts, n)

    # ------------------------------------------------------------ commands

    def obey(
        self, command: protocol.Command, chair: int | None, host: bool, away: Mapping[int, float]
    ) -> list[Entry]:
        """Do what is asked, if it may be done, and say what that adds to the log.

        `away` tells of the chairs nobody sits on for how many seconds that has been so.
        """
        if self.setup.closed and not isinstance(command, protocol.Rename):
            raise NotNow(say("This is a record. Branch off from any moment to play on."))
        if isinstance(command, protocol.ChangeTable):
            return self._change_table(command.settings, host)
        if isinstance(command, protocol.Link):
            raise BadChoice(say("Links are made by the host."))
        if isinstance(command, protocol.TakeOver):
            return self._take_over(chair, command.chair, host, away)
        if chair is None:
            raise Refusal(403, "not_yours", say("Spectators watch. This needs a seat's link."))
        if isinstance(command, protocol.Play):
            self._on_time(chair, command.after)
            return self._played(lambda: self.match.play(chair, command.action), chair)
        if isinstance(command, protocol.Roll):
            return self._roll(chair, command)
        if isinstance(command, protocol.UndoLast):
            return self._undo(chair)
        if isinstance(command, protocol.Draw):
            return self._played(lambda: self.match.agree(chair), chair)
        if isinstance(command, protocol.Answer):
            return self._answer(chair, command.yes, away)
        if isinstance(command, protocol.AddSecret):
            return self._played(lambda: self.match.add_secret(chair, command.text), chair)
        if isinstance(command, protocol.Settings):
            return self._settings(chair, command.settings)
        if isinstance(command, protocol.Rename):
            return self._rename(chair, command.name)
        if isinstance(command, protocol.ComeBack):
            if not self.chairs[chair].left:
                raise NotNow(say("No bot sits on your chair."))
            return self._changed("back", chair)
        raise BadChoice(say("This is answered without changing anything."))

    def act(self, chair: int | None, code: int, how: str) -> list[Entry]:
        """A bot's decision, or one that a seat's settings make."""
        assert chair is not None
        return self._played(lambda: self.match.play(chair, code), chair, how)

    def roll(self, how: str, by: int | None) -> list[Entry]:
        """A roll that nobody has to ask for."""
        return self._played(lambda: self.match.roll(), by, how)

    def sits(self, chair: int) -> list[Entry]:
        """Somebody has come with the token for the first time."""
        return [] if self.chairs[chair].sat or self.setup.closed else self._changed("sits", chair)

    def relink(self, chair: int, host: bool) -> tuple[list[Entry], str]:
        """A new token for a chair that nobody has taken; it makes the old one worthless."""
        if not host:
            raise Refusal(403, "not_yours", say("Only the host can do this."))
        if chair not in self.chairs or not self.chairs[chair].token or self.chairs[chair].sat:
            raise NotNow(say("Somebody sits on that chair already; its link stays theirs alone."))
        token = new_token()
        return self._changed("link", None, chair=chair, token=hashed(token)), token

    def _on_time(self, chair: int, after: int | None) -> None:
        """Is it still the same question as when the client last looked?"""
        if after is not None and after > self.seq:
            raise ahead()
        if after is None or after == self.seq:
            return
        count = self.counts[after]
        if count != len(self.match.events) and self.match.asked_anew(chair, count):
            raise Late

    def _roll(self, chair: int, command: protocol.Roll) -> list[Entry]:
        self._on_time(chair, command.after)
        if self.match.actor == CHANCE and not self.may_roll(chair):
            raise NotNow(say("{seat} rolls now.", seat=self.name(self.match.thrower)))
        outcome = command.outcome
        if self.typed and outcome is None and self.match.actor == CHANCE:
            raise BadChoice(say("Roll your dice and say what they show."))
        return self._played(lambda: self.match.roll(outcome), chair)

    def _played(self, play: Any, by: int | None, how: str = HAND) -> list[Entry]:
        """Whatever the match makes of it."""
        before = len(self.match.events)
        play()
        entries = []
        for event in self.match.events[before:]:
            who = by if event.kind != "reveal" else None
            entries.append(self._note(Entry(event.kind, time.time(), who, how, event.text, event.code)))
        return entries

    # ------------------------------------------------------------ by agreement

    def undo_reach(self, chair: int) -> tuple[int, bool]:
        """How many decisions must be taken back to reach this seat's last one (0: it cannot be), and
        whether the others are to be asked."""
        if self.undo == "never" or self.match.over or self.setup.closed:
            return 0, False
        asked = self.undo == "agreed" and any(c != chair for c in self.people)
        for count, event in enumerate(reversed(self.match.line), 1):
            if event.kind != "play" or event.seat is None:
                break
            if event.seat == chair:
                return count, asked
            asked |= self.chairs[event.seat].kind == "person"
        return 0, False

    def _undo(self, chair: int) -> list[Entry]:
        if self.undo == "never":
            raise NotNow(say("At this table nothing is taken back."))
        count, asked = self.undo_reach(chair)
        if not count:
            raise NotNow(
                say(
                    "You have decided nothing since the last roll. What was decided before it stays, "
                    "because the roll has been seen."
                )
            )
        self.match.check_undo(count)
        if not asked:
            return self._played(lambda: self.match.undo(count), chair)
        return self._ask("undo", chair, count=count)

    def _take_over(self, by: int | None, chair: int, host: bool, away: Mapping[int, float]) -> list[Entry]:
        if by is None and not host:
            raise Refusal(403, "not_yours", say("Spectators watch. This needs a seat's link."))
        if chair not in self.chairs or self.chairs[chair].kind != "person" or by == chair:
            raise BadChoice(say("No person sits on that chair, or it is your own."))
        if chair not in away:
            raise NotNow(say("{seat} is here.", seat=self.name(chair)))
        others = {c for c in self.people if c not in (by, chair) and c not in away}
        if self.takeover_minutes is not None:
            left = 60 * self.takeover_minutes - away[chair]
            if left > 0:
                raise NotNow(
                    say(
                        "{seat} has {seconds} seconds more to come back.",
                        seat=self.name(chair),
                        seconds=int(left) + 1,
                    )
                )
        elif others and by is not None:
            return self._ask("takeover", by, chair=chair, others=others)
        return self._changed("takeover", by, chair=chair)

    def _ask(
        self, what: str, by: int, count: int = 0, chair: int | None = None, others: set[int] | None = None
    ) -> list[Entry]:
        if self.pending is not None:
            raise NotNow(say("The table is being asked something else. Wait for the answer."))
        waits_for = sorted(set(self.people) - {by} if others is None else others)
        return self._changed("ask", by, what=what, count=count, chair=chair, waits_for=waits_for)

    def _answer(self, chair: int, yes: bool, away: Mapping[int, float]) -> list[Entry]:
        pending = self.pending
        if pending is None or chair not in pending.waits_for:
            raise NotNow(say("You are not asked anything."))
        if pending.what == "draw" and yes:
            return self._played(lambda: self.match.agree(chair), chair)
        last = yes and pending.waits_for == {chair}
        entries = self._changed("answer", chair, yes=yes)
        if last and pending.what == "undo":
            entries += self._played(lambda: self.match.undo(pending.count), pending.by)
        elif last and pending.what == "takeover" and pending.chair in away:
            entries += self._changed("takeover", pending.by, chair=pending.chair)
        return entries

    # ------------------------------------------------------------ what is the table's own

    def _settings(self, chair: int, wanted: protocol.SeatSettings) -> list[Entry]:
        now = self.chairs[chair].settings
        new = {k: v for k in now if (v := getattr(wanted, k)) is not None and v != now[k]}
        return self._changed("settings", chair, **new) if new else []

    def _rename(self, chair: int, name: str) -> list[Entry]:
        clean = clean_name(name)
        return [] if clean == self.match.seats[chair].name else self._changed("name", chair, name=clean)

    def _change_table(self, wanted: protocol.TableSettings, host: bool) -> list[Entry]:
        if not host:
            raise Refusal(403, "not_yours", say("Only the host can do this."))
        new: dict[str, Any] = {}
        if wanted.undo is not None and wanted.undo != self.undo:
            new["undo"] = wanted.undo
        if wanted.takeover_minutes is not UNSET and wanted.takeover_minutes != self.takeover_minutes:
            new["takeover_minutes"] = wanted.takeover_minutes
        if wanted.pause is not None and wanted.pause != self.pause:
            new["pause"] = wanted.pause
        return self._changed("table", None, **new) if new else []

    def _changed(self, kind: str, by: int | None, **data: Any) -> list[Entry]:
        entry = Entry(kind, time.time(), by, data=data)
        self._change(entry)
        return [self._note(entry)]

    def _change(self, entry: Entry) -> None:
        """What an event that is not the match's does to the table."""
        kind, by, data = entry.kind, entry.by, entry.data
        chair = self.chairs.get(data["chair"] if data.get("chair") is not None else by)  # type: ignore[arg-type]
        if kind in ("sits", "settings", "back", "takeover", "link") and chair is None:
            raise LookupError(kind)
        if kind == "sits" and chair:
            chair.sat = True
        elif kind == "settings" and chair:
            chair.settings.update(data)
        elif kind == "name" and by is not None:
            with speaking("en"):  # a chair without a name is called by its colour's template
                self.match.sit(by, Seat(data["name"], self.match.seats[by].kind))
        elif kind == "table":
            for name, value in data.items():
                setattr(self, name, value)
        elif kind == "link" and chair:
            chair.token = data["token"]
        elif kind == "takeover" and chair:
            chair.kind, self.pending = BOT, None
        elif kind == "back" and chair:
            chair.kind = "person"
        elif kind == "ask" and by is not None:
            self.pending = Pending(data["what"], by, set(data["waits_for"]), data["chair"], data["count"])
        elif kind == "answer" and self.pending is not None and by is not None:
            self.pending.waits_for.discard(by)
            if not data["yes"] or not self.pending.waits_for:
                self.pending = None
        elif kind not in ("answer", "name", "ask"):
            raise LookupError(kind)

    def _note(self, entry: Entry) -> Entry:
        if entry.kind in ("roll", "play", "undo"):
            self.pending = None
        elif entry.kind == "agree" and entry.by is not None:
            if self.match.over:
                self.pending = None
            else:
                waiting = set(self.match.seats) - set(self.match.agreed)
                self.pending = Pending("draw", entry.by, waiting)
        self.log.append(entry)
        self.counts.append(len(self.match.events))
        self.plies.append(self.match.ply)
        if entry.key:
            self.answers[entry.key] = (entry.said, self.seq)
        return entry

    # ------------------------------------------------------------ the same command again

    def answered(self, key: str, said: str) -> int | None:
        """The number that this very command was answered with; an error if it was refused."""
        if key in self.refused:
            digest, problem = self.refused[key]
            if digest == said:
                raise problem
            raise _reused()
        if key not in self.answers:
            return None
        digest, seq = self.answers[key]
        if digest != said:
            raise _reused()
        return seq

    def remember(self, key: str, said: str, problem: ParlourError) -> None:
        """It was refused, and stays so."""
        self.refused[key] = (said, problem)
        while len(self.refused) > _REMEMBERED:
            del self.refused[next(iter(self.refused))]

    def rows(self, entries: list[Entry]) -> list[Row]:
        """These last entries, ready to be stored."""
        first = self.seq - len(entries) + 1
        return [Row(first + i, _write(e), e.key or None) for i, e in enumerate(entries)]


def ahead() -> Refusal:
    return Refusal(400, "ahead", say("You have seen more than there is. Load the page again."))


def _reused() -> Refusal:
    return Refusal(409, "reused", say("Another command was sent under this id before; give each its own."))
