"""The toy race, loaded for the tests of the rules core; both forms of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.rules import forms

TOY = Path(__file__).with_name("toy")


@pytest.fixture(scope="session")
def toy() -> parlour.Game:
    return parlour.load(str(TOY))


@pytest.fixture(params=["plain", "compiled"])
def form(request: pytest.FixtureRequest, toy: parlour.Game) -> Any:
    if request.param == "plain":
        return toy.plain
    if not forms.compiler_present():
        pytest.skip("Numba is not here")
    return toy.compiled
