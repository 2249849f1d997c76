"""Clauses of the rulebook that no scenario row shows, on both forms of the rules."""

from __future__ import annotations

from itertools import permutations

import pytest

from parlour.games.doubletrack import chips
from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLL_ODDS, ROLLS
from parlour.text import ParlourError
from tests.rulebook.doubletrack.support import GAME, L, Play, R, both_forms, lay, outcome
from tests.rulebook.harness import Form

RED_TO_BLUE = {"red": "B"}


# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_three_or_four_players(players: int) -> None:
    """DBT-SET-1."""
    with pytest.raises(ParlourError, match="3, 4 players"):
        GAME.new(players)


def test_each_colour_is_a_seat_a_gate_and_a_pass() -> None:
    """DBT-SET-2, DBT-SET-5: seats in the clockwise order of the colours; DBT-SET-4, DBT-SET-7."""
    p = GAME.new(4)
    assert [L.SPACE_NAMES[n] for n in p.large.tolist()] == ["R.T", "B.T", "Y.T", "G.T"]
    assert p.owner.tolist() == [0, 1, 2, 3] and GAME.seats(p) == [0, 1, 2, 3]
    forks = [int(n) for n in L.FORKS]
    assert forks == sorted(forks)


def test_gates_are_no_spaces() -> None:
    """DBT-SET-6, DBT-SET-15, DBT-NUM-3, DBT-Q-06: behind the fork comes a Number, one step away, by either
    route; both lead to the first common space of the next side."""
    for colour in range(4):
        fork = int(L.FORKS[colour])
        for through in (0, 1):
            assert L.ORDER[L.NEXT[through, fork]] == L.NUMBER
        for mark, last in (("S", 6), ("C", 9)):
            end = L.SPACE_NAMES.index(f"{'RBYG'[colour]}.{mark}{last}")
            assert L.SPACE_NAMES[L.NEXT[0, end]] == f"{'RBYG'[(colour + 1) % 4]}.M1"


def test_chips_are_worth_5_10_25() -> None:
    """DBT-SET-9."""
    sets = [chips.set_of(*counts) for counts in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (5, 5, 2))]
    assert [int(chips.worth_of(one)) for one in sets] == [5, 10, 25, 125]


def test_the_deal_is_chance_card_by_card() -> None:
    """DBT-SET-11, DBT-SET-12, DBT-Q-17: the odds of a kind are its copies among the cards left."""
    p = GAME.new(3, {"first_player": "red"})
    out, odds = [0] * R.MAX_ACTIONS, [0] * R.MAX_ACTIONS
    assert GAME.plain.actor(p) == CHANCE
    for dealt in range(9):
        count = int(GAME.plain.legal(p, out))
        assert int(GAME.plain.weights(p, odds)) == count
        assert sum(odds[:count]) == 30 - dealt == int(GAME.plain.tickets(p))
        GAME.plain.apply(p, out[0])
    assert p.top == 21 and p.hand[0].tolist() == [0, 0, 1]  # two of the first kind, then none is left


# ---------------------------------------------------------------- the turn


@both_forms
def test_a_turn_from_asking_to_its_end(form: Form) -> None:
    """DBT-TURN-1, DBT-TURN-5, DBT-ASK-1: ask or not, roll, move, obey, and the next player."""
    play = lay(form, passes=RED_TO_BLUE)
    assert play.phase == "ASK_OR_ROLL" and play.legal() == ["roll", "ask red"]
    play.go("roll")
    assert play.actor == CHANCE
    play.go("roll 4").check({"large": {"R": "R.C4"}, "small": {"R": 4}, "turn": "B"})


@both_forms
def test_every_total_moves_the_large_pawn_by_just_that(form: Form) -> None:
    """DBT-TURN-2, DBT-TURN-3, DBT-GATE-12: one space a step, doubles give nothing more, and running over a
    gate-pass space takes nothing; nobody else's large pawn moves."""
    way = ["R.M1", "R.M2", "R.M3", "R.T", *(f"R.C{n}" for n in range(1, 10))]
    for code, dice in enumerate(ROLLS.tolist()):
        play = lay(form, passes=RED_TO_BLUE, large={"R": "R.M1"}, chips={"G": "", "B": ""})
        play.go("roll").apply(code)
        play.check({"large": {"R": way[sum(dice)], "B": "B.T", "Y": "Y.T", "G": "G.T"}})
        if sum(dice) != 3:
            play.check({"passes": {"red": "B"}})
        assert play.phase not in ("ASK_OR_ROLL", "ROLL") or play.p.turn == 1


@both_forms
def test_small_pawns_move_only_by_order(form: Form) -> None:
    """DBT-TURN-4, DBT-NUM-1, DBT-IN-2: the mover's, by the number of the space."""
    for total, circle in ((2, 8), (3, 7), (4, 6), (5, 9), (6, 10)):
        play = lay(form, small={"R": 20, "B": 60, "Y": 61, "G": 62}).go(f"roll {total}")
        play.check({"small": {"R": 20 + circle, "B": 60, "Y": 61, "G": 62}})


@both_forms
def test_nobody_is_out_of_the_game(form: Form) -> None:
    """DBT-TURN-6: without a chip and without a pass one still moves."""
    play = lay(form, turn="B", chips={"B": ""}, passes={"blue": "R"}, large={"B": "B.T"})
    play.go("roll 4").check({"large": {"B": "B.C4"}, "small": {"B": 1}, "turn": "Y"})


@both_forms
def test_circles_are_counted_along_the_path(form: Form) -> None:
    """DBT-IN-1, DBT-PUR-5: every circle one step from the one before, arrows left aside; from a purple circle
    a placement goes to the next circle of the path, and a Get-Ahead circle is like any other."""
    for circle in range(L.HOME - 1):
        play = lay(form, passes=RED_TO_BLUE, hands={"R": "TAKE_LEAD AHEAD-1"}, small={"B": circle})
        play.go("roll 2", "play TAKE_LEAD").check({"small": {"R": circle + 1}})
        if circle not in L.ARROWS:
            play = lay(form, passes=RED_TO_BLUE, hands={"R": "AHEAD-1"}, small={"R": circle})
            play.go("roll 2", "play AHEAD-1").check({"small": {"R": circle + 1}})


# ---------------------------------------------------------------- asking, spaces, cards


@both_forms
def test_the_holder_is_asked_whatever_the_colour(form: Form) -> None:
    """DBT-ASK-2, DBT-ASK-3: the red pass is with Green, so Green answers: free, no, or a price."""
    play = lay(form, passes={"red": "G"}).go("ask red")
    assert play.legal()[:3] == ["free", "refuse", "price 5"]
    assert all(answer.startswith("price") for answer in play.legal()[2:])
    play.check({"decides": "G", "refuses": {"B free": "NOT_YOUR_TURN", "R free": "NOT_YOUR_TURN"}})
    play.go("price 10", "pay 2r").check({"money": {"G": 135, "R": 115}, "granted": ["red"]})


@both_forms
def test_a_permission_is_good_for_the_spaces_of_the_shortcut(form: Form) -> None:
    """DBT-GATE-5, DBT-GATE-6: a roll that stops short of them, or beyond, finds the gate closed."""
    inside = [(3 + n, f"R.S{n}") for n in range(1, 7)]
    for total, space in [(2, "R.M3"), *inside, (10, "R.C7")]:
        play = lay(form, passes=RED_TO_BLUE, large={"R": "R.M1"}).go("ask red", "free", f"roll {total}")
        play.check({"large": {"R": space}})


@both_forms
def test_a_permission_lasts_until_the_turn_is_over(form: Form) -> None:
    """DBT-GATE-7: of whatever colour the gate, it cannot be taken back, and is gone with the turn."""
    play = lay(form).go("ask blue", "free")
    play.check({"granted": ["blue"], "refuses": {"B refuse": "NO_WITHDRAWAL"}})
    play.go("roll 12").check({"large": {"R": "B.S2"}, "turn": "B", "granted": []})


@both_forms
def test_any_number_of_passes(form: Form) -> None:
    """DBT-GATE-8, DBT-SP-1: who holds several sells the one he likes."""
    for held in (["blue", "green"], ["yellow", "green"], ["red", "blue", "yellow", "green"]):
        passes = {c: "R" if c in held else "B" for c in L.COLOURS}
        play = lay(form, passes=passes, large={"R": "R.S6"}).go("roll 2")
        play.check({"large": {"R": "B.M2"}, "legal": [f"sell-pass {c}" for c in held]})


@both_forms
def test_an_own_pass_space_gives_nothing(form: Form) -> None:
    """DBT-TP-2: the holder already; the turn is over."""
    play = lay(form, large={"R": "R.M2"}).go("roll 2")
    play.check({"large": {"R": "R.T"}, "passes": {"red": "R"}, "turn": "B"})


@both_forms
def test_a_worthless_card_does_nothing(form: Form) -> None:
    """DBT-CARD-7."""
    small = {"R": 12, "B": 30, "Y": 22, "G": 5}
    play = lay(form, passes=RED_TO_BLUE, hands={"R": "WORTHLESS"}, small=small).go("roll 2", "play WORTHLESS")
    play.check({"small": small, "phase": "DRAW", "money": {"R": 125}, "passes": {"red": "B"}})


@both_forms
def test_a_sold_card_goes_under_the_pile(form: Form) -> None:
    """DBT-Q-28: money, effect, bottom, and then the seller draws."""
    play = lay(form, hands={"R": "TRADE"}, small={"B": 9}).go("roll 7", "sell-card TRADE")
    play.go("bid B 1b", "bid Y 1r", "bid G 1r")
    play.check({"decides": "B", "phase": "TRADE_TARGET", "money": {"R": 145}, "pile": 18, "cards": {"R": 2}})
    play.go("trade red").check({"small": {"R": 9, "B": 0}, "bottom": "TRADE", "pile": 19, "phase": "DRAW"})
    play.go("draw AHEAD-1").check({"cards": {"R": 3, "B": 3}, "pile": 18, "turn": "B"})


# ---------------------------------------------------------------- auctions


@both_forms
def test_all_fists_open_together(form: Form) -> None:
    """DBT-BID-1: held out in any order, none is opened or taken back before the last is there."""
    for order in permutations("BYG"):
        play = lay(form, hands={"R": "WORTHLESS"}).go("roll 7", "sell-card WORTHLESS")
        for letter in order[:2]:
            play.go(f"bid {letter} 1r").check({"phase": "BID", "money": {"R": 125, letter: 125}})
            play.check({"refuses": {f"{letter} bid 1b": "ALREADY_BID"}})
        play.go(f"bid {order[2]} 1b")
        play.check({"phase": "DRAW", "money": {"R": 145, order[0]: 120, order[1]: 120, order[2]: 115}})


@both_forms
def test_the_highest_bidder_gets_the_pass(form: Form) -> None:
    """DBT-SP-3, DBT-Q-29: the pass is named first; all that was bid is the seller's."""
    play = lay(form, passes={"green": "R"}).go("roll 8", "sell-pass green")
    assert play.p.lot == 3 and play.phase == "BID"
    play.go("bid G 1r", "bid Y 1b", "bid B 1r")
    play.check({"passes": {"green": "Y", "red": "R"}, "money": {"R": 145, "Y": 115, "B": 120, "G": 120}})


@both_forms
def test_the_lead_is_one_space_ahead_of_the_foremost(form: Form) -> None:
    """DBT-SL-1: also when the mover himself is foremost and another buys it."""
    play = lay(form, large={"R": "G.C9"}, small={"R": 40, "B": 30, "Y": 22, "G": 5}).go("roll 2")
    play.go("bid R 1r", "bid B 1r", "bid Y 1b", "bid G 1r").check(
        {"small": {"Y": 41, "R": 40}, "money": {"G": 145}}
    )


@both_forms
def test_the_bonus_is_rolled_for_on_start(form: Form) -> None:
    """DBT-SL-7, DBT-Q-30: the lowest total gets it; those who share it roll again."""
    play = lay(form, large={"R": "G.C9"}, small={"R": 12}).go("roll 2")
    play.go("bid R 1r", "bid B 1y", "bid Y 1r", "bid G 1r")  # Blue leads: Yellow and Green are on START
    play.check({"small": {"B": 13}, "phase": "BONUS_ROLL"})
    assert play.p.chips.sum() == 48 - 4  # the bids lie on the table
    play.go("bonus Y 5", "bonus G 5", "bonus Y 9", "bonus G 4")
    play.check({"money": {"G": 160, "Y": 120, "R": 120, "B": 100}, "turn": "B"})
    play = lay(form, large={"R": "G.C9"}).go("roll 2", "bid R 1r", "bid B 1y", "bid Y 1r", "bid G 1r")
    play.go("bonus R 5", "bonus Y 9", "bonus G 5", "bonus R 7", "bonus G 7", "bonus R 3", "bonus G 7")
    play.check({"money": {"R": 160}, "turn": "B"})


@both_forms
def test_all_broke_is_a_tie_at_nothing(form: Form) -> None:
    """DBT-BID-6: the seller keeps the card to play, and there is no money."""
    play = lay(form, hands={"R": "AHEAD-9"}, chips={"B": "", "Y": "", "G": ""}).go(
        "roll 7", "sell-card AHEAD-9"
    )
    play.go("bid B", "bid Y", "bid G").check({"small": {"R": 9}, "money": {"R": 125}})


@both_forms
def test_dice_that_are_the_same_total_are_the_same_move(form: Form) -> None:
    """DBT-TURN-2: 21 ways to fall, of 36."""
    play = lay(form)
    play.go("roll")
    assert len(form.legal(play.p)) == 21 and int(ROLL_ODDS.sum()) == 36
    ends = {
        tuple(Play(form, play.p).apply(c).p.large.tolist())
        for c, d in enumerate(ROLLS.tolist())
        if sum(d) == 8
    }
    assert len(ends) == 1 and outcome(8) in range(21)


# ---------------------------------------------------------------- reasons


@both_forms
def test_reasons_that_no_other_test_meets(form: Form) -> None:
    lay(form).check(
        {"refuses": {"R ask red": "OWN_GATE", "R steps 1": "WRONG_MOMENT", "B roll": "NOT_YOUR_TURN"}}
    )
    lay(form).go("roll").check({"refuses": {"B roll": "CHANCE_FIRST", "R roll": "CHANCE_FIRST"}})
    play = lay(form, players=3, passes=RED_TO_BLUE).go("ask red")
    play.check(
        {"refuses": {"B price 380": "PRICE_TOO_HIGH", "B price 375": "legal", "B accept": "NOTHING_OFFERED"}}
    )
    play.go("price 20").check(
        {"refuses": {"R pay 1b": "TOO_LITTLE", "R pay 4y": "NOT_HELD", "R pay": "TOO_LITTLE"}}
    )
    play = lay(form, players=3, hands={"R": "AHEAD-9"}).go("roll 9")
    play.check({"refuses": {"R victim red": "VICTIM_SELF", "R victim green": "EMPTY_CHAIR"}})
    play.go("victim blue").check({"refuses": {"B hand 1b": "TAKE_EXACT", "B hand 3y": "NOT_HELD"}})
    play = lay(form, passes=RED_TO_BLUE, hands={"R": "AHEAD-9"}).go("roll 2")
    play.check(
        {"refuses": {"R play TRADE": "CARD_NOT_HELD", "R play AHEAD-9": "legal", "R roll": "WRONG_MOMENT"}}
    )
    play = lay(form, hands={"R": "STEAL_PASS"}, large={"R": "R.C3"}).go("roll 2", "play STEAL_PASS")
    play.check({"refuses": {"R steal red": "PASS_OWN", "R steal blue": "legal"}})
    play = lay(form, passes={"green": "R"}).go("roll 8")
    play.check({"refuses": {"R sell-pass blue": "PASS_NOT_HELD"}})
    over = lay(form, passes=RED_TO_BLUE, hands={"R": "AHEAD-9"}, small={"R": 87}).go("roll 2", "play AHEAD-9")
    over.check({"refuses": {"B roll": "GAME_OVER"}})
    assert over.actor == OVER and over.p.winner != NOBODY
    for code in (-1, R.ACTIONS):
        assert form._ask("refusal", lay(form).p, 0, code) == R.NO_SUCH_ACTION


@both_forms
def test_a_missing_chair_never_acts(form: Form) -> None:
    play = lay(form, players=3, hands={"R": "AHEAD-9"}).go("roll 7", "sell-card AHEAD-9")
    for seat in (-1, 3, 4):
        assert not form._ask("may_act", play.p, seat)
        assert form._ask("refusal", play.p, seat, R.CHIPS + 1) == R.NOT_YOUR_TURN
