"""Arrays that somebody else gives, read on the GPU where they lie."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from parlour.rules import dlpack
from parlour.rules.device import Array, Device
from parlour.text import BadAction, Text, say

__all__ = ["taken"]


def taken(where: Device, given: Any, shape: tuple[int, ...], kinds: tuple[str, ...], what: Text) -> Array:
    """An array of this shape and one of these `kinds`, on the GPU: one of ours, or whatever tells its place
    by DLPack or `__cuda_array_interface__`. What this machine's memory has is copied, as the first kind."""
    found = given if isinstance(given, Array) else _found(where, given, what)
    if found is None:
        values = np.asarray(given)
        if values.shape == shape and values.dtype.kind in np.dtype(kinds[0]).kind.replace("i", "iu"):
            found = Array(where, shape, kinds[0])
            found.set(values)
            return found
        raise _refused(values.dtype.name, values.shape, shape, what)
    if found.shape != shape or found.dtype.name not in kinds:
        raise _refused(found.dtype.name, found.shape, shape, what)
    return found


def _found(where: Device, given: Any, what: Text) -> Array | None:
    """An array that lies on a GPU, or nothing."""
    if hasattr(given, "__dlpack__") and hasattr(given, "__dlpack_device__"):
        kind, number = (int(part) for part in given.__dlpack_device__())
        if (kind, number) != where.place and kind != dlpack.CUDA_MANAGED:
            if kind in (dlpack.CPU, dlpack.CUDA_HOST):
                return None
            raise BadAction(
                say(
                    "The array lies on device {number}, and the games on device {own}.",
                    number=number,
                    own=where.place[1],
                )
            )
        lent = dlpack.borrow(given, None if kind == dlpack.CPU else dlpack.LEGACY)
    elif hasattr(given, "__cuda_array_interface__"):
        lent = _described(given)
        if given.__cuda_array_interface__.get("stream") not in (None, dlpack.LEGACY):
            where.wait()
    else:
        return None
    if not lent.dense or not lent.dtype:
        raise BadAction(say("Wanted here are {what}, one after the other in memory.", what=what))
    return Array.at(where, lent.address, lent.shape, lent.dtype, lent.owner)


def _described(given: Any) -> dlpack.Borrowed:
    """What `__cuda_array_interface__` says."""
    about = given.__cuda_array_interface__
    shape, dtype, steps = tuple(about["shape"]), np.dtype(about["typestr"]), about.get("strides")
    dense = steps is None or all(
        size == 1 or step == dtype.itemsize * math.prod(shape[axis + 1 :])
        for axis, (size, step) in enumerate(zip(shape, steps, strict=True))
    )
    return dlpack.Borrowed(int(about["data"][0]), shape, dtype.name, dense, given)


def _refused(kind: str, shape: tuple[int, ...], wanted: tuple[int, ...], what: Text) -> BadAction:
    return BadAction(
        say(
            "Wanted here are {what} in the shape {wanted}, not {kind} of shape {shape}.",
            what=what,
            wanted="x".join(map(str, wanted)),
            kind=kind,
            shape="x".join(map(str, shape)) or "1",
        )
    )
