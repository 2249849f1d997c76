"""The tracks that a board allows, against the specification's lists."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.rulebook.harness import Form
from tests.rulebook.tritrac.support import (
    COL_A,
    COL_D,
    GAME,
    GAMES,
    MID,
    ROW_1,
    ROW_4,
    both_forms,
    every_board,
    lay,
    names,
    place,
)

NAMES = names(GAME).ARROW_NAMES
tracks: Any = GAME.module("catalogue")  # of this board


def arrows(track: Any) -> str:
    return f"{NAMES[track.start]}-{NAMES[track.end]}"


def test_how_many_there_are() -> None:
    """Section 4.3: 188 tracks of at most fifteen tiles. (TRI-WIN-1, TRI-COMP-2)"""
    lengths = Counter(len(track.places) for track in tracks.tracks())
    assert lengths == {7: 2, 8: 6, 9: 6, 10: 24, 11: 8, 12: 22, 13: 20, 14: 74, 15: 26}
    assert len(tracks.tracks()) == 188 == len(set(tracks.tracks()))


def test_the_shortest_ones() -> None:
    """Section 4.3, all of 7 and 8 tiles; between the light arrows there are twenty of 14. (TRI-GEO-4)"""
    found = {
        f"{NAMES[a]}-{NAMES[b]}": {frozenset(str(t).split()) for t in best}
        for (a, b), best in tracks.shortest().items()
    }
    twenty = found.pop("L0-L1")
    assert len(twenty) == 20 and {len(track) for track in twenty} == {14}
    assert found == {
        "D0-L1": {frozenset(COL_D)},
        "D1-L0": {frozenset(COL_A)},
        "D0-L0": {frozenset(ROW_1)},
        "D1-L1": {frozenset(ROW_4)},
        "D0-D1": {
            frozenset(["d1d/B", "d2u/B", "c2d/B", "c3u/B", "b3d/B", "b4u/B", "a4d/H", "a4u/H"]),
            frozenset(["d1d/B", "d2u/B", "c2d/B", "c3u/B", "b3d/H", "b3u/H", "a3d/B", "a4u/B"]),
            frozenset(["d1d/B", "d2u/B", "c2d/H", "c2u/H", "b2d/B", "b3u/B", "a3d/B", "a4u/B"]),
            frozenset(MID),
        },
    }


@pytest.mark.parametrize(
    ("board", "lengths"),
    [
        ("star16", [5, 5, 6, 6, 6, 8]),
        ("hex2_ears", [6, 6, 7, 7, 8, 10]),
        ("para2x6", [6, 6, 6, 9, 9, 14]),
        ("rhombus4", [7, 7, 8, 8, 8, 14]),
    ],
)
def test_lengths_on_other_boards(board: str, lengths: list[int]) -> None:
    """Section 4.2. (TRI-GEO-5)"""
    module = GAMES[board].module("catalogue")
    assert sorted(len(best[0].places) for best in module.shortest().values()) == lengths


@every_board
def test_every_track_is_one_by_the_rules(board: str) -> None:
    """TRI-WIN-1: laid out on an empty board, each is complete wherever its last tile is laid, and joins the
    arrows it says; no other tile is needed."""
    game = GAMES[board]
    rules = names(game)
    for track in game.module("catalogue").tracks():
        p = game.new()
        for words in str(track).split():
            here = place(game, words)
            assert rules.FITS[here]
            p.plain[here % 3] |= 1 << here // 3
            p.own[0] |= 1 << here // 3
        assert all(rules.completes(p, here // 3, here % 3) for here in track.places)
        joined = {frozenset((start, end)) for start, _, end in game.words.module.tracks(p, 0)}
        assert joined == {frozenset((rules.ARROW_NAMES[track.start], rules.ARROW_NAMES[track.end]))}


def test_a_limit_leaves_out_the_longer_ones() -> None:
    assert tracks.tracks(8) == tracks.tracks()[:8]
    assert tracks.tracks(6) == ()


@both_forms
def test_whoever_lays_the_last_tile_of_a_track_wins(form: Form) -> None:
    """TRI-WIN-1, TRI-WIN-2, TRI-Q-05: every short track, completed at every one of its cells."""
    for track in tracks.tracks(8):
        words = str(track).split()
        for last in words:
            others = [w for w in words if w != last]
            colours = "OY" * 7
            neutral = "Nb3d/F" if "b3d" not in str(track) else "Na2d/B"  # beside the track
            tiles = " ".join(c + w for c, w in zip(colours, others, strict=False))
            walk = lay(form, f"{tiles} {neutral}", turn="Y")
            walk.go(f"Y{last}")
            assert walk.wins == "Y" and walk.tracks() == [arrows(track).split("-")]
