"""How a race stands: signs on the seats' cards, so that everybody sees at a glance who is ahead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from parlour.draw.scene import Sign
from parlour.text import Text, say


def standing(
    home: Text, short: str, ways: Mapping[int, float], sides: Mapping[int, int], seat: int
) -> list[Sign]:
    """The signs of one seat: what it has `home`, and its share of the way; a crown for the side in front.

    `ways` are the shares of all who play, 0 at the start and 1 at home, `sides` who plays for whom."""
    together: dict[int, float] = {}
    for other, way in ways.items():
        together[sides[other]] = together.get(sides[other], 0.0) + way
    own = together.pop(sides[seat])
    ahead = own > max(together.values(), default=0.0)
    return [Sign("home", home, short), _on_the_way(int(100 * ways[seat]), ahead)]


@cache
def _on_the_way(percent: int, ahead: bool) -> Sign:
    told = say("{percent} % of the way", percent=percent)
    if ahead:
        told = say("in front, {percent} % of the way", percent=percent)
    return Sign("lead" if ahead else "pawn", told, f"{percent}%", share=percent)
