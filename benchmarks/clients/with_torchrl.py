"""TorchRL: one seat, AEC and parallel with masks, many games at once, and PPO's parts on what they give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import torch
from tensordict.nn import ProbabilisticTensorDictModule, ProbabilisticTensorDictSequential, TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, ParallelEnv, PettingZooWrapper
from torchrl.envs.transforms import ActionMask, Compose, DTypeCastTransform, TransformedEnv
from torchrl.envs.utils import check_env_specs
from torchrl.modules import MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE
from tried import run

import parlour.envs.gymnasium as doors
from parlour.envs import pettingzoo as tables


def tries() -> Iterator[tuple[str, Any]]:
    for game, narrow in doors.versions.playable().values():
        name = doors.name_of(game, narrow)
        yield f"one seat, {name}", lambda name=name: one_seat(name)
        more = {"game": game, "narrow": narrow}
        yield f"AEC, {name}", lambda more=more: several(tables.env(**more, illegal="raise"))
        yield f"parallel, {name}", lambda more=more: several(tables.parallel_env(**more, idle="ones"))
        yield f"many games, {name}", lambda more=more: many(**more)
    yield "PPO on one seat", lambda: ppo(one("parlour/Parcheesi-v0"))
    yield "two processes of one seat", processes


def one(name: str) -> Any:
    return masked(GymWrapper(gymnasium.make(name), categorical_action_encoding=True))


def masked(inner: Any) -> Any:
    bools = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])  # for MaskedCategorical
    return TransformedEnv(inner, Compose(bools, ActionMask()))


def one_seat(name: str) -> None:
    env = one(name)
    check_env_specs(env)
    assert env.rollout(40, break_when_any_done=False)["action_mask"].any(-1).all()


def several(table: Any) -> None:
    """Random actions, drawn by TorchRL's own specs under our masks: an illegal one would raise."""
    env = PettingZooWrapper(table, use_mask=True)
    check_env_specs(env)
    env.rollout(60, break_when_any_done=False)


def many(game: Any, narrow: bool) -> None:
    games = doors.make_vec(game.id, 8, narrow=narrow, autoreset_mode="disabled")  # TorchRL begins them anew
    env = masked(GymWrapper(games, categorical_action_encoding=True))
    check_env_specs(env)
    assert env.rollout(40, break_when_any_done=False).batch_size == torch.Size([8, 40])


def processes() -> None:
    def make() -> Any:
        return GymWrapper(gymnasium.make("parlour/Parcheesi-v0"), categorical_action_encoding=True)

    env = masked(ParallelEnv(2, make))  # the mask is for whoever draws actions, which is this process
    env.rollout(20, break_when_any_done=False)
    env.close()


def ppo(env: Any) -> None:
    features = env.observation_spec["observation"].shape[-1]
    body = nn.Sequential(nn.Linear(features, 64), nn.ReLU(), nn.Linear(64, env.action_spec.n))
    logits = TensorDictModule(body, in_keys=["observation"], out_keys=["logits"])
    pick = ProbabilisticTensorDictModule(
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    actor = ProbabilisticTensorDictSequential(logits, pick)
    critic = ValueOperator(nn.Sequential(nn.Linear(features, 64), nn.ReLU(), nn.Linear(64, 1)))
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic)
    adam = torch.optim.Adam(loss.parameters(), 1e-3)
    for batch in Collector(env, actor, frames_per_batch=64, total_frames=192):
        advantage(batch)
        found = loss(batch)
        sum(found[part] for part in ("loss_objective", "loss_critic", "loss_entropy")).backward()
        adam.step()
        adam.zero_grad()


run(tries, __name__)
