"""Every kind of refusal, each in a position where nothing but that is wrong; and none elsewhere."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from parlour.rules.kit import CHANCE, OVER
from tests.rulebook.doubleswild.support import GAME, R, Table, lay, square
from tests.rulebook.doubleswild.test_properties import TABLES, some_house_rules
from tests.rulebook.harness import Form

PLAIN = Form(GAME, "plain")
STAND = ["stand"] * 4
BATTLE = ["2-4/3-4", "keep", "2-4-4", "1-1-1"]  # for 6,7; A chooses dice in round 2


def select(name: str) -> int:
    return int(R.SELECT + square(name))


TEAMS = {"players": 4, "teams": "yes"}
REFUSED: list[tuple[str, dict[str, Any], dict[str, str], list[str], int, str]] = [
    # clause, the table, own squares, steps, the wish of the player asked, the reason
    ("DBW-REROLL-2", {}, {}, ["1-3/4-6"], R.ONE_RED, "SINGLE_DIE"),
    ("DBW-REROLL-2", {}, {}, ["1-3/4-6"], R.ONE_BLUE, "SINGLE_DIE"),
    ("DBW-Q-02", {"reroll_mode": "per_pair"}, {}, ["1-3/4-6", "red", "1-2"], R.RED, "PAIR_AGAIN"),
    ("DBW-Q-02", {"reroll_mode": "per_pair"}, {}, ["1-3/4-6", "blue", "1-2"], R.BOTH, "PAIR_AGAIN"),
    ("DBW-REROLL-1", {}, {}, ["1-3/4-4"], select("4,4"), "REROLL_FIRST"),
    ("DBW-REROLL-3", {}, {}, ["1-3/4-4", "keep"], R.RED, "REROLL_OVER"),
    ("DBW-REROLL-3", {}, {}, ["1-3/4-4", "keep"], R.KEEP, "REROLL_OVER"),
    ("DBW-WILD-1", {}, {"A": "4,4"}, ["1-3/4-4", "keep"], select("4,4"), "OWN_SQUARE"),
    ("DBW-WILD-2", {}, {"A": "9,9"}, ["1-1/4-4", "keep"], select("9,9"), "OWN_SQUARE"),
    ("DBW-Q-05", {"wild_may_decline": "yes"}, {"A": "4,9"}, ["1-3/4-4", "keep"], select("4,9"), "OWN_SQUARE"),
    ("DBW-WILD-1", {}, {}, ["1-3/4-4", "keep"], select("5,4"), "OFF_LINE"),
    ("DBW-WILD-1", {}, {}, ["4-4/1-3", "keep"], select("4,5"), "OFF_LINE"),
    ("DBW-WILD-1", {}, {}, ["1-3/4-4", "keep"], select("3,3"), "OFF_LINE"),
    (
        "DBW-Q-06",
        {"wild_allow_noop": "no"},
        {"B": "4,4 4,5 4,6"},
        ["1-3/4-4", "keep"],
        select("4,4"),
        "IDLE_SQUARE",
    ),
    ("DBW-ROLL-2", {}, {"B": "6,7"}, BATTLE, select("6,7"), "NO_WILD"),
    ("DBW-Q-10", {}, {"B": "6,7"}, BATTLE, R.LEAVE, "CANNOT_DECLINE"),
    ("DBW-PLAY-4", {}, {"B": "6,7"}, BATTLE, R.ATTACK, "NOT_MET"),
    ("DBW-PLAY-4", {}, {}, ["1-3/4-6"], R.LEAVE, "NOT_MET"),
    ("DBW-TEAM-6", {"battle_optional": "yes"}, {"B": "6,7"}, BATTLE[:2], R.REPLACE, "NOT_A_PARTNER"),
    ("DBW-Q-37", TEAMS, {"C": "6,7"}, BATTLE[:2], R.ATTACK, "PARTNERS_AT_PEACE"),
    ("DBW-Q-37", TEAMS | {"team_battle": "yes"}, {"C": "6,7"}, BATTLE[:2], R.REPLACE, "PARTNERS_FIGHT"),
    ("DBW-BATTLE-4", {}, {"B": "6,7"}, BATTLE, R.KEEP, "BATTLE_DICE"),
    ("DBW-BATTLE-4", {}, {"B": "6,7"}, [*BATTLE, "stand"], R.BLUE, "BATTLE_DICE"),
    ("DBW-BATTLE-4", {}, {"B": "6,7"}, BATTLE, R.ONE_RED, "BATTLE_DICE"),
    ("DBW-BATTLE-6", {}, {"B": "6,7"}, [*BATTLE[:2], "1-1-1", "1-1-1", *STAND], R.RETHROW, "MUST_THROW"),
    ("DBW-Q-18", {}, {"B": "6,7"}, BATTLE, R.RETHROW + 0b100, "TWIN"),
    ("DBW-Q-18", {}, {"B": "6,7"}, BATTLE, R.RETHROW + 0b101, "TWIN"),
    ("DBW-BATTLE-3", {}, {}, ["1-3/4-6"], R.RETHROW + 1, "NO_BATTLE"),
    ("", {}, {}, ["1-3/4-6"], R.ACTIONS, "NO_SUCH_ACTION"),
    ("", {}, {}, ["1-3/4-6"], -1, "NO_SUCH_ACTION"),
]


@pytest.mark.parametrize(("clause", "given", "own", "steps", "wish", "why"), REFUSED)
def test_the_reason(
    clause: str, given: dict[str, Any], own: dict[str, str], steps: list[str], wish: int, why: str
) -> None:
    table = lay(PLAIN, own, **given).go(*steps)
    assert table.actor >= 0
    assert GAME.plain.refusal(table.position, table.actor, wish) == getattr(R, why)


def test_nothing_is_done_while_dice_are_due() -> None:
    """DBW-ROLL-1, DBW-BATTLE-3: before the throw of a turn, in the first round, in the roll-off."""
    battle = lay(PLAIN, {"B": "6,7"}).go("2-4/3-4", "keep")
    for p in (GAME.new(2), lay(PLAIN).position, battle.position):
        assert GAME.plain.actor(p) == CHANCE
        assert {GAME.plain.refusal(p, seat, R.KEEP) for seat in (0, 1)} == {R.THROW_FIRST}


def test_only_the_player_asked_may_answer() -> None:
    """DBW-SETUP-5, DBW-BATTLE-2: the player on turn; in a battle the defender in his part of the round."""
    table = lay(PLAIN, {"B": "6,7"}).go("2-4/3-4")
    assert GAME.plain.refusal(table.position, 1, R.KEEP) == R.NOT_YOUR_TURN
    table.go("keep", "2-4-4", "1-1-1", "stand")
    assert GAME.plain.refusal(table.position, 0, R.RETHROW) == R.NOT_YOUR_TURN
    assert GAME.plain.refusal(table.position, 1, R.RETHROW) == 0


def test_nothing_is_done_after_the_end() -> None:
    """DBW-END-1."""
    table = lay(PLAIN, turn="B", supply={"A": 0, "B": 3}, score={"A": 1}).go("1-3/4-6", "keep")
    assert table.actor == OVER
    assert GAME.plain.refusal(table.position, 0, R.KEEP) == R.GAME_OVER
    assert PLAIN.legal(table.position) == []


def test_every_reason_is_met() -> None:
    """The reasons are numbered from 1 on; each has a row or a test above."""
    met = {why for *_, why in REFUSED} | {"THROW_FIRST", "NOT_YOUR_TURN", "GAME_OVER"}
    assert {getattr(R, why) for why in met} == set(range(1, R.BATTLE_DICE + 1))


def test_refused_exactly_when_not_legal() -> None:
    """Every code at every decision of random games, with and without house rules."""
    rng = random.Random("refusals")
    met = set()
    for number in range(12):
        given = dict(list(TABLES.values())[number % 4])
        options = {k: v for k, v in given.items() if k != "players"}
        options |= some_house_rules(rng, 0.4) if number % 2 else {}
        table = Table(PLAIN, GAME.new(given["players"], options))
        while table.actor != OVER:
            p = table.position
            legal = PLAIN.legal(p)
            if table.actor >= 0:
                codes = [int(GAME.plain.explain(p, table.actor, code)) for code in range(R.ACTIONS)]
                assert np.flatnonzero(np.array(codes) == 0).tolist() == sorted(legal), str(table)
                met |= set(codes)
                action = rng.choice(legal)
            else:
                action = int(GAME.plain.draw(p, rng.randrange(GAME.plain.tickets(p))))
            table.position = PLAIN.apply(p, action)
    assert len(met) >= 14
