"""Binding and compiling: nobody runs another's code, and nobody runs yesterday's."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules import drivers, forms, run
from parlour.rules.forms import announcing
from parlour.rules.kit import OVER, UNEXPLAINED
from parlour.rules.vector import Vector
from parlour.text import BadChoice

TOY = Path(__file__).with_name("toy")
needs_compiler = pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")

# Plays some games and says what came of it and where the compiled drivers came from.
REPORT = """
import json, sys, parlour
from parlour.rules import run
heard = []
parlour.announce(lambda text: heard.append(str(text)))
game = parlour.load(sys.argv[1])
was_warm = run.is_warm(game)
run.warm(game)
played = run.playouts(game, games=40, seed=1, threads=1)
stats = [getattr(game.compiled, name).stats for name in
         ("playouts", "survey", "replay", "batch_reset", "batch_step", "batch_random")]
print(json.dumps({
    "nodes": played.nodes, "warm": was_warm, "heard": heard,
    "hits": sum(sum(s.cache_hits.values()) for s in stats),
    "misses": sum(sum(s.cache_misses.values()) for s in stats),
}))
"""


def told_by(code: str, cache: Path, *arguments: str) -> str:
    """What a new process prints that runs this."""
    env = os.environ | {"PARLOUR_CACHE": str(cache), "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def report(folder: Path, cache: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told_by(REPORT, cache, str(folder)))
    return found


def edited(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), "utf-8")


@needs_compiler
def test_the_cache_is_hit_by_the_second_run_and_never_stale(tmp_path: Path) -> None:
    folder, cache = tmp_path / "race", tmp_path / "cache"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))

    first = report(folder, cache)
    assert first["misses"] > 0 and first["hits"] == 0 and not first["warm"]
    assert first["heard"] == ["Compiling the rules of race, once (up to a minute)…"]
    compiled = sorted(cache.rglob("*.nbc"))

    second = report(folder, cache)
    assert second == {
        "nodes": first["nodes"],
        "warm": True,
        "hits": first["misses"],
        "misses": 0,
        "heard": [],
    }
    assert sorted(cache.rglob("*.nbc")) == compiled

    # A rule deep below the drivers changes: nobody is caught any more, so games are shorter.
    edited(folder, "rules.py", "if s.gentle != 0 or", "if s.gentle == 0 or")
    rules = report(folder, cache)
    assert rules["misses"] > 0 and rules["nodes"] < first["nodes"]

    # The board changes, the rules do not: they play as they did, on a longer track.
    edited(folder, "rules.py", "if s.gentle == 0 or", "if s.gentle != 0 or")
    edited(folder, "board.toml", "length = 12 ", "length = 16 ")
    board = report(folder, cache)
    assert board["misses"] > 0 and board["nodes"] > first["nodes"]

    # And back again: the first cache still answers.
    edited(folder, "board.toml", "length = 16 ", "length = 12 ")
    assert report(folder, cache) == second


def noise(data: bytes) -> bytes:
    return random.Random(len(data)).randbytes(len(data))


def altered(data: bytes) -> bytes:
    """One bit of the machine code, which would run."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


# What befalls the files of a compiled function: its code (nbc), or the index that names it (nbi).
DAMAGES: dict[str, tuple[str, Callable[[bytes], bytes | None]]] = {
    "empty": ("nbc", lambda data: b""),
    "cut off": ("nbc", lambda data: data[: len(data) // 2]),
    "noise": ("nbc", noise),
    "another bit": ("nbc", altered),
    "gone": ("nbc", lambda data: None),
    "an empty index": ("nbi", lambda data: b""),
    "an index cut off": ("nbi", lambda data: data[:-1]),
    "an index of noise": ("nbi", noise),
}

# Plays some games, as often as there are lines to read, each in a process of its own; says what came of it,
# and what had to be compiled.
ANEW = """
import json, os, sys, parlour
from parlour.rules import run
game = parlour.load(sys.argv[1])
game.compiled  # bound once, compiled by nobody yet
for line in sys.stdin:
    if os.fork() == 0:
        nodes = run.playouts(game, games=40, seed=1, threads=1).nodes
        exposed = [f for f in vars(game.compiled).values() if hasattr(f, "stats")]
        print(json.dumps([nodes, sorted(f.__name__ for f in exposed if f.stats.cache_misses)]), flush=True)
        os._exit(0)
    os.wait()
"""


@needs_compiler
def test_a_damaged_cache_counts_as_missing_and_is_mended(tmp_path: Path) -> None:
    env = os.environ | {
        "PARLOUR_CACHE": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
    }
    command = [sys.executable, "-c", ANEW, str(TOY)]
    with subprocess.Popen(command, env=env, stdin=-1, stdout=-1, text=True) as player:
        assert player.stdin is not None and player.stdout is not None

        def anew() -> list[Any]:
            assert player.stdin is not None and player.stdout is not None
            print(file=player.stdin, flush=True)
            told: list[Any] = json.loads(player.stdout.readline())
            return told

        nodes, compiled = anew()
        assert compiled == ["playouts"]
        assert anew() == [nodes, []]
        for kind, change in DAMAGES.values():
            (file,) = tmp_path.rglob(f"*.playouts@*.{kind}")
            data = change(file.read_bytes())
            file.unlink() if data is None else file.write_bytes(data)
            assert anew() == [nodes, ["playouts"]]
        assert anew() == [nodes, []]
        player.stdin.close()


# The same games in several processes at once; says how many of them had to compile.
AT_ONCE = """
import os, sys, parlour
from parlour.rules import run
game = parlour.load(sys.argv[1])
game.compiled
for _ in range(3):
    if os.fork() == 0:
        run.playouts(game, games=40, seed=1, threads=1)
        os._exit(sum(game.compiled.playouts.stats.cache_misses.values()))
print([os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(3)].count(1))
"""


@needs_compiler
@pytest.mark.skipif(os.name == "nt", reason="no locks of this kind there")
def test_processes_that_need_the_same_at_once_compile_it_once(tmp_path: Path) -> None:
    assert told_by(AT_ONCE, tmp_path, str(TOY)) == "1\n"


@pytest.mark.parametrize("line", ["from .numbers import RUNNERS", "from . import numbers"])
def test_constants_of_a_neighbouring_file_are_part_of_the_game(tmp_path: Path, line: str) -> None:
    """They are compiled in, so another constant is another cache, though no rule was touched."""
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "numbers.py").write_text("RUNNERS = 2\n", "utf-8")
    use = "" if line.endswith("RUNNERS") else "RUNNERS = numbers.RUNNERS\n"
    edited(folder, "rules.py", "RUNNERS = 2\n", f"{line}\n{use}")
    game = parlour.load(str(folder))
    before = forms.source_hash(game.rules, drivers)
    edited(folder, "numbers.py", "2", "3")
    assert forms.source_hash(game.rules, drivers) != before


def test_what_games_share_is_part_of_each(tmp_path: Path) -> None:
    """A module that lends rules counts for its constants too, where a file takes nothing else from it."""
    lender = tmp_path / "lender_of_rules.py"
    lent = "from parlour.rules.kit import rule\n\nRUNNERS = 2\n\n\n@rule\ndef nothing(s):\n    pass\n"
    lender.write_text(lent, "utf-8")
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    edited(folder, "rules.py", "RUNNERS = 2\n", "from lender_of_rules import RUNNERS\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        game = parlour.load(str(folder))
        before = forms.source_hash(game.rules, drivers)
        lender.write_text(lent.replace("2", "3"), "utf-8")
        assert forms.source_hash(game.rules, drivers) != before


def test_two_games_never_run_each_others_code(tmp_path: Path, toy: parlour.Game, form: Any) -> None:
    """A copy with another rule, loaded beside the first, in one process."""
    folder = tmp_path / "toy"  # the same folder name, on purpose
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    edited(folder, "rules.py", "    out[0] = 3\n    out[1] = 2\n", "    out[0] = 1\n    out[1] = 5\n")
    other = parlour.load(str(folder))
    theirs = other.plain if form is toy.plain else other.compiled
    before = run.playouts(toy, games=60, seed=2, form=form)
    changed = run.playouts(other, games=60, seed=2, form=theirs)
    assert changed != before
    assert (
        run.playouts(toy, games=60, seed=2, form=form)
        == before
        == run.playouts(toy, games=60, seed=2, form=toy.plain)
    )
    assert changed == run.playouts(other, games=60, seed=2, form=other.plain)


def test_another_board_is_another_game(tmp_path: Path, toy: parlour.Game, form: Any) -> None:
    board = tmp_path / "long.toml"
    board.write_text("length = 20\nsafe = []\n", "utf-8")
    other = parlour.load(str(TOY), board)
    theirs = other.plain if form is toy.plain else other.compiled
    assert (toy.rules.LENGTH, other.rules.LENGTH) == (12, 20)
    assert toy.fingerprint != other.fingerprint
    short = run.playouts(toy, games=60, seed=2, form=form)
    long = run.playouts(other, games=60, seed=2, form=theirs)
    assert long.nodes > short.nodes
    assert long == run.playouts(other, games=60, seed=2, form=other.plain)
    assert run.playouts(toy, games=60, seed=2, form=form) == short


def test_a_game_may_leave_out_what_has_a_default(toy: parlour.Game, form: Any) -> None:
    p = toy.new(2)
    out = np.zeros(form.MAX_ACTIONS, np.int64)
    s = p if form is toy.plain else p.pack()[0]
    assert form.tickets(s) == 6
    assert [form.draw(s, ticket) for ticket in range(6)] == [1, 1, 1, 2, 2, 3]
    assert form.refusal(s, 0, 1) == UNEXPLAINED  # the dice are not seat 0's to roll
    form.apply(s, 2)
    assert form.actor(s) == 0 and form.may_act(s, 0) and not form.may_act(s, 1)
    assert [form.refusal(s, *wish) for wish in ((0, 1), (1, 1), (0, 2))] == [0, UNEXPLAINED, UNEXPLAINED]
    assert [form.side(s, seat) for seat in range(3)] == [0, 1, -1]  # the game's own
    assert form.legal(s, out) == 2


def test_bound_functions_are_copies(toy: parlour.Game) -> None:
    """Binding leaves the module as it was written, so that it can be bound again."""
    assert toy.plain.apply is not toy.rules.apply
    assert toy.plain.apply.__globals__ is not toy.rules.apply.__globals__
    assert toy.plain.apply.__globals__["caught"] is toy.plain.caught
    assert toy.plain.playouts.__globals__["apply"] is toy.plain.apply
    assert drivers.playouts.__globals__["apply"] is not toy.plain.apply


@needs_compiler
@pytest.mark.parametrize("index", ["to + LENGTH", "to - LENGTH - 1"])  # a rule never counts from the end
def test_boundscheck_finds_what_compiled_code_would_not(
    tmp_path: Path, toy: parlour.Game, index: str
) -> None:
    checked = forms.compiled(toy.rules, drivers, boundscheck=True)
    assert run.playouts(toy, games=60, seed=2, form=checked) == run.playouts(toy, games=60, seed=2)

    folder = tmp_path / "broken"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    edited(folder, "rules.py", "or SAFE[to] != 0", f"or SAFE[{index}] != 0")
    broken = parlour.load(str(folder))
    with pytest.raises(IndexError):
        run.playouts(broken, games=5, threads=1, form=forms.compiled(broken.rules, drivers, boundscheck=True))


# Plays some games in the forms that are settled for house rules: 0 is not gentle, 1 is.
SETTLED = """
import sys, parlour
from parlour.rules import run
game = parlour.load(sys.argv[1])
for gentle in sys.argv[2]:
    start = game.new(3, {"gentle": "no" if gentle == "0" else "yes"})
    was_warm = run.is_warm(game, start)
    nodes = run.playouts(game, start, 40, 1, threads=1, form=game.settled(start)).nodes
    print(was_warm, nodes)
if len(sys.argv[2]) == 1:
    run.warm(game, start)
"""


@needs_compiler
def test_settled_house_rules_play_the_same_games(tmp_path: Path, toy: parlour.Game) -> None:
    """Also where one process loads what others compiled, each of which counted its functions from one."""
    nodes = {
        code: run.playouts(toy, toy.new(3, {"gentle": value}), 40, 1, form=toy.plain).nodes
        for code, value in (("0", "no"), ("1", "yes"))
    }
    assert nodes["0"] > nodes["1"]
    for which, warm in (("0", False), ("1", False), ("01", True), ("10", True)):
        told = told_by(SETTLED, tmp_path, str(TOY), which).splitlines()
        assert told == [f"{warm} {nodes[code]}" for code in which]


def test_a_settled_form_refuses_games_by_other_house_rules(toy: parlour.Game) -> None:
    gentle = toy.new(3, {"gentle": "yes"})
    form = toy.settled(gentle)
    assert form is toy.settled(toy.new(2, {"gentle": "yes"}))  # whoever plays
    if form is not toy.plain:
        assert form is not toy.settled(toy.new(3))
        for play in (run.playouts, Vector):
            with pytest.raises(BadChoice, match="other house rules \\(gentle\\)"):
                play(toy, start=toy.new(3), form=form, **({"size": 2} if play is Vector else {}))


def test_without_a_compiler_the_plain_form_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not forms.compiler_present()
    game = parlour.games.Game(TOY, "toy_without_compiler")
    assert game.compiled is game.plain and not game.is_compiled and run.is_warm(game)
    run.warm(game)
    batch = run.Batch(game, 2)
    assert batch.game.plain.actor(batch[0]) != OVER
    assert run.playouts(game, games=5, threads=4).games == 5
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    assert game.is_compiled == forms.compiler_present()  # nothing of that sticks to the game


def test_who_is_told_of_compiling(capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[str] = []
    try:
        for told in (announcing.write, lambda text: heard.append(str(text)), None):
            parlour.announce(told)
            announcing.compiling_begins("parcheesi")
            announcing.compiling_begins("parcheesi")  # further drivers of the same game
    finally:
        parlour.announce(announcing.write)
    sentence = "Compiling the rules of parcheesi, once (up to a minute)…"
    assert heard == [sentence] and capsys.readouterr() == ("", f"{sentence}\n")


def test_a_cache_that_cannot_be_written_is_not_fatal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Any
) -> None:
    taken = tmp_path / "file"
    taken.write_text("not a folder")
    monkeypatch.setenv("PARLOUR_CACHE", str(taken))
    if forms.compiler_present():
        folder = forms.cache_folder(toy.rules, drivers)
        assert folder.is_dir() and taken not in folder.parents
        folder.rmdir()


@needs_compiler
def test_old_caches_are_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Any) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    old, recent = tmp_path / "compiled" / "old", tmp_path / "compiled" / "recent"
    old.mkdir(parents=True)
    recent.mkdir()
    os.utime(old, (0, 0))
    folder = forms.cache_folder(toy.rules, drivers)
    assert folder.is_dir() and recent.is_dir() and not old.exists()
