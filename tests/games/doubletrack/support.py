"""Random tables of Doubletrack for the tests beside this file, and tables told in a few words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import parlour
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position

GAME = parlour.load("doubletrack")
RULES: Any = GAME.module("record")
WORDS = GAME.words
RED, BLUE, YELLOW, GREEN = range(4)
HOME_SPACES = {"0": "R.T", "1": "B.T", "2": "Y.T", "3": "G.T"}


def random_options(dice: random.Random, players: int) -> dict[str, Any]:
    """About a third of the house rules, each with a choice that suits the number of players."""
    options: dict[str, Any] = {}
    for option in GAME.options:
        if dice.random() < 0.65:
            continue
        if option.choices:
            fitting = [c for c in option.choices if players in option.players.get(c, (players,))]
            options[option.name] = dice.choice(fitting)
        else:
            options[option.name] = dice.randint(0, 2) if option.name != "max_turns" else dice.choice((0, 25))
    return options


def legal(p: Position) -> list[int]:
    out = np.zeros(GAME.plain.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: GAME.plain.legal(p, out)]]


def random_game(seed: int, options: dict[str, Any] | None = None) -> Iterator[tuple[Position, int, Position]]:
    """A random game, under random house rules unless they are given: position, action, what followed."""
    dice = random.Random(seed)
    players = dice.choice((3, 4))
    p = GAME.new(players, random_options(dice, players) if options is None else options)
    out = np.zeros(GAME.plain.MAX_ACTIONS, np.int64)
    while (who := GAME.plain.actor(p)) != OVER:
        if who == CHANCE:
            action = int(GAME.plain.draw(p, dice.randrange(int(GAME.plain.tickets(p)))))
        else:
            action = int(GAME.plain.choice(p, dice.randrange(int(GAME.plain.choices(p, out))), out))
        after = p.copy()
        GAME.plain.apply(after, action)
        yield p, action, after
        p = after


def view(p: Position, seat: int) -> Position:
    seen = p.copy()
    GAME.plain.hide(seen, seat)
    return seen


def table(**told: Any) -> Position:
    """A position in its JSON form; large pawns that are not named stand where they start."""
    large = HOME_SPACES | told.pop("large", {})
    built: Position = GAME.position.build({"large": large, **told})
    return built


def code(p: Position, name: str) -> int:
    """The legal action of this name."""
    [found] = [a for a in legal(p) if WORDS.notation(p, a) == name]
    return found


def play(p: Position, *names: str) -> Position:
    for name in names:
        p = p.copy()
        action = code(view(p, p.seat) if p.phase == RULES.BID else p, name)
        GAME.plain.apply(p, action)
    return p


def told(p: Position, name: str, seat: int | None = None) -> str:
    """What is said of an action, to everybody or to one seat."""
    action, after = code(p, name), play(p, name)
    if seat is None:
        return str(WORDS.sentence(p, action, after))
    return str(WORDS.sentence_for(view(p, seat), action, view(after, seat), seat))
