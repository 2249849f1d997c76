"""A GPU that is none: Numba's simulator runs the kernels, on this machine's memory.

To be imported where NUMBA_ENABLE_CUDASIM is set. Arrays, addresses, copies, launches and DLPack are those of
a real device; only the code is not machine code, and slow.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from simulator import steady

from parlour.rules import dlpack, forms, gpu
from parlour.rules.position import Position, Shelf

THREADS = 3  # of a block, so that there are several blocks, and the last is not full


class HostDevice:
    """Memory of this machine in the place of a GPU's."""

    name, processors, capability, place = "Numba's simulator", 1, (9, 0), (dlpack.CPU, 0)

    def __init__(self) -> None:
        self.copied = 0  # bytes that went between the GPU and the host

    def take(self, size: int) -> tuple[Any, int]:
        memory = np.zeros(size, np.uint8)
        return memory, memory.ctypes.data

    def put(self, address: int, data: np.ndarray[Any, Any]) -> None:
        self.copied += data.nbytes
        ctypes.memmove(address, data.ctypes.data, data.nbytes)

    def get(self, address: int, data: np.ndarray[Any, Any]) -> None:
        self.copied += data.nbytes
        ctypes.memmove(data.ctypes.data, address, data.nbytes)

    def clear(self, address: int, size: int) -> None:
        ctypes.memset(address, 0, size)

    def copy(self, to: int, source: int, size: int) -> None:
        ctypes.memmove(to, source, size)

    def wait(self) -> None: ...

    def load(self, text: Any, entry: str) -> Any:
        return text

    def launch(self, code: Any, blocks: int, threads: int, numbers: Sequence[int]) -> None:
        kernel, likes = code
        records: list[tuple[np.ndarray[Any, Any], Shelf]] = []
        values, at = [], 0
        for like in likes:
            if not isinstance(like, np.ndarray):
                values.append(np.int64(numbers[at]))
                at += 1
                continue
            _, _, items, width, address, *sizes = numbers[at : at + 5 + 2 * like.ndim]
            shape, at = tuple(sizes[: like.ndim]), at + 5 + 2 * like.ndim
            assert width == like.itemsize and items == math.prod(shape), (like, shape)
            data = _over(address, shape, like.dtype)
            if like.dtype.names:
                shelf = Shelf(items, like.dtype)
                for i in range(items):
                    shelf[i] = Position.unpack(data[i : i + 1])
                records.append((data, shelf))
            values.append(records[-1][1] if like.dtype.names else data)
        rows = max(len(value) for value in values if hasattr(value, "__len__"))
        assert blocks * threads >= rows  # threads that have no row have nothing to do
        kernel[math.ceil(rows / THREADS), THREADS](*values)
        for data, shelf in records:
            for i in range(len(shelf)):
                data[i : i + 1] = shelf[i].pack()


def _over(address: int, shape: tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
    size = math.prod(shape) * dtype.itemsize
    memory = (ctypes.c_uint8 * size).from_address(address) if size else bytearray()
    return np.frombuffer(memory, dtype, math.prod(shape)).reshape(shape)


def simulate() -> HostDevice:
    """From now on there is such a GPU here."""
    steady()
    found, bound = HostDevice(), {}

    def text(code: gpu.Code, kernel: str) -> Any:
        key = code.game.id, str(code.game.house(code.start))
        if key not in bound:
            house = code.game.house(code.start)
            drivers, parts = code.program.drivers, code.program.parts
            bound[key] = forms.cuda(code.game.rules, *drivers, house=house, parts=parts)
        return getattr(bound[key], kernel), code.program.arguments[kernel]

    def loaded(code: gpu.Code, kernel: str, blocks: int, threads: int, *arguments: Any) -> None:
        code._loaded.setdefault(kernel, text(code, kernel))
        launch(code, kernel, blocks, threads, *arguments)

    launch = gpu.Code.launch
    gpu.Code.launch = loaded  # type: ignore[method-assign]
    gpu.device = lambda: found  # type: ignore[assignment,return-value]
    return found
