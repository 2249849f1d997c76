"""The lab: what a house rule does to a game, with figures that say how sure they are.

    from parlour import lab

    table = lab.compare("parcheesi", ["", "bonus_optional=yes"], players=4, games=20_000)
    pandas.DataFrame(table)  # or polars.DataFrame(table), or simply: for row in table

What it needs is imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.lab.comparing import Snapshot, sharpen
    from parlour.lab.question import Question, RuleSet
    from parlour.lab.searching import Front, search
    from parlour.lab.table import Comparisons

__all__ = [
    "Comparisons",
    "Front",
    "Question",
    "RuleSet",
    "Snapshot",
    "answer",
    "compare",
    "search",
    "sharpen",
]

_HOMES = {
    "Comparisons": "table",
    "Front": "searching",
    "Question": "question",
    "RuleSet": "question",
    "Snapshot": "comparing",
    "search": "searching",
    "sharpen": "comparing",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def answer(question: Question, threads: int | None = None) -> Snapshot:
    """The whole answer to a question."""
    from parlour.lab.comparing import sharpen

    *_, last = sharpen(question, threads=threads)
    return last


def compare(
    game: str,
    sets: Sequence[str | Mapping[str, Any] | RuleSet] = (),
    *,
    players: int | None = None,
    bots: str | Sequence[str] = "random",
    games: int | None = None,
    watched: int | None = None,
    seed: int = 0,
) -> Comparisons:
    """Play the same games by up to four sets of house rules, and say what differs and how sure that is.

    A set is written "bonus_optional=yes,board=mine.toml" or as a dict; an empty one is the printed rules.

    >>> from parlour import lab
    >>> table = lab.compare("tritrac", ["", {"max_plies": 40}], games=2, watched=0)
    >>> [row["rules"] for row in table[:2]]
    ['printed rules', 'max_plies=40']
    """
    from parlour.lab.question import Question
    from parlour.lab.table import rows_of

    return rows_of(answer(Question.of(game, sets, players, bots, games, seed, watched)))
