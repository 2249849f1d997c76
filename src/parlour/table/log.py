"""What happened in a match, and every position on its way.

The log only ever grows. The position, undo, resuming and watching are all folds of it: a roll
or a decision adds a position, an undo drops some again, and the log remembers both.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.rules.game import Game
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.table import naming, views
from parlour.table.events import Event, NotNow
from parlour.table.packed import Packed, Pairs
from parlour.text import BadChoice, say


class Log:
    """The events of a game and the positions between them. A `Match` is one with seats and dice."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self._log: list[Event] = []
        self._events: tuple[Event, ...] | None = None  # the same for others, once somebody asked
        self._frames = Pairs()  # before and after each event
        self._line: list[Event] = []  # the rolls and decisions in force
        self._in_force: tuple[Event, ...] | None = None  # the same for others, once somebody asked
        self._positions = Packed(start.copy())  # after each of those
        self._rolls = 0
        self._agreed: set[int] = set()  # the chairs that agree to a draw, since the last roll or decision
        self._resigned: int | None = None  # the chair that gave the game up
        self._codes: list[int] | None = None  # the legal actions now, once somebody asked
        self._actor: int | None = None  # who acts now, once somebody asked
        self._dice_due: bool | None = None  # is it dice that come next, once somebody asked
        self._sides: dict[int, list[int]] = {}  # who plays for whom, once somebody asked
        self._acting: dict[int, bool] = {}  # which seats may, of those about whom somebody asked
        self._choices: dict[int, tuple[Position, list[int]]] = {}  # what seats see now, and may play
        self._copy: Position | None = None  # of the position now, once somebody asked

    # ------------------------------------------------------------ reading

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole log, what was taken back included.

        >>> [event.text for event in match.events]
        ['4-1', '5-4', '5-3']
        """
        if self._events is None:
            self._events = tuple(self._log)
        return self._events

    @property
    def line(self) -> tuple[Event, ...]:
        """The rolls and decisions in force.

        >>> match.line == match.events
        True
        """
        if self._in_force is None:
            self._in_force = tuple(self._line)
        return self._in_force

    @property
    def agreed(self) -> frozenset[int]:
        """The chairs that agree to a draw, since the last roll or decision.

        >>> match.agreed
        frozenset()
        """
        return frozenset(self._agreed)

    @property
    def ply(self) -> int:
        """How many rolls and decisions are in force.

        >>> match.ply
        3
        """
        return len(self._line)

    @property
    def rolls(self) -> int:
        """How many chance events there were; none is ever taken back.

        >>> match.rolls
        3
        """
        return self._rolls

    @property
    def position(self) -> Position:
        """The position now; a copy, so nothing done to it touches the match.

        >>> match.position.turn
        2
        """
        return self._now.copy()

    def at(self, ply: int) -> Position:
        """The position after so many rolls and decisions of the line now in force.

        >>> match.at(match.ply) == match.position
        True
        """
        return self._positions[self._check_ply(ply)].copy()

    def steps(self) -> Iterator[tuple[Event, Position]]:
        """Every event of the log with the position before it.

        >>> [event.kind for event, before in match.steps()]
        ['roll', 'roll', 'roll']
        """
        for event, (before, _) in zip(self._log, self._frames.since(0), strict=True):
            yield event, before.copy()

    def around(self, n: int, seat: int | None = None) -> tuple[Position, Position]:
        """The positions before and after event number `n`, or what that seat could see of them.

        >>> before, after = match.around(3)
        >>> after == match.position
        True
        """
        before, after = self.look_around(n, seat)
        return (before.copy(), after.copy()) if seat is None else (before, after)

    def look_around(self, n: int, seat: int | None = None) -> tuple[Position, Position]:
        """The same to whoever only looks: they may be the match's own.

        >>> match.look_around(3)[1] == match.position
        True
        """
        before, after = self._frames[n - 1]
        if seat is None:
            return before, after
        return views.view(self.game, before, seat), views.view(self.game, after, seat)

    def asked_anew(self, seat: int, count: int) -> bool:
        """Is the question to this seat another one than when the log had so many events?

        What others do while they are asked the same at the same time, such as to bid, does not change it.

        >>> match.asked_anew(2, count=2)
        True
        """
        for event, (before, after) in zip(self._log[count:], self._frames.since(count), strict=True):
            if event.kind not in ("roll", "play", "undo"):
                continue
            asked = self.game.plain.may_act(before, seat) and self.game.plain.may_act(after, seat)
            if event.kind != "play" or event.seat == seat or not asked:
                return True
        return False

    # ------------------------------------------------------------ adding

    @property
    def _now(self) -> Position:
        return self._positions.last

    def _legal(self) -> list[int]:
        if self._codes is None:
            self._codes = naming.legal_codes(self.game, self._now)
        return self._codes

    def _shown(self) -> Position:
        """A copy of the position now, the same for all from whom nothing is hidden."""
        if self._copy is None:
            self._copy = self.position
        return self._copy

    def _called(self, seat: int, position: Position) -> Position:
        """The position as that seat finds it: where several may act, the one who speaks is called on."""
        plain = self.game.plain
        if seat in (NOBODY, plain.actor(position)) or not plain.may_act(position, seat):
            return position
        called = position.copy()
        plain.call_on(called, seat)
        return called

    def _revealed(self) -> bool:
        return bool(self._log) and self._log[-1].kind == "reveal"

    def _free(self, count: int) -> list[Event]:
        """The last so many decisions, if they can be taken back."""
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise BadChoice(say("At least 1 decision is taken back, not {count}.", count=count))
        if self._revealed():
            raise NotNow(say("The game is over and its dice are revealed; fork the match to play on."))
        if self._resigned is not None:
            raise NotNow(say("The game was given up; fork the match to play on."))
        free = 0
        while free < self.ply and self._line[-1 - free].kind == "play":
            free += 1
        if self.ply == 0:
            raise NotNow(say("There is nothing to take back yet."))
        if count > free and free == self.ply:
            raise NotNow(say("Decisions that can be taken back: {free}, no more.", free=free))
        if count > free:
            raise NotNow(
                say(
                    "Decisions since the last roll: {free}. What was decided before it stays, because "
                    "the roll has been seen; fork the match to try something else.",
                    free=free,
                )
            )
        return self._line[-count:]

    def _take_back(self, count: int) -> Event:
        before = self._now
        del self._line[-count:]
        self._in_force = None
        self._positions.drop(count)
        self._agreed.clear()
        return self._note("undo", str(count), before=before)

    def _act(self, kind: str, code: int, seat: int | None = None, notation: str = "") -> Event:
        before = self._now if seat is None else self._called(seat, self._now)
        notation = notation or str(self.game.words.notation(before, code))
        after = self.game.after(before, code)
        packed = self._positions.append(after)
        self._agreed.clear()
        final = kind == "play" and bool(self.game.plain.final(before, code))
        event = self._note(kind, notation, seat, code, before, final, packed)
        self._line.append(event)
        self._in_force = None
        return event

    def _note(
        self,
        kind: str,
        text: str,
        seat: int | None = None,
        code: int | None = None,
        before: Position | None = None,
        final: bool = False,
        packed: bytes | None = None,
    ) -> Event:
        event = Event(len(self._log) + 1, kind, text, seat, code, final)
        self._log.append(event)
        self._events = None
        self._rolls += kind == "roll"
        self._frames.append(before or self._now, self._now, packed)
        self._codes = self._copy = self._actor = self._dice_due = None
        self._choices.clear()
        self._acting.clear()
        self._sides = {}
        return event

    def _check_ply(self, ply: int) -> int:
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= self.ply:
            raise BadChoice(say("There is no ply {ply}; choose from 0 to {last}.", ply=ply, last=self.ply))
        return ply
