"""What a simulation found, game by game: columns for NumPy, pandas and polars, and CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import numpy.typing as npt

from parlour.table import files

__all__ = ["GameRows"]

Block = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.int64]]


class GameRows:
    """A row for each random game: give an empty one to `simulate`, which fills it.

    >>> from parlour.arena import GameRows, simulate
    >>> rows = GameRows()
    >>> report = simulate("parcheesi", 20, players=2, seed=1, rows=rows)
    >>> columns = rows.columns()
    >>> list(columns)[:5], columns["share_0"].sum()
    (['game', 'decisions', 'rolls', 'share_0', 'share_2'], 8.0)
    """

    def __init__(self) -> None:
        self.chairs: list[int] = []
        self.tallies: list[str] = []
        self._blocks: dict[int, Block] = {}

    def take(
        self,
        first: int,
        counts: npt.NDArray[np.int64],
        shares: npt.NDArray[np.float64],
        tallies: npt.NDArray[np.int64],
    ) -> None:
        """Games from number `first` on; blocks come in any order, from any thread."""
        self._blocks[first] = counts, shares, tallies

    def columns(self) -> dict[str, npt.NDArray[np.int64] | npt.NDArray[np.float64]]:
        """The number of the game, how many decisions and rolls it had, each chair's share of the win, and
        what was counted in it."""
        blocks = [self._blocks[first] for first in sorted(self._blocks)]
        if not blocks:
            return {}
        counts, shares, tallies = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
        return (
            {"game": np.arange(len(counts)), "decisions": counts[:, 0], "rolls": counts[:, 1]}
            | {f"share_{chair}": shares[:, chair] for chair in self.chairs}
            | {name: tallies[:, i] for i, name in enumerate(self.tallies)}
        )

    def to_csv(self, file: str | Path | None = None) -> str:
        """As CSV with a head, written to a file too if one is named."""
        columns, out = self.columns(), io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
        if file is not None:
            files.write(file, out.getvalue())
        return out.getvalue()
