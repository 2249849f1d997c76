"""Two forms of one text: binding rules and drivers to a game, plain or compiled.

`bind` copies every marked function of a game's `rules.py`, of the modules it takes rules
from, and of the generic drivers, and gives the copies globals of their own. In these the
contract's names are the game's, and every function called is a bound copy too. Copies get a
qualified name of their own, so that Numba's cache on disk tells games and boards apart;
closures would never be found again.

The cache lives in a folder named by the hash of all that went in: every source file, the
board and the versions. An edited rule is therefore another folder, never a stale answer.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import inspect
import os
import shutil
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from parlour.rules import contract

Function = Callable[..., Any]
_CONTRACT_NAMES = frozenset(
    name for name in vars(contract) if not name.startswith("_") and name not in ("annotations", "np")
)
_CACHE_DAYS = 60


def compiler_present() -> bool:
    """Is Numba installed and not switched off?"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return importlib.util.find_spec("numba") is not None


def bind(rules: ModuleType, *drivers: ModuleType, jit: Callable[[Function], Function]) -> Any:
    """All functions of `rules` and `drivers`, bound to each other and passed through `jit`."""
    bound: dict[Function, Function] = {}
    names_of: dict[str, dict[str, Any]] = {}
    mark = f"{rules.__name__.removesuffix('.rules')}"

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
                names[name] = bound[value] = jit(_copy(value, names, mark))
        return names

    game = adopt(rules, {})
    own = {n: v for n, v in game.items() if n in _CONTRACT_NAMES}
    own.setdefault("CHAIRS", max(game["SEATS"]))
    own.setdefault("ACTIONS", game["MAX_ACTIONS"])
    defaults = adopt(contract, own)
    whole = {n: defaults[n] for n in _CONTRACT_NAMES} | own
    everything = dict(game) | whole
    for module in drivers:
        given = {n: v for n, v in whole.items() if n in vars(module)}
        names = adopt(module, given)
        everything |= {n: names[n] for n, v in vars(module).items() if getattr(v, "__rule__", False)}
    return SimpleNamespace(**{n: v for n, v in everything.items() if not n.startswith("__")})


def _copy(function: Any, names: dict[str, Any], mark: str) -> Function:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{function.__name__}@{mark}"
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    copy.__dict__.update(function.__dict__)
    return copy


def plain(rules: ModuleType, *drivers: ModuleType) -> Any:
    """The plain form: ordinary Python functions, for `Position` and `Shelf`."""
    return bind(rules, *drivers, jit=lambda f: f)


_compiling = threading.Lock()


def compiled(rules: ModuleType, *drivers: ModuleType, boundscheck: bool = False) -> Any:
    """The compiled form, for arrays of records. Each function compiles on first use, once."""
    import numba

    folder = cache_folder(rules, *drivers, boundscheck=boundscheck)

    def jit(function: Function) -> Function:
        options = {
            "nogil": True,
            "error_model": "numpy",
            "boundscheck": boundscheck,
            "_nrt": getattr(function, "__allocates__", False),
            "forceinline": getattr(function, "__inline__", False),
        }
        made: Function = numba.njit(cache=True, **options)(function)
        return made

    with _compiling:  # Numba reads the cache folder from its settings when it decorates
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            return bind(rules, *drivers, jit=jit)
        finally:
            numba.config.CACHE_DIR = before


def source_hash(rules: ModuleType, *drivers: ModuleType) -> str:
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

    for module in (contract, rules, *drivers):
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


def cache_folder(rules: ModuleType, *drivers: ModuleType, boundscheck: bool = False) -> Path:
    """The folder for exactly these sources, made if need be; old ones are cleared away."""
    import numba

    how = Path(__file__).read_bytes()  # the compiler's settings
    what = f"{source_hash(rules, *drivers)} {how!r} {numba.__version__} {sys.version} {boundscheck}"
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
