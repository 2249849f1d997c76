"""Marked places of docs/performance.md, filled by the benchmarks: no figure is copied by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "performance.md"


def fill(place: str, text: str, document: Path = DOCUMENT) -> None:
    """Put `text` between the marks `<!-- place: begin -->` and `<!-- place: end -->`."""
    begin, end = f"<!-- {place}: begin -->", f"<!-- {place}: end -->"
    before, found, rest = document.read_text("utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{document.name} has no place called {place!r}")
    document.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}", "utf-8")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; the first column is text, the others are figures."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines).replace("|  |", "| |")
