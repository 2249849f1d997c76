"""Tri-Trac on its five boards, and random games on them, for the tests beside this file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import parlour
from parlour.games import boards
from parlour.rules.game import Game
from parlour.rules.kit import OVER
from parlour.rules.position import Position

USUAL = parlour.load("tritrac")
GAMES = {name: parlour.load("tritrac", name) for name in boards(USUAL.folder)}
GAME = GAMES["rhombus4"]  # on which the positions of these tests are
LAYOUT, RECORD = (GAME.module(file) for file in ("layout", "record"))

# The seven tiles between D1 and L0 on rhombus4 (specification 4.3).
COLUMN = ["a4u/B", "a3d/F", "a3u/F", "a2d/F", "a2u/F", "a1d/F", "a1u/F"]


def table(tiles: str, **more: Any) -> Position:
    """A position on rhombus4, tiles written side by side."""
    built: Position = GAME.position.build({"tiles": tiles.split()} | more)
    return built


def legal(game: Game, p: Position) -> list[int]:
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: game.plain.legal(p, out)]]


def random_options(dice: random.Random) -> dict[str, Any]:
    """About half of the house rules."""
    options: dict[str, Any] = {}
    for option in GAME.options:
        if dice.random() < 0.5:
            options[option.name] = dice.choice(option.choices) if option.choices else dice.randint(1, 150)
    return options


def random_game(game: Game, seed: int) -> Iterator[tuple[Position, list[int], int, Position]]:
    """A random game under random house rules: position, legal actions, the one chosen, what followed."""
    dice = random.Random(seed)
    p = game.new(2, random_options(dice))
    while game.plain.actor(p) != OVER:
        actions = legal(game, p)
        action = dice.choice(actions)
        after = p.copy()
        game.plain.apply(after, action)
        yield p, actions, action, after
        p = after


def code(game: Game, p: Position, name: str) -> int:
    """The action of this name, legal or not."""
    return next(a for a in range(game.rules.ACTIONS) if game.words.notation(p, a) == name)


def play(p: Position, *names: str) -> Position:
    """Play these actions on rhombus4, each of which must be legal."""
    for name in names:
        GAME.plain.apply(p, next(a for a in legal(GAME, p) if GAME.words.notation(p, a) == name))
    return p
