"""The pictures in the repository are what the code draws today."""

from __future__ import annotations

import pytest

from tests.draw.pictures import POSITIONS, ROOT, pictures


@pytest.mark.parametrize("name", POSITIONS)
def test_pictures_are_fresh(name: str) -> None:
    for file, drawn in pictures(name).items():
        assert file.read_text("utf-8") == drawn, (
            f"{file.relative_to(ROOT)} is out of date: look at it after python3 tests/draw/pictures.py"
        )
