"""Every public method of the classes people program with shows an example, and the examples run.

A class's own example comes first, and each method's goes on from there. They run on the plain form, which
gives what the compiled one gives and costs no compiler.
"""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from parlour.arena import simulate
from parlour.bots import Bot
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.run import Batch
from parlour.rules.vector import Vector
from parlour.table import Match, Seat

SHOWN: tuple[type | Callable[..., Any], ...] = (Match, Game, Bot, Batch, Vector, simulate)
SMALL = ("4096", "16")  # games of a batch, in the example and here


def public(shown: type | Callable[..., Any]) -> dict[str, Any]:
    """What is public of it, inherited or its own: every name and what it stands for."""
    if isinstance(shown, FunctionType):
        return {shown.__name__: shown}
    found = {}
    for name in dir(shown):
        what = inspect.getattr_static(shown, name)
        ours = isinstance(what, FunctionType | property | classmethod | staticmethod) or hasattr(what, "func")
        if ours and (not name.startswith("_") or (name in ("__len__", "__getitem__"))):
            found[f"{shown.__name__}.{name}"] = what
    return found


MEMBERS = {name: (shown, what) for shown in SHOWN for name, what in public(shown).items()}


def examples(text: str | None, name: str, names: dict[str, Any]) -> doctest.DocTest:
    """The examples in a docstring, with fewer games."""
    return doctest.DocTestParser().get_doctest((text or "").replace(*SMALL), names, name, None, 0)


@pytest.mark.parametrize("name", MEMBERS)
def test_a_public_method_shows_an_example_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    shown, what = MEMBERS[name]
    names = {"Seat": Seat, "np": np, "simulate": simulate}
    before = examples(inspect.getdoc(shown) if inspect.isclass(shown) else "", name, names)
    own = examples(inspect.getdoc(what), name, before.globs)
    assert own.examples, "an example shows how it is used, as >>> lines"
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    before.globs = own.globs = names
    for test in (before, own):
        runner.run(test, out=report.append, clear_globs=False)
    assert not runner.failures, "".join(report)


def test_all_six_are_there() -> None:
    assert len(MEMBERS) > 60 and "Match.view" in MEMBERS and "simulate" in MEMBERS
