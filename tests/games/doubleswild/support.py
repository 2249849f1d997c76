"""Random tables of Doubles Wild for the tests beside this file, and tables told in a few words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import parlour
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position

GAME = parlour.load("doubleswild")
RULES = GAME.rules


def random_options(dice: random.Random, players: int) -> dict[str, Any]:
    """About half of the house rules, each with a choice that suits the number of players."""
    options: dict[str, Any] = {}
    for option in GAME.options:
        if dice.random() < 0.5:
            continue
        if option.choices:
            fitting = [c for c in option.choices if players in option.players.get(c, (players,))]
            options[option.name] = dice.choice(fitting)
        else:
            options[option.name] = dice.randint(0, 2)
    return options


def legal(p: Position) -> list[int]:
    out = np.zeros(GAME.plain.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: GAME.plain.legal(p, out)]]


def random_game(seed: int) -> Iterator[tuple[Position, list[int], int, Position]]:
    """A random game under random house rules: position, legal actions, the one chosen, what followed.

    Equal dice come more often than they should, so that doubles and equal battles do, too."""
    dice = random.Random(seed)
    players = dice.choice((2, 3, 4, 4))
    p = GAME.new(players, random_options(dice, players))
    while (who := GAME.plain.actor(p)) != OVER:
        actions = legal(p)
        often = who != CHANCE or dice.random() < 0.2
        action = dice.choice(actions) if often else GAME.plain.draw(p, dice.randrange(GAME.plain.tickets(p)))
        after = p.copy()
        GAME.plain.apply(after, int(action))
        yield p, actions, int(action), after
        p = after


def table(*markers: str, **more: Any) -> Position:
    """Chair 0 is on turn; each chair's squares in one string."""
    built: Position = GAME.position.build(data(*markers, **more))
    return built


def data(*markers: str, **more: Any) -> dict[str, Any]:
    """The same as JSON; two chairs at least."""
    squares: dict[str, list[str]] = {"0": [], "1": []} | {
        str(c): owned.split() for c, owned in enumerate(markers)
    }
    return {"game": "doubleswild", "turn": 0, "markers": squares} | more


def dice(red: tuple[int, int], blue: tuple[int, int]) -> dict[str, list[int]]:
    return {"red": list(red), "blue": list(blue)}


def named(p: Position, name: str) -> int:
    """The legal action, or the outcome, of this name."""
    found = [a for a in legal(p) if GAME.words.notation(p, a) == name]
    assert len(found) == 1, (name, [GAME.words.notation(p, a) for a in legal(p)])
    return found[0]


def after(p: Position, *names: str) -> Position:
    """The position after these actions and outcomes."""
    p = p.copy()
    for name in names:
        GAME.plain.apply(p, named(p, name))
    return p


def told(p: Position, *names: str) -> str:
    """The sentence about the last of these actions and outcomes."""
    before = after(p, *names[:-1])
    action = named(before, names[-1])
    return str(GAME.words.sentence(before, action, after(before, names[-1])))
