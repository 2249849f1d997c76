"""Games of a batch whose actions are chosen in parts: few codes where there would be thousands.

>>> import parlour
>>> from parlour.rules.narrow import Narrow, has_parts
>>> game = parlour.load("tritrac")
>>> has_parts(game), has_parts(parlour.load("parcheesi"))
(True, False)
>>> games = Narrow(game, 8, form=game.plain)
>>> games.masks.shape, game.plain.ACTIONS
((8, 56), 2106)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules import drivers, forms, narrowing, waiting
from parlour.rules.contracts import narrow
from parlour.rules.flexible import Flexible
from parlour.rules.forms import Form
from parlour.rules.game import Game, once
from parlour.rules.run import aligned_zeros, plays_positions
from parlour.text import BadChoice, say

__all__ = ["Narrow", "check_parts", "features_of", "has_parts", "parts_of"]


def has_parts(game: Game) -> bool:
    """Does this game say its actions in parts?"""
    return bool(game.narrow.NARROW)


def check_parts(game: Game) -> None:
    """An error for a game that does not."""
    if not has_parts(game):
        raise BadChoice(
            say("{game} has one coding of its actions: its folder has no narrow.py.", game=game.id)
        )


def features_of(game: Game) -> int:
    """How many numbers a seat sees: the game's features, and which parts it has chosen."""
    return int(game.plain.FEATURES) + int(game.narrow.NARROW)


def parts_of(game: Game, action: int) -> list[int]:
    """The codes of an action's parts, in order."""
    found: list[int] = []
    while (code := int(game.narrow.part(action, len(found)))) != narrow.NONE:
        found.append(code)
    return found


class Narrow(Flexible):
    """A `Flexible` vector that takes parts: `masks` mark which may come next, and `features` end with the
    parts that the seat has chosen already. Dice and games are those of the same actions said whole."""

    def _make_sets(self) -> None:
        size, codes = self.size, int(self.game.narrow.NARROW)
        self._masks = aligned_zeros((size, codes), np.uint8)
        shown = 1 + narrow.MOST_PARTS  # behind the list: how many parts the features show, and which
        self._lists, self._widths = np.zeros((size, codes + shown), np.int16), np.zeros(size, np.int32)
        self._left = np.zeros((size, self._form.MAX_ACTIONS), np.int64)
        self._nexts = np.zeros((size, self._form.MAX_ACTIONS), np.int16)
        self._counts, self._depths = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self._prefix = np.zeros((size, narrow.MOST_PARTS), np.int16)
        super()._make_sets()

    def _features(self) -> int:
        return features_of(self.game)

    def _parts(self) -> tuple[npt.NDArray[Any], ...]:
        return (self._left, self._nexts, self._counts, self._depths, self._prefix)

    @property
    def listed(self) -> tuple[npt.NDArray[np.int16] | None, npt.NDArray[np.int32]]:
        """The parts that may come next, in rows, and how many of each row count; no rows where games wait."""
        return (self._lists if self.autoreset == "same_step" else None), self._widths

    def restore(self, state: Mapping[str, npt.NDArray[Any]]) -> None:
        """Goes on from such a state."""
        super().restore(state)
        self._sets[1][0]["features"][:, int(self._form.FEATURES) :] = 0  # by what `lists` says of it

    @property
    def widths(self) -> npt.NDArray[np.int32]:
        """How many parts may come next in each game."""
        counts: npt.NDArray[np.int32] = self._masks.sum(axis=1, dtype=np.int32)
        return counts

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A part that may come next for every game, all alike; 0 for one that waits."""
        codes = np.zeros(self.size, np.int64)
        self._form.narrow_random(self._lists, self._widths, self._picks, self._actors, codes)
        return codes

    def _driven(self, name: str) -> Any:
        return getattr(self._form, f"narrow_{name}")

    def _kept(self) -> dict[str, npt.NDArray[Any]]:
        names = ("left", "nexts", "counts", "depths", "prefix")
        return super()._kept() | {name: getattr(self, f"_{name}") for name in names}

    def _bound(self, form: Form | None) -> Form:
        if plays_positions(self.game, form) or not self.game.is_compiled:
            return _plain(self.game)
        house = getattr(form, "house", None)
        return _compiled(self.game, None if house is None else tuple(sorted(house.items())))


@once
def _compiled(game: Game, house: tuple[tuple[str, int], ...] | None) -> Form:
    settled = None if house is None else dict(house)
    return forms.compiled(game.rules, drivers, waiting, narrowing, parts=_own(game), house=settled)


@once
def _plain(game: Game) -> Form:
    form = forms.plain(game.rules, drivers, waiting, narrowing, parts=_own(game))
    form.plays_positions = True
    return form


def _own(game: Game) -> tuple[forms.Part, ...]:
    check_parts(game)
    return ((game.module("narrow"), narrow),)
