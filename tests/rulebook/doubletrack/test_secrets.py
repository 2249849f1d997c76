"""What a seat may know: hide, guess and observe, and what everybody can deduce from the queue of cards."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from parlour.games.doubletrack.chips import set_of
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from tests.rulebook.doubletrack.support import GAME, L, R, both_forms, kind, lay, random_step, scratch
from tests.rulebook.harness import Form, forms, need_compiler

PLAIN = GAME.plain
TABLES: list[dict[str, Any]] = [
    {},
    {"chips_display": "all"},
    {"toll_public": "no", "ask_scope": "any"},
    {"toll_public": "no", "toll_timing": "on_entry", "ask_scope": "any", "toll_overpay": "no"},
    {"toll_public": "no", "counter_offers": 2, "opening_offer": "yes", "ask_scope": "any"},
    {"toll_public": "no", "counter_offers": 1, "opening_offer": "yes", "toll_unit": "chips"},
    {"toll_public": "no", "take25_chooser": "taker", "change_making": "players", "chips_display": "own"},
    {"toll_public": "no", "chips_display": "all", "toll_timing": "on_entry", "ask_scope": "any"},
]


def view_of(p: Position, seat: int) -> Position:
    view = p.copy()
    PLAIN.hide(view, seat)
    return view


def guess_of(view: Position, seat: int, seed: int) -> Position:
    guess = view.copy()
    PLAIN.guess(guess, seat, np.array([seed], np.uint64))
    return guess


def positions(table: dict[str, Any], players: int, steps: int, seed: int = 0) -> list[Position]:
    """Positions of random games in which small prices are named, and paid."""
    pick, out, found = random.Random(players + 10 * seed), scratch(), []
    p = GAME.new(players, table)
    while len(found) < steps:
        if PLAIN.actor(p) == OVER:
            p = GAME.new(players, table)
        if PLAIN.actor(p) >= 0 and p.phase in (R.GATE_REPLY, R.COUNTER_REPLY) and pick.random() < 0.7:
            listed = out[: int(PLAIN.legal(p, out))].tolist()
            PLAIN.apply(p, pick.choice(listed[:12]))
        elif p.phase == R.TOLL_ANSWER and pick.random() < 0.8:
            PLAIN.apply(p, out[int(PLAIN.legal(p, out)) - 1])  # pays, or makes an offer
        else:
            random_step(p, pick, out)
        if PLAIN.actor(p) != OVER:
            found.append(p.copy())
    return found


@pytest.mark.parametrize("table", TABLES, ids=lambda t: ",".join(t) or "printed")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("part", range(4))
def test_a_guess_fits_what_the_seat_knows_and_can_be_played(
    table: dict[str, Any], players: int, part: int
) -> None:
    """hide(guess(hide(p))) == hide(p): nothing a seat sees, may do, is refused or observes depends on
    what was changed behind its back (DBT-INF-1 to DBT-INF-8)."""
    out, pick = scratch(), random.Random(part)
    steps = 18 if "toll_unit" in table else 57
    for number, p in enumerate(positions(table, players, steps, part)[::3]):
        for seat in GAME.seats(p):
            view = view_of(p, seat)
            assert view_of(view, seat) == view
            guess = guess_of(view, seat, 1000 * number + seat)
            assert view_of(guess, seat) == view
            assert PLAIN.actor(guess) == PLAIN.actor(p)
            assert PLAIN.may_act(guess, seat) == PLAIN.may_act(p, seat) == PLAIN.may_act(view, seat)
            for action in (0, R.ASK + pick.randrange(4), R.PRICE + 15, pick.randrange(R.CHIPS, R.ACTIONS)):
                assert PLAIN.explain(guess, seat, action) == PLAIN.explain(p, seat, action)
                assert PLAIN.explain(view, seat, action) == PLAIN.explain(p, seat, action)
            if PLAIN.actor(p) == seat:
                mine = out[: int(PLAIN.legal(p, out))].tolist()
                assert out[: int(PLAIN.legal(guess, out))].tolist() == mine
                assert out[: int(PLAIN.legal(view, out))].tolist() == mine
            seen = [np.full(GAME.rules.FEATURES, np.nan) for _ in range(3)]
            for features, position in zip(seen, (p, view, guess), strict=True):
                PLAIN.observe(position, seat, features)
            assert np.isfinite(seen[0]).all()
            assert np.array_equal(seen[0], seen[1]) and np.array_equal(seen[0], seen[2])
            hands = sorted(k for k in guess.hand.ravel().tolist() if k != R.NO_CARD)
            assert R.UNKNOWN not in hands and int(guess.unseen.sum()) == guess.top
            for _ in range(12):  # it is a position like any other
                if PLAIN.actor(guess) == OVER:
                    break
                random_step(guess, pick, out)
            guess.pack()


def test_a_seat_cannot_place_what_it_has_not_seen() -> None:
    """DBT-INF-2, DBT-INF-5, DBT-INF-6: of the deck it has seen its own cards, those played and lying in the
    queue or drawn from it again, and the card on the table unless another seat sells it."""
    first, known = GAME.rules.FEATURE_NAMES.index("unplaced_card_0"), 0
    for p in [*positions({}, 3, 600), *positions({}, 4, 1800)][::4]:
        on_table = p.phase in (R.TRADE_TARGET, R.STEAL_TARGET)
        sold = p.phase == R.BID and p.sale == R.CARD_SALE
        for seat in GAME.seats(p):
            others = [s for s in GAME.seats(p) if s != seat]
            placed = [*p.hand[seat].tolist(), *p.queue.tolist(), *p.known[others].ravel().tolist()]
            placed += [p.card] if on_table or (sold and seat == p.turn) else []
            left = L.DECK - np.bincount([k for k in placed if k != R.NO_CARD], minlength=L.KINDS)
            features = np.zeros(GAME.rules.FEATURES, np.float32)
            PLAIN.observe(p, seat, features)
            assert features[first : first + L.KINDS] == pytest.approx(left / L.HAND)
            known += int((p.known[others] != R.NO_CARD).sum())
    assert known > 0


@pytest.mark.parametrize("players", [3, 4])
def test_chips_are_known_to_a_perfect_memory(players: int) -> None:
    """DBT-INF-3, DBT-INF-7: every chip moves in the open, so a view's account of others is exact."""
    for p in positions({}, players, 300)[::5]:
        for seat in GAME.seats(p):
            view = view_of(p, seat)
            for other in GAME.seats(p):
                if other != seat:
                    assert view.chips[other].tolist() == [R.UNKNOWN] * 3
                    assert view.ledger[other].tolist() == p.chips[other].tolist()
            assert guess_of(view, seat, 7).chips.tolist() == p.chips.tolist()


@both_forms
def test_whispered_tolls(form: Form) -> None:
    """DBT-ASK-11: with toll_public=no only asker and holder know price and payment."""
    options = {"toll_public": "no"}
    play = lay(form, passes={"red": "B"}, options=options).go("ask red", "price 35")
    views = [view_of(play.p, seat) for seat in range(4)]
    assert [v.price for v in views] == [35, 35, R.UNKNOWN_SUM, R.UNKNOWN_SUM]
    play.go("pay 1b 1y")
    views = [view_of(play.p, seat) for seat in range(4)]
    assert views[0].ledger[1].tolist() == [5, 6, 3]  # Red knows Blue's chips
    assert views[1].ledger[0].tolist() == [5, 4, 1]  # and Blue Red's
    assert views[2].ledger[0].tolist() == views[2].ledger[1].tolist() == [5, 5, 2]  # Yellow saw nothing
    whispers = [int(v.whispered[0, 1].sum()) for v in views]
    assert whispers[0] == whispers[1] == 2 and whispers[2:] == [0, 0]  # two chips, of which they know
    play.go("roll 2")  # R.S2, and the turn is over
    guesses = {tuple(guess_of(views[2], 2, seed).chips.sum(axis=0).tolist()) for seed in range(20)}
    assert guesses == {(20, 20, 8)}


@both_forms
def test_a_whispered_toll_that_is_still_to_be_paid(form: Form) -> None:
    """DBT-ASK-11, DBT-Q-12: promised for the entry, it is known to asker and holder alone; that the gate is
    granted everybody knows. Where tolls are public so is the promise."""
    for public, others in (("no", R.UNKNOWN_SUM), ("yes", None)):
        options = {"toll_public": public, "toll_timing": "on_entry"}
        play = lay(form, passes={"red": "B"}, options=options).go("ask red", "price 35", "pay 1b 1y")
        due = int(play.p.tolls[0])
        assert due not in (R.NO_SUM, R.UNKNOWN_SUM)
        views = [view_of(play.p, seat) for seat in range(4)]
        assert [int(v.tolls[0]) for v in views] == [due, due, *[due if others is None else others] * 2]
        assert {int(v.granted) for v in views} == {int(play.p.granted)}
    options = {"toll_public": "no"}  # paid at once: nothing is due, and nothing hides it
    play = lay(form, passes={"red": "B"}, options=options).go("ask red", "price 35", "pay 1b 1y")
    assert [int(view_of(play.p, seat).tolls[0]) for seat in range(4)] == [R.NO_SUM] * 4


def test_a_guess_lets_the_mover_keep_his_word() -> None:
    """DBT-ASK-11, DBT-Q-15: Red has nothing that Yellow knows of, but Blue has whispered him a chip, and
    now he makes an offer. So he holds something that somebody gave: Blue, who has blue chips only."""
    options = {"toll_public": "no", "opening_offer": "yes"}
    passes = {"blue": "R", "red": "B"}
    chips = {"R": "", "B": "4b", "Y": "1r", "G": "1r"}
    play = lay(forms(GAME)[0], turn="B", passes=passes, chips=chips, options=options)
    play.go("ask blue", "offer 10", "accept", "pay 1b", "roll 2", "roll 2", "roll 2", "ask red", "offer 10")
    view = view_of(play.p, 2)
    assert view.ledger[:2].tolist() == [[0, 0, 0], [0, 4, 0]]
    for seed in range(20):
        guess = guess_of(view, 2, seed)
        assert guess.chips.tolist() == [[0, 1, 0], [0, 3, 0], [1, 0, 0], [1, 0, 0]]
        assert view_of(guess, 2) == view


def test_nobody_is_asked_for_chips_in_a_way_that_tells() -> None:
    """toll_public=no: a victim is asked also when he has no choice, since not asking would tell."""
    plain = forms(GAME)[0]
    at = {"chips": {"B": "1y"}}
    lay(plain, **at).go("roll 9", "victim blue").check({"turn": "B"})
    play = lay(plain, **at, options={"toll_public": "no"}).go("roll 9", "victim blue")
    play.check({"decides": "B", "legal": ["chips 1y"]})
    play = lay(plain, chips={"B": "3b"}, options={"toll_public": "no"}).go("roll 9", "victim blue")
    play.check({"legal": ["chips 2b"], "refuses": {"B hand 3b": "TAKE_FIXED", "B hand 1r": "NOT_HELD"}})


# ---------------------------------------------------------------- the queue


def late(unseen: list[str], hands: dict[str, str], **more: Any) -> Any:
    """A position in which only these cards of the pile have never been seen; the others were played."""
    play = lay(forms(GAME)[0], hands=hands, **more)
    p = play.p
    left = [k for k, n in enumerate(p.unseen.tolist()) for _ in range(n)]
    for name in unseen:
        left.remove(kind(name))
    p.queue[: len(left)] = left
    p.top = len(unseen)
    p.unseen[:] = np.bincount([kind(n) for n in unseen], minlength=L.KINDS)
    GAME.plain.derive(p)
    return play


def test_a_card_drawn_from_the_queue_is_public() -> None:
    """DBT-INF-5, DBT-PLAY-2: no chance any more; what is drawn is the first card ever played."""
    play = late([], {"R": "AHEAD-6 AHEAD-9 WORTHLESS"}, passes={"red": "B"})
    first, second = play.queue()[:2]
    play.go("roll 2", "play AHEAD-6")
    assert play.p.turn == 1 and play.queue()[0] == second and play.queue()[-1] == "AHEAD-6"
    assert sorted(play.hand("R")) == sorted([first, "AHEAD-9", "WORTHLESS"])
    assert play.p.known[0].tolist() == [kind(first), R.NO_CARD, R.NO_CARD]
    view = view_of(play.p, 2)
    assert view.hand[0].tolist() == [R.UNKNOWN] * 3 and view.known[0, 0] == kind(first)
    for seed in range(30):
        assert kind(first) in guess_of(view, 2, seed).hand[0].tolist()
    play.go("roll 2", "roll 2", "roll 2", "roll 3", f"play {first}")  # played again: no longer known
    if play.phase == "TRADE_TARGET":
        play.go("trade blue")
    assert play.p.known[0].tolist() == [kind(second), R.NO_CARD, R.NO_CARD]


def test_the_last_unseen_card_is_drawn_before_the_queue() -> None:
    """DBT-PLAY-2, DBT-Q-28: it lies on top of those that were played."""
    play = late(["AHEAD-2"], {"R": "AHEAD-6 AHEAD-9 WORTHLESS"}, passes={"red": "B"})
    first = play.queue()[0]
    play.go("roll 2", "play AHEAD-6").check({"phase": "DRAW"})
    play.go("draw AHEAD-2").check(
        {"hand": {"R": "WORTHLESS AHEAD-2 AHEAD-9"}, "bottom": "AHEAD-6", "turn": "B"}
    )
    assert play.queue()[0] == first


def test_a_card_played_that_was_not_the_known_one_leaves_it_known() -> None:
    play = late([], {"R": "AHEAD-6 AHEAD-9 WORTHLESS"}, passes={"red": "B"})
    first, second = play.queue()[:2]
    play.go("roll 2", "play AHEAD-6", "roll 2", "roll 2", "roll 2", "roll 3", "play AHEAD-9")
    assert sorted(k for k in play.p.known[0].tolist() if k != R.NO_CARD) == sorted(
        [kind(first), kind(second)]
    )


# ---------------------------------------------------------------- the right probabilities


def enumerated(view: Position, seat: int) -> dict[tuple[Any, ...], float]:
    """Every way the cards can lie, by permuting all those that the seat cannot place: how likely is
    each combination of hands and the card on offer?"""
    pool = [k for k, n in enumerate(view.unseen.tolist()) for _ in range(n)]
    others = [s for s in GAME.seats(view) if s != seat]
    chances: Counter[tuple[Any, ...]] = Counter()
    orders = list(itertools.permutations(range(len(pool))))
    for order in orders:
        cards = [pool[i] for i in order]
        hands = []
        for s in others:
            known = [k for k in view.known[s].tolist() if k != R.NO_CARD]
            size = sum(k != R.NO_CARD for k in view.hand[s].tolist())
            size += view.card == R.UNKNOWN and s == view.turn
            hands.append(known + [cards.pop() for _ in range(size - len(known))])
        if view.card != R.UNKNOWN:
            chances[tuple(tuple(sorted(h)) for h in hands)] += 1.0
            continue
        seller = others.index(view.turn)
        for i, offered in enumerate(hands[seller]):  # any of his cards may be the one
            rest = hands[seller][:i] + hands[seller][i + 1 :]
            shown = [tuple(sorted(rest if j == seller else h)) for j, h in enumerate(hands)]
            chances[(*shown, offered)] += 1 / len(hands[seller])
    return {key: n / len(orders) for key, n in chances.items()}


def sampled(view: Position, seat: int, samples: int) -> Counter[tuple[Any, ...]]:
    stream = np.array([2026], np.uint64)
    found: Counter[tuple[Any, ...]] = Counter()
    for _ in range(samples):
        guess = view.copy()
        PLAIN.guess(guess, seat, stream)
        hands = [
            tuple(k for k in guess.hand[s].tolist() if k != R.NO_CARD) for s in GAME.seats(view) if s != seat
        ]
        found[(*hands, guess.card) if view.card == R.UNKNOWN else tuple(hands)] += 1
    return found


def knows(play: Any, **cards: str) -> None:
    """Let everybody know some cards of a hand."""
    for letter, words in cards.items():
        seat = "RBYG".index(letter)
        known = sorted(kind(w) for w in words.split())
        play.p.known[seat] = known + [R.NO_CARD] * (3 - len(known))


@pytest.mark.parametrize("sale", [False, True])
def test_a_guess_has_the_right_probabilities(sale: bool) -> None:
    """Late in a three-player game: two cards in the pile, one or two in each hand unknown, copies of one
    kind among them. Compared with all the ways in which the cards can lie."""
    hands = {
        "R": "AHEAD-6 AHEAD-9 TRADE",
        "B": "AHEAD-6 WORTHLESS AHEAD-1",
        "Y": "AHEAD-1 AHEAD-2 STEAL_PASS",
    }
    play = late(["AHEAD-2", "WORTHLESS"], hands, players=3)
    knows(play, R="TRADE", B="AHEAD-6 WORTHLESS", Y="AHEAD-2 STEAL_PASS")
    if sale:
        play.go("roll 7", "sell-card AHEAD-9")
    view = view_of(play.p, 1)
    expected = enumerated(view, 1)
    assert sum(expected.values()) == pytest.approx(1) and len(expected) > 10
    samples = 4000
    found = sampled(view, 1, samples)
    assert set(found) <= set(expected)
    chi = sum((found[key] - samples * share) ** 2 / (samples * share) for key, share in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 4.5 * math.sqrt(2 * freedom)


def test_a_guess_gives_a_fist_any_legal_bid() -> None:
    """Of somebody with two chips: three bids, all alike."""
    play = lay(forms(GAME)[0], hands={"R": "WORTHLESS"}, chips={"Y": "1r 1y"})
    play.go("roll 7", "sell-card WORTHLESS", "bid Y 1y")
    view = view_of(play.p, 1)
    found = Counter(int(guess_of(view, 1, seed).bids[2]) for seed in range(600))
    assert len(found) == 3 and min(found.values()) > 150
    assert {b - R.FIRST_BID for b in found} == {1, set_of(1, 0, 0), set_of(1, 0, 1)}


def test_both_forms_guess_and_hide_alike() -> None:
    need_compiler(GAME)
    fast = GAME.compiled
    for table in (TABLES[0], TABLES[3]):
        for p in positions(table, 4, 120)[::10]:
            for seat in range(4):
                slots = p.pack()
                fast.hide(slots[0], seat)
                view = view_of(p, seat)
                assert slots.tobytes() == view.to_bytes()
                fast.guess(slots[0], seat, np.array([5], np.uint64))
                assert slots.tobytes() == guess_of(view, seat, 5).to_bytes()
