"""Every sentence can be translated: templates are literal, complete, and used for all that is shown."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import parlour
from parlour import cli, text
from parlour.games.lessons import lessons_of
from tests.terminal.shell import choices, converse, run

SOURCES = Path(parlour.__file__).parent
OPEN, CLOSE = "⟦", "⟧"


@dataclass(frozen=True)
class Said:
    """One call of say() in the sources, or of fault() where a board is read."""

    place: str
    template: ast.expr | None
    names: frozenset[str]
    spread: bool  # say(..., **values)


@cache
def sayings() -> list[Said]:
    """When a test needs it: every process imports this file, and one of them runs the tests."""
    return list(_said())


def _said() -> Iterator[Said]:
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            if (isinstance(called, ast.Name) and called.id in ("say", "fault")) or (
                isinstance(called, ast.Attribute) and called.attr == "say"
            ):
                yield Said(
                    f"{file.relative_to(SOURCES)}:{node.lineno}",
                    node.args[0] if node.args else None,
                    frozenset(k.arg for k in node.keywords if k.arg),
                    any(k.arg is None for k in node.keywords),
                )


def _literal(said: Said) -> str | None:
    value = said.template.value if isinstance(said.template, ast.Constant) else None
    return value if isinstance(value, str) else None


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def _help_texts() -> list[str]:
    """What Typer shows of our commands; it is translated when the help is made."""
    command = cli.typer.main.get_command(cli.app)
    commands = [command, *command.commands.values()]  # type: ignore[attr-defined]
    texts = [c.help for c in commands] + [getattr(p, "help", None) for c in commands for p in c.params]
    return [t for t in texts if t]


def _lesson_texts() -> set[str]:
    """What the tutorials say; there the sentences stand in data."""
    found: set[str] = set()
    for name in parlour.names():
        tutorial = lessons_of(parlour.load(name))
        found |= {str(picture.title) for picture in tutorial.pictures}
        for lesson in tutorial.lessons:
            found |= {str(lesson.title), str(lesson.text)} | ({str(lesson.gist)} if lesson.gist else set())
            for step in lesson.steps:
                said = [step.ask, step.right, step.wrong, *step.tries.values()]
                found |= {str(words) for words in said if words}
    return found


# In the pages' modules: the call, and its template where that is a literal in double quotes.
_SCRIPT_SAYS = re.compile(
    r"""(?<![\w."'`])(?:say|sayParts)\(\s*(?P<template>"(?:[^"\\]|\\.)*")?(?P<after>\s*[,)])?"""
)


def _script_says() -> Iterator[tuple[str, str | None, bool]]:
    """The place of every say() in a script, its template, and whether values follow."""
    for file in sorted((SOURCES / "server" / "web" / "js").rglob("*.js")):
        text = re.sub(
            r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), file.read_text("utf-8"), flags=re.S
        )
        for found in _SCRIPT_SAYS.finditer(text):
            if text[: found.start()].endswith("function "):  # where it is defined
                continue
            place = f"{file.relative_to(SOURCES)}:{text.count(chr(10), 0, found.start()) + 1}"
            literal = json.loads(found["template"]) if found["template"] and found["after"] else None
            yield place, literal, "," in (found["after"] or "")


def catalogue() -> list[str]:
    """Every template there is to translate."""
    scripts = {template for _, template, _ in _script_says() if template}
    python = {t for s in sayings() if (t := _literal(s))}
    return sorted(python | set(_help_texts()) | _lesson_texts() | scripts)


# ---------------------------------------------------------------- templates


def test_there_are_sentences() -> None:
    assert len(sayings()) > 100
    assert {s.place.partition("/")[0] for s in sayings()} >= {"games", "rules", "table", "terminal"}


def test_templates_are_literal() -> None:
    assert [s.place for s in sayings() if _literal(s) is None] == []


def test_templates_get_exactly_the_values_they_name() -> None:
    """A value that is missing would break the sentence when it is shown; one too many says nothing.

    A game's words may keep sentences in a table, bare, and give them their values when they are said.
    """
    wrong = [
        s.place
        for s in sayings()
        if (t := _literal(s)) and not s.spread and _fields(t) != s.names
        if s.names or not s.place.partition(":")[0].endswith("words.py")
    ]
    assert wrong == []


def test_values_have_names() -> None:
    """{} or {0} would tie a translation to the English order of words."""
    wrong = [t for t in catalogue() if any(not f.isidentifier() for f in _fields(t))]
    assert wrong == []


def test_templates_of_the_pages_are_literal() -> None:
    said = list(_script_says())
    assert said
    assert [place for place, template, _ in said if template is None] == []
    assert [place for place, template, values in said if template and bool(_fields(template)) != values] == []


def test_lessons_name_no_values() -> None:
    """They are said without any, so a brace would break them."""
    assert len(_lesson_texts()) > 100
    assert [t for t in _lesson_texts() if "{" in t or "}" in t] == []


def test_help_can_be_translated() -> None:
    assert [t for t in _help_texts() if _fields(t)] == []


# ---------------------------------------------------------------- one and many

# "{count} turns": a number of which a sentence may have one.
_COUNTED = re.compile(
    r"\{(count|n|games|turns|points|rolls|plays|seconds|minutes|days|rows|circles|pages)(:[^}|]*)?\} "
    r"((more|other|last) )?(?!times|is)[a-z]+s\b(?! of)"
)
# Of these there is never just one: one is said in another sentence, or the rules want more.
_NEVER_ONE = {
    *("{n} faults:", "{n} questions come before this one.", "The last {count} decisions are taken back."),
    *(
        "{rows} rows of three: {seat} scores {rows} points!",
        "A track of {count} tiles joins two arrows: {seat} wins!",
    ),
    *("{minutes} minutes", "This table is deleted {days} days after somebody last opened it."),
    *(
        "The secret of checkable dice has {count} bytes.",
        "The dice's promise must be {count} hexadecimal digits.",
    ),
    *("{count} tracks in all.", "exactly {count} cells are centre cells (TRI-COMP-4)."),
    "This board cannot be drawn: {count} circles are too many.",
    "the outside track has {count} spaces; {most} are the most.",
    "{count} spaces are too many for this turnout.",
    "{count} spaces are too many for a Home Path.",
    "{count} pieces stand on {space}, a single track (POL-TO-3, POL-HOME-3)",
    "{seat} has {count} tiles on the board, {most} are all there are (TRI-COMP-2)",
    "{who}: none of {count} tracks is open.",
    "Here at most {games:,} games are played for a question, and {watched:,} watched; in a terminal, "
    "parlour lab plays as many as you like.",
    # a board's data, told in English to who writes the file, with its clause
    "DBT-LAY-6: the {colour} shortcut has {count} spaces, not 2 to 11.",
    "DBT-LAY-14: there are {count} purple circles; two are the least.",
}


def test_what_people_read_says_one_game_and_two_games() -> None:
    said = {
        t for s in sayings() if s.place.split("/")[0] in ("games", "server", "table") and (t := _literal(s))
    }
    said |= {template for _, template, _ in _script_says() if template}
    assert {template for template in said if _COUNTED.search(template)} - _NEVER_ONE == set()


@pytest.mark.parametrize(
    ("language", "number", "told"),
    [
        ("en", 0, "0 points"),
        ("en", 1, "1 point"),
        ("en", 2, "2 points"),
        ("de", 1, "1 Punkt"),
        ("de", 2, "2 Punkte"),
        ("es", 1, "1 punto"),
        ("fr", 0, "0 point"),
        ("fr", 1, "1 point"),
        ("fr", 2, "2 points"),
    ],
)
def test_a_number_takes_its_form_in_each_language(language: str, number: int, told: str) -> None:
    with text.speaking(language):
        assert str(text.say("{points:point|points}", points=number)) == told
    assert str(text.say("{games:,:game|games}, {who}", games=2000, who="a|b {c}")) == "2,000 games, a|b {c}"


# ---------------------------------------------------------------- a language made of brackets


@pytest.fixture
def brackets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language in which every template stands in brackets."""
    monkeypatch.setattr(text, "LOCALES", tmp_path)
    words = {t: f"{OPEN}{t}{CLOSE}" for t in catalogue()}
    (tmp_path / "qq.json").write_text(json.dumps(words), "utf-8")
    yield
    text.choose_language("en")


def _outside(shown: str) -> str:
    """What stands outside all brackets."""
    depth = 0
    kept = []
    for letter in shown:
        depth += (letter == OPEN) - (letter == CLOSE)
        if depth == 0 and letter != CLOSE:
            kept.append(letter)
    assert depth == 0
    return "".join(kept)


def _words(shown: str) -> list[str]:
    return re.findall(r"[^\W\d_]{3,}", _outside(shown))


def _anybody(shown: str) -> str:
    """Presses Enter, and takes the first of what is offered."""
    return choices(shown)[0]


# Words in the names of moves, which are the same in every language.
MOVES = {
    "parcheesi": {"START", "pass"},
    "pollyanna": {"START", "pass"},
    "doubleswild": {"keep", "reroll", "red", "blue", "both", "stand", "throw"},
    "doubletrack": {
        *(
            "roll",
            "ask",
            "reply",
            "free",
            "refuse",
            "price",
            "pay",
            "decline",
            "bid",
            "hand",
            "victim",
            "steps",
        ),
        *("play", "sell", "card", "pass", "trade", "steal", "red", "blue", "yellow", "green"),
        *("AHEAD", "BACK", "FARTHEST", "LEAD", "PASS", "STEAL", "TAKE", "TRADE", "WORTHLESS"),
    },
}


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("game", parlour.names())
def test_a_whole_game_in_another_language(game: str) -> None:
    done = converse(
        *("--lang", "qq", "play", game, "--players", parlour.load(game).rules.SEATS[0]),
        *("--seed", 3, "--no-drawing"),
        answer=_anybody,
    )
    assert done.code == 0, done.err
    assert set(_words(done.out)) <= MOVES.get(game, set())


@pytest.mark.usefixtures("brackets")
def test_every_command_of_line_mode_in_another_language() -> None:
    lines = [
        "",
        "",
        "help",
        "log",
        "options",
        "why",
        "why E",
        "why 0+3",
        "xyzzy",
        "9",
        "undo",
        "save",
        "quit",
        "",
    ]
    done = run(
        *("--lang", "qq", "play", "parcheesi", "--players", 2, "--seed", 5, "--no-drawing"),
        *("-o", "pair_lock=roll"),
        typed="\n".join(lines) + "\n",
    )
    typed = {word for line in lines for word in line.split()} | {"pair_lock", "roll"}
    commands = {
        "help",
        "hint",
        "why",
        "moves",
        "undo",
        "board",
        "where",
        "log",
        "rules",
        "odds",
        "options",
        "position",
        "save",
        "quit",
    }
    clause = {"PAR", "MOVE"}  # PAR-MOVE-1, under which its rule is found in every language
    assert set(_words(done.out)) <= typed | commands | {"pair", "lock"} | clause


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["sim", "parcheesi", "--games", "3"],
        ["warm", "parcheesi"],
        ["verify", "none"],
        ["play", "parchesi"],
        ["pley"],
        ["sim", "parcheesi", "--games", "0"],
        ["odds", "doubletrack"],
        ["odds", "parcheesi", "race", "own=7"],
        ["odds", "pollyanna", "turns", "first=7", "second=99"],
        ["odds", "doubleswild"],
        ["odds", "doubleswild", "aim"],
        ["odds", "doubleswild", "fixed", "keep=7"],
        ["odds", "doubleswild", "wilds"],
        ["odds", "doubleswild", "battle"],
        ["odds", "doubleswild", "battle", "attacker=666", "defender=111", "round=2"],
        ["odds", "doubleswild", "battle", "attacker=67", "who=me"],
        ["odds", "tritrac", "tracks"],
        ["odds", "tritrac", "lengths"],
    ],
    ids=" ".join,
)
def test_commands_in_another_language(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    done = run("--lang", "qq", *arguments)
    assert done.text
    assert _words(done.text) == []


@pytest.mark.usefixtures("brackets")
def test_help_in_another_language() -> None:
    for command in (["play"], ["sim"], ["rules"]):
        shown = run("--lang", "qq", *command, "--help").out
        assert f"{OPEN}Example:{CLOSE}" in shown
        assert shown.count(OPEN) == shown.count(CLOSE) >= 5


@pytest.mark.usefixtures("brackets")
def test_the_language_can_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_LANG", "qq")
    assert OPEN in run("games").out
    assert OPEN not in run("--lang", "en", "games").out
    monkeypatch.delenv("PARLOUR_LANG")
    monkeypatch.setenv("LC_ALL", "qq_QQ.UTF-8")
    assert OPEN in run("games").out


# ---------------------------------------------------------------- the languages there are


FORMS = re.compile(r"(^|:)[^:]*\|[^:]*$")  # "game|games", with or without a way to write the number before it
TRANSLATED = [code for code in text.languages() if code != "en"]


def _words_of(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((text.LOCALES / f"{language}.json").read_text("utf-8"))
    return found


def _values(template: str) -> list[tuple[str, str, str]]:
    """The values of a template, each with the way it is written, in no order; forms differ by language."""
    parsed = [one for one in string.Formatter().parse(template) if one[1] is not None]
    written = {form or "": FORMS.sub("", form or "") for _, _, form, _ in parsed}
    return sorted((name or "", written[form or ""], kind or "") for _, name, form, kind in parsed)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_is_complete(language: str) -> None:
    """Every sentence has its translation, and none is kept that nobody says."""
    words = _words_of(language)
    wanted = {template for template in catalogue() if template.strip()}
    assert sorted(wanted - set(words)) == []
    assert sorted(set(words) - wanted) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_values_of_its_sentence(language: str) -> None:
    """The same values, as often and written the same way; and it is indented like the sentence."""
    words = _words_of(language)
    assert [said for said, translated in words.items() if _values(said) != _values(translated)] == []
    assert [said for said, translated in words.items() if _indent(said) != _indent(translated)] == []
    assert [said for said, translated in words.items() if not translated.strip()] == []


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_as_many_forms_as_its_language(language: str) -> None:
    found = [
        form for words in _words_of(language).values() for _, _, form, _ in string.Formatter().parse(words)
    ]
    counted = [form for form in found if form and "|" in form]
    assert len(counted) > 30 and [form for form in counted if form.count("|") != 1] == []


# Players are spoken to as friends. Words for a stranger: "Sie" within a sentence, usted, a vous for one.
_STRANGER = {
    "de": r"[a-zäöüß,] (Sie|Ihnen|Ihr(e[mnrs]?)?)\b|^(Haben|Können|Wollen|Möchten) Sie\b",
    "es": r"\b[Uu]sted(es)?\b|^¿?(Tiene|Elija|Escriba|Toque|Pulse)\b|[;:,] (elija|escriba|toque|pida)\b",
    "fr": r"\b[Vv]o(us|tre|s)\b(?! êtes à un point)|\b(?![Aa]ssez|[Cc]hez|[Nn]ez)\w+ez\b",
}


@pytest.mark.parametrize("language", _STRANGER)
def test_a_language_speaks_to_friends(language: str) -> None:
    formal = [words for words in _words_of(language).values() if re.search(_STRANGER[language], words)]
    assert [words for words in formal if "Garde un œil sur vous deux" not in words] == []


def test_french_marks_never_begin_a_line() -> None:
    """They stand apart from their words by a space that does not break."""
    assert [words for words in _words_of("fr").values() if re.search(r"\S [;!?:»](\s|$)|« ", words)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_kept_in_order(language: str) -> None:
    """Sorted and one to a line, so that two people who add a sentence seldom touch the same line."""
    written = (text.LOCALES / f"{language}.json").read_text("utf-8")
    in_order = dict(sorted(_words_of(language).items()))
    assert written == json.dumps(in_order, ensure_ascii=False, indent=1) + "\n"


def test_the_pages_offer_every_language() -> None:
    chooser = (SOURCES / "server" / "web" / "js" / "lib" / "words.js").read_text("utf-8")
    offered = re.findall(r'code: "(\w+)", name: "\w+"', chooser)
    assert sorted(offered) == sorted(text.languages())
    early = (SOURCES / "server" / "web" / "js" / "early.js").read_text("utf-8")
    greeted_in = re.findall(r'\[("en"(?:, "\w+")*)\]', early)
    assert [sorted(re.findall(r"\w+", codes)) for codes in greeted_in] == [sorted(text.languages())]
