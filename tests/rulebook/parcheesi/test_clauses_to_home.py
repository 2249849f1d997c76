"""From doublets to HOME: clauses and rulings that the scenario table does not show, on both forms.

Every test cites the clauses it proves; the positions are made for the purpose. `at` puts the mover's
pawns and those of others on the board: at([10, 30], {2: ["@14"]}) leaves the rest in START.
"""

from __future__ import annotations

from typing import Any

import pytest

from parlour.rules.kit import OVER

from ..harness import At, Form, check


def three_home(place: Any) -> list[Any]:
    return [place, "H", "H", "H"]


# ---------------------------------------------------------------- doublets


def test_unplayable_doublets_may_cost_the_extra_roll(at: At) -> None:
    """PAR-Q-13, option doublet_roll_needs_move, PAR-DBL-1"""
    needs = {"doublet_roll_needs_move": "yes"}
    check(at([], {2: ["@0", "@0"]}, **needs).go("5-5"), {"rolls": 2})
    check(at([10], {2: ["@16"]}, **needs).go("3-3", "10+3", "13+3", "B20:16"), {"rolls": 0})
    # The leaflet itself gives the roll after a four-part move that cannot be made. (PAR-DBL-6)
    check(at(three_home(60), **needs).go("6-6"), {"rolls": 0, "pieces": {"0": "60 H H H"}})


def test_one_die_of_the_doublets_is_enough_to_have_moved(at: At) -> None:
    """PAR-Q-13: the second 3 is blocked, the first was played."""
    walk = at([10], {2: ["@16", "@16"]}, doublet_roll_needs_move="yes").go("3-3", "10+3")
    check(walk, {"rolls": 0})


def test_pawns_on_home_are_entered_unless_the_table_says_otherwise(at: At) -> None:
    """PAR-Q-14, option quad_condition=all_on_board"""
    board = {"quad_condition": "all_on_board"}
    ordinary = ["26 30 40 H", "20 36 40 H", "20 30 46 H", "23 33 40 H", "23 30 43 H", "20 33 43 H"]
    check(at(["H", 20, 30, 40], **board).go("3-3"), {"finals": ordinary})
    check(at([5, 20, 40, 50], **board).go("6-6"), {"reaches": ["11 21 47 50"], "never": ["11 26 40 50"]})


def test_entered_once_may_be_entered_for_good(at: At) -> None:
    """PAR-Q-14, option quad_condition=ever_entered: a captured pawn does not undo it."""
    once = {"quad_condition": "ever_entered"}
    walk = at([45, "H", "H", "H"], {0: [13, 20, 30, 40]}, turn=2, **once)  # 45 of seat 2 is 11 of seat 0
    walk.go("2-1", "45+2", "47+1", "B20:48")
    check(walk, {"pieces": {"0": "S 20 30 40"}, "rolls": 0})
    walk.go("3-3")
    check(walk, {"legal": ["20+3", "20+4", "30+3", "30+4", "40+3", "40+4"], "never": ["S 26 30 40"]})


def test_never_entered_means_two_counts(at: At) -> None:
    """PAR-Q-14, PAR-DBL-2: under ever_entered, one pawn has yet to leave START for the first time."""
    walk = at([20, 30, 40], quad_condition="ever_entered", fresh={"0": 1, "2": 4}).go("3-3")
    check(walk, {"legal": ["20+3", "30+3", "40+3"]})
    walk = at([20, 30], quad_condition="ever_entered", fresh={"0": 2, "2": 4}).go("5-2", "E", "0+2")
    assert walk.position.fresh.tolist() == [1, 0, 4, 0]
    check(walk.go("5-2", "E", "0+2"), {"rolls": 0})
    assert walk.position.fresh.tolist() == [1, 0, 3, 0]


def test_a_five_of_the_four_parts_enters(at: At) -> None:
    """PAR-Q-14, PAR-ENTER-4: under ever_entered a waiting pawn is entered by a 5 among the parts."""
    walk = at([20, 30, 40], quad_condition="ever_entered", fresh={"0": 0, "2": 4}).go("5-5")
    check(walk, {"legal": ["E", "20+2", "30+2", "40+2"], "reaches": ["0 25 32 42", "9 20 30 40"]})
    check(walk.go("E"), {"refuses": ["E"], "offers": ["0+5", "0+2", "20+5"]})


def test_the_roll_that_enters_the_last_pawn_stays_ordinary(at: At) -> None:
    """PAR-Q-15: what matters is how one stood when the dice fell."""
    walk = at([20, 30, 40]).go("5-5")
    check(walk, {"legal": ["E"], "finals": ["5 20 30 40", "0 25 30 40", "0 20 35 40", "0 20 30 45"]})
    check(walk.go("E", "0+5"), {"rolls": 0})
    check(walk.go("2-2"), {"offers": ["5+5", "5+2"], "never": ["9 20 30 40"]})


def test_bottom_numbers_capture_and_go_home(at: At) -> None:
    """PAR-Q-16: 6-6 hides two 1s."""
    check(
        at([10, 30, "H", "H"], {2: ["@11"]}).go("6-6", "10+1"), {"pending": [20], "pieces": {"2": "S S S S"}}
    )
    check(at([70, 20, "H", "H"]).go("6-6", "70+1"), {"pending": [10], "finals": ["33 H H H +10"]})


def test_parts_must_stay_completable(at: At) -> None:
    """PAR-Q-17, PAR-DBL-5: 70 has room for a 1 only, so that one of the 1s must be kept for it."""
    walk = at([58, 70, "H", "H"]).go("6-6")
    check(walk, {"legal": ["58+1", "58+6", "70+1"], "finals": ["H H H H"]})
    check(walk.go("58+1"), {"legal": ["59+6", "70+1"]})


def test_the_four_part_move_may_be_optional(at: At) -> None:
    """PAR-Q-17, option quad_optional: as a whole, before it begins."""
    walk = at([5, 20, 40, 50], quad_optional="yes").go("6-6")
    check(walk, {"offers": ["pass", "5+6"]})
    check(at([5, 20, 40, 50], quad_optional="yes").go("6-6", "5+6"), {"refuses": ["pass"]})
    check(walk.go("pass"), {"pieces": {"0": "5 20 40 50"}, "rolls": 0})


def test_a_win_may_cut_the_four_parts_short(at: At) -> None:
    """PAR-Q-18, option quad_short_win"""
    short = {"quad_short_win": "yes"}
    check(at(three_home(70), **short).go("1-1"), {"legal": ["70+1"]})
    check(at(three_home(70), **short).go("1-1", "70+1"), {"wins": [0]})
    check(at(three_home(59), **short).go("6-6"), {"legal": ["59+6"], "finals": ["H H H H"]})
    check(at(three_home(60), **short).go("6-6"), {"rolls": 0, "pieces": {"0": "60 H H H"}})


def test_without_that_house_rule_the_last_pawn_waits(at: At) -> None:
    """PAR-Q-18, PAR-DBL-5: with three HOME, doublets move the last pawn from 57 at most."""
    for place in (58, 59, 64, 70):
        check(at(three_home(place)).go("6-6"), {"rolls": 0, "pieces": {"0": f"{place} H H H"}})
    check(at(three_home(56)).go("6-6"), {"finals": ["70 H H H"]})


def test_doublets_in_a_row_belong_to_one_turn(at: At) -> None:
    """PAR-Q-19, PAR-DBL-7: two in this turn and one in the next are not three in a row."""
    walk = at([10]).go("1-1", "10+1", "11+1", "3-3", "12+3", "15+3", "2-1", "18+2", "20+1")
    check(walk, {"rolls": 2})
    check(walk.go("2-1", "4-4"), {"legal": ["21+4"]})


def test_unplayed_doublets_count_towards_three(at: At) -> None:
    """PAR-Q-19: it is rolls that are counted."""
    walk = at([70]).go("6-6", "6-6")
    check(walk, {"rolls": 0, "pieces": {"0": "70 S S S"}})
    check(walk.go("6-6"), {"rolls": 2, "pieces": {"0": "S S S S"}})


def test_the_third_doublets_reach_into_the_home_path(at: At) -> None:
    """PAR-DBL-7: the foremost pawn goes back, entered or not afterwards it is not moved by the dice."""
    walk = at([66, 10], doublets=2).go("5-5")
    check(walk, {"pieces": {"0": "10 S S S"}, "rolls": 2, "pending": []})


def test_the_third_doublets_may_take_from_home(at: At) -> None:
    """PAR-Q-20, option penalty_takes_home; PAR-HOME-3 without it"""
    check(at(["H", "H", 5], doublets=2, penalty_takes_home="yes").go("4-4"), {"pieces": {"0": "5 H S S"}})
    check(at(["H", "H", 5], doublets=2).go("4-4"), {"pieces": {"0": "H H S S"}})


# ---------------------------------------------------------------- captures and bonuses


def test_landing_captures_whether_one_likes_it_or_not(at: At) -> None:
    """PAR-CAP-1: the only pawn that can move, and the only place to go."""
    walk = at([10], {2: ["@13", "@16", "@16"]}).go("4-3")
    check(walk, {"legal": ["10+3", "10+4"]})
    check(walk.go("10+3"), {"pieces": {"2": "S S 50 50"}})


def test_after_a_capture_another_pawn_may_go_on(at: At) -> None:
    """PAR-CAP-3"""
    check(at([10, 30], {2: ["@14"]}).go("4-2", "10+4"), {"legal": ["14+2", "30+2"], "pending": [20]})


def test_bonuses_wait_for_the_dice(at: At) -> None:
    """PAR-CAP-4, PAR-HOME-4: nothing to be done with the 20 while a die is in hand."""
    walk = at([10, 40, "H", "H"], {2: ["@14"]}).go("4-2", "10+4")
    check(walk, {"legal": ["14+2", "40+2"]})
    check(walk.go("40+2"), {"legal": ["B20:14", "B20:42"]})


def test_bonuses_are_kept_apart(at: At) -> None:
    """PAR-Q-22, PAR-CAP-5: two 20s are two moves, and each is made in full."""
    walk = at([10, 31, "H", "H"], {2: ["@13", "@15"]}).go("3-2", "10+3", "13+2")
    check(walk, {"pending": [20, 20], "ends": ["31 55 H H", "35 51 H H", "25 H H H"]})


def test_a_cap_on_capture_bonuses(at: At) -> None:
    """PAR-Q-22, option bonus_cap: one 20 for two captures; the 10 for HOME is another matter."""
    walk = at([10, 40, "H", "H"], {2: ["@13", "@15"]}, bonus_cap=1).go("3-2", "10+3", "13+2")
    check(walk, {"pending": [20], "ends": ["35 40 H H", "15 60 H H"]})
    walk = at([70, 10, 41, "H"], {2: ["@14"]}, bonus_cap=1).go("4-1", "10+4", "70+1")
    check(walk, {"pending": [20, 10]})


def test_the_cap_holds_for_chains_too(at: At) -> None:
    """PAR-Q-22, PAR-Q-24: the capture made by the bonus is the second of the same roll."""
    walk = at([10, 30], {2: ["@14", "@50"]}, bonus_cap=1).go("4-2", "10+4", "14+2", "B20:30")
    check(walk, {"pieces": {"0": "16 50 S S", "2": "S S S S"}, "rolls": 2})
    walk = at([10, 30], {2: ["@14", "@50"]}, bonus_cap=2).go("4-2", "10+4", "14+2", "B20:30")
    check(walk, {"pending": [20]})


def test_the_cap_starts_anew_with_every_roll(at: At) -> None:
    """PAR-Q-22: one each for two captures by two rolls of one turn."""
    walk = at([10], {2: ["@16", "@38"]}, bonus_cap=1).go("3-3", "10+3", "13+3", "B20:16")
    check(walk.go("2-1", "36+2", "38+1"), {"pending": [20], "pieces": {"2": "S S S S"}})


def test_bonuses_may_be_saved_to_the_end_of_the_turn(at: At) -> None:
    """PAR-Q-23, option bonus_timing"""
    walk = at([30, 40], {2: ["@0"]}, bonus_timing="end_of_turn").go("5-5", "E", "E")
    check(walk, {"rolls": 0, "pending": [20]})
    walk.go("2-1", "30+2", "32+1")
    check(walk, {"legal": ["B20:0", "B20:33", "B20:40"]})
    check(walk.go("B20:33"), {"rolls": 2, "pieces": {"0": "0 0 40 53"}})


def test_saved_bonuses_are_lost_with_the_third_doublets(at: At) -> None:
    """PAR-Q-23, PAR-DBL-7: nothing is moved any more."""
    walk = at([30, 40], {2: ["@0"]}, doublets=1, bonus_timing="end_of_turn").go("5-5", "E", "E", "1-1")
    check(walk, {"rolls": 2, "pending": [], "pieces": {"0": "0 0 30 S"}})


def test_bonuses_are_played_before_the_next_roll(at: At) -> None:
    """PAR-Q-23, PAR-CAP-6, PAR-DBL-6: ordinary doublets like four-part ones, 10s like 20s."""
    walk = at([67, 20]).go("2-2", "67+2", "69+2")
    check(walk, {"legal": ["B10:20"]})
    check(walk.go("B10:20"), {"rolls": 0, "pieces": {"0": "30 H S S"}})


def test_bonus_moves_may_be_forbidden_to_capture(at: At) -> None:
    """PAR-Q-24, option bonus_can_capture: the pawn on 30 would end on an opponent."""
    walk = at([10, 30], {2: ["@14", "@50"]}, bonus_can_capture="no").go("4-2", "10+4", "14+2")
    check(walk, {"legal": ["B20:16"]})


def test_a_bonus_that_does_not_fit_waits_for_one_that_does(at: At) -> None:
    """PAR-Q-25, PAR-Q-36: the 20 waits while the 10 is played, then it is lost."""
    walk = at([53, 70, "H", "H"], {2: ["@55"]}).go("2-1", "53+2", "70+1")
    check(walk, {"pending": [20, 10], "legal": ["B10:55"]})
    check(walk.go("B10:55"), {"pending": [], "rolls": 2, "pieces": {"0": "65 H H H"}})


def test_no_duty_to_use_all_bonuses(at: At) -> None:
    """PAR-Q-25: the 10 first spoils the 20, and that is allowed."""
    walk = at([70, 47, "H", "H"], {2: ["@49"]}).go("2-1", "47+2", "70+1")
    check(walk, {"legal": ["B10:49", "B20:49"], "ends": ["59 H H H", "69 H H H"]})


def test_bonuses_in_the_order_earned(at: At) -> None:
    """PAR-Q-25, option bonus_order"""
    earned = {"bonus_order": "earned"}
    walk = at([70, 10, 41, "H"], {2: ["@14"]}, **earned).go("4-1", "10+4", "70+1")
    check(walk, {"legal": ["B20:14", "B20:41"]})
    check(walk.go("B20:41"), {"legal": ["B10:14", "B10:61"]})
    walk = at([70, 10, 41, "H"], {2: ["@14"]}, **earned).go("4-1", "70+1", "10+4")
    check(walk, {"legal": ["B10:14", "B10:41"]})


def test_in_the_order_earned_what_does_not_fit_is_lost_at_once(at: At) -> None:
    """PAR-Q-25: the 20 came first and fits nobody."""
    walk = at([53, 70, "H", "H"], {2: ["@55"]}, bonus_order="earned").go("2-1", "53+2", "70+1")
    check(walk, {"pending": [10], "legal": ["B10:55"]})


def test_bonuses_may_be_optional(at: At) -> None:
    """PAR-Q-26, option bonus_optional; PAR-MOVE-5: dice are not."""
    walk = at([10], {2: ["@14"]}, bonus_optional="yes").go("4-3")
    check(walk, {"refuses": ["pass"]})
    check(walk.go("10+4"), {"refuses": ["pass"]})
    walk.go("14+3")
    check(walk, {"legal": ["B20:17", "pass"], "ends": ["17 S S S", "37 S S S"]})
    check(walk.go("pass"), {"rolls": 2, "pieces": {"0": "17 S S S"}})
    walk = at([10, 40, "H", "H"], {2: ["@13", "@15"]}, bonus_optional="yes").go("3-2", "10+3", "13+2")
    check(walk, {"ends": ["15 40 H H", "35 40 H H", "15 60 H H", "40 55 H H", "35 60 H H"]})


def test_one_of_two_bonuses_in_order_may_be_declined(at: At) -> None:
    """PAR-Q-26, PAR-Q-25: in the order earned, the next one comes up when one is declined."""
    options = {"bonus_optional": "yes", "bonus_order": "earned"}
    walk = at([70, 10, 41, "H"], {2: ["@14"]}, **options).go("4-1", "10+4", "70+1")
    check(walk, {"legal": ["B20:14", "B20:41", "pass"]})
    check(walk.go("pass"), {"pending": [10], "legal": ["B10:14", "B10:41", "pass"]})


def test_capture_by_entering_earns_the_bonus_and_two_are_a_blockade(at: At) -> None:
    """PAR-Q-27, PAR-ENTER-8"""
    check(at([20], {2: ["@0"]}).go("5-2", "E"), {"pending": [20], "pieces": {"2": "S S S S"}})
    check(at([20], {2: ["@0", "@0"]}).go("5-2"), {"legal": ["20+2", "20+5"]})


@pytest.mark.parametrize("count", [17, 24, 29, 51, 58])
def test_blue_spaces_of_empty_seats_are_safe(at: At, count: int) -> None:
    """PAR-Q-28: two play, seats 1 and 3 are empty."""
    check(at(three_home(count - 2), {2: [f"@{count}"]}).go("6-2"), {"refuses": [f"{count - 2}+2"]})


def test_a_bonus_stops_short_of_nothing(at: At) -> None:
    """PAR-Q-29: it enters nobody, passes no blockade, and ends on no taken Safety space."""
    walk = at([10, 3], {2: ["@14", "@34"]}).go("4-2", "10+4", "3+2")
    check(walk, {"legal": ["B20:5"]})  # 14 would end on the pawn on the Safety space 34
    walk = at([10, 3], {2: ["@14", "@20", "@20"]}).go("4-2", "10+4", "3+2")
    check(walk, {"rolls": 2, "pieces": {"0": "5 14 S S"}})


# ---------------------------------------------------------------- blockades


def test_one_blockade_stops_everybody(at: At) -> None:
    """PAR-BLOCK-1, PAR-BLOCK-2: landing, passing, capturing; one's own like another's."""
    check(at(three_home(10), {2: ["@13", "@13"]}).go("6-3"), {"rolls": 2})
    check(at([10, 13, 13, "H"]).go("6-3"), {"legal": ["13+3", "13+6"]})


def test_two_colours_make_no_blockade(at: At) -> None:
    """PAR-BLOCK-1, PAR-MOVE-7: lone pawns of two players, one behind the other."""
    check(at([10], {1: ["@11"], 2: ["@13"]}).go("6-4"), {"offers": ["10+6", "10+4"]})


def test_a_pair_may_be_kept_while_others_can_move(at: At) -> None:
    """PAR-BLOCK-4: both dice go to the third pawn, or the pair is broken: the owner's choice."""
    check(at([10, 10, 40, "H"]).go("6-1"), {"reaches": ["10 10 47 H", "11 16 40 H"]})


def test_locked_for_the_turn_for_the_roll_or_not_at_all(at: At) -> None:
    """PAR-Q-31, option pair_lock; PAR-BLOCK-5"""
    for lock, rejoins in [("turn", False), ("roll", True), ("off", True)]:
        options = {} if lock == "turn" else {"pair_lock": lock}
        walk = at([10, 10, 40], **options).go("3-3", "10+3")
        check(walk, {"offers" if lock == "off" else "refuses": ["10+3"]})
        walk.go("40+3", "3-1")
        check(walk, {"offers" if rejoins else "refuses": ["10+3"]})
    check(
        at([10, 10, 30, 40], pair_lock="off").go("6-6"),
        {"reaches": ["16 16 31 41", "11 11 36 46", "17 17 30 40"]},
    )
    check(
        at([10, 10, 30, 40], pair_lock="roll").go("6-6"),
        {"never": ["16 16 31 41", "11 11 36 46", "17 17 30 40"]},
    )


def test_a_pair_formed_this_turn_is_locked_too(at: At) -> None:
    """PAR-Q-31: 12 joins 14, and both may not meet again on 17 by the extra roll."""
    walk = at([12, 14]).go("2-2", "12+2", "14+2", "3-1")
    check(walk, {"legal": ["14+1", "14+3", "16+1", "16+3"]})
    check(at([12, 14]).go("2-2", "12+2", "14+2", "3-2"), {"refuses": ["14+2"]})


def test_locked_pairs_are_locked_for_bonuses(at: At) -> None:
    """PAR-Q-31, PAR-BLOCK-5: unless the lock is off."""
    to_bonus = ("3-2", "20+3", "23+2", "B20:10")
    check(at([10, 10, 20, "H"], {2: ["@23", "@25"]}).go(*to_bonus), {"refuses": ["B20:10"]})
    check(at([10, 10, 20, "H"], {2: ["@23", "@25"]}, pair_lock="off").go(*to_bonus), {"offers": ["B20:10"]})


def test_mates_may_meet_on_home(at: At) -> None:
    """PAR-Q-31: HOME is not a space."""
    check(at([69, 69]).go("2-2"), {"finals": ["H H S S"]})


def test_another_pawn_may_join(at: At) -> None:
    """PAR-Q-32: the third pawn takes the place of the one that left, or is joined by it."""
    walk = at([10, 10, 7, 13]).go("6-3", "10+6")
    check(walk, {"legal": ["7+3", "10+3", "13+3", "16+3"]})


def test_a_reunion_is_no_way_to_play_a_die(at: At) -> None:
    """PAR-Q-33: the second 3 could only bring the two together again; it is lost."""
    walk = at([10, 10], {2: ["@16", "@16"]}).go("3-3")
    check(walk, {"finals": ["10 13 S S"]})
    check(walk.go("10+3"), {"rolls": 0})


# ---------------------------------------------------------------- home and the end


def test_two_dice_may_bring_a_pawn_home(at: At) -> None:
    """PAR-Q-34, PAR-HOME-2: as two counts, the first of which needs a place to land."""
    check(at([68]).go("2-1"), {"legal": ["68+1", "68+2"], "finals": ["H S S S"]})
    check(at([66, 68, 68, "H"]).go("3-2"), {"refuses": ["66+2", "66+3"]})


def test_bonuses_may_be_kept_from_going_home(at: At) -> None:
    """PAR-Q-35, option bonus_into_home"""
    walk = at([70, 55, "H", "H"], bonus_into_home="no").go("6-1", "70+1", "55+6")
    check(walk, {"pieces": {"0": "61 H H H"}, "rolls": 2})


def test_a_home_bonus_nobody_can_use_is_lost(at: At) -> None:
    """PAR-Q-36, PAR-HOME-4: pawns in START and a pawn too near."""
    check(at([70, 62]).go("2-1", "70+1", "62+2"), {"pending": [], "rolls": 2, "pieces": {"0": "64 H S S"}})


def test_small_steps_on_the_home_path(at: At) -> None:
    """PAR-Q-37, PAR-HOME-2: any count that fits, none that does not."""
    check(at([64]).go("6-1"), {"legal": ["64+1", "64+6"], "finals": ["H S S S"]})
    check(at([66]).go("6-3"), {"legal": ["66+3"], "finals": ["69 S S S"]})


def test_past_a_lone_pawn_into_the_home_path(at: At) -> None:
    """PAR-Q-38, PAR-SAFE-2: past it, not onto it."""
    check(at([62], {2: ["@63"]}).go("6-1"), {"legal": ["62+6"], "finals": ["69 S S S"]})


def test_pawns_beside_the_home_path_do_not_matter(at: At) -> None:
    """PAR-Q-39, PAR-CAP-2: not even a blockade on the loop space with the same number."""
    walk = at([63], {2: ["@64", "@64", "@66"]}).go("2-1")
    check(walk, {"legal": ["63+1", "63+2"], "finals": ["66 S S S"], "pending": []})


def test_a_pawn_on_home_stays_there(at: At) -> None:
    """PAR-HOME-3: no die and no bonus moves it."""
    check(at(["H", "H", "H", 10], {2: ["@14"]}).go("4-3", "10+4", "14+3"), {"legal": ["B20:17"]})


def test_everything_lapses_with_the_win(at: At) -> None:
    """PAR-WIN-1, PAR-OBJ-1: a die, a bonus and an extra roll are left; the game is over."""
    walk = at(three_home(69)).go("2-1", "69+2")
    assert walk.actor == OVER
    check(walk, {"wins": [0], "pending": [], "legal": []})
    check(at(three_home(69), quad_condition="all_on_board").go("2-2", "69+2"), {"wins": [0]})


def test_play_may_go_on_for_places(at: At, form: Form) -> None:
    """PAR-Q-40, option play_for_places"""
    others = {1: three_home(70), 2: three_home(70)}
    check(at(three_home(69), others).go("2-1", "69+2"), {"wins": [0]})
    walk = at(three_home(69), others, play_for_places="yes").go("2-1", "69+2")
    check(walk, {"rolls": 2, "pieces": {"0": "H H H H"}})
    walk.go("6-5")
    check(walk, {"rolls": 1})
    walk.go("6-5")
    check(walk, {"rolls": 2})  # seat 0 is skipped
    walk.go("2-1", "70+1")
    assert walk.actor == OVER
    assert [round(form.payoff(walk.position, seat) * 3) for seat in range(3)] == [2, 0, 1]


def test_the_number_of_turns_may_be_limited(at: At, form: Form) -> None:
    """PAR-Q-40, option max_turns: stopped undecided, the win is shared."""
    walk = at([10], max_turns=2).go("2-1", "10+2", "12+1")
    check(walk, {"rolls": 2})
    walk.go("2-1")
    assert walk.actor == OVER
    assert [form.payoff(walk.position, seat) for seat in (0, 2)] == [0.5, 0.5]
