"""What a game's odds.py is made of: topics that can be asked about, and sheets of figures in answer.

TOPICS      topic -> `Topic`: what it answers, what may be told with the question, and the answer
now(p)      sentences about the odds that matter in this position; none when nothing is at stake
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parlour.rules.position import Position
from parlour.text import BadChoice, Text, join, say, unknown

Cell = int | float | str | Text


@dataclass(frozen=True)
class Sheet:
    """A table of figures. Chances are floats; they are printed with so many `digits`."""

    title: Text
    columns: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[Text] = ()
    digits: int = 4

    def lines(self) -> list[str]:
        """The table in characters: words to the left of their column, figures to the right."""
        table = [[self._shown(cell) for cell in row] for row in (self.columns, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        words = [not any(isinstance(cell, int | float) for cell in c) for c in zip(*self.rows, strict=True)]
        columns = list(zip(widths, words, strict=True))
        return [
            "  ".join(
                cell.ljust(width) if left else cell.rjust(width)
                for cell, (width, left) in zip(row, columns, strict=True)
            ).rstrip()
            for row in table
        ]

    def plain(self) -> dict[str, Any]:
        """The same for JSON, with every digit there is."""
        return {
            "title": str(self.title),
            "columns": [_plain(cell) for cell in self.columns],
            "rows": [[_plain(cell) for cell in row] for row in self.rows],
            "notes": [str(note) for note in self.notes],
        }

    def _shown(self, cell: Cell) -> str:
        return f"{cell:.{self.digits}f}" if isinstance(cell, float) else str(cell)


def _plain(cell: Cell) -> int | float | str:
    return cell if isinstance(cell, int | float) else str(cell)


def percent(chance: float) -> str:
    """A chance within a sentence."""
    return f"{100 * chance:.1f} %"


class Given:
    """What was told with a question, as NAME=VALUE; collects everything that is wrong with it."""

    def __init__(self, values: Mapping[str, str], names: Iterable[str]) -> None:
        known = list(names)
        self.values = {name.replace("-", "_"): value for name, value in values.items()}
        self.faults: list[Text] = []
        for name in self.values:
            if not known:
                self.wrong(
                    say("There is nothing to tell about this topic, so “{name}” means nothing.", name=name)
                )
            elif name not in known:
                self.wrong(unknown(say("name"), name, known).text)

    def wrong(self, fault: Text) -> None:
        """Notes what is wrong with the values, so that all faults are told at once."""
        self.faults.append(fault)

    def choice(self, name: str, choices: Sequence[str]) -> str | None:
        """One of these words; None when it was not told."""
        word = self.values.get(name, "").lower()
        if not word or word in choices:
            return word or None
        self.wrong(unknown(say("choice for {option}", option=name), word, choices).text)
        return None

    def check(self) -> None:
        """An error that names every fault there is."""
        if self.faults:
            raise BadChoice(join(self.faults, "\n"))


@dataclass(frozen=True)
class Topic:
    """Something odds can be asked about.

    `sheet` gets a position, whose house rules count, and what was given; it calls `given.check()`.
    """

    about: Text
    sheet: Callable[[Position, Given], Sheet]
    tell: Mapping[str, Text] = field(default_factory=dict)  # name -> what can be told by it
    example: str = ""  # something to tell

    def answer(self, p: Position, values: Mapping[str, str] | None = None) -> Sheet:
        """The sheet for this position and these values, faults included."""
        return self.sheet(p, Given(values or {}, self.tell))
