"""A GPU, as little of it as we need: memory, code, launches. CuPy or NVIDIA's own bindings drive it.

The bindings come with the extra `cuda`. CuPy is used where it is installed already, so that a machine
with CuPy and neither Numba nor a network can run code that was made elsewhere.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import importlib.util
import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from parlour.rules import dlpack
from parlour.text import MissingExtra, ParlourError, say


class NoGpu(ParlourError):
    """There is no GPU here that can be used."""


class Device(Protocol):
    """What drives a GPU. Everything happens in order; `get` waits for it."""

    name: str
    processors: int  # how many blocks can run at the same time, at least
    capability: tuple[int, int]
    place: tuple[int, int]  # what kind of device it is, and which of them, in DLPack's numbers

    def take(self, size: int) -> tuple[Any, int]:
        """Memory of so many bytes, all zero: what keeps it, and its address."""

    def put(self, address: int, data: npt.NDArray[Any]) -> None:
        """Copies an array to the GPU."""

    def get(self, address: int, data: npt.NDArray[Any]) -> None:
        """Copies from the GPU into an array, when all that was asked of the GPU before is done."""

    def clear(self, address: int, size: int) -> None:
        """Fills memory with zeros."""

    def copy(self, to: int, source: int, size: int) -> None:
        """Copies bytes from one place on the GPU to another."""

    def wait(self) -> None:
        """Returns when all that was asked of the GPU is done, in any stream."""

    def load(self, ptx: str, entry: str) -> Any:
        """Code, ready to be launched."""

    def launch(self, code: Any, blocks: int, threads: int, numbers: Sequence[int]) -> None:
        """Runs code; numbers are addresses and sizes, in the order of its parameters."""


class Array:
    """An array on a GPU. CuPy, PyTorch, JAX and Numba take it as it is, by `__cuda_array_interface__` or
    DLPack. All that is done to it is done in the GPU's default stream."""

    def __init__(self, where: Device, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape, self.dtype = shape, np.dtype(dtype)
        self._where = where
        self.nbytes = math.prod(shape) * self.dtype.itemsize
        self._kept: Any = None
        self.address = 0
        self.code: Any = None  # of the games that it belongs to
        if self.nbytes:
            self._kept, self.address = where.take(self.nbytes)

    @classmethod
    def at(cls, where: Device, address: int, shape: tuple[int, ...], dtype: Any, owner: Any) -> Array:
        """An array over memory that belongs to somebody else."""
        array = cls(where, (0,), dtype)
        array.shape, array.address, array._kept = shape, address, owner
        array.nbytes = math.prod(shape) * array.dtype.itemsize
        return array

    def view(self, dtype: Any) -> Array:
        """The same memory, its numbers read as others of the same size."""
        assert np.dtype(dtype).itemsize == self.dtype.itemsize
        array = Array.at(self._where, self.address, self.shape, dtype, self._kept)
        array.code = self.code
        return array

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        shape = "x".join(map(str, self.shape))
        return f"<Array of {shape} {self.dtype.name} on the GPU; get() copies it to NumPy>"

    def __array__(self, *_: Any, **__: Any) -> npt.NDArray[Any]:
        raise TypeError("this array lies on a GPU; its get() copies it to NumPy")

    def set(self, data: npt.ArrayLike) -> None:
        """Copies values to the GPU, whose shape must be this array's."""
        values = np.ascontiguousarray(data, self.dtype)
        if values.shape != self.shape:
            raise ValueError(f"an array of shape {values.shape} does not fit one of shape {self.shape}")
        if self.nbytes:
            self._where.put(self.address, values)

    def get(self) -> npt.NDArray[Any]:
        """A copy in ordinary memory."""
        data = np.zeros(self.shape, self.dtype)
        if self.nbytes:
            self._where.get(self.address, data)
        return data

    def clear(self) -> None:
        """Fills it with zeros, without anything passing the host."""
        if self.nbytes:
            self._where.clear(self.address, self.nbytes)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        where = {"data": (self.address, False), "stream": dlpack.LEGACY}
        return {"shape": self.shape, "typestr": self.dtype.str, "version": 3} | where

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        if stream not in (None, -1, 0, dlpack.LEGACY):  # another one does not wait for ours
            self._where.wait()
        return dlpack.lend(self, self.address, self.shape, self.dtype, self._where.place)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._where.place

    def copy_from(self, other: Array) -> None:
        """Takes over the numbers of an array of the same size, on the GPU."""
        if self.nbytes:
            self._where.copy(self.address, other.address, self.nbytes)

    def numbers(self) -> list[int]:
        """The array as Numba's kernels take it: parent, owner, items, item size, address, shape, strides."""
        strides = [self.dtype.itemsize * math.prod(self.shape[i + 1 :]) for i in range(len(self.shape))]
        return [0, 0, math.prod(self.shape), self.dtype.itemsize, self.address, *self.shape, *strides]


@functools.cache
def device() -> Device:
    """The GPU of this machine, driven by whatever is installed for it."""
    if importlib.util.find_spec("cupy") is not None:
        return _Cupy()
    if importlib.util.find_spec("cuda") is not None and importlib.util.find_spec("cuda.bindings") is not None:
        return _Bindings()
    raise MissingExtra("CuPy or numba-cuda", "cuda")


def _no_gpu(why: object) -> NoGpu:
    return NoGpu(
        say("There is no GPU here that can be used ({why}). Everything runs on the processor, too.", why=why)
    )


class _Cupy:
    def __init__(self) -> None:
        self._cupy = cupy = importlib.import_module("cupy")
        try:
            self._device = cupy.cuda.Device()
            about = cupy.cuda.runtime.getDeviceProperties(self._device.id)
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise _no_gpu(error) from error
        self.name = f"{about['name'].decode()}, by CuPy {cupy.__version__}"
        self.processors = int(about["multiProcessorCount"])
        self.capability = int(about["major"]), int(about["minor"])
        self.place = (dlpack.CUDA, int(self._device.id))
        self._modules: list[Any] = []  # code lives as long as its module

    def take(self, size: int) -> tuple[Any, int]:
        memory = self._cupy.zeros(size, np.uint8)
        return memory, memory.data.ptr

    def put(self, address: int, data: npt.NDArray[Any]) -> None:
        self._cupy.cuda.runtime.memcpy(address, data.ctypes.data, data.nbytes, 1)

    def get(self, address: int, data: npt.NDArray[Any]) -> None:
        self._device.synchronize()
        self._cupy.cuda.runtime.memcpy(data.ctypes.data, address, data.nbytes, 2)

    def clear(self, address: int, size: int) -> None:
        self._cupy.cuda.runtime.memset(address, 0, size)

    def copy(self, to: int, source: int, size: int) -> None:
        self._cupy.cuda.runtime.memcpy(to, source, size, 3)

    def wait(self) -> None:
        self._device.synchronize()

    def load(self, ptx: str, entry: str) -> Any:
        module = self._cupy.cuda.function.Module()
        module.load(ptx.encode())
        self._modules.append(module)
        return module.get_function(entry)

    def launch(self, code: Any, blocks: int, threads: int, numbers: Sequence[int]) -> None:
        code((blocks,), (threads,), tuple(np.int64(n) for n in numbers))


class _Bindings:
    def __init__(self) -> None:
        self._driver = driver = importlib.import_module("cuda.bindings.driver")
        try:
            self._ask(driver.cuInit(0))
            gpu = self._ask(driver.cuDeviceGet(0))
        except (RuntimeError, NoGpu) as error:  # the library of the driver is not there, or finds nothing
            raise _no_gpu(error) from error
        self._ask(driver.cuCtxSetCurrent(self._ask(driver.cuDevicePrimaryCtxRetain(gpu))))
        about = driver.CUdevice_attribute
        name = self._ask(driver.cuDeviceGetName(80, gpu)).split(b"\0")[0].decode()
        self.name = f"{name}, by NVIDIA's bindings"
        self.place = (dlpack.CUDA, 0)
        self.processors = self._fact(gpu, about.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
        self.capability = (
            self._fact(gpu, about.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
            self._fact(gpu, about.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
        )

    def _ask(self, answer: tuple[Any, ...]) -> Any:
        """What a call gave; an error says which."""
        if int(answer[0]) != 0:
            raise NoGpu(say("The GPU's driver answers: {error}", error=answer[0].name))
        return answer[1] if len(answer) > 1 else None

    def _fact(self, gpu: Any, which: Any) -> int:
        return int(self._ask(self._driver.cuDeviceGetAttribute(which, gpu)))

    def take(self, size: int) -> tuple[Any, int]:
        memory = _Memory(self._driver, self._ask(self._driver.cuMemAlloc(size)))
        self.clear(memory.address, size)
        return memory, memory.address

    def put(self, address: int, data: npt.NDArray[Any]) -> None:
        self._ask(self._driver.cuMemcpyHtoD(address, data.ctypes.data, data.nbytes))

    def get(self, address: int, data: npt.NDArray[Any]) -> None:
        self._ask(self._driver.cuMemcpyDtoH(data.ctypes.data, address, data.nbytes))

    def clear(self, address: int, size: int) -> None:
        self._ask(self._driver.cuMemsetD8(address, 0, size))

    def copy(self, to: int, source: int, size: int) -> None:
        self._ask(self._driver.cuMemcpyDtoD(to, source, size))

    def wait(self) -> None:
        self._ask(self._driver.cuCtxSynchronize())

    def load(self, ptx: str, entry: str) -> Any:
        module = self._ask(self._driver.cuModuleLoadData(ptx.encode() + b"\0"))
        return self._ask(self._driver.cuModuleGetFunction(module, entry.encode()))

    def launch(self, code: Any, blocks: int, threads: int, numbers: Sequence[int]) -> None:
        given = tuple(numbers), (ctypes.c_int64,) * len(numbers)
        self._ask(self._driver.cuLaunchKernel(code, blocks, 1, 1, threads, 1, 1, 0, 0, given, 0))


class _Memory:
    """Memory of a GPU that is given back when nobody needs it any more."""

    def __init__(self, driver: Any, pointer: Any) -> None:
        self._driver, self._pointer = driver, pointer
        self.address = int(pointer)

    def __del__(self) -> None:
        self._driver.cuMemFree(self._pointer)
