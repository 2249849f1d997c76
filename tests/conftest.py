"""What all tests share: where compiled rules are kept, and how Hypothesis searches."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

import parlour

# Kept between runs, because it is named by what was compiled, but away from the person's own.
os.environ.setdefault("PARLOUR_CACHE", str(Path(__file__).resolve().parents[1] / ".cache"))

# CI must give the same answer to the same commit; at a desk every run looks somewhere new.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("desk", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With several processes, one game's tests stay in one: otherwise each compiles the same rules."""
    for item in items:
        if "toy" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("toy"))
            continue
        for game in parlour.names():
            if game in item.nodeid:
                item.add_marker(pytest.mark.xdist_group(game))
                break
