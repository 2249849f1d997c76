"""The report of a tournament: one file, whole, true to the figures, readable without a network or colours."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parlour
from parlour.arena import plots
from parlour.arena.report import command, report
from parlour.arena.result import Result
from parlour.arena.tournament import tournament

TOY = str(Path(__file__).parents[1] / "rules" / "toy")
BOTS = ["careful:playouts=1", "random", "careful:playouts=2"]
VOID = {"meta"}


@pytest.fixture(scope="module")
def played() -> Result:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        return tournament(TOY, BOTS, 48, 2, seed=2, jobs=1)


class Reader(HTMLParser):
    """Checks that tags are closed, and collects what is shown and what is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    return reader


def test_the_page_is_whole_and_fetches_nothing(played: Result) -> None:
    page = report(played, parlour.load(TOY))
    reader = read(page)
    assert not reader.fetched
    assert "url(" not in page and "<script" not in page and "@import" not in page
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 5  # shares, ratings, seats, lengths, thinking
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).get("aria-label")


def test_the_page_says_what_was_found(played: Result) -> None:
    page = report(played, parlour.load(TOY))
    table = played.standings
    shown = " ".join(read(page).words)
    for i, bot in enumerate(BOTS):
        share, rating = table.share(i), table.ratings[i]
        assert share is not None
        assert bot in shown
        assert (
            f"{plots.percent(share.mean)} ({plots.percent(share.low)} – {plots.percent(share.high)})" in shown
        )
        assert f"{rating.mean:.1f}" in shown
        for j in range(len(BOTS)):
            against = table.against(i, j)
            if i != j and against is not None:
                assert plots.percent(against.mean) in shown
    assert command(played) in shown


def test_the_command_in_the_report_plays_the_same_games(
    played: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.terminal.shell import run

    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    words = command(played).replace("arena toy", f"arena {TOY}").split()[1:]
    done = run(*words, "--jobs", "1", "--json")
    own = played.to_json()
    assert done.code == 0
    assert done.out[: done.out.index('"measured"')] == own[: own.index('"measured"')]


def test_one_bot_against_itself_has_a_report_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = parlour.load(TOY)
    page = report(tournament(game, ["random", "random"], 12, 2, jobs=1), game)
    assert "plays against itself" in " ".join(read(page).words)


def test_bars_have_no_gaps_that_are_not_there() -> None:
    """Twenty counts of eight numbers each: every bar is as high, and says which numbers it stands for."""
    drawn = plots.histogram("how long", [0, *[10] * 20], "decisions", 8)
    assert re.findall(r'class="bar".*? height="([\d.]+)"', drawn) == ["180"] * 20
    assert re.findall(r"<title>(.*?)</title>", drawn)[:2] == ["8 – 15: 10", "16 – 23: 10"]
    pairs = plots.histogram("how long", [3] * 60, "decisions", 8)
    assert re.findall(r"<title>(.*?)</title>", pairs)[:2] == ["0 – 15: 6", "16 – 31: 6"]


def test_names_cannot_break_the_page() -> None:
    evil = "<b>&\"'"
    page = plots.page(
        evil, evil, [plots.grid([evil], [[evil]]), plots.ranges(evil, [plots.Range(evil, 0, 0.5, 1)])]
    )
    reader = read(page)
    assert reader.words.count(evil) >= 4
    assert "b" not in reader.open


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (99.0, 312.0), (0.0, 7.0), (1e-6, 2e-6), (5.0, 5.0)])
def test_scales_have_a_few_round_numbers(low: float, high: float) -> None:
    ticks = plots._ticks(low, high)
    assert 1 <= len(ticks) <= 9
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)
