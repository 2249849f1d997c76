"""The network in training: its numbers, what they say of positions, gradients, and Adam's steps.

Everything is written against the functions that NumPy and CuPy share (`xp`), so one text fits networks on
a CPU and on a GPU. A network is one flat array in the order of a mind (see drivers.py); its layers are views.

    score(x) = relu(relu(x W1 + b1) W2 + b2) w + b + x v

The straight way `x v` from the inputs to the score lets a network start as the careful player, with v its
weights and w zero, and learn only what that player gets wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.text import MissingExtra, say, unknown

Array = Any  # of NumPy or CuPy
DEVICES = ("auto", "cpu", "gpu")
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8  # Adam's, as published


def array_module(device: str = "auto") -> ModuleType:
    """CuPy where it finds a GPU, else NumPy."""
    if device not in DEVICES:
        raise unknown(say("device"), device, DEVICES)
    if device == "cpu":
        return np
    try:
        import cupy
    except ImportError as error:
        if device == "gpu":
            raise MissingExtra("CuPy", "cuda") from error
        return np
    try:
        found = cupy.cuda.runtime.getDeviceCount() > 0
    except cupy.cuda.runtime.CUDARuntimeError:
        found = False
    if not found and device == "gpu":
        raise unknown(say("device"), device, DEVICES[:2])
    module: ModuleType = cupy if found else np
    return module


@dataclass(frozen=True)
class Shape:
    """How wide the layers are."""

    inputs: int
    hidden: int
    deeper: int

    def layers(self, flat: Array) -> dict[str, Array]:
        """Views of a flat array, by name, in the order of a mind."""
        found, at = {}, 0
        for name, size in self._sizes():
            count = int(np.prod(size))
            found[name] = flat[at : at + count].reshape(size)
            at += count
        assert at == flat.size
        return found

    @property
    def size(self) -> int:
        """How many numbers a network of this shape has."""
        return sum(int(np.prod(size)) for _, size in self._sizes())

    def _sizes(self) -> list[tuple[str, tuple[int, ...]]]:
        n, h, d = self.inputs, self.hidden, self.deeper
        return [
            *(("W1", (n, h)), ("b1", (h,)), ("W2", (h, d)), ("b2", (d,))),
            *(("w", (d,)), ("b", (1,)), ("v", (n,))),
        ]

    def start(self, seed: int, straight: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Where training begins: random layers that do not count yet, and a straight way that does."""
        rng = np.random.default_rng(seed)
        flat = np.zeros(self.size, np.float32)
        layers = self.layers(flat)
        # Most features are 0 at any time: an input weighs as much as if a quarter of them were there.
        layers["W1"][:] = rng.normal(0, np.sqrt(8 / self.inputs), layers["W1"].shape)
        layers["W2"][:] = rng.normal(0, np.sqrt(2 / self.hidden), layers["W2"].shape)
        layers["v"][:] = straight
        return flat

    def widen(self, former: Shape, numbers: npt.NDArray[np.float32], seed: int) -> npt.NDArray[np.float32]:
        """A network of this shape that says what a smaller one says: its new units do not count yet."""
        assert former.inputs == self.inputs and former.hidden <= self.hidden and former.deeper <= self.deeper
        flat = self.start(seed, np.zeros(self.inputs, np.float32))
        layers, old = self.layers(flat), former.layers(numbers)
        layers["W2"][former.hidden :, : former.deeper] = 0
        for name, values in old.items():
            layers[name][tuple(map(slice, values.shape))] = values
        return flat


def scores(xp: Any, layers: dict[str, Array], x: Array) -> tuple[Array, Array, Array]:
    """The score of every row, and what the two layers of units gave."""
    first = xp.maximum(x @ layers["W1"] + layers["b1"], 0)
    second = xp.maximum(first @ layers["W2"] + layers["b2"], 0)
    return second @ layers["w"] + layers["b"] + x @ layers["v"], first, second


def loss_and_gradient(
    xp: Any, shape: Shape, flat: Array, x: Array, shares: Array, targets: Array
) -> tuple[Array, Array]:
    """How far the chances are from `targets` (cross entropy), and which way is down.

    x        positions x seats x inputs
    shares   seats x sides: what part of a side's score comes from each seat
    targets  positions x sides, each row summing to 1
    """
    positions, seats, inputs = x.shape
    layers = shape.layers(flat)
    rows = x.reshape(positions * seats, inputs)
    score, first, second = scores(xp, layers, rows)
    logits = score.reshape(positions, seats) @ shares
    logits -= logits.max(axis=1, keepdims=True)
    logs = logits - xp.log(xp.exp(logits).sum(axis=1, keepdims=True))
    loss = -(targets * logs).sum() / positions

    gradient = xp.zeros_like(flat)
    slope = shape.layers(gradient)
    by_score = (((xp.exp(logs) - targets) / positions) @ shares.T).reshape(-1)
    slope["w"][:] = by_score @ second
    slope["b"][:] = by_score.sum()
    slope["v"][:] = by_score @ rows
    back = xp.outer(by_score, layers["w"]) * (second > 0)
    slope["W2"][:] = first.T @ back
    slope["b2"][:] = back.sum(axis=0)
    back = (back @ layers["W2"].T) * (first > 0)
    slope["W1"][:] = rows.T @ back
    slope["b1"][:] = back.sum(axis=0)
    return loss, gradient


class Adam:
    """Adam's method (Kingma and Ba, 2015), with a running mean of the numbers, which is what plays.

    The mean of the last thousand or so steps is steadier than any of them, so that training can be stopped
    and taken up at any time, without a schedule for the learning rate that ends somewhere.
    """

    def __init__(self, xp: Any, flat: npt.NDArray[np.float32], rate: float, memory: float = 0.999) -> None:
        self.xp = xp
        self.rate, self.memory = rate, memory
        self.step = 0
        self.flat = xp.asarray(flat, dtype=xp.float32)
        self.first = xp.zeros_like(self.flat)
        self.second = xp.zeros_like(self.flat)
        self.mean = self.flat.copy()

    def take(self, gradient: Array) -> None:
        """One step; the rate goes down with the square root of the steps after the first few thousand."""
        xp = self.xp
        self.step += 1
        self.first += (1 - BETA1) * (gradient - self.first)
        self.second += (1 - BETA2) * (gradient * gradient - self.second)
        rate = self.rate / np.sqrt(1 + self.step / 2000)
        size = rate * np.sqrt(1 - BETA2**self.step) / (1 - BETA1**self.step)
        self.flat -= xp.float32(size) * self.first / (xp.sqrt(self.second) + EPSILON)
        memory = min(self.memory, self.step / (self.step + 9))  # soon forgets where it began
        self.mean += xp.float32(1 - memory) * (self.flat - self.mean)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that a later run needs to go on as if nothing had happened."""
        names = ("flat", "first", "second", "mean")
        arrays = {name: to_numpy(getattr(self, name)) for name in names}
        return arrays | {"step": np.array(self.step)}

    def restore(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Goes on from a state that was kept, as if training had not stopped."""
        for name in ("flat", "first", "second", "mean"):
            setattr(self, name, self.xp.asarray(state[name], dtype=self.xp.float32))
        self.step = int(state["step"])


def to_numpy(array: Array) -> npt.NDArray[Any]:
    """An array of either kind, in the main memory."""
    made: npt.NDArray[Any] = array.get() if hasattr(array, "get") else np.asarray(array)
    return made
