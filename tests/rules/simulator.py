"""Numba's simulator of a GPU, made steady. To be imported where NUMBA_ENABLE_CUDASIM is set."""

from __future__ import annotations

import sys
import threading
from typing import Any

import numpy as np
from numba.cuda.simulator.kernelapi import FakeCUDAShared

_one_at_a_time = threading.Lock()


def steady() -> None:
    """Threads of a block that ask at the same moment for an array to share get the same one, as on a GPU.
    The simulator may be interrupted between its look whether there is one and the making of it. Threads
    change places often, because it waits for them in a busy loop."""
    FakeCUDAShared.array = _array
    sys.setswitchinterval(1e-5)


def _array(shared: Any, shape: int, dtype: Any) -> Any:
    """The array of the line that asks."""
    asking = sys._getframe(1)
    line = asking.f_code.co_filename, asking.f_lineno
    with _one_at_a_time:
        if line not in shared._allocations:
            shared._allocations[line] = np.empty(shape, dtype)
        return shared._allocations[line]
