"""A row for each simulated game: the same games as the report's, in order, on any number of threads."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.arena import GameRows, simulate
from parlour.rules.run import playouts
from parlour.text import BadChoice
from tests.rules.conftest import TOY


def test_rows_add_up_to_the_report(tmp_path: Path) -> None:
    toy = parlour.load(str(TOY))
    rows = GameRows()
    assert rows.columns() == {}
    report = simulate(toy, 500, players=2, seed=4, threads=2, rows=rows)
    columns = rows.columns()
    assert list(columns) == ["game", "decisions", "rolls", "share_0", "share_1", "catches", "steps"]
    assert columns["game"].tolist() == list(range(500))
    assert columns["decisions"].mean() == pytest.approx(report.decisions.mean)
    assert columns["rolls"].max() == report.rolls.most
    assert [columns["share_0"].sum(), columns["share_1"].sum()] == [side.wins for side in report.sides]
    assert columns["catches"].mean() == pytest.approx(report.tallies["catches"])

    rows.to_csv(tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert [float(row["share_0"]) for row in found] == columns["share_0"].tolist()
    assert [int(row["decisions"]) for row in found] == columns["decisions"].tolist()


def test_a_row_is_the_game_of_its_number() -> None:
    toy, rows = parlour.load(str(TOY)), GameRows()
    simulate(toy, 3, players=2, seed=4, rows=rows)
    one = GameRows()
    simulate(toy, 1, players=2, seed=4, rows=one)
    decisions = rows.columns()["decisions"]
    assert decisions[0] == one.columns()["decisions"][0]
    assert playouts(toy, toy.new(2), games=3, seed=4).decisions == np.sum(decisions)


def test_a_cluster_has_no_rows() -> None:
    with pytest.raises(BadChoice, match="one machine"):
        simulate("parcheesi", 10, backend="ray", rows=GameRows())
