"""Who plays the other seats of an environment: opponents, by name.

Every bot is one, by its spec: "careful", "level:3", "search:simulations=200", "mymodule:MyBot" (see
parlour.bots.own); it is warmed before its first move. Any other opponent is a function of the episode, the
seat it plays and a source of random numbers; it gives the code of a legal action. It may ask the episode what
that seat sees (`observe`, `view`, `legal`, `mask`), and nothing else. Whoever has one to offer registers it:

>>> register("timid", lambda episode, seat, rng: episode.legal(seat)[0])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from parlour.bots.bot import LEVEL, Bot, forget, kinds, make
from parlour.bots.own import is_own
from parlour.bots.program import KIND as PROGRAM
from parlour.envs.episode import Episode
from parlour.rules.game import Game, once
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
    """An opponent by its name, or the bot of that spec; a function is taken as it is."""
    if callable(opponent):
        return opponent
    if opponent in _known:
        return _known[opponent]
    kind = opponent.strip().partition(":")[0].lower()
    if kind in (LEVEL, PROGRAM, *kinds()) or kind.isdecimal() or is_own(opponent):
        return Playing(opponent)
    raise unknown(say("opponent"), opponent, [*dict.fromkeys([*names(), *kinds()]), "level:1", "level:6"])


def at_seats(given: str | Opponent | Sequence[str | Opponent], seats: Sequence[int]) -> dict[int, Opponent]:
    """Who plays which seat: one for all of them, or one for each."""
    if isinstance(given, str) or callable(given):
        found = find(given)
        return dict.fromkeys(seats, found)
    if len(given) != len(seats):
        raise BadChoice(
            say(
                "Given for {seats:seat|seats}: {count:opponent|opponents}. Give one for all, "
                "or one for each.",
                count=len(given),
                seats=len(seats),
            )
        )
    return {seat: find(opponent) for seat, opponent in zip(seats, given, strict=True)}


class Playing:
    """A bot as an opponent: made for the game it is asked in, and warmed before it is asked."""

    def __init__(self, spec: str) -> None:
        self.spec = spec

    def __call__(self, episode: Episode, seat: int, rng: np.random.Generator) -> int:
        """The bot's action, thought up from its seat's view alone."""
        seed = int(rng.integers(2**31))
        bot = _bot(episode.game, self.spec)
        forget(bot)  # what it plays follows from the seed and what it sees
        return episode.toward(
            seat, lambda: int(bot.think(episode.view(seat), seat, seconds=None, seed=seed).action)
        )

    def check(self, game: Game) -> None:
        """Say now what is wrong with its spec."""
        _bot(game, self.spec)


@once
def _bot(game: Game, spec: str) -> Bot:
    bot = make(spec, game, own=True)
    bot.warm()
    return bot


def play_at_random(episode: Episode, seat: int, rng: np.random.Generator) -> int:
    """Any legal action, all alike."""
    listed = episode.legal(seat)
    return listed[int(rng.integers(len(listed)))]


register("random", play_at_random)
