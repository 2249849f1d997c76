"""Moves that set an amount: what is typed is the sum, never the number of a line.

Which moves these are, and what a part of an amount is worth, the game says in `words.AMOUNTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from parlour.rules.contracts.words import TOTAL, Amount, WordsFile
from parlour.table import Move
from parlour.text import BadChoice, Text, say


class Sums:
    """The moves on offer by the sums that they set, and those beside them that set none."""

    def __init__(self, words: WordsFile, moves: Sequence[Move]) -> None:
        self.by_sum: dict[int, list[Move]] = {}
        self.others: list[Move] = []
        self._total: Amount | None = None
        for move in moves if words.AMOUNTS else ():
            sums = [
                (a, _sum(a, move.fields[field])) for field, a in words.AMOUNTS.items() if field in move.fields
            ]
            if not sums:
                self.others.append(move)
            for amount, total in sums:
                self.by_sum.setdefault(total, []).append(move)
                self._total = amount if amount.total is not None else self._total or amount

    def __bool__(self) -> bool:
        return bool(self.by_sum)

    def named(self, total: int) -> str:
        """A sum as the game writes it: "$25"."""
        written = None if self._total is None else self._total.total
        return str(total) if written is None else str(written).replace(TOTAL, str(total))

    def find(self, total: int) -> Move:
        """The move that sets so much; of several ways the one with the fewest parts."""
        if total in self.by_sum:
            return min(self.by_sum[total], key=_parts)
        raise BadChoice(nearest_to(total, self.by_sum, self.named))


def nearest_to(number: int, known: Collection[int], named: Callable[[int], str] = str) -> Text:
    """That this number cannot be, and which can that are nearest to it."""
    below, above = [one for one in known if one < number], [one for one in known if one > number]
    near = [named(one) for one in ([max(below)] if below else []) + ([min(above)] if above else [])]
    told = ", ".join(near)
    return say("It cannot be exactly {total}; the nearest: {near}.", total=named(number), near=told)


def _sum(amount: Amount, value: Any) -> int:
    if isinstance(value, Mapping):
        return sum(int(count) * (amount.parts[part].worth or 1) for part, count in value.items())
    return int(value)


def _parts(move: Move) -> int:
    """How many things an amount is made up of."""
    made = [sum(map(int, value.values())) for value in move.fields.values() if isinstance(value, Mapping)]
    return sum(made)
