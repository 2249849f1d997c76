"""Symmetries as transforms of what a learner sees and does.

>>> for mirror in mirrors(game):                       # the board laid on itself, in every way
...     batch.append((mirror.features(x), mirror.actions(policy)))
>>> table = SeatCodes(game)                            # actions from the seat's own side
>>> mask = table.own(masks, actors)                    # a network sees "my neighbour's", not "blue's"
>>> codes = table.real(chosen, actors)

Features are seat-relative already: `observe` starts with the seat that looks. So a position turned round
the table looks the same from the seat turned with it, and one network can play every seat. What may still
name seats are the codes of actions; `SeatCodes` turns those as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import Text, say

__all__ = ["Mirror", "SeatCodes", "mirrors"]

Index = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Mirror:
    """One way to lay the board on itself. Arrays may have any number of axes before the last."""

    number: int
    feature_images: Index  # where each feature goes
    action_images: Index  # what each action becomes

    def features(self, seen: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What is seen when the board is laid over: `observe` of the image."""
        return self._moved(seen, self.feature_images)

    def actions(self, by_code: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What belongs to each action (a mask, a policy, visits), for the image."""
        return self._moved(by_code, self.action_images)

    def action(self, code: npt.ArrayLike) -> Index:
        """The code of the same action on the image."""
        image: Index = self.action_images[np.asarray(code)]
        return image

    @staticmethod
    def _moved(array: npt.NDArray[Any], images: Index) -> npt.NDArray[Any]:
        moved = np.empty_like(array)
        moved[..., images] = array
        return moved


def mirrors(game: Game) -> list[Mirror]:
    """Every way in which this game's board can be laid on itself; the first leaves it as it is."""
    plain = game.plain
    features, actions = range(int(plain.FEATURES)), range(int(plain.ACTIONS))
    return [
        Mirror(
            k,
            np.array([plain.feature_image(f, k) for f in features], np.int64),
            np.array([plain.image_of(a, k) for a in actions], np.int64),
        )
        for k in range(int(plain.SYMMETRIES))
    ]


class SeatCodes:
    """Actions named from the acting seat's own side: chair 0 stands for itself, the others follow."""

    def __init__(self, game: Game) -> None:
        turned, actions, chairs = game.plain.turned, range(int(game.plain.ACTIONS)), range(game.chairs)
        self.real_codes = np.array([[turned(a, seat) for a in actions] for seat in chairs], np.int64)
        self.own_codes = np.array([[turned(a, -seat) for a in actions] for seat in chairs], np.int64)
        self.name_seats = bool((self.real_codes != np.arange(len(actions))).any())  # is there anything to do?

    def own(self, by_code: npt.NDArray[Any], seats: npt.ArrayLike) -> npt.NDArray[Any]:
        """What belongs to each action (a mask), by the seats' own codes: one row for each of `seats`."""
        if not self.name_seats:
            return by_code
        return np.take_along_axis(by_code, self.real_codes[np.asarray(seats)], axis=-1)

    def real(self, codes: npt.ArrayLike, seats: npt.ArrayLike) -> Index:
        """The game's codes for actions that seats have named from their own side."""
        found: Index = self.real_codes[np.asarray(seats), np.asarray(codes)]
        return found


# ---------------------------------------------------------------- for the conformance kit


class Check:
    """Is the game on the board laid over just the same? Asked of one position after another."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found = mirrors(game)
        self.faults = list(_faults(game, self.found))

    def remarks(self, p: Position, seat: int, listed: list[int]) -> Iterator[tuple[str, Text]]:
        """What is wrong with one of the symmetries in `p`, where `seat` may play what is listed."""
        yield from self.faults
        if self.faults or len(self.found) == 1:
            return
        mirror = self.found[1 + sum(listed) % (len(self.found) - 1)]  # the next position asks for another
        plain, image = self.game.plain, p.copy()
        plain.lay_over(image, mirror.number)
        out = np.zeros(plain.MAX_ACTIONS, np.int64)
        codes = out[: plain.legal(image, out)].tolist() if plain.actor(image) == seat else []
        if sorted(codes) != sorted(mirror.action(listed).tolist()):
            text = say("other actions are legal on the image {number} of the board", number=mirror.number)
            yield "symmetry", text
        seen, there = np.zeros((2, int(plain.FEATURES)))
        plain.observe(p, seat, seen)
        plain.observe(image, seat, there)
        if not np.array_equal(mirror.features(seen), there):
            text = say("features on the image {number} are not where they ought to be", number=mirror.number)
            yield "symmetry", text


def _faults(game: Game, found: list[Mirror]) -> Iterator[tuple[str, Text]]:
    """What is wrong with the tables themselves."""
    for mirror in found:
        for images in (mirror.feature_images, mirror.action_images):
            if sorted(images.tolist()) != list(range(len(images))):
                text = say("two actions or features have the same image {number}", number=mirror.number)
                yield "symmetry", text
    codes = np.arange(int(game.plain.ACTIONS))
    table = SeatCodes(game)
    for there, back in zip(table.real_codes, table.own_codes, strict=True):
        if not np.array_equal(np.sort(there), codes) or not np.array_equal(back[there], codes):
            yield "symmetry", say("turned does not lead back: turned(turned(action, n), -n)")
            return
