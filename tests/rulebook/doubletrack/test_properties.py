"""What must hold in every position of every game (specification, part 3.5), whatever the house rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from parlour.games.doubletrack.chips import count_of, worth_of
from parlour.rules import forms
from parlour.rules.kit import CHANCE, NOBODY, OVER
from parlour.rules.position import Position
from tests.rulebook.doubletrack.support import GAME, L, R, random_step, scratch

PLAIN = GAME.plain
FAST = forms.plain(GAME.rules, fast=forms.fast_of(GAME.rules))
# Each choice of each house rule once, and some that meet in the same place.
TABLES: list[dict[str, Any]] = [
    {},
    *(
        {o.name: c}
        for o in R.OPTIONS
        for c in o.choices[1:]
        if o.name not in ("first_player", "vacant_colour")
    ),
    {"first_player": "yellow"},
    {"vacant_colour": "red"},
    {"asks_per_turn": 2, "reask_same_gate": "yes"},
    {"counter_offers": 3, "opening_offer": "yes"},
    {"counter_offers": 2, "toll_unit": "chips", "opening_offer": "yes", "toll_public": "no"},
    {"free_trading": "yes", "change_making": "bank", "toll_timing": "on_entry", "toll_public": "no"},
    {"ask_scope": "any", "toll_timing": "on_entry", "toll_public": "no", "take25_chooser": "taker"},
    {"max_turns": 15},
]
FEW = {"toll_unit", "free_trading", "change_making"}  # slow in plain Python: thousands of chip sets to list


def names(table: dict[str, Any]) -> str:
    return ",".join(f"{k}={v}" for k, v in table.items()) or "printed"


def cards_of(p: Position) -> list[int]:
    """Every card, wherever it is."""
    cards = [k for k in [*p.hand.ravel().tolist(), *p.queue.tolist()] if k != R.NO_CARD]
    cards += [k for k, n in enumerate(p.unseen.tolist()) for _ in range(n)]
    if p.phase in (R.TRADE_TARGET, R.STEAL_TARGET) or (p.phase == R.BID and p.sale == R.CARD_SALE):
        cards.append(p.card)  # on offer, or being played
    return cards


def check(p: Position, owners: list[int]) -> None:
    """DBT-T-122. `owners` is who held each pass before."""
    seats = GAME.seats(p)
    players = len(seats)
    # Chips of every colour stay in play (DBT-SET-10); during a roll-off those bid lie on the table.
    chips = p.chips.sum(axis=0) + p.box
    if p.phase == R.BONUS_ROLL:
        for bid in p.bids.tolist():
            chips += [int(count_of(bid - R.FIRST_BID, c)) for c in range(3)] if bid >= R.FIRST_BID else 0
    assert chips.tolist() == list(L.LIMITS)
    if p.change_making != R.BANK:
        assert p.box.tolist() == [(4 - players) * n for n in (5, 5, 2)]
    # Every card is in exactly one place (DBT-PLAY-4).
    assert np.bincount(cards_of(p), minlength=L.KINDS).tolist() == L.DECK.tolist()
    again = p.copy()
    PLAIN.derive(again)
    assert again == p  # cards out of sight are counted as they move
    if p.phase in (R.ASK_OR_ROLL, R.ROLL, R.GATE_REPLY, R.TOLL_ANSWER):
        assert [(p.hand[s] != R.NO_CARD).sum() for s in seats] == [3] * players  # DBT-PLAY-3
        assert p.top + (p.queue != R.NO_CARD).sum() == 30 - 3 * players  # DBT-SET-12
    for s in seats:  # known cards are a part of what a seat holds or offers
        held = p.hand[s].tolist() + ([p.card] if p.phase == R.BID and s == p.turn else [])
        for k in p.known[s].tolist():
            assert k == R.NO_CARD or p.known[s].tolist().count(k) <= held.count(k)
        assert sorted(p.hand[s].tolist()) == p.hand[s].tolist()
    # Passes: one holder at most, and never nobody's again (DBT-P3-1).
    for before, now in zip(owners, p.owner.tolist(), strict=True):
        assert now in seats or (now == NOBODY and before == NOBODY)
    # One large pawn a space (DBT-OCC-1), one small pawn a circle but for START (DBT-IN-4).
    assert len({p.large[s] for s in seats}) == players
    circles = [p.small[s] for s in seats if p.small[s] != L.START]
    assert len(set(circles)) == len(circles)
    assert all(0 <= c <= L.HOME for c in p.small.tolist())
    assert (L.HOME in p.small.tolist()) <= (p.phase == R.FINISHED)  # DBT-WIN-1
    if p.phase not in (R.FINISHED, R.STARTER) and p.asks == 0 and p.dealt == 0:
        assert p.granted == 0 and p.asked == 0 and not p.tolls.any()  # permissions end with the turn


@pytest.mark.parametrize("table", TABLES, ids=names)
def test_every_position_of_random_games(table: dict[str, Any]) -> None:
    """DBT-T-122, and that every game ends with one share to give (DBT-WIN-1)."""
    out, pick = scratch(), random.Random(names(table))
    for players in (3, 4):
        if "vacant_colour" in table and players == 4:
            continue
        p = GAME.new(players, table)
        for _ in range(120 if FEW & set(table) else 900):
            if PLAIN.actor(p) == OVER:
                break
            owners = p.owner.tolist()
            random_step(p, pick, out)
            if p.phase != R.FINISHED:
                check(p, owners)
        p.pack()  # every number fits its field
        if PLAIN.actor(p) == OVER:
            assert sum(float(PLAIN.payoff(p, s)) for s in range(4)) == pytest.approx(1)


@pytest.mark.parametrize("table", TABLES, ids=names)
def test_what_is_counted_is_what_is_listed(table: dict[str, Any]) -> None:
    """choices and choice name the same actions as legal, in its order; explain objects to all but these."""
    out, again, pick = scratch(), scratch(), random.Random(names(table))
    p = GAME.new(3 if "vacant_colour" in table else 4, table)
    seen: dict[int, int] = {}
    for _ in range(150 if FEW & set(table) else 500):
        if PLAIN.actor(p) == OVER:
            break
        if PLAIN.actor(p) != CHANCE and seen.get(p.phase, 0) < 3:
            seen[p.phase] = seen.get(p.phase, 0) + 1
            listed = again[: int(PLAIN.legal(p, again))].tolist()
            assert len(set(listed)) == len(listed) > 0
            assert int(FAST.choices(p, out)) == len(listed)
            for k in {0, len(listed) - 1, *(pick.randrange(len(listed)) for _ in range(20))}:
                assert int(FAST.choice(p, k, out)) == listed[k]
            asked = {*range(R.CHIPS), *pick.sample(range(R.CHIPS, R.ACTIONS), 300), *listed[:400]}
            legal = {a for a in asked if PLAIN.explain(p, p.seat, a) == 0}
            assert legal == asked & set(listed)
        random_step(p, pick, out)
    assert seen


def test_rounds_of_bids_in_any_order_come_to_the_same() -> None:
    """DBT-BID-1: who commits first makes no difference."""
    pick, out = random.Random(3), scratch()
    found = 0
    p = GAME.new(4)
    while found < 12:
        if PLAIN.actor(p) == OVER:
            p = GAME.new(4)
        if p.phase == R.BID and R.SEALED not in p.bids.tolist() and max(p.bids.tolist()) == R.OPEN:
            found += 1
            bids = {}
            for seat in [s for s in range(4) if PLAIN.may_act(p, s)]:
                called = p.copy()
                PLAIN.call_on(called, seat)
                bids[seat] = int(PLAIN.choice(called, pick.randrange(int(PLAIN.choices(called, out))), out))
            ends = []
            for _ in range(3):
                order = list(bids)
                pick.shuffle(order)
                q = p.copy()
                for seat in order:
                    PLAIN.call_on(q, seat)
                    assert PLAIN.actor(q) == seat
                    PLAIN.apply(q, bids[seat])
                ends.append(q)
            assert ends[0] == ends[1] == ends[2]
        random_step(p, pick, out)


def test_what_is_tallied_is_what_happened() -> None:
    """Each count beside one made from outside: phases, codes and the table before and after."""
    pick, out, counts = random.Random(11), scratch(), Counter[str]()
    row = np.zeros(len(GAME.rules.TALLIES), np.int64)
    for players in (3, 4, 4, 4):
        p, leader = GAME.new(players), NOBODY
        while PLAIN.actor(p) != OVER:
            before = p.copy()
            action = random_step(p, pick, out)
            PLAIN.tally(before, action, row)
            if before.phase == R.ROLL:
                counts["turns"] += 1
                ahead = max(range(4), key=lambda seat: before.small[seat])
                if before.small[ahead] > 0:
                    counts["leader changes"] += leader not in (NOBODY, ahead)
                    leader = ahead
                space = int(p.large[before.turn])
                where = {"S": "in shortcuts", "C": "on corners"}.get(L.SPACE_NAMES[space][2], "between")
                counts[f"stops {where}"] += 1
                counts["takings of $25"] += int(L.ORDER[space]) == L.TAKE_MONEY
                counts["cards played"] += int(L.ORDER[space]) == L.PLAY_A_CARD
                counts["auctions of cards"] += int(L.ORDER[space]) == L.SELL_A_CARD
                counts["auctions of the lead"] += p.phase == R.BID and p.sale == R.LEAD_SALE
            if p.phase == R.BID != before.phase and p.sale == R.PASS_SALE:
                counts["auctions of passes"] += 1
            if before.phase == R.BID:
                counts["bids"] += 1
                counts["empty fists"] += action == R.CHIPS
                if p.phase != R.BID:  # all fists are open
                    fists = [b - R.FIRST_BID for b in p.bids.tolist() if b >= R.FIRST_BID]
                    worth = sorted(int(worth_of(fist)) for fist in fists)
                    counts["tied auctions"] += worth[-1] == worth[-2]
            if before.phase == R.GATE_REPLY:
                counts["requests"] += 1
                counts["free entries"] += action == R.FREE
                counts["refusals"] += action == R.REFUSE
            counts["tolls paid"] += before.phase == R.TOLL_ANSWER and action != R.DECLINE
    names = GAME.rules.TALLIES
    assert {name: counts[name] for name in names} == dict(zip(names, row.tolist(), strict=True))
    assert min(counts[name] for name in ("turns", "leader changes", "bids", "empty fists", "tolls paid")) > 0
