"""DLPack: arrays that others take where they lie, and arrays of others that are read where they lie.

A capsule of Python's holds a structure in memory that says where an array is and how it is laid out, and a
function that its user calls when it is done. https://dmlc.github.io/dlpack/latest/python_spec.html
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

__all__ = ["CPU", "CUDA", "Borrowed", "borrow", "lend"]

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13
LEGACY = 1  # the stream that waits for all others, and they for it
_NAME = b"dltensor"
_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32),
        ("number", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]


_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]

_lent: dict[int, tuple[Any, ...]] = {}  # what must live until its user is done, by the structure's address


def _give_back(address: int) -> None:
    _lent.pop(address, None)


def _drop(capsule: int) -> None:
    """Nobody took what was in it."""
    if _is_valid(capsule, _NAME):
        _give_back(_pointer(capsule, _NAME))


_returned, _dropped = _Deleter(_give_back), _Destructor(_drop)


def lend(
    owner: Any, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], place: tuple[int, int]
) -> Any:
    """A capsule for an array that lies there, one row after the other. `owner` is kept until it is given
    back."""
    sizes = (ctypes.c_int64 * max(len(shape), 1))(*shape)
    steps = (ctypes.c_int64 * max(len(shape), 1))()
    step = 1
    for axis in reversed(range(len(shape))):
        steps[axis] = step
        step *= max(shape[axis], 1)
    kind = _KINDS[dtype.kind]
    tensor = _Tensor(address, *place, len(shape), kind, 8 * dtype.itemsize, 1, sizes, steps, 0)
    managed = _Managed(tensor, None, _returned)
    _lent[ctypes.addressof(managed)] = (managed, sizes, steps, owner)
    return _new(ctypes.addressof(managed), _NAME, _dropped)


class Borrowed(NamedTuple):
    """Where somebody else's array lies."""

    address: int
    shape: tuple[int, ...]
    dtype: str  # NumPy's name of it, or "" where NumPy has none
    dense: bool  # without gaps between its numbers
    owner: Any  # to be kept while it is read


def borrow(given: Any, stream: int | None = LEGACY) -> Borrowed:
    """Where an array with `__dlpack__` lies, once everything is done that its owner still does to it in
    another stream."""
    capsule = given.__dlpack__() if stream is None else given.__dlpack__(stream=stream)
    tensor = ctypes.cast(_pointer(id(capsule), _NAME), ctypes.POINTER(_Managed)).contents.tensor
    shape = tuple(tensor.shape[: tensor.ndim])
    dense, step = True, 1
    for axis in reversed(range(tensor.ndim)):
        dense &= not tensor.strides or shape[axis] == 1 or tensor.strides[axis] == step
        step *= shape[axis]
    names = {0: f"int{tensor.bits}", 1: f"uint{tensor.bits}", 2: f"float{tensor.bits}", 6: "bool"}
    dtype = names.get(tensor.kind, "") if tensor.lanes == 1 else ""
    return Borrowed((tensor.data or 0) + tensor.offset, shape, dtype, bool(dense), (given, capsule))
