"""A network as a bot: whatever gives logits for an observation plays at every table.

    class Mine(PolicyBot):                      # in mymodule.py
        def __init__(self, game):
            super().__init__(game)
            self.net = torch.jit.load("policy.pt")

        def logits(self, observation, mask):
            return self.net(torch.from_numpy(observation)[None])[0].detach().numpy()

    parlour arena parcheesi --bots mymodule:Mine,level:3

The observation and the mask are what environments give the seat. The legal action with the highest logit
is played, or, where `greedy` is False, one drawn by the odds of a softmax over the legal ones. A network that
learned actions in parts (parlour.rules.narrow) says `narrow = True`, and is asked for one after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.game import Game
from parlour.rules.narrow import check_parts, features_of, parts_of
from parlour.rules.position import Position
from parlour.rules.sampling import sample
from parlour.table.naming import legal_codes

__all__ = ["PolicyBot"]


class PolicyBot:
    """Make a class of this with a method `logits`, and it is a bot."""

    greedy = True
    narrow = False  # whether the codes are those of parts

    def __init__(self, game: Game) -> None:
        self.game = game

    def logits(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]) -> Any:
        """A number for every action, the higher the likelier; those of illegal ones do not matter."""
        raise NotImplementedError

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> int:
        """The code of the action that the network prefers, or draws."""
        legal, rng = legal_codes(self.game, view), np.random.default_rng(seed)
        if self.narrow:
            return self._by_parts(view, seat, legal, rng)
        return self._preferred(self._seen(view, seat, int(self.game.plain.FEATURES)), legal, rng)

    def _seen(self, view: Position, seat: int, features: int) -> npt.NDArray[np.float32]:
        observation = np.zeros(features, np.float32)
        self.game.plain.observe(view, seat, observation)
        return observation

    def _preferred(
        self, observation: npt.NDArray[np.float32], codes: list[int], rng: np.random.Generator
    ) -> int:
        """One of these codes."""
        mask = np.zeros(self.game.narrow.NARROW if self.narrow else self.game.plain.ACTIONS, np.int8)
        mask[codes] = 1
        values = np.asarray(self.logits(observation, mask), np.float64).reshape(1, -1)
        if self.greedy:
            return int(np.argmax(np.where(mask == 1, values[0], -np.inf)))
        return int(sample(mask[None], values, rng=rng)[0])

    def _by_parts(self, view: Position, seat: int, legal: list[int], rng: np.random.Generator) -> int:
        """The action whose parts it chooses; a part that all share which are left is not asked for."""
        check_parts(self.game)
        observation, first = self._seen(view, seat, features_of(self.game)), int(self.game.plain.FEATURES)
        left = [(action, parts_of(self.game, action)) for action in legal]
        depth = 0
        while len(left) > 1:
            codes = sorted({parts[depth] for _, parts in left})
            code = codes[0] if len(codes) == 1 else self._preferred(observation, codes, rng)
            observation[first + code] = 1
            left = [one for one in left if one[1][depth] == code]
            depth += 1
        return left[0][0]

    def warm(self) -> None:
        """Nothing has to be compiled."""
