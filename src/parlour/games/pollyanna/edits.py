"""What can be corrected on a board of Pollyanna: starting spaces, turnouts, and how long all is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.rules.contracts.edits import NUMBER, SWITCH, Offer
from parlour.text import say

_LONGEST = 30


def offers(board: Mapping[str, Any], space: str) -> list[Offer]:
    """All four sides are alike, so what is said of a space holds for its like on every side."""
    track = board["track"]
    kind, _, rest = space.partition("-")
    if kind == "path":
        words = say("spaces of a Home Path (POL-GEO-5)")
        return [Offer("path_length", words, NUMBER, track["path_length"], least=1, most=_LONGEST)]
    if kind == "turnout":
        words = say("spaces of a turnout (POL-GEO-4)")
        return [Offer("turnout_length", words, NUMBER, track["turnout_length"], least=1, most=_LONGEST)]
    if kind != "broadway":
        return []
    side = track["side"]
    offset = int(rest) % side
    return [
        Offer(
            "start_offset",
            say("starting space, on every side (POL-GEO-3)"),
            SWITCH,
            track["start_offset"] == offset,
        ),
        Offer(
            "branch",
            say("the turnout leaves behind this space (POL-GEO-4)"),
            SWITCH,
            track["branch"] == offset,
        ),
        Offer(
            "merge",
            say("the turnout comes back on this space (POL-GEO-4)"),
            SWITCH,
            track["merge"] % side == offset,
        ),
        Offer(
            "side",
            say("spaces from one Home Entrance to the next (POL-GEO-1)"),
            NUMBER,
            side,
            least=12,
            most=_LONGEST,
        ),
    ]


def changed(board: Mapping[str, Any], space: str, name: str, value: Any) -> dict[str, Any]:
    """The board's data after one correction, the same on all four sides."""
    track = dict(board["track"])
    if name in ("path_length", "turnout_length", "side"):
        track[name] = int(value)
    elif name in ("start_offset", "branch", "merge") and value:
        offset = int(space.partition("-")[2]) % track["side"]
        track[name] = track["side"] if name == "merge" and not offset else offset
    return {**board, "track": track}
