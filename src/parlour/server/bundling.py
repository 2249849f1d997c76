"""The page's plain modules as a few scripts, so that a slow line waits twice and not eighty times.

No tool makes them and nothing is kept on disk: the server reads the modules when it starts, and puts each
into a function of its own, in the order in which a browser would run them. What it does not understand it
refuses, so that nothing is ever served half. Two things it asks of a module: every import and export stands
at the start of a line, and what is exported is never assigned again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

WEB = Path(__file__).with_name("web")

# Comments that have their lines to themselves; those beside code, such as casts, stay.
_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.S | re.M)
_NAMES = r"\{([^}]*)\}"
_IMPORT = re.compile(rf'^import\s*(?:{_NAMES}|(\w+))\s*from\s*"([^"]+)";?', re.M)
_PASSED_ON = re.compile(rf'^export\s*{_NAMES}\s*from\s*"([^"]+)";?', re.M)
_EXPORTED = re.compile(r"^export\s+((?:async\s+)?function\s*\*?|class|const)\s+(\w+)", re.M)
_LISTED = re.compile(rf"^export\s*{_NAMES};?", re.M)
_DEFAULT = re.compile(r"^export default (function)\b", re.M)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LEFT = re.compile(r"^(?:import|export)\b.*", re.M)
# Minified modules have everything on one line: there each import and export gets a line of its own.
_MINIFIED = re.compile(
    r'(?<![\w$.])(import\{|export\{|export default )|(?<=")(;)(?=import\{|export\{|const )'
)


class NotUnderstood(ValueError):
    """A module that cannot be put into a script as it is written."""


Names = list[tuple[str, str]]  # of `{ a as b }`: what it was called, and what it is called from here on


@dataclass
class Module:
    """One file: what it needs, what it gives, and what is left of its text without the words for both."""

    file: Path
    body: str = ""
    needs: list[tuple[Path, Names]] = field(default_factory=list)
    gives: Names = field(default_factory=list)
    passes_on: list[tuple[Path, Names]] = field(default_factory=list)


def module(file: Path) -> Module:
    """Read a module."""
    found = Module(file)
    text = _COMMENTS.sub("", file.read_text("utf-8"))
    if file.parent.name == "vendor":
        text = _MINIFIED.sub(lambda m: f"\n{m[0]}", text)

    def beside(name: str) -> Path:
        return (file.parent / name).resolve()

    def imported(m: re.Match[str]) -> str:
        found.needs.append((beside(m[3]), [("default", m[2])] if m[2] else _named(m[1])))
        return ""

    def passed_on(m: re.Match[str]) -> str:
        found.passes_on.append((beside(m[2]), _named(m[1])))
        return ""

    def exported(m: re.Match[str]) -> str:
        found.gives.append((m[2], m[2]))
        return f"{m[1]} {m[2]}"

    def listed(m: re.Match[str]) -> str:
        found.gives.extend(_named(m[1]))
        return ""

    def usual(m: re.Match[str]) -> str:
        found.gives.append(("usual", "default"))
        return f"const usual = {m[1]}"

    for pattern, what in (
        (_IMPORT, imported),
        (_PASSED_ON, passed_on),
        (_EXPORTED, exported),
        (_LISTED, listed),
        (_DEFAULT, usual),
    ):
        text = pattern.sub(what, text)
    left = _LEFT.search(text)
    if left:
        raise NotUnderstood(f"{file}: {left[0][:100]}")
    found.body = text.strip()
    return found


def _named(names: str) -> Names:
    pairs = (one.split(" as ") for one in re.sub(r"\s+", " ", names).split(",") if one.strip())
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


Read = Callable[[Path], Module]


def needed(entry: Path, read: Read) -> list[Path]:
    """A page's modules in the order in which they run: each after what it needs, unless that is a circle."""
    order: list[Path] = []
    seen: set[Path] = set()

    def visit(file: Path) -> None:
        if file in seen:
            return
        seen.add(file)
        known = read(file)
        for other, _ in (*known.needs, *known.passes_on):
            visit(other)
        order.append(file)

    visit(entry.resolve())
    return order


def scripts(entries: Mapping[str, Path]) -> dict[str, Script]:
    """The scripts of some pages, by the module each begins with; people come in by the first page.

    Besides one for each page there is COMMON, with what that first page shares with any other, and TABLES,
    with what only later pages share: the first is not kept waiting for it.
    """
    read = cache(module)
    orders = {page: needed(entry, read) for page, entry in entries.items()}
    users: dict[Path, set[str]] = {}
    for page, order in orders.items():
        for file in order:
            users.setdefault(file, set()).add(page)
    first = next(iter(entries))
    place = {f: next(iter(u)) if len(u) == 1 else COMMON if first in u else TABLES for f, u in users.items()}
    numbers = {file: n for n, file in enumerate(users)}
    made = {COMMON: Script(f"{_HEAD}export const given$ = [];\nexport const late$ = [];\n", ())}
    for name in (TABLES, *entries):
        needs = {place[file] for file in orders.get(name, ())} - {name, COMMON}
        made[name] = Script(f'{_HEAD}import {{ given$, late$ }} from "{COMMON}";\n', (COMMON, *needs))
    for name, script in made.items():
        files = [file for file in users if place[file] == name]
        also = "".join(f'import "{other}";\n' for other in script.needs if other != COMMON)
        made[name] = Script(script.text + also + "".join(_written(files, numbers, read)), script.needs)
    return made


COMMON, TABLES = "common", "tables"
_HEAD = "// Modules of /web/js, and from /web/vendor what others wrote, one after the other.\n"


def strings(web: Path) -> frozenset[str]:
    """Every text in double quotes in the modules: all sentences of the pages are among them."""
    found = (s for file in (web / "js").rglob("*.js") for s in _STRING.findall(file.read_text("utf-8")))
    return frozenset(map(_meant, found))


def _meant(literal: str) -> str:
    try:
        return str(json.loads(literal))
    except json.JSONDecodeError:  # an escape that JSON has not: no sentence
        return literal


@dataclass(frozen=True)
class Script:
    """Its text, in which imports name other scripts as here, and which those are."""

    text: str
    needs: tuple[str, ...]


def _written(files: list[Path], numbers: Mapping[Path, int], read: Read) -> Iterator[str]:
    """Each module as a function that is called at once; `given$[7]` is what the seventh gives to others."""
    waiting = set(files)
    for file in files:
        known, number = read(file), numbers[file]
        lines = []
        for other, names in known.needs:
            inside = ", ".join(f"{there}: {here}" for there, here in names)
            source = f"given$[{numbers[other]}]"
            if other not in waiting:
                lines.append(f"const {{ {inside} }} = {source};")
            else:  # in a circle: it has not run yet, and tells when it has
                lines.append(f"let {', '.join(here for _, here in names)};")
                lines.append(f"(late$[{numbers[other]}] ??= []).push(() => ({{ {inside} }} = {source}));")
        lines.append(known.body)
        given = [f"{there}: {here}" for here, there in known.gives]
        given += [
            f"{here}: given$[{numbers[o]}].{there}" for o, names in known.passes_on for there, here in names
        ]
        lines.append(f"given$[{number}] = {{ {', '.join(given)} }};")
        lines.append(f"late$[{number}]?.forEach((tell) => tell());")
        waiting.discard(file)
        waits = re.search(r"^await\b", known.body, re.M)
        yield "\n".join(["await (async () => {" if waits else "(() => {", *lines, "})();", ""])
