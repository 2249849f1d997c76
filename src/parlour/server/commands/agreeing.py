"""Commands that may need the others: take back, give a chair to a bot, and the answers."""

from __future__ import annotations

from parlour.server.commands.base import Asking, Deed, not_for_spectators
from parlour.server.events.agreements import Asked, CameBack, OneChair, Replied, Reply, Request, TookOver
from parlour.server.events.base import PERSON, Entry
from parlour.server.protocol.basics import Chair
from parlour.server.tables import Table
from parlour.table import NotNow
from parlour.text import BadChoice, say


class UndoLast(Deed, tag="undo"):
    """Take the own last decision back, as the table agreed."""

    def do(self, asking: Asking) -> list[Entry]:
        """Takes back, or asks the others first, as the table has it."""
        table, seat = asking.table, asking.seat
        if table.undo == "never":
            raise NotNow(say("At this table nothing is taken back."))
        count, asked, _ = table.undo_reach(seat)
        if not count:
            raise NotNow(
                say(
                    "You have decided nothing since the last roll. What was decided before it stays, "
                    "because the roll has been seen."
                )
            )
        table.match.check_undo(count)
        if not asked:
            return table.played(lambda: table.match.undo(count), seat)
        return _ask(table, seat, Request("undo", count, None, sorted(set(table.people) - {seat})))


class TakeOver(Deed, tag="take_over"):
    """Let a bot take the chair of somebody who left."""

    moves_on = True

    chair: Chair = 0

    def do(self, asking: Asking) -> list[Entry]:
        """A bot takes the chair of somebody who has been away for long enough, if the others agree."""
        table, by, away = asking.table, asking.chair, asking.away()
        if by is None and not asking.host:
            raise not_for_spectators()
        if self.chair not in table.chairs or table.chairs[self.chair].kind != PERSON or by == self.chair:
            raise BadChoice(say("No person sits on that chair, or it is your own."))
        if self.chair not in away:
            raise NotNow(say("{seat} is here.", seat=table.name(self.chair)))
        if not table.chairs[self.chair].sat and not asking.host:
            raise NotNow(say("Nobody has come to that chair yet: only the host can give it to a bot."))
        if not any(c != self.chair and table.chairs[c].sat for c in table.people):
            raise NotNow(say("Somebody must stay at the table."))
        self._check_time(table, table.patience(asking.grace) - away[self.chair])
        others = sorted(c for c in table.people if c not in (by, self.chair) and c not in away)
        if table.takeover_minutes is None and others and by is not None:
            return _ask(table, by, Request("takeover", 0, self.chair, others))
        return table.happen(TookOver, by, data=OneChair(self.chair))

    def _check_time(self, table: Table, left: float) -> None:
        if left > 0:
            raise NotNow(
                say(
                    "{seat} has {seconds:second|seconds} more to come back.",
                    seat=table.name(self.chair),
                    seconds=int(left) + 1,
                )
            )


class Leave(Deed, tag="leave"):
    """Hand the own chair to a bot; whoever left may come back."""

    moves_on = True

    def do(self, asking: Asking) -> list[Entry]:
        """A bot plays on for the person who goes."""
        table, seat = asking.table, asking.seat
        if table.match.over:
            raise NotNow(say("The game is over."))
        if table.chairs[seat].left:
            raise NotNow(say("A bot sits on your chair already."))
        return table.happen(TookOver, seat, data=OneChair(seat))


class ComeBack(Deed, tag="come_back"):
    """Take the own chair back from the bot."""

    def do(self, asking: Asking) -> list[Entry]:
        """The person takes the chair back from the bot, unless time has run out."""
        chair = asking.table.chairs[asking.seat]
        if not chair.left:
            raise NotNow(say("No bot sits on your chair."))
        if chair.flagged:
            raise NotNow(say("Your time is up: the bot plays on to the end."))
        return asking.table.happen(CameBack, asking.seat)


class Answer(Deed, tag="answer"):
    """Yes or no to what the table asks this seat."""

    moves_on = True

    yes: bool = False

    def do(self, asking: Asking) -> list[Entry]:
        """Yes or no to what is asked; the last yes makes it happen."""
        table, seat, pending = asking.table, asking.seat, asking.table.pending
        if pending is None or seat not in pending.waits_for:
            raise NotNow(say("You are not asked anything."))
        if pending.what == "draw" and self.yes:
            return table.played(lambda: table.match.agree(seat), seat)
        last = self.yes and pending.waits_for == {seat}
        entries = table.happen(Replied, seat, data=Reply(self.yes))
        if last and pending.what == "undo":
            entries += table.played(lambda: table.match.undo(pending.count), pending.by)
        elif last and pending.chair is not None and pending.chair in asking.away():
            entries += table.happen(TookOver, pending.by, data=OneChair(pending.chair))
        return entries


def _ask(table: Table, by: int, question: Request) -> list[Entry]:
    if table.pending is not None:
        raise NotNow(say("The table is being asked something else. Wait for the answer."))
    return table.happen(Asked, by, data=question)
