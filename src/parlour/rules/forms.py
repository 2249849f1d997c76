"""Two forms of one text: binding rules and drivers to a game, plain or compiled.

`bind` copies every marked function of a game's `rules.py`, of the modules it takes rules
from, and of the generic drivers, and gives the copies globals of their own. In these the
contract's names are the game's, and every function called is a bound copy too. Copies get a
qualified name of their own, so that Numba's cache on disk tells games and boards apart;
closures would never be found again.

The cache lives in a folder named by the hash of all that went in: every source file, the
board and the versions. An edited rule is therefore another folder, never a stale answer. The
rules of a game have a folder to themselves: bots and simulations compile them once together. A file
in it that was damaged counts as missing: it is compiled and written anew.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import inspect
import io
import math
import os
import re
import shutil
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from parlour.rules import contract
from parlour.rules.position import Position, Shelf

Function = Callable[..., Any]
Part = tuple[ModuleType | None, Any]  # a module of a game's folder, if it is there, and its defaults
_CONTRACT_NAMES = frozenset(
    name for name in vars(contract) if not name.startswith("_") and name not in ("annotations", "np")
)
_CACHE_DAYS = 60


def compiler_present() -> bool:
    """Is Numba installed and not switched off?"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return importlib.util.find_spec("numba") is not None


def bind(
    rules: ModuleType,
    *drivers: ModuleType,
    jit: Callable[[Function], Function],
    names: Mapping[str, Any] | None = None,
    defaults: ModuleType = contract,
    parts: Sequence[Part] = (),
    ready: Mapping[str, dict[str, Any]] | None = None,
    tag: str = "",
) -> Any:
    """All functions of `rules` and `drivers`, bound to each other and passed through `jit`. `names` are
    what else the drivers find in their globals; `defaults` is the contract, or a version of it. `parts` are
    further modules of the game's folder, each with the module that holds the defaults of what it defines.
    `ready` are the names of modules that were bound before, `modules` of another form. `tag` goes into the
    names of the copies: a process that loads two forms from the cache finds their code by these names."""
    names_of: dict[str, dict[str, Any]] = dict(ready or {})
    mark = f"{rules.__name__.removesuffix('.rules')}{tag}"

    def adopt(module: ModuleType, takes: dict[str, Any]) -> dict[str, Any]:
        if module.__name__ in names_of:
            return names_of[module.__name__]
        names = dict(vars(module))
        names_of[module.__name__] = names
        for name, value in vars(module).items():  # rules borrowed from elsewhere come first
            home = getattr(value, "__module__", None)
            if getattr(value, "__rule__", False) and home != module.__name__ and name not in takes:
                names[name] = adopt(sys.modules[home], {})[value.__name__] if home else value
        names.update(takes)
        for name, value in vars(module).items():
            if getattr(value, "__rule__", False) and value.__module__ == module.__name__:
                if name in takes:
                    continue
                names[name] = jit(_copy(value, names, mark))
        return names

    game = adopt(rules, {})
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
    for module in drivers:
        given = {n: v for n, v in (whole | dict(names or {})).items() if n in vars(module)}
        bound_names = adopt(module, given)
        everything |= {n: bound_names[n] for n, v in vars(module).items() if getattr(v, "__rule__", False)}
    form = {n: v for n, v in everything.items() if not n.startswith("__")}
    return SimpleNamespace(**form, modules=names_of)


def _borrowed(part: ModuleType, whole: Mapping[str, Any]) -> dict[str, Any]:
    """Of these names, those that a part of a game uses and does not define itself."""
    home = {n: getattr(v, "__module__", None) for n, v in vars(part).items()}
    return {n: v for n, v in whole.items() if n in home and home[n] != part.__name__}


def _copy(function: Any, names: dict[str, Any], mark: str) -> Function:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{function.__name__}@{mark}"
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    copy.__dict__.update(function.__dict__)
    return copy


def plain(rules: ModuleType, *drivers: ModuleType, parts: Sequence[Part] = ()) -> Any:
    """The plain form: ordinary Python functions, for `Position` and `Shelf`."""
    return bind(rules, *drivers, jit=lambda f: f, parts=parts)


_compiling = threading.Lock()


def compiled(
    rules: ModuleType,
    *drivers: ModuleType,
    boundscheck: bool = False,
    parts: Sequence[Part] = (),
    house: Mapping[str, int] | None = None,
) -> Any:
    """The compiled form, for arrays of records. Each function compiles on first use, once; the rules
    once for all forms of a game, in a folder of their own.

    With `house`, the codes of all house rules, it is for games by these alone, which `form.house` names.
    """
    import numba

    pipeline, cache = _pipeline(), _cache()
    text = rules if house is None else _rewritten(rules, _Settle(house))

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

    with _compiling:
        folder = cache_folder(rules, boundscheck=boundscheck, house=house)
        known = _compiled_rules.setdefault(rules, {})
        if folder not in known:
            with kept_in(folder):
                known[folder] = bind(text, jit=jit, tag=folder.name).modules
        ready = known[folder]
        folder = cache_folder(rules, *drivers, boundscheck=boundscheck, parts=parts, house=house)
        with kept_in(folder):
            form = bind(text, *drivers, jit=jit, parts=parts, ready=ready, tag=folder.name)
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


@functools.cache
def _cache() -> Any:
    """Numba's cache of one function, but each file ends with a digest of it, which Numba does not read:
    a file that is not as it was written counts as missing. Numba would fail on it, or run what it holds.
    """
    from numba.core import caching

    size = hashlib.sha256().digest_size

    def intact(path: str) -> bool:
        try:
            data = Path(path).read_bytes()
        except OSError:
            return False
        return hashlib.sha256(data[:-size]).digest() == data[-size:]

    class Files(caching.IndexDataCacheFile):  # type: ignore[misc]
        def _load_index(self) -> Any:
            return super()._load_index() if intact(self._index_path) else {}

        def _load_data(self, name: str) -> Any:
            if not intact(self._data_path(name)):
                raise FileNotFoundError(name)
            return super()._load_data(name)

        @contextlib.contextmanager
        def _open_for_write(self, path: str) -> Iterator[io.BytesIO]:
            with super()._open_for_write(path) as file:
                yield (content := io.BytesIO())
                file.write(content.getvalue() + hashlib.sha256(content.getvalue()).digest())

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        def __init__(self, function: Function) -> None:
            super().__init__(function)
            place, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
            self._cache_file = Files(self._cache_path, place, stamp)

    return Cache


# ---------------------------------------------------------------- on a GPU


def cuda_present() -> bool:
    """Can Numba make code for GPUs here?"""
    return compiler_present() and importlib.util.find_spec("numba_cuda") is not None


def cuda(rules: ModuleType, *drivers: ModuleType, house: Mapping[str, int] | None = None) -> Any:
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
    if house is not None:
        rules = _rewritten(rules, _Settle(house))
    defaults = contract
    if not config.ENABLE_CUDASIM:
        defaults = _rewritten(contract, _OnTheStack())
        vars(defaults)["cuda"] = module
    return bind(rules, *drivers, jit=jit, names=names, defaults=defaults)


class _Settle(ast.NodeTransformer):
    """Puts numbers in the place of fields of the record that is called `s`."""

    def __init__(self, fields: Mapping[str, int]) -> None:
        self.fields = fields

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        read = isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and node.value.id == "s"
        if read and node.attr in self.fields:
            return ast.copy_location(ast.Constant(self.fields[node.attr]), node)
        return node


class _OnTheStack(ast.NodeTransformer):
    """Makes room where a GPU can: the contract's defaults write before they read, zeros are not needed."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if ast.unparse(node) == "np.zeros":
            return ast.copy_location(ast.parse("cuda.local.array", mode="eval").body, node)
        return node


def _rewritten(module: ModuleType, change: ast.NodeTransformer) -> ModuleType:
    """The same module with something changed in its text."""
    made = ModuleType(module.__name__)
    for name in ("__file__", "__package__"):
        setattr(made, name, getattr(module, name))
    tree = ast.fix_missing_locations(change.visit(ast.parse(inspect.getsource(module))))
    exec(compile(tree, inspect.getfile(module), "exec"), vars(made))
    return made


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
    reason an index is not asked whether it counts from the end: no rule does that, which is tested.
    """
    import numba
    from numba import cuda as module
    from numba.cuda import dispatcher
    from numba.cuda.cpython import slicing
    from numba.cuda.cudadrv import nvvm

    def smaller(parts: Sequence[str], **options: Any) -> Any:
        kept = [_DEFINITION.sub(r"\1 optsize", part) for part in dict.fromkeys(parts)]
        return before[1](kept, **options)

    device = SimpleNamespace(compute_capability=capability)
    types_of = tuple(numba.typeof(a) for a in arguments)
    with _compiling:
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


def source_hash(rules: ModuleType, *drivers: ModuleType, parts: Sequence[Part] = ()) -> str:
    """Names everything that decides how this game plays: sources and board."""
    seen: dict[str, ModuleType] = {}

    def collect(module: ModuleType) -> None:
        if module.__name__ not in seen:
            seen[module.__name__] = module
            for name in _imported(module):
                if name.rpartition(".")[0] in (rules.__package__, __package__):
                    collect(sys.modules[name])
            for value in list(vars(module).values()):
                home = getattr(value, "__module__", None)
                if getattr(value, "__rule__", False) and home:
                    collect(sys.modules[home])

    for module in (contract, rules, *(m for part in parts for m in part if m), *drivers):
        collect(module)
    digest = hashlib.sha256()
    for name in sorted(seen):
        digest.update(name.encode() + b"\0" + Path(inspect.getfile(seen[name])).read_bytes() + b"\0")
    digest.update(repr(getattr(rules, "BOARD", None)).encode())
    return digest.hexdigest()


def _imported(module: ModuleType) -> Iterator[str]:
    """The modules that this one takes names from: constants are compiled in as well as rules."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom):
            name = importlib.util.resolve_name("." * node.level + (node.module or ""), module.__package__)
            for found in (name, *(f"{name}.{alias.name}" for alias in node.names)):
                if found in sys.modules:
                    yield found


def cache_root() -> Path:
    """Where compiled rules are kept: PARLOUR_CACHE, else the user's cache folder."""
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour"


def cache_folder(
    rules: ModuleType,
    *drivers: ModuleType,
    boundscheck: bool = False,
    parts: Sequence[Part] = (),
    house: Mapping[str, int] | None = None,
) -> Path:
    """The folder for exactly these sources, made if need be; old ones are cleared away."""
    import numba

    how = Path(__file__).read_bytes()  # the compiler's settings
    settings = f"{boundscheck} {house and sorted(house.items())}"
    what = f"{source_hash(rules, *drivers, parts=parts)} {how!r} {numba.__version__} {sys.version} {settings}"
    name = hashlib.sha256(what.encode()).hexdigest()[:20]
    folder = cache_root() / "compiled" / name
    try:
        fresh = not folder.is_dir()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # a read-only home: compile for this run only
        return Path(tempfile.mkdtemp(prefix="parlour-"))
    if fresh:
        _clear_old(folder.parent)
    return folder


def _clear_old(folder: Path) -> None:
    limit = time.time() - _CACHE_DAYS * 86400
    for old in folder.iterdir():
        with contextlib.suppress(OSError):
            if old.is_dir() and old.stat().st_mtime < limit:
                shutil.rmtree(old)
