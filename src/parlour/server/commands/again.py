"""Another game at the end of one: the same people, the same links."""

from __future__ import annotations

from parlour.server import opening
from parlour.server.commands.base import Asking, Deed, Done
from parlour.server.events.agreements import NextTable, SetAnew
from parlour.table import NotNow
from parlour.text import say


class Again(Deed, tag="again"):
    """Set the board up again. Whoever asks first opens the table, all others find it open."""

    moves_on = True

    def judge(self, asking: Asking) -> Done:
        """Sets the board up again; whoever asks second is led to the table that is there by then."""
        table, seat = asking.table, asking.seat
        if table.setup.closed or not table.match.over:
            raise NotNow(say("The game is not over yet."))
        if table.next:
            return Done([])
        id_, setup = opening.again(table)
        return Done(table.happen(SetAnew, seat, data=NextTable(id_)), opens=(id_, setup))
