"""The readable rules of every game are enough: without fast.py a game compiles, and plays the same games."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules import forms, run
from parlour.rules.kit import CHANCE, OVER, rule
from parlour.rules.position import Position
from parlour.table.naming import legal_codes

GAMES = 20  # at each table
MOVES = 150  # at each table, where they are compared one by one
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


# ---------------------------------------------------------------- one move after the other


@pytest.mark.parametrize("name", parlour.names())
def test_a_move_leads_where_the_plain_form_leads(name: str) -> None:
    """Whatever the house rules; and the position before it stays as it was."""
    game, rng = parlour.load(name), random.Random(name)
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    for players in game.rules.SEATS:
        for options in ({}, with_house_rules(game, players, rng), with_house_rules(game, players, rng)):
            position = game.new(players, options)
            for _ in range(MOVES):
                if game.plain.actor(position) == OVER:
                    break
                action = rng.choice(out[: game.plain.legal(position, out)].tolist())
                before = position.to_bytes()
                after = game.after(position, action)
                assert position.to_bytes() == before
                game.plain.apply(position, action)
                assert after.to_bytes() == position.to_bytes()


@rule
def takes_rows(s, action):  # type: ignore[no-untyped-def]
    """Something that NumPy's arrays can and views of them cannot, after a first number is written."""
    s.heap[0, 0] += action
    s.heap[1] = s.heap[0] * 2


@rule
def counts_round(s, action):  # type: ignore[no-untyped-def]
    """A number that has no room in an array, where NumPy's begin anew."""
    s.heap[0, 0] = s.heap[0, 1] + action


@pytest.mark.parametrize("play", [takes_rows, counts_round])
@pytest.mark.filterwarnings("ignore:overflow")
def test_what_a_view_cannot_do_is_done_by_the_plain_form(
    play: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    heap = Position(np.dtype([("heap", np.int64, (2, 2))]))
    heap.heap[:] = [[1, 2**63 - 1], [0, 0]]
    form = SimpleNamespace(apply=play, modules={})
    monkeypatch.setattr("parlour.rules.forms.lean.plain", lambda rules: form)
    expected = heap.copy()
    play(expected, 3)  # type: ignore[operator]
    after = forms.Lean(parlour.load("parcheesi").rules, form).after(heap, 3)
    assert after.heap.tolist() == expected.heap.tolist()
    assert heap.heap.tolist() == [[1, 2**63 - 1], [0, 0]]


@rule
def takes_two(s, action):  # type: ignore[no-untyped-def]
    """What the readable rules say: two are taken, and the rest is worked out afresh."""
    s.left -= 2
    derive(s)


@rule
def derive(s):  # type: ignore[no-untyped-def]
    """Two fields that follow from what is left."""
    s.double = 2 * s.left
    s.odd = s.left % 2


@rule
def takes_two_quickly(s, action):  # type: ignore[no-untyped-def]
    """A fast text that keeps the two fields up to date, and is wrong about action 1."""
    s.left -= 2 + action
    s.double -= 2 * (2 + action)


@pytest.mark.parametrize(("action", "told"), [(0, False), (1, True)])
def test_where_the_fast_text_is_wrong_the_readable_rules_have_their_way(
    action: int, told: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    names = dict(globals())
    law = FunctionType(takes_two.__code__, names)  # with globals of its own, as bound rules have
    usual = SimpleNamespace(apply=takes_two, DERIVED=("double", "odd"))
    forms_of = {
        None: SimpleNamespace(apply=law, modules={"game": names}),
        "fast": SimpleNamespace(apply=takes_two_quickly, modules={}),
    }
    monkeypatch.setattr("parlour.rules.forms.lean.plain", lambda rules, fast=None: forms_of[fast])
    before = Position(np.dtype([("left", np.int64), ("double", np.int64), ("odd", np.int64)]))
    before.left, before.double, before.odd = 9, 18, 1
    after = forms.Lean(parlour.load("parcheesi").rules, usual, "fast").after(before, action)  # type: ignore[arg-type]
    assert (after.left, after.double, after.odd) == (7, 14, 1)
    assert before.left == 9
    assert ("the fast text took" in caplog.text) is told


@pytest.mark.parametrize("name", parlour.names())
def test_a_step_at_a_table_is_the_readable_one(name: str, caplog: pytest.LogCaptureFixture) -> None:
    game = parlour.load(name)
    rng, p = random.Random(3), game.new(max(game.rules.SEATS))
    for _ in range(30):
        actor = int(game.plain.actor(p))
        ticket = rng.randrange(int(game.plain.tickets(p))) if actor == CHANCE else 0
        code = int(game.plain.draw(p, ticket)) if actor == CHANCE else rng.choice(legal_codes(game, p))
        expected = p.copy()
        game.plain.apply(expected, code)
        p = game.after(p, code)
        assert p == expected
    assert not caplog.text
