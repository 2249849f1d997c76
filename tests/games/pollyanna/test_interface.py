"""What the rules tell the drivers: shares of the win, features and tallies; and a leap over trouble."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.games.pollyanna import layout, record, rules
from parlour.rules.kit import roll_code
from parlour.rules.position import Position

from .support import GAME, legal

C4 = ["C"] * 4
H4 = ["H"] * 4


def build(pieces: dict[str, Any], **more: Any) -> Position:
    built: Position = GAME.position.build({"pieces": pieces} | more)
    return built


def shares(p: Position) -> list[float]:
    return [float(GAME.plain.payoff(p, seat)) for seat in range(4)]


FOUR = {"0": C4, "1": C4, "2": C4, "3": C4}
ALONE = {"mode": "individual"}
PLACES = ALONE | {"play_for_places": "yes"}


@pytest.mark.parametrize(
    ("p", "wanted"),
    [
        (build({"0": C4, "2": H4}, places=[2], over=True), [0, 0, 1, 0]),
        (build(FOUR | {"1": H4, "3": H4}, places=[1], over=True), [0, 1, 0, 1]),  # POL-PART-5: both of a side
        (build(FOUR, options={"max_turns": 9}, turns=9, over=True), [1 / 2] * 4),  # two sides, half each
        (build(FOUR, options=ALONE | {"max_turns": 9}, turns=9, over=True), [1 / 4] * 4),
        (
            build(FOUR | {"0": H4, "1": H4, "3": H4}, options=PLACES, places=[3, 0, 1, 2], over=True),
            [2 / 6, 1 / 6, 0, 3 / 6],
        ),
        (
            build(FOUR | {"3": H4}, options=PLACES | {"max_turns": 9}, places=[3], turns=9, over=True),
            [1 / 6, 1 / 6, 1 / 6, 3 / 6],
        ),
    ],
)
def test_shares_of_the_win(p: Position, wanted: list[float]) -> None:
    assert legal(p) == []
    assert shares(p) == pytest.approx(wanted)
    assert sum(shares(p)[c] for c in range(4) if GAME.plain.side(p, c) == c) == pytest.approx(1)


def test_features_from_each_side_of_the_table() -> None:
    p = build({"0": [20, "T1.1", "H", "C"], "2": [0, "C", "C", "C"]}, turn=0, dice=[6, 3], left=[3])
    mine, theirs = np.full(rules.FEATURES, -1.0), np.full(rules.FEATURES, -1.0)
    GAME.plain.observe(p, 0, mine)
    GAME.plain.observe(p, 2, theirs)
    seen = {n: v for n, v in zip(rules.FEATURE_NAMES, mine.tolist(), strict=True) if v}
    way = layout.HOME + 1
    assert seen == pytest.approx(
        {
            "own.seated": 1,
            "own.side": 1,
            "own.turn": 1,
            "own.moved": 1,
            "own.corner": 1 / 4,
            "own.home": 1 / 4,
        }
        | {"own.piece_0": 1 - 41 / way, "own.piece_1": 1 - 49 / way, "own.piece_2": 1}
        | {"across.seated": 1, "across.corner": 3 / 4, "across.piece_0": 1 - 61 / way}
        | {f"broadway_{20 + layout.START_OFFSET}": 1 / 4, "turnout_1.0": 1 / 4}
        | {f"broadway_{30 + layout.START_OFFSET}": -1 / 4, "left_3": 1 / 2, "phase_play": 1}
    )
    assert theirs[:10].tolist() == pytest.approx([1, 1, 0, 0, *mine[24:30]])
    assert theirs[20:30].tolist() == pytest.approx([1, 0, 1, 1, *mine[4:10]])
    assert theirs[40:].tolist()[layout.START_OFFSET] == pytest.approx(1 / 4)


def test_tallies() -> None:
    counted = np.zeros(len(rules.TALLIES), np.int64)
    p = build({"0": [20, "C", "C", 58], "2": ["@0", "@22", "C", "C"]})
    notes = ["6-2", "START6", "pass", "20+2", "pass"]
    for note in notes:
        action = (
            roll_code(6, 2)
            if note == "6-2"
            else next(a for a in legal(p) if GAME.words.notation(p, a) == note)
        )
        GAME.plain.tally(p, action, counted)
        GAME.plain.apply(p, action)
    GAME.plain.tally(p, roll_code(3, 3), counted)
    p = build({"0": [58, "C", "C", "C"], "2": C4}, dice=[3, 2])
    GAME.plain.tally(p, record.action_of(3, 0, layout.STRAIGHT), counted)
    assert dict(zip(rules.TALLIES, counted.tolist(), strict=True)) == {
        "captures": 2, "starts": 1, "homecomings": 1, "doublets": 1,
    }  # fmt: skip


def test_a_leap_where_neither_die_can_land() -> None:
    """POL-Q-12 `sum_is_one_move`: a safe rival stands on 24; only both dice at once pass him."""
    pieces = FOUR | {"0": [21, "H", "H", "H"], "2": ["@24", "C", "C", "C"], "1": ["@27", "C", "C", "C"]}
    told = {"pieces": pieces, "turn": 0, "options": ALONE}
    p = GAME.position.build(told)
    GAME.plain.apply(p, roll_code(3, 3))
    assert p.turn == 1  # neither 3 can be played
    p = GAME.position.build(told | {"options": ALONE | {"sum_is_one_move": "yes"}})
    GAME.plain.apply(p, roll_code(3, 3))
    assert [GAME.words.notation(p, a) for a in legal(p)] == ["21+3+3"]
    GAME.plain.apply(p, legal(p)[0])
    assert p.rewards == 1 and p.pieces[0, 0] == 27


def test_a_reward_that_does_not_save_the_die_is_refused() -> None:
    """POL-Q-15 `reward_must_save_die`: only 12 -> 22 lets the 3 be played."""
    others = {"1": ["@15", *C4[1:]], "2": ["@T1.1", *C4[1:]], "3": ["@27", "@27", "C", "C"]}
    options = ALONE | {"reward_must_save_die": "yes"}
    p = build(FOUR | {"0": [25, 12, 2, "H"]} | others, dice=[5, 3], left=[3], rewards=[10], options=options)
    notes = {GAME.words.notation(p, a) for a in legal(p)}
    for action in range(rules.ACTIONS):
        refused = int(GAME.plain.refusal(p, 0, action)) % record.PLACE
        assert (refused == 0) == (GAME.words.notation(p, action) in notes)
    p = build(FOUR | {"0": [25, 12, 12, "H"]} | others, dice=[5, 3], left=[3], rewards=[10], options=options)
    assert [GAME.words.notation(p, a) for a in legal(p)] == ["R10:12"]
    assert GAME.plain.refusal(p, 0, record.action_of(record.TEN, 2, 0)) == record.TWIN
