"""What can be counted about Tri-Trac, against the figures of its specification (section 4.2 and 4.3)."""

from __future__ import annotations

import re
from itertools import product

import pytest

import parlour
from parlour.rules.game import Game
from parlour.text import BadChoice

BOARDS = ["rhombus4", "hex2_ears", "star16", "para2x6", "hex2_unblockable"]


def game(board: str) -> Game:
    return parlour.load("tritrac", board)


def rows(board: str, topic: str, told: dict[str, str] | None = None) -> list[list[object]]:
    played = game(board)
    return [list(row) for row in played.odds.TOPICS[topic].answer(played.new(2), told).rows]


def test_shortest_tracks_of_the_usual_board() -> None:
    """TT-46 and the list of section 4.3: length and number for every pair of arrows (TRI-WIN-1)."""
    assert [row[:3] for row in rows("rhombus4", "tracks")] == [
        ["D0-D1", 8, 4],
        ["D0-L0", 8, 1],
        ["D0-L1", 7, 1],
        ["D1-L0", 7, 1],
        ["D1-L1", 8, 1],
        ["L0-L1", 14, 20],
    ]


PRINTED = """
D0-L1 d1d/B d2u/F d2d/F d3u/F d3d/F d4u/F d4d/F
D1-L0 a4u/B a3d/F a3u/F a2d/F a2u/F a1d/F a1u/F
D0-L0 d1d/H d1u/H c1d/H c1u/H b1d/H b1u/H a1d/H a1u/F
D1-L1 a4u/H a4d/H b4u/H b4d/H c4u/H c4d/H d4u/H d4d/F
D0-D1 d1d/B d2u/B c2d/B c3u/B b3d/B b4u/B a4d/H a4u/H
D0-D1 d1d/B d2u/B c2d/B c3u/B b3d/H b3u/H a3d/B a4u/B
D0-D1 d1d/B d2u/B c2d/H c2u/H b2d/B b3u/B a3d/B a4u/B
D0-D1 d1d/H d1u/H c1d/B c2u/B b2d/B b3u/B a3d/B a4u/B
"""
LONG = "a1u/F a1d/H b1u/H b1d/H c1u/H c1d/H d1u/H d1d/F d2u/F d2d/F d3u/F d3d/F d4u/F d4d/F"


def test_the_shortest_tracks_themselves() -> None:
    found = {(str(row[0]), str(row[2])) for row in rows("rhombus4", "list")}
    printed = {(line.split()[0], line.split(maxsplit=1)[1]) for line in PRINTED.strip().splitlines()}
    assert {pair for pair in found if pair[0] != "L0-L1"} == printed
    assert ("L0-L1", LONG) in found


def test_tracks_by_length() -> None:
    """188 tracks of at most 15 tiles, by length as printed."""
    listed = rows("rhombus4", "lengths")
    counts = [2, 6, 6, 24, 8, 22, 20, 74, 26]
    assert [(row[0], row[-1]) for row in listed] == list(enumerate(counts, 7))
    assert sum(row[3] for row in rows("rhombus4", "tracks")) == 188  # type: ignore[misc]
    assert all(sum(row[1:-1]) == row[-1] for row in listed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "lengths"),
    [
        ("star16", [5, 5, 6, 6, 6, 8]),
        ("hex2_ears", [6, 6, 7, 7, 8, 10]),
        ("para2x6", [6, 6, 6, 9, 9, 14]),
        ("rhombus4", [7, 7, 8, 8, 8, 14]),
    ],
)
def test_lengths_of_every_candidate(board: str, lengths: list[int]) -> None:
    assert sorted(int(str(row[1])) for row in rows(board, "tracks")) == lengths


# ---------------------------------------------------------------- reckoned otherwise


def slow_tracks(board: dict[str, dict[str, str]], plain: dict[str, list[str]], most: int) -> set[str]:
    """Tracks by growing sets of tiles outwards from the arrows, over the names in the board's data."""
    found: set[str] = set()
    ends = [
        (cell, side, what) for cell, sides in board.items() for side, what in sides.items() if "arrow" in what
    ]
    growing = [([], cell, side, arrow) for cell, side, arrow in ends]  # type: ignore[var-annotated]
    while growing:
        way, cell, entry, arrow = growing.pop()
        if len(way) == most or any(tile.startswith(f"{cell}/") for tile in way):
            continue
        for side, blank in product("HBF", plain[cell]):
            if len({side, blank, entry}) < 3:
                continue
            beyond, longer = board[cell][side], [*way, f"{cell}/{blank}"]
            if beyond.startswith("arrow") and arrow < beyond:
                found.add(" ".join(longer))
            elif beyond in board:
                growing.append((longer, beyond, side, arrow))
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_every_track_is_found_by_another_search(board: str) -> None:
    cells = game(board).rules.BOARD["cells"]
    slow = slow_tracks({c["name"]: c["sides"] for c in cells}, {c["name"]: c["plain"] for c in cells}, 15)
    assert sum(int(str(row[3])) for row in rows(board, "tracks")) == len(slow)
    assert {str(row[2]) for row in rows(board, "list")} <= slow


def place(played: Game, tile: str) -> int:
    """Laying a tile from the hand, such as a1u/F."""
    cell, _, side = tile.partition("/")
    board = played.module("layout")
    return int(board.PLACES * board.HAND + 3 * board.CELL_NAMES.index(cell) + board.SIDES.index(side))


@pytest.mark.parametrize("board", BOARDS)
def test_the_rules_agree_that_a_track_wins(board: str) -> None:
    """Every shortest track, laid by both players in turns, is won with its last tile and not before."""
    played = game(board)
    centre = [f"{c['name']}/{c['plain'][0]}" for c in played.rules.BOARD["cells"] if c["centre"]]
    for row in rows(board, "list"):
        track = str(row[2])
        p = played.new(2)
        aside = next(tile for tile in centre if tile.split("/")[0] not in track)  # for the neutral tile
        for tile in [aside, *track.split()]:
            assert p.phase == played.module("record").PLAY, track
            assert played.plain.refusal(p, p.turn, place(played, tile)) == 0, (track, tile)
            played.plain.apply(p, place(played, tile))
        assert p.phase == played.module("record").WON, track


# ---------------------------------------------------------------- asking


def test_tracks_between_two_arrows_alone() -> None:
    both = [rows("rhombus4", "list", {"arrows": said}) for said in ("D0-D1", "d1-d0")]
    assert both[0] == both[1] and len(both[0]) == 4


@pytest.mark.parametrize(
    ("topic", "told", "fault"),
    [
        ("list", {"arrows": "D0-D7"}, "no pair of arrows “D0-D7”; choose one of: D0-D1"),
        ("list", {"arrow": "D0-D1"}, "Did you mean arrows?"),
        ("tracks", {"arrows": "D0-D1"}, "There is nothing to tell about this topic"),
        ("lengths", {"most": "7"}, "There is nothing to tell about this topic"),
    ],
)
def test_bad_questions(topic: str, told: dict[str, str], fault: str) -> None:
    with pytest.raises(BadChoice, match=re.escape(fault)):
        rows("rhombus4", topic, told)


def test_fewer_tiles_make_fewer_tracks() -> None:
    """TRI-Q-02: with five tiles each no track is longer than eleven."""
    played = game("rhombus4")
    p = played.new(2, {"tiles_per_player": "5"})
    assert played.odds.TOPICS["tracks"].answer(p).rows[-1] == ["L0-L1", "–", 0, 0]
    assert [row[0] for row in played.odds.TOPICS["lengths"].answer(p).rows] == [7, 8, 9, 10, 11]
    assert not any(row[0] == "L0-L1" for row in played.odds.TOPICS["list"].answer(p).rows)


# ---------------------------------------------------------------- in a position


def test_open_tracks_at_the_start_and_after_a_tile_in_the_way() -> None:
    played = game("rhombus4")
    p = played.new(2)
    assert [str(line) for line in played.odds.now(p)][:2] == [
        "Orange: open tracks 188 of 188, the nearest lacks 7.",
        "Yellow: open tracks 188 of 188, the nearest lacks 7.",
    ]
    for tile in ("b3u/H", "a4u/B", "a3d/F"):  # the neutral tile, then two on the way from D1 to L0
        played.plain.apply(p, place(played, tile))
    orange, yellow = (str(line) for line in played.odds.now(p)[:2])
    assert "the nearest lacks 5" in orange and "the nearest lacks 5" in yellow
    played.plain.apply(p, place(played, "d1d/F"))  # yellow bars the arrow D0: only he can turn it away
    orange, yellow = (str(line) for line in played.odds.now(p)[:2])
    assert "Orange: open tracks 188" not in orange
    assert int(orange.split()[3]) < int(yellow.split()[3])


def test_nothing_to_tell_when_the_game_is_over() -> None:
    played = game("rhombus4")
    p = played.new(2)
    for tile in ("b3u/H", *PRINTED.strip().splitlines()[0].split()[1:]):
        played.plain.apply(p, place(played, tile))
    assert p.phase == played.module("record").WON
    assert played.odds.now(p) == []
