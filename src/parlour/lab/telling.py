"""An answer in words and tables: what terminal, page and report say alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from parlour.lab.bites import Bite
from parlour.lab.comparing import Row, Snapshot, written
from parlour.lab.measures import SHARE
from parlour.lab.sums import Difference, Figure
from parlour.text import Text, say

JUDGES = {
    "network": say("a network trained by self-play"),
    "considerations": say("the considerations of a careful player"),
    "playouts": say("random games played on from there"),
}


def shown(snapshot: Snapshot) -> list[Row]:
    """The rows that say anything: that all games ended is said only where some did not."""
    return [
        row
        for row in snapshot.rows
        if row.measure.name != "endless" or any(f and f.value for f in row.figures)
    ]


def figure(row: Row, found: Figure | None) -> str:
    """A figure with its 95 % interval."""
    if found is None:
        return "–"
    if math.isinf(found.low):  # a single game says nothing of how games vary
        return f"{written(row.measure, found.value)} (–)"
    low, high = written(row.measure, found.low), written(row.measure, found.high)
    if row.measure.kind == SHARE:
        low = low.removesuffix(" %")
    return f"{written(row.measure, found.value)} ({low} – {high})"


def difference(row: Row, found: Difference | None) -> str:
    """A difference with its interval, or a dash where there is too little to say."""
    if found is None or math.isinf(found.low):
        return "–"
    low, high = (written(row.measure, value, sign=True) for value in (found.low, found.high))
    return f"{written(row.measure, found.value, sign=True)} ({low} – {high})"


def heading(snapshot: Snapshot) -> Text:
    """What was asked, in one line, so that anybody can ask it again."""
    question = snapshot.question
    return say(
        "{game}, played by {players}: {games:,:game|games} by each set of rules, seed {seed}",
        game=question.load().words.TITLE,
        players=question.players_words,
        games=snapshot.games,
        seed=question.seed,
    )


def method(snapshot: Snapshot) -> list[Text]:
    """How the figures came about, and what they are not."""
    lines = [
        say(
            "In brackets: where the true figure lies, 95 times in 100; of twenty figures about one will be "
            "outside. All sets play the same games, with the same dice for as long as they go alike, so "
            "differences are surer than the figures themselves."
        )
    ]
    if snapshot.watched:
        lines.append(
            say(
                "{games:,} of the games were followed by a judge of positions: {judge}. What is said of "
                "leads, hope, luck and what matters is as good as that judge.",
                games=snapshot.watched,
                judge=JUDGES[snapshot.judge],
            )
        )
    return lines


def changes(snapshot: Snapshot, which: int) -> tuple[list[Row], list[Row]]:
    """The measures in which a set surely differs from the first, and those in which nothing was seen."""
    rows = [row for row in shown(snapshot) if row.differences[which] is not None]
    seen = [row for row in rows if (found := row.differences[which]) and found.seen]
    return seen, [row for row in rows if row not in seen]


def unseen(rows: Sequence[Row], which: int) -> list[Text]:
    """One sentence for each measure in which nothing was seen."""
    found = []
    for row in rows:
        verdict = row.verdict(which)
        if verdict is not None:
            found.append(say("{measure}: {verdict}", measure=row.measure.words, verdict=verdict))
    return found


def bite_rows(bites: Sequence[Bite]) -> list[list[str]]:
    """The house rules, a row each."""
    return [
        [
            f"{bite.option}={bite.choice}",
            bite.clause,
            str(say("yes")) if bite.sets_up else "",
            part(bite.games),
            part(bite.legal),
            part(bite.happened),
            str(bite.changes or ""),
        ]
        for bite in bites
    ]


def bite_heads() -> list[Text]:
    """The heads of the table that says which house rules matter."""
    return [
        say("house rule"),
        say("clause"),
        say("another beginning"),
        say("games in which it bit"),
        say("steps: something else was legal"),
        say("steps: something else happened"),
        say("what games become by it"),
    ]


def part(found: Figure) -> str:
    """A share with its interval."""
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} – {100 * found.high:.1f})"
