"""Why a move is refused: the reason that fits, and where the obstacle stands."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from tests.rulebook.harness import At, Form, Walk

GAME = parlour.load("parcheesi")
RECORD: Any = GAME.module("record")

REFUSED: list[Any] = [
    # my pawns, the others', house rules, the roll and what was played of it, the wish (by its notation, or as
    # what is played by which pawn), why not, where
    ([10, 40, "H", "H"], ["@14", "@14"], {}, "4-1", "10+4", "BLOCKADE", 14),  # PAR-BLOCK-2
    ([10, 40, "H", "H"], ["@14", "@14"], {}, "6-1", "10+6", "BLOCKADE", 14),
    ([10, 14, 14, 40], [], {}, "6-1", "10+6", "BLOCKADE", 14),
    ([10, 14, 14, 40], [], {}, "4-1", "10+4", "OWN_PAIR", 14),  # PAR-MOVE-6
    ([10, 40, "H", "H"], ["@12"], {}, "4-2", "10+2", "SAFETY_TAKEN", 12),  # PAR-SAFE-2
    ([10, 10, 40], [], {}, "3-3 10+3", "10+3", "LOCKED", 13),  # PAR-BLOCK-5
    ([10, 40, "H", "H"], ["@11", "@11"], {}, "4-1", "10+4", "BLOCKADE", 11),
    ([68, 70, 70, 40], [], {}, "3-1", "68+3", "BLOCKADE", 70),  # PAR-Q-30
    ([69, 40, "H", "H"], [], {}, "4-1", "69+4", "OVERSHOOTS", 0),  # PAR-HOME-2
    ([69, 40, "H", "H"], [], {}, "4-1", (1, 2), "AT_HOME", 0),  # PAR-HOME-3
    ([10, 40], [], {}, "4-2", (4, 2), "NEEDS_FIVE", 0),  # PAR-ENTER-1
    ([10, 40, "H", "H"], [], {}, "4-1", "40+3", "NO_SUCH_COUNT", 0),  # PAR-MOVE-2
    ([10, 40, "H", "H"], [], {}, "4-1 40+4", "10+4", "NO_SUCH_COUNT", 0),
    ([10, 40, "H", "H"], [], {}, "4-1", (0, 0), "NONE_IN_START", 0),  # PAR-ENTER-5
    ([10, 40], [], {}, "4-2", "E2", "NOT_A_SUM", 0),  # PAR-ENTER-2
    ([10, 40], ["@0", "@0"], {}, "5-1", "E", "ENTER_CLOSED", 0),  # PAR-ENTER-7
    ([10], [], {}, "5-1", "10+5", "MUST_ENTER", 0),  # PAR-ENTER-4
    ([10], [], {}, "4-1", "10+4", "MUST_ENTER_BOTH", 0),
    ([10], [], {"sum_is_one_move": "yes"}, "5-1", (RECORD.LEAP, 0), "MUST_ENTER", 0),  # PAR-Q-09
    ([10], [], {"enter_first": "yes"}, "5-1", "10+1", "MUST_ENTER_FIRST", 0),  # PAR-Q-07
    ([65, 68, "H", "H"], [], {}, "6-3", "65+3", "WASTES_DIE", 0),  # PAR-MOVE-4
    ([0, 0, 40], [], {"enter_lookahead": "yes"}, "5-2", "40+2", "WASTES_ENTRY", 0),  # PAR-Q-08
    ([66, "H", "H", "H"], [], {"single_die_choice": "higher"}, "4-3", "66+3", "HIGHER_DIE", 0),  # PAR-Q-11
    ([59, 68, "H", "H"], [], {}, "2-2 59+2", "61+2", "WASTES_PARTS", 0),  # PAR-DBL-5
    ([10, 40, "H", "H"], [], {"sum_is_one_move": "yes"}, "4-2 10+4", "14+2", "SAME_PAWN", 0),  # PAR-Q-09
    ([10, 10, 40], [], {"pair_lock": "off"}, "4-2", (4, 1), "TWIN", 0),
    ([10, 40, "H", "H"], [], {}, "4-1", "B10:40", "NO_SUCH_BONUS", 0),  # PAR-CAP-4
    ([10, 40, "H", "H"], ["@14"], {}, "4-1 10+4 14+1", "B10:40", "NO_SUCH_BONUS", 0),
    ([10, 40, "H", "H"], ["@14"], {}, "4-1 10+4 14+1", "40+1", "BONUSES_NOW", 0),
    ([10, 40, "H"], ["@14"], {}, "4-2 10+4 14+2", (RECORD.TWENTY, 3), "NEEDS_FIVE", 0),  # PAR-Q-29
    ([10, 40, "H", "H"], ["@14", "@50", "@50"], {}, "4-1 10+4 14+1", "B20:40", "BLOCKADE", 50),
    ([69, 10, 40, "H"], ["@14"], {"bonus_order": "earned"}, "4-2 69+2 10+4", "B20:40", "BONUS_ORDER", 0),
    (
        [10, 40, "H", "H"],
        ["@14", "@60"],
        {"bonus_can_capture": "no"},
        "4-1 10+4 14+1",
        "B20:40",
        "BONUS_CAPTURES",
        60,
    ),
    ([10, 51, "H"], ["@14"], {"bonus_into_home": "no"}, "4-2 10+4 14+2", "B20:51", "BONUS_GOES_HOME", 0),
    ([10, 10, 40], ["@43"], {"pair_lock": "off"}, "4-3 40+3 43+4", (9, 1), "TWIN", 0),
    ([10, 40, "H", "H"], [], {}, "4-1", "pass", "CANNOT_DECLINE", 0),  # PAR-MOVE-5
]


REASONS = {row[5] for row in REFUSED} | {"GAME_OVER", "ROLL_FIRST", "NOT_YOUR_TURN", "NO_SUCH_ACTION"}
NAMES = {value: name for name, value in vars(RECORD).items() if name in REASONS}


def why(walk: Walk, wish: Any, seat: int = 0) -> tuple[str, int]:
    """The name of the reason against this wish, and the place it speaks of."""
    if isinstance(wish, str):
        notes = {GAME.words.notation(walk.position, code): code for code in range(GAME.plain.ACTIONS)}
        code = notes[wish]
    else:
        code = 4 * wish[0] + wish[1]
    reason = int(GAME.plain.explain(walk.position, seat, code))
    return NAMES[reason % RECORD.PLACE], reason // RECORD.PLACE


@pytest.mark.parametrize(("mine", "theirs", "options", "steps", "wish", "reason", "where"), REFUSED)
def test_the_reason_that_fits(
    at: At,
    form: Form,
    mine: list[Any],
    theirs: list[str],
    options: dict[str, str],
    steps: str,
    wish: Any,
    reason: str,
    where: int,
) -> None:
    walk = at(mine, {2: theirs}, **options).go(*steps.split())
    assert walk.actor == 0 and wish not in walk.notes()
    assert why(walk, wish) == (reason, where)


def test_what_lies_beyond_is_not_in_the_way(at: At, form: Form) -> None:
    """PAR-BLOCK-2: a blockade on the space behind the goal."""
    walk = at([10, 40, "H", "H"], {2: ["@15", "@15"]}).go("4-1")
    assert "10+4" in walk.notes() and GAME.plain.explain(walk.position, 0, 4 * 4) == 0


def test_not_now(at: At, form: Form) -> None:
    """PAR-TURN-1, PAR-TURN-2, PAR-WIN-1: another's turn, before the roll, after the end; no move at all."""
    walk = at([10, 40, "H", "H"])
    assert why(walk, (4, 0)) == ("ROLL_FIRST", 0)
    walk.go("4-1")
    assert why(walk, (4, 0), seat=2) == ("NOT_YOUR_TURN", 0)
    assert why(walk, (-1, 3)) == why(walk, (10, 1)) == ("NO_SUCH_ACTION", 0)
    assert why(at([69, "H", "H", "H"]).go("2-1", "69+2"), (1, 0)) == ("GAME_OVER", 0)
