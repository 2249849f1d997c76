"""Compiling rules: once for whole numbers of any width, and with the same results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from parlour.rules import forms
from parlour.rules.forms import pipeline

pytestmark = pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")


def inner(function: Callable[..., Any]) -> Any:
    import numba

    hidden = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
    made = numba.njit(pipeline_class=pipeline.pipelines()[1], **hidden)(function)
    pipeline.for_any_number(made)
    return made


def outer(function: Callable[..., Any]) -> Any:
    import numba

    return numba.njit(pipeline_class=pipeline.pipelines()[0], _nrt=False)(function)


@inner
def less(a: Any, b: Any) -> Any:
    return a - b


@inner
def countdown(n: Any) -> Any:
    if n <= 0:
        return 0
    return 1 + countdown(n - 1)


@inner
def one_of(which: Any) -> Any:
    return (7, 2.5)[which]  # which of the two it is decides its type


def test_a_rule_is_compiled_once_for_whole_numbers_of_any_width() -> None:
    @outer
    def play(small: Any, long: Any) -> Any:
        return less(small[0], small[1]) * 100 + less(long[0], 1) * 10 + less(3, small[0])

    small, long = np.array([2, 5], np.uint8), np.array([4], np.int64)
    assert play(small, long) == -300 + 30 + 1  # and what is less than nothing is not a large number
    assert len(less.overloads) == 1


def test_a_rule_may_call_itself() -> None:
    @outer
    def play(small: Any) -> Any:
        return countdown(small[0]) + countdown(3)

    assert play(np.array([4], np.uint8)) == 7
    assert len(countdown.overloads) == 1


def test_a_constant_that_decides_a_type_is_kept() -> None:
    @outer
    def play(n: Any) -> Any:
        return one_of(0) + one_of(1) + n

    assert play(1) == 10.5


@inner
def third_of(pair: Any) -> Any:
    return (*pair, pair[0] + pair[1])[2]


def test_what_python_writes_in_several_steps_is_put_together() -> None:
    @outer
    def play(n: Any) -> Any:
        return third_of((n, 2))

    assert play(3) == 5


def test_numba_is_left_as_it_was() -> None:
    before = [getattr(place, name) for place, name, _ in pipeline._patches()]

    @outer
    def play(n: Any) -> Any:
        return less(n, 1)

    assert play(3) == 2
    assert all(
        getattr(place, name) is was for (place, name, _), was in zip(pipeline._patches(), before, strict=True)
    )
