"""The PyTorch example, in short form; it needs PyTorch, which is too large for the tests' environment."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="pip install torch, to test examples/train_torch.py")

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_torch.py"


def test_the_example_learns_from_shared_memory() -> None:
    spec = importlib.util.spec_from_file_location("train_torch", EXAMPLE)
    assert spec and spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    curve = example.train(games=32, length=8, updates=2, every=1, tests=20)
    assert [point["decisions"] for point in curve] == [0, 256, 512]
    assert all(0 <= point["won"] <= 1 for point in curve)
    again = example.train(games=32, length=8, updates=2, every=1, tests=20)
    assert again == curve
