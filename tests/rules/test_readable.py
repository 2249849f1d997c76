"""The readable rules of every game are enough: without fast.py a game compiles, and plays the same games."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.rules import forms, run

GAMES = 20  # at each table
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
    rng = random.Random(name)
    tables: list[tuple[int, dict[str, Any]]] = [
        (players, options)
        for players in game.rules.SEATS
        for options in ({}, with_house_rules(game, players, rng), with_house_rules(game, players, rng))
    ]
    expected = [run.playouts(game, game.new(*t), GAMES, threads=1, form=game.compiled) for t in tables]
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))  # nobody else wants what the copy compiles
    alone = without_fast(game, tmp_path)
    for table, known in zip(tables, expected, strict=True):
        assert run.playouts(alone, alone.new(*table), GAMES, threads=1, form=alone.compiled) == known, table
