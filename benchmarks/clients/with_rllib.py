"""RLlib: PPO with masked actions on one seat, and with its default network on PettingZoo, masks in info."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"

import gymnasium
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env
from tried import run

import parlour.envs.gymnasium as doors
from parlour.envs import pettingzoo as tables


class Renamed(gymnasium.ObservationWrapper):  # type: ignore[misc]
    """RLlib's module for masks reads `observations`."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        spaces = env.observation_space
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observations": spaces["observation"],
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, spaces["action_mask"].shape),
            }
        )

    def observation(self, seen: dict[str, Any]) -> dict[str, Any]:
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype("float32")}


def tries() -> Iterator[tuple[str, Any]]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    for game, narrow in doors.versions.playable().values():
        name = doors.name_of(game, narrow)
        yield f"PPO with masks, {name}", lambda name=name: masked(name)
        more = {"game": game.id, "narrow": narrow, "masks": "info", "illegal": "random", "max_cycles": 200}
        yield f"PPO for all seats, {name}", lambda more=more: together(more)
    ray.shutdown()


def small() -> PPOConfig:
    config = PPOConfig().env_runners(num_env_runners=0, rollout_fragment_length=64)
    return config.training(train_batch_size_per_learner=64, minibatch_size=32, num_epochs=1)


def masked(name: str) -> None:
    register_env("masked", lambda _: Renamed(gymnasium.make(name)))
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [64]})
    train(small().environment("masked").rl_module(rl_module_spec=module))


def together(more: dict[str, Any]) -> None:
    register_env("together", lambda _: ParallelPettingZooEnv(tables.parallel_env(**more)))
    one = tables.parallel_env(**more)
    config = small().environment("together")
    train(
        config.multi_agent(policies=set(one.possible_agents), policy_mapping_fn=lambda agent, *_, **__: agent)
    )


def train(config: PPOConfig) -> None:
    algorithm = config.build_algo()
    found = algorithm.train()
    algorithm.stop()
    assert found["env_runners"]["num_env_steps_sampled"] >= 64


run(tries, __name__)
