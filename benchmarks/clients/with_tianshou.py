"""Tianshou: a DQN for each agent through PettingZoo, and one for one seat; an illegal action would raise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv, SubprocVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net
from tried import run

import parlour.envs.gymnasium as doors
from parlour.envs import pettingzoo as tables


class Masked(gymnasium.ObservationWrapper):  # type: ignore[misc]
    """What Tianshou looks for: `obs` and `mask`."""

    def observation(self, seen: dict[str, Any]) -> dict[str, Any]:
        return {"obs": seen["observation"], "mask": seen["action_mask"].astype(bool)}


def tries() -> Iterator[tuple[str, Any]]:
    for game, narrow in doors.versions.playable().values():
        name = doors.name_of(game, narrow)
        yield f"all seats, {name}", lambda more=(game, narrow): all_seats(*more)
        yield f"one seat, {name}", lambda name=name: one_seat(name, DummyVectorEnv)
    yield "one seat, in two processes", lambda: one_seat("parlour/Parcheesi-v0", SubprocVectorEnv)


def learner(features: int, actions: Any) -> DQN:
    net = Net(state_shape=features, action_shape=actions.n, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.2)
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3))


def all_seats(game: Any, narrow: bool) -> None:
    def table() -> PettingZooEnv:
        return PettingZooEnv(tables.env(game.id, narrow=narrow, illegal="raise"))

    one = table()
    features = one.observation_space["observation"].shape[0]
    agents = [learner(features, one.action_space) for _ in one.agents]
    together = MultiAgentOffPolicyAlgorithm(algorithms=agents, env=one)
    train(together, DummyVectorEnv([table, table]), lambda rewards: rewards[:, 0])


def one_seat(name: str, kind: Any) -> None:
    made = Masked(gymnasium.make(name))
    features = made.observation_space["observation"].shape[0]
    envs = kind([lambda: Masked(gymnasium.make(name)) for _ in range(2)])
    train(learner(features, made.action_space), envs, None)
    envs.close()


def train(algorithm: Any, envs: Any, metric: Any) -> None:
    collector = Collector(algorithm, envs, VectorReplayBuffer(2000, 2), exploration_noise=True)
    collector.reset()
    collector.collect(n_step=64, random=False)
    more = {} if metric is None else {"multi_agent_return_reduction": metric}
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=64,
            collection_step_num_env_steps=32,
            batch_size=32,
            show_progress=False,
            verbose=False,
            **more,
        )
    )


run(tries, __name__)
