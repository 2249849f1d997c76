"""A position in plain Python: the fields of a record as attributes, quick to read and write.

Uncompiled access to a NumPy record costs microseconds; this stand-in holds each array field
as an int64 array and each scalar as an int. It also checks what compiled code does not: a
value that does not fit its field is an error when the position is packed.
"""

from __future__ import annotations

import math
import struct
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt


@cache
def _layout(dtype: np.dtype[Any]) -> tuple[struct.Struct, list[tuple[str, tuple[int, ...]]]]:
    """A record's bytes as `struct` writes them, and its fields in that order, with their shapes."""
    written, end = "<", 0
    fields = sorted((dtype.fields or {}).items(), key=lambda field: field[1][1])
    for _, (kind, start, *_) in fields:
        written += f"{start - end}x{math.prod(kind.shape)}{_LETTERS[kind.base.str[1:]]}"
        end = start + kind.itemsize
    whole = struct.Struct(f"{written}{dtype.itemsize - end}x")
    return whole, [(name, kind.shape) for name, (kind, *_) in fields]


SHOWN = 16  # numbers of a field
_LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}


class Position:
    """One position of one game. `pack()` gives the record, `Position.unpack()` reads one."""

    __slots__ = ("__dict__", "_dtype")
    _dtype: np.dtype[Any]

    def __init__(self, dtype: np.dtype[Any]) -> None:
        object.__setattr__(self, "_dtype", dtype)
        for name in dtype.names or ():
            shape = dtype[name].shape
            setattr(self, name, np.zeros(shape, np.int64) if shape else 0)

    def __repr__(self) -> str:
        """Every field that is not zero; of long ones how long they are."""
        told = []
        for name, value in self.__dict__.items():
            if np.any(value):
                numbers = np.asarray(value)
                shown = numbers.tolist() if numbers.size <= SHOWN else f"<{numbers.size} numbers>"
                told.append(f"{name}={shown}")
        return f"Position({', '.join(told)})"

    def __getattr__(self, name: str) -> Any:  # only for names that are not fields
        raise AttributeError(f"the record has no field {name!r}")

    if TYPE_CHECKING:  # fields are written like they are read

        def __setattr__(self, name: str, value: Any) -> None: ...

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record's fields and sizes, by which it is packed."""
        return self._dtype

    def take(self, other: Position) -> None:
        """Become a copy of `other`."""
        mine, theirs = self.__dict__, other.__dict__
        for name, value in theirs.items():
            if isinstance(value, np.ndarray):
                mine[name][...] = value
            else:
                mine[name] = value

    def copy(self) -> Position:
        """A position that shares nothing with this one."""
        new = Position.__new__(Position)
        object.__setattr__(new, "_dtype", self._dtype)
        mine = new.__dict__
        for name, value in self.__dict__.items():
            mine[name] = value.copy() if type(value) is np.ndarray else value
        return new

    def pack(self) -> npt.NDArray[Any]:
        """The position as a one-element array of the game's record."""
        return np.frombuffer(bytearray(self.to_bytes()), self._dtype)

    def _complain(self) -> None:
        """Name the first field that holds more than it can."""
        for name in self._dtype.names or ():
            kind, shape = self._dtype[name].base, self._dtype[name].shape
            value, limits = np.asarray(getattr(self, name)), np.iinfo(kind)
            if value.shape != shape:
                raise ValueError(f"{name} has the shape {value.shape}, not {shape}")
            if value.size and (int(value.min()) < limits.min or int(value.max()) > limits.max):
                raise OverflowError(f"{name} = {value.tolist()} does not fit {kind}")

    @classmethod
    def unpack(cls, record: Any) -> Position:
        """Read a record, or an array that holds one."""
        data = np.asarray(record).reshape(-1)[:1]
        new = cls(data.dtype)
        for name in data.dtype.names or ():
            value = data[name][0]
            setattr(new, name, value.astype(np.int64) if np.ndim(value) else int(value))
        return new

    @classmethod
    def from_bytes(cls, dtype: np.dtype[Any], data: bytes) -> Position:
        """A position from the bytes of a record."""
        return cls.unpack(np.frombuffer(data, dtype))

    def to_bytes(self) -> bytes:
        """The bytes of the record, the same as those of the compiled forms."""
        whole, fields = _layout(self._dtype)
        flat: list[int] = []
        for name, shape in fields:
            value = self.__dict__[name]
            if not shape:
                flat.append(value)
            elif value.shape == shape:
                flat += value.ravel().tolist()
            else:
                self._complain()
        try:
            return whole.pack(*flat)
        except struct.error:
            self._complain()
            raise

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())


class Shelf:
    """What an array of records is to compiled drivers: places that hold positions by value."""

    def __init__(self, places: int, dtype: np.dtype[Any]) -> None:
        self._places = [Position(dtype) for _ in range(places)]

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, i: int) -> Position:
        return self._places[i]

    def __setitem__(self, i: int, position: Position) -> None:
        self._places[i].take(position)
