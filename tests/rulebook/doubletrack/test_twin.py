"""The readable rules beside fast.py, which says some of them again: the same game, step by step, without a
compiler, under every house rule that touches both, and on other boards (test_layout.py)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, OVER, UNMARKED
from parlour.rules.position import Position
from tests.rulebook.doubletrack.support import GAME, L, R

# Pairs of house rules that touch each other: where pawns go, what is asked for, named and paid.
VARIANTS: list[dict[str, Any]] = [
    {"permission_overshoot": "pass_through", "permission_test": "final"},
    {"owner_overshoot": "corner", "permission_test": "final", "ask_scope": "any"},
    {"toll_timing": "on_entry", "ask_scope": "any"},
    {"toll_timing": "on_entry", "toll_overpay": "no"},
    {"asks_per_turn": 1, "ask_scope": "any"},
    {"ask_scope": "next", "reask_same_gate": "yes"},
    {"counter_offers": 2, "opening_offer": "yes", "toll_unit": "chips", "toll_public": "no"},
    {"counter_offers": 2, "toll_overpay": "no"},
    {"counter_offers": 2, "opening_offer": "yes", "toll_unit": "chips"},
    {"change_making": "bank", "free_trading": "yes", "max_turns": 12},
    {"trade_noop_allowed": "no", "steal_unowned": "yes"},
    {"take25_chooser": "taker", "take25_inexact": "with_taker", "bid_without_red": "may_fake"},
    {"turn_direction": "counterclockwise", "purple_activation": "exact_count", "max_turns": 40},
]


class Twin:
    """A position under both texts."""

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        self.game, self.plain = game, game.plain
        self.fast = forms.plain(game.rules, fast=forms.fast_of(game.rules))
        self.p = game.new(players, options)
        self.q = self.p.copy()
        self.fast.new_game(self.q, players)
        self.out = np.zeros(self.plain.MAX_ACTIONS, np.int64)
        self.mask, self.used = np.full(self.plain.ACTIONS, 7, np.uint8), np.full(1, self.plain.ACTIONS)
        self.seen = [np.zeros(self.plain.FEATURES, np.float32) for _ in range(2)]

    def listed(self) -> list[int]:
        listed: list[int] = self.out[: int(self.plain.legal(self.p, self.out))].tolist()
        return listed

    def check(self, pick: random.Random) -> list[int]:
        """Everything that both can be asked; the legal actions."""
        p, q, fast = self.p, self.q, self.fast
        assert p.to_bytes() == q.to_bytes()
        listed = self.listed()
        for seat in self.game.seats(p):
            self.plain.observe(p, seat, self.seen[0])
            fast.observe(q, seat, self.seen[1])
            assert self.seen[0].tobytes() == self.seen[1].tobytes()
        if fast.actor(q) == CHANCE:
            odds = np.zeros_like(self.out)
            assert fast.tickets(q) == odds[: int(self.plain.weights(p, odds))].sum()
            return listed
        assert int(fast.choices(q, self.out)) == len(listed)
        for k in {0, len(listed) - 1, pick.randrange(len(listed))}:
            assert int(fast.choice(q, k, self.out)) == listed[k]
        marked = int(fast.mark(q, self.mask, self.used))
        if marked == UNMARKED:
            self.used[0] = self.plain.ACTIONS
        else:
            assert marked == len(listed)
            assert np.flatnonzero(self.mask).tolist() == sorted(listed) and self.mask.max() == 1
            assert not self.mask[self.used[0] :].any()
        return listed

    def apply(self, action: int) -> None:
        self.plain.apply(self.p, action)
        self.fast.apply(self.q, action)


def compare(players: int, seed: int, options: dict[str, Any], game: Game = GAME) -> int:
    """A random game, at most so long; the number of actions."""
    twin, pick = Twin(game, players, options), random.Random(seed)
    plain = game.plain
    for steps in range(600):
        if plain.actor(twin.p) == OVER:
            assert twin.p.to_bytes() == twin.q.to_bytes()
            return steps
        if twin.p.phase == R.BID:  # in any order
            bidder = pick.choice([s for s in range(4) if plain.may_act(twin.p, s)])
            plain.call_on(twin.p, bidder)
            twin.fast.call_on(twin.q, bidder)
        listed = twin.check(pick)
        if plain.actor(twin.p) == CHANCE:
            ticket = pick.randrange(int(plain.tickets(twin.p)))
            action = int(plain.draw(twin.p, ticket))
            assert int(twin.fast.draw(twin.q, ticket)) == action
        else:
            action = sensible(twin.p, pick, listed)
        twin.apply(action)
    return 600


def sensible(p: Position, pick: random.Random, listed: list[int]) -> int:
    """At random, but prices that can be paid and small bids: so that gates open and nobody goes broke."""
    if p.phase == R.GATE_REPLY and pick.random() < 0.8:
        return pick.choice(listed[:8])
    if p.phase == R.BID and pick.random() < 0.7:
        return min(pick.sample(listed, min(4, len(listed))))
    if p.phase == R.TOLL_ANSWER and len(listed) > 1 and pick.random() < 0.8:
        return pick.choice(listed[1:])
    return pick.choice(listed)


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_by_the_printed_rules(players: int) -> None:
    assert sum(compare(players, seed, {}) for seed in range(2)) > 240


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: ",".join(f"{k}={v}" for k, v in o.items()))
def test_random_games_by_house_rules(options: dict[str, Any]) -> None:
    assert compare(3 + len(options) % 2, 1, options) > 40


@pytest.mark.parametrize("vacant", L.COLOURS)
def test_any_colour_may_stay_out(vacant: str) -> None:
    """DBT-Q-03, DBT-SET-13."""
    assert compare(3, 3, {"vacant_colour": vacant}) > 50


def test_crowded_boards() -> None:
    """Large pawns side by side, passes and chips anywhere: ways, gates and payments are the same."""
    pick = random.Random(6)
    twin = Twin(GAME, 4, {"first_player": "red"})
    way_of = twin.fast.modules[f"{GAME.rules.__package__}.fast"]["way_of"]
    plain_way = GAME.module("tracks").way_of  # type: ignore[union-attr]
    for _ in range(400):
        p = twin.p.copy()
        first = pick.randrange(L.SPACES - 12)
        p.large[:] = pick.sample(range(first, first + 12), 4)
        p.owner[:] = [pick.choice([NOBODY, 0, 1, 2, 3]) for _ in range(4)]
        p.granted = pick.randrange(16)
        for name in ("owner_overshoot", "permission_overshoot", "permission_test"):
            setattr(p, name, pick.randrange(2))
        for total in range(2, 13):
            assert tuple(map(int, plain_way(p, total))) == tuple(map(int, way_of(p, total)))


def test_known_cards_and_what_a_victim_holds() -> None:
    """DBT-T25-1, DBT-T25-4: however many cards all know of; and with few chips there is one way to hand over
    $25, or none that is exact, as a guess at screened chips may have it."""
    pick = random.Random(7)
    ways = set()
    for number in range(150):
        twin = Twin(GAME, 4, {"first_player": "red", "take25_chooser": pick.choice(["victim", "taker"])})
        p = twin.p
        p.phase, p.turn, p.victim = R.HAND_OVER, number % 4, (number + 1 + number // 4 % 3) % 4
        p.seat = p.victim if p.take25_chooser == 0 else p.turn
        p.chips[p.victim] = [pick.randrange(4) for _ in range(3)]
        pile = [kind for kind in range(L.KINDS) for _ in range(L.DECK[kind])]
        pick.shuffle(pile)
        for seat in range(4):
            hand = sorted(pile.pop() for _ in range(3))
            known = sorted(pick.sample(hand, pick.randrange(4)))
            p.hand[seat] = hand + [R.NO_CARD] * (L.HAND - 3)
            p.known[seat] = known + [R.NO_CARD] * (L.HAND - len(known))
        p.unseen[:] = [pile.count(kind) for kind in range(L.KINDS)]
        twin.plain.derive(p)
        twin.q = p.copy()
        ways.add(min(len(twin.check(pick)), 2))
    assert ways == {1, 2}
