"""The JSON form: nothing is lost on the way there and back, and everything wrong is said at once."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from parlour.text import BadPosition

from .support import COLUMN, GAME, GAMES, LAYOUT, RECORD, legal, play, random_game, table

FORM = GAME.position


@pytest.mark.parametrize(
    ("board", "seed"), [(b, 40 + 2 * i + k) for i, b in enumerate(GAMES) for k in (0, 1)]
)
def test_every_position_of_a_game_comes_back_byte_for_byte(board: str, seed: int) -> None:
    form = GAMES[board].position
    for number, (before, _, _, p) in enumerate(random_game(GAMES[board], seed)):
        if number == 0:
            assert form.build(form.describe(before)) == before
        if number < 40 or number % 11 == 0 or p.phase != RECORD.PLAY:
            written = json.dumps(form.describe(p))
            assert form.build(json.loads(written)) == p, written
            assert form.problems(p) == []


def test_a_long_quiet_stretch_comes_back() -> None:
    """More turns without a placement than a trail keeps: the oldest are gone, the count is not."""
    rows = np.random.default_rng(5)
    p = GAME.new(2, {"quiet_plies": "200", "repetition": "never"})
    while p.quiet < RECORD.LOOKBACK + 30 and p.phase == RECORD.PLAY:
        moves = [a for a in legal(GAME, p) if a // LAYOUT.PLACES != LAYOUT.HAND or p.ply < 6]
        GAME.plain.apply(p, int(rows.choice(moves)))
    data = FORM.describe(p)
    assert data["quiet"] == p.quiet == RECORD.LOOKBACK + 30 and len(data["trail"]) == RECORD.LOOKBACK
    assert FORM.build(data) == p


def test_a_position_written_by_hand() -> None:
    p = FORM.build({"tiles": ["Oc2d/H", "Yd1d/F", "Nb3u/B"], "turn": 1, "lock": 0})
    names = LAYOUT.CELL_NAMES
    assert [int(row) for row in p.own] == [1 << names.index("c2d"), 1 << names.index("d1d")]
    assert names[p.neutral] == "b3u" and p.hand.tolist() == [6, 6]
    assert (p.turn, p.first, p.ply, p.lock) == (1, 0, 3, 1)
    again = p.copy()
    GAME.plain.derive(again)
    assert again == p


@pytest.mark.parametrize(
    ("tiles", "turn", "ply"),
    [
        ("", 0, 0),
        ("Nb3u/H", 1, 1),
        ("Nb3u/H Yd1d/F", 0, 2),
        ("Nb3u/H Yd1d/F Ya1u/F", 0, 4),  # Orange has moved the neutral tile
        ("Nb3u/H Yd1d/F Ya1u/F", 1, 5),
        (" ".join(["Nb3u/H", *("Y" + tile for tile in COLUMN[1:])]), 1, 13),
    ],
)
def test_the_turns_played_are_the_fewest_that_fit(tiles: str, turn: int, ply: int) -> None:
    assert table(tiles, turn=turn).ply == ply


def test_the_trail_counts_for_repetitions() -> None:
    """TRI-Q-21: a position that is read in goes on counting where it was written down."""
    p = table("Nb3u/H Yc1u/H Oa1d/B", turn=1)
    there_and_back = ["c1u-d1u/H", "a1d/H", "d1u-c1u/H", "a1d/B"]
    play(p, *there_and_back, *there_and_back[:3])
    again = FORM.build(json.loads(json.dumps(FORM.describe(p))))
    assert play(again, "a1d/B").phase == RECORD.REPEATED
    forgetful = {key: value for key, value in FORM.describe(p).items() if key not in ("trail", "ply")}
    assert play(FORM.build(forgetful), "a1d/B").phase == RECORD.PLAY


def test_undone_moves_give_back_lock_and_hands() -> None:
    """What a turn changes is all in the record: the copy from before is the position from before."""
    p = table("Nb3u/H Yd1d/F Oc2d/H", turn=1)
    before = FORM.describe(p)
    play(p.copy(), "Yc1u/H", "b3u/B")
    assert FORM.describe(p) == before


# ---------------------------------------------------------------- what is wrong

TILES = ["Nb3u/H", "Yd1d/F", "Oc2d/H"]
WHOLE = ["Nb3u/H", *("Y" + tile for tile in COLUMN)]
SHUFFLE = {"tiles": ["Nb3u/H", "Yd1u/H", "Oa1d/B"], "turn": 0}


def data(**more: Any) -> dict[str, Any]:
    return {"game": "tritrac", "tiles": TILES, "turn": 1} | more


WRONG: list[tuple[dict[str, Any], str]] = [
    (data(game="pollyanna"), "this is a position of pollyanna, not of tritrac"),
    (data(tile=[]), "there is no key “tile”"),
    (data(turn=2), "turn is a number from 0 to 1, not 2"),
    (data(turn=True), "turn is a number from 0 to 1, not true"),
    (data(lock=2), "lock is a number from 0 to 1, not 2"),
    (data(ply=-1), "ply is a number from 0 to 1600, not -1"),
    (data(over="lost"), 'over is one of won, repeated, quiet, long, stuck, sealed, not "lost"'),
    (data(over=[]), "over is one of"),
    (data(lots=1), "lots is true or false, not 1"),
    (data(options={"colour": "red"}), "There is no option “colour”"),
    (data(tiles="Nb3u/H"), "tiles is a list of names in quotes"),
    (data(tiles=[1]), "tiles is a list of names in quotes, not [1]"),
    (data(tiles=["Pb3u/H"]), '"Pb3u/H" is not a tile: one of O, Y, N'),
    (data(tiles=["Nb3u"]), '"Nb3u" is not a tile'),
    (data(tiles=["Ne3u/H"]), "Ne3u/H: this board has no space e3u."),
    (data(tiles=["Nb3u/K"]), "Nb3u/K: the sides of a space are H, B and F, not K"),
    (data(tiles=[*TILES, "Yc2d/B"]), "two tiles lie on c2d"),
    (data(tiles=[*TILES, "Nc2u/B"]), "there is only one neutral tile"),
    (data(tiles=[*TILES, "Oc1u/B"]), "Oc1u/B: here only H can be the plain side"),
    (data(tiles=[*TILES, "Ya1u/H"]), "Ya1u/H: here only F can be the plain side"),
    (data(tiles=[*WHOLE, "Yb4u/H"]), "Yellow has 8 tiles on the board, 7 are all there are"),
    (data(tiles=TILES[1:]), "the neutral tile is placed in the first turn"),
    (data(tiles=TILES, ply=2), "Orange cannot have placed 1 tile in 2 turns"),
    (data(tiles=["Nb3u/H", "Oc2d/H"]), "the second turn is to place a tile"),
    (data(tiles=["Na1d/H"]), "the neutral tile is placed in the centre"),
    (data(ply=4), "after 4 turns Orange would be next"),
    (data(tiles=["Nb3u/H"], lock=1), "the neutral tile is locked for who placed it"),
    (data(options={"p1_colour": "yellow"}, ply=3), "after 3 turns Orange would be next"),
    (data(trail=["d1d/H"]), '"d1d/H" is not a turn'),
    (data(trail=["d1d/H-d1d/F N"]), "is not a turn"),
    (data(trail=["d1d/H-d1d/K"]), "the sides of a space are H, B and F, not K"),
    (data(trail=["c1u/B-d1d/F"]), "c1u/B-d1d/F: no tile can lie so"),
    (data(trail=["c2d/B-c2d/H"] * 101), "a trail keeps 100 turns, not 101"),
    (data(trail=[], quiet=3), "quiet is 3, but the trail has 0 turns"),
    (data(trail=["d1d/H-d1d/F"]), "d1d/H-d1d/F cannot be what Orange did 1 turns ago"),
    (data(trail=["c2u/H-c2d/B"]), "cannot be what Orange did"),  # it lies with another side
    (data(trail=["c2d/H-c2d/H"]), "cannot be what Orange did"),  # that is passing
    (data(trail=["d1d/H-c2d/H"]), "cannot be what Orange did"),  # from where another tile lies
    (data(trail=["b3u/B-b3u/H Y"]), "cannot be what Orange did"),  # barred
    (data(trail=["b3u/B-b3u/H"]), "cannot be what Orange did"),  # would have locked it
    (data(tiles=WHOLE), "the game must be over: a track is complete"),
    (data(over="won"), "the game cannot be over"),
    (data(over="repeated"), "the game cannot be over"),
    (data(options={"max_plies": 3}), "the game must be over: “long”"),
    (data(options={"max_plies": 3}, over="quiet"), "the game must be over: “long”"),
    (data(lots=True), "lots are drawn before the first turn"),
    ({"tiles": [], "lots": True}, "lots are drawn before the first turn"),
]


def reasons(written: Any) -> list[str]:
    with pytest.raises(BadPosition) as caught:
        FORM.build(written)
    return [str(reason) for reason in caught.value.reasons]


@pytest.mark.parametrize(("written", "reason"), WRONG, ids=[f"{i}-{r}" for i, (_, r) in enumerate(WRONG)])
def test_what_is_wrong_is_said(written: dict[str, Any], reason: str) -> None:
    said = reasons(written)
    assert any(reason in one for one in said), said


def test_a_space_that_is_not_there_offers_the_nearest() -> None:
    assert reasons(data(tiles=["Nb3x/H"]))[0].endswith("Did you mean b3u?")


def test_everything_that_is_wrong_is_said_at_once() -> None:
    said = reasons(
        data(tiles=["Qc2d/H", "Oc1u/B", "Nz9u/H", "Yc1u/H"], turn="x", lock=7, over="lost", colour=1)
    )
    for part in (
        "Qc2d/H",
        "Oc1u/B: here only H",
        "no space z9u",
        "two tiles",
        "turn is",
        "lock is",
        "over is",
        "colour",
    ):
        assert any(part in one for one in said), part
    both = reasons(data(tiles=[*TILES, "Oc1u/B"], ply=9, over="sealed"))
    assert len(both) == 2 and len(set(both)) == 2


@pytest.mark.parametrize("written", [None, 7, "x", [], [data()], True])
def test_what_is_no_object_is_refused(written: Any) -> None:
    assert "a position is a JSON object" in reasons(written)[0]


def test_a_finished_game_is_read() -> None:
    won = FORM.build(data(tiles=WHOLE, turn=1, over="won"))
    assert won.phase == RECORD.WON and GAME.plain.payoff(won, 1) == 1
    gap = [tile for tile in WHOLE if not tile.startswith("Ya1u")]
    assert reasons(data(tiles=gap, over="won")) == [
        "the game cannot be over: there is neither a complete track nor a reason for a draw"
    ]


# ---------------------------------------------------------------- records that nobody wrote


def spoilt(**changes: Any) -> list[str]:
    p = table(" ".join(TILES), turn=1)
    for field, value in changes.items():
        setattr(p, field, value)
    return [str(reason) for reason in FORM.problems(p)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"phase": 8}, "phase is not from 0 to 7"),
        ({"neutral": 32}, "neutral is not from -1 to 31"),
        ({"turn": 2}, "turn is not from 0 to 1"),
        ({"repetition": 4}, "repetition is not from 0 to 3"),
        ({"hand": np.array([7, 6])}, "the tiles in hand and on the board"),
        ({"neutral": 0}, "the rows of tiles do not agree"),
        ({"own": np.array([1, 1])}, "the rows of tiles do not agree"),
        ({"hash": 5}, "the hash and the trail do not agree"),
        ({"trail": np.arange(100)}, "the hash and the trail do not agree"),
        ({"first": 1}, "would be next"),
        ({"first": 1}, "Orange begins at this table"),
    ],
)
def test_a_record_that_cannot_be_is_found_out(changes: dict[str, Any], reason: str) -> None:
    said = spoilt(**changes)
    assert any(reason in one for one in said), said
