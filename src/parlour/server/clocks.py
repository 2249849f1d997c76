"""The clocks of a table: a fold of its events, as the table itself is.

A person's clock runs while the table waits for them; bots have none. "move": so many seconds for every
decision and every roll, anew each time. "game": so many for the whole game, and `increment` more whenever a
turn is over and somebody else is asked. What a setting does for a seat costs it nothing, nor does typing in
what real dice show. Nobody's clock runs until every person has sat down.

Taking a decision back gives back no time, and brings no new increment: else one could think for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.rules.kit import CHANCE, NOBODY
from parlour.server import protocol
from parlour.server.events.base import AUTO, PERSON, Entry

if TYPE_CHECKING:
    from parlour.server.tables import Table


class Clocks:
    """How much time each chair has left."""

    def __init__(self, agreed: protocol.Clock, table: Table) -> None:
        self.agreed = agreed
        self.left = {chair: float(agreed.seconds) for chair in table.chairs}
        self.running: frozenset[int] = frozenset()  # whose time is being used
        self.since = table.setup.made  # from when on
        self.helped: set[int] = set()  # whose time for this decision is up: a bot makes it
        self._asked = _asked(table)  # who was asked last, bots included
        self._ply = table.match.ply  # the furthest there was

    def note(self, table: Table, entry: Entry) -> None:
        """Something has happened: time was used, and perhaps somebody else is asked now."""
        if entry.costs_time:
            for chair in self.running:
                if not (chair == entry.by and entry.how == AUTO):
                    self.left[chair] -= max(0.0, entry.at - self.since)
        self.since = entry.at
        if entry.of_match:
            self._ask(table, entry)
        sat = all(chair.sat for chair in table.chairs.values() if chair.kind == PERSON)
        self.running = frozenset(
            c for c in _asked(table) if sat and table.chairs[c].kind == PERSON and c not in self.helped
        )

    def _ask(self, table: Table, entry: Entry) -> None:
        """Who is asked now, and what time that brings."""
        before, asked = self._asked, _asked(table)
        if entry.by is not None:
            self.helped.discard(entry.by)
        self.helped &= asked
        if not asked:
            return  # cards are being dealt, or it is over
        self._asked = asked
        if self.agreed.kind == "move":
            anew = entry.asked_anew(before, asked)
            self.left.update(dict.fromkeys(anew, float(self.agreed.seconds)))
        elif table.match.ply > self._ply:
            for chair in before - asked:
                self.left[chair] += self.agreed.increment
        self._ply = max(self._ply, table.match.ply)

    def fallen(self, now: float) -> list[int]:
        """The chairs whose time is up."""
        return sorted(c for c in self.running if self.left[c] <= now - self.since)

    def soonest(self, now: float) -> float | None:
        """Seconds until the next flag falls, if nobody does anything; None while no clock runs."""
        return min((max(0.0, self.left[c] - (now - self.since)) for c in self.running), default=None)

    def shown(self) -> protocol.Clocks:
        """For pages, which count on from `since`."""
        agreed = self.agreed
        left = {str(c): round(seconds, 3) for c, seconds in self.left.items()}
        return protocol.Clocks(
            agreed.kind, agreed.seconds, agreed.increment, left, sorted(self.running), self.since
        )


def _asked(table: Table) -> frozenset[int]:
    """For whom the table waits. Anybody may throw dice that are nobody's, so that is nobody's time."""
    match = table.match
    if match.over:
        return frozenset()
    if match.actor == CHANCE:
        thrower = match.thrower
        return frozenset() if table.typed or thrower == NOBODY or not match.dice_due else frozenset({thrower})
    return frozenset(c for c in table.chairs if match.may_act(c))
