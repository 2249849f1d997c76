#!/usr/bin/env python3
"""SuperSuit: six wrappers around PettingZoo's form of every game, masks in info."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import supersuit
from tried import run

import parlour
from parlour.envs import pettingzoo as doors

WRAPPERS = {
    "dtype_v0": lambda env: supersuit.dtype_v0(env, np.float64),
    "frame_stack_v1": lambda env: supersuit.frame_stack_v1(env, 3),
    "normalize_obs_v0": lambda env: supersuit.normalize_obs_v0(env),
    "delay_observations_v0": lambda env: supersuit.delay_observations_v0(env, 2),
    "clip_reward_v0": lambda env: supersuit.clip_reward_v0(env),
    "agent_indicator_v0": lambda env: supersuit.agent_indicator_v0(env),
}


def play(env: Any, steps: int) -> str:
    """Random legal actions; how many games ended."""
    rng, ended = np.random.default_rng(1), 0
    env.reset(seed=1)
    for _ in range(steps):
        observation, _, over, cut, info = env.last()
        if over or cut:
            ended += 1
            env.reset()
            continue
        assert env.observation_space(env.agent_selection).contains(observation)
        env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return f"{ended} games ended"


def tries() -> Iterator[tuple[str, Any]]:
    for name in parlour.names():
        for what, wrap in WRAPPERS.items():
            table = {"game": name, "masks": "info", "max_cycles": 60}
            yield f"{what}, {name}", lambda table=table, wrap=wrap: play(wrap(doors.env(**table)), 200)


run(tries, __name__)
