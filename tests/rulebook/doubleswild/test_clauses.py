"""Clauses and rulings that the scenario table does not spell out, on both forms of the rules."""

from __future__ import annotations

import pytest

from parlour.rules.kit import CHANCE
from tests.rulebook.doubleswild.support import GAME, R, Table, both_forms, check, count_rows, lay
from tests.rulebook.harness import Form

NINE = " ".join(f"5,{column}" for column in range(3, 12))
STAND = ["stand"] * 4


def new(form: Form, players: int, **options: str) -> Table:
    return Table(form, GAME.new(players, options))


# ---------------------------------------------------------------- the board, getting ready


@both_forms
def test_every_square_of_the_grid_can_be_named(form: Form) -> None:
    """DBW-COMP-1, DBW-ROLL-3: rows and columns 3 to 11, all of them, each by dice that are no double."""
    dice = {3: "1-2", 4: "1-3", 5: "1-4", 6: "2-4", 7: "1-6", 8: "2-6", 9: "3-6", 10: "4-6", 11: "5-6"}
    for row, red in dice.items():
        for column, blue in dice.items():
            assert lay(form).go(f"{red}/{blue}", "keep").board() == {f"{row},{column}": "A"}


@both_forms
def test_dice_of_a_turn_and_of_a_battle(form: Form) -> None:
    """DBW-COMP-2, DBW-ROLL-1: four dice in a turn, three for each side of a battle."""
    table = lay(form, {"B": "6,7"})
    check(table, {"dice": ["A", 4]})
    check(table.go("2-4/3-4", "keep"), {"dice": ["A", 3]})
    check(table.go("1-1-1"), {"dice": ["B", 3]})


@both_forms
def test_the_strip_starts_at_nought(form: Form) -> None:
    """DBW-COMP-3, DBW-SETUP-7: nobody has points, and the marker that shows them is none of the supply."""
    for players, each in ((2, 24), (3, 16), (4, 12)):
        letters = "ABCD"[:players]
        check(
            new(form, players), {"score": dict.fromkeys(letters, 0), "supply": dict.fromkeys(letters, each)}
        )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_board_played_on_is_cleared_for_the_next_game(players: int) -> None:
    """DBW-SETUP-2, DBW-SETUP-7: markers, points and dice of the last game leave no trace."""
    fresh = GAME.new(players)
    used = fresh.copy()
    used.owner[:], used.score[:], used.triples[:] = 1, 3, 2
    used.red, used.blue, used.used, used.again, used.square, used.round = 4, 5, 1, 1, 7, 2
    used.first, used.tiebreak, used.winner = 1, 3, 1
    GAME.plain.new_game(used, players)
    assert used == fresh


@both_forms
def test_equal_totals_throw_again(form: Form) -> None:
    """DBW-SETUP-3, DBW-SETUP-4, DBW-Q-01: B and D share the largest total; only they throw again."""
    table = new(form, 4).go("1-1-1", "6-5-4", "1-2-3", "5-5-5")
    check(table, {"dice": ["B", 3]})
    check(table.go("2-2-2"), {"dice": ["D", 3]})
    check(table.go("3-2-1"), {"dice": ["B", 3]})  # equal again
    check(table.go("1-1-1", "1-1-2"), {"dice": ["D", 4]})


@both_forms
def test_only_the_best_total_of_the_last_round_counts(form: Form) -> None:
    """DBW-SETUP-4: A's 12 was more than what decides among B and C."""
    table = new(form, 3).go("4-4-4", "6-6-5", "6-6-5", "1-1-1", "1-1-2")
    check(table, {"dice": ["C", 4]})


@both_forms
def test_the_turn_goes_round_clockwise(form: Form) -> None:
    """DBW-SETUP-5, DBW-SETUP-2: from C on, D, A and B."""
    table = new(form, 4).go("1-1-1", "1-1-1", "6-6-6", "1-1-1")
    for player, throw in zip("CDAB", ("1-2/1-2", "1-2/1-3", "1-2/1-4", "1-2/1-5"), strict=True):
        check(table, {"dice": [player, 4]})
        table.go(throw, "keep")
    assert table.board() == {"3,3": "C", "3,4": "D", "3,5": "A", "3,6": "B"}


@both_forms
def test_any_three_dice_decide_the_first_turn(form: Form) -> None:
    """DBW-Q-40: every total of three dice has its usual odds."""
    table = new(form, 2)
    assert len(form.legal(table.position)) == 56
    check(table.go("1-2-6", "1-4-5"), {"dice": ["B", 4]})


# ---------------------------------------------------------------- throwing


@both_forms
def test_a_red_double_leaves_the_column(form: Form) -> None:
    """DBW-WILD-1: whatever the double adds up to."""
    for double in ("1-1", "2-2", "6-6"):
        table = lay(form, {"A": "4,9 10,9"}).go(f"{double}/4-5", "keep")
        check(table, {"legal": [f"{row},9" for row in (3, 5, 6, 7, 8, 9, 11)]})


@both_forms
def test_two_doubles_leave_all_but_one_s_own(form: Form) -> None:
    """DBW-WILD-2, DBW-WILD-3: others' squares included, protected ones too."""
    table = lay(form, {"A": "3,3 7,7", "B": "5,5 5,6 5,7 9,9"}).go("2-2/3-3", "keep")
    check(table, {"count": 79, "refuses": ["3,3", "7,7"], "offers": ["5,6", "9,9", "11,11"]})


@both_forms
def test_both_pairs_are_thrown_again_together(form: Form) -> None:
    """DBW-REROLL-1, DBW-REROLL-3, DBW-Q-02: four dice, once, and what they show is final."""
    table = lay(form).go("1-3/4-6", "both")
    check(table, {"dice": ["A", 4]})
    check(table.go("2-3/1-2"), {"owner": {"5,3": "A", "4,10": None}, "dice": ["B", 4]})


@both_forms
def test_one_second_throw_only(form: Form) -> None:
    """DBW-REROLL-1, DBW-Q-02: after it nothing is asked about the dice any more."""
    check(lay(form).go("1-3/4-6", "blue", "1-1"), {"legal": [f"4,{column}" for column in range(3, 12)]})


@both_forms
def test_a_double_may_be_thrown_again(form: Form) -> None:
    """DBW-Q-03: with it goes what was wild."""
    table = lay(form).go("5-5/4-6", "red", "1-2")
    assert table.board() == {"3,10": "A"}


@both_forms
def test_wild_is_what_lies_there_at_last(form: Form) -> None:
    """DBW-Q-04, DBW-REROLL-3: a double of the second throw counts, and one that was kept."""
    check(lay(form).go("1-3/4-6", "red", "3-3"), {"legal": [f"{row},10" for row in range(3, 12)]})
    check(lay(form).go("1-3/5-5", "red", "1-2"), {"legal": [f"3,{column}" for column in range(3, 12)]})
    assert lay(form).go("1-1/5-5", "both", "1-2/1-2").board() == {"3,3": "A"}


@both_forms
def test_a_double_is_not_taken_at_its_face(form: Form) -> None:
    """DBW-Q-05: 4-4 is no 8 when square 5,8 is one's own."""
    check(lay(form, {"A": "5,8"}).go("2-3/4-4", "keep"), {"refuses": ["5,8"], "count": 8})


@both_forms
def test_a_wasted_double(form: Form) -> None:
    """DBW-Q-06, DBW-Q-07: an opponent's protected square may be chosen; not to choose at all is no choice."""
    table = lay(form, {"B": "5,5 5,6 5,7"}).go("2-3/4-4", "keep")
    check(table, {"legal": [f"5,{column}" for column in range(3, 12)]})
    check(table.go("5,7"), {"dice": ["B", 4], "supply": {"A": 10}, "on_board": {"A": 0}})


@both_forms
def test_the_last_free_square_of_a_line(form: Form) -> None:
    """DBW-Q-07, DBW-Q-08: with one square left it is chosen, with none the turn is over."""
    check(lay(form, {"A": NINE.replace(" 5,9", "")}).go("2-3/4-4", "keep"), {"legal": ["5,9"]})
    check(lay(form, {"A": NINE}).go("1-3/4-4", "red", "2-3"), {"dice": ["B", 4], "supply": {"A": 10}})
    column = " ".join(f"{row},5" for row in range(3, 12))
    check(lay(form, {"A": column}).go("4-4/1-4", "keep"), {"dice": ["B", 4], "supply": {"A": 10}})
    check(lay(form, {"A": NINE}).go("4-4/4-4", "keep"), {"count": 72})


@both_forms
def test_one_s_own_square_without_a_double(form: Form) -> None:
    """DBW-Q-09, DBW-Q-27, DBW-PLAY-2: nothing happens, even with one marker left, and the game goes on; on a
    protected one neither."""
    table = lay(form, {"A": "4,10"}, supply=1).go("5-6/5-6", "both", "1-3/4-6")
    check(table, {"dice": ["B", 4], "supply": {"A": 1}, "on_board": {"A": 1}})
    table = lay(form, {"B": "4,9 4,10 4,11"}, supply=1).go("1-3/4-6", "keep")
    check(table, {"dice": ["B", 4], "supply": {"A": 1}, "on_board": {"A": 0, "B": 3}})


# ---------------------------------------------------------------- squares and battles


@both_forms
def test_the_turn_passes_after_the_square(form: Form) -> None:
    """DBW-PLAY-6, DBW-PLAY-1: whether a marker was placed or not."""
    table = lay(form, {"A": "4,10", "B": "5,5 5,6 5,7"}, players=3)
    for throw in ("1-3/4-6", "1-4/2-4", "5-6/5-6"):
        check(table.branch().go(throw, "keep"), {"dice": ["B", 4]})


@both_forms
def test_the_defender_wins(form: Form) -> None:
    """DBW-BATTLE-7, DBW-PLAY-5, DBW-Q-16: the attacker's marker is gone, and nobody scores."""
    table = lay(form, {"B": "6,6 6,7"}, supply=5).go("2-4/3-4", "keep", "1-1-1", "1-1-2", *STAND)
    check(table, {"owner": {"6,7": "B"}, "supply": {"A": 4, "B": 5}, "on_board": {"A": 0, "B": 2}})
    check(table, {"score": {"A": 0, "B": 0}, "dice": ["B", 4]})
    assert (table.position.round, table.position.square) == (0, R.NO_SQUARE)  # nothing of the battle is left


@both_forms
def test_the_owner_defends(form: Form) -> None:
    """DBW-BATTLE-1, DBW-BATTLE-2, DBW-Q-17, DBW-Q-22: C's square; A and C fight, D and B look on."""
    table = lay(form, {"C": "6,7"}, players=4).go("2-4/3-4", "keep")
    check(table, {"dice": ["A", 3]})
    check(table.go("1-2-3"), {"dice": ["C", 3]})
    check(table.go("4-5-6"), {"decides": "A", "round": 2})
    check(table.go("throw 1 2"), {"dice": ["A", 2]})
    check(table.go("6-6"), {"decides": "C", "attacker": "3-6-6"})
    check(table.go("throw 4"), {"dice": ["C", 1]})
    check(table.go("1"), {"decides": "A", "round": 3, "defender": "1-5-6"})


@both_forms
def test_any_dice_may_be_thrown_again(form: Form) -> None:
    """DBW-BATTLE-4, DBW-Q-18: which numbers is what counts, so equal dice are one choice."""
    table = lay(form, {"B": "6,7"}).go("2-4/3-4", "keep", "2-4-5", "3-3-3")
    everything = ["throw 2", "throw 4", "throw 5", "throw 2 4", "throw 2 5", "throw 4 5", "throw 2 4 5"]
    check(table, {"legal": ["stand", *everything]})
    check(table.go("throw 2 4 5"), {"dice": ["A", 3]})
    check(table.go("1-6-6"), {"attacker": "1-6-6", "decides": "B"})
    check(table, {"legal": ["stand", "throw 3", "throw 3 3", "throw 3 3 3"]})


@both_forms
def test_dice_left_lying_stay(form: Form) -> None:
    """DBW-Q-18, DBW-BATTLE-4: from round to round."""
    table = lay(form, {"B": "6,7"}).go("2-4/3-4", "keep", "2-4-6", "1-1-1", "throw 2", "5", "stand")
    check(table, {"attacker": "4-5-6", "defender": "1-1-1", "round": 3, "decides": "A"})
    check(table.go("throw 4 6", "1-1"), {"attacker": "1-1-5"})


@both_forms
def test_the_larger_total_wins_after_round_three(form: Form) -> None:
    """DBW-BATTLE-5: not before, and by one point as well."""
    table = lay(form, {"B": "6,7"}).go("2-4/3-4", "keep", "6-6-6", "1-1-1", "stand", "stand", "stand")
    check(table, {"decides": "B", "round": 3, "owner": {"6,7": "B"}})
    check(table.branch().go("throw 1 1 1", "6-6-5"), {"owner": {"6,7": "A"}, "dice": ["B", 4]})
    check(table.branch().go("throw 1 1 1", "6-6-6"), {"owner": {"6,7": "B"}, "decides": "A", "round": 4})


@both_forms
def test_an_extra_round_decides(form: Form) -> None:
    """DBW-BATTLE-6, DBW-Q-19, DBW-Q-20: from the dice that lie there, as often as it takes."""
    table = lay(form, {"B": "6,7"}).go("2-4/3-4", "keep", "2-2-2", "1-2-3", *STAND)
    for _ in range(3):
        check(table, {"decides": "A", "round": 4, "refuses": ["stand"]})
        table.go("throw 2", "2", "throw 1", "1")
    check(table.branch().go("throw 2", "3", "throw 1", "1"), {"owner": {"6,7": "A"}})
    check(table.branch().go("throw 2", "1", "throw 1", "1"), {"owner": {"6,7": "B"}, "dice": ["B", 4]})


@both_forms
def test_the_covering_marker_makes_no_row_yet(form: Form) -> None:
    """DBW-Q-13, DBW-Q-23: the square is the defender's, and its row uncounted, until he has lost it."""
    table = lay(form, {"A": "6,5 6,6", "B": "6,7 6,8"}).go("2-4/3-4", "keep", "6-6-6", "1-1-1")
    check(table, {"owner": {"6,7": "B"}, "score": {"A": 0}, "on_board": {"A": 2, "B": 2}})
    check(table.go(*STAND), {"owner": {"6,7": "A"}, "score": {"A": 1, "B": 0}})


@both_forms
def test_an_attack_costs_one_marker(form: Form) -> None:
    """DBW-Q-11, DBW-Q-12: at once, won or lost; the last one may be used."""
    for dice, owner in ((("6-6-6", "1-1-1"), "A"), (("1-1-1", "6-6-6"), "B")):
        table = lay(form, {"B": "6,7"}, supply={"A": 1, "B": 5}).go("2-4/3-4", "keep")
        check(table, {"supply": {"A": 0, "B": 5}})
        check(
            table.go(*dice, *STAND), {"owner": {"6,7": owner}, "supply": {"A": 0, "B": 5}, "dice": ["B", 4]}
        )


@both_forms
def test_rows_protect_in_all_four_directions(form: Form) -> None:
    """DBW-PLAY-3, DBW-Q-22, DBW-OBJ-1: rows of the owner's colour, and of nobody else's."""
    for own in ("7,6 7,7 7,8", "6,7 7,7 8,7", "6,6 7,7 8,8", "6,8 7,7 8,6", "7,5 7,6 7,7"):
        check(lay(form, {"B": own}).go("3-4/3-4", "keep"), {"dice": ["B", 4], "supply": {"A": 10}})
    check(lay(form, {"B": "7,6 7,7", "C": "7,8"}, players=3).go("3-4/3-4", "keep"), {"dice": ["A", 3]})


# ---------------------------------------------------------------- points and the end


@both_forms
@pytest.mark.parametrize("length", range(3, 10))
def test_a_line_is_worth_two_less_than_its_markers(form: Form, length: int) -> None:
    """DBW-SCORE-2, DBW-Q-41: 4 make 2 points, 5 make 3, 9 make 7, in whatever order they came."""
    for last in range(3, 3 + length):
        others = " ".join(f"5,{c}" for c in range(3, 3 + length) if c != last)
        table = lay(form, {"A": others}).go("2-3/1-1", "keep", f"5,{last}")
        check(table, {"score": {"A": length - 2, "B": 0}})


@both_forms
def test_twelve_points_at_once(form: Form) -> None:
    """DBW-SCORE-4, DBW-Q-23, DBW-Q-24, DBW-SCORE-5: a star of sixteen, and its middle."""
    star = [f"{7 + i * r},{7 + i * c}" for r in (-1, 0, 1) for c in (-1, 0, 1) for i in (1, 2) if r or c]
    table = lay(form, {"A": " ".join(star)}, players=3, score={"A": 200})
    check(table.go("3-4/3-4", "keep"), {"score": {"A": 212}})


@both_forms
@pytest.mark.parametrize(
    "own", ["4,11 5,3", "3,11 4,3", "3,10 4,11", "4,11 5,10", "3,3 4,11", "10,3 9,4", "3,9 3,10"]
)
def test_no_row_runs_over_an_edge(form: Form, own: str) -> None:
    """DBW-SCORE-1, DBW-OBJ-1: squares that follow each other on slants that leave the board and come back."""
    for last in ("3,3", "3,10", "4,3", "5,3", "5,4", "5,10", "11,11"):
        if last not in own:
            table = lay(form, {"A": own}).go("1-1/1-1", "keep", last)
            check(table, {"score": {"A": count_rows(dict(enumerate(table.position.owner.tolist())))["A"]}})


@both_forms
def test_the_loser_of_a_battle_loses_no_points(form: Form) -> None:
    """DBW-Q-14, DBW-Q-15: his rows are elsewhere, and stay."""
    table = lay(form, {"A": "6,5 6,6", "B": "6,7 3,3 3,4 3,5"}, supply=5)
    check(table, {"score": {"A": 0, "B": 1}})
    check(table.go("2-4/3-4", "keep", "6-6-6", "1-1-1", *STAND), {"score": {"A": 1, "B": 1}})


@both_forms
def test_most_points_win(form: Form) -> None:
    """DBW-END-3, DBW-END-1: also for one who has markers left."""
    table = lay(form, players=3, turn="C", supply={"A": 0, "B": 4, "C": 2}, score={"A": 3, "B": 1, "C": 4})
    check(table.go("1-3/4-6", "keep"), {"wins": ["C"]})


@both_forms
def test_the_last_marker_ends_nothing_by_itself(form: Form) -> None:
    """DBW-END-2, DBW-Q-25: the game ends when the turn comes back, not before."""
    table = lay(form, supply={"A": 1, "B": 1}, score={"A": 1}).go("1-3/4-6", "keep")
    check(table, {"dice": ["B", 4]})
    check(table.go("1-3/4-6", "red", "1-4"), {"wins": ["A"], "supply": {"A": 0, "B": 0}})


@both_forms
def test_a_player_without_points_may_share_the_lead(form: Form) -> None:
    """DBW-Q-33, DBW-TIE-1: nobody scored, so all play for the first row."""
    table = lay(form, {"B": "3,3"}, turn="B", supply={"A": 0, "B": 4}).go("1-3/4-6", "keep")
    check(table, {"dice": ["A", 3], "supply": {"A": 24, "B": 24}, "on_board": {"A": 0, "B": 0}})


@both_forms
def test_the_tie_break(form: Form) -> None:
    """DBW-TIE-1, DBW-Q-28, DBW-Q-29, DBW-Q-30: B sits it out; A and C throw for it and take turns."""
    table = lay(form, players=3, turn="C", supply={"A": 0, "B": 1, "C": 1}, score={"A": 2, "C": 2})
    check(table.go("1-3/4-6", "keep"), {"dice": ["A", 3], "supply": {"A": 16, "B": 0, "C": 16}})
    check(table.go("1-1-1"), {"dice": ["C", 3]})
    check(table.go("1-1-1"), {"dice": ["A", 3]})  # equal: once more
    check(table.go("1-1-1", "1-1-2"), {"dice": ["C", 4]})
    check(table.go("1-3/4-6", "keep"), {"dice": ["A", 4], "score": {"A": 2, "B": 0, "C": 2}})


@both_forms
def test_the_first_row_wins_the_tie_break(form: Form) -> None:
    """DBW-TIE-1, DBW-Q-31: also by a battle, and there is no last round."""
    own = {"A": "6,5 6,6", "C": "6,7"}
    table = lay(form, own, players=3, tiebreak="AC", supply={"B": 0}, score={"A": 2, "C": 2})
    table.go("2-4/3-4", "keep", "6-6-6", "1-1-1", *STAND)
    check(table, {"wins": ["A"], "score": {"A": 2, "C": 2}})


@both_forms
def test_a_tie_break_without_a_row_begins_again(form: Form) -> None:
    """DBW-Q-32."""
    table = lay(form, {"A": "3,3"}, tiebreak="AB", turn="B", supply={"A": 0, "B": 7}, score={"A": 2, "B": 2})
    check(table.go("1-3/4-6", "keep"), {"dice": ["A", 3], "supply": {"A": 24, "B": 24}, "on_board": {"A": 0}})
    check(table.go("1-1-1", "1-1-2"), {"dice": ["B", 4]})


# ---------------------------------------------------------------- teams


@both_forms
def test_mixed_colours_of_a_team_make_no_row(form: Form) -> None:
    """DBW-TEAM-3: two of A's and one of C's, or the other way round."""
    for lain in ({"A": "5,3 5,4"}, {"A": "5,3", "C": "5,4"}, {"C": "5,3", "A": "5,4"}):
        table = lay(form, lain, players=4, turn="C", teams="yes").go("1-4/1-4", "keep")
        check(table, {"owner": {"5,5": "C"}, "score": {"A": 0, "B": 0, "C": 0, "D": 0}})


@both_forms
def test_rows_of_both_partners_count_for_the_team(form: Form) -> None:
    """DBW-TEAM-4, DBW-TEAM-1: one score for A and C, one for B and D."""
    table = lay(form, {"A": "5,3 5,4", "C": "9,3 9,4", "B": "11,3 11,4 11,5"}, players=4, teams="yes")
    table.go("1-4/1-4", "keep", "1-2/5-6", "keep", "3-6/1-4", "keep")
    check(table, {"score": {"A": 2, "C": 2, "B": 1, "D": 1}})


@both_forms
def test_only_the_player_on_turn_decides_about_a_partner_s_square(form: Form) -> None:
    """DBW-Q-39, DBW-TEAM-5, DBW-TEAM-6, DBW-Q-36: and the partner's marker is out of the game."""
    table = lay(form, {"C": "5,5"}, players=4, teams="yes").go("1-4/1-4", "keep")
    check(table, {"decides": "A"})
    assert GAME.plain.refusal(table.position, 2, R.REPLACE) == R.NOT_YOUR_TURN
    check(table.go("replace"), {"on_board": {"A": 1, "C": 0}, "supply": {"A": 9, "C": 10}})


@both_forms
def test_a_partner_s_row_is_left_alone(form: Form) -> None:
    """DBW-Q-35, DBW-Q-14: even when it is chosen with a double."""
    table = lay(form, {"C": "5,5 5,6 5,7"}, players=4, teams="yes").go("2-3/1-1", "keep", "5,6")
    check(table, {"dice": ["B", 4], "owner": {"5,6": "C"}, "supply": {"A": 10}})


@both_forms
def test_the_end_comes_by_player(form: Form) -> None:
    """DBW-Q-38, DBW-END-1: A has run out, and his partner C still has a turn."""
    table = lay(form, players=4, supply={"A": 1}, score={"B": 1}, teams="yes").go("1-3/4-6", "keep")
    for player, throw in zip("BCD", ("1-2/1-2", "1-2/1-5", "5-6/5-6"), strict=True):
        check(table, {"dice": [player, 4]})
        table.go(throw, "keep")
    check(table, {"wins": ["B", "D"]})


@both_forms
def test_all_four_play_the_teams_tie_break(form: Form) -> None:
    """DBW-Q-38, DBW-TEAM-2: with twelve markers each; the first row wins for its team."""
    table = lay(form, players=4, turn="D", supply={"A": 0}, teams="yes").go("1-3/4-6", "keep")
    check(table, {"supply": dict.fromkeys("ABCD", 12), "dice": ["A", 3]})
    check(table.go("1-1-1", "1-1-2", "1-1-1", "1-1-1"), {"dice": ["B", 4]})
    decided = lay(form, {"C": "5,5 5,6"}, players=4, turn="C", tiebreak="ABCD", teams="yes")
    check(decided.go("1-4/3-4", "keep"), {"wins": ["A", "C"]})


@both_forms
def test_a_team_battle_is_against_opponents_only(form: Form) -> None:
    """DBW-TEAM-7, DBW-Q-37: B's and D's squares are fought for, C's never."""
    met = {"decides": "A", "legal": ["leave", "replace"]}
    for owner, wanted in (("B", {"dice": ["A", 3]}), ("D", {"dice": ["A", 3]}), ("C", met)):
        check(lay(form, {owner: "5,5"}, players=4, teams="yes").go("1-4/1-4", "keep"), wanted)


@both_forms
def test_payoffs_of_teams(form: Form) -> None:
    """DBW-TEAM-4: a side's share belongs to both partners; chairs nobody sits on have none."""
    table = lay(form, {"C": "5,5 5,6"}, players=4, turn="C", tiebreak="ABCD", teams="yes")
    table.go("1-4/3-4", "keep")
    assert [form.payoff(table.position, seat) for seat in range(4)] == [1, 0, 1, 0]
    assert [GAME.plain.side(table.position, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert GAME.plain.side(GAME.new(3), 3) == -1


def test_a_new_game_waits_for_dice() -> None:
    """DBW-SETUP-1, DBW-SETUP-3."""
    assert all(GAME.plain.actor(GAME.new(players)) == CHANCE for players in (2, 3, 4))
