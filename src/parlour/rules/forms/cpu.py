"""Compiling for the processor, with Numba."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from weakref import WeakKeyDictionary

from parlour.rules.forms.binding import Function, Part, bind, fast_of
from parlour.rules.forms.cache import cache_folder, checked_cache
from parlour.rules.forms.rewriting import WithHouseRules

compiling = threading.Lock()  # one thread at a time: where Numba keeps what it makes is a global setting


def compiler_present() -> bool:
    """Is Numba installed and not switched off?"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return importlib.util.find_spec("numba") is not None


def compiled(
    rules: ModuleType,
    *drivers: ModuleType,
    boundscheck: bool = False,
    parts: Sequence[Part] = (),
    house: Mapping[str, int] | None = None,
) -> Any:
    """The compiled form, for arrays of records: `fast.py` over the readable rules. Each function compiles on
    first use, once; the rules once for all forms of a game, in a folder of their own.

    With `house`, the codes of all house rules, it is for games by these alone, which `form.house` names.
    """
    import numba

    pipeline, cache = _pipeline(), checked_cache()
    fast = fast_of(rules)
    rewrite = None if house is None else WithHouseRules(house)

    def jit(function: Function) -> Function:
        options = {
            "nogil": True,
            "error_model": "numpy",
            "boundscheck": boundscheck,
            "_nrt": getattr(function, "__allocates__", False),
            "forceinline": getattr(function, "__inline__", False),
            "pipeline_class": pipeline,
        }
        made = numba.njit(**options)(function)
        made._cache = cache(function)
        return cast(Function, made)

    @contextlib.contextmanager
    def kept_in(folder: Path) -> Iterator[None]:
        before = numba.config.CACHE_DIR  # which Numba reads when it decorates
        numba.config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before

    with compiling:
        folder = cache_folder(rules, boundscheck=boundscheck, house=house)
        known = _compiled_rules.setdefault(rules, {})
        if folder not in known:
            with kept_in(folder):
                known[folder] = bind(rules, jit=jit, fast=fast, rewrite=rewrite, tag=folder.name).modules
        ready = known[folder]
        folder = cache_folder(rules, *drivers, boundscheck=boundscheck, parts=parts, house=house)
        with kept_in(folder):
            form = bind(
                rules,
                *drivers,
                jit=jit,
                fast=fast,
                rewrite=rewrite,
                parts=parts,
                ready=ready,
                tag=folder.name,
            )
    form.house = house
    return form


_compiled_rules: WeakKeyDictionary[ModuleType, dict[Path, dict[str, dict[str, Any]]]] = WeakKeyDictionary()


@functools.cache
def _pipeline() -> Any:
    """Numba's compiler, but an index is not asked whether it counts from the end, unless it is a constant.

    No rule counts so, and the tests that check bounds see it; asking took 5 % of Parcheesi's instructions.
    """
    from numba.core import compiler, compiler_lock
    from numba.core import types as kinds
    from numba.np import arrayobj

    ir = importlib.import_module("llvmlite.ir")
    usual = arrayobj.fix_integer_index

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if isinstance(index, ir.Constant) or not kind.signed:
            return usual(context, builder, kind, index, size)
        return context.cast(builder, index, kind, kinds.intp)

    class Pipeline(compiler.Compiler):  # type: ignore[misc]
        def compile_extra(self, function: Function) -> Any:
            with compiler_lock.global_compiler_lock:  # nobody else compiles meanwhile
                before, arrayobj.fix_integer_index = arrayobj.fix_integer_index, as_it_is
                try:
                    return super().compile_extra(function)
                finally:
                    arrayobj.fix_integer_index = before

    return Pipeline
