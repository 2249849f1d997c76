"""The screen: where a person reads lines and types answers.

Everything is a line. There is no cursor movement, so a screen reader, a pipe and a log file
get the same words as a terminal does. Only where somebody's secrets were shown and the keyboard
goes round, a terminal is cleared. Colour is decoration: it is added on a terminal only,
and nothing depends on seeing it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parlour.text import BadChoice, ParlourError, languages, say

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.rules.game import Game
    from parlour.rules.position import Position

HEADING = "bold"
QUIET = "dim"
GOOD = "green"
BAD = "yellow"

_WIDEST = 100  # longer lines are hard to read, however wide the window
_AIR = 2  # empty lines round a drawing, where there is room


Line = tuple[str, str | None]  # its words and its style


class InputEnded(Exception):
    """Nobody will answer any more."""


class Leave(Exception):
    """Somebody wants to go."""


class _Enough(Exception):
    """Somebody does not want to see the rest."""


class Screen:
    """Standard input and output. `keyboard` says that a person is typing."""

    def __init__(self) -> None:
        self.keyboard = sys.stdin is not None and sys.stdin.isatty()
        self.terminal = sys.stdout.isatty()
        self._kept: list[Line] | None = None  # written to be shown later
        self._room: int | None = None  # lines until somebody is asked to go on; None: as many as there are

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        return Console(
            file=sys.stdout,
            color_system=None if os.environ.get("NO_COLOR") else "auto",
            highlight=False,
            markup=False,
            emoji=False,
        )

    # ------------------------------------------------------------ writing

    @property
    def height(self) -> int | None:
        """How many lines stand on the screen at once; None where nothing scrolls away, as in a pipe."""
        return self._console.height if self.terminal and self.keyboard else None

    @contextlib.contextmanager
    def pages(self) -> Iterator[None]:
        """What is written within is shown a screenful at a time, until somebody has seen enough."""
        self._room = self.height and max(self.height - 2, 1)
        try:
            yield
        except _Enough:
            pass
        finally:
            self._room = None

    def _count(self, lines: int) -> None:
        """So many more lines are about to be written."""
        if self._room is None or self.height is None:
            return
        if lines > self._room:
            self._room = None  # the question itself is no part of it
            answer = self.ask(say("Press Enter for more, or type q to stop."))
            if answer:
                raise _Enough
            self._room = max(self.height - 2, 1)
        self._room -= lines

    def line(self, text: object = "", style: str | None = None) -> None:
        """One line, or several; on a terminal broken between words, hanging where it is indented."""
        if not self.terminal:
            self._write(str(text), None)
            return
        width = min(self._console.width, _WIDEST)
        for part in str(text).splitlines() or [""]:
            indent = " " * (len(part) - len(part.lstrip()))
            wrapped = textwrap.wrap(
                part, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            )
            for piece in wrapped or [""]:
                self._count(1)
                self._write(piece, style)

    def block(self, text: object) -> None:
        """Lines that stay exactly as they are: a drawing, a command to copy."""
        for part in str(text).rstrip("\n").split("\n"):
            self._count(1)
            self._write(part, None)

    @contextlib.contextmanager
    def gathered(self) -> Iterator[list[Line]]:
        """What is written within is kept, to be counted and shown (`show`) after something else."""
        kept: list[Line] = []
        self._kept = kept
        try:
            yield kept
        finally:
            self._kept = None

    def show(self, kept: Sequence[Line]) -> None:
        """What was kept before."""
        for text, style in kept:
            self._write(text, style)

    def draw(self, game: Game, position: Position, below: int | None = None) -> bool:
        """The board with a position on it, where the game comes with a drawing. In a low window it takes
        fewer lines, and none round it. Whether it was drawn: with so many lines to come `below` it, it is
        left to whoever asks for it, if part of it would not stay on the screen."""
        if game.scene.board() is None:
            return False
        from parlour.draw.characters import render

        room = self.height
        drawing = render(game, position)
        if room is not None and _lines(drawing, below) > room:
            drawing = render(game, position, low=True)
        if room is not None and below is not None and _lines(drawing, below) > room:
            return False
        air = room is None or _lines(drawing, below) + _AIR <= room
        if self._room is not None and room is not None and _lines(drawing, below) <= room:
            self._room = max(self._room, room)  # it stands on one page with the next question
        if air:
            self.line()
        self.block(drawing)
        if air:
            self.line()
        return True

    def error(self, problem: ParlourError) -> None:
        """Something to put right, in the course of a conversation."""
        self.line(problem, BAD)

    def note(self, text: object) -> None:
        """What is going on meanwhile: not part of the result."""
        print(text, file=sys.stderr, flush=True)

    def _write(self, text: str, style: str | None) -> None:
        if self._kept is not None:
            self._kept.append((text, style))
        elif style is None:
            print(text)
        else:
            self._console.print(text, style=style, soft_wrap=True)

    def clear(self) -> None:
        """Take away what was shown and typed, for the next one who looks: the one thing that is no line.

        In a pipe nobody looks, and everything stays.
        """
        with contextlib.suppress(ImportError):
            import readline

            readline.clear_history()  # where the arrow keys would find it again
        if not self.terminal:
            print()
        elif self._console.is_dumb_terminal:
            print("\n" * self._console.height)
        else:
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)  # and what could be scrolled back to

    # ------------------------------------------------------------ reading

    def ask(self, question: object) -> str:
        """The answer, without the space around it; `InputEnded` when there will be none."""
        if self.keyboard:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives input() line editing and history)
            *first, last = textwrap.wrap(str(question), self._console.width - 2) or [""]
            for part in first:  # broken between words; what is typed stands behind the last of them
                print(part)
            try:
                return input(f"{last} ").strip()
            except EOFError as ended:
                print()
                raise InputEnded from ended
        print(f"{question} ", end="", flush=True)
        typed = sys.stdin.readline() if sys.stdin is not None else ""
        answer = "".join(c for c in typed if c.isprintable()).strip()
        print(answer)  # so that a transcript reads as the screen did
        if not typed:
            raise InputEnded
        return answer

    def until(self, question: object, read: Callable[[str], Any], default: Any = None) -> Any:
        """Ask until `read` understands the answer; Enter takes the default, and `Leave` is for who quits."""
        while True:
            answer = self.ask(question)
            if not answer and default is not None:
                return default
            try:
                return read(answer)
            except ParlourError as problem:
                if answer.casefold() in ("quit", "exit"):
                    raise Leave from problem
                self.error(problem)

    def choose(self, question: object, lines: Sequence[object], leave: int | None = None) -> int:
        """A numbered list; the index of the line chosen. `leave` is the one that quit means, too."""
        for number, line in enumerate(lines, 1):
            self.block(f"  {number}  {line}")

        def read(answer: str) -> int:
            if leave is not None and answer.lower() in ("q", "quit", "exit"):
                return leave
            if not answer.isdecimal() or not 1 <= int(answer) <= len(lines):
                raise BadChoice(
                    say("Type a number from 1 to {last}, not “{answer}”.", last=len(lines), answer=answer)
                )
            return int(answer) - 1

        return int(self.until(question, read))


def _lines(drawing: str, below: int | None) -> int:
    """How many lines stand on the screen with a drawing and what comes below: a page's question, or so much
    and a question."""
    return drawing.count("\n") + 1 + (below or 0)


def wanted_language(arguments: Sequence[str]) -> str:
    """What --lang says, else PARLOUR_LANG, else the system's language where we speak it."""
    for i, word in enumerate(arguments):
        if not word.startswith("-"):
            break
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and i + 1 < len(arguments):
            return arguments[i + 1]
    chosen = os.environ.get("PARLOUR_LANG")
    if chosen:
        return chosen
    system = next((v for k in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(k))), "")[:2]
    return system if system in languages() else "en"
