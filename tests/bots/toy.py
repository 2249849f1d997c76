"""The toy race with considerations, as a folder of its own that a test may write to."""

from __future__ import annotations

import shutil
from pathlib import Path

import parlour
from parlour.rules.game import Game

CAREFUL = '''"""The toy race, looked at carefully: how far one has come, and how near the others are."""

from parlour.rules.contracts.careful import Consideration
from parlour.rules.kit import rule
from parlour.text import say

from .rules import CHAIRS, LENGTH, RUNNERS

CONSIDERATIONS = (
    Consideration("race", say("the way home"), 2.0),
    Consideration("others", say("the others far behind"), 0.5),
)
SCALE = 0.5


@rule
def consider(s, seat, out):
    out[0] = 0.0
    out[1] = 0.0
    for chair in range(CHAIRS):
        for runner in range(RUNNERS):
            if chair == seat:
                out[0] += s.runners[chair, runner] / LENGTH
            else:
                out[1] -= s.runners[chair, runner] / LENGTH
'''


def careful_toy(folder: Path) -> Game:
    """The race in a new folder below this one, with a `careful.py`."""
    place = folder / "race"
    shutil.copytree(Path(__file__).parents[1] / "rules" / "toy", place)
    (place / "careful.py").write_text(CAREFUL, "utf-8")
    return parlour.load(str(place))
