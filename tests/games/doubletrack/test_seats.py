"""What is seen of seats beside the board, and what is offered to them: signs, fists and sums."""

from __future__ import annotations

import math

import pytest

from parlour.draw.scene import Label, Scene, Sealed

from .support import BLUE, GAME, GREEN, RED, WORDS, YELLOW, code, legal, play, random_game, table, told, view

BIDDING = {
    "turn": 0,
    "large": {"0": "R.M2"},
    "small": {"0": 12, "1": 15, "2": 30},
    "phase": "bid",
    "sale": "lead",
    "dice": [3, 1],
    "bids": {"0": "open", "1": "open", "2": "open", "3": "open"},
}


def signs(p: object, looker: int, seat: int) -> list[tuple[str, str]]:
    return [(sign.icon, sign.short) for sign in GAME.scene.signs(view(p, looker), seat)]


def test_signs_say_passes_gates_cards_and_places_but_not_what_is_behind_a_screen() -> None:
    """DBT-INF-1, DBT-INF-2, DBT-INF-3, DBT-SET-6"""
    p = table(turn=0, small={"1": 15, "2": 30}, passes={"red": 1})
    assert signs(p, RED, RED) == [("pawn", "0"), ("card", "3"), ("chips", "$125")]
    passes = [("pass-shut", "R"), ("pass-shut", "B")]
    assert signs(p, RED, BLUE) == [("pawn", "15"), *passes, ("card", "3")]
    assert signs(p, BLUE, BLUE) == [("pawn", "15"), *passes, ("card", "3"), ("chips", "$125")]
    assert signs(p, RED, YELLOW)[0] == ("lead", "30")
    shares = [GAME.scene.signs(view(p, RED), seat)[0].share for seat in (RED, BLUE, YELLOW)]
    assert shares == [0, 17, 34]  # of 88 circles, in percent
    p = table(turn=0, large={"0": "R.M1"}, passes={"red": 1}, asked=["red"], granted=["red"])
    assert ("pass-open", "R") in signs(p, GREEN, BLUE)
    assert ("chips", "$125") in signs(table(turn=0, options={"chips_display": "all"}), RED, GREEN)


def fists(p: object, looker: int) -> list[tuple[int, str, str, int]]:
    sealed = GAME.scene.sealed(view(p, looker))
    assert isinstance(sealed, Sealed)
    return [(f.seat, f.state, str(f.text), len(f.holds)) for f in sealed.fists]


def test_fists_close_one_by_one_and_open_together() -> None:
    """DBT-BID-1, DBT-BID-7, DBT-INF-4: until then a bid is seen by its bidder alone."""
    p = play(table(**BIDDING), "bid 1r 0b 0y", "bid 0r 1b 0y")
    closed, due = ("closed", "holds out a fist", 0), ("due", "still to bid", 0)
    first, second = (int(s) for s, bid in enumerate(p.bids) if bid > 2)
    assert {f[0]: f[1:] for f in fists(p, -1)} == {
        s: closed if s in (first, second) else due for s in range(4)
    }
    own = {f[0]: f[1:] for f in fists(p, first)}
    assert own[first][1:] != closed[1:] and own[first][0] == "closed" and own[second] == closed
    p = play(p, "bid 0r 0b 1y", "bid 0r 1b 0y")
    opened = GAME.scene.sealed(view(p, -1))
    assert [f.state for f in opened.fists] == ["opened"] * 4
    assert sorted(str(f.text) for f in opened.fists) == ["$10", "$10", "$25", "$5"]
    [best] = [f.seat for f in opened.fists if f.best]
    assert str(opened.outcome) == f"{WORDS.SEAT_NAMES[best]} buys the lead."


@pytest.mark.parametrize("sale", ["card", "pass", "lead"])
def test_what_an_auction_came_to_is_told_as_in_the_log(sale: str) -> None:
    """Also when the turn is over: the seller is found again, and a tie names who gains by it."""
    if sale == "lead":
        start = table(**BIDDING)
    elif sale == "pass":
        bids = {"1": "open", "2": "open", "3": "open"}
        sells = {"large": {"0": "B.M2"}, "sale": "pass", "lot": "red", "bids": bids, "seat": 1}
        start = table(**BIDDING | sells)
    else:
        hand = {"0": ["AHEAD-5", "WORTHLESS", "BACK_10"]}
        start = table(turn=0, large={"0": "R.M1"}, dice=[3, 1], phase="sell_card", hands=hand)
        start = play(start, "sell-card WORTHLESS")
    bidders = sum(int(bid) == 1 for bid in start.bids)
    p = play(start, *["bid 1r 0b 0y"] * (bidders - 1))
    said = told(p, "bid 1r 0b 0y")
    outcome = str(GAME.scene.sealed(play(p, "bid 1r 0b 0y")).outcome)
    assert outcome.startswith("A tie: Red") and outcome in said


def test_a_gate_is_weighed_by_all_throws_and_the_sums_are_legal() -> None:
    """DBT-ASK-9: three steps from the fork 75 of 100 throws end behind it, on the fork 42."""
    p = table(turn=0, large={"0": "B.M1"}, small={"0": 12})
    assert "75 % of all throws take you behind the blue gate." in map(str, WORDS.stakes(view(p, RED), RED))
    fork = table(turn=0, large={"0": "R.T"}, passes={"red": 1})
    assert str(WORDS.stakes(fork, GREEN)[0]).startswith("42 %")
    asked = play(p, "ask blue")
    assert [WORDS.notation(asked, a) for a in WORDS.sensible(view(asked, BLUE))][:2] == [
        "reply price 5",
        "reply price 10",
    ]
    priced = play(asked, "reply price 15")
    assert [WORDS.notation(priced, a) for a in WORDS.sensible(view(priced, RED))] == [
        "pay 1r 1b 0y",
        "pay 3r 0b 0y",
    ]
    bid = table(**BIDDING, chips={"1": "1r 0b 1y", "0": "9r 10b 3y"})
    assert str(WORDS.stakes(view(bid, RED), RED)[0]) == "For you the lead is 19 circles ahead."
    assert WORDS.stakes(view(bid, YELLOW), YELLOW) == []  # who leads already
    GAME.plain.call_on(bid, BLUE)
    assert [WORDS.notation(bid, a) for a in WORDS.sensible(view(bid, BLUE))] == [
        "bid 1r 0b 0y",
        "bid 0r 0b 1y",
    ]


def test_no_seat_sees_more_than_its_view_and_no_sum_is_refused() -> None:
    """Whole random games under random house rules: every sensible action is legal."""
    for number, (p, _, _) in enumerate(random_game(5)):
        if GAME.plain.actor(p) < 0 or number % 7:
            continue
        seen = view(p, int(GAME.plain.actor(p)))
        assert set(WORDS.sensible(seen)) <= set(legal(p))


def test_pawns_stand_beside_the_words_of_their_space() -> None:
    """A large pawn's outline and the letters of its space have no point in common."""
    scene: Scene = GAME.scene.board()
    labels = [o for o in scene.over if isinstance(o, Label) and o.at and o.style in ("number", "order")]
    for space in scene.spaces.values():
        if not space.id.startswith("outside-"):
            continue
        [(x, y, size)] = space.stand(1, scene.piece)
        for label in labels:
            assert label.at
            along = math.radians(label.angle)
            u = (label.at[0] - x) * math.cos(along) + (label.at[1] - y) * math.sin(along)
            v = (label.at[1] - y) * math.cos(along) - (label.at[0] - x) * math.sin(along)
            letter = 0.34 if label.style == "number" else 0.43
            wide, high = label.size * letter * len(str(label.text)), label.size * 0.37  # half of each
            gap = math.hypot(max(abs(u) - wide, 0), max(abs(v) - high, 0))
            assert gap > size * 0.46, (space.id, str(label.text))


def test_code_of_a_card_in_the_hand() -> None:
    """What is held is named as the action that plays it names it, so that touching it plays it."""
    p = table(
        turn=0,
        large={"0": "R.C2"},
        phase="play_card",
        hands={"0": ["AHEAD-5", "TRADE", "WORTHLESS"]},
        dice=[1, 1],
    )
    for card in (h for h in GAME.scene.held(view(p, RED), RED) if h.kind == "card"):
        assert WORDS.fields(p, code(p, f"play {card.name}"))["card"] == card.name
