"""At a real terminal: colours, line editing, and Ctrl-C at any moment."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour.table import CHANCE, Match, SeededDice
from tests.terminal.shell import PATIENCE, environment, hear_ctrl_c

pty = pytest.importorskip("pty", reason="this system has no such terminals")
COLOUR = "\x1b["


class Terminal:
    """A process on a terminal of its own, and what it has shown."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int) -> None:
        self.process = process
        self.shown = ""
        self._handle = handle

    def until(self, words: str) -> str:
        """What is shown up to these words."""
        deadline = time.monotonic() + PATIENCE
        start = len(self.shown)
        while words not in self.shown[start:]:
            ready, _, _ = select.select([self._handle], [], [], max(deadline - time.monotonic(), 0))
            assert ready, f"{words!r} was not shown in time, but:\n{self.shown[start:]}"
            if not (more := self._read()):
                raise AssertionError(f"it ended without {words!r}:\n{self.shown[start:]}")
            self.shown += more
        return self.shown[start:]

    def type(self, text: str) -> None:
        """As nobody types before there is somebody to read: readline takes the terminal line by line."""
        import termios

        deadline = time.monotonic() + PATIENCE
        while termios.tcgetattr(self._handle)[3] & termios.ICANON:
            assert time.monotonic() < deadline, f"nobody reads:\n{self.shown}"
            time.sleep(0.01)
        os.write(self._handle, text.encode())

    def interrupt(self, words: str) -> None:
        """Ctrl-C, until these words are shown. One that comes just between readline's look for signals and
        its wait for keys is heard with the next key only: then it is pressed again, as a person would."""
        self.type("\x03")
        deadline = time.monotonic() + PATIENCE
        start = len(self.shown)
        while words not in self.shown[start:]:
            assert time.monotonic() < deadline, f"{words!r} was not shown in time, but:\n{self.shown[start:]}"
            if not select.select([self._handle], [], [], 10)[0]:
                os.write(self._handle, b"\x03")
            elif more := self._read():
                self.shown += more
            else:
                raise AssertionError(f"it ended without {words!r}:\n{self.shown[start:]}")

    def end(self) -> int:
        """Read to the end; the exit code."""
        while more := self._read():
            self.shown += more
        return self.process.wait(PATIENCE)

    def _read(self) -> str:
        try:
            return os.read(self._handle, 65536).decode("utf-8", "replace")
        except OSError:  # how Linux says that the other side has gone
            return ""


@contextmanager
def terminal(*arguments: object, **settings: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=_take_terminal,
        env=environment(**{"TERM": "xterm-256color", "COLUMNS": "100", **settings}),
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches the process as it does at a desk
    hear_ctrl_c()


CLEARED = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what could be scrolled back to
CELLAR = Path(__file__).parents[1] / "rules" / "cellar"
PLAY = ("play", "parcheesi", "--players", 2, "--names", "Anna", "--seed", 5)


def test_colour_is_decoration_for_terminals() -> None:
    with terminal(*PLAY) as screen:
        screen.until("press Enter to roll.")
        assert COLOUR in screen.shown


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(settings: dict[str, str]) -> None:
    with terminal(*PLAY, **settings) as screen:
        screen.until("press Enter to roll.")
        assert COLOUR not in screen.shown


def test_playing_at_a_terminal() -> None:
    with terminal(*PLAY) as screen:
        screen.until("press Enter to roll.")
        screen.type("\n")
        screen.until("press Enter to roll.")
        screen.type("\n")
        screen.until("Press Enter to play it.")
        screen.type("why E\n")
        screen.until("E is allowed.")
        screen.type("\n")
        screen.until("Anna enters a pawn.")
        screen.type("quit\n")
        screen.until("To leave, press Enter.")
        screen.type("\n")
        screen.until("The game was not saved.")
        assert screen.end() == 0


def test_what_was_secret_is_gone_before_the_keyboard_is_passed_on() -> None:
    people = ("--names", "Anna,Ben", "--bots", 0, "--seed", 6)
    with terminal("play", CELLAR, *people) as screen:
        screen.until("Press Enter to begin.")
        screen.type("\n")
        screen.until("Pass the keyboard to Anna (Red), then press Enter.")
        screen.type("\n")
        screen.until("press Enter to roll.")
        screen.type("\n")
        screen.until("your move (0-9):")
        screen.type("7\n")
        shown = screen.until("Pass the keyboard to Ben (Blue), then press Enter.")
        cleared = shown.rpartition(CLEARED)[2]
        assert CLEARED in shown and "7" not in cleared and "6" not in cleared
        screen.type("\x1b[A\n")  # the arrow up, which would bring back what was typed before
        shown = screen.until("your move (0-9):")
        assert "Anna bids." in shown and "Press Enter, or type" not in shown


def test_watching_an_unfinished_game_asks_before_it_shows_secrets(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    match = Match.new(str(CELLAR), ["Anna", "Ben"], dice=SeededDice(3))
    while match.actor == CHANCE:
        match.roll()
    match.save(file)
    with terminal("replay", file, "--game", CELLAR) as screen:
        screen.until("shows what its players keep secret. Watch it (yes or no)?")
        screen.type("no\n")
        assert screen.end() == 0
        assert "draws" not in screen.shown
    with terminal("replay", file, "--game", CELLAR) as screen:
        screen.until("Watch it (yes or no)?")
        screen.type("yes\n")
        screen.until("0 of ")


def test_a_simple_terminal_is_cleared_by_empty_lines() -> None:
    with terminal("play", CELLAR, "--names", "Anna,Ben", "--bots", 0, "--seed", 6, TERM="dumb") as screen:
        screen.until("Press Enter to begin.")
        screen.type("\n")
        shown = screen.until("Pass the keyboard to Anna (Red), then press Enter.")
        assert shown.count("\r\n\r\n") > 10 and COLOUR not in shown


def test_a_long_question_is_broken_between_words() -> None:
    with terminal("play", "parcheesi", COLUMNS="40") as screen:
        screen.until("How many players")
        screen.type("\n")
        shown = re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", screen.until("[1] "))
        lines = [line.strip() for line in shown.splitlines()]
        question = "Of 2 players, how many are people? The computer plays the others. [1]"
        assert " ".join(lines).endswith(question) and max(map(len, lines)) < 40


def test_control_d_is_a_polite_goodbye() -> None:
    with terminal(*PLAY) as screen:
        screen.until("press Enter to roll.")
        screen.type("\x04")
        screen.until("Goodbye.")
        assert screen.end() == 0


def test_control_c_while_playing_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    with terminal(*PLAY, "--save", file) as screen:
        screen.until("press Enter to roll.")
        screen.type("\n")
        screen.until("press Enter to roll.")
        screen.interrupt(f"--resume {file}")
        assert screen.end() == 130
        assert "Traceback" not in screen.shown
    assert Match.load(file).ply > 0
    assert [f.name for f in tmp_path.iterdir()] == ["game.parlour"]


def test_control_c_at_the_menu() -> None:
    with terminal() as screen:
        screen.until("What would you like to do")
        screen.interrupt("Stopped.")
        assert screen.end() == 130
        assert "Traceback" not in screen.shown


@contextmanager
def piped(*arguments: object, **settings: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "parlour", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
        env=environment(**settings),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("delay", [0, 0.1, 0.3])
def test_control_c_at_any_moment_of_a_game_leaves_a_whole_record(tmp_path: Path, delay: float) -> None:
    """Bots play and every event is saved; the signal comes whenever it comes."""
    file = tmp_path / "game.parlour"
    bots = ("--players", 4, "--bots", 4, "--seed", 1, "--no-drawing")
    with piped("play", "parcheesi", *bots, "--save", file, PYTHONUNBUFFERED="1") as process:
        assert process.stdout and process.stderr
        while "rolls" not in process.stdout.readline():
            pass
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        told = process.stdout.read()
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) == 130
    assert told.endswith(f"Saved. Go on with: parlour play --resume {file}\n")
    assert Match.load(file).ply > 0
    assert [f.name for f in tmp_path.iterdir()] == ["game.parlour"]


def test_control_c_while_simulating() -> None:
    many = ("--games", 100_000_000, "--threads", 2)
    with piped("sim", "parcheesi", *many, NUMBA_DISABLE_JIT="1") as process:  # plain: nothing to compile
        assert process.stdout and process.stderr
        process.stderr.readline()  # what is going on
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == ""
        assert process.stderr.read() == "Stopped.\n"
        assert process.wait(PATIENCE) == 130
