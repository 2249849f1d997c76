"""Names, sentences and reasons: on whole random games under random house rules, and one by one."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import numpy as np
import pytest

from parlour.games.rulebook import read_rulebook
from parlour.rules.kit import CHANCE, OVER
from parlour.table import Match, SeededDice
from parlour.text import BadAction

from .support import (
    BLUE,
    GAME,
    GREEN,
    RED,
    RULES,
    WORDS,
    YELLOW,
    code,
    legal,
    play,
    random_game,
    table,
    told,
    view,
)

CLAUSES = {clause.id for clause in read_rulebook(GAME.rulebook).clauses}
CHIPS = r"\d+r \d+b \d+y"
COLOUR = "(red|blue|yellow|green)"
ALL_RED = dict.fromkeys(("red", "blue", "yellow", "green"), RED)
CARD = r"(AHEAD-\d|TRADE|TAKE_LEAD|BACK_10|FARTHEST_BACK|STEAL_PASS|WORTHLESS)"
NOTATION = re.compile(
    rf"roll|(ask|trade|victim|steal|sell-pass|give-pass|want-pass|first) {COLOUR}|deal ({COLOUR}|box)"
    rf"|reply (free|refuse|accept|price (\d+|{CHIPS}))|accept|refuse|decline|(counter|offer) (\d+|{CHIPS})"
    rf"|(bid|pay|hand|give|want) {CHIPS}|steps \d+|(play|sell-card) {CARD}|{CARD}|[1-6]-[1-6]"
)


@pytest.mark.parametrize("seed", range(4))
def test_every_action_of_a_game_has_its_own_name(seed: int) -> None:
    dice = random.Random(seed)
    for p, action, after in random_game(seed):
        if dice.random() < 0.4:
            actions = legal(p)
            actions = actions if len(actions) < 200 else dice.sample(actions, 200)
            notes = [WORDS.notation(p, a) for a in actions]
            assert len(set(notes)) == len(notes), GAME.position.describe(p)
            assert all(NOTATION.fullmatch(note) for note in notes), notes
            fields = [json.dumps(WORDS.fields(p, a)) for a in actions]
            assert len(set(fields)) == len(fields)
            assert all(str(WORDS.offer(p, a)) and str(WORDS.group(p, a)) for a in actions)
        said = f"{WORDS.asks(p)} {WORDS.sentence(p, action, after)}"
        assert "{" not in said and "  " not in said and not said.endswith(" ")
    assert str(WORDS.asks(after))


@pytest.mark.parametrize("seed", range(10, 13))
def test_an_action_is_refused_exactly_when_it_is_not_legal(seed: int) -> None:
    dice = random.Random(seed)
    for p, _, _ in random_game(seed):
        who = GAME.plain.actor(p)
        if dice.random() < 0.85 or who in (CHANCE, OVER):
            continue
        actions = set(legal(p))
        tried = {*dice.sample(range(-1, RULES.ACTIONS + 1), 150), *range(RULES.PRICE), *list(actions)[:50]}
        for action in tried:
            found = int(GAME.plain.explain(p, who, action))
            assert (found == 0) == (action in actions), (GAME.position.describe(p), action, found)
            if found != 0:
                reason = WORDS.reason(p, who, action, found)
                assert "{" not in str(reason.text) and "  " not in str(reason.text)
                assert reason.clause in CLAUSES
        first, *_ = actions
        assert GAME.why_not(p, who, first) is None and GAME.why_not(p, who, -1) is not None


def test_every_reason_cites_a_clause_and_every_option_is_worded() -> None:
    assert {why.clause for why in WORDS.module._REASONS.values()} <= CLAUSES
    assert list(WORDS.OPTION_WORDS) == [option.name for option in GAME.options]


# ---------------------------------------------------------------- what may be told

OTHERS = {"toll_public": "no", "counter_offers": 2, "opening_offer": "yes", "free_trading": "yes"}


@pytest.mark.parametrize("options", [{}, OTHERS, OTHERS | {"toll_timing": "on_entry", "toll_unit": "chips"}])
def test_a_seat_is_told_nothing_that_it_cannot_see(options: dict[str, Any]) -> None:
    """The same words for all actions that lead to different positions, but leave the seat with one view."""
    dice = random.Random(5)
    compared = 0
    for p, _, _ in random_game(17, options):
        if dice.random() < 0.8 or len(actions := legal(p)) < 2:
            continue
        seat = dice.choice(GAME.seats(p))
        before = view(p, seat)
        said: dict[bytes, tuple[bytes, str]] = {}
        for action in dice.sample(actions, min(6, len(actions))):
            after = p.copy()
            GAME.plain.apply(after, action)
            seen = view(after, seat)
            sentence = str(WORDS.sentence_for(before, action, seen, seat))
            whole, first = said.setdefault(seen.to_bytes(), (after.to_bytes(), sentence))
            compared += whole != after.to_bytes()
            assert first == sentence or whole == after.to_bytes()
    assert compared > 20


def test_cards_are_named_to_their_holder_alone() -> None:
    """DBT-INF-2, DBT-INF-6"""
    p = table(phase="draw", large={"0": "R.C2"}, hands={"0": ["AHEAD-1", "AHEAD-2"]}, card="AHEAD-9",
              pile={"queue": ["AHEAD-9"]})  # fmt: skip
    assert told(p, "AHEAD-5", RED) == "Red draws Ahead 5."
    assert told(p, "AHEAD-5", BLUE) == "Red draws a card."
    p = table(phase="sell_card", large={"0": "R.M1"}, hands={"0": ["AHEAD-1", "AHEAD-2", "BACK_10"]})
    assert told(p, "sell-card BACK_10", RED) == "Red puts Back 10 up for sale, face down."
    assert told(p, "sell-card BACK_10", GREEN) == "Red puts a card up for sale, face down."


def test_bids_are_told_when_the_fists_open() -> None:
    """DBT-INF-4, DBT-BID-7"""
    p = table(phase="bid", large={"0": "R.M1"}, sale="card", card="AHEAD-9", seat=1, small={"3": 20},
              hands={"0": ["AHEAD-1", "AHEAD-2"]}, bids={"1": "open", "2": "open", "3": "open"})  # fmt: skip
    assert told(p, "bid 0r 1b 0y", BLUE) == "Blue bids $10: 1 blue."
    assert told(p, "bid 0r 1b 0y", RED) == "Blue holds out a fist."
    p = play(p, "bid 0r 1b 0y", "bid 1r 0b 0y")
    ending = (
        " The fists open: Blue $10, Yellow $5, Green $15. Green buys the card, Red gets $30. It is Ahead 9."
        " Green's small pawn goes from 20 to 29."
    )
    assert told(p, "bid 1r 1b 0y", BLUE) == "Green holds out a fist." + ending
    assert told(p, "bid 1r 1b 0y", GREEN) == "Green bids $15: 1 red and 1 blue." + ending


def test_a_whispered_toll_is_told_to_two() -> None:
    """DBT-ASK-11"""
    options = {"toll_public": "no"}
    p = table(turn=0, large={"0": "R.M1"}, passes={"red": 1}, options=options)
    p = play(p, "ask red")
    assert (
        told(p, "reply price 15", RED)
        == told(p, "reply price 15", BLUE)
        == "Blue wants $15 for the red gate."
    )
    assert told(p, "reply price 15", GREEN) == "Blue wants a sum they whisper for the red gate."
    p = play(p, "reply price 15")
    assert told(p, "pay 1r 1b 0y", GREEN) == "Red pays Blue, and the red gate opens."
    assert "$15" in str(WORDS.asks(view(p, RED))) and "$15" not in str(WORDS.asks(view(p, GREEN)))


# ---------------------------------------------------------------- sentences


def test_a_request_from_question_to_roll() -> None:
    p = table(turn=0, large={"0": "R.M1"}, passes={"red": 1})
    assert told(p, "ask red") == "Red asks Blue for the red gate."
    asked = play(p, "ask red")
    assert str(WORDS.asks(asked)) == "Red asks for entry at the red gate. Blue to answer."
    assert str(WORDS.typed(asked)) == "Type free, refuse, or a price such as price 10."
    assert told(asked, "reply free") == "Blue opens the red gate for nothing."
    assert told(asked, "reply refuse") == "Blue refuses: the red gate stays shut."
    assert told(asked, "reply price 10") == "Blue wants $10 for the red gate."
    priced = play(asked, "reply price 10")
    assert str(WORDS.asks(priced)) == "Blue wants $10 for the red gate. Red to pay or to decline."
    assert str(WORDS.typed(priced)) == "Type pay alone to pay the least that will do."
    assert told(priced, "decline") == "Red finds that too dear: the red gate stays shut."
    assert told(priced, "pay 0r 1b 0y") == "Red pays Blue $10 (1 blue), and the red gate opens."
    open_ = play(priced, "pay 0r 1b 0y")
    assert told(open_, "2-2") == (
        "Red throws 2-2 and goes through the red gate to “5”. Red's small pawn goes from START to 5."
        " Red leads."
    )
    assert told(open_, "1-1") == (
        "Red throws 1-1 and goes to “Take $25”. The permission for the red gate lapses."
    )
    assert told(play(p), "roll") == "Red asks nobody and takes the dice."
    assert told(play(open_), "1-1", GREEN) == told(open_, "1-1")


def test_taken_spaces_arrows_and_purple_circles() -> None:
    p = table(turn=1, phase="roll", large={"0": "R.C6", "1": "R.C4"}, small={"1": 7, "2": 16, "3": 17})
    assert told(p, "1-1") == (
        "Blue throws 1-1 and goes to “3”. (Red stands on “1-5”, so the pawn moves on.) Blue's small pawn "
        "takes the arrow from 7 to 16 and goes on to 18. Blue leads."
    )
    p = table(turn=1, phase="choose_steps", large={"1": "R.C6"}, small={"1": 14, "2": 17})
    assert told(p, "steps 3").endswith("goes from 14 to 18. (Yellow is on 17.) Blue leads.")
    assert told(p, "steps 5").endswith(
        "goes from 14 to 19. It is purple: an arrow leads on to 29. Blue leads."
    )


def test_passes_change_hands() -> None:
    p = table(turn=0, phase="roll", large={"0": "B.M2", "1": "Y.C1"}, passes={"blue": 3})
    assert told(p, "1-1").endswith("Red takes the blue pass from Green.")
    p = table(turn=0, phase="roll", large={"0": "B.M2", "1": "Y.C1"}, passes={"blue": 0})
    assert told(p, "1-1").endswith("Red holds the blue pass already.")
    three = GAME.position.build({"turn": 2, "phase": "roll", "large": {"0": "R.T", "1": "B.T", "2": "G.M2"}})
    assert told(three, "1-1").endswith("Yellow claims the green pass, which nobody held.")


def test_the_end_is_told() -> None:
    p = table(turn=0, phase="choose_steps", large={"0": "R.C6"}, small={"0": 86})
    assert (
        told(p, "steps 5") == "Red chooses 5. Red's small pawn comes from 86 to HOME. Red is HOME and wins!"
    )
    over = play(p, "steps 5")
    assert str(WORDS.asks(over)) == "Red has won."


def test_the_lead_is_sold() -> None:
    """DBT-SL-4 to DBT-SL-7"""
    small = {"0": 10, "1": 30, "2": 22, "3": 5}
    bids = {"0": "open", "1": "0r 0b 1y", "2": "0r 1b 0y", "3": "1r 0b 0y"}
    p = table(turn=0, phase="bid", seat=0, large={"0": "R.M2"}, sale="lead", small=small, bids=bids)
    assert told(p, "bid 0r 2b 0y").endswith(
        "Blue buys the lead. Blue's small pawn stays on 30. Green is last and gets the loser's bonus of $60."
    )
    assert told(p, "bid 0r 0b 1y").endswith(
        "A tie: Red gets the lead and $65. Red's small pawn goes from 10 to 31. Red leads."
    )
    p = table(turn=0, phase="bid", seat=0, large={"0": "R.M2"}, sale="lead", bids=bids)
    assert "Red, Yellow and Green are on START and roll for the loser's bonus of $45." in told(
        p, "bid 1r 0b 0y"
    )
    p = play(p, "bid 1r 0b 0y")
    assert told(p, "3-2") == "Red throws 3-2 for the bonus: 5."
    p = play(p, "3-2", "6-2")
    assert told(p, "5-3") == "Green throws 5-3 for the bonus: 8. Red rolled lowest and gets $45."
    assert told(p, "4-1").endswith("Red and Green are equal and roll again.")


# ---------------------------------------------------------------- what a person types


def bidding() -> Any:
    """Red sells a card face down, and nobody has bid."""
    hands, bids = {"0": ["AHEAD-1", "AHEAD-2"]}, dict.fromkeys("123", "open")
    sale = {"sale": "card", "card": "AHEAD-9", "hands": hands, "bids": bids}
    return table(turn=0, phase="bid", seat=1, large={"0": "R.M1"}, **sale)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bid 1r 2b", "bid 1r 2b 0y"),
        ("bid 2b 1r", "bid 1r 2b 0y"),
        ("1r,2b", "bid 1r 2b 0y"),
        ("1 red 2 blue", "bid 1r 2b 0y"),
        ("BID 1Y", "bid 0r 0b 1y"),
        ("bid 25", "bid 0r 0b 1y"),
        ("bid $30", "bid 1r 0b 1y"),
        ("$15", "bid 1r 1b 0y"),
        ("bid 65", "bid 1r 1b 2y"),
        ("bid all", "bid 5r 5b 2y"),
        ("bid nothing", "bid 0r 0b 0y"),
        ("bid 0", "bid 0r 0b 0y"),
    ],
)
def test_a_bid_is_typed_as_it_comes(typed: str, meant: str) -> None:
    p = bidding()
    found = WORDS.meant(view(p, BLUE), typed)
    assert WORDS.notation(p, found) == meant


@pytest.mark.parametrize(
    "typed", ["bid", "bid x", "bid 7", "bid 130", "25", "1r 2", "bid 99r", "pay 5", "ask red", ""]
)
def test_what_is_no_bid_is_none(typed: str) -> None:
    assert WORDS.meant(view(bidding(), BLUE), typed) is None


ASKER = {"large": {"0": "R.M1"}, "passes": {"red": 1}}
HOLDER = {"phase": "gate_reply", "gate": "red", "asked": ["red"], "passes": {"red": 1}, "seat": 1}
PAYER = {"phase": "toll_answer", "gate": "red", "asked": ["red"], "passes": {"red": 1}, "price": 15}
CHOOSER = {"phase": "choose_steps", "large": {"0": "R.C6"}}
PLAYER = {"phase": "play_card", "large": {"0": "R.C2"}, "hands": {"0": ["AHEAD-5", "TRADE", "TAKE_LEAD"]}}
SELLER = {"phase": "sell_card", "large": {"0": "R.M1"}, "hands": {"0": ["BACK_10", "TRADE", "AHEAD-1"]}}
THIEF = {"phase": "steal_target", "large": {"0": "R.C2"}, "card": "STEAL_PASS"}
GIVER = {"phase": "hand_over", "large": {"0": "R.M3"}, "victim": 1, "seat": 1}


@pytest.mark.parametrize(
    ("position", "typed", "meant"),
    [
        (ASKER, "ask", "ask red"),
        (ASKER, "ask r", "ask red"),
        (HOLDER, "free", "reply free"),
        (HOLDER, "no", "reply refuse"),
        (HOLDER, "price 10", "reply price 10"),
        (HOLDER, "$10", "reply price 10"),
        (PAYER, "pay", "pay 1r 1b 0y"),
        (PAYER, "pay 1y", "pay 0r 0b 1y"),
        (PAYER, "pay 20", "pay 0r 2b 0y"),
        (CHOOSER, "steps 3", "steps 3"),
        (CHOOSER, "ahead 3", "steps 3"),
        (PLAYER, "ahead 5", "play AHEAD-5"),
        (PLAYER, "play ahead", "play AHEAD-5"),
        (PLAYER, "trade places", "play TRADE"),
        (PLAYER, "lead", "play TAKE_LEAD"),
        (SELLER, "sell back 10", "sell-card BACK_10"),
        ({"phase": "sell_pass", "large": {"0": "B.M2"}, "passes": {"blue": 0}}, "sell b", "sell-pass blue"),
        ({"phase": "victim", "large": {"0": "R.M3"}}, "from green", "victim green"),
        ({"phase": "victim", "large": {"0": "R.M3"}}, "y", "victim yellow"),
        (GIVER, "hand", "hand 0r 0b 1y"),
        (GIVER, "hand 5r", "hand 5r 0b 0y"),
        (THIEF, "green pass", "steal green"),
    ],
)
def test_short_forms_of_every_decision(position: dict[str, Any], typed: str, meant: str) -> None:
    p = table(**position)
    seen = view(p, p.seat)
    found = WORDS.meant(seen, typed)
    assert found is not None and WORDS.notation(seen, found) == meant


def test_an_amount_takes_the_fewest_chips_there_are() -> None:
    """Held against every set of chips."""
    names = GAME.words.module.names
    dice = random.Random(3)
    for _ in range(200):
        held = [dice.randint(0, 6), dice.randint(0, 5), dice.randint(0, 3)]
        dollars = 5 * dice.randint(1, 30)
        sets = [(r, b, y) for r in range(held[0] + 1) for b in range(held[1] + 1) for y in range(held[2] + 1)]
        exact = [s for s in sets if names.worth(s) == dollars]
        found = names.fewest(held, dollars)
        assert (found is None) == (not exact)
        if found is not None:
            assert found in exact and sum(found) == min(map(sum, exact))


def match_from(p: Any) -> Match:
    return Match.new("doubletrack", 4, dice=SeededDice(1), start=p)


def test_the_table_understands_short_forms_and_refuses_in_words() -> None:
    match = match_from(bidding())
    match.play(YELLOW, "bid 25")
    assert match.events[-1].text == "bid 0r 0b 1y"
    for typed, said in (
        ("bid 7", "your chips do not make exactly $7; the nearest they make: $5, $10 (DBT-SET-10)"),
        ("bid 200", "the nearest they make: $125"),
        ("bid 6r", "You do not have these chips; you have 5 red, 5 blue and 2 yellow. (DBT-BID-2)"),
        ("bid nothing", "Who has chips must bid"),
        ("ask red", "Something else is to be decided now."),
        ("pay 5", "“pay 5” cannot be played: this is not the moment for it (DBT-TURN-1)"),
        ("sing", "names nothing that can be played here"),
    ):
        with pytest.raises(BadAction) as refused:
            match.play(BLUE, typed)
        assert said in str(refused.value)
    assert "The seller does not bid." in str(match.why_not(RED, "bid 1r 0b 0y"))


# ---------------------------------------------------------------- how things stand


def test_status_shows_what_is_public_and_ones_own() -> None:
    p = bidding()
    p.small[2] = 33
    lines = [str(line) for line in WORDS.status(view(p, BLUE), BLUE)]
    assert lines[0] == (
        "Passes: red Red (open), blue Blue (shut), yellow Yellow (shut), green Green (shut); "
        "the gates as they stand for Red."
    )
    assert lines[1] == (
        "Outside: Red on “Sell a card”, Blue on “Take the blue pass”, Yellow on “Take the yellow pass”, "
        "Green on “Take the green pass”."
    )
    assert lines[2].startswith("Inside: Yellow 33 (purple, to 42), Red START")
    assert lines[3] == (
        "Auction of Red's card, face down. Fists held out: none; still to bid: Blue, Yellow, Green."
    )
    assert lines[4].startswith("Blue holds ") and lines[4].endswith("and $125 (5 red, 5 blue and 2 yellow).")
    assert len(lines) == 5
    assert "Ahead 9" in str(WORDS.status(view(p, RED), RED)[3])


def test_status_is_the_same_whatever_is_hidden() -> None:
    stream = np.ones(1, np.uint64)
    for number, (p, _, _) in enumerate(random_game(8)):
        if number % 30 or GAME.plain.actor(p) == OVER:
            continue
        for seat in GAME.seats(p):
            seen = view(p, seat)
            other = seen.copy()
            GAME.plain.guess(other, seat, stream)
            again = view(other, seat)
            assert list(map(str, WORDS.status(seen, seat))) == list(map(str, WORDS.status(again, seat)))


def test_long_lists_of_bids_fall_into_a_few_groups() -> None:
    p = bidding()
    groups = {str(WORDS.group(p, a)) for a in legal(p)}
    assert groups == {"$5 to $25", "$30 to $50", "$55 to $75", "$80 to $100", "$105 to $125"}
    p = table(phase="gate_reply", gate="red", passes={"red": 1}, seat=1, asked=["red"])
    assert len({str(WORDS.group(p, a)) for a in legal(p)}) == 3
    assert code(p, "reply free") in legal(p)


# ---------------------------------------------------------------- reasons that name the nearest clause


def why(p: Any, seat: int, typed: str) -> str:
    """What a seat is told that types this, from what it can see."""
    seen = view(p, seat)
    action = WORDS.meant(seen, typed)
    assert action is not None, typed
    return str(GAME.why_not(seen, seat, action))


def at_the_gate(*names: str, **told: Any) -> Any:
    """Blue holds the red pass, before whose gate Red stands."""
    passes = {"red": BLUE, "blue": BLUE, "yellow": YELLOW, "green": GREEN}
    return play(table(turn=RED, large={"0": "R.M1"}, passes=passes, **told), *names)


@pytest.mark.parametrize("seat", [BLUE, YELLOW, GREEN])
def test_who_does_not_pay_is_told_whose_turn_it_is(seat: int) -> None:
    """DBT-INF-3: Red's chips are blank in the others' views; what they type can still be read."""
    p = at_the_gate("ask red", "reply price 10")
    for typed in ("pay", "pay 10", "pay 1b", "pay all"):
        assert why(p, seat, typed) == "It is for Red to decide. (DBT-TURN-1)"
    assert WORDS.absent(view(p, seat), "pay10") is None
    assert legal(view(p, seat)) == [] and legal(view(p, RED)) == legal(p)


def test_the_seller_is_told_nothing_of_others_chips() -> None:
    """DBT-SC-2, DBT-BID-1."""
    start = table(phase="sell_card", large={"0": "R.M1"}, hands={"0": ["BACK_10", "TRADE", "AHEAD-1"]})
    p = play(start, "sell-card TRADE", "bid 0r 0b 1y")
    for typed in ("bid 10", "bid $10", "bid 6r", "bid nothing", "bid all"):
        assert why(p, RED, typed) == "The seller does not bid. (DBT-SC-2)"
        assert why(p, BLUE, typed) == "You have bid; a fist is not taken back. (DBT-BID-1)"
    assert WORDS.absent(view(p, RED), "bid10") is None


@pytest.mark.parametrize(
    ("told", "price", "reason"),
    [
        ({}, "reply price 50", "That is less than the price, $50. (DBT-ASK-7)"),
        (
            {"options": {"toll_overpay": "no"}},
            "reply price 15",
            "The price must be paid exactly: $15. (DBT-ASK-7)",
        ),
        (
            {"options": {"toll_unit": "chips"}},
            "reply price 0r 0b 1y",
            "You do not have these chips; you have 3 blue. (DBT-BID-2)",
        ),
    ],
)
def test_pay_alone_says_why_a_price_cannot_be_paid(told: dict[str, Any], price: str, reason: str) -> None:
    """DBT-ASK-7."""
    p = at_the_gate("ask red", price, chips={"0": "0r 3b 0y", "1": "10r 7b 4y"}, **told)
    assert why(p, RED, "pay") == reason
    assert WORDS.meant(p, "decline") is None and code(p, "decline") == RULES.DECLINE


def test_before_the_roll_the_nearest_reason_is_given() -> None:
    """DBT-ASK-8, DBT-ASK-1, DBT-GATE-7: dice are due, but that is not why these are refused."""
    granted = at_the_gate("ask red", "reply free")
    assert granted.phase == RULES.ROLL
    asked = str(GAME.why_not(granted, RED, RULES.ASK + RED))
    assert asked == "You have asked for this gate in this turn. (DBT-ASK-8)"
    assert "(DBT-GATE-7)" in str(GAME.why_not(granted, BLUE, RULES.REFUSE))
    assert "(DBT-TURN-1)" in str(GAME.why_not(granted, GREEN, RULES.REFUSE))
    assert "(DBT-ASK-1)" in str(GAME.why_not(at_the_gate("roll"), RED, RULES.ASK + RED))


def test_while_a_holder_answers_nobody_speaks_of_the_roll() -> None:
    """DBT-ASK-8: hearing each answer before the next request."""
    p = at_the_gate("ask red")
    assert str(GAME.why_not(p, RED, RULES.ASK + RED)) == "It is for Blue to decide. (DBT-TURN-1)"


def test_nothing_is_listed_of_what_is_out_of_sight() -> None:
    """DBT-INF-2, DBT-INF-3, DBT-INF-7: whoever is to choose from it, nobody else can."""
    options = {"toll_public": "no", "counter_offers": 2, "opening_offer": "yes"}
    talks = {
        RULES.OPENING_OFFER: at_the_gate("ask red", options=options),
        RULES.TOLL_ANSWER: at_the_gate("ask red", "decline", "reply price 20", options=options),
        RULES.COUNTER_REPLY: at_the_gate(
            "ask red", "decline", "reply price 20", "counter 5", options=options
        ),
        RULES.PLAY_CARD: table(turn=RED, phase="play_card", large={"0": "R.C2"}),
        RULES.SELL_CARD: table(turn=RED, phase="sell_card", large={"0": "R.M1"}),
        RULES.BID: play(
            table(turn=RED, phase="sell_pass", large={"0": "B.M2"}, passes=ALL_RED), "sell-pass red"
        ),
        RULES.HAND_OVER: play(table(turn=RED, phase="victim", large={"0": "R.M3"}), "victim blue"),
    }
    for phase, p in talks.items():
        assert p.phase == phase
        others = [s for s in range(4) if s != p.seat and not (phase == RULES.COUNTER_REPLY and s == p.turn)]
        assert not any(legal(view(p, s)) for s in others) and legal(view(p, p.seat)) == legal(p) != []
