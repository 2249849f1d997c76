"""An answer as a table: rows of plain values, for notebooks, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from parlour.arena.simulate import versions
from parlour.lab.comparing import Snapshot

COLUMNS = (
    *("measure", "what", "kind", "set", "rules", "games", "value", "low", "high"),
    *("difference", "difference_low", "difference_high", "seen", "verdict", "link"),
)


class Comparisons(list[dict[str, Any]]):
    """Rows of plain dicts, one for each measure and set of rules: what pandas.DataFrame and polars.DataFrame
    take as it is, and needs neither.

    `difference` and what follows compare a set with the first; they are None for the first itself.
    """

    def to_csv(self, file: str | Path | None = None) -> str:
        """As CSV, written to a file too if one is named."""
        out = io.StringIO()
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self)
        if file is not None:
            Path(file).write_text(out.getvalue(), "utf-8")
        return out.getvalue()

    def columns(self) -> dict[str, list[Any]]:
        """The same by columns."""
        return {name: [row[name] for row in self] for name in COLUMNS}


def rows_of(snapshot: Snapshot) -> Comparisons:
    """One plain row for each measure and set of rules, with its difference from the first set."""
    link, found = snapshot.question.link(), Comparisons()
    for row in snapshot.rows:
        for i, figure in enumerate(row.figures):
            apart, verdict = row.differences[i], row.verdict(i)
            found.append(
                {
                    "measure": row.measure.name,
                    "what": str(row.measure.words),
                    "kind": row.measure.kind,
                    "set": i + 1,
                    "rules": str(snapshot.names[i]),
                    "games": figure.games if figure else 0,
                    "value": figure and figure.value,
                    "low": figure and figure.low,
                    "high": figure and figure.high,
                    "difference": apart and apart.value,
                    "difference_low": apart and apart.low,
                    "difference_high": apart and apart.high,
                    "seen": apart and apart.seen,
                    "verdict": None if verdict is None else str(verdict),
                    "link": link,
                }
            )
    return found


def to_data(snapshot: Snapshot) -> dict[str, Any]:
    """Everything, as JSON holds it."""
    question = snapshot.question
    return {
        "game": question.game,
        "players": question.players,
        "bots": list(question.bots),
        "seed": question.seed,
        "sets": [
            {"name": str(n), "rules": s.text} for n, s in zip(snapshot.names, question.sets, strict=True)
        ],
        "fingerprints": list(snapshot.rules),
        "games": snapshot.games,
        "watched": snapshot.watched,
        "judge": snapshot.judge,
        "finished": snapshot.finished,
        "link": question.link(),
        "command": question.command(),
        "rows": rows_of(snapshot),
        "lengths": [{"width": width, "games": list(bars)} for width, bars in snapshot.lengths],
        "openness": [list(curve) for curve in snapshot.curves] if snapshot.watched else [],
        "pieces": [heat.to_json() for heat in snapshot.heat],
        "captures": [
            {space: n / heat.positions for space, n in sorted(heat.captures.items(), key=lambda one: -one[1])}
            for heat in snapshot.heat
        ],
        "faults": [str(fault) for fault in snapshot.faults],
        "versions": versions(snapshot.compiled),
    }


def to_json(snapshot: Snapshot) -> str:
    """The answer as JSON: the question's link, the rows, and how many games they rest on."""
    return json.dumps(to_data(snapshot), indent=2, ensure_ascii=False)
