"""What both Gymnasium environments share: their errors, spaces and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from parlour.rules.game import Game
from parlour.rules.narrow import features_of
from parlour.text import BadAction, BadChoice, say

Observation: TypeAlias = dict[str, npt.NDArray[Any]]


class InvalidAction(BadAction, gymnasium.error.InvalidAction):  # type: ignore[misc]
    """An action that is not legal now; the sentence says why."""


class ResetNeeded(BadAction, gymnasium.error.ResetNeeded):  # type: ignore[misc]
    """The game is over, or has not begun."""


def space_of(game: Game, narrow: bool = False) -> spaces.Dict:
    """What one seat sees: the game's features, and which actions, or parts of actions, are legal."""
    if not game.plain.FEATURES:
        raise BadChoice(say("{game} shows learners nothing: its rules.py has no observe.", game=game.id))
    features = features_of(game) if narrow else int(game.plain.FEATURES)
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (features,), np.float32),
            "action_mask": spaces.Box(0, 1, (codes_of(game, narrow),), np.int8),
        }
    )


def codes_of(game: Game, narrow: bool = False) -> int:
    """How many codes actions have, or parts of them."""
    return int(game.narrow.NARROW if narrow else game.plain.ACTIONS)


def checked_seat(seat: Any, seats: Sequence[int]) -> int:
    """The seat as a number, if somebody plays on that chair; else an error that names those who do."""
    if isinstance(seat, bool) or seat not in seats:
        taken = ", ".join(map(str, seats))
        raise BadChoice(say("Seats are {taken}, not “{seat}”.", taken=taken, seat=seat))
    return int(seat)


def refuse_options(options: Mapping[str, object] | None) -> None:
    """Gymnasium's reset() may have options: ours has none, and says where house rules are chosen."""
    if options:
        raise BadChoice(
            say(
                "reset() takes no options, not {names}; house rules are chosen with make(..., options=...).",
                names=", ".join(map(str, options)),
            )
        )


def read_start(game: Game, start: Any) -> Any:
    """A position to start from: its JSON form is read, all else stays as it is."""
    return game.position.build(start) if isinstance(start, Mapping) else start
