"""The file that a game is saved in, after every move."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from parlour.table import Match, files
from parlour.terminal.show import GOOD, Screen
from parlour.text import BadChoice, ParlourError, say


class Keeping:
    """A match and its file, if it has one."""

    def __init__(self, screen: Screen, match: Match, file: Path | None) -> None:
        self.file = file
        self._screen = screen
        self._match = match
        self._stored = {_content(file)}  # as this game, and nobody else, has written it

    def begin(self) -> None:
        """A file that cannot be written is better known before anybody plays."""
        if self.file is not None:
            self._store(self.file)

    def keep(self) -> bool:
        """Save, if there is a file; whether the game is safe. A full disk is told, and the game goes on."""
        try:
            self.begin()
            return self.file is not None
        except ParlourError as problem:
            self._screen.error(problem)
            return False

    def save(self, name: str) -> None:
        """Save, from now on under this name if there is one."""
        from parlour.terminal.setup import refuse_file

        if name and Path(name) != self.file:
            refuse_file(Path(name))
            before = self.file, self._stored
            self.file, self._stored = Path(name), {None}
            if not self.keep():
                self.file, self._stored = before
                return
        elif self.file is None:
            raise BadChoice(say("Type save and a file's name, such as: save tonight.parlour"))
        self._screen.line(say("Saved in {file}, and from now on after every move.", file=self.file), GOOD)

    def goodbye(self) -> None:
        """To whoever leaves: how to go on, if the game is safe."""
        if self.keep():
            self._screen.block(
                say("Saved. Go on with: parlour play --resume {file}", file=quote(str(self.file)))
            )
        else:
            self._screen.line(say("Goodbye. The game was not saved."))

    def afterwards(self) -> None:
        """What can be done with the file of a game that is over."""
        if self.file is not None:
            self._screen.block(say("See it again: parlour replay {file}", file=quote(str(self.file))))
            self._screen.block(say("Check it: parlour verify {file}", file=quote(str(self.file))))

    def _store(self, file: Path) -> None:
        """Save, unless another Parlour has written to the file meanwhile: no game takes another's place."""
        if _content(file) not in self._stored:
            text = say(
                "{file} was changed by somebody else and is left alone. Save under another name: save NAME",
                file=file,
            )
            raise ParlourError(text)
        new = self._match.record().encode()
        self._stored.add(new)  # a Ctrl-C may come before the file has it, or just after
        self._match.save(file)
        self._stored = {new}


def _content(file: Path | None) -> bytes | None:
    """What is in the file; None where there is none."""
    return files.read(file) if file is not None and file.is_file() else None
