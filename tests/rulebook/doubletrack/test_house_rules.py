"""Every option flag of the specification's appendix: what it changes, on both forms of the rules."""

from __future__ import annotations

import pytest

from parlour.rules.kit import NOBODY, OVER
from tests.rulebook.doubletrack.support import GAME, L, R, both_forms, lay
from tests.rulebook.harness import Form

RED_TO_BLUE = {"red": "B"}  # Blue holds the red pass: Red stands before a gate he must ask for


def test_every_flag_of_the_appendix_is_an_option() -> None:
    appendix = """first_player turn_direction vacant_colour change_making owner_overshoot permission_overshoot
        permission_test toll_unit toll_timing toll_overpay toll_public asks_per_turn reask_same_gate ask_scope
        counter_offers opening_offer free_trading trade_noop_allowed lead_can_win start_tie_leader
        backward_displacement steal_unowned bid_without_red take25_chooser take25_inexact displacement_can_win
        purple_jump_cost purple_activation chips_display max_turns"""
    assert [o.name for o in R.OPTIONS] == appendix.split()


# ---------------------------------------------------------------- set-up and turns


@pytest.mark.parametrize("first", L.COLOURS)
def test_first_player(first: str) -> None:
    """DBT-Q-04, DBT-SET-14: a colour, or by chance each alike."""
    p = GAME.new(4, {"first_player": first})
    assert (p.phase, p.turn) == (R.DEALING, L.COLOURS.index(first))
    p = GAME.new(4)
    assert p.phase == R.STARTER and [int(GAME.plain.draw(p, t)) for t in range(4)] == [0, 1, 2, 3]
    p = GAME.new(3, {"first_player": first, "vacant_colour": first})  # an empty chair: the next one begins
    assert p.turn == (L.COLOURS.index(first) + 1) % 4


@both_forms
@pytest.mark.parametrize(("direction", "order"), [("clockwise", "RBYR"), ("counterclockwise", "RYBR")])
def test_turn_direction(form: Form, direction: str, order: str) -> None:
    """DBT-Q-05: an empty chair is skipped."""
    play = lay(form, players=3, options={"turn_direction": direction})
    seen = ""
    for _ in range(4):
        seen += "RBYG"[play.p.turn]
        play.go("roll 2")  # everybody on his own fork, two steps into his own shortcut
        if play.phase == "BID":
            break
    assert seen == order


@both_forms
@pytest.mark.parametrize("vacant", L.COLOURS)
def test_vacant_colour(form: Form, vacant: str) -> None:
    """DBT-Q-03, DBT-SET-13: the last colour unless the table says otherwise."""
    seat = L.COLOURS.index(vacant)
    p = GAME.new(3, {"vacant_colour": vacant})
    assert GAME.seats(p) == [s for s in range(4) if s != seat]
    assert (p.large[seat], p.owner[seat]) == (L.ABSENT, NOBODY)
    assert GAME.seats(GAME.new(3)) == [0, 1, 2]


@both_forms
def test_max_turns(form: Form) -> None:
    """DBT-WIN-4, DBT-Q-35: at the cap the foremost pawn wins; with all on START it is a draw."""
    play = lay(form, options={"max_turns": 1}, small={"Y": 9}).go("roll 2")
    assert (play.phase, play.p.winner) == ("FINISHED", 2)
    play = lay(form, options={"max_turns": 1}, large={"R": "B.M2", "B": "B.C5"}).go("roll 2")  # takes a pass
    assert play.actor == OVER and [form.payoff(play.p, s) for s in range(4)] == [0.25] * 4


# ---------------------------------------------------------------- gates


@both_forms
def test_owner_overshoot(form: Form) -> None:
    """DBT-Q-07: by the corner, the holder goes where a roll too high leads everybody else."""
    corner = {"owner_overshoot": "corner"}
    lay(form, options=corner).go("roll 9").check({"large": {"R": "R.C9"}})
    lay(form, options=corner).go("roll 6").check({"large": {"R": "R.S6"}})
    lay(form, options=corner, large={"B": "R.T", "R": "R.M1"}).go("roll 3").check({"large": {"R": "R.S1"}})


@both_forms
def test_permission_test(form: Form) -> None:
    """DBT-Q-09: judged by the final space, a pawn pushed out of the shortcut never went in."""
    for test, space in (("count", "B.M1"), ("final", "R.C6")):
        play = lay(form, passes=RED_TO_BLUE, large={"G": "R.S6"}, options={"permission_test": test})
        play.go("ask red", "free", "roll 6").check({"large": {"R": space}})
    for total, space in ((4, "R.S4"), (5, "R.S6"), (6, "R.S6"), (7, "R.C7")):  # one who stays inside went in
        play = lay(form, passes=RED_TO_BLUE, large={"G": "R.S5"}, options={"permission_test": "final"})
        play.go("ask red", "free", f"roll {total}").check({"large": {"R": space}})


@both_forms
def test_toll_timing(form: Form) -> None:
    """DBT-Q-12: due on entry, and what is promised is not promised twice."""
    options = {"toll_timing": "on_entry", "ask_scope": "any"}
    play = lay(form, passes={"red": "B"}, options=options, chips={"R": "1r 1y"}).go(
        "ask red", "price 25", "pay 1y"
    )
    play.check({"money": {"R": 30, "B": 125}, "granted": ["red"]})
    play.go("ask yellow", "price 5")
    play.check({"legal": ["decline", "chips 1r"], "refuses": {"R pay 1y": "PROMISED"}})
    play.go("pay 1r", "roll 2").check({"large": {"R": "R.S2"}, "money": {"R": 5, "B": 150, "Y": 125}})


@both_forms
def test_toll_overpay(form: Form) -> None:
    """DBT-ASK-7: one blue and one yellow chip, a price of $15."""
    for options, legal in (
        ({}, ["decline", "chips 1y", "chips 1b 1y"]),
        ({"toll_overpay": "no"}, ["decline"]),
    ):
        play = lay(form, passes=RED_TO_BLUE, chips={"R": "1b 1y"}, options=options).go("ask red", "price 15")
        assert play.legal() == legal
    assert play.refused("R", "pay 1y") % R.DETAIL == R.NOT_EXACT
    play = lay(form, passes=RED_TO_BLUE, options={"toll_overpay": "no"}).go("ask red", "price 15")
    assert play.legal() == ["decline", "chips 1r 1b", "chips 3r"]


@both_forms
def test_toll_unit(form: Form) -> None:
    """DBT-Q-10: a price in particular chips is paid in just these."""
    options = {"toll_unit": "chips"}
    play = lay(form, passes=RED_TO_BLUE, options=options).go("ask red")
    play.check({"refuses": {"B price 10": "IN_CHIPS", "B chips": "PRICE_UNIT", "B chips 1y": "legal"}})
    assert len(play.legal()) == 2 + 21 * 21 * 9 - 1  # free, refuse, and any chips there are
    play.go("chips 1y").check({"legal": ["decline", "chips 1y"]})
    play.check({"refuses": {"R pay 5r": "NOT_EXACT", "R pay 2y": "NOT_EXACT"}})
    play.go("pay 1y").check({"granted": ["red"], "money": {"R": 100, "B": 150}})
    play = lay(form, passes=RED_TO_BLUE, options=options, chips={"R": "5r"}).go("ask red", "chips 1y")
    play.check({"legal": ["decline"]})
    lay(form, passes=RED_TO_BLUE).go("ask red").check({"refuses": {"B chips 1y": "IN_DOLLARS"}})


@both_forms
def test_asks_per_turn(form: Form) -> None:
    """DBT-Q-13."""
    options = {"ask_scope": "any", "asks_per_turn": 1}
    play = lay(form, options=options).go("ask blue", "refuse")
    play.check({"phase": "ROLL", "refuses": {"R ask yellow": "NO_MORE_ASKS", "R ask blue": "ASKED_ALREADY"}})
    options = {"ask_scope": "any", "asks_per_turn": 2}
    lay(form, options=options).go("ask blue", "refuse").check({"asks": ["yellow", "green"]})


@both_forms
def test_reask_same_gate(form: Form) -> None:
    """DBT-Q-13: again after a refusal, but not without end, and not once it is granted."""
    play = lay(form, passes=RED_TO_BLUE, options={"reask_same_gate": "yes"})
    for _ in range(R.MOST_ASKS - 1):
        play.go("ask red", "refuse").check({"asks": ["red"]})
    play.go("ask red", "refuse").check({"phase": "ROLL", "refuses": {"R ask red": "NO_MORE_ASKS"}})
    play = lay(form, passes=RED_TO_BLUE, options={"reask_same_gate": "yes"}).go(
        "ask red", "refuse", "ask red", "free"
    )
    play.check({"phase": "ROLL", "granted": ["red"], "refuses": {"R ask red": "ASKED_ALREADY"}})


@both_forms
def test_ask_scope(form: Form) -> None:
    """DBT-Q-14: reachable gates; only the next one; any."""
    lay(form).check({"asks": ["blue"], "refuses": {"R ask yellow": "OUT_OF_REACH"}})
    play = lay(form, options={"ask_scope": "next"}, large={"R": "R.C1"})
    play.check({"asks": ["blue"], "refuses": {"R ask yellow": "NOT_THE_NEXT"}})  # twelve steps: out of reach
    lay(form, large={"R": "R.C1"}).check({"phase": "ROLL", "refuses": {"R ask blue": "OUT_OF_REACH"}})
    lay(form, options={"ask_scope": "any"}).check({"asks": ["blue", "yellow", "green"]})


# ---------------------------------------------------------------- bargaining


@both_forms
def test_counter_offers(form: Form) -> None:
    """DBT-Q-15, DBT-ASK-10: prices fall strictly, offers bind, and there are only so many."""
    play = lay(form, passes=RED_TO_BLUE, options={"counter_offers": 2}).go("ask red", "price 50")
    play.check(
        {"refuses": {"R counter 50": "PRICE_NOT_LOWER", "R counter 7": "PRICE_UNIT", "R counter 45": "legal"}}
    )
    play.go("counter 20").check(
        {"decides": "B", "legal": ["refuse", "accept", *(f"price {d}" for d in range(20, 50, 5))]}
    )
    play.check(
        {
            "refuses": {
                "B price 50": "PRICE_NOT_LOWER",
                "B price 15": "PRICE_BELOW_OFFER",
                "B free": "WRONG_MOMENT",
            }
        }
    )
    play.go("price 40", "counter 30", "price 35")
    play.check({"refuses": {"R counter 30": "NO_MORE_OFFERS", "R decline": "legal"}})
    play = lay(form, passes=RED_TO_BLUE, options={"counter_offers": 1}).go(
        "ask red", "price 50", "counter 30", "accept"
    )
    play.check(
        {
            "decides": "R",
            "phase": "MUST_PAY",
            "refuses": {"R decline": "BOUND_TO_PAY", "R counter 5": "BOUND_TO_PAY"},
        }
    )
    play.go("pay 1r 1y").check({"money": {"R": 95, "B": 155}, "granted": ["red"]})
    play = lay(form, passes=RED_TO_BLUE, options={"counter_offers": 1}).go(
        "ask red", "price 50", "counter 30", "refuse"
    )
    play.check({"granted": [], "money": {"R": 125}, "phase": "ROLL"})


@both_forms
def test_an_offer_must_be_payable(form: Form) -> None:
    """DBT-Q-15: who offers may be taken at his word."""
    play = lay(form, passes=RED_TO_BLUE, chips={"R": "1b"}, options={"counter_offers": 1}).go(
        "ask red", "price 50"
    )
    play.check({"legal": ["decline", "price 5", "price 10"], "refuses": {"R counter 15": "CANNOT_PAY_OFFER"}})
    options = {"counter_offers": 1, "toll_overpay": "no"}
    play = lay(form, passes=RED_TO_BLUE, chips={"R": "1b"}, options=options).go("ask red", "price 50")
    play.check({"legal": ["decline", "price 10"]})
    lay(form, passes=RED_TO_BLUE).go("ask red", "price 50").check(
        {"refuses": {"R counter 20": "NO_MORE_OFFERS"}}
    )


@both_forms
def test_counter_offers_in_chips(form: Form) -> None:
    """DBT-Q-10, DBT-Q-15: compared by their worth."""
    options = {"counter_offers": 1, "toll_unit": "chips"}
    play = lay(form, passes=RED_TO_BLUE, chips={"R": "1b 1y"}, options=options).go("ask red", "chips 1y")
    play.check({"legal": ["decline", "chips 1y", "chips 1b"]})
    play.check({"refuses": {"R chips 1r": "CANNOT_PAY_OFFER", "R chips 1b 1y": "PRICE_NOT_LOWER"}})
    play.go("chips 1b")
    play.check(
        {"decides": "B", "refuses": {"B chips 1r": "PRICE_BELOW_OFFER", "B chips 5r": "PRICE_NOT_LOWER"}}
    )
    play.go("accept").check({"legal": ["chips 1b"]})
    play.go("pay 1b").check({"money": {"R": 25, "B": 135}})


@both_forms
def test_opening_offer(form: Form) -> None:
    """DBT-Q-15: a request may carry an amount that the holder may accept."""
    play = lay(form, passes=RED_TO_BLUE, options={"opening_offer": "yes"}).go("ask red")
    play.check({"decides": "R", "phase": "OPENING_OFFER", "refuses": {"R offer 130": "CANNOT_PAY_OFFER"}})
    play.go("offer 15").check(
        {"decides": "B", "refuses": {"B price 15": "PRICE_BELOW_OFFER", "B price 20": "legal"}}
    )
    play.go("accept", "pay 1y").check({"granted": ["red"], "money": {"R": 100, "B": 150}})
    play = lay(form, passes=RED_TO_BLUE, options={"opening_offer": "yes"}).go("ask red", "decline")
    play.check({"refuses": {"B accept": "NOTHING_OFFERED", "B price 5": "legal"}})


# ---------------------------------------------------------------- change and trade


@both_forms
def test_change_from_the_box(form: Form) -> None:
    """DBT-Q-02: with three players twelve chips lie in the box; equal values, once a turn."""
    play = lay(form, players=3, passes=RED_TO_BLUE, options={"change_making": "bank"})
    play.go("deal box").check(
        {"refuses": {"R give": "DEAL_VALUE", "R give 6r": "NOT_HELD", "R give 2r": "legal"}}
    )
    play.go("give 1y").check(
        {
            "legal": ["decline", "chips 1r 2b", "chips 3r 1b", "chips 5r"],
            "refuses": {"R want 2b": "DEAL_VALUE", "R want 1y": "DEAL_SAME", "R want 6r": "DEAL_EMPTY_BOX"},
        }
    )
    play.go("want 1r 2b").check(
        {"chips": {"R": "671"}, "decides": "R", "refuses": {"R deal box": "DEAL_DONE"}}
    )
    assert play.p.box.tolist() == [4, 3, 3]
    lay(form, options={"change_making": "bank"}).check({"refuses": {"R deal box": "DEAL_EMPTY_BOX"}})
    lay(form).check({"refuses": {"R deal box": "NO_DEALS", "R deal blue": "NO_DEALS"}})


@both_forms
def test_change_between_players(form: Form) -> None:
    """DBT-Q-02: if both agree, and the partner can."""
    play = lay(form, options={"change_making": "players"}, chips={"B": "4b"})
    play.go("deal blue", "give 2r", "want 1b").check({"decides": "B", "legal": ["refuse", "accept"]})
    play.go("accept").check({"chips": {"R": "362", "B": "230"}, "refuses": {"R deal blue": "DEAL_DONE"}})
    play.go("deal yellow", "decline").check(
        {"refuses": {"R deal yellow": "DEAL_DONE", "R deal red": "EMPTY_CHAIR"}}
    )
    play = lay(form, options={"change_making": "players"}, chips={"B": "4b"}).go(
        "deal blue", "give 1b", "want 2r"
    )
    play.check({"legal": ["refuse"], "refuses": {"B accept": "DEAL_NOT_HELD"}})
    play.go("refuse").check({"chips": {"R": "552", "B": "040"}})


@both_forms
def test_free_trading(form: Form) -> None:
    """DBT-Q-16: chips and passes, before the roll; cards and promises never."""
    play = lay(form, passes=RED_TO_BLUE, options={"free_trading": "yes"})
    play.go("ask red", "price 5", "pay 1r", "deal blue", "give 1y")
    play.check({"phase": "WANT_CHIPS"})  # Red has no pass to give
    play.go("want").check({"legal": ["decline", "pass red", "pass blue"]})
    play.go("pass red").check({"decides": "B"})
    play.go("accept").check(
        {"passes": {"red": "R"}, "money": {"R": 95, "B": 155}, "granted": []}
    )  # DBT-GATE-9
    play.go("roll 9").check({"large": {"R": "B.M3"}})  # now as its holder, through and on
    play = lay(form, options={"free_trading": "yes"}).go("deal green", "give")
    play.check({"phase": "GIVE_PASS", "refuses": {"R pass blue": "PASS_NOT_HELD"}})
    play.go("pass red", "want 1b", "decline", "refuse").check({"passes": {"red": "R"}, "decides": "R"})
    play = lay(form, options={"free_trading": "yes"}).go("deal green", "give", "decline", "want", "decline")
    play.check({"decides": "R", "refuses": {"R deal green": "DEAL_DONE"}})  # nothing for nothing: no deal


# ---------------------------------------------------------------- cards and the inside track


@both_forms
def test_trade_noop_allowed(form: Form) -> None:
    """DBT-Q-18: two pawns on START."""
    at = {"passes": RED_TO_BLUE, "hands": {"R": "TRADE"}}
    lay(form, **at).go("roll 2", "play TRADE", "trade blue").check(
        {"small": {"R": 0, "B": 0}, "phase": "DRAW"}
    )
    no = {"trade_noop_allowed": "no"}
    lay(form, **at, options=no).go("roll 2", "play TRADE").check({"phase": "DRAW"})  # no effect
    play = lay(form, **at, options=no, small={"G": 5}).go("roll 2", "play TRADE")
    play.check({"legal": ["trade green"], "refuses": {"R trade blue": "TRADE_NOTHING"}})


@both_forms
def test_lead_can_win(form: Form) -> None:
    """DBT-Q-20: where it cannot, the pawn stays; the bonus is still paid."""
    no = {"lead_can_win": "no"}
    play = lay(form, passes=RED_TO_BLUE, hands={"R": "TAKE_LEAD"}, small={"R": 3, "Y": 87}, options=no)
    play.go("roll 2", "play TAKE_LEAD").check({"small": {"R": 3}, "phase": "DRAW"})
    play = lay(form, large={"R": "G.C9"}, small={"R": 10, "B": 87, "Y": 22, "G": 5}, options=no)
    play.go("roll 2", "bid R 1r", "bid B 1r", "bid Y 1y", "bid G 1r")
    play.check({"small": {"Y": 22}, "money": {"G": 160}, "turn": "B"})


@both_forms
def test_start_tie_leader(form: Form) -> None:
    """DBT-Q-21: while all are on START everybody leads, in an auction too (DBT-SL-4)."""
    for choice, circle in (("none", 1), ("all", 0)):
        play = lay(form, large={"R": "G.C9"}, options={"start_tie_leader": choice})
        play.go("roll 2", "bid R 1r", "bid B 1r", "bid Y 1y", "bid G 1r").check({"small": {"Y": circle}})


@both_forms
def test_backward_displacement(form: Form) -> None:
    """DBT-Q-23: the taken circle leads ahead, or farther back."""
    for choice, circle in (("ahead", 17), ("back", 13)):
        play = lay(
            form,
            passes=RED_TO_BLUE,
            hands={"R": "BACK_10"},
            small={"R": 25, "B": 15, "Y": 16, "G": 14},
            options={"backward_displacement": choice},
        )
        play.go("roll 2", "play BACK_10").check({"small": {"R": circle}})


@both_forms
def test_steal_unowned(form: Form) -> None:
    """DBT-Q-26: a pass that lies unclaimed."""
    at = {"players": 3, "large": {"R": "R.C3"}, "hands": {"R": "STEAL_PASS"}}
    play = lay(form, **at).go("roll 2", "play STEAL_PASS")
    play.check({"legal": ["steal blue", "steal yellow"], "refuses": {"R steal green": "PASS_UNOWNED"}})
    play = lay(form, **at, options={"steal_unowned": "yes"}).go("roll 2", "play STEAL_PASS", "steal green")
    play.check({"passes": {"green": "R"}})


@both_forms
def test_bid_without_red(form: Form) -> None:
    """DBT-Q-27: without a red chip one may fake."""
    for options, legal in (({}, ["chips 1b"]), ({"bid_without_red": "may_fake"}, ["chips", "chips 1b"])):
        play = lay(form, chips={"B": "1b"}, hands={"R": "WORTHLESS"}, options=options)
        assert play.go("roll 7", "sell-card WORTHLESS").legal() == legal


@both_forms
def test_take25_chooser(form: Form) -> None:
    """DBT-T25-3: the taker picks."""
    play = lay(form, options={"take25_chooser": "taker"}).go("roll 9", "victim blue")
    play.check({"decides": "R", "legal": ["chips 1y", "chips 1r 2b", "chips 3r 1b", "chips 5r"]})
    play.go("hand 5r").check({"chips": {"R": "1052", "B": "052"}})
    view = lay(form, options={"take25_chooser": "taker"}).go("roll 9", "victim blue").p
    GAME.plain.hide(view, 0)
    assert view.chips[1].tolist() == [5, 5, 2] and view.chips[2].tolist() == [R.UNKNOWN] * 3


@both_forms
@pytest.mark.parametrize(
    ("choice", "taker", "chips"),
    [
        ("under", "1r", {"B": "020", "R": "120"}),
        ("over", "1r", {"B": "010", "R": "130"}),
        ("with_taker", "1r", {"B": "110", "R": "030"}),
        ("with_taker", "1b", {"B": "020", "R": "030"}),
    ],
)
def test_take25_inexact(form: Form, choice: str, taker: str, chips: dict[str, str]) -> None:
    """DBT-Q-31, DBT-T25-4: a victim with four blue chips and nothing else."""
    play = lay(form, chips={"B": "4b", "R": taker}, options={"take25_inexact": choice}).go(
        "roll 9", "victim blue"
    )
    play.check({"chips": chips, "turn": "B"})


@both_forms
def test_displacement_can_win(form: Form) -> None:
    """DBT-Q-32, DBT-IN-4: pushed on from the last circle."""
    at = {"passes": RED_TO_BLUE, "hands": {"R": "AHEAD-2"}, "small": {"R": 85, "B": 87, "Y": 86}}
    lay(form, **at).go("roll 2", "play AHEAD-2").check({"wins": "R"})
    no = {"displacement_can_win": "no"}
    lay(form, **at, options=no).go("roll 2", "play AHEAD-2").check({"small": {"R": 85}, "phase": "DRAW"})
    at["small"] = {"R": 85, "B": 87}
    lay(form, **at, options=no).go("roll 2", "play AHEAD-2").check({"small": {"R": 86}})
    at["small"] = {"R": 87}
    lay(form, **at, options=no).go("roll 2", "play AHEAD-2").check({"wins": "R"})  # by count


@both_forms
def test_purple_activation(form: Form) -> None:
    """DBT-Q-34, DBT-PUR-3: only who ended an own move there by exact count."""
    exact = {"purple_activation": "exact_count"}
    at = {"passes": RED_TO_BLUE, "options": exact}
    play = lay(form, **at, hands={"R": "TRADE AHEAD-3"}, small={"R": 12, "G": 33})
    play.go("roll 2", "play TRADE", "trade green", "draw WORTHLESS", "roll 2", "roll 2", "roll 2", "roll 3")
    play.go("play AHEAD-3").check({"small": {"R": 36}})  # traded onto purple: the path
    play = lay(form, **at, hands={"R": "AHEAD-4 AHEAD-5"}, small={"R": 3})
    play.go(
        "roll 2", "play AHEAD-4", "draw WORTHLESS", "roll 2", "roll 2", "roll 2", "roll 3", "play AHEAD-5"
    )
    play.check({"small": {"R": 20}})  # by count: the arrow
    play = lay(form, **at, hands={"R": "BACK_10 AHEAD-5"}, small={"R": 29})
    play.go(
        "roll 2", "play BACK_10", "draw WORTHLESS", "roll 2", "roll 2", "roll 2", "roll 3", "play AHEAD-5"
    )
    play.check({"small": {"R": 33}})  # back by exact count: the arrow, 29 and four more
    play = lay(form, **at, hands={"R": "AHEAD-3 AHEAD-5"}, small={"R": 3, "B": 6})
    play.go(
        "roll 2", "play AHEAD-3", "draw WORTHLESS", "roll 2", "roll 2", "roll 2", "roll 3", "play AHEAD-5"
    )
    play.check({"small": {"R": 12}})  # pushed onto 7: the path


def test_chips_display() -> None:
    """DBT-INF-3: open screens hide nothing of the chips."""
    p = GAME.new(4, {"chips_display": "all"})
    view = p.copy()
    GAME.plain.hide(view, 0)
    assert view.chips.tolist() == p.chips.tolist()
