"""Thousands of games for Stable-Baselines3: `make_vec` as its `VecEnv`, with masks for MaskablePPO.

    pip install ".[fast,envs]" sb3-contrib
    python examples/sb3_vector.py                       # Parcheesi, two players, against random play
    python examples/sb3_vector.py --game tritrac --parts --steps 1000000 --out ppo.zip

One process steps all games in compiled code, so that nearly all of the time is PyTorch's. `Games` is all that
it takes: hand it what `make_vec` made, and it to MaskablePPO.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from parlour.envs.gymnasium import ManyGames, make_vec

MASKS = "action_masks"  # where MaskablePPO looks for them


class Games(VecEnv):
    """Games that begin anew in the same step, one of whose seats learns: `make_vec(..., seats=[0])`."""

    def __init__(self, games: ManyGames) -> None:
        self.games = games
        seen: Any = games.single_observation_space
        super().__init__(games.num_envs, seen["observation"], games.single_action_space)
        self._seen: dict[str, Any] = {}
        self._actions: Any = None
        self._lengths = np.zeros(self.num_envs, np.int64)

    def reset(self) -> Any:
        self._seen, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._lengths[:] = 0
        return self._seen["observation"]

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        self._seen, rewards, over, _, _ = self.games.step(self._actions)
        self._lengths += 1
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over).tolist():  # for SB3's own statistics
            told[i]["episode"] = {"r": float(rewards[i]), "l": int(self._lengths[i]), "t": 0.0}
        self._lengths[over] = 0
        return self._seen["observation"], rewards, over, told

    def close(self) -> None:
        self.games.close()

    # What SB3 asks of single environments, all of which are one here.

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != MASKS:
            raise AttributeError(method_name)
        masks = self._seen["action_mask"].view(np.bool_)
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name not in (MASKS, "render_mode"):
            raise AttributeError(attr_name)
        value = None if attr_name == "render_mode" else self.env_method
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def _get_indices(self, indices: int | Iterable[int] | None) -> Sequence[int]:
        found: Sequence[int] = super()._get_indices(indices)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="parcheesi")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--parts", action="store_true", help="actions in parts (Doubletrack, Tri-Trac)")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--out", default="ppo.zip")
    given = parser.parse_args()
    from sb3_contrib import MaskablePPO

    games = make_vec(given.game, given.games, narrow=given.parts, players=given.players, seats=[0])
    model = MaskablePPO("MlpPolicy", Games(games), n_steps=64, batch_size=2048, gamma=1.0, verbose=1)
    model.learn(given.steps)
    model.save(given.out)


if __name__ == "__main__":
    main()
