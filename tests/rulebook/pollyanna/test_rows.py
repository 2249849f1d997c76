"""Every row of the specification's scenario table, on both forms of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlour
from tests.rulebook.harness import Form, cases, play_row

GAME = parlour.load("pollyanna")


@pytest.mark.parametrize(("form", "row"), cases(GAME, Path(__file__).with_name("scenarios.json")))
def test_row(form: Form, row: dict[str, Any]) -> None:
    play_row(form, row)
