"""Another text for rules that are loaded already: every copy of a rule runs it, and no file is changed.

`forms.bind` makes copies of a rule, one for each form and board, which share its code. So a rule is changed
by giving other code to all of them; whoever loads the file again is given the changed one as well.
"""

from __future__ import annotations

import ast
import builtins
import gc
from collections import defaultdict
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Copies = dict[tuple[str, str], list[FunctionType]]  # by file and name
HITS = "__hits__"


def copies_of_rules(folder: Path) -> Copies:
    """Every function that lives now and was written somewhere in this folder."""
    found: Copies = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(str(folder)):
            found[thing.__code__.co_filename, thing.__code__.co_name].append(thing)
    return found


def put_in_place(copies: Copies, file: str, made: CodeType, names: Iterable[str]) -> None:
    """Let every copy of these rules run what was made of their file's changed text."""
    codes = {code.co_name: code for code in made.co_consts if isinstance(code, CodeType)}
    for name in names:
        for copy in copies.get((file, name), ()):
            copy.__code__ = codes[name]
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return made if loader.path == file else usual(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


class Seen:
    """Which statements of the rules are come by: each of them leaves a mark first."""

    def __init__(self, copies: Copies) -> None:
        self._places: list[tuple[str, int]] = []
        for file in sorted({file for file, _ in copies}):
            self._file = file
            tree = ast.parse(Path(file).read_text("utf-8"))
            names = [self._mark(f) for f in tree.body if isinstance(f, ast.FunctionDef) and is_rule(f)]
            put_in_place(copies, file, compile(ast.fix_missing_locations(tree), file, "exec"), names)
        self._hits = bytearray(len(self._places))
        setattr(builtins, HITS, self._hits)

    def places(self) -> list[tuple[str, int]]:
        """File and first line of what was come by since it was last asked."""
        found = [place for place, hit in zip(self._places, self._hits, strict=True) if hit]
        self._hits[:] = bytes(len(self._hits))
        return found

    def _mark(self, function: ast.FunctionDef) -> str:
        for node in [*ast.walk(function)]:
            for name in ("body", "orelse"):
                under: Any = getattr(node, name, None)
                if isinstance(under, list):
                    setattr(node, name, [s for each in under for s in (self._mark_of(each), each)])
        return function.name

    def _mark_of(self, statement: ast.stmt) -> ast.stmt:
        file_and_line = self._file, statement.lineno
        self._places.append(file_and_line)
        mark = ast.parse(f"{HITS}[{len(self._places) - 1}] = 1").body[0]
        return ast.copy_location(mark, statement)


def is_rule(function: ast.FunctionDef) -> bool:
    return any(isinstance(d, ast.Name) and d.id == "rule" for d in function.decorator_list)
