"""The best compromises in words and tables: what terminal, page and report say alike."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from parlour.arena import plots
from parlour.arena.plots import Range
from parlour.arena.simulate import versions
from parlour.lab.comparing import rounded, written
from parlour.lab.searching import Entry, Front
from parlour.lab.sums import Difference, Figure
from parlour.lab.wishes import MINUTES, Wish
from parlour.text import Text, say


def _written(wish: Wish, value: float, *, sign: bool = False) -> str:
    if wish.name == MINUTES:
        return f"{rounded(value, 1):{'+' if sign else ''}.1f}"
    return written(wish.measure, value, sign=sign)


def figure(wish: Wish, found: Figure | Difference | None) -> str:
    """A figure, or a difference, with its 95 % interval."""
    if found is None:
        return "–"
    sign = isinstance(found, Difference)
    if math.isinf(found.low):
        return f"{_written(wish, found.value, sign=sign)} (–)"
    low, high = (_written(wish, value, sign=sign).removesuffix(" %") for value in (found.low, found.high))
    return f"{_written(wish, found.value, sign=sign)} ({low} – {high})"


def _all(found: Front) -> list[Entry]:
    return [entry for entry in (found.first, *found.entries) if entry is not None]


def named(found: Front) -> list[tuple[str, Entry]]:
    """The rules one began with, then the best compromises, by the short names that tables have for them."""
    return [(str(say("set {number}", number=i + 1)), entry) for i, entry in enumerate(_all(found))]


def heads(found: Front) -> list[Text]:
    """What stands above `rows`."""
    return [say("set"), *(wish.words for wish in found.wishes), say("within the limits")]


def rows(found: Front) -> list[list[str]]:
    """A row for every set, with a figure for each wish."""
    return [
        [
            name,
            *(figure(wish, one) for wish, one in zip(found.wishes, entry.figures, strict=True)),
            str(say("yes")) if entry.within else str(say("no")),
        ]
        for name, entry in named(found)
    ]


def to_data(found: Front) -> dict[str, Any]:
    """Everything, as JSON holds it."""
    compared = found.compared()
    return {
        "game": found.question.game,
        "players": found.question.players,
        "bots": list(found.question.bots),
        "seed": found.question.seed,
        "seed_of_figures": compared.seed,
        "wishes": [{"wish": wish.text, "words": str(wish.words)} for wish in found.wishes],
        "finished": found.finished,
        "sets_tried": found.tried,
        "games_played": found.played,
        "helpful_rules": list(found.kept),
        "rows": [
            {
                "rules": entry.rules.text,
                "wish": wish.text,
                "value": one and one.value,
                "low": one and one.low,
                "high": one and one.high,
                "difference": apart and apart.value,
                "difference_low": apart and apart.low,
                "difference_high": apart and apart.high,
                "games": one.games if one else 0,
                "within_limits": entry.within,
            }
            for entry in _all(found)
            for wish, one, apart in zip(found.wishes, entry.figures, entry.differences, strict=True)
        ],
        "command": compared.command(),
        "link": compared.link(),
        "versions": versions(True),
    }


def report(found: Front) -> str:
    """The page, as HTML."""
    title = say("{game}: a better set of rules", game=found.question.load().words.TITLE)
    wishes = ", ".join(str(wish.words) for wish in found.wishes)
    return plots.page(title, say("Wanted: {wishes}", wishes=wishes), _parts(found))


def _meaning(wish: Wish) -> Text:
    if wish.name != MINUTES:
        return wish.measure.meaning
    return say("What the game says of itself, changed by as much as games become longer or shorter.")


def _parts(found: Front) -> Iterator[str]:
    yield plots.grid(
        [say("set"), say("rules")], [[name, str(entry.name)] for name, entry in named(found)], (0, 1)
    )
    yield plots.grid(heads(found), rows(found), (0,))
    for i, wish in enumerate(found.wishes):
        marks = [
            Range(name, one.low, one.value, one.high)
            for name, entry in named(found)
            if (one := entry.figures[i]) is not None and math.isfinite(one.low)
        ]
        if marks:
            yield plots.heading(wish.words)
            low, high = min(m.low for m in marks), max(m.high for m in marks)
            room = max(high - low, 1e-6) * 0.1
            yield plots.ranges(
                _meaning(wish),
                marks,
                lambda value, wish=wish: _written(wish, value),  # type: ignore[misc]
                ends=(low - room, high + room),
            )
    yield plots.heading(say("How this was found"))
    yield plots.paragraph(
        say(
            "{tried} sets of house rules were tried in {games:,:game|games}; these are the best compromises.",
            tried=found.tried,
            games=found.played,
        )
    )
    yield plots.paragraph(found.stage)
    yield plots.paragraph(
        say(
            "The figures come from games that took no part in the choosing; in brackets: where the true "
            "figure lies, 95 times in 100."
        )
    )
    compared = found.compared()
    yield plots.code(f"{compared.command()}\n{compared.link()}")
