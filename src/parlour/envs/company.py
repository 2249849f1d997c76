"""Opponents in a vector of games: whoever is not the caller's seat is played by a bot, game by game.

Random opponents play inside the compiled rules and need none of this. Bots are asked in Python, one position
after the other, so that a step takes as long as their thoughts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from parlour.envs import opponents as others
from parlour.envs.episode import Episode
from parlour.envs.opponents import Opponent
from parlour.rules.flexible import Flexible

__all__ = ["Company"]


class Company:
    """The players of all seats that are not the caller's."""

    def __init__(
        self, games: Flexible, mine: Sequence[int], opponents: str | Opponent | Sequence[str | Opponent]
    ) -> None:
        self._games, self._mine = games, np.array(mine)
        seats = [seat for seat in games.seats if seat not in mine]
        self._players = others.at_seats(opponents, seats)
        for player in self._players.values():
            if isinstance(player, others.Playing):
                player.check(games.game)
        self._table = Episode(games.game, start=games.starts.first, seed=0, form=games.game.plain)
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """New games have begun: play until the caller is asked in all of them."""
        self._rng = np.random.default_rng([seed % 2**64, 1])
        self.play(np.full(self._games.size, self._mine[0]))

    def play(self, acted: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Let the others play until the caller is asked in every game, or it waits. Of each game that ended
        since the caller `acted`, the first one's shares; and which those are."""
        games = self._games
        shares, ended = games.shares.copy(), games.done.astype(np.bool_)
        while len(waiting := self._asked()):
            games.play_some(waiting, [self._choose(i) for i in waiting.tolist()])
            fresh = (games.done == 1) & ~ended
            shares[fresh] = games.shares[fresh]
            ended |= fresh
        for i in np.flatnonzero(ended & (games.actors < 0)).tolist():
            games.game.plain.observe(games[i], int(acted[i]), games.features[i])
        return shares, ended

    def _asked(self) -> npt.NDArray[np.intp]:
        actors = self._games.actors
        return np.flatnonzero((actors >= 0) & ~np.isin(actors, self._mine))

    def _choose(self, i: int) -> int:
        self._table.stand(self._games[i])
        seat = self._table.actor
        return int(self._players[seat](self._table, seat, self._rng))
