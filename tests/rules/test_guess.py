"""guess samples what is hidden with the right odds: compared with all worlds there are."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import parlour
from parlour.rules.position import Position
from tests.rules.worlds import Worlds, by_view, histories, surprise

CELLAR = Path(__file__).with_name("cellar")
DEALT, ROLLED, ONE_BID, TWO_BIDS = 3, 4, 5, 6  # steps from the start, for three players


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> parlour.Game:
    """Cellar with few coins, so that all its worlds can be listed."""
    board = tmp_path_factory.mktemp("boards") / "small.toml"
    board.write_text((CELLAR / "board.toml").read_text("utf-8").replace("coins = 9", "coins = 2"), "utf-8")
    return parlour.load(str(CELLAR), board)


@pytest.mark.parametrize("steps", [1, 2, DEALT, ROLLED, ONE_BID, TWO_BIDS])
def test_guesses_fall_as_often_as_they_should(small: parlour.Game, steps: int) -> None:
    everything, rng = histories(small, small.new(3), steps), random.Random(steps)
    for seat in range(3):
        seen = by_view(small, everything, seat)
        for view in rng.sample(sorted(seen), min(3, len(seen))):
            strays = surprise(small, view, seen[view], seat, 40 * len(seen[view]), rng.getrandbits(60))
            told = small.position.describe(Position.from_bytes(small.rules.State, view))
            assert abs(strays) < 5, told


def test_a_biased_guess_is_found_out(small: parlour.Game) -> None:
    """The test can fail: worlds that are not alike are not taken for worlds that are."""
    view, worlds = next(iter(by_view(small, histories(small, small.new(3), DEALT), 0).items()))
    first, *others = sorted(worlds)
    wrong: Worlds = {first: 3 * worlds[first], **{data: worlds[data] for data in others}}
    total = sum(wrong.values())
    assert surprise(small, view, {k: v / total for k, v in wrong.items()}, 0, 60 * len(wrong), 1) > 5
