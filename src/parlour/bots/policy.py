"""A network as a bot: whatever gives logits for an observation plays at every table.

    class Mine(PolicyBot):                      # in mymodule.py
        def __init__(self, game):
            super().__init__(game)
            self.net = torch.jit.load("policy.pt")

        def logits(self, observation, mask):
            return self.net(torch.from_numpy(observation)[None])[0].detach().numpy()

    parlour arena parcheesi --bots mymodule:Mine,level:3

The observation and the mask are what environments give the seat. The legal action with the highest logit
is played, or, where `greedy` is False, one drawn by the odds of a softmax over the legal ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.sampling import sample
from parlour.table.naming import legal_codes

__all__ = ["PolicyBot"]


class PolicyBot:
    """Make a class of this with a method `logits`, and it is a bot."""

    greedy = True

    def __init__(self, game: Game) -> None:
        self.game = game

    def logits(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]) -> Any:
        """A number for every action, the higher the likelier; those of illegal ones do not matter."""
        raise NotImplementedError

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> int:
        """The code of the action that the network prefers, or draws."""
        plain = self.game.plain
        observation, mask = np.zeros(plain.FEATURES, np.float32), np.zeros(plain.ACTIONS, np.int8)
        plain.observe(view, seat, observation)
        mask[legal_codes(self.game, view)] = 1
        values = np.asarray(self.logits(observation, mask), np.float64).reshape(1, -1)
        if self.greedy:
            return int(np.argmax(np.where(mask == 1, values[0], -np.inf)))
        return int(sample(mask[None], values, rng=seed)[0])

    def warm(self) -> None:
        """Nothing has to be compiled."""
