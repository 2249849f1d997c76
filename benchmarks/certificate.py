#!/usr/bin/env python3
"""What `parlour bench --json FILE` found, as the tables of docs/performance.md.

parlour bench --rounds 5 --json speed.json
python3 benchmarks/certificate.py speed.json            # prints them
python3 benchmarks/certificate.py speed.json --write    # and puts them into the document
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from places import fill, table

HEADS = (
    "",
    "M nodes/s",
    "range",
    "× the fastest peer",
    "M choices/s",
    "× the fastest peer",
    "nodes/game",
    "known",
)


def tables(found: dict[str, Any]) -> str:
    versions = ", ".join(f"{package} {number}" for package, number in found["versions"].items())
    parts = [f"{found['machine']}; {versions}; {found['rounds']} rounds of {found['seconds']:g} s."]
    for title, rows in (("Random games to the end:", "playouts"), ("Stepped from Python:", "stepping")):
        parts += [title, table(HEADS, [cells(row) for row in found[rows]])]
    parts.append(beside_batches(found["stepping"]))
    parts += [f"WRONG: {fault}" for fault in found["wrong"]]
    return "\n\n".join(parts)


def beside_batches(rows: list[dict[str, Any]]) -> str:
    """Ours beside the fastest peer that steps many games in a call, as ours do."""
    sees = [row for row in rows if "masks and observations" in row["name"]]
    peers = [row for row in sees if not row["ours"] and " games, " in row["name"]]
    if not peers:
        return ""
    best = max(peers, key=lambda row: row["choices/s"])
    ours = [row for row in sees if row["ours"]]
    parts = []
    for unit in ("nodes", "choices"):
        rate = f"{unit}/s"
        parts.append(
            f"{unit} " + ", ".join(f"{r['name'].split(',')[0]} {r[rate] / best[rate]:.0f}" for r in ours)
        )
    return f"Times {best['name'].split(',')[0]}, the fastest peer that steps batches: {'; '.join(parts)}."


def cells(row: dict[str, Any]) -> list[str]:
    low, high = (f"{pick(row['rates']) / 1e6:.2f}" for pick in (min, max))
    return [
        row["name"],
        f"{row['nodes/s'] / 1e6:.2f}",
        f"{low}–{high}",
        "" if row["ratio"] is None else f"{row['ratio']:.1f}",
        f"{row['choices/s'] / 1e6:.2f}",
        "" if row["ratio of choices"] is None else f"{row['ratio of choices']:.1f}",
        "" if row["nodes/game"] is None else f"{row['nodes/game']:.1f}",
        "" if row["known"] is None else f"{row['known']:.1f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="written by parlour bench --json")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    given = parser.parse_args()
    found = json.loads(given.file.read_text("utf-8"))
    print(tables(found))
    if given.write:
        if found["wrong"]:
            raise SystemExit("Some loops did not play their games: nothing was written.")
        fill("certificate", tables(found))


if __name__ == "__main__":
    main()
