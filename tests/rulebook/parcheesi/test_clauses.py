"""From the board to moving: clauses and rulings that the scenario table does not show, on both forms.

Every test cites the clauses it proves; the positions are made for the purpose. `at` puts the mover's
pawns and those of others on the board: at([10, 30], {2: ["@14"]}) leaves the rest in START.
"""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.rules.kit import CHANCE, ROLLS
from parlour.text import BadChoice

from ..harness import At, Form, Walk, check, tidy

GAME = parlour.load("parcheesi")
SAFETY = {0, 7, 12, 17, 24, 29, 34, 41, 46, 51, 58, 63}


def three_home(place: Any) -> list[Any]:
    return [place, "H", "H", "H"]


# ---------------------------------------------------------------- the board


def test_loop_closes_after_68_spaces(at: At) -> None:
    """PAR-GEO-1: seat 3 counts 17 spaces to the ENTER space of seat 0 and goes on from there."""
    walk = at(three_home(1), {3: [20]})
    check(walk.go("2-1", "1+2"), {"pieces": {"3": "S S S S"}})
    board = GAME.rules.BOARD["track"]
    assert (board["loop"], board["arm"]) == (68, 17)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_everybody_counts_from_their_own_enter_space(at: At, seat: int) -> None:
    """PAR-GEO-2, PAR-GEO-3: what seat 0 counts as n, seat s counts as n - 17 s."""
    for count in range(68):
        own = (count - 17 * seat) % 68
        if own <= 63:
            assert at([], {seat: [f"@{count}"]}).pieces(seat) == tidy(f"{own} S S S")


@pytest.mark.parametrize("count", range(1, 64))
def test_blue_spaces_are_safe_and_no_others(at: At, count: int) -> None:
    """PAR-GEO-5, PAR-SAFE-1, PAR-CAP-1: a lone opponent is captured anywhere but on twelve spaces."""
    seat = 1 if 30 <= count <= 33 else 2  # those four are never used by seat 2
    walk = at(three_home(count - 1), {seat: [f"@{count}"]}).go("6-1")
    step = f"{count - 1}+1"
    if count in SAFETY:
        check(walk, {"refuses": [step]})
    else:
        check(walk.go(step), {"pieces": {str(seat): "S S S S"}, "pending": [20]})


def test_start_and_home_hold_any_number(at: At) -> None:
    """PAR-GEO-6, PAR-MOVE-6: four pawns in START, four on HOME."""
    check(at([]), {"pieces": {"0": "S S S S"}})
    check(at([70, 69, "H", "H"]).go("2-1", "70+1", "69+2"), {"pieces": {"0": "H H H H"}, "wins": [0]})


# ---------------------------------------------------------------- setting up, first player, turn order


@pytest.mark.parametrize(("players", "seats"), [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_four_pawns_each_begin_in_start(form: Form, players: int, seats: list[int]) -> None:
    """PAR-COMP-1, PAR-SETUP-1, PAR-SETUP-4, PAR-Q-02: two sit opposite, three leave one seat empty."""
    walk = Walk.new(form, players)
    assert GAME.seats(walk.position) == seats
    check(walk, {"pieces": {str(seat): "S S S S" for seat in seats}})


@pytest.mark.parametrize("seats", ["01", "02", "03", "12", "13", "23", "012", "013", "023", "123"])
def test_seats_may_be_named(form: Form, seats: str) -> None:
    """PAR-Q-02, option seats; PAR-TURN-1: whoever sits, the turn goes to the left."""
    walk = Walk.new(form, len(seats), {"seats": seats})
    taken = [int(c) for c in seats]
    assert GAME.seats(walk.position) == taken
    walk.each({str(c): ("6-6" if c == taken[0] else "2-1") for c in taken})
    order = []
    for _ in range(len(seats) + 1):
        order.append(walk.turn)
        walk.go("2-1")
    assert order == [taken[0], *reversed(taken[1:]), taken[0]]


@pytest.mark.parametrize(("players", "seats"), [(2, "012"), (3, "13"), (4, "01")])
def test_seats_must_fit_the_number_of_players(players: int, seats: str) -> None:
    """PAR-Q-02: three chairs for two players are an error, and so are two for three."""
    with pytest.raises(BadChoice):
        GAME.new(players, {"seats": seats})


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    """PAR-COMP-1"""
    with pytest.raises(BadChoice):
        GAME.new(players)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_everybody_enters_on_their_own_enter_space(at: At, seat: int) -> None:
    """PAR-SETUP-2: seat s enters where seat 0 counts 17 s; it captures there to prove it."""
    walk = at([], {0: [17 * seat]}, turn=seat).go("5-1", "E")
    check(walk, {"pieces": {str(seat): "0 S S S", "0": "S S S S"}})


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_everybody_has_the_home_path_in_front_of_them(at: At, seat: int) -> None:
    """PAR-SETUP-3, PAR-MOVE-8, PAR-HOME-1: from 63 into the own path, wherever one sits."""
    walk = at([63], turn=seat).go("6-1", "63+1")
    check(walk, {"pieces": {str(seat): "64 S S S"}, "legal": ["64+6"]})


def test_highest_roll_begins(form: Form) -> None:
    """PAR-FIRST-1, PAR-FIRST-2: a five in the roll-off enters nobody."""
    walk = Walk.new(form, 3).each({"0": "5-1", "1": "5-5", "2": "6-3"})
    check(walk, {"rolls": 1, "pieces": {str(seat): "S S S S" for seat in range(3)}})


def test_doublets_in_the_roll_off_count_for_nothing(form: Form) -> None:
    """PAR-FIRST-2, PAR-Q-19: the beginner's run of doublets starts with the first turn."""
    walk = Walk.new(form, 2).each({"0": "6-6", "2": "1-1"})
    check(walk.go("6-6"), {"rolls": 0})
    check(walk.go("6-6"), {"rolls": 0})
    check(walk.go("6-6"), {"rolls": 2})


def test_only_the_tied_roll_again(form: Form) -> None:
    """PAR-Q-01: again and again, until one is ahead; the others' rolls no longer matter."""
    walk = Walk.new(form, 4).each({"0": "6-4", "1": "5-5", "2": "6-3", "3": "6-4"})
    walk.each({"0": "2-1", "1": "2-1", "3": "1-1"})
    walk.each({"0": "2-1", "1": "6-5"})
    check(walk, {"rolls": 1})


def test_all_may_roll_again_after_a_tie(form: Form) -> None:
    """PAR-Q-01, option start_tie"""
    walk = Walk.new(form, 3, {"start_tie": "reroll_all"}).each({"0": "6-4", "1": "5-5", "2": "1-1"})
    walk.each({"0": "2-1", "1": "2-1", "2": "6-6"})
    check(walk, {"rolls": 2})


def test_turns_go_left_and_pawns_go_right(at: At) -> None:
    """PAR-Q-03, PAR-TURN-1, PAR-MOVE-1: seat 0 walks towards seat 1; seat 3 is next."""
    walk = at([14], {1: [], 2: [], 3: []}).go("2-1", "14+2", "16+1")
    check(walk, {"rolls": 3, "pieces": {"0": "17 S S S"}})
    check(walk.go("2-1", "2-1"), {"rolls": 1})
    check(walk.go("5-1", "E"), {"pieces": {"0": "S S S S"}})  # 17 is the ENTER space of seat 1


def test_whose_dice_they_are_changes_nothing(form: Form, at: At) -> None:
    """PAR-Q-04, PAR-COMP-1: every seat throws the same two fair dice."""
    for seat in range(4):
        walk = at([10], {(seat + 1) % 4: []}, turn=seat)
        assert walk.actor == CHANCE
        assert form.legal(walk.position) == list(range(len(ROLLS)))
        assert GAME.plain.tickets(walk.position) == 36


# ---------------------------------------------------------------- entering


@pytest.mark.parametrize(("a", "b"), [tuple(map(int, pair)) for pair in ROLLS])
def test_only_fives_enter(at: At, a: int, b: int) -> None:
    """PAR-ENTER-1, PAR-ENTER-2, PAR-Q-05: E with a 5, E2 with a sum of five, never both, else neither."""
    entries = [n for n in at([10]).roll(a, b).notes() if n.startswith("E")]
    assert entries == (["E"] if 5 in (a, b) else ["E2"] if a + b == 5 else [])


def test_the_five_is_used_up_by_entering(at: At) -> None:
    """PAR-ENTER-1, PAR-ENTER-6: the pawn goes on with the other die, or stays."""
    check(at([30, "H", "H"]).go("5-2"), {"finals": ["0 32 H H", "2 30 H H"]})


def test_pawns_in_start_do_not_move(at: At) -> None:
    """PAR-ENTER-1: no count but a FIVE helps them, no bonus either. (PAR-Q-29)"""
    check(at([]).go("6-4"), {"rolls": 2, "pieces": {"0": "S S S S"}})


def test_two_fives_enter_two(at: At) -> None:
    """PAR-ENTER-2, PAR-Q-08b: the second joins the first, and a third would not fit."""
    check(at([]).go("5-5"), {"legal": ["E"], "finals": ["0 0 S S"]})


def test_a_five_without_anybody_to_enter_moves(at: At) -> None:
    """PAR-ENTER-5, PAR-Q-08b: one waits, so one 5 enters and the other moves anybody."""
    check(at([30, "H", "H"]).go("5-5"), {"legal": ["E"], "finals": ["5 30 H H", "0 35 H H"]})
    check(at([30, 10, "H", "H"]).go("4-1"), {"finals": ["10 35 H H", "11 34 H H", "14 31 H H", "15 30 H H"]})


def test_four_one_and_three_two_must_enter(at: At) -> None:
    """PAR-Q-06, PAR-ENTER-3, PAR-ENTER-4"""
    for dice in ("4-1", "3-2"):
        check(at([10]).go(dice), {"legal": ["E2"], "finals": ["0 10 S S"]})


def test_entering_by_the_sum_may_be_optional(at: At) -> None:
    """PAR-Q-06, option sum_five_optional"""
    walk = at([10], sum_five_optional="yes")
    check(walk.go("4-1"), {"legal": ["E2", "10+4", "10+1"], "finals": ["0 10 S S", "15 S S S"]})


def test_optional_entry_still_counts_as_playing_both_dice(at: At) -> None:
    """PAR-Q-06, PAR-MOVE-4: where no two moves can be made, entering is the way to play both."""
    walk = at([10], {2: ["@12", "@12"]}, sum_five_optional="yes")
    check(walk.go("4-1"), {"legal": ["E2"]})


def test_the_other_die_may_come_first(at: At) -> None:
    """PAR-Q-07: the entry is a duty, its place is not."""
    check(at([30, "H", "H"]).go("5-2"), {"legal": ["E", "30+2"]})
    check(at([30, "H", "H"]).go("5-2", "30+2"), {"legal": ["E"]})


def test_the_entry_may_have_to_come_first(at: At) -> None:
    """PAR-Q-07, option enter_first"""
    walk = at([30, "H", "H"], enter_first="yes").go("5-2")
    check(walk, {"legal": ["E"], "finals": ["0 32 H H", "2 30 H H"]})
    closed = at([0, 0, 30], enter_first="yes").go("5-2")  # nothing to come first while ENTER is closed
    check(closed, {"legal": ["0+2", "0+5", "30+2", "30+5"]})


def test_two_fives_may_open_enter_for_each_other(at: At) -> None:
    """PAR-Q-08, PAR-Q-08b: the first 5 may take a pawn away; the second must then enter."""
    walk = at([0, 0, 30]).go("5-5")
    check(walk, {"legal": ["0+5", "30+5"], "finals": ["0 0 5 30", "S 0 5 35", "S 0 0 40"]})
    check(walk.go("0+5"), {"legal": ["E"]})
    check(at([0, 0, 30], enter_lookahead="yes").go("5-5"), {"legal": ["0+5"], "finals": ["0 0 5 30"]})


def test_look_ahead_for_entries_asks_for_no_more_than_is_there(at: At) -> None:
    """PAR-Q-08, option enter_lookahead: an opponent's blockade cannot be opened."""
    walk = at([10, 30], {2: ["@0", "@0"]}, enter_lookahead="yes").go("5-2")
    check(walk, {"legal": ["10+2", "10+5", "30+2", "30+5"]})


def test_entries_come_first_even_when_dice_are_played_greedily(at: At) -> None:
    """PAR-Q-08, PAR-Q-10: the two house rules answer two questions."""
    walk = at([0, 0, 30], enter_lookahead="yes", max_dice="greedy").go("5-2")
    check(walk, {"legal": ["0+2"], "finals": ["0 0 2 30"]})


# ---------------------------------------------------------------- moving


def test_each_die_for_one_pawn_or_both_for_one(at: At) -> None:
    """PAR-MOVE-2: any assignment, any order."""
    check(
        at([10, 30, "H", "H"]).go("6-1"),
        {
            "legal": ["10+1", "10+6", "30+1", "30+6"],
            "finals": ["17 30 H H", "10 37 H H", "16 31 H H", "11 36 H H"],
        },
    )


def test_nobody_may_pass(at: At) -> None:
    """PAR-MOVE-5, PAR-Q-11, PAR-Q-17, PAR-Q-26: by the printed rules there is nothing to decline."""
    assert "pass" not in at([20], {2: ["@26", "@26"]}).go("4-3").notes()
    assert "pass" not in at([5, 20, 40, 50]).go("6-6").notes()
    assert "pass" not in at([10], {2: ["@14"]}).go("4-3", "10+4", "14+3").notes()


def test_lone_pawns_are_passed_and_counted(at: At) -> None:
    """PAR-MOVE-7: two of them, one on a Safety space, one one's own."""
    walk = at([10, 11], {2: ["@12", "@13"]}).go("4-2")
    check(walk, {"offers": ["10+4"]})
    check(walk.go("10+4"), {"pieces": {"0": "11 14 S S", "2": "46 47 S S"}})


def test_two_pawns_on_a_space_and_no_third(at: At) -> None:
    """PAR-Q-12, PAR-MOVE-6, PAR-Q-30: on the Home Path like everywhere."""
    check(
        at([66, 66, 65, "H"]).go("2-1"),
        {"legal": ["66+1", "66+2"], "finals": ["66 67 67 H", "65 67 68 H", "65 66 69 H", "66 66 68 H"]},
    )


def test_two_on_enter_and_no_third(at: At) -> None:
    """PAR-Q-12, PAR-ENTER-7"""
    check(at([0, 0]).go("5-1"), {"legal": ["0+1", "0+5"], "finals": ["1 5 S S", "0 6 S S", "0 0 1 S"]})


def test_one_leap_instead_of_two_counts(at: At) -> None:
    """PAR-Q-09, option sum_is_one_move: one pawn takes both dice without landing in between."""
    walk = at([10], {2: ["@14"]}, sum_is_one_move="yes").go("4-3")
    check(walk, {"legal": ["10+4+3"], "finals": ["17 S S S"]})
    check(walk.go("10+4+3"), {"pieces": {"2": "48 S S S"}, "rolls": 2})


def test_a_leap_is_played_where_no_single_die_can_be(at: At) -> None:
    """PAR-Q-09: both landings are taken, the leap passes over them."""
    walk = at([11], {2: ["@12", "@17"]}, sum_is_one_move="yes").go("6-1")
    check(walk, {"legal": ["11+6+1"], "finals": ["18 S S S"]})


def test_a_leap_or_two_pawns(at: At) -> None:
    """PAR-Q-09, PAR-ENTER-6: with the house rule the two dice go to two pawns, or to one as a leap; but one
    that was just entered has taken no die yet."""
    walk = at([10, 30, "H", "H"], sum_is_one_move="yes").go("4-2")
    check(
        walk,
        {
            "legal": ["10+4", "10+2", "30+4", "30+2", "10+4+2", "30+4+2"],
            "finals": ["14 32 H H", "12 34 H H", "16 30 H H", "10 36 H H"],
        },
    )
    check(walk.go("10+4"), {"legal": ["30+2"]})
    check(at([30, "H", "H"], sum_is_one_move="yes").go("5-2", "E"), {"legal": ["0+2", "30+2"]})


def test_a_leap_does_not_pass_a_blockade_nor_spare_the_entry(at: At) -> None:
    """PAR-Q-09, PAR-BLOCK-2, PAR-ENTER-4, PAR-ENTER-6"""
    check(at([10], {2: ["@12", "@12"]}, sum_is_one_move="yes").go("4-3"), {"rolls": 2})
    walk = at([30, "H", "H"], sum_is_one_move="yes").go("5-2")
    check(walk, {"legal": ["E", "30+2"], "finals": ["2 30 H H", "0 32 H H"]})


def test_greedy_play_may_waste_a_die(at: At) -> None:
    """PAR-Q-10, option max_dice"""
    walk = at([68, 61, "H", "H"], {2: ["@63"]}, max_dice="greedy").go("3-2")
    check(
        walk,
        {
            "legal": ["61+3", "68+2", "68+3"],
            "finals": ["64 70 H H", "66 68 H H", "61 H H H +10"],
        },
    )


def test_the_higher_die_may_be_asked_for(at: At) -> None:
    """PAR-Q-11, option single_die_choice: where either could be played, but not both."""
    higher = {"single_die_choice": "higher"}
    check(at([20], {2: ["@26", "@26"]}, **higher).go("4-3"), {"legal": ["20+4"]})
    check(at([20], {2: ["@24", "@24"]}, **higher).go("4-3"), {"legal": ["20+3"]})
    check(at([20], **higher).go("4-3"), {"legal": ["20+3", "20+4"], "finals": ["27 S S S"]})
