"""The moves on offer as numbered lines: all of them, or where there are hundreds, a way through them.

A game whose lists grow long names the group of each move in `words.group`. A long list is then
shown as its groups, with the numbers that belong to each; `moves` and a word list what has that
word in it. Whatever is shown, every number counts, and so does every move's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from parlour.table import Move
from parlour.terminal.show import QUIET, Screen
from parlour.text import BadChoice, Text, say

MANY = 24  # a list longer than this is not shown as it is
_SOME = 10  # of a long list without groups


class MoveList:
    """Legal moves, numbered from 1, those of one group together."""

    def __init__(self, moves: Sequence[Move]) -> None:
        order: dict[str, int] = {}
        for move in moves if len(moves) > MANY else ():
            order.setdefault(str(move.group), len(order))
        self.moves = sorted(moves, key=lambda move: order[str(move.group)]) if len(order) > 1 else list(moves)
        self._grouped = len(order) > 1

    def __len__(self) -> int:
        return len(self.moves)

    def show(self, screen: Screen) -> None:
        """All moves, or what helps to find one."""
        if len(self) <= MANY:
            self._list(screen, range(len(self)))
            return
        if self._grouped:
            for group, members in self._groups():
                self._summarize(screen, group, members)
        else:
            self._list(screen, range(_SOME))
            screen.line("      …")
        example = self.moves[-1].notation
        screen.line(
            say(
                "{count} moves. Type a number or a name, such as {example}; moves and a word to list "
                "those with that word in them; moves alone to list all.",
                count=len(self),
                example=example,
            ),
            QUIET,
        )

    def find(self, text: str) -> list[int]:
        """The moves (from 0) that have all these words in their name, their line or their group."""
        words = text.casefold().split()
        return [i for i, move in enumerate(self.moves) if all(word in _whole(move) for word in words)]

    def list(self, screen: Screen, text: str) -> None:
        """Those that have these words in them; all of them if nothing is said."""
        found = self.find(text)
        if not found:
            raise BadChoice(say("No move has “{text}” in it.", text=text))
        if self._grouped:
            for group, members in groupby(found, key=lambda i: str(self.moves[i].group)):
                screen.line(f"      {group}")
                self._list(screen, members)
        else:
            self._list(screen, found)

    def _list(self, screen: Screen, numbers: Iterator[int] | Sequence[int], width: int = 4) -> None:
        for i in numbers:
            screen.line(f"{i + 1:>{width}}  {self.moves[i].offer}  ({self.moves[i].notation})")

    def _groups(self) -> Iterator[tuple[Text | None, Sequence[int]]]:
        for _, members in groupby(range(len(self)), key=lambda i: str(self.moves[i].group)):
            numbers = list(members)
            yield self.moves[numbers[0]].group, numbers

    def _summarize(self, screen: Screen, group: Text | None, members: Sequence[int]) -> None:
        first, last = members[0], members[-1]
        if first == last:
            self._list(screen, members, width=9)
            return
        example = say("{group}, such as {example}", group=group, example=self.moves[first].notation)
        screen.line(f"{f'{first + 1}-{last + 1}':>9}  {example}")


def _whole(move: Move) -> str:
    return f"{move.notation} {move.offer} {move.group or ''}".casefold()
