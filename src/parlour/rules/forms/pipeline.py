"""Numba's compiler, as much of it as rules need.

Numba is made for any Python: it looks for closures to inline, for generators and for arrays to be freed,
compiles a function anew for every type and every constant that it is given, optimises it with all that it
calls, and again in each of its callers, and wraps it for calls from Python. A rule deep below the drivers is
worked on a dozen times. Here

- an inner function is translated and tidied up once by itself, whatever whole numbers it is called with; what
  is called from Python takes the code of all that it needs and optimises that once;
- a rule that makes no arrays of its own skips the passes that can find nothing in it;
- what the operators of numbers and arrays give is asked once, and how large a type is in memory; how long
  variables live not at all, nor is anybody told of every call of LLVM;
- what only lists, dictionaries, `with` and `try` need is done where one of these is.

And an index is not asked whether it counts from the end, unless it is a constant. No rule counts so, and the
tests that check bounds see it; asking took 5 % of Parcheesi's instructions.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import gc
import importlib
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from parlour.rules.forms.binding import Function

# A global variable in which Numba expects the address of a function that calls itself, and one that holds it.
_AWAITED = re.compile(r'^@"\.numba\.unresolved\$([^"]+)" = external global ptr', re.MULTILINE)
_FOUND = r'@".numba.unresolved$\1" = internal constant ptr @"\1"'

# Instructions of Python after which Numba tidies up: lists, dictionaries, calls with `*` and `**`, `with`.
_INVOLVED = frozenset(
    code
    for name, code in dis.opmap.items()
    if any(part in name for part in ("LIST", "DICT", "MAP", "FUNCTION_EX", "WITH", "BLOCK", "FINALLY"))
)


@functools.cache
def _patches() -> tuple[tuple[Any, str, Any], ...]:
    """What is changed in Numba while rules are compiled: where, its name, and what stands there meanwhile."""
    from numba.core import interpreter, postproc, transforms, types
    from numba.np import arrayobj

    ir, ffi = importlib.import_module("llvmlite.ir"), importlib.import_module("llvmlite.binding.ffi")
    usual_index, usual_call = arrayobj.fix_integer_index, types.Function.get_call_type
    usual_lives, usual_tidying = postproc.PostProcessor.run, interpreter.Interpreter.post_process

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if isinstance(index, ir.Constant) or not kind.signed:
            return usual_index(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp)

    simple = (types.Number, types.Boolean, types.Literal, types.Array, types.Record)
    known: dict[Any, Any] = {}

    def asked_once(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(isinstance(a, simple) for a in args):
            return usual_call(function, context, args, kws)
        found = known.get((function, args))
        if found is None:
            found = usual_call(function, context, args, kws)
            if function.get_impl_key(found) is function.typing_key:  # not compiled for the occasion
                known[function, args] = found
        else:
            function._impl_keys[found.args] = function.typing_key
        return found

    def when_asked(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        """How long variables live is worked out when somebody asks, which for a rule nobody does."""
        function = processor.func_ir
        if emit_dels or function.is_generator:
            usual_lives(processor, emit_dels, extend_lifetimes)
        else:
            function.blocks = transforms.canonicalize_cfg(function.blocks)
            function.variable_lifetime = postproc.VariableLifetime(function.blocks)
            function.generator_info = None

    def where_needed(reader: Any, peepholes: Any, function: Any) -> Any:
        code = function.func_id.code
        if getattr(code, "co_exceptiontable", b"x") or not _INVOLVED.isdisjoint(code.co_code[::2]):
            return usual_tidying(reader, peepholes, function)
        return function

    def measured_once(measure: Any) -> Any:
        sizes: dict[Any, int] = {}

        def size(kind: Any, target: Any, context: Any = None) -> int:
            if isinstance(kind, ir.IdentifiedStructType) or context is not None:  # its name does not say all
                return int(measure(kind, target, context))
            key = str(kind), str(target)
            if key not in sizes:
                sizes[key] = measure(kind, target)
            return sizes[key]

        return size

    return (
        (ir.Type, "get_abi_size", measured_once(ir.Type.get_abi_size)),
        (ir.Type, "get_abi_alignment", measured_once(ir.Type.get_abi_alignment)),
        (interpreter.Interpreter, "post_process", where_needed),
        (ffi.lib._lock, "_cblist", []),  # who is told whenever LLVM is called
        (arrayobj, "fix_integer_index", as_it_is),
        (types.Function, "get_call_type", asked_once),
        (postproc.PostProcessor, "run", when_asked),
    )


@contextlib.contextmanager
def _patched() -> Iterator[None]:
    from numba.core import compiler_lock

    with compiler_lock.global_compiler_lock:  # nobody else compiles meanwhile
        collecting = gc.isenabled()
        gc.disable()  # nearly everything is needed to the end, and looking through it takes time
        before = [getattr(place, name) for place, name, _ in _patches()]
        for place, name, value in _patches():
            setattr(place, name, value)
        try:
            yield
        finally:
            for (place, name, _), value in zip(_patches(), before, strict=True):
                setattr(place, name, value)
            if collecting:
                gc.enable()


def for_any_number(dispatcher: Any) -> None:
    """Let an inner function be compiled for 64 bits wherever it is called with a smaller whole number or
    with a constant, and for constants only where it must be."""
    from numba.core import errors, types

    fold, template = dispatcher._compiler.fold_argument_types, dispatcher.get_call_template
    small = (types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32)
    as_given = False

    def general(kind: Any) -> Any:
        if isinstance(kind, types.Literal):
            kind = kind.literal_type
        return types.int64 if kind in small else kind

    def fold_argument_types(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, folded if as_given else tuple(general(kind) for kind in folded)

    def get_call_template(args: Any, kws: Any) -> Any:
        nonlocal as_given
        try:
            return template(args, kws)
        except errors.TypingError:
            if as_given:
                raise
            as_given = True
            return template(args, kws)

    dispatcher._compiler.fold_argument_types = fold_argument_types
    dispatcher.get_call_template = get_call_template


@functools.cache
def pipelines() -> tuple[Any, Any]:
    """The compiler for functions that are called from Python, and for those that only they call."""
    from numba.core import codegen, compiler, compiler_machinery, typed_passes, untyped_passes

    binding = importlib.import_module("llvmlite.binding")

    class Inner(codegen.JITCodeLibrary):  # type: ignore[misc]
        @property
        def codegen(self) -> Any:
            return SimpleNamespace(set_env=lambda name, value: None)  # no rule needs Python's objects

        def _optimize_functions(self, module: Any) -> None:
            module.data_layout = self._codegen._data_layout
            for function in module.functions:
                if not function.is_declaration:
                    passes, builder = self._codegen._function_pass_manager()
                    passes.run(function, builder)

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

    class Passes(compiler_machinery.PassManager):  # type: ignore[misc]
        """A pass is run, and nothing else: not timed, told or checked."""

        def _runPass(self, index: int, one: Any, state: Any) -> None:
            one.analysis = self._analysis
            one.run_initialization(state)
            one.run_pass(state)
            one.run_finalizer(state)

    needed = (
        untyped_passes.TranslateByteCode,
        untyped_passes.FixupArgs,
        untyped_passes.IRProcessing,
        untyped_passes.RewriteSemanticConstants,
        untyped_passes.DeadBranchPrune,
        untyped_passes.GenericRewrites,
        untyped_passes.ReconstructSSA,
        typed_passes.NopythonTypeInference,
        typed_passes.PreLowerStripPhis,
        typed_passes.InlineOverloads,
        typed_passes.AnnotateTypes,
        typed_passes.NativeLowering,
        typed_passes.NoPythonBackend,
    )

    class Compiler(compiler.Compiler):  # type: ignore[misc]
        library: Any = Outer

        def define_pipelines(self) -> list[Any]:
            if self.state.flags.nrt or self.state.func_ir is not None:
                return list(super().define_pipelines())
            passes = Passes("rules")
            for one in needed:
                passes.add_pass(one, "")
            passes.finalize()
            return [passes]

        def compile_extra(self, function: Function) -> Any:
            state = self.state
            state.library = self.library(state.targetctx.codegen(), function.__qualname__)
            state.library.enable_object_caching()
            with _patched():
                return super().compile_extra(function)

    class InnerCompiler(Compiler):
        library = Inner

    return Compiler, InnerCompiler
