"""Every house rule of Pollyanna, each choice in a position where it matters."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.rules.kit import CHANCE, OVER
from parlour.text import BadChoice
from tests.rulebook.harness import Form, Walk, check
from tests.rulebook.pollyanna.support import GAME, both_forms, lay, partners


def sides(players: int, options: dict[str, Any]) -> list[list[int]]:
    """Who plays with whom."""
    p = GAME.new(players, options)
    found: dict[int, list[int]] = {}
    for chair in GAME.seats(p):
        found.setdefault(GAME.plain.side(p, chair), []).append(chair)
    return sorted(found.values())


# ---------------------------------------------------------------- before play


def test_mode() -> None:
    """POL-Q-03 `mode`: pairs for four unless they want it otherwise, never for fewer."""
    assert sides(4, {}) == sides(4, {"mode": "partners"}) == [[0, 2], [1, 3]]
    assert sides(4, {"mode": "individual"}) == [[0], [1], [2], [3]]
    assert sides(3, {"mode": "individual"}) == sides(3, {}) == [[0], [1], [2]]
    for players in (2, 3):
        with pytest.raises(BadChoice):
            GAME.new(players, {"mode": "partners"})


@both_forms
def test_mode_in_play(form: Form) -> None:
    """POL-Q-03 `mode`: the same move joins a partner and captures a rival."""
    for mode, there in (("partners", "50 C C C"), ("individual", "C C C C")):
        check(lay(form, "17 H H H", b="@20", mode=mode).go("3-1", "17+3"), {"pieces": {"2": there}})


def test_seats() -> None:
    """POL-PREP-1 `seats`: any opposite chairs for two, any three for three, as the table likes."""
    for words in ("02", "13", "012", "013", "023", "123"):
        assert GAME.seats(GAME.new(len(words), {"seats": words})) == [int(w) for w in words]
    for players, words in ((2, "012"), (3, "13"), (4, "123"), (2, "01")):
        with pytest.raises(BadChoice):
            GAME.new(players, {"seats": words})


@both_forms
def test_start_tie(form: Form) -> None:
    """POL-Q-01 `start_tie`: after a tie of Green and Red, they alone or all four throw again."""
    opening = ("5-3", "6-4", "5-5", "3-2")
    check(Walk.new(form, 4, {"start_tie": "reroll_tied"}).go(*opening, "3-1", "5-4"), {"rolls": 2})
    walk = Walk.new(form, 4, {"start_tie": "reroll_all"}).go(*opening, "6-6", "3-1", "5-4")
    assert walk.actor == CHANCE
    check(walk.go("2-1"), {"rolls": 0})


# ---------------------------------------------------------------- starting


@both_forms
def test_start_first(form: Form) -> None:
    """POL-Q-07 `start_first`: with "no" the other die may go first, but the 6 still has to start."""
    check(lay(form, "C C C 20", start_first="yes").go("6-3"), {"legal": ["START6"]})
    walk = lay(form, "C C C 20", start_first="no").go("6-3")
    check(walk, {"legal": ["START6", "20+3"], "ends": ["0 23 C C", "3 20 C C"]})
    check(walk.go("20+3"), {"legal": ["START6"]})


@both_forms
def test_sum_six_optional(form: Form) -> None:
    """POL-Q-06 `sum_six_optional`: with "yes" 4-2 may be played as 4 and 2; a 6 on a die may not."""
    check(lay(form, "C C C 20", sum_six_optional="no").go("4-2"), {"legal": ["START="]})
    walk = lay(form, "C C C 20", sum_six_optional="yes").go("4-2")
    check(walk, {"legal": ["START=", "20+4", "20+2"], "ends": ["0 20 C C", "26 C C C"]})
    check(lay(form, "C C C 20", sum_six_optional="yes").go("6-2"), {"legal": ["START6"]})
    # If 4 and 2 cannot both be moved, only the start plays both dice (POL-DICE-3).
    walk = lay(form, "C C C 20", a="@24 @24", sum_six_optional="yes").go("4-2")
    check(walk, {"legal": ["START="]})


@both_forms
def test_max_stack(form: Form) -> None:
    """POL-Q-10, POL-Q-37 `max_stack`: a fourth piece by a move, and with a partner."""
    moves = ["10+1", "12+1", "12+2"]
    check(lay(form, "10 12 12 12", max_stack="3").go("2-1"), {"legal": moves})
    walk = lay(form, "10 12 12 12", max_stack="4").go("2-1")
    check(walk, {"legal": [*moves, "10+2"]})
    check(walk.go("10+2"), {"pieces": {"0": "12 12 12 12"}, "legal": ["12+1"]})
    for most, joins in (("3", False), ("4", True)):
        walk = partners(form, "18 H H H", b="@20 @20 @20", max_stack=most).go("2-2")
        assert ("18+2" in walk.notes()) == joins


@both_forms
def test_start_respects_max_stack(form: Form) -> None:
    """POL-Q-11 `start_respects_max_stack`: with "yes" three on the start keep the fourth out until
    one has gone; a move that makes room for the start must then be chosen."""
    check(lay(form, "0 0 0 C", start_respects_max_stack="no").go("6-1"), {"legal": ["START6"]})
    walk = lay(form, "0 0 0 C", start_respects_max_stack="yes").go("6-1")
    check(walk, {"legal": ["0+1"], "ends": ["0 0 0 1"]})
    check(walk.go("0+1"), {"legal": ["START6"]})
    check(lay(form, "0 0 0 C", start_respects_max_stack="yes").go("4-2"), {"legal": ["0+4", "0+2"]})
    room = {"start_respects_max_stack": "yes", "max_stack": "4"}
    check(lay(form, "0 0 0 C", **room).go("4-2"), {"legal": ["START="]})


# ---------------------------------------------------------------- dice


@both_forms
def test_sum_is_one_move(form: Form) -> None:
    """POL-Q-12 `sum_is_one_move`: with "yes" both dice for one piece are one leap, without a stop."""
    check(lay(form, "6 H H H", a="@9", sum_is_one_move="no").go("3-3"), {"rolls": 1})
    walk = lay(form, "6 H H H", a="@9", sum_is_one_move="yes").go("3-3")
    check(walk, {"legal": ["6+3+3"]})
    check(walk.go("6+3+3"), {"pieces": {"0": "12 H H H", "1": "54 C C C"}, "rolls": 0})

    walk = lay(form, "20 H H H", a="@25", sum_is_one_move="no").go("5-3")
    check(walk, {"legal": ["20+5", "20+3"]})
    walk = lay(form, "20 H H H", a="@25", sum_is_one_move="yes").go("5-3")
    check(walk, {"legal": ["20+5+3"]})
    check(walk.go("20+5+3"), {"pieces": {"0": "28 H H H", "1": "10 C C C"}, "rolls": 1})

    walk = lay(form, "20 30 H H", sum_is_one_move="yes").go("5-3")
    check(walk, {"legal": ["20+5+3", "30+5+3", "20+5", "20+3", "30+5", "30+3"]})
    check(walk.go("20+5"), {"legal": ["30+3"]})
    walk = lay(form, "18 20 H H", sum_is_one_move="yes").go("2-1", "18+2")
    check(walk, {"legal": ["20+1"], "ends": ["20 21 H H"]})  # the piece that stood there goes
    walk = lay(form, "26 H H H", c="@34", sum_is_one_move="yes").go("5-3")
    check(walk, {"legal": ["26+5+3", "26+5+3>T2.5"]})
    check(walk.go("26+5+3"), {"pieces": {"3": "C C C C"}, "offers": ["R10:34", "pass"]})
    # A blockade still cannot be overtaken, so only one die is left to play.
    check(lay(form, "20 H H H", a="@27 @27", sum_is_one_move="yes").go("5-3"), {"legal": ["20+5", "20+3"]})
    # A started piece goes on with the other die as ever.
    check(lay(form, "C C C C", sum_is_one_move="yes").go("6-2", "START6"), {"legal": ["0+2"]})


@both_forms
def test_max_dice(form: Form) -> None:
    """POL-Q-14 `max_dice`: the greedy player may spoil his second die."""
    for choice, moves in (("lookahead", ["58+3", "10+2"]), ("greedy", ["58+3", "10+2", "58+2"])):
        walk = lay(form, "58 10 H H", b="@13 @13", max_dice=choice).go("3-2")
        check(walk, {"legal": moves})
    check(walk.go("58+2"), {"pieces": {"0": "10 60 H H"}, "rolls": 1})


@both_forms
def test_single_die_choice(form: Form) -> None:
    """POL-Q-13 `single_die_choice`: the higher die, if both cannot be played; else no difference."""
    either = ["14+6>T1.6", "14+5>T1.5"]
    for choice, moves in (("any", either), ("higher", either[:1])):
        check(lay(form, "14 H H H", b="@19 @19", single_die_choice=choice).go("6-5"), {"legal": moves})
    check(lay(form, "20 H H H", single_die_choice="higher").go("4-3"), {"legal": ["20+4", "20+3"]})
    walk = lay(form, "20 H H H", a="@23 @23", single_die_choice="higher").go("5-2")
    check(walk, {"legal": ["20+2"]})


# ---------------------------------------------------------------- rewards


@both_forms
def test_reward_mandatory(form: Form) -> None:
    """POL-Q-16 `reward_mandatory`."""
    rewards = ["R10:10", "R10:10>T1.6"]
    for choice, legal in (("no", [*rewards, "pass"]), ("yes", rewards)):
        walk = lay(form, "7 H H H", b="@10", reward_mandatory=choice).go("3-1", "7+3")
        check(walk, {"legal": legal})
    walk = lay(form, "52 H H H", b="@53", reward_mandatory="yes").go("3-1", "52+1")
    check(walk, {"legal": ["53+3"]})  # impossible, it is lost as ever


@both_forms
def test_a_mandatory_reward_counts_in_the_look_ahead(form: Form) -> None:
    """POL-Q-15, POL-Q-16 `reward_mandatory`: a capture whose forced reward kills the second die is
    refused if both dice can be played otherwise."""
    walk = lay(form, "41 H H H", a="@46", reward_mandatory="no").go("6-5")
    check(walk, {"offers": ["41+5"]})
    walk = lay(form, "41 H H H", a="@46", reward_mandatory="yes").go("6-5")
    check(walk, {"refuses": ["41+5"], "offers": ["41+6", "41+5>T3.2"]})
    rivals = {"a": "@36 @T3.1", "c": "@46"}  # the first reward would leave the 6 alive, the second not
    check(lay(form, "31 H H H", **rivals, reward_mandatory="no").go("6-5"), {"legal": ["31+6", "31+5"]})
    check(lay(form, "31 H H H", **rivals, reward_mandatory="yes").go("6-5"), {"legal": ["31+6"]})
    rivals = {"a": "@1 @1", "c": "@0"}  # after a start that captures, 50 must go to 60 and the 2 is dead
    check(lay(form, "C 50 H H", **rivals, reward_mandatory="no").go("6-2"), {"legal": ["START6"]})
    check(lay(form, "C 50 H H", **rivals, reward_mandatory="yes").go("6-2"), {"legal": ["50+2"]})


@both_forms
def test_reward_timing(form: Form) -> None:
    """POL-Q-17 `reward_timing`: with "any" it may wait for the other die, and is then not lost."""
    place = {"a": "@29 @T2.3", "c": "@39"}
    walk = lay(form, "24 H H H", **place, reward_timing="immediate").go("5-3", "24+5")
    check(walk, {"legal": ["29+3"]})
    check(walk.go("29+3"), {"rolls": 1})
    walk = lay(form, "24 H H H", **place, reward_timing="any").go("5-3", "24+5")
    check(walk, {"legal": ["29+3"]})
    check(walk.go("29+3"), {"legal": ["R10:32", "pass"]})
    check(walk.go("R10:32"), {"pieces": {"0": "42 H H H"}, "rolls": 1})

    rewards = ["R10:25", "R10:25>T2.6", "R10:5", "R10:5>T1.1"]
    walk = lay(form, "20 5 H H", a="@25", reward_timing="immediate").go("5-3", "20+5")
    check(walk, {"legal": [*rewards, "pass"]})
    walk = lay(form, "20 5 H H", a="@25", reward_timing="any").go("5-3", "20+5")
    check(walk, {"legal": [*rewards, "25+3", "5+3"]})
    check(walk.branch().go("R10:5"), {"legal": ["25+3", "15+3"]})
    check(walk.go("5+3"), {"legal": ["R10:25", "R10:25>T2.6", "R10:8", "R10:8>T1.4", "pass"]})
    check(walk.go("pass"), {"rolls": 1})


@both_forms
def test_reward_on_start(form: Form) -> None:
    """POL-Q-19 `reward_on_start`: the capture itself happens either way."""
    for choice, legal in (("yes", ["R10:0", "pass"]), ("no", ["0+5"])):
        walk = lay(form, "C C C C", c="@0", reward_on_start=choice).go("6-5", "START6")
        check(walk, {"legal": legal, "pieces": {"3": "C C C C"}})
    walk = lay(form, "3 H H H", c="@5", reward_on_start="no").go("2-1", "3+2")
    check(walk, {"offers": ["R10:5"]})  # other captures are rewarded


@both_forms
def test_reward_into_home(form: Form) -> None:
    """POL-Q-21 `reward_into_home`: with "no" it may end on the path, not on the home space."""
    for choice, legal in (("yes", ["R10:51", "pass"]), ("no", ["51+2"])):
        walk = lay(form, "48 H H H", a="@51", reward_into_home=choice).go("3-2", "48+3")
        check(walk, {"legal": legal})
    walk = lay(form, "47 H H H", a="@50", reward_into_home="no").go("3-2", "47+3")
    check(walk, {"legal": ["R10:50", "pass"]})


@both_forms
def test_reward_must_save_die(form: Form) -> None:
    """POL-Q-15 `reward_must_save_die`: by taking it in one position, by leaving it in the other."""
    stuck = {"a": "@15 @25", "b": "@T1.1", "c": "@27 @27"}
    for choice, legal in (("no", ["R10:12", "pass"]), ("yes", ["R10:12"])):
        walk = lay(form, "20 12 12 H", **stuck, reward_must_save_die=choice).go("5-3", "20+5")
        check(walk, {"legal": legal})
    for choice, legal in (("no", ["R10:46", "pass"]), ("yes", ["pass"])):
        walk = lay(form, "41 H H H", a="@46", reward_must_save_die=choice).go("6-5", "41+5")
        check(walk, {"legal": legal})
    walk = lay(form, "20 5 H H", a="@25", reward_must_save_die="yes").go("5-3", "20+5")
    check(walk, {"legal": ["R10:25", "R10:25>T2.6", "R10:5", "R10:5>T1.1", "pass"]})


# ---------------------------------------------------------------- partners and the end


@both_forms
def test_joiner_waits(form: Form) -> None:
    """POL-Q-28 `joiner_waits`."""
    walk = partners(form, "17 H H H", b="@20 @20", joiner_waits="yes").go("3-1")
    check(walk, {"legal": ["17+3", "17+1"], "ends": ["20 H H H", "18 H H H"]})
    walk = partners(form, "17 H H H", b="@20 @20", joiner_waits="no").go("3-1")
    check(walk, {"legal": ["17+3"], "ends": ["21 H H H"]})


@both_forms
def test_finished_partner(form: Form) -> None:
    """POL-Q-41 `finished_partner`: Yellow is home; his turn is skipped, or he moves Red's pieces."""
    home = {"a": "H H H H", "c": "10 H H H", "turn": 3}  # on turn: Blue
    check(partners(form, "C C C C", **home, finished_partner="skip").go("5-4"), {"rolls": 1})
    walk = partners(form, "C C C C", **home, finished_partner="throws_for_partner").go("5-4")
    check(walk, {"rolls": 0})
    check(walk.go("2-1"), {"legal": ["10+2", "10+1"]})
    check(walk.go("10+2", "12+1"), {"pieces": {"2": "13 H H H"}, "rolls": 1})
    walk = partners(form, "C C C C", **(home | {"c": "60 H H H"}), finished_partner="throws_for_partner")
    check(walk.go("5-4", "3-1", "60+1"), {"wins": [0, 2]})


@both_forms
def test_play_for_places(form: Form) -> None:
    """POL-Q-43 `play_for_places`: the others play on until one is left."""
    last = {"a": "60 H H H", "b": "10 H H H", "chairs": "012"}
    check(lay(form, "60 H H H", **last, play_for_places="no").go("2-1", "60+1"), {"wins": [0]})
    walk = lay(form, "60 H H H", **last, play_for_places="yes").go("2-1", "60+1")
    check(walk, {"rolls": 1})
    check(walk.branch().go("5-4", "2-1", "10+2", "12+1"), {"rolls": 1})  # Yellow is out of it
    doublet = lay(form, "57 H H H", **last, play_for_places="yes").go("2-2", "57+2", "59+2")
    check(doublet, {"rolls": 1})  # and brings himself no extra throw
    walk.go("2-1", "60+1")
    assert walk.actor == OVER
    first, second, third = (form.payoff(walk.position, seat) for seat in (0, 1, 2))
    assert first > second > third >= 0 and first + second + third == pytest.approx(1)


@both_forms
def test_max_turns(form: Form) -> None:
    """POL-Q-43 `max_turns`: an undecided game stops; an extra throw is not a turn of its own."""
    walk = lay(form, "0 H H H", chairs="02", max_turns=2).go("1-1", "0+1", "1+1")
    check(walk, {"rolls": 0})
    check(walk.go("2-1", "2+2", "4+1"), {"rolls": 2})
    walk.go("5-4")
    assert walk.actor == OVER
    assert [form.payoff(walk.position, seat) for seat in (0, 2)] == [0.5, 0.5]
