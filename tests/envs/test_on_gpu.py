"""The vector door on a GPU, with Numba's simulator in the place of one: games, observations, masks, rewards
and errors are those of the processor's door. `benchmarks/gpu.py` asks a real GPU."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.envs import sample
from parlour.envs.gymnasium import make_vec
from parlour.rules import device, dlpack, forms
from parlour.rules.device import Array
from parlour.rules.gpu_arrays import taken
from parlour.text import BadAction, BadChoice, ParlourError, say

TESTS = Path(__file__).parents[1]
CELLAR = str(TESTS / "rules" / "cellar")
needs_numba_cuda = pytest.mark.skipif(not forms.cuda_present(), reason="needs numba-cuda")

# Run in a process of its own: Numba decides about the simulator when it is imported.
BEGIN = """
import sys
sys.path.insert(0, {rules!r})
import simulated
gpu = simulated.simulate()
import numpy as np
import pytest
import parlour
from parlour.envs import sample
from parlour.envs.gymnasium import InvalidAction, ManyGames, ResetNeeded, make_vec
from parlour.rules.device import Array
from parlour.rules import kit
from parlour.text import BadChoice

def plain(name, size, **how):
    game = parlour.load(name)
    return ManyGames(size, game=game, form=game.plain, **how)

def same(here, there, where):
    assert set(here) == set(there), where
    for key, value in here.items():
        other = there[key]
        assert isinstance(other, Array), (key, where)
        other = other.get()
        assert (other.shape, other.dtype) == (value.shape, value.dtype), (key, where)
        assert other.tobytes() == value.tobytes(), (key, where, value, other)
"""

PLAY = """
name, size, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for how in eval(sys.argv[4]):
    one, other = plain(name, size, **how), make_vec(name, size, device="cuda", **how)
    (seen, info), (theirs, told) = one.reset(seed=5), other.reset(seed=5)
    same(seen, theirs, "reset"), same(info, told, "reset")
    wrong, ends, before = how.get("illegal", "raise") != "raise", 0, None
    for step in range(steps):
        actions = one.random_actions()
        assert actions.tolist() == other.random_actions().get().tolist()
        if wrong and step % 3 == 1:
            actions[0], actions[size - 1] = -5, 10**6
        given = [actions, actions.astype(np.int32), actions.tolist()][step % 3]
        copied = gpu.copied
        kept = {key: value.get() for key, value in theirs.items()}
        copied = gpu.copied
        found, got = one.step(actions), other.step(given)
        if wrong and step % 3 < 2 and "disabled" not in how.values():
            assert gpu.copied == copied  # nothing passed the host
        same(kept, theirs, "what was given stays during the next step")
        same(found[0], got[0], (how, step)), same(found[4], got[4], (how, step))
        names = "rewards", "ended", "truncated"
        same(dict(zip(names, found[1:4])), dict(zip(names, got[1:4])), (how, step))
        ends += int(found[2].sum())
        theirs = got[0]
        if "disabled" in how.values() and found[2].any():
            which = {"reset_mask": found[2]}
            seen = one.reset(options=which), other.reset(options={"reset_mask": got[2]})
            same(seen[0][0], seen[1][0], "begun"), same(seen[0][1], seen[1][1], "begun")
            theirs = seen[1][0]
    assert ends > 0 or "cellar" not in name, how
print("same")
"""

ASK = """
name = sys.argv[1]
games = make_vec(name, 4, device="cuda")
with pytest.raises(ResetNeeded):
    games.step([0] * 4)
observation, info = games.reset(seed=3)
masks = observation["action_mask"]
before = {key: array.get() for key, array in games.games._kept().items()}

# What is wrong is refused, and changes nothing.
width = int(games.single_action_space.n)
for actions, words in (
    ([0, width, 0, 0], "not legal"),
    (np.zeros(4), "float64"),
    (np.zeros(4, np.int16), "int16"),
    (np.zeros(3, np.int64), "shape 3"),
    (np.zeros(8, np.int64)[::2], "one after the other"),
    ("dice", "whole numbers"),
):
    with pytest.raises(InvalidAction, match=words):
        games.step(actions)
    assert all((before[key] == array.get()).all() for key, array in games.games._kept().items()), words
with pytest.raises(BadChoice, match="threads"):
    make_vec(name, 4, device="cuda", threads=2)
with pytest.raises(BadChoice, match="opponents"):
    make_vec(name, 4, device="cuda", opponents="careful")
with pytest.raises(BadChoice, match="one position"):
    game = parlour.load(name)
    make_vec(name, 4, device="cuda", start=[game.new(), game.new()])
with pytest.raises(BadChoice, match="reset_mask"):
    games.reset(options={"reset_mask": np.ones(4, np.bool_)})
with pytest.raises(TypeError, match="get"):
    np.array(masks)

# Others take arrays as they are; NumPy stands for PyTorch, CuPy and JAX.
seen = np.from_dlpack(observation["observation"])
assert np.shares_memory(seen, np.from_dlpack(observation["observation"]))
assert (seen == observation["observation"].get()).all()

# Picking on the GPU: what is legal, by the odds that logits give.
marks = masks.get()
codes, counts = games.games.listed()
logits = np.random.default_rng(1).normal(size=marks.shape).astype(np.float32)
odds = np.exp(logits.astype(np.float64)) * marks
alike, odds = marks / marks.sum(1, keepdims=True), odds / odds.sum(1, keepdims=True)
ways = [(masks, {}, alike), (codes, {"counts": counts}, alike), (masks, {"logits": logits}, odds)]
different = 0
for seed in range(3):
    chances, stream = [], np.zeros(1, np.uint64)
    for row in range(4):
        kit.start_stream(stream, int(np.random.default_rng(seed).integers(2**63)), row)
        high, low = kit.below(stream, 2**26), kit.below(stream, 2**26)
        chances.append((high + low / 2**26) / 2**26)
    for legal, how, shares in ways:
        actions, told = sample(legal, rng=seed, log_probs=True, **how)
        want = [int((np.cumsum(share) <= chance).sum()) for share, chance in zip(shares, chances)]
        assert actions.get().tolist() == want
        assert np.allclose(told.get(), np.log(shares[np.arange(4), want]))
        different += len(set(want))
assert different > 9
assert games.sample(logits, rng=7).get().tolist() == games.sample(logits, rng=7).get().tolist()
logits[2] = np.nan
actions = games.sample(logits, rng=7)
assert actions.get()[2] == -1 and (np.delete(actions.get(), 2) >= 0).all()
with pytest.raises(InvalidAction, match="Game 2 of the batch: action -1"):
    games.step(actions)
for wrong, how in ((logits[:, 1:], {}), (logits.astype(np.float64), {}), (None, {"actions": 3})):
    with pytest.raises((BadChoice, parlour.text.BadAction)):
        sample(masks, wrong, **how)

# Going on where a state was kept.
kept = games.state()
first = [games.step(games.random_actions())[0]["observation"].get() for _ in range(3)]
games.restore(kept)
assert all((games.step(games.random_actions())[0]["observation"].get() == one).all() for one in first)
with pytest.raises(BadChoice, match="state"):
    games.restore({})
pictures = make_vec(name, 2, device="cuda", render_mode="ansi")
pictures.reset(seed=1)
assert len(pictures.render()) == 2
print("asked")
"""


def simulated(text: str, *words: str) -> str:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    script = BEGIN.replace("{rules!r}", repr(str(TESTS / "rules"))) + text
    done = subprocess.run(
        [sys.executable, "-c", script, *words], env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


WAYS = [
    {"players": 2, "legal": "mask+list"},
    {"players": 2, "seats": [0], "autoreset_mode": "next_step", "illegal": "random"},
    {"players": 3, "reward_seat": 0, "autoreset_mode": "disabled", "illegal": "lose", "legal": "bits"},
]


@needs_numba_cuda
@pytest.mark.parametrize(
    ("name", "size", "steps", "ways"),
    [
        (CELLAR, 4, 9, WAYS),
        ("parcheesi", 4, 3, [{"players": 2, "seats": [2], "illegal": "lose", "legal": "list"}]),
        ("doubletrack", 2, 3, [{"legal": "mask+list", "illegal": "random"}]),
    ],
    ids=["cellar", "parcheesi", "doubletrack"],
)
def test_the_simulator_is_the_door_of_the_processor(
    name: str, size: int, steps: int, ways: list[dict[str, Any]]
) -> None:
    assert simulated(PLAY, name, str(size), str(steps), repr(ways)).startswith("same")


@needs_numba_cuda
def test_what_is_wrong_what_is_picked_and_what_is_kept() -> None:
    assert simulated(ASK, CELLAR).startswith("asked")


# ---------------------------------------------------------------- without the simulator


class Place:
    """As much of a GPU as arrays need, in this machine's memory."""

    place, waited = (dlpack.CUDA, 0), 0

    def take(self, size: int) -> tuple[Any, int]:
        memory = np.zeros(size, np.uint8)
        return memory, memory.ctypes.data

    def put(self, address: int, data: np.ndarray[Any, Any]) -> None:
        ctypes.memmove(address, data.ctypes.data, data.nbytes)

    def get(self, address: int, data: np.ndarray[Any, Any]) -> None:
        ctypes.memmove(data.ctypes.data, address, data.nbytes)

    def wait(self) -> None:
        self.waited += 1


class Theirs:
    """An array of somebody else's, as PyTorch, CuPy or JAX show theirs."""

    def __init__(self, array: Array, place: tuple[int, int] = (dlpack.CUDA, 0)) -> None:
        self._array, self._place = array, place
        self.streams: list[Any] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._place

    def __dlpack__(self, *, stream: Any = None) -> Any:
        self.streams.append(stream)
        return self._array.__dlpack__(stream=stream)


def test_arrays_of_others_are_read_where_they_lie() -> None:
    where, what = Place(), say("bools")
    own = Array(where, (3,), np.int64)  # type: ignore[arg-type]
    own.set([1, 2, 3])
    by_dlpack = Theirs(own)
    found = taken(where, by_dlpack, (3,), ("int64",), what)  # type: ignore[arg-type]
    assert found.address == own.address and by_dlpack.streams == [dlpack.LEGACY]
    assert found.get().tolist() == [1, 2, 3]

    class Described:
        __cuda_array_interface__ = own.__cuda_array_interface__

    found = taken(where, Described(), (3,), ("int64",), what)  # type: ignore[arg-type]
    assert found.address == own.address and where.waited == 0
    Described.__cuda_array_interface__ = own.__cuda_array_interface__ | {"stream": 77}
    taken(where, Described(), (3,), ("int64",), what)  # type: ignore[arg-type]
    assert where.waited == 1  # another stream's work is waited for
    own.__dlpack__(stream=77)
    assert where.waited == 2
    for wrong, words in (
        (own.__cuda_array_interface__ | {"strides": (16,)}, "one after the other"),
        (own.__cuda_array_interface__ | {"typestr": "<f8"}, "float64"),
        (own.__cuda_array_interface__ | {"shape": (2,)}, "shape 2"),
    ):
        Described.__cuda_array_interface__ = wrong
        with pytest.raises(BadAction, match=words):
            taken(where, Described(), (3,), ("int64",), what)  # type: ignore[arg-type]
    with pytest.raises(BadAction, match="device 1, and the games on device 0"):
        taken(where, Theirs(own, (dlpack.CUDA, 1)), (3,), ("int64",), what)  # type: ignore[arg-type]
    found = taken(where, np.array([4, 5, 6], np.int16), (3,), ("int64",), what)  # type: ignore[arg-type]
    assert found.get().tolist() == [4, 5, 6] and found.address != own.address


def test_what_is_lent_lives_until_it_is_given_back() -> None:
    memory = np.arange(6, dtype=np.float32).reshape(2, 3)
    lent = len(dlpack._lent)
    where = Place()
    where.place = (dlpack.CPU, 0)
    array = Array.at(where, memory.ctypes.data, (2, 3), np.float32, memory)  # type: ignore[arg-type]
    seen = np.from_dlpack(array)
    assert seen.tolist() == memory.tolist() and len(dlpack._lent) == lent + 1
    seen = None  # type: ignore[assignment]
    assert len(dlpack._lent) == lent
    capsule = array.__dlpack__()
    assert len(dlpack._lent) == lent + 1
    del capsule  # which nobody took
    assert len(dlpack._lent) == lent


def test_a_device_that_is_none_is_named() -> None:
    with pytest.raises(BadChoice, match="cuda"):
        make_vec("parcheesi", 2, device="tpu")  # type: ignore[call-overload]
    with pytest.raises(ParlourError), pytest.MonkeyPatch.context() as patch:
        device.device.cache_clear()
        patch.setattr("importlib.util.find_spec", lambda name: None)
        make_vec("parcheesi", 2, device="cuda")
    array = Array(Place(), (2,), np.int64)  # type: ignore[arg-type]
    with pytest.raises(BadChoice, match="its games gave"):
        sample(array)
