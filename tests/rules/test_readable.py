"""The readable rules of every game are enough: without fast.py a game compiles, and plays the same games."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules import forms
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position

STEPS = 150  # of a game, at most
needs_compiler = pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")


def without_fast(game: parlour.Game, folder: Path) -> parlour.Game:
    """The same game from a copy of its folder that lacks fast.py and what only that needs."""
    ignored = shutil.ignore_patterns("fast*.py", "__pycache__")
    return parlour.load(str(shutil.copytree(game.folder, folder / game.id, ignore=ignored)))


def with_house_rules(game: parlour.Game, players: int, rng: random.Random) -> dict[str, Any]:
    """About half of the house rules, as they fall."""
    chosen = [o for o in game.options if rng.random() < 0.5]
    return {
        o.name: rng.choice([c for c in o.choices if players in o.players.get(c, [players])] or range(o.most))
        for o in chosen
    }


def listed(form: Any, record: Any) -> list[int]:
    out = np.zeros(form.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: form.legal(record, out)]]


def play_beside(game: parlour.Game, alone: parlour.Game, start: Position, rng: random.Random) -> int:
    """A random game by the fast rules, each step taken by the readable ones alone too. Returns the steps."""
    fast, readable = game.compiled, alone.compiled
    mine, theirs = start.pack(), start.pack()
    for step in range(STEPS):
        who = fast.actor(mine[0])
        assert who == readable.actor(theirs[0])
        if who == OVER:
            return step
        actions = listed(fast, mine[0])
        assert actions == listed(readable, theirs[0])
        if who == CHANCE:
            odds = np.zeros((2, fast.MAX_ACTIONS), np.int64)
            assert fast.weights(mine[0], odds[0]) == readable.weights(theirs[0], odds[1]) == len(actions)
            assert (odds[0] == odds[1]).all()
        action = rng.choice(actions)
        fast.apply(mine[0], action)
        readable.apply(theirs[0], action)
        assert mine.tobytes() == theirs.tobytes(), f"step {step}: {action}"
    return STEPS


@pytest.mark.parametrize("name", parlour.names())
def test_only_the_compiled_forms_need_the_fast_text(name: str, tmp_path: Path) -> None:
    """Every other file of the folder can be used where fast.py is not."""
    alone = without_fast(parlour.load(name), tmp_path)
    assert forms.fast_of(alone.rules) is None
    for file in sorted(alone.folder.glob("*.py")):
        assert alone.module(file.stem) is not None


@needs_compiler
@pytest.mark.parametrize("name", parlour.names())
def test_without_it_the_same_games_are_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = parlour.load(name)
    if forms.fast_of(game.rules) is None:
        return  # what is compiled is the readable text itself
    assert game.is_compiled
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))  # nobody else wants what the copy compiles
    alone = without_fast(game, tmp_path)
    rng = random.Random(name)
    steps = 0
    for players in game.rules.SEATS:
        for options in ({}, with_house_rules(game, players, rng), with_house_rules(game, players, rng)):
            start = game.new(players, options)
            assert start == alone.new(players, options)
            steps += play_beside(game, alone, start, rng)
    assert steps > STEPS
