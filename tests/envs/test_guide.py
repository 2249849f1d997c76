"""The examples of docs/environments.md do what it says."""

from __future__ import annotations

import doctest
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_examples_of_the_guide_with_parcheesi() -> None:
    found = doctest.testfile(str(GUIDE), module_relative=False)
    assert found.failed == 0 < found.attempted
