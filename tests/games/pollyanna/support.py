"""Random tables of Pollyanna for the tests beside this file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import parlour
from parlour.games.pollyanna import layout, moving, record, turns
from parlour.rules import drivers, forms
from parlour.rules.kit import CHANCE, OVER, roll_code
from parlour.rules.position import Position

GAME = parlour.load("pollyanna")
FAST = forms.plain(GAME.rules, drivers, fast=forms.fast_of(GAME.rules))  # its text, not compiled


def random_options(dice: random.Random, players: int) -> dict[str, Any]:
    """About half of the house rules, each with a choice that suits the number of players."""
    options: dict[str, Any] = {}
    for option in GAME.options:
        if dice.random() < 0.5:
            continue
        if option.choices:
            fitting = [c for c in option.choices if players in option.players.get(c, (players,))]
            options[option.name] = dice.choice(fitting)
        elif dice.random() < 0.3:
            options[option.name] = dice.randint(1, 150)
    return options


def legal(p: Position) -> list[int]:
    out = np.zeros(GAME.plain.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: GAME.plain.legal(p, out)]]


def random_game(seed: int) -> Iterator[tuple[Position, list[int], int, Position]]:
    """A random game under random house rules: position, legal actions, the one chosen, what followed."""
    dice = random.Random(seed)
    players = dice.choice((2, 3, 4))
    p = GAME.new(players, random_options(dice, players))
    while (who := GAME.plain.actor(p)) != OVER:
        actions = legal(p)
        action = int(GAME.plain.draw(p, dice.randrange(36))) if who == CHANCE else dice.choice(actions)
        after = p.copy()
        GAME.plain.apply(after, action)
        yield p, actions, action, after
        p = after


def random_throw(dice: random.Random, *, printed: bool = False) -> Position:
    """A table in the middle of a game on which much is forbidden, just after a throw; by the printed
    rules, or under random house rules."""
    while True:
        players = dice.choice((2, 3, 4, 4))
        modes = ("individual", "partners") if players == 4 else ("individual",)
        options = {"mode": dice.choice(modes)} if printed else random_options(dice, players)
        p = GAME.new(players, options)
        p.rolling, p.max_turns = 0, 0
        turns.give_turn(p, dice.choice(GAME.seats(p)))
        x, y = dice.randint(1, 6), dice.randint(1, 6)
        _squeeze(p, dice, x, y)
        p.phase = record.THROW
        GAME.plain.derive(p)
        if not GAME.position.problems(p):
            GAME.plain.apply(p, roll_code(x, y))
            if p.phase == record.PLAY:
                return p


def _squeeze(p: Position, dice: random.Random, x: int, y: int) -> None:
    """Rivals safe on their colours, the mover's pieces just so far before them that y has no place to
    land, and rivals to be captured by x and then by tens."""
    me = p.turn
    colours = [layout.SIDE * k - offset for k in (1, 2, 3) for offset in (0, layout.START_OFFSET)]
    behind = [c - y for c in colours] + [c - x - y for c in colours]
    mine = [n for n in behind if n >= 0] + [layout.HOME] * 4 + [layout.HOME_PATH - 1 + dice.randrange(7)]
    mine += [dice.randrange(layout.PLACES), layout.CORNER]
    for piece in range(record.PIECES):
        moving.put(p, me, piece, dice.choice(mine))
    prey = [n + x + 10 * k for n in p.pieces[me].tolist() for k in range(3) if 0 <= n <= layout.ENTRANCE]
    prey += [n + 10 * k for n in p.pieces[me].tolist() for k in (1, 2) if 0 <= n <= layout.ENTRANCE]
    for seat in GAME.seats(p):
        if seat != me:
            own = [(n + layout.SIDE * (me - seat)) % layout.LOOP for n in prey]
            own = [n for n in own if n <= layout.ENTRANCE] or [layout.CORNER]
            for piece in range(record.PIECES):
                choices = [layout.START, layout.ENTRANCE, dice.choice(own), dice.choice(own), layout.CORNER]
                choices += [dice.randrange(layout.PLACES)] if piece else []
                moving.put(p, seat, piece, choices[piece] if dice.random() < 0.7 else dice.choice(choices))
