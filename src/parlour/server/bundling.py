"""The page's plain modules as a few scripts, so that a slow line waits twice and not eighty times.

No tool makes them and nothing is kept on disk: the server reads the modules when it starts, and puts each
into a function of its own, in the order in which a browser would run them. What it does not understand it
refuses, so that nothing is ever served half. Two things it asks of a module: every import and export stands
at the start of a line, and what is exported is never assigned again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

WEB = Path(__file__).with_name("web")

# Comments that have their lines to themselves; those beside code, such as casts, stay.
_INDENTED = re.compile(r"\n\s+")
_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.S | re.M)
_NAMES = r"\{([^}]*)\}"
_IMPORT = re.compile(rf'^import\s*(?:{_NAMES}|(\w+))\s*from\s*"([^"]+)";?', re.M)
_PASSED_ON = re.compile(rf'^export\s*{_NAMES}\s*from\s*"([^"]+)";?', re.M)
_EXPORTED = re.compile(r"^export\s+((?:async\s+)?function\s*\*?|class|const)\s+(\w+)", re.M)
_LISTED = re.compile(rf"^export\s*{_NAMES};?", re.M)
_DEFAULT = re.compile(r"^export default (function)\b", re.M)
_CALLED = re.compile(r'\bimport\("(\.[^"]+)"\)')  # what comes when it is asked for
_CAST = re.compile(r"/\*\* @type \{[^\n]*?\} \*/ ?")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LEFT = re.compile(r"^(?:import\b(?!\()|export\b).*", re.M)
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
    calls: dict[str, Path] = field(default_factory=dict)  # as it is written -> what it calls for later


def plain(text: str) -> str:
    """The text of a script or a style without what only people read."""
    return _INDENTED.sub("\n", _CAST.sub("", _COMMENTS.sub("", text)))


def module(file: Path) -> Module:
    """Read a module."""
    found = Module(file)
    text = plain(file.read_text("utf-8"))
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
    found.calls = {name: beside(name) for name in _CALLED.findall(text)}
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
    _follow(entry.resolve(), read, set(), order)
    return order


def called(order: list[Path], read: Read) -> list[Path]:
    """The modules that those of a page call for later, with what they need besides, in their order."""
    seen, found = set(order), list[Path]()
    waiting = [*order]
    while waiting:
        before = len(found)
        for other in read(waiting.pop(0)).calls.values():
            _follow(other, read, seen, found)
        waiting += found[before:]
    return found


def _follow(file: Path, read: Read, seen: set[Path], order: list[Path]) -> None:
    if file in seen:
        return
    seen.add(file)
    known = read(file)
    for other, _ in (*known.needs, *known.passes_on):
        _follow(other, read, seen, order)
    order.append(file)


def scripts(entries: Mapping[str, Path]) -> dict[str, Script]:
    """The scripts of some pages, by the module each begins with; people come in by the first page, and mostly
    go on to the second.

    Besides one for each page there are COMMON, with what these two share, TABLES, with what the second shares
    with others, and OTHERS, with what is shared without it: so the two wait for nothing that they do not
    need. What a page calls for later is in a script of its own, or in LATER where several pages call for it.
    """
    read = cache(module)
    orders = {page: needed(entry, read) for page, entry in entries.items()}
    calls = {page: called(order, read) for page, order in orders.items()}
    place = _places(orders, calls)
    numbers = {file: n for n, file in enumerate(place)}
    made = {COMMON: Script(_HEAD + _SHARED, ())}
    own = [name for page in entries for name in (page, f"{page}-{LATER}")]
    wanted = {**orders, **{f"{page}-{LATER}": found for page, found in calls.items()}}
    several = set(place.values())
    for name in (TABLES, OTHERS, LATER, *own):
        if name not in several | set(entries):
            continue
        files = wanted.get(name) or [f for f in place if place[f] == name]
        used = {place[o] for f in files for o in [f, *(n for n, _ in (*read(f).needs, *read(f).passes_on))]}
        needs = [n for n in (TABLES, OTHERS, LATER) if n in used and n != name]
        made[name] = Script(f'{_HEAD}import {{ at$, given$, late$ }} from "{COMMON}";\n', (COMMON, *needs))
    for name, script in made.items():
        files = [file for file in place if place[file] == name]
        also = "".join(f'import "{other}";\n' for other in script.needs if other != COMMON)
        text = script.text + also + "".join(_written(files, numbers, place, read))
        later = dict.fromkeys(place[file] for file in calls.get(name, ()))
        made[name] = Script(text, script.needs, tuple(n for n in later if n not in script.needs))
    return made


def _places(orders: Mapping[str, list[Path]], calls: Mapping[str, list[Path]]) -> dict[Path, str]:
    """In which script each module is."""
    first, second, *_ = [*orders, *orders]
    place: dict[Path, str] = {}
    for file in dict.fromkeys(f for order in orders.values() for f in order):
        users = {page for page, order in orders.items() if file in order}
        shared = users | {page for page, found in calls.items() if file in found}
        if len(shared) == 1:
            place[file] = users.pop()
        elif {first, second} <= users:
            place[file] = COMMON
        else:
            place[file] = TABLES if second in users else OTHERS
    for file in dict.fromkeys(f for found in calls.values() for f in found):
        callers = [page for page, found in calls.items() if file in found]
        place.setdefault(file, LATER if len(callers) > 1 else f"{callers[0]}-{LATER}")
    return place


COMMON, TABLES, OTHERS, LATER = "common", "tables", "others", "later"
_HEAD = "// Modules of /web/js, and from /web/vendor what others wrote, one after the other.\n"


# What modules give each other, who waits for it, and where a page says that its later scripts are.
_SHARED = """export const given$ = [];
export const late$ = [];
export const at$ = (name) => document.querySelector(`link[data-script="${name}"]`).href;
"""


def strings(files: Iterable[Path]) -> frozenset[str]:
    """Every text in double quotes in some modules: all sentences of theirs are among them."""
    found = (s for file in files for s in _STRING.findall(file.read_text("utf-8")))
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
    later: tuple[str, ...] = ()  # what it may call for, by itself or in what it needs


def _written(
    files: list[Path], numbers: Mapping[Path, int], place: Mapping[Path, str], read: Read
) -> Iterator[str]:
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
        lines.append(_with_calls(known, numbers, place))
        given = [f"{there}: {here}" for here, there in known.gives]
        given += [
            f"{here}: given$[{numbers[o]}].{there}" for o, names in known.passes_on for there, here in names
        ]
        lines.append(f"given$[{number}] = {{ {', '.join(given)} }};")
        lines.append(f"late$[{number}]?.forEach((tell) => tell());")
        waiting.discard(file)
        waits = re.search(r"^await\b", known.body, re.M)
        yield "\n".join(["await (async () => {" if waits else "(() => {", *lines, "})();", ""])


def _with_calls(known: Module, numbers: Mapping[Path, int], place: Mapping[Path, str]) -> str:
    """Its text, in which what comes later comes with the script that it is in."""

    def call(m: re.Match[str]) -> str:
        file = known.calls[m[1]]
        given = f"given$[{numbers[file]}]"
        if place[file] == place[known.file]:
            return f"Promise.resolve().then(() => {given})"
        return f'import(at$("{place[file]}")).then(() => {given})'

    return _CALLED.sub(call, known.body)
