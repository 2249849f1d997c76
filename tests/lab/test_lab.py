"""The lab as a whole: paired figures, going on later, rows for notebooks, bites, and the terminal's door."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import cli, lab
from parlour.lab import playing, shipped
from parlour.lab.bites import bites
from parlour.lab.comparing import BARS, Comparison, Histogram, sharpen, sizes
from parlour.lab.report import report
from parlour.lab.sums import Sums
from parlour.lab.table import COLUMNS, rows_of, to_json
from parlour.rules import forms

HERE = Path(__file__).parent
KNOWN, FERRY = str(HERE / "known"), str(HERE.parent / "strangers" / "ferry")
TOY = str(HERE.parent / "rules" / "toy")


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for games this small, and a judge that looks less is quick enough."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(playing, "JUDGES", 3)


# ---------------------------------------------------------------- sums


def test_intervals_hold_the_truth_95_times_in_100() -> None:
    rng = np.random.default_rng(1)
    hits = {"share": 0, "mean": 0, "difference": 0}
    for _ in range(400):
        luck = rng.normal(size=(60, 1))
        scores = 3 + luck + rng.normal(size=(60, 2)) * [1.0, 0.5] + [0.0, 0.2]
        won = (rng.random((60, 2)) < [0.1, 0.1]).astype(float)
        mean, share = Sums(2, False), Sums(2, True)
        mean.add(scores, np.ones((60, 2)))
        share.add(won[:30], np.ones((30, 2)))
        share.add(won[30:], np.ones((30, 2)))
        figure, part, apart = mean.figure(0), share.figure(0), mean.difference(1)
        assert figure and part and apart
        hits["mean"] += figure.low < 3 < figure.high
        hits["share"] += part.low < 0.1 < part.high
        hits["difference"] += apart.low < 0.2 < apart.high
    assert all(0.92 <= n / 400 <= 0.98 for n in hits.values()), hits


def test_shared_luck_narrows_a_difference() -> None:
    rng = np.random.default_rng(2)
    luck = rng.normal(size=(200, 1)) * 10
    paired, apart = Sums(2, False), Sums(2, False)
    paired.add(luck + rng.normal(size=(200, 2)), np.ones((200, 2)))
    apart.add(np.concatenate([luck, rng.permutation(luck)], axis=1), np.ones((200, 2)))
    one, other = paired.difference(1), apart.difference(1)
    assert one and other and (one.high - one.low) * 5 < other.high - other.low


def test_so_many_games_would_show_it() -> None:
    sums = Sums(2, False)
    sums.add(np.array([[0.0, 1.0], [0.0, -1.0]] * 50), np.ones((100, 2)))
    found = sums.difference(1)
    assert found and not found.seen
    assert found.games_for(0.1) == pytest.approx((2.8 / 0.1) ** 2, rel=0.02)
    assert found.games_for(0.0) is None


def test_nothing_grows_with_games() -> None:
    histogram = Histogram()
    for length in (3, 70, 5000):
        histogram.add(np.array([length] * 10))
    assert len(histogram.bars) == BARS and histogram.bars.sum() == 30 and histogram.width == 128
    assert sum(count for _, count in sizes(1000, 8, 64)) == 1000
    assert max(count for _, count in sizes(1000, 8, 64)) == 64


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize("game", [KNOWN, FERRY, TOY])
def test_every_folder_can_be_asked_about(game: str) -> None:
    snapshots = list(sharpen(lab.Question.of(game, games=24, watched=2)))
    assert [s.games for s in snapshots] == sorted(s.games for s in snapshots)
    last = snapshots[-1]
    assert (last.finished, last.games, last.watched) == (True, 24, 2)
    names = {row.measure.name for row in last.rows}
    assert {"length", "decisiveness", "first", "uncertainty", "seat_1"} <= names
    assert report(last).startswith("<!doctype html>")


def test_what_was_stopped_goes_on_to_the_same_answer() -> None:
    question = lab.Question.of(FERRY, ["", "crowded=yes"], games=40, watched=0)
    whole = rows_of(lab.answer(question))
    first = Comparison(question)
    stopped = iter(sharpen(question, work=first))
    next(stopped)
    later = Comparison(question)
    later.restore(first.state())
    *_, last = sharpen(question, work=later)
    assert 0 < first.games < 40
    assert rows_of(last) == whole


def test_stopping_ends_with_what_is_known() -> None:
    calls = iter([False] * 6 + [True] * 100)
    *_, last = sharpen(lab.Question.of(FERRY, games=4000, watched=0), stop=lambda: next(calls))
    assert 0 < last.games < 4000 and not last.finished


def test_rows_for_notebooks() -> None:
    table = lab.compare(FERRY, ["", {"crowded": True}], games=16, watched=0)
    assert all(type(row) is dict and tuple(row) == COLUMNS for row in table)
    assert table[0]["difference"] is None and table[1]["rules"] == "crowded=yes"
    assert table.to_csv().splitlines()[0] == ",".join(COLUMNS)
    assert len(table.columns()["value"]) == len(table)
    assert lab.Question.from_link(table[0]["link"]).sets[1].options == {"crowded": "yes"}


def test_house_rules_that_bite_come_first() -> None:
    *_, (games, found) = bites(lab.Question.of(KNOWN, ["kind=round"], players=2), 6, plain=True)
    by_name = {f"{bite.option}={bite.choice}": bite for bite in found}
    assert games == 6
    assert by_name["only_yes=yes"].legal.value == 1  # at every decision one way is left
    assert by_name["only_yes=yes"].clause == "KNO-2"
    assert by_name["kind=duel"].happened.value == 1  # the same action ends it
    assert by_name["kind=draw"].happened.value == pytest.approx(1 / 6)  # only the last one
    assert by_name["kind=crown"].sets_up and not by_name["kind=duel"].sets_up
    idle = by_name["idle=yes"]
    assert (idle.games.value, idle.legal.value, idle.happened.value) == (0, 0, 0)
    assert found[-1] is idle


# ---------------------------------------------------------------- figures that come with games


@pytest.mark.parametrize("name", parlour.names())
def test_figures_that_come_with_a_game_speak_of_its_house_rules(name: str) -> None:
    game = parlour.load(name)
    data = shipped.kept(game.folder)
    assert data["games"] >= 10_000 and data["made"] and data["seed"] == 0
    known = {f"{option.name}={choice}" for option in game.options for choice in option.choices[1:]}
    assert set(data["options"]) <= known and len(data["options"]) > len(known) / 2
    told = dict(shipped.effects(game, next(o for o in game.options if f"{o.name}=" in str(data["options"]))))
    assert all(str(sentence).endswith(".") for sentence in told.values())


# ---------------------------------------------------------------- the terminal


def test_the_terminals_door(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, table = tmp_path / "lab.html", tmp_path / "lab.csv"
    asked = ["lab", FERRY, "--set", "", "--set", "crowded=yes", "--games", "16", "--watched", "1"]
    assert cli.run([*asked, "--html", str(page), "--csv", str(table), "--bites", "2"]) == 0
    told = capsys.readouterr().out
    assert "set 2: crowded=yes" in told and "decisions a game" in told
    assert "How often a house rule bites" in told and "FER-3" in told
    assert page.read_text("utf-8").count("<svg") > 3
    assert table.read_text("utf-8").startswith("measure,")
    assert cli.run([*asked, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    link = data["link"]
    assert data["games"] == 16 and not forms.compiler_present()
    assert cli.run(["lab", "--link", link, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == data["rows"]
    assert cli.run(["lab", FERRY, "--games", "1000000000000"]) == 2
    assert "from 1 to 1000000000" in capsys.readouterr().err
    assert to_json(lab.answer(lab.Question.from_link(link)))
