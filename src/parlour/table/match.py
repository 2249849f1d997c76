"""One match, as it is begun, played and kept. How it stands is told in standing.py, its log in log.py."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from parlour.rules.game import Game
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
from parlour.table import codes, files, naming, seats, views
from parlour.table.called import Called
from parlour.table.dice import CheckableDice, Dice, TypedDice, problem_with_secret, read_secret
from parlour.table.events import DRAW, GAME, Event, NotNow
from parlour.table.naming import Action
from parlour.table.record import Header, dump
from parlour.table.seats import Seat, who_plays
from parlour.table.standing import Standing
from parlour.text import BadChoice, say


class Match(Standing):
    """A game being played. Make one with `Match.new`, open a saved one with `Match.load`.

    >>> from parlour.table import CHANCE, Match, SeededDice
    >>> match = Match.new("parcheesi", ["Ann", "Bob"], dice=SeededDice(7))
    >>> while match.actor == CHANCE:
    ...     event = match.roll()

    The examples below go on from here: it is Bob's turn, and he has rolled 5-3.
    """

    def __init__(self, game: Game, header: Header, dice: Dice, start: Position) -> None:
        super().__init__(game, header, start)
        self.dice = dice
        self._added: list[tuple[int, str]] = []

    @classmethod
    def new(
        cls,
        game: Game | str,
        seats: int | Iterable[Seat | str] | None = None,
        options: Mapping[str, object] | None = None,
        dice: Dice | None = None,
        start: Position | Mapping[str, object] | None = None,
    ) -> Match:
        """A new match. `seats` is how many play, or who; dice are checkable unless you say otherwise.

        With `start`, a position or its JSON form, play begins there, by that position's house rules.

        >>> Match.new("pollyanna", 4, options={"max_turns": 40}).seats[0].name
        'Yellow'
        """
        game = codes.loaded(game)
        count, people = who_plays(seats)
        position = game.new(count, options) if start is None else codes.starting(game, start, options)
        if people is None:
            people = [Seat()] * (len(game.seats(position)) if count is None else count)
        return cls._begin(game, position, people, dice or CheckableDice(), start is not None)

    @classmethod
    def _begin(
        cls,
        game: Game,
        position: Position,
        people: list[Seat | str],
        dice: Dice,
        midway: bool,
        forked_from: Mapping[str, Any] | None = None,
    ) -> Match:
        if not isinstance(dice, Dice):
            raise BadChoice(
                say("Dice are SeededDice(7), CheckableDice() or TypedDice(), not {dice}.", dice=repr(dice))
            )
        taken = seats.place(game, position, people)
        header = Header(
            match=secrets.token_hex(8),
            game=game.id,
            players=len(taken),
            seats=taken,
            dice=dice.describe(),
            options={} if midway else game.option_values(position),
            board=game.board_text,
            start=game.position.describe(position) if midway else None,
            forked_from=forked_from,
        )
        match = cls(game, header, dice, position)
        match._show_secret_at_the_end()
        return match

    # ------------------------------------------------------------ playing

    def sit(self, chair: int, player: Seat) -> None:
        """Somebody else sits there from now on, or under another name; the record names the last one.

        >>> match.sit(2, Seat("Cleo"))
        >>> print(match.name(2))
        Cleo (Yellow)
        """
        self._check_seat(chair)
        taken = {**self._header.seats, chair: player}
        people: list[Seat | str] = [taken[c] for c in self._header.seats]
        self._header = replace(self._header, seats=seats.place(self.game, self._now, people))
        self._names = Called(self.game, self._header.seats)

    def play(self, seat: int, action: Action) -> Event:
        """Play an action: its text ("10+4"), its code, or enough of its fields to tell it apart.

        >>> match.play(2, "E").text
        'E'
        """
        self._check_seat(seat)
        if self.over or not self.game.plain.may_act(self._now, seat):
            raise self._not_now(seat)
        seen, legal = self._choice(seat)
        code = naming.find(self.game, seen, legal, action)
        reason = naming.refused(self.game, seen, legal, seat, code)
        if reason is not None:
            raise naming.illegal(self.game, seen, code, self._names.explain(reason))
        event = self._act("play", code, seat)
        self._show_secret_at_the_end()
        return event

    def roll(self, outcome: Action | None = None) -> Event:
        """Let the dice fall, or with typed dice say what they show: roll("5-3").

        >>> match.play(2, "E").kind, match.play(2, match.legal()[0].code).kind, match.roll().kind
        ('play', 'play', 'roll')
        """
        if self.actor != CHANCE:
            raise self._no_roll()
        now = self._now
        if isinstance(self.dice, TypedDice) and outcome is not None:
            code = naming.find_outcome(self.game, now, self._legal(), outcome)
        elif outcome is not None:
            raise BadChoice(
                say("The table rolls the dice of this match; only typed dice are told what they show.")
            )
        else:
            tickets = int(self.game.plain.tickets(now))
            ticket = self.dice.ticket(self.id, self._added, self.rolls + 1, tickets)
            code = int(self.game.plain.draw(now, ticket))
        event = self._act("roll", code)
        self._show_secret_at_the_end()
        return event

    def add_secret(self, seat: int, text: str) -> Event:
        """Mix a seat's own secret into checkable dice, before the first roll.

        >>> checkable = Match.new("parcheesi", 2)
        >>> checkable.add_secret(0, "a cup of tea").kind
        'adds'
        """
        self._check_seat(seat)
        problem = problem_with_secret(text)
        if not isinstance(self.dice, CheckableDice):
            raise BadChoice(say("Only checkable dice take a secret from the seats."))
        if problem is not None:
            raise BadChoice(problem)
        if self.rolls:
            raise NotNow(say("The dice have been rolled; secrets can be added only before the first roll."))
        if any(chair == seat for chair, _ in self._added):
            raise NotNow(say("{seat} has added a secret already.", seat=self.name(seat)))
        self._added.append((seat, text))
        return self._note("adds", text, seat)

    def agree(self, seat: int) -> Event:
        """This seat agrees to a draw. When all have, with nothing played in between, the game is over.

        >>> tritrac = Match.new("tritrac", 2)
        >>> for seat in tritrac.seats:
        ...     event = tritrac.agree(seat)
        >>> tritrac.over, tritrac.shares
        (True, {0: 0.5, 1: 0.5})
        """
        self._check_seat(seat)
        if not self.may_be_agreed:
            raise NotNow(say("In this match nobody can agree on a draw."))
        if self.over:
            raise self._not_now(seat)
        if seat in self._agreed:
            raise NotNow(say("{seat} has agreed already.", seat=self.name(seat)))
        self._agreed.add(seat)
        event = self._note("agree", DRAW, seat)
        self._show_secret_at_the_end()
        return event

    def resign(self, seat: int) -> Event:
        """This seat gives the game up: the other side wins.

        Where more than two sides play nobody can, because the others would be left with another game.

        >>> tritrac = Match.new("tritrac", 2)
        >>> tritrac.resign(0).kind, tritrac.winners
        ('resign', [1])
        """
        self._check_seat(seat)
        if self.over:
            raise self._not_now(seat)
        if not self.may_be_resigned:
            raise NotNow(say("Only where two sides play can one of them give the game up."))
        self._resigned = seat
        event = self._note("resign", GAME, seat)
        self._show_secret_at_the_end()
        return event

    def undo(self, count: int = 1) -> Event:
        """Take back the last decisions, but never what was seen since: fork the match for that.

        Seen is a roll, and what a decision showed to whoever made it: the others' bids, say. Nor is
        one taken back that the game calls final.

        >>> event = match.play(2, "E")
        >>> match.undo().text
        '1'
        """
        self.check_undo(count)
        return self._take_back(count)

    def check_undo(self, count: int = 1) -> None:
        """Raise the error that `undo` would raise, and do nothing else.

        >>> match.check_undo()
        Traceback (most recent call last):
        parlour.table.events.NotNow: Decisions since the last roll: 0. ...
        """
        for event in self._free(count):
            if event.final:
                raise NotNow(say("It is binding, so it stays; fork the match to try again."))
            if views.showed(self.game, *self._frames[event.n - 1], event):
                raise NotNow(
                    say("It showed what was hidden before, so it stays; fork the match to try again.")
                )

    def fork(self, ply: int | None = None, dice: Dice | None = None) -> Match:
        """A new match from an earlier ply, with dice of its own, that remembers where it came from.

        >>> match.fork(1, dice=SeededDice(8)).ply
        0
        """
        ply = self.ply if ply is None else self._check_ply(ply)
        origin = {"match": self.id, "ply": ply}
        dice = dice or self.dice.again(ply)
        people: list[Seat | str] = list(self._header.seats.values())
        return self._begin(self.game, self._positions[ply], people, dice, True, origin)

    def follow(self, line: Mapping[str, Any]) -> Event:
        """Add an event that happened elsewhere, as a record writes it (`Event.to_json`).

        It is judged by the rules like any other; what dice showed is taken as it is told.

        >>> match.follow({"seat": 2, "play": "E"}).code
        20
        """
        if self._revealed():
            raise NotNow(say("Nothing can follow the secret of the dice."))
        if "play" in line and "seat" in line:
            return self.play(line["seat"], line["play"])
        if "undo" in line:
            self._free(line["undo"])
            return self._take_back(line["undo"])
        if "agree" in line and "seat" in line:
            if line["agree"] != DRAW:
                raise BadChoice(say("It is a draw that is agreed to, not “{what}”.", what=line["agree"]))
            return self.agree(line["seat"])
        if "resign" in line and "seat" in line:
            if line["resign"] != GAME:
                raise BadChoice(say("It is the game that is given up, not “{what}”.", what=line["resign"]))
            return self.resign(line["seat"])
        if "adds" in line and "seat" in line:
            return self.add_secret(line["seat"], line["adds"])
        if "reveal" in line:
            return self._reveal(line["reveal"])
        if "roll" not in line:
            raise BadChoice(say("This is no event of a match ({keys}).", keys=", ".join(line) or "-"))
        if self.actor != CHANCE:
            raise self._no_roll()
        return self._act("roll", naming.find_outcome(self.game, self._now, self._legal(), line["roll"]))

    def restore(self, events: Iterable[Event]) -> None:
        """Take over events that this match made before, by these very rules: they are not judged again.

        >>> again = Match.new("parcheesi", ["Ann", "Bob"], dice=SeededDice(7))
        >>> again.restore(match.events)
        >>> again.position == match.position
        True
        """
        for event in events:
            if event.code is not None:
                self._act(event.kind, event.code, event.seat, event.text)
            elif event.kind == "undo":
                self._take_back(int(event.text))
            else:
                if event.kind == "adds" and event.seat is not None:
                    self._added.append((event.seat, event.text))
                if event.kind == "agree" and event.seat is not None:
                    self._agreed.add(event.seat)
                if event.kind == "resign":
                    self._resigned = event.seat
                self._note(event.kind, event.text, event.seat)

    # ------------------------------------------------------------ keeping

    def record(self) -> str:
        """The whole match as the text of a record file (see `parlour.table.record`).

        >>> '"roll": "4-1"' in match.record()
        True
        """
        end: dict[str, Any] = {"end": len(self._log), "over": self.over}
        if self.over:
            end["shares"] = {str(chair): share for chair, share in self.shares.items()}
        return dump([self._header.to_json(), *(event.to_json() for event in self._log), end])

    def save(self, path: str | Path) -> None:
        """Write the record, whole or not at all.

        The secret of checkable dice is kept beside an unfinished record, in a file that only its
        owner can read, until the end of the game reveals it.

        >>> match.save("evening.parlour")
        """
        if not isinstance(self.dice, CheckableDice) or self._revealed() or (self.over and not self.rolls):
            files.write(path, self.record())
            files.remove(files.secret_beside(path))
        elif self.dice.secret is None:  # opened without it, only to be looked at
            files.write(path, self.record())
        else:
            files.write_with_secret(path, self.record(), self.id, self.dice.secret)

    @classmethod
    def load(cls, path: str | Path, game: Game | str | None = None) -> Match:
        """Open a record. `game` says where to find a game that is not installed: its folder.

        >>> match.save("evening.parlour")
        >>> Match.load("evening.parlour").position == match.position
        True
        """
        from parlour.table.resume import resume  # which plays the record through a Match

        return resume(path, game)

    # ------------------------------------------------------------ inside

    def _show_secret_at_the_end(self) -> None:
        """Where nothing was rolled there is nothing to check."""
        if not self.over or not self.rolls:
            return
        if isinstance(self.dice, CheckableDice) and self.dice.secret is not None:
            self._note("reveal", self.dice.secret.hex())

    def _reveal(self, text: str) -> Event:
        secret = read_secret(text)
        if not self.over or not isinstance(self.dice, CheckableDice):
            raise NotNow(say("There is no secret to show here."))
        if secret is None or not self.dice.keeps_promise(secret):
            raise BadChoice(
                say("This secret of the dice is not the one that was promised in the first line.")
            )
        self.dice.secret = secret
        return self._note("reveal", text)
