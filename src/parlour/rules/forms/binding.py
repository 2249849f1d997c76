"""Binding: every rule of a game, of what it borrows from, and of the generic drivers, tied to each other.

`bind` copies every marked function of a game's modules, of the modules they take rules from, and of the
drivers, and gives the copies globals of their own. In these the contract's names are the game's, and every
function called is a bound copy too. Copies get a qualified name of their own, so that Numba's cache on disk
tells games and boards apart; closures would never be found again.

A game's `fast.py` says some of its rules again, only quicker. A function there takes the place of the
readable one of the same name, wherever that is called in the game's folder: in compiled forms, never in the
plain one. Inside `fast.py` a name that was imported from a readable file means the readable function.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from ast import NodeTransformer
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from parlour.rules import contract
from parlour.rules.forms.form import Form
from parlour.rules.forms.rewriting import rewritten

Function = Callable[..., Any]
Part = tuple[ModuleType | None, Any]  # a module of a game's folder, if it is there, and its defaults
_CONTRACT_NAMES = frozenset(
    name for name in vars(contract) if not name.startswith("_") and name not in ("annotations", "np")
)


class Bound(SimpleNamespace):
    """What was bound, by name."""

    __slots__ = ("_label",)

    def __init__(self, label: str = "a copy", /, **names: Any) -> None:
        super().__init__(**names)
        self._label = label

    def __repr__(self) -> str:
        return f"<Rules of {self._label}, plain>"


def is_rule(value: Any) -> bool:
    """Whether something is marked by `@rule`, and so is copied and bound to its game."""
    return getattr(value, "__rule__", False)


def defined_in(module: ModuleType) -> dict[str, Any]:
    """The rules that a module defines itself, by name."""
    return {n: v for n, v in vars(module).items() if is_rule(v) and v.__module__ == module.__name__}


def fast_of(rules: ModuleType) -> ModuleType | None:
    """The `fast.py` beside these rules, if there is one."""
    name = f"{rules.__package__}.fast"
    if not rules.__package__ or (name not in sys.modules and importlib.util.find_spec(name) is None):
        return None
    return importlib.import_module(name)


def bind(
    rules: ModuleType,
    *drivers: ModuleType,
    jit: Callable[[Function], Function],
    fast: ModuleType | None = None,
    rewrite: NodeTransformer | None = None,
    names: Mapping[str, Any] | None = None,
    defaults: ModuleType = contract,
    parts: Sequence[Part] = (),
    ready: Mapping[str, dict[str, Any]] | None = None,
    tag: str = "",
) -> Any:
    """All functions of `rules` and `drivers`, bound to each other and passed through `jit`; with `fast`, that
    module over the readable ones. `rewrite` changes the text of every module of the game's package first.
    `names` are what else the drivers find in their globals; `defaults` is the contract, or a version of it.
    `parts` are further modules of the game's folder, each with the module that holds the defaults of what it
    defines. `ready` are the names of modules that were bound before, `modules` of another form. `tag` goes
    into the names of the copies: a process that loads two forms from the cache finds their code by these."""
    names_of: dict[str, dict[str, Any]] = dict(ready or {})
    label = f"{rules.__name__.removesuffix('.rules')}{tag}"

    def adopt(module: ModuleType, takes: dict[str, Any]) -> dict[str, Any]:
        if module.__name__ in names_of:
            return names_of[module.__name__]
        if rewrite is not None and _is_in_package(module, rules):
            module = rewritten(module, rewrite)
        names = dict(vars(module))
        names_of[module.__name__] = names
        for name, value in vars(module).items():  # rules borrowed from elsewhere come first
            home = getattr(value, "__module__", None)
            if is_rule(value) and home != module.__name__ and name not in takes:
                names[name] = adopt(sys.modules[home], {})[value.__name__] if home else value
        names.update(takes)
        for name, value in defined_in(module).items():
            if name not in takes:
                names[name] = jit(_copy(value, names, label))
        return names

    game = dict(adopt(rules, {}))
    if fast is not None:
        own_fast = adopt(fast, {})
        _put_over(fast, own_fast, names_of, rules)
        game = names_of[rules.__name__] | {n: own_fast[n] for n in defined_in(fast) if n in _CONTRACT_NAMES}
    own = {n: v for n, v in game.items() if n in _CONTRACT_NAMES}
    own.setdefault("CHAIRS", max(game["SEATS"]))
    own.setdefault("ACTIONS", game["MAX_ACTIONS"])
    default = adopt(defaults, own)
    whole = {n: default[n] for n in _CONTRACT_NAMES} | own
    everything = dict(game) | whole
    for part, fallback in parts:
        own = {} if part is None else adopt(part, _borrowed(part, whole))
        filled = adopt(fallback, {n: own[n] for n in fallback.DEFINES if n in own})
        whole |= {n: filled[n] for n in fallback.DEFINES}
        everything |= whole
    if fast is not None and parts:
        _put_over(fast, names_of[fast.__name__], names_of, rules)
    for module in drivers:
        given = {n: v for n, v in (whole | dict(names or {})).items() if n in vars(module)}
        bound_names = adopt(module, given)
        everything |= {n: bound_names[n] for n, v in vars(module).items() if is_rule(v)}
    form = {n: v for n, v in everything.items() if not n.startswith("__")}
    return Bound(label, **form, modules=names_of)


def _put_over(
    fast: ModuleType, own: dict[str, Any], names_of: dict[str, dict[str, Any]], rules: ModuleType
) -> None:
    """Wherever a readable module of the game names a rule that `fast` says too, let it name that one."""
    again = defined_in(fast)
    for home, names in names_of.items():
        module = sys.modules[home]
        if module is fast or not _is_in_package(module, rules):
            continue
        for name, value in vars(module).items():
            if is_rule(value) and value.__name__ in again:
                if _is_in_package(sys.modules[value.__module__], rules):
                    names[name] = own[value.__name__]


def _is_in_package(module: ModuleType, rules: ModuleType) -> bool:
    return module is rules or (bool(rules.__package__) and module.__package__ == rules.__package__)


def _borrowed(part: ModuleType, whole: Mapping[str, Any]) -> dict[str, Any]:
    """Of these names, those that a part of a game uses and does not define itself."""
    home = {n: getattr(v, "__module__", None) for n, v in vars(part).items()}
    return {n: v for n, v in whole.items() if n in home and home[n] != part.__name__}


def _copy(function: Any, names: dict[str, Any], label: str) -> Function:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{function.__name__}@{label}"
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    copy.__dict__.update(function.__dict__)
    return copy


def plain(
    rules: ModuleType,
    *drivers: ModuleType,
    parts: Sequence[Part] = (),
    fast: ModuleType | None = None,
    rewrite: NodeTransformer | None = None,
) -> Form:
    """The plain form: ordinary Python functions, for `Position` and `Shelf`. With `fast` the compiled form's
    text, not compiled: to be read step by step, and to be compared without waiting for a compiler."""
    return cast(Form, bind(rules, *drivers, jit=lambda f: f, parts=parts, fast=fast, rewrite=rewrite))
