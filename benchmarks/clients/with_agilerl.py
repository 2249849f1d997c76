"""AgileRL: its training loops, DQN and PPO on many games and IPPO on PettingZoo, masks in info."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agilerl.algorithms import DQN, IPPO, PPO
from agilerl.components.replay_buffer import ReplayBuffer
from agilerl.training.train_multi_agent_on_policy import train_multi_agent_on_policy
from agilerl.training.train_off_policy import train_off_policy
from agilerl.training.train_on_policy import train_on_policy
from gymnasium.vector import VectorObservationWrapper
from pettingzoo.utils import BaseParallelWrapper
from tried import run

import parlour.envs.gymnasium as doors
from parlour.envs import pettingzoo as tables

LOOP = {"max_steps": 64, "evo_steps": 32, "eval_steps": 16, "verbose": False}


class Features(VectorObservationWrapper):  # type: ignore[misc]
    """What is seen alone; AgileRL takes the mask from info."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.single_observation_space = env.single_observation_space["observation"]
        self.observation_space = env.observation_space["observation"]

    def observations(self, seen: dict[str, Any]) -> Any:
        return seen["observation"]


class Lists(BaseParallelWrapper):  # type: ignore[misc]
    """AgileRL 2.7.1 asks `None in masks`, which arrays do not answer and lists do."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        seen, infos = self.env.reset(seed, options)
        return seen, listed(infos)

    def step(self, actions: dict[str, Any]) -> Any:
        *told, infos = self.env.step(actions)
        return *told, listed(infos)


def listed(infos: dict[str, Any]) -> dict[str, Any]:
    return {agent: {"action_mask": info["action_mask"].tolist()} for agent, info in infos.items()}


def tries() -> Iterator[tuple[str, Any]]:
    for game, narrow in doors.versions.playable().values():
        name, more = doors.name_of(game, narrow), (game.id, narrow)
        yield f"DQN on eight games, {name}", lambda more=more: off_policy(*more)
        yield f"PPO on eight games, {name}", lambda more=more: on_policy(*more)
        yield f"IPPO, {name}", lambda more=more: together(*more)


def many(game: str, narrow: bool) -> Features:
    return Features(doors.make_vec(game, 8, narrow=narrow, autoreset_mode="next_step"))


def off_policy(game: str, narrow: bool) -> None:
    env = many(game, narrow)
    agent = DQN(env.single_observation_space, env.single_action_space, batch_size=16, learn_step=8)
    train_off_policy(env, "parlour", "DQN", [agent], ReplayBuffer(max_size=1000), **LOOP)


def on_policy(game: str, narrow: bool) -> None:
    env = many(game, narrow)
    spaces = env.single_observation_space, env.single_action_space
    agent = PPO(*spaces, batch_size=16, learn_step=32, num_envs=8, update_epochs=1)
    train_on_policy(env, "parlour", "PPO", [agent], **LOOP)


def together(game: str, narrow: bool) -> None:
    env = Lists(tables.parallel_env(game, narrow=narrow, masks="info", idle="ones", max_cycles=20))
    agents = env.possible_agents
    agent = IPPO(
        [env.observation_space(name) for name in agents],
        [env.action_space(name) for name in agents],
        agent_ids=agents,
        batch_size=16,
        learn_step=32,
        update_epochs=1,
    )
    train_multi_agent_on_policy(env, "parlour", "IPPO", [agent], **LOOP)


run(tries, __name__)
