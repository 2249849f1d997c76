"""Running the `parlour` command in tests: inside this process, or as a real one."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import parlour
from parlour import cli

SOURCES = Path(parlour.__file__).parents[1]
PATIENCE = 300.0  # seconds that a test waits for something that must come, since a busy machine is slow


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err


def run(*arguments: object, typed: str = "") -> Done:
    """The command in this process, its input typed ahead as in a pipe."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.run([str(a) for a in arguments])
    finally:
        sys.stdin = before
    return Done(code, out.getvalue(), err.getvalue())


def environment(**settings: str) -> dict[str, str]:
    """The environment of a real process: our sources first, no colours asked for."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "PARLOUR_LANG")}
    return {**kept, "PYTHONPATH": str(SOURCES), "LC_ALL": "C.UTF-8", **settings}


def hear_ctrl_c() -> None:
    """In a process that is about to begin (`preexec_fn`): Ctrl-C ends it, even where the tests were started
    deaf to it, as by nohup or in the background. Processes inherit that, and keep to it, as they should."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def spawn(*arguments: object, typed: str = "", cwd: Path | None = None, **settings: str) -> Done:
    """The command as a process of its own, in a pipe."""
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**settings),
        cwd=cwd,
        timeout=PATIENCE,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def choices(shown: str) -> list[str]:
    """What somebody can type who reads this: a number, a sum or a name, or Enter."""
    question = shown.splitlines()[-1]
    if numbers := re.search(r"\((\d+)-(\d+)[^)]*\):", question):
        return [str(n) for n in range(int(numbers[1]), int(numbers[2]) + 1)]
    if not re.search(r"your (answer|move):", question):
        return [""]
    listed = re.findall(r"^ +(\d+)  ", shown, re.M) or re.findall(r"^ {6,}\S.*  \((.+)\)$", shown, re.M)
    sums = re.findall(r"a sum from \W*\$(\d+)", shown)
    return listed + sums + re.findall(r"ways, such as ([^;⟧\n]+)", shown)


class Player(io.StringIO):
    """Somebody who reads what is on the screen before typing: an input whose lines depend on it."""

    def __init__(self, screen: io.StringIO, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self._screen = screen
        self._answer = answer
        self._read = 0

    def readline(self, size: int | None = -1, /) -> str:
        shown = self._screen.getvalue()[self._read :]
        self._read += len(shown)
        answer = self._answer(shown)
        return "" if answer is None else f"{answer}\n"


def converse(*arguments: object, answer: Callable[[str], str | None]) -> Done:
    """The command with a player: `answer` gets what was shown since the last answer; None leaves."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = Player(out, answer)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.run([str(a) for a in arguments])
    finally:
        sys.stdin = before
    return Done(code, out.getvalue(), err.getvalue())
