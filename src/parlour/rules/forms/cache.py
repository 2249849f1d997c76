"""What was compiled, kept on disk.

The cache lives in a folder named by the hash of all that went in: every source file, the board and the
versions. An edited rule is therefore another folder, never a stale answer. A file holds one function that is
called from Python with every rule that it needs; one that was damaged counts as missing: it is compiled and
written anew.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import inspect
import io
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.rules import contract
from parlour.rules.folders import cache_root, kept
from parlour.rules.forms.binding import Function, Part, defined_in, fast_of
from parlour.rules.forms.turns import Turn

_CACHE_DAYS = 60


def source_hash(rules: ModuleType, *further: ModuleType | None) -> str:
    """Names everything that decides how this game plays: its readable rules, these modules, and the board."""
    seen: dict[str, ModuleType] = {}

    def collect(module: ModuleType) -> None:
        if module.__name__ not in seen:
            seen[module.__name__] = module
            for name in _imported(Path(inspect.getfile(module)).read_bytes(), module.__package__):
                beside = name.rpartition(".")[0] in (rules.__package__, contract.__package__)
                if beside or defined_in(sys.modules[name]):  # its constants count too, not its rules alone
                    collect(sys.modules[name])
            for value in list(vars(module).values()):
                home = getattr(value, "__module__", None)
                if getattr(value, "__rule__", False) and home:
                    collect(sys.modules[home])

    for module in (contract, rules, *further):
        if module is not None:
            collect(module)
    digest = hashlib.sha256()
    for name in sorted(seen):
        digest.update(name.encode() + b"\0" + Path(inspect.getfile(seen[name])).read_bytes() + b"\0")
    digest.update(repr(getattr(rules, "BOARD", None)).encode())
    return digest.hexdigest()


@functools.cache
def _takes(source: bytes, package: str | None) -> tuple[str, ...]:
    """What a text may take names from: constants are compiled in as well as rules."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            name = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            found += (name, *(f"{name}.{alias.name}" for alias in node.names))
    return tuple(found)


def _imported(source: bytes, package: str | None) -> Iterator[str]:
    """The modules that this text takes names from."""
    return (name for name in _takes(source, package) if name in sys.modules)


def keep(dispatcher: Any, function: Function, missing: Callable[[], None] = lambda: None) -> Any:
    """The dispatcher, which from now on looks on disk before it compiles, and leaves there what it made."""
    from numba.core.compiler_lock import global_compiler_lock

    cache = _checked_cache()(function, missing)
    compile_it = dispatcher.compile

    def in_turn(signature: Any) -> Any:
        with global_compiler_lock:  # so that a thread gives back no turn but its own
            try:
                return compile_it(signature)
            finally:
                cache.turn.give_back()

    dispatcher._cache, dispatcher.compile = cache, in_turn
    return dispatcher


def cache_name(
    rules: ModuleType,
    *drivers: ModuleType,
    boundscheck: bool = False,
    parts: Sequence[Part] = (),
    house: Mapping[str, int] | None = None,
) -> str:
    """Names everything that compiled code depends on: sources, board, settings and versions."""
    import numba

    here = sorted(Path(__file__).parent.glob("*.py"))  # the compiler's settings
    how = b"".join(file.read_bytes() for file in here)
    settings = f"{boundscheck} {house and sorted(house.items())}"
    modules = (fast_of(rules), *(m for part in parts for m in part), *drivers)
    what = f"{source_hash(rules, *modules)} {how!r} {numba.__version__} {sys.version} {settings}"
    return hashlib.sha256(what.encode()).hexdigest()[:20]


def cache_folder(rules: ModuleType, *drivers: ModuleType, **settings: Any) -> Path:
    """The folder for exactly these sources, as `cache_name` names them, made if need be; old ones are cleared
    away."""
    name = cache_name(rules, *drivers, **settings)
    fresh = not (cache_root() / "compiled" / name).is_dir()
    folder = kept("compiled", name)
    os.utime(folder)
    if fresh:
        _clear_old(folder.parent)
    return folder


def _clear_old(folder: Path) -> None:
    limit = time.time() - _CACHE_DAYS * 86400
    for old in folder.iterdir():
        with contextlib.suppress(OSError):
            if old.is_dir() and old.stat().st_mtime < limit:
                shutil.rmtree(old)


@functools.cache
def _checked_cache() -> Any:
    """Numba's cache of one function, but each file ends with a digest of it, which Numba does not read:
    a file that is not as it was written counts as missing. Numba would fail on it, or run what it holds.
    """
    from numba.core import caching, runtime

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
        """`missing` is called before something has to be compiled. Until `turn` is given back, no other
        process compiles the same function."""

        def __init__(self, function: Function, missing: Callable[[], None]) -> None:
            super().__init__(function)
            place, stamp = self._impl.filename_base, self._impl.locator.get_source_stamp()
            self._cache_file = Files(self._cache_path, place, stamp)
            self._missing = missing
            self.turn = Turn(self._cache_file._index_path)

        def load_overload(self, signature: Any, context: Any) -> Any:
            # Numba would get everything ready to compile before it looks, which takes half a second.
            runtime.rtsys.initialize(context)  # of which this may be needed to run
            if (found := self._found(signature, context)) is not None:
                return found
            self.turn.take()
            if (found := self._found(signature, context)) is not None:
                return found
            self._missing()
            return None

        def _found(self, signature: Any, context: Any) -> Any:
            with self._guard_against_spurious_io_errors():
                return self._load_overload(signature, context)
            return None

    return Cache
