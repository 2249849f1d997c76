"""A game's rules in words: reading a `rulebook.md`, and printing it clause by clause.

The file is Markdown that reads well as it is:

    # Title
    A paragraph or two about the game.

    ## Section
    **PAR-ENTER-1** One paragraph per clause, named by its id.
    **PAR-Q-06** A question the printed rules leave open? Ruling: how it is played. Flag: `option`
    (first | second).

A flag is the house rule that changes the ruling; its first choice is the one described.
`rulebook.de.md` says the same in German, clause for clause, and so does one for every other language.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

from parlour.rules.game import Game
from parlour.text import ParlourError, Text, say, spoken

_CLAUSE = re.compile(r"\*\*(?P<id>[A-Z]+(?:-[A-Z][A-Z0-9]*)+-\d+[a-z]?)\*\*\s+(?P<body>\S.*)")
_FLAG = re.compile(r"\s*Flag: `(?P<name>\w+)` \((?P<choices>[^()]+)\)\.")
_RULING = "Ruling:"


@dataclass(frozen=True)
class Flag:
    """A house rule as the rulebook names it; the first choice is the default."""

    name: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Clause:
    """One rule, or one question with its ruling."""

    id: str
    section: str
    text: str
    ruling: str = ""  # empty for what the printed rules say themselves
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game, in the order of the file."""

    title: str
    introduction: str
    clauses: tuple[Clause, ...]


def read_rulebook(file: Path) -> Rulebook:
    """Read a rulebook; what does not fit the layout is an error that names the line."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise ParlourError(say("{file} cannot be read: {why}.", file=file, why=error.strerror)) from error
    title, section = "", ""
    introduction: list[str] = []
    clauses: dict[str, Clause] = {}
    for number, paragraph in _paragraphs(lines):
        if paragraph.startswith("## "):
            section = paragraph[3:]
        elif paragraph.startswith("# "):
            title = paragraph[2:]
        elif found := _CLAUSE.fullmatch(paragraph):
            clause = _clause(found["id"], section, found["body"])
            if not section:
                raise _wrong(file, number, say("{id} stands before the first section", id=clause.id))
            if clause.id in clauses:
                raise _wrong(file, number, say("{id} is there twice", id=clause.id))
            clauses[clause.id] = clause
        elif section:
            raise _wrong(file, number, say("a paragraph that does not begin with a clause's id"))
        else:
            introduction.append(paragraph)
    if not (title and clauses):
        raise _wrong(file, len(lines), say("no title, or no clause"))
    return Rulebook(title, "\n\n".join(introduction), tuple(clauses.values()))


def rulebook(game: Game) -> Rulebook:
    """The rules of a game in the language now spoken, in English where there is no translation."""
    translated = game.rulebook.with_suffix(f".{spoken()}.md")
    return read_rulebook(translated if translated.is_file() else game.rulebook)


def render_rules(game: Game, width: int = 79) -> str:
    """The rules of a game as plain text, wrapped, clause by clause."""
    book = rulebook(game)
    margin = max(len(c.id) for c in book.clauses) + 2
    blocks = [_underlined(book.title, "=")]
    blocks += [textwrap.fill(p, width) for p in book.introduction.split("\n\n") if p]
    section = ""
    for clause in book.clauses:
        if clause.section != section:
            section = clause.section
            blocks.append("\n" + _underlined(section, "-"))
        blocks.append(render_clause(clause, width, margin))
    return "\n\n".join(blocks) + "\n"


def render_clause(clause: Clause, width: int = 79, margin: int | None = None) -> str:
    """One clause: its id in the margin, then the rule, the ruling and the house rule."""
    margin = len(clause.id) + 2 if margin is None else margin
    parts: list[str | Text] = [clause.text]
    if clause.ruling:
        parts.append(say("Ruling: {ruling}", ruling=clause.ruling))
    for flag in clause.flags:
        first, *others = flag.choices
        parts.append(
            say(
                "House rule {flag}: {first} (as described) | {others}",
                flag=flag.name,
                first=first,
                others=" | ".join(others),
            )
        )
    shown = [str(part).replace("`", "") for part in parts]
    lines = [line for part in shown for line in textwrap.wrap(part, width - margin)]
    return clause.id.ljust(margin) + textwrap.indent("\n".join(lines), " " * margin).lstrip()


def _underlined(heading: str, mark: str) -> str:
    return f"{heading}\n{mark * len(heading)}"


def _paragraphs(lines: list[str]) -> list[tuple[int, str]]:
    """The paragraphs with the number of their first line. A heading is one by itself."""
    found: list[tuple[int, str]] = []
    open_paragraph = False
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if not words:
            open_paragraph = False
        elif open_paragraph and not words.startswith(("#", "**")):
            first, text = found[-1]
            found[-1] = (first, f"{text} {words}")
        else:
            found.append((number, words))
            open_paragraph = not words.startswith("#")
    return found


def _clause(id_: str, section: str, body: str) -> Clause:
    flags = tuple(
        Flag(f["name"], tuple(c.strip() for c in f["choices"].split("|"))) for f in _FLAG.finditer(body)
    )
    text, _, ruling = _FLAG.sub("", body).partition(_RULING)
    return Clause(id_, section, text.strip(), ruling.strip(), flags)


def _wrong(file: Path, line: int, reason: Text) -> ParlourError:
    return ParlourError(say("{file}, line {line}: {reason}.", file=file.name, line=line, reason=reason))
