"""How pieces are called that stand together."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def needs_number(places: Sequence[int], piece: int, is_twin: Callable[[int], bool]) -> bool:
    """Does another piece stand with this one that the rules tell apart from it?"""
    apart = [i for i, place in enumerate(places) if place == places[piece] and not is_twin(i)]
    return piece in apart and len(apart) > 1
