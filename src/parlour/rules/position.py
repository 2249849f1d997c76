"""A position in plain Python: the fields of a record as attributes, quick to read and write.

Uncompiled access to a NumPy record costs microseconds; this stand-in holds each array field
as an int64 array and each scalar as an int. It also checks what compiled code does not: a
value that does not fit its field is an error when the position is packed.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt


@cache
def _limits(dtype: np.dtype[Any]) -> tuple[list[str], list[str], npt.NDArray[Any], npt.NDArray[Any]]:
    """The fields that are numbers, those that are arrays, and the limits of all elements, in this order."""
    numbers = [name for name in dtype.names or () if not dtype[name].shape]
    arrays = [name for name in dtype.names or () if dtype[name].shape]
    sizes = [math.prod(dtype[name].shape) for name in numbers + arrays]
    kinds = [np.iinfo(dtype[name].base) for name in numbers + arrays]
    low = np.repeat([k.min for k in kinds], sizes)
    high = np.repeat([min(k.max, 2**63 - 1) for k in kinds], sizes)  # more than that no position holds
    return numbers, arrays, low, high


class Position:
    """One position of one game. `pack()` gives the record, `Position.unpack()` reads one."""

    __slots__ = ("__dict__", "_dtype")
    _dtype: np.dtype[Any]

    def __init__(self, dtype: np.dtype[Any]) -> None:
        object.__setattr__(self, "_dtype", dtype)
        for name in dtype.names or ():
            shape = dtype[name].shape
            setattr(self, name, np.zeros(shape, np.int64) if shape else 0)

    def __getattr__(self, name: str) -> Any:  # only for names that are not fields
        raise AttributeError(f"the record has no field {name!r}")

    if TYPE_CHECKING:  # fields are written like they are read

        def __setattr__(self, name: str, value: Any) -> None: ...

    @property
    def dtype(self) -> np.dtype[Any]:
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
        new = Position.__new__(Position)
        object.__setattr__(new, "_dtype", self._dtype)
        for name, value in self.__dict__.items():
            new.__dict__[name] = value.copy() if isinstance(value, np.ndarray) else value
        return new

    def pack(self) -> npt.NDArray[Any]:
        """The position as a one-element array of the game's record."""
        fields = self.__dict__
        numbers, arrays, low, high = _limits(self._dtype)
        flat = np.concatenate([[fields[n] for n in numbers], *(np.ravel(fields[n]) for n in arrays)])
        if flat.shape != low.shape or (flat < low).any() or (flat > high).any():
            self._complain()
        slot = np.zeros(1, self._dtype)
        slot[0] = tuple(fields[name] for name in self._dtype.names or ())
        return slot

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
        return cls.unpack(np.frombuffer(data, dtype))

    def to_bytes(self) -> bytes:
        return self.pack().tobytes()

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
