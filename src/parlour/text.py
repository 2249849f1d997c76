"""Words a person reads, and errors made of them.

A `Text` is an English template with named values. It is rendered when it is shown, in the
language then chosen, so one sentence serves terminal, browser and log in any language. A
catalogue is a JSON object from English template to translation. What is counted says its forms with the
number, "{n:game|games}", and a translation says its own; which one is said is for the language's rule.
"""

from __future__ import annotations

import difflib
import json
import string
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any

_spoken: ContextVar[tuple[str, Mapping[str, str]]] = ContextVar("spoken")  # the language and its catalogue
_ENGLISH: tuple[str, Mapping[str, str]] = ("en", {})
LOCALES = Path(__file__).with_name("locale")
# Which of its forms a number takes, as gettext has it in the Plural-Forms of a language; of most, "n != 1".
_PLURALS = {"fr": "n > 1"}


@dataclass(frozen=True)
class Text:
    """One sentence or phrase: `Text("{seat} rolls {dice}", {"seat": ..., "dice": ...})`."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        language, known = _spoken.get(_ENGLISH)
        found = known.get(self.template)
        return (
            _filled(self.template, self.values, "en")
            if found is None
            else _filled(found, self.values, language)
        )

    @property
    def english(self) -> str:
        """The same in the language that it was written in."""
        return _filled(self.template, self.values, "en")


def say(template: str, **values: Any) -> Text:
    """Write a sentence. The template is a literal, so that catalogues can be checked."""
    return Text(template, values)


def _filled(template: str, values: Mapping[str, Any], language: str) -> str:
    return (
        _counting(language).vformat(template, (), values) if "|" in template else template.format_map(values)
    )


class _Counting(string.Formatter):
    """Writes a number with the form that goes with it: of 2000, "{n:,:game|games}" makes "2,000 games"."""

    def __init__(self, language: str) -> None:
        self._form_of = c2py(_PLURALS.get(language, "n != 1"))

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        written, _, forms = format_spec.rpartition(":")
        number = float(value)
        form = forms.split("|")[self._form_of(int(number) if number.is_integer() else 2)]
        return f"{format(value, written)} {form}"


_counting = cache(_Counting)


def join(parts: Iterable[Any], separator: str = " ") -> Text:
    """Several texts as one."""
    kept = [p for p in parts if p]
    if len(kept) == 1 and isinstance(kept[0], Text):
        return kept[0]
    names = [f"p{i}" for i in range(len(kept))]
    return Text(separator.join(f"{{{n}}}" for n in names), dict(zip(names, kept, strict=True)))


def languages() -> list[str]:
    """English, and every language that has a catalogue."""
    return ["en", *sorted(p.stem for p in LOCALES.glob("*.json"))]


def choose_language(language: str) -> None:
    """Render texts in this language from now on (in this thread or task)."""
    if language not in languages():
        raise unknown(say("language"), language, languages())
    _spoken.set(_catalogue(LOCALES, language))


def spoken() -> str:
    """The language that texts are rendered in."""
    return _spoken.get(_ENGLISH)[0]


class speaking:
    """Render texts in this language within the block."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = _spoken.set(_catalogue(LOCALES, self._language))

    def __exit__(self, *problem: object) -> None:
        _spoken.reset(self._before)


@cache
def _catalogue(folder: Path, language: str) -> tuple[str, Mapping[str, str]]:
    if language == "en":
        return _ENGLISH
    return language, json.loads((folder / f"{language}.json").read_text("utf-8"))


@dataclass(frozen=True)
class Reason:
    """Why something is refused: a sentence, and the clause of the rules that says so."""

    text: Text
    clause: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


# ---------------------------------------------------------------- errors


class ParlourError(Exception):
    """Something a person or a caller can put right; `text` says what and how."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can come from another process, whatever its kind is made from."""
        return _again, (type(self), self.__dict__)


def _again(kind: type[ParlourError], what: dict[str, Any]) -> ParlourError:
    problem = kind.__new__(kind, what["text"])
    problem.__dict__.update(what)
    return problem


class BadChoice(ParlourError):
    """A game, seat count, option or other choice that is not on offer."""


class MissingExtra(ParlourError, ImportError):
    """A package that only some people need is not installed; the sentence says how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(
            say(
                'This needs {package}, which is not installed here: pip install "parlour[{extra}]", '
                'or in a clone: pip install ".[{extra}]"',
                package=package,
                extra=extra,
            )
        )


class BadPosition(ParlourError):
    """A position that cannot be; `reasons` lists everything that is wrong with it."""

    def __init__(self, reasons: Iterable[Text]) -> None:
        self.reasons = list(reasons)
        super().__init__(
            join(
                [say("This position cannot be:"), *(say("- {reason}", reason=r) for r in self.reasons)], "\n"
            )
        )


class BadBoard(ParlourError):
    """A board file that cannot be played on; `faults` lists everything that is wrong with it, where its data
    could be read."""

    def __init__(self, text: Text, faults: Iterable[Text] = ()) -> None:
        self.faults = list(faults)
        super().__init__(text)


class BadRecord(ParlourError):
    """A record file that is damaged or was changed; `line` is where."""

    def __init__(self, line: int, reason: Text) -> None:
        self.line = line
        super().__init__(say("line {line}: {reason}", line=line, reason=reason))


class BadAction(ParlourError):
    """An action that was not played; see the three kinds below."""


class MalformedAction(BadAction):
    """Not the name of any action."""


class AmbiguousAction(BadAction):
    """It fits several legal actions, whose codes these are."""

    def __init__(self, text: Text, codes: Sequence[int]) -> None:
        self.codes = codes
        super().__init__(text)


class IllegalAction(BadAction):
    """A well-formed action that the rules forbid now; `clause` is the rule."""

    def __init__(self, text: Text, clause: str) -> None:
        self.clause = clause
        super().__init__(text)


def nearest(word: object, choices: Iterable[object]) -> Text | None:
    """A "did you mean" for a mistyped word, if anything is close."""
    names = [str(c) for c in choices]
    close = difflib.get_close_matches(str(word), names, n=1, cutoff=0.5)
    return say("Did you mean {choice}?", choice=close[0]) if close else None


def unknown(what: Text, word: object, choices: Iterable[object]) -> BadChoice:
    """The error for a choice that is not on offer: what was said, what there is, what is near."""
    names = [str(c) for c in choices]
    text = say(
        "There is no {what} “{word}”; choose one of: {choices}.",
        what=what,
        word=word,
        choices=", ".join(names),
    )
    return BadChoice(join([text, nearest(word, names)]))
