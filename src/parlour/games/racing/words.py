"""How pieces are called: those of a mover by who is in front, those that stand together by a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Word = TypeVar("Word")


def needs_number(places: Sequence[int], piece: int, is_twin: Callable[[int], bool]) -> bool:
    """Does another piece stand with this one that the rules tell apart from it?"""
    apart = [i for i, place in enumerate(places) if place == places[piece] and not is_twin(i)]
    return piece in apart and len(apart) > 1


def by_rank(to_go: Sequence[int], piece: int, words: Sequence[Word]) -> Word | None:
    """The word for this piece among those on their way, `words` being those for the first, the second, the
    third and the last; nothing where all stand together. `to_go` are the steps that each has before it, 0
    where it is not on its way."""
    order = sorted({steps for steps in to_go if steps > 0})
    if len(order) < 2:
        return None
    rank = order.index(to_go[piece])
    return words[-1] if rank == len(order) - 1 else words[rank]
