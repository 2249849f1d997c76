"""The lab as a whole: paired figures, going on later, rows for notebooks, bites, and the terminal's door."""

from __future__ import annotations

import json
import re
import shutil
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import cli, lab
from parlour.lab import comparing, figures, keeping, playing, searching, shipped, worker
from parlour.lab.bites import bites, with_changes
from parlour.lab.comparing import BARS, Comparison, Histogram, sharpen, sizes, written
from parlour.lab.fronts import report as report_of_front
from parlour.lab.fronts import to_data
from parlour.lab.heat import Heat, drawn
from parlour.lab.measures import measures_of
from parlour.lab.report import report
from parlour.lab.sums import Sums
from parlour.lab.table import COLUMNS, rows_of, to_json
from parlour.lab.wishes import from_search_link, fronts, read_wishes, search_link
from parlour.rules import forms
from parlour.terminal import lab as terminal
from parlour.terminal.show import Screen
from parlour.text import BadChoice

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


def test_what_was_not_seen_says_what_would_show_it() -> None:
    """Four games say little of who wins; one point is one point."""
    *_, found = sharpen(lab.Question.of(FERRY, ["", "crowded=yes"], games=16, watched=0))
    told = str(found.row("first").verdict(1))
    assert re.fullmatch(
        r"no difference that we could see; one of 1 point would take about [\d,]+ games", told
    ), told


def test_no_figure_is_less_than_nothing() -> None:
    first = next(m for m in measures_of(parlour.load("parcheesi"), 4) if m.name == "first")
    assert written(first, -0.0004) == "0.0" and written(first, -0.0004, sign=True) == "+0.0"


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


def test_a_slow_judge_keeps_nothing_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """He gets as much time as all other games, and these are soon played."""
    clock, played = [0.0], []
    monkeypatch.setattr(comparing.time, "perf_counter", lambda: clock[0])
    for name, takes in (("count", 0.1), ("watch", 10.0)):
        real = getattr(playing.Table, name)

        def slow(
            self: Any, games: Any, real: Any = real, name: str = name, takes: float = takes, **how: Any
        ) -> Any:
            clock[0] += takes
            played.append(name)
            return real(self, games, **how)

        monkeypatch.setattr(playing.Table, name, slow)
    *_, last = sharpen(lab.Question.of(FERRY, games=60, watched=9))
    # (uncompiled, the first block of eight is played in two parts)
    assert played == ["count"] * 2 + ["watch"] + ["count"] * (len(played) - 5) + ["watch"] * 2
    assert (last.games, last.watched) == (60, 9)


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


def test_what_a_game_would_lose_without_a_rule_is_measured() -> None:
    asked = lab.Question.of(KNOWN, ["kind=round"], players=2)
    *_, (_, found) = bites(asked, 6, plain=True)
    some = [bite for bite in found if bite.choice == "duel" or bite.option == "idle"]
    told = {bite.option: str(bite.changes) for bite in with_changes(asked, some, 40)}
    assert told["kind"].startswith("games become 83.3 % shorter")  # one decision instead of six
    assert told["idle"] == "It never bit."


def test_the_heat_map_shows_where_pieces_are_captured() -> None:
    """The first capture of a random game: the piece that is gone stood on that space, and was another's."""
    game, rng, out = parlour.load("parcheesi"), np.random.default_rng(3), np.zeros(500, np.int64)
    position, counted = game.new(2), np.zeros(len(game.plain.TALLIES), np.int64)
    captures = game.plain.TALLIES.index(game.measures.CAPTURES)
    while not counted[captures]:
        before, n = position.copy(), int(game.plain.legal(position, out))
        action = int(rng.choice(out[:n]))
        game.plain.tally(position, action, counted)
        game.plain.apply(position, action)
    heat = Heat()
    heat.add(game, [before], [(before, action, 3)])
    ((space, count),) = heat.captures.items()
    assert count == 3 and not space.startswith("start")
    stood = [piece.seat for piece in game.scene.pieces(before) if piece.space == space]
    assert stood and game.plain.actor(before) not in stood
    assert "Captures a game" in str(drawn(game, heat, captures=True))
    assert drawn(game, Heat(positions=1), captures=True) is None


def test_one_capture_of_every_game_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lab.Question.of(TOY, games=1, watched=0).tables()[0]
    monkeypatch.setattr(table.game.measures, "CAPTURES", "catches")
    block = table.watch(np.arange(12), plain=True)
    with_any = block.tallies[:, 0][block.tallies[:, 0] > 0]
    assert 0 < len(block.taken) == len(with_any)
    assert all(count <= tally for (_, _, count), tally in zip(block.taken, with_any, strict=True))


# ---------------------------------------------------------------- the search


def test_wishes_are_read_and_written() -> None:
    game = parlour.load("parcheesi")
    wishes = read_wishes("minutes<30, fair; comebacks=more, decisiveness>95 %", game, 4)
    assert [wish.text for wish in wishes] == ["minutes<30", "first=0", "comebacks=more", "decisiveness>95"]
    assert wishes[3].value == 0.95 and wishes[0].is_limit
    for wrong in ("", "faster", "comebacks>more", "colour=more"):
        with pytest.raises(BadChoice):
            read_wishes(wrong, game, 4)
    with pytest.raises(BadChoice, match="does not say how long"):
        read_wishes("minutes<3", parlour.load(KNOWN), 2)


def test_fronts() -> None:
    assert fronts([(0, 3), (1, 1), (3, 0), (2, 2), (3, 3)]) == [0, 0, 0, 1, 2]
    length = read_wishes("length=less", parlour.load("parcheesi"), 4)[0]
    assert length.shortfall(200) - length.shortfall(100) == pytest.approx(
        length.shortfall(400) - length.shortfall(200)
    )


def test_a_search_finds_the_rules_that_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the known games a round takes six decisions and a duel one; what cannot help is left out."""
    for name, games in {"FEWEST": 16, "POPULATION": 8, "LEFT": 3}.items():
        monkeypatch.setattr(searching, name, games)
    monkeypatch.setattr(playing, "LONGEST", 60)  # one of these games has no end
    asked = lab.Question.of(KNOWN, ["kind=round"], players=2, games=24, watched=0)
    steps = list(searching.Search(asked, "length<2").steps())
    found = steps[-1]
    assert found.finished and not any(step.finished for step in steps[:-1])
    assert found.first is not None and found.first.figures[0].value == 6 and not found.first.within
    best = found.entries[0]
    assert best.within and best.figures[0].value == 1 and "kind" not in best.rules.options  # a toss
    assert best.differences[0].value == -5
    assert "idle=yes" not in found.kept
    again = lab.answer(found.compared())  # fresh games: other seeds, and the very same figures
    assert again.question.seed == asked.seed + 1
    assert again.row("length").figures[1].value == best.figures[0].value
    assert json.loads(json.dumps(to_data(found)))["rows"][0]["rules"] == "kind=round"
    page = report_of_front(found)
    assert page.startswith("<!doctype html>") and "kind=round" in page
    assert not re.search(r"<svg.*kind=.*</svg>", page)  # too long for a plot: there it is a number


def test_rules_by_which_games_do_not_end_are_no_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is told of such games counts those that ended, and these may well be short."""
    monkeypatch.setattr(playing, "LONGEST", 60)
    folder = _changed(
        KNOWN,
        tmp_path,
        "    elif s.kind == DUEL",
        "    elif s.kind == ROUND and s.idle == 1 and s.events == 0 and action == 0:\n        win(s, 0)\n"
        "    elif s.kind == ROUND and s.idle == 1:\n        s.events = 1\n"
        "    elif s.kind == DUEL",
    )
    asked = ["lab", folder, "--set", "kind=round", "--players", "2", "--games", "24"]
    assert cli.run([*asked, "--want", "length=less", "--vary", "idle"]) == 0
    told = capsys.readouterr().out
    assert "1 set of rules was left out: games by them did not end." in told
    assert "None of them is nearer to it" in told
    assert cli.run([*asked, "--bites", "4"]) == 0
    assert re.search(r"idle=yes .* [1-9][\d.]* % of the games do not end", capsys.readouterr().out)


def _changed(game: str, folder: Path, old: str, new: str) -> str:
    """A copy of a game with another line in its rules."""
    copy = shutil.copytree(game, folder / "changed")
    rules = (copy / "rules.py").read_text("utf-8")
    assert rules.count(old) == 1
    (copy / "rules.py").write_text(rules.replace(old, new), "utf-8")
    return str(copy)


def test_a_search_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, games in {"POPULATION": 6, "LEFT": 3}.items():
        monkeypatch.setattr(searching, name, games)
    asked = lab.Question.of(FERRY, games=8, watched=0)
    whole = list(searching.Search(asked, "length=less").steps())[-1]
    calls = iter([False] * 2 + [True] * 1000)
    first = searching.Search(asked, "length=less", stop=lambda: next(calls))
    *_, stopped = first.steps()
    assert not stopped.finished and stopped.played > 0
    later = searching.Search(asked, "length=less")
    later.restore(first.state())
    last = list(later.steps())[-1]
    assert (last.finished, last.entries, last.first) == (True, whole.entries, whole.first)
    link = search_link(asked, "length=less, fair", ["crowded"])
    assert from_search_link(link) == (asked, "length=less, fair", ["crowded"])
    with pytest.raises(BadChoice, match="crowded"):
        searching.Search(asked, "length=less", ["crowd"])


def test_a_process_answers_for_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server's worker tells of a search, and of the rules that bite."""
    for name, games in {"POPULATION": 6, "LEFT": 3}.items():
        monkeypatch.setattr(searching, name, games)
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(worker, "_write", told.append)
    asked = lab.Question.of(FERRY, games=8, watched=0)
    sought = {"link": search_link(asked, "length=less"), "turn": 600.0}
    worker._answer(sought, threading.Event())
    last = json.loads(json.dumps(told[-1]))
    assert last["end"] == "finished" and last["report"].startswith("<!doctype html>")
    assert last["front"]["finished"] and last["front"]["wishes"] == ["decisions a game: the lower the better"]
    assert last["front"]["entries"][0]["rules"] == "printed rules"
    stopped = threading.Event()
    stopped.set()
    worker._answer(sought, stopped)
    assert told[-1]["end"] == "stopped" and told[-1]["state"]
    worker._answer({"link": f"{asked.link()}&bites=4", "turn": 600.0}, threading.Event())
    (bite,) = [one for one in told[-1]["bites"] if one["rules"] == "crowded=yes"]
    assert told[-1]["end"] == "finished" and bite["clause"] == "FER-3" and bite["changes"]


# ---------------------------------------------------------------- figures that come with games


@pytest.mark.parametrize("name", parlour.names())
def test_figures_that_come_with_a_game_speak_of_its_house_rules(name: str) -> None:
    game = parlour.load(name)
    data = shipped.kept(game.folder)
    assert data["games"] >= 10_000 and data["made"] and data["seed"] == 0
    known = {f"{option.name}={choice}" for option in game.options for choice in option.choices[1:]}
    assert set(data["options"]) <= known and len(data["options"]) > len(known) / 2
    for rules, found in data["options"].items():  # measured by the rules of today
        asked = lab.Question.of(name, [rules], found["players"], games=1, watched=0)
        assert figures.first_game(asked.tables()[0]) == found["first_game"], (
            f"the rules of {name} have changed: python -m parlour.lab.figures {name}"
        )
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
    assert cli.run(["lab", "--link", f"{link}&bites=2"]) == 0
    assert "FER-3" in capsys.readouterr().out
    sought = search_link(lab.Question.of(FERRY, games=9, watched=0), "length=less", ["crowded"])
    assert cli.run(["lab", "--link", sought, "--json"]) == 0
    assert {row["games"] for row in json.loads(capsys.readouterr().out)["rows"]} == {9}
    assert cli.run(["lab", FERRY, "--want", "fair", "--ray"]) == 2
    assert "ask one at a time" in capsys.readouterr().err
    assert cli.run(["lab", FERRY, "--want", "faster"]) == 2
    assert "is no wish" in capsys.readouterr().err
    assert cli.run(["lab", FERRY, "--games", "1000000000000"]) == 2
    assert "from 1 to 1000000000" in capsys.readouterr().err
    assert to_json(lab.answer(lab.Question.from_link(link)))


def test_long_heads_take_several_lines(capsys: pytest.CaptureFixture[str]) -> None:
    heads = ["set", "advantage of beginning near 0.0", "what becomes of it"]
    terminal.table(Screen(), heads, [["set 1", "1.5 (-1.2 – 4.2)", "longer"], ["set 12", "-", "no"]], (0, 2))
    assert capsys.readouterr().out.splitlines() == [
        "            advantage of",
        "          beginning near  what becomes",
        "set                  0.0  of it",
        "set 1   1.5 (-1.2 – 4.2)  longer",
        "set 12                 -  no",
    ]


@pytest.mark.parametrize(("wish", "spared"), [([], 8), (["--want", "length=less"], 16)])
def test_what_ctrl_c_ended_goes_on(
    wish: list[str],
    spared: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The same command again plays only what is left, and the answer is that of one that nobody ended."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr(keeping, "EVERY", 0)
    asked = ["lab", FERRY, "--games", "60", "--watched", "0", "--json", *wish]
    played: list[int] = []
    count, most = playing.Table.count, 10**9

    def counted(self: Any, games: Any, **how: Any) -> Any:
        if sum(played) >= most:
            raise KeyboardInterrupt
        played.append(len(games))
        return count(self, games, **how)

    monkeypatch.setattr(playing.Table, "count", counted)
    assert cli.run(asked) == 0
    whole, games = json.loads(capsys.readouterr().out), sum(played)
    assert not any((tmp_path / "lab").iterdir())
    played.clear()
    most = 16
    assert cli.run(asked) == 0
    assert "Whoever asks the same again goes on from here." in capsys.readouterr().err
    played.clear()
    most = 10**9
    assert cli.run(asked) == 0
    told = capsys.readouterr()
    assert "It goes on after" in told.err and sum(played) == games - spared
    again = json.loads(told.out)
    for one in (whole, again):
        one.pop("seconds", None)
    assert again == whole


def test_what_is_kept_and_cannot_be_read_is_played_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr(keeping, "EVERY", 0)
    question = lab.Question.of(FERRY, games=8, watched=0)
    kept, work = keeping.Kept(question, question.link()), Comparison(question)
    next(iter(sharpen(question, work=work)))
    kept.hold(work)
    assert kept.resumed(lambda: Comparison(question)).games == work.games > 0
    (file,) = (tmp_path / "lab").iterdir()
    file.write_bytes(b"half of it")
    assert kept.resumed(lambda: Comparison(question)).games == 0 and not kept.is_there


def test_a_rule_without_end_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "endless"
    shutil.copytree(TOY, folder)
    rules = (folder / "rules.py").read_text("utf-8")
    start = rules.index("def apply(")
    body = rules.index("\n", rules.index(":\n", start)) + 1
    (folder / "rules.py").write_text(
        rules[:body] + "    while s is not None:\n        pass\n" + rules[body:], "utf-8"
    )
    monkeypatch.setattr(terminal, "PATIENCE", 0.2)
    assert cli.run(["lab", str(folder), "--games", "4", "--watched", "0"]) == 2
    assert "apply has not come back for 0.2 seconds" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--want", "length=less"], ["--bites", "2"]])
def test_a_house_rule_without_end_is_named(
    more: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nobody asked for that rule by name: it is one of those that are tried."""
    start = "@rule\ndef apply(s, action):\n"
    folder = _changed(KNOWN, tmp_path, start, start + "    while s.idle == 1:\n        pass\n")
    monkeypatch.setattr(terminal, "PATIENCE", 0.2)
    assert cli.run(["lab", folder, "--games", "4", "--watched", "0", *more]) == 2
    assert "apply has not come back for 0.2 seconds" in capsys.readouterr().err


def test_a_measure_that_fails_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A game's own measure writes where there is nothing: compiled, that would write anywhere."""
    folder = tmp_path / "careless"
    shutil.copytree(TOY, folder)
    (folder / "measures.py").write_text(
        "from parlour.rules.kit import rule\n\n@rule\ndef count(s, action, out):\n    out[5] += 1\n", "utf-8"
    )
    assert cli.run(["lab", str(folder), "--games", "4", "--watched", "0"]) == 2
    told = capsys.readouterr().err
    assert "fails in measures.py, line 5, in count: IndexError" in told and "please report" not in told
