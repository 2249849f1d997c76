"""Positions in little space: as bytes, except the last, which is asked for again and again.

A position is an object with many fields; a match of five hundred events would hold some megabytes of them.
What is taken out must not be changed: the last one is the very object that was put in.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.rules.position import Position


class Packed:
    """A list of positions that is never empty."""

    def __init__(self, first: Position) -> None:
        self._packed: list[bytes] = []  # all but the last
        self._last = first

    def __getitem__(self, i: int) -> Position:
        """The i-th, from 0."""
        if i == len(self._packed):
            return self._last
        return Position.from_bytes(self._last.dtype, self._packed[i])

    @property
    def last(self) -> Position:
        """The newest position, which needs no unpacking."""
        return self._last

    def append(self, position: Position) -> bytes:
        """One more; the one before it as bytes."""
        self._packed.append(self._last.to_bytes())
        self._last = position
        return self._packed[-1]

    def drop(self, count: int) -> None:
        """Take the last so many out."""
        left = len(self._packed) - count
        self._last = self[left]
        del self._packed[left:]


class Pairs:
    """The positions before and after each of a row of events."""

    def __init__(self) -> None:
        self._packed: list[tuple[bytes, bytes]] = []  # all but the last
        self._last: tuple[Position, Position] | None = None
        self._joined = (
            False  # does the last pair begin with the very position that the one before ended with?
        )

    def __getitem__(self, i: int) -> tuple[Position, Position]:
        """The i-th, from 0."""
        if self._last is None:
            raise IndexError(i)
        if i == len(self._packed):
            return self._last
        before, after = self._packed[i]
        dtype = self._last[1].dtype
        return Position.from_bytes(dtype, before), Position.from_bytes(dtype, after)

    def since(self, i: int) -> Iterator[tuple[Position, Position]]:
        """From the i-th on."""
        for k in range(i, len(self._packed) + (self._last is not None)):
            yield self[k]

    def append(self, before: Position, after: Position, packed: bytes | None = None) -> None:
        """`packed` is the position before as bytes, where somebody has it so."""
        joined = self._last is not None and before is self._last[1]
        if self._last is not None:
            first = self._packed[-1][1] if self._joined else self._last[0].to_bytes()
            second = packed if joined and packed is not None else self._last[1].to_bytes()
            self._packed.append((first, second))
        self._last, self._joined = (before, after), joined
