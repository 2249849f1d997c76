"""Random walks through OpenSpiel's states, for the tests of that door."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parlour
from parlour.envs import openspiel

HERE = Path(__file__).parent
TABLES = [(name, players) for name in parlour.names() for players in parlour.load(name).rules.SEATS]
SECRETS = [name for name in parlour.names() if parlour.load(name).has_secrets]
KUHN = openspiel.register(str(HERE / "kuhn"))  # OpenSpiel has it too
CELLAR = openspiel.register(str(HERE.parent / "rules" / "cellar"))  # secret cards, sealed bids


def walk(game: Any, seed: int, most: int = 10**6) -> Iterator[Any]:
    """The states of a random game."""
    chooser = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            codes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(codes, odds)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))


def same(a: Any, b: Any) -> None:
    """Is a state the same in every answer it gives?"""
    assert str(a) == str(b)
    assert a.history() == b.history()
    assert a.current_player() == b.current_player()
    assert a.legal_actions() == b.legal_actions()
    assert a.returns() == b.returns()
    for player in range(a.num_players()):
        assert a.information_state_string(player) == b.information_state_string(player)
        assert a.observation_string(player) == b.observation_string(player)
        assert a.information_state_tensor(player) == b.information_state_tensor(player)
        assert a.observation_tensor(player) == b.observation_tensor(player)
