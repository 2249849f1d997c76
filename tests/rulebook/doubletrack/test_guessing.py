"""What a guess promises: every world it makes could be the one that its seat is looking at.

A guess fills the blanks of a view and changes nothing else, so that hiding it again gives the view back; it
is a position that can be, and whoever has given his word in it can keep it. Small positions, of which all
that can be is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from parlour.rules.position import Position
from tests.rulebook.doubletrack.support import GAME, L, Play, R, chip_set, lay, scratch
from tests.rulebook.doubletrack.test_secrets import guess_of, knows, late, view_of
from tests.rulebook.harness import forms

PLAIN = GAME.plain
WHISPERS = {"toll_public": "no", "ask_scope": "any"}
RED, BLUE, YELLOW, GREEN = range(4)


def table(chips: str, **more: Any) -> Play:
    """Tolls are whispered; the chips of Red, Blue, Yellow and Green as "1r 1b / 2y / / 1r"."""
    options = {**WHISPERS, **more.pop("options", {})}
    stocks = dict(zip("RBYG", chips.split("/"), strict=True))
    play = lay(forms(GAME)[0], chips=stocks, options=options, **more)
    play.p.box[:] = np.array(L.LIMITS) - play.p.chips.sum(axis=0)
    return play


def whisper(play: Play, giver: int, taker: int, words: str) -> None:
    """In an earlier turn one has paid another these chips in secret: they lie with the other now."""
    chips = chip_set(words.split())
    play.p.whispered[giver, taker] += chips
    play.p.whispered[taker, giver] -= chips


def of_set(code: int) -> Any:
    """Red, blue and yellow chips of a set, as a second reading of its number."""
    rest, yellow = divmod(code, L.LIMITS[2] + 1)
    return np.array([*divmod(rest, L.LIMITS[1] + 1), yellow])


def code(words: str) -> int:
    red, blue, yellow = chip_set(words.split())
    return (red * (L.LIMITS[1] + 1) + blue) * (L.LIMITS[2] + 1) + yellow


def given_word(p: Position) -> tuple[Any, int]:
    """What the mover has promised: chips, and dollars beside them."""
    chips, dollars = np.zeros(3, int), 0
    for toll in p.tolls.tolist():
        chips += of_set(toll - 1) if toll != R.NO_SUM else 0
    if p.give != R.NO_SUM:
        chips += of_set(p.give - 1)
    amount = p.price if p.phase == R.MUST_PAY else p.offer
    if amount != R.NO_SUM and p.toll_unit == R.CHIP_PRICES:
        chips += of_set(amount - 1)
    elif amount != R.NO_SUM:
        dollars = amount
    return chips, dollars


def guesses(p: Position, seat: int, seeds: Iterable[int] = range(12)) -> list[Position]:
    """Guesses of a seat, each of which has been looked at."""
    view, found, out = view_of(p, seat), [], scratch()
    for seed in seeds:
        guess = guess_of(view, seat, seed)
        assert guess == guess_of(view, seat, seed)
        assert view_of(guess, seat) == view
        assert GAME.position.problems(guess) == []
        assert R.UNKNOWN_SUM not in (guess.price, guess.offer, *guess.tolls.tolist())
        assert 1 not in guess.tolls.tolist()  # a toll of no chips is none
        chips, dollars = given_word(guess)
        rest = guess.chips[guess.turn].astype(int) - chips
        assert rest.min() >= 0 and int(rest @ [5, 10, 25]) >= dollars
        assert PLAIN.actor(guess) < 0 or PLAIN.legal(guess, out) > 0
        found.append(guess)
    return found


# ---------------------------------------------------------------- cards


def test_where_nothing_is_blank_nothing_is_guessed() -> None:
    """A guess fills blanks: a position without any stays as it is."""
    play = lay(forms(GAME)[0])
    assert guess_of(play.p, RED, 3) == play.p


def test_hands_are_guessed_while_cards_are_dealt() -> None:
    """DBT-SET-11: from the first card on, and whoever looks, a spectator too."""
    p, out = GAME.new(3, {"first_player": "red"}), scratch()
    while p.phase == R.DEALING:
        for seat in (-1, 0, 1, 2):
            guess = guess_of(view_of(p, seat), seat, 5)
            assert view_of(guess, seat) == view_of(p, seat)
            assert R.UNKNOWN not in guess.hand and guess.unseen.sum() == p.unseen.sum()
            assert (guess.hand != R.NO_CARD).tolist() == (p.hand != R.NO_CARD).tolist()
        PLAIN.apply(p, out[: int(PLAIN.legal(p, out))].tolist()[0])


def test_a_card_that_everybody_knows_is_no_longer_one_to_be_placed() -> None:
    """DBT-INF-5: a card drawn from the queue again is known to be in that hand, to whoever looks; the others
    of the deck that are neither seen nor one's own are not, the same from the position as from the view."""
    play = late(["AHEAD-2"], {"R": "AHEAD-6 AHEAD-9 TRADE", "B": "AHEAD-6 WORTHLESS AHEAD-1"})
    knows(play, R="AHEAD-6 TRADE", B="WORTHLESS")
    PLAIN.derive(play.p)
    first = GAME.rules.FEATURE_NAMES.index("unplaced_card_0")
    for seat in range(4):
        others = [s for s in range(4) if s != seat]
        placed = [*play.p.hand[seat], *play.p.queue, *play.p.known[others].ravel()]
        left = L.DECK - np.bincount([k for k in placed if k != R.NO_CARD], minlength=L.KINDS)
        for p in (play.p, view_of(play.p, seat)):
            features = np.zeros(GAME.rules.FEATURES, np.float32)
            PLAIN.observe(p, seat, features)
            assert features[first : first + L.KINDS] == pytest.approx(left / L.HAND)
        guesses(play.p, seat, range(3))


# ---------------------------------------------------------------- chips and fists


@pytest.mark.parametrize("players", [3, 4])
def test_what_moves_in_the_open_is_guessed_right(players: int) -> None:
    """DBT-INF-3, DBT-INF-7: chips that everybody saw come and go lie where they lie."""
    play = lay(forms(GAME)[0], players=players).go("roll 9", "victim blue", "hand 1y")
    for seat in range(players):
        assert guess_of(view_of(play.p, seat), seat, 1).chips.tolist() == play.p.chips.tolist()


@pytest.mark.parametrize(
    ("chips", "rules", "bids"),
    [
        ("2r 1b 2y", {}, [(r, b, y) for r in range(3) for b in range(2) for y in range(3)][1:]),
        ("1b 1y", {}, [(0, 1, 0), (0, 0, 1), (0, 1, 1)]),
        ("1b", {"bid_without_red": "may_fake"}, [(0, 0, 0), (0, 1, 0)]),
        ("", {}, [(0, 0, 0)]),
    ],
)
def test_a_closed_fist_may_hold_every_legal_bid(
    chips: str, rules: dict[str, str], bids: list[tuple[int, int, int]]
) -> None:
    """DBT-BID-2, DBT-BID-3, DBT-Q-27, DBT-INF-4: any of one's own chips; none only where that is allowed."""
    play = lay(forms(GAME)[0], hands={"R": "WORTHLESS"}, chips={"Y": chips}, options=rules)
    play.go("roll 7", "sell-card WORTHLESS", "bid Y " + ("1b" if "b" in chips else chips))
    view = view_of(play.p, BLUE)
    found = Counter(
        int(guess_of(view, BLUE, seed).bids[YELLOW]) - R.FIRST_BID for seed in range(40 * len(bids))
    )
    assert {tuple(of_set(bid).tolist()) for bid in found} == set(bids)
    assert min(found.values()) > 10  # all alike: 40 of each are to be expected


# ---------------------------------------------------------------- whispered tolls: what a view shows


@pytest.mark.parametrize("holder", ["B", "G"])
def test_an_offer_is_whispered_like_a_price(holder: str) -> None:
    """DBT-ASK-11, DBT-INF-7, DBT-Q-15: only the asker and the holder of the pass hear what is offered."""
    play = table("1r / 1r / 1r / 1r", passes={"red": holder}, options={"opening_offer": "yes"})
    play.go("ask red", "offer 5")
    hears = {RED, "RBYG".index(holder)}
    seen = {seat: view_of(play.p, seat).offer for seat in (-1, *range(4))}
    assert seen == {seat: 5 if seat in hears else R.UNKNOWN_SUM for seat in seen}
    open_talk = lay(forms(GAME)[0], passes={"red": holder}, options={"opening_offer": "yes"})
    open_talk.go("ask red", "offer 5")
    assert {view_of(open_talk.p, seat).offer for seat in range(4)} == {5}


@pytest.mark.parametrize(("turn", "gate"), [("R", "green"), ("G", "red")])
def test_what_a_seat_has_not_seen_is_taken_out_of_its_account(turn: str, gate: str) -> None:
    """DBT-ASK-11, DBT-INF-3: a toll between two others changes nothing in what the rest count, nor in what
    they observe, from the position or from their view; those two count it."""
    play = table("2r 2b / 1r / 1r / 2r 2b", turn=turn).go(f"ask {gate}", "price 10", "pay 1b")
    start = GAME.rules.FEATURE_NAMES.index
    payer, taker = "RBYG".index(turn), L.COLOURS.index(gate)
    for seat in range(4):
        knows_it = seat in (payer, taker)
        view = view_of(play.p, seat)
        for other in (payer, taker):
            if other == seat:
                continue
            blues = (1 if other == payer else 3) if knows_it else 2
            assert view.ledger[other].tolist() == [2, blues, 0]
            who = ("own", "next", "across", "last")[(other - seat) % 4]
            for p in (play.p, view):
                features = np.zeros(GAME.rules.FEATURES, np.float32)
                PLAIN.observe(p, seat, features)
                assert features[start(f"{who}.blue")] == pytest.approx(blues / L.LIMITS[1])
        assert bool(view.whispered.any()) == knows_it
        guesses(play.p, seat)


@pytest.mark.parametrize("gate", L.COLOURS[1:])
def test_what_is_due_on_entry_is_whispered_at_every_gate(gate: str) -> None:
    """DBT-ASK-11, DBT-Q-12: nobody but the two knows whether anything is due."""
    play = table("1b / 1r / 1r / 1r", options={"toll_timing": "on_entry"})
    play.go(f"ask {gate}", "price 10", "pay 1b")
    seen = [int(view_of(play.p, seat).tolls[L.COLOURS.index(gate)]) for seat in range(4)]
    due = code("1b") + 1
    assert seen == [due if s in (0, L.COLOURS.index(gate)) else R.UNKNOWN_SUM for s in range(4)]


# ---------------------------------------------------------------- whispered tolls: what may have been


@pytest.mark.parametrize("unit", ["dollars", "chips"])
def test_every_free_chip_may_be_what_was_whispered(unit: str) -> None:
    """DBT-ASK-11, DBT-Q-10, DBT-Q-15: an offer that is not heard may be any chip the mover has. What is
    counted against it is less; and once it is accepted it can be paid."""
    options = {"opening_offer": "yes", "counter_offers": 1, "toll_unit": unit}
    play = table("1r 1b 1y / 1r / 1r / 1r", passes={"red": "B"}, options=options)
    dollars = unit == "dollars"
    chips = {5, 10, 25} if dollars else {code("1r") + 1, code("1b") + 1, code("1y") + 1}

    def worth(amount: int) -> int:
        return amount if dollars else int(of_set(amount - 1) @ [5, 10, 25])

    play.go("ask red", "decline", "price 35" if dollars else "chips 1b 1y")
    assert min(worth(g.price) for g in guesses(play.p, GREEN)) > 0
    counter = play.go("offer 5" if dollars else "chips 1r").p
    for guess in guesses(counter, GREEN):  # COUNTER_REPLY: an offer is below the price
        assert 0 < worth(guess.offer) < worth(guess.price)
    assert {int(g.offer) for g in guesses(counter, GREEN, range(30))} == chips
    play.go("accept")
    assert {int(g.price) for g in guesses(play.p, YELLOW, range(30))} == chips


@pytest.mark.parametrize("gate", ["blue", "green"])
def test_what_is_due_on_entry_may_be_nothing_or_any_chip(gate: str) -> None:
    """DBT-ASK-11, DBT-Q-12."""
    play = table("1r 1b 1y / 1r / 1r / 1r", options={"toll_timing": "on_entry"})
    play.go(f"ask {gate}", "price 10", "pay 1b")
    found = {int(g.tolls[L.COLOURS.index(gate)]) for g in guesses(play.p, YELLOW, range(40))}
    assert found == {R.NO_SUM, code("1r") + 1, code("1b") + 1, code("1y") + 1}


def test_who_has_nothing_promises_nothing() -> None:
    """DBT-ASK-11, DBT-Q-11, DBT-Q-12: let in for nothing, and then told a price he cannot pay."""
    play = table("/ 1r / 1r / 1r", options={"toll_timing": "on_entry"}).go("ask blue", "free")
    assert {int(g.tolls[BLUE]) for g in guesses(play.p, GREEN, range(20))} == {R.NO_SUM}
    play.go("ask yellow", "price 35")
    assert all(g.price > 0 for g in guesses(play.p, GREEN))


def test_one_chip_is_not_promised_twice() -> None:
    """DBT-ASK-11, DBT-Q-12, DBT-Q-15: Red, with one chip, was let in for nothing and offers it for another
    gate. Whoever does not know what he promised for the first cannot think that it was this chip."""
    options = {"toll_timing": "on_entry", "opening_offer": "yes"}
    play = table("1r / 1r / 1r / 1r", options=options)
    play.go("ask blue", "decline", "free", "ask yellow", "offer 5")
    guesses(play.p, GREEN)
    play.go("accept").check({"phase": "MUST_PAY"})
    guesses(play.p, GREEN)


def test_a_chip_that_is_given_in_a_deal_is_not_promised_as_well() -> None:
    """DBT-ASK-11, DBT-Q-12, DBT-Q-16: everybody hears the deal, and its chips are there."""
    play = table("1r / 1r / 1r / 1r", options={"toll_timing": "on_entry", "free_trading": "yes"})
    play.go("ask blue", "free", "deal yellow", "give 1r")
    guesses(play.p, GREEN)


# ---------------------------------------------------------------- whispered tolls: no chip is lost


@pytest.mark.parametrize("seat", range(4))
def test_what_was_spent_must_have_come_from_somebody(seat: int) -> None:
    """DBT-ASK-11, DBT-SET-10: one spends in the open what he had from another in secret, so that by a third's
    account he has less than nothing. The chip is missing with somebody whom the third cannot look at."""
    for giver in range(4):
        for taker in range(4):
            if len({giver, taker, seat}) == 3:
                play = table(" / ".join("" if s == taker else "2r 1y" for s in range(4)))
                whisper(play, giver, taker, "1r")
                assert view_of(play.p, seat).ledger[taker].tolist() == [-1, 0, 0]
                for guess in guesses(play.p, seat, range(4)):
                    assert guess.chips[taker].tolist() == [0, 0, 0]
                    assert guess.chips[seat].tolist() == [2, 0, 1]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("victim", ["blue", "yellow"])
@pytest.mark.parametrize("paid", [True, False])
def test_behind_an_open_screen_lies_what_others_must_have_lost(players: int, victim: str, paid: bool) -> None:
    """DBT-ASK-11, DBT-T25-3, DBT-SET-10: who picks the $25 sees what the victim has, and how many chips there
    are. What he did not expect came from one whose chips he cannot see, or went there."""
    chips = "1r 1b / 4r 2y / 4r 2y / " + ("1r 1b 1y" if players == 4 else "")
    play = table(chips, players=players, options={"take25_chooser": "taker"})
    him = L.COLOURS.index(victim)
    other = 3 - him
    whisper(play, *((him, other) if paid else (other, him)), "2r 1y")
    play.go("roll 9", f"victim {victim}").check({"phase": "HAND_OVER", "decides": "R"})
    total = play.p.chips.sum(axis=0).tolist()
    for guess in guesses(play.p, RED):
        assert guess.chips[[0, him]].tolist() == play.p.chips[[0, him]].tolist()
        assert guess.chips.sum(axis=0).tolist() == total
    for seat in range(1, players):  # the others see no more than before
        guesses(play.p, seat, range(4))


# ---------------------------------------------------------------- whispered tolls: a word is kept


@pytest.mark.parametrize("rich", [BLUE, GREEN])
@pytest.mark.parametrize("words", ["1r", "1b", "1y"])
def test_who_promises_a_chip_has_it(rich: int, words: str) -> None:
    """DBT-ASK-11, DBT-Q-12: by the account of Yellow, who holds the gate, Red has nothing. Yet he promises a
    chip: one other player had it to give. That one has a red and a yellow chip left, or just a red one."""
    for left in ("1r 1y", "1r"):
        stocks = [words, "", "", ""]
        stocks[rich] = left
        play = table(" / ".join(stocks), options={"toll_timing": "on_entry"})
        whisper(play, rich, RED, words)
        dollars = {"1r": 5, "1b": 10, "1y": 25}[words]
        play.go("ask yellow", f"price {dollars}", f"pay {words}")
        assert view_of(play.p, YELLOW).ledger[RED].tolist() == [0, 0, 0]
        for guess in guesses(play.p, YELLOW, range(4)):
            assert (guess.chips[RED] >= chip_set([words])).all()


def test_who_gives_a_chip_has_it() -> None:
    """DBT-ASK-11, DBT-Q-16: by Yellow's account Red has nothing, and yet gives a chip in a deal."""
    play = table("1b / 1r / / 1r", options={"free_trading": "yes"})
    whisper(play, BLUE, RED, "1b")
    play.go("deal green", "give 1b")
    for guess in guesses(play.p, YELLOW, range(6)):
        assert guess.chips[RED, 1] == 1


@pytest.mark.parametrize(
    ("rules", "steps", "seat"),
    [
        ({}, ["ask red"], GREEN),
        ({}, ["ask red", "price 30"], GREEN),
        ({"opening_offer": "yes"}, ["ask red", "offer 10"], BLUE),
        ({"opening_offer": "yes"}, ["ask red", "offer 10"], GREEN),
        ({"opening_offer": "yes"}, ["ask red", "offer 5"], BLUE),
        ({"opening_offer": "yes"}, ["ask red", "offer 10", "accept"], BLUE),
        ({"opening_offer": "yes", "toll_overpay": "no"}, ["ask red", "offer 10"], BLUE),
        ({"opening_offer": "yes", "toll_unit": "chips"}, ["ask red", "chips 1b"], BLUE),
        ({"opening_offer": "yes", "toll_unit": "chips"}, ["ask red", "chips 1b", "accept"], BLUE),
        ({"free_trading": "yes"}, ["deal green", "give 1b"], GREEN),
        ({"toll_timing": "on_entry"}, ["ask red", "price 10", "pay 1b"], BLUE),
    ],
)
def test_an_account_that_can_be_true_is_believed(rules: dict[str, str], steps: list[str], seat: int) -> None:
    """DBT-ASK-11, DBT-INF-3: nobody has whispered yet, and what Red says is no more than what he is thought
    to have; nothing gives a reason to think otherwise."""
    play = table("1b / 2r 1y / 1r 1b / 1r", passes={"red": "B"}, options=rules).go(*steps)
    for guess in guesses(play.p, seat, range(4)):
        assert guess.chips.tolist() == play.p.chips.tolist()


def test_who_offers_chips_has_them() -> None:
    """DBT-ASK-11, DBT-Q-10: by Blue's account Red has nothing, and he offers two chips."""
    options = {"opening_offer": "yes", "toll_unit": "chips"}
    play = table("1r 1b / / / 1r 1b 1y", passes={"red": "B"}, options=options)
    whisper(play, GREEN, RED, "1r 1b")
    play.go("ask red", "chips 1r 1b")
    guesses(play.p, BLUE, range(4))
    play.go("accept")
    guesses(play.p, BLUE, range(4))
