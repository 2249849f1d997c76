"""Names, sentences and reasons, on whole random games under random house rules."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from parlour.games.pollyanna import layout, record, rules
from parlour.games.rulebook import read_rulebook
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position

from .support import GAME, legal, random_game

WORDS = GAME.words
CLAUSES = {clause.id for clause in read_rulebook(GAME.rulebook).clauses}
NOTATION = re.compile(
    r"START[6=]|pass|[1-6]-[1-6]|(R10:)?(\d+|T[1-3]\.[1-7])(\+[1-6]){0,2}(>(\d+|T[1-3]\.[1-7]))?(#[1-4])?"
)


@pytest.mark.parametrize("seed", range(6))
def test_every_action_of_a_game_has_its_own_name(seed: int) -> None:
    for p, actions, action, after in random_game(seed):
        notes = [WORDS.notation(p, a) for a in actions]
        assert len(set(notes)) == len(notes), GAME.position.describe(p)
        assert all(NOTATION.fullmatch(note) for note in notes), notes
        fields = [json.dumps(WORDS.fields(p, a)) for a in actions]
        assert len(set(fields)) == len(fields)
        assert all(str(WORDS.offer(p, a)) for a in actions)
        assert str(WORDS.asks(p))
        assert str(WORDS.sentence(p, action, after))
    assert str(WORDS.asks(after))


@pytest.mark.parametrize("seed", range(20, 24))
def test_an_action_is_refused_exactly_when_it_is_not_legal(seed: int) -> None:
    for number, (p, actions, _, _) in enumerate(random_game(seed)):
        who = GAME.plain.actor(p)
        if number % 4 or who == CHANCE:
            continue
        for action in range(-1, rules.ACTIONS + 1):
            why = GAME.why_not(p, who, action)
            assert (why is None) == (action in actions), (GAME.position.describe(p), action, why)
            if why is not None:
                assert str(why.text) and why.clause in CLAUSES
                if 0 <= action < rules.ACTIONS:
                    assert GAME.plain.refusal(p, who, action) % record.PLACE != record.NO_SUCH_ACTION


def table(mine: list[Any], **more: Any) -> Position:
    """Chair 0 to play; the others as told, four each for himself."""
    pieces = {str(c): ["C"] * 4 for c in range(4)} | more.pop("others", {})
    options = {"mode": "individual"} | more.pop("options", {})
    built: Position = GAME.position.build({"options": options, "pieces": pieces | {"0": mine}} | more)
    return built


def code(what: int, piece: int, route: int = layout.STRAIGHT) -> int:
    return what << 3 | piece << 1 | route


C4 = ["C"] * 4
PAIR_ON = {n: {"3": [f"@{n}", f"@{n}", "C", "C"]} for n in (0, 13, 23, 25)}
HOUSE = {"options": {"sum_is_one_move": "yes"}}

# reason, position, action, the place that it is about (if it is about one)
REFUSED: list[tuple[str, Position, int, str]] = [
    ("GAME_OVER", table(["H"] * 4, places=[0], over=True), code(1, 0), ""),
    ("THROW_FIRST", table([20, "C", "C", "C"]), code(1, 0), ""),
    ("NO_SUCH_ACTION", table([20, "C", "C", "C"], dice=[5, 2]), rules.ACTIONS, ""),
    ("NO_SUCH_COUNT", table([20, "C", "C", "C"], dice=[5, 2]), code(4, 0), ""),
    ("NEEDS_SIX", table([20, "C", "C", "C"], dice=[5, 2]), code(5, 1), ""),
    ("AT_HOME", table([20, "H", "C", "C"], dice=[5, 2]), code(5, 1), ""),
    ("OVERSHOOTS", table([20, 58, "C", "C"], dice=[5, 2]), code(5, 1), ""),
    ("BLOCKADE", table([20, 2, "C", "C"], dice=[5, 2], others=PAIR_ON[23]), code(5, 0), "23"),
    ("RIVAL_BLOCKADE", table([20, 2, "C", "C"], dice=[5, 2], others=PAIR_ON[25]), code(5, 0), "25"),
    ("STACK_FULL", table([20, 25, 25, 25], dice=[5, 2]), code(5, 0), "25"),
    ("SAFE_RIVAL", table([10, 2, "C", "C"], dice=[5, 2], others={"1": ["@15", *C4[1:]]}), code(5, 0), "15"),
    ("TURNOUT_TAKEN", table([14, "T1.3", "C", "C"], dice=[5, 2]), code(5, 0, layout.TURNOUT), "T1.3"),
    ("PATH_TAKEN", table([54, 56, "C", "C"], dice=[5, 2]), code(5, 0), "56"),
    ("NO_BRANCH", table([20, 2, "C", "C"], dice=[5, 2]), code(5, 0, layout.TURNOUT), ""),
    ("WAITS", table([25, 25, 25, "C"], dice=[5, 2], left=[2], joined=[2]), code(2, 2), "25"),
    ("NONE_IN_CORNER", table([20, 2, 3, 4], dice=[5, 1]), code(record.SUM_SIX, 0), ""),
    ("START_CLOSED", table([20, "C", "C", "C"], dice=[6, 2], others=PAIR_ON[0]), code(6, 1), ""),
    (
        "START_FULL",
        table([0, 0, 0, "C"], dice=[6, 2], options={"start_respects_max_stack": "yes"}),
        code(6, 3),
        "",
    ),
    ("NOT_A_SUM", table([20, "C", "C", "C"], dice=[5, 2]), code(record.SUM_SIX, 1), ""),
    ("SAME_PIECE", table([20, 2, "H", "H"], dice=[5, 2], left=[2], played=0, **HOUSE), code(2, 0), ""),
    ("NO_REWARD", table([20, "C", "C", "C"], dice=[5, 2]), code(record.TEN, 0), ""),
    ("REWARD_FIRST", table([20, "C", "C", "C"], dice=[5, 2], left=[2], rewards=[10]), code(2, 0), ""),
    (
        "REWARD_GOES_HOME",
        table([51, 2, "C", "C"], dice=[5, 2], left=[2], rewards=[10], options={"reward_into_home": "no"}),
        code(record.TEN, 0),
        "",
    ),
    ("MUST_START", table([20, "C", "C", "C"], dice=[6, 2]), code(6, 0), ""),
    ("MUST_START_BOTH", table([20, "C", "C", "C"], dice=[5, 1]), code(5, 0), ""),
    ("MUST_START_FIRST", table([20, "C", "C", "C"], dice=[6, 2]), code(2, 0), ""),
    (
        "WASTES_DIE",
        table([58, 10, "H", "H"], dice=[3, 2], others=PAIR_ON[13]),
        code(2, 0),
        "",
    ),
    (
        "WASTES_START",
        table([0, 0, 0, "C"], dice=[6, 2], options={"start_respects_max_stack": "yes"}),
        code(6, 0),
        "",
    ),
    (
        "HIGHER_DIE",
        table([55, "H", "H", "H"], dice=[6, 2], options={"single_die_choice": "higher"}),
        code(2, 0),
        "",
    ),
    (
        "SAVES_NO_DIE",
        table(
            [25, 12, 12, "H"],
            dice=[5, 3],
            left=[3],
            rewards=[10],
            others={"1": ["@15", *C4[1:]], "2": ["@T1.1", *C4[1:]], "3": ["@27", "@27", "C", "C"]},
            options={"reward_must_save_die": "yes"},
        ),
        record.PASS,
        "",
    ),
    ("CANNOT_PASS", table([20, "C", "C", "C"], dice=[5, 2]), record.PASS, ""),
    (
        "CANNOT_DECLINE",
        table([20, "C", "C", "C"], dice=[5, 2], left=[2], rewards=[10], options={"reward_mandatory": "yes"}),
        record.PASS,
        "",
    ),
    ("TWIN", table([20, 20, "C", "C"], dice=[5, 2]), code(5, 1), ""),
]


@pytest.mark.parametrize(("name", "p", "action", "place"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refusals_say_why_and_where(name: str, p: Position, action: int, place: str) -> None:
    found = int(GAME.plain.refusal(p, p.turn, action))
    assert found % record.PLACE == getattr(record, name)
    why = GAME.why_not(p, p.turn, action)
    assert why is not None and why.clause in CLAUSES
    assert "{" not in str(why.text)
    if place:
        assert str(WORDS.module.place_name(found // record.PLACE)) == place


def test_somebody_else_is_told_whose_turn_it_is() -> None:
    p = table([20, "C", "C", "C"], dice=[5, 2])
    why = GAME.why_not(p, 2, code(5, 0))
    assert GAME.plain.refusal(p, 2, code(5, 0)) == record.NOT_YOUR_TURN
    assert str(why) == "It is Yellow's turn. (POL-TURN-1)"


def test_every_refusal_is_worded_and_shown_above() -> None:
    assert {getattr(record, row[0]) for row in REFUSED} | {record.NOT_YOUR_TURN} == set(WORDS.module._REASONS)
    assert {why.clause for why in WORDS.module._REASONS.values()} <= CLAUSES


def test_every_option_is_worded_and_answers_a_clause() -> None:
    assert list(WORDS.OPTION_WORDS) == [option.name for option in GAME.options]
    assert {option.clause for option in GAME.options} <= CLAUSES


@pytest.mark.parametrize(
    ("p", "action", "told"),
    [
        (table([20, "C", "C", "C"], dice=[5, 2]), "20+5", "Yellow moves 5."),
        (table([*C4], dice=[5, 1]), "START=", "Yellow starts a piece."),
        (table([*C4], dice=[3, 3]), "START=", "Yellow starts a piece. Doublets: Yellow throws again."),
        (
            table([51, "H", "H", "H"], dice=[2, 1], others={"1": ["@53", *C4[1:]]}),
            "51+2",
            "Yellow moves 2 and takes Green's piece! No piece can take the reward: it is lost.",
        ),
        (
            table([55, "H", "H", "H"], dice=[6, 2]),
            "55+6",
            "Yellow moves 6 and brings a piece home. All four pieces are home: Yellow wins!",
        ),
        (
            table([55, "H", "H", "H"], dice=[6, 2]),
            "55+2",
            "Yellow moves 2. The 6 cannot be played.",
        ),
        (
            table([14, "C", "C", "C"], dice=[5, 2], left=[2], rewards=[10]),
            "R10:14>21",
            "Yellow moves the reward of 10.",
        ),
        (
            table([14, "C", "C", "C"], dice=[5, 2], left=[2], rewards=[10]),
            "pass",
            "Yellow declines the reward.",
        ),
        (
            table([55, "H", "H", "H"], others={"2": [*C4]}, dice=[6, 2], options={"mode": "partners"}),
            "55+6",
            "Yellow moves 6 and brings a piece home. "
            "All four pieces are home: Yellow has finished, Red plays on.",
        ),
        (
            table([55, "H", "H", "H"], others={"2": ["H"] * 4}, dice=[6, 2], options={"mode": "partners"}),
            "55+6",
            "Yellow moves 6 and brings a piece home. All eight pieces are home: Yellow and Red win!",
        ),
        (
            table(
                ["H"] * 4,
                others={"2": [20, *C4[1:]]},
                dice=[5, 2],
                options={"mode": "partners", "finished_partner": "throws_for_partner"},
            ),
            "20+5",
            "Yellow, for Red, moves 5.",
        ),
        (
            table([20, "C", "C", "C"], dice=[5, 2], left=[2], options={"max_turns": 7}, turns=6),
            "20+2",
            "Yellow moves 2. The turn limit is reached: the game is a draw.",
        ),
    ],
)
def test_sentences(p: Position, action: str, told: str) -> None:
    codes = {WORDS.notation(p, a): a for a in legal(p)}
    after = p.copy()
    GAME.plain.apply(after, codes[action])
    assert str(WORDS.sentence(p, codes[action], after)) == told


def test_a_throw_that_cannot_be_played_is_told() -> None:
    p = table([*C4])
    after = p.copy()
    GAME.plain.apply(after, 0)  # 1-1
    assert str(WORDS.sentence(p, 0, after)) == "Yellow throws 1-1. Nothing can be played."
