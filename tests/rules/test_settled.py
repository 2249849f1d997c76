"""Forms that are settled for house rules, of the games here: the same games, and no others.

What can go wrong is the text that `settled` rewrites, so it is played as plain Python beside the rules as
they stand; compiling it costs a minute for all five, and is done for one that compiles fast.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules import drivers, forms, run
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.text import BadChoice

STEPS = 400  # of a game, at most: by some house rules they are long
needs_compiler = pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")


def with_house_rules(game: parlour.Game, players: int, seed: int) -> Position:
    """A start by random house rules; 0 is by the printed ones."""
    rng = random.Random(seed)
    options = {
        o.name: rng.choice([c for c in o.choices if players in o.players.get(c, [players])] or range(o.most))
        for o in game.options
    }
    return game.new(players, options if seed else {})


def answers(form: Any, p: Position, action: int) -> tuple[Any, ...]:
    """What the rules say of a position where somebody decides, and of one action, legal or not."""
    who, out = form.actor(p), np.zeros(form.MAX_ACTIONS, np.int64)
    features, tallies = np.zeros(form.FEATURES, np.float32), np.zeros(len(form.TALLIES), np.int64)
    mask, used = np.zeros(form.ACTIONS, np.uint8), np.zeros(1, np.int64)
    form.observe(p, who, features)
    form.tally(p, action, tallies)
    marked = form.mark(p, mask, used)
    seats = [form.may_act(p, seat) for seat in range(form.CHAIRS)]
    refusals = [form.refusal(p, who, code) for code in (action, 0, form.ACTIONS - 1)]
    return form.choices(p, out), features.tolist(), tallies.tolist(), mask.tolist(), marked, seats, refusals


def listed(form: Any, p: Position) -> list[int]:
    out = np.zeros(form.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: form.legal(p, out)]]


def play_beside(game: parlour.Game, settled: Any, start: Position, rng: random.Random) -> None:
    """A random game by the rules as they stand, each step taken by the settled ones too."""
    plain, p, q = game.plain, start.copy(), start.copy()
    for _ in range(STEPS):
        who = plain.actor(p)
        assert settled.actor(q) == who
        if who == OVER:
            break
        actions = listed(plain, p)
        assert listed(settled, q) == actions
        if who == CHANCE:
            assert settled.tickets(q) == plain.tickets(p)
            ticket = rng.randrange(int(plain.tickets(p)))
            action = int(plain.draw(p, ticket))
            assert settled.draw(q, ticket) == action
        else:
            action = rng.choice(actions)
            assert answers(settled, q, action) == answers(plain, p, action)
        plain.apply(p, action)
        settled.apply(q, action)
        assert p == q
    assert [settled.payoff(q, c) for c in range(game.chairs)] == [
        plain.payoff(p, c) for c in range(game.chairs)
    ]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", parlour.names())
def test_settled_rules_play_the_same_games(name: str, seed: int) -> None:
    game = parlour.load(name)
    for players in game.rules.SEATS:
        start = with_house_rules(game, players, seed)
        assert bool(game.option_values(start)) == bool(seed)
        settled = forms.plain(game.rules, drivers, rewrite=forms.WithHouseRules(game.house(start)))
        again = start.copy()
        settled.new_game(again, players)
        assert again == start
        play_beside(game, settled, start, random.Random(players))


@pytest.mark.parametrize("name", parlour.names())
def test_settled_rules_ask_the_record_for_no_house_rule(name: str) -> None:
    """Neither those that are followed nor, by another name for the record, those that are not."""
    game = parlour.load(name)
    options = {option.name for option in game.options}

    def read(form: Any) -> set[str]:
        functions = [f for names in form.modules.values() for f in names.values() if hasattr(f, "__code__")]
        return {n for f in functions for n in f.__code__.co_names if hasattr(f, "__rule__")} & options

    for fast in (None, forms.fast_of(game.rules)):
        assert read(forms.plain(game.rules, fast=fast))
        house = forms.WithHouseRules(game.house(game.new()))
        assert read(forms.plain(game.rules, fast=fast, rewrite=house)) == set()


@needs_compiler
@pytest.mark.parametrize("name", ["doubleswild"])  # which keeps it in the process that plays this game
def test_settled_rules_play_the_same_games_compiled(name: str) -> None:
    game = parlour.load(name)
    start = with_house_rules(game, game.rules.SEATS[-1], 1)
    assert game.settled(start) is not game.plain
    played = run.playouts(game, start, 20, seed=1, form=game.settled(start))
    assert played == run.playouts(game, start, 20, seed=1, form=game.plain)


@needs_compiler
@pytest.mark.parametrize("name", parlour.names())
def test_games_by_other_house_rules_are_refused(name: str) -> None:
    game = parlour.load(name)
    other = with_house_rules(game, game.rules.SEATS[-1], 1)
    first = next(iter(game.option_values(other)))
    for form, start in ((game.settled(game.new()), other), (game.settled(other), game.new())):
        with pytest.raises(BadChoice, match=rf"other house rules \({first}\)"):
            run.playouts(game, start, 1, form=form)
