"""What can be told about a game's rules without playing: its record, constants, marks and arguments."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from parlour.rules import contract, forms
from parlour.rules.game import Game
from parlour.rules.kit import Option
from parlour.text import Text, say

Remark = tuple[str, Text]  # a promise of the contract, and how it is broken


def remarks(game: Game) -> list[Remark]:
    """Everything that is wrong at first sight."""
    return [*_record(game), *_constants(game), *_functions(game)]


def is_whole(value: Any) -> bool:
    """Whether a value is an integer, NumPy's included; yes and no are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _record(game: Game) -> Iterator[Remark]:
    state, options = game.rules.State, game.options
    if not isinstance(state, np.dtype) or not state.names:
        yield "record", say("State is not a record with named fields: np.dtype((np.record, [...]))")
        return
    for name in state.names:
        kind = state[name].base
        if kind.kind not in "iu":
            yield "record", say("the field {name} holds {kind}, not integers", name=name, kind=kind)
    if not isinstance(options, tuple) or not all(isinstance(o, Option) for o in options):
        yield "options", say("OPTIONS is not a tuple of kit.Option: {options}", options=options)
        return
    for option in options:
        if option.name not in state.names:
            yield "options", say("the house rule {name} has no field in the record", name=option.name)


def _constants(game: Game) -> Iterator[Remark]:
    seats, chairs = game.rules.SEATS, game.plain.CHAIRS
    if not is_whole(chairs) or not all(is_whole(n) and 0 < n <= chairs for n in seats):
        yield (
            "constants",
            say(
                "SEATS = {seats} must be table sizes of at most CHAIRS = {chairs}", seats=seats, chairs=chairs
            ),
        )
    names, size = game.plain.FEATURE_NAMES, game.plain.FEATURES
    if not isinstance(names, tuple) or not all(isinstance(n, str) and n for n in names):
        yield "constants", say("FEATURE_NAMES is not a tuple of names")
    elif names and len(names) != size:
        text = say("there are {count} FEATURE_NAMES for FEATURES = {size}", count=len(names), size=size)
        yield "constants", text
    elif len(set(names)) != len(names):
        twice = ", ".join(sorted({n for n in names if names.count(n) > 1}))
        yield "constants", say("FEATURE_NAMES has a name twice: {names}", names=twice)
    for name, least in (("MAX_ACTIONS", 1), ("ACTIONS", 1), ("FEATURES", 0)):
        value = getattr(game.plain, name)
        if not is_whole(value) or value < least:
            yield (
                "constants",
                say(
                    "{name} = {value} must be a number, {least} or more",
                    name=name,
                    value=repr(value),
                    least=least,
                ),
            )


def _functions(game: Game) -> Iterator[Remark]:
    """Are the rules marked, do they take what they will be given, and does fast.py only say them again?"""
    fast = forms.fast_of(game.rules)
    for module in [game.rules, *([fast] if fast else [])]:
        yield from _promised(module)
    bound = [sys.modules[name] for name in game.plain.modules]
    for module in [*(m for m in bound if m.__package__ == game.rules.__package__), *([fast] if fast else [])]:
        yield from _unmarked(module)
    if fast is not None:
        readable = {n: f for module in bound for n, f in forms.defined_in(module).items()}
        for name, function in forms.defined_in(fast).items():
            if name in readable and _takes(function) != _takes(readable[name]):
                text = say("{name} of fast.py takes other arguments than the readable one", name=name)
                yield "fast", text


def _promised(module: ModuleType) -> Iterator[Remark]:
    for name, function in _functions_of(module).items():
        promised = vars(contract).get(name)
        if not inspect.isfunction(promised) or promised.__module__ != contract.__name__:
            continue
        if not forms.is_rule(function):
            yield "marks", say("{name} is not marked with @rule", name=name)
        if len(_takes(function)) != len(_takes(promised)):
            how = inspect.signature(promised)
            yield "arguments", say("{name} does not take what it is given, {how}", name=name, how=how)


def _unmarked(module: ModuleType) -> Iterator[Remark]:
    """Functions that a rule calls and that are none."""
    own = _functions_of(module)
    for name, function in forms.defined_in(module).items():
        for called in function.__code__.co_names:
            if called in own and not forms.is_rule(own[called]):
                text = say("{called}, which {name} calls, is not marked with @rule", called=called, name=name)
                yield "marks", text


def _functions_of(module: ModuleType) -> dict[str, Any]:
    return {n: f for n, f in vars(module).items() if inspect.isfunction(f)}


def _takes(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)
