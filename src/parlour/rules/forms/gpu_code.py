"""Code for GPUs, made with Numba; no GPU is needed to make it."""

from __future__ import annotations

import importlib
import importlib.util
import math
import re
from collections.abc import Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from parlour.rules import contract
from parlour.rules.forms.binding import Function, Part, bind, fast_of
from parlour.rules.forms.cpu import compiler_present, compiling
from parlour.rules.forms.rewriting import OnTheStack, WithHouseRules, rewritten
from parlour.rules.position import Position, Shelf


def cuda_present() -> bool:
    """Can Numba make code for GPUs here?"""
    return compiler_present() and importlib.util.find_spec("numba_cuda") is not None


def cuda(
    rules: ModuleType,
    *drivers: ModuleType,
    house: Mapping[str, int] | None = None,
    parts: Sequence[Part] = (),
) -> Any:
    """The form for a GPU. `ptx` makes code of its kernels; under NUMBA_ENABLE_CUDASIM they run as they
    are, slowly and on any machine.

    With `house`, the codes of all house rules, it is for games by these alone: a third less code.
    """
    from numba import config
    from numba import cuda as module

    def jit(function: Function) -> Function:
        made: Function = module.jit(device=not getattr(function, "__kernel__", False))(function)
        return made

    actions = getattr(rules, "ACTIONS", rules.MAX_ACTIONS)
    names = {
        "cuda": module,
        "State": rules.State,
        "Code": np.int16 if actions < 2**15 else np.int64,
        "copy_record": _simulate_records() if config.ENABLE_CUDASIM else _copy_record(),
        "SMALL": 0,  # every store goes out to memory: masks are cleared entry by entry
    }
    rewrite = None if house is None else WithHouseRules(house)
    defaults = contract
    if not config.ENABLE_CUDASIM:
        defaults = rewritten(contract, OnTheStack())
        vars(defaults)["cuda"] = module
    how: dict[str, Any] = {"rewrite": rewrite, "names": names, "defaults": defaults, "parts": parts}
    return bind(rules, *drivers, jit=jit, fast=fast_of(rules), **how)


def _simulate_records() -> Function:
    """Let the simulator keep records as positions: scalars of NumPy's records would reckon in 8 bits."""
    from numba.cuda.simulator.kernelapi import FakeCUDALocal

    arrays = FakeCUDALocal.array
    FakeCUDALocal.array = lambda self, shape, dtype: (
        arrays(self, shape, dtype) if np.dtype(dtype).names is None else Shelf(shape, dtype)
    )
    return Position.take


def _copy_record() -> Function:
    """Copy one record over another, word by word; an assignment would take each byte by itself."""
    from numba.core import types as kinds
    from numba.cuda.extending import intrinsic

    ir = importlib.import_module("llvmlite.ir")

    def copy_record(typing: Any, to: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            width = math.gcd(to.size, to.dtype.alignment)
            word = ir.IntType(8 * width).as_pointer()
            into, out_of = (builder.bitcast(a, word) for a in arguments)
            for i in range(to.size // width):
                place = ir.Constant(ir.IntType(32), i)
                builder.store(builder.load(builder.gep(out_of, [place])), builder.gep(into, [place]))
            return context.get_dummy_value()

        return kinds.void(to, source), generate

    made: Function = intrinsic(copy_record)
    return made


def ptx(
    form: Any, kernel: str, arguments: Sequence[Any], capability: tuple[int, int], bounds: tuple[int, int]
) -> str:
    """One kernel of a `cuda` form as PTX, for arguments like these and for `bounds`: threads of a block at
    most, blocks at the same time at least. No GPU is needed to make it. The entry is called like the kernel.

    Everything is compiled for size, and tables lie in ordinary memory: rules are compiled into their
    callers, and a GPU that has to fetch half a megabyte of unrolled loops does little else. For the same
    reason an index is not asked whether it counts from the end: no rule does that, which is tested. A product
    is rounded before something is added to it, as on a processor.
    """
    import numba
    from numba import cuda as module
    from numba.cuda import dispatcher
    from numba.cuda.cpython import slicing
    from numba.cuda.cudadrv import nvvm

    def smaller(parts: Sequence[str], **options: Any) -> Any:
        kept = [_DEFINITION.sub(r"\1 optsize", part) for part in dict.fromkeys(parts)]
        return before[1](kept, fma=False, **options)

    device = SimpleNamespace(compute_capability=capability)
    types_of = tuple(numba.typeof(a) for a in arguments)
    with compiling:
        before = dispatcher.get_current_device, nvvm.compile_ir, slicing.fix_index
        dispatcher.get_current_device, nvvm.compile_ir = (lambda: device), smaller
        slicing.fix_index = lambda builder, index, size: index
        try:
            function = getattr(form, kernel).py_func
            text, _ = module.compile_ptx(
                function, types_of, device=False, cc=capability, launch_bounds=bounds
            )
        finally:
            dispatcher.get_current_device, nvvm.compile_ir, slicing.fix_index = before
    entry = re.search(r"\.visible \.entry ([\w$]+)\(", text)
    assert entry is not None
    return _shared_tables(str(text).replace(entry[1], kernel))


def _shared_tables(text: str) -> str:
    """Constant tables in ordinary memory, each of them once: constant memory serves one place at a time."""
    first: dict[str, str] = {}
    same: dict[str, str] = {}

    def table(match: re.Match[str]) -> str:
        kind, name, content = match.groups()
        same[name] = first.setdefault(kind + content, name)
        return f".global {kind} {name}{content}" if same[name] == name else ""

    text = _TABLE.sub(table, text)
    return re.sub(r"_cudapy_cmem[\w$]*", lambda m: same.get(m[0], m[0]), text).replace(
        "ld.const.", "ld.global.nc."
    )


_DEFINITION = re.compile(r"^(define [^\n]*\)[^\n{]*)$", re.MULTILINE)
_TABLE = re.compile(r"\.const (\.align \d+ \.b8) (_cudapy_cmem[\w$]*)(\[\d+\] = \{[^}]*\};)")
