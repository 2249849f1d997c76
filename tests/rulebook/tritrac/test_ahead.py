"""What an action will lead to, asked before it is played: how it ends, and what is counted of it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rulebook.harness import Form
from tests.rulebook.tritrac.support import GAME, PHASES, Walk, ask, both_forms, lay

COLUMN = "Ya4u/B Ya3d/F Ya3u/F Ya2d/F Ya2u/F Ya1d/F Nb3u/H"


def ahead(walk: Walk, note: str) -> str:
    return PHASES[ask(walk.form, "phase_after", walk.position, walk.action(note))]


@both_forms
def test_a_repetition_is_seen_coming(form: Form) -> None:
    """TRI-Q-21: by a tile turned back, and by one moved back."""
    walk = lay(form, "Oa1d/H Yd1u/H Nb3u/H", turn="Y", repetition="2")
    walk.go("d1u-c1u/H", "a1d/B", "c1u-d1u/H")
    assert ahead(walk, "a1d/H") == "REPEATED" and ahead(walk, "a1d/F") == "PLAY"
    walk = lay(form, "Oc2d/B Yd1u/H Nb3u/H", turn="Y", repetition="2")
    walk.go("d1u-c1u/H", "c2d-d3u/F", "c1u-d1u/H")
    assert ahead(walk, "d3u-c2d/B") == "REPEATED" and ahead(walk, "d3u-c2d/H") == "PLAY"


@both_forms
def test_a_placement_repeats_nothing(form: Form) -> None:
    """TRI-Q-21: the neutral tile was turned and turned back, so that only the bar differs from what stood
    before; a placement lifts the bar, but there is one tile more."""
    walk = lay(form, "Oa1d/B Yd1u/H Nb3u/H", repetition="2")
    walk.go("b3u/B", "d1u-c1u/H", "b3u/H", "c1u-d1u/H")
    assert walk.phase == "PLAY" and ahead(walk, "Od4d/F") == "PLAY"
    assert walk.branch().go("Od4d/F").phase == "PLAY"


@both_forms
@pytest.mark.parametrize(("whose", "spare"), [("Y", "O"), ("O", "Y")])
def test_a_tile_that_took_the_place_of_the_neutral_one(form: Form, whose: str, spare: str) -> None:
    """TRI-Q-21: the same spaces are filled, turned the same way, but not by the same tiles."""
    tiles = f"{whose}d2u/H {spare}a1d/B Nb3u/H"
    walk = lay(form, tiles, turn=whose, lock=spare, repetition="2")
    walk.go("d2u-c2u/H", "b3u-b2u/H", "c2u-b3u/H", "b2u-d2u/H")
    assert (walk.decides, walk.lock, walk.phase) == (whose, spare, "PLAY")


COUNTED = [
    ({}, "Oa1u/F", ["placements", "wins"]),
    ({}, "Oc2d/H", ["placements"]),
    ({}, "b3u/F", ["turned tiles", "uses of the neutral tile"]),
    ({}, "b3u-c2d/H", ["moves", "uses of the neutral tile"]),
    ({"turn": "Y"}, "a3d/H", ["turned tiles"]),
    ({"turn": "Y"}, "a3d-a4d/H", ["moves"]),
    ({"max_plies": 31}, "Oc2d/H", ["placements", "draws by length"]),
]


@pytest.mark.parametrize(("more", "note", "wanted"), COUNTED)
def test_what_a_turn_is_counted_as(more: dict[str, object], note: str, wanted: list[str]) -> None:
    """TRI-MOVE-5: each turn is one of the three, and at most one end."""
    walk = lay(Form(GAME, "plain"), COLUMN, **more)  # type: ignore[arg-type]
    counts = np.zeros(len(GAME.rules.TALLIES), np.int64)
    GAME.plain.tally(walk.position, walk.action(note), counts)
    counted = dict(zip(GAME.rules.TALLIES, counts.tolist(), strict=True))
    assert counted == {name: int(name in wanted) for name in GAME.rules.TALLIES}
