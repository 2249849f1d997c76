"""Compiling for the processor, with Numba."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast
from weakref import WeakKeyDictionary

from parlour.rules.forms.binding import Function, Part, bind, fast_of
from parlour.rules.forms.cache import cache_folder, cache_name, checked_cache
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
    first use, once, and is kept on disk; rules that it calls are compiled into it.

    With `house`, the codes of all house rules, it is for games by these alone, which `form.house` names.
    """
    import numba

    cache = checked_cache()
    outer, inner = _pipelines()
    fast = fast_of(rules)
    rewrite = None if house is None else WithHouseRules(house)

    def options(function: Function) -> dict[str, Any]:
        return {
            "nogil": True,
            "error_model": "numpy",
            "boundscheck": boundscheck,
            "_nrt": getattr(function, "__allocates__", False),
        }

    def jit(function: Function) -> Function:
        inlined = getattr(function, "__inline__", False)
        hidden = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": inner}
        return cast(Function, numba.njit(forceinline=inlined, **hidden, **options(function))(function))

    def expose(function: Any) -> Function:
        """The same function, to be called from Python."""
        made = numba.njit(pipeline_class=outer, **options(function.py_func))(function.py_func)
        made._cache = cache(function.py_func)
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
        name = cache_name(rules, boundscheck=boundscheck, house=house)
        known = _translated.setdefault(rules, {})
        if name not in known:
            known[name] = bind(rules, jit=jit, fast=fast, rewrite=rewrite, tag=name).modules
        folder = cache_folder(rules, *drivers, boundscheck=boundscheck, parts=parts, house=house)
        with kept_in(folder):
            form = bind(
                rules,
                *drivers,
                jit=jit,
                fast=fast,
                rewrite=rewrite,
                parts=parts,
                ready=known[name],
                tag=folder.name,
            )
            for name, function in vars(form).items():
                if isinstance(function, numba.core.dispatcher.Dispatcher):
                    setattr(form, name, expose(function))

    def exposed(function: Any) -> Any:
        if not isinstance(function, numba.core.dispatcher.Dispatcher):
            return function
        with compiling, kept_in(folder):
            return expose(function)

    form.modules = {name: _Exposed(names, exposed) for name, names in form.modules.items()}
    form.house = house
    return form


class _Exposed(dict[str, Any]):
    """The names of a bound module, for Python: what only rules call becomes callable when asked for."""

    def __init__(self, names: Mapping[str, Any], exposed: Function) -> None:
        super().__init__()
        self._names, self._exposed = names, exposed

    def __missing__(self, name: str) -> Any:
        self[name] = found = self._exposed(self._names[name])
        return found


# A global variable in which Numba expects the address of a function that calls itself, and one that holds it.
_AWAITED = re.compile(r'^@"\.numba\.unresolved\$([^"]+)" = external global ptr', re.MULTILINE)
_FOUND = r'@".numba.unresolved$\1" = internal constant ptr @"\1"'
# What is bound of each game, by what went into it: several forms in one process translate its rules once.
_translated: WeakKeyDictionary[ModuleType, dict[str, dict[str, dict[str, Any]]]] = WeakKeyDictionary()


@functools.cache
def _pipelines() -> tuple[Any, Any]:
    """Numba's compiler, twice: for functions that are called from Python, and for those that only they call.

    Numba optimises every function with all that it calls, and again in each of its callers, and wraps it for
    calls from Python: a rule deep below the drivers is worked on a dozen times. Here an inner function is
    only translated and tidied up by itself; what is called from Python takes the code of all that it needs
    and optimises it once, which halves the time it takes to compile a game.

    And an index is not asked whether it counts from the end, unless it is a constant. No rule counts so, and
    the tests that check bounds see it; asking took 5 % of Parcheesi's instructions.
    """
    from numba.core import codegen, compiler, compiler_lock
    from numba.core import types as kinds
    from numba.np import arrayobj

    ir, binding = (importlib.import_module(f"llvmlite.{name}") for name in ("ir", "binding"))
    usual = arrayobj.fix_integer_index

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if isinstance(index, ir.Constant) or not kind.signed:
            return usual(context, builder, kind, index, size)
        return context.cast(builder, index, kind, kinds.intp)

    class Inner(codegen.JITCodeLibrary):  # type: ignore[misc]
        @property
        def codegen(self) -> Any:
            return SimpleNamespace(set_env=lambda name, value: None)  # no rule needs Python's objects

        def _get_module_for_linking(self) -> Any:
            return self._final_module  # taken over whole, whether somebody calls it by then or not

        def finalize(self) -> None:
            self._optimize_final_module()
            self._finalize_dynamic_globals()
            self._finalized = True

    class Outer(codegen.JITCodeLibrary):  # type: ignore[misc]
        def finalize(self) -> None:
            found: dict[Any, None] = {}
            todo: list[Any] = list(self._linking_libraries)  # type: ignore[has-type]
            while todo:
                library = todo.pop()
                if library not in found:
                    found[library] = None
                    todo += library._linking_libraries if isinstance(library, Inner) else []
            # Numba's own functions come last: of them only what is called already is taken over.
            self._linking_libraries = sorted(found, key=lambda library: not isinstance(library, Inner))
            super().finalize()

        def _optimize_final_module(self) -> None:
            """Inner functions are this library's own: nobody else's code may lead into it, for it goes when
            its form goes, and what is not called any more once it is inlined need not be kept."""
            module: Any = self._final_module  # type: ignore[has-type]
            variables = module.global_variables
            if any(one.name.startswith(".numba.unresolved$") for one in variables):
                # Rules that call each other in a circle, whom Numba would look for later.
                text = _AWAITED.sub(_FOUND, str(module))
                module = self._final_module = binding.parse_assembly(text)
            inner = (lib for lib in self._linking_libraries if isinstance(lib, Inner))
            names = {function.name for library in inner for function in library.get_defined_functions()}
            for function in module.functions:
                if function.name in names and not function.is_declaration:
                    function.linkage = "internal"
            super()._optimize_final_module()

    class Compiler(compiler.Compiler):  # type: ignore[misc]
        library: Any = Outer

        def compile_extra(self, function: Function) -> Any:
            state = self.state
            state.library = self.library(state.targetctx.codegen(), function.__qualname__)
            state.library.enable_object_caching()
            with compiler_lock.global_compiler_lock:  # nobody else compiles meanwhile
                before, arrayobj.fix_integer_index = arrayobj.fix_integer_index, as_it_is
                try:
                    return super().compile_extra(function)
                finally:
                    arrayobj.fix_integer_index = before

    class InnerCompiler(Compiler):
        library = Inner

    return Compiler, InnerCompiler
