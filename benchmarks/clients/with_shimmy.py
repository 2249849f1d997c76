"""Shimmy: our games of OpenSpiel as PettingZoo environments, whole games of every one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
from shimmy import OpenSpielCompatibilityV0
from tried import run

import parlour
import parlour.envs.openspiel  # registers the games


def tries() -> Iterator[tuple[str, Any]]:
    for name in parlour.names():
        yield f"whole games, {name}", lambda name=name: whole_games(name)


def whole_games(name: str) -> str:
    env = OpenSpielCompatibilityV0(env=pyspiel.load_game(f"python_parlour_{name}"))
    rng, decisions = np.random.default_rng(1), 0
    for seed in range(3):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, over, cut, info = env.last()
            if over or cut:  # from here on Shimmy counts rewards once more for every agent that leaves
                env.step(None)
                continue
            assert env.observation_space(agent).contains(observation)
            env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            decisions += 1
        assert env.game_state.is_terminal() and abs(sum(env.game_state.returns())) < 1e-9
    return f"{decisions} decisions"


run(tries, __name__)
