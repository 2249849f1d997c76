"""The board as the specification numbers it, for positions that are made up and properties that are checked.

Nothing here imports the game. A place is "C" (corner), "H" (home), ("B", 0..59), ("T", turnout, 1..7) or
("P", 1..6) on the printed board; the last lies on the owner's own path. A table:

    {"pieces": {seat: [place, ...]}, "turn": seat, "partners": bool}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Table = dict[str, Any]
Place = Any

# How many spaces a side, a turnout and a Home Path have, and which spaces of a side are special.
PRINTED = {
    "side": 15,
    "start_offset": 6,
    "branch": 5,
    "merge": 10,
    "turnout_length": 7,
    "path_length": 6,
}
TRACK = PRINTED  # the board that is played on


def loop() -> int:
    return 4 * TRACK["side"]


def before_home_path() -> int:
    """What everybody calls the own entrance."""
    return loop() - TRACK["start_offset"]


def entrance(seat: int) -> Place:
    return ("B", TRACK["side"] * seat)


def start_space(seat: int) -> Place:
    return ("B", TRACK["side"] * seat + TRACK["start_offset"])


def steps(seat: int, place: Place) -> list[Place]:
    """Where one step leads: two places behind a branch, none from home."""
    if place == "H":
        return []
    if place[0] == "P":
        return [("P", place[1] + 1) if place[1] < TRACK["path_length"] else "H"]
    if place[0] == "T":
        if place[2] < TRACK["turnout_length"]:
            return [("T", place[1], place[2] + 1)]
        return [("B", TRACK["side"] * place[1] + TRACK["merge"])]
    if place == entrance(seat):
        return [("P", 1)]
    onward = [("B", (place[1] + 1) % loop())]
    if place[1] % TRACK["side"] == TRACK["branch"]:
        onward.append(("T", place[1] // TRACK["side"], 1))
    return onward


def routes(seat: int, place: Place, count: int) -> list[list[Place]]:
    """All ways to go so many steps; each is the list of the places touched."""
    if count == 0:
        return [[]]
    return [[here, *rest] for here in steps(seat, place) for rest in routes(seat, here, count - 1)]


def friends(table: Table, one: int, other: int) -> bool:
    return one == other or (table["partners"] and (one - other) % 2 == 0)


def read(data: Mapping[str, Any]) -> Table:
    """A table from the JSON form of a position."""
    turn = data["turn"]
    pieces = {int(s): [_place(int(s), turn, w) for w in words] for s, words in data["pieces"].items()}
    partners = len(pieces) == 4 and data.get("options", {}).get("mode") != "individual"
    return {"pieces": pieces, "turn": turn, "partners": partners}


def _place(owner: int, turn: int, word: str | int) -> Place:
    if word in ("C", "H"):
        return word
    if isinstance(word, str) and word[0] == "@":
        owner, word = turn, (int(word[1:]) if word[1:].isdecimal() else word[1:])
    if isinstance(word, str):
        return ("T", (owner + int(word[1])) % 4, int(word[3:]))
    if word > before_home_path():
        return ("P", word - before_home_path())
    return ("B", (word + start_space(owner)[1]) % loop())


def name(seat: int, place: Place) -> str:
    """A place as its owner counts it."""
    if place in ("C", "H"):
        return str(place)
    if place[0] == "P":
        return str(before_home_path() + place[1])
    if place[0] == "T":
        return f"T{(place[1] - seat) % 4}.{place[2]}"
    return str((place[1] - start_space(seat)[1]) % loop())
