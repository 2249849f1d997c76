"""Events of the match itself: played again when a table is loaded, and told as the match tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parlour.server import drawn, protocol
from parlour.server.events.agreements import Pending
from parlour.server.events.base import Entry, Line
from parlour.table import Event, Match

if TYPE_CHECKING:
    from parlour.server.tables import Table


class OfMatch(Entry):
    """Something that the match itself has in its log; told as the match tells it."""

    of_match: ClassVar[bool] = True
    names_seat: ClassVar[bool] = False  # does the match know whose it is?
    nobodys: ClassVar[bool] = False  # does the match do it by itself?

    def replay(self, table: Table) -> None:
        """Its code is good as long as the rules are the same; else its name is read and judged anew."""
        match = table.match
        n = len(match.events) + 1
        if table.same_rules:
            match.restore([Event(n, self.kind, self.text, self.by if self.names_seat else None, self.code)])
        else:
            who = {"seat": self.by} if self.names_seat else {}
            match.follow({"n": n, **who, self.kind: self.written()})

    def asked_anew(self, before: frozenset[int], now: frozenset[int]) -> frozenset[int]:
        """Those who were not asked before, and whoever did it."""
        return now - before | now & {self.by}

    def written(self) -> str | int:
        """Its text as a record has it."""
        return self.text

    def told(self, table: Table, line: Line, viewer: int | None) -> protocol.Told:
        """The event as a viewer may hear it: the match itself says what that is."""
        told = protocol.Told(line.seq, self.kind, "", self.at, line.ply, self.by, self.how)
        return with_match(told, table.match, line.n, viewer, table.standing)


class MovesOn(OfMatch):
    """After it, what the table was asked to agree to is over."""

    def change(self, table: Table) -> None:
        """Whatever was asked before is settled by playing on."""
        table.pending = None


class Rolled(MovesOn, tag="roll"):
    """Dice fell, or cards were dealt."""

    def asked_anew(self, before: frozenset[int], now: frozenset[int]) -> frozenset[int]:
        """Everybody: what they see is new."""
        return now


class Played(MovesOn, tag="play"):
    """A decision."""

    names_seat = True


class TookBack(MovesOn, tag="undo"):
    """The last decisions were taken back: `text` says how many."""

    def asked_anew(self, before: frozenset[int], now: frozenset[int]) -> frozenset[int]:
        """Nobody: else one could think for ever."""
        return frozenset()

    def written(self) -> int:
        """In the record stands how many decisions were taken back."""
        return int(self.text)


class Agreed(OfMatch, tag="agree"):
    """A seat agrees to a draw; the others are asked."""

    names_seat = True

    def change(self, table: Table) -> None:
        """The draw waits for those who have not agreed, or the game is over."""
        if table.match.over:
            table.pending = None
        elif self.by is not None:
            waiting = set(table.match.seats) - set(table.match.agreed)
            table.pending = Pending("draw", self.by, waiting)


class Resigned(MovesOn, tag="resign"):
    """A seat gives the game up."""

    names_seat = True


class AddedSecret(OfMatch, tag="adds"):
    """A seat mixes a secret of its own into the dice."""

    names_seat = True


class Revealed(OfMatch, tag="reveal"):
    """The table shows the secret of its dice."""

    nobodys = True


def with_match(
    told: protocol.Told, match: Match, n: int, viewer: int | None, standing: drawn.Standing
) -> protocol.Told:
    """What the match tells of its event number `n`: the sentence, the dice, and how pieces went."""
    event = match.events[n - 1]
    told.n = n
    told.text = str(match.sentence(n, viewer))
    if event.code is not None:
        before, after = match.look_around(n, viewer)
        told.dice = drawn.thrown(match, n) or None
        told.gesture = drawn.happened(match.game, before, event.code, after, standing)
    return told
