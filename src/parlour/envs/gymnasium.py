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

import contextlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Unpack, cast, overload

import numpy as np
import numpy.typing as npt

from parlour.envs import opponents as others
from parlour.envs import versions
from parlour.envs.episode import Episode
from parlour.envs.narrow import NarrowEpisode
from parlour.envs.opponents import Opponent
from parlour.envs.pictures import FPS, MODES, WIDTH, checked_mode, picture
from parlour.games import folder_of, load, names
from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.kit import NOBODY
from parlour.rules.narrow import check_parts
from parlour.rules.position import Position
from parlour.text import BadAction, MissingExtra, say, unknown

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise MissingExtra(error.name or "gymnasium", "envs") from error

from parlour.envs.arguments import ManyGamesArguments, OneSeatArguments
from parlour.envs.common import (
    InvalidAction,
    Observation,
    ResetNeeded,
    checked_seat,
    read_start,
    refuse_options,
    space_of,
)
from parlour.envs.many import ManyGames
from parlour.envs.on_gpu import GamesOnGpu

__all__ = [
    "GamesOnGpu",
    "InvalidAction",
    "ManyGames",
    "OneSeat",
    "ResetNeeded",
    "make",
    "make_vec",
    "name_of",
    "register",
]

ILLEGAL = ("raise", "random", "lose")
DEVICES = ("cpu", "cuda")


# ---------------------------------------------------------------- one seat


class OneSeat(gymnasium.Env):  # type: ignore[misc]
    """One game at a time, one seat of it; the others are played by opponents.

    `seat` is a chair that is taken (the first, unless given). `opponents` is one name or function for all
    other seats, or one for each of them, in the order of their chairs. With `illegal="random"`, for learners
    that know no masks, an action that is not legal is replaced by a random one (`info["replaced"]` is then
    True); with "lose" it ends the game, and the seat has lost to all others. `start` is a position of one's
    own or its JSON form. With `narrow` actions come in parts (envs/narrow.py). The rest is as in `Episode`.
    """

    metadata: Mapping[str, Any] = {"render_modes": list(MODES), "render_fps": FPS}

    def __init__(
        self,
        game: Game | str,
        seat: int | None = None,
        opponents: str | Opponent | Sequence[str | Opponent] = "random",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        board: str | Path | None = None,
        illegal: str = "raise",
        start: Position | Mapping[str, object] | None = None,
        narrow: bool = False,
        render_mode: str | None = None,
        width: int = WIDTH,
        form: Form | None = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise unknown(say("way to treat illegal actions"), illegal, ILLEGAL)
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.width = width
        loaded = game if isinstance(game, Game) else load(game, board)
        first = read_start(loaded, start)
        kind = NarrowEpisode if narrow else Episode
        self.episode = episode = kind(loaded, players, options, start=first, form=form)
        self.seat = episode.seats[0] if seat is None else checked_seat(seat, episode.seats)
        self.opponents = others.at_seats(opponents, [s for s in episode.seats if s != self.seat])
        for opponent in self.opponents.values():
            if isinstance(opponent, others.Playing):
                opponent.check(loaded)
        self.observation_space = space_of(episode.game, narrow)
        self.action_space = spaces.Discrete(episode.actions)
        self._begun = self._lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; without a seed, the next one of the seed before. There are no options."""
        super().reset(seed=seed)
        refuse_options(options)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        self.episode.reset(seed)
        self._begun, self._lost = True, False
        self._play_others()
        while self.episode.over:  # lost before the first decision: that game was nobody's to learn from
            self.episode.reset()
            self._play_others()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play for the seat, then let everybody else play until it is to act again or the game is over."""
        if not self._begun:
            raise ResetNeeded(say("The game has not begun; reset() starts it."))
        if self.episode.over or self._lost:
            raise ResetNeeded(say("The game is over; reset() starts another."))
        replaced = {}
        try:
            wrong = self.illegal != "raise" and not self.episode.is_legal(self.seat, action)
            if wrong and self.illegal == "lose":
                self._lost = True
                sides = len({side for side in self.episode.sides if side != NOBODY})
                return self._observation(), -1.0 / (sides - 1), True, False, self._info()
            if wrong:
                action = others.play_at_random(self.episode, self.seat, self.np_random)
                replaced = {"replaced": True}
            self.episode.step(self.seat, action)
        except BadAction as error:
            raise InvalidAction(error.text) from error
        self._play_others()
        reward = self.episode.rewards[self.seat]
        return self._observation(), reward, self.episode.over, False, self._info() | replaced

    def render(self) -> npt.NDArray[np.uint8] | str | None:
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


# ---------------------------------------------------------------- names


def name_of(game: Game, narrow: bool = False) -> str:
    """The name of a game's environment: `parlour/Parcheesi-v0`; with `narrow`, of the one by parts."""
    title = game.words.TITLE.english  # the name in every language
    letters = "".join(c for c in title if c.isalnum() and c.isascii())
    return f"parlour/{letters[:1].upper()}{letters[1:]}-v{versions.number_of(game, narrow)}"


def register() -> list[str]:
    """Tell Gymnasium of every game; the names that `make` and `make_vec` know from then on."""
    return [_registered(game, narrow) for game, narrow in versions.playable().values()]


def _registered(game: Game, narrow: bool) -> str:
    name = name_of(game, narrow)
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point="parlour.envs.gymnasium:OneSeat",
            vector_entry_point="parlour.envs.gymnasium:many_games",
            kwargs={"game": _address(game)} | ({"narrow": True} if narrow else {}),
        )
    return name


def _address(game: Game) -> str:
    """What finds this game again, from another process, too."""
    known = game.id in names() and folder_of(game.id) == game.folder
    return game.id if known else str(game.folder)


def make(
    game: str, narrow: bool = False, **arguments: Unpack[OneSeatArguments]
) -> gymnasium.Env[Observation, int]:
    """`gymnasium.make` for a game's own name or folder: make("parcheesi", players=2, seat=2)."""
    with _both_versions_are_meant():
        return gymnasium.make(_registered(load(game), _has(game, narrow)), **arguments)


@overload
def make_vec(
    game: str,
    num_envs: int,
    narrow: bool = False,
    *,
    device: Literal["cpu"] = "cpu",
    code: None = None,
    **arguments: Unpack[ManyGamesArguments],
) -> ManyGames: ...


@overload
def make_vec(
    game: str,
    num_envs: int,
    narrow: bool = False,
    *,
    device: Literal["cuda"],
    code: str | Path | None = None,
    **arguments: Unpack[ManyGamesArguments],
) -> GamesOnGpu: ...


def make_vec(
    game: str,
    num_envs: int,
    narrow: bool = False,
    *,
    device: str = "cpu",
    code: str | Path | None = None,
    **arguments: Unpack[ManyGamesArguments],
) -> ManyGames | GamesOnGpu:
    """`gymnasium.make_vec` for a game's own name or folder, all games in one array; with `device="cuda"` on
    this machine's GPU, by `code` that was made beforehand or is made now."""
    name = _registered(load(game), _has(game, narrow))
    more = {} if device == "cpu" else {"device": device, "code": code}
    with _both_versions_are_meant():
        made = gymnasium.make_vec(
            name, num_envs, vectorization_mode="vector_entry_point", **arguments, **more
        )
    return cast(ManyGames, made)


def many_games(num_envs: int = 1, *, device: str = "cpu", **arguments: Any) -> ManyGames | GamesOnGpu:
    """What `gymnasium.make_vec` makes of a game, on the processor or on a GPU."""
    if device not in DEVICES:
        raise unknown(say("device"), device, DEVICES)
    kind: Any = ManyGames if device == "cpu" else GamesOnGpu
    made: ManyGames | GamesOnGpu = kind(num_envs, **arguments)
    return made


@contextlib.contextmanager
def _both_versions_are_meant() -> Iterator[None]:
    """Gymnasium takes every version but the last for out of date; whole actions are not."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*is out of date.*", DeprecationWarning)
        yield


def _has(game: str, narrow: bool) -> bool:
    if narrow:
        check_parts(load(game))
    return narrow


register()
