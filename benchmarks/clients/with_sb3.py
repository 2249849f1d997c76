"""SB3: MaskablePPO and PPO, `check_env`, two processes, many games through `make_vec`
(`examples/sb3_vector.py`), and the trained policies as bots in a tournament."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv
from tried import run

import parlour.envs.gymnasium as doors
from parlour.arena import tournament

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SMALL = {"n_steps": 64, "batch_size": 64, "n_epochs": 1, "seed": 1}


def tries() -> Iterator[tuple[str, Any]]:
    for game, narrow in doors.versions.playable().values():
        name = doors.name_of(game, narrow)
        yield f"check_env, {name}", lambda name=name: check_env(gymnasium.make(name, illegal="random"))
        yield f"MaskablePPO, {name}", lambda name=name: masked(name)
        yield f"MaskablePPO on many games, {name}", lambda game=game, narrow=narrow: many_games(game, narrow)
    yield (
        "PPO without masks",
        lambda: PPO("MultiInputPolicy", parcheesi(illegal="random"), **SMALL).learn(128),
    )
    yield "MaskablePPO in two processes", in_processes
    yield "MaskablePPO as a bot in a tournament", as_a_bot


def parcheesi(**arguments: Any) -> Any:
    return gymnasium.make("parlour/Parcheesi-v0", players=2, **arguments)


def masked(name: str) -> None:
    env = gymnasium.make(name)
    model = MaskablePPO("MultiInputPolicy", env, **SMALL).learn(128)
    observation, info = env.reset(seed=3)
    for _ in range(50):
        action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
        assert info["action_mask"][action] == 1
        observation, _, over, _, info = env.step(int(action))
        if over:
            observation, info = env.reset()


def in_processes() -> None:
    many = make_vec_env(
        "parlour/Parcheesi-v0",
        2,
        env_kwargs={"players": 2},
        vec_env_cls=SubprocVecEnv,
        vec_env_kwargs={"start_method": "fork"},
    )
    MaskablePPO("MultiInputPolicy", many, **SMALL).learn(256)
    many.close()


def many_games(game: Any, narrow: bool) -> None:
    sys.path.append(str(EXAMPLES))
    from sb3_vector import Games

    env = Games(doors.make_vec(game.id, 8, narrow=narrow, seats=[game.seats(game.new())[0]]))
    with tempfile.TemporaryDirectory() as folder:
        weights = str(Path(folder, "ppo.zip"))
        MaskablePPO("MlpPolicy", env, **SMALL).learn(512).save(weights)
        bots = [f"{EXAMPLES / 'policy_bots.py'}:Sb3,weights={weights}", "random"]
        assert tournament(game, bots, games=4, jobs=1).finished


def as_a_bot() -> str:
    adaptor = EXAMPLES / "policy_bots.py"
    with tempfile.TemporaryDirectory() as folder:
        weights = str(Path(folder, "ppo.zip"))
        MaskablePPO("MultiInputPolicy", parcheesi(), **SMALL).learn(2048).save(weights)
        bots = [f"{adaptor}:Sb3,weights={weights}", "random"]
        result = tournament("parcheesi", bots, games=20, players=2, jobs=2)
    return f"{result}"


run(tries, __name__)
