"""What people install: the wheel in an empty environment, and every door of it, on every Python that is here.

pytest -m network tests/test_wheel.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

DOORS = """
import gymnasium, numpy as np, parlour
from pathlib import Path
assert "site-packages" in parlour.__file__ and parlour.__version__ != "0+unknown"
import parlour.envs.gymnasium as door
from parlour.envs import Episode, sample
from parlour.envs import pettingzoo as tables
from parlour.rules.vector import Vector
from parlour.arena import simulate, tournament
from parlour.table import Match, SeededDice
for name in parlour.names():
    game = parlour.load(name)
    env = gymnasium.make(door.name_of(game))
    observation, info = env.reset(seed=1)
    env.step(env.action_space.sample(info["action_mask"]))
    agents = tables.env(name)
    agents.reset(seed=1)
    rounds = tables.parallel_env(name)
    rounds.reset(seed=1)
    assert Episode(name, seed=1).legal(Episode(name, seed=1).actor)
    Match.new(name, min(game.rules.SEATS), dice=SeededDice(1))
    assert game.rulebook.is_file()
games = door.make_vec("tritrac", 8)
observation, info = games.reset(seed=1)
games.step(sample(observation["action_mask"], rng=1))
vector = Vector(parlour.load("tritrac"), 8)
vector.step(vector.random_actions())
assert simulate("tritrac", 20, seed=1).games == 20
assert tournament("tritrac", ["careful", "random"], games=2, jobs=1).games >= 2
import pyspiel, parlour.envs.openspiel
assert pyspiel.load_game("python_parlour_tritrac").new_initial_state().legal_actions()
print("every door opens")
"""


@pytest.mark.network
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_every_door_of_the_wheel_opens(version: str, tmp_path: Path) -> None:
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"python{version} is not here")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA"))}
    env["PARLOUR_CACHE"] = str(tmp_path / "cache")

    def done(*command: str | Path) -> str:
        run = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
        return run.stdout

    done(python, "-m", "venv", "here")
    here = tmp_path / "here" / "bin"
    done(here / "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "wheels", ROOT)
    (wheel,) = (tmp_path / "wheels").glob("parlour-*.whl")
    done(here / "pip", "install", "--quiet", f"{wheel}[fast,envs,openspiel,arena]")
    assert done(here / "python", "-c", DOORS).endswith("every door opens\n")
    assert "tritrac" in done(here / "parlour", "games")
    assert "tritrac" in done(here / "parlour", "sim", "tritrac", "--games", "20")
    assert "BLOCK" in done(here / "parlour", "rules", "parcheesi", "PAR-BLOCK-2")
