"""Any program as a bot: it is asked by lines on its standard input, and answers on its standard output.

    parlour arena parcheesi --bots "program:python3 mybot.py,careful"

The protocol, in UTF-8, one line each (docs/bots.md has an example):

    to the program              what it answers
    parlour 1                   nothing; the version of this protocol
    game {"game": ..., ...}     nothing; the game, its actions, the names of its seats
    isready                     ready, when it has loaded what it needs
    choose {"seat": ..., ...}   move CODE, or move NAME; before that any number of lines `info ...`
    quit                        nothing; it ends

`choose` carries what the seat sees (see told.py), `seconds`, which may be null, and `seed`. A program that
does not answer in time, ends, or answers something else, is an error that says so, and is ended.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
import weakref
from typing import Any, NoReturn

from parlour.bots.bot import Thought, check_asked, fair_chances
from parlour.bots.messages import message
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.naming import find, legal_codes
from parlour.text import BadAction, BadChoice, ParlourError, Text, say

__all__ = ["KIND", "Program"]

KIND = "program"
VERSION = 1
PATIENCE = 30.0  # seconds for a move where none are given, and to get ready
GRACE = 2.0  # seconds beyond those that are given
LONGEST = 1 << 20  # characters of a line


class Program:
    """A bot that is another process. It is started when it is first needed."""

    def __init__(self, game: Game, command: str, patience: float = PATIENCE) -> None:
        self._game, self.command, self._patience = game, command, patience
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise BadChoice(
                say("The command “{command}” cannot be read: {why}.", command=command, why=error)
            ) from error
        if not self._words:
            raise BadChoice(
                say("A bot that is a program needs its command, such as program:python3 mybot.py.")
            )

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Ask the program."""
        check_asked(self._game, view, seat)
        self.warm()
        question = message(self._game, view, seat) | {"seconds": seconds, "seed": seed}
        self._send(f"choose {json.dumps(question, ensure_ascii=False)}")
        answer = self._answer("move", self._patience if seconds is None else seconds + GRACE)
        chances = fair_chances(self._game, view)
        return Thought(self._meant(view, answer), chances, say("{bot} chose it.", bot=self._words[0]))

    def warm(self) -> None:
        """Start the program, and wait until it is ready."""
        if self._process is not None:
            return
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            raise ParlourError(
                say(
                    "The program “{command}” cannot be started: {why}.",
                    command=self.command,
                    why=error.strerror,
                )
            ) from error
        self._process, self._lines = process, queue.Queue()
        threading.Thread(target=_listen, args=(process, self._lines), daemon=True).start()
        weakref.finalize(self, _end, process)
        self._send(f"parlour {VERSION}")
        self._send(f"game {json.dumps(_about(self._game), ensure_ascii=False)}")
        self._send("isready")
        self._answer("ready", self._patience)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            with contextlib.suppress(ParlourError):
                self._send("quit")
            _end(self._process)
            self._process = None

    def _send(self, line: str) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._fail(say("The program “{command}” has ended.", command=self.command))

    def _answer(self, word: str, seconds: float) -> str:
        """What follows this word in the program's answer."""
        while True:
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty:
                self._fail(
                    say(
                        "The program “{command}” gave no answer within {seconds} s.",
                        command=self.command,
                        seconds=f"{seconds:g}",
                    )
                )
            if line is None:
                self._fail(say("The program “{command}” has ended.", command=self.command))
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()
            if first != "info" and line.strip():
                self._fail(
                    say(
                        "The program “{command}” said “{line}”, where “{word}” was expected.",
                        command=self.command,
                        line=line.strip()[:80],
                        word=word,
                    )
                )

    def _meant(self, view: Position, answer: str) -> int:
        legal = legal_codes(self._game, view)
        try:
            code = int(answer) if answer.lstrip("-").isdecimal() else find(self._game, view, legal, answer)
        except BadAction as error:
            self._fail(error.text)
        if code not in legal:
            self._fail(
                say(
                    "The bot “{bot}” played {action}, which is not legal there; legal are {some}.",
                    bot=self.command,
                    action=answer,
                    some=", ".join(map(str, legal[:12])),
                )
            )
        return code

    def _fail(self, text: Text) -> NoReturn:
        if self._process is not None:
            _end(self._process)
            self._process = None
        raise ParlourError(text)


def _about(game: Game) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": str(game.words.TITLE),
        "actions": int(game.plain.ACTIONS),
        "seats": [str(name) for name in game.words.SEAT_NAMES],
    }


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST):
            lines.put(line)
    lines.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.kill()
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        process.wait(5)
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
