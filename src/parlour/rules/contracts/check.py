"""Does a file of a game's folder keep its contract? What can be told without playing, and of single
answers."""

from __future__ import annotations

import difflib
import inspect
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from parlour.rules.contracts.box import BoxFile
from parlour.rules.contracts.careful import CarefulFile
from parlour.rules.contracts.edits import EditsFile
from parlour.rules.contracts.exact import ExactFile
from parlour.rules.contracts.file import GameFile, names_of
from parlour.rules.contracts.measures import MeasuresFile
from parlour.rules.contracts.narrow import NarrowFile
from parlour.rules.contracts.odds import OddsFile
from parlour.rules.contracts.position import PositionFile
from parlour.rules.contracts.scene import SceneFile
from parlour.rules.contracts.tactics import TacticsFile
from parlour.rules.contracts.words import WordsFile
from parlour.rules.inspection import Remark
from parlour.text import say

CONTRACTS: tuple[type[GameFile], ...] = (
    *(WordsFile, PositionFile, SceneFile, BoxFile, EditsFile, OddsFile),
    *(ExactFile, CarefulFile, TacticsFile, NarrowFile, MeasuresFile),
)
_ALIKE = 0.8  # how much of two names must be the same for the one to be the other misspelt


def remarks(file: GameFile) -> Iterator[Remark]:
    """What is wrong with a file at first sight; nothing where there is none."""
    if file.module is None:
        return
    lacking = [name for name in file.NEEDED if name not in file.given]
    if lacking:
        yield file.NAME, say("{file}.py does not define: {names}", file=file.NAME, names=", ".join(lacking))
    yield from _misspelt(file)
    for name in sorted(file.given):
        default = _default(type(file), name)
        if inspect.isfunction(default):
            yield from _function(file, name, default)
        else:
            yield from of_type(file, name, getattr(file.module, name))


def answer(file: GameFile, name: str, *given: Any) -> tuple[Any, list[Remark]]:
    """What a function of the file answers, and what is wrong with the kind of thing that it is."""
    value = getattr(file, name)(*given)
    return value, list(of_type(file, name, value))


def of_type(file: GameFile, name: str, value: Any) -> Iterator[Remark]:
    """Is it what the contract says that this name is, or answers?"""
    contract: Any = type(file)
    hint, written = _promised(contract, name)
    if not _is_a(value, hint):
        told = {"name": f"{file.NAME}.{name}", "value": repr(value), "type": written}
        if inspect.isfunction(_default(type(file), name)):
            yield file.NAME, say("{name} answers {value}, not {type}", **told)
        else:
            yield file.NAME, say("{name} is {value}, not {type}", **told)


def _misspelt(file: GameFile) -> Iterator[Remark]:
    """Names that nobody asks for, but nearly."""
    module = file.module
    assert module is not None
    missing = [name for name in names_of(type(file)) if name not in file.given]
    for name, value in vars(module).items():
        own = name.isupper() or (inspect.isfunction(value) and value.__module__ == module.__name__)
        if not own or name.startswith("_") or name in file.given:
            continue
        near = difflib.get_close_matches(name, missing, 1, _ALIKE)
        if near:
            yield (
                file.NAME,
                say(
                    "{file}.py defines {name}, which nobody asks for; did you mean {near}?",
                    file=file.NAME,
                    name=name,
                    near=near[0],
                ),
            )


def _function(file: GameFile, name: str, default: Any) -> Iterator[Remark]:
    """Can it be called as it will be, and is it marked where it will be compiled?"""
    wanted = [parameter for parameter in inspect.signature(default).parameters if parameter != "self"]
    own = getattr(file.module, name)
    how = f"({', '.join(wanted)})"
    if not callable(own):
        yield file.NAME, say("{name} is {value}, no function {how}", name=name, value=repr(own), how=how)
        return
    try:
        inspect.signature(own).bind(*wanted)
    except TypeError:
        yield "arguments", say("{name} does not take what it is given, {how}", name=name, how=how)
    if getattr(default, "__rule__", False) and not getattr(own, "__rule__", False):
        yield "marks", say("{name} is not marked with @rule", name=name)


# ---------------------------------------------------------------- what the contract says


def _default(contract: type[GameFile], name: str) -> Any:
    """The function, or what else stands in the contract under this name."""
    found = vars(contract).get(name)
    return found.__func__ if isinstance(found, staticmethod) else found


@cache
def _promised(contract: Any, name: str) -> tuple[Any, str]:
    """The type that the contract gives a constant or an answer, and how it is written there."""
    default = _default(contract, name)
    if isinstance(default, cached_property):
        default = default.func
    if inspect.isfunction(default):
        return get_type_hints(default).get("return", Any), str(default.__annotations__.get("return", ""))
    return get_type_hints(contract)[name], str(contract.__annotations__[name])


def _is_a(value: Any, hint: Any) -> bool:
    """Is this value what a type of a contract allows? As far as contracts go."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (Union, types.UnionType):
        return any(_is_a(value, part) for part in parts)
    if hint is None:
        return value is None
    if origin is tuple and parts[-1] is not Ellipsis:
        fits = isinstance(value, list | tuple) and len(value) == len(parts)
        return fits and all(_is_a(one, part) for one, part in zip(value, parts, strict=True))
    if origin in (tuple, Sequence):
        return isinstance(value, list | tuple) and all(_is_a(one, parts[0]) for one in value)
    if origin is Mapping:
        key, held = parts
        return isinstance(value, Mapping) and all(_is_a(k, key) and _is_a(v, held) for k, v in value.items())
    if hint is int:
        return isinstance(value, int | np.integer) and not isinstance(value, bool)
    if hint is float:
        return isinstance(value, int | float | np.number) and not isinstance(value, bool)
    return isinstance(value, origin or hint)
