"""Playing in lines: the board in characters, numbered moves, and a few words to type.

Only the plain form of the rules is used here, so nothing is compiled while a person waits.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path

from parlour.rules.kit import CHANCE
from parlour.table import Match, TypedDice
from parlour.table.naming import legal_codes
from parlour.terminal.agreements import agree, is_person, last_mover, take_back
from parlour.terminal.keeping import Keeping
from parlour.terminal.looking import Command, Looking, on_turn
from parlour.terminal.moves import MANY
from parlour.terminal.opponents import Opponents
from parlour.terminal.reader import Reader
from parlour.terminal.show import GOOD, HEADING, InputEnded, Leave, Screen
from parlour.terminal.welcome import all_of, welcome
from parlour.text import (
    AmbiguousAction,
    BadChoice,
    IllegalAction,
    MalformedAction,
    ParlourError,
    Text,
    join,
    say,
)

STOPPED = 130  # the exit code after Ctrl-C
_ROLLING = ("roll", "throw")  # as good as Enter where dice fall
_STAY = ("back", "cancel")  # where somebody is asked for a file before leaving
_GO = ("q", "quit", "exit", "n", "no")


@dataclass
class Manner:
    """How somebody likes to play."""

    auto_roll: bool = False
    auto_move: bool = False
    drawing: bool = True


class Session:
    """One match at one keyboard."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        manner: Manner,
        bots: random.Random,
        file: Path | None = None,
    ) -> None:
        self.screen = screen
        self.match = match
        self.manner = manner
        self.keeping = Keeping(screen, match, file)
        self._opponents = Opponents(screen, match, bots)
        self._reader = Reader(match, [seat for seat in match.seats if self._is_person(seat)])
        self._look = Looking(screen, match, self._reader)
        self._chose_to_roll = False
        self._commands: dict[str, Command] = {
            "help": (self._help, say("this list")),
            "hint": (self._hint, say("the best moves, with your chances and why")),
            **self._look.commands(),
            "undo": (self._undo, say("take the last move back; possible until the next roll")),
            "save": (self.keeping.save, say("save and go on saving; such as: save tonight.parlour")),
            "quit": (self._quit, say("leave the game")),
            "draw": (self._agree, say("agree on a draw, if the others agree too")),
        }

    # ------------------------------------------------------------ the course of a game

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        self.keeping.begin()
        try:
            self._welcome()
            self._begin()
            while not self.match.over:
                self._step()
            self._finish()
        except (Leave, InputEnded):
            self._goodbye()
        except KeyboardInterrupt:
            if self.screen.keyboard:
                self.screen.line()
            self._goodbye()
            return STOPPED
        finally:
            self._opponents.close()
        return 0

    def _step(self) -> None:
        seat = self.match.actor
        if seat == CHANCE:
            self._roll()
        elif self._is_person(seat):
            self._decide(seat)
        else:
            self._play(seat, self._opponents.choose(seat))

    def _roll(self) -> None:
        """People press Enter to roll; so they do before a bot rolls, for until then they may undo. Who has
        chosen to roll rather than do something else has said so already."""
        roller, typed = on_turn(self.match), isinstance(self.match.dice, TypedDice)
        people_wait = self._is_person(roller) or self._is_person(last_mover(self.match))
        goes_on = self.manner.auto_roll or self._chose_to_roll or not people_wait
        self._chose_to_roll = False
        if not typed and (goes_on or not self._dice_are_due()):
            self._throw()
            return
        if not self._turn_to(roller):
            return
        self._narrate()
        if typed:
            words, seen = self.match.game.words, self._reader.position()
            question = join([self.match.tell(words.asks(seen)), self._what_fell(), words.typed(seen)])
        elif self._is_person(roller):
            question = say("{who}, press Enter to roll.", who=self.match.name(roller))
        elif roller in self.match.seats:
            question = say("{who} is next. Press Enter to go on.", who=self.match.name(roller))
        else:
            question = say("Press Enter to roll.")
        self.screen.line()
        answer = self.screen.ask(question)
        try:
            if answer and self._find(answer) is not None:
                self._command(answer)
            elif typed and answer.casefold() in ("", *_ROLLING):
                raise BadChoice(self._what_to_type())
            elif typed:
                self._throw(answer)
            elif answer and answer.casefold() not in _ROLLING:
                raise BadChoice(say("Press Enter to go on, or type help for what else you can do."))
            else:
                self._throw()
        except ParlourError as problem:
            self.screen.error(problem)

    def _decide(self, seat: int) -> None:
        """A person's move: show what there is to choose, then ask until something changes."""
        moves = self.match.legal()
        if len(moves) == 1 and self.manner.auto_move:
            self._play(seat, moves[0].code)
            return
        if not self._turn_to(seat):
            return
        with self.screen.gathered() as below:
            self._narrate()
            self._look.offer(moves)
        if self._look.undrawn:
            self._look.look(len(below)) if self.manner.drawing else self._look.where()
        self.screen.show(below)
        rolls = [move.code for move in moves if move.fields.get("do") == "roll"]
        question, before = self._question(seat, bool(rolls)), self.match.ply
        while self.match.ply == before and not self.match.over:
            answer = self.screen.ask(question)
            try:
                if not answer and len(moves) == 1:
                    self._play(seat, moves[0].code)
                elif rolls and answer.casefold() in ("", *_ROLLING):
                    self._play(seat, rolls[0])
                elif not answer:
                    raise BadChoice(say("Type one of the answers above, or help."))
                elif answer.isdecimal():
                    self._play(seat, self._look.moves.numbered(answer).code)
                else:
                    self._play_or_command(seat, answer)
            except AmbiguousAction as problem:
                self.screen.error(problem)
                self._look.moves.choose_from(self.screen, problem.codes)
            except ParlourError as problem:
                self.screen.error(problem)
        self._chose_to_roll = self.match.ply == before + 1 and self.match.line[-1].code in rolls

    def _question(self, seat: int, may_roll: bool) -> Text:
        who, listed = self.match.name(seat), self._look.moves
        if len(listed) == 1:
            return say("{who}, this is your only move. Press Enter to play it.", who=who)
        if listed.sums:
            return say("{who}, your answer:", who=who)
        if len(listed) > MANY:
            return say("{who}, your move:", who=who)
        if may_roll:
            return say("{who}, your move (1-{count}, or Enter to roll):", who=who, count=len(listed))
        return say("{who}, your move ({first}-{last}):", who=who, first=listed.first, last=listed.last)

    def _play_or_command(self, seat: int, answer: str) -> None:
        """A move's own name comes first, then the commands, then moves that are refused."""
        command = self._find(answer)
        if command is not None and not self._is_a_move(answer) and not self._is_meant(command, answer):
            self._command(answer)
            return
        try:
            self._play(seat, answer)
        except (MalformedAction, IllegalAction) as problem:
            if answer.casefold() in _ROLLING and self._dice_lie_there():
                raise BadChoice(say("The dice have fallen: choose what to do with them.")) from problem
            if isinstance(problem, IllegalAction):
                raise
            found = self._look.moves.find(answer)
            if len(found) == 1:
                one = self._look.moves.moves[found[0]]
                hint = say("Do you mean “{offer}”? Then type {name}.", offer=one.offer, name=one.notation)
            elif found and len(self._look.moves) > MANY:
                hint = say(
                    "Type moves {text} to list the {count} with that in them.", text=answer, count=len(found)
                )
            else:
                hint = say("Type help for what you can do.")
            raise MalformedAction(join([problem, hint])) from problem

    def _is_meant(self, command: str, answer: str) -> bool:
        """Is it only the beginning of a command, and something that the game understands: "move c2d a1u"?"""
        word, _, rest = answer.partition(" ")
        if word.casefold() == command:
            return False
        if command == "moves" and rest and not self._look.moves.find(rest):
            return True  # nothing to list: the game says what is wrong with it
        return bool(self.match.game.words.meant(self._reader.position(), answer))

    def _is_a_move(self, answer: str) -> bool:
        return any(move.notation.casefold() == answer.casefold() for move in self._look.moves.moves)

    def _finish(self) -> None:
        if self._reader.handed_round:
            self.screen.clear()
            self._reader.reveal()
        if self.manner.drawing:
            self._look.draw()
        self._narrate()
        winners = self.match.winners
        if not winners:
            self.screen.line(say("The game is a draw. Thank you for playing!"), GOOD)
        elif len(winners) == 1:
            self.screen.line(say("{who} wins. Thank you for playing!", who=all_of(self.match, winners)), GOOD)
        else:
            self.screen.line(say("{who} win. Thank you for playing!", who=all_of(self.match, winners)), GOOD)
        self.keeping.afterwards()

    # ------------------------------------------------------------ telling

    def _turn_to(self, seat: int) -> bool:
        """From now on this seat reads the screen.

        False when something else happened while the keyboard was passed on.
        """
        reader = seat if self._is_person(seat) else self._reader.anybody()
        return not self._reader.waits_for(reader) or self._hand_over(reader)

    def _hand_over(self, seat: int) -> bool:
        """Let the one at the keyboard read to the end, clear the screen, and wait for the other."""
        happened = len(self.match.events)
        if self._reader.missed_something():
            self._narrate()
            self._wait(say("Press Enter when you have read this."))
        if len(self.match.events) == happened:
            self._reader.turn_away()
            self.screen.clear()
            question = say("Pass the keyboard to {who}, then press Enter.", who=self.match.name(seat))
            self._wait(question, ("undo", "quit"))
        if len(self.match.events) != happened:  # something was taken back
            return False
        self._reader.turn_to(seat)
        self._look.undrawn = True
        return True

    def _wait(self, question: Text, only: Sequence[str] = ()) -> None:
        """Until somebody presses Enter or takes a decision back; commands, or only these, can be typed."""
        happened = len(self.match.events)
        while len(self.match.events) == happened:
            answer = self.screen.ask(question)
            if not answer:
                return
            try:
                command = self._find(answer)
                if only and command not in only:
                    raise BadChoice(say("Press Enter, or type one of: {commands}.", commands=", ".join(only)))
                if command is None:
                    raise BadChoice(say("Press Enter to go on, or type help for what else you can do."))
                self._command(answer)
            except ParlourError as problem:
                self.screen.error(problem)

    def _welcome(self) -> None:
        welcome(self.screen, self.match, self._opponents, self.keeping.file)
        if self.match.ply and not self._reader.handed_round:  # else each of them is told in private
            self.screen.line(say("What happened last:"), HEADING)
            self._look.log("5")

    def _begin(self) -> None:
        """In a window, wait until the welcome was read, unless a roll waits anyway: it would scroll away."""
        rolls = self.match.actor == CHANCE and self._dice_are_due() and not self.manner.auto_roll
        people = any(map(self._is_person, self.match.seats))
        if self.screen.height is None or self.match.over or not people:
            return
        if self._reader.handed_round or not rolls:
            self._wait(say("Press Enter to begin."))

    def _throw(self, shown: str | None = None) -> None:
        self.match.roll(shown)
        self._look.undrawn = True
        self._tell()

    def _play(self, seat: int, action: int | str) -> None:
        self.match.play(seat, action)
        self._look.undrawn |= self.match.actor != seat  # somebody else looks at the board
        self._tell()

    def _tell(self) -> None:
        """Save what happened, then say it.

        Where the board is drawn before the next question it is said below it, not to scroll away; and where
        the keyboard goes round it waits for the next one to be asked.
        """
        self.keeping.keep()
        waits = self.manner.drawing and any(map(self._is_person, self.match.seats))
        if not self._reader.handed_round and not waits:
            self._narrate()

    def _narrate(self) -> None:
        """Say what has happened since whoever reads the screen was last told."""
        for sentence, again in groupby(map(str, self._reader.news())):
            times = len(list(again))
            self.screen.line(
                sentence if times == 1 else say("{what} ({count} times)", what=sentence, count=times)
            )

    def _goodbye(self) -> None:
        if self._reader.handed_round:
            self.screen.clear()
        self.keeping.goodbye()

    def _dice_are_due(self) -> bool:
        """Is the next chance event a roll of dice? People roll them; cards are simply dealt."""
        position = self.match.position
        outcome = legal_codes(self.match.game, position)[0]
        return bool(self.match.game.words.faces(position, outcome))

    def _dice_lie_there(self) -> bool:
        """Have dice fallen, for whoever is asked and nobody else, that are played now?"""
        since = takewhile(lambda event: event.kind != "roll", reversed(self.match.line))
        others = any(event.seat != self.match.actor for event in since)
        lie = self.match.game.words.lying(self.match.position)
        return bool(lie) and not others and not self._look.moves.sums

    def _what_fell(self) -> Text:
        """The question to people with real dice and cards."""
        if self._dice_are_due():
            return say("What do the dice show, such as {example}?", example=self._outcome())
        return say("What is it, such as {example}?", example=self._outcome())

    def _what_to_type(self) -> Text:
        """To people who ask us to roll, while their own dice count."""
        if self._dice_are_due():
            return say(
                "Roll your own dice, then type what they show, such as {example}.", example=self._outcome()
            )
        return say(
            "Draw from your own cards, then type what it is, such as {example}.", example=self._outcome()
        )

    def _outcome(self) -> str:
        """One of the things that may fall: of two dice 5-3."""
        seen = self._reader.position()
        outcomes = legal_codes(self.match.game, seen)
        return self.match.game.words.notation(seen, outcomes[3 * len(outcomes) // 5])

    def _is_person(self, seat: int) -> bool:
        return is_person(self.match, seat)

    # ------------------------------------------------------------ commands

    def _find(self, answer: str) -> str | None:
        """The command meant: its whole name, or its beginning."""
        word = answer.split()[0].casefold()
        if word in ("?", "exit"):
            return "help" if word == "?" else "quit"
        fits = [name for name in self._commands if name.startswith(word)]
        return word if word in self._commands else fits[0] if len(fits) == 1 else None

    def _command(self, answer: str) -> None:
        name = self._find(answer)
        if name is not None:
            self._commands[name][0](answer.partition(" ")[2].strip())

    def _help(self, _: str) -> None:
        self.screen.line(say("Type the number of a move, or its name."))
        width = max(map(len, self._commands))
        with self.screen.pages():
            for name, (_command, text) in self._commands.items():
                if name == "draw" and not self.match.may_be_agreed:
                    continue
                self.screen.line(f"  {name:<{width}}  {text}")

    def _hint(self, _: str) -> None:
        self._opponents.hint(self._reader, self._look.moves)

    def _undo(self, _: str) -> None:
        take_back(self.match, self._reader)
        self._look.undrawn = True
        self._tell()

    def _agree(self, _: str) -> None:
        agree(self.screen, self.match)
        self._tell()

    def _quit(self, _: str) -> None:
        if self.keeping.file is None and self.match.ply:
            name = self.screen.ask(
                say("To save the game, type a file's name; to play on, type back. To leave, press Enter.")
            )
            if name.casefold() in _STAY:
                return
            if name and name.casefold() not in _GO:
                self.keeping.save(name)
                if self.keeping.file is None:  # a full disk, which has been told
                    return
        raise Leave
