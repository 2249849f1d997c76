"""What is found: each broken promise once, with an example and, where it can be told, the line."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from parlour.rules.inspection import Remark
from parlour.rules.time_limit import TooSlow
from parlour.text import ParlourError, Text, join, say


@dataclass(frozen=True)
class Finding:
    """A promise of the contract that the game breaks."""

    promise: str
    text: Text

    def __str__(self) -> str:
        return f"{self.promise}: {self.text}"


class Broken(Exception):
    """The game under check cannot go on."""


class Endless(Broken):
    """It never ends, so no other game of it needs to be waited for."""


class Findings:
    """All findings about one game's folder, and `where` they are being looked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.where = "rules.py"
        self._found: dict[str, Finding] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def all(self) -> list[Finding]:
        """What was found, in the order in which it was."""
        return list(self._found.values())

    def expect(self, holds: bool, promise: str, text: Text) -> None:
        """Notes a broken promise the first time it is broken."""
        if not holds and promise not in self._found:
            self._found[promise] = Finding(promise, say("{what} ({where})", what=text, where=self.where))

    def remark(self, remarks: Iterable[Remark]) -> None:
        """Notes remarks, each a promise that does not hold."""
        for promise, text in remarks:
            self.expect(False, promise, text)

    @contextmanager
    def failures(self) -> Iterator[None]:
        """What is raised inside the game's folder is a finding: what, and in which line."""
        try:
            yield
        except Endless:
            raise
        except Broken:
            pass
        except Exception as error:
            place = self._place_of(error)
            if isinstance(error, TooSlow):
                self.expect(False, "ends", join([error.text, place]))
                raise Endless from error
            if isinstance(error, ParlourError):
                self.expect(False, "plays", join([error.text, place]))
            elif _while_compiling(error):
                text = say("the rules cannot be compiled: {why}", why=_why(error))
                self.expect(False, "compiles", join([text, place]))
            else:
                text = say("{kind}: {error}", kind=type(error).__name__, error=error)
                self.expect(False, "plays", join([text, place]))

    def _place_of(self, error: Exception) -> Text | None:
        """The line of the folder where it was raised, or which the compiler complains about."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if Path(frame.filename).parent == self.folder:
                file = Path(frame.filename).name
                return say("[{name}, {file} line {line}]", name=frame.name, file=file, line=frame.lineno)
        line = re.search(r"(\w+\.py)\"?[, ]*(?:line |\(|:)(\d+)", str(error))
        return say("[{file} line {line}]", file=line[1], line=line[2]) if line else None


def _while_compiling(error: Exception) -> bool:
    """Was it the compiler that raised this, rather than a rule?"""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and f"{os.sep}numba{os.sep}" in frames[-1].filename


def _why(error: Exception) -> str:
    """The line of the compiler's complaint that says most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith("Failed in nopython mode")]
    return f"{type(error).__name__}: {(telling or lines or ['-'])[0]}"
