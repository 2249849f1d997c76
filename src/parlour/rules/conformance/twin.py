"""The form that plays beside the plain one: compiled, with `fast.py` over the readable rules."""

from __future__ import annotations

from typing import Any

from parlour.rules import drivers, forms
from parlour.rules.game import Game
from parlour.rules.position import Position


class Twin:
    """The same game by the other form, step by step. Without a compiler it is the text of `fast.py` in
    plain Python, so that what it says is compared all the same; a game with neither has no twin."""

    def __init__(self, form: Any, *, compiled: bool) -> None:
        self.form = form
        self.is_compiled = compiled
        self._kept: Any = None

    @classmethod
    def of(cls, game: Game, *, boundscheck: bool) -> Twin | None:
        """The form that this game has beside the plain one, if any."""
        if forms.compiler_present():
            checked = boundscheck and forms.compiled(game.rules, drivers, boundscheck=True)
            return cls(checked or game.compiled, compiled=True)
        fast = forms.fast_of(game.rules)
        return None if fast is None else cls(forms.plain(game.rules, drivers, fast=fast), compiled=False)

    def take(self, p: Position) -> None:
        """Go on from this position."""
        self._kept = p.pack() if self.is_compiled else p.copy()

    @property
    def s(self) -> Any:
        """The record, as the form's functions take it."""
        return self._kept[0] if self.is_compiled else self._kept

    def to_bytes(self) -> bytes:
        """The twin's position, to be compared with the plain one byte by byte."""
        return bytes(self._kept.tobytes() if self.is_compiled else self._kept.to_bytes())

    def legal(self, out: Any) -> list[int]:
        """What the twin lists as legal, in its order."""
        listed: list[int] = out[: int(self.form.legal(self.s, out))].tolist()
        return listed

    def after(self, p: Position, name: str, *arguments: Any) -> bytes:
        """What a function makes of this position."""
        other = Twin(self.form, compiled=self.is_compiled)
        other.take(p)
        getattr(self.form, name)(other.s, *arguments)
        return other.to_bytes()

    def replay(self, start: Position, actions: list[int], out: Any) -> tuple[int, bytes]:
        """How many of these actions it plays, and where that leads; what is compiled looks each up."""
        self.take(start)
        for played, action in enumerate(actions):
            if self.is_compiled and action not in out[: int(self.form.legal(self.s, out))]:
                return played, self.to_bytes()
            self.form.apply(self.s, action)
        return len(actions), self.to_bytes()
