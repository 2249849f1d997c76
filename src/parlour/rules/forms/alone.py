"""Compiling a module that belongs to no game: its rules call nothing but each other."""

from __future__ import annotations

import functools
from types import ModuleType, SimpleNamespace
from typing import Any

from parlour.rules.forms.binding import _copy, defined_in
from parlour.rules.forms.cache import cache_folder, keep
from parlour.rules.forms.cpu import _kept_in, compiler_present, compiling


def alone(module: ModuleType) -> Any:
    """The rules that this module defines, compiled where Numba is there, and as they stand elsewhere."""
    return _compiled(module) if compiler_present() else SimpleNamespace(**defined_in(module))


@functools.cache
def _compiled(module: ModuleType) -> SimpleNamespace:
    import numba

    names = dict(vars(module))
    with compiling:
        folder = cache_folder(module)
        with _kept_in(folder):
            for name, function in defined_in(module).items():
                copy = _copy(function, names, f"{module.__name__}{folder.name}")
                inlined = getattr(function, "__inline__", False)
                made = numba.njit(nogil=True, error_model="numpy", forceinline=inlined, _nrt=False)(copy)
                names[name] = keep(made, copy)
    return SimpleNamespace(**{name: names[name] for name in defined_in(module)})
