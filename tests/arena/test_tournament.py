"""Tournaments: who sits where, the same result however it is played, and nothing lost on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.arena.logbook import GAMES, Logbook
from parlour.arena.playing import Contest, Player
from parlour.arena.result import Result
from parlour.arena.tournament import tournament
from parlour.bots.workers import ctrl_c_is_ours
from parlour.text import BadChoice, ParlourError
from tests.terminal.shell import PATIENCE, environment, hear_ctrl_c, run

TOY = str(Path(__file__).parents[1] / "rules" / "toy")
CELLAR = str(Path(__file__).parents[1] / "rules" / "cellar")
PAIR = ["careful:playouts=1", "random"]


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny tournaments are over before a compiler would be."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def contest(names: list[str], players: int, game: str = TOY, options: Any = None) -> Contest:
    loaded = parlour.load(game)
    return Contest.of(loaded, loaded.new(players, options), names, 0)


def without_times(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.to_json())
    del data["measured"]
    return data


# ---------------------------------------------------------------- who sits where


@pytest.mark.parametrize(
    ("names", "players", "tables"),
    [
        (["a", "b"], 2, {"ab": 1}),
        (["a", "b", "c"], 2, {"ab": 1, "ac": 1, "bc": 1}),
        (["a", "a"], 2, {"aa": 1}),
        (["a", "b", "b"], 3, {"abb": 1}),
        (["a", "b"], 3, {"aab": 1, "abb": 1}),
        (["a", "b", "c"], 3, {"abc": 2}),
    ],
)
def test_every_bot_meets_every_chair(names: list[str], players: int, tables: dict[str, int]) -> None:
    kinds = {"a": "random", "b": "careful", "c": "careful:slip=1"}
    made = contest([kinds[n] for n in names], players)
    letters = {kinds[n]: n for n in names}
    orders = {"".join(sorted(letters[made.bots[i]] for i in table[0])): len(table) for table in made.tables}
    assert orders == tables
    for number in range(4):
        games = made.round(number)
        assert len(set(games)) == len(games)
        chairs = [Counter(line[chair] for line in games) for chair in range(players)]
        assert all(chair == chairs[0] for chair in chairs)  # every bot sits in every chair alike


def test_all_ways_round_a_table_take_turns() -> None:
    names = ["random", "careful", "careful:slip=1", "careful:slip=2"]
    made = contest(names, 4, "parcheesi")
    seen = [made.round(number) for number in range(6)]
    assert len({line for games in seen for line in games}) == 24  # all seatings of four
    assert made.rounds_for(24) == 6 and made.rounds_for(25) == 7 and made.rounds_for(1) == 1


def test_team_mates_are_one_side() -> None:
    made = contest(["careful", "random"], 4, "pollyanna", {"mode": "partners"})
    assert made.sides == ((0, 2), (1, 3))
    assert made.round(0) == [(0, 1), (1, 0)]


def test_a_round_shares_its_dice_and_not_its_thoughts() -> None:
    player = Player(contest(PAIR, 2))
    streams = [player.streams(3, place) for place in range(4)]
    assert len({int(dice[0]) for dice, _ in streams}) == 1
    assert len({int(seeds[0]) for _, seeds in streams}) == 4
    assert player.streams(4, 0)[0][0] != streams[0][0][0]


# ---------------------------------------------------------------- the same result, however it is played


def test_the_seed_decides_and_the_number_of_processes_does_not() -> None:
    alone = tournament(TOY, PAIR, 60, 2, seed=5, jobs=1)
    assert without_times(tournament(TOY, PAIR, 60, 2, seed=5, jobs=2)) == without_times(alone)
    assert tournament(TOY, PAIR, 60, 2, seed=6, jobs=1).rounds != alone.rounds
    assert alone.games == 60 and alone.finished


@pytest.mark.parametrize(
    ("game", "players"),
    [("parcheesi", 2), ("pollyanna", 3), ("doubleswild", 2), ("tritrac", 2), ("doubletrack", 3)],
)
def test_whole_games_go_as_move_by_move(game: str, players: int) -> None:
    """The driver that plays games at a stretch, and the bots when they are asked for every move."""
    if not (parlour.load(game).folder / "careful.py").is_file():
        pytest.skip("no considerations")
    looks = ",looks=6,worlds=1"
    mixed = [
        f"careful:attention=0.6,slip=0.5{looks}",
        "careful:looks=4,worlds=2,afford=2,overlooks=0.3,misjudges=0.5,rash=0.6",
        "random",
    ]
    names = mixed[:players]
    made = contest(names, players, game)
    player = Player(made)
    line = made.round(0)[0]
    assert player.at_once(7, 0, line) == player.move_by_move(7, 0, line, {})


def test_bots_that_know_only_their_view_play_a_game_with_secrets() -> None:
    result = tournament(CELLAR, PAIR, 12, 3, jobs=1)
    assert result.games == 12 and result.standings.share(0) is not None


# ---------------------------------------------------------------- interruptions


def test_an_interrupted_tournament_goes_on(tmp_path: Path) -> None:
    whole = tournament(TOY, PAIR, 40, 2, seed=1, jobs=1)

    def stop(result: Result) -> None:
        if result.games >= 14:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(TOY, PAIR, 40, 2, seed=1, jobs=1, folder=tmp_path, watch=stop)
    assert json.loads((tmp_path / "results.json").read_text())["finished"] is False
    assert "not over" in (tmp_path / "report.html").read_text("utf-8")
    again = tournament(TOY, PAIR, 40, 2, seed=1, jobs=1, folder=tmp_path, resume=True)
    assert again.fresh < 40 and without_times(again) == without_times(whole)
    longer = tournament(TOY, PAIR, 60, 2, seed=1, jobs=1, folder=tmp_path, resume=True)
    assert longer.fresh == 20 and longer.games == 60


def test_kill_9_loses_nothing_but_the_block_under_way(tmp_path: Path) -> None:
    folder, three = tmp_path / "out", ["random", "random", "random"]
    words = (
        f"-m parlour arena {TOY} --bots {','.join(three)} --players 2 --games 100000 --jobs 1 --out {folder}"
    )
    process = subprocess.Popen(
        [sys.executable, *words.split()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(NUMBA_DISABLE_JIT="1"),
    )
    log = folder / GAMES
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not (log.is_file() and log.read_bytes().count(b"\n") > 6):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    lines = log.read_bytes().count(b"\n")
    result = tournament(TOY, three, 400, 2, jobs=1, folder=folder, resume=True)
    assert lines > 6
    fresh = tournament(TOY, three, 400, 2, jobs=1)
    assert {n: g for n, g in result.rounds.items() if n < 400} == fresh.rounds


def test_damaged_lines_are_played_again(tmp_path: Path) -> None:
    whole = tournament(TOY, PAIR, 30, 2, jobs=1, folder=tmp_path)
    log = tmp_path / GAMES
    lines = log.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"1.0", b"0.5")  # somebody's hand
    log.write_bytes(b"".join(lines)[:-20])  # and a full disk
    again = tournament(TOY, PAIR, 30, 2, jobs=1, folder=tmp_path, resume=True)
    assert again.damaged == 2 and again.fresh > 0
    assert again.rounds == whole.rounds
    assert tournament(TOY, PAIR, 30, 2, jobs=1, folder=tmp_path, resume=True).fresh == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    title = tournament(TOY, PAIR, 6, 2, jobs=1, folder=tmp_path).title
    kept = (tmp_path / GAMES).read_bytes()
    book = Logbook(tmp_path, title, True)
    book._file.close()
    book._file = open("/dev/full", "wb", buffering=0)  # noqa: SIM115
    with book, pytest.raises(ParlourError, match=r"cannot be written: No space left.*resume"):
        book.add(book.parts[0])
    assert (tmp_path / GAMES).read_bytes() == kept


# ---------------------------------------------------------------- what cannot be


def test_a_folder_of_another_tournament_is_refused(tmp_path: Path) -> None:
    tournament(TOY, PAIR, 4, 2, jobs=1, folder=tmp_path)
    before = (tmp_path / GAMES).read_bytes()
    with pytest.raises(BadChoice, match="--resume goes on"):
        tournament(TOY, PAIR, 4, 2, jobs=1, folder=tmp_path)
    with pytest.raises(BadChoice, match="its seed is 0, here it is 1"):
        tournament(TOY, PAIR, 4, 2, seed=1, jobs=1, folder=tmp_path, resume=True)
    with pytest.raises(BadChoice, match="another tournament: its players is 2, here it is 3"):
        tournament(TOY, PAIR, 4, 3, jobs=1, folder=tmp_path, resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / GAMES).write_text("my shopping list\n")
    with pytest.raises(BadChoice, match="not the record of a tournament"):
        tournament(TOY, PAIR, 4, 2, jobs=1, folder=tmp_path / "other", resume=True)
    assert (tmp_path / GAMES).read_bytes() == before
    assert (tmp_path / "other" / GAMES).read_text() == "my shopping list\n"


def test_two_do_not_write_to_one_folder(tmp_path: Path) -> None:
    seen = []

    def second(result: Result) -> None:
        if not seen:
            seen.append(result)
            with pytest.raises(BadChoice, match="being played"):
                tournament(TOY, PAIR, 4, 2, jobs=1, folder=tmp_path, resume=True)

    tournament(TOY, PAIR, 4, 2, jobs=1, folder=tmp_path, watch=second)
    assert seen


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("--bots careful,nobody", "There is no bot “nobody”"),
        ("--bots careful", "2 to 40 bots"),
        ("--bots careful:speed=9,random", "no setting “speed”"),
        ("--bots 7,random", "There is no level “7”"),
        ("--games 0", "number of games"),
        ("--players 9", "for 2, 3 players, not 9"),
        ("--jobs 0", "number of processes"),
        ("--seed x", "seed is a whole number"),
        ("--resume", "--out FOLDER --resume"),
        ("--out /dev/null/there", "cannot be written"),
        ("--options gentle=perhaps", "gentle"),
    ],
)
def test_what_is_wrong_is_said(words: str, problem: str, tmp_path: Path) -> None:
    done = run(*f"arena {TOY} {words}".split())
    assert done.code == 2
    assert problem in done.err


def test_the_command_prints_standings(tmp_path: Path) -> None:
    three = "careful:playouts=1,random,careful:playouts=2"
    done = run(*f"arena {TOY} --bots {three} --games 24 --players 2 --jobs 1 --out {tmp_path}".split())
    assert done.code == 0
    assert "toy, 2 players: 24 games in 4 rounds, seed 0" in done.out
    assert "against" in done.out and "50.0 % would be fair" in done.out
    assert str(tmp_path / "report.html") in done.err
    done = run(*f"arena {TOY} --bots random,random --games 5 --jobs 1 --json --players 2".split())
    data = json.loads(done.out)
    assert done.code == 0 and data["games"] == 5 and data["sides"][0]["chairs"] == [0]


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    words = (
        f"-m parlour arena {TOY} --bots random,random --players 2 --games 1000000 --jobs 2 --out {tmp_path}"
    )
    process = subprocess.Popen(
        [sys.executable, *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(NUMBA_DISABLE_JIT="1"),
        preexec_fn=hear_ctrl_c,
        start_new_session=True,
    )
    log = tmp_path / GAMES
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not (log.is_file() and log.read_bytes().count(b"\n") > 3):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes at once
    shown, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "--resume goes on" in errors and "Stopped." in errors and "Traceback" not in errors
    assert "random" in shown


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no masks of signals here")
def test_ctrl_c_while_a_process_starts_is_heard_afterwards() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    started = []
    try:
        with pytest.raises(KeyboardInterrupt), ctrl_c_is_ours():
            signal.raise_signal(signal.SIGINT)
            started.append("whole")
    finally:
        signal.signal(signal.SIGINT, before)
    assert started == ["whole"]


def test_games_without_dice_open_at_random_and_alike() -> None:
    """Two bots that always play the same would otherwise play one game over and over."""
    made = contest(["careful:looks=3", "careful:looks=2"], 2, "tritrac")
    assert made.opening == 4 and contest(PAIR, 2).opening == 0
    openings = []
    for number in (0, 1):
        player = Player(made)
        whole = [player.move_by_move(number, 0, line, {}) for line in made.round(number)]
        assert whole == [player.at_once(number, 0, line) for line in made.round(number)]
        openings.append(whole[0])
    assert openings[0] != openings[1]
