"""Commands that are sent again: the same id gets the same answer, and is not played twice."""

from __future__ import annotations

from parlour.server.access import Refusal
from parlour.text import ParlourError, say

_REMEMBERED = 256  # refused commands whose answers are kept, in case they are sent again


class Repeats:
    """The commands of a table and their answers, by key: who sent it and under which id."""

    def __init__(self) -> None:
        self._done: dict[str, tuple[str, int]] = {}  # digest of the command, seq
        self._refused: dict[str, tuple[str, ParlourError]] = {}

    def done(self, key: str, said: str, seq: int) -> None:
        """It was carried out, and answered with that number."""
        self._done[key] = (said, seq)

    def refused(self, key: str, said: str, problem: ParlourError) -> None:
        """It was refused, and stays so."""
        self._refused[key] = (said, problem)
        while len(self._refused) > _REMEMBERED:
            del self._refused[next(iter(self._refused))]

    def answer(self, key: str, said: str) -> int | None:
        """The number that this very command was answered with; an error if it was refused."""
        if key in self._refused:
            digest, problem = self._refused[key]
            if digest == said:
                raise problem.with_traceback(None)  # or it would grow each time
            raise _reused()
        if key not in self._done:
            return None
        digest, seq = self._done[key]
        if digest != said:
            raise _reused()
        return seq


def _reused() -> Refusal:
    return Refusal(409, "reused", say("Another command was sent under this id before; give each its own."))
