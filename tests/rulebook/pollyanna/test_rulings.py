"""The rulings on what the leaflet leaves open, as played without house rules."""

from __future__ import annotations

import pytest

from parlour.text import BadPosition
from tests.rulebook.harness import Form, Walk, check
from tests.rulebook.pollyanna.support import GAME, both_forms, data, lay, partners

# ---------------------------------------------------------------- before play


@both_forms
def test_only_those_who_tied_throw_again(form: Form) -> None:
    """POL-Q-01: twice over, if need be, in each round one after the other to the right."""
    walk = Walk.new(form, 3)
    for seat, dice in ((0, "6-1"), (1, "5-2"), (2, "6-1"), (0, "4-4"), (1, "2-1"), (2, "5-3")):
        check(walk, {"rolls": seat})  # first 7 for everybody, then 8, 3, 8
        walk.go(dice)
    for seat, dice in ((0, "3-1"), (2, "4-2")):
        check(walk, {"rolls": seat})
        walk.go(dice)
    check(walk, {"rolls": 2, "pieces": {"2": "C C C C"}})


@both_forms
def test_colours_of_an_empty_chair(form: Form) -> None:
    """POL-Q-02: are ordinary spaces, and the turnout of that side is open."""
    walk = lay(form, "13 H H H", c="30", turn=1, chairs="013", seats="013").go("2-1", "13+2")
    check(walk, {"pieces": {"0": "C C C C"}})  # Yellow stood on the start of nobody
    walk = lay(form, "22 29 H H", chairs="013", seats="013").go("2-1")
    check(walk, {"offers": ["22+2", "29+2", "29+2>T2.2"]})


def test_four_play_as_partners() -> None:
    """POL-Q-03: and two or three each for himself."""
    for players, sides in ((2, 2), (3, 3), (4, 2)):
        p = GAME.new(players)
        assert len({GAME.plain.side(p, chair) for chair in GAME.seats(p)}) == sides


@both_forms
def test_the_corner_space_counts_for_all(form: Form) -> None:
    """POL-Q-04: also for a player's own way home, where the path begins behind it."""
    check(lay(form, "53 H H H").go("1-1", "53+1"), {"pieces": {"0": "54 H H H"}, "legal": ["54+1"]})
    check(lay(form, "8 H H H").go("1-1", "8+1"), {"pieces": {"0": "9 H H H"}, "legal": ["9+1"]})
    check(lay(form, "8 H H H", b="@9 @9").go("2-1"), {"rolls": 1})  # a blockade can stand there


# ---------------------------------------------------------------- starting


@both_forms
def test_a_six_demands_a_start(form: Form) -> None:
    """POL-Q-05, POL-Q-06: even against a capture or a way home, as a die and as a sum."""
    check(lay(form, "C 55 20 H", a="@26").go("6-5"), {"legal": ["START6"]})
    check(lay(form, "C 56 20 H", a="@22").go("5-1"), {"legal": ["START="]})
    check(lay(form, "C 58 20 H").go("3-3"), {"legal": ["START="]})


@both_forms
def test_the_start_comes_first(form: Form) -> None:
    """POL-Q-07: the other die waits until the 6 is spent."""
    check(lay(form, "C C 10 20").go("6-2"), {"legal": ["START6"]})
    walk = lay(form, "C C 10 20", c="@0 @0").go("6-2")
    check(walk, {"legal": ["10+6", "10+6>T1.2", "10+2", "20+6", "20+2"]})


@both_forms
def test_double_six_with_one_or_none_waiting(form: Form) -> None:
    """POL-Q-08."""
    walk = lay(form, "C 20 H H").go("6-6", "START6")
    check(walk, {"legal": ["0+6", "20+6"]})
    check(walk.go("0+6"), {"pieces": {"0": "6 20 H H"}, "rolls": 0})
    check(lay(form, "10 20 H H").go("6-6"), {"legal": ["10+6", "10+6>T1.2", "20+6"]})


@both_forms
def test_no_waiting_period_after_a_capture(form: Form) -> None:
    """POL-Q-09: the extra throw of the same turn counts as well."""
    walk = lay(form, "C 20 H H").go("1-1", "20+1", "21+1", "4-2")
    check(walk, {"legal": ["START="]})


@both_forms
def test_no_fourth_piece_by_move_or_reward(form: Form) -> None:
    """POL-Q-10."""
    check(lay(form, "30 32 32 32").go("2-1"), {"legal": ["30+1", "32+2", "32+1"]})
    walk = lay(form, "20 35 35 35", a="@25").go("5-3", "20+5")
    check(walk, {"legal": ["R10:25>T2.6", "R10:35", "R10:35>T3.1", "pass"]})


@both_forms
def test_a_fourth_piece_may_start(form: Form) -> None:
    """POL-Q-11: and the four are a blockade like any other."""
    walk = lay(form, "C 0 0 0").go("5-1", "START=")
    check(walk, {"pieces": {"0": "0 0 0 0"}, "rolls": 1})
    rival = lay(form, "44 H H H", c="0 0 0 0", turn=1).go("2-1")  # in front of Yellow's start
    check(rival, {"legal": ["44+2>T3.2", "44+1>T3.1"]})


# ---------------------------------------------------------------- dice


@both_forms
def test_two_dice_are_two_moves(form: Form) -> None:
    """POL-Q-12: no stop in between, no move; and each stop captures."""
    check(lay(form, "6 H H H", a="@9").go("3-3"), {"rolls": 1})
    check(lay(form, "55 58 H H").go("3-3"), {"legal": ["58+3"], "ends": ["58 H H H"]})
    walk = lay(form, "20 H H H", a="@23 @25").go("5-3")
    for note in ("20+5", "20+3"):
        check(walk.branch().go(note), {"pieces": {"1": f"{10 if note == '20+3' else 8} C C C"}, "decides": 0})


@both_forms
def test_either_die_when_both_cannot_be_played(form: Form) -> None:
    """POL-Q-13."""
    walk = lay(form, "56 H H H").go("5-4")
    check(walk, {"legal": ["56+5", "56+4"]})
    check(walk.go("56+4"), {"pieces": {"0": "60 H H H"}, "rolls": 1})


@both_forms
def test_looking_ahead(form: Form) -> None:
    """POL-Q-14: a first move that kills the second die is refused if another way plays both."""
    check(lay(form, "59 20 H H", a="@25 @25").go("2-1"), {"legal": ["59+2", "59+1", "20+2", "20+1"]})
    walk = lay(form, "59 20 H H", a="@22 @22").go("2-1")
    check(walk, {"legal": ["59+2", "20+1"], "ends": ["21 H H H"]})  # after 59+1 the 2 would be dead
    walk = lay(form, "8 10 12 H", b="@15 @15 @T1.1").go("5-2")
    check(walk, {"legal": ["8+5", "12+2"]})  # 10+2 and 8+2 make a pair that stops the 5
    pieces = ["20", "23", "H", "25"]
    for k in range(4):  # 20+5 and 20+3 make a pair that stops the 3 and the 5, whichever piece is first
        walk = lay(form, " ".join(pieces[k:] + pieces[:k]), a="@28 @28").go("5-3")
        check(walk, {"legal": ["23+3"]})


@both_forms
def test_rewards_while_looking_ahead(form: Form) -> None:
    """POL-Q-15: a capture is allowed if some use of the reward saves the other die, or leaving it;
    afterwards the reward is free, even to the die's cost."""
    walk = lay(form, "41 H H H", a="@46").go("6-5")
    check(walk, {"offers": ["41+5"]})
    check(walk.go("41+5"), {"legal": ["R10:46", "pass"]})
    check(walk.branch().go("R10:46"), {"pieces": {"0": "56 H H H"}, "rolls": 1})  # 56+6 overshoots
    check(walk.branch().go("pass"), {"legal": ["46+6"]})


@both_forms
@pytest.mark.parametrize("turn", range(4))
def test_a_capture_by_a_reward_earns_the_next(form: Form, turn: int) -> None:
    """POL-Q-15, POL-Q-18: only a second reward saves the 3: 12-22 captures and opens the way, 6-16 plays on.
    With nobody to capture on 22, 24-25 saves no die, and others do."""
    rivals = {"a": "@25 @9 @15", "b": "@23 @23", "c": "@22 @T1.1 @27 @27"}
    walk = lay(form, "24 12 12 6", turn=turn, **rivals).go("3-1")
    check(walk, {"legal": ["24+1", "12+1", "6+1"]})
    check(walk.go("24+1"), {"legal": ["R10:12", "pass"]})
    check(walk.go("R10:12"), {"legal": ["R10:12", "R10:6", "pass"]})
    check(walk.branch().go("pass"), {"rolls": (turn + 1) % 4})
    check(walk.go("R10:6"), {"legal": ["16+3"]})
    rivals["c"] = "@T1.1 @27 @27"
    check(lay(form, "24 12 12 6", turn=turn, **rivals).go("3-1"), {"legal": ["12+1", "6+1"]})


@both_forms
def test_a_reward_is_used_once(form: Form) -> None:
    """POL-Q-15, POL-CAP-2: the capture earns one, and it would take two to clear the way for the 5; so it
    saves no die, and 19-25 is as good."""
    rivals = {"a": "@15 @T2.1", "b": "@24 @30 @30", "c": "@16 @T1.1"}
    walk = lay(form, "10 19 19 19", **rivals, max_stack="4").go("6-5")
    check(walk, {"legal": ["10+6", "19+6"]})
    check(walk.branch().go("19+6"), {"rolls": 1})
    check(walk.go("10+6", "R10:19"), {"rolls": 1, "pieces": {"0": "16 19 19 29"}})


@both_forms
def test_one_way_to_use_a_reward_does_not_spoil_another(form: Form) -> None:
    """POL-Q-15, POL-Q-28, POL-Q-30: straight on, the piece on 8 would join two and wait; round the turnout it
    saves the 1. So 29 may be captured, although 8-14 and the turnout play both dice as well."""
    walk = lay(form, "8 18 18 23", a="@9 @T2.1", b="@24 @30 @30", c="@29 @19 @19").go("6-1")
    check(walk, {"legal": ["8+6", "23+6"]})
    check(walk.go("23+6"), {"legal": ["R10:8", "R10:8>T1.4", "pass"]})
    check(walk.branch().go("R10:8"), {"rolls": 1})
    check(walk.go("R10:8>T1.4"), {"legal": ["T1.4+1"]})


# ---------------------------------------------------------------- rewards


@both_forms
def test_a_reward_may_be_declined(form: Form) -> None:
    """POL-Q-16."""
    walk = lay(form, "3 H H H", c="@5").go("2-1", "3+2")
    check(walk, {"legal": ["R10:5", "R10:5>T1.1", "pass"]})
    check(walk.go("pass"), {"pieces": {"0": "5 H H H"}, "legal": ["5+1"]})


@both_forms
def test_a_reward_is_now_or_never(form: Form) -> None:
    """POL-Q-17: on 29 it leads nowhere; the 3 would have made it possible, but it is lost."""
    walk = lay(form, "24 H H H", a="@29 @T2.3", c="@39").go("5-3", "24+5")
    check(walk, {"pieces": {"1": "T1.3 C C C"}, "legal": ["29+3"]})
    check(walk.go("29+3"), {"pieces": {"0": "32 H H H"}, "rolls": 1})


@both_forms
def test_the_newest_reward_is_settled_first(form: Form) -> None:
    """POL-Q-18: one at a time, before the other die."""
    walk = lay(form, "20 5 H H", a="@25", c="@15").go("5-3", "20+5", "R10:5")
    check(walk, {"pieces": {"3": "C C C C"}, "legal": ["R10:25", "R10:25>T2.6", "R10:15", "pass"]})
    check(walk.go("pass"), {"legal": ["25+3", "15+3"]})


@both_forms
def test_a_capture_by_starting_is_rewarded(form: Form) -> None:
    """POL-Q-19, POL-Q-20: but a reward never starts another piece."""
    walk = lay(form, "C C 30 H", c="@0").go("6-1", "START6")
    check(walk, {"legal": ["R10:0", "R10:30", "pass"]})


@both_forms
def test_a_reward_may_bring_a_piece_home(form: Form) -> None:
    """POL-Q-21: exactly ten spaces away; the game goes on if others are still out."""
    walk = lay(form, "48 20 H H", a="@51").go("3-2", "48+3")
    check(walk, {"legal": ["R10:51", "R10:20", "R10:20>T2.1", "pass"]})
    check(walk.go("R10:51"), {"pieces": {"0": "20 H H H"}, "legal": ["20+2"]})


@both_forms
def test_rewards_meet_the_same_obstacles(form: Form) -> None:
    """POL-Q-22: path, blockade, turnout and safe rival stop a reward as they stop a die."""
    walk = lay(form, "48 56 H H", a="@51").go("3-2", "48+3")
    check(walk, {"legal": ["51+2", "56+2"]})
    walk = lay(form, "8 H H H", c="@10", b="@T1.4").go("2-1", "8+2")
    check(walk, {"legal": ["R10:10", "pass"]})
    walk = lay(form, "8 H H H", c="@10", b="@17 @17").go("2-1", "8+2")
    check(walk, {"legal": ["R10:10>T1.6", "pass"]})
    walk = lay(form, "3 H H H", c="@5", a="@15").go("2-1", "3+2")
    check(walk, {"legal": ["R10:5>T1.1", "pass"]})


@both_forms
def test_landing_captures(form: Form) -> None:
    """POL-Q-23: there is no sparing; another move may be chosen instead."""
    walk = lay(form, "20 H H H", a="@25").go("5-1")
    check(walk, {"legal": ["20+5", "20+1"]})
    check(walk.branch().go("20+5"), {"pieces": {"1": "C C C C"}})
    check(walk.branch().go("20+1", "21+5"), {"pieces": {"0": "26 H H H", "1": "10 C C C"}})


# ---------------------------------------------------------------- safety and blockades


@both_forms
def test_a_rival_on_my_colour_is_not_safe(form: Form) -> None:
    """POL-Q-24: I may capture it on my entrance, and a third player on my start or entrance."""
    walk = lay(form, "52 H H H", b="@54").go("2-1", "52+2")
    check(walk, {"pieces": {"2": "C C C C"}, "legal": ["54+1"]})
    for mine in (0, 54):  # Red stands on Yellow's colour; Green comes from behind
        hunter = (mine - 1 - 15) % 60
        red = (mine - 30) % 60
        walk = lay(form, f"{hunter} H H H", a=str(red), turn=1).go("1-1", f"{hunter}+1")
        check(walk, {"pieces": {"2": "C C C C"}})


@both_forms
def test_stopping_on_a_rival_s_start_is_a_risk(form: Form) -> None:
    """POL-Q-25: allowed while he waits in his corner, until he throws a SIX."""
    walk = lay(form, "12 20 H H").go("3-1", "12+3", "20+1")
    check(walk, {"pieces": {"0": "15 21 H H"}, "rolls": 1})
    check(walk.go("6-5", "START6"), {"pieces": {"0": "21 C H H", "1": "0 C C C"}, "legal": ["R10:0", "pass"]})


@both_forms
def test_blockades_stand_on_any_broadway_space(form: Form) -> None:
    """POL-Q-26: on the owner's start, on his entrance, on somebody else's colour."""
    walk = lay(form, "43 H H H", c="@45 @45").go("3-1")  # Blue on his own start
    check(walk, {"legal": ["43+1", "43+3>T3.2"], "ends": ["T3.3 H H H"]})
    check(lay(form, "37 H H H", c="@39 @39").go("3-2"), {"rolls": 1})  # Blue on his own entrance
    check(lay(form, "37 H H H", a="@39 @39").go("3-2"), {"rolls": 1})  # Green on Blue's entrance


@both_forms
def test_the_last_count_decides(form: Form) -> None:
    """POL-Q-27: the second die or a reward may land on the own pair."""
    walk = lay(form, "9 12 12 H").go("2-1", "9+2")
    check(walk, {"offers": ["11+1"]})
    check(walk.go("11+1"), {"pieces": {"0": "12 12 12 H"}})
    walk = lay(form, "9 20 20 H", c="@10").go("2-1", "9+1", "R10:10")
    check(walk, {"pieces": {"0": "20 20 20 H"}})


@both_forms
def test_who_joins_a_pair_waits(form: Form) -> None:
    """POL-Q-28: for the rest of the turn, extra throws and rewards included; his twins need not."""
    walk = partners(form, "17 30 H H", b="@20 @20").go("3-3", "17+3", "30+3", "2-1")
    check(walk, {"legal": ["33+2", "33+1"]})
    walk.go("33+2", "35+1", "5-4", "5-4", "50+4", "50+5", "5-4", "2-1")
    check(walk, {"legal": ["20+2", "20+1", "36+2", "36+1"]})
    walk = partners(form, "17 36 H H", b="@20 @20", c="@37").go("3-1", "17+3", "36+1")
    check(walk, {"legal": ["R10:37", "R10:37>T3.3", "pass"]})
    walk = lay(form, "17 20 20 H").go("3-1", "17+3")
    check(walk, {"legal": ["20+1"]})
    # In the extra throw 20+2 would kill the 5: the other piece on 20 waits, and 22+5 is blocked.
    walk = partners(form, "17 20 54 H", b="@20", a="@27 @27").go("3-3", "17+3", "54+3", "5-2")
    check(walk, {"legal": ["20+5", "57+2"]})


@both_forms
def test_who_starts_onto_a_stack_need_not_wait(form: Form) -> None:
    """POL-Q-28, POL-ENTER-3."""
    check(partners(form, "C H H H", b="@0 @0").go("6-4", "START6"), {"legal": ["0+4"]})


@both_forms
def test_shifting_a_pair_is_two_moves(form: Form) -> None:
    """POL-Q-29: each must be legal by itself; a capture by the first is rewarded in between."""
    check(lay(form, "6 6 H H", a="@9").go("3-3"), {"rolls": 1})
    walk = lay(form, "5 5 H H", c="@8").go("3-3", "5+3")
    check(walk, {"legal": ["R10:8", "R10:8>T1.4", "R10:5", "R10:5>T1.1", "pass"]})
    check(walk.go("pass", "5+3"), {"pieces": {"0": "8 8 H H"}, "rolls": 0})


# ---------------------------------------------------------------- turnouts, doublets, the way home


@both_forms
def test_the_track_is_chosen_in_the_move(form: Form) -> None:
    """POL-Q-30: in mid-count too; a reward can run through a whole turnout and out again."""
    check(lay(form, "40 H H H").go("6-5"), {"legal": ["40+6", "40+6>T3.2", "40+5", "40+5>T3.1"]})
    check(lay(form, "40 H H H").go("6-5", "40+6"), {"legal": ["46+5"]})
    for here, straight, through in ((12, 22, 19), (13, 23, 20), (14, 24, 21)):
        walk = lay(form, f"{here - 2} H H H", c=f"@{here}").go("2-1", f"{here - 2}+2")
        check(walk, {"legal": [f"R10:{here}", f"R10:{here}>{through}", "pass"]})
        check(walk.branch().go(f"R10:{here}"), {"pieces": {"0": f"{straight} H H H"}})
        check(walk.branch().go(f"R10:{here}>{through}"), {"pieces": {"0": f"{through} H H H"}})


@pytest.mark.parametrize("place", ["T0.1", "T4.1", "T1.0", "T1.8"])
def test_nobody_is_on_his_own_turnout(place: str) -> None:
    """POL-Q-31: three turnouts of seven spaces lie ahead, and no others."""
    with pytest.raises(BadPosition):
        GAME.position.build(data(f"{place} H H H"))


@both_forms
def test_own_pieces_and_partners_block_a_turnout(form: Form) -> None:
    """POL-Q-32."""
    check(partners(form, "14 H H H", b="@T1.3").go("4-3"), {"legal": ["14+4", "14+3"]})
    check(lay(form, "14 T1.3 H H").go("2-2"), {"legal": ["14+2", "14+2>T1.2", "T1.3+2"]})
    check(lay(form, "14 T1.3 H H").go("4-4"), {"legal": ["14+4", "T1.3+4"]})


@both_forms
def test_a_blockade_beside_the_end_of_a_turnout(form: Form) -> None:
    """POL-Q-33."""
    walk = lay(form, "T1.7 H H H", b="@18 @18").go("2-1")
    check(walk, {"legal": ["T1.7+2", "T1.7+1"], "ends": ["21 H H H"]})


@both_forms
def test_what_counts_as_both_dice_played(form: Form) -> None:
    """POL-Q-34: a start by 3-3 does; rewards, taken, left or lost, do not matter."""
    check(lay(form, "C C C 20").go("3-3", "START="), {"rolls": 0})
    check(lay(form, "20 H H H", a="@21").go("1-1", "20+1", "pass", "21+1"), {"rolls": 0})
    check(lay(form, "52 H H H", a="@53").go("1-1", "52+1", "53+1"), {"rolls": 0})


@both_forms
def test_a_doublet_nobody_can_play(form: Form) -> None:
    """POL-Q-35."""
    check(lay(form, "20 H H H", a="@21 @21").go("4-4"), {"rolls": 1})


@both_forms
def test_there_is_no_second_lap(form: Form) -> None:
    """POL-Q-36."""
    check(lay(form, "54 H H H").go("6-5"), {"legal": ["54+6", "54+5"], "ends": ["60 H H H", "59 H H H"]})


# ---------------------------------------------------------------- partners


@both_forms
def test_a_mixed_pair_takes_a_third(form: Form) -> None:
    """POL-Q-37: of either partner, and no fourth."""
    walk = partners(form, "18 20 H H", b="@20").go("2-1")
    check(walk, {"legal": ["18+2", "18+1", "20+2", "20+1"]})
    check(walk.go("18+2"), {"legal": ["20+1"]})
    check(partners(form, "18 20 H H", b="@20 @20").go("2-1"), {"refuses": ["18+2"]})


@both_forms
def test_beside_the_partner_on_his_colour(form: Form) -> None:
    """POL-Q-38, POL-Q-39: his start and his entrance; rivals cannot break in there."""
    for space in (24, 30):
        check(partners(form, f"{space - 2} H H H", b=f"@{space}").go("2-1"), {"offers": [f"{space - 2}+2"]})
    walk = partners(form, "13 H H H", a="0", c="30", turn=1).go("2-1")
    check(walk, {"legal": ["13+2>T1.1", "13+1"]})


@both_forms
def test_the_partner_s_blockade_on_my_entrance(form: Form) -> None:
    """POL-Q-40: may be joined exactly, and not overtaken."""
    walk = partners(form, "52 H H H", b="@54 @54").go("2-1")
    check(walk, {"legal": ["52+2", "52+1"], "ends": ["54 H H H", "53 H H H"]})


@both_forms
def test_a_rival_pair_of_two_colours_closes_my_start(form: Form) -> None:
    """POL-Q-44, POL-ENTER-7."""
    check(partners(form, "C C C C", a="@0", c="@0").go("6-5"), {"pieces": {"0": "C C C C"}, "rolls": 1})
    check(partners(form, "18 H H H", a="@20").go("2-1", "18+2"), {"pieces": {"1": "C C C C"}})


@both_forms
def test_the_doublet_that_finishes_a_partner(form: Form) -> None:
    """POL-Q-41, POL-PART-4: brings no extra throw, and from then on his turns are skipped."""
    walk = partners(form, "57 H H H", b="10 H H H").go("2-2", "57+2", "59+2")
    check(walk, {"rolls": 1})
    check(walk.go("5-4", "2-1", "10+2", "12+1", "5-4"), {"rolls": 1})


@both_forms
def test_a_reward_is_for_the_own_pieces(form: Form) -> None:
    """POL-Q-42."""
    walk = partners(form, "17 H H H", a="@20", b="@40 @T3.2").go("3-1", "17+3")
    check(walk, {"legal": ["R10:20", "R10:20>T2.1", "pass"]})


@both_forms
def test_the_first_winner_ends_the_game(form: Form) -> None:
    """POL-Q-43: when each plays for himself."""
    check(lay(form, "60 H H H", a="59 H H H", chairs="012").go("2-1", "60+1"), {"wins": [0]})
    check(lay(form, "60 H H H", b="10 H H H").go("2-1", "60+1"), {"wins": [0]})


@both_forms
def test_breaking_a_blockade(form: Form) -> None:
    """POL-Q-45: one piece has to go, and a new pair may stand there at once."""
    walk = lay(form, "14 20 20 H", c="@T1.1").go("6-3")
    check(walk, {"disturbs": "20", "reaches": ["20 20 23 H"]})
