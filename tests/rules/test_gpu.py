"""The same games on a GPU: code is made for one without having it, and Numba's simulator plays like the
processor. `benchmarks/gpu.py` does the full comparison on a real one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules import device, drivers, forms, gpu, run
from parlour.rules.device import Array, NoGpu
from parlour.rules.kit import OVER
from parlour.text import BadChoice, MissingExtra

needs_numba_cuda = pytest.mark.skipif(not forms.cuda_present(), reason="needs numba-cuda")
CELLAR = Path(__file__).with_name("cellar")

# Run in a process of its own: Numba decides about the simulator when it is imported.
SIMULATION = """
import sys
import numpy as np
import parlour
from parlour.rules import drivers, forms, kernels
from parlour.rules.position import Shelf
from parlour.rules.run import Batch, Scratch

sys.path.insert(0, {rules!r})
from simulator import steady

steady()
name, players, games, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), 2**63 + 9
game = parlour.load(name)
start = game.new(players)
house = {o.name: int(getattr(start, o.name)) for o in game.options}
form, plain, chairs = forms.cuda(game.rules, drivers, kernels, house=house), game.plain, game.chairs
signed = seed - 2**64


def shelf(places):
    made = Shelf(places, game.rules.State)
    for i in range(places):
        made[i] = start
    return made


def same(a, b):
    assert a.tobytes() == b.astype(a.dtype).tobytes(), (a, b)


# Whole games: rows, and the sums over them.
first, lanes = 3, 4
play = Scratch(game, start, plain)
tallied = np.zeros((games, len(plain.TALLIES)), np.int32)
want = np.zeros((games, 2), np.int32), np.zeros((games, chairs)), tallied
finals = []
for i in range(games):
    row = [a[i : i + 1] for a in want]
    plain.survey(play.slots, play.start, first + i, 1, signed, play.out, play.rng, *row)
    finals.append(play.slots[0].to_bytes())
counts, shares, tallies = (np.zeros_like(a) for a in want)
ended, ticket = shelf(games), np.zeros(1, np.int64)
form.gpu_games[1, lanes](shelf(1), first, games, signed, ticket, counts, shares, ended, tallies)
same(counts, want[0]), same(shares, want[1]), same(tallies, want[2])
assert [p.to_bytes() for p in (ended[i] for i in range(games))] == finals
assert counts.sum() > 10 * games, counts
sums = np.zeros((2, 2), np.int64), np.zeros((2, chairs))
form.gpu_sums[1, 3](counts, shares, games - 1, *sums)
same(sums[0], np.array([counts[:-1].sum(0), counts[-1]]))
same(sums[1], np.array([shares[:-1].sum(0), shares[-1]]))

# A batch, until games have ended and started anew.
size = 3
batch = Batch(game, size, start, seed, plain)
slots, dice, picks = shelf(size), np.zeros((size, 1), np.uint64), np.zeros((size, 1), np.uint64)
masks, choices = np.zeros((size, plain.ACTIONS), np.uint8), np.zeros((size, plain.MAX_ACTIONS), np.int16)
widths, actors, rolls = np.zeros(size, np.int32), np.zeros(size, np.int64), np.zeros(size, np.int32)
shares, done, actions = np.zeros((size, chairs)), np.zeros(size, np.uint8), np.zeros(size, np.int64)
arrays = masks, choices, widths, actors, shares, done, rolls
form.gpu_reset[2, 2](slots, shelf(1), signed, dice, picks, *arrays)
ends = 0
for step in range(int(sys.argv[4])):
    chosen = batch.random_actions()
    form.gpu_random[2, 2](picks, choices, widths, actions)
    same(actions, chosen)
    won, over = batch.step(chosen)
    form.gpu_step[2, 2](slots, shelf(1), actions, dice, *arrays)
    same(masks, batch.masks), same(actors, batch.actors), same(shares, won), same(done, over)
    assert [slots[i].to_bytes() for i in range(size)] == [batch[i].to_bytes() for i in range(size)]
    ends += int(over.sum())
assert rolls.sum() == batch.rolls
assert ends > 0 or sys.argv[5] == "short"
features = np.zeros((size, plain.FEATURES), np.float32)
form.gpu_observe[2, 2](slots, actors, features)
same(features, batch.observe())
wrong = np.array([size])
actions[:] = batch.random_actions()
form.gpu_check[2, 2](actions, masks, wrong)
assert wrong[0] == size
actions[1] = plain.ACTIONS
form.gpu_check[2, 2](actions, masks, wrong)
assert wrong[0] == 1
print("same", counts.sum(), ends)
"""


@needs_numba_cuda
@pytest.mark.parametrize(
    ("name", "players", "games", "steps", "how"),
    [(str(CELLAR), 2, 5, 20, "long"), ("parcheesi", 2, 2, 8, "short")],
)
def test_the_simulator_plays_like_the_processor(
    name: str, players: int, games: int, steps: int, how: str
) -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    script = SIMULATION.replace("{rules!r}", repr(str(CELLAR.parent)))
    words = [sys.executable, "-c", script, name, str(players), str(games), str(steps), how]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("same")


@needs_numba_cuda
def test_code_is_made_without_a_gpu(tmp_path: Path) -> None:
    """All kernels of a small game, and the largest of a real one."""
    gpu.save_code(parlour.load(str(CELLAR)), tmp_path)
    gpu.save_code(parlour.load("doubleswild"), tmp_path, only=lambda kernel: kernel == "gpu_games")
    files = {path.name.rpartition("-")[0]: path.read_text("ascii") for path in tmp_path.iterdir()}
    kernels = ("games", "sums", "reset", "check", "step", "random", "observe")
    kernels += ("judge", "judge_short", "list", "pack", "pick", "pick_by_odds")
    door = ("streams", "begin", "step", "step_with_others", "observe", "random")
    kernels += tuple(f"waiting_{kernel}" for kernel in door)
    assert set(files) == {*(f"cellar-gpu_{k}" for k in kernels), "doubleswild-gpu_games"}
    for name, text in files.items():
        assert f".entry {name.partition('-')[2]}(" in text
        assert "sm_90" in text and ".maxntid" in text
        assert ".const " not in text and "call" not in text.replace("call_on", ""), name
    assert len(files["doubleswild-gpu_games"]) < 1_000_000  # compiled for size: code must be fetched


@needs_numba_cuda
def test_house_rules_are_written_into_the_code() -> None:
    game = parlour.load("parcheesi")
    house = {o.name: 0 for o in game.options}
    moving = game.module("moving")
    read = forms.rewritten(moving, forms.WithHouseRules({}))
    assert _reads(read, "pair_lock") and _reads(read, "sum_is_one_move")
    settled = forms.rewritten(moving, forms.WithHouseRules(house | {"pair_lock": 2}))
    assert not _reads(settled, "pair_lock") and not _reads(settled, "sum_is_one_move")
    position = game.new()  # a record that says otherwise is not asked
    position.pawns[position.turn, :2] = 5
    read.lock_all_pairs(position)
    assert position.locks != 0
    settled.lock_all_pairs(position)
    assert position.locks == 0
    assert _reads(read, "times") and _reads(settled, "times")


class Strict(np.ndarray[Any, Any]):
    """An array that does not count from its end."""

    def __getitem__(self, index: Any) -> Any:
        assert all(int(i) >= 0 for i in np.ravel(index)), f"index {index}"
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        assert all(int(i) >= 0 for i in np.ravel(index)), f"index {index}"
        super().__setitem__(index, value)


@pytest.mark.parametrize("text", ["readable", "fast"])
@pytest.mark.parametrize("name", [str(CELLAR), *parlour.names()])
def test_no_rule_counts_from_the_end_of_a_table(name: str, text: str) -> None:
    """Compiled code is made without asking whether an index is negative, by whichever text."""
    game = parlour.load(name)
    form = forms.plain(game.rules, drivers, fast=forms.fast_of(game.rules) if text == "fast" else None)
    for names in form.modules.values():
        names.update({k: v.view(Strict) for k, v in names.items() if isinstance(v, np.ndarray)})
    position = game.new()
    for field, value in vars(position).items():
        if isinstance(value, np.ndarray):
            setattr(position, field, value.view(Strict))
    play = run.Scratch(game, None, form)
    play.rng[0] = 5
    for _ in range(400):
        who = form.actor(position)
        if who != OVER:
            form.apply(position, form.random_action(position, who, play.out, play.rng))
            form.branch(position)
    with pytest.raises(AssertionError, match="index"):
        np.zeros(2).view(Strict)[-1]


def _reads(rules: object, field: str) -> bool:
    functions = [f for f in vars(rules).values() if getattr(f, "__rule__", False)]
    return any(field in f.__code__.co_names for f in functions)


def test_each_set_of_house_rules_has_code_of_its_own() -> None:
    game = parlour.load("parcheesi")
    names = {
        gpu._file_name(game, game.house(game.new(4, options)), "gpu_games", gpu.program_of(game))
        for options in ({}, {"pair_lock": "off"}, {"pair_lock": "roll"})
    }
    assert len(names) == 3


def test_arrays_are_passed_as_numba_takes_them() -> None:
    class Nowhere:
        def take(self, size: int) -> tuple[None, int]:
            assert size == 48
            return None, 4096

    array = Array(Nowhere(), (3, 2), np.float64)  # type: ignore[arg-type]
    assert array.numbers() == [0, 0, 6, 8, 4096, 3, 2, 16, 8]
    assert array.__cuda_array_interface__["shape"] == (3, 2)
    empty = Array(Nowhere(), (0, 5), np.int32)  # type: ignore[arg-type]
    assert empty.numbers() == [0, 0, 0, 4, 0, 0, 5, 20, 4] and empty.get().shape == (0, 5)
    with pytest.raises(ValueError, match="does not fit"):
        array.set(np.zeros(2))


@needs_numba_cuda
def test_no_gpu_is_said_so() -> None:
    device.device.cache_clear()
    try:
        found = device.device().name
    except NoGpu as error:
        assert "no GPU" in str(error) and "processor" in str(error)
        with pytest.raises(NoGpu):
            gpu.playouts(parlour.load("parcheesi"), games=10)
    else:
        pytest.skip(f"there is one: {found}")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    device.device.cache_clear()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"parlour\[cuda\]"):
        device.device()
    with pytest.raises(MissingExtra, match=r"parlour\[cuda\]"):
        gpu.save_code(parlour.load("parcheesi"), tmp_path)


def test_code_of_other_rules_is_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Idle:
        processors, capability = 1, (9, 0)

        def take(self, size: int) -> tuple[None, int]:
            return None, 256

        def put(self, address: int, data: object) -> None: ...

        def clear(self, address: int, size: int) -> None: ...

        def load(self, ptx: str, entry: str) -> None: ...

    monkeypatch.setattr(gpu, "device", Idle)
    (tmp_path / "parcheesi-gpu_games-000000000000.ptx").write_text("yesterday's")
    with pytest.raises(BadChoice, match="Make it again"):
        gpu.playouts(parlour.load("parcheesi"), games=10, code=tmp_path)


OLD_NUMBA = """
import sys
from pathlib import Path
import warnings
warnings.simplefilter("ignore")
import parlour
from parlour.rules import forms, gpu, run
from parlour.text import MissingExtra

class Idle:
    name, processors, capability, place, loaded = "idle", 1, (9, 0), (2, 0), []
    def take(self, size): return None, 256
    def put(self, address, data): ...
    def get(self, address, data): ...
    def clear(self, address, size): ...
    def load(self, ptx, entry): Idle.loaded.append((entry, ".entry " + entry in ptx))
    def launch(self, *what): ...

gpu.device = Idle
game = parlour.load(sys.argv[1])
assert not forms.compiler_present() and run.playouts(game, games=3).games == 3
found = gpu.playouts(game, games=10, code=Path(sys.argv[2]))
assert Idle.loaded == [("gpu_games", True), ("gpu_sums", True)], Idle.loaded
try:
    gpu.playouts(game, games=10)
except MissingExtra as error:
    print(error)
"""


@needs_numba_cuda
def test_code_is_run_beside_a_numba_that_cannot_be_imported(tmp_path: Path) -> None:
    """As found on a machine with a newer NumPy: `import numba` ends in an AttributeError there."""
    code, old = tmp_path / "code", tmp_path / "old"
    gpu.save_code(parlour.load(str(CELLAR)), code, only=lambda kernel: kernel in ("gpu_games", "gpu_sums"))
    for name, version in (("numba", "0.60.0"), ("numba_cuda", "0.20.0")):
        (old / name).mkdir(parents=True)
        (old / name / "__init__.py").write_text("raise AttributeError(\"no attribute 'row_stack'\")")
        (old / f"{name}-{version}.dist-info").mkdir()
        about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (old / f"{name}-{version}.dist-info" / "METADATA").write_text(about)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(old), *sys.path])}
    words = [sys.executable, "-c", OLD_NUMBA, str(CELLAR), str(code)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "parlour[cuda]" in done.stdout
