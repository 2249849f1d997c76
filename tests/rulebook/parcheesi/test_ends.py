"""How a race ends, what each has of it, and what is left lying; who sits where, and who began."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import parlour
from parlour.games.racing.places import EMPTY, seated
from parlour.rules.kit import NOBODY, OVER
from tests.rulebook.harness import At, Form, Walk

GAME = parlour.load("parcheesi")
ALL: dict[int, list[Any]] = {1: [], 2: [], 3: []}


def shares(walk: Walk) -> list[float]:
    return [walk.form.payoff(walk.position, seat) for seat in range(4)]


def test_shares_of_a_race_for_places_that_is_stopped(at: At) -> None:
    """PAR-Q-40: who is home has his place; the others share alike what is still to be had."""
    walk = at([20, "H", "H", "H"], ALL, play_for_places="yes", max_turns=1).go("5-3", "20+5", "25+3")
    assert walk.actor == OVER and shares(walk) == pytest.approx([1 / 4] * 4)
    others = ALL | {3: [20, "H", "H", "H"]}
    walk = at([70, "H", "H", "H"], others, play_for_places="yes", max_turns=2).go("2-1", "70+1")
    walk.go("4-3", "20+4", "24+3")
    assert walk.actor == OVER and shares(walk) == pytest.approx([3 / 6, 1 / 6, 1 / 6, 1 / 6])


def test_shares_of_a_race_that_is_stopped(at: At) -> None:
    """PAR-Q-40: without places, and nobody home, all share alike."""
    walk = at([20, "H", "H", "H"], {1: [], 3: []}, max_turns=1).go("5-3", "20+5", "25+3")
    assert walk.actor == OVER and shares(walk) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert walk.position.dice.tolist() == [0, 0]


def test_the_last_chair_may_come_in_last(at: At) -> None:
    """PAR-Q-40."""
    walk = at([70, "H", "H", "H"], {3: []}, turn=1, play_for_places="yes").go("2-1", "70+1")
    assert walk.actor == OVER and shares(walk) == [0, 1, 0, 0]
    assert walk.position.place.tolist() == [EMPTY, 0, EMPTY, 1]


def test_nothing_is_left_of_a_turn_that_ends_the_game(at: At) -> None:
    """PAR-WIN-1: no die, no bonus, no pair to remember, no doublets."""
    walk = at([70, "H", "H", "H"], doublets=1, quad_short_win="yes").go("1-1", "70+1")
    p = walk.position
    assert walk.actor == OVER
    assert (p.times.tolist(), p.value.tolist(), p.dice.tolist()) == ([0, 0], [0, 0], [0, 0])
    assert (p.tens, p.twenties, p.locks, p.doublets, p.quad, p.played) == (0, 0, 0, 0, 0, 0)


def test_who_is_seated() -> None:
    """PAR-Q-02: nobody sits on the first chair unless it is taken."""
    for seats, bits in (("13", 0b1010), ("123", 0b1110), ("012", 0b0111)):
        assert seated(GAME.new(len(seats), {"seats": seats})) == bits


def test_who_began_is_known_after_the_roll_off(form: Form) -> None:
    """PAR-FIRST-1: the highest throw; until then nobody has."""
    walk = Walk.new(form, 4)
    assert [walk.turn, *(walk.go(dice).turn for dice in ("1-2", "1-3", "1-4"))] == [0, 3, 2, 1]
    walk = Walk.new(form, 2)
    first = GAME.module("measures").first
    assert first(walk.position) == NOBODY
    walk.each({"0": "1-2", "2": "6-5"})
    assert first(walk.position) == 2


def test_the_one_that_took_the_first_die_stays_and_the_other_goes(at: At) -> None:
    """PAR-Q-09: where both dice for one pawn are one move."""
    for mine in ([16, 20, "H", "H"], [20, 16, "H", "H"]):
        walk = at(mine, sum_is_one_move="yes").go("4-1", "16+4")
        assert walk.notes() == ["20+1"]


# ---------------------------------------------------------------- bonuses, entries and leaps


@pytest.mark.parametrize("earned", [kinds for n in (1, 2, 3, 4) for kinds in product("TW", repeat=n)])
def test_bonuses_in_the_order_they_were_earned(earned: tuple[str, ...]) -> None:
    """PAR-Q-25: by house rule only the first of them may be played, and then the next."""
    record, bonuses = GAME.module("record"), GAME.module("bonuses")
    assert record and bonuses
    kinds = {"T": record.TEN, "W": record.TWENTY}
    p = GAME.new(2, {"bonus_order": "earned"})
    for kind in earned:
        bonuses.earn(p, kinds[kind])
    for kind in earned:
        assert [name for name in kinds if bonuses.offers(p, kinds[name])] == [kind]
        bonuses.spend_bonus(p, kinds[kind])
    assert not bonuses.bonuses_due(p) and p.queue == 0
    for kind in earned:
        bonuses.earn(p, kinds[kind])
    for i in range(len(earned)):
        assert (p.tens, p.twenties) == (earned[i:].count("T"), earned[i:].count("W"))
        bonuses.give_up_bonus(p)  # the one that is due, and no other (PAR-Q-36)
    assert not bonuses.bonuses_due(p)


def test_pawns_that_have_never_entered() -> None:
    """PAR-Q-14: four of each player, none on an empty chair."""
    for seats in ("13", "012", "123"):
        p = GAME.new(len(seats), {"seats": seats, "quad_condition": "ever_entered"})
        assert p.fresh.tolist() == [4 if str(seat) in seats else 0 for seat in range(4)]
    assert GAME.new(4, {"quad_condition": "ever_entered"}).fresh.tolist() == [4] * 4
    assert GAME.new(4).fresh.tolist() == [0] * 4


def test_entering_counts_whichever_die_comes_first(at: At) -> None:
    """PAR-Q-08: with the house rule as well."""
    assert at([10], enter_lookahead="yes").go("5-2").notes() == ["10+2", "E"]


def test_a_leap_is_as_long_as_both_dice(at: At) -> None:
    """PAR-Q-09, PAR-HOME-2."""
    assert at([66, "H", "H", "H"], sum_is_one_move="yes").go("6-1").notes() == ["66+1"]
    assert at([64, "H", "H", "H"], sum_is_one_move="yes").go("6-1").notes() == ["64+6+1"]


def test_one_that_enters_may_go_on_if_the_way_is_open(at: At) -> None:
    """PAR-ENTER-6, PAR-BLOCK-2: `after` tells who can take both dice."""
    open_way, closed = (at([40, "H", "H"], {2: there}).go("5-3").position for there in ([], ["@2", "@2"]))
    assert (open_way.after >> 8 & 15, closed.after >> 8 & 15) == (0b1000, 0)


HOUSE = {"sum_five_optional": "yes", "enter_first": "yes", "enter_lookahead": "yes", "sum_is_one_move": "yes"}
HOUSE |= {"max_dice": "greedy", "single_die_choice": "higher"}


def test_nothing_is_told_of_both_dice_under_these_house_rules(at: At) -> None:
    """PAR-Q-06, PAR-Q-07, PAR-Q-08, PAR-Q-09, PAR-Q-10, PAR-Q-11: `after` is 0 under each of them, and under
    any two."""
    assert at([10, 40, "H", "H"]).go("4-2").position.after != 0
    for one in HOUSE:
        for other in HOUSE:
            walk = at([10, 40, "H", "H"], **{one: HOUSE[one], other: HOUSE[other]}).go("4-2")
            assert walk.position.after == 0, (one, other)


def test_a_pair_on_the_last_space_of_the_last_path_is_a_wall(at: At) -> None:
    """PAR-BLOCK-1, PAR-Q-30."""
    for turn in range(4):
        walls = at([70, 70, 40], turn=turn).position.walls.tolist()
        assert walls == [0, 0, 0, 0, *(1 << 6 if seat == turn else 0 for seat in range(4))]


def test_a_lone_pawn_of_one_s_own_is_joined(at: At) -> None:
    """PAR-ENTER-9: the two then stand together; with nobody left in START the 5 is a count like any other."""
    assert at([0, 40, "H"]).go("5-1", "E").mine().split()[:2] == ["0", "0"]
    assert at([0, 40, "H", "H"]).go("5-1").notes() == ["0+1", "0+5", "40+1", "40+5"]


def test_each_pawn_enters_for_the_first_time_once(at: At) -> None:
    """PAR-Q-14, PAR-Q-16, PAR-Q-34: by house rule that is counted; moving on and into HOME does not count."""
    rule = {"quad_condition": "ever_entered"}
    walk = at([10, 69], fresh={"0": 2}, **rule).go("5-2", "E", "10+2")
    assert walk.position.fresh.tolist()[0] == 1
    walk = at([10, 69], fresh={"0": 2}, **rule).go("4-2", "69+2", "10+4", "B10:14")
    assert walk.position.fresh.tolist()[0] == 2
    walk = at([10, 69], fresh={"0": 0}, **rule).go("5-2", "E", "10+2")  # both in START were captured
    assert walk.position.fresh.tolist()[0] == 0
    assert at([10, 69], fresh={"0": 0}, **rule).go("3-3").position.quad == 1
    assert at([10, 69], fresh={"0": 1}, **rule).go("3-3").position.quad == 0
