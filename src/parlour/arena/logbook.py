"""A tournament's folder: what is played, and every block of rounds as soon as it was.

`games.jsonl` only ever grows. Its first line says which tournament it is; each further line is a block of
rounds with a checksum, and is on the disk before the next block counts. A line that was cut off or damaged (a
full disk, kill -9) is passed over, and its rounds are played again. `results.json` and `report.html` are made
from it.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any

from parlour.arena.playing import Part, Played
from parlour.text import BadChoice, ParlourError, join, say

FORMAT = 1
GAMES, RESULTS, REPORT = "games.jsonl", "results.json", "report.html"


class Logbook:
    """The folder of one tournament, open for writing by this process alone."""

    def __init__(self, folder: Path, contest: Mapping[str, Any], resume: bool) -> None:
        self.folder = folder
        self.parts: list[Part] = []  # what was played before
        self.damaged = 0  # lines that were passed over
        path = folder / GAMES
        try:
            folder.mkdir(parents=True, exist_ok=True)
            fresh = not path.exists() or path.stat().st_size == 0
            if not fresh and not resume:
                raise BadChoice(
                    say(
                        "{folder} holds a tournament: --resume goes on with it; or choose another folder.",
                        folder=folder,
                    )
                )
            self._file = open(path, "a+b", buffering=0)  # noqa: SIM115  (closed by __exit__)
        except OSError as error:
            raise self._unwritten(error) from error
        try:
            _lock(self._file, folder)
            if fresh:
                self._write({"tournament": FORMAT, **contest})
            else:
                self._read(contest)
        except BaseException:
            self._file.close()
            raise

    def add(self, part: Part) -> None:
        """Keep a block; when this returns it is on the disk."""
        self._write(
            {
                "first": part.first,
                "rounds": [[list(game) for game in games] for games in part.rounds],
                "times": {
                    str(bot): dict(sorted(counts.items())) for bot, counts in sorted(part.times.items())
                },
            }
        )

    def _write(self, data: Mapping[str, Any]) -> None:
        text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        line = f'{text[:-1]},"check":{zlib.crc32(text.encode())}}}\n'.encode()
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritten(error) from error

    def _unwritten(self, error: OSError) -> ParlourError:
        why = say("{folder} cannot be written: {why}.", folder=self.folder, why=error.strerror or error)
        kept = say("What was played before is kept there; --resume goes on with it.")
        return ParlourError(join([why, kept] if self.parts or hasattr(self, "_file") else [why]))

    # ------------------------------------------------------------ going on

    def _read(self, contest: Mapping[str, Any]) -> None:
        try:
            self._file.seek(0)
            data = self._file.read()
        except OSError as error:
            raise ParlourError(
                say("{folder} cannot be read: {why}.", folder=self.folder, why=error.strerror or error)
            ) from error
        lines = data.splitlines()
        header = _checked(lines[0]) if lines else None
        if header is None or "tournament" not in header:
            raise BadChoice(
                say(
                    "{file} is not the record of a tournament; choose another folder.",
                    file=self.folder / GAMES,
                )
            )
        if header["tournament"] != FORMAT:
            raise BadChoice(say("{folder} was written by a later Parlour.", folder=self.folder))
        _same(self.folder, {k: v for k, v in header.items() if k != "tournament"}, contest)
        for line in lines[1:]:
            found = _checked(line)
            part = None if found is None else _part(found)
            if part is None:
                self.damaged += 1
            else:
                self.parts.append(part)
        if not data.endswith(b"\n"):  # the next line must not be glued to half a line
            self._file.write(b"\n")

    def __enter__(self) -> Logbook:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._file.close()


def _checked(line: bytes) -> dict[str, Any] | None:
    """What a line says, if it is whole."""
    text, mark, check = line.rpartition(b',"check":')
    if not mark or not check.endswith(b"}") or check[:-1] != str(zlib.crc32(text + b"}")).encode():
        return None
    try:
        data = json.loads(text + b"}")
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _part(data: Mapping[str, Any]) -> Part | None:
    try:
        rounds = [
            [Played(tuple(line), tuple(map(float, shares)), d, r) for line, shares, d, r in games]
            for games in data["rounds"]
        ]
        times = {int(b): Counter({int(s): int(n) for s, n in c.items()}) for b, c in data["times"].items()}
        return Part(int(data["first"]), rounds, times)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _same(folder: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    """Refuse to mix two tournaments, and say in what they differ."""
    here = json.loads(json.dumps(here))
    if there.get("rules") != here["rules"] and all(there.get(k) == here[k] for k in here if k != "rules"):
        raise BadChoice(
            say(
                "The game or its bots have changed since {folder} was begun; choose another folder.",
                folder=folder,
            )
        )
    for name in here:
        if name != "rules" and there.get(name) != here[name]:
            raise BadChoice(
                say(
                    "{folder} holds another tournament: its {name} is {there}, here it is {here}.",
                    folder=folder,
                    name=name,
                    there=_shown(there.get(name)),
                    here=_shown(here[name]),
                )
            )


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _lock(file: FileIO, folder: Path) -> None:
    """Two that write to one folder would play everything twice."""
    try:
        import fcntl
    except ImportError:  # Windows: nobody is stopped there
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BadChoice(say("Another tournament is being played in {folder} now.", folder=folder)) from error
    except OSError:  # a file system without locks
        return


def missing(rounds: int, parts: list[Part]) -> Iterator[int]:
    """The rounds that are still to be played."""
    played = {number for part in parts for number in range(part.first, part.first + len(part.rounds))}
    return (number for number in range(rounds) if number not in played)
