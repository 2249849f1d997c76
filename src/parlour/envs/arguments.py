"""What environments can be made with, by name: for editors and type checkers.

The classes themselves say what each of these means: `OneSeat`, `ManyGames`, `pettingzoo.raw_env`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from parlour.envs.opponents import Opponent
from parlour.rules.position import Position
from parlour.rules.starts import Start

if TYPE_CHECKING:  # whoever has no Gymnasium is told so by the door
    from gymnasium.vector import AutoresetMode


class Common(TypedDict, total=False):
    """What all environments take."""

    illegal: str
    render_mode: str | None
    width: int


class Seated(Common, total=False):
    """What they take by name alone, but for PettingZoo's."""

    players: int | None
    options: Mapping[str, object] | None
    board: str | Path | None


class OneSeatArguments(Seated, total=False):
    """Of `gymnasium.make`."""

    seat: int | None
    opponents: str | Opponent | Sequence[str | Opponent]
    start: Position | Mapping[str, object] | None
    max_episode_steps: int
    disable_env_checker: bool


class ManyGamesArguments(Seated, total=False):
    """Of `make_vec`."""

    seats: Collection[int] | None
    opponents: str | Opponent | Sequence[str | Opponent]
    start: Start | Mapping[str, object] | Sequence[Mapping[str, object]] | None
    start_odds: Sequence[float] | None
    reward_seat: int | None
    autoreset_mode: AutoresetMode | str
    legal: str
    threads: int
    settled: bool


class TableArguments(Common, total=False):
    """Of PettingZoo's environments, after players, options and board."""

    start: Position | Mapping[str, object] | None
    narrow: bool
    max_cycles: int | None
    masks: str
    idle: str
