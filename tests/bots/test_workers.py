"""Bots in processes that really hang, die and stumble: the game goes on, and nothing stays behind."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

import parlour
from parlour.bots import make
from parlour.bots.workers import Workers
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from parlour.text import BadChoice
from tests.terminal.shell import PATIENCE, environment, hear_ctrl_c

TOY = Path(__file__).parents[1] / "rules" / "toy"
CAREFUL = """
import os
import time
from pathlib import Path
from parlour.rules.contracts.careful import Consideration
from parlour.rules.kit import rule
from parlour.text import say

CONSIDERATIONS = (Consideration("race", say("the race"), 1.0),)
SCALE = 1.0
MET = Path(__file__).with_name("met")

@rule
def consider(s, seat, out):
    {trouble}
    out[0] = s.runners[seat, 0] + s.runners[seat, 1]
"""
HANGS = "time.sleep(1000)"
SPINS = "while True: pass"
DIES = "os._exit(9)"
STUMBLES = "raise ZeroDivisionError('by nothing')"
ONCE = "if not MET.exists():\n        MET.touch()\n        "


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process compiles anything, except where a test asks for it."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def workers() -> Iterator[Workers]:
    before = multiprocessing.active_children()
    with Workers(1, grace=5.0) as made:
        yield made
    assert multiprocessing.active_children() == before


def troubled(folder: Path, trouble: str = "pass") -> parlour.Game:
    """The toy race, with a careful player that gets into trouble."""
    shutil.copytree(TOY, folder / "race", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "race" / "careful.py").write_text(CAREFUL.replace("{trouble}", trouble), "utf-8")
    return parlour.load(str(folder / "race"))


def rolled(game: parlour.Game) -> Position:
    """Seat 0 is to move a runner by one."""
    position = game.new(2)
    game.plain.apply(position, 1)
    return position


def test_a_worker_answers_like_the_bot_itself(workers: Workers, tmp_path: Path) -> None:
    game = troubled(tmp_path)
    view = rolled(game)
    view.runners[0, 0] = 5
    expected = make("careful:slip=0.5", game).think(view, 0, seconds=None, seed=3)
    assert workers.think(game, view, 0, "careful:slip=0.5", seed=3) == expected

    async def several() -> list[object]:
        ask = [workers.athink(game, view, 0, "careful:slip=0.5", seconds=PATIENCE, seed=3) for _ in range(3)]
        return list(await asyncio.gather(*ask))

    assert asyncio.run(several()) == [expected] * 3


@pytest.mark.parametrize("trouble", [SPINS, DIES, STUMBLES], ids=["spins", "dies", "stumbles"])
def test_whatever_happens_a_legal_action_is_played(trouble: str, tmp_path: Path) -> None:
    game = troubled(tmp_path, trouble)
    view = rolled(game)
    with Workers(1, grace=0.2) as workers:
        thought = workers.think(game, view, 0, "careful:slip=0.5", seconds=0.2, seed=1)
        assert thought.action in legal_codes(game, view)
        assert "at random" in str(thought.reason)
        healthy = troubled(tmp_path / "other")  # asked of a process made anew
        assert "at random" not in str(workers.think(healthy, view, 0, "careful", seconds=PATIENCE).reason)


@pytest.mark.parametrize("trouble", [HANGS, DIES, STUMBLES], ids=["hangs", "dies", "stumbles"])
def test_after_trouble_the_careful_bot_is_asked(trouble: str, workers: Workers, tmp_path: Path) -> None:
    game = troubled(tmp_path, ONCE + trouble)
    view = rolled(game)
    view.runners[0, 0] = 5
    thought = workers.think(game, view, 0, "careful:slip=9", seconds=0.2, seed=1)
    assert (tmp_path / "race" / "met").exists()
    assert thought == make("careful", game).think(view, 0, seconds=None, seed=1)


def test_what_is_no_bot_is_refused(workers: Workers, tmp_path: Path) -> None:
    game = troubled(tmp_path)
    for spec in ("carefull", "level:7", "careful:slip=much", "careful:slap=1"):
        with pytest.raises(BadChoice):
            workers.think(game, rolled(game), 0, spec, seconds=1)
    assert workers.think(game, rolled(game), 0, "random", seconds=1).action in (0, 1)


def test_closing_ends_everything_at_once(tmp_path: Path) -> None:
    game, before = troubled(tmp_path, HANGS), multiprocessing.active_children()
    workers = Workers(1)
    thinking, waiting = (workers.submit(game, rolled(game), 0, "careful", seconds=600) for _ in range(2))
    while not thinking.running():
        time.sleep(0.01)
    workers.close()
    for future in (thinking, waiting):
        with pytest.raises(CancelledError):
            future.result(PATIENCE)
    assert multiprocessing.active_children() == before
    with pytest.raises(BadChoice, match="sent home"):
        workers.think(game, rolled(game), 0, "careful")
    workers.close()  # once more does no harm


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="Numba is not here")
def test_what_is_compiled_meanwhile_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by a process that took the place of one that had to be ended."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    game = troubled(tmp_path)
    view = rolled(game)
    make("careful", game).warm()  # else it would be done by a process that gives way to everything
    before = set(multiprocessing.active_children())
    with Workers(1) as workers:
        while not (thinker := set(multiprocessing.active_children()) - before):
            time.sleep(0.01)
        first = workers.think(game, view, 0, "careful", seed=5)
        assert not workers.is_warm(game, "careful")
        thinker.pop().kill()
        until = time.monotonic() + PATIENCE
        while not workers.is_warm(game, "careful") and time.monotonic() < until:
            time.sleep(0.1)
        assert workers.is_warm(game, "careful")
        assert workers.think(game, view, 0, "careful", seed=5) == first


# ---------------------------------------------------------------- whole processes

PARENT = """
import sys, time, multiprocessing
import parlour
from parlour.bots.workers import Workers
if __name__ == "__main__":
    game = parlour.load(sys.argv[1])
    view = game.new(2)
    game.plain.apply(view, 1)
    workers = Workers(1)
    workers.submit(game, view, 0, "careful", seconds=600)
    while not multiprocessing.active_children():
        time.sleep(0.01)
    print(multiprocessing.active_children()[0].pid, flush=True)
    time.sleep(1000)
"""

FIRST = """
import multiprocessing, os, signal, sys
import parlour
from parlour.bots.workers import Workers
if __name__ == "__main__":
    game = parlour.load(sys.argv[1])
    view = game.new(2)
    game.plain.apply(view, 1)
    with Workers(1) as workers:
        workers.think(game, view, 0, "random", seconds=60)
        first = multiprocessing.active_children()[0].pid
        os.kill(first, signal.SIGINT)
        workers.think(game, view, 0, "random", seconds=60)
        print(first == multiprocessing.active_children()[0].pid)
"""


def gone(pid: int) -> bool:
    """Has it ended? What nobody has buried yet counts as ended, too."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
def test_no_worker_outlives_its_parent(tmp_path: Path) -> None:
    troubled(tmp_path, SPINS)
    script = tmp_path / "parent.py"
    script.write_text(PARENT, "utf-8")
    command = [sys.executable, str(script), str(tmp_path / "race")]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
    try:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert not gone(worker)
    finally:
        parent.kill()
        parent.communicate()
    until = time.monotonic() + PATIENCE
    while not gone(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert gone(worker)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_while_a_bot_thinks() -> None:
    seats = ("--seats", "search:simulations=9999999,search:simulations=9999999")
    command = [sys.executable, "-m", "parlour", "play", "parcheesi", *seats, "--seed", "4", "--auto-roll"]
    playing = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(NUMBA_DISABLE_JIT="1"),
        preexec_fn=hear_ctrl_c,
        start_new_session=True,
    )
    try:
        assert playing.stderr is not None
        assert "is thinking" in playing.stderr.readline()
        os.killpg(playing.pid, signal.SIGINT)  # as a terminal does: everybody in the group hears it
        out, err = playing.communicate(timeout=PATIENCE)
    finally:
        playing.kill()
    assert playing.returncode == 130
    assert out.endswith("Goodbye. The game was not saved.\n")
    assert err == ""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_not_even_the_first_process_hears_ctrl_c(tmp_path: Path) -> None:
    """Python starts a process of its own before the first of ours, and lets signals in again after it."""
    troubled(tmp_path)
    command = [sys.executable, "-c", FIRST, str(tmp_path / "race")]
    said = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=PATIENCE)
    assert (said.stdout, said.stderr) == ("True\n", "")
