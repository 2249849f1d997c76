"""How actions are done by hand: what a gesture says is what the action does to the pieces."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.draw.scene import Gesture, tried
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.table import views

MOST = 160  # positions that are looked at


def _legal(game: Game, p: Position) -> list[int]:
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    return [int(code) for code in out[: game.plain.legal(p, out)]]


def _standing(game: Game, p: Position) -> Counter[tuple[int, str]]:
    return Counter((piece.seat, piece.space) for piece in game.scene.pieces(p))


def _played(game: Game, p: Position, action: int) -> Position:
    after = p.copy()
    game.plain.apply(after, action)
    return after


def _positions(game: Game, seed: int) -> list[Position]:
    """Positions of a game played at random, the later ones too."""
    chance = np.random.default_rng(seed)
    p = game.new(max(game.rules.SEATS))
    found: list[Position] = []
    while game.plain.actor(p) != OVER and len(found) < 4 * MOST:
        found.append(p)
        if game.plain.actor(p) == CHANCE:
            code = int(game.plain.draw(p, int(chance.integers(game.plain.tickets(p)))))
        else:
            code = int(chance.choice(_legal(game, p)))
        p = _played(game, p, code)
    return found[:: max(1, len(found) // MOST)]


@pytest.mark.parametrize("name", parlour.names())
def test_a_piece_leaves_where_it_is_picked_up_and_arrives_where_it_is_dropped(name: str) -> None:
    game = parlour.load(name)
    moved = touched = 0
    for p in _positions(game, 5):
        who = int(game.plain.actor(p))
        seen = p if who == CHANCE else views.view(game, p, who)
        before = _standing(game, p)
        for action in _legal(game, p)[:20]:
            gesture = game.scene.gesture(seen, action)
            if gesture is None:
                continue
            after = _standing(game, _played(game, p, action))
            for part in (gesture, *gesture.also):
                if not part.path:
                    assert part.pick == part.drop
                    touched += 1
                    continue
                moved += 1
                assert (before - after)[part.seat, part.pick] >= 1, (action, part)
                assert (after - before)[part.seat, part.drop] >= 1, (action, part)
    assert moved > 50 or touched > 50


@pytest.mark.parametrize("name", parlour.names())
def test_any_code_may_be_asked_about(name: str) -> None:
    """A refused try is explained by the actions it could have meant, none of them legal."""
    game = parlour.load(name)
    codes = range(game.plain.ACTIONS)
    spaces = game.scene.board().spaces
    for p in _positions(game, 8)[::12]:
        for action in codes if game.plain.actor(p) != CHANCE else ():
            gesture = game.scene.gesture(p, action)
            assert gesture is None or {gesture.pick, gesture.drop, *gesture.path, *gesture.onward} <= set(
                spaces
            )


def test_what_a_hand_meant() -> None:
    made = {0: ("a", "b"), 1: ("a", "c"), 2: ("b", "c"), 3: None}

    class Module:
        @staticmethod
        def gesture(p: Any, action: int) -> Gesture | None:
            ends = made[action]
            return None if ends is None else Gesture.along(0, ends)

    assert tried(Module, None, made, "a", "c") == [1]
    assert tried(Module, None, made, "a", "z") == [0, 1]
    assert tried(Module, None, made, "z", "a") == []
