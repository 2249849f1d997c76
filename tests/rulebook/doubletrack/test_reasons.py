"""Reasons to the letter: whatever does not belong to a moment is told so, and sums are named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.doubletrack.support import GAME, LETTERS, Play, R, code_of, lay
from tests.rulebook.harness import Form

PLAIN = Form(GAME, "plain")
RED_TO_BLUE = {"red": "B"}
FAMILIES = {  # codes, from the first on and below the second
    "ask": (R.ASK, R.FREE),
    "deal": (R.DEAL, R.SEAT),
    "seat": (R.SEAT, R.PASS),
    "pass": (R.PASS, R.CARD),
    "card": (R.CARD, R.STEPS),
    "steps": (R.STEPS, R.PRICE),
    "price": (R.PRICE, R.CHIPS),
    "chips": (R.CHIPS, R.ACTIONS),
}
FAMILIES |= {word: (getattr(R, word),) * 2 for word in ("ROLL_DICE", "FREE", "REFUSE", "ACCEPT", "DECLINE")}

SAYING = "FREE REFUSE ACCEPT"
MOMENTS: list[tuple[dict[str, Any], list[str], str, str]] = [
    # the table, the steps that lead there, the phase, what can be said or done there at all
    ({"passes": RED_TO_BLUE}, [], "ASK_OR_ROLL", "ask deal ROLL_DICE"),
    ({"passes": RED_TO_BLUE}, ["ask red"], "GATE_REPLY", f"{SAYING} price chips"),
    ({"passes": RED_TO_BLUE}, ["ask red", "price 10"], "TOLL_ANSWER", "DECLINE price chips"),
    (
        {"passes": RED_TO_BLUE, "options": {"opening_offer": "yes"}},
        ["ask red"],
        "OPENING_OFFER",
        "DECLINE price chips",
    ),
    (
        {"passes": RED_TO_BLUE, "options": {"counter_offers": 3}},
        ["ask red", "price 50", "counter 10"],
        "COUNTER_REPLY",
        "REFUSE ACCEPT price chips",
    ),
    (
        {"passes": RED_TO_BLUE, "options": {"counter_offers": 3}},
        ["ask red", "price 50", "counter 10", "accept"],
        "MUST_PAY",
        "DECLINE price chips",
    ),
    ({"passes": RED_TO_BLUE}, ["roll 2"], "PLAY_CARD", "card ask"),
    ({}, ["roll 7"], "SELL_CARD", "card ask"),
    ({"passes": RED_TO_BLUE}, ["roll 6"], "CHOOSE_STEPS", "steps ask"),
    ({"passes": RED_TO_BLUE, "hands": {"R": "TRADE"}}, ["roll 2", "play TRADE"], "TRADE_TARGET", "seat ask"),
    ({}, ["roll 9"], "VICTIM", "seat ask"),
    (
        {"passes": RED_TO_BLUE, "hands": {"R": "STEAL_PASS"}},
        ["roll 2", "play STEAL_PASS"],
        "STEAL_TARGET",
        "pass ask",
    ),
    ({"passes": {"green": "R"}}, ["roll 8"], "SELL_PASS", "pass ask"),
    ({}, ["roll 9", "victim blue"], "HAND_OVER", "chips"),
    ({}, ["roll 7", "sell-card WORTHLESS"], "BID", "chips"),
    ({"options": {"free_trading": "yes"}}, ["deal green"], "GIVE_CHIPS", "chips DECLINE"),
    ({"options": {"free_trading": "yes"}}, ["deal green", "give"], "GIVE_PASS", "pass DECLINE"),
    (
        {"options": {"free_trading": "yes"}},
        ["deal green", "give", "pass red"],
        "WANT_CHIPS",
        "chips DECLINE",
    ),
    (
        {"options": {"free_trading": "yes"}},
        ["deal green", "give", "pass red", "want"],
        "WANT_PASS",
        "pass DECLINE",
    ),
    (
        {"options": {"free_trading": "yes"}},
        ["deal green", "give", "pass red", "want 1b", "decline"],
        "DEAL_REPLY",
        "REFUSE ACCEPT",
    ),
]


FINAL = "OPENING_OFFER GATE_REPLY TOLL_ANSWER COUNTER_REPLY MUST_PAY DEAL_REPLY BID"  # not taken back


def reason(play: Play, action: int) -> int:
    return int(GAME.plain.explain(play.p, play.actor, action))


@pytest.mark.parametrize(("at", "steps", "phase", "fitting"), MOMENTS)
def test_what_does_not_belong_to_a_moment(
    at: dict[str, Any], steps: list[str], phase: str, fitting: str
) -> None:
    """DBT-TURN-1, DBT-ASK-1, DBT-ASK-3: of each kind of action the first and the last are told, and whatever
    fits the moment is never told that it does not."""
    at = {"hands": {"R": "WORTHLESS"}} | at
    play = lay(PLAIN, **at).go(*steps)
    assert play.phase == phase
    for family, (first, end) in FAMILIES.items():
        told = {reason(play, code) % R.DETAIL == R.WRONG_MOMENT for code in (first, max(first, end - 1))}
        assert told == {family not in fitting.split()}, family
    assert reason(play, R.ACTIONS) == reason(play, -1) == R.NO_SUCH_ACTION
    assert bool(GAME.plain.final(play.p, 0)) == (phase in FINAL.split())


NAMED: list[tuple[dict[str, Any], list[str], str, str, int]] = [
    # the table, the steps, who wishes what, the reason, the sum in fives or the number that it names
    ({"passes": RED_TO_BLUE, "players": 3}, ["ask red"], "B price 380", "PRICE_TOO_HIGH", 75),
    ({"passes": RED_TO_BLUE}, ["ask red", "price 20"], "R pay 1b", "TOO_LITTLE", 4),
    (
        {"passes": RED_TO_BLUE, "options": {"toll_overpay": "no"}},
        ["ask red", "price 20"],
        "R pay 1y",
        "NOT_EXACT",
        4,
    ),
    (
        {"passes": RED_TO_BLUE, "options": {"counter_offers": 3}},
        ["ask red", "price 50"],
        "R counter 50",
        "PRICE_NOT_LOWER",
        10,
    ),
    (
        {"passes": RED_TO_BLUE, "options": {"counter_offers": 3}},
        ["ask red", "price 50", "counter 20"],
        "B price 15",
        "PRICE_BELOW_OFFER",
        4,
    ),
    (
        {"passes": RED_TO_BLUE, "players": 3, "options": {"toll_unit": "chips"}},
        ["ask red"],
        "B chips 7y",
        "PRICE_TOO_HIGH",
        75,
    ),
    (
        {"passes": RED_TO_BLUE, "options": {"toll_unit": "chips"}},
        ["ask red", "chips 1y"],
        "R pay 5r",
        "NOT_EXACT",
        5,
    ),
    ({"passes": RED_TO_BLUE}, ["roll 6"], "R steps 6", "STEPS_RANGE", 5),
    ({"passes": RED_TO_BLUE}, ["roll 6"], "R steps 0", "STEPS_RANGE", 5),
]


@pytest.mark.parametrize(("at", "steps", "wish", "why", "number"), NAMED)
def test_the_sum_that_a_reason_names(
    at: dict[str, Any], steps: list[str], wish: str, why: str, number: int
) -> None:
    """DBT-Q-10, DBT-Q-11, DBT-Q-15, DBT-ASK-7, DBT-NUM-2."""
    play = lay(PLAIN, **at).go(*steps)
    letter, _, what = wish.partition(" ")
    code = int(GAME.plain.refusal(play.p, LETTERS.index(letter), code_of(what)))
    assert divmod(code, R.DETAIL) == (number, getattr(R, why))


def test_any_seat_that_is_none_is_not_on_turn() -> None:
    """DBT-BID-1, DBT-SET-13: at an auction too; an empty chair has no fist."""
    play = lay(PLAIN, players=3, hands={"R": "WORTHLESS"}).go("roll 7", "sell-card WORTHLESS")
    for seat in (-1, 3, 4):
        assert GAME.plain.explain(play.p, seat, R.CHIPS) == R.NOT_YOUR_TURN
    assert GAME.plain.explain(play.p, 0, R.CHIPS) == R.SELLER_BIDS


def test_asking_when_it_is_too_late() -> None:
    """DBT-ASK-1: the mover is told so until his turn is over, once he has said that he rolls too; others
    were never to ask."""
    play = lay(PLAIN, passes={"blue": "G"}).go("roll")
    assert play.refused("R", "ask blue") == R.ASK_BEFORE_ROLL and play.refused("R", "ask red") == R.OWN_GATE
    assert play.refused("B", "ask blue") == R.CHANCE_FIRST
    play.go("roll 9")
    assert play.refused("R", "ask blue") == R.ASK_BEFORE_ROLL
    assert play.refused("B", "ask blue") == R.NOT_YOUR_TURN
    play.go("victim blue")
    assert play.refused("R", "ask green") == R.ASK_BEFORE_ROLL
    assert play.refused("B", "ask green") == R.WRONG_MOMENT


HIDDEN = "PLAY_CARD SELL_CARD HAND_OVER BID TOLL_ANSWER MUST_PAY OPENING_OFFER GIVE_CHIPS"


@pytest.mark.parametrize(("at", "steps", "phase", "fitting"), MOMENTS)
def test_what_another_may_do_is_seen_only_as_far_as_it_tells_nothing(
    at: dict[str, Any], steps: list[str], phase: str, fitting: str
) -> None:
    """DBT-INF-2, DBT-INF-3: in a view nothing is listed where cards or chips out of sight decide."""
    play = lay(PLAIN, **({"hands": {"R": "WORTHLESS"}} | at)).go(*steps)
    view = play.p.copy()
    GAME.plain.hide(view, (play.actor + 2) % 4)
    assert PLAIN.legal(view) == ([] if phase in HIDDEN.split() else PLAIN.legal(play.p))


def test_a_new_game_is_new_whatever_was_there_before() -> None:
    """DBT-SET-3, DBT-SET-4, DBT-SET-7, DBT-SET-8: for the same house rules."""
    fresh = GAME.new(4, {"free_trading": "yes"})
    p = lay(PLAIN, turn="Y", options={"free_trading": "yes"}, hands={"Y": "WORTHLESS"}).p
    used = [
        Play(PLAIN, p).go("roll 7", "sell-card WORTHLESS").p,
        Play(PLAIN, p).go("deal green", "give 1y").p,
    ]
    for old in used:
        again = old.copy()
        again.first_player = fresh.first_player
        GAME.plain.new_game(again, 4)
        assert again == fresh
