"""The lab's games on a GPU are those of the processor: Numba's simulator plays them, the whole way from a
question to its figures; what drives a real GPU is that of `parlour.rules.gpu`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour import cli
from parlour.lab import gpu as lab_gpu
from parlour.rules import device, forms, gpu

needs_numba_cuda = pytest.mark.skipif(not forms.cuda_present(), reason="needs numba-cuda")
TESTS = Path(__file__).parents[1]
RULES, FERRY = TESTS / "rules", str(TESTS / "strangers" / "ferry")

# Run in a process of its own: Numba decides about the simulator when it is imported.
SIMULATION = """
import sys
from types import SimpleNamespace

import numpy as np

from parlour import lab
from parlour.lab import gpu as door
from parlour.lab import playing
from parlour.lab.comparing import sharpen
from parlour.lab.table import rows_of
from parlour.rules import forms, gpu
from parlour.rules.position import Shelf

sys.path.insert(0, {rules!r})
from simulator import steady

steady()
playing.JUDGES, door.AHEAD = 3, 5
launches = []


class Held(np.ndarray):
    def get(self):
        return np.array(self)

    def set(self, values):
        self[:] = values

    def clear(self):
        self[:] = 0


class Simulated:
    device = SimpleNamespace(processors=1)

    def __init__(self, game, start, folder, program):
        self.game, self.start = game, start
        self.form = forms.cuda(
            game.rules, *program.drivers, house=game.house(start), parts=program.parts
        )

    def array(self, shape, kind):
        return np.zeros(shape, kind).view(Held)

    def first(self):
        shelf = Shelf(1, self.game.rules.State)
        shelf[0] = self.start
        return shelf

    def launch(self, kernel, blocks, lanes, *arguments):
        launches.append(len(arguments[1]))
        getattr(self.form, kernel)[1, 3](*arguments)


gpu.Code = Simulated
game, players, games, watched, sets = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5:]
question = lab.Question.of(game, sets, players, games=games, watched=watched, seed=2**63 + 9)
tables, play = question.tables(), door.on_gpu(question)
counted = np.zeros(len(sets), int)


def checked(which, numbers, watched):
    block = play(which, numbers, watched)
    if not watched:
        other = tables[which].count(numbers, plain=True)
        for mine, theirs in zip(block[:5], other[:5]):
            assert mine.tobytes() == theirs.tobytes(), (mine, theirs)
        counted[which] += block.counts[:, :2].sum()
    return block


on_gpu = rows_of(list(sharpen(question, play=checked))[-1])
if watched:
    assert list(on_gpu) == list(rows_of(list(sharpen(question))[-1]))
assert sum(launches) == games * len(sets) and max(launches) > 1, launches
assert counted.min() > 10 * games, counted
print("same", *counted)
"""


@needs_numba_cuda
@pytest.mark.parametrize(
    ("name", "players", "games", "watched", "sets"),
    [(FERRY, 2, 12, 1, ("", "crowded=yes")), ("parcheesi", 2, 2, 0, ("bonus_optional=yes",))],
)
def test_the_simulator_counts_like_the_processor(
    name: str, players: int, games: int, watched: int, sets: tuple[str, ...]
) -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    script = SIMULATION.replace("{rules!r}", repr(str(RULES)))
    words = [sys.executable, "-c", script, name, *map(str, (players, games, watched)), *sets]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("same")


@needs_numba_cuda
def test_code_is_made_without_a_gpu(tmp_path: Path) -> None:
    game = parlour.load(str(RULES / "cellar"))
    gpu.save_code(game, tmp_path, program=lab_gpu.program_of(game))
    (file,) = tmp_path.iterdir()
    text = file.read_text("ascii")
    assert ".entry gpu_count(" in text and "sm_90" in text
    assert ".const " not in text and "call" not in text.replace("call_on", "")


def test_what_a_gpu_cannot_do_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    toy = str(RULES / "toy")
    assert cli.run(["lab", "doubleswild", "--bots", "1", "--games", "4", "--gpu"]) == 2
    assert "random games only" in capsys.readouterr().err
    assert cli.run(["lab", toy, "--games", "4", "--gpu", "--ray"]) == 2
    assert "not both" in capsys.readouterr().err


def test_no_gpu_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> None:
        raise device.NoGpu(parlour.text.say("There is no GPU here that can be used ({why}).", why="none"))

    monkeypatch.setattr(gpu, "device", none)
    assert cli.run(["lab", str(RULES / "toy"), "--games", "4", "--gpu"]) == 2
    assert "There is no GPU here" in capsys.readouterr().err
