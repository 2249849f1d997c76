"""What is told about bonuses, which are lost and that they must be played now; and about moves of no pawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.rules.kit import CHANCE, roll_code
from parlour.rules.position import Position
from parlour.table.match import Match

GAME = parlour.load("parcheesi")
ONE, MORE = "No pawn can take the bonus: it is lost.", "No pawn can take the bonuses: they are lost."
TWENTY = "No pawn can take the bonus of 20: it is lost."
TWENTIES = "No pawn can take the bonuses of 20, 20: they are lost."
KEPT_ONE = "The bonus that was left for the end of the turn is lost."
KEPT_MORE = "The bonuses that were left for the end of the turn are lost."
EARNED = {"bonus_order": "earned"}
AT_THE_END = {"bonus_timing": "end_of_turn"}


def at(mine: list[Any], yellow: list[Any] | None = None, **more: Any) -> Position:
    """Red is on turn with these pawns, Yellow has the others; dice, bonuses and so on as in position.py."""
    others = [*(yellow or []), *["S"] * (4 - len(yellow or []))]
    data = {"game": "parcheesi", "turn": 0, "pawns": {"0": mine, "2": others}} | more
    built: Position = GAME.position.build(data)
    return built


def code_of(p: Position, step: str) -> int:
    if GAME.plain.actor(p) == CHANCE:
        return roll_code(*map(int, step.split("-")))
    [code] = [a for a in range(GAME.plain.ACTIONS) if GAME.words.notation(p, a) == step]
    assert GAME.why_not(p, int(p.turn), code) is None, step
    return code


def told(p: Position, step: str) -> str:
    """What the log says of this step."""
    code, after = code_of(p, step), p.copy()
    GAME.plain.apply(after, code)
    return str(GAME.words.sentence(p, code, after))


@pytest.mark.parametrize(
    ("build", "step", "lost"),
    [
        # By the printed rules: nothing yet, the last one, two of them, one that can be played.
        (lambda: at([58, "H", "H", "S"], ["@62"], dice=[4, 3]), "58+4", ""),
        (lambda: at([62, "H", "H", "S"], dice=[4, 3], left=[3], bonuses=[20]), "62+3", ONE),
        (lambda: at([57, "H", "H", "S"], ["@60"], dice=[6, 3], left=[3], bonuses=[20]), "57+3", MORE),
        (lambda: at([30, "H", "H", "S"], dice=[4, 3], left=[3], bonuses=[20]), "30+3", ""),
        # The last bonus played brings a pawn HOME, and the ten it earns fits nobody.
        (lambda: at([61, "S", "S", "H"], dice=[4, 3], left=[], bonuses=[10]), "B10:61", ONE),
        # A capture beyond the cap earns nothing that could be lost.
        (
            lambda: at([57, "H", "H", "S"], ["@60"], dice=[6, 3], left=[3], paid=1, options={"bonus_cap": 1}),
            "57+3",
            "",
        ),
        # In the order earned the first is lost, and the next is to be played.
        (
            lambda: at([55, 60, "S", "H"], dice=[6, 1], left=[1], bonuses=[20, 10], options=EARNED),
            "60+1",
            TWENTY,
        ),
        (
            lambda: at([55, 60, "S", "H"], dice=[6, 1], left=[1], bonuses=[20, 20, 10], options=EARNED),
            "60+1",
            TWENTIES,
        ),
        (
            lambda: at([55, 60, "S", "H"], dice=[6, 1], left=[1], bonuses=[10, 20], options=EARNED),
            "60+1",
            "",
        ),
        (
            lambda: at([55, 66, "S", "H"], dice=[6, 1], left=[], bonuses=[10, 20], options=EARNED),
            "B10:55",
            ONE,
        ),
        # Declined is not lost, but what follows may be.
        (
            lambda: at(
                [55, 66, "S", "H"],
                dice=[6, 1],
                left=[],
                bonuses=[10, 20],
                options=EARNED | {"bonus_optional": "yes"},
            ),
            "pass",
            ONE,
        ),
        (
            lambda: at(
                [30, 66, "S", "H"], dice=[6, 1], left=[], bonuses=[10], options={"bonus_optional": "yes"}
            ),
            "pass",
            "",
        ),
        # Left for the end of the turn: due after a roll that cannot be played, gone with the third doublets.
        (lambda: at([66, "H", "H", "H"], doublets=1, bonuses=[20], options=AT_THE_END), "6-6", ""),
        (lambda: at([66, "H", "H", "H"], doublets=1, bonuses=[20], options=AT_THE_END), "6-2", ""),
        (lambda: at([69, "H", "H", "S"], doublets=1, bonuses=[20], options=AT_THE_END), "6-4", ONE),
        (lambda: at([69, "H", "H", "S"], doublets=1, bonuses=[20, 10], options=AT_THE_END), "6-4", MORE),
        (lambda: at([66, "H", "H", "S"], doublets=2, bonuses=[20], options=AT_THE_END), "4-4", KEPT_ONE),
        (lambda: at([66, "H", "H", "S"], doublets=2, bonuses=[20, 10], options=AT_THE_END), "4-4", KEPT_MORE),
        (lambda: at([66, "H", "H", "S"], doublets=2, options=AT_THE_END), "4-4", ""),
    ],
)
def test_lost_bonuses_are_told(build: Callable[[], Position], step: str, lost: str) -> None:
    """PAR-CAP-5, PAR-Q-22, PAR-Q-23, PAR-Q-25, PAR-Q-26, PAR-Q-36: all that are lost, and no others."""
    text = told(build(), step)
    assert ("lost" in text) == bool(lost)
    assert lost in text


def test_a_bonus_must_be_played_now() -> None:
    """PAR-CAP-4: with the dice played, a die is refused because a bonus is next, not because none is due."""
    p = at([30, 40, "S", "S"], dice=[6, 5], left=[], bonuses=[20])
    reason = GAME.why_not(p, 0, 4 * 6 + 0)
    assert reason is not None and reason.clause == "PAR-CAP-4"
    assert str(reason.text) == "The dice have been played; what is to be played now is a bonus: 20."
    assert "No such bonus" in str(GAME.why_not(p, 0, 4 * 8 + 0))  # a ten, and only a twenty was earned


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("31+5", "you have no pawn on 31"),
        ("B20:31", "you have no pawn on 31"),
        ("E", "you have no pawn in START"),
    ],
)
def test_a_move_from_an_empty_space_gets_a_reason(name: str, why: str) -> None:
    """PAR-MOVE-1, PAR-ENTER-1: an answer, not an error."""
    match = Match.new(GAME, start=at([30, 40, 50, "H"], dice=[6, 5]))
    assert why in str(match.why_not(0, name))
