"""What can be corrected on a board of Parcheesi: safety spaces, where home paths begin, how long all is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.rules.contracts.edits import NUMBER, SWITCH, Offer
from parlour.text import say

CHAIRS = 4


def offers(board: Mapping[str, Any], space: str) -> list[Offer]:
    """All four sides are alike, so what is said of a space holds for its like on every side."""
    track = board["track"]
    kind, _, rest = space.partition("-")
    if kind == "path":
        words = say("spaces of a home path (PAR-GEO-4)")
        return [Offer("path_length", words, NUMBER, track["path_length"], least=1, most=30)]
    if kind != "loop":
        return []
    offset, arm = int(rest) % track["arm"], track["arm"]
    return [
        Offer(
            "safe",
            say("safety space, on every side (PAR-GEO-5)"),
            SWITCH,
            offset in track["safe_offsets"],
        ),
        Offer(
            "home",
            say("the home path of a side begins behind this space (PAR-GEO-3)"),
            SWITCH,
            track["home_entry"] % arm == offset,
        ),
        Offer(
            "arm", say("spaces from one ENTER space to the next (PAR-GEO-2)"), NUMBER, arm, least=9, most=29
        ),
    ]


def changed(board: Mapping[str, Any], space: str, name: str, value: Any) -> dict[str, Any]:
    """The board's data after one correction, the same on all four arms."""
    track = dict(board["track"])
    if name == "path_length":
        track["path_length"] = int(value)
    elif name == "arm":
        track |= _with_arm(track, int(value))
    else:
        offset = int(space.partition("-")[2]) % track["arm"]
        if name == "safe":
            others = [o for o in track["safe_offsets"] if o != offset]
            track["safe_offsets"] = sorted([*others, offset] if value else others)
        elif name == "home" and value:
            track["home_entry"] = track["loop"] - track["arm"] + offset
    return {**board, "track": track}


def _with_arm(track: Mapping[str, Any], arm: int) -> dict[str, Any]:
    """Longer or shorter sides: whatever is counted from the end of the loop stays as far from it, and a home
    path fills its arm."""
    loop = CHAIRS * arm
    return {
        "arm": arm,
        "loop": loop,
        "home_entry": loop - (track["loop"] - track["home_entry"]),
        "path_length": max((arm - 1) // 2 - 1, 1),
        "safe_offsets": [o for o in track["safe_offsets"] if o < arm],
    }
