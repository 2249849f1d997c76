"""Boards other than the printed one: played by the same rules, or refused with the reason."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.pollyanna import layout
from parlour.rules.kit import CHANCE, OVER
from parlour.text import BadBoard
from tests.rulebook.harness import Form
from tests.rulebook.pollyanna import spaces
from tests.rulebook.pollyanna.crowds import HOUSE_RULES, TABLES, crowd
from tests.rulebook.pollyanna.test_properties import play, whole_game

from .support import GAME

OTHERS = {
    "large": {
        "side": 17, "start_offset": 8, "branch": 3, "merge": 12, "turnout_length": 11, "path_length": 3,
    },
    "small": {
        "side": 12, "start_offset": 6, "branch": 1, "merge": 4, "turnout_length": 3, "path_length": 9,
    },
}  # fmt: skip
each_other = pytest.mark.parametrize("track", OTHERS.values(), ids=OTHERS)


def board_file(folder: Path, **changes: object) -> Path:
    lines = [
        f"{name} = {str(value).lower()}"
        for name, value in (spaces.PRINTED | changes).items()
        if value is not None
    ]
    file = folder / "board.toml"
    file.write_text('name = "Mine"\nprovenance = "house"\nsource = "test"\n[track]\n' + "\n".join(lines))
    return file


def test_the_printed_board() -> None:
    """POL-GEO-1 to POL-GEO-5, and the table of one player's coordinates."""
    assert GAME.rules.BOARD["track"] == spaces.PRINTED
    assert (layout.LOOP, layout.ENTRANCE, layout.HOME_PATH, layout.HOME) == (60, 54, 55, 61)
    turnouts = [[n for n in range(layout.HOME) if layout.FORKS[n, 1]], [14, 29, 44]]
    assert turnouts[0] == turnouts[1]
    for turnout, (branch, merge) in enumerate(((14, 19), (29, 34), (44, 49))):
        first = layout.FIRST_TURNOUT + layout.TURNOUT_LENGTH * turnout
        assert layout.WAY[layout.TURNOUT, branch, 1:9].tolist() == [*range(first, first + 7), merge]
        assert layout.WAY[layout.STRAIGHT, branch, 5] == merge
    colours = {n: int(layout.COLOUR[layout.SPACE[0, n + 1]]) for n in range(layout.HOME_PATH)}
    assert {n: seat for n, seat in colours.items() if seat >= 0} == {
        0: 0, 9: 1, 15: 1, 24: 2, 30: 2, 39: 3, 45: 3, 54: 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"side": None}, "track.side is missing"),
        ({"side": "'wide'"}, 'track.side = "wide" is not a whole number'),
        ({"side": 0}, "side = 0 is not a number of spaces"),
        ({"path_length": "true"}, "track.path_length = true is not a whole number"),
        ({"branch": 6}, "branch = 6 must come before start_offset = 6"),
        ({"merge": 4}, "merge = 4"),
        ({"merge": 16}, "merge = 16"),
        ({"start_offset": 15}, "start_offset = 15"),
        ({"turnout_length": 4}, "a turnout of 4 spaces must be the longer way"),
        ({"side": 11}, "a side = 11 must be at least 12 long"),
        ({"side": 28}, "too long"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    with pytest.raises(BadBoard, match=reason):
        parlour.load("pollyanna", board_file(tmp_path, **changes))


@each_other
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_another_board_is_played_alike_by_the_readable_and_the_fast_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, track: dict[str, int], table: dict[str, Any]
) -> None:
    """Every decision compared, in crowded positions by all rules and through a whole game."""
    fast = Form(parlour.load("pollyanna", board_file(tmp_path, **track)), "fast")
    monkeypatch.setattr(spaces, "TRACK", track)
    rng = random.Random(f"{track} {table}")
    for chance in (0.0, 0.25):  # of each house rule
        for _ in range(20):
            chosen = {name: choice for name, choice in HOUSE_RULES.items() if rng.random() < chance}
            play(fast, fast.game.position.build(crowd(rng, table, chosen)), rng, 3)
    whole_game(fast, table, rng)


@each_other
def test_another_board_is_played_to_the_end(tmp_path: Path, track: dict[str, int]) -> None:
    game = parlour.load("pollyanna", board_file(tmp_path, **track))
    dice = random.Random(3)
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    p = game.new(4)
    while (who := game.plain.actor(p)) != OVER:
        actions = out[: game.plain.legal(p, out)].tolist()
        if dice.random() < 0.2:
            assert game.position.build(game.position.describe(p)) == p
            assert len({game.words.notation(p, a) for a in actions}) == len(actions)
        action = game.plain.draw(p, dice.randrange(36)) if who == CHANCE else dice.choice(actions)
        game.plain.apply(p, int(action))
    assert sorted(p.place.tolist()) == [game.rules.PLAYING, game.rules.PLAYING, 0, 0]
