"""Closed fists: what is bid is drawn from a mixture that others cannot make much of."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from parlour.bots import make
from parlour.bots.binding import bound
from parlour.games.doubletrack.chips import worth_of
from parlour.games.doubletrack.record import CHIPS

from .support import GAME, Position, legal, random_game, view

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "auctions.py"
pytestmark = pytest.mark.skipif(not BENCHMARK.exists(), reason="a package without its benchmarks")
AUCTIONS = runpy.run_path(str(BENCHMARK)) if BENCHMARK.exists() else {}


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def paid(action: int) -> int:
    """The dollars in a bid."""
    return int(worth_of(action - CHIPS))


def mixed(p: Position) -> dict[int, int]:
    """The bids of whoever is to act, and their odds."""
    out, odds = (np.zeros(GAME.plain.MAX_ACTIONS, np.int64) for _ in range(2))
    count = bound(GAME).plain.mixture(view(p, int(p.seat)), out, odds)
    return dict(zip(out[:count].tolist(), odds[:count].tolist(), strict=True))


@pytest.mark.parametrize("sale", ["pass", "lead"])
def test_little_is_gained_by_another_bid(sale: str) -> None:
    """Solved by itself from what every combination of bids comes to, the auction has an equilibrium; against
    the bots' bids hardly more can be gained than against that, and less than against bids at random."""
    p = AUCTIONS["auction"](sale, ("6r 1b 0y", "2r 1b 0y"), (30, 28, 31))
    bidders = (0, 1, 2) if sale == "lead" else (1, 2)
    bids = [AUCTIONS["bids_of"](p, seat) for seat in bidders]
    worth = AUCTIONS["worth"](p, bidders, bids)
    mixes = [AUCTIONS["asked"]("careful", p, seat, own, 10) for seat, own in zip(bidders, bids, strict=True)]
    random = [np.full(len(own), 1 / len(own)) for own in bids]
    gained = AUCTIONS["gains"](worth, mixes).max()
    assert gained < 0.015
    assert gained < AUCTIONS["gains"](worth, random).max()


def test_bids_differ_by_the_seed_alone() -> None:
    p = AUCTIONS["auction"]("pass", ("4r 1b 0y", "4r 1b 0y"), (30, 28, 31))
    bot, seen = make("careful", GAME), view(p, 1)
    made = [bot.think(seen, 1, seconds=None, seed=seed).action for seed in range(10)]
    assert len(set(made)) > 1
    assert made == [bot.think(seen, 1, seconds=None, seed=seed).action for seed in range(10)]


def test_who_is_rash_bids_more_by_the_same_seed() -> None:
    p = AUCTIONS["auction"]("pass", ("4r 1b 0y", "4r 1b 0y"), (30, 28, 31))
    seen, most = view(p, 1), max(map(paid, legal(p)))

    def bids(rash: float) -> list[int]:
        bot = make(f"careful:rash={rash}", GAME)
        return [paid(bot.think(seen, 1, seconds=None, seed=seed).action) for seed in range(10)]

    calm, bold, reckless = bids(0), bids(0.5), bids(0.99)
    assert all(a <= b <= c <= most for a, b, c in zip(calm, bold, reckless, strict=True))
    assert sum(calm) < sum(bold) < sum(reckless)


def test_what_is_mixed_are_legal_bids_and_nothing_else_is() -> None:
    """Under random house rules."""
    auctions = 0
    for p, _, _ in random_game(5):
        if int(GAME.plain.actor(p)) < 0:
            continue
        found = mixed(p)
        assert set(found) <= set(legal(p))
        assert bool(found) == (p.phase == GAME.module("record").BID)
        if found:
            auctions += 1
            assert min(found.values()) >= 0 < sum(found.values())
        if auctions == 4:
            return
    raise AssertionError("too few auctions")
