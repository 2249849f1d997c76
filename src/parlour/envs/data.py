"""Games that were played, as arrays to learn from.

>>> import parlour
>>> from parlour.envs.data import from_matches
>>> from parlour.table import CHANCE, Match, SeededDice
>>> match = Match.new("parcheesi", 2, dice=SeededDice(7))
>>> while not match.over:
...     event = match.roll() if match.actor == CHANCE else match.play(match.actor, match.legal()[0].code)
>>> data = from_matches([match])
>>> data.observations.shape == (len(data), 115), data.returns.min(), data.returns.max()
(True, np.float64(-1.0), np.float64(1.0))

`from_records` reads the files that the table saves. One row is one decision that is in force: what its seat
saw, what it might have done, what it did, and what came of it in the end. Nothing that was hidden from a seat
is in its rows. `save` writes NumPy's npz, `to_parquet` a table for everything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.envs.episode import rewards_of
from parlour.rules.game import Game
from parlour.table.match import Match
from parlour.table.naming import legal_codes
from parlour.table.resume import resume
from parlour.text import BadChoice, say

__all__ = ["Decisions", "from_matches", "from_records", "shaped"]


@dataclass(frozen=True)
class Decisions:
    """Decisions of some games, in the order in which they were made."""

    game: Game
    observations: npt.NDArray[np.float32]  # decisions x FEATURES
    masks: npt.NDArray[np.int8]  # decisions x ACTIONS
    actions: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int64]
    returns: npt.NDArray[np.float64]  # the seat's reward at the end of its game; 0 where that has none yet
    episodes: npt.NDArray[np.int64]  # the number of the game, from 0
    last: npt.NDArray[np.bool_]  # is it the seat's last decision of the game?

    def __len__(self) -> int:
        """How many decisions there are."""
        return len(self.actions)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """All of them by name, for whatever takes arrays."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "game"}

    def save(self, path: str | Path) -> None:
        """Write the arrays as NumPy's npz, compressed."""
        np.savez_compressed(path, **self.arrays())  # type: ignore[arg-type]

    def to_parquet(self, path: str | Path) -> None:
        """Write a Parquet table, a row for each decision; it needs pyarrow."""
        try:
            pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ModuleNotFoundError as error:
            raise BadChoice(
                say("Parquet needs pyarrow, which is not installed here: pip install pyarrow")
            ) from error
        columns = {name: list(array) if array.ndim > 1 else array for name, array in self.arrays().items()}
        parquet.write_table(pyarrow.table(columns), path)


def from_records(files: Iterable[str | Path], game: Game | str | None = None) -> Decisions:
    """The decisions in these record files; all of one game, on one board."""
    return from_matches(resume(file, game) for file in files)


def from_matches(matches: Iterable[Match]) -> Decisions:
    """The decisions in force of these matches; all of one game, on one board."""
    found: Game | None = None
    rows: list[tuple[npt.NDArray[np.float32], npt.NDArray[np.int8], int, int, float, int, bool]] = []
    for number, match in enumerate(matches):
        if found is not None and match.game is not found:
            raise BadChoice(
                say(
                    "These games are not all of {game} on one board; make arrays of each apart.",
                    game=found.id,
                )
            )
        found = match.game
        rows += _decisions(match, number)
    if found is None:
        raise BadChoice(say("There are no games to make arrays of."))
    columns = list(zip(*rows, strict=True)) if rows else [()] * 7
    features, actions = int(found.plain.FEATURES), int(found.plain.ACTIONS)
    return Decisions(
        found,
        np.array(columns[0], np.float32).reshape(-1, features),
        np.array(columns[1], np.int8).reshape(-1, actions),
        np.array(columns[2], np.int64),
        np.array(columns[3], np.int64),
        np.array(columns[4], np.float64),
        np.array(columns[5], np.int64),
        np.array(columns[6], np.bool_),
    )


def _decisions(match: Match, number: int) -> list[Any]:
    game = match.game
    made: list[Any] = []
    rewards = [0.0] * game.chairs
    if match.over:
        sides = [int(game.plain.side(match.at(0), chair)) for chair in range(game.chairs)]
        shares = [match.shares.get(chair, 0.0) for chair in range(game.chairs)]
        rewards = rewards_of(shares, sides).tolist()
    latest: dict[int, int] = {}
    for ply, event in enumerate(match.line):
        if event.kind != "play" or event.seat is None or event.code is None:
            continue
        before = match.at(ply)
        game.plain.call_on(before, event.seat)
        seen, mask = np.zeros(game.plain.FEATURES, np.float32), np.zeros(game.plain.ACTIONS, np.int8)
        game.plain.observe(before, event.seat, seen)
        mask[legal_codes(game, before)] = 1
        latest[event.seat] = len(made)
        made.append((seen, mask, event.code, event.seat, rewards[event.seat], number, False))
    for i in latest.values():
        made[i] = (*made[i][:-1], True)
    return made


def shaped(
    rewards: npt.ArrayLike,
    before: npt.ArrayLike,
    after: npt.ArrayLike,
    ended: npt.ArrayLike,
    gamma: float = 1.0,
) -> npt.NDArray[np.float64]:
    """Rewards with potential-based shaping: gamma * potential after - potential before, where the potential
    of an end counts as 0. Whatever the potential is, what is optimal stays so (Ng, Harada, Russell 1999).

    >>> shaped([0, 1], before=[0.25, 0.5], after=[0.5, 9], ended=[False, True]).tolist()
    [0.25, 0.5]
    """
    later = np.where(np.asarray(ended, np.bool_), 0.0, np.asarray(after, np.float64))
    given: npt.NDArray[np.float64] = (
        np.asarray(rewards, np.float64) + gamma * later - np.asarray(before, np.float64)
    )
    return given
