"""Events of what the table agrees on: its settings, questions and answers, bots on chairs that were left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from parlour.server import protocol
from parlour.server.events.base import BOT, PERSON, Entry
from parlour.text import Text, join, say

if TYPE_CHECKING:
    from parlour.server.tables import Table


class ChangedTable(Entry, kw_only=True, tag="table"):
    """The host changes what the table agreed on; `data` holds what is new."""

    data: protocol.TableSettings

    def change(self, table: Table) -> None:
        """Only what was chosen anew is changed."""
        new = self.data
        if new.undo is not None:
            table.undo = new.undo
        if new.takeover_minutes is not UNSET:
            table.takeover_minutes = new.takeover_minutes
        if new.pause is not None:
            table.pause = new.pause
        if new.talk is not None:
            table.talk = new.talk
        if new.watchers_talk is not None:
            table.watchers_since = self.at if new.watchers_talk else None

    def sentence(self, table: Table) -> Text:
        """Everything that is new, one sentence each."""
        return join([self._undo(), self._takeover(), self._pause(), self._talk(), self._watchers()])

    def _undo(self) -> Text | None:
        return {
            None: None,
            "free": say("From now on everybody may take the last decision back."),
            "agreed": say("From now on decisions are taken back when all agree."),
            "never": say("From now on nothing is taken back."),
        }[self.data.undo]

    def _takeover(self) -> Text | None:
        minutes = self.data.takeover_minutes
        if minutes is UNSET:
            return None
        if minutes is None:
            return say("A bot may take a chair that was left, when all others agree.")
        return say("A bot may take a chair that was left after {minutes:minute|minutes}.", minutes=minutes)

    def _pause(self) -> Text | None:
        if self.data.pause is None:
            return None
        return say("Bots now wait {seconds:second|seconds} before they move.", seconds=self.data.pause)

    def _talk(self) -> Text | None:
        return {
            None: None,
            "free": say("From now on everybody may say what they like."),
            "phrases": say("From now on one speaks in reactions and phrases only."),
            "off": say("From now on nobody talks at this table."),
        }[self.data.talk]

    def _watchers(self) -> Text | None:
        return {
            None: None,
            True: say("From now on spectators hear what is said, and may react."),
            False: say("From now on spectators do not hear what is said."),
        }[self.data.watchers_talk]


class Request(Struct):
    """What somebody asks of the others, and whose answers are missing."""

    what: str  # "undo" or "takeover"
    count: int  # of decisions to be taken back
    chair: int | None  # to be taken over
    waits_for: list[int]


class Asked(Entry, kw_only=True, tag="ask"):
    """The others are asked to agree."""

    data: Request

    def change(self, table: Table) -> None:
        """The request waits for answers."""
        if self.by is not None:
            asked = self.data
            table.pending = Pending(asked.what, self.by, set(asked.waits_for), asked.chair, asked.count)

    def sentence(self, table: Table) -> Text:
        """Who asks for what."""
        if self.data.chair is None:
            return say("{seat} asks to take the last decision back.", seat=self.who(table))
        other = table.name(self.data.chair)
        return say("{seat} asks for a bot on the chair of {other}.", seat=self.who(table), other=other)


@dataclass
class Pending:
    """What the table is asked to agree to, and by whom."""

    what: str  # "undo", "takeover" or "draw"
    by: int
    waits_for: set[int]
    chair: int | None = None
    count: int = 0

    def question(self, table: Table) -> Text:
        """The question, as it is put to those who have not answered."""
        who = table.name(self.by)
        if self.what == "draw":
            return say("{seat} offers a draw. Do you agree?", seat=who)
        if self.chair is None:
            return say("{seat} asks to take the last decision back. Do you agree?", seat=who)
        other = table.name(self.chair)
        return say("{seat} asks for a bot on the chair of {other}. Do you agree?", seat=who, other=other)


class Reply(Struct):
    """Yes or no."""

    yes: bool


class Replied(Entry, kw_only=True, tag="answer"):
    """Yes or no to what the table is asked."""

    data: Reply

    def change(self, table: Table) -> None:
        """One answer less is missing; a no ends the question."""
        if table.pending is not None and self.by is not None:
            table.pending.waits_for.discard(self.by)
            if not self.data.yes or not table.pending.waits_for:
                table.pending = None

    def sentence(self, table: Table) -> Text:
        """Who agrees, and who does not."""
        who = self.who(table)
        return say("{seat} agrees.", seat=who) if self.data.yes else say("{seat} does not agree.", seat=who)


class OneChair(Struct):
    """The chair that it is about."""

    chair: int


class TookOver(Entry, kw_only=True, tag="takeover"):
    """A bot sits on the chair of somebody who left."""

    data: OneChair

    def change(self, table: Table) -> None:
        """A bot sits there, and what was asked is settled."""
        table.chairs[self.data.chair].kind = BOT
        table.pending = None

    def sentence(self, table: Table) -> Text:
        """On whose chair a bot plays."""
        return say("A bot takes the chair of {seat} for now.", seat=table.name(self.data.chair))


class NextTable(Struct):
    """The table where the same people play again."""

    table: str


class SetAnew(Entry, kw_only=True, tag="again"):
    """The game is over and the same people play another: the table that goes on in its place."""

    data: NextTable

    def change(self, table: Table) -> None:
        """From now on, this table leads to the next."""
        table.next = self.data.table

    def sentence(self, table: Table) -> Text:
        """Who set up the next game."""
        return say("{seat} sets the board up again: the next game can begin.", seat=self.who(table))


class CameBack(Entry, tag="back"):
    """The person takes the own chair back."""

    def change(self, table: Table) -> None:
        """A person sits there again."""
        self.chair(table).kind = PERSON

    def sentence(self, table: Table) -> Text:
        """Who is back."""
        return say("{seat} is back, and the bot leaves the chair.", seat=self.who(table))
