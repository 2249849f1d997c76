"""Every house rule, each of its choices, on both forms of the rules. The printed rule is the first choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rulebook.doubleswild.support import GAME, LETTERS, Table, both_forms, check, lay
from tests.rulebook.harness import Form

STAND = ["stand"] * 4
EQUAL = ["2-4/3-4", "keep", "5-5-1", "4-4-3", *STAND]  # a battle for 6,7 that stands at 11 to 11


# ---------------------------------------------------------------- throwing


@both_forms
def test_first_roll_tie_all(form: Form) -> None:
    """DBW-Q-01: everybody throws again, and C, who was behind, may still begin."""
    table = Table(form, GAME.new(3, {"first_roll_tie": "all"})).go("6-6-6", "6-6-6", "1-1-1")
    for player in "ABC":
        check(table, {"dice": [player, 3]})
        table.go("6-6-6" if player == "C" else "1-1-1")
    check(table, {"dice": ["C", 4]})


@both_forms
def test_reroll_mode_per_pair(form: Form) -> None:
    """DBW-Q-02: each pair once, the second after seeing the first."""
    table = lay(form, reroll_mode="per_pair").go("1-3/4-6")
    check(table, {"legal": ["keep", "red", "blue", "both"]})
    check(table.branch().go("keep"), {"owner": {"4,10": "A"}})
    check(table.branch().go("both", "1-2/1-2"), {"owner": {"3,3": "A"}, "dice": ["B", 4]})
    check(table.go("red", "1-2"), {"legal": ["keep", "blue"], "decides": "A"})
    check(table.branch().go("keep"), {"owner": {"3,10": "A"}, "dice": ["B", 4]})
    check(table.branch().go("blue", "1-2"), {"owner": {"3,3": "A"}, "dice": ["B", 4]})
    other = lay(form, reroll_mode="per_pair").go("1-3/4-6", "blue", "2-2")
    check(other, {"legal": ["keep", "red"]})
    check(other.go("red", "3-3"), {"count": 81})


@both_forms
def test_wild_may_decline(form: Form) -> None:
    """DBW-Q-05: 4-4 as an 8 on one's own square is a pass; 1-1 and 6-6 name no line."""
    table = lay(form, {"A": "5,8 5,9"}, wild_may_decline="yes")
    check(table.branch().go("2-3/4-4", "keep"), {"count": 8, "offers": ["5,8"], "refuses": ["5,9"]})
    check(table.branch().go("2-3/4-4", "keep", "5,8"), {"dice": ["B", 4], "supply": {"A": 10}})
    check(table.branch().go("2-3/5-5", "keep"), {"count": 7, "refuses": ["5,8", "5,9"]})  # 10 is not his
    check(table.branch().go("2-3/1-1", "keep"), {"count": 7})
    check(table.branch().go("2-3/6-6", "keep"), {"count": 7})


@both_forms
def test_wild_may_decline_on_the_whole_board(form: Form) -> None:
    """DBW-Q-05, DBW-Q-08: two doubles at their face; and a line full of one's own is not lost on a double."""
    table = lay(form, {"A": "4,10 5,5"}, wild_may_decline="yes").go("2-2/5-5", "keep")
    check(table, {"count": 80, "offers": ["4,10"], "refuses": ["5,5"]})
    full = " ".join(f"5,{column}" for column in range(3, 12))
    table = lay(form, {"A": full}, wild_may_decline="yes")
    check(table.branch().go("2-3/2-2", "keep"), {"legal": ["5,4"]})
    check(table.branch().go("2-3/1-1", "keep"), {"dice": ["B", 4]})


@both_forms
def test_wild_allow_noop_no(form: Form) -> None:
    """DBW-Q-06: protected squares cannot be chosen while there is another; a partner's are no better."""
    table = lay(form, {"B": "5,5 5,6 5,7 5,9"}, wild_allow_noop="no").go("2-3/4-4", "keep")
    check(table, {"legal": [f"5,{column}" for column in (3, 4, 8, 9, 10, 11)]})
    rows = {"C": "5,3 5,4 5,5 5,6 5,7 5,8", "A": "5,9 5,10", "B": "5,11"}
    table = lay(form, rows, players=4, teams="yes", wild_allow_noop="no").go("2-3/4-4", "keep")
    check(table, {"legal": ["5,11"]})
    rows["A"] += " 5,11"
    del rows["B"]
    table = lay(form, rows, players=4, teams="yes", wild_allow_noop="no").go("2-3/4-4", "keep")
    check(table, {"legal": [f"5,{column}" for column in range(3, 9)]})  # nothing else is left


# ---------------------------------------------------------------- battles


@both_forms
def test_battle_optional(form: Form) -> None:
    """DBW-Q-10, DBW-PLAY-4: an opponent's square is attacked, or left as one's own would be."""
    table = lay(form, {"B": "6,6 6,7"}, supply=5, battle_optional="yes").go("2-4/3-4", "keep")
    check(table, {"decides": "A", "legal": ["leave", "attack"], "supply": {"A": 5}})
    check(table.branch().go("leave"), {"dice": ["B", 4], "supply": {"A": 5}, "owner": {"6,7": "B"}})
    check(table.branch().go("attack"), {"dice": ["A", 3], "supply": {"A": 4}, "owner": {"6,7": "B"}})


@both_forms
def test_battle_optional_does_not_open_protected_squares(form: Form) -> None:
    """DBW-PLAY-3."""
    table = lay(form, {"B": "6,6 6,7 6,8"}, battle_optional="yes").go("2-4/3-4", "keep")
    check(table, {"dice": ["B", 4], "supply": {"A": 10}})


@both_forms
def test_battle_tie_reroll_all(form: Form) -> None:
    """DBW-Q-19: both throw all three dice, with nothing to choose, until they differ."""
    table = lay(form, {"B": "6,7"}, battle_tie="reroll_all").go(*EQUAL)
    for _ in range(2):
        check(table, {"dice": ["A", 3], "round": 4})
        check(table.go("1-1-2"), {"dice": ["B", 3], "attacker": "1-1-2"})
        table.go("1-1-2")
    check(table.branch().go("1-1-2", "1-1-1"), {"owner": {"6,7": "A"}, "dice": ["B", 4]})
    check(table.branch().go("1-1-1", "1-1-2"), {"owner": {"6,7": "B"}, "dice": ["B", 4]})


@both_forms
@pytest.mark.parametrize(("tie", "owner"), [("defender", "B"), ("attacker", "A")])
def test_battle_tie_goes_to_one_side(form: Form, tie: str, owner: str) -> None:
    """DBW-Q-19: after round three, and only when the totals are equal."""
    table = lay(form, {"B": "6,7"}, battle_tie=tie)
    check(table.branch().go(*EQUAL), {"owner": {"6,7": owner}, "dice": ["B", 4], "round": 0})
    other = ["6-6-6", "1-1-1"] if tie == "defender" else ["1-1-1", "6-6-6"]
    winner = "A" if tie == "defender" else "B"
    check(table.branch().go("2-4/3-4", "keep", *other, *STAND), {"owner": {"6,7": winner}})


@both_forms
def test_battle_tie_coin(form: Form) -> None:
    """DBW-Q-19: one toss, either side alike."""
    table = lay(form, {"B": "6,7"}, battle_tie="coin").go(*EQUAL)
    assert form.legal(table.position) == [0, 1] and GAME.plain.tickets(table.position) == 2
    check(table.branch().go("attacker"), {"owner": {"6,7": "A"}, "dice": ["B", 4]})
    check(table.branch().go("defender"), {"owner": {"6,7": "B"}, "dice": ["B", 4]})


@both_forms
@pytest.mark.parametrize("tie", ["extra_round", "reroll_all"])
def test_battle_max_extra(form: Form, tie: str) -> None:
    """DBW-Q-20: after two extra rounds that stay equal a coin decides."""
    table = lay(form, {"B": "6,7"}, battle_tie=tie, battle_max_extra=2).go(*EQUAL)
    same = ["throw 1", "1", "throw 3", "3"] if tie == "extra_round" else ["1-1-1", "1-1-1"]
    check(table, {"round": 4})
    check(table.go(*same), {"round": 5})
    table.go(*same)
    assert form.legal(table.position) == [0, 1]
    same_again = table.position.copy()
    GAME.plain.derive(same_again)
    assert same_again == table.position  # who acts, and the coin, follow from the rest
    check(table.branch().go("attacker"), {"owner": {"6,7": "A"}, "dice": ["B", 4]})
    check(table.branch().go("defender"), {"owner": {"6,7": "B"}, "dice": ["B", 4]})


@both_forms
def test_battle_max_extra_is_a_limit_only(form: Form) -> None:
    """DBW-Q-20: an extra round that settles it needs no coin, the last one included; then there is one."""
    table = lay(form, {"B": "6,7"}, battle_max_extra=1).go(*EQUAL)
    settled = table.branch().go("throw 1", "6", "throw 3", "1")
    check(settled, {"owner": {"6,7": "A"}, "dice": ["B", 4]})
    assert form.legal(table.go("throw 1", "1", "throw 3", "3").position) == [0, 1]


# ---------------------------------------------------------------- tie-breaks


def tied(form: Form, **options: Any) -> Table:
    """A game of three in which A and C share the lead, B began, and C has just ended it."""
    table = lay(form, players=3, turn="C", supply={"A": 0, "B": 1, "C": 1}, score={"A": 2, "C": 2}, **options)
    table.position.first = LETTERS.index("B")
    return table.go("1-3/4-6", "keep")


@both_forms
def test_tiebreak_players_all(form: Form) -> None:
    """DBW-Q-28: B plays too, and wins the game if his is the first row."""
    table = tied(form, tiebreak_players="all")
    check(table, {"supply": {"A": 16, "B": 16, "C": 16}})
    check(table.go("1-1-1", "1-1-3", "1-1-2"), {"dice": ["B", 4]})
    decided = lay(form, {"B": "5,3 5,4"}, players=3, turn="B", tiebreak="ABC", score={"A": 2, "C": 2})
    check(decided.go("1-4/1-4", "keep"), {"wins": ["B"]})


@both_forms
def test_tiebreak_start(form: Form) -> None:
    """DBW-Q-29: a throw; who began the game, or the next who plays; or the one whose turn it was."""
    check(tied(form), {"dice": ["A", 3]})
    check(tied(form, tiebreak_start="same"), {"dice": ["C", 4], "supply": {"A": 16, "B": 0, "C": 16}})
    check(tied(form, tiebreak_start="same", tiebreak_players="all"), {"dice": ["B", 4]})
    check(tied(form, tiebreak_start="last_round_next"), {"dice": ["A", 4]})
    behind = lay(
        form, players=3, turn="C", supply={"A": 0}, score={"B": 2, "C": 2}, tiebreak_start="last_round_next"
    )
    check(behind.go("1-3/4-6", "keep"), {"dice": ["B", 4]})


@both_forms
def test_the_first_player_is_remembered(form: Form) -> None:
    """DBW-Q-29: from the roll-off on, and a tie-break's own roll-off does not change it."""
    table = Table(form, GAME.new(3, {"tiebreak_start": "same"})).go("1-1-1", "1-1-2", "1-1-1")
    assert table.position.first == LETTERS.index("B")
    rolled = tied(form)
    assert rolled.go("6-6-6", "1-1-1").position.first == LETTERS.index("B")


@both_forms
def test_tiebreak_markers_by_participants(form: Form) -> None:
    """DBW-Q-30: two of three play with 24 each."""
    check(tied(form, tiebreak_markers="by_participants"), {"supply": {"A": 24, "B": 0, "C": 24}})
    everybody = tied(form, tiebreak_markers="by_participants", tiebreak_players="all")
    check(everybody, {"supply": {"A": 16, "B": 16, "C": 16}})


@both_forms
def test_tiebreak_exhausted_draw(form: Form) -> None:
    """DBW-Q-32: those who shared the lead share the win."""
    table = lay(
        form,
        players=3,
        tiebreak="AC",
        turn="C",
        supply={"A": 0, "B": 0, "C": 7},
        score={"A": 2, "C": 2},
        tiebreak_exhausted="draw",
    ).go("1-3/4-6", "keep")
    check(table, {"wins": ["A", "C"]})
    assert [form.payoff(table.position, seat) for seat in range(4)] == [0.5, 0, 0.5, 0]


@both_forms
def test_tiebreak_exhausted_draw_of_teams(form: Form) -> None:
    """DBW-Q-32, DBW-Q-38: half for either side."""
    options: dict[str, Any] = {"tiebreak_exhausted": "draw", "teams": "yes"}
    table = lay(form, players=4, tiebreak="ABCD", turn="D", supply={"A": 0}, **options).go("1-3/4-6", "keep")
    assert [form.payoff(table.position, seat) for seat in range(4)] == [0.5] * 4


# ---------------------------------------------------------------- teams


@both_forms
def test_team_battle(form: Form) -> None:
    """DBW-Q-37, DBW-TEAM-5, DBW-TEAM-6: a partner's square is left or fought for, not simply replaced."""
    table = lay(form, {"C": "5,5", "B": "9,9"}, players=4, teams="yes", team_battle="yes")
    check(table.branch().go("3-6/3-6", "keep"), {"dice": ["A", 3]})  # against opponents there is no choice
    table.go("1-4/1-4", "keep")
    check(table, {"decides": "A", "legal": ["leave", "attack"]})
    check(table.branch().go("leave"), {"dice": ["B", 4], "supply": {"A": 10}})
    table.go("attack")
    check(table, {"dice": ["A", 3], "supply": {"A": 9}})
    check(table.go("6-6-6"), {"dice": ["C", 3]})
    check(table.go("1-1-1", *STAND), {"owner": {"5,5": "A"}, "supply": {"C": 10}, "dice": ["B", 4]})


@both_forms
def test_teams_is_the_game_for_four_otherwise(form: Form) -> None:
    """DBW-TEAM-1: without it C's square is an opponent's."""
    check(lay(form, {"C": "5,5"}, players=4).go("1-4/1-4", "keep"), {"dice": ["A", 3]})


def test_every_house_rule_is_tested_here() -> None:
    """Each option by its name."""
    source = Path(__file__).read_text("utf-8")
    assert [option.name for option in GAME.options if option.name not in source] == []
