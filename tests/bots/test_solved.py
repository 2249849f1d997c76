"""Positions whose exact values are known, and what the program that found them is held to."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.exact import known
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.table import views
from parlour.table.naming import legal_codes

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
GATES = ["d1d/F", "a4u/F", "a1d/B", "d4u/B"]  # of rhombus4: any three of them are a seal
GAMES = ["parcheesi", "pollyanna", "doubleswild", "tritrac", "doubletrack"]
pytestmark = pytest.mark.skipif(not BENCHMARKS.exists(), reason="a package without its benchmarks")


@pytest.fixture(scope="module", autouse=True)
def beside_the_benchmarks() -> Iterator[None]:
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))


def rows(game: Game) -> list[Any]:
    found: list[Any] = importlib.import_module("solved.rows").read(game)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_has_its_value(name: str) -> None:
    game = parlour.load(name)
    found = rows(game)
    assert len(found) > 30
    for row in found:
        seen = views.view(game, row.position, row.seat)
        assert game.plain.actor(seen) == row.seat
        assert sorted(row.values) == sorted(legal_codes(game, seen))
        assert all(0 <= value <= 1 for value in row.values.values())
        assert row.best > min(row.values.values())


def brute(game: Game, p: Position, seat: int) -> dict[int, float]:
    """What each action is worth to the seat: every position that can follow is listed by the plain rules, and
    all are swept over until nothing changes. Nothing of the solver is in it."""
    plain = game.plain
    out, odds = np.zeros(plain.MAX_ACTIONS, np.int64), np.zeros(plain.MAX_ACTIONS, np.int64)
    worth: dict[bytes, float] = {}
    ways: dict[bytes, tuple[int, list[float], list[bytes]]] = {}

    def then(q: Position, action: int) -> Position:
        after = q.copy()
        plain.apply(after, action)
        return after

    waiting = [p]
    while waiting:
        q = waiting.pop()
        key = q.to_bytes()
        if key in worth:
            continue
        who = int(plain.actor(q))
        worth[key] = float(plain.payoff(q, seat)) if who == OVER else 0.5
        if who == OVER:
            continue
        actions = out[: plain.legal(q, out)].tolist()
        share = [1.0] * len(actions)
        if who == CHANCE:
            plain.weights(q, odds)
            share = (odds[: len(actions)] / odds[: len(actions)].sum()).tolist()
        after = [then(q, action) for action in actions]
        ways[key] = who, share, [one.to_bytes() for one in after]
        waiting += after
    for _ in range(200):
        before = dict(worth)
        for key, (who, share, after_all) in ways.items():
            found = [worth[one] for one in after_all]
            if who == CHANCE:
                worth[key] = float(np.dot(share, found))
            else:
                worth[key] = max(found) if who == seat else min(found)
        if all(abs(worth[key] - before[key]) < 1e-12 for key in ways):
            break
    return {action: worth[then(p, action).to_bytes()] for action in legal_codes(game, p)}


def test_values_of_small_endgames_are_those_of_going_through_everything() -> None:
    """The last rows of Pollyanna, by plain rules alone."""
    game = parlour.load("pollyanna")

    def left(row: Any) -> int:
        pieces = np.array(row.position.pieces)[[0, 2]]
        return int((game.rules.HOME - pieces).sum())

    smallest = sorted(rows(game), key=left)[:12]
    for row in smallest:
        found = brute(game, row.position, row.seat)
        for action, value in row.values.items():
            assert found[action] == pytest.approx(value, abs=2e-6)


def test_parcheesi_with_one_pawn_each_is_as_its_table_says() -> None:
    """Rows of the larger endgame in which an action brings a second pawn HOME."""
    game = parlour.load("parcheesi")
    exact: Any = game.exact.module
    compared = 0
    for row in rows(game):
        for action, value in row.values.items():
            after = row.position.copy()
            game.plain.apply(after, action)
            if game.plain.actor(after) != OVER and exact.LAST.is_solved(after):
                found = exact.known(after)
                chance = found.chance if int(after.turn) == row.seat else 1 - found.chance
                assert chance == pytest.approx(value, abs=2e-6)
                compared += 1
    assert compared > 10


def test_throws_of_a_battle_are_those_of_its_solution() -> None:
    game = parlour.load("doubleswild")
    battles = [row for row in rows(game) if row.about == "the throws of a battle"]
    for row in battles[:20]:
        found = known(game, row.position, row.seat)
        assert found is not None
        assert row.values == pytest.approx(dict(found.values), abs=2e-6)


def test_a_last_turn_without_battles_is_worth_what_its_ends_are() -> None:
    """Rows in which the square is to be picked: every pick that ends the turn ends the game."""
    game = parlour.load("doubleswild")
    compared = 0
    for row in rows(game):
        for action, value in row.values.items() if row.about == "the last turn" else ():
            after = row.position.copy()
            game.plain.apply(after, action)
            if game.plain.actor(after) == OVER:
                assert value == game.plain.payoff(after, row.seat)
                compared += 1
            elif after.tiebreak:
                assert value == 0.5
    assert compared > 10


def test_wins_and_losses_of_late_positions_are_played_out() -> None:
    """Of Tri-Trac's: what loses is answered by a win, and what draws by none."""
    game = parlour.load("tritrac")
    lost = won = 0
    for row in rows(game)[:12]:
        ordered = sorted(row.values, key=lambda action: row.values[action])
        for action in (ordered[0], ordered[-1]):
            after = row.position.copy()
            game.plain.apply(after, action)
            value = row.values[action]
            if value == 0:
                assert any(ends_won(game, after, answer) for answer in legal_codes(game, after))
                lost += 1
            elif value == 1 and game.plain.actor(after) == OVER:
                assert game.plain.payoff(after, row.seat) == 1
                won += 1
            elif value == 0.5 and game.plain.actor(after) != OVER:
                assert not any(ends_won(game, after, answer) for answer in legal_codes(game, after))
    assert lost > 5


def ends_won(game: Game, p: Position, action: int) -> bool:
    """Does this action win at once for whoever makes it?"""
    seat, after = int(game.plain.actor(p)), p.copy()
    game.plain.apply(after, action)
    return bool(game.plain.actor(after) == OVER and game.plain.payoff(after, seat) == 1)


def test_a_perfect_player_loses_nothing_and_another_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure itself, on one game: by the values it is 0, by chance it is the mean loss."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    perfection = importlib.import_module("perfection")
    game = parlour.load("doubleswild")
    battles = [row for row in rows(game) if row.about == "the throws of a battle"][:20]
    (exact,) = perfection.measured(game, "exact", battles, 1).values()
    assert exact.loss == pytest.approx(0, abs=1e-6) and exact.best == 1
    (chance,) = perfection.measured(game, "random", battles, 30).values()
    mean = np.mean([np.mean([row.loss(action) for action in row.values]) for row in battles])
    assert chance.loss == pytest.approx(100 * mean, rel=0.3)


def test_every_game_has_a_maker_of_its_rows() -> None:
    assert sorted(importlib.import_module("perfection").MAKERS) == sorted(parlour.names())


def test_a_wall_that_leaves_no_track_is_a_seal() -> None:
    """How many cells a track of Tri-Trac misses, beside the rules' own test of a seal (TRI-Q-22)."""
    walls = importlib.import_module("solved.walls")
    game = parlour.load("tritrac", "rhombus4")
    layout = game.module("layout")
    sealed = game.plain.modules[f"{game.rules.__package__}.tracks"]["sealed"]
    gates = [
        3 * layout.CELL_NAMES.index(cell) + "HBF".index(way) for cell, way in (g.split("/") for g in GATES)
    ]
    others = layout.PLACE_OF_WAY.tolist()[::7]
    shut = open_ones = 0
    for laid in [*combinations(gates, 3), *combinations(gates + others[:5], 3)]:
        if len({place // 3 for place in laid}) < 3:
            continue
        p = game.new()
        p.own[1] = sum(1 << place // 3 for place in laid)
        plain = np.full(layout.CELLS, -1)
        for place in laid:
            plain[place // 3] = place % 3
        p.plain[:] = [
            sum(1 << cell for cell in range(layout.CELLS) if plain[cell] == way) for way in range(3)
        ]
        missing = walls.cells_missing(
            layout.BEYOND,
            layout.FITS,
            layout.ARROW,
            layout.RIB,
            plain,
            np.zeros(layout.PLACES, np.int64),
            np.zeros((2, 3 * layout.PLACES), np.int64),
        )
        assert (missing == walls.SHUT) == bool(sealed(p, 0))
        shut, open_ones = shut + (missing == walls.SHUT), open_ones + (missing < walls.SHUT)
    assert shut >= 4 and open_ones > 10


def test_nothing_is_missing_but_what_is_not_laid() -> None:
    """The shortest track of rhombus4 has seven tiles (TRI-GEO-4); each of them that lies there saves one."""
    walls = importlib.import_module("solved.walls")
    layout = parlour.load("tritrac", "rhombus4").module("layout")

    def missing(laid: dict[int, int]) -> int:
        plain = np.array([laid.get(cell, -1) for cell in range(layout.CELLS)])
        rooms = np.zeros(layout.PLACES, np.int64), np.zeros((2, 3 * layout.PLACES), np.int64)
        ends = layout.ARROW, layout.RIB
        return int(walls.cells_missing(layout.BEYOND, layout.FITS, *ends, plain, *rooms))

    assert missing({}) == 7
    saved = {
        (place // 3, place % 3)
        for place in layout.PLACE_OF_WAY.tolist()
        if missing({place // 3: place % 3}) == 6
    }
    assert len(saved) >= 7
