"""What careful players look at: every game's considerations, on positions of random games, and exact dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.binding import bound
from parlour.bots.tuning import Workshop
from parlour.rules import forms, kit
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, ROLLS
from parlour.rules.position import Position
from parlour.table.views import view
from tests.bots.toy import careful_toy

GAMES = [("parcheesi", 4), ("pollyanna", 4), ("doubleswild", 3), ("tritrac", 2), ("doubletrack", 4)]
LONGEST = 3000  # positions of a game, of which every STRIDE-th is looked at
STRIDE = 13


# What does not come up in every random game.
RARE = {"last_pawns", "last_pieces", "complete", "threat", "unstoppable", "private_two", "building_two"}
RARE |= {"toll", "entry", "shared_two", "offered_two"}


def positions(game: Game, players: int, seed: int) -> Iterator[Position]:
    """Those of a random game, at decisions and before rolls."""
    form, p = game.plain, game.new(players)
    out, rng = np.zeros(form.MAX_ACTIONS, np.int64), np.zeros(1, np.uint64)
    kit.start_stream(rng, seed, 0)
    for _ in range(LONGEST):
        who = form.actor(p)
        if who == OVER:
            return
        yield p
        form.apply(p, form.random_action(p, who, out, rng))


def considered(game: Game, p: Position, seat: int) -> dict[str, float]:
    """One number for each consideration."""
    mine = bound(game)
    row = np.full(len(mine.considerations) + 2, 99.0, np.float32)
    mine.plain.consider(p, seat, row)
    assert (row[-2:] == 99).all()  # it wrote no further
    return {one.name: float(x) for one, x in zip(mine.considerations, row, strict=False)}


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_they_are_finite_and_leave_the_position_alone(name: str, players: int) -> None:
    game = parlour.load(name)
    seen: dict[str, set[float]] = {one.name: set() for one in bound(game).considerations}
    games = (positions(game, players, seed) for seed in (5, 6, 7))
    for i, p in enumerate(chain.from_iterable(games)):
        if i % STRIDE:
            continue
        before = p.to_bytes()
        for seat in game.seats(p):
            for key, value in considered(game, p, seat).items():
                assert np.isfinite(value), (key, value)
                assert value != 99, f"{key} was not written"
                seen[key].add(value)
        assert p.to_bytes() == before
    same = {key for key, values in seen.items() if len(values) < 2}
    assert same <= RARE, same - RARE


@pytest.mark.skipif(not forms.compiler_present(), reason="without a compiler there is one form")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_both_forms_consider_alike(name: str, players: int) -> None:
    game = parlour.load(name)
    tools = bound(game)
    rows = np.zeros((2, len(tools.considerations)), np.float32)
    compared = 0
    for p in islice(positions(game, players, seed=9), 0, None, STRIDE):
        for seat in game.seats(p):
            tools.plain.consider(p, seat, rows[0])
            tools.compiled.consider(p.pack()[0], seat, rows[1])
            assert rows[0].tolist() == pytest.approx(rows[1].tolist(), rel=1e-6), seat
            compared += 1
    assert compared > 10


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_weight_speaks_for_its_consideration(name: str, players: int) -> None:
    """Reasons say what an action is best for: a negative weight would turn the words round."""
    game = parlour.load(name)
    found = bound(game).considerations
    assert len({one.name for one in found}) == len(found)
    assert len({str(one.words) for one in found}) == len(found)
    assert all(one.weight >= 0 for one in found)
    assert bound(game).scale > 0


def test_a_view_is_considered_like_any_position_that_fits_it() -> None:
    """What is hidden does not count: the view and the world give a seat's own side the same numbers."""
    game = parlour.load("doubletrack")
    hidden = 0
    for i, p in enumerate(positions(game, 4, seed=8)):
        seat = game.plain.actor(p)
        if seat < 0 or i % 3 or p.phase == game.module("record").BID:
            continue
        seen = view(game, p, seat)
        hidden += seen.to_bytes() != p.to_bytes()
        assert considered(game, seen, seat) == considered(game, p, seat)
        for other in game.seats(p):  # and other seats' sides can be judged at all
            assert all(np.isfinite(list(considered(game, seen, other).values())))
    assert hidden > 10


# ---------------------------------------------------------------- exact dice: against all rolls, by the rules


def hunted(name: str, seed: int, find: str, most: int) -> None:
    """Of a random game: the rolls that capture, as careful.py counts them, and as the rules play them."""
    game = parlour.load(name)
    careful: Any = game.careful.module
    form, chairs = game.plain, game.chairs
    ready = game.rules.ROLL if name == "parcheesi" else game.rules.THROW
    compared = hits = missed = 0
    for p in positions(game, 4, seed):
        if p.phase != ready or compared >= most:
            continue
        hunter = int(p.turn)
        pieces = p.pawns if name == "parcheesi" else p.pieces
        for seat, piece in product(range(chairs), range(4)):
            place = int(pieces[seat, piece])
            if form.side(p, seat) != form.side(p, hunter) and careful.is_prey(p, seat, place):
                space = careful.space_of(seat, place)
                counted = int(getattr(careful, find)(p, hunter, careful.duty_of(p, hunter), space))
                for code, (a, b) in enumerate(ROLLS.tolist()):
                    if a == b and name == "parcheesi":
                        continue  # four-part moves are counted as if nothing stopped them on the way
                    told = counted >> (6 * (a - 1) + b - 1) & 1
                    assert told == counted >> (6 * (b - 1) + a - 1) & 1
                    played = can_capture(game, p, code, seat, piece)
                    assert played or not told, (a, b, seat, piece, p.to_bytes().hex())
                    hits += played
                    missed += played and not told  # another piece has to make room first
                compared += 1
    assert compared >= most
    assert hits > 10
    assert missed <= hits / 20


def can_capture(game: Game, p: Position, roll: int, seat: int, piece: int) -> bool:
    """Can the mover send this piece back with the dice of this roll, bonuses and later rolls apart?"""
    form, rules = game.plain, game.rules
    start = rules.START if game.id == "parcheesi" else rules.CORNER
    out = np.zeros(form.MAX_ACTIONS, np.int64)
    todo = [p.copy()]
    form.apply(todo[0], roll)
    mover = p.turn
    while todo:
        q = todo.pop()
        pieces = q.pawns if game.id == "parcheesi" else q.pieces
        if pieces[seat, piece] == start:
            return True
        if form.actor(q) in (CHANCE, OVER) or q.turn != mover:
            continue
        if game.id == "parcheesi" and q.phase == rules.BONUS:
            continue
        for action in out[: form.legal(q, out)].tolist():
            if game.id == "pollyanna" and (action == rules.PASS or rules.what_of(action) == rules.TEN):
                if action != rules.PASS:
                    continue
            after = q.copy()
            form.apply(after, action)
            todo.append(after)
    return False


def test_danger_in_parcheesi_is_what_the_rules_allow() -> None:
    hunted("parcheesi", 3, "rolls_that_hit", 100)


def test_danger_in_pollyanna_is_what_the_rules_allow() -> None:
    hunted("pollyanna", 4, "throws_that_hit", 60)


# ---------------------------------------------------------------- tuning


def test_a_fit_finds_the_weights_that_decided() -> None:
    """Made-up sides, of which one wins by its considerations and luck: weights and scale come back."""
    shop = Workshop(parlour.load("pollyanna"), 2)
    rng = np.random.default_rng(3)
    terms = rng.normal(size=(8000, 2, len(shop.weights)))
    true = rng.uniform(0, 1, len(shop.weights))
    first = 1 / (1 + np.exp((terms[:, 1] - terms[:, 0]) @ true))
    won = np.where(rng.random(len(first)) < first, 1.0, 0.0)
    found = shop.fit(terms, np.stack([won, 1 - won], axis=1), shop.weights)
    assert np.abs(found - true).max() < 0.2
    assert shop.scale(terms, np.stack([won, 1 - won], axis=1), 3 * true) == pytest.approx(3, rel=0.1)


def test_games_for_tuning_are_the_same_for_the_same_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    shop = Workshop(careful_toy(tmp_path), 2)
    terms, won = shop.sample(shop.weights, 1, seed=4, noise=0.2, often=0.9)
    again, _ = shop.sample(shop.weights, 1, seed=4, noise=0.2, often=0.9)
    assert len(terms) > 10
    assert (terms == again).all()
    assert (won.sum(axis=1) == 1).all()
    share, error = shop.match(shop.weights, None, 2, seed=1)
    assert (share, error) == shop.match(shop.weights, None, 2, seed=1)
    assert 0 <= share <= 1
