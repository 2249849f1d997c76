"""Gymnasium: thousands of games on a GPU, in arrays that stay there.

>>> from parlour.envs.gymnasium import make_vec
>>> games = make_vec("parcheesi", 131_072, device="cuda")
>>> observation, info = games.reset(seed=7)
>>> seen = torch.from_dlpack(observation["observation"])  # nothing is copied
>>> observation, rewards, ended, truncated, info = games.step(policy(seen))
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, overload

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from parlour.envs.common import InvalidAction, ResetNeeded, checked_seat, codes_of, refuse_options
from parlour.envs.many import AUTORESET_MODES, LEGAL, first_of, mode_of, spaces_of
from parlour.envs.pictures import MODES, WIDTH, checked_mode, picture
from parlour.games import load
from parlour.rules.device import Array
from parlour.rules.game import Game
from parlour.rules.gpu_vector import GpuVector
from parlour.rules.starts import Start, Starts
from parlour.text import BadAction, BadChoice, join, say, unknown

Told: TypeAlias = dict[str, Array]
_PROCESSORS = {"opponents": "random", "start_odds": None, "threads": 1, "settled": True, "narrow": False}


class GamesOnGpu(VectorEnv):  # type: ignore[misc]
    """What `ManyGames` does, on a GPU: the same games by the same seed, to the last bit.

    Observations, masks, lists, rewards and ends are arrays on the GPU, which PyTorch, CuPy and JAX take as
    they are (`torch.from_dlpack`, `cupy.asarray`, `jax.dlpack.from_dlpack`); `get()` copies one to NumPy.
    Actions may be such an array of anybody's, of 64 or 32 bits. They are checked on the GPU. With
    `illegal="raise"` a step waits for the answer, sixteen bytes; with "random" and "lose" it goes on without.

    There are two sets of arrays, used in turn: what a step gave stays as it was during the next step. All
    happens in the GPU's default stream; whoever works in another lets it wait.

    Games begin in one position, and seats that are not the caller's act at random. `code` is a folder of code
    that `parlour.rules.gpu.save_code` made, for machines without Numba.
    """

    metadata: Mapping[str, Any] = {"render_modes": list(MODES), "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: Game | str,
        seats: Collection[int] | None = None,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        board: str | Path | None = None,
        start: Start | Mapping[str, object] | Sequence[Mapping[str, object]] | None = None,
        reward_seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "raise",
        legal: str = "mask",
        render_mode: str | None = None,
        width: int = WIDTH,
        code: str | Path | None = None,
        **others: object,
    ) -> None:
        _refuse_others(others)
        self.render_mode = checked_mode(render_mode)
        self.width = width
        self.game = game if isinstance(game, Game) else load(game, board)
        if legal not in LEGAL:
            raise unknown(say("way to tell what is legal"), legal, LEGAL)
        self.legal = legal
        self.single_observation_space = spaces_of(self.game, legal, False)
        starts = Starts(self.game, first_of(self.game, start, players, options))
        if starts.several:
            raise BadChoice(say("On a GPU all games begin in one position."))
        mode = mode_of(autoreset_mode)
        self.metadata = dict(self.metadata) | {"autoreset_mode": AUTORESET_MODES[mode]}
        self.autoreset_mode = AUTORESET_MODES[mode]
        self.reward_seat = None if reward_seat is None else checked_seat(reward_seat, starts.seats)
        how: dict[str, Any] = {"autoreset": mode, "illegal": illegal, "reward_seat": self.reward_seat}
        how["code"] = None if code is None else Path(code)
        self.games = GpuVector(self.game, num_envs, starts.first, seats=seats, **how)
        self.num_envs, self.seats = self.games.size, self.games.seats
        self.single_action_space = spaces.Discrete(codes_of(self.game))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._never = self.games.nowhere()
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, dict[str, Any]]:
        """New games everywhere; the same seed gives the same games again, those of the processor. Of options
        there is `reset_mask`: which games begin anew, the others go on."""
        given = dict(options or {})
        which = given.pop("reset_mask", None)
        refuse_options(given)
        super().reset(seed=seed)
        if which is not None and self._begun:
            if seed is not None or self.games.autoreset != "disabled":
                raise BadChoice(
                    say("A reset_mask goes with autoreset_mode=DISABLED, and without a seed of its own.")
                )
            self.games.begin(which)
        else:
            self.games.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._begun = True
        return self._told()

    def step(self, actions: Any) -> tuple[Told, Array, Array, Array, dict[str, Any]]:
        """Play an action in every game; if one of them is not legal, none is played, unless `illegal` says
        otherwise."""
        if not self._begun:
            raise ResetNeeded(say("The games have not begun; reset() starts them."))
        try:
            self.games.step(actions)
        except BadAction as error:
            raise InvalidAction(error.text) from error
        observation, info = self._told()
        if self.games.illegal != "raise":
            info["replaced"] = self.games.replaced
        return observation, self.games.own, self.games.done.view(np.bool_), self._never, info

    def random_actions(self) -> Array:
        """A legal action for every game, all alike."""
        return self.games.random_actions()

    @overload
    def sample(
        self,
        logits: object = None,
        *,
        rng: np.random.Generator | int | None = None,
        log_probs: Literal[False] = False,
    ) -> Array: ...

    @overload
    def sample(
        self,
        logits: object = None,
        *,
        rng: np.random.Generator | int | None = None,
        log_probs: Literal[True],
    ) -> tuple[Array, Array]: ...

    def sample(
        self,
        logits: object = None,
        *,
        rng: np.random.Generator | int | None = None,
        log_probs: bool = False,
    ) -> Array | tuple[Array, Array]:
        """A legal action for every game, all alike or by the odds that logits on the GPU give. The same
        generator, or seed, picks the same. Where logits give no odds it is -1, which no game takes."""
        actions, odds = self.games.sample(logits, rng)
        return (actions, odds) if log_probs else actions

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All games as they stand, dice to come included, in NumPy's arrays."""
        return self.games.state()

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> tuple[Told, dict[str, Any]]:
        """Go on where `state` was made; what there is to see."""
        self.games.restore(state)
        self._begun = True
        return self._told()

    def render(self) -> tuple[npt.NDArray[np.uint8] | str | None, ...] | None:
        """Every board, as the seat to act sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn('Nothing is drawn: choose a mode, such as render_mode="ansi".')
            return None
        drawn = []
        for seat, p in zip(self.games.actors.get().tolist(), self.games.positions(), strict=True):
            self.game.plain.hide(p, seat)
            drawn.append(picture(self.game, p, self.render_mode, self.width))
        return tuple(drawn)

    def _told(self) -> tuple[Told, dict[str, Any]]:
        """Observations and info, as they stand."""
        games = self.games
        observation = {"observation": games.features}
        info: dict[str, Any] = {"actor": games.actors, "rewards": games.rewards}
        if self.legal in ("mask", "mask+list"):
            observation["action_mask"] = info["action_mask"] = games.masks.view(np.int8)
        if self.legal in ("list", "mask+list"):
            codes, counts = games.listed()
            info |= {"legal": codes, "count": counts}
            if self.legal == "list":
                observation |= {"legal": codes, "count": counts}
        if self.legal == "bits":
            observation["action_bits"] = info["action_bits"] = games.packed()
        return observation, info


def _refuse_others(given: Mapping[str, object]) -> None:
    """What only games on the processor have."""
    for name in given:
        if name not in _PROCESSORS:
            raise TypeError(f"GamesOnGpu() got an unexpected keyword argument {name!r}")
    wanted = [name for name, value in given.items() if value != _PROCESSORS[name]]
    if wanted:
        raise BadChoice(
            say(
                'Only games on the processor know {names}: leave device="cuda" away.',
                names=join(wanted, ", "),
            )
        )
