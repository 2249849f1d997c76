"""Gymnasium: thousands of games in one array."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, overload

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from parlour.envs.common import (
    InvalidAction,
    Observation,
    ResetNeeded,
    checked_seat,
    codes_of,
    read_start,
    refuse_options,
    space_of,
)
from parlour.envs.company import Company
from parlour.envs.opponents import Opponent
from parlour.envs.pictures import MODES, WIDTH, checked_mode, picture
from parlour.games import load
from parlour.rules.flexible import Flexible
from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.narrow import Narrow, check_parts
from parlour.rules.rewards import Rewards
from parlour.rules.sampling import Sampler, listed, packed, sample
from parlour.rules.starts import Start, Starts
from parlour.rules.vector import Vector
from parlour.text import BadAction, BadChoice, say, unknown

LEGAL = ("mask", "list", "mask+list", "bits")
AUTORESET_MODES = {
    "same_step": AutoresetMode.SAME_STEP,
    "next_step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class ManyGames(VectorEnv):  # type: ignore[misc]
    """Games stepped together, in arrays that are never copied (see parlour.rules.vector).

    Every seat is played by the caller, unless `seats` names some; the others then act at random, inside, or
    by the bots that `opponents` names, as in `OneSeat`, which takes as long as these think. The observations
    are those of the seat to act in each game: `info["actor"]`. The reward is that of the seat
    whose action was played, or always that of `reward_seat`; `info["rewards"]` has everybody's, by chair:
    losers learn of it there.

    `autoreset_mode` is one of Gymnasium's three. By default a game that ends starts anew in the same step
    (SAME_STEP): `terminations` marks it, the observation is the new game's, and there is no `final_obs`,
    since nothing comes after an end. With NEXT_STEP it shows its end, as the seat sees it that acted last,
    with a mask of ones, and begins anew in the next step, whose action is ignored. With DISABLED it waits for
    `reset(options={"reset_mask": which})`. Games are never cut off.

    `illegal` is "raise", "random" (played instead, `info["replaced"]` tells where) or "lose" (the seat's side
    has lost). `start` is a position or its JSON form, a list of them with `start_odds`, a function of a
    random generator, or a generator. `legal` says how legal actions are told: as a "mask", as a "list" of
    padded codes with its length, both ("mask+list", the list in `info`), or as packed "bits". `threads` share
    out the games. `settled`: the rules are compiled for these house rules alone, which is faster. `narrow`:
    actions come in parts, each with few codes (parlour.rules.narrow).

    Arrays stay as they were during the next step; keep copies of what is needed longer.
    """

    metadata: Mapping[str, Any] = {"render_modes": list(MODES), "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: Game | str,
        seats: Collection[int] | None = None,
        opponents: str | Opponent | Sequence[str | Opponent] = "random",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        board: str | Path | None = None,
        start: Start | Mapping[str, object] | Sequence[Mapping[str, object]] | None = None,
        start_odds: Sequence[float] | None = None,
        reward_seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "raise",
        legal: str = "mask",
        threads: int = 1,
        settled: bool = True,
        narrow: bool = False,
        render_mode: str | None = None,
        width: int = WIDTH,
        form: Form | None = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self.width = width
        self.game = game if isinstance(game, Game) else load(game, board)
        if legal not in LEGAL:
            raise unknown(say("way to tell what is legal"), legal, LEGAL)
        self.legal = legal
        if narrow:
            check_parts(self.game)
        self.single_observation_space = spaces_of(self.game, legal, narrow)
        starts = Starts(self.game, first_of(self.game, start, players, options), start_odds)
        mode = mode_of(autoreset_mode)
        self.metadata = dict(self.metadata) | {"autoreset_mode": AUTORESET_MODES[mode]}
        self.autoreset_mode = AUTORESET_MODES[mode]
        if form is None and settled and starts.same_house:
            form = self.game.settled(starts.first)
        how: dict[str, Any] = {"seats": seats, "form": form, "threads": threads}
        bots = opponents != "random"
        if bots:
            how["seats"] = None
            self._check_company(seats, starts.seats, narrow)
        self.games: Vector
        if mode == "same_step" and illegal == "raise" and not (starts.several or narrow or bots):
            self.games = Vector(self.game, num_envs, starts.first, **how)
        else:
            how |= {"odds": start_odds, "autoreset": mode, "illegal": illegal}
            self.games = (Narrow if narrow else Flexible)(self.game, num_envs, starts.given, **how)
        self.num_envs = self.games.size
        self.seats = sorted(set(seats)) if bots and seats is not None else self.games.seats
        self._company: Company | None = None
        if bots and isinstance(self.games, Flexible):
            self._company = Company(self.games, self.seats, opponents)
        self.reward_seat = None if reward_seat is None else checked_seat(reward_seat, starts.seats)
        self._rewards = Rewards(starts.sides, self.reward_seat)
        self.single_action_space = spaces.Discrete(codes_of(self.game, narrow))
        self._sampler = Sampler(self.num_envs, int(self.single_action_space.n))
        self._longest = longest_of(self.game, narrow)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._never = np.zeros(self.num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games everywhere; the same seed gives the same games again. Of options there is `reset_mask`:
        which games begin anew, the others go on."""
        given = dict(options or {})
        which = given.pop("reset_mask", None)
        refuse_options(given)
        super().reset(seed=seed)
        if which is not None and self._begun:
            if seed is not None or not isinstance(self.games, Flexible):
                raise BadChoice(
                    say("A reset_mask goes with autoreset_mode=DISABLED, and without a seed of its own.")
                )
            self.games.begin(which)
            if self._company is not None:
                self._company.play(self.games.actors)
        else:
            number = int(self.np_random.integers(2**63)) if seed is None else seed
            self.games.reset(number)
            if self._company is not None:
                self._company.reset(number)
        self._begun = True
        return self._told(np.zeros((self.num_envs, self.game.chairs)))

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in every game; if one of them is not legal, none is played, unless `illegal` says
        otherwise."""
        if not self._begun:
            raise ResetNeeded(say("The games have not begun; reset() starts them."))
        acted = self.games.actors if self._company is None else self.games.actors.copy()
        try:
            shares, done = self.games.step(actions)
        except BadAction as error:
            raise InvalidAction(error.text) from error
        replaced = getattr(self.games, "replaced", None)
        if self._company is not None:
            shares, done = self._company.play(acted)
        rewards, own = self._rewards.of(shares, done, acted)
        observation, info = self._told(rewards)
        if isinstance(self.games, Flexible) and self.games.illegal != "raise":
            info["replaced"] = replaced
        return observation, own, done.copy(), self._never, info

    def _check_company(self, seats: Collection[int] | None, taken: Sequence[int], narrow: bool) -> None:
        if not seats or not set(seats) < set(taken):
            raise BadChoice(
                say(
                    "With opponents, seats= says which of {taken} are yours: some, and not all.",
                    taken=", ".join(map(str, taken)),
                )
            )
        if narrow:
            raise BadChoice(
                say("Bots think of whole actions: they are no opponents where many games go by parts.")
            )

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, all alike; quicker than to sample from the masks."""
        return self.games.random_actions()

    @overload
    def sample(
        self,
        logits: npt.ArrayLike | None = None,
        *,
        rng: np.random.Generator | int | None = None,
        log_probs: Literal[False] = False,
    ) -> npt.NDArray[np.int64]: ...

    @overload
    def sample(
        self,
        logits: npt.ArrayLike | None = None,
        *,
        rng: np.random.Generator | int | None = None,
        log_probs: Literal[True],
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]: ...

    def sample(
        self,
        logits: npt.ArrayLike | None = None,
        *,
        rng: np.random.Generator | int | None = None,
        log_probs: bool = False,
    ) -> npt.NDArray[np.int64] | tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """A legal action for every game, all alike or by the odds that logits give: `parlour.envs.sample` of
        what may be done now, from lists where the games keep them, which is quicker."""
        games = self.games
        if logits is None:
            picked = sample(games.masks, rng=rng, log_probs=True)
        else:
            lists, counts = games.listed if isinstance(games, Narrow) else (None, games._widths)
            picked = self._sampler.pick(games.masks, lists, counts, logits, rng, log_probs)
        return picked if log_probs else picked[0]

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All games as they stand, dice to come included, for `restore`."""
        return self.games.state()

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> tuple[Observation, dict[str, Any]]:
        """Go on where `state` was made; what there is to see."""
        self.games.restore(state)
        self._begun = True
        return self._told(np.zeros((self.num_envs, self.game.chairs)))

    def render(self) -> tuple[npt.NDArray[np.uint8] | str | None, ...] | None:
        """Every board, as the seat to act sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn('Nothing is drawn: choose a mode, such as render_mode="ansi".')
            return None
        drawn = []
        for i, seat in enumerate(self.games.actors.tolist()):
            p = self.games[i]
            self.game.plain.hide(p, seat)
            drawn.append(picture(self.game, p, self.render_mode, self.width))
        return tuple(drawn)

    def _told(self, rewards: npt.NDArray[np.float64]) -> tuple[Observation, dict[str, Any]]:
        """Observations and info, as they stand."""
        games = self.games
        observation: Observation = {"observation": games.features}
        info = {"actor": games.actors, "rewards": rewards}
        if self.legal in ("mask", "mask+list"):
            observation["action_mask"] = info["action_mask"] = games.masks.view(np.int8)
        if self.legal in ("list", "mask+list"):
            codes, counts = listed(games.masks, self._longest)
            info |= {"legal": codes, "count": counts}
            if self.legal == "list":
                observation |= {"legal": codes, "count": counts}
        if self.legal == "bits":
            observation["action_bits"] = info["action_bits"] = packed(games.masks)
        return observation, info


def first_of(game: Game, start: Any, players: int | None, options: Mapping[str, object] | None) -> Start:
    """Where games begin: JSON forms are read."""
    if start is None:
        return game.new(players, options)
    if players is not None or options:
        raise BadChoice(say("A position to start from has its players and house rules in it already."))
    if isinstance(start, Sequence):
        return [read_start(game, one) for one in start]
    found: Start = read_start(game, start)
    return found


def mode_of(mode: AutoresetMode | str) -> str:
    """Gymnasium's way to start games anew, by our name."""
    name = mode.name.lower() if isinstance(mode, AutoresetMode) else str(mode).lower()
    if name not in AUTORESET_MODES:
        raise unknown(say("way to start games anew"), mode, AUTORESET_MODES)
    return name


def longest_of(game: Game, narrow: bool) -> int:
    """The longest list of legal codes."""
    return codes_of(game, True) if narrow else min(int(game.plain.MAX_ACTIONS), codes_of(game))


def spaces_of(game: Game, legal: str, narrow: bool) -> spaces.Dict:
    """What a seat sees of one game, with what is legal told as asked for."""
    usual = space_of(game, narrow)
    actions, longest = codes_of(game, narrow), longest_of(game, narrow)
    if legal == "list":
        kind = np.int16 if actions < 2**15 else np.int32
        codes = spaces.Box(0, actions - 1, (longest,), kind)
        return spaces.Dict(
            {
                "observation": usual["observation"],
                "legal": codes,
                "count": spaces.Box(0, longest, (), np.int32),
            }
        )
    if legal == "bits":
        bits = spaces.Box(0, 255, (-(-actions // 8),), np.uint8)
        return spaces.Dict({"observation": usual["observation"], "action_bits": bits})
    return usual
