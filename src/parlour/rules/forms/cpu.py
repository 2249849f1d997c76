"""Compiling for the processor, with Numba."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import importlib.util
import os
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast
from weakref import WeakKeyDictionary

from parlour.rules.forms.announcing import compiling_begins
from parlour.rules.forms.binding import Function, Part, bind, fast_of
from parlour.rules.forms.cache import cache_folder, cache_name, keep
from parlour.rules.forms.form import Form
from parlour.rules.forms.pipeline import for_any_number, pipelines
from parlour.rules.forms.rewriting import WithHouseRules
from parlour.text import say

OLDEST = (0, 68)  # of Numba, whose pipeline is ours

compiling = threading.RLock()  # one thread at a time: where Numba keeps what it makes is a global setting


def compiler_present() -> bool:
    """Is Numba installed, in a version that will do, and not switched off?"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return importlib.util.find_spec("numba") is not None and _is_new_enough()


@functools.cache
def _is_new_enough() -> bool:
    """An older Numba may even fail to be imported, beside a newer NumPy."""
    try:
        version = importlib.metadata.version("numba")
    except importlib.metadata.PackageNotFoundError:  # it was put there by hand
        return True
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST:
        text = say(
            "Numba {version} is too old for Parlour, which takes {oldest} or newer: everything runs without "
            "it, slower.",
            version=version,
            oldest=".".join(map(str, OLDEST)),
        )
        warnings.warn(str(text), RuntimeWarning, stacklevel=2)
    return numbers >= OLDEST


def compiled(
    rules: ModuleType,
    *drivers: ModuleType,
    boundscheck: bool = False,
    parts: Sequence[Part] = (),
    house: Mapping[str, int] | None = None,
) -> Form:
    """The compiled form, for arrays of records: `fast.py` over the readable rules. Each function compiles on
    first use, once, and is kept on disk; rules that it calls are compiled into it.

    With `house`, the codes of all house rules, it is for games by these alone, which `form.house` names.
    """
    import numba

    outer, inner = pipelines()
    fast = fast_of(rules)
    rewrite = None if house is None else WithHouseRules(house)

    def options(function: Function) -> dict[str, Any]:
        return {
            "nogil": True,
            "error_model": "numpy",
            "boundscheck": boundscheck,
            "_nrt": getattr(function, "__allocates__", False),
        }

    def copied(function: Any) -> Function:
        function.__translated__ = None  # one of ours, to be translated when something has to be compiled
        return function  # type: ignore[no-any-return]

    def translated(function: Any) -> Any:
        if function.__translated__ is None:
            inlined = getattr(function, "__inline__", False)
            hidden = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": inner}
            made = numba.njit(forceinline=inlined, **hidden, **options(function))(function)
            for_any_number(made)
            function.__translated__ = made
        return function.__translated__

    def translate_all() -> None:
        """Let rules call what is translated: until now they name each other's copies."""
        compiling_begins(rules.__name__.removesuffix(".rules"))
        for names in modules.values():
            for name, value in names.items():
                if isinstance(value, FunctionType) and hasattr(value, "__translated__"):
                    names[name] = translated(value)

    def exposed(function: Any) -> Any:
        """The same function, to be called from Python."""
        if isinstance(function, numba.core.dispatcher.Dispatcher):
            function = function.py_func
        if not hasattr(function, "__translated__"):
            return function
        with compiling, _kept_in(folder):
            made = numba.njit(pipeline_class=outer, **options(function))(function)
            return keep(made, function, translate_all)

    with compiling:
        name = cache_name(rules, boundscheck=boundscheck, house=house)
        known = _bound.setdefault(rules, {})
        if name not in known:
            known[name] = bind(rules, jit=copied, fast=fast, rewrite=rewrite, tag=name).modules
        folder = cache_folder(rules, *drivers, boundscheck=boundscheck, parts=parts, house=house)
        how: dict[str, Any] = {"fast": fast, "rewrite": rewrite, "parts": parts}
        bound = bind(rules, *drivers, jit=copied, ready=known[name], tag=folder.name, **how)
    modules = bound.modules
    return cast(Form, CompiledForm(rules.__name__.removesuffix(".rules"), vars(bound), exposed, house))


@contextlib.contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    import numba

    before = numba.config.CACHE_DIR  # which Numba reads when it decorates
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


class CompiledForm:
    """Bound names, for Python: a rule becomes callable from here when it is asked for."""

    def __init__(
        self,
        label: str,
        names: Mapping[str, Any],
        exposed: Callable[[Any], Any],
        house: Mapping[str, int] | None,
    ) -> None:
        self._label, self._names, self._exposed, self.house = label, names, exposed, house
        self.modules = {name: _Exposed(found, exposed) for name, found in names["modules"].items()}

    def __repr__(self) -> str:
        return f"<Rules of {self._label}, compiled{'' if self.house is None else ' for its house rules'}>"

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._exposed(self._names[name])
        except KeyError:
            raise AttributeError(f"no rule or constant is called {name}") from None
        setattr(self, name, value)
        return value


class _Exposed(dict[str, Any]):
    """The names of a bound module, for Python: what only rules call becomes callable when asked for."""

    def __init__(self, names: Mapping[str, Any], exposed: Callable[[Any], Any]) -> None:
        super().__init__()
        self._names, self._exposed = names, exposed

    def __missing__(self, name: str) -> Any:
        self[name] = found = self._exposed(self._names[name])
        return found


# What is bound of each game, by what went into it: several forms in one process translate its rules once.
_bound: WeakKeyDictionary[ModuleType, dict[str, dict[str, dict[str, Any]]]] = WeakKeyDictionary()
