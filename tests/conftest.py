"""What all tests share: where compiled rules are kept, and how Hypothesis searches."""

from __future__ import annotations

import os
import re
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


UNCOMPILED = ("tests/server/", "tests/web/")
# Several processes or a browser take part in these. One that fails is run once more, and the report names it:
# what a crowded machine did to it once is no reason to refuse a change, and every reason to look at the test.
CROWDED = (
    *UNCOMPILED,
    "tests/terminal/",
    "tests/arena/",
    "tests/bots/test_workers",
    "tests/bots/test_program",
)
# Whole games pass the same lines again and again, and counting them takes three times as long.
UNCOUNTED = re.compile(
    "compiled|fast|twin|alike|_perft|/test_properties|test_every_answer_is_right|refused_exactly_when"
    "|test_statistics|like_those_of_the_specification|different_hashes|never_get_lost|looking_ahead"
    "|texts_agree|who_wins|a_guess_fits_what_the_seat_knows|the_most_chips|cannot_place_what_it_has_not_seen"
)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With several processes, one game's tests stay in one: otherwise each compiles the same rules. Where
    nothing is compiled any process takes the next test. Those in a browser come last: Playwright keeps an
    event loop running in its process from then on, in which no other can be run."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))
    games = parlour.names()
    for item in items:
        if item.nodeid.startswith(CROWDED):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if "tests/rulebook" in item.nodeid and not UNCOUNTED.search(item.nodeid):
            item.add_marker(pytest.mark.readable)
        elif "toy" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("toy"))
        elif not item.nodeid.startswith(UNCOMPILED):
            named = [game for game in games if game in _about(item)]
            item.add_marker(pytest.mark.xdist_group(named[0])) if named else None


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long text does not name a test: it may differ from process to process, and nobody can read it."""
    return argname if isinstance(val, str) and len(val) > 60 else None


def _about(item: pytest.Item) -> str:
    """A test's name, and the example of a document that it runs."""
    example = getattr(item, "callspec", None) and item.callspec.params.get("example")  # type: ignore[attr-defined]
    return item.nodeid + getattr(example, "text", "")
