"""Playing in lines: the board in characters, numbered moves, and a few words to type.

Only the plain form of the rules is used here, so nothing is compiled while a person waits.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from parlour.rules.kit import CHANCE, NOBODY
from parlour.table import CheckableDice, Match, NotNow, TypedDice, files
from parlour.table.files import secret_beside
from parlour.table.naming import legal_codes
from parlour.terminal.looking import Command, Looking, on_turn
from parlour.terminal.moves import MANY
from parlour.terminal.opponents import Opponents
from parlour.terminal.reader import Reader
from parlour.terminal.show import GOOD, HEADING, InputEnded, Screen
from parlour.text import BadChoice, MalformedAction, ParlourError, Text, join, say

STOPPED = 130  # the exit code after Ctrl-C
_ROLLING = ("roll", "throw", "draw")  # as good as Enter where dice fall or cards are dealt


class Leave(Exception):
    """The person wants to go."""


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
        self.file = file
        self._stored = {_content(file)}  # as this game, and nobody else, has written it
        self._opponents = Opponents(screen, match, bots)
        self._reader = Reader(match, [seat for seat in match.seats if self._is_person(seat)])
        self._look = Looking(screen, match, self._reader)
        self._commands: dict[str, Command] = {
            "help": (self._help, say("this list")),
            "hint": (self._hint, say("the best moves, with your chances and why")),
            **self._look.commands(),
            "undo": (self._undo, say("take the last move back; possible until the next roll")),
            "save": (self._save, say("save and go on saving; such as: save tonight.parlour")),
            "quit": (self._quit, say("leave the game")),
            "draw": (self._agree, say("agree on a draw, if the others agree too")),
        }

    # ------------------------------------------------------------ the course of a game

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        if self.file is not None:
            self._store(self.file)  # a file that cannot be written is better known now
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
        """People press Enter to roll; so they do before a bot rolls, for until then they may undo."""
        roller, typed = on_turn(self.match), isinstance(self.match.dice, TypedDice)
        people_wait = self._is_person(roller) or self._is_person(self._last_mover())
        if not typed and (self.manner.auto_roll or not people_wait or not self._dice_are_due()):
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
        question, before = self._question(seat), self.match.ply
        while self.match.ply == before and not self.match.over:
            answer = self.screen.ask(question)
            try:
                if not answer and len(moves) == 1:
                    self._play(seat, moves[0].code)
                elif not answer:
                    raise BadChoice(say("Type one of the answers above, or help."))
                elif answer.isdecimal():
                    self._play(seat, self._look.moves.numbered(answer).code)
                else:
                    self._play_or_command(seat, answer)
            except ParlourError as problem:
                self.screen.error(problem)

    def _question(self, seat: int) -> Text:
        who, listed = self.match.name(seat), self._look.moves
        if len(listed) == 1:
            return say("{who}, this is your only move. Press Enter to play it.", who=who)
        if listed.sums:
            return say("{who}, your answer:", who=who)
        if len(listed) > MANY:
            return say("{who}, your move:", who=who)
        return say("{who}, your move (1-{count}):", who=who, count=len(listed))

    def _play_or_command(self, seat: int, answer: str) -> None:
        """A move's own name comes first, then the commands, then moves that are refused."""
        command = self._find(answer)
        if command is not None and not self._is_a_move(answer) and not self._is_meant(command, answer):
            self._command(answer)
            return
        try:
            self._play(seat, answer)
        except MalformedAction as problem:
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
            self.screen.line(say("{who} wins. Thank you for playing!", who=self._names(winners)), GOOD)
        else:
            self.screen.line(say("{who} win. Thank you for playing!", who=self._names(winners)), GOOD)
        if self.file is not None:
            self.screen.block(say("See it again: parlour replay {file}", file=quote(str(self.file))))
            self.screen.block(say("Check it: parlour verify {file}", file=quote(str(self.file))))

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
        words = self.match.game.words
        self.screen.line(say("{game}. {blurb}", game=words.TITLE, blurb=words.BLURB), HEADING)
        if words.AIM is not None:
            for line in textwrap.wrap(str(words.AIM), 80):  # two lines, in a pipe too
                self.screen.line(line)
        for seat in self.match.seats:
            kind = self._opponents.describe(seat)
            self.screen.line(say("  {who} {kind}.", who=self.match.name(seat), kind=kind))
        for chairs in self.match.sides.values():
            if len(chairs) > 1:
                self.screen.line(say("  Partners: {who}.", who=self._names(chairs)))
        if self.file is not None:
            self.screen.line(say("Every move is saved in {file}.", file=self.file))
            rolled = self.match.rolls or self.match.actor == CHANCE  # some games have no dice at all
            if rolled and isinstance(self.match.dice, CheckableDice) and not self.match.over:
                secret = secret_beside(self.file)
                self.screen.line(
                    say("What the dice will show is in {file} until the end: no peeping.", file=secret)
                )
        self.screen.line(say("Type help at any time to see what you can do, or rules to read the rules."))
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
        """Save what happened, then say it. The game goes on when the disk is full, and says so.

        Where the board is drawn before the next question it is said below it, not to scroll away; and where
        the keyboard goes round it waits for the next one to be asked.
        """
        self._keep()
        waits = self.manner.drawing and any(map(self._is_person, self.match.seats))
        if not self._reader.handed_round and not waits:
            self._narrate()

    def _narrate(self) -> None:
        """Say what has happened since whoever reads the screen was last told."""
        for sentence in self._reader.news():
            self.screen.line(sentence)

    def _keep(self) -> bool:
        """Save, if there is a file; whether the game is safe."""
        try:
            if self.file is not None:
                self._store(self.file)
            return self.file is not None
        except ParlourError as problem:
            self.screen.error(problem)
            return False

    def _store(self, file: Path) -> None:
        """Save, unless another Parlour has written to the file meanwhile: no game takes another's place."""
        if _content(file) not in self._stored:
            text = say(
                "{file} was changed by somebody else and is left alone. Save under another name: save NAME",
                file=file,
            )
            raise ParlourError(text)
        new = self.match.record().encode()
        self._stored.add(new)  # a Ctrl-C may come before the file has it, or just after
        self.match.save(file)
        self._stored = {new}

    def _goodbye(self) -> None:
        if self._reader.handed_round:
            self.screen.clear()
        if self._keep():
            self.screen.block(
                say("Saved. Go on with: parlour play --resume {file}", file=quote(str(self.file)))
            )
        else:
            self.screen.line(say("Goodbye. The game was not saved."))

    def _names(self, seats: Sequence[int]) -> Text:
        """Anna (Red), Blue and Ben (Green)."""
        *first, last = [self.match.name(seat) for seat in seats]
        return say("{first} and {last}", first=join(first, ", "), last=last) if first else last

    def _dice_are_due(self) -> bool:
        """Is the next chance event a roll of dice? People roll them; cards are simply dealt."""
        position = self.match.position
        outcome = legal_codes(self.match.game, position)[0]
        return bool(self.match.game.words.faces(position, outcome))

    def _what_fell(self) -> Text:
        """The question to people with real dice and cards."""
        seen = self._reader.position()
        outcomes = legal_codes(self.match.game, seen)
        example = self.match.game.words.notation(seen, outcomes[3 * len(outcomes) // 5])  # of two dice 5-3
        if self._dice_are_due():
            return say("What do the dice show, such as {example}?", example=example)
        return say("What is it, such as {example}?", example=example)

    def _last_mover(self) -> int:
        """Whose decision was the last thing to happen; NOBODY when it was a roll."""
        last = self.match.line[-1].seat if self.match.line else None
        return NOBODY if last is None else last

    def _since_person(self) -> int:
        """How many decisions it takes to take back a person's last one, those of bots after it included; 0
        where dice fell since, or nobody but bots decided anything."""
        for count, event in enumerate(reversed(self.match.line), 1):
            if event.kind != "play" or event.seat is None:
                return 0
            if self._is_person(event.seat):
                return count
        return 0

    def _is_person(self, seat: int) -> bool:
        return seat in self.match.seats and self.match.seats[seat].kind == "human"

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
        mover, reader = self._last_mover(), self._reader
        since = self._since_person()
        if mover != NOBODY and not since:
            raise NotNow(say("The last move was {who}'s; it stays.", who=self.match.name(mover)))
        if mover == NOBODY and self.match.ply:
            raise NotNow(
                say(
                    "Nothing has been decided since the last roll. What was decided before it stays, "
                    "because the roll has been seen."
                )
            )
        own = self.match.line[-since].seat if since else mover
        if reader.handed_round and own is not None and own not in (reader.seat, reader.last):
            raise NotNow(say("Only {who} can take the last decision back.", who=self.match.name(own)))
        self.match.undo(max(since, 1))
        self._look.undrawn = True
        self._tell()

    def _agree(self, _: str) -> None:
        """Whoever asks for a draw agrees to it; the others are asked."""
        if not self.match.may_be_agreed and self.match.game.plain.AGREED_DRAW:
            raise NotNow(say("People can agree on a draw; against the computer it is played to the end."))
        if not self.match.may_be_agreed:
            raise NotNow(say("In this game nobody can agree on a draw: it is played to its end."))
        seats = list(self.match.seats)
        asker = on_turn(self.match)
        for seat in seats:
            if seat != asker and not self._says_yes(seat):
                self.screen.line(say("{who} does not agree. The game goes on.", who=self.match.name(seat)))
                return
        for seat in seats:
            self.match.agree(seat)
        self._tell()

    def _says_yes(self, seat: int) -> bool:
        def read(answer: str) -> bool:
            if answer.casefold() not in ("y", "yes", "n", "no"):
                raise BadChoice(say("Type yes or no."))
            return answer.casefold().startswith("y")

        question = say("{who}, do you agree to a draw (yes or no)?", who=self.match.name(seat))
        return bool(self.screen.until(question, read))

    def _save(self, name: str) -> None:
        from parlour.terminal.setup import refuse_file

        if name and Path(name) != self.file:
            refuse_file(Path(name))
            before = self.file, self._stored
            self.file, self._stored = Path(name), {None}
            if not self._keep():
                self.file, self._stored = before
                return
        elif self.file is None:
            raise BadChoice(say("Type save and a file's name, such as: save tonight.parlour"))
        self.screen.line(say("Saved in {file}, and from now on after every move.", file=self.file), GOOD)

    def _quit(self, _: str) -> None:
        if self.file is None and self.match.ply:
            name = self.screen.ask(
                say("To save the game, type a file's name. To leave without, press Enter.")
            )
            if name:
                self._save(name)
        raise Leave


def _content(file: Path | None) -> bytes | None:
    """What is in the file; None where there is none."""
    return files.read(file) if file is not None and file.is_file() else None
