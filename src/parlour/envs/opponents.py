"""Who plays the other seats of a single-seat environment: opponents, by name.

An opponent is a function of the episode, the seat it plays and a source of random numbers; it gives the code
of a legal action. It may ask the episode what that seat sees (`observe`, `view`, `legal`, `mask`), and
nothing else. Whoever has one to offer registers it:

>>> register("timid", lambda episode, seat, rng: episode.legal(seat)[0])
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from parlour.envs.episode import Episode
from parlour.text import BadChoice, say, unknown

Opponent = Callable[[Episode, int, np.random.Generator], int]
_known: dict[str, Opponent] = {}


def register(name: str, opponent: Opponent) -> None:
    """Let environments find this opponent by its name."""
    if not name or _known.get(name, opponent) is not opponent:
        raise BadChoice(say("The name “{name}” is empty or another opponent's.", name=name))
    _known[name] = opponent


def names() -> list[str]:
    """The opponents there are."""
    return sorted(_known)


def find(opponent: str | Opponent) -> Opponent:
    """An opponent by its name; one that is a function already is taken as it is."""
    if callable(opponent):
        return opponent
    if opponent not in _known:
        raise unknown(say("opponent"), opponent, names())
    return _known[opponent]


def play_at_random(episode: Episode, seat: int, rng: np.random.Generator) -> int:
    """Any legal action, all alike."""
    listed = episode.legal(seat)
    return listed[int(rng.integers(len(listed)))]


register("random", play_at_random)
