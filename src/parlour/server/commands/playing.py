"""Commands to the match: play, roll, draw, and what goes into the dice."""

from __future__ import annotations

from parlour.rules.kit import CHANCE
from parlour.server.commands.base import Asking, Deed
from parlour.server.events.base import Entry
from parlour.server.protocol.basics import Action, Word
from parlour.table import NotNow
from parlour.text import BadChoice, say


class Play(Deed, tag="play"):
    """Play a move: its notation, its code, or enough of its fields."""

    moves_on = True

    action: Action = ""

    @property
    def dear(self) -> bool:
        """Words that name nothing legal are compared with the names of all actions; pages send codes."""
        return not isinstance(self.action, int)

    def do(self, asking: Asking) -> list[Entry]:
        """Plays a move of this seat, if its time is not up."""
        table, seat = asking.table, asking.seat
        table.check_time(seat, self.after)
        return table.played(lambda: table.match.play(seat, self.action), seat)


class Roll(Deed, tag="roll"):
    """Let the dice fall; with typed dice, say what they show."""

    moves_on = True

    outcome: Action | None = None

    @property
    def dear(self) -> bool:
        """Words are compared with the names of all that can come up."""
        return self.outcome is not None and not isinstance(self.outcome, int)

    def do(self, asking: Asking) -> list[Entry]:
        """Rolls for whoever is to roll, or takes what the table's own dice show."""
        table, seat = asking.table, asking.seat
        table.check_time(seat, self.after)
        due = table.match.actor == CHANCE
        if due and not table.may_roll(seat):
            raise NotNow(say("{seat} rolls now.", seat=table.name(table.match.thrower)))
        if due and table.typed and self.outcome is None:
            raise BadChoice(say("Roll your dice and say what they show."))
        return table.played(lambda: table.match.roll(self.outcome), seat)


class Draw(Deed, tag="draw"):
    """Offer a draw, or agree to it."""

    moves_on = True

    def do(self, asking: Asking) -> list[Entry]:
        """Offers a draw, or agrees to the one that was offered."""
        table, seat = asking.table, asking.seat
        return table.played(lambda: table.match.agree(seat), seat)


class Resign(Deed, tag="resign"):
    """Give the game up, where two sides play: the other one has won."""

    moves_on = True

    def do(self, asking: Asking) -> list[Entry]:
        """Gives the game up for this seat."""
        table, seat = asking.table, asking.seat
        return table.played(lambda: table.match.resign(seat), seat)


class AddSecret(Deed, tag="add_secret"):
    """Mix a secret of one's own into checkable dice."""

    text: Word = ""

    def do(self, asking: Asking) -> list[Entry]:
        """Adds a text of this seat's own to the dice that are still to fall."""
        table, seat = asking.table, asking.seat
        return table.played(lambda: table.match.add_secret(seat, self.text), seat)
