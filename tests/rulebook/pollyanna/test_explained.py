"""Reasons to the letter, with the place they name; and what the rules see, count and leave behind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.games.racing.places import seated
from parlour.rules.kit import NOBODY, OVER
from tests.rulebook.harness import Form, Walk
from tests.rulebook.pollyanna.support import GAME, both_forms, lay, partners

PLAIN = Form(GAME, "plain")
R: Any = GAME.module("record")
STRAIGHT, TURNOUT = 0, 1
TEN, PASS = int(R.TEN), int(R.PASS)


def said(walk: Walk, what: int, piece: int = 0, route: int = STRAIGHT) -> tuple[int, int]:
    """The reason against an action of the player on turn, and the place that it names."""
    action = PASS if what == PASS else int(R.action_of(what, piece, route))
    code = int(GAME.plain.refusal(walk.position, walk.turn, action))
    return code % R.PLACE, code // R.PLACE


REASONS: list[tuple[str, dict[str, Any], str, tuple[int, ...], str, int]] = [
    # my pieces, the others', the throw and what was played, what is wished (die, piece, route), why, where
    ("10 12 12 12", {}, "2-1", (2,), "STACK_FULL", 12),  # POL-BLOCK-3
    ("50 54 54 54", {}, "4-1", (4,), "STACK_FULL", 54),  # POL-BLOCK-3: the entrance is a space like others
    ("50 20 H H", {"a": "@54 @54"}, "4-1", (4,), "RIVAL_BLOCKADE", 54),  # POL-BLOCK-3
    ("52 20 H H", {"a": "@54 @54"}, "4-1", (4,), "BLOCKADE", 54),  # POL-BLOCK-2
    ("53 55 20 H", {}, "4-1", (4,), "PATH_TAKEN", 55),  # POL-HOME-3
    ("55 57 20 H", {}, "2-1", (2,), "PATH_TAKEN", 57),  # POL-HOME-3
    ("14 20 H H", {"b": "@T1.1"}, "2-1", (1, 0, TURNOUT), "TURNOUT_TAKEN", 62),  # POL-TO-3
    ("14 20 H H", {"b": "@T1.1"}, "2-1", (2, 0, TURNOUT), "TURNOUT_TAKEN", 62),  # POL-TO-3
    ("10 20 H H", {}, "2-1", (2, 0, TURNOUT), "NO_BRANCH", 0),  # POL-TO-1
    ("6 20 H H", {"a": "@9"}, "4-3", (3,), "SAFE_RIVAL", 9),  # POL-SAFE-2
    ("58 20 H H", {}, "6-4", (4,), "OVERSHOOTS", 0),  # POL-HOME-4
    ("C C 20 H", {"c": "@0 @0"}, "6-2", (6,), "START_CLOSED", 0),  # POL-ENTER-7
    ("C 0 0 0", {"start_respects_max_stack": "yes"}, "6-2", (6,), "START_FULL", 0),  # POL-Q-11
    ("20 H H H", {}, "5-3", (PASS,), "CANNOT_PASS", 0),  # POL-DICE-3
    ("20 H H H", {"reward_mandatory": "yes"}, "5-3", (PASS,), "CANNOT_PASS", 0),  # POL-DICE-3
    ("7 H H H", {"b": "@10", "reward_mandatory": "yes"}, "3-1 7+3", (PASS,), "CANNOT_DECLINE", 0),  # POL-Q-16
    ("7 H H H", {"b": "@10", "reward_timing": "any"}, "3-1 7+3", (PASS,), "CANNOT_PASS", 0),  # POL-Q-17
    ("56 H H H", {"single_die_choice": "higher"}, "5-4", (4,), "HIGHER_DIE", 0),  # POL-Q-13
    (
        "20 57 H 59",
        {"a": "@23 @23"},
        "3-2",
        (2,),
        "WASTES_DIE",
        0,
    ),  # POL-DICE-3
    ("7 20 20 H", {"b": "@10"}, "3-1 7+3", (TEN, 2), "TWIN", 0),  # POL-CAP-3
]


@pytest.mark.parametrize(("me", "others", "steps", "wish", "why", "where"), REASONS)
def test_the_reason_and_the_place(
    me: str, others: dict[str, Any], steps: str, wish: tuple[int, ...], why: str, where: int
) -> None:
    """POL-BLOCK-2, POL-BLOCK-3, POL-HOME-3, POL-TO-3, POL-ENTER-7: what is in the way, and where."""
    walk = lay(PLAIN, me, **others).go(*steps.split())
    assert said(walk, *wish) == (getattr(R, why), where)


def test_a_piece_that_waits_is_named_with_its_place() -> None:
    """POL-BLOCK-3, POL-Q-28."""
    walk = partners(PLAIN, "17 30 H H", b="@20 @20").go("3-1", "17+3")
    assert said(walk, 1) == (R.WAITS, 20)
    walk = partners(PLAIN, "30 17 H H", b="@20 @20").go("3-1", "17+3")
    assert said(walk, 1, 1) == (R.WAITS, 20)


def test_nothing_before_the_throw_nor_after_the_end() -> None:
    """POL-TURN-1, POL-WIN-1."""
    walk = lay(PLAIN, "60 H H H")
    assert GAME.plain.explain(walk.position, 0, PASS) == R.THROW_FIRST
    walk.go("2-1")
    assert {GAME.plain.explain(walk.position, 0, action) for action in (-1, PASS + 1)} == {R.NO_SUCH_ACTION}
    walk.go("60+1")
    assert walk.actor == OVER and GAME.plain.explain(walk.position, 0, PASS) == R.GAME_OVER


@pytest.mark.parametrize(
    ("me", "dice"), [("56 H H H", "5-4"), ("56 20 H H", "5-4"), ("20 30 H H", "5-4"), ("57 H H H", "5-4")]
)
def test_nothing_is_said_against_the_die_that_is_due(me: str, dice: str) -> None:
    """POL-Q-13: the higher one where only one can be played, either where both can."""
    walk = lay(PLAIN, me, single_die_choice="higher").go(dice)
    legal = walk.form.legal(walk.position)
    assert legal and [GAME.plain.explain(walk.position, walk.turn, a) for a in legal] == [0] * len(legal)


# ---------------------------------------------------------------- looking ahead


@both_forms
def test_a_reward_round_the_turnout_saves_the_die(form: Form) -> None:
    """POL-Q-15, POL-TO-4: after the capture on 6 the 3 has no place, for a rival is safe on 9, and the reward
    cannot end on 16; but it can go round by the turnout, and the 3 from there. So both dice can be played."""
    walk = lay(form, "4 H H H", a="@9", b="@16 @16", c="@6").go("3-2")
    assert walk.notes() == ["4+2"]


@both_forms
def test_a_reward_that_must_be_used_is_used_once(form: Form) -> None:
    """POL-Q-16, POL-Q-15: then the die can be played."""
    walk = lay(form, "8 H H H", c="@10", reward_mandatory="yes").go("5-2")
    assert set(walk.notes()) == {"8+2", "8+5"}


@both_forms
def test_a_reward_may_open_the_start(form: Form) -> None:
    """POL-Q-11, POL-Q-15, POL-ENTER-2: three of the side fill it, one of whom can take the reward."""
    more = {"start_respects_max_stack": "yes", "start_first": "no"}
    walk = partners(form, "0 0 20 C", a="@22", b="@0", **more).go("6-2")
    assert set(walk.notes()) == {"0+2", "20+2"}


@both_forms
def test_the_one_that_joined_waits_and_the_other_goes(form: Form) -> None:
    """POL-BLOCK-3, POL-Q-28: two of my pieces stand together, one of which came in this turn."""
    walk = partners(form, "30 17 20 H", b="@20").go("3-1", "17+3")
    assert "20+1" in walk.notes()


@both_forms
def test_the_one_that_took_the_first_die_stays_and_the_other_goes(form: Form) -> None:
    """POL-Q-12: where both dice for one piece are one move."""
    for me in ("17 20 H H", "20 17 H H"):
        walk = lay(form, me, sum_is_one_move="yes").go("3-1", "17+3")
        assert walk.notes() == ["20+1"]


@both_forms
def test_with_both_dice_played_no_piece_has_played_the_first(form: Form) -> None:
    """POL-Q-12: a reward may still be due."""
    walk = lay(form, "17 20 30 H", a="@31", sum_is_one_move="yes").go("3-1", "17+3", "30+1")
    assert walk.position.played == 0 and walk.pending
    assert len(walk.form.legal(walk.position)) == len(walk.notes())  # two on one space are one choice


def test_asking_what_is_legal_changes_nothing() -> None:
    """POL-Q-15: not even when a reward that is declined is thought through."""
    p = lay(PLAIN, "41 H H H", a="@46", reward_must_save_die="yes").go("6-5", "41+5").position
    before = p.copy()
    assert GAME.plain.legal(p, np.zeros(GAME.plain.MAX_ACTIONS, np.int64)) > 0 and p == before


# ---------------------------------------------------------------- places and ends


def shares(walk: Walk) -> list[float]:
    return [walk.form.payoff(walk.position, seat) for seat in range(4)]


@both_forms
def test_shares_of_a_race_for_places_that_is_stopped(form: Form) -> None:
    """POL-Q-43: who is home has his place; the others share alike what is still to be had."""
    walk = lay(form, "20 H H H", play_for_places="yes", max_turns=1).go("5-3", "20+5", "25+3")
    assert walk.actor == OVER and shares(walk) == pytest.approx([1 / 4] * 4)
    walk = lay(form, "60 H H H", "20 H H H", play_for_places="yes", max_turns=2)
    walk.go("2-1", "60+1", "5-3", "20+5", "25+3")
    assert walk.actor == OVER and shares(walk) == pytest.approx([3 / 6, 1 / 6, 1 / 6, 1 / 6])


@both_forms
def test_the_last_chair_may_come_in_last(form: Form) -> None:
    """POL-Q-43."""
    walk = lay(form, "60 H H H", turn=1, chairs="13", play_for_places="yes").go("2-1", "60+1")
    assert walk.actor == OVER and shares(walk) == [0, 1, 0, 0]
    assert walk.position.place.tolist() == [R.EMPTY, 0, R.EMPTY, 1]


@both_forms
def test_a_limit_of_one_turn(form: Form) -> None:
    """POL-Q-43."""
    assert lay(form, "20 H H H", max_turns=1).go("5-3", "20+5", "25+3").actor == OVER


@both_forms
def test_nothing_is_left_of_a_turn_that_ends_the_game(form: Form) -> None:
    """POL-Q-41, POL-WIN-1: not even when it was played with the partner's pieces."""
    walk = partners(form, "H H H H", b="60 H H H", finished_partner="throws_for_partner").go("2-1")
    assert walk.position.mover == 2
    p = walk.go(walk.notes()[0]).position
    assert walk.actor == OVER and (p.mover, p.turn, p.waits) == (0, 0, 0) and p.left.tolist() == [0, 0]


# ---------------------------------------------------------------- what is seen


def test_which_pieces_wait_is_seen() -> None:
    """POL-Q-28."""
    first = GAME.rules.FEATURE_NAMES.index("waits_0")
    for me, waits in (("30 17 20 H", [0, 1, 0, 0]), ("30 H 20 17", [0, 0, 0, 1])):
        walk = partners(PLAIN, me, b="@20").go("3-1", "17+3")
        seen = np.zeros(GAME.rules.FEATURES)
        GAME.plain.observe(walk.position, 0, seen)
        assert seen[first : first + 4].tolist() == waits


def test_who_began_is_known_after_the_roll_off() -> None:
    """POL-FIRST-1: the highest throw; until then nobody has."""
    walk = Walk.new(PLAIN, 4)
    assert [walk.turn, *(walk.go(dice).turn for dice in ("1-2", "1-3", "1-4"))] == [0, 1, 2, 3]
    walk = Walk.new(PLAIN, 2)
    first = GAME.module("measures").first
    assert first(walk.position) == NOBODY
    walk.each({"0": "1-2", "2": "6-5"})
    assert first(walk.position) == walk.position.mover == 2


def test_who_is_seated() -> None:
    """POL-PREP-1: nobody sits on the first chair unless it is taken."""
    for seats, bits in (("13", 0b1010), ("123", 0b1110), ("012", 0b0111)):
        new = GAME.new(len(seats), {"seats": seats})
        assert seated(new) == bits and new.mover == new.turn


PRINTED_ONLY = ["start_first", "reward_into_home"]
HOUSE = ["sum_six_optional", "start_respects_max_stack", "sum_is_one_move", "reward_mandatory"]
HOUSE += ["reward_must_save_die"]


def test_the_menu_is_for_the_printed_rules() -> None:
    """`menu` holds what may be done, and nothing where a house rule changes how dice are played."""
    assert lay(PLAIN, "20 30 H H").go("5-3").position.menu != 0
    start = lay(PLAIN, "C 20 H H").go("6-3").position.menu
    assert (start >> 16 & 15, start >> 20) == (R.SIX, 0)  # a piece is started, and nothing else
    choices = dict.fromkeys(PRINTED_ONLY, "no") | dict.fromkeys(HOUSE, "yes")
    choices |= {"max_dice": "greedy", "single_die_choice": "higher", "reward_timing": "any"}
    for name, choice in choices.items():
        assert lay(PLAIN, "20 30 H H", **{name: choice}).go("5-3").position.menu == 0, name


@pytest.mark.parametrize(
    ("me", "pairs"), [("20 21 22 23", 0), ("20 20 H H", 1), ("20 20 30 30", 2), ("20 20 20 H", 3)]
)
def test_pairs_on_one_space_are_counted(me: str, pairs: int) -> None:
    """POL-BLOCK-1: `stacks`, each two of a seat's pieces once; at home they do not count."""
    assert lay(PLAIN, me, a="30 30").position.stacks.tolist() == [pairs, 1, 0, 0]


def test_a_piece_on_any_home_path_is_on_a_single_track() -> None:
    """POL-HOME-3: `tracks`, the last space of the last path as well."""
    for turn in range(4):
        for place in range(55, 61):
            tracks = lay(PLAIN, f"{place} H H H", turn=turn).position.tracks.tolist()
            assert sum(map(int.bit_count, tracks)) == 1, (turn, place)
