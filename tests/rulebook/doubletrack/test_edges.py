"""Clauses where one more or one less decides: the last chip, the last card, the last chair, the next step."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.doubletrack.faults import problems
from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLLS
from tests.rulebook.doubletrack.support import GAME, L, Play, R, code_of, lay
from tests.rulebook.harness import Form

PLAIN = Form(GAME, "plain")
RED_TO_BLUE = {"red": "B"}  # Red goes by the corner: a card after two steps, and after three more
EXACT = {"purple_activation": "exact_count"}


def dice(play: Play, high: int, low: int) -> Play:
    return play.apply(ROLLS.tolist().index([high, low]))


def round_of_twos(play: Play) -> Play:
    """The other three go into their own shortcuts, or two further."""
    return play.go("roll 2", "roll 2", "roll 2")


# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize("players", [3, 4])
def test_a_game_begins_anew_after_any_other(players: int) -> None:
    """DBT-SET-3, DBT-SET-10, DBT-SET-14, DBT-Q-04: pawns on START, chips in hands and in the box, and the
    starter left to chance, each chair that is taken alike."""
    play = lay(PLAIN, players=players, small={"R": 9, "B": 40, "Y": 3}, options={"change_making": "bank"})
    p = play.go("roll 9").p
    p.box[:] = 1
    p.first_player = 0
    GAME.plain.new_game(p, players)
    assert p.small.tolist() == [L.START] * 4
    assert p.box.tolist() == [(4 - players) * n for n in (5, 5, 2)]
    assert (p.phase, GAME.plain.actor(p)) == (R.STARTER, CHANCE)
    odds = [0] * R.MAX_ACTIONS
    assert PLAIN.legal(p) == list(range(players))
    assert odds[: int(GAME.plain.weights(p, odds))] == [1] * players
    assert p == GAME.new(players, {"change_making": "bank"})


def test_all_money_there_is_can_be_asked_for() -> None:
    """DBT-SET-10, DBT-Q-10, DBT-Q-11: $125 for each who plays, and what lies in the box is none of it."""
    for players, most in ((3, 375), (4, 500)):
        play = lay(PLAIN, players=players, passes=RED_TO_BLUE).go("ask red")
        assert play.legal()[-1] == f"price {most}"


@pytest.mark.parametrize(("players", "pile"), [(3, 21), (4, 18)])
def test_a_card_goes_under_a_pile_of_the_same_size(players: int, pile: int) -> None:
    """DBT-SET-12, DBT-PLAY-2, DBT-PLAY-4: the card that was played is the last of the pile."""
    play = lay(PLAIN, players=players, passes=RED_TO_BLUE, hands={"R": "WORTHLESS"})
    play.go("roll 2", "play WORTHLESS", "draw AHEAD-1")
    play.check({"pile": pile, "bottom": "WORTHLESS", "turn": "B"})
    assert play.p.queue[pile - 1 - play.p.top] == L.WORTHLESS


# ---------------------------------------------------------------- the turn


def test_small_pawns_move_by_cards_and_by_choice() -> None:
    """DBT-TURN-4, DBT-NUM-2: a card moves who plays it, a trade another one too, a choice the mover."""
    still = {"B": 60, "Y": 61}
    at: dict[str, Any] = {"passes": RED_TO_BLUE, "small": {"R": 20, "G": 62, **still}}
    play = lay(PLAIN, **at, hands={"R": "AHEAD-5"}).go("roll 2", "play AHEAD-5")
    play.check({"small": {"R": 25, "G": 62, **still}, "phase": "DRAW", "cards": {"R": 2}})
    play = lay(PLAIN, **at, hands={"R": "TRADE"}).go("roll 2", "play TRADE", "trade green")
    play.check({"small": {"R": 62, "G": 20, **still}, "phase": "DRAW"})
    play = lay(PLAIN, **at).go("roll 6", "steps 4")
    play.check({"small": {"R": 24, "G": 62, **still}, "turn": "B"})


def test_a_large_pawn_leaves_its_space_and_stands_alone() -> None:
    """DBT-OCC-1, DBT-GATE-10, DBT-GATE-12, DBT-TURN-6: whoever stood there is on, and nobody is met."""
    play = lay(PLAIN, large={"B": "R.S3"}).go("roll 3")
    play.check({"large": {"R": "R.S4", "B": "R.S3"}, "turn": "B"})
    play.go("roll 2").check({"large": {"R": "R.S4", "B": "R.S5"}, "turn": "Y"})  # inside, without the pass
    play = lay(PLAIN, passes={"red": "G"}, large={"R": "R.M2"}, chips={"R": ""}).go("roll 5")
    play.check({"large": {"R": "R.C3"}, "passes": {"red": "G"}, "turn": "B"})  # over the fork


def test_the_dice_that_fell_are_told() -> None:
    """DBT-INF-8, DBT-TURN-2: the higher first, until the next roll."""
    play = dice(lay(PLAIN, passes=RED_TO_BLUE).go("roll"), 4, 1)
    assert play.p.dice.tolist() == [4, 1]
    play.check({"large": {"R": "R.C5"}})


def test_what_was_sold_lies_open_until_the_next_roll() -> None:
    """DBT-BID-7: every fist, whoever held it out; then it is put away."""
    play = lay(PLAIN, passes={"green": "R"}).go("roll 8", "sell-pass green")
    play.go("bid B 1r", "bid Y 1b", "bid G 1y")
    p = play.p
    chips = [code_of(f"bid {fist}") - R.CHIPS + R.FIRST_BID for fist in ("1r", "1b", "1y")]
    assert (p.turn, p.sale, p.lot, p.bids.tolist()) == (1, R.PASS_SALE, 3, [R.NOT_BIDDING, *chips])
    p = play.go("roll 2").p
    assert (p.sale, p.lot, p.bids.tolist()) == (R.NO_SALE, R.NO_PASS, [R.NOT_BIDDING] * 4)
    play = lay(PLAIN, hands={"R": "WORTHLESS"}).go("roll 7", "sell-card WORTHLESS")
    play.go("bid B 1r", "bid Y 1b", "bid G 1y")
    assert play.p.card == L.WORTHLESS and play.p.sale == R.CARD_SALE
    play.go("draw AHEAD-1", "roll 2")
    assert play.p.card == R.NO_CARD and play.p.sale == R.NO_SALE
    play = lay(PLAIN, chips={"B": "1y"}).go("roll 9", "victim blue")
    assert play.p.victim == 1
    assert play.go("roll 2").p.victim == L.CHAIRS


def test_the_leader_when_the_dice_were_thrown_is_kept_for_the_tally() -> None:
    """DBT-LEAD-1, DBT-LEAD-3: nobody while all are on START; then whoever was foremost last."""
    play = lay(PLAIN).go("roll 2")
    assert play.p.leader == NOBODY
    play.go("roll 2")  # Red stood on 8 when Blue threw, and Blue is on 9 now
    assert play.p.leader == 0
    assert play.go("roll 2").p.leader == 1
    assert lay(PLAIN, small={"G": 5}).go("roll 2").p.leader == 3
    row = [0] * len(GAME.rules.TALLIES)
    for turn in ("R", "B"):
        before = lay(PLAIN, turn=turn, small={"B": 9}).go("roll")
        before.p.leader = 0
        GAME.plain.tally(before.p, 0, row)
    assert row[GAME.rules.TALLIES.index("leader changes")] == 2


def test_the_cap_of_turns_is_the_number_of_turns() -> None:
    """DBT-WIN-4, DBT-Q-35, DBT-LEAD-3: then the foremost wins, on whatever chair."""
    play = lay(PLAIN, options={"max_turns": 2}, small={"G": 40}).go("roll 2")
    assert play.actor != OVER and play.p.turn == 1
    play.go("roll 2").check({"wins": "G"})
    assert [PLAIN.payoff(play.p, seat) for seat in range(4)] == [0, 0, 0, 1]


# ---------------------------------------------------------------- gates and tolls


def test_a_toll_promised_for_any_gate_is_not_promised_again() -> None:
    """DBT-Q-12: of the four gates none is left out."""
    for gate in ("blue", "yellow", "green"):
        other = "yellow" if gate == "blue" else "blue"
        options = {"toll_timing": "on_entry", "ask_scope": "any"}
        play = lay(PLAIN, chips={"R": "1y"}, options=options).go(f"ask {gate}", "price 25", "pay 1y")
        play.go(f"ask {other}", "price 5").check({"legal": ["decline"]})


def test_a_toll_is_paid_on_entry_at_any_gate() -> None:
    """DBT-Q-12: to its holder, as soon as the pawn goes through."""
    for gate, letter in (("blue", "B"), ("yellow", "Y"), ("green", "G")):
        at: dict[str, Any] = {"large": {"R": f"{letter}.M3"}, "options": {"toll_timing": "on_entry"}}
        play = lay(PLAIN, **at).go(f"ask {gate}", "price 10", "pay 1b", "roll 2")
        play.check({"large": {"R": f"{letter}.S1"}, "money": {"R": 115, letter: 135}})
        assert not play.p.tolls.any()


def test_who_is_pushed_through_a_gate_pays_on_entry() -> None:
    """DBT-Q-09, DBT-Q-12, DBT-OCC-4: the count ends on a fork that is taken."""
    for test, space, money in (("final", "B.S1", 115), ("count", "B.C1", 125)):
        options = {"toll_timing": "on_entry", "permission_test": test}
        play = lay(PLAIN, large={"R": "B.M1"}, options=options).go("ask blue", "price 10", "pay 1b", "roll 3")
        play.check({"large": {"R": space}, "money": {"R": money, "B": 250 - money}})


def test_a_toll_for_a_gate_that_was_not_entered_lapses() -> None:
    """DBT-Q-12: a turn later the chip is free again."""
    options = {"toll_timing": "on_entry", "ask_scope": "any"}
    play = lay(PLAIN, chips={"R": "1y"}, options=options).go("ask yellow", "price 25", "pay 1y", "roll 2")
    round_of_twos(play).check({"turn": "R", "chips": {"R": "001"}})
    play.go("ask green", "price 25").check({"legal": ["decline", "chips 1y"]})


def test_every_sum_that_chips_make_can_be_offered() -> None:
    """DBT-Q-15, DBT-ASK-7: where only exact payment counts, two blue chips and a yellow one."""
    options = {"counter_offers": 1, "toll_overpay": "no"}
    play = lay(PLAIN, passes=RED_TO_BLUE, chips={"R": "2b 1y"}, options=options).go("ask red", "price 100")
    assert play.legal() == ["decline", *(f"price {sum_}" for sum_ in (10, 20, 25, 35, 45))]
    play = lay(PLAIN, passes=RED_TO_BLUE, options=options).go("ask red", "price 15")
    assert int(GAME.plain.explain(play.p, 0, code_of("pay 3r"))) == 0  # exact


def test_a_new_offer_may_be_lower_than_the_last() -> None:
    """DBT-Q-15: anything below the new price; only the holder must not go below what was offered."""
    play = lay(PLAIN, passes=RED_TO_BLUE, options={"counter_offers": 2})
    play.go("ask red", "price 50", "counter 20", "price 40")
    assert [t for t in play.legal() if t.startswith("price")] == [f"price {d}" for d in range(5, 40, 5)]
    play.go("counter 10").check({"decides": "B", "offers": ["price 10", "price 35"]})


def test_an_offer_stands_only_until_it_is_answered() -> None:
    """DBT-Q-15: accepted it is the price, answered by a price it is gone."""
    at: dict[str, Any] = {"passes": RED_TO_BLUE, "options": {"counter_offers": 2}}
    for answer in ("accept", "price 40"):
        play = lay(PLAIN, **at).go("ask red", "price 50", "counter 20")
        assert play.p.offer == 20 and problems(play.p) == []
        assert int(GAME.plain.explain(play.p, 1, R.ACCEPT)) == 0
        play.go(answer)
        assert play.p.offer == R.NO_SUM and play.p.price == (20 if answer == "accept" else 40)
        assert problems(play.p) == []


def test_chips_asked_for_are_chips_that_are_in_play() -> None:
    """DBT-Q-10, DBT-SET-10, DBT-Q-02: with three players a quarter of them is not, but where the box gives
    change, which then may come to hold others."""
    for options, most in (({}, "15r 15b 6y"), ({"change_making": "bank"}, "20r 20b 8y")):
        play = lay(PLAIN, players=3, passes=RED_TO_BLUE, options={"toll_unit": "chips", **options})
        play.go("ask red")
        for word in most.split():
            more = f"{int(word[:-1]) + 1}{word[-1]}"
            assert play.refused("B", f"chips {word}") == 0
            if not options:
                assert play.refused("B", f"chips {more}") % R.DETAIL == R.PRICE_TOO_HIGH


# ---------------------------------------------------------------- cards and the pile


@pytest.mark.parametrize("left", L.COLOURS)
def test_the_only_pass_that_can_be_stolen_is_stolen(left: str) -> None:
    """DBT-CARD-6: there is nothing to choose, and it is compulsory."""
    passes = {c: "R" for c in L.COLOURS if c != left} | {left: "Y"}
    play = lay(PLAIN, large={"R": "R.C3"}, passes=passes, hands={"R": "STEAL_PASS"})
    play.go("roll 2", "play STEAL_PASS").check({"passes": {left: "R"}, "phase": "DRAW"})


def test_the_last_card_that_nobody_has_seen_is_drawn_before_those_played() -> None:
    """DBT-PLAY-4, DBT-INF-5: the pile is a queue."""
    play = lay(PLAIN, passes=RED_TO_BLUE, hands={"R": "WORTHLESS AHEAD-1"})
    p = play.p
    unseen = [kind for kind in range(L.KINDS) for _ in range(int(p.unseen[kind]))]
    p.unseen[:] = 0
    p.unseen[unseen[0]] = 1
    p.top = 1
    p.queue[: len(unseen) - 1] = unseen[1:]
    play.go("roll 2", "play WORTHLESS")
    assert play.phase == "DRAW" and PLAIN.legal(play.p) == [unseen[0]]
    play.go(f"draw {L.CARD_NAMES[unseen[0]]}")
    assert play.p.top == 0 and play.queue()[0] == L.CARD_NAMES[unseen[1]]
    round_of_twos(play).go("roll 3", "play AHEAD-1")
    play.check({"turn": "B", "bottom": "AHEAD-1"})  # the next one is no chance any more
    assert L.CARD_NAMES[unseen[1]] in play.hand("R")


# ---------------------------------------------------------------- auctions and taking


@pytest.mark.parametrize(("chips", "fake"), [("1r", False), ("1b", False), ("1y", False), ("", True)])
def test_whoever_has_one_chip_bids_it(chips: str, fake: bool) -> None:
    """DBT-BID-2, DBT-BID-3: an empty fist is for those who have nothing at all."""
    play = lay(PLAIN, chips={"B": chips}, hands={"R": "WORTHLESS"}).go("roll 7", "sell-card WORTHLESS")
    assert play.legal() == (["chips"] if fake else [f"chips {chips}"])
    play = lay(PLAIN, chips={"B": "1r"}, hands={"R": "WORTHLESS"}, options={"bid_without_red": "may_fake"})
    assert play.go("roll 7", "sell-card WORTHLESS").legal() == ["chips 1r"]  # DBT-Q-27


def test_the_bonus_goes_by_both_dice_and_each_round_begins_anew() -> None:
    """DBT-SL-7, DBT-Q-30: 3-3 is less than 6-1; whoever ties is the lowest of nobody until he rolls again."""
    at: dict[str, Any] = {"large": {"R": "G.C9"}, "small": {"R": 12}}
    bids = ("roll 2", "bid R 1r", "bid B 1y", "bid Y 1r", "bid G 1r")
    play = dice(dice(lay(PLAIN, **at).go(*bids), 6, 1), 3, 3)
    play.check({"money": {"G": 160, "Y": 120}, "turn": "B"})
    play = lay(PLAIN, **at).go(*bids, "bonus Y 5")
    assert (play.p.low, play.p.tied, play.p.rolling) == (5, 0b0100, 0b1000)
    play.go("bonus G 5")
    assert (play.p.low, play.p.tied, play.p.rolling) == (0, 0, 0b1100) and problems(play.p) == []
    play.go("bonus Y 9", "bonus G 4")
    assert (play.p.low, play.p.tied, play.p.rolling) == (0, 0, 0) and problems(play.p) == []


def test_exactly_25_dollars_give_nothing_back() -> None:
    """DBT-Q-31, DBT-T25-3: a red chip is given back on three blue ones only."""
    chips = {"B": "1y", "R": "1r"}
    play = lay(PLAIN, chips=chips, options={"take25_inexact": "with_taker"}).go("roll 9", "victim blue")
    play.check({"chips": {"B": "000", "R": "101"}})


def test_one_way_to_make_25_dollars_is_the_way() -> None:
    """DBT-T25-3, DBT-ASK-11: asked where chips are a secret, a victim still has no other choice."""
    play = lay(PLAIN, chips={"B": "1b 1y"}, options={"toll_public": "no"}).go("roll 9", "victim blue")
    assert play.legal() == ["chips 1y"]
    assert int(GAME.plain.explain(play.p, 1, code_of("hand 1y"))) == 0
    assert play.refused("B", "hand 1b") == R.TAKE_EXACT


# ---------------------------------------------------------------- the inside track


def test_a_taken_circle_leads_to_the_very_next() -> None:
    """DBT-Q-23, DBT-CARD-4: one ahead, or by house rule one back."""
    for choice, circle in (("ahead", 16), ("back", 14)):
        options = {"backward_displacement": choice}
        play = lay(
            PLAIN, passes=RED_TO_BLUE, hands={"R": "BACK_10"}, small={"R": 25, "B": 15}, options=options
        )
        play.go("roll 2", "play BACK_10").check({"small": {"R": circle}})


def test_farthest_back_is_just_behind_the_hindmost() -> None:
    """DBT-CARD-5, DBT-Q-24."""
    small = {"R": 40, "B": 20, "Y": 50, "G": 60}
    play = lay(PLAIN, passes=RED_TO_BLUE, hands={"R": "FARTHEST_BACK"}, small=small)
    play.go("roll 2", "play FARTHEST_BACK").check({"small": {"R": 19}})


@pytest.mark.parametrize(
    ("card", "small", "circle", "path"),
    [
        ("TAKE_LEAD", {"R": 3, "B": 32, "Y": 20, "G": 10}, 33, 35),  # one ahead of Blue, on purple
        ("FARTHEST_BACK", {"R": 40, "B": 20, "Y": 50, "G": 60}, 19, 21),  # one behind Blue, on purple
    ],
)
def test_whoever_was_set_on_purple_goes_on_by_the_path(
    card: str, small: dict[str, int], circle: int, path: int
) -> None:
    """DBT-Q-34, DBT-PUR-3: where only an exact count gives the arrow, placements do not."""
    for options, goal in ((EXACT, path), ({}, int(L.ARROW[circle]) + 1)):
        hands = {"R": f"{card} AHEAD-2"}
        play = lay(PLAIN, passes=RED_TO_BLUE, hands=hands, small=small, options=options)
        play.go("roll 2", f"play {card}").check({"small": {"R": circle}})
        round_of_twos(play.go("draw WORTHLESS")).go("roll 3", "play AHEAD-2").check({"small": {"R": goal}})


def test_whoever_is_traded_onto_purple_goes_on_by_the_path() -> None:
    """DBT-Q-34, DBT-Q-19, DBT-CARD-2: the partner as well; by default both use the arrow (DBT-PUR-3)."""
    for options, goal in ((EXACT, 33 + 9), ({}, 42 + 8)):
        play = lay(PLAIN, passes=RED_TO_BLUE, hands={"R": "TRADE"}, small={"R": 33, "G": 12}, options=options)
        play.go("roll 2", "play TRADE", "trade green").check({"small": {"R": 12, "G": 33}})
        round_of_twos(play.go("draw WORTHLESS")).check({"small": {"G": goal}})  # two steps: nine circles


def test_a_trade_takes_the_arrow_from_both() -> None:
    """DBT-Q-34: whoever came to purple by count, on whatever chair."""
    for turn, other in (("B", "Y"), ("Y", "G"), ("G", "B")):
        colours = dict(zip("RBYG", L.COLOURS, strict=True))
        at: dict[str, Any] = {"passes": {colours[turn]: "R"}, "hands": {turn: "TRADE"}, "options": EXACT}
        play = lay(PLAIN, turn=turn, small={turn: 7, other: 33}, **at)
        play.p.armed = 1 << "RBYG".index(turn) | 1 << "RBYG".index(other)
        play.go("roll 2", "play TRADE", f"trade {colours[other]}")
        play.check({"small": {turn: 33, other: 7}})
        assert play.p.armed == 0


def test_whoever_ends_on_purple_by_count_has_the_arrow() -> None:
    """DBT-Q-34, DBT-PUR-1: on whatever chair."""
    for turn, colour in zip("BYG", L.COLOURS[1:], strict=True):
        play = lay(
            PLAIN, turn=turn, passes={colour: "R"}, hands={turn: "AHEAD-4"}, small={turn: 3}, options=EXACT
        )
        play.go("roll 2", "play AHEAD-4").check({"small": {turn: 7}})
        assert play.p.armed == 1 << "RBYG".index(turn)


# ---------------------------------------------------------------- who is told what


def test_an_answer_to_what_was_whispered_is_not_listed() -> None:
    """DBT-INF-7, DBT-ASK-11: nobody else knows what the holder could say to an offer he did not hear."""
    talks: list[tuple[dict[str, Any], list[str]]] = [
        ({"opening_offer": "yes"}, ["ask red", "offer 15"]),
        ({"counter_offers": 2}, ["ask red", "price 50", "counter 10"]),
    ]
    for options, steps in talks:
        play = lay(PLAIN, passes=RED_TO_BLUE, options={"toll_public": "no", **options}).go(*steps)
        for seat, hears in ((0, True), (1, True), (2, False), (3, False)):
            view = play.p.copy()
            GAME.plain.hide(view, seat)
            assert PLAIN.legal(view) == (PLAIN.legal(play.p) if hears else [])


def test_a_price_that_was_whispered_is_for_two() -> None:
    """DBT-INF-7, DBT-ASK-11: all hear it, or only asker and holder."""
    for public in ("yes", "no"):
        play = lay(PLAIN, passes=RED_TO_BLUE, options={"toll_public": public}).go("ask red", "price 10")
        for seat in range(4):
            view = play.p.copy()
            GAME.plain.hide(view, seat)
            hears = public == "yes" or seat in (0, 1)
            assert view.price == (10 if hears else R.UNKNOWN_SUM)


def test_what_was_granted_is_not_taken_back_at_any_gate() -> None:
    """DBT-GATE-7: by whoever granted it; others never had a say."""
    play = lay(PLAIN, options={"ask_scope": "any"}).go("ask green", "free")
    play.check({"refuses": {"G refuse": "NO_WITHDRAWAL", "B refuse": "NOT_YOUR_TURN"}})
    lay(PLAIN).check({"refuses": {"B refuse": "NOT_YOUR_TURN", "G refuse": "NOT_YOUR_TURN"}})


def test_while_the_bonus_is_rolled_for_the_dice_come_first() -> None:
    """DBT-SL-7, DBT-ASK-1: nobody decides anything, and it is too late to ask."""
    play = lay(PLAIN, large={"R": "G.C9"}, small={"R": 12})
    play.go("roll 2", "bid R 1r", "bid B 1y", "bid Y 1r", "bid G 1r")
    play.check(
        {"phase": "BONUS_ROLL", "refuses": {"R ask blue": "ASK_BEFORE_ROLL", "B roll": "CHANCE_FIRST"}}
    )
