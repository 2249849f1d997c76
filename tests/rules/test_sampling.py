"""Picking from masks, bits and lists: only what is legal, with the odds that were asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.rules import sampling
from parlour.rules.sampling import listed, packed, sample
from parlour.text import BadChoice

ROWS = 4000


@pytest.fixture(params=["plain", "compiled"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "plain":
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    return str(request.param)


def masks_of(width: int, rows: int = 40) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(width)
    masks = (rng.random((rows, width)) < rng.random((rows, 1))).astype(np.int8)
    masks[np.arange(rows), rng.integers(width, size=rows)] = 1
    return masks


@pytest.mark.parametrize(
    ("width", "dtype"), [(1, np.int8), (7, np.uint8), (64, np.bool_), (65, np.int8), (300, np.uint8)]
)
def test_only_what_is_marked_is_picked(width: int, dtype: Any) -> None:
    masks = masks_of(width).astype(dtype)
    codes, counts = listed(masks)
    assert [row[:n].tolist() for row, n in zip(codes, counts, strict=True)] == [
        np.flatnonzero(mask).tolist() for mask in masks
    ]
    rows = np.arange(len(masks))
    for seed in range(3):
        picks = [
            sample(masks, rng=seed),
            sample(packed(masks), actions=width, rng=seed),
            sample(codes, counts=counts, rng=seed),
        ]
        assert all(masks[rows, pick].all() for pick in picks)
        assert np.array_equal(picks[0], picks[1]) and np.array_equal(picks[0], picks[2])
        assert masks[rows, sample(masks, np.zeros(masks.shape), rng=seed)].all()


def test_all_marked_are_picked_alike() -> None:
    """A chi-square of nine degrees of freedom is below 27.9 in 999 of 1000 cases."""
    mask = np.zeros((ROWS, 150), np.int8)
    legal = [0, 3, 63, 64, 65, 100, 127, 128, 140, 149]
    mask[:, legal] = 1
    found = np.bincount(sample(mask, rng=1), minlength=150)
    assert found.sum() == found[legal].sum() == ROWS
    assert ((found[legal] - ROWS / 10) ** 2 / (ROWS / 10)).sum() < 27.9


def test_logits_give_the_odds_of_a_softmax() -> None:
    mask = np.tile(np.array([1, 0, 1, 1, 0], np.bool_), (ROWS, 1))
    logits = np.tile(np.array([0.0, 99.0, 1.0, -1.0, 0.0], np.float32), (ROWS, 1))
    wanted = np.exp([0.0, 1.0, -1.0]) / np.exp([0.0, 1.0, -1.0]).sum()
    for legal, more in (
        (mask, {}),
        (packed(mask), {"actions": 5}),
        (listed(mask)[0], {"counts": np.full(ROWS, 3)}),
    ):
        actions, odds = sample(legal, logits, rng=5, log_probs=True, **more)
        found = np.bincount(actions, minlength=5)[[0, 2, 3]]
        assert found.sum() == ROWS
        assert ((found - ROWS * wanted) ** 2 / (ROWS * wanted)).sum() < 13.8  # 2 degrees, 999 of 1000
        assert np.allclose(np.exp(odds), wanted[np.searchsorted([0, 2, 3], actions)])
    assert np.allclose(np.exp(sample(mask, log_probs=True)[1]), 1 / 3)


def test_extreme_logits() -> None:
    mask = np.ones((3, 4), np.int8)
    logits = np.array(
        [[-np.inf, 1e30, -np.inf, 0], [-1e300, -1e300, 0, -1e300], [-np.inf, -np.inf, -np.inf, -3.0]]
    )
    assert sample(mask, logits, rng=0).tolist() == [1, 2, 3]


def test_what_cannot_be_picked_from() -> None:
    masks = masks_of(9, 4)
    empty = masks.copy()
    empty[2] = 0
    codes, counts = listed(masks)
    for wrong, words in (
        (lambda: sample(empty), "row 2"),
        (lambda: sample(packed(empty), actions=9), "row 2"),
        (lambda: sample(empty, np.zeros((4, 9))), "row 2"),
        (lambda: sample(codes, counts=[1, 1, 0, 1]), "row 2"),
        (lambda: sample(masks.astype(float)), "float64"),
        (lambda: sample(masks.astype(np.int64)), "int64"),
        (lambda: sample(masks[0]), "shape 9"),
        (lambda: sample(packed(masks), actions=17), "3 bytes"),
        (lambda: sample(masks, np.zeros((4, 8))), "4x8"),
        (lambda: sample(masks, np.zeros((4, 9), np.int64)), "int64"),
        (lambda: sample(masks, np.full((4, 9), np.nan)), "row 0"),
        (lambda: sample(masks, np.full((4, 9), -np.inf)), "row 0"),
        (lambda: sample(codes, counts=[1]), "4 counts"),
        (lambda: sample(codes, counts=[99] * 4), "their length"),
        (lambda: sample(codes - 5, np.zeros((4, 9)), counts=counts), "0 or more"),
    ):
        with pytest.raises(BadChoice, match=words):
            wrong()
    assert sample(np.zeros((0, 5), np.int8)).shape == (0,)


def test_the_compiled_form_picks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    masks, logits = masks_of(300), np.random.default_rng(0).normal(size=(40, 300))
    first = sample(masks, rng=3), sample(masks, logits, rng=3)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not hasattr(sampling.alone(sampling).list_words, "py_func")
    for fast, slow in zip(first, (sample(masks, rng=3), sample(masks, logits, rng=3)), strict=True):
        assert np.array_equal(fast, slow)


def test_the_series_is_an_exponential() -> None:
    odds_of = sampling.alone(sampling).odds_of
    numbers = [-690.1, -689.9, -100.0, -1e-9, 0.0, 0.3, 0.35, 79.9, 599.9]
    found = [odds_of(number) for number in numbers]
    assert np.allclose(found[1:], np.exp(numbers[1:]), rtol=1e-11) and found[0] == 0
    assert odds_of(-np.inf) == 0 and np.isnan(odds_of(np.nan)) and odds_of(1e9) == odds_of(600.0)


def test_what_has_no_chance_is_never_picked() -> None:
    """Neither by the lowest ticket there is nor by one that rounding brings past the end."""
    rows = 300
    masks, logits = np.ones((rows, 5), np.int8), np.tile([-np.inf, -3.0, -np.inf, 2.0, -np.inf], (rows, 1))

    class Tickets(np.random.Generator):
        def random(self, size: int) -> Any:
            return np.repeat([0.0, 1.0 - 2.0**-53, 1.0], size // 3)

    picked = sample(masks, logits, rng=Tickets(np.random.PCG64()))
    assert picked.reshape(3, -1).tolist() == [[1] * 100, [3] * 100, [3] * 100]


def test_a_sampler_needs_no_room_for_all_of_wide_masks() -> None:
    """Of a wide mask little is legal: a number for all of it would be gigabytes."""
    masks = np.zeros((1000, 5000), np.int8)
    masks[:, 7] = 1
    logits = np.zeros(masks.shape, np.float32)
    sampler = sampling.Sampler(*masks.shape)
    kept = sum(one.nbytes for one in vars(sampler).values() if isinstance(one, np.ndarray))
    assert kept < masks.nbytes
    picked, odds = sampler.pick(masks, None, np.ones(1000, np.int32), logits, 1, True)
    assert (picked == 7).all() and (odds == 0).all()
