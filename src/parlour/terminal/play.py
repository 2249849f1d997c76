"""Playing in lines: the board in characters, numbered moves, and a few words to type.

Only the plain form of the rules is used here, so nothing is compiled while a person waits.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from parlour.draw.characters import places
from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.rules.run import whole
from parlour.table import CheckableDice, Match, Move, NotNow, TypedDice, to_code, to_json
from parlour.table.files import secret_beside
from parlour.terminal.show import BAD, GOOD, HEADING, QUIET, Screen
from parlour.text import BadChoice, MalformedAction, ParlourError, Text, join, say

STOPPED = 130  # the exit code after Ctrl-C


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
        self.bots = bots
        self.file = file
        people = [seat for seat in match.seats if self._is_person(seat)]
        secrets = bool(people) and hasattr(match.game.rules, "hide")
        self._eyes = people[0] if secrets else None  # whose view is shown; None: there are no secrets
        self._handed_round = secrets and len(people) > 1  # one keyboard, several who have secrets
        self._begun = len(match.events)
        self._told: dict[int | None, int] = {}  # how much of the log each of them has been told
        self._undrawn = True  # has the board changed hands since it was drawn?
        self._commands: dict[str, tuple[Callable[[str], None], Text]] = {
            "help": (self._help, say("this list")),
            "why": (self._why, say("why a move is not allowed, and by which rule; such as: why 10+3")),
            "undo": (self._undo, say("take the last move back; possible until the next roll")),
            "board": (self._draw, say("draw the board")),
            "where": (self._where, say("say where everybody's pieces are")),
            "log": (self._log, say("what has happened; log 5 for the last five lines")),
            "rules": (self._rules, say("the rules; rules and a clause's name for that clause")),
            "options": (self._options, say("the house rules you play by")),
            "position": (self._position, say("the position, as text to keep or share")),
            "save": (self._save, say("save and go on saving; such as: save tonight.parlour")),
            "quit": (self._quit, say("leave the game")),
        }

    # ------------------------------------------------------------ the course of a game

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        if self.file is not None:
            self.match.save(self.file)  # a file that cannot be written is better known now
        try:
            self._welcome()
            while not self.match.over:
                self._step()
            self._finish()
        except (Leave, EOFError):
            self._goodbye()
        except KeyboardInterrupt:
            if self.screen.keyboard:
                self.screen.line()
            self._goodbye()
            return STOPPED
        return 0

    def _step(self) -> None:
        seat = self.match.actor
        if seat == CHANCE:
            self._roll()
        elif self._is_person(seat):
            self._decide(seat)
        else:
            self._play(seat, self.bots.choice(self.match.legal()).code)

    def _roll(self) -> None:
        """People press Enter to roll; so they do before a bot rolls, for until then they may undo."""
        roller, typed = self._on_turn(), isinstance(self.match.dice, TypedDice)
        people_wait = self._is_person(roller) or self._is_person(self._last_mover())
        if not typed and (self.manner.auto_roll or not people_wait):
            self._throw()
            return
        self._turn_to(roller)
        if typed:
            asked = self.match.game.words.asks(self._seen())
            question = join([asked, say("What do the dice show, such as 5-3?")])
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
            elif answer:
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
        self._turn_to(seat)
        if self._undrawn:
            self._draw() if self.manner.drawing else self._where()
        self.screen.line(self.match.game.words.asks(self._seen()), HEADING)
        for number, move in enumerate(moves, 1):
            self.screen.line(f"{number:>4}  {move.offer}  ({move.notation})")
        if len(moves) == 1:
            question = say(
                "{who}, this is your only move. Press Enter to play it.", who=self.match.name(seat)
            )
        else:
            question = say("{who}, your move (1-{count}):", who=self.match.name(seat), count=len(moves))
        before = self.match.ply
        while self.match.ply == before:
            answer = self.screen.ask(question) or ("1" if len(moves) == 1 else "")
            try:
                if answer.isdecimal():
                    code = moves[whole(answer, say("number of a move"), 1, len(moves)) - 1].code
                    self._play(seat, code)
                elif answer:
                    self._play_or_command(seat, answer, moves)
                else:
                    raise BadChoice(say("Type a number from 1 to {count}, or help.", count=len(moves)))
            except ParlourError as problem:
                self.screen.error(problem)

    def _play_or_command(self, seat: int, answer: str, moves: list[Move]) -> None:
        """A move's own name comes first, then the commands, then moves that are refused."""
        names = [move.notation.casefold() for move in moves]
        if answer.casefold() not in names and self._find(answer) is not None:
            self._command(answer)
            return
        try:
            self._play(seat, answer)
        except MalformedAction as problem:
            raise MalformedAction(join([problem, say("Type help for what you can do.")])) from problem

    def _finish(self) -> None:
        self._narrate()
        if self.manner.drawing:
            self._draw()
        winners = self.match.winners
        if len(winners) == 1:
            self.screen.line(say("{who} wins. Thank you for playing!", who=self._names(winners)), GOOD)
        elif winners:
            self.screen.line(say("{who} win. Thank you for playing!", who=self._names(winners)), GOOD)
        else:
            self.screen.line(say("Nobody wins. Thank you for playing!"), GOOD)
        if self.file is not None:
            self.screen.block(say("See it again: parlour replay {file}", file=quote(str(self.file))))
            self.screen.block(say("Check it: parlour verify {file}", file=quote(str(self.file))))

    # ------------------------------------------------------------ telling

    def _turn_to(self, seat: int) -> None:
        """From now on this seat reads the screen: show what it may know, and what it has missed."""
        if self._handed_round and self._is_person(seat):
            self._undrawn |= seat != self._eyes
            self._eyes = seat
        self._narrate()

    def _seen(self) -> Position:
        """The position, as far as whoever reads the screen may know it."""
        return self.match.position if self._eyes is None else self.match.view(self._eyes)

    def _welcome(self) -> None:
        words = self.match.game.words
        self.screen.line(say("{game}. {blurb}", game=words.TITLE, blurb=words.BLURB), HEADING)
        for seat in self.match.seats:
            kind = say("plays here") if self._is_person(seat) else say("is played by the computer, at random")
            self.screen.line(say("  {who} {kind}.", who=self.match.name(seat), kind=kind))
        for chairs in self.match.sides.values():
            if len(chairs) > 1:
                self.screen.line(say("  Partners: {who}.", who=self._names(chairs)))
        if self.file is not None:
            self.screen.line(say("Every move is saved in {file}.", file=self.file))
            if isinstance(self.match.dice, CheckableDice) and not self.match.over:
                secret = secret_beside(self.file)
                self.screen.line(
                    say("What the dice will show is in {file} until the end: no peeping.", file=secret)
                )
        self.screen.line(say("Type help at any time to see what you can do, or rules to read the rules."))
        if self.match.ply:
            if self._handed_round and self._is_person(self._on_turn()):
                self._eyes = self._on_turn()
            self.screen.line(say("What happened last:"), HEADING)
            self._log("5")

    def _throw(self, shown: str | None = None) -> None:
        self.match.roll(shown)
        self._undrawn = True
        self._tell()

    def _play(self, seat: int, action: int | str) -> None:
        self.match.play(seat, action)
        self._tell()

    def _tell(self) -> None:
        """Save what happened, then say it. The game goes on when the disk is full, and says so."""
        self._keep()
        if not self._handed_round:  # else it waits for the next one to be asked
            self._narrate()

    def _narrate(self) -> None:
        """Say what has happened since whoever reads the screen was last told."""
        for sentence in self.match.story(self._eyes, self._told.get(self._eyes, self._begun)):
            self.screen.line(sentence)
        self._told[self._eyes] = len(self.match.events)

    def _keep(self) -> bool:
        """Save, if there is a file; whether the game is safe."""
        try:
            if self.file is not None:
                self.match.save(self.file)
            return self.file is not None
        except ParlourError as problem:
            self.screen.error(problem)
            return False

    def _goodbye(self) -> None:
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

    def _on_turn(self) -> int:
        """The seat to act, or the one the dice are rolled for, where the game says whose they are."""
        actor = self.match.actor
        return actor if actor != CHANCE else int(getattr(self.match.position, "turn", NOBODY))

    def _last_mover(self) -> int:
        """Whose decision was the last thing to happen; NOBODY when it was a roll."""
        line: list[int] = []
        for event in self.match.events:
            if event.kind == "undo":
                del line[-int(event.text) :]
            elif event.kind in ("play", "roll"):
                line.append(NOBODY if event.seat is None else event.seat)
        return line[-1] if line else NOBODY

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
        for name, (_command, text) in self._commands.items():
            self.screen.line(f"  {name:<{width}}  {text}")

    def _why(self, action: str) -> None:
        if not action:
            raise BadChoice(say("Type why and a move's name, such as: why 10+3"))
        reason = self.match.why_not(self._on_turn(), action)
        if reason is None:
            self.screen.line(say("{action} is allowed.", action=action), GOOD)
        else:
            self.screen.line(reason, BAD)
            self.screen.line(say("Type rules {clause} to read that rule.", clause=reason.clause), QUIET)

    def _undo(self, _: str) -> None:
        mover = self._last_mover()
        if mover != NOBODY and not self._is_person(mover):
            raise NotNow(say("The last move was {who}'s; it stays.", who=self.match.name(mover)))
        if mover == NOBODY and self.match.ply:
            raise NotNow(
                say(
                    "Nothing has been decided since the last roll. What was decided before it stays, "
                    "because the roll has been seen."
                )
            )
        self.match.undo()
        self._undrawn = True
        self._tell()

    def _draw(self, _: str = "") -> None:
        self._undrawn = False
        self.screen.draw(self.match.game, self._seen())

    def _where(self, _: str = "") -> None:
        self._undrawn = False
        if (self.match.game.folder / "scene.py").is_file():
            self.screen.block(places(self.match.game, self._seen()))

    def _log(self, count: str) -> None:
        story = self.match.story(self._eyes)
        last = whole(count, say("number of lines"), 1) if count else len(story)
        for sentence in story[-last:]:
            self.screen.line(f"  {sentence}")

    def _rules(self, clause: str) -> None:
        from parlour.terminal.read import print_rules

        print_rules(self.screen, self.match.game, clause or None)

    def _options(self, _: str) -> None:
        from parlour.terminal.read import print_options

        print_options(self.screen, self.match.game, self._seen())

    def _position(self, _: str) -> None:
        game, position = self.match.game, self._seen()
        self.screen.block(json.dumps(to_json(game, position)))
        if position == self.match.position:
            self.screen.line(say("As a code: {code}", code=to_code(game, position)))
        else:
            self.screen.line(say("This is what you may know of it. The rest is secret, so it has no code."))

    def _save(self, name: str) -> None:
        from parlour.terminal.setup import refuse_file

        if name and Path(name) != self.file:
            refuse_file(Path(name))
            self.file, before = Path(name), self.file
            if not self._keep():
                self.file = before
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
