"""Gymnasium: one seat against named opponents, and thousands of games in one array.

>>> import gymnasium
>>> import parlour.envs.gymnasium                     # registers every game
>>> env = gymnasium.make("parlour/Parcheesi-v0", players=2, seat=0, opponents="random")
>>> games = gymnasium.make_vec("parlour/Parcheesi-v0", num_envs=4096, vectorization_mode="vector_entry_point")

A name is a game's title and its version (versions.py). Observations are `{"observation": features,
"action_mask": mask}`, and the mask is in `info` too. Seeds and rewards are as in episode.py. A wrong
action is refused with a gymnasium.error.InvalidAction that says why, and one after the end with a
ResetNeeded; nothing changes then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.envs import opponents as others
from parlour.envs import versions
from parlour.envs.episode import Episode, rewards_of
from parlour.envs.opponents import Opponent
from parlour.envs.pictures import FPS, MODES, WIDTH, checked_mode, picture
from parlour.games import load
from parlour.rules.game import Game
from parlour.rules.vector import Vector
from parlour.text import BadAction, BadChoice, MissingExtra, say, unknown

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise MissingExtra(error.name or "gymnasium", "envs") from error

__all__ = ["InvalidAction", "ManyGames", "OneSeat", "ResetNeeded", "make", "make_vec", "name_of", "register"]

ILLEGAL = ("raise", "random")
Observation: TypeAlias = dict[str, npt.NDArray[Any]]


class InvalidAction(BadAction, gymnasium.error.InvalidAction):  # type: ignore[misc]
    """An action that is not legal now; the sentence says why."""


class ResetNeeded(BadAction, gymnasium.error.ResetNeeded):  # type: ignore[misc]
    """The game is over, or has not begun."""


def space_of(game: Game) -> spaces.Dict:
    """What one seat sees: the game's features, and which actions are legal."""
    if not game.plain.FEATURES:
        raise BadChoice(say("{game} shows learners nothing: its rules.py has no observe.", game=game.id))
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (int(game.plain.FEATURES),), np.float32),
            "action_mask": spaces.Box(0, 1, (int(game.plain.ACTIONS),), np.int8),
        }
    )


# ---------------------------------------------------------------- one seat


class OneSeat(gymnasium.Env):  # type: ignore[misc]
    """One game at a time, one seat of it; the others are played by opponents.

    `seat` is a chair that is taken (the first, unless given). `opponents` is one name or function for all
    other seats, or one for each of them, in the order of their chairs. With `illegal="random"`, for learners
    that know no masks, an action that is not legal is replaced by a random one (`info["replaced"]` is then
    True). The rest is as in `Episode`.
    """

    metadata: Mapping[str, Any] = {"render_modes": list(MODES), "render_fps": FPS}

    def __init__(
        self,
        game: Game | str,
        seat: int | None = None,
        opponents: str | Opponent | Sequence[str | Opponent] = "random",
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        board: str | Path | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        width: int = WIDTH,
        form: Any = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise unknown(say("way to treat illegal actions"), illegal, ILLEGAL)
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.width = width
        self.episode = episode = Episode(game, players, options, board=board, form=form)
        self.seat = episode.seats[0] if seat is None else _checked_seat(seat, episode.seats)
        self.opponents = _opponents(opponents, [s for s in episode.seats if s != self.seat])
        self.observation_space = space_of(episode.game)
        self.action_space = spaces.Discrete(episode.actions)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; without a seed, the next one of the seed before. There are no options."""
        super().reset(seed=seed)
        _refuse_options(options)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        self.episode.reset(seed)
        self._begun = True
        self._play_others()
        while self.episode.over:  # lost before the first decision: that game was nobody's to learn from
            self.episode.reset()
            self._play_others()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play for the seat, then let everybody else play until it is to act again or the game is over."""
        if not self._begun:
            raise ResetNeeded(say("The game has not begun; reset() starts it."))
        if self.episode.over:
            raise ResetNeeded(say("The game is over; reset() starts another."))
        replaced = {}
        try:
            if self.illegal == "random" and not self.episode.is_legal(self.seat, action):
                action = others.play_at_random(self.episode, self.seat, self.np_random)
                replaced = {"replaced": True}
            self.episode.step(self.seat, action)
        except BadAction as error:
            raise InvalidAction(error.text) from error
        self._play_others()
        reward = self.episode.rewards[self.seat]
        return self._observation(), reward, self.episode.over, False, self._info() | replaced

    def render(self) -> Any:
        """The board as the seat sees it, in the mode chosen."""
        if self.render_mode is None:
            gymnasium.logger.warn('Nothing is drawn: choose a mode, such as make(..., render_mode="ansi").')
            return None
        return picture(self.episode.game, self.episode.view(self.seat), self.render_mode, self.width)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, where MaskablePPO and its like look for it."""
        return self.episode.mask(self.seat).view(np.bool_)

    def _play_others(self) -> None:
        episode = self.episode
        while not episode.over and episode.actor != self.seat:
            who = episode.actor
            episode.step(who, self.opponents[who](episode, who, self.np_random))

    def _observation(self) -> Observation:
        mask = self.episode.mask(self.seat).view(np.int8)
        return {"observation": self.episode.observe(self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self.seat).view(np.int8)}


def _opponents(given: str | Opponent | Sequence[str | Opponent], seats: Sequence[int]) -> dict[int, Opponent]:
    if isinstance(given, str) or callable(given):
        found = others.find(given)
        return dict.fromkeys(seats, found)
    if len(given) != len(seats):
        raise BadChoice(
            say(
                "There are {count} opponents for {seats} seats: one for all, or one for each.",
                count=len(given),
                seats=len(seats),
            )
        )
    return {seat: others.find(opponent) for seat, opponent in zip(seats, given, strict=True)}


def _checked_seat(seat: Any, seats: Sequence[int]) -> int:
    if isinstance(seat, bool) or seat not in seats:
        taken = ", ".join(map(str, seats))
        raise BadChoice(say("Seats are {taken}, not “{seat}”.", taken=taken, seat=seat))
    return int(seat)


def _refuse_options(options: Mapping[str, Any] | None) -> None:
    if options:
        raise BadChoice(
            say(
                "reset() takes no options, not {names}; house rules are chosen with make(..., options=...).",
                names=", ".join(map(str, options)),
            )
        )


# ---------------------------------------------------------------- thousands of games


class ManyGames(VectorEnv):  # type: ignore[misc]
    """Games stepped together, in arrays that are never copied (see parlour.rules.vector).

    Every seat is played by the caller, unless `seats` names some; the others then act at random, inside. The
    observations are those of the seat to act in each game: `info["actor"]`. The reward is that of the seat
    whose action was played; `info["rewards"]` has everybody's, by chair: losers learn of it there.

    A game that ends starts anew in the same step (AutoresetMode.SAME_STEP): `terminations` marks it, the
    observation is the new game's, and there is no `final_obs`, since nothing comes after an end. Games are
    never cut off. Arrays stay as they were during the next step; keep copies of what is needed longer.
    """

    metadata: Mapping[str, Any] = {"render_modes": list(MODES), "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: Game | str,
        seats: Collection[int] | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        board: str | Path | None = None,
        render_mode: str | None = None,
        width: int = WIDTH,
        form: Any = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self.width = width
        self.game = game if isinstance(game, Game) else load(game, board)
        self.single_observation_space = space_of(self.game)
        start = self.game.new(players, options)
        self.games = Vector(self.game, num_envs, start, seats=seats, form=form)
        self.num_envs = self.games.size
        self.seats = self.games.seats
        self._sides = [int(self.game.plain.side(start, chair)) for chair in range(self.game.chairs)]
        self.single_action_space = spaces.Discrete(int(self.game.plain.ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._rows = np.arange(self.num_envs)
        self._never = np.zeros(self.num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games everywhere; the same seed gives the same games again. There are no options."""
        _refuse_options(options)
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._begun = True
        return self._observation(), self._info(np.zeros((self.num_envs, self.game.chairs)))

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in every game; if one of them is not legal, none is played."""
        if not self._begun:
            raise ResetNeeded(say("The games have not begun; reset() starts them."))
        acted = self.games.actors
        try:
            shares, done = self.games.step(actions)
        except BadAction as error:
            raise InvalidAction(error.text) from error
        rewards = np.zeros(shares.shape)
        ended = np.flatnonzero(done)
        if len(ended):
            rewards[ended] = rewards_of(shares[ended], self._sides)
        return self._observation(), rewards[self._rows, acted], done.copy(), self._never, self._info(rewards)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, all alike; quicker than to sample from the masks."""
        return self.games.random_actions()

    def render(self) -> tuple[Any, ...] | None:
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

    def _observation(self) -> Observation:
        return {"observation": self.games.features, "action_mask": self.games.masks.view(np.int8)}

    def _info(self, rewards: npt.NDArray[np.float64]) -> dict[str, Any]:
        mask = self.games.masks.view(np.int8)
        return {"action_mask": mask, "actor": self.games.actors, "rewards": rewards}


# ---------------------------------------------------------------- names


def name_of(game: Game) -> str:
    """The name of a game's newest environment: `parlour/Parcheesi-v0`."""
    title = game.words.TITLE.english  # the name in every language
    letters = "".join(c for c in title if c.isalnum() and c.isascii())
    return f"parlour/{letters[:1].upper()}{letters[1:]}-v{len(versions.history(game)) - 1}"


def register() -> list[str]:
    """Tell Gymnasium of every game; the names that `make` and `make_vec` know from then on."""
    made = []
    for game in versions.newest().values():
        name = name_of(game)
        made.append(name)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="parlour.envs.gymnasium:OneSeat",
                vector_entry_point="parlour.envs.gymnasium:ManyGames",
                kwargs={"game": game.id},
            )
    return made


def make(game: str, **arguments: Any) -> Any:
    """`gymnasium.make` for a game's own name: make("parcheesi", players=2, seat=2)."""
    return gymnasium.make(name_of(load(game)), **arguments)


def make_vec(game: str, num_envs: int, **arguments: Any) -> Any:
    """`gymnasium.make_vec` for a game's own name, all games in one array."""
    name = name_of(load(game))
    return gymnasium.make_vec(name, num_envs, vectorization_mode="vector_entry_point", **arguments)


register()
