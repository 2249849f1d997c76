"""Looking around in the middle of a game: the commands that show something and change nothing.

Everything is shown as far as whoever reads the screen may know it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from parlour.draw.characters import places
from parlour.rules.kit import CHANCE
from parlour.rules.run import parse_int
from parlour.table import Match, Move, to_code, to_json
from parlour.terminal.moves import MoveList
from parlour.terminal.odds import has_odds, print_now
from parlour.terminal.read import print_options, print_rules
from parlour.terminal.reader import Reader
from parlour.terminal.show import BAD, GOOD, HEADING, QUIET, Screen
from parlour.text import BadChoice, Text, join, say

Command = tuple[Callable[[str], None], Text]  # what it does with the words after it, and its line in the help


def on_turn(match: Match) -> int:
    """The seat to act, or the one whose dice are rolled: as `words.thrower` says."""
    return int(match.game.words.thrower(match.position)) if match.actor == CHANCE else match.actor


class Looking:
    """One match, seen by whoever reads the screen."""

    def __init__(self, screen: Screen, match: Match, reader: Reader) -> None:
        self._screen = screen
        self._match = match
        self._game = match.game
        self._reader = reader
        self.moves = MoveList([])  # what was offered last
        self.undrawn = True  # has the board changed since it was drawn?
        self._told_of_size = False

    def commands(self) -> dict[str, Command]:
        """Those that make sense in this game."""
        found: dict[str, Command] = {
            "why": (self.why, say("why and a move's name: why it is not allowed, and by which rule")),
            "moves": (self.list, say("the moves again; moves and a word for those with that word in them")),
            "board": (self.draw, say("draw the board")),
            "where": (self.where, say("say where everybody's pieces are")),
            "log": (self.log, say("what has happened; log 5 for the last five lines")),
            "rules": (self.rules, say("the rules; rules and a clause's name for that clause")),
            "options": (self.options, say("the house rules you play by")),
            "position": (self.position, say("the position, as text to keep or share")),
        }
        if self._standing():
            found["status"] = (self.status, say("how things stand, as far as you may know"))
        if has_odds(self._game):
            found["odds"] = (self.odds, say("the odds that matter just now"))
        return found

    def offer(self, moves: list[Move]) -> None:
        """What a person needs to see who is to choose one of these."""
        self.moves = MoveList(moves, self._game.words)
        self.status()
        words, position = self._game.words, self._reader.position()
        self._screen.line(join([self._match.tell(words.asks(position)), words.typed(position)]), HEADING)
        self.moves.show(self._screen)

    def why(self, action: str) -> None:
        """Why a move is not allowed, with the clause that forbids it."""
        if not action:
            example = self.moves.moves[0].notation if len(self.moves) else "roll"
            raise BadChoice(say("Type why and a move's name, such as: why {example}", example=example))
        reason = self._match.why_not(on_turn(self._match), action)
        if reason is None:
            self._screen.line(say("{action} is allowed.", action=action), GOOD)
            return
        self._screen.line(reason, BAD)
        if reason.clause:
            self._screen.line(say("Type rules {clause} to read that rule.", clause=reason.clause), QUIET)

    def list(self, text: str) -> None:
        """Lists the moves again, or those that fit a text."""
        with self._screen.pages():
            self.moves.list(self._screen, text)

    def draw(self, _: str = "") -> None:
        """Draws the board as the seat on turn may see it."""
        self.undrawn = False
        with self._screen.pages():
            self._screen.draw(self._game, self._reader.position())

    def look(self, below: int) -> None:
        """The board before a question and so many lines; where it would not stay on the screen, in words."""
        self.undrawn = False
        if not self._screen.draw(self._game, self._reader.position(), below):
            self.where()
            if not self._told_of_size and self._game.scene.board() is not None:
                self._screen.line(say("The drawing is higher than this window: type board to see it."), QUIET)
            self._told_of_size = True

    def where(self, _: str = "") -> None:
        """Says in words where everything stands, for those who do not look at drawings."""
        self.undrawn = False
        if self._game.scene.board() is not None:
            self._screen.block(places(self._game, self._reader.position()))

    def status(self, _: str = "") -> None:
        """What the game says at a glance to the seat that is asked, if it says anything."""
        for line in self._standing():
            self._screen.line(line)

    def _standing(self) -> Sequence[Text]:
        seat = on_turn(self._match) if self._reader.seat is None else self._reader.seat
        return [self._match.tell(line) for line in self._game.words.status(self._reader.position(), seat)]

    def odds(self, _: str) -> None:
        """Exact odds that matter now, in games that have some."""
        print_now(self._screen, self._game, self._reader.position())

    def log(self, count: str) -> None:
        """The last lines of what has happened, or all."""
        story = self._reader.story()
        last = parse_int(count, say("number of lines"), 1) if count else len(story)
        with self._screen.pages():
            for sentence in story[-last:]:
                self._screen.line(f"  {sentence}")

    def rules(self, clause: str) -> None:
        """The rulebook, or the clause that was asked for."""
        with self._screen.pages():
            print_rules(self._screen, self._game, clause or None)

    def options(self, _: str) -> None:
        """The house rules of this table."""
        print_options(self._screen, self._game, self._reader.position())

    def position(self, _: str) -> None:
        """The position as JSON, and as a code where nothing in it is secret."""
        position = self._reader.position()
        self._screen.block(json.dumps(to_json(self._game, position)))
        if position == self._match.position:
            self._screen.line(say("As a code: {code}", code=to_code(self._game, position)))
        else:
            self._screen.line(say("This is what you may know of it. The rest is secret, so it has no code."))
