"""Whose eyes are on the screen: what they may see of the position, and what they have been told.

Where nothing is secret, everybody reads everything. A single person reads what that seat may know,
and so do several in turn, who pass the keyboard from one to the next.
"""

from __future__ import annotations

from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.table import Match
from parlour.text import Text

_RECENT = 5  # lines that are told again to those who come back to a saved game


class Reader:
    """The seat that reads the screen, and how much of the log each seat has been told."""

    def __init__(self, match: Match, people: list[int]) -> None:
        secrets = bool(people) and match.game.has_secrets
        self.handed_round = secrets and len(people) > 1
        self.last = NOBODY  # who had the keyboard, while it is being passed on
        self._match = match
        self._people = people
        self._seat = (NOBODY if self.handed_round else people[0]) if secrets else None  # None: no secrets
        self._heard: dict[int | None, int] = {}
        self._begun = max(0, len(match.events) - _RECENT) if self.handed_round else len(match.events)

    @property
    def seat(self) -> int | None:
        """Whose view is shown; None where there is nothing to hide."""
        return self._seat

    def anybody(self) -> int:
        """Who reads of a bot's turn: whoever has the keyboard, or else the first of the people."""
        if self._seat == NOBODY:
            return self._people[0]
        return NOBODY if self._seat is None else self._seat

    def waits_for(self, seat: int) -> bool:
        """Must the keyboard be passed before that seat is asked?"""
        return self.handed_round and seat != self._seat

    def turn_away(self) -> None:
        """Nobody reads the screen until somebody else has the keyboard."""
        if self._seat is not None and self._seat != NOBODY:
            self.last = self._seat
        self._seat = NOBODY

    def turn_to(self, seat: int) -> None:
        """This seat has the keyboard now, and what was done before is out of its predecessor's reach."""
        self._seat, self.last = seat, NOBODY

    def reveal(self) -> None:
        """The game is over, and everybody reads everything, from what one of them has not been told."""
        since = min(self._heard.get(seat, self._begun) for seat in self._people)
        self._seat, self._heard[None] = None, since

    def position(self) -> Position:
        """The position, as far as whoever reads the screen may know it."""
        return self._match.position if self._seat is None else self._match.view(self._seat)

    def story(self) -> list[Text]:
        """All that happened."""
        return self._told(0)

    def news(self) -> list[Text]:
        """What has happened since they were last told; they count as told now."""
        since = self._heard.get(self._seat, self._begun)
        self._heard[self._seat] = len(self._match.events)
        return self._told(since)

    def _told(self, since: int) -> list[Text]:
        """A line for every event after number `since`: the sentence and, of a move, its name, by which it can
        be found on the drawing. Where moves are secret the sentence alone knows what may be told."""
        lines = self._match.story(self._seat, since)
        if self._match.game.has_secrets:
            return lines
        events = self._match.events[since:]
        return [
            Text("{told}  ({name})", {"told": line, "name": event.text}) if event.kind == "play" else line
            for event, line in zip(events, lines, strict=True)
        ]

    def missed_something(self) -> bool:
        """Has anything happened that they have not been told, besides their own decisions?"""
        waiting = self._match.events[self._heard.get(self._seat, self._begun) :]
        return self._seat != NOBODY and any(event.seat != self._seat for event in waiting)
