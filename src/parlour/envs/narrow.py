"""An episode whose actions are chosen in parts (see parlour.rules.narrow).

>>> from parlour.envs.narrow import NarrowEpisode
>>> episode = NarrowEpisode("tritrac", seed=7)
>>> episode.actions, len(episode.legal(episode.actor))
(56, 6)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.envs.episode import CHANCE, Episode
from parlour.rules.narrow import check_parts, features_of, parts_of
from parlour.text import BadAction, say

__all__ = ["NarrowEpisode"]


class NarrowEpisode(Episode):
    """One game by parts. `legal`, `mask` and `step` speak of parts, and `observe` ends with those chosen.

    A part that all actions share which are still possible is not asked for, and when one action is left it is
    played. Where bids are sealed, every bidder has parts of its own.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._chosen: dict[int, list[int]] = {}  # by seat
        self._meant: dict[int, int] = {}  # by seat: the whole action that an opponent is on its way to
        super().__init__(*arguments, **named)
        check_parts(self.game)
        self.actions = int(self.game.narrow.NARROW)
        self.features = features_of(self.game)

    def reset(self, seed: int | None = None) -> None:
        """Start a new game, as `Episode.reset`."""
        self._chosen, self._meant = {}, {}
        super().reset(seed)

    def step(self, seat: int, action: int) -> None:
        """Choose a part; if that settles the action, it is played."""
        if seat == CHANCE:
            super().step(seat, action)
            return
        code = self._whole(action)
        if code not in self.legal(seat):
            raise self.refusal(seat, action)
        left, chosen = self._left(seat)
        left = [one for one in left if parts_of(self.game, one)[len(chosen)] == code]
        if len(left) > 1:
            self._chosen[seat] = [*chosen, code]
            return
        self._chosen.pop(seat, None)
        self._meant.pop(seat, None)
        super().step(seat, left[0])

    def _left(self, seat: int) -> tuple[list[int], list[int]]:
        """The actions that are still possible, and the parts that are chosen, shared ones included."""
        whole, chosen = super().legal(seat), list(self._chosen.get(seat, ()))
        left = [one for one in whole if parts_of(self.game, one)[: len(chosen)] == chosen]
        if not left:  # what it was on its way to can be done no more
            left, chosen = whole, []
        while len(left) > 1 and len({parts_of(self.game, one)[len(chosen)] for one in left}) == 1:
            chosen.append(parts_of(self.game, left[0])[len(chosen)])
        return left, chosen

    def legal(self, seat: int) -> list[int]:
        """The parts that may come next for a seat; nothing when it may not act."""
        left, chosen = self._left(seat)
        return sorted({parts_of(self.game, one)[len(chosen)] for one in left})

    def mask(self, seat: int) -> npt.NDArray[np.uint8]:
        """The same as ones and zeros, by the codes of parts."""
        mask = np.zeros(self.actions, np.uint8)
        mask[self.legal(seat)] = 1
        return mask

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees, and which parts it has chosen."""
        out = np.zeros(self.features, np.float32)
        self.form.table_observe(self._slots, int(seat), out)
        first = int(self.form.FEATURES)
        out[[first + code for code in self._left(seat)[1]]] = 1
        return out

    def toward(self, seat: int, think: Callable[[], int]) -> int:
        """The next part on the way to the whole action that somebody thought of."""
        left, chosen = self._left(seat)
        if self._meant.get(seat) not in left:
            self._meant[seat] = think()
        return parts_of(self.game, self._meant[seat])[len(chosen)]

    def refusal(self, seat: int, action: int) -> BadAction:
        """Why a part is not taken: that its mask is 0, which has no clause, or the rule's own reason."""
        code = self._whole(action)
        if not self.over and seat != CHANCE and 0 <= code < self.actions and self.may_act(seat):
            return BadAction(say("Part {action} cannot come next: its mask is 0.", action=action))
        return super().refusal(seat, action)

    # ------------------------------------------------------------ copies

    def copy(self) -> NarrowEpisode:
        """An episode that goes on by itself, with the parts that seats have chosen so far."""
        other = super().copy()
        assert isinstance(other, NarrowEpisode)
        other._chosen = {seat: list(codes) for seat, codes in self._chosen.items()}
        other._meant = dict(self._meant)
        return other

    def to_bytes(self) -> bytes:
        """The game, and behind it which parts each seat has chosen of an action not yet whole."""
        numbers = [number for seat, codes in self._chosen.items() for number in (seat, len(codes), *codes)]
        return super().to_bytes() + np.array(numbers, np.int64).tobytes()

    def restore(self, data: bytes) -> None:
        """Back to what `to_bytes` wrote, half-chosen actions included."""
        size = 40 + self.game.rules.State.itemsize
        super().restore(data[:size])
        self._chosen, self._meant = {}, {}
        numbers = np.frombuffer(data[size:], np.int64).tolist()
        while numbers:
            seat, count, *numbers = numbers
            self._chosen[seat], numbers = numbers[:count], numbers[count:]
