"""PyTorch on the vector environment: an actor and critic learn to beat random play.

    pip install ".[fast,envs]" torch
    python examples/train_torch.py                      # Parcheesi, two players, a few minutes on two cores
    python examples/train_torch.py --game doubleswild --updates 300 --curve curve.svg

A thousand games are stepped together in one array. The observations and masks go into PyTorch without a
copy; what is learnt from must be kept, so that is copied. The learner is PPO in its plainest form: one
network, advantages by GAE, a clipped policy gradient, illegal actions masked out of the distribution.
The share of games won is measured on fresh games, with the best action taken instead of a drawn one.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from parlour.envs.gymnasium import make_vec

LAMBDA, CLIP, ENTROPY, VALUE = 0.95, 0.2, 0.01, 0.5
EPOCHS, PIECES = 2, 8  # how often each batch is gone through, and in how many pieces


class Player(nn.Module):
    """Features in; logits of the actions and the expected reward out."""

    def __init__(self, features: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        body = self.body(seen)
        return self.policy(body).masked_fill(mask == 0, -1e9), self.value(body).squeeze(-1)


def seen_by(observation: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
    """The arrays of the environment as tensors; they share its memory."""
    return torch.from_dlpack(observation["observation"]), torch.from_dlpack(observation["action_mask"])


def share_won(player: Player, game: str, players: int, games: int, seed: int) -> tuple[float, float]:
    """The share of games won against random play from the first seat, and its standard error."""
    env = make_vec(game, games, players=players, seats=[0])
    observation, _ = env.reset(seed=seed)
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        with torch.no_grad():
            logits, _ = player(*seen_by(observation))
        observation, reward, done, _, _ = env.step(logits.argmax(-1).numpy())
        first = done & np.isnan(won)  # every game counts once: long ones as much as short ones
        won[first] = reward[first] > 0
    return float(won.mean()), float(won.std() / np.sqrt(games))


def train(
    game: str = "parcheesi",
    players: int = 2,
    games: int = 1024,
    length: int = 32,
    updates: int = 200,
    seed: int = 1,
    every: int = 20,
    tests: int = 2000,
) -> list[dict[str, float]]:
    """Learn, and return the curve: decisions seen, and the share of test games won."""
    torch.manual_seed(seed)
    env = make_vec(game, games, players=players, seats=[0])
    observation, _ = env.reset(seed=seed)
    player = Player(observation["observation"].shape[1], observation["action_mask"].shape[1])
    adam = torch.optim.Adam(player.parameters(), lr=1e-3, eps=1e-5)
    curve: list[dict[str, float]] = []
    for update in range(updates + 1):
        if update % every == 0:
            share, error = share_won(player, game, players, tests, seed + 1)
            curve.append({"decisions": update * length * games, "won": share, "error": error})
            print(
                f"{curve[-1]['decisions']:>10,} decisions: {share:.1%} of games won (± {error:.1%})",
                flush=True,
            )
        if update == updates:
            return curve
        kept: list[tuple[torch.Tensor, ...]] = []
        rewards, ends = torch.zeros(length, games), torch.zeros(length, games)
        for t in range(length):
            seen, mask = (part.clone() for part in seen_by(observation))
            with torch.no_grad():
                logits, value = player(seen, mask)
            chosen = torch.distributions.Categorical(logits=logits)
            action = chosen.sample()
            observation, reward, done, _, _ = env.step(action.numpy())
            rewards[t], ends[t] = torch.from_numpy(reward), torch.from_numpy(done.astype(np.float32))
            kept.append((seen, mask, action, chosen.log_prob(action), value))
        with torch.no_grad():
            _, after = player(*seen_by(observation))
        seen, mask, action, likelihood, value = (torch.stack(parts) for parts in zip(*kept, strict=True))
        advantage = advantages(rewards, ends, value, after)
        learn(player, adam, seen, mask, action, likelihood, advantage, advantage + value)
    return curve


def advantages(
    rewards: torch.Tensor, ends: torch.Tensor, value: torch.Tensor, after: torch.Tensor
) -> torch.Tensor:
    """How much better each step went than expected (GAE, without discount)."""
    found, carried = torch.zeros_like(rewards), torch.zeros_like(after)
    for t in reversed(range(len(rewards))):
        surprise = rewards[t] + after * (1 - ends[t]) - value[t]
        carried = surprise + LAMBDA * (1 - ends[t]) * carried
        found[t], after = carried, value[t]
    return found


def learn(player: Player, adam: torch.optim.Optimizer, *batch: torch.Tensor) -> None:
    """Go through the batch a few times, piece by piece."""
    seen, mask, action, likelihood, advantage, target = (part.flatten(0, 1) for part in batch)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for piece in torch.randperm(len(action)).chunk(PIECES):
            logits, value = player(seen[piece], mask[piece])
            chosen = torch.distributions.Categorical(logits=logits)
            ratio = (chosen.log_prob(action[piece]) - likelihood[piece]).exp()
            gain = torch.min(ratio * advantage[piece], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[piece])
            loss = -gain.mean() + VALUE * (value - target[piece]).square().mean()
            loss = loss - ENTROPY * chosen.entropy().mean()
            adam.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            adam.step()


def draw(curve: list[dict[str, float]], title: str, file: Path) -> None:
    """The learning curve as a picture, with two standard errors on either side."""
    import matplotlib.pyplot as plt

    x = [point["decisions"] / 1e6 for point in curve]
    y = [100 * point["won"] for point in curve]
    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.errorbar(x, y, [200 * point["error"] for point in curve], marker="o", capsize=3)
    axes.set(xlabel="decisions learnt from, millions", ylabel="games won against random play, %", title=title)
    axes.grid(alpha=0.3)
    figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="parcheesi")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--curve", type=Path, help="draw the curve there (SVG), and write its numbers beside it"
    )
    given = parser.parse_args()
    curve = train(given.game, given.players, updates=given.updates, seed=given.seed)
    if given.curve:
        draw(curve, f"{given.game}, {given.players} players", given.curve)
        given.curve.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
