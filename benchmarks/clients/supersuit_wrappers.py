#!/usr/bin/env python3
"""SuperSuit's wrappers around PettingZoo environments, masks in info: pip install supersuit.

python3 benchmarks/clients/supersuit_wrappers.py
"""

from __future__ import annotations

from importlib.metadata import version

import numpy as np
import supersuit

import parlour
from parlour.envs import pettingzoo as doors


def play(env: object, steps: int) -> int:
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
    return ended


def main() -> None:
    print(f"parlour {parlour.__version__}, supersuit {version('supersuit')}")
    wrappers = {
        "dtype_v0": lambda env: supersuit.dtype_v0(env, np.float64),
        "frame_stack_v1": lambda env: supersuit.frame_stack_v1(env, 3),
        "normalize_obs_v0": lambda env: supersuit.normalize_obs_v0(env),
        "delay_observations_v0": lambda env: supersuit.delay_observations_v0(env, 2),
        "clip_reward_v0": lambda env: supersuit.clip_reward_v0(env),
        "agent_indicator_v0": lambda env: supersuit.agent_indicator_v0(env),
    }
    for name in parlour.names():
        for what, wrap in wrappers.items():
            try:
                ended = play(wrap(doors.env(name, masks="info", max_cycles=60)), 200)
                print(f"{name:12} {what:24} ok, {ended} games ended")
            except Exception as error:  # each row of the matrix for itself
                print(f"{name:12} {what:24} {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
