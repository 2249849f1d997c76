"""skrl: PPO with masks on many games at once, and IPPO on PettingZoo's parallel form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import torch
from skrl.agents.torch.ppo import PPO, PPO_CFG
from skrl.envs.wrappers.torch import wrap_env
from skrl.memories.torch import RandomMemory
from skrl.models.torch import CategoricalMixin, DeterministicMixin, Model
from skrl.multi_agents.torch.ippo import IPPO, IPPO_CFG
from skrl.trainers.torch import SequentialTrainer
from skrl.utils.spaces.torch import unflatten_tensorized_space
from torch import nn
from tried import run

import parlour.envs.gymnasium as doors
from parlour.envs import pettingzoo as tables

STEPS = 32
QUIET = {"write_interval": 0, "checkpoint_interval": 0}


def body(inputs: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(inputs, 64), nn.ELU(), nn.Linear(64, outputs))


class Policy(CategoricalMixin, Model):  # type: ignore[misc]
    """Logits of what is legal; with a plain array as observation, of everything."""

    def __init__(self, observation_space: Any, action_space: Any) -> None:
        Model.__init__(self, observation_space=observation_space, action_space=action_space, device="cpu")
        CategoricalMixin.__init__(self)
        self.net = body(self.num_observations, self.num_actions)

    def compute(self, inputs: dict[str, Any], role: str = "") -> tuple[torch.Tensor, dict[str, Any]]:
        logits = self.net(inputs["observations"])
        seen = unflatten_tensorized_space(self.observation_space, inputs["observations"])
        if isinstance(seen, dict):
            logits = logits.masked_fill(seen["action_mask"] == 0, -1e9)
        return logits, {}


class Value(DeterministicMixin, Model):  # type: ignore[misc]
    def __init__(self, observation_space: Any, action_space: Any) -> None:
        Model.__init__(self, observation_space=observation_space, action_space=action_space, device="cpu")
        DeterministicMixin.__init__(self)
        self.net = body(self.num_observations, 1)

    def compute(self, inputs: dict[str, Any], role: str = "") -> tuple[torch.Tensor, dict[str, Any]]:
        return self.net(inputs["observations"]), {}


def tries() -> Iterator[tuple[str, Any]]:
    for game, narrow in doors.versions.playable().values():
        name = doors.name_of(game, narrow)
        yield f"PPO on eight games, {name}", lambda more=(game.id, narrow): many(*more)
        yield f"IPPO, {name}", lambda more=(game.id, narrow): together(*more)


def many(game: str, narrow: bool) -> None:
    env = wrap_env(doors.make_vec(game, 8, narrow=narrow), wrapper="gymnasium")
    spaces = env.observation_space, env.action_space
    agent = PPO(
        models={"policy": Policy(*spaces), "value": Value(*spaces)},
        memory=RandomMemory(memory_size=16, num_envs=env.num_envs),
        observation_space=env.observation_space,
        action_space=env.action_space,
        cfg=PPO_CFG(rollouts=16, learning_epochs=1, experiment=QUIET),
    )
    train(env, agent)


def together(game: str, narrow: bool) -> None:
    table = tables.parallel_env(game, narrow=narrow, masks="info", illegal="random", max_cycles=20)
    env = wrap_env(table, wrapper="pettingzoo")
    spaces = {name: (env.observation_spaces[name], env.action_spaces[name]) for name in env.possible_agents}
    agent = IPPO(
        possible_agents=env.possible_agents,
        models={name: {"policy": Policy(*own), "value": Value(*own)} for name, own in spaces.items()},
        memories={name: RandomMemory(memory_size=16) for name in spaces},
        observation_spaces=env.observation_spaces,
        state_spaces=env.state_spaces,
        action_spaces=env.action_spaces,
        cfg=settings(env.possible_agents),
    )
    train(env, agent)


def settings(agents: list[str]) -> IPPO_CFG:
    """skrl 2.1.1 takes its own empty settings for settings of no agent, and refuses them."""
    made = IPPO_CFG(rollouts=16, learning_epochs=1, experiment=QUIET)
    for field in fields(made):
        if field.name != "experiment" and getattr(made, field.name) == {}:
            setattr(made, field.name, {name: {} for name in agents})
    return made


def train(env: Any, agent: Any) -> None:
    how = {"timesteps": STEPS, "headless": True, "disable_progressbar": True}
    SequentialTrainer(env=env, agents=agent, cfg=how).train()


run(tries, __name__)
