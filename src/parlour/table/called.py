"""What the people at a table are called, and sentences about them.

A game knows its seats by their colours: its words put `SEAT_NAMES` into their sentences. Whoever sits there
may have a name, and then a sentence names the person: the game makes it, the table puts the names in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from parlour.rules.game import Game
from parlour.table.seats import Seat, colour
from parlour.text import Reason, Text, say


class Called:
    """The names of those who sit at a game."""

    def __init__(self, game: Game, seats: Mapping[int, Seat]) -> None:
        self._colours = {chair: colour(game, chair) for chair in range(game.chairs)}
        self._given = {c: seat.name for c, seat in seats.items() if not self._is_colour(c, seat.name)}
        taken = Counter(self._given.values())
        taken.update({spelt for text in self._colours.values() for spelt in {str(text), text.english}})
        self._unclear = {name for name, times in taken.items() if times > 1}

    def full(self, chair: int) -> Text:
        """The name and the colour; the colour alone where nobody gave a name."""
        if chair not in self._given:
            return self._colours[chair]
        return say("{player} ({colour})", player=self._given[chair], colour=self._colours[chair])

    def short(self, chair: int) -> Text:
        """The name alone, where no other seat could be meant by it."""
        if chair in self._given and self._given[chair] not in self._unclear:
            return Text("{player}", {"player": self._given[chair]})
        return self.full(chair)

    def tell(self, text: Text) -> Text:
        """A sentence of the game, with people in place of colours.

        Only where it speaks of a seat: other things of that colour, such as a gate, keep it.
        """
        if not self._given:
            return text
        for chair in self._given:
            if text is self._colours[chair]:
                return self.short(chair)
        if not any(isinstance(value, Text) for value in text.values.values()):
            return text
        return Text(text.template, {key: self._put(value) for key, value in text.values.items()})

    def explain(self, reason: Reason) -> Reason:
        """The same for the sentence of a reason."""
        return Reason(self.tell(reason.text), reason.clause)

    def _put(self, value: Any) -> Any:
        return self.tell(value) if isinstance(value, Text) else value

    def _is_colour(self, chair: int, name: str) -> bool:
        """Did nobody give a name, in whatever language?"""
        return name in (str(self._colours[chair]), self._colours[chair].english)
