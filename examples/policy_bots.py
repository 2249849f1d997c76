"""A trained network as a bot, in ten lines: a policy of Stable-Baselines3, or any module of PyTorch.

    parlour arena parcheesi --players 2 --bots "examples/policy_bots.py:Sb3,weights=ppo.zip,level:3"
    parlour arena parcheesi --players 2 --bots "examples/policy_bots.py:Torch,weights=net.pt,careful"

ppo.zip is a MaskablePPO("MultiInputPolicy", ...) that was trained on gymnasium.make("parlour/Parcheesi-v0",
players=2) and saved, or what examples/sb3_vector.py made, by parts, too; net.pt a module saved by
torch.jit.script(module).save("net.pt"), which takes a row of features and gives the actions' logits.
"""

from __future__ import annotations

from typing import Any

from parlour.bots.policy import PolicyBot


class Sb3(PolicyBot):
    def __init__(self, game: Any, weights: str) -> None:
        from sb3_contrib import MaskablePPO

        super().__init__(game)
        self.policy = MaskablePPO.load(weights, device="cpu").policy
        self.narrow = self.policy.action_space.n < game.plain.ACTIONS  # it learned actions in parts

    def logits(self, observation: Any, mask: Any) -> Any:
        alone = self.policy.observation_space.shape is not None  # it was shown no masks
        given = observation if alone else {"observation": observation, "action_mask": mask}
        seen, _ = self.policy.obs_to_tensor(given)
        return self.policy.get_distribution(seen).distribution.logits.detach().numpy()


class Torch(PolicyBot):
    def __init__(self, game: Any, weights: str) -> None:
        import torch

        super().__init__(game)
        self.tensor, self.net = torch.from_numpy, torch.jit.load(weights).eval()

    def logits(self, observation: Any, mask: Any) -> Any:
        return self.net(self.tensor(observation)[None])[0].detach().numpy()
