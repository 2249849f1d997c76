"""What a question has played so far, kept on disk: who asks it again after a crash, a restart or Ctrl-C goes
on from there. It lies where compiled rules lie, until the question is answered or nobody asks for long."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Protocol, TypeVar

from parlour.lab.question import Question
from parlour.rules import folders

EVERY = 2.0  # seconds between two writings
DAYS = 30  # after which nobody will ask again


class Work(Protocol):
    """What can be put aside and taken up again."""

    def state(self) -> bytes:
        """All that was played."""

    def restore(self, state: bytes) -> None:
        """Goes on from a state."""


W = TypeVar("W", bound=Work)


class Kept:
    """The place of one question: its link, by these very rules and this version."""

    def __init__(self, question: Question, link: str) -> None:
        rules = [table.game.fingerprint for table in question.tables()]
        what = json.dumps([link, rules, version("parlour")])
        self._file = folders.kept("lab") / f"{hashlib.sha256(what.encode()).hexdigest()[:32]}.state"
        self._written = time.monotonic()

    def resumed(self, make: Callable[[], W]) -> W:
        """The work as it was left, or from its beginning."""
        work = make()
        try:
            work.restore(self._file.read_bytes())
        except OSError:
            return work
        except Exception:  # damaged, or written by other code: it is played anew
            self.forget()
            return make()
        return work

    @property
    def is_there(self) -> bool:
        """Is anything kept?"""
        return self._file.exists()

    def hold(self, work: Work) -> None:
        """Write down what was played, if it is time to."""
        if time.monotonic() - self._written < EVERY:
            return
        with contextlib.suppress(OSError):  # a full disk is no reason to stop playing
            new = self._file.with_name(f"{self._file.name}-{os.getpid()}")
            new.write_bytes(work.state())
            new.replace(self._file)
            for old in self._file.parent.iterdir():
                if time.time() - old.stat().st_mtime > DAYS * 86_400:
                    old.unlink()
        self._written = time.monotonic()

    def forget(self) -> None:
        """The question is answered."""
        self._file.unlink(missing_ok=True)
