"""What a game's `edits.py` defines: what a person who owns the real board can correct on its drawing.

It works on the data of a board file alone, as TOML gives it, and never on what the rules make of it: the
data may be wrong at the time. A game without the file can be corrected by its numbers and its text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.rules.contracts.file import GameFile
from parlour.text import Text

__all__ = ["EditsFile", "Offer"]

SWITCH, NUMBER, CHOICE, BUTTON = "switch", "number", "choice", "button"


@dataclass(frozen=True)
class Offer:
    """One thing that can be changed on a space."""

    name: str  # by which `changed` knows it
    words: Text  # what it is, as a label
    kind: str  # SWITCH (yes or no), NUMBER, CHOICE (one of `choices`) or BUTTON (just do it)
    value: bool | int | str = ""
    choices: tuple[tuple[str, Text], ...] = ()
    least: int = 0
    most: int = 99


class EditsFile(GameFile):
    """The contract of `edits.py`."""

    NAME = "edits"

    def offers(self, board: Mapping[str, Any], space: str) -> Sequence[Offer]:
        """What can be changed on a space of the drawing, as the data stand."""
        return ()

    def changed(self, board: Mapping[str, Any], space: str, name: str, value: Any) -> Mapping[str, Any]:
        """New data, in which the offer of that name was taken; those that were given stay as they are."""
        return board
