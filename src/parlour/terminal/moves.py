"""The moves on offer as lines: numbered, or where there are hundreds, a way through them.

A game whose lists grow long names the group of each move in `words.group`. A long list is then shown as its
groups; `moves` and a word list what has that word in it. A number counts when its line is in the list shown
last, a move's name always. Where an amount is asked for, lines have no numbers: a number that is typed is the
sum. Lines are numbered from 1, but where moves are told apart by a number of their own, such as a row of the
board (`words.LINES`), by that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from parlour.rules.contracts.words import WordsFile
from parlour.rules.run import parse_int
from parlour.table import Move, sensible
from parlour.terminal.show import QUIET, Screen
from parlour.terminal.sums import Sums, nearest_to
from parlour.text import BadChoice, Text, say

MANY = 14  # a list longer than this is not shown as it is: with what stands around it, it fills a screen
_SOME = 10  # of a long list without groups
_WAYS = 6  # to make an amount: so many are shown one by one


class MoveList:
    """Legal moves, numbered, those of one group together."""

    def __init__(self, moves: Sequence[Move], words: WordsFile | None = None) -> None:
        self.sums = Sums(words, moves) if words is not None else None
        order: dict[str, int] = {}
        for move in moves if len(moves) > MANY and not self.sums else ():
            order.setdefault(str(move.group), len(order))
        self.moves = sorted(moves, key=lambda move: order[str(move.group)]) if len(order) > 1 else list(moves)
        self._grouped = len(order) > 1
        own = _own_numbers(self.moves, words) if words is not None and not self.sums else None
        self._numbers = own or range(1, len(self.moves) + 1)
        self._shown: set[int] = set()

    @property
    def first(self) -> int:
        """The least number of a line."""
        return min(self._numbers)

    @property
    def last(self) -> int:
        """The greatest."""
        return max(self._numbers)

    def __len__(self) -> int:
        return len(self.moves)

    def show(self, screen: Screen) -> None:
        """All moves, or what helps to find one."""
        if self.sums:
            self._show_sums(screen, self.sums)
            return
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
                "{count} moves. Type a name, such as {example}; moves and a word to list those with that "
                "word in them; moves alone to list all.",
                count=len(self),
                example=example,
            ),
            QUIET,
        )

    def numbered(self, answer: str) -> Move:
        """The move meant by a bare number: the sum where one is asked for, else a line that was shown."""
        if self.sums:
            return self.sums.find(parse_int(answer, say("sum"), 0))
        number = parse_int(answer, say("number of a move"), self.first, self.last)
        if number not in self._numbers:
            raise BadChoice(nearest_to(number, self._numbers))
        i = self._numbers.index(number)
        if i not in self._shown:
            raise BadChoice(
                say(
                    "Line {number} is not in the list shown last. Type moves to see them all, or a "
                    "move's name.",
                    number=number,
                )
            )
        return self.moves[i]

    def line(self, i: int) -> str:
        """The line of a move (from 0): with its number, which counts from now on, or without."""
        number = "" if self.sums else self._numbers[i]
        self._shown.add(i)
        return f"{number:>4}  {self.moves[i].offer}  ({self.moves[i].notation})"

    def find(self, text: str) -> list[int]:
        """The moves (from 0) that have all these words in their name, their line or their group."""
        words = text.casefold().split()
        return [i for i, move in enumerate(self.moves) if all(word in _whole(move) for word in words)]

    def list(self, screen: Screen, text: str) -> None:
        """Those that have these words in them; all of them if nothing is said."""
        found = self.find(text)
        if not found:
            raise BadChoice(say("No move has “{text}” in it.", text=text))
        self.turn_page()
        if self._grouped:
            for group, members in groupby(found, key=lambda i: str(self.moves[i].group)):
                screen.line(f"      {group}")
                self._list(screen, members)
        else:
            self._list(screen, found)

    def choose_from(self, screen: Screen, codes: Sequence[int]) -> None:
        """Those that somebody may have meant, if they are few enough to be read."""
        meant = [i for i, move in enumerate(self.moves) if move.code in codes]
        if len(meant) <= MANY and not self.sums:
            self.turn_page()
            self._list(screen, meant)

    def turn_page(self) -> None:
        """Another list follows. Of a long one only its own numbers count then: whoever reads three lines and
        types 3 does not mean one that stood elsewhere."""
        if len(self) > MANY:
            self._shown.clear()

    def _show_sums(self, screen: Screen, sums: Sums) -> None:
        """The moves without a sum by their names, and which sums there are."""
        few = len(self) - len(sums.others) <= _WAYS
        self._list(screen, [i for i, move in enumerate(self.moves) if few or move in sums.others])
        if not few:
            least, most = (sums.named(total) for total in (min(sums.by_sum), max(sums.by_sum)))
            likely = sensible(self.moves)
            some = [str(total) for total in sorted(sums.by_sum) if sums.find(total).code in likely]
            example = ", ".join(some) or str(max(sums.by_sum))
            line = say(
                "      a sum from {least} to {most}, such as {example}",
                least=least,
                most=most,
                example=example,
            )
            screen.line(line)

    def _list(self, screen: Screen, numbers: Iterable[int]) -> None:
        for i in numbers:
            screen.line(self.line(i))

    def _groups(self) -> Iterator[tuple[Text | None, Sequence[int]]]:
        for _, members in groupby(range(len(self)), key=lambda i: str(self.moves[i].group)):
            numbers = list(members)
            yield self.moves[numbers[0]].group, numbers

    def _summarize(self, screen: Screen, group: Text | None, members: Sequence[int]) -> None:
        if len(members) == 1:
            self._list(screen, members)
            return
        example = self.moves[members[0]].notation
        told = say(
            "{group}: {count} ways, such as {example}", group=group, count=len(members), example=example
        )
        screen.line(f"      {told}")


def _whole(move: Move) -> str:
    return f"{move.notation} {move.offer} {move.group or ''}".casefold()


def _own_numbers(moves: Sequence[Move], words: WordsFile) -> list[int] | None:
    """The numbers by which people tell these moves apart, if it is only by numbers: their names where these
    are nothing else, or the one field of `words.LINES` in which they differ."""
    if not 1 < len(moves) <= MANY:
        return None
    if all(move.notation.isdecimal() for move in moves):
        return [int(move.notation) for move in moves]
    said = [tuple(move.fields.get(field) for field in words.LINES) for move in moves]
    differing = [set(one) for one in zip(*said, strict=True) if len(set(one)) > 1]
    if len(differing) != 1 or None in differing[0] or len(differing[0]) < len(moves):
        return None
    column = next(one for one in zip(*said, strict=True) if set(one) == differing[0])
    return [int(number) for number in column]
